// Distributed arrays against their definition; envelopes and contents of int and of large-count constructors; types by size, by Fortran precision, by value
// and index; external32 sizes of all predefined types; Reduce_local and Op_commutative.
// ranks: 1
// needs: ferry
#include "check.h"
#include <wchar.h>

/* Element `at` of a dimension of `size` in blocks of `block` dealt to `procs`: whose it is. */
static int owner(int at, int block, int procs) { return at / block % procs; }

/* All processes' darrays of one shape: each element of the array is in exactly one, in memory order. */
static void darray(int order, const int gsizes[3], const int kinds[3], const int dargs[3], const int psizes[3])
{
    int procs = psizes[0] * psizes[1] * psizes[2], total = gsizes[0] * gsizes[1] * gsizes[2], block[3];
    int *whole = check_alloc(sizeof(int) * total), *packed = check_alloc(sizeof(int) * total), seen = 0;
    for (int i = 0; i < total; i++)
        whole[i] = i;
    for (int d = 0; d < 3; d++)
        block[d] = kinds[d] == MPI_DISTRIBUTE_NONE ? gsizes[d]
                   : dargs[d] != MPI_DISTRIBUTE_DFLT_DARG ? dargs[d]
                   : kinds[d] == MPI_DISTRIBUTE_CYCLIC ? 1 : (gsizes[d] + psizes[d] - 1) / psizes[d];
    for (int rank = 0; rank < procs; rank++) {
        int place[3] = {rank / (psizes[1] * psizes[2]), rank / psizes[2] % psizes[1], rank % psizes[2]};
        int position = 0, expected = 0, bytes;
        MPI_Datatype type;
        MPI_Aint lb, extent;
        OK(MPI_Type_create_darray(procs, rank, 3, gsizes, kinds, dargs, psizes, order, MPI_INT, &type));
        OK(MPI_Type_commit(&type));
        OK(MPI_Type_get_extent(type, &lb, &extent));
        CHECK_EQ(lb, 0);
        CHECK_EQ(extent, (MPI_Aint)sizeof(int) * total);
        OK(MPI_Type_size(type, &bytes));
        OK(MPI_Pack(whole, 1, type, packed, sizeof(int) * total, &position, MPI_COMM_SELF));
        CHECK_EQ(position, bytes);
        for (int at = 0; at < total; at++) {
            int index[3];
            if (order == MPI_ORDER_C)
                index[0] = at / (gsizes[1] * gsizes[2]), index[1] = at / gsizes[2] % gsizes[1], index[2] = at % gsizes[2];
            else
                index[2] = at / (gsizes[0] * gsizes[1]), index[1] = at / gsizes[0] % gsizes[1], index[0] = at % gsizes[0];
            int mine = 1;
            for (int d = 0; d < 3; d++)
                mine = mine && owner(index[d], block[d], psizes[d]) == place[d];
            if (mine)
                CHECK_EQ(packed[expected++], at);
        }
        CHECK_EQ(bytes, expected * (int)sizeof(int));
        seen += expected;
        OK(MPI_Type_free(&type));
    }
    CHECK_EQ(seen, total);
    free(whole), free(packed);
}

