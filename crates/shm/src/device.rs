//! The shared-memory transport: rings to and from every peer, and sleeping.
//!
//! Callers name peers by world rank. Within the crate they have local ranks.

mod one_sided;

use std::os::fd::BorrowedFd;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

use ferry_device::{
    Body, CopyError, Copying, Device, Finished, Lost, NodeCopies, OperationTicket, Packets, PipeEnd, Rendezvous, Sent, Sink,
    Stores, Unasked,
};
use ferry_heap::head::Head;
use ferry_heap::{Name, own};
use ferry_protocol::packet::Header;
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Methods, Piece, Token};
use ferry_sys::cross_memory::MOST_RANGES;
use ferry_sys::pipe::IoVec;

use crate::background::{Copiers, InBackground};
use crate::body::pair_buffer::PairBuffer;
use crate::body::stores::PastCaches;
use crate::cross_memory::{CrossMemory, Reason};
use crate::huge_pages::HugePages;
use crate::layout::{INLINE, MAX_BODY, SHARES};
use crate::members::Members;
use crate::neighbors::DoorbellLocation;
use crate::note::Note;
use crate::pipes::{PipeError, PipeTicket, Pipes};
use crate::ring::{Receiver, Sender};
use crate::segment::{Crowding, Segment};
use crate::share::SharedCopy;
use crate::shared_area::SharedArea;
use crate::shared_areas::SharedAreas;
use crate::shared_heap::Between;
use crate::sleep::{ShmNap, Sleep};

/// Packets taken from one ring before the next ring has its turn.
const TURN: usize = 32;

/// The way to one peer, opened by the first packet to it.
struct Outgoing {
    ring: Sender,
    asleep: &'static AtomicU32,
}

struct Incoming {
    /// World rank.
    from: u32,
    /// Its [`Members::place`].
    place: usize,
    ring: Receiver,
    asleep: &'static AtomicU32,
}

/// The shared-memory transport of one rank.
pub struct ShmDevice {
    segment: Segment,
    members: Members,
    /// By [`Members::place`].
    outgoing: Vec<Option<Outgoing>>,
    /// By [`Members::place`]; absent until there is a ring.
    pair_buffers: Vec<PairBuffer>,
    /// Rings that peers have opened to us, in the order we noticed.
    incoming: Vec<Incoming>,
    /// Peer, by [`Members::place`], to index in `incoming`; `u32::MAX` where it has not sent yet.
    incoming_of: Vec<u32>,
    senders_version: u32,
    /// The peer that the last packet with a body in the ring went to; `u32::MAX` before there was
    /// one.
    last_body_to: u32,
    sleep: Sleep,
    cross_memory: CrossMemory,
    pipes: Pipes,
    /// Whether a share is of use to a message to this rank.
    shares_in_use: [bool; SHARES],
    copiers: Copiers,
    huge_pages: HugePages,
    /// Each rank is known to have a processor.
    has_processors: bool,
    one_sided: one_sided::OneSidedState,
}

impl ShmDevice {
    /// The device of the rank that attached to `segment`.
    pub fn new(segment: Segment) -> Self {
        let members = segment.members();
        ShmDevice {
            segment,
            members,
            outgoing: (0..members.span()).map(|_| None).collect(),
            pair_buffers: (0..members.span()).map(|_| PairBuffer::absent()).collect(),
            incoming: Vec::new(),
            incoming_of: vec![u32::MAX; members.span()],
            senders_version: 0,
            last_body_to: u32::MAX,
            sleep: Sleep::new(segment),
            cross_memory: CrossMemory::new(segment),
            pipes: Pipes::new(segment),
            shares_in_use: [false; SHARES],
            copiers: Copiers::new(),
            huge_pages: HugePages::none(),
            has_processors: false,
            one_sided: one_sided::OneSidedState::default(),
        }
    }

    /// Whether ranks outnumber processors; `None` until all ranks have attached.
    pub fn knows_oversubscription(&mut self) -> Option<bool> {
        self.crowding().map(|crowding| crowding.oversubscribed)
    }

    /// See [`Segment::agree_on_tuning`].
    pub fn agree_on_tuning(&self, word: u64) -> u64 {
        self.segment.agree_on_tuning(word)
    }

    /// The shared areas of the node. To be asked for once.
    pub fn shared_areas(&self) -> SharedAreas {
        SharedAreas::new(self.segment)
    }

