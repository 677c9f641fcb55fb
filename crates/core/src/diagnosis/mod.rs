//! What this process says of itself when somebody asks why the job does not go on.
//!
//! Nothing of this costs a message anything. A call that is about to sleep keeps a
//! [`HangWatch`]. From then on it looks for a question every quarter of a second at most, writes
//! down what it waits for ([`Awaited`]), and complains to the launcher when nothing has moved for
//! `FERRY_WATCHDOG`. Calls that poll ([`Process::note_fruitless`]) look
//! as often. Operations are stamped when a watch sees them first, so that their age is known to
//! about a second and never too high.
//!
//! - [`watch`]: what calls that wait note

pub mod watch;

use std::sync::OnceLock;

use ferry_collective::Collective as Function;
pub use ferry_diagnosis::report::Form;
use ferry_diagnosis::report::{
    Channel, Collective, Communicator, Kind, Operation, RankReport, ReportedStage, Thing, Unexpected, Wait,
};
use ferry_diagnosis::{JobReport, RankStanding, text};
use ferry_engine::inspect::Arrival;
use ferry_engine::partitioned::{PARTITIONED, is_data_context};
use ferry_engine::{ANY_SOURCE, ANY_TAG, Engine, MatchPattern, Mode};
use ferry_launch::pmi::client::REQUEST_REPORT;
use ferry_node_collective::pending_area::PendingCall;
use ferry_settings::DumpSignal;
use ferry_sys::question::{self, Reaction};
use ferry_sys::{clock, signals, threads};

pub use self::watch::{Await, Awaited, HangWatch};
use self::watch::{LOOK_NS, POLL_MEMORY_NS, POLLS_A_LOOK, POLLS_A_TURN, Polling, Reporter, Waiting};
use crate::Transport;
use crate::collective::ongoing::{self, Ongoing, Work};
use crate::collective::{Run, function_name, number};
use crate::comm::{COLLECTIVE, CONSTRUCTION, Comm};
use crate::process::Process;
use crate::progress::{ProgressSource, SourceWait};
use crate::request::{Request, Round};

/// Operations and messages that a report lists; the others it counts.
const LISTED_MAX: usize = 64;
/// The watchdog's time where it is off, in seconds.
const PATIENCE_S: u64 = 60;
/// Operations whose age is kept.
const STAMPED_MAX: usize = 256;

impl Process {
    /// Has questions by signal noted, as the settings say. Not if the program has a use of its own
    /// for the signal.
    pub fn listen(&self) {
        let number = match self.settings.dump_signal {
            DumpSignal::Off => return,
            DumpSignal::User1 => signals::USER_1,
            DumpSignal::User2 => signals::USER_2,
        };
        let launcher = self.launcher.as_ref().filter(|launcher| launcher.is_ferry());
        // Of all uses of MPI: the rank stays.
        static EXCUSE: OnceLock<String> = OnceLock::new();
        let rank = self.rank();
        let excuse = EXCUSE.get_or_init(|| format!("ferry: rank {rank} does not wait in MPI; it will report when it does\n"));
        let reaction = Reaction {
            tell: launcher.map(|launcher| (launcher.descriptor(), REQUEST_REPORT)),
            wake: Some(self.engine.node().doorbell()),
            excuse: Some(excuse.as_bytes()),
        };
        // Without the handler the launcher can still ask.
        let _ = question::listen(number, reaction);
    }

