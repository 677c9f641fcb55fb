//! Archives in the format "newc" of cpio, which the kernel unpacks as its first file system
//! (buffer-format.rst of the kernel's documentation). Several archives one after the other count as
//! one.

/// First bytes of every entry.
const MAGIC: &str = "070701";

/// Name of the entry that ends an archive.
const TRAILER: &str = "TRAILER!!!";

/// Entries and names start at multiples of this many bytes.
const ALIGNMENT: usize = 4;

/// Type bits of `st_mode`: directory and regular file.
const DIRECTORY: u32 = 0o040_000;
const REGULAR: u32 = 0o100_000;

/// An archive under construction. Everything in it belongs to root.
#[derive(Default)]
pub struct Archive {
    bytes: Vec<u8>,
    entries: u32,
}

impl Archive {
    /// Adds a directory; its parents have been added before.
    pub fn directory(&mut self, path: &str) {
        self.entry(path, DIRECTORY | 0o755, 2, &[]);
    }

    /// Adds a directory and its parents.
    pub fn directories(&mut self, path: &str) {
        let ends = path.match_indices('/').map(|(at, _)| at).filter(|at| *at > 0).chain([path.len()]);
        ends.for_each(|end| self.directory(&path[..end]));
    }

    /// Adds a file with the given permissions.
    pub fn file(&mut self, path: &str, permissions: u32, content: &[u8]) {
        self.entry(path, REGULAR | permissions, 1, content);
    }

    /// The finished archive.
    pub fn finish(mut self) -> Vec<u8> {
        self.entry(TRAILER, 0, 1, &[]);
        self.bytes
    }

    fn entry(&mut self, path: &str, mode: u32, links: u32, content: &[u8]) {
        let name = path.trim_start_matches('/');
        self.entries += 1;
        let (size, name_size) = (content.len() as u32, name.len() as u32 + 1);
        // inode, mode, uid, gid, links, mtime, size, device (major, minor), its own device (major,
        // minor), name size, checksum
        let fields = [self.entries, mode, 0, 0, links, 0, size, 0, 0, 0, 0, name_size, 0];
        self.bytes.extend(MAGIC.bytes());
        fields.iter().for_each(|field| self.bytes.extend(format!("{field:08x}").bytes()));
        self.bytes.extend(name.bytes().chain([0]));
        self.align();
        self.bytes.extend(content);
        self.align();
    }

    fn align(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The entries of an archive as (name, mode, content), read by the book; stops at the trailer.
    fn parse(bytes: &[u8]) -> Vec<(String, u32, Vec<u8>)> {
        let mut entries = Vec::new();
        let mut at = 0;
        loop {
            assert_eq!(&bytes[at..at + 6], b"070701");
            let field = |index: usize| {
                let start = at + 6 + index * 8;
                u32::from_str_radix(std::str::from_utf8(&bytes[start..start + 8]).unwrap(), 16).unwrap()
            };
            let (size, name_size) = (field(6) as usize, field(11) as usize);
            let name = &bytes[at + 110..at + 110 + name_size];
            assert_eq!(name.last(), Some(&0));
            let name = String::from_utf8(name[..name_size - 1].to_vec()).unwrap();
            let start = (at + 110 + name_size).next_multiple_of(4);
            if name == "TRAILER!!!" {
                assert_eq!(start.next_multiple_of(4), bytes.len());
                return entries;
            }
            entries.push((name, field(1), bytes[start..start + size].to_vec()));
            at = (start + size).next_multiple_of(4);
        }
    }

    #[test]
    fn directories_come_with_their_parents() {
        let mut archive = Archive::default();
        archive.directories("/etc/ssh/keys");
        archive.file("/etc/ssh/keys/a", 0o600, b"secret");
        let entries = parse(&archive.finish());
        let names: Vec<&str> = entries.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(names, ["etc", "etc/ssh", "etc/ssh/keys", "etc/ssh/keys/a"]);
        assert_eq!(entries[0].1, 0o040_755);
        assert_eq!((entries[3].1, entries[3].2.as_slice()), (0o100_600, b"secret".as_slice()));
    }

    proptest! {
        #[test]
        fn files_come_out_as_they_went_in(files in prop::collection::vec(("[a-z/]{1,9}[a-z]", prop::collection::vec(any::<u8>(), 0..40)), 0..8)) {
            let mut archive = Archive::default();
            files.iter().for_each(|(name, content)| archive.file(name, 0o644, content));
            let out: Vec<_> = parse(&archive.finish()).into_iter().map(|(name, _, content)| (name, content)).collect();
            let expected: Vec<_> = files.into_iter().map(|(name, content)| (name.trim_start_matches('/').to_owned(), content)).collect();
            prop_assert_eq!(out, expected);
        }
    }
}
