//! Packing and unpacking, native and `external32` (MPI-5 §5.2, §5.3).

use std::ffi::{c_char, c_void};

use ferry_calls::datatype::pack::{
    IN, OUT, Packed, both_sizes, bytes, check_comm, check_data, check_representation, too_large, usable,
};
use ferry_core::Result;
use ferry_ctypes::{InOut, IntInOut, IntOut, MPI_Comm, MPI_Datatype, Out};
use ferry_kernels as kernels;
use ferry_runtime::Cx;

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn pack(
    cx: &Cx,
    inbuf: *const c_void,
    incount: i64,
    datatype: MPI_Datatype,
    outbuf: *mut c_void,
    outsize: i64,
    position: IntInOut,
    comm: MPI_Comm,
) -> Result<()> {
    check_comm(cx, comm)?;
    let datatype = usable(cx, incount, datatype)?;
    let len = bytes(datatype.packed_size(incount as u64), "incount", incount)?;
    check_data(&datatype, "inbuf", inbuf, len)?;
    // SAFETY: ABI-1; `after` has made sure that `len` bytes fit in the packed buffer.
    unsafe {
        let packed = Packed { buffer: outbuf, size: outsize, position: position.get(), names: &OUT };
        let after = packed.after(len)?;
        kernels::pack(&datatype, incount as u64, inbuf.cast(), 0, packed.here(), len as usize);
        position.out().set(after);
    }
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn unpack(
    cx: &Cx,
    inbuf: *const c_void,
    insize: i64,
    position: IntInOut,
    outbuf: *mut c_void,
    outcount: i64,
    datatype: MPI_Datatype,
    comm: MPI_Comm,
) -> Result<()> {
    check_comm(cx, comm)?;
    let datatype = usable(cx, outcount, datatype)?;
    let len = bytes(datatype.packed_size(outcount as u64), "outcount", outcount)?;
    check_data(&datatype, "outbuf", outbuf, len)?;
    // SAFETY: ABI-1; `after` has made sure that `len` bytes are in the packed buffer.
    unsafe {
        let packed = Packed { buffer: inbuf, size: insize, position: position.get(), names: &IN };
        let after = packed.after(len)?;
        kernels::unpack(&datatype, outcount as u64, outbuf.cast(), 0, packed.here(), len as usize);
        position.out().set(after);
    }
    Ok(())
}

pub(crate) fn pack_size(cx: &Cx, incount: i64, datatype: MPI_Datatype, comm: MPI_Comm, size: IntOut) -> Result<()> {
    check_comm(cx, comm)?;
    let len = bytes(usable(cx, incount, datatype)?.packed_size(incount as u64), "incount", incount)?;
    size.set(len);
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn pack_external(
    cx: &Cx,
    datarep: *const c_char,
    inbuf: *const c_void,
    incount: i64,
    datatype: MPI_Datatype,
    outbuf: *mut c_void,
    outsize: i64,
    position: InOut<i64>,
) -> Result<()> {
    // SAFETY: ABI-1; `after` has made sure that `len` bytes fit in the packed buffer.
    unsafe {
        check_representation(datarep)?;
        let datatype = usable(cx, incount, datatype)?;
        let (native, len) = both_sizes(&datatype, "incount", incount)?;
        check_data(&datatype, "inbuf", inbuf, native)?;
        let packed = Packed { buffer: outbuf, size: outsize, position: position.get(), names: &OUT };
        let after = packed.after(len)?;
        let mut stream = vec![0; native as usize];
        kernels::pack(&datatype, incount as u64, inbuf.cast(), 0, stream.as_mut_ptr(), stream.len());
        if len > 0 {
            let out = std::slice::from_raw_parts_mut(packed.here(), len as usize);
            kernels::to_external(&datatype, incount as u64, &stream, out).map_err(|element| too_large(&element))?;
        }
        position.out().set(after);
    }
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn unpack_external(
    cx: &Cx,
    datarep: *const c_char,
    inbuf: *const c_void,
    insize: i64,
    position: InOut<i64>,
    outbuf: *mut c_void,
    outcount: i64,
    datatype: MPI_Datatype,
) -> Result<()> {
    // SAFETY: ABI-1; `after` has made sure that `len` bytes are in the packed buffer.
    unsafe {
        check_representation(datarep)?;
        let datatype = usable(cx, outcount, datatype)?;
        let (native, len) = both_sizes(&datatype, "outcount", outcount)?;
        check_data(&datatype, "outbuf", outbuf, native)?;
        let packed = Packed { buffer: inbuf, size: insize, position: position.get(), names: &IN };
        let after = packed.after(len)?;
        let mut stream = vec![0; native as usize];
        if len > 0 {
            let external = std::slice::from_raw_parts(packed.here(), len as usize);
            kernels::from_external(&datatype, outcount as u64, external, &mut stream);
        }
        kernels::unpack(&datatype, outcount as u64, outbuf.cast(), 0, stream.as_ptr(), stream.len());
        position.out().set(after);
    }
    Ok(())
}

pub(crate) unsafe fn pack_external_size(
    cx: &Cx,
    datarep: *const c_char,
    incount: i64,
    datatype: MPI_Datatype,
    size: Out<i64>,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        check_representation(datarep)?;
        let (_, len) = both_sizes(&usable(cx, incount, datatype)?, "incount", incount)?;
        size.set(len);
    }
    Ok(())
}
