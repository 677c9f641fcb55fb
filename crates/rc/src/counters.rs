//! What a device did, for reports.

/// Counts since the device was made, and levels. All of the network: nothing here is of shared memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Packets of the engine sent.
    pub packets_sent: u64,
    /// Those among them that went by RDMA write into a ring.
    pub ring_sent: u64,
    /// Those among them that went inline.
    pub inline_sent: u64,
    /// Bytes of bodies sent in packets: each was copied once into a buffer.
    pub bytes_copied: u64,
    /// Packets whose body left from the program's memory, which was used often (BR-1).
    pub in_place_sent: u64,
    /// Bytes of these bodies.
    pub in_place_bytes: u64,
    /// Packets of the engine received.
    pub packets_received: u64,
    /// Those among them that came through a ring.
    pub ring_received: u64,
    /// Packets sent that had no other purpose than credits or rings.
    pub control_sent: u64,
    /// Packets whose header was the last one's but for tag and length.
    pub headers_cached: u64,
    /// Packets that were a body alone, with the rest in their immediate data.
    pub bare_sent: u64,
    /// Attempts to send a packet that found no credit, no room in a queue, or no buffer.
    pub stalls: u64,
    /// Calls that posted to a send queue.
    pub doorbells: u64,
    /// Requests posted by them.
    pub requests: u64,
    /// Completions taken, of receives as well.
    pub completions: u64,
    /// Puts and gets begun.
    pub transfers: u64,
    /// Bytes moved by them, without a copy.
    pub bytes_direct: u64,
    /// Registrations of memory of the program.
    pub registrations: u64,
    /// Uses of memory that was registered already.
    pub registration_hits: u64,
    /// Bytes that a device wrote to pages that it held when the program's memory had come to lie on others, and that were brought there.
    pub caught_up_bytes: u64,
    /// Memory of the program that is registered now, in bytes.
    pub registered_bytes: u64,
    /// The most it ever was.
    pub registered_peak: u64,
    /// Memory for receiving packets, of all peers, in bytes.
    pub receive_bytes: u64,
    /// The most it ever was.
    pub receive_peak: u64,
    /// Memory for sending packets, in bytes.
    pub send_bytes: u64,
    /// Datagrams sent for making connections.
    pub datagrams: u64,
    /// Connections made.
    pub connections: u64,
    /// Queue pairs made for them.
    pub queue_pairs: u64,
    /// Connections that failed.
    pub failures: u64,
    /// Bytes of messages received into posted buffers, prefix and header included: with the next one, buffer efficiency (BSRQ-6).
    pub message_bytes: u64,
    /// Bytes of the buffers they came in.
    pub buffer_bytes: u64,
    /// Bytes of messages sent out of registered buffers.
    pub sent_message_bytes: u64,
    /// Bytes of those buffers.
    pub sent_buffer_bytes: u64,
    /// Times that a peer was asked for more credits.
    pub asks: u64,
}
