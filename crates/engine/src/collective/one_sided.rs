//! The one-sided steps of a schedule: puts, windows that are announced, signals.
//!
//! # Safety arguments
//! - OS-1: what is put from and announced are slices of the schedule (COLL-1, COLL-2). They stay as
//!   they are until the execution ends, which is only after all puts from them are over and all
//!   signals have come that follow puts into them; one that ends early keeps what is registered,
//!   and its scratch (COLL-3). Slices of the collective buffer lie in the operation's part of it
//!   (CBUF-1), which the tests of `ferry-collective` check.
//! - OS-2: an announced window is read after its signal, in memory that nobody writes before the
//!   operation is over.

use ferry_collective::{Region, SLOTS, Schedule, Slice, Span, Target};
use ferry_device::{Access, Device, Key, Notice, OneSided, RegionId};
use ferry_protocol::transfer::Piece;
use smallvec::SmallVec;

use super::buffers::{
    CollectiveBuffers, DATA_AT, DATA_BYTES, OUTGOING_AT, PeerBuffer, PutOperation, PutWait, Turn, WINDOW_BYTES,
};
use super::window::PutWindow;

/// Memory of the operation that is registered for its time: which part of a region of the schedule.
#[derive(Clone, Copy)]
struct Registered {
    id: RegionId,
    region: Region,
    span: Span,
}

/// What is registered for an operation: mostly all of its windows at once, or each of them if they
/// lie apart.
#[derive(Default)]
pub(super) struct Registrations(SmallVec<[Registered; 2]>);

impl Registrations {
    /// Registers the program's memory that a schedule announces, if all of it can be used by those
    /// that it is announced to.
    pub fn of_program(
        schedule: &Schedule,
        place: impl Fn(&Slice) -> *mut u8,
        world_rank: impl Fn(u32) -> u32,
        device: &mut impl OneSided,
        buffers: &mut CollectiveBuffers,
    ) -> Option<Registrations> {
        let mut all = Registrations::default();
        for region in [Region::SendBuffer, Region::RecvBuffer] {
            let is_usable = all.add(schedule, region, &place, device, buffers).is_ok();
            let reaches = |registered: &Registered, device: &mut _| {
                let mut peers = schedule.announced_within(registered.region, registered.span);
                peers.all(|peer| OneSided::reaches(device, registered.id, world_rank(peer)))
            };
            if !is_usable || !all.0.iter().all(|registered| reaches(registered, device)) {
                all.give_back(device);
                return None;
            }
        }
        Some(all)
    }

    /// Registers what a schedule announces of a region.
    fn add(
        &mut self,
        schedule: &Schedule,
        region: Region,
        place: impl Fn(&Slice) -> *mut u8,
        device: &mut impl OneSided,
        buffers: &mut CollectiveBuffers,
    ) -> Result<(), Unregistered> {
        for span in schedule.windows(region) {
            let start = place(&Slice::bytes(region, span.start, 0)).expose_provenance() as u64;
            let memory = Piece { address: start, len: (span.end - span.start) as u64 };
            // SAFETY: OS-1.
            let Ok(id) = (unsafe { device.register(memory, Access::PUT) }) else {
                return Err(Unregistered { bytes: memory.len });
            };
            buffers.count_registration();
            self.0.push(Registered { id, region, span });
        }
        Ok(())
    }

    /// What a window lies in.
    fn of(&self, window: &Slice) -> Option<Registered> {
        self.0.iter().copied().find(|registered| registered.region == window.region && registered.span.holds(window))
    }

    pub fn give_back(self, device: &mut impl OneSided) {
        for registered in self.0 {
            device.deregister(registered.id);
        }
    }
}

/// What became of a one-sided step that could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The device refuses to put.
    Refused,
    /// The peer has less room, in bytes, than the data need.
    NoRoom { room: u64, needed: u64 },
    /// The peer cannot use the window that it is to be told of, so long.
    Unregistered { bytes: u64 },
}

/// The device refuses to register memory of this rank's, so long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unregistered {
    pub bytes: u64,
}

