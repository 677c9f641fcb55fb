//! Ports: queue pairs take turns, one burst each; a burst takes the sender's port, the wire and the
//! receiver's port, and the buses behind them.

use std::collections::VecDeque;

use ferry_rdma::Gid;

use crate::event::Event;
use crate::profile::Rate;
use crate::state::WorldState;

/// Bytes that a queue pair sends before it is another one's turn: a few packets, as arbiters do;
/// fewer would only cost events.
pub(crate) const BURST_BYTES: u32 = 16 * 1024;

/// The same in a world whose long transfers move no bytes (`WorldState::hollow_from`): such worlds
/// are large, and events are what they cost. Not where both directions share a bus: there the order
/// of bursts decides how long all take.
pub(crate) const HOLLOW_BURST_BYTES: u32 = 256 * 1024;

/// Who waits for the port.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PortWaiter {
    /// A queue pair with requests.
    Requests(u32),
    /// The rest of what a read of queue pair `to` wants: from byte `offset` of `bytes` on, in the
    /// memory of the context `from`.
    Response { from: u32, to: u32, sequence: u64, offset: u32, bytes: u32 },
}

/// A port of a node.
#[derive(Debug, Default)]
pub(crate) struct Port {
    pub gid: Gid,
    pub jobs: VecDeque<PortWaiter>,
    pub is_sending: bool,
    pub receive_free_ps: u64,
    pub bus_free_ps: u64,
    /// When each of the ways from here through the network has carried what it has to carry.
    pub ways_free_ps: Vec<u64>,
}

/// A network in which a port has several ways to others, each of which may be slower than the
/// port. Datagrams say which they take; everything else is taken to find a way of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fabric {
    /// Ways from a port.
    pub paths: u8,
    /// How fast each is.
    pub rate: Rate,
}

/// Something to put on the wire.
pub(crate) struct Burst {
    pub to: u32,
    /// Bytes of payload, and in what packets.
    pub bytes: u64,
    pub mtu: u32,
    /// What the adapter does before.
    pub before_ps: u64,
    /// What happens at the other end, not before `after_ps`.
    pub event: Event,
    pub after_ps: u64,
    /// The job that goes on.
    pub rest: Option<PortWaiter>,
}

impl WorldState {
    /// Puts a job on the list of a port.
    pub(crate) fn enqueue(&mut self, node: u32, job: PortWaiter) {
        self.ports[node as usize].jobs.push_back(job);
        self.serve(node);
    }

    /// A port that sends nothing takes the next job.
    pub(crate) fn serve(&mut self, node: u32) {
        while !self.ports[node as usize].is_sending {
            let Some(job) = self.ports[node as usize].jobs.pop_front() else { return };
            let burst = match job {
                PortWaiter::Requests(queue_pair) => self.next_burst(queue_pair),
                PortWaiter::Response { from, to, sequence, offset, bytes } => {
                    self.response_burst(from, to, sequence, offset, bytes)
                }
            };
            match (burst, job) {
                (Some(burst), _) => self.transmit(node, burst),
                (None, PortWaiter::Requests(queue_pair)) => {
                    if let Some(pair) = self.pair(queue_pair) {
                        pair.is_listed = false;
                    }
                }
                (None, PortWaiter::Response { .. }) => {}
            }
        }
    }

    fn transmit(&mut self, node: u32, burst: Burst) {
        let Burst { to, bytes, mtu, before_ps, event, after_ps, rest } = burst;
        let wire_ps = self.wire_ps(bytes, mtu);
        let begin_ps = self.now_ps + before_ps;
        let sent_ps = self.occupy_bus(node, begin_ps, bytes).max(begin_ps + wire_ps);
        let latency_ps = if node == to { self.profile.link.loopback_ps } else { self.profile.link.latency_ps };
        let first_ps = (begin_ps + latency_ps).max(self.ports[to as usize].receive_free_ps);
        let received_ps = self.occupy_bus(to, first_ps, bytes).max(first_ps + wire_ps).max(sent_ps + latency_ps);
        self.ports[to as usize].receive_free_ps = received_ps;
        let received_ps = match &event {
            Event::Datagram(flying) => received_ps.max(self.pass(node, flying.way, begin_ps, bytes) + latency_ps),
            _ => received_ps,
        };
        let delay_ps = self.fault_delay_ps();
        self.deliver((received_ps + delay_ps).max(after_ps), event);
        let port = &mut self.ports[node as usize];
        port.is_sending = true;
        port.jobs.extend(rest);
        self.agenda.put(sent_ps, Event::PortFree { node });
    }

    /// When `bytes` from `begin_ps` on have passed a way through the network.
    fn pass(&mut self, node: u32, way: u8, begin_ps: u64, bytes: u64) -> u64 {
        let Some(Fabric { paths, rate }) = self.fabric else { return 0 };
        let ways = &mut self.ports[node as usize].ways_free_ps;
        ways.resize(paths.into(), 0);
        let free_ps = &mut ways[usize::from(way % paths)];
        *free_ps = begin_ps.max(*free_ps) + rate.ps(bytes);
        *free_ps
    }

    /// Requests of a queue pair arrive in order, and so do responses to it.
    pub(crate) fn deliver(&mut self, mut at_ps: u64, event: Event) {
        let (queue_pair, is_request) = match event {
            Event::Arrival { from, .. } | Event::Repetition { from, .. } => (from, true),
            Event::ReadArrival { to, .. } => (to, false),
            _ => (0, false),
        };
        if let Some(pair) = self.pair(queue_pair) {
            let last_ps = if is_request { &mut pair.last_arrival_ps } else { &mut pair.last_response_ps };
            at_ps = at_ps.max(*last_ps);
            *last_ps = at_ps;
        }
        match event {
            Event::Datagram(flying) => self.fly(at_ps, flying),
            event => self.agenda.put(at_ps, event),
        }
    }

    fn wire_ps(&self, bytes: u64, mtu: u32) -> u64 {
        let packets = bytes.div_ceil(u64::from(mtu.max(1))).max(1);
        self.profile.link.rate.ps(bytes) + packets * self.profile.adapter.packet_ps
    }

    /// When `bytes` from `begin_ps` on have gone over the bus of a node.
    fn occupy_bus(&mut self, node: u32, begin_ps: u64, bytes: u64) -> u64 {
        let (rate, is_shared) = (self.profile.adapter.bus, self.profile.adapter.bus_is_shared);
        if !is_shared {
            return begin_ps + rate.ps(bytes);
        }
        let port = &mut self.ports[node as usize];
        port.bus_free_ps = port.bus_free_ps.max(begin_ps) + rate.ps(bytes);
        port.bus_free_ps
    }

    /// From the moment a responder has decided until the requester knows.
    pub(crate) fn answer_ps(&self, from: u32, to: u32) -> u64 {
        let link = &self.profile.link;
        self.profile.adapter.acknowledge_ps + if from == to { link.loopback_ps } else { link.latency_ps }
    }
}
