// Memory of MPI_Alloc_mem is such as the other ranks of a node can map: messages between two pieces of it are copied from buffer to buffer, whatever malloc gives. Nobody maps what a rank allocates before they
// talk, nobody can write to what is only read, and what malloc gives is nobody else's.
// ranks: 2 4
// timeout: 120
// needs: ferry
// variants: shared-heap
// case: exchanged
// case: shapes
// case: apart
// case: forked
// case: many ranks=2
#define _GNU_SOURCE
#include "check.h"
#include "mpit.h"
#include <inttypes.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONG = 5 << 20, TAG = 5 };

static int peer;
static MPI_T_pvar_session session;
static MPI_T_pvar_handle copied;

static uint64_t key_of(int from, int round) { return (uint64_t)(from * 1000 + round + 1); }

static void *allocate(size_t bytes)
{
    void *block = NULL;
    OK(MPI_Alloc_mem((MPI_Aint)bytes, MPI_INFO_NULL, &block));
    CHECK(block != NULL && (uintptr_t)block % 64 == 0);
    return block;
}

static void exchange(void *out, void *in, size_t bytes, int round)
{
    NOTE("%zu bytes, round %d", bytes, round);
    fill_bytes(out, bytes, key_of(check_rank, round));
    memset(in, 0xee, bytes);
    OK(MPI_Sendrecv(out, (int)bytes, MPI_BYTE, peer, TAG, in, (int)bytes, MPI_BYTE, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_BYTES(in, bytes, key_of(peer, round));
    CHECK_BYTES(out, bytes, key_of(check_rank, round));
}

/* Whether the system lets processes copy each other's memory: where a sandbox does not, Ferry does not go to it by other ways either. */
static int may_copy(void)
{
    char from = 1, into = 0;
    struct iovec local = {&into, 1}, remote = {&from, 1};
    return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == 1;
}

/* What /proc/self/maps says of an address ("rw-s"), and whether it is in memory that peers can map. */
static int is_shared(const void *place, char access[5])
{
    char line[512];
    uintptr_t from, to;
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (fgets(line, sizeof line, maps))
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &from, &to, access) == 3 && (uintptr_t)place >= from && (uintptr_t)place < to) {
            found = strstr(line, "ferry-heap") != NULL;
            break;
        }
    fclose(maps);
    return found;
}

/* Mappings of memory that ranks share, and of such that can be written. A part that is left out of core files has a line of its own. */
static int count_mappings(int *writable)
{
    char line[512];
    int count = 0;
    uintptr_t start, end, last = 0;
    unsigned long file, last_file = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    *writable = 0;
    while (fgets(line, sizeof line, maps))
        if (strstr(line, "ferry-heap") && sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %*s %*s %*s %lu", &start, &end, &file) == 3) {
            if (start != last || file != last_file) {
                count++;
                *writable += strstr(line, " rw-s ") != NULL;
            }
            last = end;
            last_file = file;
        }
    fclose(maps);
    return count;
}

static void exchanged(void)
{
    unsigned char *out = allocate(LONG), *in = allocate(LONG);
    char access[5];
    CHECK(is_shared(out, access) && is_shared(in, access));
    unsigned long long before = mpit_read(session, copied);
    for (size_t bytes = 1; bytes <= LONG; bytes = bytes * 3 + 1)
        for (int round = 0; round < 4; round++)
            exchange(out, in, bytes, round);
    CHECK(!may_copy() || mpit_read(session, copied) > before + LONG / 2);
    OK(MPI_Free_mem(out));
    OK(MPI_Free_mem(in));
}

/* Lengths and alignments, blocks in use at the same time. */
static void shapes(void)
{
    enum { MANY = 60 };
    unsigned char *blocks[MANY];
    MPI_Info info;
    OK(MPI_Info_create(&info));
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < MANY; i++) {
            char value[20];
            size_t alignment = (size_t)1 << (i % 20), bytes = (size_t)(i * i) * (turn ? 7 : 700);
            snprintf(value, sizeof value, "%zu", alignment);
            OK(MPI_Info_set(info, "mpi_minimum_memory_alignment", value));
            OK(MPI_Alloc_mem((MPI_Aint)bytes, info, &blocks[i]));
            CHECK((uintptr_t)blocks[i] % alignment == 0);
            fill_bytes(blocks[i], bytes, (uint64_t)i);
        }
        for (int i = 0; i < MANY; i++) {
            CHECK_BYTES(blocks[i], (size_t)(i * i) * (turn ? 7 : 700), (uint64_t)i);
            OK(MPI_Free_mem(blocks[i]));
        }
    }
    OK(MPI_Info_free(&info));
    void *none = NULL;
    MPI_Aint most = (MPI_Aint)(SIZE_MAX / 2 - 4096);
    ERR(MPI_ERR_NO_MEM, MPI_Alloc_mem(most, MPI_INFO_NULL, &none), "cannot be allocated");
    int mine;
    ERR(MPI_ERR_BASE, MPI_Free_mem(&mine), "MPI_Alloc_mem did not return");
}

