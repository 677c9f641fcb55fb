//! The two ways to hold receives behind one type, for whoever chooses while the program runs. The branch costs less than a nanosecond a message.

use ferry_rdma::{Result, Verbs, WorkId};

use crate::buckets::{Buckets, Plan};
use crate::per_peer::{BASELINE, PerPeer};
use crate::receives::{Handed, LanePlan, Receives, Reposted};

/// Either way.
pub enum AnyReceives<V: Verbs> {
    /// For each peer.
    PerPeer(PerPeer<V>),
    /// Shared.
    Buckets(Buckets<V>),
}

impl<V: Verbs> AnyReceives<V> {
    /// Fixed buffers for each peer, as in BSRQ-4.
    pub fn per_peer() -> Self {
        AnyReceives::PerPeer(PerPeer::new(&BASELINE))
    }

    /// Buckets.
    ///
    /// # Panics
    /// As [`Buckets::new`].
    pub fn buckets(plan: &Plan) -> Self {
        AnyReceives::Buckets(Buckets::new(plan))
    }
}

macro_rules! either {
    ($self:ident, $receives:ident => $what:expr) => {
        match $self {
            AnyReceives::PerPeer($receives) => $what,
            AnyReceives::Buckets($receives) => $what,
        }
    };
}

impl<V: Verbs> Receives<V> for AnyReceives<V> {
    fn start(&mut self, verbs: &V, peers: usize) -> Result<()> {
        either!(self, receives => receives.start(verbs, peers))
    }

    fn lanes(&self) -> &[LanePlan] {
        either!(self, receives => receives.lanes())
    }

    fn shared(&self, lane: usize) -> Option<&V::SharedReceiveQueue> {
        either!(self, receives => receives.shared(lane))
    }

    fn shared_receives(&self) -> u32 {
        either!(self, receives => receives.shared_receives())
    }

    fn open(&mut self, verbs: &V, place: usize, queue_pairs: &[&V::QueuePair]) -> Result<()> {
        either!(self, receives => receives.open(verbs, place, queue_pairs))
    }

    fn granted(&self, place: usize, lane: usize) -> u16 {
        either!(self, receives => receives.granted(place, lane))
    }

    #[inline]
    fn read(&self, id: WorkId, offset: usize, into: &mut [u8]) {
        either!(self, receives => receives.read(id, offset, into));
    }

    #[inline]
    fn at(&self, id: WorkId, offset: usize, len: usize) -> *const u8 {
        either!(self, receives => receives.at(id, offset, len))
    }

    #[inline]
    fn recycle(&mut self, place: usize, id: WorkId) {
        either!(self, receives => receives.recycle(place, id));
    }

    #[inline]
    fn recycled(&self, place: usize) -> u32 {
        either!(self, receives => receives.recycled(place))
    }

    #[inline]
    fn repost(&mut self, place: usize, lane: usize, queue_pair: &V::QueuePair) -> Result<Reposted> {
        either!(self, receives => receives.repost(place, lane, queue_pair))
    }

    fn lend(&mut self, verbs: &V, place: usize, lane: usize) -> Option<u16> {
        either!(self, receives => receives.lend(verbs, place, lane))
    }

    #[inline]
    fn next_handed(&mut self) -> Option<Handed> {
        either!(self, receives => receives.next_handed())
    }

    fn ran_low(&mut self, verbs: &V, queue: u32) {
        either!(self, receives => receives.ran_low(verbs, queue));
    }

    fn orphan(&mut self, id: WorkId) {
        either!(self, receives => Receives::<V>::orphan(receives, id));
    }

    fn close(&mut self, place: usize) {
        either!(self, receives => receives.close(place));
    }

    fn bytes(&self) -> u64 {
        either!(self, receives => receives.bytes())
    }
}
