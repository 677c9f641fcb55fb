// Groups: include, exclude, ranges, set operations, translation, comparison, the empty group, all without communication.
// ranks: 1 2 4 7
#include "check.h"

static MPI_Group world;

/* The group holds just these ranks of the world, in this order. */
static void expect(MPI_Group group, int count, const int *ranks)
{
    int size = -1, rank = -2, due = MPI_UNDEFINED, members[64], translated[64];
    OK(MPI_Group_size(group, &size));
    CHECK_EQ(size, count);
    for (int i = 0; i < count; i++) {
        members[i] = i;
        if (ranks[i] == check_rank)
            due = i;
    }
    OK(MPI_Group_rank(group, &rank));
    CHECK_EQ(rank, due);
    OK(MPI_Group_translate_ranks(group, count, members, world, translated));
    for (int i = 0; i < count; i++)
        CHECK_EQ(translated[i], ranks[i]);
}

static MPI_Group including(int count, const int *ranks)
{
    MPI_Group group;
    OK(MPI_Group_incl(world, count, ranks, &group));
    expect(group, count, ranks);
    return group;
}

static void discard(MPI_Group group)
{
    OK(MPI_Group_free(&group));
    CHECK(group == MPI_GROUP_NULL);
}

static int compared(MPI_Group a, MPI_Group b)
{
    int result = -1;
    OK(MPI_Group_compare(a, b, &result));
    return result;
}

/* Every subset of the world by incl and excl, in order and reversed. */
static void subsets(void)
{
    for (int mask = 0; mask < 1 << check_size; mask++) {
        int in[8], out[8], reversed[8], n = 0, m = 0;
        for (int rank = 0; rank < check_size; rank++)
            *(mask >> rank & 1 ? &in[n++] : &out[m++]) = rank;
        for (int i = 0; i < n; i++)
            reversed[i] = in[n - 1 - i];
        MPI_Group included = including(n, in), excluded, turned = including(n, reversed);
        OK(MPI_Group_excl(world, m, out, &excluded));
        expect(excluded, n, in);
        CHECK_EQ(compared(included, excluded), MPI_IDENT);
        CHECK_EQ(compared(included, turned), n > 1 ? MPI_SIMILAR : MPI_IDENT);
        CHECK_EQ(compared(included, world), n == check_size ? MPI_IDENT : MPI_UNEQUAL);
        discard(included), discard(excluded), discard(turned);
    }
}

/* Union, intersection and difference of all pairs of subsets: first group's order, then the second's. */
static void set_operations(void)
{
    int small = check_size < 4 ? check_size : 4;
    for (int a = 0; a < 1 << small; a++)
        for (int b = 0; b < 1 << small; b++) {
            int as[8], bs[8], both[8], only[8], all[8], na = 0, nb = 0, n_both = 0, n_only = 0, n_all = 0;
            for (int rank = small - 1; rank >= 0; rank--)
                if (a >> rank & 1) {
                    as[na++] = all[n_all++] = rank;
                    *(b >> rank & 1 ? &both[n_both++] : &only[n_only++]) = rank;
                }
            for (int rank = 0; rank < small; rank++)
                if (b >> rank & 1) {
                    bs[nb++] = rank;
                    if (!(a >> rank & 1))
                        all[n_all++] = rank;
                }
            MPI_Group first = including(na, as), second = including(nb, bs), result;
            OK(MPI_Group_union(first, second, &result));
            expect(result, n_all, all);
            discard(result);
            OK(MPI_Group_intersection(first, second, &result));
            expect(result, n_both, both);
            discard(result);
            OK(MPI_Group_difference(first, second, &result));
            expect(result, n_only, only);
            discard(result);
            discard(first), discard(second);
        }
}

static void ranges(void)
{
    MPI_Group group;
    int last = check_size - 1, ranks[8] = {0}, n = 0;
    int even[1][3] = {{0, last, 2}}, down[1][3] = {{last, 0, -1}}, two[2][3] = {{last, last, 1}, {0, last - 1, 1}};
    for (int rank = 0; rank <= last; rank += 2)
        ranks[n++] = rank;
    OK(MPI_Group_range_incl(world, 1, even, &group));
    expect(group, n, ranks);
    discard(group);
    for (n = 0; n <= last; n++)
        ranks[n] = last - n;
    OK(MPI_Group_range_incl(world, 1, down, &group));
    expect(group, n, ranks);
    discard(group);
    for (n = 0; n <= last; n++)
        ranks[n] = n ? n - 1 : last;
    OK(MPI_Group_range_incl(world, last ? 2 : 1, two, &group));
    expect(group, n, ranks);
    discard(group);
    n = 0;
    for (int rank = 1; rank <= last; rank += 2)
        ranks[n++] = rank;
    OK(MPI_Group_range_excl(world, 1, even, &group));
    expect(group, n, ranks);
    discard(group);
}

static void translation_and_empty(void)
{
    MPI_Group self;
    int ranks[2] = {0, MPI_PROC_NULL}, out[2] = {5, 5}, zero = 0, translated = -5;
    OK(MPI_Comm_group(MPI_COMM_SELF, &self));
    OK(MPI_Group_translate_ranks(self, 2, ranks, world, out));
    CHECK_EQ(out[0], check_rank);
    CHECK_EQ(out[1], MPI_PROC_NULL);
    OK(MPI_Group_translate_ranks(world, 1, &zero, self, &translated));
    CHECK_EQ(translated, check_rank == 0 ? 0 : MPI_UNDEFINED);
    expect(MPI_GROUP_EMPTY, 0, NULL);
    CHECK_EQ(compared(MPI_GROUP_EMPTY, MPI_GROUP_EMPTY), MPI_IDENT);
    CHECK_EQ(compared(MPI_GROUP_EMPTY, world), MPI_UNEQUAL);
    discard(self);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    subsets();
    set_operations();
    ranges();
    translation_and_empty();
    discard(world);
    return check_end();
}
