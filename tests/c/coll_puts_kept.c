// Persistent allgathers whose windows, which stay registered, are more than the process may lock: some of them put, and the others go by messages.
// ranks: 2 3
// needs: ferry
// env: FERRY_COLLECTIVE=allgather=put_circulant
// timeout: 120
#include "check.h"
#include <sys/resource.h>

enum { MANY = 12, WINDOW = 4 << 20 }; /* of 32 MiB that may be registered */

int main(int argc, char **argv)
{
    struct rlimit limit;
    getrlimit(RLIMIT_MEMLOCK, &limit);
    limit.rlim_cur = 64 << 20;
    setrlimit(RLIMIT_MEMLOCK, &limit);
    check_begin(&argc, &argv);
    int count = WINDOW / (int)sizeof(int) / check_size;
    MPI_Request requests[MANY];
    int *own[MANY], *all[MANY];
    for (int i = 0; i < MANY; i++) {
        own[i] = malloc(sizeof(int) * count);
        all[i] = malloc(sizeof(int) * count * check_size);
        OK(MPI_Allgather_init(own[i], count, MPI_INT, all[i], count, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[i]));
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < MANY; i++)
            for (int k = 0; k < count; k++)
                own[i][k] = (round * MANY + i) * check_size + check_rank + k;
        OK(MPI_Startall(MANY, requests));
        OK(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
        for (int i = 0; i < MANY; i++)
            for (int k = 0; k < count * check_size; k++)
                CHECK_EQ(all[i][k], (round * MANY + i) * check_size + k / count + k % count);
    }
    for (int i = 0; i < MANY; i++) {
        OK(MPI_Request_free(&requests[i]));
        free(own[i]);
        free(all[i]);
    }
    return check_end();
}
