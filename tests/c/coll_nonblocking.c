// Non-blocking collectives: many under way at once and completed in any order, on communicators, datatypes and operations that are freed
// meanwhile, advanced by whatever waits; barriers that hold; wrong arguments, and ranks that disagree.
// ranks: 1 2 3 4 7
#include "coll.h"

enum { KINDS = 8, ROUNDS = 6, MOST = 5000 };

/* One operation under way, with its buffers. */
typedef struct {
    int kind, count, root;
    int *in, *out;
} Operation;

static Operation begin(MPI_Comm comm, int kind, int key, MPI_Request *request)
{
    static const int counts[] = {1, 0, 17, 333, MOST};
    int rank, size;
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Comm_size(comm, &size));
    Operation op = {kind, counts[key % 5], key % size, NULL, NULL};
    int n = op.count;
    op.in = coll_ints((int64_t)n * size), op.out = coll_ints((int64_t)n * size);
    coll_fill(op.in, (int64_t)n * size, rank, key);
    memset(op.out, 0, (size_t)n * size * sizeof(int));
    switch (kind) {
    case 0: OK(MPI_Iallreduce(op.in, op.out, n, MPI_INT, MPI_SUM, comm, request)); break;
    case 1: OK(MPI_Ibcast(op.in, n, MPI_INT, op.root, comm, request)); break;
    case 2: OK(MPI_Ialltoall(op.in, n, MPI_INT, op.out, n, MPI_INT, comm, request)); break;
    case 3: OK(MPI_Ibarrier(comm, request)); break;
    case 4: OK(MPI_Igather(op.in, n, MPI_INT, op.out, n, MPI_INT, op.root, comm, request)); break;
    case 5: OK(MPI_Iscan(op.in, op.out, n, MPI_INT, MPI_SUM, comm, request)); break;
    case 6: OK(MPI_Ireduce_scatter_block(op.in, op.out, n, MPI_INT, MPI_SUM, comm, request)); break;
    default: OK(MPI_Iallgather(op.in, n, MPI_INT, op.out, n, MPI_INT, comm, request)); break;
    }
    return op;
}

static void verify(MPI_Comm comm, Operation *op, int key)
{
    int rank, size, n = op->count;
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Comm_size(comm, &size));
    switch (op->kind) {
    case 0: COLL_CHECK_SUMS(op->out, n, size, 0, key); break;
    case 1: COLL_CHECK(op->in, n, op->root, 0, key); break;
    case 2:
        for (int r = 0; r < size; r++)
            COLL_CHECK(op->out + r * n, n, r, (int64_t)rank * n, key);
        break;
    case 4:
    case 7:
        for (int r = 0; r < (op->kind == 7 || rank == op->root ? size : 0); r++)
            COLL_CHECK(op->out + r * n, n, r, 0, key);
        break;
    case 5: COLL_CHECK_SUMS(op->out, n, rank + 1, 0, key); break;
    case 6: COLL_CHECK_SUMS(op->out, n, size, (int64_t)rank * n, key); break;
    default: break;
    }
    free(op->in), free(op->out);
}

/* All kinds several times under way at once, completed one by one in an order of each rank's own. */
static void many_at_once(MPI_Comm comm, uint64_t seed)
{
    enum { ALL = KINDS * ROUNDS };
    MPI_Request requests[ALL];
    Operation operations[ALL];
    int order[ALL];
    for (int i = 0; i < ALL; i++) {
        operations[i] = begin(comm, i % KINDS, i, &requests[i]);
        order[i] = i;
    }
    for (int i = ALL - 1; i > 0; i--) {
        int j = (int)(random_next(&seed) % (i + 1)), other = order[i];
        order[i] = order[j], order[j] = other;
    }
    for (int i = 0; i < ALL; i++) {
        MPI_Status status;
        OK(MPI_Wait(&requests[order[i]], &status));
        CHECK(requests[order[i]] == MPI_REQUEST_NULL);
        CHECK_EMPTY(status);
        verify(comm, &operations[order[i]], order[i]);
    }
}

/* The same with functions that complete several, and with messages among them. */
static void some_at_once(MPI_Comm comm)
{
    enum { ALL = KINDS * 2 };
    MPI_Request requests[ALL + 2];
    Operation operations[ALL];
    int rank, size, out = 0, token = -1, left = ALL + 2, indices[ALL + 2];
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Comm_size(comm, &size));
    OK(MPI_Irecv(&token, 1, MPI_INT, (rank + 1) % size, 5, comm, &requests[ALL]));
    for (int i = 0; i < ALL; i++)
        operations[i] = begin(comm, i % KINDS, i + 3, &requests[i]);
    OK(MPI_Isend(&rank, 1, MPI_INT, (rank + size - 1) % size, 5, comm, &requests[ALL + 1]));
    while (left > 0) {
        OK(left % 2 ? MPI_Waitsome(ALL + 2, requests, &out, indices, MPI_STATUSES_IGNORE)
                    : MPI_Testsome(ALL + 2, requests, &out, indices, MPI_STATUSES_IGNORE));
        for (int i = 0; i < out; i++)
            if (indices[i] < ALL)
                verify(comm, &operations[indices[i]], indices[i] + 3);
        left -= out;
    }
    CHECK_EQ(token, (rank + 1) % size);
    OK(MPI_Waitsome(ALL + 2, requests, &out, indices, MPI_STATUSES_IGNORE));
    CHECK_EQ(out, MPI_UNDEFINED);
}

