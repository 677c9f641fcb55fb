//! The tool information interface: initialization, strings, enumerations, categories (MPI-5
//! §15.3.4, §15.3.5, §15.3.9).
//!
//! The tables are those of `ferry-tools`; its state lies in `Local`, as it exists without
//! `MPI_Init`.

use std::ffi::{c_char, c_int};

use ferry_calls::tool::{name, put, put_index, put_members, put_text, row};
use ferry_constants as mpi;
use ferry_core::Result;
use ferry_ctypes::{MPI_T_enum, Out};
use ferry_runtime::{Cx, cell, events};
use ferry_tools::category::{self, Category};
use ferry_tools::refusal::Refusal;
use ferry_tools::state;

use crate::program;

pub(crate) fn t_init_thread(cx: &Cx, required: c_int, provided: Out<c_int>) -> Result<()> {
    let levels = [mpi::MPI_THREAD_SINGLE, mpi::MPI_THREAD_FUNNELED, mpi::MPI_THREAD_SERIALIZED, mpi::MPI_THREAD_MULTIPLE];
    if !levels.contains(&required) {
        return Err(Refusal::Invalid.into());
    }
    let level = match required {
        mpi::MPI_THREAD_MULTIPLE if !cell::admit_tool_threads() => mpi::MPI_THREAD_SERIALIZED,
        _ => required,
    };
    // Registrations may be freed, and the tool be told so, before MPI_Init and after MPI_Finalize.
    program::install();
    let granted = cx.local(|l| {
        l.tools.initialize(level);
        l.tools.level()
    });
    provided.set(granted);
    Ok(())
}

pub(crate) fn t_finalize(cx: &Cx) -> Result<()> {
    cx.local(|l| l.tools.finalize())?;
    events::attach(cx);
    Ok(())
}

pub(crate) unsafe fn t_enum_get_info(
    _cx: &Cx,
    enumtype: MPI_T_enum,
    num: *mut c_int,
    name: *mut c_char,
    name_len: *mut c_int,
) -> Result<()> {
    let enumeration = state::enumeration(enumtype.0)?;
    // SAFETY: ABI-1.
    unsafe {
        put_text(name, name_len, &enumeration.name)?;
        put(num, enumeration.items.len() as c_int);
    }
    Ok(())
}

pub(crate) unsafe fn t_enum_get_item(
    _cx: &Cx,
    enumtype: MPI_T_enum,
    indx: c_int,
    value: *mut c_int,
    name: *mut c_char,
    name_len: *mut c_int,
) -> Result<()> {
    let enumeration = state::enumeration(enumtype.0)?;
    let (_, item) = row(&enumeration.items, indx)?;
    // SAFETY: ABI-1.
    unsafe {
        put_text(name, name_len, item)?;
        put(value, indx);
    }
    Ok(())
}

pub(crate) fn t_category_get_num(_cx: &Cx, num_cat: Out<c_int>) -> Result<()> {
    num_cat.set(category::table().len() as c_int);
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn t_category_get_info(
    _cx: &Cx,
    cat_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    desc: *mut c_char,
    desc_len: *mut c_int,
    num_cvars: *mut c_int,
    num_pvars: *mut c_int,
    num_categories: *mut c_int,
) -> Result<()> {
    let (_, category) = row(category::table(), cat_index)?;
    // SAFETY: ABI-1.
    unsafe {
        put_text(name, name_len, category.name)?;
        put_text(desc, desc_len, category.doc)?;
        put(num_cvars, category.cvars().len() as c_int);
        put(num_pvars, category.pvars().len() as c_int);
        put(num_categories, category.categories().len() as c_int);
    }
    Ok(())
}

pub(crate) fn t_category_get_num_events(_cx: &Cx, cat_index: c_int, num_events: Out<c_int>) -> Result<()> {
    let (_, category) = row(category::table(), cat_index)?;
    num_events.set(category.events().len() as c_int);
    Ok(())
}

pub(crate) unsafe fn t_category_get_index(_cx: &Cx, name_: *const c_char, cat_index: Out<c_int>) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        let name = name(name_)?;
        put_index(cat_index, category::table(), |category| category.name == name)
    }
}

pub(crate) unsafe fn t_category_get_cvars(_cx: &Cx, cat_index: c_int, len: c_int, indices: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1, ABI-2.
    unsafe { put_members(cat_index, len, indices, Category::cvars) }
}

pub(crate) unsafe fn t_category_get_pvars(_cx: &Cx, cat_index: c_int, len: c_int, indices: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1, ABI-2.
    unsafe { put_members(cat_index, len, indices, Category::pvars) }
}

pub(crate) unsafe fn t_category_get_events(_cx: &Cx, cat_index: c_int, len: c_int, indices: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1, ABI-2.
    unsafe { put_members(cat_index, len, indices, Category::events) }
}

pub(crate) unsafe fn t_category_get_categories(_cx: &Cx, cat_index: c_int, len: c_int, indices: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1, ABI-2.
    unsafe { put_members(cat_index, len, indices, Category::categories) }
}

/// Categories never change while a program runs.
pub(crate) fn t_category_changed(_cx: &Cx, update_number: Out<c_int>) -> Result<()> {
    update_number.set(0);
    Ok(())
}
