//! Packets to a peer that it has not acknowledged: which goes next, which is lost, and when to
//! worry.

use std::collections::VecDeque;

use super::MOST_IN_FLIGHT;
use super::allowance::Allowance;
use super::header::Acknowledgement;
use super::round_trip::RoundTrip;
use super::sequence::Sequence;

/// Later packets that have to arrive before one is taken for lost: networks reorder a little. Where
/// that turns out to be too few, they have to be sent clearly later as well
/// ([`Sending::lateness_ns`]).
const OVERTAKEN: usize = 3;

/// One of so many parts of that is forgotten at each loss.
const FORGETS: u32 = 16;

/// What is known of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PacketStanding {
    /// It was not sent yet.
    Waiting,
    /// It was sent; nothing was heard of it.
    OnItsWay,
    /// It was sent and, as far as can be told, lost.
    Lost,
    /// It has arrived, and one before it has not.
    Arrived,
}

#[derive(Debug)]
struct Packet<T> {
    /// What the caller sends; given back when it has arrived.
    item: Option<T>,
    sent_ns: u64,
    standing: PacketStanding,
    is_repeated: bool,
}

/// A packet to be sent now.
#[derive(Debug)]
pub struct Outgoing<'a, T> {
    /// Its number.
    pub sequence: Sequence,
    /// What the caller has pushed.
    pub item: &'a mut T,
    /// Whether an acknowledgement is wanted soon.
    pub asks: bool,
    /// Whether it was sent before.
    pub is_repeated: bool,
}

/// The way to a peer; `T` is what the caller needs to send a packet, again if need be.
#[derive(Debug)]
pub struct Sending<T> {
    /// From the first packet that was not acknowledged on. Those that were sent come first.
    packets: VecDeque<Packet<T>>,
    /// Number of the first of them.
    first: Sequence,
    /// How many were sent.
    sent: u32,
    on_their_way: u16,
    lost: u16,
    allowance: Allowance,
    round_trip: RoundTrip,
    /// The first packet whose loss would be news: earlier ones were on their way when the last loss
    /// was noticed.
    recovered: Sequence,
    /// How much later than a packet another one has to be sent for the first to be taken for lost
    /// when that has come, in nanoseconds: by how much packets were late that did come.
    lateness_ns: u32,
    /// When to take what is on its way for lost; 0: nothing is outstanding.
    deadline_ns: u64,
    /// When the peer was heard last, or something began to be outstanding.
    heard_ns: u64,
    /// The peer has no room, and is to be asked by a packet all the same.
    probes: bool,
}

impl<T> Default for Sending<T> {
    fn default() -> Self {
        Sending {
            packets: VecDeque::new(),
            first: Sequence(0),
            sent: 0,
            on_their_way: 0,
            lost: 0,
            allowance: Allowance::default(),
            round_trip: RoundTrip::default(),
            recovered: Sequence(0),
            lateness_ns: 0,
            deadline_ns: 0,
            heard_ns: 0,
            probes: false,
        }
    }
}

impl<T> Sending<T> {
    /// Appends a packet.
    pub fn push(&mut self, item: T, now_ns: u64) {
        if self.packets.is_empty() {
            self.heard_ns = now_ns;
        }
        self.packets.push_back(Packet { item: Some(item), sent_ns: 0, standing: PacketStanding::Waiting, is_repeated: false });
    }

    /// Packets that were not sent yet.
    pub fn waiting(&self) -> usize {
        self.packets.len() - self.sent as usize
    }

    /// Whether everything was acknowledged.
    pub fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    /// Frees the memory for packets if there are none.
    pub fn free_if_empty(&mut self) {
        if self.packets.is_empty() {
            self.packets = VecDeque::new();
        }
    }

    /// The number of the packet that is pushed next.
    pub fn next_number(&self) -> Sequence {
        self.first.after(self.packets.len() as u32)
    }

    /// Whether all packets before `number` have arrived.
    pub fn has_arrived(&self, number: Sequence) -> bool {
        self.first.distance(number) >= 0
    }

    /// Packets that were taken for lost and not sent again.
    pub fn lost(&self) -> u16 {
        self.lost
    }

    /// When [`Sending::tick`] has something to do; `None`: never, as nothing is outstanding.
    pub fn deadline_ns(&self) -> Option<u64> {
        (self.deadline_ns != 0).then_some(self.deadline_ns)
    }

    /// Measured round trips.
    pub fn round_trip(&self) -> &RoundTrip {
        &self.round_trip
    }

