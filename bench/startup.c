/* Init, barrier, finalize: `startup plain` prints nothing; `startup memory` prints the largest resident set of a rank after MPI_Init. */
#include "bench.h"

/* VmRSS of this process in KiB, 0 if unknown. */
static long resident_kib(void)
{
    char line[256];
    long kib = 0;
    FILE *status = fopen("/proc/self/status", "r");
    if (!status)
        return 0;
    while (fgets(line, sizeof line, status))
        if (sscanf(line, "VmRSS: %ld", &kib) == 1)
            break;
    fclose(status);
    return kib;
}

int main(int argc, char **argv)
{
    long mine, most;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc == 2 && !strcmp(argv[1], "memory")) {
        mine = resident_kib();
        MPI_Reduce(&mine, &most, 1, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            begin("memory");
            point("memory", 0, (double)most);
        }
    } else if (argc != 2 || strcmp(argv[1], "plain")) {
        fprintf(stderr, "usage: startup plain|memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
