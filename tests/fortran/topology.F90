! ranks: 2 4
! Grids and graphs: arrays of truth values, weights with a meaning, neighborhood collectives.
#include "form.inc"
program topology
  USE_FORM
  implicit none
  INCLUDE_FORM
  integer :: rank, size, ierror, left, right, count, kind, into, out, i
  integer :: dims(2), coords(2), mine(2), got(2), sources(2), destinations(2), weights(2)
  logical :: periods(2), remain(2), weighted
  HANDLE(MPI_Comm) :: grid, line, graph
  HANDLE(MPI_Datatype) :: types(2)
  HANDLE(MPI_Request) :: request
  integer(MPI_ADDRESS_KIND) :: displacements(2)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  dims = [0, 1]
  call MPI_Dims_create(size, 2, dims, ierror)
  CHECK(dims(1) == size)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.true., .false.], .false., grid, ierror)
  call MPI_Topo_test(grid, kind, ierror)
  CHECK(kind == MPI_CART)
  periods = .false.
  call MPI_Cart_get(grid, 2, dims, periods, coords, ierror)
  CHECK(periods(1) .and. .not. periods(2))
  CHECK(coords(1) == rank .and. coords(2) == 0)
  call MPI_Cart_shift(grid, 0, 1, left, right, ierror)
  CHECK(right == mod(rank + 1, size) .and. left == mod(rank + size - 1, size))
  call MPI_Cart_shift(grid, 1, 1, left, right, ierror)
  CHECK(right == MPI_PROC_NULL .and. left == MPI_PROC_NULL)
  call MPI_Cart_rank(grid, [size, 0], i, ierror)
  CHECK(i == 0)
  remain = [.true., .false.]
  call MPI_Cart_sub(grid, remain, line, ierror)
  call MPI_Cartdim_get(line, count, ierror)
  CHECK(count == 1)

  mine = [10 * rank, 10 * rank + 1]
  call MPI_Neighbor_alltoall(mine, 1, MPI_INTEGER, got, 1, MPI_INTEGER, line, ierror)
  left = mod(rank + size - 1, size)
  right = mod(rank + 1, size)
  CHECK(got(1) == 10 * left + 1 .and. got(2) == 10 * right)
  ! As many datatypes as neighbors, which no argument counts.
  types = MPI_INTEGER
  displacements = [0, 4]
  got = 0
  call MPI_Neighbor_alltoallw(mine, [1, 1], displacements, types, got, [1, 1], displacements, types, line, ierror)
  CHECK(got(1) == 10 * left + 1 .and. got(2) == 10 * right)
  got = 0
  call MPI_Ineighbor_allgather(rank, 1, MPI_INTEGER, got, 1, MPI_INTEGER, line, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  CHECK(got(1) == left .and. got(2) == right)
  call MPI_Comm_free(line, ierror)
  call MPI_Comm_free(grid, ierror)

  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [left], MPI_UNWEIGHTED, 1, [right], MPI_UNWEIGHTED, &
                                      MPI_INFO_NULL, .false., graph, ierror)
  call MPI_Dist_graph_neighbors_count(graph, into, out, weighted, ierror)
  CHECK(into == 1 .and. out == 1 .and. .not. weighted)
  call MPI_Dist_graph_neighbors(graph, 2, sources, MPI_UNWEIGHTED, 2, destinations, MPI_UNWEIGHTED, ierror)
  CHECK(sources(1) == left .and. destinations(1) == right)
  call MPI_Neighbor_allgather(rank, 1, MPI_INTEGER, got, 1, MPI_INTEGER, graph, ierror)
  CHECK(got(1) == left)
  call MPI_Comm_free(graph, ierror)
  call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, [rank], [1], [right], [5], MPI_INFO_NULL, .false., graph, ierror)
  call MPI_Dist_graph_neighbors_count(graph, into, out, weighted, ierror)
  CHECK(into == 1 .and. out == 1 .and. weighted)
  call MPI_Dist_graph_neighbors(graph, 2, sources, weights, 2, destinations, MPI_UNWEIGHTED, ierror)
  CHECK(sources(1) == left .and. weights(1) == 5)
  call MPI_Comm_free(graph, ierror)
  call MPI_Graph_create(MPI_COMM_WORLD, 2, [1, 2], [1, 0], .false., graph, ierror)
  if (graph /= MPI_COMM_NULL) then
    call MPI_Graph_neighbors(graph, rank, 1, sources, ierror)
    CHECK(sources(1) == 1 - rank)
    call MPI_Comm_free(graph, ierror)
  end if
  call finish
end program
