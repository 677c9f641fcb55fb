//! Process groups (MPI-5 §7.3): ordered sets of processes, each named by its number
//! ([`crate::peers`]): its rank in `MPI_COMM_WORLD`, unless it is of another job.
//!
//! Most groups are runs of consecutive or evenly spaced processes; those cost three words and
//! translate by arithmetic. Any other group shares one list, and the index from process to rank is
//! built when it is first asked for.

use std::sync::{Arc, OnceLock};

use ferry_constants as mpi;
use ferry_handle::{Kind, Table};

use crate::argument::Expected;
use crate::{Error, Result, bail};

/// In place of a session's handle: objects that come from `MPI_Init` rather than from a session.
pub const WORLD_MODEL: usize = mpi::MPI_SESSION_NULL;

/// An ordered set of processes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Group(Members);

#[derive(Clone, Debug)]
enum Members {
    /// `first, first + 1, ...`
    Run { first: u32, len: u32 },
    /// `first, first + stride, ...`. Invariant: `stride` is neither 0 nor 1, `len` is at least 2.
    Strided { first: u32, stride: i32, len: u32 },
    /// Any order. Invariant: no process twice.
    List(Arc<List>),
}

#[derive(Debug)]
struct List {
    processes: Box<[u32]>,
    index: OnceLock<Index>,
}

/// How two groups relate (MPI-5 §7.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The same processes in the same order.
    Ident,
    /// The same processes in another order.
    Similar,
    /// Different processes.
    Unequal,
}

impl Comparison {
    /// `MPI_IDENT`, `MPI_SIMILAR` or `MPI_UNEQUAL`.
    pub fn as_mpi(self) -> i32 {
        match self {
            Comparison::Ident => mpi::MPI_IDENT,
            Comparison::Similar => mpi::MPI_SIMILAR,
            Comparison::Unequal => mpi::MPI_UNEQUAL,
        }
    }
}

impl Group {
    /// The group without members.
    pub const EMPTY: Group = Group(Members::Run { first: 0, len: 0 });

    /// `len` consecutive processes from `first`.
    pub const fn run(first: u32, len: u32) -> Group {
        Group(Members::Run { first, len })
    }

    /// The group of these processes in this order.
    ///
    /// Invariant the caller keeps: no process twice, all below 2^31.
    pub fn of(processes: Vec<u32>) -> Group {
        match *processes {
            [] => Group::EMPTY,
            [first] => Group::run(first, 1),
            [first, second, ..] => {
                let stride = second as i32 - first as i32;
                if processes.windows(2).all(|pair| pair[1] as i32 - pair[0] as i32 == stride) {
                    return Group::strided(first, stride, processes.len() as u32);
                }
                Group(Members::List(Arc::new(List { processes: processes.into(), index: OnceLock::new() })))
            }
        }
    }

    fn strided(first: u32, stride: i32, len: u32) -> Group {
        match stride {
            1 => Group::run(first, len),
            _ => Group(Members::Strided { first, stride, len }),
        }
    }

    /// The number of members.
    #[inline]
    pub fn size(&self) -> u32 {
        match &self.0 {
            Members::Run { len, .. } | Members::Strided { len, .. } => *len,
            Members::List(list) => list.processes.len() as u32,
        }
    }

    /// True without members.
    pub fn is_empty(&self) -> bool {
        self.size() == 0
    }

    /// The process of rank `rank`, or `None` if there is no such rank.
    #[inline]
    pub fn process(&self, rank: u32) -> Option<u32> {
        match &self.0 {
            Members::Run { first, len } => (rank < *len).then(|| first + rank),
            Members::Strided { first, stride, len } => (rank < *len).then(|| strided_member(*first, *stride, rank)),
            Members::List(list) => list.processes.get(rank as usize).copied(),
        }
    }

