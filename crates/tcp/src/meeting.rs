//! Connections that are being made, from here and by others, until both ends have recognized each
//! other.
//!
//! A process greets whoever connects, and then listens; who connects says hello once it is greeted
//! ([`crate::handshake`]).
//!
//! A *call* is this process's attempt to reach a peer: at one of its addresses after the other,
//! several at once where an answer is late. A *meeting* is one socket on which the handshake is not
//! over. Strangers that connect and say nothing are dropped after a while, or when there are too
//! many.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use ferry_protocol::process::ProcessId;

use crate::card::Card;
use crate::events::{Events, Interest, Key};
use crate::foreign::{Foreign, ForeignPeers};
use crate::handshake::{
    ANSWER, Answer, Challenge, Challenges, GREETING, Greeting, HELLO, Hello, Posed, Refusal, Secret, VERSION, Wrong,
};
use crate::interfaces::{Reachable, in_order_of_nearness};
use crate::pairing::{Decision, PairingStanding, decide};
use crate::socket;

/// How long an address has to accept before the next is tried beside it.
const HEAD_START: Duration = Duration::from_millis(250);
/// How long the kernel has for the first attempt to connect before another takes its place: a host
/// whose listening queue is full of others does not answer, and the kernel asks again after 1 s, 3
/// s, 7 s, ... Each attempt has twice the time of the one before: the way to the host may be longer
/// than this.
const FIRST_RENEWAL: Duration = Duration::from_millis(250);
/// How long a process that has accepted has to answer before the next address is tried beside it:
/// it may compute and answer late, or be somebody else.
const PATIENCE: Duration = Duration::from_secs(5);
/// Before an address that hung up is tried again, doubled each time; the peer may have had too many
/// strangers, or not have noticed an end.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
/// Times that is done: for about ten seconds in all.
const MOST_RETRIES: u32 = 9;
/// Connections of others that have not said who they are. When there are more after a look, the
/// oldest are dropped; a rank that this befalls tries again.
const MOST_STRANGERS: usize = 256;
/// Connections accepted at one look.
const ACCEPTS_A_LOOK: usize = 64;

/// Who this process is.
pub struct Identity {
    /// This process.
    pub id: ProcessId,
    /// Size of the world.
    pub ranks: u32,
    /// What the job has in common.
    pub secret: Secret,
    /// Name of this host.
    pub host: String,
    /// What peers of other jobs, which it has told them, know it by.
    pub key: Challenge,
    /// What this process's card asks.
    pub challenge: Challenge,
    /// Its addresses.
    pub addresses: Vec<Reachable>,
    /// How long a connection that does not answer is waited for.
    pub timeout: Duration,
}

/// What came of a meeting.
pub enum News {
    /// Both ends have recognized each other.
    Opened {
        /// World rank.
        peer: u32,
        /// Name of its host.
        host: String,
        /// The connection, in the set of events under the key that it now has.
        socket: OwnedFd,
    },
    /// No way to the peer works.
    Failed {
        /// World rank.
        peer: u32,
        /// Host and causes, in words.
        reason: String,
    },
}

enum MeetingPhase {
    /// The kernel connects to the peer.
    Connecting { peer: u32 },
    /// The kernel has connected; the peer has not greeted.
    Connected { peer: u32 },
    /// This process has said its hello.
    Introduced { peer: u32, hello: [u8; HELLO] },
    /// Somebody has connected, was greeted with this challenge, and has not said who it is.
    Stranger { greeting: Challenge },
    /// The peer has said its hello, and it is not known yet which call goes first.
    Parked { peer: u32, host: String, hello: [u8; HELLO] },
}

struct Meeting {
    socket: OwnedFd,
    stage: MeetingPhase,
    /// Where this process called; `None` at the other end.
    address: Option<SocketAddr>,
    deadline: Option<Instant>,
    /// When the attempt to connect is made anew.
    renew_at: Option<Instant>,
    /// Time that the attempt has.
    renewal: Duration,
    /// The beginning of what the other end has to say.
    words: [u8; HELLO],
    said: usize,
}

