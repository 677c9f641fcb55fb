// Large messages that go on while the program computes: many at once, by several threads, cancelled, freed in flight, and right before
// MPI_Finalize; a child process in between.
// ranks: 2 3 4
// timeout: 120
// env: FERRY_ASYNC=on
// case: many
// case: typed
// case: collectives
// case: threads ranks=2,3
// case: cancelled only=ferry
// case: freed
// case: child ranks=2
// case: finalize
// case: truncated
// case: past_caches ranks=2
#include "check.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AT_ONCE = 6, ROUNDS = 4, LONGEST = 3 << 20, THREADS = 3 };

static const int sizes[] = {9000, 32768, 70001, 262144, 1 << 20, LONGEST};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Milliseconds without a call of the library. */
static void compute(double ms)
{
    double end = MPI_Wtime() + ms * 1e-3;
    while (MPI_Wtime() < end)
        ;
}

static uint64_t key_of(int from, int to, int slot, int round)
{
    return (uint64_t)((from * 16 + to) * 64 + slot) * 64 + (uint64_t)round;
}

/* Messages of this rank to or from one peer. */
struct traffic {
    unsigned char *out[AT_ONCE], *in[AT_ONCE];
    MPI_Request requests[2 * AT_ONCE];
};

static void begin(struct traffic *traffic, int peer, int round, MPI_Comm comm)
{
    for (int slot = 0; slot < AT_ONCE; slot++) {
        int size = sizes[(slot + round) % SIZES];
        traffic->in[slot] = check_alloc((size_t)size + 64);
        traffic->out[slot] = check_alloc((size_t)size);
        memset(traffic->in[slot], 0x5a, (size_t)size + 64);
        fill_bytes(traffic->out[slot], (size_t)size, key_of(check_rank, peer, slot, round));
    }
    for (int slot = 0; slot < AT_ONCE; slot++) {
        int size = sizes[(slot + round) % SIZES];
        /* Half of the receives come before, half after their messages. */
        if ((slot + check_rank) % 2)
            OK(MPI_Irecv(traffic->in[slot], size, MPI_BYTE, peer, slot, comm, &traffic->requests[slot]));
        OK(MPI_Isend(traffic->out[slot], size, MPI_BYTE, peer, slot, comm, &traffic->requests[AT_ONCE + slot]));
    }
    for (int slot = 0; slot < AT_ONCE; slot++)
        if (!((slot + check_rank) % 2))
            OK(MPI_Irecv(traffic->in[slot], sizes[(slot + round) % SIZES], MPI_BYTE, peer, slot, comm, &traffic->requests[slot]));
}

static void end(struct traffic *traffic, int peer, int round)
{
    OK(MPI_Waitall(2 * AT_ONCE, traffic->requests, MPI_STATUSES_IGNORE));
    for (int slot = 0; slot < AT_ONCE; slot++) {
        size_t size = (size_t)sizes[(slot + round) % SIZES];
        CHECK_BYTES(traffic->in[slot], size, key_of(peer, check_rank, slot, round));
        CHECK_UNTOUCHED(traffic->in[slot] + size, 64, 0x5a);
        free(traffic->in[slot]);
        free(traffic->out[slot]);
    }
}

/* All ranks exchange with all others; some compute, some test, some wait at once. */
static void exchange(int round, MPI_Comm comm)
{
    struct traffic *all = check_alloc(sizeof *all * (size_t)check_size);
    for (int peer = 0; peer < check_size; peer++)
        if (peer != check_rank)
            begin(&all[peer], peer, round, comm);
    compute((check_rank + round) % 3);
    if ((check_rank + round) % 3 == 1)
        for (int flag, peer = 0; peer < check_size; peer++)
            if (peer != check_rank)
                OK(MPI_Testall(2 * AT_ONCE, all[peer].requests, &flag, MPI_STATUSES_IGNORE));
    compute(1);
    for (int peer = 0; peer < check_size; peer++)
        if (peer != check_rank)
            end(&all[peer], peer, round);
    free(all);
}

static void many(void)
{
    for (int round = 0; round < ROUNDS; round++)
        exchange(round, MPI_COMM_WORLD);
}

/* Columns of a matrix into columns of another: gaps on both sides. */
static void typed(void)
{
    enum { ROWS = 4096, WIDTH = 64, COLUMN = 48 };
    MPI_Datatype column;
    OK(MPI_Type_vector(ROWS, COLUMN, WIDTH, MPI_BYTE, &column));
    OK(MPI_Type_commit(&column));
    int up = (check_rank + 1) % check_size, down = (check_rank + check_size - 1) % check_size;
    unsigned char *out = check_alloc(ROWS * WIDTH), *in = check_alloc(ROWS * WIDTH);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Request requests[2];
        fill_bytes(out, ROWS * WIDTH, key_of(check_rank, up, 0, round));
        memset(in, 0x5a, ROWS * WIDTH);
        OK(MPI_Isend(out, 1, column, up, 0, MPI_COMM_WORLD, &requests[0]));
        OK(MPI_Irecv(in, 1, column, down, 0, MPI_COMM_WORLD, &requests[1]));
        compute(2);
        OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        for (int row = 0; row < ROWS; row++)
            for (int i = 0; i < WIDTH; i++) {
                unsigned char due = i < COLUMN ? check_byte((uint64_t)(row * WIDTH + i), key_of(down, check_rank, 0, round)) : 0x5a;
                if (in[row * WIDTH + i] != due && row * WIDTH + i < (ROWS - 1) * WIDTH + COLUMN)
                    FAIL("row %d byte %d is %02x, not %02x", row, i, in[row * WIDTH + i], due);
            }
    }
    OK(MPI_Type_free(&column));
    free(out);
    free(in);
}

