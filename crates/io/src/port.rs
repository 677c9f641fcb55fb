//! How a collective operation reaches the outside: as data. A [`Task`] is the operation as a
//! coroutine. It asks its [`Port`] for messages and for work that takes long. Whoever runs the task
//! does what is asked, over an engine or in a test.
//!
//! Messages between two ranks arrive in order. A task that waits for nothing is over.

use std::collections::{BTreeMap, VecDeque};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::error::{Error, Result};

/// Work that takes long and needs no messages: for any thread, and outside of all locks.
pub type Work = Box<dyn FnOnce() + Send>;

/// What a task asks for and has been given.
#[derive(Default)]
struct TaskState {
    outgoing: VecDeque<(u32, Vec<u8>)>,
    /// Messages taken by whoever runs the task that are not sent yet.
    sending: usize,
    /// Messages that came and the task has not asked for yet, or not taken.
    arrived: BTreeMap<u32, VecDeque<Vec<u8>>>,
    /// The rank whose message is waited for.
    awaited: Option<u32>,
    lost: Option<u32>,
    work: Option<Work>,
}

/// A task's way to the outside.
#[derive(Clone)]
pub struct Port {
    state: Arc<Mutex<TaskState>>,
    /// This process's rank.
    pub rank: u32,
    /// Ranks that take part.
    pub ranks: u32,
}

impl Port {
    fn new(rank: u32, ranks: u32) -> Self {
        Port { state: Arc::default(), rank, ranks }
    }

    fn state(&self) -> MutexGuard<'_, TaskState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message. It goes out some time; see [`Port::flush`].
    pub fn send(&self, to: u32, bytes: Vec<u8>) {
        if to == self.rank {
            self.state().arrived.entry(to).or_default().push_back(bytes);
        } else {
            self.state().outgoing.push_back((to, bytes));
        }
    }

    /// The next message of rank `from`.
    ///
    /// # Errors
    /// If that rank cannot be reached any more.
    pub async fn receive(&self, from: u32) -> Result<Vec<u8>> {
        poll_fn(|_| {
            let mut state = self.state();
            if let Some(bytes) = state.arrived.get_mut(&from).and_then(VecDeque::pop_front) {
                state.awaited = None;
                return Poll::Ready(Ok(bytes));
            }
            state.awaited = Some(from);
            if state.lost == Some(from) { Poll::Ready(Err(Error::PeerLost { rank: from })) } else { Poll::Pending }
        })
        .await
    }

    /// Waits until all messages have gone out.
    pub async fn flush(&self) {
        poll_fn(|_| {
            let state = self.state();
            if state.outgoing.is_empty() && state.sending == 0 { Poll::Ready(()) } else { Poll::Pending }
        })
        .await
    }

    /// Has `work` done.
    pub async fn work<R: Send + 'static>(&self, work: impl FnOnce() -> R + Send + 'static) -> R {
        let result = Arc::new(Mutex::new(None));
        let place = result.clone();
        self.state().work = Some(Box::new(move || {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(work());
        }));
        poll_fn(|_| match result.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(result) => Poll::Ready(result),
            None => Poll::Pending,
        })
        .await
    }

    /// Gives every rank the blocks of all ranks, by rank, in a logarithmic number of steps.
    ///
    /// # Errors
    /// As [`Port::receive`]; [`Error::Confused`] for a message that makes no sense.
    pub async fn gather(&self, block: Vec<u8>) -> Result<Vec<Vec<u8>>> {
        let mut blocks = vec![block];
        let mut distance = 1;
        while distance < self.ranks {
            let count = distance.min(self.ranks - distance) as usize;
            let (to, from) = ((self.rank + self.ranks - distance) % self.ranks, (self.rank + distance) % self.ranks);
            self.send(to, pack_blocks(&blocks[..count]));
            let received = unpack_blocks(&self.receive(from).await?).filter(|blocks| blocks.len() == count);
            blocks.extend(received.ok_or(Error::Confused { rank: from })?);
            distance <<= 1;
        }
        blocks.rotate_right(self.rank as usize);
        Ok(blocks)
    }

    /// Gives every rank what rank 0 has, along a binomial tree.
    ///
    /// # Errors
    /// As [`Port::receive`].
    pub async fn broadcast(&self, mut bytes: Vec<u8>) -> Result<Vec<u8>> {
        let mut step = 1;
        while step < self.ranks {
            if self.rank & step != 0 {
                bytes = self.receive(self.rank - step).await?;
                break;
            }
            step <<= 1;
        }
        while step > 1 {
            step >>= 1;
            if self.rank + step < self.ranks {
                self.send(self.rank + step, bytes.clone());
            }
        }
        Ok(bytes)
    }
}

fn pack_blocks(blocks: &[Vec<u8>]) -> Vec<u8> {
    let with_len = |block: &Vec<u8>| [&(block.len() as u32).to_le_bytes()[..], block].concat();
    blocks.iter().flat_map(with_len).collect()
}

fn unpack_blocks(mut bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut blocks = Vec::new();
    while !bytes.is_empty() {
        let (len, rest) = bytes.split_first_chunk()?;
        let (block, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
        blocks.push(block.to_vec());
        bytes = rest;
    }
    Some(blocks)
}

/// What a task needs next.
pub enum Need {
    /// The work is to be done, then the task goes on.
    Work(Work),
    /// The message of this rank, if it waits for one; and those it sends are to go out.
    Messages(Option<u32>),
    /// Nothing: it is over.
    Nothing,
}

/// A collective operation under way, or over.
pub struct Task<T> {
    port: Port,
    run: Option<Pin<Box<dyn Future<Output = T>>>>,
    result: Option<T>,
}

impl<T> Task<T> {
    /// The operation of `rank` among `ranks` that `run` makes of its port.
    pub fn new<F: Future<Output = T> + 'static>(rank: u32, ranks: u32, run: impl FnOnce(Port) -> F) -> Self {
        let port = Port::new(rank, ranks);
        Task { run: Some(Box::pin(run(port.clone()))), port, result: None }
    }

    /// Goes on as far as possible.
    pub fn advance(&mut self) -> Need {
        if let Some(run) = &mut self.run
            && let Poll::Ready(result) = run.as_mut().poll(&mut Context::from_waker(Waker::noop()))
        {
            (self.run, self.result) = (None, Some(result));
        }
        if self.run.is_none() {
            return Need::Nothing;
        }
        let mut state = self.port.state();
        match state.work.take() {
            Some(work) => Need::Work(work),
            None => Need::Messages(state.awaited),
        }
    }

    /// The next message to send, which counts as not sent until [`Task::sent`] is called.
    pub fn next_outgoing(&mut self) -> Option<(u32, Vec<u8>)> {
        let mut state = self.port.state();
        let message = state.outgoing.pop_front()?;
        state.sending += 1;
        Some(message)
    }

    /// One of the messages taken has gone out.
    pub fn sent(&mut self) {
        self.port.state().sending -= 1;
    }

    /// The message of `from` is here.
    pub fn arrived(&mut self, from: u32, bytes: Vec<u8>) {
        self.port.state().arrived.entry(from).or_default().push_back(bytes);
    }

    /// Rank `rank` cannot be reached any more.
    pub fn lose(&mut self, rank: u32) {
        self.port.state().lost = Some(rank);
    }

    /// The rank whose message it waits for, if it does.
    pub fn awaited(&self) -> Option<u32> {
        self.port.state().awaited
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.run.is_none()
    }

    /// What came of it, once it is over.
    pub fn take_result(&mut self) -> Option<T> {
        self.result.take()
    }
}
