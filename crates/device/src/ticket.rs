//! Tickets: the names of work that goes on after the call that began it.
//!
//! The caller chooses the number in a ticket and finds its own state by it again. The kind says who
//! that caller is, so that numbers of different callers may be equal. Each ticket that a device
//! takes comes back once, from [`Device::next_finished`](crate::Device::next_finished), in no
//! particular order.

use crate::CopyError;

/// Work of a point-to-point operation: a borrowed body, or a rendezvous.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OperationTicket(pub usize);

/// Work of one-sided communication (windows).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OneSidedTicket(pub u64);

/// Work of a collective operation that uses one-sided communication by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollectiveTicket {
    /// Which work.
    pub number: u64,
    /// Nobody waits for it: it may come back together with later work for the same peer, or after
    /// [`OneSided::hasten`](crate::OneSided::hasten).
    pub may_be_late: bool,
}

/// Whose work it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ticket {
    /// Of a point-to-point operation.
    Operation(OperationTicket),
    /// Of one-sided communication.
    OneSided(OneSidedTicket),
    /// Of a collective operation.
    Collective(CollectiveTicket),
}

impl Ticket {
    /// Whether nobody waits for it ([`CollectiveTicket::may_be_late`]).
    pub fn may_be_late(self) -> bool {
        matches!(self, Ticket::Collective(CollectiveTicket { may_be_late: true, .. }))
    }
}

impl From<OperationTicket> for Ticket {
    #[inline]
    fn from(ticket: OperationTicket) -> Self {
        Ticket::Operation(ticket)
    }
}

impl From<OneSidedTicket> for Ticket {
    #[inline]
    fn from(ticket: OneSidedTicket) -> Self {
        Ticket::OneSided(ticket)
    }
}

impl From<CollectiveTicket> for Ticket {
    #[inline]
    fn from(ticket: CollectiveTicket) -> Self {
        Ticket::Collective(ticket)
    }
}

/// Work that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Which.
    pub ticket: Ticket,
    /// How it ended.
    pub result: Result<(), CopyError>,
}

impl Finished {
    /// Work that went well.
    pub fn well(ticket: impl Into<Ticket>) -> Self {
        Finished { ticket: ticket.into(), result: Ok(()) }
    }

    /// Work that ended with `error`.
    pub fn badly(ticket: impl Into<Ticket>, error: CopyError) -> Self {
        Finished { ticket: ticket.into(), result: Err(error) }
    }
}