/* Several large collective operations at once, completed in another order. */
static void collectives(void)
{
    enum { BLOCK = 400000, COUNT = 300001 };
    size_t n = (size_t)check_size;
    unsigned char *out = check_alloc(n * BLOCK), *in = check_alloc(n * BLOCK);
    int *vector = check_alloc(COUNT * sizeof *vector), *sum = check_alloc(COUNT * sizeof *sum);
    unsigned char *root = check_alloc(LONGEST);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Request requests[3];
        int flag;
        for (int peer = 0; peer < check_size; peer++)
            fill_bytes(out + (size_t)peer * BLOCK, BLOCK, key_of(check_rank, peer, 1, round));
        for (int i = 0; i < COUNT; i++)
            vector[i] = i * (check_rank + 1) + round;
        if (check_rank == round % check_size)
            fill_bytes(root, LONGEST, (uint64_t)round);
        OK(MPI_Ialltoall(out, BLOCK, MPI_BYTE, in, BLOCK, MPI_BYTE, MPI_COMM_WORLD, &requests[0]));
        OK(MPI_Iallreduce(vector, sum, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]));
        OK(MPI_Ibcast(root, LONGEST, MPI_BYTE, round % check_size, MPI_COMM_WORLD, &requests[2]));
        compute(check_rank);
        OK(MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE));
        compute(1);
        OK(MPI_Wait(&requests[2], MPI_STATUS_IGNORE));
        OK(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
        for (int peer = 0; peer < check_size; peer++)
            CHECK_BYTES(in + (size_t)peer * BLOCK, BLOCK, key_of(peer, check_rank, 1, round));
        for (int i = 0; i < COUNT; i++)
            if (sum[i] != i * (check_size * (check_size + 1) / 2) + round * check_size)
                FAIL("element %d is %d", i, sum[i]);
        CHECK_BYTES(root, LONGEST, (uint64_t)round);
    }
    free(out);
    free(in);
    free(vector);
    free(sum);
    free(root);
}

static MPI_Comm comms[THREADS];

static void *thread(void *argument)
{
    int index = *(int *)argument;
    for (int round = 0; round < ROUNDS; round++)
        exchange(round + index, comms[index]);
    return NULL;
}

