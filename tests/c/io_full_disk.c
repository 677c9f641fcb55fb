// A file system that is really full, and then read-only: a few pages in a mount namespace of the first rank's, which the others reach through its
// process. Every rank of a collective call has the class of the standard, and what fits afterwards is written. Without the right to mount there is nothing
// to see.
// ranks: 1 3
// needs: ferry
#define _GNU_SOURCE
#include "io.h"

#include <sched.h>
#include <sys/mount.h>

enum { ROOM = 64 << 10, LENGTH = 128 << 10, PIECE = 1000 };
static char place[500], path[520];
static unsigned char out[LENGTH], in[LENGTH];

/* Whether the file system is there; all ranks know its name then. */
static int mount_it(void)
{
    int is_made = 1;
    if (check_rank == 0) {
        snprintf(place, sizeof place, "/proc/%d/root%s", (int)getpid(), io_folder);
        is_made = unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
                  mount("none", io_folder, "tmpfs", 0, "size=64k") == 0;
    }
    OK(MPI_Bcast(&is_made, 1, MPI_INT, 0, MPI_COMM_WORLD));
    OK(MPI_Bcast(place, sizeof place, MPI_CHAR, 0, MPI_COMM_WORLD));
    snprintf(path, sizeof path, "%s/file", place);
    return is_made;
}

/* Every form of a collective write that does not fit. */
static void full(MPI_File file)
{
    MPI_Request request;
    MPI_Offset mine = (MPI_Offset)check_rank * LENGTH;
    ERR(MPI_ERR_NO_SPACE, MPI_File_write_at_all(file, mine, out, LENGTH, MPI_BYTE, MPI_STATUS_IGNORE), path);
    ERR(MPI_ERR_NO_SPACE, MPI_File_write_ordered(file, out, LENGTH, MPI_BYTE, MPI_STATUS_IGNORE), path);
    OK(MPI_File_iwrite_at_all(file, mine, out, LENGTH, MPI_BYTE, &request));
    ERR(MPI_ERR_NO_SPACE, MPI_Wait(&request, MPI_STATUS_IGNORE), path);
    OK(MPI_File_write_at_all_begin(file, mine, out, LENGTH, MPI_BYTE));
    ERR(MPI_ERR_NO_SPACE, MPI_File_write_at_all_end(file, out, MPI_STATUS_IGNORE), path);
    ERR(MPI_ERR_NO_SPACE, MPI_File_preallocate(file, 2 * ROOM), path);
    /* Through aggregators: pieces of all ranks in turn. */
    MPI_Datatype piece, view;
    OK(MPI_Type_contiguous(PIECE, MPI_BYTE, &piece));
    OK(MPI_Type_create_resized(piece, 0, PIECE * check_size, &view));
    OK(MPI_Type_commit(&view));
    OK(MPI_File_set_view(file, PIECE * check_rank, MPI_BYTE, view, "native", MPI_INFO_NULL));
    ERR(MPI_ERR_NO_SPACE, MPI_File_write_at_all(file, 0, out, LENGTH, MPI_BYTE, MPI_STATUS_IGNORE), path);
    OK(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    OK(MPI_Type_free(&view));
    OK(MPI_Type_free(&piece));
}

/* Once there is room, all is as ever. */
static void room_again(MPI_File file)
{
    enum { FITS = 10000 };
    MPI_Status status;
    OK(MPI_File_set_size(file, 0));
    OK(MPI_File_write_at_all(file, (MPI_Offset)check_rank * FITS, out, FITS, MPI_BYTE, &status));
    CHECK_COUNT(status, MPI_BYTE, FITS);
    OK(MPI_File_read_at_all(file, (MPI_Offset)check_rank * FITS, in, FITS, MPI_BYTE, MPI_STATUS_IGNORE));
    CHECK(!memcmp(in, out, FITS));
}

static void read_only(void)
{
    MPI_File file;
    char other[540];
    snprintf(other, sizeof other, "%s/other", place);
    if (check_rank == 0)
        CHECK_EQ(mount("none", io_folder, NULL, MS_REMOUNT | MS_RDONLY, "size=64k"), 0);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    ERR(MPI_ERR_READ_ONLY, MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR, MPI_INFO_NULL, &file), path);
    ERR(MPI_ERR_READ_ONLY, MPI_File_open(MPI_COMM_WORLD, other, MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &file), other);
    ERR(MPI_ERR_READ_ONLY, MPI_File_delete(path, MPI_INFO_NULL), path);
    OK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
    OK(MPI_File_read_at_all(file, 0, in, 1, MPI_BYTE, MPI_STATUS_IGNORE));
    CHECK_EQ(in[0], out[0] - check_rank);
    io_close(&file);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    io_begin();
    for (int i = 0; i < LENGTH; i++)
        out[i] = (unsigned char)(i * 3 + 7 + check_rank);
    if (mount_it()) {
        MPI_File file;
        OK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file));
        full(file);
        room_again(file);
        io_close(&file);
        read_only();
        OK(MPI_Barrier(MPI_COMM_WORLD));
        if (check_rank == 0)
            CHECK_EQ(umount2(io_folder, MNT_DETACH), 0);
    }
    io_end();
    return check_end();
}
