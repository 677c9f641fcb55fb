//! What the engine asks of a transport. One adapter crate implements [`Device`] for each kind; the engine is generic over it, so that
//! no call on the message path is indirect.
#![forbid(unsafe_code)]

use ferry_protocol::packet::Header;

/// What the engine did with a packet that [`Device::poll`] showed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Done with; its buffer may be reused.
    Consumed,
    /// As `Consumed`, and what the engine was waiting for is there: leave further packets where they are.
    ConsumedLast,
    /// Not wanted now: show it again later, and nothing behind it from this peer before.
    Refused,
}

/// Takes packets from a device.
pub trait Sink {
    /// A packet from the process with world rank `from`. `body` is valid for `header.len` bytes during the call; it may lie
    /// in memory that the peer shares.
    fn packet(&mut self, from: u32, header: &Header, body: *const u8) -> Verdict;
}

/// A reliable, per-peer ordered packet transport between the processes of a job.
pub trait Device {
    /// What sleeping until the next event takes; see [`Device::prepare_sleep`].
    type Nap: Nap;

    /// The transport's name for reports ("shm").
    fn name(&self) -> &'static str;

    /// Longest body of one packet in bytes.
    fn max_body(&self) -> usize;

    /// Sends a packet if there is room for it now. `fill(offset, address, len)` writes `len` bytes of the body, from byte `offset` on, at `address`; it
    /// runs only if there is room, for one piece after the other until `header.len` bytes are written. Returns whether the packet is on its way.
    fn try_send(&mut self, to: u32, header: Header, fill: impl FnMut(usize, *mut u8, usize)) -> bool;

    /// Shows arrived packets to the sink, those of `first` before others'. Returns how many were consumed.
    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize;

    /// Announces that this process is about to sleep. `None` if a packet or room for a refused packet came meanwhile: poll, and try again.
    fn prepare_sleep(&mut self) -> Option<Self::Nap>;

    /// Wakes threads of this process that sleep in a [`Nap`].
    fn wake_self(&mut self);

    /// True if more ranks share the processors than there are processors, as far as known by now.
    fn oversubscribed(&mut self) -> bool;
}

/// A sleep that [`Device::prepare_sleep`] has announced.
pub trait Nap {
    /// Sleeps until a peer or [`Device::wake_self`] wakes this process. May return early.
    fn take(self);
}
