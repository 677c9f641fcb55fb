/*
 * The time of a collective operation by each of several algorithms, for `ferry tune`.
 *
 *   tune OPERATION ALGORITHM[,ALGORITHM...] BYTES...
 *
 * BYTES are those of one rank's block. Prints "point ALGORITHM BYTES US" for each, or "skip ALGORITHM BYTES REASON", and before that "point job_nodes 0 N" and "point job_largest 0 N":
 * how many nodes the ranks are on, and how many ranks are on the fullest. Algorithms take turns, so that whatever else the machine does meets all alike.
 */
#include "bench.h"

#include <limits.h>

enum { TURNS = 5, MOST_ALGORITHMS = 32, NAME = 128 };

/* Of one turn of one algorithm, in seconds. */
static const double TURN_S = 0.02;
static const int MOST_CALLS = 1000;

static char *from, *into;
static int count;

static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void bcast(void) { MPI_Bcast(into, count, MPI_INT, 0, MPI_COMM_WORLD); }
static void gather(void) { MPI_Gather(from, count, MPI_INT, into, count, MPI_INT, 0, MPI_COMM_WORLD); }
static void scatter(void) { MPI_Scatter(from, count, MPI_INT, into, count, MPI_INT, 0, MPI_COMM_WORLD); }
static void allgather(void) { MPI_Allgather(from, count, MPI_INT, into, count, MPI_INT, MPI_COMM_WORLD); }
static void alltoall(void) { MPI_Alltoall(from, count, MPI_INT, into, count, MPI_INT, MPI_COMM_WORLD); }
static void reduce(void) { MPI_Reduce(from, into, count, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); }
static void allreduce(void) { MPI_Allreduce(from, into, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD); }
static void reduce_scatter_block(void) { MPI_Reduce_scatter_block(from, into, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD); }
static void scan(void) { MPI_Scan(from, into, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD); }
static void exscan(void) { MPI_Exscan(from, into, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD); }

/* Of each rank, for operations with a count of its own for each: all alike, so that a size says how long it takes. */
static int *counts, *starts;
static MPI_Datatype *types;

static void allgatherv(void) { MPI_Allgatherv(from, count, MPI_INT, into, counts, starts, MPI_INT, MPI_COMM_WORLD); }
static void gatherv(void) { MPI_Gatherv(from, count, MPI_INT, into, counts, starts, MPI_INT, 0, MPI_COMM_WORLD); }
static void scatterv(void) { MPI_Scatterv(from, counts, starts, MPI_INT, into, count, MPI_INT, 0, MPI_COMM_WORLD); }
static void alltoallv(void) { MPI_Alltoallv(from, counts, starts, MPI_INT, into, counts, starts, MPI_INT, MPI_COMM_WORLD); }
static void alltoallw(void) { MPI_Alltoallw(from, counts, starts, types, into, counts, starts, types, MPI_COMM_WORLD); }
static void reduce_scatter(void) { MPI_Reduce_scatter(from, into, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD); }

/* The arrays for blocks of so many integers, `unit` apart by count: 1, or in bytes for MPI_Alltoallw. False where the last one is too far away for an int. */
static int lay_out(int unit)
{
    if ((long long)ranks * count * unit > INT_MAX)
        return 0;
    counts = realloc(counts, ranks * sizeof *counts), starts = realloc(starts, ranks * sizeof *starts), types = realloc(types, ranks * sizeof *types);
    for (int r = 0; r < ranks; r++)
        counts[r] = count, starts[r] = r * count * unit, types[r] = MPI_INT;
    return 1;
}

static const struct {
    const char *name;
    void (*call)(void);
} operations[] = {{"barrier", barrier}, {"bcast", bcast}, {"gather", gather}, {"scatter", scatter}, {"allgather", allgather}, {"alltoall", alltoall},
                  {"reduce", reduce}, {"allreduce", allreduce}, {"reduce_scatter_block", reduce_scatter_block}, {"scan", scan}, {"exscan", exscan}, {"allgatherv", allgatherv},
                  {"alltoallv", alltoallv}, {"alltoallw", alltoallw}, {"reduce_scatter", reduce_scatter}, {"gatherv", gatherv}, {"scatterv", scatterv}};

