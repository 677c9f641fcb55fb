//! One call of a collective operation at all ranks: its buffers, what must be in them afterwards,
//! and the check.

use ferry_collective::{Algorithm, Blocks, Collective, MessageCosts, Nodes, OneSided, Problem, Query, Region, Shape};

use super::layout::{Plan, Type, types};
use super::machine::{Machine, Memory, Operation, Random, Rank};

/// A call, the same at all ranks but for what the standard lets differ.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub collective: Collective,
    pub ranks: usize,
    pub root: usize,
    pub in_place: bool,
    pub commutative: bool,
    /// Size of a block in units of 8 bytes, of a reduction vector in elements; the largest one
    /// where sizes differ.
    pub size: usize,
    /// Indices into `types()`.
    pub send_type: usize,
    pub recv_type: usize,
    pub seed: u64,
    pub mapping: Mapping,
    /// M_T, if ranks can put.
    pub copy_below: Option<u64>,
}

/// Which ranks share nodes.
#[derive(Clone, Copy, Debug)]
pub enum Mapping {
    /// All share one.
    One,
    /// So many consecutive ranks a node, but for the last.
    Blocks(usize),
    /// Ranks dealt out to so many nodes in turn.
    Cyclic(usize),
    /// By chance to so many nodes at most.
    Random(usize),
}

impl Mapping {
    fn nodes(self, ranks: usize, seed: u64) -> Option<Nodes> {
        let mut random = Random(seed ^ 0x5eed);
        let label = |rank: usize| match self {
            Mapping::One => 0,
            Mapping::Blocks(size) => 100 - (rank / size).min(100),
            Mapping::Cyclic(nodes) => rank % nodes,
            Mapping::Random(nodes) => random.below(nodes),
        };
        Nodes::of(&(0..ranks).map(label).map(|label| label as u32).collect::<Vec<_>>())
    }
}

/// Bytes of a unit: every type has a whole number of elements in one.
pub const UNIT: usize = 8;

/// Packed data of the blocks of a buffer.
pub type Contents = Vec<Vec<u8>>;

/// What one rank brings to a call and what it must have afterwards.
pub struct Part {
    pub send: Plan,
    pub recv: Plan,
    /// `MPI_IN_PLACE` is given.
    pub in_place: bool,
    /// Packed data of the blocks of the send buffer, and of the receive buffer, before.
    pub before: (Contents, Contents),
    /// Addresses in the receive buffer and the data they must have after; nothing else may change.
    pub after: Vec<(Vec<i64>, Vec<u8>)>,
    /// The machine's ranks that must have begun the call before this one ends it.
    pub awaits: Vec<usize>,
}

impl Case {
    /// Whether an algorithm may be used for the call.
    pub fn allows(&self, algorithm: &Algorithm) -> bool {
        let bytes = self.shared_bytes();
        let Case { collective, commutative, .. } = *self;
        let (ranks, processors) = (self.ranks as u32, None);
        let spread = self.nodes().as_ref().map(Nodes::spread);
        algorithm.requires.met_by(&Query {
            collective,
            between_groups: false,
            ranks,
            bytes,
            longest: 0,
            commutative,
            processors,
            spread,
            one_sided: self.one_sided(),
            shared_area: None,
            costs: MessageCosts::ASSUMED,
        })
    }

    fn one_sided(&self) -> Option<OneSided> {
        self.copy_below.map(OneSided::with_copies_below)
    }

    fn nodes(&self) -> Option<Nodes> {
        self.mapping.nodes(self.ranks, self.seed)
    }

    /// Bytes as algorithms are chosen by, where that matters for whether one may be used.
    fn shared_bytes(&self) -> u64 {
        let unit = if self.collective == Collective::Allreduce { 4 } else { UNIT };
        self.size as u64 * unit as u64
    }

    /// Runs the call by an algorithm and checks the buffers of all ranks.
    pub fn check(&self, algorithm: &Algorithm) {
        let (ranks, parts) = self.operation(algorithm);
        verify(ranks, &parts, self.seed);
    }

