// Windows as objects: attributes, names, groups, hints, error handlers, keys, handles as integers; parts of different sizes and units, empty ones among them;
// MPI_Win_shared_query for windows of every kind.
// ranks: 1 2 3 4
#include "rma.h"

static void attributes(MPI_Win win, int flavor, void *base, MPI_Aint size, int unit)
{
    void *value;
    int flag;
    OK(MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &flag));
    CHECK(flag && (flavor == MPI_WIN_FLAVOR_DYNAMIC ? value == MPI_BOTTOM : value == base));
    OK(MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &flag));
    CHECK(flag && *(MPI_Aint *)value == size);
    OK(MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &value, &flag));
    CHECK(flag && *(int *)value == unit);
    OK(MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &flag));
    CHECK(flag && *(int *)value == flavor);
    OK(MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &flag));
    CHECK(flag && *(int *)value == MPI_WIN_UNIFIED);
}

static int deleted;

static int forget(MPI_Win win, int key, void *value, void *extra)
{
    (void)win, (void)key;
    CHECK(value == &deleted && extra == check_note);
    deleted++;
    return MPI_SUCCESS;
}

static int handled;

static void handler(MPI_Win *win, int *code, ...)
{
    CHECK(*win != MPI_WIN_NULL);
    int class;
    MPI_Error_class(*code, &class);
    CHECK_EQ(class, MPI_ERR_DISP);
    handled++;
}

static void object(MPI_Win win)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length, flag, key, result;
    void *value;
    OK(MPI_Win_get_name(win, name, &length));
    CHECK_EQ(length, 0);
    OK(MPI_Win_set_name(win, "a window"));
    OK(MPI_Win_get_name(win, name, &length));
    CHECK_STR(name, "a window");
    CHECK_EQ(length, 8);
    MPI_Group group, world;
    OK(MPI_Win_get_group(win, &group));
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    OK(MPI_Group_compare(group, world, &result));
    CHECK_EQ(result, MPI_IDENT);
    OK(MPI_Group_free(&group));
    OK(MPI_Group_free(&world));
    CHECK(MPI_Win_fromint(MPI_Win_toint(win)) == win);
    deleted = 0;
    OK(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget, &key, check_note));
    OK(MPI_Win_get_attr(win, key, &value, &flag));
    CHECK(!flag);
    OK(MPI_Win_set_attr(win, key, &deleted));
    OK(MPI_Win_get_attr(win, key, &value, &flag));
    CHECK(flag && value == &deleted);
    OK(MPI_Win_delete_attr(win, key));
    CHECK_EQ(deleted, 1);
    OK(MPI_Win_set_attr(win, key, &deleted)); /* MPI_Win_free deletes it */
    OK(MPI_Win_free_keyval(&key));
    CHECK_EQ(key, MPI_KEYVAL_INVALID);
    MPI_Info info;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "accumulate_ordering", "none"));
    OK(MPI_Info_set(info, "nobody_knows_this", "1"));
    OK(MPI_Win_set_info(win, info));
    OK(MPI_Info_free(&info));
    OK(MPI_Win_get_info(win, &info));
    OK(MPI_Info_get_valuelen(info, "no_locks", &length, &flag));
    CHECK(flag);
    OK(MPI_Info_free(&info));
    MPI_Errhandler made, seen;
    OK(MPI_Win_get_errhandler(win, &seen));
    CHECK(seen == MPI_ERRORS_ARE_FATAL);
    OK(MPI_Win_create_errhandler(handler, &made));
    OK(MPI_Win_set_errhandler(win, made));
    OK(MPI_Win_get_errhandler(win, &seen));
    CHECK(seen == made);
    OK(MPI_Errhandler_free(&seen));
    OK(MPI_Errhandler_free(&made));
    handled = 0;
    OK(MPI_Win_call_errhandler(win, MPI_ERR_DISP));
    CHECK_EQ(handled, 1);
    OK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
}

/* Every rank has another size, rank 1 nothing, and another unit. */
static MPI_Aint size_of(int rank)
{
    return rank == 1 ? 0 : 100 * (rank + 1) + rank;
}

static void queries(MPI_Win win, int kind, void *base)
{
    for (int rank = 0; rank < check_size; rank++) {
        MPI_Aint size = -1;
        int unit = -1;
        char *found = (char *)&size;
        OK(MPI_Win_shared_query(win, rank, &size, &unit, &found));
        if (kind == RMA_SHARED) {
            CHECK_EQ(size, size_of(rank));
            CHECK_EQ(unit, rank + 1);
            CHECK(rank != check_rank || size == 0 || found == base);
        } else {
            /* A part is shared, or said to be empty at no address. */
            CHECK(size == 0 ? 1 : size == size_of(rank) && unit == rank + 1 && found != NULL);
        }
    }
    MPI_Aint size = -1;
    int unit = -1;
    char *found = NULL, *first = NULL;
    OK(MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &found));
    if (kind == RMA_SHARED) {
        OK(MPI_Win_shared_query(win, 0, &size, &unit, &first));
        CHECK(found == first && size == size_of(0));
    }
}

/* A unit that an int cannot hold; the standard leaves open what the narrow form does. */
static void wide_unit(void)
{
    MPI_Win win;
    MPI_Aint size, unit, wide = (MPI_Aint)1 << 40;
    void *base;
    int narrow = 5;
    OK(MPI_Win_allocate_c(64, wide, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    OK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    OK(MPI_Win_shared_query_c(win, check_rank, &size, &unit, &base));
    CHECK(unit == wide);
    ERR(MPI_ERR_VALUE_TOO_LARGE, MPI_Win_shared_query(win, check_rank, &size, &narrow, &base), "disp_unit", "MPI_Win_shared_query_c");
    CHECK_EQ(narrow, 5);
    OK(MPI_Win_free(&win));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    int one_node = rma_on_one_node(MPI_COMM_WORLD);
    const int flavors[RMA_KINDS] = {MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_SHARED, MPI_WIN_FLAVOR_DYNAMIC};
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        MPI_Win win;
        char *base = NULL, *memory = malloc(1000);
        MPI_Aint size = size_of(check_rank);
        int unit = check_rank + 1;
        NOTE("%s", rma_kind_names[kind]);
        if (kind == RMA_HEAP || (kind == RMA_SHARED && !one_node))
            continue; /* memory of MPI_Alloc_mem makes no other window */
        if (kind == RMA_CREATE)
            OK(MPI_Win_create(base = memory, size, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
        else if (kind == RMA_ALLOCATE)
            OK(MPI_Win_allocate(size, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
        else if (kind == RMA_SHARED)
            OK(MPI_Win_allocate_shared(size, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
        else
            OK(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
        if (kind == RMA_DYNAMIC)
            attributes(win, flavors[kind], NULL, 0, 1);
        else
            attributes(win, flavors[kind], base, size, unit);
        if (kind != RMA_DYNAMIC)
            queries(win, kind, base);
        object(win);
        OK(MPI_Win_free(&win));
        CHECK_EQ(deleted, 2);
        CHECK(win == MPI_WIN_NULL);
        free(memory);
    }
    /* The large forms. */
    MPI_Win win;
    long *base;
    OK(MPI_Win_allocate_c(64, (MPI_Aint)8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    MPI_Aint size, unit;
    OK(MPI_Win_shared_query_c(win, check_rank, &size, &unit, &base));
    CHECK(size == 0 || (size == 64 && unit == 8));
    attributes(win, MPI_WIN_FLAVOR_ALLOCATE, base, 64, 8);
    OK(MPI_Win_free(&win));
    if (check_ferry)
        wide_unit();
    return check_end();
}
