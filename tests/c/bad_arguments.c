// Bad arguments get the error class of the standard, a message that names call, argument and value, and do no harm: the
// next good call works.
// ranks: 1 2 3
// needs: ferry
#include "check.h"

#define WORLD MPI_COMM_WORLD
#define IGNORE MPI_STATUS_IGNORE

static int data[64], other[64];
static MPI_Request request;

static void counts(void)
{
    ERR(MPI_ERR_COUNT, MPI_Send(data, -1, MPI_INT, 0, 0, WORLD), "MPI_Send", "count", "-1");
    ERR(MPI_ERR_COUNT, MPI_Recv(data, -2, MPI_INT, 0, 0, WORLD, IGNORE), "MPI_Recv", "count", "-2");
    ERR(MPI_ERR_COUNT, MPI_Isend(data, -3, MPI_INT, 0, 0, WORLD, &request), "MPI_Isend", "count", "-3");
    ERR(MPI_ERR_COUNT, MPI_Irecv(data, -4, MPI_INT, 0, 0, WORLD, &request), "MPI_Irecv", "count", "-4");
    ERR(MPI_ERR_COUNT, MPI_Send_c(data, -5, MPI_INT, 0, 0, WORLD), "MPI_Send_c", "count", "-5");
    /* More bytes than 63 bits can tell. */
    MPI_Count many = ((MPI_Count)1 << 61) + 1;
    ERR(MPI_ERR_COUNT, MPI_Send_c(data, many, MPI_DOUBLE, 0, 0, WORLD), "MPI_Send_c", "count");
    ERR(MPI_ERR_COUNT, MPI_Irecv_c(data, many, MPI_DOUBLE, 0, 0, WORLD, &request), "MPI_Irecv_c", "count");
    ERR(MPI_ERR_COUNT, MPI_Bcast(data, -1, MPI_INT, 0, WORLD), "MPI_Bcast", "count", "-1");
    ERR(MPI_ERR_COUNT, MPI_Allreduce(data, other, -7, MPI_INT, MPI_SUM, WORLD), "MPI_Allreduce", "count", "-7");
    ERR(MPI_ERR_COUNT, MPI_Allgather(data, -1, MPI_INT, other, 1, MPI_INT, WORLD), "MPI_Allgather", "count", "-1");
    ERR(MPI_ERR_COUNT, MPI_Pack(data, -1, MPI_INT, other, 8, data, WORLD), "MPI_Pack", "count", "-1");
}

static void ranks_and_tags(void)
{
    char above[16];
    snprintf(above, sizeof above, "%d", check_size);
    ERR(MPI_ERR_RANK, MPI_Send(data, 1, MPI_INT, check_size, 0, WORLD), "MPI_Send", "dest", above, "MPI_COMM_WORLD");
    ERR(MPI_ERR_RANK, MPI_Send(data, 1, MPI_INT, -77, 0, WORLD), "MPI_Send", "dest", "-77");
    ERR(MPI_ERR_RANK, MPI_Send(data, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD), "MPI_Send", "dest");
    ERR(MPI_ERR_RANK, MPI_Recv(data, 1, MPI_INT, check_size + 3, 0, WORLD, IGNORE), "MPI_Recv", "source");
    ERR(MPI_ERR_RANK, MPI_Irecv(data, 1, MPI_INT, -99, 0, WORLD, &request), "MPI_Irecv", "source", "-99");
    ERR(MPI_ERR_RANK, MPI_Probe(1000, 0, WORLD, IGNORE), "MPI_Probe", "source", "1000");
    ERR(MPI_ERR_RANK, MPI_Sendrecv(data, 1, MPI_INT, 0, 0, other, 1, MPI_INT, 500, 0, WORLD, IGNORE), "MPI_Sendrecv", "source",
        "500");
    ERR(MPI_ERR_TAG, MPI_Send(data, 1, MPI_INT, 0, -5, WORLD), "MPI_Send", "tag", "-5");
    ERR(MPI_ERR_TAG, MPI_Send(data, 1, MPI_INT, 0, MPI_ANY_TAG, WORLD), "MPI_Send", "tag");
    ERR(MPI_ERR_TAG, MPI_Recv(data, 1, MPI_INT, 0, -500, WORLD, IGNORE), "MPI_Recv", "tag", "-500");
    int *most, flag;
    OK(MPI_Comm_get_attr(WORLD, MPI_TAG_UB, &most, &flag));
    if (*most < INT32_MAX)
        ERR(MPI_ERR_TAG, MPI_Send(data, 1, MPI_INT, 0, *most + 1, WORLD), "MPI_Send", "tag");
}

