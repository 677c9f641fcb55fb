//! The measurement: ping-pong between two engines of one process, each with a thread and, if there
//! are two, a processor of its own.
//!
//! The engines have a node segment of their own, with two ranks; that both are this process changes
//! nothing for rings, system calls and shares. Each size is measured some times by each way, and
//! the lower quartile is kept: a thread that loses its processor for a moment makes single times
//! long.
//!
//! # Safety arguments
//! - CAL-1: both threads' buffers live until both engines are gone; an engine is dropped only after
//!   the other thread has ended its part, so that nobody copies from or to memory that is gone.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use ferry_constants::MPI_BYTE;
use ferry_datatype::Datatype;
use ferry_engine::cost::{Costs, Curve};
use ferry_engine::{Buffer, Engine, Limits, MatchPattern, Method, Mode};
use ferry_heap::Name;
use ferry_heap::apart::SharedMemory;
use ferry_heap::head::Head;
use ferry_shm::ShmDevice;
use ferry_shm::layout::BODIES;
use ferry_shm::segment::Segment;
use ferry_sys::huge_pages::HugeMemory;
use ferry_sys::signals::{self, SignalSet};
use ferry_sys::{clock, cpu, memory};

use crate::table::{MeasuredMethod, PIECE, SIZES, Table};

/// After this time nothing is measured any more; the last measurement, and giving memory back, may
/// take some milliseconds beyond (LMT-6: 20 ms).
pub const LIMIT: Duration = Duration::from_millis(15);

/// Repetitions of one size and way: more for what takes little time.
fn repetitions(bytes: u64, way: MeasuredMethod) -> usize {
    match bytes {
        _ if way.is_far() || way.is_pipe() || (way.is_sparing() && bytes == SIZES[5]) => 3,
        ..=65_536 => 12,
        65_537..=1_048_576 => 5,
        _ => 2,
    }
}

/// Messages before those that are timed, of the `turn`th size and way. The first ones meet rings
/// whose pages nobody has used yet, and that have not found out how bodies are best stored. The
/// longest ones take two to three times as long until caches hold what they can of them.
fn warm_ups(turn: usize, bytes: u64) -> usize {
    let for_rings = if turn == 0 { 2 * (BODIES as u64).div_ceil(bytes) as usize } else { 0 };
    let for_caches = match bytes {
        _ if bytes > SIZES[5] => 4,
        _ => usize::from(bytes == SIZES[5]),
    };
    for_rings + for_caches
}

/// Looks between which a waiting thread gives way.
const LOOKS: u32 = 500;

/// Which ways are measured for `bytes`.
fn ways(bytes: u64) -> impl Iterator<Item = MeasuredMethod> {
    MeasuredMethod::ALL.into_iter().filter(move |way| match way {
        MeasuredMethod::Eager => bytes <= EAGER_MOST,
        MeasuredMethod::By(method) => method.row().measured.is_some_and(|of| (of.from..=of.to).contains(&bytes)),
        MeasuredMethod::Unasked => (SIZES[1]..SIZES[6]).contains(&bytes),
        MeasuredMethod::Pieces => bytes == SIZES[4],
        MeasuredMethod::Sparing => bytes >= SIZES[5],
        MeasuredMethod::InOrder => bytes == SIZES[5],
        MeasuredMethod::FarSparing | MeasuredMethod::FarCooperative | MeasuredMethod::FarHugeCooperative => bytes == SIZES[4],
        MeasuredMethod::FarSharedCooperative => bytes == SIZES[4],
        MeasuredMethod::HugeRead
        | MeasuredMethod::HugeCooperative
        | MeasuredMethod::SharedRead
        | MeasuredMethod::SharedCooperative => (SIZES[2]..=SIZES[5]).contains(&bytes),
    })
}

/// Longest message that is tried eagerly, in bytes.
const EAGER_MOST: u64 = 16 << 10;

/// Whether the receiver stores past its caches in one page after the other: as `way` prescribes, or
/// else as was better in what has been measured.
fn spares_in_order(way: MeasuredMethod, table: &Table) -> bool {
    way == MeasuredMethod::InOrder || table.spares_in_order()
}

/// The file of the node segment. Its mappings stay until the process ends, its memory does not.
struct Node(File);

impl Node {
    fn new() -> io::Result<Node> {
        Ok(Node(memory::anonymous_file("ferry-calibrate")?.into()))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // What the system does not take back stays until the process ends.
        let _ = self.0.metadata().and_then(|file| memory::clear(self.0.as_fd(), 0, file.len()));
    }
}

/// One of the two ends of the measurement.
struct End {
    segment: Segment,
    engine: Engine<ShmDevice>,
    peer: u32,
    /// When to give up, whatever the other end does.
    deadline_ns: u64,
    memory: Memory,
}

