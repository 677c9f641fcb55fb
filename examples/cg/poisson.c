/* Writes a Matrix Market file: the 7-point Poisson matrix of an n x n x n grid (lower triangle, symmetric positive definite). */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long n = argc == 2 ? atol(argv[1]) : 0;
    if (n < 1 || n > 1000) {
        fprintf(stderr, "usage: %s N > FILE.mtx (a grid of N x N x N points, N from 1 to 1000)\n", argv[0]);
        return 2;
    }
    printf("%%%%MatrixMarket matrix coordinate real symmetric\n%% 7-point Poisson matrix, %ld x %ld x %ld grid\n", n, n, n);
    printf("%ld %ld %ld\n", n * n * n, n * n * n, n * n * n + 3 * n * n * (n - 1));
    for (long z = 0; z < n; z++)
        for (long y = 0; y < n; y++)
            for (long x = 0; x < n; x++) {
                long row = 1 + x + n * (y + n * z);
                if (z > 0)
                    printf("%ld %ld -1\n", row, row - n * n);
                if (y > 0)
                    printf("%ld %ld -1\n", row, row - n);
                if (x > 0)
                    printf("%ld %ld -1\n", row, row - 1);
                printf("%ld %ld 6\n", row, row);
            }
    return fflush(stdout) == 0 ? 0 : 1;
}
