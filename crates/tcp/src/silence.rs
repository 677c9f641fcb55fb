//! Whether the hosts of peers answer what is sent to them. The system repeats what is not
//! acknowledged; this sees for how long it has done so in vain.
//!
//! `TCP_USER_TIMEOUT` would not do: it ends the connection to a peer, too, that answers that it has
//! no room, as one does that computes.

use std::time::{Duration, Instant};

/// Time between two looks, at most.
const LONGEST_INTERVAL: Duration = Duration::from_secs(1);
/// Looks within the time after which a peer is given up.
const LOOKS: u32 = 8;
/// Repetitions without an answer that count as silence: one may have been lost.
const LEAST_REPEATS: u32 = 2;

/// When to look at all connections.
#[derive(Debug)]
pub struct Watch {
    timeout: Duration,
    last: Instant,
    /// Whether anything was sent since the last look, or was not acknowledged then.
    has_sent: bool,
}

impl Watch {
    /// Nothing was sent yet; who does not answer for `timeout` is to be given up.
    pub fn new(timeout: Duration, now: Instant) -> Self {
        Watch { timeout, last: now, has_sent: false }
    }

    /// Something is sent that wants to be acknowledged.
    #[inline(always)]
    pub fn note_sent(&mut self) {
        self.has_sent = true;
    }

    /// When the next look is due; `None`: not before something is sent.
    pub fn next(&self) -> Option<Instant> {
        self.has_sent.then(|| self.last + self.interval())
    }

    /// Time between two looks.
    pub fn interval(&self) -> Duration {
        (self.timeout / LOOKS).min(LONGEST_INTERVAL)
    }

    /// Begins a look, if one is due: time since the last one.
    pub fn begin(&mut self, now: Instant) -> Option<Duration> {
        self.next().filter(|next| *next <= now)?;
        self.has_sent = false;
        let since = now - self.last;
        self.last = now;
        Some(since)
    }

    /// After how long a peer is to be given up.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }
}

/// What the system tells of a connection with data that are not acknowledged.
#[derive(Clone, Copy, Debug)]
pub struct Unanswered {
    /// How often it has repeated what it has sent, or asked for room, since the last answer.
    pub repeats: u32,
    /// How long ago that was.
    pub since_answer: Duration,
}

/// For how long a peer has been silent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silence {
    since: Option<Instant>,
}

impl Silence {
    /// Takes in what is seen now, `since_look` after the last look: whether the peer has been
    /// silent for `timeout`.
    pub fn lasts(&mut self, seen: Unanswered, now: Instant, since_look: Duration, timeout: Duration) -> bool {
        if seen.repeats == 0 || seen.since_answer < since_look {
            self.since = None;
            return false;
        }
        let since = *self.since.get_or_insert(now);
        seen.repeats >= LEAST_REPEATS && now - since >= timeout
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Looks once a second at what `seen` says after so many seconds: when the peer is given up,
    /// within `most` seconds.
    fn given_up(timeout: u32, most: u32, seen: impl Fn(u32) -> (u32, u32)) -> Option<u32> {
        let (start, mut silence) = (Instant::now(), Silence::default());
        (1..=most).find(|second| {
            let (repeats, since_answer) = seen(*second);
            let seen = Unanswered { repeats, since_answer: since_answer * SECOND };
            silence.lasts(seen, start + *second * SECOND, SECOND, timeout * SECOND)
        })
    }

    #[test]
    fn a_host_that_is_gone_is_given_up_in_time() {
        assert_eq!(given_up(30, 100, |second| (second.min(7), second)), Some(31));
    }

    #[test]
    fn one_that_answers_that_it_has_no_room_is_not() {
        // Asked every other second, then every minute; the answer comes at once.
        assert_eq!(given_up(3, 100, |second| (0, second % 2)), None);
        assert_eq!(given_up(3, 1000, |second| (u32::from(second % 60 == 0), second % 60)), None);
        // It has no room for what was sent again and again: each repetition is answered, and
        // counted all the same.
        assert_eq!(given_up(3, 1000, |second| (5, second % 2)), None);
    }

    #[test]
    fn a_single_repetition_may_have_been_lost() {
        assert_eq!(given_up(3, 100, |second| (1, second)), None);
    }

    #[test]
    fn looks_are_due_while_something_is_not_acknowledged() {
        let start = Instant::now();
        let mut watch = Watch::new(4 * SECOND, start);
        assert_eq!((watch.next(), watch.begin(start + SECOND)), (None, None));
        watch.note_sent();
        assert_eq!(watch.begin(start + SECOND / 4), None);
        assert_eq!(watch.begin(start + SECOND), Some(SECOND));
        assert_eq!(watch.begin(start + 2 * SECOND), None, "all was acknowledged");
        watch.note_sent();
        assert_eq!(watch.next(), Some(start + SECOND * 3 / 2));
    }
}
