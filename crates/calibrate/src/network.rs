//! What messages between nodes cost, as far as sockets carry them. The connections of a job find it
//! out. It is kept with the machine's other costs. Later jobs use it; their ranks agree on it when
//! they join. A job that finds out does not change its own choices: ranks would choose differently
//! until all had heard of it.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

use ferry_collective::{MessageCosts, WayCosts};
use ferry_sys::clock;
use serde::{Deserialize, Serialize};

/// What the connections of a job have shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The shortest round trip to the peer that is farthest away, in ns.
    pub round_trip_ns: u32,
    /// A byte at the highest rate that was seen, in ps; `None` if too few have gone.
    pub byte_ps: Option<u32>,
}

/// What is kept of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Network {
    /// See [`Seen`].
    pub round_trip_ns: u32,
    /// See [`Seen`].
    pub byte_ps: Option<u32>,
    /// What the two ends of a short message do for it, in ns, one after the other.
    pub work_ns: u32,
}

impl Network {
    /// With what a job has seen: half of that, so that one job in an unusual hour is made good by
    /// those behind it.
    #[must_use]
    pub fn with(self, seen: Seen) -> Network {
        let half = |old: u32, new: u32| old / 2 + new / 2 + (old & new & 1);
        let byte_ps = match (self.byte_ps, seen.byte_ps) {
            (Some(old), Some(new)) => Some(half(old, new)),
            (old, new) => old.or(new),
        };
        Network { round_trip_ns: half(self.round_trip_ns, seen.round_trip_ns), byte_ps, ..self }
    }

    /// What a message takes longer than one within a node.
    pub fn costs(&self) -> WayCosts {
        let message_ns = (self.round_trip_ns / 2).saturating_add(self.work_ns);
        let byte_ps = self.byte_ps.unwrap_or(MessageCosts::ASSUMED.far.byte_ps);
        WayCosts { message_ns, start_ns: self.work_ns / 2, byte_ps }
    }
}

/// Short messages of a measurement, of which the fastest counts.
const MESSAGES: usize = 16;
/// Their length in bytes.
const SHORT: usize = 64;
/// Longest wait for one of them.
const PATIENCE: Duration = Duration::from_millis(100);

/// What both ends of a connection do for a short message: one thread sends and receives it within
/// the machine. `None` where the system gives no sockets.
pub fn work_ns() -> Option<u32> {
    let listening = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).ok()?;
    // Who waits for this leaves a job: the system may drop what it does not let through.
    let mut one = TcpStream::connect_timeout(&listening.local_addr().ok()?, PATIENCE).ok()?;
    let (mut other, from) = listening.accept().ok()?;
    if from != one.local_addr().ok()? {
        return None;
    }
    other.set_read_timeout(Some(PATIENCE)).ok()?;
    one.set_nodelay(true).ok()?;
    let mut least = u64::MAX;
    let mut bytes = [0; SHORT];
    for _ in 0..MESSAGES {
        let start_ns = clock::now_ns();
        one.write_all(&bytes).ok()?;
        other.read_exact(&mut bytes).ok()?;
        least = least.min(clock::now_ns() - start_ns);
    }
    u32::try_from(least).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: Seen = Seen { round_trip_ns: 20_000, byte_ps: Some(200) };

    #[test]
    fn an_unusual_hour_is_made_good() {
        let kept = Network { round_trip_ns: 80_000, byte_ps: Some(800), work_ns: 5000 };
        let later = (0..4).fold(kept, |network, _| network.with(SEEN));
        assert!(later.round_trip_ns < 25_000 && later.byte_ps.is_some_and(|ps| ps < 250), "{later:?}");
        assert_eq!(Network { byte_ps: None, ..kept }.with(SEEN).byte_ps, Some(200));
        let little = Seen { byte_ps: None, ..SEEN };
        assert_eq!(kept.with(little).byte_ps, Some(800));
    }

    #[test]
    fn a_message_takes_half_a_round_trip_and_the_work_of_both_ends() {
        let costs = Network { round_trip_ns: 20_000, byte_ps: None, work_ns: 5000 }.costs();
        assert_eq!(costs, WayCosts { message_ns: 15_000, start_ns: 2500, byte_ps: MessageCosts::ASSUMED.far.byte_ps });
    }

    #[test]
    fn the_work_of_both_ends_takes_time() {
        assert!((100..1_000_000_000).contains(&work_ns().unwrap()));
    }
}
