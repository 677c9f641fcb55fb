//! Invalid arguments and types too large to describe are errors with the argument in their words.

use ferry_datatype::{Combiner, Datatype, Distribution, Order, TypeError};

fn named(handle: usize) -> Datatype {
    Datatype::predefined(handle).expect("predefined").clone()
}

fn words(result: Result<Datatype, TypeError>) -> String {
    result.expect_err("invalid").to_string()
}

#[test]
fn negative_counts_name_the_argument() {
    let int = named(0x209);
    assert_eq!(words(Datatype::contiguous(-1, &int)), "argument count is -1; it must not be negative");
    assert_eq!(words(Datatype::vector(2, -3, 1, &int)), "argument blocklength is -3; it must not be negative");
    assert_eq!(
        words(Datatype::indexed(&[1, -2], &[0, 4], &int)),
        "argument array_of_blocklengths[1] is -2; it must not be negative"
    );
    assert_eq!(
        words(Datatype::structure(&[1], &[0, 8], std::slice::from_ref(&int))),
        "argument array_of_displacements has 2 entries; it must have 1"
    );
}

#[test]
fn overflow_is_an_error_not_a_wrap() {
    let double = named(0x214);
    let huge = Datatype::contiguous(1 << 59, &double).expect("2^62 bytes");
    assert_eq!(huge.size(), 1 << 62);
    for result in [
        Datatype::contiguous(2, &huge),
        Datatype::contiguous(i64::MAX, &double),
        Datatype::vector(2, 1, i64::MAX, &double),
        Datatype::hvector(3, 1, i64::MIN / 2, &double),
        Datatype::indexed(&[1, 1], &[i64::MAX, 0], &double),
        Datatype::hindexed(&[1, 1], &[i64::MAX - 8, -8], &double),
        Datatype::structure(&[1, 1], &[i64::MIN, i64::MAX - 8], &[double.clone(), double.clone()]),
        Datatype::resized(&double, i64::MAX, 1),
        Datatype::subarray(&[1 << 40, 1 << 40], &[1, 1], &[0, 0], Order::C, &double),
    ] {
        assert!(matches!(result, Err(TypeError::Overflow { .. })), "{result:?}");
    }
    assert_eq!(huge.packed_size(2), None);
    assert_eq!(huge.packed_size(1), Some(1 << 62));
}

#[test]
fn empty_parts_never_overflow() {
    let double = named(0x214);
    let far = Datatype::hindexed(&[0, 1], &[i64::MAX, 0], &double).expect("an empty block is nowhere");
    assert_eq!((far.size(), far.lb(), far.extent()), (8, 0, 8));
}

#[test]
fn arrays_must_fit() {
    let int = named(0x209);
    assert_eq!(
        words(Datatype::subarray(&[4, 4], &[2, 3], &[0, 2], Order::C, &int)),
        "arguments array_of_starts[1] 2 and array_of_subsizes[1] 3 together exceed array_of_sizes[1] 4"
    );
    assert!(words(Datatype::subarray(&[4], &[0], &[0], Order::C, &int)).starts_with("argument array_of_subsizes[0] is 0"));
    let darray = |size, rank, kind, darg, psize| Datatype::darray(size, rank, &[10], &[kind], &[darg], &[psize], Order::C, &int);
    let default = Distribution::DEFAULT_ARGUMENT;
    assert!(darray(4, 3, Distribution::Block, default, 4).is_ok());
    assert!(words(darray(4, 4, Distribution::Block, default, 4)).starts_with("argument rank is 4"));
    assert!(words(darray(4, 0, Distribution::Block, default, 2)).starts_with("the product of argument array_of_psizes is 2"));
    assert!(words(darray(2, 0, Distribution::Block, 4, 2)).starts_with("argument array_of_dargs[0] is 4; 2 such blocks"));
    assert!(words(darray(2, 0, Distribution::None, default, 2)).starts_with("argument array_of_psizes[0] is 2"));
    assert!(words(darray(2, 0, Distribution::Cyclic, 0, 2)).starts_with("argument array_of_dargs[0] is 0"));
}

#[test]
fn nesting_is_limited() {
    let mut datatype = named(0x209);
    let mut depth = 0;
    let error = loop {
        match datatype.dup() {
            Ok(next) => datatype = next,
            Err(error) => break error,
        }
        depth += 1;
        assert!(depth <= Datatype::MAX_DEPTH);
    };
    assert_eq!(error, TypeError::TooDeep { limit: Datatype::MAX_DEPTH });
}

#[test]
fn the_deepest_type_fits_a_small_stack() {
    let deepest = || {
        let byte = named(0x247);
        let mut datatype = named(0x209);
        // Each round adds a part that cannot merge with the rest.
        while let Ok(next) = Datatype::structure(&[1, 1], &[0, 2 * datatype.extent() + 1], &[datatype.clone(), byte.clone()])
            .and_then(|both| Datatype::resized(&both, 0, 4 + both.size() as i64))
        {
            datatype = next;
        }
        (datatype.segments(2).map(|s| s.len as u64).sum::<u64>(), datatype.size())
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(deepest).expect("a thread starts");
    let (walked, size) = thread.join().expect("no overflow of the stack");
    assert_eq!(walked, 2 * size);
}

#[test]
fn fortran_types_report_precision_and_range() {
    let real = Datatype::fortran(Combiner::F90Real, &[15, 307], &named(0x2da)).expect("valid");
    assert_eq!((real.size(), real.contents().integers), (8, vec![15, 307]));
    assert_eq!(real.name(), None);
}

#[test]
fn layouts_are_as_dense_as_the_data() {
    let (byte, int, double) = (named(0x247), named(0x209), named(0x214));
    let row = Datatype::contiguous(10, &double).expect("valid");
    let dense = Datatype::structure(&[1, 1, 2], &[0, 4, 8], &[int.clone(), int.clone(), double.clone()]).expect("valid");
    let whole = Datatype::subarray(&[4, 10], &[4, 10], &[0, 0], Order::C, &double).expect("valid");
    for datatype in [&row, &dense, &whole] {
        assert!(datatype.is_contiguous(), "{datatype:?}");
    }
    let rows = Datatype::subarray(&[4, 10], &[2, 10], &[1, 0], Order::C, &double).expect("valid");
    assert_eq!(rows.segments(1).map(|s| (s.offset, s.len)).collect::<Vec<_>>(), [(80, 160)]);
    assert!(rows.dense_run(1).is_some() && rows.dense_run(2).is_none());
    let reversed = Datatype::hvector(3, 1, -1, &byte).expect("valid");
    assert_eq!(reversed.segments(1).map(|s| s.offset).collect::<Vec<_>>(), [0, -1, -2]);
}