/// The one-sided side of an execution.
pub(super) struct OneSidedRun {
    turn: Turn,
    /// The operation, once its turn has come.
    operation: Option<PutOperation>,
    /// The operation's part of the collective buffer.
    pub buffer: *mut u8,
    registered: Registrations,
    /// The program's memory is registered already.
    has_program: bool,
    /// Windows announced so far.
    announced: u16,
    /// What is registered was kept from the last time that the operation was done.
    is_kept: bool,
    /// Peers know the windows of the operation: it has announced the same ones in this part before,
    /// and nobody else uses the collective buffer. They are told that they may put, not where.
    is_known: bool,
    /// Signals that the round waits for: rank in the communicator, number.
    awaited: Vec<(u32, u16)>,
    /// A step could not be done.
    is_stuck: bool,
}

impl OneSidedRun {
    /// In its turn, with what is registered already.
    pub fn new(turn: Turn, kept: Option<Registrations>) -> Self {
        let (buffer, is_kept) = (std::ptr::null_mut(), kept.is_some());
        let registered = kept.unwrap_or_default();
        OneSidedRun {
            turn,
            operation: None,
            buffer,
            registered,
            has_program: false,
            announced: 0,
            is_kept,
            is_known: false,
            awaited: Vec::new(),
            is_stuck: false,
        }
    }

    pub fn has_begun(&self) -> bool {
        self.operation.is_some()
    }

    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// The program's memory that it announces is registered.
    pub fn with_program(&mut self, registered: Registrations) {
        debug_assert!(!self.is_kept && !self.has_begun());
        (self.registered, self.has_program) = (registered, true);
    }

    /// A step could not be done: the operation is to end.
    pub fn give_up(&mut self) {
        self.is_stuck = true;
    }

    /// Whether a step could not be done.
    pub fn is_stuck(&self) -> bool {
        self.is_stuck
    }

    fn operation(&self) -> PutOperation {
        self.operation.expect("steps are taken once the turn has come")
    }

    /// Registers what the schedule announces, when the operation's turn has come (AG-4). `None`
    /// before that.
    pub fn begin(
        &mut self,
        schedule: &Schedule,
        place: impl Fn(&Slice) -> *mut u8,
        device: &mut impl OneSided,
        buffers: &mut CollectiveBuffers,
    ) -> Option<Result<(), Unregistered>> {
        let operation = buffers.begin(self.turn)?;
        self.operation = Some(operation);
        self.is_known = self.is_kept && operation.has_used_both_parts();
        self.buffer = buffers.address(operation, DATA_AT);
        if self.is_kept {
            return Some(Ok(()));
        }
        let all = [Region::Scratch, Region::SendBuffer, Region::RecvBuffer];
        let regions = if self.has_program { &all[..1] } else { &all[..] };
        let mut registered = regions.iter().map(|region| self.registered.add(schedule, *region, &place, device, buffers));
        Some(registered.find(Result::is_err).unwrap_or(Ok(())))
    }

    /// Begins to put `from` to `target` of a peer: rank in the communicator, and world rank.
    pub fn put(
        &mut self,
        (peer, world): (u32, u32),
        (from, memory, is_followed): (&Slice, *mut u8, bool),
        (target, signal): (Target, u16),
        device: &mut impl Device,
        buffers: &mut CollectiveBuffers,
    ) -> Result<(), Trouble> {
        let place = buffers.peers(self.turn.buffer())[peer as usize];
        let (key, offset) = match target {
            Target::Buffer { offset } => {
                check_room(offset, from.count, DATA_BYTES)?;
                (place.key, place.part(self.operation()) + DATA_AT + offset)
            }
            // A signal alone: there may be no window where nothing is to arrive.
            Target::Window { .. } if from.count == 0 => (place.key, place.part(self.operation())),
            Target::Window { slot, offset } => {
                let window = self.window(slot, buffers);
                check_room(offset, from.count, window.len)?;
                (window.key, window.offset + offset)
            }
        };
        let wait = match from.region {
            Region::Buffer => PutWait::No,
            _ if from.count == 0 => PutWait::No,
            _ if is_followed => PutWait::Followed,
            _ => PutWait::Yes,
        };
        let from = Piece { address: memory.expose_provenance() as u64, len: from.count };
        self.begin_put((world, &place), (from, wait), (&key, offset), signal, device, buffers)
    }

