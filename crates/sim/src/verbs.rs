//! An open port of a simulated adapter.

use ferry_rdma::{
    Access, AsyncEvent, Atomics, DeviceAttributes, Error, Gid, GidEntry, GidKind, LinkLayer, Mtu, OnDemandPaging, Path,
    PortAttributes, PortState, QueuePairPlan, Result, Transport, Verbs,
};

use crate::memory::UserMemory;
use crate::profile::Profile;
use crate::queue_pair::{AddressHandle, QueuePair};
use crate::queues::{CompletionQueue, ExtendedDomain, SharedReceiveQueue};
use crate::region::{Buffer, Region, shortage};
use crate::world::World;

/// An open port, with a domain: what one rank has of the adapter of its node.
pub struct SimVerbs {
    world: World,
    rank: u32,
    device: DeviceAttributes,
    port: PortAttributes,
    /// Entries that completion queues may grow to.
    most_grown: u32,
    /// It is told what happens to the adapter.
    hears: bool,
}

impl SimVerbs {
    pub(crate) fn new(world: World, rank: u32) -> SimVerbs {
        let (device, port) = {
            let state = world.view();
            let node = state.contexts[rank as usize].node;
            let paths = state.fabric.map_or(1, |fabric| fabric.paths);
            (device(&state.profile, node), port(&state.profile, state.gid_of(rank), node, paths))
        };
        let most_grown = device.completion_entries;
        SimVerbs { world, rank, device, port, most_grown, hears: true }
    }

    /// The same port, opened by the same rank once more, for another device. What happens to the
    /// adapter is told to the first.
    pub fn once_more(&self) -> SimVerbs {
        let (device, port) = (self.device.clone(), self.port.clone());
        SimVerbs { world: self.world.clone(), rank: self.rank, device, port, most_grown: self.most_grown, hears: false }
    }

    /// The same without shared receive queues, which adapters may lack.
    pub fn without_shared_receives(mut self) -> SimVerbs {
        (self.device.shared_receive_queues, self.device.shared_receive_requests) = (0, 0);
        self
    }

    /// The same without extended connections, which adapters may lack.
    pub fn without_extended_connections(mut self) -> SimVerbs {
        self.device.extended_connections = false;
        self
    }

    /// The same, which says that it follows page tables where it is asked to (and has no tables:
    /// memory of the world stays where it is).
    pub fn with_on_demand_paging(mut self) -> SimVerbs {
        let paging = OnDemandPaging {
            supported: true,
            rc_send: true,
            rc_receive: true,
            rc_write: true,
            rc_read: true,
            ..OnDemandPaging::default()
        };
        self.device.on_demand_paging = paging;
        self
    }

    /// The same with completion queues that do not grow.
    pub fn without_growing_completions(mut self) -> SimVerbs {
        self.most_grown = 0;
        self
    }

    /// Its world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Its number in the world.
    pub fn rank(&self) -> u32 {
        self.rank
    }
}

fn device(profile: &Profile, node: u32) -> DeviceAttributes {
    let limit = |field: &str| profile.value(field) as u32;
    DeviceAttributes {
        name: "sim0".to_owned(),
        firmware: profile.name.clone(),
        node_guid: node.into(),
        queue_pairs: limit("limits.queue_pairs"),
        work_requests: limit("limits.work_requests"),
        segments: limit("limits.segments"),
        completion_queues: limit("limits.queue_pairs"),
        completion_entries: limit("limits.completions"),
        regions: 1 << 24,
        region_bytes: 1 << 40,
        shared_receive_queues: limit("limits.queue_pairs"),
        shared_receive_requests: limit("limits.work_requests"),
        reads_answered: profile.adapter.reads,
        reads_outstanding: profile.adapter.reads,
        address_handles: 1 << 24,
        // One thing happens at a time, so that atomics are atomic with what processors do.
        atomics: Atomics::Global,
        extended_connections: profile.adapter.extended_connections,
        software: profile.adapter.is_software,
        ..DeviceAttributes::default()
    }
}

fn port(profile: &Profile, gid: Gid, node: u32, paths: u8) -> PortAttributes {
    let is_ethernet = profile.link.is_ethernet;
    let mtu = (1..=5).filter_map(Mtu::from_number).find(|mtu| mtu.bytes() as u32 == profile.adapter.mtu);
    let kind = if is_ethernet { GidKind::RoceV2 } else { GidKind::InfiniBand };
    PortAttributes {
        number: 1,
        state: PortState::Active,
        link_layer: if is_ethernet { LinkLayer::Ethernet } else { LinkLayer::InfiniBand },
        lid: if is_ethernet { 0 } else { (node % 0xbfff) as u16 + 1 },
        lid_mask_bits: paths.max(1).ilog2() as u8,
        mtu: mtu.unwrap_or(Mtu::Bytes256),
        rate_mbps: (profile.value("link.mbps") * 8.0) as u32,
        message_bytes: 1 << 30,
        requires_route_header: false,
        gids: vec![GidEntry { index: 0, gid, kind }],
    }
}

