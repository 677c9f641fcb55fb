/* See product.h. */
#include "product.h"

#ifdef WITH_CBLAS

#include <cblas.h>

const char *const product_by = "cblas";

void product(long rows, long n, const double *a, const double *b, double *c)
{
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows, (int)n, (int)n, 1.0, a, (int)n, b, (int)n, 0.0, c, (int)n);
}

#else

const char *const product_by = "a plain kernel";

/* Columns of b and c that are worked on together: rows of so many doubles of b stay in the first cache. */
enum { COLUMNS = 256 };

/* Adds f times a row to another one. */
static void add_row(long count, double f, const double *restrict from, double *restrict to)
{
    for (long j = 0; j < count; j++)
        to[j] += f * from[j];
}

void product(long rows, long n, const double *a, const double *b, double *c)
{
    for (long i = 0; i < rows * n; i++)
        c[i] = 0.0;
    for (long first = 0; first < n; first += COLUMNS) {
        long count = n - first < COLUMNS ? n - first : COLUMNS;
        for (long i = 0; i < rows; i++)
            for (long k = 0; k < n; k++)
                add_row(count, a[i * n + k], b + k * n + first, c + i * n + first);
    }
}

#endif
