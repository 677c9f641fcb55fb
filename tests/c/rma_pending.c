// Windows that are freed while accesses are under way: what was begun before the last synchronization is there, requests that were never waited for hold nothing
// up, and memory that is given back right after MPI_Win_free and allocated again is not written any more. In windows of every kind.
// ranks: 1 2 3
#include "rma.h"

enum { BYTES = 300000, PIECES = 40 };

static void round_of(int kind, int with_requests)
{
    Rma rma;
    if (!rma_open(&rma, kind, BYTES))
        return;
    int target = (check_rank + 1) % check_size, source = (check_rank + check_size - 1) % check_size;
    char *data = malloc(BYTES), *back = malloc(BYTES);
    memset(data, check_rank + 1, BYTES);
    enum { EACH = BYTES / PIECES };
    OK(MPI_Win_lock_all(0, rma.win));
    for (int i = 0; i < PIECES; i++) {
        MPI_Aint at = rma_at(&rma, target, (size_t)i * EACH);
        if (!with_requests) {
            OK(MPI_Put(data + i * EACH, EACH, MPI_BYTE, target, at, EACH, MPI_BYTE, rma.win));
            continue;
        }
        MPI_Request request;
        OK(MPI_Rput(data + i * EACH, EACH, MPI_BYTE, target, at, EACH, MPI_BYTE, rma.win, &request));
        OK(MPI_Request_free(&request));
    }
    OK(MPI_Win_flush_all(rma.win));
    /* Gets that nobody waits for but the unlock. */
    for (int i = 0; i < PIECES; i++)
        OK(MPI_Get(back + i * EACH, EACH, MPI_BYTE, target, rma_at(&rma, target, (size_t)i * EACH), EACH, MPI_BYTE, rma.win));
    OK(MPI_Win_unlock_all(rma.win));
    CHECK_UNTOUCHED(back, BYTES, check_rank + 1);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, rma.win));
    CHECK_UNTOUCHED(rma.base, BYTES, source + 1);
    OK(MPI_Win_unlock(check_rank, rma.win));
    rma_close(&rma);
    char *again = malloc(BYTES);
    memset(again, 0x5a, BYTES);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    CHECK_UNTOUCHED(again, BYTES, 0x5a);
    free(again);
    free(data);
    free(back);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int round = 0; round < 4; round++)
        for (int kind = 0; kind < RMA_KINDS; kind++)
            round_of(kind, round % 2);
    return check_end();
}