    /// How ranks share processors; `None` until all ranks have attached.
    pub fn crowding(&mut self) -> Option<Crowding> {
        let crowding = self.sleep.crowding();
        let has_processors = crowding.is_some_and(|crowding| !crowding.oversubscribed);
        if has_processors != self.has_processors {
            self.has_processors = has_processors;
            self.pair_buffers.iter_mut().for_each(|pair_buffer| pair_buffer.set_patient(has_processors));
        }
        crowding
    }

    /// What this rank has sent past the caches.
    pub fn past_caches(&self) -> PastCaches {
        let rings = self.outgoing.iter().flatten();
        rings.map(|outgoing| outgoing.ring.past_caches()).fold(PastCaches::default(), |sum, ring| sum + ring)
    }

    /// Lets peers map what this process has of memory that they can, once it has some.
    /// `serves_malloc`: large blocks of `malloc` are such, if the library for that is loaded.
    pub fn share_heap(&mut self, serves_malloc: bool) {
        if serves_malloc {
            own::serve_malloc();
        }
        self.cross_memory.heap.use_own();
    }

    /// A block of memory that peers can map, aligned to the power of two that is as long, up to
    /// [`ALIGNMENT`](crate::shared_heap::ALIGNMENT); `None` where there is none to be had.
    /// [`free`](crate::shared_heap::free) takes it back.
    pub fn allocate(&mut self, bytes: usize) -> Option<NonNull<u8>> {
        self.cross_memory.heap.allocate(bytes)
    }

    /// As [`ShmDevice::share_heap`], of another heap; none from here on if that is `None`.
    pub fn show_heap(&mut self, heap: Option<(Name, &'static Head)>) {
        self.cross_memory.heap.show(heap);
    }

    /// The way between buffers of this rank and of `peer`, where both have shared heaps.
    pub fn between_heaps(&mut self, peer: u32) -> Option<Between> {
        self.cross_memory.heap.with(self.members.local(peer)?)
    }

    /// Bytes that this process has copied from or to its peers' shared heaps.
    pub fn copied_between_heaps(&self) -> u64 {
        self.cross_memory.heap.copied()
    }

    /// Has memory that messages often go from or to put into huge pages, if the system has them.
    pub fn use_huge_pages(&mut self) {
        self.huge_pages = HugePages::where_allowed();
        if self.huge_pages.is_on() {
            ferry_sys::heap::keep_large_blocks();
        }
    }

    /// Huge pages that this process has had made for its messages' memory.
    pub fn huge_pages_made(&self) -> u64 {
        self.huge_pages.made()
    }

    /// The word that threads of this process sleep on.
    pub fn doorbell(&self) -> &'static AtomicU32 {
        &self.segment.block(self.segment.rank()).asleep
    }

    /// Where processes of other jobs find the doorbell.
    ///
    /// # Errors
    /// It has no place that others could find.
    pub fn doorbell_location(&self) -> std::io::Result<DoorbellLocation> {
        self.segment.doorbell_location()
    }

    /// The world ranks of the node.
    pub fn members(&self) -> Members {
        self.members
    }

    /// Why large messages between this rank and `peer` do not go through pipes, as far as anybody
    /// tried.
    pub fn pipe_refusal(&self, peer: u32) -> Option<&PipeError> {
        self.pipes.refusal(self.members.local(peer)?)
    }

    /// Why pages are copied into pipes, and not lent.
    pub fn lending_refusal(&self) -> Option<&std::io::Error> {
        self.pipes.lending_refusal()
    }

    /// Why large messages between this rank and `peer` are not copied from memory to memory, as far
    /// as anybody tried.
    pub fn copy_refusal(&self, peer: u32) -> Option<Reason> {
        self.cross_memory.refusal(self.members.local(peer)?)
    }

    /// Whether this rank can read the memory of `peer`.
    pub fn can_read(&mut self, peer: u32) -> bool {
        self.members.local(peer).is_some_and(|peer| self.cross_memory.can_read(peer))
    }

    /// The thread that copies while the program computes.
    pub fn copiers(&mut self) -> &mut Copiers {
        &mut self.copiers
    }

    /// Processors that the ranks which have attached by now may use, ascending.
    pub fn processors(&self) -> Vec<usize> {
        self.segment.processors()
    }

    /// Of each rank that has attached by now the processors that it may use, ascending.
    pub fn affinities(&self) -> Vec<Vec<usize>> {
        self.segment.affinities()
    }

