//! Datatypes against type maps written out entry by entry, as the standard defines them.

mod model;
mod shape;

use ferry_datatype::{Cursor, Datatype};
use model::Map;
use proptest::prelude::*;
use shape::Shape;

/// Offsets of all bytes of `count` elements in pack order, by the cursor with segments of at most
/// `max` bytes.
fn walked(cursor: &mut Cursor<'_>, mut max: impl FnMut() -> usize) -> Vec<i64> {
    let mut bytes = Vec::new();
    while let Some(segment) = cursor.next(max()) {
        assert!(segment.len > 0);
        bytes.extend(segment.offset..segment.offset + segment.len as i64);
    }
    bytes
}

fn built(shape: &Shape) -> (Datatype, Map) {
    (shape.datatype(), shape.map())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn bounds_are_those_of_the_type_map(shape in shape::any()) {
        let (datatype, map) = built(&shape);
        prop_assert_eq!(datatype.size() as i64, map.size());
        prop_assert_eq!(datatype.lb(), map.lb());
        prop_assert_eq!(datatype.ub(), map.ub());
        prop_assert_eq!(datatype.extent(), map.extent());
        prop_assert_eq!((datatype.true_lb(), datatype.true_extent()), map.true_bounds());
    }

    #[test]
    fn bytes_are_those_of_the_type_map(shape in shape::any(), count in 0u64..4) {
        let (datatype, map) = built(&shape);
        let bytes = walked(&mut datatype.cursor(count), || usize::MAX);
        prop_assert_eq!(&bytes, &map.bytes(count));
        let low = bytes.iter().min().copied();
        let high = bytes.iter().max().map(|last| last + 1);
        prop_assert_eq!(datatype.footprint(count), low.zip(high));
        if let Some(run) = datatype.dense_run(count) {
            let end = run.offset + run.len as i64;
            prop_assert_eq!(&bytes, &(run.offset..end).collect::<Vec<_>>());
        } else {
            prop_assert!(!datatype.is_contiguous());
        }
    }

    #[test]
    fn another_process_finds_the_same_bytes(shape in shape::any(), count in 0u64..4, cut in 0.0..1.0) {
        let datatype = shape.datatype();
        let mut wire = Vec::new();
        datatype.encode(&mut wire);
        let short = (wire.len() as f64 * cut) as usize;
        prop_assert!(Datatype::decode(&mut &wire[..short]).is_none(), "{} of {} bytes", short, wire.len());
        wire.extend([7, 7]);
        let mut rest = &wire[..];
        let decoded = Datatype::decode(&mut rest).expect("it was encoded");
        prop_assert_eq!(rest, &[7, 7]);
        let (theirs, ours) = (walked(&mut decoded.cursor(count), || usize::MAX), walked(&mut datatype.cursor(count), || usize::MAX));
        prop_assert_eq!(theirs, ours);
        prop_assert_eq!((decoded.size(), decoded.extent(), decoded.primitive()), (datatype.size(), datatype.extent(), datatype.primitive()));
        prop_assert_eq!(decoded.footprint(count), datatype.footprint(count));
        prop_assert_eq!(decoded.dense_run(count), datatype.dense_run(count));
    }

    #[test]
    fn seeking_and_chunks_change_nothing(shape in shape::any(), count in 0u64..4, at in 0.0..1.0, chunks in prop::collection::vec(1usize..40, 1..5)) {
        let (datatype, map) = built(&shape);
        let bytes = map.bytes(count);
        let position = (bytes.len() as f64 * at) as usize;
        let mut cursor = datatype.cursor(count);
        let mut turn = chunks.iter().cycle();
        cursor.seek(position as u64);
        prop_assert_eq!(cursor.position(), position as u64);
        prop_assert_eq!(walked(&mut cursor, || *turn.next().unwrap()), &bytes[position..]);
        prop_assert_eq!(cursor.position(), cursor.total());
    }

    #[test]
    fn elements_are_counted_as_in_the_type_map(shape in shape::any(), count in 0u64..4) {
        let (datatype, map) = built(&shape);
        let sizes: Vec<u64> = (0..count).flat_map(|_| map.sizes()).collect();
        let mut ends = vec![0];
        sizes.iter().for_each(|size| ends.push(ends.last().unwrap() + size));
        for bytes in 0..=*ends.last().unwrap() {
            let whole = ends.iter().position(|&end| end == bytes).map(|index| index as u64);
            prop_assert_eq!(datatype.elements_in(bytes), whole, "{} bytes", bytes);
            let count = if map.size() == 0 { 0 } else { bytes / map.size() as u64 };
            let exact = (count * map.size() as u64 == bytes).then_some(count);
            prop_assert_eq!(datatype.count_in(bytes), exact);
        }
        for (elements, &end) in ends.iter().enumerate() {
            prop_assert_eq!(datatype.bytes_of_elements(elements as u64), Some(end));
        }
        prop_assert_eq!(datatype.signature().elements(), map.sizes().len() as u64);
    }

    #[test]
    fn signatures_list_the_elements_in_order(shape in shape::any()) {
        let (datatype, map) = built(&shape);
        let mut handles = Vec::new();
        datatype.signature().for_each_run(&mut |primitive, count| {
            handles.extend((0..count).map(|_| primitive));
            true
        });
        let expected = map.primitives();
        prop_assert_eq!(&handles, &expected);
        let first = expected.first().copied().filter(|first| expected.iter().all(|other| other == first));
        prop_assert_eq!(datatype.primitive(), first);
        prop_assert_eq!(datatype.signature().total(&|primitive| primitive.size()), Some(datatype.size()));
    }

    #[test]
    fn a_type_rebuilt_from_its_contents_is_the_same(shape in shape::any(), large in any::<bool>()) {
        let original = if large { shape.datatype().from_large_counts() } else { shape.datatype() };
        let rebuilt = shape::rebuilt(&original);
        prop_assert_eq!((original.lb(), original.ub()), (rebuilt.lb(), rebuilt.ub()));
        prop_assert!(original.segments(2).eq(rebuilt.segments(2)));
        prop_assert_eq!(original.envelope(), if large { rebuilt.from_large_counts().envelope() } else { rebuilt.envelope() });
    }
}
