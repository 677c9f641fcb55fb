//! Windows over simulated adapters: random accesses, some by the device itself and some by
//! messages, against a model.

use ferry_datatype::Datatype;
use ferry_device::{Change, Key};
use ferry_engine::Buffer;
use ferry_engine::window::{Exposed, Exposure, Part, PendingAccess, Reach, Remote};
use ferry_kernels::{Accumulation, ReduceOp};
use ferry_protocol::rma::control::Control;
use ferry_sim::Faults;
use ferry_sim::fault::CHANCES;
use proptest::prelude::*;

use ferry_protocol::reuse::model::Linear;
use ferry_rc::options::{BufferReuse, Fraction, Prices};

use crate::world::{Job, Plan, Ranks, Scheme, content};

const WINDOW: u64 = 0x77;
const RANKS: usize = 3;
/// Bytes of the part of a rank that another one accesses, and accesses of it between two flushes.
const SHARE: usize = 1 << 16;
const SLOTS: usize = 4;
const SLOT: usize = SHARE / SLOTS;

#[derive(Clone, Copy, Debug)]
enum What {
    Put,
    Get,
    PutByMessage,
    FetchAndAdd,
}

/// One access of a rank to a slot of its share at a target.
#[derive(Clone, Debug)]
struct Access {
    me: usize,
    target: usize,
    what: What,
    slot: usize,
    words: usize,
    /// The data lie in so many pieces here.
    pieces: usize,
    flushes: bool,
}

fn access() -> impl Strategy<Value = Access> {
    let what =
        prop_oneof![3 => Just(What::Put), 3 => Just(What::Get), 1 => Just(What::PutByMessage), 1 => Just(What::FetchAndAdd)];
    let words = prop_oneof![1..40usize, 40..SLOT / 8 - 8];
    (0..RANKS, 1..RANKS, what, 0..SLOTS, words, 1..5usize, any::<bool>()).prop_map(
        |(me, ahead, what, slot, words, pieces, flushes)| Access {
            me,
            target: (me + ahead) % RANKS,
            what,
            slot,
            words,
            pieces,
            flushes,
        },
    )
}

/// How data lie in an origin's memory: in blocks with a word between them.
#[derive(Clone, Copy)]
struct Local {
    words: usize,
    pieces: usize,
}

impl Local {
    fn block(self) -> usize {
        self.words / self.pieces
    }

    fn spread(self, data: &[u64]) -> Vec<u64> {
        data.chunks(self.block()).flat_map(|block| block.iter().copied().chain([0])).collect()
    }

    /// # Safety
    /// The memory stays where it is until the access is over.
    unsafe fn buffer(self, memory: &mut [u64]) -> Buffer {
        let (pieces, block) = (self.pieces as i64, self.block() as i64);
        let datatype = Datatype::vector(pieces, block, block + 1, &word()).expect("a datatype");
        // SAFETY: as the caller promises.
        unsafe { Buffer::new(memory.as_mut_ptr().cast(), 1, &datatype) }.expect("a buffer")
    }
}

fn word() -> Datatype {
    Datatype::predefined(ferry_constants::MPI_UINT64_T).expect("predefined").clone()
}

/// What is to be here when an access is over.
struct Expected {
    me: usize,
    pending: PendingAccess,
    memory: Vec<u64>,
    words: Vec<u64>,
}

struct Windows {
    job: Job,
    parts: Vec<Vec<u64>>,
    controls: Vec<Control>,
    keys: Vec<Key>,
    model: Vec<Vec<u64>>,
    /// Slots with accesses that were not flushed: of whom, where, which.
    used: Vec<(usize, usize, usize)>,
    expected: Vec<Expected>,
    /// Memory that sends may still read.
    kept: Vec<Vec<u64>>,
    value: u64,
}

impl Ranks for Windows {
    fn job(&mut self) -> &mut Job {
        &mut self.job
    }
}

