// Buffered sends: local completion with no receive in sight, reuse of freed space, overflow, attach and detach of process,
// communicator and automatic buffers, flush.
// ranks: 2 3
#include "check.h"

enum { BYTES = 20000, MESSAGES = 8, ROOM = MESSAGES * (BYTES + MPI_BSEND_OVERHEAD) };

static void handshake(void)
{
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

/* All sends return although nobody receives yet; the data may change at once; detach waits for the messages to leave. */
static void local_completion(unsigned char *room)
{
    unsigned char *data = check_alloc(BYTES);
    void *detached = NULL;
    int size = 0;
    if (check_rank == 0) {
        OK(MPI_Buffer_attach(room, ROOM));
        for (int i = 0; i < MESSAGES; i++) {
            fill_bytes(data, BYTES, i);
            OK(MPI_Bsend(data, BYTES, MPI_BYTE, 1, i, MPI_COMM_WORLD));
            memset(data, 0, BYTES);
        }
    }
    handshake();
    if (check_rank == 0) {
        OK(MPI_Buffer_detach(&detached, &size));
        CHECK(detached == room);
        CHECK_EQ(size, ROOM);
        memset(room, 0xFF, ROOM); /* detached: ours again, the messages are safe */
    } else if (check_rank == 1) {
        for (int i = MESSAGES - 1; i >= 0; i--) {
            OK(MPI_Recv(data, BYTES, MPI_BYTE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK_BYTES(data, BYTES, i);
        }
    }
    handshake();
    free(data);
}

static void overflow(unsigned char *room)
{
    unsigned char *data = check_alloc(BYTES);
    int size;
    if (check_rank == 0) {
        ERR(MPI_ERR_BUFFER, MPI_Bsend(data, 10, MPI_BYTE, 1, 1, MPI_COMM_WORLD), "MPI_Bsend");
        OK(MPI_Buffer_attach(room, 1000 + MPI_BSEND_OVERHEAD));
        ERR(MPI_ERR_BUFFER, MPI_Bsend(data, BYTES, MPI_BYTE, 1, 1, MPI_COMM_WORLD), "MPI_Bsend", "20000");
        fill_bytes(data, 500, 5);
        OK(MPI_Bsend(data, 500, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
        int class = check_ferry ? MPI_ERR_BUFFER : MPI_ERR_OTHER;
        ERR(class, MPI_Buffer_attach(room, 1000), "MPI_Buffer_attach"); /* one at a time */
        OK(MPI_Buffer_detach(&room, &size));
    } else if (check_rank == 1) {
        OK(MPI_Recv(data, BYTES, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_BYTES(data, 500, 5);
    }
    free(data);
}

/* Many more messages than the buffer holds at once: space comes back as messages leave. */
static void reuse(unsigned char *room)
{
    enum { COUNT = 500 };
    unsigned char data[3000];
    int size, token = 0;
    if (check_rank == 0) {
        OK(MPI_Buffer_attach(room, 4 * (3000 + MPI_BSEND_OVERHEAD)));
        for (int i = 0; i < COUNT; i++) {
            fill_bytes(data, 1000 + i * 4 % 2000, i);
            OK(MPI_Bsend(data, 1000 + i * 4 % 2000, MPI_BYTE, 1, 2, MPI_COMM_WORLD));
            if (i % 3 == 2)
                OK(MPI_Recv(&token, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        }
        OK(MPI_Buffer_detach(&room, &size));
    } else if (check_rank == 1) {
        for (int i = 0; i < COUNT; i++) {
            MPI_Status status;
            OK(MPI_Recv(data, 3000, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &status));
            CHECK_STATUS(status, 0, 2, MPI_BYTE, 1000 + i * 4 % 2000);
            CHECK_BYTES(data, 1000 + i * 4 % 2000, i);
            if (i % 3 == 2)
                OK(MPI_Send(&token, 1, MPI_INT, 0, 3, MPI_COMM_WORLD));
        }
    }
    handshake();
}

/* A strided type is packed into the buffer. */
static void strided(unsigned char *room)
{
    enum { BLOCKS = 1000 };
    int data[2 * BLOCKS], size;
    MPI_Datatype vector;
    OK(MPI_Type_vector(BLOCKS, 1, 2, MPI_INT, &vector));
    OK(MPI_Type_commit(&vector));
    if (check_rank == 0) {
        int needed = 0;
        OK(MPI_Pack_size(1, vector, MPI_COMM_WORLD, &needed));
        OK(MPI_Buffer_attach(room, needed + MPI_BSEND_OVERHEAD));
        for (int i = 0; i < 2 * BLOCKS; i++)
            data[i] = i;
        OK(MPI_Bsend(data, 1, vector, 1, 4, MPI_COMM_WORLD));
        memset(data, 0, sizeof data);
        OK(MPI_Buffer_detach(&room, &size));
    } else if (check_rank == 1) {
        OK(MPI_Recv(data, BLOCKS, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        for (int i = 0; i < BLOCKS; i++)
            CHECK_EQ(data[i], 2 * i);
    }
    OK(MPI_Type_free(&vector));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    unsigned char *room = check_alloc(ROOM);
    local_completion(room);
    overflow(room);
    reuse(room);
    strided(room);
    free(room);
    return check_end();
}
