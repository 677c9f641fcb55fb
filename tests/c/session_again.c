// MPI is used again after the last session ended, by ranks that come back at different times: nothing that a faster one sends meanwhile is lost.
// ranks: 1 2 3 4 7
#include "check.h"

#include <unistd.h>

enum { ROUNDS = 12, LONG = 300000, MESSAGES = 20 };

static int rank, size;

/* Many messages to the next rank, short and long, all sent before any is received, and a sum over all. */
static void talk(MPI_Comm comm, int round)
{
    static int out[MESSAGES][LONG / sizeof(int)], in[LONG / sizeof(int)];
    MPI_Request requests[MESSAGES];
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    for (int number = 0; number < MESSAGES; number++) {
        const int count = number % 5 == 4 ? LONG / (int)sizeof(int) : number;
        for (int at = 0; at < count; at++)
            out[number][at] = rank * 1000000 + round * 10000 + number + at;
        MPI_Isend(out[number], count, MPI_INT, next, number, comm, &requests[number]);
    }
    for (int number = 0; number < MESSAGES; number++) {
        const int count = number % 5 == 4 ? LONG / (int)sizeof(int) : number;
        MPI_Recv(in, LONG / sizeof(int), MPI_INT, before, number, comm, MPI_STATUS_IGNORE);
        for (int at = 0; at < count; at++)
            CHECK_EQ(in[at], before * 1000000 + round * 10000 + number + at);
    }
    MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK_EQ(sum, size * (size - 1) / 2);
}

static void use(int round)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "again", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    NOTE("round %d", round);
    talk(comm, round);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
}

int main(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        use(round);
        /* Every third time the others are back, and send, while one rank is still away. */
        if (round % 3 == 2 && rank == round % size)
            usleep(20000);
    }
    if (rank == 0)
        puts("ok");
    return 0;
}
