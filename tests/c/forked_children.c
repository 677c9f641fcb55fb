// Children that a rank forks have no part in the job: what only tidies up does nothing, all else is an error in the child, and the ranks go on.
// ranks: 1 2 3
// needs: ferry
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

static int rank, size;

static void at_exit(void)
{
    MPI_Finalize();
}

/* What the exit handlers of its parent do in a child; the status is the child's own. */
static void finalize_again(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);
        int flag = 0;
        if (MPI_Initialized(&flag) || !flag || MPI_Finalized(&flag) || flag || MPI_Comm_free(&comm))
            _exit(1);
        atexit(at_exit);
        exit(7);
    }
    int status;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    MPI_Comm_free(&comm);
}

/* Calls that would reach others, with the error handler that the rank has set. */
static void call(void)
{
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    const pid_t child = fork();
    if (child == 0) {
        int value = 0, provided;
        alarm(30);
        if (!MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, 99, MPI_COMM_WORLD) || !MPI_Barrier(MPI_COMM_WORLD))
            _exit(1);
        _exit(MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
    }
    int status, flag;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
}

/* MPI_Abort and fatal errors end the child alone. */
static void end(int aborts)
{
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);
        fclose(stderr);
        close(2);
        if (aborts)
            MPI_Abort(MPI_COMM_WORLD, 3);
        MPI_Barrier(MPI_COMM_WORLD);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) != 0);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    finalize_again();
    call();
    end(0);
    end(1);
    for (int round = 0; round < 100; round++) {
        int one = 1, sum = 0;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        CHECK(sum == size);
    }
    MPI_Finalize();
    if (rank == 0)
        puts("ok");
    return 0;
}
