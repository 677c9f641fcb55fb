//! What programs read of a window through its predefined attributes (MPI-5 §12.2.6): integers at
//! addresses that last.

use ferry_constants as mpi;

/// How a window's memory came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Flavor {
    /// `MPI_Win_create`: the program's own.
    Create = mpi::MPI_WIN_FLAVOR_CREATE,
    /// `MPI_Win_allocate`
    Allocate = mpi::MPI_WIN_FLAVOR_ALLOCATE,
    /// `MPI_Win_create_dynamic`: what the program attaches.
    Dynamic = mpi::MPI_WIN_FLAVOR_DYNAMIC,
    /// `MPI_Win_allocate_shared`
    Shared = mpi::MPI_WIN_FLAVOR_SHARED,
}

impl Flavor {
    /// Whether MPI allocated the memory, so that the ranks of a node map each other's.
    pub fn is_allocated(self) -> bool {
        matches!(self, Flavor::Allocate | Flavor::Shared)
    }
}

/// The values.
#[derive(Debug)]
pub struct Facts {
    /// The first byte of this process's part, as a number; 0 if it has none.
    base: usize,
    size: i64,
    unit: i32,
    flavor: i32,
    model: i32,
    kind: Flavor,
}

impl Facts {
    /// Of a part of `size` bytes at `base`. A displacement unit beyond an `int` reads as the
    /// largest one.
    pub fn new(base: usize, size: i64, unit: i64, flavor: Flavor) -> Self {
        let unit = i32::try_from(unit).unwrap_or(i32::MAX);
        Facts { base, size, unit, flavor: flavor as i32, model: mpi::MPI_WIN_UNIFIED, kind: flavor }
    }

    /// See [`Flavor`].
    #[inline]
    pub fn flavor(&self) -> Flavor {
        self.kind
    }

    /// The first byte of this process's part.
    pub fn base(&self) -> usize {
        self.base
    }

    /// Whether `key` is a predefined attribute.
    pub fn is_key(key: i32) -> bool {
        (mpi::MPI_WIN_BASE..=mpi::MPI_WIN_MODEL).contains(&key)
    }

    /// What `MPI_Win_get_attr` gives for a predefined attribute: the base itself, of all others an
    /// address. `None` for any other key.
    pub fn value(&self, key: i32) -> Option<usize> {
        Some(match key {
            mpi::MPI_WIN_BASE => self.base,
            mpi::MPI_WIN_SIZE => (&raw const self.size).expose_provenance(),
            mpi::MPI_WIN_DISP_UNIT => (&raw const self.unit).expose_provenance(),
            mpi::MPI_WIN_CREATE_FLAVOR => (&raw const self.flavor).expose_provenance(),
            mpi::MPI_WIN_MODEL => (&raw const self.model).expose_provenance(),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predefined_keys_have_values_and_others_have_none() {
        let facts = Facts::new(0x4000, 64, 1 << 40, Flavor::Allocate);
        for key in 590..620 {
            assert_eq!(facts.value(key).is_some(), Facts::is_key(key), "{key}");
        }
        assert_eq!((facts.value(mpi::MPI_WIN_BASE), facts.unit), (Some(0x4000), i32::MAX));
    }
}
