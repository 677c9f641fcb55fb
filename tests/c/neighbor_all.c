// All neighborhood collectives on grids (rings of one and two processes included), graphs and distributed graphs with loops and several
// edges, against messages counted out: blocking, non-blocking, persistent, large counts, derived types, blocks left alone beyond ends.
// ranks: 1 2 3 4 7
// timeout: 120
#include "check.h"

enum { MOST = 80, COUNT = 5, FORMS = 3 };

/* The neighbors of this process and, of each source, which of the blocks that the source sends comes from it. */
typedef struct {
    int in, out;
    int sources[MOST], dests[MOST], block[MOST];
} neighborhood;

/* What rank sends in element i of block. */
static int value(int rank, int block, int i)
{
    return (rank + 1) * 100000 + block * 100 + i;
}

static MPI_Comm comm;
static neighborhood n;
static int rank;

/* How the call of the form is made: 0 blocking, 1 non-blocking, 2 persistent, started twice. */
#define CALL(form, blocking, started, prepared)                                                                                \
    do {                                                                                                                       \
        MPI_Request request = MPI_REQUEST_NULL;                                                                                \
        if (form == 0) {                                                                                                       \
            OK(blocking);                                                                                                      \
        } else if (form == 1) {                                                                                                \
            OK(started);                                                                                                       \
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE));                                                                         \
        } else {                                                                                                               \
            OK(prepared);                                                                                                      \
            for (int twice = 0; twice < 2; twice++) {                                                                          \
                OK(MPI_Start(&request));                                                                                       \
                OK(MPI_Wait(&request, MPI_STATUS_IGNORE));                                                                     \
            }                                                                                                                  \
            OK(MPI_Request_free(&request));                                                                                    \
        }                                                                                                                      \
    } while (0)

/* Block k of the receive buffer is what it has to be; `per_block` tells whether every neighbor got a block of its own. */
static void check_block(int k, const int *data, int count, int per_block)
{
    for (int i = 0; i < count; i++) {
        int expected = n.sources[k] == MPI_PROC_NULL ? -1 : value(n.sources[k], per_block ? n.block[k] : 0, i);
        if (data[i] != expected)
            FAIL("element %d of block %d from %d is %d, not %d", i, k, n.sources[k], data[i], expected);
    }
}

static void clear(int *data, int count)
{
    for (int i = 0; i < count; i++)
        data[i] = -1;
}

static void equal_blocks(int form)
{
    static int send[MOST * COUNT], recv[MOST * COUNT];
    for (int i = 0; i < COUNT; i++)
        send[i] = value(rank, 0, i);
    clear(recv, MOST * COUNT);
    CALL(form, MPI_Neighbor_allgather(send, COUNT, MPI_INT, recv, COUNT, MPI_INT, comm),
         MPI_Ineighbor_allgather(send, COUNT, MPI_INT, recv, COUNT, MPI_INT, comm, &request),
         MPI_Neighbor_allgather_init(send, COUNT, MPI_INT, recv, COUNT, MPI_INT, comm, MPI_INFO_NULL, &request));
    for (int k = 0; k < n.in; k++)
        check_block(k, recv + k * COUNT, COUNT, 0);
    for (int k = 0; k < n.out; k++)
        for (int i = 0; i < COUNT; i++)
            send[k * COUNT + i] = value(rank, k, i);
    clear(recv, MOST * COUNT);
    CALL(form, MPI_Neighbor_alltoall_c(send, COUNT, MPI_INT, recv, COUNT, MPI_INT, comm),
         MPI_Ineighbor_alltoall(send, COUNT, MPI_INT, recv, COUNT, MPI_INT, comm, &request),
         MPI_Neighbor_alltoall_init(send, COUNT, MPI_INT, recv, COUNT, MPI_INT, comm, MPI_INFO_NULL, &request));
    for (int k = 0; k < n.in; k++)
        check_block(k, recv + k * COUNT, COUNT, 1);
    CHECK_EQ(recv[n.in * COUNT], -1);
}

/* The count of a block, by who sends it: some are empty. */
static int length_of(int sender, int block)
{
    return (sender + 2 * block) % 4;
}

