//! Messages between two machines over reliable connections: latency, bandwidth, and what it took,
//! on every path. Then puts, gets and atomics. Each byte is checked.
//!
//! ```text
//! rc_pingpong listen PORT [ROUNDS]     one end; waits for the other
//! rc_pingpong HOST:PORT [ROUNDS]       the other end, which prints
//! ```
//! Both need the same number of rounds; 200 by default. With 0 there are no messages, only puts,
//! gets and atomics. `FERRY_RDMA_DEVICE=rxe0:1` and
//! `FERRY_RDMA_GID=1` choose device, port and GID. The ends exchange their cards over the TCP
//! connection.

use std::error::Error as StdError;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use ferry_device::{
    Access, Atomic, Change, CopyError, Device as _, Key, Nap, OneSided as _, OneSidedMethods, OneSidedTicket, PacketTaken,
    Packets as _, Placement, ScatterList, Sink,
};
use ferry_engine::{Buffer, Engine, Limits, MatchPattern, Method, Mode};
use ferry_protocol::packet::Header;
use ferry_protocol::transfer::Piece;
use ferry_rc::{Counters, Environment, Options, RcDevice};
use ferry_rdma::select::Wanted;
use ferry_verbs::{Adapter, MemoryMonitor};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

type Outcome<T = ()> = Result<T, Box<dyn StdError>>;

/// Longer than anything takes on an emulated machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The launcher of this example is a TCP connection.
struct Outside {
    begin: Instant,
    card_of_peer: Vec<u8>,
}

/// A sleep on the device's descriptor.
struct Sleep {
    descriptor: Option<OwnedFd>,
    most: Option<Timespec>,
}

impl Nap for Sleep {
    fn take(self) {
        let Some(descriptor) = &self.descriptor else { return };
        // An interrupted sleep is a short one.
        let _ = poll(&mut [PollFd::new(descriptor, PollFlags::IN)], self.most.as_ref());
    }

    fn most_ns(&self) -> Option<u64> {
        self.most.map(|most| most.tv_sec as u64 * 1_000_000_000 + most.tv_nsec as u64)
    }
}

impl Environment for Outside {
    type Nap = Sleep;
    type Monitor = MemoryMonitor;

    fn now(&self) -> u64 {
        self.begin.elapsed().as_nanos() as u64
    }

    fn card(&mut self, _rank: u32) -> Result<Vec<u8>, String> {
        Ok(self.card_of_peer.clone())
    }

    fn nap(&mut self, descriptor: Option<BorrowedFd<'_>>, most_ns: Option<u64>) -> Sleep {
        let most = most_ns.map(|ns| Timespec { tv_sec: (ns / 1_000_000_000) as i64, tv_nsec: (ns % 1_000_000_000) as _ });
        Sleep { descriptor: descriptor.and_then(|descriptor| descriptor.try_clone_to_owned().ok()), most }
    }

    fn wake(&mut self) {}
}

type Device = RcDevice<Adapter, Outside>;

/// A way for messages.
struct Path {
    name: &'static str,
    rings: usize,
    eager_max: usize,
    method: Option<Method>,
    sleeps: bool,
}

const PATHS: [Path; 5] = [
    Path { name: "send and receive", rings: 0, eager_max: usize::MAX, method: None, sleeps: false },
    Path { name: "rings", rings: 8, eager_max: usize::MAX, method: None, sleeps: false },
    Path { name: "put", rings: 8, eager_max: 8192, method: Some(Method::Put), sleeps: false },
    Path { name: "get", rings: 8, eager_max: 8192, method: Some(Method::Get), sleeps: false },
    Path { name: "rings and sleeping", rings: 8, eager_max: usize::MAX, method: None, sleeps: true },
];

fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (mut stream, me, rounds) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["listen", port, ref rest @ ..] => (TcpListener::bind(("0.0.0.0", port.parse()?))?.accept()?.0, 0, rest.first().copied()),
        [address, ref rest @ ..] => (connect(address)?, 1, rest.first().copied()),
        [] => return Err("rc_pingpong [listen PORT | HOST:PORT] [ROUNDS]".into()),
    };
    let rounds = rounds.map_or(Ok(200), str::parse)?;
    stream.set_nodelay(true)?;
    for path in PATHS.iter().filter(|_| rounds > 0) {
        run(&mut stream, me, path, rounds)?;
    }
    one_sided(&mut stream, me)?;
    if me == 1 {
        println!("all is well");
    }
    Ok(())
}

/// The other end may not listen yet.
fn connect(address: &str) -> io::Result<TcpStream> {
    let begin = Instant::now();
    loop {
        match TcpStream::connect(address) {
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused && begin.elapsed() < PATIENCE => {
                std::thread::yield_now()
            }
            other => return other,
        }
    }
}

