// Sessions without MPI_Init: communicators from process sets, messages and collectives on them; the World Model stays away. Sessions opened and closed
// again and again, by some ranks more often than by others.
// ranks: 1 2 3 4 7
// env: FERRY_INITIAL_ERRHANDLER=mpi_errors_return
// case: once
// case: callbacks
// case: cycles
// case: pairs
// case: world_within
// case: world_first only=ferry
// case: world_last
#include "check.h"

static int rank = -1, size;

static MPI_Session open_session(void)
{
    MPI_Session session = MPI_SESSION_NULL;
    OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    return session;
}

static void world_model(int initialized, int finalized)
{
    int flag = -1;
    OK(MPI_Initialized(&flag));
    CHECK_EQ(flag, initialized);
    OK(MPI_Finalized(&flag));
    CHECK_EQ(flag, finalized);
}

/* A communicator of a process set; MPI_COMM_NULL if the library cannot make one yet. */
static MPI_Comm comm_of(MPI_Session session, const char *set, const char *tag)
{
    MPI_Group group;
    MPI_Comm comm = MPI_COMM_NULL;
    OK(MPI_Group_from_session_pset(session, set, &group));
    HAVE(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    OK(MPI_Group_free(&group));
    return comm;
}

static void use(MPI_Comm comm, int key)
{
    if (comm == MPI_COMM_NULL)
        return;
    int me, all, sum = 0, got = -1, sent;
    OK(MPI_Comm_rank(comm, &me));
    OK(MPI_Comm_size(comm, &all));
    sent = 1000 * key + me;
    OK(MPI_Sendrecv(&sent, 1, MPI_INT, (me + 1) % all, 5, &got, 1, MPI_INT, (me + all - 1) % all, 5, comm, MPI_STATUS_IGNORE));
    CHECK_EQ(got, 1000 * key + (me + all - 1) % all);
    OK(MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK_EQ(sum, all * (all - 1) / 2);
}

/* Predefined communicators are refused, with the advice what to do. */
static void no_world(void)
{
    int number;
    if (!check_ferry)
        return;
    MPI_Group group;
    ERR(MPI_ERR_COMM, MPI_Comm_rank(MPI_COMM_WORLD, &number), "MPI_COMM_WORLD", "MPI_Init");
    ERR(MPI_ERR_COMM, MPI_Comm_group(MPI_COMM_SELF, &group), "MPI_COMM_SELF", "MPI_Init");
    ERR(MPI_ERR_COMM, MPI_Barrier(MPI_COMM_WORLD), "MPI_COMM_WORLD");
    ERR(MPI_ERR_OTHER, MPI_Finalize(), "MPI_Init");
    ERR(MPI_ERR_OTHER, MPI_Query_thread(&number), "MPI_Init");
}

static void look(MPI_Session session)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Group group;
    OK(MPI_Get_library_version(version, &length));
    check_ferry = strstr(version, "Ferry") != NULL;
    OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
    OK(MPI_Group_rank(group, &rank));
    OK(MPI_Group_size(group, &size));
    OK(MPI_Group_free(&group));
    check_rank = rank, check_size = size;
}

static void once(void)
{
    MPI_Session session = open_session();
    look(session);
    world_model(0, 0);
    MPI_Comm world = comm_of(session, "mpi://WORLD", "once"), self = comm_of(session, "mpi://SELF", "once");
    use(world, 1);
    use(self, 2);
    MPI_Datatype type;
    OK(MPI_Type_contiguous(2, MPI_INT, &type));
    OK(MPI_Type_commit(&type));
    OK(MPI_Type_free(&type));
    if (world != MPI_COMM_NULL) {
        MPI_Comm dup, half;
        OK(MPI_Comm_dup(world, &dup));
        use(dup, 3);
        OK(MPI_Comm_split(dup, rank % 2, rank, &half));
        use(half, 4);
        OK(MPI_Comm_free(&half));
        OK(MPI_Comm_free(&dup));
        OK(MPI_Comm_free(&world));
        OK(MPI_Comm_free(&self));
    }
    OK(MPI_Session_finalize(&session));
    world_model(0, 0);
}

static int copies, deletions, handled;

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int at = 0; at < *count; at++)
        ((int *)inout)[at] += ((int *)in)[at];
}

