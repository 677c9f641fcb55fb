//! How a process hears of deaths, revocations and agreements, and what it does then.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use ferry_constants as mpi;
use ferry_engine::{ANY_SOURCE, ANY_TAG, MatchPattern};
use ferry_launch::pmi::client::LostRank;
use ferry_protocol::agreement::{AgreementMessage, AgreementOutgoing, Value};
use ferry_route::Network;
use ferry_shm::doorbell;
use ferry_tcp::Waker;

use super::ledger::Ledger;
use super::{Decision, IS_ON, Number, Resilience, Stray, is_member, not_on};
use crate::Result;
use crate::comm::Comm;
use crate::process::Process;
use crate::request::Request;

/// The context id of messages about failures. Only `MPI_COMM_WORLD` has running number 0 otherwise.
const CONTEXT: u64 = 1 << 32;
/// The tag of revocations. Body: the communicator's context id.
const REVOKE: i32 = 0;
/// The tag of agreements. Body: context id, number of the agreement, number of those that are over
/// at the sender, message.
const AGREE: i32 = 1;
/// Bytes of numbers before the message of an agreement.
const HEAD: usize = 32;
/// Looks for messages that the dead have left, before operations with them fail.
const LAST_LOOKS: u32 = 16;

/// The launcher has said something.
static ALARM: AtomicBool = AtomicBool::new(false);

impl Process {
    /// Gets ready to survive the death of processes, if the settings say so.
    pub(crate) fn survive_failures(&mut self) {
        if !self.settings.fault_tolerance.is_on() {
            return;
        }
        IS_ON.store(true, Ordering::Relaxed);
        self.resilience = Some(Box::default());
        // Collective operations through shared memory do not know who has died.
        self.comms.shared_areas = None;
        self.engine.survive_losses();
        self.tend_failures_from_now_on();
        let Some(launcher) = self.launcher.as_ref().filter(|launcher| launcher.is_ferry()) else {
            if self.world.size > 1 && self.rank() == 0 {
                crate::say("warning: FERRY_FAULT_TOLERANCE=on: only Ferry's mpiexec lets a job go on when ranks die");
            }
            return;
        };
        launcher.raise_when_lost(&ALARM);
        ALARM.store(true, Ordering::Release);
        let bell = self.engine.node().doorbell();
        // A process that is alone on its node sleeps for its networks and hears no bell of the
        // node.
        let waker = self.engine.device().network().map(Network::waker);
        let ring = move || {
            doorbell::wake_slowly(bell);
            waker.iter().for_each(Waker::wake);
        };
        if let Err(error) = ferry_sys::alarm::start(launcher.descriptor(), &ALARM, ring) {
            crate::say(&format!("warning: FERRY_FAULT_TOLERANCE=on: deaths of ranks are noticed late: no thread: {error}"));
        }
    }

    /// Hears of failures and of what others say about them; whether anything has come.
    #[cold]
    pub(crate) fn tend_failures(&mut self) -> bool {
        // What a process of another job thinks of this one is no matter of this job.
        let mut rejecting = self.engine.rejected_by().iter();
        if let Some(peer) = rejecting.find(|peer| (**peer as usize) < self.world.size).copied() {
            self.end_as_dead(peer);
        }
        let mut moved = false;
        if ALARM.swap(false, Ordering::AcqRel)
            && let Some(launcher) = &self.launcher
        {
            match launcher.take_lost() {
                // A launcher that is gone ends the job by other means.
                Some(told) => {
                    let told = told.unwrap_or_default();
                    moved |= !told.is_empty();
                    told.into_iter().for_each(|lost| self.hear_of_loss(lost));
                }
                None => ALARM.store(true, Ordering::Release),
            }
        }
        moved |= self.hear_of_device_losses();
        // A communicator or a file may come about here after the death of a member.
        if self.resilience.as_ref().is_some_and(|resilience| resilience.made != self.made() && !resilience.failed.is_empty()) {
            self.decimate();
        }
        while let Some((from, tag, bytes)) = self.next_message() {
            moved = true;
            self.hear_message(from, tag, bytes);
        }
        self.retry_strays();
        moved
    }

    /// Another process takes this one for dead, and tells the others so: it must not live on beside
    /// them.
    #[cold]
    fn end_as_dead(&self, peer: u32) -> ! {
        let reason = self.engine.loss_of(peer).unwrap_or_default();
        crate::say(&format!("rank {} ends, as rank {peer} takes it for dead: {reason}", self.rank()));
        std::process::abort()
    }

