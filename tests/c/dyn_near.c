// Messages between jobs go through memory on one node, short and long, also while both sides sleep; long ones with a single copy where the system lets processes read each other's memory. Over TCP between nodes.
// ranks: 1 2
// needs: ferry
#define _GNU_SOURCE
#include "dyn.h"
#include "mpit.h"

#include <sys/uio.h>
#include <unistd.h>

enum { MESSAGES = 300, MOST = 3000000, USED = 256 /* KiB of rings, of 512 */ };

static char data[MOST], other[MOST];

static int length_of(int message)
{
    static const int lengths[] = {0, 8, 100, 5000, 40000, 300000, MOST};
    return lengths[message % 7 == 6 && message > 20 ? 3 : message % 7];
}

/* Messages of all lengths in both directions at once, each with other contents. */
static void exchange(MPI_Comm inter, int remote)
{
    for (int message = 0; message < MESSAGES; message++)
        for (int peer = 0; peer < remote; peer++) {
            int length = length_of(message), got;
            MPI_Status status;
            memset(data, message, length);
            OK(MPI_Sendrecv(data, length, MPI_CHAR, peer, message, other, MOST, MPI_CHAR, peer, message, inter, &status));
            OK(MPI_Get_count(&status, MPI_CHAR, &got));
            CHECK_EQ(got, length);
            for (int at = 0; at < length; at++)
                CHECK_EQ(other[at], (char)message);
        }
}

/* One side is late, so that the other one sleeps: for a message, and for room. */
static void sleep_in_turn(MPI_Comm inter, int is_child, int remote)
{
    OK(MPI_Barrier(inter));
    for (int turn = 0; turn < 4; turn++)
        for (int peer = 0; peer < remote; peer++)
            for (int message = 0; message < 20; message++)
                if (turn % 2 == is_child)
                    OK(MPI_Send(data, 100000, MPI_CHAR, peer, message, inter));
                else
                    OK(MPI_Recv(other, 100000, MPI_CHAR, peer, message, inter, MPI_STATUS_IGNORE));
}

/* KiB of the rings between jobs that this process has touched. */
static long touched(void)
{
    FILE *file = fopen("/proc/self/smaps", "r");
    char line[500];
    long sum = 0, found;
    int is_ring = 0;
    while (fgets(line, sizeof line, file)) {
        unsigned long from, to;
        char rights[5];
        if (sscanf(line, "%lx-%lx %4s", &from, &to, rights) == 3)
            is_ring = strstr(line, "ferry-foreign") != NULL;
        if (is_ring && sscanf(line, "Rss: %ld", &found) == 1)
            sum += found;
    }
    fclose(file);
    return sum;
}

/* Whether the system lets this process read the memory of its first peer. */
static int can_read(MPI_Comm inter, int remote)
{
    struct {
        long process;
        char *address;
    } own = {getpid(), data}, theirs;
    char byte;
    for (int peer = remote - 1; peer >= 0; peer--)
        OK(MPI_Sendrecv(&own, sizeof own, MPI_BYTE, peer, 0, &theirs, sizeof theirs, MPI_BYTE, peer, 0, inter, MPI_STATUS_IGNORE));
    struct iovec here = {&byte, 1}, there = {theirs.address, 1};
    int is_read = process_vm_readv(theirs.process, &here, 1, &there, 1, 0) == 1;
    /* Nobody is gone before all have tried. */
    OK(MPI_Barrier(inter));
    return is_read;
}

int main(int argc, char **argv)
{
    char own[MPI_MAX_PROCESSOR_NAME] = "", theirs[MPI_MAX_PROCESSOR_NAME] = "", *words[] = {"child", NULL};
    int length, remote, is_child = argc > 1;
    MPI_Comm inter;
    int provided;
    MPI_T_pvar_session session;
    check_begin(&argc, &argv);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle copied = mpit_open(session, "large_get_bytes", MPI_T_PVAR_CLASS_AGGREGATE);
    if (is_child)
        OK(MPI_Comm_get_parent(&inter));
    else
        OK(MPI_Comm_spawn(argv[0], words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE));
    OK(MPI_Comm_remote_size(inter, &remote));
    OK(MPI_Get_processor_name(own, &length));
    /* Hosts that are played by network namespaces have one name. */
    if (readlink("/proc/self/ns/net", own + length, sizeof own - length - 1) < 0)
        check_fail(__FILE__, __LINE__, "the network namespace is not known");
    unsigned long long got = mpit_read(session, copied);
    exchange(inter, remote);
    got = mpit_read(session, copied) - got;
    for (int peer = 0; peer < remote; peer++)
        OK(MPI_Sendrecv(own, sizeof own, MPI_CHAR, peer, 0, theirs, sizeof theirs, MPI_CHAR, peer, 0, inter, MPI_STATUS_IGNORE));
    int reads = can_read(inter, remote);
    if (remote == 1 && !strcmp(own, theirs) && reads)
        CHECK(got >= MOST);
    /* A child has parents on other hosts, too, now and then. */
    if (!is_child && !strcmp(own, theirs))
        CHECK(touched() > USED);
    if (!is_child && strcmp(own, theirs))
        CHECK(touched() < USED);
    sleep_in_turn(inter, is_child, remote);
    OK(MPI_Comm_disconnect(&inter));
    /* Nobody is left who could send. */
    CHECK(touched() < USED);
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    if (!is_child)
        return check_end();
    MPI_Finalize();
    return 0;
}
