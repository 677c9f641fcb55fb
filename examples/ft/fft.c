#include "fft.h"

#include <math.h>
#include <stdlib.h>

int fft_init(struct fft *fft, int n)
{
    const double turn = 2 * acos(-1.0);
    size_t lines = (size_t)n * LINES;
    fft->n = n;
    fft->root = malloc((size_t)(n / 2 + 1) * sizeof *fft->root);
    fft->a = malloc(lines * sizeof *fft->a);
    fft->b = malloc(lines * sizeof *fft->b);
    if (!fft->root || !fft->a || !fft->b)
        return 0;
    for (int k = 0; k < n / 2; k++)
        fft->root[k] = (struct complex_number){cos(turn * k / n), -sin(turn * k / n)};
    return 1;
}

void fft_free(struct fft *fft)
{
    free(fft->root);
    free(fft->a);
    free(fft->b);
}

/* One step of Stockham's algorithm, which needs no reordering: pairs that are half the length apart become sums and, turned, differences,
 * `stride` elements at a time. */
static void combine(const struct complex_number *restrict from, struct complex_number *restrict to, long half, long stride,
                    struct complex_number w)
{
    const struct complex_number *restrict upper = from + half * stride;
    for (long i = 0; i < stride; i++) {
        double re = from[i].re - upper[i].re, im = from[i].im - upper[i].im;
        to[i].re = from[i].re + upper[i].re;
        to[i].im = from[i].im + upper[i].im;
        to[stride + i].re = re * w.re - im * w.im;
        to[stride + i].im = re * w.im + im * w.re;
    }
}

/* Transforms the lines in fft->a; the result is where the return value says. */
static struct complex_number *transform(struct fft *fft, int sign)
{
    struct complex_number *from = fft->a, *to = fft->b;
    long stride = LINES;
    for (long length = fft->n; length > 1; length /= 2, stride *= 2) {
        long half = length / 2, step = fft->n / length;
        struct complex_number *swap = from;
        for (long k = 0; k < half; k++) {
            struct complex_number w = fft->root[k * step];
            w.im *= -sign;
            combine(from + k * stride, to + 2 * k * stride, half, stride, w);
        }
        from = to;
        to = swap;
    }
    return from;
}

void fft_lines(struct fft *fft, struct complex_number *data, long lines, long line_step, long step, int sign)
{
    for (long first = 0; first < lines; first += LINES) {
        long count = lines - first < LINES ? lines - first : LINES;
        struct complex_number *base = data + first * line_step, *result;
        for (long j = 0; j < fft->n; j++)
            for (long l = 0; l < LINES; l++)
                fft->a[j * LINES + l] = l < count ? base[l * line_step + j * step] : (struct complex_number){0, 0};
        result = transform(fft, sign);
        for (long j = 0; j < fft->n; j++)
            for (long l = 0; l < count; l++)
                base[l * line_step + j * step] = result[j * LINES + l];
    }
}