    fn hear_of_loss(&mut self, lost: LostRank) {
        if !lost.has_left {
            return self.bury(lost.rank, &lost.reason);
        }
        if let Some(resilience) = &mut self.resilience {
            resilience.left.insert(lost.rank);
            self.tell_ledgers(lost.rank, false);
        }
    }

    fn hear_of_device_losses(&mut self) -> bool {
        let Some(resilience) = &mut self.resilience else { return false };
        let losses = self.engine.losses();
        if losses.len() == resilience.losses {
            return false;
        }
        let new: Vec<u32> = losses[resilience.losses.min(losses.len())..].iter().map(|lost| lost.peer).collect();
        resilience.losses = losses.len();
        let left = &resilience.left;
        let dead: Vec<u32> = new.into_iter().filter(|peer| !left.contains(peer)).collect();
        dead.iter().for_each(|peer| self.bury(*peer, ""));
        !dead.is_empty()
    }

    /// A process has died.
    fn bury(&mut self, process: u32, reason: &str) {
        let Some(resilience) = &mut self.resilience else { return };
        if process == self.engine.rank() || resilience.failed.contains(&process) {
            return;
        }
        resilience.failed.push(process);
        // What it has sent before it died counts.
        for _ in 0..LAST_LOOKS {
            if !self.engine.progress() {
                break;
            }
        }
        if self.engine.loss_of(process).is_none() {
            self.engine.lose_peer(process, reason.to_owned());
        }
        self.decimate();
        self.tell_ledgers(process, true);
        self.engine.wake_sleepers();
    }

    /// Communicators made and files opened so far.
    fn made(&self) -> u64 {
        self.comms.made + self.files.opened()
    }

    /// Ends collective operations on communicators and files that have dead members.
    fn decimate(&mut self) {
        let made = self.made();
        let Some(resilience) = &mut self.resilience else { return };
        resilience.made = made;
        let has_failed = |comm: &Comm| resilience.failed.iter().any(|process| is_member(comm, *process));
        let comms = self.comms.iter().filter(|(_, comm)| has_failed(comm)).map(|(_, comm)| comm.context());
        let files = self.files.contexts(|group| resilience.failed.iter().any(|process| group.rank_of(*process).is_some()));
        let decimated: Vec<u64> = comms.chain(files).collect();
        decimated.into_iter().for_each(|context| self.engine.decimate(context));
    }

    fn tell_ledgers(&mut self, process: u32, has_died: bool) {
        let Some(resilience) = &mut self.resilience else { return };
        let mut letters = Vec::new();
        for (context, ledger) in &mut resilience.ledgers {
            ledger.lose(process, has_died, |number, outgoing| letters.push((*context, number, outgoing)));
        }
        letters.into_iter().for_each(|(context, number, outgoing)| self.post(context, number, outgoing));
    }

    /// The next message about failures that is there.
    fn next_message(&mut self) -> Option<(u32, i32, Vec<u8>)> {
        let pattern = MatchPattern { context: CONTEXT, source: ANY_SOURCE, tag: ANY_TAG };
        let resilience = self.resilience.as_mut()?;
        while let Some(tag) = self.engine.probe(&pattern).map(|outcome| outcome.tag)
            && let Some((from, receive)) = self.engine.receive_owned(&pattern, mpi::MPI_COMM_NULL)
        {
            resilience.coming.push((from, tag, receive));
        }
        let mut index = 0;
        while index < resilience.coming.len() {
            let (from, tag, receive) = &mut resilience.coming[index];
            let (from, tag) = (*from, *tag);
            match receive.poll(&mut self.engine) {
                None => index += 1,
                Some(answer) => {
                    resilience.coming.remove(index);
                    // A message whose sender has died on the way says nothing.
                    if let Ok(bytes) = answer {
                        return Some((from, tag, bytes));
                    }
                }
            }
        }
        None
    }

    fn hear_message(&mut self, from: u32, tag: i32, bytes: Vec<u8>) {
        let Some(context) = word(&bytes, 0) else { return };
        match tag {
            REVOKE => self.revoke(context, Some(from)),
            _ => self.hear_of_agreement(context, from, bytes),
        }
    }