    /// A call of `call` waits for `awaited`: notes it, and answers whoever asks. `is_threaded`:
    /// other threads may call MPI meanwhile. True if it is to look once more before it sleeps, as
    /// somebody has asked.
    pub fn watch_for_hang(
        &mut self,
        hang_watch: &mut HangWatch,
        call: &'static str,
        awaited: Awaited,
        is_asked: bool,
        is_threaded: bool,
    ) -> bool {
        let now_ns = clock::now_ns();
        hang_watch.next_ns = now_ns + LOOK_NS;
        if hang_watch.moves != hang_watch.seen_moves {
            (hang_watch.seen_moves, hang_watch.complaints) = (hang_watch.moves, 0);
            self.waits.watch.moved_ns = now_ns;
        }
        if hang_watch.slot.is_none() {
            hang_watch.attending = Some(question::attend());
        }
        let waiting = Waiting { call, since_ns: hang_watch.since_ns, awaited };
        hang_watch.slot = Some(self.waits.watch.note(hang_watch.slot, waiting));
        self.stamp(now_ns);
        if is_threaded && self.is_worth_a_look_at_threads(hang_watch, now_ns) {
            self.waits.watch.note_sleepers(&threads::all(), now_ns);
        }
        let reporter = Reporter::waiting(is_threaded);
        let is_asked = self.attend(is_asked, reporter, now_ns);
        if is_asked {
            hang_watch.next_ns = now_ns;
        }
        self.complain(hang_watch, reporter, now_ns);
        is_asked
    }

    /// Whether nothing has moved for a good part of the watchdog's time, and threads were not
    /// looked at just before.
    fn is_worth_a_look_at_threads(&mut self, hang_watch: &HangWatch, now_ns: u64) -> bool {
        let patience_ns = self.settings.watchdog.map_or(PATIENCE_S, |patience| patience.get().into()) * 1_000_000_000;
        let is_still = now_ns.saturating_sub(hang_watch.since_ns.max(self.waits.watch.moved_ns)) >= patience_ns / 4;
        is_still && now_ns >= self.waits.watch.threads_ns + LOOK_NS
    }

    /// The wait is over.
    pub fn end_hang_watch(&mut self, hang_watch: &mut HangWatch) {
        if let Some(slot) = hang_watch.slot.take() {
            self.waits.watch.waits[slot] = None;
            // Something came for it.
            self.waits.watch.moved_ns = clock::now_ns();
        }
        hang_watch.attending = None;
    }

    /// A call that does not wait found nothing: a program that polls may be asked, too.
    #[inline]
    ///
    /// True if the caller should give way: ranks share processors, and whoever it polls for may
    /// need this one.
    #[must_use]
    pub fn note_fruitless(&mut self, call: &'static str) -> bool {
        self.waits.watch.fruitless = self.waits.watch.fruitless.wrapping_add(1);
        if self.waits.watch.fruitless.is_multiple_of(POLLS_A_LOOK) {
            self.look_while_polling(call);
        }
        self.waits.watch.fruitless.is_multiple_of(POLLS_A_TURN) && self.engine.oversubscribed()
    }

    /// A call that does not wait found something.
    #[inline]
    pub fn note_fruitful(&mut self) {
        self.waits.watch.fruitful = self.waits.watch.fruitful.wrapping_add(1);
    }

    #[cold]
    fn look_while_polling(&mut self, call: &'static str) {
        let (now_ns, is_asked) = (clock::now_ns(), question::take());
        self.waits.watch.polls = Some((call, now_ns));
        self.waits.watch.polling.look(now_ns, clock::processor_ns());
        if is_asked || now_ns >= self.waits.watch.next_ns {
            self.waits.watch.next_ns = now_ns + LOOK_NS;
            let sent = (0..self.world.size as u32)
                .map(|peer| self.engine.traffic(peer))
                .map(|to| to.eager.messages + to.rendezvous.messages);
            let activity = self.waits.watch.fruitful.wrapping_add(self.waits.watch.moved_ns).wrapping_add(sent.sum());
            self.waits.watch.polling.compare(now_ns, activity);
            self.stamp(now_ns);
            if self.attend(is_asked, Reporter::Poll, now_ns) {
                self.waits.watch.next_ns = now_ns;
            }
            self.complain_while_polling(now_ns);
        }
    }

    /// As [`Process::complain`], for a program that polls.
    fn complain_while_polling(&mut self, now_ns: u64) {
        let Some(patience) = self.settings.watchdog else { return };
        let still_ns = now_ns.saturating_sub(self.waits.watch.polling.since_ns);
        let times = still_ns / (u64::from(patience.get()) * 1_000_000_000);
        if times <= self.waits.watch.polling.complaints {
            return;
        }
        self.waits.watch.polling.complaints = times;
        if let Some(launcher) = self.launcher.as_mut().filter(|launcher| launcher.is_ferry()) {
            // Whether the launcher hears it shows at the next question.
            let _ = launcher.complain(still_ns / 1_000_000_000);
        }
    }

