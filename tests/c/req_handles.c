// Handles as integers: every kind of request, and every other kind of handle, survives the way to an int and back; what is no handle does not.
// ranks: 1 2
// needs: ferry
#include "check.h"

#define ROUND_TRIP(kind, handle)                                                                                       \
    do {                                                                                                               \
        int number = MPI_##kind##_toint(handle);                                                                       \
        CHECK(number != -1);                                                                                           \
        CHECK(MPI_##kind##_fromint(number) == (handle));                                                               \
    } while (0)

/* Predefined handles are their own integers. */
#define SAME(kind, handle)                                                                                             \
    do {                                                                                                               \
        CHECK_EQ(MPI_##kind##_toint(handle), (intptr_t)(handle));                                                      \
        ROUND_TRIP(kind, handle);                                                                                      \
    } while (0)

static int query(void *state, MPI_Status *status) { return (void)state, (void)status, MPI_SUCCESS; }
static int release(void *state) { return (void)state, MPI_SUCCESS; }
static int cancel(void *state, int complete) { return (void)state, (void)complete, MPI_SUCCESS; }

static void requests(void)
{
    enum { MANY = 3000 };
    static int value[MANY];
    static MPI_Request many[MANY];
    MPI_Request request;
    int seen = 0;
    SAME(Request, MPI_REQUEST_NULL);
    for (int i = 0; i < MANY; i++) {
        int to = i % 2 ? MPI_PROC_NULL : check_rank;
        if (i % 3 == 0)
            OK(MPI_Irecv(&value[i], 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &many[i]));
        else if (i % 3 == 1)
            OK(MPI_Irecv(&value[i], 1, MPI_INT, check_rank, i, MPI_COMM_WORLD, &many[i]));
        else
            OK(MPI_Isend(&value[i], 1, MPI_INT, to, i - 1, MPI_COMM_WORLD, &many[i]));
        ROUND_TRIP(Request, many[i]);
    }
    for (int i = 0; i < MANY; i++)
        for (int j = i + 1; j < MANY && j < i + 50; j++)
            seen += MPI_Request_toint(many[i]) == MPI_Request_toint(many[j]);
    CHECK_EQ(seen, 0);
    for (int i = 0; i < MANY; i++) {
        int number = MPI_Request_toint(many[i]);
        MPI_Request stale = many[i];
        if (i % 3 == 1)
            OK(MPI_Cancel(&many[i]));
        OK(MPI_Wait(&many[i], MPI_STATUS_IGNORE));
        CHECK_EQ(MPI_Request_toint(stale), -1);
        CHECK(MPI_Request_fromint(number) == MPI_REQUEST_NULL);
    }
    OK(MPI_Send_init(value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
    ROUND_TRIP(Request, request);
    OK(MPI_Request_free(&request));
    OK(MPI_Grequest_start(query, release, cancel, NULL, &request));
    ROUND_TRIP(Request, request);
    OK(MPI_Grequest_complete(request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Psend_init(value, 1, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
    ROUND_TRIP(Request, request);
    OK(MPI_Request_free(&request));
}

static void others(void)
{
    MPI_Comm comm;
    MPI_Group group;
    MPI_Datatype type;
    MPI_Info info;
    MPI_Errhandler handler;
    MPI_Message message;
    SAME(Comm, MPI_COMM_WORLD);
    SAME(Comm, MPI_COMM_SELF);
    SAME(Comm, MPI_COMM_NULL);
    SAME(Group, MPI_GROUP_EMPTY);
    SAME(Type, MPI_INT);
    SAME(Type, MPI_DATATYPE_NULL);
    SAME(Op, MPI_SUM);
    SAME(Info, MPI_INFO_ENV);
    SAME(Errhandler, MPI_ERRORS_RETURN);
    SAME(Message, MPI_MESSAGE_NO_PROC);
    SAME(Session, MPI_SESSION_NULL);
    SAME(Win, MPI_WIN_NULL);
    SAME(File, MPI_FILE_NULL);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_group(comm, &group));
    OK(MPI_Type_contiguous(3, MPI_INT, &type));
    OK(MPI_Info_create(&info));
    OK(MPI_Comm_get_errhandler(comm, &handler));
    ROUND_TRIP(Comm, comm);
    ROUND_TRIP(Group, group);
    ROUND_TRIP(Type, type);
    ROUND_TRIP(Info, info);
    ROUND_TRIP(Errhandler, handler);
    int value = check_rank, number = MPI_Comm_toint(comm);
    MPI_Request request;
    OK(MPI_Isend(&value, 1, MPI_INT, check_rank, 0, comm, &request));
    OK(MPI_Mprobe(check_rank, 0, comm, &message, MPI_STATUS_IGNORE));
    ROUND_TRIP(Message, message);
    OK(MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Errhandler_free(&handler));
    OK(MPI_Info_free(&info));
    OK(MPI_Type_free(&type));
    OK(MPI_Group_free(&group));
    OK(MPI_Comm_free(&comm));
    CHECK(MPI_Comm_fromint(number) == MPI_COMM_NULL);
    CHECK(MPI_Comm_fromint(-7) == MPI_COMM_NULL);
    CHECK(MPI_Request_fromint(0x7fffffff) == MPI_REQUEST_NULL);
    CHECK(MPI_Request_fromint(-1) == MPI_REQUEST_NULL);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    requests();
    others();
    return check_end();
}
