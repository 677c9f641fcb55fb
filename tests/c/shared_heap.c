// Large blocks of memory come from a heap that the ranks of a node map (ADR 0035): messages between them are copied straight from buffer to buffer, the blocks are what the C library's
// are, and a child of the process has a copy of its own.
// ranks: 2 4
// timeout: 120
// needs: ferry
// variants: shared-heap
// case: exchanged
// case: streamed
// case: pieces
// case: blocks
// case: grows
// case: freed
// case: many_blocks
// case: mixed
// case: collectives
// case: forked
// case: forked_meanwhile
// case: forked_often
// case: started
// case: advised
// case: longest
// case: outside
#define _GNU_SOURCE
#include "check.h"
#include "mpit.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONG = 5 << 20, TAG = 5 };

static int peer, copies;

static uint64_t key_of(int from, int round) { return (uint64_t)(from * 1000 + round + 1); }

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

static void *map(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    return memory;
}

/* All lengths, one way and then the other, at places that are aligned to nothing. */
static void exchanged(void)
{
    unsigned char *out = malloc(LONG + 64), *in = malloc(LONG + 64);
    for (size_t bytes = 1; bytes <= LONG; bytes = bytes * 3 + 1)
        for (int round = 0; round < 3; round++) {
            exchange(out + round, in + 7 * round, bytes, round);
            int first = check_rank < peer;
            for (int turn = 0; turn < 2; turn++)
                if ((turn == 0) == first)
                    OK(MPI_Send(out + round, (int)bytes, MPI_BYTE, peer, TAG, MPI_COMM_WORLD));
                else
                    OK(MPI_Recv(in, (int)bytes, MPI_BYTE, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK_BYTES(in, bytes, key_of(peer, round));
        }
    copies = 1;
    free(out);
    free(in);
}

/* Many under way at once. */
static void streamed(void)
{
    enum { MANY = 24, EACH = 300000 };
    unsigned char *out = malloc((size_t)MANY * EACH), *in = malloc((size_t)MANY * EACH);
    MPI_Request requests[2 * MANY];
    for (int round = 0; round < 10; round++) {
        memset(in, 0xee, (size_t)MANY * EACH);
        for (int i = 0; i < MANY; i++)
            fill_bytes(out + (size_t)i * EACH, EACH, key_of(check_rank, round * MANY + i));
        for (int i = 0; i < MANY; i++) {
            OK(MPI_Irecv(in + (size_t)i * EACH, EACH, MPI_BYTE, peer, i, MPI_COMM_WORLD, &requests[i]));
            OK(MPI_Isend(out + (size_t)i * EACH, EACH, MPI_BYTE, peer, i, MPI_COMM_WORLD, &requests[MANY + i]));
        }
        OK(MPI_Waitall(2 * MANY, requests, MPI_STATUSES_IGNORE));
        for (int i = 0; i < MANY; i++)
            CHECK_BYTES(in + (size_t)i * EACH, EACH, key_of(peer, round * MANY + i));
    }
    copies = 1;
}

/* Pieces on one side, others or none on the other one. */
static void pieces(void)
{
    enum { BLOCKS = 300, BLOCK = 5000, GAP = 8000, BYTES = BLOCKS * BLOCK };
    MPI_Datatype spaced;
    OK(MPI_Type_vector(BLOCKS, BLOCK, GAP, MPI_BYTE, &spaced));
    OK(MPI_Type_commit(&spaced));
    unsigned char *out = calloc(BLOCKS, GAP), *in = calloc(BLOCKS, GAP), *dense = malloc(BYTES);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < BLOCKS; i++)
            fill_bytes(out + (size_t)i * GAP, BLOCK, key_of(check_rank, i + round));
        OK(MPI_Sendrecv(out, 1, spaced, peer, TAG, in, 1, spaced, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Sendrecv(out, 1, spaced, peer, TAG, dense, BYTES, MPI_BYTE, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        for (int i = 0; i < BLOCKS; i++) {
            CHECK_BYTES(in + (size_t)i * GAP, BLOCK, key_of(peer, i + round));
            CHECK_BYTES(dense + (size_t)i * BLOCK, BLOCK, key_of(peer, i + round));
            CHECK(i == BLOCKS - 1 || in[(size_t)i * GAP + BLOCK] == 0);
        }
    }
    OK(MPI_Type_free(&spaced));
}

/* How long the heap's file is and how much memory it takes; false if there is none. */
static bool heap_file(struct stat *found)
{
    DIR *all = opendir("/proc/self/fd");
    bool is_there = false;
    CHECK(all != NULL);
    for (struct dirent *entry; !is_there && (entry = readdir(all));) {
        char target[64] = "";
        is_there = readlinkat(dirfd(all), entry->d_name, target, sizeof target - 1) > 0 && !strncmp(target, "/memfd:ferry-heap ", 18);
        if (is_there)
            CHECK_EQ(fstat(atoi(entry->d_name), found), 0);
    }
    closedir(all);
    return is_there;
}

/* Blocks of an alignment that the heap does not have cost it nothing. */
static void aligned_elsewhere(void)
{
    struct stat before, after;
    for (int round = 0; round < 201; round++) {
        unsigned char *block = memalign(64 << 10, 1 << 20);
        CHECK(block && (uintptr_t)block % (64 << 10) == 0);
        block[0] = 1;
        free(block);
        if (round == 0 && !heap_file(&before))
            return;
    }
    CHECK(heap_file(&after));
    CHECK_EQ(after.st_size, before.st_size);
    CHECK_EQ(after.st_blocks, before.st_blocks);
}

/* What the C library promises of its blocks. */
static void blocks(void)
{
    for (int turn = 0; turn < 3; turn++)
        for (size_t bytes = 1; bytes < 3 << 20; bytes = bytes * 2 + 5) {
            unsigned char *zeros = calloc(bytes / 5 + 1, 5), *other = malloc(bytes), *aligned = NULL;
            CHECK(zeros && other && malloc_usable_size(other) >= bytes);
            CHECK((uintptr_t)other % 16 == 0 && (uintptr_t)zeros % 16 == 0);
            for (size_t at = 0; at < bytes; at++)
                CHECK_EQ(zeros[at], 0);
            memset(zeros, 0x55, bytes);
            for (size_t alignment = 16; alignment <= 4 << 20; alignment *= 8) {
                CHECK_EQ(posix_memalign((void **)&aligned, alignment, bytes), 0);
                CHECK_EQ((uintptr_t)aligned % alignment, 0);
                memset(aligned, 0x66, bytes);
                free(aligned);
                aligned = memalign(alignment, bytes);
                CHECK(aligned && (uintptr_t)aligned % alignment == 0);
                free(aligned);
            }
            CHECK_EQ(posix_memalign((void **)&aligned, 3, bytes), EINVAL);
            free(zeros);
            free(other);
        }
    aligned_elsewhere();
    volatile size_t most = SIZE_MAX, half = SIZE_MAX / 2;
    errno = 0;
    CHECK(malloc(half) == NULL && errno == ENOMEM);
    CHECK(calloc(most / 2, 3) == NULL && realloc(malloc(LONG), half) == NULL);
    free(NULL);
}

static void grows(void)
{
    unsigned char *block = NULL;
    for (size_t bytes = 1000, before = 0; bytes < LONG; before = bytes, bytes += bytes / 3) {
        block = realloc(block, bytes);
        CHECK(block);
        CHECK_BYTES(block, before, 3);
        fill_bytes(block, bytes, 3);
    }
    for (size_t bytes = LONG / 2; bytes > 1000; bytes /= 2) {
        block = realloc(block, bytes);
        CHECK_BYTES(block, bytes, 3);
    }
    unsigned char *out = realloc(block, LONG), *in = realloc(NULL, LONG);
    exchange(out, in, LONG, 1);
}

/* Memory that was another block's before. */
static void freed(void)
{
    for (int round = 0; round < 40; round++) {
        size_t bytes = 20000 + (size_t)(round % 7) * 150000;
        unsigned char *out = malloc(bytes), *in = malloc(bytes);
        exchange(out, in, bytes, round);
        free(out);
        free(in);
    }
}

/* More than is kept for the next blocks. */
static void many_blocks(void)
{
    enum { MANY = 40 };
    unsigned char *all[MANY];
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < MANY; i++) {
            all[i] = calloc(1, LONG);
            CHECK(all[i][0] == 0 && all[i][LONG / 2] == 0 && all[i][LONG - 1] == 0);
            all[i][0] = all[i][LONG / 2] = all[i][LONG - 1] = 1;
        }
        exchange(all[3], all[33], LONG, turn);
        for (int i = 0; i < MANY; i++)
            free(all[i]);
    }
}

/* One side, or both, in memory of another kind. */
static void mixed(void)
{
    static unsigned char fixed[2][LONG];
    unsigned char *own[2] = {malloc(LONG), malloc(LONG)}, *mapped[2] = {map(LONG), map(LONG)};
    unsigned char *kinds[3][2] = {{own[0], own[1]}, {mapped[0], mapped[1]}, {fixed[0], fixed[1]}};
    for (int mine = 0; mine < 3; mine++)
        for (int theirs = 0; theirs < 3; theirs++)
            for (size_t bytes = 3000; bytes <= LONG; bytes *= 6) {
                int is_first = check_rank < peer;
                exchange(kinds[is_first ? mine : theirs][0], kinds[is_first ? theirs : mine][1], bytes, mine * 3 + theirs);
            }
}

static MPI_Request request;

static void wait_for(int started)
{
    OK(started);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void collectives(void)
{
    for (int block = 30 << 10; block <= 900 << 10; block *= 5) {
        size_t bytes = (size_t)block * (size_t)check_size;
        unsigned char *out = malloc(bytes), *in = malloc(bytes);
        int counts[64], places[64];
        for (int i = 0; i < check_size; i++) {
            counts[i] = block;
            places[i] = i * block;
        }
        for (int round = 0; round < 20; round++) {
            NOTE("%d bytes, round %d", block, round);
            for (int to = 0; to < check_size; to++)
                fill_bytes(out + (size_t)to * (size_t)block, (size_t)block, key_of(check_rank * 100 + to, round));
            for (int kind = 0; kind < 3; kind++) {
                memset(in, 0xee, bytes);
                if (kind == 0)
                    OK(MPI_Alltoall(out, block, MPI_BYTE, in, block, MPI_BYTE, MPI_COMM_WORLD));
                else if (kind == 1)
                    wait_for(MPI_Ialltoall(out, block, MPI_BYTE, in, block, MPI_BYTE, MPI_COMM_WORLD, &request));
                else
                    OK(MPI_Alltoallv(out, counts, places, MPI_BYTE, in, counts, places, MPI_BYTE, MPI_COMM_WORLD));
                for (int from = 0; from < check_size; from++)
                    CHECK_BYTES(in + (size_t)from * (size_t)block, (size_t)block, key_of(from * 100 + check_rank, round));
            }
            /* Changed at once: nobody reads it any more. */
            memset(out, 0xdd, bytes);
            for (int kind = 0; kind < 2; kind++) {
                fill_bytes(out, (size_t)block, key_of(check_rank, round + kind));
                if (kind == 0)
                    OK(MPI_Allgather(out, block, MPI_BYTE, in, block, MPI_BYTE, MPI_COMM_WORLD));
                else
                    wait_for(MPI_Iallgather(out, block, MPI_BYTE, in, block, MPI_BYTE, MPI_COMM_WORLD, &request));
                memset(out, 0xcc, (size_t)block);
                for (int from = 0; from < check_size; from++)
                    CHECK_BYTES(in + (size_t)from * (size_t)block, (size_t)block, key_of(from, round + kind));
            }
            int root = round % check_size;
            if (check_rank == root)
                fill_bytes(out, bytes, key_of(root, round));
            OK(MPI_Bcast(out, (int)bytes, MPI_BYTE, root, MPI_COMM_WORLD));
            CHECK_BYTES(out, bytes, key_of(root, round));
        }
        free(out);
        free(in);
    }
    copies = 1;
}

/* What a child that was begun with `seen` there sees a while later, after its parent has changed it; the child changes all of it. */
static void fork_with(unsigned char *block, size_t bytes, unsigned char seen)
{
    int pipes[2], status;
    CHECK_EQ(pipe(pipes), 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        char go;
        int is_wrong = read(pipes[0], &go, 1) != 1;
        for (size_t at = 0; at < bytes; at += 1000)
            is_wrong |= block[at] != seen;
        memset(block, 0x99, bytes);
        _exit(is_wrong);
    }
    memset(block, 0x77, bytes);
    CHECK_EQ(write(pipes[1], "x", 1), 1);
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (size_t at = 0; at < bytes; at += 1000)
        CHECK_EQ(block[at], 0x77);
    close(pipes[0]);
    close(pipes[1]);
}

static void forked(void)
{
    unsigned char *out = malloc(LONG), *in = malloc(LONG), *kept = malloc(LONG);
    exchange(out, in, LONG, 1);
    memset(kept, 0x44, LONG);
    if (check_rank % 2 == 0)
        fork_with(kept, LONG, 0x44);
    for (int round = 0; round < 5; round++)
        exchange(out, in, LONG, round);
    unsigned char *later = malloc(LONG);
    exchange(kept, later, LONG, 7);
    free(out);
    free(in);
    free(kept);
    free(realloc(later, LONG * 2));
}

/* Between the beginning of messages and their end. */
static void forked_meanwhile(void)
{
    enum { MANY = 6, EACH = 1 << 20 };
    unsigned char *out = malloc(MANY * EACH), *in = malloc(MANY * EACH), *kept = malloc(LONG);
    MPI_Request requests[2 * MANY];
    for (int round = 0; round < 4; round++) {
        memset(in, 0xee, MANY * EACH);
        memset(kept, 0x40 + round, LONG);
        for (int i = 0; i < MANY; i++)
            fill_bytes(out + (size_t)i * EACH, EACH, key_of(check_rank, round * MANY + i));
        for (int i = 0; i < MANY; i++) {
            OK(MPI_Irecv(in + (size_t)i * EACH, EACH, MPI_BYTE, peer, i, MPI_COMM_WORLD, &requests[i]));
            OK(MPI_Isend(out + (size_t)i * EACH, EACH, MPI_BYTE, peer, i, MPI_COMM_WORLD, &requests[MANY + i]));
        }
        int done;
        for (int turn = 0; turn <= round * 3; turn++)
            OK(MPI_Testall(2 * MANY, requests, &done, MPI_STATUSES_IGNORE));
        if (check_rank % 2 == round / 2)
            fork_with(kept, LONG, (unsigned char)(0x40 + round));
        OK(MPI_Waitall(2 * MANY, requests, MPI_STATUSES_IGNORE));
        for (int i = 0; i < MANY; i++) {
            CHECK_BYTES(in + (size_t)i * EACH, EACH, key_of(peer, round * MANY + i));
            CHECK_BYTES(out + (size_t)i * EACH, EACH, key_of(check_rank, round * MANY + i));
        }
    }
}

static void forked_often(void)
{
    unsigned char *out = malloc(LONG), *in = malloc(LONG);
    for (int round = 0; round < 6; round++) {
        unsigned char *kept = malloc(LONG);
        memset(kept, round, LONG);
        fork_with(kept, LONG, (unsigned char)round);
        exchange(out, in, LONG, round);
        free(kept);
    }
}

/* Other programs do not part the heap from its peers, and do not load its library. */
static void started(void)
{
    const char *list = getenv("LD_PRELOAD");
    CHECK(!list || !strstr(list, "ferry_heap"));
    CHECK_EQ(system("! env | grep -q ferry_heap"), 0);
    unsigned char *out = malloc(LONG), *in = malloc(LONG);
    for (int round = 0; round < 3; round++) {
        exchange(out, in, LONG, round);
        CHECK_EQ(system("true"), 0);
    }
    copies = 1;
}

/* Advice by which private memory becomes zeros does the same here, before a fork and after it. */
static void advised(void)
{
    enum { PAGE = 4096, FROM = 3 * PAGE, BYTES = 100 * PAGE };
    unsigned char *block = malloc(LONG), *in = malloc(LONG);
    unsigned char *first = block + (PAGE - (uintptr_t)block % PAGE) % PAGE + FROM;
    for (int round = 0; round < 4; round++) {
        int advice = round % 2 ? MADV_DONTNEED : MADV_FREE;
        memset(block, 0x33, LONG);
        CHECK_EQ(madvise(first, BYTES, advice), 0);
        for (size_t at = 0; at < LONG - PAGE; at++) {
            int is_inside = block + at >= first && block + at < first + BYTES;
            /* What is only free may still be there. */
            CHECK(block[at] == (is_inside ? 0 : 0x33) || (is_inside && advice == MADV_FREE && block[at] == 0x33));
        }
        errno = 0;
        CHECK(madvise(first + 1, BYTES, advice) == -1 && errno == EINVAL);
        exchange(block, in, LONG, round);
        if (round == 1) {
            memset(block, 0x55, LONG);
            fork_with(block, LONG, 0x55);
        }
    }
    free(block);
    free(in);
}

static int is_in_heap(const void *place)
{
    char line[512];
    uintptr_t from, to;
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (fgets(line, sizeof line, maps))
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &from, &to) == 2 && (uintptr_t)place >= from && (uintptr_t)place < to)
            found = strstr(line, "ferry-heap") != NULL;
    fclose(maps);
    return found;
}

