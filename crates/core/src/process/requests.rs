//! Requests behind which something goes on: how they begin, and what is seen to when it is over.

use super::Process;
use crate::collective::Lifetime;
use crate::collective::ongoing::{Ongoing, Work};
use crate::file::request::FileRequest;
use crate::request::Request;

impl Process {
    /// The job of `request` is done: its operation goes on.
    pub fn done_with(&mut self, request: usize) {
        if let Some(Request::Collective(ongoing)) = self.requests.get_mut(request) {
            ongoing.has_combined();
            self.go_on(request);
        }
    }

    /// A request for an operation, inactive if it is persistent, else started.
    pub fn keep_collective(&mut self, work: Work, lifetime: Lifetime) -> usize {
        let request = self.requests.insert(Request::Collective(Box::new(Ongoing::new(work, lifetime))));
        if lifetime == Lifetime::Once {
            self.start_collective(request);
        }
        request
    }

    /// Starts an inactive operation.
    pub fn start_collective(&mut self, request: usize) {
        if let Some(Request::Collective(ongoing)) = self.requests.get_mut(request) {
            let puts = ongoing.start();
            self.go_on(request);
            // Peers that have begun before may be told enough here to end without this process,
            // which may look again only after a long time.
            if puts {
                self.progress();
            }
        }
    }

    /// Gives the shared area of a communicator back that was freed while calls were under way, the
    /// last of which is over.
    pub(super) fn leave_shared_area(&mut self, comm: usize) {
        if let Some((place, ranks)) = self.direct.leave_at_last(comm)
            && let Some(shared_areas) = &mut self.comms.shared_areas
        {
            shared_areas.leave(place, ranks);
        }
    }

    /// An access to a file is over: forgets it if the program has.
    pub(super) fn forget_freed_access(&mut self, request: usize) {
        if matches!(self.requests.get(request), Some(Request::File(access)) if access.is_freed) {
            self.requests.remove(request);
        }
    }

    /// Keeps an access behind a request, and goes on with it whenever the process makes progress.
    pub fn keep_access(&mut self, access: FileRequest) -> usize {
        let request = self.requests.insert(Request::File(Box::new(access)));
        self.go_on_later(request);
        request
    }

    /// Whether accesses are under way whose requests the program has freed.
    pub fn has_freed_accesses(&self) -> bool {
        self.requests.iter().any(|(_, request)| matches!(request, Request::File(access) if access.is_freed))
    }

    /// Whether accesses to a file are under way.
    pub fn is_accessing(&self, file: usize) -> bool {
        let is_open = |access: &FileRequest| access.report.file == file && !access.is_over();
        self.requests.iter().any(|(_, request)| matches!(request, Request::File(access) if is_open(access)))
    }
}
