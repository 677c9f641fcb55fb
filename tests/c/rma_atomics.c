// A storm of accumulates: all ranks combine into the same elements at once, by MPI_Accumulate, MPI_Get_accumulate, MPI_Fetch_and_op and
// MPI_Compare_and_swap of one type, aligned and not; sums are exact, and every value that fetches return was there once.
// ranks: 1 2 3 4 7
// timeout: 180
#include "rma.h"

enum { TIMES = 12, N = 70, OFFSETS = 2 };

/* Operands of `count` elements of a type with this value. */
typedef struct {
    MPI_Datatype type;
    const char *name;
    size_t size;
    void (*set)(void *to, int value);
    long (*get)(const void *from);
} Type;

#define TYPE(name, ctype)                                                                                              \
    static void set_##name(void *to, int value)                                                                        \
    {                                                                                                                  \
        ctype element = (ctype)value;                                                                                  \
        memcpy(to, &element, sizeof element);                                                                          \
    }                                                                                                                  \
    static long get_##name(const void *from)                                                                           \
    {                                                                                                                  \
        ctype element;                                                                                                 \
        memcpy(&element, from, sizeof element);                                                                        \
        return (long)element;                                                                                          \
    }

TYPE(short, short)
TYPE(int, int)
TYPE(long, long)
TYPE(float, float)
TYPE(double, double)
TYPE(ldouble, long double)
TYPE(uchar, unsigned char)
TYPE(complex, _Complex double)

static const Type types[] = {
    {MPI_SHORT, "MPI_SHORT", sizeof(short), set_short, get_short},
    {MPI_INT, "MPI_INT", sizeof(int), set_int, get_int},
    {MPI_LONG, "MPI_LONG", sizeof(long), set_long, get_long},
    {MPI_FLOAT, "MPI_FLOAT", sizeof(float), set_float, get_float},
    {MPI_DOUBLE, "MPI_DOUBLE", sizeof(double), set_double, get_double},
    {MPI_LONG_DOUBLE, "MPI_LONG_DOUBLE", sizeof(long double), set_ldouble, get_ldouble},
    {MPI_UNSIGNED_CHAR, "MPI_UNSIGNED_CHAR", 1, set_uchar, get_uchar},
    {MPI_C_DOUBLE_COMPLEX, "MPI_C_DOUBLE_COMPLEX", sizeof(_Complex double), set_complex, get_complex},
};

static void storm(Rma *rma, const Type *type, size_t offset)
{
    size_t bytes = N * type->size;
    char *ones = malloc(bytes), *before = malloc(bytes);
    for (int i = 0; i < N; i++)
        type->set(ones + (size_t)i * type->size, 1);
    memset(rma->base, 0, rma->size);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock_all(0, rma->win));
    long last = -1;
    for (int i = 0; i < TIMES; i++) {
        int target = i % check_size;
        MPI_Aint at = rma_at(rma, target, offset);
        OK(MPI_Accumulate(ones, N, type->type, target, at, N, type->type, MPI_SUM, rma->win));
        OK(MPI_Get_accumulate(ones, N, type->type, before, N, type->type, target, at, N, type->type, MPI_SUM, rma->win));
        OK(MPI_Win_flush(target, rma->win));
        OK(MPI_Fetch_and_op(ones, before, type->type, target, at, MPI_SUM, rma->win));
        OK(MPI_Win_flush(target, rma->win));
        /* It has grown by what this rank has added itself, at least. */
        long seen = type->get(before);
        if (check_size == 1 || type->size > 1)
            CHECK(seen >= (i / check_size) * 3 + 2 && seen <= 3L * TIMES * check_size);
        if (check_size == 1)
            CHECK(seen > last);
        last = seen;
    }
    OK(MPI_Win_unlock_all(rma->win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, rma->win));
    long turns = TIMES / check_size + (check_rank < TIMES % check_size);
    for (int i = 0; i < N; i++) {
        long expected = turns * check_size * (i == 0 ? 3 : 2);
        if (type->size == 1)
            expected &= 0xff;
        CHECK_EQ(type->get(rma->base + offset + (size_t)i * type->size), expected);
    }
    OK(MPI_Win_unlock(check_rank, rma->win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    free(ones);
    free(before);
}

/* A counter that everybody raises by swaps, sums and fetches of one type. */
static void swaps(Rma *rma)
{
    long one = 1;
    memset(rma->base, 0, rma->size);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock_all(0, rma->win));
    for (int i = 0; i < TIMES; i++) {
        long seen = 0, next, found;
        for (;;) {
            next = seen + 1;
            OK(MPI_Compare_and_swap(&next, &seen, &found, MPI_LONG, 0, rma_at(rma, 0, 8), rma->win));
            OK(MPI_Win_flush(0, rma->win));
            if (found == seen)
                break;
            seen = found;
        }
        OK(MPI_Accumulate(&one, 1, MPI_LONG, 0, rma_at(rma, 0, 8), 1, MPI_LONG, MPI_SUM, rma->win));
        OK(MPI_Fetch_and_op(&one, &found, MPI_LONG, 0, rma_at(rma, 0, 8), MPI_SUM, rma->win));
        OK(MPI_Win_flush(0, rma->win));
    }
    OK(MPI_Win_unlock_all(rma->win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, rma->win));
    if (check_rank == 0)
        CHECK_EQ(*(long *)(rma->base + 8), 3L * TIMES * check_size);
    OK(MPI_Win_unlock(check_rank, rma->win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, (N + 2) * sizeof(_Complex double)))
            continue;
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            /* Elements at any address are legal, if no library says otherwise. */
            for (size_t offset = 0; offset < (check_ferry ? OFFSETS : 1); offset++) {
                NOTE("%s, %s at %zu", rma_kind_names[kind], types[i].name, offset);
                storm(&rma, &types[i], offset * 3);
            }
        swaps(&rma);
        rma_close(&rma);
    }
    return check_end();
}
