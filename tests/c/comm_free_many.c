// Freeing and disconnecting communicators takes no longer because there are thousands of others with operations under way.
// ranks: 1 2
#include "check.h"
#include <time.h>

enum { MANY = 24000, FEW = 400 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

/* Processor time of freeing, and of disconnecting, FEW duplicates; the least of three. */
static double cost(void)
{
    double least = 1e9;
    for (int attempt = 0; attempt < 3; attempt++) {
        MPI_Comm comms[FEW];
        for (int i = 0; i < FEW; i++)
            OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]));
        double began = seconds();
        for (int i = 0; i < FEW; i++)
            OK(i % 2 ? MPI_Comm_free(&comms[i]) : MPI_Comm_disconnect(&comms[i]));
        double took = seconds() - began;
        least = took < least ? took : least;
    }
    return least;
}

int main(int argc, char **argv)
{
    static MPI_Request requests[MANY];
    static char bytes[MANY];
    check_begin(&argc, &argv);
    double alone = cost();
    for (int i = 0; i < MANY; i++)
        OK(MPI_Irecv(&bytes[i], 1, MPI_BYTE, check_rank, i, MPI_COMM_WORLD, &requests[i]));
    double among_many = cost();
    for (int i = 0; i < MANY; i++)
        OK(MPI_Send(&bytes[i], 1, MPI_BYTE, check_rank, i, MPI_COMM_WORLD));
    OK(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
    /* A look at each operation would take 20 ms or more for each communicator's 400. */
    if (check_ferry && among_many > 10 * alone + 2e-3)
        FAIL("%d communicators take %g ms alone and %g ms among %d operations", FEW, alone * 1e3, among_many * 1e3, MANY);
    return check_end();
}
