//! Collective operations within a node in a simulated one ([`node`]): every function, of random
//! lengths, blocking or not, where memory can be read and where it cannot, moves what it should.
//!
//! # Safety arguments
//! - CALL-1: buffers of a call are kept in [`Call`] until it is over, and have room for its blocks.

mod node;

use ferry_collective::{AreaUse, Blocks, Collective, Integers, Shape};
use ferry_datatype::Primitive;
use ferry_kernels::{ReduceOp, reduction};
use ferry_node_collective::member::Member;
use ferry_node_collective::pending_area::PendingCall;
use ferry_node_collective::task::{Buffers, Task};
use ferry_node_collective::{decline, longest_block, perform, prepare};

use node::{Nature, SimMember, SimNode, World, next_random};

const WORD: usize = size_of::<u64>();
const SHAPE: Shape = Shape::dense(WORD as u64);
/// What no buffer is to keep of what was there before.
const BLANK: u64 = 0xDEAD_BEEF_DEAD_BEEF;

/// A call, the same at all ranks but for what `rank` says.
struct Call {
    collective: Collective,
    number: u64,
    rank: usize,
    ranks: usize,
    root: usize,
    in_place: bool,
    /// Words of the block from one rank to another: of all functions without counts the same.
    words: Vec<Vec<usize>>,
    send: Vec<u64>,
    recv: Vec<u64>,
    counts: [Vec<i64>; 2],
    displacements: [Vec<i64>; 2],
}

