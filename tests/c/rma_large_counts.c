// The accesses with large counts, in windows of every kind: each does what its short form does, counts beyond 32 bits are neither cut off nor refused where they
// mean no bytes, and an access of more than the part is out of range. The info keys of windows, by which programs promise something, are told as they were given.
// ranks: 1 2 3
#include "rma.h"

enum { N = 24 };

static const MPI_Count HUGE_COUNT = (MPI_Count)1 << 32;

static MPI_Aint word(const Rma *rma, int target, int index) { return rma_at(rma, target, 8 * (size_t)index); }

/* Each rank has four words of the target's part for itself. */
static void accesses(Rma *rma, int target)
{
    long one = 10 + check_rank, two = 1000, old = -1, older = -1, got = -1, slot = 4 * check_rank;
    MPI_Request request;
    OK(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, rma->win));
    OK(MPI_Put_c(&one, 1, MPI_LONG, target, word(rma, target, slot), 1, MPI_LONG, rma->win));
    OK(MPI_Rput_c(&two, 1, MPI_LONG, target, word(rma, target, slot + 1), 1, MPI_LONG, rma->win, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Win_flush(target, rma->win));
    OK(MPI_Accumulate_c(&one, 1, MPI_LONG, target, word(rma, target, slot), 1, MPI_LONG, MPI_SUM, rma->win));
    OK(MPI_Raccumulate_c(&one, 1, MPI_LONG, target, word(rma, target, slot + 1), 1, MPI_LONG, MPI_SUM, rma->win, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Get_accumulate_c(&two, 1, MPI_LONG, &old, 1, MPI_LONG, target, word(rma, target, slot), 1, MPI_LONG, MPI_SUM, rma->win));
    OK(MPI_Rget_accumulate_c(NULL, 0, MPI_LONG, &older, 1, MPI_LONG, target, word(rma, target, slot + 1), 1, MPI_LONG, MPI_NO_OP, rma->win, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Win_flush(target, rma->win));
    CHECK_EQ(old, 2 * one);
    CHECK_EQ(older, two + one);
    OK(MPI_Get_c(&got, 1, MPI_LONG, target, word(rma, target, slot), 1, MPI_LONG, rma->win));
    OK(MPI_Win_flush(target, rma->win));
    CHECK_EQ(got, 2 * one + two);
    OK(MPI_Rget_c(&got, 1, MPI_LONG, target, word(rma, target, slot + 1), 1, MPI_LONG, rma->win, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQ(got, two + one);
    OK(MPI_Win_unlock(target, rma->win));
}

/* 2^32 elements without bytes, as origin and as target. */
static void nothing(Rma *rma, int target)
{
    MPI_Datatype empty;
    long data = 7;
    OK(MPI_Type_contiguous(0, MPI_LONG, &empty));
    OK(MPI_Type_commit(&empty));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, rma->win));
    OK(MPI_Put_c(&data, HUGE_COUNT, empty, target, word(rma, target, 4 * check_rank + 2), 0, MPI_LONG, rma->win));
    OK(MPI_Get_c(&data, 0, MPI_LONG, target, word(rma, target, 4 * check_rank + 2), HUGE_COUNT, empty, rma->win));
    OK(MPI_Accumulate_c(&data, HUGE_COUNT, empty, target, word(rma, target, 4 * check_rank + 2), HUGE_COUNT, empty, MPI_REPLACE, rma->win));
    OK(MPI_Win_unlock(target, rma->win));
    CHECK_EQ(data, 7);
    OK(MPI_Type_free(&empty));
}

/* One element more than 2^32: whoever cuts that off to 32 bits puts, gets or adds one element. No library but Ferry promises to look, which knows at the origin what there is of all
   windows but those to which memory is attached. */
static void out_of_range(Rma *rma, int target)
{
    long data = 7, result = 7;
    if (!check_ferry || rma->kind == RMA_DYNAMIC)
        return;
    for (int access = 0; access < 4; access++) {
        MPI_Aint at = word(rma, target, 4 * check_rank + 3);
        int code, class;
        NOTE("%s, access %d", rma_kind_names[rma->kind], access);
        OK(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, rma->win));
        if (access == 0)
            code = MPI_Put_c(&data, HUGE_COUNT + 1, MPI_LONG, target, at, HUGE_COUNT + 1, MPI_LONG, rma->win);
        else if (access == 1)
            code = MPI_Get_c(&result, HUGE_COUNT + 1, MPI_LONG, target, at, HUGE_COUNT + 1, MPI_LONG, rma->win);
        else if (access == 2)
            code = MPI_Accumulate_c(&data, HUGE_COUNT + 1, MPI_LONG, target, at, HUGE_COUNT + 1, MPI_LONG, MPI_SUM, rma->win);
        else
            code = MPI_Get_accumulate_c(&data, HUGE_COUNT + 1, MPI_LONG, &result, HUGE_COUNT + 1, MPI_LONG, target, at, HUGE_COUNT + 1, MPI_LONG, MPI_SUM, rma->win);
        OK(MPI_Error_class(code, &class));
        CHECK_EQ(class, MPI_ERR_RMA_RANGE);
        ERR(MPI_ERR_COUNT, MPI_Put_c(&data, -HUGE_COUNT, MPI_LONG, target, at, 1, MPI_LONG, rma->win));
        OK(MPI_Win_unlock(target, rma->win));
    }
    CHECK_EQ(result, 7);
}

/* Sizes and units of windows. */
static void windows(void)
{
    static long memory[N];
    const MPI_Aint large = (MPI_Aint)1 << 33;
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        MPI_Win win;
        void *base = memory;
        MPI_Aint size = -1, unit = -1;
        if (is_shared && !rma_on_one_node(MPI_COMM_WORLD))
            continue;
        NOTE("units beyond 32 bits, %s", is_shared ? "shared" : "created");
        if (is_shared)
            OK(MPI_Win_allocate_shared_c(sizeof memory, large, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
        else
            OK(MPI_Win_create_c(memory, sizeof memory, large, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
        OK(MPI_Win_shared_query_c(win, check_rank, &size, &unit, &base));
        CHECK(size == 0 || (size == sizeof memory && unit == large));
        CHECK(!is_shared || size > 0);
        int target = (check_rank + 1) % check_size;
        long value = 5 + check_rank, back = 0;
        OK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win));
        OK(MPI_Put_c(&value, 1, MPI_LONG, target, 0, 1, MPI_LONG, win));
        OK(MPI_Get_c(&back, 1, MPI_LONG, target, 0, 1, MPI_LONG, win));
        OK(MPI_Win_unlock(target, win));
        if (check_ferry) {
            OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win));
            ERR(MPI_ERR_RMA_RANGE, MPI_Put_c(&value, 1, MPI_LONG, target, 1, 1, MPI_LONG, win));
            OK(MPI_Win_unlock(target, win));
        }
        OK(MPI_Barrier(MPI_COMM_WORLD));
        CHECK_EQ(*(long *)(is_shared ? base : memory), 5 + (check_rank + check_size - 1) % check_size);
        OK(MPI_Win_free(&win));
    }
}

