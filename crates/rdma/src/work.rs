//! Work requests and completions.

use std::fmt;

use bitflags::bitflags;

use crate::failure::Failure;

bitflags! {
    /// What may be done with a memory region. Reading by the own device is always allowed. The bits
    /// are those of the C interface.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Access: u32 {
        /// The own device may write: receives, RDMA reads and atomics put their data there.
        const LOCAL_WRITE = 1;
        /// Peers may write (needs `LOCAL_WRITE`).
        const REMOTE_WRITE = 1 << 1;
        /// Peers may read.
        const REMOTE_READ = 1 << 2;
        /// Peers may perform atomics (needs `LOCAL_WRITE`).
        const REMOTE_ATOMIC = 1 << 3;
        /// Not pinned: the device follows the page tables
        /// ([`OnDemandPaging`](crate::OnDemandPaging)).
        const ON_DEMAND = 1 << 6;
        /// The device may order its writes as it likes, except before the completion. Ignored where
        /// it cannot.
        const RELAXED_ORDERING = 1 << 20;
    }
}

/// What an own work request says to use a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct LocalKey(pub u32);

/// What a peer's work request says to use a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct RemoteKey(pub u32);

/// A piece of registered memory of this process.
///
/// The layout is that of the C interface, so that lists need no translation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Segment {
    /// Address of its first byte.
    pub address: u64,
    /// Bytes.
    pub len: u32,
    /// Key of the region that contains it.
    pub key: LocalKey,
}

const _: () = assert!(size_of::<Segment>() == 16 && align_of::<Segment>() == 8);

/// A place in registered memory of a peer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemoteMemory {
    /// Address in the peer.
    pub address: u64,
    /// Key of the region there.
    pub key: RemoteKey,
}

/// What a work request is called in its completion: any number of up to 56 bits. The adapter keeps
/// the operation in the other bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkId(u64);

impl WorkId {
    /// The largest.
    pub const MAX: u64 = (1 << 56) - 1;

    /// The id `value`.
    ///
    /// # Panics
    /// If it exceeds [`WorkId::MAX`].
    #[inline]
    pub const fn new(value: u64) -> WorkId {
        assert!(value <= WorkId::MAX, "ids of work requests have 56 bits");
        WorkId(value)
    }

    /// The number.
    #[inline]
    pub const fn value(self) -> u64 {
        self.0
    }

    /// The number that the device carries: the operation above the id.
    #[inline]
    pub const fn with_operation(self, operation: Operation) -> u64 {
        (operation as u64) << 56 | self.0
    }

    /// The inverse of [`with_operation`](Self::with_operation).
    #[inline]
    pub const fn split(carried: u64) -> (WorkId, Operation) {
        let operation = match carried >> 56 {
            0 => Operation::Receive,
            1 => Operation::Send,
            2 => Operation::Write,
            3 => Operation::Read,
            4 => Operation::CompareSwap,
            _ => Operation::FetchAdd,
        };
        (WorkId(carried & WorkId::MAX), operation)
    }
}

/// What a work request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Operation {
    /// Receive.
    Receive = 0,
    /// Send, with or without immediate data.
    Send = 1,
    /// RDMA write, with or without immediate data.
    Write = 2,
    /// RDMA read.
    Read = 3,
    /// Atomic compare and swap.
    CompareSwap = 4,
    /// Atomic fetch and add.
    FetchAdd = 5,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operation::Receive => "receive",
            Operation::Send => "send",
            Operation::Write => "RDMA write",
            Operation::Read => "RDMA read",
            Operation::CompareSwap => "compare and swap",
            Operation::FetchAdd => "fetch and add",
        })
    }
}

/// What is asked of a send queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// A message into the peer's next receive, with 32 bits of immediate data for its completion.
    Send {
        /// Immediate data.
        immediate: Option<u32>,
    },
    /// Into the peer's memory. With immediate data it uses up a receive of the peer and completes
    /// there.
    Write {
        /// Where to.
        to: RemoteMemory,
        /// Immediate data.
        immediate: Option<u32>,
    },
    /// Out of the peer's memory.
    Read {
        /// Where from.
        from: RemoteMemory,
    },
    /// Replaces 8 aligned bytes of the peer by `swap` if they are `compare`; what they were goes to
    /// the payload's segment.
    CompareSwap {
        /// Where.
        at: RemoteMemory,
        /// Expected value.
        compare: u64,
        /// New value.
        swap: u64,
    },
    /// Adds to 8 aligned bytes of the peer; what they were goes to the payload's segment.
    FetchAdd {
        /// Where.
        at: RemoteMemory,
        /// What to add.
        add: u64,
    },
}

