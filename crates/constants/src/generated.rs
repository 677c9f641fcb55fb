// Generated from api/constants.toml by `cargo xtask generate`; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]

/// Functions of the MPI 5.0 ABI, `MPI_X` and `MPI_X_c` counted as two.
pub const FUNCTION_COUNT: usize = 664;

// Version of the standard and of its ABI
/// `MPI_VERSION`: version of the standard and of its ABI.
pub const MPI_VERSION: i32 = 5;
/// `MPI_SUBVERSION`: version of the standard and of its ABI.
pub const MPI_SUBVERSION: i32 = 0;
/// `MPI_ABI_VERSION`: version of the standard and of its ABI.
pub const MPI_ABI_VERSION: i32 = 1;
/// `MPI_ABI_SUBVERSION`: version of the standard and of its ABI.
pub const MPI_ABI_SUBVERSION: i32 = 0;

// Reduction operations
/// `MPI_OP_NULL`: reduction operations.
pub const MPI_OP_NULL: usize = 0x20;
/// `MPI_SUM`: reduction operations.
pub const MPI_SUM: usize = 0x21;
/// `MPI_MIN`: reduction operations.
pub const MPI_MIN: usize = 0x22;
/// `MPI_MAX`: reduction operations.
pub const MPI_MAX: usize = 0x23;
/// `MPI_PROD`: reduction operations.
pub const MPI_PROD: usize = 0x24;
/// `MPI_BAND`: reduction operations.
pub const MPI_BAND: usize = 0x28;
/// `MPI_BOR`: reduction operations.
pub const MPI_BOR: usize = 0x29;
/// `MPI_BXOR`: reduction operations.
pub const MPI_BXOR: usize = 0x2a;
/// `MPI_LAND`: reduction operations.
pub const MPI_LAND: usize = 0x30;
/// `MPI_LOR`: reduction operations.
pub const MPI_LOR: usize = 0x31;
/// `MPI_LXOR`: reduction operations.
pub const MPI_LXOR: usize = 0x32;
/// `MPI_MINLOC`: reduction operations.
pub const MPI_MINLOC: usize = 0x38;
/// `MPI_MAXLOC`: reduction operations.
pub const MPI_MAXLOC: usize = 0x39;
/// `MPI_REPLACE`: reduction operations.
pub const MPI_REPLACE: usize = 0x3c;
/// `MPI_NO_OP`: reduction operations.
pub const MPI_NO_OP: usize = 0x3d;

// Communicators
/// `MPI_COMM_NULL`: communicators.
pub const MPI_COMM_NULL: usize = 0x100;
/// `MPI_COMM_WORLD`: communicators.
pub const MPI_COMM_WORLD: usize = 0x101;
/// `MPI_COMM_SELF`: communicators.
pub const MPI_COMM_SELF: usize = 0x102;

// Groups
/// `MPI_GROUP_NULL`: groups.
pub const MPI_GROUP_NULL: usize = 0x108;
/// `MPI_GROUP_EMPTY`: groups.
pub const MPI_GROUP_EMPTY: usize = 0x109;

// Windows
/// `MPI_WIN_NULL`: windows.
pub const MPI_WIN_NULL: usize = 0x110;

// Files
/// `MPI_FILE_NULL`: files.
pub const MPI_FILE_NULL: usize = 0x118;

// Sessions
/// `MPI_SESSION_NULL`: sessions.
pub const MPI_SESSION_NULL: usize = 0x120;

// Matched messages
/// `MPI_MESSAGE_NULL`: matched messages.
pub const MPI_MESSAGE_NULL: usize = 0x128;
/// `MPI_MESSAGE_NO_PROC`: matched messages.
pub const MPI_MESSAGE_NO_PROC: usize = 0x129;

// Info objects
/// `MPI_INFO_NULL`: info objects.
pub const MPI_INFO_NULL: usize = 0x130;
/// `MPI_INFO_ENV`: info objects.
pub const MPI_INFO_ENV: usize = 0x131;

// Error handlers
/// `MPI_ERRHANDLER_NULL`: error handlers.
pub const MPI_ERRHANDLER_NULL: usize = 0x140;
/// `MPI_ERRORS_ARE_FATAL`: error handlers.
pub const MPI_ERRORS_ARE_FATAL: usize = 0x141;
/// `MPI_ERRORS_ABORT`: error handlers.
pub const MPI_ERRORS_ABORT: usize = 0x142;
/// `MPI_ERRORS_RETURN`: error handlers.
pub const MPI_ERRORS_RETURN: usize = 0x143;

// Requests
/// `MPI_REQUEST_NULL`: requests.
pub const MPI_REQUEST_NULL: usize = 0x180;

