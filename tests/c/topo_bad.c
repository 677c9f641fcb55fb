// Bad arguments of topology functions: the error class and a message that says what was passed; nothing is made, and the next call works.
// ranks: 1 2 3 4 7
// needs: ferry
#include "check.h"

#define WORLD MPI_COMM_WORLD

static MPI_Comm made = MPI_COMM_NULL;
static int values[16], more[16], flags[16];

static void grids(void)
{
    MPI_Comm none;
    int ring = 1, line = 0, dims[2] = {2, check_size};
    char product[16];
    snprintf(product, sizeof product, "%d", 2 * check_size);
    ERR(MPI_ERR_DIMS, MPI_Cart_create(WORLD, 2, dims, flags, 0, &made), "MPI_Cart_create", "dims", product);
    dims[1] = 0;
    ERR(MPI_ERR_DIMS, MPI_Cart_create(WORLD, 2, dims, flags, 0, &made), "dims[1]", "0");
    dims[1] = -3;
    ERR(MPI_ERR_DIMS, MPI_Cart_create(WORLD, 2, dims, flags, 0, &made), "dims[1]", "-3");
    ERR(MPI_ERR_DIMS, MPI_Cart_create(WORLD, -1, dims, flags, 0, &made), "ndims", "-1");
    ERR(MPI_ERR_ARG, MPI_Cart_create(WORLD, 1, NULL, flags, 0, &made), "dims");
    ERR(MPI_ERR_COMM, MPI_Cart_create(MPI_COMM_NULL, 1, dims, flags, 0, &made), "comm_old", "MPI_COMM_NULL");
    ERR(MPI_ERR_DIMS, MPI_Cart_map(WORLD, 1, &(int){1000}, flags, values), "MPI_Cart_map", "1000");
    OK(MPI_Cart_create(WORLD, 1, &check_size, check_size > 2 ? &line : &ring, 0, &made));
    ERR(MPI_ERR_RANK, MPI_Cart_coords(made, check_size, 1, values), "rank");
    ERR(MPI_ERR_RANK, MPI_Cart_coords(made, -1, 1, values), "rank", "-1");
    ERR(MPI_ERR_ARG, MPI_Cart_coords(made, 0, 0, NULL), "maxdims", "0");
    ERR(MPI_ERR_ARG, MPI_Cart_get(made, 0, NULL, NULL, NULL), "maxdims");
    ERR(MPI_ERR_DIMS, MPI_Cart_shift(made, 1, 1, values, more), "direction", "1");
    ERR(MPI_ERR_DIMS, MPI_Cart_shift(made, -1, 1, values, more), "direction", "-1");
    ERR(MPI_ERR_ARG, MPI_Cart_rank(made, NULL, values), "coords");
    ERR(MPI_ERR_ARG, MPI_Cart_sub(made, NULL, &none), "remain_dims");
    if (check_size > 2) {
        ERR(MPI_ERR_ARG, MPI_Cart_rank(made, &check_size, values), "coords[0]");
        ERR(MPI_ERR_ARG, MPI_Cart_rank(made, &(int){-1}, values), "coords[0]", "-1");
    }
    ERR(MPI_ERR_TOPOLOGY, MPI_Graphdims_get(made, values, more), "MPI_Graphdims_get", "Cartesian");
    ERR(MPI_ERR_TOPOLOGY, MPI_Dist_graph_neighbors_count(made, values, more, flags), "Cartesian");
    OK(MPI_Comm_free(&made));
}

