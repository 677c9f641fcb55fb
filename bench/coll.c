/* Collectives on MPI_COMM_WORLD, root 0: blocking ones, and the same begun and waited for. See README.md for what a size means. */
#include "bench.h"

static MPI_Datatype type;   /* of the elements of reductions; MPI_CHAR elsewhere */
static int count;           /* elements in one rank's block */
static char *out, *in;      /* a block for each rank */
static int *counts, *displacements;
static MPI_Datatype *types;

static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void bcast(void) { MPI_Bcast(out, count, type, 0, MPI_COMM_WORLD); }
static void gather(void) { MPI_Gather(out, count, type, in, count, type, 0, MPI_COMM_WORLD); }
static void gatherv(void) { MPI_Gatherv(out, count, type, in, counts, displacements, type, 0, MPI_COMM_WORLD); }
static void scatter(void) { MPI_Scatter(out, count, type, in, count, type, 0, MPI_COMM_WORLD); }
static void scatterv(void) { MPI_Scatterv(out, counts, displacements, type, in, count, type, 0, MPI_COMM_WORLD); }
static void allgather(void) { MPI_Allgather(out, count, type, in, count, type, MPI_COMM_WORLD); }
static void allgatherv(void) { MPI_Allgatherv(out, count, type, in, counts, displacements, type, MPI_COMM_WORLD); }
static void alltoall(void) { MPI_Alltoall(out, count, type, in, count, type, MPI_COMM_WORLD); }
static void alltoallv(void)
{
    MPI_Alltoallv(out, counts, displacements, type, in, counts, displacements, type, MPI_COMM_WORLD);
}
static void alltoallw(void)
{
    MPI_Alltoallw(out, counts, displacements, types, in, counts, displacements, types, MPI_COMM_WORLD);
}
static void reduce(void) { MPI_Reduce(out, in, count, type, MPI_SUM, 0, MPI_COMM_WORLD); }
static void allreduce(void) { MPI_Allreduce(out, in, count, type, MPI_SUM, MPI_COMM_WORLD); }
static void reduce_scatter(void) { MPI_Reduce_scatter(out, in, counts, type, MPI_SUM, MPI_COMM_WORLD); }
static void reduce_scatter_block(void) { MPI_Reduce_scatter_block(out, in, count, type, MPI_SUM, MPI_COMM_WORLD); }
static void scan(void) { MPI_Scan(out, in, count, type, MPI_SUM, MPI_COMM_WORLD); }
static void exscan(void) { MPI_Exscan(out, in, count, type, MPI_SUM, MPI_COMM_WORLD); }

static MPI_Request request;
static void begun_barrier(void) { MPI_Ibarrier(MPI_COMM_WORLD, &request); }
static void begun_bcast(void) { MPI_Ibcast(out, count, type, 0, MPI_COMM_WORLD, &request); }
static void begun_gather(void) { MPI_Igather(out, count, type, in, count, type, 0, MPI_COMM_WORLD, &request); }
static void begun_scatter(void) { MPI_Iscatter(out, count, type, in, count, type, 0, MPI_COMM_WORLD, &request); }
static void begun_allgather(void) { MPI_Iallgather(out, count, type, in, count, type, MPI_COMM_WORLD, &request); }
static void begun_alltoall(void) { MPI_Ialltoall(out, count, type, in, count, type, MPI_COMM_WORLD, &request); }
static void begun_reduce(void) { MPI_Ireduce(out, in, count, type, MPI_SUM, 0, MPI_COMM_WORLD, &request); }
static void begun_allreduce(void) { MPI_Iallreduce(out, in, count, type, MPI_SUM, MPI_COMM_WORLD, &request); }
static void begun_reduce_scatter_block(void)
{
    MPI_Ireduce_scatter_block(out, in, count, type, MPI_SUM, MPI_COMM_WORLD, &request);
}
static void begun_scan(void) { MPI_Iscan(out, in, count, type, MPI_SUM, MPI_COMM_WORLD, &request); }
static void begun_exscan(void) { MPI_Iexscan(out, in, count, type, MPI_SUM, MPI_COMM_WORLD, &request); }

enum need { ONE_BLOCK, ALL_BLOCKS };