// Datatypes
/// `MPI_DATATYPE_NULL`: datatypes.
pub const MPI_DATATYPE_NULL: usize = 0x200;
/// `MPI_AINT`: datatypes.
pub const MPI_AINT: usize = 0x201;
/// `MPI_COUNT`: datatypes.
pub const MPI_COUNT: usize = 0x202;
/// `MPI_OFFSET`: datatypes.
pub const MPI_OFFSET: usize = 0x203;
/// `MPI_PACKED`: datatypes.
pub const MPI_PACKED: usize = 0x207;
/// `MPI_SHORT`: datatypes.
pub const MPI_SHORT: usize = 0x208;
/// `MPI_INT`: datatypes.
pub const MPI_INT: usize = 0x209;
/// `MPI_LONG`: datatypes.
pub const MPI_LONG: usize = 0x20a;
/// `MPI_LONG_LONG`: datatypes.
pub const MPI_LONG_LONG: usize = 0x20b;
/// `MPI_LONG_LONG_INT`: datatypes.
pub const MPI_LONG_LONG_INT: usize = MPI_LONG_LONG;
/// `MPI_UNSIGNED_SHORT`: datatypes.
pub const MPI_UNSIGNED_SHORT: usize = 0x20c;
/// `MPI_UNSIGNED`: datatypes.
pub const MPI_UNSIGNED: usize = 0x20d;
/// `MPI_UNSIGNED_LONG`: datatypes.
pub const MPI_UNSIGNED_LONG: usize = 0x20e;
/// `MPI_UNSIGNED_LONG_LONG`: datatypes.
pub const MPI_UNSIGNED_LONG_LONG: usize = 0x20f;
/// `MPI_FLOAT`: datatypes.
pub const MPI_FLOAT: usize = 0x210;
/// `MPI_C_FLOAT_COMPLEX`: datatypes.
pub const MPI_C_FLOAT_COMPLEX: usize = 0x212;
/// `MPI_C_COMPLEX`: datatypes.
pub const MPI_C_COMPLEX: usize = MPI_C_FLOAT_COMPLEX;
/// `MPI_CXX_FLOAT_COMPLEX`: datatypes.
pub const MPI_CXX_FLOAT_COMPLEX: usize = 0x213;
/// `MPI_DOUBLE`: datatypes.
pub const MPI_DOUBLE: usize = 0x214;
/// `MPI_C_DOUBLE_COMPLEX`: datatypes.
pub const MPI_C_DOUBLE_COMPLEX: usize = 0x216;
/// `MPI_CXX_DOUBLE_COMPLEX`: datatypes.
pub const MPI_CXX_DOUBLE_COMPLEX: usize = 0x217;
/// `MPI_LOGICAL`: datatypes.
pub const MPI_LOGICAL: usize = 0x218;
/// `MPI_INTEGER`: datatypes.
pub const MPI_INTEGER: usize = 0x219;
/// `MPI_REAL`: datatypes.
pub const MPI_REAL: usize = 0x21a;
/// `MPI_COMPLEX`: datatypes.
pub const MPI_COMPLEX: usize = 0x21b;
/// `MPI_DOUBLE_PRECISION`: datatypes.
pub const MPI_DOUBLE_PRECISION: usize = 0x21c;
/// `MPI_DOUBLE_COMPLEX`: datatypes.
pub const MPI_DOUBLE_COMPLEX: usize = 0x21d;
/// `MPI_CHARACTER`: datatypes.
pub const MPI_CHARACTER: usize = 0x21e;
/// `MPI_LONG_DOUBLE`: datatypes.
pub const MPI_LONG_DOUBLE: usize = 0x220;
/// `MPI_C_LONG_DOUBLE_COMPLEX`: datatypes.
pub const MPI_C_LONG_DOUBLE_COMPLEX: usize = 0x224;
/// `MPI_CXX_LONG_DOUBLE_COMPLEX`: datatypes.
pub const MPI_CXX_LONG_DOUBLE_COMPLEX: usize = 0x225;
/// `MPI_FLOAT_INT`: datatypes.
pub const MPI_FLOAT_INT: usize = 0x228;
/// `MPI_DOUBLE_INT`: datatypes.
pub const MPI_DOUBLE_INT: usize = 0x229;
/// `MPI_LONG_INT`: datatypes.
pub const MPI_LONG_INT: usize = 0x22a;
/// `MPI_2INT`: datatypes.
pub const MPI_2INT: usize = 0x22b;
/// `MPI_SHORT_INT`: datatypes.
pub const MPI_SHORT_INT: usize = 0x22c;
/// `MPI_LONG_DOUBLE_INT`: datatypes.
pub const MPI_LONG_DOUBLE_INT: usize = 0x22d;
/// `MPI_2REAL`: datatypes.
pub const MPI_2REAL: usize = 0x230;
/// `MPI_2DOUBLE_PRECISION`: datatypes.
pub const MPI_2DOUBLE_PRECISION: usize = 0x231;
/// `MPI_2INTEGER`: datatypes.
pub const MPI_2INTEGER: usize = 0x232;
/// `MPI_C_BOOL`: datatypes.
pub const MPI_C_BOOL: usize = 0x238;
/// `MPI_CXX_BOOL`: datatypes.
pub const MPI_CXX_BOOL: usize = 0x239;
/// `MPI_WCHAR`: datatypes.
pub const MPI_WCHAR: usize = 0x23c;
/// `MPI_INT8_T`: datatypes.
pub const MPI_INT8_T: usize = 0x240;
/// `MPI_UINT8_T`: datatypes.
pub const MPI_UINT8_T: usize = 0x241;
/// `MPI_CHAR`: datatypes.
pub const MPI_CHAR: usize = 0x243;
/// `MPI_SIGNED_CHAR`: datatypes.
pub const MPI_SIGNED_CHAR: usize = 0x244;
/// `MPI_UNSIGNED_CHAR`: datatypes.
pub const MPI_UNSIGNED_CHAR: usize = 0x245;
/// `MPI_BYTE`: datatypes.
pub const MPI_BYTE: usize = 0x247;
/// `MPI_INT16_T`: datatypes.
pub const MPI_INT16_T: usize = 0x248;
/// `MPI_UINT16_T`: datatypes.
pub const MPI_UINT16_T: usize = 0x249;
/// `MPI_INT32_T`: datatypes.
pub const MPI_INT32_T: usize = 0x250;
/// `MPI_UINT32_T`: datatypes.
pub const MPI_UINT32_T: usize = 0x251;
/// `MPI_INT64_T`: datatypes.
pub const MPI_INT64_T: usize = 0x258;
/// `MPI_UINT64_T`: datatypes.
pub const MPI_UINT64_T: usize = 0x259;
/// `MPI_LOGICAL1`: datatypes.
pub const MPI_LOGICAL1: usize = 0x2c0;
/// `MPI_INTEGER1`: datatypes.
pub const MPI_INTEGER1: usize = 0x2c1;
/// `MPI_LOGICAL2`: datatypes.
pub const MPI_LOGICAL2: usize = 0x2c8;
/// `MPI_INTEGER2`: datatypes.
pub const MPI_INTEGER2: usize = 0x2c9;
/// `MPI_REAL2`: datatypes.
pub const MPI_REAL2: usize = 0x2ca;
/// `MPI_LOGICAL4`: datatypes.
pub const MPI_LOGICAL4: usize = 0x2d0;
/// `MPI_INTEGER4`: datatypes.
pub const MPI_INTEGER4: usize = 0x2d1;
/// `MPI_REAL4`: datatypes.
pub const MPI_REAL4: usize = 0x2d2;
/// `MPI_COMPLEX4`: datatypes.
pub const MPI_COMPLEX4: usize = 0x2d3;
/// `MPI_LOGICAL8`: datatypes.
pub const MPI_LOGICAL8: usize = 0x2d8;
/// `MPI_INTEGER8`: datatypes.
pub const MPI_INTEGER8: usize = 0x2d9;
/// `MPI_REAL8`: datatypes.
pub const MPI_REAL8: usize = 0x2da;
/// `MPI_COMPLEX8`: datatypes.
pub const MPI_COMPLEX8: usize = 0x2db;
/// `MPI_LOGICAL16`: datatypes.
pub const MPI_LOGICAL16: usize = 0x2e0;
/// `MPI_INTEGER16`: datatypes.
pub const MPI_INTEGER16: usize = 0x2e1;
/// `MPI_REAL16`: datatypes.
pub const MPI_REAL16: usize = 0x2e2;
/// `MPI_COMPLEX16`: datatypes.
pub const MPI_COMPLEX16: usize = 0x2e3;
/// `MPI_COMPLEX32`: datatypes.
pub const MPI_COMPLEX32: usize = 0x2eb;

