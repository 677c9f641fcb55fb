//! The thread that accesses files for non-blocking operations, so that these complete while the
//! program computes.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ferry_sys::signals::{self, SignalSet};

use crate::port::Work;

/// How much work is under way, and how much was ever done.
#[derive(Default)]
struct Progress {
    under_way: Mutex<Count>,
    is_done: Condvar,
}

#[derive(Clone, Copy, Default)]
struct Count {
    open: usize,
    done: u64,
}

impl Progress {
    fn count(&self) -> MutexGuard<'_, Count> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread; it is started by the first work.
#[derive(Default)]
pub struct Worker {
    queue: Option<(Sender<Work>, u32)>,
    progress: Arc<Progress>,
}

/// Waits for the thread of a [`Worker`].
#[derive(Clone)]
pub struct Waiter {
    progress: Arc<Progress>,
    seen: u64,
}

impl Worker {
    /// Has `work` done, in the order of submission; by the caller if the system has no thread for
    /// it.
    pub fn submit(&mut self, work: Work) {
        let process = std::process::id();
        if self.queue.as_ref().is_none_or(|(_, owner)| *owner != process) {
            self.progress = Arc::default();
            self.queue = start(self.progress.clone()).map(|queue| (queue, process));
        }
        self.progress.count().open += 1;
        let refused = match &self.queue {
            Some((queue, _)) => queue.send(work).err().map(|error| error.0),
            None => Some(work),
        };
        if let Some(work) = refused {
            do_one(work, &self.progress);
        }
    }

    /// Whether work is under way.
    pub fn is_busy(&self) -> bool {
        self.progress.count().open > 0
    }

    /// Somebody to wait until some of the work that is under way now is done.
    pub fn waiter(&self) -> Option<Waiter> {
        let count = *self.progress.count();
        (count.open > 0).then(|| Waiter { progress: self.progress.clone(), seen: count.done })
    }
}

impl Waiter {
    /// Waits until some work is done, at most as long as `patience`.
    pub fn wait(&self, patience: Duration) {
        let is_same = |count: &mut Count| count.open > 0 && count.done == self.seen;
        // Whoever waits looks again, whatever woke it.
        drop(self.progress.is_done.wait_timeout_while(self.progress.count(), patience, is_same));
    }
}

fn start(progress: Arc<Progress>) -> Option<Sender<Work>> {
    let (queue, works) = channel::<Work>();
    let body = move || works.into_iter().for_each(|work| do_one(work, &progress));
    // The thread inherits the mask: signals are the program's business.
    let mask = signals::block(&SignalSet::full()).ok()?;
    let thread = std::thread::Builder::new().name("ferry-files".to_owned()).spawn(body);
    signals::set_mask(&mask).ok()?;
    thread.ok().map(|_| queue)
}

fn do_one(work: Work, progress: &Progress) {
    work();
    let mut count = progress.count();
    (count.open, count.done) = (count.open - 1, count.done + 1);
    progress.is_done.notify_all();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn work_is_done_in_order_while_somebody_waits() {
        let mut worker = Worker::default();
        assert!(!worker.is_busy() && worker.waiter().is_none());
        let last = Arc::new(AtomicU32::new(0));
        for number in 1..=100 {
            let last = last.clone();
            worker.submit(Box::new(move || assert_eq!(last.swap(number, Ordering::SeqCst), number - 1)));
        }
        while let Some(waiter) = worker.waiter() {
            waiter.wait(Duration::from_secs(10));
        }
        assert_eq!(last.load(Ordering::SeqCst), 100);
    }
}