    fn hear_of_agreement(&mut self, context: u64, from: u32, bytes: Vec<u8>) {
        if !self.has_ledger(context) {
            return self.keep_stray(Stray { context, from, tag: AGREE, bytes });
        }
        let [Some(number), Some(here), Some(everywhere)] = [1, 2, 3].map(|index| word(&bytes, index)) else { return };
        let (Some(message), Some(resilience)) = (AgreementMessage::decode(&bytes[HEAD..]), &mut self.resilience) else { return };
        let Resilience { ledgers, failed, left, .. } = resilience.as_mut();
        let Some(ledger) = ledgers.get_mut(&context) else { return };
        let mut outgoing = Vec::new();
        ledger.hear(number, from, [here, everywhere], message, (failed, left), &mut outgoing);
        self.post(context, number, outgoing);
    }

    /// Whether this process has, or had, the communicator of this context; opens its ledger.
    fn has_ledger(&mut self, context: u64) -> bool {
        let Some(resilience) = &mut self.resilience else { return false };
        if resilience.ledgers.contains_key(&context) {
            return true;
        }
        let Some((_, comm)) = self.comms.by_context(context) else { return false };
        let mut members: Vec<u32> = comm.everybody().collect();
        // In the order that all processes know.
        members.sort_by(|one, other| match (self.comms.peers.id_of(*one), self.comms.peers.id_of(*other)) {
            (Ok(one), Ok(other)) => one.cmp(&other),
            _ => one.cmp(other),
        });
        members.dedup();
        let Resilience { ledgers, failed, left, .. } = resilience.as_mut();
        ledgers.insert(context, Ledger::new(members, self.engine.rank(), (failed, left)));
        true
    }

    fn keep_stray(&mut self, stray: Stray) {
        if let Some(resilience) = &mut self.resilience {
            resilience.keep_stray(stray, self.world.size);
        }
    }

    /// Looks whether a communicator has come about that a message was too early for.
    fn retry_strays(&mut self) {
        let strays = self.resilience.as_mut().map(|resilience| std::mem::take(&mut resilience.strays)).unwrap_or_default();
        for stray in strays {
            match self.comms.by_context(stray.context) {
                Some(_) => self.hear_message(stray.from, stray.tag, stray.bytes),
                None => self.keep_stray(stray),
            }
        }
    }

    /// Sends messages of an agreement.
    fn post(&mut self, context: u64, number: u64, outgoing: AgreementOutgoing) {
        let Some(resilience) = &self.resilience else { return };
        let Some(ledger) = resilience.ledgers.get(&context) else { return };
        let [here, everywhere] = ledger.over();
        let letters: Vec<(u32, Vec<u8>)> = outgoing
            .into_iter()
            .map(|(member, message)| {
                let mut bytes: Vec<u8> = [context, number, here, everywhere].iter().flat_map(|word| word.to_le_bytes()).collect();
                message.encode(&mut bytes);
                (ledger.process(member), bytes)
            })
            .collect();
        letters.into_iter().for_each(|(process, bytes)| self.write_to(process, AGREE, bytes));
    }

    /// Sends a message, unless its receiver is gone. One that is gone before it has received it
    /// needs it no more.
    fn write_to(&mut self, process: u32, tag: i32, bytes: Vec<u8>) {
        if !self.resilience.as_deref().is_some_and(|resilience| resilience.is_gone(process)) {
            self.engine.send_unheard(process, CONTEXT, tag, bytes.into());
        }
    }

    /// `MPIX_Comm_revoke` here, or at process `from`: everybody is told, by everybody, so that all
    /// hear of it whoever dies.
    pub fn revoke(&mut self, context: u64, from: Option<u32>) {
        let Some(resilience) = &mut self.resilience else { return };
        if resilience.revoked.contains(&context) {
            return;
        }
        let Some(comm) = self.comms.of_context_mut(context) else {
            // It is about to come about here, or freed.
            if let Some(from) = from {
                self.keep_stray(Stray { context, from, tag: REVOKE, bytes: context.to_le_bytes().into() });
            }
            return;
        };
        resilience.revoked.insert(context);
        comm.revoke();
        let members: BTreeSet<u32> = comm.everybody().collect();
        self.engine.revoke(context);
        for (_, request) in self.requests.iter_mut() {
            match request {
                Request::PartitionedSend(send) if send.context() == context => send.revoke(&mut self.engine),
                Request::PartitionedReceive(receive) if receive.context() == context => receive.revoke(&mut self.engine),
                _ => {}
            }
        }
        let own = self.engine.rank();
        for process in members.into_iter().filter(|process| *process != own && Some(*process) != from) {
            self.write_to(process, REVOKE, context.to_le_bytes().into());
        }
        self.engine.wake_sleepers();
    }

