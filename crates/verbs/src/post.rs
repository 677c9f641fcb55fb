//! Work requests in the form of the C interface: linked lists on the stack, posted [`POST_BATCH`]
//! at a time with one doorbell. Safety arguments: crate `verbs`, VB-3 to VB-5.

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::ptr;

use ferry_rdma::traits::POST_BATCH;
use ferry_rdma::work::INLINE_SLICES;
use ferry_rdma::{Error, Operation, Payload, ReceiveWork, Request, Result, Segment, SendWork};
use ferry_verbs_sys as sys;

use crate::system;

const _: () = assert!(size_of::<Segment>() == size_of::<sys::ibv_sge>() && align_of::<Segment>() == align_of::<sys::ibv_sge>());
const _: () = assert!(std::mem::offset_of!(Segment, len) == std::mem::offset_of!(sys::ibv_sge, length));
const _: () = assert!(std::mem::offset_of!(Segment, key) == std::mem::offset_of!(sys::ibv_sge, lkey));

/// What a queue pair allows of a send request.
#[derive(Clone, Copy)]
pub struct SendLimits {
    pub segments: u32,
    pub inline_bytes: u32,
}

/// Where a datagram goes.
#[derive(Clone, Copy)]
pub struct Datagram {
    pub handle: *mut sys::ibv_ah,
    pub queue_pair: u32,
    pub queue_key: u32,
}

/// Pieces of inline data of one request.
type InlineList = [MaybeUninit<sys::ibv_sge>; INLINE_SLICES];

