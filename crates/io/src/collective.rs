//! Collective accesses, in two phases: some ranks, the aggregators, each access a part of the file
//! that lies together, and exchange its bytes with the ranks whose bytes they are. Where that does
//! not pay, every rank accesses the file itself.
//!
//! All ranks first tell each other what they are about to do. So all know whether some cannot take
//! part, and choose alike. At the end they tell each other what went wrong: a collective operation
//! fails at all ranks or at none, and none is left waiting.
//!
//! In the two phases each rank goes through the windows of all domains in the order of their
//! numbers. It sends what belongs into windows of one number, and if it is an aggregator, serves
//! its own window of that number. A rank waits for its messages to be taken before it goes on to
//! the next number; the rank with the lowest number never waits for one with a higher, so all get
//! on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ferry_sys::file::Lock;

use crate::access::{Access, Direction, gathered};
use crate::domains::Domains;
use crate::error::{Error, Result};
use crate::extent::{Extent, Extents};
use crate::hints::Choice;
use crate::memory::Memory;
use crate::open_file::{Moved, OpenFile};
use crate::port::Port;

/// Extents longer than this, on average, are not worth sending to another rank, in bytes.
const LONG_EXTENT: u64 = 128 << 10;
/// The same for reads where all ranks are on one node, whose memory holds what its own file system
/// has to read: a call of the system for what lies together, or close together, takes less time
/// than two copies. Writes of several processes exclude each other (docs/benchmarks/io.md).
const LONG_READ_NEARBY: u64 = 1 << 10;

/// How a collective access is done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The ranks that access the file for all, if it is done in two phases.
    pub aggregators: Arc<[u32]>,
    /// Bytes that an aggregator holds at once.
    pub buffer: u64,
    /// Bytes that lie together on one device of the file system, or 0.
    pub unit: u64,
    /// Whether the file is on a file system of this node, on which all ranks are.
    pub is_nearby: bool,
    /// Whether it is done in two phases.
    pub choice: Choice,
}

/// Positions that follow one another in the order of ranks, from the shared file pointer on.
pub struct Order {
    /// What this rank adds to the shared file pointer.
    pub etypes: u64,
    /// Bytes of an etype.
    pub etype_bytes: u64,
    /// Adds to the shared file pointer and says what it was; at rank 0.
    pub pointer: Box<dyn FnOnce(u64) -> u64 + Send>,
}

/// A collective access of one rank.
pub struct Call {
    /// What this rank accesses, or why it cannot.
    pub access: Result<Access>,
    /// How.
    pub plan: Plan,
    /// For accesses in the order of ranks, which say only now where they are.
    pub order: Option<Order>,
}

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    /// How far it got.
    pub moved: Moved,
    /// The memory of the access, if there was one.
    pub memory: Option<Memory>,
}

/// Does a collective access.
pub async fn run(port: Port, call: Call) -> Outcome {
    let Call { mut access, plan, order } = call;
    let moved = match order {
        Some(order) => match put_in_order(&port, &mut access, order).await {
            Ok(()) => agree_and_move(&port, &mut access, &plan).await,
            Err(error) => Err(error),
        },
        None => agree_and_move(&port, &mut access, &plan).await,
    };
    let moved = moved.unwrap_or_else(|error| Moved { bytes: 0, error: Some(error) });
    Outcome { moved, memory: access.ok().map(|access| access.memory) }
}

/// Gives each access its position. The shared file pointer stays where it is if some rank cannot
/// take part.
async fn put_in_order(port: &Port, access: &mut Result<Access>, order: Order) -> Result<()> {
    let mut block = order.etypes.to_le_bytes().to_vec();
    block.extend(access.as_ref().err().map(Error::encode).unwrap_or_default());
    let blocks = port.gather(block).await?;
    let mut amounts = Vec::new();
    for (rank, block) in (0..).zip(&blocks) {
        let (amount, failure) = block.split_first_chunk().ok_or(Error::Confused { rank })?;
        amounts.push(u64::from_le_bytes(*amount));
        fail_with(port, access.as_ref().err(), rank, failure)?;
    }
    let sum = |amounts: &[u64]| amounts.iter().fold(0, |sum: u64, amount| sum.saturating_add(*amount));
    let first = if port.rank == 0 { (order.pointer)(sum(&amounts)).to_le_bytes().to_vec() } else { Vec::new() };
    let first = port.broadcast(first).await?;
    let first = u64::from_le_bytes(first.try_into().map_err(|_| Error::Confused { rank: 0 })?);
    let etype = first.saturating_add(sum(&amounts[..port.rank as usize]));
    if let Ok(found) = access {
        found.position = etype.saturating_mul(order.etype_bytes);
        if !found.view.holds(found.position, found.len()) {
            *access = Err(Error::TooFar);
        }
    }
    Ok(())
}

