//! Accesses by others to memory of this process: what their messages ask for.
//!
//! The messages of one origin are acted upon in order. Only data that come separately take longer.
//! Accumulates are ordered, so one holds up what is behind it until its data are there. A put holds
//! up nothing but what has to come after it ([`Message::waits_for_data`]).

use std::collections::VecDeque;
use std::ops::Range;

use ferry_datatype::Datatype;
use ferry_device::Device;
use ferry_kernels::{Accumulation, ReduceOp};
use ferry_protocol::matching::Pattern;
use ferry_protocol::packet::{Header, Kind};
use ferry_protocol::rma::control::Hold;
use ferry_protocol::rma::message::{Data, Message, Status, TargetRange};
use ferry_protocol::stage::Violation;

use super::Window;
use super::access::Target;
use super::attached::take_key;
use super::exposure::AccessRefusal;
use super::inbox::{tag_back, tag_there};
use super::origin::{Answer, Notice};
use crate::Engine;
use crate::buffer::Buffer;
use crate::operation::Mode;

/// What is under way from one origin.
#[derive(Default)]
pub(crate) struct Queue {
    /// Messages in order that were not acted upon.
    waiting: VecDeque<Box<[u8]>>,
    /// Data of puts on their way.
    receiving: Vec<usize>,
    /// Data of the accumulate at the front, on their way.
    operands: Option<(usize, Box<[u8]>)>,
    /// The first refusal since the last answer.
    status: Option<AccessRefusal>,
}

impl Queue {
    /// Whether nothing is under way.
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.receiving.is_empty() && self.operands.is_none()
    }
}

/// A process that waits for a hold.
pub(crate) struct LockWaiter {
    from: u32,
    tag: u32,
    hold: Hold,
}

/// Whether a message was acted upon.
#[derive(PartialEq, Eq)]
enum Acted {
    Yes,
    /// It stays at the front.
    NotYet,
}

impl<D: Device> Engine<D> {
    /// Acts upon messages about windows; whether any moved on.
    pub(crate) fn serve_windows(&mut self) -> bool {
        if !self.state.one_sided.is_busy() {
            return false;
        }
        let mut moved = false;
        while let Some((from, window, bytes)) = self.state.one_sided.arrived.pop_front() {
            moved = true;
            // Of a window that is closed only answers can be late which nobody waits for.
            let Some(mut found) = self.state.one_sided.windows.remove(&window) else { continue };
            found.queues.entry(from).or_default().waiting.push_back(bytes);
            self.advance_queue(window, &mut found, from);
            self.keep(window, found);
        }
        for window in std::mem::take(&mut self.state.one_sided.restless) {
            let Some(mut found) = self.state.one_sided.windows.remove(&window) else { continue };
            moved |= self.advance_window(window, &mut found);
            self.keep(window, found);
        }
        moved
    }

    fn keep(&mut self, number: u64, window: Box<Window>) {
        let is_restless = !window.waiting.is_empty() || window.queues.values().any(|queue| !queue.is_idle());
        let one_sided = &mut self.state.one_sided;
        if is_restless && !one_sided.restless.contains(&number) {
            one_sided.restless.push(number);
        }
        one_sided.windows.insert(number, window);
    }

    /// Goes on with everything of a window that waits; whether anything moved.
    fn advance_window(&mut self, number: u64, window: &mut Window) -> bool {
        let mut moved = self.grant_holds(number, window);
        let restless = window.queues.iter().filter(|(_, queue)| !queue.is_idle());
        for from in restless.map(|(from, _)| *from).collect::<Vec<_>>() {
            moved |= self.advance_queue(number, window, from);
        }
        moved
    }

    /// Gives holds to those who wait for them and can be reached, in the order in which they asked,
    /// as far as possible.
    fn grant_holds(&mut self, number: u64, window: &mut Window) -> bool {
        if window.waiting.is_empty() {
            return false;
        }
        let control = window.exposure.control();
        let mut granted = Vec::new();
        window.waiting.retain(|waiting| {
            let is_lost = self.loss_of(waiting.from).is_some();
            let is_there = !is_lost && control.try_enter(waiting.hold);
            if is_there {
                granted.push((waiting.from, waiting.tag));
            }
            if is_there || is_lost {
                control.end_wait();
            }
            !is_there && !is_lost
        });
        let moved = !granted.is_empty();
        granted.into_iter().for_each(|(from, tag)| self.answer(from, number, tag, Status::Done));
        moved
    }

