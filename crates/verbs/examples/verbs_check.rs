//! Tries everything of the crate `verbs` on a real device, between two queue pairs of one process
//! or between two machines.
//!
//! ```text
//! verbs_check                 both ends in this process
//! verbs_check listen PORT     one end; waits for the other
//! verbs_check HOST:PORT       the other end
//! ```
//! `FERRY_RDMA_DEVICE=rxe0:1` and `FERRY_RDMA_GID=1` choose device, port and GID. Without a device
//! it says "no RDMA device" and succeeds. Contents are checked throughout; the first wrong byte
//! ends it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::error::Error as StdError;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use ferry_rdma::address::ENDPOINT_BYTES;
use ferry_rdma::select::Wanted;
use ferry_rdma::work::GLOBAL_ROUTE_HEADER_BYTES;
use ferry_rdma::{
    Access, AsyncEvent, Buffer as _, Completion, CompletionQueue as _, Destination, Done, Endpoint, Error, Operation, Payload,
    QueuePair as _, QueuePairAttributes, QueuePairCapacity, QueuePairPlan, QueuePairState, ReceiveWork, Region as _, RemoteKey,
    RemoteMemory, Request, SendWork, SharedReceiveQueue as _, Status, Transport, Verbs, WorkId,
};
use ferry_regcache::{Cache, Limits, PageRange, Registrar};
use ferry_sys::userfault::{Change, Watcher};
use ferry_verbs::{Adapter, Buffer, CompletionQueue, QueuePair, Region, SharedReceiveQueue, UserMemory};

type Outcome<T = ()> = Result<T, Box<dyn StdError>>;
type Step = fn(&Adapter) -> Outcome;

const RIGHTS: Access = Access::LOCAL_WRITE.union(Access::REMOTE_READ).union(Access::REMOTE_WRITE).union(Access::REMOTE_ATOMIC);
const CAPACITY: QueuePairCapacity =
    QueuePairCapacity { sends: 64, receives: 64, send_segments: 2, receive_segments: 2, inline_bytes: 64 };
/// Longer than any step takes on an emulated machine.
const PATIENCE: Duration = Duration::from_secs(20);
const BUFFER: usize = 1 << 20;
const QUEUE_KEY: u32 = 0x1234_5678;

fn main() -> Outcome {
    let wanted = Wanted {
        device: std::env::var("FERRY_RDMA_DEVICE").ok(),
        gid_index: std::env::var("FERRY_RDMA_GID").ok().map(|text| text.parse()).transpose()?,
    };
    let adapter = match Adapter::open(&wanted) {
        Ok(adapter) => adapter,
        Err(error @ (Error::Unavailable(_) | Error::NoDevice { .. })) if wanted == Wanted::default() => {
            println!("no RDMA device ({error})");
            return Ok(());
        }
        Err(error) => return Err(error.into()),
    };
    println!("{} port {}, GID {} ({})", adapter.device().name, adapter.port().number, adapter.gid_index(), adapter.gid());
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => alone(&adapter),
        ["listen", port] => {
            let (stream, _) = TcpListener::bind(("0.0.0.0", port.parse()?))?.accept()?;
            together(&adapter, stream, true)
        }
        [address] => together(&adapter, connect(address)?, false),
        _ => Err("verbs_check [listen PORT | HOST:PORT]".into()),
    }
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

/// One end of a connection.
struct End {
    queue_pair: QueuePair,
    completions: CompletionQueue,
    buffer: Buffer,
    /// Completions taken and not looked at yet.
    taken: RefCell<VecDeque<Completion>>,
}

impl End {
    fn new(adapter: &Adapter, transport: Transport, shared: Option<&SharedReceiveQueue>) -> Outcome<End> {
        let completions = adapter.completion_queue(256)?;
        let plan = QueuePairPlan {
            transport,
            send_completions: &completions,
            receive_completions: &completions,
            shared_receives: shared,
            capacity: CAPACITY,
        };
        let mut queue_pair = adapter.queue_pair(&plan)?;
        queue_pair.modify(&match transport {
            Transport::Rc | Transport::XrcSend | Transport::XrcReceive => {
                QueuePairAttributes::init_rc(adapter.port().number, RIGHTS)
            }
            Transport::Ud => QueuePairAttributes::init_ud(adapter.port().number, QUEUE_KEY),
        })?;
        Ok(End { queue_pair, completions, buffer: adapter.buffer(BUFFER, RIGHTS)?, taken: RefCell::default() })
    }