    /// Whether the program has polled in vain for as long as the watchdog's patience lasts.
    fn polls_in_vain(&self, now_ns: u64) -> bool {
        let patience_ns = self.settings.watchdog.map_or(PATIENCE_S, |patience| patience.get().into()) * 1_000_000_000;
        let Polling { since_ns, seen_ns, .. } = self.waits.watch.polling;
        now_ns.saturating_sub(seen_ns) < POLL_MEMORY_NS && now_ns.saturating_sub(since_ns) >= patience_ns
    }

    /// Answers the launcher; without Ferry's, a question by signal is answered here. A question
    /// that has just been read is answered at the next look, for which it is time then: true. What
    /// has come before the question is seen by then, and is no matter of waiting.
    fn attend(&mut self, is_asked: bool, reporter: Reporter, now_ns: u64) -> bool {
        let Some(launcher) = self.launcher.as_mut().filter(|launcher| launcher.is_ferry()) else {
            if is_asked {
                self.tell(reporter, now_ns);
            }
            return false;
        };
        if self.waits.watch.is_deaf {
            return false;
        }
        let answered = match self.waits.watch.question.take() {
            None => launcher.question().map(|question| self.waits.watch.question = question),
            Some(question) => {
                let report = self.report(reporter, now_ns).to_line();
                self.launcher.as_mut().map_or(Ok(()), |launcher| launcher.answer(question, &report))
            }
        };
        // A launcher that is gone ends the job by other means.
        self.waits.watch.is_deaf = answered.is_err();
        self.waits.watch.question.is_some()
    }

    /// Nobody collects reports: prints this process's own.
    fn tell(&self, reporter: Reporter, now_ns: u64) {
        let report = self.report(reporter, now_ns);
        let text = match self.world.size {
            1 => text::job(&JobReport::new(String::new(), now_ns, vec![RankStanding::Inside(Box::new(report))])),
            _ => text::rank(&report),
        };
        crate::say(format!("rank {} of {}:\n{text}", self.rank(), self.world.size).trim_end());
    }

    /// Tells the launcher, once in the time of `FERRY_WATCHDOG`, that nothing moves.
    fn complain(&mut self, hang_watch: &mut HangWatch, reporter: Reporter, now_ns: u64) {
        let Some(patience) = self.settings.watchdog else { return };
        let still_ns = now_ns.saturating_sub(hang_watch.since_ns.max(self.waits.watch.moved_ns));
        let times = still_ns / (u64::from(patience.get()) * 1_000_000_000);
        if times <= hang_watch.complaints {
            return;
        }
        hang_watch.complaints = times;
        match self.launcher.as_mut().filter(|launcher| launcher.is_ferry()) {
            // Whether the launcher hears it shows at the next question.
            Some(launcher) => _ = launcher.complain(still_ns / 1_000_000_000),
            None if self.world.size == 1 => self.complain_alone(reporter, still_ns, now_ns),
            None => {}
        }
    }

    fn complain_alone(&mut self, reporter: Reporter, still_ns: u64, now_ns: u64) {
        let ranks = vec![RankStanding::Inside(Box::new(self.report(reporter, now_ns)))];
        let report = JobReport::new(String::new(), now_ns, ranks);
        if report.hangs && !std::mem::replace(&mut self.waits.watch.has_told, true) {
            let heading = format!("nothing has moved for {} s (FERRY_WATCHDOG=off switches this off):", still_ns / 1_000_000_000);
            crate::say(format!("{heading}\n{}", text::job(&report)).trim_end());
        }
    }

    /// Notes which operations there are, about once a second.
    fn stamp(&mut self, now_ns: u64) {
        if now_ns < self.waits.watch.stamped_ns + 4 * LOOK_NS {
            return;
        }
        self.waits.watch.stamped_ns = now_ns;
        let old = std::mem::take(&mut self.waits.watch.stamps);
        let alive = self.engine.operations().filter(|(_, operation)| !operation.is_done()).take(STAMPED_MAX);
        self.waits.watch.stamps = alive.map(|(handle, _)| (handle, old.get(&handle).copied().unwrap_or(now_ns))).collect();
    }

