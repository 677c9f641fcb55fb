/* What the tests of the launcher need of an MPI program; the first argument says what to do. */
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Prints which files in /dev/shm this process maps: none, if nothing can be left there. */
static void print_shm_files(void)
{
    char line[4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "/dev/shm"))
            fputs(line, stdout);
    if (maps)
        fclose(maps);
}

/* A forked child runs the exit handlers of its parent. */
static void finalize_in_child(void)
{
    const pid_t child = fork();
    if (child == 0) {
        MPI_Finalize();
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void complain(int number)
{
    static const char text[] = "SIGTERM came\n";
    (void)number;
    if (write(2, text, sizeof text - 1) < 0)
        _exit(1);
}

/* Rank 1 has received and is gone when rank 0, which sent, looks how the message fares. */
static void leave_sender_behind(int rank)
{
    enum { N = 512 };
    static double matrix[N * N];
    MPI_Datatype half;
    MPI_Type_vector(N, N / 2, N, MPI_DOUBLE, &half);
    MPI_Type_commit(&half);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Request request;
        MPI_Isend(matrix, 1, half, 1, 0, MPI_COMM_WORLD, &request);
        /* The end of rank 1's process: the last one that holds the pipe's other end. */
        char byte;
        const int ends = open(getenv("ENDS"), O_RDONLY);
        while (read(ends, &byte, 1) > 0)
            ;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        const int held = open(getenv("ENDS"), O_WRONLY);
        (void)held;
        MPI_Recv(matrix, 1, half, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&half);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (sum != size * (size - 1) / 2)
        MPI_Abort(MPI_COMM_WORLD, 99);
    const int is_last = rank == size - 1;
    if (!strcmp(what, "all") || (!strcmp(what, "abort") && is_last))
        MPI_Abort(MPI_COMM_WORLD, 5);
    if (!strcmp(what, "leave") && is_last)
        _exit(0);
    if (!strcmp(what, "fail") && is_last)
        _exit(7);
    if (!strcmp(what, "child") || (!strcmp(what, "orphan") && is_last))
        finalize_in_child();
    if (!strcmp(what, "orphan") && is_last)
        _exit(0);
    if (!strcmp(what, "deaf")) {
        signal(SIGTERM, complain);
        /* All are deaf before one aborts. */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (!strcmp(what, "deaf") && is_last)
        MPI_Abort(MPI_COMM_WORLD, 5);
    if (!strcmp(what, "gone"))
        leave_sender_behind(rank);
    if (!strcmp(what, "crash") && is_last)
        raise(SIGSEGV);
    if (!strcmp(what, "wait")) {
        print_shm_files();
        printf("rank %d %d\n", rank, (int)getpid());
        fflush(stdout);
    }
    if (what[0] && strcmp(what, "child") && strcmp(what, "gone")) /* Waits for a message that never comes. */
        MPI_Recv(&sum, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("%d ranks\n", size);
    MPI_Finalize();
    return 0;
}
