// Four threads a rank, each on a communicator of its own and all at once: ring exchanges, messages from any source, collectives, probes, and
// waits that only another thread of the rank can end. Data are checked by content.
// ranks: 2 3 4
// timeout: 120
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 60, LONGEST = 20000 };

struct job {
    MPI_Comm comm;
    int number;
};

static int *made(int len, int seed)
{
    int *data = malloc((size_t)len * sizeof *data);
    for (int i = 0; i < len; i++)
        data[i] = seed * 31 + i;
    return data;
}

static int is_made(const int *data, int len, int seed)
{
    for (int i = 0; i < len; i++)
        if (data[i] != seed * 31 + i)
            return 0;
    return 1;
}

static void ring(struct job *job, int round)
{
    int right = (check_rank + 1) % check_size, left = (check_rank + check_size - 1) % check_size;
    int len = 1 + (round * 977 + job->number * 131) % LONGEST;
    int *out = made(len, check_rank + round), *in = made(len, -1);
    MPI_Request request;
    MPI_Status status;
    OK(MPI_Irecv(in, len, MPI_INT, round % 2 ? left : MPI_ANY_SOURCE, round, job->comm, &request));
    OK(MPI_Send(out, len, MPI_INT, right, round, job->comm));
    OK(MPI_Wait(&request, &status));
    CHECK(status.MPI_SOURCE == left && is_made(in, len, left + round));
    free(out);
    free(in);
}

static void probed(struct job *job, int round)
{
    int right = (check_rank + 1) % check_size, len = 1 + round, count;
    int *out = made(len, check_rank - round), *in = made(len, -1);
    MPI_Request request;
    MPI_Status status;
    OK(MPI_Isend(out, len, MPI_INT, right, 1000 + round, job->comm, &request));
    OK(MPI_Probe(MPI_ANY_SOURCE, 1000 + round, job->comm, &status));
    OK(MPI_Get_count(&status, MPI_INT, &count));
    CHECK(count == len);
    OK(MPI_Recv(in, len, MPI_INT, status.MPI_SOURCE, 1000 + round, job->comm, MPI_STATUS_IGNORE));
    CHECK(is_made(in, len, status.MPI_SOURCE - round));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    free(out);
    free(in);
}

static void together(struct job *job, int round)
{
    int mine = check_rank + round, sum = 0, want = 0, root = round % check_size, word = mine;
    MPI_Request request;
    for (int rank = 0; rank < check_size; rank++)
        want += rank + round;
    OK(MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, job->comm, &request));
    OK(MPI_Bcast(&word, 1, MPI_INT, root, job->comm));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(sum == want && word == root + round);
    if (round % 8 == 0)
        OK(MPI_Barrier(job->comm));
}

static void *work(void *argument)
{
    struct job *job = argument;
    for (int round = 0; round < ROUNDS; round++) {
        ring(job, round);
        probed(job, round);
        together(job, round);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    struct job jobs[THREADS];
    check_begin_threads(&argc, &argv);
    for (int i = 0; i < THREADS; i++) {
        jobs[i].number = i;
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &jobs[i].comm));
    }
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, work, &jobs[i]) == 0);
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        OK(MPI_Comm_free(&jobs[i].comm));
    }
    return check_end();
}