    /// What this process says of itself now.
    fn report(&self, reporter: Reporter, now_ns: u64) -> RankReport {
        let waits = self.waits.watch.waits.iter().flatten();
        // The thread for files ends accesses whatever the waits below wait for.
        let accessing = u32::from(self.files.worker.is_busy());
        let others = self.waits.watch.others(reporter, threads::all);
        let mut report = RankReport {
            rank: self.rank(),
            pid: std::process::id(),
            at_ns: now_ns,
            moved_ns: self.waits.watch.moved_ns.max(others.asleep_since_ns),
            free_threads: accessing + others.awake,
            polls: self.waits.watch.polls.filter(|(_, at_ns)| now_ns - at_ns < POLL_MEMORY_NS).map(|(call, _)| call.to_owned()),
            polls_in_vain: self.polls_in_vain(now_ns),
            foreign: self.comms.peers.foreign().map(|number| (number, self.comms.peers.name(number))).collect(),
            ..RankReport::default()
        };
        for waiting in waits {
            let wait = self.wait(waiting, &mut report);
            report.waits.push(wait);
        }
        self.list_operations(&mut report);
        self.list_unexpected(&mut report);
        self.list_collectives(&mut report);
        self.list_communicators(&mut report);
        report
    }

    fn wait(&self, waiting: &Waiting, report: &mut RankReport) -> Wait {
        let Waiting { call, since_ns, awaited } = waiting;
        let mut things = Vec::new();
        let mut is_known = true;
        for thing in &awaited.things {
            match self.things(thing, report) {
                Some(some) => things.extend(some),
                None => is_known = false,
            }
        }
        if !is_known && awaited.is_any {
            things.clear();
        }
        Wait { call: (*call).to_owned(), since_ns: *since_ns, is_any: awaited.is_any, things }
    }

    /// What a thing is in a report, where its operations are listed; `None` if that is not known.
    fn things(&self, thing: &Await, report: &mut RankReport) -> Option<Vec<Thing>> {
        Some(match thing {
            Await::Request(handle) => return self.request(*handle, report),
            Await::Message(MatchPattern { context, source, tag }) => {
                vec![Thing::Message { context: base(*context), source: peer(*source as u32), tag: wanted_tag(*tag) }]
            }
            Await::Collective(collective) => {
                collective.operations.iter().for_each(|id| self.list_operation(*id as usize, report));
                let id = collective.id;
                if report.collective(id).is_none() {
                    report.collectives.push(collective.clone());
                }
                vec![Thing::Collective(id)]
            }
            Await::Foreign(until) => vec![Thing::Foreign { until: (*until).to_owned() }],
            Await::Ranks(ranks, until) => vec![Thing::Ranks { ranks: ranks.clone(), until: (*until).to_owned() }],
        })
    }

