// 100,000 requests outstanding at once, completed in an order other than posted.
// ranks: 1 2 3
// timeout: 120
#include "check.h"

enum { COUNT = 50000 };

static int in[COUNT], out[COUNT];
static MPI_Request requests[2 * COUNT];
static MPI_Status statuses[2 * COUNT];

static void exchange(int to, int from, int receives_first)
{
    for (int i = 0; i < COUNT; i++)
        out[i] = check_rank * COUNT + i, in[i] = -1;
    for (int half = 0; half < 2; half++)
        for (int i = 0; i < COUNT; i++) {
            if ((half == 0) == receives_first)
                OK(MPI_Irecv(&in[i], 1, MPI_INT, from, i % 32, MPI_COMM_WORLD, &requests[i]));
            else
                OK(MPI_Isend(&out[i], 1, MPI_INT, to, i % 32, MPI_COMM_WORLD, &requests[COUNT + i]));
        }
    for (int i = 2 * COUNT - 1; i >= 2 * COUNT - 1000; i--) /* the newest first */
        OK(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
    OK(MPI_Waitall(2 * COUNT, requests, statuses));
    for (int i = 0; i < COUNT; i++) {
        CHECK_EQ(in[i], from * COUNT + i);
        CHECK_STATUS(statuses[i], from, i % 32, MPI_INT, 1);
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    exchange(to, from, 1);
    exchange(to, from, 0);
    return check_end();
}