/// Posts `works` through `post`, which gets a list and a place for the first request that failed,
/// and returns an error number.
#[inline]
pub fn sends(
    limits: SendLimits,
    to: Option<Datagram>,
    works: &[SendWork<'_>],
    mut post: impl FnMut(*mut sys::ibv_send_wr, *mut *mut sys::ibv_send_wr) -> c_int,
) -> Result<()> {
    let mut posted = 0;
    for batch in works.chunks(POST_BATCH) {
        let mut list = [const { MaybeUninit::<sys::ibv_send_wr>::uninit() }; POST_BATCH];
        let mut inline = [const { [const { MaybeUninit::uninit() }; INLINE_SLICES] }; POST_BATCH];
        let first = list.as_mut_ptr().cast::<sys::ibv_send_wr>();
        for (index, (work, inline)) in batch.iter().zip(&mut inline).enumerate() {
            let mut request = send_request(limits, to, work, inline)?;
            if index + 1 < batch.len() {
                request.next = first.wrapping_add(index + 1);
            }
            list[index].write(request);
        }
        let mut bad = ptr::null_mut();
        match post(first, &mut bad) {
            0 => posted += batch.len(),
            number => return Err(refused("ibv_post_send", number, posted + position(first, bad, batch.len()))),
        }
    }
    Ok(())
}

/// The same for receives of up to `segments` segments.
#[inline]
pub fn receives(
    call: &'static str,
    segments: u32,
    works: &[ReceiveWork<'_>],
    mut post: impl FnMut(*mut sys::ibv_recv_wr, *mut *mut sys::ibv_recv_wr) -> c_int,
) -> Result<()> {
    let mut posted = 0;
    for batch in works.chunks(POST_BATCH) {
        let mut list = [const { MaybeUninit::<sys::ibv_recv_wr>::uninit() }; POST_BATCH];
        let first = list.as_mut_ptr().cast::<sys::ibv_recv_wr>();
        for (index, work) in batch.iter().enumerate() {
            let (sg_list, num_sge) = segment_list(segments, work.segments)?;
            let next = if index + 1 < batch.len() { first.wrapping_add(index + 1) } else { ptr::null_mut() };
            let wr_id = work.id.with_operation(Operation::Receive);
            list[index].write(sys::ibv_recv_wr { wr_id, next, sg_list, num_sge });
        }
        let mut bad = ptr::null_mut();
        match post(first, &mut bad) {
            0 => posted += batch.len(),
            number => return Err(refused(call, number, posted + position(first, bad, batch.len()))),
        }
    }
    Ok(())
}

/// How many requests of a list were posted before the one at `bad`.
fn position<T>(first: *mut T, bad: *mut T, len: usize) -> usize {
    let distance = bad.addr().wrapping_sub(first.addr()) / size_of::<T>();
    if bad.is_null() { 0 } else { distance.min(len) }
}

#[cold]
fn refused(call: &'static str, number: c_int, posted: usize) -> Error {
    if number.abs() == libc::ENOMEM { Error::QueueFull { posted } } else { system::error(call, number) }
}

fn segment_list(most: u32, segments: &[Segment]) -> Result<(*mut sys::ibv_sge, c_int)> {
    if segments.len() > most as usize {
        return Err(Error::Limit { what: "segments", asked: segments.len() as u64, most: most.into() });
    }
    // The same layout (asserted above); the list is only read.
    Ok((segments.as_ptr().cast_mut().cast(), segments.len() as c_int))
}

#[inline]
fn send_request(
    limits: SendLimits,
    to: Option<Datagram>,
    work: &SendWork<'_>,
    inline: &mut InlineList,
) -> Result<sys::ibv_send_wr> {
    let mut send_flags = 0;
    for (set, flag) in
        [(work.signalled, sys::IBV_SEND_SIGNALED), (work.solicited, sys::IBV_SEND_SOLICITED), (work.fenced, sys::IBV_SEND_FENCE)]
    {
        send_flags |= if set { flag } else { 0 };
    }
    let (sg_list, num_sge) = match work.payload {
        Payload::Segments(segments) => segment_list(limits.segments, segments)?,
        Payload::Inline(slices) => {
            send_flags |= sys::IBV_SEND_INLINE;
            inline_list(limits, work.request.operation(), slices, inline)?
        }
    };
    let (opcode, immediate) = opcode(&work.request);
    Ok(sys::ibv_send_wr {
        wr_id: work.id.with_operation(work.request.operation()),
        next: ptr::null_mut(),
        sg_list,
        num_sge,
        opcode,
        send_flags,
        __bindgen_anon_1: sys::ibv_send_wr__bindgen_ty_1 { imm_data: immediate.to_be() },
        wr: target(&work.request, to)?,
        qp_type: sys::ibv_send_wr__bindgen_ty_3 {
            xrc: sys::ibv_send_wr__bindgen_ty_3__bindgen_ty_1 { remote_srqn: work.to_queue },
        },
        // SAFETY: integers and pointers, of no meaning for these operations.
        __bindgen_anon_2: unsafe { MaybeUninit::zeroed().assume_init() },
    })
}

fn inline_list(
    limits: SendLimits,
    operation: Operation,
    slices: &[&[u8]],
    list: &mut InlineList,
) -> Result<(*mut sys::ibv_sge, c_int)> {
    let bytes: usize = slices.iter().map(|slice| slice.len()).sum();
    if bytes > limits.inline_bytes as usize {
        return Err(Error::Limit { what: "inline bytes", asked: bytes as u64, most: limits.inline_bytes.into() });
    }
    let most = limits.segments.min(INLINE_SLICES as u32);
    if slices.len() > most as usize {
        return Err(Error::Limit { what: "pieces of inline data", asked: slices.len() as u64, most: most.into() });
    }
    if !matches!(operation, Operation::Send | Operation::Write) {
        return Err(Error::Argument(format!("inline data cannot go with {operation}: they are for sends and RDMA writes")));
    }
    for (entry, slice) in list.iter_mut().zip(slices) {
        let addr = slice.as_ptr().expose_provenance() as u64;
        entry.write(sys::ibv_sge { addr, length: slice.len() as u32, lkey: 0 });
    }
    Ok((list.as_mut_ptr().cast(), slices.len() as c_int))
}

#[inline]
fn opcode(request: &Request) -> (sys::ibv_wr_opcode, u32) {
    match *request {
        Request::Send { immediate: None } => (sys::IBV_WR_SEND, 0),
        Request::Send { immediate: Some(data) } => (sys::IBV_WR_SEND_WITH_IMM, data),
        Request::Write { immediate: None, .. } => (sys::IBV_WR_RDMA_WRITE, 0),
        Request::Write { immediate: Some(data), .. } => (sys::IBV_WR_RDMA_WRITE_WITH_IMM, data),
        Request::Read { .. } => (sys::IBV_WR_RDMA_READ, 0),
        Request::CompareSwap { .. } => (sys::IBV_WR_ATOMIC_CMP_AND_SWP, 0),
        Request::FetchAdd { .. } => (sys::IBV_WR_ATOMIC_FETCH_AND_ADD, 0),
    }
}

#[inline]
fn target(request: &Request, to: Option<Datagram>) -> Result<sys::ibv_send_wr__bindgen_ty_2> {
    use sys::{
        ibv_send_wr__bindgen_ty_2 as Target, ibv_send_wr__bindgen_ty_2__bindgen_ty_1 as Rdma,
        ibv_send_wr__bindgen_ty_2__bindgen_ty_2 as Atomic, ibv_send_wr__bindgen_ty_2__bindgen_ty_3 as Ud,
    };
    if let Some(Datagram { handle, queue_pair, queue_key }) = to {
        return match request {
            Request::Send { .. } => Ok(Target { ud: Ud { ah: handle, remote_qpn: queue_pair, remote_qkey: queue_key } }),
            other => Err(Error::Argument(format!("a datagram cannot be a {}: only a send", other.operation()))),
        };
    }
    Ok(match *request {
        Request::Send { .. } => Target { rdma: Rdma { remote_addr: 0, rkey: 0 } },
        Request::Write { to: memory, .. } | Request::Read { from: memory } => {
            Target { rdma: Rdma { remote_addr: memory.address, rkey: memory.key.0 } }
        }
        Request::CompareSwap { at, compare, swap } => {
            Target { atomic: Atomic { remote_addr: at.address, compare_add: compare, swap, rkey: at.key.0 } }
        }
        Request::FetchAdd { at, add } => {
            Target { atomic: Atomic { remote_addr: at.address, compare_add: add, swap: 0, rkey: at.key.0 } }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_rdma::{LocalKey, RemoteKey, RemoteMemory, WorkId};

    const LIMITS: SendLimits = SendLimits { segments: 2, inline_bytes: 8 };

    fn segment(address: u64) -> Segment {
        Segment { address, len: 16, key: LocalKey(9) }
    }

    /// Walks a list as a provider does; ids, operation codes and flags of its requests.
    fn walk(mut request: *mut sys::ibv_send_wr) -> Vec<(u64, u32, u32)> {
        let mut seen = Vec::new();
        // SAFETY: called while the list is being posted (VB-5).
        while let Some(one) = unsafe { request.as_ref() } {
            seen.push((WorkId::split(one.wr_id).0.value(), one.opcode, one.send_flags));
            request = one.next;
        }
        seen
    }

    fn send(id: u64) -> SendWork<'static> {
        SendWork::new(WorkId::new(id), Request::Send { immediate: None }, Payload::Segments(&[]))
    }

    #[test]
    fn a_long_list_goes_out_in_batches_in_order() {
        let works: Vec<SendWork<'_>> = (0..40).map(send).collect();
        let (mut ids, mut doorbells) = (Vec::new(), 0);
        sends(LIMITS, None, &works, |list, _| {
            doorbells += 1;
            ids.extend(walk(list).iter().map(|seen| seen.0));
            0
        })
        .expect("all posted");
        assert_eq!((ids, doorbells), ((0..40).collect(), 3));
    }

    #[test]
    fn a_full_queue_says_how_many_were_posted() {
        let works: Vec<SendWork<'_>> = (0..20).map(send).collect();
        for number in [libc::ENOMEM, -libc::ENOMEM] {
            let mut calls = 0;
            let result = sends(LIMITS, None, &works, |list, bad| {
                calls += 1;
                // SAFETY: `bad` is a place for a pointer; the second batch's third request fails.
                unsafe { *bad = list.wrapping_add(2) };
                if calls == 2 { number } else { 0 }
            });
            assert_eq!(result, Err(Error::QueueFull { posted: POST_BATCH + 2 }));
        }
    }

    #[test]
    fn requests_are_translated_whole() {
        let to = RemoteMemory { address: 0x1000, key: RemoteKey(5) };
        let segments = [segment(0x10), segment(0x20)];
        let request = Request::Write { to, immediate: Some(0x0102_0304) };
        let work =
            SendWork { fenced: true, ..SendWork::new(WorkId::new(3), request, Payload::Segments(&segments)).unsignalled() }
                .to_queue(9);
        sends(LIMITS, None, &[work], |list, _| {
            // SAFETY: as in `walk`; the union holds what the operation says.
            unsafe {
                let one = &*list;
                assert_eq!((one.opcode, one.send_flags), (sys::IBV_WR_RDMA_WRITE_WITH_IMM, sys::IBV_SEND_FENCE));
                assert_eq!((one.wr.rdma.remote_addr, one.wr.rdma.rkey), (0x1000, 5));
                assert_eq!(one.__bindgen_anon_1.imm_data.to_ne_bytes(), [1, 2, 3, 4], "network order");
                assert_eq!(one.qp_type.xrc.remote_srqn, 9);
                let second = &*one.sg_list.add(1);
                assert_eq!((one.num_sge, second.addr, second.length, second.lkey), (2, 0x20, 16, 9));
            }
            0
        })
        .expect("posted");
    }

    #[test]
    fn inline_data_are_named_by_their_addresses() {
        let (head, tail) = ([1u8, 2], [3u8]);
        let slices: [&[u8]; 2] = [&head, &tail];
        let work = SendWork::new(WorkId::new(0), Request::Send { immediate: None }, Payload::Inline(&slices));
        sends(LIMITS, None, &[work], |list, _| {
            // SAFETY: as in `walk`.
            let (flags, pieces) = unsafe { ((*list).send_flags, std::slice::from_raw_parts((*list).sg_list, 2)) };
            assert_eq!(flags & sys::IBV_SEND_INLINE, sys::IBV_SEND_INLINE);
            assert_eq!((pieces[0].addr, pieces[1].length), (head.as_ptr().addr() as u64, 1));
            0
        })
        .expect("posted");
    }

    #[test]
    fn what_a_queue_pair_cannot_hold_is_refused_before_the_device_sees_it() {
        let refuse = |work: SendWork<'_>, to| sends(LIMITS, to, &[work], |_, _| panic!("posted")).expect_err("refused");
        let request = Request::Send { immediate: None };
        let three = [segment(0); 3];
        assert!(matches!(
            refuse(SendWork::new(WorkId::new(0), request, Payload::Segments(&three)), None),
            Error::Limit { what: "segments", asked: 3, most: 2 }
        ));
        let long: &[&[u8]] = &[&[0; 9]];
        assert!(matches!(
            refuse(SendWork::new(WorkId::new(0), request, Payload::Inline(long)), None),
            Error::Limit { what: "inline bytes", asked: 9, most: 8 }
        ));
        let read = Request::Read { from: RemoteMemory::default() };
        assert!(matches!(refuse(SendWork::new(WorkId::new(0), read, Payload::Inline(&[&[0]])), None), Error::Argument(_)));
        let nowhere = Datagram { handle: ptr::null_mut(), queue_pair: 1, queue_key: 1 };
        assert!(matches!(refuse(SendWork::new(WorkId::new(0), read, Payload::Segments(&[])), Some(nowhere)), Error::Argument(_)));
    }

    #[test]
    fn receives_are_linked_and_marked() {
        let segments = [segment(1)];
        let works: Vec<_> = (0..3).map(|id| ReceiveWork { id: WorkId::new(id), segments: &segments }).collect();
        receives("test", 1, &works, |mut list, _| {
            let mut ids = Vec::new();
            // SAFETY: as in `walk`.
            while let Some(one) = unsafe { list.as_ref() } {
                ids.push(WorkId::split(one.wr_id));
                list = one.next;
            }
            assert_eq!(ids, [0, 1, 2].map(|id| (WorkId::new(id), Operation::Receive)));
            0
        })
        .expect("posted");
        assert!(receives("test", 0, &works, |_, _| panic!("posted")).is_err());
    }
}