/// The error of rank `rank`, if it has one; this rank's own in its own words.
fn fail_with(port: &Port, own: Option<&Error>, rank: u32, encoded: &[u8]) -> Result<()> {
    match (own, Error::decode(encoded)) {
        (Some(own), Some(_)) if rank == port.rank => Err(own.clone()),
        (_, Some(error)) => Err(error.at(rank)),
        (_, None) => Ok(()),
    }
}

/// What a rank tells the others before it begins.
#[derive(Clone, Copy, Debug, Default)]
struct Summary {
    start: u64,
    end: u64,
    /// Bytes of an extent on average.
    extent: u64,
    /// It must access the file itself.
    is_alone: bool,
    /// The file is near this rank, as [`Plan::is_nearby`] says.
    is_nearby: bool,
}

const SUMMARY_BYTES: usize = 32;

impl Summary {
    fn of(access: &Access, is_nearby: bool) -> Summary {
        let Some(span) = access.span() else { return Summary::default() };
        let is_alone = access.manner.is_atomic || !access.view.is_monotone(access.position, access.len());
        let extent = if access.view.is_dense() { access.len() } else { access.view.average_extent() };
        Summary { start: span.offset, end: span.end(), extent, is_alone, is_nearby }
    }

    fn encode(&self) -> Vec<u8> {
        let flags = u64::from(self.is_alone) | u64::from(self.is_nearby) << 1;
        [self.start, self.end, self.extent, flags].iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn decode(bytes: &[u8; SUMMARY_BYTES]) -> Summary {
        let word = |at: usize| u64::from_le_bytes(bytes[8 * at..8 * at + 8].try_into().unwrap_or_default());
        Summary { start: word(0), end: word(1), extent: word(2), is_alone: word(3) & 1 != 0, is_nearby: word(3) & 2 != 0 }
    }
}

async fn agree_and_move(port: &Port, access: &mut Result<Access>, plan: &Plan) -> Result<Moved> {
    let mut block = access.as_ref().map(|access| Summary::of(access, plan.is_nearby)).unwrap_or_default().encode();
    block.extend(access.as_ref().err().map(Error::encode).unwrap_or_default());
    let mut summaries = Vec::new();
    for (rank, block) in (0..).zip(&port.gather(block).await?) {
        let (summary, failure) = block.split_first_chunk().ok_or(Error::Confused { rank })?;
        fail_with(port, access.as_ref().err(), rank, failure)?;
        summaries.push(Summary::decode(summary));
    }
    summaries.retain(|summary| summary.start < summary.end);
    let low = summaries.iter().map(|summary| summary.start).min();
    let high = summaries.iter().map(|summary| summary.end).max();
    let (Some(low), Some(high)) = (low, high) else { return Ok(Moved::default()) };
    let own = match std::mem::replace(access, Err(Error::TooFar)) {
        Ok(own) => own,
        Err(error) => return Err(error),
    };
    let (own, mut moved) = if port.ranks > 1 && is_worth_two_phases(&mut summaries, plan.choice, own.direction) {
        let domains =
            Domains::cut(Extent { offset: low, len: high - low }, plan.aggregators.len() as u32, plan.buffer, plan.unit);
        let mut exchange = Exchange::new(port, &own, &plan.aggregators, &domains);
        let moved = exchange.run().await?;
        (own, moved)
    } else {
        port.work(move || {
            let moved = own.run();
            (own, moved)
        })
        .await
    };
    *access = Ok(own);
    let failure = moved.error.as_ref().map(Error::encode).unwrap_or_default();
    for (rank, failure) in (0..).zip(&port.gather(failure).await?) {
        if let Err(error) = fail_with(port, moved.error.as_ref(), rank, failure) {
            moved.error = Some(error);
            break;
        }
    }
    Ok(moved)
}

/// Whether the accesses of ranks lie among each other, in short extents.
fn is_worth_two_phases(summaries: &mut [Summary], choice: Choice, direction: Direction) -> bool {
    if summaries.iter().any(|summary| summary.is_alone) || choice == Choice::Disable {
        return false;
    }
    if choice == Choice::Enable {
        return true;
    }
    summaries.sort_by_key(|summary| summary.start);
    let is_interleaved = summaries.windows(2).any(|pair| pair[1].start < pair[0].end);
    let is_nearby = summaries.iter().all(|summary| summary.is_nearby);
    let long = if is_nearby && direction == Direction::Read { LONG_READ_NEARBY } else { LONG_EXTENT };
    is_interleaved && summaries.iter().any(|summary| summary.extent < long)
}

/// What one rank has in one window.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// The window's number in its domain.
    number: u64,
    /// Index of the aggregator whose domain it is.
    aggregator: u32,
    /// Where it begins in the stream, counted from the access.
    at: u64,
    len: u64,
    /// How much of it was read.
    read: u64,
}

