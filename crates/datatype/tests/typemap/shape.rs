//! Random nested types, built both ways.

use crate::model::Map;
use ferry_datatype::{Combiner, Contents, Datatype, Distribution, Order};
use proptest::collection::vec;
use proptest::prelude::*;

#[derive(Clone, Debug)]
pub enum Shape {
    Named(usize),
    Dup(Box<Shape>),
    Contiguous(i64, Box<Shape>),
    Vector(i64, i64, i64, Box<Shape>),
    HVector(i64, i64, i64, Box<Shape>),
    Indexed(Vec<(i64, i64)>, Box<Shape>),
    HIndexed(Vec<(i64, i64)>, Box<Shape>),
    IndexedBlock(i64, Vec<i64>, Box<Shape>),
    HIndexedBlock(i64, Vec<i64>, Box<Shape>),
    Struct(Vec<(i64, i64, Shape)>),
    Subarray(Vec<(i64, i64, i64)>, Order, Box<Shape>),
    Distributed(Vec<Dealt>, u32, Order, Box<Shape>),
    Resized(i64, i64, Box<Shape>),
}

/// One dimension of a distributed array.
#[derive(Clone, Debug)]
pub struct Dealt {
    kind: Distribution,
    gsize: i64,
    darg: i64,
    psize: i64,
}

/// Types with different sizes, alignments and gaps.
const NAMED: [usize; 8] = [0x208, 0x209, 0x214, 0x220, 0x229, 0x22c, 0x22d, 0x247];

pub fn any() -> impl Strategy<Value = Shape> {
    let leaf = prop::sample::select(&NAMED[..]).prop_map(Shape::Named);
    leaf.prop_recursive(4, 24, 3, |inner| {
        let one = inner.clone().prop_map(Box::new);
        let blocks = || vec((0i64..4, -3i64..9), 0..5);
        let order = || prop::sample::select(&[Order::C, Order::Fortran][..]);
        prop_oneof![
            one.clone().prop_map(Shape::Dup),
            (0i64..4, one.clone()).prop_map(|(n, t)| Shape::Contiguous(n, t)),
            (0i64..4, 0i64..4, -5i64..6, one.clone()).prop_map(|(n, b, s, t)| Shape::Vector(n, b, s, t)),
            (0i64..4, 0i64..4, -40i64..50, one.clone()).prop_map(|(n, b, s, t)| Shape::HVector(n, b, s, t)),
            (blocks(), one.clone()).prop_map(|(b, t)| Shape::Indexed(b, t)),
            (blocks(), one.clone()).prop_map(|(b, t)| Shape::HIndexed(b, t)),
            (0i64..4, vec(-3i64..9, 0..5), one.clone()).prop_map(|(n, d, t)| Shape::IndexedBlock(n, d, t)),
            (0i64..4, vec(-30i64..90, 0..5), one.clone()).prop_map(|(n, d, t)| Shape::HIndexedBlock(n, d, t)),
            vec((0i64..3, -20i64..60, inner), 0..4).prop_map(Shape::Struct),
            (vec(dimension(), 1..4), order(), one.clone()).prop_map(|(d, o, t)| Shape::Subarray(d, o, t)),
            (vec(dealt(), 1..4), any_rank(), order(), one.clone()).prop_map(|(d, r, o, t)| Shape::Distributed(d, r, o, t)),
            (-20i64..20, -10i64..60, one).prop_map(|(lb, extent, t)| Shape::Resized(lb, extent, t)),
        ]
    })
}

fn any_rank() -> impl Strategy<Value = u32> {
    0u32..64
}

fn dimension() -> impl Strategy<Value = (i64, i64, i64)> {
    (1i64..4, 0i64..3, 0i64..2).prop_map(|(part, before, after)| (part + before + after, part, before))
}

fn dealt() -> impl Strategy<Value = Dealt> {
    (0..5, 1i64..7, 1i64..4, 1i64..4).prop_map(|(kind, gsize, darg, psize)| {
        let default = Distribution::DEFAULT_ARGUMENT;
        let (kind, darg, psize) = match kind {
            0 => (Distribution::None, default, 1),
            1 => (Distribution::Block, default, psize),
            2 => (Distribution::Block, darg.max((gsize + psize - 1) / psize), psize),
            3 => (Distribution::Cyclic, default, psize),
            _ => (Distribution::Cyclic, darg, psize),
        };
        Dealt { kind, gsize, darg, psize }
    })
}

fn unzip(blocks: &[(i64, i64)]) -> (Vec<i64>, Vec<i64>) {
    blocks.iter().copied().unzip()
}

fn processes(dimensions: &[Dealt]) -> i64 {
    dimensions.iter().map(|d| d.psize).product()
}