static void darrays(void)
{
    const int none = MPI_DISTRIBUTE_NONE, block = MPI_DISTRIBUTE_BLOCK, cyclic = MPI_DISTRIBUTE_CYCLIC, standard = MPI_DISTRIBUTE_DFLT_DARG;
    uint64_t seed = 99;
    for (int round = 0; round < 300; round++) {
        int gsizes[3], kinds[3], dargs[3], psizes[3];
        for (int d = 0; d < 3; d++) {
            gsizes[d] = 1 + random_below(&seed, 9);
            kinds[d] = (int[]){none, block, cyclic}[random_below(&seed, 3)];
            psizes[d] = kinds[d] == none ? 1 : 1 + random_below(&seed, 4);
            int least = kinds[d] == block ? (gsizes[d] + psizes[d] - 1) / psizes[d] : 1;
            dargs[d] = random_below(&seed, 2) ? standard : least + random_below(&seed, 3);
        }
        NOTE("round %d", round);
        darray(round % 2 ? MPI_ORDER_C : MPI_ORDER_FORTRAN, gsizes, kinds, dargs, psizes);
    }
    NOTE("%s", "");
    MPI_Datatype type;
    int g[1] = {10}, k[1] = {block}, d[1] = {2}, p[1] = {3};
    ERR(MPI_ERR_ARG, MPI_Type_create_darray(3, 0, 1, g, k, d, p, MPI_ORDER_C, MPI_INT, &type), "10");
    d[0] = standard;
    ERR(MPI_ERR_ARG, MPI_Type_create_darray(3, 3, 1, g, k, d, p, MPI_ORDER_C, MPI_INT, &type), "rank");
    ERR(MPI_ERR_ARG, MPI_Type_create_darray(4, 0, 1, g, k, d, p, MPI_ORDER_C, MPI_INT, &type), "4");
    ERR(MPI_ERR_ARG, MPI_Type_create_darray(3, 0, 1, g, k, d, p, 77, MPI_INT, &type), "order");
    ERR(MPI_ERR_ARG, MPI_Type_create_darray(3, 0, 0, g, k, d, p, MPI_ORDER_C, MPI_INT, &type), "ndims");
}

static void envelope(MPI_Datatype type, int combiner, int integers, int addresses, int types)
{
    int i, a, t, c;
    OK(MPI_Type_get_envelope(type, &i, &a, &t, &c));
    CHECK_EQ(c, combiner);
    CHECK_EQ(i, integers);
    CHECK_EQ(a, addresses);
    CHECK_EQ(t, types);
}

