// Requests of collective and partitioned operations and of MPI_Comm_idup can be freed once they are complete.
// ranks: 1 2 3
// needs: ferry
#include "check.h"

static void wait_for(MPI_Request request)
{
    for (int flag = 0; !flag;)
        OK(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE));
}

static void collective(void)
{
    int in = 1, out = 0;
    MPI_Request request, persistent;
    OK(MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
    wait_for(request);
    OK(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL && out == check_size);
    OK(MPI_Allreduce_init(&in, &out, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &persistent));
    OK(MPI_Start(&persistent));
    wait_for(persistent);
    OK(MPI_Request_free(&persistent));
    CHECK(persistent == MPI_REQUEST_NULL && out == 1);
}

static void duplicate(void)
{
    MPI_Comm comm;
    MPI_Request request;
    int size = 0;
    OK(MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request));
    wait_for(request);
    OK(MPI_Request_free(&request));
    OK(MPI_Barrier(comm));
    OK(MPI_Comm_size(comm, &size));
    CHECK_EQ(size, check_size);
    OK(MPI_Comm_free(&comm));
}

static void partitioned(void)
{
    int sent[2] = {1, 2}, received[2] = {0, 0};
    MPI_Request requests[2];
    OK(MPI_Psend_init(sent, 2, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, &requests[0]));
    OK(MPI_Precv_init(received, 2, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, &requests[1]));
    OK(MPI_Startall(2, requests));
    OK(MPI_Pready(0, requests[0]));
    ERR(MPI_ERR_REQUEST, MPI_Request_free(&requests[0]), "partitioned", "active");
    ERR(MPI_ERR_REQUEST, MPI_Request_free(&requests[1]), "partitioned", "active");
    OK(MPI_Pready(1, requests[0]));
    wait_for(requests[0]);
    wait_for(requests[1]);
    OK(MPI_Request_free(&requests[0]));
    OK(MPI_Request_free(&requests[1]));
    CHECK(received[0] == 1 && received[1] == 2 && requests[0] == MPI_REQUEST_NULL);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    collective();
    duplicate();
    partitioned();
    return check_end();
}
