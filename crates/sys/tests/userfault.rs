//! What the watcher says of memory that goes away, by every way it can. Where the system has no
//! userfaultfd, the tests say so and end.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ferry_sys::memory::anonymous_file;
use ferry_sys::userfault::{Change, Watcher};

const PAGE: usize = 4096;
const ANONYMOUS: i32 = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;

/// A watcher of one test at a time: tests map over addresses that they have given back, where
/// others of the process may have mapped meanwhile.
struct Turn {
    watcher: Watcher,
    _turn: MutexGuard<'static, ()>,
}

impl Deref for Turn {
    type Target = Watcher;

    fn deref(&self) -> &Watcher {
        &self.watcher
    }
}

/// A watcher, unless the system has none.
fn watcher() -> Option<Turn> {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    match Watcher::new() {
        Ok(watcher) => Some(Turn { watcher, _turn: turn }),
        Err(error) if matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EPERM | libc::EINVAL)) => {
            println!("no userfaultfd here: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn at(address: usize) -> *mut libc::c_void {
    ptr::with_exposed_provenance_mut(address)
}

fn map_at(address: usize, pages: usize, flags: i32, file: i32) -> usize {
    // SAFETY: new memory, or memory of this test that it replaces.
    let base = unsafe { libc::mmap(at(address), pages * PAGE, libc::PROT_READ | libc::PROT_WRITE, flags, file, 0) };
    assert_ne!(base, libc::MAP_FAILED, "{}", io::Error::last_os_error());
    base.expose_provenance()
}

fn map(pages: usize) -> usize {
    map_at(0, pages, ANONYMOUS, -1)
}

fn unmap(address: usize, pages: usize) {
    // SAFETY: memory of this test.
    assert_eq!(unsafe { libc::munmap(at(address), pages * PAGE) }, 0);
}

fn advise(address: usize, pages: usize, advice: i32) {
    // SAFETY: memory of this test.
    assert_eq!(unsafe { libc::madvise(at(address), pages * PAGE, advice) }, 0);
}

fn watch(watcher: &Watcher, address: usize, pages: usize) {
    watcher.watch(address as u64, (pages * PAGE) as u64).expect("it can be watched");
}

/// Page numbers, from `base` on, of what is gone.
fn gone(watcher: &Watcher, base: usize) -> Vec<(isize, isize)> {
    let page = |address: u64| (address as isize - base as isize) / PAGE as isize;
    let mut all = Vec::new();
    watcher.changes(|change| match change {
        Change::Gone(range) => all.push((page(range.start), page(range.end))),
        Change::Everything => panic!("too many changes"),
    });
    all
}

#[test]
fn unmapping_a_part_tells_of_that_part() {
    let Some(watcher) = watcher() else { return };
    let base = map(8);
    watch(&watcher, base, 8);
    assert_eq!(gone(&watcher, base), []);
    unmap(base + 2 * PAGE, 3);
    assert_eq!(gone(&watcher, base), [(2, 5)]);
    assert_eq!(gone(&watcher, base), [], "told once");
    unmap(base, 8);
    let rest = gone(&watcher, base);
    let told = |page: isize| rest.iter().any(|(start, end)| (*start..*end).contains(&page));
    assert!([0, 1, 5, 6, 7].into_iter().all(told), "{rest:?}");
}

#[test]
fn signals_are_not_for_the_thread_that_watches() {
    let Some(watcher) = watcher() else { return };
    let base = map(1);
    watch(&watcher, base, 1);
    // The thread has its name once it has heard of something.
    unmap(base, 1);
    assert!(ferry_sys::threads::are_deaf("ferry-memory"));
}

#[test]
fn what_is_not_watched_says_nothing() {
    let Some(watcher) = watcher() else { return };
    let base = map(4);
    watch(&watcher, base, 4);
    watcher.unwatch(base as u64, (4 * PAGE) as u64).expect("it was watched");
    unmap(base, 4);
    assert_eq!(gone(&watcher, base), []);
}

#[test]
fn memory_can_be_used_as_ever_while_it_is_watched() {
    let Some(watcher) = watcher() else { return };
    let base = map(4);
    // SAFETY: memory of this test.
    let bytes = unsafe { std::slice::from_raw_parts_mut(at(base).cast::<u8>(), 4 * PAGE) };
    bytes[0] = 1;
    watch(&watcher, base, 4);
    bytes[PAGE] = 2;
    bytes[0] += 1;
    assert_eq!((bytes[0], bytes[PAGE], bytes[2 * PAGE]), (2, 2, 0));
    unmap(base, 4);
}

#[test]
fn the_change_is_there_when_the_call_returns() {
    let Some(watcher) = watcher() else { return };
    for _ in 0..3000 {
        let base = map(2);
        watch(&watcher, base, 2);
        unmap(base, 2);
        assert_eq!(gone(&watcher, base), [(0, 2)]);
    }
}

#[test]
fn two_watch_the_same_memory_and_both_are_told() {
    let Some(first) = watcher() else { return };
    let second = Watcher::new().expect("one more");
    let base = map(12);
    watch(&first, base, 8);
    watch(&second, base + 4 * PAGE, 8);
    unmap(base + 5 * PAGE, 1);
    assert_eq!((gone(&first, base), gone(&second, base)), (vec![(5, 6)], vec![(5, 6)]));
    // What the other watches stays watched.
    first.unwatch(base as u64, (8 * PAGE) as u64).expect("it was watched");
    unmap(base, 1);
    assert_eq!((gone(&first, base), gone(&second, base)), (vec![], vec![]));
    unmap(base + 6 * PAGE, 1);
    assert_eq!(gone(&second, base), [(6, 7)]);
    // Whoever goes watches no longer, and leaves its place.
    drop(second);
    assert_eq!(gone(&first, base), [(6, 7)], "all are told of what any of them watches");
    unmap(base + 8 * PAGE, 1);
    assert_eq!(gone(&first, base), []);
    let more: Vec<Watcher> = std::iter::from_fn(|| Watcher::new().ok()).take(9).collect();
    assert_eq!(more.len(), 3);
    unmap(base, 12);
}

#[test]
fn moving_tells_of_both_places() {
    let Some(watcher) = watcher() else { return };
    let (base, target) = (map(4), map(16));
    watch(&watcher, base, 4);
    let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
    // SAFETY: memory of this test.
    let moved = unsafe { libc::mremap(at(base), 4 * PAGE, 16 * PAGE, flags, at(target)) };
    assert_eq!(moved.addr(), target);
    let changes = gone(&watcher, base);
    let distance = (target as isize - base as isize) / PAGE as isize;
    let covers = |first, last| changes.iter().any(|(start, end)| *start <= first && last <= *end);
    assert!(covers(0, 4) && covers(distance, distance + 4), "{changes:?}, moved by {distance}");
    unmap(target, 16);
}

#[test]
fn memory_is_not_watched_where_it_has_moved_to() {
    let Some(watcher) = watcher() else { return };
    let other = Watcher::new().expect("one more");
    let (base, target) = (map(4), map(4));
    watch(&watcher, base, 4);
    let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
    // SAFETY: memory of this test.
    let moved = unsafe { libc::mremap(at(base), 4 * PAGE, 4 * PAGE, flags, at(target)) };
    assert_eq!(moved.addr(), target);
    watcher.changes(|_| {});
    // The other one has not looked yet, and does not end what is watched anew.
    watch(&watcher, target, 1);
    other.changes(|_| {});
    unmap(target + PAGE, 3);
    assert_eq!(gone(&watcher, target), []);
    unmap(target, 1);
    assert_eq!(gone(&watcher, target), [(0, 1)]);
}

#[test]
fn a_shared_mapping_that_gets_another_place_beside_its_own_is_still_there() {
    let Some(watcher) = watcher() else { return };
    let file = anonymous_file("doubled").expect("a memfd");
    rustix::fs::ftruncate(&file, 2 * PAGE as u64).expect("room");
    let base = map_at(0, 2, libc::MAP_SHARED, file.as_raw_fd());
    watch(&watcher, base, 2);
    // SAFETY: memory of this test.
    let doubled = unsafe { libc::mremap(at(base), 0, 2 * PAGE, libc::MREMAP_MAYMOVE) };
    assert_ne!(doubled, libc::MAP_FAILED);
    assert_eq!(gone(&watcher, base), []);
    unmap(base, 1);
    assert_eq!(gone(&watcher, base), [(0, 1)]);
}

#[test]
fn who_goes_leaves_nothing_watched_though_a_part_was_replaced() {
    let Some(second) = watcher() else { return };
    let first = Watcher::new().expect("one more");
    let (base, own) = (map(8), map(1));
    watch(&first, base, 8);
    watch(&second, own, 1);
    let file = File::open(std::env::current_exe().expect("the test")).expect("readable");
    map_at(base + 4 * PAGE, 4, libc::MAP_PRIVATE | libc::MAP_FIXED, file.as_raw_fd());
    drop(first);
    assert_eq!(gone(&second, base), [(4, 8)]);
    unmap(base, 1);
    assert_eq!(gone(&second, base), []);
    unmap(base, 8);
    unmap(own, 1);
}

#[test]
fn emptying_and_mapping_over_are_told() {
    let Some(watcher) = watcher() else { return };
    let base = map(8);
    watch(&watcher, base, 8);
    advise(base + PAGE, 2, libc::MADV_DONTNEED);
    assert_eq!(gone(&watcher, base), [(1, 3)]);
    map_at(base + 4 * PAGE, 2, ANONYMOUS | libc::MAP_FIXED, -1);
    assert_eq!(gone(&watcher, base), [(4, 6)]);
    unmap(base, 8);
}

#[test]
fn shared_memory_is_watched_too() {
    let Some(watcher) = watcher() else { return };
    let file = anonymous_file("watched").expect("a memfd");
    rustix::fs::ftruncate(&file, 8 * PAGE as u64).expect("room");
    let base = map_at(0, 8, libc::MAP_SHARED, file.as_raw_fd());
    watch(&watcher, base, 8);
    advise(base, 1, libc::MADV_REMOVE);
    assert_eq!(gone(&watcher, base), [(0, 1)]);
    unmap(base + 4 * PAGE, 4);
    assert_eq!(gone(&watcher, base), [(4, 8)]);
    unmap(base, 4);
}

#[test]
fn private_mappings_of_files_are_refused() {
    let Some(watcher) = watcher() else { return };
    let file = File::open(std::env::current_exe().expect("the test")).expect("readable");
    let base = map_at(0, 2, libc::MAP_PRIVATE, file.as_raw_fd());
    let error = watcher.watch(base as u64, (2 * PAGE) as u64).expect_err("no events for files");
    assert_eq!(error.raw_os_error(), Some(libc::EINVAL));
    unmap(base, 2);
}

#[test]
fn more_changes_than_are_remembered_become_one() {
    let Some(watcher) = watcher() else { return };
    let base = map(2048);
    watch(&watcher, base, 2048);
    (0..2048).step_by(2).for_each(|page| unmap(base + page * PAGE, 1));
    let mut changes = Vec::new();
    watcher.changes(|change| changes.push(change));
    assert_eq!(changes, [Change::Everything]);
    watcher.changes(|_| panic!("told once"));
    unmap(base, 2048);
}

#[test]
fn threads_that_unmap_at_once_are_all_heard() {
    let Some(watcher) = watcher() else { return };
    let bases: Vec<usize> = (0..4).map(|_| map(64)).collect();
    bases.iter().for_each(|base| watch(&watcher, *base, 64));
    std::thread::scope(|scope| {
        for &base in &bases {
            scope.spawn(move || (0..64).for_each(|page| unmap(base + page * PAGE, 1)));
        }
    });
    let (mut pages, mut lost) = (0, false);
    watcher.changes(|change| match change {
        Change::Gone(range) => pages += (range.end - range.start) as usize / PAGE,
        Change::Everything => lost = true,
    });
    assert!(lost || pages == 4 * 64, "{pages} pages");
}

/// Runs `child` in a forked process, which must call nothing that other threads may have locked;
/// whether it was content.
fn forked(child: impl FnOnce() -> bool) -> bool {
    // SAFETY: the child ends by `_exit` after what `child` does.
    unsafe {
        let process = libc::fork();
        assert!(process >= 0);
        if process == 0 {
            libc::_exit(if child() { 0 } else { 1 });
        }
        let mut status = 0;
        assert_eq!(libc::waitpid(process, &mut status, 0), process);
        status == 0
    }
}

#[test]
fn a_child_disturbs_nobody_and_knows_that_it_has_no_watcher() {
    let Some(watcher) = watcher() else { return };
    let base = map(8);
    watch(&watcher, base, 8);
    assert!(forked(|| {
        unmap(base, 8);
        !watcher.is_reliable()
    }));
    assert!(watcher.is_reliable());
    assert_eq!(gone(&watcher, base), [], "the child's memory is not the parent's");
    unmap(base, 8);
    assert_eq!(gone(&watcher, base), [(0, 8)]);
}

#[test]
fn a_child_keeps_what_the_program_has_opened_in_the_descriptors_place() {
    let Some(_watcher) = watcher() else { return };
    let what = |number: &i32| std::fs::read_link(format!("/proc/self/fd/{number}")).unwrap_or_default();
    let number = (0..4096).find(|number| what(number).as_os_str() == "anon_inode:[userfaultfd]").expect("it is open");
    let file = anonymous_file("program").expect("a memfd");
    // SAFETY: nothing is watched, and the number is the program's from here on.
    assert_eq!(unsafe { libc::dup2(file.as_raw_fd(), number) }, number);
    let expected = rustix::fs::fstat(&file).expect("open").st_ino;
    assert!(forked(|| {
        // SAFETY: whatever it is of.
        let found = rustix::fs::fstat(unsafe { BorrowedFd::borrow_raw(number) });
        found.is_ok_and(|stat| stat.st_ino == expected)
    }));
}

#[test]
fn a_child_watches_whatever_threads_of_its_parent_did() {
    // As long as there is this one, the thread starts none of its own: a child of a process that is
    // starting a thread may be left with a lock of the standard library.
    let Some(_watcher) = watcher() else { return };
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                drop(Watcher::new());
            }
        });
        // A child that waits for a lock of its parent's is ended by the alarm.
        let all = (0..200).all(|_| {
            forked(|| {
                // SAFETY: changes only this child.
                unsafe { libc::alarm(20) };
                Watcher::new().is_ok()
            })
        });
        is_over.store(true, Ordering::Relaxed);
        assert!(all);
    });
}

