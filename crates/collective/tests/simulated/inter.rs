//! One call of a collective operation at all ranks of an intercommunicator. The machine's ranks are
//! those of group 0, then those of group 1.

use std::panic::AssertUnwindSafe;

use std::ops::Range;

use ferry_collective::{Algorithm, Collective, NO_ROOT, Problem, Query};

use super::case::{Case, Part, UNIT, add, compose, fill, nothing, single, verify, whole};
use super::layout::{Plan, types};
use super::machine::{Memory, Operation, Random, Rank};

/// A call between groups.
#[derive(Clone, Copy, Debug)]
pub struct InterCase {
    /// Ranks of group 0, a root in one of the groups, and what does not depend on groups. Not in
    /// place.
    pub case: Case,
    /// Ranks of group 1.
    pub remote: usize,
    /// The group that has the root.
    pub root_group: usize,
    /// The group that comes first.
    pub first_group: usize,
}

/// A rank as it is named in a communicator.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Member {
    group: usize,
    rank: usize,
}

impl InterCase {
    fn size(&self, group: usize) -> usize {
        [self.case.ranks, self.remote][group]
    }

    /// The machine's ranks of a group.
    fn range(&self, group: usize) -> Range<usize> {
        let start = group * self.case.ranks;
        start..start + self.size(group)
    }

    fn index(&self, member: Member) -> usize {
        self.range(member.group).start + member.rank
    }

    fn members(&self) -> impl Iterator<Item = Member> {
        let sizes = [self.size(0), self.size(1)];
        (0..2).flat_map(move |group| (0..sizes[group]).map(move |rank| Member { group, rank }))
    }

    fn root(&self) -> Member {
        Member { group: self.root_group, rank: self.case.root % self.size(self.root_group) }
    }

