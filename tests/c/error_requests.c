// Errors of operations that complete later are reported where they complete, with the object they belong to; objects freed twice, freed while in use,
// or not to be freed; copy functions that fail.
// ranks: 1 2 3 4 7
#include "check.h"

static int calls, last_code;
static MPI_Comm last_comm;

static void handler(MPI_Comm *comm, int *code, ...)
{
    calls++;
    last_comm = *comm;
    last_code = *code;
}

static int class_of(int code)
{
    int class = -1;
    OK(MPI_Error_class(code, &class));
    return class;
}

/* A message too long for the receive is an error of the wait on the receiver's communicator, whose handler is called with it. */
static void truncated_receives(void)
{
    MPI_Comm comm;
    MPI_Errhandler errhandler;
    int next = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    static int large[30000], small[4];
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_create_errhandler(handler, &errhandler));
    OK(MPI_Comm_set_errhandler(comm, errhandler));
    OK(MPI_Errhandler_free(&errhandler)); /* freed while in use */
    const int lengths[] = {8, 1000, 30000};
    for (int i = 0; i < 3; i++) {
        MPI_Request requests[2];
        MPI_Status statuses[2];
        NOTE("%d integers into 4", lengths[i]);
        calls = 0;
        OK(MPI_Irecv(small, 4, MPI_INT, from, i, comm, &requests[0]));
        OK(MPI_Isend(large, lengths[i], MPI_INT, next, i, comm, &requests[1]));
        int code = MPI_Waitall(2, requests, statuses);
        /* MPICH 5.0.2 does not call the handler. */
        CHECK((calls == 1 && last_comm == comm && class_of(code) == MPI_ERR_IN_STATUS) || !check_ferry);
        CHECK_EQ(class_of(statuses[0].MPI_ERROR), MPI_ERR_TRUNCATE);
        if (class_of(statuses[1].MPI_ERROR) == MPI_ERR_PENDING)
            OK(MPI_Wait(&requests[1], &statuses[1])); /* allowed, and what MPICH does */
        else
            CHECK_EQ(class_of(statuses[1].MPI_ERROR), MPI_SUCCESS);
        CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    }
    *check_note = '\0';
    OK(MPI_Comm_free(&comm));
}

static int copies, deletes, fail_at;

static int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)extra;
    *(void **)out = in;
    *flag = 1;
    return ++copies == fail_at ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    deletes++;
    return MPI_SUCCESS;
}

/* MPI_Comm_dup fails when a copy function does; the attributes copied before are deleted, and nothing is left over. */
static void failing_copies(void)
{
    enum { KEYS = 4 };
    int keyvals[KEYS];
    MPI_Comm comm, dup;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    for (int i = 0; i < KEYS; i++) {
        OK(MPI_Comm_create_keyval(copy, delete, &keyvals[i], NULL));
        OK(MPI_Comm_set_attr(comm, keyvals[i], &keyvals[i]));
    }
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    for (fail_at = 1; fail_at <= KEYS; fail_at++) {
        copies = deletes = 0;
        dup = MPI_COMM_NULL;
        CHECK_EQ(class_of(MPI_Comm_dup(comm, &dup)), MPI_ERR_OTHER);
        CHECK_EQ(copies, fail_at);
        CHECK(deletes == fail_at - 1 || !check_ferry);
        CHECK(dup == MPI_COMM_NULL || !check_ferry);
    }
    fail_at = 0;
    copies = deletes = 0;
    OK(MPI_Comm_dup(comm, &dup)); /* works as before */
    int sum = 0, one = 1;
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, dup));
    CHECK_EQ(sum, check_size);
    OK(MPI_Comm_free(&dup));
    CHECK(copies == KEYS && deletes == KEYS);
    OK(MPI_Comm_free(&comm));
    CHECK_EQ(deletes, 2 * KEYS);
    for (int i = 0; i < KEYS; i++)
        OK(MPI_Comm_free_keyval(&keyvals[i]));
}

