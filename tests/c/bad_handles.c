// Stale, garbage and wrong-kind handles are errors of the right class, never a crash: freed objects, numbers nobody gave out,
// a handle of one kind where another is due.
// ranks: 1 2
// needs: ferry
#include "check.h"

#define WORLD MPI_COMM_WORLD

static int data[4], number, flag;

/* Numbers that are no handles: unused predefined ones, small, large, odd, negative. */
static const uintptr_t garbage[] = {0, 1, 0x55, 0x1ff, 0x104, 0x3ff, 0x1000, 0xdeadbeef, 0x7fffffff, 0x80000000, 0x123456789abcdef,
                                    0x7fffffffffffffff, 0x8000000000000000, 0xfffffffffffffff0, UINTPTR_MAX};
enum { GARBAGE = sizeof garbage / sizeof *garbage };

static void comms(MPI_Comm bad, const char *what)
{
    NOTE("%s communicator %p", what, (void *)bad);
    MPI_Comm out;
    MPI_Request request;
    MPI_Group group;
    ERR(MPI_ERR_COMM, MPI_Comm_rank(bad, &number), "MPI_Comm_rank", "comm");
    ERR(MPI_ERR_COMM, MPI_Comm_size(bad, &number), "MPI_Comm_size", "comm");
    ERR(MPI_ERR_COMM, MPI_Send(data, 1, MPI_INT, 0, 0, bad), "MPI_Send", "comm");
    ERR(MPI_ERR_COMM, MPI_Irecv(data, 1, MPI_INT, 0, 0, bad, &request), "MPI_Irecv", "comm");
    ERR(MPI_ERR_COMM, MPI_Iprobe(0, 0, bad, &flag, MPI_STATUS_IGNORE), "MPI_Iprobe", "comm");
    ERR(MPI_ERR_COMM, MPI_Bcast(data, 1, MPI_INT, 0, bad), "MPI_Bcast", "comm");
    ERR(MPI_ERR_COMM, MPI_Comm_dup(bad, &out), "MPI_Comm_dup", "comm");
    ERR(MPI_ERR_COMM, MPI_Comm_split(bad, 0, 0, &out), "MPI_Comm_split", "comm");
    ERR(MPI_ERR_COMM, MPI_Comm_group(bad, &group), "MPI_Comm_group", "comm");
    ERR(MPI_ERR_COMM, MPI_Comm_compare(WORLD, bad, &number), "MPI_Comm_compare", "comm2");
    ERR(MPI_ERR_COMM, MPI_Comm_set_errhandler(bad, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler", "comm");
    ERR(MPI_ERR_COMM, MPI_Comm_get_attr(bad, MPI_TAG_UB, data, &flag), "MPI_Comm_get_attr", "comm");
    out = bad;
    ERR(MPI_ERR_COMM, MPI_Comm_free(&out), "MPI_Comm_free", "comm");
}

static void types(MPI_Datatype bad, const char *what)
{
    NOTE("%s datatype %p", what, (void *)bad);
    MPI_Datatype out;
    MPI_Aint lb, extent;
    ERR(MPI_ERR_TYPE, MPI_Send(data, 1, bad, 0, 0, WORLD), "MPI_Send", "datatype");
    ERR(MPI_ERR_TYPE, MPI_Bcast(data, 1, bad, 0, WORLD), "MPI_Bcast", "datatype");
    ERR(MPI_ERR_TYPE, MPI_Type_size(bad, &number), "MPI_Type_size", "datatype");
    ERR(MPI_ERR_TYPE, MPI_Type_get_extent(bad, &lb, &extent), "MPI_Type_get_extent", "datatype");
    ERR(MPI_ERR_TYPE, MPI_Type_contiguous(2, bad, &out), "MPI_Type_contiguous", "oldtype");
    out = bad;
    ERR(MPI_ERR_TYPE, MPI_Type_commit(&out), "MPI_Type_commit", "datatype");
    ERR(MPI_ERR_TYPE, MPI_Type_free(&out), "MPI_Type_free", "datatype");
}

static void requests(MPI_Request bad, const char *what)
{
    NOTE("%s request %p", what, (void *)bad);
    MPI_Request request = bad, list[3] = {MPI_REQUEST_NULL, bad, MPI_REQUEST_NULL};
    int indices[3];
    ERR(MPI_ERR_REQUEST, MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait", "request");
    ERR(MPI_ERR_REQUEST, MPI_Test(&request, &flag, MPI_STATUS_IGNORE), "MPI_Test", "request");
    ERR(MPI_ERR_REQUEST, MPI_Waitall(3, list, MPI_STATUSES_IGNORE), "MPI_Waitall", "request");
    ERR(MPI_ERR_REQUEST, MPI_Waitany(3, list, &number, MPI_STATUS_IGNORE), "MPI_Waitany", "request");
    ERR(MPI_ERR_REQUEST, MPI_Testsome(3, list, &number, indices, MPI_STATUSES_IGNORE), "MPI_Testsome", "request");
    ERR(MPI_ERR_REQUEST, MPI_Request_get_status(bad, &flag, MPI_STATUS_IGNORE), "MPI_Request_get_status", "request");
    ERR(MPI_ERR_REQUEST, MPI_Cancel(&request), "MPI_Cancel", "request");
    ERR(MPI_ERR_REQUEST, MPI_Start(&request), "MPI_Start", "request");
    ERR(MPI_ERR_REQUEST, MPI_Request_free(&request), "MPI_Request_free", "request");
}

static void others(uintptr_t bad)
{
    NOTE("handle %p", (void *)bad);
    MPI_Group group, bad_group = (MPI_Group)bad;
    MPI_Info info, bad_info = (MPI_Info)bad;
    MPI_Op bad_op = (MPI_Op)bad;
    MPI_Errhandler bad_handler = (MPI_Errhandler)bad;
    MPI_Message bad_message = (MPI_Message)bad;
    ERR(MPI_ERR_GROUP, MPI_Group_size(bad_group, &number), "MPI_Group_size", "group");
    ERR(MPI_ERR_GROUP, MPI_Group_incl(bad_group, 0, NULL, &group), "MPI_Group_incl", "group");
    ERR(MPI_ERR_GROUP, MPI_Group_free(&bad_group), "MPI_Group_free", "group");
    ERR(MPI_ERR_INFO, MPI_Info_set(bad_info, "a", "b"), "MPI_Info_set", "info");
    ERR(MPI_ERR_INFO, MPI_Info_dup(bad_info, &info), "MPI_Info_dup", "info");
    ERR(MPI_ERR_INFO, MPI_Info_free(&bad_info), "MPI_Info_free", "info");
    ERR(MPI_ERR_OP, MPI_Allreduce(data, data + 1, 1, MPI_INT, bad_op, WORLD), "MPI_Allreduce", "op");
    ERR(MPI_ERR_OP, MPI_Op_free(&bad_op), "MPI_Op_free", "op");
    ERR(MPI_ERR_ERRHANDLER, MPI_Comm_set_errhandler(WORLD, bad_handler), "MPI_Comm_set_errhandler", "errhandler");
    ERR(MPI_ERR_ERRHANDLER, MPI_Errhandler_free(&bad_handler), "MPI_Errhandler_free", "errhandler");
    ERR(MPI_ERR_REQUEST, MPI_Mrecv(data, 1, MPI_INT, &bad_message, MPI_STATUS_IGNORE), "MPI_Mrecv", "message");
    int keyval = (int)bad;
    if (keyval >= 0 && keyval < 500)
        return; /* may be one of the predefined */
    ERR(MPI_ERR_KEYVAL, MPI_Comm_set_attr(WORLD, keyval, NULL), "MPI_Comm_set_attr", "key");
    ERR(MPI_ERR_KEYVAL, MPI_Comm_free_keyval(&keyval), "MPI_Comm_free_keyval", "key");
}

/* Objects that were freed, also after others took their place. */
static void stale(void)
{
    MPI_Comm comm, old_comm;
    MPI_Datatype type, old_type;
    MPI_Request request, old_request;
    MPI_Group group, old_group;
    for (int i = 0; i < 3; i++) {
        OK(MPI_Comm_dup(WORLD, &comm));
        old_comm = comm;
        OK(MPI_Comm_free(&comm));
        OK(MPI_Comm_dup(WORLD, &comm));
        comms(old_comm, "freed");
        OK(MPI_Comm_free(&comm));

        OK(MPI_Type_contiguous(2, MPI_INT, &type));
        old_type = type;
        OK(MPI_Type_free(&type));
        OK(MPI_Type_contiguous(3, MPI_INT, &type));
        types(old_type, "freed");
        OK(MPI_Type_free(&type));

        OK(MPI_Irecv(data, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request));
        old_request = request;
        OK(MPI_Send(data + 1, 1, MPI_INT, 0, 0, MPI_COMM_SELF));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        OK(MPI_Recv_init(data, 1, MPI_INT, 0, 0, WORLD, &request));
        requests(old_request, "completed");
        OK(MPI_Request_free(&request));

        OK(MPI_Comm_group(WORLD, &group));
        old_group = group;
        OK(MPI_Group_free(&group));
        ERR(MPI_ERR_GROUP, MPI_Group_size(old_group, &number), "MPI_Group_size");
    }
}

/* Active requests may not be started again; persistent ones not twice. */
static void wrong_state(void)
{
    MPI_Request request;
    int value;
    OK(MPI_Irecv(&value, 1, MPI_INT, 0, 77, MPI_COMM_SELF, &request));
    ERR(MPI_ERR_REQUEST, MPI_Start(&request), "MPI_Start");
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Recv_init(&value, 1, MPI_INT, 0, 77, MPI_COMM_SELF, &request));
    OK(MPI_Start(&request));
    ERR(MPI_ERR_REQUEST, MPI_Start(&request), "MPI_Start");
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Request_free(&request));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int i = 0; i < GARBAGE; i++) {
        comms((MPI_Comm)garbage[i], "garbage");
        types((MPI_Datatype)garbage[i], "garbage");
        requests((MPI_Request)garbage[i], "garbage");
        others(garbage[i]);
    }
    comms((MPI_Comm)MPI_INT, "a datatype as");
    comms((MPI_Comm)MPI_GROUP_EMPTY, "a group as");
    types((MPI_Datatype)MPI_COMM_WORLD, "a communicator as");
    types((MPI_Datatype)MPI_SUM, "an operation as");
    requests((MPI_Request)MPI_COMM_WORLD, "a communicator as");
    others((uintptr_t)MPI_COMM_WORLD);
    stale();
    wrong_state();
    *check_note = 0;
    return check_end();
}
