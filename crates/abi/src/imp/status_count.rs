//! How much a status says was received (MPI-5 §3.2.5, §5.1.11, §13.3).

use ferry_calls::datatype::status_count::answer;
use ferry_constants::Status;
use ferry_core::{Result, bail};
use ferry_ctypes::{IntOut, MPI_Datatype, Out};
use ferry_datatype::Datatype;
use ferry_runtime::Cx;

pub(crate) unsafe fn get_count(cx: &Cx, status: *const Status, datatype: MPI_Datatype, count: IntOut) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { answer(cx, status, datatype, count, Datatype::count_in) }
}

pub(crate) unsafe fn get_elements(cx: &Cx, status: *const Status, datatype: MPI_Datatype, count: IntOut) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { answer(cx, status, datatype, count, Datatype::elements_in) }
}

pub(crate) unsafe fn get_elements_x(cx: &Cx, status: *const Status, datatype: MPI_Datatype, count: Out<i64>) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { get_elements(cx, status, datatype, IntOut::Long(count)) }
}

pub(crate) unsafe fn status_set_elements(cx: &Cx, status: *mut Status, datatype: MPI_Datatype, count: i64) -> Result<()> {
    let bytes = cx.with(|p| p.datatypes.get(datatype.0, "datatype").map(|found| found.bytes_of_elements(count as u64)))?;
    let Some(bytes) = bytes else {
        bail!(MPI_ERR_COUNT, "argument count is {count}; the datatype has not so many basic elements in 2^63 bytes");
    };
    // SAFETY: ABI-1.
    unsafe { (*status).set_bytes(bytes) };
    Ok(())
}

pub(crate) unsafe fn status_set_elements_x(cx: &Cx, status: *mut Status, datatype: MPI_Datatype, count: i64) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { status_set_elements(cx, status, datatype, count) }
}
