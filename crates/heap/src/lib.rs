//! Memory of a process that the ranks of its node map, too. They copy messages from buffer to
//! buffer there, without the system (ADR 0035, ADR 0037).
//!
//! - [`own`]: the heap of this process as Ferry uses it: memory for `MPI_Alloc_mem`, and where
//!   peers find it
//! - [`peer`]: the heap of another process of the node, mapped here as far as it is used
//! - [`arena`]: the blocks of this process's heap
//! - [`head`]: what a heap tells peers
//! - `runs`, `classes`, `small`: which granules are free; blocks shorter than one
//! - `dumped`: which parts of it are in core files
//! - `populated`: which parts of a peer's heap the system was asked to map
//! - `fork`, `children`, `settle`: what becomes of the heap when the process forks; whether
//!   children are still there; how what they had becomes single again
//! - `islands`, `copies`: what stays on its pages though the process forks, as it is open to peers
//!   on other nodes; what a child gets of that
//! - [`apart`]: memory that looks like a heap, for measurements
//!
//! A program gets memory of a heap in two ways. `MPI_Alloc_mem` always takes its memory from one.
//! With `FERRY_SHARED_HEAP=on`, `libferry_heap.so` is loaded before all other libraries. It takes
//! the place of the C library's `malloc` for large blocks, and its heap serves `MPI_Alloc_mem`,
//! too. Ferry finds it by the [`Interface`] at [`SYMBOL`], and switches it on when MPI is
//! initialized.

pub mod apart;
pub mod arena;
mod children;
mod classes;
mod copies;
mod dumped;
mod fork;
pub mod head;
mod islands;
pub mod own;
pub mod peer;
mod populated;
mod runs;
mod settle;
mod small;

pub use classes::GRANULE;

/// The symbol in `libferry_heap.so` of its [`Interface`].
pub const SYMBOL: &std::ffi::CStr = c"ferry_heap_interface";

/// The version of the types in this crate that two libraries share.
pub const VERSION: u32 = 4;

/// Where a heap is, for peers that know the process.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// Descriptor of the file in the process whose heap it is.
    pub descriptor: u32,
    /// The random number at its beginning; not 0.
    pub cookie: u64,
}

/// What Ferry calls in `libferry_heap.so`.
#[repr(C)]
pub struct Interface {
    /// [`VERSION`].
    pub version: u32,
    /// Switches the heap on, or finds it on: its name. False if there is none: the system gives no
    /// memory, or other functions than the library's are called for `malloc`.
    pub activate: extern "C" fn(found: &mut Name) -> bool,
    /// See [`arena::allocate`]; null if there is none.
    pub allocate: extern "C" fn(bytes: usize) -> *mut u8,
    /// See [`arena::free`].
    pub free: unsafe extern "C" fn(address: *mut u8) -> bool,
    /// What peers see of the heap that is on.
    pub head: extern "C" fn() -> Option<&'static head::Head>,
    /// Has what this thread allocates lie outside the heap, until it has been called with false as
    /// often as with true.
    pub stay_outside: extern "C" fn(outside: bool),
    /// See [`own::moves`].
    pub moves: extern "C" fn() -> u64,
    /// See [`own::keep_former`].
    pub keep_former: extern "C" fn(),
    /// See [`own::former`]; null for `None`.
    pub former: extern "C" fn(address: u64, len: u64) -> *const u8,
    /// See [`own::keep`].
    pub keep: extern "C" fn(address: u64, len: u64),
    /// See [`own::let_go`].
    pub let_go: extern "C" fn(address: u64, len: u64),
}

/// The interface to the heap in the library that calls this.
pub const fn interface(activate: extern "C" fn(&mut Name) -> bool, stay_outside: extern "C" fn(bool)) -> Interface {
    Interface { version: VERSION, activate, allocate, free, head, stay_outside, moves, keep_former, former, keep, let_go }
}

extern "C" fn allocate(bytes: usize) -> *mut u8 {
    arena::allocate(bytes).map_or(std::ptr::null_mut(), |(address, _)| address.as_ptr())
}

unsafe extern "C" fn free(address: *mut u8) -> bool {
    // SAFETY: as the caller promises.
    unsafe { arena::free(address) }
}

extern "C" fn head() -> Option<&'static head::Head> {
    arena::head()
}

extern "C" fn moves() -> u64 {
    fork::moves()
}

extern "C" fn keep_former() {
    fork::keep_former();
}

extern "C" fn former(address: u64, len: u64) -> *const u8 {
    fork::former(address, len)
}

extern "C" fn keep(address: u64, len: u64) {
    fork::keep(address, len);
}

extern "C" fn let_go(address: u64, len: u64) {
    fork::let_go(address, len);
}
