/* Type maps written out entry by entry: the slow and obvious model of a derived datatype, to compare the library with.
 *
 * A Map lists (basic type, displacement) in the order of the MPI type map, with its lower and upper bound. map_struct is the
 * general constructor of the standard; every other is a special case of it. Bounds are those of MPI-5 section 5.1.7: of the markers
 * (MPI_Type_create_resized) where there are any; else of the parts, with the extent rounded up to the alignment of the entries.
 */
#ifndef TYPEMAP_H
#define TYPEMAP_H

#include "check.h"

enum { BASICS = 5 };

typedef struct {
    int basic; /* index into basic_types */
    MPI_Aint displacement;
} MapEntry;

typedef struct {
    int count;
    MapEntry *entries;
    MPI_Aint lb, ub;
    int align;  /* the largest alignment of an entry */
    int marked; /* lb and ub are markers */
    int hollow; /* some block is of a type without data */
    int stray;  /* MPICH 5.0.2 gives other bounds: it does not round all extents, nor let markers rule */
} Map;

static MPI_Datatype basic_types[BASICS]; /* set by map_begin */
static const int basic_sizes[BASICS] = {1, 2, 4, 8, 4};

MAYBE_UNUSED static void map_begin(void)
{
    const MPI_Datatype types[BASICS] = {MPI_CHAR, MPI_SHORT, MPI_INT, MPI_DOUBLE, MPI_FLOAT};
    memcpy(basic_types, types, sizeof types);
}

MAYBE_UNUSED static Map map_basic(int basic)
{
    Map map = {.count = 1, .entries = check_alloc(sizeof(MapEntry)), .ub = basic_sizes[basic], .align = basic_sizes[basic]};
    map.entries[0] = (MapEntry){basic, 0};
    return map;
}

static inline MPI_Aint map_extent(const Map *map)
{
    return map->ub - map->lb;
}

/* blocklengths[i] copies of maps[i] at displacements[i] bytes, for i below blocks. */
MAYBE_UNUSED static Map map_struct(int blocks, const int *blocklengths, const MPI_Aint *displacements, const Map *const *maps)
{
    int total = 0, unmarked = 0, bounded = 0;
    for (int i = 0; i < blocks; i++)
        total += blocklengths[i] * maps[i]->count;
    Map map = {.entries = check_alloc(total * sizeof(MapEntry)), .align = 1};
    for (int i = 0; i < blocks; i++) {
        map.hollow |= maps[i]->hollow || maps[i]->count == 0;
        map.stray |= maps[i]->stray;
        if (blocklengths[i] && maps[i]->align > map.align)
            map.align = maps[i]->align;
    }
    for (int i = 0; i < blocks; i++)
        for (int j = 0; j < blocklengths[i]; j++) {
            MPI_Aint at = displacements[i] + j * map_extent(maps[i]);
            for (int k = 0; k < maps[i]->count; k++) {
                MapEntry entry = maps[i]->entries[k];
                entry.displacement += at;
                map.entries[map.count++] = entry;
            }
            unmarked |= !maps[i]->marked;
            if (!maps[i]->marked && (map.marked || maps[i]->count == 0))
                continue;
            bounded &= map.marked == maps[i]->marked; /* the first marker: it rules */
            MPI_Aint lb = at + maps[i]->lb, ub = at + maps[i]->ub;
            map.lb = !bounded || lb < map.lb ? lb : map.lb;
            map.ub = !bounded || ub > map.ub ? ub : map.ub;
            map.marked = maps[i]->marked;
            bounded = 1;
        }
    while (!map.marked && map_extent(&map) % map.align != 0)
        map.ub++, map.stray = 1;
    map.stray |= map.marked && unmarked;
    return map;
}

/* Blocks of one old type. */
MAYBE_UNUSED static Map map_blocks(int blocks, const int *blocklengths, const MPI_Aint *displacements, const Map *old)
{
    const Map **maps = check_alloc(blocks * sizeof *maps);
    for (int i = 0; i < blocks; i++)
        maps[i] = old;
    Map map = map_struct(blocks, blocklengths, displacements, maps);
    free(maps);
    return map;
}

