use std::os::fd::AsRawFd;
use std::process::Command;

use super::*;
use crate::children;
use crate::head::HeapLocation;
use crate::peer::PeerHeap;

fn block(bytes: usize) -> (*mut u8, bool) {
    let (address, is_zero) = allocate(bytes).unwrap();
    (address.as_ptr(), is_zero)
}

fn head_here() -> &'static Head {
    head().unwrap()
}

fn stage_of(address: *const u8) -> RegionState {
    let HeapLocation { region, .. } = head_here().place(address as u64, 1).unwrap();
    head_here().regions()[region].stage()
}

/// All in a process of its own, as the heap is one to a process, and other tests' threads might
/// fork.
fn alone(name: &str, body: impl FnOnce(Name)) {
    const MARK: &str = "FERRY_TEST_OF_SHARED_HEAP";
    if std::env::var_os(MARK).is_some() {
        return body(activate().expect("the system has memory"));
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("arena::tests::{name}"), "--test-threads=1"])
        .env(MARK, "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

/// Forks a child that ends with the status that `body` gives, and waits for it.
///
/// # Safety
/// `body` calls nothing but what a child of several threads may.
unsafe fn in_child(body: impl FnOnce() -> i32) -> i32 {
    // SAFETY: as the caller promises.
    unsafe {
        let child = libc::fork();
        if child == 0 {
            libc::_exit(body());
        }
        let mut status = 0;
        assert_eq!(libc::waitpid(child, &mut status, 0), child);
        libc::WEXITSTATUS(status)
    }
}

#[test]
fn blocks_are_apart_and_used_again() {
    alone("blocks_are_apart_and_used_again", |_| {
        let (one, is_zero) = block(100_000);
        let (other, _) = block(100_000);
        assert!(is_zero && size(one).is_some_and(|bytes| (100_000..=114_688).contains(&bytes)));
        assert!(one.addr().abs_diff(other.addr()) >= 100_000 && one.addr().is_multiple_of(GRANULE));
        assert!(has(one) && !has(ptr::null()) && !has((&raw const one).cast()));
        // SAFETY: the block is this test's.
        unsafe {
            assert_eq!(*one, 0);
            one.write_bytes(7, 100_000);
            assert!(free(one));
            assert!(!free(one) && size(one).is_none(), "it is free already");
            assert!(!free(other.add(GRANULE)), "no block begins there");
        }
        let (again, is_zero) = block(99_000);
        assert!(again == one && !is_zero, "the same length");
        assert!(block(99_000).0 != other);
        assert!(allocate(usize::MAX).is_none() && allocate(memory::of_machine() as usize + 1).is_none());
    });
}

#[test]
fn there_are_few_regions_and_what_was_freed_serves_blocks_of_any_length() {
    alone("there_are_few_regions_and_what_was_freed_serves_blocks_of_any_length", |name| {
        for phase in 0..24 {
            let bytes = 100_000 + 70_000 * phase;
            let blocks: Vec<_> = (0..(96 << 20) / bytes).map(|_| block(bytes).0).collect();
            // SAFETY: the blocks are this test's.
            unsafe { blocks.iter().for_each(|block| block.write(1)) };
            // SAFETY: as above.
            blocks.iter().for_each(|block| assert!(unsafe { free(*block) }));
        }
        assert!(head_here().regions().len() <= 6, "{}", head_here().regions().len());
        // SAFETY: the heap's own descriptor.
        let file = fstat(unsafe { BorrowedFd::borrow_raw(name.descriptor as i32) }).unwrap();
        assert!(file.st_size <= 300 << 20, "{} bytes", file.st_size);
    });
}

#[test]
fn much_memory_goes_back_whatever_the_length_of_its_blocks() {
    alone("much_memory_goes_back_whatever_the_length_of_its_blocks", |name| {
        for bytes in [KEPT / 2, 100_000, 20_000] {
            let blocks: Vec<_> = (0..5 * KEPT / bytes).map(|_| block(bytes).0).collect();
            // SAFETY: the blocks are this test's.
            unsafe { blocks.iter().for_each(|block| block.write_bytes(9, bytes)) };
            // Every other one first, so that there are no long pieces for a while.
            let in_turns = blocks.iter().step_by(2).chain(blocks.iter().skip(1).step_by(2));
            // SAFETY: as above.
            in_turns.for_each(|block| assert!(unsafe { free(*block) }));
            // SAFETY: the heap's own descriptor.
            let file = fstat(unsafe { BorrowedFd::borrow_raw(name.descriptor as i32) }).unwrap();
            let there = file.st_blocks as usize * 512;
            assert!(there <= KEPT_IN_PIECES + (4 << 20), "{there} bytes are kept of blocks of {bytes}");
            let zeros = block(3 * KEPT);
            assert!(zeros.1, "what went back is zeros");
            // SAFETY: the block is this test's.
            assert!(unsafe { *zeros.0.add(KEPT) == 0 && free(zeros.0) });
        }
    });
}

#[test]
fn a_peer_maps_a_region_for_reading_until_it_writes() {
    alone("a_peer_maps_a_region_for_reading_until_it_writes", |name| {
        let (place, _) = block(100_000);
        let peer = PeerHeap::open(std::process::id(), name).unwrap();
        assert!(PeerHeap::open(std::process::id(), Name { cookie: name.cookie ^ 2, ..name }).is_none());
        assert!(PeerHeap::open(std::process::id(), Name { descriptor: 9999, ..name }).is_none());
        let at = peer.head().place(place as u64, 100_000).unwrap();
        let read = peer.at(at, memory::Access::Read).unwrap();
        let permissions = |address: *const u8| {
            let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
            let range = |line: &str| {
                let (from, to) = line.split_once(' ').unwrap().0.split_once('-').unwrap();
                [from, to].map(|digits| usize::from_str_radix(digits, 16).unwrap())
            };
            let line = maps.lines().find(|line| (range(line)[0]..range(line)[1]).contains(&address.addr())).unwrap();
            line.split(' ').nth(1).unwrap().to_owned()
        };
        assert_eq!(permissions(read), "r--s");
        // SAFETY: within the block, which nobody else uses.
        unsafe {
            place.write(5);
            assert_eq!(*read, 5);
            let written = peer.at(at, memory::Access::Write).unwrap();
            peer.populate(at, 100_000, memory::Access::Write);
            written.write(6);
            assert_eq!((*place, *read, permissions(written).as_str()), (6, 6, "rw-s"));
        }
    });
}

#[test]
fn what_is_discarded_is_zeros_before_a_fork_and_behind_it() {
    alone("what_is_discarded_is_zeros_before_a_fork_and_behind_it", |_| {
        let page = 4096;
        let (block, _) = block(100_000);
        let discarded = || {
            // SAFETY: the block is this test's.
            unsafe {
                block.write_bytes(7, 100_000);
                discard(block.add(page), 2 * page).unwrap();
                [0, page, 3 * page - 1, 3 * page].map(|at| *block.add(at))
            }
        };
        assert_eq!(discarded(), [7, 0, 0, 7]);
        // SAFETY: the child does nothing.
        assert_eq!(unsafe { in_child(|| 0) }, 0);
        assert_eq!((stage_of(block), discarded()), (RegionState::Private, [7, 0, 0, 7]));
        // SAFETY: refused.
        assert!(unsafe { discard(block, 1 << 40) }.is_err() && unsafe { discard(ptr::null_mut(), page) }.is_err());
    });
}

#[test]
fn a_child_has_a_copy_and_the_parent_shares_what_it_allocates_later() {
    alone("a_child_has_a_copy_and_the_parent_shares_what_it_allocates_later", |_| {
        let bytes = block(1 << 20).0;
        let mut pipes = [0; 2];
        // SAFETY: the block is this test's; the child calls nothing but what a child of several
        // threads may.
        unsafe {
            *bytes = 1;
            assert_eq!(libc::pipe(pipes.as_mut_ptr()), 0);
            let child = libc::fork();
            if child == 0 {
                let mut seen = 0u8;
                libc::read(pipes[0], (&raw mut seen).cast(), 1);
                let code = i32::from(*bytes) * 10 + i32::from(is_on() || allocate(1 << 20).is_some());
                *bytes = 3;
                libc::_exit(code);
            }
            *bytes = 2;
            libc::write(pipes[1], c"x".as_ptr().cast(), 1);
            let mut status = 0;
            assert_eq!(libc::waitpid(child, &mut status, 0), child);
            assert_eq!(libc::WEXITSTATUS(status), 10, "the child saw what its parent wrote later, or has shared memory");
            assert_eq!(*bytes, 2, "the parent sees what the child wrote");
            let later = block(1 << 20).0;
            assert_eq!((stage_of(bytes), stage_of(later)), (RegionState::Private, RegionState::Shared));
            assert!(free(bytes) && free(later) && block(1 << 20).0 == later);
        }
    });
}

#[test]
fn a_fork_leaves_protections_as_they_are() {
    alone("a_fork_leaves_protections_as_they_are", |_| {
        let bytes = block(1 << 20).0;
        let (page, read_only) = (4096, libc::PROT_READ);
        // SAFETY: the block is this test's; the child does nothing.
        unsafe {
            bytes.write_bytes(1, 1 << 20);
            assert_eq!(libc::mprotect(bytes.add(page).cast(), page, read_only), 0);
            assert_eq!(libc::mprotect(bytes.add(3 * page).cast(), page, libc::PROT_NONE), 0);
            assert_eq!(in_child(|| 0), 0);
            let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
            let of =
                |number: usize| format!("{:x}-{:x} ", bytes.add(number * page).addr(), bytes.add((number + 1) * page).addr());
            assert!(maps.contains(&(of(1) + "r--p")) && maps.contains(&(of(3) + "---p")), "{maps}");
            bytes.write(2);
            bytes.add(2 * page).write(2);
        }
    });
}

#[test]
fn a_child_has_a_copy_though_the_program_has_closed_the_file() {
    alone("a_child_has_a_copy_though_the_program_has_closed_the_file", |name| {
        let bytes = block(1 << 20).0;
        // SAFETY: as above. The test's own file takes the number of the descriptor.
        unsafe {
            *bytes = 1;
            libc::close(name.descriptor as i32);
            let other = memory::anonymous_file("ferry-test").unwrap();
            assert_eq!(libc::dup2(other.as_raw_fd(), name.descriptor as i32), name.descriptor as i32);
            assert!(allocate(64 << 20).is_none(), "the heap has grown into another file");
            assert_eq!(fstat(&other).unwrap().st_size, 0);
            let seen = in_child(|| {
                let seen = i32::from(*bytes);
                *bytes = 3;
                seen
            });
            assert_eq!((seen, *bytes), (1, 1));
        }
    });
}

#[test]
fn the_pages_that_an_adapter_goes_on_writing_to_are_found_after_a_fork() {
    alone("the_pages_that_an_adapter_goes_on_writing_to_are_found_after_a_fork", |_| {
        let place = block(100_000).0;
        // SAFETY: the block is this test's; the children do nothing.
        unsafe {
            place.write_bytes(1, 100_000);
            fork::keep_former();
            let former = || fork::former(place as u64, 100_000).cast_mut();
            assert!(former().is_null() && fork::moves() == 0);
            assert_eq!(in_child(|| 0), 0);
            let former_place = former();
            assert!(fork::moves() == 1 && former_place != place && *former_place.add(99_999) == 1);
            // The program writes beside what the adapter writes.
            *place.add(1) = 7;
            former_place.write(2);
            assert_eq!([*place, *place.add(1), *former_place, *former_place.add(1)], [1, 7, 2, 1]);
            assert_eq!(in_child(|| 0), 0);
            assert_eq!((fork::moves(), former()), (1, former_place), "a second fork changes nothing");
            block(100_000);
            assert_eq!(in_child(|| 0), 0);
            assert_eq!((fork::moves(), former()), (2, former_place), "but for later blocks");
        }
    });
}

/// A block, as an adapter sees it that has been told of some bytes in its middle: through the pages
/// that it holds.
struct OpenBlock {
    place: *mut u8,
    adapter: memory::Mapping,
}

impl OpenBlock {
    const BYTES: usize = 12 * GRANULE;
    const OPEN: Range<usize> = 4 * GRANULE..8 * GRANULE;

    /// All of it is 1.
    fn new(name: Name) -> OpenBlock {
        let place = block(Self::BYTES).0;
        let at = head_here().place(place as u64, Self::BYTES as u64).unwrap();
        let position = head_here().regions()[at.region].position() + at.offset;
        // SAFETY: the heap's own descriptor, and the block is this test's.
        let file = unsafe {
            place.write_bytes(1, Self::BYTES);
            BorrowedFd::borrow_raw(name.descriptor as i32)
        };
        let open =
            OpenBlock { place, adapter: memory::Mapping::part(file, position, Self::BYTES, memory::Access::Write).unwrap() };
        fork::keep(open.address(), Self::OPEN.len() as u64);
        open
    }

    fn address(&self) -> u64 {
        self.place as u64 + Self::OPEN.start as u64
    }

    /// Whether the program and the adapter see what the other one stores at a byte. The program's
    /// value stays there.
    fn is_seen(&self, at: usize, value: u8) -> [bool; 2] {
        let (program, adapter) = (self.place.wrapping_add(at), self.adapter.base().as_ptr().wrapping_add(at));
        // SAFETY: within the block, which is this test's.
        unsafe {
            adapter.write_volatile(value ^ 0xff);
            let by_program = program.read_volatile() == value ^ 0xff;
            program.write_volatile(value);
            [by_program, adapter.read_volatile() == value]
        }
    }

    /// Whether all bytes of a part are such, as the program sees them.
    fn is(&self, part: Range<usize>, value: u8) -> bool {
        // SAFETY: as above.
        part.into_iter().all(|at| unsafe { self.place.add(at).read_volatile() } == value)
    }

    /// Forks; then the program stores `after` in all of the block, where all was `before`, and the
    /// child looks, and stores something else.
    fn fork(&self, before: u8, after: u8) {
        let mut pipes = [0; 2];
        // SAFETY: the block is this test's; the child calls nothing but what a child of several
        // threads may.
        unsafe {
            self.place.write_bytes(before, Self::BYTES);
            assert_eq!(libc::pipe(pipes.as_mut_ptr()), 0);
            let child = libc::fork();
            if child == 0 {
                let mut seen = 0u8;
                libc::read(pipes[0], (&raw mut seen).cast(), 1);
                let is_copy = self.is(0..Self::BYTES, before);
                self.place.write_bytes(99, Self::BYTES);
                libc::_exit(i32::from(is_copy));
            }
            self.place.write_bytes(after, Self::BYTES);
            libc::write(pipes[1], c"x".as_ptr().cast(), 1);
            let mut status = 0;
            assert_eq!(libc::waitpid(child, &mut status, 0), child);
            assert_eq!(libc::WEXITSTATUS(status), 1, "the child has all as of the fork");
            assert!(self.is(0..Self::BYTES, after), "the program sees what the child stores");
            pipes.iter().for_each(|end| assert_eq!(libc::close(*end), 0));
        }
    }
}

#[test]
fn what_is_open_stays_on_its_pages_and_a_child_has_a_copy() {
    alone("what_is_open_stays_on_its_pages_and_a_child_has_a_copy", |name| {
        let open = OpenBlock::new(name);
        let OpenBlock { adapter, .. } = &open;
        open.fork(2, 3);
        let check = |value: u8| {
            assert_eq!([OpenBlock::OPEN.start, OpenBlock::OPEN.end - 1].map(|at| open.is_seen(at, value)), [[true; 2]; 2]);
            assert_eq!([OpenBlock::OPEN.start - 1, OpenBlock::OPEN.end].map(|at| open.is_seen(at, value)), [[false; 2]; 2]);
        };
        assert_eq!(stage_of(open.place), RegionState::Private);
        check(4);
        // SAFETY: within the block.
        assert_eq!(unsafe { adapter.base().as_ptr().add(OpenBlock::OPEN.start + 1).read() }, 3);
        // At every fork, also once it is closed.
        open.fork(5, 6);
        check(7);
        fork::let_go(open.address(), OpenBlock::OPEN.len() as u64);
        open.fork(8, 9);
        check(10);
        let islands = || ARENA.with(|inner| inner.areas.iter().flatten().map(|area| area.islands.all().count()).sum::<usize>());
        assert_eq!(islands(), 1);
        // SAFETY: nobody uses it any more, but for the adapter's mapping.
        assert!(unsafe { free(open.place) });
        assert_eq!(islands(), 0);
    });
}

#[test]
fn what_is_opened_in_private_memory_is_copied_by_the_system() {
    alone("what_is_opened_in_private_memory_is_copied_by_the_system", |_| {
        let place = block(100_000).0;
        // SAFETY: the child does nothing.
        assert_eq!(unsafe { in_child(|| 0) }, 0);
        fork::keep(place as u64, 100_000);
        // SAFETY: as above.
        assert_eq!(unsafe { in_child(|| 0) }, 0);
        assert!(ARENA.with(|inner| inner.areas.iter().flatten().all(|area| area.islands.span().is_none())));
    });
}

#[test]
fn a_child_has_a_copy_of_what_is_open_though_the_file_is_closed_and_pages_are_forbidden() {
    alone("a_child_has_a_copy_of_what_is_open_though_the_file_is_closed_and_pages_are_forbidden", |name| {
        let open = OpenBlock::new(name);
        let forbidden = open.place.wrapping_add(OpenBlock::OPEN.start + 4096);
        // SAFETY: the block is this test's; the child calls nothing but what a child of several
        // threads may.
        unsafe {
            libc::close(name.descriptor as i32);
            open.fork(2, 3);
            forbidden.write(4);
            assert_eq!(libc::mprotect(forbidden.cast(), 4096, libc::PROT_NONE), 0);
            let seen = in_child(|| {
                let is_forbidden = libc::access(forbidden.cast(), libc::F_OK) == -1 && *libc::__errno_location() == libc::EFAULT;
                libc::mprotect(forbidden.cast(), 4096, libc::PROT_READ);
                i32::from(is_forbidden) * 10 + i32::from(forbidden.read())
            });
            assert_eq!(seen, 14);
            assert_eq!(libc::mprotect(forbidden.cast(), 4096, libc::PROT_READ | libc::PROT_WRITE), 0);
        }
        assert_eq!(open.is_seen(OpenBlock::OPEN.start + 4096, 5), [true; 2]);
    });
}

#[test]
fn what_is_discarded_is_zeros_where_it_is_open_too() {
    alone("what_is_discarded_is_zeros_where_it_is_open_too", |name| {
        let open = OpenBlock::new(name);
        open.fork(2, 3);
        let discarded = OpenBlock::OPEN.end - 4096..OpenBlock::OPEN.end + 4096;
        let is_right = || {
            let (before, behind) = (0..discarded.start, discarded.end..OpenBlock::BYTES);
            open.is(before, 3) && open.is(discarded.clone(), 0) && open.is(behind, 3)
        };
        // SAFETY: the block is this test's; the child calls nothing but what a child of several
        // threads may.
        unsafe {
            discard(open.place.add(discarded.start), discarded.len()).unwrap();
            assert!(is_right());
            let seen = in_child(|| {
                let is_right = is_right();
                let is_discarded = discard(open.place.add(OpenBlock::OPEN.start), 4096).is_ok();
                i32::from(is_right) * 10 + i32::from(is_discarded && *open.place.add(OpenBlock::OPEN.start) == 0)
            });
            assert_eq!((seen, *open.place.add(OpenBlock::OPEN.start)), (11, 3));
        }
        assert_eq!(open.is_seen(OpenBlock::OPEN.end - 1, 4), [true; 2]);
    });
}

#[test]
fn handlers_of_forks_may_free_and_allocate() {
    static KEPT_BACK: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());
    extern "C" fn exchange() {
        let before = KEPT_BACK.swap(allocate(50_000).map_or(ptr::null_mut(), |(block, _)| block.as_ptr()), Ordering::SeqCst);
        // SAFETY: nobody else has it.
        assert!(before.is_null() || unsafe { free(before) });
        assert!(size(&raw const KEPT_BACK as *const u8).is_none());
    }
    let name = "handlers_of_forks_may_free_and_allocate";
    // SAFETY: the function stays. These handlers run before and after those of the heap, as they
    // were registered before those or later.
    let register = || unsafe { assert_eq!(libc::pthread_atfork(Some(exchange), Some(exchange), Some(exchange)), 0) };
    register();
    alone(name, |_| {
        register();
        KEPT_BACK.store(block(50_000).0, Ordering::SeqCst);
        // SAFETY: the children do nothing.
        (0..3).for_each(|_| assert_eq!(unsafe { in_child(|| 0) }, 0));
    });
}

