//! Dynamic windows over simulated adapters: memory that is attached, accessed and detached in any
//! order, by the device where it has the key, against a model.

use ferry_datatype::Datatype;
use ferry_engine::Buffer;
use ferry_engine::window::{Attached, Exposed, Exposure, Problem, Reach, Remote};
use ferry_protocol::rma::control::Control;
use ferry_protocol::rma::message::Status;
use ferry_sim::Faults;
use ferry_sim::fault::CHANCES;
use proptest::prelude::*;

use crate::world::{Job, Plan, Ranks, Scheme};

const WINDOW: u64 = 0x78;
const RANKS: usize = 3;
const BLOCKS: usize = 3;
/// Words of a block of memory.
const WORDS: usize = 2000;

#[derive(Clone, Debug)]
enum Step {
    Put {
        me: usize,
        ahead: usize,
        block: usize,
        words: usize,
    },
    Get {
        me: usize,
        ahead: usize,
        block: usize,
        words: usize,
    },
    /// Detaches a block if it is attached, attaches it with so many words otherwise.
    Change {
        me: usize,
        block: usize,
        words: usize,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let access = (0..RANKS, 1..RANKS, 0..BLOCKS, 1..WORDS);
    prop_oneof![
        3 => access.clone().prop_map(|(me, ahead, block, words)| Step::Put { me, ahead, block, words }),
        2 => access.prop_map(|(me, ahead, block, words)| Step::Get { me, ahead, block, words }),
        2 => (0..RANKS, 0..BLOCKS, WORDS / 2..WORDS).prop_map(|(me, block, words)| Step::Change { me, block, words }),
    ]
}

struct Windows {
    job: Job,
    blocks: Vec<Vec<Vec<u64>>>,
    /// Words that are attached.
    attached: Vec<[Option<usize>; BLOCKS]>,
    /// They are not touched, but live as long as the windows.
    _controls: Vec<Control>,
    value: u64,
    /// Accesses by the device.
    direct: usize,
}

impl Ranks for Windows {
    fn job(&mut self) -> &mut Job {
        &mut self.job
    }
}

impl Windows {
    fn new(plan: &Plan) -> Self {
        let controls: Vec<_> = (0..RANKS).map(|_| Control::default()).collect();
        let mut job = Job::new(plan);
        for (me, control) in controls.iter().enumerate() {
            // SAFETY: blocks and control blocks live as long as the windows.
            unsafe {
                let exposure = Exposure::new(Exposed::Attached(Attached::default()), &raw const *control);
                job.ranks[me].open_window(WINDOW, exposure, 0);
            }
        }
        let blocks = vec![vec![vec![0; WORDS]; BLOCKS]; RANKS];
        Windows { job, blocks, attached: vec![[None; BLOCKS]; RANKS], _controls: controls, value: 1, direct: 0 }
    }

    fn address(&mut self, rank: usize, block: usize) -> u64 {
        self.blocks[rank][block].as_mut_ptr().expose_provenance() as u64
    }

    fn change(&mut self, me: usize, block: usize, words: usize) {
        let address = self.address(me, block);
        if self.attached[me][block].take().is_none() {
            let exposure = self.job.ranks[me].exposure_mut(WINDOW).expect("a window");
            assert!(exposure.attach(address, words as u64 * 8));
            self.attached[me][block] = Some(words);
            return;
        }
        let mut detached = self.job.ranks[me].begin_detach(WINDOW, address).expect("it was attached");
        self.until("a detach", |windows| {
            let engine = &mut windows.job.ranks[me];
            detached.asked.retain(|(peer, tag)| engine.take_answer(*peer, *tag).is_none());
            detached.asked.is_empty()
        });
        self.job.ranks[me].end_detach(&detached);
    }

