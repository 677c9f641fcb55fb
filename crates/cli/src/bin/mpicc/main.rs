//! `mpicc`, and under the names `mpicxx`, `mpic++` and `mpiCC` the same for C++, as `mpifort`,
//! `mpif77`, `mpif90` and `mpifc` for Fortran: calls the compiler with the flags that Ferry needs.
//! `modules` has Fortran's modules ready before.
//!
//! The installation is found from the program's own path, so that it can be moved.

#![forbid(unsafe_code)]

mod command;
mod modules;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use command::{Action, Language, Wrapper};
use modules::Modules;

/// Exit status for a compiler that does not exist, as in the shell.
const NOT_FOUND: u8 = 127;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    let name = Path::new(&name).file_name().and_then(OsStr::to_str).unwrap_or("mpicc").to_owned();
    match run(Language::of(&name), arguments.collect()) {
        Ok(code) => code,
        Err((status, message)) => {
            eprintln!("{name}: {message}");
            ExitCode::from(status)
        }
    }
}

/// Asks `mpifort` to compile the modules into the installation.
const INSTALL_MODULES: &str = "-install-modules";

fn run(language: Language, arguments: Vec<OsString>) -> Result<ExitCode, (u8, String)> {
    let failed = |message| (1, message);
    let prefix = prefix().map_err(failed)?;
    let mut wrapper =
        Wrapper { language, prefix: prefix.clone(), compiler: compiler(language), modules: None, options: Vec::new() };
    let install = language == Language::Fortran && arguments.iter().any(|argument| argument == INSTALL_MODULES);
    let request = wrapper.request(arguments);
    let words = wrapper.compiler_words();
    if install {
        let folder = Modules::of(Path::new(&prefix), &words).and_then(|modules| modules.install()).map_err(failed)?;
        println!("{}", folder.display());
        return Ok(ExitCode::SUCCESS);
    }
    if language == Language::Fortran && request.needs_modules(modules::compiles) {
        let modules = Modules::of(Path::new(&prefix), &words).map_err(failed)?;
        wrapper.options = modules.options();
        wrapper.modules = Some(modules.folder().map_err(failed)?.into_os_string());
    }
    match wrapper.action(request).map_err(failed)? {
        Action::Print(line) => {
            let written = std::io::stdout().write_all(&[&line, b"\n".as_slice()].concat());
            written.map(|()| ExitCode::SUCCESS).map_err(|error| (1, error.to_string()))
        }
        Action::Compile(command) => Err(execute(&command)),
    }
}

fn prefix() -> Result<OsString, String> {
    let program = std::env::current_exe().map_err(|error| format!("cannot find my own path: {error}"))?;
    let prefix = program.parent().and_then(Path::parent);
    prefix.map(|prefix| prefix.as_os_str().to_owned()).ok_or_else(|| format!("{} is not in a bin folder", program.display()))
}

fn compiler(language: Language) -> OsString {
    let chosen = language.override_variables().iter().find_map(|name| std::env::var_os(name).filter(|value| !value.is_empty()));
    chosen.unwrap_or_else(|| {
        let names = language.default_compilers();
        names.iter().find(|name| is_on_path(name)).unwrap_or(&names[0]).into()
    })
}

fn is_on_path(name: &str) -> bool {
    std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).any(|folder| folder.join(name).is_file())
}

/// Becomes the compiler; returns only if that fails.
fn execute(command: &[OsString]) -> (u8, String) {
    let Some((program, arguments)) = command.split_first() else {
        return (NOT_FOUND, "the name of the compiler is empty".to_owned());
    };
    let error = Command::new(program).args(arguments).exec();
    (NOT_FOUND, format!("cannot execute the compiler '{}': {error}", program.to_string_lossy()))
}
