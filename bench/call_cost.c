/* What a call costs that moves nothing, or a message to oneself: one rank, the best of many rounds, in nanoseconds for each call. For compat.py; see README.md. */
#include <mpi.h>
#include <stdio.h>

enum { CALLS = 2000, ROUNDS = 400 };

static MPI_Status status;
static int value, other;

static void comm_rank(void) { MPI_Comm_rank(MPI_COMM_WORLD, &value); }

static void type_size(void) { MPI_Type_size(MPI_DOUBLE, &value); }

static void get_count(void) { MPI_Get_count(&status, MPI_INT, &value); }

static void send_to_nobody(void) { MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD); }

static void iprobe(void) { MPI_Iprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &value, MPI_STATUS_IGNORE); }

/* Three calls, with a request and a status on the way. */
static void message(void)
{
    MPI_Request request;
    MPI_Irecv(&other, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
}

static void measure(const char *name, void (*call)(void), int calls)
{
    double best = 1;
    for (int round = 0; round < ROUNDS; round++) {
        double start = MPI_Wtime();
        for (int i = 0; i < CALLS; i++)
            call();
        double seconds = MPI_Wtime() - start;
        if (seconds < best)
            best = seconds;
    }
    printf("%s %.2f\n", name, best / CALLS / calls * 1e9);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    message();
    measure("Comm_rank", comm_rank, 1);
    measure("Type_size", type_size, 1);
    measure("Get_count", get_count, 1);
    measure("Send-to-MPI_PROC_NULL", send_to_nobody, 1);
    measure("Iprobe", iprobe, 1);
    measure("Irecv-Send-Wait", message, 3);
    MPI_Finalize();
    return 0;
}
