//! What has come on one connection: frames are told apart, packets shown where they lie, data of
//! puts and of long packets stored where they belong. Sans-IO: whoever reads the socket hands in
//! the bytes.

use ferry_device::{self as device, PacketTaken, Sink};
use ferry_protocol::packet::Header;

use crate::exposure::{Exposures, TooLong};
use crate::frame::{Frame, HEAD, NoFrame};
use crate::memory::{Scatter, Target};

/// Shortest body that goes where it belongs while it comes. Shorter ones wait until they are whole:
/// they nearly always are, and to copy them costs less than another system call.
const SHORTEST_LANDING: usize = 8 << 10;

/// Memory that a connection keeps although it holds nothing, in bytes.
const KEPT_IDLE: usize = 4 << 10;

/// Bytes that take longer to copy than another system call does.
const LONG: u64 = 12 << 10;

/// Data that come next and have a place.
#[derive(Debug)]
struct PlacedBody {
    place: FrameTarget,
    /// Bytes of them that are there.
    at: u64,
    /// Bytes that are to come.
    left: u64,
}

/// Where data go.
#[derive(Debug)]
enum FrameTarget {
    /// Those of a put: into the exposed memory of this number.
    Exposed(u64),
    /// The body of a packet: where the sink wants it, which knows it by this number.
    Body(u64, Target),
}

/// What one system call is to receive besides data for a placed body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// Nothing: the data have more pieces than a call has room for.
    Nothing,
    /// The beginning of what follows.
    Next,
    /// The rest of the data, which nobody wants.
    Waste,
}

/// Why a peer's bytes cannot be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// They are no frame.
    NoFrame(NoFrame),
    /// More is put than was exposed.
    TooLong(TooLong),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::NoFrame(fault) => write!(f, "{fault}"),
            Fault::TooLong(TooLong { put, exposed }) => write!(f, "put {put} bytes into memory of {exposed}"),
        }
    }
}

/// How far taking packets came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing that is whole is left.
    Empty,
    /// The sink refused a packet.
    Refused,
    /// The sink has what it was waiting for.
    Last,
}

/// What came of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Packets that the sink took.
    pub packets: usize,
    /// Why there were no more.
    pub stop: Stop,
}

/// Whom packets are from, who takes them, and where data of puts go.
pub struct Receiver<'a, S> {
    /// World rank of the peer.
    pub peer: u32,
    /// Takes packets.
    pub sink: &'a mut S,
    /// Memory for puts.
    pub exposures: &'a mut Exposures,
}

/// What one connection has brought and nobody has taken.
#[derive(Default)]
pub struct Inbox {
    /// From `start` on: frames that were not taken, or a part of one.
    kept: Vec<u8>,
    start: usize,
    /// Invariant: if a body is being placed, nothing is kept.
    placed: Option<PlacedBody>,
    /// The sink wants the packet of which a part is kept as a whole.
    is_wanted_whole: bool,
    has_goodbye: bool,
}

impl Inbox {
    /// Whether so many data come next that have a place that nothing else should be received with
    /// them.
    #[inline]
    pub fn has_long_landing(&self) -> bool {
        self.placed.as_ref().is_some_and(|placed| placed.at + placed.left >= LONG)
    }

    /// Whether data come next that have a place.
    #[inline]
    pub fn has_landing(&self) -> bool {
        self.placed.is_some()
    }

