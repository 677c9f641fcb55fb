! ranks: 1 2 4
! Groups and communicators, names, info, attributes with procedures of the program, error handlers.
#include "form.inc"
module counters
  implicit none
  integer :: copies = 0, deletions = 0, errors = 0, last_code = 0
end module

module callbacks
  implicit none
contains
  subroutine copy_attribute(comm, keyval, extra_state, value_in, value_out, flag, ierror)
    USE_FORM
    use counters
    implicit none
    INCLUDE_FORM
    HANDLE(MPI_Comm) :: comm
    integer :: keyval, ierror
    integer(MPI_ADDRESS_KIND) :: extra_state, value_in, value_out
    logical :: flag
    CHECK(comm /= MPI_COMM_WORLD .and. keyval /= MPI_KEYVAL_INVALID)
    copies = copies + 1
    value_out = value_in + extra_state
    flag = .true.
    ierror = MPI_SUCCESS
  end subroutine

  subroutine delete_attribute(comm, keyval, value, extra_state, ierror)
    USE_FORM
    use counters
    implicit none
    INCLUDE_FORM
    HANDLE(MPI_Comm) :: comm
    integer :: keyval, ierror
    integer(MPI_ADDRESS_KIND) :: extra_state, value
    CHECK(comm /= MPI_COMM_WORLD .and. keyval /= MPI_KEYVAL_INVALID)
    CHECK(extra_state == 1000 .and. (value == -5 .or. value == 995))
    deletions = deletions + 1
    ierror = MPI_SUCCESS
  end subroutine

  subroutine handle_error(comm, code)
    USE_FORM
    use counters
    implicit none
    INCLUDE_FORM
    HANDLE(MPI_Comm) :: comm
    integer :: code
    CHECK(comm /= MPI_COMM_WORLD)
    errors = errors + 1
    last_code = code
  end subroutine
end module

program communicator
  USE_FORM
  use callbacks
  use counters
  implicit none
  INCLUDE_FORM
  integer :: rank, size, ierror, i, result, length, keyval, class, count
  integer(MPI_ADDRESS_KIND) :: attribute
  HANDLE(MPI_Comm) :: copy, half, both
  HANDLE(MPI_Group) :: world, odd, even, joined, nobody
  HANDLE(MPI_Info) :: info
  HANDLE(MPI_Errhandler) :: handler
  character(len=MPI_MAX_OBJECT_NAME) :: name
  character(len=MPI_MAX_ERROR_STRING) :: text
  character(len=5) :: value
  logical :: flag
  integer, allocatable :: ranks(:)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)

  ! Names: blank-padded, without the blanks at the end.
  call MPI_Comm_get_name(MPI_COMM_WORLD, name, length, ierror)
  CHECK(name == 'MPI_COMM_WORLD' .and. length == 14)
  call MPI_Comm_dup(MPI_COMM_WORLD, copy, ierror)
  CHECK(copy /= MPI_COMM_WORLD)
  call MPI_Comm_set_name(copy, ' a copy   ', ierror)
  call MPI_Comm_get_name(copy, name, length, ierror)
  CHECK(name == ' a copy' .and. length == 7)
  call MPI_Comm_get_name(copy, value, length, ierror)
  CHECK(value == ' a co')
  call MPI_Comm_compare(MPI_COMM_WORLD, copy, result, ierror)
  CHECK(result == MPI_CONGRUENT)

  ! Groups.
  call MPI_Comm_group(MPI_COMM_WORLD, world, ierror)
  allocate (ranks(size))
  ranks = [(i, i = 0, size - 1)]
  call MPI_Group_incl(world, (size + 1) / 2, ranks(1::2), even, ierror)
  call MPI_Group_excl(world, (size + 1) / 2, ranks(1::2), odd, ierror)
  call MPI_Group_union(even, odd, joined, ierror)
  call MPI_Group_compare(joined, world, result, ierror)
  CHECK(result == merge(MPI_IDENT, MPI_SIMILAR, size <= 2))
  call MPI_Group_free(joined, ierror)
  call MPI_Group_range_incl(world, 1, reshape([0, size - 1, 2], [3, 1]), joined, ierror)
  call MPI_Group_compare(joined, even, result, ierror)
  CHECK(result == MPI_IDENT)
  call MPI_Group_translate_ranks(even, 1, [0], world, ranks, ierror)
  CHECK(ranks(1) == 0)
  call MPI_Group_intersection(even, odd, nobody, ierror)
  CHECK(nobody == MPI_GROUP_EMPTY)
  call MPI_Group_free(joined, ierror)
  call MPI_Group_free(odd, ierror)
  call MPI_Group_free(even, ierror)
  call MPI_Group_free(world, ierror)

  ! Splitting and joining.
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, ierror)
  call MPI_Comm_size(half, count, ierror)
  CHECK(count == (size + 1 - mod(rank, 2)) / 2)
  call MPI_Comm_test_inter(half, flag, ierror)
  CHECK(.not. flag)
  if (size > 1) then
    call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - mod(rank, 2), 3, both, ierror)
    call MPI_Comm_test_inter(both, flag, ierror)
    CHECK(flag)
    call MPI_Comm_free(half, ierror)
    call MPI_Intercomm_merge(both, mod(rank, 2) == 1, half, ierror)
    call MPI_Comm_size(half, count, ierror)
    CHECK(count == size)
    call MPI_Comm_free(both, ierror)
  end if
  call MPI_Comm_free(half, ierror)
  CHECK(half == MPI_COMM_NULL)

  ! Attributes of the library: values, not addresses.
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, attribute, flag, ierror)
  CHECK(flag .and. attribute >= 32767)
  ! Attributes of the program.
  call MPI_Comm_create_keyval(copy_attribute, delete_attribute, keyval, 1000_MPI_ADDRESS_KIND, ierror)
  call MPI_Comm_get_attr(copy, keyval, attribute, flag, ierror)
  CHECK(.not. flag)
  call MPI_Comm_set_attr(copy, keyval, -5_MPI_ADDRESS_KIND, ierror)
  call MPI_Comm_get_attr(copy, keyval, attribute, flag, ierror)
  CHECK(flag .and. attribute == -5)
  call MPI_Comm_dup(copy, half, ierror)
  CHECK(copies == 1)
  call MPI_Comm_get_attr(half, keyval, attribute, flag, ierror)
  CHECK(flag .and. attribute == 995)
  call MPI_Comm_free(half, ierror)
  CHECK(deletions == 1)
  call MPI_Comm_delete_attr(copy, keyval, ierror)
  CHECK(deletions == 2)
  call MPI_Comm_free_keyval(keyval, ierror)
  CHECK(keyval == MPI_KEYVAL_INVALID)
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval, 0_MPI_ADDRESS_KIND, ierror)
  call MPI_Comm_set_attr(copy, keyval, 12_MPI_ADDRESS_KIND, ierror)
  call MPI_Comm_dup(copy, half, ierror)
  call MPI_Comm_get_attr(half, keyval, attribute, flag, ierror)
  CHECK(flag .and. attribute == 12)
  call MPI_Comm_free(half, ierror)
  call MPI_Comm_free_keyval(keyval, ierror)
