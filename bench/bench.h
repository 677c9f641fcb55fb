/* What the benchmark programs share: options, pinning, the timing loop, output. See README.md. */
#ifndef FERRY_BENCH_H
#define FERRY_BENCH_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mpi.h>

static int rank, ranks;
static double budget_s;

static inline double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Gives rank r the r-th CPU of `allowed` (read before MPI_Init, which may pin) if there is one for each rank. */
static inline void pin(const cpu_set_t *allowed)
{
    int nth = 0;
    if (CPU_COUNT(allowed) < ranks)
        return;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (CPU_ISSET(cpu, allowed) && nth++ == rank) {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            if (sched_setaffinity(0, sizeof one, &one) != 0)
                perror("sched_setaffinity");
            return;
        }
    }
}

static inline void bench_init(int *argc, char ***argv)
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        perror("sched_getaffinity");
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    pin(&allowed);
}

/* Seconds per operation of one loop on the slowest rank. */
static inline double slowest_loop(void (*loop)(void *context, long n), void *context, long n)
{
    double mine, slowest;
    MPI_Barrier(MPI_COMM_WORLD);
    mine = now_s();
    loop(context, n);
    mine = now_s() - mine;
    MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest / (double)n;
}

/* Seconds per operation on the slowest rank. `loop(context, n)` does n operations. n grows until the loop lasts the budget; that was
 * warm-up, as libraries learn from what a program does, and the same loop once more counts, unless it is over in half the time. All
 * ranks see the same times, so all do the same loops. */
static inline double seconds_per_operation(void (*loop)(void *context, long n), void *context)
{
    long n = 1;
    for (;;) {
        double slowest = slowest_loop(loop, context, n) * (double)n, growth;
        if (slowest >= budget_s) {
            double each = slowest_loop(loop, context, n);
            slowest = each * (double)n;
            if (slowest >= budget_s / 2)
                return each;
        }
        growth = slowest > 0 ? 1.2 * budget_s / slowest : 16;
        n *= growth < 2 ? 2 : growth > 16 ? 16 : (long)growth;
    }
}

static inline void begin(const char *benchmark)
{
    if (rank == 0) {
        printf("begin %s\n", benchmark);
        fflush(stdout);
    }
}

static inline void point(const char *benchmark, long bytes, double value)
{
    if (rank == 0) {
        printf("point %s %ld %.9g\n", benchmark, bytes, value);
        fflush(stdout);
    }
}

static inline void skip(const char *benchmark, long bytes, const char *reason)
{
    if (rank == 0) {
        printf("skip %s %ld %s\n", benchmark, bytes, reason);
        fflush(stdout);
    }
}

/* Page-aligned, touched memory, or NULL. */
static inline void *buffer(size_t bytes)
{
    size_t whole = (bytes / 4096 + 1) * 4096;
    void *memory = aligned_alloc(4096, whole);
    if (memory)
        memset(memory, 1, whole);
    return memory;
}

/* Whether `mine` holds on every rank. */
static inline int everywhere(int mine)
{
    int all;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all;
}

/* Calls `run(benchmark, bytes)` for each size of the list "8,64,4096". */
static inline void each_size(const char *sizes, const char *benchmark, void (*run)(const char *benchmark, long bytes))
{
    while (*sizes) {
        char *end;
        long bytes = strtol(sizes, &end, 10);
        if (end == sizes || bytes < 0) {
            fprintf(stderr, "not a list of sizes: %s\n", sizes);
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
        run(benchmark, bytes);
        sizes = *end == ',' ? end + 1 : end;
    }
}

static inline void usage(const char *program)
{
    if (rank == 0)
        fprintf(stderr, "usage: %s BUDGET_MS SIZE,SIZE,... BENCHMARK...\n", program);
    MPI_Abort(MPI_COMM_WORLD, 2);
}

#endif