    /// Adds the places of the data that come next: how many bytes, and what goes behind them.
    pub fn scatter<'a>(&'a mut self, peer: u32, exposures: &'a mut Exposures, scatter: &mut Scatter<'a>) -> (u64, Behind) {
        let Some(PlacedBody { place, at, left }) = &mut self.placed else { return (0, Behind::Next) };
        let memory = match place {
            FrameTarget::Exposed(number) => exposures.target(peer, *number),
            FrameTarget::Body(_, memory) => Some(memory),
        };
        let direct = memory.map_or(0, |memory| scatter.add_target(memory, *at, *left));
        let behind = match () {
            () if scatter.is_full() => Behind::Nothing,
            () if direct == *left => Behind::Next,
            () => Behind::Waste,
        };
        (direct, behind)
    }

    /// Whether the last thing that the peer has said is that it may end.
    pub fn has_goodbye(&self) -> bool {
        self.has_goodbye
    }

    /// Whether the end of the stream leaves something unfinished.
    pub fn is_within_frame(&self) -> bool {
        self.placed.is_some() || self.start < self.kept.len()
    }

    /// Takes note that `bytes` bytes of data were stored.
    pub fn landed(&mut self, bytes: u64, sink: &mut impl Sink) {
        let Some(placed) = &mut self.placed else { return };
        (placed.at, placed.left) = (placed.at + bytes, placed.left - bytes);
        if placed.left == 0
            && let Some(PlacedBody { place: FrameTarget::Body(number, _), .. }) = self.placed.take()
        {
            sink.landed(number);
        }
    }

    /// Takes bytes that have come.
    #[inline]
    pub fn take<S: Sink>(&mut self, mut fresh: &[u8], receiver: &mut Receiver<'_, S>) -> Result<Taken, Fault> {
        let mut packets = 0;
        if self.start < self.kept.len() {
            let taken = self.complete(&mut fresh, receiver)?;
            if self.start < self.kept.len() {
                self.kept.extend_from_slice(fresh);
                return Ok(taken);
            }
            packets = taken.packets;
            if taken.stop != Stop::Empty {
                self.keep(fresh);
                return Ok(taken);
            }
        }
        let (used, taken) = self.parse(fresh, receiver)?;
        self.keep(&fresh[used..]);
        Ok(Taken { packets: packets + taken.packets, ..taken })
    }

    /// Shows again what was kept.
    pub fn take_kept<S: Sink>(&mut self, receiver: &mut Receiver<'_, S>) -> Result<Taken, Fault> {
        let kept = std::mem::take(&mut self.kept);
        let parsed = self.parse(&kept[self.start..], receiver);
        self.kept = kept;
        let (used, taken) = parsed?;
        self.start += used;
        self.tidy();
        Ok(taken)
    }

    /// Adds to the frame of which a part was kept what it lacks, and takes it if it is whole.
    fn complete<S: Sink>(&mut self, fresh: &mut &[u8], receiver: &mut Receiver<'_, S>) -> Result<Taken, Fault> {
        loop {
            let missing = self.missing()?;
            let (now, later) = fresh.split_at(missing.min(fresh.len()));
            self.kept.extend_from_slice(now);
            *fresh = later;
            if now.len() < missing {
                return Ok(Taken { packets: 0, stop: Stop::Empty });
            }
            if missing == 0 {
                let taken = self.take_kept(receiver)?;
                if !self.is_wanted_whole || taken.stop != Stop::Empty {
                    return Ok(taken);
                }
            }
        }
    }

    /// Bytes that the first kept frame lacks to be shown, or its head.
    fn missing(&self) -> Result<usize, Fault> {
        let kept = &self.kept[self.start..];
        let Some(head) = kept.first_chunk::<HEAD>() else { return Ok(HEAD - kept.len()) };
        let whole = match Frame::decode(head).map_err(Fault::NoFrame)? {
            Frame::Packet(header) if self.is_wanted_whole || !lands(&header) => HEAD + header.len as usize,
            Frame::Packet(_) => HEAD,
            Frame::Put { .. } | Frame::Goodbye => HEAD,
        };
        Ok(whole.saturating_sub(kept.len()))
    }

    fn keep(&mut self, rest: &[u8]) {
        if !rest.is_empty() {
            self.kept.extend_from_slice(rest);
        }
    }

    /// Forgets what was taken.
    fn tidy(&mut self) {
        if self.start == self.kept.len() {
            self.kept.clear();
            self.start = 0;
            if self.kept.capacity() > KEPT_IDLE {
                self.kept = Vec::new();
            }
        }
    }

    /// Takes frames from the beginning of `bytes`: how many bytes, and what came of it.
    #[inline]
    fn parse<S: Sink>(&mut self, bytes: &[u8], receiver: &mut Receiver<'_, S>) -> Result<(usize, Taken), Fault> {
        let mut at = 0;
        let mut packets = 0;
        let stop = loop {
            if self.placed.is_some() {
                at += self.land(&bytes[at..], receiver);
                if self.placed.is_some() {
                    break Stop::Empty;
                }
            }
            let Some(head) = bytes[at..].first_chunk::<HEAD>() else { break Stop::Empty };
            let frame = Frame::decode(head).map_err(Fault::NoFrame)?;
            // Who says something after a farewell is there again.
            self.has_goodbye = matches!(frame, Frame::Goodbye);
            match frame {
                Frame::Packet(header) => {
                    let Some(body) = bytes[at + HEAD..].get(..header.len as usize) else {
                        if self.is_wanted_whole || !lands(&header) {
                            break Stop::Empty;
                        }
                        match self.begin(&header, receiver) {
                            device::Placement::Into(_) => at += HEAD,
                            device::Placement::Whole => break Stop::Empty,
                            device::Placement::Refused => break Stop::Refused,
                        }
                        continue;
                    };
                    let answer = receiver.sink.packet(receiver.peer, &header, body.as_ptr());
                    if answer == PacketTaken::Refused {
                        break Stop::Refused;
                    }
                    self.is_wanted_whole = false;
                    at += HEAD + body.len();
                    packets += 1;
                    if answer == PacketTaken::ConsumedLast {
                        break Stop::Last;
                    }
                }
                Frame::Put { token, bytes } => {
                    receiver.exposures.check(receiver.peer, token, bytes).map_err(Fault::TooLong)?;
                    at += HEAD;
                    let place = FrameTarget::Exposed(token.address);
                    self.placed = (bytes > 0).then_some(PlacedBody { place, at: 0, left: bytes });
                }
                Frame::Goodbye => at += HEAD,
            }
        };
        Ok((at, Taken { packets, stop }))
    }

    /// Asks where the body of a packet goes that is not whole yet.
    fn begin<S: Sink>(&mut self, header: &Header, receiver: &mut Receiver<'_, S>) -> device::Placement {
        let mut room = device::ScatterList::default();
        let placement = receiver.sink.begin(receiver.peer, header, &mut room);
        match placement {
            device::Placement::Into(number) => {
                let place = FrameTarget::Body(number, room.into());
                self.placed = Some(PlacedBody { place, at: 0, left: header.len.into() });
            }
            device::Placement::Whole => self.is_wanted_whole = true,
            device::Placement::Refused => {}
        }
        placement
    }

    /// Stores the beginning of `bytes` where it belongs: how many bytes. What has no place any more
    /// is thrown away.
    fn land<S: Sink>(&mut self, bytes: &[u8], receiver: &mut Receiver<'_, S>) -> usize {
        let Some(PlacedBody { place, at, left }) = &mut self.placed else { return 0 };
        let now = bytes.len().min(*left as usize);
        let memory = match place {
            FrameTarget::Exposed(number) => receiver.exposures.target(receiver.peer, *number),
            FrameTarget::Body(_, memory) => Some(memory),
        };
        if let Some(memory) = memory {
            memory.store(*at, &bytes[..now]);
        }
        self.landed(now as u64, receiver.sink);
        now
    }
}

