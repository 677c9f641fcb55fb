//! The two ways to hold receives behind one type, for whoever chooses while the program runs. The
//! branch costs less than a nanosecond a message.

use ferry_rdma::{Error, Result, Verbs, WorkId};

use crate::buckets::{Buckets, Plan, SHARED_QUEUES};
use crate::per_peer::{BASELINE, PerPeer};
use crate::receives::{ClassPlan, Handed, Receives, Reposted};

/// Either way.
pub enum AnyReceives<V: Verbs> {
    /// For each peer.
    PerPeer(PerPeer<V>),
    /// Shared.
    Buckets(Buckets<V>),
    /// For each peer, as the adapter has no shared queues; with what it said.
    Instead(PerPeer<V>, String),
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

    /// Where an adapter turns out to have no shared queues each peer gets receives of its own,
    /// which need nothing that is shared.
    fn or_instead(&mut self, result: Result<()>) -> Result<()> {
        match result {
            Err(error) if matches!(self, AnyReceives::Buckets(_)) && tells_of_no_shared_queues(&error) => {
                *self = AnyReceives::Instead(PerPeer::new(&BASELINE), error.to_string());
                Ok(())
            }
            result => result,
        }
    }
}

macro_rules! either {
    ($self:ident, $receives:ident => $what:expr) => {
        match $self {
            AnyReceives::PerPeer($receives) | AnyReceives::Instead($receives, _) => $what,
            AnyReceives::Buckets($receives) => $what,
        }
    };
}

impl<V: Verbs> Receives<V> for AnyReceives<V> {
    fn plan(&mut self, verbs: &V, peers: usize) -> Result<()> {
        let result = either!(self, receives => Receives::<V>::plan(receives, verbs, peers));
        self.or_instead(result)
    }

    fn start(&mut self, verbs: &V, completions: &V::CompletionQueue) -> Result<()> {
        let result = either!(self, receives => Receives::<V>::start(receives, verbs, completions));
        self.or_instead(result)
    }

    fn domain(&self) -> Option<&V::ExtendedDomain> {
        either!(self, receives => receives.domain())
    }

    fn why_plain(&self) -> Option<&str> {
        either!(self, receives => Receives::<V>::why_plain(receives))
    }

    fn start_plain(&mut self, verbs: &V) -> Result<()> {
        either!(self, receives => receives.start_plain(verbs))
    }

    fn classes(&self) -> &[ClassPlan] {
        either!(self, receives => receives.classes())
    }

    fn shared(&self, class: usize) -> Option<&V::SharedReceiveQueue> {
        either!(self, receives => receives.shared(class))
    }

    fn shared_receives(&self) -> u32 {
        either!(self, receives => receives.shared_receives())
    }

    fn open(&mut self, verbs: &V, place: usize, queue_pairs: &[&V::QueuePair]) -> Result<()> {
        either!(self, receives => receives.open(verbs, place, queue_pairs))
    }

    fn queue_name(&self, place: usize, class: usize) -> Option<u32> {
        either!(self, receives => Receives::<V>::queue_name(receives, place, class))
    }

    fn granted(&self, place: usize, class: usize) -> u16 {
        either!(self, receives => receives.granted(place, class))
    }

    #[inline]
    fn class_of(&self, id: WorkId) -> usize {
        either!(self, receives => Receives::<V>::class_of(receives, id))
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
    fn backlog(&self, place: usize, class: usize) -> u16 {
        either!(self, receives => Receives::<V>::backlog(receives, place, class))
    }

    #[inline]
    fn repost(&mut self, place: usize, class: usize, queue_pair: &V::QueuePair) -> Result<Reposted> {
        either!(self, receives => receives.repost(place, class, queue_pair))
    }

    fn lend(&mut self, verbs: &V, place: usize, class: usize) -> Option<u16> {
        either!(self, receives => receives.lend(verbs, place, class))
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

    fn close(&mut self, place: usize, is_orderly: bool) {
        either!(self, receives => receives.close(place, is_orderly));
    }

    fn bytes(&self) -> u64 {
        either!(self, receives => receives.bytes())
    }

    fn instead(&self) -> Option<&str> {
        match self {
            AnyReceives::Instead(_, why) => Some(why),
            _ => None,
        }
    }
}

/// Whether the adapter has no shared receive queues, or too few of them: specifications leave them
/// to it. What else may go wrong is to be heard of.
fn tells_of_no_shared_queues(error: &Error) -> bool {
    /// Numbers of Linux: ENOSYS, EOPNOTSUPP.
    const NOT_THERE: [i32; 2] = [38, 95];
    match error {
        Error::Limit { what, .. } => *what == SHARED_QUEUES,
        Error::System { number, .. } => NOT_THERE.contains(number),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use ferry_sim::{Faults, Profile, SimVerbs, World};

    use super::*;

    fn started(verbs: &SimVerbs, mut receives: AnyReceives<SimVerbs>) -> (usize, bool) {
        receives.plan(verbs, 4).expect("receives");
        receives.start(verbs, &verbs.completion_queue(64).expect("a queue")).expect("receives");
        (receives.classes().len(), receives.instead().is_some_and(|why| why.contains("8 shared receive queues")))
    }

    #[test]
    fn without_shared_queues_there_are_receives_for_each_peer_and_the_reason() {
        let world = World::new(Profile::find("ndr400").expect("known"), Faults::default(), 1);
        let verbs = world.open(world.add_node());
        let buckets = || AnyReceives::buckets(&Plan::default());
        assert_eq!(started(&verbs, buckets()), (9, false));
        let verbs = verbs.without_shared_receives();
        assert_eq!([started(&verbs, buckets()), started(&verbs, AnyReceives::per_peer())], [(2, true), (2, false)]);
    }

    #[test]
    fn only_what_tells_of_no_shared_queues_is_answered_with_others() {
        let system = |number| Error::System { call: "ibv_create_srq", number, reason: String::new(), remedy: "" };
        assert!(tells_of_no_shared_queues(&system(95)) && tells_of_no_shared_queues(&system(38)));
        assert!(!tells_of_no_shared_queues(&system(12)), "no memory");
        assert!(!tells_of_no_shared_queues(&Error::Limit { what: "receives", asked: 2, most: 1 }));
    }
}
