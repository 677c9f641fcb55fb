! ranks: 2
! C and Fortran in one program: handles, statuses and attributes on both sides.
#include "form.inc"
program mixed
  USE_FORM
  use, intrinsic :: iso_c_binding
  implicit none
  INCLUDE_FORM
  integer :: rank, ierror, keyval
  integer(MPI_ADDRESS_KIND) :: attribute
  logical :: flag
  HANDLE(MPI_Comm) :: comm
  HANDLE(MPI_Datatype) :: row
  STATUS(status)
  interface
    function c_side(comm, datatype, keyval, status) bind(C) result(line)
      import :: c_int, c_ptr
      type(c_ptr), value :: comm, datatype, status
      integer(c_int), value :: keyval
      integer(c_int) :: line
    end function
  end interface
  target :: comm, row, status

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call MPI_Type_contiguous(3, MPI_INTEGER, row, ierror)
  call MPI_Type_commit(row, ierror)
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval, 0_MPI_ADDRESS_KIND, ierror)
  call MPI_Comm_set_attr(comm, keyval, 314_MPI_ADDRESS_KIND, ierror)
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, rank, 9, ierror, 1, MPI_INTEGER, rank, 9, comm, status, ierror)
  CHECK(c_side(c_loc(comm), c_loc(row), keyval, c_loc(status)) == 0)
  ! C has set an address: Fortran sees it as an integer.
  call MPI_Comm_get_attr(comm, keyval, attribute, flag, ierror)
  CHECK(flag .and. attribute == 4096)
  CHECK(TAG_OF(status) == 21)
  call MPI_Type_free(row, ierror)
  call MPI_Comm_free_keyval(keyval, ierror)
  call MPI_Comm_free(comm, ierror)
  call finish
end program