/// This process's attempt to reach a peer.
struct Call {
    card: Card,
    challenge: Challenge,
    untried: VecDeque<SocketAddr>,
    /// When the next address is tried, if one is left.
    next_at: Instant,
    /// Meetings under way.
    meetings: Vec<u32>,
    /// The peer's own call, which waits.
    parked: Option<u32>,
    retries: u32,
    failures: Vec<String>,
}

/// All connections that are being made.
pub struct Meetings {
    identity: Identity,
    foreign: ForeignPeers,
    listener: OwnedFd,
    challenges: Challenges,
    meetings: HashMap<u32, Meeting>,
    last: u32,
    /// Strangers, the oldest first; some of them are gone.
    strangers: VecDeque<u32>,
    calls: HashMap<u32, Call>,
    news: VecDeque<News>,
}

impl Meetings {
    /// Nobody has connected yet.
    pub fn new(identity: Identity, listener: OwnedFd, events: &Events) -> io::Result<Self> {
        events.add(listener.as_fd(), Key::Listener, Interest::READ)?;
        Ok(Meetings {
            identity,
            foreign: ForeignPeers::default(),
            listener,
            challenges: Challenges::new(ferry_sys::random::bytes()?),
            meetings: HashMap::new(),
            last: 0,
            strangers: VecDeque::new(),
            calls: HashMap::new(),
            news: VecDeque::new(),
        })
    }

    /// Who this process is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Gets to know a process of another job: its number.
    pub fn add_foreign(&mut self, peer: Foreign) -> u32 {
        self.identity.ranks + self.foreign.admit(&self.identity.key, peer) as u32
    }

    /// Forgets a process of another job, and a call to it.
    pub fn forget_foreign(&mut self, peer: u32) {
        if let Some(call) = self.calls.remove(&peer) {
            self.drop_others(&call, self.last.wrapping_add(1));
        }
        self.foreign.forget(peer.wrapping_sub(self.identity.ranks) as usize);
    }

    /// The card of a peer, if it is of another job.
    pub fn foreign_card(&self, peer: u32) -> Option<Result<Card, String>> {
        let place = peer.checked_sub(self.identity.ranks)? as usize;
        Some(self.foreign.get(place).map(|known| known.card.clone()).ok_or_else(|| "it was disconnected".to_owned()))
    }

    /// What this process and a peer have in common.
    fn secret_of(&self, peer: u32) -> &Secret {
        let place = peer.checked_sub(self.identity.ranks);
        place.and_then(|place| self.foreign.get(place as usize)).map_or(&self.identity.secret, |known| &known.secret)
    }

    fn id_of(&self, peer: u32) -> ProcessId {
        let place = peer.checked_sub(self.identity.ranks);
        let known = place.and_then(|place| self.foreign.get(place as usize));
        known.map_or(ProcessId { rank: peer, ..self.identity.id }, |known| known.id)
    }

    /// The number of a process, if it is a peer.
    fn peer_of(&self, id: ProcessId) -> Option<u32> {
        let Identity { id: own, ranks, .. } = self.identity;
        match id.job == own.job {
            true => (id.rank < ranks && id.rank != own.rank).then_some(id.rank),
            false => Some(ranks + self.foreign.place_of(id)? as u32),
        }
    }

    /// Whether there is anything to wait for besides new connections.
    pub fn is_idle(&self) -> bool {
        self.meetings.is_empty() && self.calls.is_empty()
    }

    /// Whether this process calls `peer`.
    pub fn is_calling(&self, peer: u32) -> bool {
        self.calls.contains_key(&peer)
    }

    /// What came of meetings.
    pub fn next_news(&mut self) -> Option<News> {
        self.news.pop_front()
    }

    /// Begins to call `peer`, whose card this is.
    pub fn call(&mut self, peer: u32, card: Card, events: &Events) {
        let order = in_order_of_nearness(&card.addresses, &self.identity.addresses);
        let untried = order.into_iter().map(|address| SocketAddr::new(address, card.port)).collect();
        let call = Call {
            card,
            challenge: self.challenges.make(),
            untried,
            next_at: Instant::now(),
            meetings: Vec::new(),
            parked: None,
            retries: 0,
            failures: Vec::new(),
        };
        self.calls.insert(peer, call);
        self.try_next(peer, events);
    }

