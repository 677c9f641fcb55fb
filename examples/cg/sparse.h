/* Sparse matrices of one process, in compressed rows. */
#ifndef SPARSE_H
#define SPARSE_H

struct sparse {
    int rows;
    int *start;    /* row r holds entries start[r] .. start[r + 1] - 1 */
    int *column;
    double *value;
};

/* Allocates, or ends the program with a message. */
void *allocate(long count, long size);

/* Reads a real square matrix, general or symmetric. On an error returns a message, else NULL. */
const char *sparse_read(const char *path, struct sparse *a);

/* y = A x for the rows first .. last - 1. */
void sparse_multiply(const struct sparse *a, int first, int last, const double *x, double *y);

double dot(int n, const double *x, const double *y);

/* Solves A x = b by conjugate gradients from x = 0 until |r| <= tolerance |b|; returns the number of iterations. */
int sparse_solve(const struct sparse *a, const double *b, double *x, double tolerance, int most_iterations);

void sparse_free(struct sparse *a);

#endif
