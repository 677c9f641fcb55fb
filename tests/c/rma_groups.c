// Epochs of groups (post, start, complete, wait, test): everybody exposes to both neighbors again and again, in windows of every kind; notices of rounds do
// not mix, and what a target reads after MPI_Win_wait is what origins put before MPI_Win_complete. They come through behind more messages than a target keeps.
// ranks: 1 2 3 4 7
// env: FERRY_UNEXPECTED_BUDGET=1048576
#include "rma.h"

enum { N = 3000, ROUNDS = 12, MESSAGES = 3000, MESSAGE_BYTES = 1024 };

static void rounds(Rma *rma)
{
    int left = (check_rank + check_size - 1) % check_size, right = (check_rank + 1) % check_size;
    int ranks[2] = {left, right}, several = left == right ? 1 : 2;
    MPI_Group all, neighbors;
    OK(MPI_Win_get_group(rma->win, &all));
    OK(MPI_Group_incl(all, several, ranks, &neighbors));
    long *mine = (long *)rma->base, *out = malloc(N * sizeof *out);
    for (int round = 0; round < ROUNDS; round++) {
        int count = round % 3 == 2 ? N : 3;
        for (int i = 0; i < count; i++)
            out[i] = 100000L * check_rank + 1000L * round + i;
        OK(MPI_Win_post(neighbors, round % 2 ? 0 : MPI_MODE_NOSTORE, rma->win));
        OK(MPI_Win_start(neighbors, 0, rma->win));
        for (int i = 0; i < several; i++) {
            /* Each neighbor has a half of the window. */
            size_t half = ranks[i] == right ? 0 : N * sizeof *out;
            OK(MPI_Put(out, count, MPI_LONG, ranks[i], rma_at(rma, ranks[i], half), count, MPI_LONG, rma->win));
        }
        OK(MPI_Win_complete(rma->win));
        out[0] = -1; /* complete here: the memory is ours again */
        if (round % 2) {
            OK(MPI_Win_wait(rma->win));
        } else {
            for (int over = 0; !over;)
                OK(MPI_Win_test(rma->win, &over));
        }
        for (int i = 0; i < count; i++) {
            CHECK_EQ(mine[i], 100000L * left + 1000L * round + i);
            if (several == 2)
                CHECK_EQ(mine[N + i], 100000L * right + 1000L * round + i);
        }
    }
    /* An empty group is an epoch, too. */
    OK(MPI_Win_post(MPI_GROUP_EMPTY, 0, rma->win));
    OK(MPI_Win_start(MPI_GROUP_EMPTY, 0, rma->win));
    OK(MPI_Win_complete(rma->win));
    OK(MPI_Win_wait(rma->win));
    OK(MPI_Group_free(&all));
    OK(MPI_Group_free(&neighbors));
    free(out);
}

/* Rank 0 receives what rank 1 sent before its epoch only after that. */
static void behind_messages(Rma *rma, int is_polling)
{
    static char message[MESSAGE_BYTES];
    static MPI_Request requests[MESSAGES];
    long value = 77;
    MPI_Group all, other;
    int peer = 1 - check_rank;
    if (check_size < 2 || check_rank > 1)
        return;
    OK(MPI_Win_get_group(rma->win, &all));
    OK(MPI_Group_incl(all, 1, &peer, &other));
    if (check_rank == 1) {
        for (int i = 0; i < MESSAGES; i++)
            OK(MPI_Isend(message, MESSAGE_BYTES, MPI_CHAR, 0, 3, MPI_COMM_WORLD, &requests[i]));
        OK(MPI_Win_start(other, 0, rma->win));
        OK(MPI_Put(&value, 1, MPI_LONG, 0, rma_at(rma, 0, 0), 1, MPI_LONG, rma->win));
        OK(MPI_Win_complete(rma->win));
        OK(MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE));
    } else {
        OK(MPI_Win_post(other, 0, rma->win));
        if (!is_polling)
            OK(MPI_Win_wait(rma->win));
        for (int over = !is_polling; !over;)
            OK(MPI_Win_test(rma->win, &over));
        CHECK_EQ(*(long *)rma->base, value);
        for (int i = 0; i < MESSAGES; i++)
            OK(MPI_Recv(message, MESSAGE_BYTES, MPI_CHAR, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
    OK(MPI_Group_free(&all));
    OK(MPI_Group_free(&other));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, 2 * N * sizeof(long)))
            continue;
        rounds(&rma);
        behind_messages(&rma, 0);
        behind_messages(&rma, 1);
        rma_close(&rma);
    }
    return check_end();
}
