! ranks: 1 2 3
! Files: names and representations as strings, offsets, views, accesses of all kinds.
#include "form.inc"
program file
  USE_FORM
  implicit none
  INCLUDE_FORM
  integer :: rank, size, ierror, count, i, amode
  integer :: values(4), others(4)
  integer(MPI_OFFSET_KIND) :: offset, bytes, displacement
  HANDLE(MPI_File) :: fh
  HANDLE(MPI_Request) :: request
  HANDLE(MPI_Datatype) :: etype, filetype, blocks
  HANDLE(MPI_Info) :: info
  STATUS(status)
  character(len=MPI_MAX_DATAREP_STRING) :: representation
  character(len=*), parameter :: name = 'fortran_file.data  '
  logical :: atomic

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  call MPI_File_open(MPI_COMM_WORLD, name, ior(MPI_MODE_RDWR, MPI_MODE_CREATE), MPI_INFO_NULL, fh, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_File_set_size(fh, 0_MPI_OFFSET_KIND, ierror)
  call MPI_File_get_amode(fh, amode, ierror)
  CHECK(amode == ior(MPI_MODE_RDWR, MPI_MODE_CREATE))
  values = [(10 * rank + i, i = 1, 4)]
  offset = 16 * rank
  call MPI_File_write_at_all(fh, offset, values, 4, MPI_INTEGER, status, ierror)
  call MPI_Get_count(status, MPI_INTEGER, count, ierror)
  CHECK(count == 4)
  call MPI_File_sync(fh, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_get_size(fh, bytes, ierror)
  CHECK(bytes == 16 * size)
  offset = 16 * mod(rank + 1, size)
  call MPI_File_read_at(fh, offset, others, 4, MPI_INTEGER, MPI_STATUS_IGNORE, ierror)
  CHECK(all(others == [(10 * mod(rank + 1, size) + i, i = 1, 4)]))

  ! A view: one element of each block of so many ranks.
  call MPI_Type_create_resized(MPI_INTEGER, 0_MPI_ADDRESS_KIND, int(4 * size, MPI_ADDRESS_KIND), blocks, ierror)
  call MPI_Type_commit(blocks, ierror)
  displacement = 4 * rank
  call MPI_File_set_view(fh, displacement, MPI_INTEGER, blocks, 'native ', MPI_INFO_NULL, ierror)
  call MPI_File_get_view(fh, offset, etype, filetype, representation, ierror)
  CHECK(offset == displacement .and. representation == 'native')
  CHECK(etype == MPI_INTEGER)
  values = rank
  call MPI_File_iwrite(fh, values, 4, MPI_INTEGER, request, ierror)
  call MPI_Wait(request, status, ierror)
  call MPI_File_get_position(fh, offset, ierror)
  CHECK(offset == 4)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  displacement = 0
  call MPI_File_set_view(fh, displacement, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierror)
  call MPI_File_read_all_begin(fh, others, size, MPI_INTEGER, ierror)
  call MPI_File_read_all_end(fh, others, status, ierror)
  CHECK(all(others(1:size) == [(i, i = 0, size - 1)]))
  call MPI_File_set_atomicity(fh, .true., ierror)
  call MPI_File_get_atomicity(fh, atomic, ierror)
  CHECK(atomic)
  call MPI_File_get_info(fh, info, ierror)
  call MPI_Info_free(info, ierror)
  call MPI_File_seek(fh, 2_MPI_OFFSET_KIND, MPI_SEEK_SET, ierror)
  call MPI_File_get_byte_offset(fh, 2_MPI_OFFSET_KIND, offset, ierror)
  CHECK(offset == 8)
  call MPI_Type_free(blocks, ierror)
  call MPI_File_close(fh, ierror)
  CHECK(fh == MPI_FILE_NULL)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  if (rank == 0) call MPI_File_delete(name, MPI_INFO_NULL, ierror)
  CHECK(ierror == MPI_SUCCESS)
  ! A file that is not there: an error of the right class, as files return errors by default.
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierror)
  call MPI_Error_class(ierror, count, i)
  CHECK(count == MPI_ERR_NO_SUCH_FILE)
  call finish
end program
