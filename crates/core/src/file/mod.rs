//! Files as MPI objects (MPI 5.0, chapter 14): what is behind an `MPI_File`. How bytes get to and
//! from a file is the matter of `ferry-io`.
//!
//! - [`exchange`]: collective accesses over the engine
//! - [`pointer`]: shared file pointers
//! - [`request`]: accesses behind requests

pub mod exchange;
pub mod pointer;
pub mod request;

use std::path::PathBuf;
use std::sync::Arc;

use ferry_collective::Nodes;
use ferry_constants as mpi;
use ferry_handle::{Kind, Table};
use ferry_io::access::{Direction, Manner};
use ferry_io::collective::Plan;
use ferry_io::hints::{Choice, Hints};
use ferry_io::open_file::{Mode, OpenFile};
use ferry_io::view::View;
use ferry_io::worker::Worker;

use crate::argument::Expected;
use crate::file::pointer::SharedPointer;
use crate::group::Group;
use crate::resilience::class_of_loss;
use crate::{Error, Result, bail};

impl From<ferry_io::error::Error> for Error {
    fn from(error: ferry_io::error::Error) -> Self {
        let class = match error.class() {
            // Lost here, or at a process that tells of it.
            mpi::MPI_ERR_PROC_ABORTED => class_of_loss(),
            class => class,
        };
        Error::new(class, error.to_string())
    }
}

/// The access mode of a file (MPI 5.0, section 14.2.1): a valid combination of the `MPI_MODE_`
/// constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessMode(i32);

const ALL_MODES: i32 = mpi::MPI_MODE_APPEND
    | mpi::MPI_MODE_CREATE
    | mpi::MPI_MODE_DELETE_ON_CLOSE
    | mpi::MPI_MODE_EXCL
    | mpi::MPI_MODE_RDONLY
    | mpi::MPI_MODE_RDWR
    | mpi::MPI_MODE_SEQUENTIAL
    | mpi::MPI_MODE_UNIQUE_OPEN
    | mpi::MPI_MODE_WRONLY;

impl AccessMode {
    /// `amode` of `MPI_File_open`.
    ///
    /// # Errors
    /// `MPI_ERR_AMODE` for combinations that the standard forbids.
    pub fn new(amode: i32) -> Result<AccessMode> {
        let has = |mode: i32| amode & mode != 0;
        let ways = [mpi::MPI_MODE_RDONLY, mpi::MPI_MODE_RDWR, mpi::MPI_MODE_WRONLY].into_iter().filter(|way| has(*way)).count();
        if amode & !ALL_MODES != 0 {
            bail!(
                MPI_ERR_AMODE,
                "argument amode is {amode:#x}; bits {:#x} are no MPI_MODE_ constants for files",
                amode & !ALL_MODES
            );
        }
        if ways != 1 {
            bail!(
                MPI_ERR_AMODE,
                "argument amode is {amode:#x}; it must have exactly one of MPI_MODE_RDONLY, MPI_MODE_RDWR and MPI_MODE_WRONLY"
            );
        }
        if has(mpi::MPI_MODE_RDONLY) && has(mpi::MPI_MODE_CREATE | mpi::MPI_MODE_EXCL) {
            bail!(
                MPI_ERR_AMODE,
                "argument amode is {amode:#x}; MPI_MODE_RDONLY goes with neither MPI_MODE_CREATE nor MPI_MODE_EXCL"
            );
        }
        if has(mpi::MPI_MODE_RDWR) && has(mpi::MPI_MODE_SEQUENTIAL) {
            bail!(MPI_ERR_AMODE, "argument amode is {amode:#x}; MPI_MODE_RDWR does not go with MPI_MODE_SEQUENTIAL");
        }
        Ok(AccessMode(amode))
    }

    /// As the program gave it.
    pub fn bits(self) -> i32 {
        self.0
    }

    /// Whether it has a constant.
    pub fn has(self, mode: i32) -> bool {
        self.0 & mode != 0
    }

    /// How the system opens such a file, and makes one as the hints say.
    pub fn of_system(self, hints: &Hints) -> Mode {
        let creates = self.has(mpi::MPI_MODE_CREATE);
        Mode {
            reads: !self.has(mpi::MPI_MODE_WRONLY),
            writes: !self.has(mpi::MPI_MODE_RDONLY),
            creates,
            is_new: creates && self.has(mpi::MPI_MODE_EXCL),
            permissions: hints.permissions,
            striping: hints.striping,
        }
    }
}

/// A split collective operation that was begun.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// Its request.
    pub request: usize,
    /// Which way it goes.
    pub direction: Direction,
    /// The name of the function that began it, without `_begin`.
    pub name: &'static str,
}

