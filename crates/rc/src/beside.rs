//! For a layer that has another way to the same peers, and decides itself when there is to be a
//! connection.

use ferry_rdma::Verbs;
use ferry_verbs_transport::Environment;

use crate::device::RcDevice;
use crate::receives::Receives;

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// Begins to make a connection to a peer, if there is none.
    pub fn connect(&mut self, rank: u32) {
        let _ = self.reach(rank);
    }

    /// Whether messages to a peer may be sent now.
    pub fn is_connected(&self, rank: u32) -> bool {
        self.place(rank).is_some_and(|place| self.connections[place].is_ready())
    }

    /// Whether a connection to a peer was ever so far that the peer may have used it.
    pub fn was_up(&self, rank: u32) -> bool {
        self.place(rank).is_some_and(|place| self.connections[place].handshake.was_up())
    }

    /// A peer is lost, as another way to it has found out. Whether it will be reported by
    /// [`next_lost`](ferry_device::Device::next_lost).
    pub fn give_up_peer(&mut self, rank: u32, reason: &str) -> bool {
        let Some(place) = self.place(rank) else { return false };
        if self.connections[place].lost.is_none() {
            self.fail_reported(place, reason.to_owned());
        }
        self.lost.contains(&(place as u32))
    }
}
