//! What can be seen from within only. Where the system has no userfaultfd, the tests end.

use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Barrier, mpsc};
use std::thread;
use std::time::Duration;

use super::*;
use crate::userfault::{Change, Watcher, expect_other_threads};

const PAGE: usize = 4096;

/// A watcher of one test at a time: they have the descriptor of the process in common.
fn watcher() -> Option<(Watcher, MutexGuard<'static, ()>)> {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    Watcher::new().ok().map(|watcher| (watcher, turn))
}

/// New memory at an address, if nothing is there.
fn map_at(address: usize, pages: usize, flags: i32) -> Option<usize> {
    let (at, flags) = (std::ptr::without_provenance_mut(address), flags | libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: new memory.
    let base = unsafe { libc::mmap(at, pages * PAGE, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
    (base != libc::MAP_FAILED).then(|| base.addr())
}

fn map(pages: usize) -> usize {
    map_at(0, pages, 0).expect("memory")
}

fn unmap(address: usize, pages: usize) {
    // SAFETY: memory of the test.
    assert_eq!(unsafe { libc::munmap(std::ptr::without_provenance_mut(address), pages * PAGE) }, 0);
}

fn range(address: usize, pages: usize) -> Range<u64> {
    address as u64..(address + pages * PAGE) as u64
}

fn watch(watcher: &Watcher, address: usize, pages: usize) {
    watcher.watch(address as u64, (pages * PAGE) as u64).expect("it can be watched");
}

fn is_in_the_set(watcher: &Watcher, range: &Range<u64>) -> bool {
    watcher.source.watched()[watcher.place].overlaps(range)
}

/// Runs `child` in a forked process that the alarm ends if it waits for ever; whether it was
/// content.
fn forked(child: impl FnOnce() -> bool) -> bool {
    // SAFETY: the child ends by `_exit` after what `child` does.
    unsafe {
        let process = libc::fork();
        assert!(process >= 0);
        if process == 0 {
            libc::alarm(20);
            libc::_exit(if child() { 0 } else { 1 });
        }
        let mut status = 0;
        assert_eq!(libc::waitpid(process, &mut status, 0), process);
        status == 0
    }
}

/// Runs `body` with a watcher in a forked process, where nothing but the test maps memory, unless
/// the system has no userfaultfd.
fn alone(body: impl FnOnce(&Watcher) -> bool) {
    let Some((watcher, _turn)) = watcher() else { return };
    drop(watcher);
    assert!(forked(|| Watcher::new().is_ok_and(|watcher| body(&watcher))));
}

/// Maps a page where another thread unmaps one.
fn map_anew(page: usize) {
    while map_at(page, 1, libc::MAP_FIXED_NOREPLACE).is_none() {
        thread::yield_now();
    }
}

#[test]
fn memory_that_is_mapped_anew_before_the_event_is_read_is_told() {
    alone(|watcher| {
        let base = map(1);
        watch(watcher, base, 1);
        let (source, all_are_there, is_held) = (&watcher.source, &Barrier::new(3), &Barrier::new(2));
        let is_unmapped = &AtomicBool::new(false);
        let (go_on, may_go_on) = mpsc::channel();
        let mut told = Vec::new();
        thread::scope(|scope| {
            scope.spawn(move || {
                all_are_there.wait();
                // The reader waits for it before it reads.
                let _held = source.shared.lock();
                is_held.wait();
                _ = may_go_on.recv();
            });
            scope.spawn(move || {
                all_are_there.wait();
                is_held.wait();
                unmap(base, 1);
                is_unmapped.store(true, Ordering::SeqCst);
            });
            // A thread that starts maps memory, which must not be what others have unmapped.
            all_are_there.wait();
            map_anew(base);
            let let_it_go_on = || {
                _ = go_on.send(());
                while !is_unmapped.load(Ordering::SeqCst) {
                    thread::yield_now();
                }
            };
            watcher.changes_after(|change| told.push(change), let_it_go_on);
            _ = go_on.send(());
        });
        told == [Change::Gone(range(base, 1))]
    });
}

#[test]
fn what_several_threads_unmap_at_once_is_told_once_it_is_mapped_anew() {
    const PAGES: usize = 500;
    // Few enough that the events are remembered.
    const AHEAD: usize = 16;
    alone(|watcher| {
        let pools: [usize; 3] = std::array::from_fn(|_| map(PAGES));
        pools.iter().for_each(|pool| watch(watcher, *pool, PAGES));
        let all_are_there = &Barrier::new(pools.len());
        let (mut told, mut is_told, reached) = (RangeSet::new(), true, &AtomicUsize::new(0));
        thread::scope(|scope| {
            for pool in pools {
                scope.spawn(move || {
                    all_are_there.wait();
                    for page in 0..PAGES {
                        while page > reached.load(Ordering::SeqCst) + AHEAD {
                            thread::yield_now();
                        }
                        unmap(pool + page * PAGE, 1);
                    }
                });
            }
            for page in 0..PAGES {
                for pool in pools {
                    map_anew(pool + page * PAGE);
                    watcher.changes(|change| match change {
                        Change::Gone(range) => told.insert(range),
                        Change::Everything => pools.iter().for_each(|pool| told.insert(range(*pool, page + AHEAD + 1))),
                    });
                    is_told &= told.contains(&((pool + page * PAGE) as u64));
                }
                reached.store(page, Ordering::SeqCst);
            }
        });
        is_told
    });
}

#[test]
fn without_other_threads_nobody_is_asked_and_a_closed_descriptor_is_found_when_somebody_is() {
    alone(|watcher| {
        // SAFETY: as a program does that closes all descriptors.
        unsafe { libc::close(watcher.source.descriptor.as_fd().as_raw_fd()) };
        let mut told = Vec::new();
        expect_other_threads(false);
        watcher.changes(|change| told.push(change));
        let knew_nothing = told.is_empty() && watcher.is_reliable();
        expect_other_threads(true);
        watcher.changes(|change| told.push(change));
        // Left to the end of the process: the number is not the watcher's any more.
        mem::forget(Arc::clone(&watcher.source));
        knew_nothing && told == [Change::Everything] && !watcher.is_reliable()
    });
}

#[test]
fn memory_that_is_gone_is_in_no_set() {
    let Some((watcher, _turn)) = watcher() else { return };
    let base = map(8);
    watch(&watcher, base, 8);
    unmap(base, 2);
    let mut told = Vec::new();
    watcher.changes(|change| told.push(change));
    assert_eq!(told, [Change::Gone(range(base, 2))]);
    assert!(!is_in_the_set(&watcher, &range(base, 2)));
    assert!(is_in_the_set(&watcher, &range(base + 2 * PAGE, 1)), "the rest is watched");
    unmap(base, 8);
    watcher.changes(|_| {});
    let many = map(2048);
    watch(&watcher, many, 2048);
    (0..2048).step_by(2).for_each(|page| unmap(many + page * PAGE, 1));
    told.clear();
    watcher.changes(|change| told.push(change));
    assert_eq!(told, [Change::Everything]);
    assert!(!is_in_the_set(&watcher, &range(many, 2048)));
    unmap(many, 2048);
}

#[test]
fn a_reader_whose_descriptors_the_program_has_closed_gives_up() {
    let Some((watcher, _turn)) = watcher() else { return };
    drop(watcher);
    for closes_both in [false, true] {
        assert!(forked(|| {
            let (Ok(descriptor), Ok(stop)) = (Descriptor::open(), eventfd(0, EventfdFlags::CLOEXEC)) else { return false };
            let shared = Shared::new();
            // Owned no more once it is closed.
            let stop = mem::ManuallyDrop::new(stop);
            // SAFETY: as a program does that closes descriptors that it does not know.
            unsafe {
                libc::close(stop.as_raw_fd());
                if closes_both {
                    libc::close(descriptor.as_fd().as_raw_fd());
                }
            }
            read_events(&descriptor, stop.as_fd(), &shared);
            shared.has_failed() && shared.pending.iter().all(|pending| pending.load(Ordering::SeqCst))
        }));
    }
}

#[test]
fn whoever_waits_with_an_event_goes_on_when_the_reader_stops() {
    let Some((watcher, _turn)) = watcher() else { return };
    drop(watcher);
    let descriptor = Descriptor::open().expect("as before");
    let stop = eventfd(1, EventfdFlags::CLOEXEC).expect("an eventfd");
    let base = map(1);
    descriptor.register(base as u64, PAGE as u64).expect("it can be watched");
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        unmap(base, 1);
        done.send(()).expect("somebody waits");
    });
    let mut wanted = [PollFd::new(&descriptor, PollFlags::IN)];
    assert_eq!(poll(&mut wanted, None), Ok(1), "the event is there");
    let shared = Shared::new();
    read_events(&descriptor, stop.as_fd(), &shared);
    assert!(is_done.recv_timeout(Duration::from_secs(20)).is_ok(), "it waits for a reader");
    assert!(!shared.has_failed(), "it was told to stop");
}
