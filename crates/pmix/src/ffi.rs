//! What is used of the C interface of libpmix: names, numbers and layouts of the PMIx standard,
//! version 4 (the same since 2).

use std::ffi::{c_char, c_int};

/// Bytes of a namespace's name with its final zero.
pub const NAMESPACE_BYTES: usize = 256;
/// Bytes of a key with its final zero.
pub const KEY_BYTES: usize = 512;

pub type Status = c_int;
pub const SUCCESS: Status = 0;
pub const ERR_NOT_FOUND: Status = -46;

/// A rank that stands for the whole job.
pub const RANK_WILDCARD: u32 = u32::MAX - 1;

/// Scope of a value that all processes of the job may ask for.
pub const SCOPE_GLOBAL: u8 = 3;

pub const TYPE_BOOL: u16 = 1;
pub const TYPE_STRING: u16 = 3;
pub const TYPE_INT: u16 = 6;
pub const TYPE_INT32: u16 = 9;
pub const TYPE_UINT: u16 = 11;
pub const TYPE_UINT16: u16 = 13;
pub const TYPE_UINT32: u16 = 14;
pub const TYPE_RANK: u16 = 40;

/// A process: its job and its rank in it.
#[repr(C)]
#[derive(Clone)]
pub struct Proc {
    pub namespace: [c_char; NAMESPACE_BYTES],
    pub rank: u32,
}

/// A value: one of many types.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Value {
    pub kind: u16,
    pub data: Data,
}

/// The types that are used; `words` gives the union its size.
#[repr(C)]
#[derive(Clone, Copy)]
pub union Data {
    pub flag: bool,
    pub text: *mut c_char,
    pub int32: i32,
    pub uint16: u16,
    pub uint32: u32,
    pub words: [u64; 3],
}

/// A directive or a piece of information.
#[repr(C)]
pub struct Info {
    pub key: [c_char; KEY_BYTES],
    pub flags: u32,
    pub value: Value,
}

const _: () = assert!(size_of::<Proc>() == 260 && align_of::<Proc>() == 4);
const _: () = assert!(size_of::<Value>() == 32 && align_of::<Value>() == 8);
const _: () = assert!(size_of::<Info>() == 552 && std::mem::offset_of!(Info, value) == 520);

pub type InitFn = unsafe extern "C" fn(process: *mut Proc, info: *mut Info, count: usize) -> Status;
pub type FinalizeFn = unsafe extern "C" fn(info: *const Info, count: usize) -> Status;
pub type AbortFn = unsafe extern "C" fn(status: c_int, message: *const c_char, processes: *mut Proc, count: usize) -> Status;
pub type PutFn = unsafe extern "C" fn(scope: u8, key: *const c_char, value: *mut Value) -> Status;
pub type CommitFn = unsafe extern "C" fn() -> Status;
pub type FenceFn =
    unsafe extern "C" fn(processes: *const Proc, process_count: usize, info: *const Info, info_count: usize) -> Status;
pub type GetFn = unsafe extern "C" fn(
    process: *const Proc,
    key: *const c_char,
    info: *const Info,
    count: usize,
    value: *mut *mut Value,
) -> Status;
pub type ErrorStringFn = unsafe extern "C" fn(status: Status) -> *const c_char;
