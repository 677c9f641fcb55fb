/* Ends of jobs that have spawned others: the word says who ends, and how. */
#include <errno.h>
#include <mpi.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *word;

static int is(const char *other)
{
    return !strcmp(word, other);
}

/* Waits until a process has ended; a launcher may leave it for a while after that. It is nobody's child here. */
static void await_end(int pid)
{
    struct pollfd end = {.fd = syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
    if (end.fd < 0) {
        if (errno != ESRCH)
            MPI_Abort(MPI_COMM_WORLD, 8);
        return;
    }
    while (poll(&end, 1, -1) < 0 && errno == EINTR)
        ;
    close(end.fd);
}

static volatile sig_atomic_t got;

static void count(int number)
{
    (void)number;
    got++;
}

/* Signals reach the processes that were spawned. What tells of them is written at once. */
static int signalled_job(char *program, MPI_Comm parent)
{
    if (parent == MPI_COMM_NULL) {
        char *words[] = {(char *)word, NULL};
        MPI_Comm_spawn(program, words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &parent, MPI_ERRCODES_IGNORE);
        MPI_Recv(NULL, 0, MPI_INT, 0, 1, parent, MPI_STATUS_IGNORE);
    } else {
        int parents;
        printf("child %d\n", (int)getpid());
        fflush(stdout);
        for (int awaited = 1; awaited <= 2; awaited++) {
            while (got < awaited)
                poll(NULL, 0, 10);
            printf("got %d\n", awaited);
            fflush(stdout);
        }
        MPI_Comm_remote_size(parent, &parents);
        for (int peer = 0; peer < parents; peer++)
            MPI_Send(NULL, 0, MPI_INT, peer, 1, parent);
    }
    MPI_Finalize();
    return 0;
}

/* The processes have called MPI_Init, as far as their launcher knows, and fail before they meet this one. */
static int failing_job(void)
{
    char *words[] = {"-c", "eval \"echo cmd=init pmi_version=1 pmi_subversion=1 >&$PMI_FD\"; exit 3", NULL};
    MPI_Comm child;
    int class;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Comm_spawn("bash", words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child, MPI_ERRCODES_IGNORE), &class);
    puts(class == MPI_ERR_SPAWN ? "MPI_ERR_SPAWN" : "another error");
    MPI_Finalize();
    return 0;
}

static int parent_job(char *program)
{
    MPI_Comm child;
    char *words[] = {(char *)word, NULL};
    MPI_Comm_spawn(program, words, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child, MPI_ERRCODES_IGNORE);
    int rank, pid = getpid();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        for (int peer = 0; peer < 2; peer++)
            MPI_Send(&pid, 1, MPI_INT, peer, 0, child);
    if (is("child-dies-apart")) {
        int pids[2];
        for (int peer = 0; peer < 2; peer++)
            MPI_Recv(&pids[peer], 1, MPI_INT, peer, 2, child, MPI_STATUS_IGNORE);
        MPI_Comm_disconnect(&child);
        await_end(pids[1]);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            puts("the parents go on");
        MPI_Finalize();
        return 0;
    }
    if (is("parent-dies") && rank == 0)
        raise(SIGKILL);
    if (is("parent-aborts") && rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 7);
    if (!is("parent-leaves"))
        /* Nobody sends this. */
        MPI_Recv(&pid, 1, MPI_INT, 0, 1, child, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}

static int child_job(MPI_Comm parent)
{
    int rank, pid;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Recv(&pid, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
    if (is("child-dies-apart")) {
        int own = getpid(), parents;
        MPI_Comm_remote_size(parent, &parents);
        for (int peer = 0; peer < parents; peer++)
            MPI_Send(&own, 1, MPI_INT, peer, 2, parent);
        MPI_Comm_disconnect(&parent);
        if (rank == 1)
            raise(SIGSEGV);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Finalize();
        return 0;
    }
    if (is("child-dies") && rank == 1)
        raise(SIGSEGV);
    if (is("child-exits") && rank == 1)
        exit(3);
    await_end(pid);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        puts("the children go on");
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv)
{
    signal(SIGUSR2, count);
    MPI_Init(&argc, &argv);
    MPI_Comm parent;
    MPI_Comm_get_parent(&parent);
    word = argv[1];
    if (is("children-fail"))
        return failing_job();
    if (is("signals"))
        return signalled_job(argv[0], parent);
    return parent == MPI_COMM_NULL ? parent_job(argv[0]) : child_job(parent);
}
