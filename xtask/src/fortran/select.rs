//! Which functions Fortran has, and what their symbols are called.

use crate::model::{Api, Bindings, Function, Kind};

/// Functions whose entry points are written by hand, in `crates/fortran/src/by_hand`: they hand
/// over procedures, attributes or strings with rules of their own, or return a value.
const BY_HAND: [&str; 34] = [
    "MPI_Aint_add",
    "MPI_Aint_diff",
    "MPI_Attr_get",
    "MPI_Attr_put",
    "MPI_Comm_create_errhandler",
    "MPI_Comm_create_keyval",
    "MPI_Comm_get_attr",
    "MPI_Comm_set_attr",
    "MPI_Comm_spawn",
    "MPI_Comm_spawn_multiple",
    "MPI_File_create_errhandler",
    "MPI_Grequest_start",
    "MPI_Info_create_env",
    "MPI_Info_get",
    "MPI_Info_get_string",
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Keyval_create",
    "MPI_Op_create",
    "MPI_Op_create_c",
    "MPI_Pcontrol",
    "MPI_Register_datarep",
    "MPI_Register_datarep_c",
    "MPI_Session_create_errhandler",
    "MPI_Session_get_nth_pset",
    "MPI_Type_create_keyval",
    "MPI_Type_get_attr",
    "MPI_Type_set_attr",
    "MPI_Win_create_errhandler",
    "MPI_Win_create_keyval",
    "MPI_Win_get_attr",
    "MPI_Win_set_attr",
    "MPI_Wtick",
    "MPI_Wtime",
];

/// Functions that have a second form with `TYPE(C_PTR)` for an address, under the same generic name
/// of module `mpi`.
pub const WITH_C_PTR: [&str; 4] = ["MPI_Alloc_mem", "MPI_Win_allocate", "MPI_Win_allocate_shared", "MPI_Win_shared_query"];

/// Procedures that programs pass as arguments; MPI_CONVERSION_FN_NULL_C is another name of the
/// last.
pub const PREDEFINED: [&str; 13] = [
    "MPI_Comm_dup_fn",
    "MPI_Comm_null_copy_fn",
    "MPI_Comm_null_delete_fn",
    "MPI_Type_dup_fn",
    "MPI_Type_null_copy_fn",
    "MPI_Type_null_delete_fn",
    "MPI_Win_dup_fn",
    "MPI_Win_null_copy_fn",
    "MPI_Win_null_delete_fn",
    "MPI_Dup_fn",
    "MPI_Null_copy_fn",
    "MPI_Null_delete_fn",
    "MPI_Conversion_fn_null",
];

/// Procedures that only Fortran has.
pub const FORTRAN_ONLY: [&str; 3] = ["MPI_F_sync_reg", "MPI_Status_f082f", "MPI_Status_f2f08"];

/// Every function that some Fortran binding has, large forms included.
pub fn functions(api: &Api) -> impl Iterator<Item = Function> {
    api.c_functions().filter(|f| f.fortran != Some(Bindings::None) && !f.name.starts_with("MPI_T_"))
}

/// Whether the function is only reached through the generic name that `MPI_X` and `MPI_X_c` share.
pub fn is_large(function: &Function) -> bool {
    function.name.ends_with("_c")
}

/// Whether this entry point is written by hand.
pub fn by_hand(function: &Function) -> bool {
    BY_HAND.contains(&function.name.as_str())
}

/// Whether the function has a choice buffer, which `mpi_f08` hands over as a descriptor.
pub fn has_choice(function: &Function) -> bool {
    function.params.iter().any(|param| is_choice(param.kind))
}

/// Whether a parameter of this kind may be of any type and rank.
pub fn is_choice(kind: Kind) -> bool {
    matches!(kind, Kind::Buffer | Kind::Pointer)
}

/// Whether the address of a detached buffer is meant: the older bindings declare it wrongly, so
/// that it cannot be used.
pub fn detaches(function: &Function) -> bool {
    function.name.contains("etach_buffer") || function.name.starts_with("MPI_Buffer_detach")
}

/// The symbol of the plain form, without the compiler's underscore.
pub fn symbol(name: &str) -> String {
    name.to_lowercase()
}

/// The specific name in `mpi_f08`, as the standard spells it.
pub fn specific_f08(function: &Function) -> String {
    format!("{}{}", function.name, if has_choice(function) { "_f08ts" } else { "_f08" })
}
