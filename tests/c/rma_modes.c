// Accumulates of one element and of many, from all ranks to the same elements at the same time: no update is lost, whether elements are combined by
// atomics, under claims, or while a part is switched from one to the other and back.
// ranks: 2 3 4
// timeout: 120
#include "check.h"

enum { WORDS = 256, ROUNDS = 400, SINGLES = 10, PAUSES = 8, STORMS = 3 };

static unsigned state;

static unsigned draw(unsigned below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

static int rank, size;
static long added[WORDS];

/* One element: by an operation that fetches, by one that does not, or by comparison and swap. */
static void single(MPI_Win win, int target)
{
    long one = 1 + draw(9), before, at = draw(WORDS);
    switch (draw(3)) {
    case 0:
        OK(MPI_Accumulate(&one, 1, MPI_LONG, target, at, 1, MPI_LONG, MPI_SUM, win));
        break;
    case 1:
        OK(MPI_Fetch_and_op(&one, &before, MPI_LONG, target, at, MPI_SUM, win));
        break;
    default:
        for (long seen = 0, next;; seen = before) {
            next = seen + one;
            OK(MPI_Compare_and_swap(&next, &seen, &before, MPI_LONG, target, at, win));
            OK(MPI_Win_flush(target, win));
            if (before == seen)
                break;
        }
    }
    OK(MPI_Win_flush(target, win));
    added[at] += one;
}

/* Many elements, or some. */
static void several(MPI_Win win, int target)
{
    static long ones[WORDS], before[WORDS];
    int count = draw(8) ? 64 + draw(WORDS - 63) : 2 + draw(60), at = draw(WORDS - count + 1);
    for (int i = 0; i < count; i++)
        ones[i] = 1 + i % 7, added[at + i] += ones[i];
    if (draw(2))
        OK(MPI_Accumulate(ones, count, MPI_LONG, target, at, count, MPI_LONG, MPI_SUM, win));
    else
        OK(MPI_Get_accumulate(ones, count, MPI_LONG, before, count, MPI_LONG, target, at, count, MPI_LONG, MPI_SUM, win));
    OK(MPI_Win_flush(target, win));
}

/* All ranks add to the part of one: how much each element has at the end is known. */
static void storm(MPI_Win win, long *part, int target)
{
    memset(part, 0, sizeof(long) * WORDS);
    memset(added, 0, sizeof added);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock_all(0, win));
    /* Every other rank adds to single elements, while the others add to many; now and then all do the former, so that the part goes back to atomics. */
    for (int pause = 0; pause < PAUSES; pause++) {
        for (int round = 0; round < ROUNDS / PAUSES; round++)
            if (rank % 2 == 0)
                several(win, target);
            else
                for (int i = 0; i < SINGLES; i++)
                    single(win, target);
        for (int i = 0; i < 30 * SINGLES; i++)
            single(win, target);
    }
    OK(MPI_Win_unlock_all(win));
    static long all[WORDS];
    OK(MPI_Reduce(added, all, WORDS, MPI_LONG, MPI_SUM, target, MPI_COMM_WORLD));
    for (int i = 0; rank == target && i < WORDS; i++)
        CHECK_EQ(part[i], all[i]);
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    state = 12345u + (unsigned)rank;
    long *part;
    MPI_Win win;
    OK(MPI_Win_allocate(sizeof(long) * WORDS, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win));
    for (int storms = 0; storms < STORMS; storms++)
        storm(win, part, storms % size);
    OK(MPI_Win_free(&win));
    long *own = check_alloc(sizeof(long) * WORDS);
    OK(MPI_Win_create(own, sizeof(long) * WORDS, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    storm(win, own, 0);
    OK(MPI_Win_free(&win));
    free(own);
    return check_end();
}
