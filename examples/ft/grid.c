#include "grid.h"

#include <stdlib.h>
#include <string.h>

int grid_init(struct grid *grid, int nx, int ny, int nz, MPI_Comm comm)
{
    memset(grid, 0, sizeof *grid);
    MPI_Comm_rank(comm, &grid->rank);
    MPI_Comm_size(comm, &grid->ranks);
    grid->nx = nx;
    grid->ny = ny;
    grid->nz = nz;
    grid->own = (long)nx * ny * nz / grid->ranks;
    grid->packed = malloc((size_t)grid->own * sizeof *grid->packed);
    grid->moved = malloc((size_t)grid->own * sizeof *grid->moved);
    return grid->packed && grid->moved && fft_init(&grid->along_x, nx) && fft_init(&grid->along_y, ny) && fft_init(&grid->along_z, nz);
}

void grid_free(struct grid *grid)
{
    free(grid->packed);
    free(grid->moved);
    fft_free(&grid->along_x);
    fft_free(&grid->along_y);
    fft_free(&grid->along_z);
}

/* Every rank sends every rank the lines along x that one has in space and the other transformed. */
static void exchange(struct grid *grid, MPI_Comm comm)
{
    int doubles = (int)(2 * grid->own / grid->ranks);
    MPI_Alltoall(grid->packed, doubles, MPI_DOUBLE, grid->moved, doubles, MPI_DOUBLE, comm);
}

/* The order of lines in the exchange: those of rank 0 first, of one rank by z, then by y. Line z, y of rank r is there at line(...). */
static long line(const struct grid *grid, long r, long z, long z_count, long y, long y_count)
{
    return ((r * z_count + z) * y_count + y) * grid->nx;
}

static void copy(const struct grid *grid, struct complex_number *to, const struct complex_number *from)
{
    memcpy(to, from, (size_t)grid->nx * sizeof *to);
}

enum direction { TO_EXCHANGE, FROM_EXCHANGE };

/* Between [z][y][x], own planes z, and the exchange. */
static void move_space(struct grid *grid, struct complex_number *space, enum direction direction)
{
    long zs = grid->nz / grid->ranks, ys = grid->ny / grid->ranks;
    for (long r = 0; r < grid->ranks; r++) {
        for (long z = 0; z < zs; z++) {
            for (long y = 0; y < ys; y++) {
                long there = line(grid, r, z, zs, y, ys), here = (z * grid->ny + r * ys + y) * grid->nx;
                if (direction == TO_EXCHANGE)
                    copy(grid, grid->packed + there, space + here);
                else
                    copy(grid, space + here, grid->moved + there);
            }
        }
    }
}

/* Between [y][z][x], own planes y, and the exchange. */
static void move_transformed(struct grid *grid, struct complex_number *transformed, enum direction direction)
{
    long zs = grid->nz / grid->ranks, ys = grid->ny / grid->ranks;
    for (long r = 0; r < grid->ranks; r++) {
        for (long z = 0; z < zs; z++) {
            for (long y = 0; y < ys; y++) {
                long there = line(grid, r, z, zs, y, ys), here = (y * grid->nz + r * zs + z) * grid->nx;
                if (direction == TO_EXCHANGE)
                    copy(grid, grid->packed + there, transformed + here);
                else
                    copy(grid, transformed + here, grid->moved + there);
            }
        }
    }
}

void grid_transform(struct grid *grid, struct complex_number *space, struct complex_number *transformed, MPI_Comm comm)
{
    long plane = (long)grid->nx * grid->ny, slab = (long)grid->nx * grid->nz;
    fft_lines(&grid->along_x, space, grid->own / grid->nx, grid->nx, 1, -1);
    for (long z = 0; z < grid->nz / grid->ranks; z++)
        fft_lines(&grid->along_y, space + z * plane, grid->nx, 1, grid->nx, -1);
    move_space(grid, space, TO_EXCHANGE);
    exchange(grid, comm);
    move_transformed(grid, transformed, FROM_EXCHANGE);
    for (long y = 0; y < grid->ny / grid->ranks; y++)
        fft_lines(&grid->along_z, transformed + y * slab, grid->nx, 1, grid->nx, -1);
}

void grid_inverse(struct grid *grid, struct complex_number *transformed, struct complex_number *space, MPI_Comm comm)
{
    long plane = (long)grid->nx * grid->ny, slab = (long)grid->nx * grid->nz;
    for (long y = 0; y < grid->ny / grid->ranks; y++)
        fft_lines(&grid->along_z, transformed + y * slab, grid->nx, 1, grid->nx, 1);
    move_transformed(grid, transformed, TO_EXCHANGE);
    exchange(grid, comm);
    move_space(grid, space, FROM_EXCHANGE);
    for (long z = 0; z < grid->nz / grid->ranks; z++)
        fft_lines(&grid->along_y, space + z * plane, grid->nx, 1, grid->nx, 1);
    fft_lines(&grid->along_x, space, grid->own / grid->nx, grid->nx, 1, 1);
}