    /// The rank of a process, or `None` if it is not a member.
    #[inline]
    pub fn rank_of(&self, process: u32) -> Option<u32> {
        match &self.0 {
            Members::Run { first, len } => {
                let rank = process.wrapping_sub(*first);
                (rank < *len).then_some(rank)
            }
            Members::Strided { first, stride, len } => {
                let distance = i64::from(process) - i64::from(*first);
                let rank = distance / i64::from(*stride);
                let exact = rank * i64::from(*stride) == distance;
                (exact && (0..i64::from(*len)).contains(&rank)).then_some(rank as u32)
            }
            Members::List(list) => list.index.get_or_init(|| Index::new(&list.processes)).rank_of(process),
        }
    }

    /// The members in rank order.
    pub fn processes(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.size()).map(|rank| match &self.0 {
            Members::Run { first, .. } => first + rank,
            Members::Strided { first, stride, .. } => strided_member(*first, *stride, rank),
            Members::List(list) => list.processes[rank as usize],
        })
    }

    /// `MPI_Group_compare`.
    pub fn compare(&self, other: &Group) -> Comparison {
        if self.size() != other.size() {
            return Comparison::Unequal;
        }
        if self.processes().eq(other.processes()) {
            return Comparison::Ident;
        }
        if self.is_subset_of(other) { Comparison::Similar } else { Comparison::Unequal }
    }

    /// True if every member of this group is one of `other`.
    pub fn is_subset_of(&self, other: &Group) -> bool {
        self.processes().all(|process| other.rank_of(process).is_some())
    }

    /// `MPI_Group_union`: the members of this group, then those of `other` that are not in it.
    pub fn union(&self, other: &Group) -> Group {
        let added = other.processes().filter(|process| self.rank_of(*process).is_none());
        Group::of(self.processes().chain(added).collect())
    }

    /// `MPI_Group_intersection`: the members of this group that are in `other`, in this group's
    /// order.
    pub fn intersection(&self, other: &Group) -> Group {
        Group::of(self.processes().filter(|process| other.rank_of(*process).is_some()).collect())
    }

    /// `MPI_Group_difference`: the members of this group that are not in `other`, in this group's
    /// order.
    pub fn difference(&self, other: &Group) -> Group {
        Group::of(self.processes().filter(|process| other.rank_of(*process).is_none()).collect())
    }

    /// `MPI_Group_incl`: the members of the given ranks, in that order.
    ///
    /// # Errors
    /// `MPI_ERR_RANK` for a rank that does not exist or comes twice.
    pub fn incl(&self, ranks: &[i32]) -> Result<Group> {
        self.check_distinct(ranks.iter().enumerate().map(|(at, rank)| (*rank, NamedAt::Rank(at))))?;
        Ok(self.pick(ranks.iter().copied()))
    }

    /// `MPI_Group_excl`: all members but those of the given ranks.
    ///
    /// # Errors
    /// `MPI_ERR_RANK` for a rank that does not exist or comes twice.
    pub fn excl(&self, ranks: &[i32]) -> Result<Group> {
        let excluded = self.check_distinct(ranks.iter().enumerate().map(|(at, rank)| (*rank, NamedAt::Rank(at))))?;
        Ok(self.without(&excluded))
    }

    /// `MPI_Group_range_incl`: the members of the ranks in `(first, last, stride)` ranges.
    ///
    /// # Errors
    /// `MPI_ERR_ARG` for a range that leads nowhere, `MPI_ERR_RANK` for a rank that does not exist
    /// or comes twice.
    pub fn range_incl(&self, ranges: &[[i32; 3]]) -> Result<Group> {
        self.check_ranges(ranges)?;
        Ok(self.pick(expand(ranges).map(|(rank, _)| rank)))
    }

    /// `MPI_Group_range_excl`: all members but those of the ranks in `(first, last, stride)`
    /// ranges.
    ///
    /// # Errors
    /// As [`Group::range_incl`].
    pub fn range_excl(&self, ranges: &[[i32; 3]]) -> Result<Group> {
        Ok(self.without(&self.check_ranges(ranges)?))
    }

    /// `MPI_Group_translate_ranks` of one rank: the rank in `other` of the process of rank `rank`
    /// here. `MPI_UNDEFINED` if it is no member there; `MPI_PROC_NULL` stays what it is.
    ///
    /// # Errors
    /// `MPI_ERR_RANK` if there is no such rank here.
    pub fn translate(&self, rank: i32, other: &Group) -> Result<i32> {
        if rank == mpi::MPI_PROC_NULL {
            return Ok(rank);
        }
        let process = u32::try_from(rank).ok().and_then(|rank| self.process(rank)).ok_or_else(|| {
            Error::new(mpi::MPI_ERR_RANK, format!("rank {rank} is not in the first group, which has {} processes", self.size()))
        })?;
        Ok(other.rank_of(process).map_or(mpi::MPI_UNDEFINED, |rank| rank as i32))
    }

    fn pick(&self, ranks: impl Iterator<Item = i32>) -> Group {
        Group::of(ranks.filter_map(|rank| self.process(rank as u32)).collect())
    }

    fn without(&self, excluded: &[bool]) -> Group {
        Group::of(self.processes().zip(excluded).filter(|(_, out)| !**out).map(|(process, _)| process).collect())
    }

    fn check_ranges(&self, ranges: &[[i32; 3]]) -> Result<Vec<bool>> {
        for (at, [first, last, stride]) in ranges.iter().enumerate() {
            if *stride == 0 {
                bail!(MPI_ERR_ARG, "ranges[{at}] is ({first}, {last}, 0); the stride must not be zero");
            }
            if (*stride > 0 && first > last) || (*stride < 0 && first < last) {
                bail!(MPI_ERR_ARG, "ranges[{at}] is ({first}, {last}, {stride}); the stride leads away from the last rank");
            }
        }
        self.check_distinct(expand(ranges).map(|(rank, at)| (rank, NamedAt::Range(at))))
    }

    /// Which ranks are named; refuses those that do not exist or come twice.
    fn check_distinct(&self, ranks: impl Iterator<Item = (i32, NamedAt)>) -> Result<Vec<bool>> {
        let mut named = vec![false; self.size() as usize];
        for (rank, place) in ranks {
            let Some(seen) = usize::try_from(rank).ok().and_then(|rank| named.get_mut(rank)) else {
                bail!(MPI_ERR_RANK, "{}; the group has {} processes", place.names(rank), self.size());
            };
            if std::mem::replace(seen, true) {
                bail!(MPI_ERR_RANK, "{}, which comes twice; the ranks must be distinct", place.names(rank));
            }
        }
        Ok(named)
    }
}

