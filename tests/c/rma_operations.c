// Every predefined operation on every predefined datatype does to window memory what MPI_Reduce_local does to local memory, pairs with gaps included, and fetches
// what was there before; through derived datatypes on both sides, too.
// ranks: 1 2 3
#include "rma.h"

enum { N = 9 };

static const MPI_Op ops[] = {MPI_MAX,  MPI_MIN, MPI_SUM,  MPI_PROD, MPI_LAND,   MPI_BAND,   MPI_LOR,
                             MPI_BOR,  MPI_LXOR, MPI_BXOR, MPI_MINLOC, MPI_MAXLOC, MPI_REPLACE, MPI_NO_OP};
static const MPI_Datatype types[] = {
    MPI_SIGNED_CHAR, MPI_SHORT, MPI_INT, MPI_LONG, MPI_LONG_LONG, MPI_UNSIGNED_CHAR, MPI_UNSIGNED_SHORT, MPI_UNSIGNED,
    MPI_UNSIGNED_LONG, MPI_INT8_T, MPI_INT16_T, MPI_INT32_T, MPI_INT64_T, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T,
    MPI_UINT64_T, MPI_AINT, MPI_OFFSET, MPI_COUNT, MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_C_BOOL, MPI_C_FLOAT_COMPLEX,
    MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX, MPI_BYTE, MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT,
    MPI_SHORT_INT, MPI_LONG_DOUBLE_INT, MPI_CHAR, MPI_WCHAR,
};

/* Elements that are valid numbers of every type: small ones, the gaps of pairs filled. */
static void fill(char *to, MPI_Datatype type, int count, int seed)
{
    MPI_Aint lb, extent;
    OK(MPI_Type_get_extent(type, &lb, &extent));
    memset(to, 0x5a, (size_t)(extent * count));
    for (int i = 0; i < count; i++) {
        char *at = to + i * extent;
        int value = (seed * 7 + i * 3) % 5 + 1;
#define VALUE(mpi, ctype)                                                                                              \
    if (type == mpi) {                                                                                                 \
        ctype element = (ctype)value;                                                                                  \
        memcpy(at, &element, sizeof element);                                                                          \
        continue;                                                                                                      \
    }
#define PAIR(mpi, ctype)                                                                                               \
    if (type == mpi) {                                                                                                 \
        struct {                                                                                                       \
            ctype value;                                                                                               \
            int index;                                                                                                 \
        } pair;                                                                                                        \
        memcpy(&pair, at, sizeof pair);                                                                                \
        pair.value = (ctype)value;                                                                                     \
        pair.index = seed + i;                                                                                         \
        memcpy(at, &pair, sizeof pair);                                                                                \
        continue;                                                                                                      \
    }
        VALUE(MPI_FLOAT, float)
        VALUE(MPI_DOUBLE, double)
        VALUE(MPI_LONG_DOUBLE, long double)
        VALUE(MPI_C_FLOAT_COMPLEX, _Complex float)
        VALUE(MPI_C_DOUBLE_COMPLEX, _Complex double)
        VALUE(MPI_C_LONG_DOUBLE_COMPLEX, _Complex long double)
        VALUE(MPI_C_BOOL, _Bool)
        PAIR(MPI_FLOAT_INT, float)
        PAIR(MPI_DOUBLE_INT, double)
        PAIR(MPI_LONG_INT, long)
        PAIR(MPI_2INT, int)
        PAIR(MPI_SHORT_INT, short)
        PAIR(MPI_LONG_DOUBLE_INT, long double)
        memset(at, 0, (size_t)extent);
        at[0] = (char)value;
    }
}

/* The elements are equal, and nothing between them has changed. */
static void same(const char *actual, const char *expected, MPI_Datatype type, int count, const char *what)
{
    char one[4096], two[4096];
    int first = 0, second = 0;
    OK(MPI_Pack(actual, count, type, one, sizeof one, &first, MPI_COMM_SELF));
    OK(MPI_Pack(expected, count, type, two, sizeof two, &second, MPI_COMM_SELF));
    if (type == MPI_LONG_DOUBLE || type == MPI_C_LONG_DOUBLE_COMPLEX || type == MPI_LONG_DOUBLE_INT) {
        /* The last six bytes of a number mean nothing. */
        size_t element = type == MPI_LONG_DOUBLE_INT ? 20 : 16;
        for (size_t at = 0; at < (size_t)first; at++)
            if (at % element < 10 || at % element >= 16)
                if (one[at] != two[at])
                    FAIL("%s: byte %zu is %02x, not %02x", what, at, one[at] & 255, two[at] & 255);
        return;
    }
    for (int at = 0; at < first; at++)
        if (one[at] != two[at])
            FAIL("%s: byte %d is %02x, not %02x", what, at, one[at] & 255, two[at] & 255);
}

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

/* Whether the operation is defined for the type: then it is so locally. */
static int defined(MPI_Datatype type, MPI_Op op)
{
    char one[64] = {0}, two[64] = {0};
    return op == MPI_REPLACE || op == MPI_NO_OP || MPI_Reduce_local(one, two, 1, type, op) == MPI_SUCCESS;
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
                    }
        rma_close(&rma);
    }
    return check_end();
}
