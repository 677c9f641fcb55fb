program total
  use mpi_f08
  implicit none
  integer :: rank, total_of_ranks
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Allreduce(rank, total_of_ranks, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (total_of_ranks /= 1) error stop 'not the sum of two ranks'
  call MPI_Finalize()
end program