/* Communicators are independent: each rank starts on them in an order of its own. */
static void several_communicators(void)
{
    enum { COMMS = 3 };
    MPI_Comm comms[COMMS];
    MPI_Request requests[COMMS * KINDS];
    Operation operations[COMMS * KINDS];
    for (int c = 0; c < COMMS; c++)
        OK(MPI_Comm_split(MPI_COMM_WORLD, 0, c == 1 ? -check_rank : check_rank, &comms[c]));
    for (int c = 0; c < COMMS; c++) {
        int which = (c + check_rank) % COMMS;
        for (int kind = 0; kind < KINDS; kind++) {
            int i = which * KINDS + kind;
            operations[i] = begin(comms[which], kind, i, &requests[i]);
        }
    }
    OK(MPI_Waitall(COMMS * KINDS, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < COMMS * KINDS; i++)
        verify(comms[i / KINDS], &operations[i], i);
    for (int c = 0; c < COMMS; c++)
        OK(MPI_Comm_free(&comms[c]));
}

/* What an operation under way uses may be freed at once. */
static void freed_meanwhile(int count)
{
    MPI_Comm comm;
    MPI_Datatype pair;
    MPI_Op op;
    MPI_Request requests[2];
    int *in = coll_ints(2 * count), *out = coll_ints(2 * count), *all = coll_ints((int64_t)count * check_size);
    coll_fill(in, 2 * count, check_rank, 1);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Type_contiguous(2, MPI_INT, &pair));
    OK(MPI_Type_commit(&pair));
    OK(MPI_Op_create(coll_add_pairs, 1, &op));
    OK(MPI_Iallreduce(in, out, count, pair, op, comm, &requests[0]));
    OK(MPI_Iallgather(in, count, MPI_INT, all, count, MPI_INT, comm, &requests[1]));
    OK(MPI_Op_free(&op));
    OK(MPI_Type_free(&pair));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    COLL_CHECK_SUMS(out, 2 * count, check_size, 0, 1);
    for (int r = 0; r < check_size; r++)
        COLL_CHECK(all + (int64_t)r * count, count, r, 0, 1);
    free(in), free(out), free(all);
}

/* Rank 0 completes its part only after the others have completed theirs, which needs rank 0: any call that waits makes it go on. */
static void advanced_by(int how, MPI_Op op, MPI_Comm other)
{
    int *in = coll_ints(MOST), *out = coll_ints(MOST), token = 0, seen = 0, sum = 0;
    MPI_Request request;
    MPI_Status status;
    coll_fill(in, MOST, check_rank, how);
    OK(MPI_Iallreduce(in, out, MOST, MPI_INT, op, MPI_COMM_WORLD, &request));
    if (check_rank > 0)
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    for (int r = 1; r < check_size; r++) {
        if (check_rank == r && how != 3)
            OK(MPI_Ssend(&r, 1, MPI_INT, 0, how, MPI_COMM_WORLD));
        if (check_rank > 0 || how == 3)
            continue;
        if (how == 1)
            OK(MPI_Probe(r, how, MPI_COMM_WORLD, &status));
        while (how == 2 && !seen)
            OK(MPI_Iprobe(r, how, MPI_COMM_WORLD, &seen, &status));
        OK(MPI_Recv(&token, 1, MPI_INT, r, how, MPI_COMM_WORLD, &status));
        CHECK_EQ(token, r);
        seen = 0;
    }
    if (how == 3) {
        OK(MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, other));
        CHECK_EQ(sum, check_size * (check_size - 1) / 2);
    }
    if (check_rank == 0)
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    COLL_CHECK_SUMS(out, MOST, check_size, 0, how);
    free(in), free(out);
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    CHECK(*type == MPI_INT);
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void advanced_by_all(void)
{
    MPI_Op op;
    MPI_Comm turned;
    OK(MPI_Op_create(add, 1, &op));
    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank, &turned));
    for (int how = 0; how < 4; how++) {
        advanced_by(how, MPI_SUM, MPI_COMM_WORLD);
        advanced_by(how, op, turned);
    }
    OK(MPI_Comm_free(&turned));
    OK(MPI_Op_free(&op));
}

