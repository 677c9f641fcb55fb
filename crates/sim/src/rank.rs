//! A rank of a simulated job: point-to-point operations as async functions over the engine.
//!
//! # Safety arguments
//! - RK-1: buffers of operations are blocks of the program, which are memory as long as the world
//!   lives (PG-1); a program that uses one in two operations at once gets wrong data, nothing
//!   worse.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use ferry_datatype::Datatype;
use ferry_device::{Device, Nap};
use ferry_engine::collective::Execution;
use ferry_engine::collective::buffers::CollectiveBufferId;
use ferry_engine::{ANY_SOURCE, Buffer, Engine, MatchPattern, Mode, Outcome, Received};
use ferry_protocol::rma::control::Control;

use crate::collectives::Means;
use crate::log::Microseconds;
use crate::program::Block;
use crate::world::World;

/// Context of point-to-point messages, and of those of collectives.
pub(crate) const MESSAGES: u64 = 0;
pub(crate) const COLLECTIVES: u64 = 1;

/// What a rank waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Nothing: it is over, or has not begun.
    Nothing,
    /// A message.
    Receive {
        /// From this rank; [`ANY_SOURCE`]: any.
        from: i32,
        /// With this tag.
        tag: i32,
    },
    /// That a message is sent.
    Send {
        /// To this rank.
        to: u32,
        /// With this tag.
        tag: i32,
    },
    /// Others, in a collective operation.
    Collective {
        /// Which.
        name: &'static str,
        /// The how-manieth.
        number: u32,
    },
    /// That time passes.
    Time,
    /// That all others end, too.
    End,
}

impl std::fmt::Display for Wait {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Wait::Nothing => f.write_str("nothing"),
            Wait::Receive { from: ANY_SOURCE, tag } => write!(f, "a message from any rank with tag {tag}"),
            Wait::Receive { from, tag } => write!(f, "a message from rank {from} with tag {tag}"),
            Wait::Send { to, tag } => write!(f, "its message to rank {to} with tag {tag} to be sent"),
            Wait::Collective { name, number } => write!(f, "the others in {name}, its collective operation number {number}"),
            Wait::Time => f.write_str("its processor"),
            Wait::End => f.write_str("the others to end"),
        }
    }
}

/// An operation under way.
#[derive(Debug)]
#[must_use = "an operation has to be waited for"]
pub struct Request {
    handle: Option<usize>,
    wait: Wait,
    outcome: Option<Outcome>,
}

pub(crate) struct Seat<D: Device> {
    pub world: World,
    pub rank: u32,
    pub ranks: u32,
    pub engine: RefCell<Engine<D>>,
    pub collectives: Cell<u32>,
    /// The last collective operation's, whose memory the next one uses.
    pub execution: Cell<Option<Box<Execution>>>,
    /// How collective operations are done.
    pub means: Cell<Means>,
    /// The collective buffer, once it was joined with those of all ranks.
    pub collective_buffer: Cell<Option<CollectiveBufferId>>,
    pub wait: Cell<Wait>,
    /// Of windows; after the engine, which refers to them.
    #[allow(clippy::vec_box, reason = "the engine has their addresses")]
    pub controls: RefCell<Vec<Box<Control>>>,
    /// The engine was told that this rank sleeps.
    naps: Cell<bool>,
}

/// A rank; a clone is the same one.
pub struct Rank<D: Device> {
    pub(crate) seat: Rc<Seat<D>>,
}

impl<D: Device> Clone for Rank<D> {
    fn clone(&self) -> Self {
        Rank { seat: Rc::clone(&self.seat) }
    }
}

impl<D: Device> Rank<D> {
    pub(crate) fn new(world: World, rank: u32, ranks: u32, engine: Engine<D>) -> Self {
        let (engine, collectives, wait, naps) = (RefCell::new(engine), Cell::new(0), Cell::new(Wait::Nothing), Cell::new(false));
        let (means, collective_buffer, controls) = (Cell::new(Means::default()), Cell::new(None), RefCell::default());
        let execution = Cell::new(None);
        Rank {
            seat: Rc::new(Seat {
                world,
                rank,
                ranks,
                engine,
                collectives,
                execution,
                means,
                collective_buffer,
                wait,
                controls,
                naps,
            }),
        }
    }

    /// Its number.
    pub fn rank(&self) -> u32 {
        self.seat.rank
    }

    /// Ranks of the job.
    pub fn ranks(&self) -> u32 {
        self.seat.ranks
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.seat.world
    }

    /// Its time, in ps: what it has done so far is over then.
    pub fn now_ps(&self) -> u64 {
        let Seat { world, rank, .. } = &*self.seat;
        world.clock_ps(*rank).max(world.now_ps())
    }

    /// `len` bytes of memory.
    ///
    /// # Panics
    /// If the world has no addresses left.
    pub fn block(&self, len: usize) -> Block {
        Block::new(&self.seat.world, self.seat.rank, len).unwrap_or_else(|error| panic!("rank {}: {error}", self.rank()))
    }

