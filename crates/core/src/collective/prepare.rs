//! From a checked call to a [`Run`], and what is left of one when it is over.

use std::sync::OnceLock;

use ferry_collective::{Algorithm, Collective, MessageCosts, Problem, Query, WayCosts};
use ferry_engine::collective::{Address, KIND_BITS};
use ferry_engine::roundup::Roundup;
use ferry_node_collective::costs::Costs;

use super::check::{self, Check};
use super::plan::Plan;
use super::puts::{Agreement, Undecided};
use super::{CHECK, Call, Lifetime, PUTS, Run, SPARE_MAX, tag};
use crate::Result;
use crate::nodes::NodeMap;
use crate::process::Process;

/// Calls of so few bytes are chosen for without knowing how many processors the ranks share: those
/// that nobody waits for may come before that is known, and then it could not be agreed on any
/// more.
const SHORT: u64 = 4096;

impl Process {
    /// Whether a call on a communicator with a shared area goes over that, as all of its ranks say
    /// alike; `query` is what it asks but for costs and processors.
    #[cold]
    pub fn goes_over_area(&mut self, comm: usize, query: Query) -> bool {
        // What is checked goes by messages, whatever is asked for: an area has no place for it. So
        // does what may be put: ranks agree on that by messages.
        let goes_by_messages = self.settings.check.is_on() || self.collectives.choices.names_puts(query.collective);
        let Some(area_use) = query.shared_area.filter(|_| !goes_by_messages) else { return false };
        let most = if query.bytes > SHORT { u64::MAX } else { SHORT };
        let processors = if query.bytes > SHORT { self.processors(comm) } else { None };
        let costs = self.message_costs(comm, false);
        let at = |bytes| Query { bytes, costs, processors: processors.filter(|_| bytes > SHORT), ..query };
        let choices = &self.collectives.choices;
        if let Some(seat) = self.direct.seat(comm).filter(|seat| seat.is_unasked(&query, area_use)) {
            seat.know_over_area(&query, area_use, choices.over_area_below(most, at), most.saturating_add(1));
        }
        choices.select(&at(query.bytes)).is_over_shared_area()
    }

    /// The processors that the ranks of a communicator share, as all of them say alike; `None` if
    /// they do not know.
    fn processors(&mut self, comm: usize) -> Option<u32> {
        let known = self.engine.node_mut().crowding().map(|crowding| crowding.processors);
        let Process { direct, comms, .. } = self;
        direct.sit(comms, comm)?.area.agree_on_processors(known)
    }

    /// What messages on a communicator cost, as all of its ranks say alike: those of a job on
    /// several nodes have told each other when they joined; those of a node take the word of the
    /// first one that asks.
    fn message_costs(&mut self, comm: usize, spans_nodes: bool) -> MessageCosts {
        if spans_nodes {
            let known = self.comms.nodes.as_ref().and_then(NodeMap::message_costs);
            return known.unwrap_or(MessageCosts::ASSUMED);
        }
        let Process { direct, comms, .. } = self;
        // Communicators are many, and what is known stands in files.
        static KNOWN: OnceLock<WayCosts> = OnceLock::new();
        let known = || KNOWN.get_or_init(|| ferry_calibrate::message_costs().near).word();
        let near = direct.sit(comms, comm).map(|seat| WayCosts::of_word(seat.area.agree_on_messages(known)));
        MessageCosts { near: near.unwrap_or(MessageCosts::ASSUMED.near), ..MessageCosts::ASSUMED }
    }

    /// What decides whether the ranks of a communicator read each other's memory, as all of them
    /// say alike.
    pub fn reading_costs(&mut self, comm: usize) -> Costs {
        let wants_reads = self.settings.large_messages.is_some();
        let Process { direct, comms, .. } = self;
        direct.sit(comms, comm);
        direct.costs(comm, wants_reads)
    }
}