/// What one end sends and receives, written when it is first needed, so that its pages exist:
/// outgoing and incoming. The two are apart, as most messages' data stay in the cache of the
/// process that computes with them; data that the sender has just written are dearer to read (up to
/// twice, below 64 KiB).
struct Memory {
    usual: [Vec<u8>; 2],
    /// In huge pages if there are some.
    huge: Option<HugeMemory>,
    /// In a shared heap of this thread's; `Some(None)` if the system has none.
    shared: Option<Option<SharedMemory>>,
}

impl Memory {
    fn new() -> Memory {
        let longest = SIZES[SIZES.len() - 1] as usize;
        Memory { usual: [(); 2].map(|()| Vec::with_capacity(longest)), huge: None, shared: None }
    }

    /// Has what messages of `bytes` bytes by `way` need.
    fn prepare(&mut self, way: MeasuredMethod, bytes: u64) -> io::Result<()> {
        if way.is_huge() {
            if self.huge.is_none() {
                self.huge = Some(HugeMemory::written(2 * HUGE_MOST)?);
            }
            return Ok(());
        }
        if way.is_shared() && self.shared.get_or_insert_with(|| SharedMemory::written(2 * HUGE_MOST).ok()).is_some() {
            return Ok(());
        }
        let reach = if way == MeasuredMethod::Pieces { 2 * bytes } else { bytes } as usize;
        self.usual.iter_mut().filter(|memory| memory.len() < reach).for_each(|memory| memory.resize(reach, 1));
        Ok(())
    }

    /// Where messages by `way` go from, and where to.
    fn of(&mut self, way: MeasuredMethod) -> [&mut [u8]; 2] {
        let Memory { usual: [outgoing, incoming], huge, shared } = self;
        match (huge, shared) {
            (_, Some(Some(shared))) if way.is_shared() => shared.bytes().split_at_mut(HUGE_MOST).into(),
            (Some(huge), _) if way.is_huge() => huge.bytes().split_at_mut(HUGE_MOST).into(),
            _ => [outgoing, incoming],
        }
    }

    /// The shared heap, for messages by `way`.
    fn heap(&self, way: MeasuredMethod) -> Option<(Name, &'static Head)> {
        let shared = self.shared.as_ref().and_then(Option::as_ref).filter(|_| way.is_shared())?;
        Some((shared.name(), shared.head()))
    }
}

/// Longest message in huge pages, and in shared heaps.
const HUGE_MOST: usize = SIZES[5] as usize;

impl End {
    fn new(node: &Node, rank: u32, deadline_ns: u64) -> io::Result<Self> {
        let segment = Segment::attach(node.0.as_fd(), rank as usize, 2).map_err(|error| io::Error::other(error.to_string()))?;
        let engine = Engine::new(ShmDevice::new(segment), rank, 2, limits(MeasuredMethod::Eager));
        Ok(End { segment, engine, peer: 1 - rank, deadline_ns, memory: Memory::new() })
    }

    /// False, here and below, if time was up.
    fn send(&mut self, way: MeasuredMethod, bytes: u64) -> bool {
        let buffer = buffer(self.memory.of(way)[0], way, bytes);
        let sending = self.engine.send(self.peer, 0, 0, buffer, Mode::Standard);
        sending.is_none_or(|operation| self.wait(operation))
    }

    fn receive(&mut self, way: MeasuredMethod, bytes: u64) -> bool {
        let pattern = MatchPattern { context: 0, source: self.peer as i32, tag: 0 };
        let buffer = buffer(self.memory.of(way)[1], way, bytes);
        let operation = self.engine.receive(pattern, buffer, 0);
        self.wait(operation)
    }

    /// Whether time is up.
    fn is_late(&self) -> bool {
        clock::now_ns() > self.deadline_ns
    }

    /// Has the next messages go by `way`.
    fn go_by(&mut self, way: MeasuredMethod, spares_in_order: bool) {
        let mut costs = Costs::unknown();
        costs.spares_in_order = spares_in_order;
        if way == MeasuredMethod::Unasked {
            costs.unasked = Curve::line(0.0, 0.0);
        }
        costs.sparing_min = if way.is_sparing() { 0 } else { u64::MAX };
        self.engine.set_costs(costs, true);
        self.engine.set_limits(limits(way));
        self.engine.device_mut().show_heap(self.memory.heap(way));
    }

    /// Drops the data of the next messages of `bytes` bytes, there and back, from all caches. False
    /// if the processor cannot.
    fn flush(&mut self, way: MeasuredMethod, bytes: u64) -> bool {
        self.memory.of(way).into_iter().all(|memory| ferry_kernels::flush(&memory[..bytes as usize]))
    }

