//! Which attached buffer takes the messages of a communicator (MPI-5 §3.6.1).

use ferry_engine::Engine;

use crate::bsend::AttachedBuffer;
use crate::process::Process;
use crate::{Result, Transport};

/// What a buffer is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttachedTo {
    /// The process: for all communicators that have no buffer of their own or their session's.
    Process,
    /// A communicator.
    Comm(usize),
    /// A session: for its communicators that have none of their own.
    Session(usize),
}

impl Process {
    /// The buffer of a place, attached or not, and the engine, which knows the operations that use
    /// it.
    ///
    /// # Errors
    /// `MPI_ERR_COMM` or `MPI_ERR_SESSION` for anything but a living one.
    pub fn buffer_of(&mut self, place: AttachedTo) -> Result<(&mut AttachedBuffer, &mut Engine<Transport>)> {
        let attached = match place {
            AttachedTo::Process => &mut self.attached,
            AttachedTo::Comm(comm) => &mut self.comms.find_mut(comm, "comm")?.attached,
            AttachedTo::Session(session) => &mut self.sessions.find_mut(session)?.attached,
        };
        Ok((attached, &mut self.engine))
    }

    /// Which buffer takes the messages of a communicator.
    pub fn buffer_place(&self, comm: usize) -> AttachedTo {
        let Some(found) = self.comms.get(comm) else { return AttachedTo::Process };
        if found.attached.is_attached() {
            return AttachedTo::Comm(comm);
        }
        match self.sessions.get(found.session()) {
            Some(session) if session.attached.is_attached() => AttachedTo::Session(found.session()),
            _ => AttachedTo::Process,
        }
    }
}
