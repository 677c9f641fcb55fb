//! Which way packets to a peer take: datagrams until it turns out hot, then a connection. Knows
//! neither adapters nor packets; the device asks and tells.
//!
//! | phase | packets go | what ends it |
//! |---|---|---|
//! | `Cold` | over datagrams | the peer is hot: it is invited. Or it invites |
//! | `Invited` | over datagrams | its answer |
//! | `Agreed` | over datagrams | the connection can be sent over |
//! | `Draining` | nowhere | all that went over datagrams has arrived |
//! | `Connected` | over the connection | it has grown cold, and another peer is hot |
//! | `Parting` | nowhere | the peer's answer to the wish to do without the connection |
//! | `Parted` | nowhere | the word of the peer, which has wished so, that its end is closed |
//!
//! A peer is hot if it has got some packets, and a large part of all. That part is so large that at
//! most twice as many peers as there may be connections can be hot at a time. Where all peers get
//! the same, as in transposes of large jobs, none is.
//!
//! A peer that is hot while all connections are used takes the place of the connected one with the
//! fewest packets lately, if these are less than half of its own.

use ferry_protocol::datagram::Sequence;

/// When peers get connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Connections of this process at most that messages go over.
    pub connections: u32,
    /// Packets after which a peer may be hot.
    pub hot_after: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options { connections: 64, hot_after: 64 }
    }
}

/// How far a peer is; the module's table says what each phase means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Nobody has asked for a connection.
    #[default]
    Cold,
    /// This process has.
    Invited,
    /// Both want one.
    Agreed,
    /// It is there, and datagrams are on their way.
    Draining,
    /// It is used.
    Connected,
    /// This process would rather do without it.
    Parting,
    /// The peer would, and this process has agreed.
    Parted,
}

/// What follows from a packet over datagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Nothing.
    Nothing,
    /// The peer is to be invited.
    IsHot,
    /// It would be, if there were not as many connections as may be.
    NoRoom,
}

/// A connection that is used: since when its packets are counted, and how many there were then.
#[derive(Clone, Copy, Debug)]
struct Used {
    peer: u32,
    since: u64,
    before: u32,
}

/// What is kept of a peer.
#[derive(Clone, Copy, Debug, Default)]
struct PeerPath {
    packets: u32,
    /// While draining: what has to arrive. Before: packets to all, modulo 2^32, when it was
    /// compared with connected peers last.
    mark: Sequence,
    phase: Phase,
    /// How often it has declined: it is asked again after twice as many packets each time.
    declined: u8,
    /// A packet has come over the connection: the peer can send, and transfer.
    is_heard: bool,
}

/// A peer that was never talked to takes 16 bytes at most, with the four of its index among those
/// that were.
const _: () = assert!(size_of::<PeerPath>() <= 12);

/// Most doublings of the number of packets after which a peer that has declined is asked again.
const MOST_DOUBLINGS: u8 = 16;

/// The ways to all peers.
#[derive(Debug)]
pub struct Ways {
    ways: Vec<PeerPath>,
    /// Packets to all of them over datagrams, and over anything.
    packets: u64,
    all_packets: u64,
    /// Connections that packets go over.
    connected: Vec<Used>,
    /// Connections that are there or agreed on.
    used: u32,
    options: Options,
}

impl Ways {
    /// All peers are cold.
    pub fn new(options: Options) -> Self {
        Ways { ways: Vec::new(), packets: 0, all_packets: 0, connected: Vec::new(), used: 0, options }
    }

    /// How far a peer is.
    #[inline]
    pub fn phase(&self, peer: u32) -> Phase {
        self.ways.get(peer as usize).map_or(Phase::Cold, |way| way.phase)
    }

    /// Whether both can send over the connection, and know it.
    pub fn is_mutual(&self, peer: u32) -> bool {
        self.ways.get(peer as usize).is_some_and(|way| way.phase == Phase::Connected && way.is_heard)
    }