/// Where in the arguments a rank was named.
enum NamedAt {
    Rank(usize),
    Range(usize),
}

impl NamedAt {
    fn names(self, rank: i32) -> String {
        match self {
            NamedAt::Rank(at) => format!("ranks[{at}] is {rank}"),
            NamedAt::Range(at) => format!("ranges[{at}] names rank {rank}"),
        }
    }
}

/// The ranks that the ranges name, each with the index of its range. The strides are not zero.
fn expand(ranges: &[[i32; 3]]) -> impl Iterator<Item = (i32, usize)> + '_ {
    ranges.iter().enumerate().flat_map(|(at, &[first, last, stride])| {
        let steps = (i64::from(last) - i64::from(first)) / i64::from(stride);
        (0..=steps).map(move |step| ((i64::from(first) + step * i64::from(stride)) as i32, at))
    })
}

#[inline]
fn strided_member(first: u32, stride: i32, rank: u32) -> u32 {
    (i64::from(first) + i64::from(stride) * i64::from(rank)) as u32
}

/// From process to rank, for a list in any order.
#[derive(Debug)]
enum Index {
    /// `ranks[process - lowest]`, [`NOBODY`] where no member is.
    Dense { lowest: u32, ranks: Box<[u32]> },
    /// `(process, rank)` by process, where members are few and far apart.
    Sparse(Box<[(u32, u32)]>),
}

const NOBODY: u32 = u32::MAX;

/// A dense index may hold this many entries for each member.
const DENSE_ENTRIES_PER_MEMBER: u32 = 4;

