
  interface MPI_Sizeof
    subroutine mpi_sizeof_mpi(x, size, ierror) bind(C, name="mpi_sizeof_f08ts_")
      type(*), dimension(..) :: x
      integer :: size, ierror
    end subroutine
  end interface

  interface MPI_Status_f2f08
    subroutine MPI_Status_f2f08(f_status, f08_status, ierror)
      import
      integer :: f_status(MPI_STATUS_SIZE)
      type(MPI_Status) :: f08_status
      integer :: ierror
    end subroutine
  end interface

  interface MPI_Status_f082f
    subroutine MPI_Status_f082f(f08_status, f_status, ierror)
      import
      type(MPI_Status) :: f08_status
      integer :: f_status(MPI_STATUS_SIZE)
      integer :: ierror
    end subroutine
  end interface

  interface MPI_F_sync_reg
    subroutine MPI_F_sync_reg(buf)
      type(*), dimension(*) :: buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
    end subroutine
  end interface