/* What is freed is gone, whatever it was. */
static void freed_twice(void)
{
    if (!check_ferry)
        return;
    MPI_Comm comm, comm_copy;
    MPI_Group group, group_copy;
    MPI_Datatype type, type_copy;
    MPI_Op op, op_copy;
    MPI_Info info, info_copy;
    MPI_Errhandler errhandler, errhandler_copy;
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_group(comm, &group));
    OK(MPI_Type_contiguous(3, MPI_INT, &type));
    OK(MPI_Op_create((MPI_User_function *)handler, 1, &op));
    OK(MPI_Info_create(&info));
    OK(MPI_Comm_create_errhandler(handler, &errhandler));
    comm_copy = comm, group_copy = group, type_copy = type, op_copy = op, info_copy = info, errhandler_copy = errhandler;
    OK(MPI_Comm_free(&comm));
    OK(MPI_Group_free(&group));
    OK(MPI_Type_free(&type));
    OK(MPI_Op_free(&op));
    OK(MPI_Info_free(&info));
    OK(MPI_Errhandler_free(&errhandler));
    ERR(MPI_ERR_COMM, MPI_Comm_free(&comm_copy), "comm");
    ERR(MPI_ERR_GROUP, MPI_Group_free(&group_copy), "group");
    ERR(MPI_ERR_TYPE, MPI_Type_free(&type_copy), "type");
    ERR(MPI_ERR_OP, MPI_Op_free(&op_copy), "op");
    ERR(MPI_ERR_INFO, MPI_Info_free(&info_copy), "info");
    ERR(MPI_ERR_ERRHANDLER, MPI_Errhandler_free(&errhandler_copy), "errhandler");
    ERR(MPI_ERR_COMM, MPI_Comm_free(&comm), "MPI_COMM_NULL");
    ERR(MPI_ERR_GROUP, MPI_Group_free(&group), "MPI_GROUP_NULL");
}

/* What belongs to MPI stays. */
static void predefined(void)
{
    if (!check_ferry)
        return;
    MPI_Comm comm = MPI_COMM_SELF;
    MPI_Datatype type = MPI_INT;
    MPI_Op op = MPI_SUM;
    MPI_Info info = MPI_INFO_ENV;
    int keyval = MPI_TAG_UB;
    ERR(MPI_ERR_COMM, MPI_Comm_free(&comm), "MPI_COMM_SELF");
    ERR(MPI_ERR_TYPE, MPI_Type_free(&type), "MPI_INT");
    ERR(MPI_ERR_OP, MPI_Op_free(&op), "MPI_SUM");
    ERR(MPI_ERR_INFO, MPI_Info_free(&info), "MPI_INFO_ENV");
    ERR(MPI_ERR_KEYVAL, MPI_Comm_free_keyval(&keyval), "keyval");
    CHECK(comm == MPI_COMM_SELF && type == MPI_INT && op == MPI_SUM && info == MPI_INFO_ENV);
}