// Handles of the tool interface
/// `MPI_T_ENUM_NULL`: handles of the tool interface.
pub const MPI_T_ENUM_NULL: usize = 0x0;

// Handles of the tool interface
/// `MPI_T_CVAR_HANDLE_NULL`: handles of the tool interface.
pub const MPI_T_CVAR_HANDLE_NULL: usize = 0x0;

// Handles of the tool interface
/// `MPI_T_PVAR_SESSION_NULL`: handles of the tool interface.
pub const MPI_T_PVAR_SESSION_NULL: usize = 0x0;

// Handles of the tool interface
/// `MPI_T_PVAR_HANDLE_NULL`: handles of the tool interface.
pub const MPI_T_PVAR_HANDLE_NULL: usize = 0x0;
/// `MPI_T_PVAR_ALL_HANDLES`: handles of the tool interface.
pub const MPI_T_PVAR_ALL_HANDLES: usize = 0x1;

// Addresses with a meaning of their own
/// `MPI_BOTTOM`: addresses with a meaning of their own.
pub const MPI_BOTTOM: usize = 0;
/// `MPI_IN_PLACE`: addresses with a meaning of their own.
pub const MPI_IN_PLACE: usize = 1;
/// `MPI_BUFFER_AUTOMATIC`: addresses with a meaning of their own.
pub const MPI_BUFFER_AUTOMATIC: usize = 2;

// No argument vector
/// `MPI_ARGV_NULL`: no argument vector.
pub const MPI_ARGV_NULL: usize = 0;

// No argument vectors
/// `MPI_ARGVS_NULL`: no argument vectors.
pub const MPI_ARGVS_NULL: usize = 0;

// Integer arrays with a meaning of their own
/// `MPI_ERRCODES_IGNORE`: integer arrays with a meaning of their own.
pub const MPI_ERRCODES_IGNORE: usize = 0;
/// `MPI_UNWEIGHTED`: integer arrays with a meaning of their own.
pub const MPI_UNWEIGHTED: usize = 10;
/// `MPI_WEIGHTS_EMPTY`: integer arrays with a meaning of their own.
pub const MPI_WEIGHTS_EMPTY: usize = 11;

// Statuses not wanted
/// `MPI_STATUS_IGNORE`: statuses not wanted.
pub const MPI_STATUS_IGNORE: usize = 0;
/// `MPI_STATUSES_IGNORE`: statuses not wanted.
pub const MPI_STATUSES_IGNORE: usize = 0;

// Predefined callbacks
/// `MPI_NULL_COPY_FN`: predefined callbacks.
pub const MPI_NULL_COPY_FN: usize = 0;
/// `MPI_DUP_FN`: predefined callbacks.
pub const MPI_DUP_FN: usize = 1;

// Predefined callbacks
/// `MPI_NULL_DELETE_FN`: predefined callbacks.
pub const MPI_NULL_DELETE_FN: usize = 0;

// Predefined callbacks
/// `MPI_COMM_NULL_COPY_FN`: predefined callbacks.
pub const MPI_COMM_NULL_COPY_FN: usize = 0;
/// `MPI_COMM_DUP_FN`: predefined callbacks.
pub const MPI_COMM_DUP_FN: usize = 1;

// Predefined callbacks
/// `MPI_COMM_NULL_DELETE_FN`: predefined callbacks.
pub const MPI_COMM_NULL_DELETE_FN: usize = 0;

// Predefined callbacks
/// `MPI_TYPE_NULL_COPY_FN`: predefined callbacks.
pub const MPI_TYPE_NULL_COPY_FN: usize = 0;
/// `MPI_TYPE_DUP_FN`: predefined callbacks.
pub const MPI_TYPE_DUP_FN: usize = 1;

// Predefined callbacks
/// `MPI_TYPE_NULL_DELETE_FN`: predefined callbacks.
pub const MPI_TYPE_NULL_DELETE_FN: usize = 0;

// Predefined callbacks
/// `MPI_WIN_NULL_COPY_FN`: predefined callbacks.
pub const MPI_WIN_NULL_COPY_FN: usize = 0;
/// `MPI_WIN_DUP_FN`: predefined callbacks.
pub const MPI_WIN_DUP_FN: usize = 1;

// Predefined callbacks
/// `MPI_WIN_NULL_DELETE_FN`: predefined callbacks.
pub const MPI_WIN_NULL_DELETE_FN: usize = 0;

// Predefined callbacks
/// `MPI_CONVERSION_FN_NULL`: predefined callbacks.
pub const MPI_CONVERSION_FN_NULL: usize = 0;

// Predefined callbacks
/// `MPI_CONVERSION_FN_NULL_C`: predefined callbacks.
pub const MPI_CONVERSION_FN_NULL_C: usize = 0;

// Room for strings, terminating null included
/// `MPI_MAX_DATAREP_STRING`: room for strings, terminating null included.
pub const MPI_MAX_DATAREP_STRING: i32 = 128;
/// `MPI_MAX_ERROR_STRING`: room for strings, terminating null included.
pub const MPI_MAX_ERROR_STRING: i32 = 512;
/// `MPI_MAX_INFO_KEY`: room for strings, terminating null included.
pub const MPI_MAX_INFO_KEY: i32 = 256;
/// `MPI_MAX_INFO_VAL`: room for strings, terminating null included.
pub const MPI_MAX_INFO_VAL: i32 = 1024;
/// `MPI_MAX_LIBRARY_VERSION_STRING`: room for strings, terminating null included.
pub const MPI_MAX_LIBRARY_VERSION_STRING: i32 = 8192;
/// `MPI_MAX_OBJECT_NAME`: room for strings, terminating null included.
pub const MPI_MAX_OBJECT_NAME: i32 = 128;
/// `MPI_MAX_PORT_NAME`: room for strings, terminating null included.
pub const MPI_MAX_PORT_NAME: i32 = 1024;
/// `MPI_MAX_PROCESSOR_NAME`: room for strings, terminating null included.
pub const MPI_MAX_PROCESSOR_NAME: i32 = 256;
/// `MPI_MAX_STRINGTAG_LEN`: room for strings, terminating null included.
pub const MPI_MAX_STRINGTAG_LEN: i32 = 1024;
/// `MPI_MAX_PSET_NAME_LEN`: room for strings, terminating null included.
pub const MPI_MAX_PSET_NAME_LEN: i32 = 1024;

