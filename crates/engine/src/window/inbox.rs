//! Messages about windows on their way in and out: in packets of one kind, as many as a message
//! needs.

use std::collections::VecDeque;

use ferry_device::{Device, Notice, Part};
use ferry_protocol::packet::{Header, Kind};
use ferry_protocol::rma::message::Message;
use rustc_hash::FxHashMap;

use super::Window;
use super::origin::Answer;
use crate::outbox::Waiting;
use crate::{Engine, EngineState};

/// What targets have answered, by tag; `None` while they have not.
pub(super) type Answers = FxHashMap<u32, Option<Answer>>;

/// What the engine keeps for one-sided communication.
#[derive(Default)]
pub struct OneSided {
    /// Whole messages that nobody has looked at: origin, window, bytes.
    pub(super) arrived: VecDeque<(u32, u64, Box<[u8]>)>,
    /// The beginnings of messages that come in several packets, by origin.
    beginnings: FxHashMap<u32, Vec<u8>>,
    /// The windows of this process, by number.
    pub(super) windows: FxHashMap<u64, Box<Window>>,
    /// Windows with something that was not acted upon yet.
    pub(super) restless: Vec<u64>,
    /// What targets have answered.
    pub(super) answers: Answers,
    /// A hold was given back that processes of the node may sleep for.
    pub(super) must_wake_node: bool,
    /// The tag given out last.
    pub(super) last_tag: u32,
    /// Notices that packets have brought.
    pub(crate) heard: Vec<Notice>,
}

/// Marks tags of data that go back to who has asked for them. Data that come with what a process
/// asks for go the same way as those that go back for what the other one has asked for, and each of
/// the two counts by itself.
const BACK: u32 = 1 << 30;

/// The tag of data that come with a message.
pub(super) fn tag_there(tag: u32) -> i32 {
    tag as i32
}

/// The tag of data that go back for a message.
pub(super) fn tag_back(tag: u32) -> i32 {
    (tag | BACK) as i32
}

/// A message on its way out.
#[derive(Debug)]
pub struct Outgoing {
    window: u64,
    bytes: Box<[u8]>,
    /// Bytes that have left.
    sent: usize,
}

impl OneSided {
    /// Whether [`Engine::serve_windows`] has something to look at.
    #[inline(always)]
    pub(crate) fn is_busy(&self) -> bool {
        !self.arrived.is_empty() || !self.restless.is_empty()
    }

    /// A tag that nothing under way between this process and others has: not 0, and below [`BACK`].
    pub(super) fn next_tag(&mut self) -> u32 {
        self.last_tag = if self.last_tag >= BACK - 1 { 1 } else { self.last_tag + 1 };
        self.last_tag
    }
}

impl EngineState {
    /// A packet of kind [`Kind::OneSided`].
    pub(crate) fn one_sided_packet(&mut self, from: u32, header: &Header, body: &[u8]) {
        let one_sided = &mut self.one_sided;
        let is_begun = !one_sided.beginnings.is_empty() && one_sided.beginnings.contains_key(&from);
        if header.aux != 0 {
            one_sided.beginnings.entry(from).or_default().extend(body);
        } else if is_begun {
            let mut bytes = one_sided.beginnings.remove(&from).unwrap_or_default();
            bytes.extend(body);
            one_sided.arrived.push_back((from, header.context, bytes.into()));
        } else {
            one_sided.arrived.push_back((from, header.context, body.into()));
        }
    }
}

impl<D: Device> Engine<D> {
    /// Whether all processes of the node have to be woken that sleep: a hold was given back that
    /// some may wait for. To be asked after progress.
    #[inline(always)]
    pub fn must_wake_node(&mut self) -> bool {
        std::mem::take(&mut self.state.one_sided.must_wake_node)
    }

    /// Sends a message to `peer`.
    pub(super) fn send_message(&mut self, peer: u32, window: u64, message: &Message<'_>) {
        self.send_bytes(peer, window, message.encode());
    }

    /// Sends an encoded message to `peer`.
    pub(super) fn send_bytes(&mut self, peer: u32, window: u64, bytes: Vec<u8>) {
        if peer == self.state.me {
            self.state.one_sided.arrived.push_back((peer, window, bytes.into()));
            return;
        }
        let outgoing = Outgoing { window, bytes: bytes.into(), sent: 0 };
        self.state.outboxes.push(peer, Waiting::OneSided(outgoing));
        self.flush();
        self.wake_if_needed();
    }

    /// Sends what is left of a message, as far as there is room; whether all of it has left.
    pub(crate) fn send_outgoing(&mut self, peer: u32) -> bool {
        let longest = self.device.max_body();
        let Some(Waiting::OneSided(outgoing)) = self.state.outboxes.of(peer).packets.front_mut() else { return true };
        loop {
            let rest = &outgoing.bytes[outgoing.sent..];
            let piece = &rest[..rest.len().min(longest)];
            let mut header = Header::message(Kind::OneSided, outgoing.window, 0, piece.len() as u32);
            header.aux = u16::from(piece.len() < rest.len());
            // SAFETY: the part is within the piece, and its memory the device's.
            let fill = |part: Part| unsafe { part.to.copy_from_nonoverlapping(piece[part.offset..].as_ptr(), part.len) };
            if !self.device.try_send(peer, header, fill).is_on_its_way() {
                return false;
            }
            outgoing.sent += piece.len();
            if outgoing.sent == outgoing.bytes.len() {
                return true;
            }
        }
    }
}