    /// The next packet to be sent, if one may be: a lost one before others.
    pub fn next(&mut self, now_ns: u64) -> Option<Outgoing<'_, T>> {
        let Some(index) = self.choose() else {
            self.wait_for_room(now_ns);
            return None;
        };
        self.probes = false;
        let packet = &mut self.packets[index];
        let is_repeated = packet.standing == PacketStanding::Lost;
        (packet.sent_ns, packet.standing) = (now_ns, PacketStanding::OnItsWay);
        packet.is_repeated |= is_repeated;
        self.on_their_way += 1;
        if is_repeated {
            self.lost -= 1
        } else {
            self.sent += 1
        }
        if self.deadline_ns == 0 {
            self.deadline_ns = now_ns + self.round_trip.patience_ns();
        }
        let is_blocked = self.waiting() > 0 && self.choose().is_none();
        let sequence = self.first.after(index as u32);
        let packet = &mut self.packets[index];
        let item = packet.item.as_mut()?;
        Some(Outgoing { sequence, item, asks: is_repeated || is_blocked, is_repeated })
    }

    fn choose(&self) -> Option<usize> {
        if self.on_their_way >= self.allowance.network() {
            return None;
        }
        if self.lost > 0 {
            return self.packets.iter().position(|packet| packet.standing == PacketStanding::Lost);
        }
        let next = self.sent as usize;
        let has_room = next < usize::from(self.allowance.peer()) || self.probes;
        (next < self.packets.len() && next < usize::from(MOST_IN_FLIGHT) && has_room).then_some(next)
    }

    /// Something waits that the peer has no room for: it is asked after a while, as what it says of
    /// new room may be lost.
    fn wait_for_room(&mut self, now_ns: u64) {
        if self.deadline_ns == 0 && !self.packets.is_empty() {
            self.deadline_ns = now_ns + self.round_trip.patience_ns();
        }
    }

    /// The peer was heard.
    pub fn hear(&mut self, now_ns: u64) {
        self.heard_ns = now_ns;
    }

    /// When the peer was heard last, or something began to be outstanding.
    pub fn heard_ns(&self) -> u64 {
        self.heard_ns
    }

    /// For how long the peer has been silent although it owes an answer.
    pub fn silent_ns(&self, now_ns: u64) -> u64 {
        if self.packets.is_empty() { 0 } else { now_ns.saturating_sub(self.heard_ns) }
    }

    /// The peer tells what has come. What packets held goes to `release`. Returns how many packets
    /// it tells of that were not known to have come.
    pub fn acknowledge(&mut self, told: &Acknowledgement, now_ns: u64, mut release: impl FnMut(T)) -> u32 {
        let count = told.next.distance(self.first);
        // Older than what is known, or of packets that were never sent.
        if count < 0 || count as u32 > self.sent {
            return 0;
        }
        self.allowance.hear(told.window);
        let was_full = self.on_their_way >= self.allowance.packets();
        let mut news = News::default();
        for _ in 0..count {
            if let Some(packet) = self.packets.pop_front() {
                self.arrived(packet.standing, &packet, now_ns, &mut news);
                packet.item.into_iter().for_each(&mut release);
            }
        }
        self.first = told.next;
        self.sent -= count as u32;
        self.note_beyond(told.beyond, now_ns, &mut news, &mut release);
        self.tolerate(&news);
        self.notice_losses(&news);
        if let Some(sent_ns) = news.measured {
            self.round_trip.measure(now_ns.saturating_sub(sent_ns));
        }
        if news.packets > 0 {
            self.round_trip.calm();
            self.allowance.grow(news.packets as u16, was_full);
        }
        if news.packets > 0 || self.packets.is_empty() {
            self.restart_timer(now_ns);
        }
        news.packets
    }

    fn note_beyond(&mut self, mut beyond: u128, now_ns: u64, news: &mut News, release: &mut impl FnMut(T)) {
        while beyond != 0 {
            let bit = beyond.trailing_zeros();
            beyond &= beyond - 1;
            let index = bit as usize + 1;
            if index >= self.sent as usize {
                return;
            }
            let packet = &mut self.packets[index];
            let standing = std::mem::replace(&mut packet.standing, PacketStanding::Arrived);
            let (item, seen) = (packet.item.take(), Packet { item: None, ..*packet });
            self.arrived(standing, &seen, now_ns, news);
            news.last = Some(index);
            item.into_iter().for_each(&mut *release);
        }
    }

    fn arrived(&mut self, standing: PacketStanding, packet: &Packet<T>, now_ns: u64, news: &mut News) {
        // Nobody answers to a repetition that fast.
        let is_early = packet.is_repeated && now_ns.saturating_sub(packet.sent_ns) < self.round_trip.least_ns();
        news.found += u16::from(standing == PacketStanding::Lost || standing == PacketStanding::OnItsWay && is_early);
        match standing {
            PacketStanding::OnItsWay => self.on_their_way -= 1,
            PacketStanding::Lost => self.lost -= 1,
            PacketStanding::Arrived | PacketStanding::Waiting => return,
        }
        news.packets += 1;
        news.newest_ns = news.newest_ns.max(packet.sent_ns);
        if !packet.is_repeated && standing == PacketStanding::OnItsWay {
            news.measured = news.measured.max(Some(packet.sent_ns));
        }
    }

    /// Packets that were taken for lost have come: they were late, and others will be.
    fn tolerate(&mut self, news: &News) {
        if news.found == 0 {
            return;
        }
        (0..news.found).for_each(|_| self.allowance.find());
        let [least, most] = [self.round_trip.least_ns() / 4, self.round_trip.smoothed_ns()];
        self.lateness_ns = (2 * u64::from(self.lateness_ns)).clamp(least.min(most), most).min(u32::MAX.into()) as u32;
    }

    /// What was overtaken by enough others is lost. A packet that was repeated is, if one sent
    /// clearly later has come.
    fn notice_losses(&mut self, news: &News) {
        let Some(last) = news.last else { return };
        let slack_ns = self.round_trip.smoothed_ns() / 4;
        let (mut is_news, mut lost, on_their_way) = (false, 0, self.on_their_way);
        for (index, packet) in self.packets.iter_mut().enumerate().take(last) {
            let is_overtaken = match packet.is_repeated {
                false => last - index >= OVERTAKEN && packet.sent_ns + u64::from(self.lateness_ns) <= news.newest_ns,
                true => packet.sent_ns + slack_ns < news.newest_ns,
            };
            if packet.standing == PacketStanding::OnItsWay && is_overtaken {
                packet.standing = PacketStanding::Lost;
                self.on_their_way -= 1;
                self.lost += 1;
                lost += 1;
                is_news |= self.first.after(index as u32).distance(self.recovered) >= 0;
            }
        }
        if lost == 0 {
            return;
        }
        self.allowance.lose(lost);
        self.lateness_ns -= self.lateness_ns / FORGETS;
        if is_news && self.allowance.is_exceeded(lost, on_their_way) {
            self.allowance.shrink();
            self.recovered = self.first.after(self.sent);
        }
    }

    fn restart_timer(&mut self, now_ns: u64) {
        self.deadline_ns = if self.packets.is_empty() { 0 } else { now_ns + self.round_trip.patience_ns() };
    }

    /// Time has passed. What was not acknowledged in time is lost. Returns whether something may be
    /// sent because of that.
    pub fn tick(&mut self, now_ns: u64) -> bool {
        if self.deadline_ns == 0 || now_ns < self.deadline_ns {
            return false;
        }
        let patience_ns = self.round_trip.patience_ns();
        for packet in self.packets.iter_mut().take(self.sent as usize) {
            if packet.standing == PacketStanding::OnItsWay && packet.sent_ns + patience_ns <= now_ns {
                packet.standing = PacketStanding::Lost;
                self.on_their_way -= 1;
                self.lost += 1;
            }
        }
        if self.lost > 0 {
            self.allowance.collapse();
            self.recovered = self.first.after(self.sent);
        }
        self.probes = self.lost == 0 && self.on_their_way == 0;
        self.round_trip.back_off();
        self.restart_timer(now_ns);
        true
    }

    /// Everything that is left, when the peer is given up.
    pub fn drain(&mut self) -> impl Iterator<Item = T> + '_ {
        (self.first, self.sent) = (self.first.after(self.packets.len() as u32), 0);
        (self.on_their_way, self.lost, self.deadline_ns) = (0, 0, 0);
        self.packets.drain(..).filter_map(|packet| packet.item)
    }
}