    /// What all ranks do, and what must come out.
    pub fn operation(&self, algorithm: &Algorithm) -> (Vec<Rank>, Vec<Part>) {
        let parts: Vec<Part> = (0..self.ranks).map(|rank| self.part(rank)).collect();
        let nodes = self.nodes();
        let ranks: Vec<Rank> =
            parts.iter().enumerate().map(|(rank, part)| self.rank(algorithm, rank, part, nodes.as_ref())).collect();
        for rank in &ranks {
            let most = self.one_sided().map_or(0, OneSided::buffer_max);
            assert!(
                rank.schedule.buffer_bytes() <= most,
                "{} bytes of a collective buffer of {most}",
                rank.schedule.buffer_bytes()
            );
        }
        (ranks, parts)
    }

    fn rank(&self, algorithm: &Algorithm, rank: usize, part: &Part, nodes: Option<&Nodes>) -> Rank {
        let problem = Problem {
            root: self.root as u32,
            in_place: part.in_place,
            commutative: self.commutative,
            send: if part.in_place && !self.is_rooted() { Blocks::Nothing } else { part.send.blocks() },
            recv: part.recv.blocks(),
            nodes,
            one_sided: self.one_sided(),
            ..Problem::new(rank as u32, self.ranks as u32)
        };
        let mut send = Memory::user(&part.send, self.blocks(&part.send));
        let mut recv = Memory::user(&part.recv, self.blocks(&part.recv));
        fill(&mut send, &part.send, &part.before.0);
        fill(&mut recv, &part.recv, &part.before.1);
        let operation: Operation = if self.commutative { add } else { compose };
        // Some ranks cannot have their buffers registered.
        let goes_through_scratch = algorithm.requires.needs_puts() && self.seed >> (rank % 16) & 3 == 3;
        let mut rooms = Default::default();
        let problem = if goes_through_scratch { problem.through_scratch(&mut rooms) } else { problem };
        let schedule = algorithm.schedule(&problem);
        for region in [Region::SendBuffer, Region::RecvBuffer] {
            assert!(!goes_through_scratch || schedule.windows(region).is_empty(), "peers put into {region:?}");
        }
        Rank::new((send, part.send.clone()), (recv, part.recv.clone()), schedule, operation, (0..self.ranks).collect())
    }

    /// Blocks in a buffer.
    fn blocks(&self, plan: &Plan) -> usize {
        use Collective::*;
        let one = matches!(self.collective, Bcast | Reduce | Allreduce | Scan | Exscan);
        match plan {
            Plan::Nothing => 0,
            Plan::Uniform { .. } if one => 1,
            _ => self.ranks,
        }
    }

    fn is_rooted(&self) -> bool {
        use Collective::*;
        matches!(self.collective, Gather | Gatherv | Scatter | Scatterv)
    }

    fn part(&self, rank: usize) -> Part {
        use Collective::*;
        match self.collective {
            Barrier => Part { awaits: (0..self.ranks).filter(|other| *other != rank).collect(), ..nothing() },
            Bcast => self.bcast(rank),
            Gather | Gatherv => self.gather(rank),
            Scatter | Scatterv => self.scatter(rank),
            Allgather | Allgatherv => self.allgather(rank),
            Alltoall | Alltoallv | Alltoallw => self.alltoall(rank),
            Reduce | Allreduce | Scan | Exscan => self.reduction(rank),
            ReduceScatterBlock | ReduceScatter => self.reduce_scatter(rank),
            _ => unreachable!("neighbourhoods have tests of their own"),
        }
    }

    /// Size in bytes of the block from one rank to another.
    fn bytes(&self, from: usize, to: usize) -> usize {
        use Collective::*;
        let random = |key: usize| Random(self.seed ^ ((key as u64) << 20)).below(self.size + 1) * UNIT;
        match self.collective {
            Gatherv | Allgatherv => random(from),
            Scatterv => random(to),
            Alltoallv | Alltoallw if self.in_place => random(from.min(to) * 64 + from.max(to)),
            Alltoallv | Alltoallw => random(from * 64 + to),
            _ => self.size * UNIT,
        }
    }

