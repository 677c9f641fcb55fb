//! Partitioned communication (MPI-5 chapter 4): requests whose data goes out partition by
//! partition, as the program declares them ready.
//!
//! Every partition of the sender is a message of its own, sent at once. The receiver posts a
//! receive for each, where its bytes belong. So large ones travel while the program is still
//! working on the others. `ferry_protocol::partition` says how the two requests find each other.
//!
//! A sender needs nothing from the receiver. A receiver knows the sender's partitions when its
//! setup message is there, and posts the round's receives then; what has come before waits like any
//! unexpected message. Rounds do not mix: a partition's messages have one tag and stay in order.
//!
//! # Safety arguments
//! - PART-1: BUF-1 holds for the program's buffer while a request is active.
//! - PART-2: memory of a request that an operation points into lives until the operation is done:
//!   `staging` is kept while receives are outstanding, and the memory of a setup message goes to
//!   its operation when the request goes first.

use ferry_device::Device;
use ferry_protocol::matching::Pattern;
use ferry_protocol::partition::{Overlap, SETUP_BYTES, data_context, setup_context};
pub use ferry_protocol::partition::{PARTITIONED, Setup, is_data_context};

use crate::Engine;
use crate::buffer::Buffer;
use crate::operation::{Fault, Mode, Outcome};

/// Where and how two requests find each other.
#[derive(Clone, Copy, Debug)]
pub struct MatchAddress {
    /// World rank of the other side; `None` for `MPI_PROC_NULL`.
    pub peer: Option<u32>,
    /// Context id of the communicator.
    pub context: u64,
    /// The requests' tag.
    pub tag: i32,
    /// Whose the operations are: the communicator's handle.
    pub owner: usize,
}

impl MatchAddress {
    fn is_revoked<D: Device>(&self, engine: &Engine<D>) -> bool {
        engine.casualty(self.context) == Some(Fault::Revoked)
    }

    /// How a round of `bytes` bytes has ended; `None` with `MPI_PROC_NULL`.
    fn outcome(&self, bytes: u64, fault: Option<Fault>) -> Option<Outcome> {
        let bytes = if fault.is_none() { bytes } else { 0 };
        self.peer.map(|source| Outcome { source, tag: self.tag, bytes, sent: bytes, cancelled: false, fault })
    }
}

/// The program's data.
#[derive(Debug)]
pub struct Partitions {
    /// All partitions, one after the other.
    pub whole: Buffer,
    /// How many.
    pub count: u32,
    /// See [`Setup::basic_type`].
    pub basic_type: u32,
}

impl Partitions {
    fn bytes_each(&self) -> u64 {
        self.whole.bytes().checked_div(u64::from(self.count)).unwrap_or(0)
    }
}

/// Why a call on a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is started already.
    Active,
    /// It is not started.
    Inactive,
    /// There is no such partition.
    OutOfRange,
    /// The partition was declared ready before.
    Ready,
    /// The communicator is revoked.
    Revoked,
}

/// The sending side.
#[derive(Debug)]
pub struct PartitionedSend {
    address: MatchAddress,
    data: Partitions,
    channel: u64,
    is_active: bool,
    /// Partitions that the program has declared ready in this round.
    is_ready: Vec<bool>,
    unready: usize,
    /// Sends that were not complete at once.
    pending: Vec<usize>,
    /// What has ended the round before all partitions were sent.
    fault: Option<Fault>,
}

impl PartitionedSend {
    /// A request, of which the receiver hears at once. `channel` is a number that no other request
    /// of this process has.
    pub fn new<D: Device>(engine: &mut Engine<D>, address: MatchAddress, data: Partitions, channel: u64) -> Self {
        let request = PartitionedSend {
            address,
            channel,
            is_active: false,
            is_ready: vec![false; data.count as usize],
            unready: 0,
            pending: Vec::new(),
            fault: None,
            data,
        };
        request.announce(engine);
        request
    }

    fn announce<D: Device>(&self, engine: &mut Engine<D>) {
        let Some(to) = self.address.peer else { return };
        let Partitions { count, basic_type, .. } = self.data;
        let setup = Setup { channel: self.channel, partitions: count, basic_type, partition_bytes: self.data.bytes_each() };
        engine.send_unheard(to, setup_context(self.address.context), self.address.tag, Box::new(setup.encode()));
    }

    /// The communicator.
    pub fn owner(&self) -> usize {
        self.address.owner
    }

    /// Partitions it has.
    pub fn partitions(&self) -> u32 {
        self.data.count
    }

    /// Whether a round is under way.
    pub fn is_active(&self) -> bool {
        self.is_active
    }

