//! Memory allocation kinds (MPI-5 §11.4.3): which kinds of memory buffers may be in, asked for and
//! answered as text.
//!
//! A list is comma-separated; a kind may carry restrictors after colons. Ferry reads and writes
//! buffers as a processor does, so it supports memory of the system and of MPI's own allocators,
//! and no kind that only a device can reach.

/// What Ferry supports whether asked for or not: the standard's default.
const ALWAYS: [&str; 2] = ["mpi", "system"];
/// Where memory of kind `mpi` may come from.
const MPI_RESTRICTORS: [&str; 3] = ["alloc_mem", "win_allocate", "win_allocate_shared"];

/// Whether Ferry supports a kind, which may have restrictors: `mpi:alloc_mem`.
fn is_supported(kind: &str) -> bool {
    let mut words = kind.split(':');
    match words.next() {
        Some("system") => words.next().is_none(),
        Some("mpi") => words.all(|word| MPI_RESTRICTORS.contains(&word)),
        _ => false,
    }
}

fn kinds(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|kind| !kind.is_empty())
}

/// The kinds that are supported when those of `requested` are asked for (info key
/// `mpi_memory_alloc_kinds`).
pub fn provided(requested: &str) -> String {
    let mut list = ALWAYS.to_vec();
    for kind in kinds(requested).filter(|kind| is_supported(kind)) {
        if !list.contains(&kind) {
            list.push(kind);
        }
    }
    list.join(",")
}

/// Whether all kinds that a program says it will use are supported (info key
/// `mpi_assert_memory_alloc_kinds`).
pub fn all_supported(asserted: &str) -> bool {
    kinds(asserted).all(is_supported)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_asked_for_is_there_too() {
        assert_eq!(provided(""), "mpi,system");
        assert_eq!(provided("system"), "mpi,system");
    }

    #[test]
    fn restrictors_come_back_and_unknown_kinds_do_not() {
        assert_eq!(provided("cuda:device, mpi:alloc_mem,system:numa,mpi:alloc_mem"), "mpi,system,mpi:alloc_mem");
        assert_eq!(provided("mpi:win_allocate:alloc_mem,mpi:rdma"), "mpi,system,mpi:win_allocate:alloc_mem");
    }

    #[test]
    fn assertions_may_only_name_what_is_supported() {
        assert!(all_supported("") && all_supported("system") && all_supported("mpi:alloc_mem,system"));
        assert!(!all_supported("system,rocm") && !all_supported("system:x"));
    }
}
