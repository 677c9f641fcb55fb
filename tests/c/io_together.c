// Collective calls that begin at the shared file pointer take it when all ranks are there: others may still move it before.
// ranks: 2 3
// needs: ferry
#include "io.h"

enum { ROUNDS = 10, BYTES = 10 };

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
    io_end();
    return check_end();
}
