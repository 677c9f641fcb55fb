// Collective operations that put into memory of peers: asked for while others are under way, in all forms, on many communicators in turn.
// ranks: 2 3 4 7
// needs: ferry
// env: FERRY_COLLECTIVE=allgather=put_circulant,allgatherv=put_circulant,barrier=put_dissemination,bcast=put_scatter,alltoall=put_linear,alltoallv=put_linear,alltoallw=put_linear,allreduce=put_doubling,reduce_scatter_block=put_linear
#include "coll.h"
#include "mpit.h"
#include <sys/mman.h>
#include <unistd.h>

static MPI_T_pvar_session session;

/* A level, or a counter since this is called first. */
static unsigned long long count_of(const char *name)
{
    static struct { const char *name; MPI_T_pvar_handle handle; } known[8];
    int at = 0;
    while (known[at].name && strcmp(known[at].name, name))
        at++;
    if (!known[at].name) {
        int is_level = !strncmp(name, "collective_buffer", strlen("collective_buffer"));
        known[at].name = name;
        known[at].handle = mpit_open(session, name, is_level ? MPI_T_PVAR_CLASS_LEVEL : MPI_T_PVAR_CLASS_COUNTER);
    }
    return mpit_read(session, known[at].handle);
}

/* Operations that are called before the ranks know whether they put, and after that; with others among them that do not put. */
static void in_flight(void)
{
    enum { MANY = 9, MOST = 5000 };
    MPI_Comm comm;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    int *own = coll_ints(MANY * MOST), *all = coll_ints((int64_t)MANY * MOST * check_size);
    for (int round = 0; round < 4; round++) {
        MPI_Request requests[2 * MANY];
        int sums[MANY], ones[MANY], counts[MANY];
        for (int i = 0; i < MANY; i++) {
            counts[i] = (int[]){1, 300, MOST, 0, 64}[(i + round) % 5];
            coll_fill(own + i * MOST, counts[i], check_rank, i + round);
            int *into = all + (int64_t)i * MOST * check_size;
            OK(MPI_Iallgather(own + i * MOST, counts[i], MPI_INT, into, counts[i], MPI_INT, comm, &requests[2 * i]));
            ones[i] = check_rank + i;
            OK(MPI_Iscan(&ones[i], &sums[i], 1, MPI_INT, MPI_SUM, comm, &requests[2 * i + 1]));
        }
        for (int i = 2 * MANY - 1; i >= 0; i--)
            OK(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
        for (int i = 0; i < MANY; i++) {
            for (int r = 0; r < check_size; r++)
                COLL_CHECK(all + (int64_t)i * MOST * check_size + (int64_t)r * counts[i], counts[i], r, 0, i + round);
            CHECK_EQ(sums[i], check_rank * (check_rank + 1) / 2 + i * (check_rank + 1));
        }
    }
    OK(MPI_Comm_free(&comm));
    free(own), free(all);
}

/* Persistent operations, started in different orders at different ranks, with others between their starts. */
static void persistent(void)
{
    enum { COUNT = 4099 };
    int *own[2], *all[2], sum[2], one = check_rank;
    MPI_Request requests[2];
    for (int i = 0; i < 2; i++) {
        own[i] = coll_ints(COUNT), all[i] = coll_ints((int64_t)COUNT * check_size);
        OK(MPI_Allgather_init(own[i], COUNT, MPI_INT, all[i], COUNT, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[i]));
    }
    unsigned long long windows = 0, registrations = 0;
    for (int round = 0; round < 6; round++) {
        /* In the first two starts each rank tells the others where its windows are, once in either part of the collective buffer. */
        if (round == 2)
            windows = count_of("collective_windows"), registrations = count_of("collective_registrations");
        for (int i = 0; i < 2; i++)
            coll_fill(own[i], COUNT, check_rank, 2 * round + i);
        int first = check_rank % 2;
        OK(MPI_Start(&requests[first]));
        OK(MPI_Start(&requests[!first]));
        OK(MPI_Scan(&one, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
        OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        CHECK_EQ(sum[0], check_rank * (check_rank + 1) / 2);
        for (int i = 0; i < 2; i++)
            for (int r = 0; r < check_size; r++)
                COLL_CHECK(all[i] + (int64_t)r * COUNT, COUNT, r, 0, 2 * round + i);
    }
    if (!windows || !registrations)
        FAIL("%llu windows were announced, %llu registrations made", windows, registrations);
    CHECK_EQ(count_of("collective_windows"), windows);
    CHECK_EQ(count_of("collective_registrations"), registrations);
    for (int i = 0; i < 2; i++) {
        OK(MPI_Request_free(&requests[i]));
        free(own[i]), free(all[i]);
    }
}

/* Communicators that come and go leave nothing behind; more of them than there are collective buffers are alive at once. */
static void churn(void)
{
    enum { TIMES = 200, ALIVE = 80 };
    MPI_Comm comms[ALIVE];
    int own = check_rank, all[64];
    unsigned long long before = count_of("collective_buffers"), bytes = 0;
    for (int i = 0; i < TIMES + ALIVE; i++) {
        MPI_Comm *comm = &comms[i < TIMES ? 0 : i - TIMES];
        OK(MPI_Comm_dup(MPI_COMM_WORLD, comm));
        own = i + check_rank;
        OK(MPI_Allgather(&own, 1, MPI_INT, all, 1, MPI_INT, *comm));
        for (int r = 0; r < check_size; r++)
            CHECK_EQ(all[r], i + r);
        if (i < TIMES)
            OK(MPI_Comm_free(comm));
        if (i == TIMES / 2)
            bytes = count_of("collective_buffer_bytes");
        if (i == TIMES - 1)
            CHECK_EQ(count_of("collective_buffer_bytes"), bytes);
    }
    if (count_of("collective_buffer_bytes") > 8 << 20)
        FAIL("%llu bytes are registered for collective buffers", count_of("collective_buffer_bytes"));
    for (int i = 0; i < ALIVE; i++)
        OK(MPI_Comm_free(&comms[i]));
    CHECK_EQ(count_of("collective_buffers"), before);
}

/* Blocks in memory that has a hole between them. */
static void apart(void)
{
    enum { COUNT = 5000, HOLE = 1 << 20 };
    size_t blocks = COUNT * sizeof(int) * (size_t)check_size, page = (size_t)sysconf(_SC_PAGESIZE);
    size_t half = (blocks + page - 1) / page * page;
    char *memory = mmap(NULL, 2 * half + HOLE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || munmap(memory + half, HOLE))
        perror("mmap"), exit(1);
    int *own = coll_ints((int64_t)COUNT * check_size), counts[64], from[64], places[64], bytes_from[64], bytes_places[64];
    MPI_Datatype types[64];
    coll_fill(own, (int64_t)COUNT * check_size, check_rank, 1);
    for (int r = 0; r < check_size; r++) {
        counts[r] = COUNT, types[r] = MPI_INT, from[r] = r * COUNT, bytes_from[r] = from[r] * (int)sizeof(int);
        bytes_places[r] = bytes_from[r] + (r % 2 ? (int)half + HOLE : 0), places[r] = bytes_places[r] / (int)sizeof(int);
    }
    for (int typed = 0; typed < 2; typed++) {
        memset(memory, 0, half), memset(memory + half + HOLE, 0, half);
        if (typed)
            OK(MPI_Alltoallw(own, counts, bytes_from, types, memory, counts, bytes_places, types, MPI_COMM_WORLD));
        else
            OK(MPI_Alltoallv(own, counts, from, MPI_INT, memory, counts, places, MPI_INT, MPI_COMM_WORLD));
        for (int r = 0; r < check_size; r++)
            COLL_CHECK((int *)(memory + bytes_places[r]), COUNT, r, (int64_t)check_rank * COUNT, 1);
    }
    munmap(memory, half), munmap(memory + half + HOLE, half);
    free(own);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    int provided;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    CHECK_EQ(count_of("collective_puts") + count_of("collective_put_agreements") + count_of("collective_put_refusals"), 0);
    CHECK_EQ(count_of("collective_windows") + count_of("collective_registrations"), 0);
    in_flight();
    if (!count_of("collective_puts") || !count_of("collective_put_agreements"))
        FAIL("nothing was put, %llu times the ranks could not", count_of("collective_put_refusals"));
    persistent();
    apart();
    churn();
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