    fn request(&self, handle: usize, report: &mut RankReport) -> Option<Vec<Thing>> {
        let operations: Vec<usize> = if self.engine.operation(handle).is_some() {
            vec![handle]
        } else {
            match self.requests.get(handle) {
                Some(Request::Persistent(persistent)) => match persistent.round {
                    Round::Operation(operation) => vec![operation],
                    Round::Inactive | Round::Complete => Vec::new(),
                },
                Some(Request::Exchange(exchange)) => exchange.receive.into_iter().chain(exchange.send).collect(),
                Some(Request::Flush(operations)) => operations.clone(),
                Some(Request::OneSided(access)) => access.pending.iter().map(|pending| pending.operation).collect(),
                Some(Request::Duplication(duplication)) => vec![duplication.operation],
                Some(Request::PartitionedSend(send)) => {
                    send.operations().iter().for_each(|operation| self.list_operation(*operation, report));
                    let sends = send.operations().iter().map(|operation| Thing::Operation(*operation as u64));
                    let unready = match send.unready() {
                        0 => None,
                        count => {
                            Some(self.own_part(format!("call MPI_Pready for {count} more of {} partitions", send.partitions())))
                        }
                    };
                    return Some(unready.into_iter().chain(sends).collect());
                }
                Some(Request::General(_)) => return Some(vec![self.own_part("call MPI_Grequest_complete".to_owned())]),
                Some(Request::Agreement(pending)) => {
                    let awaited = self.awaited_by(pending.agreement);
                    return self.things(&Await::Ranks(awaited, "agree, too"), report);
                }
                Some(request) => match request.source().map(ProgressSource::awaited) {
                    Some(SourceWait::Operations(operations)) => operations,
                    Some(SourceWait::Message(pattern)) => return self.things(&Await::Message(pattern), report),
                    Some(SourceWait::OwnPart(until)) => return Some(vec![self.own_part(until.to_owned())]),
                    Some(SourceWait::Collective) => {
                        let Request::Collective(ongoing) = request else { return None };
                        return self.things(&Await::Collective(self.ongoing(handle, ongoing)?), report);
                    }
                    Some(SourceWait::Nothing) | None => Vec::new(),
                },
                None => Vec::new(),
            }
        };
        operations.iter().for_each(|operation| self.list_operation(*operation, report));
        Some(operations.into_iter().map(|operation| Thing::Operation(operation as u64)).collect())
    }

    /// Something that the program has to do, in a thread that does not wait.
    fn own_part(&self, until: String) -> Thing {
        Thing::Ranks { ranks: vec![self.rank()], until }
    }

    fn ongoing(&self, handle: usize, ongoing: &Ongoing) -> Option<Collective> {
        matches!(ongoing.stage(), ongoing::OngoingPhase::UnderWay).then(|| {
            let form = if ongoing.is_persistent() { Form::Persistent } else { Form::Nonblocking };
            match ongoing.work() {
                Work::Run(run) => self.describe_run(handle, form, run),
                Work::OnPendingArea(comm, call) => self.describe_pending(handle, form, *comm, call.as_ref()),
            }
        })
    }

    /// A collective operation that goes through shared memory without that the program waits, under
    /// the name `id`.
    fn describe_pending(&self, id: usize, form: Form, comm: usize, call: &dyn PendingCall<Engine<Transport>>) -> Collective {
        Collective {
            id: id as u64,
            function: function_name(call.collective()),
            form,
            context: self.comms.get(comm).map_or(0, Comm::context),
            number: call.turn(),
            algorithm: "in shared memory".to_owned(),
            rounds: (0, 0),
            operations: Vec::new(),
            missing: self.direct.find(comm).map_or_else(Vec::new, |seat| call.missing(seat)),
        }
    }

    /// A collective operation that goes by messages, under the name `id`.
    pub fn describe_run(&self, id: usize, form: Form, run: &Run) -> Collective {
        let standing = run.standing();
        Collective {
            id: id as u64,
            function: function_name(run.collective()),
            form,
            context: self.comms.get(run.comm()).map_or(0, Comm::context),
            number: number(standing.tag).into(),
            algorithm: run.algorithm().to_owned(),
            rounds: (standing.round as u64, standing.rounds as u64),
            operations: standing.operations.into_iter().map(|operation| operation as u64).collect(),
            missing: Vec::new(),
        }
    }

    /// A collective operation on the shared area of communicator `comm`; of those with a root that
    /// sends, only the root is waited for.
    pub fn describe_shared_area(&mut self, comm: usize, function: Function, root: usize) -> Awaited {
        let Some(context) = self.comms.get(comm).map(Comm::context) else { return Awaited::default() };
        let Some(seat) = self.direct.seat(comm) else { return Awaited::default() };
        let Some((operation, number)) = seat.area.last() else { return Awaited::default() };
        let sends_alone =
            matches!(function, Function::Bcast | Function::Scatter | Function::Scatterv) && root != seat.area.rank();
        let is_missing = |rank: &usize| (!sends_alone || *rank == root) && !seat.area.is_published(operation, *rank);
        let missing = (0..seat.area.ranks()).filter(|rank| *rank != seat.area.rank()).filter(is_missing);
        Awaited::one(Await::Collective(Collective {
            id: comm as u64,
            function: function_name(function),
            form: Form::Blocking,
            context,
            number,
            algorithm: "in shared memory".to_owned(),
            rounds: (0, 0),
            operations: Vec::new(),
            missing: missing.map(|rank| seat.process(rank as u32)).collect(),
        }))
    }

