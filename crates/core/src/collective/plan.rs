//! Whether a collective operation puts into memory of peers or goes by messages.

use ferry_collective::{Algorithm, OneSided, Query};
use ferry_engine::collective::buffers::{COPY_BELOW, COPY_BELOW_MAX, CollectiveBufferId, PutsStanding};

use super::Lifetime;
use super::puts::{Puts, WindowMax};
use crate::nodes::NodeMap;
use crate::process::Process;

/// Operations that would have gained by puts before the ranks of a communicator ask each other.
/// Asking costs two allgathers of a few words, about what eight operations gain.
const PATIENCE: u32 = 8;

/// Memory that a rank must be able to register at once, in operations of the greatest length.
const OPERATIONS_AT_ONCE: u64 = 8;

/// Persistent operations keep at most this part of the memory that can be registered.
const KEPT: u64 = 2;

/// How an operation is to be done.
#[derive(Clone, Copy)]
pub(super) enum Plan {
    /// By messages.
    Messages,
    /// By an algorithm that puts, on a collective buffer.
    Put(CollectiveBufferId, OneSided, &'static Algorithm),
    /// The ranks ask each other, as far as this one is concerned with this collective buffer, and
    /// then put by an algorithm or not.
    Ask(Option<CollectiveBufferId>, OneSided, &'static Algorithm),
    /// The same, and they have asked already.
    Await(CollectiveBufferId, OneSided, &'static Algorithm),
}

impl Process {
    /// How an operation on a communicator is to be done that asks `query`, which says nothing of
    /// puts. All ranks come to the same but for the collective buffers.
    pub(super) fn plan_puts(&mut self, comm: usize, query: &Query, lifetime: Lifetime, may_compute: bool) -> Plan {
        let is_named = self.collectives.choices.names_puts(query.collective);
        let is_likely = query.spread.is_some() && self.comms.nodes.as_ref().is_some_and(|nodes| nodes.can_put());
        // In a job that survives the death of ranks an operation has to end at all of them, and a
        // signal that a survivor does not send is missed for ever.
        let survives = self.resilience.is_some();
        if survives || query.between_groups || query.ranks < 2 || !(is_named || is_likely) {
            return Plan::Messages;
        }
        let costs = self.comms.nodes.as_ref().and_then(NodeMap::put_costs);
        let usual = OneSided::with_copies_below(COPY_BELOW);
        let puts = costs.map_or(usual, |costs| OneSided::of_costs(costs, COPY_BELOW_MAX));
        // How much can be registered decides later: ranks that know it and ranks that do not yet
        // must choose alike.
        let Some(algorithm) = self.choose_puts(query, puts, may_compute) else { return Plan::Messages };
        if lifetime == Lifetime::Persistent {
            return self.ask(puts, algorithm);
        }
        let Some(standing) = self.comms.get(comm).map(|comm| comm.puts) else { return Plan::Messages };
        match standing {
            Puts::Never => Plan::Messages,
            Puts::Unasked(gaining) if !is_named && gaining + 1 < PATIENCE => {
                self.set_puts(comm, Puts::Unasked(gaining + 1));
                Plan::Messages
            }
            Puts::Unasked(_) => {
                let plan = self.ask(puts, algorithm);
                self.set_puts(comm, if let Plan::Ask(Some(buffer), ..) = plan { Puts::Asked(buffer) } else { Puts::Never });
                plan
            }
            Puts::Asked(buffer) => self.plan_on(comm, buffer, query.window_bytes(), (puts, algorithm)),
        }
    }

    /// As [`Process::plan_puts`], on a collective buffer that the communicator has, for an
    /// operation that would put so many bytes by an algorithm.
    fn plan_on(
        &mut self,
        comm: usize,
        buffer: CollectiveBufferId,
        bytes: u64,
        (puts, algorithm): (OneSided, &'static Algorithm),
    ) -> Plan {
        match self.engine.collective_buffers().1.standing(buffer) {
            PutsStanding::Joined { window_max } if bytes <= window_max => Plan::Put(buffer, puts, algorithm),
            PutsStanding::Joined { .. } => Plan::Messages,
            PutsStanding::Asking => Plan::Await(buffer, puts, algorithm),
            PutsStanding::Refused => {
                self.close_buffer(buffer);
                self.set_puts(comm, Puts::Never);
                Plan::Messages
            }
        }
    }

    /// The algorithm for an operation if ranks put like that, if it puts.
    fn choose_puts(&self, query: &Query, one_sided: OneSided, may_compute: bool) -> Option<&'static Algorithm> {
        let (choices, query) = (&self.collectives.choices, Query { one_sided: Some(one_sided), ..*query });
        let algorithm = if may_compute { choices.select_for_computing(&query) } else { choices.select(&query) };
        algorithm.requires.needs_puts().then_some(algorithm)
    }

    fn ask(&mut self, one_sided: OneSided, algorithm: &'static Algorithm) -> Plan {
        let (device, buffers) = self.engine.collective_buffers();
        Plan::Ask(buffers.open(device), one_sided, algorithm)
    }

    fn set_puts(&mut self, comm: usize, puts: Puts) {
        if let Some(comm) = self.comms.get_mut(comm) {
            comm.puts = puts;
        }
    }

    fn close_buffer(&mut self, buffer: CollectiveBufferId) {
        let (device, buffers) = self.engine.collective_buffers();
        buffers.close(buffer, device);
    }

    /// Most bytes that operations may put to this process, as far as it knows: between nodes a part
    /// of what can be registered.
    pub(super) fn window_max(&self, is_on_one_node: bool) -> WindowMax {
        match self.engine.device().network() {
            Some(network) if !is_on_one_node => {
                let bytes = network.rdma().and_then(ferry_route::rdma::Rdma::put_bytes).unwrap_or(0);
                let of_one = bytes / OPERATIONS_AT_ONCE;
                // Where windows of any length are no problem.
                let is_limited = of_one < ferry_collective::UNKNOWN_WINDOWS;
                WindowMax { of_one, of_kept: if is_limited { bytes / KEPT } else { u64::MAX } }
            }
            _ => WindowMax { of_one: u64::MAX, of_kept: u64::MAX },
        }
    }
}
