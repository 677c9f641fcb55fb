//! How long an answer takes (the estimator of RFC 6298), and how long to wait for one before a
//! packet is repeated.

/// A receiver that is busy with something else for a moment is waited for so long at least: a
/// repetition costs it more than the wait costs the sender.
const LEAST_NS: u64 = 1_000_000;
/// Before anything was measured.
const FIRST_NS: u64 = 4_000_000;
/// The longest wait: a process that computes for long is asked now and then.
const MOST_NS: u64 = 500_000_000;

/// How long an acknowledgement waits for a packet to travel with, at least and at most. Within the
/// least a program answers on a network of microseconds. The most bounds what a first measurement
/// of a peer that was busy does.
const LEAST_DELAY_NS: u64 = 100_000;
const MOST_DELAY_NS: u64 = 2_000_000;

/// Measured round trips to a peer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundTrip {
    /// Smoothed, in nanoseconds; 0 before the first measurement.
    smoothed_ns: u32,
    /// Mean deviation, in nanoseconds.
    deviation_ns: u32,
    /// The shortest, in nanoseconds; 0 before the first measurement.
    least_ns: u32,
    /// Times in a row that nobody answered in time.
    doublings: u8,
}

impl RoundTrip {
    /// An answer came after `ns` nanoseconds to a packet that was sent once.
    pub fn measure(&mut self, ns: u64) {
        let sample = ns.clamp(1, u64::from(u32::MAX)) as u32;
        self.least_ns = if self.least_ns == 0 { sample } else { self.least_ns.min(sample) };
        if self.smoothed_ns == 0 {
            (self.smoothed_ns, self.deviation_ns) = (sample, sample / 2);
        } else {
            self.deviation_ns = self.deviation_ns - self.deviation_ns / 4 + sample.abs_diff(self.smoothed_ns) / 4;
            self.smoothed_ns = (self.smoothed_ns - self.smoothed_ns / 8).saturating_add(sample / 8).max(1);
        }
    }

    /// The smoothed round trip, in nanoseconds; 0 before anything was measured.
    pub fn smoothed_ns(&self) -> u64 {
        self.smoothed_ns.into()
    }

    /// The shortest round trip, of a peer that has answered at once, in nanoseconds; 0 before
    /// anything was measured.
    pub fn least_ns(&self) -> u64 {
        self.least_ns.into()
    }

    /// How long to wait for an answer now.
    pub fn patience_ns(&self) -> u64 {
        let base = match self.smoothed_ns {
            0 => FIRST_NS,
            smoothed => u64::from(smoothed) + 4 * u64::from(self.deviation_ns) + self.delay_ns(),
        };
        (base.max(LEAST_NS) << self.doublings.min(16)).min(MOST_NS)
    }

    /// How long an acknowledgement to or from the peer waits for a packet to travel with: half of
    /// the shortest round trip. Where an answer takes long because processors are slow, as under
    /// emulation, so does what the program has to say.
    pub fn delay_ns(&self) -> u64 {
        (self.least_ns() / 2).clamp(LEAST_DELAY_NS, MOST_DELAY_NS)
    }

    /// Nobody answered in time: the next wait is twice as long.
    pub fn back_off(&mut self) {
        self.doublings = self.doublings.saturating_add(1);
    }

    /// Something new was acknowledged.
    pub fn calm(&mut self) {
        self.doublings = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_follows_what_is_measured() {
        let mut trip = RoundTrip::default();
        assert_eq!(trip.patience_ns(), FIRST_NS);
        (0..64).for_each(|_| trip.measure(10_000));
        assert!(trip.smoothed_ns().abs_diff(10_000) < 100, "{trip:?}");
        assert_eq!(trip.patience_ns(), LEAST_NS, "never shorter than a busy receiver takes");
        (0..64).for_each(|_| trip.measure(20_000_000));
        assert!((20_000_000..30_000_000).contains(&trip.patience_ns()), "{trip:?}");
    }

    #[test]
    fn acknowledgements_wait_for_half_a_round_trip_and_that_is_waited_for() {
        let mut trip = RoundTrip::default();
        assert_eq!(trip.delay_ns(), LEAST_DELAY_NS);
        (0..64).for_each(|_| trip.measure(2_000_000));
        assert_eq!(trip.delay_ns(), 1_000_000);
        assert!(trip.patience_ns() >= 3_000_000, "{trip:?}");
        (0..64).for_each(|_| trip.measure(3_000_000));
        assert_eq!(trip.delay_ns(), 1_000_000, "what waited does not make others wait longer");
        let mut busy = RoundTrip::default();
        busy.measure(400_000_000);
        assert_eq!(busy.delay_ns(), MOST_DELAY_NS);
    }

    #[test]
    fn silence_doubles_the_wait_up_to_a_limit() {
        let mut trip = RoundTrip::default();
        trip.measure(1000);
        let waits: Vec<u64> = (0..40).map(|_| (trip.patience_ns(), trip.back_off()).0).collect();
        assert_eq!(waits[..4], [LEAST_NS, 2 * LEAST_NS, 4 * LEAST_NS, 8 * LEAST_NS]);
        assert_eq!(waits[39], MOST_NS);
        trip.calm();
        assert_eq!(trip.patience_ns(), LEAST_NS);
    }
}