// Extra bytes a buffered send needs beside its packed data
/// `MPI_BSEND_OVERHEAD`: extra bytes a buffered send needs beside its packed data.
pub const MPI_BSEND_OVERHEAD: i32 = 512;

// File view displacement: where the shared pointer is
/// `MPI_DISPLACEMENT_CURRENT`: file view displacement: where the shared pointer is.
pub const MPI_DISPLACEMENT_CURRENT: i64 = -1;

// Fortran status: size and indices
/// `MPI_F_STATUS_SIZE`: fortran status: size and indices.
pub const MPI_F_STATUS_SIZE: i32 = 8;
/// `MPI_F_SOURCE`: fortran status: size and indices.
pub const MPI_F_SOURCE: i32 = 0;
/// `MPI_F_TAG`: fortran status: size and indices.
pub const MPI_F_TAG: i32 = 1;
/// `MPI_F_ERROR`: fortran status: size and indices.
pub const MPI_F_ERROR: i32 = 2;

// Error classes
/// `MPI_SUCCESS`: error classes.
pub const MPI_SUCCESS: i32 = 0;
/// `MPI_ERR_BUFFER`: error classes.
pub const MPI_ERR_BUFFER: i32 = 1;
/// `MPI_ERR_COUNT`: error classes.
pub const MPI_ERR_COUNT: i32 = 2;
/// `MPI_ERR_TYPE`: error classes.
pub const MPI_ERR_TYPE: i32 = 3;
/// `MPI_ERR_TAG`: error classes.
pub const MPI_ERR_TAG: i32 = 4;
/// `MPI_ERR_COMM`: error classes.
pub const MPI_ERR_COMM: i32 = 5;
/// `MPI_ERR_RANK`: error classes.
pub const MPI_ERR_RANK: i32 = 6;
/// `MPI_ERR_REQUEST`: error classes.
pub const MPI_ERR_REQUEST: i32 = 7;
/// `MPI_ERR_ROOT`: error classes.
pub const MPI_ERR_ROOT: i32 = 8;
/// `MPI_ERR_GROUP`: error classes.
pub const MPI_ERR_GROUP: i32 = 9;
/// `MPI_ERR_OP`: error classes.
pub const MPI_ERR_OP: i32 = 10;
/// `MPI_ERR_TOPOLOGY`: error classes.
pub const MPI_ERR_TOPOLOGY: i32 = 11;
/// `MPI_ERR_DIMS`: error classes.
pub const MPI_ERR_DIMS: i32 = 12;
/// `MPI_ERR_ARG`: error classes.
pub const MPI_ERR_ARG: i32 = 13;
/// `MPI_ERR_UNKNOWN`: error classes.
pub const MPI_ERR_UNKNOWN: i32 = 14;
/// `MPI_ERR_TRUNCATE`: error classes.
pub const MPI_ERR_TRUNCATE: i32 = 15;
/// `MPI_ERR_OTHER`: error classes.
pub const MPI_ERR_OTHER: i32 = 16;
/// `MPI_ERR_INTERN`: error classes.
pub const MPI_ERR_INTERN: i32 = 17;
/// `MPI_ERR_PENDING`: error classes.
pub const MPI_ERR_PENDING: i32 = 18;
/// `MPI_ERR_IN_STATUS`: error classes.
pub const MPI_ERR_IN_STATUS: i32 = 19;
/// `MPI_ERR_ACCESS`: error classes.
pub const MPI_ERR_ACCESS: i32 = 20;
/// `MPI_ERR_AMODE`: error classes.
pub const MPI_ERR_AMODE: i32 = 21;
/// `MPI_ERR_ASSERT`: error classes.
pub const MPI_ERR_ASSERT: i32 = 22;
/// `MPI_ERR_BAD_FILE`: error classes.
pub const MPI_ERR_BAD_FILE: i32 = 23;
/// `MPI_ERR_BASE`: error classes.
pub const MPI_ERR_BASE: i32 = 24;
/// `MPI_ERR_CONVERSION`: error classes.
pub const MPI_ERR_CONVERSION: i32 = 25;
/// `MPI_ERR_DISP`: error classes.
pub const MPI_ERR_DISP: i32 = 26;
/// `MPI_ERR_DUP_DATAREP`: error classes.
pub const MPI_ERR_DUP_DATAREP: i32 = 27;
/// `MPI_ERR_FILE_EXISTS`: error classes.
pub const MPI_ERR_FILE_EXISTS: i32 = 28;
/// `MPI_ERR_FILE_IN_USE`: error classes.
pub const MPI_ERR_FILE_IN_USE: i32 = 29;
/// `MPI_ERR_FILE`: error classes.
pub const MPI_ERR_FILE: i32 = 30;
/// `MPI_ERR_INFO_KEY`: error classes.
pub const MPI_ERR_INFO_KEY: i32 = 31;
/// `MPI_ERR_INFO_NOKEY`: error classes.
pub const MPI_ERR_INFO_NOKEY: i32 = 32;
/// `MPI_ERR_INFO_VALUE`: error classes.
pub const MPI_ERR_INFO_VALUE: i32 = 33;
/// `MPI_ERR_INFO`: error classes.
pub const MPI_ERR_INFO: i32 = 34;
/// `MPI_ERR_IO`: error classes.
pub const MPI_ERR_IO: i32 = 35;
/// `MPI_ERR_KEYVAL`: error classes.
pub const MPI_ERR_KEYVAL: i32 = 36;
/// `MPI_ERR_LOCKTYPE`: error classes.
pub const MPI_ERR_LOCKTYPE: i32 = 37;
/// `MPI_ERR_NAME`: error classes.
pub const MPI_ERR_NAME: i32 = 38;
/// `MPI_ERR_NO_MEM`: error classes.
pub const MPI_ERR_NO_MEM: i32 = 39;
/// `MPI_ERR_NOT_SAME`: error classes.
pub const MPI_ERR_NOT_SAME: i32 = 40;
/// `MPI_ERR_NO_SPACE`: error classes.
pub const MPI_ERR_NO_SPACE: i32 = 41;
/// `MPI_ERR_NO_SUCH_FILE`: error classes.
pub const MPI_ERR_NO_SUCH_FILE: i32 = 42;
/// `MPI_ERR_PORT`: error classes.
pub const MPI_ERR_PORT: i32 = 43;
/// `MPI_ERR_QUOTA`: error classes.
pub const MPI_ERR_QUOTA: i32 = 44;
/// `MPI_ERR_READ_ONLY`: error classes.
pub const MPI_ERR_READ_ONLY: i32 = 45;
/// `MPI_ERR_RMA_ATTACH`: error classes.
pub const MPI_ERR_RMA_ATTACH: i32 = 46;
/// `MPI_ERR_RMA_CONFLICT`: error classes.
pub const MPI_ERR_RMA_CONFLICT: i32 = 47;
/// `MPI_ERR_RMA_RANGE`: error classes.
pub const MPI_ERR_RMA_RANGE: i32 = 48;
/// `MPI_ERR_RMA_SHARED`: error classes.
pub const MPI_ERR_RMA_SHARED: i32 = 49;
/// `MPI_ERR_RMA_SYNC`: error classes.
pub const MPI_ERR_RMA_SYNC: i32 = 50;
/// `MPI_ERR_SERVICE`: error classes.
pub const MPI_ERR_SERVICE: i32 = 51;
/// `MPI_ERR_SIZE`: error classes.
pub const MPI_ERR_SIZE: i32 = 52;
/// `MPI_ERR_SPAWN`: error classes.
pub const MPI_ERR_SPAWN: i32 = 53;
/// `MPI_ERR_UNSUPPORTED_DATAREP`: error classes.
pub const MPI_ERR_UNSUPPORTED_DATAREP: i32 = 54;
/// `MPI_ERR_UNSUPPORTED_OPERATION`: error classes.
pub const MPI_ERR_UNSUPPORTED_OPERATION: i32 = 55;
/// `MPI_ERR_WIN`: error classes.
pub const MPI_ERR_WIN: i32 = 56;
/// `MPI_ERR_RMA_FLAVOR`: error classes.
pub const MPI_ERR_RMA_FLAVOR: i32 = 57;
/// `MPI_ERR_PROC_ABORTED`: error classes.
pub const MPI_ERR_PROC_ABORTED: i32 = 58;
/// `MPI_ERR_VALUE_TOO_LARGE`: error classes.
pub const MPI_ERR_VALUE_TOO_LARGE: i32 = 59;
/// `MPI_ERR_SESSION`: error classes.
pub const MPI_ERR_SESSION: i32 = 60;
/// `MPI_ERR_ERRHANDLER`: error classes.
pub const MPI_ERR_ERRHANDLER: i32 = 61;
/// `MPI_ERR_ABI`: error classes.
pub const MPI_ERR_ABI: i32 = 62;

