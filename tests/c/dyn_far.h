/* Processes of other jobs on other nodes: whether messages to them go by the adapter. */
#ifndef DYN_FAR_H
#define DYN_FAR_H

#include "dyn.h"
#include "mpit.h"

#include <unistd.h>

enum { HOST = 256 };

static MPI_T_pvar_session far_session;
static MPI_T_pvar_handle far_packets, far_receive_bytes;

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
static void far_talk(MPI_Comm inter)
{
    const char *network = getenv("FERRY_NETWORK");
    int far = far_peers(inter);
    unsigned long long before = mpit_read(far_session, far_packets), sent;
    dyn_talk(inter);
    sent = mpit_read(far_session, far_packets) - before;
    if (network && !strcmp(network, "rdma") && far > 0)
        CHECK(sent >= 3ull * far);
    if (far == 0 || (network && !strcmp(network, "tcp")))
        CHECK_EQ(sent, 0);
}

/* Opens what tells; MPI_T is initialized. */
static void far_open(void)
{
    OK(MPI_T_pvar_session_create(&far_session));
    far_packets = mpit_open(far_session, "rdma_packets", MPI_T_PVAR_CLASS_COUNTER);
    far_receive_bytes = mpit_open(far_session, "rdma_receive_bytes", MPI_T_PVAR_CLASS_LEVEL);
}

#endif
