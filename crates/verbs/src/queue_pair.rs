//! Queue pairs and address handles. Safety arguments: crate `verbs`.

use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};
use std::sync::Arc;

use ferry_rdma::address::HOP_LIMIT;
use ferry_rdma::{
    Destination, Error, Path, QueuePairAttributes, QueuePairCapacity, QueuePairPlan, QueuePairState, ReceiveWork, Result,
    SendWork, Transport, state,
};
use ferry_verbs_sys as sys;

use crate::adapter::{Adapter, Domain};
use crate::extended::{self, ExtendedDomain};
use crate::post::{self, Datagram, SendLimits};
use crate::system::{self, done};
use crate::{completion, shared_receive};

/// A queue pair. What it needs lives as long as it does.
pub struct QueuePair {
    raw: NonNull<sys::ibv_qp>,
    transport: Transport,
    state: QueuePairState,
    capacity: QueuePairCapacity,
    domain: Arc<Domain>,
    _completions: Option<[Arc<completion::CompletionHandle>; 2]>,
    shared_receives: Option<Arc<shared_receive::SharedReceiveHandle>>,
    _extended: Option<Arc<extended::Held>>,
}

// SAFETY: VB-2.
unsafe impl Send for QueuePair {}
// SAFETY: VB-2.
unsafe impl Sync for QueuePair {}

impl QueuePair {
    pub(crate) fn new(domain: &Arc<Domain>, plan: &QueuePairPlan<'_, Adapter>) -> Result<QueuePair> {
        let completions = [Arc::clone(&plan.send_completions.queue), Arc::clone(&plan.receive_completions.queue)];
        let shared_receives = plan.shared_receives.map(|shared| Arc::clone(&shared.queue));
        let receives = plan.transport != Transport::XrcSend;
        let mut wanted = sys::ibv_qp_init_attr {
            qp_context: ptr::null_mut(),
            send_cq: completions[0].raw.as_ptr(),
            recv_cq: if receives { completions[1].raw.as_ptr() } else { ptr::null_mut() },
            srq: shared_receives.as_ref().map_or(ptr::null_mut(), |shared| shared.raw.as_ptr()),
            cap: raw_capacity(&if receives { plan.capacity } else { plan.capacity.without_receives() }),
            qp_type: plan.transport as sys::ibv_qp_type,
            sq_sig_all: 0,
        };
        // SAFETY: what the attributes name lives, and is held; destroyed in drop (VB-1).
        let create = || unsafe { domain.library().ibv_create_qp(domain.raw(), &mut wanted) };
        Ok(QueuePair {
            raw: system::made("ibv_create_qp", create)?,
            transport: plan.transport,
            state: QueuePairState::Reset,
            capacity: real_capacity(&wanted.cap),
            domain: Arc::clone(domain),
            _completions: Some(completions),
            shared_receives,
            _extended: None,
        })
    }

    /// The receiving end of an extended connection.
    pub(crate) fn receiving(domain: &Arc<Domain>, ExtendedDomain { held }: &ExtendedDomain) -> Result<QueuePair> {
        Ok(QueuePair {
            raw: extended::create_receiving_end(domain, held)?,
            transport: Transport::XrcReceive,
            state: QueuePairState::Reset,
            capacity: QueuePairCapacity::default(),
            domain: Arc::clone(domain),
            _completions: None,
            shared_receives: None,
            _extended: Some(Arc::clone(held)),
        })
    }

    /// Its kind.
    pub fn transport(&self) -> Transport {
        self.transport
    }

    fn may_send(&self, is_right: bool, what: &str) -> Result<()> {
        if !is_right {
            return Err(Error::Argument(format!("{:?} queue pair cannot post {what}", self.transport)));
        }
        self.may(
            matches!(
                self.state,
                QueuePairState::ReadyToSend
                    | QueuePairState::SendQueueDrained
                    | QueuePairState::SendQueueError
                    | QueuePairState::Error
            ),
            "send",
        )
    }

    #[inline]
    fn may(&self, allowed: bool, what: &str) -> Result<()> {
        if allowed {
            Ok(())
        } else {
            Err(Error::Argument(format!("queue pair in state {:?} takes no {what} requests", self.state)))
        }
    }

