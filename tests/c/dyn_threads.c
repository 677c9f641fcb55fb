// One thread accepts while another one disconnects from the last process of another job: whom the first one meets is reached by the adapter at both ends, or at neither.
// (tests/lab/run.sh runs this between nodes.)
// ranks: 1
// needs: ferry
#include "dyn_far.h"
#include <pthread.h>

enum { ROUNDS = 8 };

static char port[MPI_MAX_PORT_NAME];

static void *accept_next(void *next)
{
    OK(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, next));
    return NULL;
}

/* The child goes from one meeting to the next; its parent has a thread that waits for it there. */
static void meet_again_and_again(char *program, int is_child)
{
    char *words[] = {"child", NULL};
    MPI_Comm inter;
    if (is_child) {
        OK(MPI_Comm_get_parent(&inter));
        OK(MPI_Recv(port, sizeof port, MPI_CHAR, 0, 9, inter, MPI_STATUS_IGNORE));
    } else {
        OK(MPI_Comm_spawn(program, words, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter, MPI_ERRCODES_IGNORE));
        OK(MPI_Open_port(MPI_INFO_NULL, port));
        OK(MPI_Send(port, sizeof port, MPI_CHAR, 0, 9, inter));
    }
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Comm next = MPI_COMM_NULL;
        NOTE("round %d", round);
        far_talk(inter);
        if (is_child) {
            OK(MPI_Comm_disconnect(&inter));
            OK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &next));
        } else {
            pthread_t thread;
            CHECK_EQ(pthread_create(&thread, NULL, accept_next, &next), 0);
            OK(MPI_Comm_disconnect(&inter));
            CHECK_EQ(pthread_join(thread, NULL), 0);
        }
        inter = next;
    }
    OK(MPI_Comm_disconnect(&inter));
    if (is_child)
        CHECK_EQ(mpit_read(far_session, far_receive_bytes), 0);
    else
        OK(MPI_Close_port(port));
}

int main(int argc, char **argv)
{
    int provided, is_child = argc > 1;
    check_begin_threads(&argc, &argv);
    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    far_open();
    /* The last rank is on another node than its child, where there are several. */
    if (is_child || check_rank == check_size - 1)
        meet_again_and_again(argv[0], is_child);
    OK(MPI_T_pvar_session_free(&far_session));
    OK(MPI_T_finalize());
    if (!is_child)
        return check_end();
    MPI_Finalize();
    return 0;
}
