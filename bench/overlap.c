/* How much of a non-blocking collective hides behind computation. See README.md. */
#include "bench.h"

enum { SLICES = 32 };        /* parts of the computation between which MPI_Test is called */
static const double LEAST = 0.1; /* percent; plots have logarithmic axes */

static char *out, *in;
static int count;

static void iallreduce(MPI_Request *request)
{
    MPI_Iallreduce(out, in, count / (int)sizeof(float), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, request);
}
static void ialltoall(MPI_Request *request)
{
    MPI_Ialltoall(out, count, MPI_CHAR, in, count, MPI_CHAR, MPI_COMM_WORLD, request);
}

static const struct overlap {
    const char *name;
    void (*start)(MPI_Request *request);
    int blocks; /* of each buffer; 0: one for each rank */
    int tests;
} overlaps[] = {
    {"overlap_iallreduce", iallreduce, 1, 0},
    {"overlap_iallreduce_test", iallreduce, 1, 1},
    {"overlap_ialltoall", ialltoall, 0, 0},
    {"overlap_ialltoall_test", ialltoall, 0, 1},
};

static const struct overlap *find(const char *name)
{
    for (size_t i = 0; i < sizeof overlaps / sizeof *overlaps; i++)
        if (!strcmp(name, overlaps[i].name))
            return &overlaps[i];
    return NULL;
}

static volatile double sink;

/* A chain of dependent additions: it takes the same time whatever else happens to the caches. */
static void compute(long units)
{
    double x = 1;
    for (long i = 0; i < units; i++)
        x = x * 0.999 + 0.5;
    sink = x;
}

struct work {
    const struct overlap *overlap;
    long units; /* of computation in each slice */
};

static void communicate(void *context, long n)
{
    const struct work *work = context;
    for (long i = 0; i < n; i++) {
        MPI_Request request;
        work->overlap->start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void calculate(void *context, long n)
{
    const struct work *work = context;
    for (long i = 0; i < n; i++)
        for (int slice = 0; slice < SLICES; slice++)
            compute(work->units);
}

static void both(void *context, long n)
{
    const struct work *work = context;
    for (long i = 0; i < n; i++) {
        MPI_Request request;
        int done = 0;
        work->overlap->start(&request);
        for (int slice = 0; slice < SLICES; slice++) {
            compute(work->units);
            if (work->overlap->tests && !done)
                MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* Computes as long as the operation alone takes, and says how much of that time is gone when both are done at once. */
static double hidden_percent(const struct overlap *overlap)
{
    enum { TRIAL = 1000 };
    struct work work = {overlap, TRIAL};
    double alone_s = seconds_per_operation(communicate, &work);
    double unit_s = seconds_per_operation(calculate, &work) / TRIAL;
    work.units = (long)(alone_s / unit_s) + 1;
    double computation_s = seconds_per_operation(calculate, &work), together_s = seconds_per_operation(both, &work);
    double hidden = 100 * (1 - (together_s - computation_s) / alone_s);
    return hidden < LEAST ? LEAST : hidden > 100 ? 100 : hidden;
}

static void run(const char *name, long bytes)
{
    const struct overlap *overlap = find(name);
    size_t size = (size_t)bytes * (size_t)(overlap->blocks ? overlap->blocks : ranks);
    count = (int)bytes;
    out = buffer(size);
    in = buffer(size);
    if (out)
        memset(out, 0, size); /* sums stay finite */
    if (everywhere(out && in))
        point(name, bytes, hidden_percent(overlap));
    else
        skip(name, bytes, "out of memory");
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    bench_init(&argc, &argv);
    if (argc < 4)
        usage(argv[0]);
    budget_s = 1e-3 * atof(argv[1]);
    for (int i = 3; i < argc; i++) {
        if (!find(argv[i]))
            usage(argv[0]);
        begin(argv[i]);
        each_size(argv[2], argv[i], run);
    }
    MPI_Finalize();
    return 0;
}
