// What the standard forbids or leaves open, other libraries let pass, and so programs do. FERRY_STRICT insists.
// ranks: 1 2 3
// needs: ferry
// case: lets ranks=1,2,3
// case: world ranks=1,2
#include "check.h"

/* Text is added up as C adds up its signed char. */
static void text(void)
{
    signed char in[3] = {3, -2, (signed char)check_rank}, out[3] = {0};
    MPI_Request request;
    OK(MPI_Allreduce(in, out, 3, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD));
    CHECK_EQ(out[0], 3 * check_size);
    CHECK_EQ(out[1], -2 * check_size);
    OK(MPI_Iallreduce(in, out, 3, MPI_CHARACTER, MPI_MIN, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(out[0] == 3 && out[1] == -2 && out[2] == 0);
    OK(MPI_Reduce_local(in, out, 3, MPI_CHAR, MPI_BOR));
    CHECK_EQ(out[2], check_rank);
}

/* Of no elements the datatype says nothing. */
static void nothing(void)
{
    MPI_Request request;
    MPI_Datatype types[2] = {MPI_INT, MPI_DATATYPE_NULL}, type;
    int zeros[8] = {0}, lengths[2] = {1, 0}, size = -1, position = 0;
    MPI_Aint displacements[2] = {0, 4};
    OK(MPI_Sendrecv(NULL, 0, MPI_DATATYPE_NULL, check_rank, 1, NULL, 0, MPI_DATATYPE_NULL, check_rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_Isend(NULL, 0, MPI_DATATYPE_NULL, check_rank, 2, MPI_COMM_WORLD, &request));
    OK(MPI_Recv(NULL, 0, MPI_DATATYPE_NULL, check_rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Bcast(NULL, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD));
    OK(MPI_Allgather(NULL, 0, MPI_DATATYPE_NULL, NULL, 0, MPI_DATATYPE_NULL, MPI_COMM_WORLD));
    OK(MPI_Alltoallv(NULL, zeros, zeros, MPI_DATATYPE_NULL, NULL, zeros, zeros, MPI_DATATYPE_NULL, MPI_COMM_WORLD));
    OK(MPI_Pack(NULL, 0, MPI_DATATYPE_NULL, zeros, sizeof zeros, &position, MPI_COMM_WORLD));
    CHECK_EQ(position, 0);
    OK(MPI_Type_create_struct(2, lengths, displacements, types, &type));
    OK(MPI_Type_size(type, &size));
    CHECK_EQ(size, sizeof(int));
    OK(MPI_Type_free(&type));
    ERR(MPI_ERR_TYPE, MPI_Send(zeros, 1, MPI_DATATYPE_NULL, check_rank, 0, MPI_COMM_WORLD), "MPI_DATATYPE_NULL");
    ERR(MPI_ERR_TYPE, MPI_Bcast(zeros, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD), "MPI_DATATYPE_NULL");
}

/* One address for both buffers: the old contents are sent. */
static void one_buffer(void)
{
    int right = (check_rank + 1) % check_size, left = (check_rank + check_size - 1) % check_size, value[2] = {check_rank, -check_rank};
    OK(MPI_Sendrecv(value, 2, MPI_INT, right, 3, value, 2, MPI_INT, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(value[0] == left && value[1] == -left);
    MPI_Request request;
    OK(MPI_Isendrecv(value, 2, MPI_INT, left, 4, value, 2, MPI_INT, right, 4, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(value[0] == check_rank && value[1] == -check_rank);
}

/* A key that attributes hold alive may be freed again through a copy of its number. */
static void keys(void)
{
    int key, copy, flag = 0, value = 5, *found;
    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL));
    copy = key;
    OK(MPI_Comm_set_attr(MPI_COMM_SELF, key, &value));
    OK(MPI_Comm_free_keyval(&key));
    CHECK_EQ(key, MPI_KEYVAL_INVALID);
    key = copy;
    OK(MPI_Comm_free_keyval(&key));
    OK(MPI_Comm_get_attr(MPI_COMM_SELF, copy, &found, &flag));
    CHECK(flag && found == &value);
    OK(MPI_Comm_delete_attr(MPI_COMM_SELF, copy));
    ERR(MPI_ERR_KEYVAL, MPI_Comm_free_keyval(&copy), "key");
}

/* A handle that could not be made is null. */
static void handles(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Datatype type = MPI_INT;
    MPI_Request request = (MPI_Request)(intptr_t)-1;
    MPI_Group group = MPI_GROUP_EMPTY, world;
    int one = 1;
    ERR(MPI_ERR_COMM, MPI_Comm_dup(MPI_COMM_NULL, &comm), "MPI_Comm_dup");
    CHECK(comm == MPI_COMM_NULL);
    ERR(MPI_ERR_COUNT, MPI_Type_contiguous(-1, MPI_INT, &type), "count");
    CHECK(type == MPI_DATATYPE_NULL);
    ERR(MPI_ERR_RANK, MPI_Isend(&one, 1, MPI_INT, check_size, 0, MPI_COMM_WORLD, &request), "dest");
    CHECK(request == MPI_REQUEST_NULL);
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    ERR(MPI_ERR_RANK, MPI_Group_incl(world, 1, &check_size, &group), "ranks");
    CHECK(group == MPI_GROUP_NULL);
    OK(MPI_Group_free(&world));
}

static int calls;
static MPI_Comm owner;

static void note(MPI_Comm *comm, int *code, ...)
{
    (void)code;
    calls++;
    owner = *comm;
}

/* Errors of calls without an object: at MPI_COMM_WORLD's handler if the program set that one alone. */
static int world(int *argc, char ***argv)
{
    MPI_Errhandler handler;
    MPI_Datatype type;
    OK(MPI_Init(argc, argv));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &check_rank));
    OK(MPI_Comm_create_errhandler(note, &handler));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler));
    MPI_Type_contiguous(-1, MPI_INT, &type);
    CHECK(calls == 1 && owner == MPI_COMM_WORLD);
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    MPI_Type_contiguous(-1, MPI_INT, &type);
    CHECK_EQ(calls, 1);
    OK(MPI_Errhandler_free(&handler));
    return check_end();
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "world") == 0)
        return world(&argc, &argv);
    check_begin(&argc, &argv);
    text();
    nothing();
    one_buffer();
    keys();
    handles();
    return check_end();
}
