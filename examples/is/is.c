/* Sorts integers on all ranks by buckets, again and again, times it, and verifies the result in full. See README.md. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "keys.h"

enum { LOG_BUCKETS = 10, BUCKETS = 1 << LOG_BUCKETS };

/* Keys spread over the ranks: rank r gets those of the buckets first_bucket[r] .. first_bucket[r + 1] - 1. */
struct sort {
    struct problem problem;
    int rank, ranks;
    uint32_t *keys;             /* own keys, as generated */
    int own;
    uint32_t *by_rank;          /* own keys in the order of the ranks that get them */
    int bucket_sizes[BUCKETS];  /* of own keys */
    int rank_of[BUCKETS];
    int *first_bucket;
    int *send_counts, *send_starts, *receive_counts, *receive_starts;
    uint32_t *received;
    long room;                  /* keys that fit into `received` */
    int arrived;
    int *of_value;              /* how many received keys have each value of own buckets */
    long values;
};

static void *allocate(long count, long size)
{
    void *memory = calloc((size_t)(count > 0 ? count : 1), (size_t)size);
    if (!memory) {
        fprintf(stderr, "is: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static int bucket_of(const struct sort *s, uint32_t key)
{
    return (int)(key >> (s->problem.log_range - LOG_BUCKETS));
}

static void sort_init(struct sort *s, struct problem problem)
{
    long first, all = 1L << problem.log_keys;
    memset(s, 0, sizeof *s);
    s->problem = problem;
    MPI_Comm_rank(MPI_COMM_WORLD, &s->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s->ranks);
    first = all * s->rank / s->ranks;
    s->own = (int)(all * (s->rank + 1) / s->ranks - first);
    s->keys = allocate(s->own, sizeof *s->keys);
    s->by_rank = allocate(s->own, sizeof *s->by_rank);
    s->first_bucket = allocate(s->ranks + 1L, sizeof *s->first_bucket);
    s->send_counts = allocate(s->ranks, sizeof(int));
    s->send_starts = allocate(s->ranks, sizeof(int));
    s->receive_counts = allocate(s->ranks, sizeof(int));
    s->receive_starts = allocate(s->ranks, sizeof(int));
    keys_generate(&s->problem, first, s->own, s->keys);
}

static void sort_free(struct sort *s)
{
    free(s->keys);
    free(s->by_rank);
    free(s->first_bucket);
    free(s->send_counts);
    free(s->send_starts);
    free(s->receive_counts);
    free(s->receive_starts);
    free(s->received);
    free(s->of_value);
}

static void fill_buckets(struct sort *s)
{
    memset(s->bucket_sizes, 0, sizeof s->bucket_sizes);
    for (int i = 0; i < s->own; i++)
        s->bucket_sizes[bucket_of(s, s->keys[i])]++;
}

/* Gives each rank neighboring buckets that hold about as many keys as those of any other. */
static void share_buckets(struct sort *s)
{
    int all_sizes[BUCKETS], b = 0;
    long seen = 0, all = 1L << s->problem.log_keys;
    MPI_Allreduce(s->bucket_sizes, all_sizes, BUCKETS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int r = 0; r < s->ranks; r++) {
        s->first_bucket[r] = b;
        while (b < BUCKETS && seen < all * (r + 1) / s->ranks) {
            s->rank_of[b] = r;
            seen += all_sizes[b++];
        }
    }
    s->first_bucket[s->ranks] = BUCKETS;
}

static int sum_up(const int *counts, int *starts, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        starts[i] = sum;
        sum += counts[i];
    }
    return sum;
}

static void make_room(struct sort *s, int keys)
{
    if (keys <= s->room)
        return;
    free(s->received);
    s->room = keys + keys / 8L;
    s->received = allocate(s->room, sizeof *s->received);
}

static void order_by_rank(struct sort *s)
{
    int next[s->ranks];
    memset(s->send_counts, 0, (size_t)s->ranks * sizeof *s->send_counts);
    for (int b = 0; b < BUCKETS; b++)
        s->send_counts[s->rank_of[b]] += s->bucket_sizes[b];
    sum_up(s->send_counts, s->send_starts, s->ranks);
    memcpy(next, s->send_starts, sizeof next);
    for (int i = 0; i < s->own; i++)
        s->by_rank[next[s->rank_of[bucket_of(s, s->keys[i])]]++] = s->keys[i];
}

/* Sends each key to the rank that has its bucket. */
static void exchange(struct sort *s)
{
    MPI_Alltoall(s->send_counts, 1, MPI_INT, s->receive_counts, 1, MPI_INT, MPI_COMM_WORLD);
    s->arrived = sum_up(s->receive_counts, s->receive_starts, s->ranks);
    make_room(s, s->arrived);
    MPI_Alltoallv(s->by_rank, s->send_counts, s->send_starts, MPI_UINT32_T, s->received, s->receive_counts, s->receive_starts, MPI_UINT32_T,
                  MPI_COMM_WORLD);
}

/* The smallest key of the first bucket of rank r. */
static uint32_t least_key(const struct sort *s, int r)
{
    return (uint32_t)s->first_bucket[r] << (s->problem.log_range - LOG_BUCKETS);
}

/* Counts how often each value arrived, which determines the place of every key. */
static void count_values(struct sort *s)
{
    uint32_t least = least_key(s, s->rank);
    long values = (long)least_key(s, s->rank + 1) - least;
    if (values > s->values) {
        free(s->of_value);
        s->of_value = allocate(values, sizeof *s->of_value);
    } else {
        memset(s->of_value, 0, (size_t)values * sizeof *s->of_value);
    }
    s->values = values;
    for (int i = 0; i < s->arrived; i++)
        s->of_value[s->received[i] - least]++;
}

static void sort_once(struct sort *s, int exchanges)
{
    fill_buckets(s);
    share_buckets(s);
    order_by_rank(s);
    if (exchanges)
        exchange(s);
    count_values(s);
}

/* The own part of the result: the received keys in order. */
static uint32_t *sorted_part(const struct sort *s)
{
    uint32_t *sorted = allocate(s->arrived, sizeof *sorted), least = least_key(s, s->rank);
    long at = 0;
    for (long value = 0; value < s->values; value++)
        for (int i = 0; i < s->of_value[value]; i++)
            sorted[at++] = least + (uint32_t)value;
    return sorted;
}

/* Whether the parts of all ranks, one after the other, are in order. */
static int in_order(const struct sort *s, const uint32_t *sorted)
{
    int64_t last = s->arrived ? (int64_t)sorted[s->arrived - 1] : -1, before = -1;
    MPI_Exscan(&last, &before, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    if (s->rank == 0)
        before = -1;
    for (int i = 0; i < s->arrived; i++) {
        if (sorted[i] < before)
            return 0;
        before = sorted[i];
    }
    return 1;
}

/* Whether all ranks together hold the keys that were generated: as many, with the same digest. */
static int same_keys(const struct sort *s, const uint32_t *sorted)
{
    uint64_t mine[4] = {(uint64_t)s->own, keys_digest(s->keys, s->own), (uint64_t)s->arrived, keys_digest(sorted, s->arrived)}, all[4];
    MPI_Allreduce(mine, all, 4, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return all[0] == all[2] && all[1] == all[3];
}

static int verify(const struct sort *s)
{
    uint32_t *sorted = sorted_part(s);
    int mine = in_order(s, sorted), all;
    mine = same_keys(s, sorted) && mine;
    free(sorted);
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all;
}

/* Seconds of all iterations on the slowest rank; the first one, which touches memory, does not count. It exchanges what the others, that do not, count. */
static double timed(struct sort *s)
{
    double mine, slowest;
    sort_once(s, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    mine = MPI_Wtime();
    for (int i = 0; i < s->problem.iterations; i++)
        sort_once(s, !s->problem.computes_only);
    mine = MPI_Wtime() - mine;
    MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

static void report(const struct sort *s, double seconds, int sorted)
{
    const struct problem *p = &s->problem;
    long keys = 1L << p->log_keys;
    if (p->for_bench) {
        printf("begin is\n");
        if (sorted)
            printf("point is %ld %.9g\n", keys * (long)sizeof(uint32_t), 1e3 * seconds);
        return;
    }
    printf("%ld keys below %ld on %d ranks, sorted %d times in %.3f s: %.1f million keys a second\n", keys, 1L << p->log_range, s->ranks,
           p->iterations, seconds, 1e-6 * (double)keys * p->iterations / seconds);
    printf("the keys are %s\n", sorted ? "sorted" : "NOT SORTED");
}

int main(int argc, char **argv)
{
    struct sort sort;
    double seconds;
    int sorted;
    MPI_Init(&argc, &argv);
    sort_init(&sort, problem_of_options(argc, argv));
    seconds = timed(&sort);
    sorted = verify(&sort);
    if (sort.rank == 0)
        report(&sort, seconds, sorted);
    sort_free(&sort);
    MPI_Finalize();
    return sorted ? 0 : 1;
}
