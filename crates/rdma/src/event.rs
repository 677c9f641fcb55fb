//! What happens to objects outside of completions.

/// An event of a device. Numbers name the object, as its `number` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsyncEvent {
    /// A shared receive queue has fewer requests than its limit. The limit is off until it is set
    /// again.
    ReceivesLow {
        /// Number of the shared receive queue.
        queue: u32,
    },
    /// The last receive of a queue pair that is in error has been taken from its shared receive
    /// queue.
    LastReceive {
        /// Number of the queue pair.
        queue_pair: u32,
    },
    /// The first message arrived before the queue pair was told that the peer is ready.
    Established {
        /// Number of the queue pair.
        queue_pair: u32,
    },
    /// A send queue has drained on its way to [`QueuePairState::SendQueueDrained`](crate::State).
    Drained {
        /// Number of the queue pair.
        queue_pair: u32,
    },
    /// A queue pair failed without a completion that says so.
    QueuePairFailed {
        /// Number of the queue pair.
        queue_pair: u32,
    },
    /// A completion queue overflowed or broke; nothing more will come out of it.
    CompletionQueueFailed,
    /// A shared receive queue broke.
    SharedReceiveQueueFailed {
        /// Number of the shared receive queue.
        queue: u32,
    },
    /// A port came up or down.
    Port {
        /// Its number.
        port: u8,
        /// True if it carries traffic now.
        active: bool,
    },
    /// Addresses of a port changed (LID, subnet manager, P_Keys, GIDs).
    AddressesChanged {
        /// Its number.
        port: u8,
    },
    /// The device is gone or needs a reset.
    DeviceFailed,
    /// An event that concerns nothing here; its number in the C interface.
    Other(u32),
}
