/* What the tests of the launcher need of an MPI program; the first argument says what to do. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    if (!strcmp(what, "abort") && is_last)
        MPI_Abort(MPI_COMM_WORLD, 5);
    if (!strcmp(what, "leave") && is_last)
        _exit(0);
    if (!strcmp(what, "fail") && is_last)
        _exit(7);
    if (!strcmp(what, "crash") && is_last)
        raise(SIGSEGV);
    if (!strcmp(what, "wait")) {
        print_shm_files();
        printf("rank %d %d\n", rank, (int)getpid());
        fflush(stdout);
    }
    if (what[0]) /* Waits for a message that never comes. */
        MPI_Recv(&sum, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("%d ranks\n", size);
    MPI_Finalize();
    return 0;
}
