// Non-blocking collectives, more than shared memory has room for: hundreds at once, of lengths that fill the buffers of ranks, with blocking ones
// between them, completed backwards, forwards or by whatever waits; vectors in several steps, in place too; a root far ahead of all others.
// ranks: 1 2 3 4 7
#include "coll.h"

enum { MANY = 300, SHORT = 3, LONG = 12000, LONGEST = 200000 };

typedef struct {
    int count, *in, *out;
    MPI_Request request;
} Sum;

static Sum begin(int count, int key, int in_place)
{
    Sum sum = {count, coll_ints(count), coll_ints(count), MPI_REQUEST_NULL};
    coll_fill(sum.in, count, check_rank, key);
    memcpy(sum.out, sum.in, (size_t)count * sizeof(int));
    OK(MPI_Iallreduce(in_place ? MPI_IN_PLACE : sum.in, sum.out, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &sum.request));
    return sum;
}

static void end(Sum *sum, int key)
{
    NOTE("sum %d of %d integers", key, sum->count);
    OK(MPI_Wait(&sum->request, MPI_STATUS_IGNORE));
    COLL_CHECK_SUMS(sum->out, sum->count, check_size, 0, key);
    free(sum->in), free(sum->out);
}

/* Waited for in the order begun, backwards, or mixed after a barrier. */
static void hundreds(int order)
{
    static Sum sums[MANY];
    for (int i = 0; i < MANY; i++) {
        int blocking = 1, total = 0;
        sums[i] = begin(i % 5 == 4 ? LONG : SHORT, i, i % 2);
        if (i % 50 == 49)
            OK(MPI_Allreduce(&blocking, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
        CHECK(i % 50 != 49 || total == check_size);
    }
    if (order == 2)
        OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int i = 0; i < MANY; i++) {
        int which = order == 0 ? i : order == 1 ? MANY - 1 - i : i * 7 % MANY;
        end(&sums[which], which);
    }
}

static void several_steps(void)
{
    int counts[] = {20000, 65536, LONGEST, 16385, 50000};
    Sum sums[5];
    for (int i = 0; i < 5; i++)
        sums[i] = begin(counts[i], i, i % 2);
    for (int i = 4; i >= 0; i--)
        end(&sums[i], i);
}

/* The root starts everything and goes away for a while; the others must not find what it has overwritten. */
static void root_ahead(void)
{
    static MPI_Request requests[MANY];
    int *data = coll_ints((int64_t)MANY * LONG), token = 0;
    for (int i = 0; i < MANY; i++) {
        int count = i % 3 ? SHORT : LONG;
        if (check_rank == 0)
            coll_fill(data + (int64_t)i * LONG, count, 0, i);
        OK(MPI_Ibcast(data + (int64_t)i * LONG, count, MPI_INT, 0, MPI_COMM_WORLD, &requests[i]));
        if (i == 0 && check_rank == check_size - 1 && check_size > 1)
            OK(MPI_Recv(&token, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        if (i == MANY - 1 && check_rank == 0 && check_size > 1)
            OK(MPI_Send(&token, 1, MPI_INT, check_size - 1, 3, MPI_COMM_WORLD));
    }
    OK(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < MANY; i++)
        COLL_CHECK(data + (int64_t)i * LONG, i % 3 ? SHORT : LONG, 0, 0, i);
    free(data);
}

/* One that cannot be over does not hold up those begun later. */
static void overtaken(void)
{
    MPI_Request first, second;
    int done = 0, token = 0, last = check_size - 1;
    if (check_size < 2)
        return;
    int *data = coll_ints(LONG);
    coll_fill(data, LONG, check_rank, 1);
    Sum sum = {0};
    if (check_rank != last)
        OK(MPI_Ibarrier(MPI_COMM_WORLD, &first));
    if (check_rank == 0) {
        /* The barrier waits for the last rank, which waits for this message. */
        OK(MPI_Test(&first, &done, MPI_STATUS_IGNORE));
        CHECK(!done);
        OK(MPI_Send(&token, 1, MPI_INT, last, 4, MPI_COMM_WORLD));
    }
    if (check_rank == last) {
        OK(MPI_Recv(&token, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Ibarrier(MPI_COMM_WORLD, &first));
    }
    OK(MPI_Ibcast(data, LONG, MPI_INT, last, MPI_COMM_WORLD, &second));
    sum = begin(LONG, 9, 0);
    end(&sum, 9);
    OK(MPI_Wait(&second, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&first, MPI_STATUS_IGNORE));
    COLL_CHECK(data, LONG, last, 0, 1);
    free(data);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int order = 0; order < 3; order++)
        hundreds(order);
    several_steps();
    root_ahead();
    overtaken();
    return check_end();
}
