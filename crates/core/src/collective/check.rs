//! `FERRY_CHECK`: before a collective operation begins, each rank tells each other what it was
//! called with, so that ranks that disagree all learn it, whatever they would have done to each
//! other's data.
//!
//! What a rank tells is a [`Digest`]: words that have to be equal, or that say nothing. It travels
//! in messages of its own, with a tag that tells the operation's number and not its function.
//! Between groups each rank compares itself with the other group.

use std::collections::BTreeMap;

use ferry_collective::{Algorithm, Blocks, Collective, NO_ROOT, Problem};
use ferry_constants as mpi;
use ferry_datatype::{Datatype, Primitive, Signature};
use ferry_diagnosis::report::Form;
use ferry_engine::Engine;
use ferry_engine::collective::{Address, Mismatch};
use ferry_engine::roundup::Roundup;
use ferry_kernels::ReduceOp;

use super::disagreement::function_name;
use crate::operation::Op;
use crate::{Error, Result, Transport};

/// Words of a digest.
pub(super) const WORDS: usize = 6;

/// A word that says nothing: the rank does not know.
const UNKNOWN: u64 = u64::MAX;

/// What a call has to have in common with those of other ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    function: u64,
    form: u64,
    root: u64,
    op: u64,
    bytes: u64,
    types: u64,
}

impl Digest {
    /// Of a checked call; `types` are those of the blocks sent and received, as far as they are
    /// significant.
    pub fn new(collective: Collective, form: Form, problem: &Problem, op: Option<Op>, types: [&[Datatype]; 2]) -> Digest {
        let (bytes, types) = data(collective, problem, types);
        Digest {
            function: collective as u64,
            form: form as u64,
            root: if collective.has_root() { root(problem) } else { 0 },
            // Ranks without a part in it may have named any.
            op: if problem.root == NO_ROOT { UNKNOWN } else { op.map_or(0, op_word) },
            bytes,
            types,
        }
    }

    fn words(self) -> [u64; WORDS] {
        [self.function, self.form, self.root, self.op, self.bytes, self.types]
    }
}

/// The root's number, the same at all ranks of both groups.
fn root(problem: &Problem) -> u64 {
    let Problem { root, ranks, remote, is_first, .. } = *problem;
    match root {
        NO_ROOT => UNKNOWN,
        _ if remote == 0 => u64::from(root),
        _ => {
            let is_in_first = is_first == (root < ranks);
            let rank = if root < ranks { root } else { root - ranks };
            u64::from(rank) | u64::from(is_in_first) << 32
        }
    }
}

/// Operations of the program have no name that ranks share, but are alike in whether they commute.
fn op_word(op: Op) -> u64 {
    match op {
        Op::Predefined(op) => op as u64,
        Op::User(user) => 1 << 32 | u64::from(user.is_commutative),
    }
}

/// Bytes and digest of the data that all ranks have to describe alike.
fn data(collective: Collective, problem: &Problem, [sent, received]: [&[Datatype]; 2]) -> (u64, u64) {
    use Collective::*;
    let is_root = problem.root == problem.rank;
    let (blocks, types, all) = match collective {
        // Each group has its own lengths in the functions without a root.
        _ if problem.remote > 0 && !collective.has_root() => return (UNKNOWN, UNKNOWN),
        Bcast if problem.remote > 0 && is_root && !sent.is_empty() => (&problem.send, sent, false),
        Bcast | Allgather | Alltoall | Reduce | Allreduce | ReduceScatterBlock | Scan | Exscan => {
            (&problem.recv, received, false)
        }
        Gather if is_root => (&problem.recv, received, false),
        Scatter if !is_root => (&problem.recv, received, false),
        Gather | Scatter => (&problem.send, sent, false),
        Allgatherv | ReduceScatter => (&problem.recv, received, true),
        _ => return (UNKNOWN, UNKNOWN),
    };
    let ([datatype, ..], false) = (types, matches!(blocks, Blocks::Nothing)) else { return (UNKNOWN, UNKNOWN) };
    let numbers = if all { problem.ranks } else { 1 };
    let bytes = (0..numbers).map(|index| blocks.bytes(index)).sum();
    (bytes, types_word(datatype.signature(), blocks, numbers, bytes))
}

/// A primitive, if one block consists of nothing else; else a digest of the types of all blocks.
/// Nothing of no data, and of packed data, which stand for any.
fn types_word(signature: &Signature, blocks: &Blocks, numbers: u32, bytes: u64) -> u64 {
    match signature.primitive() {
        _ if bytes == 0 || signature.contains(Primitive::Packed) => UNKNOWN,
        Some(primitive) if numbers == 1 => primitive as u64,
        _ => (0..numbers).fold(0, |hash: u64, index| {
            (hash.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ signature.digest(blocks.count(index))) >> 2 | SEQUENCE
        }),
    }
}

