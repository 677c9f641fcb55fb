// A file of measured choices decides which algorithm is used, for jobs of its shape; one that is of no use is said and not used. Ranks with different ones
// are told so: they would wait for each other for ever.
// ranks: 2
// needs: ferry
// env: FERRY_CHECK=on
// case: used
// case: damaged stderr~"warning: FERRY_TUNING=.* is not used: it is damaged"
// case: old stderr~"warning: FERRY_TUNING=.* is not used: it has version 0"
// case: differing exit=nonzero stderr~"FERRY_TUNING: rank [01] chooses algorithms by .*, a rank that shares memory with it by other choices or none"
// case: missing stderr~"warning: FERRY_TUNING=.* is not used: No such file"
#define _GNU_SOURCE
#include "check.h"
#include "mpit.h"
#include <sys/mman.h>
#include <unistd.h>

static const char *text_of(const char *name)
{
    if (!strcmp(name, "used"))
        return "version = 2\nferry = \"0.1.0\"\n"
               "[[choice]]\ncollective = \"allgather\"\nranks = 2\nnodes = 1\nlargest = 2\nup_to = 100\nalgorithm = \"bruck\"\nus = 1.0\n"
               "[[choice]]\ncollective = \"allgather\"\nranks = 2\nnodes = 1\nlargest = 2\nup_to = 100000\nalgorithm = \"ring\"\nus = 2.0\n";
    return !strcmp(name, "damaged") ? "version = 2\nferry = \n" : "version = 0\n";
}

/* Calls of Allgather with so many ints of each rank, by this algorithm. */
static int calls(MPI_T_pvar_session session, const char *algorithm, int count)
{
    char name[100];
    int own[1000] = {0}, all[2000];
    snprintf(name, sizeof name, "collective_allgather_%s", algorithm);
    MPI_T_pvar_handle counter = mpit_open(session, name, MPI_T_PVAR_CLASS_COUNTER);
    OK(MPI_Allgather(own, count, MPI_INT, all, count, MPI_INT, MPI_COMM_WORLD));
    int called = (int)mpit_read(session, counter);
    OK(MPI_T_pvar_handle_free(session, &counter));
    return called;
}

int main(int argc, char **argv)
{
    char path[300];
    const char *folder = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    const char *name = argc > 1 ? argv[1] : "used";
    /* All ranks have one parent. */
    snprintf(path, sizeof path, "%s/ferry-test-tuning-%d-%s.toml", folder, (int)getppid(), name);
    if (strcmp(name, "missing") && strcmp(name, "differing")) {
        char own[400];
        snprintf(own, sizeof own, "%s.%d", path, (int)getpid());
        FILE *file = fopen(own, "w");
        if (!file || fputs(text_of(name), file) < 0 || fclose(file) || rename(own, path))
            perror(own), exit(1);
    }
    /* One rank has no such file. Which of them has is no matter. */
    if (!strcmp(name, "differing")) {
        int memory = memfd_create(name, 0);
        const char *text = text_of("used"), *rank = getenv("PMI_RANK");
        if (memory < 0 || write(memory, text, strlen(text)) < 0)
            perror(name), exit(1);
        snprintf(path, sizeof path, "/proc/self/fd/%d", rank && atoi(rank) ? memory : -1);
    }
    setenv("FERRY_TUNING", path, 1);
    check_begin(&argc, &argv);
    int provided;
    MPI_T_pvar_session session;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (!check_rank)
        remove(path);
    if (!strcmp(name, "used")) {
        CHECK_EQ(calls(session, "bruck", 1), 1);
        CHECK_EQ(calls(session, "bruck", 1000), 0);
        CHECK_EQ(calls(session, "ring", 1000), 1);
    }
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
