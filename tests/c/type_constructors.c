// Each datatype constructor against its type map written out: shape, messages with different but matching types, packing.
// ranks: 1 2 3
#include "typemap.h"

static Map base;          /* two ints and a char with a hole, resized */
static MPI_Datatype item; /* the same as a datatype */

static void make_base(void)
{
    Map integer = map_basic(2), character = map_basic(0);
    const Map *maps[2] = {&integer, &character};
    int lengths[2] = {2, 1};
    MPI_Aint displacements[2] = {4, 14};
    MPI_Datatype types[2] = {MPI_INT, MPI_CHAR}, unsized;
    base = map_resized(map_struct(2, lengths, displacements, maps), 0, 20);
    OK(MPI_Type_create_struct(2, lengths, displacements, types, &unsized));
    OK(MPI_Type_create_resized(unsized, 0, 20, &item));
    OK(MPI_Type_free(&unsized));
    map_free(&integer), map_free(&character);
}

/* Commits, compares with the map, frees both. */
static void compare(Map map, MPI_Datatype type)
{
    OK(MPI_Type_commit(&type));
    map_check_shape(&map, type);
    for (int count = 0; count <= 3; count++)
        map_check_transfer(&map, type, count);
    OK(MPI_Type_free(&type));
    CHECK(type == MPI_DATATYPE_NULL);
    map_free(&map);
}

static void contiguous_and_vectors(void)
{
    MPI_Datatype type;
    OK(MPI_Type_contiguous(7, item, &type));
    compare(map_hvector(1, 7, 0, &base), type);
    OK(MPI_Type_vector(5, 2, 3, item, &type));
    compare(map_hvector(5, 2, 3 * 20, &base), type);
    OK(MPI_Type_vector(4, 1, -2, item, &type));
    compare(map_hvector(4, 1, -2 * 20, &base), type);
    OK(MPI_Type_vector(3, 2, 0, item, &type)); /* the blocks coincide: may be sent only */
    compare(map_hvector(3, 2, 0, &base), type);
    OK(MPI_Type_create_hvector(6, 2, 47, item, &type));
    compare(map_hvector(6, 2, 47, &base), type);
    OK(MPI_Type_create_hvector(6, 1, -23, item, &type));
    compare(map_hvector(6, 1, -23, &base), type);
}

static void indexed(void)
{
    enum { BLOCKS = 5 };
    int lengths[BLOCKS] = {2, 0, 1, 3, 1}, displacements[BLOCKS] = {4, 2, -3, 10, 0};
    int equal[BLOCKS] = {2, 2, 2, 2, 2}, starts[BLOCKS] = {0, 8, 3, -4, 20};
    MPI_Aint bytes[BLOCKS], start_bytes[BLOCKS], odd[BLOCKS] = {100, 1, -61, 203, 22}, odd_equal[BLOCKS] = {0, 41, 83, -47, 200};
    MPI_Datatype type;
    for (int i = 0; i < BLOCKS; i++)
        bytes[i] = displacements[i] * 20, start_bytes[i] = starts[i] * 20;
    OK(MPI_Type_indexed(BLOCKS, lengths, displacements, item, &type));
    compare(map_blocks(BLOCKS, lengths, bytes, &base), type);
    OK(MPI_Type_create_hindexed(BLOCKS, lengths, odd, item, &type));
    compare(map_blocks(BLOCKS, lengths, odd, &base), type);
    OK(MPI_Type_create_indexed_block(BLOCKS, 2, starts, item, &type));
    compare(map_blocks(BLOCKS, equal, start_bytes, &base), type);
    OK(MPI_Type_create_hindexed_block(BLOCKS, 2, odd_equal, item, &type));
    compare(map_blocks(BLOCKS, equal, odd_equal, &base), type);
}

static void structs(void)
{
    Map maps[3] = {map_basic(3), map_basic(0), map_basic(1)};
    const Map *olds[4] = {&maps[0], &base, &maps[1], &maps[2]};
    MPI_Datatype types[4] = {MPI_DOUBLE, item, MPI_CHAR, MPI_SHORT}, inner, type;
    int lengths[4] = {2, 1, 3, 2};
    MPI_Aint displacements[4] = {0, 24, 50, 16};
    OK(MPI_Type_create_struct(4, lengths, displacements, types, &inner));
    OK(MPI_Type_create_resized(inner, -8, 80, &type));
    OK(MPI_Type_free(&inner));
    compare(map_resized(map_struct(4, lengths, displacements, olds), -8, 80), type);
    for (int i = 0; i < 3; i++)
        map_free(&maps[i]);
}

/* The sub-block of a 3-dimensional array, in both storage orders; the extent is that of the whole array. */
static void subarrays(void)
{
    int sizes[3] = {4, 5, 6}, subsizes[3] = {2, 3, 4}, starts[3] = {1, 2, 1};
    for (int order = 0; order < 2; order++) {
        int lengths[24], n = 0;
        MPI_Aint displacements[24];
        int slow = order ? 2 : 0, fast = order ? 0 : 2;
        for (int i = 0; i < subsizes[slow]; i++)
            for (int j = 0; j < subsizes[1]; j++)
                for (int k = 0; k < subsizes[fast]; k++) {
                    int at = ((starts[slow] + i) * sizes[1] + starts[1] + j) * sizes[fast] + starts[fast] + k;
                    lengths[n] = 1, displacements[n++] = at * 20;
                }
        MPI_Datatype type;
        OK(MPI_Type_create_subarray(3, sizes, subsizes, starts, order ? MPI_ORDER_FORTRAN : MPI_ORDER_C, item, &type));
        compare(map_resized(map_blocks(n, lengths, displacements, &base), 0, 120 * 20), type);
    }
}

static void resized_and_dup(void)
{
    MPI_Datatype type, vector;
    OK(MPI_Type_create_resized(item, -4, 33, &type));
    compare(map_resized(map_hvector(1, 1, 0, &base), -4, 33), type);
    OK(MPI_Type_create_resized(item, 2, 9, &type)); /* items overlap */
    compare(map_resized(map_hvector(1, 1, 0, &base), 2, 9), type);
    OK(MPI_Type_vector(3, 1, 2, item, &vector));
    OK(MPI_Type_create_resized(vector, 60, -20, &type)); /* each item before the last */
    OK(MPI_Type_free(&vector));
    OK(MPI_Type_commit(&type));
    Map map = map_resized(map_hvector(3, 1, 40, &base), 60, -20);
    map_check_transfer(&map, type, 2);
    map_free(&map);
    OK(MPI_Type_free(&type));
    OK(MPI_Type_dup(item, &type));
    compare(map_hvector(1, 1, 0, &base), type);
}

/* Nothing at all is a type too. */
static void empty(void)
{
    MPI_Datatype type;
    OK(MPI_Type_contiguous(0, item, &type));
    OK(MPI_Type_commit(&type));
    MPI_Aint lb = 1, extent = 1;
    int size = 1;
    OK(MPI_Type_get_extent(type, &lb, &extent));
    OK(MPI_Type_size(type, &size));
    CHECK(lb == 0 && extent == 0 && size == 0);
    OK(MPI_Send(NULL, 5, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    OK(MPI_Type_free(&type));
    OK(MPI_Type_create_struct(0, NULL, NULL, NULL, &type));
    OK(MPI_Type_size(type, &size));
    CHECK_EQ(size, 0);
    OK(MPI_Type_free(&type));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    map_begin();
    make_base();
    contiguous_and_vectors();
    indexed();
    structs();
    subarrays();
    resized_and_dup();
    empty();
    OK(MPI_Type_free(&item));
    map_free(&base);
    return check_end();
}
