//! Accesses behind requests: non-blocking ones, and split collective ones between their two calls.

use std::sync::{Arc, Mutex, PoisonError};

use ferry_datatype::Datatype;
use ferry_engine::Engine;
use ferry_io::access::Access;
use ferry_io::collective::Outcome;
use ferry_io::memory::Memory;
use ferry_io::open_file::Moved;
use ferry_io::representation::{Representation, bytes_in_memory};
use ferry_io::worker::Worker;

use super::exchange::{ExchangeStep, FileExchange};
use crate::blocking_task::waker;
use crate::progress::{Ground, ProgressSource, SourceEnd, SourceWait, Stepped};
use crate::{Error, Transport};

/// A difference between what is in memory and what is in the file.
#[derive(Debug)]
pub struct Converted {
    /// How the data lie in the file.
    pub representation: Representation,
    /// The datatype of the data in memory.
    pub datatype: Datatype,
    /// How many elements of it.
    pub count: u64,
    /// Of a read: the program's buffer, and the handle of its datatype, which is held.
    pub target: Option<(Memory, usize)>,
}

impl Converted {
    /// Bytes in memory of the whole elements in the first `bytes` bytes of the access in the file.
    pub fn bytes_in_memory(&self, bytes: u64) -> u64 {
        match &self.representation {
            Representation::External32 => bytes_in_memory(&self.datatype, self.count, bytes),
            _ => self.items_in(bytes) * self.datatype.size(),
        }
    }

    /// Whole items of the datatype in the first `bytes` bytes of the access in the file.
    pub fn items_in(&self, bytes: u64) -> u64 {
        let each = self.representation.in_file(&self.datatype).map_or(0, |layout| layout.size());
        bytes.checked_div(each).unwrap_or(self.count).min(self.count)
    }
}

/// What an access needs to be reported.
#[derive(Debug)]
pub struct Report {
    /// The file's handle, which may have been closed meanwhile.
    pub file: usize,
    /// What is different in the file, if anything is.
    pub converted: Option<Converted>,
    /// Why what was read could not be brought into memory, if the program has asked for the status
    /// before it ended the request.
    pub failure: Option<Error>,
}

impl Report {
    /// Bytes in memory of the first `bytes` bytes of the access in the file.
    pub fn bytes_in_memory(&self, bytes: u64) -> u64 {
        self.converted.as_ref().map_or(bytes, |converted| converted.bytes_in_memory(bytes))
    }
}

/// How an access goes on.
enum AccessWork {
    /// By the thread; the outcome comes here.
    Alone(Arc<Mutex<Option<Outcome>>>),
    /// With other processes.
    Together(Box<FileExchange>),
    /// It is over.
    Over(Option<Outcome>),
}

/// An access behind a request.
pub struct FileRequest {
    work: AccessWork,
    /// What it needs to be reported.
    pub report: Report,
    /// The program has freed the request: it goes away once it is over.
    pub is_freed: bool,
}

impl FileRequest {
    /// An access by this process alone, done by the thread for files, which wakes calls that sleep.
    pub fn alone(engine: &Engine<Transport>, worker: &mut Worker, access: Access, report: Report) -> Self {
        let place = Arc::new(Mutex::new(None));
        let result = place.clone();
        let wake = waker(engine);
        worker.submit(Box::new(move || run(access, &result, wake)));
        FileRequest { work: AccessWork::Alone(place), report, is_freed: false }
    }

    /// An access with other processes.
    pub fn together(exchange: FileExchange, report: Report) -> Self {
        FileRequest { work: AccessWork::Together(Box::new(exchange)), report, is_freed: false }
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        matches!(self.work, AccessWork::Over(_))
    }

    /// How far it got, if it is over.
    pub fn moved(&self) -> Option<&Moved> {
        match &self.work {
            AccessWork::Over(outcome) => outcome.as_ref().map(|outcome| &outcome.moved),
            _ => None,
        }
    }

