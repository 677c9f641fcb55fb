//! A device without an operating system: packets between engines of one process, through rings as
//! short as the test wants.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::os::fd::BorrowedFd;
use std::rc::Rc;

use ferry_device::{
    Body, CopyError, Copying, Device, Finished, Loan, Lost, MovesNothing, Nap, NoBackground, NoShare, NodeCopies,
    OperationTicket, PacketTaken, Packets, Part, PipeEnd, Placement, Rendezvous, ScatterList, Sent, Sink, Stores, Ticket,
    Unasked,
};
use ferry_protocol::packet::Header;
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Methods, Piece, Token};

use crate::moves::{Abilities, Moves};

/// Bytes of a body that this device has written at once: short and odd, so that pieces begin
/// anywhere.
const PIECE: usize = 1013;

pub struct Packet {
    pub header: Header,
    pub body: Vec<u8>,
    /// Of a long packet: its body, or what is left of it, still at the sender; the sender's ticket
    /// if that wants to hear of its end; and where the body goes, once the receiver has said so.
    long: Option<Long>,
}

impl Packet {
    /// A short one.
    pub fn new(header: Header, body: Vec<u8>) -> Self {
        Packet { header, body, long: None }
    }
}

#[derive(Clone)]
struct Long {
    from: VecDeque<u64>,
    ticket: Option<Ticket>,
    into: Option<(u64, VecDeque<u64>)>,
}

/// Bytes of a long packet that move at one look.
const LONG_STEP: usize = 5003;

/// Bytes that a pipe moves at once, and bytes it holds.
const PIPE_STEP: usize = 7001;
const PIPE_CAPACITY: usize = 15_013;

/// What pipes do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipeFaults {
    /// There are none.
    NoPipes,
    /// Nothing.
    Never,
    /// One in so many calls of those that may fail does.
    OneIn(u64),
}

/// A pipe from one rank to another.
#[derive(Default)]
struct Pipe {
    ticket: u64,
    data: VecDeque<u8>,
    has_reader: bool,
    has_writer: bool,
    /// No message is to come through it any more.
    is_idle: bool,
}

/// All rings, and the packets that each rank has consumed since somebody looked.
pub struct Network {
    ranks: usize,
    /// Packets a ring holds.
    capacity: usize,
    rings: Vec<VecDeque<Packet>>,
    consumed: Vec<Vec<(u32, Packet)>>,
    pipes: HashMap<(usize, usize), Pipe>,
    pipe_faults: PipeFaults,
    /// Tickets given out, and calls that might have failed.
    tickets: u64,
    chances: u64,
    moves: Moves,
    /// Who is told next that which peer is lost.
    lost: Vec<(usize, u32)>,
    /// Wires that are cut.
    cut: Vec<(usize, u32)>,
    /// Sleeps that were announced miss what is sent.
    pub outdates_sleeps: bool,
    /// How often sleepers were woken.
    pub wakes: u32,
}

pub type Shared = Rc<RefCell<Network>>;

impl Network {
    pub fn new(ranks: usize, capacity: usize, pipe_faults: PipeFaults, abilities: Abilities) -> Shared {
        let rings = (0..ranks * ranks).map(|_| VecDeque::new()).collect();
        let consumed = (0..ranks).map(|_| Vec::new()).collect();
        Rc::new(RefCell::new(Network {
            ranks,
            capacity,
            rings,
            consumed,
            pipes: HashMap::new(),
            pipe_faults,
            tickets: 0,
            chances: 0,
            moves: Moves::new(abilities),
            lost: Vec::new(),
            cut: Vec::new(),
            outdates_sleeps: false,
            wakes: 0,
        }))
    }

    /// Cuts the wire from rank `me` to `peer`.
    pub fn lose(&mut self, me: usize, peer: u32) {
        self.lost.push((me, peer));
        self.cut.push((me, peer));
    }

    /// From now on what devices move by themselves takes so many polls.
    pub fn delay_moves(&mut self, polls: u64) {
        self.moves.delay = Some(polls);
    }

    pub fn ring(&mut self, from: usize, to: usize) -> &mut VecDeque<Packet> {
        &mut self.rings[to * self.ranks + from]
    }

    /// Packets that rank `me` has consumed, in order, since the last call.
    pub fn take_consumed(&mut self, me: u32) -> Vec<(u32, Packet)> {
        std::mem::take(&mut self.consumed[me as usize])
    }

    /// Whether this call fails.
    fn fails(&mut self) -> Result<(), CopyError> {
        self.chances += 1;
        match self.pipe_faults {
            PipeFaults::OneIn(calls) if self.chances.is_multiple_of(calls) => Err(CopyError::Refused),
            _ => Ok(()),
        }
    }