    /// Data of the block from one rank to another.
    fn data(&self, from: usize, to: usize) -> Vec<u8> {
        let mut random = Random(self.seed ^ ((from * 64 + to) as u64) << 32);
        (0..self.bytes(from, to)).map(|_| random.below(256) as u8).collect()
    }

    fn bcast(&self, rank: usize) -> Part {
        let is_root = rank == self.root;
        let data = self.data(self.root, 0);
        let recv = single(if is_root { self.send_type } else { self.recv_type }, data.len());
        let after = if is_root { vec![] } else { vec![(recv.block(0), data.clone())] };
        Part { recv, before: (vec![], if is_root { vec![data] } else { vec![] }), after, ..nothing() }
    }

    fn gather(&self, rank: usize) -> Part {
        let blocks: Vec<Vec<u8>> = (0..self.ranks).map(|from| self.data(from, self.root)).collect();
        let send = single(self.send_type, blocks[rank].len());
        let own = blocks[rank].clone();
        if rank != self.root {
            return Part { send, before: (vec![own], vec![]), ..nothing() };
        }
        let recv = self.many(self.recv_type, &blocks);
        let (send, before) = self.own_in_place(rank, send, own);
        Part { in_place: self.in_place, before, after: whole(&recv, blocks), send, recv, ..nothing() }
    }

    /// Send plan and contents of the buffers before a gathering call: in place, the own block is in
    /// the receive buffer.
    fn own_in_place(&self, rank: usize, send: Plan, own: Vec<u8>) -> (Plan, (Contents, Contents)) {
        if !self.in_place {
            return (send, (vec![own], vec![]));
        }
        let mut before = vec![vec![]; self.ranks];
        before[rank] = own;
        (Plan::Nothing, (vec![], before))
    }

    fn scatter(&self, rank: usize) -> Part {
        let blocks: Vec<Vec<u8>> = (0..self.ranks).map(|to| self.data(self.root, to)).collect();
        let in_place = self.in_place && rank == self.root;
        let recv = if in_place { Plan::Nothing } else { single(self.recv_type, blocks[rank].len()) };
        let after = if in_place { vec![] } else { vec![(recv.block(0), blocks[rank].clone())] };
        if rank != self.root {
            return Part { recv, after, ..nothing() };
        }
        Part { send: self.many(self.send_type, &blocks), recv, in_place, before: (blocks, vec![]), after, ..nothing() }
    }

    fn allgather(&self, rank: usize) -> Part {
        let blocks: Vec<Vec<u8>> = (0..self.ranks).map(|from| self.data(from, 0)).collect();
        let recv = self.many(self.recv_type, &blocks);
        let send = single(self.send_type, blocks[rank].len());
        let (send, before) = self.own_in_place(rank, send, blocks[rank].clone());
        Part { in_place: self.in_place, before, after: whole(&recv, blocks), send, recv, ..nothing() }
    }

    fn alltoall(&self, rank: usize) -> Part {
        let outgoing: Vec<Vec<u8>> = (0..self.ranks).map(|to| self.data(rank, to)).collect();
        let incoming: Vec<Vec<u8>> = (0..self.ranks).map(|from| self.data(from, rank)).collect();
        let (send, recv) = (self.many(self.send_type, &outgoing), self.many(self.recv_type, &incoming));
        let after = whole(&recv, incoming);
        let before = if self.in_place { (vec![], outgoing) } else { (outgoing, vec![]) };
        let send = if self.in_place { Plan::Nothing } else { send };
        Part { send, recv, in_place: self.in_place, before, after, ..nothing() }
    }

    /// One element of 4 bytes for each of `count`.
    pub fn vector(&self, rank: usize, count: usize) -> Vec<u8> {
        let mut random = Random(self.seed ^ (rank as u64) << 32);
        (0..4 * count).map(|index| random.below(256) as u8 | u8::from(index % 4 == 0)).collect()
    }

