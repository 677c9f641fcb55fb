//! Messages in memory of Ferry's own: what is sent belongs to its operation, and what is received
//! is as long as what was sent.
//!
//! # Safety arguments
//! - OWN-1: the bytes of a send are in a box that the operation has until it is done
//!   ([`Engine::own`]). Those of a receive are in a box that [`OwnedReceive`] gives out, or frees,
//!   only once the operation is done; else it leaks it.

use ferry_device::Device;

use crate::{Buffer, Engine, Fault, MatchPattern, Mode};

/// The owner of operations whose errors nobody hears of.
pub(crate) const NOBODY: usize = usize::MAX;

/// A message that is being received.
#[derive(Debug)]
pub struct OwnedReceive {
    operation: usize,
    /// `None` once it was given out.
    bytes: Option<Box<[u8]>>,
}

impl<D: Device> Engine<D> {
    /// Sends `bytes` to world rank `to`. `None` if the send is complete already, else its
    /// operation, which the caller takes ([`Engine::take`]) or forgets ([`Engine::forget`]).
    pub fn send_owned(&mut self, to: u32, context: u64, tag: i32, mut bytes: Box<[u8]>) -> Option<usize> {
        // SAFETY: OWN-1.
        let buffer = unsafe { Buffer::dense(bytes.as_mut_ptr(), bytes.len() as u64) };
        let operation = self.send(to, context, tag, buffer, Mode::Standard)?;
        self.own(operation, bytes);
        Some(operation)
    }

    /// Sends `bytes` to world rank `to`. Nobody hears whether they have arrived.
    pub fn send_unheard(&mut self, to: u32, context: u64, tag: i32, bytes: Box<[u8]>) {
        if let Some(operation) = self.send_owned(to, context, tag, bytes) {
            self.forget(operation);
        }
    }

    /// Begins to receive the earliest message for `pattern`, if one has come: its sender and the
    /// receive.
    pub fn receive_owned(&mut self, pattern: &MatchPattern, owner: usize) -> Option<(u32, OwnedReceive)> {
        let (outcome, message) = self.take_message(pattern)?;
        let mut bytes = vec![0; outcome.bytes as usize].into_boxed_slice();
        // SAFETY: OWN-1.
        let buffer = unsafe { Buffer::dense(bytes.as_mut_ptr(), bytes.len() as u64) };
        let operation = self.receive_message(message, buffer, owner);
        Some((outcome.source, OwnedReceive { operation, bytes: Some(bytes) }))
    }
}

impl OwnedReceive {
    /// The message, once it is all there.
    pub fn poll<D: Device>(&mut self, engine: &mut Engine<D>) -> Option<Result<Vec<u8>, Fault>> {
        let outcome = engine.take(self.operation)?;
        let bytes = self.bytes.take().map_or_else(Vec::new, <[u8]>::into_vec);
        Some(outcome.fault.map_or(Ok(bytes), Err))
    }

    /// The operation, for reports.
    pub fn operation(&self) -> usize {
        self.operation
    }
}

impl Drop for OwnedReceive {
    fn drop(&mut self) {
        // OWN-1: the operation may still write to it.
        std::mem::forget(self.bytes.take());
    }
}
