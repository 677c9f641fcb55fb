// Broadcast and barrier: every root, sizes to 1 MiB, derived types on one side, skewed ranks back to back.
// ranks: 1 2 3 4 7
// case: blocking
// case: nonblocking
// case: persistent
#include "coll.h"
#include "coll_forms.h"

static void bcast(MPI_Comm comm, int rank, int size, int count, int root)
{
    (void)size;
    int *data = coll_ints(count + 1);
    coll_fill(data, count, rank, root);
    data[count] = -77;
    OK(MPI_Bcast(data, count, MPI_INT, root, comm));
    COLL_CHECK(data, count, root, 0, root);
    CHECK_EQ(data[count], -77);
    free(data);
}

/* The root sends every other int, the others receive them side by side. */
static void bcast_derived(MPI_Comm comm, int rank, int size, int count, int root)
{
    if (count == 0 && size > 1 && !check_ferry)
        return; /* MPICH 5.0.2 sends an empty message that nobody receives */
    int *data = coll_ints(2 * (int64_t)count + 1), n = count > 4099 ? 4099 : count;
    MPI_Datatype gapped;
    OK(MPI_Type_vector(n, 1, 2, MPI_INT, &gapped));
    OK(MPI_Type_commit(&gapped));
    for (int i = 0; i < n; i++)
        data[rank == root ? 2 * i : i] = rank == root ? coll_value(root, i, 3) : 0;
    OK(MPI_Bcast(data, rank == root ? 1 : n, rank == root ? gapped : MPI_INT, root, comm));
    if (rank != root)
        COLL_CHECK(data, n, root, 0, 3);
    OK(MPI_Type_free(&gapped));
    free(data);
}

/* No rank leaves before the last has entered. */
static void barrier_holds(void)
{
    for (int late = 0; late < check_size; late++) {
        int token = 0, seen = 0;
        if (check_rank == late)
            for (int rank = 0; rank < check_size; rank++)
                if (rank != late)
                    OK(MPI_Send(&token, 1, MPI_INT, rank, 1, MPI_COMM_WORLD));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        if (check_rank != late) {
            while (!seen) /* it was sent before the barrier: it comes */
                OK(MPI_Iprobe(late, 1, MPI_COMM_WORLD, &seen, MPI_STATUS_IGNORE));
            OK(MPI_Recv(&token, 1, MPI_INT, late, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        }
    }
    for (int i = 0; i < 2000; i++)
        OK(MPI_Barrier(MPI_COMM_WORLD));
}

/* Many broadcasts without any synchronization: a root may run ahead, values must not mix. */
static void back_to_back(void)
{
    for (int i = 0; i < 2000; i++) {
        int value = check_rank == i % check_size ? i : -1, count = i % 50 == 0 ? 5000 : 1, *data = coll_ints(count);
        for (int k = 0; k < count; k++)
            data[k] = value;
        OK(MPI_Bcast(data, count, MPI_INT, i % check_size, MPI_COMM_WORLD));
        CHECK(data[0] == i && data[count - 1] == i);
        free(data);
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    coll_begin(argc, argv);
    coll_everywhere("Bcast", bcast, 1);
    coll_everywhere("Bcast of a vector", bcast_derived, 1);
    barrier_holds();
    back_to_back();
    return check_end();
}
