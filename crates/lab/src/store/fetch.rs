//! The first use: package lists, packages, kernel, modules. apt-get checks every package against
//! the signed lists of its source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rustix::pipe::{PipeFlags, pipe_with};

use super::cache::{Cache, Store, remove};
use super::packages;
use super::program::{HostProgram, collect, find};
use super::progress::Progress;
use super::tools::{Tools, missing_packages};
use crate::error::{LabError, Result, system};
use crate::image::cpio::Archive;
use crate::image::{elf, kernel, modules};

/// The package that always depends on the current kernel.
const KERNEL: &str = "linux-image-amd64";

/// Programs for the first moments of a node, all in one.
const BUSYBOX: &str = "busybox-static";

/// Directories that are links into `usr`, here as on the host.
const MERGED: [&str; 4] = ["bin", "sbin", "lib", "lib64"];

/// The user's store; fetches and prepares it first if it is not there.
pub fn store(cache: &Cache) -> Result<Store> {
    if let Some(store) = cache.store() {
        return Ok(store);
    }
    let host = Host::find()?;
    let lock = cache.lock()?;
    // Perhaps the process that had the lock has done the work.
    if let Some(store) = cache.store() {
        return Ok(store);
    }
    let workshop = cache.workshop(&lock)?;
    let mut progress = Progress::new();
    Workshop { host: &host, root: &workshop, progress: &mut progress }.make()?;
    let store = cache.publish(&lock, &workshop)?;
    if !store.tools().is_complete() {
        let detail = format!("\n  | {} lacks programs that the lab needs", store.tools().root().display());
        return Err(LabError::Program { program: "unpacking".to_owned(), detail });
    }
    progress.finish("kernel and tools are ready and will be used without the network from now on");
    Ok(store)
}

/// Programs of the host that fetch and unpack packages.
struct Host {
    apt_get: PathBuf,
    apt_cache: PathBuf,
    dpkg_deb: PathBuf,
    tar: PathBuf,
}

impl Host {
    fn find() -> Result<Self> {
        let need = |program: &'static str| {
            find(program).ok_or(LabError::Missing {
                program,
                purpose: "to fetch kernel and tools",
                remedy: "it comes with Debian and what is made from it (Ubuntu, Mint, ...); on other systems run the lab in a Debian container",
            })
        };
        let host =
            Host { apt_get: need("apt-get")?, apt_cache: need("apt-cache")?, dpkg_deb: need("dpkg-deb")?, tar: need("tar")? };
        let dpkg = HostProgram::new(need("dpkg")?).arguments(["--print-architecture"]).check()?.text();
        match dpkg.trim() {
            "amd64" => Ok(host),
            other => Err(LabError::Unsupported(other.to_owned())),
        }
    }
}

struct Workshop<'a> {
    host: &'a Host,
    root: &'a Path,
    progress: &'a mut Progress,
}

/// A package file and the name of its package.
struct Package {
    name: String,
    file: PathBuf,
}

