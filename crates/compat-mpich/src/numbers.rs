// Generated from api/compat by `cargo xtask generate`; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(non_upper_case_globals, missing_docs, reason = "the names are those of the interface")]

use core::ffi::c_int;

use ferry_compat::Maps;
use ferry_compat::values::{Form, Values};
use ferry_constants as mpi;
use ferry_compat::predefined::{ABI_LIMIT, Predefined, by_abi};

pub const LAST_CODE: c_int = 1073741823;
pub const DISPLACEMENT_CURRENT: i64 = -54278278;

pub static MAPS: Maps = Maps {
    assertion: Values::new(Form::Flags, &[(1024, mpi::MPI_MODE_NOCHECK), (8192, mpi::MPI_MODE_NOPRECEDE), (4096, mpi::MPI_MODE_NOPUT), (2048, mpi::MPI_MODE_NOSTORE), (16384, mpi::MPI_MODE_NOSUCCEED)]),
    binding: Values::new(Form::Enumeration, &[(9700, mpi::MPI_T_BIND_NO_OBJECT), (9701, mpi::MPI_T_BIND_MPI_COMM), (9702, mpi::MPI_T_BIND_MPI_DATATYPE), (9703, mpi::MPI_T_BIND_MPI_ERRHANDLER), (9704, mpi::MPI_T_BIND_MPI_FILE), (9705, mpi::MPI_T_BIND_MPI_GROUP), (9706, mpi::MPI_T_BIND_MPI_OP), (9707, mpi::MPI_T_BIND_MPI_REQUEST), (9708, mpi::MPI_T_BIND_MPI_WIN), (9709, mpi::MPI_T_BIND_MPI_MESSAGE), (9710, mpi::MPI_T_BIND_MPI_INFO), (9711, mpi::MPI_T_BIND_MPI_SESSION)]),
    callback_safety: Values::new(Form::Enumeration, &[(0, mpi::MPI_T_CB_REQUIRE_NONE), (1, mpi::MPI_T_CB_REQUIRE_MPI_RESTRICTED), (2, mpi::MPI_T_CB_REQUIRE_THREAD_SAFE), (3, mpi::MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE)]),
    combiner: Values::new(Form::Enumeration, &[(1, mpi::MPI_COMBINER_NAMED), (2, mpi::MPI_COMBINER_DUP), (3, mpi::MPI_COMBINER_CONTIGUOUS), (4, mpi::MPI_COMBINER_VECTOR), (6, mpi::MPI_COMBINER_HVECTOR), (7, mpi::MPI_COMBINER_INDEXED), (9, mpi::MPI_COMBINER_HINDEXED), (10, mpi::MPI_COMBINER_INDEXED_BLOCK), (19, mpi::MPI_COMBINER_HINDEXED_BLOCK), (12, mpi::MPI_COMBINER_STRUCT), (13, mpi::MPI_COMBINER_SUBARRAY), (14, mpi::MPI_COMBINER_DARRAY), (15, mpi::MPI_COMBINER_F90_REAL), (16, mpi::MPI_COMBINER_F90_COMPLEX), (17, mpi::MPI_COMBINER_F90_INTEGER), (18, mpi::MPI_COMBINER_RESIZED), (20, mpi::MPI_COMBINER_VALUE_INDEX)]),
    comparison: Values::new(Form::Enumeration, &[(0, mpi::MPI_IDENT), (1, mpi::MPI_CONGRUENT), (2, mpi::MPI_SIMILAR), (3, mpi::MPI_UNEQUAL)]),
    distribution: Values::new(Form::Enumeration, &[(123, mpi::MPI_DISTRIBUTE_NONE), (121, mpi::MPI_DISTRIBUTE_BLOCK), (122, mpi::MPI_DISTRIBUTE_CYCLIC)]),
    distribution_argument: Values::new(Form::Special, &[(-49767, mpi::MPI_DISTRIBUTE_DFLT_DARG)]),
    file_mode: Values::new(Form::Flags, &[(128, mpi::MPI_MODE_APPEND), (1, mpi::MPI_MODE_CREATE), (16, mpi::MPI_MODE_DELETE_ON_CLOSE), (64, mpi::MPI_MODE_EXCL), (2, mpi::MPI_MODE_RDONLY), (8, mpi::MPI_MODE_RDWR), (256, mpi::MPI_MODE_SEQUENTIAL), (32, mpi::MPI_MODE_UNIQUE_OPEN), (4, mpi::MPI_MODE_WRONLY)]),
    keyval: Values::new(Form::Special, &[(603979776, mpi::MPI_KEYVAL_INVALID), (1681915905, mpi::MPI_TAG_UB), (1681915909, mpi::MPI_IO), (1681915907, mpi::MPI_HOST), (1681915911, mpi::MPI_WTIME_IS_GLOBAL), (1681915917, mpi::MPI_APPNUM), (1681915915, mpi::MPI_LASTUSEDCODE), (1681915913, mpi::MPI_UNIVERSE_SIZE), (1711276033, mpi::MPI_WIN_BASE), (1711276037, mpi::MPI_WIN_DISP_UNIT), (1711276035, mpi::MPI_WIN_SIZE), (1711276039, mpi::MPI_WIN_CREATE_FLAVOR), (1711276041, mpi::MPI_WIN_MODEL)]),
    lock: Values::new(Form::Enumeration, &[(234, mpi::MPI_LOCK_EXCLUSIVE), (235, mpi::MPI_LOCK_SHARED)]),
    order: Values::new(Form::Enumeration, &[(56, mpi::MPI_ORDER_C), (57, mpi::MPI_ORDER_FORTRAN)]),
    rank: Values::new(Form::Special, &[(-2, mpi::MPI_ANY_SOURCE), (-1, mpi::MPI_PROC_NULL), (-3, mpi::MPI_ROOT), (-32766, mpi::MPI_UNDEFINED)]),
    seek: Values::new(Form::Enumeration, &[(600, mpi::MPI_SEEK_SET), (602, mpi::MPI_SEEK_CUR), (604, mpi::MPI_SEEK_END)]),
    source_order: Values::new(Form::Enumeration, &[(0, mpi::MPI_T_SOURCE_ORDERED), (1, mpi::MPI_T_SOURCE_UNORDERED)]),
    split_type: Values::new(Form::Enumeration, &[(1, mpi::MPI_COMM_TYPE_SHARED), (3, mpi::MPI_COMM_TYPE_HW_UNGUIDED), (2, mpi::MPI_COMM_TYPE_HW_GUIDED), (4, mpi::MPI_COMM_TYPE_RESOURCE_GUIDED), (-32766, mpi::MPI_UNDEFINED)]),
    tag: Values::new(Form::Special, &[(-1, mpi::MPI_ANY_TAG)]),
    thread: Values::new(Form::Enumeration, &[(0, mpi::MPI_THREAD_SINGLE), (1, mpi::MPI_THREAD_FUNNELED), (2, mpi::MPI_THREAD_SERIALIZED), (3, mpi::MPI_THREAD_MULTIPLE)]),
    topology: Values::new(Form::Enumeration, &[(2, mpi::MPI_CART), (1, mpi::MPI_GRAPH), (3, mpi::MPI_DIST_GRAPH), (-32766, mpi::MPI_UNDEFINED)]),
    type_class: Values::new(Form::Enumeration, &[(2, mpi::MPI_TYPECLASS_INTEGER), (1, mpi::MPI_TYPECLASS_REAL), (3, mpi::MPI_TYPECLASS_COMPLEX)]),
    variable_class: Values::new(Form::Enumeration, &[(240, mpi::MPI_T_PVAR_CLASS_STATE), (241, mpi::MPI_T_PVAR_CLASS_LEVEL), (242, mpi::MPI_T_PVAR_CLASS_SIZE), (243, mpi::MPI_T_PVAR_CLASS_PERCENTAGE), (244, mpi::MPI_T_PVAR_CLASS_HIGHWATERMARK), (245, mpi::MPI_T_PVAR_CLASS_LOWWATERMARK), (246, mpi::MPI_T_PVAR_CLASS_COUNTER), (247, mpi::MPI_T_PVAR_CLASS_AGGREGATE), (248, mpi::MPI_T_PVAR_CLASS_TIMER), (249, mpi::MPI_T_PVAR_CLASS_GENERIC)]),
    variable_scope: Values::new(Form::Enumeration, &[(60438, mpi::MPI_T_SCOPE_CONSTANT), (60439, mpi::MPI_T_SCOPE_READONLY), (60440, mpi::MPI_T_SCOPE_LOCAL), (60441, mpi::MPI_T_SCOPE_GROUP), (60442, mpi::MPI_T_SCOPE_GROUP_EQ), (60443, mpi::MPI_T_SCOPE_ALL), (60444, mpi::MPI_T_SCOPE_ALL_EQ)]),
    verbosity: Values::new(Form::Enumeration, &[(221, mpi::MPI_T_VERBOSITY_USER_BASIC), (222, mpi::MPI_T_VERBOSITY_USER_DETAIL), (223, mpi::MPI_T_VERBOSITY_USER_ALL), (224, mpi::MPI_T_VERBOSITY_TUNER_BASIC), (225, mpi::MPI_T_VERBOSITY_TUNER_DETAIL), (226, mpi::MPI_T_VERBOSITY_TUNER_ALL), (227, mpi::MPI_T_VERBOSITY_MPIDEV_BASIC), (228, mpi::MPI_T_VERBOSITY_MPIDEV_DETAIL), (229, mpi::MPI_T_VERBOSITY_MPIDEV_ALL)]),
    window_flavor: Values::new(Form::Enumeration, &[(1, mpi::MPI_WIN_FLAVOR_CREATE), (2, mpi::MPI_WIN_FLAVOR_ALLOCATE), (3, mpi::MPI_WIN_FLAVOR_DYNAMIC), (4, mpi::MPI_WIN_FLAVOR_SHARED)]),
    window_model: Values::new(Form::Enumeration, &[(2, mpi::MPI_WIN_UNIFIED), (1, mpi::MPI_WIN_SEPARATE)]),
    error: Values::new(Form::Special, &[(0, mpi::MPI_SUCCESS), (1, mpi::MPI_ERR_BUFFER), (2, mpi::MPI_ERR_COUNT), (3, mpi::MPI_ERR_TYPE), (4, mpi::MPI_ERR_TAG), (5, mpi::MPI_ERR_COMM), (6, mpi::MPI_ERR_RANK), (19, mpi::MPI_ERR_REQUEST), (7, mpi::MPI_ERR_ROOT), (8, mpi::MPI_ERR_GROUP), (9, mpi::MPI_ERR_OP), (10, mpi::MPI_ERR_TOPOLOGY), (11, mpi::MPI_ERR_DIMS), (12, mpi::MPI_ERR_ARG), (13, mpi::MPI_ERR_UNKNOWN), (14, mpi::MPI_ERR_TRUNCATE), (15, mpi::MPI_ERR_OTHER), (16, mpi::MPI_ERR_INTERN), (18, mpi::MPI_ERR_PENDING), (17, mpi::MPI_ERR_IN_STATUS), (20, mpi::MPI_ERR_ACCESS), (21, mpi::MPI_ERR_AMODE), (53, mpi::MPI_ERR_ASSERT), (22, mpi::MPI_ERR_BAD_FILE), (46, mpi::MPI_ERR_BASE), (23, mpi::MPI_ERR_CONVERSION), (52, mpi::MPI_ERR_DISP), (24, mpi::MPI_ERR_DUP_DATAREP), (25, mpi::MPI_ERR_FILE_EXISTS), (26, mpi::MPI_ERR_FILE_IN_USE), (27, mpi::MPI_ERR_FILE), (29, mpi::MPI_ERR_INFO_KEY), (31, mpi::MPI_ERR_INFO_NOKEY), (30, mpi::MPI_ERR_INFO_VALUE), (28, mpi::MPI_ERR_INFO), (32, mpi::MPI_ERR_IO), (48, mpi::MPI_ERR_KEYVAL), (47, mpi::MPI_ERR_LOCKTYPE), (33, mpi::MPI_ERR_NAME), (34, mpi::MPI_ERR_NO_MEM), (35, mpi::MPI_ERR_NOT_SAME), (36, mpi::MPI_ERR_NO_SPACE), (37, mpi::MPI_ERR_NO_SUCH_FILE), (38, mpi::MPI_ERR_PORT), (39, mpi::MPI_ERR_QUOTA), (40, mpi::MPI_ERR_READ_ONLY), (56, mpi::MPI_ERR_RMA_ATTACH), (49, mpi::MPI_ERR_RMA_CONFLICT), (55, mpi::MPI_ERR_RMA_RANGE), (57, mpi::MPI_ERR_RMA_SHARED), (50, mpi::MPI_ERR_RMA_SYNC), (41, mpi::MPI_ERR_SERVICE), (51, mpi::MPI_ERR_SIZE), (42, mpi::MPI_ERR_SPAWN), (43, mpi::MPI_ERR_UNSUPPORTED_DATAREP), (44, mpi::MPI_ERR_UNSUPPORTED_OPERATION), (45, mpi::MPI_ERR_WIN), (58, mpi::MPI_ERR_RMA_FLAVOR), (76, mpi::MPI_ERR_PROC_ABORTED), (77, mpi::MPI_ERR_VALUE_TOO_LARGE), (75, mpi::MPI_ERR_SESSION), (80, mpi::MPI_ERR_ERRHANDLER), (81, mpi::MPI_ERR_ABI), (61, mpi::MPI_T_ERR_CANNOT_INIT), (79, mpi::MPI_T_ERR_NOT_ACCESSIBLE), (60, mpi::MPI_T_ERR_NOT_INITIALIZED), (78, mpi::MPI_T_ERR_NOT_SUPPORTED), (59, mpi::MPI_T_ERR_MEMORY), (74, mpi::MPI_T_ERR_INVALID), (62, mpi::MPI_T_ERR_INVALID_INDEX), (63, mpi::MPI_T_ERR_INVALID_ITEM), (67, mpi::MPI_T_ERR_INVALID_SESSION), (64, mpi::MPI_T_ERR_INVALID_HANDLE), (73, mpi::MPI_T_ERR_INVALID_NAME), (65, mpi::MPI_T_ERR_OUT_OF_HANDLES), (66, mpi::MPI_T_ERR_OUT_OF_SESSIONS), (68, mpi::MPI_T_ERR_CVAR_SET_NOT_NOW), (69, mpi::MPI_T_ERR_CVAR_SET_NEVER), (71, mpi::MPI_T_ERR_PVAR_NO_WRITE), (70, mpi::MPI_T_ERR_PVAR_NO_STARTSTOP), (72, mpi::MPI_T_ERR_PVAR_NO_ATOMIC)]),
};

