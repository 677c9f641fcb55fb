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

    /// Whether there is a connection to a peer, however far, or was one that has failed.
    pub fn has_begun(&self, rank: u32) -> bool {
        self.place(rank).is_some()
    }

    /// Whether a connection to a peer was ever so far that the peer may have used it.
    pub fn was_up(&self, rank: u32) -> bool {
        self.place(rank).is_some_and(|place| self.connections[place].handshake.was_up())
    }

    /// Packets sent to a peer over its connection.
    pub fn packets_sent(&self, rank: u32) -> u32 {
        self.place(rank).map_or(0, |place| self.connections[place].sequence_out)
    }

    /// Packets of a peer that the engine has taken from its connection.
    pub fn packets_taken(&self, rank: u32) -> u32 {
        self.place(rank).map_or(0, |place| self.connections[place].sequence_in)
    }

    /// Whether nothing is under way over the connection to a peer, as far as this end knows, and no
    /// memory is shown to it. If not, it may be soon: completions are asked for.
    pub fn is_idle(&mut self, rank: u32) -> bool {
        let Some(place) = self.place(rank) else { return false };
        self.collect();
        let connection = &self.connections[place];
        let is_shown = self.exposed.keys().any(|(peer, ..)| *peer == rank);
        let is_busy = connection.is_deliverable() || connection.notices.next().is_some() || !connection.unposted.is_empty();
        if !connection.is_ready() || is_busy || is_shown || self.transfers.are_at(place) {
            return false;
        }
        let is_idle = connection.has_sent_all();
        self.reclaim_from(place);
        is_idle
    }

    /// Nothing may be sent over the connection to a peer from now on; or it may again.
    pub fn hush(&mut self, rank: u32, is_hushed: bool) {
        let Some(place) = self.place(rank) else { return };
        self.connections[place].is_hushed = is_hushed;
        if !is_hushed {
            self.list(place);
        }
    }

    /// Closes the connection to a peer, which does the same. Nothing may be under way over it.
    pub fn part(&mut self, rank: u32) {
        if let Some(place) = self.place(rank) {
            self.part_at(place);
        }
    }
}
