// Every predefined operation on every predefined datatype does to window memory what MPI_Reduce_local does to local memory, pairs with gaps included, and fetches
// what was there before; through derived datatypes on both sides, too; one element alone, also where it is not aligned.
// ranks: 1 2 3
#include "rma_elements.h"

enum { N = 9 };

/* One accumulate of rank `from` into rank `target`, and what it should come to. */
static void accumulate(Rma *rma, int target, MPI_Datatype type, MPI_Op op, int strided)
{
    static char origin[N * 64], window[N * 64], expected[N * 64], result[N * 64], seen[N * 64];
    MPI_Datatype local = type, remote = type;
    int count = N, pieces = N;
    fill(origin, type, N, 1);
    fill(window, type, N, 2);
    memcpy(expected, window, sizeof expected);
    if (strided) {
        /* Every second element here, of every third pair there. */
        OK(MPI_Type_vector(3, 1, 2, type, &local));
        OK(MPI_Type_vector(3, 1, 3, type, &remote));
        OK(MPI_Type_commit(&local));
        OK(MPI_Type_commit(&remote));
        count = 1, pieces = 1;
    }
    MPI_Aint lb, extent;
    OK(MPI_Type_get_extent(type, &lb, &extent));
    for (int i = 0; i < (strided ? 3 : N); i++) {
        char *in = origin + extent * i * (strided ? 2 : 1), *inout = expected + extent * i * (strided ? 3 : 1);
        if (op == MPI_REPLACE) {
            char packed[64];
            int end = 0, start = 0;
            OK(MPI_Pack(in, 1, type, packed, sizeof packed, &end, MPI_COMM_SELF));
            OK(MPI_Unpack(packed, end, &start, inout, 1, type, MPI_COMM_SELF));
        } else if (op != MPI_NO_OP) {
            OK(MPI_Reduce_local(in, inout, 1, type, op));
        }
    }
    MPI_Aint at = rma_at(rma, target, 64);
    OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, rma->win));
    OK(MPI_Put(window, (int)(N * extent), MPI_BYTE, target, at, (int)(N * extent), MPI_BYTE, rma->win));
    OK(MPI_Win_flush(target, rma->win));
    memcpy(result, window, sizeof result);
    if (op == MPI_NO_OP || strided) {
        memset(result, 0x33, sizeof result);
        OK(MPI_Get_accumulate(origin, count, local, result, count, local, target, at, pieces, remote, op, rma->win));
    } else {
        OK(MPI_Accumulate(origin, count, local, target, at, pieces, remote, op, rma->win));
    }
    OK(MPI_Win_flush(target, rma->win));
    OK(MPI_Get(seen, (int)(N * extent), MPI_BYTE, target, at, (int)(N * extent), MPI_BYTE, rma->win));
    OK(MPI_Win_unlock(target, rma->win));
    same(seen, expected, type, N, "the target");
    for (int i = 0; i < (op == MPI_NO_OP || strided ? (strided ? 3 : N) : 0); i++)
        same(result + extent * i * (strided ? 2 : 1), window + extent * i * (strided ? 3 : 1), type, 1, "the result");
    if (strided) {
        CHECK_UNTOUCHED(result + extent, (size_t)extent, 0x33);
        OK(MPI_Type_free(&local));
        OK(MPI_Type_free(&remote));
    }
}

/* The same of one element, fetched and not, `shift` bytes from where it is aligned. */
static void one_element(Rma *rma, int target, MPI_Datatype type, MPI_Op op, int shift)
{
    static char origin[64], window[128], expected[128], result[64], seen[128];
    MPI_Aint lb, extent;
    OK(MPI_Type_get_extent(type, &lb, &extent));
    fill(origin, type, 1, 1);
    fill(window, type, 1, 2);
    for (int fetches = 0; fetches < 2; fetches++) {
        memcpy(expected, window, sizeof expected);
        if (op == MPI_REPLACE) {
            char packed[64];
            int end = 0, start = 0;
            OK(MPI_Pack(origin, 1, type, packed, sizeof packed, &end, MPI_COMM_SELF));
            OK(MPI_Unpack(packed, end, &start, expected, 1, type, MPI_COMM_SELF));
        } else if (op != MPI_NO_OP) {
            OK(MPI_Reduce_local(origin, expected, 1, type, op));
        } else if (!fetches) {
            continue;
        }
        MPI_Aint at = rma_at(rma, target, 64) + shift;
        OK(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, rma->win));
        OK(MPI_Put(window, (int)extent, MPI_BYTE, target, at, (int)extent, MPI_BYTE, rma->win));
        OK(MPI_Win_flush(target, rma->win));
        memset(result, 0x33, sizeof result);
        if (fetches)
            OK(MPI_Fetch_and_op(op == MPI_NO_OP ? NULL : origin, result, type, target, at, op, rma->win));
        else
            OK(MPI_Accumulate(origin, 1, type, target, at, 1, type, op, rma->win));
        OK(MPI_Win_flush(target, rma->win));
        OK(MPI_Get(seen, (int)extent, MPI_BYTE, target, at, (int)extent, MPI_BYTE, rma->win));
        OK(MPI_Win_unlock(target, rma->win));
        same(seen, expected, type, 1, "the target");
        if (fetches)
            same(result, window, type, 1, "the result");
        CHECK_UNTOUCHED(result + (fetches ? extent : 0), sizeof result - (size_t)(fetches ? extent : 0), 0x33);
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, 64 * (N + 2)))
            continue;
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            for (size_t j = 0; j < sizeof ops / sizeof *ops; j++)
                if (defined(types[i], ops[j]))
                    for (int strided = 0; strided < 2; strided++) {
                        NOTE("%s, type %zu, operation %zu, strided %d", rma_kind_names[kind], i, j, strided);
                        accumulate(&rma, (check_rank + 1) % check_size, types[i], ops[j], strided);
                        NOTE("%s, type %zu, operation %zu, one element, shift %d", rma_kind_names[kind], i, j, strided);
                        one_element(&rma, (check_rank + 1) % check_size, types[i], ops[j], strided);
                    }
        rma_close(&rma);
    }
    return check_end();
}
