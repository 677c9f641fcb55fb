// Which error handler an error goes to: before MPI_Init, after MPI_Finalize, without an object, on a session, on MPI_FILE_NULL; what the fatal ones do.
// ranks: 1 2 3
// needs: ferry
// timeout: 30
// env: FERRY_INITIAL_ERRHANDLER=mpi_errors_return
// case: initial
// case: file_null
// case: session_fatal exit=nonzero stderr~"MPI_Session_get_num_psets" within=20
// case: session_abort exit=nonzero stderr~"MPI_Group_from_session_pset.*mpi://MARS" within=20
// case: session_init_fatal exit=nonzero stderr~"MPI_Session_init.*thread_level" within=20
// case: comm_abort exit=nonzero stderr~"MPI_Send" within=20
// case: self_abort exit=nonzero stderr~"MPI_Send" within=20
// case: freed_receive exit=nonzero stderr~"rank 0: .*a receive failed whose request the program had freed: .*80000 bytes" within=20
#include "check.h"

static int class_of(int code)
{
    int class = -1;
    OK(MPI_Error_class(code, &class));
    return class;
}

/* mpi_errors_return is in force everywhere, MPI_COMM_WORLD included. */
static void initial(void)
{
    int number = 0;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Errhandler got;
    CHECK_EQ(class_of(MPI_Comm_rank(MPI_COMM_WORLD, &number)), MPI_ERR_OTHER);
    CHECK_EQ(class_of(MPI_Send(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD)), MPI_ERR_OTHER);
    OK(MPI_Error_string(MPI_ERR_OTHER, text, &number));
    CHECK(strstr(text, "MPI_Send") && strstr(text, "MPI_Init"));
    OK(MPI_Init(NULL, NULL));
    OK(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got));
    CHECK(got == MPI_ERRORS_RETURN);
    OK(MPI_Comm_get_errhandler(MPI_COMM_SELF, &got));
    CHECK(got == MPI_ERRORS_RETURN);
    CHECK_EQ(class_of(MPI_Send(&number, 1, MPI_INT, 9999, 0, MPI_COMM_WORLD)), MPI_ERR_RANK);
    check_meet();
    OK(MPI_Finalize());
    CHECK_EQ(class_of(MPI_Comm_rank(MPI_COMM_WORLD, &number)), MPI_ERR_OTHER);
    OK(MPI_Error_string(MPI_ERR_OTHER, text, &number));
    CHECK(strstr(text, "after MPI_Finalize") != NULL);
    CHECK_EQ(class_of(MPI_Init(NULL, NULL)), MPI_ERR_OTHER);
}

static int calls, last_code;

static void handler(MPI_File *file, int *code, ...)
{
    CHECK(*file == MPI_FILE_NULL);
    calls++;
    last_code = *code;
}

/* The handler of MPI_FILE_NULL returns at first and can be replaced; it is that of files to come, and of MPI_File_open. */
static void file_null(void)
{
    MPI_Errhandler got, mine, other;
    MPI_File file = (MPI_File)(intptr_t)0x1234;
    check_begin(NULL, NULL);
    OK(MPI_File_get_errhandler(MPI_FILE_NULL, &got));
    CHECK(got == MPI_ERRORS_RETURN);
    OK(MPI_File_call_errhandler(MPI_FILE_NULL, MPI_ERR_NO_SUCH_FILE));
    OK(MPI_File_create_errhandler(handler, &mine));
    OK(MPI_File_set_errhandler(MPI_FILE_NULL, mine));
    OK(MPI_Errhandler_free(&mine));
    OK(MPI_File_call_errhandler(MPI_FILE_NULL, MPI_ERR_NO_SUCH_FILE));
    CHECK(calls == 1 && last_code == MPI_ERR_NO_SUCH_FILE);
    ERR(MPI_ERR_FILE, MPI_File_get_errhandler(file, &got), "file");
    CHECK_EQ(calls, 2);
    OK(MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN));
    OK(MPI_Comm_create_errhandler((MPI_Comm_errhandler_function *)handler, &other));
    ERR(MPI_ERR_ERRHANDLER, MPI_File_set_errhandler(MPI_FILE_NULL, other), "made for a communicator");
    OK(MPI_Errhandler_free(&other));
    OK(MPI_Finalize());
}

/* Others wait in vain for the rank that fails. */
static void wait_in_vain(void)
{
    int value;
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void on_session(const char *what)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Info info;
    int number, is_last;
    OK(MPI_Init(NULL, NULL));
    check_meet();
    is_last = check_rank == check_size - 1;
    if (!is_last)
        wait_in_vain();
    if (strcmp(what, "session_init_fatal") == 0) {
        OK(MPI_Info_create(&info));
        OK(MPI_Info_set(info, "thread_level", "none"));
        MPI_Session_init(info, MPI_ERRORS_ARE_FATAL, &session);
    } else {
        int is_abort = strcmp(what, "session_abort") == 0;
        OK(MPI_Session_init(MPI_INFO_NULL, is_abort ? MPI_ERRORS_ABORT : MPI_ERRORS_ARE_FATAL, &session));
        if (is_abort)
            MPI_Group_from_session_pset(session, "mpi://MARS", &group);
        else
            MPI_Session_get_num_psets(session, (MPI_Info)(intptr_t)3, &number);
    }
    puts("the error did not end the process");
}

static void on_comm(MPI_Comm comm)
{
    int value = 0;
    OK(MPI_Init(NULL, NULL));
    check_meet();
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_ABORT));
    if (check_rank != check_size - 1)
        wait_in_vain();
    MPI_Send(&value, 1, MPI_INT, 4321, 0, comm);
    puts("the error did not end the process");
}

/* The error of a receive that nobody waits for is not lost. */
static void freed_receive(void)
{
    static int small[2], large[20000];
    MPI_Request request;
    OK(MPI_Init(NULL, NULL));
    check_meet();
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    if (check_rank == 0) {
        MPI_Irecv(small, 2, MPI_INT, check_size - 1, 3, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
    }
    if (check_rank == check_size - 1)
        MPI_Send(large, 20000, MPI_INT, 0, 3, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "initial";
    check_ferry = 1;
    if (strcmp(what, "initial") == 0)
        initial();
    else if (strcmp(what, "file_null") == 0)
        file_null();
    else if (strncmp(what, "session", 7) == 0)
        on_session(what);
    else if (strcmp(what, "comm_abort") == 0)
        on_comm(MPI_COMM_WORLD);
    else if (strcmp(what, "self_abort") == 0)
        on_comm(MPI_COMM_SELF);
    else
        freed_receive();
    if (check_rank == 0)
        puts("ok");
    return 0;
}
