/* Elements of every predefined datatype, and every predefined operation, for the tests of accumulates. */
#ifndef RMA_ELEMENTS_H
#define RMA_ELEMENTS_H

#include "rma.h"

MAYBE_UNUSED static const MPI_Op ops[] = {MPI_MAX,  MPI_MIN, MPI_SUM,  MPI_PROD, MPI_LAND,   MPI_BAND,   MPI_LOR,
                             MPI_BOR,  MPI_LXOR, MPI_BXOR, MPI_MINLOC, MPI_MAXLOC, MPI_REPLACE, MPI_NO_OP};
MAYBE_UNUSED static const MPI_Datatype types[] = {
    MPI_SIGNED_CHAR, MPI_SHORT, MPI_INT, MPI_LONG, MPI_LONG_LONG, MPI_UNSIGNED_CHAR, MPI_UNSIGNED_SHORT, MPI_UNSIGNED,
    MPI_UNSIGNED_LONG, MPI_INT8_T, MPI_INT16_T, MPI_INT32_T, MPI_INT64_T, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T,
    MPI_UINT64_T, MPI_AINT, MPI_OFFSET, MPI_COUNT, MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_C_BOOL, MPI_C_FLOAT_COMPLEX,
    MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX, MPI_BYTE, MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT,
    MPI_SHORT_INT, MPI_LONG_DOUBLE_INT, MPI_CHAR, MPI_WCHAR,
};

/* Elements that are valid numbers of every type: small ones, the gaps of pairs filled. */
MAYBE_UNUSED static void fill(char *to, MPI_Datatype type, int count, int seed)
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
MAYBE_UNUSED static void same(const char *actual, const char *expected, MPI_Datatype type, int count, const char *what)
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

/* Whether the operation is defined for the type: then it is so locally. */
MAYBE_UNUSED static int defined(MPI_Datatype type, MPI_Op op)
{
    char one[64] = {0}, two[64] = {0};
    return op == MPI_REPLACE || op == MPI_NO_OP || MPI_Reduce_local(one, two, 1, type, op) == MPI_SUCCESS;
}

#endif