    fn post(&self, to: Option<Datagram>, works: &[SendWork<'_>]) -> Result<()> {
        let limits = SendLimits { segments: self.capacity.send_segments, inline_bytes: self.capacity.inline_bytes };
        // SAFETY: the queue pair lives (VB-1), the list is good until the call returns (VB-5);
        // memory: VB-3, VB-4.
        post::sends(limits, to, works, |list, bad| unsafe { sys::inline::ibv_post_send(self.raw.as_ptr(), list, bad) })
    }
}

impl Drop for QueuePair {
    fn drop(&mut self) {
        // SAFETY: VB-1. The device is done with its requests when this returns.
        let result = unsafe { self.domain.library().ibv_destroy_qp(self.raw.as_ptr()) };
        debug_assert_eq!(result, 0, "ibv_destroy_qp: {result}");
    }
}

impl ferry_rdma::QueuePair for QueuePair {
    type AddressHandle = AddressHandle;

    fn number(&self) -> u32 {
        // SAFETY: VB-1.
        unsafe { self.raw.as_ref().qp_num }
    }

    fn state(&self) -> QueuePairState {
        self.state
    }

    fn capacity(&self) -> QueuePairCapacity {
        self.capacity
    }

    fn modify(&mut self, attributes: &QueuePairAttributes) -> Result<()> {
        state::check(self.transport, self.state, attributes)?;
        let mut raw = raw_attributes(attributes);
        let mask = attributes.given().bits() as i32;
        // SAFETY: VB-1; the mask says which attributes are set.
        done("ibv_modify_qp", unsafe { self.domain.library().ibv_modify_qp(self.raw.as_ptr(), &mut raw, mask) })?;
        self.state = attributes.state;
        Ok(())
    }

    #[inline]
    fn post_send(&self, works: &[SendWork<'_>]) -> Result<()> {
        self.may_send(self.transport.sends_to_peer(), "requests to one peer")?;
        self.post(None, works)
    }

    #[inline]
    fn post_datagram(&self, to: Destination<'_, AddressHandle>, works: &[SendWork<'_>]) -> Result<()> {
        self.may_send(self.transport == Transport::Ud, "datagrams")?;
        let to = Datagram { handle: to.handle.raw.as_ptr(), queue_pair: to.queue_pair, queue_key: to.queue_key };
        self.post(Some(to), works)
    }