    /// Refuses collective operations on a communicator that is revoked or has lost a member.
    ///
    /// # Errors
    /// `MPIX_ERR_REVOKED`, `MPIX_ERR_PROC_FAILED`.
    #[inline]
    pub fn refuse_casualty(&self, comm: usize) -> Result<()> {
        match &self.resilience {
            None => Ok(()),
            Some(resilience) => resilience.refuse_casualty(self.comms.find(comm, "comm")?),
        }
    }

    /// The processes of a communicator that have died, in the order in which this process has
    /// learnt of it: those of its own side, and of the other one.
    pub fn failed_of(&self, comm: &Comm) -> Vec<u32> {
        let failed = self.resilience.iter().flat_map(|resilience| resilience.failed.iter().copied());
        failed.filter(|process| is_member(comm, *process)).collect()
    }

    /// Whether a receive from any source on a communicator may wait for a process that has died,
    /// which the program has not acknowledged.
    pub fn may_miss_sender(&self, comm: usize) -> bool {
        let Some(comm) = self.resilience.as_ref().and_then(|_| self.comms.get(comm)) else { return false };
        self.failed_of(comm).len() > comm.acknowledged
    }

    /// Begins an agreement of all processes of a communicator.
    ///
    /// # Errors
    /// `MPI_ERR_COMM` for what is no communicator, `MPI_ERR_UNSUPPORTED_OPERATION` in a job that
    /// does not survive deaths.
    pub fn begin_agreement(&mut self, comm: usize, flag: i32, offered: u64) -> Result<Number> {
        let found = self.comms.find(comm, "comm")?;
        let (context, acknowledged) = (found.context(), found.acknowledged);
        let known = self.failed_of(found);
        if !self.has_ledger(context) {
            return Err(not_on());
        }
        let Some(resilience) = &mut self.resilience else { return Err(not_on()) };
        let Resilience { ledgers, failed, left, .. } = resilience.as_mut();
        let Some(ledger) = ledgers.get_mut(&context) else { return Err(not_on()) };
        let value = Value {
            flag: flag as u32,
            word: offered,
            failed: ledger.members_of(known.iter().copied()),
            acknowledged: ledger.members_of(known.iter().take(acknowledged).copied()),
        };
        let mut outgoing = Vec::new();
        let number = ledger.join(value, (failed, left), &mut outgoing);
        self.post(context, number, outgoing);
        Ok(Number { context, number })
    }

    /// What was agreed upon, once that is known; then it is known of those that it says have died.
    pub fn decision(&mut self, agreement: Number) -> Option<Decision> {
        let ledger = self.resilience.as_mut()?.ledgers.get_mut(&agreement.context)?;
        let value = ledger.decided(agreement.number)?;
        let failed: Vec<u32> = value.failed.iter().map(|member| ledger.process(member)).collect();
        let is_acknowledged = value.failed.iter().all(|member| value.acknowledged.contains(member));
        let decision = Decision { flag: value.flag as i32, context: value.word, failed, is_acknowledged };
        decision.failed.iter().for_each(|process| self.bury(*process, "another rank has learnt of its end"));
        Some(decision)
    }

    /// Whether processes have agreed.
    pub fn is_decided(&self, agreement: Number) -> bool {
        let ledger = self.resilience.as_ref().and_then(|resilience| resilience.ledgers.get(&agreement.context));
        ledger.is_some_and(|ledger| ledger.is_decided(agreement.number))
    }

    /// Members that an agreement waits for, for reports: not those that are gone.
    pub fn awaited_by(&self, agreement: Number) -> Vec<u32> {
        let Some(resilience) = &self.resilience else { return Vec::new() };
        let Some(ledger) = resilience.ledgers.get(&agreement.context) else { return Vec::new() };
        ledger.others().filter(|process| !resilience.is_gone(*process)).collect()
    }
}

fn word(bytes: &[u8], index: usize) -> Option<u64> {
    let bytes = bytes.get(8 * index..8 * index + 8)?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}
