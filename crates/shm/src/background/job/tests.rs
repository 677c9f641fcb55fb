use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize};
use std::thread;
use std::time::Duration;

use super::*;

const BAD: CopyError = CopyError::BadRemote;

/// Counts how often each chunk was moved.
struct Counts {
    moved: Vec<AtomicU32>,
    fails_at: Option<u32>,
    /// How long a chunk takes, so that several threads get some. No result depends on it.
    nap: Duration,
}

impl Counts {
    fn job(chunks: usize, fails_at: Option<u32>, nap: Duration) -> Arc<Job<Counts>> {
        let moved = (0..chunks).map(|_| AtomicU32::new(0)).collect();
        Arc::new(Job::new(Counts { moved, fails_at, nap }, chunks as u32))
    }

    fn are_all(&self, wanted: u32) -> bool {
        self.moved.iter().all(|count| count.load(Ordering::Relaxed) == wanted)
    }
}

impl Mover for Counts {
    fn move_chunk(&self, chunk: u32) -> Result<Moved, CopyError> {
        self.moved[chunk as usize].fetch_add(1, Ordering::Relaxed);
        if !self.nap.is_zero() {
            thread::sleep(self.nap);
        }
        if self.fails_at == Some(chunk) { Err(BAD) } else { Ok(Moved::Chunk) }
    }
}

fn until_over(job: &Job<impl Mover>) -> CopyStanding {
    loop {
        match job.standing() {
            CopyStanding::UnderWay => thread::yield_now(),
            over => return over,
        }
    }
}

#[test]
fn the_thread_moves_what_nobody_waits_for_and_says_so() {
    let ended = Arc::new(AtomicUsize::new(0));
    let theirs = ended.clone();
    let copier = Copier::start(move || {
        theirs.fetch_add(1, Ordering::Release);
    })
    .unwrap();
    let jobs: Vec<_> = (1..100).map(|chunks| Counts::job(chunks, None, Duration::ZERO)).collect();
    jobs.iter().for_each(|job| copier.submit(job.clone()));
    for job in &jobs {
        assert_eq!(until_over(job), CopyStanding::Done);
        assert!(job.mover().are_all(1));
    }
    while ended.load(Ordering::Acquire) < jobs.len() {
        thread::yield_now();
    }
}

/// Chunks that other threads only begin until the one that waits has moved one.
struct Joint {
    counts: Counts,
    waits: thread::ThreadId,
    has_joined: AtomicBool,
}

impl Mover for Joint {
    fn move_chunk(&self, chunk: u32) -> Result<Moved, CopyError> {
        if thread::current().id() == self.waits {
            self.has_joined.store(true, Ordering::Release);
        }
        while !self.has_joined.load(Ordering::Acquire) {
            thread::yield_now();
        }
        self.counts.move_chunk(chunk)
    }
}

#[test]
fn who_waits_joins_in() {
    const CHUNKS: u32 = 64;
    let copier = Copier::<Joint>::start(|| {}).unwrap();
    let moved = (0..CHUNKS).map(|_| AtomicU32::new(0)).collect();
    let counts = Counts { moved, fails_at: None, nap: Duration::from_micros(100) };
    let mover = Joint { counts, waits: thread::current().id(), has_joined: AtomicBool::new(false) };
    let job = Arc::new(Job::new(mover, CHUNKS));
    copier.submit(job.clone());
    let mut mine = 0;
    while job.help() != Help::NothingLeft {
        mine += 1;
    }
    assert_eq!(until_over(&job), CopyStanding::Done);
    assert!(job.mover().counts.are_all(1) && mine > 0);
}

#[test]
fn an_error_is_reported_and_nothing_begins_after_it() {
    let job = Counts::job(10, Some(3), Duration::ZERO);
    while job.help() != Help::NothingLeft {}
    assert_eq!(job.standing(), CopyStanding::Failed(BAD));
    assert!(!job.has_chunks());
    assert_eq!(job.mover().moved[4].load(Ordering::Relaxed), 0);
}

#[test]
fn an_error_in_the_last_chunk_counts_too() {
    let job = Counts::job(2, Some(1), Duration::ZERO);
    assert_eq!([job.help(), job.help()], [Help::Moved, Help::MovedLast]);
    assert_eq!(job.standing(), CopyStanding::Failed(BAD));
}

/// Hands out its chunks one after the other, whatever they are called.
struct Store(AtomicU32);

impl Mover for Store {
    fn move_chunk(&self, _chunk: u32) -> Result<Moved, CopyError> {
        let take = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        Ok(if take.is_ok() { Moved::Chunk } else { Moved::Nothing })
    }
}

#[test]
fn a_job_is_over_when_there_is_nothing_left_to_take() {
    let job = Job::new(Store(AtomicU32::new(2)), u32::MAX);
    assert_eq!([job.help(), job.help(), job.help()], [Help::Moved, Help::Moved, Help::MovedLast]);
    assert_eq!((job.standing(), job.help()), (CopyStanding::Closed, Help::NothingLeft));
}

#[test]
fn a_job_closed_at_its_end_is_done() {
    let job = Counts::job(1, None, Duration::ZERO);
    assert_eq!(job.help(), Help::MovedLast);
    job.close();
    assert_eq!(job.standing(), CopyStanding::Done);
    let job = Counts::job(2, None, Duration::ZERO);
    job.close();
    assert_eq!((job.standing(), job.help()), (CopyStanding::Closed, Help::NothingLeft));
}

#[test]
fn the_end_of_the_thread_leaves_jobs_to_their_owners() {
    let copier = Copier::<Counts>::start(|| {}).unwrap();
    let job = Counts::job(200, None, Duration::from_millis(1));
    copier.submit(job.clone());
    drop(copier);
    while job.help() != Help::NothingLeft {}
    assert_eq!(until_over(&job), CopyStanding::Done);
    assert!(job.mover().are_all(1));
}

#[test]
fn the_thread_takes_no_signals() {
    let copier = Copier::start(|| {}).unwrap();
    let job = Counts::job(1, None, Duration::ZERO);
    copier.submit(job.clone());
    // A thread gives itself its name.
    assert_eq!(until_over(&job), CopyStanding::Done);
    let threads = std::fs::read_dir("/proc/self/task").unwrap().filter_map(|entry| {
        let status = std::fs::read_to_string(entry.ok()?.path().join("status")).ok()?;
        status.contains("ferry-copier").then_some(status)
    });
    let statuses: Vec<String> = threads.collect();
    assert!(!statuses.is_empty());
    for status in statuses {
        let blocked = status.lines().find_map(|line| line.strip_prefix("SigBlk:")).unwrap();
        // SIGUSR1 is number 10, SIGALRM 14, SIGTERM 15; the C library keeps two for itself.
        let mask = u64::from_str_radix(blocked.trim(), 16).unwrap();
        assert_eq!(mask & (1 << 9 | 1 << 13 | 1 << 14), 1 << 9 | 1 << 13 | 1 << 14);
    }
    drop(copier);
}
