//! The thread that accesses files for non-blocking operations, so that these complete while the
//! program computes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use ferry_sys::signals::start_deaf;

use crate::port::Work;

/// The thread; it is started by the first work. Who waits for a piece of work has that say so, and
/// wake it.
#[derive(Default)]
pub struct Worker {
    queue: Option<(Sender<Work>, u32)>,
    /// Pieces of work that were submitted and are not done.
    pending: Arc<AtomicUsize>,
}

impl Worker {
    /// Has `work` done, in the order of submission; by the caller if the system has no thread for
    /// it.
    pub fn submit(&mut self, work: Work) {
        let process = std::process::id();
        if self.queue.as_ref().is_none_or(|(_, owner)| *owner != process) {
            self.queue = start().map(|queue| (queue, process));
            // A thread of another process does none of this one's work.
            self.pending = Arc::default();
        }
        let pending = self.pending.clone();
        pending.fetch_add(1, Ordering::Relaxed);
        let work: Work = Box::new(move || {
            work();
            pending.fetch_sub(1, Ordering::Relaxed);
        });
        let refused = match &self.queue {
            Some((queue, _)) => queue.send(work).err().map(|error| error.0),
            None => Some(work),
        };
        if let Some(work) = refused {
            work();
        }
    }

    /// Whether work is under way. It still is when a piece of work says that it is done.
    pub fn is_busy(&self) -> bool {
        self.pending.load(Ordering::Relaxed) > 0
    }
}

fn start() -> Option<Sender<Work>> {
    let (queue, works) = channel::<Work>();
    let body = move || works.into_iter().for_each(|work| work());
    start_deaf(std::thread::Builder::new().name("ferry-files".to_owned()), body).ok().map(|_| queue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_in_order_by_another_thread() {
        let mut worker = Worker::default();
        let (done, order) = channel();
        for number in 0..100 {
            let done = done.clone();
            worker.submit(Box::new(move || done.send((number, std::thread::current().id())).expect("the test receives")));
        }
        drop(done);
        let order: Vec<_> = order.into_iter().collect();
        assert!(order.iter().map(|(number, _)| *number).eq(0..100));
        assert!(order.iter().all(|(_, thread)| *thread != std::thread::current().id()));
    }

    #[test]
    fn the_thread_is_busy_until_all_work_is_done() {
        let mut worker = Worker::default();
        assert!(!worker.is_busy());
        let (go_on, waits) = channel::<()>();
        worker.submit(Box::new(move || waits.recv().expect("the test sends")));
        worker.submit(Box::new(|| {}));
        assert!(worker.is_busy());
        go_on.send(()).expect("the work receives");
        while worker.is_busy() {
            std::thread::yield_now();
        }
    }
}
