//! Hearing, in a child process, that it was forked.
//!
//! The C library calls what is told here in children of `fork`. Those of `_Fork` and of `clone` it
//! does not tell.
//!
//! # Safety arguments
//! - FORK-2: the function is safe to call; the C library forgets it when the library that
//!   registered it is unloaded.

/// Has `in_child` called in each child that this process forks from now on. It may only do what a
/// handler of signals may.
///
/// # Errors
/// There is no memory for it.
pub fn on_fork(in_child: extern "C" fn()) -> std::io::Result<()> {
    let call: unsafe extern "C" fn() = in_child;
    // SAFETY: FORK-2.
    match unsafe { libc::pthread_atfork(None, None, Some(call)) } {
        0 => Ok(()),
        number => Err(std::io::Error::from_raw_os_error(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    static IS_CHILD: AtomicBool = AtomicBool::new(false);

    extern "C" fn note() {
        IS_CHILD.store(true, Ordering::Relaxed);
    }

    #[test]
    fn children_hear_and_the_parent_does_not() {
        on_fork(note).unwrap();
        // SAFETY: the child calls nothing but _exit.
        let child = unsafe {
            match libc::fork() {
                0 => libc::_exit(i32::from(IS_CHILD.load(Ordering::Relaxed))),
                child => child,
            }
        };
        let (_, status) = rustix::process::waitpid(rustix::process::Pid::from_raw(child), rustix::process::WaitOptions::empty())
            .unwrap()
            .unwrap();
        assert_eq!((status.exit_status(), IS_CHILD.load(Ordering::Relaxed)), (Some(1), false));
    }
}
