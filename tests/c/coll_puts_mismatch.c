// FERRY_CHECK=on: a collective operation that its ranks call with arguments that differ, and that would have put, lets the next ones go on, whether it asked for a collective buffer or had a turn on one.
// ranks: 2 3
// needs: ferry
// env: FERRY_CHECK=on
// env: FERRY_COLLECTIVE=allgather=put_circulant
// timeout: 30
// case: turn ranks=2,3
// case: asking ranks=2,3
#include "check.h"
#include "mpit.h"

enum { COUNT = 5000 };
static int own[COUNT], all[4 * COUNT];

static void right(MPI_Comm comm)
{
    for (int i = 0; i < COUNT; i++)
        own[i] = check_rank * COUNT + i;
    memset(all, -1, sizeof all);
    OK(MPI_Allgather(own, COUNT, MPI_INT, all, COUNT, MPI_INT, comm));
    for (int i = 0; i < check_size * COUNT; i++)
        CHECK_EQ(all[i], i);
}

static void wrong(MPI_Comm comm)
{
    int count = check_rank ? COUNT : COUNT - 1;
    ERR(MPI_ERR_COUNT, MPI_Allgather(own, count, MPI_INT, all, count, MPI_INT, comm), "disagree");
}

int main(int argc, char **argv)
{
    int provided;
    MPI_T_pvar_session session;
    check_begin(&argc, &argv);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle buffers = mpit_open(session, "collective_buffers", MPI_T_PVAR_CLASS_LEVEL);
    int is_asking = argc > 1 && !strcmp(argv[1], "asking");
    for (int round = 0; round < 3; round++) {
        MPI_Comm comm;
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
        OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
        if (!is_asking)
            right(comm);
        wrong(comm);
        wrong(comm);
        right(comm);
        right(comm);
        OK(MPI_Comm_free(&comm));
    }
    CHECK_EQ(mpit_read(session, buffers), 0);
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
