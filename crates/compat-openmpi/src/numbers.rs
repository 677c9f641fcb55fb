// Generated from api/compat by `cargo xtask generate`; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(non_upper_case_globals, missing_docs, reason = "the names are those of the interface")]

use core::ffi::c_int;

use ferry_compat::Maps;
use ferry_compat::values::{Form, Values};
use ferry_constants as mpi;

use crate::object::{Address, Object};

pub const LAST_CODE: c_int = 92;
pub const DISPLACEMENT_CURRENT: i64 = -54278278;

pub static MAPS: Maps = Maps {
    assertion: Values::new(Form::Flags, &[(1, mpi::MPI_MODE_NOCHECK), (2, mpi::MPI_MODE_NOPRECEDE), (4, mpi::MPI_MODE_NOPUT), (8, mpi::MPI_MODE_NOSTORE), (16, mpi::MPI_MODE_NOSUCCEED)]),
    binding: Values::new(Form::Enumeration, &[(0, mpi::MPI_T_BIND_NO_OBJECT), (1, mpi::MPI_T_BIND_MPI_COMM), (2, mpi::MPI_T_BIND_MPI_DATATYPE), (3, mpi::MPI_T_BIND_MPI_ERRHANDLER), (4, mpi::MPI_T_BIND_MPI_FILE), (5, mpi::MPI_T_BIND_MPI_GROUP), (6, mpi::MPI_T_BIND_MPI_OP), (7, mpi::MPI_T_BIND_MPI_REQUEST), (8, mpi::MPI_T_BIND_MPI_WIN), (9, mpi::MPI_T_BIND_MPI_MESSAGE), (10, mpi::MPI_T_BIND_MPI_INFO)]),
    callback_safety: Values::new(Form::Enumeration, &[]),
    combiner: Values::new(Form::Enumeration, &[(0, mpi::MPI_COMBINER_NAMED), (1, mpi::MPI_COMBINER_DUP), (2, mpi::MPI_COMBINER_CONTIGUOUS), (3, mpi::MPI_COMBINER_VECTOR), (5, mpi::MPI_COMBINER_HVECTOR), (6, mpi::MPI_COMBINER_INDEXED), (8, mpi::MPI_COMBINER_HINDEXED), (9, mpi::MPI_COMBINER_INDEXED_BLOCK), (18, mpi::MPI_COMBINER_HINDEXED_BLOCK), (11, mpi::MPI_COMBINER_STRUCT), (12, mpi::MPI_COMBINER_SUBARRAY), (13, mpi::MPI_COMBINER_DARRAY), (14, mpi::MPI_COMBINER_F90_REAL), (15, mpi::MPI_COMBINER_F90_COMPLEX), (16, mpi::MPI_COMBINER_F90_INTEGER), (17, mpi::MPI_COMBINER_RESIZED)]),
    comparison: Values::new(Form::Enumeration, &[(0, mpi::MPI_IDENT), (1, mpi::MPI_CONGRUENT), (2, mpi::MPI_SIMILAR), (3, mpi::MPI_UNEQUAL)]),
    distribution: Values::new(Form::Enumeration, &[(2, mpi::MPI_DISTRIBUTE_NONE), (0, mpi::MPI_DISTRIBUTE_BLOCK), (1, mpi::MPI_DISTRIBUTE_CYCLIC)]),
    distribution_argument: Values::new(Form::Special, &[(-1, mpi::MPI_DISTRIBUTE_DFLT_DARG)]),
    file_mode: Values::new(Form::Flags, &[(128, mpi::MPI_MODE_APPEND), (1, mpi::MPI_MODE_CREATE), (16, mpi::MPI_MODE_DELETE_ON_CLOSE), (64, mpi::MPI_MODE_EXCL), (2, mpi::MPI_MODE_RDONLY), (8, mpi::MPI_MODE_RDWR), (256, mpi::MPI_MODE_SEQUENTIAL), (32, mpi::MPI_MODE_UNIQUE_OPEN), (4, mpi::MPI_MODE_WRONLY)]),
    keyval: Values::new(Form::Special, &[(-1, mpi::MPI_KEYVAL_INVALID), (0, mpi::MPI_TAG_UB), (2, mpi::MPI_IO), (1, mpi::MPI_HOST), (3, mpi::MPI_WTIME_IS_GLOBAL), (4, mpi::MPI_APPNUM), (5, mpi::MPI_LASTUSEDCODE), (6, mpi::MPI_UNIVERSE_SIZE), (7, mpi::MPI_WIN_BASE), (9, mpi::MPI_WIN_DISP_UNIT), (8, mpi::MPI_WIN_SIZE), (10, mpi::MPI_WIN_CREATE_FLAVOR), (11, mpi::MPI_WIN_MODEL)]),
    lock: Values::new(Form::Enumeration, &[(1, mpi::MPI_LOCK_EXCLUSIVE), (2, mpi::MPI_LOCK_SHARED)]),
    order: Values::new(Form::Enumeration, &[(0, mpi::MPI_ORDER_C), (1, mpi::MPI_ORDER_FORTRAN)]),
    rank: Values::new(Form::Special, &[(-1, mpi::MPI_ANY_SOURCE), (-2, mpi::MPI_PROC_NULL), (-4, mpi::MPI_ROOT), (-32766, mpi::MPI_UNDEFINED)]),
    seek: Values::new(Form::Enumeration, &[(600, mpi::MPI_SEEK_SET), (602, mpi::MPI_SEEK_CUR), (604, mpi::MPI_SEEK_END)]),
    source_order: Values::new(Form::Enumeration, &[]),
    split_type: Values::new(Form::Enumeration, &[(0, mpi::MPI_COMM_TYPE_SHARED), (12, mpi::MPI_COMM_TYPE_HW_UNGUIDED), (13, mpi::MPI_COMM_TYPE_HW_GUIDED), (-32766, mpi::MPI_UNDEFINED)]),
    tag: Values::new(Form::Special, &[(-1, mpi::MPI_ANY_TAG)]),
    thread: Values::new(Form::Enumeration, &[(0, mpi::MPI_THREAD_SINGLE), (1, mpi::MPI_THREAD_FUNNELED), (2, mpi::MPI_THREAD_SERIALIZED), (3, mpi::MPI_THREAD_MULTIPLE)]),
    topology: Values::new(Form::Enumeration, &[(1, mpi::MPI_CART), (2, mpi::MPI_GRAPH), (3, mpi::MPI_DIST_GRAPH), (-32766, mpi::MPI_UNDEFINED)]),
    type_class: Values::new(Form::Enumeration, &[(1, mpi::MPI_TYPECLASS_INTEGER), (2, mpi::MPI_TYPECLASS_REAL), (3, mpi::MPI_TYPECLASS_COMPLEX)]),
    variable_class: Values::new(Form::Enumeration, &[(0, mpi::MPI_T_PVAR_CLASS_STATE), (1, mpi::MPI_T_PVAR_CLASS_LEVEL), (2, mpi::MPI_T_PVAR_CLASS_SIZE), (3, mpi::MPI_T_PVAR_CLASS_PERCENTAGE), (4, mpi::MPI_T_PVAR_CLASS_HIGHWATERMARK), (5, mpi::MPI_T_PVAR_CLASS_LOWWATERMARK), (6, mpi::MPI_T_PVAR_CLASS_COUNTER), (7, mpi::MPI_T_PVAR_CLASS_AGGREGATE), (8, mpi::MPI_T_PVAR_CLASS_TIMER), (9, mpi::MPI_T_PVAR_CLASS_GENERIC)]),
    variable_scope: Values::new(Form::Enumeration, &[(0, mpi::MPI_T_SCOPE_CONSTANT), (1, mpi::MPI_T_SCOPE_READONLY), (2, mpi::MPI_T_SCOPE_LOCAL), (3, mpi::MPI_T_SCOPE_GROUP), (4, mpi::MPI_T_SCOPE_GROUP_EQ), (5, mpi::MPI_T_SCOPE_ALL), (6, mpi::MPI_T_SCOPE_ALL_EQ)]),
    verbosity: Values::new(Form::Enumeration, &[(0, mpi::MPI_T_VERBOSITY_USER_BASIC), (1, mpi::MPI_T_VERBOSITY_USER_DETAIL), (2, mpi::MPI_T_VERBOSITY_USER_ALL), (3, mpi::MPI_T_VERBOSITY_TUNER_BASIC), (4, mpi::MPI_T_VERBOSITY_TUNER_DETAIL), (5, mpi::MPI_T_VERBOSITY_TUNER_ALL), (6, mpi::MPI_T_VERBOSITY_MPIDEV_BASIC), (7, mpi::MPI_T_VERBOSITY_MPIDEV_DETAIL), (8, mpi::MPI_T_VERBOSITY_MPIDEV_ALL)]),
    window_flavor: Values::new(Form::Enumeration, &[(1, mpi::MPI_WIN_FLAVOR_CREATE), (2, mpi::MPI_WIN_FLAVOR_ALLOCATE), (3, mpi::MPI_WIN_FLAVOR_DYNAMIC), (4, mpi::MPI_WIN_FLAVOR_SHARED)]),
    window_model: Values::new(Form::Enumeration, &[(0, mpi::MPI_WIN_UNIFIED), (1, mpi::MPI_WIN_SEPARATE)]),
    error: Values::new(Form::Special, &[(0, mpi::MPI_SUCCESS), (1, mpi::MPI_ERR_BUFFER), (2, mpi::MPI_ERR_COUNT), (3, mpi::MPI_ERR_TYPE), (4, mpi::MPI_ERR_TAG), (5, mpi::MPI_ERR_COMM), (6, mpi::MPI_ERR_RANK), (7, mpi::MPI_ERR_REQUEST), (8, mpi::MPI_ERR_ROOT), (9, mpi::MPI_ERR_GROUP), (10, mpi::MPI_ERR_OP), (11, mpi::MPI_ERR_TOPOLOGY), (12, mpi::MPI_ERR_DIMS), (13, mpi::MPI_ERR_ARG), (14, mpi::MPI_ERR_UNKNOWN), (15, mpi::MPI_ERR_TRUNCATE), (16, mpi::MPI_ERR_OTHER), (17, mpi::MPI_ERR_INTERN), (19, mpi::MPI_ERR_PENDING), (18, mpi::MPI_ERR_IN_STATUS), (20, mpi::MPI_ERR_ACCESS), (21, mpi::MPI_ERR_AMODE), (22, mpi::MPI_ERR_ASSERT), (23, mpi::MPI_ERR_BAD_FILE), (24, mpi::MPI_ERR_BASE), (25, mpi::MPI_ERR_CONVERSION), (26, mpi::MPI_ERR_DISP), (27, mpi::MPI_ERR_DUP_DATAREP), (28, mpi::MPI_ERR_FILE_EXISTS), (29, mpi::MPI_ERR_FILE_IN_USE), (30, mpi::MPI_ERR_FILE), (31, mpi::MPI_ERR_INFO_KEY), (32, mpi::MPI_ERR_INFO_NOKEY), (33, mpi::MPI_ERR_INFO_VALUE), (34, mpi::MPI_ERR_INFO), (35, mpi::MPI_ERR_IO), (36, mpi::MPI_ERR_KEYVAL), (37, mpi::MPI_ERR_LOCKTYPE), (38, mpi::MPI_ERR_NAME), (39, mpi::MPI_ERR_NO_MEM), (40, mpi::MPI_ERR_NOT_SAME), (41, mpi::MPI_ERR_NO_SPACE), (42, mpi::MPI_ERR_NO_SUCH_FILE), (43, mpi::MPI_ERR_PORT), (44, mpi::MPI_ERR_QUOTA), (45, mpi::MPI_ERR_READ_ONLY), (69, mpi::MPI_ERR_RMA_ATTACH), (46, mpi::MPI_ERR_RMA_CONFLICT), (68, mpi::MPI_ERR_RMA_RANGE), (71, mpi::MPI_ERR_RMA_SHARED), (47, mpi::MPI_ERR_RMA_SYNC), (48, mpi::MPI_ERR_SERVICE), (49, mpi::MPI_ERR_SIZE), (50, mpi::MPI_ERR_SPAWN), (51, mpi::MPI_ERR_UNSUPPORTED_DATAREP), (52, mpi::MPI_ERR_UNSUPPORTED_OPERATION), (53, mpi::MPI_ERR_WIN), (70, mpi::MPI_ERR_RMA_FLAVOR), (74, mpi::MPI_ERR_PROC_ABORTED), (79, mpi::MPI_ERR_VALUE_TOO_LARGE), (78, mpi::MPI_ERR_SESSION), (56, mpi::MPI_T_ERR_CANNOT_INIT), (55, mpi::MPI_T_ERR_NOT_INITIALIZED), (54, mpi::MPI_T_ERR_MEMORY), (72, mpi::MPI_T_ERR_INVALID), (57, mpi::MPI_T_ERR_INVALID_INDEX), (58, mpi::MPI_T_ERR_INVALID_ITEM), (62, mpi::MPI_T_ERR_INVALID_SESSION), (59, mpi::MPI_T_ERR_INVALID_HANDLE), (73, mpi::MPI_T_ERR_INVALID_NAME), (60, mpi::MPI_T_ERR_OUT_OF_HANDLES), (61, mpi::MPI_T_ERR_OUT_OF_SESSIONS), (63, mpi::MPI_T_ERR_CVAR_SET_NOT_NOW), (64, mpi::MPI_T_ERR_CVAR_SET_NEVER), (66, mpi::MPI_T_ERR_PVAR_NO_WRITE), (65, mpi::MPI_T_ERR_PVAR_NO_STARTSTOP), (67, mpi::MPI_T_ERR_PVAR_NO_ATOMIC)]),
};

