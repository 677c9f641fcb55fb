// Persistent collectives: many rounds on changing data, mixed with other operations, started one by one or all at once; what may be freed
// before the start; inactive, active and freed requests.
// ranks: 1 2 3 4 7
#include "coll.h"

enum { ROUNDS = 60, KINDS = 7 };

/* The buffers of all kinds of operations, each with its own. */
typedef struct {
    MPI_Comm comm;
    int rank, size, count, root;
    int *in[KINDS], *out[KINDS];
    MPI_Request requests[KINDS];
} Set;

static Set prepare(MPI_Comm comm, int count, int root, MPI_Info info)
{
    Set set = {.comm = comm, .count = count};
    OK(MPI_Comm_rank(comm, &set.rank));
    OK(MPI_Comm_size(comm, &set.size));
    set.root = root % set.size;
    for (int kind = 0; kind < KINDS; kind++) {
        set.in[kind] = coll_ints((int64_t)count * set.size);
        set.out[kind] = coll_ints((int64_t)count * set.size);
    }
    OK(MPI_Barrier_init(comm, info, &set.requests[0]));
    OK(MPI_Bcast_init(set.out[1], count, MPI_INT, set.root, comm, info, &set.requests[1]));
    OK(MPI_Allreduce_init(set.in[2], set.out[2], count, MPI_INT, MPI_SUM, comm, info, &set.requests[2]));
    OK(MPI_Alltoall_init(set.in[3], count, MPI_INT, set.out[3], count, MPI_INT, comm, info, &set.requests[3]));
    OK(MPI_Gather_init(set.in[4], count, MPI_INT, set.out[4], count, MPI_INT, set.root, comm, info, &set.requests[4]));
    OK(MPI_Scan_init(MPI_IN_PLACE, set.out[5], count, MPI_INT, MPI_SUM, comm, info, &set.requests[5]));
    OK(MPI_Reduce_scatter_block_init(set.in[6], set.out[6], count, MPI_INT, MPI_SUM, comm, info, &set.requests[6]));
    return set;
}

static void fill(Set *set, int key)
{
    for (int kind = 0; kind < KINDS; kind++) {
        coll_fill(set->in[kind], (int64_t)set->count * set->size, set->rank, key);
        memset(set->out[kind], 0, (size_t)set->count * set->size * sizeof(int));
    }
    if (set->rank == set->root)
        coll_fill(set->out[1], set->count, set->rank, key);
    coll_fill(set->out[5], set->count, set->rank, key);
}

static void verify(Set *set, int kind, int key)
{
    int n = set->count, rank = set->rank, size = set->size, *out = set->out[kind];
    switch (kind) {
    case 1: COLL_CHECK(out, n, set->root, 0, key); break;
    case 2: COLL_CHECK_SUMS(out, n, size, 0, key); break;
    case 3:
        for (int r = 0; r < size; r++)
            COLL_CHECK(out + r * n, n, r, (int64_t)rank * n, key);
        break;
    case 4:
        for (int r = 0; r < (rank == set->root ? size : 0); r++)
            COLL_CHECK(out + r * n, n, r, 0, key);
        break;
    case 5: COLL_CHECK_SUMS(out, n, rank + 1, 0, key); break;
    case 6: COLL_CHECK_SUMS(out, n, size, (int64_t)rank * n, key); break;
    default: break;
    }
}

static void release(Set *set)
{
    for (int kind = 0; kind < KINDS; kind++) {
        OK(MPI_Request_free(&set->requests[kind]));
        CHECK(set->requests[kind] == MPI_REQUEST_NULL);
        free(set->in[kind]), free(set->out[kind]);
    }
}

/* Rounds that follow one another without synchronization: a rank that is ahead starts the next while others are in the last. */
static void rounds(MPI_Comm comm, int count, int root)
{
    Set set = prepare(comm, count, root, MPI_INFO_NULL);
    for (int round = 0; round < ROUNDS; round++) {
        fill(&set, round);
        if (round % 2)
            OK(MPI_Startall(KINDS, set.requests));
        else
            for (int kind = 0; kind < KINDS; kind++)
                OK(MPI_Start(&set.requests[kind]));
        for (int i = 0; i < KINDS; i++) {
            int kind = (i * 3 + round + set.rank) % KINDS;
            MPI_Status status;
            OK(MPI_Wait(&set.requests[kind], &status));
            CHECK(set.requests[kind] != MPI_REQUEST_NULL);
            CHECK_EMPTY(status);
            verify(&set, kind, round);
        }
    }
    release(&set);
}

