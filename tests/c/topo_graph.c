// Graph and distributed graph topologies: what was given comes back; loops, several edges, no edges, weights, graphs smaller than the
// communicator; edges that other processes name.
// ranks: 1 2 3 4 7
#include "check.h"

enum { MOST = 64 };

static int topology_of(MPI_Comm comm)
{
    int status = -1;
    OK(MPI_Topo_test(comm, &status));
    return status;
}

/* Node i of a ring has the node below, the node above and, if it is even, itself twice. */
static int ring_graph(int nodes, int *index, int *edges)
{
    int count = 0;
    for (int i = 0; i < nodes; i++) {
        edges[count++] = (i + nodes - 1) % nodes;
        edges[count++] = (i + 1) % nodes;
        if (i % 2 == 0) {
            edges[count++] = i;
            edges[count++] = i;
        }
        index[i] = count;
    }
    return count;
}

static void graphs(void)
{
    for (int nodes = 0; nodes <= check_size; nodes++) {
        int index[MOST], edges[MOST], got_index[MOST], got_edges[MOST], count = ring_graph(nodes, index, edges), n, e, mapped = -1, rank;
        MPI_Comm graph;
        NOTE("%d nodes", nodes);
        OK(MPI_Graph_create(MPI_COMM_WORLD, nodes, index, edges, 1, &graph));
        if (nodes > 0) {
            OK(MPI_Graph_map(MPI_COMM_WORLD, nodes, index, edges, &mapped));
            CHECK_EQ(mapped == MPI_UNDEFINED, graph == MPI_COMM_NULL);
        }
        if (graph == MPI_COMM_NULL)
            continue;
        OK(MPI_Comm_rank(graph, &rank));
        CHECK_EQ(rank, mapped);
        CHECK_EQ(topology_of(graph), MPI_GRAPH);
        OK(MPI_Graphdims_get(graph, &n, &e));
        CHECK(n == nodes && e == count);
        OK(MPI_Graph_get(graph, MOST, MOST, got_index, got_edges));
        CHECK(memcmp(index, got_index, n * sizeof *index) == 0 && memcmp(edges, got_edges, e * sizeof *edges) == 0);
        for (int i = 0; i < nodes; i++) {
            int first = i ? index[i - 1] : 0;
            OK(MPI_Graph_neighbors_count(graph, i, &n));
            CHECK_EQ(n, index[i] - first);
            OK(MPI_Graph_neighbors(graph, i, n, got_edges));
            CHECK(memcmp(edges + first, got_edges, n * sizeof *edges) == 0);
        }
        OK(MPI_Comm_free(&graph));
    }
    *check_note = 0;
}

static void check_neighbors(MPI_Comm graph, int in, const int *sources, const int *in_weights, int out, const int *dests,
                            const int *out_weights)
{
    int got_in = -1, got_out = -1, weighted = -1, from[MOST], from_weights[MOST], to[MOST], to_weights[MOST];
    CHECK_EQ(topology_of(graph), MPI_DIST_GRAPH);
    OK(MPI_Dist_graph_neighbors_count(graph, &got_in, &got_out, &weighted));
    CHECK(got_in == in && got_out == out);
    CHECK_EQ(weighted != 0, in_weights != NULL);
    OK(MPI_Dist_graph_neighbors(graph, in, from, weighted ? from_weights : MPI_UNWEIGHTED, out, to,
                                weighted ? to_weights : MPI_UNWEIGHTED));
    CHECK(memcmp(from, sources, in * sizeof *from) == 0 && memcmp(to, dests, out * sizeof *to) == 0);
    if (weighted)
        CHECK(memcmp(from_weights, in_weights, in * sizeof *from) == 0 && memcmp(to_weights, out_weights, out * sizeof *to) == 0);
}

