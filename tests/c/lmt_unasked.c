// Messages too long for one packet that nobody has asked for: more than a receiver keeps, received in another order; found by probes; truncated; scattered;
// cancelled; a short one behind a long one. Every byte is verified.
// ranks: 2 3
// timeout: 120
// env: FERRY_UNEXPECTED_BUDGET=1048576
#include "check.h"

enum { BYTES = 100001, MANY = 40, LAST = 1000 };

static int from, to;

static unsigned char *message(int number)
{
    unsigned char *data = check_alloc(BYTES);
    fill_bytes(data, BYTES, 7 * number + check_rank);
    return data;
}

static void check_message(const unsigned char *data, size_t bytes, int number, int sender)
{
    NOTE("message %d of rank %d", number, sender);
    CHECK_BYTES(data, bytes, 7 * number + sender);
}

/* Rank `from` sends more than fits into the budget; rank `to` takes the last one first. */
static void more_than_are_kept(void)
{
    MPI_Request requests[MANY];
    unsigned char *data[MANY];
    if (check_rank == from) {
        for (int m = 0; m < MANY; m++) {
            data[m] = message(m);
            OK(MPI_Isend(data[m], BYTES, MPI_BYTE, to, m, MPI_COMM_WORLD, &requests[m]));
        }
        OK(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
        for (int m = 0; m < MANY; m++)
            free(data[m]);
    }
    if (check_rank == to) {
        unsigned char *into = check_alloc(BYTES);
        for (int m = MANY - 1; m >= 0; m--) {
            memset(into, 0, BYTES);
            OK(MPI_Recv(into, BYTES, MPI_BYTE, from, m, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            check_message(into, BYTES, m, from);
        }
        free(into);
    }
}

/* Found by a probe, by a matching probe, and received without either; the second is too long for its receive. */
static void probed_and_truncated(void)
{
    MPI_Status status;
    MPI_Message found;
    int count;
    if (check_rank == from) {
        for (int m = 0; m < 3; m++) {
            unsigned char *data = message(m);
            OK(MPI_Send(data, BYTES - m, MPI_BYTE, to, m, MPI_COMM_WORLD));
            free(data);
        }
        OK(MPI_Send(&count, 0, MPI_INT, to, LAST, MPI_COMM_WORLD));
    }
    if (check_rank == to) {
        unsigned char *into = check_alloc(BYTES);
        OK(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        OK(MPI_Get_count(&status, MPI_BYTE, &count));
        CHECK_EQ(count, BYTES);
        OK(MPI_Recv(into, BYTES, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status));
        check_message(into, BYTES, 0, from);
        memset(into, 0, BYTES);
        ERR(MPI_ERR_TRUNCATE, MPI_Recv(into, 70000, MPI_BYTE, from, 1, MPI_COMM_WORLD, &status), "100000");
        check_message(into, 70000, 1, from);
        CHECK_EQ(into[70000], 0);
        OK(MPI_Mprobe(from, 2, MPI_COMM_WORLD, &found, &status));
        OK(MPI_Get_count(&status, MPI_BYTE, &count));
        CHECK_EQ(count, BYTES - 2);
        OK(MPI_Mrecv(into, BYTES, MPI_BYTE, &found, &status));
        check_message(into, BYTES - 2, 2, from);
        OK(MPI_Recv(&count, 0, MPI_INT, from, LAST, MPI_COMM_WORLD, &status));
        free(into);
    }
}

/* From every second block of the sender's memory to every second one of the receiver's, of another length; both ways at once, then a short one. */
static void scattered_both_ways(void)
{
    enum { BLOCKS = 300, LONG = 210, SHORT = 105 };
    MPI_Datatype out, in;
    MPI_Request requests[2];
    int peer = check_rank == from ? to : from, short_one = check_rank, got = -1;
    if (check_rank != from && check_rank != to)
        return;
    OK(MPI_Type_vector(BLOCKS, LONG, 2 * LONG, MPI_BYTE, &out));
    OK(MPI_Type_vector(2 * BLOCKS, SHORT, 2 * SHORT, MPI_BYTE, &in));
    OK(MPI_Type_commit(&out));
    OK(MPI_Type_commit(&in));
    unsigned char *data = check_alloc(2 * BLOCKS * LONG), *into = check_alloc(2 * BLOCKS * LONG);
    fill_bytes(data, 2 * BLOCKS * LONG, check_rank);
    memset(into, 0xee, 2 * BLOCKS * LONG);
    OK(MPI_Isend(data, 1, out, peer, 1, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Isend(&short_one, 1, MPI_INT, peer, 2, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Recv(&got, 1, MPI_INT, peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_EQ(got, peer);
    OK(MPI_Recv(into, 1, in, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    fill_bytes(data, 2 * BLOCKS * LONG, peer);
    for (int at = 0; at < BLOCKS * LONG; at++) {
        CHECK_EQ(into[at / SHORT * 2 * SHORT + at % SHORT], data[at / LONG * 2 * LONG + at % LONG]);
        CHECK_EQ(into[at / SHORT * 2 * SHORT + SHORT + at % SHORT], 0xee);
    }
    OK(MPI_Type_free(&out));
    OK(MPI_Type_free(&in));
    free(data);
    free(into);
}

/* Cancelled or received, but not both, and never neither. */
static void cancelled(void)
{
    MPI_Request requests[MANY];
    MPI_Status status;
    int is_cancelled[MANY] = {0};
    unsigned char *data = message(5), *into = check_alloc(BYTES);
    if (check_rank == from) {
        for (int m = 0; m < MANY; m++)
            OK(MPI_Isend(data, BYTES, MPI_BYTE, to, m, MPI_COMM_WORLD, &requests[m]));
        for (int m = MANY / 2; m < MANY; m++)
            OK(MPI_Cancel(&requests[m]));
        for (int m = 0; m < MANY; m++) {
            OK(MPI_Wait(&requests[m], &status));
            OK(MPI_Test_cancelled(&status, &is_cancelled[m]));
        }
        OK(MPI_Send(is_cancelled, MANY, MPI_INT, to, LAST, MPI_COMM_WORLD));
    }
    if (check_rank == to) {
        for (int m = 0; m < MANY / 2; m++)
            OK(MPI_Recv(into, BYTES, MPI_BYTE, from, m, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Recv(is_cancelled, MANY, MPI_INT, from, LAST, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        for (int m = MANY / 2; m < MANY; m++) {
            if (!is_cancelled[m]) {
                OK(MPI_Recv(into, BYTES, MPI_BYTE, from, m, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
                check_message(into, BYTES, 5, from);
            }
        }
    }
    free(data);
    free(into);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    from = 0, to = check_size - 1;
    for (int turn = 0; turn < 3; turn++) {
        more_than_are_kept();
        probed_and_truncated();
        scattered_both_ways();
        cancelled();
        OK(MPI_Barrier(MPI_COMM_WORLD));
        from = check_size - 1 - from, to = check_size - 1 - to;
    }
    return check_end();
}
