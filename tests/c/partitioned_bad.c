// Partitioned requests used wrongly: partitions twice, out of range, of inactive or other requests; sides that do not fit; freed or cancelled while active.
// ranks: 1 2 3
// needs: ferry
#include "check.h"

static int next, before;

static void arguments(void)
{
    int value[4], flag;
    MPI_Request request;
    MPI_Info stale;
    OK(MPI_Info_create(&stale));
    MPI_Info info = stale;
    OK(MPI_Info_free(&stale));
    ERR(MPI_ERR_ARG, MPI_Psend_init(value, -1, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request), "partitions", "-1");
    ERR(MPI_ERR_COUNT, MPI_Psend_init(value, 1, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request), "count", "-1");
    ERR(MPI_ERR_RANK, MPI_Psend_init(value, 1, 1, MPI_INT, check_size, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request), "dest");
    ERR(MPI_ERR_RANK, MPI_Precv_init(value, 1, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request), "dest");
    ERR(MPI_ERR_TAG, MPI_Precv_init(value, 1, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &request), "tag");
    ERR(MPI_ERR_COMM, MPI_Precv_init(value, 1, 1, MPI_INT, 0, 0, MPI_COMM_NULL, MPI_INFO_NULL, &request), "comm");
    ERR(MPI_ERR_TYPE, MPI_Precv_init(value, 1, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request), "datatype");
    ERR(MPI_ERR_INFO, MPI_Precv_init(value, 1, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, info, &request), "info");
    ERR(MPI_ERR_BUFFER, MPI_Psend_init(NULL, 2, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request), "buf");
    ERR(MPI_ERR_ARG, MPI_Psend_init(value, 2, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, NULL), "request");
    ERR(MPI_ERR_REQUEST, MPI_Pready(0, MPI_REQUEST_NULL), "MPI_Psend_init");
    ERR(MPI_ERR_REQUEST, MPI_Parrived(MPI_REQUEST_NULL, 0, &flag), "MPI_Precv_init");
}

static void misuse(void)
{
    int out[4] = {1, 2, 3, 4}, in[4], flag, list[] = {2, 7};
    MPI_Request send, receive, other, kept;
    OK(MPI_Psend_init(out, 4, 1, MPI_INT, next, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &send));
    OK(MPI_Precv_init(in, 4, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &receive));
    ERR(MPI_ERR_REQUEST, MPI_Pready(0, send), "not active");
    ERR(MPI_ERR_REQUEST, MPI_Pready(0, receive), "MPI_Psend_init");
    ERR(MPI_ERR_REQUEST, MPI_Parrived(send, 0, &flag), "MPI_Precv_init");
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE)); /* inactive: returns at once */
    OK(MPI_Start(&send));
    OK(MPI_Start(&receive));
    ERR(MPI_ERR_REQUEST, MPI_Start(&send), "active");
    ERR(MPI_ERR_REQUEST, MPI_Start(&receive), "active");
    ERR(MPI_ERR_ARG, MPI_Pready(4, send), "partition is 4", "between 0 and 3");
    ERR(MPI_ERR_ARG, MPI_Pready(-1, send), "partition is -1");
    ERR(MPI_ERR_ARG, MPI_Pready_range(2, 5, send), "4");
    ERR(MPI_ERR_ARG, MPI_Pready_range(3, 1, send), "partition_high");
    ERR(MPI_ERR_ARG, MPI_Pready_list(2, list, send), "7");
    ERR(MPI_ERR_ARG, MPI_Pready_list(1, NULL, send), "array_of_partitions");
    ERR(MPI_ERR_COUNT, MPI_Pready_list(-1, list, send), "length");
    ERR(MPI_ERR_ARG, MPI_Parrived(receive, 4, &flag), "between 0 and 3");
    ERR(MPI_ERR_ARG, MPI_Parrived(receive, 0, NULL), "flag");
    OK(MPI_Pready(1, send));
    ERR(MPI_ERR_ARG, MPI_Pready(1, send), "declared ready before");
    ERR(MPI_ERR_ARG, MPI_Pready_range(0, 3, send), "declared ready before");
    ERR(MPI_ERR_REQUEST, MPI_Cancel(&send), "cancelled");
    ERR(MPI_ERR_REQUEST, MPI_Cancel(&receive), "cancelled");
    kept = send;
    ERR(MPI_ERR_REQUEST, MPI_Request_free(&send), "active");
    CHECK(send == kept);
    ERR(MPI_ERR_REQUEST, MPI_Request_free(&receive), "active");
    OK(MPI_Test(&send, &flag, MPI_STATUS_IGNORE));
    CHECK_EQ(flag, 0);
    /* None of the refused calls declared anything ready. */
    OK(MPI_Pready(0, send));
    OK(MPI_Pready(2, send));
    OK(MPI_Pready(3, send));
    OK(MPI_Wait(&receive, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
    for (int i = 0; i < 4; i++)
        CHECK_EQ(in[i], i + 1);
    OK(MPI_Request_free(&send));
    ERR(MPI_ERR_REQUEST, MPI_Pready(0, kept), "MPI_Psend_init");
    OK(MPI_Request_free(&receive));
    /* Made and freed without a round, both in the same order: the next pair still fits. */
    OK(MPI_Psend_init(out, 2, 2, MPI_INT, next, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &other));
    OK(MPI_Request_free(&other));
    OK(MPI_Precv_init(in, 4, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &other));
    OK(MPI_Request_free(&other));
}

/* The sides disagree: both end their rounds, the receiver with an error each time, and nothing is written. */
static void mismatch(int sent, MPI_Datatype send_type, int received, MPI_Datatype receive_type, int class, const char *word)
{
    double out[16] = {1}, in[16];
    MPI_Request send, receive;
    memset(in, 0xee, sizeof in);
    OK(MPI_Psend_init(out, sent, 2, send_type, next, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &send));
    OK(MPI_Precv_init(in, received, 2, receive_type, before, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &receive));
    for (int round = 0; round < 2; round++) {
        OK(MPI_Start(&send));
        OK(MPI_Start(&receive));
        OK(MPI_Pready_range(0, sent - 1, send));
        OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
        ERR(class, MPI_Wait(&receive, MPI_STATUS_IGNORE), word);
        CHECK_UNTOUCHED(in, sizeof in, 0xee);
    }
    OK(MPI_Request_free(&send));
    OK(MPI_Request_free(&receive));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    next = (check_rank + 1) % check_size, before = (check_rank - 1 + check_size) % check_size;
    arguments();
    misuse();
    OK(MPI_Barrier(MPI_COMM_WORLD));
    mismatch(4, MPI_INT, 3, MPI_INT, MPI_ERR_TRUNCATE, "32 bytes are sent and 24 received");
    mismatch(2, MPI_INT, 4, MPI_INT, MPI_ERR_COUNT, "16 bytes are sent and 32 received");
    mismatch(4, MPI_DOUBLE, 4, MPI_INT64_T, MPI_ERR_TYPE, "different types");
    return check_end();
}