// Error codes of the tool interface
/// `MPI_T_ERR_CANNOT_INIT`: error codes of the tool interface.
pub const MPI_T_ERR_CANNOT_INIT: i32 = 1001;
/// `MPI_T_ERR_NOT_ACCESSIBLE`: error codes of the tool interface.
pub const MPI_T_ERR_NOT_ACCESSIBLE: i32 = 1002;
/// `MPI_T_ERR_NOT_INITIALIZED`: error codes of the tool interface.
pub const MPI_T_ERR_NOT_INITIALIZED: i32 = 1003;
/// `MPI_T_ERR_NOT_SUPPORTED`: error codes of the tool interface.
pub const MPI_T_ERR_NOT_SUPPORTED: i32 = 1004;
/// `MPI_T_ERR_MEMORY`: error codes of the tool interface.
pub const MPI_T_ERR_MEMORY: i32 = 1005;
/// `MPI_T_ERR_INVALID`: error codes of the tool interface.
pub const MPI_T_ERR_INVALID: i32 = 1006;
/// `MPI_T_ERR_INVALID_INDEX`: error codes of the tool interface.
pub const MPI_T_ERR_INVALID_INDEX: i32 = 1007;
/// `MPI_T_ERR_INVALID_ITEM`: error codes of the tool interface.
pub const MPI_T_ERR_INVALID_ITEM: i32 = 1008;
/// `MPI_T_ERR_INVALID_SESSION`: error codes of the tool interface.
pub const MPI_T_ERR_INVALID_SESSION: i32 = 1009;
/// `MPI_T_ERR_INVALID_HANDLE`: error codes of the tool interface.
pub const MPI_T_ERR_INVALID_HANDLE: i32 = 1010;
/// `MPI_T_ERR_INVALID_NAME`: error codes of the tool interface.
pub const MPI_T_ERR_INVALID_NAME: i32 = 1011;
/// `MPI_T_ERR_OUT_OF_HANDLES`: error codes of the tool interface.
pub const MPI_T_ERR_OUT_OF_HANDLES: i32 = 1012;
/// `MPI_T_ERR_OUT_OF_SESSIONS`: error codes of the tool interface.
pub const MPI_T_ERR_OUT_OF_SESSIONS: i32 = 1013;
/// `MPI_T_ERR_CVAR_SET_NOT_NOW`: error codes of the tool interface.
pub const MPI_T_ERR_CVAR_SET_NOT_NOW: i32 = 1014;
/// `MPI_T_ERR_CVAR_SET_NEVER`: error codes of the tool interface.
pub const MPI_T_ERR_CVAR_SET_NEVER: i32 = 1015;
/// `MPI_T_ERR_PVAR_NO_WRITE`: error codes of the tool interface.
pub const MPI_T_ERR_PVAR_NO_WRITE: i32 = 1016;
/// `MPI_T_ERR_PVAR_NO_STARTSTOP`: error codes of the tool interface.
pub const MPI_T_ERR_PVAR_NO_STARTSTOP: i32 = 1017;
/// `MPI_T_ERR_PVAR_NO_ATOMIC`: error codes of the tool interface.
pub const MPI_T_ERR_PVAR_NO_ATOMIC: i32 = 1018;

// Last predefined error code
/// `MPI_ERR_LASTCODE`: last predefined error code.
pub const MPI_ERR_LASTCODE: i32 = 16383;

