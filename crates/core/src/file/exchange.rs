//! Collective accesses over the engine: does what a [`Task`] asks for.

use ferry_engine::owned::OwnedReceive;
use ferry_engine::{Engine, MatchPattern};
use ferry_io::collective::{Call, Outcome, run};
use ferry_io::port::{Need, Task, Work};

use super::File;
use crate::Transport;
use crate::comm::COLLECTIVE;
use crate::group::Group;

/// Numbers of collective accesses on a file repeat after so many; so many are never under way at
/// once.
const NUMBER_MASK: u32 = (1 << 24) - 1;

/// A collective access under way.
pub struct FileExchange {
    task: Task<Outcome>,
    group: Group,
    context: u64,
    tag: i32,
    /// Sends that are not done.
    sends: Vec<usize>,
    /// The message that is coming.
    receive: Option<(u32, OwnedReceive)>,
    /// The engine knows that a message is waited for.
    is_waiting: bool,
}

/// What came of a look at an exchange.
pub enum ExchangeStep {
    /// It waits for others; whether anything moved.
    Pending {
        /// Something came or went.
        moved: bool,
    },
    /// This is to be done, with no borrow of the process held; then it goes on.
    Work(Work),
    /// It is over.
    Done,
}

impl FileExchange {
    /// The access `call` to `file`.
    pub fn new(file: &mut File, call: Call) -> FileExchange {
        let tag = (file.next_access() & NUMBER_MASK) as i32;
        let task = Task::new(file.rank, file.group.size(), |port| run(port, call));
        let context = file.context | COLLECTIVE;
        FileExchange { task, group: file.group.clone(), context, tag, sends: Vec::new(), receive: None, is_waiting: false }
    }

    /// Goes on as far as possible.
    pub fn poll(&mut self, engine: &mut Engine<Transport>) -> ExchangeStep {
        let mut moved = false;
        loop {
            let need = self.task.advance();
            let has_sent = self.send(engine);
            let has_come = match need {
                Need::Work(work) => return ExchangeStep::Work(work),
                Need::Nothing => {
                    self.end(engine);
                    return ExchangeStep::Done;
                }
                Need::Messages(None) => false,
                Need::Messages(Some(rank)) => self.receive_from(engine, rank),
            };
            if !has_sent && !has_come {
                return ExchangeStep::Pending { moved };
            }
            moved = true;
        }
    }

    /// Sends what the task has to send, and takes note of what went out. True if anything did.
    fn send(&mut self, engine: &mut Engine<Transport>) -> bool {
        let before = self.sends.len();
        let mut moved = 0;
        while let Some((to, bytes)) = self.task.next_outgoing() {
            let process = self.group.process(to).unwrap_or(u32::MAX);
            match engine.send_owned(process, self.context, self.tag, bytes.into_boxed_slice()) {
                None => self.task.sent(),
                Some(operation) => self.sends.push(operation),
            }
            moved += 1;
        }
        let task = &mut self.task;
        self.sends.retain(|operation| {
            // A send to a process that has gone is over as well; the task hears of it where it
            // waits for that process.
            let is_over = engine.take(*operation).is_some();
            if is_over {
                task.sent();
            }
            !is_over
        });
        moved > 0 || self.sends.len() < before
    }

    /// Takes the message of `rank`, if it is there.
    fn receive_from(&mut self, engine: &mut Engine<Transport>, rank: u32) -> bool {
        if self.receive.is_none() {
            let Some(process) = self.group.process(rank) else { return false };
            let pattern = MatchPattern { context: self.context, source: process as i32, tag: self.tag };
            self.receive = engine.receive_owned(&pattern, ferry_constants::MPI_COMM_NULL).map(|(_, receive)| (rank, receive));
            // One that lives may have left for the death of another.
            let is_over = engine.loss_of(process).is_some() || engine.casualty(self.context).is_some();
            if self.receive.is_none() && is_over {
                self.task.lose(rank);
                self.wait(engine, false);
                return true;
            }
            self.wait(engine, self.receive.is_none());
        }
        let Some((from, receive)) = &mut self.receive else { return false };
        let Some(delivery) = receive.poll(engine) else { return false };
        match delivery {
            Ok(bytes) => self.task.arrived(*from, bytes),
            Err(_) => self.task.lose(*from),
        }
        self.receive = None;
        true
    }

    /// Tells the engine whether a message is waited for: then none is held back.
    fn wait(&mut self, engine: &mut Engine<Transport>, is_waiting: bool) {
        match (self.is_waiting, is_waiting) {
            (false, true) => engine.begin_probe(),
            (true, false) => engine.end_probe(),
            _ => {}
        }
        self.is_waiting = is_waiting;
    }

    fn end(&mut self, engine: &mut Engine<Transport>) {
        self.wait(engine, false);
        // The last messages may still be on their way; their memory is their own.
        self.sends.drain(..).for_each(|operation| engine.forget(operation));
    }

    /// The message that it waits for, for reports.
    pub fn awaited(&self) -> Option<MatchPattern> {
        let rank = self.task.awaited()?;
        let process = self.group.process(rank)?;
        Some(MatchPattern { context: self.context, source: process as i32, tag: self.tag })
    }

    /// Its messages to others that are under way.
    pub fn sends(&self) -> &[usize] {
        &self.sends
    }

    /// What came of it, once it is done.
    pub fn take_outcome(&mut self) -> Option<Outcome> {
        self.task.take_result()
    }
}
