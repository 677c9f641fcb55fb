// Generated from api/constants.toml by `cargo xtask generate`; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(missing_docs, reason = "the names are those of the standard, which says what they mean")]

/// Functions of the MPI 5.0 ABI, `MPI_X` and `MPI_X_c` counted as two.
pub const FUNCTION_COUNT: usize = 664;

// Version of the standard and of its ABI
pub const MPI_VERSION: i32 = 5;
pub const MPI_SUBVERSION: i32 = 0;
pub const MPI_ABI_VERSION: i32 = 1;
pub const MPI_ABI_SUBVERSION: i32 = 0;

// Reduction operations
pub const MPI_OP_NULL: usize = 0x20;
pub const MPI_SUM: usize = 0x21;
pub const MPI_MIN: usize = 0x22;
pub const MPI_MAX: usize = 0x23;
pub const MPI_PROD: usize = 0x24;
pub const MPI_BAND: usize = 0x28;
pub const MPI_BOR: usize = 0x29;
pub const MPI_BXOR: usize = 0x2a;
pub const MPI_LAND: usize = 0x30;
pub const MPI_LOR: usize = 0x31;
pub const MPI_LXOR: usize = 0x32;
pub const MPI_MINLOC: usize = 0x38;
pub const MPI_MAXLOC: usize = 0x39;
pub const MPI_REPLACE: usize = 0x3c;
pub const MPI_NO_OP: usize = 0x3d;

// Communicators
pub const MPI_COMM_NULL: usize = 0x100;
pub const MPI_COMM_WORLD: usize = 0x101;
pub const MPI_COMM_SELF: usize = 0x102;

// Groups
pub const MPI_GROUP_NULL: usize = 0x108;
pub const MPI_GROUP_EMPTY: usize = 0x109;

// Windows
pub const MPI_WIN_NULL: usize = 0x110;

// Files
pub const MPI_FILE_NULL: usize = 0x118;

// Sessions
pub const MPI_SESSION_NULL: usize = 0x120;

// Matched messages
pub const MPI_MESSAGE_NULL: usize = 0x128;
pub const MPI_MESSAGE_NO_PROC: usize = 0x129;

// Info objects
pub const MPI_INFO_NULL: usize = 0x130;
pub const MPI_INFO_ENV: usize = 0x131;

// Error handlers
pub const MPI_ERRHANDLER_NULL: usize = 0x140;
pub const MPI_ERRORS_ARE_FATAL: usize = 0x141;
pub const MPI_ERRORS_ABORT: usize = 0x142;
pub const MPI_ERRORS_RETURN: usize = 0x143;

// Requests
pub const MPI_REQUEST_NULL: usize = 0x180;