    /// Has the device begin a put, or send a signal alone.
    fn begin_put(
        &self,
        (world, place): (u32, &PeerBuffer),
        (from, wait): (Piece, PutWait),
        (key, offset): (&Key, u64),
        signal: u16,
        device: &mut impl Device,
        buffers: &mut CollectiveBuffers,
    ) -> Result<(), Trouble> {
        let notice = Notice { peer: world, number: place.notice(self.operation(), signal) };
        let (with_put, after_put) = if place.needs_packet() { (None, Some(notice)) } else { (Some(notice.number), None) };
        if from.len == 0 && place.needs_packet() {
            buffers.tell(notice);
            return Ok(());
        }
        let ticket = buffers.begin_put(self.turn.buffer(), wait, after_put);
        let from = std::slice::from_ref(&from);
        // SAFETY: OS-1.
        let begun = unsafe { device.put(world, ticket.encode().into(), from, key, offset, with_put) };
        begun.or_else(|_| {
            buffers.refused(ticket);
            // The end of a process is told by whoever waits for it: the launcher, or what watches
            // over peers. Nobody misses what was put into its memory.
            if device.has_ended(world) { Ok(()) } else { Err(Trouble::Refused) }
        })
    }

    /// The window that was announced in a slot.
    fn window(&self, slot: u16, buffers: &CollectiveBuffers) -> PutWindow {
        debug_assert!(slot < SLOTS);
        let at = buffers.address(self.operation(), u64::from(slot) * WINDOW_BYTES).cast();
        // SAFETY: OS-2.
        PutWindow::decode(&unsafe { std::ptr::read(at) })
    }

    /// Tells a peer where a window is.
    pub fn announce(
        &mut self,
        (peer, world): (u32, u32),
        (slot, window): (u16, &Slice),
        signal: u16,
        device: &mut impl Device,
        buffers: &mut CollectiveBuffers,
    ) -> Result<(), Trouble> {
        let place = buffers.peers(self.turn.buffer())[peer as usize];
        if self.is_known {
            let nothing = Piece { address: 0, len: 0 };
            return self.begin_put(
                (world, &place),
                (nothing, PutWait::No),
                (&place.key, place.part(self.operation())),
                signal,
                device,
                buffers,
            );
        }
        buffers.count_window();
        let bytes = window.count;
        let window = self.describe(window, world, device).ok_or(Trouble::Unregistered { bytes })?;
        let outgoing = buffers.address(self.operation(), OUTGOING_AT + u64::from(self.announced % SLOTS) * WINDOW_BYTES);
        self.announced += 1;
        // SAFETY: CBUF-1; nobody else writes there, and an operation announces at most as many
        // windows as there is room for.
        unsafe { outgoing.cast::<[u8; PutWindow::BYTES]>().write(window.encode()) };
        let from = Piece { address: outgoing.expose_provenance() as u64, len: WINDOW_BYTES };
        let offset = place.part(self.operation()) + u64::from(slot) * WINDOW_BYTES;
        self.begin_put((world, &place), (from, PutWait::No), (&place.key, offset), signal, device, buffers)
    }

    /// A window as a peer is told of it; `None` if that cannot use it.
    fn describe(&self, window: &Slice, world: u32, device: &impl OneSided) -> Option<PutWindow> {
        let Some(Registered { id, span, .. }) = self.registered.of(window).filter(|_| !window.is_empty()) else {
            return Some(PutWindow::NONE);
        };
        let window = PutWindow { key: device.key(id), offset: (window.offset - span.start) as u64, len: window.count };
        device.reaches(id, world).then_some(window)
    }

    /// Where a byte of the operation's part of the collective buffer is.
    pub fn at(&self, offset: i64) -> *mut u8 {
        self.buffer.wrapping_offset(offset as isize)
    }

    /// The round waits for a signal.
    pub fn hear(&mut self, peer: u32, signal: u16) {
        self.awaited.push((peer, signal));
    }

