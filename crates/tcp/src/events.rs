//! What happens to sockets, and sleeping until something does.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering, fence};
use std::time::{Duration, Instant};

use ferry_device::Nap;
use ferry_sys::descriptor::raise;
use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::event::{EventfdFlags, Timespec, eventfd};
use rustix::time::{Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, timerfd_create, timerfd_settime};

/// Events of one look; further ones are there at the next.
const EVENTS_A_LOOK: usize = 64;

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Somebody connects.
    Listener,
    /// A deadline has come, or something happened to a descriptor of others.
    Wake,
    /// A thread of this process wakes those that sleep.
    Bell,
    /// A connection that is being made.
    Meeting(u32),
    /// The connection of this world rank.
    Peer(u32),
    /// The end of this peer's process.
    Process(u32),
}

impl Key {
    fn encode(self) -> EventData {
        let (kind, number) = match self {
            Key::Listener => (0, 0),
            Key::Wake => (1, 0),
            Key::Meeting(number) => (2, number),
            Key::Peer(rank) => (3, rank),
            Key::Process(rank) => (4, rank),
            Key::Bell => (5, 0),
        };
        EventData::new_u64(kind << 32 | u64::from(number))
    }

    fn decode(data: EventData) -> Self {
        let number = data.u64() as u32;
        match data.u64() >> 32 {
            0 => Key::Listener,
            1 => Key::Wake,
            2 => Key::Meeting(number),
            3 => Key::Peer(number),
            4 => Key::Process(number),
            _ => Key::Bell,
        }
    }
}

/// What is to be noticed of a socket. Errors and the end always are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interest {
    /// Something has come.
    pub read: bool,
    /// There is room to send.
    pub write: bool,
}

impl Interest {
    /// Something has come.
    pub const READ: Interest = Interest { read: true, write: false };
    /// There is room to send.
    pub const WRITE: Interest = Interest { read: false, write: true };

    fn flags(self) -> EventFlags {
        let flag = |is_wanted, flag| if is_wanted { flag } else { EventFlags::empty() };
        flag(self.read, EventFlags::IN) | flag(self.write, EventFlags::OUT)
    }
}

/// Shared with the naps.
///
/// Invariant: while `turn` is odd, the bell rings. Who rings it makes an even turn odd afterwards,
/// and rings again if the bell was silenced meanwhile. Who silences it does so before it makes the
/// turn even, and only while nobody naps.
///
/// A ring between those two steps is left over: the bell rings in an even turn, and who rang finds
/// an odd one. The owner of the set makes that turn odd once it hears the bell, as the one who rang
/// would have, and silences it.
struct Bed {
    epoll: OwnedFd,
    bell: OwnedFd,
    /// Naps that were announced and are not over.
    naps: AtomicU32,
    /// How often the bell began to ring, and fell silent.
    turn: AtomicU32,
}

/// The set of sockets, a bell, and a timer.
pub struct Events {
    bed: Arc<Bed>,
    timer: OwnedFd,
    /// When it goes off, if it is set.
    alarm: Option<Instant>,
    /// The bell rang at the last look, and was not silenced since: only the owner does that.
    is_bell_heard: bool,
}

