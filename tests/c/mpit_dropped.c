// While a callback runs, events of other threads wait; what finds no room is dropped, and the handler is told how many before later events.
// ranks: 1 2
// needs: ferry
#include "check.h"
#include "mpit.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { WAITING = 4096, EXTRA = 77, TAG = 3 };

static atomic_int inside, may_go, seen;
static MPI_Count lost;
static int seen_before_report, reports;

static void happened(MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety safety, void *data)
{
    (void)instance, (void)registration, (void)safety, (void)data;
    atomic_fetch_add(&seen, 1);
    atomic_store(&inside, 1);
    while (!atomic_load(&may_go))
        sched_yield();
}

static void dropped(MPI_Count count, MPI_T_event_registration registration, int source, MPI_T_cb_safety safety, void *data)
{
    (void)registration, (void)safety;
    CHECK_EQ(source, 0);
    CHECK(data == &seen);
    lost += count;
    seen_before_report = atomic_load(&seen);
    reports++;
}

/* Any call of MPI raises what has come. */
static void *call(void *nothing)
{
    int flag;
    OK(MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE));
    return nothing;
}

static void send(int count)
{
    int value = 5;
    for (int i = 0; i < count; i++)
        OK(MPI_Send(&value, 1, MPI_INT, 0, TAG, MPI_COMM_SELF));
}

int main(int argc, char **argv)
{
    int provided, index, value;
    pthread_t thread;
    MPI_T_event_registration registration;
    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    check_begin_threads(&argc, &argv);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_T_event_get_index("unexpected_message", &index));
    OK(MPI_T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &registration));
    OK(MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE, MPI_INFO_NULL, &seen, happened));
    OK(MPI_T_event_set_dropped_handler(registration, dropped));
    send(1);
    CHECK_EQ(pthread_create(&thread, NULL, call, NULL), 0);
    while (!atomic_load(&inside))
        sched_yield();
    send(WAITING + EXTRA);
    CHECK_EQ(atomic_load(&seen), 1);
    atomic_store(&may_go, 1);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    call(NULL);
    CHECK_EQ(atomic_load(&seen), 1 + WAITING);
    CHECK_EQ(lost, EXTRA);
    CHECK_EQ(reports, 1);
    CHECK_EQ(seen_before_report, 1 + WAITING);
    send(1);
    call(NULL);
    CHECK_EQ(atomic_load(&seen), 2 + WAITING);
    CHECK_EQ(reports, 1);
    for (int i = 0; i < WAITING + EXTRA + 2; i++)
        OK(MPI_Recv(&value, 1, MPI_INT, 0, TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE));
    OK(MPI_T_event_handle_free(registration, NULL, NULL));
    OK(MPI_T_finalize());
    return check_end();
}