/* Before ranks talk nobody has mapped anything of others; memory of malloc is in nobody's mapping. */
static void apart(void)
{
    const char *wish = getenv("FERRY_SHARED_HEAP");
    int is_asked_for = wish && !strcmp(wish, "on"), writable, before;
    char access[5];
    unsigned char *block = allocate(LONG), *private = malloc(LONG);
    memset(block, 1, LONG);
    memset(private, 42, LONG);
    CHECK_EQ(is_shared(private, access), is_asked_for);
    MPI_Barrier(MPI_COMM_WORLD);
    before = count_mappings(&writable);
    if (!is_asked_for)
        CHECK_EQ(before, 2); /* what is told of this rank's blocks, and the blocks */
    unsigned char *in = allocate(LONG);
    for (int round = 0; round < 4; round++)
        exchange(block, in, LONG, round);
    if (may_copy() && !is_asked_for)
        CHECK(count_mappings(&writable) > before);
    for (size_t at = 0; at < LONG; at++)
        CHECK_EQ(private[at], 42);
    free(private);
    OK(MPI_Free_mem(block));
    OK(MPI_Free_mem(in));
}

/* A child has a copy; the ranks go on. */
static void forked(void)
{
    unsigned char *out = allocate(LONG), *in = allocate(LONG);
    for (int round = 0; round < 3; round++) {
        int status;
        exchange(out, in, LONG, round);
        memset(out, 7, LONG);
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            int is_wrong = 0;
            for (size_t at = 0; at < LONG; at += 1000)
                is_wrong |= out[at] != 7;
            memset(out, 9, LONG);
            _exit(is_wrong);
        }
        CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
        for (size_t at = 0; at < LONG; at += 1000)
            CHECK_EQ(out[at], 7);
        unsigned char *later = allocate(LONG), *other = allocate(LONG);
        char access[5];
        CHECK(is_shared(later, access) && !strcmp(access, "rw-s"));
        exchange(later, other, LONG, round);
        exchange(out, other, LONG, round);
        OK(MPI_Free_mem(later));
        OK(MPI_Free_mem(other));
    }
    OK(MPI_Free_mem(out));
    OK(MPI_Free_mem(in));
}

static long resident_kib(void)
{
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file != NULL && fscanf(file, "%ld %ld", &pages, &resident) == 2);
    fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Phases with blocks of other lengths, which together would be far more than each. */
static void many(void)
{
    enum { PHASES = 10, BYTES = 80 << 20, MOST_KIB = 400 << 10 };
    for (int phase = 0; phase < PHASES; phase++) {
        size_t each = (size_t)(20000 + phase * phase * 20000);
        int count = (int)(BYTES / each);
        unsigned char **blocks = malloc((size_t)count * sizeof *blocks);
        for (int i = 0; i < count; i++) {
            blocks[i] = allocate(each);
            memset(blocks[i], phase, each);
        }
        for (int i = 0; i < count; i++)
            OK(MPI_Free_mem(blocks[i]));
        free(blocks);
        NOTE("phase %d: %ld KiB", phase, resident_kib());
        CHECK(resident_kib() < MOST_KIB);
    }
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {{"exchanged", exchanged}, {"shapes", shapes}, {"apart", apart}, {"forked", forked}, {"many", many}};
    check_begin(&argc, &argv);
    peer = check_rank ^ 1;
    int provided, found = 0;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    copied = mpit_open(session, "shared_heap_bytes", MPI_T_PVAR_CLASS_AGGREGATE);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (argc < 2 || !strcmp(argv[1], cases[i].name)) {
            cases[i].run();
            found++;
        }
    CHECK(found > 0);
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