    /// Begins to send `len` bytes at `offset`.
    pub fn isend(&self, to: u32, tag: i32, block: &Block, offset: usize, len: usize) -> Request {
        self.isend_in(to, tag, block, (offset, len), Mode::Standard, false)
    }

    /// As [`Rank::isend`]; it is complete when the receive has begun.
    pub fn issend(&self, to: u32, tag: i32, block: &Block, offset: usize, len: usize) -> Request {
        self.isend_in(to, tag, block, (offset, len), Mode::Synchronous, false)
    }

    /// As [`Rank::isend`], from bytes with gaps: `count` elements of `datatype` from the beginning
    /// of the block.
    pub fn isend_typed(&self, to: u32, tag: i32, block: &Block, (count, datatype): (u64, &Datatype)) -> Request {
        let buffer = typed(block, count, datatype);
        let handle = self.seat.engine.borrow_mut().send_for(to, MESSAGES, tag, buffer, Mode::Standard, false);
        Request { handle, wait: Wait::Send { to, tag }, outcome: None }
    }

    fn isend_in(&self, to: u32, tag: i32, block: &Block, (offset, len): (usize, usize), mode: Mode, is_awaited: bool) -> Request {
        // SAFETY: RK-1.
        let buffer = unsafe { Buffer::dense(block.place(offset, len), len as u64) };
        {
            let (state, rank) = (&mut *self.seat.world.state(), self.seat.rank);
            say!(state, "rank {rank} begins to send {len} bytes to rank {to} with tag {tag}");
        }
        let handle = self.seat.engine.borrow_mut().send_for(to, MESSAGES, tag, buffer, mode, is_awaited);
        Request { handle, wait: Wait::Send { to, tag }, outcome: None }
    }

    /// Begins to receive at most `len` bytes to `offset`; from any rank if `from` is
    /// [`ANY_SOURCE`].
    pub fn irecv(&self, from: i32, tag: i32, block: &Block, offset: usize, len: usize) -> Request {
        // SAFETY: RK-1.
        let buffer = unsafe { Buffer::dense(block.place(offset, len), len as u64) };
        self.irecv_into(from, tag, buffer)
    }

    /// As [`Rank::irecv`], to bytes with gaps: `count` elements of `datatype` from the beginning of
    /// the block.
    pub fn irecv_typed(&self, from: i32, tag: i32, block: &Block, (count, datatype): (u64, &Datatype)) -> Request {
        self.irecv_into(from, tag, typed(block, count, datatype))
    }

    /// Withdraws an operation, if it is not matched yet. It has to be waited for all the same.
    pub fn cancel(&self, request: &Request) {
        if let Some(handle) = request.handle {
            self.seat.engine.borrow_mut().cancel(handle);
        }
    }

    fn irecv_into(&self, from: i32, tag: i32, buffer: Buffer) -> Request {
        let pattern = MatchPattern { context: MESSAGES, source: from, tag };
        let received = self.seat.engine.borrow_mut().receive_soon(pattern, buffer, 0, 0);
        let wait = Wait::Receive { from, tag };
        match received {
            Received::Done(outcome) => Request { handle: None, wait, outcome: Some(outcome) },
            Received::Operation(handle) => Request { handle: Some(handle), wait, outcome: None },
        }
    }

    /// Waits until the operation is over.
    pub async fn wait(&self, request: Request) -> Outcome {
        let Request { handle, wait, outcome } = request;
        let outcome = match handle {
            None => outcome.unwrap_or_default(),
            Some(handle) => self.until(wait, |engine| engine.take(handle)).await,
        };
        if let Wait::Receive { tag, .. } = wait {
            let (state, rank) = (&mut *self.seat.world.state(), self.seat.rank);
            let (bytes, source) = (outcome.bytes, outcome.source);
            match outcome.fault {
                None => say!(state, "rank {rank} has {bytes} bytes from rank {source} with tag {tag}"),
                Some(fault) => say!(state, "rank {rank} gets nothing from rank {source} with tag {tag}: {fault:?}"),
            }
        }
        self.catch_up().await;
        outcome
    }

    /// What `look` sees of the device.
    pub fn device<T>(&self, look: impl FnOnce(&D) -> T) -> T {
        look(self.seat.engine.borrow().device())
    }

    /// Does something with the device, such as leaving.
    pub fn device_mut<T>(&self, change: impl FnOnce(&mut D) -> T) -> T {
        change(self.seat.engine.borrow_mut().device_mut())
    }

    /// Why a peer is lost, if it is.
    pub fn loss_of(&self, peer: u32) -> Option<String> {
        self.seat.engine.borrow().loss_of(peer).map(str::to_owned)
    }

    /// The launcher says that a peer has died.
    pub fn hear_of_death(&self, peer: u32) {
        self.seat.engine.borrow_mut().lose_peer(peer, "it was killed".to_owned());
    }