    fn answer(&mut self, to: u32, window: u64, tag: u32, status: Status) {
        self.send_message(to, window, &Message::Answer { tag, status });
    }

    /// Acts upon the messages of an origin as far as possible; whether any moved on.
    fn advance_queue(&mut self, number: u64, window: &mut Window, from: u32) -> bool {
        let mut moved = false;
        loop {
            let Some(queue) = window.queues.get_mut(&from) else { return moved };
            let before = queue.receiving.len();
            queue.receiving.retain(|operation| self.take(*operation).is_none());
            moved |= queue.receiving.len() < before;
            let Some(bytes) = queue.waiting.pop_front() else { return moved };
            let Some(message) = Message::decode(&bytes) else {
                self.unreadable(from, number);
                continue;
            };
            if self.act(number, window, from, message) == Acted::NotYet {
                if let Some(queue) = window.queues.get_mut(&from) {
                    queue.waiting.push_front(bytes);
                }
                return moved;
            }
            moved = true;
        }
    }

    /// A message about a window that makes no sense ends the connection to its origin.
    #[cold]
    fn unreadable(&mut self, from: u32, window: u64) -> Acted {
        self.state.violated(from, &Header::message(Kind::OneSided, window, 0, 0), Violation::Form);
        Acted::Yes
    }

    fn act(&mut self, number: u64, window: &mut Window, from: u32, message: Message<'_>) -> Acted {
        let queue = window.queues.entry(from).or_default();
        if message.waits_for_data() && !queue.receiving.is_empty() {
            return Acted::NotYet;
        }
        match message {
            Message::Put { place, tag, data } => self.store(number, window, (from, tag), place, data),
            Message::Get { place, tag, bytes } => self.load(number, window, (from, tag), place, bytes),
            Message::Accumulate { place, tag, op, fetches, data } => {
                return self.combine(number, window, (from, tag), place, (op, fetches), data);
            }
            Message::CompareAndSwap { place, tag, data } => self.swap(number, window, (from, tag), place, data),
            Message::Enter { hold, tag } => {
                let Some(hold) = Hold::of(hold) else { return self.unreadable(from, number) };
                window.exposure.control().begin_wait();
                window.waiting.push(LockWaiter { from, tag, hold });
                self.grant_holds(number, window);
            }
            Message::Leave { hold, tag } => {
                let Some(hold) = Hold::of(hold) else { return self.unreadable(from, number) };
                let control = window.exposure.control();
                // Who waits for a hold has no other of the kind, and gives up waiting.
                let gives_up = window.waiting.iter().position(|waiting| waiting.from == from && waiting.hold == hold);
                let is_awaited = match gives_up {
                    Some(at) => {
                        window.waiting.remove(at);
                        control.end_wait();
                        false
                    }
                    None => control.leave(hold),
                };
                if tag != 0 {
                    let status = take_status(window, from);
                    self.answer(from, number, tag, status);
                }
                if is_awaited {
                    self.state.one_sided.must_wake_node = true;
                    self.grant_holds(number, window);
                }
            }
            Message::Flush { tag } => {
                let status = take_status(window, from);
                self.answer(from, number, tag, status);
            }
            Message::Answer { tag, status } => {
                if let Some(answer) = self.state.one_sided.answers.get_mut(&tag) {
                    *answer = Some(Answer { status, conflict: None });
                }
                self.state.operations.note_event();
            }
            Message::Note { kind, tag, pieces } => {
                let conflict = window.noted.note(from, &ranges(pieces), kind);
                self.send_message(from, number, &Message::ConflictAnswer { tag, conflict });
            }
            Message::Forget { tag } => {
                window.noted.forget(from);
                self.answer(from, number, tag, Status::Done);
            }
            Message::ConflictAnswer { tag, conflict } => {
                if let Some(answer) = self.state.one_sided.answers.get_mut(&tag) {
                    *answer = Some(Answer { status: Status::Done, conflict });
                }
                self.state.operations.note_event();
            }
            Message::Posted => self.take_note(window, from, Notice::Posted),
            Message::Completed => self.take_note(window, from, Notice::Completed),
            Message::AskKey { address } => self.tell_key(number, window, from, address),
            Message::Key { address, bytes, key } => take_key(window, from, address..address.saturating_add(bytes), key),
            Message::Revoke { address, tag } => {
                if !self.forget_key(window, from, address) {
                    return Acted::NotYet;
                }
                self.answer(from, number, tag, Status::Done);
            }
        }
        Acted::Yes
    }