/// Marks a word as the digest of a sequence of types.
const SEQUENCE: u64 = 1 << 62;

/// The check of one operation, or of each round of a persistent one.
pub(super) struct Check {
    own: Digest,
    roundup: Roundup<WORDS>,
    /// This rank, and the ranks of its group.
    place: (u32, u32),
    between_groups: bool,
}

impl Check {
    /// By an algorithm for the roundup's problem.
    pub(super) fn new(own: Digest, problem: &Problem, algorithm: &Algorithm, address: Address) -> Self {
        let roundup = Roundup::new(own.words(), problem, algorithm, address);
        Check { own, roundup, place: (problem.rank, problem.ranks), between_groups: problem.remote > 0 }
    }

    /// Begins, for the first time or again.
    pub(super) fn begin(&mut self) {
        self.roundup.begin();
    }

    /// Whether it goes on before the operation itself.
    pub(super) fn is_under_way(&self) -> bool {
        self.roundup.is_under_way()
    }

    pub(super) fn roundup(&self) -> &Roundup<WORDS> {
        &self.roundup
    }

    /// Goes on as far as possible; once it is over, whether all ranks agree.
    #[cold]
    pub(super) fn advance(
        &mut self,
        engine: &mut Engine<Transport>,
        world_rank: impl Fn(u32) -> u32,
        looks: u32,
    ) -> Option<std::result::Result<Result<()>, Mismatch>> {
        if !self.roundup.advance(engine, world_rank, looks) {
            return None;
        }
        Some(self.roundup.words().map(|words| self.compare(words)))
    }

    fn compare(&self, words: &[[u64; WORDS]]) -> Result<()> {
        let (rank, ranks) = self.place;
        let theirs =
            words.iter().enumerate().map(|(peer, words)| (peer as u32 + if self.between_groups { ranks } else { 0 }, *words));
        let own = self.between_groups.then(|| (rank, self.own.words()));
        let all: Vec<(u32, [u64; WORDS])> = own.into_iter().chain(theirs).collect();
        (0..WORDS).try_for_each(|word| agree(word, &all, &self.own, ranks))
    }
}

/// Refuses ranks whose calls differ in one word.
fn agree(word: usize, all: &[(u32, [u64; WORDS])], own: &Digest, ranks: u32) -> Result<()> {
    let mut values: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for (rank, words) in all.iter().filter(|(_, words)| words[word] != UNKNOWN) {
        values.entry(words[word]).or_default().push(*rank);
    }
    if values.len() < 2 {
        return Ok(());
    }
    let collective = Collective::ALL.get(own.function as usize).copied().unwrap_or(Collective::Barrier);
    let mut said: Vec<(&u64, &Vec<u32>)> = values.iter().collect();
    said.sort_by_key(|(_, ranks)| ranks[0]);
    let said: Vec<String> = said.iter().map(|(value, who)| format!("{} {}", list(who, ranks), phrase(word, **value))).collect();
    let (class, rule) = match word {
        0 => (mpi::MPI_ERR_OTHER, "all ranks must call collective functions in the same order"),
        1 => (mpi::MPI_ERR_OTHER, "blocking, non-blocking and persistent calls do not match each other"),
        2 => (mpi::MPI_ERR_ROOT, "all ranks must name the same root"),
        3 => (mpi::MPI_ERR_OP, "all ranks must name the same operation"),
        4 => (mpi::MPI_ERR_COUNT, "the counts and datatypes of all ranks must describe the same amount of data"),
        _ => (mpi::MPI_ERR_TYPE, "the datatypes of all ranks must consist of the same basic types in the same order"),
    };
    let call = if word == 0 { String::new() } else { format!("in {}, ", function_name(collective)) };
    Err(Error::new(class, format!("ranks disagree: {call}{}; {rule}", said.join(", "))))
}

/// What ranks did, of which a word tells.
fn phrase(word: usize, value: u64) -> String {
    match word {
        0 => {
            let collective = Collective::ALL.get(value as usize);
            format!("called {}", collective.map_or_else(|| "another function".to_owned(), |found| function_name(*found)))
        }
        1 if value == Form::Blocking as u64 => "called the blocking form".to_owned(),
        1 if value == Form::Nonblocking as u64 => "called the non-blocking form".to_owned(),
        1 => "started a persistent operation".to_owned(),
        2 => format!("named root {}", value as u32),
        3 => match ReduceOp::ALL.iter().find(|op| **op as u64 == value) {
            Some(op) => format!("named {}", op.name()),
            None if value & 1 == 1 => "named an operation of the program that commutes".to_owned(),
            None => "named an operation of the program that does not commute".to_owned(),
        },
        4 => format!("described {value} bytes"),
        _ => match Primitive::ALL.get(value as usize) {
            Some(primitive) => format!("described them as {primitive:?}"),
            None => "described them as another sequence of types or lengths".to_owned(),
        },
    }
}