static const struct collective {
    const char *name;
    void (*call)(void);
    enum need out, in;
    int reduces;
} collectives[] = {
    {"barrier", barrier, ONE_BLOCK, ONE_BLOCK, 0},
    {"bcast", bcast, ONE_BLOCK, ONE_BLOCK, 0},
    {"gather", gather, ONE_BLOCK, ALL_BLOCKS, 0},
    {"gatherv", gatherv, ONE_BLOCK, ALL_BLOCKS, 0},
    {"scatter", scatter, ALL_BLOCKS, ONE_BLOCK, 0},
    {"scatterv", scatterv, ALL_BLOCKS, ONE_BLOCK, 0},
    {"allgather", allgather, ONE_BLOCK, ALL_BLOCKS, 0},
    {"allgatherv", allgatherv, ONE_BLOCK, ALL_BLOCKS, 0},
    {"alltoall", alltoall, ALL_BLOCKS, ALL_BLOCKS, 0},
    {"alltoallv", alltoallv, ALL_BLOCKS, ALL_BLOCKS, 0},
    {"alltoallw", alltoallw, ALL_BLOCKS, ALL_BLOCKS, 0},
    {"reduce", reduce, ONE_BLOCK, ONE_BLOCK, 1},
    {"allreduce", allreduce, ONE_BLOCK, ONE_BLOCK, 1},
    {"reduce_scatter", reduce_scatter, ALL_BLOCKS, ONE_BLOCK, 1},
    {"reduce_scatter_block", reduce_scatter_block, ALL_BLOCKS, ONE_BLOCK, 1},
    {"scan", scan, ONE_BLOCK, ONE_BLOCK, 1},
    {"exscan", exscan, ONE_BLOCK, ONE_BLOCK, 1},
    {"begun_barrier", begun_barrier, ONE_BLOCK, ONE_BLOCK, 0},
    {"begun_bcast", begun_bcast, ONE_BLOCK, ONE_BLOCK, 0},
    {"begun_gather", begun_gather, ONE_BLOCK, ALL_BLOCKS, 0},
    {"begun_scatter", begun_scatter, ALL_BLOCKS, ONE_BLOCK, 0},
    {"begun_allgather", begun_allgather, ONE_BLOCK, ALL_BLOCKS, 0},
    {"begun_alltoall", begun_alltoall, ALL_BLOCKS, ALL_BLOCKS, 0},
    {"begun_reduce", begun_reduce, ONE_BLOCK, ONE_BLOCK, 1},
    {"begun_allreduce", begun_allreduce, ONE_BLOCK, ONE_BLOCK, 1},
    {"begun_reduce_scatter_block", begun_reduce_scatter_block, ALL_BLOCKS, ONE_BLOCK, 1},
    {"begun_scan", begun_scan, ONE_BLOCK, ONE_BLOCK, 1},
    {"begun_exscan", begun_exscan, ONE_BLOCK, ONE_BLOCK, 1},
};

static const struct collective *find(const char *name)
{
    for (size_t i = 0; i < sizeof collectives / sizeof *collectives; i++)
        if (!strcmp(name, collectives[i].name))
            return &collectives[i];
    return NULL;
}

static void loop(void *context, long n)
{
    const struct collective *c = context;
    for (long i = 0; i < n; i++) {
        request = MPI_REQUEST_NULL;
        c->call();
        if (request != MPI_REQUEST_NULL)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* Floats where they fit, so that reductions do arithmetic of the usual kind. */
static void choose_type(const struct collective *c, long bytes)
{
    int floats = c->reduces && bytes % (long)sizeof(float) == 0;
    type = floats ? MPI_FLOAT : c->reduces ? MPI_SIGNED_CHAR : MPI_CHAR;
    count = (int)(floats ? bytes / (long)sizeof(float) : bytes);
}

static void lay_out_blocks(void)
{
    for (int r = 0; r < ranks; r++) {
        counts[r] = count;
        displacements[r] = r * count;
        types[r] = type;
    }
}

static size_t need(enum need blocks, long bytes)
{
    return (size_t)bytes * (blocks == ALL_BLOCKS ? (size_t)ranks : 1);
}

static void run(const char *name, long bytes)
{
    const struct collective *c = find(name);
    choose_type(c, bytes);
    lay_out_blocks();
    out = buffer(need(c->out, bytes));
    in = buffer(need(c->in, bytes));
    if (out && c->reduces)
        memset(out, 0, need(c->out, bytes)); /* sums stay finite */
    if (everywhere(out && in))
        point(name, bytes, 1e6 * seconds_per_operation(loop, (void *)c));
    else
        skip(name, bytes, "out of memory");
    free(out);
    free(in);
}

static void *array(size_t size)
{
    void *memory = calloc((size_t)ranks, size);
    if (!memory)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return memory;
}

int main(int argc, char **argv)
{
    bench_init(&argc, &argv);
    if (argc < 4)
        usage(argv[0]);
    budget_s = 1e-3 * atof(argv[1]);
    counts = array(sizeof *counts);
    displacements = array(sizeof *displacements);
    types = array(sizeof *types);
    for (int i = 3; i < argc; i++) {
        if (!find(argv[i]))
            usage(argv[0]);
        begin(argv[i]);
        if (strstr(argv[i], "barrier"))
            run(argv[i], 0);
        else
            each_size(argv[2], argv[i], run);
    }
    free(counts);
    free(displacements);
    free(types);
    MPI_Finalize();
    return 0;
}
