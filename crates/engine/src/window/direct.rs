//! Puts and gets that the device does by itself in memory of a peer (BR-2): without a copy at the
//! origin, and without the target's processor.
//!
//! A process opens its part of a window to peers ([`Engine::open_to_peers`]), and tells them the
//! key. Each put or get is an operation of the engine, which is over when it is over at both ends:
//! so a flush that waits for it needs no message. The device may refuse any; messages do it then.
//!
//! # Safety arguments
//! Those of the [window](super) and WDIR-1: the pieces handed to the device are the origin's
//! buffer, which satisfies BUF-1 until the operation is done, and that is when its ticket is back.

use std::ops::Range;

use ferry_device::{Access, CopyError, Device, Key, OneSidedMethods, OperationTicket, RegionId};
use ferry_protocol::transfer::Piece;

use super::origin::PendingAccess;
use crate::Engine;
use crate::buffer::Buffer;
use crate::operation::{Mode, Operation, OperationStage};
use crate::pieces::cut;

/// Pieces that the origin's data may lie in: beyond that they are packed into a message.
const MOST_PIECES: usize = 64;

/// Memory of a peer that the device may have a way to.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    /// The window.
    pub window: u64,
    /// World rank of the peer.
    pub peer: u32,
    /// The memory.
    pub key: &'a Key,
    /// Bytes from its beginning.
    pub offset: u64,
}

/// One of several ranges of a peer's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Bytes from the beginning.
    pub offset: u64,
    /// How many.
    pub bytes: u64,
}

/// The device refuses one of several ranges.
#[derive(Debug)]
pub struct PartsRefused {
    /// The local memory.
    pub local: Buffer,
    /// What had begun before: it may read or write the local memory until it is over.
    pub begun: Vec<PendingAccess>,
}

/// Which way data go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AccessDirection {
    Put,
    Get,
}

impl<D: Device> Engine<D> {
    /// Opens memory to peers, for as long as a window is open; `None` if the device cannot.
    ///
    /// # Safety
    /// WIN-1, until [`Engine::close_to_peers`].
    pub unsafe fn open_to_peers(&mut self, address: u64, len: u64) -> Option<RegionId> {
        // SAFETY: as the caller promises.
        unsafe { self.device.register(Piece { address, len }, Access::all()) }.ok()
    }

    /// What peers have to know of such memory.
    pub fn key_for_peers(&self, region: RegionId) -> Key {
        self.device.key(region)
    }

    /// Ends [`Engine::open_to_peers`].
    pub fn close_to_peers(&mut self, region: RegionId) {
        self.device.deregister(region);
    }

    /// Puts the first `bytes` bytes of `from`, which are then not to be changed before the
    /// operation is over.
    ///
    /// # Errors
    /// The device refuses; the buffer comes back, for messages.
    ///
    /// # Safety
    /// BUF-1 for `from` until then.
    pub unsafe fn put_directly(&mut self, at: &Reach<'_>, from: Buffer, bytes: u64) -> Result<PendingAccess, Buffer> {
        // SAFETY: as the caller promises.
        unsafe { self.move_directly(at, from, bytes, AccessDirection::Put) }
    }

    /// Gets `bytes` bytes into `into`, which is not to be used before the operation is over.
    ///
    /// # Errors
    /// As [`Engine::put_directly`].
    ///
    /// # Safety
    /// BUF-1 for `into` until then.
    pub unsafe fn get_directly(&mut self, at: &Reach<'_>, into: Buffer, bytes: u64) -> Result<PendingAccess, Buffer> {
        // SAFETY: as the caller promises.
        unsafe { self.move_directly(at, into, bytes, AccessDirection::Get) }
    }

    /// As [`Engine::put_directly`] to several ranges, by an access each; `at.offset` is added to
    /// theirs.
    ///
    /// # Errors
    /// As there. Some ranges may be under way, which does no harm when messages bring the same; the
    /// local memory is theirs until they are over.
    ///
    /// # Safety
    /// As there.
    pub unsafe fn put_parts(
        &mut self,
        at: &Reach<'_>,
        parts: &[Part],
        from: Buffer,
        bytes: u64,
    ) -> Result<Vec<PendingAccess>, PartsRefused> {
        // SAFETY: as the caller promises.
        unsafe { self.move_parts(at, parts, from, bytes, AccessDirection::Put) }
    }

