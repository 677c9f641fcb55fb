// Accesses of a rank that overlap so that their outcome is open are errors of their own class with FERRY_CHECK, in windows of every kind, and change nothing;
// what does not overlap, or is separated by a synchronization, is none. Without the setting they are let pass.
// ranks: 1 2 3
// needs: ferry
// case: off
// case: on
#include "rma.h"

static int is_on;

/* What a call that conflicts has to return. */
#define CONFLICT(call, ...)                                                                                            \
    do {                                                                                                               \
        if (is_on)                                                                                                     \
            ERR(MPI_ERR_RMA_CONFLICT, call, ##__VA_ARGS__);                                                            \
        else                                                                                                           \
            OK(call);                                                                                                  \
    } while (0)

static void overlaps(Rma *rma)
{
    MPI_Win win = rma->win;
    int target = (check_rank + 1) % check_size, words[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8], result;
    float number = 1;
    MPI_Aint at = rma_at(rma, target, 0);
    MPI_Datatype odd;
    MPI_Request request;
    OK(MPI_Type_vector(4, 1, 2, MPI_INT, &odd));
    OK(MPI_Type_commit(&odd));

    /* Every second word and the words between do not meet. */
    OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win));
    OK(MPI_Put(words, 4, MPI_INT, target, at, 1, odd, win));
    OK(MPI_Put(words + 4, 4, MPI_INT, target, MPI_Aint_add(at, 4), 1, odd, win));
    CONFLICT(MPI_Put(words, 1, MPI_INT, target, MPI_Aint_add(at, 8), 1, MPI_INT, win), "put", "bytes", "MPI_Win_flush");
    CONFLICT(MPI_Get(back, 8, MPI_INT, target, at, 8, MPI_INT, win), "a get overlaps a put");
    CONFLICT(MPI_Rget(back, 1, MPI_INT, target, at, 1, MPI_INT, win, &request));
    if (!is_on)
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CONFLICT(MPI_Accumulate(words, 1, MPI_INT, target, at, 1, MPI_INT, MPI_SUM, win), "accumulate");
    OK(MPI_Win_flush_local(target, win));
    CONFLICT(MPI_Fetch_and_op(words, &result, MPI_INT, target, at, MPI_SUM, win));
    CONFLICT(MPI_Compare_and_swap(words, words, &result, MPI_INT, target, at, win));
    OK(MPI_Win_flush(target, win));
    OK(MPI_Get(back, 8, MPI_INT, target, at, 8, MPI_INT, win));
    OK(MPI_Get(back, 8, MPI_INT, target, at, 8, MPI_INT, win));
    OK(MPI_Win_flush(target, win));
    if (is_on)
        for (int i = 0; i < 8; i++)
            CHECK_EQ(back[i], words[i / 2 + i % 2 * 4]);

    /* Accumulates of one datatype go together, of two they do not. */
    OK(MPI_Accumulate(words, 2, MPI_INT, target, at, 2, MPI_INT, MPI_SUM, win));
    OK(MPI_Fetch_and_op(words, &result, MPI_INT, target, at, MPI_SUM, win));
    OK(MPI_Compare_and_swap(words, words, &result, MPI_INT, target, at, win));
    CONFLICT(MPI_Accumulate(&number, 1, MPI_FLOAT, target, at, 1, MPI_FLOAT, MPI_SUM, win), "another datatype");
    OK(MPI_Win_unlock(target, win));

    /* Locks, fences and epochs of groups separate. A call that is refused for another reason leaves no trace. */
    OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win));
    ERR(MPI_ERR_TRUNCATE, MPI_Put(words, 8, MPI_INT, target, at, 4, MPI_INT, win));
    OK(MPI_Put(words, 1, MPI_INT, target, at, 1, MPI_INT, win));
    OK(MPI_Win_unlock(target, win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int round = 0; round < 2; round++) {
        OK(MPI_Win_fence(0, win));
        OK(MPI_Put(words, 1, MPI_INT, target, at, 1, MPI_INT, win));
        CONFLICT(MPI_Get(back, 1, MPI_INT, target, at, 1, MPI_INT, win));
    }
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    MPI_Group all, to, from;
    int source = (check_rank + check_size - 1) % check_size;
    OK(MPI_Win_get_group(win, &all));
    OK(MPI_Group_incl(all, 1, &target, &to));
    OK(MPI_Group_incl(all, 1, &source, &from));
    for (int round = 0; round < 2; round++) {
        OK(MPI_Win_post(from, 0, win));
        OK(MPI_Win_start(to, 0, win));
        OK(MPI_Put(words, 1, MPI_INT, target, at, 1, MPI_INT, win));
        CONFLICT(MPI_Put(words, 1, MPI_INT, target, at, 1, MPI_INT, win));
        OK(MPI_Win_complete(win));
        OK(MPI_Win_wait(win));
    }
    OK(MPI_Group_free(&all));
    OK(MPI_Group_free(&to));
    OK(MPI_Group_free(&from));
    OK(MPI_Type_free(&odd));
}

int main(int argc, char **argv)
{
    is_on = argc > 1 && strcmp(argv[1], "on") == 0;
    setenv("FERRY_CHECK", is_on ? "on" : "off", 1);
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, 64))
            continue;
        overlaps(&rma);
        rma_close(&rma);
    }
    return check_end();
}