#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_null: Object<0x800> = Object::new(mpi::MPI_OP_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_sum: Object<0x800> = Object::new(mpi::MPI_SUM);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_min: Object<0x800> = Object::new(mpi::MPI_MIN);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_max: Object<0x800> = Object::new(mpi::MPI_MAX);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_prod: Object<0x800> = Object::new(mpi::MPI_PROD);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_band: Object<0x800> = Object::new(mpi::MPI_BAND);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_bor: Object<0x800> = Object::new(mpi::MPI_BOR);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_bxor: Object<0x800> = Object::new(mpi::MPI_BXOR);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_land: Object<0x800> = Object::new(mpi::MPI_LAND);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_lor: Object<0x800> = Object::new(mpi::MPI_LOR);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_lxor: Object<0x800> = Object::new(mpi::MPI_LXOR);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_minloc: Object<0x800> = Object::new(mpi::MPI_MINLOC);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_maxloc: Object<0x800> = Object::new(mpi::MPI_MAXLOC);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_replace: Object<0x800> = Object::new(mpi::MPI_REPLACE);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_op_no_op: Object<0x800> = Object::new(mpi::MPI_NO_OP);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_comm_null: Object<0x200> = Object::new(mpi::MPI_COMM_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_comm_world: Object<0x200> = Object::new(mpi::MPI_COMM_WORLD);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_comm_self: Object<0x200> = Object::new(mpi::MPI_COMM_SELF);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_group_null: Object<0x100> = Object::new(mpi::MPI_GROUP_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_group_empty: Object<0x100> = Object::new(mpi::MPI_GROUP_EMPTY);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_win_null: Object<0x200> = Object::new(mpi::MPI_WIN_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_file_null: Object<0x600> = Object::new(mpi::MPI_FILE_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_instance_null: Object<0x200> = Object::new(mpi::MPI_SESSION_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_message_null: Object<0x100> = Object::new(mpi::MPI_MESSAGE_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_message_no_proc: Object<0x100> = Object::new(mpi::MPI_MESSAGE_NO_PROC);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_info_null: Object<0x100> = Object::new(mpi::MPI_INFO_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_info_env: Object<0x100> = Object::new(mpi::MPI_INFO_ENV);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_errhandler_null: Object<0x400> = Object::new(mpi::MPI_ERRHANDLER_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_errors_are_fatal: Object<0x400> = Object::new(mpi::MPI_ERRORS_ARE_FATAL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_errors_abort: Object<0x400> = Object::new(mpi::MPI_ERRORS_ABORT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_errors_return: Object<0x400> = Object::new(mpi::MPI_ERRORS_RETURN);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_request_null: Object<0x100> = Object::new(mpi::MPI_REQUEST_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_datatype_null: Object<0x200> = Object::new(mpi::MPI_DATATYPE_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_aint: Object<0x200> = Object::new(mpi::MPI_AINT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_count: Object<0x200> = Object::new(mpi::MPI_COUNT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_offset: Object<0x200> = Object::new(mpi::MPI_OFFSET);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_packed: Object<0x200> = Object::new(mpi::MPI_PACKED);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_short: Object<0x200> = Object::new(mpi::MPI_SHORT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_int: Object<0x200> = Object::new(mpi::MPI_INT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_long: Object<0x200> = Object::new(mpi::MPI_LONG);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_long_long_int: Object<0x200> = Object::new(mpi::MPI_LONG_LONG_INT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_unsigned_short: Object<0x200> = Object::new(mpi::MPI_UNSIGNED_SHORT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_unsigned: Object<0x200> = Object::new(mpi::MPI_UNSIGNED);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_unsigned_long: Object<0x200> = Object::new(mpi::MPI_UNSIGNED_LONG);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_unsigned_long_long: Object<0x200> = Object::new(mpi::MPI_UNSIGNED_LONG_LONG);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_float: Object<0x200> = Object::new(mpi::MPI_FLOAT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_c_float_complex: Object<0x200> = Object::new(mpi::MPI_C_COMPLEX);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_cxx_cplex: Object<0x200> = Object::new(mpi::MPI_CXX_FLOAT_COMPLEX);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_double: Object<0x200> = Object::new(mpi::MPI_DOUBLE);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_c_double_complex: Object<0x200> = Object::new(mpi::MPI_C_DOUBLE_COMPLEX);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_cxx_dblcplex: Object<0x200> = Object::new(mpi::MPI_CXX_DOUBLE_COMPLEX);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_logical: Object<0x200> = Object::new(mpi::MPI_LOGICAL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_integer: Object<0x200> = Object::new(mpi::MPI_INTEGER);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_real: Object<0x200> = Object::new(mpi::MPI_REAL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_cplex: Object<0x200> = Object::new(mpi::MPI_COMPLEX);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_dblprec: Object<0x200> = Object::new(mpi::MPI_DOUBLE_PRECISION);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_dblcplex: Object<0x200> = Object::new(mpi::MPI_DOUBLE_COMPLEX);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_character: Object<0x200> = Object::new(mpi::MPI_CHARACTER);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_long_double: Object<0x200> = Object::new(mpi::MPI_LONG_DOUBLE);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_c_long_double_complex: Object<0x200> = Object::new(mpi::MPI_C_LONG_DOUBLE_COMPLEX);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_cxx_ldblcplex: Object<0x200> = Object::new(mpi::MPI_CXX_LONG_DOUBLE_COMPLEX);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_float_int: Object<0x200> = Object::new(mpi::MPI_FLOAT_INT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_double_int: Object<0x200> = Object::new(mpi::MPI_DOUBLE_INT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_long_int: Object<0x200> = Object::new(mpi::MPI_LONG_INT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_2int: Object<0x200> = Object::new(mpi::MPI_2INT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_short_int: Object<0x200> = Object::new(mpi::MPI_SHORT_INT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_longdbl_int: Object<0x200> = Object::new(mpi::MPI_LONG_DOUBLE_INT);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_2real: Object<0x200> = Object::new(mpi::MPI_2REAL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_2dblprec: Object<0x200> = Object::new(mpi::MPI_2DOUBLE_PRECISION);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_2integer: Object<0x200> = Object::new(mpi::MPI_2INTEGER);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_c_bool: Object<0x200> = Object::new(mpi::MPI_C_BOOL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_cxx_bool: Object<0x200> = Object::new(mpi::MPI_CXX_BOOL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_wchar: Object<0x200> = Object::new(mpi::MPI_WCHAR);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_int8_t: Object<0x200> = Object::new(mpi::MPI_INT8_T);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_uint8_t: Object<0x200> = Object::new(mpi::MPI_UINT8_T);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_char: Object<0x200> = Object::new(mpi::MPI_CHAR);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_signed_char: Object<0x200> = Object::new(mpi::MPI_SIGNED_CHAR);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_unsigned_char: Object<0x200> = Object::new(mpi::MPI_UNSIGNED_CHAR);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_byte: Object<0x200> = Object::new(mpi::MPI_BYTE);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_int16_t: Object<0x200> = Object::new(mpi::MPI_INT16_T);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_uint16_t: Object<0x200> = Object::new(mpi::MPI_UINT16_T);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_int32_t: Object<0x200> = Object::new(mpi::MPI_INT32_T);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_uint32_t: Object<0x200> = Object::new(mpi::MPI_UINT32_T);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_int64_t: Object<0x200> = Object::new(mpi::MPI_INT64_T);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_uint64_t: Object<0x200> = Object::new(mpi::MPI_UINT64_T);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_logical1: Object<0x200> = Object::new(mpi::MPI_LOGICAL1);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_integer1: Object<0x200> = Object::new(mpi::MPI_INTEGER1);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_logical2: Object<0x200> = Object::new(mpi::MPI_LOGICAL2);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_integer2: Object<0x200> = Object::new(mpi::MPI_INTEGER2);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_logical4: Object<0x200> = Object::new(mpi::MPI_LOGICAL4);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_integer4: Object<0x200> = Object::new(mpi::MPI_INTEGER4);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_real4: Object<0x200> = Object::new(mpi::MPI_REAL4);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_logical8: Object<0x200> = Object::new(mpi::MPI_LOGICAL8);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_integer8: Object<0x200> = Object::new(mpi::MPI_INTEGER8);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_real8: Object<0x200> = Object::new(mpi::MPI_REAL8);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_complex8: Object<0x200> = Object::new(mpi::MPI_COMPLEX8);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_real16: Object<0x200> = Object::new(mpi::MPI_REAL16);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_complex16: Object<0x200> = Object::new(mpi::MPI_COMPLEX16);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_complex32: Object<0x200> = Object::new(mpi::MPI_COMPLEX32);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_2cplex: Object<0x200> = Object::new(mpi::MPI_DATATYPE_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_2dblcplex: Object<0x200> = Object::new(mpi::MPI_DATATYPE_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_c_complex: Object<0x200> = Object::new(mpi::MPI_C_COMPLEX);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_c_short_float_complex: Object<0x200> = Object::new(mpi::MPI_COMPLEX4);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_complex4: Object<0x200> = Object::new(mpi::MPI_COMPLEX4);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_cxx_sfltcplex: Object<0x200> = Object::new(mpi::MPI_DATATYPE_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_integer16: Object<0x200> = Object::new(mpi::MPI_INTEGER16);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_lb: Object<0x200> = Object::new(mpi::MPI_DATATYPE_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_ldblcplex: Object<0x200> = Object::new(mpi::MPI_C_LONG_DOUBLE_COMPLEX);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_real2: Object<0x200> = Object::new(mpi::MPI_REAL2);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_short_float: Object<0x200> = Object::new(mpi::MPI_REAL2);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_ub: Object<0x200> = Object::new(mpi::MPI_DATATYPE_NULL);
#[unsafe(no_mangle)] #[unsafe(link_section = "predefined_objects")] pub static ompi_mpi_unavailable: Object<0x200> = Object::new(mpi::MPI_DATATYPE_NULL);