impl Request {
    /// Its kind.
    #[inline]
    pub fn operation(&self) -> Operation {
        match self {
            Request::Send { .. } => Operation::Send,
            Request::Write { .. } => Operation::Write,
            Request::Read { .. } => Operation::Read,
            Request::CompareSwap { .. } => Operation::CompareSwap,
            Request::FetchAdd { .. } => Operation::FetchAdd,
        }
    }
}

/// The local side of a request.
#[derive(Clone, Copy, Debug)]
pub enum Payload<'a> {
    /// Registered memory, gathered (or, for reads and atomics, scattered).
    Segments(&'a [Segment]),
    /// Bytes that the call copies, in up to [`INLINE_SLICES`] pieces: their memory is free when it
    /// returns. Sends and writes only, up to the queue pair's capacity for them.
    Inline(&'a [&'a [u8]]),
}

/// Pieces of inline data: header and payload, and room for two more.
pub const INLINE_SLICES: usize = 4;

/// A request to a send queue.
#[derive(Clone, Copy, Debug)]
pub struct SendWork<'a> {
    /// What its completion is called.
    pub id: WorkId,
    /// What it does.
    pub request: Request,
    /// With which memory of this process.
    pub payload: Payload<'a>,
    /// Whether success completes; failure always does. Requests without a completion keep their
    /// places until a later one completes.
    pub signalled: bool,
    /// Whether the peer's completion wakes those who wait for solicited ones.
    pub solicited: bool,
    /// Whether it waits until earlier reads and atomics have completed.
    pub fenced: bool,
    /// Number of the peer's shared receive queue that it is for; of meaning on extended connections
    /// only, and there for every request.
    pub to_queue: u32,
}

impl<'a> SendWork<'a> {
    /// A signalled request.
    pub fn new(id: WorkId, request: Request, payload: Payload<'a>) -> Self {
        SendWork { id, request, payload, signalled: true, solicited: false, fenced: false, to_queue: 0 }
    }

    /// The same without a completion in case of success.
    #[must_use]
    pub fn unsignalled(self) -> Self {
        SendWork { signalled: false, ..self }
    }

    /// The same for a shared receive queue of the peer, over an extended connection.
    #[must_use]
    pub fn to_queue(self, number: u32) -> Self {
        SendWork { to_queue: number, ..self }
    }
}

/// A request to a receive queue: memory for the next message.
#[derive(Clone, Copy, Debug)]
pub struct ReceiveWork<'a> {
    /// What its completion is called.
    pub id: WorkId,
    /// Where the message goes. On UD the first 40 bytes are for the global route header, whether
    /// there is one or not (UD-5).
    pub segments: &'a [Segment],
}

/// Bytes that a UD receive gets before the message.
pub const GLOBAL_ROUTE_HEADER_BYTES: u32 = 40;

/// Where a datagram goes.
#[derive(Debug)]
pub struct Destination<'a, AddressHandle> {
    /// The port.
    pub handle: &'a AddressHandle,
    /// The queue pair there.
    pub queue_pair: u32,
    /// Its key.
    pub queue_key: u32,
}

impl<A> Clone for Destination<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Destination<'_, A> {}

/// What became of a work request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The request.
    pub id: WorkId,
    /// What it was.
    pub operation: Operation,
    /// Number of its queue pair.
    pub queue_pair: u32,
    /// What came of it.
    pub result: Result<Done, Failure>,
}

/// A request that succeeded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Bytes received (with the room for the global route header on UD), read or fetched; of no
    /// meaning for sends and writes.
    pub bytes: u32,
    /// Immediate data of the message.
    pub immediate: Option<u32>,
    /// True for a receive that was used up by an RDMA write with immediate data: the bytes are
    /// elsewhere.
    pub written: bool,
    /// True if a global route header was put in front of a datagram.
    pub global_route_header: bool,
    /// Number of the sender's queue pair (UD only).
    pub source_queue_pair: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Operation; 6] =
        [Operation::Receive, Operation::Send, Operation::Write, Operation::Read, Operation::CompareSwap, Operation::FetchAdd];

    #[test]
    fn an_id_carries_its_operation() {
        for operation in ALL {
            for value in [0, 1, WorkId::MAX] {
                let carried = WorkId::new(value).with_operation(operation);
                assert_eq!(WorkId::split(carried), (WorkId::new(value), operation));
            }
        }
    }

    #[test]
    #[should_panic(expected = "56 bits")]
    fn an_id_beyond_56_bits_is_refused() {
        let _ = WorkId::new(WorkId::MAX + 1);
    }
}
