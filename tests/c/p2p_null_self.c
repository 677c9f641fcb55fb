// MPI_PROC_NULL as peer of every call, messages to oneself in every mode, and empty messages with null buffers.
// ranks: 1 2 3
#include "check.h"

static void no_process(void)
{
    int value = 17;
    MPI_Status status;
    MPI_Request request;
    OK(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    OK(MPI_Ssend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    OK(MPI_Rsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    OK(MPI_Bsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    OK(MPI_Issend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_INT, 0);
    OK(MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, &status));
    CHECK_STATUS(status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_INT, 0);
    CHECK_EQ(value, 17);
}

static void to_self(int size)
{
    unsigned char *in = check_alloc(size), *out = check_alloc(size);
    MPI_Request requests[2];
    MPI_Status status;
    fill_bytes(out, size, size);
    OK(MPI_Irecv(in, size, MPI_BYTE, check_rank, 1, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Ssend(out, size, MPI_BYTE, check_rank, 1, MPI_COMM_WORLD));
    OK(MPI_Wait(&requests[0], &status));
    CHECK_STATUS(status, check_rank, 1, MPI_BYTE, size);
    CHECK_BYTES(in, size, size);
    memset(in, 0, size);
    OK(MPI_Issend(out, size, MPI_BYTE, 0, 2, MPI_COMM_SELF, &requests[0]));
    int flag = 1;
    OK(MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE));
    CHECK(!flag); /* synchronous: not before the receive */
    OK(MPI_Recv(in, size, MPI_BYTE, MPI_ANY_SOURCE, 2, MPI_COMM_SELF, &status));
    OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    CHECK_STATUS(status, 0, 2, MPI_BYTE, size);
    CHECK_BYTES(in, size, size);
    free(in);
    free(out);
}

static void empty(void)
{
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    MPI_Status status;
    MPI_Request request;
    OK(MPI_Isend(NULL, 0, MPI_DOUBLE, to, 5, MPI_COMM_WORLD, &request));
    OK(MPI_Recv(NULL, 0, MPI_DOUBLE, from, 5, MPI_COMM_WORLD, &status));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_STATUS(status, from, 5, MPI_DOUBLE, 0);
    unsigned char room[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    OK(MPI_Isend(NULL, 0, MPI_BYTE, to, 6, MPI_COMM_WORLD, &request));
    OK(MPI_Recv(room, 8, MPI_BYTE, from, 6, MPI_COMM_WORLD, &status));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_STATUS(status, from, 6, MPI_BYTE, 0);
    CHECK_EQ(room[0], 1);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    int size = 1000;
    void *buffer = check_alloc(size);
    OK(MPI_Buffer_attach(buffer, size));
    no_process();
    OK(MPI_Buffer_detach(&buffer, &size));
    free(buffer);
    const int sizes[] = {0, 1, 777, 20000, 1 << 20};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        to_self(sizes[i]);
    empty();
    return check_end();
}
