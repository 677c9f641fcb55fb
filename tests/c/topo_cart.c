// Cartesian topologies: coordinates, ranks, shifts, slices, grids smaller than the communicator or without dimensions, dup and split.
// ranks: 1 2 3 4 7
#include "check.h"

static int size_of(MPI_Comm comm)
{
    int size = -1;
    OK(MPI_Comm_size(comm, &size));
    return size;
}

static int topology_of(MPI_Comm comm)
{
    int status = -1;
    OK(MPI_Topo_test(comm, &status));
    return status;
}

/* What coordinates mean, counted out: the last dimension varies fastest. */
static int rank_at(int ndims, const int *dims, const int *coords)
{
    int rank = 0;
    for (int d = 0; d < ndims; d++)
        rank = rank * dims[d] + coords[d];
    return rank;
}

/* One step in each direction, and steps that go around several times. */
static void check_shifts(MPI_Comm cart, int ndims, const int *dims, const int *periods, const int *coords)
{
    static const int steps[] = {-7, -2, -1, 0, 1, 3, 100};
    for (int d = 0; d < ndims; d++)
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
            int source, dest, expected[2];
            for (int way = 0; way < 2; way++) {
                int target[3];
                memcpy(target, coords, sizeof target);
                target[d] += way ? steps[s] : -steps[s];
                int inside = target[d] >= 0 && target[d] < dims[d];
                target[d] = ((target[d] % dims[d]) + dims[d]) % dims[d];
                expected[way] = inside || periods[d] ? rank_at(ndims, dims, target) : MPI_PROC_NULL;
            }
            OK(MPI_Cart_shift(cart, d, steps[s], &source, &dest));
            CHECK_EQ(source, expected[0]);
            CHECK_EQ(dest, expected[1]);
        }
}

static void check_grid(MPI_Comm cart, int ndims, const int *dims, const int *periods)
{
    int rank, found, got[3] = {-1, -1, -1}, got_periods[3] = {-1, -1, -1}, coords[3] = {0}, other[3];
    OK(MPI_Comm_rank(cart, &rank));
    CHECK_EQ(topology_of(cart), MPI_CART);
    OK(MPI_Cartdim_get(cart, &found));
    CHECK_EQ(found, ndims);
    OK(MPI_Cart_get(cart, 3, got, got_periods, coords));
    for (int d = 0; d < ndims; d++) {
        CHECK_EQ(got[d], dims[d]);
        CHECK_EQ(got_periods[d] != 0, periods[d] != 0);
    }
    for (int r = 0; r < size_of(cart); r++) {
        OK(MPI_Cart_coords(cart, r, ndims, other));
        CHECK_EQ(rank_at(ndims, dims, other), r);
        OK(MPI_Cart_rank(cart, other, &found));
        CHECK_EQ(found, r);
        for (int d = 0; d < ndims; d++)
            if (periods[d])
                other[d] += (r % 2 ? 3 : -3) * dims[d];
        OK(MPI_Cart_rank(cart, other, &found));
        CHECK_EQ(found, r);
        if (r == rank)
            CHECK_EQ(rank_at(ndims, dims, coords), r);
    }
    check_shifts(cart, ndims, dims, periods, coords);
}

static void check_slices(MPI_Comm cart, int ndims, const int *dims, const int *periods)
{
    int rank, coords[3] = {0};
    OK(MPI_Comm_rank(cart, &rank));
    OK(MPI_Cart_coords(cart, rank, ndims, coords));
    for (int bits = 0; bits < 1 << ndims; bits++) {
        int remain[3], left = 0, product = 1, dims_left[3] = {0}, periods_left[3] = {0}, coords_left[3] = {0}, found = -1;
        for (int d = 0; d < ndims; d++) {
            remain[d] = bits >> d & 1;
            if (!remain[d])
                continue;
            product *= dims[d];
            dims_left[left] = dims[d];
            periods_left[left] = periods[d];
            coords_left[left++] = coords[d];
        }
        MPI_Comm slice;
        OK(MPI_Cart_sub(cart, remain, &slice));
        CHECK_EQ(size_of(slice), product);
        check_grid(slice, left, dims_left, periods_left);
        OK(MPI_Comm_rank(slice, &found));
        CHECK_EQ(found, rank_at(left, dims_left, coords_left));
        int sum, mine = rank;
        OK(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, slice));
        OK(MPI_Comm_free(&slice));
    }
}

