//! Pack and unpack against the segments of `ferry-datatype`, byte by byte.

use ferry_datatype::{Datatype, Order};
use ferry_kernels::{pack, unpack};
use proptest::prelude::*;

fn named(handle: usize) -> Datatype {
    Datatype::predefined(handle).expect("predefined").clone()
}

/// Types that reach each loop of the packer.
fn types() -> Vec<Datatype> {
    let (int, double, byte, short_int) = (named(0x209), named(0x214), named(0x247), named(0x22c));
    let column = Datatype::vector(5, 1, 4, &double).unwrap();
    let nested = Datatype::hvector(3, 2, 500, &column).unwrap();
    let scattered = Datatype::indexed_block(1, &[9, 2, 5, 30, 31], &int).unwrap();
    let uneven = Datatype::indexed(&[1, 3, 2], &[20, 0, 9], &int).unwrap();
    let record = Datatype::structure(&[1, 2, 1], &[0, 8, 600], &[byte.clone(), double.clone(), uneven.clone()]).unwrap();
    let mut list = vec![int.clone(), short_int.clone(), Datatype::contiguous(7, &byte).unwrap()];
    for width in [1, 2, 3, 4, 8, 12, 16, 17, 24, 32, 40, 63, 64, 65, 128, 200, 256, 512, 1024, 1025] {
        list.push(Datatype::vector(6, width, width + 3, &byte).unwrap());
    }
    list.push(Datatype::indexed_block(2, &[40, 3, 11], &column).unwrap());
    list.push(Datatype::contiguous(3, &record).unwrap());
    let gapped = Datatype::structure(&[1, 1, 1], &[0, 8, 16], &[int.clone(), double.clone(), byte.clone()]).unwrap();
    list.extend([Datatype::contiguous(150, &gapped).unwrap(), gapped]);
    list.push(Datatype::vector(2, 1, -3, &uneven).unwrap());
    list.push(Datatype::subarray(&[4, 5, 6], &[2, 3, 2], &[1, 1, 3], Order::C, &double).unwrap());
    list.push(Datatype::resized(&int, -4, 12).unwrap());
    list.extend([column, nested, scattered, uneven, record]);
    list
}

/// A buffer that holds the message, and the address to pass for it.
struct Arena {
    bytes: Vec<u8>,
    origin: usize,
}

impl Arena {
    fn new(datatype: &Datatype, count: u64, fill: impl FnMut(usize) -> u8) -> Arena {
        let (low, high) = datatype.footprint(count).unwrap_or((0, 0));
        let origin = usize::try_from(-low.min(0)).unwrap();
        let len = origin + usize::try_from(high.max(0)).unwrap();
        Arena { bytes: (0..len).map(fill).collect(), origin }
    }

    fn places(&self, datatype: &Datatype, count: u64) -> Vec<usize> {
        let at = |offset: i64| (self.origin as i64 + offset) as usize;
        datatype.segments(count).flat_map(|s| at(s.offset)..at(s.offset) + s.len).collect()
    }

    fn base(&mut self) -> *mut u8 {
        self.bytes.as_mut_ptr().wrapping_add(self.origin)
    }
}

fn noise(seed: usize) -> impl FnMut(usize) -> u8 {
    move |i| (i.wrapping_add(seed).wrapping_mul(0x9e37_79b9) >> 11) as u8
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_range_packs_the_bytes_the_segments_name(which in 0..types().len(), count in 0u64..9, from in 0.0..1.1, to in 0.0..1.1) {
        let datatype = &types()[which];
        let mut arena = Arena::new(datatype, count, noise(1));
        let expected: Vec<u8> = arena.places(datatype, count).iter().map(|&place| arena.bytes[place]).collect();
        let position = (expected.len() as f64 * from) as usize;
        let capacity = (expected.len() as f64 * to) as usize;
        let mut out = vec![0xa5; capacity + 1];
        // SAFETY: the arena holds the whole message; the packed side is as long as said.
        let moved = unsafe { pack(datatype, count, arena.base(), position as u64, out.as_mut_ptr(), capacity) };
        let rest = &expected[position.min(expected.len())..];
        prop_assert_eq!(moved, rest.len().min(capacity));
        prop_assert_eq!(&out[..moved], &rest[..moved]);
        prop_assert!(out[moved..].iter().all(|&byte| byte == 0xa5));
    }

    #[test]
    fn any_range_unpacks_to_the_bytes_the_segments_name(which in 0..types().len(), count in 0u64..9, from in 0.0..1.1, to in 0.0..1.1) {
        let datatype = &types()[which];
        let mut arena = Arena::new(datatype, count, |_| 0xa5);
        let places = arena.places(datatype, count);
        let position = (places.len() as f64 * from) as usize;
        let src: Vec<u8> = (0..(places.len() as f64 * to) as usize).map(noise(7)).collect();
        let mut expected = arena.bytes.clone();
        let rest = &places[position.min(places.len())..];
        for (&place, &byte) in rest.iter().zip(&src) {
            expected[place] = byte;
        }
        // SAFETY: as above.
        let moved = unsafe { unpack(datatype, count, arena.base(), position as u64, src.as_ptr(), src.len()) };
        prop_assert_eq!(moved, rest.len().min(src.len()));
        prop_assert_eq!(arena.bytes, expected);
    }
}

/// Types of one element with more data than the packer thinks to be in a cache, in runs of `width`
/// bytes.
fn long(width: i64) -> [Datatype; 3] {
    let (byte, blocks) = (named(0x247), 300_000 / width + 3);
    let places: Vec<i64> = (0..blocks).map(|i| (i * 7919 % blocks) * (width + 5)).collect();
    let lengths: Vec<i64> = (0..blocks).map(|i| 1 + i * 31 % width).collect();
    [
        Datatype::vector(blocks, width, width + 5, &byte).unwrap(),
        Datatype::indexed_block(width, &places, &byte).unwrap(),
        Datatype::indexed(&lengths, &places, &byte).unwrap(),
    ]
}

#[test]
fn long_messages_pack_and_unpack_what_the_segments_name() {
    for width in [8, 33, 63, 64, 65, 128, 200, 256, 512, 1024, 2000] {
        for datatype in &long(width) {
            let mut source = Arena::new(datatype, 1, noise(2));
            let expected: Vec<u8> = source.places(datatype, 1).iter().map(|&place| source.bytes[place]).collect();
            let mut packed = vec![0; expected.len()];
            // SAFETY: the arena holds the message, the packed side all of it.
            let moved = unsafe { pack(datatype, 1, source.base(), 0, packed.as_mut_ptr(), packed.len()) };
            assert_eq!((moved, &packed), (expected.len(), &expected), "{width}");
            let mut target = Arena::new(datatype, 1, |_| 0xa5);
            let mut wanted = target.bytes.clone();
            target.places(datatype, 1).into_iter().zip(&expected).for_each(|(place, &byte)| wanted[place] = byte);
            // SAFETY: as above.
            unsafe { unpack(datatype, 1, target.base(), 0, packed.as_ptr(), packed.len()) };
            assert!(target.bytes == wanted, "{width}");
        }
    }
}
