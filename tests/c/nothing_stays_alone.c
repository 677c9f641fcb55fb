// Sessions one after the other, with nothing of MPI open between them: each starts the library and ends it, and leaves nothing behind.
// ranks: 1 2
// timeout: 120
// needs: ferry
// env: GLIBC_TUNABLES=glibc.malloc.tcache_count=0
// env: FERRY_INITIAL_ERRHANDLER=mpi_errors_return
// case: empty
// case: used
#define _GNU_SOURCE
#include "check.h"
#include <malloc.h>

/* Rounds to get used to, and rounds that are counted: after them there may be less than a byte of each beyond what was there before. */
enum { FIRST = 100, ROUNDS = 1200, BATCHES = 3 };

static size_t in_use(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static int rank = 0;

/* A session. One that is used tells whether a rank has said so. */
static int cycle(int is_used, int say)
{
    MPI_Session session;
    OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    if (is_used) {
        MPI_Group group;
        MPI_Comm comm;
        OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
        OK(MPI_Comm_create_from_group(group, "cycle", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
        OK(MPI_Allreduce(MPI_IN_PLACE, &say, 1, MPI_INT, MPI_MAX, comm));
        OK(MPI_Comm_rank(comm, &rank));
        OK(MPI_Comm_free(&comm));
        OK(MPI_Group_free(&group));
    }
    OK(MPI_Session_finalize(&session));
    return say;
}

int main(int argc, char **argv)
{
    int is_used = argc > 1 && !strcmp(argv[1], "used"), round = 0;
    while (round++ < FIRST)
        cycle(is_used, 0);
    /* What stays of each round grows with every batch; a table that grows once, when a round is disturbed, does not. All ranks have another batch if one does. */
    const int rounds = is_used ? ROUNDS / 3 : ROUNDS;
    int grows = 1;
    for (int batch = 0; grows && batch < BATCHES; batch++) {
        size_t before = in_use();
        for (round = 0; round < rounds; round++)
            cycle(is_used, 0);
        size_t after = in_use();
        NOTE("%zu bytes before, %zu after", before, after);
        grows = cycle(1, after >= before + rounds);
    }
    CHECK(!grows);
    if (rank == 0)
        puts("ok");
    return 0;
}
