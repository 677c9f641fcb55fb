//! Collective accesses of several ranks, whose messages and work are done in random order, compared
//! with a model of the file, byte by byte.

use std::collections::VecDeque;
use std::path::Path;

use ferry_constants as mpi;
use ferry_datatype::Datatype;
use proptest::prelude::*;
use proptest::test_runner::TestRng;

use super::*;
use crate::access::Manner;
use crate::open_file::Mode;
use crate::port::{Need, Task, Work};
use crate::representation::Representation;
use crate::view::View;

/// Runs the tasks of all ranks until all are over.
fn run_all(calls: Vec<Call>, rng: &mut TestRng) -> Vec<Outcome> {
    let ranks = calls.len() as u32;
    let mut tasks: Vec<Task<Outcome>> =
        (0..).zip(calls).map(|(rank, call)| Task::new(rank, ranks, |port| run(port, call))).collect();
    let mut works: Vec<Option<Work>> = tasks.iter().map(|_| None).collect();
    let mut on_the_way: Vec<VecDeque<Vec<u8>>> = (0..ranks * ranks).map(|_| VecDeque::new()).collect();
    let mut idle = 0;
    while tasks.iter().any(|task| !task.is_over()) {
        let rank = (rng.next_u32() % ranks) as usize;
        if let Some(work) = works[rank].take() {
            work();
        }
        for from in 0..ranks as usize {
            let link = from * ranks as usize + rank;
            if rng.next_u32().is_multiple_of(2)
                && let Some(message) = on_the_way[link].pop_front()
            {
                tasks[rank].arrived(from as u32, message);
                tasks[from].sent();
                idle = 0;
            }
        }
        if let Need::Work(work) = tasks[rank].advance() {
            works[rank] = Some(work);
            idle = 0;
        }
        while let Some((to, message)) = tasks[rank].next_outgoing() {
            on_the_way[rank * ranks as usize + to as usize].push_back(message);
            idle = 0;
        }
        idle += 1;
        assert!(idle < 10_000, "all ranks wait");
    }
    tasks.iter_mut().map(|task| task.take_result().expect("it is over")).collect()
}

fn byte() -> &'static Datatype {
    Datatype::predefined(mpi::MPI_BYTE).unwrap()
}

/// A filetype of these bytes of a tile.
fn filetype(bytes: &[i64], tile: i64) -> Datatype {
    Datatype::resized(&Datatype::indexed_block(1, bytes, byte()).unwrap(), 0, tile).unwrap()
}

/// What a test is about.
#[derive(Clone, Debug)]
struct Case {
    displacement: i64,
    /// The owner of each byte of a tile; those beyond the last rank are nobody's.
    owners: Vec<u32>,
    /// Position and length of each rank's access.
    accesses: Vec<(u64, u64)>,
    old: usize,
    aggregators: u32,
    /// Bytes by which everything is stretched, so that there are several windows.
    stretch: i64,
    sieve: u64,
    choice: bool,
}

fn cases() -> impl Strategy<Value = Case> {
    (1usize..5).prop_flat_map(|ranks| {
        (
            0i64..9000,
            prop::collection::vec(0..ranks as u32 + 1, 1..12),
            prop::collection::vec((0u64..40, 0u64..60), ranks),
            0usize..30_000,
            1..ranks as u32 + 1,
            prop::sample::select(vec![1i64, 100, 1500]),
            prop::sample::select(vec![0u64, 4096]),
            any::<bool>(),
        )
            .prop_map(|(displacement, owners, accesses, old, aggregators, stretch, sieve, choice)| Case {
                displacement,
                owners,
                accesses,
                old,
                aggregators,
                stretch,
                sieve,
                choice,
            })
    })
}

impl Case {
    fn view(&self, rank: u32) -> View {
        let tile = self.owners.len() as i64 * self.stretch;
        let of_rank = (0i64..).zip(&self.owners).filter(|(_, owner)| **owner == rank);
        let bytes: Vec<i64> = of_rank.flat_map(|(n, _)| n * self.stretch..(n + 1) * self.stretch).collect();
        View::new(self.displacement, byte(), &filetype(&bytes, tile), Representation::Native, true).unwrap()
    }

