//! What was sent and not acknowledged: fragments of packets, each in a slot of the send pool. A
//! slot is free when its fragment was acknowledged and no request names it.

use ferry_protocol::datagram::DatagramKind;
use ferry_rdma::Buffer;
use ferry_verbs_transport::{Pool, Slot};

/// A fragment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fragment {
    pub slot: Slot,
    pub len: u16,
    pub kind: DatagramKind,
    /// It is the end of a packet: its receiver is woken, if it sleeps.
    pub is_last: bool,
    /// Requests that name the slot and have not completed.
    posts: u16,
    is_acknowledged: bool,
}

/// All of them, by index.
#[derive(Default)]
pub(crate) struct Fragments {
    entries: Vec<Fragment>,
    free: Vec<u32>,
}

impl Fragments {
    pub fn insert(&mut self, slot: Slot, len: usize, kind: DatagramKind, is_last: bool) -> u32 {
        let fragment = Fragment { slot, len: len as u16, kind, is_last, posts: 0, is_acknowledged: false };
        if let Some(index) = self.free.pop() {
            self.entries[index as usize] = fragment;
            return index;
        }
        self.entries.push(fragment);
        self.entries.len() as u32 - 1
    }

    pub fn get(&self, index: u32) -> &Fragment {
        &self.entries[index as usize]
    }

    /// A request names it.
    pub fn posted(&mut self, index: u32) {
        self.entries[index as usize].posts += 1;
    }

    /// A request that names it has completed.
    pub fn completed<B: Buffer>(&mut self, index: u32, pool: &mut Pool<B>) {
        self.entries[index as usize].posts -= 1;
        self.settle(index, pool);
    }

    /// It has arrived, or nobody cares any more.
    pub fn acknowledged<B: Buffer>(&mut self, index: u32, pool: &mut Pool<B>) {
        self.entries[index as usize].is_acknowledged = true;
        self.settle(index, pool);
    }

    fn settle<B: Buffer>(&mut self, index: u32, pool: &mut Pool<B>) {
        let Fragment { slot, posts, is_acknowledged, .. } = self.entries[index as usize];
        if posts == 0 && is_acknowledged {
            pool.give_back(slot);
            self.free.push(index);
        }
    }
}