    /// Takes what has been read out of a request that is over, with what is needed to bring it into
    /// memory; `None` if there is nothing to bring there, or the read failed. The rest stays.
    pub fn take_read(&mut self) -> Option<(Report, Outcome)> {
        let AccessWork::Over(Some(outcome)) = &mut self.work else { return None };
        if outcome.moved.error.is_some() {
            return None;
        }
        let converted = self.report.converted.as_mut()?;
        let target = Some(converted.target.take()?);
        let Converted { representation, datatype, count, .. } = converted;
        let converted = Converted { representation: representation.clone(), datatype: datatype.clone(), count: *count, target };
        let moved = Moved { bytes: outcome.moved.bytes, error: None };
        let report = Report { file: self.report.file, converted: Some(converted), failure: None };
        Some((report, Outcome { moved, memory: outcome.memory.take() }))
    }

    /// What came of it, if it is over.
    pub fn into_outcome(self) -> (Option<Outcome>, Report) {
        match self.work {
            AccessWork::Over(outcome) => (outcome, self.report),
            _ => (None, self.report),
        }
    }
}

/// Does an access, leaves what came of it, and wakes whoever waits for that.
fn run(access: Access, result: &Mutex<Option<Outcome>>, wake: impl FnOnce()) {
    let moved = access.run();
    let Access { file, view, memory, .. } = access;
    // Before anybody hears that the access is over: the program may close the file then, which this
    // must not keep open.
    drop((file, view));
    *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(Outcome { moved, memory: Some(memory) });
    wake();
}

impl ProgressSource for FileRequest {
    fn advance(&mut self, ground: &mut Ground<'_>) -> Stepped {
        let outcome = match &mut self.work {
            AccessWork::Over(_) => return Stepped { has_moved: false, ..Stepped::ended(SourceEnd::Access) },
            AccessWork::Alone(place) => place.lock().unwrap_or_else(PoisonError::into_inner).take(),
            AccessWork::Together(exchange) => match exchange.poll(ground.engine) {
                ExchangeStep::Pending { moved } => return Stepped::going_on(moved),
                ExchangeStep::Work(work) => {
                    let wake = waker(ground.engine);
                    ground.worker.submit(Box::new(move || {
                        work();
                        wake();
                    }));
                    return Stepped::going_on(true);
                }
                ExchangeStep::Done => exchange.take_outcome(),
            },
        };
        if outcome.is_none() {
            return Stepped::going_on(false);
        }
        self.work = AccessWork::Over(outcome);
        Stepped::ended(SourceEnd::Access)
    }

    fn awaited(&self) -> SourceWait {
        let own_part = SourceWait::OwnPart("finish an access to a file");
        match &self.work {
            AccessWork::Together(exchange) => match exchange.awaited() {
                Some(message) => SourceWait::Message(message),
                None if exchange.sends().is_empty() => own_part,
                None => SourceWait::Operations(exchange.sends().to_vec()),
            },
            _ => own_part,
        }
    }
}

#[cfg(test)]
mod tests {
    use ferry_io::access::{Direction, Manner};
    use ferry_io::open_file::{Mode, OpenFile, Striping};
    use ferry_io::view::View;

    use super::*;

    #[test]
    fn an_access_that_is_over_keeps_no_file_open() {
        let path = std::env::current_exe().expect("the test has a file");
        let (permissions, striping) = (0, Striping::default());
        let mode = Mode { reads: true, writes: false, creates: false, is_new: false, permissions, striping };
        let file = Arc::new(OpenFile::open(&path, mode).expect("the test can be read"));
        let access = Access {
            file: file.clone(),
            view: Arc::new(View::bytes()),
            position: 0,
            memory: Memory::owned(vec![0; 16]),
            direction: Direction::Read,
            manner: Manner { sieve: 0, is_atomic: false },
        };
        let place = Mutex::new(None);
        let mut users = 0;
        run(access, &place, || users = Arc::strong_count(&file));
        assert_eq!(users, 1);
        let outcome = place.into_inner().expect("nobody panicked").expect("it is over");
        assert_eq!(outcome.moved.bytes, 16);
    }
}
