//! Data that stay where they are: a rank publishes addresses, the others copy straight from its
//! memory into their buffers, and it waits until they are done (LMT-7).
//!
//! An offer is a table: the process id, then address and length of a part for each rank, or of the
//! one part that all read. Data with gaps, and data that are overwritten by the same call, are
//! packed apart first. Whoever cannot read another rank's memory says so when it is done with all
//! others, and gets everything by messages; so a call ends well whenever that becomes impossible.
//!
//! # Safety arguments
//! - MEMORY-1: a rank that offers memory leaves it as it is until all readers are done (DIRECT-1,
//!   SA-2). The system checks remote addresses, so that a wrong one is an error.
//! - MEMORY-2: the table of an offer is on the shared area until the reader has finished the
//!   operation (DIRECT-2).

use std::io;
use std::mem::MaybeUninit;

use crate::seat::Says;
use crate::{Failure, Result};
use ferry_engine::{Buffer, MatchPattern};
use ferry_kernels::copy;
use ferry_shm::shared_area::Operation;
use ferry_shm::shared_heap::Between;
use ferry_sys::cross_memory::{self, Range};
use smallvec::SmallVec;

use super::reductions::Vector;
use super::task::{Buffers, Readers, Task};
use crate::member::{Member, Node};

/// Bytes that are read at once where they have to be unpacked or combined: a part of a processor's
/// own cache.
const CHUNK: usize = 64 << 10;

/// Memory for vectors: aligned for every element.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Line([u8; 64]);

/// Room for `bytes` bytes, which are to be written first.
pub fn room(bytes: usize) -> Vec<MaybeUninit<Line>> {
    let lines = bytes.div_ceil(size_of::<Line>());
    let mut room = Vec::with_capacity(lines);
    room.resize_with(lines, MaybeUninit::uninit);
    room
}

/// Room for `bytes` bytes.
pub fn lines(bytes: usize) -> Vec<Line> {
    vec![Line([0; 64]); bytes.div_ceil(size_of::<Line>())]
}

/// Address and bytes of what a rank may read.
type ReadablePart = (u64, u64);

/// What this rank offers.
pub struct Source {
    /// One for each rank, or one for all.
    parts: SmallVec<[ReadablePart; 8]>,
    /// What had to be packed.
    _packed: SmallVec<[Box<[u8]>; 1]>,
}

impl Source {
    /// Block `block` of `from` for all readers; a copy of it if the call overwrites the block.
    pub fn one(from: &Buffers, block: usize, is_overwritten: bool) -> Self {
        let mut packed = SmallVec::new();
        let part = part(from, block, is_overwritten, &mut packed);
        Source { parts: SmallVec::from_elem(part, 1), _packed: packed }
    }

    /// The block of each rank for that rank; copies if the call overwrites them.
    pub fn each<M: Member>(task: &Task<M>, from: &Buffers, is_overwritten: bool) -> Self {
        let mut packed = SmallVec::new();
        let mut parts = SmallVec::from_elem((0, 0), task.ranks);
        for rank in task.others() {
            parts[rank] = part(from, rank, is_overwritten, &mut packed);
        }
        Source { parts, _packed: packed }
    }

    /// `bytes` bytes at `address` for all readers.
    pub fn memory(address: *const u8, bytes: usize) -> Self {
        Source { parts: SmallVec::from_elem((address as u64, bytes as u64), 1), _packed: SmallVec::new() }
    }

    fn index(&self, rank: usize) -> usize {
        if self.parts.len() == 1 { 0 } else { rank }
    }

    /// `len` bytes from `offset` on of what `rank` reads.
    fn buffer(&self, rank: usize, offset: usize, len: usize) -> Buffer {
        let (address, bytes) = self.parts[self.index(rank)];
        debug_assert!((offset + len) as u64 <= bytes);
        // SAFETY: MEMORY-1.
        unsafe { Buffer::dense((address as *mut u8).wrapping_add(offset), len as u64) }
    }

    /// Writes the one part for all, from `offset` on, to the same place of `remote`.
    ///
    /// # Safety
    /// MEMORY-1; the other process lets this one write there.
    pub unsafe fn write_to(&self, remote: Remote, offset: usize) -> io::Result<()> {
        let (address, bytes) = self.parts[0];
        debug_assert!(bytes == remote.bytes && offset as u64 <= bytes);
        // SAFETY: as the caller promises.
        unsafe { remote.write(offset, (address as *const u8).wrapping_add(offset), bytes as usize - offset) }
    }

