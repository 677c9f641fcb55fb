// One buffer in several large messages at once: sent whole by many operations, sent in regions that overlap, received into in parts that touch, and
// buffers in a ring of exchanges. Regions that only are read may overlap (MPI-5 §3.7.2 and MPI-2.2 on).
// ranks: 2 4
// timeout: 120
// variants: large-messages
#include "lmt.h"

enum { PARTS = 8 };

static int to, from;

/* Every rank sends one buffer to the next rank many times at once, under different tags, received in another order. */
static void sent_many_times(size_t bytes)
{
    NOTE("one buffer of %zu bytes sent %d times", bytes, PARTS);
    lmt_buffer out = lmt_new(&lmt_dense, bytes, 3, 0), in = lmt_new(&lmt_dense, PARTS * bytes, 1, 1);
    MPI_Request requests[2 * PARTS];
    lmt_fill(out.data, &lmt_dense, bytes, (uint64_t)check_rank);
    for (int p = 0; p < PARTS; p++)
        OK(MPI_Isend(out.data, (int)bytes, MPI_BYTE, to, p, MPI_COMM_WORLD, &requests[p]));
    for (int p = 0; p < PARTS; p++)
        OK(MPI_Irecv(in.data + (size_t)p * bytes, (int)bytes, MPI_BYTE, from, PARTS - 1 - p, MPI_COMM_WORLD, &requests[PARTS + p]));
    OK(MPI_Waitall(2 * PARTS, requests, MPI_STATUSES_IGNORE));
    for (int p = 0; p < PARTS; p++)
        LMT_CHECK(in.data + (size_t)p * bytes, &lmt_dense, bytes, bytes, (uint64_t)from);
    lmt_free(&out);
    lmt_free(&in);
}

/* Regions of one buffer that overlap by half, dense and with gaps, to every other rank. */
static void overlapping_regions(size_t bytes)
{
    NOTE("regions of %zu bytes that overlap", bytes);
    size_t step = bytes / 2 / 8 * 8, whole = bytes + (PARTS - 1) * step;
    lmt_buffer out = lmt_new(&lmt_dense, whole, 0, 0), in = lmt_new(&lmt_dense, PARTS * bytes, 7, 1);
    MPI_Request requests[2 * PARTS];
    lmt_fill(out.data, &lmt_dense, whole, (uint64_t)check_rank);
    for (int p = 0; p < PARTS; p++)
        OK(MPI_Isend(out.data + (size_t)p * step, (int)bytes, MPI_BYTE, to, p, MPI_COMM_WORLD, &requests[p]));
    for (int p = 0; p < PARTS; p++)
        OK(MPI_Irecv(in.data + (size_t)p * bytes, (int)bytes, MPI_BYTE, from, p, MPI_COMM_WORLD, &requests[PARTS + p]));
    OK(MPI_Waitall(2 * PARTS, requests, MPI_STATUSES_IGNORE));
    for (int p = 0; p < PARTS; p++)
        CHECK(lmt_same(in.data + (size_t)p * bytes, bytes, (uint64_t)p * step, (uint64_t)from));
    lmt_free(&out);
    lmt_free(&in);
}

/* Two receives that share every page: one takes the even blocks of a buffer, one the odd ones. */
static void interleaved_receives(size_t blocks)
{
    NOTE("%zu blocks taken in turns", blocks);
    static const lmt_layout even = {"even", 1, {0}, {1000}, 2000};
    lmt_buffer out = lmt_new(&lmt_dense, blocks * 1000, 0, 0), in = lmt_new(&even, blocks, 0, 1);
    MPI_Datatype type = lmt_type(&even);
    MPI_Request requests[4];
    lmt_fill(out.data, &lmt_dense, blocks * 1000, (uint64_t)check_rank);
    for (int p = 0; p < 2; p++)
        OK(MPI_Irecv(in.data + 1000 * p, (int)blocks - p, type, from, p, MPI_COMM_WORLD, &requests[p]));
    for (int p = 0; p < 2; p++)
        OK(MPI_Isend(out.data, (int)(blocks - (size_t)p) * 1000, MPI_BYTE, to, p, MPI_COMM_WORLD, &requests[2 + p]));
    OK(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    for (size_t b = 0; b < 2 * blocks - 1; b++)
        CHECK(lmt_same(in.data + 1000 * b, 1000, b / 2 * 1000, (uint64_t)from));
    check_untouched(__FILE__, __LINE__, in.data + 1000 * (2 * blocks - 1), 1000, LMT_GAP);
    lmt_free_type(type);
    lmt_free(&out);
    lmt_free(&in);
}

/* Everybody passes a buffer on, again and again, in place: after as many steps as ranks everybody has its own again. */
static void ring(size_t bytes)
{
    NOTE("ring of %zu bytes", bytes);
    lmt_buffer out = lmt_new(&lmt_dense, bytes, 1, 0), in = lmt_new(&lmt_dense, bytes, 2, 1);
    lmt_fill(out.data, &lmt_dense, bytes, (uint64_t)check_rank);
    for (int step = 1; step <= check_size; step++) {
        MPI_Status status;
        OK(MPI_Sendrecv(out.data, (int)bytes, MPI_BYTE, to, step, in.data, (int)bytes, MPI_BYTE, from, step, MPI_COMM_WORLD,
                        &status));
        CHECK_STATUS(status, from, step, MPI_BYTE, (int)bytes);
        CHECK(lmt_same(in.data, bytes, 0, (uint64_t)((check_rank + step * (check_size - 1)) % check_size)));
        memcpy(out.data, in.data, bytes);
    }
    OK(MPI_Sendrecv_replace(out.data, (int)bytes, MPI_BYTE, to, 0, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(lmt_same(out.data, bytes, 0, (uint64_t)from));
    lmt_free(&out);
    lmt_free(&in);
}

/* The buffer is changed as soon as the send is complete, and sent again: what was sent before is not affected. */
static void reused_at_once(size_t bytes)
{
    NOTE("buffer of %zu bytes reused", bytes);
    lmt_buffer out = lmt_new(&lmt_dense, bytes, 0, 0), in = lmt_new(&lmt_dense, PARTS * bytes, 0, 1);
    MPI_Request requests[PARTS];
    for (int p = 0; p < PARTS; p++)
        OK(MPI_Irecv(in.data + (size_t)p * bytes, (int)bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, &requests[p]));
    for (int p = 0; p < PARTS; p++) {
        lmt_fill(out.data, &lmt_dense, bytes, (uint64_t)(100 * p + check_rank));
        OK(MPI_Send(out.data, (int)bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD));
        memset(out.data, 0xEE, bytes);
    }
    OK(MPI_Waitall(PARTS, requests, MPI_STATUSES_IGNORE));
    for (int p = 0; p < PARTS; p++)
        LMT_CHECK(in.data + (size_t)p * bytes, &lmt_dense, bytes, bytes, (uint64_t)(100 * p + from));
    lmt_free(&out);
    lmt_free(&in);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    to = (check_rank + 1) % check_size;
    from = (check_rank + check_size - 1) % check_size;
    static const size_t sizes[] = {20000, 65536, 300001, 2 * MIB + 1};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        sent_many_times(sizes[s]);
        overlapping_regions(sizes[s]);
        interleaved_receives(sizes[s] / 500);
        ring(sizes[s]);
        reused_at_once(sizes[s]);
    }
    return check_end();
}
