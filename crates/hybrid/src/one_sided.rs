//! One-sided communication goes over connections, to whatever peers a program's windows have: puts,
//! gets and atomics need them, and atomics of all ranks must be of one kind.

use ferry_device::{Access, Atomic, CopyError, Key, Notice, OneSided, OneSidedMethods, RegionId, RegisterError, Ticket};
use ferry_protocol::transfer::Piece;
use ferry_rc::Receives;
use ferry_rdma::Verbs;
use ferry_verbs_transport::Environment;

use crate::device::HybridDevice;

impl<V: Verbs, E: Environment, R: Receives<V>> OneSided for HybridDevice<V, E, R> {
    fn one_sided_methods(&mut self, peer: u32, key: &Key) -> OneSidedMethods {
        self.connections.one_sided_methods(peer, key)
    }

    #[allow(unsafe_code)]
    unsafe fn register(&mut self, memory: Piece, access: Access) -> Result<RegionId, RegisterError> {
        // SAFETY: HY-1.
        let region = unsafe { self.connections.register(memory, access) }?;
        self.open_regions += 1;
        Ok(region)
    }

    fn key(&self, region: RegionId) -> Key {
        self.connections.key(region)
    }

    /// Registered memory is open to all peers.
    fn reaches(&self, _region: RegionId, _peer: u32) -> bool {
        true
    }

    fn deregister(&mut self, region: RegionId) {
        self.open_regions = self.open_regions.saturating_sub(1);
        self.connections.deregister(region);
    }

    fn hasten(&mut self) {
        self.connections.hasten();
    }

    #[allow(unsafe_code)]
    unsafe fn put(
        &mut self,
        peer: u32,
        ticket: Ticket,
        from: &[Piece],
        into: &Key,
        offset: u64,
        notify: Option<u32>,
    ) -> Result<(), CopyError> {
        // SAFETY: HY-1.
        unsafe { self.connections.put(peer, ticket, from, into, offset, notify) }
    }

    #[allow(unsafe_code)]
    unsafe fn get(&mut self, peer: u32, ticket: Ticket, into: &[Piece], from: &Key, offset: u64) -> Result<(), CopyError> {
        // SAFETY: HY-1.
        unsafe { self.connections.get(peer, ticket, into, from, offset) }
    }

    #[allow(unsafe_code)]
    unsafe fn atomic(
        &mut self,
        peer: u32,
        ticket: Ticket,
        what: Atomic,
        at: &Key,
        offset: u64,
        result: *mut u8,
    ) -> Result<(), CopyError> {
        // SAFETY: HY-1.
        unsafe { self.connections.atomic(peer, ticket, what, at, offset, result) }
    }

    fn has_ended(&self, _peer: u32) -> bool {
        false
    }

    fn next_notice(&mut self) -> Option<Notice> {
        self.connections.next_notice()
    }
}
