//! Making progress: messages first, then every source ([`crate::progress`]).

use super::Process;
use crate::collective::Combination;
use crate::progress::{Ground, SourceEnd, Stepped};
use crate::request::Request;

impl Process {
    /// Sends what waits, takes what came, and goes on with every source. True if anything moved;
    /// then there may be jobs ([`Process::has_deferred`]).
    #[inline]
    pub fn progress(&mut self) -> bool {
        let moved = self.engine.progress();
        self.go_on_after(moved)
    }

    /// As [`Process::progress`], in a call that waits.
    #[inline]
    pub fn progress_waiting(&mut self) -> bool {
        let moved = self.engine.progress_waiting(None);
        self.go_on_after(moved)
    }

    #[inline(always)]
    fn go_on_after(&mut self, moved: bool) -> bool {
        self.waits.looks += 1;
        if self.engine.wants_costs() {
            self.learning.learn(&mut self.engine, &mut self.settings);
        }
        if self.engine.must_wake_node() {
            self.engine.node_mut().wake_all();
        }
        if self.sources.are_any() { self.advance_sources() | moved } else { moved }
    }

    /// Goes on with every source; whether any moved.
    #[inline(never)]
    pub fn advance_sources(&mut self) -> bool {
        let mut moved = self.sources.tends_failures && self.tend_failures();
        let mut under_way = std::mem::take(&mut self.sources.under_way);
        under_way.retain(|request| {
            let Stepped { goes_on, has_moved, .. } = self.step(*request);
            moved |= has_moved;
            goes_on
        });
        under_way.append(&mut self.sources.under_way);
        self.sources.under_way = under_way;
        moved
    }

    /// Whether a function of the program has to be called: for a collective operation, or because
    /// of an error that no call returns.
    #[inline(always)]
    pub fn has_deferred(&self) -> bool {
        !self.sources.jobs.is_empty() || self.engine.has_lost()
    }

    /// A job for the caller alone, and the request to report it done for.
    pub fn take_deferred(&mut self) -> Option<(usize, Combination)> {
        self.sources.jobs.pop()
    }

    /// Has the source behind `request` go on whenever the process makes progress.
    pub fn go_on_later(&mut self, request: usize) {
        self.sources.under_way.push(request);
    }

    /// Has failures of processes tended to whenever the process makes progress.
    pub(crate) fn tend_failures_from_now_on(&mut self) {
        self.sources.tends_failures = true;
    }

    /// Goes on with the source behind `request` now, and later if that is not the end of it.
    pub(super) fn go_on(&mut self, request: usize) {
        if self.step(request).goes_on {
            self.go_on_later(request);
        }
    }

    fn step(&mut self, request: usize) -> Stepped {
        let Process { requests, engine, direct, sources, files, .. } = self;
        let Some(source) = requests.get_mut(request).and_then(Request::source_mut) else { return Stepped::OVER };
        let ground = &mut Ground { request, engine, direct, worker: &mut files.worker, jobs: &mut sources.jobs };
        let stepped = source.advance(ground);
        if let Some(ended) = stepped.ended {
            // A thread may sleep until this is over.
            self.engine.wake_sleepers();
            match ended {
                SourceEnd::Collective(comm) => self.leave_shared_area(comm),
                SourceEnd::Access => self.forget_freed_access(request),
            }
        }
        stepped
    }
}
