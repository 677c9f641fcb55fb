/* Solves A x = b by conjugate gradients on all ranks, and compares with a serial solution. See README.md. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <mpi.h>

#include "halo.h"
#include "sparse.h"

static const double TOLERANCE = 1e-10;  /* of the residual, relative to b */
static const double AGREEMENT = 1e-6;   /* of the two solutions, relative to the largest entry */
enum { MOST_ITERATIONS = 100000 };

/* A matrix whose rows are spread over the ranks. */
struct distributed {
    struct sparse own;      /* the rows of this rank */
    struct halo halo;
    int *row_start;         /* rank r has the rows row_start[r] .. row_start[r + 1] - 1 */
    int rank, ranks;
};

static void *scatter_rows(const void *all, const int *counts, const int *starts, MPI_Datatype type, long size, int rank)
{
    void *own = allocate(counts[rank], size);
    MPI_Scatterv(all, counts, starts, type, own, counts[rank], type, 0, MPI_COMM_WORLD);
    return own;
}

/* Spreads the rows of `whole`, which only rank 0 has, evenly over the ranks. */
static void distribute(const struct sparse *whole, struct distributed *d)
{
    int rows = whole->rows, *row_counts, *entry_counts, *entry_start, *lengths = NULL, *own_lengths;
    MPI_Bcast(&rows, 1, MPI_INT, 0, MPI_COMM_WORLD);
    row_counts = allocate(d->ranks, sizeof *row_counts);
    entry_counts = allocate(d->ranks, sizeof *entry_counts);
    entry_start = allocate(d->ranks + 1L, sizeof *entry_start);
    d->row_start = allocate(d->ranks + 1L, sizeof *d->row_start);
    for (int r = 0; r < d->ranks; r++) {
        d->row_start[r + 1] = (int)((long)rows * (r + 1) / d->ranks);
        row_counts[r] = d->row_start[r + 1] - d->row_start[r];
    }
    if (d->rank == 0) {
        lengths = allocate(rows, sizeof *lengths);
        for (int i = 0; i < rows; i++)
            lengths[i] = whole->start[i + 1] - whole->start[i];
        for (int r = 0; r <= d->ranks; r++)
            entry_start[r] = whole->start[d->row_start[r]];
    }
    MPI_Bcast(entry_start, d->ranks + 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int r = 0; r < d->ranks; r++)
        entry_counts[r] = entry_start[r + 1] - entry_start[r];

    own_lengths = scatter_rows(lengths, row_counts, d->row_start, MPI_INT, sizeof(int), d->rank);
    d->own.column = scatter_rows(whole->column, entry_counts, entry_start, MPI_INT, sizeof(int), d->rank);
    d->own.value = scatter_rows(whole->value, entry_counts, entry_start, MPI_DOUBLE, sizeof(double), d->rank);
    d->own.rows = row_counts[d->rank];
    d->own.start = allocate(d->own.rows + 1L, sizeof *d->own.start);
    for (int i = 0; i < d->own.rows; i++)
        d->own.start[i + 1] = d->own.start[i] + own_lengths[i];
    free(own_lengths);
    free(lengths);
    free(row_counts);
    free(entry_counts);
    free(entry_start);
}

/* y = A x; the rows in the middle that need no ghost are multiplied while the ghosts travel. */
static void multiply(struct distributed *d, const int *inner, double *x, double *y)
{
    halo_start(&d->halo, x, d->own.rows, MPI_COMM_WORLD);
    sparse_multiply(&d->own, inner[0], inner[1], x, y);
    halo_finish(&d->halo);
    sparse_multiply(&d->own, 0, inner[0], x, y);
    sparse_multiply(&d->own, inner[1], d->own.rows, x, y);
}

/* The longest run of rows that need no ghost. */
static void find_inner(const struct distributed *d, int *inner)
{
    int begin = 0;
    inner[0] = inner[1] = 0;
    for (int r = 0; r < d->own.rows; r++) {
        for (int i = d->own.start[r]; i < d->own.start[r + 1]; i++)
            if (d->own.column[i] >= d->own.rows)
                begin = r + 1;
        if (r + 1 - begin > inner[1] - inner[0]) {
            inner[0] = begin;
            inner[1] = r + 1;
        }
    }
}

static double global_dot(int n, const double *x, const double *y)
{
    double mine = dot(n, x, y), all;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* Returns the number of iterations; *residual is |r| / |b|. */
static int solve(struct distributed *d, const double *b, double *x, double *residual)
{
    int n = d->own.rows, iteration, inner[2];
    double *r = allocate(n, sizeof *r), *q = allocate(n, sizeof *q), *p = allocate((long)n + d->halo.ghosts, sizeof *p);
    double rr = global_dot(n, b, b), norm_b = sqrt(rr);
    find_inner(d, inner);
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        r[i] = p[i] = b[i];
    }
    for (iteration = 0; iteration < MOST_ITERATIONS && sqrt(rr) > TOLERANCE * norm_b; iteration++) {
        double alpha, before = rr;
        multiply(d, inner, p, q);
        alpha = rr / global_dot(n, p, q);
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        rr = global_dot(n, r, r);
        for (int i = 0; i < n; i++)
            p[i] = r[i] + rr / before * p[i];
    }
    *residual = norm_b > 0 ? sqrt(rr) / norm_b : 0;
    free(r);
    free(p);
    free(q);
    return iteration;
}

