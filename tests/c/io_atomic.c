// Atomic mode: nobody sees part of an access, in whatever way ranks write one range at once.
// ranks: 1 2 4
#include "io.h"

enum { PIECES = 64, ROUNDS = 15 };

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    io_begin();
    int out[PIECES], in[PIECES];
    MPI_Datatype spread;
    MPI_Status status;
    MPI_File fh = io_open("atomic", MPI_MODE_CREATE | MPI_MODE_RDWR);
    OK(MPI_Type_create_resized(MPI_INT, 0, 12, &spread));
    OK(MPI_Type_commit(&spread));
    OK(MPI_File_set_view(fh, 4, MPI_INT, spread, "native", MPI_INFO_NULL));
    OK(MPI_File_set_atomicity(fh, 1));
    for (int round = 0; round < ROUNDS; round++) {
        NOTE("round %d", round);
        for (int i = 0; i < PIECES; i++)
            out[i] = 1000 * round + check_rank;
        switch (round % 3) {
        case 0: OK(MPI_File_write_at(fh, 0, out, PIECES, MPI_INT, &status)); break;
        case 1: OK(MPI_File_write_at_all(fh, 0, out, PIECES, MPI_INT, &status)); break;
        default: {
            MPI_Request request;
            OK(MPI_File_iwrite_at(fh, 0, out, PIECES, MPI_INT, &request));
            OK(MPI_Wait(&request, &status));
        }
        }
        OK(MPI_File_read_at(fh, 0, in, PIECES, MPI_INT, &status));
        CHECK_COUNT(status, MPI_INT, PIECES);
        for (int i = 1; i < PIECES; i++)
            if (in[i] != in[0])
                FAIL("number %d is %d, number 0 is %d: of two accesses", i, in[i], in[0]);
        CHECK(in[0] / 1000 == round || check_size > 1);
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
    OK(MPI_Type_free(&spread));
    io_close(&fh);
    io_end();
    return check_end();
}
