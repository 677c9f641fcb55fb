// Partitioned communication around a ring: different partitions on the two sides, any order of Pready, Parrived never too early, small and large, gaps.
// needs: ferry
// ranks: 1 2 3 4 7
// timeout: 120
#include "check.h"

static int next, before;
static uint64_t seed;

static MPI_Request send_request, receive_request;

/* `perm`: the numbers below n in random order. */
static void shuffle(int *perm, int n)
{
    for (int i = 0; i < n; i++)
        perm[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = random_below(&seed, i + 1), t = perm[i];
        perm[i] = perm[j], perm[j] = t;
    }
}

/* Declares all partitions ready, by one of the three functions in turn. */
static void ready_all(int sent)
{
    int perm[64];
    shuffle(perm, sent);
    switch (random_below(&seed, 3)) {
    case 0:
        for (int i = 0; i < sent; i++)
            OK(MPI_Pready(perm[i], send_request));
        break;
    case 1:
        OK(MPI_Pready_list(sent, perm, send_request));
        break;
    default:
        if (sent > 1)
            OK(MPI_Pready_range(0, sent / 2 - 1, send_request));
        if (sent > 0)
            OK(MPI_Pready_range(sent / 2, sent - 1, send_request));
    }
}

/* `unit` bytes times both counts go around three times. */
static void bytes(int sent, int received, int unit)
{
    int total = sent * received * unit, flag;
    unsigned char *out = check_alloc(total), *in = check_alloc(total);
    MPI_Status status;
    NOTE("%d partitions to %d of %d bytes", sent, received, total);
    OK(MPI_Psend_init(out, sent, received * unit, MPI_BYTE, next, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &send_request));
    OK(MPI_Precv_init(in, received, sent * unit, MPI_BYTE, before, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &receive_request));
    for (int round = 0; round < 3; round++) {
        fill_bytes(out, total, round * 100 + check_rank);
        memset(in, 0xee, total);
        OK(MPI_Start(&receive_request));
        for (int i = 0; i < received; i++) {
            OK(MPI_Parrived(receive_request, i, &flag));
            if (check_size == 1)
                CHECK_EQ(flag, 0);
        }
        OK(MPI_Start(&send_request));
        ready_all(sent);
        for (int i = 0; i < received; i++) {
            for (flag = 0; !flag;)
                OK(MPI_Parrived(receive_request, i, &flag));
            for (int at = i * sent * unit; at < (i + 1) * sent * unit; at++)
                CHECK_EQ(in[at], check_byte(at, round * 100 + before));
        }
        OK(MPI_Wait(&receive_request, &status));
        if (check_ferry)
            CHECK_STATUS(status, before, 3, MPI_BYTE, total);
        OK(MPI_Wait(&send_request, MPI_STATUS_IGNORE));
        CHECK(send_request != MPI_REQUEST_NULL && receive_request != MPI_REQUEST_NULL);
        CHECK_BYTES(in, total, round * 100 + before);
        OK(MPI_Parrived(receive_request, 0, &flag)); /* not active any more */
        CHECK_EQ(flag, 1);
    }
    OK(MPI_Request_free(&send_request));
    OK(MPI_Request_free(&receive_request));
    free(out), free(in);
}

/* Integers with gaps on either side; the receiver's element may span several partitions of the sender. */
static void gaps(int sent, int received, int wide)
{
    int total = sent * received * wide * 2;
    int *out = check_alloc(sizeof(int) * total * 2), *in = check_alloc(sizeof(int) * total * 2);
    MPI_Datatype pair, column;
    NOTE("%d partitions with gaps to %d, width %d", sent, received, wide);
    OK(MPI_Type_vector(2, 1, 2, MPI_INT, &pair)); /* i.i, next one right behind */
    OK(MPI_Type_vector(sent * wide * 2, 1, 2, MPI_INT, &column));
    OK(MPI_Type_create_resized(column, 0, sizeof(int) * sent * wide * 4, &column));
    OK(MPI_Type_commit(&pair));
    OK(MPI_Type_commit(&column));
    OK(MPI_Psend_init(out, sent, received * wide, pair, next, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &send_request));
    OK(MPI_Precv_init(in, received, 1, column, before, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &receive_request));
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < total * 2; i++)
            out[i] = -1, in[i] = -2;
        for (int i = 0; i < total; i++)
            out[i / 2 * 3 + i % 2 * 2] = round + 10 * i + 1000000 * check_rank;
        OK(MPI_Start(&receive_request));
        OK(MPI_Start(&send_request));
        ready_all(sent);
        OK(MPI_Wait(&receive_request, MPI_STATUS_IGNORE));
        OK(MPI_Wait(&send_request, MPI_STATUS_IGNORE));
        for (int i = 0; i < total; i++) {
            CHECK_EQ(in[2 * i], round + 10 * i + 1000000 * before);
            CHECK_EQ(in[2 * i + 1], -2);
        }
    }
    OK(MPI_Request_free(&send_request));
    OK(MPI_Request_free(&receive_request));
    OK(MPI_Type_free(&pair));
    OK(MPI_Type_free(&column));
    free(out), free(in);
}

