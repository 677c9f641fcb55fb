// Collective calls and the shared file pointer: those that begin at it take it when all ranks are there, and others may still move it before; those that
// have opened a file may move it at once.
// ranks: 2 3 7
// needs: ferry
#include "io.h"

enum { ROUNDS = 10, OPENINGS = 200, OLD = 5, BYTES = 10 };

/* The last rank comes late, when the others are in the call that follows, and moves the pointer before. */
static void come_late(MPI_File fh)
{
    static const char bytes[BYTES] = "123456789";
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (check_rank == check_size - 1) {
        usleep(3000);
        OK(MPI_File_write_shared(fh, bytes, BYTES, MPI_CHAR, MPI_STATUS_IGNORE));
    }
}

/* All write at the end of a file as soon as they have opened it. Nothing there is overwritten, and no write is lost. */
static void append_at_once(void)
{
    char bytes[OLD + 16 * 4], own[4];
    int seen[16] = {0};
    MPI_Offset size = -1, place = -1;
    MPI_File fh;
    const char *path = io_path("old");
    if (check_rank == 0) {
        FILE *file = fopen(path, "w");
        CHECK(file && fwrite("old.", 1, OLD, file) == OLD && fclose(file) == 0);
    }
    memset(own, 'a' + check_rank, sizeof own);
    OK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_APPEND | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh));
    OK(MPI_File_write_shared(fh, own, sizeof own, MPI_CHAR, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_File_get_position_shared(fh, &place));
    CHECK_EQ(place, OLD + (int)sizeof own * check_size);
    OK(MPI_File_get_size(fh, &size));
    CHECK_EQ(size, place);
    OK(MPI_File_read_at(fh, 0, bytes, (int)size, MPI_CHAR, MPI_STATUS_IGNORE));
    CHECK(!memcmp(bytes, "old.", OLD));
    for (int i = 0; i < check_size; i++) {
        int rank = bytes[OLD + 4 * i] - 'a';
        CHECK(rank >= 0 && rank < check_size && !seen[rank]++);
    }
    io_close(&fh);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    io_begin();
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Offset place = -1;
        MPI_Datatype etype, filetype;
        char name[MPI_MAX_DATAREP_STRING];
        MPI_File fh = io_open("sequential", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
        come_late(fh);
        OK(MPI_File_set_view(fh, MPI_DISPLACEMENT_CURRENT, MPI_CHAR, MPI_CHAR, "native", MPI_INFO_NULL));
        OK(MPI_File_get_view(fh, &place, &etype, &filetype, name));
        CHECK_EQ(place, BYTES);
        io_close(&fh);
        fh = io_open("random", MPI_MODE_CREATE | MPI_MODE_RDWR);
        for (int end = 0; end < 2; end++) {
            come_late(fh);
            OK(MPI_File_seek_shared(fh, 0, end ? MPI_SEEK_END : MPI_SEEK_CUR));
            OK(MPI_File_get_position_shared(fh, &place));
            CHECK_EQ(place, BYTES * (end + 1));
        }
        io_close(&fh);
    }
    for (int round = 0; round < OPENINGS; round++)
        append_at_once();
    io_end();
    return check_end();
}
