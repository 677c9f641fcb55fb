//! Reading and writing files (MPI-5 §14.4): where an access is, who takes part, and whether the
//! call waits.

use std::ffi::c_void;

use ferry_calls::file::access::{
    Arguments, Positioning, address, begin, end, run_alone, run_together, start_alone, start_together,
};
use ferry_constants::Status;
use ferry_core::Result;
use ferry_ctypes::{MPI_Datatype, MPI_File, MPI_Request, Out};
use ferry_io::access::Direction;
use ferry_runtime::Cx;

use super::file_forms::accesses;

// by macro: file_read_at, file_iread_at, file_write_at, file_iwrite_at
// by macro: file_read, file_iread, file_write, file_iwrite
// by macro: file_read_shared, file_iread_shared, file_write_shared, file_iwrite_shared
accesses! { alone
    file_read_at, file_iread_at (Read, *mut, offset: i64) Positioning::At(offset);
    file_write_at, file_iwrite_at (Write, *const, offset: i64) Positioning::At(offset);
    file_read, file_iread (Read, *mut) Positioning::Individual;
    file_write, file_iwrite (Write, *const) Positioning::Individual;
    file_read_shared, file_iread_shared (Read, *mut) Positioning::Shared;
    file_write_shared, file_iwrite_shared (Write, *const) Positioning::Shared;
}

// by macro: file_read_at_all, file_read_at_all_begin, file_read_at_all_end
// by macro: file_write_at_all, file_write_at_all_begin, file_write_at_all_end
// by macro: file_read_all, file_read_all_begin, file_read_all_end
// by macro: file_write_all, file_write_all_begin, file_write_all_end
// by macro: file_read_ordered, file_read_ordered_begin, file_read_ordered_end
// by macro: file_write_ordered, file_write_ordered_begin, file_write_ordered_end
accesses! { together
    file_read_at_all, file_read_at_all_begin, file_read_at_all_end; "MPI_File_read_at_all"
    (Read, *mut, offset: i64) Positioning::At(offset);
    file_write_at_all, file_write_at_all_begin, file_write_at_all_end; "MPI_File_write_at_all"
    (Write, *const, offset: i64) Positioning::At(offset);
    file_read_all, file_read_all_begin, file_read_all_end; "MPI_File_read_all"
    (Read, *mut) Positioning::Individual;
    file_write_all, file_write_all_begin, file_write_all_end; "MPI_File_write_all"
    (Write, *const) Positioning::Individual;
    file_read_ordered, file_read_ordered_begin, file_read_ordered_end; "MPI_File_read_ordered"
    (Read, *mut) Positioning::Shared;
    file_write_ordered, file_write_ordered_begin, file_write_ordered_end; "MPI_File_write_ordered"
    (Write, *const) Positioning::Shared;
}

// by macro: file_iread_at_all, file_iwrite_at_all, file_iread_all, file_iwrite_all
accesses! { together_without_waiting
    file_iread_at_all (Read, *mut, offset: i64) Positioning::At(offset);
    file_iwrite_at_all (Write, *const, offset: i64) Positioning::At(offset);
    file_iread_all (Read, *mut) Positioning::Individual;
    file_iwrite_all (Write, *const) Positioning::Individual;
}