static void no_topology(void)
{
    ERR(MPI_ERR_TOPOLOGY, MPI_Cartdim_get(WORLD, values), "MPI_Cartdim_get", "no topology");
    ERR(MPI_ERR_TOPOLOGY, MPI_Cart_get(WORLD, 1, values, more, flags), "no topology");
    ERR(MPI_ERR_TOPOLOGY, MPI_Cart_rank(WORLD, values, more), "no topology");
    ERR(MPI_ERR_TOPOLOGY, MPI_Cart_coords(WORLD, 0, 1, values), "no topology");
    ERR(MPI_ERR_TOPOLOGY, MPI_Cart_shift(WORLD, 0, 1, values, more), "no topology");
    ERR(MPI_ERR_TOPOLOGY, MPI_Cart_sub(WORLD, values, &made), "no topology");
    ERR(MPI_ERR_TOPOLOGY, MPI_Graph_get(WORLD, 1, 1, values, more), "no topology");
    ERR(MPI_ERR_TOPOLOGY, MPI_Graph_neighbors_count(WORLD, 0, values), "no topology");
    ERR(MPI_ERR_TOPOLOGY, MPI_Dist_graph_neighbors(WORLD, 0, NULL, NULL, 0, NULL, NULL), "no topology");
    ERR(MPI_ERR_TOPOLOGY, MPI_Neighbor_allgather(values, 1, MPI_INT, more, 1, MPI_INT, WORLD), "MPI_Neighbor_allgather", "no topology");
    ERR(MPI_ERR_COMM, MPI_Topo_test(MPI_COMM_NULL, values), "MPI_COMM_NULL");
}

static void graphs(void)
{
    int index[2] = {1, 2}, edges[2] = {0, 0}, falling[2] = {1, 0};
    ERR(MPI_ERR_ARG, MPI_Graph_create(WORLD, check_size + 1, values, edges, 0, &made), "nnodes");
    ERR(MPI_ERR_ARG, MPI_Graph_create(WORLD, -1, index, edges, 0, &made), "nnodes", "-1");
    ERR(MPI_ERR_RANK, MPI_Graph_create(WORLD, 1, index, &(int){1}, 0, &made), "edges[0]", "1");
    ERR(MPI_ERR_RANK, MPI_Graph_create(WORLD, 1, index, &(int){-1}, 0, &made), "edges[0]", "-1");
    ERR(MPI_ERR_ARG, MPI_Graph_create(WORLD, 1, &(int){-1}, edges, 0, &made), "indx[0]", "-1");
    ERR(MPI_ERR_ARG, MPI_Graph_create(WORLD, 1, index, NULL, 0, &made), "edges");
    if (check_size > 1)
        ERR(MPI_ERR_ARG, MPI_Graph_create(WORLD, 2, falling, edges, 0, &made), "indx[1]", "0");
    OK(MPI_Graph_create(WORLD, 1, index, edges, 0, &made));
    if (made == MPI_COMM_NULL)
        return;
    ERR(MPI_ERR_ARG, MPI_Graph_get(made, 0, 1, NULL, more), "maxindex");
    ERR(MPI_ERR_ARG, MPI_Graph_get(made, 1, 0, values, NULL), "maxedges");
    ERR(MPI_ERR_RANK, MPI_Graph_neighbors_count(made, 1, values), "rank", "1");
    ERR(MPI_ERR_ARG, MPI_Graph_neighbors(made, 0, 0, NULL), "maxneighbors");
    ERR(MPI_ERR_TOPOLOGY, MPI_Cartdim_get(made, values), "graph topology");
    OK(MPI_Comm_free(&made));
}

