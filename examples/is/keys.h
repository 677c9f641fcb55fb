/* What is sorted: problems of several sizes, and their keys. */
#ifndef KEYS_H
#define KEYS_H

#include <stdint.h>

struct problem {
    int log_keys;   /* 2^log_keys keys in all ... */
    int log_range;  /* ... below 2^log_range */
    int iterations;
    int computes_only; /* leave out the exchange in iterations that count */
    int for_bench;     /* print a point as `ferry bench` reads it */
};

/* The problem that the command line asks for; a wrong one ends the program. */
struct problem problem_of_options(int argc, char **argv);

/* Keys first .. first + count - 1 of the problem, the same however they are spread over ranks. */
void keys_generate(const struct problem *problem, long first, int count, uint32_t *keys);

/* A sum over the keys that does not depend on their order. */
uint64_t keys_digest(const uint32_t *keys, int count);

#endif