    /// What moving messages costs, as one rank of the node has found out.
    pub fn costs(&self) -> &'static Note {
        self.segment.costs()
    }

    /// Whether a rank of the node has attached to the segment.
    pub fn has_attached(&self, rank: u32) -> bool {
        self.segment.block(self.members.here(rank)).attached.load(Ordering::Acquire) != 0
    }

    /// Wakes ranks that are held back by this one, after it has finished an operation on a shared
    /// area.
    #[inline(always)]
    pub fn wake_held_back_on(&mut self, area: &SharedArea, ranks: impl Iterator<Item = u32>) {
        self.sleep.order();
        if area.is_waited_for() {
            self.wake(ranks);
        }
    }

    /// Wakes the ranks that sleep while they wait for what was just written to the shared area.
    #[inline(always)]
    pub fn wake_all(&mut self) {
        let me = self.members.world(self.segment.rank());
        self.wake(self.members.iter().filter(|rank| *rank != me));
    }

    /// Wakes those of `ranks` that sleep while they wait for what was just published on a shared
    /// area.
    #[inline(always)]
    pub fn wake(&mut self, ranks: impl Iterator<Item = u32>) {
        for rank in ranks {
            self.sleep.wake(&self.segment.block(self.members.here(rank)).asleep);
        }
    }

    /// Nothing to do: prepares the way for a next message like the last one.
    #[inline(always)]
    fn warm(&mut self) {
        if let Some(Some(outgoing)) = self.outgoing.get_mut(self.members.place(self.last_body_to)) {
            outgoing.ring.warm();
            outgoing.ring.warm();
        }
    }

    /// The end of a pipe with its peer's local rank.
    fn here(&self, end: PipeEnd) -> PipeEnd {
        match end {
            PipeEnd::From(peer) => PipeEnd::From(self.members.here(peer) as u32),
            PipeEnd::To(peer) => PipeEnd::To(self.members.here(peer) as u32),
        }
    }

    /// Maps what goes back and forth between this rank and another one, before there is a ring to
    /// or from it.
    fn meet(&mut self, place: usize, peer: usize) {
        if self.outgoing[place].is_none() && self.incoming_of[place] == u32::MAX {
            self.pair_buffers[place] = self.segment.pair_buffer(peer);
            self.pair_buffers[place].set_patient(self.has_processors);
        }
    }

    #[cold]
    fn open(&mut self, to: u32) {
        let (me, place, to) = (self.segment.rank(), self.members.place(to), self.members.here(to));
        self.meet(place, to);
        let block = self.segment.block(to);
        // SAFETY: RING-1 by SEG-1; RING-2: this is the only place that makes our sender's end, once
        // per peer.
        let ring = unsafe { Sender::new(self.segment.ring(me, to), self.segment.bodies()) };
        block.senders[me / 64].fetch_or(1 << (me % 64), Ordering::AcqRel);
        block.senders_version.fetch_add(1, Ordering::AcqRel);
        self.outgoing[place] = Some(Outgoing { ring, asleep: &block.asleep });
    }

    #[cold]
    fn notice_senders(&mut self, version: u32) {
        self.senders_version = version;
        let me = self.segment.rank();
        for (word, bits) in self.segment.block(me).senders.iter().enumerate() {
            let mut bits = bits.load(Ordering::Acquire);
            while bits != 0 {
                let from = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if from >= self.segment.ranks() {
                    continue;
                }
                let world = self.members.world(from);
                let place = self.members.place(world);
                if self.incoming_of[place] == u32::MAX {
                    self.meet(place, from);
                    // SAFETY: RING-1 by SEG-1; RING-2: guarded by `incoming_of`, made once per
                    // peer.
                    let ring = unsafe { Receiver::new(self.segment.ring(from, me)) };
                    self.incoming_of[place] = self.incoming.len() as u32;
                    self.incoming.push(Incoming { from: world, place, ring, asleep: &self.segment.block(from).asleep });
                }
            }
        }
    }

    #[inline(always)]
    fn notice(&mut self) {
        let version = self.segment.block(self.segment.rank()).senders_version.load(Ordering::Acquire);
        if version != self.senders_version {
            self.notice_senders(version);
        }
    }

    /// Announces what was consumed, so that no sender waits for room that is there.
    fn settle(&mut self) {
        for incoming in self.incoming.iter_mut().filter(|incoming| incoming.ring.owes_announcement()) {
            incoming.ring.announce();
            self.sleep.wake(incoming.asleep);
        }
    }
}

impl Packets for ShmDevice {
    fn max_body(&self) -> usize {
        MAX_BODY
    }

