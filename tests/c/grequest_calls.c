// Generalized requests: which function of the program is called when and how often, statuses and errors they give, in every function that completes.
// ranks: 1 2
#include "check.h"

typedef struct {
    int queries, frees, cancels, complete_seen, error_of_query, error_of_free, error_of_cancel, key;
} State;

static int query(void *argument, MPI_Status *status)
{
    State *state = argument;
    state->queries++;
    OK(MPI_Status_set_elements(status, MPI_INT, state->key));
    OK(MPI_Status_set_cancelled(status, state->key == 13));
    status->MPI_SOURCE = state->key;
    status->MPI_TAG = state->key + 1;
    /* The library may be used from here. */
    int flag;
    OK(MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    return state->error_of_query;
}

static int release(void *argument)
{
    State *state = argument;
    state->frees++;
    return state->error_of_free;
}

static int cancel(void *argument, int complete)
{
    State *state = argument;
    state->cancels++;
    state->complete_seen = complete;
    return state->error_of_cancel;
}

static MPI_Request begin(State *state, int key)
{
    MPI_Request request = MPI_REQUEST_NULL;
    *state = (State){.key = key};
    OK(MPI_Grequest_start(query, release, cancel, state, &request));
    CHECK(request != MPI_REQUEST_NULL);
    return request;
}

static void called(const State *state, int queries, int frees, int cancels)
{
    CHECK_EQ(state->queries, queries);
    CHECK_EQ(state->frees, frees);
    CHECK_EQ(state->cancels, cancels);
}

static void told(const MPI_Status *status, int key)
{
    int flag;
    CHECK_STATUS(*status, key, key + 1, MPI_INT, key);
    OK(MPI_Test_cancelled(status, &flag));
    CHECK_EQ(flag, key == 13);
}

static void one(void)
{
    State state;
    MPI_Status status;
    int flag = -1;
    MPI_Request request = begin(&state, 5);
    OK(MPI_Test(&request, &flag, &status));
    CHECK_EQ(flag, 0);
    OK(MPI_Request_get_status(request, &flag, &status));
    CHECK_EQ(flag, 0);
    OK(MPI_Cancel(&request));
    CHECK_EQ(state.complete_seen, 0);
    called(&state, 0, 0, 1);
    OK(MPI_Grequest_complete(request));
    called(&state, 0, 0, 1);
    OK(MPI_Cancel(&request));
    CHECK_EQ(state.complete_seen, 1);
    OK(MPI_Request_get_status(request, &flag, &status));
    CHECK_EQ(flag, 1);
    told(&status, 5);
    called(&state, 1, 0, 2);
    OK(MPI_Wait(&request, &status));
    told(&status, 5);
    CHECK(request == MPI_REQUEST_NULL);
    called(&state, 2, 1, 2);
    /* Test; no status wanted. */
    request = begin(&state, 13);
    OK(MPI_Grequest_complete(request));
    OK(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    CHECK_EQ(flag, 1);
    called(&state, 1, 1, 0);
}

static void freed(void)
{
    State state;
    MPI_Request request = begin(&state, 1), kept = request;
    OK(MPI_Request_free(&request)); /* before it is complete */
    CHECK(request == MPI_REQUEST_NULL);
    called(&state, 0, 0, 0);
    OK(MPI_Grequest_complete(kept));
    called(&state, 0, 1, 0);
    request = begin(&state, 1);
    OK(MPI_Grequest_complete(request));
    OK(MPI_Request_free(&request)); /* after */
    called(&state, 0, 1, 0);
}

/* Among receives, in the functions for several. */
static void several(void)
{
    State state[3];
    MPI_Status status, statuses[4];
    MPI_Request requests[4];
    int index, count, indices[4], flag, in = -1, out = 42;
    for (int i = 0; i < 3; i++)
        requests[i] = begin(&state[i], 10 + i);
    OK(MPI_Irecv(&in, 1, MPI_INT, check_rank, 3, MPI_COMM_WORLD, &requests[3]));
    OK(MPI_Testany(4, requests, &index, &flag, &status));
    CHECK_EQ(flag, 0);
    OK(MPI_Grequest_complete(requests[1]));
    OK(MPI_Waitany(4, requests, &index, &status));
    CHECK_EQ(index, 1);
    told(&status, 11);
    called(&state[1], 1, 1, 0);
    OK(MPI_Grequest_complete(requests[2]));
    OK(MPI_Request_get_status_some(4, requests, &count, indices, statuses));
    CHECK_EQ(count, 1);
    CHECK_EQ(indices[0], 2);
    told(&statuses[0], 12);
    called(&state[2], 1, 0, 0);
    OK(MPI_Testsome(4, requests, &count, indices, statuses));
    CHECK_EQ(count, 1);
    told(&statuses[0], 12);
    called(&state[2], 2, 1, 0);
    OK(MPI_Testall(4, requests, &flag, statuses));
    CHECK_EQ(flag, 0);
    called(&state[0], 0, 0, 0);
    OK(MPI_Grequest_complete(requests[0]));
    OK(MPI_Send(&out, 1, MPI_INT, check_rank, 3, MPI_COMM_WORLD));
    OK(MPI_Waitall(4, requests, statuses));
    told(&statuses[0], 10);
    CHECK_EMPTY(statuses[1]);
    CHECK_STATUS(statuses[3], check_rank, 3, MPI_INT, 1);
    called(&state[0], 1, 1, 0);
}

static void errors(void)
{
    State state;
    MPI_Status statuses[2];
    MPI_Request request = begin(&state, 1), pair[2];
    state.error_of_query = MPI_ERR_BUFFER;
    OK(MPI_Grequest_complete(request));
    ERR(MPI_ERR_BUFFER, MPI_Wait(&request, MPI_STATUS_IGNORE), "query function");
    CHECK(request == MPI_REQUEST_NULL);
    called(&state, 1, 1, 0);
    request = begin(&state, 1);
    state.error_of_free = MPI_ERR_TOPOLOGY;
    OK(MPI_Grequest_complete(request));
    ERR(MPI_ERR_TOPOLOGY, MPI_Wait(&request, MPI_STATUS_IGNORE), "free function");
    CHECK(request == MPI_REQUEST_NULL);
    request = begin(&state, 1);
    state.error_of_query = -3;
    OK(MPI_Grequest_complete(request));
    if (check_ferry)
        ERR(MPI_ERR_OTHER, MPI_Wait(&request, MPI_STATUS_IGNORE), "query function", "-3", "no error code");
    else
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    request = begin(&state, 1);
    state.error_of_cancel = MPI_ERR_ROOT;
    ERR(MPI_ERR_ROOT, MPI_Cancel(&request), "cancel function");
    CHECK(request != MPI_REQUEST_NULL);
    OK(MPI_Grequest_complete(request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    pair[0] = begin(&state, 1), pair[1] = MPI_REQUEST_NULL;
    state.error_of_query = MPI_ERR_OP;
    OK(MPI_Grequest_complete(pair[0]));
    ERR(MPI_ERR_IN_STATUS, MPI_Waitall(2, pair, statuses), "array_of_requests[0]");
    int class;
    OK(MPI_Error_class(statuses[0].MPI_ERROR, &class));
    if (check_ferry) /* MPICH 5.0.2 makes another class of it */
        CHECK_EQ(class, MPI_ERR_OP);
    CHECK_EQ(statuses[1].MPI_ERROR, MPI_SUCCESS);
    if (!check_ferry)
        return;
    int value;
    request = begin(&state, 1);
    OK(MPI_Grequest_complete(request));
    ERR(MPI_ERR_REQUEST, MPI_Grequest_complete(request), "complete already");
    ERR(MPI_ERR_REQUEST, MPI_Start(&request), "persistent");
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    ERR(MPI_ERR_REQUEST, MPI_Grequest_complete(MPI_REQUEST_NULL), "generalized");
    OK(MPI_Irecv(&value, 1, MPI_INT, check_rank, 9, MPI_COMM_WORLD, &request));
    ERR(MPI_ERR_REQUEST, MPI_Grequest_complete(request), "generalized");
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    ERR(MPI_ERR_ARG, MPI_Grequest_start(NULL, release, cancel, NULL, &request), "query_fn");
    ERR(MPI_ERR_ARG, MPI_Grequest_start(query, release, cancel, NULL, NULL), "request");
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Request request;
    State state = {.key = 0};
    if (!HAVE(MPI_Grequest_start(query, release, cancel, &state, &request)))
        return check_end();
    OK(MPI_Grequest_complete(request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    one();
    freed();
    several();
    errors();
    return check_end();
}
