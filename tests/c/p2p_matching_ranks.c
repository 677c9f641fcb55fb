// Matching between ranks against a model: each sender numbers its messages per communicator and tag; whatever mix of wildcard
// and specific receives takes them, numbers from one sender on one communicator and tag only rise, and none is lost.
// ranks: 2 3 4 7
// timeout: 120
#include "check.h"

enum { TAGS = 3, COMMS = 2, PER_CLASS = 60, SEEDS = 4, LARGEST = 40000 };

typedef struct {
    int sender, comm, tag, number, words;
} Head;

static int words_of(int sender, int tag, int number)
{
    uint64_t state = sender * 1000003 + tag * 101 + number + 1;
    int kind = random_below(&state, 10);
    return (int)(sizeof(Head) / 4) + (kind < 6 ? kind : kind < 9 ? 200 * kind : LARGEST / 4 - 10);
}

static int *message(int sender, int comm, int tag, int number)
{
    int words = words_of(sender, tag, number), *data = check_alloc(words * sizeof(int));
    Head head = {sender, comm, tag, number, words};
    for (int i = 0; i < words; i++)
        data[i] = number + i;
    memcpy(data, &head, sizeof head);
    return data;
}

static void verify(const int *data, const MPI_Status *status, int comm, int *next)
{
    Head head;
    memcpy(&head, data, sizeof head);
    CHECK_EQ(head.sender, status->MPI_SOURCE);
    CHECK_EQ(head.tag, status->MPI_TAG);
    CHECK_EQ(head.comm, comm);
    int *due = &next[(head.sender * COMMS + comm) * TAGS + head.tag];
    CHECK_EQ(head.number, *due);
    ++*due;
    CHECK_STATUS(*status, head.sender, head.tag, MPI_INT, head.words);
    for (int i = sizeof head / 4; i < head.words; i++)
        CHECK_EQ(data[i], head.number + i);
}

/* Everyone sends its messages in random order of classes while it receives them by randomly chosen patterns. */
static void torture(uint64_t seed, MPI_Comm *comms)
{
    seed += check_rank * 31 + 1;
    int total = check_size * COMMS * TAGS * PER_CLASS, sent = 0, received = 0;
    MPI_Request *requests = check_alloc(total * sizeof *requests);
    int **data = check_alloc(total * sizeof *data), *in = check_alloc(LARGEST + 64);
    int *numbers = calloc(total, sizeof(int)), *next = calloc(total, sizeof(int));
    while (sent < total || received < total) {
        int to = random_below(&seed, check_size), comm = random_below(&seed, COMMS), tag = random_below(&seed, TAGS);
        int *number = &numbers[(to * COMMS + comm) * TAGS + tag];
        if (*number < PER_CLASS) {
            data[sent] = message(check_rank, comm, tag, *number);
            OK(MPI_Isend(data[sent], words_of(check_rank, tag, *number), MPI_INT, to, tag, comms[comm],
                         &requests[sent]));
            ++*number, ++sent;
        }
        int source = random_below(&seed, 2) ? MPI_ANY_SOURCE : random_below(&seed, check_size), flag;
        int want = random_below(&seed, 2) ? MPI_ANY_TAG : random_below(&seed, TAGS);
        MPI_Status status;
        comm = random_below(&seed, COMMS);
        OK(MPI_Iprobe(source, want, comms[comm], &flag, &status));
        if (flag) {
            OK(MPI_Recv(in, LARGEST / 4 + 16, MPI_INT, source, want, comms[comm], &status));
            verify(in, &status, comm, next);
            received++;
        }
    }
    OK(MPI_Waitall(sent, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < sent; i++)
        free(data[i]);
    free(requests), free(data), free(in), free(numbers), free(next);
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Comm comms[COMMS] = {MPI_COMM_WORLD};
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]));
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        torture(seed * 1299709, comms);
    OK(MPI_Comm_free(&comms[1]));
    return check_end();
}