    fn endpoint(&self, adapter: &Adapter) -> Endpoint {
        adapter.endpoint(self.queue_pair.number())
    }

    fn connect(&mut self, adapter: &Adapter, peer: &Endpoint) -> Outcome {
        let own = self.endpoint(adapter);
        self.queue_pair.modify(&QueuePairAttributes::receive_from(&own, peer, adapter.path_to(peer)))?;
        self.queue_pair.modify(&QueuePairAttributes::send_to(&own, peer, adapter.device().reads_outstanding))?;
        Ok(())
    }

    fn start_datagrams(&mut self) -> Outcome {
        self.queue_pair.modify(&QueuePairAttributes::to(QueuePairState::ReadyToReceive))?;
        Ok(self.queue_pair.modify(&QueuePairAttributes::send_datagrams())?)
    }

    /// The first completion that `wanted` accepts, polled for.
    fn take(&self, wanted: impl Fn(&Completion) -> bool) -> Outcome<Completion> {
        let begin = Instant::now();
        let mut taken = self.taken.borrow_mut();
        loop {
            if let Some(index) = taken.iter().position(&wanted) {
                return Ok(taken.remove(index).expect("it was just found"));
            }
            self.completions.poll(|completion| taken.push_back(completion))?;
            if begin.elapsed() > PATIENCE {
                return Err(format!("no completion came but {taken:?}").into());
            }
        }
    }

    /// The next completion, which is a success of that operation.
    fn expect(&self, operation: Operation) -> Outcome<Done> {
        let completion = self.take(|completion| completion.result.is_err() || completion.operation == operation)?;
        if let Some(report) = completion.report("the other end") {
            return Err(report.to_string().into());
        }
        assert_eq!(completion.operation, operation, "{completion:?}");
        Ok(completion.result.expect("no report, no failure"))
    }

    fn fail(&self) -> Outcome<Status> {
        let completion = self.take(|completion| completion.result.is_err())?;
        let report = completion.report("the other end").ok_or("it should have failed")?;
        println!("    as it should: {report}");
        Ok(completion.result.expect_err("it has a report").status)
    }

    fn receive(&self, offset: usize, len: usize) -> Outcome {
        let segments = [self.buffer.segment(offset, len)];
        Ok(self.queue_pair.post_receive(&[ReceiveWork { id: WorkId::new(1), segments: &segments }])?)
    }

    fn post(&self, request: Request, offset: usize, len: usize) -> Outcome {
        let segments = [self.buffer.segment(offset, len)];
        Ok(self.queue_pair.post_send(&[SendWork::new(WorkId::new(2), request, Payload::Segments(&segments))])?)
    }

    fn fill(&self, offset: usize, len: usize, seed: u8) {
        self.buffer.write(offset, &pattern(len, seed));
    }

    fn check(&self, offset: usize, len: usize, seed: u8) {
        let mut bytes = vec![0; len];
        self.buffer.read(offset, &mut bytes);
        assert!(bytes == pattern(len, seed), "wrong data");
    }
}

fn pattern(len: usize, seed: u8) -> Vec<u8> {
    (0..len).map(|index| (index as u32).wrapping_mul(2_654_435_761).to_le_bytes()[3] ^ seed).collect()
}

fn pair(adapter: &Adapter, shared: Option<&SharedReceiveQueue>) -> Outcome<(End, End)> {
    let (mut a, mut b) = (End::new(adapter, Transport::Rc, None)?, End::new(adapter, Transport::Rc, shared)?);
    a.connect(adapter, &b.endpoint(adapter))?;
    b.connect(adapter, &a.endpoint(adapter))?;
    Ok((a, b))
}

const NOTHING: Request = Request::Send { immediate: None };

