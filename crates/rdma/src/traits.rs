//! What an adapter offers to protocols. Everything is generic: an implementation is chosen when the
//! protocol is compiled.
//!
//! Objects live as long as anything that needs them (a queue pair keeps its completion queues and
//! domain): there is no wrong order of dropping. Dropping a region or a buffer ends the device's
//! access to it before the memory can be used otherwise.

use std::os::fd::BorrowedFd;

use crate::address::{Endpoint, Gid, Path};
use crate::attributes::{DeviceAttributes, PortAttributes};
use crate::error::Result;
use crate::event::AsyncEvent;
use crate::state::{QueuePairAttributes, QueuePairState, Transport};
use crate::work::{Access, Completion, Destination, LocalKey, ReceiveWork, RemoteKey, RemoteMemory, Segment, SendWork};

/// An open port of a device, with a domain in which everything made by it works together.
pub trait Verbs {
    /// Completion queues.
    type CompletionQueue: CompletionQueue;
    /// Shared receive queues.
    type SharedReceiveQueue: SharedReceiveQueue;
    /// Queue pairs.
    type QueuePair: QueuePair<AddressHandle = Self::AddressHandle>;
    /// Domains of extended connections.
    type ExtendedDomain;
    /// Ways to other ports, for datagrams. One that is dropped fails the requests that still name
    /// it.
    type AddressHandle;
    /// Registered memory of the library's own.
    type Buffer: Buffer;
    /// Registered memory of the program.
    type Region: Region;
    /// A range of the program's memory, as the implementation names it. Making one is where the
    /// promise is made that it may be used.
    type Memory;

    /// The device.
    fn device(&self) -> &DeviceAttributes;
    /// The port.
    fn port(&self) -> &PortAttributes;
    /// Index of the GID to use.
    fn gid_index(&self) -> u8;

