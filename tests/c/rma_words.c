// Puts, gets, fetch-and-add, swap and compare-and-swap of 4 and 8 bytes, one after the other, by content: what comes back, what is there at the end, and
// that nothing else has changed. In windows of every kind.
// ranks: 1 2 3
#include "rma.h"

enum { BYTES = 4096, AT = 64 };

/* One element at a time, to one target. */
typedef struct {
    Rma *rma;
    MPI_Datatype type;
    size_t size;
    int target;
} Words;

static void set(const Words *words, void *to, long long value)
{
    int four = (int)value;
    memcpy(to, words->size == 4 ? (void *)&four : (void *)&value, words->size);
}

static long long value_of(const Words *words, const void *from)
{
    int four;
    long long eight;
    memcpy(words->size == 4 ? (void *)&four : (void *)&eight, from, words->size);
    return words->size == 4 ? four : eight;
}

static MPI_Aint place(const Words *words)
{
    return rma_at(words->rma, words->target, AT);
}

static void put(const Words *words, long long value)
{
    char from[8];
    set(words, from, value);
    OK(MPI_Put(from, 1, words->type, words->target, place(words), 1, words->type, words->rma->win));
    OK(MPI_Win_flush(words->target, words->rma->win));
}

static long long get(const Words *words)
{
    char into[8];
    OK(MPI_Get(into, 1, words->type, words->target, place(words), 1, words->type, words->rma->win));
    OK(MPI_Win_flush(words->target, words->rma->win));
    return value_of(words, into);
}

static long long fetch_and(const Words *words, MPI_Op op, long long operand)
{
    char from[8], before[8];
    set(words, from, operand);
    OK(MPI_Fetch_and_op(from, before, words->type, words->target, place(words), op, words->rma->win));
    OK(MPI_Win_flush(words->target, words->rma->win));
    return value_of(words, before);
}

static long long compare_and_swap(const Words *words, long long compare, long long swap)
{
    char from[8], expected[8], before[8];
    set(words, from, swap);
    set(words, expected, compare);
    OK(MPI_Compare_and_swap(from, expected, before, words->type, words->target, place(words), words->rma->win));
    OK(MPI_Win_flush(words->target, words->rma->win));
    return value_of(words, before);
}

/* A value with something in every byte of an element. */
static long long wide(const Words *words, int value)
{
    return words->size == 4 ? 0x01020300 + value : 0x0102030405060700 + value;
}

static void one_after_the_other(const Words *words)
{
    put(words, 40);
    CHECK_EQ(get(words), 40);
    CHECK_EQ(fetch_and(words, MPI_SUM, 2), 40);
    CHECK_EQ(fetch_and(words, MPI_NO_OP, 0), 42);
    CHECK_EQ(compare_and_swap(words, 41, 7), 42);
    CHECK_EQ(get(words), 42);
    CHECK_EQ(compare_and_swap(words, 42, 7), 42);
    CHECK_EQ(fetch_and(words, MPI_REPLACE, wide(words, 1)), 7);
    CHECK_EQ(fetch_and(words, MPI_REPLACE, wide(words, 2)), wide(words, 1));
    CHECK_EQ(fetch_and(words, MPI_SUM, -1), wide(words, 2));
    CHECK_EQ(get(words), wide(words, 1));
}

/* Puts and gets of more than words, at any byte. */
static void blocks(Rma *rma, int target)
{
    static const int lengths[] = {1, 3, 200, 3001};
    char from[BYTES], into[BYTES];
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        MPI_Aint at = rma_at(rma, target, 2 * AT + i);
        for (int byte = 0; byte < lengths[i]; byte++)
            from[byte] = (char)(byte * 31 + lengths[i] + check_rank);
        OK(MPI_Put(from, lengths[i], MPI_BYTE, target, at, lengths[i], MPI_BYTE, rma->win));
        OK(MPI_Win_flush(target, rma->win));
        OK(MPI_Get(into, lengths[i], MPI_BYTE, target, at, lengths[i], MPI_BYTE, rma->win));
        OK(MPI_Win_flush(target, rma->win));
        CHECK(!memcmp(from, into, (size_t)lengths[i]));
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, BYTES))
            continue;
        int target = (check_rank + 1) % check_size;
        const Words kinds[] = {{&rma, MPI_INT32_T, 4, target}, {&rma, MPI_INT64_T, 8, target}};
        for (int i = 0; i < 2; i++) {
            OK(MPI_Win_lock_all(0, rma.win));
            one_after_the_other(&kinds[i]);
            OK(MPI_Win_unlock_all(rma.win));
            OK(MPI_Barrier(MPI_COMM_WORLD));
            OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, check_rank, 0, rma.win));
            CHECK_EQ(value_of(&kinds[i], rma.base + AT), wide(&kinds[i], 1));
            CHECK_UNTOUCHED(rma.base, AT, 0);
            CHECK_UNTOUCHED(rma.base + AT + kinds[i].size, BYTES - AT - (int)kinds[i].size, 0);
            memset(rma.base + AT, 0, 8);
            OK(MPI_Win_unlock(check_rank, rma.win));
            OK(MPI_Barrier(MPI_COMM_WORLD));
        }
        OK(MPI_Win_lock_all(0, rma.win));
        blocks(&rma, target);
        OK(MPI_Win_unlock_all(rma.win));
        rma_close(&rma);
    }
    return check_end();
}
