//! How a call waits: it makes progress, gives way, sleeps; among threads one does so for all
//! ([`parking`]). The safety arguments are there.

use ferry_constants as mpi;
use ferry_core::diagnosis::{Awaited, HangWatch};
use ferry_core::process::Process;
use ferry_core::wait::{Step, Waiter};
use ferry_device::Nap;
use ferry_engine::Outcome;
use ferry_sys::{cpu, question};

use crate::cell::{self, Cx};
use crate::parking::{self, WaitingPart};
use crate::{deferred, events};

/// Idle looks of a driver between two questions for parked threads: another thread may have brought
/// what they wait for.
const LOOKS_A_QUESTION: u32 = 16;

/// Looks of a thread before it parks: for longer than it takes to wake one, or threads of two
/// processes that wake each other would go on like that.
const LOOKS_ALONE: u32 = 400;
/// The same where ranks share processors.
const LOOKS_SHARED: u32 = 4;

impl Cx {
    /// Makes progress until `poll` answers; gives way and sleeps when nothing happens for long. The
    /// lock is not held between looks.
    #[inline]
    pub fn block<R>(&self, mut poll: impl FnMut(&mut Process) -> Option<R>) -> R {
        self.block_on(&mut (), |_, p| poll(p), |_, _| Awaited::default())
    }

    /// As [`Cx::with`], for whatever may advance collective operations: functions of the program
    /// that they ask for are called afterwards.
    #[inline]
    pub fn advance<R>(&self, body: impl FnOnce(&mut Process) -> R) -> R {
        let (answer, has_deferred) = self.with(|p| (body(p), p.has_deferred()));
        if has_deferred {
            deferred::run(self);
        }
        answer
    }

    /// As [`Cx::advance`] at a level with several threads, unless another thread is at it.
    fn try_advance<R>(&self, body: impl FnOnce(&mut Process) -> R) -> Option<R> {
        let (answer, has_deferred) = self.try_with(|p| (body(p), p.has_deferred()))?;
        if has_deferred {
            deferred::run(self);
        }
        Some(answer)
    }

    /// Waits for an operation of the engine.
    #[inline]
    pub fn take(&self, operation: usize) -> Outcome {
        self.block_on(&mut (), |_, p| p.engine.take(operation), |_, _| Awaited::all([operation]))
    }

    /// As [`Cx::block`]; `describe` says what is waited for, if it takes so long that somebody may
    /// ask. Both look at `state`.
    #[inline]
    pub fn block_on<S, R>(
        &self,
        state: &mut S,
        mut poll: impl FnMut(&mut S, &mut Process) -> Option<R>,
        describe: impl Fn(&S, &mut Process) -> Awaited,
    ) -> R {
        if let Some(answer) = self.with(|p| poll(state, p)) {
            return answer;
        }
        let (mut wait, mut hang_watch) = (Wait { state, poll, describe }, HangWatch::default());
        if cell::is_threaded() {
            return self.block_among_threads(&mut wait, &mut hang_watch);
        }
        loop {
            let answer = self.drive(&mut wait, &mut hang_watch);
            if self.with(is_program_needed) {
                self.call_program();
            }
            if let Some(answer) = answer {
                return answer;
            }
        }
    }

    /// Waits as a thread among others: parked, unless this one is the driver. It is neither while
    /// it calls the program, so that the others go on meanwhile, and what it calls may wait as
    /// well.
    #[cold]
    fn block_among_threads<R>(&self, wait: &mut impl Waiting<R>, hang_watch: &mut HangWatch) -> R {
        let looks = self.with(|p| if p.engine.oversubscribed() { LOOKS_SHARED } else { LOOKS_ALONE });
        for _ in 0..looks {
            let look = self.try_advance(|p| (p.progress_waiting(), wait.poll(p)));
            if let Some((_, Some(answer))) = look {
                return answer;
            }
            std::hint::spin_loop();
        }
        loop {
            if self.with(parking::apply) == WaitingPart::Parked
                && let Some(answer) = self.park(wait, hang_watch)
            {
                return answer;
            }
            let answer = self.drive(wait, hang_watch);
            if self.with(|p| (parking::resign(p), is_program_needed(p)).1) {
                self.call_program();
            }
            if let Some(answer) = answer {
                return answer;
            }
        }
    }

    /// Waits until the driver has found the answer, or this thread is the driver: `None`.
    fn park<R>(&self, wait: &mut impl Waiting<R>, hang_watch: &mut HangWatch) -> Option<R> {
        let wait: *mut _ = wait;
        let mut answer = None;
        let mut question = |p: &mut Process| {
            // SAFETY: PARK-2.
            answer = unsafe { (*wait).poll(p) };
            answer.is_some()
        };
        // SAFETY: PARK-2; under the lock.
        let mut look_around = || _ = self.watch(hang_watch, |p| unsafe { (*wait).describe(p) });
        parking::wait(&mut question, |body| self.with(|p| body(p)), &mut look_around);
        if answer.is_some() && hang_watch.is_noted() {
            self.with(|p| p.end_hang_watch(hang_watch));
        }
        answer
    }