    fn take_note(&mut self, window: &mut Window, from: u32, notice: Notice) {
        *window.notices.entry((from, notice)).or_default() += 1;
        self.state.operations.note_event();
    }

    /// The data of a put, stored where they belong. Those of one that is refused are received, as
    /// they come in any case, and thrown away.
    fn store(&mut self, number: u64, window: &mut Window, (from, tag): (u32, u32), place: TargetRange<'_>, data: Data<'_>) {
        let target = self.find(window, from, place);
        match (data, target) {
            (Data::Here(bytes), Some(target)) => {
                let len = (bytes.len() as u64).min(target.buffer().bytes());
                // SAFETY: the message outlives the call; WIN-1, WIN-2.
                unsafe { target.put(&borrowed(bytes), len) };
            }
            (Data::Here(_), None) | (Data::Absent(_), _) => {}
            (Data::Coming(_), Some(target)) => {
                let operation = self.receive_from(number, window, (from, tag), target.buffer().clone());
                queue(window, from).receiving.push(operation);
            }
            (Data::Coming(bytes), None) => {
                let (operation, memory) = self.receive_apart(number, window, (from, tag), bytes);
                self.own(operation, memory);
                queue(window, from).receiving.push(operation);
            }
        }
    }

    /// Sends the data that a get asks for; none if it is refused.
    fn load(&mut self, number: u64, window: &mut Window, (from, tag): (u32, u32), place: TargetRange<'_>, bytes: u64) {
        let target = self.find(window, from, place).filter(|target| target.buffer().bytes() == bytes);
        let data = target.map_or_else(Buffer::empty, |target| target.buffer().clone());
        self.reply(number, window, (from, tag), data, None);
    }

    /// Sends data to an origin, which lie in the window's memory or in memory that the operation
    /// owns.
    fn reply(&mut self, number: u64, window: &mut Window, (to, tag): (u32, u32), data: Buffer, memory: Option<Box<[u8]>>) {
        window.replies.retain(|reply| self.take(*reply).is_none());
        let Some(operation) = self.send(to, number, tag_back(tag), data, Mode::Standard) else { return };
        self.assign(operation, window.owner);
        if let Some(memory) = memory {
            self.own(operation, memory);
        }
        window.replies.push(operation);
    }

    fn combine(
        &mut self,
        number: u64,
        window: &mut Window,
        (from, tag): (u32, u32),
        place: TargetRange<'_>,
        (op, fetches): (u16, bool),
        data: Data<'_>,
    ) -> Acted {
        let here;
        let operands = match data {
            Data::Here(bytes) => bytes,
            Data::Absent(_) => &[],
            Data::Coming(bytes) => match self.take_operands(number, window, (from, tag), bytes) {
                Some(memory) => {
                    here = memory;
                    &*here
                }
                None => return Acted::NotYet,
            },
        };
        let (bytes, is_absent) = match data {
            Data::Absent(bytes) => (bytes, true),
            _ => (operands.len() as u64, false),
        };
        let target = self.find(window, from, place);
        let what = Datatype::decode(&mut { place.datatype })
            .and_then(|datatype| Accumulation::new(ReduceOp::predefined(usize::from(op))?, datatype.primitive()?));
        let (target, what) = match (target, what) {
            (Some(target), Some(what)) if target.buffer().bytes() >= bytes && is_absent != what.takes_operands() => {
                (target, what)
            }
            _ => {
                if fetches {
                    self.reply(number, window, (from, tag), Buffer::empty(), None);
                }
                return Acted::Yes;
            }
        };
        let mut before = vec![0; if fetches { bytes as usize } else { 0 }].into_boxed_slice();
        let results = fetches.then(|| filled(&mut before));
        // SAFETY: operands, unless nobody looks at them, and results are as long as the accumulate,
        // which is no longer than the target (WIN-1, WIN-2).
        unsafe { target.accumulate(&what, &borrowed(operands), results.as_ref(), bytes) };
        if let Some(results) = results {
            self.reply(number, window, (from, tag), results, Some(before));
        }
        Acted::Yes
    }

