// A thread of a tool reads and resets variables while the program sends messages in another, and frees registrations for events while another is in
// a callback of theirs.
// ranks: 1 2 4
// needs: ferry
#include "check.h"
#include "mpit.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { MESSAGES = 500 };

static atomic_int over;
static unsigned long long total;

static void *watch(void *name)
{
    MPI_T_pvar_session session;
    unsigned long long value;
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle sent = mpit_open(session, name, MPI_T_PVAR_CLASS_COUNTER);
    MPI_T_pvar_handle level = mpit_open(session, "unexpected_messages", MPI_T_PVAR_CLASS_LEVEL);
    atomic_store(&over, 0);
    for (int last = 0; !last;) {
        last = atomic_load(&over);
        OK(MPI_T_pvar_readreset(session, sent, &value));
        CHECK(mpit_read(session, level) <= MESSAGES);
        total += value;
        sched_yield();
    }
    OK(MPI_T_pvar_session_free(&session));
    return NULL;
}

/* Which thread frees the registration while its callback runs. */
enum free_by { THE_OTHER_THREAD, THE_CALLBACK };

static struct {
    enum free_by by;
    MPI_T_event_registration registration;
    atomic_int is_inside, may_leave, was_left, freed;
} event;

static void has_ended(MPI_T_event_registration registration, MPI_T_cb_safety safety, void *data)
{
    (void)safety;
    CHECK(registration == event.registration && data == &event);
    CHECK_EQ(atomic_load(&event.was_left), 1); /* nobody is in the callback any more */
    atomic_fetch_add(&event.freed, 1);
}

static void happens(MPI_T_event_instance instance, MPI_T_event_registration registration, MPI_T_cb_safety safety, void *data)
{
    (void)instance, (void)registration, (void)safety, (void)data;
    CHECK_EQ(atomic_exchange(&event.is_inside, 1), 0); /* it is called once */
    if (event.by == THE_CALLBACK)
        OK(MPI_T_event_handle_free(event.registration, &event, has_ended));
    else
        while (!atomic_load(&event.may_leave))
            sched_yield();
    atomic_store(&event.was_left, 1);
}

static void *free_registration(void *nothing)
{
    while (!atomic_load(&event.is_inside))
        sched_yield();
    OK(MPI_T_event_handle_free(event.registration, &event, has_ended));
    atomic_store(&event.may_leave, 1);
    return nothing;
}

static void free_while_raising(enum free_by by)
{
    int index = -1, flag;
    pthread_t thread;
    memset(&event, 0, sizeof event);
    event.by = by;
    OK(MPI_T_event_get_index("collective_started", &index));
    OK(MPI_T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &event.registration));
    OK(MPI_T_event_register_callback(event.registration, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, NULL, happens));
    if (by == THE_OTHER_THREAD)
        CHECK_EQ(pthread_create(&thread, NULL, free_registration, NULL), 0);
    for (int i = 0; i < 2; i++) {
        OK(MPI_Barrier(MPI_COMM_WORLD));
        OK(MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE)); /* raises what has come */
    }
    if (by == THE_OTHER_THREAD)
        CHECK_EQ(pthread_join(thread, NULL), 0);
    CHECK_EQ(atomic_load(&event.freed), 1);
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t thread;
    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    CHECK_EQ(provided, MPI_THREAD_MULTIPLE);
    check_begin_threads(&argc, &argv);
    free_while_raising(THE_CALLBACK);
    free_while_raising(THE_OTHER_THREAD);
    atomic_store(&over, -1);
    CHECK_EQ(pthread_create(&thread, NULL, watch, check_size > 1 ? "shm_eager_messages" : "self_messages"), 0);
    while (atomic_load(&over) == -1) {
    }
    int out = 1, in = 0, next = (check_rank + 1) % check_size, last = (check_rank + check_size - 1) % check_size;
    for (int i = 0; i < MESSAGES; i++)
        OK(MPI_Sendrecv(&out, 1, MPI_INT, next, 0, &in, 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    atomic_store(&over, 1);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    CHECK_EQ(total, MESSAGES);
    OK(MPI_T_finalize());
    return check_end();
}
