//! What a device did, for reports.

/// Counts since the device was made, and levels. All of the network: nothing here is of shared
/// memory.
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
    /// Puts and gets among them whose data were copied at this end, through a buffer.
    pub staged: u64,
    /// Bytes of these.
    pub staged_bytes: u64,
    /// Registrations of memory of the program.
    pub registrations: u64,
    /// Uses of memory that was registered already.
    pub registration_hits: u64,
    /// Bytes that a device wrote to pages that it held when the program's memory had come to lie on
    /// others, and that were brought there.
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
    /// Bytes of messages received into posted buffers, prefix and header included: with the next
    /// one, buffer efficiency (BSRQ-6).
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

impl Counters {
    /// What two devices of a process have done.
    pub fn and(&self, other: &Counters) -> Counters {
        Counters {
            packets_sent: self.packets_sent + other.packets_sent,
            ring_sent: self.ring_sent + other.ring_sent,
            inline_sent: self.inline_sent + other.inline_sent,
            bytes_copied: self.bytes_copied + other.bytes_copied,
            in_place_sent: self.in_place_sent + other.in_place_sent,
            in_place_bytes: self.in_place_bytes + other.in_place_bytes,
            packets_received: self.packets_received + other.packets_received,
            ring_received: self.ring_received + other.ring_received,
            control_sent: self.control_sent + other.control_sent,
            headers_cached: self.headers_cached + other.headers_cached,
            bare_sent: self.bare_sent + other.bare_sent,
            stalls: self.stalls + other.stalls,
            doorbells: self.doorbells + other.doorbells,
            requests: self.requests + other.requests,
            completions: self.completions + other.completions,
            transfers: self.transfers + other.transfers,
            bytes_direct: self.bytes_direct + other.bytes_direct,
            staged: self.staged + other.staged,
            staged_bytes: self.staged_bytes + other.staged_bytes,
            registrations: self.registrations + other.registrations,
            registration_hits: self.registration_hits + other.registration_hits,
            caught_up_bytes: self.caught_up_bytes + other.caught_up_bytes,
            registered_bytes: self.registered_bytes + other.registered_bytes,
            registered_peak: self.registered_peak + other.registered_peak,
            receive_bytes: self.receive_bytes + other.receive_bytes,
            receive_peak: self.receive_peak + other.receive_peak,
            send_bytes: self.send_bytes + other.send_bytes,
            datagrams: self.datagrams + other.datagrams,
            connections: self.connections + other.connections,
            queue_pairs: self.queue_pairs + other.queue_pairs,
            failures: self.failures + other.failures,
            message_bytes: self.message_bytes + other.message_bytes,
            buffer_bytes: self.buffer_bytes + other.buffer_bytes,
            sent_message_bytes: self.sent_message_bytes + other.sent_message_bytes,
            sent_buffer_bytes: self.sent_buffer_bytes + other.sent_buffer_bytes,
            asks: self.asks + other.asks,
        }
    }
}