/// The two phases of one rank.
struct Exchange<'a> {
    port: &'a Port,
    access: &'a Access,
    aggregators: &'a [u32],
    domains: &'a Domains,
    parts: Vec<Part>,
    /// The first error of this rank as an aggregator.
    failure: Option<Error>,
}

impl<'a> Exchange<'a> {
    fn new(port: &'a Port, access: &'a Access, aggregators: &'a [u32], domains: &'a Domains) -> Self {
        let mut parts = parts(access, domains);
        parts.sort_by_key(|part| part.number);
        Exchange { port, access, aggregators, domains, parts, failure: None }
    }

    async fn run(&mut self) -> Result<Moved> {
        let contributors = self.introduce().await?;
        let own = self.parts.iter().map(|part| part.number);
        let numbers: BTreeSet<u64> = own.chain(contributors.keys().copied()).collect();
        let mut next = 0;
        for number in numbers {
            let first = next;
            while self.parts.get(next).is_some_and(|part| part.number == number) {
                self.offer(&self.parts[next]);
                next += 1;
            }
            if let Some(ranks) = contributors.get(&number) {
                self.serve(number, ranks).await?;
            }
            if self.access.direction == Direction::Read {
                self.take_replies(first..next).await?;
            }
            self.port.flush().await;
        }
        Ok(Moved { bytes: self.bytes_moved(), error: self.failure.take() })
    }

    /// Tells each aggregator which of its windows this rank has something in. At an aggregator: the
    /// ranks of each window.
    async fn introduce(&self) -> Result<BTreeMap<u64, Vec<u32>>> {
        for (index, rank) in (0..).zip(self.aggregators) {
            let numbers = self.parts.iter().filter(|part| part.aggregator == index);
            let numbers: Extents = numbers.map(|part| Extent { offset: part.number, len: 1 }).collect();
            let mut message = Vec::with_capacity(numbers.encoded_len());
            numbers.encode(&mut message);
            self.port.send(*rank, message);
        }
        let mut contributors: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        if !self.aggregators.contains(&self.port.rank) {
            return Ok(contributors);
        }
        for rank in 0..self.port.ranks {
            let message = self.port.receive(rank).await?;
            let (numbers, _) = Extents::decode(&message).ok_or(Error::Confused { rank })?;
            for number in numbers.iter().flat_map(|extent| extent.offset..extent.end()) {
                contributors.entry(number).or_default().push(rank);
            }
        }
        Ok(contributors)
    }

    /// Sends an aggregator where a part is in the file, and its bytes if they are to be written.
    fn offer(&self, part: &Part) {
        let extents: Extents = self.access.view.walk(self.access.position + part.at, part.len).collect();
        let data = if self.access.direction == Direction::Write { part.len as usize } else { 0 };
        let mut message = Vec::with_capacity(extents.encoded_len() + data);
        extents.encode(&mut message);
        if data > 0 {
            let head = message.len();
            message.resize(head + data, 0);
            self.access.memory.pack(part.at, &mut message[head..]);
        }
        self.port.send(self.aggregators[part.aggregator as usize], message);
    }

