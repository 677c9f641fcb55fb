! ranks: 1 2 4
! A solver as codes have it: a grid of blocks, halos exchanged as sections of arrays that lie apart, conjugate gradients with global sums,
! the solution compared with the one that is known and written through a view of a file.
program heat
  use mpi_f08
  implicit none
  integer, parameter :: n = 32, wp = kind(1d0)
  integer :: rank, size, dims(2), coords(2), lo(2), nx, ny, i, j, step, north, south, west, east
  type(MPI_Comm) :: grid
  type(MPI_Datatype) :: block
  type(MPI_File) :: fh
  real(wp), allocatable :: x(:, :), r(:, :), p(:, :), q(:, :), exact(:, :), whole(:, :)
  real(wp) :: rho, old_rho, alpha, h, error
  real(wp), parameter :: pi = acos(-1d0)

  call MPI_Init()
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  dims = 0
  call MPI_Dims_create(size, 2, dims)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.false., .false.], .true., grid)
  call MPI_Comm_rank(grid, rank)
  call MPI_Cart_coords(grid, rank, 2, coords)
  call MPI_Cart_shift(grid, 0, 1, west, east)
  call MPI_Cart_shift(grid, 1, 1, south, north)
  nx = n / dims(1)
  ny = n / dims(2)
  lo = coords * [nx, ny]
  allocate (x(0:nx + 1, 0:ny + 1), r(nx, ny), p(0:nx + 1, 0:ny + 1), q(nx, ny), exact(nx, ny))

  ! -u'' = f with u = sin(pi x) sin(pi y), zero around the square.
  h = 1d0 / (n + 1)
  do j = 1, ny
    do i = 1, nx
      exact(i, j) = sin(pi * (lo(1) + i) * h) * sin(pi * (lo(2) + j) * h)
    end do
  end do
  r = exact * 2 * (1 - cos(pi * h)) * 2
  x = 0
  p = 0
  p(1:nx, 1:ny) = r
  rho = global_sum(r, r)
  do step = 1, 200
    call exchange(p)
    do j = 1, ny
      do i = 1, nx
        q(i, j) = 4 * p(i, j) - p(i - 1, j) - p(i + 1, j) - p(i, j - 1) - p(i, j + 1)
      end do
    end do
    alpha = rho / global_sum(p(1:nx, 1:ny), q)
    x(1:nx, 1:ny) = x(1:nx, 1:ny) + alpha * p(1:nx, 1:ny)
    r = r - alpha * q
    old_rho = rho
    rho = global_sum(r, r)
    if (sqrt(rho) < 1d-12) exit
    p(1:nx, 1:ny) = r + rho / old_rho * p(1:nx, 1:ny)
  end do
  error = maxval(abs(x(1:nx, 1:ny) - exact))
  call MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, grid)
  if (error > 1d-10) call failed(__LINE__)

  ! Each rank writes its block of the whole array, out of the middle of one with a halo.
  call MPI_Type_create_subarray(2, [n, n], [nx, ny], lo, MPI_ORDER_FORTRAN, MPI_DOUBLE_PRECISION, block)
  call MPI_Type_commit(block)
  call MPI_File_open(grid, 'heat_f08.data', ior(MPI_MODE_CREATE, MPI_MODE_RDWR), MPI_INFO_NULL, fh)
  call MPI_File_set_view(fh, 0_MPI_OFFSET_KIND, MPI_DOUBLE_PRECISION, block, 'native', MPI_INFO_NULL)
  call MPI_File_write_all(fh, x(1:nx, 1:ny), nx * ny, MPI_DOUBLE_PRECISION, MPI_STATUS_IGNORE)
  call MPI_File_sync(fh)
  call MPI_Barrier(grid)
  call MPI_File_set_view(fh, 0_MPI_OFFSET_KIND, MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, 'native', MPI_INFO_NULL)
  allocate (whole(n, n))
  call MPI_File_read_all(fh, whole, n * n, MPI_DOUBLE_PRECISION, MPI_STATUS_IGNORE)
  do j = 1, n
    do i = 1, n
      if (abs(whole(i, j) - sin(pi * i * h) * sin(pi * j * h)) > 1d-10) call failed(__LINE__)
    end do
  end do
  call MPI_File_close(fh)
  if (rank == 0) call MPI_File_delete('heat_f08.data', MPI_INFO_NULL)
  call MPI_Type_free(block)
  call MPI_Comm_free(grid)
  call finish
contains
  real(wp) function global_sum(a, b)
    real(wp), intent(in) :: a(:, :), b(:, :)
    global_sum = sum(a * b)
    call MPI_Allreduce(MPI_IN_PLACE, global_sum, 1, MPI_DOUBLE_PRECISION, MPI_SUM, grid)
  end function

  ! Columns lie side by side, rows do not.
  subroutine exchange(a)
    real(wp), intent(inout), asynchronous :: a(0:, 0:)
    type(MPI_Request) :: requests(8)
    call MPI_Irecv(a(0, 1:ny), ny, MPI_DOUBLE_PRECISION, west, 1, grid, requests(1))
    call MPI_Irecv(a(nx + 1, 1:ny), ny, MPI_DOUBLE_PRECISION, east, 2, grid, requests(2))
    call MPI_Irecv(a(1:nx, 0), nx, MPI_DOUBLE_PRECISION, south, 3, grid, requests(3))
    call MPI_Irecv(a(1:nx, ny + 1), nx, MPI_DOUBLE_PRECISION, north, 4, grid, requests(4))
    call MPI_Isend(a(nx, 1:ny), ny, MPI_DOUBLE_PRECISION, east, 1, grid, requests(5))
    call MPI_Isend(a(1, 1:ny), ny, MPI_DOUBLE_PRECISION, west, 2, grid, requests(6))
    call MPI_Isend(a(1:nx, ny), nx, MPI_DOUBLE_PRECISION, north, 3, grid, requests(7))
    call MPI_Isend(a(1:nx, 1), nx, MPI_DOUBLE_PRECISION, south, 4, grid, requests(8))
    call MPI_Waitall(8, requests, MPI_STATUSES_IGNORE)
    if (.not. MPI_ASYNC_PROTECTS_NONBLOCKING) call MPI_F_sync_reg(a)
  end subroutine
end program
