! ranks: 1 2
! Datatypes: constructors, what they are made of, sizes, Fortran's parameterized types, portable packing.
#include "form.inc"
program datatype
  USE_FORM
  implicit none
  INCLUDE_FORM
  integer :: ierror, size, count, i, combiner, n_integers, n_addresses, n_types, integers(4), length
  integer :: matrix(4, 5), column(4), row(5)
  HANDLE(MPI_Datatype) :: rows, inner, resized, parts, types(2), real_type, copy
  integer(MPI_ADDRESS_KIND) :: lb, extent, displacements(2), addresses(1), position, room
  integer(MPI_COUNT_KIND) :: large
  integer, parameter :: wide = selected_real_kind(15, 300), int9 = selected_int_kind(9)
  character(len=1) :: packed(64)
  character(len=MPI_MAX_OBJECT_NAME) :: name
  STATUS(status)
  type particle
    sequence
    double precision :: place
    integer :: kind
  end type
  type(particle) :: sent, received

  call MPI_Init(ierror)
  matrix = reshape([(i, i = 1, 20)], [4, 5])
  call MPI_Type_vector(5, 1, 4, MPI_INTEGER, rows, ierror)
  call MPI_Type_commit(rows, ierror)
  call MPI_Sendrecv(matrix(2, 1), 1, rows, 0, 1, row, 5, MPI_INTEGER, 0, 1, MPI_COMM_SELF, status, ierror)
  CHECK(all(row == [2, 6, 10, 14, 18]))
  call MPI_Type_size(rows, size, ierror)
  CHECK(size == 20)
  call MPI_Type_get_extent(rows, lb, extent, ierror)
  CHECK(lb == 0 .and. extent == 68)
  call MPI_Type_size_x(rows, large, ierror)
  CHECK(large == 20)
  call MPI_Type_get_envelope(rows, n_integers, n_addresses, n_types, combiner, ierror)
  CHECK(n_integers == 3 .and. n_addresses == 0 .and. n_types == 1 .and. combiner == MPI_COMBINER_VECTOR)
  call MPI_Type_get_contents(rows, 3, 0, 1, integers, addresses, types, ierror)
  CHECK(all(integers(1:3) == [5, 1, 4]))
  CHECK(types(1) == MPI_INTEGER)
  call MPI_Type_create_resized(rows, 0_MPI_ADDRESS_KIND, 4_MPI_ADDRESS_KIND, resized, ierror)
  call MPI_Type_get_extent(resized, lb, extent, ierror)
  CHECK(extent == 4)

  call MPI_Type_create_subarray(2, [4, 5], [2, 2], [1, 3], MPI_ORDER_FORTRAN, MPI_INTEGER, inner, ierror)
  call MPI_Type_commit(inner, ierror)
  call MPI_Sendrecv(matrix, 1, inner, 0, 1, column, 4, MPI_INTEGER, 0, 1, MPI_COMM_SELF, status, ierror)
  CHECK(all(column == [14, 15, 18, 19]))
  call MPI_Get_count(status, MPI_INTEGER, count, ierror)
  CHECK(count == 4)

  call MPI_Get_address(sent%place, displacements(1), ierror)
  call MPI_Get_address(sent%kind, displacements(2), ierror)
  displacements(2) = MPI_Aint_diff(displacements(2), displacements(1))
  displacements(1) = MPI_Aint_add(0_MPI_ADDRESS_KIND, 0_MPI_ADDRESS_KIND)
  CHECK(displacements(2) == 8)
  types(1) = MPI_DOUBLE_PRECISION
  types(2) = MPI_INTEGER
  call MPI_Type_create_struct(2, [1, 1], displacements, types, parts, ierror)
  call MPI_Type_commit(parts, ierror)
  sent = particle(2.5d0, 7)
  call MPI_Sendrecv(sent%place, 1, parts, 0, 1, received%place, 1, parts, 0, 1, MPI_COMM_SELF, status, ierror)
  CHECK(received%place == 2.5d0 .and. received%kind == 7)
  call MPI_Type_set_name(parts, 'particle  ', ierror)
  call MPI_Type_dup(parts, copy, ierror)
  call MPI_Type_get_name(parts, name, length, ierror)
  CHECK(length == 8 .and. name == 'particle')
  call MPI_Type_free(copy, ierror)

  call MPI_Type_create_f90_real(15, 300, real_type, ierror)
  call MPI_Type_size(real_type, size, ierror)
  CHECK(size == storage_size(1.0_wide) / 8)
  call MPI_Type_create_f90_integer(9, types(1), ierror)
  call MPI_Type_size(types(1), size, ierror)
  CHECK(size == storage_size(1_int9) / 8)
  call MPI_Type_create_f90_complex(6, 30, types(1), ierror)
  call MPI_Type_size(types(1), size, ierror)
  CHECK(size == 8)
  call MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, types(1), ierror)
  call MPI_Type_size(types(1), size, ierror)
  CHECK(size == 8)
#if !defined(MPIF_H)
  call MPI_Sizeof(sent%place, size, ierror)
  CHECK(size == 8)
  call MPI_Sizeof(matrix, size, ierror)
  CHECK(size == 4)
#endif

  ! Strings beside buffers.
  position = 0
  room = 64
  call MPI_Pack_external('external32', matrix, 3, MPI_INTEGER, packed, room, position, ierror)
  CHECK(position == 12)
  CHECK(ichar(packed(4)) == 1 .and. ichar(packed(12)) == 3)
  position = 0
  column = 0
  call MPI_Unpack_external('external32 ', packed, room, position, column, 3, MPI_INTEGER, ierror)
  CHECK(all(column(1:3) == [1, 2, 3]))
  call MPI_Pack_external_size('external32', 3, MPI_INTEGER, room, ierror)
  CHECK(room == 12)
  call MPI_Type_free(rows, ierror)
  call MPI_Type_free(resized, ierror)
  call MPI_Type_free(inner, ierror)
  call MPI_Type_free(parts, ierror)
  call finish
end program
