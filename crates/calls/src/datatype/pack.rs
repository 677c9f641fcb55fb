//! Packing and unpacking, native and `external32` (MPI-5 §5.2, §5.3).

use std::ffi::{CStr, c_char, c_void};

use ferry_constants as mpi;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{FIRST_ADDRESS, MPI_Comm, MPI_Datatype};
use ferry_datatype::{Datatype, Primitive};
use ferry_kernels as kernels;
use ferry_runtime::Cx;

/// The committed datatype behind argument `datatype`. It is kept alive while the bytes move, which
/// needs no borrow of the process.
pub fn usable(cx: &Cx, count: i64, datatype: MPI_Datatype) -> Result<Datatype> {
    cx.with(|p| p.datatypes.usable_for(count, datatype.0, "datatype").cloned())
}

/// Refuses what is no communicator.
pub fn check_comm(cx: &Cx, comm: MPI_Comm) -> Result<()> {
    cx.with(|p| p.comms.find(comm.0, "comm").map(drop))
}

/// Bytes of a message in some representation.
pub fn bytes(measured: Option<u64>, argument: &str, count: i64) -> Result<i64> {
    match measured {
        Some(bytes) => Ok(bytes as i64),
        None => bail!(MPI_ERR_COUNT, "argument {argument} is {count}; with this datatype the message exceeds 2^63 bytes"),
    }
}

/// Refuses data at no address; `MPI_BOTTOM` is one if the datatype has absolute addresses.
pub fn check_data(datatype: &Datatype, argument: &str, buffer: *const c_void, bytes: i64) -> Result<()> {
    let first = (buffer as i64).wrapping_add(datatype.true_lb());
    let is_special = (buffer as usize) < FIRST_ADDRESS && buffer as usize != mpi::MPI_BOTTOM;
    if bytes > 0 && (is_special || (first as usize) < FIRST_ADDRESS) {
        bail!(
            MPI_ERR_BUFFER,
            "argument {argument} is {:#x}; pass the address of the data, or MPI_BOTTOM with a datatype of absolute addresses",
            buffer as usize
        );
    }
    Ok(())
}

/// The packed side of a call: a buffer, its size and where the next message goes or comes from.
pub struct Packed<'a> {
    /// The packed buffer.
    pub buffer: *const c_void,
    /// Its bytes.
    pub size: i64,
    /// Where to go on.
    pub position: i64,
    /// What the standard calls buffer and size.
    pub names: &'a PackNames,
}

/// What the arguments of the packed side are called.
pub struct PackNames {
    /// The buffer.
    pub buffer: &'static str,
    /// Its size.
    pub size: &'static str,
}

/// Of functions that pack.
pub const OUT: PackNames = PackNames { buffer: "outbuf", size: "outsize" };

/// Of functions that unpack.
pub const IN: PackNames = PackNames { buffer: "inbuf", size: "insize" };

impl Packed<'_> {
    /// The position after `bytes` more, if they are all in the buffer.
    pub fn after(&self, bytes: i64) -> Result<i64> {
        let Packed { size, position, names, .. } = *self;
        if size < 0 {
            bail!(MPI_ERR_ARG, "argument {} is {size}; it must not be negative", names.size);
        }
        if !(0..=size).contains(&position) {
            bail!(MPI_ERR_ARG, "argument position is {position}; it must be between 0 and {}, {size}", names.size);
        }
        if bytes > size - position {
            bail!(
                MPI_ERR_TRUNCATE,
                "argument {} is {size}; at position {position} it must be {} for the {bytes} bytes of the message",
                names.size,
                i128::from(position) + i128::from(bytes)
            );
        }
        if bytes > 0 && (self.buffer as usize) < FIRST_ADDRESS {
            bail!(MPI_ERR_BUFFER, "argument {} is {:#x}; pass the address of the data", names.buffer, self.buffer as usize);
        }
        Ok(position + bytes)
    }

    /// Where the message is.
    pub fn here(&self) -> *mut u8 {
        self.buffer.cast_mut().cast::<u8>().wrapping_offset(self.position as isize)
    }
}

/// # Safety
/// ABI-1.
pub unsafe fn check_representation(datarep: *const c_char) -> Result<()> {
    // SAFETY: ABI-1, and the entry point has refused null.
    let name = unsafe { CStr::from_ptr(datarep) };
    if name != c"external32" {
        bail!(MPI_ERR_ARG, "argument datarep is \"{}\"; it must be \"external32\"", name.to_string_lossy());
    }
    Ok(())
}

/// Bytes of a message in memory and in `external32`.
pub fn both_sizes(datatype: &Datatype, argument: &str, count: i64) -> Result<(i64, i64)> {
    let native = bytes(datatype.packed_size(count as u64), argument, count)?;
    Ok((native, bytes(kernels::external_packed_size(datatype, count as u64), argument, count)?))
}

/// The error of a value that external32 does not have.
#[cold]
pub fn too_large(element: &kernels::Unrepresentable) -> Error {
    let advice = match element.primitive {
        Primitive::Long | Primitive::UnsignedLong | Primitive::LongInt => {
            "a long, which has 4 bytes there; use a datatype of fixed size, such as MPI_INT64_T"
        }
        Primitive::WideChar => "a wide character, which has 2 bytes there; use MPI_INT32_T",
        _ => "of a type with fewer bits there",
    };
    Error::new(mpi::MPI_ERR_CONVERSION, format!("argument inbuf has a value that external32 cannot represent: {advice}"))
}