    /// Runs the call by every algorithm that may do it.
    pub fn check_all(&self) {
        let parts: Vec<Part> = self.members().map(|member| self.part(member)).collect();
        let problems: Vec<Problem> = self.members().zip(&parts).map(|(member, part)| self.problem(member, part)).collect();
        let query = self.agreed(&problems);
        for algorithm in query.algorithms().iter().filter(|algorithm| algorithm.requires.met_by(&query)) {
            let ranks = problems.iter().zip(&parts).zip(self.members());
            let ranks = ranks.map(|((problem, part), member)| self.rank(algorithm, problem, part, member)).collect();
            let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| verify(ranks, &parts, self.case.seed)));
            assert!(outcome.is_ok(), "{algorithm:?} fails for {self:?}");
        }
    }

    /// The question that all ranks ask which take part; they must agree on it.
    fn agreed(&self, problems: &[Problem]) -> Query {
        let asking = problems.iter().filter(|problem| !self.case.collective.has_root() || problem.root != NO_ROOT);
        let queries: Vec<Query> = asking.map(|problem| Query::new(self.case.collective, problem, None)).collect();
        assert!(queries.iter().all(|query| *query == queries[0]), "ranks disagree in {self:?}: {queries:?}");
        queries[0]
    }

    fn problem<'a>(&self, member: Member, part: &'a Part) -> Problem<'a> {
        let (ranks, root) = (self.size(member.group) as u32, self.root());
        let root = match self.case.collective.has_root() {
            true if member == root => member.rank as u32,
            true if member.group == root.group => NO_ROOT,
            true => ranks + root.rank as u32,
            false => 0,
        };
        Problem {
            root,
            remote: self.size(1 - member.group) as u32,
            is_first: member.group == self.first_group,
            commutative: self.case.commutative,
            send: part.send.blocks(),
            recv: part.recv.blocks(),
            ..Problem::new(member.rank as u32, ranks)
        }
    }

    fn rank(&self, algorithm: &Algorithm, problem: &Problem, part: &Part, member: Member) -> Rank {
        let mut send = Memory::user(&part.send, self.blocks(&part.send, member.group));
        let mut recv = Memory::user(&part.recv, self.blocks(&part.recv, member.group));
        fill(&mut send, &part.send, &part.before.0);
        fill(&mut recv, &part.recv, &part.before.1);
        let operation: Operation = if self.case.commutative { add } else { compose };
        let peers = self.range(member.group).chain(self.range(1 - member.group)).collect();
        Rank::new((send, part.send.clone()), (recv, part.recv.clone()), algorithm.schedule(problem), operation, peers)
    }

    /// Blocks in a buffer.
    fn blocks(&self, plan: &Plan, group: usize) -> usize {
        use Collective::*;
        match (plan, self.case.collective) {
            (Plan::Nothing, _) => 0,
            (Plan::Uniform { .. }, Bcast | Reduce | Allreduce) => 1,
            (_, ReduceScatterBlock | ReduceScatter) => self.size(group),
            _ => self.size(1 - group),
        }
    }

    fn part(&self, member: Member) -> Part {
        use Collective::*;
        match self.case.collective {
            Barrier => Part { awaits: self.range(1 - member.group).collect(), ..nothing() },
            Bcast => self.bcast(member),
            Gather | Gatherv => self.gather(member),
            Scatter | Scatterv => self.scatter(member),
            Allgather | Allgatherv => self.allgather(member),
            Alltoall | Alltoallv | Alltoallw => self.alltoall(member),
            Reduce | Allreduce => self.reduction(member),
            ReduceScatterBlock | ReduceScatter => self.reduce_scatter(member),
            _ => unreachable!("not between groups"),
        }
    }

    /// Data of the block from one of the machine's ranks to another. Groups may send blocks of
    /// different sizes.
    fn data(&self, from: usize, to: usize) -> Vec<u8> {
        use Collective::*;
        let (seed, size) = (self.case.seed, self.case.size);
        let varying = |key: usize| Random(seed ^ ((key as u64) << 20)).below(size + 1);
        let units = match self.case.collective {
            Gatherv | Allgatherv => varying(from),
            Scatterv => varying(to),
            Alltoallv | Alltoallw => varying(from * 64 + to),
            Allgather | Alltoall if from >= self.case.ranks => size.div_ceil(2),
            _ => size,
        };
        let mut random = Random(seed ^ ((from * 64 + to) as u64) << 32);
        (0..units * UNIT).map(|_| random.below(256) as u8).collect()
    }

    /// What a member gets from every rank of the other group.
    fn incoming(&self, member: Member) -> Vec<Vec<u8>> {
        self.range(1 - member.group).map(|from| self.data(from, self.index(member))).collect()
    }

    /// What a member sends to every rank of the other group.
    fn outgoing(&self, member: Member) -> Vec<Vec<u8>> {
        self.range(1 - member.group).map(|to| self.data(self.index(member), to)).collect()
    }

    fn bcast(&self, member: Member) -> Part {
        let root = self.root();
        let data = self.data(self.index(root), 0);
        if member == root {
            return Part { recv: single(self.case.send_type, data.len()), before: (vec![], vec![data]), ..nothing() };
        }
        if member.group == root.group {
            return nothing();
        }
        let recv = single(self.case.recv_type, data.len());
        Part { after: vec![(recv.block(0), data)], recv, ..nothing() }
    }

    fn gather(&self, member: Member) -> Part {
        let root = self.root();
        if member == root {
            let blocks = self.incoming(root);
            let recv = self.case.many(self.case.recv_type, &blocks);
            return Part { after: whole(&recv, blocks), recv, ..nothing() };
        }
        if member.group == root.group {
            return nothing();
        }
        let own = self.data(self.index(member), self.index(root));
        Part { send: single(self.case.send_type, own.len()), before: (vec![own], vec![]), ..nothing() }
    }

    fn scatter(&self, member: Member) -> Part {
        let root = self.root();
        if member == root {
            let blocks = self.outgoing(root);
            return Part { send: self.case.many(self.case.send_type, &blocks), before: (blocks, vec![]), ..nothing() };
        }
        if member.group == root.group {
            return nothing();
        }
        let own = self.data(self.index(root), self.index(member));
        let recv = single(self.case.recv_type, own.len());
        Part { after: vec![(recv.block(0), own)], recv, ..nothing() }
    }

    fn allgather(&self, member: Member) -> Part {
        let blocks: Vec<Vec<u8>> = self.range(1 - member.group).map(|from| self.data(from, 0)).collect();
        let (own, recv) = (self.data(self.index(member), 0), self.case.many(self.case.recv_type, &blocks));
        let send = single(self.case.send_type, own.len());
        Part { send, before: (vec![own], vec![]), after: whole(&recv, blocks), recv, ..nothing() }
    }

    fn alltoall(&self, member: Member) -> Part {
        let (outgoing, incoming) = (self.outgoing(member), self.incoming(member));
        let (send, recv) = (self.case.many(self.case.send_type, &outgoing), self.case.many(self.case.recv_type, &incoming));
        Part { send, before: (outgoing, vec![]), after: whole(&recv, incoming), recv, ..nothing() }
    }

    /// The vectors of a group, combined.
    fn combined(&self, group: usize, count: usize) -> Vec<u8> {
        self.case.combined(self.range(group), count)
    }

    fn reduction(&self, member: Member) -> Part {
        let (root, size) = (self.root(), self.case.size);
        let is_rooted = self.case.collective == Collective::Reduce;
        if is_rooted && member.group == root.group && member != root {
            return nothing();
        }
        let plan = Plan::Uniform { count: size as u64, of: types()[self.case.recv_type].clone() };
        let gets = !is_rooted || member == root;
        let after = if gets { vec![(plan.block(0), self.combined(1 - member.group, size))] } else { vec![] };
        let gives = !is_rooted || member != root;
        let before = if gives { vec![self.case.vector(self.index(member), size)] } else { vec![] };
        Part { send: plan.clone(), recv: plan, before: (before, vec![]), after, ..nothing() }
    }

    /// The blocks into which a group cuts the result; the total is the same for both.
    fn counts(&self, group: usize) -> Vec<i32> {
        let (ranks, size) = (self.size(group), self.case.size);
        if self.case.collective == Collective::ReduceScatterBlock {
            return vec![(size * self.size(1 - group)) as i32; ranks];
        }
        let total = 3 * size;
        let mut cuts: Vec<usize> = (1..ranks).map(|rank| Random(self.case.seed ^ (rank as u64) << 20).below(total + 1)).collect();
        cuts.extend([0, total]);
        cuts.sort_unstable();
        cuts.windows(2).map(|cut| (cut[1] - cut[0]) as i32).collect()
    }

    fn reduce_scatter(&self, member: Member) -> Part {
        let of = types()[self.case.recv_type].clone();
        let counts = self.counts(member.group);
        let total = counts.iter().sum::<i32>() as usize;
        let (start, own) = (counts[..member.rank].iter().sum::<i32>() as usize, counts[member.rank] as usize);
        let result = self.combined(1 - member.group, total)[4 * start..4 * (start + own)].to_vec();
        let after = vec![(of.offsets(own as u64).collect(), result)];
        let plan = match self.case.collective {
            Collective::ReduceScatterBlock => Plan::Uniform { count: counts[0] as u64, of },
            _ => Plan::Packed { counts: counts.clone(), of },
        };
        let vector = self.case.vector(self.index(member), total);
        let mut starts = counts.iter().scan(0, |end, &count| {
            let start = *end;
            *end += 4 * count as usize;
            Some(start..*end)
        });
        let input = starts.by_ref().map(|range| vector[range].to_vec()).collect();
        Part { send: plan.clone(), recv: plan, before: (input, vec![]), after, ..nothing() }
    }
}
