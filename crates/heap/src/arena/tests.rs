use std::process::Command;

use super::*;

/// # Safety
/// The heap is on.
unsafe fn head() -> &'static Head {
    // SAFETY: ARENA-1.
    unsafe { &*ARENA.head.load(Ordering::Relaxed) }
}

fn block(bytes: usize) -> (*mut u8, bool) {
    let (address, is_zero) = allocate(bytes).unwrap();
    (address.as_ptr(), is_zero)
}

/// All in a process of its own, as the heap is one to a process, and other tests' threads might fork.
fn alone(name: &str, body: impl FnOnce(View)) {
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

#[test]
fn blocks_are_apart_and_used_again() {
    alone("blocks_are_apart_and_used_again", |view| {
        assert!(view.base.is_multiple_of(BOUNDARY as u64));
        let (one, is_zero) = block(100_000);
        let (other, _) = block(100_000);
        assert!(is_zero && size(one).is_some_and(|bytes| (100_000..=114_688).contains(&bytes)));
        assert!(one.addr().abs_diff(other.addr()) >= 100_000 && one.addr().is_multiple_of(GRANULE));
        assert!(has(one) && view.position(one as u64, 100_000).is_some() && !has(&raw const view as *const u8));
        assert!(view.position(one as u64, view.len).is_none(), "beyond the end");
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
        assert!(allocate(view.len as usize).is_none() && allocate(usize::MAX).is_none());
    });
}

#[test]
fn much_memory_goes_back_and_is_zeros_again() {
    alone("much_memory_goes_back_and_is_zeros_again", |_| {
        let blocks: Vec<_> = (0..3).map(|_| block(KEPT / 2).0).collect();
        for block in &blocks {
            // SAFETY: the blocks are this test's.
            unsafe {
                block.write(9);
                assert!(free(*block));
            }
        }
        let again: Vec<_> = (0..3).map(|_| block(KEPT / 2)).collect();
        assert_eq!(again.iter().filter(|(_, is_zero)| *is_zero).count(), 1, "two are kept");
        let returned = again.iter().find(|(_, is_zero)| *is_zero).unwrap().0;
        // SAFETY: as above.
        assert_eq!(unsafe { *returned }, 0);
    });
}

#[test]
fn what_is_discarded_is_zeros_before_a_fork_and_behind_it() {
    alone("what_is_discarded_is_zeros_before_a_fork_and_behind_it", |view| {
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
        before_fork();
        after_fork();
        assert_eq!(discarded(), [7, 0, 0, 7]);
        // SAFETY: refused.
        let refused = |at: u64, len: usize| unsafe { discard(at as *mut u8, len) }.is_err();
        assert!(refused(view.base, page), "the head");
        assert!(refused(block as u64, view.len as usize) && refused(view.base - page as u64, page), "beyond the blocks");
    });
}

#[test]
fn a_child_has_a_copy() {
    alone("a_child_has_a_copy", |_| {
        let bytes = block(1 << 20).0;
        // SAFETY: as above; the head is there.
        let head = unsafe {
            *bytes = 1;
            head()
        };
        assert!(head.visit().is_some());
        let mut pipes = [0; 2];
        // SAFETY: the child calls nothing but what a child of several threads may.
        unsafe {
            assert_eq!(libc::pipe(pipes.as_mut_ptr()), 0);
            let child = libc::fork();
            if child == 0 {
                let mut seen = 0u8;
                libc::read(pipes[0], (&raw mut seen).cast(), 1);
                let code = i32::from(*bytes) * 10;
                *bytes = 3;
                libc::_exit(code);
            }
            *bytes = 2;
            libc::write(pipes[1], c"x".as_ptr().cast(), 1);
            let mut status = 0;
            assert_eq!(libc::waitpid(child, &mut status, 0), child);
            assert_eq!(libc::WEXITSTATUS(status), 10, "the child saw what its parent wrote later");
            assert_eq!(*bytes, 2, "the parent sees what the child wrote");
            assert!(head.is_retired() && head.visit().is_none() && allocate(1 << 20).is_none());
            assert!(free(bytes) && activate().is_none());
        }
    });
}

#[test]
fn a_child_has_a_copy_though_the_program_has_closed_the_file() {
    alone("a_child_has_a_copy_though_the_program_has_closed_the_file", |view| {
        let bytes = block(GROWTH / 2).0;
        // SAFETY: as above. The test's own file takes the number of the descriptor.
        unsafe {
            *bytes = 1;
            libc::close(view.descriptor as i32);
            let other = memory::anonymous_file("ferry-test").unwrap().into_raw_fd();
            assert_eq!(other, view.descriptor as i32);
            assert!(allocate(GROWTH).is_none(), "the heap has grown into another file");
            assert_eq!(fstat(BorrowedFd::borrow_raw(other)).unwrap().st_size, 0);
            let child = libc::fork();
            if child == 0 {
                let code = i32::from(*bytes);
                *bytes = 3;
                libc::_exit(code);
            }
            let mut status = 0;
            libc::waitpid(child, &mut status, 0);
            assert_eq!((libc::WEXITSTATUS(status), *bytes), (1, 1));
        }
    });
}

#[test]
fn the_pages_that_an_adapter_goes_on_writing_to_are_found_after_a_fork() {
    alone("the_pages_that_an_adapter_goes_on_writing_to_are_found_after_a_fork", |view| {
        let place = block(100_000).0;
        // SAFETY: the block is this test's; the head is there.
        unsafe {
            place.write_bytes(1, 100_000);
            assert_eq!((head().stage(), former()), (Stage::Shared, ptr::null()));
            before_fork();
            after_fork();
            assert_eq!(head().stage(), Stage::Private);
            let file = former().cast_mut();
            let former_place = file.add(view.position(place as u64, 100_000).unwrap() as usize);
            assert!(!file.is_null() && former_place != place && *former_place.add(99_999) == 1);
            // The program writes beside what the adapter writes.
            *place.add(1) = 7;
            former_place.write(2);
            assert_eq!([*place, *place.add(1), *former_place, *former_place.add(1)], [1, 7, 2, 1]);
            before_fork();
            after_fork();
            assert_eq!((head().stage(), former()), (Stage::Private, file.cast_const()), "a second fork changes nothing");
        }
    });
}

#[test]
fn a_fork_waits_for_guests() {
    static HAS_LEFT: AtomicBool = AtomicBool::new(false);
    alone("a_fork_waits_for_guests", |_| {
        // SAFETY: the head is there; the child does nothing.
        unsafe {
            let visit = head().visit().unwrap();
            let guest = std::thread::spawn(move || {
                while !head().is_retired() {
                    cpu::give_way();
                }
                HAS_LEFT.store(true, Ordering::SeqCst);
                drop(visit);
            });
            let child = libc::fork();
            if child == 0 {
                libc::_exit(i32::from(HAS_LEFT.load(Ordering::SeqCst)));
            }
            let mut status = 0;
            libc::waitpid(child, &mut status, 0);
            assert_eq!(libc::WEXITSTATUS(status), 1, "forked with a guest");
            guest.join().unwrap();
        }
    });
}
