/* How much of a receiver's working set stays in its cache when a message arrives. See README.md. */
#include "bench.h"

#include <sys/mman.h>

enum { SET_BYTES = 1 << 20, LINE_BYTES = 64, LINES = SET_BYTES / LINE_BYTES, HUGE_BYTES = 2 << 20, ROUNDS = 9, TAG = 1, MOST = 4 };

/* The working set: its lines in one cycle in random order, so that each read waits for the one before and nothing is prefetched. */
struct line {
    struct line *next;
    char rest[LINE_BYTES - sizeof(struct line *)];
};

static struct line *set;
static char *from, *to;
static int count, receives, peer;

/* Memory for the working set, in one large page if possible: then it lies in all parts of a cache alike, and reading it needs one translation. */
static void *memory_for_set(void)
{
    void *memory = aligned_alloc(HUGE_BYTES, HUGE_BYTES);
    if (memory) {
        madvise(memory, HUGE_BYTES, MADV_HUGEPAGE);
        memset(memory, 1, HUGE_BYTES);
    }
    return memory;
}

static void link_lines(void)
{
    static int order[LINES];
    unsigned long state = 1;
    for (int i = 0; i < LINES; i++)
        order[i] = i;
    for (int i = LINES - 1; i > 0; i--) { /* a shuffle that leaves one cycle */
        int j, swap = order[i];
        state = state * 6364136223846793005u + 1442695040888963407u;
        j = (int)((state >> 33) % (unsigned long)i);
        order[i] = order[j];
        order[j] = swap;
    }
    for (int i = 0; i < LINES; i++)
        set[order[i]].next = &set[order[(i + 1) % LINES]];
}

static struct line *volatile sink;

/* Seconds it takes to read a word of each line. */
static double read_set(void)
{
    struct line *at = set;
    double start = now_s();
    for (int i = 0; i < LINES; i++)
        at = at->next;
    sink = at;
    return now_s() - start;
}

static void nothing(void)
{
}

static void flush_set(void)
{
#ifdef __x86_64__
    for (int i = 0; i < LINES; i++)
        __builtin_ia32_clflush(&set[i]);
    __builtin_ia32_mfence();
#endif
}

static void copy(void)
{
    memcpy(to, from, (size_t)count);
}

static void receive(void)
{
    MPI_Recv(to, count, MPI_CHAR, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static const struct disturbance {
    const char *name;
    void (*disturb)(void);
} disturbances[] = {
    {"cache_hot", nothing},
    {"cache_cold", flush_set},
    {"cache_after_memcpy", copy},
    {"cache_after_receive", receive},
};

static const struct disturbance *find(const char *name)
{
    for (size_t i = 0; i < sizeof disturbances / sizeof *disturbances; i++)
        if (!strcmp(name, disturbances[i].name))
            return &disturbances[i];
    return NULL;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* One round on a receiver: the set is read until it is in the cache, something happens, the set is read again, and that is timed. */
static double round_of(const struct disturbance *d)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (receives) {
        read_set();
        read_set();
        d->disturb();
        return read_set();
    }
    if (d->disturb == receive && peer != MPI_PROC_NULL)
        MPI_Send(from, count, MPI_CHAR, peer, TAG, MPI_COMM_WORLD);
    return 0;
}

/* Median of the rounds, of the slowest receiver. */
static double median(double *seconds)
{
    double slowest;
    qsort(seconds, ROUNDS, sizeof *seconds, ascending);
    MPI_Allreduce(&seconds[ROUNDS / 2], &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

static const struct disturbance *chosen[MOST];
static int chosen_count;

/* All that was asked for by turns, so that a slow moment of the machine hits all alike. */
static void measure(long bytes)
{
    static double seconds[MOST][ROUNDS];
    for (int round = -1; round < ROUNDS; round++) {
        for (int c = 0; c < chosen_count; c++) {
            double now = round_of(chosen[c]);
            if (round >= 0)
                seconds[c][round] = now;
        }
    }
    for (int c = 0; c < chosen_count; c++)
        point(chosen[c]->name, bytes, 1e6 * median(seconds[c]));
}

static void run(const char *name, long bytes)
{
    count = (int)bytes;
    set = memory_for_set();
    from = buffer((size_t)bytes);
    to = buffer((size_t)bytes);
    if (set)
        link_lines();
    if (everywhere(set && from && to))
        measure(bytes);
    else
        skip(name, bytes, "out of memory");
    free(set);
    free(from);
    free(to);
}

int main(int argc, char **argv)
{
    int half;
    bench_init(&argc, &argv);
    if (argc < 4 || argc > 3 + MOST || ranks < 2)
        usage(argv[0]);
    half = ranks / 2;
    receives = rank >= half && rank < 2 * half;
    peer = rank >= 2 * half ? MPI_PROC_NULL : receives ? rank - half : rank + half;
    for (int i = 3; i < argc; i++) {
        if (!find(argv[i]))
            usage(argv[0]);
        chosen[chosen_count++] = find(argv[i]);
        begin(argv[i]);
    }
    each_size(argv[2], argv[3], run);
    MPI_Finalize();
    return 0;
}
