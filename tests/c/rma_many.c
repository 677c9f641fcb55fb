// Many windows, one after the other and at once, with accesses under way until the last moment: nothing is left behind, and numbers of descriptors and mappings
// stay as they were.
// ranks: 1 2 3
#include "rma.h"

#include <dirent.h>

static int entries(const char *folder)
{
    DIR *dir = opendir(folder);
    int count = 0;
    while (dir && readdir(dir))
        count++;
    if (dir)
        closedir(dir);
    return count;
}

static int mappings(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    int count = 0;
    for (int c; maps && (c = fgetc(maps)) != EOF;)
        count += c == '\n';
    if (maps)
        fclose(maps);
    return count;
}

static void one(int kind, int bytes)
{
    Rma rma;
    if (!rma_open(&rma, kind, (size_t)bytes))
        return;
    char *data = malloc((size_t)bytes);
    memset(data, check_rank + 1, (size_t)bytes);
    int next = (check_rank + 1) % check_size, before = (check_rank + check_size - 1) % check_size;
    OK(MPI_Win_fence(0, rma.win));
    OK(MPI_Put(data, bytes, MPI_BYTE, next, rma_at(&rma, next, 0), bytes, MPI_BYTE, rma.win));
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, rma.win));
    for (int i = 0; i < bytes; i++)
        CHECK_EQ(rma.base[i], (char)(before + 1));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, next, 0, rma.win));
    OK(MPI_Accumulate(data, bytes, MPI_BYTE, next, rma_at(&rma, next, 0), bytes, MPI_BYTE, MPI_REPLACE, rma.win));
    OK(MPI_Win_unlock(next, rma.win));
    free(data);
    rma_close(&rma);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++)
        one(kind, 100000);
    int files = entries("/proc/self/fd"), threads = entries("/proc/self/task"), maps = mappings();
    for (int i = 0; i < 25; i++)
        for (int kind = 0; kind < RMA_KINDS; kind++)
            one(kind, i % 5 ? 64 : 100000);
    CHECK(entries("/proc/self/fd") <= files + 2);
    CHECK(entries("/proc/self/task") <= threads + 1);
    CHECK(mappings() <= maps + 20);
    enum { SEVERAL = 12 };
    Rma rmas[SEVERAL];
    int there[SEVERAL];
    for (int i = 0; i < SEVERAL; i++) {
        there[i] = rma_open(&rmas[i], i % RMA_KINDS, 64);
        if (there[i])
            OK(MPI_Win_lock_all(0, rmas[i].win));
    }
    for (int i = 0; i < SEVERAL; i++)
        for (int rank = 0; there[i] && rank < check_size; rank++) {
            long word = i + 1;
            OK(MPI_Accumulate(&word, 1, MPI_LONG, rank, rma_at(&rmas[i], rank, 8), 1, MPI_LONG, MPI_SUM, rmas[i].win));
        }
    for (int i = 0; i < SEVERAL; i++) {
        if (!there[i])
            continue;
        OK(MPI_Win_unlock_all(rmas[i].win));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        OK(MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, rmas[i].win));
        CHECK_EQ(((volatile long *)rmas[i].base)[1], (long)check_size * (i + 1));
        OK(MPI_Win_unlock(check_rank, rmas[i].win));
        rma_close(&rmas[i]);
    }
    return check_end();
}
