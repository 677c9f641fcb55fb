//! What a process notes while its calls wait for long: which they are, since when, which threads
//! sleep, how long the program has polled in vain.

use std::collections::BTreeMap;

use ferry_diagnosis::report::Collective;
use ferry_engine::MatchPattern;
use ferry_sys::clock;
use ferry_sys::question::Attending;
use ferry_sys::threads::Thread;

/// A wait begins to keep watch when it has slept, or been about to, for this long.
const FIRST_LOOK_NS: u64 = 20_000_000;
/// Time between two looks.
pub(super) const LOOK_NS: u64 = 250_000_000;
/// Fruitless polls between two looks at the clock: few enough for a program that sleeps a
/// millisecond between them.
pub(super) const POLLS_A_LOOK: u32 = 64;
/// Fruitless polls between two times that a rank which shares its processor gives way: a program
/// that computes between polls loses little.
pub(super) const POLLS_A_TURN: u32 = 4;
/// Packets that come between two looks of a wait that is never idle.
const MOVES_A_LOOK: u32 = 4096;
/// Times a wait gives way between two looks at the clock: where many want the processor, each may
/// take long.
const YIELDS_A_LOOK: u32 = 16;
/// Processor time of a fruitless poll and of what a program that does nothing else does between two
/// of them, sleeping for instance.
const POLL_COST_NS: u64 = 20_000;
/// A program polls if it has done so this recently.
pub(super) const POLL_MEMORY_NS: u64 = 2_000_000_000;

/// What a blocking call waits for.
#[derive(Clone, Debug, Default)]
pub struct Awaited {
    /// One of the things is enough.
    pub is_any: bool,
    /// Empty: not known.
    pub things: Vec<Await>,
}