#[test]
fn the_heap_that_shrinks_is_told() {
    if watcher().is_none() {
        return;
    }
    // In a child: the heap below the break belongs to the allocator of this process.
    assert!(forked(|| {
        let Ok(watcher) = Watcher::new() else { return false };
        // SAFETY: nothing is allocated between growing and shrinking.
        let base = unsafe { libc::sbrk(64 * PAGE as libc::intptr_t) }.addr().next_multiple_of(PAGE);
        let watched = watcher.watch(base as u64, 32 * PAGE as u64).is_ok();
        // SAFETY: as above.
        unsafe { libc::sbrk(-(64 * PAGE as libc::intptr_t)) };
        let watched_end = base as u64 + 32 * PAGE as u64;
        let mut heard = false;
        watcher.changes(|change| {
            heard |= matches!(change, Change::Gone(range) if range.start <= base as u64 && watched_end <= range.end)
        });
        watched && heard
    }));
}

#[test]
fn no_privilege_is_needed() {
    if watcher().is_none() {
        return;
    }
    assert!(forked(|| {
        // SAFETY: changes only this child.
        if unsafe { libc::geteuid() } == 0 && unsafe { libc::setuid(65534) } != 0 {
            return false;
        }
        let Ok(watcher) = Watcher::new() else { return false };
        let base = map(2);
        let watched = watcher.watch(base as u64, 2 * PAGE as u64).is_ok();
        unmap(base, 2);
        watched && gone(&watcher, base) == [(0, 2)]
    }));
}

