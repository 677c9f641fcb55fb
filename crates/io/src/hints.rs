//! Hints: what a program says about how it uses a file, under the names of the standard (MPI 5.0,
//! section 14.2.8) and of ROMIO, which programs know.

use ferry_lustre::Striping;

/// Whether something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Where it pays.
    Automatic,
    /// Always.
    Enable,
    /// Never.
    Disable,
}

impl Choice {
    fn parse(text: &str) -> Option<Choice> {
        match text {
            "automatic" => Some(Choice::Automatic),
            "enable" | "true" => Some(Choice::Enable),
            "disable" | "false" => Some(Choice::Disable),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Choice::Automatic => "automatic",
            Choice::Enable => "enable",
            Choice::Disable => "disable",
        }
    }
}

/// The hints that Ferry follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hints {
    /// `cb_nodes`: processes that access the file for all in collective operations; 0: as many as
    /// suit.
    pub cb_nodes: u32,
    /// `cb_buffer_size`: bytes that each of those accesses at once.
    pub cb_buffer_size: u64,
    /// `romio_cb_read`, and `collective_buffering`: reads go through those processes.
    pub cb_read: Choice,
    /// `romio_cb_write`, and `collective_buffering`: writes go through those processes.
    pub cb_write: Choice,
    /// `romio_ds_read`: read what lies between, rather than piece by piece.
    pub sieve_reads: Choice,
    /// `romio_ds_write`: read, change and write back, under a lock.
    pub sieve_writes: Choice,
    /// `ind_rd_buffer_size`: bytes that are read at once with what lies between.
    pub read_buffer_size: u64,
    /// `ind_wr_buffer_size`: bytes that are changed at once.
    pub write_buffer_size: u64,
    /// `striping_factor` and `striping_unit`: on how many devices of the file system the file lies,
    /// and how many bytes lie together on one; 0: not known.
    pub striping: Striping,
    /// `file_perm`: permissions of a file that is created.
    pub permissions: u32,
    /// Hints that are kept and told, and change nothing.
    kept: Vec<(String, String)>,
}

/// Hints of the standard that say nothing to Ferry.
const KEPT: [&str; 9] = [
    "access_style",
    "cb_block_size",
    "chunked",
    "chunked_item",
    "chunked_size",
    "filename",
    "io_node_list",
    "nb_proc",
    "num_io_nodes",
];

impl Default for Hints {
    fn default() -> Self {
        Hints {
            cb_nodes: 0,
            // Memory for longer ones comes from the system anew each time.
            cb_buffer_size: 4 << 20,
            cb_read: Choice::Automatic,
            cb_write: Choice::Automatic,
            sieve_reads: Choice::Automatic,
            sieve_writes: Choice::Automatic,
            read_buffer_size: 4 << 20,
            write_buffer_size: 512 << 10,
            striping: Striping::default(),
            permissions: 0o666,
            kept: Vec::new(),
        }
    }
}

/// Smallest and largest buffer that a hint may ask for, in bytes: a page, and what a process can be
/// expected to have.
const BUFFER_SIZES: std::ops::RangeInclusive<u64> = (4 << 10)..=(1 << 30);

fn buffer_size(value: &str) -> Option<u64> {
    value.trim().parse().ok().map(|size: u64| size.clamp(*BUFFER_SIZES.start(), *BUFFER_SIZES.end()))
}

fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

impl Hints {
    /// Follows one hint. Unknown keys and values that make no sense are ignored, as MPI 5.0,
    /// section 10 wants.
    pub fn apply(&mut self, key: &str, value: &str) {
        match key {
            "cb_nodes" => set(&mut self.cb_nodes, value.trim().parse().ok()),
            "cb_buffer_size" => set(&mut self.cb_buffer_size, buffer_size(value)),
            "romio_cb_read" => set(&mut self.cb_read, Choice::parse(value)),
            "romio_cb_write" => set(&mut self.cb_write, Choice::parse(value)),
            "collective_buffering" => {
                set(&mut self.cb_read, Choice::parse(value));
                set(&mut self.cb_write, Choice::parse(value));
            }
            "romio_ds_read" => set(&mut self.sieve_reads, Choice::parse(value)),
            "romio_ds_write" => set(&mut self.sieve_writes, Choice::parse(value)),
            "ind_rd_buffer_size" => set(&mut self.read_buffer_size, buffer_size(value)),
            "ind_wr_buffer_size" => set(&mut self.write_buffer_size, buffer_size(value)),
            "striping_factor" => set(&mut self.striping.devices, value.trim().parse().ok()),
            "striping_unit" => set(&mut self.striping.unit, value.trim().parse().ok()),
            "file_perm" => set(&mut self.permissions, u32::from_str_radix(value.trim(), 8).ok().filter(|mode| *mode <= 0o7777)),
            _ if KEPT.contains(&key) => match self.kept.iter_mut().find(|(kept, _)| kept == key) {
                Some((_, old)) => *old = value.to_owned(),
                None => self.kept.push((key.to_owned(), value.to_owned())),
            },
            _ => {}
        }
    }

    /// All hints in force, as key and value.
    pub fn list(&self) -> Vec<(String, String)> {
        let number = |key: &str, value: u64| (key.to_owned(), value.to_string());
        let choice = |key: &str, value: Choice| (key.to_owned(), value.name().to_owned());
        let mut list = vec![
            number("cb_buffer_size", self.cb_buffer_size),
            choice("romio_cb_read", self.cb_read),
            choice("romio_cb_write", self.cb_write),
            choice("romio_ds_read", self.sieve_reads),
            choice("romio_ds_write", self.sieve_writes),
            number("ind_rd_buffer_size", self.read_buffer_size),
            number("ind_wr_buffer_size", self.write_buffer_size),
            ("file_perm".to_owned(), format!("{:04o}", self.permissions)),
        ];
        list.extend((self.cb_nodes > 0).then(|| number("cb_nodes", self.cb_nodes.into())));
        let Striping { devices, unit } = self.striping;
        list.extend((devices != 0).then(|| ("striping_factor".to_owned(), devices.to_string())));
        list.extend((unit > 0).then(|| number("striping_unit", unit)));
        list.extend(self.kept.iter().cloned());
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_followed_or_ignored() {
        let mut hints = Hints::default();
        let given = [
            ("cb_nodes", "3"),
            ("cb_buffer_size", "1"),
            ("collective_buffering", "true"),
            ("romio_cb_write", "sometimes"),
            ("romio_ds_write", "disable"),
            ("file_perm", "640"),
            ("access_style", "read_once"),
            ("striping_factor", "-1"),
            ("striping_unit", "1048576"),
            ("striping_unit", "a few"),
            ("unknown", "x"),
        ];
        given.into_iter().for_each(|(key, value)| hints.apply(key, value));
        assert_eq!((hints.cb_nodes, hints.cb_buffer_size, hints.permissions), (3, 4096, 0o640));
        assert_eq!((hints.cb_read, hints.cb_write, hints.sieve_writes), (Choice::Enable, Choice::Enable, Choice::Disable));
        assert_eq!(hints.striping, Striping { devices: -1, unit: 1 << 20 });
        let mut again = Hints::default();
        hints.list().iter().for_each(|(key, value)| again.apply(key, value));
        assert_eq!(again, hints);
        assert!(!hints.list().iter().any(|(key, _)| key == "unknown"));
    }
}
