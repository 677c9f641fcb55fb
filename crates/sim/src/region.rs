//! Registered memory. Safety arguments: module [`memory`](crate::memory), and
//!
//! - RG-1: places of a buffer are read and written through raw pointers; the words that peers
//!   change are atomics.

use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

use ferry_rdma::{Access, Error, LocalKey, RemoteKey, Result};

use crate::memory::{Owner, PAGE, Registered, UserMemory};
use crate::world::World;

/// A registration; dropping it ends the access of adapters.
struct Registration {
    world: World,
    rank: u32,
    key: u32,
    address: u64,
    len: usize,
}

/// Pages that hold a range.
fn pages(address: u64, len: usize) -> u64 {
    let first = address / PAGE as u64;
    (address + len as u64).div_ceil(PAGE as u64) - first
}

/// What systems say when there is no memory.
pub(crate) fn shortage(call: &'static str) -> Error {
    const ENOMEM: i32 = 12;
    Error::System { call, number: ENOMEM, reason: "Cannot allocate memory".to_owned(), remedy: "" }
}

/// What systems say of memory that may not be written.
fn read_only(call: &'static str) -> Error {
    const EFAULT: i32 = 14;
    Error::System { call, number: EFAULT, reason: "Bad address".to_owned(), remedy: "" }
}

impl Registration {
    fn new(world: &World, rank: u32, (address, len): (u64, usize), access: Access, owner: Owner) -> Result<Self> {
        let state = &mut *world.state();
        let cost_ps = state.profile.memory.register.ps(pages(address, len));
        state.charge(rank, cost_ps);
        if owner == Owner::Program && state.dice.refuses_registration() {
            say!(state, "rank {rank} cannot register {len} bytes");
            return Err(shortage("ibv_reg_mr"));
        }
        let limit = state.dice.faults.memory_limit;
        let context = &mut state.contexts[rank as usize];
        let is_within = |range: &Range<u64>| range.start < address + len as u64 && address < range.end;
        if access.contains(Access::LOCAL_WRITE) && context.read_only.iter().any(is_within) {
            return Err(read_only("ibv_reg_mr"));
        }
        let memory = &mut context.memory;
        if owner == Owner::Library && limit > 0 && memory.buffers + len as u64 > limit {
            context.is_short = true;
            say!(state, "rank {rank} has no memory for a buffer of {len} bytes");
            return Err(shortage("ibv_reg_mr"));
        }
        match owner {
            Owner::Library => memory.buffers += len as u64,
            Owner::Program => memory.regions += len as u64,
        }
        memory.buffers_peak = memory.buffers_peak.max(memory.buffers);
        let key = context.keys.insert(Registered { address, len: len as u64, access, owner });
        Ok(Registration { world: world.clone(), rank, key, address, len })
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let state = &mut *self.world.state();
        let cost_ps = state.profile.memory.deregister.ps(pages(self.address, self.len));
        state.charge(self.rank, cost_ps);
        let context = &mut state.contexts[self.rank as usize];
        match context.keys.remove(self.key).map(|registered| registered.owner) {
            Some(Owner::Library) => context.memory.buffers -= self.len as u64,
            Some(Owner::Program) => context.memory.regions -= self.len as u64,
            None => unreachable!("a key is removed once"),
        }
    }
}

/// Registered memory of the program.
pub struct Region(Registration);

impl Region {
    pub(crate) fn new(world: &World, rank: u32, memory: UserMemory, access: Access) -> Result<Region> {
        Registration::new(world, rank, (memory.address, memory.len), access, Owner::Program).map(Region)
    }

    fn registration(&self) -> &Registration {
        &self.0
    }
}

/// Registered memory of the library's own: pages of the world, given back in drop.
pub struct Buffer {
    registration: Option<Registration>,
    world: World,
    address: u64,
    len: usize,
}

impl Buffer {
    pub(crate) fn new(world: &World, rank: u32, len: usize, access: Access) -> Result<Buffer> {
        let address = world.shared.arena.take(len).ok_or_else(|| shortage("malloc"))?;
        let mut buffer = Buffer { registration: None, world: world.clone(), address, len };
        buffer.registration = Some(Registration::new(world, rank, (address, len), access, Owner::Library)?);
        Ok(buffer)
    }

    fn registration(&self) -> &Registration {
        match &self.registration {
            Some(registration) => registration,
            None => unreachable!("a buffer is registered until it is dropped"),
        }
    }

    fn word(&self, offset: usize) -> &AtomicU64 {
        let place = ferry_rdma::Buffer::place(self, offset, 8).cast::<u64>();
        assert!(place.is_aligned(), "a word at {offset}");
        // SAFETY: SM-1, RG-1; within the buffer and aligned.
        unsafe { AtomicU64::from_ptr(place) }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.registration = None;
        self.world.shared.arena.give_back(self.address, self.len);
    }
}

macro_rules! region {
    ($name:ty) => {
        impl ferry_rdma::Region for $name {
            fn address(&self) -> u64 {
                self.registration().address
            }

            fn len(&self) -> usize {
                self.registration().len
            }

            fn local_key(&self) -> LocalKey {
                LocalKey(self.registration().key)
            }

            fn remote_key(&self) -> RemoteKey {
                RemoteKey(self.registration().key)
            }
        }
    };
}

region!(Region);
region!(Buffer);

impl ferry_rdma::Buffer for Buffer {
    fn place(&self, offset: usize, len: usize) -> *mut u8 {
        assert!(offset <= self.len && len <= self.len - offset, "{len} bytes at {offset} of a buffer of {}", self.len);
        ptr::with_exposed_provenance_mut(self.address as usize + offset)
    }

    fn write(&self, offset: usize, bytes: &[u8]) {
        let place = self.place(offset, bytes.len());
        // SAFETY: SM-1, RG-1; a borrowed slice is never part of a buffer.
        unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) }
    }

    fn read(&self, offset: usize, into: &mut [u8]) {
        let place = self.place(offset, into.len());
        // SAFETY: as for `write`.
        unsafe { place.copy_to_nonoverlapping(into.as_mut_ptr(), into.len()) }
    }

    fn load(&self, offset: usize) -> u64 {
        self.word(offset).load(Ordering::Acquire)
    }

    fn store(&self, offset: usize, value: u64) {
        self.word(offset).store(value, Ordering::Release)
    }
}