    /// Until slower members of `comm` have read what is on its shared area.
    pub fn describe_held_back(&mut self, comm: usize) -> Awaited {
        let Some(seat) = self.direct.seat(comm) else { return Awaited::default() };
        let others = (0..seat.area.ranks()).filter(|rank| *rank != seat.area.rank());
        let slowest = others.clone().map(|rank| seat.area.done(rank)).min();
        let ranks = others.filter(|rank| Some(seat.area.done(*rank)) == slowest).map(|rank| seat.process(rank as u32)).collect();
        Awaited::one(Await::Ranks(ranks, "take part in the collective functions that this rank has left"))
    }

    /// Until all processes of the node have come.
    pub fn describe_arrival(&self) -> Awaited {
        let absent = (0..self.world.size as u32).filter(|rank| !self.engine.node().has_attached(*rank)).collect();
        Awaited::one(Await::Ranks(absent, "call MPI_Init"))
    }

    fn list_operation(&self, handle: usize, report: &mut RankReport) {
        let Some(operation) = self.engine.operation(handle) else { return };
        if report.operations.len() >= LISTED_MAX || report.operation(handle as u64).is_some() {
            return;
        }
        let kind = match (operation.is_receive, operation.mode) {
            (true, _) => Kind::Receive,
            (false, Mode::Standard) => Kind::Send,
            (false, Mode::Synchronous) => Kind::SynchronousSend,
        };
        let bytes = operation.buffer.bytes();
        report.operations.push(Operation {
            id: handle as u64,
            kind,
            context: self.communicator_of(operation.context, |request| match request {
                Request::PartitionedSend(send) => send.operations().contains(&handle).then(|| send.owner()),
                Request::PartitionedReceive(receive) => receive.operations().contains(&handle).then(|| receive.owner()),
                _ => None,
            }),
            channel: channel(operation.context),
            peer: peer(operation.peer),
            tag: wanted_tag(operation.tag),
            bytes,
            stage: stage(operation, kind == Kind::Send && bytes <= self.engine.eager_max() as u64),
            seen_ns: self.waits.watch.stamps.get(&handle).copied(),
            is_freed: operation.is_orphan,
        });
    }

    /// The context id of the communicator of a message in `context`. That of a partition says
    /// nothing of it: the request knows that has it for its own, of which `owner` tells the
    /// communicator.
    fn communicator_of(&self, context: u64, owner: impl Fn(&Request) -> Option<usize>) -> u64 {
        if !is_data_context(context) {
            return base(context);
        }
        let found = self.requests.iter().find_map(|(_, request)| owner(request));
        found.and_then(|comm| self.comms.get(comm)).map_or(context, Comm::context)
    }

    fn list_operations(&self, report: &mut RankReport) {
        let mut count = 0;
        for (handle, _) in self.engine.operations().filter(|(_, operation)| !operation.is_done()) {
            count += 1;
            self.list_operation(handle, report);
        }
        let listed = report.operations.iter().filter(|operation| operation.stage != ReportedStage::Done).count() as u64;
        report.operations_left_out = u64::saturating_sub(count, listed);
    }

    fn list_unexpected(&self, report: &mut RankReport) {
        let describe = |message: ferry_engine::inspect::Unmatched| Unexpected {
            context: self.communicator_of(message.key.context, |request| match request {
                Request::PartitionedReceive(receive) => {
                    receive.takes(message.key.source as u32, message.key.context).then(|| receive.owner())
                }
                _ => None,
            }),
            channel: channel(message.key.context),
            source: message.key.source as u32,
            tag: message.key.tag,
            bytes: message.bytes,
            protocol: match message.arrival {
                Arrival::Eager => "eager",
                Arrival::Synchronous => "eager, synchronous",
                Arrival::Announced => "rendezvous",
                Arrival::Local => "local",
            }
            .to_owned(),
        };
        let mut messages = self.engine.unmatched();
        report.unexpected.extend(messages.by_ref().take(LISTED_MAX).map(describe));
        report.unexpected_left_out = messages.count() as u64;
    }

