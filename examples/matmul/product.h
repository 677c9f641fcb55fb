/* A product of a block of rows with a matrix: by cblas where the program is built with it, else by a plain kernel. */
#ifndef PRODUCT_H
#define PRODUCT_H

/* c (rows x n) = a (rows x n) times b (n x n), all row by row. */
void product(long rows, long n, const double *a, const double *b, double *c);

/* What does it. */
extern const char *const product_by;

#endif