fn alone(adapter: &Adapter) -> Outcome {
    let steps: [(&str, Step); 9] = [
        ("RC: sends, immediate data, inline, gather", sends),
        ("RC: RDMA write and read, atomics", one_sided),
        ("shared receives with a limit", shared_receives),
        ("XRC: one connection, two shared receive queues", extended),
        ("UD with a global route header", datagrams),
        ("failures and their causes", failures),
        ("sleeping on a completion queue", sleeping),
        ("any order of dropping", dropping),
        ("cached registrations of memory that changes", cached),
    ];
    for (name, step) in steps {
        let begin = Instant::now();
        step(adapter)?;
        println!("{name}: ok ({:.0?})", begin.elapsed());
    }
    println!("all is well");
    Ok(())
}

fn sends(adapter: &Adapter) -> Outcome {
    let (a, b) = pair(adapter, None)?;
    for (seed, len) in [1, 100, 4096, 5000, 100_000, BUFFER].into_iter().enumerate() {
        b.receive(0, BUFFER)?;
        a.fill(0, len, seed as u8);
        a.post(Request::Send { immediate: (seed % 2 == 0).then_some(0xdead_beef) }, 0, len)?;
        let done = b.expect(Operation::Receive)?;
        assert_eq!((done.bytes as usize, done.immediate), (len, (seed % 2 == 0).then_some(0xdead_beef)));
        b.check(0, len, seed as u8);
        a.expect(Operation::Send)?;
    }
    b.receive(0, 64)?;
    let (head, tail) = (pattern(5, 1), pattern(9, 2));
    a.queue_pair.post_send(&[SendWork::new(WorkId::new(3), NOTHING, Payload::Inline(&[&head, &tail]))])?;
    assert_eq!(b.expect(Operation::Receive)?.bytes, 14);
    a.expect(Operation::Send)?;
    b.check(0, 5, 1);
    b.check(5, 9, 2);
    // Header and payload from two places, unsignalled, then a batch with one doorbell of which only
    // the last is signalled.
    a.fill(0, 16, 7);
    a.fill(4096, 1000, 8);
    b.receive(0, 2000)?;
    let two = [a.buffer.segment(0, 16), a.buffer.segment(4096, 1000)];
    a.queue_pair.post_send(&[SendWork::new(WorkId::new(4), NOTHING, Payload::Segments(&two)).unsignalled()])?;
    assert_eq!(b.expect(Operation::Receive)?.bytes, 1016);
    b.check(0, 16, 7);
    b.check(16, 1000, 8);
    (0..20).try_for_each(|_| b.receive(0, 64))?;
    let work =
        |index| SendWork { signalled: index == 19, ..SendWork::new(WorkId::new(index), NOTHING, Payload::Segments(&two[..1])) };
    a.queue_pair.post_send(&(0..20).map(work).collect::<Vec<_>>())?;
    a.expect(Operation::Send)?;
    let mut received = 0;
    while b.completions.poll(|completion| received += usize::from(completion.result.is_ok()))? > 0 || received < 20 {}
    assert_eq!(received, 20);
    Ok(())
}

fn one_sided(adapter: &Adapter) -> Outcome {
    let (a, b) = pair(adapter, None)?;
    for (seed, len) in [8, 4096, 70_000, BUFFER].into_iter().enumerate() {
        a.fill(0, len, seed as u8);
        a.post(Request::Write { to: b.buffer.remote(0), immediate: None }, 0, len)?;
        a.expect(Operation::Write)?;
        b.check(0, len, seed as u8);
        b.fill(0, len, !seed as u8);
        a.post(Request::Read { from: b.buffer.remote(0) }, 0, len)?;
        a.expect(Operation::Read)?;
        a.check(0, len, !seed as u8);
    }
    b.receive(0, 8)?;
    a.fill(0, 100, 9);
    a.post(Request::Write { to: b.buffer.remote(64), immediate: Some(77) }, 0, 100)?;
    let done = b.expect(Operation::Receive)?;
    assert_eq!((done.immediate, done.written, done.bytes), (Some(77), true, 100));
    b.check(64, 100, 9);
    a.expect(Operation::Write)?;
    b.buffer.store(0, 40);
    a.post(Request::FetchAdd { at: b.buffer.remote(0), add: 2 }, 0, 8)?;
    a.expect(Operation::FetchAdd)?;
    assert_eq!((a.buffer.load(0), b.buffer.load(0)), (40, 42));
    for (compare, left) in [(41, 42), (42, 7)] {
        a.post(Request::CompareSwap { at: b.buffer.remote(0), compare, swap: 7 }, 0, 8)?;
        a.expect(Operation::CompareSwap)?;
        assert_eq!((a.buffer.load(0), b.buffer.load(0)), (42, left));
    }
    Ok(())
}

