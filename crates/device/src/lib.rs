//! What the engine asks of a transport, as traits. One adapter crate implements them for each kind
//! of transport. The engine is generic over [`Device`], so no call on the message path is indirect.
//!
//! The interface is divided by what the caller wants:
//!
//! - [`packets`]: ordered messages to each peer ([`Packets`]). The device copies a body, or borrows
//!   it from the sender's memory.
//! - [`rendezvous`]: the body of one large message, moved by the devices after both ends have
//!   agreed ([`Rendezvous`]).
//! - [`one_sided`]: memory registered once for all peers; put, get and atomics with key and offset;
//!   notices ([`OneSided`]). [`region`] has the words for the memory itself.
//! - [`node`]: copies between processes of one machine ([`NodeCopies`]). Only shared memory has
//!   them.
//! - [`ticket`]: the names of work that goes on after a call. One method tells of all that is over
//!   ([`Device::next_finished`]).
//!
//! # Rules
//! - No method has a default. A device that wraps another one forwards every method; a forgotten
//!   one does not compile. A device that lacks a whole part says so by name: [`MovesNothing`] for
//!   one-sided communication, [`NoNode`] as [`Device::Node`].
//! - Peers are world ranks.
//! - One thread at a time uses a device.
//!
//! # A wrapper that forgets a method does not compile
//! This one is complete:
//!
//! ```
//! use ferry_device::{Body, Packets, Sent, Sink, Unasked};
//! use ferry_protocol::packet::Header;
//!
//! struct Wrapper<D>(D);
//!
//! impl<D: Packets> Packets for Wrapper<D> {
//!     fn max_body(&self) -> usize { self.0.max_body() }
//!     fn try_send(&mut self, to: u32, header: Header, body: impl Body) -> Sent { self.0.try_send(to, header, body) }
//!     fn unasked(&mut self, peer: u32) -> Unasked { self.0.unasked(peer) }
//!     fn is_in_touch(&self, peer: u32) -> bool { self.0.is_in_touch(peer) }
//!     fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize { self.0.poll(first, sink) }
//!     fn has_unsent(&mut self) -> bool { self.0.has_unsent() }
//! }
//! ```
//!
//! The same without `unasked`:
//!
//! ```compile_fail,E0046
//! use ferry_device::{Body, Packets, Sent, Sink, Unasked};
//! use ferry_protocol::packet::Header;
//!
//! struct Wrapper<D>(D);
//!
//! impl<D: Packets> Packets for Wrapper<D> {
//!     fn max_body(&self) -> usize { self.0.max_body() }
//!     fn try_send(&mut self, to: u32, header: Header, body: impl Body) -> Sent { self.0.try_send(to, header, body) }
//!     fn is_in_touch(&self, peer: u32) -> bool { self.0.is_in_touch(peer) }
//!     fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize { self.0.poll(first, sink) }
//!     fn has_unsent(&mut self) -> bool { self.0.has_unsent() }
//! }
//! ```
#![deny(unsafe_code)]

pub mod node;
pub mod one_sided;
pub mod packets;
pub mod region;
pub mod rendezvous;
pub mod ticket;

use std::os::fd::BorrowedFd;

pub use ferry_protocol::share::Share;
pub use ferry_protocol::transfer::CopyError;
pub use node::{
    Background, BackgroundOf, CopyStanding, Copying, NoBackground, NoNode, NoShare, NodeCopies, PipeEnd, ShareOf, Stores,
};
pub use one_sided::{Atomic, Change, MovesNothing, Notice, OneSided, OneSidedMethods};
pub use packets::{Body, Loan, PacketTaken, Packets, Part, Placement, ScatterList, Sent, Sink, Unasked};
pub use region::{Access, Extent, Key, RegionId, Regions, RegisterError};
pub use rendezvous::Rendezvous;
pub use ticket::{CollectiveTicket, Finished, OneSidedTicket, OperationTicket, Ticket};

