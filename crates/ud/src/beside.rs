//! For a layer that has another way to the same peers: how far the datagrams to and from a peer
//! are, so that nothing overtakes them, and words about that other way.

use ferry_protocol::datagram::Sequence;
use ferry_rdma::Verbs;
use ferry_verbs_transport::Environment;

use crate::control::Control;
pub use crate::control::Proposal;
use crate::device::UdDevice;

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// World rank of this process.
    pub fn rank(&self) -> u32 {
        self.options.rank
    }

    /// Tells a peer something about a reliable connection. False if it cannot be reached, or has
    /// left: nobody would say that the word has arrived, which is waited for at the end.
    pub fn propose(&mut self, rank: u32, proposal: Proposal) -> bool {
        let reached = self.reach(rank);
        let Some(index) = reached.filter(|index| self.peers.met[*index].is_in_touch()) else { return false };
        self.tell(index, Control::Connection(proposal).encode());
        true
    }

    /// What a peer has said about a reliable connection.
    pub fn next_proposal(&mut self) -> Option<(u32, Proposal)> {
        self.proposals.pop_front()
    }

    /// Marks the end of what was sent to a peer so far.
    pub fn mark(&self, rank: u32) -> Sequence {
        self.peers.index_of(rank).map_or(Sequence(0), |index| self.peers.met[index].link.sending.next_number())
    }

    /// Whether everything sent to a peer before `mark` is there: its device has taken it, in order.
    pub fn has_arrived(&self, rank: u32, mark: Sequence) -> bool {
        self.peers.index_of(rank).is_none_or(|index| self.peers.met[index].link.sending.has_arrived(mark))
    }

    /// Whether something of a peer waits for the engine: nothing that was sent later may be shown
    /// before it.
    pub fn has_backlog(&self, rank: u32) -> bool {
        self.peers.index_of(rank).is_some_and(|index| self.peers.met[index].backlog() > 0)
    }
}