    #[inline]
    fn post_receive(&self, works: &[ReceiveWork<'_>]) -> Result<()> {
        let has_queue = self.shared_receives.is_none() && matches!(self.transport, Transport::Rc | Transport::Ud);
        self.may(self.state != QueuePairState::Reset && has_queue, "receive")?;
        // SAFETY: as in `post`.
        post::receives("ibv_post_recv", self.capacity.receive_segments, works, |list, bad| unsafe {
            sys::inline::ibv_post_recv(self.raw.as_ptr(), list, bad)
        })
    }
}

/// A way to another port, for datagrams. A request that names one has its contents (or the device's
/// own record of it) when the post returns, so that it may be dropped at any time.
pub struct AddressHandle {
    raw: NonNull<sys::ibv_ah>,
    domain: Arc<Domain>,
}

// SAFETY: VB-2.
unsafe impl Send for AddressHandle {}
// SAFETY: VB-2.
unsafe impl Sync for AddressHandle {}

impl AddressHandle {
    pub(crate) fn new(domain: &Arc<Domain>, path: &Path) -> Result<AddressHandle> {
        let mut attributes = raw_path(path);
        // SAFETY: the domain lives; destroyed in drop (VB-1).
        let create = || unsafe { domain.library().ibv_create_ah(domain.raw(), &mut attributes) };
        Ok(AddressHandle { raw: system::made("ibv_create_ah", create)?, domain: Arc::clone(domain) })
    }
}

impl Drop for AddressHandle {
    fn drop(&mut self) {
        // SAFETY: VB-1.
        let result = unsafe { self.domain.library().ibv_destroy_ah(self.raw.as_ptr()) };
        debug_assert_eq!(result, 0, "ibv_destroy_ah: {result}");
    }
}

fn raw_capacity(capacity: &QueuePairCapacity) -> sys::ibv_qp_cap {
    sys::ibv_qp_cap {
        max_send_wr: capacity.sends,
        max_recv_wr: capacity.receives,
        max_send_sge: capacity.send_segments,
        max_recv_sge: capacity.receive_segments,
        max_inline_data: capacity.inline_bytes,
    }
}

fn real_capacity(capacity: &sys::ibv_qp_cap) -> QueuePairCapacity {
    QueuePairCapacity {
        sends: capacity.max_send_wr,
        receives: capacity.max_recv_wr,
        send_segments: capacity.max_send_sge,
        receive_segments: capacity.max_recv_sge,
        inline_bytes: capacity.max_inline_data,
    }
}

/// Between flow labels of different ways, of which there are a few: adapters fold the 20 bits to a
/// source port, which differs as much.
const FLOW_LABEL_STEP: u32 = 0x5a5;

fn raw_path(path: &Path) -> sys::ibv_ah_attr {
    let on_lid = if path.lid == 0 { 0 } else { path.way };
    let grh = sys::ibv_global_route {
        dgid: sys::ibv_gid { raw: path.gid.0 },
        flow_label: u32::from(path.way) * FLOW_LABEL_STEP,
        sgid_index: path.gid_index,
        hop_limit: HOP_LIMIT,
        traffic_class: path.traffic_class,
    };
    sys::ibv_ah_attr {
        grh,
        // Ports have LIDs one after the other, as many as the subnet manager gives each.
        dlid: path.lid + u16::from(on_lid),
        sl: path.service_level,
        src_path_bits: on_lid,
        static_rate: 0,
        is_global: path.global.into(),
        port_num: path.port,
    }
}

fn raw_attributes(attributes: &QueuePairAttributes) -> sys::ibv_qp_attr {
    // SAFETY: integers, for which zeros are values.
    let mut raw: sys::ibv_qp_attr = unsafe { MaybeUninit::zeroed().assume_init() };
    raw.qp_state = attributes.state as u32;
    raw.pkey_index = attributes.partition_key.unwrap_or_default();
    raw.port_num = attributes.port.unwrap_or_default();
    raw.qp_access_flags = attributes.access.unwrap_or_default().bits();
    raw.qkey = attributes.queue_key.unwrap_or_default();
    if let Some(path) = &attributes.path {
        raw.ah_attr = raw_path(path);
    }
    raw.path_mtu = attributes.mtu.map_or(0, |mtu| mtu as u32);
    raw.dest_qp_num = attributes.peer.unwrap_or_default();
    raw.rq_psn = attributes.receive_sequence.unwrap_or_default();
    raw.sq_psn = attributes.send_sequence.unwrap_or_default();
    raw.max_dest_rd_atomic = attributes.reads_answered.unwrap_or_default();
    raw.max_rd_atomic = attributes.reads_outstanding.unwrap_or_default();
    raw.min_rnr_timer = attributes.receiver_not_ready_timer.unwrap_or_default();
    raw.timeout = attributes.timeout.unwrap_or_default();
    raw.retry_cnt = attributes.retries.unwrap_or_default();
    raw.rnr_retry = attributes.receiver_not_ready_retries.unwrap_or_default();
    raw.en_sqd_async_notify = attributes.notify_drained.unwrap_or_default().into();
    raw
}

const _: () = {
    use ferry_rdma::Attributes as A;
    assert!(Transport::Rc as u32 == sys::IBV_QPT_RC && Transport::Ud as u32 == sys::IBV_QPT_UD);
    assert!(Transport::XrcSend as u32 == sys::IBV_QPT_XRC_SEND && Transport::XrcReceive as u32 == sys::IBV_QPT_XRC_RECV);
    assert!(QueuePairState::Error as u32 == sys::IBV_QPS_ERR && QueuePairState::SendQueueDrained as u32 == sys::IBV_QPS_SQD);
    assert!(A::STATE.bits() == sys::IBV_QP_STATE && A::NOTIFY_DRAINED.bits() == sys::IBV_QP_EN_SQD_ASYNC_NOTIFY);
    assert!(A::ACCESS.bits() == sys::IBV_QP_ACCESS_FLAGS && A::PARTITION_KEY.bits() == sys::IBV_QP_PKEY_INDEX);
    assert!(A::PORT.bits() == sys::IBV_QP_PORT && A::QUEUE_KEY.bits() == sys::IBV_QP_QKEY && A::PATH.bits() == sys::IBV_QP_AV);
    assert!(A::MTU.bits() == sys::IBV_QP_PATH_MTU && A::TIMEOUT.bits() == sys::IBV_QP_TIMEOUT);
    assert!(A::RETRIES.bits() == sys::IBV_QP_RETRY_CNT && A::RECEIVER_NOT_READY_RETRIES.bits() == sys::IBV_QP_RNR_RETRY);
    assert!(A::RECEIVE_SEQUENCE.bits() == sys::IBV_QP_RQ_PSN && A::SEND_SEQUENCE.bits() == sys::IBV_QP_SQ_PSN);
    assert!(
        A::READS_OUTSTANDING.bits() == sys::IBV_QP_MAX_QP_RD_ATOMIC && A::READS_ANSWERED.bits() == sys::IBV_QP_MAX_DEST_RD_ATOMIC
    );
    assert!(A::RECEIVER_NOT_READY_TIMER.bits() == sys::IBV_QP_MIN_RNR_TIMER && A::PEER.bits() == sys::IBV_QP_DEST_QPN);
};
