/* Solves a diffusion equation on a grid with Fourier transforms on all ranks, times it, and verifies the transform. See README.md. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mpi.h>

#include "grid.h"

enum { LEAST_LOG_POINTS = 9, MOST_LOG_POINTS = 30, MOST_POINTS_X = 1024, SAMPLES = 1024, FREQUENCIES = 4 };
static const double DIFFUSION = 1e-6, TOLERANCE = 1e-11; /* of results, relative to the root of the sum of squares of what went in */

struct problem {
    int nx, ny, nz;
    int iterations;
    int for_bench; /* print a point as `ferry bench` reads it */
};

/* The sizes of the classes of the NAS parallel benchmark FT. */
static const struct class {
    char name;
    int nx, ny, nz, iterations;
} classes[] = {{'S', 64, 64, 64, 6}, {'W', 128, 128, 32, 6}, {'A', 256, 256, 128, 6}, {'B', 512, 256, 256, 20}, {'C', 512, 512, 512, 20}};

static void fail(const char *why)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        fprintf(stderr, "ft: %s\nusage: ft [-c S|W|A|B|C] [-n LOG2_OF_POINTS] [-i ITERATIONS] [-b]\n", why);
    MPI_Abort(MPI_COMM_WORLD, 2);
}

static void set_class(struct problem *problem, const char *name)
{
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (name[0] == classes[i].name && !name[1]) {
            problem->nx = classes[i].nx;
            problem->ny = classes[i].ny;
            problem->nz = classes[i].nz;
            problem->iterations = classes[i].iterations;
            return;
        }
    }
    fail("no such class");
}

/* 2^log_points points, about as many in each direction. */
static void set_points(struct problem *problem, int log_points)
{
    if (log_points < LEAST_LOG_POINTS || log_points > MOST_LOG_POINTS)
        fail("too few or too many points");
    problem->nx = 1 << (log_points / 3);
    problem->ny = 1 << ((log_points + 1) / 3);
    problem->nz = 1 << ((log_points + 2) / 3);
}

static struct problem problem_of_options(int argc, char **argv)
{
    struct problem problem = {0};
    int option, ranks;
    set_class(&problem, "S");
    while ((option = getopt(argc, argv, "c:n:i:b")) != -1) {
        switch (option) {
        case 'c': set_class(&problem, optarg); break;
        case 'n': set_points(&problem, atoi(optarg)); break;
        case 'i': problem.iterations = atoi(optarg); break;
        case 'b': problem.for_bench = 1; break;
        default: fail("unknown option");
        }
    }
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (problem.ny % ranks || problem.nz % ranks)
        fail("the number of ranks must divide the number of points in y and z");
    if (optind != argc || problem.iterations < 1)
        fail("wrong arguments");
    return problem;
}

static struct complex_number *allocate(long points)
{
    struct complex_number *memory = calloc((size_t)points, sizeof *memory);
    if (!memory)
        fail("out of memory");
    return memory;
}

/* Mixes the bits of a counter into a number between -1 and 1 (splitmix64). */
static double random_number(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (double)(int64_t)(x ^ (x >> 31)) / 9223372036854775808.0;
}

/* The value at the start at a point of this rank. */
static struct complex_number initial(const struct grid *grid, long point)
{
    uint64_t index = (uint64_t)(grid->rank * grid->own + point);
    return (struct complex_number){random_number(2 * index), random_number(2 * index + 1)};
}