pub static BY_ABI: [Address; crate::object::ABI_LIMIT] = crate::object::by_abi(&[
    (mpi::MPI_OP_NULL, Address::of(&ompi_mpi_op_null)),
    (mpi::MPI_SUM, Address::of(&ompi_mpi_op_sum)),
    (mpi::MPI_MIN, Address::of(&ompi_mpi_op_min)),
    (mpi::MPI_MAX, Address::of(&ompi_mpi_op_max)),
    (mpi::MPI_PROD, Address::of(&ompi_mpi_op_prod)),
    (mpi::MPI_BAND, Address::of(&ompi_mpi_op_band)),
    (mpi::MPI_BOR, Address::of(&ompi_mpi_op_bor)),
    (mpi::MPI_BXOR, Address::of(&ompi_mpi_op_bxor)),
    (mpi::MPI_LAND, Address::of(&ompi_mpi_op_land)),
    (mpi::MPI_LOR, Address::of(&ompi_mpi_op_lor)),
    (mpi::MPI_LXOR, Address::of(&ompi_mpi_op_lxor)),
    (mpi::MPI_MINLOC, Address::of(&ompi_mpi_op_minloc)),
    (mpi::MPI_MAXLOC, Address::of(&ompi_mpi_op_maxloc)),
    (mpi::MPI_REPLACE, Address::of(&ompi_mpi_op_replace)),
    (mpi::MPI_NO_OP, Address::of(&ompi_mpi_op_no_op)),
    (mpi::MPI_COMM_NULL, Address::of(&ompi_mpi_comm_null)),
    (mpi::MPI_COMM_WORLD, Address::of(&ompi_mpi_comm_world)),
    (mpi::MPI_COMM_SELF, Address::of(&ompi_mpi_comm_self)),
    (mpi::MPI_GROUP_NULL, Address::of(&ompi_mpi_group_null)),
    (mpi::MPI_GROUP_EMPTY, Address::of(&ompi_mpi_group_empty)),
    (mpi::MPI_WIN_NULL, Address::of(&ompi_mpi_win_null)),
    (mpi::MPI_FILE_NULL, Address::of(&ompi_mpi_file_null)),
    (mpi::MPI_SESSION_NULL, Address::of(&ompi_mpi_instance_null)),
    (mpi::MPI_MESSAGE_NULL, Address::of(&ompi_message_null)),
    (mpi::MPI_MESSAGE_NO_PROC, Address::of(&ompi_message_no_proc)),
    (mpi::MPI_INFO_NULL, Address::of(&ompi_mpi_info_null)),
    (mpi::MPI_INFO_ENV, Address::of(&ompi_mpi_info_env)),
    (mpi::MPI_ERRHANDLER_NULL, Address::of(&ompi_mpi_errhandler_null)),
    (mpi::MPI_ERRORS_ARE_FATAL, Address::of(&ompi_mpi_errors_are_fatal)),
    (mpi::MPI_ERRORS_ABORT, Address::of(&ompi_mpi_errors_abort)),
    (mpi::MPI_ERRORS_RETURN, Address::of(&ompi_mpi_errors_return)),
    (mpi::MPI_REQUEST_NULL, Address::of(&ompi_request_null)),
    (mpi::MPI_DATATYPE_NULL, Address::of(&ompi_mpi_datatype_null)),
    (mpi::MPI_AINT, Address::of(&ompi_mpi_aint)),
    (mpi::MPI_COUNT, Address::of(&ompi_mpi_count)),
    (mpi::MPI_OFFSET, Address::of(&ompi_mpi_offset)),
    (mpi::MPI_PACKED, Address::of(&ompi_mpi_packed)),
    (mpi::MPI_SHORT, Address::of(&ompi_mpi_short)),
    (mpi::MPI_INT, Address::of(&ompi_mpi_int)),
    (mpi::MPI_LONG, Address::of(&ompi_mpi_long)),
    (mpi::MPI_LONG_LONG_INT, Address::of(&ompi_mpi_long_long_int)),
    (mpi::MPI_UNSIGNED_SHORT, Address::of(&ompi_mpi_unsigned_short)),
    (mpi::MPI_UNSIGNED, Address::of(&ompi_mpi_unsigned)),
    (mpi::MPI_UNSIGNED_LONG, Address::of(&ompi_mpi_unsigned_long)),
    (mpi::MPI_UNSIGNED_LONG_LONG, Address::of(&ompi_mpi_unsigned_long_long)),
    (mpi::MPI_FLOAT, Address::of(&ompi_mpi_float)),
    (mpi::MPI_C_COMPLEX, Address::of(&ompi_mpi_c_float_complex)),
    (mpi::MPI_CXX_FLOAT_COMPLEX, Address::of(&ompi_mpi_cxx_cplex)),
    (mpi::MPI_DOUBLE, Address::of(&ompi_mpi_double)),
    (mpi::MPI_C_DOUBLE_COMPLEX, Address::of(&ompi_mpi_c_double_complex)),
    (mpi::MPI_CXX_DOUBLE_COMPLEX, Address::of(&ompi_mpi_cxx_dblcplex)),
    (mpi::MPI_LOGICAL, Address::of(&ompi_mpi_logical)),
    (mpi::MPI_INTEGER, Address::of(&ompi_mpi_integer)),
    (mpi::MPI_REAL, Address::of(&ompi_mpi_real)),
    (mpi::MPI_COMPLEX, Address::of(&ompi_mpi_cplex)),
    (mpi::MPI_DOUBLE_PRECISION, Address::of(&ompi_mpi_dblprec)),
    (mpi::MPI_DOUBLE_COMPLEX, Address::of(&ompi_mpi_dblcplex)),
    (mpi::MPI_CHARACTER, Address::of(&ompi_mpi_character)),
    (mpi::MPI_LONG_DOUBLE, Address::of(&ompi_mpi_long_double)),
    (mpi::MPI_C_LONG_DOUBLE_COMPLEX, Address::of(&ompi_mpi_c_long_double_complex)),
    (mpi::MPI_CXX_LONG_DOUBLE_COMPLEX, Address::of(&ompi_mpi_cxx_ldblcplex)),
    (mpi::MPI_FLOAT_INT, Address::of(&ompi_mpi_float_int)),
    (mpi::MPI_DOUBLE_INT, Address::of(&ompi_mpi_double_int)),
    (mpi::MPI_LONG_INT, Address::of(&ompi_mpi_long_int)),
    (mpi::MPI_2INT, Address::of(&ompi_mpi_2int)),
    (mpi::MPI_SHORT_INT, Address::of(&ompi_mpi_short_int)),
    (mpi::MPI_LONG_DOUBLE_INT, Address::of(&ompi_mpi_longdbl_int)),
    (mpi::MPI_2REAL, Address::of(&ompi_mpi_2real)),
    (mpi::MPI_2DOUBLE_PRECISION, Address::of(&ompi_mpi_2dblprec)),
    (mpi::MPI_2INTEGER, Address::of(&ompi_mpi_2integer)),
    (mpi::MPI_C_BOOL, Address::of(&ompi_mpi_c_bool)),
    (mpi::MPI_CXX_BOOL, Address::of(&ompi_mpi_cxx_bool)),
    (mpi::MPI_WCHAR, Address::of(&ompi_mpi_wchar)),
    (mpi::MPI_INT8_T, Address::of(&ompi_mpi_int8_t)),
    (mpi::MPI_UINT8_T, Address::of(&ompi_mpi_uint8_t)),
    (mpi::MPI_CHAR, Address::of(&ompi_mpi_char)),
    (mpi::MPI_SIGNED_CHAR, Address::of(&ompi_mpi_signed_char)),
    (mpi::MPI_UNSIGNED_CHAR, Address::of(&ompi_mpi_unsigned_char)),
    (mpi::MPI_BYTE, Address::of(&ompi_mpi_byte)),
    (mpi::MPI_INT16_T, Address::of(&ompi_mpi_int16_t)),
    (mpi::MPI_UINT16_T, Address::of(&ompi_mpi_uint16_t)),
    (mpi::MPI_INT32_T, Address::of(&ompi_mpi_int32_t)),
    (mpi::MPI_UINT32_T, Address::of(&ompi_mpi_uint32_t)),
    (mpi::MPI_INT64_T, Address::of(&ompi_mpi_int64_t)),
    (mpi::MPI_UINT64_T, Address::of(&ompi_mpi_uint64_t)),
    (mpi::MPI_LOGICAL1, Address::of(&ompi_mpi_logical1)),
    (mpi::MPI_INTEGER1, Address::of(&ompi_mpi_integer1)),
    (mpi::MPI_LOGICAL2, Address::of(&ompi_mpi_logical2)),
    (mpi::MPI_INTEGER2, Address::of(&ompi_mpi_integer2)),
    (mpi::MPI_LOGICAL4, Address::of(&ompi_mpi_logical4)),
    (mpi::MPI_INTEGER4, Address::of(&ompi_mpi_integer4)),
    (mpi::MPI_REAL4, Address::of(&ompi_mpi_real4)),
    (mpi::MPI_LOGICAL8, Address::of(&ompi_mpi_logical8)),
    (mpi::MPI_INTEGER8, Address::of(&ompi_mpi_integer8)),
    (mpi::MPI_REAL8, Address::of(&ompi_mpi_real8)),
    (mpi::MPI_COMPLEX8, Address::of(&ompi_mpi_complex8)),
    (mpi::MPI_REAL16, Address::of(&ompi_mpi_real16)),
    (mpi::MPI_COMPLEX16, Address::of(&ompi_mpi_complex16)),
    (mpi::MPI_COMPLEX32, Address::of(&ompi_mpi_complex32)),
    (mpi::MPI_COMPLEX4, Address::of(&ompi_mpi_c_short_float_complex)),
    (mpi::MPI_COMPLEX4, Address::of(&ompi_mpi_complex4)),
    (mpi::MPI_INTEGER16, Address::of(&ompi_mpi_integer16)),
    (mpi::MPI_REAL2, Address::of(&ompi_mpi_real2)),
    (mpi::MPI_REAL2, Address::of(&ompi_mpi_short_float)),
]);

