//! Devices of a job, and what tests do with them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ferry_device::{Device, Lost, PacketTaken, Packets, Part, Placement, ScatterList, Sink};
use ferry_protocol::packet::{Header, Kind};
use ferry_tcp::{Config, Listening, TcpDevice};

/// Nothing here takes longer, unless it hangs.
pub const LIMIT: Duration = Duration::from_secs(60);

pub const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// The cards of a job.
pub type Cards = Arc<Mutex<Vec<Option<Vec<u8>>>>>;

pub fn config(rank: u32, ranks: u32) -> Config<'static> {
    let (secret, host, interfaces, timeout) = (SECRET, "here", "lo", Duration::from_secs(10));
    Config { job: 1, rank, ranks, secret, host, interfaces, timeout }
}

/// A device whose card is among `cards`.
pub fn device(config: &Config<'_>, cards: &Cards) -> TcpDevice {
    let listening = Listening::open(config).unwrap();
    cards.lock().unwrap()[config.rank as usize] = Some(listening.card());
    let cards = Arc::clone(cards);
    let fetch = move |rank: u32| cards.lock().unwrap()[rank as usize].clone().ok_or_else(|| format!("rank {rank} has no card"));
    TcpDevice::new(listening, Box::new(fetch)).unwrap()
}

pub fn cards(ranks: u32) -> Cards {
    Arc::new(Mutex::new(vec![None; ranks as usize]))
}

/// The devices of a job of `ranks` ranks.
pub fn job(ranks: u32) -> Vec<TcpDevice> {
    let cards = cards(ranks);
    (0..ranks).map(|rank| device(&config(rank, ranks), &cards)).collect()
}

pub fn pair() -> (TcpDevice, TcpDevice) {
    let mut devices = job(2).into_iter();
    (devices.next().unwrap(), devices.next().unwrap())
}

/// Keeps what it is shown: from whom, the tag, and the body.
#[derive(Default)]
pub struct Mailbox {
    pub packets: VecDeque<(u32, i32, Vec<u8>)>,
    /// Refuses everything.
    pub is_full: bool,
    /// Is content with one packet at a time.
    pub takes_one: bool,
}

impl Sink for Mailbox {
    fn packet(&mut self, from: u32, header: &Header, body: *const u8) -> PacketTaken {
        if self.is_full {
            return PacketTaken::Refused;
        }
        // SAFETY: as sinks are promised.
        let body = unsafe { std::slice::from_raw_parts(body, header.len as usize) };
        self.packets.push_back((from, header.tag, body.to_vec()));
        if self.takes_one { PacketTaken::ConsumedLast } else { PacketTaken::Consumed }
    }

    fn begin(&mut self, _from: u32, _header: &Header, _into: &mut ScatterList) -> Placement {
        Placement::Whole
    }

    fn landed(&mut self, _number: u64) {}
}

/// Tries to send `body`.
pub fn try_send(device: &mut TcpDevice, to: u32, tag: i32, body: &[u8]) -> bool {
    let header = Header::message(Kind::Eager, 7, tag, body.len() as u32);
    let fill = |part: Part| {
        // SAFETY: `len` bytes of a packet's body, as devices promise.
        unsafe { part.to.copy_from_nonoverlapping(body[part.offset..][..part.len].as_ptr(), part.len) }
    };
    device.try_send(to, header, fill).is_on_its_way()
}

/// Sends `body`, and takes what comes meanwhile.
pub fn send(device: &mut TcpDevice, to: u32, tag: i32, body: &[u8], mailbox: &mut Mailbox) {
    until("a packet to be sent", || {
        device.poll(None, mailbox);
        try_send(device, to, tag, body)
    });
}

/// Looks until `done`.
pub fn until(what: &str, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < LIMIT, "waited in vain for {what}");
        std::thread::yield_now();
    }
}

/// Polls until `count` packets are there.
pub fn receive(device: &mut TcpDevice, mailbox: &mut Mailbox, count: usize) {
    until("packets", || {
        device.poll(None, mailbox);
        mailbox.packets.len() >= count
    });
}

/// Polls until a peer is lost.
pub fn lost(device: &mut TcpDevice, mailbox: &mut Mailbox) -> Lost {
    let mut lost = None;
    until("a loss", || {
        device.poll(None, mailbox);
        lost = device.next_lost();
        lost.is_some()
    });
    lost.unwrap()
}

/// Opens the connection between two devices of one thread, by a packet.
pub fn acquaint(one: &mut TcpDevice, two: &mut TcpDevice, ranks: (u32, u32)) {
    let mut mailbox = Mailbox::default();
    let mut is_sent = false;
    until("a connection", || {
        is_sent = is_sent || try_send(one, ranks.1, -1, b"");
        one.poll(None, &mut mailbox);
        two.poll(None, &mut mailbox);
        !mailbox.packets.is_empty()
    });
}
