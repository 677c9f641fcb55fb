//! The operations of a process that did not complete at once, and who sleeps until some are over.

use ferry_device::CopyError;
use ferry_handle::{Kind, Table};
use ferry_protocol::matching::Pattern;

use crate::buffer::Buffer;
use crate::census::Census;
use crate::operation::{Ended, Fault, Operation, OperationStage};
use crate::owned;

/// Threads that sleep, and whether they are to wake.
#[derive(Debug, Default)]
struct Wakeups {
    /// Threads of this process in a nap.
    sleepers: u32,
    /// Something happened that a sleeping thread may wait for.
    must_wake: bool,
}

/// See the module. Invariant: `unfinished` counts the operations that are not done, and waits for
/// packets that have no operation.
pub(crate) struct Operations {
    table: Table<Operation>,
    unfinished: usize,
    /// Operations that are not done, by context.
    census: Census,
    /// Operations that failed after the program had freed their requests.
    lost: Vec<Ended>,
    wakeups: Wakeups,
}

impl Default for Operations {
    fn default() -> Self {
        let (table, census) = (Table::new(Kind::Operation), Census::default());
        Operations { table, unfinished: 0, census, lost: Vec::new(), wakeups: Wakeups::default() }
    }
}

impl Operations {
    /// An operation, until it is taken.
    #[inline(always)]
    pub(crate) fn get(&self, handle: usize) -> Option<&Operation> {
        self.table.get(handle)
    }

