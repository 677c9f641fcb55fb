//! What registering, copying and looking cost here (BR-4), measured with the registrations
//! themselves.

use std::hint::black_box;

use ferry_protocol::reuse::Prices;
use ferry_protocol::reuse::model::Linear;
use ferry_protocol::reuse::table::UsageTable;
use ferry_protocol::transfer::Piece;
use ferry_rdma::Verbs;
use ferry_regcache::Monitor;

use crate::memory::Memories;

/// Repetitions of each measurement; the least time counts, as whatever disturbs makes it longer.
const REPETITIONS: usize = 5;
/// Copies and looks that are timed at once.
const BATCH: u64 = 32;
/// Lengths that are registered and copied, in bytes.
const SHORT: usize = 512;
const LONG: usize = 16 << 10;

/// What registering and copying cost.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// A registration.
    pub registration: Linear,
    /// A copy.
    pub copy: Linear,
}

/// Measures both, for this process. `now` is a clock, in ns. Takes as long as ten registrations and
/// some copies. Where memory of the program cannot be registered, registering costs more than any
/// number of copies.
pub fn lines<V: Verbs, M: Monitor>(memories: &mut Memories<V, M>, now: impl Fn() -> u64) -> Lines {
    let memory = vec![1_u8; LONG];
    let mut copy = vec![0_u8; LONG];
    let least = |one: &mut dyn FnMut() -> Option<u64>| (0..REPETITIONS).filter_map(|_| one()).min();
    let mut registration =
        |len: usize| least(&mut || memories.time_registration(piece(&memory[..len]), &now)).map(|ns| 1000 * ns);
    let (short_ps, long_ps) = (registration(SHORT), registration(LONG));
    let mut copying = |len: usize| {
        let mut once = || {
            let began = now();
            for _ in 0..BATCH {
                copy[..len].copy_from_slice(black_box(&memory[..len]));
                black_box(&mut copy);
            }
            Some(1000 * (now() - began) / BATCH)
        };
        least(&mut once).unwrap_or(0)
    };
    let copy_line = Linear::through((SHORT as u32, copying(SHORT)), (LONG as u32, copying(LONG)));
    let registration = match (short_ps, long_ps) {
        (Some(short_ps), Some(long_ps)) => Linear::through((SHORT as u32, short_ps), (LONG as u32, long_ps)),
        _ => Linear { base_ps: u64::from(u32::MAX), kib_ps: 0 },
    };
    Lines { registration, copy: copy_line }
}

/// The prices of this process, by [`lines`] and a look.
pub fn measure<V: Verbs, M: Monitor>(memories: &mut Memories<V, M>, now: impl Fn() -> u64) -> Prices {
    let Lines { registration, copy } = lines(memories, &now);
    let memory = vec![1_u8; LONG];
    let overhead_ps = 1000 * (look_ns(&now) + memories.time_find(piece(&memory), &now).unwrap_or(0));
    Prices::Measured { registration, copy, overhead_ps }
}

fn piece(memory: &[u8]) -> Piece {
    Piece { address: memory.as_ptr().expose_provenance() as u64, len: memory.len() as u64 }
}

/// A look at the usage table, in ns.
fn look_ns(now: &impl Fn() -> u64) -> u64 {
    let mut table = UsageTable::default();
    let began = now();
    (0..BATCH).for_each(|look| _ = black_box(table.note(0x1000 * (look % 8), 1)));
    (now() - began).div_ceil(BATCH)
}
