//! Sessions (MPI-5 §11.3): isolated uses of MPI in one process, each with an error handler, a
//! thread level and memory kinds, and the process sets that they offer.

use ferry_constants as mpi;
use ferry_handle::Kind;
use ferry_shm::members::Members;

use crate::argument::Expected;
use crate::bsend::AttachedBuffer;
use crate::group::Group;
use crate::info::Info;
use crate::objects::ObjectKind;
use crate::{Result, bail};

/// One session.
pub struct Session {
    /// The handle of its error handler.
    pub errhandler: usize,
    /// The thread level granted to it.
    pub thread_level: i32,
    /// The memory allocation kinds it supports, as the info key `mpi_memory_alloc_kinds` has them.
    pub memory_kinds: String,
    /// The buffer of buffered sends on its communicators.
    pub attached: AttachedBuffer,
}

impl Session {
    /// A session without an attached buffer. The caller counts the error handler's new object.
    pub fn new(errhandler: usize, thread_level: i32, memory_kinds: String) -> Self {
        Session { errhandler, thread_level, memory_kinds, attached: AttachedBuffer::default() }
    }

    /// What was granted (`MPI_Session_get_info`).
    ///
    /// # Errors
    /// `MPI_ERR_INFO_VALUE` if the memory kinds make a text that no info object can hold.
    pub fn info(&self) -> Result<Info> {
        let mut info = Info::default();
        info.set(b"thread_level", level_name(self.thread_level).as_bytes())?;
        info.set(b"mpi_memory_alloc_kinds", self.memory_kinds.as_bytes())?;
        Ok(info)
    }
}

/// The name of a thread level, as `MPI_INFO_ENV` and sessions have it.
pub fn level_name(level: i32) -> &'static str {
    match level {
        mpi::MPI_THREAD_MULTIPLE => "MPI_THREAD_MULTIPLE",
        mpi::MPI_THREAD_SERIALIZED => "MPI_THREAD_SERIALIZED",
        mpi::MPI_THREAD_FUNNELED => "MPI_THREAD_FUNNELED",
        _ => "MPI_THREAD_SINGLE",
    }
}

/// The thread level of such a name.
///
/// # Errors
/// `MPI_ERR_INFO_VALUE` for any other text.
pub fn level_of(name: &str) -> Result<i32> {
    let levels = [mpi::MPI_THREAD_SINGLE, mpi::MPI_THREAD_FUNNELED, mpi::MPI_THREAD_SERIALIZED, mpi::MPI_THREAD_MULTIPLE];
    match levels.into_iter().find(|level| level_name(*level) == name) {
        Some(level) => Ok(level),
        None => bail!(
            MPI_ERR_INFO_VALUE,
            "the value of info key thread_level is \"{name}\"; it must be one of MPI_THREAD_SINGLE, _FUNNELED, _SERIALIZED, _MULTIPLE"
        ),
    }
}

impl ObjectKind for Session {
    const KIND: Kind = Kind::Session;
    const EXPECTED: Expected =
        Expected { class: mpi::MPI_ERR_SESSION, what: "session", null: (mpi::MPI_SESSION_NULL, "MPI_SESSION_NULL") };
    const ARGUMENT: &'static str = "session";
}

/// The process sets that every session offers (MPI-5 §11.3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessSet {
    /// All processes of the job.
    World,
    /// The calling process.
    Own,
    /// The processes that share memory with this one.
    Node,
}

impl ProcessSet {
    /// All of them, in the order of `MPI_Session_get_nth_pset`.
    pub const ALL: [ProcessSet; 3] = [ProcessSet::World, ProcessSet::Own, ProcessSet::Node];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ProcessSet::World => "mpi://WORLD",
            ProcessSet::Own => "mpi://SELF",
            ProcessSet::Node => "ferry://NODE",
        }
    }

    /// The set of a name, upper or lower case.
    ///
    /// # Errors
    /// `MPI_ERR_ARG` if there is no such set.
    pub fn named(name: &[u8]) -> Result<ProcessSet> {
        match Self::ALL.into_iter().find(|set| set.name().as_bytes().eq_ignore_ascii_case(name)) {
            Some(set) => Ok(set),
            None => bail!(
                MPI_ERR_ARG,
                "argument pset_name is \"{}\"; the process sets are {}",
                name.escape_ascii(),
                Self::ALL.map(ProcessSet::name).join(", ")
            ),
        }
    }

    /// Its processes, as seen by process `process` of a job of `size`; `node` are those of the job
    /// that share memory with it.
    pub fn group(self, process: u32, size: u32, node: Members) -> Group {
        match self {
            ProcessSet::World => Group::run(0, size),
            ProcessSet::Node => Group::of(node.iter().collect()),
            ProcessSet::Own => Group::run(process, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::Objects;

    #[test]
    fn thread_levels_have_names() {
        for level in [mpi::MPI_THREAD_SINGLE, mpi::MPI_THREAD_FUNNELED, mpi::MPI_THREAD_SERIALIZED, mpi::MPI_THREAD_MULTIPLE] {
            assert_eq!(level_of(level_name(level)).unwrap(), level);
        }
        assert_eq!(level_of("MULTIPLE").unwrap_err().class(), mpi::MPI_ERR_INFO_VALUE);
    }

    #[test]
    fn process_sets_go_by_name_in_any_case() {
        for set in ProcessSet::ALL {
            assert_eq!(ProcessSet::named(set.name().as_bytes()).unwrap(), set);
            assert_eq!(ProcessSet::named(set.name().to_lowercase().as_bytes()).unwrap(), set);
        }
        let error = ProcessSet::named(b"mpi://MARS").unwrap_err();
        assert_eq!(error.class(), mpi::MPI_ERR_ARG);
        assert!(error.message().contains("mpi://MARS") && error.message().contains("mpi://WORLD"));
    }

    #[test]
    fn process_sets_have_their_members() {
        let node = Members::new(&[1, 3]);
        let processes = |set: ProcessSet| set.group(3, 5, node).processes().collect::<Vec<_>>();
        assert_eq!(processes(ProcessSet::Own), [3]);
        assert_eq!(processes(ProcessSet::World), [0, 1, 2, 3, 4]);
        assert_eq!(processes(ProcessSet::Node), [1, 3]);
    }

    #[test]
    fn a_closed_session_is_not_found() {
        let mut sessions = Objects::<Session>::default();
        let handle = sessions.insert(Session::new(mpi::MPI_ERRORS_RETURN, mpi::MPI_THREAD_MULTIPLE, "mpi,system".to_owned()));
        let info = sessions.find(handle).unwrap().info().unwrap();
        assert_eq!(
            (info.text("thread_level"), info.text("mpi_memory_alloc_kinds")),
            (Some("MPI_THREAD_MULTIPLE"), Some("mpi,system"))
        );
        assert!(sessions.remove(handle).is_some() && sessions.is_empty());
        for gone in [handle, mpi::MPI_SESSION_NULL, 0] {
            assert_eq!(sessions.find(gone).err().map(|error| error.class()), Some(mpi::MPI_ERR_SESSION));
        }
    }
}