/* What the library has adapters read and write for as long as the process lives comes from elsewhere, and is freed and made longer as all other memory. */
static void outside(void)
{
    struct {
        uint32_t version;
        bool (*activate)(void *);
        void *(*allocate)(size_t);
        bool (*free)(void *);
        const void *(*head)(void);
        void (*stay_outside)(bool);
    } *interface = dlsym(RTLD_DEFAULT, "ferry_heap_interface");
    const char *wish = getenv("FERRY_SHARED_HEAP");
    if (!wish || strcmp(wish, "on"))
        return;
    CHECK(interface != NULL);
    void *before = malloc(LONG);
    interface->stay_outside(true);
    interface->stay_outside(true);
    void *during[] = {malloc(LONG), calloc(1, LONG), aligned_alloc(4096, LONG)}, *grown = realloc(malloc(LONG), 2 * LONG);
    interface->stay_outside(false);
    void *still = malloc(LONG);
    interface->stay_outside(false);
    void *after = malloc(LONG);
    CHECK_EQ(is_in_heap(before), is_in_heap(after));
    CHECK(!is_in_heap(grown) && !is_in_heap(still));
    free(grown);
    free(still);
    for (int i = 0; i < 3; i++) {
        CHECK(!is_in_heap(during[i]));
        free(during[i]);
    }
    /* Of one message a rank may find little left to copy. */
    for (int round = 0; round < 6; round++)
        exchange(before, after, LONG, round);
    copies = 1;
    free(before);
    free(after);
}

