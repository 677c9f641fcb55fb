//! What large messages cost here with copies and without, and the choice between the two (UD-2).
//! Measured once, when the first large message comes.

use ferry_protocol::datagram::cost::{DatagramConditions, DatagramCosts};
use ferry_protocol::transfer::Piece;
use ferry_rdma::traits::POST_BATCH;
use ferry_rdma::work::GLOBAL_ROUTE_HEADER_BYTES;
use ferry_rdma::{ReceiveWork, Region, Segment, Verbs};
use ferry_verbs_transport::Environment;
use ferry_verbs_transport::prices;

use crate::device::UdDevice;
use crate::pairs::User;

/// Receives that are posted to see what one takes, at most.
const MOST_POSTED: u16 = 64;

/// Repetitions; the least time counts, as whatever disturbs makes it longer.
const REPETITIONS: usize = 3;

/// As long as no message may take.
const NEVER_PS: u64 = 1 << 40;

/// Whose queue pair is borrowed meanwhile: nobody's.
const NOBODY: User = User { exposure: u32::MAX, block: 0 };

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// What large messages cost this process. Measures at the first call, unless it is known.
    pub fn costs(&mut self) -> DatagramCosts {
        if let Some(costs) = self.costs {
            return costs;
        }
        let costs = self.environment.datagram_costs().unwrap_or_else(|| self.measure_costs());
        *self.costs.insert(costs)
    }

    /// How messages to and from a peer would travel; `None`: one of which nothing is known.
    fn conditions(&self, peer: Option<usize>) -> DatagramConditions {
        let round_trip_ns = peer.map_or(0, |peer| self.peers.met[peer].link.sending.round_trip().least_ns());
        DatagramConditions { mtu: self.mtu as u32, round_trip_ns, uses: self.uses.counts() }
    }

    /// Whether a message of a peer should go without a copy into this memory. Notes the use of the
    /// memory.
    pub(crate) fn pays_in_place(&mut self, peer: usize, memory: &[Piece], bytes: u64) -> bool {
        if let Some(least) = self.options.zero_copy_min {
            return bytes >= least;
        }
        let (costs, conditions) = (self.costs(), self.conditions(Some(peer)));
        let worth = costs.worth(bytes, &conditions);
        let Some(front) = memory.first().filter(|_| worth > 0) else { return false };
        let is_registered = memory.iter().all(|piece| self.memories.is_registered(*piece));
        self.uses.note(front.address, worth, is_registered) || costs.is_in_place(bytes, &conditions)
    }

    #[cold]
    fn measure_costs(&mut self) -> DatagramCosts {
        let environment = &self.environment;
        let prices::Lines { registration, copy } = prices::lines(&mut self.memories, || environment.now());
        // An adapter that takes no receives has no large messages without a copy.
        let post_ps = (0..REPETITIONS).filter_map(|_| self.time_posts()).min().unwrap_or(NEVER_PS);
        DatagramCosts { copy, registration, post_ps }
    }

    /// What posting the receive of a packet takes, in ps; `None` if no queue pair is to be had.
    fn time_posts(&mut self) -> Option<u64> {
        let count = usize::from(self.options.block_pieces.min(MOST_POSTED));
        let pair = self.pairs.take(&self.verbs, &mut self.completions, NOBODY).ok()??;
        let front = self.exposures.scratch.segment(0, GLOBAL_ROUTE_HEADER_BYTES as usize);
        let segments: [Segment; 2] = [front, front];
        let works = [ReceiveWork { id: self.pairs.work_id(pair, 0), segments: &segments }; POST_BATCH];
        let began = self.environment.now();
        let mut posted = 0;
        while posted < count {
            let batch = POST_BATCH.min(count - posted);
            if self.pairs.post(pair, &works[..batch]).is_err() {
                break;
            }
            posted += batch;
        }
        let ns = self.environment.now() - began;
        self.close_pair(pair);
        (posted > 0).then(|| 1000 * ns / posted as u64)
    }
}