impl Windows {
    fn new(plan: &Plan) -> Self {
        let parts = vec![vec![0_u64; RANKS * SHARE / 8]; plan.ranks];
        let controls = (0..plan.ranks).map(|_| Control::default()).collect();
        let mut windows = Windows {
            job: Job::new(plan),
            model: parts.clone(),
            parts,
            controls,
            keys: Vec::new(),
            used: Vec::new(),
            expected: Vec::new(),
            kept: Vec::new(),
            value: 1,
        };
        for me in 0..plan.ranks {
            let base = windows.parts[me].as_mut_ptr();
            let bytes = (RANKS * SHARE) as u64;
            let engine = &mut windows.job.ranks[me];
            // SAFETY: part and control block live as long as the windows.
            unsafe {
                let exposure = Exposure::new(Exposed::Range(base.cast(), bytes), &raw const windows.controls[me]);
                engine.open_window(WINDOW, exposure, 0);
                let region = engine.open_to_peers(base.expose_provenance() as u64, bytes).expect("it can be registered");
                windows.keys.push(engine.key_for_peers(region));
            }
        }
        windows
    }

    /// As `MPI_Win_flush`: asks the target if there were messages, and waits for what the device
    /// does.
    fn flush(&mut self, me: usize, target: usize) {
        if self.job.ranks[me].is_unflushed(WINDOW, target as u32) {
            let tag = self.job.ranks[me].begin_flush(WINDOW, target as u32);
            self.until("a flush", |windows| windows.job.ranks[me].take_answer(target as u32, tag).is_some());
        }
        self.until("settling", |windows| windows.job.ranks[me].is_settled(WINDOW, target as u32));
        assert_eq!(self.job.ranks[me].take_problem(WINDOW, target as u32), None);
        self.used.retain(|(from, to, _)| (*from, *to) != (me, target));
        let base = me * SHARE / 8;
        assert!(
            self.parts[target][base..][..SHARE / 8] == self.model[target][base..][..SHARE / 8],
            "what rank {me} has flushed to rank {target} is there"
        );
        let Windows { expected, job, .. } = self;
        expected.retain(|expected| {
            let is_over = job.ranks[expected.me].is_access_done(&expected.pending);
            assert!(!is_over || expected.memory == expected.words, "what came back");
            !is_over
        });
    }

    fn run(&mut self, access: &Access) {
        let Access { me, target, what, slot, words, pieces, .. } = *access;
        if self.used.contains(&(me, target, slot)) {
            self.flush(me, target);
        }
        self.used.push((me, target, slot));
        let first = (me * SHARE + slot * SLOT) / 8;
        let local = Local { words: words.next_multiple_of(pieces), pieces };
        let words = local.words;
        let data: Vec<u64> = (0..words as u64).map(|at| self.value << 32 | at).collect();
        self.value += 1;
        let (mut origin, mut result) = (local.spread(&data), local.spread(&vec![0; words]));
        let bytes = words as u64 * 8;
        let before = self.model[target][first..first + words].to_vec();
        let engine = &mut self.job.ranks[me];
        let reach = Reach { window: WINDOW, peer: target as u32, key: &self.keys[target], offset: first as u64 * 8 };
        let word = word();
        let at =
            Remote { window: WINDOW, peer: target as u32, displacement: first as u64 * 8, count: words as u64, datatype: &word };
        // SAFETY: memory of vectors that stay where they are and are kept.
        let (from, into) = unsafe { (local.buffer(&mut origin), local.buffer(&mut result)) };
        // SAFETY: as above.
        let returned = unsafe {
            match what {
                What::Put => {
                    engine.put_directly(&reach, from, bytes).expect("the adapter puts");
                    None
                }
                What::Get => Some(engine.get_directly(&reach, into, bytes).expect("the adapter gets")),
                What::PutByMessage => {
                    engine.put_remote(&at, from, bytes);
                    None
                }
                What::FetchAndAdd => {
                    let sum = Accumulation::new(ReduceOp::Sum, word.primitive().expect("one")).expect("defined");
                    engine.accumulate_remote(&at, (ReduceOp::Sum as u16, &sum), from, Some(into), bytes)[1]
                }
            }
        };
        for (at, element) in self.model[target][first..first + words].iter_mut().enumerate() {
            match what {
                What::Put | What::PutByMessage => *element = data[at],
                What::FetchAndAdd => *element = element.wrapping_add(data[at]),
                What::Get => {}
            }
        }
        self.kept.push(origin);
        match returned {
            Some(pending) => self.expected.push(Expected { me, pending, memory: result, words: local.spread(&before) }),
            None => self.kept.push(result),
        }
        if access.flushes {
            self.flush(me, target);
        }
    }

    fn finish(mut self) {
        for (me, target) in
            (0..RANKS).flat_map(|me| (0..RANKS).map(move |target| (me, target))).filter(|(me, target)| me != target)
        {
            self.flush(me, target);
        }
        assert!(self.expected.is_empty(), "all has come back");
    }
}