    /// The operands of an accumulate that come separately: received if they are not yet asked for;
    /// `None` until they are there.
    fn take_operands(&mut self, number: u64, window: &mut Window, (from, tag): (u32, u32), bytes: u64) -> Option<Box<[u8]>> {
        let asked = queue(window, from).operands.take();
        let (operation, memory) = asked.unwrap_or_else(|| self.receive_apart(number, window, (from, tag), bytes));
        match self.take(operation) {
            Some(outcome) if outcome.fault.is_none() && outcome.sent == bytes => Some(memory),
            // The origin is lost.
            Some(_) => Some(Box::default()),
            None => {
                queue(window, from).operands = Some((operation, memory));
                None
            }
        }
    }

    fn swap(&mut self, number: u64, window: &mut Window, (from, tag): (u32, u32), place: TargetRange<'_>, data: &[u8]) {
        let target = self.find(window, from, place);
        let primitive = Datatype::decode(&mut { place.datatype }).and_then(|datatype| datatype.primitive());
        let (Some(target), Some(primitive)) = (target, primitive.filter(|primitive| 2 * primitive.size() == data.len() as u64))
        else {
            return self.reply(number, window, (from, tag), Buffer::empty(), None);
        };
        let (new, expected) = data.split_at(data.len() / 2);
        let mut before = vec![0; new.len()].into_boxed_slice();
        // SAFETY: WIN-1, WIN-2; the three have the bytes of one element.
        unsafe { target.compare_and_swap(primitive, new.as_ptr(), expected.as_ptr(), before.as_mut_ptr()) };
        let result = filled(&mut before);
        self.reply(number, window, (from, tag), result, Some(before));
    }

    /// What a message is about; `None`, with a note for the origin, if that is not exposed.
    fn find(&mut self, window: &mut Window, from: u32, place: TargetRange<'_>) -> Option<Target> {
        let datatype = Datatype::decode(&mut { place.datatype })?;
        match window.exposure.target(place.displacement, place.count, &datatype) {
            Ok(target) => Some(target),
            Err(refusal) => {
                queue(window, from).status.get_or_insert(refusal);
                None
            }
        }
    }

    fn receive_from(&mut self, number: u64, window: &Window, (from, tag): (u32, u32), into: Buffer) -> usize {
        self.receive(Pattern { context: number, source: from as i32, tag: tag_there(tag) }, into, window.owner)
    }

    /// Receives data into memory of their own.
    fn receive_apart(&mut self, number: u64, window: &Window, key: (u32, u32), bytes: u64) -> (usize, Box<[u8]>) {
        let mut memory = vec![0; bytes as usize].into_boxed_slice();
        let into = filled(&mut memory);
        (self.receive_from(number, window, key, into), memory)
    }
}

/// The bytes of an access, as [`Message::Note`] has them.
fn ranges(pieces: &[u8]) -> Vec<Range<u64>> {
    let word = |bytes: &[u8]| u64::from_le_bytes(std::array::from_fn(|i| bytes[i]));
    pieces.chunks_exact(16).map(|piece| word(&piece[..8])..word(&piece[8..])).collect()
}

fn queue(window: &mut Window, from: u32) -> &mut Queue {
    window.queues.entry(from).or_default()
}

fn take_status(window: &mut Window, from: u32) -> Status {
    queue(window, from).status.take().map_or(Status::Done, Status::from)
}

/// Bytes of a message as a buffer, to be read while the message is there.
fn borrowed(bytes: &[u8]) -> Buffer {
    // SAFETY: WIN-3; only read.
    unsafe { Buffer::dense(bytes.as_ptr().cast_mut(), bytes.len() as u64) }
}

/// Memory on the heap as a buffer: it stays where it is when its owner moves.
fn filled(memory: &mut [u8]) -> Buffer {
    // SAFETY: WIN-3.
    unsafe { Buffer::dense(memory.as_mut_ptr(), memory.len() as u64) }
}