    fn calls(&self, path: &Path, direction: Direction, memory: impl Fn(u32, u64) -> Memory) -> Vec<Call> {
        let plan = Plan {
            aggregators: (0..self.aggregators).rev().collect(),
            buffer: 4096,
            unit: 0,
            is_nearby: self.stretch > 1000,
            choice: if self.choice { Choice::Enable } else { Choice::Automatic },
        };
        let call = |(rank, (position, len)): (u32, &(u64, u64))| {
            let view = self.view(rank);
            let len = if view.holds(0, 1) { len * self.stretch as u64 } else { 0 };
            let file = Arc::new(OpenFile::open(path, Mode::TESTED).unwrap());
            let manner = Manner { sieve: self.sieve, is_atomic: false };
            let (view, position) = (Arc::new(view), position * self.stretch as u64);
            let access = Access { file, view, position, memory: memory(rank, len), direction, manner };
            Call { access: Ok(access), plan: plan.clone(), order: None }
        };
        (0..).zip(&self.accesses).map(call).collect()
    }
}

fn data(rank: u32, len: u64) -> Vec<u8> {
    (0..len).map(|n| (n as u8).wrapping_mul(7) ^ (rank as u8 + 1) << 5).collect()
}

fn offsets(call: &Call) -> Vec<u64> {
    let access = call.access.as_ref().unwrap();
    access.view.walk(access.position, access.len()).flat_map(|e| e.offset..e.end()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]
    #[test]
    fn files_hold_what_ranks_wrote_and_ranks_read_what_files_hold(case in cases(), seed: [u8; 32]) {
        let mut rng = TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &seed);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut model: Vec<u8> = (0..case.old).map(|n| n as u8 ^ 0x55).collect();
        std::fs::write(&path, &model).unwrap();

        let calls = case.calls(&path, Direction::Write, |rank, len| Memory::owned(data(rank, len)));
        for (rank, call) in (0..).zip(&calls) {
            let offsets = offsets(call);
            for (offset, value) in offsets.iter().zip(data(rank, offsets.len() as u64)) {
                model.resize(model.len().max(*offset as usize + 1), 0);
                model[*offset as usize] = value;
            }
        }
        let lens: Vec<u64> = calls.iter().map(|call| call.access.as_ref().unwrap().len()).collect();
        for (outcome, len) in run_all(calls, &mut rng).iter().zip(lens) {
            prop_assert!(outcome.moved.error.is_none(), "{:?}", outcome.moved.error);
            prop_assert_eq!(outcome.moved.bytes, len);
        }
        prop_assert!(std::fs::read(&path).unwrap() == model, "the file differs from the model");

        let cut = case.old.min(model.len());
        model.truncate(cut);
        std::fs::write(&path, &model).unwrap();
        let calls = case.calls(&path, Direction::Read, |_, len| Memory::owned(vec![0xee; len as usize]));
        let expected: Vec<Vec<u8>> = calls.iter().map(|call| {
            offsets(call).iter().map(|offset| model.get(*offset as usize).copied().unwrap_or(0xee)).collect()
        }).collect();
        let there: Vec<usize> = calls.iter().map(|call| offsets(call).iter().filter(|at| (**at as usize) < cut).count()).collect();
        for ((outcome, expected), there) in run_all(calls, &mut rng).into_iter().zip(expected).zip(there) {
            prop_assert!(outcome.moved.error.is_none());
            prop_assert_eq!(outcome.moved.bytes, there as u64);
            prop_assert_eq!(outcome.memory.unwrap().into_bytes().unwrap(), expected);
        }
    }
}

/// Three ranks whose bytes alternate.
fn alternating() -> Case {
    let (owners, accesses) = (vec![0, 1, 2], vec![(0, 50); 3]);
    Case { displacement: 0, owners, accesses, old: 0, aggregators: 2, stretch: 100, sieve: 0, choice: true }
}

fn rng() -> TestRng {
    TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha)
}