fn extended(adapter: &Adapter) -> Outcome {
    if let Err(error) = adapter.try_extended_connections() {
        println!("    no extended connections: {error}");
        return Ok(());
    }
    let mut from = End::new(adapter, Transport::XrcSend, None)?;
    let domain = adapter.extended_domain()?;
    let into = adapter.buffer(BUFFER, RIGHTS)?;
    let completions = adapter.completion_queue(64)?;
    let queues = [
        adapter.extended_receive_queue(&domain, 8, 1, &completions)?,
        adapter.extended_receive_queue(&domain, 8, 1, &completions)?,
    ];
    let mut end = adapter.receiving_end(&domain)?;
    let (own, there) = (from.endpoint(adapter), adapter.endpoint(end.number()));
    end.modify(&QueuePairAttributes::init_rc(adapter.port().number, RIGHTS))?;
    end.modify(&QueuePairAttributes::receive_from(&there, &own, adapter.path_to(&own)))?;
    from.queue_pair.modify(&QueuePairAttributes::aim_at(&own, &there, adapter.path_to(&there)))?;
    from.queue_pair.modify(&QueuePairAttributes::send_to(&own, &there, adapter.device().reads_outstanding))?;
    for (which, queue) in queues.iter().enumerate() {
        let segments = [into.segment(which * 8192, 8192)];
        queue.post_receive(&[ReceiveWork { id: WorkId::new(which as u64), segments: &segments }])?;
    }
    for which in [1, 0] {
        from.fill(0, 5000, which as u8);
        let segments = [from.buffer.segment(0, 5000)];
        let name = queues[which].extended_number().ok_or("a queue of a domain has a number")?;
        from.queue_pair.post_send(&[SendWork::new(WorkId::new(2), NOTHING, Payload::Segments(&segments)).to_queue(name)])?;
        from.expect(Operation::Send)?;
        let (begin, mut came) = (Instant::now(), None);
        while came.is_none() && begin.elapsed() < PATIENCE {
            completions.poll(|completion| came = Some(completion))?;
        }
        let came = came.ok_or("no message came")?;
        assert_eq!((came.id.value(), came.queue_pair), (which as u64, end.number()), "{came:?}");
        assert_eq!(came.result.map(|done| done.bytes), Ok(5000));
        let mut bytes = vec![0; 5000];
        into.read(which * 8192, &mut bytes);
        assert!(bytes == pattern(5000, which as u8), "wrong data");
    }
    Ok(())
}

fn shared_receives(adapter: &Adapter) -> Outcome {
    let shared = adapter.shared_receive_queue(32, 1)?;
    let (a, b) = pair(adapter, Some(&shared))?;
    let (c, d) = pair(adapter, Some(&shared))?;
    let segments = [b.buffer.segment(0, 64)];
    let works: Vec<_> = (0..8).map(|id| ReceiveWork { id: WorkId::new(id), segments: &segments }).collect();
    shared.post_receive(&works)?;
    shared.set_limit(6)?;
    for (from, to) in [(&a, &b), (&c, &d), (&a, &b)] {
        from.post(NOTHING, 0, 32)?;
        to.expect(Operation::Receive)?;
        from.expect(Operation::Send)?;
    }
    let begin = Instant::now();
    loop {
        match adapter.next_event()? {
            Some(AsyncEvent::ReceivesLow { queue }) => {
                assert_eq!(queue, shared.number());
                return Ok(());
            }
            Some(other) => println!("    event {other:?}"),
            None => assert!(begin.elapsed() < PATIENCE, "no limit event came"),
        }
    }
}