static void roots(void)
{
    char above[16];
    snprintf(above, sizeof above, "%d", check_size);
    ERR(MPI_ERR_ROOT, MPI_Bcast(data, 1, MPI_INT, check_size, WORLD), "MPI_Bcast", "root", above);
    ERR(MPI_ERR_ROOT, MPI_Bcast(data, 1, MPI_INT, -1, WORLD), "MPI_Bcast", "root", "-1");
    ERR(MPI_ERR_ROOT, MPI_Reduce(data, other, 1, MPI_INT, MPI_SUM, 4444, WORLD), "MPI_Reduce", "root", "4444");
    ERR(MPI_ERR_ROOT, MPI_Gather(data, 1, MPI_INT, other, 1, MPI_INT, -2, WORLD), "MPI_Gather", "root", "-2");
    ERR(MPI_ERR_ROOT, MPI_Scatter(data, 1, MPI_INT, other, 1, MPI_INT, 99, WORLD), "MPI_Scatter", "root", "99");
}

static void null_handles(void)
{
    int number, flag;
    MPI_Comm comm;
    MPI_Group group;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
    ERR(MPI_ERR_COMM, MPI_Send(data, 1, MPI_INT, 0, 0, MPI_COMM_NULL), "MPI_Send", "comm");
    ERR(MPI_ERR_COMM, MPI_Comm_rank(MPI_COMM_NULL, &number), "MPI_Comm_rank", "comm");
    ERR(MPI_ERR_COMM, MPI_Comm_dup(MPI_COMM_NULL, &comm), "MPI_Comm_dup", "comm");
    ERR(MPI_ERR_COMM, MPI_Barrier(MPI_COMM_NULL), "MPI_Barrier", "comm");
    comm = MPI_COMM_NULL;
    ERR(MPI_ERR_COMM, MPI_Comm_free(&comm), "MPI_Comm_free", "comm");
    ERR(MPI_ERR_TYPE, MPI_Send(data, 1, MPI_DATATYPE_NULL, 0, 0, WORLD), "MPI_Send", "datatype");
    ERR(MPI_ERR_TYPE, MPI_Type_size(MPI_DATATYPE_NULL, &number), "MPI_Type_size", "datatype");
    ERR(MPI_ERR_TYPE, MPI_Type_free(&type), "MPI_Type_free", "datatype");
    ERR(MPI_ERR_OP, MPI_Allreduce(data, other, 1, MPI_INT, MPI_OP_NULL, WORLD), "MPI_Allreduce", "op");
    ERR(MPI_ERR_OP, MPI_Op_free(&op), "MPI_Op_free", "op");
    ERR(MPI_ERR_GROUP, MPI_Group_size(MPI_GROUP_NULL, &number), "MPI_Group_size", "group");
    ERR(MPI_ERR_GROUP, MPI_Group_union(MPI_GROUP_NULL, MPI_GROUP_EMPTY, &group), "MPI_Group_union", "group1");
    ERR(MPI_ERR_REQUEST, (request = MPI_REQUEST_NULL, MPI_Start(&request)), "MPI_Start", "request");
    ERR(MPI_ERR_REQUEST, (request = MPI_REQUEST_NULL, MPI_Cancel(&request)), "MPI_Cancel", "request");
    ERR(MPI_ERR_REQUEST, (request = MPI_REQUEST_NULL, MPI_Request_free(&request)), "MPI_Request_free", "request");
    ERR(MPI_ERR_INFO, MPI_Info_get_nkeys(MPI_INFO_NULL, &number), "MPI_Info_get_nkeys", "info");
    MPI_Message message = MPI_MESSAGE_NULL;
    ERR(MPI_ERR_REQUEST, MPI_Mrecv(data, 1, MPI_INT, &message, IGNORE), "MPI_Mrecv", "message");
    ERR(MPI_ERR_KEYVAL, MPI_Comm_get_attr(WORLD, MPI_KEYVAL_INVALID, &number, &flag), "MPI_Comm_get_attr", "key");
}

