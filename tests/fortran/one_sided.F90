! ranks: 1 2 3
! Windows: made, allocated and shared; accesses, synchronization, attributes.
#include "form.inc"
program one_sided
  USE_FORM
  use, intrinsic :: iso_c_binding
  implicit none
  INCLUDE_FORM
  integer :: rank, size, ierror, right, left, old, fetched, unit
  integer, target :: memory(4)
  integer :: origin(2)
  integer(MPI_ADDRESS_KIND) :: bytes, attribute
  HANDLE(MPI_Win) :: win
  HANDLE(MPI_Request) :: request
  HANDLE(MPI_Group) :: group
  logical :: flag
  character(len=MPI_MAX_OBJECT_NAME) :: name
#if !defined(MPIF_H)
  type(C_PTR) :: base
  integer, pointer :: shared(:)
#endif

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  right = mod(rank + 1, size)
  left = mod(rank + size - 1, size)

  memory = 0
  bytes = 16
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_get_attr(win, MPI_WIN_SIZE, attribute, flag, ierror)
  CHECK(flag .and. attribute == 16)
  call MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, attribute, flag, ierror)
  CHECK(flag .and. attribute == 4)
  call MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, attribute, flag, ierror)
  CHECK(attribute == MPI_WIN_FLAVOR_CREATE)
  call MPI_Win_get_attr(win, MPI_WIN_BASE, attribute, flag, ierror)
  call MPI_Get_address(memory, bytes, ierror)
  CHECK(attribute == bytes)
  call MPI_Win_set_name(win, 'window', ierror)
  call MPI_Win_get_name(win, name, old, ierror)
  CHECK(name == 'window')

  call MPI_Win_fence(0, win, ierror)
  origin = [rank, 100 + rank]
  call MPI_Put(origin, 2, MPI_INTEGER, right, 1_MPI_ADDRESS_KIND, 2, MPI_INTEGER, win, ierror)
  call MPI_Win_fence(0, win, ierror)
  CHECK(all(memory == [0, left, 100 + left, 0]))
  call MPI_Get(origin, 2, MPI_INTEGER, right, 1_MPI_ADDRESS_KIND, 2, MPI_INTEGER, win, ierror)
  call MPI_Win_fence(0, win, ierror)
  CHECK(all(origin == [rank, 100 + rank]))
  call MPI_Accumulate(1, 1, MPI_INTEGER, 0, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, MPI_SUM, win, ierror)
  call MPI_Win_fence(0, win, ierror)
  if (rank == 0) then
    CHECK(memory(1) == size)
  end if
  call MPI_Win_lock_all(0, win, ierror)
  call MPI_Fetch_and_op(1, fetched, MPI_INTEGER, 0, 3_MPI_ADDRESS_KIND, MPI_SUM, win, ierror)
  call MPI_Win_flush(0, win, ierror)
  CHECK(fetched >= 0 .and. fetched < size)
  call MPI_Compare_and_swap(7, -1, fetched, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, win, ierror)
  call MPI_Win_flush_all(win, ierror)
  call MPI_Rget(fetched, 1, MPI_INTEGER, rank, 2_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  CHECK(fetched == 100 + left)
  call MPI_Win_unlock_all(win, ierror)
  call MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win, ierror)
  call MPI_Win_unlock(right, win, ierror)
  call MPI_Win_get_group(win, group, ierror)
  call MPI_Group_free(group, ierror)
  call MPI_Win_free(win, ierror)
  CHECK(win == MPI_WIN_NULL)

#if !defined(MPIF_H)
  bytes = 8
  call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierror)
  call c_f_pointer(base, shared, [2])
  call MPI_Win_fence(0, win, ierror)
  shared = rank
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_shared_query(win, right, bytes, unit, base, ierror)
  CHECK(bytes == 8 .and. unit == 4)
  call c_f_pointer(base, shared, [2])
  CHECK(all(shared == right))
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  bytes = 64
  call MPI_Alloc_mem(bytes, MPI_INFO_NULL, base, ierror)
  call c_f_pointer(base, shared, [16])
  shared = 3
  CHECK(sum(shared) == 48)
  call MPI_Free_mem(shared, ierror)
  CHECK(ierror == MPI_SUCCESS)
#endif
  call finish
end program