    /// Whether sends of partitions are under way.
    pub fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// The sends of the round that were not complete at once.
    pub fn operations(&self) -> &[usize] {
        &self.pending
    }

    /// Partitions that the program has still to declare ready in this round.
    pub fn unready(&self) -> usize {
        self.unready
    }

    /// Context id of the communicator.
    pub fn context(&self) -> u64 {
        self.address.context
    }

    /// How the round has ended, once it is complete; `None` to `MPI_PROC_NULL`.
    pub fn outcome<D: Device>(&self, engine: &Engine<D>) -> Option<Outcome> {
        let fault = self.fault.or_else(|| fault_among(engine, &self.pending));
        self.address.outcome(self.data.whole.bytes(), fault)
    }

    /// Begins a round.
    ///
    /// # Errors
    /// [`Refusal::Active`], [`Refusal::Revoked`]
    pub fn start<D: Device>(&mut self, engine: &Engine<D>) -> Result<(), Refusal> {
        if self.is_active {
            return Err(Refusal::Active);
        }
        if self.address.is_revoked(engine) {
            return Err(Refusal::Revoked);
        }
        (self.is_active, self.fault) = (true, None);
        self.is_ready.fill(false);
        self.unready = self.is_ready.len();
        Ok(())
    }

    /// Refuses what cannot be declared ready now.
    ///
    /// # Errors
    /// Any but [`Refusal::Active`] and [`Refusal::Revoked`]
    pub fn check(&self, partition: i64) -> Result<usize, Refusal> {
        if !self.is_active {
            return Err(Refusal::Inactive);
        }
        let index = usize::try_from(partition).map_err(|_| Refusal::OutOfRange)?;
        match self.is_ready.get(index) {
            None => Err(Refusal::OutOfRange),
            Some(true) => Err(Refusal::Ready),
            Some(false) => Ok(index),
        }
    }

    /// Sends a partition.
    ///
    /// # Errors
    /// As [`PartitionedSend::check`].
    pub fn ready<D: Device>(&mut self, engine: &mut Engine<D>, partition: i64) -> Result<(), Refusal> {
        let index = self.check(partition)?;
        self.is_ready[index] = true;
        self.unready -= 1;
        if let (Some(to), None) = (self.address.peer, self.fault) {
            let bytes = self.data.bytes_each();
            // A partition of the sender is a number of whole elements.
            let buffer = self.data.whole.slice(index as u64 * bytes, bytes).unwrap_or_else(Buffer::empty);
            self.pending.extend(engine.send(to, data_context(self.channel), index as i32, buffer, Mode::Standard));
        }
        if self.unready == 0 {
            engine.wake_sleepers();
        }
        Ok(())
    }

    /// The communicator is revoked: the round under way ends, ready or not, when what has begun to
    /// move has ended.
    pub fn revoke<D: Device>(&mut self, engine: &mut Engine<D>) {
        if self.is_active {
            self.fault = Some(Fault::Revoked);
            self.pending.iter().for_each(|operation| engine.cancel(*operation));
        }
    }

    /// Whether the round is over, or none is under way.
    pub fn is_complete<D: Device>(&self, engine: &Engine<D>) -> bool {
        let is_all_sent = self.unready == 0 || self.fault.is_some();
        !self.is_active || (is_all_sent && self.pending.iter().rev().all(|operation| is_done(engine, *operation)))
    }

    /// Ends a round that is complete.
    pub fn finish<D: Device>(&mut self, engine: &mut Engine<D>) {
        for operation in self.pending.drain(..) {
            engine.take(operation);
        }
        self.is_active = false;
    }
}

fn is_done<D: Device>(engine: &Engine<D>, operation: usize) -> bool {
    engine.operation(operation).is_none_or(|operation| operation.is_done())
}

/// The first fault of operations that are over.
fn fault_among<'a, D: Device>(engine: &Engine<D>, operations: impl IntoIterator<Item = &'a usize>) -> Option<Fault> {
    operations.into_iter().find_map(|operation| engine.operation(*operation)?.fault)
}

/// What a receiver knows of its sender.
#[derive(Debug)]
enum Sender {
    /// `MPI_PROC_NULL`.
    Nobody,
    /// The operation that receives the setup message, and where.
    Unknown(usize, Vec<u8>),
    Known(Setup),
    /// Its setup message does not come.
    Lost(Fault),
}

/// The receiving side.
#[derive(Debug)]
pub struct PartitionedReceive {
    address: MatchAddress,
    data: Partitions,
    sender: Sender,
    is_active: bool,
    /// Whether the receives of the round are posted.
    is_posted: bool,
    /// By partition of the sender: the receive, until it was found complete.
    outstanding: Vec<Option<usize>>,
    /// Where data arrives whose partitions cut the receiver's elements; else empty.
    staging: Vec<u8>,
    /// Why partitions of the round do not come, as found by now.
    fault: Option<Fault>,
}