impl Shape {
    pub fn datatype(&self) -> Datatype {
        let made = match self {
            Shape::Named(handle) => return Datatype::predefined(*handle).expect("predefined").clone(),
            Shape::Dup(t) => t.datatype().dup(),
            Shape::Contiguous(n, t) => Datatype::contiguous(*n, &t.datatype()),
            Shape::Vector(n, b, s, t) => Datatype::vector(*n, *b, *s, &t.datatype()),
            Shape::HVector(n, b, s, t) => Datatype::hvector(*n, *b, *s, &t.datatype()),
            Shape::Indexed(blocks, t) => {
                let (lengths, places) = unzip(blocks);
                Datatype::indexed(&lengths, &places, &t.datatype())
            }
            Shape::HIndexed(blocks, t) => {
                let (lengths, places) = unzip(blocks);
                Datatype::hindexed(&lengths, &places, &t.datatype())
            }
            Shape::IndexedBlock(n, places, t) => Datatype::indexed_block(*n, places, &t.datatype()),
            Shape::HIndexedBlock(n, places, t) => Datatype::hindexed_block(*n, places, &t.datatype()),
            Shape::Struct(blocks) => {
                let types: Vec<_> = blocks.iter().map(|(_, _, t)| t.datatype()).collect();
                let (lengths, places): (Vec<_>, Vec<_>) = blocks.iter().map(|&(n, d, _)| (n, d)).unzip();
                Datatype::structure(&lengths, &places, &types)
            }
            Shape::Subarray(dimensions, order, t) => {
                let pick = |f: fn(&(i64, i64, i64)) -> i64| dimensions.iter().map(f).collect::<Vec<_>>();
                Datatype::subarray(&pick(|d| d.0), &pick(|d| d.1), &pick(|d| d.2), *order, &t.datatype())
            }
            Shape::Distributed(dimensions, rank, order, t) => {
                let pick = |f: fn(&Dealt) -> i64| dimensions.iter().map(f).collect::<Vec<_>>();
                let kinds: Vec<_> = dimensions.iter().map(|d| d.kind).collect();
                let size = processes(dimensions);
                let rank = i64::from(*rank) % size;
                let (gsizes, dargs, psizes) = (pick(|d| d.gsize), pick(|d| d.darg), pick(|d| d.psize));
                Datatype::darray(size, rank, &gsizes, &kinds, &dargs, &psizes, *order, &t.datatype())
            }
            Shape::Resized(lb, extent, t) => Datatype::resized(&t.datatype(), *lb, *extent),
        };
        made.expect("valid arguments")
    }

    pub fn map(&self) -> Map {
        match self {
            Shape::Named(handle) => Map::primitive(Datatype::predefined(*handle).unwrap().primitive().unwrap()),
            Shape::Dup(t) => t.map(),
            Shape::Contiguous(n, t) => t.map().block(*n, 0),
            Shape::Vector(n, b, s, t) => {
                let old = t.map();
                blocks((0..*n).map(|i| (*b, i * s * old.extent())), &old)
            }
            Shape::HVector(n, b, s, t) => blocks((0..*n).map(|i| (*b, i * s)), &t.map()),
            Shape::Indexed(list, t) => {
                let old = t.map();
                blocks(list.iter().map(|&(n, d)| (n, d * old.extent())), &old)
            }
            Shape::HIndexed(list, t) => blocks(list.iter().copied(), &t.map()),
            Shape::IndexedBlock(n, places, t) => {
                let old = t.map();
                blocks(places.iter().map(|d| (*n, d * old.extent())), &old)
            }
            Shape::HIndexedBlock(n, places, t) => blocks(places.iter().map(|&d| (*n, d)), &t.map()),
            Shape::Struct(list) => {
                let parts: Vec<Map> = list.iter().map(|(n, d, t)| t.map().block(*n, *d)).collect();
                Map::placed(parts.iter().map(|part| (0, part)))
            }
            Shape::Subarray(dimensions, order, t) => {
                let owned: Vec<_> = dimensions.iter().map(|&(size, n, start)| (size, (start..start + n).collect())).collect();
                array(&owned, *order, &t.map())
            }
            Shape::Distributed(dimensions, rank, order, t) => {
                let mut rest = i64::from(*rank) % processes(dimensions);
                let mut left = processes(dimensions);
                let owned = dimensions.iter().map(|d| {
                    left /= d.psize;
                    let place = rest / left;
                    rest %= left;
                    (d.gsize, (0..d.gsize).filter(|i| i / block(d) % d.psize == place).collect())
                });
                array(&owned.collect::<Vec<_>>(), *order, &t.map())
            }
            Shape::Resized(lb, extent, t) => t.map().resized(*lb, *extent),
        }
    }
}

