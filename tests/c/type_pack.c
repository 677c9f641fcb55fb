// Pack and Unpack: several items in one buffer, sent as MPI_PACKED and received as data and the other way round, the external32
// form with its fixed byte order.
// ranks: 1 2
#include "check.h"

static int to, from;

static void mixed_buffer(void)
{
    char buffer[400];
    int position = 0, n = 3 + check_rank, values[8] = {9, 8, 7, 6, 5, 4, 3, 2};
    double x = 2.5 * check_rank;
    MPI_Status status;
    OK(MPI_Pack(&n, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD));
    OK(MPI_Pack(values, n, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD));
    OK(MPI_Pack(&x, 1, MPI_DOUBLE, buffer, sizeof buffer, &position, MPI_COMM_WORLD));
    char in[400];
    OK(MPI_Sendrecv(buffer, position, MPI_PACKED, to, 0, in, sizeof in, MPI_PACKED, from, 0, MPI_COMM_WORLD, &status));
    int size = 0, got[8] = {0}, m = 0;
    double y = -1;
    OK(MPI_Get_count(&status, MPI_PACKED, &size));
    position = 0;
    OK(MPI_Unpack(in, size, &position, &m, 1, MPI_INT, MPI_COMM_WORLD));
    CHECK_EQ(m, 3 + from);
    OK(MPI_Unpack(in, size, &position, got, m, MPI_INT, MPI_COMM_WORLD));
    OK(MPI_Unpack(in, size, &position, &y, 1, MPI_DOUBLE, MPI_COMM_WORLD));
    CHECK_EQ(position, size);
    CHECK(memcmp(got, values, m * sizeof(int)) == 0 && y == 2.5 * from);
}

/* Packed data may be received as what was packed, and plain data as MPI_PACKED. */
static void packed_and_plain(void)
{
    char buffer[200];
    int position = 0, out[5] = {1, 2, 3, 4, check_rank}, in[5] = {0}, got[5] = {0};
    OK(MPI_Pack(out, 5, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD));
    OK(MPI_Sendrecv(buffer, position, MPI_PACKED, to, 0, in, 5, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(in[0] == 1 && in[4] == from);
    MPI_Status status;
    int size;
    OK(MPI_Sendrecv(out, 5, MPI_INT, to, 0, buffer, sizeof buffer, MPI_PACKED, from, 0, MPI_COMM_WORLD, &status));
    OK(MPI_Get_count(&status, MPI_PACKED, &size));
    position = 0;
    OK(MPI_Unpack(buffer, size, &position, got, 5, MPI_INT, MPI_COMM_WORLD));
    CHECK(got[0] == 1 && got[4] == from);
}

static void too_small(void)
{
    char buffer[10];
    int position = 0, values[5] = {0};
    int code = MPI_Pack(values, 5, MPI_INT, buffer, 10, &position, MPI_COMM_WORLD);
    CHECK(code != MPI_SUCCESS); /* the standard names no class */
    CHECK_EQ(position, 0);
}

/* external32 is big-endian with fixed sizes. */
static void external(void)
{
    int values[2] = {0x01020304, -2}, back[2] = {0};
    double x = 1.0, y = 0;
    MPI_Aint size = 0, position = 0;
    unsigned char buffer[32] = {0};
    OK(MPI_Pack_external_size("external32", 2, MPI_INT, &size));
    CHECK_EQ(size, 8);
    OK(MPI_Pack_external("external32", values, 2, MPI_INT, buffer, sizeof buffer, &position));
    CHECK_EQ(position, 8);
    OK(MPI_Pack_external("external32", &x, 1, MPI_DOUBLE, buffer, sizeof buffer, &position));
    CHECK_EQ(position, 16);
    const unsigned char due[16] = {1, 2, 3, 4, 0xFF, 0xFF, 0xFF, 0xFE, 0x3F, 0xF0};
    CHECK(memcmp(buffer, due, 16) == 0);
    position = 0;
    OK(MPI_Unpack_external("external32", buffer, 16, &position, back, 2, MPI_INT));
    OK(MPI_Unpack_external("external32", buffer, 16, &position, &y, 1, MPI_DOUBLE));
    CHECK(back[0] == values[0] && back[1] == values[1] && y == 1.0);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    mixed_buffer();
    packed_and_plain();
    if (check_ferry) /* MPICH 5.0.2 writes past the end */
        too_small();
    external();
    return check_end();
}