// Datatypes
pub const MPI_DATATYPE_NULL: usize = 0x200;
pub const MPI_AINT: usize = 0x201;
pub const MPI_COUNT: usize = 0x202;
pub const MPI_OFFSET: usize = 0x203;
pub const MPI_PACKED: usize = 0x207;
pub const MPI_SHORT: usize = 0x208;
pub const MPI_INT: usize = 0x209;
pub const MPI_LONG: usize = 0x20a;
pub const MPI_LONG_LONG_INT: usize = 0x20b;
pub const MPI_LONG_LONG: usize = MPI_LONG_LONG_INT;
pub const MPI_UNSIGNED_SHORT: usize = 0x20c;
pub const MPI_UNSIGNED: usize = 0x20d;
pub const MPI_UNSIGNED_LONG: usize = 0x20e;
pub const MPI_UNSIGNED_LONG_LONG: usize = 0x20f;
pub const MPI_FLOAT: usize = 0x210;
pub const MPI_C_COMPLEX: usize = 0x212;
pub const MPI_C_FLOAT_COMPLEX: usize = MPI_C_COMPLEX;
pub const MPI_CXX_FLOAT_COMPLEX: usize = 0x213;
pub const MPI_DOUBLE: usize = 0x214;
pub const MPI_C_DOUBLE_COMPLEX: usize = 0x216;
pub const MPI_CXX_DOUBLE_COMPLEX: usize = 0x217;
pub const MPI_LOGICAL: usize = 0x218;
pub const MPI_INTEGER: usize = 0x219;
pub const MPI_REAL: usize = 0x21a;
pub const MPI_COMPLEX: usize = 0x21b;
pub const MPI_DOUBLE_PRECISION: usize = 0x21c;
pub const MPI_DOUBLE_COMPLEX: usize = 0x21d;
pub const MPI_CHARACTER: usize = 0x21e;
pub const MPI_LONG_DOUBLE: usize = 0x220;
pub const MPI_C_LONG_DOUBLE_COMPLEX: usize = 0x224;
pub const MPI_CXX_LONG_DOUBLE_COMPLEX: usize = 0x225;
pub const MPI_FLOAT_INT: usize = 0x228;
pub const MPI_DOUBLE_INT: usize = 0x229;
pub const MPI_LONG_INT: usize = 0x22a;
pub const MPI_2INT: usize = 0x22b;
pub const MPI_SHORT_INT: usize = 0x22c;
pub const MPI_LONG_DOUBLE_INT: usize = 0x22d;
pub const MPI_2REAL: usize = 0x230;
pub const MPI_2DOUBLE_PRECISION: usize = 0x231;
pub const MPI_2INTEGER: usize = 0x232;
pub const MPI_C_BOOL: usize = 0x238;
pub const MPI_CXX_BOOL: usize = 0x239;
pub const MPI_WCHAR: usize = 0x23c;
pub const MPI_INT8_T: usize = 0x240;
pub const MPI_UINT8_T: usize = 0x241;
pub const MPI_CHAR: usize = 0x243;
pub const MPI_SIGNED_CHAR: usize = 0x244;
pub const MPI_UNSIGNED_CHAR: usize = 0x245;
pub const MPI_BYTE: usize = 0x247;
pub const MPI_INT16_T: usize = 0x248;
pub const MPI_UINT16_T: usize = 0x249;
pub const MPI_INT32_T: usize = 0x250;
pub const MPI_UINT32_T: usize = 0x251;
pub const MPI_INT64_T: usize = 0x258;
pub const MPI_UINT64_T: usize = 0x259;
pub const MPI_LOGICAL1: usize = 0x2c0;
pub const MPI_INTEGER1: usize = 0x2c1;
pub const MPI_LOGICAL2: usize = 0x2c8;
pub const MPI_INTEGER2: usize = 0x2c9;
pub const MPI_REAL2: usize = 0x2ca;
pub const MPI_LOGICAL4: usize = 0x2d0;
pub const MPI_INTEGER4: usize = 0x2d1;
pub const MPI_REAL4: usize = 0x2d2;
pub const MPI_COMPLEX4: usize = 0x2d3;
pub const MPI_LOGICAL8: usize = 0x2d8;
pub const MPI_INTEGER8: usize = 0x2d9;
pub const MPI_REAL8: usize = 0x2da;
pub const MPI_COMPLEX8: usize = 0x2db;
pub const MPI_LOGICAL16: usize = 0x2e0;
pub const MPI_INTEGER16: usize = 0x2e1;
pub const MPI_REAL16: usize = 0x2e2;
pub const MPI_COMPLEX16: usize = 0x2e3;
pub const MPI_COMPLEX32: usize = 0x2eb;

// Handles of the tool interface
pub const MPI_T_ENUM_NULL: usize = 0x0;

// Handles of the tool interface
pub const MPI_T_CVAR_HANDLE_NULL: usize = 0x0;

// Handles of the tool interface
pub const MPI_T_PVAR_SESSION_NULL: usize = 0x0;

// Handles of the tool interface
pub const MPI_T_PVAR_HANDLE_NULL: usize = 0x0;
pub const MPI_T_PVAR_ALL_HANDLES: usize = 0x1;

// Addresses with a meaning of their own
pub const MPI_BOTTOM: usize = 0;
pub const MPI_IN_PLACE: usize = 1;
pub const MPI_BUFFER_AUTOMATIC: usize = 2;

// No argument vector
pub const MPI_ARGV_NULL: usize = 0;

// No argument vectors
pub const MPI_ARGVS_NULL: usize = 0;

// Integer arrays with a meaning of their own
pub const MPI_ERRCODES_IGNORE: usize = 0;
pub const MPI_UNWEIGHTED: usize = 10;
pub const MPI_WEIGHTS_EMPTY: usize = 11;

// Statuses not wanted
pub const MPI_STATUS_IGNORE: usize = 0;
pub const MPI_STATUSES_IGNORE: usize = 0;

