//! From a program's name to a file that can be executed.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use super::fault::Fault;

/// Searched if the environment has no PATH, as by execvp(3).
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The file to execute for `program`, run in `directory` with `path` as its PATH. A name without
/// `/` is looked up in `path`; others count from `directory`.
pub fn resolve(program: &OsStr, path: Option<&OsStr>, directory: Option<&Path>) -> Result<PathBuf, Fault> {
    let place = directory.unwrap_or(Path::new("."));
    if program.as_bytes().contains(&b'/') {
        return check(program, &place.join(program)).map(|()| PathBuf::from(program));
    }
    let path = path.map_or_else(|| OsString::from(DEFAULT_PATH), OsStr::to_owned);
    let candidates = std::env::split_paths(&path).map(|entry| absolute(&entry).join(program));
    candidates.into_iter().find(|file| is_executable(file)).ok_or_else(|| not_found(program, place))
}

fn absolute(entry: &Path) -> PathBuf {
    std::path::absolute(if entry.as_os_str().is_empty() { Path::new(".") } else { entry }).unwrap_or_else(|_| entry.to_owned())
}

fn is_executable(file: &Path) -> bool {
    file.is_file() && access(file, Access::EXEC_OK).is_ok()
}

fn check(program: &OsStr, file: &Path) -> Result<(), Fault> {
    let program = program.to_string_lossy().into_owned();
    match file.metadata() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(Fault::ProgramNotFound { program, hint: format!(": {} does not exist", plain(file)) })
        }
        Err(error) => Err(Fault::NotExecutable { program, reason: error.to_string() }),
        Ok(metadata) if metadata.is_dir() => Err(Fault::NotExecutable { program, reason: "it is a directory".to_owned() }),
        Ok(_) => access(file, Access::EXEC_OK)
            .map_err(|_| Fault::NotExecutable { program, reason: "the file has no permission to execute (chmod +x)".to_owned() }),
    }
}

/// The path without the `./` that stands for the current directory.
fn plain(file: &Path) -> std::path::Display<'_> {
    file.strip_prefix("./").unwrap_or(file).display()
}

fn not_found(program: &OsStr, place: &Path) -> Fault {
    let name = program.to_string_lossy().into_owned();
    let hint = match is_executable(&place.join(program)) {
        true => format!(" in PATH; did you mean ./{name}?"),
        false => " in PATH".to_owned(),
    };
    Fault::ProgramNotFound { program: name, hint }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(program: &str, path: &str) -> Result<PathBuf, Fault> {
        resolve(program.as_ref(), Some(path.as_ref()), None)
    }

    #[test]
    fn names_are_looked_up_in_the_path() {
        assert_eq!(find("sh", "/nonexistent:/bin").unwrap(), Path::new("/bin/sh"));
        assert!(matches!(find("sh", "/nonexistent"), Err(Fault::ProgramNotFound { .. })));
        assert!(resolve("sh".as_ref(), None, None).is_ok());
    }

    #[test]
    fn paths_count_from_the_directory() {
        assert_eq!(resolve("bin/sh".as_ref(), None, Some("/".as_ref())).unwrap(), Path::new("bin/sh"));
        assert!(resolve("bin/sh".as_ref(), None, Some("/usr/lib".as_ref())).is_err());
    }

    #[test]
    fn reasons_are_told_apart() {
        assert!(matches!(find("/nonexistent/a", ""), Err(Fault::ProgramNotFound { .. })));
        assert!(find("/usr", "").unwrap_err().to_string().contains("directory"));
        let message = find("/etc/passwd", "").unwrap_err().to_string();
        assert!(message.contains("permission to execute"), "{message}");
    }

    #[test]
    fn a_program_right_here_is_suggested() {
        let message = resolve("sh".as_ref(), Some("/nonexistent".as_ref()), Some("/bin".as_ref())).unwrap_err().to_string();
        assert!(message.contains("./sh?"), "{message}");
    }
}
