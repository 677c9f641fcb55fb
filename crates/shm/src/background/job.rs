//! Transfers that go on while the program computes (LMT-4). A thread of the process moves what
//! nobody waits for yet.
//!
//! A [`Job`] is a transfer in chunks. The copying thread gets it by [`Copier::submit`], claims one
//! chunk after the other, and moves each. A call that waits for the transfer does the same
//! ([`Job::help`]). The job's word says how far it is, and a look at it costs one load. The thread
//! knows nothing of the library. Jobs come to it through a queue of its own. It reports by words,
//! and by one call that wakes a sleeper.
//!
//! Invariants:
//! - C-1: the word holds two counts of chunks, `begun <= chunks` and `ended <= begun`, and each
//!   transition is one atomic step. A chunk is moved once, by the one who has raised `begun` over
//!   it. Who has moved it raises `ended`, with release order.
//! - C-2: a job is over when `ended` is `chunks`. Nobody touches the memory of a job that is over:
//!   what belongs to the transfer may go away.
//! - C-3: closing a job raises `begun` to `chunks`, and `ended` by as much. No chunk begins any
//!   more, and the job is over when those that are being moved have ended. The reason is stored
//!   before.

use std::collections::VecDeque;

use ferry_device::{CopyError, CopyStanding};

use crate::sync::{Arc, AtomicU32, AtomicU64, Condvar, Mutex, Ordering};

/// Moves parts of a transfer.
pub trait Mover: Send + Sync + 'static {
    /// Moves chunk number `chunk`; chunks do not depend on one another and may be moved at once by
    /// several threads.
    fn move_chunk(&self, chunk: u32) -> Result<Moved, CopyError>;
}

/// What moving a chunk came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// It is where it belongs.
    Chunk,
    /// There was nothing to move: neither is there in any other chunk.
    Nothing,
}

const ENDED_MASK: u64 = u32::MAX as u64;
const BEGUN_SHIFT: u32 = 32;

/// Why a job was closed; kept in a word of the job.
const NOT_CLOSED: u32 = 0;
const CLOSED: u32 = 1;
const ERRORS: [(u32, CopyError); 3] = [(2, CopyError::Refused), (3, CopyError::BadLocal), (4, CopyError::BadRemote)];

fn code(error: CopyError) -> u32 {
    ERRORS.iter().find(|(_, other)| *other == error).map_or(CLOSED, |(code, _)| *code)
}

/// A transfer in chunks.
pub struct Job<M> {
    mover: M,
    chunks: u32,
    /// Chunks begun, and chunks ended in the lower half (C-1).
    word: AtomicU64,
    reason: AtomicU32,
}

impl<M: Mover> Job<M> {
    /// A transfer of `chunks` chunks, none of them moved.
    pub fn new(mover: M, chunks: u32) -> Self {
        Job { mover, chunks, word: AtomicU64::new(0), reason: AtomicU32::new(NOT_CLOSED) }
    }

    /// What it moves.
    pub fn mover(&self) -> &M {
        &self.mover
    }

    /// How it stands. Once it is over, everything that was moved is visible.
    #[inline]
    pub fn standing(&self) -> CopyStanding {
        if self.word.load(Ordering::Acquire) & ENDED_MASK < u64::from(self.chunks) {
            return CopyStanding::UnderWay;
        }
        let reason = self.reason.load(Ordering::Relaxed);
        match ERRORS.iter().find(|(code, _)| *code == reason) {
            Some((_, error)) => CopyStanding::Failed(*error),
            None if reason == CLOSED => CopyStanding::Closed,
            None => CopyStanding::Done,
        }
    }

    /// Whether there is a chunk that nobody has begun.
    pub fn has_chunks(&self) -> bool {
        self.word.load(Ordering::Relaxed) >> BEGUN_SHIFT < u64::from(self.chunks)
    }

    /// Moves one chunk that nobody has begun; what came of that.
    pub fn help(&self) -> Help {
        let Some(chunk) = self.claim() else { return Help::NothingLeft };
        match self.mover.move_chunk(chunk) {
            Ok(Moved::Chunk) => {}
            Ok(Moved::Nothing) => self.shut(CLOSED),
            Err(error) => self.shut(code(error)),
        }
        let before = self.word.fetch_add(1, Ordering::AcqRel) & ENDED_MASK;
        if before + 1 == u64::from(self.chunks) { Help::MovedLast } else { Help::Moved }
    }

    fn claim(&self) -> Option<u32> {
        let next = |word: u64| (word >> BEGUN_SHIFT < u64::from(self.chunks)).then(|| word + (1 << BEGUN_SHIFT));
        let before = self.word.fetch_update(Ordering::AcqRel, Ordering::Relaxed, next);
        before.ok().map(|word| (word >> BEGUN_SHIFT) as u32)
    }

