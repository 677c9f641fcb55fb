/* One-dimensional Fourier transforms of many lines at once. */
#ifndef FFT_H
#define FFT_H

struct complex_number {
    double re, im;
};

/* Lines that are transformed together: their elements alternate in memory, so that loops over lines run along it. */
enum { LINES = 8 };

struct fft {
    int n;                            /* length, a power of two */
    struct complex_number *root;      /* root[k] = exp(-2 pi i k / n), k < n / 2 */
    struct complex_number *a, *b;     /* n * LINES each */
};

/* Returns 0 if memory is missing. */
int fft_init(struct fft *fft, int n);
void fft_free(struct fft *fft);

/* Transforms, in place and without a factor, `lines` lines of n elements; element j of line l is data[l * line_step + j * step].
 * sign is -1 for the transform and 1 for its inverse. */
void fft_lines(struct fft *fft, struct complex_number *data, long lines, long line_step, long step, int sign);

#endif
