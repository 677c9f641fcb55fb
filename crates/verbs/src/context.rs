//! An open device: attributes, ports, events. Safety arguments: crate `verbs`.

use std::ffi::c_int;
use std::mem::{self, MaybeUninit};
use std::os::fd::BorrowedFd;
use std::ptr::NonNull;

use ferry_rdma::{
    AsyncEvent, Atomics, DeviceAttributes, Gid, GidEntry, GidKind, LinkLayer, Mtu, OnDemandPaging, PortAttributes, PortState,
    Result,
};
use ferry_verbs_sys as sys;

use crate::system::{self, done};

/// What soft-RoCE calls its vendor: nobody.
const SOFTWARE_VENDOR: u32 = 0xff_ffff;

/// Flag of a port whose packets need a global route header (`IBV_QPF_GRH_REQUIRED`).
const GLOBAL_ROUTE_HEADER_REQUIRED: u8 = 1;

/// An open device.
pub struct Context {
    pub library: &'static sys::Library,
    pub raw: NonNull<sys::ibv_context>,
    name: String,
}

// SAFETY: VB-2.
unsafe impl Send for Context {}
// SAFETY: VB-2.
unsafe impl Sync for Context {}

impl Context {
    /// Opens `device`, which is of a living list.
    pub fn open(library: &'static sys::Library, device: *mut sys::ibv_device, name: String) -> Result<Context> {
        // SAFETY: the device is of a living list; the context is closed in drop (VB-1).
        let raw = system::made("ibv_open_device", || unsafe { library.ibv_open_device(device) })?;
        let context = Context { library, raw, name };
        set_nonblocking(context.event_descriptor())?;
        Ok(context)
    }