#[test]
fn a_fork_waits_for_guests() {
    static HAS_LEFT: AtomicBool = AtomicBool::new(false);
    // One that leaves when its region is retired.
    let fork_with_guest = || {
        HAS_LEFT.store(false, Ordering::SeqCst);
        let bytes = block(100_000).0.addr();
        let visit = head_here().visit();
        let guest = std::thread::spawn(move || {
            while stage_of(ptr::with_exposed_provenance(bytes)) == RegionState::Shared {
                ferry_sys::cpu::give_way();
            }
            HAS_LEFT.store(true, Ordering::SeqCst);
            drop(visit);
        });
        // SAFETY: the child does nothing.
        assert_eq!(unsafe { in_child(|| i32::from(HAS_LEFT.load(Ordering::SeqCst))) }, 1, "forked with a guest");
        guest.join().unwrap();
    };
    let fork_quickly = || {
        let begin = std::time::Instant::now();
        // SAFETY: the child does nothing.
        assert_eq!(unsafe { in_child(|| 0) }, 0);
        assert!(begin.elapsed() < std::time::Duration::from_secs(5), "waited for a guest that has died");
    };
    alone("a_fork_waits_for_guests", |_| {
        fork_with_guest();
        // One that was so slow that it was taken for dead is no reason not to wait for another one.
        block(100_000);
        let slow = head_here().visit();
        // SAFETY: the child does nothing.
        assert_eq!(unsafe { in_child(|| 0) }, 0);
        drop(slow);
        fork_with_guest();
        // A guest that dies is waited for once.
        block(100_000);
        std::mem::forget(head_here().visit());
        // SAFETY: the child does nothing.
        assert_eq!(unsafe { in_child(|| 0) }, 0);
        fork_quickly();
        block(100_000);
        fork_quickly();
        fork_with_guest();
    });
}

