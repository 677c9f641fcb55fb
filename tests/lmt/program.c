/* Large messages between the ranks of a job, for run.py: program WHAT. Prints "ok" where everything arrived. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lmt.h"

/* Everybody exchanges with everybody, dense and with gaps, many at once, twice: what failed the first time falls back, the second time knows. */
static void exchange(void)
{
    static const size_t sizes[] = {30000, 500000, 3000000};
    for (int round = 0; round < 2; round++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (int l = -1; l < LMT_GAPPED; l++) {
                const lmt_layout *layout = l < 0 ? &lmt_dense : &lmt_gapped[l];
                size_t periods = lmt_periods(layout, sizes[s]), span = lmt_span(layout, periods), ranks = (size_t)check_size;
                uint64_t key = (uint64_t)round * 1000 + s * 100;
                NOTE("round %d, %zu periods, %s", round, periods, layout->name);
                lmt_buffer out = lmt_new(layout, periods, 1, 0), in = lmt_new(layout, ranks * periods, 0, 1);
                MPI_Datatype type = lmt_type(layout);
                MPI_Request *requests = check_alloc(2 * ranks * sizeof *requests);
                lmt_fill(out.data, layout, periods, key + (uint64_t)check_rank);
                for (int p = 0; p < check_size; p++) {
                    OK(MPI_Irecv(in.data + (size_t)p * span, (int)periods, type, p, 0, MPI_COMM_WORLD, &requests[2 * p]));
                    OK(MPI_Isend(out.data, (int)periods, type, p, 0, MPI_COMM_WORLD, &requests[2 * p + 1]));
                }
                OK(MPI_Waitall(2 * check_size, requests, MPI_STATUSES_IGNORE));
                for (int p = 0; p < check_size; p++)
                    LMT_CHECK(in.data + (size_t)p * span, layout, periods, periods * lmt_data(layout), key + (uint64_t)p);
                free(requests);
                lmt_free_type(type);
                lmt_free(&in);
                lmt_free(&out);
            }
}

/* The delay is what is tested: it moves the end through the transfer. Whenever it comes, the job has to end with an error that names the rank. */
static void *die(void *delay_us)
{
    usleep(*(useconds_t *)delay_us);
    kill(getpid(), SIGKILL);
    return NULL;
}

/* Messages go from rank `from` to the other one, until rank 1 is killed in the middle of one. */
static void killed(int from, useconds_t delay_us)
{
    enum { BYTES = 64 << 20 };
    unsigned char *buffer = check_alloc(BYTES);
    memset(buffer, 1, BYTES);
    for (int message = 0;; message++) {
        if (message == 2 && check_rank == 1) {
            pthread_t thread;
            if (pthread_create(&thread, NULL, die, &delay_us) != 0)
                FAIL("no thread");
        }
        if (check_rank == from)
            OK(MPI_Send(buffer, BYTES, MPI_BYTE, 1 - from, 0, MPI_COMM_WORLD));
        else
            OK(MPI_Recv(buffer, BYTES, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
}

/* `bytes` bytes of which the last quarter has this protection. */
static unsigned char *guarded(size_t bytes, int protection)
{
    unsigned char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        FAIL("mmap");
    memset(memory, 3, bytes);
    if (mprotect(memory + bytes / 4 * 3, bytes / 4, protection) != 0)
        FAIL("mprotect");
    return memory;
}

static void tell(const char *side, const void *buffer, int code)
{
    char text[MPI_MAX_ERROR_STRING] = "no error";
    int class = MPI_SUCCESS, length;
    if (code != MPI_SUCCESS) {
        MPI_Error_class(code, &class);
        MPI_Error_string(code, text, &length);
    }
    const char *name = class == MPI_SUCCESS ? "success" : class == MPI_ERR_BUFFER ? "buffer" : class == MPI_ERR_OTHER ? "other" : "another";
    printf("%s %p: class %s: %s\n", side, buffer, name, text);
    fflush(stdout);
}

/* A buffer that the sender may not read, or the receiver not write; afterwards a message with a good one. */
static void bad_buffer(int is_send, int is_gapped)
{
    size_t bytes = 8 * MIB;
    const lmt_layout *layout = is_gapped ? &lmt_gapped[0] : &lmt_dense;
    MPI_Datatype type = lmt_type(layout);
    int count = (int)(bytes / (size_t)layout->period);
    int is_bad = is_send == (check_rank == 0);
    unsigned char *bad = is_bad ? guarded(bytes, is_send ? PROT_NONE : PROT_READ) : check_alloc(bytes), *good = check_alloc(bytes);
    memset(good, 5, bytes);
    if (!is_bad)
        memset(bad, 4, bytes);
    OK(MPI_Barrier(MPI_COMM_WORLD)); /* a message to a rank that is not there yet goes through the ring */
    for (int round = 0; round < 2; round++) {
        if (check_rank == 0) {
            tell("send", bad, MPI_Send(bad, count, type, 1, round, MPI_COMM_WORLD));
            lmt_fill(good, &lmt_dense, bytes, (uint64_t)round);
            OK(MPI_Send(good, (int)bytes, MPI_BYTE, 1, round, MPI_COMM_WORLD));
        } else {
            tell("receive", bad, MPI_Recv(bad, count, type, 0, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            OK(MPI_Recv(good, (int)bytes, MPI_BYTE, 0, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK(lmt_same(good, bytes, 0, (uint64_t)round));
        }
    }
    lmt_free_type(type);
}

/* Many messages at once, of which one has a buffer that the sender may not read, or the receiver not write: the others arrive. */
static void bad_among_many(int is_send)
{
    enum { MANY = 12, BAD = 5, BYTES = 32 << 10 };
    int is_bad = is_send == (check_rank == 0);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int round = 0; round < 2; round++) {
        unsigned char *buffers[MANY];
        MPI_Request requests[MANY];
        MPI_Status statuses[MANY];
        for (int m = 0; m < MANY; m++) {
            buffers[m] = is_bad && m == BAD ? guarded(BYTES, is_send ? PROT_NONE : PROT_READ) : check_alloc(BYTES);
            if (check_rank == 0 && !(is_bad && m == BAD))
                lmt_fill(buffers[m], &lmt_dense, BYTES, (uint64_t)(round * MANY + m));
            if (check_rank == 0)
                OK(MPI_Isend(buffers[m], BYTES, MPI_BYTE, 1, m, MPI_COMM_WORLD, &requests[m]));
            else
                OK(MPI_Irecv(buffers[m], BYTES, MPI_BYTE, 0, m, MPI_COMM_WORLD, &requests[m]));
        }
        int code = MPI_Waitall(MANY, requests, statuses);
        for (int m = 0; m < MANY; m++)
            if (m == BAD && (is_send ? check_rank == 0 : check_rank == 1))
                tell(is_send ? "send" : "receive", buffers[m], code == MPI_SUCCESS ? code : statuses[m].MPI_ERROR);
            else if (m != BAD) {
                CHECK(code == MPI_SUCCESS || statuses[m].MPI_ERROR == MPI_SUCCESS);
                CHECK(check_rank == 0 || lmt_same(buffers[m], BYTES, 0, (uint64_t)(round * MANY + m)));
            }
    }
}

/* All descriptors that are left are taken, at the beginning or after a first exchange, and given back later. */
static void descriptors(int after)
{
    if (after)
        exchange();
    int hoard[4096], count = 0;
    while (count < 4096 && (hoard[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
        count++;
    CHECK(count == 4096 || errno == EMFILE);
    exchange();
    while (count > 0)
        close(hoard[--count]);
    exchange();
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    const char *what = argc > 1 ? argv[1] : "exchange";
    if (strcmp(what, "exchange") == 0)
        exchange();
    else if (strcmp(what, "killed-sender") == 0)
        killed(1, (useconds_t)atoi(argv[2]));
    else if (strcmp(what, "killed-receiver") == 0)
        killed(0, (useconds_t)atoi(argv[2]));
    else if (strncmp(what, "bad-among-", 10) == 0)
        bad_among_many(strstr(what, "send") != NULL);
    else if (strncmp(what, "bad-", 4) == 0)
        bad_buffer(strstr(what, "send") != NULL, strstr(what, "gaps") != NULL);
    else if (strncmp(what, "descriptors", 11) == 0)
        descriptors(strstr(what, "later") != NULL);
    else
        FAIL("no test is called %s", what);
    return check_end();
}
