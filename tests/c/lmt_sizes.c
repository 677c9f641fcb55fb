// Messages from 1 byte to 64 MiB, dense and with gaps on either side, at odd addresses: every byte arrives, none beside it changes.
// ranks: 2
// timeout: 120
// variants: large-messages
#include "lmt.h"

static uint64_t key;

/* One message from rank 0 to rank 1: about `bytes` bytes, as each side lays them out. */
static void transfer(const lmt_layout *from, const lmt_layout *into, size_t bytes, size_t odd)
{
    size_t sent = lmt_periods(from, bytes), total = sent * lmt_data(from);
    size_t room = (total + lmt_data(into) - 1) / lmt_data(into);
    NOTE("%zu bytes from %s to %s, %zu beyond an aligned address", total, from->name, into->name, odd);
    MPI_Datatype type = lmt_type(check_rank == 0 ? from : into);
    key++;
    if (check_rank == 0) {
        lmt_buffer buffer = lmt_new(from, sent, odd, 0);
        lmt_fill(buffer.data, from, sent, key);
        OK(MPI_Send(buffer.data, (int)sent, type, 1, 1, MPI_COMM_WORLD));
        lmt_free(&buffer);
    } else {
        lmt_buffer buffer = lmt_new(into, room, odd, 1);
        MPI_Status status;
        MPI_Count received = 0;
        OK(MPI_Recv(buffer.data, (int)room, type, 0, 1, MPI_COMM_WORLD, &status));
        OK(MPI_Get_elements_c(&status, type, &received));
        CHECK_EQ(received, total);
        LMT_CHECK(buffer.data, into, room, total, key);
        lmt_free(&buffer);
    }
    lmt_free_type(type);
}

static void every_size(void)
{
    for (size_t bytes = 1; bytes <= 16 * MIB; bytes *= 2)
        for (int off = -1; off <= 1; off++)
            transfer(&lmt_dense, &lmt_dense, bytes + (size_t)off, bytes % 7);
    transfer(&lmt_dense, &lmt_dense, 64 * MIB + 5, 1);
}

static void every_layout(void)
{
    static const size_t sizes[] = {1, 9000, 70001, 1048573, 5000000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int l = 0; l < LMT_GAPPED; l++) {
            transfer(&lmt_gapped[l], &lmt_dense, sizes[s], 1);
            transfer(&lmt_dense, &lmt_gapped[l], sizes[s], 5);
            for (int other = 0; other < LMT_GAPPED; other++)
                transfer(&lmt_gapped[l], &lmt_gapped[other], sizes[s], 0);
        }
    transfer(&lmt_gapped[0], &lmt_gapped[0], 64 * MIB, 0);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    every_size();
    every_layout();
    return check_end();
}