    #[inline(always)]
    fn try_send(&mut self, to: u32, header: Header, mut body: impl Body) -> Sent {
        debug_assert!(header.len as usize <= MAX_BODY);
        let place = self.members.place(to);
        if self.outgoing[place].is_none() {
            self.open(to);
        }
        let Some(outgoing) = &mut self.outgoing[place] else { return Sent::NoRoom };
        if header.len as usize > INLINE {
            self.last_body_to = to;
        }
        let sent = outgoing.ring.try_send(header, &mut self.pair_buffers[place], |part| body.fill(part));
        self.sleep.wake(outgoing.asleep);
        self.sleep.count_fence();
        if sent { Sent::Copied } else { Sent::NoRoom }
    }

    fn unasked(&mut self, _peer: u32) -> Unasked {
        Unasked { in_packets: u64::MAX, ..Unasked::default() }
    }

    fn is_in_touch(&self, _peer: u32) -> bool {
        true
    }

    #[inline(always)]
    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        self.notice();
        if let Some(first) = first
            && let Some(index) = self.incoming_of.get(self.members.place(first))
            && let Some(incoming) = self.incoming.get_mut(*index as usize)
        {
            let pair_buffer = &mut self.pair_buffers[incoming.place];
            let show = |header: &Header, body| sink.packet(first, header, body);
            let drained = incoming.ring.drain(TURN, pair_buffer, show, || self.sleep.wake(incoming.asleep));
            if drained.taken > 0 {
                return drained.taken;
            }
        }
        let mut taken = 0;
        for incoming in &mut self.incoming {
            let from = incoming.from;
            let pair_buffer = &mut self.pair_buffers[incoming.place];
            let show = |header: &Header, body| sink.packet(from, header, body);
            let drained = incoming.ring.drain(TURN, pair_buffer, show, || self.sleep.wake(incoming.asleep));
            taken += drained.taken;
            if drained.is_over {
                break;
            }
        }
        if taken == 0 {
            self.warm();
        }
        taken
    }

    fn has_unsent(&mut self) -> bool {
        false
    }
}

impl Device for ShmDevice {
    type Nap = ShmNap;
    type Node = ShmDevice;

    fn name(&self) -> &'static str {
        "shm"
    }

    #[inline(always)]
    fn node(&self) -> &ShmDevice {
        self
    }

    #[inline(always)]
    fn node_mut(&mut self) -> &mut ShmDevice {
        self
    }

    #[inline(always)]
    fn next_finished(&mut self) -> Option<Finished> {
        self.one_sided.next_finished()
    }

    #[inline(always)]
    fn next_lost(&mut self) -> Option<Lost> {
        None
    }

    /// What a dead process has had under way in the memory of the node is its own.
    fn give_up(&mut self, _peer: u32, _reason: &str) -> bool {
        false
    }

    fn prepare_sleep(&mut self) -> Option<ShmNap> {
        self.settle();
        let nap = self.sleep.prepare();
        self.notice();
        let has_packets = self.incoming.iter().any(|incoming| incoming.ring.is_ready());
        if has_packets || self.outgoing.iter_mut().flatten().any(|outgoing| outgoing.ring.has_room_again()) {
            nap.abandon();
            return None;
        }
        Some(nap)
    }

    fn wake_self(&mut self) {
        self.sleep.wake(&self.segment.block(self.segment.rank()).asleep);
    }

    fn sleep_is_outdated(&mut self) -> bool {
        false
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    fn oversubscribed(&mut self) -> bool {
        self.knows_oversubscription().unwrap_or(false)
    }
}

impl Rendezvous for ShmDevice {
    fn methods(&mut self, peer: u32) -> Methods {
        let mut methods = Methods::RING;
        let Some(peer) = self.members.local(peer) else { return methods };
        if self.cross_memory.can_read(peer) {
            methods = methods.or(Methods::READS);
        }
        if self.cross_memory.can_write(peer) {
            methods = methods.or(Methods::WRITES);
        }
        methods
    }

    unsafe fn expose(&mut self, _peer: u32, _end: End, _memory: &[Piece]) -> Option<Token> {
        None
    }

    fn conceal(&mut self, _peer: u32, _token: Token) {}

    unsafe fn begin_put(&mut self, _peer: u32, _ticket: OperationTicket, _from: &[Piece], _into: Token) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    unsafe fn begin_get(&mut self, _peer: u32, _ticket: OperationTicket, _into: &[Piece], _from: Token) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }
}