/* Rounds of two sets, with blocking and non-blocking operations and messages of the same communicator among them. */
static void mixed(MPI_Comm comm)
{
    Set a = prepare(comm, 100, 1, MPI_INFO_NULL), b = prepare(comm, 3000, 2, MPI_INFO_NULL);
    int to = (a.rank + 1) % a.size, from = (a.rank + a.size - 1) % a.size, token = -1, sum, all;
    MPI_Request token_requests[2], other;
    OK(MPI_Send_init(&a.rank, 1, MPI_INT, to, 3, comm, &token_requests[0]));
    OK(MPI_Recv_init(&token, 1, MPI_INT, from, 3, comm, &token_requests[1]));
    for (int round = 0; round < 20; round++) {
        fill(&a, round), fill(&b, round + 1000);
        token = -1;
        OK(MPI_Startall(KINDS, a.requests));
        OK(MPI_Startall(2, token_requests));
        OK(MPI_Iallreduce(&round, &sum, 1, MPI_INT, MPI_SUM, comm, &other));
        OK(MPI_Startall(KINDS, b.requests));
        OK(MPI_Allreduce(&a.rank, &all, 1, MPI_INT, MPI_SUM, comm));
        CHECK_EQ(all, a.size * (a.size - 1) / 2);
        OK(MPI_Waitall(KINDS, b.requests, MPI_STATUSES_IGNORE));
        OK(MPI_Waitall(2, token_requests, MPI_STATUSES_IGNORE));
        OK(MPI_Wait(&other, MPI_STATUS_IGNORE));
        OK(MPI_Waitall(KINDS, a.requests, MPI_STATUSES_IGNORE));
        CHECK_EQ(token, from);
        CHECK_EQ(sum, round * a.size);
        for (int kind = 0; kind < KINDS; kind++)
            verify(&a, kind, round), verify(&b, kind, round + 1000);
    }
    OK(MPI_Request_free(&token_requests[0]));
    OK(MPI_Request_free(&token_requests[1]));
    release(&a), release(&b);
}

/* Operations are paired by the order in which they were made: ranks may start them in different orders (MPI-5 §6.13). */
static void started_in_any_order(MPI_Comm comm)
{
    Set set = prepare(comm, 500, 0, MPI_INFO_NULL);
    for (int round = 0; round < 10; round++) {
        fill(&set, round);
        for (int i = 0; i < KINDS; i++)
            OK(MPI_Start(&set.requests[(i + set.rank) % KINDS]));
        OK(MPI_Waitall(KINDS, set.requests, MPI_STATUSES_IGNORE));
        for (int kind = 0; kind < KINDS; kind++)
            verify(&set, kind, round);
    }
    release(&set);
}

/* Communicator, datatype, operation, info and the arrays of counts may be gone when the operation is started. */
static void freed_before_start(int count)
{
    MPI_Comm comm;
    MPI_Datatype pair;
    MPI_Op op;
    MPI_Info info;
    MPI_Request requests[2];
    int *counts = coll_ints(check_size), *starts = coll_ints(check_size);
    int *in = coll_ints(2 * count), *out = coll_ints(2 * count), *all = coll_ints((int64_t)count * check_size);
    for (int r = 0; r < check_size; r++)
        counts[r] = count, starts[r] = (check_size - 1 - r) * count;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "some_hint", "true"));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Type_contiguous(2, MPI_INT, &pair));
    OK(MPI_Type_commit(&pair));
    OK(MPI_Op_create(coll_add_pairs, 1, &op));
    OK(MPI_Allreduce_init(in, out, count, pair, op, comm, info, &requests[0]));
    OK(MPI_Allgatherv_init(in, count, MPI_INT, all, counts, starts, MPI_INT, comm, info, &requests[1]));
    OK(MPI_Op_free(&op));
    OK(MPI_Type_free(&pair));
    OK(MPI_Info_free(&info));
    for (int round = 0; round < 5; round++) {
        coll_fill(in, 2 * count, check_rank, round);
        OK(MPI_Startall(2, requests));
        if (round == 0)
            OK(MPI_Comm_free(&comm));
        OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        COLL_CHECK_SUMS(out, 2 * count, check_size, 0, round);
        for (int r = 0; r < check_size; r++)
            COLL_CHECK(all + starts[r], count, r, 0, round);
    }
    OK(MPI_Request_free(&requests[0]));
    OK(MPI_Request_free(&requests[1]));
    free(in), free(out), free(all), free(counts), free(starts);
}

