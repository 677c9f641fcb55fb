! ranks: 2
! What only mpi_f08 has: sections as buffers, buffers of assumed rank, optional ierror, large counts.
program sections
  use mpi_f08
  implicit none
  integer :: rank, other, i, j, count, class, code
  integer :: matrix(6, 8), got(6, 8), expected(6, 8), cube(3, 4, 5), part(4)
  real, allocatable :: field(:, :)
  complex :: numbers(10)
  real :: pairs(2, 10)
  type(MPI_Request) :: requests(2), request
  type(MPI_Status) :: status
  type(MPI_Win) :: win
  type(MPI_File) :: fh
  character(len=*), parameter :: name = 'fortran_sections.data'
  integer :: old_status(MPI_STATUS_SIZE)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  other = 1 - rank
  call require(MPI_SUBARRAYS_SUPPORTED, __LINE__)
  call require(MPI_COMM_WORLD == MPI_COMM_WORLD .and. MPI_COMM_WORLD /= MPI_COMM_SELF, __LINE__)
  matrix = reshape([((100 * rank + 10 * j + i, i = 1, 6), j = 1, 8)], [6, 8])

  ! Blocking: rows, columns with gaps, backward.
  got = 0
  call MPI_Sendrecv(matrix(2:6:2, 1:8:3), 9, MPI_INTEGER, other, 1, got(1:3, 2:4), 9, MPI_INTEGER, other, 1, MPI_COMM_WORLD, status)
  call MPI_Get_count(status, MPI_INTEGER, count)
  call require(count == 9, __LINE__)
  expected = 0
  expected(1:3, 2:4) = reshape([((100 * other + 10 * j + i, i = 2, 6, 2), j = 1, 7, 3)], [3, 3])
  call require(all(got == expected), __LINE__)
  call MPI_Sendrecv(matrix(6:1:-1, 1), 6, MPI_INTEGER, other, 1, got(:, 1), 6, MPI_INTEGER, other, 1, MPI_COMM_WORLD, status)
  call require(all(got(:, 1) == [(100 * other + 10 + i, i = 6, 1, -1)]), __LINE__)

  ! Non-blocking: whole sections, and parts of them.
  got = 0
  call MPI_Irecv(got(1:5:2, 1:7:3), 9, MPI_INTEGER, other, 2, MPI_COMM_WORLD, requests(1))
  call MPI_Isend(matrix(1:5:2, 2:8:3), 9, MPI_INTEGER, other, 2, MPI_COMM_WORLD, requests(2))
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  expected = 0
  expected(1:5:2, 1:7:3) = reshape([((100 * other + 10 * j + i, i = 1, 5, 2), j = 2, 8, 3)], [3, 3])
  call require(all(got == expected), __LINE__)
  cube = 0
  call MPI_Irecv(cube(1:3:2, 2:4, 1:5:2), 11, MPI_INTEGER, other, 3, MPI_COMM_WORLD, requests(1))
  call MPI_Isend(matrix(:, :), 11, MPI_INTEGER, other, 3, MPI_COMM_WORLD, requests(2))
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  call require(all(cube(1:3:2, 2:4, 1) == reshape([(100 * other + 10 + i, i = 1, 6)], [2, 3])), __LINE__)
  call require(all(cube(1:3:2, 2:3, 3) == reshape([(100 * other + 20 + i, i = 1, 4)], [2, 2])), __LINE__)
  call require(cube(1, 4, 3) == 100 * other + 25 .and. cube(3, 4, 3) == 0 .and. count_nonzero(cube) == 11, __LINE__)
  call MPI_Send_init(matrix(3, :), 8, MPI_INTEGER, other, 4, MPI_COMM_WORLD, request)
  call MPI_Start(request)
  call MPI_Recv(part, 8_MPI_COUNT_KIND / 2, MPI_2INTEGER, MPI_PROC_NULL, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Recv(got(:, 1:2), 8, MPI_INTEGER, other, 4, MPI_COMM_WORLD, status)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call MPI_Request_free(request)
  call require(got(1, 1) == 100 * other + 13 .and. got(2, 2) == 100 * other + 83, __LINE__)

  ! Items larger than an element: complex numbers out of pairs of reals that lie apart.
  pairs = real(rank)
  call MPI_Isend(pairs(1, 1:10), 5, MPI_COMPLEX, other, 5, MPI_COMM_WORLD, request)
  call MPI_Recv(numbers, 5, MPI_COMPLEX, other, 5, MPI_COMM_WORLD, status)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call require(all(numbers(1:5) == cmplx(other, other)), __LINE__)

  ! Collectives and reductions of sections; in place; broadcast without blocking.
  got = 0
  call MPI_Allreduce(matrix(1, :), got(2, :), 8, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call require(all(got(2, :) == [(100 + 2 * (10 * j + 1), j = 1, 8)]) .and. all(got(1, :) == 0), __LINE__)
  call MPI_Allreduce(MPI_IN_PLACE, got(2, 1:7:2), 4, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD)
  call require(all(got(2, :) == [(100 + 2 * (10 * j + 1), j = 1, 8)]), __LINE__)
  if (rank == 0) got(3, :) = 5
  call MPI_Ibcast(got(3, :), 8, MPI_INTEGER, 0, MPI_COMM_WORLD, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call require(all(got(3, :) == 5), __LINE__)

  ! Files: accesses that one call begins and another ends, with the same section.
  call MPI_File_open(MPI_COMM_WORLD, name, ior(MPI_MODE_RDWR, ior(MPI_MODE_CREATE, MPI_MODE_DELETE_ON_CLOSE)), MPI_INFO_NULL, fh)
  call MPI_File_write_at_all_begin(fh, 32_MPI_OFFSET_KIND * rank, matrix(1, :), 8, MPI_INTEGER)
  call MPI_File_write_at_all_end(fh, matrix(1, :), status)
  call MPI_Get_count(status, MPI_INTEGER, count)
  call require(count == 8, __LINE__)
  call MPI_File_sync(fh)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_File_sync(fh)
  got = 0
  call MPI_File_read_at_all_begin(fh, 32_MPI_OFFSET_KIND * other, got(5, :), 8, MPI_INTEGER)
  call MPI_File_read_at_all_end(fh, got(5, :), status)
  call require(all(got(5, :) == [(100 * other + 10 * j + 1, j = 1, 8)]) .and. all(got(6, :) == 0), __LINE__)
  call MPI_File_seek_shared(fh, 0_MPI_OFFSET_KIND, MPI_SEEK_SET)
  call MPI_File_write_ordered_begin(fh, matrix(2:6:2, 3), 3, MPI_INTEGER)
  call MPI_File_write_ordered_end(fh, matrix(2:6:2, 3), status)
  call MPI_Get_count(status, MPI_INTEGER, count)
  call require(count == 3, __LINE__)
  call MPI_File_close(fh)

  ! What cannot be: a section that a non-blocking collective would scatter blocks into, and one that is too small.
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
  call MPI_Iallgather(rank, 1, MPI_INTEGER, got(1:3:2, 1), 1, MPI_INTEGER, MPI_COMM_WORLD, request, code)
  call MPI_Error_class(code, class)
  call require(class == MPI_ERR_BUFFER, __LINE__)
  call MPI_Isend(matrix(1, :), 9, MPI_INTEGER, other, 6, MPI_COMM_WORLD, request, code)
  call MPI_Error_class(code, class)
  call require(class == MPI_ERR_COUNT, __LINE__)
  ! A refused call keeps no datatype of its other section.
  i = highest_type()
  do j = 1, 100
    call MPI_Isendrecv(matrix(1, :), 8, MPI_INTEGER, other, 6, got(1, :), 9, MPI_INTEGER, other, 6, MPI_COMM_WORLD, request, code)
    call require(code /= MPI_SUCCESS, __LINE__)
  end do
  call require(highest_type() == i, __LINE__)

  ! Windows.
  allocate (field(4, 4))
  field = 0
  call MPI_Win_create(field, 64_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_fence(0, win)
  call MPI_Put(pairs(2, 1:4), 4, MPI_REAL, other, 4_MPI_ADDRESS_KIND, 4, MPI_REAL, win)
  call MPI_Accumulate(pairs(1, 1:4), 4, MPI_REAL, other, 0_MPI_ADDRESS_KIND, 4, MPI_REAL, MPI_SUM, win)
  call MPI_Win_fence(0, win)
  call require(all(field(:, 1:2) == other) .and. all(field(:, 3:) == 0), __LINE__)
  call MPI_Win_free(win)

  ! Statuses of both kinds, and profiling names.
  call PMPI_Sendrecv(rank, 1, MPI_INTEGER, other, 7, i, 1, MPI_INTEGER, other, 7, MPI_COMM_WORLD, status)
  call MPI_Status_f082f(status, old_status)
  call require(old_status(MPI_SOURCE) == other .and. old_status(MPI_TAG) == 7, __LINE__)
  status%MPI_TAG = 0
  call MPI_Status_f2f08(old_status, status)
  call require(status%MPI_TAG == 7, __LINE__)
  call assumed_rank(matrix)
  call MPI_Finalize()
  if (rank == 0) print '(a)', 'ok'
contains
  subroutine require(condition, line)
    logical, intent(in) :: condition
    integer, intent(in) :: line
    if (.not. condition) call failed(line)
  end subroutine

  integer function count_nonzero(array)
    integer, intent(in) :: array(:, :, :)
    count_nonzero = size(pack(array, array /= 0))
  end function

  ! The greatest of the numbers that many new datatypes get: they are those of freed ones, as far as there are any.
  integer function highest_type()
    type(MPI_Datatype) :: types(50)
    integer :: at
    do at = 1, size(types)
      call MPI_Type_contiguous(at, MPI_INTEGER, types(at))
    end do
    highest_type = maxval(types%MPI_VAL)
    do at = 1, size(types)
      call MPI_Type_free(types(at))
    end do
  end function

  ! A buffer whose rank the caller decides goes on as it is.
  subroutine assumed_rank(buffer)
    type(*), dimension(..), intent(in) :: buffer
    integer :: received(48)
    call MPI_Sendrecv(buffer, 48, MPI_INTEGER, other, 8, received, 48, MPI_INTEGER, other, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call require(received(48) == 100 * other + 86, __LINE__)
  end subroutine
end program