fn run(plan: &Plan, accesses: &[Access]) {
    let mut windows = Windows::new(plan);
    accesses.iter().for_each(|access| windows.run(access));
    windows.finish();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn parts_are_what_accesses_make_of_them(accesses in prop::collection::vec(access(), 1..40), scheme in 0..4usize, seed in 1..1000_u64, is_slow: bool, reuse in 0..3usize, watches: bool) {
        let faults = if is_slow { Faults { delay: CHANCES / 20, delay_ns: 50_000, ..Faults::default() } } else { Faults::default() };
        let reuse = [BufferReuse::OFF, BufferReuse::ALWAYS, BufferReuse::after(Fraction::Quarter)][reuse];
        run(&Plan { ranks: RANKS, scheme: Scheme::all()[scheme].clone(), faults, seed, reuse, watches, ..Plan::default() }, &accesses);
    }
}

#[test]
fn puts_to_many_peers_while_nobody_looks_have_room_for_their_completions() {
    const PEERS: usize = 20;
    const PUTS: usize = 128;
    for scheme in Scheme::all() {
        let mut windows = Windows::new(&Plan { ranks: PEERS + 1, scheme, ..Plan::default() });
        let put = |windows: &mut Windows, peer: usize, word: usize| {
            let reach = Reach { window: WINDOW, peer: peer as u32, key: &windows.keys[peer], offset: word as u64 * 8 };
            let mut value = (peer * PUTS + word) as u64 + 1;
            windows.model[peer][word] = value;
            // SAFETY: so few bytes are copied into the request.
            unsafe { windows.job.ranks[0].put_directly(&reach, Buffer::dense((&raw mut value).cast(), 8), 8) }.expect("a put");
        };
        for peer in 1..=PEERS {
            put(&mut windows, peer, 0);
            windows.flush(0, peer);
        }
        for word in 1..PUTS {
            (1..=PEERS).for_each(|peer| put(&mut windows, peer, word));
        }
        windows.job.world.settle();
        (1..=PEERS).for_each(|peer| windows.flush(0, peer));
        assert_eq!(windows.job.device(0).counters().failures, 0);
    }
}

#[test]
fn what_is_outside_or_cannot_be_registered_goes_by_messages() {
    let plan = Plan { ranks: RANKS, ..Plan::default() };
    let mut windows = Windows::new(&plan);
    let mut data = vec![7_u64; 40];
    let reach = |offset| (offset, windows.keys[1]);
    for (offset, key) in [reach((RANKS * SHARE) as u64 - 8), (0, Key::NONE)] {
        let at = Reach { window: WINDOW, peer: 1, key: &key, offset };
        // SAFETY: the data outlive the job.
        let buffer = unsafe { Buffer::dense(data.as_mut_ptr().cast(), 320) };
        // SAFETY: as above.
        let refused = unsafe { windows.job.ranks[0].put_directly(&at, buffer, 320) };
        assert_eq!(refused.expect_err("there is no such memory").bytes(), 320);
        assert_eq!(windows.job.ranks[0].operation_count(), 0);
    }
    assert!(windows.parts[1].iter().all(|word| *word == 0));
    windows.finish();
}

/// Peers put there, and the process stores there, whenever they like: nothing is to be brought from
/// other pages, as memory that is open stays on its own.
#[test]
fn memory_that_is_open_stays_where_it_is_and_keeps_what_is_stored_there() {
    const LEN: usize = 100_000;
    for follows_page_tables in [false, true] {
        let mut job = Job::new(&Plan { follows_page_tables, ..Plan::default() });
        let mut memory = content(5, LEN);
        let (address, len) = (memory.as_mut_ptr().expose_provenance() as u64, LEN as u64);
        // SAFETY: the memory outlives the job.
        let region = unsafe { job.ranks[1].open_to_peers(address, len) }.expect("it can be registered");
        let witness = job.witnesses[1].clone();
        let kept = if follows_page_tables { Vec::new() } else { vec![(address, len)] };
        assert_eq!(*witness.kept.borrow(), kept);
        witness.former.replace(Some((address, content(6, LEN))));
        witness.moves.set(1);
        memory.copy_from_slice(&content(7, LEN));
        job.ranks[1].close_to_peers(region);
        assert!(memory == content(7, LEN) && witness.kept.borrow().is_empty());
        assert_eq!(job.device(1).counters().caught_up_bytes, 0);
    }
}

