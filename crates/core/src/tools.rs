//! What tools read from a process and set in it (MPI-5 §15.3): the values behind the tables of
//! `ferry-tools`.

use ferry_collective::{Algorithm, Collective, Query};
use ferry_engine::statistics::Traffic;
use ferry_route::rdma::{Lengths, Rdma};
use ferry_shm::body::stores::PastCaches;
use ferry_tools::cvar::{Target, Value};
use ferry_tools::event::Kind;
use ferry_tools::function::Function;
use ferry_tools::pvar::{self, Amount, Carrier, MessageMethod, PutCount, RdmaCount, ReuseDecision, ReusePath, Source};
use ferry_tools::refusal::Refusal;

use crate::Error;
use crate::process::Process;
use crate::report::MessageCarrier;

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Error::new(refusal.code(), format!("{refusal:?}"))
    }
}

fn amount_of(traffic: Traffic, amount: Amount) -> u64 {
    match amount {
        Amount::Messages => traffic.messages,
        Amount::Bytes => traffic.bytes,
    }
}

fn transport_of(carrier: Carrier) -> MessageCarrier {
    match carrier {
        Carrier::Shm => MessageCarrier::SharedMemory,
        Carrier::Tcp => MessageCarrier::Tcp,
        Carrier::Rdma => MessageCarrier::Rdma,
    }
}

impl Process {
    /// The present values behind a performance variable, one for each of `ranks` (world ranks)
    /// where it is an array.
    pub fn values(&self, source: Source, ranks: &[u32]) -> Vec<u64> {
        match source {
            Source::Peer(way, amount) => ranks.iter().map(|rank| self.sent(*rank, way, amount)).collect(),
            _ => vec![self.value(source)],
        }
    }

    fn value(&self, source: Source) -> u64 {
        let totals = self.engine.totals();
        match source {
            Source::UnexpectedMessages => totals.unexpected_messages,
            Source::UnexpectedMessagesMark => totals.unexpected_mark.messages,
            Source::UnexpectedBytes => totals.unexpected_bytes,
            Source::UnexpectedBytesMark => totals.unexpected_mark.bytes,
            Source::UnexpectedBudget => self.engine.limits().unexpected_budget,
            Source::UnexpectedArrivals => totals.unexpected_arrivals,
            Source::UnexpectedRefusals => totals.refusals,
            Source::PostedReceives => totals.posted_receives,
            Source::PendingOperations => self.engine.operations().filter(|(_, operation)| !operation.is_done()).count() as u64,
            Source::OutstandingRequests => self.outstanding_requests() as u64,
            Source::Sent(carrier, way, amount) => {
                let carried = self.peers().filter(|peer| self.transport_to(*peer) == transport_of(carrier));
                carried.map(|peer| self.sent(peer, way, amount)).sum()
            }
            Source::Own(amount) => self.sent(self.rank(), MessageMethod::Eager, amount),
            Source::Peer(..) => 0,
            Source::Large(method, amount) => amount_of(totals.methods[method as usize], amount),
            Source::Published(Amount::Messages) => self.direct.published().0,
            Source::Published(Amount::Bytes) => self.direct.published().1,
            Source::PastCaches(amount) => {
                let PastCaches { pieces, bytes } = self.engine.node().past_caches() + self.direct.past_caches();
                if amount == Amount::Bytes { bytes } else { pieces }
            }
            Source::BetweenHeaps => self.engine.node().copied_between_heaps(),
            Source::HugePages => self.engine.node().huge_pages_made(),
            Source::Puts(count) => self.put_count(count),
            Source::CollectiveCalls(function, algorithm) => self.collectives.calls.of(function, algorithm),
            Source::WaitingTime => self.waits.waited_ns,
            Source::Naps => totals.naps,
            Source::WindowPuts(amount) => amount_of(totals.window_puts, amount),
            Source::WindowGets(amount) => amount_of(totals.window_gets, amount),
            Source::Rdma(count) => self.rdma_count(count),
        }
    }

    fn put_count(&self, count: PutCount) -> u64 {
        let counts = self.engine.put_counts();
        match count {
            PutCount::Begun => counts.puts,
            PutCount::Agreements => counts.joined,
            PutCount::Refusals => counts.refused,
            PutCount::Registrations => counts.registrations,
            PutCount::Windows => counts.windows,
            PutCount::CollectiveBuffers => counts.in_use,
            PutCount::CollectiveBufferBytes => counts.bytes,
        }
    }