#[test]
fn a_fork_in_a_child_leaves_its_parents_heap_alone() {
    alone("a_fork_in_a_child_leaves_its_parents_heap_alone", |_| {
        block(100_000);
        // As if the regions that come later lay between those that are there.
        ARENA.low.store(0, Ordering::SeqCst);
        ARENA.high.store(usize::MAX, Ordering::SeqCst);
        let (mut to_child, mut to_parent) = ([0; 2], [0; 2]);
        // SAFETY: the pipes are this test's; the child and its child call nothing but what a child
        // of several threads may.
        unsafe {
            assert_eq!((libc::pipe(to_child.as_mut_ptr()), libc::pipe(to_parent.as_mut_ptr())), (0, 0));
            let child = libc::fork();
            if child == 0 {
                let mut later = 0usize;
                libc::read(to_child[0], (&raw mut later).cast(), size_of::<usize>());
                let is_wrong = i32::from(has(ptr::without_provenance(later))) + 2 * in_child(|| 0);
                libc::write(to_parent[1], c"x".as_ptr().cast(), 1);
                libc::read(to_child[0], (&raw mut later).cast(), size_of::<usize>());
                libc::_exit(is_wrong);
            }
            let later = block(100_000).0;
            let tell = |address: usize| libc::write(to_child[1], (&raw const address).cast(), size_of::<usize>());
            tell(later.addr());
            let mut seen = 0u8;
            assert_eq!(libc::read(to_parent[0], (&raw mut seen).cast(), 1), 1);
            let (stage, is_known) = (stage_of(later), !children::have_gone());
            tell(0);
            let mut status = 0;
            assert_eq!(libc::waitpid(child, &mut status, 0), child);
            assert_eq!(stage, RegionState::Shared, "the child has retired its parent's region");
            assert!(is_known, "the child is known of no more");
            assert_eq!(libc::WEXITSTATUS(status), 0, "the child takes its own memory for its parent's blocks");
            assert!(children::have_gone());
        }
    });
}