    /// A completion queue of at least `entries`.
    fn completion_queue(&self, entries: u32) -> Result<Self::CompletionQueue>;
    /// A shared receive queue for at least `requests`, of up to `segments` segments.
    fn shared_receive_queue(&self, requests: u32, segments: u32) -> Result<Self::SharedReceiveQueue>;
    /// A domain of extended connections (XRC): what shared receive queues and receiving ends have
    /// to have in common. Whether a device has them is found by trying.
    fn extended_domain(&self) -> Result<Self::ExtendedDomain>;
    /// As [`Verbs::shared_receive_queue`], for the receiving ends of a domain: requests name it by
    /// [`SharedReceiveQueue::extended_number`]. Its receives complete in `completions`, as those of
    /// the receiving end that the message came over.
    fn extended_receive_queue(
        &self,
        domain: &Self::ExtendedDomain,
        requests: u32,
        segments: u32,
        completions: &Self::CompletionQueue,
    ) -> Result<Self::SharedReceiveQueue>;
    /// The receiving end of an extended connection, in state `Reset`.
    fn receiving_end(&self, domain: &Self::ExtendedDomain) -> Result<Self::QueuePair>;
    /// A queue pair of another kind, in state `Reset`.
    fn queue_pair(&self, plan: &QueuePairPlan<'_, Self>) -> Result<Self::QueuePair>;
    /// A way to another port.
    fn address_handle(&self, path: &Path) -> Result<Self::AddressHandle>;
    /// Zeroed, page-aligned, registered memory.
    fn buffer(&self, len: usize, access: Access) -> Result<Self::Buffer>;
    /// Names `len` bytes of the program's memory from `address` on.
    ///
    /// # Safety
    /// The caller vouches for what is done with regions made of it: while one lives, and as far as
    /// its access allows, requests that are posted with its key may read or write the range until
    /// they complete, and so may peers that were given the key.
    #[allow(unsafe_code)]
    unsafe fn memory(address: u64, len: usize) -> Self::Memory;
    /// Registers memory of the program.
    fn register(&self, memory: Self::Memory, access: Access) -> Result<Self::Region>;
    /// The next event, if there is one.
    fn next_event(&self) -> Result<Option<AsyncEvent>>;

    /// The GID that peers reach the port by.
    fn gid(&self) -> Gid {
        let entry = self.port().gids.iter().find(|entry| entry.index == self.gid_index());
        entry.map(|entry| entry.gid).unwrap_or_default()
    }

    /// Whether there are extended connections, found by trying all that one needs.
    ///
    /// # Errors
    /// Why there are none.
    fn try_extended_connections(&self) -> Result<()> {
        let completions = self.completion_queue(1)?;
        let domain = self.extended_domain()?;
        self.extended_receive_queue(&domain, 1, 1, &completions)?;
        self.receiving_end(&domain)?;
        let capacity = QueuePairCapacity { sends: 1, send_segments: 1, ..QueuePairCapacity::default() };
        self.queue_pair(&QueuePairPlan {
            transport: Transport::XrcSend,
            send_completions: &completions,
            receive_completions: &completions,
            shared_receives: None,
            capacity,
        })?;
        Ok(())
    }

    /// As [`Verbs::queue_pair`]; devices that have less room for inline data than the plan asks for
    /// get less.
    ///
    /// # Errors
    /// As there, whatever the inline data.
    fn queue_pair_with_less_inline(&self, mut plan: QueuePairPlan<'_, Self>) -> Result<Self::QueuePair> {
        loop {
            let made = self.queue_pair(&plan);
            let inline_bytes = &mut plan.capacity.inline_bytes;
            if made.is_ok() || *inline_bytes == 0 {
                return made;
            }
            *inline_bytes = (*inline_bytes - 1) / INLINE_STEP * INLINE_STEP;
        }
    }

    /// What the peer of `queue_pair` has to know.
    fn endpoint(&self, queue_pair: u32) -> Endpoint {
        let (port, reads) = (self.port(), self.device().reads_answered);
        Endpoint { gid: self.gid(), lid: port.lid, queue_pair, mtu: port.mtu, reads }
    }

    /// The way to `peer`. It has a global route header on Ethernet always, on InfiniBand when the
    /// subnets (upper halves of the GIDs) differ or the port requires one.
    fn path_to(&self, peer: &Endpoint) -> Path {
        let other_subnet = peer.gid.0[..8] != self.gid().0[..8];
        Path {
            gid: peer.gid,
            lid: peer.lid,
            gid_index: self.gid_index(),
            global: self.port().has_route_headers(other_subnet),
            port: self.port().number,
            service_level: 0,
            traffic_class: 0,
            way: 0,
        }
    }
}

/// How much a queue pair can hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueuePairCapacity {
    /// Send requests outstanding.
    pub sends: u32,
    /// Receive requests outstanding; of no meaning with a shared receive queue.
    pub receives: u32,
    /// Segments of a send request.
    pub send_segments: u32,
    /// Segments of a receive request.
    pub receive_segments: u32,
    /// Bytes of an inline payload.
    pub inline_bytes: u32,
}

impl QueuePairCapacity {
    /// The same without a queue of receives.
    #[must_use]
    pub fn without_receives(self) -> Self {
        QueuePairCapacity { receives: 0, receive_segments: 0, ..self }
    }
}

/// A queue pair to be made.
pub struct QueuePairPlan<'a, V: Verbs + ?Sized> {
    /// Kind; all but [`Transport::XrcReceive`], for which there is [`Verbs::receiving_end`].
    pub transport: Transport,
    /// Where sends complete.
    pub send_completions: &'a V::CompletionQueue,
    /// Where receives complete, if it has any.
    pub receive_completions: &'a V::CompletionQueue,
    /// Where receives come from, if not from a queue of its own.
    pub shared_receives: Option<&'a V::SharedReceiveQueue>,
    /// What it must hold; implementations may give more.
    pub capacity: QueuePairCapacity,
}

/// Where work requests complete.
pub trait CompletionQueue {
    /// Takes the completions there are, up to [`POLL_BATCH`], and returns how many.
    fn poll(&self, take: impl FnMut(Completion)) -> Result<usize>;
    /// Asks to be woken at the next completion, or the next solicited one. Poll once more after it:
    /// what came before wakes nobody.
    fn arm(&self, solicited_only: bool) -> Result<()>;
    /// What becomes readable at that completion, if that is how one is woken;
    /// [`CompletionQueue::clear`] makes it unreadable again.
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }
    /// Takes an event that made the descriptor readable, and returns how many it took: 1 or 0.
    fn clear(&self) -> Result<usize> {
        Ok(0)
    }
    /// Makes room for `entries`, no less than before; what waits in it stays.
    ///
    /// # Errors
    /// The device cannot, or has no room for as many. The queue is as it was.
    fn grow(&self, entries: u32) -> Result<()>;
}

