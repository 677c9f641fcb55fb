/* A library that finds malloc in itself and what it is linked with first (RTLD_DEEPBIND), and a program that has it free and grow blocks: `deepbind on` expects them to be in the shared heap,
 * `deepbind off` elsewhere. Without an argument the program only exchanges messages. */
#define _GNU_SOURCE
#include <stdlib.h>

#ifdef LIBRARY

void *deep_grow(void *block, size_t bytes) { return realloc(block, bytes); }

void deep_free(void *block) { free(block); }

#else

#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BYTES = 300000, ROUNDS = 20 };

static int is_in_heap(const void *place)
{
    char line[512];
    unsigned long from, to;
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx", &from, &to) == 2 && (uintptr_t)place >= from && (uintptr_t)place < to)
            found = strstr(line, "ferry-heap") != NULL;
    if (maps)
        fclose(maps);
    return found;
}

static int use_library(int is_expected)
{
    void *library = dlopen("libdeepbind.so", RTLD_NOW | RTLD_DEEPBIND);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    void *(*deep_grow)(void *, size_t) = (void *(*)(void *, size_t))dlsym(library, "deep_grow");
    void (*deep_free)(void *) = (void (*)(void *))dlsym(library, "deep_free");
    for (int round = 0; round < ROUNDS; round++) {
        char *block = malloc(BYTES);
        if (!block || is_in_heap(block) != is_expected)
            return 2;
        memset(block, round, BYTES);
        block = deep_grow(block, 2 * BYTES);
        if (!block || block[BYTES - 1] != round)
            return 3;
        deep_free(block);
        deep_free(malloc(BYTES));
    }
    return 0;
}

int main(int argc, char **argv)
{
    int rank, size, got = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int status = got != (rank + size - 1) % size ? 9 : argc > 1 ? use_library(!strcmp(argv[1], "on")) : 0;
    MPI_Finalize();
    return status;
}

#endif