/// An open file.
pub struct File {
    /// The file of the system.
    pub open: Arc<OpenFile>,
    /// Where it is.
    pub path: PathBuf,
    /// How it was opened.
    pub mode: AccessMode,
    /// The processes that opened it together.
    pub group: Group,
    /// This one's rank among them.
    pub rank: u32,
    /// The session of their communicator.
    pub session: usize,
    /// The context id of their messages about the file.
    pub context: u64,
    /// What it is seen through.
    pub view: Arc<View>,
    /// The individual file pointer, in etypes.
    pub position: u64,
    /// Atomic mode.
    pub is_atomic: bool,
    /// What the program said about its use.
    pub hints: Hints,
    /// Which of the processes share nodes; `None` if all do.
    pub nodes: Option<Arc<Nodes>>,
    /// The handle of its error handler.
    pub errhandler: usize,
    /// The shared file pointer.
    pub pointer: SharedPointer,
    /// The service of the shared file pointer, if it is here and others ask by messages.
    pub service: Option<usize>,
    /// The split collective operation that is under way.
    pub split: Option<Split>,
    /// Collective accesses begun so far.
    pub accesses: u32,
}

/// Aggregators on one node, unless a hint says how many there are in all: more write at once than
/// one processor copies, and each takes a processor.
const AGGREGATORS_A_NODE: u32 = 2;

impl File {
    /// Refuses what the access mode does not allow.
    ///
    /// # Errors
    /// `MPI_ERR_ACCESS` and `MPI_ERR_READ_ONLY`.
    pub fn check_direction(&self, direction: Direction) -> Result<()> {
        match direction {
            Direction::Read if self.mode.has(mpi::MPI_MODE_WRONLY) => {
                bail!(
                    MPI_ERR_ACCESS,
                    "{} was opened with MPI_MODE_WRONLY; open it with MPI_MODE_RDWR to read it",
                    self.open.path()
                )
            }
            Direction::Write => self.check_writable(),
            Direction::Read => Ok(()),
        }
    }

    /// Refuses a file that may only be read.
    ///
    /// # Errors
    /// `MPI_ERR_READ_ONLY`.
    pub fn check_writable(&self) -> Result<()> {
        if self.mode.has(mpi::MPI_MODE_RDONLY) {
            bail!(
                MPI_ERR_READ_ONLY,
                "{} was opened with MPI_MODE_RDONLY; open it with MPI_MODE_RDWR to change it",
                self.open.path()
            );
        }
        Ok(())
    }

    /// Refuses what a file that is accessed in sequence does not have.
    ///
    /// # Errors
    /// `MPI_ERR_UNSUPPORTED_OPERATION`.
    pub fn check_random(&self) -> Result<()> {
        if self.mode.has(mpi::MPI_MODE_SEQUENTIAL) {
            bail!(
                MPI_ERR_UNSUPPORTED_OPERATION,
                "{} was opened with MPI_MODE_SEQUENTIAL; only functions with the shared file pointer work on it",
                self.open.path()
            );
        }
        Ok(())
    }

    /// Refuses a collective access while a split one is under way.
    ///
    /// # Errors
    /// `MPI_ERR_OTHER`.
    pub fn check_not_split(&self) -> Result<()> {
        match &self.split {
            Some(split) => bail!(
                MPI_ERR_OTHER,
                "{}_begin was called for {} and its _end was not; end it first",
                split.name,
                self.open.path()
            ),
            None => Ok(()),
        }
    }

    /// How this process accesses the file in `direction`.
    pub fn manner(&self, direction: Direction) -> Manner {
        let sieve = match direction {
            Direction::Read if self.hints.sieve_reads != Choice::Disable => self.hints.read_buffer_size,
            // What lies between can only be read where reading is allowed.
            Direction::Write if self.hints.sieve_writes == Choice::Enable && !self.mode.has(mpi::MPI_MODE_WRONLY) => {
                self.hints.write_buffer_size
            }
            _ => 0,
        };
        Manner { sieve, is_atomic: self.is_atomic }
    }

    /// How all processes access the file together in `direction`.
    pub fn plan(&self, direction: Direction) -> Plan {
        let choice = match direction {
            Direction::Read => self.hints.cb_read,
            Direction::Write => self.hints.cb_write,
        };
        let is_nearby = self.nodes.is_none() && self.open.is_local();
        let (buffer, unit) = (self.hints.cb_buffer_size, self.hints.striping.unit);
        Plan { aggregators: self.aggregators(), buffer, unit, is_nearby, choice }
    }

