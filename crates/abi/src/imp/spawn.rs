//! Starting processes from a program (MPI-5 §11.8). They meet those that wanted them at a port, as
//! other jobs do ([`super::connect`]).

use std::ffi::{c_char, c_int};

use ferry_calls::info;
use ferry_calls::jobs::spawn::{Command, spawn, with_file, words_of};
use ferry_core::{Result, bail};
use ferry_ctypes::{MPI_Comm, MPI_Info, Out};
use ferry_runtime::Cx;

/// `MPI_Comm_spawn`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn comm_spawn(
    cx: &Cx,
    command: *const c_char,
    argv: *mut *mut c_char,
    maxprocs: c_int,
    info: MPI_Info,
    root: c_int,
    comm: MPI_Comm,
    intercomm: Out<MPI_Comm>,
    array_of_errcodes: *mut c_int,
) -> Result<()> {
    let commands = || {
        cx.non_null(command, "command")?;
        // SAFETY: ABI-1.
        let words = unsafe { words_of(command, argv) };
        Ok(vec![Command { words, most: maxprocs, hints: with_file(info::hints(cx, info)?)? }])
    };
    // SAFETY: ABI-1.
    unsafe { spawn(cx, commands, root, comm, intercomm, array_of_errcodes) }
}

/// `MPI_Comm_spawn_multiple`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn comm_spawn_multiple(
    cx: &Cx,
    count: c_int,
    array_of_commands: *mut *mut c_char,
    array_of_argv: *mut *mut *mut c_char,
    array_of_maxprocs: *const c_int,
    array_of_info: *const MPI_Info,
    root: c_int,
    comm: MPI_Comm,
    intercomm: Out<MPI_Comm>,
    array_of_errcodes: *mut c_int,
) -> Result<()> {
    let commands = || {
        if count < 1 {
            bail!(MPI_ERR_COUNT, "argument count is {count}; it must be at least 1");
        }
        cx.non_null(array_of_commands, "array_of_commands")?;
        cx.non_null(array_of_maxprocs, "array_of_maxprocs")?;
        cx.non_null(array_of_info, "array_of_info")?;
        let command = |at: usize| {
            // SAFETY: ABI-1: the arrays have `count` elements; that of arguments may be
            // MPI_ARGVS_NULL.
            unsafe {
                let command = *array_of_commands.add(at);
                cx.non_null(command, "array_of_commands[...]")?;
                let argv = if array_of_argv.is_null() { std::ptr::null_mut() } else { *array_of_argv.add(at) };
                let hints = with_file(info::hints(cx, *array_of_info.add(at))?)?;
                Ok(Command { words: words_of(command, argv), most: *array_of_maxprocs.add(at), hints })
            }
        };
        (0..count as usize).map(command).collect()
    };
    // SAFETY: ABI-1.
    unsafe { spawn(cx, commands, root, comm, intercomm, array_of_errcodes) }
}