impl Workshop<'_> {
    fn make(&mut self) -> Result<()> {
        let apt = self.directory("apt")?;
        for name in ["lists/partial", "cache", "archives/partial"] {
            self.directory(&format!("apt/{name}"))?;
        }
        let wanted = self.choose(&apt)?;
        let fetched = self.download(&apt, &wanted)?;
        self.progress.step("unpacking kernel and tools");
        let (kernels, tools): (Vec<_>, Vec<_>) = fetched.iter().partition(|package| package.name.starts_with("linux-image-"));
        self.unpack_tools(&tools)?;
        self.prepare_kernel(&kernels)?;
        let manifest = wanted.join("\n") + "\n";
        fs::write(self.root.join("packages"), manifest).map_err(system("cannot write the list of packages"))?;
        remove(&apt)
    }

    /// Fetches the package lists and finds out what to fetch, as `name` or `name=version`.
    fn choose(&mut self, apt: &Path) -> Result<Vec<String>> {
        self.progress.step("fetching package lists");
        let update = self.apt(&self.host.apt_get, apt).arguments(["update"]).run()?;
        // Sources of others may fail without harm, if only the packages are found.
        let failed = |what: &str, detail: String| LabError::Fetch { what: what.to_owned(), detail: update.detail() + &detail };
        let depends = self.apt(&self.host.apt_cache, apt).arguments(["depends", KERNEL]).run()?;
        let kernel = packages::kernel_package(&depends.text()).map(str::to_owned).ok_or_else(|| {
            failed(&format!("Debian's kernel: no package source of this machine has {KERNEL}"), depends.detail())
        })?;
        let missing = missing_packages();
        let install = ["--simulate", "--no-install-recommends", "install"];
        let simulation = self.apt(&self.host.apt_get, apt).arguments(install).arguments(&missing).run()?;
        if !simulation.is_success {
            return Err(failed(&missing.join(", "), simulation.detail()));
        }
        let additions = packages::additions(&simulation.text());
        Ok([kernel, BUSYBOX.to_owned()].into_iter().chain(additions).collect())
    }

    fn download(&mut self, apt: &Path, wanted: &[String]) -> Result<Vec<Package>> {
        let directory = self.directory("apt/packages")?;
        let command = || self.apt(&self.host.apt_get, apt).directory(&directory);
        let list = command().arguments(["--print-uris", "download"]).arguments(wanted).run()?;
        let total = packages::total_bytes(&list.text());
        let command = command().arguments(["download"]).arguments(wanted);
        self.progress.download("fetching kernel and tools", total);
        let outcome = command.run_watched(|| self.progress.arrived(size_of(&directory)))?;
        if !outcome.is_success {
            return Err(LabError::Fetch { what: "kernel and tools".to_owned(), detail: outcome.detail() });
        }
        let files = fs::read_dir(&directory).map_err(system("cannot list the packages"))?.flatten().map(|entry| entry.path());
        Ok(files.filter_map(package).collect())
    }

    fn unpack_tools(&self, packages: &[&Package]) -> Result<()> {
        let tools = self.directory("tools")?;
        for name in MERGED {
            self.directory(&format!("tools/usr/{name}"))?;
            std::os::unix::fs::symlink(format!("usr/{name}"), tools.join(name)).map_err(system("cannot create a link"))?;
        }
        packages.iter().try_for_each(|package| self.unpack(package, &tools, &["./usr/share/doc", "./usr/share/man"]))?;
        // Laid over the host's tree, these would hide the host's own.
        MERGED.iter().try_for_each(|name| fs::remove_file(tools.join(name)).map_err(system("cannot remove a link")))
    }

    /// Unpacks a package below `target`, following the links that are there, which `dpkg-deb -x`
    /// would replace.
    fn unpack(&self, package: &Package, target: &Path, without: &[&str]) -> Result<()> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).map_err(system("cannot create a pipe"))?;
        let sender = HostProgram::new(&self.host.dpkg_deb).arguments(["--fsys-tarfile".as_ref(), package.file.as_os_str()]);
        let sender = sender.start([None, Some(std::os::fd::AsFd::as_fd(&writer)), None], &[])?;
        drop(writer);
        let excluded = without.iter().map(|path| format!("--exclude={path}"));
        let receiver = HostProgram::new(&self.host.tar)
            .arguments(["-x", "--keep-directory-symlink", "--no-same-owner", "--no-same-permissions", "-C"])
            .arguments([target])
            .arguments(excluded);
        let receiver = receiver.start([Some(std::os::fd::AsFd::as_fd(&reader)), None, None], &[])?;
        drop(reader);
        let statuses = [collect(sender)?, collect(receiver)?];
        match statuses.iter().all(|status| status.exit_status() == Some(0)) {
            true => Ok(()),
            false => Err(LabError::Program { program: format!("unpacking {}", package.file.display()), detail: String::new() }),
        }
    }

    /// Makes of the kernel's package what nodes boot from, and drops the rest.
    fn prepare_kernel(&self, kernels: &[&Package]) -> Result<()> {
        let tree = self.directory("apt/kernel")?;
        kernels.iter().try_for_each(|package| self.unpack(package, &tree, &["./usr/share"]))?;
        let tools = Tools::new(self.root.join("tools"));
        let busybox = ["tools/usr/bin/busybox", "tools/bin/busybox"].map(|path| self.root.join(path));
        let busybox =
            busybox.iter().find(|file| file.is_file()).ok_or_else(|| malformed(&self.root.join("tools"), "no busybox"))?;
        let image = only_file(&tree.join("boot"), "vmlinuz-")?;
        fs::write(self.root.join("kernel"), bootable(&image, &tools)?).map_err(system("cannot write the kernel"))?;
        let archive = archive(&kernel_modules(&tree)?, busybox, &tools)?;
        fs::write(self.root.join("initramfs.cpio"), archive).map_err(system("cannot write the initial file system"))
    }

    fn apt(&self, program: &Path, state: &Path) -> HostProgram {
        HostProgram::new(program).arguments(packages::options(state))
    }

    fn directory(&self, name: &str) -> Result<PathBuf> {
        let path = self.root.join(name);
        fs::create_dir_all(&path).map_err(system(format!("cannot create {}", path.display())))?;
        Ok(path)
    }
}

/// The package in a file `name_version_architecture.deb`.
fn package(file: PathBuf) -> Option<Package> {
    let name = file.file_name()?.to_str()?.strip_suffix(".deb")?.split('_').next()?.to_owned();
    Some(Package { name, file })
}

/// Bytes in a directory's files, as far as they are there.
fn size_of(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).filter(|data| data.is_file()).map(|data| data.len()).sum()
}

fn malformed(path: &Path, problem: &str) -> LabError {
    LabError::Malformed { path: path.to_owned(), problem: problem.to_owned() }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(system(format!("cannot read {}", path.display())))
}