#[test]
fn memory_that_cannot_be_registered_is_not_kept() {
    let faults = Faults { registration: CHANCES, ..Faults::default() };
    let mut job = Job::new(&Plan { faults, ..Plan::default() });
    let mut memory = vec![0; 100_000];
    // SAFETY: the memory outlives the job.
    assert!(unsafe { job.ranks[1].open_to_peers(memory.as_mut_ptr().expose_provenance() as u64, 100_000) }.is_none());
    assert!(job.witnesses[1].kept.borrow().is_empty());
}

/// Begins one access of 1,000 bytes to the window of rank 1, changes what it has here at once, and
/// waits for its end.
fn access_and_change(reuse: BufferReuse, is_put: bool) -> (Windows, Vec<u8>) {
    let mut windows = Windows::new(&Plan { ranks: RANKS, reuse, ..Plan::default() });
    windows.parts[1].fill(u64::from_ne_bytes([3; 8]));
    let mut memory = vec![1_u8; 1000];
    let at = Reach { window: WINDOW, peer: 1, key: &windows.keys[1].clone(), offset: 0 };
    // SAFETY: the memory outlives the access.
    unsafe {
        let buffer = Buffer::dense(memory.as_mut_ptr(), 1000);
        let engine = &mut windows.job.ranks[0];
        let begun = if is_put { engine.put_directly(&at, buffer, 1000) } else { engine.get_directly(&at, buffer, 1000) };
        begun.expect("the adapter does it");
    }
    memory.fill(2);
    windows.until("an access", |windows| windows.job.ranks[0].is_settled(WINDOW, 1));
    (windows, memory)
}

fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}

#[test]
fn a_put_from_memory_that_is_used_rarely_is_copied_first() {
    let (mut windows, _) = access_and_change(BufferReuse::OFF, true);
    assert!(bytes(&windows.parts[1])[..1000].iter().all(|byte| *byte == 1), "as it was in the call");
    let counters = windows.job.device(0).counters();
    assert_eq!((counters.staged, counters.staged_bytes, counters.bytes_direct), (1, 1000, 0));
    assert_eq!(counters.registrations, 1, "the window");
}

/// That is the program's error; it shows that nothing is copied.
#[test]
fn a_put_from_memory_that_is_used_often_leaves_from_there() {
    let (mut windows, _) = access_and_change(BufferReuse::ALWAYS, true);
    assert!(bytes(&windows.parts[1])[..1000].iter().all(|byte| *byte == 2), "as it is when the adapter reads it");
    let counters = windows.job.device(0).counters();
    assert_eq!((counters.staged, counters.bytes_direct), (0, 1000));
    let reuse = windows.job.device(0).access_reuse().expect("it was asked");
    assert_eq!((reuse.counters().total().direct, reuse.counters().total().copied), (1, 0));
}

#[test]
fn a_get_comes_through_a_buffer_or_straight_to_its_memory() {
    for (reuse, staged) in [(BufferReuse::OFF, 1), (BufferReuse::ALWAYS, 0)] {
        let (mut windows, memory) = access_and_change(reuse, false);
        assert!(memory.iter().all(|byte| *byte == 3), "what the target has");
        assert_eq!(windows.job.device(0).counters().staged, staged);
    }
}

#[test]
fn puts_from_one_buffer_earn_it_a_registration_and_memory_of_the_window_needs_none() {
    // Registering takes as long as 64 copies of 8 KiB.
    let prices = Prices::Measured {
        registration: Linear { base_ps: 51_200_000, kib_ps: 0 },
        copy: Linear { base_ps: 0, kib_ps: 100_000 },
        overhead_ps: 0,
    };
    let reuse = BufferReuse { prices: Some(prices), ..BufferReuse::default() };
    let mut windows = Windows::new(&Plan { ranks: RANKS, reuse, watches: true, ..Plan::default() });
    let key = windows.keys[1];
    let mut own = vec![7_u8; 8192];
    let part = windows.parts[0].as_mut_ptr().cast::<u8>();
    let mut put = |address: *mut u8| {
        let at = Reach { window: WINDOW, peer: 1, key: &key, offset: 0 };
        // SAFETY: memory of the test, which nobody changes.
        unsafe { windows.job.ranks[0].put_directly(&at, Buffer::dense(address, 8192), 8192) }.expect("the adapter puts");
        windows.until("a put", |windows| windows.job.ranks[0].is_settled(WINDOW, 1));
        windows.job.device(0).counters()
    };
    assert_eq!(put(part).staged, 0, "the window's memory is registered");
    let counts: Vec<_> = (0..200).map(|_| put(own.as_mut_ptr())).collect();
    let (first, last) = (&counts[0], &counts[199]);
    assert_eq!(first.staged, 1, "nothing is known of the buffer");
    assert_eq!(last.staged, 15, "the sixteenth use is a quarter of those that pay");
    assert_eq!(last.registrations - first.registrations, 1);
}