impl PartitionedReceive {
    /// A request, which the next fitting one of the sender is for.
    pub fn new<D: Device>(engine: &mut Engine<D>, address: MatchAddress, data: Partitions) -> Self {
        let sender = match address.peer {
            None => Sender::Nobody,
            Some(from) => {
                let mut memory = vec![0; SETUP_BYTES];
                // SAFETY: PART-2.
                let buffer = unsafe { Buffer::dense(memory.as_mut_ptr(), SETUP_BYTES as u64) };
                let pattern = Pattern { context: setup_context(address.context), source: from as i32, tag: address.tag };
                Sender::Unknown(engine.receive(pattern, buffer, address.owner), memory)
            }
        };
        PartitionedReceive {
            address,
            data,
            sender,
            is_active: false,
            is_posted: false,
            outstanding: Vec::new(),
            staging: Vec::new(),
            fault: None,
        }
    }

    /// The communicator.
    pub fn owner(&self) -> usize {
        self.address.owner
    }

    /// Partitions it has.
    pub fn partitions(&self) -> u32 {
        self.data.count
    }

    /// Whether a round is under way.
    pub fn is_active(&self) -> bool {
        self.is_active
    }

    /// The sender's side, if it is known and does not fit this one.
    pub fn mismatch(&self) -> Option<Setup> {
        match self.sender {
            Sender::Known(setup) if !self.fits(&setup) => Some(setup),
            _ => None,
        }
    }

    fn fits(&self, setup: &Setup) -> bool {
        let (ours, theirs) = (self.data.basic_type, setup.basic_type);
        setup.bytes() == self.data.whole.bytes() && (ours == theirs || ours == 0 || theirs == 0)
    }

    /// Bytes of a round.
    pub fn bytes(&self) -> u64 {
        self.data.whole.bytes()
    }

    /// Context id of the communicator.
    pub fn context(&self) -> u64 {
        self.address.context
    }

    /// What the round has received, once it is complete; `None` from `MPI_PROC_NULL`.
    pub fn outcome<D: Device>(&self, engine: &Engine<D>) -> Option<Outcome> {
        let bytes = if self.mismatch().is_some() { 0 } else { self.data.whole.bytes() };
        self.address.outcome(bytes, self.fault(engine))
    }

    /// Why partitions of the round under way do not come.
    fn fault<D: Device>(&self, engine: &Engine<D>) -> Option<Fault> {
        match self.sender {
            Sender::Lost(fault) => Some(fault),
            _ => self.fault.or_else(|| fault_among(engine, self.outstanding.iter().flatten())),
        }
    }

    /// Begins a round.
    ///
    /// # Errors
    /// [`Refusal::Active`], [`Refusal::Revoked`]
    pub fn start<D: Device>(&mut self, engine: &mut Engine<D>) -> Result<(), Refusal> {
        if self.is_active {
            return Err(Refusal::Active);
        }
        if self.address.is_revoked(engine) {
            return Err(Refusal::Revoked);
        }
        (self.is_active, self.is_posted, self.fault) = (true, false, None);
        self.advance(engine);
        Ok(())
    }

    /// The communicator is revoked: the round under way ends when what has begun to move has ended.
    pub fn revoke<D: Device>(&mut self, engine: &mut Engine<D>) {
        if self.is_active {
            self.fault = Some(Fault::Revoked);
            self.outstanding.iter().flatten().for_each(|operation| engine.cancel(*operation));
        }
    }

    /// Does what has become possible: to be called now and then while the program waits for
    /// anything.
    pub fn advance<D: Device>(&mut self, engine: &mut Engine<D>) {
        if let Sender::Unknown(operation, memory) = &self.sender
            && let Some(outcome) = engine.take(*operation)
        {
            self.sender = match (outcome.fault, Setup::decode(memory)) {
                (None, Some(setup)) => Sender::Known(setup),
                (fault, _) => Sender::Lost(fault.unwrap_or(Fault::PeerLost)),
            };
        }
        if let Sender::Known(setup) = self.sender
            && self.is_active
            && !self.is_posted
            && self.fault.is_none()
        {
            self.post(engine, &setup);
        }
    }

