//! Partitioned communication (MPI-5 chapter 4).

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::process::Process;
use ferry_core::request::Request;
use ferry_core::resilience::revoked;
use ferry_core::{Error, Result, bail, outcome};
use ferry_ctypes::{MPI_Info, MPI_Request, Out};
use ferry_datatype::Datatype;
use ferry_engine::partitioned::{MatchAddress, PartitionedReceive, PartitionedSend, Partitions, Refusal, Setup};
use ferry_runtime::Cx;

use crate::info;
use crate::p2p::message::{Arguments, buffer, check_send_tag, destination};
use crate::request::finished::{Callback, Finished};

/// What `MPI_Psend_init` and `MPI_Precv_init` have in common.
pub struct Init {
    /// The message.
    pub arguments: Arguments,
    /// In how many partitions.
    pub partitions: c_int,
    /// Hints.
    pub info: MPI_Info,
}

impl Init {
    /// Checks the arguments and names the data.
    ///
    /// # Safety
    /// ABI-1 for the buffer, whenever the request is active.
    unsafe fn prepare(&self, p: &mut Process) -> Result<(MatchAddress, Partitions)> {
        let Init { arguments, partitions, .. } = self;
        let comm = p.comms.find(arguments.comm.0, "comm")?;
        check_send_tag(arguments.tag)?;
        let peer = destination(comm, arguments.peer)?;
        let address = MatchAddress { peer, context: comm.context(), tag: arguments.tag, owner: arguments.comm.0 };
        let Some(count) = arguments.count.checked_mul(i64::from(*partitions)) else {
            bail!(
                MPI_ERR_COUNT,
                "arguments partitions and count are {partitions} and {}: more than 2^63 elements",
                arguments.count
            );
        };
        // SAFETY: as the caller promises.
        let whole = unsafe { buffer(p, &Arguments { count, ..*arguments })? };
        let basic_type = basic_type(p.datatypes.usable_for(count, arguments.datatype.0, "datatype")?);
        Ok((address, Partitions { whole, count: *partitions as u32, basic_type }))
    }

    fn check(&self, cx: &Cx) -> Result<()> {
        if self.partitions < 0 {
            bail!(MPI_ERR_ARG, "argument partitions is {}; it must be at least 0", self.partitions);
        }
        // Nothing is to be known about partitioned communication by now.
        info::hints(cx, self.info).map(drop)
    }

    /// Checks the arguments and makes a request for them: `new` says which.
    ///
    /// # Safety
    /// As [`Init::prepare`]; ABI-1 for `made`.
    pub unsafe fn make(
        &self,
        cx: &Cx,
        new: impl FnOnce(&mut Process, MatchAddress, Partitions) -> Request,
        made: Out<MPI_Request>,
    ) -> Result<()> {
        self.check(cx)?;
        let handle = cx.with(|p| {
            // SAFETY: as the caller promises.
            let (address, data) = unsafe { self.prepare(p)? };
            let request = new(p, address, data);
            Result::Ok(p.requests.insert(request))
        })?;
        made.set(MPI_Request(handle));
        Ok(())
    }
}

/// A number for the type of the data that both sides can compare: equal for types of the same
/// representation, 0 if it is several or bytes.
fn basic_type(datatype: &Datatype) -> u32 {
    use ferry_datatype::Primitive::*;
    let same = match datatype.primitive() {
        None | Some(Byte | Packed) => return 0,
        Some(Long) => I64,
        Some(UnsignedLong) => U64,
        Some(Char) => I8,
        Some(WideChar) => I32,
        Some(Bool) => U8,
        Some(other) => other,
    };
    same as u32 + 1
}

/// The send behind argument `request`.
fn sending(p: &mut Process, request: usize) -> Result<&mut PartitionedSend> {
    match p.requests.get_mut(request) {
        Some(Request::PartitionedSend(send)) => Ok(send),
        _ => {
            bail!(MPI_ERR_REQUEST, "argument request is {request:#x}; it must be a request of MPI_Psend_init that was not freed")
        }
    }
}

/// Declares partitions ready; none of them if one of them cannot be.
pub fn ready(cx: &Cx, request: MPI_Request, partitions: impl Iterator<Item = i64> + Clone, argument: &str) -> Result<()> {
    cx.advance(|p| {
        let send = sending(p, request.0)?;
        for partition in partitions.clone() {
            send.check(partition).map_err(|refusal| refused(refusal, argument, partition, send.partitions(), send.owner()))?;
        }
        let Process { requests, engine, .. } = p;
        if let Some(Request::PartitionedSend(send)) = requests.get_mut(request.0) {
            for partition in partitions {
                let readied = send.ready(engine, partition);
                readied.map_err(|refusal| refused(refusal, argument, partition, send.partitions(), send.owner()))?;
            }
            if send.has_pending() {
                // Partitions that were ready before go on while the program works on the next ones.
                p.progress();
            }
        }
        Ok(())
    })
}

/// The error of what the engine refused.
#[cold]
pub fn refused(refusal: Refusal, argument: &str, partition: i64, partitions: u32, comm: usize) -> Error {
    let (class, text) = match refusal {
        Refusal::Revoked => return revoked().on(comm),
        Refusal::Active => (mpi::MPI_ERR_REQUEST, "argument request is active; wait for it before starting it again".to_owned()),
        Refusal::Inactive => (mpi::MPI_ERR_REQUEST, "argument request is not active; start it with MPI_Start first".to_owned()),
        Refusal::OutOfRange => {
            let range = if partitions == 0 {
                "the request has none".to_owned()
            } else {
                format!("it must be between 0 and {}", partitions - 1)
            };
            (mpi::MPI_ERR_ARG, format!("argument {argument} is {partition}; {range}"))
        }
        Refusal::Ready => (
            mpi::MPI_ERR_ARG,
            format!("argument {argument} is {partition}, a partition that was declared ready before in this round"),
        ),
    };
    Error::new(class, text).on(comm)
}