/// A thing that is waited for.
#[derive(Clone, Debug)]
pub enum Await {
    /// A request, or an operation of the engine.
    Request(usize),
    /// A message, without receiving it.
    Message(MatchPattern),
    /// A collective operation.
    Collective(Collective),
    /// Something that these world ranks have to do: "call MPI_Init".
    Ranks(Vec<u32>, &'static str),
    /// Something that processes of another job have to do: "connect to the port".
    Foreign(&'static str),
}

impl Awaited {
    /// All of the requests or operations.
    pub fn all(requests: impl IntoIterator<Item = usize>) -> Self {
        Awaited { is_any: false, things: requests.into_iter().map(Await::Request).collect() }
    }

    /// Any of the requests.
    pub fn any(requests: impl IntoIterator<Item = usize>) -> Self {
        Awaited { is_any: true, ..Awaited::all(requests) }
    }

    /// One thing.
    pub fn one(thing: Await) -> Self {
        Awaited { is_any: false, things: vec![thing] }
    }
}

/// A blocking call that has waited for long, on its way to being noticed.
#[derive(Debug, Default)]
pub struct HangWatch {
    pub(super) since_ns: u64,
    pub(super) next_ns: u64,
    pub(super) yields: u32,
    pub(super) moves: u32,
    pub(super) seen_moves: u32,
    pub(super) complaints: u64,
    pub(super) slot: Option<usize>,
    pub(super) attending: Option<Attending>,
}

impl HangWatch {
    /// Something came or went. True if so much did that it is time to look, though the call was
    /// never idle.
    #[inline]
    pub fn moved(&mut self) -> bool {
        self.moves = self.moves.wrapping_add(1);
        self.moves.is_multiple_of(MOVES_A_LOOK)
    }

    /// The wait gave way to others. True now and then: it is time to look at the clock.
    #[inline]
    pub fn gave_way(&mut self) -> bool {
        self.yields = self.yields.wrapping_add(1);
        self.yields.is_multiple_of(YIELDS_A_LOOK)
    }

    /// Whether the wait has been noted.
    #[inline]
    pub fn is_noted(&self) -> bool {
        self.slot.is_some()
    }

    /// Whether it is time to look around.
    pub fn is_due(&mut self) -> bool {
        let now_ns = clock::now_ns();
        if self.since_ns == 0 {
            (self.since_ns, self.next_ns) = (now_ns, now_ns + FIRST_LOOK_NS);
        }
        now_ns >= self.next_ns
    }
}

/// A call that keeps watch.
pub(super) struct Waiting {
    pub(super) call: &'static str,
    pub(super) since_ns: u64,
    pub(super) awaited: Awaited,
}

/// A thread outside of MPI that sleeps until another thread of its process wakes it.
#[derive(Clone, Copy)]
pub(super) struct Sleeper {
    /// How often it had gone to sleep.
    pub(super) naps: u64,
    /// Since when it has been seen asleep.
    pub(super) since_ns: u64,
}

/// Polls from one success to the next, if the program does nothing else meanwhile.
#[derive(Debug, Default)]
pub(super) struct Polling {
    pub(super) since_ns: u64,
    /// The last look.
    pub(super) seen_ns: u64,
    /// Processor time of the process then.
    pub(super) processor_ns: u64,
    /// What had come and gone then.
    pub(super) activity: u64,
    pub(super) complaints: u64,
}

impl Polling {
    /// Looks anew after [`POLLS_A_LOOK`] fruitless polls. A program that computes between polls, or
    /// did something else for a while, has not polled in vain.
    pub(super) fn look(&mut self, now_ns: u64, processor_ns: u64) {
        let is_pause = now_ns.saturating_sub(self.seen_ns) > POLL_MEMORY_NS;
        let computes = processor_ns.saturating_sub(self.processor_ns) > u64::from(POLLS_A_LOOK) * POLL_COST_NS;
        if is_pause || computes {
            self.begin(now_ns);
        }
        (self.seen_ns, self.processor_ns) = (now_ns, processor_ns);
    }

    /// Notes what has come and gone up to now.
    pub(super) fn compare(&mut self, now_ns: u64, activity: u64) {
        if activity != self.activity {
            self.begin(now_ns);
        }
        self.activity = activity;
    }

    fn begin(&mut self, now_ns: u64) {
        (self.since_ns, self.complaints) = (now_ns, 0);
    }
}

/// What calls that wait for long have noted.
#[derive(Default)]
pub struct Watch {
    pub(super) waits: Vec<Option<Waiting>>,
    /// By the number of the thread.
    pub(super) sleepers: BTreeMap<u32, Sleeper>,
    /// When threads were looked at last.
    pub(super) threads_ns: u64,
    pub(super) stamps: BTreeMap<usize, u64>,
    pub(super) stamped_ns: u64,
    pub(super) moved_ns: u64,
    pub(super) fruitless: u32,
    /// Polls that found something.
    pub(super) fruitful: u64,
    pub(super) polls: Option<(&'static str, u64)>,
    pub(super) polling: Polling,
    pub(super) next_ns: u64,
    /// A question that has been read, and is answered at the next look: by then whatever had come
    /// before it has been seen.
    pub(super) question: Option<u32>,
    /// The launcher cannot be asked any more.
    pub(super) is_deaf: bool,
    /// The hang of a process that is alone has been told.
    pub(super) has_told: bool,
}

/// Which call makes a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reporter {
    /// One that waits, while no other thread may call MPI.
    Wait,
    /// One that waits, beside threads that may call MPI.
    WaitAmongThreads,
    /// One that polls. Where other calls wait it is in a thread beside theirs.
    Poll,
}

impl Reporter {
    /// A call that waits. `is_threaded`: other threads may call MPI meanwhile.
    pub(super) fn waiting(is_threaded: bool) -> Self {
        if is_threaded { Reporter::WaitAmongThreads } else { Reporter::Wait }
    }
}

/// Threads beside those that wait in MPI.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Others {
    /// Those that are not asleep until another one wakes them.
    pub(super) awake: u32,
    /// When the last one of those asleep was first seen so.
    pub(super) asleep_since_ns: u64,
}

impl Watch {
    /// Notes which threads are asleep, and since when.
    pub(super) fn note_sleepers(&mut self, threads: &[Thread], now_ns: u64) {
        let old = std::mem::take(&mut self.sleepers);
        self.threads_ns = now_ns;
        self.sleepers = threads
            .iter()
            .filter_map(|thread| {
                let naps = thread.asleep?;
                let known = old.get(&thread.id).filter(|sleeper| sleeper.naps == naps);
                Some((thread.id, Sleeper { naps, since_ns: known.map_or(now_ns, |sleeper| sleeper.since_ns) }))
            })
            .collect();
    }

    /// What threads do that do not wait in MPI, as far as who makes the report may ask. `threads`
    /// lists all.
    pub(super) fn others(&self, reporter: Reporter, threads: impl FnOnce() -> Vec<Thread>) -> Others {
        let waits = self.waits.iter().flatten().count() as u32;
        match reporter {
            Reporter::Wait => Others::default(),
            Reporter::WaitAmongThreads => {
                let all = self.awake(&threads());
                Others { awake: all.awake.saturating_sub(waits), ..all }
            }
            // The thread that polls may call what the waits are for.
            Reporter::Poll => Others { awake: waits.min(1), ..Others::default() },
        }
    }