// Predefined callbacks
pub const MPI_NULL_COPY_FN: usize = 0;
pub const MPI_DUP_FN: usize = 1;

// Predefined callbacks
pub const MPI_NULL_DELETE_FN: usize = 0;

// Predefined callbacks
pub const MPI_COMM_NULL_COPY_FN: usize = 0;
pub const MPI_COMM_DUP_FN: usize = 1;

// Predefined callbacks
pub const MPI_COMM_NULL_DELETE_FN: usize = 0;

// Predefined callbacks
pub const MPI_TYPE_NULL_COPY_FN: usize = 0;
pub const MPI_TYPE_DUP_FN: usize = 1;

// Predefined callbacks
pub const MPI_TYPE_NULL_DELETE_FN: usize = 0;

// Predefined callbacks
pub const MPI_WIN_NULL_COPY_FN: usize = 0;
pub const MPI_WIN_DUP_FN: usize = 1;

// Predefined callbacks
pub const MPI_WIN_NULL_DELETE_FN: usize = 0;

// Predefined callbacks
pub const MPI_CONVERSION_FN_NULL: usize = 0;

// Predefined callbacks
pub const MPI_CONVERSION_FN_NULL_C: usize = 0;

// Room for strings, terminating null included
pub const MPI_MAX_DATAREP_STRING: i32 = 128;
pub const MPI_MAX_ERROR_STRING: i32 = 512;
pub const MPI_MAX_INFO_KEY: i32 = 256;
pub const MPI_MAX_INFO_VAL: i32 = 1024;
pub const MPI_MAX_LIBRARY_VERSION_STRING: i32 = 8192;
pub const MPI_MAX_OBJECT_NAME: i32 = 128;
pub const MPI_MAX_PORT_NAME: i32 = 1024;
pub const MPI_MAX_PROCESSOR_NAME: i32 = 256;
pub const MPI_MAX_STRINGTAG_LEN: i32 = 1024;
pub const MPI_MAX_PSET_NAME_LEN: i32 = 1024;

// Extra bytes a buffered send needs beside its packed data
pub const MPI_BSEND_OVERHEAD: i32 = 512;

// File view displacement: where the shared pointer is
pub const MPI_DISPLACEMENT_CURRENT: i64 = -1;

// Fortran status: size and indices
pub const MPI_F_STATUS_SIZE: i32 = 8;
pub const MPI_F_SOURCE: i32 = 0;
pub const MPI_F_TAG: i32 = 1;
pub const MPI_F_ERROR: i32 = 2;

