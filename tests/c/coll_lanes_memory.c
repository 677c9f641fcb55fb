// Non-blocking collectives on long blocks, which ranks read from each other's memory: several at once, ended in any order, with data that have gaps on
// either side, in place, and vectors of which some are in place and some are not. The same where some ranks may not read others' memory, from the
// beginning or from the middle on, with calls under way, or none may from there on, or the user does not want it.
// ranks: 2
// timeout: 120
// case: open ranks=1,2,3,4,7
// case: copied ranks=2,3
// case: forbidden ranks=2,3
// case: later ranks=2,3,5,7
// case: all-later ranks=2,3
#include "coll_memory.h"

enum { EXCHANGE, FROM_GAPS, INTO_GAPS, GATHER, GATHER_IN_PLACE, SUM, SUM_IN_PLACE, SUM_MIXED, KINDS };

typedef struct {
    int kind, count, *in, *out;
    MPI_Request request;
} Op;

static int gaps_in(int kind) { return kind == FROM_GAPS ? 2 : 1; }
static int gaps_out(int kind) { return kind == INTO_GAPS ? 2 : 1; }

/* Where the block for `r`, or of it, begins. */
static int *block(int *data, int r, int count, int gaps) { return data + (size_t)r * (size_t)count * (size_t)gaps; }

static void fill(int *data, int count, int gaps, int from, int key)
{
    for (int i = 0; i < count; i++)
        data[(size_t)i * (size_t)gaps] = coll_value(from, i, key);
}

static void verify(const int *data, int count, int gaps, int from, int key)
{
    for (int i = 0; i < count; i++) {
        CHECK_EQ(data[(size_t)i * (size_t)gaps], coll_value(from, i, key));
        if (gaps == 2)
            CHECK_EQ(data[2 * i + 1], -1);
    }
}

static Op begin(int kind, int count)
{
    Op op = {kind, count, coll_ints(2 * (int64_t)count * size), coll_ints(2 * (int64_t)count * size), MPI_REQUEST_NULL};
    MPI_Datatype type = every_other(count);
    memset(op.out, 0xff, 2 * sizeof(int) * (size_t)count * (size_t)size);
    for (int r = 0; r < size; r++)
        fill(block(op.in, r, count, gaps_in(kind)), count, gaps_in(kind), rank, kind <= INTO_GAPS ? r : kind);
    fill(block(op.out, kind == GATHER_IN_PLACE ? rank : 0, count, 1), kind >= GATHER_IN_PLACE ? count : 0, 1, rank, kind);
    int in_place = kind == SUM_IN_PLACE || (kind == SUM_MIXED && rank == 1);
    if (kind == EXCHANGE)
        OK(MPI_Ialltoall(op.in, count, MPI_INT, op.out, count, MPI_INT, comm, &op.request));
    else if (kind == FROM_GAPS)
        OK(MPI_Ialltoall(op.in, 1, type, op.out, count, MPI_INT, comm, &op.request));
    else if (kind == INTO_GAPS)
        OK(MPI_Ialltoall(op.in, count, MPI_INT, op.out, 1, type, comm, &op.request));
    else if (kind == GATHER)
        OK(MPI_Iallgather(op.in, count, MPI_INT, op.out, count, MPI_INT, comm, &op.request));
    else if (kind == GATHER_IN_PLACE)
        OK(MPI_Iallgather(MPI_IN_PLACE, 0, MPI_INT, op.out, count, MPI_INT, comm, &op.request));
    else
        OK(MPI_Iallreduce(in_place ? MPI_IN_PLACE : op.in, op.out, count, MPI_INT, MPI_SUM, comm, &op.request));
    OK(MPI_Type_free(&type));
    return op;
}

static void end(Op *op)
{
    NOTE("kind %d, %d integers", op->kind, op->count);
    OK(MPI_Wait(&op->request, MPI_STATUS_IGNORE));
    if (op->kind >= SUM)
        COLL_CHECK_SUMS(op->out, op->count, size, 0, op->kind);
    for (int r = 0; r < size && op->kind < SUM; r++)
        verify(block(op->out, r, op->count, gaps_out(op->kind)), op->count, gaps_out(op->kind), r, op->kind <= INTO_GAPS ? rank : op->kind);
    free(op->in), free(op->out);
}

int main(int argc, char **argv)
{
    static const int lengths[] = {1, 2049, 5000, 8192, 16384, 16387, 40000, 70001, 262144};
    enum { LENGTHS = sizeof lengths / sizeof *lengths };
    const char *which = begin_as(argc, argv);
    int loses_right = strcmp(which, "all-later") == 0 || (strcmp(which, "later") == 0 && rank % 3 == 1);
    Op ops[KINDS];
    OK(MPI_Barrier(comm));
    /* Where many ranks share a processor, half of it will do. */
    int rounds = size > 4 ? LENGTHS : 2 * LENGTHS;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < KINDS; i++) {
            ops[i] = begin((i + round) % KINDS, lengths[(round + i % 2) % LENGTHS]);
            if (round == rounds / 2 && i == KINDS / 2 && loses_right)
                forbid();
        }
        for (int i = 0; i < KINDS; i++)
            end(&ops[round % 2 ? KINDS - 1 - i : i * 3 % KINDS]);
    }
    return check_end();
}
