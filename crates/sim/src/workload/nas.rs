//! The communication of the NAS parallel benchmarks, from their published descriptions (NAS-95-020,
//! NPB 2 and 3): who sends how much to whom, and in what order. `points` is a side of the problem's
//! cube (64 in class A of LU, 256 in class A of MG and FT).

use ferry_device::Device;

use super::grid::{Grid, beside, cube};
use super::{Settings, Transfer, message};
use crate::program::Block;
use crate::rank::Rank;

/// Bytes of a number.
const DOUBLE: usize = 8;

/// What a benchmark sends from, and receives into, as long as it runs: its arrays are static.
pub(super) type Buffers = (Block, Block);

pub(super) fn lasting<D: Device>(rank: &Rank<D>, bytes: usize) -> Buffers {
    (rank.block(bytes.max(DOUBLE)), rank.block(bytes.max(DOUBLE)))
}

/// Exchanges messages of one length with one rank.
async fn swap<D: Device>(rank: &Rank<D>, buffers: &Buffers, peer: u32, tag: i32, len: usize, number: u64) {
    if peer == rank.rank() {
        return;
    }
    let transfer = |from, to| Transfer { peer, tag, len, name: message(from, to, number) };
    let (send, receive) = (transfer(rank.rank(), peer), transfer(peer, rank.rank()));
    rank.exchange_in(&buffers.0, &buffers.1, &[send], &[receive]).await;
}

/// A conjugate gradient: 25 products of a sparse matrix and a vector in a step. Ranks are a grid
/// with as many columns as rows, or twice as many; a product is summed along rows, then exchanged
/// with the transposed rank; two scalar products follow.
pub(super) async fn cg<D: Device>(rank: &Rank<D>, settings: &Settings) {
    const PRODUCTS: u64 = 25;
    let bits = rank.ranks().trailing_zeros();
    let (rows, columns) = (1 << (bits / 2), 1 << bits.div_ceil(2));
    let (row, column) = (rank.rank() / columns, rank.rank() % columns);
    // The matrix of class A has 14,000 rows where the cubes of class A have 64 points.
    let segment = (settings.points * 219).div_ceil(rows as usize) * DOUBLE;
    let transposed = match columns == rows {
        true => column * columns + row,
        false => (column / 2) * columns + 2 * row + column % 2,
    };
    let buffers = lasting(rank, segment);
    for step in 0..u64::from(settings.iterations) {
        for product in 0..PRODUCTS {
            let number = step * PRODUCTS + product;
            for bit in 0..columns.trailing_zeros() {
                swap(rank, &buffers, row * columns + (column ^ 1 << bit), 1, segment / columns as usize, number).await;
            }
            swap(rank, &buffers, transposed, 2, segment / columns as usize, number).await;
            for scalar in 0..2 {
                for bit in 0..columns.trailing_zeros() {
                    swap(rank, &buffers, row * columns + (column ^ 1 << bit), 3 + scalar, DOUBLE, number).await;
                }
            }
            rank.compute(settings.compute_ns).await;
        }
    }
}

/// A wave over a grid of ranks: from the ranks before in both dimensions, to those behind. A row or
/// column of a plane is packed into the same buffer each time.
pub(super) async fn wave<D: Device>(
    rank: &Rank<D>,
    (grid, buffers): (Grid, &Buffers),
    (right, down): (i32, i32),
    tag: i32,
    lens: [usize; 2],
    number: u64,
    ns: u64,
) {
    let me = rank.rank();
    for (len, by) in [(lens[0], (-right, 0)), (lens[1], (0, -down))] {
        if let Some(peer) = grid.at(me, by) {
            rank.take(&buffers.1, Transfer { peer, tag, len, name: message(peer, me, number) }).await;
        }
    }
    rank.compute(ns).await;
    for (len, by) in [(lens[0], (right, 0)), (lens[1], (0, down))] {
        if let Some(peer) = grid.at(me, by) {
            rank.give(&buffers.0, Transfer { peer, tag, len, name: message(me, peer, number) }).await;
        }
    }
}

