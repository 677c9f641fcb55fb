/* What messages between two processes cost at least: both processes map both buffers, and copy without telling each other more than that they are done. See README.md. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __SSE2__
#include <emmintrin.h>
#include <xmmintrin.h>
#endif

enum { LOOPS = 9, AHEAD = 16384, LINE = 64 };
static const double LOOP_S = 0.03;

/* Who has done how much; each process writes its own. */
struct turns {
    _Alignas(128) atomic_long done[2][16];
};

struct job {
    struct turns *turns;
    char *buffers;
    size_t bytes;
    int me;
    long turn;
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void through_caches(char *to, const char *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

static void past_caches(char *to, const char *from, size_t bytes)
{
#ifdef __SSE2__
    for (size_t at = 0; at + LINE <= bytes; at += LINE) {
        _mm_prefetch(from + at + AHEAD, _MM_HINT_NTA);
        for (size_t part = at; part < at + LINE; part += sizeof(__m128i))
            _mm_stream_si128((__m128i *)(to + part), _mm_loadu_si128((const __m128i *)(from + part)));
    }
    _mm_sfence();
#else
    memcpy(to, from, bytes);
#endif
}

/* One process copies, or both do, half each; and then the other way. */
static const struct way {
    const char *name;
    void (*copy)(char *to, const char *from, size_t bytes);
    int both;
} ways[] = {{"one", through_caches, 0}, {"both", through_caches, 1}, {"one past caches", past_caches, 0}, {"both past caches", past_caches, 1}};
enum { WAYS = sizeof ways / sizeof *ways };

static void meet(struct job *j)
{
    long turn = ++j->turn;
    atomic_store_explicit(&j->turns->done[j->me][0], turn, memory_order_release);
    while (atomic_load_explicit(&j->turns->done[!j->me][0], memory_order_acquire) < turn)
        ;
}

static void ping_pong(struct job *j, const struct way *way, long n)
{
    size_t half = j->bytes / 2;
    for (long i = 0; i < 2 * n; i++) {
        int receiver = (int)(i % 2);
        char *from = j->buffers + 2 * (size_t)receiver * j->bytes, *to = from + j->bytes;
        if (way->both)
            way->copy(to + (size_t)j->me * half, from + (size_t)j->me * half, half);
        else if (j->me == receiver)
            way->copy(to, from, j->bytes);
        meet(j);
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median time of one message in microseconds; the number of messages is found by the first process and told by `n`. */
static double measure(struct job *j, const struct way *way, atomic_long *n)
{
    double times[LOOPS], start;
    if (j->me == 0)
        *n = 1;
    for (;;) {
        meet(j);
        long loop = *n;
        start = now_s();
        ping_pong(j, way, loop);
        if (j->me == 0 && now_s() - start < LOOP_S)
            *n = 2 * loop;
        meet(j);
        if (*n == loop)
            break;
    }
    for (int i = 0; i < LOOPS; i++) {
        start = now_s();
        ping_pong(j, way, *n);
        times[i] = 1e6 * (now_s() - start) / (2 * (double)*n);
    }
    qsort(times, LOOPS, sizeof *times, ascending);
    return times[LOOPS / 2];
}

static void pin(int nth)
{
    cpu_set_t allowed, one;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &allowed) && nth-- == 0)
            CPU_SET(cpu, &one);
    if (CPU_COUNT(&one) == 1 && sched_setaffinity(0, sizeof one, &one) != 0)
        perror("floor: sched_setaffinity");
}

static void *shared(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        perror("floor: mmap");
        exit(1);
    }
    return memory;
}

int main(int argc, char **argv)
{
    size_t most = 0;
    for (int i = 1; i < argc; i++) {
        size_t bytes = strtoul(argv[i], NULL, 10);
        if (bytes == 0 || bytes % (2 * LINE) != 0) {
            fprintf(stderr, "usage: floor BYTES...   multiples of %d\n", 2 * LINE);
            return 2;
        }
        most = bytes > most ? bytes : most;
    }
    struct job job = {.turns = shared(sizeof *job.turns), .buffers = shared(4 * most + LINE)};
    atomic_long *n = shared(sizeof *n);
    memset(job.buffers, 1, 4 * most);
    pid_t other = fork();
    if (other < 0) {
        perror("floor: fork");
        return 1;
    }
    job.me = other == 0;
    pin(job.me);
    for (int i = 1; i < argc; i++) {
        job.bytes = strtoul(argv[i], NULL, 10);
        if (job.me == 0)
            printf("%10zu bytes:", job.bytes);
        for (int way = 0; way < WAYS; way++) {
            double us = measure(&job, &ways[way], n);
            if (job.me == 0)
                printf("  %s %.3f us", ways[way].name, us);
        }
        if (job.me == 0) {
            printf("\n");
            fflush(stdout);
        }
    }
    return other == 0 || waitpid(other, NULL, 0) == other ? 0 : 1;
}
