#include "keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mpi.h>

enum { LEAST_LOG_KEYS = 12, MOST_LOG_KEYS = 30, LEAST_LOG_RANGE = 10, DRAWS = 4 };

/* The sizes of the classes of the NAS parallel benchmark IS. */
static const struct class {
    char name;
    int log_keys, log_range;
} classes[] = {{'S', 16, 11}, {'W', 20, 16}, {'A', 23, 19}, {'B', 25, 21}, {'C', 27, 23}};

static void usage(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        fprintf(stderr, "usage: is [-c S|W|A|B|C] [-n LOG2_OF_KEYS] [-i ITERATIONS] [-o] [-b]\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
}

static void set_class(struct problem *problem, const char *name)
{
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (name[0] == classes[i].name && !name[1]) {
            problem->log_keys = classes[i].log_keys;
            problem->log_range = classes[i].log_range;
            return;
        }
    }
    usage();
}

static void set_keys(struct problem *problem, int log_keys)
{
    if (log_keys < LEAST_LOG_KEYS || log_keys > MOST_LOG_KEYS)
        usage();
    problem->log_keys = log_keys;
    problem->log_range = log_keys - 4 < LEAST_LOG_RANGE ? LEAST_LOG_RANGE : log_keys - 4;
}

struct problem problem_of_options(int argc, char **argv)
{
    struct problem problem = {.iterations = 10};
    int option;
    set_class(&problem, "S");
    while ((option = getopt(argc, argv, "c:n:i:ob")) != -1) {
        switch (option) {
        case 'c': set_class(&problem, optarg); break;
        case 'n': set_keys(&problem, atoi(optarg)); break;
        case 'i': problem.iterations = atoi(optarg); break;
        case 'o': problem.computes_only = 1; break;
        case 'b': problem.for_bench = 1; break;
        default: usage();
        }
    }
    if (optind != argc || problem.iterations < 1)
        usage();
    return problem;
}

/* Mixes the bits of a counter into a random number (splitmix64). */
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The mean of four draws: values in the middle of the range are frequent, those at its ends rare, so buckets differ in size. */
static uint32_t key(const struct problem *problem, uint64_t index)
{
    uint64_t sum = 0;
    for (uint64_t draw = 0; draw < DRAWS; draw++)
        sum += mix(DRAWS * index + draw) >> (64 - problem->log_range);
    return (uint32_t)(sum / DRAWS);
}

void keys_generate(const struct problem *problem, long first, int count, uint32_t *keys)
{
    for (int i = 0; i < count; i++)
        keys[i] = key(problem, (uint64_t)first + (uint64_t)i);
}

uint64_t keys_digest(const uint32_t *keys, int count)
{
    uint64_t digest = 0;
    for (int i = 0; i < count; i++)
        digest += mix(keys[i]);
    return digest;
}
