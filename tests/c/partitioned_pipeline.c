// Partitions move while the program works on others: the receiver has the first ones before the sender declares the last ones ready, large or small,
// also when the receiver is in another call, and when its request is started before the sender's exists.
// needs: ferry
// ranks: 2 4
#include "check.h"

enum { PARTS = 8 };

/* Even ranks send to the odd one above. The sender waits for the word that a partition has arrived before it goes on. */
static void step_by_step(int size)
{
    unsigned char *data = check_alloc((size_t)PARTS * size);
    MPI_Request request;
    int token = 0, flag;
    NOTE("partitions of %d bytes", size);
    if (check_rank % 2 == 0) {
        fill_bytes(data, (size_t)PARTS * size, size);
        OK(MPI_Psend_init(data, PARTS, size, MPI_BYTE, check_rank + 1, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
        OK(MPI_Start(&request));
        for (int i = PARTS - 1; i >= 0; i--) {
            OK(MPI_Pready(i, request));
            OK(MPI_Recv(&token, 1, MPI_INT, check_rank + 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK_EQ(token, i);
        }
    } else {
        memset(data, 0, (size_t)PARTS * size);
        OK(MPI_Precv_init(data, PARTS, size, MPI_BYTE, check_rank - 1, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
        OK(MPI_Start(&request));
        for (int i = PARTS - 1; i >= 0; i--) {
            for (flag = 0; !flag;)
                OK(MPI_Parrived(request, i, &flag));
            for (int at = 0; at < size; at++)
                CHECK_EQ(data[(size_t)i * size + at], check_byte((size_t)i * size + at, size));
            for (int later = 0; later < i; later++) {
                OK(MPI_Parrived(request, later, &flag));
                CHECK_EQ(flag, 0);
            }
            OK(MPI_Send(&i, 1, MPI_INT, check_rank - 1, 2, MPI_COMM_WORLD));
        }
    }
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Request_free(&request));
    free(data);
}

/* The receiver starts, then is in a plain receive until the sender, which made its request later, has finished its round: large data goes through. */
static void receiver_elsewhere(int size)
{
    unsigned char *data = check_alloc((size_t)PARTS * size);
    MPI_Request request;
    int token = 5;
    NOTE("receiver elsewhere, %d bytes", size);
    if (check_rank % 2 == 0) {
        OK(MPI_Recv(&token, 1, MPI_INT, check_rank + 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        fill_bytes(data, (size_t)PARTS * size, 9);
        OK(MPI_Psend_init(data, PARTS, size, MPI_BYTE, check_rank + 1, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
        OK(MPI_Start(&request));
        OK(MPI_Pready_range(0, PARTS - 1, request));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        OK(MPI_Send(&token, 1, MPI_INT, check_rank + 1, 4, MPI_COMM_WORLD));
    } else {
        OK(MPI_Precv_init(data, PARTS, size, MPI_BYTE, check_rank - 1, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
        OK(MPI_Start(&request));
        OK(MPI_Send(&token, 1, MPI_INT, check_rank - 1, 3, MPI_COMM_WORLD));
        OK(MPI_Recv(&token, 1, MPI_INT, check_rank - 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        CHECK_BYTES(data, (size_t)PARTS * size, 9);
    }
    OK(MPI_Request_free(&request));
    free(data);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Request request;
    if (!HAVE(MPI_Psend_init(NULL, 0, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request)))
        return check_end();
    OK(MPI_Request_free(&request));
    static const int sizes[] = {1, 100, 10000, 500000};
    for (int i = 0; i < 4; i++) {
        step_by_step(sizes[i]);
        if (check_ferry)
            receiver_elsewhere(sizes[i]);
    }
    return check_end();
}
