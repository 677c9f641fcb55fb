// Between nodes with RDMA, spawned processes and those met at a port are reached by the adapter; disconnecting gives back what that takes. Elsewhere the same exchange goes another way.
// (tests/lab/run.sh runs this between nodes.)
// ranks: 1 2
// needs: ferry
#include "dyn.h"
#include "mpit.h"

#include <unistd.h>

enum { HOST = 256 };

static MPI_T_pvar_session session;
static MPI_T_pvar_handle packets, receive_bytes;

/* How many processes of the other side are on another node. */
static int far_peers(MPI_Comm inter)
{
    char own[HOST] = "", theirs[HOST];
    int remote, length, count = 0;
    OK(MPI_Get_processor_name(own, &length));
    /* Hosts that are played by network namespaces have one name. */
    if (readlink("/proc/self/ns/net", own + length, sizeof own - length - 1) < 0)
        check_fail(__FILE__, __LINE__, "the network namespace is not known");
    OK(MPI_Comm_remote_size(inter, &remote));
    for (int peer = 0; peer < remote; peer++) {
        OK(MPI_Sendrecv(own, HOST, MPI_CHAR, peer, 0, theirs, HOST, MPI_CHAR, peer, 0, inter, MPI_STATUS_IGNORE));
        count += strcmp(own, theirs) != 0;
    }
    return count;
}

/* Talks, and says what of it goes by the adapter. */
static void talk(MPI_Comm inter)
{
    const char *network = getenv("FERRY_NETWORK");
    int far = far_peers(inter);
    unsigned long long before = mpit_read(session, packets), sent;
    dyn_talk(inter);
    sent = mpit_read(session, packets) - before;
    if (network && !strcmp(network, "rdma") && far > 0)
        CHECK(sent >= 3ull * far);
    if (far == 0 || (network && !strcmp(network, "tcp")))
        CHECK_EQ(sent, 0);
}

int main(int argc, char **argv)
{
    char *words[] = {"child", NULL}, port[MPI_MAX_PORT_NAME] = "";
    int provided, is_child = argc > 1;
    MPI_Comm inter;
    check_begin(&argc, &argv);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    packets = mpit_open(session, "rdma_packets", MPI_T_PVAR_CLASS_COUNTER);
    receive_bytes = mpit_open(session, "rdma_receive_bytes", MPI_T_PVAR_CLASS_LEVEL);

    if (is_child)
        OK(MPI_Comm_get_parent(&inter));
    else
        OK(MPI_Comm_spawn(argv[0], words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE));
    talk(inter);
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
        CHECK_EQ(mpit_read(session, receive_bytes), 0);
    for (int round = 0; round < 3; round++) {
        if (is_child)
            OK(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter));
        else
            OK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter));
        talk(inter);
        OK(MPI_Comm_disconnect(&inter));
        if (is_child)
            CHECK_EQ(mpit_read(session, receive_bytes), 0);
    }
    if (is_child)
        OK(MPI_Close_port(port));
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    if (!is_child)
        return check_end();
    MPI_Finalize();
    return 0;
}