fn within(what: &'static str, asked: u32, most: u32) -> Result<()> {
    if asked <= most { Ok(()) } else { Err(Error::Limit { what, asked: asked.into(), most: most.into() }) }
}

impl Verbs for SimVerbs {
    type CompletionQueue = CompletionQueue;
    type SharedReceiveQueue = SharedReceiveQueue;
    type QueuePair = QueuePair;
    type ExtendedDomain = ExtendedDomain;
    type AddressHandle = AddressHandle;
    type Buffer = Buffer;
    type Region = Region;
    type Memory = UserMemory;

    fn device(&self) -> &DeviceAttributes {
        &self.device
    }

    fn port(&self) -> &PortAttributes {
        &self.port
    }

    fn gid_index(&self) -> u8 {
        0
    }

    fn completion_queue(&self, entries: u32) -> Result<CompletionQueue> {
        within("entries of a completion queue", entries, self.device.completion_entries)?;
        Ok(CompletionQueue::new(&self.world, self.rank, entries, self.most_grown))
    }

    fn shared_receive_queue(&self, requests: u32, segments: u32) -> Result<SharedReceiveQueue> {
        within("receives of a shared queue", requests, self.device.shared_receive_requests)?;
        within("segments", segments, self.device.segments)?;
        Ok(SharedReceiveQueue::new(&self.world, self.rank, (requests, segments), None))
    }

    fn extended_domain(&self) -> Result<ExtendedDomain> {
        /// EOPNOTSUPP of Linux.
        const NOT_SUPPORTED: i32 = 95;
        if !self.device.extended_connections {
            let reason = "Operation not supported".to_owned();
            return Err(Error::System { call: "ibv_open_xrcd", number: NOT_SUPPORTED, reason, remedy: "" });
        }
        Ok(ExtendedDomain::new(&self.world))
    }

    fn extended_receive_queue(
        &self,
        domain: &ExtendedDomain,
        requests: u32,
        segments: u32,
        completions: &CompletionQueue,
    ) -> Result<SharedReceiveQueue> {
        within("receives of a shared queue", requests, self.device.shared_receive_requests)?;
        within("segments", segments, self.device.segments)?;
        Ok(SharedReceiveQueue::new(&self.world, self.rank, (requests, segments), Some((domain, completions))))
    }

    fn receiving_end(&self, domain: &ExtendedDomain) -> Result<QueuePair> {
        Ok(QueuePair::receiving(&self.world, self.rank, domain))
    }

    fn queue_pair(&self, plan: &QueuePairPlan<'_, Self>) -> Result<QueuePair> {
        let capacity = match plan.transport {
            Transport::XrcReceive => {
                return Err(Error::Argument("a receiving end needs a domain of extended connections".to_owned()));
            }
            Transport::XrcSend => plan.capacity.without_receives(),
            Transport::Rc | Transport::Ud => plan.capacity,
        };
        within("send requests", capacity.sends, self.device.work_requests)?;
        within("receive requests", capacity.receives, self.device.work_requests)?;
        within("segments", capacity.send_segments.max(capacity.receive_segments), self.device.segments)?;
        let inline = self.world.view().profile.adapter.inline_bytes;
        within("inline bytes", capacity.inline_bytes, inline)?;
        let most = self.world.view().contexts[self.rank as usize].most_queue_pairs;
        if most.is_some_and(|most| self.world.queue_pairs(self.rank) >= most) {
            return Err(shortage("ibv_create_qp"));
        }
        Ok(QueuePair::new(&self.world, self.rank, &QueuePairPlan { capacity, ..*plan }))
    }

    fn address_handle(&self, path: &Path) -> Result<AddressHandle> {
        Ok(AddressHandle { path: *path })
    }

    fn buffer(&self, len: usize, access: Access) -> Result<Buffer> {
        Buffer::new(&self.world, self.rank, len, access)
    }

    unsafe fn memory(address: u64, len: usize) -> UserMemory {
        // SAFETY: promised by the caller.
        unsafe { UserMemory::new(address, len) }
    }

    fn register(&self, memory: UserMemory, access: Access) -> Result<Region> {
        Region::new(&self.world, self.rank, memory, access)
    }

    fn next_event(&self) -> Result<Option<AsyncEvent>> {
        if !self.hears {
            return Ok(None);
        }
        Ok(self.world.state().contexts[self.rank as usize].events.pop_front())
    }
}