/// Word `index` of what rank `from` has for rank `to`.
fn value(number: u64, from: usize, to: usize, index: usize) -> u64 {
    (number << 40 ^ (from as u64) << 32 ^ (to as u64) << 24).wrapping_add(index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn is_reduction(collective: Collective) -> bool {
    use Collective::*;
    matches!(collective, Reduce | Allreduce | ReduceScatterBlock | ReduceScatter | Scan | Exscan)
}

impl Call {
    /// By chance, which is the same at all ranks.
    fn random(number: u64, rank: usize, ranks: usize, random: &mut u64) -> Self {
        let functions: Vec<Collective> = Collective::ALL.into_iter().filter(|function| !function.is_neighborhood()).collect();
        let collective = functions[next_random(random) as usize % functions.len()];
        let root = if collective.has_root() { next_random(random) as usize % ranks } else { 0 };
        let mut length = || {
            let bits = next_random(random) % 16;
            next_random(random) as usize % (1 << bits)
        };
        let same = length();
        let mut words = vec![vec![same; ranks]; ranks];
        if collective.has_counts() {
            let all: Vec<usize> = (0..ranks * ranks).map(|_| length()).collect();
            for from in 0..ranks {
                for to in 0..ranks {
                    use Collective::*;
                    words[from][to] = match collective {
                        Gatherv | Allgatherv => all[from],
                        Scatterv | ReduceScatter => all[to],
                        // Alike both ways, so that it can be in place.
                        _ => all[from.min(to) * ranks + from.max(to)],
                    };
                }
            }
        }
        let may_be_in_place =
            !matches!(collective, Collective::Bcast | Collective::Barrier) && (!collective.has_root() || rank == root);
        let in_place = next_random(random).is_multiple_of(3) && may_be_in_place;
        let mut call = Call {
            collective,
            number,
            rank,
            ranks,
            root,
            in_place,
            words,
            send: Vec::new(),
            recv: Vec::new(),
            counts: Default::default(),
            displacements: Default::default(),
        };
        call.fill();
        call
    }

    /// Words that this rank sends to each, and receives from each.
    fn lengths(&self) -> [Vec<usize>; 2] {
        let sent = (0..self.ranks).map(|to| self.words[self.rank][to]).collect();
        [sent, (0..self.ranks).map(|from| self.words[from][self.rank]).collect()]
    }

    fn fill(&mut self) {
        use Collective::*;
        let (me, number) = (self.rank, self.number);
        let [sent, received] = self.lengths();
        let block = |to: usize, words: usize| (0..words).map(move |index| value(number, me, to, index));
        let starts = |lengths: &[usize], gap: usize| -> Vec<i64> {
            let ends = lengths.iter().scan(0, |end, words| {
                *end += words + gap;
                Some(*end as i64)
            });
            std::iter::once(0).chain(ends).take(lengths.len()).collect()
        };
        let gap = usize::from(self.collective.has_counts() && self.collective != ReduceScatter);
        self.counts = [&sent, &received].map(|lengths| lengths.iter().map(|words| *words as i64).collect());
        self.displacements = [starts(&sent, gap), starts(&received, gap)];
        let many_sent =
            matches!(self.collective, Scatter | Scatterv | Alltoall | Alltoallv | Alltoallw | ReduceScatter | ReduceScatterBlock);
        let many_received =
            matches!(self.collective, Gather | Gatherv | Allgather | Allgatherv | Alltoall | Alltoallv | Alltoallw);
        self.send = match many_sent {
            true => (0..self.ranks).flat_map(|to| block(to, sent[to]).chain(vec![BLANK; gap])).collect(),
            false => block(0, sent[0]).collect(),
        };
        self.recv = match (self.collective, many_received) {
            (Barrier, _) => Vec::new(),
            (_, true) => vec![BLANK; received.iter().map(|words| words + gap).sum()],
            (_, false) => vec![BLANK; received[0]],
        };
        match self.collective {
            Bcast if me == self.root => self.recv = self.send.clone(),
            Gather | Gatherv | Allgather | Allgatherv if self.in_place => {
                let at = self.displacements[1][me] as usize;
                self.recv[at..at + sent[0]].copy_from_slice(&self.send[..sent[0]]);
            }
            Scatter | Scatterv if self.in_place => {}
            _ if self.in_place => self.recv = self.send.clone(),
            _ => {}
        }
    }

    fn task<'t, 'w>(&'t mut self, member: &'t SimMember<'w>) -> Task<'t, SimMember<'w>> {
        use Collective::*;
        let uniform = |words: usize| Blocks::uniform(words as u64, SHAPE);
        let blocks = |side: usize| {
            let (counts, displacements) = (Integers::Wide(&self.counts[side]), Integers::Wide(&self.displacements[side]));
            Blocks::Varying { counts, displacements, shape: SHAPE }
        };
        let (me, root) = (self.rank, self.root);
        let same = self.words[0][0];
        let (send, recv) = match self.collective {
            Gatherv => (uniform(self.words[me][root]), blocks(1)),
            Scatterv => (blocks(0), uniform(self.words[root][me])),
            Allgatherv => (uniform(self.words[me][me]), blocks(1)),
            Alltoallv | Alltoallw => (blocks(0), blocks(1)),
            ReduceScatter => {
                let counts = Integers::Wide(&self.counts[0]);
                (Blocks::Packed { counts, shape: SHAPE }, Blocks::Packed { counts, shape: SHAPE })
            }
            Barrier => (Blocks::Nothing, Blocks::Nothing),
            _ => (uniform(same), uniform(same)),
        };
        let is_root = me == root;
        let (sends, receives) = match self.collective {
            Bcast | Barrier => (false, true),
            Gather | Gatherv | Reduce => (true, is_root || self.collective == Reduce),
            Scatter | Scatterv => (is_root, true),
            _ => (true, true),
        };
        let side = |is_used: bool, memory: *mut u64, blocks| match is_used {
            true => Buffers { address: memory.cast(), blocks, types: &[] },
            false => Buffers { address: std::ptr::null_mut(), blocks: Blocks::Nothing, types: &[] },
        };
        let to_root_in_place = self.in_place && matches!(self.collective, Scatter | Scatterv);
        Task {
            member,
            collective: self.collective,
            rank: me,
            ranks: self.ranks,
            root,
            in_place: self.in_place,
            send: side(sends && (!self.in_place || to_root_in_place), self.send.as_mut_ptr(), send),
            recv: side(receives && !to_root_in_place, self.recv.as_mut_ptr(), recv),
            kernel: is_reduction(self.collective)
                .then(|| reduction(ReduceOp::Sum, Primitive::U64).expect("sums of whole numbers")),
        }
    }

    /// Compares the receive buffer with what MPI says is there.
    fn check(&self) {
        use Collective::*;
        let (me, number) = (self.rank, self.number);
        let sum = |ranks: std::ops::Range<usize>, to: usize, index: usize| {
            ranks.map(|from| value(number, from, to, index)).fold(0, u64::wrapping_add)
        };
        let expect = |at: usize, words: usize, what: &dyn Fn(usize) -> u64| {
            for index in 0..words {
                assert_eq!(
                    self.recv[at + index],
                    what(index),
                    "{} word {index} of {words}, rank {me} of {}, root {}, in place: {}",
                    self.collective.name(),
                    self.ranks,
                    self.root,
                    self.in_place
                );
            }
        };
        let all = 0..self.ranks;
        match self.collective {
            Barrier => {}
            Bcast => expect(0, self.recv.len(), &|index| value(number, self.root, 0, index)),
            Gather | Gatherv if me != self.root => {}
            Gather | Gatherv | Allgather | Allgatherv => {
                for from in all {
                    expect(self.displacements[1][from] as usize, self.words[from][me], &|index| value(number, from, 0, index));
                }
            }
            Scatter | Scatterv if self.in_place => {}
            Scatter | Scatterv => {
                expect(0, self.words[self.root][me], &|index| value(number, self.root, me, index));
            }
            Alltoall | Alltoallv | Alltoallw => {
                for from in all {
                    expect(self.displacements[1][from] as usize, self.words[from][me], &|index| value(number, from, me, index));
                }
            }
            Reduce if me != self.root => {}
            Reduce | Allreduce => expect(0, self.words[0][0], &|index| sum(all.clone(), 0, index)),
            ReduceScatterBlock | ReduceScatter => expect(0, self.words[0][me], &|index| sum(all.clone(), me, index)),
            Scan => expect(0, self.words[0][0], &|index| sum(0..me + 1, 0, index)),
            Exscan if me == 0 => {}
            Exscan => expect(0, self.words[0][0], &|index| sum(0..me, 0, index)),
            _ => unreachable!("no function of a neighborhood was called"),
        }
    }
}

/// A call that is under way.
type Pending<'a> = (Box<Call>, Box<dyn PendingCall<SimNode<'a>>>);

/// Most calls that are under way at once.
const PENDING_MAX: usize = 3;

/// Goes on with each call that is under way.
fn go_on<'a>(member: &SimMember<'a>, pending: &mut Vec<Pending<'a>>) {
    pending.retain_mut(|(call, work)| {
        let done = member.with(|seat, node| {
            let done = work.advance(seat, node)?;
            seat.pending_area.end();
            Some(done)
        });
        let Some(result) = done else { return true };
        result.unwrap_or_else(|failure| panic!("{}: {failure:?}", call.collective.name()));
        call.check();
        false
    });
}

