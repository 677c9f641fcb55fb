//! The Fortran modules: compiled from the shipped sources once for each compiler, and found again.
//!
//! The installation may hold compiled modules in `lib/ferry/modules`; else they are in the user's
//! cache. A folder is named after the compiler's version and the sources; it appears under its name
//! when it is complete.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The modules in the order in which they need each other.
const MODULES: [&str; 3] = ["mpi_base", "mpi", "mpi_f08"];

/// Names a folder for compiled modules in place of the cache.
const FOLDER_VARIABLE: &str = "FERRY_FORTRAN_MODULES";

/// Where the modules of one compiler belong.
pub struct Modules<'a> {
    prefix: &'a Path,
    compiler: &'a [OsString],
    /// The first line of what the compiler says to `--version`.
    version: String,
    key: String,
}

impl<'a> Modules<'a> {
    /// The modules for `compiler`, a program and perhaps options.
    pub fn of(prefix: &'a Path, compiler: &'a [OsString]) -> Result<Self, String> {
        let version = version(compiler)?;
        let mut hasher = DefaultHasher::new();
        for name in MODULES {
            let path = source(prefix, name);
            let text = fs::read(&path).map_err(|error| format!("cannot read the module's source {}: {error}", path.display()))?;
            text.hash(&mut hasher);
        }
        compiler[1..].hash(&mut hasher);
        let key = format!("{}-{:016x}", slug(&version), hasher.finish());
        Ok(Self { prefix, compiler, version, key })
    }

    /// The folder that holds the compiled modules; compiles them if there is none.
    pub fn folder(&self) -> Result<PathBuf, String> {
        let installed = self.installed();
        if installed.is_dir() {
            return Ok(installed);
        }
        let cached = cache()?.join(&self.key);
        if cached.is_dir() { Ok(cached) } else { self.compile_into(&cached) }
    }

    /// Compiles the modules into the installation, for all users.
    pub fn install(&self) -> Result<PathBuf, String> {
        let installed = self.installed();
        if installed.is_dir() { Ok(installed) } else { self.compile_into(&installed) }
    }

    /// What `mpif.h` needs: it declares no arguments, and gfortran since version 10 refuses calls
    /// of one procedure with buffers of several types in one file unless told otherwise.
    pub fn options(&self) -> Vec<OsString> {
        let gnu_major =
            self.version.strip_prefix("GNU Fortran").and_then(|rest| rest.rsplit(' ').next()?.split('.').next()?.parse().ok());
        if gnu_major.is_some_and(|major: u32| major >= 10) { vec!["-fallow-argument-mismatch".into()] } else { Vec::new() }
    }

    fn installed(&self) -> PathBuf {
        self.prefix.join("lib/ferry/modules").join(&self.key)
    }

    /// Compiles into a folder beside `folder`, which gets its name at the end. A lock makes others
    /// wait instead of doing the same.
    fn compile_into(&self, folder: &Path) -> Result<PathBuf, String> {
        let parent = folder.parent().unwrap_or(Path::new("."));
        let unwritable = |what: &Path, error: std::io::Error| {
            format!(
                "MPI's modules are not compiled for {} yet, and {} cannot be written: {error}; set {FOLDER_VARIABLE} or XDG_CACHE_HOME \
                 to a folder that can, or have an administrator run 'mpifort -install-modules'",
                self.version,
                what.display()
            )
        };
        fs::create_dir_all(parent).map_err(|error| unwritable(parent, error))?;
        let lock_path = folder.with_extension("lock");
        let lock = File::create(&lock_path).map_err(|error| unwritable(&lock_path, error))?;
        lock.lock().map_err(|error| format!("cannot lock {}: {error}", lock_path.display()))?;
        if folder.is_dir() {
            return Ok(folder.to_owned());
        }
        let work = folder.with_extension(format!("{}", std::process::id()));
        fs::create_dir_all(&work).map_err(|error| unwritable(&work, error))?;
        let result = self.compile(&work).and_then(|()| fs::rename(&work, folder).map_err(|error| unwritable(folder, error)));
        if result.is_err() {
            // What is left of a failed attempt is of no use; the error itself is what the user must
            // see.
            let _ = fs::remove_dir_all(&work);
        }
        result.map(|()| folder.to_owned())
    }

    fn compile(&self, work: &Path) -> Result<(), String> {
        let began = Instant::now();
        eprint!("mpifort: compiling MPI's modules for {} (once):", self.version);
        for name in MODULES {
            eprint!(" {name}");
            self.compile_one(work, name).inspect_err(|_| eprintln!(": failed"))?;
        }
        eprintln!(": done in {:.1} s", began.elapsed().as_secs_f64());
        Ok(())
    }

    /// Every compiler writes `NAME.mod` into the folder it works in. Modules hold no code: what
    /// need not make an object file does not.
    fn compile_one(&self, work: &Path, name: &str) -> Result<(), String> {
        let source = source(self.prefix, name);
        let only_reads = ["GNU Fortran", "flang"].iter().any(|name| self.version.contains(name));
        let how = if only_reads { "-fsyntax-only" } else { "-c" };
        let output = Command::new(&self.compiler[0])
            .args(&self.compiler[1..])
            .args([how, "-w", "-I."])
            .arg(&source)
            .current_dir(work)
            .output()
            .map_err(|error| format!("cannot execute the compiler '{}': {error}", self.compiler[0].to_string_lossy()))?;
        if !output.status.success() {
            let messages = String::from_utf8_lossy(&output.stderr);
            let first: Vec<&str> = messages.lines().take(20).collect();
            return Err(format!("{} cannot compile {}:\n{}", self.version, source.display(), first.join("\n")));
        }
        Ok(())
    }
}