impl Events {
    /// No sockets yet.
    pub fn new() -> io::Result<Self> {
        let bed = Bed {
            epoll: raise(epoll::create(epoll::CreateFlags::CLOEXEC)?),
            bell: raise(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?),
            naps: AtomicU32::new(0),
            turn: AtomicU32::new(0),
        };
        let timer = raise(timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK)?);
        let events = Events { bed: Arc::new(bed), timer, alarm: None, is_bell_heard: false };
        events.add(events.bed.bell.as_fd(), Key::Bell, Interest::READ)?;
        events.add(events.timer.as_fd(), Key::Wake, Interest::READ)?;
        Ok(events)
    }

    /// Adds a socket; it leaves the set when it is closed.
    pub fn add(&self, socket: BorrowedFd<'_>, key: Key, interest: Interest) -> io::Result<()> {
        Ok(epoll::add(&self.bed.epoll, socket, key.encode(), interest.flags())?)
    }

    /// Changes what is to be noticed, and how it is called.
    pub fn change(&self, socket: BorrowedFd<'_>, key: Key, interest: Interest) -> io::Result<()> {
        Ok(epoll::modify(&self.bed.epoll, socket, key.encode(), interest.flags())?)
    }

    /// What has happened by now, the first [`EVENTS_A_LOOK`] of it: what it is about, and whether
    /// there is room to send or it is an error.
    pub fn look(&mut self) -> impl Iterator<Item = (Key, bool)> + use<> {
        let mut room = [MaybeUninit::uninit(); EVENTS_A_LOOK];
        let outcome = epoll::wait(&self.bed.epoll, &mut room, Some(&Timespec::default()));
        debug_assert!(matches!(outcome, Ok(_) | Err(rustix::io::Errno::INTR)));
        let events = outcome.map_or(&[][..], |(events, _)| &*events);
        let found: [Option<(Key, bool)>; EVENTS_A_LOOK] = std::array::from_fn(|at| events.get(at).map(describe));
        self.is_bell_heard |= found.iter().flatten().any(|(key, _)| *key == Key::Bell);
        found.into_iter().map_while(|event| event)
    }

    /// Whether anything has happened.
    pub fn is_ready(&mut self) -> bool {
        self.look().next().is_some()
    }

    /// Announces a nap that ends by itself after `longest`. `None`: not now, a nap that was woken
    /// is not over.
    pub fn announce(&mut self, longest: Option<Duration>) -> Option<TcpNap> {
        let turn = self.bed.turn.load(Ordering::Acquire);
        let turn = if self.is_bell_heard { self.bed.take_over(turn) } else { turn };
        if is_ringing(turn) {
            if self.bed.naps.load(Ordering::Acquire) > 0 {
                return None;
            }
            self.bed.drain();
            self.is_bell_heard = false;
            self.bed.end_turn(turn);
        }
        self.set_timer(longest);
        self.bed.naps.fetch_add(1, Ordering::AcqRel);
        // Before the caller looks around: the other half is in `Bed::wake`.
        fence(Ordering::SeqCst);
        Some(TcpNap { bed: Arc::clone(&self.bed) })
    }

    fn set_timer(&mut self, longest: Option<Duration>) {
        if longest.is_none() && self.alarm.is_none() {
            return;
        }
        let now = Instant::now();
        let wanted = longest.map(|longest| now + longest);
        if let (Some(alarm), Some(wanted)) = (self.alarm, wanted)
            && (now..=wanted).contains(&alarm)
        {
            // The nap may end early, and setting a timer takes a system call.
            return;
        }
        self.alarm = wanted;
        let longest = longest.map(|longest| longest.max(Duration::from_micros(1)));
        let it_value = longest.map_or(Timespec::default(), |longest| Timespec {
            tv_sec: longest.as_secs() as _,
            tv_nsec: longest.subsec_nanos().into(),
        });
        let once = Itimerspec { it_interval: Timespec::default(), it_value };
        let outcome = timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &once);
        debug_assert!(outcome.is_ok(), "{outcome:?}");
    }

    /// Wakes all naps.
    pub fn wake(&self) {
        self.bed.wake();
    }

    /// Who can wake naps without the device.
    pub fn waker(&self) -> Waker {
        Waker { bed: Arc::clone(&self.bed) }
    }

    /// The descriptor that becomes readable when something happens.
    pub fn descriptor(&self) -> BorrowedFd<'_> {
        self.bed.epoll.as_fd()
    }
}

fn describe(event: &epoll::Event) -> (Key, bool) {
    let (data, flags) = (event.data, event.flags);
    (Key::decode(data), flags.intersects(EventFlags::OUT | EventFlags::ERR | EventFlags::HUP))
}

fn is_ringing(turn: u32) -> bool {
    turn % 2 == 1
}

impl Bed {
    fn wake(&self) {
        // Between what the caller has published and the look whether anybody naps.
        fence(Ordering::SeqCst);
        if self.naps.load(Ordering::Acquire) == 0 {
            return;
        }
        loop {
            let turn = self.turn.load(Ordering::Acquire);
            if is_ringing(turn) {
                return;
            }
            self.ring();
            if self.note_ring(turn) {
                return;
            }
        }
    }

    fn ring(&self) {
        // Fails only if the bell has rung so often that one more makes no difference.
        let _ = rustix::io::write(&self.bell, &1u64.to_ne_bytes());
    }

