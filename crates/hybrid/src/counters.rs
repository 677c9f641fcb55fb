//! What the two devices count alike.

use ferry_rc::Counters;

/// What a device over datagrams counts, as one over connections does.
pub fn datagrams_in_common(own: &ferry_ud::Counters) -> Counters {
    Counters {
        packets_sent: own.packets_sent,
        packets_received: own.packets_received,
        bytes_copied: own.bytes_copied,
        control_sent: own.acknowledgements,
        stalls: own.stalls,
        doorbells: own.doorbells,
        requests: own.requests,
        completions: own.completions,
        transfers: own.puts,
        bytes_direct: own.bytes_direct,
        registrations: own.registrations,
        registration_hits: own.registration_hits,
        receive_bytes: own.receive_bytes,
        receive_peak: own.receive_bytes,
        send_bytes: own.send_bytes,
        datagrams: own.datagrams_sent,
        queue_pairs: own.queue_pairs,
        failures: own.failures,
        ..Counters::default()
    }
}