static void different_lengths(int form)
{
    static int send[MOST * COUNT], recv[MOST * COUNT], all[COUNT];
    int counts[MOST] = {0}, places[MOST] = {0}, sent_counts[MOST] = {0}, sent_places[MOST] = {0};
    int mine = rank % 3;
    for (int i = 0; i < mine; i++)
        all[i] = value(rank, 0, i);
    for (int k = 0; k < n.in; k++) {
        counts[k] = n.sources[k] == MPI_PROC_NULL ? 2 : n.sources[k] % 3;
        places[k] = (n.in - 1 - k) * COUNT;
    }
    clear(recv, MOST * COUNT);
    CALL(form, MPI_Neighbor_allgatherv(all, mine, MPI_INT, recv, counts, places, MPI_INT, comm),
         MPI_Ineighbor_allgatherv(all, mine, MPI_INT, recv, counts, places, MPI_INT, comm, &request),
         MPI_Neighbor_allgatherv_init(all, mine, MPI_INT, recv, counts, places, MPI_INT, comm, MPI_INFO_NULL, &request));
    for (int k = 0; k < n.in; k++)
        check_block(k, recv + places[k], counts[k], 0);
    for (int k = 0; k < n.out; k++) {
        sent_counts[k] = length_of(rank, k);
        sent_places[k] = k * COUNT;
        for (int i = 0; i < COUNT; i++)
            send[k * COUNT + i] = value(rank, k, i);
    }
    for (int k = 0; k < n.in; k++)
        counts[k] = n.sources[k] == MPI_PROC_NULL ? 1 : length_of(n.sources[k], n.block[k]);
    clear(recv, MOST * COUNT);
    CALL(form, MPI_Neighbor_alltoallv(send, sent_counts, sent_places, MPI_INT, recv, counts, places, MPI_INT, comm),
         MPI_Ineighbor_alltoallv(send, sent_counts, sent_places, MPI_INT, recv, counts, places, MPI_INT, comm, &request),
         MPI_Neighbor_alltoallv_init(send, sent_counts, sent_places, MPI_INT, recv, counts, places, MPI_INT, comm, MPI_INFO_NULL,
                                     &request));
    for (int k = 0; k < n.in; k++) {
        check_block(k, recv + places[k], counts[k], 1);
        CHECK_EQ(recv[places[k] + counts[k]], -1);
    }
}

/* Every block of its own type: sent with gaps, received without. */
static void different_types(int form)
{
    static int send[MOST * COUNT * 2], recv[MOST * COUNT];
    int counts[MOST], sent_counts[MOST];
    MPI_Aint places[MOST], sent_places[MOST];
    MPI_Datatype types[MOST], sent_types[MOST], gaps;
    OK(MPI_Type_vector(COUNT, 1, 2, MPI_INT, &gaps));
    OK(MPI_Type_commit(&gaps));
    for (int k = 0; k < n.out; k++) {
        sent_counts[k] = 1;
        sent_places[k] = k * COUNT * 2 * (MPI_Aint)sizeof(int);
        sent_types[k] = gaps;
        for (int i = 0; i < COUNT; i++)
            send[(k * COUNT + i) * 2] = value(rank, k, i);
    }
    for (int k = 0; k < n.in; k++) {
        counts[k] = COUNT;
        places[k] = (n.in - 1 - k) * COUNT * (MPI_Aint)sizeof(int);
        types[k] = k % 2 ? MPI_INT : MPI_INT32_T;
    }
    clear(recv, MOST * COUNT);
    CALL(form, MPI_Neighbor_alltoallw(send, sent_counts, sent_places, sent_types, recv, counts, places, types, comm),
         MPI_Ineighbor_alltoallw(send, sent_counts, sent_places, sent_types, recv, counts, places, types, comm, &request),
         MPI_Neighbor_alltoallw_init(send, sent_counts, sent_places, sent_types, recv, counts, places, types, comm, MPI_INFO_NULL,
                                     &request));
    for (int k = 0; k < n.in; k++)
        check_block(k, recv + (n.in - 1 - k) * COUNT, COUNT, 1);
    OK(MPI_Type_free(&gaps));
}