static void all_grids(void)
{
    for (int ndims = 1; ndims <= 3; ndims++)
        for (int rings = 0; rings < 1 << ndims; rings++) {
            int dims[3] = {0}, periods[3] = {0}, rank = -1;
            for (int d = 0; d < ndims; d++)
                periods[d] = rings >> d & 1;
            MPI_Comm cart;
            OK(MPI_Dims_create(check_size, ndims, dims));
            NOTE("%d dimensions, rings %d", ndims, rings);
            OK(MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, rings & 1, &cart));
            CHECK(cart != MPI_COMM_NULL);
            CHECK_EQ(size_of(cart), check_size);
            check_grid(cart, ndims, dims, periods);
            check_slices(cart, ndims, dims, periods);
            OK(MPI_Cart_map(MPI_COMM_WORLD, ndims, dims, periods, &rank));
            CHECK(rank >= 0 && rank < check_size);
            OK(MPI_Comm_free(&cart));
        }
    *check_note = 0;
}

/* Processes beyond the grid get no communicator. */
static void smaller_grids(void)
{
    for (int nodes = 1; nodes <= check_size; nodes++) {
        int ring = 1, rank = -1, mapped = -1, members = 0, in_grid;
        MPI_Comm cart;
        OK(MPI_Cart_create(MPI_COMM_WORLD, 1, &nodes, &ring, 0, &cart));
        in_grid = cart != MPI_COMM_NULL;
        OK(MPI_Allreduce(&in_grid, &members, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
        CHECK_EQ(members, nodes);
        OK(MPI_Cart_map(MPI_COMM_WORLD, 1, &nodes, &ring, &mapped));
        CHECK_EQ(mapped == MPI_UNDEFINED, !in_grid);
        if (!in_grid)
            continue;
        OK(MPI_Comm_rank(cart, &rank));
        CHECK_EQ(rank, mapped);
        check_grid(cart, 1, &nodes, &ring);
        OK(MPI_Comm_free(&cart));
    }
}

/* In a grid with a dimension of length 0 nobody has a place. */
static void no_place(void)
{
    int dims[2] = {check_size, 0}, periods[2] = {0, 1}, rank = -1;
    OK(MPI_Cart_map(MPI_COMM_WORLD, 2, dims, periods, &rank));
    CHECK_EQ(rank, MPI_UNDEFINED);
}

static void no_dimensions(void)
{
    MPI_Comm cart, slice;
    int ndims = -1, rank = -1, members = 0, in_grid;
    OK(MPI_Cart_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &cart));
    in_grid = cart != MPI_COMM_NULL;
    OK(MPI_Allreduce(&in_grid, &members, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_EQ(members, 1);
    if (!in_grid)
        return;
    CHECK_EQ(topology_of(cart), MPI_CART);
    OK(MPI_Cartdim_get(cart, &ndims));
    CHECK_EQ(ndims, 0);
    OK(MPI_Cart_get(cart, 0, NULL, NULL, NULL));
    OK(MPI_Cart_rank(cart, NULL, &rank));
    CHECK_EQ(rank, 0);
    OK(MPI_Cart_coords(cart, 0, 0, NULL));
    OK(MPI_Cart_sub(cart, NULL, &slice));
    OK(MPI_Cartdim_get(slice, &ndims));
    CHECK_EQ(ndims, 0);
    OK(MPI_Comm_free(&slice));
    OK(MPI_Comm_free(&cart));
}

/* A duplicate has the topology, also one whose maker is gone; parts do not. */
static void inheritance(void)
{
    MPI_Comm cart, dup, idup, part, created;
    MPI_Group group;
    MPI_Request request;
    int ring = 1;
    OK(MPI_Cart_create(MPI_COMM_WORLD, 1, &check_size, &ring, 0, &cart));
    OK(MPI_Comm_dup(cart, &dup));
    OK(MPI_Comm_idup(cart, &idup, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Comm_split(cart, 0, 0, &part));
    OK(MPI_Comm_group(cart, &group));
    OK(MPI_Comm_create(cart, group, &created));
    OK(MPI_Comm_free(&cart));
    check_grid(dup, 1, &check_size, &ring);
    check_grid(idup, 1, &check_size, &ring);
    CHECK_EQ(topology_of(part), MPI_UNDEFINED);
    CHECK_EQ(topology_of(created), MPI_UNDEFINED);
    CHECK_EQ(topology_of(MPI_COMM_WORLD), MPI_UNDEFINED);
    OK(MPI_Comm_free(&dup));
    OK(MPI_Comm_free(&idup));
    OK(MPI_Comm_free(&part));
    OK(MPI_Comm_free(&created));
    OK(MPI_Group_free(&group));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    all_grids();
    smaller_grids();
    no_place();
    no_dimensions();
    inheritance();
    return check_end();
}