static void promises(void)
{
    static const char *const pairs[][2] = {{"no_locks", "true"},
                                           {"same_size", "true"},
                                           {"same_disp_unit", "true"},
                                           {"accumulate_ordering", "rar,waw"},
                                           {"accumulate_ops", "same_op"},
                                           {"mpi_accumulate_granularity", "8"}};
    MPI_Info info;
    MPI_Win win;
    long *base;
    OK(MPI_Info_create(&info));
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        OK(MPI_Info_set(info, pairs[i][0], pairs[i][1]));
    OK(MPI_Win_allocate(8 * N, 8, info, MPI_COMM_WORLD, &base, &win));
    OK(MPI_Info_free(&info));
    OK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    OK(MPI_Win_get_info(win, &info));
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && check_ferry; i++) {
        char value[64];
        int flag, length = sizeof value;
        NOTE("info key %s", pairs[i][0]);
        OK(MPI_Info_get_string(info, pairs[i][0], &length, value, &flag));
        CHECK(flag);
        CHECK_STR(value, pairs[i][1]);
    }
    OK(MPI_Info_free(&info));
    /* With what was promised sums are what they are without. */
    long one = 1;
    base[0] = 0;
    OK(MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
    for (int rank = 0; rank < check_size; rank++)
        OK(MPI_Accumulate(&one, 1, MPI_LONG, rank, 0, 1, MPI_LONG, MPI_SUM, win));
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    CHECK_EQ(base[0], check_size);
    if (check_ferry)
        ERR(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), "no_locks");
    OK(MPI_Win_free(&win));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, 8 * N))
            continue;
        for (int step = 0; step < check_size; step++) {
            int target = (check_rank + step) % check_size;
            accesses(&rma, target);
            nothing(&rma, target);
            out_of_range(&rma, target);
        }
        OK(MPI_Barrier(MPI_COMM_WORLD));
        for (int rank = 0; rank < check_size; rank++) {
            const long *words = (long *)rma.base + 4 * rank;
            CHECK_EQ(words[0], 2 * (10 + rank) + 1000);
            CHECK_EQ(words[1], 1000 + 10 + rank);
            CHECK_EQ(words[2], 0);
            CHECK_EQ(words[3], 0);
        }
        rma_close(&rma);
    }
    windows();
    promises();
    return check_end();
}