impl Index {
    fn new(processes: &[u32]) -> Index {
        let lowest = processes.iter().copied().min().unwrap_or(0);
        let span = processes.iter().copied().max().map_or(0, |highest| highest - lowest + 1);
        if span / DENSE_ENTRIES_PER_MEMBER <= processes.len() as u32 {
            return Index::dense(processes, lowest, span);
        }
        let mut pairs: Box<[_]> = processes.iter().copied().zip(0..).collect();
        pairs.sort_unstable();
        Index::Sparse(pairs)
    }

    fn dense(processes: &[u32], lowest: u32, span: u32) -> Index {
        let mut ranks = vec![NOBODY; span as usize].into_boxed_slice();
        for (process, rank) in processes.iter().zip(0..) {
            ranks[(process - lowest) as usize] = rank;
        }
        Index::Dense { lowest, ranks }
    }

    fn rank_of(&self, process: u32) -> Option<u32> {
        match self {
            Index::Dense { lowest, ranks } => {
                let at = process.checked_sub(*lowest)?;
                ranks.get(at as usize).copied().filter(|rank| *rank != NOBODY)
            }
            Index::Sparse(pairs) => {
                let at = pairs.binary_search_by_key(&process, |pair| pair.0).ok()?;
                Some(pairs[at].1)
            }
        }
    }
}

const GROUP: Expected = Expected { class: mpi::MPI_ERR_GROUP, what: "group", null: (mpi::MPI_GROUP_NULL, "MPI_GROUP_NULL") };

/// A group that the program holds, and the session it was derived from.
pub struct Held {
    group: Group,
    session: usize,
}

/// The groups a program holds handles of.
pub struct Groups(Table<Held>);

impl Default for Groups {
    fn default() -> Self {
        Groups(Table::new(Kind::Group))
    }
}

impl Groups {
    /// Whether `is_meant` of some group.
    pub fn any(&self, is_meant: impl Fn(&Group) -> bool) -> bool {
        self.0.iter().any(|(_, held)| is_meant(&held.group))
    }

    /// The group behind a handle.
    ///
    /// # Errors
    /// `MPI_ERR_GROUP` for anything but a living group; `argument` names the argument in the
    /// message.
    pub fn get(&self, handle: usize, argument: &str) -> Result<Group> {
        if handle == mpi::MPI_GROUP_EMPTY {
            return Ok(Group::EMPTY);
        }
        self.0.get(handle).map(|held| held.group.clone()).ok_or_else(|| GROUP.violated(argument, handle))
    }

    /// The session a group was derived from, directly or by way of other groups or communicators;
    /// [`WORLD_MODEL`] if from none.
    pub fn session_of(&self, handle: usize) -> usize {
        self.0.get(handle).map_or(WORLD_MODEL, |held| held.session)
    }

    /// A handle for a new group that comes from no session: `MPI_GROUP_EMPTY` if it has no members.
    pub fn insert(&mut self, group: Group) -> usize {
        self.insert_of(WORLD_MODEL, group)
    }

    /// A handle for a new group derived from `session`: `MPI_GROUP_EMPTY` if it has no members.
    pub fn insert_of(&mut self, session: usize, group: Group) -> usize {
        if group.is_empty() { mpi::MPI_GROUP_EMPTY } else { self.0.insert(Held { group, session }) }
    }

    /// `MPI_Group_free`. `MPI_GROUP_EMPTY` may be freed, since constructors return it.
    ///
    /// # Errors
    /// `MPI_ERR_GROUP` for anything but a living group.
    pub fn free(&mut self, handle: usize) -> Result<()> {
        self.get(handle, "group")?;
        self.0.remove(handle);
        Ok(())
    }

