// Sessions one after the other, with nothing of MPI open between them: each starts the library and ends it, and leaves nothing behind.
// ranks: 1 2
// timeout: 120
// needs: ferry
// env: FERRY_INITIAL_ERRHANDLER=mpi_errors_return
// case: empty
// case: used
#define _GNU_SOURCE
#include "check.h"
#include <malloc.h>

/* Rounds to get used to, rounds that are counted, and the most bytes that may be there after them beyond what was there before. */
enum { FIRST = 100, ROUNDS = 1200, MOST_BYTES = 16 << 10 };

static size_t in_use(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static int rank = 0;

static void cycle(int is_used)
{
    MPI_Session session;
    OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    if (is_used) {
        MPI_Group group;
        MPI_Comm comm;
        OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
        OK(MPI_Comm_create_from_group(group, "cycle", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
        OK(MPI_Barrier(comm));
        OK(MPI_Comm_rank(comm, &rank));
        OK(MPI_Comm_free(&comm));
        OK(MPI_Group_free(&group));
    }
    OK(MPI_Session_finalize(&session));
}

int main(int argc, char **argv)
{
    int is_used = argc > 1 && !strcmp(argv[1], "used"), round = 0;
    while (round++ < FIRST)
        cycle(is_used);
    size_t before = in_use();
    while (round++ < FIRST + (is_used ? ROUNDS / 3 : ROUNDS))
        cycle(is_used);
    size_t after = in_use();
    NOTE("%zu bytes before, %zu after", before, after);
    CHECK(after <= before + (is_used ? MOST_BYTES / 3 : MOST_BYTES));
    cycle(1);
    if (rank == 0)
        puts("ok");
    return 0;
}