    /// All threads that are awake, those that wait in MPI among them. One is asleep only if it was
    /// when it was noted, and has not woken since.
    fn awake(&self, threads: &[Thread]) -> Others {
        let sleeper = |thread: &Thread| {
            let naps = thread.asleep?;
            self.sleepers.get(&thread.id).filter(|sleeper| sleeper.naps == naps)
        };
        let asleep_since_ns = threads.iter().filter_map(sleeper).map(|sleeper| sleeper.since_ns).max().unwrap_or(0);
        // At least one thread makes this report.
        let awake = threads.iter().filter(|thread| sleeper(thread).is_none()).count().max(1);
        Others { awake: awake as u32, asleep_since_ns }
    }

    /// Notes a wait in its slot, or in a free one; returns which.
    pub(super) fn note(&mut self, slot: Option<usize>, waiting: Waiting) -> usize {
        let free = || self.waits.iter().position(Option::is_none);
        let slot = slot.or_else(free).unwrap_or(self.waits.len());
        if slot == self.waits.len() {
            self.waits.push(None);
        }
        self.waits[slot] = Some(waiting);
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_of_waits_are_used_again() {
        let waiting = |since_ns| Waiting { call: "MPI_Wait", since_ns, awaited: Awaited::default() };
        let mut watch = Watch::default();
        assert_eq!((watch.note(None, waiting(1)), watch.note(None, waiting(2))), (0, 1));
        assert_eq!(watch.note(Some(1), waiting(3)), 1);
        watch.waits[0] = None;
        assert_eq!(watch.note(None, waiting(4)), 0);
        assert_eq!(watch.waits.iter().flatten().map(|waiting| waiting.since_ns).collect::<Vec<_>>(), [4, 3]);
    }

    #[test]
    fn a_watch_begins_late_and_looks_now_and_then() {
        let mut hang_watch = HangWatch::default();
        assert!(!hang_watch.is_due() && hang_watch.since_ns > 0);
        hang_watch.next_ns = 1;
        assert!(hang_watch.is_due());
        assert_eq!((1..=2 * MOVES_A_LOOK).filter(|_| hang_watch.moved()).count(), 2);
    }

    #[test]
    fn polls_are_in_vain_as_long_as_the_program_does_nothing_else() {
        let mut polling = Polling::default();
        let cheap = u64::from(POLLS_A_LOOK) * POLL_COST_NS / 2;
        let start = 2 * POLL_MEMORY_NS;
        let looks = [
            (start, 0, 7, start, "the first"),
            (start + 10, cheap, 7, start, "again"),
            (start + 20, cheap, 8, start + 20, "something came"),
            (start + 30, 4 * cheap, 8, start + 30, "it computed"),
            (start + 40, 5 * cheap, 8, start + 30, "again"),
            (2 * start, 5 * cheap, 8, 2 * start, "it did something else"),
        ];
        for (now_ns, processor_ns, activity, since_ns, what) in looks {
            polling.look(now_ns, processor_ns);
            polling.compare(now_ns, activity);
            assert_eq!(polling.since_ns, since_ns, "{what}");
        }
    }

    #[test]
    fn threads_that_sleep_on_are_told_from_those_that_woke() {
        let thread = |id, asleep| Thread { id, asleep };
        let mut watch = Watch::default();
        assert_eq!(
            watch.awake(&[thread(1, None), thread(2, Some(7))]),
            Others { awake: 2, asleep_since_ns: 0 },
            "not seen before"
        );
        watch.note_sleepers(&[thread(1, None), thread(2, Some(7)), thread(3, Some(1))], 100);
        watch.note_sleepers(&[thread(1, None), thread(2, Some(7)), thread(3, Some(2))], 200);
        assert_eq!(watch.awake(&[thread(1, None), thread(2, Some(7))]), Others { awake: 1, asleep_since_ns: 100 });
        assert_eq!(
            watch.awake(&[thread(1, None), thread(2, Some(8)), thread(3, Some(2))]),
            Others { awake: 2, asleep_since_ns: 200 }
        );
        assert_eq!(watch.awake(&[]), Others { awake: 1, asleep_since_ns: 0 });
    }

    #[test]
    fn a_thread_that_polls_is_free_to_end_the_waits_of_others() {
        let threads = || vec![Thread { id: 1, asleep: None }, Thread { id: 2, asleep: None }];
        let mut watch = Watch::default();
        let awake = |watch: &Watch| {
            [Reporter::Wait, Reporter::WaitAmongThreads, Reporter::Poll].map(|reporter| watch.others(reporter, threads).awake)
        };
        assert_eq!(awake(&watch), [0, 2, 0], "no call waits");
        watch.note(None, Waiting { call: "MPI_Recv", since_ns: 1, awaited: Awaited::default() });
        assert_eq!(awake(&watch), [0, 1, 1], "one of two threads waits");
        watch.note(None, Waiting { call: "MPI_Wait", since_ns: 2, awaited: Awaited::default() });
        assert_eq!(awake(&watch), [0, 0, 1], "the thread that polls is none of those that wait");
    }
}
