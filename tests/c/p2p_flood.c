// A million unexpected messages from each sender: none is lost or reordered, and the memory of the receiver stays bounded
// (back-pressure reaches the sender).
// ranks: 2 3
// timeout: 180
// needs: ferry
#include "check.h"
#include <unistd.h>

enum { MESSAGES = 1000000, INTS = 16, LIMIT_KIB = 256 * 1024 };

/* Resident memory of this process in KiB. */
static long resident_kib(void)
{
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file && fscanf(file, "%ld %ld", &pages, &resident) == 2);
    fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static void flood(void)
{
    int data[INTS] = {0};
    for (int i = 0; i < MESSAGES; i++) {
        data[0] = i, data[INTS - 1] = ~i;
        OK(MPI_Send(data, INTS, MPI_INT, 0, 1, MPI_COMM_WORLD));
    }
    data[0] = -1;
    OK(MPI_Send(data, 1, MPI_INT, 0, 2, MPI_COMM_WORLD));
}

/* Looks for a message that comes only after the flood could have arrived, then drains it in order. */
static void drain(void)
{
    int data[INTS], next[64] = {0}, flag;
    long before = resident_kib();
    double start = MPI_Wtime();
    while (MPI_Wtime() - start < 2.0) /* let it pile up while progress goes on */
        OK(MPI_Iprobe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    long grown = resident_kib() - before;
    if (grown > LIMIT_KIB)
        FAIL("unexpected messages took %ld KiB", grown);
    for (long i = 0; i < (check_size - 1) * (long)MESSAGES; i++) {
        MPI_Status status;
        OK(MPI_Recv(data, INTS, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status));
        CHECK_EQ(data[0], next[status.MPI_SOURCE]);
        CHECK_EQ(data[INTS - 1], ~data[0]);
        next[status.MPI_SOURCE]++;
    }
    for (int rank = 1; rank < check_size; rank++)
        OK(MPI_Recv(data, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    grown = resident_kib() - before;
    if (grown > LIMIT_KIB)
        FAIL("after the flood %ld KiB more are resident", grown);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    if (check_rank == 0)
        drain();
    else
        flood();
    return check_end();
}