pub const OP_NULL: (c_int, usize) = (0x18000000_u32 as c_int, mpi::MPI_OP_NULL);
pub static OP_TABLE: Predefined = Predefined::new(&[
    (0x58000003_u32 as c_int, mpi::MPI_SUM),
    (0x58000002_u32 as c_int, mpi::MPI_MIN),
    (0x58000001_u32 as c_int, mpi::MPI_MAX),
    (0x58000004_u32 as c_int, mpi::MPI_PROD),
    (0x58000006_u32 as c_int, mpi::MPI_BAND),
    (0x58000008_u32 as c_int, mpi::MPI_BOR),
    (0x5800000a_u32 as c_int, mpi::MPI_BXOR),
    (0x58000005_u32 as c_int, mpi::MPI_LAND),
    (0x58000007_u32 as c_int, mpi::MPI_LOR),
    (0x58000009_u32 as c_int, mpi::MPI_LXOR),
    (0x5800000b_u32 as c_int, mpi::MPI_MINLOC),
    (0x5800000c_u32 as c_int, mpi::MPI_MAXLOC),
    (0x5800000d_u32 as c_int, mpi::MPI_REPLACE),
    (0x5800000e_u32 as c_int, mpi::MPI_NO_OP),
]);

pub const COMM_NULL: (c_int, usize) = (0x04000000_u32 as c_int, mpi::MPI_COMM_NULL);
pub static COMM_TABLE: Predefined = Predefined::new(&[
    (0x44000000_u32 as c_int, mpi::MPI_COMM_WORLD),
    (0x44000001_u32 as c_int, mpi::MPI_COMM_SELF),
]);

