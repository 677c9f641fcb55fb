// Comm dup, split and split_type: ranks, contexts of their own, MPI_UNDEFINED, key order with ties, names, compare.
// ranks: 1 2 3 4 7
#include "check.h"

static int result_of(MPI_Comm a, MPI_Comm b)
{
    int result = -1;
    OK(MPI_Comm_compare(a, b, &result));
    return result;
}

static int rank_in(MPI_Comm comm)
{
    int rank = -1;
    OK(MPI_Comm_rank(comm, &rank));
    return rank;
}

static int size_of(MPI_Comm comm)
{
    int size = -1;
    OK(MPI_Comm_size(comm, &size));
    return size;
}

/* A message on one communicator is not seen on the other. */
static void dup_is_apart(void)
{
    MPI_Comm dup;
    MPI_Request requests[2];
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size, values[2] = {1, 2}, got = 0, flag;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &dup));
    CHECK_EQ(result_of(dup, MPI_COMM_WORLD), MPI_CONGRUENT);
    CHECK_EQ(result_of(dup, dup), MPI_IDENT);
    CHECK(rank_in(dup) == check_rank && size_of(dup) == check_size);
    OK(MPI_Isend(&values[0], 1, MPI_INT, to, 0, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Isend(&values[1], 1, MPI_INT, to, 0, dup, &requests[1]));
    OK(MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, dup, MPI_STATUS_IGNORE));
    CHECK_EQ(got, 2);
    OK(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, dup, &flag, MPI_STATUS_IGNORE));
    CHECK(!flag);
    OK(MPI_Recv(&got, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_EQ(got, 1);
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    OK(MPI_Comm_free(&dup));
    CHECK(dup == MPI_COMM_NULL);
}

static void dup_with_info_and_idup(void)
{
    MPI_Comm with_info, later;
    MPI_Request request;
    OK(MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &with_info));
    if (!HAVE(MPI_Comm_idup(with_info, &later, &request))) {
        OK(MPI_Comm_free(&with_info));
        return;
    }
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQ(result_of(with_info, later), MPI_CONGRUENT);
    OK(MPI_Barrier(later));
    OK(MPI_Comm_free(&with_info));
    OK(MPI_Barrier(later));
    OK(MPI_Comm_free(&later));
}

/* Colours by modulus; the key turns the order round, ties keep the old order. */
static void split_by(int colours, int key_kind)
{
    MPI_Comm part;
    int colour = check_rank % colours, key = key_kind == 0 ? 0 : key_kind == 1 ? -check_rank : check_rank / 2 % 2;
    OK(MPI_Comm_split(MPI_COMM_WORLD, colour, key, &part));
    int before = 0, members = 0;
    for (int other = 0; other < check_size; other++) {
        if (other % colours != colour)
            continue;
        int other_key = key_kind == 0 ? 0 : key_kind == 1 ? -other : other / 2 % 2;
        members++;
        before += other_key < key || (other_key == key && other < check_rank);
    }
    CHECK_EQ(size_of(part), members);
    CHECK_EQ(rank_in(part), before);
    int sum = -1;
    OK(MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, part));
    for (int other = colour; other < check_size; other += colours)
        sum -= other;
    CHECK_EQ(sum, 0);
    if (members == check_size && key_kind < 2 && check_size > 1)
        CHECK_EQ(result_of(part, MPI_COMM_WORLD), key_kind == 0 ? MPI_CONGRUENT : MPI_SIMILAR);
    if (members < check_size)
        CHECK_EQ(result_of(part, MPI_COMM_WORLD), MPI_UNEQUAL);
    OK(MPI_Comm_free(&part));
}

/* Some ranks stay out, and ends of split communicators are split again. */
static void split_undefined_and_nested(void)
{
    MPI_Comm part, half;
    OK(MPI_Comm_split(MPI_COMM_WORLD, check_rank == 0 ? MPI_UNDEFINED : 5, 0, &part));
    CHECK_EQ(part == MPI_COMM_NULL, check_rank == 0);
    if (part == MPI_COMM_NULL)
        return;
    CHECK_EQ(rank_in(part), check_rank - 1);
    OK(MPI_Comm_split(part, rank_in(part) >= size_of(part) / 2, -rank_in(part), &half));
    OK(MPI_Comm_free(&part));
    int value = rank_in(half);
    OK(MPI_Bcast(&value, 1, MPI_INT, size_of(half) - 1, half));
    CHECK_EQ(value, size_of(half) - 1);
    OK(MPI_Comm_free(&half));
}

/* One machine: everyone shares memory. */
static void split_type(void)
{
    MPI_Comm node, none;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    CHECK_EQ(size_of(node), check_size);
    OK(MPI_Comm_free(&node));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, check_rank ? MPI_COMM_TYPE_SHARED : MPI_UNDEFINED, 0, MPI_INFO_NULL, &none));
    CHECK_EQ(none == MPI_COMM_NULL, check_rank == 0);
    if (none != MPI_COMM_NULL)
        OK(MPI_Comm_free(&none));
}

static void names(void)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;
    MPI_Comm dup;
    OK(MPI_Comm_get_name(MPI_COMM_WORLD, name, &length));
    CHECK_STR(name, "MPI_COMM_WORLD");
    CHECK_EQ(length, 14);
    OK(MPI_Comm_get_name(MPI_COMM_SELF, name, &length));
    CHECK_STR(name, "MPI_COMM_SELF");
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &dup));
    OK(MPI_Comm_get_name(dup, name, &length));
    CHECK_EQ(length, 0); /* a name is not copied */
    OK(MPI_Comm_set_name(dup, "ocean"));
    OK(MPI_Comm_get_name(dup, name, &length));
    CHECK_STR(name, "ocean");
    OK(MPI_Comm_free(&dup));
    int inter = 1;
    OK(MPI_Comm_test_inter(MPI_COMM_WORLD, &inter));
    CHECK(!inter);
    CHECK_EQ(result_of(MPI_COMM_WORLD, MPI_COMM_SELF), check_size == 1 ? MPI_CONGRUENT : MPI_UNEQUAL);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    dup_is_apart();
    dup_with_info_and_idup();
    for (int colours = 1; colours <= check_size; colours++)
        for (int kind = 0; kind < 3; kind++)
            split_by(colours, kind);
    split_undefined_and_nested();
    split_type();
    names();
    return check_end();
}
