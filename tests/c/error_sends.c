// The error of a send is that of its communicator: it reaches the error handler there, whatever call the send began with, and names the ranks of it.
// ranks: 2 3
// env: FERRY_LARGE_MESSAGES=read
// needs: ferry
#include "check.h"
#include <sys/mman.h>

enum { BYTES = 1 << 20 };

static int heard;
static MPI_Comm reversed;

static void hear(MPI_Comm *comm, int *code, ...)
{
    int class, length;
    char text[MPI_MAX_ERROR_STRING];
    OK(MPI_Error_class(*code, &class));
    OK(MPI_Error_string(*code, text, &length));
    CHECK(*comm == reversed);
    CHECK_EQ(class, MPI_ERR_BUFFER);
    if (!strstr(text, "send buffer"))
        FAIL("'%s' does not say what is wrong", text);
    heard++;
}

/* Memory that is not there, as long as nobody asks for more. */
static void *nothing(void)
{
    void *memory = mmap(NULL, BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    return memory;
}

static void send(int form, void *memory, int to)
{
    MPI_Request request;
    if (form == 0)
        OK(MPI_Isend(memory, BYTES, MPI_BYTE, to, form, reversed, &request));
    else {
        OK(MPI_Ssend_init(memory, BYTES, MPI_BYTE, to, form, reversed, &request));
        OK(MPI_Start(&request));
    }
    int code = MPI_Wait(&request, MPI_STATUS_IGNORE), class;
    OK(MPI_Error_class(code, &class));
    CHECK_EQ(class, MPI_ERR_BUFFER);
    if (request != MPI_REQUEST_NULL)
        OK(MPI_Request_free(&request));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Errhandler handler;
    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank, &reversed));
    OK(MPI_Comm_create_errhandler(hear, &handler));
    OK(MPI_Comm_set_errhandler(reversed, handler));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL));
    int sender = check_size - 1, receiver = 0; /* ranks in `reversed` */
    for (int form = 0; form < 2; form++) {
        int rank;
        OK(MPI_Comm_rank(reversed, &rank));
        if (rank == sender) {
            void *memory = nothing();
            send(form, memory, receiver);
            CHECK_EQ(heard, form + 1);
            munmap(memory, BYTES);
        } else if (rank == receiver) {
            void *into = malloc(BYTES);
            CHECK(MPI_Recv(into, BYTES, MPI_BYTE, sender, form, reversed, MPI_STATUS_IGNORE) != MPI_SUCCESS);
            free(into);
        }
    }
    OK(MPI_Errhandler_free(&handler));
    OK(MPI_Comm_free(&reversed));
    return check_end();
}