    /// Begins an operation and publishes the table in it.
    pub fn publish<M: Member>(&self, task: &Task<M>, says: Says, readers: Readers) -> Operation {
        let process = task.with(|_, node| node.process_id());
        // SAFETY: DIRECT-2.
        let fill = |at: *mut u8| unsafe { self.write_table(at, process) };
        task.publish(readers, says.by_address(), self.table_bytes(), fill)
    }

    fn table_bytes(&self) -> usize {
        size_of::<u64>() * (1 + 2 * self.parts.len())
    }

    /// # Safety
    /// `at` has room for [`Source::table_bytes`] bytes.
    unsafe fn write_table(&self, at: *mut u8, process: u32) {
        let words = self.parts.iter().flat_map(|(address, bytes)| [*address, *bytes]);
        for (index, word) in std::iter::once(u64::from(process)).chain(words).enumerate() {
            // SAFETY: as the caller promises.
            unsafe { at.cast::<u64>().add(index).write(word) };
        }
    }
}

fn part(from: &Buffers, block: usize, is_overwritten: bool, packed: &mut SmallVec<[Box<[u8]>; 1]>) -> ReadablePart {
    let bytes = from.bytes(block) as u64;
    if let Some(address) = from.dense(block).filter(|_| !is_overwritten || bytes == 0) {
        return (address as u64, bytes);
    }
    // SAFETY: DIRECT-1.
    let copy = unsafe { from.block(block).pack() };
    let part = (copy.as_ptr() as u64, bytes);
    packed.push(copy);
    part
}

/// What is at one of the addresses of an offer.
#[derive(Clone, Copy)]
pub struct Remote {
    pid: i32,
    address: usize,
    /// Bytes there.
    pub bytes: u64,
    /// The way that needs no system, if there is one.
    heaps: Option<Between>,
}

impl Remote {
    /// `bytes` bytes at an address of process `pid`.
    pub fn new(pid: i32, address: usize, bytes: usize) -> Self {
        Remote { pid, address, bytes: bytes as u64, heaps: None }
    }

    /// Part `index` of the table at `at`.
    ///
    /// # Safety
    /// MEMORY-2.
    pub unsafe fn at(at: *const u8, index: usize) -> Self {
        let words = at.cast::<u64>();
        // SAFETY: as the caller promises.
        unsafe {
            let (address, bytes) = (words.add(1 + 2 * index).read(), words.add(2 + 2 * index).read());
            Remote { pid: words.read() as i32, address: address as usize, bytes, heaps: None }
        }
    }

    /// The same memory, of a process to which this may be the way.
    pub fn through(self, heaps: Option<Between>) -> Self {
        Remote { heaps, ..self }
    }

    /// Copies `len` bytes from `offset` on to `into`.
    ///
    /// # Safety
    /// `into` is valid for writing so many bytes.
    pub unsafe fn read(self, offset: usize, into: *mut u8, len: usize) -> io::Result<()> {
        let theirs = self.address.wrapping_add(offset);
        // SAFETY: as the caller promises, and MEMORY-1.
        if self.heaps.is_some_and(|heaps| unsafe { heaps.read_run(into, theirs, len) }) {
            return Ok(());
        }
        let mut done = 0;
        while done < len {
            // SAFETY: as the caller promises; nobody else uses the bytes meanwhile (DIRECT-1).
            let rest = unsafe { std::slice::from_raw_parts_mut(into.add(done), len - done) };
            match cross_memory::peek(self.pid, self.address.wrapping_add(offset + done), rest)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                bytes => done += bytes,
            }
        }
        Ok(())
    }

    /// Copies `len` bytes at `from` to what is there from `offset` on.
    ///
    /// # Safety
    /// `from` has so many bytes, which nobody changes meanwhile, and the other process lets this
    /// one write there.
    pub unsafe fn write(self, offset: usize, from: *const u8, len: usize) -> io::Result<()> {
        let theirs = self.address.wrapping_add(offset);
        // SAFETY: as the caller promises.
        if self.heaps.is_some_and(|heaps| unsafe { heaps.write_run(from, theirs, len) }) {
            return Ok(());
        }
        let mut done = 0;
        while done < len {
            let own = Range { address: from as usize + done, len: len - done };
            let theirs = Range { address: self.address.wrapping_add(offset + done), len: len - done };
            // SAFETY: as the caller promises.
            match unsafe { cross_memory::write(self.pid, &[own], &[theirs])? } {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                bytes => done += bytes,
            }
        }
        Ok(())
    }
}