/// Lower and upper triangular systems: a wave for every plane of the cube, forward and back, five
/// numbers a point; then the faces of the right-hand side.
pub(super) async fn lu<D: Device>(rank: &Rank<D>, settings: &Settings) {
    const UNKNOWNS: usize = 5;
    let (grid, me) = (Grid::of(rank.ranks()), rank.rank());
    let [across, along] = [grid.rows, grid.columns].map(|side| settings.points.div_ceil(side as usize) * UNKNOWNS * DOUBLE);
    let buffers = lasting(rank, 4 * (across + along) * settings.points);
    let planes = lasting(rank, across.max(along));
    for step in 0..u64::from(settings.iterations) {
        for (tag, direction) in [(1, (1, 1)), (2, (-1, -1))] {
            for plane in 0..settings.points as u64 {
                let number = step << 16 | plane;
                wave(rank, (grid, &planes), direction, tag, [across, along], number, settings.compute_ns / 8).await;
            }
        }
        let faces = [((1, 0), across), ((-1, 0), across), ((0, 1), along), ((0, -1), along)];
        let face = |(index, (by, len)): (usize, &((i32, i32), usize)), is_send: bool| {
            let peer = grid.at(me, *by)?;
            let tag = 3 + if is_send { index } else { index ^ 1 } as i32;
            let name = if is_send { message(me, peer, step) } else { message(peer, me, step) };
            Some(Transfer { peer, tag, len: len * 2 * settings.points, name })
        };
        let sends: Vec<_> = faces.iter().enumerate().filter_map(|entry| face(entry, true)).collect();
        let receives: Vec<_> = faces.iter().enumerate().filter_map(|entry| face(entry, false)).collect();
        rank.exchange_in(&buffers.0, &buffers.1, &sends, &receives).await;
        rank.compute(settings.compute_ns).await;
    }
}

/// Multigrid: at every level the faces in three dimensions, down to two points and up again, and a
/// norm.
pub(super) async fn mg<D: Device>(rank: &Rank<D>, settings: &Settings) {
    let sides = cube(rank.ranks());
    let levels = settings.points.max(2).ilog2();
    let norm = rank.block(DOUBLE);
    let face = |level: u32, dimension: usize| {
        let points = |side: u32| ((1usize << level) / side as usize).max(1) + 2;
        points(sides[(dimension + 1) % 3]) * points(sides[(dimension + 2) % 3]) * DOUBLE
    };
    let most = (0..3).map(|dimension| face(levels, dimension)).max();
    let buffers = lasting(rank, 2 * most.unwrap_or_default());
    for step in 0..u64::from(settings.iterations) {
        for (turn, level) in (1..=levels).rev().chain(1..=levels).enumerate() {
            for dimension in 0..3 {
                let len = face(level, dimension);
                let number = (step << 8 | turn as u64) << 2 | dimension as u64;
                let (up, down) = (beside(sides, rank.rank(), dimension, 1), beside(sides, rank.rank(), dimension, -1));
                if up == rank.rank() {
                    continue;
                }
                let transfer = |peer, tag, from, to| Transfer { peer, tag, len, name: message(from, to, number) };
                let me = rank.rank();
                let sends = [transfer(up, 1, me, up), transfer(down, 2, me, down)];
                let receives = [transfer(down, 1, down, me), transfer(up, 2, up, me)];
                rank.exchange_in(&buffers.0, &buffers.1, &sends, &receives).await;
            }
            rank.compute(settings.compute_ns >> (levels - level)).await;
        }
        rank.allreduce(&norm, 1).await;
    }
}

/// A transform in three dimensions: a transposition of all complex numbers, and a checksum.
pub(super) async fn ft<D: Device>(rank: &Rank<D>, settings: &Settings) {
    const COMPLEX: usize = 16;
    let ranks = rank.ranks() as usize;
    let len = (settings.points.pow(3) / ranks / ranks).max(1) * COMPLEX;
    let (from, into, sum) = (rank.block(len * ranks), rank.block(len * ranks), rank.block(2 * DOUBLE));
    for step in 0..u64::from(settings.iterations) {
        for peer in 0..rank.ranks() {
            from.fill(peer as usize * len, len, message(rank.rank(), peer, step));
        }
        rank.alltoall(&from, &into, len).await;
        for peer in 0..rank.ranks() {
            let expected = Transfer { peer, tag: 0, len, name: message(peer, rank.rank(), step) };
            rank.check(&into, peer as usize * len, expected, len as u64);
        }
        rank.compute(settings.compute_ns).await;
        rank.allreduce(&sum, 2).await;
    }
}