    /// Tries the next address of `peer`; one after the other as long as they fail at once.
    fn try_next(&mut self, peer: u32, events: &Events) {
        while let Some(call) = self.calls.get_mut(&peer) {
            let Some(address) = call.untried.pop_front() else {
                self.check(peer, events);
                return;
            };
            call.next_at = Instant::now() + HEAD_START;
            match self.begin(peer, address, events) {
                Ok(number) => {
                    self.calls.entry(peer).and_modify(|call| call.meetings.push(number));
                    return;
                }
                Err(error) => self.note_failure(peer, address, &words(&error)),
            }
        }
    }

    fn begin(&mut self, peer: u32, address: SocketAddr, events: &Events) -> io::Result<u32> {
        let socket = socket::connect(address, self.identity.timeout)?;
        let number = self.next_number();
        events.add(socket.as_fd(), Key::Meeting(number), Interest::WRITE)?;
        let now = Instant::now();
        let meeting = Meeting {
            socket,
            stage: MeetingPhase::Connecting { peer },
            address: Some(address),
            deadline: Some(now + self.identity.timeout),
            renew_at: Some(now + FIRST_RENEWAL),
            renewal: FIRST_RENEWAL,
            words: [0; HELLO],
            said: 0,
        };
        self.meetings.insert(number, meeting);
        Ok(number)
    }

    /// Asks the peer's host once more, as the kernel would only later.
    fn renew(&mut self, number: u32, now: Instant, events: &Events) {
        let Some(meeting) = self.meetings.get_mut(&number) else { return };
        meeting.renewal *= 2;
        meeting.renew_at = Some(now + meeting.renewal);
        let Some(address) = meeting.address else { return };
        // If there is no socket for it now, the attempt under way goes on.
        if let Ok(socket) = socket::connect(address, self.identity.timeout)
            && events.add(socket.as_fd(), Key::Meeting(number), Interest::WRITE).is_ok()
        {
            meeting.socket = socket;
        }
    }

    fn next_number(&mut self) -> u32 {
        self.last = self.last.wrapping_add(1);
        self.last
    }

    fn note_failure(&mut self, peer: u32, address: SocketAddr, why: &str) {
        if let Some(call) = self.calls.get_mut(&peer) {
            call.failures.push(format!("{address}: {why}"));
        }
    }

    /// If nothing of the call to `peer` is left, the peer's own is accepted, or the call has
    /// failed.
    fn check(&mut self, peer: u32, events: &Events) {
        let Some(call) = self.calls.get_mut(&peer).filter(|call| call.meetings.is_empty() && call.untried.is_empty()) else {
            return;
        };
        if let Some(parked) = call.parked.take() {
            self.accept_parked(parked, events);
            return;
        }
        let Card { host, addresses, .. } = &call.card;
        let causes = match addresses.is_empty() {
            true => "its card has no address".to_owned(),
            false => call.failures.join("; "),
        };
        let reason = format!("{host}: cannot be reached ({causes})");
        self.calls.remove(&peer);
        self.news.push_back(News::Failed { peer, reason });
    }

    /// Takes what has happened to the meeting with this number. `is_settled` says whether there is
    /// a connection to a peer already, or will never be one.
    pub fn handle(&mut self, number: u32, is_writable: bool, is_settled: impl Fn(u32) -> bool, events: &Events) {
        let Some(meeting) = self.meetings.get(&number) else { return };
        match meeting.stage {
            MeetingPhase::Connecting { peer } if is_writable => self.connected(number, peer, events),
            MeetingPhase::Connecting { .. } => {}
            MeetingPhase::Connected { peer } => self.hear_greeting(number, peer, events),
            MeetingPhase::Introduced { peer, hello } => self.hear_answer(number, peer, &hello, events),
            MeetingPhase::Stranger { greeting } => self.hear_hello(number, greeting, is_settled, events),
            MeetingPhase::Parked { peer, .. } => self.look_at_parked(number, peer, events),
        }
    }

