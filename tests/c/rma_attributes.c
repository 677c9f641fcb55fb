// Attributes of windows that were made in different ways: each value stays what it is while others are asked for.
// ranks: 1 2
#include "check.h"

enum { WINDOWS = 4 };

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    int flavors[WINDOWS] = {MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_DYNAMIC, MPI_WIN_FLAVOR_SHARED};
    int *found[WINDOWS], *models[WINDOWS], flag, place;
    void *base;
    MPI_Win windows[WINDOWS];
    OK(MPI_Win_create(&place, sizeof place, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &windows[0]));
    OK(MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &windows[1]));
    OK(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &windows[2]));
    OK(MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, MPI_COMM_SELF, &base, &windows[3]));
    for (int i = 0; i < WINDOWS; i++) {
        OK(MPI_Win_get_attr(windows[i], MPI_WIN_CREATE_FLAVOR, &found[i], &flag));
        CHECK(flag);
        OK(MPI_Win_get_attr(windows[i], MPI_WIN_MODEL, &models[i], &flag));
        CHECK(flag);
    }
    for (int i = 0; i < WINDOWS; i++) {
        CHECK_EQ(*found[i], flavors[i]);
        CHECK(*models[i] == MPI_WIN_UNIFIED || *models[i] == MPI_WIN_SEPARATE);
        OK(MPI_Win_free(&windows[i]));
    }
    return check_end();
}