/// What becomes of bytes that are read.
enum Use {
    /// They are stored.
    Store(Buffer),
    /// They are combined into the vector at an address, of which so many bytes are done.
    Combine(*mut u8, usize),
}

/// What this rank takes from another one.
struct Taken {
    rank: usize,
    bytes: usize,
    into: Use,
}

/// An operation in which memory is read.
pub struct Reading<'a, M> {
    task: &'a Task<'a, M>,
    operation: Operation,
    source: Option<&'a Source>,
    readers: Readers,
    taken: SmallVec<[Taken; 8]>,
    /// This rank cannot read another one's memory.
    refuses: bool,
    /// This rank has waited for all others to publish.
    is_exchange: bool,
    result: Result<()>,
}

impl<'a, M: Member> Reading<'a, M> {
    /// Begins an operation in which this rank offers nothing.
    pub fn begin(task: &'a Task<M>) -> Self {
        Self::of(task, task.begin())
    }

    /// In an operation that has begun without an offer.
    pub fn of(task: &'a Task<M>, operation: Operation) -> Self {
        Self::new(task, operation, None, Readers::Nobody)
    }

    /// Begins an operation with an offer.
    pub fn offer(task: &'a Task<M>, says: Says, source: &'a Source, readers: Readers) -> Self {
        Self::new(task, source.publish(task, says, readers), Some(source), readers)
    }

    fn new(task: &'a Task<M>, operation: Operation, source: Option<&'a Source>, readers: Readers) -> Self {
        Reading { task, operation, source, readers, taken: SmallVec::new(), refuses: false, is_exchange: false, result: Ok(()) }
    }

    /// This rank has waited for all others to publish.
    pub fn note_exchange(&mut self) {
        self.is_exchange = true;
    }

    /// The operation.
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// Notes an error, which is reported at the end.
    pub fn note(&mut self, result: Result<()>) {
        if self.result.is_ok() {
            self.result = result;
        }
    }

    /// Waits for the offer of `rank`, and finds part `index` of it.
    pub fn find(&mut self, rank: usize, expected: Says, index: usize) -> Option<Remote> {
        let mut remote = None;
        // SAFETY: MEMORY-2.
        let take = |_, at: *const u8, _| remote = Some(unsafe { Remote::at(at, index) });
        let found = self.task.collect(self.operation, std::iter::once(rank), |_| expected.by_address(), take);
        self.note(found);
        remote.map(|remote| remote.through(self.task.heaps(rank)))
    }

    /// Takes the first `len` bytes of `remote`, of `rank`, into a block.
    pub fn store(&mut self, rank: usize, remote: Remote, len: usize, into: &Buffers, block: usize) {
        if let Some(address) = into.dense(block) {
            // SAFETY: DIRECT-1.
            return unsafe { self.store_at(rank, remote, address, len) };
        }
        if !self.refuses {
            // SAFETY: DIRECT-1.
            let read = unsafe { read_packed(remote, len, &into.block(block), 0) };
            self.note_outcome(rank, read);
        }
        if len > 0 {
            let buffer = into.block(block).slice(0, len as u64).unwrap_or_else(|| into.block(block));
            self.taken.push(Taken { rank, bytes: len, into: Use::Store(buffer) });
        }
    }

    /// Takes the first `len` bytes of `remote`, of `rank`, to `into`.
    ///
    /// # Safety
    /// DIRECT-1: there is room for so many bytes.
    pub unsafe fn store_at(&mut self, rank: usize, remote: Remote, into: *mut u8, len: usize) {
        if !self.refuses {
            // SAFETY: as the caller promises.
            let read = unsafe { remote.read(0, into, len) };
            self.note_outcome(rank, read);
        }
        if len > 0 {
            // SAFETY: as above.
            let buffer = unsafe { Buffer::dense(into, len as u64) };
            self.taken.push(Taken { rank, bytes: len, into: Use::Store(buffer) });
        }
    }

