// Random traffic between all ranks: everyone knows from the seed what everyone sends, posts receives in random order and
// checks each message.
// ranks: 2 4 7
// timeout: 120
#include "check.h"

enum { PER_PAIR = 40, LARGEST = 150000, SEEDS = 3 };

static int size_between(int from, int to, int i, uint64_t seed)
{
    uint64_t state = seed * 1000003 + from * 7001 + to * 101 + i + 1;
    int kind = random_below(&state, 8);
    return kind < 4 ? random_below(&state, 64) : kind < 7 ? random_below(&state, 10000) : random_below(&state, LARGEST);
}

static uint64_t key_between(int from, int to, int i)
{
    return (from * 100 + to) * 1000 + i;
}

/* A random order of 0 .. count-1. */
static void shuffle(int *order, int count, uint64_t *state)
{
    for (int i = 0; i < count; i++) {
        int j = random_below(state, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}

static void traffic(uint64_t seed)
{
    int total = check_size * PER_PAIR, *order = check_alloc(2 * total * sizeof(int));
    uint64_t state = seed * 31 + check_rank + 1;
    unsigned char **data = check_alloc(2 * total * sizeof *data);
    MPI_Request *requests = check_alloc(2 * total * sizeof *requests);
    shuffle(order, 2 * total, &state);
    for (int n = 0; n < 2 * total; n++) {
        int number = order[n] % total, peer = number / PER_PAIR, i = number % PER_PAIR;
        int receiving = order[n] >= total;
        int size = receiving ? size_between(peer, check_rank, i, seed) : size_between(check_rank, peer, i, seed);
        data[order[n]] = check_alloc(size);
        if (receiving) {
            OK(MPI_Irecv(data[order[n]], size, MPI_BYTE, peer, i, MPI_COMM_WORLD, &requests[order[n]]));
        } else {
            fill_bytes(data[order[n]], size, key_between(check_rank, peer, i));
            OK(MPI_Isend(data[order[n]], size, MPI_BYTE, peer, i, MPI_COMM_WORLD, &requests[order[n]]));
        }
    }
    for (int done = 0; done < 2 * total; done++) {
        int index;
        MPI_Status status;
        OK(MPI_Waitany(2 * total, requests, &index, &status));
        int number = index % total, peer = number / PER_PAIR, i = number % PER_PAIR;
        if (index >= total) {
            int size = size_between(peer, check_rank, i, seed);
            CHECK_STATUS(status, peer, i, MPI_BYTE, size);
            CHECK_BYTES(data[index], size, key_between(peer, check_rank, i));
        }
        free(data[index]);
    }
    free(order), free(data), free(requests);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        traffic(seed);
    return check_end();
}