    /// The table itself.
    pub fn table(&self) -> &Table<Held> {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A group in every representation: consecutive, strided, dense and sparse lists.
    fn groups() -> impl Strategy<Value = Vec<u32>> {
        prop_oneof![
            (0..50u32, 0..20u32).prop_map(|(first, len)| (first..first + len).collect()),
            (0..50u32, 2..7usize, 0..12u32)
                .prop_map(|(first, step, len)| (first..first + 40).step_by(step).take(len as usize).collect()),
            (60..90u32, 2..7usize).prop_map(|(last, step)| (last - 50..last).rev().step_by(step).collect()),
            Just((0..30u32).collect::<Vec<_>>()).prop_shuffle(),
            prop::sample::subsequence((0..40u32).collect::<Vec<_>>(), 0..40).prop_shuffle(),
            prop::sample::subsequence((0..4000u32).collect::<Vec<_>>(), 0..10).prop_shuffle(),
        ]
    }

    fn members(group: &Group) -> Vec<u32> {
        group.processes().collect()
    }

    proptest! {
        #[test]
        fn translates_both_ways(list in groups()) {
            let group = Group::of(list.clone());
            prop_assert_eq!(group.size() as usize, list.len());
            prop_assert_eq!(members(&group), list.clone());
            for (rank, process) in list.iter().enumerate() {
                prop_assert_eq!(group.process(rank as u32), Some(*process));
                prop_assert_eq!(group.rank_of(*process), Some(rank as u32));
            }
            prop_assert_eq!(group.process(list.len() as u32), None);
            for process in (0..100).chain([u32::MAX]).filter(|process| !list.contains(process)) {
                prop_assert_eq!(group.rank_of(process), None);
            }
        }

        #[test]
        fn set_operations_follow_their_definitions(a in groups(), b in groups()) {
            let (x, y) = (Group::of(a.clone()), Group::of(b.clone()));
            let in_both: Vec<_> = a.iter().copied().filter(|p| b.contains(p)).collect();
            let only_a: Vec<_> = a.iter().copied().filter(|p| !b.contains(p)).collect();
            let only_b: Vec<_> = b.iter().copied().filter(|p| !a.contains(p)).collect();
            prop_assert_eq!(members(&x.intersection(&y)), in_both);
            prop_assert_eq!(members(&x.difference(&y)), only_a);
            prop_assert_eq!(members(&x.union(&y)), [a, only_b].concat());
        }

        #[test]
        fn comparison_tells_order_from_membership(list in groups(), seed in any::<usize>()) {
            let group = Group::of(list.clone());
            prop_assert_eq!(group.compare(&Group::of(list.clone())), Comparison::Ident);
            if list.len() >= 2 {
                let mut other = list.clone();
                other.rotate_left(1 + seed % (list.len() - 1));
                prop_assert_eq!(group.compare(&Group::of(other.clone())), Comparison::Similar);
                other[0] = 9999;
                prop_assert_eq!(group.compare(&Group::of(other)), Comparison::Unequal);
                prop_assert_eq!(group.compare(&Group::of(list[1..].to_vec())), Comparison::Unequal);
            }
        }

        #[test]
        fn inclusion_and_exclusion_part_the_group(list in groups(), mask in prop::collection::vec(any::<bool>(), 40)) {
            let group = Group::of(list.clone());
            let chosen: Vec<i32> = (0..list.len()).filter(|rank| mask[*rank]).map(|rank| rank as i32).rev().collect();
            let inside = group.incl(&chosen).unwrap();
            prop_assert_eq!(members(&inside), chosen.iter().map(|rank| list[*rank as usize]).collect::<Vec<_>>());
            prop_assert_eq!(members(&group.excl(&chosen).unwrap()), members(&group.difference(&inside)));
        }

        #[test]
        fn ranges_equal_their_expansion(list in groups(), first in 0..30i32, last in 0..30i32, step in 1..5i32) {
            let group = Group::of(list);
            let stride = if first <= last { step } else { -step };
            let expanded: Vec<i32> = std::iter::successors(Some(first), |rank| Some(rank + stride))
                .take_while(|rank| if stride > 0 { *rank <= last } else { *rank >= last })
                .collect();
            match (group.range_incl(&[[first, last, stride]]), group.incl(&expanded)) {
                (Ok(by_range), Ok(by_list)) => {
                    prop_assert_eq!(members(&by_range), members(&by_list));
                    let rest = group.range_excl(&[[first, last, stride]]).unwrap();
                    prop_assert_eq!(members(&rest), members(&group.difference(&by_range)));
                }
                (by_range, by_list) => {
                    prop_assert_eq!(by_range.unwrap_err().class(), by_list.unwrap_err().class());
                }
            }
        }
    }

    #[test]
    fn bad_ranks_are_named() {
        let group = Group::run(0, 4);
        for (ranks, words) in [
            (vec![0, 4], "ranks[1] is 4; the group has 4 processes"),
            (vec![-1], "ranks[0] is -1;"),
            (vec![i32::MIN], "ranks[0] is -2147483648;"),
            (vec![2, 1, 2], "ranks[2] is 2, which comes twice"),
        ] {
            for error in [group.incl(&ranks).unwrap_err(), group.excl(&ranks).unwrap_err()] {
                assert_eq!(error.class(), mpi::MPI_ERR_RANK);
                assert!(error.message().contains(words), "{error}");
            }
        }
    }

    #[test]
    fn bad_ranges_are_named() {
        let group = Group::run(0, 4);
        for (range, class, words) in [
            ([0, 3, 0], mpi::MPI_ERR_ARG, "stride must not be zero"),
            ([3, 0, 1], mpi::MPI_ERR_ARG, "leads away"),
            ([0, 3, -1], mpi::MPI_ERR_ARG, "leads away"),
            ([4, i32::MAX, 1], mpi::MPI_ERR_RANK, "ranges[1] names rank 4; the group has 4 processes"),
            ([i32::MAX, i32::MIN, -1], mpi::MPI_ERR_RANK, "ranges[1] names rank 2147483647;"),
            ([3, 1, -1], mpi::MPI_ERR_RANK, "ranges[1] names rank 3, which comes twice"),
        ] {
            for error in [group.range_incl(&[[3, 3, 1], range]).unwrap_err(), group.range_excl(&[[3, 3, 1], range]).unwrap_err()]
            {
                assert_eq!(error.class(), class, "{error}");
                assert!(error.message().contains(words), "{error}");
            }
        }
        assert_eq!(members(&group.range_incl(&[[0, 3, 2], [3, 3, 5]]).unwrap()), [0, 2, 3]);
    }

    #[test]
    fn translation_knows_null_and_strangers() {
        let (all, some) = (Group::run(0, 4), Group::of(vec![3, 1]));
        assert_eq!(all.translate(3, &some).unwrap(), 0);
        assert_eq!(some.translate(1, &all).unwrap(), 1);
        assert_eq!(all.translate(0, &some).unwrap(), mpi::MPI_UNDEFINED);
        assert_eq!(all.translate(mpi::MPI_PROC_NULL, &some).unwrap(), mpi::MPI_PROC_NULL);
        for rank in [4, -1, i32::MAX] {
            assert_eq!(all.translate(rank, &some).unwrap_err().class(), mpi::MPI_ERR_RANK);
        }
    }

    #[test]
    fn empty_results_are_the_predefined_group() {
        let mut groups = Groups::default();
        let empty = groups.insert(Group::run(0, 2).difference(&Group::run(0, 3)));
        assert_eq!(empty, mpi::MPI_GROUP_EMPTY);
        groups.free(empty).unwrap();
        assert!(groups.get(empty, "group").unwrap().is_empty());
    }

    #[test]
    fn freed_groups_are_not_found() {
        let mut groups = Groups::default();
        let handle = groups.insert(Group::run(0, 2));
        assert_eq!(groups.session_of(handle), WORLD_MODEL);
        groups.free(handle).unwrap();
        let derived = groups.insert_of(0x500a, Group::run(0, 2));
        assert_eq!(groups.session_of(derived), 0x500a);
        assert_eq!(groups.get(handle, "group").unwrap_err().class(), mpi::MPI_ERR_GROUP);
        assert_eq!(groups.free(handle).unwrap_err().class(), mpi::MPI_ERR_GROUP);
        assert_eq!(groups.free(mpi::MPI_GROUP_NULL).unwrap_err().class(), mpi::MPI_ERR_GROUP);
    }
}
