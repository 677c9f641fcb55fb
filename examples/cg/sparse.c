#include "sparse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *allocate(long count, long size)
{
    void *memory = calloc(count > 0 ? (size_t)count : 1, (size_t)size);
    if (!memory) {
        fprintf(stderr, "out of memory for %ld elements of %ld bytes\n", count, size);
        exit(3);
    }
    return memory;
}

struct entry {
    int row, column;
    double value;
};

/* Reads the lines after the header; 0-based, and below the diagonal of a symmetric matrix also their mirror images. */
static const char *read_entries(FILE *file, int rows, long listed, int symmetric, struct entry *entries, long *count)
{
    *count = 0;
    for (long i = 0; i < listed; i++) {
        struct entry e;
        if (fscanf(file, "%d %d %lf", &e.row, &e.column, &e.value) != 3)
            return "has fewer entries than its header says";
        if (e.row < 1 || e.row > rows || e.column < 1 || e.column > rows)
            return "has an entry outside of the matrix";
        e.row--;
        e.column--;
        entries[(*count)++] = e;
        if (symmetric && e.row != e.column)
            entries[(*count)++] = (struct entry){e.column, e.row, e.value};
    }
    return NULL;
}

static void compress(int rows, const struct entry *entries, long count, struct sparse *a)
{
    int *next = allocate(rows, sizeof *next);
    a->rows = rows;
    a->start = allocate(rows + 1L, sizeof *a->start);
    a->column = allocate(count, sizeof *a->column);
    a->value = allocate(count, sizeof *a->value);
    for (long i = 0; i < count; i++)
        a->start[entries[i].row + 1]++;
    for (int r = 0; r < rows; r++) {
        a->start[r + 1] += a->start[r];
        next[r] = a->start[r];
    }
    for (long i = 0; i < count; i++) {
        int place = next[entries[i].row]++;
        a->column[place] = entries[i].column;
        a->value[place] = entries[i].value;
    }
    free(next);
}

static const char *read_header(FILE *file, int *rows, long *listed, int *symmetric)
{
    char line[1024], symmetry[64];
    int columns;
    if (!fgets(line, sizeof line, file) || sscanf(line, "%%%%MatrixMarket matrix coordinate real %63s", symmetry) != 1)
        return "is no Matrix Market file of a real sparse matrix";
    *symmetric = strcmp(symmetry, "symmetric") == 0;
    if (!*symmetric && strcmp(symmetry, "general") != 0)
        return "is neither general nor symmetric";
    do {
        if (!fgets(line, sizeof line, file))
            return "ends before the size of the matrix";
    } while (line[0] == '%' || line[0] == '\n');
    if (sscanf(line, "%d %d %ld", rows, &columns, listed) != 3 || *rows < 1 || *listed < 0 || *listed > 1000000000)
        return "has no valid size";
    return *rows == columns ? NULL : "is not square";
}

const char *sparse_read(const char *path, struct sparse *a)
{
    int rows, symmetric;
    long listed, count;
    struct entry *entries;
    const char *problem;
    FILE *file = fopen(path, "r");
    if (!file)
        return "cannot be opened";
    problem = read_header(file, &rows, &listed, &symmetric);
    if (!problem) {
        entries = allocate(2 * listed, sizeof *entries);
        problem = read_entries(file, rows, listed, symmetric, entries, &count);
        if (!problem)
            compress(rows, entries, count, a);
        free(entries);
    }
    fclose(file);
    return problem;
}

void sparse_multiply(const struct sparse *a, int first, int last, const double *x, double *y)
{
    for (int r = first; r < last; r++) {
        double sum = 0;
        for (int i = a->start[r]; i < a->start[r + 1]; i++)
            sum += a->value[i] * x[a->column[i]];
        y[r] = sum;
    }
}

double dot(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

int sparse_solve(const struct sparse *a, const double *b, double *x, double tolerance, int most_iterations)
{
    int n = a->rows, iteration;
    double *r = allocate(n, sizeof *r), *p = allocate(n, sizeof *p), *q = allocate(n, sizeof *q);
    double rr = dot(n, b, b), target = tolerance * sqrt(rr);
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        r[i] = p[i] = b[i];
    }
    for (iteration = 0; iteration < most_iterations && sqrt(rr) > target; iteration++) {
        double alpha, before = rr;
        sparse_multiply(a, 0, n, p, q);
        alpha = rr / dot(n, p, q);
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        rr = dot(n, r, r);
        for (int i = 0; i < n; i++)
            p[i] = r[i] + rr / before * p[i];
    }
    free(r);
    free(p);
    free(q);
    return iteration;
}

void sparse_free(struct sparse *a)
{
    free(a->start);
    free(a->column);
    free(a->value);
}
