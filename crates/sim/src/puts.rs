//! A device with puts and notices on connections of their own, beside whatever its packets travel by: RDMA writes with immediate data into registered memory of a peer.
//!
//! A pair of ranks is connected when one first puts to the other, in no time: as if that had happened when the job started.
//!
//! # Safety arguments
//! - PT-1: memory is held as long as a put, or whoever registered it, promises; inline data are read when the call is made, in which they are valid.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::os::fd::BorrowedFd;
use std::ptr::NonNull;
use std::rc::Rc;
use std::sync::Arc;

use ferry_device::{
    Access, Atomic, Body, CopyError, Device, Extent, Finished, Key, Lost, Notice, OneSided, OneSidedMethods, OperationTicket,
    Packets, RegionId, Regions, RegisterError, Rendezvous, Sent, Sink, Ticket, Unasked,
};
use ferry_protocol::packet::Header;
use ferry_protocol::share::End as Side;
use ferry_protocol::transfer::{Methods, Piece, Token};
use ferry_rdma::{
    CompletionQueue as _, Operation, Payload, QueuePair as _, QueuePairAttributes, QueuePairCapacity, QueuePairPlan, ReceiveWork,
    RemoteKey, RemoteMemory, Request, SendWork, SharedReceiveQueue as _, Transport, Verbs, WorkId,
};
use ferry_verbs_transport::{Hold, Memories};

use crate::program::BlockMonitor;
use crate::queue_pair::QueuePair;
use crate::queues::{CompletionQueue, SharedReceiveQueue};
use crate::verbs::SimVerbs;
use crate::world::World;

/// Notices that may be on their way to a rank.
const RECEIVES: u32 = 4096;
/// Receives that are posted together.
const RECEIVES_TOGETHER: usize = 64;
/// Requests on their way to one peer.
const SENDS: u32 = 256;
/// Every so manieth inline put to a peer is signalled, so that the queue has room again.
const SIGNALLED: u32 = 64;
/// Bytes and regions of the cache of registrations.
const CACHE_BYTES: u64 = 4 << 30;
const CACHE_REGIONS: usize = 16 << 10;
/// The id of inline puts, which nobody waits for.
const INLINE: u64 = WorkId::MAX;

/// The ends of all ranks.
#[derive(Clone, Default)]
pub struct Fabric(Rc<RefCell<Vec<Rc<RefCell<End>>>>>);

/// What a rank has of it.
struct End {
    verbs: Arc<SimVerbs>,
    completions: CompletionQueue,
    receives: SharedReceiveQueue,
    /// Receives that were used up and not posted again.
    used: usize,
    /// By peer: the queue pair, and inline puts since the last that was signalled.
    pairs: HashMap<u32, (QueuePair, u32)>,
    peers: HashMap<u32, u32>,
    memories: Memories<SimVerbs, BlockMonitor>,
    regions: Regions<Registered>,
    /// Registered memory, by where it starts.
    registered: Vec<(Piece, RegionId)>,
    /// Puts that are under way, by id: the ticket and what is held.
    under_way: Vec<Option<(Ticket, Option<Hold>)>>,
    finished: VecDeque<Finished>,
    notices: VecDeque<Notice>,
}

struct Registered {
    hold: Hold,
    extent: Extent,
}

impl End {
    #[expect(clippy::arc_with_non_send_sync, reason = "`Memories` shares an adapter that other worlds may share between threads")]
    fn new(world: &World, rank: u32) -> ferry_rdma::Result<End> {
        let verbs = Arc::new(SimVerbs::new(world.clone(), rank));
        let completions = verbs.completion_queue(RECEIVES + SENDS)?;
        let receives = verbs.shared_receive_queue(RECEIVES, 1)?;
        let memories = Memories::new(Arc::clone(&verbs), BlockMonitor::new(world, rank), CACHE_BYTES, CACHE_REGIONS);
        let mut end = End {
            verbs,
            completions,
            receives,
            used: RECEIVES as usize,
            pairs: HashMap::new(),
            peers: HashMap::new(),
            memories,
            regions: Regions::default(),
            registered: Vec::new(),
            under_way: Vec::new(),
            finished: VecDeque::new(),
            notices: VecDeque::new(),
        };
        end.post_receives(1)?;
        Ok(end)
    }

