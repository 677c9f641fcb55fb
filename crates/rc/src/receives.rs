//! Where messages arrive: the part of the device that is exchangeable. [`PerPeer`](crate::per_peer::PerPeer) is the baseline, receives for each peer under
//! credits (BSRQ-4).

use ferry_rdma::{Result, Verbs, WorkId};

/// A lane: a queue pair of each connection whose messages come into buffers of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanePlan {
    /// Bytes of a buffer, prefix and header included.
    pub bytes: u32,
    /// Buffers for each peer under credits; 0: from a queue that peers share.
    pub credits: u16,
    /// Receives that a queue pair of its own must hold; 0 with a shared queue.
    pub receives: u32,
}

/// Receives of all connections. Connections are known by their places, small numbers.
pub trait Receives<V: Verbs> {
    /// The lanes of a connection, the smallest first. The first is for control as well, and must have credits or never lack a receive; only the
    /// first [`CREDITED_LANES`](crate::wire::CREDITED_LANES) may have credits.
    fn lanes(&self) -> &[LanePlan];

    /// The shared queue that the receives of a lane come from, if there is one.
    fn shared(&self, _lane: usize) -> Option<&V::SharedReceiveQueue> {
        None
    }

    /// A connection has queue pairs, which can take receives.
    fn open(&mut self, verbs: &V, place: usize, queue_pairs: &[&V::QueuePair]) -> Result<()>;

    /// Copies from the buffer of a receive that has completed.
    fn read(&self, id: WorkId, offset: usize, into: &mut [u8]);

    /// Where `len` bytes at `offset` of that buffer are.
    fn at(&self, id: WorkId, offset: usize, len: usize) -> *const u8;

    /// The buffer is not needed any more; it goes back with the next [`Receives::repost`].
    fn recycle(&mut self, id: WorkId);

    /// Whether [`Receives::repost`] has something to do.
    fn is_recycled(&self, place: usize, lane: usize) -> bool;

    /// Posts what came back. How many receives the peer has again, for its credits.
    fn repost(&mut self, place: usize, lane: usize, queue_pair: &V::QueuePair) -> Result<u16>;

    /// The connection has no queue pairs any more, and nothing of what it received is needed.
    fn close(&mut self, place: usize);

    /// Bytes of all buffers.
    fn bytes(&self) -> u64;
}
