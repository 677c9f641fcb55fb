/* What the thread that serves windows costs a rank that computes: the time of a fixed computation of rank 0 outside of MPI without a window, with one
   that nobody accesses, and with one that rank 1 accumulates into at a steady rate, as a part of the time without. See README.md. */
#include "bench.h"

enum { WORDS = 64, SAMPLES = 15, TAG = 5 };

static double work(void)
{
    static volatile double sink;
    double begin = MPI_Wtime(), x = 1;
    for (long i = 0; i < 20000000; i++)
        x = x * 0.999999 + 1e-9;
    sink = x;
    return MPI_Wtime() - begin;
}

static int ascending(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* The median of some computations, and accumulates that came meanwhile. */
static double median(long *counter, long *accumulates)
{
    double times[SAMPLES];
    long before = counter ? __atomic_load_n(counter, __ATOMIC_RELAXED) : 0;
    for (int i = 0; i < SAMPLES; i++)
        times[i] = work();
    *accumulates = counter ? __atomic_load_n(counter, __ATOMIC_RELAXED) - before : 0;
    qsort(times, SAMPLES, sizeof *times, ascending);
    return times[SAMPLES / 2];
}

/* Rank 1: an accumulate and a flush each `pause` seconds, until rank 0 says that it is done. */
static void accumulate(MPI_Win win, double pause)
{
    long one = 1;
    int is_over = 0;
    MPI_Request over;
    MPI_Irecv(NULL, 0, MPI_CHAR, 0, TAG, MPI_COMM_WORLD, &over);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    while (!is_over) {
        double next = MPI_Wtime() + pause;
        MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);
        MPI_Win_flush(0, win);
        while (MPI_Wtime() < next && !is_over)
            MPI_Test(&over, &is_over, MPI_STATUS_IGNORE);
    }
    if (over != MPI_REQUEST_NULL)
        MPI_Wait(&over, MPI_STATUS_IGNORE);
    MPI_Win_unlock(0, win);
}

int main(int argc, char **argv)
{
    static const double pauses[] = {1, 1e-2, 1e-3, 1e-4};
    bench_init(&argc, &argv);
    if (ranks != 2) {
        fprintf(stderr, "usage: mpiexec -n 2 %s\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    long words[WORDS] = {0}, served;
    double alone = 0;
    MPI_Win win;
    if (rank == 0) {
        work();
        alone = median(NULL, &served);
        printf("no window: %.2f ms\n", 1e3 * alone);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_create(words, sizeof words, sizeof *words, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0)
        printf("a window that nobody accesses: %+.2f %%\n", 100 * (median(words, &served) / alone - 1));
    for (size_t i = 0; i < sizeof pauses / sizeof *pauses; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1) {
            accumulate(win, pauses[i]);
        } else {
            double time = median(words, &served);
            printf("an accumulate each %g ms: %+.2f %%, %ld served\n", 1e3 * pauses[i], 100 * (time / alone - 1), served);
            MPI_Send(NULL, 0, MPI_CHAR, 1, TAG, MPI_COMM_WORLD);
        }
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
