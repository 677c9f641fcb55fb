// The library's descriptors: none is a standard stream's, they stand high and are closed by exec; a program that closes them is told.
// ranks: 2
// needs: ferry
// case: standard ranks=1,2,3
// case: high ranks=1,2
// case: loop ranks=1,2,3
// case: all exit=nonzero stderr~"MPI_.*: the program has closed descriptor [0-9]+, over which this process speaks with its launcher"
#include "check.h"

#include <fcntl.h>
#include <unistd.h>

enum { SHELLS_MOST = 255, MOST = 4096, BYTES = 5 << 20 };

static int is_open(int descriptor)
{
    return fcntl(descriptor, F_GETFD) != -1;
}

/* Long messages to the next rank and from the one before: they take more descriptors than short ones. */
static void exchange(void)
{
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char *out = malloc(BYTES), *in = malloc(BYTES);
    memset(out, rank + 1, BYTES);
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Sendrecv(out, BYTES, MPI_BYTE, next, 0, in, BYTES, MPI_BYTE, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int at = 0; at < BYTES; at++)
        CHECK(in[at] == before + 1);
    free(out);
    free(in);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* As daemons do: no standard streams when MPI begins, and what the program then writes goes nowhere. */
static void without_standard_streams(void)
{
    const int output = fcntl(1, F_DUPFD_CLOEXEC, 50), errors = fcntl(2, F_DUPFD_CLOEXEC, 50);
    for (int descriptor = 0; descriptor < 3; descriptor++)
        close(descriptor);
    MPI_Init(NULL, NULL);
    exchange();
    const int taken = is_open(0) || is_open(1) || is_open(2);
    dup2(output, 1);
    dup2(errors, 2);
    CHECK(!taken);
}

static void high(void)
{
    static char before[MOST];
    for (int descriptor = 0; descriptor < MOST; descriptor++)
        before[descriptor] = (char)is_open(descriptor);
    MPI_Init(NULL, NULL);
    exchange();
    for (int descriptor = 0; descriptor < MOST; descriptor++)
        if (is_open(descriptor) && !before[descriptor]) {
            char link[64], name[256] = "";
            snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
            if (readlink(link, name, sizeof name - 1) < 0)
                FAIL("descriptor %d cannot be looked at", descriptor);
            NOTE("descriptor %d, %s", descriptor, name);
            CHECK(descriptor > SHELLS_MOST);
            CHECK(fcntl(descriptor, F_GETFD) & FD_CLOEXEC);
        }
}

static void close_to(int most)
{
    MPI_Init(NULL, NULL);
    for (int descriptor = 3; descriptor <= most; descriptor++)
        close(descriptor);
    exchange();
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "standard"))
        without_standard_streams();
    else if (!strcmp(what, "high"))
        high();
    else
        close_to(strcmp(what, "all") ? SHELLS_MOST : MOST);
    MPI_Finalize();
    int rank = 0;
    if (getenv("PMI_RANK"))
        rank = atoi(getenv("PMI_RANK"));
    if (rank == 0)
        puts("ok");
    return 0;
}
