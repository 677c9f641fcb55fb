//! The shared heap: large blocks of a program's memory lie in a file that the ranks of its node map too, so that they copy messages from buffer to buffer without
//! the system (ADR 0035).
//!
//! The blocks come from [`arena`]; [`apart`] is one for measurements. `libferry_heap.so`, which `mpiexec` has the dynamic linker load before all other libraries, puts it in the place of the C
//! library's `malloc` for them; Ferry finds it by the [`Interface`] at [`SYMBOL`], switches it on when MPI is initialized, and tells peers where the file is ([`View`]).
//!
//! A file that is mapped is shared with children of the process too, which have to get a copy of their own. When the process forks, it first *retires* its heap: the
//! blocks stay at their addresses, as private memory with the same content, and peers go to them by the system from then on. What an RDMA adapter was told to write to before, it
//! writes to the file's pages ([`Interface::former`]).
//!
//! [`own`] is what Ferry knows of the heap of its process.
//!
//! [`window`] is memory of another kind, of which each block is a file of its own: peers map just that block, and it stays shared whatever the process does.

pub mod apart;
pub mod arena;
mod classes;
pub mod own;
pub mod window;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The symbol in `libferry_heap.so` of its [`Interface`].
pub const SYMBOL: &std::ffi::CStr = c"ferry_heap_interface";

/// The version of the types in this module.
pub const VERSION: u32 = 2;

/// What Ferry calls in `libferry_heap.so`.
#[repr(C)]
pub struct Interface {
    /// [`VERSION`].
    pub version: u32,
    /// Switches the heap on, or finds it on: where it is. False if there is none: the system gives no memory, the process has forked, or other functions than the library's are called for
    /// `malloc`.
    pub activate: extern "C" fn(found: &mut View) -> bool,
    /// Has what this thread allocates lie outside the heap, until it has been called with false as often as with true.
    pub stay_outside: extern "C" fn(outside: bool),
    /// Where the process still has the file's pages once the blocks are private: what an adapter that has held pages of it since before has written there, and nobody else. 0 if nowhere.
    pub former: extern "C" fn() -> u64,
}

/// Where a heap is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Descriptor of the file in the process whose heap it is.
    pub descriptor: u32,
    /// Address of the file's beginning there.
    pub base: u64,
    /// Bytes that are mapped there: more than the file has.
    pub len: u64,
}

impl View {
    /// Where the whole of `len` bytes at `address` is in the file.
    #[inline(always)]
    pub fn position(&self, address: u64, len: u64) -> Option<u64> {
        let position = address.wrapping_sub(self.base);
        (position < self.len && len <= self.len - position).then_some(position)
    }
}

/// The beginning of the file. Zeros at first.
#[repr(C, align(4096))]
pub struct Head {
    /// A random number, by which peers know the file.
    pub cookie: AtomicU64,
    /// Bytes that the file has by now.
    pub len: AtomicU64,
    /// A [`Stage`], as its number.
    stage: AtomicU32,
    /// Peers that write to blocks just now.
    guests: AtomicU32,
}

/// What has become of a heap; it never goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Stage {
    /// Blocks are shared.
    Shared,
    /// They still are, for peers that write just now; no others may begin to.
    Retiring,
    /// They are being made private.
    Moving,
    /// They are private memory.
    Private,
}

impl Head {
    /// What has become of it by now.
    #[inline(always)]
    pub fn stage(&self) -> Stage {
        match self.stage.load(Ordering::SeqCst) {
            0 => Stage::Shared,
            1 => Stage::Retiring,
            2 => Stage::Moving,
            _ => Stage::Private,
        }
    }

    /// Whether blocks are shared no more.
    #[inline(always)]
    pub fn is_retired(&self) -> bool {
        self.stage() != Stage::Shared
    }

    /// A peer writes to blocks as long as it holds what this returns, and the heap is not retired meanwhile. `None` if it is.
    #[inline]
    pub fn visit(&self) -> Option<Visit<'_>> {
        self.guests.fetch_add(1, Ordering::SeqCst);
        // Before the question: the owner asks for guests after it has said that it retires the heap.
        let visit = Visit(self);
        (!self.is_retired()).then_some(visit)
    }

    /// The next stage of its end, unless it has come so far already.
    fn advance(&self, stage: Stage) {
        self.stage.fetch_max(stage as u32, Ordering::SeqCst);
    }

    fn has_guests(&self) -> bool {
        self.guests.load(Ordering::SeqCst) != 0
    }
}

/// A peer's leave to write, see [`Head::visit`].
pub struct Visit<'a>(&'a Head);

impl Drop for Visit<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.guests.fetch_sub(1, Ordering::SeqCst);
    }
}