/// The entry of a directory whose name begins so.
fn only_file(directory: &Path, prefix: &str) -> Result<PathBuf> {
    let entries = fs::read_dir(directory).map_err(system(format!("cannot list {}", directory.display())))?.flatten();
    let mut found = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix));
    found.next().map(|entry| entry.path()).ok_or_else(|| malformed(directory, &format!("nothing here is called {prefix}*")))
}

/// The kernel that QEMU starts fastest: the one inside the image if it can be started directly,
/// else the image.
fn bootable(image: &Path, tools: &Tools) -> Result<Vec<u8>> {
    let bytes = read(image)?;
    let Some(payload) = kernel::payload(&bytes) else { return Ok(bytes) };
    let unpacked = unpack_with(tools, payload.compression, payload.bytes)?;
    if unpacked.len() != payload.unpacked_bytes {
        let problem = format!("its kernel has {} bytes instead of {}", unpacked.len(), payload.unpacked_bytes);
        return Err(malformed(image, &problem));
    }
    Ok(if elf::starts_directly(&unpacked) { unpacked } else { bytes })
}

fn unpack_with(tools: &Tools, compression: kernel::Compression, bytes: &[u8]) -> Result<Vec<u8>> {
    Ok(tools.program(compression.unpacker())?.arguments(["-dc"]).input(bytes).check()?.output)
}

/// A kernel's modules by name, and the names of those that are part of it.
struct Modules {
    files: BTreeMap<String, PathBuf>,
    built_in: BTreeSet<String>,
}

fn kernel_modules(tree: &Path) -> Result<Modules> {
    // Packages of a system where /lib is a link keep modules below /usr.
    let places = ["lib/modules", "usr/lib/modules"].map(|place| tree.join(place));
    let place = places.iter().find(|place| place.is_dir()).ok_or_else(|| malformed(tree, "it has no modules"))?;
    let root = only_file(place, "")?;
    let list = fs::read_to_string(root.join("modules.builtin")).map_err(system("cannot read modules.builtin"))?;
    let mut files = BTreeMap::new();
    collect_modules(&root, &mut files)?;
    Ok(Modules { files, built_in: list.lines().filter_map(modules::name_of).collect() })
}

fn collect_modules(directory: &Path, files: &mut BTreeMap<String, PathBuf>) -> Result<()> {
    for entry in fs::read_dir(directory).map_err(system(format!("cannot list {}", directory.display())))? {
        let path = entry.map_err(system("cannot list modules"))?.path();
        if path.is_dir() && !path.is_symlink() {
            collect_modules(&path, files)?;
        } else if let Some(name) = path.to_str().and_then(modules::name_of) {
            files.insert(name, path);
        }
    }
    Ok(())
}

/// The archive with busybox and the modules, whose names begin with their place in the order.
fn archive(modules: &Modules, busybox: &Path, tools: &Tools) -> Result<Vec<u8>> {
    let mut objects: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let order = modules::order(&modules::WANTED, &modules.built_in, |name| {
        let Some(path) = modules.files.get(name) else { return Ok(None) };
        let object = read_module(path, tools)?;
        let needed = elf::dependencies(&object).map_err(|problem| malformed(path, &problem))?;
        objects.insert(name.to_owned(), object);
        Ok(Some(needed))
    });
    let order = order.map_err(|error| match error {
        modules::Unordered::Unreadable(error) => error,
        modules::Unordered::Missing(name) => malformed(busybox, &format!("Debian's kernel has no module {name} any more")),
        modules::Unordered::Circle(name) => malformed(busybox, &format!("the module {name} depends on itself")),
    })?;
    let mut archive = Archive::default();
    archive.directory("bin");
    archive.directory("modules");
    archive.file("bin/busybox", 0o755, &read(busybox)?);
    for (index, name) in order.iter().enumerate() {
        archive.file(&format!("modules/{index:02}-{name}.ko"), 0o644, &objects[name]);
    }
    Ok(archive.finish())
}

/// A module's object file, unpacked if need be.
fn read_module(path: &Path, tools: &Tools) -> Result<Vec<u8>> {
    let bytes = read(path)?;
    match kernel::Compression::of(&bytes) {
        Some(compression) => unpack_with(tools, compression, &bytes),
        None => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_named_by_their_files() {
        let package = package("/d/linux-image-6.1.0-56-amd64_6.1.192-2_amd64.deb".into()).unwrap();
        assert_eq!(package.name, "linux-image-6.1.0-56-amd64");
        assert!(super::package("/d/partial".into()).is_none());
    }

    #[test]
    fn modules_are_archived_in_order() {
        let directory = tempfile::tempdir().unwrap();
        let files = ["virtio_pci.ko", "net/rdma-rxe.ko.xz"];
        fs::create_dir(directory.path().join("net")).unwrap();
        files.iter().for_each(|file| fs::write(directory.path().join(file), "").unwrap());
        let mut found = BTreeMap::new();
        collect_modules(directory.path(), &mut found).unwrap();
        let names: Vec<&String> = found.keys().collect();
        assert_eq!(names, ["rdma_rxe", "virtio_pci"]);
    }
}
