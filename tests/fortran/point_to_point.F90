! ranks: 1 2 3
! Messages, statuses, requests and their indices, probes, buffers, persistent and partitioned operations.
#include "form.inc"
program point_to_point
  USE_FORM
  implicit none
  INCLUDE_FORM
  integer :: rank, size, ierror, left, right, count, index, outcount, position
  integer :: values(10), others(10), indices(2)
  double precision :: real_value
  logical :: flag
  character(len=7) :: text
  HANDLE(MPI_Request) :: requests(2), request
  HANDLE(MPI_Message) :: message
  HANDLE(MPI_Datatype) :: absolute
  STATUS(status)
  STATUSES(statuses, 2)
  integer(MPI_ADDRESS_KIND) :: addresses(1)
  character(len=1), allocatable :: buffer(:)
  integer :: buffered, i

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  right = mod(rank + 1, size)
  left = mod(rank + size - 1, size)

  values = [(100 * rank + i, i = 1, 10)]
  others = 0
  call MPI_Sendrecv(values, 10, MPI_INTEGER, right, 5, others, 10, MPI_INTEGER, left, 5, MPI_COMM_WORLD, status, ierror)
  CHECK(ierror == MPI_SUCCESS)
  CHECK(all(others == [(100 * left + i, i = 1, 10)]))
  CHECK(SOURCE_OF(status) == left .and. TAG_OF(status) == 5)
  call MPI_Get_count(status, MPI_INTEGER, count, ierror)
  CHECK(count == 10)
  call MPI_Get_count(status, MPI_DOUBLE_COMPLEX, count, ierror)
  CHECK(count == MPI_UNDEFINED)

  ! A status that nobody wants, and a rank that nobody is.
  call MPI_Recv(values, 10, MPI_INTEGER, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  call MPI_Send(values, 10, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, ierror)
  CHECK(ierror == MPI_SUCCESS)

  ! Requests; indices count from one.
  call MPI_Irecv(others, 10, MPI_INTEGER, left, 1, MPI_COMM_WORLD, requests(1), ierror)
  call MPI_Isend(values, 10, MPI_INTEGER, right, 1, MPI_COMM_WORLD, requests(2), ierror)
  call MPI_Waitany(2, requests, index, status, ierror)
  CHECK(index == 1 .or. index == 2)
  CHECK(requests(index) == MPI_REQUEST_NULL)
  call MPI_Waitany(2, requests, i, MPI_STATUS_IGNORE, ierror)
  CHECK(i == 3 - index)
  call MPI_Waitany(2, requests, index, status, ierror)
  CHECK(index == MPI_UNDEFINED)
  call MPI_Irecv(others, 10, MPI_INTEGER, left, 2, MPI_COMM_WORLD, requests(2), ierror)
  call MPI_Send(values, 3, MPI_INTEGER, right, 2, MPI_COMM_WORLD, ierror)
  call MPI_Waitsome(2, requests, outcount, indices, statuses, ierror)
  CHECK(outcount == 1 .and. indices(1) == 2)
  call MPI_Testany(2, requests, index, flag, status, ierror)
  CHECK(flag .and. index == MPI_UNDEFINED)
  call MPI_Irecv(real_value, 1, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, requests(1), ierror)
  call MPI_Isend(1.5d0 * rank, 1, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, requests(2), ierror)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
  CHECK(real_value == 1.5d0 * left)
  call MPI_Testall(2, requests, flag, statuses, ierror)
  CHECK(flag)

  ! Strings as buffers, probes.
  text = 'message'
  call MPI_Isend(text, 7, MPI_CHARACTER, right, 4, MPI_COMM_WORLD, request, ierror)
  call MPI_Probe(left, 4, MPI_COMM_WORLD, status, ierror)
  call MPI_Get_count(status, MPI_CHARACTER, count, ierror)
  CHECK(count == 7)
  call MPI_Iprobe(left, 4, MPI_COMM_WORLD, flag, status, ierror)
  CHECK(flag)
  call MPI_Mprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, message, status, ierror)
  text = ' '
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call MPI_Mrecv(text, 7, MPI_CHARACTER, message, status, ierror)
  CHECK(message == MPI_MESSAGE_NULL)
  CHECK(text == 'message')

  ! Absolute addresses from MPI_BOTTOM.
  call MPI_Get_address(values, addresses(1), ierror)
  call MPI_Type_create_hindexed(1, [10], addresses, MPI_INTEGER, absolute, ierror)
  call MPI_Type_commit(absolute, ierror)
  values = rank
  call MPI_Sendrecv_replace(MPI_BOTTOM, 1, absolute, right, 6, left, 6, MPI_COMM_WORLD, status, ierror)
  call MPI_F_sync_reg(values)
  CHECK(all(values == left))
  call MPI_Type_free(absolute, ierror)
  CHECK(absolute == MPI_DATATYPE_NULL)

  ! Persistent and buffered sends.
  call MPI_Send_init(values, 10, MPI_INTEGER, right, 7, MPI_COMM_WORLD, requests(1), ierror)
  call MPI_Recv_init(others, 10, MPI_INTEGER, left, 7, MPI_COMM_WORLD, requests(2), ierror)
  do i = 1, 3
    values = 10 * rank + i
    call MPI_Startall(2, requests, ierror)
    call MPI_Waitall(2, requests, statuses, ierror)
    CHECK(all(others == 10 * left + i))
  end do
  call MPI_Request_free(requests(1), ierror)
  call MPI_Request_free(requests(2), ierror)
  call MPI_Pack_size(10, MPI_INTEGER, MPI_COMM_WORLD, buffered, ierror)
  allocate (buffer(buffered + MPI_BSEND_OVERHEAD))
  call MPI_Buffer_attach(buffer, buffered + MPI_BSEND_OVERHEAD, ierror)
  call MPI_Bsend(values, 10, MPI_INTEGER, right, 8, MPI_COMM_WORLD, ierror)
  call MPI_Recv(others, 10, MPI_INTEGER, left, 8, MPI_COMM_WORLD, status, ierror)
  CHECK(all(others == 10 * left + 3))
  call detach(buffered)

  ! Partitioned.
  call MPI_Psend_init(values, 2, 5, MPI_INTEGER, right, 9, MPI_COMM_WORLD, MPI_INFO_NULL, requests(1), ierror)
  call MPI_Precv_init(others, 2, 5, MPI_INTEGER, left, 9, MPI_COMM_WORLD, MPI_INFO_NULL, requests(2), ierror)
  others = 0
  call MPI_Startall(2, requests, ierror)
  call MPI_Pready(1, requests(1), ierror)
  call MPI_Pready_list(1, [0], requests(1), ierror)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
  CHECK(all(others == 10 * left + 3))
  call MPI_Request_free(requests(1), ierror)
  call MPI_Request_free(requests(2), ierror)

  ! Packing.
  position = 0
  call MPI_Pack(values, 2, MPI_INTEGER, buffer, 100, position, MPI_COMM_SELF, ierror)
  CHECK(position == 8)
  position = 0
  call MPI_Unpack(buffer, 100, position, others, 2, MPI_INTEGER, MPI_COMM_SELF, ierror)
  CHECK(all(others(1:2) == values(1:2)))
  call finish
contains
  ! Only mpi_f08 can say which buffer it was.
  subroutine detach(expected)
#if defined(USE_MPI_F08)
    use, intrinsic :: iso_c_binding
    type(C_PTR) :: address
#else
    integer :: address(1)
#endif
    integer, intent(in) :: expected
    integer :: length
    call MPI_Buffer_detach(address, length, ierror)
    CHECK(length == expected + MPI_BSEND_OVERHEAD)
#if defined(USE_MPI_F08)
    CHECK(c_associated(address))
#endif
  end subroutine
end program