fn datagrams(adapter: &Adapter) -> Outcome {
    let (mut a, mut b) = (End::new(adapter, Transport::Ud, None)?, End::new(adapter, Transport::Ud, None)?);
    a.start_datagrams()?;
    b.start_datagrams()?;
    let handle = adapter.address_handle(&adapter.path_to(&b.endpoint(adapter)))?;
    let to = Destination { handle: &handle, queue_pair: b.queue_pair.number(), queue_key: QUEUE_KEY };
    let header = GLOBAL_ROUTE_HEADER_BYTES as usize;
    let len = adapter.port().mtu.bytes().min(2048);
    let segments = [b.buffer.segment(0, header), b.buffer.segment(4096, len)];
    b.queue_pair.post_receive(&[ReceiveWork { id: WorkId::new(1), segments: &segments }])?;
    a.fill(0, len, 5);
    let payload = [a.buffer.segment(0, len)];
    let request = Request::Send { immediate: Some(3) };
    a.queue_pair.post_datagram(to, &[SendWork::new(WorkId::new(2), request, Payload::Segments(&payload))])?;
    let done = b.expect(Operation::Receive)?;
    assert_eq!((done.bytes as usize, done.immediate, done.source_queue_pair), (len + header, Some(3), a.queue_pair.number()));
    assert!(done.global_route_header);
    b.check(4096, len, 5);
    a.expect(Operation::Send)?;
    Ok(())
}

fn failures(adapter: &Adapter) -> Outcome {
    let (a, b) = pair(adapter, None)?;
    a.post(Request::Read { from: RemoteMemory { address: 0, key: RemoteKey(0x7fff_ff00) } }, 0, 8)?;
    assert_eq!(a.fail()?, Status::RemoteAccess);
    a.post(NOTHING, 0, 8)?;
    assert_eq!(a.fail()?, Status::Flushed, "the queue pair is in error");
    drop(b);
    let (a, b) = pair(adapter, None)?;
    b.receive(0, 16)?;
    a.post(NOTHING, 0, 64)?;
    // Adapters say the first, soft-RoCE the second.
    assert!(matches!(b.fail()?, Status::LocalLength | Status::LocalQueuePairOperation));
    assert!(matches!(a.fail()?, Status::RemoteInvalidRequest | Status::RemoteOperation));
    let (a, _b) = pair(adapter, None)?;
    let wrong = [ferry_rdma::Segment { address: 8, ..a.buffer.segment(0, 8) }];
    // The driver or the device may find out; either way nothing is read.
    match a.queue_pair.post_send(&[SendWork::new(WorkId::new(1), NOTHING, Payload::Segments(&wrong))]) {
        Ok(()) => assert!(matches!(a.fail()?, Status::LocalProtection | Status::LocalQueuePairOperation)),
        Err(error) => println!("    as it should: {error}"),
    }
    let (a, b) = pair(adapter, None)?;
    let gone = b.buffer.remote(0);
    drop(b);
    a.post(Request::Write { to: gone, immediate: None }, 0, 8)?;
    assert_eq!(a.fail()?, Status::RetriesExceeded, "nobody is there");
    Ok(())
}

fn sleeping(adapter: &Adapter) -> Outcome {
    use std::os::fd::{AsFd, AsRawFd};
    let (a, b) = pair(adapter, None)?;
    b.receive(0, 64)?;
    b.completions.arm(false)?;
    assert_eq!(b.completions.poll(|_| panic!("nothing was sent"))?, 0);
    a.post(NOTHING, 0, 64)?;
    let mut wanted = libc::pollfd { fd: b.completions.as_fd().as_raw_fd(), events: libc::POLLIN, revents: 0 };
    // SAFETY: one entry, on the stack.
    let ready = unsafe { libc::poll(&mut wanted, 1, PATIENCE.as_millis() as i32) };
    assert_eq!(ready, 1, "nothing woke us");
    assert_eq!(b.completions.clear()?, 1);
    b.expect(Operation::Receive)?;
    assert_eq!(b.completions.clear()?, 0);
    Ok(())
}

fn dropping(adapter: &Adapter) -> Outcome {
    let shared = adapter.shared_receive_queue(8, 1)?;
    let (a, b) = pair(adapter, Some(&shared))?;
    shared.post_receive(&[ReceiveWork { id: WorkId::new(1), segments: &[b.buffer.segment(0, 64)] }])?;
    let End { queue_pair, completions, buffer, .. } = b;
    drop((shared, completions));
    a.post(NOTHING, 0, 64)?;
    a.expect(Operation::Send)?;
    drop((buffer, a));
    drop(queue_pair);
    Ok(())
}