fn block(d: &Dealt) -> i64 {
    match d.kind {
        Distribution::None => d.gsize,
        Distribution::Block if d.darg == Distribution::DEFAULT_ARGUMENT => (d.gsize + d.psize - 1) / d.psize,
        Distribution::Cyclic if d.darg == Distribution::DEFAULT_ARGUMENT => 1,
        _ => d.darg,
    }
}

fn blocks(list: impl Iterator<Item = (i64, i64)>, old: &Map) -> Map {
    let parts: Vec<Map> = list.map(|(length, displacement)| old.block(length, displacement)).collect();
    Map::placed(parts.iter().map(|part| (0, part)))
}

/// The elements of an array whose index in each dimension is owned, in memory order.
fn array(dimensions: &[(i64, Vec<i64>)], order: Order, old: &Map) -> Map {
    let mut slowest_first = dimensions.to_vec();
    if order == Order::Fortran {
        slowest_first.reverse();
    }
    let mut indices = vec![0];
    for (size, owned) in &slowest_first {
        indices = indices.iter().flat_map(|index| owned.iter().map(move |i| index * size + i)).collect();
    }
    let whole: i64 = dimensions.iter().map(|(size, _)| size).product();
    let placed = Map::placed(indices.iter().map(|index| (index * old.extent(), old)));
    placed.resized(0, whole * old.extent())
}

/// Calls the constructor that `datatype`'s envelope names with its contents.
pub fn rebuilt(datatype: &Datatype) -> Datatype {
    let envelope = datatype.envelope();
    let Contents { integers, addresses, large_counts, datatypes } = datatype.contents();
    let lengths = (integers.len(), addresses.len(), large_counts.len(), datatypes.len());
    assert_eq!(lengths, (envelope.integers, envelope.addresses, envelope.large_counts, envelope.datatypes));
    let array = matches!(envelope.combiner, Combiner::Subarray | Combiner::DistributedArray);
    let is_large = !large_counts.is_empty();
    let counts = if is_large && !array { &large_counts } else { &integers };
    let first = counts.first().map_or(0, |&first| first as usize);
    let part = |from: usize, len: usize| &counts[from..from + len];
    // Addresses follow the counts in the large form.
    let address = |from: usize| if is_large { &large_counts[from..] } else { &addresses[..] };
    let old = datatypes.first();
    let made = match envelope.combiner {
        Combiner::Named => return datatype.clone(),
        Combiner::Dup => old.unwrap().dup(),
        Combiner::Contiguous => Datatype::contiguous(counts[0], old.unwrap()),
        Combiner::Vector => Datatype::vector(counts[0], counts[1], counts[2], old.unwrap()),
        Combiner::HVector => Datatype::hvector(counts[0], counts[1], address(2)[0], old.unwrap()),
        Combiner::Indexed => Datatype::indexed(part(1, first), part(1 + first, first), old.unwrap()),
        Combiner::HIndexed => Datatype::hindexed(part(1, first), address(1 + first), old.unwrap()),
        Combiner::IndexedBlock => Datatype::indexed_block(counts[1], part(2, first), old.unwrap()),
        Combiner::HIndexedBlock => Datatype::hindexed_block(counts[1], address(2), old.unwrap()),
        Combiner::Struct => Datatype::structure(part(1, first), address(1 + first), &datatypes),
        Combiner::Subarray => {
            let sizes = if is_large { &large_counts[..] } else { &integers[1..] };
            let n = first;
            let order = Order::from_abi(*integers.last().unwrap() as i32).unwrap();
            Datatype::subarray(&sizes[..n], &sizes[n..2 * n], &sizes[2 * n..3 * n], order, old.unwrap())
        }
        Combiner::DistributedArray => rebuilt_darray(&integers, &large_counts, old.unwrap()),
        Combiner::Resized => Datatype::resized(old.unwrap(), address(0)[0], address(0)[1]),
        other => unreachable!("{other:?}"),
    };
    made.expect("contents are valid arguments")
}

fn rebuilt_darray(integers: &[i64], large_counts: &[i64], old: &Datatype) -> Result<Datatype, ferry_datatype::TypeError> {
    let n = integers[2] as usize;
    let (gsizes, rest) =
        if large_counts.is_empty() { (&integers[3..3 + n], &integers[3 + n..]) } else { (large_counts, &integers[3..]) };
    let kinds: Vec<_> = rest[..n].iter().map(|&kind| Distribution::from_abi(kind as i32).unwrap()).collect();
    let order = Order::from_abi(rest[3 * n] as i32).unwrap();
    Datatype::darray(integers[0], integers[1], gsizes, &kinds, &rest[n..2 * n], &rest[2 * n..3 * n], order, old)
}
