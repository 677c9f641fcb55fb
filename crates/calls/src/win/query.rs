//! What windows are: groups, names, hints, and memory that is shared (MPI-5 §12.2.3, §12.2.7,
//! §7.8).

use ferry_core::window::{Flavor, Window};

/// A part of a window that this process can load from and store to.
pub struct Shared {
    /// Its bytes.
    pub size: u64,
    /// Its unit of displacements.
    pub unit: u64,
    /// Where it is mapped here.
    pub base: *mut u8,
}

impl Shared {
    /// What is said of parts that are out of reach (MPI-5 §12.2.3).
    pub const NONE: Shared = Shared { size: 0, unit: 0, base: std::ptr::null_mut() };
}

/// The part of a rank.
pub fn shared(window: &Window, rank: u32) -> Shared {
    let part = window.parts.of_rank(rank);
    let base = match window.flavor() {
        Flavor::Allocate | Flavor::Shared => window.node.data(rank).map(|(base, _)| base),
        Flavor::Create if rank == window.rank => Some(std::ptr::with_exposed_provenance_mut(window.facts.base())),
        _ => None,
    };
    base.map_or(Shared::NONE, |base| Shared { size: part.size, unit: part.unit, base })
}