    /// The kernel has connected, or not.
    fn connected(&mut self, number: u32, peer: u32, events: &Events) {
        let Some(meeting) = self.meetings.get_mut(&number) else { return };
        let listens = || events.change(meeting.socket.as_fd(), Key::Meeting(number), Interest::READ);
        let outcome = socket::outcome(meeting.socket.as_fd()).and_then(|()| listens());
        (meeting.stage, meeting.deadline, meeting.renew_at) = (MeetingPhase::Connected { peer }, None, None);
        let Some(call) = self.calls.get_mut(&peer) else { return };
        match outcome {
            Ok(()) => {
                call.next_at = Instant::now() + PATIENCE;
                // It may be there by now.
                self.hear_greeting(number, peer, events);
            }
            Err(error) => self.fail(number, peer, &words(&error), events),
        }
    }

    fn hear_greeting(&mut self, number: u32, peer: u32, events: &Events) {
        let Some(meeting) = self.meetings.get_mut(&number) else { return };
        let heard = match meeting.hear(GREETING) {
            Ok(Heard::Part) => return,
            Ok(Heard::All) => meeting.words.first_chunk().map(Greeting::decode),
            Ok(Heard::End) => None,
            Err(error) => return self.retry(number, peer, &words(&error), events),
        };
        match heard {
            Some(Ok(Greeting(greeting))) => {
                if let Err(error) = self.introduce(number, peer, greeting) {
                    self.retry(number, peer, &words(&error), events);
                }
            }
            Some(Err(Wrong::Version(version))) => self.fail(number, peer, &versions(version), events),
            Some(Err(_)) => self.fail(number, peer, "somebody else answers there", events),
            None => self.retry(number, peer, "hung up without a word", events),
        }
    }

    /// Says hello.
    fn introduce(&mut self, number: u32, peer: u32, greeting: Challenge) -> io::Result<()> {
        let Some(call) = self.calls.get(&peer) else { return Ok(()) };
        let Identity { id, ranks, host, .. } = &self.identity;
        let to = self.id_of(peer).rank;
        let hello = Hello { from: *id, to, ranks: *ranks, challenge: call.challenge, host: host.clone() };
        let hello = hello.encode(self.secret_of(peer), &Posed { card: call.card.challenge, greeting });
        let Some(meeting) = self.meetings.get_mut(&number) else { return Ok(()) };
        say(&meeting.socket, &hello)?;
        (meeting.stage, meeting.said) = (MeetingPhase::Introduced { peer, hello }, 0);
        Ok(())
    }

    fn hear_answer(&mut self, number: u32, peer: u32, hello: &[u8; HELLO], events: &Events) {
        let Some(meeting) = self.meetings.get_mut(&number) else { return };
        let heard = match meeting.hear(ANSWER) {
            Ok(Heard::Part) => return,
            Ok(Heard::All) => {
                let words = meeting.words;
                words.first_chunk().map(|answer| Answer::decode(answer, self.secret_of(peer), hello))
            }
            Ok(Heard::End) => None,
            Err(error) => return self.come_back(number, peer, &words(&error), events),
        };
        match heard {
            Some(Ok(Answer::Welcome)) => self.welcomed(number, peer, events),
            Some(Ok(Answer::Refused(refusal, version))) => self.refused(number, peer, refusal, version, events),
            Some(Err(Wrong::Version(version))) => self.fail(number, peer, &versions(version), events),
            Some(Err(_)) => self.fail(number, peer, "somebody else answers there", events),
            None => self.come_back(number, peer, "hung up without a word", events),
        }
    }

    fn refused(&mut self, number: u32, peer: u32, refusal: Refusal, version: u32, events: &Events) {
        match refusal {
            Refusal::Version => self.fail(number, peer, &versions(version), events),
            Refusal::Stranger => {
                let why = "does not know this process as a rank of its job (were all ranks started by one launcher?)";
                self.fail(number, peer, why, events);
            }
            Refusal::Descriptors => {
                let why = "has its limit of open files; raise it there (`ulimit -Hn`, `ulimit -n`)";
                self.fail(number, peer, why, events);
            }
            Refusal::Duplicate => self.retry(number, peer, "says that there is a connection already", events),
        }
    }

