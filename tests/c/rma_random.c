// Random programs against a model: in each round every rank changes its own share of every part, by puts, accumulates and swaps with random datatypes on both sides,
// under random synchronization; then all parts are what the model says, and gets have seen what they must. Seeds are printed with a failure.
// ranks: 1 2 3 4
// timeout: 180
#include "rma.h"

enum { SHARE = 6000, ROUNDS = 14, STEPS = 25 };

static uint64_t state;

static unsigned rnd(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* A random datatype of ints, with the places of its elements. */
typedef struct {
    MPI_Datatype type;
    int count, places[SHARE], extent;
} Layout;

static void layout(Layout *l, int room, int elements)
{
    l->count = elements;
    int blocks[64], starts[64], n = 0, at = (int)rnd(4), k = 0;
    switch (rnd(4)) {
    case 0: /* contiguous */
        OK(MPI_Type_contiguous(elements, MPI_INT, &l->type));
        for (int i = 0; i < elements; i++)
            l->places[i] = i;
        break;
    case 1: { /* strided */
        int stride = 1 + (int)rnd((unsigned)(room / (elements ? elements : 1)));
        OK(MPI_Type_vector(elements, 1, stride, MPI_INT, &l->type));
        for (int i = 0; i < elements; i++)
            l->places[i] = i * stride;
        break;
    }
    case 2: /* blocks, in random order of two halves */
        while (k < elements && n < 64) {
            int left = elements - k, length = n == 63 ? left : 1 + (int)rnd((unsigned)left);
            blocks[n] = length, starts[n] = at;
            for (int i = 0; i < length; i++)
                l->places[k++] = at + i;
            at += length + (int)rnd(3);
            n++;
        }
        OK(MPI_Type_indexed(n, blocks, starts, MPI_INT, &l->type));
        break;
    default: { /* rows of a matrix, backwards */
        int rows = 1;
        for (int try = 2; try < 9; try++)
            if (elements % try == 0)
                rows = try;
        int columns = elements / rows;
        MPI_Datatype row;
        OK(MPI_Type_contiguous(columns, MPI_INT, &row));
        for (int i = 0; i < rows; i++)
            starts[i] = (rows - 1 - i) * columns;
        OK(MPI_Type_create_indexed_block(rows, columns, starts, MPI_INT, &l->type));
        OK(MPI_Type_free(&row));
        for (int i = 0; i < elements; i++)
            l->places[i] = (rows - 1 - i / columns) * columns + i % columns;
    }
    }
    OK(MPI_Type_commit(&l->type));
    l->extent = 0;
    for (int i = 0; i < elements; i++)
        if (l->places[i] + 1 > l->extent)
            l->extent = l->places[i] + 1;
}

/* What this rank's shares of all parts are to be. */
static int *model;

static int *share(int rank)
{
    return model + (size_t)rank * SHARE;
}

/* Origins' memory that accesses of this round may still read. */
static int *kept[STEPS + 64];
static int kept_count;

/* One access to this rank's share of a part; `now`: the target is flushed after it, so results may be looked at. */
static void step(Rma *rma, int target, int now)
{
    static Layout here, there;
    static int origin[SHARE], result[SHARE];
    int elements = 1 + (int)rnd(rnd(3) ? 40 : 600), fetches = 0, compares = 0;
    layout(&here, SHARE / 2, elements);
    layout(&there, SHARE / 2, elements);
    int first = (int)rnd((unsigned)(SHARE - there.extent));
    int *mine = share(target) + first;
    MPI_Aint at = rma_at(rma, target, sizeof(int) * ((size_t)check_rank * SHARE + (size_t)first));
    int *from = malloc(sizeof(int) * (size_t)(here.extent + 1));
    for (int i = 0; i < here.extent; i++)
        from[i] = (int)rnd(1u << 30);
    memset(result, 0x11, sizeof result);
    memcpy(origin, from, sizeof(int) * (size_t)here.extent);
    const MPI_Op ops[] = {MPI_SUM, MPI_BXOR, MPI_MAX, MPI_REPLACE};
    int what = (int)rnd(now ? 7 : 5);
    int before[SHARE];
    for (int i = 0; i < elements; i++)
        before[i] = mine[there.places[i]];
    if (what == 0) {
        OK(MPI_Put(from, 1, here.type, target, at, 1, there.type, rma->win));
        for (int i = 0; i < elements; i++)
            mine[there.places[i]] = origin[here.places[i]];
    } else if (what < 6) {
        int op = (int)rnd(4);
        fetches = what == 5;
        if (fetches)
            OK(MPI_Get_accumulate(from, 1, here.type, result, 1, here.type, target, at, 1, there.type, ops[op], rma->win));
        else
            OK(MPI_Accumulate(from, 1, here.type, target, at, 1, there.type, ops[op], rma->win));
        for (int i = 0; i < elements; i++) {
            int a = origin[here.places[i]], *b = &mine[there.places[i]];
            *b = op == 0 ? (int)((unsigned)a + (unsigned)*b) : op == 1 ? a ^ *b : op == 2 ? (a > *b ? a : *b) : a;
        }
    } else {
        int expected = rnd(2) ? mine[0] : (int)rnd(100);
        compares = 1;
        before[0] = mine[0];
        OK(MPI_Compare_and_swap(from, &expected, result, MPI_INT, target, at, rma->win));
        if (mine[0] == expected)
            mine[0] = origin[0];
    }
    if (now) {
        OK(MPI_Win_flush(target, rma->win));
        if (compares)
            CHECK_EQ(result[0], before[0]);
        for (int i = 0; fetches && i < elements; i++)
            CHECK_EQ(result[here.places[i]], before[i]);
        memset(result, 0x22, sizeof result);
        OK(MPI_Get(result, 1, here.type, target, at, 1, there.type, rma->win));
        OK(MPI_Win_flush(target, rma->win));
        for (int i = 0; i < elements; i++)
            CHECK_EQ(result[here.places[i]], mine[there.places[i]]);
        free(from);
    } else {
        kept[kept_count++] = from;
    }
    OK(MPI_Type_free(&here.type));
    OK(MPI_Type_free(&there.type));
}

static void check_parts(Rma *rma)
{
    /* Everybody tells everybody what its share of the other's part should be. */
    int *expected = malloc((size_t)check_size * SHARE * sizeof *expected);
    OK(MPI_Alltoall(model, SHARE, MPI_INT, expected, SHARE, MPI_INT, MPI_COMM_WORLD));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, rma->win));
    const int *part = (const int *)rma->base;
    for (int i = 0; i < check_size * SHARE; i++)
        if (part[i] != expected[i])
            FAIL("element %d of the share of rank %d is %d, not %d", i % SHARE, i / SHARE, part[i], expected[i]);
    OK(MPI_Win_unlock(check_rank, rma->win));
    free(expected);
}