    /// Posts receives again once so many have been used up.
    fn post_receives(&mut self, least: usize) -> ferry_rdma::Result<()> {
        while self.used >= least {
            let count = self.used.min(RECEIVES_TOGETHER);
            self.receives.post_receive(&vec![ReceiveWork { id: WorkId::new(0), segments: &[] }; count])?;
            self.used -= count;
        }
        Ok(())
    }

    fn new_pair(&self) -> ferry_rdma::Result<QueuePair> {
        let inline_bytes = self.verbs.world().inline_bytes();
        let capacity = QueuePairCapacity { sends: SENDS, send_segments: 1, inline_bytes, ..QueuePairCapacity::default() };
        self.verbs.queue_pair(&QueuePairPlan {
            transport: Transport::Rc,
            send_completions: &self.completions,
            receive_completions: &self.completions,
            shared_receives: Some(&self.receives),
            capacity,
        })
    }

    fn progress(&mut self) -> usize {
        let mut seen = Vec::new();
        while let Ok(count) = self.completions.poll(|completion| seen.push(completion))
            && count > 0
        {}
        for completion in &seen {
            match (completion.operation, &completion.result) {
                (Operation::Receive, Ok(done)) => {
                    self.used += 1;
                    let number = done.immediate.unwrap_or_default();
                    let peer = self.peers.get(&completion.queue_pair).copied().unwrap_or(u32::MAX);
                    self.notices.push_back(Notice { peer, number });
                }
                (Operation::Receive, Err(_)) => self.used += 1,
                (_, result) if completion.id.value() != INLINE => {
                    let Some((ticket, hold)) = self.under_way[completion.id.value() as usize].take() else { continue };
                    hold.into_iter().for_each(|hold| self.memories.release(hold));
                    let result = result.as_ref().map(|_| ()).map_err(|_| CopyError::Refused);
                    self.finished.push_back(Finished { ticket, result });
                }
                _ => {}
            }
        }
        if let Err(error) = self.post_receives(RECEIVES_TOGETHER) {
            self.verbs.world().accuse(self.verbs.rank(), "receivers are ready", error.to_string());
        }
        seen.len()
    }

    /// A segment of registered memory, and what has to be held for it.
    fn segment(&mut self, piece: Piece) -> Option<(ferry_rdma::Segment, Option<Hold>)> {
        let end = piece.address + piece.len;
        let within = |(whole, _): &&(Piece, RegionId)| whole.address <= piece.address && end <= whole.address + whole.len;
        if let Some((whole, id)) = self.registered.iter().find(within) {
            let hold = &self.regions.get(*id)?.hold;
            return Some((self.memories.segment(hold, piece.address - whole.address, piece.len as u32), None));
        }
        // SAFETY: PT-1.
        let hold = unsafe { self.memories.hold(piece, false) }?;
        Some((self.memories.segment(&hold, 0, piece.len as u32), Some(hold)))
    }

    /// A place for a put that is under way.
    fn begin(&mut self, ticket: Ticket, hold: Option<Hold>) -> u64 {
        let free = self.under_way.iter().position(Option::is_none);
        let index = free.unwrap_or_else(|| {
            self.under_way.push(None);
            self.under_way.len() - 1
        });
        self.under_way[index] = Some((ticket, hold));
        index as u64
    }
}

/// Bytes of a key: where the memory is, and the adapter's key.
fn encode(extent: &Extent, key: RemoteKey) -> Key {
    let bytes = [extent.encode().as_slice(), &key.0.to_le_bytes()].concat();
    Key::of(&bytes).unwrap_or(Key::NONE)
}

fn decode(key: &Key) -> Option<(Extent, RemoteKey)> {
    let (extent, rest) = Extent::decode(key.bytes())?;
    Some((extent, RemoteKey(u32::from_le_bytes(rest.try_into().ok()?))))
}

fn connect(one: &mut End, other: &mut End) -> ferry_rdma::Result<()> {
    let (ranks, mut pairs) = ([one.verbs.rank(), other.verbs.rank()], [one.new_pair()?, other.new_pair()?]);
    let numbers = pairs.each_ref().map(|pair| pair.number());
    let points = [one.verbs.endpoint(numbers[0]), other.verbs.endpoint(numbers[1])];
    for (index, end) in [&*one, &*other].into_iter().enumerate() {
        let (own, peer) = (points[index], points[1 - index]);
        let access = ferry_rdma::Access::LOCAL_WRITE | ferry_rdma::Access::REMOTE_WRITE;
        let steps = [
            QueuePairAttributes::init_rc(1, access),
            QueuePairAttributes::receive_from(&own, &peer, end.verbs.path_to(&peer)),
            QueuePairAttributes::send_to(&own, &peer, 1),
        ];
        steps.iter().try_for_each(|step| pairs[index].modify(step))?;
    }
    let [first, second] = pairs;
    one.peers.insert(numbers[0], ranks[1]);
    other.peers.insert(numbers[1], ranks[0]);
    one.pairs.insert(ranks[1], (first, 0));
    other.pairs.insert(ranks[0], (second, 0));
    Ok(())
}

