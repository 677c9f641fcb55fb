//! The networks there are, chosen when a process joins its job.
//!
//! # Safety arguments
//! - NET-1: unsafe methods are passed on as they are: what the caller promises is what each network asks for.

use std::os::fd::BorrowedFd;
use std::time::Duration;

use ferry_device::{CopyError, Device, Lost, Nap, NoBackground, NoShare, Sink};
use ferry_protocol::packet::Header;
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Methods, Piece, Token};
use ferry_tcp::{TcpDevice, TcpNap};

/// How long the end of a process waits for its last words to go out.
const FAREWELL: Duration = Duration::from_secs(1);

/// The network of a process.
pub enum Network {
    /// TCP.
    Tcp(Box<TcpDevice>),
}

impl Network {
    /// The process sends nothing more: tells its peers.
    pub fn leave(&mut self) {
        match self {
            // A peer that does not listen has something else to complain about.
            Network::Tcp(tcp) => _ = tcp.finish(FAREWELL),
        }
    }
}

/// A sleep for the network.
pub enum NetworkNap {
    /// TCP.
    Tcp(TcpNap),
}

impl Nap for NetworkNap {
    fn take(self) {
        match self {
            NetworkNap::Tcp(nap) => nap.take(),
        }
    }
}

/// Hands a call on to the network that there is.
macro_rules! each {
    ($network:expr, $device:ident => $call:expr) => {
        match $network {
            Network::Tcp($device) => $call,
        }
    };
}

impl Device for Network {
    type Nap = NetworkNap;
    type Share = NoShare;
    type Background = NoBackground;

    fn name(&self) -> &'static str {
        each!(self, device => device.name())
    }

    fn max_body(&self) -> usize {
        each!(self, device => device.max_body())
    }

    #[inline]
    fn try_send(&mut self, to: u32, header: Header, fill: impl FnMut(usize, *mut u8, usize)) -> bool {
        each!(self, device => device.try_send(to, header, fill))
    }

    #[inline]
    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        each!(self, device => device.poll(first, sink))
    }

    fn prepare_sleep(&mut self) -> Option<NetworkNap> {
        match self {
            Network::Tcp(device) => device.prepare_sleep().map(NetworkNap::Tcp),
        }
    }

    fn wake_self(&mut self) {
        each!(self, device => device.wake_self());
    }

    fn oversubscribed(&mut self) -> bool {
        each!(self, device => device.oversubscribed())
    }

    fn has_unsent(&self) -> bool {
        each!(self, device => device.has_unsent())
    }

    fn methods(&mut self, peer: u32) -> Methods {
        each!(self, device => device.methods(peer))
    }

    unsafe fn expose(&mut self, peer: u32, end: End, memory: &[Piece]) -> Option<Token> {
        // SAFETY: NET-1.
        each!(self, device => unsafe { device.expose(peer, end, memory) })
    }

    fn conceal(&mut self, peer: u32, token: Token) {
        each!(self, device => device.conceal(peer, token));
    }

    unsafe fn begin_put(&mut self, peer: u32, ticket: u64, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: NET-1.
        each!(self, device => unsafe { device.begin_put(peer, ticket, from, into) })
    }

    unsafe fn begin_get(&mut self, peer: u32, ticket: u64, into: &[Piece], from: Token) -> Result<(), CopyError> {
        // SAFETY: NET-1.
        each!(self, device => unsafe { device.begin_get(peer, ticket, into, from) })
    }

    fn next_finished(&mut self) -> Option<(u64, Result<(), CopyError>)> {
        each!(self, device => device.next_finished())
    }

    fn next_lost(&mut self) -> Option<Lost> {
        each!(self, device => device.next_lost())
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        each!(self, device => device.descriptor())
    }
}
