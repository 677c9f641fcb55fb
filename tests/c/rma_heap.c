// Memory of MPI_Alloc_mem in a window of MPI_Win_create is accessed by the other ranks of the node without the target: it computes outside of MPI until it sees
// what it waits for, and no thread serves it. Also beside a child that the target forks meanwhile, from which point on its memory may be its own for a while.
// ranks: 2 4
// needs: ferry
// case: window
// case: fork
// case: far
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

/* Rank 0 forks, which it cannot hide from an adapter that has its memory open. Then it stores one word of each page, and the last rank puts another one there. Both see both, and the
 * child sees what there was. */
static void far(MPI_Win win, long *memory, long *data)
{
    enum { PAGE = 4096 / sizeof(long) };
    int origin = check_size - 1;
    for (long round = 1; round <= 3; round++) {
        NOTE("round %ld", round);
        pid_t child = -1;
        int go[2];
        if (check_rank == 0) {
            for (int i = 0; i < WORDS; i++)
                memory[i] = 10 * round;
        }
        OK(MPI_Win_fence(0, win));
        if (check_rank == 0) {
            CHECK_EQ(pipe(go), 0);
            child = fork();
            if (child == 0) {
                char byte;
                int is_right = read(go[0], &byte, 1) == 1;
                for (int i = 0; i < WORDS; i++)
                    is_right &= memory[i] == 10 * round;
                memset(memory, 0xee, sizeof *memory * WORDS);
                _exit(!is_right);
            }
            CHECK(child > 0);
        }
        OK(MPI_Win_fence(0, win));
        for (int page = 0; page < WORDS; page += PAGE) {
            if (check_rank == 0)
                memory[page] = 10 * round + 1;
            data[page] = 10 * round + 2;
            if (check_rank == origin)
                OK(MPI_Put(&data[page], 1, MPI_LONG, 0, page + 1, 1, MPI_LONG, win));
        }
        OK(MPI_Win_fence(0, win));
        if (check_rank == 0) {
            int status;
            CHECK_EQ(write(go[1], "x", 1), 1);
            CHECK_EQ(waitpid(child, &status, 0), child);
            CHECK_EQ(status, 0);
            close(go[0]);
            close(go[1]);
        }
        OK(MPI_Win_fence(0, win));
        if (check_rank == origin) {
            memset(data, 0, sizeof *data * WORDS);
            OK(MPI_Get(data, WORDS, MPI_LONG, 0, 0, WORDS, MPI_LONG, win));
        }
        OK(MPI_Win_fence(0, win));
        const long *seen = check_rank == origin ? data : memory;
        if (check_rank == 0 || check_rank == origin)
            for (int i = 0; i < WORDS; i++)
                CHECK_EQ(seen[i], 10 * round + (i % PAGE == 0 ? 1 : i % PAGE == 1 ? 2 : 0));
        OK(MPI_Win_fence(0, win));
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
    if (argc > 1 && strcmp(argv[1], "far") == 0)
        far(win, memory, data);
    else if (rma_on_one_node(MPI_COMM_WORLD))
        accesses(win, memory, data);
    memcpy(data, memory, sizeof *data * WORDS);
    OK(MPI_Win_free(&win));
    CHECK(memcmp(memory, data, sizeof *data * WORDS) == 0);
    OK(MPI_Free_mem(memory));
    free(data);
    return check_end();
}
