//! What a device did, for reports.

/// Counts since the device was made, and levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Packets of the engine sent.
    pub packets_sent: u64,
    /// Packets of the engine received.
    pub packets_received: u64,
    /// Bytes of bodies sent in packets: each was copied once into a buffer.
    pub bytes_copied: u64,
    /// Datagrams sent, again or for the first time, acknowledgements included.
    pub datagrams_sent: u64,
    /// Those among them that were sent again.
    pub datagrams_repeated: u64,
    /// Those among them that only acknowledged.
    pub acknowledgements: u64,
    /// Requests that the send queue had no room for, against what it said.
    pub untaken: u64,
    /// Datagrams that came a second time.
    pub duplicates: u64,
    /// Datagrams that came before an earlier one.
    pub early: u64,
    /// Datagrams that there was no room for.
    pub no_room: u64,
    /// Datagrams that make no sense, or are of a former life or another job.
    pub strays: u64,
    /// Attempts to send a packet that found no room.
    pub stalls: u64,
    /// Large messages put without a copy.
    pub puts: u64,
    /// Their bytes.
    pub bytes_direct: u64,
    /// Large messages of others that were rather copied, as that costs less.
    pub copied_by_cost: u64,
    /// Packets whose header the peer had already.
    pub headers_cached: u64,
    /// Pieces of them that were sent again.
    pub pieces_repeated: u64,
    /// Pieces of received ones that had to be put right.
    pub pieces_moved: u64,
    /// Blocks that waited for a queue pair.
    pub pool_waits: u64,
    /// Queue pairs that were reset as packets might still have come.
    pub resets: u64,
    /// Peers talked to.
    pub peers: u64,
    /// Peers given up.
    pub failures: u64,
    /// Registrations of memory of the program.
    pub registrations: u64,
    /// Uses of memory that was registered already.
    pub registration_hits: u64,
    /// Memory for receiving packets, of all peers, in bytes.
    pub receive_bytes: u64,
    /// Memory for sending packets, in bytes.
    pub send_bytes: u64,
    /// Queue pairs.
    pub queue_pairs: u64,
    /// Calls that posted to a send queue.
    pub doorbells: u64,
    /// Requests posted by them.
    pub requests: u64,
    /// Completions taken.
    pub completions: u64,
    /// Times that the process was let sleep.
    pub sleeps: u64,
}