#[test]
fn nobody_waits_for_a_reader_that_is_gone_though_a_child_lives() {
    let Some(watcher) = watcher() else { return };
    let (before, after) = (map(4), map(4));
    watch(&watcher, before, 4);
    watch(&watcher, after, 4);
    let mut pipe = [0; 2];
    // SAFETY: the child only waits for the end of its input.
    let child = unsafe {
        assert_eq!(libc::pipe(pipe.as_mut_ptr()), 0);
        let child = libc::fork();
        if child == 0 {
            libc::close(pipe[1]);
            libc::read(pipe[0], (&raw mut pipe).cast(), 1);
            libc::_exit(0);
        }
        child
    };
    assert!(child > 0);
    unmap(before, 4);
    assert_eq!(gone(&watcher, before), [(0, 4)], "the parent is told as before");
    drop(watcher);
    let (done, is_done) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        unmap(after, 4);
        done.send(()).expect("somebody waits");
    });
    let unmapped = is_done.recv_timeout(std::time::Duration::from_secs(20));
    let mut status = 0;
    // SAFETY: descriptors and child of this test.
    unsafe {
        libc::close(pipe[1]);
        libc::close(pipe[0]);
        assert_eq!(libc::waitpid(child, &mut status, 0), child);
    }
    assert!(unmapped.is_ok(), "memory that was watched cannot be unmapped");
}