    fn wait(&mut self, operation: usize) -> bool {
        for look in 1u32.. {
            self.engine.progress();
            if self.engine.take(operation).is_some() {
                return true;
            }
            if look.is_multiple_of(LOOKS) {
                if self.is_late() {
                    return false;
                }
                cpu::give_way();
            }
        }
        false
    }
}

impl Drop for End {
    fn drop(&mut self) {
        self.segment.close();
    }
}

fn limits(way: MeasuredMethod) -> Limits {
    let method = match way {
        MeasuredMethod::Eager | MeasuredMethod::Unasked => None,
        MeasuredMethod::By(method) => Some(method),
        MeasuredMethod::Sparing | MeasuredMethod::InOrder | MeasuredMethod::FarSparing => Some(Method::Ring),
        MeasuredMethod::Pieces | MeasuredMethod::HugeRead | MeasuredMethod::SharedRead => Some(Method::Read),
        MeasuredMethod::HugeCooperative
        | MeasuredMethod::SharedCooperative
        | MeasuredMethod::FarCooperative
        | MeasuredMethod::FarHugeCooperative
        | MeasuredMethod::FarSharedCooperative => Some(Method::Cooperative),
    };
    let eager_max = if way == MeasuredMethod::Eager { EAGER_MOST as usize } else { 0 };
    Limits { eager_max, unexpected_budget: 1 << 30, method }
}

fn buffer(memory: &mut [u8], way: MeasuredMethod, bytes: u64) -> Buffer {
    let address = memory.as_mut_ptr();
    if way == MeasuredMethod::Pieces
        && let Some(byte) = Datatype::predefined(MPI_BYTE)
        && let Ok(spaced) = Datatype::vector((bytes / PIECE) as i64, PIECE as i64, 2 * PIECE as i64, byte)
        // SAFETY: CAL-1; every second piece lies within the memory, which `prepare` has made so
        // long.
        && let Some(buffer) = unsafe { Buffer::new(address, 1, &spaced) }
    {
        return buffer;
    }
    // SAFETY: CAL-1.
    unsafe { Buffer::dense(address, bytes) }
}

/// What both threads do, in order: columns of the table, sizes and ways. What the others depend on
/// comes first. Long messages before short ones: the other thread may have to wait for its
/// processor, and is awake when it comes to short times. What can be done without comes last: data
/// in no cache, the longest messages, pipes. Nothing that `known` has already.
fn plan(known: &Table) -> impl Iterator<Item = (usize, u64, MeasuredMethod)> + use<> {
    let all = (0..SIZES.len()).rev().flat_map(|column| ways(SIZES[column]).map(move |way| (column, SIZES[column], way)));
    let mut all: Vec<_> = all.filter(|(column, _, way)| known.ns[way.row()][*column] == 0).collect();
    all.sort_by_key(|(column, _, way)| match way {
        _ if way.is_pipe() => 3,
        _ if *column == SIZES.len() - 1 => 2,
        _ if way.is_far() || way.is_huge() => 1,
        _ => 0,
    });
    all.into_iter()
}

/// Every way at every size for which there is one.
pub(crate) fn everything() -> impl Iterator<Item = (usize, u64, MeasuredMethod)> {
    plan(&Table::default())
}

/// Measures on this thread's processor and `other`, or on one processor, what `table` does not
/// have.
///
/// # Errors
/// Where the system gives no memory, or no thread.
pub fn measure(other: Option<usize>, table: &mut Table) -> io::Result<()> {
    let deadline_ns = clock::now_ns() + LIMIT.as_nanos() as u64;
    // Goes after both ends.
    let node = Node::new()?;
    let mut mine = End::new(&node, 0, deadline_ns)?;
    // CAL-1.
    let mut theirs = None;
    let known = table.clone();
    // What the asking end has told the other one.
    let in_order = AtomicBool::new(false);
    // Not where the other thread is, while this one's processor is wanted by others.
    let here = cpu::current();
    let _bound = other.filter(|other| *other != here).and_then(|_| cpu::bind_for_now(here));
    std::thread::scope(|scope| {
        // The new thread takes no signals of the program's: it inherits the mask.
        let mask = signals::block(&SignalSet::full())?;
        let answering = std::thread::Builder::new().spawn_scoped(scope, || {
            if let Some(other) = other {
                cpu::bind(other);
            }
            answer(theirs.insert(End::new(&node, 1, deadline_ns)?), &known, &in_order);
            Ok(())
        });
        signals::set_mask(&mask)?;
        let answering = answering?;
        ask(&mut mine, table, &in_order);
        answering.join().map_err(|_| io::Error::other("the answering thread has panicked"))?
    })
}

