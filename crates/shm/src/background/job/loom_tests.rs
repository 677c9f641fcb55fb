//! Every interleaving of a copying thread and one that waits.

use loom::cell::UnsafeCell;
use loom::thread;

use super::*;

const CHUNKS: u32 = 2;

/// Cells in place of memory: loom reports an access that is not ordered after another one, and a
/// chunk that is moved twice counts twice.
struct Cells {
    moved: [UnsafeCell<u32>; CHUNKS as usize],
    fails_at: Option<u32>,
}

// SAFETY: loom checks the accesses to the cells, which is what these tests are for.
unsafe impl Sync for Cells {}

impl Cells {
    fn job(fails_at: Option<u32>) -> Arc<Job<Cells>> {
        Arc::new(Job::new(Cells { moved: [(); CHUNKS as usize].map(|()| UnsafeCell::new(0)), fails_at }, CHUNKS))
    }

    fn counts(&self) -> [u32; CHUNKS as usize] {
        // SAFETY: checked by loom.
        [0, 1].map(|chunk| self.moved[chunk].with(|count| unsafe { *count }))
    }
}

impl Mover for Cells {
    fn move_chunk(&self, chunk: u32) -> Result<Moved, CopyError> {
        // SAFETY: checked by loom.
        self.moved[chunk as usize].with_mut(|count| unsafe { *count += 1 });
        if self.fails_at == Some(chunk) { Err(CopyError::BadLocal) } else { Ok(Moved::Chunk) }
    }
}

fn finish(job: &Job<Cells>) -> CopyStanding {
    while job.help() != Help::NothingLeft {}
    loop {
        match job.standing() {
            CopyStanding::UnderWay => thread::yield_now(),
            over => return over,
        }
    }
}

/// Moves a job with a thread, to the end.
fn together(job: Arc<Job<Cells>>) -> (CopyStanding, [u32; 2]) {
    let theirs = job.clone();
    let helper = thread::spawn(move || while theirs.help() != Help::NothingLeft {});
    let standing = finish(&job);
    let counts = job.mover().counts();
    helper.join().unwrap();
    (standing, counts)
}

#[test]
fn loom_each_chunk_is_moved_once_and_seen() {
    loom::model(|| assert_eq!(together(Cells::job(None)), (CopyStanding::Done, [1, 1])));
}

#[test]
fn loom_an_error_ends_the_job() {
    loom::model(|| {
        let (standing, counts) = together(Cells::job(Some(0)));
        assert_eq!((standing, counts[0]), (CopyStanding::Failed(CopyError::BadLocal), 1));
    });
}

#[test]
fn loom_a_closed_job_is_over_when_nobody_moves_it() {
    loom::model(|| {
        let job = Cells::job(None);
        let theirs = job.clone();
        let helper = thread::spawn(move || theirs.help());
        job.close();
        let standing = finish(&job);
        let counts = job.mover().counts();
        let whole = counts.iter().sum::<u32>() == CHUNKS;
        assert_eq!(standing, if whole { CopyStanding::Done } else { CopyStanding::Closed });
        assert!(counts.iter().all(|count| *count <= 1));
        helper.join().unwrap();
    });
}

/// Exactly one of those who help learns that the job is over by its hand.
#[test]
fn loom_one_hears_of_the_end() {
    loom::model(|| {
        let job = Cells::job(None);
        let help = |job: &Job<Cells>| [job.help(), job.help()].iter().filter(|help| **help == Help::MovedLast).count();
        let theirs = job.clone();
        let helper = thread::spawn(move || help(&theirs));
        let mine = help(&job);
        assert_eq!(mine + helper.join().unwrap(), 1);
    });
}

#[test]
fn loom_the_thread_takes_jobs_and_ends() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let shared = Arc::new(Shared::new());
        let theirs = shared.clone();
        let thread = thread::spawn(move || theirs.serve(&|| {}));
        let job = Cells::job(None);
        shared.with(|queue| queue.jobs.push_back(job.clone()));
        shared.changed.notify_one();
        assert_eq!(finish(&job), CopyStanding::Done);
        assert_eq!(job.mover().counts(), [1, 1]);
        shared.with(|queue| queue.is_closed = true);
        shared.changed.notify_one();
        thread.join().unwrap();
    });
}