/// A device with puts.
pub struct WithPuts<D> {
    device: D,
    world: World,
    rank: u32,
    fabric: Fabric,
    end: Rc<RefCell<End>>,
}

impl<D> WithPuts<D> {
    /// `device` of rank `rank`; devices are made in the order of ranks.
    ///
    /// # Errors
    /// If the adapter refuses what puts need.
    pub fn new(device: D, world: World, rank: u32, fabric: &Fabric) -> ferry_rdma::Result<Self> {
        let end = Rc::new(RefCell::new(End::new(&world, rank)?));
        fabric.0.borrow_mut().push(Rc::clone(&end));
        Ok(WithPuts { device, world, rank, fabric: fabric.clone(), end })
    }

    /// The device itself.
    pub fn device(&self) -> &D {
        &self.device
    }

    fn connect(&self, peer: u32) -> Result<(), CopyError> {
        if self.end.borrow().pairs.contains_key(&peer) {
            return Ok(());
        }
        let other = self.fabric.0.borrow().get(peer as usize).cloned().filter(|_| peer != self.rank).ok_or(CopyError::Refused)?;
        connect(&mut self.end.borrow_mut(), &mut other.borrow_mut()).map_err(|_| CopyError::Refused)
    }
}

impl<D: Device> WithPuts<D> {
    /// What a processor does besides posting and polling: half of what it does for a message, as nothing is matched.
    fn charge(&self) {
        let cost_ps = self.world.view().profile.processor.message_ps / 2;
        self.world.charge(self.rank, cost_ps);
    }

    /// Posts a write of `bytes`, copied by the call if they are few enough.
    fn post(&self, peer: u32, ticket: Ticket, piece: Piece, request: Request) -> Result<(), CopyError> {
        let end = &mut *self.end.borrow_mut();
        let inline_bytes = u64::from(self.world.inline_bytes());
        if piece.len <= inline_bytes {
            let Some((pair, since)) = end.pairs.get_mut(&peer) else { return Err(CopyError::Refused) };
            *since = (*since + 1) % SIGNALLED;
            let bytes: &[u8] = match piece.len {
                0 => &[],
                // SAFETY: PT-1.
                len => unsafe {
                    std::slice::from_raw_parts(std::ptr::with_exposed_provenance(piece.address as usize), len as usize)
                },
            };
            let slices = [bytes];
            let work = SendWork::new(WorkId::new(INLINE), request, Payload::Inline(&slices));
            pair.post_send(&[SendWork { signalled: *since == 0, ..work }]).map_err(|_| CopyError::Refused)?;
            end.finished.push_back(Finished { ticket, result: Ok(()) });
            return Ok(());
        }
        let (segment, hold) = end.segment(piece).ok_or(CopyError::Refused)?;
        let id = end.begin(ticket, hold);
        let segments = [segment];
        let work = SendWork::new(WorkId::new(id), request, Payload::Segments(&segments));
        let posted = end.pairs.get(&peer).map(|(pair, _)| pair.post_send(&[work]));
        posted.and_then(Result::ok).ok_or(CopyError::Refused)
    }
}

impl<D: Device> OneSided for WithPuts<D> {
    fn one_sided_methods(&mut self, peer: u32, key: &Key) -> OneSidedMethods {
        let is_known = peer != self.rank && decode(key).is_some();
        if is_known { OneSidedMethods::PUT | OneSidedMethods::NOTIFY } else { OneSidedMethods::empty() }
    }

    unsafe fn register(&mut self, memory: Piece, access: Access) -> Result<RegionId, RegisterError> {
        let end = &mut *self.end.borrow_mut();
        // SAFETY: PT-1.
        let hold = unsafe { end.memories.hold(memory, true) };
        let hold = hold.ok_or_else(|| RegisterError::Refused("the adapter cannot register more".to_owned()))?;
        let extent = Extent { address: memory.address, len: memory.len, access };
        let id = end.regions.insert(Registered { hold, extent });
        end.registered.push((memory, id));
        Ok(id)
    }

