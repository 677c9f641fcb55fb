//! One-sided communication by messages, among three engines over a device in memory: random
//! accesses on a random schedule against what a memory does that is accessed in order.

use ferry_constants as mpi;
use ferry_datatype::Datatype;
use ferry_engine::window::{Exposed, Exposure, Notice, PendingAccess, Remote};
use ferry_engine::{Buffer, Engine, Limits};
use ferry_kernels::{Accumulation, ReduceOp};
use ferry_protocol::rma::control::{Control, Hold};
use proptest::prelude::*;

use crate::moves::Abilities;
use crate::network::{MemoryDevice, Network, PipeFaults};

const RANKS: usize = 3;
/// Elements of each origin's share of each part.
const SHARE: usize = 12_000;
const WINDOW: u64 = 0x77;

/// What an origin does to its share of a target's part.
#[derive(Clone, Copy, Debug)]
enum What {
    Put,
    Get,
    Accumulate(ReduceOp),
    Fetch(ReduceOp),
    Swap,
}

#[derive(Clone, Copy, Debug)]
struct Access {
    me: usize,
    target: usize,
    what: What,
    first: usize,
    count: usize,
    /// Elements from one to the next at the target, and at the origin.
    strides: (usize, usize),
    /// Flushed before the next.
    flushes: bool,
    /// Which engines look for progress behind it.
    turns: u32,
}

fn access() -> impl Strategy<Value = Access> {
    let op = || prop::sample::select(vec![ReduceOp::Sum, ReduceOp::BitXor, ReduceOp::Replace, ReduceOp::Max]);
    let what = prop_oneof![
        Just(What::Put),
        Just(What::Get),
        op().prop_map(What::Accumulate),
        op().prop_map(What::Fetch),
        Just(What::Fetch(ReduceOp::NoOp)),
        Just(What::Swap),
    ];
    // Short ones mostly, and some whose data come separately.
    let count = prop_oneof![4 => 1..40usize, 1 => 4_000..5_000usize];
    (0..RANKS, 0..RANKS, what, 0..500usize, count, (1..3usize, 1..3usize), any::<bool>(), any::<u32>()).prop_map(
        |(me, target, what, first, count, strides, flushes, turns)| Access {
            me,
            target,
            what,
            first,
            count,
            strides,
            flushes,
            turns,
        },
    )
}

fn int() -> &'static Datatype {
    Datatype::predefined(mpi::MPI_UINT32_T).unwrap()
}

fn strided(count: usize, stride: usize) -> Datatype {
    Datatype::vector(count as i64, 1, stride as i64, int()).unwrap()
}

/// Values that an access has to have stored in this process's memory once it is over.
struct Expected {
    me: usize,
    pending: PendingAccess,
    stride: usize,
    memory: Box<[u32]>,
    values: Vec<u32>,
}

struct World {
    engines: Vec<Engine<MemoryDevice>>,
    parts: Vec<Box<[u32]>>,
    controls: Vec<Control>,
    /// What the parts are to be when everything has arrived.
    model: Vec<Box<[u32]>>,
    expected: Vec<Expected>,
    /// Memory that sends may still read.
    kept: Vec<Box<[u32]>>,
    value: u32,
}

impl World {
    fn new(ring: usize, eager_max: usize) -> Self {
        let network = Network::new(RANKS, ring, PipeFaults::NoPipes, Abilities::NONE);
        let limits = Limits { eager_max, unexpected_budget: 1 << 20, method: None };
        let engine = |me: usize| {
            let device = MemoryDevice { network: network.clone(), me, max_body: 512 };
            Engine::new(device, me as u32, RANKS, limits)
        };
        let parts: Vec<Box<[u32]>> = (0..RANKS).map(|_| vec![0; RANKS * SHARE].into()).collect();
        let mut world = World {
            engines: (0..RANKS).map(engine).collect(),
            model: parts.clone(),
            parts,
            controls: (0..RANKS).map(|_| Control::default()).collect(),
            expected: Vec::new(),
            kept: Vec::new(),
            value: 1,
        };
        for me in 0..RANKS {
            let memory = Exposed::Range(world.parts[me].as_mut_ptr().cast(), (RANKS * SHARE * 4) as u64);
            // SAFETY: WIN-1: part and control block live as long as the world.
            unsafe {
                let exposure = Exposure::new(memory, &raw const world.controls[me]);
                world.engines[me].open_window(WINDOW, exposure, 0);
            }
        }
        world
    }

