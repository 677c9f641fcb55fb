/* Rank 0 sends memory that cannot be read, from the beginning or from the middle on. Both ranks are told which buffer it is, and later messages arrive. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LONGEST = 4 << 20, PAGE = 4096 };

static int rank;

static void require(int holds, const char *what, long bytes)
{
    if (!holds) {
        fprintf(stderr, "FAIL: rank %d, %ld bytes: %s\n", rank, bytes, what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void expect_bad_buffer(int code, long bytes)
{
    char text[MPI_MAX_ERROR_STRING];
    int length, class = MPI_SUCCESS;
    if (code != MPI_SUCCESS)
        MPI_Error_class(code, &class);
    MPI_Error_string(code, text, &length);
    if (class != MPI_ERR_BUFFER)
        fprintf(stderr, "rank %d: class %d: %s\n", rank, class, text);
    require(class == MPI_ERR_BUFFER, "no MPI_ERR_BUFFER", bytes);
    require(strstr(text, "send buffer") != NULL, text, bytes);
}

/* `bytes` bytes, of which the first `good` can be read. */
static char *half_memory(long bytes, long good)
{
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    require(memory != MAP_FAILED, "no memory", bytes);
    memset(memory, 'x', good);
    require(mprotect(memory + good, bytes - good, PROT_NONE) == 0, "mprotect", bytes);
    return memory;
}

static void transfer(long bytes, long good)
{
    static char into[LONGEST];
    long word = bytes;
    if (rank == 0) {
        char *memory = half_memory(bytes, good);
        expect_bad_buffer(MPI_Send(memory, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD), bytes);
        munmap(memory, bytes);
        MPI_Send(&word, 1, MPI_LONG, 1, 2, MPI_COMM_WORLD);
    } else {
        expect_bad_buffer(MPI_Recv(into, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), bytes);
        MPI_Recv(&word, 1, MPI_LONG, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        require(word == bytes, "the next message is wrong", bytes);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const long lengths[] = {64 << 10, 1 << 20, LONGEST};
    for (int at = 0; at < 3; at++)
        transfer(lengths[at], 0);
    transfer(LONGEST, LONGEST / 2);
    if (rank == 0)
        puts("ok");
    MPI_Finalize();
    return 0;
}
