//! Completing one of several requests, some or all of them (MPI-5 §3.7.5).

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::diagnosis::Awaited;
use ferry_core::process::Process;
use ferry_core::{Error, Result};
use ferry_ctypes::{MPI_Request, Out};
use ferry_runtime::Cx;

use crate::p2p::message::{store, store_empty};
use crate::request;
use crate::request::completion::deliver;
use crate::request::finished::Finished;
use crate::request::state::{finish, is_active, is_complete, refuse_miss_within};

/// As [`deliver`], with the error code in the status, as functions on several requests do.
///
/// # Safety
/// ABI-1 for both pointers.
pub unsafe fn deliver_of_several(finished: &Finished, request: Out<MPI_Request>, status: *mut Status) {
    // SAFETY: as the caller promises.
    unsafe {
        deliver(finished, request, status);
        if !status.is_null() {
            (*status).error = finished.error.as_ref().map_or(mpi::MPI_SUCCESS, Error::class);
        }
    }
}

/// Element `index` of an array of statuses that may be `MPI_STATUSES_IGNORE`.
pub fn status_at(statuses: *mut Status, index: usize) -> *mut Status {
    if statuses.is_null() { statuses } else { statuses.wrapping_add(index) }
}

/// # Safety
/// ABI-1 for `status`.
pub unsafe fn store_error(status: *mut Status, class: c_int) {
    if !status.is_null() {
        // SAFETY: as the caller promises.
        unsafe { (*status).error = class };
    }
}

/// Several requests of a call.
#[derive(Clone, Copy)]
pub struct Several {
    requests: *mut MPI_Request,
    count: usize,
}

/// Names the element of the array that an error about a request is about.
#[cold]
pub fn of_element(error: Error, index: usize) -> Error {
    let element = format!("array_of_requests[{index}]");
    let text = match error.message().strip_prefix("argument request ") {
        Some(rest) => format!("argument {element} {rest}"),
        None => format!("{element}: {}", error.message()),
    };
    let named = Error::new(error.class(), text);
    match error.comm() {
        Some(comm) => named.on(comm),
        None => named,
    }
}

impl Several {
    /// `count` requests of a call.
    ///
    /// # Errors
    /// `MPI_ERR_COUNT` for a negative count, `MPI_ERR_ARG` for a null pointer.
    ///
    /// # Safety
    /// ABI-2, as long as the result or a copy of it is used.
    pub unsafe fn new(cx: &Cx, requests: *mut MPI_Request, count: c_int) -> Result<Self> {
        cx.count(i64::from(count), "count")?;
        if count > 0 {
            cx.non_null(requests, "array_of_requests")?;
        }
        Ok(Several { requests, count: count as usize })
    }

    /// How many they are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The requests from `index` on.
    pub fn rest(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        // SAFETY: ABI-2, as whoever made this promised.
        (index..self.count).map(|index| unsafe { self.handle(index) })
    }

    /// A wait for any of them.
    pub fn awaited(&self, p: &Process) -> Awaited {
        Awaited::any(self.rest(0).filter(|request| is_active(p, *request)))
    }

    /// # Safety
    /// ABI-2, `index < count`.
    #[inline(always)]
    pub unsafe fn at(&self, index: usize) -> Out<MPI_Request> {
        debug_assert!(index < self.count);
        // SAFETY: as the caller promises.
        unsafe { Out::at(self.requests.add(index)) }
    }

    /// # Safety
    /// As [`Several::at`].
    #[inline(always)]
    pub unsafe fn handle(&self, index: usize) -> usize {
        // SAFETY: as the caller promises.
        unsafe { (*self.requests.add(index)).0 }
    }

    /// Ends simple requests from index `from` on as long as they are complete and went well: the
    /// index of the first that is not, or the count.
    ///
    /// # Safety
    /// ABI-2 for `statuses`.
    pub unsafe fn sweep(&self, p: &mut Process, from: usize, statuses: *mut Status) -> usize {
        for index in from..self.count {
            // SAFETY: as the caller promises.
            unsafe {
                let Some(status) = request::state::finish_simple(p, self.handle(index), !statuses.is_null()) else {
                    return index;
                };
                self.at(index).set(MPI_Request::NULL);
                if let Some(status) = status {
                    let to = statuses.add(index);
                    store(to, status);
                    (*to).error = mpi::MPI_SUCCESS;
                }
            }
        }
        self.count
    }