    fn turn(&mut self, mut random: u32) {
        for _ in 0..random % 7 {
            self.engines[(random / 7) as usize % RANKS].progress();
            random = random.rotate_left(5).wrapping_mul(2_654_435_761);
        }
    }

    fn until(&mut self, mut is_over: impl FnMut(&mut Self) -> bool) {
        for _ in 0..200_000 {
            if is_over(self) {
                return;
            }
            self.engines.iter_mut().for_each(|engine| _ = engine.progress());
        }
        panic!("it never ends");
    }

    fn flush(&mut self, me: usize, target: usize) {
        let tag = self.engines[me].begin_flush(WINDOW, target as u32);
        self.until(|world| {
            world.engines[me].take_answer(target as u32, tag).inspect(|answer| assert_eq!(*answer, Ok(()))).is_some()
        });
        self.until(|world| world.engines[me].is_settled(WINDOW, target as u32));
        self.check_expected();
    }

    /// Looks at what is over.
    fn check_expected(&mut self) {
        let World { expected, engines, .. } = self;
        expected.retain(|expected| {
            let is_over = engines[expected.me].is_access_done(&expected.pending);
            if is_over {
                for (at, value) in expected.values.iter().enumerate() {
                    assert_eq!(expected.memory[at * expected.stride], *value, "element {at}");
                }
            }
            !is_over
        });
    }