    /// No further chunk begins. The job is over as soon as those under way have ended.
    pub fn close(&self) {
        if self.has_chunks() {
            self.shut(CLOSED);
        }
    }

    /// C-3. Of several reasons the first counts.
    fn shut(&self, reason: u32) {
        let _ = self.reason.compare_exchange(NOT_CLOSED, reason, Ordering::Relaxed, Ordering::Relaxed);
        let all = u64::from(self.chunks);
        let closed = |word: u64| Some((all << BEGUN_SHIFT) | ((word & ENDED_MASK) + all - (word >> BEGUN_SHIFT)));
        // The closure always answers.
        let _ = self.word.fetch_update(Ordering::AcqRel, Ordering::Relaxed, closed);
    }
}

/// What came of an attempt to help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// Every chunk was begun already; some may not have ended.
    NothingLeft,
    /// A chunk was moved.
    Moved,
    /// A chunk was moved, and with it the job is over.
    MovedLast,
}

/// What the copying thread shares with those who give it jobs.
struct Shared<M> {
    queue: Mutex<Queue<M>>,
    /// Signalled when the queue changes.
    changed: Condvar,
}

struct Queue<M> {
    jobs: VecDeque<Arc<Job<M>>>,
    is_closed: bool,
}

impl<M: Mover> Shared<M> {
    fn new() -> Self {
        Shared { queue: Mutex::new(Queue { jobs: VecDeque::new(), is_closed: false }), changed: Condvar::new() }
    }

    fn with<R>(&self, body: impl FnOnce(&mut Queue<M>) -> R) -> R {
        body(&mut self.queue.lock().expect("nobody panics with the queue"))
    }

    /// The thread: moves jobs in the order in which they came; `over` is called after each that it
    /// has brought to its end.
    fn serve(&self, over: &impl Fn()) {
        while let Some(job) = self.next() {
            loop {
                match job.help() {
                    Help::Moved if self.with(|queue| queue.is_closed) => return,
                    Help::Moved => {}
                    Help::MovedLast => break over(),
                    Help::NothingLeft => break,
                }
            }
        }
    }

    /// Waits for a job; `None` at the end.
    fn next(&self) -> Option<Arc<Job<M>>> {
        let mut queue = self.queue.lock().expect("nobody panics with the queue");
        loop {
            if queue.is_closed {
                return None;
            }
            match queue.jobs.pop_front() {
                Some(job) => return Some(job),
                None => queue = self.changed.wait(queue).expect("nobody panics with the queue"),
            }
        }
    }
}

#[cfg(not(loom))]
pub use thread::Copier;

#[cfg(not(loom))]
mod thread {
    use std::io;
    use std::thread::{Builder, JoinHandle};

    use ferry_sys::signals::start_deaf;

    use super::*;

    /// Stack of the copying thread, in bytes: it calls little more than the system.
    const STACK: usize = 64 << 10;

    /// The copying thread. It ends with this value; jobs that it has not moved then are left to
    /// whoever waits for them.
    pub struct Copier<M> {
        shared: Arc<Shared<M>>,
        /// The process that the thread runs in: a child of it has none.
        process: u32,
        thread: Option<JoinHandle<()>>,
    }

    impl<M: Mover> Copier<M> {
        /// Starts the thread, which takes no signals. It calls `over` after each job that it has
        /// brought to its end.
        ///
        /// # Errors
        /// The system refuses another thread.
        pub fn start(over: impl Fn() + Send + 'static) -> io::Result<Self> {
            let shared = Arc::new(Shared::new());
            let theirs = shared.clone();
            let builder = Builder::new().name("ferry-copier".into()).stack_size(STACK);
            let thread = start_deaf(builder, move || theirs.serve(&over))?;
            Ok(Copier { shared, process: std::process::id(), thread: Some(thread) })
        }

        /// False in a child of the process that has started the thread, which has not got it.
        pub fn is_of_this_process(&self) -> bool {
            self.process == std::process::id()
        }

        /// Gives a job to the thread.
        pub fn submit(&self, job: Arc<Job<M>>) {
            self.shared.with(|queue| queue.jobs.push_back(job));
            self.shared.changed.notify_one();
        }
    }

    impl<M> Drop for Copier<M> {
        fn drop(&mut self) {
            if self.process != std::process::id() {
                // Nobody but the thread could join itself; and its queue may be locked for ever.
                return;
            }
            if let Ok(mut queue) = self.shared.queue.lock() {
                queue.is_closed = true;
            }
            self.shared.changed.notify_one();
            if let Some(thread) = self.thread.take() {
                // It has panicked if a mover has: there is nobody to tell.
                let _ = thread.join();
            }
        }
    }
}

#[cfg(all(test, loom))]
mod loom_tests;
#[cfg(all(test, not(loom), not(miri)))]
mod tests;
