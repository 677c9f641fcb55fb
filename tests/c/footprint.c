// What a rank takes of its process beyond what the program itself uses: of the address space (ulimit -v) what its messages use, of a core file nothing.
// needs: ferry
// timeout: 120
// case: bounded ranks=2,7,32,128
// case: limited ranks=4
// case: closed ranks=3
#define _GNU_SOURCE
#include "check.h"
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MIB = 1 << 20, LONG = 3 * MIB, SHORT = 40000 };

/* Kilobytes that a line of /proc/self/status names. */
static long status_kib(const char *name)
{
    char line[256];
    long kib = -1;
    FILE *file = fopen("/proc/self/status", "r");
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file))
        if (!strncmp(line, name, strlen(name)))
            kib = atol(line + strlen(name) + 1);
    fclose(file);
    CHECK(kib >= 0);
    return kib;
}

/* Kilobytes of mappings of the library's files that a core file would have. */
static long in_core_kib(void)
{
    char line[512];
    long size = 0, sum = 0;
    int ours = 0;
    FILE *file = fopen("/proc/self/smaps", "r");
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file)) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
            ours = strstr(line, "memfd:ferry") != NULL;
        else if (!strncmp(line, "Size:", 5))
            size = atol(line + 5);
        else if (!strncmp(line, "VmFlags:", 8) && ours && !strstr(line, " dd"))
            sum += size;
    }
    fclose(file);
    return sum;
}

/* Talks to all peers, in short and in long messages, and in collectives that wait and that do not. */
static void talk(int bytes)
{
    char *out = malloc((size_t)bytes), *in = malloc((size_t)bytes);
    MPI_Request request;
    for (int k = 1; k < check_size; k++) {
        int to = (check_rank + k) % check_size, from = (check_rank - k + check_size) % check_size;
        fill_bytes(out, (size_t)bytes, (uint64_t)(check_rank * 1000 + k));
        OK(MPI_Sendrecv(out, bytes, MPI_BYTE, to, 0, in, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_BYTES(in, (size_t)bytes, (uint64_t)(from * 1000 + k));
    }
    for (int root = 0; root < check_size; root += 5) {
        fill_bytes(out, (size_t)bytes, (uint64_t)check_rank);
        OK(MPI_Bcast(out, bytes, MPI_BYTE, root, MPI_COMM_WORLD));
        CHECK_BYTES(out, (size_t)bytes, (uint64_t)root);
    }
    int mine = check_rank, sum = 0;
    OK(MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQ(sum, check_size * (check_size - 1) / 2);
    free(out);
    free(in);
}

/* Communicators come and go. */
static void divide(void)
{
    for (int round = 0; round < 20; round++) {
        MPI_Comm part;
        OK(MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &part));
        OK(MPI_Barrier(part));
        OK(MPI_Comm_free(&part));
    }
}

static void bounded(void)
{
    talk(check_size > 7 ? SHORT : LONG);
    divide();
    NOTE("%ld KiB of addresses, %ld KiB in core files", status_kib("VmSize"), in_core_kib());
    CHECK(status_kib("VmSize") <= (check_size <= 32 ? 1 : 4) * 1024 * 1024);
    CHECK_EQ(in_core_kib(), 0);
}

/* Whatever the program may use beyond what it has now: enough for messages, far from what all pairs of ranks would take. */
static void limited(void)
{
    rlim_t bytes = (rlim_t)status_kib("VmSize") * 1024 + 256 * MIB;
    struct rlimit limit = {bytes, bytes};
    CHECK_EQ(setrlimit(RLIMIT_AS, &limit), 0);
    talk(LONG);
    divide();
    void *memory = NULL;
    OK(MPI_Alloc_mem(MIB, MPI_INFO_NULL, &memory));
    memset(memory, 1, MIB);
    OK(MPI_Free_mem(memory));
}

/* A program that closes the descriptors that it does not know, and uses their numbers for files of its own, before ranks talk to each other for the first time. */
static void closed(void)
{
    for (int descriptor = 3; descriptor < 2048; descriptor++) {
        char path[64], name[256] = "";
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
        ssize_t length = readlink(path, name, sizeof name - 1);
        if (length > 0 && strstr(name, "memfd:ferry")) {
            int other = open("/dev/null", O_RDWR);
            CHECK(other >= 0 && dup2(other, descriptor) == descriptor);
            close(other);
        }
    }
    talk(SHORT);
    divide();
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {{"bounded", bounded}, {"limited", limited}, {"closed", closed}};
    int found = 0;
    check_begin(&argc, &argv);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (argc < 2 || !strcmp(argv[1], cases[i].name)) {
            cases[i].run();
            found++;
        }
    CHECK(found > 0);
    return check_end();
}