    /// As [`Engine::get_directly`] from several ranges.
    ///
    /// # Errors
    /// As [`Engine::put_parts`].
    ///
    /// # Safety
    /// As [`Engine::get_directly`].
    pub unsafe fn get_parts(
        &mut self,
        at: &Reach<'_>,
        parts: &[Part],
        into: Buffer,
        bytes: u64,
    ) -> Result<Vec<PendingAccess>, PartsRefused> {
        // SAFETY: as the caller promises.
        unsafe { self.move_parts(at, parts, into, bytes, AccessDirection::Get) }
    }

    /// # Safety
    /// As [`Engine::put_parts`] and [`Engine::get_parts`].
    unsafe fn move_parts(
        &mut self,
        at: &Reach<'_>,
        parts: &[Part],
        local: Buffer,
        bytes: u64,
        way: AccessDirection,
    ) -> Result<Vec<PendingAccess>, PartsRefused> {
        let (mut begun, mut position) = (Vec::with_capacity(parts.len()), 0);
        for part in parts {
            let len = part.bytes.min(bytes - position);
            let at = Reach { offset: at.offset + part.offset, ..*at };
            // SAFETY: as the caller promises.
            match unsafe { self.move_range(&at, &local, position..position + len, way) } {
                Some(pending) => begun.push(pending),
                None => return Err(PartsRefused { local, begun }),
            }
            position += len;
        }
        Ok(begun)
    }

    /// # Safety
    /// As [`Engine::put_directly`] and [`Engine::get_directly`].
    unsafe fn move_directly(
        &mut self,
        at: &Reach<'_>,
        local: Buffer,
        bytes: u64,
        way: AccessDirection,
    ) -> Result<PendingAccess, Buffer> {
        // SAFETY: as the caller promises.
        unsafe { self.move_range(at, &local, 0..bytes, way) }.ok_or(local)
    }

    /// Moves these of the packed bytes of `local`. `None`: the device refuses.
    ///
    /// # Safety
    /// As [`Engine::put_directly`] and [`Engine::get_directly`].
    unsafe fn move_range(
        &mut self,
        at: &Reach<'_>,
        local: &Buffer,
        range: Range<u64>,
        way: AccessDirection,
    ) -> Option<PendingAccess> {
        let needed = if way == AccessDirection::Put { OneSidedMethods::PUT } else { OneSidedMethods::GET };
        if !self.device.one_sided_methods(at.peer, at.key).contains(needed) {
            return None;
        }
        let bytes = range.end - range.start;
        let mut pieces = std::mem::take(&mut self.mine);
        pieces.clear();
        let covered = local.slice_pieces(range.start, bytes, MOST_PIECES, &mut pieces);
        cut(&mut pieces, bytes);
        let operation = self.enter_direct(at, bytes, way);
        let ticket = OperationTicket(operation).into();
        // SAFETY: WDIR-1.
        let begun = unsafe {
            match way {
                _ if covered < bytes => Err(CopyError::Refused),
                AccessDirection::Put => self.device.put(at.peer, ticket, &pieces, at.key, at.offset, None),
                AccessDirection::Get => self.device.get(at.peer, ticket, &pieces, at.key, at.offset),
            }
        };
        self.mine = pieces;
        if begun.is_err() {
            self.leave_direct(operation);
            return None;
        }
        let totals = &mut self.state.records.totals;
        if way == AccessDirection::Put {
            totals.window_puts.add(bytes)
        } else {
            totals.window_gets.add(bytes)
        }
        let pending = PendingAccess { operation, expected: None, is_requested: false };
        self.note_pending(at.window, at.peer, pending);
        Some(pending)
    }

    /// An operation on a word that is over when its ticket is back.
    pub(super) fn enter_word(&mut self, at: &Reach<'_>) -> usize {
        self.enter_direct(at, size_of::<u64>() as u64, AccessDirection::Get)
    }

    /// Ends an operation that the device has not begun.
    pub(super) fn leave_direct(&mut self, operation: usize) {
        self.state.operations.complete(operation);
        self.state.operations.remove(operation);
    }

    /// An operation that is over when its ticket is back. The device has the pieces of its data.
    fn enter_direct(&mut self, at: &Reach<'_>, bytes: u64, way: AccessDirection) -> usize {
        let send = Operation::send(at.peer, at.window, 0, Buffer::empty(), Mode::Standard);
        let is_receive = way == AccessDirection::Get;
        let operation = Operation {
            stage: OperationStage::Leaving,
            is_receive,
            moved: bytes,
            whole: bytes,
            owner: self.owner_of(at.window),
            ..send
        };
        self.state.operations.enter(at.window);
        self.state.operations.insert(operation)
    }
}