/* Says what the ranks have gained, or why they have not. */
static void report_speed(double parallel, double serial, int ranks)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    printf("speed     %.2f times that of one process", serial / parallel);
    if (parallel < serial)
        printf("\n");
    else if (ranks > processors)
        printf(": %d ranks share %ld processors\n", ranks, processors);
    else
        printf(": too few rows for %d ranks, or the processors are busy with something else\n", ranks);
}

/* Rank 0 solves alone and compares; returns whether the solutions agree. */
static int compare(const struct sparse *whole, const double *b, const double *x, double parallel_seconds, int ranks)
{
    double *serial = allocate(whole->rows, sizeof *serial), difference = 0, largest = 0, seconds = MPI_Wtime();
    int iterations = sparse_solve(whole, b, serial, TOLERANCE, MOST_ITERATIONS), agree;
    seconds = MPI_Wtime() - seconds;
    for (int i = 0; i < whole->rows; i++) {
        difference = fmax(difference, fabs(x[i] - serial[i]));
        largest = fmax(largest, fabs(serial[i]));
    }
    agree = difference <= AGREEMENT * largest;
    printf("serial    %d iterations in %.3f s\n", iterations, seconds);
    report_speed(parallel_seconds, seconds, ranks);
    printf("solutions %s: largest difference %.1e of %.2f\n", agree ? "agree" : "DISAGREE", difference, largest);
    free(serial);
    return agree;
}

static void read_or_abort(const char *path, struct sparse *whole)
{
    const char *problem = sparse_read(path, whole);
    if (problem) {
        fprintf(stderr, "cg: %s %s\n", path, problem);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* An irregular right-hand side, so that all eigenvectors take part. */
static double *right_hand_side(int n)
{
    double *b = allocate(n, sizeof *b);
    for (int i = 0; i < n; i++)
        b[i] = 1 + 0.5 * sin(0.1 * i) + (i % 7) / 7.0;
    return b;
}

int main(int argc, char **argv)
{
    struct sparse whole = {0};
    struct distributed d = {0};
    double *b = NULL, *own_b, *own_x, *x = NULL, residual, seconds;
    int iterations, agree = 1, *counts;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &d.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &d.ranks);
    if (argc != 2) {
        if (d.rank == 0)
            fprintf(stderr, "usage: mpiexec -n RANKS %s MATRIX.mtx\n", argv[0]);
        MPI_Finalize();
        return 2;
    }
    if (d.rank == 0) {
        read_or_abort(argv[1], &whole);
        b = right_hand_side(whole.rows);
        x = allocate(whole.rows, sizeof *x);
    }
    distribute(&whole, &d);
    halo_init(&d.halo, &d.own, d.row_start, MPI_COMM_WORLD);
    counts = allocate(d.ranks, sizeof *counts);
    for (int r = 0; r < d.ranks; r++)
        counts[r] = d.row_start[r + 1] - d.row_start[r];
    own_b = scatter_rows(b, counts, d.row_start, MPI_DOUBLE, sizeof(double), d.rank);
    own_x = allocate(d.own.rows, sizeof *own_x);

    MPI_Barrier(MPI_COMM_WORLD);
    seconds = MPI_Wtime();
    iterations = solve(&d, own_b, own_x, &residual);
    seconds = MPI_Wtime() - seconds;

    MPI_Gatherv(own_x, d.own.rows, MPI_DOUBLE, x, counts, d.row_start, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (d.rank == 0) {
        printf("matrix    %s: %d rows, %d entries\n", argv[1], whole.rows, whole.start[whole.rows]);
        printf("parallel  %d iterations in %.3f s on %d ranks\n", iterations, seconds, d.ranks);
        printf("residual  %.2e\n", residual);
        agree = compare(&whole, b, x, seconds, d.ranks) && residual <= TOLERANCE;
        fflush(stdout); /* before anything MPI_Finalize may report */
        sparse_free(&whole);
    }
    MPI_Bcast(&agree, 1, MPI_INT, 0, MPI_COMM_WORLD);
    halo_free(&d.halo);
    sparse_free(&d.own);
    free(d.row_start);
    free(counts);
    free(own_b);
    free(own_x);
    free(b);
    free(x);
    MPI_Finalize();
    return agree ? 0 : 1;
}