MAYBE_UNUSED static Map map_hvector(int blocks, int blocklength, MPI_Aint stride, const Map *old)
{
    int *blocklengths = check_alloc(blocks * sizeof *blocklengths);
    MPI_Aint *displacements = check_alloc(blocks * sizeof *displacements);
    for (int i = 0; i < blocks; i++)
        blocklengths[i] = blocklength, displacements[i] = i * stride;
    Map map = map_blocks(blocks, blocklengths, displacements, old);
    free(blocklengths);
    free(displacements);
    return map;
}

MAYBE_UNUSED static Map map_resized(Map map, MPI_Aint lb, MPI_Aint extent)
{
    map.lb = lb;
    map.ub = lb + extent;
    map.marked = 1;
    return map;
}

MAYBE_UNUSED static void map_free(Map *map)
{
    free(map->entries);
    map->entries = NULL;
}

static inline MPI_Aint map_size(const Map *map)
{
    MPI_Aint size = 0;
    for (int i = 0; i < map->count; i++)
        size += basic_sizes[map->entries[i].basic];
    return size;
}

/* First byte and one past the last byte of data of count items. */
MAYBE_UNUSED static void map_span(const Map *map, int count, MPI_Aint *first, MPI_Aint *end)
{
    *first = *end = 0;
    for (int item = 0; item < count; item++)
        for (int i = 0; i < map->count; i++) {
            MPI_Aint at = map->entries[i].displacement + item * map_extent(map);
            MPI_Aint over = at + basic_sizes[map->entries[i].basic];
            int begun = item || i;
            *first = !begun || at < *first ? at : *first;
            *end = !begun || over > *end ? over : *end;
        }
}

/* Copies count items at origin to packed bytes. */
MAYBE_UNUSED static void map_pack(const Map *map, int count, const unsigned char *origin, unsigned char *packed)
{
    for (int item = 0; item < count; item++)
        for (int i = 0; i < map->count; i++) {
            int size = basic_sizes[map->entries[i].basic];
            memcpy(packed, origin + map->entries[i].displacement + item * map_extent(map), size);
            packed += size;
        }
}

MAYBE_UNUSED static void map_unpack(const Map *map, int count, unsigned char *origin, const unsigned char *packed)
{
    for (int item = 0; item < count; item++)
        for (int i = 0; i < map->count; i++) {
            int size = basic_sizes[map->entries[i].basic];
            memcpy(origin + map->entries[i].displacement + item * map_extent(map), packed, size);
            packed += size;
        }
}

/* 1 if no byte belongs to two entries of count items: such a type may be received into. */
MAYBE_UNUSED static int map_disjoint(const Map *map, int count)
{
    MPI_Aint first, end;
    map_span(map, count, &first, &end);
    unsigned char *used = calloc(end - first + 1, 1);
    int disjoint = 1;
    for (int item = 0; item < count; item++)
        for (int i = 0; i < map->count; i++) {
            MPI_Aint at = map->entries[i].displacement + item * map_extent(map) - first;
            for (int b = 0; b < basic_sizes[map->entries[i].basic]; b++)
                disjoint &= !used[at + b]++;
        }
    free(used);
    return disjoint;
}

/* A committed type with the same signature as count items of the map, its entries one after the other without gaps. */
MAYBE_UNUSED static MPI_Datatype map_packed_type(const Map *map, int count)
{
    int total = map->count * count, *ones = check_alloc(total * sizeof *ones);
    MPI_Aint *displacements = check_alloc(total * sizeof *displacements), at = 0;
    MPI_Datatype *types = check_alloc(total * sizeof *types), type;
    for (int i = 0; i < total; i++) {
        int basic = map->entries[i % map->count].basic;
        ones[i] = 1, displacements[i] = at, types[i] = basic_types[basic];
        at += basic_sizes[basic];
    }
    OK(MPI_Type_create_struct(total, ones, displacements, types, &type));
    OK(MPI_Type_commit(&type));
    free(ones);
    free(displacements);
    free(types);
    return type;
}