static void contents(void)
{
    int integers[8], lengths[2] = {3, 4};
    MPI_Count large[8], counts[2] = {3, 4}, places[2] = {0, 64}, i, a, l, t;
    MPI_Aint addresses[8], displacements[2] = {0, 64};
    MPI_Datatype type, types[2], members[2] = {MPI_INT, MPI_DOUBLE};
    int c;
    OK(MPI_Type_vector(2, 3, 5, MPI_INT, &type));
    envelope(type, MPI_COMBINER_VECTOR, 3, 0, 1);
    OK(MPI_Type_get_contents(type, 3, 0, 1, integers, addresses, types));
    CHECK(integers[0] == 2 && integers[1] == 3 && integers[2] == 5 && types[0] == MPI_INT);
    ERR(MPI_ERR_ARG, MPI_Type_get_contents(type, 2, 0, 1, integers, addresses, types), "max_integers");
    OK(MPI_Type_free(&type));
    OK(MPI_Type_create_struct(2, lengths, displacements, members, &type));
    envelope(type, MPI_COMBINER_STRUCT, 3, 2, 2);
    OK(MPI_Type_get_contents(type, 3, 2, 2, integers, addresses, types));
    CHECK(integers[0] == 2 && integers[1] == 3 && integers[2] == 4 && addresses[1] == 64 && types[1] == MPI_DOUBLE);
    /* The large interface reads what the small one made. */
    OK(MPI_Type_get_envelope_c(type, &i, &a, &l, &t, &c));
    CHECK(i == 3 && a == 2 && l == 0 && t == 2 && c == MPI_COMBINER_STRUCT);
    OK(MPI_Type_free(&type));
    /* The small one refuses what the large one made. */
    OK(MPI_Type_create_struct_c(2, counts, places, members, &type));
    OK(MPI_Type_get_envelope_c(type, &i, &a, &l, &t, &c));
    CHECK(i == 0 && a == 0 && l == 5 && t == 2 && c == MPI_COMBINER_STRUCT);
    OK(MPI_Type_get_contents_c(type, 0, 0, 5, 2, integers, addresses, large, types));
    CHECK(large[0] == 2 && large[1] == 3 && large[2] == 4 && large[3] == 0 && large[4] == 64);
    int x, y, z;
    ERR(MPI_ERR_TYPE, MPI_Type_get_envelope(type, &x, &y, &z, &c), "MPI_Type_get_envelope_c");
    ERR(MPI_ERR_TYPE, MPI_Type_get_contents(type, 8, 8, 2, integers, addresses, types), "MPI_Type_get_contents_c");
    OK(MPI_Type_free(&type));
    envelope(MPI_INT, MPI_COMBINER_NAMED, 0, 0, 0);
    ERR(MPI_ERR_TYPE, MPI_Type_get_contents(MPI_INT, 0, 0, 0, integers, addresses, types), "predefined");
    /* Derived members come as handles of their own, to be freed. */
    MPI_Datatype inner;
    OK(MPI_Type_contiguous(2, MPI_INT, &inner));
    OK(MPI_Type_dup(inner, &type));
    OK(MPI_Type_free(&inner));
    OK(MPI_Type_get_contents(type, 0, 0, 1, integers, addresses, types));
    envelope(types[0], MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
    OK(MPI_Type_free(&types[0]));
    OK(MPI_Type_free(&type));
}

static void found(void)
{
    MPI_Datatype type, again;
    int size, values[2];
    MPI_Aint none[1];
    MPI_Datatype no_types[1];
    static const int classes[] = {MPI_TYPECLASS_INTEGER, MPI_TYPECLASS_REAL, MPI_TYPECLASS_COMPLEX};
    static const int sizes[3][3] = {{1, 4, 8}, {4, 8, 16}, {8, 16, 32}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            OK(MPI_Type_match_size(classes[i], sizes[i][j], &type));
            OK(MPI_Type_size(type, &size));
            CHECK_EQ(size, sizes[i][j]);
        }
    ERR(MPI_ERR_ARG, MPI_Type_match_size(MPI_TYPECLASS_REAL, 3, &type), "size is 3");
    ERR(MPI_ERR_ARG, MPI_Type_match_size(12345, 4, &type), "typeclass");
    OK(MPI_Type_create_f90_real(15, MPI_UNDEFINED, &type));
    OK(MPI_Type_create_f90_real(15, MPI_UNDEFINED, &again));
    CHECK(type == again); /* the same arguments give the same handle */
    OK(MPI_Type_size(type, &size));
    CHECK_EQ(size, 8);
    envelope(type, MPI_COMBINER_F90_REAL, 2, 0, 0);
    OK(MPI_Type_get_contents(type, 2, 0, 0, values, none, no_types));
    CHECK(values[0] == 15 && values[1] == MPI_UNDEFINED);
    OK(MPI_Type_create_f90_complex(MPI_UNDEFINED, 37, &type));
    OK(MPI_Type_size(type, &size));
    CHECK_EQ(size, 8);
    OK(MPI_Type_create_f90_integer(9, &type));
    OK(MPI_Type_size(type, &size));
    CHECK_EQ(size, 4);
    envelope(type, MPI_COMBINER_F90_INTEGER, 1, 0, 0);
    ERR(MPI_ERR_ARG, MPI_Type_create_f90_integer(100, &type), "100");
    ERR(MPI_ERR_ARG, MPI_Type_create_f90_real(MPI_UNDEFINED, MPI_UNDEFINED, &type), "MPI_UNDEFINED");
    ERR(MPI_ERR_ARG, MPI_Type_create_f90_real(99, 10, &type), "99");
    OK(MPI_Type_get_value_index(MPI_FLOAT, MPI_INT, &type));
    CHECK(type == MPI_FLOAT_INT);
    OK(MPI_Type_get_value_index(MPI_INT, MPI_INT, &type));
    CHECK(type == MPI_2INT);
    OK(MPI_Type_get_value_index(MPI_FLOAT, MPI_CHAR, &type));
    CHECK(type == MPI_DATATYPE_NULL);
}

static void external(void)
{
    static const struct {
        MPI_Datatype type;
        int bytes;
    } list[] = {{MPI_CHAR, 1}, {MPI_SHORT, 2}, {MPI_INT, 4}, {MPI_LONG, 4}, {MPI_UNSIGNED_LONG, 4}, {MPI_LONG_LONG, 8}, {MPI_FLOAT, 4},
                {MPI_DOUBLE, 8}, {MPI_LONG_DOUBLE, 16}, {MPI_WCHAR, 2}, {MPI_C_BOOL, 1}, {MPI_INT64_T, 8}, {MPI_AINT, 8},
                {MPI_C_FLOAT_COMPLEX, 8}, {MPI_C_DOUBLE_COMPLEX, 16}, {MPI_BYTE, 1}, {MPI_FLOAT_INT, 8}, {MPI_DOUBLE_INT, 12}};
    for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
        unsigned char in[32], packed[64], back[32];
        MPI_Aint size = -1, position = 0;
        int native;
        NOTE("type %u", i);
        OK(MPI_Pack_external_size("external32", 1, list[i].type, &size));
        CHECK_EQ(size, list[i].bytes);
        OK(MPI_Type_size(list[i].type, &native));
        memset(in, 0, sizeof in), memset(back, 0, sizeof back);
        in[0] = 1;
        OK(MPI_Pack_external("external32", in, 1, list[i].type, packed, sizeof packed, &position));
        CHECK_EQ(position, size);
        position = 0;
        OK(MPI_Unpack_external("external32", packed, size, &position, back, 1, list[i].type));
        CHECK(memcmp(in, back, native > 8 ? 8 : native) == 0);
        position = 0;
        if (size > 0)
            ERR(MPI_ERR_TRUNCATE, MPI_Pack_external("external32", in, 1, list[i].type, packed, size - 1, &position));
    }
    /* A value that does not fit: the message says whose and what helps. */
    if (check_ferry) {
        long wide[2] = {-7, 1L << 40};
        wchar_t symbol[1] = {0x1f600};
        char packed[16];
        MPI_Aint position = 0;
        ERR(MPI_ERR_CONVERSION, MPI_Pack_external("external32", wide, 2, MPI_LONG, packed, sizeof packed, &position), "inbuf", "MPI_INT64_T");
        ERR(MPI_ERR_CONVERSION, MPI_Pack_external("external32", symbol, 1, MPI_WCHAR, packed, sizeof packed, &position), "inbuf", "wide");
        CHECK_EQ(position, 0);
    }
    MPI_Aint size;
    ERR(MPI_ERR_ARG, MPI_Pack_external_size("native", 1, MPI_INT, &size), "external32");
}

static void reduce(void)
{
    int in[3] = {1, 5, 3}, inout[3] = {4, 2, 3}, commutes = -1;
    OK(MPI_Reduce_local(in, inout, 3, MPI_INT, MPI_MAX));
    CHECK(inout[0] == 4 && inout[1] == 5 && inout[2] == 3);
    ERR(MPI_ERR_OP, MPI_Reduce_local(in, inout, 3, MPI_INT, MPI_OP_NULL), "op");
    ERR(MPI_ERR_OP, MPI_Reduce_local(in, inout, 3, MPI_FLOAT, MPI_BAND));
    OK(MPI_Op_commutative(MPI_SUM, &commutes));
    CHECK_EQ(commutes, 1);
    OK(MPI_Op_commutative(MPI_REPLACE, &commutes));
    CHECK_EQ(commutes, 0);
    ERR(MPI_ERR_OP, MPI_Op_commutative(MPI_OP_NULL, &commutes), "MPI_OP_NULL");
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    darrays();
    contents();
    found();
    external();
    reduce();
    return check_end();
}
