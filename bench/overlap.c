/* How much of a non-blocking operation hides behind computation. See README.md. */
#include "bench.h"

enum { TAG = 1, SLICES = 32 }; /* parts of the computation between which MPI_Test is called */
static const double LEAST = 0.1; /* percent, microseconds; plots have logarithmic axes */
/* The computation that is the same for all libraries: about as long as a good operation takes. */
static const double LEAST_COMPUTATION_S = 5e-6, COMPUTATION_BYTES_PER_S = 4e9;

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

/* The lower half of the ranks sends, the upper half receives. */
static void message(MPI_Request *request)
{
    int half = ranks / 2;
    if (rank < half)
        MPI_Isend(out, count, MPI_CHAR, rank + half, TAG, MPI_COMM_WORLD, request);
    else if (rank < 2 * half)
        MPI_Irecv(in, count, MPI_CHAR, rank - half, TAG, MPI_COMM_WORLD, request);
    else
        *request = MPI_REQUEST_NULL;
}

struct overlap {
    const char *name;
    void (*start)(MPI_Request *request);
    int blocks; /* of each buffer; 0: one for each rank */
    int tests;
    double (*measure)(const struct overlap *overlap, long bytes);
};

static double hidden_percent(const struct overlap *overlap, long bytes);
static double exposed_us(const struct overlap *overlap, long bytes);
static double calls_us(const struct overlap *overlap, long bytes);

static const struct overlap overlaps[] = {
    {"overlap_iallreduce", iallreduce, 1, 0, hidden_percent},
    {"overlap_iallreduce_test", iallreduce, 1, 1, hidden_percent},
    {"overlap_ialltoall", ialltoall, 0, 0, hidden_percent},
    {"overlap_ialltoall_test", ialltoall, 0, 1, hidden_percent},
    {"exposed_iallreduce", iallreduce, 1, 0, exposed_us},
    {"exposed_iallreduce_test", iallreduce, 1, 1, exposed_us},
    {"exposed_ialltoall", ialltoall, 0, 0, exposed_us},
    {"exposed_ialltoall_test", ialltoall, 0, 1, exposed_us},
    {"calls_iallreduce", iallreduce, 1, 0, calls_us},
    {"calls_iallreduce_test", iallreduce, 1, 1, calls_us},
    {"calls_ialltoall", ialltoall, 0, 0, calls_us},
    {"calls_ialltoall_test", ialltoall, 0, 1, calls_us},
    {"overlap_message", message, 1, 0, hidden_percent},
    {"overlap_message_test", message, 1, 1, hidden_percent},
    {"exposed_message", message, 1, 0, exposed_us},
    {"exposed_message_test", message, 1, 1, exposed_us},
    {"calls_message", message, 1, 0, calls_us},
    {"calls_message_test", message, 1, 1, calls_us},
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

static double inside_s; /* that this rank has spent in calls */

static void calls(void *context, long n)
{
    const struct work *work = context;
    double entered;
    for (long i = 0; i < n; i++) {
        MPI_Request request;
        int done = 0;
        entered = now_s();
        work->overlap->start(&request);
        inside_s += now_s() - entered;
        for (int slice = 0; slice < SLICES; slice++) {
            compute(work->units);
            if (work->overlap->tests && !done) {
                entered = now_s();
                MPI_Test(&request, &done, MPI_STATUS_IGNORE);
                inside_s += now_s() - entered;
            }
        }
        entered = now_s();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        inside_s += now_s() - entered;
    }
}

/* Rounds of which the median counts. In each the operation, the computation and both have their turn, so that a slow moment hits all alike. */
enum { ROUNDS = 15, LEAST_REPEATS = 20, TRIAL = 20000 };

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double values[ROUNDS])
{
    qsort(values, ROUNDS, sizeof *values, ascending);
    return values[ROUNDS / 2];
}

/* Units of computation in a slice so that all slices take `seconds` when nothing slows them down. */
static long units_for(double seconds)
{
    static double unit_s;
    struct work work = {NULL, TRIAL};
    for (int round = 0; unit_s == 0 || round < ROUNDS; round++) {
        double now = slowest_loop(calculate, &work, 1) / TRIAL;
        if (round == 0 || now < unit_s)
            unit_s = now;
    }
    return (long)(seconds / unit_s) + 1;
}

/* How often to do what takes `seconds` in one loop: even where that is more than the budget so often that what disturbs one rank of a loop is small beside all of it. */
static long repeats(double seconds)
{
    long n = (long)(budget_s / ROUNDS / seconds);
    return n < LEAST_REPEATS ? LEAST_REPEATS : n;
}

/* Computes as long as the operation alone takes, and says how much of that time is gone when both are done at once. */
static double hidden_percent(const struct overlap *overlap, long bytes)
{
    struct work work = {overlap, 0};
    double hidden[ROUNDS], alone_s = seconds_per_operation(communicate, &work), middle;
    long n = repeats(alone_s);
    (void)bytes;
    work.units = units_for(alone_s);
    for (int i = 0; i < ROUNDS; i++) {
        double alone = slowest_loop(communicate, &work, n), computing = slowest_loop(calculate, &work, n);
        hidden[i] = 100 * (1 - (slowest_loop(both, &work, n) - computing) / alone);
    }
    middle = median(hidden);
    return middle < LEAST ? LEAST : middle > 100 ? 100 : middle;
}

/* How long the computation is that is the same for all libraries. */
static double computation_s(long bytes)
{
    return LEAST_COMPUTATION_S + (double)bytes * ranks / COMPUTATION_BYTES_PER_S;
}

/* Microseconds that the operation adds to a computation that is the same whatever the library. */
static double exposed_us(const struct overlap *overlap, long bytes)
{
    double seconds = computation_s(bytes), exposed[ROUNDS], middle;
    struct work work = {overlap, units_for(seconds)};
    long n = repeats(seconds);
    slowest_loop(both, &work, n);
    for (int i = 0; i < ROUNDS; i++) {
        double computing = slowest_loop(calculate, &work, n);
        exposed[i] = 1e6 * (slowest_loop(both, &work, n) - computing);
    }
    middle = median(exposed);
    return middle < LEAST ? LEAST : middle;
}

/* Microseconds that a rank spends in the calls of an operation beside that computation, as the ranks' average. */
static double calls_us(const struct overlap *overlap, long bytes)
{
    double seconds = computation_s(bytes), inside[ROUNDS], middle;
    struct work work = {overlap, units_for(seconds)};
    long n = repeats(seconds);
    slowest_loop(calls, &work, n);
    for (int i = 0; i < ROUNDS; i++) {
        double all;
        inside_s = 0;
        slowest_loop(calls, &work, n);
        MPI_Allreduce(&inside_s, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        inside[i] = 1e6 * all / ranks / (double)n;
    }
    middle = median(inside);
    return middle < LEAST ? LEAST : middle;
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
        point(name, bytes, overlap->measure(overlap, bytes));
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
