// Between nodes with RDMA, spawned processes and those met at a port are reached by the adapter; disconnecting gives back what that takes. Elsewhere the same exchange goes another way.
// (tests/lab/run.sh runs this between nodes.)
// ranks: 1 2
// needs: ferry
#include "dyn_far.h"

int main(int argc, char **argv)
{
    char *words[] = {"child", NULL}, port[MPI_MAX_PORT_NAME] = "";
    int provided, is_child = argc > 1;
    MPI_Comm inter;
    check_begin(&argc, &argv);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    far_open();

    if (is_child)
        OK(MPI_Comm_get_parent(&inter));
    else
        OK(MPI_Comm_spawn(argv[0], words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE));
    far_talk(inter);
    dyn_collect(inter, is_child);
    /* Once more, at a port. */
    if (is_child) {
        OK(MPI_Open_port(MPI_INFO_NULL, port));
        OK(MPI_Send(port, sizeof port, MPI_CHAR, 0, 9, inter));
    } else if (check_rank == 0) {
        OK(MPI_Recv(port, sizeof port, MPI_CHAR, 0, 9, inter, MPI_STATUS_IGNORE));
    }
    OK(MPI_Comm_disconnect(&inter));
    /* A child is a job of one process, which has no other use for the adapter. */
    if (is_child)
        CHECK_EQ(mpit_read(far_session, far_receive_bytes), 0);
    for (int round = 0; round < 3; round++) {
        if (is_child)
            OK(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter));
        else
            OK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter));
        far_talk(inter);
        OK(MPI_Comm_disconnect(&inter));
        if (is_child)
            CHECK_EQ(mpit_read(far_session, far_receive_bytes), 0);
    }
    if (is_child)
        OK(MPI_Close_port(port));
    OK(MPI_T_pvar_session_free(&far_session));
    OK(MPI_T_finalize());
    if (!is_child)
        return check_end();
    MPI_Finalize();
    return 0;
}