// Error classes
pub const MPI_SUCCESS: i32 = 0;
pub const MPI_ERR_BUFFER: i32 = 1;
pub const MPI_ERR_COUNT: i32 = 2;
pub const MPI_ERR_TYPE: i32 = 3;
pub const MPI_ERR_TAG: i32 = 4;
pub const MPI_ERR_COMM: i32 = 5;
pub const MPI_ERR_RANK: i32 = 6;
pub const MPI_ERR_REQUEST: i32 = 7;
pub const MPI_ERR_ROOT: i32 = 8;
pub const MPI_ERR_GROUP: i32 = 9;
pub const MPI_ERR_OP: i32 = 10;
pub const MPI_ERR_TOPOLOGY: i32 = 11;
pub const MPI_ERR_DIMS: i32 = 12;
pub const MPI_ERR_ARG: i32 = 13;
pub const MPI_ERR_UNKNOWN: i32 = 14;
pub const MPI_ERR_TRUNCATE: i32 = 15;
pub const MPI_ERR_OTHER: i32 = 16;
pub const MPI_ERR_INTERN: i32 = 17;
pub const MPI_ERR_PENDING: i32 = 18;
pub const MPI_ERR_IN_STATUS: i32 = 19;
pub const MPI_ERR_ACCESS: i32 = 20;
pub const MPI_ERR_AMODE: i32 = 21;
pub const MPI_ERR_ASSERT: i32 = 22;
pub const MPI_ERR_BAD_FILE: i32 = 23;
pub const MPI_ERR_BASE: i32 = 24;
pub const MPI_ERR_CONVERSION: i32 = 25;
pub const MPI_ERR_DISP: i32 = 26;
pub const MPI_ERR_DUP_DATAREP: i32 = 27;
pub const MPI_ERR_FILE_EXISTS: i32 = 28;
pub const MPI_ERR_FILE_IN_USE: i32 = 29;
pub const MPI_ERR_FILE: i32 = 30;
pub const MPI_ERR_INFO_KEY: i32 = 31;
pub const MPI_ERR_INFO_NOKEY: i32 = 32;
pub const MPI_ERR_INFO_VALUE: i32 = 33;
pub const MPI_ERR_INFO: i32 = 34;
pub const MPI_ERR_IO: i32 = 35;
pub const MPI_ERR_KEYVAL: i32 = 36;
pub const MPI_ERR_LOCKTYPE: i32 = 37;
pub const MPI_ERR_NAME: i32 = 38;
pub const MPI_ERR_NO_MEM: i32 = 39;
pub const MPI_ERR_NOT_SAME: i32 = 40;
pub const MPI_ERR_NO_SPACE: i32 = 41;
pub const MPI_ERR_NO_SUCH_FILE: i32 = 42;
pub const MPI_ERR_PORT: i32 = 43;
pub const MPI_ERR_QUOTA: i32 = 44;
pub const MPI_ERR_READ_ONLY: i32 = 45;
pub const MPI_ERR_RMA_ATTACH: i32 = 46;
pub const MPI_ERR_RMA_CONFLICT: i32 = 47;
pub const MPI_ERR_RMA_RANGE: i32 = 48;
pub const MPI_ERR_RMA_SHARED: i32 = 49;
pub const MPI_ERR_RMA_SYNC: i32 = 50;
pub const MPI_ERR_SERVICE: i32 = 51;
pub const MPI_ERR_SIZE: i32 = 52;
pub const MPI_ERR_SPAWN: i32 = 53;
pub const MPI_ERR_UNSUPPORTED_DATAREP: i32 = 54;
pub const MPI_ERR_UNSUPPORTED_OPERATION: i32 = 55;
pub const MPI_ERR_WIN: i32 = 56;
pub const MPI_ERR_RMA_FLAVOR: i32 = 57;
pub const MPI_ERR_PROC_ABORTED: i32 = 58;
pub const MPI_ERR_VALUE_TOO_LARGE: i32 = 59;
pub const MPI_ERR_SESSION: i32 = 60;
pub const MPI_ERR_ERRHANDLER: i32 = 61;
pub const MPI_ERR_ABI: i32 = 62;

// Error codes of the tool interface
pub const MPI_T_ERR_CANNOT_INIT: i32 = 1001;
pub const MPI_T_ERR_NOT_ACCESSIBLE: i32 = 1002;
pub const MPI_T_ERR_NOT_INITIALIZED: i32 = 1003;
pub const MPI_T_ERR_NOT_SUPPORTED: i32 = 1004;
pub const MPI_T_ERR_MEMORY: i32 = 1005;
pub const MPI_T_ERR_INVALID: i32 = 1006;
pub const MPI_T_ERR_INVALID_INDEX: i32 = 1007;
pub const MPI_T_ERR_INVALID_ITEM: i32 = 1008;
pub const MPI_T_ERR_INVALID_SESSION: i32 = 1009;
pub const MPI_T_ERR_INVALID_HANDLE: i32 = 1010;
pub const MPI_T_ERR_INVALID_NAME: i32 = 1011;
pub const MPI_T_ERR_OUT_OF_HANDLES: i32 = 1012;
pub const MPI_T_ERR_OUT_OF_SESSIONS: i32 = 1013;
pub const MPI_T_ERR_CVAR_SET_NOT_NOW: i32 = 1014;
pub const MPI_T_ERR_CVAR_SET_NEVER: i32 = 1015;
pub const MPI_T_ERR_PVAR_NO_WRITE: i32 = 1016;
pub const MPI_T_ERR_PVAR_NO_STARTSTOP: i32 = 1017;
pub const MPI_T_ERR_PVAR_NO_ATOMIC: i32 = 1018;

// Last predefined error code
pub const MPI_ERR_LASTCODE: i32 = 16383;

// File access modes
pub const MPI_MODE_APPEND: i32 = 1;
pub const MPI_MODE_CREATE: i32 = 2;
pub const MPI_MODE_DELETE_ON_CLOSE: i32 = 4;
pub const MPI_MODE_EXCL: i32 = 8;
pub const MPI_MODE_RDONLY: i32 = 16;
pub const MPI_MODE_RDWR: i32 = 32;
pub const MPI_MODE_SEQUENTIAL: i32 = 64;
pub const MPI_MODE_UNIQUE_OPEN: i32 = 128;
pub const MPI_MODE_WRONLY: i32 = 256;

