// Memory of MPI_Alloc_mem in a window of MPI_Win_create is accessed by the other ranks of the node without the target: it computes outside of MPI until it sees
// what it waits for, and no thread serves it. Also beside a child that the target forks meanwhile, from which point on its memory may be its own for a while.
// ranks: 2 4
// needs: ferry
// case: window
// case: fork
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rma.h"

enum { WORDS = 4096 };

static int forks;

/* Waits for memory to become a value, without MPI. */
static void await(volatile long *word, long value)
{
    for (long looks = 0; __atomic_load_n(word, __ATOMIC_SEQ_CST) != value; looks++)
        if (looks % 64 == 63)
            sched_yield();
}

/* The others access rank 0. */
static void accesses(MPI_Win win, long *memory, long *data)
{
    for (long round = 1; round <= 50; round++) {
        long one = 1, before = -1, swapped = -1, zero = 0;
        OK(MPI_Barrier(MPI_COMM_WORLD));
        if (check_rank == 0) {
            await(memory, round * (check_size - 1));
            if (forks && round % 10 == 0) {
                pid_t child = fork();
                if (child == 0)
                    _exit(memory[0] == round * (check_size - 1) ? 0 : 1);
                int status;
                CHECK_EQ(waitpid(child, &status, 0), child);
                CHECK_EQ(status, 0);
            }
        } else {
            OK(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
            for (int i = 0; i < WORDS / 8; i++)
                data[i] = 1000 * round + check_rank + i;
            OK(MPI_Put(data, WORDS / 8, MPI_LONG, 0, check_rank * WORDS / 8, WORDS / 8, MPI_LONG, win));
            OK(MPI_Win_flush(0, win));
            memset(data, 0, sizeof *data * WORDS / 8);
            OK(MPI_Get(data, WORDS / 8, MPI_LONG, 0, check_rank * WORDS / 8, WORDS / 8, MPI_LONG, win));
            OK(MPI_Win_flush(0, win));
            for (int i = 0; i < WORDS / 8; i++)
                CHECK_EQ(data[i], 1000 * round + check_rank + i);
            OK(MPI_Compare_and_swap(&one, &zero, &swapped, MPI_LONG, 0, 8 + check_rank, win));
            OK(MPI_Fetch_and_op(&one, &before, MPI_LONG, 0, 0, MPI_SUM, win));
            OK(MPI_Win_unlock(0, win));
            CHECK_EQ(swapped, round > 1);
            CHECK(before >= (round - 1) * (check_size - 1) && before < round * (check_size - 1));
        }
    }
}

int main(int argc, char **argv)
{
    forks = argc > 1 && strcmp(argv[1], "fork") == 0;
    if (!forks)
        setenv("FERRY_WINDOW_THREAD", "off", 1);
    check_begin(&argc, &argv);
    long *memory, *data = calloc(WORDS, sizeof *data);
    MPI_Win win;
    OK(MPI_Alloc_mem(sizeof *memory * WORDS, MPI_INFO_NULL, &memory));
    memset(memory, 0, sizeof *memory * WORDS);
    OK(MPI_Win_create(memory, sizeof *memory * WORDS, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    if (rma_on_one_node(MPI_COMM_WORLD))
        accesses(win, memory, data);
    OK(MPI_Win_free(&win));
    OK(MPI_Free_mem(memory));
    free(data);
    return check_end();
}
