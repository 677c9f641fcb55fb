/* Multiplies matrices whose blocks of rows are spread over the ranks, with an allgather in each product. See README.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "product.h"

/* A square matrix whose rows are spread as evenly as possible, the first ranks having one more. */
struct layout {
    int rank, ranks;
    long n;
    int *counts, *starts; /* elements of each rank */
};

/* What an iteration works on. Each has buffers of its own. */
struct buffers {
    double *a, *b, *c; /* own rows */
    double *whole;     /* all rows of b */
};

static void *allocate(long count, size_t size)
{
    void *memory = malloc((count > 0 ? (size_t)count : 1) * size);
    if (!memory) {
        fprintf(stderr, "matmul: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static void layout_init(struct layout *l, long n)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &l->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &l->ranks);
    l->n = n;
    l->counts = allocate(l->ranks, sizeof *l->counts);
    l->starts = allocate(l->ranks, sizeof *l->starts);
    long row = 0;
    for (int rank = 0; rank < l->ranks; rank++) {
        long rows = n / l->ranks + (rank < n % l->ranks);
        l->counts[rank] = (int)(rows * n);
        l->starts[rank] = (int)(row * n);
        row += rows;
    }
}

static long own_rows(const struct layout *l)
{
    return l->counts[l->rank] / l->n;
}

/* Element i of matrix `which` in an iteration: a small whole number, so that products are exact and the order of sums does not matter. */
static double element(int which, int iteration, long i)
{
    unsigned long x = (unsigned long)i * 2654435761UL + (unsigned long)iteration * 40503UL + (unsigned long)which * 97UL;
    x ^= x >> 15;
    return (double)(x % 17) - 8.0;
}

static void fill(double *matrix, long first, long count, int which, int iteration)
{
    for (long i = 0; i < count; i++)
        matrix[i] = element(which, iteration, first + i);
}

static void buffers_init(struct buffers *b, const struct layout *l, int iteration)
{
    long own = l->counts[l->rank], first = l->starts[l->rank];
    b->a = allocate(own, sizeof *b->a);
    b->b = allocate(own, sizeof *b->b);
    b->c = allocate(own, sizeof *b->c);
    b->whole = allocate(l->n * l->n, sizeof *b->whole);
    fill(b->a, first, own, 0, iteration);
    fill(b->b, first, own, 1, iteration);
}

static void buffers_free(struct buffers *b)
{
    free(b->a);
    free(b->b);
    free(b->c);
    free(b->whole);
}

/* All rows of b to all ranks: an allgather if all have as many rows, else one of different blocks. */
static void gather(const struct layout *l, struct buffers *b)
{
    int own = l->counts[l->rank];
    if (l->n % l->ranks == 0)
        MPI_Allgather(b->b, own, MPI_DOUBLE, b->whole, own, MPI_DOUBLE, MPI_COMM_WORLD);
    else
        MPI_Allgatherv(b->b, own, MPI_DOUBLE, b->whole, l->counts, l->starts, MPI_DOUBLE, MPI_COMM_WORLD);
}

/* Compares own rows of the product with those of a serial one, element by element; the number that differ. */
static long wrong_elements(const struct layout *l, const struct buffers *b, int iteration)
{
    long n = l->n, wrong = 0, first = l->starts[l->rank];
    double *right = allocate(n * n, sizeof *right);
    fill(right, 0, n * n, 1, iteration);
    for (long row = 0; row < own_rows(l); row++)
        for (long column = 0; column < n; column++) {
            double sum = 0.0;
            for (long k = 0; k < n; k++)
                sum += element(0, iteration, first + row * n + k) * right[k * n + column];
            wrong += sum != b->c[row * n + column];
        }
    free(right);
    return wrong;
}

struct options {
    long n;
    int iterations;
};

static int parse(int argc, char **argv, struct options *o)
{
    *o = (struct options){ .n = 256, .iterations = 10 };
    for (int i = 1; i < argc; i += 2) {
        char *end = "";
        long value = i + 1 < argc ? strtol(argv[i + 1], &end, 10) : 0;
        int is_number = i + 1 < argc && end != argv[i + 1] && *end == '\0';
        if (strcmp(argv[i], "-n") == 0 && is_number && value >= 1 && value <= 20000)
            o->n = value;
        else if (strcmp(argv[i], "-i") == 0 && is_number && value >= 1 && value <= 1000000)
            o->iterations = (int)value;
        else
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    struct options o;
    struct layout l;
    double gathering = 0.0, computing = 0.0;
    long wrong = 0;
    MPI_Init(&argc, &argv);
    if (!parse(argc, argv, &o)) {
        fprintf(stderr, "usage: matmul [-n SIZE (1 to 20000)] [-i ITERATIONS (1 to 1000000)]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    layout_init(&l, o.n);
    /* Buffers of one iteration are freed after those of the next have been allocated, so that none is at the place of the one before. */
    struct buffers before = { 0 };
    for (int iteration = 0; iteration < o.iterations; iteration++) {
        struct buffers b;
        buffers_init(&b, &l, iteration);
        buffers_free(&before);
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = MPI_Wtime();
        gather(&l, &b);
        double gathered = MPI_Wtime();
        product(own_rows(&l), l.n, b.a, b.whole, b.c);
        gathering += gathered - begin;
        computing += MPI_Wtime() - gathered;
        if (iteration == 0 || iteration == o.iterations - 1)
            wrong += wrong_elements(&l, &b, iteration);
        before = b;
    }
    buffers_free(&before);
    double own[2] = { gathering, computing }, most[2];
    long all_wrong;
    MPI_Reduce(own, most, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&wrong, &all_wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (l.rank == 0) {
        printf("%ld x %ld on %d ranks, %d products by %s\n", l.n, l.n, l.ranks, o.iterations, product_by);
        printf("allgather %.1f us, product %.1f us each\n", 1e6 * most[0] / o.iterations, 1e6 * most[1] / o.iterations);
        if (all_wrong == 0)
            printf("the products are right\n");
        else
            printf("%ld elements are wrong\n", all_wrong);
    }
    free(l.counts);
    free(l.starts);
    MPI_Finalize();
    return all_wrong != 0;
}
