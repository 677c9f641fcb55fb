// All ranks write one data set of a file through parallel HDF5 and read another's part.
//
//   hdf5 FILE, prints "ok" at rank 0
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>

enum { ROWS = 50, COLUMNS = 30 };

static hid_t collective(void)
{
    hid_t list = H5Pcreate(H5P_DATASET_XFER);
    H5Pset_dxpl_mpio(list, H5FD_MPIO_COLLECTIVE);
    return list;
}

// The rows of a rank, in the file.
static hid_t part(hid_t set, int rank)
{
    hid_t space = H5Dget_space(set);
    hsize_t start[2] = {(hsize_t)rank * ROWS, 0}, count[2] = {ROWS, COLUMNS};
    H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
    return space;
}

int main(int argc, char **argv)
{
    int rank, size, wrong = 0, all = 0;
    static int values[ROWS][COLUMNS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), transfer = collective();
    H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL);

    hid_t file = H5Fcreate(argv[1], H5F_ACC_TRUNC, H5P_DEFAULT, access);
    hsize_t sizes[2] = {(hsize_t)size * ROWS, COLUMNS}, own[2] = {ROWS, COLUMNS};
    hid_t whole = H5Screate_simple(2, sizes, NULL), memory = H5Screate_simple(2, own, NULL);
    hid_t set = H5Dcreate2(file, "values", H5T_NATIVE_INT, whole, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            values[i][j] = (rank * ROWS + i) * COLUMNS + j;
    wrong += H5Dwrite(set, H5T_NATIVE_INT, memory, part(set, rank), transfer, values) < 0;
    H5Dclose(set);
    wrong += H5Fclose(file) < 0;

    file = H5Fopen(argv[1], H5F_ACC_RDONLY, access);
    set = H5Dopen2(file, "values", H5P_DEFAULT);
    int other = (rank + 1) % size;
    wrong += H5Dread(set, H5T_NATIVE_INT, memory, part(set, other), transfer, values) < 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            wrong += values[i][j] != (other * ROWS + i) * COLUMNS + j;
    H5Dclose(set);
    wrong += H5Fclose(file) < 0;
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        puts(all == 0 ? "ok" : "wrong");
    MPI_Finalize();
    return all != 0;
}