    /// The pipe with this ticket, if the wanted end is open.
    fn pipe(&mut self, from: usize, to: usize, ticket: u64) -> Option<&mut Pipe> {
        self.pipes.get_mut(&(from, to)).filter(|pipe| pipe.ticket == ticket)
    }

    pub fn is_empty(&self) -> bool {
        self.rings.iter().all(VecDeque::is_empty) && self.moves.is_empty()
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

    fn most_ns(&self) -> Option<u64> {
        None
    }
}

impl MemoryDevice {
    /// Shows the ring of `from` until it is empty or the sink has enough. True if it is over for
    /// all rings.
    fn drain(&mut self, from: usize, sink: &mut impl Sink, taken: &mut usize) -> bool {
        loop {
            let Some(mut packet) = self.network.borrow_mut().ring(from, self.me).pop_front() else { return false };
            if packet.long.is_some() {
                if self.drain_long(from, &mut packet, sink, taken) {
                    continue;
                }
                self.network.borrow_mut().ring(from, self.me).push_front(packet);
                return false;
            }
            let answer = sink.packet(from as u32, &packet.header, packet.body.as_ptr());
            let mut network = self.network.borrow_mut();
            if answer == PacketTaken::Refused {
                network.ring(from, self.me).push_front(packet);
                return false;
            }
            network.consumed[self.me].push((from as u32, packet));
            *taken += 1;
            if answer == PacketTaken::ConsumedLast {
                return true;
            }
        }
    }

    /// Moves some of a long packet: whether it is over.
    fn drain_long(&mut self, from: usize, packet: &mut Packet, sink: &mut impl Sink, taken: &mut usize) -> bool {
        let Packet { header, long: Some(long), .. } = packet else { return true };
        if long.into.is_none() {
            let mut room = ScatterList::default();
            match sink.begin(from as u32, header, &mut room) {
                Placement::Refused => return false,
                Placement::Into(number) => long.into = Some((number, addresses(&room.into_pieces()).collect())),
                Placement::Whole => panic!("an eager message is not wanted whole"),
            }
            *taken += 1;
            let begun = Packet { header: *header, body: Vec::new(), long: None };
            self.network.borrow_mut().consumed[self.me].push((from as u32, begun));
        }
        let Some((number, into)) = &mut long.into else { return false };
        for _ in 0..LONG_STEP.min(long.from.len()) {
            let (Some(from), into) = (long.from.pop_front(), into.pop_front()) else { break };
            if let Some(into) = into {
                // SAFETY: as the callers of `try_send_long` and `begin` promise.
                unsafe { (into as *mut u8).write((from as *const u8).read()) };
            }
        }
        let is_over = long.from.is_empty();
        if is_over {
            *taken += 1;
            if let Some(ticket) = long.ticket {
                self.network.borrow_mut().moves.finish(from, ticket);
            }
            sink.landed(*number);
        }
        is_over
    }
}

impl MemoryDevice {
    fn send_in_place(&mut self, to: u32, header: Header, loan: &Loan<'_>) -> Sent {
        let body = loan.pieces();
        let mut network = self.network.borrow_mut();
        assert!(u64::from(header.len) <= network.moves.abilities.longest && length(body) == header.len as usize);
        network.chances += 1;
        let (capacity, is_gone) = (network.capacity, network.chances.is_multiple_of(3));
        if network.cut.contains(&(self.me, to)) || network.ring(self.me, to as usize).len() >= capacity {
            return Sent::NoRoom;
        }
        // What is gone at once has been copied: here, memory that the test never gives back.
        let from = match is_gone {
            true => addresses(&[copied(body)]).collect(),
            false => addresses(body).collect(),
        };
        let long = Long { from, ticket: (!is_gone).then(|| loan.ticket()), into: None };
        network.ring(self.me, to as usize).push_back(Packet { header, body: Vec::new(), long: Some(long) });
        if is_gone { Sent::Copied } else { Sent::Lent }
    }
}

impl Packets for MemoryDevice {
    fn max_body(&self) -> usize {
        self.max_body
    }

    fn try_send(&mut self, to: u32, header: Header, mut body: impl Body) -> Sent {
        let longest = self.network.borrow().moves.abilities.longest;
        if header.len > 0
            && u64::from(header.len) <= longest
            && let Some(loan) = body.lend()
        {
            return self.send_in_place(to, header, &loan);
        }
        assert!(header.len as usize <= self.max_body, "a body of {} bytes", header.len);
        let mut network = self.network.borrow_mut();
        if network.cut.contains(&(self.me, to)) {
            return Sent::NoRoom;
        }
        let capacity = network.capacity;
        let ring = network.ring(self.me, to as usize);
        if ring.len() >= capacity {
            return Sent::NoRoom;
        }
        let mut bytes = vec![0; header.len as usize];
        for (index, piece) in bytes.chunks_mut(PIECE).enumerate() {
            body.fill(Part::new(index * PIECE, piece.as_mut_ptr(), piece.len()));
        }
        ring.push_back(Packet::new(header, bytes));
        Sent::Copied
    }