fn open() -> Outcome<Adapter> {
    let wanted = Wanted {
        device: std::env::var("FERRY_RDMA_DEVICE").ok(),
        gid_index: std::env::var("FERRY_RDMA_GID").ok().map(|text| text.parse()).transpose()?,
    };
    Ok(Adapter::open(&wanted)?)
}

/// A device with so many rings that knows the other end's card.
fn meet(stream: &mut TcpStream, me: u32, rings: usize) -> Outcome<Device> {
    let (monitor, why_blind) = MemoryMonitor::new();
    if let Some(error) = why_blind {
        println!("memory cannot be watched: {error}");
    }
    let options = Options { rings, ..Options::new(me, 2, 0x5eed) };
    let outside = Outside { begin: Instant::now(), card_of_peer: Vec::new() };
    let (mut device, card) = Device::new(open()?, options, outside, monitor)?;
    stream.write_all(&card)?;
    let mut theirs = vec![0; card.len()];
    stream.read_exact(&mut theirs)?;
    device.environment().card_of_peer = theirs;
    Ok(device)
}

fn run(stream: &mut TcpStream, me: u32, path: &Path, rounds: usize) -> Outcome {
    let device = meet(stream, me, path.rings)?;
    let limits = Limits { eager_max: path.eager_max, unexpected_budget: 1 << 24, method: path.method };
    let mut ends = Ends { engine: Engine::new(device, me, 2, limits), me, sleeps: path.sleeps, messages: 0 };
    if me == 1 {
        println!("-- {}", path.name);
    }
    for len in [0, 8, 256, 1024, 4096, 16_384, 65_536, 262_144, 1 << 20] {
        ends.measure(len, rounds)?;
    }
    // Neither goes away before the other has everything.
    stream.write_all(&[1])?;
    stream.read_exact(&mut [0])?;
    if !ends.engine.device_mut().finish(PATIENCE.as_nanos() as u64) {
        return Err("something that was sent has not arrived".into());
    }
    if me == 1 {
        print_counters(&ends.engine.device().counters(), ends.messages);
    }
    Ok(())
}

/// One end of a connection.
struct Ends {
    engine: Engine<Device>,
    me: u32,
    sleeps: bool,
    messages: u64,
}

impl Ends {
    fn measure(&mut self, len: usize, rounds: usize) -> Outcome {
        let rounds = if len > 100_000 { (rounds / 10).max(1) } else { rounds };
        self.ping_pong(len, rounds / 10)?;
        let begin = Instant::now();
        let mut times = self.ping_pong(len, rounds)?;
        let average = begin.elapsed() / (2 * rounds as u32);
        times.sort_unstable();
        let median = times[times.len() / 2] / 2;
        let begin = Instant::now();
        let windows = if len > 100_000 { 2 } else { rounds / 25 + 1 };
        self.windows(len, windows, 32)?;
        let rate = (len * windows * 32) as f64 / begin.elapsed().as_secs_f64() / 1e6;
        if self.me == 1 {
            println!("{len:>8} B: latency {median:>10.1?} (mean {average:>10.1?}), bandwidth {rate:>8.1} MB/s");
        }
        Ok(())
    }

    /// Messages there and back; how long each pair took.
    fn ping_pong(&mut self, len: usize, rounds: usize) -> Outcome<Vec<Duration>> {
        let mut times = Vec::with_capacity(rounds);
        for round in 0..rounds {
            let (mut out, mut into) = (pattern(len, round), vec![0; len]);
            let begin = Instant::now();
            let receive = self.receive(&mut into);
            if self.me == 1 {
                let send = self.send(&mut out);
                self.finish(send)?;
            }
            self.finish(Some(receive))?;
            if self.me == 0 {
                let send = self.send(&mut out);
                self.finish(send)?;
            }
            times.push(begin.elapsed());
            check(&into, round)?;
        }
        Ok(times)
    }

    /// Windows of messages from rank 1 to rank 0, each answered.
    fn windows(&mut self, len: usize, windows: usize, depth: usize) -> Outcome {
        let mut memory: Vec<Vec<u8>> =
            (0..depth).map(|index| if self.me == 1 { pattern(len, index) } else { vec![0; len] }).collect();
        for _ in 0..windows {
            let mut operations = Vec::new();
            for bytes in &mut memory {
                operations.push(if self.me == 1 { self.send(bytes) } else { Some(self.receive(bytes)) });
            }
            for operation in operations {
                self.finish(operation)?;
            }
            let mut answer = [7];
            let answered = if self.me == 0 { self.send(&mut answer) } else { Some(self.receive(&mut answer)) };
            self.finish(answered)?;
            for (index, bytes) in memory.iter_mut().enumerate() {
                check(bytes, index)?;
                if self.me == 0 {
                    bytes.fill(0);
                }
            }
        }
        Ok(())
    }

