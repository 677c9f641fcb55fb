//! How much a status says was received (MPI-5 §3.2.5, §5.1.11, §13.3).

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::Result;
use ferry_ctypes::{IntOut, MPI_Datatype};
use ferry_datatype::Datatype;
use ferry_runtime::Cx;

/// Stores what `measure` says of the bytes of `status`; `MPI_UNDEFINED` if they are no whole
/// number.
///
/// # Safety
/// ABI-1.
pub unsafe fn answer(
    cx: &Cx,
    status: *const Status,
    datatype: MPI_Datatype,
    count: IntOut,
    measure: impl FnOnce(&Datatype, u64) -> Option<u64>,
) -> Result<()> {
    // SAFETY: ABI-1, and the entry point has refused null.
    let bytes = unsafe { (*status).bytes() };
    let found = cx.with(|p| p.datatypes.get(datatype.0, "datatype").map(|datatype| measure(datatype, bytes)))?;
    let value = found.and_then(|found| i64::try_from(found).ok()).unwrap_or(mpi::MPI_UNDEFINED.into());
    count.set(value);
    Ok(())
}
