// Messages of 1 GiB, dense and with gaps, in every way large messages travel.
// ranks: 2
// timeout: 300
// variants: large-messages
// needs: all memory=6
#include "lmt.h"

static void transfer(const lmt_layout *layout, size_t bytes)
{
    size_t periods = lmt_periods(layout, bytes), total = periods * lmt_data(layout);
    NOTE("%zu bytes, %s", total, layout->name);
    MPI_Datatype type = lmt_type(layout);
    lmt_buffer buffer = lmt_new(layout, periods, 1, check_rank == 1);
    if (check_rank == 0) {
        lmt_fill(buffer.data, layout, periods, bytes);
        OK(MPI_Send_c(buffer.data, (MPI_Count)periods, type, 1, 0, MPI_COMM_WORLD));
    } else {
        OK(MPI_Recv_c(buffer.data, (MPI_Count)periods, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        LMT_CHECK(buffer.data, layout, periods, total, bytes);
    }
    lmt_free_type(type);
    lmt_free(&buffer);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    transfer(&lmt_dense, 1024 * MIB + 1);
    transfer(&lmt_gapped[1], 1024 * MIB);
    return check_end();
}
