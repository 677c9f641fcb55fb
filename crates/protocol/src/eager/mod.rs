//! Messages that come without being asked for: how they leave and how they arrive.
//!
//! The engine gives packets to the device, tells a machine what became of them, and does what the
//! machine answers. Each state is a struct that holds only what is valid in it.
//!
//! - [`sending`]: the sender's end, in one packet or in several in order
//! - [`coming`]: the receiver's end of a message in several packets
//! - [`long`]: the receiver's end of long messages, in one packet or in several
//! - [`held`]: senders that are told to announce long messages, as this process keeps too much
//!   (ADR 0009)

pub mod coming;
pub mod held;
pub mod long;
pub mod sending;

/// What became of a packet that a device was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Sent {
    /// There is no room for it now; nothing was sent. A loan that was taken is given back.
    NoRoom,
    /// The memory that was lent cannot be read, as the system found out; nothing was sent. The loan
    /// is given back.
    Unreadable,
    /// It is on its way, and the sender's memory is of no more concern. A loan that was taken is
    /// given back.
    Copied,
    /// It is on its way, and the device reads the memory that was lent until the ticket of the loan
    /// comes back.
    Lent,
}

impl Sent {
    /// Whether it is on its way.
    #[inline(always)]
    pub fn is_on_its_way(self) -> bool {
        matches!(self, Sent::Copied | Sent::Lent)
    }
}
