! ranks: 1 2
! Threads, versions, names, clocks, generalized requests, sessions.
#include "form.inc"
module grequest_counts
  implicit none
  integer :: queries = 0, frees = 0, cancels = 0
end module

module callbacks
  implicit none
contains
  subroutine query_request(extra_state, status, ierror)
    USE_FORM
    use grequest_counts
    implicit none
    INCLUDE_FORM
    integer(MPI_ADDRESS_KIND) :: extra_state
    STATUS(status)
    integer :: ierror
    queries = queries + 1
    TAG_OF(status) = int(extra_state)
    SOURCE_OF(status) = MPI_UNDEFINED
    call MPI_Status_set_elements(status, MPI_INTEGER, 3, ierror)
    call MPI_Status_set_cancelled(status, .true., ierror)
  end subroutine

  subroutine free_request(extra_state, ierror)
    USE_FORM
    use grequest_counts
    implicit none
    INCLUDE_FORM
    integer(MPI_ADDRESS_KIND) :: extra_state
    integer :: ierror
    CHECK(extra_state == 42)
    frees = frees + 1
    ierror = MPI_SUCCESS
  end subroutine

  subroutine cancel_request(extra_state, complete, ierror)
    USE_FORM
    use grequest_counts
    implicit none
    INCLUDE_FORM
    integer(MPI_ADDRESS_KIND) :: extra_state
    logical :: complete
    integer :: ierror
    CHECK(extra_state == 42 .and. .not. complete)
    cancels = cancels + 1
    ierror = MPI_SUCCESS
  end subroutine
end module

program environment
  USE_FORM
  use callbacks
  use grequest_counts
  implicit none
  INCLUDE_FORM
  integer :: ierror, provided, version, subversion, length, count, n, rank
  double precision :: began
  character(len=MPI_MAX_PROCESSOR_NAME) :: processor
  character(len=MPI_MAX_LIBRARY_VERSION_STRING) :: library
  character(len=MPI_MAX_PSET_NAME_LEN) :: pset
  logical :: flag
  HANDLE(MPI_Request) :: request
  HANDLE(MPI_Session) :: session
  HANDLE(MPI_Group) :: group
  STATUS(status)
  integer(MPI_ADDRESS_KIND) :: extra

  call MPI_Initialized(flag, ierror)
  if (flag) stop 1
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierror)
  if (provided < MPI_THREAD_SINGLE .or. provided > MPI_THREAD_MULTIPLE) stop 2
  call MPI_Initialized(flag, ierror)
  CHECK(flag)
  call MPI_Finalized(flag, ierror)
  CHECK(.not. flag)
  call MPI_Is_thread_main(flag, ierror)
  CHECK(flag)
  call MPI_Query_thread(n, ierror)
  CHECK(n == provided)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Get_version(version, subversion, ierror)
  CHECK(version == MPI_VERSION .and. subversion == MPI_SUBVERSION)
  call MPI_Abi_get_version(version, subversion, ierror)
  CHECK(version == 1)
  call MPI_Get_processor_name(processor, length, ierror)
  CHECK(length > 0 .and. len_trim(processor) == length)
  call MPI_Get_library_version(library, length, ierror)
  CHECK(index(library, 'Ferry') > 0)
  began = MPI_Wtime()
  CHECK(MPI_Wtime() >= began .and. MPI_Wtick() > 0 .and. MPI_Wtick() < 1)
  call MPI_Pcontrol(1)

  ! Generalized requests.
  extra = 42
  call MPI_Grequest_start(query_request, free_request, cancel_request, extra, request, ierror)
  call MPI_Cancel(request, ierror)
  CHECK(cancels == 1)
  call MPI_Grequest_complete(request, ierror)
  call MPI_Wait(request, status, ierror)
  CHECK(queries == 1 .and. frees == 1)
  CHECK(TAG_OF(status) == 42)
  call MPI_Get_count(status, MPI_INTEGER, count, ierror)
  CHECK(count == 3)
  call MPI_Test_cancelled(status, flag, ierror)
  CHECK(flag)

  ! Sessions: names of process sets as strings.
  call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, session, ierror)
  call MPI_Session_get_num_psets(session, MPI_INFO_NULL, n, ierror)
  CHECK(n >= 2)
  length = 0
  call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, length, pset, ierror)
  CHECK(length > 0)
  n = length
  length = MPI_MAX_PSET_NAME_LEN
  call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, length, pset, ierror)
  CHECK(len_trim(pset) == n .and. pset(1:6) == 'mpi://')
  call MPI_Group_from_session_pset(session, 'mpi://SELF  ', group, ierror)
  call MPI_Group_size(group, n, ierror)
  CHECK(n == 1)
  call MPI_Group_free(group, ierror)
  call MPI_Session_finalize(session, ierror)
  CHECK(session == MPI_SESSION_NULL)
  call finish
end program