impl NodeCopies for ShmDevice {
    type Share = &'static SharedCopy;
    type Background = InBackground;

    #[inline]
    fn is_shared(&self, memory: Piece) -> bool {
        self.cross_memory.heap.has(memory)
    }

    #[inline]
    fn note_use(&mut self, memory: Piece) -> bool {
        self.huge_pages.note(memory.address, memory.len)
    }

    fn most_pieces(&self) -> usize {
        MOST_RANGES
    }

    #[inline]
    unsafe fn read_from(&mut self, peer: u32, into: &[Piece], from: &[Piece], stores: Stores) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.cross_memory.read(self.members.here(peer) as u32, into, from, stores) }
    }

    #[inline]
    unsafe fn write_to(&mut self, peer: u32, from: &[Piece], into: &[Piece], stores: Stores) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.cross_memory.write(self.members.here(peer) as u32, from, into, stores) }
    }

    fn visit(&mut self, peer: u32, memory: Piece, access: &mut dyn FnMut(*mut u8)) -> bool {
        let heap = self.members.local(peer).and_then(|local| self.cross_memory.heap.of_peer(local));
        heap.is_some_and(|heap| heap.visit(memory, ferry_sys::memory::Access::Write, access).is_some())
    }

    fn prepare_pipes(&mut self, peer: u32) -> bool {
        self.members.local(peer).is_some_and(|peer| self.pipes.prepare_for(peer))
    }

    fn open_pipe(&mut self, peer: u32) -> Result<u64, CopyError> {
        let peer = self.members.here(peer) as u32;
        self.pipes.open_from(peer).map(|ticket| ticket.0).map_err(|error| self.pipes.refused(peer, error))
    }

    fn accept_pipe(&mut self, peer: u32, ticket: u64) -> Result<(), CopyError> {
        let peer = self.members.here(peer) as u32;
        self.pipes.accept_to(peer, PipeTicket(ticket)).map_err(|error| self.pipes.refused(peer, error))
    }

    #[inline]
    unsafe fn read_pipe(&mut self, peer: u32, ticket: u64, into: &[Piece]) -> Result<u64, CopyError> {
        let peer = self.members.here(peer) as u32;
        // SAFETY: as the caller promises.
        match unsafe { self.pipes.read_some(peer, PipeTicket(ticket), io_vectors(into)) } {
            Ok(bytes) => Ok(bytes as u64),
            // The sender has closed the pipe: it says why in a packet, or the launcher ends the
            // job.
            Err(PipeError::PeerGone) => Ok(0),
            Err(error) => Err(self.pipes.refused(peer, error)),
        }
    }

    #[inline]
    unsafe fn write_pipe(&mut self, peer: u32, ticket: u64, from: &[Piece], lend: bool) -> Result<u64, CopyError> {
        let peer = self.members.here(peer) as u32;
        // SAFETY: as the caller promises.
        let written = unsafe {
            match lend {
                true => self.pipes.splice_some(peer, PipeTicket(ticket), io_vectors(from)),
                false => self.pipes.write_some(peer, PipeTicket(ticket), io_vectors(from)),
            }
        };
        written.map(|bytes| bytes as u64).map_err(|error| self.pipes.refused(peer, error))
    }

    fn is_pipe_ready(&mut self, end: PipeEnd) -> bool {
        match self.here(end) {
            PipeEnd::From(peer) => self.pipes.is_readable(peer),
            PipeEnd::To(peer) => self.pipes.is_writable(peer),
        }
    }

    fn release_pipe(&mut self, end: PipeEnd) {
        match self.here(end) {
            PipeEnd::From(peer) => self.pipes.finish_from(peer),
            PipeEnd::To(peer) => self.pipes.finish_to(peer),
        }
    }

    fn close_pipe(&mut self, end: PipeEnd, ticket: u64) {
        match self.here(end) {
            PipeEnd::From(peer) => self.pipes.close_from(peer, PipeTicket(ticket)),
            PipeEnd::To(peer) => self.pipes.close_to(peer, PipeTicket(ticket)),
        }
    }

    fn open_share(&mut self) -> Option<(u32, &'static SharedCopy)> {
        let shares = &self.segment.block(self.segment.rank()).shares;
        let slot = (0..SHARES).find(|slot| !self.shares_in_use[*slot] && shares[*slot].open())?;
        self.shares_in_use[slot] = true;
        Some((slot as u32, &shares[slot]))
    }

    fn join_share(&mut self, receiver: u32, slot: u32) -> Option<&'static SharedCopy> {
        self.segment.block(self.members.here(receiver)).shares.get(slot as usize)
    }

    fn close_share(&mut self, slot: u32) {
        self.shares_in_use[slot as usize] = false;
    }

    fn wake_peer(&mut self, peer: u32) {
        self.sleep.wake(&self.segment.block(self.members.here(peer)).asleep);
    }

    unsafe fn copy_in_background(&mut self, copying: Copying<&'static SharedCopy>) -> Option<InBackground> {
        let ShmDevice { copiers, sleep, segment, cross_memory, members, .. } = self;
        if !copiers.takes(copying.bytes, segment.ranks(), || sleep.crowding()) {
            return None;
        }
        let asleep = |rank: usize| &segment.block(rank).asleep;
        let peer = members.here(copying.peer);
        copiers.give(copying, cross_memory.reach(peer as u32), asleep(segment.rank()), asleep(peer))
    }
}

