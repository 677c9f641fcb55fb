//! What the engine is shown, in order although it came by two ways.

use ferry_device::{PacketTaken, Placement, ScatterList, Sink};
use ferry_protocol::packet::Header;

/// Shows all, and remembers whether the engine wants to see no more.
pub(crate) struct Watching<'a, S> {
    pub sink: &'a mut S,
    pub is_last: bool,
}

impl<S: Sink> Sink for Watching<'_, S> {
    #[inline]
    fn packet(&mut self, from: u32, header: &Header, body: *const u8) -> PacketTaken {
        let answer = self.sink.packet(from, header, body);
        self.is_last |= answer == PacketTaken::ConsumedLast;
        answer
    }

    fn begin(&mut self, from: u32, header: &Header, into: &mut ScatterList) -> Placement {
        self.sink.begin(from, header, into)
    }

    fn landed(&mut self, number: u64) {
        self.sink.landed(number);
    }
}

/// Shows what came over connections, from peers of which nothing waits that came before.
pub(crate) struct Behind<'a, S, F> {
    pub sink: &'a mut S,
    /// Whether a peer's turn has come; it was heard over its connection.
    pub has_turn: F,
}

impl<S: Sink, F: FnMut(u32) -> bool> Sink for Behind<'_, S, F> {
    #[inline]
    fn packet(&mut self, from: u32, header: &Header, body: *const u8) -> PacketTaken {
        if (self.has_turn)(from) { self.sink.packet(from, header, body) } else { PacketTaken::Refused }
    }

    fn begin(&mut self, from: u32, header: &Header, into: &mut ScatterList) -> Placement {
        if (self.has_turn)(from) { self.sink.begin(from, header, into) } else { Placement::Refused }
    }

    fn landed(&mut self, number: u64) {
        self.sink.landed(number);
    }
}