    fn list_collectives(&self, report: &mut RankReport) {
        for (handle, request) in self.requests.iter() {
            let Request::Collective(ongoing) = request else { continue };
            if report.collectives.len() < LISTED_MAX && report.collective(handle as u64).is_none() {
                report.collectives.extend(self.ongoing(handle, ongoing));
            }
        }
    }

    /// The communicators that the lists name.
    fn list_communicators(&self, report: &mut RankReport) {
        let of_things = report.waits.iter().flat_map(|wait| &wait.things).filter_map(|thing| match thing {
            Thing::Message { context, .. } => Some(*context),
            _ => None,
        });
        let of_operations = report.operations.iter().map(|operation| operation.context);
        let of_messages = report.unexpected.iter().map(|message| message.context);
        let of_collectives = report.collectives.iter().map(|collective| collective.context);
        let mut contexts: Vec<u64> = of_things.chain(of_operations).chain(of_messages).chain(of_collectives).collect();
        contexts.sort_unstable();
        contexts.dedup();
        let found = contexts.into_iter().filter_map(|context| self.comms.by_context(context));
        report.communicators = found.map(|(handle, comm)| communicator(handle, comm)).collect();
    }
}

fn communicator(handle: usize, comm: &Comm) -> Communicator {
    let name = String::from_utf8_lossy(comm.name()).into_owned();
    let context = comm.context();
    let name = if name.is_empty() { format!("communicator {handle:#x} of {} ranks, id {context:#x}", comm.size()) } else { name };
    Communicator { context, name, peers: Communicator::runs(comm.peers().processes()) }
}

fn base(context: u64) -> u64 {
    context & !(COLLECTIVE | CONSTRUCTION | PARTITIONED)
}

fn channel(context: u64) -> Channel {
    match (context & PARTITIONED, context & CONSTRUCTION, context & COLLECTIVE) {
        (0, 0, 0) => Channel::PointToPoint,
        (0, 0, _) => Channel::Collective,
        (0, ..) => Channel::Construction,
        _ if is_data_context(context) => Channel::Partition,
        _ => Channel::Setup,
    }
}

fn peer(rank: u32) -> Option<u32> {
    (rank != ANY_SOURCE as u32).then_some(rank)
}

fn wanted_tag(tag: i32) -> Option<i32> {
    (tag != ANY_TAG).then_some(tag)
}

fn stage(operation: &ferry_engine::Operation, is_eager: bool) -> ReportedStage {
    use ferry_engine::OperationStage as Of;
    let wanted = operation.whole.min(operation.buffer.bytes());
    match operation.stage {
        Of::Posted(_) => ReportedStage::Posted,
        Of::Receiving | Of::Streaming | Of::Getting => ReportedStage::Receiving { here: operation.moved, wanted },
        Of::Queued => ReportedStage::Queued { is_eager },
        Of::Announced => ReportedStage::Announced,
        Of::Withdrawing => ReportedStage::Withdrawing,
        Of::Sending(_) | Of::Putting(_) | Of::Leaving => ReportedStage::Sending { gone: operation.moved, wanted },
        Of::Done => ReportedStage::Done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_are_taken_apart() {
        for (mark, expected) in [
            (0, Channel::PointToPoint),
            (PARTITIONED, Channel::Setup),
            (COLLECTIVE, Channel::Collective),
            (CONSTRUCTION, Channel::Construction),
            (COLLECTIVE | CONSTRUCTION, Channel::Construction),
        ] {
            let context = 3 << 32 | 6 << 2 | mark;
            assert_eq!((base(context), channel(context)), (base(3 << 32 | 6 << 2), expected));
        }
        assert_eq!((peer(ANY_SOURCE as u32), peer(0), wanted_tag(ANY_TAG), wanted_tag(3)), (None, Some(0), None, Some(3)));
    }
}
