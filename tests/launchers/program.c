/* What the tests of foreign launchers need of an MPI program: it says how many ranks and nodes there are, and whether they reach each other. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1 << 17 };

/* Sends a large message to the next rank and takes one from the rank before; returns whether it is the right one. */
static int pass_on(int rank, int size)
{
    int *out = malloc(COUNT * sizeof *out), *in = calloc(COUNT, sizeof *in);
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    int good = out && in;
    for (int i = 0; good && i < COUNT; i++)
        out[i] = rank + i;
    if (good)
        MPI_Sendrecv(out, COUNT, MPI_INT, next, 0, in, COUNT, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; good && i < COUNT; i++)
        good = in[i] == before + i;
    free(out);
    free(in);
    return good;
}

static void give_up(int rank, const char *what, int value)
{
    fprintf(stderr, "rank %d: %s is wrong (%d)\n", rank, what, value);
    MPI_Abort(MPI_COMM_WORLD, 99);
}

/* Two processes are spawned; the sum of everybody's rank is the same on both sides. */
static void spawn(char *program)
{
    MPI_Comm parent, inter, all;
    MPI_Comm_get_parent(&parent);
    inter = parent;
    if (parent == MPI_COMM_NULL) {
        char *words[] = {"spawn", NULL};
        MPI_Comm_spawn(program, words, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
    }
    int rank, size, sum = 0;
    MPI_Intercomm_merge(inter, parent != MPI_COMM_NULL, &all);
    MPI_Comm_rank(all, &rank);
    MPI_Comm_size(all, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all);
    if (sum != size * (size - 1) / 2)
        give_up(rank, "the sum of ranks of two jobs", sum);
    if (rank == 0)
        printf("%d processes in two jobs\n", size);
    fflush(stdout);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&inter);
}

int main(int argc, char **argv)
{
    char *program = argv[0];
    const char *what = argc > 1 ? argv[1] : "";
    int rank, size, sum = 0, node_rank, leaders = 0, is_set;
    int *appnum;
    MPI_Comm node;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (sum != size * (size - 1) / 2)
        give_up(rank, "the sum of ranks", sum);
    if (!pass_on(rank, size))
        give_up(rank, "a message", COUNT);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &node_rank);
    const int leads = node_rank == 0;
    MPI_Allreduce(&leads, &leaders, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm_free(&node);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &appnum, &is_set);
    if (!strcmp(what, "spawn")) {
        spawn(program);
        MPI_Finalize();
        return 0;
    }
    if (!strcmp(what, "abort")) {
        if (rank == size - 1)
            MPI_Abort(MPI_COMM_WORLD, 5);
        /* Waits for a message that never comes. */
        MPI_Recv(&sum, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == size - 1)
        printf("%d ranks, %d nodes, program %d\n", size, leaders, is_set ? *appnum : -1);
    MPI_Finalize();
    return 0;
}
