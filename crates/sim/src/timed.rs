//! A device whose work takes virtual time: what the adapter does is timed by the adapter; this adds what the processor does in between.

use ferry_device::{CopyError, Device, Lost, NoBackground, NoShare, Part, Sink, Verdict};
use ferry_protocol::packet::Header;
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Methods, Piece, Token};

use crate::world::World;

/// A device of a simulated rank.
pub struct Timed<D> {
    device: D,
    world: World,
    rank: u32,
}

impl<D> Timed<D> {
    /// `device` as rank `rank` of `world` uses it.
    pub fn new(device: D, world: World, rank: u32) -> Self {
        Timed { device, world, rank }
    }

    /// The device itself.
    pub fn device(&self) -> &D {
        &self.device
    }

    /// The device itself.
    pub fn device_mut(&mut self) -> &mut D {
        &mut self.device
    }

    fn copied(&self, bytes: u64) {
        let cost_ps = {
            let profile = &self.world.view().profile;
            profile.processor.message_ps + if bytes > 0 { profile.memory.copy_ps(bytes) } else { 0 }
        };
        self.world.charge(self.rank, cost_ps);
    }
}

/// Counts what a sink takes.
struct Counting<'a, S> {
    sink: &'a mut S,
    packets: u64,
    bytes: u64,
}

impl<S: Sink> Sink for Counting<'_, S> {
    fn packet(&mut self, from: u32, header: &Header, body: *const u8) -> Verdict {
        let verdict = self.sink.packet(from, header, body);
        if verdict != Verdict::Refused {
            self.packets += 1;
            self.bytes += u64::from(header.len);
        }
        verdict
    }
}

impl<D: Device<Share = NoShare, Background = NoBackground>> Device for Timed<D> {
    type Nap = D::Nap;
    type Share = NoShare;
    type Background = NoBackground;

    fn name(&self) -> &'static str {
        self.device.name()
    }

    fn max_body(&self) -> usize {
        self.device.max_body()
    }

    fn try_send(&mut self, to: u32, header: Header, fill: impl FnMut(Part)) -> bool {
        let is_sent = self.device.try_send(to, header, fill);
        if is_sent {
            self.copied(header.len.into());
        }
        is_sent
    }

    fn longest_eager(&mut self, peer: u32) -> u64 {
        self.device.longest_eager(peer)
    }

    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        let mut counting = Counting { sink, packets: 0, bytes: 0 };
        let consumed = self.device.poll(first, &mut counting);
        let Counting { packets, bytes, .. } = counting;
        (0..packets).for_each(|index| self.copied(if index == 0 { bytes } else { 0 }));
        consumed
    }

    fn prepare_sleep(&mut self) -> Option<Self::Nap> {
        self.device.prepare_sleep()
    }

    fn wake_self(&mut self) {
        self.device.wake_self();
    }

    fn oversubscribed(&mut self) -> bool {
        self.device.oversubscribed()
    }

    fn methods(&mut self, peer: u32) -> Methods {
        self.device.methods(peer)
    }

    fn most_pieces(&self) -> usize {
        self.device.most_pieces()
    }

    #[allow(unsafe_code)]
    unsafe fn expose(&mut self, peer: u32, end: End, memory: &[Piece]) -> Option<Token> {
        // SAFETY: as the caller promises.
        unsafe { self.device.expose(peer, end, memory) }
    }

    fn conceal(&mut self, peer: u32, token: Token) {
        self.device.conceal(peer, token);
    }

    #[allow(unsafe_code)]
    unsafe fn begin_put(&mut self, peer: u32, ticket: u64, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.device.begin_put(peer, ticket, from, into) }
    }

    #[allow(unsafe_code)]
    unsafe fn begin_get(&mut self, peer: u32, ticket: u64, into: &[Piece], from: Token) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.device.begin_get(peer, ticket, into, from) }
    }

    fn next_finished(&mut self) -> Option<(u64, Result<(), CopyError>)> {
        self.device.next_finished()
    }

    fn next_lost(&mut self) -> Option<Lost> {
        self.device.next_lost()
    }
}