// File access modes
/// `MPI_MODE_APPEND`: file access modes.
pub const MPI_MODE_APPEND: i32 = 1;
/// `MPI_MODE_CREATE`: file access modes.
pub const MPI_MODE_CREATE: i32 = 2;
/// `MPI_MODE_DELETE_ON_CLOSE`: file access modes.
pub const MPI_MODE_DELETE_ON_CLOSE: i32 = 4;
/// `MPI_MODE_EXCL`: file access modes.
pub const MPI_MODE_EXCL: i32 = 8;
/// `MPI_MODE_RDONLY`: file access modes.
pub const MPI_MODE_RDONLY: i32 = 16;
/// `MPI_MODE_RDWR`: file access modes.
pub const MPI_MODE_RDWR: i32 = 32;
/// `MPI_MODE_SEQUENTIAL`: file access modes.
pub const MPI_MODE_SEQUENTIAL: i32 = 64;
/// `MPI_MODE_UNIQUE_OPEN`: file access modes.
pub const MPI_MODE_UNIQUE_OPEN: i32 = 128;
/// `MPI_MODE_WRONLY`: file access modes.
pub const MPI_MODE_WRONLY: i32 = 256;

// Window assertions
/// `MPI_MODE_NOCHECK`: window assertions.
pub const MPI_MODE_NOCHECK: i32 = 1024;
/// `MPI_MODE_NOPRECEDE`: window assertions.
pub const MPI_MODE_NOPRECEDE: i32 = 2048;
/// `MPI_MODE_NOPUT`: window assertions.
pub const MPI_MODE_NOPUT: i32 = 4096;
/// `MPI_MODE_NOSTORE`: window assertions.
pub const MPI_MODE_NOSTORE: i32 = 8192;
/// `MPI_MODE_NOSUCCEED`: window assertions.
pub const MPI_MODE_NOSUCCEED: i32 = 16384;

// Wildcards and special ranks
/// `MPI_ANY_SOURCE`: wildcards and special ranks.
pub const MPI_ANY_SOURCE: i32 = -1;
/// `MPI_ANY_TAG`: wildcards and special ranks.
pub const MPI_ANY_TAG: i32 = -2;
/// `MPI_PROC_NULL`: wildcards and special ranks.
pub const MPI_PROC_NULL: i32 = -3;
/// `MPI_ROOT`: wildcards and special ranks.
pub const MPI_ROOT: i32 = -4;

// No value
/// `MPI_UNDEFINED`: no value.
pub const MPI_UNDEFINED: i32 = -32766;

// Thread levels
/// `MPI_THREAD_SINGLE`: thread levels.
pub const MPI_THREAD_SINGLE: i32 = 0;
/// `MPI_THREAD_FUNNELED`: thread levels.
pub const MPI_THREAD_FUNNELED: i32 = 1024;
/// `MPI_THREAD_SERIALIZED`: thread levels.
pub const MPI_THREAD_SERIALIZED: i32 = 2048;
/// `MPI_THREAD_MULTIPLE`: thread levels.
pub const MPI_THREAD_MULTIPLE: i32 = 4096;

// Array storage orders
/// `MPI_ORDER_C`: array storage orders.
pub const MPI_ORDER_C: i32 = 12;
/// `MPI_ORDER_FORTRAN`: array storage orders.
pub const MPI_ORDER_FORTRAN: i32 = 15;

// Array distributions
/// `MPI_DISTRIBUTE_NONE`: array distributions.
pub const MPI_DISTRIBUTE_NONE: i32 = 16;
/// `MPI_DISTRIBUTE_BLOCK`: array distributions.
pub const MPI_DISTRIBUTE_BLOCK: i32 = 17;
/// `MPI_DISTRIBUTE_CYCLIC`: array distributions.
pub const MPI_DISTRIBUTE_CYCLIC: i32 = 18;
/// `MPI_DISTRIBUTE_DFLT_DARG`: array distributions.
pub const MPI_DISTRIBUTE_DFLT_DARG: i32 = 19;

// Datatype constructors
/// `MPI_COMBINER_NAMED`: datatype constructors.
pub const MPI_COMBINER_NAMED: i32 = 101;
/// `MPI_COMBINER_DUP`: datatype constructors.
pub const MPI_COMBINER_DUP: i32 = 102;
/// `MPI_COMBINER_CONTIGUOUS`: datatype constructors.
pub const MPI_COMBINER_CONTIGUOUS: i32 = 103;
/// `MPI_COMBINER_VECTOR`: datatype constructors.
pub const MPI_COMBINER_VECTOR: i32 = 104;
/// `MPI_COMBINER_HVECTOR`: datatype constructors.
pub const MPI_COMBINER_HVECTOR: i32 = 105;
/// `MPI_COMBINER_INDEXED`: datatype constructors.
pub const MPI_COMBINER_INDEXED: i32 = 106;
/// `MPI_COMBINER_HINDEXED`: datatype constructors.
pub const MPI_COMBINER_HINDEXED: i32 = 107;
/// `MPI_COMBINER_INDEXED_BLOCK`: datatype constructors.
pub const MPI_COMBINER_INDEXED_BLOCK: i32 = 108;
/// `MPI_COMBINER_HINDEXED_BLOCK`: datatype constructors.
pub const MPI_COMBINER_HINDEXED_BLOCK: i32 = 109;
/// `MPI_COMBINER_STRUCT`: datatype constructors.
pub const MPI_COMBINER_STRUCT: i32 = 110;
/// `MPI_COMBINER_SUBARRAY`: datatype constructors.
pub const MPI_COMBINER_SUBARRAY: i32 = 111;
/// `MPI_COMBINER_DARRAY`: datatype constructors.
pub const MPI_COMBINER_DARRAY: i32 = 112;
/// `MPI_COMBINER_F90_REAL`: datatype constructors.
pub const MPI_COMBINER_F90_REAL: i32 = 113;
/// `MPI_COMBINER_F90_COMPLEX`: datatype constructors.
pub const MPI_COMBINER_F90_COMPLEX: i32 = 114;
/// `MPI_COMBINER_F90_INTEGER`: datatype constructors.
pub const MPI_COMBINER_F90_INTEGER: i32 = 115;
/// `MPI_COMBINER_RESIZED`: datatype constructors.
pub const MPI_COMBINER_RESIZED: i32 = 116;
/// `MPI_COMBINER_VALUE_INDEX`: datatype constructors.
pub const MPI_COMBINER_VALUE_INDEX: i32 = 117;

