// What ends a job: errors under the fatal handler, calls before initialization and after finalization, MPI_Abort, ranks that
// leave or die. One of several ranks does it while the others wait; the exit status and the message tell which and why.
// ranks: 2
// timeout: 30
// case: fatal ranks=1,2,4 exit=nonzero stderr~"MPI_Send" within=20
// case: fatal_collective exit=nonzero stderr~"MPI_Bcast" stderr~"4321" within=20
// case: fatal_inherited exit=nonzero stderr~"MPI_Recv" within=20
// case: errors_abort ranks=1,3 exit=nonzero stderr~"MPI_Send" within=20
// case: before_init ranks=1,2 exit=nonzero stderr~"(MPI|internal)_Comm_rank" within=20
// case: send_before_init exit=nonzero stderr~"(MPI|internal)_Send" within=20
// case: after_finalize ranks=1,2 exit=nonzero stderr~"(MPI|internal)_Comm_size" within=20
// case: init_twice ranks=1,2 exit=nonzero stderr~"MPI_Init" within=20
// case: abort ranks=1,2,7 exit=7 within=20
// case: abort_self ranks=1,2 exit=9 within=20
// case: exit_without_finalize ranks=2,4 exit=nonzero within=20 only=ferry
// case: exit_status ranks=2,4 exit=13 within=20
// case: late_exit_status ranks=1,2 exit=21 within=20
// case: segfault ranks=2,4,7 exit=nonzero stderr~"(?i)segmentation|signal 11|SIGSEGV" within=20
// case: segfault_alone ranks=1 exit=nonzero stderr~"(?i)segmentation|signal 11|SIGSEGV" within=20
// case: killed ranks=2,4 exit=nonzero stderr~"(?i)killed|signal 9|SIGKILL" within=20
#include "check.h"
#include <signal.h>
#include <unistd.h>

static int last_rank(void)
{
    return check_rank == check_size - 1;
}

/* The others wait for a message that never comes. */
static void wait_forever(void)
{
    int value;
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 999, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    puts("the receive that never matches returned");
}

static void begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
}

static int is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static void misuse(const char *what)
{
    int value = 0;
    MPI_Comm dup;
    if (is(what, "fatal")) {
        MPI_Send(&value, 1, MPI_INT, 12345, 0, MPI_COMM_WORLD);
    } else if (is(what, "fatal_collective")) {
        MPI_Bcast(&value, 1, MPI_INT, 4321, MPI_COMM_WORLD);
    } else if (is(what, "fatal_inherited")) {
        MPI_Comm_dup(MPI_COMM_SELF, &dup);
        MPI_Recv(&value, -1, MPI_INT, 0, 0, dup, MPI_STATUS_IGNORE);
    } else if (is(what, "errors_abort")) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ABORT);
        MPI_Send(&value, 1, MPI_INT, 12345, 0, MPI_COMM_WORLD);
    } else if (is(what, "init_twice")) {
        MPI_Init(NULL, NULL);
    } else if (is(what, "abort")) {
        MPI_Abort(MPI_COMM_WORLD, 7);
    } else if (is(what, "abort_self")) {
        MPI_Abort(MPI_COMM_SELF, 9);
    }
}

static void leave(const char *what)
{
    if (is(what, "exit_without_finalize"))
        exit(0);
    if (is(what, "exit_status"))
        exit(13);
    if (is(what, "killed"))
        raise(SIGKILL);
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int value = 0;
    if (is(what, "before_init"))
        MPI_Comm_rank(MPI_COMM_WORLD, &value);
    if (is(what, "send_before_init"))
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    begin(&argc, &argv);
    if (is(what, "after_finalize") || is(what, "late_exit_status")) {
        MPI_Finalize();
        if (is(what, "after_finalize"))
            MPI_Comm_size(MPI_COMM_WORLD, &value);
        return last_rank() ? 21 : 0;
    }
    if (!last_rank())
        wait_forever();
    misuse(what);
    leave(what);
    return 0;
}