static void types(void)
{
    MPI_Datatype type, unused;
    int lengths[2] = {1, -1}, starts[2] = {0, 1}, sizes[2] = {4, 4}, too_much[2] = {3, 5};
    OK(MPI_Type_vector(2, 1, 2, MPI_INT, &type));
    ERR(MPI_ERR_TYPE, MPI_Send(data, 1, type, 0, 0, WORLD), "MPI_Send", "datatype", "MPI_Type_commit");
    ERR(MPI_ERR_TYPE, MPI_Irecv(data, 1, type, 0, 0, WORLD, &request), "MPI_Irecv", "datatype", "MPI_Type_commit");
    ERR(MPI_ERR_TYPE, MPI_Bcast(data, 1, type, 0, WORLD), "MPI_Bcast", "datatype", "MPI_Type_commit");
    OK(MPI_Type_free(&type));
    ERR(MPI_ERR_COUNT, MPI_Type_contiguous(-1, MPI_INT, &unused), "MPI_Type_contiguous", "count", "-1");
    ERR(MPI_ERR_ARG, MPI_Type_indexed(2, lengths, starts, MPI_INT, &unused), "MPI_Type_indexed", "-1");
    ERR(MPI_ERR_ARG, MPI_Type_create_subarray(2, sizes, too_much, starts, MPI_ORDER_C, MPI_INT, &unused),
        "MPI_Type_create_subarray", "subsizes", "5");
    ERR(MPI_ERR_ARG, MPI_Type_create_subarray(2, sizes, sizes, starts, 12, MPI_INT, &unused), "MPI_Type_create_subarray");
    type = MPI_INT;
    ERR(MPI_ERR_TYPE, MPI_Type_free(&type), "MPI_Type_free", "MPI_INT");
}

static void groups_and_comms(void)
{
    MPI_Group world, group;
    MPI_Comm comm = WORLD;
    int high[1] = {check_size}, twice[2] = {0, 0}, range[1][3] = {{0, check_size - 1, 0}};
    OK(MPI_Comm_group(WORLD, &world));
    ERR(MPI_ERR_RANK, MPI_Group_incl(world, 1, high, &group), "MPI_Group_incl", "ranks");
    ERR(MPI_ERR_RANK, MPI_Group_incl(world, 2, twice, &group), "MPI_Group_incl", "ranks");
    int code = MPI_Group_range_incl(world, 1, range, &group), class;
    MPI_Error_class(code, &class);
    CHECK(class == MPI_ERR_ARG || class == MPI_ERR_RANK);
    OK(MPI_Group_free(&world));
    ERR(MPI_ERR_ARG, MPI_Comm_split(WORLD, -3, 0, &comm), "MPI_Comm_split", "color", "-3");
    comm = WORLD;
    ERR(MPI_ERR_COMM, MPI_Comm_free(&comm), "MPI_Comm_free", "MPI_COMM_WORLD");
    CHECK(comm == WORLD);
}

/* MPI_IN_PLACE where it has no place, and buffers that may not be the same. */
static void buffers(void)
{
    MPI_Op op = MPI_SUM;
    ERR(MPI_ERR_BUFFER, MPI_Allreduce(data, data, 4, MPI_INT, MPI_SUM, WORLD), "MPI_Allreduce");
    ERR(MPI_ERR_BUFFER, MPI_Send(NULL, 4, MPI_INT, 0, 0, WORLD), "MPI_Send", "buf");
    ERR(MPI_ERR_BUFFER, MPI_Recv(NULL, 4, MPI_INT, 0, 0, WORLD, IGNORE), "MPI_Recv", "buf");
    ERR(MPI_ERR_OP, MPI_Op_free(&op), "MPI_Op_free", "MPI_SUM");
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    counts();
    ranks_and_tags();
    roots();
    null_handles();
    types();
    groups_and_comms();
    buffers();
    int value = check_rank, sum = -1;
    OK(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, WORLD));
    CHECK_EQ(sum, check_size * (check_size - 1) / 2);
    return check_end();
}