const _: () = assert!(size_of::<Piece>() == size_of::<IoVec>() && align_of::<Piece>() == align_of::<IoVec>());

fn io_vectors(pieces: &[Piece]) -> &[IoVec] {
    // SAFETY: both are two words, address and length (asserted above), and any value is a valid
    // one.
    unsafe { std::slice::from_raw_parts(pieces.as_ptr().cast(), pieces.len()) }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::os::fd::AsFd;

    use ferry_device::{PacketTaken, Part, Placement, ScatterList};
    use ferry_protocol::packet::Kind;

    use super::*;
    use crate::layout::CELLS;

    struct Count(usize);

    impl Sink for Count {
        fn packet(&mut self, _from: u32, _header: &Header, _body: *const u8) -> PacketTaken {
            self.0 += 1;
            PacketTaken::Consumed
        }

        fn begin(&mut self, _from: u32, _header: &Header, _into: &mut ScatterList) -> Placement {
            Placement::Whole
        }

        fn landed(&mut self, _number: u64) {}
    }

    /// The devices of two ranks, both in this process.
    fn two() -> (ShmDevice, ShmDevice) {
        let file = ferry_sys::memory::anonymous_file("ferry-test").unwrap();
        let device = |rank| ShmDevice::new(Segment::attach(file.as_fd(), rank, 2).unwrap());
        (device(0), device(1))
    }

    fn send(device: &mut ShmDevice, to: u32) -> bool {
        device.try_send(to, Header::message(Kind::Eager, 0, 0, 0), |_: Part| {}).is_on_its_way()
    }

    fn fill(device: &mut ShmDevice, to: u32) {
        while send(device, to) {}
    }

    fn take_all(device: &mut ShmDevice) -> usize {
        let mut count = Count(0);
        while device.poll(None, &mut count) > 0 {}
        count.0
    }

    fn is_asleep(device: &ShmDevice) -> bool {
        device.segment.block(device.segment.rank()).asleep.load(Ordering::Relaxed) != 0
    }

    #[test]
    fn a_packet_wakes_a_sleeper() {
        let (mut one, mut two) = two();
        let nap = one.prepare_sleep();
        assert!(nap.is_some() && is_asleep(&one));
        assert!(send(&mut two, 0));
        assert!(!is_asleep(&one));
        assert!(one.prepare_sleep().is_none() && !is_asleep(&one));
    }

    #[test]
    fn room_wakes_a_sleeper() {
        let (mut one, mut two) = two();
        fill(&mut one, 1);
        let nap = one.prepare_sleep();
        assert!(nap.is_some() && is_asleep(&one));
        assert_eq!(take_all(&mut two), CELLS);
        assert!(!is_asleep(&one));
    }

    #[test]
    fn nobody_sleeps_for_room_that_is_there() {
        let (mut one, mut two) = two();
        fill(&mut one, 1);
        take_all(&mut two);
        assert!(one.prepare_sleep().is_none() && !is_asleep(&one));
        assert!(send(&mut one, 1));
        assert!(one.prepare_sleep().is_some());
    }

    #[test]
    fn a_nap_that_another_thread_has_ended_is_short() {
        use ferry_device::Nap;
        let (mut one, _two) = two();
        let Some(nap) = one.prepare_sleep() else { panic!("nothing to do, and no nap") };
        one.wake_self();
        let Some(_other) = one.prepare_sleep() else { panic!("nothing to do, and no nap") };
        let start = ferry_sys::clock::now_ns();
        nap.take();
        assert!(ferry_sys::clock::now_ns() - start < 500_000_000);
    }
}