    /// Connections that are there or agreed on.
    pub fn used(&self) -> u32 {
        self.used
    }

    fn way(&mut self, peer: u32) -> &mut PeerPath {
        let index = peer as usize;
        if self.ways.len() <= index {
            self.ways.resize(index + 1, PeerPath::default());
        }
        &mut self.ways[index]
    }

    /// A packet went to a peer over datagrams.
    pub fn count(&mut self, peer: u32) -> Counted {
        let Options { connections, hot_after } = self.options;
        self.packets += 1;
        self.all_packets += 1;
        let (all, has_room) = (self.packets, self.used < connections);
        let way = self.way(peer);
        way.packets = way.packets.saturating_add(1);
        let enough = hot_after.saturating_mul(1 << way.declined.min(MOST_DOUBLINGS));
        let is_large_part = u64::from(way.packets) * 2 * u64::from(connections) >= all;
        if way.phase != Phase::Cold || way.packets < enough || !is_large_part {
            return Counted::Nothing;
        }
        if !has_room {
            return if way.packets.is_multiple_of(enough.max(1)) { Counted::NoRoom } else { Counted::Nothing };
        }
        way.phase = Phase::Invited;
        self.used += 1;
        Counted::IsHot
    }

    /// A packet went to a peer over its connection, or came.
    #[inline]
    pub fn count_connected(&mut self, peer: u32) {
        self.all_packets += 1;
        let way = self.way(peer);
        way.packets = way.packets.wrapping_add(1);
    }

    /// The peer whose connection another one should get that is hot ([`Counted::NoRoom`]), if any.
    /// Only peers that are in touch can be asked.
    pub fn coldest(&mut self, hot: u32, is_in_touch: impl Fn(u32) -> bool) -> Option<u32> {
        let (all, hot_after) = (self.all_packets, self.options.hot_after);
        let way = self.way(hot);
        let enough = hot_after.saturating_mul(1 << way.declined.min(MOST_DOUBLINGS));
        let span = (all as u32).wrapping_sub(way.mark.0).max(1);
        way.mark = Sequence(all as u32);
        let needed = f64::from(enough) / f64::from(span) / 2.0;
        let mut coldest: Option<(f64, u32)> = None;
        let mut looked_at = Vec::new();
        for used in &self.connected {
            // What was looked at just now has had no time to be used.
            if all - used.since < 2 * u64::from(enough) || !self.is_mutual(used.peer) || !is_in_touch(used.peer) {
                continue;
            }
            let packets = self.ways[used.peer as usize].packets.wrapping_sub(used.before);
            let rate = f64::from(packets) / (all - used.since) as f64;
            if coldest.is_none_or(|(least, _)| rate < least) {
                coldest = Some((rate, used.peer));
            }
            looked_at.push(used.peer);
        }
        looked_at.into_iter().for_each(|peer| self.look_anew(peer));
        coldest.filter(|(rate, _)| *rate < needed).map(|(_, peer)| peer)
    }

    /// This process wishes to do without the connection to a peer: nothing goes to it now.
    pub fn parting(&mut self, peer: u32) {
        self.way(peer).phase = Phase::Parting;
    }

    /// A peer wishes so, and this process agrees.
    pub fn parted(&mut self, peer: u32) {
        self.way(peer).phase = Phase::Parted;
    }

    /// Peers whose connections this process wishes to do without.
    pub fn all_parting(&self) -> Vec<u32> {
        let used = self.connected.iter().map(|used| used.peer);
        used.filter(|peer| self.phase(*peer) == Phase::Parting).collect()
    }

    /// The connection stays after all. Whether that was in doubt.
    pub fn stays(&mut self, peer: u32) -> bool {
        let is_news = matches!(self.phase(peer), Phase::Parting | Phase::Parted);
        if is_news {
            self.way(peer).phase = Phase::Connected;
            self.look_anew(peer);
        }
        is_news
    }