#if !defined(USE_MPI_F08)
  call MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, keyval, 0, ierror)
  call MPI_Attr_put(copy, keyval, 77, ierror)
  call MPI_Attr_get(copy, keyval, count, flag, ierror)
  CHECK(flag .and. count == 77)
  call MPI_Attr_delete(copy, keyval, ierror)
  call MPI_Keyval_free(keyval, ierror)
#endif

  ! Error handlers and texts.
  call MPI_Comm_create_errhandler(handle_error, handler, ierror)
  call MPI_Comm_set_errhandler(copy, handler, ierror)
  call MPI_Errhandler_free(handler, ierror)
  call MPI_Send(rank, 1, MPI_INTEGER, size + 5, 0, copy, ierror)
  CHECK(errors == 1 .and. ierror == last_code)
  call MPI_Error_class(ierror, class, ierror)
  CHECK(class == MPI_ERR_RANK)
  call MPI_Error_string(last_code, text, length, ierror)
  CHECK(len_trim(text) == length .and. length > 0)
  call MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN, ierror)
  call MPI_Comm_call_errhandler(copy, MPI_ERR_OTHER, ierror)
  CHECK(errors == 1)

  ! Info: blanks around keys and values do not count.
  call MPI_Info_create(info, ierror)
  call MPI_Info_set(info, ' key ', '  a value ', ierror)
  call MPI_Info_get_valuelen(info, 'key', length, flag, ierror)
  CHECK(flag .and. length == 7)
  name = '?'
  call MPI_Info_get(info, 'key', 64, name, flag, ierror)
  CHECK(flag .and. name == 'a value')
  length = 5
  call MPI_Info_get_string(info, 'key   ', length, value, flag, ierror)
  CHECK(flag .and. length == 7 .and. value == 'a val')
  length = 0
  call MPI_Info_get_string(info, 'key', length, value, flag, ierror)
  CHECK(flag .and. length == 7)
  call MPI_Info_get(info, 'none', 64, name, flag, ierror)
  CHECK(.not. flag)
  call MPI_Info_get_nkeys(info, count, ierror)
  CHECK(count == 1)
  call MPI_Info_get_nthkey(info, 0, name, ierror)
  CHECK(name == 'key')
  call MPI_Info_delete(info, 'key', ierror)
  call MPI_Info_free(info, ierror)
  CHECK(info == MPI_INFO_NULL)
  call MPI_Comm_free(copy, ierror)
  call finish
end program
