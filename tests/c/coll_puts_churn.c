// Two thousand communicators that are made, used for puts and freed: as many collective buffers as there are at once, and no more memory registered at the end than after the first ones.
// coll_puts_churn_long.c makes ten thousand.
// ranks: 2 4
// needs: ferry
// env: FERRY_COLLECTIVE=allgather=put_circulant
#include "check.h"
#include "mpit.h"

#ifndef TIMES
#define TIMES 2000
#endif
enum { EARLY = 100, COUNT = 5000 };

int main(int argc, char **argv)
{
    static int own[COUNT];
    MPI_T_pvar_session session;
    int provided;
    check_begin(&argc, &argv);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle bytes = mpit_open(session, "collective_buffer_bytes", MPI_T_PVAR_CLASS_LEVEL);
    MPI_T_pvar_handle buffers = mpit_open(session, "collective_buffers", MPI_T_PVAR_CLASS_LEVEL);
    MPI_T_pvar_handle puts_begun = mpit_open(session, "collective_puts", MPI_T_PVAR_CLASS_COUNTER);
    int *all = malloc(sizeof *all * COUNT * check_size);
    unsigned long long early = 0;
    for (int i = 0; i < TIMES; i++) {
        MPI_Comm comm;
        /* Now and then blocks that go through windows. */
        int count = i % 50 ? 1 : COUNT;
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
        own[0] = own[count - 1] = i + check_rank;
        OK(MPI_Allgather(own, count, MPI_INT, all, count, MPI_INT, comm));
        for (int r = 0; r < check_size; r++) {
            CHECK_EQ(all[r * count], i + r);
            CHECK_EQ(all[r * count + count - 1], i + r);
        }
        OK(MPI_Comm_free(&comm));
        if (i == EARLY)
            early = mpit_read(session, bytes);
    }
    if (mpit_read(session, puts_begun) < TIMES)
        FAIL("only %llu puts", mpit_read(session, puts_begun));
    CHECK_EQ(mpit_read(session, bytes), early);
    CHECK_EQ(mpit_read(session, buffers), 0);
    free(all);
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