pub const GROUP_NULL: (c_int, usize) = (0x08000000_u32 as c_int, mpi::MPI_GROUP_NULL);
pub static GROUP_TABLE: Predefined = Predefined::new(&[
    (0x48000000_u32 as c_int, mpi::MPI_GROUP_EMPTY),
]);

pub const WIN_NULL: (c_int, usize) = (0x20000000_u32 as c_int, mpi::MPI_WIN_NULL);
pub static WIN_TABLE: Predefined = Predefined::new(&[
]);

pub const SESSION_NULL: (c_int, usize) = (0x38000000_u32 as c_int, mpi::MPI_SESSION_NULL);
pub static SESSION_TABLE: Predefined = Predefined::new(&[
]);

pub const MESSAGE_NULL: (c_int, usize) = (0x2c000000_u32 as c_int, mpi::MPI_MESSAGE_NULL);
pub static MESSAGE_TABLE: Predefined = Predefined::new(&[
    (0x6c000000_u32 as c_int, mpi::MPI_MESSAGE_NO_PROC),
]);

pub const INFO_NULL: (c_int, usize) = (0x1c000000_u32 as c_int, mpi::MPI_INFO_NULL);
pub static INFO_TABLE: Predefined = Predefined::new(&[
    (0x5c000001_u32 as c_int, mpi::MPI_INFO_ENV),
]);

