// In a job that survives the death of ranks no collective operation puts, whatever the settings name: who lives would wait for the signals of others who live and have given up.
// ranks: 4
// needs: ferry
// env: FERRY_FAULT_TOLERANCE=on
// env: FERRY_COLLECTIVE=barrier=put_dissemination,allgather=put_circulant
#include "check.h"
#include "mpit.h"
#include <signal.h>

int main(int argc, char **argv)
{
    int provided, class, own = 1, all[4], code;
    MPI_T_pvar_session session;
    check_begin(&argc, &argv);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle puts_begun = mpit_open(session, "collective_puts", MPI_T_PVAR_CLASS_COUNTER);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Allgather(&own, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD));
    /* The others are about to enter the barrier; they hear of the death wherever they are. */
    for (int rank = 0; check_rank == 3 && rank < 3; rank++)
        OK(MPI_Recv(NULL, 0, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    if (check_rank == 3)
        raise(SIGKILL);
    OK(MPI_Send(NULL, 0, MPI_INT, 3, 0, MPI_COMM_WORLD));
    code = MPI_Barrier(MPI_COMM_WORLD);
    OK(MPI_Error_class(code, &class));
    CHECK_EQ(class, MPIX_ERR_PROC_FAILED);
    CHECK_EQ(mpit_read(session, puts_begun), 0);
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    if (check_rank == 0)
        puts("ok");
    OK(MPI_Finalize());
    return 0;
}