    /// Serves the ranks that have something in window `number` of this aggregator's domain.
    async fn serve(&mut self, number: u64, ranks: &[u32]) -> Result<()> {
        let mut requests = Vec::with_capacity(ranks.len());
        for rank in ranks.iter().copied() {
            let message = self.port.receive(rank).await?;
            requests.push(Request::decode(message).ok_or(Error::Confused { rank })?);
        }
        let index = self.aggregators.iter().position(|rank| *rank == self.port.rank).unwrap_or(0);
        let window = self.domains.window(index as u32, number);
        if let Some((rank, _)) = ranks.iter().zip(&requests).find(|(_, request)| !request.is_within(window)) {
            return Err(Error::Confused { rank: *rank });
        }
        let file = self.access.file.clone();
        match self.access.direction {
            Direction::Write if self.failure.is_some() => {}
            Direction::Write => {
                let changes = self.access.manner.sieve > 0;
                let moved = self.port.work(move || write_window(&file, &requests, changes)).await;
                self.failure = moved.err();
            }
            Direction::Read => {
                let (replies, failure) = self.port.work(move || read_window(&file, &requests)).await;
                self.failure = self.failure.take().or(failure);
                ranks.iter().zip(replies).for_each(|(rank, reply)| self.port.send(*rank, reply));
            }
        }
        Ok(())
    }

    /// Takes the bytes of the parts of one number.
    async fn take_replies(&mut self, parts: std::ops::Range<usize>) -> Result<()> {
        for part in &mut self.parts[parts] {
            let rank = self.aggregators[part.aggregator as usize];
            let bytes = self.port.receive(rank).await?;
            if bytes.len() as u64 > part.len {
                return Err(Error::Confused { rank });
            }
            self.access.memory.unpack(part.at, &bytes);
            part.read = bytes.len() as u64;
        }
        Ok(())
    }

    /// Bytes of this rank from the front that were read, or are written if there is no error.
    fn bytes_moved(&mut self) -> u64 {
        if self.access.direction == Direction::Write {
            return self.access.len();
        }
        self.parts.sort_by_key(|part| part.at);
        let whole = self.parts.iter().take_while(|part| part.read == part.len).count();
        self.parts.iter().take(whole + 1).map(|part| part.read).sum()
    }
}

/// Cuts an access into its parts in windows.
fn parts(access: &Access, domains: &Domains) -> Vec<Part> {
    let (mut at, mut parts) = (0, Vec::new());
    while at < access.len() {
        let (aggregator, number) = domains.locate(access.view.offset_of(access.position + at));
        let end = access.view.below(access.position, access.len(), domains.window(aggregator, number).end());
        let len = end - at;
        parts.push(Part { number, aggregator, at, len, read: 0 });
        at += len;
    }
    parts
}

/// What a rank sends to an aggregator for one window.
struct Request {
    extents: Extents,
    message: Vec<u8>,
    /// Where the data begin.
    head: usize,
}

impl Request {
    fn decode(message: Vec<u8>) -> Option<Request> {
        let (extents, data) = Extents::decode(&message)?;
        let head = message.len() - data.len();
        let is_whole = data.is_empty() || data.len() as u64 == extents.bytes();
        is_whole.then_some(Request { extents, message, head })
    }

    fn is_within(&self, window: Extent) -> bool {
        self.extents.span().is_some_and(|span| span.offset >= window.offset && span.end() <= window.end())
    }

    fn data(&self) -> &[u8] {
        &self.message[self.head..]
    }
}

/// From the first to past the last byte of all requests.
fn span(requests: &[Request]) -> Extent {
    let spans = || requests.iter().filter_map(|request| request.extents.span());
    let low = spans().map(|span| span.offset).min().unwrap_or(0);
    let high = spans().map(|span| span.end()).max().unwrap_or(low);
    Extent { offset: low, len: high - low }
}