    fn run(&mut self, access: &Access) {
        let Access { me, target, what, first, count, strides: (there, here), .. } = *access;
        let count = if matches!(what, What::Swap) { 1 } else { count };
        let places: Vec<usize> = (0..count).map(|at| me * SHARE + first + at * there).collect();
        let before: Vec<u32> = places.iter().map(|place| self.model[target][*place]).collect();
        let mut origin: Box<[u32]> =
            (0..count * here).map(|at| self.value.wrapping_mul(2_654_435_761).wrapping_add(at as u32)).collect();
        self.value += 1;
        let remote = strided(count, there);
        let displacement = (me * SHARE + first) as u64 * 4;
        let at = Remote { window: WINDOW, peer: target as u32, displacement, count: 1, datatype: &remote };
        let bytes = count as u64 * 4;
        let local = strided(count, here);
        let mut result: Box<[u32]> = vec![0; count * here].into();
        // SAFETY: BUF-1: both lie on the heap, and the world keeps them.
        let (from, into) = unsafe {
            (
                Buffer::new(origin.as_mut_ptr().cast(), 1, &local).unwrap(),
                Buffer::new(result.as_mut_ptr().cast(), 1, &local).unwrap(),
            )
        };
        let engine = &mut self.engines[me];
        let mut returned = None;
        // SAFETY: as above.
        unsafe {
            match what {
                What::Put => {
                    engine.put_remote(&at, from, bytes);
                }
                What::Get => returned = engine.get_remote(&at, into, bytes),
                What::Accumulate(op) | What::Fetch(op) => {
                    let accumulation = Accumulation::new(op, int().primitive().unwrap()).unwrap();
                    let results = matches!(what, What::Fetch(_)).then_some(into);
                    returned = engine.accumulate_remote(&at, (op as u16, &accumulation), from, results, bytes)[1];
                }
                What::Swap => {
                    let compare = if first % 2 == 0 { before[0] } else { before[0].wrapping_add(1) };
                    let data = [origin[0].to_ne_bytes(), compare.to_ne_bytes()].concat();
                    let at = Remote { datatype: int(), ..at };
                    returned = engine.compare_and_swap_remote(&at, &data, Buffer::dense(result.as_mut_ptr().cast(), 4));
                    if compare == before[0] {
                        self.model[target][places[0]] = origin[0];
                    }
                }
            }
        }
        for (index, place) in places.iter().enumerate() {
            let (operand, element) = (origin[index * here], &mut self.model[target][*place]);
            match what {
                What::Put => *element = operand,
                What::Accumulate(op) | What::Fetch(op) => {
                    *element = match op {
                        ReduceOp::Sum => operand.wrapping_add(*element),
                        ReduceOp::BitXor => operand ^ *element,
                        ReduceOp::Max => operand.max(*element),
                        ReduceOp::Replace => operand,
                        _ => *element,
                    }
                }
                What::Get | What::Swap => {}
            }
        }
        self.kept.push(origin);
        match returned {
            Some(pending) => self.expected.push(Expected { me, pending, stride: here, memory: result, values: before }),
            None => self.kept.push(result),
        }
        self.turn(access.turns);
        // Accesses behind a put, and puts behind gets, are not ordered.
        if access.flushes || matches!(what, What::Put | What::Get) {
            self.flush(me, target);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn parts_are_what_accesses_in_order_make_of_them(accesses in prop::collection::vec(access(), 1..40), ring in 1..5usize, eager_max in 0..500usize) {
        let mut world = World::new(ring, eager_max);
        accesses.iter().for_each(|access| world.run(access));
        for me in 0..RANKS {
            for target in 0..RANKS {
                world.flush(me, target);
            }
        }
        prop_assert!(world.expected.is_empty());
        for target in 0..RANKS {
            prop_assert!(world.parts[target] == world.model[target], "part {}", target);
        }
        for me in 0..RANKS {
            world.until(|world| world.engines[me].is_window_idle(WINDOW));
            world.engines[me].close_window(WINDOW);
            prop_assert_eq!(world.engines[me].operations().count(), 0);
        }
    }
}

#[test]
fn an_operation_that_looks_at_no_operands_sends_none() {
    let mut world = World::new(100, 256);
    let accumulation = Accumulation::new(ReduceOp::NoOp, int().primitive().unwrap()).unwrap();
    world.parts[1][..SHARE].fill(9);
    let at = Remote { window: WINDOW, peer: 1, displacement: 0, count: SHARE as u64, datatype: int() };
    let (what, bytes) = ((ReduceOp::NoOp as u16, &accumulation), SHARE as u64 * 4);
    let mut before: Box<[u32]> = vec![0; SHARE].into();
    // SAFETY: BUF-1: the result is there until the access is over.
    let pending = unsafe {
        let results = Buffer::dense(before.as_mut_ptr().cast(), bytes);
        world.engines[0].accumulate_remote(&at, what, Buffer::empty(), Some(results), bytes)
    };
    assert_eq!(world.engines[0].device().network.borrow_mut().ring(0, 1).len(), 1, "more than the request was sent");
    world.until(|world| world.engines[0].is_access_done(&pending[1].unwrap()));
    assert!(before.iter().all(|element| *element == 9));
}

#[test]
fn holds_are_granted_in_turn_by_the_owner() {
    let mut world = World::new(2, 100);
    let ask = |world: &mut World, me: usize, hold| world.engines[me].begin_enter(WINDOW, 0, hold);
    let first = ask(&mut world, 1, Hold::Exclusive);
    world.until(|world| world.engines[1].take_answer(0, first).is_some());
    let second = ask(&mut world, 2, Hold::Shared);
    for _ in 0..100 {
        world.engines.iter_mut().for_each(|engine| _ = engine.progress());
    }
    assert!(world.engines[2].take_answer(0, second).is_none() && !world.controls[0].try_enter(Hold::Shared));
    let left = world.engines[1].begin_leave(WINDOW, 0, Hold::Exclusive, true);
    world.until(|world| world.engines[1].take_answer(0, left).is_some());
    world.until(|world| world.engines[2].take_answer(0, second).is_some());
    assert!(world.controls[0].try_enter(Hold::Shared) && !world.controls[0].try_enter(Hold::Exclusive));
}

#[test]
fn a_hold_that_is_given_up_goes_to_others() {
    let mut world = World::new(2, 100);
    let turns = |world: &mut World| (0..100).for_each(|_| world.engines.iter_mut().for_each(|engine| _ = engine.progress()));
    let first = world.engines[1].begin_enter(WINDOW, 0, Hold::Exclusive);
    world.until(|world| world.engines[1].take_answer(0, first).is_some());
    // Before it was granted, and after that.
    for _ in 0..2 {
        let second = world.engines[2].begin_enter(WINDOW, 0, Hold::Exclusive);
        turns(&mut world);
        world.engines[2].give_up_enter(WINDOW, 0, Hold::Exclusive, second);
        turns(&mut world);
        assert!(world.engines[2].take_answer(0, second).is_none());
        if !world.controls[0].try_enter(Hold::Exclusive) {
            let left = world.engines[1].begin_leave(WINDOW, 0, Hold::Exclusive, true);
            world.until(|world| world.engines[1].take_answer(0, left).is_some());
            assert!(world.controls[0].try_enter(Hold::Exclusive));
        }
        assert!(!world.controls[0].leave(Hold::Exclusive), "somebody waits");
    }
}

#[test]
fn a_process_that_is_lost_gets_no_hold() {
    let mut world = World::new(2, 100);
    let turns = |world: &mut World| (0..100).for_each(|_| world.engines.iter_mut().for_each(|engine| _ = engine.progress()));
    assert!(world.controls[0].try_enter(Hold::Exclusive));
    let _ = world.engines[1].begin_enter(WINDOW, 0, Hold::Exclusive);
    turns(&mut world);
    assert!(world.controls[0].leave(Hold::Exclusive) && world.controls[0].try_enter(Hold::Exclusive));
    world.engines[0].lose_peer(1, "it has died".to_owned());
    turns(&mut world);
    assert!(!world.controls[0].leave(Hold::Exclusive), "somebody waits");
    turns(&mut world);
    assert!(world.controls[0].try_enter(Hold::Exclusive));
}

#[test]
fn what_is_not_exposed_is_refused_and_told_once() {
    let mut world = World::new(2, 100);
    let mut data: Vec<u32> = vec![7; 9000];
    for count in [10, 9000] {
        let displacement = (RANKS * SHARE - 5) as u64 * 4;
        let at = Remote { window: WINDOW, peer: 1, displacement, count, datatype: int() };
        // SAFETY: BUF-1: the data outlive the flush.
        unsafe {
            let from = Buffer::dense(data.as_mut_ptr().cast(), count * 4);
            world.engines[0].put_remote(&at, from, count * 4);
        }
        for is_told in [true, false] {
            let tag = world.engines[0].begin_flush(WINDOW, 1);
            let mut answer = None;
            world.until(|world| {
                answer = world.engines[0].take_answer(1, tag);
                answer.is_some()
            });
            assert_eq!(answer.unwrap().is_err(), is_told, "{count} elements");
        }
        world.until(|world| world.engines[0].is_settled(WINDOW, 1));
    }
    assert!(world.parts[1].iter().all(|element| *element == 0));
}

/// A flush does not wait for other targets, and for its own one it does, though another thread's
/// flush has asked about all that went out.
#[test]
fn a_target_is_quiet_when_it_has_answered_whoever_has_asked() {
    let mut world = World::new(2, 100);
    let mut data = [7_u32; 10];
    let at = Remote { window: WINDOW, peer: 1, displacement: 0, count: 10, datatype: int() };
    let quiet = |world: &World| [Some(1), Some(2), None].map(|target| world.engines[0].is_quiet(WINDOW, target));
    assert_eq!(quiet(&world), [true; 3]);
    // SAFETY: BUF-1: the data outlive the flush.
    unsafe { world.engines[0].put_remote(&at, Buffer::dense(data.as_mut_ptr().cast(), 40), 40) };
    assert_eq!(quiet(&world), [false, true, false]);
    let tag = world.engines[0].begin_flush(WINDOW, 1);
    assert_eq!(quiet(&world), [false, true, false]);
    assert!(world.engines[0].is_unflushed(WINDOW, 1) && world.engines[0].unflushed(WINDOW) == [1]);
    world.until(|world| world.engines[0].take_answer(1, tag).is_some());
    world.until(|world| world.engines[0].is_settled(WINDOW, 1));
    assert_eq!(quiet(&world), [true; 3]);
    assert!(!world.engines[0].is_unflushed(WINDOW, 1) && world.parts[1][..10] == data);
}

#[test]
fn notices_are_counted_and_come_after_what_was_put_before() {
    let mut world = World::new(1, 100);
    let mut data: Vec<u32> = (0..9000).collect();
    for round in 0..2 {
        let at = Remote { window: WINDOW, peer: 2, displacement: 0, count: 9000, datatype: int() };
        // SAFETY: BUF-1: the data outlive the access.
        unsafe {
            let from = Buffer::dense(data.as_mut_ptr().cast(), 36_000);
            world.engines[0].put_remote(&at, from, 36_000);
        }
        world.engines[0].notify(WINDOW, 2, Notice::Completed);
        assert!(!world.engines[2].has_notice(WINDOW, 0, Notice::Completed), "round {round}");
        world.until(|world| world.engines[2].has_notice(WINDOW, 0, Notice::Completed));
        assert!(world.parts[2][..9000] == data[..]);
        assert!(!world.engines[2].has_notice(WINDOW, 0, Notice::Posted));
        world.engines[2].take_notice(WINDOW, 0, Notice::Completed);
        world.until(|world| world.engines[0].is_settled(WINDOW, 2));
        world.parts[2].fill(0);
    }
}
