/* A ping-pong between two ranks by how often buffers are used, and what became of the messages, for buffer_reuse.py (not part of `ferry bench`):

     reuse ROUNDS BYTES[,BYTES]... MODE...

   MODE is `same` (one buffer), `fresh` (each message from a buffer that is used once) or `spectrum` (100 buffers on pages of their own, buffer i used as often
   as i says). A line for each: `mode bytes microseconds`, and with Ferry `counts mode bytes NAME=VALUE...` of rank 0. */
#include "bench.h"

enum { BUFFERS = 100, PAGE = 4096, TAG = 1, COUNTERS = 5 };

static const char *const names[COUNTERS] = {"rdma_packets", "rdma_in_place_packets", "rdma_in_place_bytes", "rdma_registrations",
                                            "rdma_registration_hits"};
static const int classes[COUNTERS] = {MPI_T_PVAR_CLASS_COUNTER, MPI_T_PVAR_CLASS_COUNTER, MPI_T_PVAR_CLASS_AGGREGATE,
                                      MPI_T_PVAR_CLASS_COUNTER, MPI_T_PVAR_CLASS_COUNTER};
static MPI_T_pvar_session session;
static MPI_T_pvar_handle handles[COUNTERS];
static int has_counters = 1;

static void open_counters(void)
{
    int provided, index, count;
    if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS || MPI_T_pvar_session_create(&session) != MPI_SUCCESS) {
        has_counters = 0;
        return;
    }
    for (int i = 0; i < COUNTERS && has_counters; i++) {
        has_counters = MPI_T_pvar_get_index(names[i], classes[i], &index) == MPI_SUCCESS &&
                       MPI_T_pvar_handle_alloc(session, index, NULL, &handles[i], &count) == MPI_SUCCESS;
        if (has_counters)
            MPI_T_pvar_start(session, handles[i]);
    }
}

static void read_counters(unsigned long long *values)
{
    for (int i = 0; i < COUNTERS && has_counters; i++)
        MPI_T_pvar_read(session, handles[i], &values[i]);
}

/* The place of the buffer that round `round` uses. */
static size_t place(const char *mode, long round, unsigned *seed, size_t room)
{
    if (!strcmp(mode, "fresh"))
        return (size_t)round * room;
    if (!strcmp(mode, "same"))
        return 0;
    unsigned one = (unsigned)rand_r(seed) % BUFFERS, other = (unsigned)rand_r(seed) % BUFFERS;
    return (one > other ? one : other) * room;
}

static void run(const char *mode, long rounds, int bytes)
{
    /* Fresh buffers lie side by side, others on pages of their own. */
    int is_fresh = !strcmp(mode, "fresh");
    size_t room = is_fresh ? (size_t)bytes : ((size_t)bytes + PAGE - 1) / PAGE * PAGE;
    char *memory = buffer(room * (size_t)(is_fresh ? rounds : BUFFERS)), *in = buffer((size_t)bytes);
    unsigned long long before[COUNTERS] = {0}, after[COUNTERS] = {0};
    unsigned seed = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    read_counters(before);
    double begin = now_s();
    for (long round = 0; round < rounds; round++) {
        char *out = memory + place(mode, round, &seed, room);
        if (rank == 0) {
            MPI_Send(out, bytes, MPI_CHAR, 1, TAG, MPI_COMM_WORLD);
            MPI_Recv(in, bytes, MPI_CHAR, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, bytes, MPI_CHAR, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, bytes, MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
        }
    }
    double each_us = 1e6 * (now_s() - begin) / (2.0 * (double)rounds);
    read_counters(after);
    if (rank == 0) {
        printf("%s %d %.3f\n", mode, bytes, each_us);
        if (has_counters) {
            printf("counts %s %d", mode, bytes);
            for (int i = 0; i < COUNTERS; i++)
                printf(" %s=%llu", names[i], after[i] - before[i]);
            printf("\n");
        }
        fflush(stdout);
    }
    free(memory);
    free(in);
}

int main(int argc, char **argv)
{
    bench_init(&argc, &argv);
    if (argc < 4 || ranks != 2)
        usage(argv[0]);
    open_counters();
    for (int i = 3; i < argc; i++) {
        char *text = argv[2];
        for (;;) {
            run(argv[i], atol(argv[1]), (int)strtol(text, &text, 10));
            if (*text++ != ',')
                break;
        }
    }
    MPI_Finalize();
    return 0;
}