static void compute(double seconds)
{
    double end = MPI_Wtime() + seconds;
    while (MPI_Wtime() < end)
        ;
}

/* Copied past the caches by both, in pieces, too: with a sender that goes on at once, one that stops in the middle, and both ways at once. */
static void longest(void)
{
    enum { EACH = 72 << 20, BLOCKS = 36, BLOCK = EACH / BLOCKS, GAP = 4096, ROOM = EACH + BLOCKS * GAP, ROUNDS = 18 };
    MPI_Datatype spaced;
    OK(MPI_Type_create_hvector(BLOCKS, BLOCK, BLOCK + GAP, MPI_BYTE, &spaced));
    OK(MPI_Type_commit(&spaced));
    unsigned char *out = malloc(EACH), *in = malloc(ROOM);
    for (int round = 0; round < ROUNDS; round++) {
        int is_sender = (check_rank < peer) == round % 2, goes_both_ways = round % 6 == 5, is_spaced = round % 4 == 3 && !goes_both_ways;
        NOTE("round %d", round);
        for (int i = 0; i < BLOCKS; i++)
            fill_bytes(out + (size_t)i * BLOCK, BLOCK, key_of(check_rank, round * BLOCKS + i));
        memset(in, 0xee, ROOM);
        if (goes_both_ways) {
            OK(MPI_Sendrecv(out, EACH, MPI_BYTE, peer, TAG, in, EACH, MPI_BYTE, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        } else if (!is_sender) {
            OK(MPI_Recv(in, is_spaced ? 1 : EACH, is_spaced ? spaced : MPI_BYTE, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        } else {
            MPI_Request request;
            OK(MPI_Isend(out, EACH, MPI_BYTE, peer, TAG, MPI_COMM_WORLD, &request));
            for (int i = 0, done; i < 4 && round % 3; i++) {
                OK(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
                compute(2e-3);
            }
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        }
        for (int i = 0; i < BLOCKS && (goes_both_ways || !is_sender); i++)
            CHECK_BYTES(in + (size_t)i * (is_spaced ? BLOCK + GAP : BLOCK), BLOCK, key_of(peer, round * BLOCKS + i));
    }
    OK(MPI_Type_free(&spaced));
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {{"exchanged", exchanged}, {"streamed", streamed}, {"pieces", pieces}, {"blocks", blocks}, {"grows", grows},
                 {"freed", freed}, {"many_blocks", many_blocks}, {"mixed", mixed}, {"collectives", collectives}, {"forked", forked},
                 {"forked_meanwhile", forked_meanwhile}, {"forked_often", forked_often}, {"started", started},   {"advised", advised}, {"longest", longest},
                 {"outside", outside}};
    /* By what was measured here, the system's copies may be better for messages as long as those of `longest`; without a file the first ones go by what is assumed. */
    if (argc > 1 && !strcmp(argv[1], "longest"))
        CHECK_EQ(setenv("XDG_CACHE_HOME", "/nonexistent/ferry", 1), 0);
    check_begin(&argc, &argv);
    peer = check_rank ^ 1;
    int provided;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    MPI_T_pvar_session session;
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle copied = mpit_open(session, "shared_heap_bytes", MPI_T_PVAR_CLASS_AGGREGATE);
    int found = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (argc < 2 || !strcmp(argv[1], cases[i].name)) {
            cases[i].run();
            found++;
        }
    CHECK(found > 0);
    const char *wish = getenv("FERRY_SHARED_HEAP");
    if (!wish || strcmp(wish, "on"))
        CHECK(mpit_read(session, copied) == 0);
    else if (copies && may_copy())
        CHECK(mpit_read(session, copied) > LONG / 2);
    else if (argc > 1 && !strcmp(argv[1], "longest") && may_copy()) {
        /* Of one message a single rank may copy all. */
        unsigned long long own = mpit_read(session, copied), both = 0;
        OK(MPI_Allreduce(&own, &both, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD));
        NOTE("%llu bytes were copied between heaps", both);
        CHECK(both >= 72 << 20);
    }
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
