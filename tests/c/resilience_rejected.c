// In a job that survives the death of ranks, a rank that others take for dead, as a packet of it made no sense, ends: two never bury each other and live on.
// (tests/net/run.sh runs this between hosts. On one host there is no connection to write nonsense to.)
// ranks: 3
// needs: ferry
// env: FERRY_FAULT_TOLERANCE=on
#include "check.h"
#include <netinet/in.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { DAMAGED = 1, PACKET = 0x50460001, NO_KIND = 99 /* docs/wire/tcp.md */ };

/* Writes a packet of a kind that there is not to every connection of this process; how many there are. */
static int write_nonsense(void)
{
    uint32_t frame[6] = {PACKET, NO_KIND};
    int written = 0;
    for (int fd = 3; fd < (int)sysconf(_SC_OPEN_MAX) && fd < 4096; fd++) {
        struct sockaddr_storage peer;
        socklen_t length = sizeof peer;
        if (getpeername(fd, (struct sockaddr *)&peer, &length) == 0 && peer.ss_family == AF_INET) {
            CHECK_EQ(write(fd, frame, sizeof frame), (long)sizeof frame);
            written++;
        }
    }
    return written;
}

/* A message from everybody to everybody: all are connected. */
static void meet(void)
{
    for (int peer = 0; peer < check_size; peer++) {
        int out = check_rank, in = -1;
        OK(MPI_Sendrecv(&out, 1, MPI_INT, peer, 0, &in, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_EQ(in, peer);
    }
}

int main(int argc, char **argv)
{
    struct rlimit no_core = {0, 0};
    int connections = 0, word = 0, flag = 1, size = -1;
    check_begin(&argc, &argv);
    setrlimit(RLIMIT_CORE, &no_core);
    meet();
    if (check_rank == DAMAGED)
        connections = write_nonsense();
    if (check_rank == DAMAGED && connections > 0) {
        /* Whatever it waits for: it does not get to hear that the others are dead. */
        MPI_Recv(&word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        FAIL("a rank that others take for dead lives on");
    }
    if (check_rank == DAMAGED) {
        for (int peer = 0; peer < check_size; peer++)
            if (peer != DAMAGED)
                OK(MPI_Send(&word, 1, MPI_INT, peer, 2, MPI_COMM_WORLD));
        return check_end();
    }
    int code = MPI_Recv(&word, 1, MPI_INT, DAMAGED, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE), class = MPI_SUCCESS;
    OK(MPI_Error_class(code, &class));
    if (class != MPI_SUCCESS) {
        MPI_Comm living;
        CHECK_EQ(class, MPIX_ERR_PROC_FAILED);
        OK(MPIX_Comm_shrink(MPI_COMM_WORLD, &living));
        OK(MPI_Comm_size(living, &size));
        CHECK_EQ(size, check_size - 1);
        OK(MPIX_Comm_agree(living, &flag));
        CHECK_EQ(flag, 1);
        OK(MPI_Comm_free(&living));
        OK(MPI_Finalize());
        if (check_rank == 0)
            puts("ok");
        return 0;
    }
    return check_end();
}