// Window assertions
pub const MPI_MODE_NOCHECK: i32 = 1024;
pub const MPI_MODE_NOPRECEDE: i32 = 2048;
pub const MPI_MODE_NOPUT: i32 = 4096;
pub const MPI_MODE_NOSTORE: i32 = 8192;
pub const MPI_MODE_NOSUCCEED: i32 = 16384;

// Wildcards and special ranks
pub const MPI_ANY_SOURCE: i32 = -1;
pub const MPI_ANY_TAG: i32 = -2;
pub const MPI_PROC_NULL: i32 = -3;
pub const MPI_ROOT: i32 = -4;

// No value
pub const MPI_UNDEFINED: i32 = -32766;

// Thread levels
pub const MPI_THREAD_SINGLE: i32 = 0;
pub const MPI_THREAD_FUNNELED: i32 = 1024;
pub const MPI_THREAD_SERIALIZED: i32 = 2048;
pub const MPI_THREAD_MULTIPLE: i32 = 4096;

// Array storage orders
pub const MPI_ORDER_C: i32 = 12;
pub const MPI_ORDER_FORTRAN: i32 = 15;

// Array distributions
pub const MPI_DISTRIBUTE_NONE: i32 = 16;
pub const MPI_DISTRIBUTE_BLOCK: i32 = 17;
pub const MPI_DISTRIBUTE_CYCLIC: i32 = 18;
pub const MPI_DISTRIBUTE_DFLT_DARG: i32 = 19;

// Datatype constructors
pub const MPI_COMBINER_NAMED: i32 = 101;
pub const MPI_COMBINER_DUP: i32 = 102;
pub const MPI_COMBINER_CONTIGUOUS: i32 = 103;
pub const MPI_COMBINER_VECTOR: i32 = 104;
pub const MPI_COMBINER_HVECTOR: i32 = 105;
pub const MPI_COMBINER_INDEXED: i32 = 106;
pub const MPI_COMBINER_HINDEXED: i32 = 107;
pub const MPI_COMBINER_INDEXED_BLOCK: i32 = 108;
pub const MPI_COMBINER_HINDEXED_BLOCK: i32 = 109;
pub const MPI_COMBINER_STRUCT: i32 = 110;
pub const MPI_COMBINER_SUBARRAY: i32 = 111;
pub const MPI_COMBINER_DARRAY: i32 = 112;
pub const MPI_COMBINER_F90_REAL: i32 = 113;
pub const MPI_COMBINER_F90_COMPLEX: i32 = 114;
pub const MPI_COMBINER_F90_INTEGER: i32 = 115;
pub const MPI_COMBINER_RESIZED: i32 = 116;
pub const MPI_COMBINER_VALUE_INDEX: i32 = 117;

// Type classes of MPI_Type_match_size
pub const MPIX_TYPECLASS_LOGICAL: i32 = 191;
pub const MPI_TYPECLASS_INTEGER: i32 = 192;
pub const MPI_TYPECLASS_REAL: i32 = 193;
pub const MPI_TYPECLASS_COMPLEX: i32 = 194;

// Results of comparisons
pub const MPI_IDENT: i32 = 201;
pub const MPI_CONGRUENT: i32 = 202;
pub const MPI_SIMILAR: i32 = 203;
pub const MPI_UNEQUAL: i32 = 204;

// Topology kinds
pub const MPI_CART: i32 = 211;
pub const MPI_GRAPH: i32 = 212;
pub const MPI_DIST_GRAPH: i32 = 213;

// Split types
pub const MPI_COMM_TYPE_SHARED: i32 = 221;
pub const MPI_COMM_TYPE_HW_UNGUIDED: i32 = 222;
pub const MPI_COMM_TYPE_HW_GUIDED: i32 = 223;
pub const MPI_COMM_TYPE_RESOURCE_GUIDED: i32 = 224;

// Window locks
pub const MPI_LOCK_EXCLUSIVE: i32 = 301;
pub const MPI_LOCK_SHARED: i32 = 302;

