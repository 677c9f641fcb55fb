//! Both directions of one peer: packets carry what is to be told of the other direction.

use super::header::{Acknowledgement, DatagramHeader, DatagramKind, Epoch};
use super::receiving::{Arrival, Receiving};
use super::sending::Sending;

/// What both ends of a link are called.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// World rank of this process.
    pub me: u32,
    /// Its life.
    pub epoch: Epoch,
    /// The peer's.
    pub peer_epoch: Epoch,
}

/// What a packet means for the link that it came over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// It is from or for a former life: nothing.
    Stale,
    /// The peer was started again: nothing of what this process has told it is known there.
    Restarted,
    /// It acknowledges, no more.
    Acknowledged,
    /// The same, and the peer listens no longer.
    Farewell,
    /// The peer has given this process up.
    Broken,
    /// It carries something.
    Packet(Arrival),
}

/// Packets to and from one peer. `T`: what the caller needs to send a packet; `P`: a packet that
/// came early.
#[derive(Debug)]
pub struct Link<T, P> {
    /// The way there.
    pub sending: Sending<T>,
    /// The way back.
    pub receiving: Receiving<P>,
    epoch: Epoch,
    peer_epoch: Epoch,
}

/// A link is part of what a process keeps of a peer that it has talked to, which is 256 bytes at
/// most.
const _: () = assert!(size_of::<Link<u64, Vec<u8>>>() <= 192);

impl<T, P> Link<T, P> {
    /// Nothing was sent, nothing has come.
    pub fn new(options: &Options) -> Self {
        let Options { epoch, peer_epoch, .. } = *options;
        Link { sending: Sending::default(), receiving: Receiving::default(), epoch, peer_epoch }
    }

    /// A packet is here, and there is room for `room` packets of this peer. What it acknowledges
    /// goes to `release`.
    pub fn hear(&mut self, header: &DatagramHeader, room: u16, now_ns: u64, release: impl FnMut(T)) -> Heard {
        if header.to_epoch != self.epoch {
            return Heard::Stale;
        }
        if header.epoch != self.peer_epoch {
            let is_later = header.epoch.0.wrapping_sub(self.peer_epoch.0) as i16 > 0;
            return if is_later { Heard::Restarted } else { Heard::Stale };
        }
        self.sending.hear(now_ns);
        self.sending.acknowledge(&header.acknowledgement, now_ns, release);
        if header.asks {
            self.receiving.tell_at_once();
        }
        match header.kind {
            DatagramKind::Acknowledgement => Heard::Acknowledged,
            DatagramKind::Farewell => Heard::Farewell,
            DatagramKind::Broken => Heard::Broken,
            DatagramKind::First | DatagramKind::Next | DatagramKind::Control | DatagramKind::Again => {
                Heard::Packet(self.receiving.arrive(header.sequence, room, now_ns))
            }
        }
    }

    /// The header of a packet that goes now, with all there is to tell.
    pub fn header(&mut self, me: u32, kind: DatagramKind, sequence: super::Sequence, asks: bool, room: u16) -> DatagramHeader {
        let acknowledgement: Acknowledgement = self.receiving.tell(room);
        DatagramHeader { kind, asks, from: me, epoch: self.epoch, to_epoch: self.peer_epoch, sequence, acknowledgement }
    }

    /// When time alone makes this end do something: repeat, or tell what has come.
    pub fn deadline_ns(&self) -> Option<u64> {
        [self.sending.deadline_ns(), self.told_by_ns()].into_iter().flatten().min()
    }

    /// Whether the peer is to be told now what has come, in a packet of its own.
    pub fn must_tell(&self, now_ns: u64) -> bool {
        self.told_by_ns().is_some_and(|due_ns| now_ns >= due_ns)
    }

    fn told_by_ns(&self) -> Option<u64> {
        self.receiving.due_ns(self.sending.round_trip().delay_ns())
    }

    /// Whether nothing is outstanding in either direction.
    pub fn is_quiet(&self) -> bool {
        self.sending.is_empty() && !self.receiving.owes()
    }
}