static int copy(MPI_Comm comm, int keyval, void *extra, void *value, void *place, int *flag)
{
    (void)comm, (void)keyval, (void)extra;
    *(void **)place = value;
    *flag = 1;
    copies++;
    return MPI_SUCCESS;
}

static int delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    deletions++;
    return MPI_SUCCESS;
}

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    handled += *code == MPI_ERR_OTHER;
}

static int query(void *extra, MPI_Status *status)
{
    (void)extra;
    OK(MPI_Status_set_elements(status, MPI_INT, 3));
    return MPI_SUCCESS;
}

static int nothing(void *extra)
{
    (void)extra;
    return MPI_SUCCESS;
}

static int never(void *extra, int complete)
{
    (void)extra, (void)complete;
    return MPI_SUCCESS;
}

/* Functions of the program are called though MPI_Init never was, and no error came before. */
static void callbacks(void)
{
    MPI_Session session = open_session();
    look(session);
    MPI_Comm comm = comm_of(session, "mpi://WORLD", "callbacks"), dup;
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Op op;
    int one = 1, sum = 0, keyval, count;
    OK(MPI_Op_create(add, 1, &op));
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, op, comm));
    CHECK_EQ(sum, size);
    MPI_Request request;
    sum = 0;
    OK(MPI_Iallreduce(&one, &sum, 1, MPI_INT, op, comm, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQ(sum, size);
    OK(MPI_Reduce_local(&one, &sum, 1, MPI_INT, op));
    CHECK_EQ(sum, size + 1);
    OK(MPI_Op_free(&op));
    OK(MPI_Comm_create_keyval(copy, delete, &keyval, NULL));
    OK(MPI_Comm_set_attr(comm, keyval, &one));
    OK(MPI_Comm_dup(comm, &dup));
    CHECK_EQ(copies, 1);
    OK(MPI_Comm_free(&dup));
    CHECK_EQ(deletions, 1);
    MPI_Errhandler handler;
    OK(MPI_Comm_create_errhandler(handle, &handler));
    OK(MPI_Comm_set_errhandler(comm, handler));
    OK(MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER));
    CHECK_EQ(handled, 1);
    OK(MPI_Errhandler_free(&handler));
    MPI_Status status;
    OK(MPI_Grequest_start(query, nothing, never, NULL, &request));
    OK(MPI_Grequest_complete(request));
    OK(MPI_Wait(&request, &status));
    OK(MPI_Get_count(&status, MPI_INT, &count));
    CHECK_EQ(count, 3);
    OK(MPI_Comm_free_keyval(&keyval));
    OK(MPI_Comm_free(&comm)); /* with its attribute */
    CHECK_EQ(deletions, 2);
    OK(MPI_Session_finalize(&session));
}

/* Rank r opens and closes r sessions more each time: nobody has to keep step. */
static void cycles(void)
{
    for (int turn = 0; turn < 5; turn++) {
        MPI_Session session = open_session();
        look(session);
        MPI_Comm comm = comm_of(session, "mpi://WORLD", "cycle");
        use(comm, turn);
        if (comm != MPI_COMM_NULL && turn % 2)
            OK(MPI_Comm_free(&comm)); /* otherwise the end of the session does it */
        OK(MPI_Session_finalize(&session));
        for (int extra = 0; check_ferry && extra < rank; extra++) { /* MPICH 5.0.2 makes sessions together */
            session = open_session();
            use(comm_of(session, "mpi://SELF", "extra"), extra);
            OK(MPI_Session_finalize(&session));
        }
    }
}

