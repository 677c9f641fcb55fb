// Large messages from and into memory whose pages change between them behind unchanged addresses: what the library remembers of a buffer (registrations with an
// adapter, BR-7) must never show in the data. Ranks of two halves exchange, so that in a job on two nodes all messages cross.
// ranks: 2 4
// timeout: 120
// case: unmapped
// case: mapped_over
// case: emptied
// case: moved
// case: part
// case: heap
// case: break
// case: private_file
// case: shared_file
// case: untouched
// case: protected
// case: forked_under_way
// case: forked
#define _GNU_SOURCE
#include "check.h"
#include "mpit.h"
#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 192 << 10, ROUNDS = 4, TAG = 5 };

static int peer;

static uint64_t key_of(int from, int round) { return (uint64_t)(from * 1000 + round + 1); }

/* The peer gets `bytes` bytes of `out`, which are what `key` says, and this rank as many from it into `in`. */
static void exchange(void *out, void *in, size_t bytes, int round)
{
    NOTE("round %d", round);
    memset(in, 0xee, bytes);
    OK(MPI_Sendrecv(out, (int)bytes, MPI_BYTE, peer, TAG, in, (int)bytes, MPI_BYTE, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_BYTES(in, bytes, key_of(peer, round));
    CHECK_BYTES(out, bytes, key_of(check_rank, round));
}

static void fill_and_exchange(void *out, void *in, size_t bytes, int round)
{
    fill_bytes(out, bytes, key_of(check_rank, round));
    exchange(out, in, bytes, round);
}

/* New pages, at `where` if that is not NULL, instead of whatever is there. */
static unsigned char *map(void *where, size_t bytes)
{
    void *memory = mmap(where, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (where ? MAP_FIXED : 0), -1, 0);
    CHECK(memory != MAP_FAILED && (!where || memory == where));
    return memory;
}

/* Both buffers go, and come back at the same addresses. */
static void unmapped(void)
{
    unsigned char *out = map(NULL, BYTES), *in = map(NULL, BYTES);
    for (int round = 0; round < ROUNDS; round++) {
        fill_and_exchange(out, in, BYTES, round);
        CHECK_EQ(munmap(out, BYTES), 0);
        CHECK_EQ(munmap(in, BYTES), 0);
        map(out, BYTES);
        map(in, BYTES);
    }
}

static void mapped_over(void)
{
    unsigned char *out = map(NULL, BYTES), *in = map(NULL, BYTES);
    for (int round = 0; round < ROUNDS; round++) {
        fill_and_exchange(out, in, BYTES, round);
        map(out, BYTES);
        map(in, BYTES);
    }
}

static void emptied(void)
{
    unsigned char *out = map(NULL, BYTES), *in = map(NULL, BYTES);
    for (int round = 0; round < ROUNDS; round++) {
        fill_and_exchange(out, in, BYTES, round);
        CHECK_EQ(madvise(out, BYTES, MADV_DONTNEED), 0);
        CHECK_EQ(madvise(in, BYTES, MADV_DONTNEED), 0);
        CHECK_EQ(out[BYTES / 2], 0);
    }
}

/* Pages move to another place and others take theirs; buffers grow and shrink. */
static void moved(void)
{
    unsigned char *out = map(NULL, BYTES), *in = map(NULL, BYTES), *away = map(NULL, BYTES);
    for (int round = 0; round < ROUNDS; round++) {
        fill_and_exchange(out, in, BYTES, round);
        CHECK(mremap(out, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, away) == away);
        map(out, BYTES);
        exchange(away, in, BYTES, round);
        unsigned char *longer = mremap(in, BYTES, 2 * BYTES, MREMAP_MAYMOVE);
        CHECK(longer != MAP_FAILED);
        fill_bytes(away, BYTES, key_of(check_rank, round + 1));
        exchange(away, longer + BYTES / 2, BYTES, round + 1);
        in = mremap(longer, 2 * BYTES, BYTES, 0);
        CHECK(in == longer);
    }
}

/* Only some pages in the middle of a buffer change; messages begin and end within pages. */
static void part(void)
{
    unsigned char *out = map(NULL, BYTES), *in = map(NULL, BYTES);
    for (int round = 0; round < ROUNDS; round++) {
        fill_and_exchange(out, in, BYTES, round);
        map(out + BYTES / 2, 8192);
        CHECK_EQ(madvise(in + 16384, 4096, MADV_DONTNEED), 0);
        fill_and_exchange(out + 100, in + 7, BYTES - 5000, round);
    }
}

/* The allocator gives memory back to the system and gets it again. */
static void heap(void)
{
    for (int round = 0; round < 2 * ROUNDS; round++) {
        unsigned char *out = check_alloc(BYTES), *in = check_alloc(BYTES);
        fill_and_exchange(out, in, BYTES, round);
        free(out);
        free(in);
        malloc_trim(0);
    }
}

/* The end of the data segment goes back and forth. Where the allocator has put something behind in the meantime, it stays. */
static void break_moved(void)
{
    unsigned char *in = map(NULL, BYTES);
    int shrunk = 0;
    for (int round = 0; round < ROUNDS; round++) {
        unsigned char *out = sbrk(BYTES);
        CHECK(out != (void *)-1);
        fill_and_exchange(out, in, BYTES, round);
        if (sbrk(0) == out + BYTES) {
            CHECK(sbrk(-BYTES) != (void *)-1);
            shrunk++;
        }
    }
    CHECK(shrunk > 0);
}

static int file_of(unsigned char *contents)
{
    char name[] = "/tmp/buffer_remapped.XXXXXX";
    int file = mkstemp(name);
    CHECK(file >= 0);
    CHECK_EQ(unlink(name), 0);
    CHECK_EQ(pwrite(file, contents, BYTES, 0), BYTES);
    return file;
}

/* A private mapping of a file has the file's pages until it is written to, then its own. */
static void private_file(void)
{
    unsigned char *in = map(NULL, BYTES), *contents = check_alloc(BYTES);
    fill_bytes(contents, BYTES, key_of(check_rank, 0));
    int file = file_of(contents);
    unsigned char *out = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    CHECK(out != MAP_FAILED);
    for (int round = 0; round < ROUNDS; round++) {
        exchange(out, in, BYTES, 0);
        fill_and_exchange(out, in, BYTES, round + 1);
        CHECK_EQ(madvise(out, BYTES, MADV_DONTNEED), 0);
    }
    close(file);
    free(contents);
}

/* A shared mapping, written through the descriptor and mapped afresh. */
static void shared_file(void)
{
    unsigned char *in = map(NULL, BYTES), *contents = check_alloc(BYTES), *out = map(NULL, BYTES);
    for (int round = 0; round < ROUNDS; round++) {
        fill_bytes(contents, BYTES, key_of(check_rank, 2 * round));
        int file = file_of(contents);
        CHECK(mmap(out, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == out);
        exchange(out, in, BYTES, 2 * round);
        fill_bytes(contents, BYTES, key_of(check_rank, 2 * round + 1));
        CHECK_EQ(pwrite(file, contents, BYTES, 0), BYTES);
        exchange(out, in, BYTES, 2 * round + 1);
        close(file);
    }
    free(contents);
}

/* Memory that nobody has written is all zeros, and is sent before it is written. */
static void untouched(void)
{
    unsigned char *in = map(NULL, BYTES), *out = map(NULL, BYTES);
    for (int round = 0; round < ROUNDS; round++) {
        memset(in, 0xee, BYTES);
        OK(MPI_Sendrecv(out, BYTES, MPI_BYTE, peer, TAG, in, BYTES, MPI_BYTE, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        for (int index = 0; index < BYTES; index++)
            CHECK_EQ(in[index], 0);
        fill_and_exchange(out, in, BYTES, round);
        CHECK_EQ(madvise(out, BYTES, MADV_DONTNEED), 0);
    }
}

/* A buffer that may only be read is sent; later it may be written. */
static void protected(void)
{
    unsigned char *in = map(NULL, BYTES), *out = map(NULL, BYTES);
    for (int round = 0; round < ROUNDS; round++) {
        fill_bytes(out, BYTES, key_of(check_rank, round));
        CHECK_EQ(mprotect(out, BYTES, PROT_READ), 0);
        exchange(out, in, BYTES, round);
        CHECK_EQ(mprotect(out, BYTES, PROT_READ | PROT_WRITE), 0);
        fill_and_exchange(in, out, BYTES, round + 1);
    }
}

/* A child is made while messages are on their way, and the program goes on writing to what shares pages with them. In blocks from malloc, which a library may keep in memory of another kind until then. */
static void forked_under_way(void)
{
    /* No number of packets, whatever these hold. */
    enum { MANY = 24, EACH = BYTES - 91, GAP = 1000, ALL = MANY * (EACH + GAP) };
    unsigned char *in = check_alloc(ALL), *out = check_alloc(ALL);
    MPI_Request receives[MANY], sends[MANY];
    memset(in, 0xee, ALL);
    memset(out, 0x11, ALL);
    for (int i = 0; i < MANY; i++) {
        fill_bytes(out + i * (EACH + GAP), EACH, key_of(check_rank, i));
        OK(MPI_Irecv(in + i * (EACH + GAP), EACH, MPI_BYTE, peer, i, MPI_COMM_WORLD, &receives[i]));
    }
    for (int i = 0; i < MANY; i++)
        OK(MPI_Isend(out + i * (EACH + GAP), EACH, MPI_BYTE, peer, i, MPI_COMM_WORLD, &sends[i]));
    int first;
    OK(MPI_Waitany(MANY, receives, &first, MPI_STATUS_IGNORE));
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0)
        _exit(7);
    for (int i = 0; i < MANY; i++)
        for (unsigned char *gap = in; gap; gap = gap == in ? out : NULL)
            memset(gap + i * (EACH + GAP) + EACH, 0x77, GAP);
    OK(MPI_Waitall(MANY, receives, MPI_STATUSES_IGNORE));
    OK(MPI_Waitall(MANY, sends, MPI_STATUSES_IGNORE));
    for (int i = 0; i < MANY; i++) {
        NOTE("message %d", i);
        CHECK_BYTES(in + i * (EACH + GAP), EACH, key_of(peer, i));
        CHECK_UNTOUCHED(in + i * (EACH + GAP) + EACH, GAP, 0x77);
        CHECK_BYTES(out + i * (EACH + GAP), EACH, key_of(check_rank, i));
    }
    int status = 0;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(WEXITSTATUS(status), 7);
    for (int round = 0; round < ROUNDS; round++)
        fill_and_exchange(out, in, BYTES, round);
    free(in);
    free(out);
}

/* While a child lives, pages are shared with it until one of both writes. The child sees what was there, the peer what was written after. */
static void forked(void)
{
    unsigned char *in = map(NULL, BYTES), *out = map(NULL, BYTES);
    for (int round = 0; round < ROUNDS; round++) {
        int go[2];
        fill_and_exchange(out, in, BYTES, 2 * round);
        CHECK_EQ(pipe(go), 0);
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            char byte;
            close(go[1]);
            if (read(go[0], &byte, 1) != 0)
                _exit(2);
            for (size_t position = 0; position < BYTES; position++)
                if (out[position] != check_byte(position, key_of(check_rank, 2 * round)))
                    _exit(1);
            _exit(7);
        }
        close(go[0]);
        fill_and_exchange(out, in, BYTES, 2 * round + 1);
        close(go[1]);
        int status = 0;
        CHECK_EQ(waitpid(child, &status, 0), child);
        CHECK_EQ(WIFSIGNALED(status) ? WTERMSIG(status) : 0, 0);
        CHECK_EQ(WEXITSTATUS(status), 7);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {
        {"unmapped", unmapped}, {"mapped_over", mapped_over}, {"emptied", emptied},           {"moved", moved},
        {"part", part},         {"heap", heap},               {"break", break_moved},         {"private_file", private_file},
        {"shared_file", shared_file}, {"untouched", untouched}, {"protected", protected},     {"forked_under_way", forked_under_way},
        {"forked", forked},
    };
    check_begin(&argc, &argv);
    peer = (check_rank + check_size / 2) % check_size;
    /* With a second argument some rank is to have an adapter write to memory that its process has left. */
    int must_catch_up = argc > 2 && !strcmp(argv[2], "caught_up"), provided, found = 0;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle caught_up;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    if (must_catch_up)
        caught_up = mpit_open(session, "rdma_caught_up_bytes", MPI_T_PVAR_CLASS_AGGREGATE);
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index++)
        if (argc < 2 || !strcmp(argv[1], cases[index].name)) {
            cases[index].run();
            found++;
        }
    CHECK(found > 0);
    if (must_catch_up) {
        unsigned long long own = mpit_read(session, caught_up), all = 0;
        OK(MPI_Allreduce(&own, &all, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD));
        CHECK(all > 0);
    }
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