static void threads(void)
{
    pthread_t handles[THREADS];
    int indices[THREADS];
    for (int i = 0; i < THREADS; i++)
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]));
    for (int i = 0; i < THREADS; i++) {
        indices[i] = i;
        CHECK(pthread_create(&handles[i], NULL, thread, &indices[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(handles[i], NULL) == 0);
        OK(MPI_Comm_free(&comms[i]));
    }
}

/* A send and a receive that nobody matches are withdrawn while another message between the same ranks is under way. */
static void cancelled(void)
{
    int up = (check_rank + 1) % check_size, down = (check_rank + check_size - 1) % check_size, flag;
    unsigned char *out = check_alloc(LONGEST), *in = check_alloc(LONGEST), *unused = check_alloc(LONGEST);
    memset(unused, 0x5a, LONGEST);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Request requests[4];
        MPI_Status status;
        fill_bytes(out, LONGEST, key_of(check_rank, up, 2, round));
        OK(MPI_Irecv(in, LONGEST, MPI_BYTE, down, 1, MPI_COMM_WORLD, &requests[0]));
        OK(MPI_Isend(out, LONGEST, MPI_BYTE, up, 1, MPI_COMM_WORLD, &requests[1]));
        OK(MPI_Irecv(unused, LONGEST, MPI_BYTE, down, 9, MPI_COMM_WORLD, &requests[2]));
        OK(MPI_Isend(out, LONGEST, MPI_BYTE, up, 8, MPI_COMM_WORLD, &requests[3]));
        compute(1);
        for (int i = 2; i < 4; i++) {
            OK(MPI_Cancel(&requests[i]));
            OK(MPI_Wait(&requests[i], &status));
            OK(MPI_Test_cancelled(&status, &flag));
            CHECK(flag);
        }
        /* One that is matched is not withdrawn, or is, but never half. */
        OK(MPI_Cancel(&requests[0]));
        OK(MPI_Wait(&requests[0], &status));
        OK(MPI_Test_cancelled(&status, &flag));
        if (flag)
            OK(MPI_Recv(in, LONGEST, MPI_BYTE, down, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
        CHECK_BYTES(in, LONGEST, key_of(down, check_rank, 2, round));
        CHECK_UNTOUCHED(unused, LONGEST, 0x5a);
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
    free(out);
    free(in);
    free(unused);
}

/* Requests are freed while their messages are under way; an answer tells the sender that its buffer is its own again. */
static void freed(void)
{
    int up = (check_rank + 1) % check_size, down = (check_rank + check_size - 1) % check_size;
    unsigned char *out = check_alloc(LONGEST), *in = check_alloc(LONGEST);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Request request;
        fill_bytes(out, LONGEST, key_of(check_rank, up, 3, round));
        OK(MPI_Isend(out, LONGEST, MPI_BYTE, up, 1, MPI_COMM_WORLD, &request));
        OK(MPI_Request_free(&request));
        OK(MPI_Irecv(in, LONGEST, MPI_BYTE, down, 1, MPI_COMM_WORLD, &request));
        compute(1);
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        CHECK_BYTES(in, LONGEST, key_of(down, check_rank, 3, round));
        OK(MPI_Sendrecv(NULL, 0, MPI_BYTE, down, 2, NULL, 0, MPI_BYTE, up, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
    free(out);
    free(in);
}

/* A child of a process whose messages are under way ends like any other. */
static void child(void)
{
    struct traffic traffic;
    begin(&traffic, 1 - check_rank, 0, MPI_COMM_WORLD);
    compute(1);
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0)
        exit(7);
    int status = 0;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    end(&traffic, 1 - check_rank, 0);
    many();
}

static unsigned char last_out[LONGEST], last_in[LONGEST];

/* The sender has nothing left to do but to finalize. */
static void finalize(void)
{
    int up = (check_rank + 1) % check_size, down = (check_rank + check_size - 1) % check_size;
    MPI_Request request;
    fill_bytes(last_out, LONGEST, (uint64_t)check_rank);
    OK(MPI_Isend(last_out, LONGEST, MPI_BYTE, up, 1, MPI_COMM_WORLD, &request));
    OK(MPI_Request_free(&request));
    OK(MPI_Recv(last_in, LONGEST, MPI_BYTE, down, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_BYTES(last_in, LONGEST, (uint64_t)down);
    OK(MPI_Isend(last_out, LONGEST, MPI_BYTE, up, 2, MPI_COMM_WORLD, &request));
    OK(MPI_Request_free(&request));
    OK(MPI_Irecv(last_in, LONGEST, MPI_BYTE, down, 2, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* A receive with too little room says so, and nothing outside of the room is touched. */
static void truncated(void)
{
    int up = (check_rank + 1) % check_size, down = (check_rank + check_size - 1) % check_size;
    unsigned char *out = check_alloc(LONGEST), *in = check_alloc(LONGEST);
    MPI_Request requests[2];
    fill_bytes(out, LONGEST, (uint64_t)check_rank);
    memset(in, 0x5a, LONGEST);
    OK(MPI_Irecv(in, LONGEST / 2, MPI_BYTE, down, 1, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Isend(out, LONGEST, MPI_BYTE, up, 1, MPI_COMM_WORLD, &requests[1]));
    compute(2);
    ERR(MPI_ERR_TRUNCATE, MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    OK(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    CHECK_UNTOUCHED(in + LONGEST / 2, LONGEST / 2, 0x5a);
    free(out);
    free(in);
}

/* So long that whoever copies stores past the caches, which the thread has to have done before it says that the data are there. */
static void past_caches(void)
{
    enum { LONG = (40 << 20) + 77 };
    unsigned char *out = check_alloc(LONG), *in = check_alloc(LONG + 64);
    int peer = !check_rank;
    for (int round = 0; round < 3; round++) {
        MPI_Request requests[2];
        fill_bytes(out, LONG, key_of(check_rank, peer, 0, round));
        memset(in, 0x5a, LONG + 64);
        OK(MPI_Irecv(in, LONG, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &requests[0]));
        OK(MPI_Isend(out, LONG, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &requests[1]));
        compute(check_rank == round % 2 ? 5 : 1);
        OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        CHECK_BYTES(in, LONG, key_of(peer, check_rank, 0, round));
        CHECK_UNTOUCHED(in + LONG, 64, 0x5a);
    }
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {
        {"many", many},           {"typed", typed}, {"collectives", collectives}, {"threads", threads},     {"cancelled", cancelled},
        {"freed", freed},         {"child", child}, {"finalize", finalize},       {"truncated", truncated},
        {"past_caches", past_caches},
    };
    const char *name = argc > 1 ? argv[1] : "many";
    if (strcmp(name, "threads"))
        check_begin(&argc, &argv);
    else
        check_begin_threads(&argc, &argv);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(cases[i].name, name)) {
            NOTE("%s", name);
            cases[i].run();
            return check_end();
        }
    FAIL("no case %s", name);
}