/// What an acknowledgement tells that was not known.
#[derive(Default)]
struct News {
    packets: u32,
    /// When the last of them was sent that was sent once.
    measured: Option<u64>,
    /// When the last of them was sent.
    newest_ns: u64,
    /// Index of the last packet that has arrived beyond a missing one.
    last: Option<usize>,
    /// Packets among them that were taken for lost and had not been.
    found: u16,
}

#[cfg(test)]
mod tests {
    use super::*;

    const US: u64 = 1000;

    fn told(next: u32, beyond: u128) -> Acknowledgement {
        Acknowledgement { next: Sequence(next), beyond, window: 128 }
    }

    fn sent(sending: &mut Sending<u32>, now_ns: u64) -> Vec<u32> {
        std::iter::from_fn(|| sending.next(now_ns).map(|out| *out.item)).collect()
    }

    fn with(packets: u32) -> Sending<u32> {
        let mut sending = Sending::default();
        (0..packets).for_each(|item| sending.push(item, 0));
        sending
    }

    #[test]
    fn nothing_is_timed_while_nothing_is_outstanding() {
        let mut sending = with(0);
        assert_eq!((sending.deadline_ns(), sending.tick(u64::MAX), sending.silent_ns(u64::MAX)), (None, false, 0));
        sending.push(7, 5);
        assert_eq!(sent(&mut sending, 5), [7]);
        assert!(sending.deadline_ns().is_some());
        let mut released = Vec::new();
        assert_eq!(sending.acknowledge(&told(1, 0), 10 * US, |item| released.push(item)), 1);
        assert_eq!((released, sending.deadline_ns(), sending.is_empty()), (vec![7], None, true));
    }

