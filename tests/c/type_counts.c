// Get_count and Get_elements of whole, partial and empty messages of derived types; elements set by hand.
// ranks: 2
#include "check.h"

/* Sends ints to the neighbour, receives them as items of the type and gives the status. */
static MPI_Status receive_ints(int ints, int room, MPI_Datatype type)
{
    int out[64] = {0}, in[256], peer = 1 - check_rank;
    MPI_Status status;
    OK(MPI_Sendrecv(out, ints, MPI_INT, peer, 0, in, room, type, peer, 0, MPI_COMM_WORLD, &status));
    return status;
}

static void expect(MPI_Status status, MPI_Datatype type, int count, int elements)
{
    int got = -7;
    MPI_Count large = -7;
    OK(MPI_Get_count(&status, type, &got));
    CHECK_EQ(got, count);
    OK(MPI_Get_elements(&status, type, &got));
    CHECK_EQ(got, elements);
    OK(MPI_Get_count_c(&status, type, &large));
    CHECK_EQ(large, count);
    OK(MPI_Get_elements_c(&status, type, &large));
    CHECK_EQ(large, elements);
}

static void partial(void)
{
    MPI_Datatype triple, nested;
    OK(MPI_Type_vector(3, 1, 2, MPI_INT, &triple));
    OK(MPI_Type_commit(&triple));
    OK(MPI_Type_contiguous(2, triple, &nested));
    OK(MPI_Type_commit(&nested));
    for (int ints = 0; ints <= 12; ints++) {
        MPI_Status status = receive_ints(ints, 4, triple);
        expect(status, triple, ints % 3 ? MPI_UNDEFINED : ints / 3, ints);
        status = receive_ints(ints, 2, nested);
        expect(status, nested, ints % 6 ? MPI_UNDEFINED : ints / 6, ints);
        expect(status, MPI_INT, ints, ints);
    }
    OK(MPI_Type_free(&triple));
    OK(MPI_Type_free(&nested));
}

/* Mixed basic types: elements are counted in the order of the type map. */
static void mixed(void)
{
    int lengths[2] = {1, 2}, peer = 1 - check_rank;
    MPI_Aint displacements[2] = {0, 8};
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_SHORT}, item; /* 12 bytes, 3 elements */
    OK(MPI_Type_create_struct(2, lengths, displacements, types, &item));
    OK(MPI_Type_commit(&item));
    char out[160] = {0}, in[160];
    const int cuts[][3] = {{0, 0, 0}, {1, 1, 3}, {3, 3, 9}};
    for (int i = 0; i < 3; i++) {
        MPI_Status status;
        OK(MPI_Sendrecv(out, cuts[i][0], item, peer, 0, in, 4, item, peer, 0, MPI_COMM_WORLD, &status));
        expect(status, item, cuts[i][1], cuts[i][2]);
    }
    MPI_Datatype head; /* one item and the double of the next: 4 elements */
    int head_lengths[2] = {1, 1};
    MPI_Aint head_displacements[2] = {0, 16};
    MPI_Datatype head_types[2] = {item, MPI_DOUBLE};
    MPI_Status status;
    OK(MPI_Type_create_struct(2, head_lengths, head_displacements, head_types, &head));
    OK(MPI_Type_commit(&head));
    OK(MPI_Sendrecv(out, 1, head, peer, 0, in, 4, item, peer, 0, MPI_COMM_WORLD, &status));
    expect(status, item, MPI_UNDEFINED, 4);
    OK(MPI_Type_free(&head));
    OK(MPI_Type_free(&item));
}

static void by_hand(void)
{
    MPI_Status status = {0};
    MPI_Datatype pair;
    OK(MPI_Type_contiguous(2, MPI_DOUBLE, &pair));
    OK(MPI_Type_commit(&pair));
    OK(MPI_Status_set_elements(&status, MPI_DOUBLE, 6));
    expect(status, MPI_DOUBLE, 6, 6);
    expect(status, pair, 3, 6);
    OK(MPI_Status_set_elements(&status, pair, 5));
    expect(status, pair, MPI_UNDEFINED, 5);
    MPI_Count large = 3ll << 33, got = 0;
    int small = 0;
    OK(MPI_Status_set_elements_c(&status, MPI_BYTE, large));
    OK(MPI_Get_count_c(&status, MPI_BYTE, &got));
    CHECK_EQ(got, large);
    OK(MPI_Get_count(&status, MPI_BYTE, &small));
    CHECK_EQ(small, MPI_UNDEFINED);
    OK(MPI_Type_free(&pair));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    partial();
    mixed();
    by_hand();
    return check_end();
}