/// Whether a packet's body may go where it belongs while it comes.
fn lands(header: &Header) -> bool {
    header.len as usize >= SHORTEST_LANDING
}

#[cfg(test)]
#[allow(unsafe_code)]
mod tests {
    use ferry_protocol::packet::Header;
    use ferry_protocol::transfer::Token;
    use proptest::prelude::*;

    use super::*;
    use crate::memory::Target;
    use crate::memory::tests::room;

    /// Takes packets as bytes; some are refused the first time, some are the last.
    #[derive(Default)]
    struct Collector {
        bodies: Vec<Vec<u8>>,
        shown: usize,
        refuses_every: usize,
        last_every: usize,
    }

    impl Sink for Collector {
        fn packet(&mut self, _from: u32, header: &Header, body: *const u8) -> PacketTaken {
            self.shown += 1;
            if self.refuses_every > 0 && self.shown.is_multiple_of(self.refuses_every) {
                return PacketTaken::Refused;
            }
            // SAFETY: as the sink is promised.
            self.bodies.push(unsafe { std::slice::from_raw_parts(body, header.len as usize) }.to_vec());
            let is_last = self.last_every > 0 && self.bodies.len().is_multiple_of(self.last_every);
            if is_last { PacketTaken::ConsumedLast } else { PacketTaken::Consumed }
        }

        fn begin(&mut self, _from: u32, _header: &Header, _into: &mut device::ScatterList) -> device::Placement {
            device::Placement::Whole
        }

        fn landed(&mut self, _number: u64) {}
    }

    #[derive(Clone, Debug)]
    enum Sent {
        Packet(usize),
        Put(usize),
    }

    fn packet(len: usize, seed: usize) -> Vec<u8> {
        let header = Header { device: 0, kind: 1, reserved: 0, aux: 0, context: 0, tag: 0, len: len as u32 };
        let body = (0..len).map(|at| (at + seed) as u8);
        Frame::Packet(header).encode().into_iter().chain(body).collect()
    }

    fn sent() -> impl Strategy<Value = Sent> {
        prop_oneof![3 => (0..300usize).prop_map(Sent::Packet), 1 => (0..900usize).prop_map(Sent::Put)]
    }