/// Registers the program's memory with the adapter, and has it watched.
struct Watched<'a> {
    adapter: &'a Adapter,
    watcher: &'a Watcher,
}

impl Registrar for Watched<'_> {
    type Region = Region;
    type Error = Box<dyn StdError>;
    type Rights = ();

    fn watch(&mut self, range: PageRange) -> bool {
        self.watcher.watch(range.start(), range.bytes()).is_ok()
    }

    fn unwatch(&mut self, range: PageRange) {
        if let Err(error) = self.watcher.unwatch(range.start(), range.bytes()) {
            println!("    {range:?} stays watched: {error}");
        }
    }

    fn register(&mut self, range: PageRange) -> Outcome<Region> {
        // SAFETY: the memory below is reached through pointers only; what is posted with it has
        // completed before it is unmapped.
        let memory = unsafe { UserMemory::new(range.start(), range.bytes() as usize) };
        Ok(self.adapter.register(memory, RIGHTS)?)
    }

    fn rights(&self, _region: &Region) {}

    fn deregister(&mut self, region: Region) {
        drop(region);
    }

    fn is_shortage(&self, error: &Self::Error) -> bool {
        error.downcast_ref::<Error>().is_some_and(Error::is_shortage)
    }
}

/// Ways by which other memory comes behind an address.
#[derive(Clone, Copy, Debug)]
enum Way {
    Unmap,
    MapOver,
    DontNeed,
    Remap,
    Fork,
}

/// Sends from one address again and again, with other memory behind it each time; the receiver must
/// see what is there.
fn cached(adapter: &Adapter) -> Outcome {
    const LEN: usize = 64 * 1024;
    let watcher = Watcher::new()?;
    let limits = Limits { bytes: 1 << 24, regions: 64, page: 4096 };
    let mut cache = Cache::new(Watched { adapter, watcher: &watcher }, limits);
    let (a, b) = pair(adapter, None)?;
    let place = map_at(std::ptr::null_mut(), LEN, 0)?;
    let ways = [Way::Unmap, Way::MapOver, Way::DontNeed, Way::Remap, Way::Fork];
    for round in 0..40_u8 {
        let bytes = pattern(LEN, round);
        // SAFETY: the memory of this test, nobody else uses it.
        unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), LEN) };
        b.receive(0, LEN)?;
        for offset in [0, LEN / 2] {
            send_cached(&mut cache, &watcher, &a, place.addr() + offset, LEN / 2)?;
            b.expect(Operation::Receive)?;
            let mut got = vec![0; LEN / 2];
            b.buffer.read(0, &mut got);
            assert!(got == bytes[offset..offset + LEN / 2], "stale data in round {round}");
            if offset == 0 {
                b.receive(0, LEN)?;
            }
        }
        change(ways[round as usize % ways.len()], place, LEN)?;
    }
    println!("    {:?}", cache.statistics());
    // SAFETY: the memory of this test.
    unsafe { libc::munmap(place.cast(), LEN) };
    Ok(())
}

fn send_cached(cache: &mut Cache<Watched<'_>>, watcher: &Watcher, a: &End, address: usize, len: usize) -> Outcome {
    watcher.changes(|change| match change {
        Change::Gone(range) => cache.invalidate(range.start, range.end - range.start),
        Change::Everything => cache.clear(),
    });
    let lease = cache.acquire(address as u64, len as u64, ()).map_err(|error| error.to_string())?;
    assert!(cache.is_watched(&lease), "anonymous memory can be watched");
    let segment = cache.region(&lease).segment(address - cache.range(&lease).start() as usize, len);
    a.queue_pair.post_send(&[SendWork::new(WorkId::new(5), NOTHING, Payload::Segments(&[segment]))])?;
    a.expect(Operation::Send)?;
    cache.release(lease);
    Ok(())
}

