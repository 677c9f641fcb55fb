/* Derived datatypes: pack, unpack and messages of blocks with gaps as long. See README.md. */
#include "bench.h"

enum { TAG = 1, DATA = 1 << 20 };

struct strided {
    MPI_Datatype type;
    int bytes, block;
    char *user, *packed;
    int peer;
};

/* Blocks of `block` bytes, twice as far apart. */
static MPI_Datatype vector(int block)
{
    MPI_Datatype type;
    MPI_Type_vector(DATA / block, block, 2 * block, MPI_CHAR, &type);
    return type;
}

/* The same blocks, each up to half its length further. */
static MPI_Datatype indexed(int block)
{
    int blocks = DATA / block, *lengths = malloc((size_t)blocks * sizeof(int)), *places = malloc((size_t)blocks * sizeof(int));
    unsigned noise = 1;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    for (int i = 0; lengths && places && i < blocks; i++) {
        noise = noise * 1103515245u + 12345u;
        lengths[i] = block;
        places[i] = 2 * block * i + (int)((noise >> 16) % (unsigned)(block / 16 + 1)) * 8;
    }
    if (lengths && places)
        MPI_Type_indexed(blocks, lengths, places, MPI_CHAR, &type);
    free(lengths);
    free(places);
    return type;
}

static void pack(void *context, long n)
{
    struct strided *s = context;
    for (long i = 0; i < n; i++) {
        int position = 0;
        MPI_Pack(s->user, 1, s->type, s->packed, s->bytes, &position, MPI_COMM_SELF);
    }
}

static void unpack(void *context, long n)
{
    struct strided *s = context;
    for (long i = 0; i < n; i++) {
        int position = 0;
        MPI_Unpack(s->packed, s->bytes, &position, s->user, 1, s->type, MPI_COMM_SELF);
    }
}

/* What the hardware allows without MPI: a loop over the same blocks. */
static void loop_pack(void *context, long n)
{
    struct strided *s = context;
    for (long i = 0; i < n; i++) {
        size_t block = (size_t)s->block, blocks = (size_t)s->bytes / block;
        for (size_t b = 0; b < blocks; b++)
            memcpy(s->packed + b * block, s->user + 2 * b * block, block);
        __asm__ volatile("" ::: "memory");
    }
}

static void ping_pong(void *context, long n)
{
    struct strided *s = context;
    if (s->peer == MPI_PROC_NULL)
        return;
    for (long i = 0; i < n; i++) {
        if (rank < s->peer)
            MPI_Send(s->user, 1, s->type, s->peer, TAG, MPI_COMM_WORLD);
        MPI_Recv(s->user, 1, s->type, s->peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank > s->peer)
            MPI_Send(s->user, 1, s->type, s->peer, TAG, MPI_COMM_WORLD);
    }
}

static const struct {
    const char *name;
    MPI_Datatype (*type)(int block);
    void (*loop)(void *context, long n);
    double operations;
} benchmarks[] = {
    {"pack_loop", vector, loop_pack, 1},     {"pack_vector", vector, pack, 1},        {"unpack_vector", vector, unpack, 1},
    {"pack_indexed", indexed, pack, 1},      {"unpack_indexed", indexed, unpack, 1},  {"send_vector", vector, ping_pong, 2},
    {"send_indexed", indexed, ping_pong, 2},
};

static int find(const char *name)
{
    for (size_t i = 0; i < sizeof benchmarks / sizeof *benchmarks; i++)
        if (!strcmp(name, benchmarks[i].name))
            return (int)i;
    return -1;
}

static void run(const char *benchmark, long bytes)
{
    int which = find(benchmark), half = ranks / 2;
    struct strided s = {.bytes = DATA, .block = (int)bytes, .peer = MPI_PROC_NULL, .type = MPI_DATATYPE_NULL};
    if (bytes < 8 || bytes > DATA || DATA % bytes) {
        skip(benchmark, bytes, "blocks have a power of two of bytes, from 8 to 1 MiB");
        return;
    }
    if (rank < 2 * half)
        s.peer = rank < half ? rank + half : rank - half;
    s.type = benchmarks[which].type((int)bytes);
    s.user = buffer(3 * (size_t)DATA);
    s.packed = buffer(DATA);
    if (everywhere(s.user && s.packed && s.type != MPI_DATATYPE_NULL)) {
        MPI_Type_commit(&s.type);
        point(benchmark, bytes, 1e6 * seconds_per_operation(benchmarks[which].loop, &s) / benchmarks[which].operations);
    } else
        skip(benchmark, bytes, "out of memory");
    if (s.type != MPI_DATATYPE_NULL)
        MPI_Type_free(&s.type);
    free(s.user);
    free(s.packed);
}

int main(int argc, char **argv)
{
    bench_init(&argc, &argv);
    if (argc < 4)
        usage(argv[0]);
    budget_s = 1e-3 * atof(argv[1]);
    for (int i = 3; i < argc; i++) {
        if (find(argv[i]) < 0)
            usage(argv[0]);
        begin(argv[i]);
        each_size(argv[2], argv[i], run);
    }
    MPI_Finalize();
    return 0;
}