impl Run {
    /// Chooses the algorithm for a call and makes its schedule, which [`Run::begin`] begins.
    ///
    /// # Errors
    /// `MPI_ERR_COMM` for an invalid communicator.
    pub fn prepare(p: &mut Process, call: Call<'_>, lifetime: Lifetime) -> Result<Box<Run>> {
        let Call { comm: owner, collective, problem, memory, reduction, program, digest, may_compute } = call;
        p.refuse_casualty(owner)?;
        let nodes = p.comms.nodes_of(owner)?;
        let processors = p.processors(owner);
        let costs = p.message_costs(owner, nodes.is_some());
        let problem = Problem { nodes: nodes.as_deref(), costs, ..problem };
        let comm = p.comms.find_mut(owner, "comm")?;
        let number = match lifetime {
            Lifetime::Once => comm.next_collective(),
            Lifetime::Persistent => comm.next_persistent(),
        };
        let tag = tag(number, collective, lifetime);
        let address = Address { context: comm.collective_context(), tag, owner };
        let (group, remote) = (comm.group().clone(), comm.remote().cloned());
        let beside = |kind: i32| Address { tag: tag & !((1 << KIND_BITS) - 1) | kind, ..address };
        let check = digest.map(|digest| {
            let problem = Roundup::<{ check::WORDS }>::problem(&problem);
            let algorithm = p.collectives.choices.select(&Query::new(Collective::Allgather, &problem, processors));
            Box::new(Check::new(digest, &problem, algorithm, beside(CHECK)))
        });
        let mut run = p.collectives.spare.pop().unwrap_or_else(Run::idle);
        let query = Query::new(collective, &problem, processors);
        let plan = p.plan_puts(owner, &query, lifetime, may_compute);
        let (problem, algorithm) = run.follow(p, plan, (&query, problem), lifetime, PUTS.map(beside));
        run.execution.prepare(|old| algorithm.schedule_into(&problem, old), memory, reduction, address);
        if lifetime == Lifetime::Once && run.execution.is_one_sided() {
            let world_rank = |peer| super::process_of(peer, &group, remote.as_ref());
            if !run.execution.register_ahead(&mut p.engine, world_rank) {
                let mut rooms = Default::default();
                run.execution.rebuild(|old| algorithm.schedule_into(&problem.through_scratch(&mut rooms), old));
            }
        }
        if let Some(program) = &program {
            p.datatypes.hold(program.datatype);
        }
        (run.collective, run.comm, run.context, run.program) = (collective, owner, address.context, program);
        (run.group, run.remote, run.algorithm) = (group, remote, algorithm.name);
        run.check = check;
        Ok(run)
    }

    /// Makes ready for a plan: the problem and the algorithm of the schedule that is needed first.
    fn follow<'a>(
        &mut self,
        p: &mut Process,
        plan: Plan,
        (query, problem): (&Query, Problem<'a>),
        lifetime: Lifetime,
        addresses: [Address; 2],
    ) -> (Problem<'a>, &'static Algorithm) {
        let by_messages = || p.collectives.choices.select(query);
        let (buffer, puts, algorithm, asks) = match plan {
            Plan::Messages => {
                let algorithm = by_messages();
                p.note_collective(query, algorithm);
                return (problem, algorithm);
            }
            Plan::Put(buffer, puts, algorithm) => {
                p.note_collective(query, algorithm);
                self.execution.take_turn(p.engine.collective_buffers().1.enter(buffer));
                return (Problem { one_sided: Some(puts), ..problem }, algorithm);
            }
            Plan::Ask(buffer, puts, algorithm) => (buffer, puts, algorithm, true),
            Plan::Await(buffer, puts, algorithm) => (Some(buffer), puts, algorithm, false),
        };
        let otherwise = by_messages();
        let agreement = asks.then(|| {
            let carried = Query::new(Collective::Allgather, &Roundup::<1>::problem(&problem), None);
            let (carrier, window_max) = (p.collectives.choices.select(&carried), p.window_max(query.spread.is_none()));
            let keeps = if lifetime == Lifetime::Persistent { query.window_bytes() } else { 0 };
            Agreement::new(buffer, (window_max, keeps), &mut p.engine, &problem, carrier, addresses)
        });
        let (algorithm, problem, otherwise) = match buffer {
            Some(_) => {
                let schedule = otherwise.schedule(&problem);
                (algorithm, Problem { one_sided: Some(puts), ..problem }, Some((schedule, otherwise)))
            }
            None => (otherwise, problem, None),
        };
        let turn = buffer.filter(|_| lifetime == Lifetime::Once).map(|buffer| p.engine.collective_buffers().1.enter(buffer));
        self.collective_buffer = buffer.filter(|_| lifetime == Lifetime::Persistent);
        self.undecided = Some(Box::new(Undecided { agreement, buffer, turn, bytes: query.window_bytes(), kept: 0, otherwise }));
        self.uncounted = Some((*query, algorithm));
        (problem, algorithm)
    }

    /// Ends a run that is done, or not under way, and keeps its memory for the next.
    pub fn finish(mut self: Box<Self>, p: &mut Process) {
        self.execution.let_go(&mut p.engine);
        self.execution.give_up_turn(&mut p.engine);
        self.execution.end();
        self.check = None;
        if let Some(mut undecided) = self.undecided.take() {
            undecided.give_up(&mut p.engine);
        }
        let (device, buffers) = p.engine.collective_buffers();
        buffers.free_windows(std::mem::take(&mut self.kept));
        if let Some(buffer) = self.collective_buffer.take() {
            buffers.close(buffer, device);
        }
        if let Some((query, algorithm)) = self.uncounted.take() {
            p.note_collective(&query, algorithm);
        }
        self.needs_turn = false;
        if let Some(program) = self.program.take() {
            p.datatypes.release(program.datatype);
        }
        if p.collectives.spare.len() < SPARE_MAX {
            p.collectives.spare.push(self);
        }
    }
}