/// Ranks in words: at most eight by number. Those from `ranks` on are of the remote group.
fn list(who: &[u32], ranks: u32) -> String {
    let name = |rank: &u32| match rank.checked_sub(ranks) {
        None => rank.to_string(),
        Some(rank) => format!("{rank} of the remote group"),
    };
    let shown: Vec<String> = who.iter().take(8).map(name).collect();
    let more = who.len() - shown.len();
    let noun = if who.len() == 1 { "rank" } else { "ranks" };
    match (shown.split_last(), more) {
        (Some((last, [])), 0) => format!("{noun} {last}"),
        (Some((last, rest)), 0) => format!("{noun} {} and {last}", rest.join(", ")),
        _ => format!("{noun} {} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_collective::Shape;

    fn digest(collective: Collective, root: u32, rank: u32, op: Option<Op>, count: u64, datatype: usize) -> Digest {
        let datatype = Datatype::predefined(datatype).expect("predefined").clone();
        let blocks = Blocks::uniform(count, Shape::dense(datatype.size()));
        let problem = Problem { root, send: blocks, recv: blocks, ..Problem::new(rank, 3) };
        let types = [datatype];
        Digest::new(collective, Form::Blocking, &problem, op, [&types, &types])
    }

    fn refusal(all: [Digest; 3]) -> Option<Error> {
        let words: Vec<(u32, [u64; WORDS])> =
            all.iter().enumerate().map(|(rank, digest)| (rank as u32, digest.words())).collect();
        (0..WORDS).find_map(|word| agree(word, &words, &all[0], 3).err())
    }

    fn bcast(root: u32, rank: u32, count: u64, datatype: usize) -> Digest {
        digest(Collective::Bcast, root, rank, None, count, datatype)
    }

    #[test]
    fn equal_calls_agree() {
        assert!(refusal([0, 1, 2].map(|rank| bcast(1, rank, 4, mpi::MPI_INT))).is_none());
        let packed = [mpi::MPI_PACKED, mpi::MPI_PACKED, mpi::MPI_INT].into_iter().zip([16, 16, 4]);
        let packed: Vec<Digest> = packed.map(|(datatype, count)| bcast(0, 1, count, datatype)).collect();
        assert!(refusal([packed[0], packed[1], packed[2]]).is_none(), "packed data stand for any");
    }

    #[test]
    fn what_differs_is_named_with_the_ranks() {
        let sum = Some(Op::Predefined(ReduceOp::Sum));
        let max = Some(Op::Predefined(ReduceOp::Max));
        let int = |op| digest(Collective::Allreduce, 0, 0, op, 4, mpi::MPI_INT);
        let cases = [
            (
                [bcast(0, 0, 1, mpi::MPI_INT), int(sum), int(sum)],
                mpi::MPI_ERR_OTHER,
                "rank 0 called MPI_Bcast, ranks 1 and 2 called MPI_Allreduce",
            ),
            (
                [0, 2, 0].map(|root| bcast(root, 0, 1, mpi::MPI_INT)),
                mpi::MPI_ERR_ROOT,
                "ranks 0 and 2 named root 0, rank 1 named root 2",
            ),
            ([int(sum), int(sum), int(max)], mpi::MPI_ERR_OP, "ranks 0 and 1 named MPI_SUM, rank 2 named MPI_MAX"),
            (
                [1, 1, 3].map(|count| bcast(0, 0, count, mpi::MPI_INT)),
                mpi::MPI_ERR_COUNT,
                "ranks 0 and 1 described 4 bytes, rank 2 described 12 bytes",
            ),
            (
                [mpi::MPI_INT, mpi::MPI_FLOAT, mpi::MPI_INT].map(|datatype| bcast(0, 0, 1, datatype)),
                mpi::MPI_ERR_TYPE,
                "ranks 0 and 2 described them as I32, rank 1 described them as F32",
            ),
        ];
        for (all, class, words) in cases {
            let error = refusal(all).expect("they differ");
            assert_eq!(error.class(), class, "{error}");
            assert!(error.message().contains(words), "{error}");
        }
    }

    #[test]
    fn many_ranks_are_not_all_named() {
        assert_eq!(list(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 100), "ranks 0, 1, 2, 3, 4, 5, 6, 7 and 2 more");
        assert_eq!(list(&[5], 4), "rank 1 of the remote group");
    }
}