    /// Readable when there is an event.
    pub fn event_descriptor(&self) -> BorrowedFd<'_> {
        // SAFETY: the context lives and keeps the descriptor open (VB-1).
        unsafe { BorrowedFd::borrow_raw(self.raw.as_ref().async_fd) }
    }

    fn query(&self) -> Result<sys::ibv_device_attr_ex> {
        let mut attributes = MaybeUninit::<sys::ibv_device_attr_ex>::zeroed();
        // SAFETY: VB-1; all zeros are a value of these integers.
        unsafe {
            let number = sys::inline::ibv_query_device_ex(self.raw.as_ptr(), attributes.as_mut_ptr());
            if number != 0 {
                let basic = &raw mut (*attributes.as_mut_ptr()).orig_attr;
                done("ibv_query_device", self.library.ibv_query_device(self.raw.as_ptr(), basic))?;
            }
            Ok(attributes.assume_init())
        }
    }

    /// What the device says of itself.
    pub fn attributes(&self) -> Result<DeviceAttributes> {
        let all = self.query()?;
        let basic = &all.orig_attr;
        let firmware = basic.fw_ver.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte as u8)).collect();
        Ok(DeviceAttributes {
            name: self.name.clone(),
            firmware,
            node_guid: u64::from_be(basic.node_guid),
            queue_pairs: count(basic.max_qp),
            work_requests: count(basic.max_qp_wr),
            segments: count(basic.max_sge),
            completion_queues: count(basic.max_cq),
            completion_entries: count(basic.max_cqe),
            regions: count(basic.max_mr),
            region_bytes: basic.max_mr_size,
            shared_receive_queues: count(basic.max_srq),
            shared_receive_requests: count(basic.max_srq_wr),
            reads_answered: small(basic.max_qp_rd_atom),
            reads_outstanding: small(basic.max_qp_init_rd_atom),
            address_handles: count(basic.max_ah),
            atomics: match basic.atomic_cap {
                sys::IBV_ATOMIC_HCA => Atomics::Device,
                sys::IBV_ATOMIC_GLOB => Atomics::Global,
                _ => Atomics::None,
            },
            on_demand_paging: on_demand_paging(&all.odp_caps),
            extended_connections: basic.device_cap_flags & sys::IBV_DEVICE_XRC != 0,
            software: basic.vendor_id == SOFTWARE_VENDOR,
        })
    }

    /// All ports with their GIDs. Ports whose MTU has no meaning (down, and never configured) count
    /// as the smallest.
    pub fn ports(&self) -> Result<Vec<PortAttributes>> {
        let count = self.query()?.orig_attr.phys_port_cnt;
        let mut ports = (1..=count).map(|number| self.port(number)).collect::<Result<Vec<_>>>()?;
        for entry in self.gid_table(&ports)? {
            let Some(port) = ports.iter_mut().find(|port| u32::from(port.number) == entry.port_num) else { continue };
            // Indices beyond 255 cannot be used in a path.
            if let (Ok(index), Some(kind)) = (u8::try_from(entry.gid_index), gid_kind(entry.gid_type)) {
                // SAFETY: all members of the union are 16 bytes of any value.
                let gid = Gid(unsafe { entry.gid.raw });
                port.gids.push(GidEntry { index, gid, kind });
            }
        }
        Ok(ports)
    }

    fn port(&self, number: u8) -> Result<PortAttributes> {
        let raw = self.query_port(number)?;
        let link_layer = match u32::from(raw.link_layer) {
            sys::IBV_LINK_LAYER_ETHERNET => LinkLayer::Ethernet,
            _ => LinkLayer::InfiniBand,
        };
        let state = match raw.state {
            sys::IBV_PORT_ACTIVE | sys::IBV_PORT_ACTIVE_DEFER => PortState::Active,
            sys::IBV_PORT_INIT | sys::IBV_PORT_ARMED => PortState::Initializing,
            _ => PortState::Down,
        };
        Ok(PortAttributes {
            number,
            state,
            link_layer,
            lid: raw.lid,
            lid_mask_bits: raw.lmc,
            mtu: u8::try_from(raw.active_mtu).ok().and_then(Mtu::from_number).unwrap_or(Mtu::Bytes256),
            rate_mbps: lanes(raw.active_width) * lane_mbps(raw.active_speed),
            message_bytes: raw.max_msg_sz,
            requires_route_header: raw.flags & GLOBAL_ROUTE_HEADER_REQUIRED != 0,
            gids: Vec::new(),
        })
    }

    fn query_port(&self, number: u8) -> Result<sys::ibv_port_attr> {
        let mut attributes = MaybeUninit::<sys::ibv_port_attr>::zeroed();
        // SAFETY: VB-1; all zeros are a value of these integers.
        unsafe {
            let result = sys::inline::ibv_query_port(self.library, self.raw.as_ptr(), number, attributes.as_mut_ptr());
            done("ibv_query_port", result)?;
            Ok(attributes.assume_init())
        }
    }

    fn gid_table(&self, ports: &[PortAttributes]) -> Result<Vec<sys::ibv_gid_entry>> {
        let mut room = 0;
        for port in ports {
            room += self.query_port(port.number)?.gid_tbl_len.max(0) as usize;
        }
        let mut entries: Vec<sys::ibv_gid_entry> = Vec::with_capacity(room);
        // SAFETY: VB-1; the function writes up to `room` entries of the size given and returns how
        // many.
        unsafe {
            let entry_size = size_of::<sys::ibv_gid_entry>();
            let found = self.library._ibv_query_gid_table(self.raw.as_ptr(), entries.as_mut_ptr(), room, 0, entry_size);
            let found = usize::try_from(found).map_err(|_| system::error("ibv_query_gid_table", found as i32))?;
            entries.set_len(found.min(room));
        }
        Ok(entries)
    }

    /// The next event, if there is one.
    pub fn next_event(&self) -> Result<Option<AsyncEvent>> {
        let mut event = MaybeUninit::<sys::ibv_async_event>::uninit();
        // SAFETY: VB-1, VB-2. Objects that an event names live until it is acknowledged: destroying
        // them waits for that.
        unsafe {
            if self.library.ibv_get_async_event(self.raw.as_ptr(), event.as_mut_ptr()) != 0 {
                return no_event("ibv_get_async_event");
            }
            let mut event = event.assume_init();
            let told = translate(&event);
            self.library.ibv_ack_async_event(&mut event);
            Ok(Some(told))
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: VB-1.
        let result = unsafe { self.library.ibv_close_device(self.raw.as_ptr()) };
        debug_assert_eq!(result, 0, "the device was closed while something of it lived");
    }
}

/// What a failed call that gets an event means: none, if it would have to wait.
pub fn no_event<T>(call: &'static str) -> Result<Option<T>> {
    match std::io::Error::last_os_error().raw_os_error() {
        Some(libc::EAGAIN | libc::EINTR) => Ok(None),
        _ => Err(system::last_error(call)),
    }
}

/// Makes reads of `descriptor` return at once.
pub fn set_nonblocking(descriptor: BorrowedFd<'_>) -> Result<()> {
    use std::os::fd::AsRawFd;
    // SAFETY: flags of an open descriptor.
    unsafe {
        let flags = libc::fcntl(descriptor.as_raw_fd(), libc::F_GETFL);
        if flags < 0 || libc::fcntl(descriptor.as_raw_fd(), libc::F_SETFL, flags | libc::O_NONBLOCK) < 0 {
            return Err(system::last_error("fcntl"));
        }
    }
    Ok(())
}

