//! A device whose work takes virtual time: what the adapter does is timed by the adapter; this adds
//! what the processor does in between.

use std::os::fd::BorrowedFd;

use ferry_device::{
    Access, Atomic, Body, CopyError, Device, Finished, Key, Loan, Lost, Notice, OneSided, OneSidedMethods, OperationTicket,
    PacketTaken, Packets, Part, Placement, RegionId, RegisterError, Rendezvous, ScatterList, Sent, Sink, Ticket, Unasked,
};
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

    /// What a processor does for a put, or its notice: half of what it does for a message, as
    /// nothing is matched.
    fn charge_part(&self) {
        let cost_ps = self.world.view().profile.processor.message_ps / 2;
        self.world.charge(self.rank, cost_ps);
    }

    fn copied(&self, bytes: u64) {
        let cost_ps = {
            let profile = &self.world.view().profile;
            profile.processor.message_ps + if bytes > 0 { profile.memory.copy_ps(bytes) } else { 0 }
        };
        self.world.charge(self.rank, cost_ps);
    }
}

/// A body whose copy takes time, before what is copied can be sent.
struct Copying<'a, B> {
    body: B,
    world: &'a World,
    rank: u32,
}

impl<B: Body> Body for Copying<'_, B> {
    fn fill(&mut self, part: Part) {
        let cost_ps = self.world.view().profile.memory.copy_ps(part.len as u64);
        self.world.charge(self.rank, cost_ps);
        self.body.fill(part);
    }

    fn memory(&self) -> Option<Piece> {
        self.body.memory()
    }

    fn is_awaited(&self) -> bool {
        self.body.is_awaited()
    }

    fn lend(&mut self) -> Option<Loan<'_>> {
        self.body.lend()
    }
}

/// Counts what a sink takes.
struct Counting<'a, S> {
    sink: &'a mut S,
    packets: u64,
    bytes: u64,
}

impl<S: Sink> Sink for Counting<'_, S> {
    fn packet(&mut self, from: u32, header: &Header, body: *const u8) -> PacketTaken {
        let taken = self.sink.packet(from, header, body);
        if taken != PacketTaken::Refused {
            self.packets += 1;
            self.bytes += u64::from(header.len);
        }
        taken
    }

    fn begin(&mut self, from: u32, header: &Header, into: &mut ScatterList) -> Placement {
        self.sink.begin(from, header, into)
    }

    fn landed(&mut self, number: u64) {
        self.packets += 1;
        self.sink.landed(number);
    }
}

impl<D: Device> Packets for Timed<D> {
    fn max_body(&self) -> usize {
        self.device.max_body()
    }

    fn try_send(&mut self, to: u32, header: Header, body: impl Body) -> Sent {
        let body = Copying { body, world: &self.world, rank: self.rank };
        let sent = self.device.try_send(to, header, body);
        if sent.is_on_its_way() {
            self.copied(0);
        }
        sent
    }

    fn unasked(&mut self, peer: u32) -> Unasked {
        self.device.unasked(peer)
    }

    fn is_in_touch(&self, peer: u32) -> bool {
        self.device.is_in_touch(peer)
    }

    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        let mut counting = Counting { sink, packets: 0, bytes: 0 };
        let consumed = self.device.poll(first, &mut counting);
        let Counting { packets, bytes, .. } = counting;
        (0..packets).for_each(|index| self.copied(if index == 0 { bytes } else { 0 }));
        consumed
    }

    fn has_unsent(&mut self) -> bool {
        self.device.has_unsent()
    }
}

impl<D: Device> Device for Timed<D> {
    type Nap = D::Nap;
    type Node = D::Node;

    fn name(&self) -> &'static str {
        self.device.name()
    }

    fn node(&self) -> &D::Node {
        self.device.node()
    }

    fn node_mut(&mut self) -> &mut D::Node {
        self.device.node_mut()
    }

    fn next_finished(&mut self) -> Option<Finished> {
        self.device.next_finished()
    }

    fn next_lost(&mut self) -> Option<Lost> {
        self.device.next_lost()
    }

    fn give_up(&mut self, peer: u32, reason: &str) -> bool {
        self.device.give_up(peer, reason)
    }

    fn prepare_sleep(&mut self) -> Option<Self::Nap> {
        self.device.prepare_sleep()
    }

    fn wake_self(&mut self) {
        self.device.wake_self();
    }

    fn sleep_is_outdated(&mut self) -> bool {
        self.device.sleep_is_outdated()
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.device.descriptor()
    }

    fn oversubscribed(&mut self) -> bool {
        self.device.oversubscribed()
    }
}

impl<D: Device> Rendezvous for Timed<D> {
    fn methods(&mut self, peer: u32) -> Methods {
        self.device.methods(peer)
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
    unsafe fn begin_put(&mut self, peer: u32, ticket: OperationTicket, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.device.begin_put(peer, ticket, from, into) }
    }

    #[allow(unsafe_code)]
    unsafe fn begin_get(&mut self, peer: u32, ticket: OperationTicket, into: &[Piece], from: Token) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.device.begin_get(peer, ticket, into, from) }
    }
}

impl<D: Device> OneSided for Timed<D> {
    fn one_sided_methods(&mut self, peer: u32, key: &Key) -> OneSidedMethods {
        self.device.one_sided_methods(peer, key)
    }

    #[allow(unsafe_code)]
    unsafe fn register(&mut self, memory: Piece, access: Access) -> Result<RegionId, RegisterError> {
        // SAFETY: as the caller promises.
        unsafe { self.device.register(memory, access) }
    }

    fn key(&self, region: RegionId) -> Key {
        self.device.key(region)
    }

    fn reaches(&self, region: RegionId, peer: u32) -> bool {
        self.device.reaches(region, peer)
    }

    fn deregister(&mut self, region: RegionId) {
        self.device.deregister(region);
    }

    fn hasten(&mut self) {
        self.device.hasten();
    }

    #[allow(unsafe_code)]
    unsafe fn put(
        &mut self,
        peer: u32,
        ticket: Ticket,
        from: &[Piece],
        into: &Key,
        offset: u64,
        notify: Option<u32>,
    ) -> Result<(), CopyError> {
        self.charge_part();
        // SAFETY: as the caller promises.
        unsafe { self.device.put(peer, ticket, from, into, offset, notify) }
    }

    #[allow(unsafe_code)]
    unsafe fn get(&mut self, peer: u32, ticket: Ticket, into: &[Piece], from: &Key, offset: u64) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.device.get(peer, ticket, into, from, offset) }
    }

    #[allow(unsafe_code)]
    unsafe fn atomic(
        &mut self,
        peer: u32,
        ticket: Ticket,
        what: Atomic,
        at: &Key,
        offset: u64,
        result: *mut u8,
    ) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.device.atomic(peer, ticket, what, at, offset, result) }
    }

    fn has_ended(&self, peer: u32) -> bool {
        self.device.has_ended(peer)
    }

    fn next_notice(&mut self) -> Option<Notice> {
        let notice = self.device.next_notice();
        if notice.is_some() {
            self.charge_part();
        }
        notice
    }
}