    /// Packets of a connected peer count from now on.
    pub fn look_anew(&mut self, peer: u32) {
        let (since, before) = (self.all_packets, self.way(peer).packets);
        self.connected.retain(|used| used.peer != peer);
        self.connected.push(Used { peer, since, before });
    }

    /// The connection is no more: the peer is one as at the beginning.
    pub fn returned(&mut self, peer: u32) {
        self.connected.retain(|used| used.peer != peer);
        let way = self.way(peer);
        *way = PeerPath { declined: way.declined, ..PeerPath::default() };
        self.used -= 1;
    }

    /// A peer wants a connection. Whether it gets one.
    pub fn is_invited(&mut self, peer: u32) -> bool {
        let has_room = self.used < self.options.connections;
        let way = self.way(peer);
        match way.phase {
            Phase::Cold if has_room => {
                way.phase = Phase::Agreed;
                self.used += 1;
                true
            }
            Phase::Cold => false,
            // Both have asked, or this process was told twice: the answer is the same.
            Phase::Invited | Phase::Agreed | Phase::Draining | Phase::Connected | Phase::Parting | Phase::Parted => true,
        }
    }

    /// A peer has accepted. Whether the connection is to be made now, by this process.
    pub fn is_accepted(&mut self, peer: u32) -> bool {
        let way = self.way(peer);
        let is_news = way.phase == Phase::Invited;
        if is_news {
            way.phase = Phase::Agreed;
        }
        is_news
    }

    /// A peer has as many connections as it may have.
    pub fn is_declined(&mut self, peer: u32) {
        if self.phase(peer) == Phase::Invited {
            self.part(peer);
        }
    }

    /// The connection cannot be made. Whether it was to be: then datagrams go on.
    pub fn is_refused(&mut self, peer: u32) -> bool {
        let is_unused = matches!(self.phase(peer), Phase::Invited | Phase::Agreed | Phase::Draining) && !self.way(peer).is_heard;
        if is_unused {
            self.part(peer);
        }
        is_unused
    }

    fn part(&mut self, peer: u32) {
        self.connected.retain(|used| used.peer != peer);
        let way = self.way(peer);
        way.phase = Phase::Cold;
        way.declined = way.declined.saturating_add(1);
        self.used -= 1;
    }

    /// The connection can be sent over: nothing goes until everything before `mark` has arrived.
    pub fn drain(&mut self, peer: u32, mark: Sequence) {
        let way = self.way(peer);
        (way.phase, way.mark) = (Phase::Draining, mark);
    }

    /// What has to arrive, while draining.
    pub fn mark(&self, peer: u32) -> Sequence {
        self.ways.get(peer as usize).map_or(Sequence(0), |way| way.mark)
    }

    /// All that went over datagrams has arrived.
    pub fn connected(&mut self, peer: u32) {
        self.way(peer).phase = Phase::Connected;
        self.look_anew(peer);
    }

    /// A packet has come over the connection.
    #[inline]
    pub fn heard(&mut self, peer: u32) {
        self.way(peer).is_heard = true;
        self.count_connected(peer);
    }