    /// Posts a receive for each partition of the sender. If the two sides do not fit, the data is
    /// thrown away.
    fn post<D: Device>(&mut self, engine: &mut Engine<D>, setup: &Setup) {
        let (fits, bytes) = (self.fits(setup), setup.partition_bytes);
        for partition in 0..setup.partitions {
            let buffer = if fits { self.place(u64::from(partition) * bytes, bytes) } else { Buffer::empty() };
            let MatchAddress { peer, owner, .. } = self.address;
            let source = peer.map_or(ferry_protocol::matching::ANY_SOURCE, |peer| peer as i32);
            let pattern = Pattern { context: data_context(setup.channel), source, tag: partition as i32 };
            self.outstanding.push(Some(engine.receive(pattern, buffer, owner)));
        }
        self.is_posted = true;
    }

    /// Where bytes of the round go first: to their place if that can be named, else to the same
    /// place of the staging memory.
    fn place(&mut self, position: u64, len: u64) -> Buffer {
        if let Some(buffer) = self.data.whole.slice(position, len) {
            return buffer;
        }
        if self.staging.is_empty() {
            self.staging.resize(self.data.whole.bytes() as usize, 0);
        }
        // SAFETY: PART-2; the range lies within the round's bytes.
        unsafe { Buffer::dense(self.staging.as_mut_ptr().add(position as usize), len) }
    }

    /// Whether a partition of the sender is here; it is where it belongs then.
    fn settle<D: Device>(&mut self, engine: &mut Engine<D>, partition: usize) -> bool {
        let Some(operation) = self.outstanding[partition] else { return true };
        let Some(outcome) = engine.take(operation) else { return false };
        self.outstanding[partition] = None;
        self.fault = self.fault.or(outcome.fault);
        if self.fault.is_some() {
            return true;
        }
        if let Sender::Known(setup) = self.sender
            && !self.staging.is_empty()
        {
            let (position, len) = (partition as u64 * setup.partition_bytes, setup.partition_bytes);
            // SAFETY: PART-1, and the staging memory is as large as the buffer.
            unsafe { self.data.whole.write(position, self.staging.as_ptr().add(position as usize), len as usize) };
        }
        true
    }

    /// Whether a partition is here. If no round is under way it is; if the round has failed,
    /// whether it is will not be known ([`PartitionedReceive::outcome`]).
    ///
    /// # Errors
    /// [`Refusal::OutOfRange`]
    pub fn arrived<D: Device>(&mut self, engine: &mut Engine<D>, partition: i64) -> Result<bool, Refusal> {
        let partition =
            u32::try_from(partition).ok().filter(|partition| *partition < self.data.count).ok_or(Refusal::OutOfRange)?;
        if !self.is_active || matches!(self.sender, Sender::Nobody) {
            return Ok(true);
        }
        self.advance(engine);
        let Sender::Known(setup) = self.sender else { return Ok(false) };
        let mut sources = Overlap { sent: setup.partitions, received: self.data.count }.sources(partition);
        Ok(sources.all(|source| self.settle(engine, source as usize)) && self.fault.is_none())
    }

    /// Whether the round is over, or none is under way.
    pub fn is_complete<D: Device>(&self, engine: &Engine<D>) -> bool {
        if !self.is_active || matches!(self.sender, Sender::Nobody | Sender::Lost(_)) {
            return true;
        }
        // A round that ended before its sender was known has nothing under way.
        let is_posted = self.is_posted || self.fault.is_some();
        is_posted && self.outstanding.iter().rev().flatten().all(|operation| is_done(engine, *operation))
    }

    /// What the round waits for: the partitions, or that the sender is known.
    pub fn operations(&self) -> Vec<usize> {
        match self.sender {
            Sender::Unknown(operation, _) if self.is_active => vec![operation],
            _ => self.outstanding.iter().copied().flatten().collect(),
        }
    }

    /// Whether a message of world rank `source` in `context` is a partition for it, as far as
    /// known.
    pub fn takes(&self, source: u32, context: u64) -> bool {
        let Sender::Known(setup) = self.sender else { return false };
        self.address.peer == Some(source) && data_context(setup.channel) == context
    }

    /// Whether it has something to do ([`PartitionedReceive::advance`]) before its round can be
    /// over.
    pub fn is_waiting_for_sender(&self) -> bool {
        let is_known = matches!(self.sender, Sender::Nobody | Sender::Lost(_));
        self.is_active && !self.is_posted && self.fault.is_none() && !is_known
    }

    /// Ends a round that is complete.
    pub fn finish<D: Device>(&mut self, engine: &mut Engine<D>) {
        for partition in 0..self.outstanding.len() {
            self.settle(engine, partition);
        }
        self.outstanding.clear();
        self.is_active = false;
    }

    /// The end of a request without a round under way. A setup message that has not come yet is
    /// still for it.
    pub fn release<D: Device>(self, engine: &mut Engine<D>) {
        if let Sender::Unknown(operation, memory) = self.sender {
            engine.own(operation, memory.into_boxed_slice());
            engine.forget(operation);
        }
    }
}