    /// As [`Operations::get`], for change.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self, handle: usize) -> Option<&mut Operation> {
        self.table.get_mut(handle)
    }

    /// Bytes of an operation's buffer.
    pub(crate) fn bytes_of(&self, handle: usize) -> u64 {
        self.get(handle).map_or(0, |operation| operation.buffer.bytes())
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &Operation)> {
        self.table.iter()
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// The table, for handles as integers.
    pub(crate) fn table(&self) -> &Table<Operation> {
        &self.table
    }

    /// Keeps an operation that has been entered, or is entered later.
    #[inline(always)]
    pub(crate) fn insert(&mut self, operation: Operation) -> usize {
        self.table.insert(operation)
    }

    /// As [`Operations::insert`], of one that depends on its handle.
    #[inline(always)]
    pub(crate) fn insert_with(&mut self, operation: impl FnOnce(usize) -> Operation) -> usize {
        self.table.insert_with(operation)
    }

    /// Takes an operation away that is done or was never entered.
    pub(crate) fn remove(&mut self, handle: usize) -> Option<Operation> {
        self.table.remove(handle)
    }

    /// Takes an operation away if `answer` has an answer; see [`Table::remove_if`].
    #[inline(always)]
    pub(crate) fn remove_if<R>(&mut self, handle: usize, answer: impl FnOnce(&mut Operation) -> Option<R>) -> Option<Option<R>> {
        self.table.remove_if(handle, answer)
    }

    /// A receive operation that is not posted yet.
    pub(crate) fn new_receive(&mut self, pattern: &Pattern, buffer: Buffer, owner: usize) -> usize {
        self.enter(pattern.context);
        self.insert(Operation::receive(pattern, buffer, owner, OperationStage::Queued))
    }

    /// A message of `bytes` bytes for a receive begins to come.
    pub(crate) fn begin_receiving(&mut self, receive: usize, key: &Pattern, bytes: u64) -> Option<&mut Operation> {
        let receiving = self.get_mut(receive)?;
        receiving.stage = OperationStage::Receiving;
        (receiving.peer, receiving.tag) = (key.source as u32, key.tag);
        (receiving.whole, receiving.moved) = (bytes, 0);
        Some(receiving)
    }

    /// An operation with this context begins, and is in the table at once.
    #[inline(always)]
    pub(crate) fn enter(&mut self, context: u64) {
        self.unfinished += 1;
        if self.census.is_crowded() {
            self.take_census();
        }
        self.census.enter(context);
    }

    /// As [`Operations::enter`], of an operation that is in the table already.
    pub(crate) fn enter_late(&mut self, context: u64) {
        self.unfinished += 1;
        self.census.enter(context);
        if self.census.is_crowded() {
            self.take_census();
        }
    }

    #[cold]
    fn take_census(&mut self) {
        let unfinished = self.table.iter().filter(|(_, operation)| !operation.is_done());
        self.census.take(unfinished.map(|(_, operation)| operation.context));
    }

    /// So many waits for packets begin that have no operation: probes, collective operations that
    /// put.
    pub(crate) fn begin_waits(&mut self, count: usize) {
        self.unfinished += count;
    }

    /// Ends [`Operations::begin_waits`].
    pub(crate) fn end_waits(&mut self, count: usize) {
        self.unfinished -= count;
    }

    /// Operations that are not done, and waits. While there are any, no packet is refused: what is
    /// waited for may be behind.
    #[inline(always)]
    pub(crate) fn unfinished(&self) -> usize {
        self.unfinished
    }

    /// Whether there may be operations with this context that are not done.
    pub(crate) fn may_have_unfinished(&self, context: u64) -> bool {
        self.census.may_have(context)
    }

    /// Marks an operation as over.
    #[inline]
    pub(crate) fn complete(&mut self, handle: usize) {
        self.complete_with(handle, |_| {});
    }

    /// As [`Operations::complete`], after `last` has had the operation.
    #[inline(always)]
    pub(crate) fn complete_with(&mut self, handle: usize, last: impl FnOnce(&mut Operation)) {
        let Some(operation) = self.table.get_mut(handle) else { return };
        last(operation);
        operation.stage = OperationStage::Done;
        if operation.owned.is_some() {
            operation.owned = None;
        }
        self.unfinished -= 1;
        self.census.leave(operation.context);
        if operation.is_orphan {
            self.discard(handle);
        }
        self.note_event();
    }

    /// Ends an operation with a fault.
    pub(crate) fn fail(&mut self, handle: usize, fault: Fault) {
        self.complete_with(handle, |operation| operation.fault = Some(fault));
    }

    /// A receive has all its bytes.
    pub(crate) fn received(&mut self, handle: usize, bytes: u64) {
        self.complete_with(handle, |operation| operation.moved = bytes);
    }

    /// A receive has `bytes` of the `sent` bytes that `source` has sent it.
    pub(crate) fn finish_receive(&mut self, receive: usize, source: u32, tag: i32, bytes: u64, sent: u64) {
        self.complete_with(receive, |operation| {
            (operation.peer, operation.tag) = (source, tag);
            (operation.moved, operation.whole) = (bytes, sent);
        });
    }

    /// The device reads the buffer of a send no more that has left without being asked for.
    pub(crate) fn left(&mut self, send: usize, result: Result<(), CopyError>) {
        match result {
            Ok(()) => self.complete(send),
            Err(CopyError::BadLocal) => self.fail(send, Fault::SendBuffer),
            Err(_) => self.fail(send, Fault::PeerLost),
        }
    }

    /// Ends the life of an operation that is over and that the program has freed. Its error is
    /// kept.
    #[cold]
    pub(crate) fn discard(&mut self, handle: usize) {
        let Some(operation) = self.table.remove(handle) else { return };
        let (outcome, owner, is_receive) = (operation.outcome(), operation.owner, operation.is_receive);
        if outcome.has_failed(is_receive) && owner != owned::NOBODY {
            self.lost.push(Ended { outcome, owner, is_receive });
        }
    }

    /// Whether [`Operations::take_lost`] has an answer.
    #[inline(always)]
    pub(crate) fn has_lost(&self) -> bool {
        !self.lost.is_empty()
    }

    /// A failed operation that nobody waits for.
    pub(crate) fn take_lost(&mut self) -> Option<Ended> {
        self.lost.pop()
    }

    /// Something happened that a thread may be asleep for.
    #[inline(always)]
    pub(crate) fn note_event(&mut self) {
        if self.wakeups.sleepers > 0 {
            self.wakeups.must_wake = true;
        }
    }

    /// Whether a thread sleeps.
    #[inline(always)]
    pub(crate) fn has_sleepers(&self) -> bool {
        self.wakeups.sleepers > 0
    }

    /// A thread is about to sleep.
    pub(crate) fn sleeps(&mut self) {
        self.wakeups.sleepers += 1;
    }

    /// A thread sleeps no more.
    pub(crate) fn woke(&mut self) {
        self.wakeups.sleepers -= 1;
    }

    /// Whether threads are to be woken, which the caller sees to.
    #[inline(always)]
    pub(crate) fn take_wakeup(&mut self) -> bool {
        std::mem::take(&mut self.wakeups.must_wake)
    }
}