/// Every object, wherever its symbol leads.
pub static OBJECTS: &[Address] = &[
    Address::of(&ompi_mpi_op_null),
    Address::of(&ompi_mpi_op_sum),
    Address::of(&ompi_mpi_op_min),
    Address::of(&ompi_mpi_op_max),
    Address::of(&ompi_mpi_op_prod),
    Address::of(&ompi_mpi_op_band),
    Address::of(&ompi_mpi_op_bor),
    Address::of(&ompi_mpi_op_bxor),
    Address::of(&ompi_mpi_op_land),
    Address::of(&ompi_mpi_op_lor),
    Address::of(&ompi_mpi_op_lxor),
    Address::of(&ompi_mpi_op_minloc),
    Address::of(&ompi_mpi_op_maxloc),
    Address::of(&ompi_mpi_op_replace),
    Address::of(&ompi_mpi_op_no_op),
    Address::of(&ompi_mpi_comm_null),
    Address::of(&ompi_mpi_comm_world),
    Address::of(&ompi_mpi_comm_self),
    Address::of(&ompi_mpi_group_null),
    Address::of(&ompi_mpi_group_empty),
    Address::of(&ompi_mpi_win_null),
    Address::of(&ompi_mpi_file_null),
    Address::of(&ompi_mpi_instance_null),
    Address::of(&ompi_message_null),
    Address::of(&ompi_message_no_proc),
    Address::of(&ompi_mpi_info_null),
    Address::of(&ompi_mpi_info_env),
    Address::of(&ompi_mpi_errhandler_null),
    Address::of(&ompi_mpi_errors_are_fatal),
    Address::of(&ompi_mpi_errors_abort),
    Address::of(&ompi_mpi_errors_return),
    Address::of(&ompi_request_null),
    Address::of(&ompi_mpi_datatype_null),
    Address::of(&ompi_mpi_aint),
    Address::of(&ompi_mpi_count),
    Address::of(&ompi_mpi_offset),
    Address::of(&ompi_mpi_packed),
    Address::of(&ompi_mpi_short),
    Address::of(&ompi_mpi_int),
    Address::of(&ompi_mpi_long),
    Address::of(&ompi_mpi_long_long_int),
    Address::of(&ompi_mpi_unsigned_short),
    Address::of(&ompi_mpi_unsigned),
    Address::of(&ompi_mpi_unsigned_long),
    Address::of(&ompi_mpi_unsigned_long_long),
    Address::of(&ompi_mpi_float),
    Address::of(&ompi_mpi_c_float_complex),
    Address::of(&ompi_mpi_cxx_cplex),
    Address::of(&ompi_mpi_double),
    Address::of(&ompi_mpi_c_double_complex),
    Address::of(&ompi_mpi_cxx_dblcplex),
    Address::of(&ompi_mpi_logical),
    Address::of(&ompi_mpi_integer),
    Address::of(&ompi_mpi_real),
    Address::of(&ompi_mpi_cplex),
    Address::of(&ompi_mpi_dblprec),
    Address::of(&ompi_mpi_dblcplex),
    Address::of(&ompi_mpi_character),
    Address::of(&ompi_mpi_long_double),
    Address::of(&ompi_mpi_c_long_double_complex),
    Address::of(&ompi_mpi_cxx_ldblcplex),
    Address::of(&ompi_mpi_float_int),
    Address::of(&ompi_mpi_double_int),
    Address::of(&ompi_mpi_long_int),
    Address::of(&ompi_mpi_2int),
    Address::of(&ompi_mpi_short_int),
    Address::of(&ompi_mpi_longdbl_int),
    Address::of(&ompi_mpi_2real),
    Address::of(&ompi_mpi_2dblprec),
    Address::of(&ompi_mpi_2integer),
    Address::of(&ompi_mpi_c_bool),
    Address::of(&ompi_mpi_cxx_bool),
    Address::of(&ompi_mpi_wchar),
    Address::of(&ompi_mpi_int8_t),
    Address::of(&ompi_mpi_uint8_t),
    Address::of(&ompi_mpi_char),
    Address::of(&ompi_mpi_signed_char),
    Address::of(&ompi_mpi_unsigned_char),
    Address::of(&ompi_mpi_byte),
    Address::of(&ompi_mpi_int16_t),
    Address::of(&ompi_mpi_uint16_t),
    Address::of(&ompi_mpi_int32_t),
    Address::of(&ompi_mpi_uint32_t),
    Address::of(&ompi_mpi_int64_t),
    Address::of(&ompi_mpi_uint64_t),
    Address::of(&ompi_mpi_logical1),
    Address::of(&ompi_mpi_integer1),
    Address::of(&ompi_mpi_logical2),
    Address::of(&ompi_mpi_integer2),
    Address::of(&ompi_mpi_logical4),
    Address::of(&ompi_mpi_integer4),
    Address::of(&ompi_mpi_real4),
    Address::of(&ompi_mpi_logical8),
    Address::of(&ompi_mpi_integer8),
    Address::of(&ompi_mpi_real8),
    Address::of(&ompi_mpi_complex8),
    Address::of(&ompi_mpi_real16),
    Address::of(&ompi_mpi_complex16),
    Address::of(&ompi_mpi_complex32),
    Address::of(&ompi_mpi_2cplex),
    Address::of(&ompi_mpi_2dblcplex),
    Address::of(&ompi_mpi_c_complex),
    Address::of(&ompi_mpi_c_short_float_complex),
    Address::of(&ompi_mpi_complex4),
    Address::of(&ompi_mpi_cxx_sfltcplex),
    Address::of(&ompi_mpi_integer16),
    Address::of(&ompi_mpi_lb),
    Address::of(&ompi_mpi_ldblcplex),
    Address::of(&ompi_mpi_real2),
    Address::of(&ompi_mpi_short_float),
    Address::of(&ompi_mpi_ub),
    Address::of(&ompi_mpi_unavailable),
];