    fn rdma_count(&self, count: RdmaCount) -> u64 {
        let Some(network) = self.engine.device().network() else { return 0 };
        // Those of connections to other jobs among them.
        let (rdma, foreign) = (network.rdma(), network.foreign_counters());
        let counters = rdma.map_or(foreign, |rdma| rdma.counters().and(&foreign));
        let percentile = |lengths: fn(&Rdma) -> Lengths, percent| rdma.map_or(0, |rdma| lengths(rdma).percentile(percent).into());
        match count {
            RdmaCount::Packets => counters.packets_sent,
            RdmaCount::ControlPackets => counters.control_sent,
            RdmaCount::RingPackets => counters.ring_sent,
            RdmaCount::Doorbells => counters.doorbells,
            RdmaCount::Requests => counters.requests,
            RdmaCount::Completions => counters.completions,
            RdmaCount::Stalls => counters.stalls,
            RdmaCount::BytesCopied => counters.bytes_copied,
            RdmaCount::BytesDirect => counters.bytes_direct,
            RdmaCount::InPlacePackets => counters.in_place_sent,
            RdmaCount::InPlaceBytes => counters.in_place_bytes,
            RdmaCount::FrequentBuffers => rdma.and_then(Rdma::reuse).map_or(0, |reuse| reuse.table().frequent() as u64),
            RdmaCount::HurriedPackets => rdma.and_then(Rdma::reuse).map_or(0, |reuse| reuse.counters().total().hurried),
            RdmaCount::StagedAccesses => counters.staged,
            RdmaCount::StagedBytes => counters.staged_bytes,
            RdmaCount::Decisions(path, what, class) => {
                let reuse = rdma.and_then(if path == ReusePath::Messages { Rdma::reuse } else { Rdma::access_reuse });
                let counts = reuse.and_then(|reuse| reuse.counters().classes().nth(class)).map(|(_, counts)| *counts);
                let counts = counts.unwrap_or_default();
                match what {
                    ReuseDecision::Copied => counts.copied,
                    ReuseDecision::Direct => counts.direct,
                    ReuseDecision::Registered => counts.registrations,
                }
            }
            RdmaCount::Registrations => counters.registrations,
            RdmaCount::RegistrationHits => counters.registration_hits,
            RdmaCount::CaughtUpBytes => counters.caught_up_bytes,
            RdmaCount::RegisteredBytes => counters.registered_bytes,
            RdmaCount::BufferBytes => counters.receive_bytes + counters.send_bytes,
            RdmaCount::ReceiveBytes => counters.receive_bytes,
            RdmaCount::ReceivePeak => counters.receive_peak,
            RdmaCount::ReceivedBytes => counters.message_bytes,
            RdmaCount::ReceivedBufferBytes => counters.buffer_bytes,
            RdmaCount::SentBytes => counters.sent_message_bytes,
            RdmaCount::SentBufferBytes => counters.sent_buffer_bytes,
            RdmaCount::ReceivedMedian => percentile(Rdma::lengths_received, 50),
            RdmaCount::Received90 => percentile(Rdma::lengths_received, 90),
            RdmaCount::Received99 => percentile(Rdma::lengths_received, 99),
        }
    }

    /// World ranks of all other processes.
    fn peers(&self) -> impl Iterator<Item = u32> {
        let me = self.rank();
        (0..self.world.size as u32).filter(move |rank| *rank != me)
    }

    fn sent(&self, peer: u32, way: MessageMethod, amount: Amount) -> u64 {
        let traffic = self.engine.traffic(peer);
        let of_way = match way {
            MessageMethod::Eager => traffic.eager,
            MessageMethod::Rendezvous => traffic.rendezvous,
        };
        amount_of(of_way, amount)
    }

    fn outstanding_requests(&self) -> usize {
        self.requests.len() + self.completed.outstanding() + self.engine.operations().count()
    }

    /// Gives a control variable a new value, and puts it into effect.
    ///
    /// # Errors
    /// `Invalid` for a value that the variable does not take; nothing is changed then.
    pub fn set_control(&mut self, target: Target, value: &Value) -> Result<(), Refusal> {
        let mut settings = self.settings.clone();
        target.write(&mut settings, value)?;
        self.collectives.choices = self.collectives.choices_of(&settings).map_err(|_| Refusal::Invalid)?;
        self.direct.forget_choices();
        self.engine.set_limits(crate::process::limits(&settings));
        self.engine.limit_long(crate::process::long_max(&settings));
        // The device may allow less.
        settings.eager_max = self.engine.limits().eager_max;
        self.settings = settings;
        self.adapt(false);
        Ok(())
    }

    /// From here on events of the types whose bits are set in `wanted` wait for their callbacks.
    pub fn observe(&mut self, wanted: u32) {
        self.engine.observe(wanted, ferry_sys::clock::now_ns);
        self.direct.set_observed(wanted >> Kind::CollectiveStarted as u32 & 1 != 0);
    }

    /// Counts a collective call.
    pub fn note_collective(&mut self, query: &Query, algorithm: &'static Algorithm) {
        let called = self.collectives.calls.add(query, algorithm);
        if !self.engine.is_observed() {
            return;
        }
        if let Some((function, index)) = called {
            self.observe_collective(function, index, query.ranks, query.bytes);
        }
    }

    /// A collective call on a communicator goes over its shared area, and a tool wants to know.
    #[cold]
    pub fn note_over_area(&mut self, comm: usize, collective: Collective, bytes: u64) {
        let ranks = self.comms.get(comm).map_or(0, |comm| comm.size());
        let function = Function { collective, between_groups: false };
        if let Some(index) = function.algorithms().iter().position(Algorithm::is_over_shared_area) {
            self.observe_collective(function, index, ranks, bytes);
        }
    }

    fn observe_collective(&mut self, function: Function, index: usize, ranks: u32, bytes: u64) {
        if let Some(variable) = pvar::calls_of(function, index) {
            self.engine.observe_event(Kind::CollectiveStarted, &[variable as u64, u64::from(ranks), bytes]);
        }
    }
}