    /// The vectors of `ranks` combined in order.
    pub fn combined(&self, ranks: std::ops::Range<usize>, count: usize) -> Vec<u8> {
        let operation = if self.commutative { add } else { compose };
        let vectors = ranks.map(|rank| self.vector(rank, count));
        let pairwise = |left: Vec<u8>, right: Vec<u8>| -> Vec<u8> {
            left.chunks(4).zip(right.chunks(4)).flat_map(|(left, right)| operation(left, right)).collect()
        };
        vectors.reduce(pairwise).unwrap()
    }

    fn reduction(&self, rank: usize) -> Part {
        let plan = Plan::Uniform { count: self.size as u64, of: types()[self.recv_type].clone() };
        let result = match self.collective {
            Collective::Reduce if rank != self.root => None,
            Collective::Scan => Some(self.combined(0..rank + 1, self.size)),
            Collective::Exscan if rank == 0 => None,
            Collective::Exscan => Some(self.combined(0..rank, self.size)),
            _ => Some(self.combined(0..self.ranks, self.size)),
        };
        let after = result.map(|result| (plan.block(0), result)).into_iter().collect();
        let in_place = self.in_place && (self.collective != Collective::Reduce || rank == self.root);
        let own = vec![self.vector(rank, self.size)];
        let before = if in_place { (vec![], own) } else { (own, vec![]) };
        Part { send: plan.clone(), recv: plan, in_place, before, after, ..nothing() }
    }

    fn reduce_scatter(&self, rank: usize) -> Part {
        let of = types()[self.recv_type].clone();
        let counts: Vec<i32> = match self.collective {
            Collective::ReduceScatterBlock => vec![self.size as i32; self.ranks],
            _ => (0..self.ranks).map(|rank| Random(self.seed ^ (rank as u64) << 20).below(self.size + 1) as i32).collect(),
        };
        let (start, total): (i32, i32) = (counts[..rank].iter().sum(), counts.iter().sum());
        let (start, own, total) = (start as usize, counts[rank] as usize, total as usize);
        let result = self.combined(0..self.ranks, total)[4 * start..4 * (start + own)].to_vec();
        let after = vec![(of.offsets(own as u64).collect(), result)];
        let plan = match self.collective {
            Collective::ReduceScatterBlock => Plan::Uniform { count: self.size as u64, of },
            _ => Plan::Packed { counts: counts.clone(), of },
        };
        let vector = self.vector(rank, total);
        let mut input = Vec::new();
        counts.iter().fold(0, |start, &count| {
            input.push(vector[start..start + 4 * count as usize].to_vec());
            start + 4 * count as usize
        });
        let before = if self.in_place { (vec![], input) } else { (input, vec![]) };
        Part { send: plan.clone(), recv: plan, in_place: self.in_place, before, after, ..nothing() }
    }

    /// A buffer with one block for each rank.
    pub fn many(&self, of: usize, blocks: &[Vec<u8>]) -> Plan {
        use Collective::*;
        let of = types()[of].clone();
        let counts: Vec<u64> = blocks.iter().map(|block| block.len() as u64 / of.size()).collect();
        match self.collective {
            Gather | Scatter | Allgather | Alltoall => Plan::Uniform { count: counts[0], of },
            Alltoallw => self.typed(blocks),
            _ => Plan::Varying { displacements: self.scattered(&counts), counts: counts.iter().map(|&c| c as i32).collect(), of },
        }
    }

    /// Starts of blocks that do not overlap, in no order and with gaps, also below the origin.
    fn scattered(&self, counts: &[u64]) -> Vec<i32> {
        let mut random = Random(self.seed);
        let mut order: Vec<usize> = (0..counts.len()).collect();
        (1..order.len()).for_each(|index| order.swap(index, random.below(index + 1)));
        let (mut next, mut starts) = (-(random.below(20) as i32), vec![0; counts.len()]);
        for index in order {
            starts[index] = next;
            next += counts[index] as i32 + random.below(3) as i32;
        }
        starts
    }