fn map_at(place: *mut u8, len: usize, flags: i32) -> Outcome<*mut u8> {
    let flags = flags | libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: new memory, or over memory of this test.
    let base = unsafe { libc::mmap(place.cast(), len, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
    if base == libc::MAP_FAILED { Err(io::Error::last_os_error().into()) } else { Ok(base.cast()) }
}

fn change(way: Way, place: *mut u8, len: usize) -> Outcome {
    // SAFETY: all of the memory of this test; nothing of it is posted.
    unsafe {
        match way {
            Way::Unmap => {
                libc::munmap(place.cast(), len);
                map_at(place, len, libc::MAP_FIXED)?;
            }
            Way::MapOver => _ = map_at(place, len, libc::MAP_FIXED)?,
            Way::DontNeed => assert_eq!(libc::madvise(place.cast(), len, libc::MADV_DONTNEED), 0),
            Way::Remap => {
                let fresh = map_at(std::ptr::null_mut(), len, 0)?;
                let moved = libc::mremap(fresh.cast(), len, len, libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED, place);
                assert_eq!(moved, place.cast());
            }
            Way::Fork => {
                // The parent writes first after the fork: its pages must stay the registered ones.
                let child = libc::fork();
                if child == 0 {
                    libc::pause();
                    libc::_exit(0);
                }
                place.write_bytes(0xee, len);
                libc::kill(child, libc::SIGKILL);
                assert_eq!(libc::waitpid(child, std::ptr::null_mut(), 0), child);
            }
        }
    }
    Ok(())
}

/// Both ends on different machines: connects over `stream`, then ping-pong, RDMA write and read.
fn together(adapter: &Adapter, mut stream: TcpStream, first: bool) -> Outcome {
    let mut end = End::new(adapter, Transport::Rc, None)?;
    let mut hello = end.endpoint(adapter).to_bytes().to_vec();
    hello.extend(end.buffer.address().to_be_bytes());
    hello.extend(end.buffer.remote_key().0.to_be_bytes());
    stream.write_all(&hello)?;
    let mut theirs = [0; ENDPOINT_BYTES + 12];
    stream.read_exact(&mut theirs)?;
    let (endpoint, rest) = theirs.split_first_chunk().ok_or("short")?;
    let peer = Endpoint::from_bytes(endpoint).ok_or("the peer sent nonsense")?;
    let memory = RemoteMemory {
        address: u64::from_be_bytes(rest[..8].try_into()?),
        key: RemoteKey(u32::from_be_bytes(rest[8..].try_into()?)),
    };
    println!("connected to {peer}");
    end.connect(adapter, &peer)?;
    end.receive(0, 4096)?;
    meet(&mut stream)?;
    ping_pong(&end, first)?;
    meet(&mut stream)?;
    if first {
        end.fill(0, BUFFER, 1);
        end.post(Request::Write { to: memory, immediate: None }, 0, BUFFER)?;
        end.expect(Operation::Write)?;
        meet(&mut stream)?;
    } else {
        meet(&mut stream)?;
        end.check(0, BUFFER, 1);
        end.fill(0, BUFFER, 2);
        end.post(Request::Read { from: memory }, 0, BUFFER)?;
        end.expect(Operation::Read)?;
        end.check(0, BUFFER, 1);
    }
    meet(&mut stream)?;
    println!("all is well");
    Ok(())
}

/// Both ends come here before either goes on.
fn meet(stream: &mut TcpStream) -> Outcome {
    stream.write_all(&[1])?;
    Ok(stream.read_exact(&mut [0])?)
}

fn ping_pong(end: &End, first: bool) -> Outcome {
    const ROUNDS: u32 = 200;
    let begin = Instant::now();
    for round in 0..ROUNDS {
        let seed = round as u8;
        if first {
            end.fill(8192, 4096, seed);
            end.post(NOTHING, 8192, 4096)?;
            end.expect(Operation::Send)?;
        }
        assert_eq!(end.expect(Operation::Receive)?.bytes, 4096);
        end.check(0, 4096, seed);
        end.receive(0, 4096)?;
        if !first {
            end.fill(8192, 4096, seed);
            end.post(NOTHING, 8192, 4096)?;
            end.expect(Operation::Send)?;
        }
    }
    println!("4 KiB there and back: {:.0?}", begin.elapsed() / ROUNDS);
    Ok(())
}
