// Error handlers: user-defined ones get communicator and code, are inherited by dup, may call MPI, outlive their free; error
// classes, codes and strings, predefined and added.
// ranks: 1 2 4
#include "check.h"

static int calls, last_code, depth;
static MPI_Comm last_comm;

static void handler(MPI_Comm *comm, int *code, ...)
{
    calls++;
    last_comm = *comm;
    last_code = *code;
}

/* Uses MPI inside, also in a way that fails and calls a handler again. */
static void nested_handler(MPI_Comm *comm, int *code, ...)
{
    int rank = -1, class, value = 3, got = 0;
    char text[MPI_MAX_ERROR_STRING];
    last_code = *code;
    OK(MPI_Comm_rank(*comm, &rank));
    OK(MPI_Error_class(*code, &class));
    OK(MPI_Error_string(*code, text, &class));
    OK(MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE));
    CHECK_EQ(got, 3);
    if (depth++ < 3)
        MPI_Send(&value, 1, MPI_INT, 12345, 0, *comm);
}

static int bad_call(MPI_Comm comm)
{
    int value = 0;
    return MPI_Send(&value, 1, MPI_INT, 12345, 0, comm);
}

static int class_of(int code)
{
    int class = -1;
    OK(MPI_Error_class(code, &class));
    return class;
}

static void user_defined(void)
{
    MPI_Errhandler errhandler, got;
    MPI_Comm comm, dup;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_create_errhandler(handler, &errhandler));
    OK(MPI_Comm_set_errhandler(comm, errhandler));
    OK(MPI_Comm_get_errhandler(comm, &got));
    OK(MPI_Errhandler_free(&errhandler));
    CHECK(errhandler == MPI_ERRHANDLER_NULL);
    OK(MPI_Errhandler_free(&got));
    int code = bad_call(comm);
    CHECK_EQ(calls, 1);
    CHECK(last_comm == comm);
    CHECK_EQ(class_of(last_code), MPI_ERR_RANK);
    CHECK(code == last_code || !check_ferry); /* MPICH 5.0.2 returns success when the handler does */
    OK(MPI_Comm_dup(comm, &dup));
    code = bad_call(dup); /* inherited */
    CHECK_EQ(calls, 2);
    CHECK(last_comm == dup);
    OK(MPI_Comm_call_errhandler(comm, MPI_ERR_TOPOLOGY));
    CHECK_EQ(calls, 3);
    CHECK_EQ(last_code, MPI_ERR_TOPOLOGY);
    bad_call(MPI_COMM_WORLD); /* others keep theirs */
    CHECK_EQ(calls, 3);
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    bad_call(comm);
    CHECK_EQ(calls, 3);
    OK(MPI_Comm_free(&comm));
    OK(MPI_Comm_free(&dup));
}

static void nested(void)
{
    MPI_Errhandler errhandler;
    MPI_Comm comm;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_create_errhandler(nested_handler, &errhandler));
    OK(MPI_Comm_set_errhandler(comm, errhandler));
    bad_call(comm);
    CHECK_EQ(class_of(last_code), MPI_ERR_RANK);
    CHECK_EQ(depth, 4);
    OK(MPI_Errhandler_free(&errhandler));
    OK(MPI_Comm_free(&comm));
}

/* Predefined handlers can be read back, and read handlers freed. */
static void predefined(void)
{
    MPI_Errhandler got;
    MPI_Comm comm;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    const MPI_Errhandler all[] = {MPI_ERRORS_ARE_FATAL, MPI_ERRORS_ABORT, MPI_ERRORS_RETURN};
    for (int i = 0; i < 3; i++) {
        OK(MPI_Comm_set_errhandler(comm, all[i]));
        OK(MPI_Comm_get_errhandler(comm, &got));
        CHECK(got == all[i]);
    }
    OK(MPI_Comm_free(&comm));
}

/* Every predefined class has a text and is its own class. */
static void texts(void)
{
    char text[MPI_MAX_ERROR_STRING], other[MPI_MAX_ERROR_STRING];
    int length = 0;
    const int classes[] = {MPI_SUCCESS, MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_TAG, MPI_ERR_COMM,
                           MPI_ERR_RANK, MPI_ERR_REQUEST, MPI_ERR_ROOT, MPI_ERR_GROUP, MPI_ERR_OP, MPI_ERR_TOPOLOGY,
                           MPI_ERR_DIMS, MPI_ERR_ARG, MPI_ERR_UNKNOWN, MPI_ERR_TRUNCATE, MPI_ERR_OTHER, MPI_ERR_INTERN,
                           MPI_ERR_IN_STATUS, MPI_ERR_PENDING, MPI_ERR_KEYVAL, MPI_ERR_NO_MEM, MPI_ERR_INFO,
                           MPI_ERR_INFO_KEY, MPI_ERR_INFO_VALUE, MPI_ERR_INFO_NOKEY, MPI_ERR_UNSUPPORTED_OPERATION};
    for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++) {
        CHECK_EQ(class_of(classes[i]), classes[i]);
        OK(MPI_Error_string(classes[i], text, &length));
        CHECK(length > 0 && length < MPI_MAX_ERROR_STRING);
        CHECK_EQ(length, strlen(text));
        if (i)
            CHECK(strcmp(text, other) != 0);
        strcpy(other, text);
    }
}

static void added(void)
{
    int class = -1, code = -1, second = -1, length = 0, *last, flag = 0;
    char text[MPI_MAX_ERROR_STRING];
    OK(MPI_Add_error_class(&class));
    CHECK(class > MPI_ERR_LASTCODE);
    OK(MPI_Add_error_code(class, &code));
    OK(MPI_Add_error_code(class, &second));
    CHECK(code != second);
    CHECK_EQ(class_of(code), class);
    CHECK_EQ(class_of(class), class);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag));
    CHECK(flag && (*last >= second || !check_ferry));
    OK(MPI_Error_string(code, text, &length));
    CHECK_EQ(length, 0);
    OK(MPI_Add_error_string(class, "the sea is rough"));
    OK(MPI_Add_error_string(code, "wave too high"));
    OK(MPI_Error_string(code, text, &length));
    CHECK_STR(text, "wave too high");
    CHECK_EQ(length, 13);
    OK(MPI_Error_string(class, text, &length));
    CHECK_STR(text, "the sea is rough");
    OK(MPI_Comm_call_errhandler(MPI_COMM_WORLD, code));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    user_defined();
    nested();
    predefined();
    texts();
    added();
    return check_end();
}