    /// Takes `bytes` bytes of `remote`, of `rank`, to `into`: the first `half` by reading, and the
    /// others too if `rank`, which finishes the operation when it is done with them, has not
    /// written them there.
    ///
    /// # Safety
    /// DIRECT-1: there is room for so many bytes.
    pub unsafe fn store_with_writer(&mut self, rank: usize, remote: Remote, into: *mut u8, bytes: usize, half: usize) {
        // SAFETY: as the caller promises.
        unsafe { self.read_part(rank, remote, into, 0..half) };
        self.task.wait_until_finished(self.operation, Readers::One(rank));
        let has_written = !self.task.with(|seat, _| seat.area.has_refused(self.operation, rank));
        if !has_written {
            // SAFETY: as the caller promises.
            unsafe { self.read_part(rank, remote, into, half..bytes) };
        }
        let taken = if has_written { half } else { bytes };
        // SAFETY: as above.
        let buffer = unsafe { Buffer::dense(into, taken as u64) };
        self.taken.push(Taken { rank, bytes: taken, into: Use::Store(buffer) });
    }

    /// Reads a part of `remote` to where it belongs behind `into`, unless that cannot be done.
    ///
    /// # Safety
    /// As [`Reading::store_at`].
    unsafe fn read_part(&mut self, rank: usize, remote: Remote, into: *mut u8, part: std::ops::Range<usize>) {
        if !self.refuses {
            // SAFETY: as the caller promises.
            let read = unsafe { remote.read(part.start, into.add(part.start), part.len()) };
            self.note_outcome(rank, read);
        }
    }

    /// Combines `len` bytes from `offset` on of `remote`, of `rank`, with the vector at `so_far`,
    /// into the one at `into`, which may be the same.
    ///
    /// # Safety
    /// DIRECT-1: both have so many bytes, which are whole elements.
    pub unsafe fn combine(
        &mut self,
        rank: usize,
        remote: Remote,
        (offset, len): (usize, usize),
        vector: &Vector,
        so_far: *const u8,
        into: *mut u8,
    ) {
        let is_apart = so_far != into.cast_const();
        let chunk = CHUNK / vector.element() * vector.element();
        let mut bytes = if is_apart { Vec::new() } else { room(chunk.min(len)) };
        let mut done = 0;
        while done < len && !self.refuses {
            let step = chunk.min(len - done);
            // SAFETY: there is room for a chunk, and as the caller promises.
            let read = unsafe {
                let at = if is_apart { into.add(done) } else { bytes.as_mut_ptr().cast::<u8>() };
                let read = remote.read(offset + done, at, step);
                if read.is_ok() {
                    vector.combine(if is_apart { so_far.add(done) } else { at }, into.add(done), step);
                }
                read
            };
            let has_failed = read.is_err();
            self.note_outcome(rank, read);
            if has_failed {
                break;
            }
            done += step;
        }
        if is_apart {
            // SAFETY: as the caller promises.
            unsafe { copy(into.add(done), so_far.add(done), len - done) };
        }
        if len > 0 {
            self.taken.push(Taken { rank, bytes: len, into: Use::Combine(into, done) });
        }
    }

    /// Keeps what came of reading. Addresses that do not exist are an error of the program; all
    /// else means that it cannot be done.
    fn note_outcome(&mut self, rank: usize, read: io::Result<()>) {
        match read {
            Ok(()) => {}
            Err(error) if error.raw_os_error() == Some(cross_memory::BAD_ADDRESS) => self.note(Err(unreadable(rank))),
            Err(_) => self.refuses = true,
        }
    }

    /// Ends the operation: waits until the readers are done, and moves by messages what somebody
    /// could not read. `offset` and length of what a rank reads of its part are `piece`.
    pub fn end(mut self, vector: Option<&Vector>, piece: impl Fn(usize) -> (usize, usize)) -> Result<()> {
        let task = self.task;
        let late = if self.refuses { self.receive_taken()? } else { SmallVec::new() };
        task.finish(self.operation, self.is_exchange);
        let served = self.serve(piece);
        self.note(served);
        for (taken, bytes, operation) in late {
            task.member.take(operation);
            if let (Use::Combine(into, done), Some(vector)) = (taken.into, vector) {
                // SAFETY: both have room for so many bytes.
                unsafe { vector.combine(bytes.as_ptr().cast::<u8>().add(done), into.add(done), taken.bytes - done) };
            }
        }
        self.result
    }