    /// The ranks that access the file for all: the first of every node, then the second of every
    /// node, and so on.
    fn aggregators(&self) -> Arc<[u32]> {
        let nodes = self.nodes.as_ref().map_or(1, |nodes| nodes.count());
        let wanted = if self.hints.cb_nodes > 0 { self.hints.cb_nodes } else { nodes.saturating_mul(AGGREGATORS_A_NODE) };
        let wanted = wanted.min(self.group.size()) as usize;
        match &self.nodes {
            None => (0..wanted as u32).collect(),
            Some(nodes) => {
                let nth = |n: usize| (0..nodes.count()).filter_map(move |node| nodes.ranks(node).get(n).copied());
                (0..self.group.size() as usize).flat_map(nth).take(wanted).collect()
            }
        }
    }

    /// The number of the next collective access; the same at all processes.
    pub fn next_access(&mut self) -> u32 {
        let number = self.accesses;
        self.accesses = number.wrapping_add(1);
        number
    }
}

const FILE: Expected = Expected { class: mpi::MPI_ERR_FILE, what: "file", null: (mpi::MPI_FILE_NULL, "MPI_FILE_NULL") };

/// The files that this process has open, and the thread that accesses them.
pub struct Files {
    open: Table<File>,
    opened: u64,
    /// The thread for non-blocking accesses.
    pub worker: Worker,
    /// Data representations of the program's own, by number.
    pub representations: Vec<DataRepresentation>,
    /// Questions about shared file pointers asked so far.
    questions: u32,
}

/// A data representation that the program registered; functions are values of C function pointers.
#[derive(Clone, Debug)]
pub struct DataRepresentation {
    /// Its name.
    pub name: Arc<str>,
    /// Converts from the file; `None`: as in memory.
    pub read: Option<Conversion>,
    /// Converts to the file; `None`: as in memory.
    pub write: Option<Conversion>,
    /// Says how many bytes a predefined datatype takes in the file.
    pub extent: usize,
    /// What all of them get.
    pub extra_state: usize,
}

/// A function that converts, and whether its count is large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The C function.
    pub function: usize,
    /// It takes an `MPI_Count`.
    pub is_large: bool,
}

impl Default for Files {
    fn default() -> Self {
        Files { open: Table::new(Kind::File), opened: 0, worker: Worker::default(), representations: Vec::new(), questions: 0 }
    }
}

impl Files {
    /// Whether `is_meant` of the processes of some open file.
    pub fn any_group(&self, is_meant: impl Fn(&Group) -> bool) -> bool {
        self.open.iter().any(|(_, file)| is_meant(&file.group))
    }

    /// Context ids of the open files whose processes `is_meant` of.
    pub fn contexts(&self, is_meant: impl Fn(&Group) -> bool) -> impl Iterator<Item = u64> {
        self.open.iter().filter(move |(_, file)| is_meant(&file.group)).map(|(_, file)| file.context)
    }

    /// Files opened so far.
    pub fn opened(&self) -> u64 {
        self.opened
    }

    /// The file behind a handle.
    ///
    /// # Errors
    /// `MPI_ERR_FILE` for anything but an open file.
    pub fn find(&self, handle: usize, argument: &str) -> Result<&File> {
        self.open.get(handle).ok_or_else(|| FILE.violated(argument, handle))
    }

    /// As [`Files::find`], for change.
    ///
    /// # Errors
    /// As there.
    pub fn find_mut(&mut self, handle: usize, argument: &str) -> Result<&mut File> {
        self.open.get_mut(handle).ok_or_else(|| FILE.violated(argument, handle))
    }

    /// The file behind a handle, if there is one.
    pub fn get(&self, handle: usize) -> Option<&File> {
        self.open.get(handle)
    }

    /// A handle for a file.
    pub fn insert(&mut self, file: File) -> usize {
        self.opened += 1;
        self.open.insert(file)
    }

    /// Takes a file's handle away. Accesses under way complete.
    pub fn remove(&mut self, handle: usize) -> Option<File> {
        self.open.remove(handle)
    }

    /// The number of the next question about a shared file pointer.
    pub fn next_question(&mut self) -> u32 {
        self.questions = self.questions.wrapping_add(1);
        self.questions
    }

    /// The table of open files.
    pub fn table(&self) -> &Table<File> {
        &self.open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_access_modes_are_refused() {
        use mpi::*;
        let bad = [
            0,
            MPI_MODE_CREATE,
            MPI_MODE_RDONLY | MPI_MODE_RDWR,
            MPI_MODE_RDONLY | MPI_MODE_CREATE,
            MPI_MODE_RDONLY | MPI_MODE_EXCL,
            MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL,
            MPI_MODE_RDWR | 1 << 20,
            -1,
        ];
        for amode in bad {
            assert_eq!(AccessMode::new(amode).unwrap_err().class(), MPI_ERR_AMODE, "{amode:#x}");
        }
        let good = [MPI_MODE_RDONLY, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL, MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL];
        assert!(good.into_iter().all(|amode| AccessMode::new(amode).is_ok()));
    }
}
