// Long operations that put, called before some ranks know whether they put and after others know it: all ranks decide alike.
// ranks: 2 3 4
// needs: ferry
// env: FERRY_COLLECTIVE=allgather=put_ring
#include "coll.h"
#include "mpit.h"

enum { SHORT = 5, LONG = (1 << 19) + 77 };

static void check_all(const int *all, int count, int key)
{
    for (int r = 0; r < check_size; r++)
        COLL_CHECK(all + (int64_t)r * count, count, r, 0, key);
}

/* The short operation makes the ranks ask each other. Some ranks wait for its end, and so for the answer, before they call the long one; the others call it at once. */
static void after_a_short_one(int *own, int *all, int *few, int who_waits)
{
    MPI_Comm comm;
    MPI_Request first, second;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    for (int round = 0; round < 3; round++) {
        int mine[SHORT];
        coll_fill(mine, SHORT, check_rank, round);
        coll_fill(own, LONG, check_rank, round);
        OK(MPI_Iallgather(mine, SHORT, MPI_INT, few, SHORT, MPI_INT, comm, &first));
        if (check_rank % 2 == who_waits)
            OK(MPI_Wait(&first, MPI_STATUS_IGNORE));
        OK(MPI_Iallgather(own, LONG, MPI_INT, all, LONG, MPI_INT, comm, &second));
        OK(MPI_Wait(&first, MPI_STATUS_IGNORE));
        OK(MPI_Wait(&second, MPI_STATUS_IGNORE));
        check_all(few, SHORT, round);
        check_all(all, LONG, round);
        OK(MPI_Allgather(mine, SHORT, MPI_INT, few, SHORT, MPI_INT, comm));
        check_all(few, SHORT, round);
    }
    OK(MPI_Comm_free(&comm));
}

/* A long operation is the first one, and persistent ones are long, too. */
static void first_of_all(int *own, int *all)
{
    MPI_Comm comm;
    MPI_Request again;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    coll_fill(own, LONG, check_rank, 9);
    OK(MPI_Allgather(own, LONG, MPI_INT, all, LONG, MPI_INT, comm));
    check_all(all, LONG, 9);
    OK(MPI_Allgather_init(own, LONG, MPI_INT, all, LONG, MPI_INT, comm, MPI_INFO_NULL, &again));
    for (int round = 10; round < 13; round++) {
        coll_fill(own, LONG, check_rank, round);
        OK(MPI_Start(&again));
        OK(MPI_Wait(&again, MPI_STATUS_IGNORE));
        check_all(all, LONG, round);
    }
    OK(MPI_Request_free(&again));
    OK(MPI_Comm_free(&comm));
}

int main(int argc, char **argv)
{
    int provided;
    check_begin(&argc, &argv);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    MPI_T_pvar_session session;
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle windows = mpit_open(session, "collective_windows", MPI_T_PVAR_CLASS_COUNTER);
    int *own = coll_ints(LONG), *all = coll_ints((int64_t)LONG * check_size), few[SHORT * 8];
    for (int who_waits = 0; who_waits < 2; who_waits++)
        after_a_short_one(own, all, few, who_waits);
    unsigned long long before = mpit_read(session, windows);
    first_of_all(own, all);
    /* One window of the operation that is called once, and one for each of the first two starts of the persistent one. */
    CHECK_EQ(mpit_read(session, windows) - before, 3);
    free(own), free(all);
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
