//! `mpicc`, and under the names `mpicxx`, `mpic++` and `mpiCC` the same for C++: calls the compiler with the flags that Ferry needs.
//!
//! The installation is found from the program's own path, so that it can be moved.

#![forbid(unsafe_code)]

mod command;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use command::{Action, Language, Wrapper};

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

fn run(language: Language, arguments: Vec<OsString>) -> Result<ExitCode, (u8, String)> {
    let wrapper = Wrapper { language, prefix: prefix().map_err(|message| (1, message))?, compiler: compiler(language) };
    match wrapper.action(arguments).map_err(|message| (1, message))? {
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
    chosen.unwrap_or_else(|| language.default_compiler().into())
}

/// Becomes the compiler; returns only if that fails.
fn execute(command: &[OsString]) -> (u8, String) {
    let Some((program, arguments)) = command.split_first() else {
        return (NOT_FOUND, "the name of the compiler is empty".to_owned());
    };
    let error = Command::new(program).args(arguments).exec();
    (NOT_FOUND, format!("cannot execute the compiler '{}': {error}", program.to_string_lossy()))
}
