//! Other MPI libraries in this process: calls that were meant for one reach the other, with handles
//! and constants that mean something else there.

use std::fs;
use std::path::{Path, PathBuf};

use ferry_constants as mpi;

use crate::{Error, Result};

/// What the memory of this process shows.
const MAPS: &str = "/proc/self/maps";
/// Beginnings of the names of libraries that define MPI's C functions; a version follows.
const STEMS: [&str; 3] = ["libmpi.so", "libmpich.so", "libmpi_abi.so"];
/// Where libraries of older ABIs that call this one lie, seen from the folder of this one.
const OURS: [&str; 2] = ["compat", ""];

/// Fails if this process has loaded another MPI library. A process that does not show what it has
/// loaded passes.
pub(crate) fn check() -> Result<()> {
    match fs::read_to_string(MAPS).ok().and_then(|maps| stranger(&maps, check as fn() -> Result<()> as usize)) {
        Some((own, other)) => Err(Error::new(
            mpi::MPI_ERR_OTHER,
            format!(
                "this process has two MPI libraries: {} and {}; calls meant for one would reach the other: link the program and all its libraries \
                 (for instance HDF5, and modules of Python) with one MPI, and take other MPI's folders out of LD_LIBRARY_PATH and LD_PRELOAD \
                 (`ferry info PROGRAM` says which library needs which MPI)",
                own.display(),
                other.display()
            ),
        )),
        None => Ok(()),
    }
}

/// The library in use and another one. The one in use is that of an older ABI if there is one, and
/// else the one that holds the code at `own`.
fn stranger(maps: &str, own: usize) -> Option<(PathBuf, PathBuf)> {
    let files = || maps.lines().filter_map(mapped);
    let this = files().find(|(range, _)| range.contains(&own))?.1.to_owned();
    let folder = this.parent()?;
    let ours = OURS.map(|name| if name.is_empty() { folder.to_owned() } else { folder.join(name) });
    let mut above: Option<PathBuf> = None;
    for (_, path) in files().filter(|(_, path)| *path != this && is_mpi(path)) {
        match &above {
            Some(known) if known == path => {}
            None if path.parent().is_some_and(|parent| ours.iter().any(|ours| ours == parent)) => above = Some(path.to_owned()),
            _ => return Some((above.unwrap_or(this), path.to_owned())),
        }
    }
    None
}

/// The addresses and the file of a line.
fn mapped(line: &str) -> Option<(std::ops::Range<usize>, &Path)> {
    let mut words = line.split_ascii_whitespace();
    let (start, end) = words.next()?.split_once('-')?;
    let address = |text: &str| usize::from_str_radix(text, 16).ok();
    let path = line.find('/').map(|at| Path::new(&line[at..]))?;
    Some((address(start)?..address(end)?, path))
}

fn is_mpi(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    STEMS.iter().any(|stem| name.strip_prefix(stem).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn maps(files: &[&str]) -> String {
        let line =
            |(at, file): (usize, &&str)| format!("{:x}-{:x} r-xp 00000000 08:01 77   {file}\n", 0x1000 * at, 0x1000 * (at + 1));
        files.iter().enumerate().map(line).collect()
    }

    /// The names of two libraries, of which the first in the list has the code.
    fn found(files: &[&str]) -> Option<[String; 2]> {
        let (own, other) = stranger(&maps(files), 0x10)?;
        Some([own, other].map(|path| path.display().to_string()))
    }

    #[test]
    fn own_libraries_are_no_strangers() {
        assert_eq!(found(&["/f/lib/libmpi_abi.so.1", "/f/lib/libmpi_abi.so.1", "/usr/lib/libc.so.6"]), None);
        assert_eq!(found(&["/f/lib/libmpi_abi.so.1", "/f/lib/compat/libmpi.so.12", "/f/lib/compat/libmpi.so.12"]), None);
        assert_eq!(
            found(&["/v/lib/libmpi_abi.so.1", "/v/lib/libmpi.so.40", "/v/lib/libmpifort.so.12", "/x/libmpich_tools.so"]),
            None
        );
    }

    #[test]
    fn others_are_found_and_both_are_named() {
        let both = |own: &str, other: &str| Some([own.to_owned(), other.to_owned()]);
        let (abi, older) = ("/f/lib/libmpi_abi.so.1", "/f/lib/compat/libmpi.so.12");
        assert_eq!(found(&[abi, "/usr/lib/libmpi.so.40.30.4"]), both(abi, "/usr/lib/libmpi.so.40.30.4"));
        assert_eq!(found(&[abi, older, "/usr/lib/libmpich.so.12.2.2"]), both(older, "/usr/lib/libmpich.so.12.2.2"));
        assert_eq!(found(&[abi, older, "/f/lib/compat/libmpi.so.40"]), both(older, "/f/lib/compat/libmpi.so.40"));
        assert_eq!(found(&[abi, "/other/libmpi_abi.so.1"]), both(abi, "/other/libmpi_abi.so.1"));
    }

    #[test]
    fn this_process_has_one_at_most() {
        assert!(check().is_ok());
    }
}