/// Writes what ranks have in a window, and nothing else; where they overlap, what the highest rank
/// has. With `changes`, what lies between is written back as it was, under a lock.
fn write_window(file: &OpenFile, requests: &[Request], changes: bool) -> Result<()> {
    let span = span(requests);
    let mut bytes = vec![0; span.len as usize];
    let mut covered = Coverage::new(span);
    requests.iter().flat_map(|request| request.extents.iter()).for_each(|extent| covered.add(extent));
    let _guard = if changes { Some(file.lock(span, Lock::Exclusive)?) } else { None };
    let runs = if changes && !covered.is_whole() {
        let read = file.read_bytes(span.offset, &mut bytes);
        read.error.map_or(Ok(()), Err)?;
        vec![span]
    } else {
        covered.runs()
    };
    for request in requests {
        let mut data = request.data();
        for extent in request.extents.iter() {
            let (piece, rest) = data.split_at(extent.len as usize);
            bytes[(extent.offset - span.offset) as usize..][..piece.len()].copy_from_slice(piece);
            data = rest;
        }
    }
    for run in runs {
        let moved = file.write_bytes(run.offset, &bytes[(run.offset - span.offset) as usize..][..run.len as usize]);
        moved.error.map_or(Ok(()), Err)?;
    }
    Ok(())
}

/// Reads what ranks want of a window: for each the bytes up to the end of the file.
fn read_window(file: &OpenFile, requests: &[Request]) -> (Vec<Vec<u8>>, Option<Error>) {
    let span = span(requests);
    let mut bytes = vec![0; span.len as usize];
    let mut wanted = Coverage::new(span);
    requests.iter().flat_map(|request| request.extents.iter()).for_each(|extent| wanted.add(extent));
    let (mut end, mut failure) = (span.end(), None);
    for group in gathered(wanted.runs().into_iter(), span.len) {
        let moved = file.read_bytes(group.offset, &mut bytes[(group.offset - span.offset) as usize..][..group.len as usize]);
        failure = moved.error;
        if moved.bytes < group.len {
            end = group.offset + moved.bytes;
            break;
        }
    }
    let reply = |request: &Request| {
        let mut reply = Vec::with_capacity(request.extents.bytes() as usize);
        for extent in request.extents.iter().take_while(|extent| extent.offset < end) {
            let len = extent.len.min(end - extent.offset) as usize;
            reply.extend_from_slice(&bytes[(extent.offset - span.offset) as usize..][..len]);
        }
        reply
    };
    (requests.iter().map(reply).collect(), failure)
}

/// Which bytes of a range belong to some extent.
struct Coverage {
    span: Extent,
    words: Vec<u64>,
}

impl Coverage {
    fn new(span: Extent) -> Self {
        Coverage { span, words: vec![0; span.len.div_ceil(64) as usize] }
    }

    fn add(&mut self, extent: Extent) {
        let (start, end) = (extent.offset - self.span.offset, extent.end() - self.span.offset);
        let (first, last) = ((start / 64) as usize, ((end - 1) / 64) as usize);
        let (low, high) = (u64::MAX << (start % 64), u64::MAX >> (63 - (end - 1) % 64));
        if first == last {
            self.words[first] |= low & high;
            return;
        }
        self.words[first] |= low;
        self.words[first + 1..last].fill(u64::MAX);
        self.words[last] |= high;
    }

    /// The position of the first bit from `from` on that is `wanted`, or the end.
    fn find(&self, from: u64, wanted: bool) -> u64 {
        let mut word = (from / 64) as usize;
        let mut mask = u64::MAX << (from % 64);
        while let Some(bits) = self.words.get(word) {
            let bits = (if wanted { *bits } else { !*bits }) & mask;
            if bits != 0 {
                return (word as u64 * 64 + u64::from(bits.trailing_zeros())).min(self.span.len);
            }
            (word, mask) = (word + 1, u64::MAX);
        }
        self.span.len
    }

    fn is_whole(&self) -> bool {
        self.find(0, false) == self.span.len
    }

    /// What is covered, in order.
    fn runs(&self) -> Vec<Extent> {
        let (mut runs, mut at) = (Vec::new(), 0);
        loop {
            let start = self.find(at, true);
            if start == self.span.len {
                return runs;
            }
            at = self.find(start, false);
            runs.push(Extent { offset: self.span.offset + start, len: at - start });
        }
    }
}

#[cfg(test)]
#[path = "collective_tests.rs"]
mod tests;