// Window flavours
pub const MPI_WIN_FLAVOR_CREATE: i32 = 311;
pub const MPI_WIN_FLAVOR_ALLOCATE: i32 = 312;
pub const MPI_WIN_FLAVOR_DYNAMIC: i32 = 313;
pub const MPI_WIN_FLAVOR_SHARED: i32 = 314;

// Window memory models
pub const MPI_WIN_UNIFIED: i32 = 321;
pub const MPI_WIN_SEPARATE: i32 = 322;

// File seeking
pub const MPI_SEEK_CUR: i32 = 401;
pub const MPI_SEEK_END: i32 = 402;
pub const MPI_SEEK_SET: i32 = 403;

// No attribute key
pub const MPI_KEYVAL_INVALID: i32 = 0;

// Predefined communicator attributes
pub const MPI_TAG_UB: i32 = 501;
pub const MPI_IO: i32 = 502;
pub const MPI_HOST: i32 = 503;
pub const MPI_WTIME_IS_GLOBAL: i32 = 504;
pub const MPI_APPNUM: i32 = 505;
pub const MPI_LASTUSEDCODE: i32 = 506;
pub const MPI_UNIVERSE_SIZE: i32 = 507;

// Predefined window attributes
pub const MPI_WIN_BASE: i32 = 601;
pub const MPI_WIN_DISP_UNIT: i32 = 602;
pub const MPI_WIN_SIZE: i32 = 603;
pub const MPI_WIN_CREATE_FLAVOR: i32 = 604;
pub const MPI_WIN_MODEL: i32 = 605;

// Safety of tool callbacks
pub const MPI_T_CB_REQUIRE_NONE: i32 = 0;
pub const MPI_T_CB_REQUIRE_MPI_RESTRICTED: i32 = 3;
pub const MPI_T_CB_REQUIRE_THREAD_SAFE: i32 = 15;
pub const MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE: i32 = 63;

// Order of a tool event source
pub const MPI_T_SOURCE_ORDERED: i32 = 1;
pub const MPI_T_SOURCE_UNORDERED: i32 = 2;

// Tool verbosity
pub const MPI_T_VERBOSITY_USER_BASIC: i32 = 9;
pub const MPI_T_VERBOSITY_USER_DETAIL: i32 = 10;
pub const MPI_T_VERBOSITY_USER_ALL: i32 = 12;
pub const MPI_T_VERBOSITY_TUNER_BASIC: i32 = 17;
pub const MPI_T_VERBOSITY_TUNER_DETAIL: i32 = 18;
pub const MPI_T_VERBOSITY_TUNER_ALL: i32 = 20;
pub const MPI_T_VERBOSITY_MPIDEV_BASIC: i32 = 33;
pub const MPI_T_VERBOSITY_MPIDEV_DETAIL: i32 = 34;
pub const MPI_T_VERBOSITY_MPIDEV_ALL: i32 = 36;

// Tool object binding
pub const MPI_T_BIND_NO_OBJECT: i32 = 1;
pub const MPI_T_BIND_MPI_COMM: i32 = 2;
pub const MPI_T_BIND_MPI_DATATYPE: i32 = 3;
pub const MPI_T_BIND_MPI_ERRHANDLER: i32 = 4;
pub const MPI_T_BIND_MPI_FILE: i32 = 5;
pub const MPI_T_BIND_MPI_GROUP: i32 = 6;
pub const MPI_T_BIND_MPI_OP: i32 = 7;
pub const MPI_T_BIND_MPI_REQUEST: i32 = 8;
pub const MPI_T_BIND_MPI_WIN: i32 = 9;
pub const MPI_T_BIND_MPI_MESSAGE: i32 = 10;
pub const MPI_T_BIND_MPI_INFO: i32 = 11;
pub const MPI_T_BIND_MPI_SESSION: i32 = 12;

// Tool variable scope
pub const MPI_T_SCOPE_CONSTANT: i32 = 1;
pub const MPI_T_SCOPE_READONLY: i32 = 2;
pub const MPI_T_SCOPE_LOCAL: i32 = 3;
pub const MPI_T_SCOPE_GROUP: i32 = 4;
pub const MPI_T_SCOPE_GROUP_EQ: i32 = 5;
pub const MPI_T_SCOPE_ALL: i32 = 6;
pub const MPI_T_SCOPE_ALL_EQ: i32 = 7;