/// Goes on with calls until at most so many are under way.
fn drain<'a>(member: &SimMember<'a>, pending: &mut Vec<Pending<'a>>, most: usize) {
    let mut turns = 0;
    go_on(member, pending);
    while pending.len() > most {
        turns += 1;
        assert!(turns < node::TURNS_MAX, "{} never ends: {:?}", pending[0].0.collective.name(), member.world.nature);
        member.world.give_way(member.rank);
        go_on(member, pending);
    }
}

/// What a rank does: calls, some of which it waits for; the messages it needed.
fn run(world: &World, rank: usize, seed: u64, calls: u64) -> usize {
    let member = SimMember::new(world, rank);
    let (mut random, mut own) = (seed, seed ^ rank as u64);
    let mut pending: Vec<Pending> = Vec::new();
    for number in 0..calls {
        let mut call = Box::new(Call::random(number, rank, world.nature.ranks, &mut random));
        let waits = next_random(&mut random).is_multiple_of(2);
        let task = call.task(&member);
        let bytes = longest_block(&task);
        let pends = !waits && {
            let takes = member.chooses_area(task.query(AreaUse::Pending));
            if !takes {
                decline(&task, bytes);
            }
            takes
        };
        if pends {
            let work = prepare(&task, bytes).expect("all blocks are alike");
            pending.push((call, work));
            drain(&member, &mut pending, PENDING_MAX);
        } else if let Some(result) = perform(&task, bytes) {
            result.unwrap_or_else(|failure| panic!("{}: {failure:?}", call.collective.name()));
            call.check();
        }
        if next_random(&mut own).is_multiple_of(4) {
            go_on(&member, &mut pending);
        }
    }
    drain(&member, &mut pending, 0);
    member.with(|_, node| node.messages)
}

/// Runs a node; the messages of all ranks.
fn simulate(nature: Nature, seed: u64, calls: u64) -> usize {
    let world = World::new(nature, seed);
    std::thread::scope(|scope| {
        let ranks: Vec<_> = (0..nature.ranks)
            .map(|rank| {
                let world = &world;
                scope.spawn(move || run(world, rank, seed, calls))
            })
            .collect();
        ranks.into_iter().map(|rank| rank.join().expect("a rank failed")).sum()
    })
}

fn nature(ranks: usize, seed: u64) -> Nature {
    // All ranks share processors, or none does, or some take it so and others not.
    let crowded = [0, u32::MAX, 0x5555_5555, 0xAAAA_AAAA][seed as usize / 4 % 4];
    Nature { ranks, crowded, blind: 0, hidden: 0, reads: seed % 4 < 2 }
}

const SEEDS: std::ops::Range<u64> = 1..25;
const CALLS: u64 = 30;

#[test]
fn every_function_moves_what_it_should_where_memory_can_be_read() {
    for seed in SEEDS {
        simulate(nature(2 + seed as usize % 4, seed), seed, CALLS);
    }
}

#[test]
fn nothing_is_read_where_a_rank_knows_that_it_cannot() {
    for seed in SEEDS {
        let nature = nature(2 + seed as usize % 3, seed);
        simulate(Nature { blind: 1 << (seed as usize % nature.ranks), reads: true, ..nature }, seed, CALLS);
    }
}

#[test]
fn what_turns_out_not_to_be_readable_comes_by_messages() {
    let messages = SEEDS.map(|seed| {
        let nature = nature(2 + seed as usize % 3, seed);
        let hidden = 1 + seed as u32 % ((1 << nature.ranks) - 1);
        simulate(Nature { hidden, reads: true, ..nature }, seed, CALLS)
    });
    assert!(messages.sum::<usize>() > 20, "ranks read what they cannot");
}
