// A file that the system does not give away is MPI_ERR_FILE_IN_USE, at all ranks: a program that runs cannot be opened for writing.
// ranks: 1 3
// needs: ferry
#include "check.h"

int main(int argc, char **argv)
{
    MPI_File file;
    check_begin(&argc, &argv);
    ERR(MPI_ERR_FILE_IN_USE, MPI_File_open(MPI_COMM_WORLD, argv[0], MPI_MODE_RDWR, MPI_INFO_NULL, &file), argv[0]);
    CHECK(file == MPI_FILE_NULL);
    return check_end();
}
