// Performance variables tell what went through shared memory from what went to other nodes.
// ranks: 1 2 3 4 7
// needs: ferry
#include "mpit.h"

enum { SHM, TCP, RDMA, CARRIERS, WAYS = 2, SHORT = 24, LONG = 3000000 };
enum { COUNTER = MPI_T_PVAR_CLASS_COUNTER, AGGREGATE = MPI_T_PVAR_CLASS_AGGREGATE };

static char data[LONG], other[LONG];

/* A short and a long message to each other rank. */
static void send_to_all(void)
{
    for (int shift = 1; shift < check_size; shift++) {
        int to = (check_rank + shift) % check_size, from = (check_rank + check_size - shift) % check_size;
        OK(MPI_Sendrecv(data, SHORT, MPI_BYTE, to, 1, other, SHORT, MPI_BYTE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Sendrecv(data, LONG, MPI_BYTE, to, 1, other, LONG, MPI_BYTE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
}

int main(int argc, char **argv)
{
    static const char *carriers[] = {"shm", "tcp", "rdma"}, *ways[] = {"eager", "rendezvous"};
    MPI_T_pvar_session session;
    MPI_T_pvar_handle messages[CARRIERS][WAYS], bytes[CARRIERS][WAYS];
    unsigned long long sent[CARRIERS] = {0}, sum[CARRIERS] = {0};
    MPI_Comm node;
    int provided, near;
    check_begin(&argc, &argv);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    OK(MPI_Comm_size(node, &near));
    OK(MPI_Comm_free(&node));
    OK(MPI_T_pvar_session_create(&session));
    for (int i = 0; i < CARRIERS * WAYS; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s_%s_messages", carriers[i / WAYS], ways[i % WAYS]);
        messages[i / WAYS][i % WAYS] = mpit_open(session, name, COUNTER);
        snprintf(name, sizeof name, "%s_%s_bytes", carriers[i / WAYS], ways[i % WAYS]);
        bytes[i / WAYS][i % WAYS] = mpit_open(session, name, AGGREGATE);
    }
    send_to_all();
    for (int i = 0; i < CARRIERS * WAYS; i++) {
        sent[i / WAYS] += mpit_read(session, messages[i / WAYS][i % WAYS]);
        sum[i / WAYS] += mpit_read(session, bytes[i / WAYS][i % WAYS]);
    }
    const unsigned long long there = near - 1, far = check_size - near, each = SHORT + LONG;
    CHECK_EQ(sent[SHM], 2 * there);
    CHECK_EQ(sum[SHM], there * each);
    CHECK_EQ(sent[TCP] + sent[RDMA], 2 * far);
    CHECK_EQ(sum[TCP] + sum[RDMA], far * each);
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