/// Sorting of integers: sums of 1,024 buckets, counts and then keys from all to all, and the border
/// to the next rank.
pub(super) async fn is<D: Device>(rank: &Rank<D>, settings: &Settings) {
    const BUCKETS: usize = 1024;
    const KEY: usize = 4;
    let ranks = rank.ranks() as usize;
    // 2^23 keys in class A, where cubes have 256 points.
    let keys = (settings.points.pow(3) / 2 / ranks / ranks).max(1) * KEY;
    let (buckets, counts) = (rank.block(BUCKETS * DOUBLE), [rank.block(KEY * ranks), rank.block(KEY * ranks)]);
    let (from, into) = (rank.block(keys * ranks), rank.block(keys * ranks));
    let border = lasting(rank, KEY);
    for step in 0..u64::from(settings.iterations) {
        rank.allreduce(&buckets, BUCKETS / 2).await;
        rank.alltoall(&counts[0], &counts[1], KEY).await;
        rank.alltoall(&from, &into, keys).await;
        rank.compute(settings.compute_ns).await;
        let (me, ranks) = (rank.rank(), rank.ranks());
        let send = (me + 1 < ranks).then(|| Transfer { peer: me + 1, tag: 1, len: KEY, name: message(me, me + 1, step) });
        let receive = (me > 0).then(|| Transfer { peer: me - 1, tag: 1, len: KEY, name: message(me - 1, me, step) });
        rank.exchange_in(&border.0, &border.1, send.as_slice(), receive.as_slice()).await;
    }
}

/// Multi-partition: each of q x q ranks has q blocks of the cube; sweeps in three dimensions go
/// through q blocks forward and back, to the ranks beside, below and on the diagonal. BT solves
/// blocks of 5 x 5, SP five scalars.
pub(super) async fn multipartition<D: Device>(rank: &Rank<D>, settings: &Settings, factor: usize) {
    const UNKNOWNS: usize = 5;
    let grid = Grid::of(rank.ranks());
    let side = grid.columns as usize;
    let me = rank.rank();
    let face = settings.points.div_ceil(side).pow(2) * UNKNOWNS * DOUBLE;
    let directions = [(1, 0), (0, 1), (1, 1)];
    let buffers = lasting(rank, face * (2 * directions.len() * side).max(factor));
    for step in 0..u64::from(settings.iterations) {
        let number = |turn: u64| step << 16 | turn;
        let (mut sends, mut receives) = (Vec::new(), Vec::new());
        for (tag, (right, down)) in [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)].into_iter().enumerate() {
            let (to, from) = (grid.around(me, (right, down)), grid.around(me, (-right, -down)));
            if to != me {
                let (tag, len) = (tag as i32, face * side);
                sends.push(Transfer { peer: to, tag, len, name: message(me, to, number(0)) });
                receives.push(Transfer { peer: from, tag, len, name: message(from, me, number(0)) });
            }
        }
        rank.exchange_in(&buffers.0, &buffers.1, &sends, &receives).await;
        for (index, (right, down)) in directions.into_iter().enumerate() {
            for (sign, tag) in [(1, 10), (-1, 11)] {
                for stage in 1..side as u64 {
                    let by = (sign * right, sign * down);
                    let (to, from) = (grid.around(me, by), grid.around(me, (-by.0, -by.1)));
                    let number = number((index as u64) << 12 | (tag as u64) << 8 | stage);
                    let len = face * factor;
                    let send = Transfer { peer: to, tag, len, name: message(me, to, number) };
                    let receive = Transfer { peer: from, tag, len, name: message(from, me, number) };
                    rank.compute(settings.compute_ns).await;
                    rank.exchange_in(&buffers.0, &buffers.1, &[send], &[receive]).await;
                }
            }
        }
    }
}