static void distributed_graphs(void)
{
    int rank = 0, one = 1, bad = check_size, negative = -2;
    MPI_Info none = MPI_INFO_NULL;
    ERR(MPI_ERR_RANK, MPI_Dist_graph_create(WORLD, 1, &bad, &one, &rank, MPI_UNWEIGHTED, none, 0, &made), "sources[0]");
    ERR(MPI_ERR_RANK, MPI_Dist_graph_create(WORLD, 1, &rank, &one, &bad, MPI_UNWEIGHTED, none, 0, &made), "destinations[0]");
    ERR(MPI_ERR_ARG, MPI_Dist_graph_create(WORLD, 1, &rank, &negative, &rank, MPI_UNWEIGHTED, none, 0, &made), "degrees[0]", "-2");
    ERR(MPI_ERR_ARG, MPI_Dist_graph_create(WORLD, 1, &rank, &one, &rank, &negative, none, 0, &made), "weights[0]", "-2");
    ERR(MPI_ERR_ARG, MPI_Dist_graph_create(WORLD, 1, &rank, &one, &rank, MPI_WEIGHTS_EMPTY, none, 0, &made), "MPI_WEIGHTS_EMPTY");
    ERR(MPI_ERR_ARG, MPI_Dist_graph_create(WORLD, -1, NULL, NULL, NULL, MPI_UNWEIGHTED, none, 0, &made), "argument n is -1");
    ERR(MPI_ERR_ARG, MPI_Dist_graph_create_adjacent(WORLD, -1, NULL, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED, none, 0, &made),
        "indegree", "-1");
    ERR(MPI_ERR_RANK, MPI_Dist_graph_create_adjacent(WORLD, 1, &bad, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED, none, 0, &made),
        "sources[0]");
    ERR(MPI_ERR_RANK, MPI_Dist_graph_create_adjacent(WORLD, 0, NULL, MPI_UNWEIGHTED, 1, &negative, MPI_UNWEIGHTED, none, 0, &made),
        "destinations[0]", "-2");
    ERR(MPI_ERR_ARG, MPI_Dist_graph_create_adjacent(WORLD, 1, &rank, &one, 1, &rank, MPI_UNWEIGHTED, none, 0, &made), "MPI_UNWEIGHTED");
    ERR(MPI_ERR_ARG, MPI_Dist_graph_create_adjacent(WORLD, 1, &rank, NULL, 0, NULL, MPI_UNWEIGHTED, none, 0, &made), "sourceweights",
        "null pointer");
    OK(MPI_Dist_graph_create(WORLD, 1, &check_rank, &one, &check_rank, MPI_UNWEIGHTED, none, 0, &made));
    ERR(MPI_ERR_ARG, MPI_Dist_graph_neighbors(made, -1, NULL, NULL, 0, NULL, NULL), "maxindegree", "-1");
    ERR(MPI_ERR_TOPOLOGY, MPI_Graphdims_get(made, values, more), "distributed graph");
    OK(MPI_Comm_free(&made));
}

/* Ranks that pass different grids find out. */
static void disagreement(void)
{
    if (check_size == 1)
        return;
    int dims[2] = {1, 1};
    dims[check_rank % 2] = check_size;
    ERR(MPI_ERR_NOT_SAME, MPI_Cart_create(WORLD, 2, dims, flags, 0, &made), "MPI_Cart_create", "dims");
    int index = 1, edge = 0, empty = 0;
    ERR(MPI_ERR_NOT_SAME, MPI_Graph_create(WORLD, 1, check_rank ? &index : &empty, &edge, 0, &made), "indx");
    int ring = 1;
    if (check_size == 2)
        ERR(MPI_ERR_NOT_SAME, check_rank == 0 ? MPI_Cart_create(WORLD, 1, &index, &ring, 0, &made)
                                              : MPI_Graph_create(WORLD, 1, &index, &edge, 0, &made), "MPI_Cart_create", "MPI_Graph_create");
}

/* Edges that only one end knows: neighborhood collectives would wait for ever, so they refuse. */
static void one_way_edges(void)
{
    int next = (check_rank + 1) % check_size, index[7], edges[7], all[8], own[8] = {0};
    if (check_size < 3)
        return;
    for (int i = 0; i < check_size; i++) {
        index[i] = i + 1;
        edges[i] = (i + 1) % check_size;
    }
    OK(MPI_Graph_create(WORLD, check_size, index, edges, 0, &made));
    OK(MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN));
    ERR(MPI_ERR_TOPOLOGY, MPI_Neighbor_allgather(own, 1, MPI_INT, all, 1, MPI_INT, made), "MPI_Neighbor_allgather", "symmetric");
    OK(MPI_Comm_free(&made));
    OK(MPI_Dist_graph_create_adjacent(WORLD, 1, &next, MPI_UNWEIGHTED, 1, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made));
    ERR(MPI_ERR_TOPOLOGY, MPI_Neighbor_alltoall(own, 1, MPI_INT, all, 1, MPI_INT, made), "MPI_Neighbor_alltoall",
        "MPI_Dist_graph_create_adjacent");
    OK(MPI_Comm_free(&made));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    grids();
    no_topology();
    graphs();
    distributed_graphs();
    disagreement();
    one_way_edges();
    return check_end();
}
