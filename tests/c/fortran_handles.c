// MPI_Fint, the converters of handles and statuses that mpi.h has for Fortran, and functions of MPI-1 that were removed.
// ranks: 1 2
// needs: ferry
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include "check.h"

/* There and back, for a predefined handle and one that was made. */
#define ROUND_TRIP(TYPE, KIND, predefined, made)                                                                       \
    do {                                                                                                               \
        TYPE both[2] = {predefined, made};                                                                             \
        for (int i = 0; i < 2; i++) {                                                                                  \
            MPI_Fint integer = KIND##_c2f(both[i]);                                                                    \
            CHECK(KIND##_f2c(integer) == both[i]);                                                                     \
            CHECK_EQ(integer, KIND##_toint(both[i]));                                                                  \
        }                                                                                                              \
    } while (0)

static void add(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)len, (void)type;
}

static int calls;

static void note(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    calls++;
}

static void converters(void)
{
    MPI_Comm comm;
    MPI_Group group;
    MPI_Datatype type;
    MPI_Op op;
    MPI_Info info;
    MPI_Errhandler errhandler;
    MPI_Request request;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_group(comm, &group));
    OK(MPI_Type_contiguous(3, MPI_INT, &type));
    OK(MPI_Op_create(add, 1, &op));
    OK(MPI_Info_create(&info));
    OK(MPI_Comm_create_errhandler(note, &errhandler));
    OK(MPI_Send_init(NULL, 0, MPI_INT, 0, 0, comm, &request));
    ROUND_TRIP(MPI_Comm, MPI_Comm, MPI_COMM_SELF, comm);
    ROUND_TRIP(MPI_Group, MPI_Group, MPI_GROUP_EMPTY, group);
    ROUND_TRIP(MPI_Datatype, MPI_Type, MPI_DOUBLE, type);
    ROUND_TRIP(MPI_Op, MPI_Op, MPI_MAX, op);
    ROUND_TRIP(MPI_Info, MPI_Info, MPI_INFO_ENV, info);
    ROUND_TRIP(MPI_Errhandler, MPI_Errhandler, MPI_ERRORS_ARE_FATAL, errhandler);
    ROUND_TRIP(MPI_Request, MPI_Request, MPI_REQUEST_NULL, request);
    ROUND_TRIP(MPI_Message, MPI_Message, MPI_MESSAGE_NULL, MPI_MESSAGE_NO_PROC);
    ROUND_TRIP(MPI_Win, MPI_Win, MPI_WIN_NULL, MPI_WIN_NULL);
    ROUND_TRIP(MPI_File, MPI_File, MPI_FILE_NULL, MPI_FILE_NULL);
    ROUND_TRIP(MPI_Session, MPI_Session, MPI_SESSION_NULL, MPI_SESSION_NULL);
    OK(MPI_Comm_free(&comm));
    OK(MPI_Group_free(&group));
    OK(MPI_Type_free(&type));
    OK(MPI_Op_free(&op));
    OK(MPI_Info_free(&info));
    OK(MPI_Errhandler_free(&errhandler));
    OK(MPI_Request_free(&request));
}

static void statuses(void)
{
    MPI_Status status, back;
    MPI_F08_status f08;
    MPI_Fint words[MPI_F_STATUS_SIZE], again[MPI_F_STATUS_SIZE];
    int count = -1;
    memset(&status, 0x55, sizeof status);
    OK(MPI_Sendrecv("abcd", 5, MPI_CHAR, check_rank, 9, words, sizeof words, MPI_BYTE, check_rank, 9, MPI_COMM_WORLD, &status));
    status.MPI_ERROR = 77;
    OK(MPI_Status_c2f(&status, words));
    CHECK(words[MPI_F_SOURCE] == check_rank && words[MPI_F_TAG] == 9 && words[MPI_F_ERROR] == 77);
    OK(MPI_Status_f2c(words, &back));
    OK(MPI_Get_count(&back, MPI_BYTE, &count));
    CHECK_EQ(count, 5);
    OK(MPI_Status_f2f08(words, &f08));
    CHECK_EQ(f08.MPI_TAG, 9);
    OK(MPI_Status_f082f(&f08, again));
    CHECK(memcmp(words, again, sizeof words) == 0);
    OK(MPI_Status_f082c(&f08, &back));
    OK(MPI_Status_c2f08(&back, &f08));
    CHECK(memcmp(&f08, &status, sizeof status) == 0);
}

static void removed(void)
{
    struct {
        char tag;
        double values[3];
    } here;
    MPI_Aint base, address, extent, lb, ub;
    MPI_Datatype type, vector, indexed;
    MPI_Errhandler old, handler;
    OK(MPI_Address(&here, &base));
    OK(MPI_Address(here.values, &address));
    CHECK_EQ(address - base, (char *)here.values - (char *)&here);
    MPI_Aint places[2] = {0, address - base};
    MPI_Datatype types[2] = {MPI_CHAR, MPI_DOUBLE};
    int lengths[2] = {1, 3}, size = 0;
    OK(MPI_Type_struct(2, lengths, places, types, &type));
    OK(MPI_Type_extent(type, &extent));
    OK(MPI_Type_lb(type, &lb));
    OK(MPI_Type_ub(type, &ub));
    CHECK(extent == sizeof here && lb == 0 && ub == sizeof here);
    OK(MPI_Type_hvector(2, 1, 96, type, &vector));
    OK(MPI_Type_extent(vector, &extent));
    CHECK_EQ(extent, 96 + sizeof here);
    OK(MPI_Type_hindexed(2, lengths, places, MPI_INT, &indexed));
    OK(MPI_Type_size(indexed, &size));
    CHECK_EQ(size, 4 * sizeof(int));
    OK(MPI_Type_free(&type));
    OK(MPI_Type_free(&vector));
    OK(MPI_Type_free(&indexed));
    OK(MPI_Errhandler_get(MPI_COMM_WORLD, &old));
    CHECK(old == MPI_ERRORS_RETURN);
    OK(MPI_Errhandler_create(note, &handler));
    OK(MPI_Errhandler_set(MPI_COMM_WORLD, handler));
    MPI_Send(NULL, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    CHECK_EQ(calls, 1);
    OK(MPI_Errhandler_set(MPI_COMM_WORLD, old));
    OK(MPI_Errhandler_free(&handler));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    converters();
    statuses();
    removed();
    return check_end();
}
