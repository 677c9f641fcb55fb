//! What reports, simulations and tests may know of a device to judge whether it keeps its promises. Nothing here changes anything.

use ferry_rdma::Verbs;

use crate::device::RcDevice;
use crate::environment::Environment;
use crate::receives::Receives;

/// The credits of one lane of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneState {
    /// Which lane.
    pub lane: usize,
    /// Messages that may be sent.
    pub available: u16,
    /// Receives posted again that the peer does not know of.
    pub owed: u16,
}

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// Why messages are not received as was wanted, if so.
    pub fn receives_instead(&self) -> Option<&str> {
        self.receives.instead()
    }

    /// The lane whose queue pair has this number, if there is one.
    pub fn lane_state(&self, queue_pair: u32) -> Option<LaneState> {
        let &(place, way) = self.numbers.get(&queue_pair)?;
        let lanes = &self.connections.get(place as usize)?.lanes;
        let lane = lanes.iter().position(|lane| lane.way == usize::from(way))?;
        let credits = lanes[lane].credits;
        Some(LaneState { lane, available: credits.available(), owed: credits.owed() })
    }
}
