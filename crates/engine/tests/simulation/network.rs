//! A device without an operating system: packets between engines of one process, through rings as short as the test wants.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use ferry_device::{Device, Nap, Sink, Verdict};
use ferry_protocol::packet::Header;

/// Bytes of a body that this device has written at once: short and odd, so that pieces begin anywhere.
const PIECE: usize = 1013;

pub struct Packet {
    pub header: Header,
    pub body: Vec<u8>,
}

/// All rings, and the packets that each rank has consumed since somebody looked.
pub struct Network {
    ranks: usize,
    /// Packets a ring holds.
    capacity: usize,
    rings: Vec<VecDeque<Packet>>,
    consumed: Vec<Vec<(u32, Packet)>>,
}

pub type Shared = Rc<RefCell<Network>>;

impl Network {
    pub fn new(ranks: usize, capacity: usize) -> Shared {
        let rings = (0..ranks * ranks).map(|_| VecDeque::new()).collect();
        let consumed = (0..ranks).map(|_| Vec::new()).collect();
        Rc::new(RefCell::new(Network { ranks, capacity, rings, consumed }))
    }

    fn ring(&mut self, from: usize, to: usize) -> &mut VecDeque<Packet> {
        &mut self.rings[to * self.ranks + from]
    }

    /// Packets that rank `me` has consumed, in order, since the last call.
    pub fn take_consumed(&mut self, me: u32) -> Vec<(u32, Packet)> {
        std::mem::take(&mut self.consumed[me as usize])
    }

    pub fn is_empty(&self) -> bool {
        self.rings.iter().all(VecDeque::is_empty)
    }
}

pub struct MemoryDevice {
    pub network: Shared,
    pub me: usize,
    pub max_body: usize,
}

pub struct NoNap;

impl Nap for NoNap {
    fn take(self) {}
}

impl MemoryDevice {
    /// Shows the ring of `from` until it is empty or the sink has enough. True if it is over for all rings.
    fn drain(&mut self, from: usize, sink: &mut impl Sink, taken: &mut usize) -> bool {
        loop {
            let Some(packet) = self.network.borrow_mut().ring(from, self.me).pop_front() else { return false };
            let verdict = sink.packet(from as u32, &packet.header, packet.body.as_ptr());
            let mut network = self.network.borrow_mut();
            if verdict == Verdict::Refused {
                network.ring(from, self.me).push_front(packet);
                return false;
            }
            network.consumed[self.me].push((from as u32, packet));
            *taken += 1;
            if verdict == Verdict::ConsumedLast {
                return true;
            }
        }
    }
}

impl Device for MemoryDevice {
    type Nap = NoNap;
    type Share = ferry_device::NoShare;

    fn name(&self) -> &'static str {
        "memory"
    }

    fn max_body(&self) -> usize {
        self.max_body
    }

    fn try_send(&mut self, to: u32, header: Header, mut fill: impl FnMut(usize, *mut u8, usize)) -> bool {
        assert!(header.len as usize <= self.max_body, "a body of {} bytes", header.len);
        let mut network = self.network.borrow_mut();
        let capacity = network.capacity;
        let ring = network.ring(self.me, to as usize);
        if ring.len() >= capacity {
            return false;
        }
        let mut body = vec![0; header.len as usize];
        for (index, piece) in body.chunks_mut(PIECE).enumerate() {
            fill(index * PIECE, piece.as_mut_ptr(), piece.len());
        }
        ring.push_back(Packet { header, body });
        true
    }

    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        let mut taken = 0;
        if let Some(first) = first
            && (self.drain(first as usize, sink, &mut taken) || taken > 0)
        {
            return taken;
        }
        let ranks = self.network.borrow().ranks;
        for from in 0..ranks {
            if self.drain(from, sink, &mut taken) {
                break;
            }
        }
        taken
    }

    fn prepare_sleep(&mut self) -> Option<NoNap> {
        let mut network = self.network.borrow_mut();
        let is_quiet = (0..network.ranks).all(|from| network.ring(from, self.me).is_empty());
        is_quiet.then_some(NoNap)
    }

    fn wake_self(&mut self) {}

    fn oversubscribed(&mut self) -> bool {
        false
    }
}