// Performance variable classes
pub const MPI_T_PVAR_CLASS_STATE: i32 = 1;
pub const MPI_T_PVAR_CLASS_LEVEL: i32 = 2;
pub const MPI_T_PVAR_CLASS_SIZE: i32 = 3;
pub const MPI_T_PVAR_CLASS_PERCENTAGE: i32 = 4;
pub const MPI_T_PVAR_CLASS_HIGHWATERMARK: i32 = 5;
pub const MPI_T_PVAR_CLASS_LOWWATERMARK: i32 = 6;
pub const MPI_T_PVAR_CLASS_COUNTER: i32 = 7;
pub const MPI_T_PVAR_CLASS_AGGREGATE: i32 = 8;
pub const MPI_T_PVAR_CLASS_TIMER: i32 = 9;
pub const MPI_T_PVAR_CLASS_GENERIC: i32 = 10;

/// The predefined handles in ascending order, each with its name.
pub const PREDEFINED_HANDLES: &[(usize, &str)] = &[
    (MPI_OP_NULL, "MPI_OP_NULL"),
    (MPI_SUM, "MPI_SUM"),
    (MPI_MIN, "MPI_MIN"),
    (MPI_MAX, "MPI_MAX"),
    (MPI_PROD, "MPI_PROD"),
    (MPI_BAND, "MPI_BAND"),
    (MPI_BOR, "MPI_BOR"),
    (MPI_BXOR, "MPI_BXOR"),
    (MPI_LAND, "MPI_LAND"),
    (MPI_LOR, "MPI_LOR"),
    (MPI_LXOR, "MPI_LXOR"),
    (MPI_MINLOC, "MPI_MINLOC"),
    (MPI_MAXLOC, "MPI_MAXLOC"),
    (MPI_REPLACE, "MPI_REPLACE"),
    (MPI_NO_OP, "MPI_NO_OP"),
    (MPI_COMM_NULL, "MPI_COMM_NULL"),
    (MPI_COMM_WORLD, "MPI_COMM_WORLD"),
    (MPI_COMM_SELF, "MPI_COMM_SELF"),
    (MPI_GROUP_NULL, "MPI_GROUP_NULL"),
    (MPI_GROUP_EMPTY, "MPI_GROUP_EMPTY"),
    (MPI_WIN_NULL, "MPI_WIN_NULL"),
    (MPI_FILE_NULL, "MPI_FILE_NULL"),
    (MPI_SESSION_NULL, "MPI_SESSION_NULL"),
    (MPI_MESSAGE_NULL, "MPI_MESSAGE_NULL"),
    (MPI_MESSAGE_NO_PROC, "MPI_MESSAGE_NO_PROC"),
    (MPI_INFO_NULL, "MPI_INFO_NULL"),
    (MPI_INFO_ENV, "MPI_INFO_ENV"),
    (MPI_ERRHANDLER_NULL, "MPI_ERRHANDLER_NULL"),
    (MPI_ERRORS_ARE_FATAL, "MPI_ERRORS_ARE_FATAL"),
    (MPI_ERRORS_ABORT, "MPI_ERRORS_ABORT"),
    (MPI_ERRORS_RETURN, "MPI_ERRORS_RETURN"),
    (MPI_REQUEST_NULL, "MPI_REQUEST_NULL"),
    (MPI_DATATYPE_NULL, "MPI_DATATYPE_NULL"),
    (MPI_AINT, "MPI_AINT"),
    (MPI_COUNT, "MPI_COUNT"),
    (MPI_OFFSET, "MPI_OFFSET"),
    (MPI_PACKED, "MPI_PACKED"),
    (MPI_SHORT, "MPI_SHORT"),
    (MPI_INT, "MPI_INT"),
    (MPI_LONG, "MPI_LONG"),
    (MPI_LONG_LONG_INT, "MPI_LONG_LONG_INT"),
    (MPI_UNSIGNED_SHORT, "MPI_UNSIGNED_SHORT"),
    (MPI_UNSIGNED, "MPI_UNSIGNED"),
    (MPI_UNSIGNED_LONG, "MPI_UNSIGNED_LONG"),
    (MPI_UNSIGNED_LONG_LONG, "MPI_UNSIGNED_LONG_LONG"),
    (MPI_FLOAT, "MPI_FLOAT"),
    (MPI_C_COMPLEX, "MPI_C_COMPLEX"),
    (MPI_CXX_FLOAT_COMPLEX, "MPI_CXX_FLOAT_COMPLEX"),
    (MPI_DOUBLE, "MPI_DOUBLE"),
    (MPI_C_DOUBLE_COMPLEX, "MPI_C_DOUBLE_COMPLEX"),
    (MPI_CXX_DOUBLE_COMPLEX, "MPI_CXX_DOUBLE_COMPLEX"),
    (MPI_LOGICAL, "MPI_LOGICAL"),
    (MPI_INTEGER, "MPI_INTEGER"),
    (MPI_REAL, "MPI_REAL"),
    (MPI_COMPLEX, "MPI_COMPLEX"),
    (MPI_DOUBLE_PRECISION, "MPI_DOUBLE_PRECISION"),
    (MPI_DOUBLE_COMPLEX, "MPI_DOUBLE_COMPLEX"),
    (MPI_CHARACTER, "MPI_CHARACTER"),
    (MPI_LONG_DOUBLE, "MPI_LONG_DOUBLE"),
    (MPI_C_LONG_DOUBLE_COMPLEX, "MPI_C_LONG_DOUBLE_COMPLEX"),
    (MPI_CXX_LONG_DOUBLE_COMPLEX, "MPI_CXX_LONG_DOUBLE_COMPLEX"),
    (MPI_FLOAT_INT, "MPI_FLOAT_INT"),
    (MPI_DOUBLE_INT, "MPI_DOUBLE_INT"),
    (MPI_LONG_INT, "MPI_LONG_INT"),
    (MPI_2INT, "MPI_2INT"),
    (MPI_SHORT_INT, "MPI_SHORT_INT"),
    (MPI_LONG_DOUBLE_INT, "MPI_LONG_DOUBLE_INT"),
    (MPI_2REAL, "MPI_2REAL"),
    (MPI_2DOUBLE_PRECISION, "MPI_2DOUBLE_PRECISION"),
    (MPI_2INTEGER, "MPI_2INTEGER"),
    (MPI_C_BOOL, "MPI_C_BOOL"),
    (MPI_CXX_BOOL, "MPI_CXX_BOOL"),
    (MPI_WCHAR, "MPI_WCHAR"),
    (MPI_INT8_T, "MPI_INT8_T"),
    (MPI_UINT8_T, "MPI_UINT8_T"),
    (MPI_CHAR, "MPI_CHAR"),
    (MPI_SIGNED_CHAR, "MPI_SIGNED_CHAR"),
    (MPI_UNSIGNED_CHAR, "MPI_UNSIGNED_CHAR"),
    (MPI_BYTE, "MPI_BYTE"),
    (MPI_INT16_T, "MPI_INT16_T"),
    (MPI_UINT16_T, "MPI_UINT16_T"),
    (MPI_INT32_T, "MPI_INT32_T"),
    (MPI_UINT32_T, "MPI_UINT32_T"),
    (MPI_INT64_T, "MPI_INT64_T"),
    (MPI_UINT64_T, "MPI_UINT64_T"),
    (MPI_LOGICAL1, "MPI_LOGICAL1"),
    (MPI_INTEGER1, "MPI_INTEGER1"),
    (MPI_LOGICAL2, "MPI_LOGICAL2"),
    (MPI_INTEGER2, "MPI_INTEGER2"),
    (MPI_REAL2, "MPI_REAL2"),
    (MPI_LOGICAL4, "MPI_LOGICAL4"),
    (MPI_INTEGER4, "MPI_INTEGER4"),
    (MPI_REAL4, "MPI_REAL4"),
    (MPI_COMPLEX4, "MPI_COMPLEX4"),
    (MPI_LOGICAL8, "MPI_LOGICAL8"),
    (MPI_INTEGER8, "MPI_INTEGER8"),
    (MPI_REAL8, "MPI_REAL8"),
    (MPI_COMPLEX8, "MPI_COMPLEX8"),
    (MPI_LOGICAL16, "MPI_LOGICAL16"),
    (MPI_INTEGER16, "MPI_INTEGER16"),
    (MPI_REAL16, "MPI_REAL16"),
    (MPI_COMPLEX16, "MPI_COMPLEX16"),
    (MPI_COMPLEX32, "MPI_COMPLEX32"),
];