#[test]
fn an_error_of_one_rank_is_every_rank_s() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let mut calls = alternating().calls(&path, Direction::Write, |rank, len| Memory::owned(data(rank, len)));
    calls[1].access = Err(Error::Said { class: mpi::MPI_ERR_TYPE, text: "no such datatype".to_owned() });
    for (rank, outcome) in run_all(calls, &mut rng()).iter().enumerate() {
        let error = outcome.moved.error.as_ref().unwrap();
        assert_eq!(error.class(), mpi::MPI_ERR_TYPE);
        assert_eq!(error.to_string().contains("rank 1 of the file's group"), rank != 1, "{error}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), []);
}

#[test]
fn an_aggregator_that_cannot_write_tells_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let mut calls = alternating().calls(&path, Direction::Write, |rank, len| Memory::owned(data(rank, len)));
    let read_only = OpenFile::open(&path, Mode { writes: false, creates: false, ..Mode::TESTED }).unwrap();
    calls[0].access.as_mut().unwrap().file = Arc::new(read_only);
    for outcome in run_all(calls, &mut rng()) {
        assert_eq!(outcome.moved.error.unwrap().class(), mpi::MPI_ERR_IO);
    }
}

#[test]
fn where_ranks_overlap_one_of_them_wins_throughout() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let case = Case { owners: vec![0], accesses: vec![(0, 500), (0, 500)], ..alternating() };
    let mut calls = case.calls(&path, Direction::Write, |rank, len| Memory::owned(data(rank, len)));
    let second = calls[1].access.as_mut().unwrap();
    (second.view, second.memory) = (Arc::new(case.view(0)), Memory::owned(data(1, 50_000)));
    assert!(run_all(calls, &mut rng()).iter().all(|outcome| outcome.moved.error.is_none()));
    assert_eq!(std::fs::read(&path).unwrap(), data(1, 50_000));
}

#[test]
fn ordered_accesses_follow_one_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let lens = [3, 0, 5];
    let case = Case { owners: vec![0], accesses: vec![(0, 0); 3], ..alternating() };
    let mut calls = case.calls(&path, Direction::Write, |_, _| Memory::owned(Vec::new()));
    for ((rank, call), len) in (0..).zip(&mut calls).zip(lens) {
        let access = call.access.as_mut().unwrap();
        (access.view, access.memory) = (Arc::new(View::bytes()), Memory::owned(data(rank, len)));
        let pointer = Box::new(move |sum| {
            assert_eq!((rank, sum), (0, 8));
            100
        });
        call.order = Some(Order { etypes: len, etype_bytes: 1, pointer });
    }
    assert!(run_all(calls, &mut rng()).iter().all(|outcome| outcome.moved.error.is_none()));
    let expected = [vec![0; 100], data(0, 3), data(2, 5)].concat();
    assert_eq!(std::fs::read(&path).unwrap(), expected);
}

#[test]
fn short_extents_go_through_aggregators() {
    // What two ranks have in turn, in extents of so many bytes.
    let of = |extent: u64, is_nearby: bool| -> Vec<Summary> {
        let summary = |start| Summary { start, end: start + 100 * extent, extent, is_alone: false, is_nearby };
        vec![summary(0), summary(extent)]
    };
    for (direction, long) in [(Direction::Read, LONG_READ_NEARBY), (Direction::Write, LONG_EXTENT)] {
        let decide = |mut summaries: Vec<Summary>| is_worth_two_phases(&mut summaries, Choice::Automatic, direction);
        assert!(decide(of(LONG_EXTENT - 1, false)) && !decide(of(LONG_EXTENT, false)));
        assert!(decide(of(long - 1, true)) && !decide(of(long, true)));
        // The file is near one rank only: all decide as for a file that is far.
        assert!(decide(vec![of(LONG_EXTENT - 1, true)[0], of(LONG_EXTENT - 1, false)[1]]));
    }
}

#[test]
fn coverage_knows_runs() {
    let mut covered = Coverage::new(Extent { offset: 1000, len: 200 });
    for (offset, len) in [(1000, 3), (1060, 70), (1130, 1), (1199, 1)] {
        covered.add(Extent { offset, len });
    }
    let runs: Vec<(u64, u64)> = covered.runs().iter().map(|run| (run.offset, run.len)).collect();
    assert_eq!((runs, covered.is_whole()), (vec![(1000, 3), (1060, 71), (1199, 1)], false));
    covered.add(Extent { offset: 1000, len: 200 });
    assert!(covered.is_whole());
}
