//! A file in memory of which a process maps parts as it uses them.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::fstat;

use crate::descriptor;
use crate::memory::{self, Access, Mapping};

/// The file, and its beginning.
pub struct PartedFile {
    descriptor: OwnedFd,
    /// Device and number, by which it is told from what the program may have opened in its place.
    identity: (u64, u64),
    beginning: Mapping,
}

impl PartedFile {
    /// Makes the file `len` bytes long, as all that share it do, and maps the first `beginning`
    /// bytes. Neither they nor other parts are in core files.
    pub fn open(file: BorrowedFd<'_>, len: usize, beginning: usize) -> io::Result<PartedFile> {
        memory::set_len(file, len as u64)?;
        let descriptor = descriptor::raise(file.try_clone_to_owned()?);
        let beginning = Mapping::part(file, 0, beginning, Access::Write)?.out_of_core_files();
        Ok(PartedFile { identity: identity(file)?, descriptor, beginning })
    }

    /// The first bytes, as many as were asked for.
    pub fn beginning(&self) -> &Mapping {
        &self.beginning
    }

    /// The descriptor, and device and number of the file. The program may have closed the
    /// descriptor.
    pub fn location(&self) -> (&OwnedFd, (u64, u64)) {
        (&self.descriptor, self.identity)
    }

    /// Maps a part, also where the program has closed the descriptor.
    pub fn part(&self, offset: usize, len: usize) -> io::Result<Mapping> {
        let part = if identity(self.descriptor.as_fd()).is_ok_and(|identity| identity == self.identity) {
            Mapping::part(self.descriptor.as_fd(), offset as u64, len, Access::Write)
        } else {
            self.beginning.another_part(offset as u64, len)
        };
        part.map(Mapping::out_of_core_files)
    }
}

fn identity(file: BorrowedFd<'_>) -> io::Result<(u64, u64)> {
    let stat = fstat(file)?;
    Ok((stat.st_dev, stat.st_ino))
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn parts_are_there_even_if_the_program_has_closed_or_replaced_the_descriptor() {
        let file = crate::memory::anonymous_file("ferry-test").unwrap();
        let mut parted = PartedFile::open(file.as_fd(), 1 << 20, 4096).unwrap();
        let part = parted.part(8192, 4096).unwrap();
        // SAFETY: within the mapping.
        unsafe { part.base().write(7) };
        parted.descriptor = crate::memory::anonymous_file("ferry-test").unwrap();
        let again = parted.part(4096, 8192).unwrap();
        // SAFETY: within the mapping.
        assert_eq!(unsafe { again.base().add(4096).read() }, 7);
    }
}