    #[test]
    fn only_what_is_missing_is_sent_again() {
        let mut sending = with(8);
        assert_eq!(sent(&mut sending, 0).len(), 8);
        // 2 is missing, 3, 4 and 6 have come: 2 was overtaken by enough, 5 was not.
        let mut released = Vec::new();
        sending.acknowledge(&told(2, 0b1011), 10 * US, |item| released.push(item));
        assert_eq!(released, [0, 1, 3, 4, 6]);
        let again = sending.next(11 * US).map(|out| (*out.item, out.asks, out.is_repeated));
        assert_eq!(again, Some((2, true, true)));
        assert!(sending.next(11 * US).is_none(), "5 may still come");
        sending.acknowledge(&told(7, 0), 20 * US, |item| released.push(item));
        assert_eq!(released, [0, 1, 3, 4, 6, 2, 5]);
    }

    #[test]
    fn a_repetition_that_is_lost_is_noticed_by_what_was_sent_later() {
        let mut sending = with(12);
        while sending.next(0).is_some() {}
        sending.acknowledge(&told(0, 0b1111_1111), 10 * US, |_| ());
        assert_eq!(sent(&mut sending, 10 * US), [0]);
        sending.push(12, 30 * US);
        assert_eq!(sent(&mut sending, 30 * US), [12]);
        sending.acknowledge(&told(0, 0b1000_1111_1111), 40 * US, |_| ());
        assert_eq!(sent(&mut sending, 41 * US)[0], 0);
    }

    #[test]
    fn silence_repeats_what_was_sent_and_waits_longer_each_time() {
        let mut sending = with(2);
        sent(&mut sending, 0);
        let first = sending.deadline_ns().expect("outstanding");
        assert!(!sending.tick(first - 1) && sending.tick(first));
        assert_eq!(sent(&mut sending, first), [0, 1]);
        let second = sending.deadline_ns().expect("outstanding");
        assert_eq!(second - first, 2 * first, "twice as long");
        assert_eq!(sending.silent_ns(second), second);
        sending.hear(second);
        assert_eq!(sending.silent_ns(second), 0);
    }

    #[test]
    fn a_peer_without_room_is_asked_by_one_packet_now_and_then() {
        let mut sending = with(3);
        assert_eq!(sending.next(0).map(|out| *out.item), Some(0));
        let closed = Acknowledgement { window: 0, ..told(1, 0) };
        sending.acknowledge(&closed, US, |_| ());
        assert!(sending.next(US).is_none());
        let when = sending.deadline_ns().expect("it waits for room");
        assert!(sending.tick(when));
        assert_eq!(sent(&mut sending, when), [1], "one");
    }

    #[test]
    fn what_makes_no_sense_changes_nothing() {
        let mut sending = with(2);
        sent(&mut sending, 0);
        sending.acknowledge(&told(1, 0), US, |_| ());
        for next in [0, 3, u32::MAX] {
            assert_eq!(sending.acknowledge(&told(next, u128::MAX), 2 * US, |_| panic!("released")), 0);
        }
        assert_eq!(sending.acknowledge(&told(2, u128::MAX), 2 * US, |_| ()), 1);
    }
}
