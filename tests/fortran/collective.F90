! ranks: 1 2 3
! Collective operations: blocking, non-blocking and persistent, in place, with operations of the program.
#include "form.inc"
module operations
  implicit none
contains
#if defined(USE_MPI_F08)
  subroutine combine(invec, inoutvec, len, datatype)
    use mpi_f08
    use, intrinsic :: iso_c_binding
    implicit none
    type(C_PTR), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    integer, pointer :: in(:), inout(:)
    call c_f_pointer(invec, in, [len])
    call c_f_pointer(inoutvec, inout, [len])
    CHECK(datatype == MPI_INTEGER)
    inout = inout + in
  end subroutine
#else
  subroutine combine(in, inout, len, datatype)
    USE_FORM
    implicit none
    INCLUDE_FORM
    integer :: len, datatype, in(len), inout(len)
    CHECK(datatype == MPI_INTEGER)
    inout = inout + in
  end subroutine
#endif
end module

program collective
  USE_FORM
  use operations
  implicit none
  INCLUDE_FORM
  integer :: rank, size, ierror, i, total
  integer :: mine(4), pair(2), best(2), doubled
  integer, allocatable :: all_values(:), counts(:), displacements(:)
  HANDLE(MPI_Op) :: operation
  HANDLE(MPI_Request) :: request
  HANDLE(MPI_Datatype), allocatable :: types(:)
  logical :: truth, commutes
  complex(kind(0d0)) :: number, sum_of_numbers

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  allocate (all_values(4 * size), counts(size), displacements(size), types(size))

  mine = merge([1, 2, 3, 4], 0, rank == 0)
  call MPI_Bcast(mine, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  CHECK(all(mine == [1, 2, 3, 4]))

  call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  CHECK(total == size * (size - 1) / 2)
  total = rank
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierror)
  CHECK(total == size - 1)
  call MPI_Reduce(rank + 1, total, 1, MPI_INTEGER, MPI_PROD, 0, MPI_COMM_WORLD, ierror)
  if (rank == 0) then
    CHECK(total == product([(i, i = 1, size)]))
  end if
  truth = rank == 0
  call MPI_Allreduce(MPI_IN_PLACE, truth, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierror)
  CHECK(truth)
  truth = rank == 0
  call MPI_Allreduce(MPI_IN_PLACE, truth, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, ierror)
  CHECK(truth .eqv. size == 1)
  number = cmplx(rank, 1, kind(0d0))
  call MPI_Allreduce(number, sum_of_numbers, 1, MPI_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD, ierror)
  CHECK(sum_of_numbers == cmplx(size * (size - 1) / 2, size, kind(0d0)))
  pair = [mod(rank + 1, size), rank]
  call MPI_Allreduce(pair, best, 1, MPI_2INTEGER, MPI_MINLOC, MPI_COMM_WORLD, ierror)
  CHECK(best(1) == 0 .and. best(2) == size - 1)

  mine = rank
  call MPI_Allgather(mine, 4, MPI_INTEGER, all_values, 4, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  CHECK(all(all_values == [((i - 1) / 4, i = 1, 4 * size)]))
  all_values = -1
  call MPI_Gather(mine, 4, MPI_INTEGER, all_values, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  if (rank == 0) then
    CHECK(all(all_values == [((i - 1) / 4, i = 1, 4 * size)]))
    call MPI_Scatter(all_values, 4, MPI_INTEGER, MPI_IN_PLACE, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  else
    mine = 0
    call MPI_Scatter(all_values, 4, MPI_INTEGER, mine, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
    CHECK(all(mine == rank))
  end if
  counts = 2
  displacements = [(4 * (i - 1), i = 1, size)]
  all_values = -1
  mine = rank
  call MPI_Allgatherv(mine, 2, MPI_INTEGER, all_values, counts, displacements, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  CHECK(all(all_values(1::4) == [(i, i = 0, size - 1)]) .and. all(all_values(3::4) == -1))
  all_values = rank
  call MPI_Alltoall(MPI_IN_PLACE, 4, MPI_INTEGER, all_values, 4, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  CHECK(all(all_values == [((i - 1) / 4, i = 1, 4 * size)]))
  types = MPI_INTEGER
  counts = 4
  displacements = [(16 * (i - 1), i = 1, size)]
  all_values = rank
  call exchange
  CHECK(all(all_values == [((i - 1) / 4, i = 1, 4 * size)]))

  call MPI_Scan(1, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  CHECK(total == rank + 1)
  call MPI_Exscan(1, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  CHECK(rank == 0 .or. total == rank)
  all_values = 1
  call MPI_Reduce_scatter_block(all_values, mine, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  CHECK(all(mine == size))

  ! An operation of the program.
  call MPI_Op_create(combine, .true., operation, ierror)
  call MPI_Op_commutative(operation, commutes, ierror)
  CHECK(commutes)
  mine = [rank, 1, 2, 3]
  call MPI_Allreduce(MPI_IN_PLACE, mine, 4, MPI_INTEGER, operation, MPI_COMM_WORLD, ierror)
  CHECK(all(mine == [size * (size - 1) / 2, size, 2 * size, 3 * size]))
  doubled = 5
  call MPI_Reduce_local(doubled, mine(1), 1, MPI_INTEGER, operation, ierror)
  CHECK(mine(1) == size * (size - 1) / 2 + 5)
  call MPI_Op_free(operation, ierror)
  CHECK(operation == MPI_OP_NULL)

  ! Non-blocking and persistent.
  call MPI_Iallreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  CHECK(total == size * (size - 1) / 2)
  call MPI_Ibarrier(MPI_COMM_WORLD, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call MPI_Bcast_init(mine, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, MPI_INFO_NULL, request, ierror)
  mine = merge(7, 0, rank == 0)
  call MPI_Start(request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  CHECK(all(mine == 7))
  call MPI_Request_free(request, ierror)
  call finish
contains
  subroutine exchange
    use, intrinsic :: iso_c_binding, only: c_f_pointer, c_intptr_t, c_null_ptr
    integer :: received(4 * size)
    HANDLE(MPI_Datatype), pointer, contiguous :: unreadable(:)
    call MPI_Alltoallw(all_values, counts, displacements, types, received, counts, displacements, types, MPI_COMM_WORLD, ierror)
    all_values = received
    ! In place, what describes the send buffer is not read.
    call c_f_pointer(transfer(8_c_intptr_t, c_null_ptr), unreadable, [1])
    received = rank
    call MPI_Alltoallw(MPI_IN_PLACE, counts, displacements, unreadable, received, counts, displacements, types, &
                       MPI_COMM_WORLD, ierror)
    CHECK(all(received == all_values))
  end subroutine
end program
