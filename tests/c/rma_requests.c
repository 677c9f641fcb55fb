// Functions with requests: 300 puts outstanding at once, gets that are not over before the data are there (with gaps, too), accumulates; tests, waits for any,
// frees; several at once from large memory; in windows of every kind.
// ranks: 1 2 3
#include "rma.h"

enum { MANY = 300, BIG = 40000 };

static void many(Rma *rma, int target)
{
    static long words[MANY];
    static MPI_Request requests[MANY];
    for (int i = 0; i < MANY; i++)
        words[i] = 1000L * check_rank + i;
    OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, rma->win));
    for (int i = 0; i < MANY; i++) {
        OK(MPI_Rput(&words[i], 1, MPI_LONG, target, rma_at(rma, target, 8 * (size_t)i), 1, MPI_LONG, rma->win, &requests[i]));
        CHECK(requests[i] != MPI_REQUEST_NULL);
    }
    OK(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
    OK(MPI_Win_flush(target, rma->win));
    static long back[MANY];
    for (int i = 0; i < MANY; i++)
        OK(MPI_Rget(&back[i], 1, MPI_LONG, target, rma_at(rma, target, 8 * (size_t)i), 1, MPI_LONG, rma->win, &requests[i]));
    for (int i = 0, which; i < MANY; i++) {
        OK(MPI_Waitany(MANY, requests, &which, MPI_STATUS_IGNORE));
        CHECK_EQ(back[which], words[which]);
    }
    OK(MPI_Win_unlock(target, rma->win));
}

/* A get is over when its data are there, wherever they come from and go to. */
static void gaps(Rma *rma, int target)
{
    int *out = malloc(BIG * sizeof *out), *in = malloc(2 * BIG * sizeof *in);
    MPI_Datatype sparse;
    MPI_Request request;
    OK(MPI_Type_vector(BIG, 1, 2, MPI_INT, &sparse));
    OK(MPI_Type_commit(&sparse));
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < BIG; i++)
            out[i] = round * BIG + i + check_rank;
        memset(in, 0xff, 2 * BIG * sizeof *in);
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, rma->win));
        OK(MPI_Rput(out, BIG, MPI_INT, target, rma_at(rma, target, 0), 1, sparse, rma->win, &request));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        memset(out, 0, sizeof *out); /* the origin's memory is ours again */
        OK(MPI_Win_flush(target, rma->win));
        OK(MPI_Rget(in, 1, sparse, target, rma_at(rma, target, 0), 1, sparse, rma->win, &request));
        if (round == 0) {
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        } else {
            for (int over = 0; !over;)
                OK(MPI_Test(&request, &over, MPI_STATUS_IGNORE));
        }
        for (int i = 0; i < BIG; i++) {
            CHECK_EQ(in[2 * i], round * BIG + i + check_rank);
            CHECK_EQ(in[2 * i + 1], -1);
        }
        OK(MPI_Win_unlock(target, rma->win));
    }
    OK(MPI_Type_free(&sparse));
    free(out);
    free(in);
}

static void accumulates(Rma *rma, int target)
{
    double *ones = malloc(BIG * sizeof *ones), *before = malloc(BIG * sizeof *before);
    MPI_Request requests[3];
    for (int i = 0; i < BIG; i++)
        ones[i] = 1;
    OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, rma->win));
    MPI_Aint at = rma_at(rma, target, 0);
    OK(MPI_Raccumulate(ones, BIG, MPI_DOUBLE, target, at, BIG, MPI_DOUBLE, MPI_REPLACE, rma->win, &requests[0]));
    OK(MPI_Raccumulate(ones, BIG, MPI_DOUBLE, target, at, BIG, MPI_DOUBLE, MPI_SUM, rma->win, &requests[1]));
    OK(MPI_Rget_accumulate(ones, BIG, MPI_DOUBLE, before, BIG, MPI_DOUBLE, target, at, BIG, MPI_DOUBLE, MPI_SUM, rma->win,
                           &requests[2]));
    OK(MPI_Wait(&requests[2], MPI_STATUS_IGNORE));
    for (int i = 0; i < BIG; i++)
        CHECK_EQ(before[i], 2);
    OK(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
    OK(MPI_Win_flush(target, rma->win));
    OK(MPI_Rget(before, BIG, MPI_DOUBLE, target, at, BIG, MPI_DOUBLE, rma->win, &requests[0]));
    OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    for (int i = 0; i < BIG; i++)
        CHECK_EQ(before[i], 3);
    /* A synchronization completes what requests are waited for later, and the request stays. */
    OK(MPI_Rput(ones, BIG, MPI_DOUBLE, target, at, BIG, MPI_DOUBLE, rma->win, &requests[0]));
    OK(MPI_Rget(before, BIG, MPI_DOUBLE, target, at, BIG, MPI_DOUBLE, rma->win, &requests[1]));
    OK(MPI_Win_unlock(target, rma->win));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    free(ones);
    free(before);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, BIG * sizeof(double)))
            continue;
        int target = (check_rank + 1) % check_size;
        many(&rma, target);
        gaps(&rma, target);
        accumulates(&rma, target);
        rma_close(&rma);
    }
    return check_end();
}
