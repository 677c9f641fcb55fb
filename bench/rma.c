/* One-sided benchmarks: rank r accesses memory of rank r + ranks/2, all pairs at once; targets wait in a collective meanwhile. See README.md. */
#include "bench.h"

enum { WINDOW = 64, WORD = 8 };

/* How the window's memory comes about, and how accesses are completed. */
enum { ALLOCATED = 0, CREATED = 1, BY_FENCE = 2, MANY = 4 };

typedef void access(void);

static MPI_Win win;
static char *mine;
static MPI_Datatype gaps; /* as many bytes as an access has, in words with a gap as long as a word between them */
static int peer, count, is_origin;

static void put(void)
{
    MPI_Put(mine, count, MPI_CHAR, peer, 0, count, MPI_CHAR, win);
}

static void put_gaps(void)
{
    MPI_Put(mine, count / WORD * WORD, MPI_CHAR, peer, 0, 1, gaps, win);
}

static void get(void)
{
    MPI_Get(mine, count, MPI_CHAR, peer, 0, count, MPI_CHAR, win);
}

static void accumulate(void)
{
    MPI_Accumulate(mine, count / WORD, MPI_LONG, peer, 0, count / WORD, MPI_LONG, MPI_SUM, win);
}

static void fetch_and_op(void)
{
    MPI_Fetch_and_op(mine, mine + WORD, MPI_LONG, peer, 0, MPI_SUM, win);
}

static void compare_and_swap(void)
{
    MPI_Compare_and_swap(mine, mine + WORD, mine + 2 * WORD, MPI_LONG, peer, 0, win);
}

static const struct benchmark {
    const char *name;
    access *access;
    int how;
    int is_word; /* of 8 bytes only */
} benchmarks[] = {
    {"rma_put", put, ALLOCATED, 0},
    {"rma_get", get, ALLOCATED, 0},
    {"rma_accumulate", accumulate, ALLOCATED, 0},
    {"rma_fetch_and_op", fetch_and_op, ALLOCATED, 1},
    {"rma_compare_and_swap", compare_and_swap, ALLOCATED, 1},
    {"rma_put_created", put, CREATED, 0},
    {"rma_get_created", get, CREATED, 0},
    {"rma_accumulate_created", accumulate, CREATED, 0},
    {"rma_put_fence", put, BY_FENCE, 0},
    {"rma_get_fence", get, BY_FENCE, 0},
    {"rma_put_gaps", put_gaps, ALLOCATED, 0},
    {"rma_put_gaps_created", put_gaps, CREATED, 0},
    {"rma_put_bandwidth", put, MANY, 0},
    {"rma_get_bandwidth", get, MANY, 0},
};

static const struct benchmark *chosen;

static void loop(void *context, long n)
{
    (void)context;
    int times = chosen->how & MANY ? WINDOW : 1;
    if (chosen->how & BY_FENCE) {
        for (long i = 0; i < n; i++) {
            if (is_origin)
                chosen->access();
            MPI_Win_fence(0, win);
        }
        return;
    }
    if (!is_origin)
        return;
    MPI_Win_lock_all(0, win);
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < times; k++)
            chosen->access();
        MPI_Win_flush(peer, win);
    }
    MPI_Win_unlock_all(win);
}

static const struct benchmark *find(const char *name)
{
    for (size_t i = 0; i < sizeof benchmarks / sizeof *benchmarks; i++)
        if (!strcmp(name, benchmarks[i].name))
            return &benchmarks[i];
    return NULL;
}

static void run(const char *name, long bytes)
{
    int half = ranks / 2;
    size_t room = bytes < 2 * WORD ? 4 * WORD : 2 * (size_t)bytes;
    char *memory = NULL;
    is_origin = rank < half;
    peer = is_origin ? rank + half : MPI_PROC_NULL;
    count = (int)bytes;
    mine = buffer(room);
    MPI_Type_vector(count / WORD, WORD, 2 * WORD, MPI_CHAR, &gaps);
    MPI_Type_commit(&gaps);
    if (chosen->how & CREATED) {
        memory = buffer(room);
        if (everywhere(mine && memory))
            MPI_Win_create(memory, (MPI_Aint)room, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    } else if (everywhere(mine != NULL)) {
        char *base;
        MPI_Win_allocate((MPI_Aint)room, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
        memset(base, 1, room);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (chosen->how & BY_FENCE)
        MPI_Win_fence(0, win);
    double seconds = seconds_per_operation(loop, NULL);
    if (chosen->how & BY_FENCE)
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    point(name, bytes, chosen->how & MANY ? 1e-6 * half * WINDOW * (double)bytes / seconds : 1e6 * seconds);
    MPI_Win_free(&win);
    MPI_Type_free(&gaps);
    free(memory);
    free(mine);
}

int main(int argc, char **argv)
{
    bench_init(&argc, &argv);
    if (argc < 4 || ranks < 2)
        usage(argv[0]);
    budget_s = 1e-3 * atof(argv[1]);
    for (int i = 3; i < argc; i++) {
        if (!(chosen = find(argv[i])))
            usage(argv[0]);
        begin(argv[i]);
        if (chosen->is_word)
            run(argv[i], WORD);
        else
            each_size(argv[2], argv[i], run);
    }
    MPI_Finalize();
    return 0;
}