    /// Asks for everything by messages.
    #[cold]
    fn receive_taken(&mut self) -> Result<LateData> {
        let task = self.task;
        let (context, tag) = task.with(|seat, _| seat.unread_tag());
        let late = std::mem::take(&mut self.taken).into_iter().map(|taken| {
            let (bytes, buffer) = match &taken.into {
                Use::Store(buffer) => (Vec::new(), buffer.clone()),
                Use::Combine(..) => {
                    let mut bytes = lines(taken.bytes);
                    // SAFETY: the memory is kept until the message has come.
                    let buffer = unsafe { Buffer::dense(bytes.as_mut_ptr().cast(), taken.bytes as u64) };
                    (bytes, buffer)
                }
            };
            let source = task.with(|seat, _| seat.process(taken.rank as u32)) as i32;
            let operation = task.with(|_, node| node.receive(MatchPattern { context, source, tag }, buffer, task.member.comm()));
            (taken, bytes, operation)
        });
        let late = late.collect();
        task.with(|seat, _| {
            seat.area.refuse(self.operation);
            seat.has_been_refused = true;
        });
        Ok(late)
    }

    /// Waits for the readers, and sends to those that could not read.
    fn serve(&self, piece: impl Fn(usize) -> (usize, usize)) -> Result<()> {
        let (task, operation) = (self.task, self.operation);
        let Some(source) = self.source else { return Ok(()) };
        task.wait_until_finished(operation, self.readers);
        let refused = task.with(|seat, _| -> SmallVec<[usize; 8]> {
            let readers = task.others().filter(|rank| self.readers.has(*rank));
            readers.filter(|rank| seat.area.has_refused(operation, *rank)).collect()
        });
        if refused.is_empty() {
            return Ok(());
        }
        let (context, tag) = task.with(|seat, _| seat.unread_tag());
        task.with(|seat, _| seat.has_been_refused = true);
        let send = |rank: usize| {
            let (offset, len) = piece(rank);
            let to = task.with(|seat, _| seat.process(rank as u32));
            (len > 0).then(|| task.with(|_, node| node.send(to, context, tag, source.buffer(rank, offset, len))))?
        };
        let sends: SmallVec<[usize; 8]> = refused.into_iter().filter_map(send).collect();
        for send in sends {
            task.member.take(send);
        }
        Ok(())
    }
}

/// What is to come by messages: into which memory, and the receive.
type LateData = SmallVec<[(Taken, Vec<Line>, usize); 8]>;

/// The failure where memory of `rank`, or this rank's, is none.
#[cold]
pub fn unreadable(rank: usize) -> Box<Failure> {
    Box::new(Failure::Unreadable { rank })
}

/// Copies the first `len` bytes of `remote` to the data of a buffer from `start` on.
///
/// # Safety
/// DIRECT-1.
pub unsafe fn read_packed(remote: Remote, len: usize, into: &Buffer, start: usize) -> io::Result<()> {
    let mut bytes = Vec::<u8>::with_capacity(CHUNK.min(len));
    for position in (0..len).step_by(CHUNK) {
        let step = CHUNK.min(len - position);
        // SAFETY: there is room for a chunk, and as the caller promises.
        unsafe {
            remote.read(position, bytes.as_mut_ptr(), step)?;
            into.write((start + position) as u64, bytes.as_ptr(), step);
        }
    }
    Ok(())
}

/// Whether all ranks say yes to a question; each answers it when all have come.
pub fn agree<M: Member>(task: &Task<M>, says: Says, answer: impl FnOnce(&Task<M>) -> bool) -> Result<bool> {
    let operation = task.publish(Readers::All, says.by_address(), 0, |_| {});
    let result = task.collect(operation, task.others(), |_| says.by_address(), |_, _, _| {});
    let is_yes = result.is_ok() && answer(task);
    if !is_yes {
        task.with(|seat, _| seat.area.refuse(operation));
    }
    task.finish(operation, false);
    result?;
    task.wait_until_finished(operation, Readers::All);
    Ok(is_yes && task.with(|seat, _| task.others().all(|rank| !seat.area.has_refused(operation, rank))))
}