    fn welcomed(&mut self, number: u32, peer: u32, events: &Events) {
        let Some(call) = self.calls.remove(&peer) else { return };
        self.drop_others(&call, number);
        self.open(number, peer, call.card.host, events);
    }

    fn open(&mut self, number: u32, peer: u32, host: String, events: &Events) {
        let Some(meeting) = self.meetings.remove(&number) else { return };
        let news = match events.change(meeting.socket.as_fd(), Key::Peer(peer), Interest::READ) {
            Ok(()) => News::Opened { peer, host, socket: meeting.socket },
            Err(error) => News::Failed { peer, reason: format!("{host}: {error}") },
        };
        self.news.push_back(news);
    }

    /// Drops the meetings of a call but the one that has become the connection.
    fn drop_others(&mut self, call: &Call, kept: u32) {
        for number in call.meetings.iter().chain(&call.parked).filter(|number| **number != kept) {
            if let Some(meeting) = self.meetings.remove(number)
                && let MeetingPhase::Parked { hello, .. } = meeting.stage
            {
                refuse(&meeting.socket, &self.identity.secret, Refusal::Duplicate, &hello);
            }
        }
    }

    /// One address of `peer` does not work.
    fn fail(&mut self, number: u32, peer: u32, why: &str, events: &Events) {
        let Some(meeting) = self.meetings.remove(&number) else { return };
        if let Some(address) = meeting.address {
            self.note_failure(peer, address, why);
        }
        if let Some(call) = self.calls.get_mut(&peer) {
            call.meetings.retain(|other| *other != number);
            self.try_next(peer, events);
        }
    }

    /// The peer greeted and hung up before it answered: it is there, and had too many strangers, or
    /// lost patience with a process that computes and listens now and then. That is no failure,
    /// however often.
    fn come_back(&mut self, number: u32, peer: u32, why: &str, events: &Events) {
        if let Some(call) = self.calls.get_mut(&peer) {
            call.retries = call.retries.saturating_sub(1);
        }
        self.retry(number, peer, why, events);
    }

    /// The peer hung up; it may have had a reason that passes.
    fn retry(&mut self, number: u32, peer: u32, why: &str, events: &Events) {
        let Some(call) = self.calls.get_mut(&peer) else { return };
        if call.retries == MOST_RETRIES {
            return self.fail(number, peer, why, events);
        }
        let Some(Meeting { address: Some(address), .. }) = self.meetings.remove(&number) else { return };
        call.meetings.retain(|other| *other != number);
        call.untried.push_back(address);
        call.next_at = Instant::now() + FIRST_PAUSE * (1 << call.retries);
        call.retries += 1;
    }

    /// Accepts connections that wait.
    pub fn accept(&mut self, events: &Events) {
        self.accept_some(events);
        self.drop_oldest_strangers();
    }

    fn accept_some(&mut self, events: &Events) {
        for _ in 0..ACCEPTS_A_LOOK {
            match socket::accept(self.listener.as_fd(), self.identity.timeout) {
                Ok(Some(socket)) => self.admit(socket, events),
                Ok(None) => return,
                // Whoever connected finds that it was hung up, and tries again or fails.
                Err(error) if socket::is_limit(&error) => return self.turn_one_away(),
                Err(_) => {}
            }
        }
    }

    fn admit(&mut self, socket: OwnedFd, events: &Events) {
        let (number, greeting) = (self.next_number(), self.challenges.make());
        if say(&socket, &Greeting(greeting).encode()).is_err()
            || events.add(socket.as_fd(), Key::Meeting(number), Interest::READ).is_err()
        {
            return;
        }
        let meeting = Meeting {
            socket,
            stage: MeetingPhase::Stranger { greeting },
            address: None,
            deadline: Some(Instant::now() + self.identity.timeout),
            renew_at: None,
            renewal: FIRST_RENEWAL,
            words: [0; HELLO],
            said: 0,
        };
        self.meetings.insert(number, meeting);
        self.strangers.push_back(number);
    }

