//! What C gets for a described buffer.
//!
//! # Safety arguments
//! DESC-1, COPY-1 of the modules beside; FTN-2 of the crate.

use std::collections::HashMap;
use std::ffi::{CString, c_int, c_void};
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::abi::{MPI_BYTE, MPI_COMM_SELF, MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_SUCCESS};

use super::copy;
use super::descriptor::{Descriptor, Dimension};
use super::layout::{Part, parts};
use crate::generated::c;
use crate::sentinel;

/// Which way copies go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pack {
    /// MPI only reads the buffer.
    In,
    /// MPI may write into it.
    InAndOut,
}

/// A buffer as C takes it.
pub struct Section {
    pointer: *mut c_void,
    count: i64,
    datatype: c::MPI_Datatype,
    owns_datatype: bool,
    copied: Option<Copied>,
}

/// Elements that were gathered.
struct Copied {
    bytes: Vec<u8>,
    descriptor: *const Descriptor,
    pack: Pack,
}

/// Why a section cannot be passed on.
pub struct Problem {
    class: c_int,
    text: &'static str,
}

/// Whose error handler hears of a problem.
pub enum Object {
    None,
    Comm(c::MPI_Comm),
    Win(c::MPI_Win),
    File(c::MPI_File),
}

const NOT_CONTIGUOUS: Problem = Problem {
    class: MPI_ERR_BUFFER,
    text: "is a section whose elements do not lie side by side, which this call cannot use after it returns: pass a contiguous array",
};

const GAPS: Problem = Problem {
    class: MPI_ERR_BUFFER,
    text: "is a section whose elements do not lie side by side, and the datatype has gaps or does not fit its elements: pass a contiguous array",
};

const TOO_SMALL: Problem = Problem { class: MPI_ERR_COUNT, text: "is a section with fewer elements than count and datatype say" };

impl Section {
    /// The address of an object, whatever it is.
    ///
    /// # Safety
    /// DESC-1.
    pub unsafe fn address(of: *const Descriptor) -> Self {
        // SAFETY: DESC-1.
        Self::at(unsafe { &*of }.base())
    }

    /// A buffer of a blocking call: copied unless it is contiguous.
    ///
    /// # Safety
    /// DESC-1.
    pub unsafe fn copied(of: *const Descriptor, pack: Pack) -> Self {
        // SAFETY: DESC-1.
        let descriptor = unsafe { &*of };
        if descriptor.is_contiguous() {
            return Self::at(descriptor.base());
        }
        // SAFETY: COPY-1.
        let mut bytes = unsafe { copy::gather(descriptor.base().cast(), descriptor.element(), descriptor.dimensions()) };
        let mut section = Self::at(bytes.as_mut_ptr().cast());
        section.copied = Some(Copied { bytes, descriptor: of, pack });
        section
    }

    /// A buffer that MPI uses after the call and that must therefore be contiguous.
    ///
    /// # Safety
    /// DESC-1.
    pub unsafe fn contiguous(of: *const Descriptor) -> Result<Self, Problem> {
        // SAFETY: DESC-1.
        let descriptor = unsafe { &*of };
        if descriptor.is_contiguous() { Ok(Self::at(descriptor.base())) } else { Err(NOT_CONTIGUOUS) }
    }

    /// A buffer that MPI uses after the call: one element of a datatype of its own unless it is
    /// contiguous.
    ///
    /// # Safety
    /// DESC-1, FTN-2.
    pub unsafe fn typed(of: *const Descriptor, count: i64, datatype: c::MPI_Datatype) -> Result<Self, Problem> {
        // SAFETY: DESC-1.
        let descriptor = unsafe { &*of };
        let mut section = Self::at(descriptor.base());
        (section.count, section.datatype) = (count, datatype);
        if count > 0 && !descriptor.is_contiguous() {
            // SAFETY: FTN-2.
            section.datatype = unsafe { section_datatype(descriptor, count, datatype)? };
            (section.count, section.owns_datatype) = (1, true);
        }
        Ok(section)
    }

    fn at(address: *mut c_void) -> Self {
        Self { pointer: sentinel::buffer(address), count: 0, datatype: 0, owns_datatype: false, copied: None }
    }

    /// The address for C.
    pub fn pointer(&self) -> *mut c_void {
        self.pointer
    }

    /// The count for C.
    pub fn count(&self) -> i64 {
        self.count
    }

    /// The count for functions that take an `int`: it came as one, or is 1.
    pub fn int_count(&self) -> c_int {
        self.count as c_int
    }

    /// The datatype for C.
    pub fn datatype(&self) -> c::MPI_Datatype {
        self.datatype
    }

    /// Puts the elements of a copied section back.
    pub fn copy_back(mut self) {
        if let Some(Copied { bytes, descriptor, pack: Pack::InAndOut }) = self.copied.take() {
            // SAFETY: DESC-1, COPY-1: the descriptor lives until the entry point returns.
            unsafe {
                let descriptor = &*descriptor;
                copy::scatter(&bytes, descriptor.base().cast(), descriptor.element(), descriptor.dimensions());
            }
        }
    }
}

