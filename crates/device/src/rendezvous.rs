//! Rendezvous: the body of one large message, moved by the devices of both ends after these have
//! agreed.
//!
//! One end exposes memory to the other and says by what [`Token`] it is named. The other end's
//! device puts into it, or gets from it. The memory is exposed for this message and this peer
//! alone; [`one_sided`](crate::one_sided) is for memory that stays open.

use ferry_protocol::share::End;
use ferry_protocol::transfer::{Methods, Piece, Token};

use crate::CopyError;
use crate::ticket::OperationTicket;

/// Large messages without packets.
pub trait Rendezvous {
    /// The ways that bytes of large messages can take between this process and `peer`, as far as
    /// this process can tell.
    fn methods(&mut self, peer: u32) -> Methods;

    /// Makes memory of this process known to the device, so that `peer` may put into it
    /// ([`End::Front`]: this process receives) or get from it ([`End::Back`]: this process sends):
    /// what `peer` names it by. `None` if the device cannot: the message goes in packets.
    ///
    /// # Safety
    /// The memory is readable and, at the front, writable memory that nobody else uses until it is
    /// concealed.
    #[allow(unsafe_code)]
    unsafe fn expose(&mut self, peer: u32, end: End, memory: &[Piece]) -> Option<Token>;

    /// The peer is done with what was exposed.
    fn conceal(&mut self, peer: u32, token: Token);

    /// Begins to put `from` into memory that `peer` has exposed, from its beginning. Packets sent
    /// to `peer` after the ticket is back arrive after the data.
    ///
    /// # Safety
    /// `from` is readable memory that is not changed before the ticket is back.
    #[allow(unsafe_code)]
    unsafe fn begin_put(&mut self, peer: u32, ticket: OperationTicket, from: &[Piece], into: Token) -> Result<(), CopyError>;

    /// Begins to get what `peer` has exposed, as much as `into` is long. All is there when the
    /// ticket is back.
    ///
    /// # Safety
    /// `into` is writable memory that nobody else uses before the ticket is back.
    #[allow(unsafe_code)]
    unsafe fn begin_get(&mut self, peer: u32, ticket: OperationTicket, into: &[Piece], from: Token) -> Result<(), CopyError>;
}