    /// Once for all that one look has accepted: thousands of strangers are to cost little.
    fn drop_oldest_strangers(&mut self) {
        if self.strangers.len() <= MOST_STRANGERS {
            return;
        }
        let is_stranger = |meeting: &Meeting| matches!(meeting.stage, MeetingPhase::Stranger { .. });
        self.strangers.retain(|number| self.meetings.get(number).is_some_and(is_stranger));
        let surplus = self.strangers.len().saturating_sub(MOST_STRANGERS);
        for oldest in self.strangers.drain(..surplus) {
            self.meetings.remove(&oldest);
        }
    }

    /// No descriptor is left: gives the oldest stranger's to the next one that waits, or that of an
    /// own attempt; and says so.
    fn turn_one_away(&mut self) {
        let oldest = self.strangers.pop_front().and_then(|number| self.meetings.remove(&number));
        drop(oldest);
        if let Ok(Some(socket)) = socket::accept(self.listener.as_fd(), self.identity.timeout) {
            refuse(&socket, &self.identity.secret, Refusal::Descriptors, &[0; HELLO]);
        }
    }

    fn hear_hello(&mut self, number: u32, greeting: Challenge, is_settled: impl Fn(u32) -> bool, events: &Events) {
        let Some(meeting) = self.meetings.get_mut(&number) else { return };
        match meeting.hear(HELLO) {
            Ok(Heard::Part) => {}
            Ok(Heard::All) => {
                let Meeting { words, .. } = *meeting;
                match self.recognize(&words, greeting) {
                    Ok((peer, hello)) => self.greeted(number, peer, hello, &words, is_settled, events),
                    Err(Wrong::Unproven) => self.turn_away(number, Refusal::Stranger, &words),
                    Err(Wrong::Version(_)) => self.turn_away(number, Refusal::Version, &words),
                    Err(Wrong::Foreign) => _ = self.meetings.remove(&number),
                }
            }
            Ok(Heard::End) | Err(_) => _ = self.meetings.remove(&number),
        }
    }

    /// Who says hello, if it is a peer that proves it.
    fn recognize(&self, words: &[u8; HELLO], greeting: Challenge) -> Result<(u32, Hello), Wrong> {
        let Identity { id, ranks, challenge, .. } = self.identity;
        let peer = self.peer_of(Hello::caller(words)?).ok_or(Wrong::Unproven)?;
        let hello = Hello::decode(words, self.secret_of(peer), &Posed { card: challenge, greeting })?;
        let is_of_its_world = hello.from.job != id.job || hello.ranks == ranks;
        if hello.to == id.rank && is_of_its_world { Ok((peer, hello)) } else { Err(Wrong::Unproven) }
    }

    fn greeted(
        &mut self,
        number: u32,
        peer: u32,
        hello: Hello,
        words: &[u8; HELLO],
        is_settled: impl Fn(u32) -> bool,
        events: &Events,
    ) {
        let standing = match self.calls.get(&peer) {
            _ if is_settled(peer) => PairingStanding::Settled,
            Some(call) => PairingStanding::Calling { has_parked: call.parked.is_some() },
            None => PairingStanding::Apart,
        };
        match decide(self.identity.id, hello.from, standing) {
            Decision::Accept => self.welcome(number, peer, hello.host, words, events),
            Decision::Refuse => self.turn_away(number, Refusal::Duplicate, words),
            Decision::Park => {
                if let (Some(meeting), Some(call)) = (self.meetings.get_mut(&number), self.calls.get_mut(&peer)) {
                    meeting.stage = MeetingPhase::Parked { peer, host: hello.host, hello: *words };
                    meeting.deadline = None;
                    call.parked = Some(number);
                }
            }
        }
    }

    fn welcome(&mut self, number: u32, peer: u32, host: String, hello: &[u8; HELLO], events: &Events) {
        let Some(meeting) = self.meetings.get(&number) else { return };
        if say(&meeting.socket, &Answer::Welcome.encode(self.secret_of(peer), hello)).is_err() {
            // The peer has gone while it waited: if it still is there, it calls again.
            self.meetings.remove(&number);
            return self.check(peer, events);
        }
        if let Some(call) = self.calls.remove(&peer) {
            self.drop_others(&call, number);
        }
        self.open(number, peer, host, events);
    }