    /// Takes the signals that are there; whether all are.
    pub fn settle(&mut self, world_rank: impl Fn(u32) -> u32, buffers: &mut CollectiveBuffers) -> bool {
        while let Some((peer, signal)) = self.awaited.last() {
            let (world, operation) = (world_rank(*peer), self.operation());
            if !buffers.has_signal(operation, world, *signal) {
                return false;
            }
            buffers.take_signal(operation, world, *signal);
            self.awaited.pop();
        }
        true
    }

    /// Ranks that the round waits for.
    pub fn awaited(&self) -> impl Iterator<Item = u32> + '_ {
        self.awaited.iter().map(|(peer, _)| *peer)
    }

    /// The operation ends early, as a peer is lost or there is no room. What is registered stays so
    /// (OS-1).
    pub fn abandon(self, buffers: &mut CollectiveBuffers, device: &mut impl Device) {
        if let Some(operation) = self.operation {
            buffers.abandon(operation);
            buffers.hasten(operation.buffer, device);
        }
    }

    /// What was registered for it.
    pub fn take_registrations(&mut self) -> Registrations {
        std::mem::take(&mut self.registered)
    }

    /// The operation is over: `None` while puts from its memory are under way; else whether all
    /// went well.
    pub fn end(&mut self, buffers: &mut CollectiveBuffers, device: &mut impl Device) -> Option<bool> {
        if buffers.has_puts(self.turn.buffer()) {
            return None;
        }
        let has_failed = buffers.take_failure(self.turn.buffer());
        buffers.leave(self.operation());
        buffers.hasten(self.turn.buffer(), device);
        Some(!has_failed)
    }
}

fn check_room(offset: u64, needed: u64, room: u64) -> Result<(), Trouble> {
    let fits = offset.checked_add(needed).is_some_and(|end| end <= room);
    if fits { Ok(()) } else { Err(Trouble::NoRoom { room: room.saturating_sub(offset), needed }) }
}

#[cfg(test)]
mod tests {
    use std::ptr::without_provenance_mut;

    use ferry_collective::{Blocks, Collective, Integers, Problem, Shape};
    use ferry_device::{Atomic, CopyError, MovesNothing, OneSidedMethods, Regions, RegisterError, Ticket};

    use super::*;

    struct Refusing;

    impl MovesNothing for Refusing {}

    /// Registers memory if all of it lies within these ranges of addresses, for all peers but one.
    struct Mapped {
        ranges: Vec<Span>,
        regions: Regions<u64>,
        except: Option<u32>,
        registered: usize,
    }

    impl OneSided for Mapped {
        unsafe fn register(&mut self, memory: Piece, _: Access) -> Result<RegionId, RegisterError> {
            let slice = Slice::bytes(Region::RecvBuffer, memory.address as i64, memory.len);
            let is_mapped = self.ranges.iter().any(|range| range.holds(&slice));
            self.registered += usize::from(is_mapped);
            is_mapped.then(|| self.regions.insert(memory.address)).ok_or(RegisterError::Unsupported)
        }

        fn key(&self, region: RegionId) -> Key {
            self.regions.get(region).and_then(|address| Key::of(&address.to_le_bytes())).unwrap_or(Key::NONE)
        }

        fn reaches(&self, region: RegionId, peer: u32) -> bool {
            self.regions.get(region).is_some() && self.except != Some(peer)
        }

        fn deregister(&mut self, region: RegionId) {
            self.registered -= usize::from(self.regions.remove(region).is_some());
        }

        fn one_sided_methods(&mut self, _: u32, _: &Key) -> OneSidedMethods {
            OneSidedMethods::empty()
        }

        unsafe fn put(&mut self, _: u32, _: Ticket, _: &[Piece], _: &Key, _: u64, _: Option<u32>) -> Result<(), CopyError> {
            Err(CopyError::Refused)
        }

        unsafe fn get(&mut self, _: u32, _: Ticket, _: &[Piece], _: &Key, _: u64) -> Result<(), CopyError> {
            Err(CopyError::Refused)
        }

        unsafe fn atomic(&mut self, _: u32, _: Ticket, _: Atomic, _: &Key, _: u64, _: *mut u8) -> Result<(), CopyError> {
            Err(CopyError::Refused)
        }

        fn has_ended(&self, _peer: u32) -> bool {
            false
        }

        fn next_notice(&mut self) -> Option<Notice> {
            None
        }
    }

