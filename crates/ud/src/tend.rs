//! What time makes the device do: repeat, acknowledge, ask for what is missing, give up; and what
//! has to be done before a sleep and at the end.

use ferry_device::{Lost, PacketTaken, Placement, ScatterList, Sink};
use ferry_protocol::datagram::{DatagramKind, MOST_IN_FLIGHT, Sequence};
use ferry_protocol::packet::Header;
use ferry_rdma::{AsyncEvent, CompletionQueue, Operation, Verbs};
use ferry_verbs_transport::Environment;

use crate::control::Control;
use crate::device::{NEVER, UdDevice};
use crate::peers::Farewell;

/// Packets that a peer may send at least, however many others do: it has to notice losses.
const LEAST_ROOM: u16 = 4;

/// Times that a farewell is said, and how long an answer to the first is waited for, in
/// nanoseconds; twice as long for each further one. A peer that computes does not answer, and finds
/// what was said when it looks.
const FAREWELLS: u32 = 6;
const FAREWELL_NS: u64 = 1_000_000;

/// Peers that are asked at once whether they live, so that a process with many does not send as
/// many packets at a time.
const PROBES: usize = 16;

/// How often that happens while a peer may be silent.
const PROBES_OF_LIMIT: u64 = 4;

/// How many peers send at present: they share the receives.
#[derive(Debug)]
pub(crate) struct Turns {
    /// Receives of a turn, taken in this one, and its number.
    receives: u32,
    taken: u32,
    turn: u32,
    /// Peers heard in this turn and in the last one.
    heard: [u32; 2],
}

impl Turns {
    pub fn new(receives: u32) -> Self {
        Turns { receives, taken: 0, turn: 1, heard: [0, 0] }
    }

    /// A datagram has come from a peer that was heard last in `turn`.
    fn note(&mut self, turn: &mut u32) {
        if *turn != self.turn {
            *turn = self.turn;
            self.heard[0] += 1;
        }
        self.taken += 1;
        if self.taken >= self.receives {
            self.heard = [0, self.heard[0]];
            (self.taken, self.turn) = (0, self.turn.wrapping_add(1));
        }
    }

    /// Packets that each may have on their way, if half of the receives are for those that are
    /// known to send.
    fn share(&self) -> u16 {
        let peers = self.heard[0].max(self.heard[1]).max(1);
        (self.receives / 2 / peers).clamp(LEAST_ROOM.into(), MOST_IN_FLIGHT.into()) as u16
    }
}

/// Takes nothing.
struct Nobody;

impl Sink for Nobody {
    fn packet(&mut self, _from: u32, _header: &Header, _body: *const u8) -> PacketTaken {
        PacketTaken::Refused
    }

    fn begin(&mut self, _from: u32, _header: &Header, _into: &mut ScatterList) -> Placement {
        Placement::Refused
    }