// Type classes of MPI_Type_match_size
/// `MPIX_TYPECLASS_LOGICAL`: type classes of MPI_Type_match_size.
pub const MPIX_TYPECLASS_LOGICAL: i32 = 191;
/// `MPI_TYPECLASS_INTEGER`: type classes of MPI_Type_match_size.
pub const MPI_TYPECLASS_INTEGER: i32 = 192;
/// `MPI_TYPECLASS_REAL`: type classes of MPI_Type_match_size.
pub const MPI_TYPECLASS_REAL: i32 = 193;
/// `MPI_TYPECLASS_COMPLEX`: type classes of MPI_Type_match_size.
pub const MPI_TYPECLASS_COMPLEX: i32 = 194;

// Results of comparisons
/// `MPI_IDENT`: results of comparisons.
pub const MPI_IDENT: i32 = 201;
/// `MPI_CONGRUENT`: results of comparisons.
pub const MPI_CONGRUENT: i32 = 202;
/// `MPI_SIMILAR`: results of comparisons.
pub const MPI_SIMILAR: i32 = 203;
/// `MPI_UNEQUAL`: results of comparisons.
pub const MPI_UNEQUAL: i32 = 204;

// Topology kinds
/// `MPI_CART`: topology kinds.
pub const MPI_CART: i32 = 211;
/// `MPI_GRAPH`: topology kinds.
pub const MPI_GRAPH: i32 = 212;
/// `MPI_DIST_GRAPH`: topology kinds.
pub const MPI_DIST_GRAPH: i32 = 213;

// Split types
/// `MPI_COMM_TYPE_SHARED`: split types.
pub const MPI_COMM_TYPE_SHARED: i32 = 221;
/// `MPI_COMM_TYPE_HW_UNGUIDED`: split types.
pub const MPI_COMM_TYPE_HW_UNGUIDED: i32 = 222;
/// `MPI_COMM_TYPE_HW_GUIDED`: split types.
pub const MPI_COMM_TYPE_HW_GUIDED: i32 = 223;
/// `MPI_COMM_TYPE_RESOURCE_GUIDED`: split types.
pub const MPI_COMM_TYPE_RESOURCE_GUIDED: i32 = 224;

// Window locks
/// `MPI_LOCK_EXCLUSIVE`: window locks.
pub const MPI_LOCK_EXCLUSIVE: i32 = 301;
/// `MPI_LOCK_SHARED`: window locks.
pub const MPI_LOCK_SHARED: i32 = 302;

// Window flavours
/// `MPI_WIN_FLAVOR_CREATE`: window flavours.
pub const MPI_WIN_FLAVOR_CREATE: i32 = 311;
/// `MPI_WIN_FLAVOR_ALLOCATE`: window flavours.
pub const MPI_WIN_FLAVOR_ALLOCATE: i32 = 312;
/// `MPI_WIN_FLAVOR_DYNAMIC`: window flavours.
pub const MPI_WIN_FLAVOR_DYNAMIC: i32 = 313;
/// `MPI_WIN_FLAVOR_SHARED`: window flavours.
pub const MPI_WIN_FLAVOR_SHARED: i32 = 314;

// Window memory models
/// `MPI_WIN_UNIFIED`: window memory models.
pub const MPI_WIN_UNIFIED: i32 = 321;
/// `MPI_WIN_SEPARATE`: window memory models.
pub const MPI_WIN_SEPARATE: i32 = 322;

// File seeking
/// `MPI_SEEK_CUR`: file seeking.
pub const MPI_SEEK_CUR: i32 = 401;
/// `MPI_SEEK_END`: file seeking.
pub const MPI_SEEK_END: i32 = 402;
/// `MPI_SEEK_SET`: file seeking.
pub const MPI_SEEK_SET: i32 = 403;

// No attribute key
/// `MPI_KEYVAL_INVALID`: no attribute key.
pub const MPI_KEYVAL_INVALID: i32 = 0;

// Predefined communicator attributes
/// `MPI_TAG_UB`: predefined communicator attributes.
pub const MPI_TAG_UB: i32 = 501;
/// `MPI_IO`: predefined communicator attributes.
pub const MPI_IO: i32 = 502;
/// `MPI_HOST`: predefined communicator attributes.
pub const MPI_HOST: i32 = 503;
/// `MPI_WTIME_IS_GLOBAL`: predefined communicator attributes.
pub const MPI_WTIME_IS_GLOBAL: i32 = 504;
/// `MPI_APPNUM`: predefined communicator attributes.
pub const MPI_APPNUM: i32 = 505;
/// `MPI_LASTUSEDCODE`: predefined communicator attributes.
pub const MPI_LASTUSEDCODE: i32 = 506;
/// `MPI_UNIVERSE_SIZE`: predefined communicator attributes.
pub const MPI_UNIVERSE_SIZE: i32 = 507;

// Predefined window attributes
/// `MPI_WIN_BASE`: predefined window attributes.
pub const MPI_WIN_BASE: i32 = 601;
/// `MPI_WIN_DISP_UNIT`: predefined window attributes.
pub const MPI_WIN_DISP_UNIT: i32 = 602;
/// `MPI_WIN_SIZE`: predefined window attributes.
pub const MPI_WIN_SIZE: i32 = 603;
/// `MPI_WIN_CREATE_FLAVOR`: predefined window attributes.
pub const MPI_WIN_CREATE_FLAVOR: i32 = 604;
/// `MPI_WIN_MODEL`: predefined window attributes.
pub const MPI_WIN_MODEL: i32 = 605;

// Safety of tool callbacks
/// `MPI_T_CB_REQUIRE_NONE`: safety of tool callbacks.
pub const MPI_T_CB_REQUIRE_NONE: i32 = 0;
/// `MPI_T_CB_REQUIRE_MPI_RESTRICTED`: safety of tool callbacks.
pub const MPI_T_CB_REQUIRE_MPI_RESTRICTED: i32 = 3;
/// `MPI_T_CB_REQUIRE_THREAD_SAFE`: safety of tool callbacks.
pub const MPI_T_CB_REQUIRE_THREAD_SAFE: i32 = 15;
/// `MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE`: safety of tool callbacks.
pub const MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE: i32 = 63;

// Order of a tool event source
/// `MPI_T_SOURCE_ORDERED`: order of a tool event source.
pub const MPI_T_SOURCE_ORDERED: i32 = 1;
/// `MPI_T_SOURCE_UNORDERED`: order of a tool event source.
pub const MPI_T_SOURCE_UNORDERED: i32 = 2;