/// Inline data is tried in multiples of so many bytes.
const INLINE_STEP: u32 = 32;

/// Completions taken at once: a cache line or two of the device's queue.
pub const POLL_BATCH: usize = 16;

/// Requests posted with one doorbell.
pub const POST_BATCH: usize = 16;

/// Receives shared by many queue pairs.
pub trait SharedReceiveQueue {
    /// Its number, in events.
    fn number(&self) -> u32;
    /// What requests of peers name it by, if it belongs to a domain of extended connections.
    fn extended_number(&self) -> Option<u32>;
    /// Posts receives; all or, with [`Error::QueueFull`](crate::Error::QueueFull), the first few.
    fn post_receive(&self, works: &[ReceiveWork<'_>]) -> Result<()>;
    /// Has [`AsyncEvent::ReceivesLow`] come, once, when fewer than `requests` are left.
    fn set_limit(&self, requests: u32) -> Result<()>;
}

/// A queue pair.
pub trait QueuePair {
    /// Ways for datagrams.
    type AddressHandle;

    /// Its number, 24 bits.
    fn number(&self) -> u32;
    /// Its state, as last set or found in error.
    fn state(&self) -> QueuePairState;
    /// What it really holds.
    fn capacity(&self) -> QueuePairCapacity;
    /// Goes to another state, if [`state::check`](crate::state::check) allows.
    fn modify(&mut self, attributes: &QueuePairAttributes) -> Result<()>;
    /// Posts to the send queue of a connection; all or, with
    /// [`Error::QueueFull`](crate::Error::QueueFull), the first few.
    fn post_send(&self, works: &[SendWork<'_>]) -> Result<()>;
    /// Posts datagrams to one destination; sends only.
    fn post_datagram(&self, to: Destination<'_, Self::AddressHandle>, works: &[SendWork<'_>]) -> Result<()>;
    /// Posts to the own receive queue.
    fn post_receive(&self, works: &[ReceiveWork<'_>]) -> Result<()>;
}

/// A range that the device may access.
pub trait Region {
    /// Address of its first byte.
    fn address(&self) -> u64;
    /// Bytes.
    fn len(&self) -> usize;
    /// True if it has no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Key for own requests.
    fn local_key(&self) -> LocalKey;
    /// Key for peers' requests.
    fn remote_key(&self) -> RemoteKey;

    /// `len` bytes from `offset` on, for a work request.
    ///
    /// # Panics
    /// If they leave the region.
    fn segment(&self, offset: usize, len: usize) -> Segment {
        let end = offset.checked_add(len).filter(|end| *end <= self.len());
        assert!(end.is_some(), "{len} bytes at {offset} of a region of {}", self.len());
        Segment { address: self.address() + offset as u64, len: len as u32, key: self.local_key() }
    }

    /// The place `offset` as peers name it.
    fn remote(&self, offset: usize) -> RemoteMemory {
        RemoteMemory { address: self.address() + offset as u64, key: self.remote_key() }
    }
}

/// Registered memory of the library's own. The device and peers change it at any time: it is copied
/// from and to, and never borrowed. Offsets beyond the end panic.
pub trait Buffer: Region {
    /// Where `len` bytes at `offset` are in this process, as long as the buffer lives: for whoever
    /// writes or reads them in place.
    fn place(&self, offset: usize, len: usize) -> *mut u8;
    /// Copies `bytes` to `offset`.
    fn write(&self, offset: usize, bytes: &[u8]);
    /// Copies from `offset` on.
    fn read(&self, offset: usize, into: &mut [u8]);
    /// Loads an aligned word that a peer's RDMA write stores; what was written before it is seen
    /// after it.
    fn load(&self, offset: usize) -> u64;
    /// Stores an aligned word that a peer's RDMA read loads; what was written before it is seen
    /// with it.
    fn store(&self, offset: usize, value: u64);
}