/* Nobody gets through a barrier before the last has come. */
static void barrier_holds(void)
{
    for (int late = 0; late < check_size; late++) {
        MPI_Request request;
        int token = 0, done = 0;
        if (check_rank == late) {
            for (int i = 1; i < check_size; i++)
                OK(MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            OK(MPI_Ibarrier(MPI_COMM_WORLD, &request));
        } else {
            OK(MPI_Ibarrier(MPI_COMM_WORLD, &request));
            for (int i = 0; i < 50; i++) {
                OK(MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE));
                CHECK(!done);
                OK(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
                CHECK(!done && request != MPI_REQUEST_NULL);
            }
            OK(MPI_Send(&token, 1, MPI_INT, late, 8, MPI_COMM_WORLD));
        }
        while (!done)
            OK(MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE));
        OK(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
        CHECK(done && request == MPI_REQUEST_NULL);
    }
}

/* Arguments are refused when the operation is started, and nothing is left behind. */
static void wrong_arguments(void)
{
    int in = 1, out = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    ERR(MPI_ERR_ROOT, MPI_Ibcast(&in, 1, MPI_INT, check_size, MPI_COMM_WORLD, &request), "MPI_Ibcast", "root");
    ERR(MPI_ERR_COUNT, MPI_Iallreduce(&in, &out, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request), "count");
    ERR(MPI_ERR_COMM, MPI_Ibarrier(MPI_COMM_NULL, &request), "MPI_Ibarrier", "comm");
    ERR(MPI_ERR_OP, MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD, &request), "op");
    ERR(MPI_ERR_TYPE, MPI_Iscan(&in, &out, 1, MPI_DATATYPE_NULL, MPI_SUM, MPI_COMM_WORLD, &request), "datatype");
    CHECK(request == MPI_REQUEST_NULL);
    if (check_ferry) {
        ERR(MPI_ERR_ARG, MPI_Ibarrier(MPI_COMM_WORLD, NULL), "request");
        ERR(MPI_ERR_BUFFER, MPI_Iallreduce(&in, &in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request), "sendbuf");
    }
}

/* The request can only be waited for, which it survives. */
static void refused(void)
{
    int in = check_rank, out = -1;
    MPI_Request request;
    if (!check_ferry)
        return;
    check_hold();
    OK(MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
    ERR(MPI_ERR_REQUEST, MPI_Cancel(&request), "MPI_Cancel", "collective");
    ERR(MPI_ERR_REQUEST, MPI_Start(&request), "MPI_Start", "collective");
    if (check_rank == 0 && check_size > 1)
        ERR(MPI_ERR_REQUEST, MPI_Request_free(&request), "MPI_Request_free", "active");
    check_release();
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQ(out, check_size * (check_size - 1) / 2);
    MPI_Request stale = request;
    OK(MPI_Wait(&stale, MPI_STATUS_IGNORE));
}

static int handled, handled_class;

static void handler(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    handled++;
    MPI_Error_class(*code, &handled_class);
}

/* Ranks that disagree about the length: who waits for the request learns it, through the error handler of the communicator. */
static void disagreeing(void)
{
    int data[8] = {0}, more = check_rank ? 4 : 8, token = 7;
    MPI_Comm comm;
    MPI_Errhandler errhandler;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    if (!check_ferry || check_size != 2)
        return;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_create_errhandler(handler, &errhandler));
    OK(MPI_Comm_set_errhandler(comm, errhandler));
    OK(MPI_Ibcast(data, more, MPI_INT, 0, comm, &requests[0]));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    int code = MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    CHECK_EQ(code, check_rank ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
    CHECK_EQ(handled, check_rank ? 1 : 0);
    CHECK(!check_rank || handled_class == MPI_ERR_TRUNCATE);
    CHECK(requests[0] == MPI_REQUEST_NULL);

    OK(MPI_Ibcast(data, more, MPI_INT, 0, comm, &requests[0]));
    OK(check_rank ? MPI_Irecv(&token, 1, MPI_INT, 0, 1, comm, &requests[1]) : MPI_Isend(&more, 1, MPI_INT, 1, 1, comm, &requests[1]));
    code = MPI_Waitall(2, requests, statuses);
    CHECK_EQ(code, check_rank ? MPI_ERR_IN_STATUS : MPI_SUCCESS);
    if (check_rank) {
        CHECK_EQ(statuses[0].MPI_ERROR, MPI_ERR_TRUNCATE);
        CHECK_EQ(statuses[1].MPI_ERROR, MPI_SUCCESS);
        CHECK_EQ(token, 8);
    }
    OK(MPI_Errhandler_free(&errhandler));
    OK(MPI_Comm_free(&comm));
}

int main(int argc, char **argv)
{
    MPI_Comm turned;
    check_begin(&argc, &argv);
    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank, &turned));
    for (int i = 0; i < 5; i++) {
        many_at_once(i % 2 ? turned : MPI_COMM_WORLD, 77 * i + check_rank + 1);
        some_at_once(i % 2 ? turned : MPI_COMM_WORLD);
    }
    many_at_once(MPI_COMM_SELF, 5);
    OK(MPI_Comm_free(&turned));
    several_communicators();
    freed_meanwhile(1);
    freed_meanwhile(30000);
    advanced_by_all();
    barrier_holds();
    wrong_arguments();
    refused();
    disagreeing();
    return check_end();
}
