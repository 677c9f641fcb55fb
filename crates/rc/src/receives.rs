//! Where messages arrive: the part of the device that is exchangeable.
//! [`PerPeer`](crate::per_peer::PerPeer) is the baseline, receives for each peer under credits
//! (BSRQ-4); [`Buckets`](crate::buckets::Buckets) shares queues of buffers among peers (BSRQ-1,
//! BSRQ-2).

use ferry_rdma::{Result, Verbs, WorkId};

/// A size class: messages that come into buffers of one size, over a queue pair of each connection
/// unless one serves all size classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassPlan {
    /// Bytes of a buffer, prefix and header included.
    pub bytes: u32,
    /// Receives that a queue pair of its own must hold; 0 with a shared queue.
    pub receives: u32,
    /// Send requests that its queue pair holds at most.
    pub sends: u32,
}

/// What a peer gets for messages whose receives are posted again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reposted {
    /// Credits that it has again.
    pub again: u16,
    /// Credits that it has no more.
    pub withdrawn: u16,
}

/// Credits for a peer that did not wait for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handed {
    /// The peer's connection.
    pub place: usize,
    /// SizeClass.
    pub class: usize,
    /// How many.
    pub count: u16,
}

/// Receives of all connections. Connections are known by their places, small numbers.
pub trait Receives<V: Verbs> {
    /// Finds out what the adapter has and decides how large what connections share is, for up to
    /// `peers` of them. Called once, before anything else but [`Receives::classes`].
    fn plan(&mut self, _verbs: &V, _peers: usize) -> Result<()> {
        Ok(())
    }

    /// Makes what connections share. Called once, after [`Receives::plan`]; receives complete in
    /// `completions`.
    fn start(&mut self, _verbs: &V, _completions: &V::CompletionQueue) -> Result<()> {
        Ok(())
    }

    /// The domain of extended connections, if peers that have them, too, are connected so: one
    /// queue pair for all size classes.
    fn domain(&self) -> Option<&V::ExtendedDomain> {
        None
    }

    /// Why there is no such domain, if the adapter was asked for one.
    fn why_plain(&self) -> Option<&str> {
        None
    }

    /// A peer without extended connections is to be connected where others have them: makes what
    /// such peers share, unless it is there.
    fn start_plain(&mut self, _verbs: &V) -> Result<()> {
        Ok(())
    }

    /// The size classes of a connection, the smallest first. The first is for control as well, and
    /// its receives are for one peer each.
    fn classes(&self) -> &[ClassPlan];

    /// The shared queue that the receives of a size class come from, if there is one, on
    /// connections with a queue pair for each size class.
    fn shared(&self, _class: usize) -> Option<&V::SharedReceiveQueue> {
        None
    }

    /// Receives of all shared queues together, at most.
    fn shared_receives(&self) -> u32 {
        0
    }

    /// A connection has queue pairs, one for each size class, which can take receives; none if it
    /// is an extended one.
    fn open(&mut self, verbs: &V, place: usize, queue_pairs: &[&V::QueuePair]) -> Result<()>;

    /// What messages of a size class name its queue by, on an extended connection.
    fn queue_name(&self, _place: usize, _class: usize) -> Option<u32> {
        None
    }

    /// Messages of a size class that the peer may have on the way to begin with.
    fn granted(&self, place: usize, class: usize) -> u16;

    /// The size class of a receive.
    fn class_of(&self, id: WorkId) -> usize;

    /// Copies from the buffer of a receive that has completed.
    fn read(&self, id: WorkId, offset: usize, into: &mut [u8]);

    /// Where `len` bytes at `offset` of that buffer are.
    fn at(&self, id: WorkId, offset: usize, len: usize) -> *const u8;

    /// The buffer, which a message of the connection at `place` came into, is not needed any more;
    /// it goes back with the next [`Receives::repost`].
    fn recycle(&mut self, place: usize, id: WorkId);

    /// The size classes of a connection, as bits, for which [`Receives::repost`] has something to
    /// do.
    fn recycled(&self, place: usize) -> u32;

    /// Receives of a size class that came back and were not posted.
    fn backlog(&self, place: usize, class: usize) -> u16;

    /// Posts what came back.
    fn repost(&mut self, place: usize, class: usize, queue_pair: &V::QueuePair) -> Result<Reposted>;

    /// The peer has no credits of a shared size class left and asks for more than it had. How many
    /// it gets at once; none if there is no memory for a single one.
    fn lend(&mut self, _verbs: &V, _place: usize, _class: usize) -> Option<u16> {
        Some(0)
    }

    /// Credits that peers get that have asked before.
    fn next_handed(&mut self) -> Option<Handed> {
        None
    }

    /// The adapter says that a shared queue has fewer receives than it should ever have.
    fn ran_low(&mut self, _verbs: &V, _queue: u32) {}

    /// A receive of a connection that has no queue pairs any more has completed.
    fn orphan(&mut self, _id: WorkId) {}

    /// The connection has no queue pairs any more, and nothing of what it received is needed.
    /// `is_orderly`: nothing was on its way, so that no receive was taken of which nobody hears.
    fn close(&mut self, place: usize, is_orderly: bool);

    /// Bytes of all buffers.
    fn bytes(&self) -> u64;

    /// Why these receives are not those that were wanted, if so.
    fn instead(&self) -> Option<&str> {
        None
    }
}