static double global_sum(double mine)
{
    double all;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* Frequency k of n, as a number around zero. */
static double signed_frequency(long k, int n)
{
    return (double)(k < n / 2 ? k : k - n);
}

/* Multiplies each frequency by what is left of it after the time t. */
static void evolve(const struct grid *grid, const struct complex_number *from, struct complex_number *to, double t)
{
    const double pi = acos(-1.0), rate = -4 * DIFFUSION * pi * pi * t;
    long own_y = grid->ny / grid->ranks, at = 0;
    double factor_x[MOST_POINTS_X];
    for (long x = 0; x < grid->nx; x++)
        factor_x[x] = exp(rate * signed_frequency(x, grid->nx) * signed_frequency(x, grid->nx));
    for (long y = 0; y < own_y; y++) {
        double ky = signed_frequency(grid->rank * own_y + y, grid->ny);
        for (long z = 0; z < grid->nz; z++) {
            double kz = signed_frequency(z, grid->nz), factor_yz = exp(rate * (ky * ky + kz * kz));
            for (long x = 0; x < grid->nx; x++, at++) {
                double factor = factor_yz * factor_x[x];
                to[at] = (struct complex_number){from[at].re * factor, from[at].im * factor};
            }
        }
    }
}

/* The sum of some points, spread over the grid. */
static struct complex_number checksum(const struct grid *grid, const struct complex_number *space)
{
    struct complex_number mine = {0, 0};
    long points = grid->own * grid->ranks, first = grid->rank * grid->own;
    for (long sample = 0; sample < SAMPLES; sample++) {
        long at = (sample * 2654435761 + 12345) % points - first;
        if (at >= 0 && at < grid->own) {
            mine.re += space[at].re / (double)points;
            mine.im += space[at].im / (double)points;
        }
    }
    return (struct complex_number){global_sum(mine.re), global_sum(mine.im)};
}

/* One frequency of the start by its definition, a sum over all points. */
static struct complex_number by_definition(const struct grid *grid, long kx, long ky, long kz)
{
    const double turn = 2 * acos(-1.0);
    long plane = (long)grid->nx * grid->ny, first = grid->rank * grid->own;
    struct complex_number mine = {0, 0};
    for (long point = 0; point < grid->own; point++) {
        long x = (first + point) % grid->nx, y = (first + point) / grid->nx % grid->ny, z = (first + point) / plane;
        double phase = (double)(kx * x % grid->nx) / grid->nx + (double)(ky * y % grid->ny) / grid->ny + (double)(kz * z % grid->nz) / grid->nz;
        struct complex_number value = initial(grid, point);
        double c = cos(turn * phase), s = -sin(turn * phase);
        mine.re += value.re * c - value.im * s;
        mine.im += value.re * s + value.im * c;
    }
    return (struct complex_number){global_sum(mine.re), global_sum(mine.im)};
}

/* The same frequency out of the transformed grid. */
static struct complex_number by_transform(const struct grid *grid, const struct complex_number *transformed, long kx, long ky, long kz)
{
    long own_y = grid->ny / grid->ranks, y = ky - grid->rank * own_y;
    struct complex_number mine = {0, 0};
    if (y >= 0 && y < own_y)
        mine = transformed[(y * grid->nz + kz) * grid->nx + kx];
    return (struct complex_number){global_sum(mine.re), global_sum(mine.im)};
}

/* The largest difference between the transform and its definition, at some frequencies. */
static double error_of_transform(const struct grid *grid, const struct complex_number *transformed)
{
    double largest = 0;
    for (long f = 1; f <= FREQUENCIES; f++) {
        long kx = 7 * f % grid->nx, ky = (grid->ny - 3 * f) % grid->ny, kz = (5 * f + grid->nz / 2) % grid->nz;
        struct complex_number expected = by_definition(grid, kx, ky, kz), found = by_transform(grid, transformed, kx, ky, kz);
        largest = fmax(largest, hypot(expected.re - found.re, expected.im - found.im));
    }
    return largest;
}

/* The largest difference between the start and its transform transformed back. Overwrites `transformed`. */
static double error_of_inverse(struct grid *grid, struct complex_number *transformed, struct complex_number *space)
{
    double points = (double)grid->own * grid->ranks, mine = 0, all;
    grid_inverse(grid, transformed, space, MPI_COMM_WORLD);
    for (long point = 0; point < grid->own; point++) {
        struct complex_number value = initial(grid, point);
        mine = fmax(mine, hypot(space[point].re / points - value.re, space[point].im / points - value.im));
    }
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

struct result {
    double seconds;
    double transform_error, inverse_error; /* relative */
    int correct;
};

/* The timed part: the transform, then for each step evolution, inverse and checksum. Leaves the transform in `transformed`. */
static double solve(struct grid *grid, const struct problem *p, struct complex_number *space, struct complex_number *transformed,
                    struct complex_number *evolved)
{
    double seconds = MPI_Wtime(), slowest;
    grid_transform(grid, space, transformed, MPI_COMM_WORLD);
    for (int t = 1; t <= p->iterations; t++) {
        struct complex_number sum;
        evolve(grid, transformed, evolved, t);
        grid_inverse(grid, evolved, space, MPI_COMM_WORLD);
        sum = checksum(grid, space);
        if (grid->rank == 0 && !p->for_bench)
            printf("step %2d: checksum %18.12e %18.12e\n", t, sum.re, sum.im);
    }
    seconds = MPI_Wtime() - seconds;
    MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

static struct result run(struct grid *grid, const struct problem *p)
{
    struct complex_number *space = allocate(grid->own), *transformed = allocate(grid->own), *evolved = allocate(grid->own);
    struct result result;
    double norm = sqrt((double)grid->own * grid->ranks);
    grid_inverse(grid, evolved, space, MPI_COMM_WORLD); /* of zeros: touches memory and meets all ranks */
    for (long point = 0; point < grid->own; point++)
        space[point] = initial(grid, point);
    MPI_Barrier(MPI_COMM_WORLD);
    result.seconds = solve(grid, p, space, transformed, evolved);
    result.transform_error = error_of_transform(grid, transformed) / norm;
    result.inverse_error = error_of_inverse(grid, transformed, space);
    result.correct = result.transform_error <= TOLERANCE && result.inverse_error <= TOLERANCE;
    free(space);
    free(transformed);
    free(evolved);
    return result;
}

static void report(const struct grid *grid, const struct problem *p, const struct result *result)
{
    if (p->for_bench) {
        printf("begin ft\n");
        if (result->correct)
            printf("point ft %ld %.9g\n", grid->own * grid->ranks * (long)sizeof(struct complex_number), 1e3 * result->seconds);
        return;
    }
    printf("%d x %d x %d points on %d ranks, %d transforms in %.3f s\n", p->nx, p->ny, p->nz, grid->ranks, p->iterations + 1, result->seconds);
    printf("the transform is %s: relative error %.1e, after its inverse %.1e\n", result->correct ? "right" : "WRONG", result->transform_error,
           result->inverse_error);
}

int main(int argc, char **argv)
{
    struct problem problem;
    struct grid grid;
    struct result result;
    MPI_Init(&argc, &argv);
    problem = problem_of_options(argc, argv);
    if (!grid_init(&grid, problem.nx, problem.ny, problem.nz, MPI_COMM_WORLD))
        fail("out of memory");
    result = run(&grid, &problem);
    if (grid.rank == 0)
        report(&grid, &problem, &result);
    grid_free(&grid);
    MPI_Finalize();
    return result.correct ? 0 : 1;
}
