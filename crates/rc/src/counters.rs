//! What a device did, for reports.

/// Counters, and how those of two devices add up.
macro_rules! counters {
    ($($(#[$doc:meta])* $field:ident,)*) => {
        /// Counts since the device was made, and levels. All of the network: nothing here is of
        /// shared memory.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counters {
            $($(#[$doc])* pub $field: u64,)*
        }

        impl Counters {
            /// What two devices of a process have done.
            pub fn and(&self, other: &Counters) -> Counters {
                Counters { $($field: self.$field + other.$field,)* }
            }
        }
    };
}

counters! {
    /// Packets of the engine sent.
    packets_sent,
    /// Those among them that went by RDMA write into a ring.
    ring_sent,
    /// Those among them that went inline.
    inline_sent,
    /// Bytes of bodies sent in packets: each was copied once into a buffer.
    bytes_copied,
    /// Packets whose body left from the program's memory, which was used often (BR-1).
    in_place_sent,
    /// Bytes of these bodies.
    in_place_bytes,
    /// Packets of the engine received.
    packets_received,
    /// Those among them that came through a ring.
    ring_received,
    /// Packets sent that had no other purpose than credits or rings.
    control_sent,
    /// Packets whose header was the last one's but for tag and length.
    headers_cached,
    /// Packets that were a body alone, with the rest in their immediate data.
    bare_sent,
    /// Attempts to send a packet that found no credit, no room in a queue, or no buffer.
    stalls,
    /// Calls that posted to a send queue.
    doorbells,
    /// Requests posted by them.
    requests,
    /// Completions taken, of receives as well.
    completions,
    /// Puts and gets begun.
    transfers,
    /// Bytes moved by them, without a copy.
    bytes_direct,
    /// Puts and gets among them whose data were copied at this end, through a buffer.
    staged,
    /// Bytes of these.
    staged_bytes,
    /// Registrations of memory of the program.
    registrations,
    /// Uses of memory that was registered already.
    registration_hits,
    /// Bytes that a device wrote to pages that it held when the program's memory had come to lie on
    /// others, and that were brought there.
    caught_up_bytes,
    /// Memory of the program that is registered now, in bytes.
    registered_bytes,
    /// The most it ever was.
    registered_peak,
    /// Memory for receiving packets, of all peers, in bytes.
    receive_bytes,
    /// The most it ever was.
    receive_peak,
    /// Memory for sending packets, in bytes.
    send_bytes,
    /// Datagrams sent for making connections.
    datagrams,
    /// Connections made.
    connections,
    /// Queue pairs made for them.
    queue_pairs,
    /// Connections that failed.
    failures,
    /// Bytes of messages received into posted buffers, prefix and header included: with the next
    /// one, buffer efficiency (BSRQ-6).
    message_bytes,
    /// Bytes of the buffers they came in.
    buffer_bytes,
    /// Bytes of messages sent out of registered buffers.
    sent_message_bytes,
    /// Bytes of those buffers.
    sent_buffer_bytes,
    /// Times that a peer was asked for more credits.
    asks,
}