static void program(Rma *rma, unsigned seed)
{
    state = seed * 2654435761u + (unsigned)check_rank;
    MPI_Group group;
    OK(MPI_Win_get_group(rma->win, &group));
    model = calloc((size_t)check_size * SHARE, sizeof *model);
    for (int round = 0; round < ROUNDS; round++) {
        NOTE("%s, seed %u, round %d", rma_kind_names[rma->kind], seed, round);
        /* All choose alike. */
        int how = (int)((seed * 31 + (unsigned)round * 17) % 4);
        OK(MPI_Barrier(MPI_COMM_WORLD));
        if (how == 0) { /* one access to each target an epoch, as they are not ordered */
            OK(MPI_Win_fence(0, rma->win));
            for (int target = 0; target < check_size; target++)
                step(rma, target, 0);
            OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, rma->win));
        } else if (how == 1) {
            OK(MPI_Win_post(group, 0, rma->win));
            OK(MPI_Win_start(group, 0, rma->win));
            for (int target = 0; target < check_size; target++)
                step(rma, target, 0);
            OK(MPI_Win_complete(rma->win));
            OK(MPI_Win_wait(rma->win));
        } else if (how == 2) {
            OK(MPI_Win_lock_all(0, rma->win));
            for (int i = 0; i < STEPS; i++)
                step(rma, (int)rnd((unsigned)check_size), 1);
            OK(MPI_Win_unlock_all(rma->win));
        } else {
            for (int i = 0; i < STEPS; i++) {
                int target = (int)rnd((unsigned)check_size), now = (int)rnd(2);
                OK(MPI_Win_lock(rnd(4) ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, target, 0, rma->win));
                step(rma, target, now);
                OK(MPI_Win_unlock(target, rma->win));
            }
        }
        while (kept_count > 0)
            free(kept[--kept_count]);
        OK(MPI_Barrier(MPI_COMM_WORLD));
        check_parts(rma);
    }
    free(model);
    OK(MPI_Group_free(&group));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (unsigned seed = 1; seed <= 3; seed++)
        for (int kind = 0; kind < RMA_KINDS; kind++) {
            Rma rma;
            if (!rma_open(&rma, kind, (size_t)check_size * SHARE * sizeof(int)))
                continue;
            program(&rma, seed);
            rma_close(&rma);
        }
    return check_end();
}