    /// Whether something that was sent, or has to be, is not where it goes. The end of a program
    /// waits until it is.
    pub fn has_unsent(&self) -> bool {
        let engine = &mut *self.seat.engine.borrow_mut();
        engine.progress();
        engine.has_unsent()
    }

    /// Waits until all of them are over.
    pub async fn wait_all(&self, requests: impl IntoIterator<Item = Request>) {
        for request in requests {
            self.wait(request).await;
        }
    }

    /// Sends.
    pub async fn send(&self, to: u32, tag: i32, block: &Block, offset: usize, len: usize) -> Outcome {
        self.wait(self.isend_in(to, tag, block, (offset, len), Mode::Standard, true)).await
    }

    /// Receives.
    pub async fn recv(&self, from: i32, tag: i32, block: &Block, offset: usize, len: usize) -> Outcome {
        self.wait(self.irecv(from, tag, block, offset, len)).await
    }

    /// Computes for so long.
    pub async fn compute(&self, ns: u64) {
        self.seat.world.charge(self.rank(), ns * 1000);
        self.catch_up().await;
    }

    /// The program is over: answers others until they are done, too.
    pub(crate) async fn finish(&self) {
        let Seat { world, rank, .. } = &*self.seat;
        world.state().finish(*rank);
        self.until(Wait::End, |_| world.state().all_finished().then_some(())).await;
    }

    /// Lets the world go on until this rank's work so far is done.
    pub async fn catch_up(&self) {
        let Seat { world, rank, .. } = &*self.seat;
        {
            let state = &mut *world.state();
            let slow_ps = state.dice.slowness_ps();
            if slow_ps > 0 {
                let ready_ps = state.charge(*rank, slow_ps);
                say!(state, "rank {rank} does something else until {} us", Microseconds(ready_ps));
            }
        }
        let mut is_scheduled = false;
        self.seat.wait.set(Wait::Time);
        poll_fn(|_| {
            if world.clock_ps(*rank) <= world.now_ps() {
                return Poll::Ready(());
            }
            if !std::mem::replace(&mut is_scheduled, true) {
                world.run_at_clock(*rank);
            }
            Poll::Pending
        })
        .await;
        self.seat.wait.set(Wait::Nothing);
    }

    /// Makes progress until `poll` has an answer.
    pub(crate) async fn until<T>(&self, wait: Wait, mut poll: impl FnMut(&mut Engine<D>) -> Option<T>) -> T {
        let Seat { world, rank, engine, naps, .. } = &*self.seat;
        self.seat.wait.set(wait);
        let mut patience = Patience::default();
        let answer = poll_fn(|_| {
            let engine = &mut *engine.borrow_mut();
            if naps.take() {
                engine.woke();
            }
            loop {
                if let Some(answer) = poll(engine) {
                    return Poll::Ready(answer);
                }
                if engine.progress_waiting(None) {
                    patience = Patience::default();
                } else if let Some(answer) = poll(engine) {
                    return Poll::Ready(answer);
                } else if self.rests(engine, &mut patience) {
                    return Poll::Pending;
                }
            }
        })
        .await;
        world.note_progress();
        self.seat.wait.set(Wait::Nothing);
        debug_assert!(!world.is_dead(*rank), "the dead do nothing");
        answer
    }

    /// Nothing is there: the rank waits, if nothing comes meanwhile. A rank that may not sleep now
    /// looks on.
    fn rests(&self, engine: &mut Engine<D>, patience: &mut Patience) -> bool {
        let Seat { world, rank, naps, .. } = &*self.seat;
        if world.has_unread(*rank) {
            return false;
        }
        match world.sleeps(*rank).then(|| engine.prepare_nap()).flatten() {
            Some(nap) => {
                nap.take();
                naps.set(true);
            }
            None => world.state().nap(*rank, Some(patience.next_ps()), true),
        }
        true
    }
}

/// Elements from the beginning of a block.
///
/// # Panics
/// If they leave it, or their size overflows.
fn typed(block: &Block, count: u64, datatype: &Datatype) -> Buffer {
    let (begin, end) = datatype.footprint(count).unwrap_or((0, i64::MAX));
    assert!(begin >= 0 && end <= block.len() as i64, "{count} elements, bytes {begin} to {end} of a block of {}", block.len());
    // SAFETY: RK-1; within the block.
    let buffer = unsafe { Buffer::new(block.place(0, block.len()), count, datatype) };
    buffer.unwrap_or_else(|| panic!("the size of {count} elements overflows"))
}

/// How a rank that looks all the time is simulated: it looks when something has happened, and now
/// and then.
#[derive(Default)]
struct Patience {
    doublings: u32,
}

impl Patience {
    /// Until the next look, in ps: timers of protocols are of milliseconds.
    fn next_ps(&mut self) -> u64 {
        const FIRST_PS: u64 = 20_000_000;
        const MOST_DOUBLINGS: u32 = 9;
        let rest_ps = FIRST_PS << self.doublings;
        self.doublings = (self.doublings + 1).min(MOST_DOUBLINGS);
        rest_ps
    }
}
