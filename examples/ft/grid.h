/* A grid of complex numbers in slabs, one for each rank, and its Fourier transform. */
#ifndef GRID_H
#define GRID_H

#include <mpi.h>

#include "fft.h"

/* The grid has nx * ny * nz points. In space rank r has the planes z = r * nz / ranks and following, stored as [z][y][x]; transformed it has
 * the planes y = r * ny / ranks and following, stored as [y][z][x]. */
struct grid {
    int nx, ny, nz;
    int rank, ranks;
    long own;                               /* points of this rank */
    struct complex_number *packed, *moved;  /* own points each, for the exchange */
    struct fft along_x, along_y, along_z;
};

/* Returns 0 if memory is missing. The ranks must divide ny and nz. */
int grid_init(struct grid *grid, int nx, int ny, int nz, MPI_Comm comm);
void grid_free(struct grid *grid);

/* The transform: from `space`, which it overwrites, to `transformed`. */
void grid_transform(struct grid *grid, struct complex_number *space, struct complex_number *transformed, MPI_Comm comm);

/* Its inverse times the number of points: from `transformed`, which it overwrites, to `space`. */
void grid_inverse(struct grid *grid, struct complex_number *transformed, struct complex_number *space, MPI_Comm comm);

#endif