    /// A peer is lost: its connection counts no more.
    pub fn forget(&mut self, peer: u32) {
        if self.phase(peer) != Phase::Cold {
            self.part(peer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(connections: u32, hot_after: u32) -> Ways {
        Ways::new(Options { connections, hot_after })
    }

    /// How many of `packets` to each of `peers` in turn invite one.
    fn invitations(ways: &mut Ways, peers: u32, packets: u32) -> usize {
        (0..packets).flat_map(|_| 0..peers).filter(|peer| ways.count(*peer) == Counted::IsHot).count()
    }

    #[test]
    fn few_peers_are_hot_soon_and_many_that_get_the_same_never() {
        let mut few = ways(4, 10);
        assert_eq!(invitations(&mut few, 4, 9), 0);
        assert_eq!(invitations(&mut few, 4, 2), 4);
        assert_eq!(invitations(&mut ways(4, 10), 100, 1000), 0);
    }

    #[test]
    fn a_peer_that_gets_most_is_hot_among_many_others() {
        let mut ways = ways(4, 10);
        invitations(&mut ways, 100, 10);
        assert!((0..500).any(|_| ways.count(7) == Counted::IsHot));
        assert_eq!((ways.phase(7), ways.used()), (Phase::Invited, 1));
    }

    #[test]
    fn connections_are_bounded_whoever_asks() {
        let mut ways = ways(2, 1);
        assert!(ways.is_invited(1) && ways.count(2) == Counted::IsHot);
        assert!(ways.count(3) == Counted::NoRoom && !ways.is_invited(3));
        assert!(ways.is_invited(1) && ways.is_invited(2), "who has one, or is asked, is not declined");
        assert_eq!(ways.used(), 2);
        ways.is_declined(2);
        assert!(ways.is_invited(3));
    }

    #[test]
    fn who_declines_is_asked_again_after_twice_as_many_packets() {
        let mut ways = ways(2, 10);
        assert_eq!(invitations(&mut ways, 1, 10), 1);
        ways.is_declined(0);
        assert_eq!([invitations(&mut ways, 1, 9), invitations(&mut ways, 1, 1)], [0, 1]);
        assert!(ways.is_accepted(0) && !ways.is_accepted(0));
        assert!(ways.is_refused(0) && !ways.is_refused(0));
        assert_eq!((ways.phase(0), ways.used()), (Phase::Cold, 0));
    }

    #[test]
    fn a_connection_that_was_used_is_not_refused_any_more() {
        let mut ways = ways(2, 1);
        assert!(ways.is_invited(5));
        ways.drain(5, Sequence(3));
        assert_eq!((ways.phase(5), ways.mark(5)), (Phase::Draining, Sequence(3)));
        ways.heard(5);
        assert!(!ways.is_refused(5) && !ways.is_mutual(5));
        ways.connected(5);
        assert!(!ways.is_refused(5) && ways.is_mutual(5));
        ways.forget(5);
        assert_eq!(ways.used(), 0);
    }

    #[test]
    fn a_hot_peer_gets_the_connection_of_one_that_has_grown_cold() {
        let mut ways = ways(2, 10);
        for peer in [1, 2] {
            assert!(ways.is_invited(peer));
            ways.drain(peer, Sequence(0));
            ways.connected(peer);
            ways.heard(peer);
        }
        let hot = |ways: &mut Ways, cold: u32| {
            for round in 0..100 {
                ways.count_connected(1);
                if round % 20 == 0 {
                    ways.count_connected(cold);
                }
                if ways.count(3) == Counted::NoRoom
                    && let Some(victim) = ways.coldest(3, |_| true)
                {
                    return Some(victim);
                }
            }
            None
        };
        assert_eq!(hot(&mut ways, 2), Some(2));
        assert_eq!(ways.coldest(3, |_| false), None, "nobody is there to be asked");
        ways.parting(2);
        assert!(ways.stays(2) && !ways.stays(2), "the peer would rather not");
        assert_eq!(hot(&mut ways, 2), Some(2), "it is asked again later");
        ways.parting(2);
        ways.returned(2);
        assert_eq!((ways.phase(2), ways.used(), ways.is_mutual(2)), (Phase::Cold, 1, false));
        assert!((0..10).any(|_| ways.count(3) == Counted::IsHot));
    }

    #[test]
    fn peers_that_are_used_as_much_keep_their_connections() {
        let mut ways = ways(1, 10);
        assert!(ways.is_invited(1));
        ways.drain(1, Sequence(0));
        ways.connected(1);
        ways.heard(1);
        for _ in 0..500 {
            ways.count_connected(1);
            let is_late = ways.count(2) == Counted::NoRoom && ways.coldest(2, |_| true).is_some();
            assert!(!is_late);
        }
    }
}
