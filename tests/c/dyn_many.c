// Processes are spawned and part again and again: no descriptor stays of any round.
// ranks: 1 2
// needs: ferry
#include "dyn.h"

#include <dirent.h>

/* What a process opens when it sleeps for the first time while it has a network. */
enum { FIRST = 2, ROUNDS = 8, FOR_SLEEP = 3 };

static int descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int count = 0;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    if (argc > 1) {
        MPI_Comm parent;
        OK(MPI_Comm_get_parent(&parent));
        dyn_talk(parent);
        OK(MPI_Comm_disconnect(&parent));
        MPI_Finalize();
        return 0;
    }
    char *words[] = {"child", NULL};
    int before = 0;
    for (int round = 0; round < FIRST + ROUNDS; round++) {
        if (round == FIRST)
            before = descriptors();
        MPI_Comm child;
        OK(MPI_Comm_spawn(argv[0], words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child, MPI_ERRCODES_IGNORE));
        dyn_talk(child);
        OK(MPI_Comm_disconnect(&child));
    }
    CHECK(descriptors() <= before + FOR_SLEEP);
    return check_end();
}