    fn send(&mut self, bytes: &mut [u8]) -> Option<usize> {
        self.messages += 1;
        // SAFETY: the caller finishes the operation before it does anything else with the bytes.
        let buffer = unsafe { Buffer::dense(bytes.as_mut_ptr(), bytes.len() as u64) };
        self.engine.send(1 - self.me, 1, 0, buffer, Mode::Standard)
    }

    fn receive(&mut self, bytes: &mut [u8]) -> usize {
        // SAFETY: as in `send`.
        let buffer = unsafe { Buffer::dense(bytes.as_mut_ptr(), bytes.len() as u64) };
        self.engine.receive(MatchPattern { context: 1, source: 1 - self.me as i32, tag: 0 }, buffer, 0)
    }

    fn finish(&mut self, operation: Option<usize>) -> Outcome {
        let Some(operation) = operation else { return Ok(()) };
        let begin = Instant::now();
        loop {
            if let Some(ended) = self.engine.end(operation).ok_or("no such operation")? {
                let reason = self.engine.loss_of(1 - self.me).unwrap_or("an operation failed").to_owned();
                return if ended.outcome.has_failed(ended.is_receive) { Err(reason.into()) } else { Ok(()) };
            }
            if !self.engine.progress()
                && self.sleeps
                && let Some(nap) = self.engine.prepare_nap()
            {
                nap.take();
                self.engine.woke();
            }
            if begin.elapsed() > PATIENCE {
                return Err(format!("nothing moves; {:?}", self.engine.device().counters()).into());
            }
        }
    }
}

fn pattern(len: usize, seed: usize) -> Vec<u8> {
    (0..len).map(|index| (index as u32).wrapping_mul(2_654_435_761).to_le_bytes()[3] ^ seed as u8).collect()
}

fn check(bytes: &[u8], seed: usize) -> Outcome {
    if *bytes == pattern(bytes.len(), seed) {
        Ok(())
    } else {
        Err(format!("wrong data in a message of {} bytes", bytes.len()).into())
    }
}

/// Bytes that the passive end opens, the first eight of which are a word.
const OPENED: usize = 1 << 20;

/// Rank 1 puts, gets and changes words in memory of rank 0, which only makes progress.
fn one_sided(stream: &mut TcpStream, me: u32) -> Outcome {
    let mut device = meet(stream, me, 0)?;
    let mut memory = vec![0_u64; OPENED / 8];
    let whole = Piece { address: memory.as_mut_ptr().expose_provenance() as u64, len: OPENED as u64 };
    if me == 0 {
        // SAFETY: the memory outlives the device's use of it: both ends finish before it is freed.
        let region = unsafe { device.register(whole, Access::GET | Access::PUT | Access::ATOMIC) }
            .map_err(|error| format!("the memory cannot be registered: {error:?}"))?;
        let key = device.key(region);
        stream.write_all(&[key.bytes().len() as u8])?;
        stream.write_all(key.bytes())?;
        progress_until_told(stream, &mut device)?;
        let bytes: Vec<u8> = memory.iter().flat_map(|word| word.to_ne_bytes()).collect();
        // What the other end has put last, seen by this processor.
        check(&bytes[8..], LAST_SEED)?;
        assert_eq!(memory[0], LAST_WORD);
        device.deregister(region);
    } else {
        let mut len = [0];
        stream.read_exact(&mut len)?;
        let mut key = vec![0; len[0].into()];
        stream.read_exact(&mut key)?;
        let key = Key::of(&key).ok_or("a key is too long")?;
        println!("-- put, get, atomics");
        Accesses { device: &mut device, key }.all()?;
        stream.write_all(&[1])?;
    }
    if !device.finish(PATIENCE.as_nanos() as u64) {
        return Err("something that was sent has not arrived".into());
    }
    Ok(())
}

/// Makes progress until the other end says that it is done.
fn progress_until_told(stream: &mut TcpStream, device: &mut Device) -> Outcome {
    let begin = Instant::now();
    stream.set_nonblocking(true)?;
    loop {
        device.poll(None, &mut NoPackets);
        match stream.read_exact(&mut [0]) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && begin.elapsed() < PATIENCE => std::thread::yield_now(),
            told => {
                stream.set_nonblocking(false)?;
                return Ok(told?);
            }
        }
    }
}

/// Nobody sends packets.
struct NoPackets;

impl Sink for NoPackets {
    fn packet(&mut self, _from: u32, header: &Header, _body: *const u8) -> PacketTaken {
        panic!("nobody has sent {header:?}")
    }

    fn begin(&mut self, _from: u32, header: &Header, _into: &mut ScatterList) -> Placement {
        panic!("nobody has sent {header:?}")
    }

    fn landed(&mut self, number: u64) {
        panic!("body {number} was given no place")
    }
}