    /// One access with a flush: what came back, or why it was refused.
    fn access(&mut self, me: usize, target: usize, block: usize, data: &mut [u64], is_put: bool) -> Option<Problem> {
        let (address, bytes) = (self.address(target, block), data.len() as u64 * 8);
        let number = target as u32;
        let word = Datatype::predefined(ferry_constants::MPI_UINT64_T).expect("predefined");
        let engine = &mut self.job.ranks[me];
        // SAFETY: the data outlive the access.
        let local = unsafe { Buffer::dense(data.as_mut_ptr().cast(), bytes) };
        let key = engine.attached_key(WINDOW, number, address..address + bytes);
        self.direct += usize::from(key.is_some());
        if let Some((key, start)) = key {
            let at = Reach { window: WINDOW, peer: number, key: &key, offset: address - start };
            // SAFETY: as above.
            let begun =
                unsafe { if is_put { engine.put_directly(&at, local, bytes) } else { engine.get_directly(&at, local, bytes) } };
            begun.expect("the adapter does it");
        } else {
            let at = Remote { window: WINDOW, peer: number, displacement: address, count: data.len() as u64, datatype: word };
            // SAFETY: as above.
            unsafe { if is_put { engine.put_remote(&at, local, bytes) } else { engine.get_remote(&at, local, bytes) } };
        }
        let mut answer = None;
        if engine.is_unflushed(WINDOW, number) {
            let tag = engine.begin_flush(WINDOW, number);
            self.until("a flush", |windows| {
                answer = windows.job.ranks[me].take_answer(number, tag).map(Result::err).or(answer);
                answer.is_some()
            });
        }
        self.until("settling", |windows| windows.job.ranks[me].is_settled(WINDOW, number));
        answer.flatten().or(self.job.ranks[me].take_problem(WINDOW, number))
    }

    fn run(&mut self, step: &Step) {
        match *step {
            Step::Change { me, block, words } => self.change(me, block, words),
            Step::Put { me, ahead, block, words } => {
                let target = (me + ahead) % RANKS;
                self.value += 1;
                let mut data: Vec<u64> = (0..words as u64).map(|at| self.value << 32 | at).collect();
                let before = self.blocks[target][block].clone();
                let problem = self.access(me, target, block, &mut data, true);
                let fits = self.attached[target][block].is_some_and(|attached| words <= attached);
                assert_eq!(problem.is_none(), fits, "{problem:?}");
                let (now, rest) = self.blocks[target][block].split_at(words);
                assert!(now == if fits { &data } else { &before[..words] } && rest == &before[words..], "what the target has");
            }
            Step::Get { me, ahead, block, words } => {
                let target = (me + ahead) % RANKS;
                let mut data = vec![u64::MAX; words];
                let problem = self.access(me, target, block, &mut data, false);
                let fits = self.attached[target][block].is_some_and(|attached| words <= attached);
                assert_eq!(problem.is_none(), fits, "{problem:?}");
                assert!(!fits || data == self.blocks[target][block][..words], "what came back");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn attached_memory_is_accessed_and_detached_memory_is_not(steps in prop::collection::vec(step(), 1..60), scheme in 0..4usize, seed in 1..1000_u64, is_slow: bool) {
        let faults = if is_slow { Faults { delay: CHANCES / 20, delay_ns: 50_000, ..Faults::default() } } else { Faults::default() };
        let mut windows = Windows::new(&Plan { ranks: RANKS, scheme: Scheme::all()[scheme].clone(), faults, seed, ..Plan::default() });
        steps.iter().for_each(|step| windows.run(step));
    }
}

#[test]
fn the_first_access_asks_for_the_key_and_detaching_takes_it_back() {
    let mut windows = Windows::new(&Plan { ranks: RANKS, ..Plan::default() });
    let put = |windows: &mut Windows| windows.access(0, 1, 0, &mut [7; 900], true);
    for round in 1..=3 {
        windows.change(1, 0, 1000);
        let before = windows.direct;
        assert_eq!(put(&mut windows), None);
        assert_eq!(windows.direct, before, "the key is not known yet");
        let regions = windows.job.device(1).counters().registrations;
        assert_eq!((put(&mut windows), put(&mut windows)), (None, None));
        assert_eq!(windows.direct, before + 2, "round {round}");
        assert_eq!(windows.job.device(1).counters().registrations, regions);
        assert!(windows.blocks[1][0][..900].iter().all(|word| *word == 7));
        windows.change(1, 0, 0);
        assert_eq!(put(&mut windows), Some(Problem::Refused(Status::NotAttached)));
        assert_eq!(windows.direct, before + 2, "what is detached is no business of the adapter");
    }
}

#[test]
fn accesses_across_ranges_that_touch_are_messages() {
    let mut windows = Windows::new(&Plan { ranks: RANKS, ..Plan::default() });
    let address = windows.address(1, 0);
    let exposure = windows.job.ranks[1].exposure_mut(WINDOW).expect("a window");
    assert!(exposure.attach(address, 800) && exposure.attach(address + 800, 800));
    for _ in 0..3 {
        assert_eq!(windows.access(0, 1, 0, &mut [3; 200], true), None);
    }
    assert_eq!(windows.direct, 0);
    assert_eq!(windows.access(0, 1, 0, &mut [4; 100], true), None);
    assert_eq!(windows.direct, 1);
    assert!(windows.blocks[1][0][..100].iter().all(|word| *word == 4));
    assert!(windows.blocks[1][0][100..200].iter().all(|word| *word == 3));
}