    fn key(&self, region: RegionId) -> Key {
        let end = self.end.borrow();
        let key = |found: &Registered| encode(&found.extent, end.memories.remote_key(&found.hold));
        end.regions.get(region).map_or(Key::NONE, key)
    }

    fn deregister(&mut self, region: RegionId) {
        let end = &mut *self.end.borrow_mut();
        end.registered.retain(|(_, id)| *id != region);
        if let Some(Registered { hold, .. }) = end.regions.remove(region) {
            end.memories.release(hold);
        }
    }

    fn map(&mut self, _peer: u32, _key: &Key) -> Option<NonNull<u8>> {
        None
    }

    fn forget(&mut self, _peer: u32, _key: &Key) {}

    unsafe fn put(
        &mut self,
        peer: u32,
        ticket: Ticket,
        from: &[Piece],
        into: &Key,
        offset: u64,
        notify: Option<u32>,
    ) -> Result<(), CopyError> {
        let [piece] = from else { return Err(CopyError::Refused) };
        let (extent, key) = decode(into).ok_or(CopyError::BadRemote)?;
        let address = extent.at(offset, piece.len, Access::PUT)?;
        self.connect(peer)?;
        self.charge();
        let to = RemoteMemory { address, key };
        self.post(peer, ticket, *piece, Request::Write { to, immediate: notify })
    }

    unsafe fn get(&mut self, _peer: u32, _ticket: Ticket, _into: &[Piece], _from: &Key, _offset: u64) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    unsafe fn atomic(
        &mut self,
        _peer: u32,
        _ticket: Ticket,
        _what: Atomic,
        _at: &Key,
        _offset: u64,
        _result: *mut u8,
    ) -> Result<(), CopyError> {
        Err(CopyError::Refused)
    }

    fn next_notice(&mut self) -> Option<Notice> {
        let notice = self.end.borrow_mut().notices.pop_front();
        if notice.is_some() {
            self.charge();
        }
        notice
    }
}

impl<D: Device> Packets for WithPuts<D> {
    fn max_body(&self) -> usize {
        self.device.max_body()
    }

    fn try_send(&mut self, to: u32, header: Header, body: impl Body) -> Sent {
        self.device.try_send(to, header, body)
    }

    fn unasked(&mut self, peer: u32) -> Unasked {
        self.device.unasked(peer)
    }

    fn is_in_touch(&self, peer: u32) -> bool {
        self.device.is_in_touch(peer)
    }

    fn poll(&mut self, first: Option<u32>, sink: &mut impl Sink) -> usize {
        self.end.borrow_mut().progress() + self.device.poll(first, sink)
    }

    fn has_unsent(&mut self) -> bool {
        self.device.has_unsent()
    }
}

impl<D: Device> Device for WithPuts<D> {
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
        let own = self.end.borrow_mut().finished.pop_front();
        own.or_else(|| self.device.next_finished())
    }

    fn next_lost(&mut self) -> Option<Lost> {
        self.device.next_lost()
    }

    fn prepare_sleep(&mut self) -> Option<Self::Nap> {
        self.device.prepare_sleep()
    }

    fn wake_self(&mut self) {
        self.device.wake_self();
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.device.descriptor()
    }

    fn oversubscribed(&mut self) -> bool {
        self.device.oversubscribed()
    }
}

impl<D: Device> Rendezvous for WithPuts<D> {
    fn methods(&mut self, peer: u32) -> Methods {
        self.device.methods(peer)
    }

    unsafe fn expose(&mut self, peer: u32, end: Side, memory: &[Piece]) -> Option<Token> {
        // SAFETY: as the caller promises.
        unsafe { self.device.expose(peer, end, memory) }
    }

    fn conceal(&mut self, peer: u32, token: Token) {
        self.device.conceal(peer, token);
    }

    unsafe fn begin_put(&mut self, peer: u32, ticket: OperationTicket, from: &[Piece], into: Token) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.device.begin_put(peer, ticket, from, into) }
    }

    unsafe fn begin_get(&mut self, peer: u32, ticket: OperationTicket, into: &[Piece], from: Token) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.device.begin_get(peer, ticket, into, from) }
    }
}