#[test]
fn nobody_waits_for_a_reader_that_has_given_up() {
    if watcher().is_none() {
        return;
    }
    assert!(forked(|| {
        let Ok(watcher) = Watcher::new() else { return false };
        let base = map(2);
        watch(&watcher, base, 2);
        let none = libc::rlimit { rlim_cur: 1, rlim_max: 1 };
        // SAFETY: changes only this child.
        unsafe {
            libc::alarm(20);
            // The reader waits for two descriptors: the next time it cannot.
            libc::setrlimit(libc::RLIMIT_NOFILE, &none);
        }
        unmap(base, 1);
        unmap(base + PAGE, 1);
        !watcher.is_reliable()
    }));
}

/// Pages that [`unmap_next`] unmaps: the next one, and where they end.
static NEXT: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

extern "C" fn unmap_next(_signal: i32) {
    let page = NEXT[0].load(Ordering::Relaxed);
    if page < NEXT[1].load(Ordering::Relaxed) {
        NEXT[0].store(page + PAGE, Ordering::Relaxed);
        // SAFETY: memory of the test.
        unsafe { libc::munmap(at(page), PAGE) };
    }
}

#[test]
fn handlers_of_signals_may_unmap() {
    if watcher().is_none() {
        return;
    }
    const SIGNALS: usize = 2000;
    assert!(forked(|| {
        let Ok(watcher) = Watcher::new() else { return false };
        let base = map(SIGNALS);
        watch(&watcher, base, SIGNALS);
        NEXT[0].store(base, Ordering::Relaxed);
        NEXT[1].store(base + SIGNALS * PAGE, Ordering::Relaxed);
        let interval = libc::timespec { tv_sec: 0, tv_nsec: 50_000 };
        // SAFETY: changes only this child; the handler makes one system call.
        unsafe {
            libc::alarm(60);
            libc::signal(libc::SIGUSR1, unmap_next as *const () as libc::sighandler_t);
            let mut event: libc::sigevent = std::mem::zeroed();
            event.sigev_notify = libc::SIGEV_SIGNAL;
            event.sigev_signo = libc::SIGUSR1;
            let (mut timer, often) = (ptr::null_mut(), libc::itimerspec { it_interval: interval, it_value: interval });
            if libc::timer_create(libc::CLOCK_MONOTONIC, &mut event, &mut timer) != 0
                || libc::timer_settime(timer, 0, &often, ptr::null_mut()) != 0
            {
                return false;
            }
        }
        while NEXT[0].load(Ordering::Relaxed) < base + SIGNALS * PAGE {
            // Something to look at each time: so it is mostly looking when the signal comes.
            let page = map(1);
            watch(&watcher, page, 1);
            unmap(page, 1);
            watcher.changes(|_| {});
        }
        watcher.is_reliable()
    }));
}