    proptest! {
        #[test]
        fn frames_arrive_whole_and_in_order_however_they_are_cut(
            frames in proptest::collection::vec(sent(), 1..20),
            cuts in proptest::collection::vec(1..400usize, 1..40),
            refuses_every in 0..4usize,
            last_every in 0..4usize,
        ) {
            prop_assume!(refuses_every != 1);
            let mut memory = vec![vec![0u8; 900]; frames.len()];
            let (mut stream, mut bodies, mut stored) = (Vec::new(), Vec::new(), Vec::new());
            let mut exposures = Exposures::default();
            for (seed, (frame, room_for_it)) in frames.iter().zip(&mut memory).enumerate() {
                match frame {
                    Sent::Packet(len) => {
                        stream.extend(packet(*len, seed));
                        bodies.push(packet(*len, seed)[HEAD..].to_vec());
                    }
                    Sent::Put(len) => {
                        let (head, tail) = room_for_it.split_at_mut(100);
                        // SAFETY: memory of this test that lives longer.
                        let token = exposures.insert(1, unsafe { Target::new(vec![room(head), room(tail)]) });
                        stream.extend(Frame::Put { token, bytes: *len as u64 }.encode());
                        stream.extend(&packet(*len, seed)[HEAD..]);
                        stored.push((seed, packet(*len, seed)[HEAD..].to_vec()));
                    }
                }
            }
            stream.extend(Frame::Goodbye.encode());
            let mut collector = Collector { refuses_every, last_every, ..Collector::default() };
            let mut inbox = Inbox::default();
            let mut receiver = Receiver { peer: 1, sink: &mut collector, exposures: &mut exposures };
            let (mut at, mut stop) = (0, Stop::Empty);
            for cut in cuts.iter().cycle() {
                while stop != Stop::Empty {
                    stop = inbox.take_kept(&mut receiver).unwrap().stop;
                }
                let end = (at + cut).min(stream.len());
                if at == end {
                    break;
                }
                stop = inbox.take(&stream[at..end], &mut receiver).unwrap().stop;
                at = end;
            }
            prop_assert!(inbox.has_goodbye() && !inbox.is_within_frame());
            prop_assert_eq!(&collector.bodies, &bodies);
            for (index, bytes) in stored {
                prop_assert_eq!(&memory[index][..bytes.len()], &bytes[..]);
                prop_assert!(memory[index][bytes.len()..].iter().all(|byte| *byte == 0));
            }
        }

        #[test]
        fn garbage_is_a_fault_and_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), kind in 0..4u32, cut in 1..50usize) {
            let mut stream = bytes;
            if kind > 0 && stream.len() >= 4 {
                stream[..4].copy_from_slice(&(0x5046_0000 | kind).to_le_bytes());
            }
            let (mut inbox, mut exposures, mut collector) = (Inbox::default(), Exposures::default(), Collector::default());
            let mut receiver = Receiver { peer: 1, sink: &mut collector, exposures: &mut exposures };
            for piece in stream.chunks(cut) {
                if inbox.take(piece, &mut receiver).is_err() {
                    break;
                }
            }
        }
    }

    #[test]
    fn a_put_beyond_what_is_exposed_is_a_fault_and_one_into_nothing_is_thrown_away() {
        let mut memory = [0; 4];
        let (mut inbox, mut exposures, mut collector) = (Inbox::default(), Exposures::default(), Collector::default());
        // SAFETY: an array of this test that lives longer.
        let token = exposures.insert(1, unsafe { Target::new(vec![room(&mut memory)]) });
        let mut receiver = Receiver { peer: 1, sink: &mut collector, exposures: &mut exposures };
        let nowhere = Frame::Put { token: Token { address: 99, key: 0 }, bytes: 3 };
        let stream = [&nowhere.encode()[..], b"abc", &packet(5, 0)].concat();
        assert_eq!(inbox.take(&stream, &mut receiver), Ok(Taken { packets: 1, stop: Stop::Empty }));
        let fault = inbox.take(&Frame::Put { token, bytes: 5 }.encode(), &mut receiver).unwrap_err();
        assert_eq!(fault, Fault::TooLong(TooLong { put: 5, exposed: 4 }));
        assert!(fault.to_string().contains("put 5 bytes"));
    }

    #[test]
    fn memory_is_given_back_once_nothing_is_kept() {
        let (mut inbox, mut exposures) = (Inbox::default(), Exposures::default());
        let mut collector = Collector { refuses_every: 2, ..Collector::default() };
        let mut receiver = Receiver { peer: 1, sink: &mut collector, exposures: &mut exposures };
        let stream = [packet(10, 0), packet(30_000, 1)].concat();
        assert_eq!(inbox.take(&stream, &mut receiver), Ok(Taken { packets: 1, stop: Stop::Refused }));
        assert!(inbox.kept.capacity() >= 30_000 && inbox.is_within_frame());
        assert_eq!(inbox.take_kept(&mut receiver), Ok(Taken { packets: 1, stop: Stop::Empty }));
        assert_eq!((inbox.kept.capacity(), inbox.is_within_frame()), (0, false));
    }
}
