/* Derived datatypes: pack, unpack and messages of blocks with gaps as long. See README.md. */
#include "bench.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { TAG = 1, DATA = 1 << 20, PIECE = 8 << 10 };

/* Pieces on the way between two processes, of which all of a message have room. */
struct lane {
    _Alignas(4096) char pieces[DATA];
    _Alignas(128) unsigned long sent;
    _Alignas(128) unsigned long taken;
};

struct strided {
    MPI_Datatype type;
    int bytes, block;
    char *user, *packed;
    int peer;
    struct lane *out, *in;
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

/* Two lanes in memory that the process shares with its peer; false if there is none. */
static int share(struct strided *s, struct lane **lanes)
{
    char name[] = "/dev/shm/bench-XXXXXX";
    int is_first = rank < s->peer, file = -1, both;
    *lanes = MAP_FAILED;
    if (is_first && (file = mkstemp(name)) >= 0 && ftruncate(file, 2 * sizeof(struct lane)) != 0)
        perror(name);
    if (is_first)
        MPI_Send(name, sizeof name, MPI_CHAR, s->peer, TAG, MPI_COMM_WORLD);
    else {
        MPI_Recv(name, sizeof name, MPI_CHAR, s->peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        file = open(name, O_RDWR);
    }
    if (file >= 0) {
        *lanes = mmap(NULL, 2 * sizeof(struct lane), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
    }
    both = *lanes != MAP_FAILED;
    MPI_Sendrecv_replace(&both, 1, MPI_INT, s->peer, TAG, s->peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (is_first)
        unlink(name);
    s->out = &(*lanes)[!is_first];
    s->in = &(*lanes)[is_first];
    return both && *lanes != MAP_FAILED;
}

/* Copies a piece of the message between `s->user` and `piece`, block by block. */
static void copy_piece(struct strided *s, char *piece, size_t at, int is_out)
{
    size_t block = (size_t)s->block, length = block < PIECE ? block : PIECE;
    char *user = s->user + at / block * 2 * block + at % block;
    for (char *end = piece + PIECE; piece < end; piece += length, user += 2 * length)
        memcpy(is_out ? piece : user, is_out ? user : piece, length);
}

static void put(struct strided *s)
{
    for (size_t at = 0; at < DATA; at += PIECE) {
        /* The lane has room for a message, and the last one has been answered. */
        copy_piece(s, s->out->pieces + at, at, 1);
        __atomic_store_n(&s->out->sent, s->out->sent + 1, __ATOMIC_RELEASE);
    }
}

static void get(struct strided *s)
{
    for (size_t at = 0; at < DATA; at += PIECE) {
        while (__atomic_load_n(&s->in->sent, __ATOMIC_ACQUIRE) == s->in->taken)
            ;
        copy_piece(s, s->in->pieces + at, at, 0);
        s->in->taken++;
    }
}

/* What the hardware allows without MPI: two processes that copy the same blocks through shared memory, piece by piece. */
static void loop_send(void *context, long n)
{
    struct strided *s = context;
    if (!s->out)
        return;
    for (long i = 0; i < n; i++) {
        if (rank < s->peer)
            put(s);
        get(s);
        if (rank > s->peer)
            put(s);
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
    {"send_indexed", indexed, ping_pong, 2}, {"send_loop", vector, loop_send, 2},
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
    int which = find(benchmark), half = ranks / 2, is_shared = 1;
    struct lane *lanes = MAP_FAILED;
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
    if (benchmarks[which].loop == loop_send && s.peer != MPI_PROC_NULL)
        is_shared = share(&s, &lanes);
    if (everywhere(s.user && s.packed && s.type != MPI_DATATYPE_NULL && is_shared)) {
        MPI_Type_commit(&s.type);
        point(benchmark, bytes, 1e6 * seconds_per_operation(benchmarks[which].loop, &s) / benchmarks[which].operations);
    } else
        skip(benchmark, bytes, "out of memory");
    if (s.type != MPI_DATATYPE_NULL)
        MPI_Type_free(&s.type);
    if (lanes != MAP_FAILED)
        munmap(lanes, 2 * sizeof *lanes);
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