    fn landed(&mut self, _number: u64) {}
}

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// Packets of a peer that there is room for.
    pub(crate) fn room_of(&self, index: usize) -> u16 {
        self.turns.share().saturating_sub(self.peers.met[index].backlog().min(usize::from(u16::MAX)) as u16)
    }

    pub(crate) fn note_turn(&mut self, index: usize) {
        self.turns.note(&mut self.peers.met[index].turn);
    }

    /// Something is outstanding at a peer, or owed to it: time looks after it.
    pub(crate) fn list(&mut self, index: usize) {
        let peer = &mut self.peers.met[index];
        let due = peer.link.deadline_ns();
        let is_outstanding = due.is_some() || !peer.link.sending.is_empty();
        if is_outstanding && !peer.is_listed {
            peer.is_listed = true;
            self.listed.push(index as u32);
        }
        self.due_ns = self.due_ns.min(due.unwrap_or(NEVER));
    }

    /// Does for all listed peers what is due.
    pub(crate) fn tend(&mut self, now_ns: u64) {
        self.due_ns = NEVER;
        let mut listed = std::mem::take(&mut self.listed);
        listed.retain(|index| self.tend_peer(*index as usize, now_ns));
        listed.append(&mut self.listed);
        self.listed = listed;
        self.send_controls();
        self.pump_bulk();
        self.repair_overdue(now_ns);
        self.probe(now_ns);
        if let Some(next_ns) = self.say_broken(now_ns) {
            self.due_ns = self.due_ns.min(next_ns);
        }
        if !self.controls.is_empty() || self.bulk.is_held_up || !self.listed.is_empty() && self.port.window.room() == 0 {
            self.due_ns = now_ns;
        }
    }

    /// Asks peers of which nothing is expected whether they live, where that matters.
    fn probe(&mut self, now_ns: u64) {
        let Some(limit_ns) = self.options.silence_ns.filter(|_| !self.peers.met.is_empty()) else { return };
        let (mut at_ns, first) = self.probe;
        if now_ns >= at_ns {
            let count = self.peers.met.len();
            for index in (first..first + PROBES.min(count)).map(|index| index % count) {
                let peer = &self.peers.met[index];
                if !peer.is_lost && peer.farewell.is_none() && peer.link.sending.is_empty() {
                    self.tell(index, Control::Ping.encode());
                }
            }
            at_ns = now_ns + limit_ns / PROBES_OF_LIMIT;
            self.probe = (at_ns, (first + PROBES) % count);
        }
        self.due_ns = self.due_ns.min(at_ns);
    }

    /// Whether the peer has to be looked after again.
    fn tend_peer(&mut self, index: usize, now_ns: u64) -> bool {
        let is_forgotten = self.peers.met[index].is_forgotten();
        let sending = &mut self.peers.met[index].link.sending;
        sending.tick(now_ns);
        let silent_ns = sending.silent_ns(now_ns);
        let wants = sending.waiting() > 0 || sending.lost() > 0;
        if let Some(limit_ns) = self.options.silence_ns.filter(|limit_ns| silent_ns >= *limit_ns && !is_forgotten) {
            let seconds = limit_ns as f64 / 1e9;
            self.lose(index, &format!("it has not answered for {seconds} s (FERRY_UD_SILENCE), nor for {silent_ns} ns"));
        }
        if wants {
            self.pump(index);
        }
        if self.peers.met[index].link.must_tell(now_ns) {
            self.acknowledge(index, DatagramKind::Acknowledgement);
        }
        let peer = &mut self.peers.met[index];
        peer.is_listed = false;
        if peer.is_lost || peer.link.is_quiet() {
            // Of thousands of peers few are talked to at a time.
            peer.link.sending.free_if_empty();
            return false;
        }
        peer.is_listed = true;
        self.due_ns = self.due_ns.min(peer.link.deadline_ns().unwrap_or(NEVER));
        true
    }

    /// Nothing is left to do but to wait.
    pub(crate) fn ready_to_sleep(&mut self) -> bool {
        let now = self.environment.now();
        self.tend(now);
        let mut is_quiet = self.batch.is_empty();
        if self.is_armed {
            is_quiet &= self.completions.queue.clear().is_ok();
        }
        self.is_armed = true;
        let solicited_only = !self.awaits_any_completion();
        if let Err(error) = self.completions.queue.arm(solicited_only) {
            self.fail_all(&format!("the completion queue cannot be armed: {error}"));
            return false;
        }
        self.collect();
        self.hear_adapter();
        let has_packet = !self.batch.is_empty() || !self.ready.is_empty();
        let may_sleep =
            is_quiet && !has_packet && self.lost.is_empty() && self.unreachable.is_empty() && self.finished.is_empty();
        self.counters.sleeps += u64::from(may_sleep);
        may_sleep
    }

    /// Whether each completion may be what this process waits for: that of a send, or of a packet
    /// that is not the end of its message. Elsewhere such packets do not wake it.
    pub(crate) fn awaits_any_completion(&mut self) -> bool {
        let met = &self.peers.met;
        self.with_gaps.retain(|index| !met[*index as usize].is_lost && met[*index as usize].link.receiving.has_gap());
        !(self.puts.is_empty() && self.exposures.sent_whole.is_empty() && self.with_gaps.is_empty()) || self.lacks_buffers
    }

    fn hear_adapter(&mut self) {
        while let Ok(Some(event)) = self.verbs.next_event() {
            let is_failure = match event {
                AsyncEvent::CompletionQueueFailed | AsyncEvent::DeviceFailed | AsyncEvent::SharedReceiveQueueFailed { .. } => {
                    true
                }
                AsyncEvent::QueuePairFailed { queue_pair } => [self.port.number(), self.bulk.number()].contains(&queue_pair),
                _ => false,
            };
            if is_failure {
                self.fail_all(&format!("the adapter has failed: {event:?}"));
            }
        }
    }

    /// Whether everything that was sent has arrived, and nothing is owed.
    pub fn is_quiet(&mut self) -> bool {
        self.take_packets(None, &mut Nobody);
        let is_owed = self.peers.met.iter().any(|peer| !peer.is_lost && !peer.is_forgotten() && !peer.link.sending.is_empty());
        !is_owed && self.controls.is_empty() && self.puts.is_empty() && self.breaking.is_empty()
    }

    /// Waits, at most `patience_ns`, until everything that was sent has arrived, and says farewell
    /// to all peers. Whether all of that worked. To be called when this process sends nothing more:
    /// peers that have heard no farewell repeat what they think is missing.
    ///
    /// The device may be used again after that: peers repeat what they send meanwhile.
    pub fn finish(&mut self, patience_ns: u64) -> bool {
        let begin = self.environment.now();
        let mut is_quiet = self.is_quiet();
        while !is_quiet && self.environment.now() - begin < patience_ns {
            is_quiet = self.is_quiet();
        }
        for round in 0..FAREWELLS {
            let said_ns = self.environment.now();
            if !self.say_farewell(round == 0) {
                break;
            }
            let until_ns = said_ns + (FAREWELL_NS << round);
            while self.awaits_answer(said_ns) && self.environment.now() < until_ns {
                self.take_packets(None, &mut Nobody);
            }
        }
        self.peers.met.iter_mut().for_each(|peer| peer.is_told = false);
        is_quiet
    }

    /// Tells all peers that have not answered and not left themselves; at first also those that
    /// have left, which need not answer. Whether there are any of the former.
    fn say_farewell(&mut self, is_first: bool) -> bool {
        let mut said = false;
        for index in 0..self.peers.met.len() {
            let peer = &self.peers.met[index];
            let has_left = peer.farewell.is_some();
            if peer.is_lost || peer.is_told || has_left && !is_first {
                continue;
            }
            self.collect_sends();
            self.acknowledge(index, DatagramKind::Farewell);
            said |= !has_left;
        }
        said
    }

    /// Whether somebody has not answered a farewell of `said_ns`. Who has is told no more.
    fn awaits_answer(&mut self, said_ns: u64) -> bool {
        let mut awaits = false;
        for peer in self.peers.met.iter_mut() {
            peer.is_told |= peer.link.sending.heard_ns() > said_ns;
            awaits |= !(peer.is_lost || peer.farewell.is_some() || peer.is_told);
        }
        awaits
    }

    /// Makes room in the send queue, if it can be had now.
    fn collect_sends(&mut self) {
        self.collect();
        let batch = std::mem::take(&mut self.batch);
        for completion in batch {
            if completion.operation == Operation::Receive && completion.queue_pair == self.port.number() {
                self.batch.push_back(completion);
            } else {
                self.complete_other(&completion);
            }
        }
    }

    /// A peer says that it listens no longer, and that its next packet has the number `theirs`: it
    /// has all that it needs, until it uses MPI again. An old farewell means nothing.
    pub(crate) fn bid_farewell(&mut self, index: usize, theirs: Sequence) {
        let peer = &mut self.peers.met[index];
        if theirs.distance(peer.link.receiving.end()) >= 0 && peer.farewell.as_ref().is_none_or(|known| known.theirs != theirs) {
            let ours = peer.link.sending.next_number();
            peer.farewell = Some(Box::new(Farewell { theirs, ours }));
            self.end_puts(index);
        }
        self.acknowledge(index, DatagramKind::Acknowledgement);
    }

    /// Gives a peer up that has given this process up, or cannot be told.
    #[cold]
    pub(crate) fn lose(&mut self, index: usize, reason: &str) {
        let (fragments, pool) = (&mut self.fragments, &mut self.pool);
        let peer = &mut self.peers.met[index];
        if std::mem::replace(&mut peer.is_lost, true) {
            return;
        }
        peer.link.sending.drain().for_each(|fragment| fragments.acknowledged(fragment, pool));
        self.counters.failures += 1;
        let ended = if peer.farewell.is_some() { "it has ended; " } else { "" };
        let reason = format!("{}: {ended}{reason}", self.environment.name(peer.rank));
        self.lost.push_back((index as u32, reason));
        self.end_puts(index);
    }

    /// Gives a peer up that may live: it hears of that.
    #[cold]
    pub(crate) fn abandon(&mut self, index: usize, reason: &str) {
        if !self.peers.met[index].is_lost {
            self.lose(index, reason);
            self.tell_broken(index);
        }
    }

    /// The adapter has failed: no peer can be reached.
    #[cold]
    pub(crate) fn fail_all(&mut self, reason: &str) {
        let also = match self.stop_bulk() {
            Ok(()) => String::new(),
            Err(error) => format!("; large messages cannot be taken back: {error}"),
        };
        (0..self.peers.met.len()).for_each(|index| self.lose(index, &format!("{reason}{also}")));
        // Those to peers that were lost before.
        self.settle_puts();
    }

    /// A lost peer, once all is over that it was part of, and what has come from it was taken.
    #[cold]
    pub(crate) fn report_lost(&mut self) -> Option<Lost> {
        if let Some(lost) = self.unreachable.pop_front() {
            return Some(lost);
        }
        let is_over = |index: u32| self.peers.met[index as usize].backlog() == 0 && !self.puts.are_to(index as usize);
        let position = self.lost.iter().position(|(index, _)| is_over(*index))?;
        let (index, reason) = self.lost.remove(position)?;
        let peer = &mut self.peers.met[index as usize];
        peer.inbound = None;
        Some(Lost { peer: peer.rank, reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_that_send_share_the_receives() {
        let mut turns = Turns::new(1024);
        assert_eq!(turns.share(), MOST_IN_FLIGHT);
        let mut peers = [0; 32];
        peers.iter_mut().for_each(|turn| turns.note(turn));
        assert_eq!(turns.share(), 16);
        let mut many = [0; 1024];
        many.iter_mut().for_each(|turn| turns.note(turn));
        assert_eq!(turns.share(), LEAST_ROOM);
        // Two turns with one sender: the others do not count any more.
        (0..2 * 1024).for_each(|_| turns.note(&mut many[0]));
        assert_eq!(turns.share(), MOST_IN_FLIGHT);
    }
}