/// Starts a round of a send.
pub fn begin_send(p: &mut Process, request: usize) -> Result<()> {
    sending(p, request)?;
    let Process { requests, engine, .. } = p;
    let Some(Request::PartitionedSend(send)) = requests.get_mut(request) else { return Ok(()) };
    send.start(engine).map_err(|refusal| refused(refusal, "", 0, 0, send.owner()))
}

/// Starts a round of a receive.
pub fn begin_receive(p: &mut Process, request: usize) -> Result<()> {
    let Process { requests, engine, .. } = p;
    let Some(Request::PartitionedReceive(receive)) = requests.get_mut(request) else { return Ok(()) };
    receive.start(engine).map_err(|refusal| refused(refusal, "", 0, 0, receive.owner()))?;
    if receive.is_waiting_for_sender() {
        p.go_on_later(request);
    }
    Ok(())
}

/// Ends the round of a send if it is complete.
pub fn finish_send(p: &mut Process, request: usize) -> Option<Finished> {
    let Some(Request::PartitionedSend(send)) = p.requests.get(request) else { return None };
    if !send.is_complete(&p.engine) {
        return None;
    }
    let finished = peek_send(p, send);
    let Process { requests, engine, .. } = p;
    if let Some(Request::PartitionedSend(send)) = requests.get_mut(request) {
        send.finish(engine);
    }
    Some(finished.of_persistent())
}

/// What [`finish_send`] would say of one that is complete.
pub fn peek_send(p: &Process, send: &PartitionedSend) -> Finished {
    let outcome = if send.is_active() { send.outcome(&p.engine) } else { None };
    Finished::failed(Status::empty(), outcome.and_then(|outcome| outcome::failure(p, send.owner(), &outcome, false)))
}

/// Ends the round of a receive if it is complete.
pub fn finish_receive(p: &mut Process, request: usize) -> Option<Finished> {
    let Some(Request::PartitionedReceive(receive)) = p.requests.get(request) else { return None };
    if !receive.is_complete(&p.engine) {
        return None;
    }
    let finished = peek_receive(p, receive);
    let Process { requests, engine, .. } = p;
    if let Some(Request::PartitionedReceive(receive)) = requests.get_mut(request) {
        receive.finish(engine);
    }
    Some(finished.of_persistent())
}

/// What [`finish_receive`] would say of one that is complete.
pub fn peek_receive(p: &Process, receive: &PartitionedReceive) -> Finished {
    if !receive.is_active() {
        return Finished::with(Status::empty());
    }
    let Some(outcome) = receive.outcome(&p.engine) else { return Finished::with(Status::null_process()) };
    let status = outcome::status(p, receive.owner(), &outcome);
    let failure = outcome::failure(p, receive.owner(), &outcome, true);
    Finished::failed(status, failure.or_else(|| receive.mismatch().map(|setup| mismatch(receive, &setup))))
}

/// Refuses to look for partitions that do not come any more.
pub fn refuse_failed(p: &Process, request: usize) -> Result<()> {
    match p.requests.get(request) {
        Some(Request::PartitionedReceive(receive)) if receive.is_active() => {
            let outcome = receive.outcome(&p.engine);
            outcome.and_then(|outcome| outcome::failure(p, receive.owner(), &outcome, true)).map_or(Ok(()), Err)
        }
        _ => Ok(()),
    }
}

#[cold]
fn mismatch(receive: &PartitionedReceive, setup: &Setup) -> Error {
    let (sent, taken) = (setup.bytes(), receive.bytes());
    let Setup { partitions, partition_bytes, .. } = setup;
    let shapes = format!(
        "the sender has {partitions} partitions of {partition_bytes} bytes, the receiver {} partitions",
        receive.partitions()
    );
    let (class, text) = match sent.cmp(&taken) {
        std::cmp::Ordering::Equal => (
            mpi::MPI_ERR_TYPE,
            format!("{shapes}; both are {sent} bytes, but of different types: use matching datatypes on both sides"),
        ),
        order => {
            let class = if order.is_gt() { mpi::MPI_ERR_TRUNCATE } else { mpi::MPI_ERR_COUNT };
            (class, format!("{shapes}: {sent} bytes are sent and {taken} received; both sides must agree"))
        }
    };
    Error::new(class, text).on(receive.owner())
}

/// Frees a request that is inactive or complete. The error of a round that was not waited for is
/// what freeing it returns.
pub fn free(p: &mut Process, request: usize) -> Result<Option<Callback>> {
    let owner = match p.requests.get(request) {
        Some(Request::PartitionedSend(send)) => send.owner(),
        Some(Request::PartitionedReceive(receive)) => receive.owner(),
        _ => return Ok(None),
    };
    let Some(finished) = finish_send(p, request).or_else(|| finish_receive(p, request)) else {
        let text =
            "argument request is that of partitioned communication, which cannot be freed while it is active; wait for it first";
        return Err(Error::new(mpi::MPI_ERR_REQUEST, text).on(owner));
    };
    if let Some(Request::PartitionedReceive(receive)) = p.requests.remove(request) {
        receive.release(&mut p.engine);
    }
    Ok(finished.error.map(|error| -> Callback { Box::new(|_, _| Err(error)) }))
}

/// The error of `MPI_Cancel`.
#[cold]
pub fn not_cancellable(comm: usize) -> Error {
    let text = "argument request is that of partitioned communication, which cannot be cancelled; wait for it";
    Error::new(mpi::MPI_ERR_REQUEST, text).on(comm)
}
