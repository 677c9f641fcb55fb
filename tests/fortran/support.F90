#include "form.inc"
! Ends the job with the line of a check that failed.
subroutine failed(line)
  USE_FORM
  implicit none
  INCLUDE_FORM
  integer, intent(in) :: line
  integer :: rank, ierror
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  print '(a,i0,a,i0)', 'FAILED: line ', line, ', rank ', rank
  call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
end subroutine

! Says ok once, when all ranks have come here.
subroutine finish
  USE_FORM
  implicit none
  INCLUDE_FORM
  integer :: rank, ierror
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  CHECK(ierror == MPI_SUCCESS)
  if (rank == 0) print '(a)', 'ok'
end subroutine