#[test]
fn targets_with_gaps_are_put_to_and_got_from_part_by_part() {
    for reuse in [BufferReuse::OFF, BufferReuse::ALWAYS] {
        let mut windows = Windows::new(&Plan { ranks: RANKS, reuse, ..Plan::default() });
        let key = windows.keys[1];
        let at = Reach { window: WINDOW, peer: 1, key: &key, offset: 0 };
        let parts: Vec<Part> = (0..5).map(|part| Part { offset: 4096 * part, bytes: 800 }).collect();
        // 4,000 bytes in pieces of 160 with a word between them, so that parts and pieces do not
        // meet; the last part gets half of what it has room for.
        let local = Local { words: 450, pieces: 15 };
        let data: Vec<u64> = (1..=450).collect();
        let (mut from, mut into) = (local.spread(&data), local.spread(&vec![0; 450]));
        // SAFETY: memory of the test, which outlives the accesses.
        let (put, room) = unsafe { (local.buffer(&mut from), local.buffer(&mut into)) };
        // SAFETY: as above.
        let pending = unsafe { windows.job.ranks[0].put_parts(&at, &parts, put, 3600) }.expect("the adapter puts");
        assert_eq!(pending.len(), 5);
        windows.until("puts", |windows| windows.job.ranks[0].is_settled(WINDOW, 1));
        for (word, expected) in data.iter().enumerate() {
            assert_eq!(windows.parts[1][word / 100 * 512 + word % 100], *expected);
        }
        let touched = windows.parts[1].iter().filter(|word| **word != 0).count();
        assert_eq!(touched, 450, "nothing else was written");
        // SAFETY: as above.
        unsafe { windows.job.ranks[0].get_parts(&at, &parts, room, 3600) }.expect("the adapter gets");
        windows.until("gets", |windows| windows.job.ranks[0].is_settled(WINDOW, 1));
        assert!(into == local.spread(&data));
    }
}

#[test]
fn who_is_refused_a_part_hears_of_those_that_have_begun() {
    let mut windows = Windows::new(&Plan { ranks: RANKS, ..Plan::default() });
    let key = windows.keys[1];
    let at = Reach { window: WINDOW, peer: 1, key: &key, offset: 0 };
    let parts = [Part { offset: 0, bytes: 800 }, Part { offset: 4096, bytes: 560 }];
    // One piece for the first part; more for the second one than the adapter is given.
    let (lengths, places): (Vec<i64>, Vec<i64>) =
        (0..71).map(|piece| if piece == 0 { (100, 0) } else { (1, 800 + 16 * piece) }).unzip();
    let datatype = Datatype::hindexed(&lengths, &places, &word()).expect("a datatype");
    let mut from: Vec<u64> = (1..=300).collect();
    // SAFETY: memory of the test, which outlives the accesses.
    let put = unsafe { Buffer::new(from.as_mut_ptr().cast(), 1, &datatype) }.expect("a buffer");
    // SAFETY: as above.
    let refused = unsafe { windows.job.ranks[0].put_parts(&at, &parts, put, 1360) }.expect_err("too many pieces");
    assert_eq!(refused.begun.len(), 1);
    assert!(!windows.job.ranks[0].is_settled(WINDOW, 1), "the buffer is not the program's yet");
    windows.until("a part", |windows| windows.job.ranks[0].is_settled(WINDOW, 1));
    assert_eq!(windows.parts[1][..100], from[..100]);
}

/// One accumulate of a word.
#[derive(Clone, Copy, Debug)]
enum Accumulate {
    Add,
    Swap,
    /// With what is there, or something else.
    CompareAndSwap(bool),
    AddByMessage,
    Flush,
}

fn accumulate() -> impl Strategy<Value = Accumulate> {
    prop_oneof![
        4 => Just(Accumulate::Add),
        1 => Just(Accumulate::Swap),
        1 => any::<bool>().prop_map(Accumulate::CompareAndSwap),
        1 => Just(Accumulate::AddByMessage),
        2 => Just(Accumulate::Flush),
    ]
}

