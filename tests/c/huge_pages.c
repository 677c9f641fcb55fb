// Memory of large messages goes to huge pages once it is used often (ADR 0034): nothing of that shows in the data, whatever the program does with the memory meanwhile, and what
// the program gets back from the system is small again.
// ranks: 2 4
// timeout: 120
// needs: ferry
// variants: huge-pages
// case: used_often
// case: grows
// case: freed
// case: moved
// case: emptied
// case: guarded
// case: forked
// case: written_meanwhile
// case: collectives
#define _GNU_SOURCE
#include "check.h"
#include "mpit.h"
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20, BYTES = 3 << 20, LONG = 7 << 20, ROUNDS = 14, TAG = 5 };

static int peer;

static uint64_t key_of(int from, int round) { return (uint64_t)(from * 1000 + round + 1); }

static void exchange(void *out, void *in, size_t bytes, int round)
{
    NOTE("round %d", round);
    fill_bytes(out, bytes, key_of(check_rank, round));
    memset(in, 0xee, bytes);
    OK(MPI_Sendrecv(out, (int)bytes, MPI_BYTE, peer, TAG, in, (int)bytes, MPI_BYTE, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_BYTES(in, bytes, key_of(peer, round));
    CHECK_BYTES(out, bytes, key_of(check_rank, round));
}

static void *map(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    return memory;
}

/* Huge pages take a twentieth of the time since the first long message at most (ADR 0062): these runs are to have some. */
static void time_passes(void)
{
    unsigned char *out = malloc(BYTES), *in = malloc(BYTES);
    exchange(out, in, BYTES, 0);
    for (double end = MPI_Wtime() + 1; MPI_Wtime() < end;)
        ;
    free(out);
    free(in);
}

/* The message is there after `ROUNDS` uses. */
static void use(void *out, void *in, size_t bytes)
{
    for (int round = 0; round < ROUNDS; round++)
        exchange(out, in, bytes, round);
}

static void used_often(void)
{
    use(malloc(BYTES), malloc(BYTES), BYTES);
    use(map(LONG), map(LONG), LONG);
}

static void grows(void)
{
    unsigned char *out = malloc(1 << 20), *in = malloc(1 << 20);
    for (size_t bytes = 1 << 20; bytes <= LONG; bytes *= 2) {
        out = realloc(out, bytes);
        in = realloc(in, bytes);
        CHECK(out && in);
        use(out, in, bytes);
    }
}

/* The next memory at the same place is small again. */
static void freed(void)
{
    for (int turn = 0; turn < 4; turn++) {
        unsigned char *out = map(LONG), *in = malloc(LONG);
        CHECK_EQ(out[LONG / 2], 0);
        use(out, in, LONG);
        CHECK_EQ(munmap(out, LONG), 0);
        free(in);
    }
}

static void moved(void)
{
    unsigned char *out = map(LONG), *in = map(LONG), *away = map(LONG);
    use(out, in, LONG);
    CHECK(mremap(out, LONG, LONG, MREMAP_MAYMOVE | MREMAP_FIXED, away) == away);
    CHECK_BYTES(away, LONG, key_of(check_rank, ROUNDS - 1));
    use(away, in, LONG);
}

static void emptied(void)
{
    unsigned char *out = map(LONG), *in = map(LONG);
    use(out, in, LONG);
    CHECK_EQ(madvise(out + HUGE_PAGE / 2, HUGE_PAGE, MADV_DONTNEED), 0);
    for (size_t at = HUGE_PAGE / 2; at < HUGE_PAGE / 2 * 3; at += 4096)
        CHECK_EQ(out[at], 0);
    use(out, in, LONG);
}

/* Pages that nobody may touch, and pages of a file's, lie between messages: such memory cannot be in a huge page. */
static void guarded(void)
{
    unsigned char *memory = map(LONG);
    CHECK_EQ(mprotect(memory + (3 << 20), 4096, PROT_NONE), 0);
    use(memory + (1 << 20), memory + (3 << 20) + 4096, 2 << 20);
    CHECK_EQ(munmap(memory + (3 << 20), 4096), 0);
}

/* A child has its own copy of what it inherits. */
static void forked(void)
{
    unsigned char *out = malloc(LONG), *in = malloc(LONG);
    use(out, in, LONG);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        memset(out, 0x11, LONG);
        _exit(in[LONG - 1] == 0x22 ? 1 : 0);
    }
    in[LONG - 1] = 0x22;
    use(out, in, LONG);
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void *count(void *at)
{
    volatile uint64_t *word = at;
    for (uint64_t n = 1; word[1] == 0; n++)
        word[0] = n;
    return (void *)(uintptr_t)word[0];
}

/* Another thread writes beside the message's memory, in the same huge page: no store of it gets lost. */
static void written_meanwhile(void)
{
    unsigned char *out = map(LONG), *in = map(LONG);
    volatile uint64_t *word = (uint64_t *)(out + BYTES);
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, count, (void *)word), 0);
    uint64_t last = 0;
    for (int round = 0; round < ROUNDS; round++) {
        exchange(out, in, BYTES, round);
        CHECK(word[0] >= last);
        last = word[0];
    }
    word[1] = 1;
    void *counted;
    CHECK_EQ(pthread_join(thread, &counted), 0);
    CHECK_EQ(word[0], (uint64_t)(uintptr_t)counted);
}

