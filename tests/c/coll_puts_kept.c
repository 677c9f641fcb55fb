// Persistent allgathers whose windows, which stay registered, are more than the process may lock: some of them put, and the others go by messages.
// ranks: 2
// needs: ferry
// env: FERRY_COLLECTIVE=allgather=put_circulant
// timeout: 120
#include "check.h"
#include <sys/resource.h>

enum { MANY = 12, COUNT = 1 << 19 }; /* windows of 4 MiB, of 32 that may be registered */

int main(int argc, char **argv)
{
    struct rlimit limit;
    getrlimit(RLIMIT_MEMLOCK, &limit);
    limit.rlim_cur = 64 << 20;
    setrlimit(RLIMIT_MEMLOCK, &limit);
    check_begin(&argc, &argv);
    MPI_Request requests[MANY];
    int *own[MANY], *all[MANY];
    for (int i = 0; i < MANY; i++) {
        own[i] = malloc(sizeof(int) * COUNT);
        all[i] = malloc(sizeof(int) * COUNT * check_size);
        OK(MPI_Allgather_init(own[i], COUNT, MPI_INT, all[i], COUNT, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[i]));
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < MANY; i++)
            for (int k = 0; k < COUNT; k++)
                own[i][k] = (round * MANY + i) * check_size + check_rank + k;
        OK(MPI_Startall(MANY, requests));
        OK(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
        for (int i = 0; i < MANY; i++)
            for (int k = 0; k < COUNT * check_size; k++)
                CHECK_EQ(all[i][k], (round * MANY + i) * check_size + k / COUNT + k % COUNT);
    }
    for (int i = 0; i < MANY; i++) {
        OK(MPI_Request_free(&requests[i]));
        free(own[i]);
        free(all[i]);
    }
    return check_end();
}