// Tool verbosity
/// `MPI_T_VERBOSITY_USER_BASIC`: tool verbosity.
pub const MPI_T_VERBOSITY_USER_BASIC: i32 = 9;
/// `MPI_T_VERBOSITY_USER_DETAIL`: tool verbosity.
pub const MPI_T_VERBOSITY_USER_DETAIL: i32 = 10;
/// `MPI_T_VERBOSITY_USER_ALL`: tool verbosity.
pub const MPI_T_VERBOSITY_USER_ALL: i32 = 12;
/// `MPI_T_VERBOSITY_TUNER_BASIC`: tool verbosity.
pub const MPI_T_VERBOSITY_TUNER_BASIC: i32 = 17;
/// `MPI_T_VERBOSITY_TUNER_DETAIL`: tool verbosity.
pub const MPI_T_VERBOSITY_TUNER_DETAIL: i32 = 18;
/// `MPI_T_VERBOSITY_TUNER_ALL`: tool verbosity.
pub const MPI_T_VERBOSITY_TUNER_ALL: i32 = 20;
/// `MPI_T_VERBOSITY_MPIDEV_BASIC`: tool verbosity.
pub const MPI_T_VERBOSITY_MPIDEV_BASIC: i32 = 33;
/// `MPI_T_VERBOSITY_MPIDEV_DETAIL`: tool verbosity.
pub const MPI_T_VERBOSITY_MPIDEV_DETAIL: i32 = 34;
/// `MPI_T_VERBOSITY_MPIDEV_ALL`: tool verbosity.
pub const MPI_T_VERBOSITY_MPIDEV_ALL: i32 = 36;

// Tool object binding
/// `MPI_T_BIND_NO_OBJECT`: tool object binding.
pub const MPI_T_BIND_NO_OBJECT: i32 = 1;
/// `MPI_T_BIND_MPI_COMM`: tool object binding.
pub const MPI_T_BIND_MPI_COMM: i32 = 2;
/// `MPI_T_BIND_MPI_DATATYPE`: tool object binding.
pub const MPI_T_BIND_MPI_DATATYPE: i32 = 3;
/// `MPI_T_BIND_MPI_ERRHANDLER`: tool object binding.
pub const MPI_T_BIND_MPI_ERRHANDLER: i32 = 4;
/// `MPI_T_BIND_MPI_FILE`: tool object binding.
pub const MPI_T_BIND_MPI_FILE: i32 = 5;
/// `MPI_T_BIND_MPI_GROUP`: tool object binding.
pub const MPI_T_BIND_MPI_GROUP: i32 = 6;
/// `MPI_T_BIND_MPI_OP`: tool object binding.
pub const MPI_T_BIND_MPI_OP: i32 = 7;
/// `MPI_T_BIND_MPI_REQUEST`: tool object binding.
pub const MPI_T_BIND_MPI_REQUEST: i32 = 8;
/// `MPI_T_BIND_MPI_WIN`: tool object binding.
pub const MPI_T_BIND_MPI_WIN: i32 = 9;
/// `MPI_T_BIND_MPI_MESSAGE`: tool object binding.
pub const MPI_T_BIND_MPI_MESSAGE: i32 = 10;
/// `MPI_T_BIND_MPI_INFO`: tool object binding.
pub const MPI_T_BIND_MPI_INFO: i32 = 11;
/// `MPI_T_BIND_MPI_SESSION`: tool object binding.
pub const MPI_T_BIND_MPI_SESSION: i32 = 12;

// Tool variable scope
/// `MPI_T_SCOPE_CONSTANT`: tool variable scope.
pub const MPI_T_SCOPE_CONSTANT: i32 = 1;
/// `MPI_T_SCOPE_READONLY`: tool variable scope.
pub const MPI_T_SCOPE_READONLY: i32 = 2;
/// `MPI_T_SCOPE_LOCAL`: tool variable scope.
pub const MPI_T_SCOPE_LOCAL: i32 = 3;
/// `MPI_T_SCOPE_GROUP`: tool variable scope.
pub const MPI_T_SCOPE_GROUP: i32 = 4;
/// `MPI_T_SCOPE_GROUP_EQ`: tool variable scope.
pub const MPI_T_SCOPE_GROUP_EQ: i32 = 5;
/// `MPI_T_SCOPE_ALL`: tool variable scope.
pub const MPI_T_SCOPE_ALL: i32 = 6;
/// `MPI_T_SCOPE_ALL_EQ`: tool variable scope.
pub const MPI_T_SCOPE_ALL_EQ: i32 = 7;

// Performance variable classes
/// `MPI_T_PVAR_CLASS_STATE`: performance variable classes.
pub const MPI_T_PVAR_CLASS_STATE: i32 = 1;
/// `MPI_T_PVAR_CLASS_LEVEL`: performance variable classes.
pub const MPI_T_PVAR_CLASS_LEVEL: i32 = 2;
/// `MPI_T_PVAR_CLASS_SIZE`: performance variable classes.
pub const MPI_T_PVAR_CLASS_SIZE: i32 = 3;
/// `MPI_T_PVAR_CLASS_PERCENTAGE`: performance variable classes.
pub const MPI_T_PVAR_CLASS_PERCENTAGE: i32 = 4;
/// `MPI_T_PVAR_CLASS_HIGHWATERMARK`: performance variable classes.
pub const MPI_T_PVAR_CLASS_HIGHWATERMARK: i32 = 5;
/// `MPI_T_PVAR_CLASS_LOWWATERMARK`: performance variable classes.
pub const MPI_T_PVAR_CLASS_LOWWATERMARK: i32 = 6;
/// `MPI_T_PVAR_CLASS_COUNTER`: performance variable classes.
pub const MPI_T_PVAR_CLASS_COUNTER: i32 = 7;
/// `MPI_T_PVAR_CLASS_AGGREGATE`: performance variable classes.
pub const MPI_T_PVAR_CLASS_AGGREGATE: i32 = 8;
/// `MPI_T_PVAR_CLASS_TIMER`: performance variable classes.
pub const MPI_T_PVAR_CLASS_TIMER: i32 = 9;
/// `MPI_T_PVAR_CLASS_GENERIC`: performance variable classes.
pub const MPI_T_PVAR_CLASS_GENERIC: i32 = 10;