    fn unasked(&mut self, _peer: u32) -> Unasked {
        let Abilities { longest, longest_eager, longest_in_packets, .. } = self.network.borrow().moves.abilities;
        Unasked { eager: longest_eager, in_packets: longest_in_packets, in_place: longest }
    }

    fn is_in_touch(&self, _peer: u32) -> bool {
        true
    }

    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        self.network.borrow_mut().moves.poll(self.me);
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

    fn has_unsent(&mut self) -> bool {
        false
    }
}

impl Device for MemoryDevice {
    type Nap = NoNap;
    type Node = MemoryDevice;

    fn name(&self) -> &'static str {
        "memory"
    }

    fn node(&self) -> &MemoryDevice {
        self
    }

    fn node_mut(&mut self) -> &mut MemoryDevice {
        self
    }

    fn next_finished(&mut self) -> Option<Finished> {
        self.network.borrow_mut().moves.next_finished(self.me)
    }

    fn next_lost(&mut self) -> Option<Lost> {
        let mut network = self.network.borrow_mut();
        let index = network.lost.iter().position(|(me, _)| *me == self.me)?;
        let (_, peer) = network.lost.remove(index);
        Some(Lost { peer, reason: "the test has cut the wire".into() })
    }

    fn give_up(&mut self, _peer: u32, _reason: &str) -> bool {
        false
    }

    fn prepare_sleep(&mut self) -> Option<NoNap> {
        let mut network = self.network.borrow_mut();
        let is_quiet = (0..network.ranks).all(|from| network.ring(from, self.me).is_empty());
        is_quiet.then_some(NoNap)
    }

    fn wake_self(&mut self) {
        self.network.borrow_mut().wakes += 1;
    }

    fn sleep_is_outdated(&mut self) -> bool {
        self.network.borrow().outdates_sleeps
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    fn oversubscribed(&mut self) -> bool {
        false
    }
}

impl MovesNothing for MemoryDevice {}

impl Rendezvous for MemoryDevice {
    fn methods(&mut self, _peer: u32) -> Methods {
        self.network.borrow().moves.abilities.methods.or(Methods::RING)
    }

    unsafe fn expose(&mut self, _peer: u32, end: End, memory: &[Piece]) -> Option<Token> {
        self.network.borrow_mut().moves.expose(self.me, end, memory)
    }

    fn conceal(&mut self, _peer: u32, token: Token) {
        self.network.borrow_mut().moves.conceal(self.me, token);
    }

    unsafe fn begin_put(&mut self, _peer: u32, ticket: OperationTicket, from: &[Piece], into: Token) -> Result<(), CopyError> {
        self.network.borrow_mut().moves.begin(self.me, ticket, from, into, true)
    }

    unsafe fn begin_get(&mut self, _peer: u32, ticket: OperationTicket, into: &[Piece], from: Token) -> Result<(), CopyError> {
        self.network.borrow_mut().moves.begin(self.me, ticket, into, from, false)
    }
}

/// Pipes are all that this device has within a node.
impl NodeCopies for MemoryDevice {
    type Share = NoShare;
    type Background = NoBackground;

    fn is_shared(&self, _memory: Piece) -> bool {
        self.network.borrow().moves.abilities.is_shared
    }

    fn note_use(&mut self, _memory: Piece) -> bool {
        false
    }

    fn most_pieces(&self) -> usize {
        7
    }

    unsafe fn read_from(&mut self, _peer: u32, _into: &[Piece], _from: &[Piece], _stores: Stores) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    unsafe fn write_to(&mut self, _peer: u32, _from: &[Piece], _into: &[Piece], _stores: Stores) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    fn visit(&mut self, _peer: u32, _memory: Piece, _access: &mut dyn FnMut(*mut u8)) -> bool {
        false
    }

    fn prepare_pipes(&mut self, _peer: u32) -> bool {
        self.network.borrow().pipe_faults != PipeFaults::NoPipes
    }

    fn open_pipe(&mut self, peer: u32) -> Result<u64, CopyError> {
        let mut network = self.network.borrow_mut();
        network.fails()?;
        let way = (peer as usize, self.me);
        // One that the sender has closed is found out when it is used again, or by what the sender
        // says of the messages in it.
        if let Some(pipe) = network.pipes.get_mut(&way).filter(|pipe| pipe.has_reader && (pipe.has_writer || !pipe.is_idle)) {
            pipe.is_idle = false;
            return Ok(pipe.ticket);
        }
        network.tickets += 1;
        let ticket = network.tickets;
        network.pipes.insert(way, Pipe { ticket, has_reader: true, has_writer: true, ..Pipe::default() });
        Ok(ticket)
    }

