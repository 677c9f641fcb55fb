// Random nested datatypes against their type maps, from seeds: shape, messages, packing. The seed of a failure is printed.
// ranks: 1 2 4
// timeout: 120
#include "typemap.h"

enum { SEEDS = 250, DEPTH = 3, MOST_ENTRIES = 3000 };

typedef struct {
    Map map;
    MPI_Datatype type;
    int predefined;
    char text[400]; /* how it was made */
} Both;

static Both build(uint64_t *state, int depth);

static void discard(Both *both)
{
    map_free(&both->map);
    if (!both->predefined)
        OK(MPI_Type_free(&both->type));
}

static Both vector_of(uint64_t *state, Both *old)
{
    Both both = {0};
    int blocks = random_below(state, 4), length = random_below(state, 4), kind = random_below(state, 3);
    MPI_Aint extent = map_extent(&old->map), stride = random_below(state, 9) - 3;
    if (kind == 0) {
        OK(MPI_Type_vector(blocks, length, (int)stride, old->type, &both.type));
        both.map = map_hvector(blocks, length, stride * extent, &old->map);
    } else if (kind == 1) {
        stride = stride * extent + random_below(state, 17);
        OK(MPI_Type_create_hvector(blocks, length, stride, old->type, &both.type));
        both.map = map_hvector(blocks, length, stride, &old->map);
    } else {
        OK(MPI_Type_contiguous(blocks, old->type, &both.type));
        both.map = map_hvector(1, blocks, 0, &old->map);
    }
    return both;
}

static Both indexed_of(uint64_t *state, Both *old)
{
    enum { MOST = 6 };
    Both both = {0};
    int blocks = random_below(state, MOST + 1), lengths[MOST], starts[MOST], equal[MOST], kind = random_below(state, 4);
    int length = random_below(state, 3);
    MPI_Aint extent = map_extent(&old->map), start_bytes[MOST], bytes[MOST];
    for (int i = 0; i < blocks; i++) {
        lengths[i] = random_below(state, 3), equal[i] = length;
        starts[i] = random_below(state, 30) - 8;
        start_bytes[i] = starts[i] * extent;
        bytes[i] = start_bytes[i] + random_below(state, 13);
    }
    if (kind == 0)
        OK(MPI_Type_indexed(blocks, lengths, starts, old->type, &both.type));
    else if (kind == 1)
        OK(MPI_Type_create_hindexed(blocks, lengths, bytes, old->type, &both.type));
    else if (kind == 2)
        OK(MPI_Type_create_indexed_block(blocks, length, starts, old->type, &both.type));
    else
        OK(MPI_Type_create_hindexed_block(blocks, length, bytes, old->type, &both.type));
    both.map = map_blocks(blocks, kind < 2 ? lengths : equal, kind & 1 ? bytes : start_bytes, &old->map);
    return both;
}

/* A struct, resized to what its type map says: the standard leaves padding for alignment to the implementation. */
static Both struct_of(uint64_t *state, Both *old, int depth)
{
    Both second = build(state, depth - 1), both = {0};
    const Map *maps[3] = {&old->map, &second.map, &old->map};
    MPI_Datatype types[3] = {old->type, second.type, old->type}, unsized;
    int lengths[3];
    MPI_Aint displacements[3];
    for (int i = 0; i < 3; i++)
        lengths[i] = random_below(state, 3), displacements[i] = random_below(state, 300) - 60;
    both.map = map_struct(3, lengths, displacements, maps);
    OK(MPI_Type_create_struct(3, lengths, displacements, types, &unsized));
    OK(MPI_Type_create_resized(unsized, both.map.lb, map_extent(&both.map), &both.type));
    both.map.marked = 1;
    OK(MPI_Type_free(&unsized));
    discard(&second);
    return both;
}

static Both resized_of(uint64_t *state, Both *old)
{
    Both both = {0};
    MPI_Aint lb = random_below(state, 40) - 20, extent = random_below(state, 200);
    OK(MPI_Type_create_resized(old->type, lb, extent, &both.type));
    both.map = map_resized(map_hvector(1, 1, 0, &old->map), lb, extent);
    return both;
}

static Both build(uint64_t *state, int depth)
{
    int kind = depth > 0 ? random_below(state, 9) : 0;
    if (kind == 0) {
        int basic = random_below(state, BASICS);
        return (Both){map_basic(basic), basic_types[basic], 1, "basic"};
    }
    Both old = build(state, depth - 1);
    Both both = kind < 4   ? vector_of(state, &old)
                : kind < 7 ? indexed_of(state, &old)
                : kind < 8 ? struct_of(state, &old, depth)
                           : resized_of(state, &old);
    static const char *const names[] = {"", "vector", "vector", "vector", "indexed", "indexed", "indexed", "struct", "resized"};
    snprintf(both.text, sizeof both.text, "%s[%d entries, %ld..%ld] of %.350s", names[kind], both.map.count, (long)both.map.lb,
             (long)both.map.ub, old.text);
    discard(&old);
    return both;
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    map_begin();
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        uint64_t state = seed * 2654435761u;
        Both both = build(&state, DEPTH);
        int breaks_others = (both.map.hollow || both.map.stray) && !check_ferry; /* MPICH 5.0.2 divides by zero */
        if (both.map.count > MOST_ENTRIES || breaks_others) {
            discard(&both);
            continue;
        }
        NOTE("seed %d: %s", (int)seed, both.text);
        OK(MPI_Type_commit(&both.type));
        if (both.map.count)
            map_check_shape(&both.map, both.type);
        map_check_transfer(&both.map, both.type, 1 + random_below(&state, 3));
        discard(&both);
    }
    return check_end();
}