    #[test]
    fn nothing_is_registered_between_windows_that_lie_apart() {
        const FIRST: i64 = 1 << 20;
        const SECOND: i64 = 1 << 30;
        const BYTES: i64 = 10_000;
        let ranges = [FIRST, SECOND].map(|start| Span { start, end: start + BYTES });
        let mut device = Mapped { ranges: ranges.to_vec(), regions: Regions::default(), except: None, registered: 0 };
        let (mut buffers, buffer) = CollectiveBuffers::unregistered();
        let mut run = OneSidedRun::new(buffers.enter(buffer), None);
        let (counts, displacements) = ([0, BYTES, BYTES], [0, SECOND, FIRST]);
        let (counts, displacements) = (Integers::Wide(&counts), Integers::Wide(&displacements));
        let blocks = Blocks::Varying { counts, displacements, shape: Shape::dense(1) };
        let one_sided = Some(ferry_collective::OneSided::with_copies_below(4096));
        let problem = Problem { send: blocks, recv: blocks, one_sided, ..Problem::new(0, 3) };
        let linear = Collective::Alltoallv.algorithms().iter().find(|algorithm| algorithm.name == "put_linear");
        let schedule = linear.expect("an algorithm of the table").schedule(&problem);
        let place = |slice: &Slice| without_provenance_mut(slice.offset as usize);
        let begun = run.begin(&schedule, place, &mut device, &mut buffers);
        assert_eq!(begun, Some(Ok(())));
        for start in [FIRST, SECOND] {
            let window = run.describe(&Slice::bytes(Region::RecvBuffer, start + 16, 100), 1, &device).expect("a window");
            assert_eq!((window.key.bytes(), window.offset, window.len), (start.to_le_bytes().as_slice(), 16, 100));
        }
    }

    /// Of the devices of a process one may have refused the memory: then it is not announced, and
    /// nothing stays registered.
    #[test]
    fn memory_that_a_peer_cannot_use_is_not_announced() {
        let span = Span { start: 1 << 20, end: 2 << 20 };
        let (mut buffers, _) = CollectiveBuffers::unregistered();
        let shape = Shape::dense(65536);
        let one_sided = Some(ferry_collective::OneSided::with_copies_below(4096));
        let (send, recv) = (Blocks::uniform(1, shape), Blocks::uniform(1, shape));
        let ring = Collective::Allgather.algorithms().iter().find(|algorithm| algorithm.name == "put_ring");
        let schedule =
            ring.expect("an algorithm of the table").schedule(&Problem { send, recv, one_sided, ..Problem::new(1, 4) });
        let place = |slice: &Slice| without_provenance_mut((span.start + slice.offset) as usize);
        let window = schedule.windows(Region::RecvBuffer)[0];
        let below = schedule.announced_within(Region::RecvBuffer, window).next().expect("it announces");
        for (except, is_usable) in [(None, true), (Some(70 + below), false)] {
            let mut device = Mapped { ranges: vec![span], regions: Regions::default(), except, registered: 0 };
            let registered = Registrations::of_program(&schedule, place, |rank| 70 + rank, &mut device, &mut buffers);
            assert_eq!(registered.is_some(), is_usable);
            assert_eq!(device.registered, usize::from(is_usable));
        }
    }

    #[test]
    fn memory_that_cannot_be_registered_is_this_ranks_own() {
        let (mut buffers, buffer) = CollectiveBuffers::unregistered();
        let mut run = OneSidedRun::new(buffers.enter(buffer), None);
        let shape = Shape::dense(65536);
        let problem = Problem {
            send: Blocks::uniform(1, shape),
            recv: Blocks::uniform(1, shape),
            one_sided: Some(ferry_collective::OneSided::with_copies_below(4096)),
            ..Problem::new(1, 4)
        };
        let ring = Collective::Allgather.algorithms().iter().find(|algorithm| algorithm.name == "put_ring");
        let schedule = ring.expect("an algorithm of the table").schedule(&problem);
        let begun = run.begin(&schedule, |_| std::ptr::null_mut(), &mut Refusing, &mut buffers);
        assert!(matches!(begun, Some(Err(Unregistered { bytes: 65536.. }))), "{begun:?}");
    }
}
