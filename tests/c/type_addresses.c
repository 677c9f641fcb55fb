// Structs of absolute addresses relative to MPI_BOTTOM, address arithmetic, names and duplicates of datatypes, and types that
// are freed while in use.
// ranks: 1 2
#include "check.h"

static int to, from;

static int count;

/* Three variables in unrelated places as one item relative to MPI_BOTTOM. */
static MPI_Datatype everywhere(double *local, char *heap)
{
    int lengths[3] = {1, 3, 100};
    MPI_Aint addresses[3];
    MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR}, all;
    OK(MPI_Get_address(&count, &addresses[0]));
    OK(MPI_Get_address(local, &addresses[1]));
    OK(MPI_Get_address(heap, &addresses[2]));
    OK(MPI_Type_create_struct(3, lengths, addresses, types, &all));
    OK(MPI_Type_commit(&all));
    return all;
}

static void bottom(void)
{
    double local[3];
    char *heap = check_alloc(100), packed[1000];
    MPI_Datatype all = everywhere(local, heap);
    int position = 0;
    count = check_rank + 5;
    for (int i = 0; i < 3; i++)
        local[i] = check_rank + i / 4.0;
    fill_bytes(heap, 100, check_rank);
    OK(MPI_Pack(MPI_BOTTOM, 1, all, packed, sizeof packed, &position, MPI_COMM_WORLD));
    OK(MPI_Sendrecv_replace(MPI_BOTTOM, 1, all, to, 0, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_EQ(count, from + 5);
    for (int i = 0; i < 3; i++)
        CHECK(local[i] == from + i / 4.0);
    CHECK_BYTES(heap, 100, from);
    int read = 0;
    OK(MPI_Unpack(packed, position, &read, MPI_BOTTOM, 1, all, MPI_COMM_WORLD));
    CHECK_EQ(count, check_rank + 5);
    CHECK(local[2] == check_rank + 0.5);
    CHECK_BYTES(heap, 100, check_rank);
    OK(MPI_Type_free(&all));
    free(heap);
}

static void arithmetic(void)
{
    char memory[100];
    MPI_Aint low, high;
    OK(MPI_Get_address(memory, &low));
    OK(MPI_Get_address(memory + 77, &high));
    CHECK_EQ(MPI_Aint_diff(high, low), 77);
    CHECK_EQ(MPI_Aint_add(low, 77), high);
    CHECK((char *)low == memory);
}

static void names(void)
{
    MPI_Datatype type, copy;
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;
    OK(MPI_Type_contiguous(3, MPI_INT, &type));
    OK(MPI_Type_get_name(type, name, &length));
    CHECK_EQ(length, 0);
    CHECK_STR(name, "");
    OK(MPI_Type_set_name(type, "triple"));
    OK(MPI_Type_dup(type, &copy));
    OK(MPI_Type_get_name(type, name, &length));
    CHECK_STR(name, "triple");
    CHECK_EQ(length, 6);
    OK(MPI_Type_free(&type));
    OK(MPI_Type_commit(&copy)); /* outlives its original; was not committed either */
    OK(MPI_Type_free(&copy));
}

/* Freed types keep serving the operations begun with them, and the types built from them. */
static void freed_while_used(void)
{
    enum { BLOCKS = 20000 };
    int *out = check_alloc(2 * BLOCKS * sizeof *out), *in = check_alloc(2 * BLOCKS * sizeof *in);
    MPI_Datatype inner, outer;
    MPI_Request requests[2];
    OK(MPI_Type_vector(BLOCKS / 10, 1, 2, MPI_INT, &inner));
    OK(MPI_Type_create_hvector(10, 1, BLOCKS / 10 * 2 * sizeof(int), inner, &outer));
    OK(MPI_Type_free(&inner));
    OK(MPI_Type_commit(&outer));
    for (int i = 0; i < 2 * BLOCKS; i++)
        out[i] = i + check_rank, in[i] = -1;
    OK(MPI_Irecv(in, 1, outer, from, 1, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Isend(out, 1, outer, to, 1, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Type_free(&outer));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < 2 * BLOCKS; i++)
        CHECK_EQ(in[i], i % 2 ? -1 : i + from);
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    bottom();
    arithmetic();
    names();
    freed_while_used();
    return check_end();
}
