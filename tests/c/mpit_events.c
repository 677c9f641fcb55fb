// Events reach the callbacks that are registered for them, with their data, in order, once; freed registrations get none.
// ranks: 1 2 3 4
// needs: ferry
#include "check.h"
#include "mpit.h"

enum { UNEXPECTED, RENDEZVOUS, COLLECTIVE, TYPES, LONG = 3000000, TAG = 1000 };

static const char *const names[TYPES] = {"unexpected_message", "rendezvous_started", "collective_started"};
static MPI_T_event_registration registrations[TYPES];
static int seen[TYPES], freed, wrong_level;
static MPI_Count last_time;
static MPI_T_event_instance last_instance;
static struct {
    int peer, tag;
    unsigned long long bytes, last;
} unexpected;
static struct {
    int peer, tag;
    unsigned long long bytes;
    int is_receive;
} rendezvous;
static struct {
    int variable, ranks;
    unsigned long long bytes;
} collective;
static char out[LONG], in[LONG];

static void happened(MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety safety, void *data)
{
    int type = *(int *)data, source = -1, element = -1;
    void *const copies[TYPES] = {&unexpected, &rendezvous, &collective};
    MPI_Count time = -1, now = -1;
    last_instance = instance;
    CHECK(registration == registrations[type]);
    CHECK_EQ(safety, MPI_T_CB_REQUIRE_MPI_RESTRICTED);
    OK(MPI_T_event_get_source(instance, &source));
    CHECK_EQ(source, 0);
    OK(MPI_T_event_get_timestamp(instance, &time));
    OK(MPI_T_source_get_timestamp(source, &now));
    CHECK(time >= last_time && time <= now);
    last_time = time;
    OK(MPI_T_event_copy(instance, copies[type]));
    OK(MPI_T_event_read(instance, 0, &element));
    CHECK_EQ(element, *(int *)copies[type]);
    /* Announcements of long messages may come early, too. */
    if (type != UNEXPECTED || unexpected.tag >= TAG)
        seen[type]++;
    TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_event_read(instance, 99, &element));
    TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_event_read(instance, -1, &element));
}

static void never(MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety safety, void *data)
{
    (void)instance, (void)registration, (void)safety, (void)data;
    wrong_level++;
}

static void ended(MPI_T_event_registration registration, MPI_T_cb_safety safety, void *data)
{
    (void)safety;
    CHECK(data == &freed);
    TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_event_handle_get_info(registration, &(MPI_Info){0}));
    freed++;
}

static void dropped(MPI_Count count, MPI_T_event_registration registration, int source, MPI_T_cb_safety safety, void *data)
{
    (void)registration, (void)source, (void)safety, (void)data;
    FAIL("%lld events were dropped", (long long)count);
}

static void register_all(void)
{
    static int types[TYPES] = {UNEXPECTED, RENDEZVOUS, COLLECTIVE};
    for (int type = 0; type < TYPES; type++) {
        int index = -1;
        MPI_Info info;
        OK(MPI_T_event_get_index(names[type], &index));
        OK(MPI_T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &registrations[type]));
        OK(MPI_T_event_handle_set_info(registrations[type], MPI_INFO_NULL));
        OK(MPI_T_event_handle_get_info(registrations[type], &info));
        OK(MPI_Info_free(&info));
        OK(MPI_T_event_set_dropped_handler(registrations[type], dropped));
        OK(MPI_T_event_register_callback(registrations[type], MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE, MPI_INFO_NULL, NULL, never));
        OK(MPI_T_event_register_callback(registrations[type], MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL, never));
        OK(MPI_T_event_register_callback(registrations[type], MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, &types[type], happened));
        OK(MPI_T_event_callback_get_info(registrations[type], MPI_T_CB_REQUIRE_THREAD_SAFE, &info));
        OK(MPI_Info_free(&info));
        OK(MPI_T_event_callback_set_info(registrations[type], MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL));
    }
}

/* Makes a call of MPI, which raises what has come. */
static void call(void)
{
    int flag;
    OK(MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
}

/* The neighbour's message may come while this rank is still in the barrier before. */
static void unexpected_messages(int round)
{
    int tag = TAG + check_rank, to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    MPI_Request send;
    OK(MPI_Isend(out, 40, MPI_BYTE, to, tag, MPI_COMM_WORLD, &send));
    double start = MPI_Wtime();
    while (seen[UNEXPECTED] == round && MPI_Wtime() - start < 30)
        call();
    CHECK_EQ(seen[UNEXPECTED], round + 1);
    CHECK_EQ(unexpected.peer, from);
    CHECK_EQ(unexpected.tag, TAG + from);
    CHECK_EQ(unexpected.bytes, 40);
    CHECK_EQ(unexpected.last, 1);
    TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_event_copy(last_instance, in));
    OK(MPI_Recv(in, 40, MPI_BYTE, from, TAG + from, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
    call();
    CHECK_EQ(seen[UNEXPECTED], round + 1);
}

static void long_messages(void)
{
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size, before = seen[RENDEZVOUS];
    OK(MPI_Sendrecv(out, LONG, MPI_BYTE, to, 5, in, LONG, MPI_BYTE, from, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    call();
    CHECK_EQ(seen[RENDEZVOUS] - before, check_size > 1 ? 2 : 0);
    if (check_size > 1) {
        CHECK_EQ(rendezvous.tag, 5);
        CHECK_EQ(rendezvous.bytes, LONG);
        CHECK_EQ(rendezvous.peer, rendezvous.is_receive ? from : to);
    }
}

static void collectives(void)
{
    MPI_Request request;
    int before = seen[COLLECTIVE], length = sizeof in;
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Bcast(out, 24, MPI_BYTE, 0, MPI_COMM_WORLD));
    call();
    CHECK_EQ(seen[COLLECTIVE] - before, 2);
    CHECK_EQ(collective.ranks, check_size);
    OK(MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request));
    OK(MPI_Start(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Request_free(&request));
    call();
    CHECK_EQ(seen[COLLECTIVE] - before, 3);
    OK(MPI_T_pvar_get_info(collective.variable, in, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    if (strncmp(in, "collective_barrier_", 19) != 0)
        FAIL("the variable is %s", in);
}

static void end_all(void)
{
    int before[TYPES];
    for (int type = 0; type < TYPES; type++)
        OK(MPI_T_event_handle_free(registrations[type], &freed, type == COLLECTIVE ? NULL : ended));
    CHECK_EQ(freed, TYPES - 1);
    memcpy(before, seen, sizeof seen);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Sendrecv(out, LONG, MPI_BYTE, check_rank, 6, in, LONG, MPI_BYTE, check_rank, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    call();
    CHECK(memcmp(before, seen, sizeof seen) == 0);
    TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_event_handle_free(registrations[0], NULL, NULL));
    CHECK_EQ(wrong_level, 0);
}

/* A registration ends, and the tool is told so, though MPI has not been initialized. */
static void end_early(void)
{
    MPI_T_event_registration registration;
    OK(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &registration));
    OK(MPI_T_event_handle_free(registration, &freed, ended));
    CHECK_EQ(freed, 1);
    freed = 0;
}

int main(int argc, char **argv)
{
    int provided;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    end_early();
    register_all();
    OK(MPI_Init(&argc, &argv));
    check_meet();
    for (int round = 0; round < 3; round++) {
        OK(MPI_Barrier(MPI_COMM_WORLD));
        unexpected_messages(round);
        OK(MPI_Barrier(MPI_COMM_WORLD));
        long_messages();
        collectives();
    }
    end_all();
    OK(MPI_T_finalize());
    return check_end();
}