/* Size and both extents of the type are those of the map. */
MAYBE_UNUSED static void map_check_shape(const Map *map, MPI_Datatype type)
{
    int size;
    MPI_Aint lb, extent, first, end;
    OK(MPI_Type_size(type, &size));
    CHECK_EQ(size, map_size(map));
    if (map->stray && !check_ferry)
        return;
    OK(MPI_Type_get_extent(type, &lb, &extent));
    CHECK_EQ(lb, map->lb);
    CHECK_EQ(extent, map_extent(map));
    if (map->count == 0 || (map->hollow && !check_ferry)) /* MPICH 5.0.2 counts them */
        return;
    map_span(map, 1, &first, &end);
    OK(MPI_Type_get_true_extent(type, &lb, &extent));
    CHECK_EQ(lb, first);
    CHECK_EQ(extent, end - first);
}

/* Sends count items of the type around the ring and checks them against the map: received packed; sent back packed and
 * received as the type, where only the bytes of the map may change; and through Pack and Unpack. */
MAYBE_UNUSED static void map_check_transfer(const Map *map, MPI_Datatype type, int count)
{
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    MPI_Aint first, end, bytes = map_size(map) * count;
    map_span(map, count, &first, &end);
    size_t room = end - first;
    unsigned char *memory = check_alloc(room), *expected = check_alloc(room), *packed = check_alloc(bytes),
                  *due = check_alloc(bytes), *origin = memory - first;
    MPI_Datatype flat = map_packed_type(map, count);
    MPI_Status status;

    fill_bytes(memory, room, from); /* what the neighbour has */
    map_pack(map, count, origin, due);
    fill_bytes(memory, room, check_rank);
    OK(MPI_Sendrecv(origin, count, type, to, 1, packed, 1, flat, from, 1, MPI_COMM_WORLD, &status));
    if (memcmp(packed, due, bytes) != 0)
        FAIL("packed bytes differ from the type map");
    if (check_ferry) { /* MPICH 5.0.2 divides by zero for some structs */
        int elements = -1;
        OK(MPI_Get_elements(&status, flat, &elements));
        CHECK_EQ(elements, map->count * count);
    }

    if (map_disjoint(map, count)) {
        memset(memory, 0x5A, room);
        memset(expected, 0x5A, room);
        fill_bytes(due, bytes, 9000 + check_rank);
        map_unpack(map, count, expected - first, due);
        fill_bytes(packed, bytes, 9000 + to);
        OK(MPI_Sendrecv(packed, 1, flat, to, 2, origin, count, type, from, 2, MPI_COMM_WORLD, &status));
        if (memcmp(memory, expected, room) != 0)
            FAIL("received bytes differ from the type map");
        CHECK_STATUS(status, from, 2, type, bytes ? count : 0);
    }

    int position = 0, size = -1;
    OK(MPI_Pack_size(count, type, MPI_COMM_WORLD, &size));
    CHECK(size >= bytes);
    unsigned char *pack = check_alloc(size);
    fill_bytes(memory, room, 4);
    map_pack(map, count, origin, due);
    OK(MPI_Pack(origin, count, type, pack, size, &position, MPI_COMM_WORLD));
    CHECK(position <= size);
    int read = 0;
    OK(MPI_Unpack(pack, position, &read, packed, 1, flat, MPI_COMM_WORLD));
    CHECK_EQ(read, position);
    if (memcmp(packed, due, bytes) != 0)
        FAIL("MPI_Pack then MPI_Unpack differs from the type map");
    OK(MPI_Type_free(&flat));
    free(memory), free(expected), free(packed), free(due), free(pack);
}

#endif