static void every_function(const char *topology)
{
    OK(MPI_Comm_rank(comm, &rank));
    for (int form = 0; form < FORMS; form++) {
        NOTE("%s, form %d", topology, form);
        equal_blocks(form);
        different_lengths(form);
        different_types(form);
    }
    OK(MPI_Comm_free(&comm));
    *check_note = 0;
}

/* What goes down in a dimension arrives from above. */
static void on_grid(int ndims, const int *dims, const int *periods)
{
    char name[80];
    OK(MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, 0, &comm));
    if (comm == MPI_COMM_NULL)
        return;
    n.in = n.out = 2 * ndims;
    for (int d = 0; d < ndims; d++) {
        OK(MPI_Cart_shift(comm, d, 1, &n.sources[2 * d], &n.sources[2 * d + 1]));
        n.block[2 * d] = 2 * d + 1;
        n.block[2 * d + 1] = 2 * d;
    }
    snprintf(name, sizeof name, "grid %d: %d%s %d%s", ndims, dims[0], periods[0] ? " ring" : "", ndims > 1 ? dims[1] : 0,
             ndims > 1 && periods[1] ? " ring" : "");
    every_function(name);
}

static void on_grids(void)
{
    for (int rings = 0; rings < 4; rings++) {
        int periods[3] = {rings & 1, rings >> 1, 1};
        for (int first = 1; first <= check_size; first++) {
            int dims[3] = {first, check_size / first, 1};
            on_grid(1, dims, periods);
            on_grid(2, dims, periods);
            on_grid(3, dims, periods);
        }
    }
    on_grid(0, (int[]){0}, (int[]){0});
}

/* Of several edges between two processes the first meets the first. */
static void find_blocks(int edges_from(int, int *))
{
    int dests[MOST];
    for (int k = 0; k < n.in; k++) {
        int skip = 0, found = -1;
        for (int before = 0; before < k; before++)
            skip += n.sources[before] == n.sources[k];
        int count = edges_from(n.sources[k], dests);
        for (int block = 0; block < count && found < 0; block++)
            if (dests[block] == rank && skip-- == 0)
                found = block;
        n.block[k] = found;
    }
}

/* A process has both neighbors on a ring, those of even rank themselves twice, and all are joined twice with process 0. */
static int graph_edges(int from, int *dests)
{
    int count = 0;
    dests[count++] = (from + 1) % check_size;
    dests[count++] = (from + check_size - 1) % check_size;
    if (from % 2 == 0) {
        dests[count++] = from;
        dests[count++] = from;
    }
    for (int i = 1; i < check_size; i++)
        if (from == 0 || from == i) {
            dests[count++] = from == 0 ? i : 0;
            dests[count++] = from == 0 ? i : 0;
        }
    return count;
}

static void on_graph(void)
{
    int index[MOST], edges[MOST * 8], count = 0;
    for (int i = 0; i < check_size; i++)
        index[i] = count += graph_edges(i, edges + count);
    OK(MPI_Graph_create(MPI_COMM_WORLD, check_size, index, edges, 0, &comm));
    OK(MPI_Comm_rank(comm, &rank));
    n.in = n.out = graph_edges(rank, n.sources);
    find_blocks(graph_edges);
    every_function("graph");
}

/* Rank i has i % 3 edges to the one above, and two to itself after one to rank 0. */
static int one_way_edges(int from, int *dests)
{
    int count = 0;
    for (int i = 0; i < from % 3; i++)
        dests[count++] = (from + 1) % check_size;
    dests[count++] = 0;
    dests[count++] = from;
    dests[count++] = from;
    return count;
}