    /// The bell rings, which was silent in this turn; false if others have taken note of that, or
    /// the bell was silenced since.
    fn note_ring(&self, turn: u32) -> bool {
        self.turn.compare_exchange(turn, turn.wrapping_add(1), Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    /// The bell rings: the odd turn in which it does, which begins now if nobody has noted it.
    fn take_over(&self, turn: u32) -> u32 {
        if is_ringing(turn) {
            return turn;
        }
        // If not, who rang has noted it meanwhile: the turn is the same.
        let _ = self.note_ring(turn);
        turn.wrapping_add(1)
    }

    /// Silences the bell, while nobody naps.
    fn drain(&self) {
        // Fails only if the bell is silent, which is what is wanted.
        let _ = rustix::io::read(&self.bell, &mut [0; 8]);
    }

    /// Ends an odd turn, once the bell is silent.
    fn end_turn(&self, turn: u32) {
        self.turn.store(turn.wrapping_add(1), Ordering::Release);
    }
}

/// Wakes naps of a device, from any thread.
#[derive(Clone)]
pub struct Waker {
    bed: Arc<Bed>,
}

impl Waker {
    /// As [`Device::wake_self`](ferry_device::Device::wake_self).
    pub fn wake(&self) {
        self.bed.wake();
    }
}

/// A sleep until something happens to a socket.
pub struct TcpNap {
    bed: Arc<Bed>,
}

impl Nap for TcpNap {
    fn take(self) {
        let mut found = Vec::with_capacity(1);
        // An early return is allowed; other errors there are none.
        let _ = epoll::wait(&self.bed.epoll, rustix::buffer::spare_capacity(&mut found), None);
    }

    /// The descriptor tells of the time as well.
    fn most_ns(&self) -> Option<u64> {
        None
    }
}

impl Drop for TcpNap {
    fn drop(&mut self) {
        self.bed.naps.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn what_happens_is_told_by_its_key() {
        let mut events = Events::new().unwrap();
        let (one, two) = UnixStream::pair().unwrap();
        events.add(one.as_fd(), Key::Meeting(7), Interest::READ).unwrap();
        assert!(!events.is_ready());
        rustix::io::write(&two, b"x").unwrap();
        assert_eq!(events.look().collect::<Vec<_>>(), [(Key::Meeting(7), false)]);
        events.change(one.as_fd(), Key::Peer(3), Interest::WRITE).unwrap();
        assert_eq!(events.look().collect::<Vec<_>>(), [(Key::Peer(3), true)]);
        drop(one);
        assert!(!events.is_ready());
    }

    #[test]
    fn every_nap_is_woken_and_a_bell_that_rings_lets_nobody_sleep() {
        let mut events = Events::new().unwrap();
        let naps: Vec<_> = (0..3).map(|_| events.announce(None).unwrap()).collect();
        let waker = events.waker();
        let sleepers: Vec<_> = naps.into_iter().map(|nap| std::thread::spawn(|| nap.take())).collect();
        waker.wake();
        sleepers.into_iter().for_each(|sleeper| sleeper.join().unwrap());
        assert!(events.announce(None).is_some(), "the last nap is over, and so is the bell");
        let nap = events.announce(None).unwrap();
        waker.wake();
        assert!(events.announce(None).is_none(), "one was woken and has not noticed");
        nap.take();
        assert!(events.announce(None).is_some());
    }

    /// Two threads ring at once, and the sleeper silences the bell before the second one has taken
    /// note of it: the third one must be heard.
    #[test]
    fn a_late_note_of_a_ring_does_not_keep_the_bell_silent() {
        let mut events = Events::new().unwrap();
        let nap = events.announce(None).unwrap();
        let turn = events.bed.turn.load(Ordering::Acquire);
        events.bed.ring();
        events.bed.ring();
        assert!(events.bed.note_ring(turn));
        nap.take();
        let nap = events.announce(None).expect("nobody naps");
        assert!(!events.is_ready(), "both rings are over");
        assert!(!events.bed.note_ring(turn), "the turn is over");
        events.wake();
        nap.take();
        let _nap = events.announce(None).expect("nobody naps");
        assert!(!events.is_ready(), "no ring is left over");
    }

    /// A thread that has found the bell silent rings after it was silenced and before the turn
    /// ends: that ring ends one nap, and is over.
    #[test]
    fn a_ring_that_is_left_over_ends_one_nap() {
        let mut events = Events::new().unwrap();
        let nap = events.announce(None).unwrap();
        let silent = events.bed.turn.load(Ordering::Acquire);
        events.wake();
        nap.take();
        let ringing = events.bed.turn.load(Ordering::Acquire);
        events.bed.drain();
        events.bed.ring();
        assert!(!events.bed.note_ring(silent));
        events.bed.end_turn(ringing);
        let nap = events.announce(None).expect("nobody naps");
        assert!(events.is_ready(), "the ring is heard");
        assert!(events.announce(None).is_none(), "one was woken and has not noticed");
        nap.take();
        let nap = events.announce(None).expect("nobody naps");
        assert!(!events.is_ready(), "no ring is left over");
        assert!(!events.bed.note_ring(ringing.wrapping_add(1)), "its turn is over");
        events.wake();
        nap.take();
    }

    #[test]
    fn many_wakers_leave_no_nap_behind() {
        const ROUNDS: u32 = 2000;
        const LONGEST: Duration = Duration::from_secs(20);
        let mut events = Events::new().unwrap();
        let (published, waker) = (AtomicU32::new(0), events.waker());
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..ROUNDS {
                        published.fetch_add(1, Ordering::Release);
                        waker.wake();
                    }
                });
            }
            while published.load(Ordering::Acquire) < 3 * ROUNDS {
                let (seen, start) = (published.load(Ordering::Acquire), Instant::now());
                let Some(nap) = events.announce(Some(2 * LONGEST)) else { continue };
                if seen < 3 * ROUNDS && published.load(Ordering::Acquire) == seen {
                    nap.take();
                    assert!(start.elapsed() < LONGEST, "nobody was heard");
                }
            }
        });
        // What has rung late is heard once at most.
        let is_silent = |events: &mut Events| events.announce(None).is_some_and(|_nap| !events.is_ready());
        assert!((0..3).any(|_| is_silent(&mut events)), "a ring is left over");
    }

    #[test]
    fn a_nap_ends_in_time() {
        let mut events = Events::new().unwrap();
        let start = Instant::now();
        events.announce(Some(Duration::from_millis(20))).unwrap().take();
        assert!(start.elapsed() >= Duration::from_millis(19));
        let short = events.announce(Some(Duration::ZERO)).unwrap();
        short.take();
        assert!(events.announce(None).is_some());
        assert!(!events.is_ready(), "no timer is set");
    }
}
