//! What devices and ports say of themselves.

use crate::address::{Gid, GidKind, Mtu};

/// What a port is connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkLayer {
    /// An InfiniBand fabric: addresses are LIDs, GIDs between subnets.
    InfiniBand,
    /// Ethernet (RoCE): addresses are GIDs.
    Ethernet,
}

/// Whether a port can carry traffic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortState {
    /// No link.
    Down,
    /// A link, but the subnet manager has not configured it yet.
    Initializing,
    /// Ready.
    Active,
}

/// How atomic operations of the device are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Atomics {
    /// There are none.
    #[default]
    None,
    /// Among operations through this device.
    Device,
    /// Also among those of processors and other devices.
    Global,
}

/// What a device does with memory that it has not pinned (on-demand paging). Registrations then
/// always follow the page tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnDemandPaging {
    /// Memory may be registered so at all.
    pub supported: bool,
    /// One registration may cover the whole address space.
    pub implicit: bool,
    /// RC: the device may fetch what is sent from such memory.
    pub rc_send: bool,
    /// RC: it may put what is received there.
    pub rc_receive: bool,
    /// RC: it may answer and perform RDMA writes there.
    pub rc_write: bool,
    /// RC: and reads.
    pub rc_read: bool,
    /// RC: receives may come from a shared receive queue.
    pub rc_shared_receive: bool,
    /// UD: sends.
    pub ud_send: bool,
    /// UD: receives.
    pub ud_receive: bool,
}

impl OnDemandPaging {
    /// True if every operation that messages over RC use works on such memory.
    pub fn serves_rc(&self) -> bool {
        self.supported && self.rc_send && self.rc_receive && self.rc_write && self.rc_read
    }
}

/// A device and its limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceAttributes {
    /// Name, such as `mlx5_0` or `rxe0`.
    pub name: String,
    /// Firmware, as the vendor writes it.
    pub firmware: String,
    /// Identifier of the adapter.
    pub node_guid: u64,
    /// Queue pairs.
    pub queue_pairs: u32,
    /// Work requests outstanding in a queue of a queue pair.
    pub work_requests: u32,
    /// Segments of a work request.
    pub segments: u32,
    /// Completion queues.
    pub completion_queues: u32,
    /// Entries of one.
    pub completion_entries: u32,
    /// Memory regions.
    pub regions: u32,
    /// Bytes of the largest one.
    pub region_bytes: u64,
    /// Shared receive queues; 0 where there are none.
    pub shared_receive_queues: u32,
    /// Work requests outstanding in one.
    pub shared_receive_requests: u32,
    /// RDMA reads and atomics that a queue pair answers at once.
    pub reads_answered: u8,
    /// RDMA reads and atomics that a queue pair may have outstanding.
    pub reads_outstanding: u8,
    /// Address handles.
    pub address_handles: u32,
    /// Atomicity of atomics.
    pub atomics: Atomics,
    /// Unpinned memory.
    pub on_demand_paging: OnDemandPaging,
    /// Extended connections (one queue pair for many shared receive queues).
    pub extended_connections: bool,
    /// The device is software: bytes of one RDMA write may appear in any order. Adapters write them
    /// in ascending order.
    pub software: bool,
}

/// An entry of a port's table of GIDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GidEntry {
    /// Index in the table.
    pub index: u8,
    /// The GID.
    pub gid: Gid,
    /// What its packets look like.
    pub kind: GidKind,
}

/// A port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortAttributes {
    /// Number, from 1.
    pub number: u8,
    /// Whether it carries traffic.
    pub state: PortState,
    /// What it is connected to.
    pub link_layer: LinkLayer,
    /// Local identifier; 0 on Ethernet.
    pub lid: u16,
    /// The port has two to the power of so many LIDs.
    pub lid_mask_bits: u8,
    /// The MTU in use.
    pub mtu: Mtu,
    /// Mbit/s of the link, 0 if unknown.
    pub rate_mbps: u32,
    /// Bytes of the longest message.
    pub message_bytes: u32,
    /// Packets reach it only with a global route header, whatever their subnet: it shares its local
    /// identifier with others, as virtual functions do.
    pub requires_route_header: bool,
    /// The GIDs that are filled in.
    pub gids: Vec<GidEntry>,
}

/// Ways that are told apart on Ethernet, by source ports: more would be of no use.
const ETHERNET_PATHS: u8 = 16;

impl PortAttributes {
    /// Whether packets to another port have a global route header.
    pub fn has_route_headers(&self, is_in_other_subnet: bool) -> bool {
        self.link_layer == LinkLayer::Ethernet || self.requires_route_header || is_in_other_subnet
    }

    /// Ways through the network that packets can be told to take. Whether these are really
    /// different ones is the network's affair.
    pub fn paths(&self) -> u8 {
        match self.link_layer {
            LinkLayer::Ethernet => ETHERNET_PATHS,
            LinkLayer::InfiniBand => 1 << self.lid_mask_bits.min(4),
        }
    }
}