/// The seed of what is put last, and the last value of the word.
const LAST_SEED: usize = 5;
const LAST_WORD: u64 = 77;

/// Accesses of rank 1 to the memory of rank 0, one after the other.
struct Accesses<'a> {
    device: &'a mut Device,
    key: Key,
}

impl Accesses<'_> {
    fn all(&mut self) -> Outcome {
        for (seed, len) in [1, 8, 256, 4096, 65_537, OPENED - 8].into_iter().enumerate() {
            let mut from = pattern(len, seed);
            self.put(&mut from)?;
            let mut into = vec![0; len];
            self.get(&mut into)?;
            check(&into, seed)?;
            println!("{len:>8} B: put and got");
        }
        if !self.device.one_sided_methods(0, &self.key).contains(OneSidedMethods::ATOMIC_8) {
            return Err("the adapter has no atomics".into());
        }
        self.put_word(40)?;
        assert_eq!(self.change(Change::FetchAdd(2))?, 40);
        assert_eq!(self.change(Change::CompareSwap { compare: 41, swap: 7 })?, 42, "another value");
        assert_eq!(self.change(Change::CompareSwap { compare: 42, swap: 7 })?, 42);
        assert_eq!(self.change(Change::Swap(1 << 40))?, 7);
        assert_eq!(self.change(Change::Swap(LAST_WORD))?, 1 << 40);
        assert_eq!(self.change(Change::FetchAdd(0))?, LAST_WORD);
        println!("       8 B: fetch-and-add, compare-and-swap, swap");
        let mut old = [0; 4];
        // SAFETY: nothing begins.
        let four = unsafe {
            self.device.atomic(0, OneSidedTicket(1).into(), Atomic::Four(Change::Swap(1)), &self.key, 0, old.as_mut_ptr())
        };
        assert_eq!(four, Err(CopyError::Refused));
        println!("       4 B: refused, as messages do that");
        Ok(())
    }

    /// Puts behind the word, in two pieces.
    fn put(&mut self, from: &mut [u8]) -> Outcome {
        let (head, tail) = from.split_at_mut(from.len() / 3);
        // SAFETY: the bytes are not changed before the ticket is back.
        let begun = unsafe { self.device.put(0, OneSidedTicket(1).into(), &[piece(head), piece(tail)], &self.key, 8, None) };
        self.end(begun)
    }

    fn put_word(&mut self, word: u64) -> Outcome {
        let mut bytes = word.to_ne_bytes();
        // SAFETY: as in `put`.
        let begun = unsafe { self.device.put(0, OneSidedTicket(1).into(), &[piece(&mut bytes)], &self.key, 0, None) };
        self.end(begun)
    }

    fn get(&mut self, into: &mut [u8]) -> Outcome {
        let (head, tail) = into.split_at_mut(into.len() / 2);
        // SAFETY: nobody uses the bytes before the ticket is back.
        let begun = unsafe { self.device.get(0, OneSidedTicket(1).into(), &[piece(head), piece(tail)], &self.key, 8) };
        self.end(begun)
    }

    /// Changes the word; what it was.
    fn change(&mut self, change: Change<u64>) -> Outcome<u64> {
        let mut old = [0; 8];
        // SAFETY: as in `get`.
        let begun =
            unsafe { self.device.atomic(0, OneSidedTicket(1).into(), Atomic::Eight(change), &self.key, 0, old.as_mut_ptr()) };
        self.end(begun)?;
        Ok(u64::from_ne_bytes(old))
    }

    /// Waits for the ticket of what has begun.
    fn end(&mut self, begun: Result<(), CopyError>) -> Outcome {
        begun.map_err(|error| format!("nothing was begun: {error:?}"))?;
        let begin = Instant::now();
        loop {
            self.device.poll(None, &mut NoPackets);
            if let Some(finished) = self.device.next_finished() {
                assert_eq!(finished.ticket, OneSidedTicket(1).into());
                return finished.result.map_err(|error| format!("an access failed: {error:?}").into());
            }
            if begin.elapsed() > PATIENCE {
                return Err(format!("nothing moves; {:?}", self.device.counters()).into());
            }
        }
    }
}

fn piece(bytes: &mut [u8]) -> Piece {
    Piece { address: bytes.as_mut_ptr().expose_provenance() as u64, len: bytes.len() as u64 }
}

fn print_counters(counters: &Counters, messages: u64) {
    let each = |count: u64| count as f64 / messages as f64;
    println!(
        "   {messages} messages sent: {:.2} packets, {:.2} doorbells, {:.2} completions, {:.3} registrations a message",
        each(counters.packets_sent),
        each(counters.doorbells),
        each(counters.completions),
        each(counters.registrations)
    );
    println!("   {counters:?}");
}