pub static OP_FORTRAN: &[(c_int, usize)] = &[
    (0, mpi::MPI_OP_NULL),
    (1, mpi::MPI_MAX),
    (2, mpi::MPI_MIN),
    (3, mpi::MPI_SUM),
    (4, mpi::MPI_PROD),
    (5, mpi::MPI_LAND),
    (6, mpi::MPI_BAND),
    (7, mpi::MPI_LOR),
    (8, mpi::MPI_BOR),
    (9, mpi::MPI_LXOR),
    (10, mpi::MPI_BXOR),
    (11, mpi::MPI_MAXLOC),
    (12, mpi::MPI_MINLOC),
    (13, mpi::MPI_REPLACE),
    (14, mpi::MPI_NO_OP),
];

pub static COMM_FORTRAN: &[(c_int, usize)] = &[
    (0, mpi::MPI_COMM_WORLD),
    (1, mpi::MPI_COMM_SELF),
    (2, mpi::MPI_COMM_NULL),
];

pub static GROUP_FORTRAN: &[(c_int, usize)] = &[
    (0, mpi::MPI_GROUP_NULL),
    (1, mpi::MPI_GROUP_EMPTY),
];

pub static WIN_FORTRAN: &[(c_int, usize)] = &[
    (0, mpi::MPI_WIN_NULL),
];

