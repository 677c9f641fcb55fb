//! The ranks of a window that are on this node and share memory: the control blocks of all of them,
//! and in windows whose memory MPI allocates that, too.

use ferry_protocol::rma::control::Control;
use ferry_shm::window_memory::WindowMemory;

/// See the module.
pub struct Node {
    memory: WindowMemory,
    /// Ranks in the window, ascending. They include this process's.
    ranks: Box<[u32]>,
    /// They are 0, 1, and so on: the whole window, most likely.
    are_first: bool,
}

impl Node {
    /// Of these ranks, whose memory this is.
    pub fn new(memory: WindowMemory, ranks: Box<[u32]>) -> Self {
        let are_first = ranks.iter().enumerate().all(|(place, rank)| place == *rank as usize);
        Node { memory, ranks, are_first }
    }

    /// Whether all ranks of a window of so many share memory.
    pub fn holds_all(&self, ranks: u32) -> bool {
        self.ranks.len() == ranks as usize
    }

    /// The ranks in the window, ascending.
    pub fn ranks(&self) -> &[u32] {
        &self.ranks
    }

    /// The place of a rank among those that share memory; `None` if it is not one of them.
    #[inline]
    pub fn place(&self, rank: u32) -> Option<usize> {
        if self.are_first {
            return ((rank as usize) < self.ranks.len()).then_some(rank as usize);
        }
        self.ranks.binary_search(&rank).ok()
    }

    /// The control block of a rank, if this process can reach it.
    #[inline]
    pub fn control(&self, rank: u32) -> Option<&Control> {
        self.place(rank).map(|place| self.memory.control(place))
    }

    /// The place of a rank's control block among those that lie together, and how many do.
    pub fn place_of(&self, rank: u32) -> Option<(u32, u32)> {
        self.place(rank).map(|place| (place as u32, self.ranks.len() as u32))
    }

    /// Memory of a rank's part that MPI has allocated: its first byte here, and bytes.
    #[inline]
    pub fn data(&self, rank: u32) -> Option<(*mut u8, u64)> {
        self.place(rank).map(|place| self.memory.data(place))
    }
}
