// MPI_Info_create_env gives the same keys before MPI_Init, between MPI_Init and MPI_Finalize, and after.
// ranks: 1 2 3
#include "check.h"

static void look(int argc, char **argv, char *value, int room)
{
    MPI_Info info;
    int flag = 0;
    OK(MPI_Info_create_env(argc, argv, &info));
    OK(MPI_Info_get_string(info, "maxprocs", &room, value, &flag));
    if (!flag)
        value[0] = 0;
    OK(MPI_Info_free(&info));
}

int main(int argc, char **argv)
{
    char before[32] = "", during[32] = "", after[32] = "", due[32];
    look(argc, argv, before, sizeof before);
    check_begin(&argc, &argv);
    snprintf(due, sizeof due, "%d", check_size);
    look(argc, argv, during, sizeof during);
    CHECK_STR(during, due);
    CHECK_STR(before, during);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Finalize());
    look(argc, argv, after, sizeof after);
    CHECK_STR(after, during);
    if (check_rank == 0)
        puts("ok");
    return 0;
}