#[test]
fn threads_that_fork_at_once_leave_the_heap_on() {
    alone("threads_that_fork_at_once_leave_the_heap_on", |_| {
        block(100_000);
        let barrier = std::sync::Barrier::new(2);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        barrier.wait();
                        // SAFETY: the child does nothing.
                        assert_eq!(unsafe { in_child(|| 0) }, 0);
                    }
                });
            }
        });
        assert!(is_on() && allocate(100_000).is_some());
    });
}

/// Uses the arena for a while: it looks after children of forks now and then.
fn attend() {
    let begin = std::time::Instant::now();
    // SAFETY: the blocks are this test's.
    let use_it = || (0..40).for_each(|_| assert!(unsafe { free(block(20_000).0) }));
    while begin.elapsed() < std::time::Duration::from_millis(60) {
        use_it();
    }
    // However late this thread has got its processor.
    use_it();
}

/// Bytes that the file of the heap takes.
fn in_file(name: Name) -> usize {
    // SAFETY: the heap's own descriptor.
    fstat(unsafe { BorrowedFd::borrow_raw(name.descriptor as i32) }).unwrap().st_blocks as usize * 512
}

#[test]
fn a_child_that_could_not_be_made_known_keeps_what_it_has() {
    alone("a_child_that_could_not_be_made_known_keeps_what_it_has", |_| {
        const BYTES: usize = 4 << 20;
        let bytes = block(BYTES).0;
        let mut pipes = [0; 2];
        // SAFETY: the block is this test's; the children call nothing but what a child of several
        // threads may.
        unsafe {
            bytes.write_bytes(5, BYTES);
            assert_eq!((libc::pipe(pipes.as_mut_ptr()), in_child(|| 0)), (0, 0));
            let mut usual = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            assert_eq!(libc::getrlimit(libc::RLIMIT_NOFILE, &mut usual), 0);
            assert_eq!(libc::setrlimit(libc::RLIMIT_NOFILE, &libc::rlimit { rlim_cur: 0, ..usual }), 0);
            let child = libc::fork();
            if child == 0 {
                let mut seen = 0u8;
                libc::read(pipes[0], (&raw mut seen).cast(), 1);
                libc::_exit(i32::from((0..BYTES).all(|at| *bytes.add(at) == 5)));
            }
            assert_eq!(libc::setrlimit(libc::RLIMIT_NOFILE, &usual), 0);
            assert_eq!(in_child(|| 0), 0);
            attend();
            libc::write(pipes[1], c"x".as_ptr().cast(), 1);
            let mut status = 0;
            assert_eq!(libc::waitpid(child, &mut status, 0), child);
            assert_eq!(libc::WEXITSTATUS(status), 1, "the child saw something else");
        }
    });
}