    /// Whether all are complete.
    pub fn all_complete(&self, p: &Process) -> Result<bool> {
        for index in 0..self.count {
            // SAFETY: ABI-2, as whoever made this promised.
            let handle = unsafe { self.handle(index) };
            let is_over = is_complete(p, handle).map_err(|error| of_element(error, index))?;
            // One that may wait for the dead is reported.
            if !is_over && refuse_miss_within(p, handle).is_ok() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The first complete active request of those, ended.
    pub fn finish_any(&self, p: &mut Process) -> Result<Option<Any>> {
        let mut has_active = false;
        for index in 0..self.count {
            // SAFETY: ABI-2, as whoever made this promised.
            let handle = unsafe { self.handle(index) };
            if !is_active(p, handle) {
                continue;
            }
            has_active = true;
            if let Some(finished) = finish(p, handle).map_err(|error| of_element(error, index))? {
                return Ok(Some(Any::Finished(index, finished)));
            }
        }
        Ok((!has_active).then_some(Any::NoneActive))
    }

    /// Ends every complete active request; `None` if some are active but none is complete.
    pub fn finish_some(&self, p: &mut Process) -> Result<Option<Vec<(usize, Finished)>>> {
        let mut has_active = false;
        let mut finished = Vec::new();
        for index in 0..self.count {
            // SAFETY: ABI-2, as whoever made this promised.
            let handle = unsafe { self.handle(index) };
            if !is_active(p, handle) {
                continue;
            }
            has_active = true;
            match finish(p, handle) {
                Ok(one) => finished.extend(one.map(|one| (index, one))),
                // What is ended is reported first; the next call comes upon this one again.
                Err(_) if !finished.is_empty() => break,
                Err(error) => return Err(of_element(error, index)),
            }
        }
        Ok((!has_active || !finished.is_empty()).then_some(finished))
    }
}

/// What looking for any complete request found.
pub enum Any {
    /// That at an index, which is ended.
    Finished(usize, Finished),
    /// None of them means anything.
    NoneActive,
}

/// The error of a call on several requests, of which that at an index failed first: the statuses
/// tell which did.
pub fn in_status(first: Option<(usize, Error)>) -> Result<()> {
    match first {
        None => Ok(()),
        Some((index, error)) => {
            let error = of_element(error, index);
            let wrapped = Error::new(mpi::MPI_ERR_IN_STATUS, format!("a request failed, see the statuses; {}", error.message()));
            Err(match error.comm() {
                Some(comm) => wrapped.on(comm),
                None => wrapped,
            })
        }
    }
}

/// # Safety
/// ABI-1 and ABI-2.
pub unsafe fn deliver_any(cx: &Cx, any: Any, several: &Several, indx: Out<c_int>, status: *mut Status) -> Result<()> {
    match any {
        Any::NoneActive => {
            // SAFETY: as the caller promises.
            unsafe {
                indx.set(mpi::MPI_UNDEFINED);
                store_empty(status);
            }
            Ok(())
        }
        Any::Finished(index, finished) => {
            let finished = finished.conclude(cx);
            // SAFETY: as the caller promises.
            unsafe {
                indx.set(index as c_int);
                deliver(&finished, several.at(index), status);
            }
            finished.error.map_or(Ok(()), |error| Err(of_element(error, index)))
        }
    }
}

/// # Safety
/// ABI-1 and ABI-2.
pub unsafe fn deliver_some(
    cx: &Cx,
    some: Vec<(usize, Finished)>,
    several: &Several,
    outcount: Out<c_int>,
    indices: *mut c_int,
    statuses: *mut Status,
) -> Result<()> {
    let is_nothing_active = some.is_empty();
    if !is_nothing_active {
        cx.non_null(indices, "array_of_indices")?;
    }
    let mut first_error = None;
    // SAFETY: as the caller promises; there are at most `count` entries.
    unsafe {
        outcount.set(if is_nothing_active { mpi::MPI_UNDEFINED } else { some.len() as c_int });
        for (place, (index, finished)) in some.into_iter().enumerate() {
            let finished = finished.conclude(cx);
            *indices.add(place) = index as c_int;
            deliver_of_several(&finished, several.at(index), status_at(statuses, place));
            first_error = first_error.or(finished.error.map(|error| (index, error)));
        }
    }
    in_status(first_error)
}

/// Waits for all of several requests.
///
/// # Errors
/// As [`in_status`] says, or why a request cannot be waited for.
///
/// # Safety
/// ABI-2 for the requests and `statuses`.
pub unsafe fn wait_for_all(cx: &Cx, several: Several, statuses: *mut Status) -> Result<()> {
    let mut first_error = None;
    let mut index = 0;
    loop {
        // SAFETY: as the caller promises.
        index = cx.with(|p| unsafe { several.sweep(p, index, statuses) });
        if index == several.count() {
            break;
        }
        // SAFETY: as the caller promises.
        let handle = unsafe { several.handle(index) };
        let finished = cx.block_on(&mut (), |_, p| finish(p, handle).transpose(), |_, _| Awaited::all(several.rest(index)));
        let finished = match finished {
            Ok(finished) => finished.conclude(cx),
            // The request stays, and the others are waited for.
            Err(error) if error.class() == mpi::MPIX_ERR_PROC_FAILED_PENDING => {
                // SAFETY: as the caller promises.
                unsafe { store_error(status_at(statuses, index), error.class()) };
                first_error = first_error.or(Some((index, error)));
                index += 1;
                continue;
            }
            Err(error) => return Err(of_element(error, index)),
        };
        // SAFETY: as the caller promises.
        unsafe { deliver_of_several(&finished, several.at(index), status_at(statuses, index)) };
        first_error = first_error.or(finished.error.map(|error| (index, error)));
        index += 1;
    }
    in_status(first_error)
}