/* Several pairs of one tag match in the order they were made, whatever the order of use; plain messages of the tag stay apart. */
static void order(void)
{
    enum { PAIRS = 5 };
    int out[PAIRS][2], in[PAIRS][2], plain = -1, mine = 1000 + check_rank;
    MPI_Request sends[PAIRS], receives[PAIRS], request;
    for (int i = 0; i < PAIRS; i++) {
        OK(MPI_Psend_init(out[i], 2, 1, MPI_INT, next, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &sends[i]));
        in[i][0] = in[i][1] = -1, out[i][0] = 10 * i + check_rank * 100, out[i][1] = out[i][0] + 1;
    }
    OK(MPI_Irecv(&plain, 1, MPI_INT, before, MPI_ANY_TAG, MPI_COMM_WORLD, &request));
    for (int i = 0; i < PAIRS; i++)
        OK(MPI_Precv_init(in[i], 2, 1, MPI_INT, before, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &receives[i]));
    OK(MPI_Startall(PAIRS, receives));
    for (int i = PAIRS - 1; i >= 0; i--) {
        OK(MPI_Start(&sends[i]));
        OK(MPI_Pready_range(0, 1, sends[i]));
    }
    OK(MPI_Waitall(PAIRS, receives, MPI_STATUSES_IGNORE));
    OK(MPI_Waitall(PAIRS, sends, MPI_STATUSES_IGNORE));
    for (int i = 0; i < PAIRS; i++) {
        CHECK_EQ(in[i][0], 10 * i + before * 100);
        CHECK_EQ(in[i][1], in[i][0] + 1);
        OK(MPI_Request_free(&sends[i]));
        OK(MPI_Request_free(&receives[i]));
    }
    CHECK_EQ(plain, -1);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Send(&mine, 1, MPI_INT, next, 7, MPI_COMM_WORLD));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQ(plain, 1000 + before);
}

static void nobody(void)
{
    int value[4] = {1, 2, 3, 4}, flag;
    MPI_Status status;
    OK(MPI_Psend_init(value, 4, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &send_request));
    OK(MPI_Precv_init(value, 4, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &receive_request));
    OK(MPI_Start(&send_request));
    OK(MPI_Start(&receive_request));
    OK(MPI_Pready_range(0, 3, send_request));
    OK(MPI_Parrived(receive_request, 3, &flag));
    CHECK_EQ(flag, 1);
    OK(MPI_Wait(&send_request, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&receive_request, &status));
    CHECK_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
    OK(MPI_Request_free(&send_request));
    OK(MPI_Request_free(&receive_request));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    next = (check_rank + 1) % check_size, before = (check_rank - 1 + check_size) % check_size;
    seed = 1234567 + check_rank;
    int value = 0;
    if (!HAVE(MPI_Psend_init(&value, 1, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &send_request)))
        return check_end();
    OK(MPI_Request_free(&send_request));
    static const int counts[] = {1, 2, 3, 8, 20};
    static const int units[] = {0, 1, 100, 5000};
    /* With many ranks on few processors only some of the combinations. */
    int stride = check_size > 2 ? 7 : 1;
    for (int i = 0; i < 5 * 5 * 4; i += stride)
        bytes(counts[i % 5], counts[i / 5 % 5], units[i / 25]);
    bytes(4, 2, 300000);
    for (int i = 0; i < 4 * 4 * 2; i += stride)
        gaps(counts[i % 4], counts[i / 4 % 4], i / 16 ? 300 : 1);
    order();
    nobody();
    return check_end();
}