    fn accept_pipe(&mut self, peer: u32, ticket: u64) -> Result<(), CopyError> {
        let mut network = self.network.borrow_mut();
        network.fails()?;
        let pipe = network.pipe(self.me, peer as usize, ticket).filter(|pipe| pipe.has_writer);
        pipe.map(|_| ()).ok_or(CopyError::Refused)
    }

    unsafe fn read_pipe(&mut self, peer: u32, ticket: u64, into: &[Piece]) -> Result<u64, CopyError> {
        let mut network = self.network.borrow_mut();
        let is_open = network.pipe(peer as usize, self.me, ticket).is_some_and(|pipe| pipe.has_reader);
        assert!(is_open, "rank {} waits for data from {peer} through a pipe that it has closed", self.me);
        network.fails()?;
        let Some(pipe) = network.pipe(peer as usize, self.me, ticket) else { return Ok(0) };
        let bytes = into.iter().flat_map(|piece| piece.address..piece.address + piece.len);
        let mut count = 0;
        for (address, byte) in bytes.zip(pipe.data.drain(..pipe.data.len().min(PIPE_STEP).min(length(into)))) {
            // SAFETY: as the caller promises.
            unsafe { (address as *mut u8).write(byte) };
            count += 1;
        }
        Ok(count)
    }

    unsafe fn write_pipe(&mut self, peer: u32, ticket: u64, from: &[Piece], _lend: bool) -> Result<u64, CopyError> {
        let mut network = self.network.borrow_mut();
        network.fails()?;
        let Some(pipe) = network.pipe(self.me, peer as usize, ticket).filter(|pipe| pipe.has_writer) else {
            return Err(CopyError::Refused);
        };
        let room = PIPE_STEP.min(PIPE_CAPACITY - pipe.data.len());
        let before = pipe.data.len();
        let addresses = from.iter().flat_map(|piece| piece.address..piece.address + piece.len);
        // SAFETY: as the caller promises.
        pipe.data.extend(addresses.take(room).map(|address| unsafe { (address as *const u8).read() }));
        Ok((pipe.data.len() - before) as u64)
    }

    fn is_pipe_ready(&mut self, end: PipeEnd) -> bool {
        let mut network = self.network.borrow_mut();
        let way = if let PipeEnd::From(peer) = end { (peer as usize, self.me) } else { return true };
        network.pipes.get_mut(&way).is_some_and(|pipe| !pipe.data.is_empty())
    }

    fn release_pipe(&mut self, end: PipeEnd) {
        if let PipeEnd::From(peer) = end {
            let mut network = self.network.borrow_mut();
            let Some(pipe) = network.pipes.get_mut(&(peer as usize, self.me)) else { return };
            assert!(pipe.data.is_empty() || !pipe.has_reader, "an idle pipe holds data");
            pipe.is_idle = true;
        }
    }

    fn close_pipe(&mut self, end: PipeEnd, ticket: u64) {
        let mut network = self.network.borrow_mut();
        match end {
            PipeEnd::From(peer) => {
                if let Some(pipe) = network.pipe(peer as usize, self.me, ticket) {
                    pipe.has_reader = false;
                }
            }
            PipeEnd::To(peer) => {
                if let Some(pipe) = network.pipe(self.me, peer as usize, ticket) {
                    pipe.has_writer = false;
                }
            }
        }
    }

    fn open_share(&mut self) -> Option<(u32, NoShare)> {
        None
    }

    fn join_share(&mut self, _receiver: u32, _slot: u32) -> Option<NoShare> {
        None
    }

    fn close_share(&mut self, _slot: u32) {}

    fn wake_peer(&mut self, _peer: u32) {}

    unsafe fn copy_in_background(&mut self, _copy: Copying<NoShare>) -> Option<NoBackground> {
        None
    }
}

fn addresses(pieces: &[Piece]) -> impl Iterator<Item = u64> {
    pieces.iter().flat_map(|piece| piece.address..piece.address + piece.len)
}

/// A copy of what lies in `pieces`, for good.
fn copied(pieces: &[Piece]) -> Piece {
    // SAFETY: as the callers of `try_send_long` promise.
    let bytes: Vec<u8> = addresses(pieces).map(|address| unsafe { (address as *const u8).read() }).collect();
    let bytes = bytes.leak();
    Piece { address: bytes.as_ptr() as u64, len: bytes.len() as u64 }
}

fn length(pieces: &[Piece]) -> usize {
    pieces.iter().map(|piece| piece.len as usize).sum()
}