    /// Blocks of different types.
    fn typed(&self, blocks: &[Vec<u8>]) -> Plan {
        let mut random = Random(self.seed);
        let of: Vec<Type> = blocks.iter().map(|_| types()[random.below(types().len())].clone()).collect();
        let counts: Vec<i64> = blocks.iter().zip(&of).map(|(block, of)| (block.len() / of.size() as usize) as i64).collect();
        let (mut next, mut displacements) = (-40, Vec::new());
        for (count, of) in counts.iter().zip(&of) {
            let reach = count * of.extent.abs() + 16;
            displacements.push(next + reach);
            next += 2 * reach;
        }
        let shapes: Vec<Shape> = of.iter().map(Type::shape).collect();
        Plan::Typed { counts, displacements, of, shapes }
    }
}

/// Runs the schedules of all ranks and checks their buffers.
pub fn verify(ranks: Vec<Rank>, parts: &[Part], seed: u64) {
    verify_sequence(vec![(ranks, parts)], seed);
}

/// As [`verify`], for one call after the other.
pub fn verify_sequence(calls: Vec<(Vec<Rank>, &[Part])>, seed: u64) {
    let before: Vec<Vec<_>> =
        calls.iter().map(|(ranks, _)| ranks.iter().map(|rank| (rank.send.clone(), rank.recv.clone())).collect()).collect();
    let (operations, parts): (Vec<_>, Vec<_>) = calls.into_iter().unzip();
    let mut machine = Machine::sequence(operations, seed);
    machine.run();
    for (call, (parts, before)) in parts.iter().zip(before).enumerate() {
        for (index, (part, (send, recv))) in parts.iter().zip(before).enumerate() {
            let rank = machine.done[index].get(call).unwrap_or(&machine.ranks[index]);
            check_rank(index, rank, part, &send, recv);
        }
    }
}

fn check_rank(index: usize, rank: &Rank, part: &Part, send: &Memory, mut recv: Memory) {
    let all = rank.schedule.is_one_sided().then(|| (0..rank.peers.len()).filter(|other| *other != index).collect());
    let awaits: &Vec<usize> = all.as_ref().unwrap_or(&part.awaits);
    assert!(awaits.iter().all(|other| rank.heard_of.contains(other)), "rank {index} does not wait for all");
    assert!(rank.send == *send, "the send buffer of rank {index} was written");
    for (addresses, data) in &part.after {
        assert_eq!(rank.recv.read(addresses), *data, "result of rank {index}");
        recv.write(addresses, data);
    }
    assert!(rank.recv == recv, "rank {index} wrote beside its result");
}

pub fn nothing() -> Part {
    Part { send: Plan::Nothing, recv: Plan::Nothing, in_place: false, before: (vec![], vec![]), after: vec![], awaits: vec![] }
}

/// A buffer of one block of `bytes`.
pub fn single(of: usize, bytes: usize) -> Plan {
    let of = types()[of].clone();
    Plan::Uniform { count: bytes as u64 / of.size(), of }
}

/// All blocks of a buffer with the data they must have.
pub fn whole(plan: &Plan, blocks: Vec<Vec<u8>>) -> Vec<(Vec<i64>, Vec<u8>)> {
    blocks.into_iter().enumerate().map(|(index, data)| (plan.block(index), data)).collect()
}

pub fn fill(memory: &mut Memory, plan: &Plan, blocks: &[Vec<u8>]) {
    for (index, data) in blocks.iter().enumerate().filter(|(_, data)| !data.is_empty()) {
        memory.write(&plan.block(index), data);
    }
}

/// Addition of 32-bit integers.
pub fn add(left: &[u8], right: &[u8]) -> Vec<u8> {
    let value = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
    value(left).wrapping_add(value(right)).to_le_bytes().to_vec()
}

/// Composition of the maps x -> a x + b over 16-bit integers, a odd: associative, and every order
/// gives another result.
pub fn compose(left: &[u8], right: &[u8]) -> Vec<u8> {
    let value = |bytes: &[u8]| u16::from_le_bytes(bytes.try_into().unwrap());
    let (a, b, c, d) = (value(&left[..2]), value(&left[2..]), value(&right[..2]), value(&right[2..]));
    let (slope, shift) = (a.wrapping_mul(c), a.wrapping_mul(d).wrapping_add(b));
    [slope.to_le_bytes(), shift.to_le_bytes()].concat()
}