pub const ERRHANDLER_NULL: (c_int, usize) = (0x14000000_u32 as c_int, mpi::MPI_ERRHANDLER_NULL);
pub static ERRHANDLER_TABLE: Predefined = Predefined::new(&[
    (0x54000000_u32 as c_int, mpi::MPI_ERRORS_ARE_FATAL),
    (0x54000003_u32 as c_int, mpi::MPI_ERRORS_ABORT),
    (0x54000001_u32 as c_int, mpi::MPI_ERRORS_RETURN),
]);

pub const REQUEST_NULL: (c_int, usize) = (0x2c000000_u32 as c_int, mpi::MPI_REQUEST_NULL);
pub static REQUEST_TABLE: Predefined = Predefined::new(&[
]);

pub const DATATYPE_NULL: (c_int, usize) = (0x0c000000_u32 as c_int, mpi::MPI_DATATYPE_NULL);
pub static DATATYPE_TABLE: Predefined = Predefined::new(&[
    (0x4c000843_u32 as c_int, mpi::MPI_AINT),
    (0x4c000845_u32 as c_int, mpi::MPI_COUNT),
    (0x4c000844_u32 as c_int, mpi::MPI_OFFSET),
    (0x4c00010f_u32 as c_int, mpi::MPI_PACKED),
    (0x4c000203_u32 as c_int, mpi::MPI_SHORT),
    (0x4c000405_u32 as c_int, mpi::MPI_INT),
    (0x4c000807_u32 as c_int, mpi::MPI_LONG),
    (0x4c000809_u32 as c_int, mpi::MPI_LONG_LONG_INT),
    (0x4c000204_u32 as c_int, mpi::MPI_UNSIGNED_SHORT),
    (0x4c000406_u32 as c_int, mpi::MPI_UNSIGNED),
    (0x4c000808_u32 as c_int, mpi::MPI_UNSIGNED_LONG),
    (0x4c000819_u32 as c_int, mpi::MPI_UNSIGNED_LONG_LONG),
    (0x4c00040a_u32 as c_int, mpi::MPI_FLOAT),
    (0x4c000840_u32 as c_int, mpi::MPI_C_COMPLEX),
    (0x4c000834_u32 as c_int, mpi::MPI_CXX_FLOAT_COMPLEX),
    (0x4c00080b_u32 as c_int, mpi::MPI_DOUBLE),
    (0x4c001041_u32 as c_int, mpi::MPI_C_DOUBLE_COMPLEX),
    (0x4c001035_u32 as c_int, mpi::MPI_CXX_DOUBLE_COMPLEX),
    (0x4c00041d_u32 as c_int, mpi::MPI_LOGICAL),
    (0x4c00041b_u32 as c_int, mpi::MPI_INTEGER),
    (0x4c00041c_u32 as c_int, mpi::MPI_REAL),
    (0x4c00081e_u32 as c_int, mpi::MPI_COMPLEX),
    (0x4c00081f_u32 as c_int, mpi::MPI_DOUBLE_PRECISION),
    (0x4c001022_u32 as c_int, mpi::MPI_DOUBLE_COMPLEX),
    (0x4c00011a_u32 as c_int, mpi::MPI_CHARACTER),
    (0x4c00100c_u32 as c_int, mpi::MPI_LONG_DOUBLE),
    (0x4c002042_u32 as c_int, mpi::MPI_C_LONG_DOUBLE_COMPLEX),
    (0x4c002036_u32 as c_int, mpi::MPI_CXX_LONG_DOUBLE_COMPLEX),
    (0x8c000000_u32 as c_int, mpi::MPI_FLOAT_INT),
    (0x8c000001_u32 as c_int, mpi::MPI_DOUBLE_INT),
    (0x8c000002_u32 as c_int, mpi::MPI_LONG_INT),
    (0x4c000816_u32 as c_int, mpi::MPI_2INT),
    (0x8c000003_u32 as c_int, mpi::MPI_SHORT_INT),
    (0x8c000004_u32 as c_int, mpi::MPI_LONG_DOUBLE_INT),
    (0x4c000821_u32 as c_int, mpi::MPI_2REAL),
    (0x4c001023_u32 as c_int, mpi::MPI_2DOUBLE_PRECISION),
    (0x4c000820_u32 as c_int, mpi::MPI_2INTEGER),
    (0x4c00013f_u32 as c_int, mpi::MPI_C_BOOL),
    (0x4c000133_u32 as c_int, mpi::MPI_CXX_BOOL),
    (0x4c00040e_u32 as c_int, mpi::MPI_WCHAR),
    (0x4c000137_u32 as c_int, mpi::MPI_INT8_T),
    (0x4c00013b_u32 as c_int, mpi::MPI_UINT8_T),
    (0x4c000101_u32 as c_int, mpi::MPI_CHAR),
    (0x4c000118_u32 as c_int, mpi::MPI_SIGNED_CHAR),
    (0x4c000102_u32 as c_int, mpi::MPI_UNSIGNED_CHAR),
    (0x4c00010d_u32 as c_int, mpi::MPI_BYTE),
    (0x4c000238_u32 as c_int, mpi::MPI_INT16_T),
    (0x4c00023c_u32 as c_int, mpi::MPI_UINT16_T),
    (0x4c000439_u32 as c_int, mpi::MPI_INT32_T),
    (0x4c00043d_u32 as c_int, mpi::MPI_UINT32_T),
    (0x4c00083a_u32 as c_int, mpi::MPI_INT64_T),
    (0x4c00083e_u32 as c_int, mpi::MPI_UINT64_T),
    (0x4c000147_u32 as c_int, mpi::MPI_LOGICAL1),
    (0x4c00012d_u32 as c_int, mpi::MPI_INTEGER1),
    (0x4c000248_u32 as c_int, mpi::MPI_LOGICAL2),
    (0x4c00022f_u32 as c_int, mpi::MPI_INTEGER2),
    (0x4c000226_u32 as c_int, mpi::MPI_REAL2),
    (0x4c000449_u32 as c_int, mpi::MPI_LOGICAL4),
    (0x4c000430_u32 as c_int, mpi::MPI_INTEGER4),
    (0x4c000427_u32 as c_int, mpi::MPI_REAL4),
    (0x4c00042e_u32 as c_int, mpi::MPI_COMPLEX4),
    (0x4c00084a_u32 as c_int, mpi::MPI_LOGICAL8),
    (0x4c000831_u32 as c_int, mpi::MPI_INTEGER8),
    (0x4c000829_u32 as c_int, mpi::MPI_REAL8),
    (0x4c000828_u32 as c_int, mpi::MPI_COMPLEX8),
    (0x4c00104b_u32 as c_int, mpi::MPI_LOGICAL16),
    (0x4c001032_u32 as c_int, mpi::MPI_INTEGER16),
    (0x4c00102b_u32 as c_int, mpi::MPI_REAL16),
    (0x4c00102a_u32 as c_int, mpi::MPI_COMPLEX16),
    (0x4c00202c_u32 as c_int, mpi::MPI_COMPLEX32),
    (0x4c000246_u32 as c_int, mpi::MPI_REAL2),
]);