/* Inactive requests are complete with an empty status, and count as null for the functions on several. */
static void inactive(void)
{
    MPI_Request requests[2], copy;
    MPI_Status status;
    int done = 0, index = 0, out = 0, indices[2], value = check_rank;
    OK(MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]));
    requests[1] = MPI_REQUEST_NULL;
    for (int round = 0; round < 3; round++) {
        copy = requests[0];
        OK(MPI_Wait(&requests[0], &status));
        CHECK_EMPTY(status);
        OK(MPI_Test(&requests[0], &done, &status));
        CHECK(done && requests[0] == copy);
        CHECK_EMPTY(status);
        OK(MPI_Request_get_status(requests[0], &done, &status));
        CHECK(done);
        OK(MPI_Waitany(2, requests, &index, &status));
        CHECK_EQ(index, MPI_UNDEFINED);
        OK(MPI_Testsome(2, requests, &out, indices, MPI_STATUSES_IGNORE));
        CHECK_EQ(out, MPI_UNDEFINED);
        OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        value = check_rank ? -1 : round;
        OK(MPI_Start(&requests[0]));
        OK(MPI_Waitany(2, requests, &index, &status));
        CHECK_EQ(index, 0);
        CHECK_EQ(value, round);
    }
    OK(MPI_Request_free(&requests[0]));
}

/* What must not be done with a request is an error, and does no harm. */
static void refused(void)
{
    int in = 1, out = 0;
    MPI_Request request, stale;
    if (!check_ferry)
        return;
    OK(MPI_Allreduce_init(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
    for (int round = 0; round < 2; round++) {
        in = round + 1, out = 0;
        check_hold();
        OK(MPI_Start(&request));
        ERR(MPI_ERR_REQUEST, MPI_Start(&request), "MPI_Start", "active");
        ERR(MPI_ERR_REQUEST, MPI_Startall(1, &request), "MPI_Startall", "active");
        if (check_rank == 0 && check_size > 1)
            ERR(MPI_ERR_REQUEST, MPI_Request_free(&request), "MPI_Request_free", "active");
        check_release();
        ERR(MPI_ERR_REQUEST, MPI_Cancel(&request), "MPI_Cancel", "collective");
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        CHECK_EQ(out, check_size * (round + 1));
    }
    stale = request;
    OK(MPI_Request_free(&request));
    ERR(MPI_ERR_REQUEST, MPI_Start(&stale), "MPI_Start");
    ERR(MPI_ERR_REQUEST, MPI_Wait(&stale, MPI_STATUS_IGNORE), "MPI_Wait");
    ERR(MPI_ERR_REQUEST, MPI_Request_free(&stale), "MPI_Request_free");
    ERR(MPI_ERR_REQUEST, MPI_Start(&request), "MPI_Start");
    ERR(MPI_ERR_ROOT, MPI_Bcast_init(&in, 1, MPI_INT, -7, MPI_COMM_WORLD, MPI_INFO_NULL, &request), "root");
    ERR(MPI_ERR_INFO, MPI_Barrier_init(MPI_COMM_WORLD, (MPI_Info)&in, &request), "info");
    CHECK(request == MPI_REQUEST_NULL);
}

/* Ranks that disagree about the length learn it in each round, and the request lives on. */
static void disagreeing(void)
{
    int data[8] = {0};
    MPI_Comm comm;
    MPI_Request request;
    if (!check_ferry || check_size != 2)
        return;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Bcast_init(data, check_rank ? 4 : 8, MPI_INT, 0, comm, MPI_INFO_NULL, &request));
    for (int round = 0; round < 3; round++) {
        OK(MPI_Start(&request));
        int code = MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK_EQ(code, check_rank ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
        CHECK(request != MPI_REQUEST_NULL);
    }
    OK(MPI_Request_free(&request));
    OK(MPI_Comm_free(&comm));
}

int main(int argc, char **argv)
{
    MPI_Comm turned;
    check_begin(&argc, &argv);
    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank, &turned));
    rounds(MPI_COMM_WORLD, 1, 0);
    rounds(turned, 700, 1);
    rounds(MPI_COMM_WORLD, 9000, 2);
    rounds(MPI_COMM_SELF, 10, 0);
    mixed(turned);
    started_in_any_order(MPI_COMM_WORLD);
    OK(MPI_Comm_free(&turned));
    freed_before_start(3);
    freed_before_start(30000);
    inactive();
    refused();
    disagreeing();
    return check_end();
}