static void on_distributed_graphs(void)
{
    int degree, weighted;
    n.out = one_way_edges(check_rank, n.dests);
    OK(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &check_rank, &n.out, n.dests, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm));
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Dist_graph_neighbors_count(comm, &n.in, &degree, &weighted));
    CHECK_EQ(degree, n.out);
    /* The order of the neighbors is the library's, but what is checked here needs the one that was given. */
    int told[MOST];
    OK(MPI_Dist_graph_neighbors(comm, n.in, n.sources, MPI_UNWEIGHTED, n.out, told, MPI_UNWEIGHTED));
    if (memcmp(told, n.dests, (size_t)n.out * sizeof *told) == 0) {
        find_blocks(one_way_edges);
        every_function("distributed graph");
    } else {
        OK(MPI_Comm_free(&comm));
    }
    /* The same with both ends given, sources in reverse. */
    n.in = 0;
    for (int from = check_size - 1; from >= 0; from--) {
        int dests[MOST], count = one_way_edges(from, dests);
        for (int k = 0; k < count; k++)
            if (dests[k] == check_rank)
                n.sources[n.in++] = from;
    }
    rank = check_rank;
    find_blocks(one_way_edges);
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, n.in, n.sources, MPI_UNWEIGHTED, n.out, n.dests, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                      0, &comm));
    every_function("adjacent distributed graph");
}

/* No neighbors, no arguments that matter. */
static void without_neighbors(void)
{
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm));
    int one[2] = {1, -1}, *nothing = check_ferry ? NULL : one; /* MPICH 5.0 wants addresses */
    OK(MPI_Neighbor_allgather(one, 1, MPI_INT, check_ferry ? NULL : one + 1, 1, MPI_INT, comm));
    OK(MPI_Neighbor_alltoall(nothing, 1, MPI_INT, check_ferry ? NULL : one + 1, 1, MPI_INT, comm));
    OK(MPI_Neighbor_alltoallv(nothing, nothing, nothing, MPI_INT, nothing, nothing, nothing, MPI_INT, comm));
    if (check_ferry)
        OK(MPI_Neighbor_alltoallw(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, comm));
    CHECK_EQ(one[1], -1);
    OK(MPI_Comm_free(&comm));
}

/* Several at once, ended in reverse. */
static void several_at_once(void)
{
    enum { AT_ONCE = 6 };
    static int send[AT_ONCE][2], recv[AT_ONCE][2];
    MPI_Request requests[AT_ONCE];
    int ring = 1, below, above;
    OK(MPI_Cart_create(MPI_COMM_WORLD, 1, &check_size, &ring, 0, &comm));
    OK(MPI_Cart_shift(comm, 0, 1, &below, &above));
    OK(MPI_Comm_rank(comm, &rank));
    for (int k = 0; k < AT_ONCE; k++) {
        send[k][0] = value(rank, k, 0);
        send[k][1] = value(rank, k, 1);
        OK(MPI_Ineighbor_alltoall(send[k], 1, MPI_INT, recv[k], 1, MPI_INT, comm, &requests[k]));
    }
    for (int k = AT_ONCE - 1; k >= 0; k--) {
        OK(MPI_Wait(&requests[k], MPI_STATUS_IGNORE));
        CHECK_EQ(recv[k][0], value(below, k, 1));
        CHECK_EQ(recv[k][1], value(above, k, 0));
    }
    OK(MPI_Comm_free(&comm));
}

/* Blocks of 1 MiB between neighbors. */
static void large_blocks(void)
{
    enum { LARGE = 1 << 18 };
    int ring = 1, below, above, *send = check_alloc(2 * LARGE * sizeof(int)), *recv = check_alloc(2 * LARGE * sizeof(int));
    OK(MPI_Cart_create(MPI_COMM_WORLD, 1, &check_size, &ring, 0, &comm));
    OK(MPI_Cart_shift(comm, 0, 1, &below, &above));
    OK(MPI_Comm_rank(comm, &rank));
    for (int i = 0; i < 2 * LARGE; i++)
        send[i] = value(rank, i / LARGE, i % LARGE);
    OK(MPI_Neighbor_alltoall(send, LARGE, MPI_INT, recv, LARGE, MPI_INT, comm));
    for (int i = 0; i < LARGE; i++)
        CHECK(recv[i] == value(below, 1, i) && recv[LARGE + i] == value(above, 0, i));
    OK(MPI_Comm_free(&comm));
    free(send);
    free(recv);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    on_grids();
    on_graph();
    on_distributed_graphs();
    without_neighbors();
    several_at_once();
    large_blocks();
    return check_end();
}
