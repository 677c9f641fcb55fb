//! What a datatype was made of: `MPI_Type_get_contents`, whose integers are constants here and
//! there.

use std::ffi::c_int;

use ferry_constants as mpi;

use crate::handles::length;
use crate::integers::{fix, fix_all};
use crate::{Peer, functions};

/// `MPI_Type_get_contents`
///
/// # Safety
/// COMPAT-1
pub unsafe fn type_get_contents<P: Peer>(
    datatype: usize,
    max_integers: c_int,
    max_addresses: c_int,
    max_datatypes: c_int,
    integers: *mut c_int,
    addresses: *mut i64,
    datatypes: *mut usize,
) -> c_int {
    let (mut combiner, mut count, mut others) = (0, 0, [0; 2]);
    let f = functions();
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        let result =
            (f.MPI_Type_get_contents)(datatype, max_integers, max_addresses, max_datatypes, integers, addresses, datatypes);
        if result == mpi::MPI_SUCCESS {
            (f.MPI_Type_get_envelope)(datatype, &mut count, &mut others[0], &mut others[1], &mut combiner);
            translate::<P>(combiner, integers, length(count), true);
        }
        result
    }
}

/// `MPI_Type_get_contents_c`
///
/// # Safety
/// COMPAT-1
#[expect(clippy::too_many_arguments, reason = "those of the standard's function")]
pub unsafe fn type_get_contents_c<P: Peer>(
    datatype: usize,
    max_integers: i64,
    max_addresses: i64,
    max_large_counts: i64,
    max_datatypes: i64,
    integers: *mut c_int,
    addresses: *mut i64,
    large_counts: *mut i64,
    datatypes: *mut usize,
) -> c_int {
    let (mut combiner, mut counts) = (0, [0; 4]);
    let f = functions();
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        let result = (f.MPI_Type_get_contents_c)(
            datatype,
            max_integers,
            max_addresses,
            max_large_counts,
            max_datatypes,
            integers,
            addresses,
            large_counts,
            datatypes,
        );
        if result == mpi::MPI_SUCCESS {
            let [number, of_addresses, of_large, of_datatypes] = &mut counts;
            (f.MPI_Type_get_envelope_c)(datatype, number, of_addresses, of_large, of_datatypes, &mut combiner);
            translate::<P>(combiner, integers, length(counts[0]), counts[2] == 0);
        }
        result
    }
}

/// Turns the orders, distributions and their arguments among the `count` integers into the peer's.
/// The sizes of the array stand among them if `has_sizes` says so.
unsafe fn translate<P: Peer>(combiner: c_int, integers: *mut c_int, count: usize, has_sizes: bool) {
    let maps = P::MAPS;
    let success = mpi::MPI_SUCCESS;
    // SAFETY: COMPAT-1; the standard says where what stands.
    unsafe {
        if combiner == mpi::MPI_COMBINER_SUBARRAY || combiner == mpi::MPI_COMBINER_DARRAY {
            fix(success, integers.add(count - 1), &maps.order);
        }
        if combiner == mpi::MPI_COMBINER_DARRAY {
            let dims = length(*integers.add(2));
            let first = 3 + if has_sizes { dims } else { 0 };
            fix_all(success, integers.add(first), dims, &maps.distribution);
            fix_all(success, integers.add(first + dims), dims, &maps.distribution_argument);
        }
    }
}