pub static FILE_FORTRAN: &[(c_int, usize)] = &[
    (0, mpi::MPI_FILE_NULL),
];

pub static SESSION_FORTRAN: &[(c_int, usize)] = &[
];

pub static MESSAGE_FORTRAN: &[(c_int, usize)] = &[
    (0, mpi::MPI_MESSAGE_NULL),
    (1, mpi::MPI_MESSAGE_NO_PROC),
];

pub static INFO_FORTRAN: &[(c_int, usize)] = &[
    (0, mpi::MPI_INFO_NULL),
    (1, mpi::MPI_INFO_ENV),
];

pub static ERRHANDLER_FORTRAN: &[(c_int, usize)] = &[
    (0, mpi::MPI_ERRHANDLER_NULL),
    (1, mpi::MPI_ERRORS_ARE_FATAL),
    (2, mpi::MPI_ERRORS_RETURN),
];

pub static REQUEST_FORTRAN: &[(c_int, usize)] = &[
    (0, mpi::MPI_REQUEST_NULL),
];

pub static DATATYPE_FORTRAN: &[(c_int, usize)] = &[
    (0, mpi::MPI_DATATYPE_NULL),
    (1, mpi::MPI_BYTE),
    (2, mpi::MPI_PACKED),
    (5, mpi::MPI_CHARACTER),
    (6, mpi::MPI_LOGICAL),
    (7, mpi::MPI_INTEGER),
    (8, mpi::MPI_INTEGER1),
    (9, mpi::MPI_INTEGER2),
    (10, mpi::MPI_INTEGER4),
    (11, mpi::MPI_INTEGER8),
    (12, mpi::MPI_INTEGER16),
    (13, mpi::MPI_REAL),
    (14, mpi::MPI_REAL4),
    (15, mpi::MPI_REAL8),
    (16, mpi::MPI_REAL16),
    (17, mpi::MPI_DOUBLE_PRECISION),
    (18, mpi::MPI_COMPLEX),
    (19, mpi::MPI_COMPLEX8),
    (20, mpi::MPI_COMPLEX16),
    (21, mpi::MPI_COMPLEX32),
    (22, mpi::MPI_DOUBLE_COMPLEX),
    (23, mpi::MPI_2REAL),
    (24, mpi::MPI_2DOUBLE_PRECISION),
    (25, mpi::MPI_2INTEGER),
    (28, mpi::MPI_REAL2),
    (29, mpi::MPI_LOGICAL1),
    (30, mpi::MPI_LOGICAL2),
    (31, mpi::MPI_LOGICAL4),
    (32, mpi::MPI_LOGICAL8),
    (33, mpi::MPI_WCHAR),
    (34, mpi::MPI_CHAR),
    (35, mpi::MPI_UNSIGNED_CHAR),
    (36, mpi::MPI_SIGNED_CHAR),
    (37, mpi::MPI_SHORT),
    (38, mpi::MPI_UNSIGNED_SHORT),
    (39, mpi::MPI_INT),
    (40, mpi::MPI_UNSIGNED),
    (41, mpi::MPI_LONG),
    (42, mpi::MPI_UNSIGNED_LONG),
    (43, mpi::MPI_LONG_LONG_INT),
    (44, mpi::MPI_UNSIGNED_LONG_LONG),
    (45, mpi::MPI_FLOAT),
    (46, mpi::MPI_DOUBLE),
    (47, mpi::MPI_LONG_DOUBLE),
    (48, mpi::MPI_FLOAT_INT),
    (49, mpi::MPI_DOUBLE_INT),
    (50, mpi::MPI_LONG_DOUBLE_INT),
    (51, mpi::MPI_LONG_INT),
    (52, mpi::MPI_2INT),
    (53, mpi::MPI_SHORT_INT),
    (54, mpi::MPI_CXX_BOOL),
    (55, mpi::MPI_CXX_FLOAT_COMPLEX),
    (56, mpi::MPI_CXX_DOUBLE_COMPLEX),
    (57, mpi::MPI_CXX_LONG_DOUBLE_COMPLEX),
    (58, mpi::MPI_INT8_T),
    (59, mpi::MPI_UINT8_T),
    (60, mpi::MPI_INT16_T),
    (61, mpi::MPI_UINT16_T),
    (62, mpi::MPI_INT32_T),
    (63, mpi::MPI_UINT32_T),
    (64, mpi::MPI_INT64_T),
    (65, mpi::MPI_UINT64_T),
    (66, mpi::MPI_AINT),
    (67, mpi::MPI_OFFSET),
    (68, mpi::MPI_C_BOOL),
    (69, mpi::MPI_C_COMPLEX),
    (70, mpi::MPI_C_DOUBLE_COMPLEX),
    (71, mpi::MPI_C_LONG_DOUBLE_COMPLEX),
    (72, mpi::MPI_COUNT),
];
