// Processes are spawned and part again and again: no descriptor, no memory and no process stays of any round.
// ranks: 1 2
// needs: ferry
// timeout: 180
#include "dyn.h"

#include <ctype.h>
#include <dirent.h>
#include <unistd.h>

#ifndef ROUNDS
#define ROUNDS 20
#endif

/* Rounds before anything is counted; what a process opens when it sleeps for the first time while it has a network; memory, in KiB, that
   allocators and tables may take that do not grow; launchers that are about to end; mappings of threads that are. */
enum { FIRST = 3, FOR_SLEEP = 3, MEMORY = 4096, ENDING = 4, OF_THREADS = 12 };

static int descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int count = 0;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static long resident(void)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[200];
    long found = -1;
    while (fgets(line, sizeof line, file))
        sscanf(line, "VmRSS: %ld", &found);
    fclose(file);
    return found;
}

static int mappings(void)
{
    FILE *file = fopen("/proc/self/maps", "r");
    int count = 0, byte;
    while ((byte = fgetc(file)) != EOF)
        count += byte == '\n';
    fclose(file);
    return count;
}

/* Children of this process's parent, which has everything started. */
static int siblings(void)
{
    DIR *folder = opendir("/proc");
    struct dirent *entry;
    int count = 0;
    while ((entry = readdir(folder))) {
        char name[300], text[500];
        int parent;
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        snprintf(name, sizeof name, "/proc/%s/stat", entry->d_name);
        FILE *file = fopen(name, "r");
        if (!file)
            continue;
        char *end = fgets(text, sizeof text, file) ? strrchr(text, ')') : NULL;
        count += end && sscanf(end + 1, " %*c %d", &parent) == 1 && parent == getppid();
        fclose(file);
    }
    closedir(folder);
    return count;
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    if (argc > 1) {
        MPI_Comm parent;
        OK(MPI_Comm_get_parent(&parent));
        dyn_talk(parent);
        OK(MPI_Comm_disconnect(&parent));
        MPI_Finalize();
        return 0;
    }
    char *words[] = {"child", NULL};
    int open = 0, mapped = 0, started = 0;
    long memory = 0;
    for (int round = 0; round < FIRST + ROUNDS; round++) {
        if (round == FIRST) {
            open = descriptors();
            mapped = mappings();
            started = siblings();
            memory = resident();
        }
        MPI_Comm child;
        OK(MPI_Comm_spawn(argv[0], words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child, MPI_ERRCODES_IGNORE));
        dyn_talk(child);
        OK(MPI_Comm_disconnect(&child));
    }
    CHECK(descriptors() <= open + FOR_SLEEP);
    CHECK(mappings() <= mapped + OF_THREADS);
    CHECK(siblings() <= started + ENDING);
    CHECK(resident() <= memory + MEMORY);
    return check_end();
}