    /// Makes progress until the answer is there, or the program has to be called first: `None`.
    #[inline]
    fn drive<R>(&self, wait: &mut impl Waiting<R>, hang_watch: &mut HangWatch) -> Option<R> {
        let mut waiter = self.with(|p| {
            p.adapt(cell::is_threaded());
            Waiter::new(p)
        });
        let mut idle = 0;
        loop {
            let (moved, answer, is_over) = self.with(|p| {
                let (moved, answer) = (p.progress_waiting(), wait.poll(p));
                let is_over = answer.is_some() || is_program_needed(p);
                (moved, answer, is_over)
            });
            if is_over {
                self.end_wait(&waiter, hang_watch);
                return answer;
            }
            idle += 1;
            if cell::is_threaded() && (moved || idle % LOOKS_A_QUESTION == 0) {
                self.with(parking::ask_for_all);
            }
            if moved {
                waiter.moved();
                if hang_watch.moved() {
                    self.watch(hang_watch, |p| wait.describe(p));
                }
                continue;
            }
            match waiter.idle() {
                Step::Look => std::hint::spin_loop(),
                Step::Yield => {
                    cpu::give_way();
                    if hang_watch.gave_way() {
                        self.watch(hang_watch, |p| wait.describe(p));
                    }
                }
                // Somebody has asked: what came before the question is looked for first.
                Step::Sleep if self.watch(hang_watch, |p| wait.describe(p)) => {}
                Step::Sleep => {
                    if let Some(answer) = self.sleep(wait) {
                        self.end_wait(&waiter, hang_watch);
                        return Some(answer);
                    }
                }
            }
        }
    }

    /// Calls the program's functions that [`is_program_needed`] is about. Not within a borrow of
    /// the process.
    #[cold]
    fn call_program(&self) {
        deferred::run(self);
        if cell::is_watched() {
            events::raise(self);
        }
    }

    /// Takes note of how long the wait gave way and slept.
    #[inline]
    fn end_wait(&self, waiter: &Waiter, hang_watch: &mut HangWatch) {
        if waiter.was_slow() || hang_watch.is_noted() {
            let waited_ns = waiter.slow_ns();
            self.with(|p| {
                p.waits.waited_ns += waited_ns;
                p.end_hang_watch(hang_watch);
            });
        }
    }

    /// If it is time: notes what this call waits for, and answers who asks. True if it is to look
    /// once more before it sleeps.
    #[cold]
    fn watch(&self, hang_watch: &mut HangWatch, describe: impl FnOnce(&mut Process) -> Awaited) -> bool {
        let is_asked = question::take();
        if !hang_watch.is_due() && !is_asked {
            return false;
        }
        let is_threaded = cell::level() == mpi::MPI_THREAD_MULTIPLE;
        self.with(|p| {
            let awaited = describe(p);
            p.watch_for_hang(hang_watch, self.call.0, awaited, is_asked, is_threaded)
        })
    }

    /// Sleeps, unless the answer is there. Not everything that is waited for comes as a packet,
    /// which the device looks for: what comes through the shared area, or lets a collective
    /// operation go on, is looked for here, now that peers know that they must wake us.
    #[cold]
    fn sleep<R>(&self, wait: &mut impl Waiting<R>) -> Option<R> {
        let Some(nap) = self.with(|p| p.engine.prepare_nap()) else {
            // There is news, which may be a packet that nobody can take yet.
            cpu::give_way();
            return None;
        };
        let (moved, answer) = self.with(|p| {
            parking::ask_for_all(p);
            (p.advance_sources(), wait.poll(p))
        });
        if answer.is_none() && !moved {
            nap.take();
        }
        self.with(|p| p.engine.woke());
        answer
    }
}

/// What a call waits for.
trait Waiting<R> {
    /// The answer, if it is there.
    fn poll(&mut self, p: &mut Process) -> Option<R>;
    /// What is waited for.
    fn describe(&self, p: &mut Process) -> Awaited;
}

/// A state, and two closures that look at it.
struct Wait<'a, S, P, D> {
    state: &'a mut S,
    poll: P,
    describe: D,
}

impl<S, R, P: FnMut(&mut S, &mut Process) -> Option<R>, D: Fn(&S, &mut Process) -> Awaited> Waiting<R> for Wait<'_, S, P, D> {
    #[inline]
    fn poll(&mut self, p: &mut Process) -> Option<R> {
        (self.poll)(self.state, p)
    }

    fn describe(&self, p: &mut Process) -> Awaited {
        (self.describe)(self.state, p)
    }
}

/// Whether functions of the program are to be called: operations, error handlers, callbacks of
/// tools.
#[inline]
fn is_program_needed(p: &mut Process) -> bool {
    p.has_deferred() || events::is_due(p)
}