pub static BY_ABI: [c_int; ABI_LIMIT] = by_abi(&[
    (0x18000000_u32 as c_int, mpi::MPI_OP_NULL),
    (0x58000003_u32 as c_int, mpi::MPI_SUM),
    (0x58000002_u32 as c_int, mpi::MPI_MIN),
    (0x58000001_u32 as c_int, mpi::MPI_MAX),
    (0x58000004_u32 as c_int, mpi::MPI_PROD),
    (0x58000006_u32 as c_int, mpi::MPI_BAND),
    (0x58000008_u32 as c_int, mpi::MPI_BOR),
    (0x5800000a_u32 as c_int, mpi::MPI_BXOR),
    (0x58000005_u32 as c_int, mpi::MPI_LAND),
    (0x58000007_u32 as c_int, mpi::MPI_LOR),
    (0x58000009_u32 as c_int, mpi::MPI_LXOR),
    (0x5800000b_u32 as c_int, mpi::MPI_MINLOC),
    (0x5800000c_u32 as c_int, mpi::MPI_MAXLOC),
    (0x5800000d_u32 as c_int, mpi::MPI_REPLACE),
    (0x5800000e_u32 as c_int, mpi::MPI_NO_OP),
    (0x04000000_u32 as c_int, mpi::MPI_COMM_NULL),
    (0x44000000_u32 as c_int, mpi::MPI_COMM_WORLD),
    (0x44000001_u32 as c_int, mpi::MPI_COMM_SELF),
    (0x08000000_u32 as c_int, mpi::MPI_GROUP_NULL),
    (0x48000000_u32 as c_int, mpi::MPI_GROUP_EMPTY),
    (0x20000000_u32 as c_int, mpi::MPI_WIN_NULL),
    (0x38000000_u32 as c_int, mpi::MPI_SESSION_NULL),
    (0x2c000000_u32 as c_int, mpi::MPI_MESSAGE_NULL),
    (0x6c000000_u32 as c_int, mpi::MPI_MESSAGE_NO_PROC),
    (0x1c000000_u32 as c_int, mpi::MPI_INFO_NULL),
    (0x5c000001_u32 as c_int, mpi::MPI_INFO_ENV),
    (0x14000000_u32 as c_int, mpi::MPI_ERRHANDLER_NULL),
    (0x54000000_u32 as c_int, mpi::MPI_ERRORS_ARE_FATAL),
    (0x54000003_u32 as c_int, mpi::MPI_ERRORS_ABORT),
    (0x54000001_u32 as c_int, mpi::MPI_ERRORS_RETURN),
    (0x2c000000_u32 as c_int, mpi::MPI_REQUEST_NULL),
    (0x0c000000_u32 as c_int, mpi::MPI_DATATYPE_NULL),
    (0x4c000843_u32 as c_int, mpi::MPI_AINT),
    (0x4c000845_u32 as c_int, mpi::MPI_COUNT),
    (0x4c000844_u32 as c_int, mpi::MPI_OFFSET),
    (0x4c00010f_u32 as c_int, mpi::MPI_PACKED),
    (0x4c000203_u32 as c_int, mpi::MPI_SHORT),
    (0x4c000405_u32 as c_int, mpi::MPI_INT),
    (0x4c000807_u32 as c_int, mpi::MPI_LONG),
    (0x4c000809_u32 as c_int, mpi::MPI_LONG_LONG_INT),
    (0x4c000204_u32 as c_int, mpi::MPI_UNSIGNED_SHORT),
    (0x4c000406_u32 as c_int, mpi::MPI_UNSIGNED),
    (0x4c000808_u32 as c_int, mpi::MPI_UNSIGNED_LONG),
    (0x4c000819_u32 as c_int, mpi::MPI_UNSIGNED_LONG_LONG),
    (0x4c00040a_u32 as c_int, mpi::MPI_FLOAT),
    (0x4c000840_u32 as c_int, mpi::MPI_C_COMPLEX),
    (0x4c000834_u32 as c_int, mpi::MPI_CXX_FLOAT_COMPLEX),
    (0x4c00080b_u32 as c_int, mpi::MPI_DOUBLE),
    (0x4c001041_u32 as c_int, mpi::MPI_C_DOUBLE_COMPLEX),
    (0x4c001035_u32 as c_int, mpi::MPI_CXX_DOUBLE_COMPLEX),
    (0x4c00041d_u32 as c_int, mpi::MPI_LOGICAL),
    (0x4c00041b_u32 as c_int, mpi::MPI_INTEGER),
    (0x4c00041c_u32 as c_int, mpi::MPI_REAL),
    (0x4c00081e_u32 as c_int, mpi::MPI_COMPLEX),
    (0x4c00081f_u32 as c_int, mpi::MPI_DOUBLE_PRECISION),
    (0x4c001022_u32 as c_int, mpi::MPI_DOUBLE_COMPLEX),
    (0x4c00011a_u32 as c_int, mpi::MPI_CHARACTER),
    (0x4c00100c_u32 as c_int, mpi::MPI_LONG_DOUBLE),
    (0x4c002042_u32 as c_int, mpi::MPI_C_LONG_DOUBLE_COMPLEX),
    (0x4c002036_u32 as c_int, mpi::MPI_CXX_LONG_DOUBLE_COMPLEX),
    (0x8c000000_u32 as c_int, mpi::MPI_FLOAT_INT),
    (0x8c000001_u32 as c_int, mpi::MPI_DOUBLE_INT),
    (0x8c000002_u32 as c_int, mpi::MPI_LONG_INT),
    (0x4c000816_u32 as c_int, mpi::MPI_2INT),
    (0x8c000003_u32 as c_int, mpi::MPI_SHORT_INT),
    (0x8c000004_u32 as c_int, mpi::MPI_LONG_DOUBLE_INT),
    (0x4c000821_u32 as c_int, mpi::MPI_2REAL),
    (0x4c001023_u32 as c_int, mpi::MPI_2DOUBLE_PRECISION),
    (0x4c000820_u32 as c_int, mpi::MPI_2INTEGER),
    (0x4c00013f_u32 as c_int, mpi::MPI_C_BOOL),
    (0x4c000133_u32 as c_int, mpi::MPI_CXX_BOOL),
    (0x4c00040e_u32 as c_int, mpi::MPI_WCHAR),
    (0x4c000137_u32 as c_int, mpi::MPI_INT8_T),
    (0x4c00013b_u32 as c_int, mpi::MPI_UINT8_T),
    (0x4c000101_u32 as c_int, mpi::MPI_CHAR),
    (0x4c000118_u32 as c_int, mpi::MPI_SIGNED_CHAR),
    (0x4c000102_u32 as c_int, mpi::MPI_UNSIGNED_CHAR),
    (0x4c00010d_u32 as c_int, mpi::MPI_BYTE),
    (0x4c000238_u32 as c_int, mpi::MPI_INT16_T),
    (0x4c00023c_u32 as c_int, mpi::MPI_UINT16_T),
    (0x4c000439_u32 as c_int, mpi::MPI_INT32_T),
    (0x4c00043d_u32 as c_int, mpi::MPI_UINT32_T),
    (0x4c00083a_u32 as c_int, mpi::MPI_INT64_T),
    (0x4c00083e_u32 as c_int, mpi::MPI_UINT64_T),
    (0x4c000147_u32 as c_int, mpi::MPI_LOGICAL1),
    (0x4c00012d_u32 as c_int, mpi::MPI_INTEGER1),
    (0x4c000248_u32 as c_int, mpi::MPI_LOGICAL2),
    (0x4c00022f_u32 as c_int, mpi::MPI_INTEGER2),
    (0x4c000226_u32 as c_int, mpi::MPI_REAL2),
    (0x4c000449_u32 as c_int, mpi::MPI_LOGICAL4),
    (0x4c000430_u32 as c_int, mpi::MPI_INTEGER4),
    (0x4c000427_u32 as c_int, mpi::MPI_REAL4),
    (0x4c00042e_u32 as c_int, mpi::MPI_COMPLEX4),
    (0x4c00084a_u32 as c_int, mpi::MPI_LOGICAL8),
    (0x4c000831_u32 as c_int, mpi::MPI_INTEGER8),
    (0x4c000829_u32 as c_int, mpi::MPI_REAL8),
    (0x4c000828_u32 as c_int, mpi::MPI_COMPLEX8),
    (0x4c00104b_u32 as c_int, mpi::MPI_LOGICAL16),
    (0x4c001032_u32 as c_int, mpi::MPI_INTEGER16),
    (0x4c00102b_u32 as c_int, mpi::MPI_REAL16),
    (0x4c00102a_u32 as c_int, mpi::MPI_COMPLEX16),
    (0x4c00202c_u32 as c_int, mpi::MPI_COMPLEX32),
    (0x4c000246_u32 as c_int, mpi::MPI_REAL2),
]);