/// Accumulates of rank 0 to one word of rank 1, by the adapter where it may; how many it did.
fn run_in_order(plan: &Plan, all: &[Accumulate]) -> usize {
    let mut windows = Windows::new(plan);
    let (key, word) = (windows.keys[1], word());
    let sum = Accumulation::new(ReduceOp::Sum, word.primitive().expect("one")).expect("defined");
    let mut results = vec![u64::MAX; all.len()];
    let (mut now, mut expected, mut by_adapter) = (0_u64, Vec::new(), 0);
    for (at, what) in all.iter().enumerate() {
        let operand = at as u64 + 1;
        let result = (&raw mut results[at]).cast::<u8>();
        let (change, next) = match *what {
            Accumulate::Add | Accumulate::AddByMessage => (Change::FetchAdd(operand), now + operand),
            Accumulate::Swap => (Change::Swap(operand), operand),
            Accumulate::CompareAndSwap(true) => (Change::CompareSwap { compare: now, swap: operand }, operand),
            Accumulate::CompareAndSwap(false) => (Change::CompareSwap { compare: now + 1, swap: operand }, now),
            Accumulate::Flush => {
                windows.model[1][0] = now;
                windows.flush(0, 1);
                continue;
            }
        };
        let reach = Reach { window: WINDOW, peer: 1, key: &key, offset: 0 };
        let is_message = matches!(what, Accumulate::AddByMessage);
        // SAFETY: results outlive the job.
        if !is_message && unsafe { windows.job.ranks[0].change_word(&reach, change, result) }.is_some() {
            by_adapter += 1;
        } else {
            windows.until("changes by the adapter", |windows| !windows.job.ranks[0].has_changes(WINDOW, 1));
            let remote = Remote { window: WINDOW, peer: 1, displacement: 0, count: 1, datatype: &word };
            let mut memory = vec![operand];
            // SAFETY: as above; operands are kept.
            unsafe {
                let into = Buffer::dense(result, 8);
                match change {
                    Change::FetchAdd(_) => {
                        let from = Buffer::dense(memory.as_mut_ptr().cast(), 8);
                        windows.job.ranks[0].accumulate_remote(&remote, (ReduceOp::Sum as u16, &sum), from, Some(into), 8);
                    }
                    Change::CompareSwap { compare, swap } => {
                        let data = [swap.to_ne_bytes(), compare.to_ne_bytes()].concat();
                        windows.job.ranks[0].compare_and_swap_remote(&remote, &data, into);
                    }
                    Change::Swap(_) => {
                        let replace = Accumulation::new(ReduceOp::Replace, word.primitive().expect("one")).expect("defined");
                        let from = Buffer::dense(memory.as_mut_ptr().cast(), 8);
                        windows.job.ranks[0].accumulate_remote(
                            &remote,
                            (ReduceOp::Replace as u16, &replace),
                            from,
                            Some(into),
                            8,
                        );
                    }
                }
            }
            windows.kept.push(memory);
        }
        expected.push((at, now));
        now = next;
    }
    windows.model[1][0] = now;
    windows.finish();
    assert!(expected.iter().all(|(at, before)| results[*at] == *before), "{all:?}: {results:?}, {expected:?}");
    by_adapter
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn accumulates_are_ordered_whoever_makes_them(all in prop::collection::vec(accumulate(), 1..40), scheme in 0..4usize, seed in 1..1000_u64, is_slow: bool) {
        let faults = if is_slow { Faults { delay: CHANCES / 20, delay_ns: 50_000, ..Faults::default() } } else { Faults::default() };
        run_in_order(&Plan { ranks: RANKS, scheme: Scheme::all()[scheme].clone(), faults, seed, ..Plan::default() }, &all);
    }
}

#[test]
fn the_adapter_changes_words_while_no_message_is_unanswered() {
    use Accumulate::*;
    let plan = Plan { ranks: RANKS, ..Plan::default() };
    assert_eq!(run_in_order(&plan, &[Add, Add, CompareAndSwap(true), Add]), 4);
    assert_eq!(run_in_order(&plan, &[Add, AddByMessage, Add, Flush, Add]), 2, "one before the message, one after the flush");
    assert_eq!(run_in_order(&plan, &[Swap, Flush, Swap, Add]), 2, "what comes right after a swap is a message");
}
