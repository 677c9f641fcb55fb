// Windows of many large messages of one pair at once, one way and both ways: as many as share the copying of two ranks, and more; short ones next to long
// ones, dense ones and some with gaps; every byte of each is verified.
// ranks: 2 3
// timeout: 120
// variants: large-messages
#include "lmt.h"

enum { WINDOW = 70 };

static const lmt_layout *layout_of(size_t message, int is_mixed)
{
    return is_mixed && message % 5 == 3 ? &lmt_gapped[message % LMT_GAPPED] : &lmt_dense;
}

static size_t bytes_of(size_t message, size_t bytes, int is_mixed) { return is_mixed && message % 3 ? bytes / (1 + message % 7) + 1 : bytes; }

/* The window from `from` to `to`, begun. */
static void begin(int from, int to, size_t bytes, int is_mixed, lmt_buffer *buffers, MPI_Request *requests)
{
    for (size_t m = 0; m < WINDOW; m++) {
        const lmt_layout *layout = layout_of(m, is_mixed);
        size_t periods = lmt_periods(layout, bytes_of(m, bytes, is_mixed));
        MPI_Datatype type = lmt_type(layout);
        buffers[m] = lmt_new(layout, periods, m % 3, check_rank == to);
        if (check_rank == from) {
            lmt_fill(buffers[m].data, layout, periods, bytes + 1000 * (size_t)from + m);
            OK(MPI_Isend(buffers[m].data, (int)periods, type, to, (int)m % 4, MPI_COMM_WORLD, &requests[m]));
        } else {
            OK(MPI_Irecv(buffers[m].data, (int)periods, type, from, (int)m % 4, MPI_COMM_WORLD, &requests[m]));
        }
        lmt_free_type(type);
    }
}

static void end(int from, int to, size_t bytes, int is_mixed, lmt_buffer *buffers)
{
    for (size_t m = 0; m < WINDOW; m++) {
        const lmt_layout *layout = layout_of(m, is_mixed);
        size_t periods = lmt_periods(layout, bytes_of(m, bytes, is_mixed));
        NOTE("message %zu of %zu bytes from %d, %s", m, bytes, from, is_mixed ? "mixed" : "alike");
        if (check_rank == to)
            LMT_CHECK(buffers[m].data, layout, periods, periods * lmt_data(layout), bytes + 1000 * (size_t)from + m);
        lmt_free(&buffers[m]);
    }
}

static void window(size_t bytes, int is_mixed, int is_both_ways)
{
    lmt_buffer buffers[2][WINDOW] = {0};
    MPI_Request requests[2 * WINDOW];
    for (int r = 0; r < 2 * WINDOW; r++)
        requests[r] = MPI_REQUEST_NULL;
    NOTE("%zu bytes, %s, %s", bytes, is_mixed ? "mixed" : "alike", is_both_ways ? "both ways" : "one way");
    int last = check_size - 1, is_in_it = check_rank == 0 || check_rank == last;
    if (is_in_it) {
        begin(0, last, bytes, is_mixed, buffers[0], requests);
        if (is_both_ways)
            begin(last, 0, bytes, is_mixed, buffers[1], requests + WINDOW);
    }
    OK(MPI_Waitall(2 * WINDOW, requests, MPI_STATUSES_IGNORE));
    if (is_in_it) {
        end(0, last, bytes, is_mixed, buffers[0]);
        if (is_both_ways)
            end(last, 0, bytes, is_mixed, buffers[1]);
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    static const size_t sizes[] = {12000, 16384, 65536, 65537, 131073, 1 << 20};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int kind = 0; kind < 4; kind++)
            window(sizes[s], kind & 1, kind & 2);
    return check_end();
}