/* Two sessions at once, whose communicators do not disturb each other; one goes on when the other has ended. */
static void pairs(void)
{
    MPI_Session a = open_session(), b = open_session();
    look(a);
    MPI_Comm of_a = comm_of(a, "mpi://WORLD", "same"), of_b = comm_of(b, "mpi://WORLD", "same");
    if (of_a != MPI_COMM_NULL && of_b != MPI_COMM_NULL) {
        int first = -1, second = -1, to = (rank + 1) % size, from = (rank + size - 1) % size, one = 1, two = 2;
        MPI_Request requests[4];
        OK(MPI_Irecv(&second, 1, MPI_INT, from, 0, of_b, &requests[0]));
        OK(MPI_Irecv(&first, 1, MPI_INT, from, 0, of_a, &requests[1]));
        OK(MPI_Isend(&one, 1, MPI_INT, to, 0, of_a, &requests[2]));
        OK(MPI_Isend(&two, 1, MPI_INT, to, 0, of_b, &requests[3]));
        OK(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
        CHECK(first == 1 && second == 2);
        OK(MPI_Comm_free(&of_a));
    }
    OK(MPI_Session_finalize(&a));
    use(of_b, 9);
    if (of_b != MPI_COMM_NULL)
        OK(MPI_Comm_free(&of_b));
    OK(MPI_Session_finalize(&b));
}

static void in_world(void)
{
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    use(MPI_COMM_WORLD, 50);
    use(MPI_COMM_SELF, 51);
}

/* MPI_Init and MPI_Finalize while a session is open. */
static void world_within(void)
{
    MPI_Session session = open_session();
    look(session);
    MPI_Comm comm = comm_of(session, "mpi://WORLD", "outer");
    OK(MPI_Init(NULL, NULL));
    world_model(1, 0);
    in_world();
    use(comm, 1);
    OK(MPI_Finalize());
    world_model(1, 1);
    use(comm, 2);
    if (check_ferry) {
        int number;
        ERR(MPI_ERR_COMM, MPI_Comm_rank(MPI_COMM_WORLD, &number), "MPI_COMM_WORLD");
    }
    if (comm != MPI_COMM_NULL)
        OK(MPI_Comm_free(&comm));
    OK(MPI_Session_finalize(&session));
}

/* Sessions after MPI_Finalize: MPICH 5.0.2 now and then mixes up messages of its own there. */
static void world_first(void)
{
    OK(MPI_Init(NULL, NULL));
    in_world();
    OK(MPI_Finalize());
    for (int turn = 0; turn < 3; turn++) {
        MPI_Session session = open_session();
        look(session);
        world_model(1, 1);
        MPI_Comm comm = comm_of(session, "mpi://WORLD", "after");
        use(comm, turn);
        if (comm != MPI_COMM_NULL)
            OK(MPI_Comm_free(&comm));
        OK(MPI_Session_finalize(&session));
    }
}

/* MPI_Init after sessions. */
static void world_last(void)
{
    cycles();
    OK(MPI_Init(NULL, NULL));
    in_world();
    OK(MPI_Finalize());
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "once";
    if (strcmp(what, "once") == 0) {
        MPI_Session session = open_session();
        look(session);
        no_world();
        OK(MPI_Session_finalize(&session));
        once();
    } else if (strcmp(what, "callbacks") == 0) {
        callbacks();
    } else if (strcmp(what, "cycles") == 0) {
        cycles();
    } else if (strcmp(what, "pairs") == 0) {
        pairs();
    } else if (strcmp(what, "world_within") == 0) {
        world_within();
    } else if (strcmp(what, "world_first") == 0) {
        world_first();
    } else {
        CHECK(argc > 1 && strcmp(what, "world_last") == 0);
        world_last();
    }
    if (rank == 0)
        printf(*check_missing ? "ok, without%s\n" : "ok\n", check_missing);
    return 0;
}