fn source(prefix: &Path, name: &str) -> PathBuf {
    prefix.join("share/ferry/fortran").join(name).with_extension("f90")
}

/// What the compiler calls itself.
fn version(compiler: &[OsString]) -> Result<String, String> {
    let Some((program, options)) = compiler.split_first() else {
        return Err(
            "no Fortran compiler: none of gfortran, flang-new and flang is on PATH; install one, or name one with -fc= or \
                    FERRY_FC"
                .to_owned(),
        );
    };
    let output = Command::new(program).args(options).arg("--version").output();
    let output = output.map_err(|error| format!("cannot execute the compiler '{}': {error}", program.to_string_lossy()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find(|line| !line.trim().is_empty());
    line.map(|line| line.trim().to_owned())
        .ok_or_else(|| format!("the compiler '{}' does not say its version to --version", program.to_string_lossy()))
}

/// The folder for compiled modules of all compilers.
fn cache() -> Result<PathBuf, String> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
    variable(FOLDER_VARIABLE)
        .or_else(|| Some(cache?.join("ferry/modules")))
        .ok_or_else(|| format!("no place for MPI's modules: neither {FOLDER_VARIABLE}, XDG_CACHE_HOME nor HOME is set"))
}

/// A version as the name of a folder.
fn slug(version: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '+') { c } else { '-' };
    let text: String = version.chars().map(kept).take(60).collect();
    text.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// Whether the compiler will read Fortran source, which may use the modules.
pub fn compiles(arguments: &[OsString]) -> bool {
    let endings = ["f", "for", "ftn", "fpp", "f77", "f90", "f95", "f03", "f08", "f18", "f23", "cuf"];
    arguments.iter().any(|argument| {
        let ending = Path::new(argument).extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        argument == "-" || ending.is_some_and(|ending| endings.contains(&ending.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_become_names_of_folders() {
        assert_eq!(slug("GNU Fortran (Debian 12.2.0-14+deb12u1) 12.2.0"), "GNU-Fortran-Debian-12.2.0-14+deb12u1-12.2.0");
        assert_eq!(slug("flang-new version 16.0.6"), "flang-new-version-16.0.6");
    }

    #[test]
    fn gfortran_is_told_that_buffers_have_any_type() {
        let options = |version: &str| {
            let modules = Modules { prefix: Path::new("/"), compiler: &[], version: version.to_owned(), key: String::new() };
            modules.options().len()
        };
        assert_eq!(options("GNU Fortran (Debian 12.2.0-14+deb12u1) 12.2.0"), 1);
        assert_eq!(options("GNU Fortran (GCC) 9.4.0"), 0);
        assert_eq!(options("flang-new version 16.0.6"), 0);
    }

    #[test]
    fn sources_are_told_from_objects() {
        let compiles = |line: &str| compiles(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(compiles("-c a.f90") && compiles("x.F") && compiles("-O2 dir/y.F08 -o y") && compiles("-x f95 -"));
        assert!(!compiles("a.o b.a -o c") && !compiles("--version") && !compiles("a.c"));
    }

    #[test]
    fn modules_are_compiled_once_and_a_failure_leaves_nothing() {
        let prefix = tempfile::tempdir().expect("a folder");
        let sources = prefix.path().join("share/ferry/fortran");
        fs::create_dir_all(&sources).expect("a folder");
        MODULES.iter().for_each(|name| fs::write(sources.join(format!("{name}.f90")), name).expect("a file"));
        let script = |text: &str| {
            let path = prefix.path().join("fc");
            fs::write(&path, text).expect("a file");
            fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("a script");
            vec![OsString::from("sh"), path.into_os_string()]
        };
        let good = script("[ \"$1\" = --version ] && { echo Good 1; exit; }; basename $4 >> compiled");
        let modules = Modules::of(prefix.path(), &good).expect("a version");
        let folder = modules.install().expect("compiled");
        assert_eq!(modules.install(), Ok(folder.clone()));
        assert_eq!(fs::read_to_string(folder.join("compiled")).expect("a list"), "mpi_base.f90\nmpi.f90\nmpi_f08.f90\n");
        let bad = script("[ \"$1\" = --version ] && { echo Bad 2; exit; }; echo no such thing >&2; exit 1");
        let message = Modules::of(prefix.path(), &bad).expect("a version").install().unwrap_err();
        assert!(message.contains("Bad 2 cannot compile") && message.contains("no such thing"), "{message}");
        let left = fs::read_dir(prefix.path().join("lib/ferry/modules")).expect("a folder");
        let left: Vec<_> =
            left.map(|entry| entry.expect("an entry").file_name()).filter(|n| !n.to_string_lossy().ends_with(".lock")).collect();
        assert_eq!(left, [folder.file_name().expect("a name")]);
    }
}
