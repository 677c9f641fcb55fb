// A thread of a tool reads and resets variables while the program sends messages in another.
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

int main(int argc, char **argv)
{
    int provided;
    pthread_t thread;
    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    CHECK_EQ(provided, MPI_THREAD_MULTIPLE);
    check_begin(&argc, &argv);
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