/// Sends and awaits the answer until the plan is done, or time is up.
fn ask(mine: &mut End, table: &mut Table, in_order: &AtomicBool) {
    for (nth, (column, bytes, way)) in plan(table).enumerate() {
        if mine.is_late() {
            return;
        }
        // What was measured before counts.
        if mine.memory.prepare(way, bytes).is_err() {
            return;
        }
        let spares_in_order = spares_in_order(way, table);
        mine.go_by(way, spares_in_order);
        in_order.store(spares_in_order, Relaxed);
        let mut times = Vec::new();
        let warm_ups = warm_ups(nth, bytes);
        for turn in 0..warm_ups + repetitions(bytes, way) {
            let is_as_wanted = turn >= warm_ups && (!way.is_far() || mine.flush(way, bytes));
            // The answering end is done with the same.
            if way.is_far() && !mine.receive(way, READY_BYTES) {
                return;
            }
            let sent_ns = clock::now_ns();
            if !mine.send(way, bytes) || !mine.receive(way, bytes) {
                return;
            }
            if is_as_wanted {
                times.push(((clock::now_ns() - sent_ns) / 2) as u32);
            }
        }
        table.ns[way.row()][column] = lower_quartile(times);
    }
}

/// Bytes of a message that says only that something has been done.
const READY_BYTES: u64 = 8;

/// Answers until the plan is done, or time is up. The asking end has told the order before the
/// message that is answered.
fn answer(theirs: &mut End, known: &Table, in_order: &AtomicBool) {
    for (nth, (_, bytes, way)) in plan(known).enumerate() {
        if theirs.memory.prepare(way, bytes).is_err() {
            return;
        }
        let mut used = false;
        theirs.go_by(way, used);
        for _ in 0..warm_ups(nth, bytes) + repetitions(bytes, way) {
            if way.is_far() {
                theirs.flush(way, bytes);
                if !theirs.send(way, READY_BYTES) {
                    return;
                }
            }
            if !theirs.receive(way, bytes) {
                return;
            }
            // Once for a size and way: it takes as long as a message.
            let wanted = in_order.load(Relaxed);
            if wanted != used {
                theirs.go_by(way, wanted);
                used = wanted;
            }
            if !theirs.send(way, bytes) {
                return;
            }
        }
    }
}

fn lower_quartile(mut times: Vec<u32>) -> u32 {
    times.sort_unstable();
    times.get(times.len() / 4).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plan_has_every_way_and_no_eager_message_that_is_too_long() {
        assert!(MeasuredMethod::ALL.iter().all(|way| everything().any(|(_, _, other)| other == *way)));
        assert!(everything().all(|(_, bytes, way)| way != MeasuredMethod::Eager || bytes <= EAGER_MOST));
    }

    #[test]
    fn quartiles_forgive_some_long_times() {
        assert_eq!(lower_quartile(vec![900, 10, 11, 12]), 11);
        assert_eq!(lower_quartile(vec![7]), 7);
        assert_eq!(lower_quartile(vec![]), 0);
    }

    #[test]
    fn a_measurement_ends_whether_or_not_the_other_thread_gets_a_processor() {
        let start_ns = clock::now_ns();
        let other = cpu::allowed().into_iter().nth(1);
        let mut table = Table::default();
        table.ns[MeasuredMethod::By(Method::Ring).row()][1] = 7;
        measure(other, &mut table).unwrap();
        assert_eq!(table.ns[MeasuredMethod::By(Method::Ring).row()][1], 7, "what was known was measured again");
        assert!(table.ns.iter().flatten().all(|ns| *ns < u32::MAX / 2));
        // Far more than the limit: other tests run at the same time, and pages have to be found.
        assert!(clock::now_ns() - start_ns < 1000 * LIMIT.as_nanos() as u64);
        // It leaves neither descriptors nor memory, but for a few pages that say where heaps are.
        let is_ours = |what: &str| what.contains("memfd:ferry-calibrate") || what.contains("memfd:ferry-heap");
        let open = std::fs::read_dir("/proc/self/fd").unwrap().map_while(Result::ok);
        let left: Vec<_> = open.filter_map(|entry| std::fs::read_link(entry.path()).ok()).collect();
        assert!(!left.iter().any(|what| is_ours(&what.to_string_lossy())), "{left:?}");
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let (mut resident, mut counts) = (0, false);
        for line in maps.lines() {
            let first = line.split_whitespace().next().unwrap_or_default();
            counts = if first.ends_with(':') { counts } else { is_ours(line) };
            if counts && first == "Rss:" {
                resident += line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap();
            }
        }
        assert!(resident <= 64, "{resident} KiB");
    }
}