static void collectives(void)
{
    enum { BLOCK = 600 << 10, CALLS = 34 };
    size_t bytes = (size_t)BLOCK * (size_t)check_size;
    unsigned char *out = malloc(bytes), *in = malloc(bytes);
    for (int round = 0; round < CALLS; round++) {
        NOTE("round %d", round);
        for (int to = 0; to < check_size; to++)
            fill_bytes(out + (size_t)to * BLOCK, BLOCK, key_of(check_rank * 100 + to, round));
        OK(MPI_Alltoall(out, BLOCK, MPI_BYTE, in, BLOCK, MPI_BYTE, MPI_COMM_WORLD));
        for (int from = 0; from < check_size; from++)
            CHECK_BYTES(in + (size_t)from * BLOCK, BLOCK, key_of(from * 100 + check_rank, round));
        /* Changed at once: nobody reads it any more. */
        memset(out, 0xdd, bytes);
        fill_bytes(out, BLOCK, key_of(check_rank, round));
        OK(MPI_Allgather(out, BLOCK, MPI_BYTE, in, BLOCK, MPI_BYTE, MPI_COMM_WORLD));
        memset(out, 0xcc, BLOCK);
        for (int from = 0; from < check_size; from++)
            CHECK_BYTES(in + (size_t)from * BLOCK, BLOCK, key_of(from, round));
        int root = round % check_size;
        if (check_rank == root)
            fill_bytes(out, bytes, key_of(root, round));
        OK(MPI_Bcast(out, (int)bytes, MPI_BYTE, root, MPI_COMM_WORLD));
        CHECK_BYTES(out, bytes, key_of(root, round));
    }
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {{"used_often", used_often}, {"grows", grows},   {"freed", freed},
                 {"moved", moved},           {"emptied", emptied}, {"guarded", guarded},
                 {"forked", forked},         {"written_meanwhile", written_meanwhile}, {"collectives", collectives}};
    check_begin(&argc, &argv);
    peer = check_rank ^ 1;
    int provided;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    MPI_T_pvar_session session;
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle made = mpit_open(session, "huge_pages_made", MPI_T_PVAR_CLASS_COUNTER);
    time_passes();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (argc > 1 && !strcmp(argv[1], cases[i].name))
            cases[i].run();
    const char *wish = getenv("FERRY_HUGE_PAGES");
    if (wish && !strcmp(wish, "off"))
        CHECK_EQ(mpit_read(session, made), 0);
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