#[test]
fn what_is_freed_where_settling_has_come_to_goes_back_as_well() {
    alone("what_is_freed_where_settling_has_come_to_goes_back_as_well", |name| {
        const BYTES: usize = 1 << 20;
        let blocks = [(); 4].map(|()| block(BYTES).0);
        // SAFETY: the blocks are this test's; the child does nothing.
        unsafe {
            blocks.iter().for_each(|block| block.write_bytes(5, BYTES));
            assert!(blocks.windows(2).all(|pair| pair[1] == pair[0].add(BYTES)), "{blocks:?}");
            assert_eq!(in_child(|| 0), 0);
            ARENA.with(|inner| inner.settling = Settling::Done);
            assert!(free(blocks[0]));
            ARENA.with(|inner| inner.settling = Settling::Under { region: 0, granule: 0 });
            // The first one is settled, and then this one becomes a part of it.
            assert!(free(blocks[1]));
            // Of a run that goes on behind it.
            assert!(free(blocks[3]));
            while !matches!(ARENA.with(|inner| inner.settling), Settling::Done) {
                ARENA.with(Inner::settle);
            }
            assert!(in_file(name) < BYTES, "{} bytes", in_file(name));
            assert!((0..BYTES).all(|at| *blocks[2].add(at) == 5));
        }
    });
}

