// Every collective between groups, blocking, non-blocking and persistent, for all roots, counts across algorithms, types with gaps.
// ranks: 2 3 4 7
// timeout: 120
// case: default
// case: chosen ranks=4,7
#include "coll.h"
#include "inter.h"

enum { BLOCKING, STARTED, PERSISTENT, FORMS };

/* The call in one of its forms; a persistent one twice. */
#define DO(form, Now, Started, ...)                                                                                    \
    do {                                                                                                               \
        MPI_Request do_request = MPI_REQUEST_NULL;                                                                     \
        if ((form) == BLOCKING) {                                                                                      \
            OK(MPI_##Now(__VA_ARGS__));                                                                                \
        } else if ((form) == STARTED) {                                                                                \
            OK(MPI_##Started(__VA_ARGS__, &do_request));                                                               \
            OK(MPI_Wait(&do_request, MPI_STATUS_IGNORE));                                                              \
        } else {                                                                                                       \
            OK(MPI_##Now##_init(__VA_ARGS__, MPI_INFO_NULL, &do_request));                                             \
            for (int again = 0; again < 2; again++) {                                                                  \
                OK(MPI_Start(&do_request));                                                                            \
                OK(MPI_Wait(&do_request, MPI_STATUS_IGNORE));                                                          \
            }                                                                                                          \
            OK(MPI_Request_free(&do_request));                                                                         \
        }                                                                                                              \
    } while (0)

typedef struct {
    const Inter *in;
    int form, count;
    int root_group, root; /* of rooted ones */
} Call;

enum { OUTSIDER, ROOT, OTHER };

static int part_of(const Call *c)
{
    if (c->in->group != c->root_group)
        return OTHER;
    return c->in->rank == c->root ? ROOT : OUTSIDER;
}

static int root_of(const Call *c)
{
    static const int special[] = {[OUTSIDER] = MPI_PROC_NULL, [ROOT] = MPI_ROOT};
    return part_of(c) == OTHER ? c->root : special[part_of(c)];
}

static int their_world(const Call *c, int rank)
{
    return inter_world(c->in, !c->in->group, rank);
}

static MPI_Datatype gap; /* an int in every 8 bytes */

static int *ints(const Call *c, int64_t blocks)
{
    return coll_ints(2 * blocks * (c->count + 1));
}

static void bcast(const Call *c)
{
    int *data = ints(c, 1), part = part_of(c);
    if (part == OUTSIDER) {
        DO(c->form, Bcast, Ibcast, NULL, 0, MPI_DATATYPE_NULL, root_of(c), c->in->inter);
    } else if (part == ROOT) {
        coll_fill(data, c->count, check_rank, 1);
        DO(c->form, Bcast, Ibcast, data, c->count, MPI_INT, root_of(c), c->in->inter);
        COLL_CHECK(data, c->count, check_rank, 0, 1);
    } else {
        memset(data, 0x55, sizeof(int) * 2 * (size_t)(c->count + 1));
        DO(c->form, Bcast, Ibcast, data, c->count, gap, root_of(c), c->in->inter);
        for (int i = 0; i < c->count; i++) {
            CHECK_EQ(data[2 * i], coll_value(inter_world(c->in, c->root_group, c->root), i, 1));
            CHECK_EQ(data[2 * i + 1], 0x55555555);
        }
    }
    free(data);
}

static void gather_scatter(const Call *c)
{
    int part = part_of(c), count = c->count, remote = c->in->remote, root_world = inter_world(c->in, c->root_group, c->root);
    MPI_Comm inter = c->in->inter;
    int *one = ints(c, 1), *many = ints(c, remote);
    if (part == OUTSIDER) {
        DO(c->form, Gather, Igather, NULL, 0, MPI_DATATYPE_NULL, NULL, 0, MPI_DATATYPE_NULL, root_of(c), inter);
        DO(c->form, Scatter, Iscatter, NULL, 0, MPI_DATATYPE_NULL, NULL, 0, MPI_DATATYPE_NULL, root_of(c), inter);
    } else if (part == ROOT) {
        DO(c->form, Gather, Igather, NULL, 0, MPI_DATATYPE_NULL, many, count, MPI_INT, root_of(c), inter);
        for (int r = 0; r < remote; r++)
            COLL_CHECK(many + (int64_t)r * count, count, their_world(c, r), 0, 2);
        coll_fill(many, (int64_t)count * remote, check_rank, 3);
        DO(c->form, Scatter, Iscatter, many, count, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, root_of(c), inter);
    } else {
        coll_fill(one, count, check_rank, 2);
        DO(c->form, Gather, Igather, one, count, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, root_of(c), inter);
        DO(c->form, Scatter, Iscatter, NULL, 0, MPI_DATATYPE_NULL, one, count, gap, root_of(c), inter);
        for (int i = 0; i < count; i++)
            CHECK_EQ(one[2 * i], coll_value(root_world, (int64_t)c->in->rank * count + i, 3));
    }
    free(one);
    free(many);
}

/* Counts that depend on the rank, blocks in reverse order with a gap between. */
static int length(int rank, int count)
{
    return rank % 3 == 1 ? 0 : count + rank;
}

typedef struct {
    int counts[64], displacements[64];
    int64_t total;
} Places;

static Places places(int ranks, int count)
{
    Places p = {.total = 1};
    for (int r = ranks - 1; r >= 0; r--) {
        p.counts[r] = length(r, count);
        p.displacements[r] = (int)p.total;
        p.total += p.counts[r] + 1;
    }
    return p;
}

static void gatherv_scatterv(const Call *c)
{
    int part = part_of(c), own = length(c->in->rank, c->count), root_world = inter_world(c->in, c->root_group, c->root);
    MPI_Comm inter = c->in->inter;
    Places p = places(c->in->remote, c->count);
    int *one = coll_ints(own + 1), *many = coll_ints(p.total);
    if (part == OUTSIDER) {
        DO(c->form, Gatherv, Igatherv, NULL, 0, MPI_DATATYPE_NULL, NULL, NULL, NULL, MPI_DATATYPE_NULL, root_of(c), inter);
        DO(c->form, Scatterv, Iscatterv, NULL, NULL, NULL, MPI_DATATYPE_NULL, NULL, 0, MPI_DATATYPE_NULL, root_of(c), inter);
    } else if (part == ROOT) {
        DO(c->form, Gatherv, Igatherv, NULL, 0, MPI_DATATYPE_NULL, many, p.counts, p.displacements, MPI_INT, root_of(c), inter);
        for (int r = 0; r < c->in->remote; r++)
            COLL_CHECK(many + p.displacements[r], p.counts[r], their_world(c, r), 0, 4);
        for (int r = 0; r < c->in->remote; r++)
            coll_fill(many + p.displacements[r], p.counts[r], check_rank, 5 + r);
        DO(c->form, Scatterv, Iscatterv, many, p.counts, p.displacements, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, root_of(c), inter);
    } else {
        coll_fill(one, own, check_rank, 4);
        DO(c->form, Gatherv, Igatherv, one, own, MPI_INT, NULL, NULL, NULL, MPI_DATATYPE_NULL, root_of(c), inter);
        DO(c->form, Scatterv, Iscatterv, NULL, NULL, NULL, MPI_DATATYPE_NULL, one, own, MPI_INT, root_of(c), inter);
        COLL_CHECK(one, own, root_world, 0, 5 + c->in->rank);
    }
    free(one);
    free(many);
}

/* Groups send blocks of different lengths. */
static void allgather(const Call *c)
{
    int sent = c->count + c->in->group, got = c->count + !c->in->group, remote = c->in->remote;
    int *one = coll_ints(sent), *many = coll_ints((int64_t)got * remote);
    coll_fill(one, sent, check_rank, 6);
    DO(c->form, Allgather, Iallgather, one, sent, MPI_INT, many, got, MPI_INT, c->in->inter);
    for (int r = 0; r < remote; r++)
        COLL_CHECK(many + (int64_t)r * got, got, their_world(c, r), 0, 6);
    free(one);
    free(many);
    int own = length(c->in->rank, c->count);
    Places p = places(remote, c->count);
    one = coll_ints(own);
    many = coll_ints(p.total);
    coll_fill(one, own, check_rank, 7);
    DO(c->form, Allgatherv, Iallgatherv, one, own, MPI_INT, many, p.counts, p.displacements, MPI_INT, c->in->inter);
    for (int r = 0; r < remote; r++)
        COLL_CHECK(many + p.displacements[r], p.counts[r], their_world(c, r), 0, 7);
    free(one);
    free(many);
}

static void alltoall(const Call *c)
{
    int count = c->count, remote = c->in->remote;
    int *from = coll_ints((int64_t)count * remote), *to = ints(c, remote);
    for (int r = 0; r < remote; r++)
        coll_fill(from + (int64_t)r * count, count, check_rank, r);
    DO(c->form, Alltoall, Ialltoall, from, count, MPI_INT, to, count, gap, c->in->inter);
    for (int r = 0; r < remote; r++)
        for (int i = 0; i < count; i++)
            CHECK_EQ(to[2 * ((int64_t)r * count + i)], coll_value(their_world(c, r), i, c->in->rank));
    free(from);
    free(to);
}

/* From a rank to another one go as many as both ranks together say. */
static void alltoallv(const Call *c)
{
    int remote = c->in->remote, counts[64], starts[64], bytes[64];
    MPI_Datatype types[64];
    int64_t total = 0;
    for (int r = 0; r < remote; r++) {
        counts[r] = (c->in->rank + r) % 2 ? 0 : c->count + r + c->in->rank;
        starts[r] = (int)total;
        bytes[r] = (int)total * (int)sizeof(int);
        types[r] = counts[r] ? MPI_INT : MPI_DATATYPE_NULL;
        total += counts[r] + 1;
    }
    int *from = coll_ints(total), *to = coll_ints(total);
    for (int w = 0; w < 2; w++) {
        memset(to, 0, sizeof(int) * (size_t)total);
        for (int r = 0; r < remote; r++)
            coll_fill(from + starts[r], counts[r], check_rank, r + w);
        if (w) {
            for (int r = 0; r < remote; r++)
                if (!counts[r])
                    types[r] = MPI_INT;
            DO(c->form, Alltoallw, Ialltoallw, from, counts, bytes, types, to, counts, bytes, types, c->in->inter);
        } else {
            DO(c->form, Alltoallv, Ialltoallv, from, counts, starts, MPI_INT, to, counts, starts, MPI_INT, c->in->inter);
        }
        for (int r = 0; r < remote; r++)
            COLL_CHECK(to + starts[r], counts[r], their_world(c, r), 0, c->in->rank + w);
    }
    free(from);
    free(to);
}

/* x -> a x + b over 2^32, a odd: associative, and the order matters. */
typedef struct {
    uint32_t a, b;
} Map;

static void compose(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    Map *left = in, *right = inout;
    for (int i = 0; i < *count; i++) {
        uint32_t a = left[i].a * right[i].a, b = left[i].a * right[i].b + left[i].b;
        right[i] = (Map){a, b};
    }
}

static MPI_Op composition;
static MPI_Datatype map_type;

static Map map_of(int world, int64_t i)
{
    return (Map){(uint32_t)coll_value(world, i, 8) | 1, (uint32_t)coll_value(world, i, 9)};
}

/* What the vectors of a group give at position i. */
static Map composed(const Call *c, int group, int64_t i)
{
    Map result = map_of(inter_world(c->in, group, inter_size(c->in, group) - 1), i);
    for (int r = inter_size(c->in, group) - 2; r >= 0; r--) {
        Map left = map_of(inter_world(c->in, group, r), i);
        compose(&left, &result, &(int){1}, NULL);
    }
    return result;
}

static int summed(const Call *c, int group, int64_t i)
{
    uint32_t sum = 0;
    for (int r = 0; r < inter_size(c->in, group); r++)
        sum += (uint32_t)coll_value(inter_world(c->in, group, r), i, 10);
    return (int)sum;
}

#define CHECK_MAPS(maps, first, count, group)                                                                          \
    for (int64_t m = 0; m < (count); m++) {                                                                            \
        Map want = composed(c, group, (first) + m);                                                                    \
        CHECK(maps[m].a == want.a && maps[m].b == want.b);                                                             \
    }

static void fill_maps(Map *maps, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        maps[i] = map_of(check_rank, i);
}

static void reduce(const Call *c)
{
    int part = part_of(c), count = c->count;
    MPI_Comm inter = c->in->inter;
    int *in = ints(c, 1), *out = ints(c, 1);
    Map *maps = check_alloc(sizeof(Map) * (size_t)count), *result = check_alloc(sizeof(Map) * (size_t)count);
    coll_fill(in, count, check_rank, 10);
    fill_maps(maps, count);
    if (part == OUTSIDER) {
        DO(c->form, Reduce, Ireduce, NULL, NULL, 0, MPI_DATATYPE_NULL, MPI_OP_NULL, root_of(c), inter);
        DO(c->form, Reduce, Ireduce, NULL, NULL, 0, MPI_DATATYPE_NULL, MPI_OP_NULL, root_of(c), inter);
    } else if (part == ROOT) {
        DO(c->form, Reduce, Ireduce, NULL, out, count, MPI_INT, MPI_SUM, root_of(c), inter);
        for (int i = 0; i < count; i++)
            CHECK_EQ(out[i], summed(c, !c->in->group, i));
        DO(c->form, Reduce, Ireduce, NULL, result, count, map_type, composition, root_of(c), inter);
        CHECK_MAPS(result, 0, count, !c->in->group);
    } else {
        DO(c->form, Reduce, Ireduce, in, NULL, count, MPI_INT, MPI_SUM, root_of(c), inter);
        DO(c->form, Reduce, Ireduce, maps, NULL, count, map_type, composition, root_of(c), inter);
        COLL_CHECK(in, count, check_rank, 0, 10);
    }
    free(in);
    free(out);
    free(maps);
    free(result);
}

static void allreduce(const Call *c)
{
    int count = c->count;
    int *in = ints(c, 1), *out = ints(c, 1);
    Map *maps = check_alloc(sizeof(Map) * (size_t)count), *result = check_alloc(sizeof(Map) * (size_t)count);
    coll_fill(in, count, check_rank, 10);
    fill_maps(maps, count);
    DO(c->form, Allreduce, Iallreduce, in, out, count, MPI_INT, MPI_SUM, c->in->inter);
    for (int i = 0; i < count; i++)
        CHECK_EQ(out[i], summed(c, !c->in->group, i));
    DO(c->form, Allreduce, Iallreduce, maps, result, count, map_type, composition, c->in->inter);
    CHECK_MAPS(result, 0, count, !c->in->group);
    free(in);
    free(out);
    free(maps);
    free(result);
}

static void reduce_scatter(const Call *c)
{
    /* Both groups cut a vector of the same length, each in its own way. */
    int size = c->in->size, remote = c->in->remote, block = c->count * remote, counts[64] = {0}, total = block * size, start = 0;
    int *in = coll_ints(total + 1), *out = coll_ints(total + 1);
    coll_fill(in, total, check_rank, 10);
    DO(c->form, Reduce_scatter_block, Ireduce_scatter_block, in, out, block, MPI_INT, MPI_SUM, c->in->inter);
    for (int i = 0; i < block; i++)
        CHECK_EQ(out[i], summed(c, !c->in->group, (int64_t)c->in->rank * block + i));
    for (int left = total, r = 0; r < size; r++) {
        counts[r] = r + 1 == size ? left : r % 2 ? 0 : left / 2;
        left -= counts[r];
        start += r < c->in->rank ? counts[r] : 0;
    }
    int own = counts[c->in->rank];
    DO(c->form, Reduce_scatter, Ireduce_scatter, in, own ? out : NULL, counts, MPI_INT, MPI_SUM, c->in->inter);
    for (int i = 0; i < own; i++)
        CHECK_EQ(out[i], summed(c, !c->in->group, start + i));
    Map *maps = check_alloc(sizeof(Map) * (size_t)total), *result = check_alloc(sizeof(Map) * (size_t)total);
    fill_maps(maps, total);
    DO(c->form, Reduce_scatter, Ireduce_scatter, maps, result, counts, map_type, composition, c->in->inter);
    CHECK_MAPS(result, start, own, !c->in->group);
    free(in);
    free(out);
    free(maps);
    free(result);
}

static void barrier(const Call *c)
{
    DO(c->form, Barrier, Ibarrier, c->in->inter);
}

static void on(const Inter *in)
{
    static const int counts[] = {0, 1, 5, 300, 20000};
    static const struct {
        const char *name;
        void (*run)(const Call *);
        int rooted;
    } tests[] = {
        {"bcast", bcast, 1},         {"gather and scatter", gather_scatter, 1}, {"gatherv and scatterv", gatherv_scatterv, 1},
        {"reduce", reduce, 1},       {"allgather", allgather, 0},               {"alltoall", alltoall, 0},
        {"alltoallv", alltoallv, 0}, {"allreduce", allreduce, 0},               {"reduce_scatter", reduce_scatter, 0},
        {"barrier", barrier, 0},
    };
    for (size_t t = 0; t < sizeof tests / sizeof *tests; t++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
            for (int form = 0; form < FORMS; form++) {
                Call c = {.in = in, .form = form, .count = counts[i]};
                int large = counts[i] > 1000, groups = tests[t].rooted ? 2 : 1;
                if (large && (form == STARTED || in->turned))
                    continue;
                for (c.root_group = 0; c.root_group < groups; c.root_group++)
                    for (c.root = 0; c.root < (tests[t].rooted ? inter_size(in, c.root_group) : 1); c.root++) {
                        if (c.root > 0 && (large || c.root < inter_size(in, c.root_group) - 1))
                            continue;
                        NOTE("%s, form %d, count %d, root %d of group %d, cut %d, turned %d", tests[t].name, form, c.count, c.root,
                             c.root_group, in->cut, in->turned);
                        tests[t].run(&c);
                    }
            }
}

/* Barriers do wait: nobody leaves before everybody of the other group has come. */
static void barriers_wait(const Inter *in)
{
    for (int late = 0; late < check_size; late++) {
        int told = 0, flag = 0, token = 1;
        int late_group = late >= in->cut, late_rank = in->turned ? inter_size(in, late_group) - 1 - (late - late_group * in->cut)
                                                                 : late - late_group * in->cut;
        if (check_rank == late) {
            /* Everybody on the other side is in the barrier, or will be, and says so only after it. */
            for (int r = 0; r < in->remote; r++) {
                OK(MPI_Iprobe(r, 11, in->inter, &flag, MPI_STATUS_IGNORE));
                CHECK(!flag);
            }
            OK(MPI_Barrier(in->inter));
            for (int r = 0; r < in->remote; r++)
                OK(MPI_Recv(&told, 1, MPI_INT, r, 11, in->inter, MPI_STATUS_IGNORE));
        } else {
            OK(MPI_Barrier(in->inter));
            if (in->group != late_group)
                OK(MPI_Send(&token, 1, MPI_INT, late_rank, 11, in->inter));
        }
    }
}

/* Several at once, completed in another order. */
static void several(const Inter *in)
{
    enum { MANY = 12 };
    MPI_Request requests[MANY];
    int sums[MANY], ones[MANY];
    for (int i = 0; i < MANY; i++) {
        ones[i] = i + 1;
        OK(MPI_Iallreduce(&ones[i], &sums[i], 1, MPI_INT, MPI_SUM, in->inter, &requests[i]));
    }
    for (int i = MANY - 1; i >= 0; i--) {
        OK(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
        CHECK_EQ(sums[i], (i + 1) * in->remote);
    }
}

static void all(const Inter *in)
{
    on(in);
    barriers_wait(in);
    several(in);
}

/* The algorithms that are not chosen by themselves. */
static void choose(void)
{
    setenv("FERRY_COLLECTIVE",
           "inter_barrier=tree,inter_bcast=scatter_ring,inter_gather=linear,inter_scatter=linear,inter_allgather=leader,"
           "inter_allgatherv=ring,inter_alltoall=pairwise,inter_alltoallv=pairwise,inter_alltoallw=pairwise,inter_reduce=halving,"
           "inter_allreduce=halving,inter_reduce_scatter=halving,inter_reduce_scatter_block=halving",
           1);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "chosen") == 0)
        choose();
    check_begin(&argc, &argv);
    OK(MPI_Type_create_resized(MPI_INT, 0, 8, &gap));
    OK(MPI_Type_commit(&gap));
    OK(MPI_Type_contiguous(2, MPI_UINT32_T, &map_type));
    OK(MPI_Type_commit(&map_type));
    OK(MPI_Op_create(compose, 0, &composition));
    inter_everywhere(all);
    OK(MPI_Op_free(&composition));
    OK(MPI_Type_free(&gap));
    OK(MPI_Type_free(&map_type));
    return check_end();
}
