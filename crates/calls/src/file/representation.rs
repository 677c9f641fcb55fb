//! Data representations (MPI-5 §14.5): those of the program's own, and the conversion of data.
//!
//! # Safety arguments
//! - REP-1: the functions of a representation were given to `MPI_Register_datarep` as functions of
//!   the types it demands (CT-2), and get the extra state that came with them. They are called with
//!   no borrow of the process held (ENTRY-2).

use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::Arc;

use ferry_constants as mpi;
use ferry_core::file::request::Converted;
use ferry_core::file::{Conversion, DataRepresentation};
use ferry_core::{Error, Result, bail};
use ferry_ctypes::MPI_Datarep_extent_function;
use ferry_datatype::Datatype;
use ferry_io::memory::Memory;
use ferry_io::representation::{Representation, UserRepresentation};
use ferry_kernels as kernels;
use ferry_runtime::Cx;
use ferry_runtime::failure::of_program;
use ferry_runtime::program::{Items, program};

/// The representation of that name.
pub fn find(cx: &Cx, name: &[u8]) -> Result<Representation> {
    if let Some(predefined) = Representation::predefined(name) {
        return Ok(predefined);
    }
    let found = cx.with(|p| {
        let number = p.files.representations.iter().position(|representation| representation.name.as_bytes() == name)?;
        Some(UserRepresentation { name: p.files.representations[number].name.clone(), number, extents: Arc::default() })
    });
    match found {
        Some(user) => Ok(Representation::User(user)),
        None => bail!(
            MPI_ERR_UNSUPPORTED_DATAREP,
            "argument datarep is \"{}\"; it must be \"native\", \"internal\", \"external32\" or one that MPI_Register_datarep made",
            name.escape_ascii()
        ),
    }
}

/// The registered functions of a representation.
fn functions(cx: &Cx, user: &UserRepresentation) -> Result<DataRepresentation> {
    let found = cx.with(|p| p.files.representations.get(user.number).cloned());
    found.ok_or_else(|| Error::internal("a data representation has gone"))
}

/// The predefined datatypes that a datatype is made of.
fn named_in(datatype: &Datatype, found: &mut BTreeMap<usize, u64>) {
    match datatype.handle() {
        Some(handle) => _ = found.insert(handle, datatype.size()),
        None => datatype.contents().datatypes.iter().for_each(|inner| named_in(inner, found)),
    }
}

/// A representation that knows the extents of all that `datatypes` are made of: the program is
/// asked for those of its own.
pub fn with_extents(cx: &Cx, representation: Representation, datatypes: &[&Datatype]) -> Result<Representation> {
    let Representation::User(user) = representation else { return Ok(representation) };
    let mut named = BTreeMap::new();
    datatypes.iter().for_each(|datatype| named_in(datatype, &mut named));
    if named.keys().all(|handle| user.extents.contains_key(handle)) {
        return Ok(Representation::User(user));
    }
    let registered = functions(cx, &user)?;
    let mut extents = (*user.extents).clone();
    for handle in named.into_keys() {
        extents.insert(handle, ask_extent(cx, &registered, handle)?);
    }
    Ok(Representation::User(UserRepresentation { extents: Arc::new(extents), ..user }))
}

fn ask_extent(cx: &Cx, registered: &DataRepresentation, datatype: usize) -> Result<u64> {
    // SAFETY: REP-1.
    let (code, extent) = unsafe { program().extent_in_file(registered, datatype) };
    check(cx, code, registered, "extent")?;
    match u64::try_from(extent) {
        Ok(extent) => Ok(extent),
        Err(_) => bail!(
            MPI_ERR_CONVERSION,
            "the extent function of data representation \"{}\" said {extent} for {}; an extent in a file is not negative",
            registered.name,
            mpi::handle_name(datatype).unwrap_or("a datatype")
        ),
    }
}

fn check(cx: &Cx, code: c_int, registered: &DataRepresentation, function: &str) -> Result<()> {
    match code {
        mpi::MPI_SUCCESS => Ok(()),
        code => {
            let text = format!("the {function} function of data representation \"{}\" returned {code}", registered.name);
            Err(of_program(cx, code, &text))
        }
    }
}