    fn accept_parked(&mut self, number: u32, events: &Events) {
        let Some(Meeting { stage: MeetingPhase::Parked { peer, host, hello }, .. }) = self.meetings.get(&number) else { return };
        let (peer, host, hello) = (*peer, host.clone(), *hello);
        self.welcome(number, peer, host, &hello, events);
    }

    fn turn_away(&mut self, number: u32, refusal: Refusal, hello: &[u8; HELLO]) {
        if let Some(meeting) = self.meetings.remove(&number) {
            refuse(&meeting.socket, &self.identity.secret, refusal, hello);
        }
    }

    /// A parked peer says nothing before it is welcomed: it has hung up.
    fn look_at_parked(&mut self, number: u32, peer: u32, events: &Events) {
        self.meetings.remove(&number);
        if let Some(call) = self.calls.get_mut(&peer) {
            call.parked = call.parked.filter(|parked| *parked != number);
        }
        self.check(peer, events);
    }

    /// When something is to be done although nothing happens.
    pub fn next_deadline(&self) -> Option<Instant> {
        let meetings = self.meetings.values().flat_map(|meeting| meeting.deadline.into_iter().chain(meeting.renew_at));
        let calls = self.calls.values().filter(|call| !call.untried.is_empty()).map(|call| call.next_at);
        meetings.chain(calls).min()
    }

    /// Does what is due.
    pub fn tick(&mut self, now: Instant, events: &Events) {
        let is_late = |meeting: &Meeting| meeting.deadline.is_some_and(|deadline| deadline <= now);
        let late: Vec<u32> = self.meetings.iter().filter(|(_, meeting)| is_late(meeting)).map(|(number, _)| *number).collect();
        for number in late {
            match self.meetings.get(&number).map(|meeting| &meeting.stage) {
                Some(MeetingPhase::Connecting { peer }) => {
                    let why = format!("no answer in {} s", self.identity.timeout.as_secs());
                    self.fail(number, *peer, &why, events);
                }
                _ => _ = self.meetings.remove(&number),
            }
        }
        let is_old = |meeting: &Meeting| meeting.renew_at.is_some_and(|at| at <= now);
        let old: Vec<u32> = self.meetings.iter().filter(|(_, meeting)| is_old(meeting)).map(|(number, _)| *number).collect();
        old.into_iter().for_each(|number| self.renew(number, now, events));
        let is_due = |call: &Call| !call.untried.is_empty() && call.next_at <= now;
        let due: Vec<u32> = self.calls.iter().filter(|(_, call)| is_due(call)).map(|(peer, _)| *peer).collect();
        due.into_iter().for_each(|peer| self.try_next(peer, events));
    }
}

enum Heard {
    All,
    Part,
    End,
}

impl Meeting {
    /// Reads what is there of the `len` bytes that the other end has to say, and nothing behind
    /// them.
    fn hear(&mut self, len: usize) -> io::Result<Heard> {
        match socket::receive(self.socket.as_fd(), &mut self.words[self.said..len]) {
            Ok(0) => Ok(Heard::End),
            Ok(bytes) => {
                self.said += bytes;
                Ok(if self.said == len { Heard::All } else { Heard::Part })
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(Heard::Part),
            Err(error) => Err(error),
        }
    }
}

/// Sends the first words on a new connection, for which there is always room.
fn say(socket: &OwnedFd, words: &[u8]) -> io::Result<()> {
    match socket::send(socket.as_fd(), words)? {
        sent if sent == words.len() => Ok(()),
        _ => Err(io::Error::new(io::ErrorKind::WriteZero, "no room on a new connection")),
    }
}

fn refuse(socket: &OwnedFd, secret: &Secret, refusal: Refusal, hello: &[u8; HELLO]) {
    // If the peer does not hear why, it notices that it is hung up.
    let _ = say(socket, &Answer::Refused(refusal, VERSION).encode(secret, hello));
}

fn versions(theirs: u32) -> String {
    format!("it speaks version {theirs} of Ferry's TCP protocol and this process {VERSION}")
}

/// An error of the system without its number.
pub fn words(error: &io::Error) -> String {
    let text = error.to_string();
    let without_number = text.split(" (os error").next().unwrap_or_default();
    let mut letters = without_number.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
