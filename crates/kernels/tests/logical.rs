//! Fortran's truth values after a declaration, which is for a whole process: each test has a size
//! of its own.

use ferry_datatype::{Datatype, Primitive};
use ferry_kernels::{ReduceOp, declare_logical, declared_logical, from_external, reduction, to_external};

/// The handle, as the ABI has it.
const MPI_LOGICAL2: usize = 0x2c8;

#[test]
fn declared_values_are_read_and_written() {
    let (yes, no) = (0u64, u64::MAX);
    assert_eq!(declared_logical(8), None);
    assert!(declare_logical(8, yes.into(), no.into()));
    assert!(!declare_logical(8, 1, 0), "declared twice");
    assert_eq!(declared_logical(8), Some((yes.into(), no.into())));
    for (op, wanted) in [
        (ReduceOp::LogicalAnd, [yes, no, no, no]),
        (ReduceOp::LogicalOr, [yes, yes, yes, no]),
        (ReduceOp::LogicalXor, [no, yes, yes, no]),
    ] {
        let (input, mut inout) = ([yes, yes, no, no], [yes, no, yes, no]);
        let combine = reduction(op, Primitive::Logical8).expect("defined");
        // SAFETY: four elements each.
        unsafe { combine(input.as_ptr().cast(), inout.as_mut_ptr().cast(), 4) };
        assert_eq!(inout, wanted, "{}", op.name());
    }
}

#[test]
fn in_external32_false_is_zero_and_true_is_not() {
    assert!(declare_logical(2, 0, 0xff00));
    let logical = Datatype::predefined(MPI_LOGICAL2).expect("predefined");
    let (packed, mut external, mut back) = ([0, 0, 0, 0xff, 7, 0], [9; 6], [9; 6]);
    to_external(logical, 3, &packed, &mut external).expect("fits");
    assert_eq!(external, [0, 1, 0, 0, 0, 1]);
    from_external(logical, 3, &external, &mut back);
    assert_eq!(back, [0, 0, 0, 0xff, 0, 0]);
}