/// Calls a conversion function for all items; `file` are their bytes in the file, `each` bytes for
/// an item.
///
/// # Safety
/// The items are valid for the access that the function makes.
unsafe fn convert(
    cx: &Cx,
    registered: &DataRepresentation,
    conversion: Conversion,
    items: Items,
    file: &mut [u8],
    each: u64,
) -> Result<()> {
    let longest = if conversion.is_large { u64::MAX } else { c_int::MAX as u64 };
    let mut position = 0;
    while position < items.count {
        let count = longest.min(items.count - position);
        let bytes = file[(position * each) as usize..].as_mut_ptr();
        // SAFETY: REP-1, and as the caller promises.
        let code = unsafe { program().convert(registered, conversion, Items { count, ..items }, bytes, position) };
        check(cx, code, registered, "conversion")?;
        position += count;
    }
    Ok(())
}

/// The bytes that `memory`, the program's `items`, becomes in a file.
///
/// # Safety
/// ABI-1 for the items.
pub unsafe fn to_file(cx: &Cx, converted: &Converted, memory: &Memory, items: Items, bytes: u64) -> Result<Vec<u8>> {
    let mut file = vec![0; bytes as usize];
    match &converted.representation {
        Representation::User(user) => {
            let registered = functions(cx, user)?;
            match registered.write {
                Some(conversion) => {
                    let each = bytes.checked_div(items.count).unwrap_or(0);
                    // SAFETY: as the caller promises.
                    unsafe { convert(cx, &registered, conversion, items, &mut file, each)? };
                }
                None => memory.pack(0, &mut file[..(memory.bytes().min(bytes)) as usize]),
            }
        }
        _ => {
            let mut packed = vec![0; memory.bytes() as usize];
            memory.pack(0, &mut packed);
            if let Err(bad) = kernels::to_external(&converted.datatype, converted.count, &packed, &mut file) {
                bail!(
                    MPI_ERR_CONVERSION,
                    "element {} of a run of {:?} does not fit its representation in external32; use another datatype, or \"native\"",
                    bad.index,
                    bad.primitive
                );
            }
        }
    }
    Ok(file)
}

/// Stores what was read, the first `read` bytes of `file`, in the program's memory.
///
/// # Safety
/// ABI-1 for the target of `converted`, at `address`.
pub unsafe fn from_file(cx: &Cx, converted: &Converted, address: *mut u8, mut file: Vec<u8>, read: u64) -> Result<()> {
    let Some((target, datatype)) = &converted.target else { return Ok(()) };
    match &converted.representation {
        Representation::User(user) => {
            let registered = functions(cx, user)?;
            let count = converted.items_in(read);
            match registered.read {
                Some(conversion) if count > 0 => {
                    let each = (file.len() as u64).checked_div(converted.count).unwrap_or(0);
                    let items = Items { address, datatype: *datatype, count };
                    // SAFETY: as the caller promises.
                    unsafe { convert(cx, &registered, conversion, items, &mut file, each)? };
                }
                Some(_) => {}
                None => target.unpack(0, &file[..target.bytes().min(read) as usize]),
            }
        }
        _ => {
            let mut packed = vec![0; target.bytes() as usize];
            kernels::from_external(&converted.datatype, converted.count, &file, &mut packed);
            target.unpack(0, &packed[..converted.bytes_in_memory(read) as usize]);
        }
    }
    Ok(())
}

/// Registers a representation of the program's own.
pub fn register(
    cx: &Cx,
    name: &[u8],
    conversions: [Option<Conversion>; 2],
    extent: MPI_Datarep_extent_function,
    extra_state: *mut c_void,
) -> Result<()> {
    let shown = name.escape_ascii();
    if name.is_empty() || name.len() >= mpi::MPI_MAX_DATAREP_STRING as usize {
        bail!(
            MPI_ERR_ARG,
            "argument datarep has {} bytes; a name has 1 to {} of them",
            name.len(),
            mpi::MPI_MAX_DATAREP_STRING - 1
        );
    }
    let Some(extent) = extent else {
        bail!(MPI_ERR_ARG, "argument dtype_file_extent_fn is a null pointer; pass a function");
    };
    cx.with(|p| {
        let exists = p.files.representations.iter().any(|representation| representation.name.as_bytes() == name);
        if exists || Representation::predefined(name).is_some() {
            bail!(MPI_ERR_DUP_DATAREP, "argument datarep is \"{shown}\", which exists; choose another name");
        }
        let [read, write] = conversions;
        p.files.representations.push(DataRepresentation {
            name: String::from_utf8_lossy(name).into(),
            read,
            write,
            extent: extent as usize,
            extra_state: extra_state.expose_provenance(),
        });
        Ok(())
    })
}