static void adjacent(void)
{
    int below = (check_rank + check_size - 1) % check_size, above = (check_rank + 1) % check_size;
    int sources[] = {below, check_rank, below}, dests[] = {check_rank, above, above}, in[] = {1, 2, 3}, out[] = {2, 1, 3};
    MPI_Comm graph, dup;
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, sources, in, 3, dests, out, MPI_INFO_NULL, 0, &graph));
    check_neighbors(graph, 3, sources, in, 3, dests, out);
    OK(MPI_Comm_dup(graph, &dup));
    OK(MPI_Comm_free(&graph));
    check_neighbors(dup, 3, sources, in, 3, dests, out);
    /* As many as there is room for; MPICH 5.0 refuses. */
    int first[2] = {-1, -1}, weight = -1;
    if (check_ferry) {
        OK(MPI_Dist_graph_neighbors(dup, 1, first, &weight, 0, NULL, NULL));
        CHECK(first[0] == below && first[1] == -1 && weight == 1);
    }
    OK(MPI_Comm_free(&dup));
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, sources, MPI_UNWEIGHTED, 3, dests, MPI_UNWEIGHTED, MPI_INFO_NULL, 1, &graph));
    check_neighbors(graph, 3, sources, NULL, 3, dests, NULL);
    OK(MPI_Comm_free(&graph));
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL, MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0, &graph));
    check_neighbors(graph, 0, sources, in, 0, dests, out);
    OK(MPI_Comm_free(&graph));
}

/* Rank 0 names all edges: rank i has edges to all above it, of weight 10 i + j. */
static void edges_by_one(void)
{
    int sources[MOST], degrees[MOST], dests[MOST], weights[MOST], n = 0, edges = 0, in, out, weighted;
    for (int i = 0; check_rank == 0 && i < check_size; i++) {
        sources[n] = i;
        degrees[n++] = check_size - 1 - i;
        for (int j = i + 1; j < check_size; j++) {
            weights[edges] = 10 * i + j;
            dests[edges++] = j;
        }
    }
    MPI_Comm graph;
    OK(MPI_Dist_graph_create(MPI_COMM_WORLD, n, sources, degrees, dests, n ? weights : MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0, &graph));
    OK(MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted));
    CHECK(in == check_rank && out == check_size - 1 - check_rank && weighted);
    OK(MPI_Dist_graph_neighbors(graph, in, sources, degrees, out, dests, weights));
    int seen = 0;
    for (int i = 0; i < in; i++) {
        CHECK_EQ(degrees[i], 10 * sources[i] + check_rank);
        seen |= 1 << sources[i];
    }
    CHECK_EQ(seen, (1 << check_rank) - 1);
    for (int i = 0; i < out; i++) {
        CHECK_EQ(weights[i], 10 * check_rank + dests[i]);
        seen |= 1 << dests[i];
    }
    CHECK_EQ(seen, (1 << check_size) - 1 - (1 << check_rank));
    OK(MPI_Comm_free(&graph));
}

/* Everybody names the edges of its neighbor above: one to itself, two to the first process. */
static void edges_by_others(void)
{
    int above = (check_rank + 1) % check_size, sources[2] = {above, above}, degrees[2] = {1, 2}, dests[] = {above, 0, 0};
    int in, out, weighted, from[MOST], to[MOST], loops = 0, firsts = 0;
    MPI_Comm graph;
    OK(MPI_Dist_graph_create(MPI_COMM_WORLD, 2, sources, degrees, dests, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph));
    OK(MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted));
    CHECK(out == 3 && !weighted);
    CHECK_EQ(in, check_rank == 0 ? 1 + 2 * check_size : 1);
    OK(MPI_Dist_graph_neighbors(graph, in, from, MPI_UNWEIGHTED, out, to, MPI_UNWEIGHTED));
    for (int i = 0; i < out; i++) {
        loops += to[i] == check_rank;
        firsts += to[i] == 0;
    }
    CHECK_EQ(loops, check_rank == 0 ? 3 : 1);
    CHECK_EQ(firsts, check_rank == 0 ? 3 : 2);
    OK(MPI_Comm_free(&graph));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    graphs();
    adjacent();
    edges_by_one();
    edges_by_others();
    return check_end();
}