static void fail(const char *what)
{
    fprintf(stderr, "tune: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The control variable that chooses algorithms. */
static MPI_T_cvar_handle choice;

static void open_choice(void)
{
    int index, length;
    if (MPI_T_cvar_get_index("FERRY_COLLECTIVE", &index) || MPI_T_cvar_handle_alloc(index, NULL, &choice, &length))
        fail("algorithms cannot be chosen; is this Ferry?");
}

static void choose(const char *operation, const char *algorithm)
{
    char value[2 * NAME];
    snprintf(value, sizeof value, "%s=%s", operation, algorithm);
    MPI_Barrier(MPI_COMM_WORLD);
    if (MPI_T_cvar_write(choice, value))
        fail("the library refuses an algorithm");
}

/* Counts the calls that used an algorithm. */
static MPI_T_pvar_handle counter_of(MPI_T_pvar_session session, const char *operation, const char *algorithm)
{
    char name[2 * NAME];
    int index, length;
    MPI_T_pvar_handle handle;
    snprintf(name, sizeof name, "collective_%s_%s", operation, algorithm);
    if (MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_COUNTER, &index) || MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &length))
        fail("an algorithm has no counter");
    MPI_T_pvar_start(session, handle);
    return handle;
}

static unsigned long long calls_of(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    unsigned long long calls = 0;
    MPI_T_pvar_read(session, handle, &calls);
    return calls;
}

/* Seconds that so many calls take at the slowest rank. */
static double turn(void (*call)(void), int calls)
{
    double slowest;
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = now_s();
    for (int i = 0; i < calls; i++)
        call();
    double took = now_s() - begin;
    MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

static void tell_shape(void)
{
    MPI_Comm node;
    int here, is_first, nodes, largest;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &here);
    MPI_Comm_rank(node, &is_first);
    is_first = is_first == 0;
    MPI_Allreduce(&is_first, &nodes, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&here, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Comm_free(&node);
    if (rank == 0)
        printf("point job_nodes 0 %d\npoint job_largest 0 %d\n", nodes, largest);
}

int main(int argc, char **argv)
{
    char *algorithms[MOST_ALGORITHMS];
    MPI_T_pvar_session session;
    MPI_T_pvar_handle counters[MOST_ALGORITHMS];
    void (*call)(void) = NULL;
    int provided, many = 0;
    bench_init(&argc, &argv);
    if (argc < 4)
        fail("usage: tune OPERATION ALGORITHM[,ALGORITHM...] BYTES...");
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_pvar_session_create(&session);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (!strcmp(operations[i].name, argv[1]))
            call = operations[i].call;
    if (!call)
        fail("there is no such operation");
    for (char *name = strtok(argv[2], ","); name && many < MOST_ALGORITHMS; name = strtok(NULL, ","))
        algorithms[many++] = name;
    tell_shape();
    open_choice();
    for (int i = 0; i < many; i++)
        counters[i] = counter_of(session, argv[1], algorithms[i]);
    for (int at = 3; at < argc; at++) {
        size_t bytes = strtoull(argv[at], NULL, 10);
        double best[MOST_ALGORITHMS];
        int calls[MOST_ALGORITHMS];
        count = (int)((bytes + sizeof(int) - 1) / sizeof(int));
        if (!lay_out(call == alltoallw ? (int)sizeof(int) : 1)) {
            for (int i = 0; i < many && rank == 0; i++)
                printf("skip %s %zu the blocks of all ranks are too long together\n", algorithms[i], bytes);
            continue;
        }
        from = calloc((size_t)count * ranks + 1, sizeof(int)), into = calloc((size_t)count * ranks + 1, sizeof(int));
        for (int i = 0; i < many; i++) {
            choose(argv[1], algorithms[i]);
            unsigned long long before = calls_of(session, counters[i]);
            turn(call, 2);
            double once = turn(call, 2) / 2;
            calls[i] = calls_of(session, counters[i]) - before < 4 ? 0 : once > 0 && TURN_S / once < MOST_CALLS ? (int)(TURN_S / once) + 1 : MOST_CALLS;
            MPI_Bcast(&calls[i], 1, MPI_INT, 0, MPI_COMM_WORLD);
            best[i] = 1e30;
        }
        for (int t = 0; t < TURNS; t++)
            for (int i = 0; i < many; i++) {
                if (!calls[i])
                    continue;
                choose(argv[1], algorithms[i]);
                double took = turn(call, calls[i]) / calls[i];
                best[i] = took < best[i] ? took : best[i];
            }
        for (int i = 0; i < many && rank == 0; i++) {
            if (calls[i])
                printf("point %s %zu %.3f\n", algorithms[i], bytes, best[i] * 1e6);
            else
                printf("skip %s %zu it does not do that here\n", algorithms[i], bytes);
        }
        free(from), free(into);
    }
    free(counts), free(starts), free(types);
    MPI_T_cvar_handle_free(&choice);
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
    MPI_Finalize();
    return 0;
}
