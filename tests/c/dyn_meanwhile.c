// While one thread waits for processes that it has spawned, others meet ranks that they have had nothing to do with: the processes wait for that.
// ranks: 2 3
// needs: ferry
#include "dyn.h"

#include <pthread.h>
#include <unistd.h>

static char folder[] = "/tmp/ferry-meanwhile-XXXXXX";

static void await_file(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    while (access(path, F_OK))
        usleep(1000);
    unlink(path);
}

static void make_file(const char *of, const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", of, name);
    FILE *made = fopen(path, "w");
    if (!made)
        check_fail(__FILE__, __LINE__, "no file %s", path);
    fclose(made);
}

static void *spawn_one(void *program)
{
    char *words[] = {"child", folder, NULL};
    MPI_Comm child;
    OK(MPI_Comm_spawn(program, words, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &child, MPI_ERRCODES_IGNORE));
    dyn_talk(child);
    OK(MPI_Comm_disconnect(&child));
    return NULL;
}

int main(int argc, char **argv)
{
    int rank;
    if (argc > 1 && !strcmp(argv[1], "child")) {
        strcpy(folder, argv[2]);
        make_file(folder, "runs");
        await_file("go");
        MPI_Comm parent;
        check_begin(&argc, &argv);
        OK(MPI_Comm_get_parent(&parent));
        dyn_talk(parent);
        OK(MPI_Comm_disconnect(&parent));
        MPI_Finalize();
        return 0;
    }
    check_begin_threads(&argc, &argv);
    rank = check_rank;
    if (rank == 0) {
        pthread_t thread;
        CHECK(mkdtemp(folder) != NULL);
        CHECK_EQ(pthread_create(&thread, NULL, spawn_one, argv[0]), 0);
        await_file("runs");
        OK(MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD));
        OK(MPI_Recv(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_EQ(rank, 1);
        make_file(folder, "go");
        CHECK_EQ(pthread_join(thread, NULL), 0);
        rmdir(folder);
    } else if (rank == 1) {
        int got = -1;
        OK(MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    }
    return check_end();
}