/* Requests freed while active complete all the same; a stale one is found out. */
static void active_requests(void)
{
    int next = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size, sent = check_rank, got = -1;
    MPI_Request request, copy;
    OK(MPI_Isend(&sent, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &request));
    copy = request;
    OK(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL);
    OK(MPI_Recv(&got, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_EQ(got, from);
    if (!check_ferry)
        return;
    ERR(MPI_ERR_REQUEST, MPI_Wait(&copy, MPI_STATUS_IGNORE), "request");
    ERR(MPI_ERR_REQUEST, MPI_Request_free(&copy), "request");
    ERR(MPI_ERR_REQUEST, MPI_Request_free(&request), "MPI_REQUEST_NULL");
    ERR(MPI_ERR_REQUEST, MPI_Start(&request), "request");
}

static int query(void *state, MPI_Status *status) { return (void)state, (void)status, MPI_SUCCESS; }
static int release(void *state) { return ++*(int *)state, MPI_SUCCESS; }
static int cancel(void *state, int complete) { return (void)state, (void)complete, MPI_SUCCESS; }

/* No call takes this handle, and none waits for it. */
static void no_request(MPI_Request stale)
{
    int flag, index, indices[1];
    MPI_Request copy = stale;
    ERR(MPI_ERR_REQUEST, MPI_Wait(&copy, MPI_STATUS_IGNORE), "MPI_Wait", "freed");
    ERR(MPI_ERR_REQUEST, MPI_Test(&copy, &flag, MPI_STATUS_IGNORE), "MPI_Test", "freed");
    ERR(MPI_ERR_REQUEST, MPI_Waitany(1, &copy, &index, MPI_STATUS_IGNORE), "array_of_requests[0]", "freed");
    ERR(MPI_ERR_REQUEST, MPI_Testany(1, &copy, &index, &flag, MPI_STATUS_IGNORE), "array_of_requests[0]", "freed");
    ERR(MPI_ERR_REQUEST, MPI_Waitall(1, &copy, MPI_STATUSES_IGNORE), "array_of_requests[0]", "freed");
    ERR(MPI_ERR_REQUEST, MPI_Testall(1, &copy, &flag, MPI_STATUSES_IGNORE), "array_of_requests[0]", "freed");
    ERR(MPI_ERR_REQUEST, MPI_Waitsome(1, &copy, &index, indices, MPI_STATUSES_IGNORE), "array_of_requests[0]", "freed");
    ERR(MPI_ERR_REQUEST, MPI_Testsome(1, &copy, &index, indices, MPI_STATUSES_IGNORE), "array_of_requests[0]", "freed");
    ERR(MPI_ERR_REQUEST, MPI_Request_get_status(copy, &flag, MPI_STATUS_IGNORE), "freed");
    ERR(MPI_ERR_REQUEST, MPI_Cancel(&copy), "MPI_Cancel", "freed");
    ERR(MPI_ERR_REQUEST, MPI_Request_free(&copy), "MPI_Request_free", "freed");
    ERR(MPI_ERR_REQUEST, MPI_Start(&copy), "MPI_Start", "freed");
    CHECK(copy == stale);
}

/* What is freed before it is over goes on by itself, and its handle is gone at once. */
static void freed_before_the_end(void)
{
    static int large[200000], arrived[200000];
    static volatile int got = -1;
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size, frees = 0;
    MPI_Request requests[4], copies[4];
    if (!check_ferry)
        return;
    OK(MPI_Irecv((int *)&got, 1, MPI_INT, from, 21, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Issend(&check_rank, 1, MPI_INT, to, 22, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Isend(large, 200000, MPI_INT, to, 23, MPI_COMM_WORLD, &requests[2]));
    OK(MPI_Grequest_start(query, release, cancel, &frees, &requests[3]));
    memcpy(copies, requests, sizeof copies);
    for (int i = 0; i < 4; i++) {
        NOTE("request %d", i);
        OK(MPI_Request_free(&requests[i]));
        no_request(copies[i]);
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Send(&check_rank, 1, MPI_INT, to, 21, MPI_COMM_WORLD));
    int sum = 0;
    OK(MPI_Recv(&sum, 1, MPI_INT, from, 22, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_EQ(sum, from);
    OK(MPI_Recv(arrived, 200000, MPI_INT, from, 23, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    /* A barrier does not tell that a message to a freed receive has come: only that message does. */
    for (int flag = 0; got != from;) {
        OK(MPI_Iprobe(from, 24, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
        CHECK(!flag);
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    CHECK_EQ(frees, 0);
    OK(MPI_Grequest_complete(copies[3]));
    CHECK_EQ(frees, 1);
    for (int i = 0; i < 4; i++) {
        NOTE("request %d, over", i);
        no_request(copies[i]);
    }
    ERR(MPI_ERR_REQUEST, MPI_Grequest_complete(copies[3]), "generalized");
    *check_note = '\0';
}

/* MPI_LASTUSEDCODE follows the classes and codes that are added. */
static void added_codes(void)
{
    int class, code, *last, flag;
    OK(MPI_Add_error_class(&class));
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag));
    CHECK(flag && (*last == class || !check_ferry));
    OK(MPI_Add_error_code(class, &code));
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag));
    CHECK(flag && (*last == code || !check_ferry));
    OK(MPI_Add_error_string(code, "the cheese has run out"));
    MPI_Comm comm;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    MPI_Errhandler errhandler;
    OK(MPI_Comm_create_errhandler(handler, &errhandler));
    OK(MPI_Comm_set_errhandler(comm, errhandler));
    OK(MPI_Errhandler_free(&errhandler));
    calls = 0;
    OK(MPI_Comm_call_errhandler(comm, code));
    CHECK(calls == 1 && last_code == code && last_comm == comm);
    OK(MPI_Comm_free(&comm));
    OK(MPI_Remove_error_string(code));
    OK(MPI_Remove_error_code(code));
    OK(MPI_Remove_error_class(class));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    truncated_receives();
    failing_copies();
    freed_twice();
    predefined();
    active_requests();
    freed_before_the_end();
    added_codes();
    return check_end();
}