#[test]
fn what_a_fork_has_doubled_is_single_again_once_the_child_has_gone() {
    alone("what_a_fork_has_doubled_is_single_again_once_the_child_has_gone", |name| {
        const BYTES: usize = 24 << 20;
        const UNTOUCHED: usize = 1 << 30;
        let resident = || {
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
            line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() << 10
        };
        let (changed, kept, freed) = (block(BYTES).0, block(BYTES).0, block(BYTES).0);
        block(UNTOUCHED);
        let page = 4096;
        let mut pipes = [0; 2];
        // SAFETY: the blocks are this test's; the child calls nothing but what a child of several
        // threads may.
        unsafe {
            [changed, kept, freed].iter().for_each(|block| block.write_bytes(5, BYTES));
            assert_eq!(libc::mprotect(kept.cast(), page, libc::PROT_READ), 0);
            assert_eq!(libc::pipe(pipes.as_mut_ptr()), 0);
            let child = libc::fork();
            if child == 0 {
                // Descriptors do not matter.
                let end = libc::dup2(pipes[0], 0);
                libc::close_range(3, u32::MAX, 0);
                let mut seen = 0u8;
                libc::read(end, (&raw mut seen).cast(), 1);
                let all = [changed, kept, freed].iter().all(|block| (0..BYTES).step_by(page).all(|at| *block.add(at) == 5));
                libc::_exit(i32::from(all));
            }
            changed.write_bytes(6, BYTES);
            assert!(free(freed));
            attend();
            assert!(in_file(name) >= 3 * BYTES, "the child has them");
            let before = resident();
            libc::write(pipes[1], c"x".as_ptr().cast(), 1);
            let mut status = 0;
            assert_eq!(libc::waitpid(child, &mut status, 0), child);
            assert_eq!(libc::WEXITSTATUS(status), 1, "the child saw something else");
            attend();
            assert!(in_file(name) <= (1 << 20) + (4 << 20), "{} bytes", in_file(name));
            assert!(resident() < before + UNTOUCHED / 2, "{} bytes, {before} before", resident());
            assert!((0..BYTES).step_by(page).all(|at| (*changed.add(at), *kept.add(at)) == (6, 5)));
            kept.add(page).write(7);
            assert_eq!((*kept, *kept.add(page)), (5, 7));
        }
    });
}
