// Version, library version, processor name, clock, allocated memory, initialization queries from a running program.
// ranks: 1 2 4
#include "check.h"

static void versions(void)
{
    int version = 0, subversion = -1, length = -1;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    OK(MPI_Get_version(&version, &subversion));
    CHECK_EQ(version, MPI_VERSION);
    CHECK_EQ(subversion, MPI_SUBVERSION);
    OK(MPI_Get_library_version(text, &length));
    CHECK_EQ(length, strlen(text));
    CHECK(length > 0);
    OK(MPI_Abi_get_version(&version, &subversion));
    CHECK_EQ(version, MPI_ABI_VERSION);
    CHECK_EQ(subversion, MPI_ABI_SUBVERSION);
}

static void name(void)
{
    char text[MPI_MAX_PROCESSOR_NAME];
    int length = -1;
    OK(MPI_Get_processor_name(text, &length));
    CHECK_EQ(length, strlen(text));
    CHECK(length > 0);
}

static void clock_runs(void)
{
    double start = MPI_Wtime(), last = start, tick = MPI_Wtick();
    CHECK(tick > 0 && tick < 1e-3);
    for (int i = 0; i < 100000; i++) {
        double now = MPI_Wtime();
        CHECK(now >= last);
        last = now;
    }
    CHECK(last > start && last - start < 30);
}

static void memory(void)
{
    for (MPI_Aint size = 1; size <= 1 << 26; size *= 8) {
        unsigned char *block = NULL;
        OK(MPI_Alloc_mem(size, MPI_INFO_NULL, &block));
        CHECK(block && (uintptr_t)block % 16 == 0);
        block[0] = 1, block[size - 1] = 2;
        OK(MPI_Free_mem(block));
    }
    void *empty = NULL;
    OK(MPI_Alloc_mem(0, MPI_INFO_NULL, &empty));
    OK(MPI_Free_mem(empty));
}

static void queries(void)
{
    int flag = 0, level = -1;
    OK(MPI_Initialized(&flag));
    CHECK(flag);
    OK(MPI_Finalized(&flag));
    CHECK(!flag);
    OK(MPI_Query_thread(&level));
    CHECK(level >= MPI_THREAD_SINGLE && level <= MPI_THREAD_MULTIPLE);
    OK(MPI_Is_thread_main(&flag));
    CHECK(flag);
    OK(MPI_Pcontrol(1));
    OK(MPI_Pcontrol(2, "a", 3.0));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    versions();
    name();
    clock_runs();
    memory();
    queries();
    return check_end();
}
