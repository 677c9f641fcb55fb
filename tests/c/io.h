/* What tests of files share: a folder of their own, files in it that all ranks open, checks of statuses. */
#ifndef IO_H
#define IO_H

#include "check.h"
#include <unistd.h>

static char io_folder[300]; /* the same at all ranks */

/* Makes the folder. */
MAYBE_UNUSED static void io_begin(void)
{
    if (check_rank == 0) {
        const char *base = getenv("TMPDIR");
        snprintf(io_folder, sizeof io_folder, "%s/ferry-io-XXXXXX", base ? base : "/tmp");
        CHECK(mkdtemp(io_folder));
    }
    OK(MPI_Bcast(io_folder, sizeof io_folder, MPI_CHAR, 0, MPI_COMM_WORLD));
}

/* The path of a file in the folder; good for four calls. */
MAYBE_UNUSED static const char *io_path(const char *name)
{
    static char paths[4][400];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", io_folder, name);
    return path;
}

/* Opens a file of the folder, which goes when it is closed. */
MAYBE_UNUSED static MPI_File io_open(const char *name, int amode)
{
    MPI_File fh = MPI_FILE_NULL;
    OK(MPI_File_open(MPI_COMM_WORLD, io_path(name), amode | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh));
    CHECK(fh != MPI_FILE_NULL);
    return fh;
}

MAYBE_UNUSED static void io_close(MPI_File *fh)
{
    OK(MPI_File_close(fh));
    CHECK(*fh == MPI_FILE_NULL);
}

/* Removes the folder, which must be empty: no file is left beside those of the test. */
MAYBE_UNUSED static void io_end(void)
{
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (check_rank == 0)
        CHECK_EQ(rmdir(io_folder), 0);
}

/* The status counts so many elements. */
#define CHECK_COUNT(status, type, count)                                                                                \
    do {                                                                                                               \
        int io_count = -1;                                                                                             \
        OK(MPI_Get_count(&(status), type, &io_count));                                                                 \
        CHECK_EQ(io_count, count);                                                                                     \
    } while (0)

#endif