impl Drop for Section {
    /// Frees the datatype; operations under way keep it.
    fn drop(&mut self) {
        if self.owns_datatype {
            // SAFETY: FTN-2.
            unsafe { c::PMPI_Type_free(&mut self.datatype) };
        }
    }
}

/// A datatype of the first elements of a section, which `count` elements of `datatype` fill.
///
/// # Safety
/// FTN-2.
unsafe fn section_datatype(descriptor: &Descriptor, count: i64, datatype: c::MPI_Datatype) -> Result<c::MPI_Datatype, Problem> {
    let (mut size, mut lower, mut extent) = (0, 0, 0);
    // SAFETY: FTN-2.
    unsafe {
        c::PMPI_Type_size_c(datatype, &mut size);
        c::PMPI_Type_get_extent_c(datatype, &mut lower, &mut extent);
    }
    let element = descriptor.element() as i64;
    let fits = size > 0 && (element % size == 0 || size % element == 0);
    if size != extent || lower != 0 || !fits {
        return Err(GAPS);
    }
    // Where an element holds whole items these are kept, so that the signature is that of the
    // contiguous buffer.
    let (unit, in_element) = if element % size == 0 { (datatype, element / size) } else { (MPI_BYTE, element) };
    let units = if unit == datatype { count } else { count * size };
    if units > copy::elements(descriptor.dimensions()) as i64 * in_element {
        return Err(TOO_SMALL);
    }
    let (whole, rest) = (units / in_element, units % in_element);
    let mut pieces: Vec<(i64, c::MPI_Datatype)> = Vec::new();
    for part in parts(descriptor.dimensions(), whole as usize) {
        // SAFETY: FTN-2.
        pieces.push((part.offset as i64, unsafe { repeated(unit, in_element, &part) }));
    }
    if rest > 0 {
        // SAFETY: FTN-2.
        let last = unsafe { repeated(unit, rest, &Part { offset: 0, repeats: Vec::new() }) };
        pieces.push((offset_of(descriptor.dimensions(), whole), last));
    }
    // SAFETY: FTN-2.
    Ok(unsafe { joined(&pieces) })
}

/// The offset of an element of a section.
fn offset_of(dimensions: &[Dimension], mut element: i64) -> i64 {
    let mut offset = 0;
    for dimension in dimensions {
        let extent = dimension.extent as i64;
        offset += (element % extent) * dimension.stride as i64;
        element /= extent;
    }
    offset
}

/// `in_element` items of `unit`, repeated as the part says.
unsafe fn repeated(unit: c::MPI_Datatype, in_element: i64, part: &Part) -> c::MPI_Datatype {
    let mut current = 0;
    // SAFETY: FTN-2.
    unsafe {
        c::PMPI_Type_contiguous_c(in_element, unit, &mut current);
        for dimension in &part.repeats {
            let mut inner = current;
            c::PMPI_Type_create_hvector_c(dimension.extent as i64, 1, dimension.stride as i64, inner, &mut current);
            c::PMPI_Type_free(&mut inner);
        }
    }
    current
}

/// One committed datatype of all pieces, which are freed.
unsafe fn joined(pieces: &[(i64, c::MPI_Datatype)]) -> c::MPI_Datatype {
    let ones = vec![1; pieces.len()];
    let (offsets, mut types): (Vec<i64>, Vec<c::MPI_Datatype>) = pieces.iter().copied().unzip();
    let mut made = 0;
    // SAFETY: FTN-2.
    unsafe {
        c::PMPI_Type_create_struct_c(pieces.len() as i64, ones.as_ptr(), offsets.as_ptr(), types.as_ptr(), &mut made);
        c::PMPI_Type_commit(&mut made);
        types.iter_mut().for_each(|piece| _ = c::PMPI_Type_free(piece));
    }
    made
}

impl Problem {
    /// Calls the error handler of the object with an error code that says what is wrong; returns
    /// the code.
    pub fn report(&self, call: &str, argument: &str, object: Object) -> c_int {
        let code = error_code(self.class, format!("{call}: argument {argument} {}", self.text));
        // SAFETY: FTN-2.
        unsafe {
            match object {
                Object::None => c::PMPI_Comm_call_errhandler(MPI_COMM_SELF, code),
                Object::Comm(comm) => c::PMPI_Comm_call_errhandler(comm, code),
                Object::Win(win) => c::PMPI_Win_call_errhandler(win, code),
                Object::File(file) => c::PMPI_File_call_errhandler(file, code),
            };
        }
        code
    }
}

/// The error code of a text: made at its first use.
fn error_code(class: c_int, text: String) -> c_int {
    static CODES: LazyLock<Mutex<HashMap<String, c_int>>> = LazyLock::new(Mutex::default);
    let mut codes = CODES.lock().unwrap_or_else(PoisonError::into_inner);
    *codes.entry(text).or_insert_with_key(|text| {
        let mut code = class;
        let text = CString::new(text.as_str()).unwrap_or_default();
        // SAFETY: FTN-2.
        unsafe {
            if c::PMPI_Add_error_code(class, &mut code) == MPI_SUCCESS {
                c::PMPI_Add_error_string(code, text.as_ptr());
            }
        }
        code
    })
}