/// # Safety
/// The event was got and not acknowledged yet.
unsafe fn translate(event: &sys::ibv_async_event) -> AsyncEvent {
    // SAFETY: the kind of event says which member is set, and that it points to a living object
    // (VB-1).
    let (queue_pair, queue, port) = unsafe {
        let element = &event.element;
        (|| (*element.qp).qp_num, || (*element.srq).handle, || element.port_num as u8)
    };
    match event.event_type {
        sys::IBV_EVENT_SRQ_LIMIT_REACHED => AsyncEvent::ReceivesLow { queue: queue() },
        sys::IBV_EVENT_SRQ_ERR => AsyncEvent::SharedReceiveQueueFailed { queue: queue() },
        sys::IBV_EVENT_QP_LAST_WQE_REACHED => AsyncEvent::LastReceive { queue_pair: queue_pair() },
        sys::IBV_EVENT_COMM_EST => AsyncEvent::Established { queue_pair: queue_pair() },
        sys::IBV_EVENT_SQ_DRAINED => AsyncEvent::Drained { queue_pair: queue_pair() },
        sys::IBV_EVENT_QP_FATAL | sys::IBV_EVENT_QP_REQ_ERR | sys::IBV_EVENT_QP_ACCESS_ERR | sys::IBV_EVENT_PATH_MIG_ERR => {
            AsyncEvent::QueuePairFailed { queue_pair: queue_pair() }
        }
        sys::IBV_EVENT_CQ_ERR => AsyncEvent::CompletionQueueFailed,
        sys::IBV_EVENT_DEVICE_FATAL => AsyncEvent::DeviceFailed,
        sys::IBV_EVENT_PORT_ACTIVE => AsyncEvent::Port { port: port(), active: true },
        sys::IBV_EVENT_PORT_ERR => AsyncEvent::Port { port: port(), active: false },
        sys::IBV_EVENT_LID_CHANGE
        | sys::IBV_EVENT_PKEY_CHANGE
        | sys::IBV_EVENT_SM_CHANGE
        | sys::IBV_EVENT_CLIENT_REREGISTER
        | sys::IBV_EVENT_GID_CHANGE => AsyncEvent::AddressesChanged { port: port() },
        other => AsyncEvent::Other(other),
    }
}

fn on_demand_paging(caps: &sys::ibv_odp_caps) -> OnDemandPaging {
    let general = |bit: u32| caps.general_caps & u64::from(bit) != 0;
    let rc = |bit| caps.per_transport_caps.rc_odp_caps & bit != 0;
    let ud = |bit| caps.per_transport_caps.ud_odp_caps & bit != 0;
    OnDemandPaging {
        supported: general(sys::IBV_ODP_SUPPORT),
        implicit: general(sys::IBV_ODP_SUPPORT_IMPLICIT),
        rc_send: rc(sys::IBV_ODP_SUPPORT_SEND),
        rc_receive: rc(sys::IBV_ODP_SUPPORT_RECV),
        rc_write: rc(sys::IBV_ODP_SUPPORT_WRITE),
        rc_read: rc(sys::IBV_ODP_SUPPORT_READ),
        rc_shared_receive: rc(sys::IBV_ODP_SUPPORT_SRQ_RECV),
        ud_send: ud(sys::IBV_ODP_SUPPORT_SEND),
        ud_receive: ud(sys::IBV_ODP_SUPPORT_RECV),
    }
}

fn gid_kind(number: u32) -> Option<GidKind> {
    match number {
        sys::IBV_GID_TYPE_IB => Some(GidKind::InfiniBand),
        sys::IBV_GID_TYPE_ROCE_V1 => Some(GidKind::RoceV1),
        sys::IBV_GID_TYPE_ROCE_V2 => Some(GidKind::RoceV2),
        _ => None,
    }
}

fn count(value: c_int) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

fn small(value: c_int) -> u8 {
    value.clamp(0, 255) as u8
}

/// Lanes of a link by its code (InfiniBand Architecture Specification, PortInfo:LinkWidthActive).
fn lanes(width: u8) -> u32 {
    match width {
        1 => 1,
        2 => 4,
        4 => 8,
        8 => 12,
        16 => 2,
        _ => 0,
    }
}

/// Data rate of a lane by the code of its speed (PortInfo:LinkSpeedActive), SDR to NDR.
fn lane_mbps(speed: u8) -> u32 {
    match speed {
        1 => 2_500,
        2 => 5_000,
        4 | 8 => 10_000,
        16 => 14_000,
        32 => 25_000,
        64 => 50_000,
        128 => 100_000,
        _ => 0,
    }
}

const _: () = assert!(mem::size_of::<sys::ibv_gid_entry>() == 32);