/// A transport between the processes of a job: its parts, what is over, sleeping, and peers that
/// are lost.
pub trait Device: Packets + Rendezvous + OneSided {
    /// What sleeping until the next event takes; see [`Device::prepare_sleep`].
    type Nap: Nap;
    /// What copies within the machine; [`NoNode`] if nothing does.
    type Node: NodeCopies;

    /// The transport's name for reports ("shm").
    fn name(&self) -> &'static str;

    /// What copies within the machine.
    fn node(&self) -> &Self::Node;

    /// As [`Device::node`], to use it.
    fn node_mut(&mut self) -> &mut Self::Node;

    /// Work that has ended: its ticket, and how. Every ticket that the device has taken comes back
    /// here, exactly once. To be asked after each [`Packets::poll`], until it answers `None`.
    fn next_finished(&mut self) -> Option<Finished>;

    /// A peer that cannot be reached any more. It is told once, after everything under way to and
    /// from the peer has ended.
    fn next_lost(&mut self) -> Option<Lost>;

    /// A peer is gone, as somebody else has found out. Whether [`Device::next_lost`] is going to
    /// tell of it, after everything under way has ended; if not, nothing is under way that would
    /// have to end.
    fn give_up(&mut self, peer: u32, reason: &str) -> bool;

    /// Announces that this process is about to sleep. `None` if something came meanwhile, or room
    /// for what was refused: poll, and try again.
    fn prepare_sleep(&mut self) -> Option<Self::Nap>;

    /// Wakes threads of this process that sleep in a [`Nap`].
    fn wake_self(&mut self);

    /// Whether the sleep that was announced last misses what this process has begun since then: it
    /// ends too late, or what it waits for is not among what ends it. Whoever hears so wakes the
    /// sleeper ([`Device::wake_self`]); it is said once. To be asked where a thread may sleep while
    /// others go on.
    fn sleep_is_outdated(&mut self) -> bool;

    /// A file descriptor that becomes readable when something happens after
    /// [`Device::prepare_sleep`] has announced a sleep. `None` if events come otherwise. Whoever
    /// waits for it drops the [`Nap`] without taking it.
    fn descriptor(&self) -> Option<BorrowedFd<'_>>;

    /// True if more ranks share the processors than there are processors, as far as known by now.
    fn oversubscribed(&mut self) -> bool;
}

/// A sleep that [`Device::prepare_sleep`] has announced.
pub trait Nap {
    /// Sleeps until a peer or [`Device::wake_self`] wakes this process. May return early.
    fn take(self);

    /// After how many nanoseconds it has to end even if nothing happens that a descriptor
    /// ([`Device::descriptor`]) tells. `None`: the descriptor tells everything.
    fn most_ns(&self) -> Option<u64>;
}

/// A peer that cannot be reached any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// World rank.
    pub peer: u32,
    /// Host and cause, in words ("node1: connection reset by peer").
    pub reason: String,
}

#[cfg(test)]
mod tests {
    /// The names of methods with a body in the `pub trait` blocks of a source file.
    fn defaults(source: &str) -> Vec<&str> {
        let mut found = Vec::new();
        let mut is_in_trait = false;
        for line in source.lines() {
            match line {
                _ if line.starts_with("pub trait ") => is_in_trait = !line.ends_with('}'),
                "}" => is_in_trait = false,
                _ if is_in_trait && line.ends_with('{') => found.push(line.trim()),
                _ => {}
            }
        }
        found
    }

    #[test]
    fn no_method_of_a_trait_has_a_default() {
        let sources = [
            include_str!("lib.rs"),
            include_str!("node.rs"),
            include_str!("one_sided.rs"),
            include_str!("packets.rs"),
            include_str!("rendezvous.rs"),
        ];
        for source in sources {
            assert_eq!(defaults(source), [""; 0]);
        }
        assert_eq!(defaults("pub trait A {\n    fn a(&self) {\n    }\n    fn b(&self);\n}\n"), ["fn a(&self) {"]);
    }
}
