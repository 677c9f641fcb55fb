// Splits by hardware of ranks that run on one processor each, whichever way a program names the hardware: who shares something small shares what is larger.
// ranks: 1 2 3 4
// needs: ferry
#define _GNU_SOURCE
#include "check.h"

#include <sched.h>

enum { THREAD, CORE, PACKAGE, HOST, TYPES };

/* The part of this rank; those of its ranks are in reverse order. */
static MPI_Comm part_of(int type)
{
    MPI_Comm part;
#ifdef OPEN_MPI /* types of its own */
    static const int types[] = {OMPI_COMM_TYPE_HWTHREAD, OMPI_COMM_TYPE_CORE, OMPI_COMM_TYPE_SOCKET, OMPI_COMM_TYPE_HOST};
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, types[type], -check_rank, MPI_INFO_NULL, &part));
#else
    static const char *const types[] = {"hwloc://PU", "hwloc://Core", "hwloc://Package", "mpi_shared_memory"};
    MPI_Info info;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "mpi_hw_resource_type", types[type]));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, -check_rank, info, &part));
    OK(MPI_Info_free(&info));
#endif
    return part;
}

/* Binds this rank to one of the processors that it is allowed, in turn; returns which. */
static int bind_to_one(const cpu_set_t *allowed)
{
    cpu_set_t one;
    int cpu = 0;
    for (int which = check_rank % CPU_COUNT(allowed); !CPU_ISSET(cpu, allowed) || which-- > 0; cpu++)
        ;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    CHECK_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    return cpu;
}

/* A rank that may run on several threads is confined to none: Open MPI has it alone, the standard in no communicator. */
static void on_several(void)
{
    MPI_Comm part = part_of(THREAD);
#ifdef OPEN_MPI
    int size;
    OK(MPI_Comm_size(part, &size));
    CHECK_EQ(size, 1);
    OK(MPI_Comm_free(&part));
#else
    CHECK(part == MPI_COMM_NULL);
#endif
}

static void on_one(int cpu)
{
    int cpus[16], sharing = 0, sizes[TYPES], rank;
    OK(MPI_Allgather(&cpu, 1, MPI_INT, cpus, 1, MPI_INT, MPI_COMM_WORLD));
    for (int r = 0; r < check_size; r++)
        sharing += cpus[r] == cpu;
    for (int type = 0; type < TYPES; type++) {
        NOTE("type %d", type);
        MPI_Comm part = part_of(type);
        OK(MPI_Comm_size(part, &sizes[type]));
        CHECK(type == 0 || sizes[type] >= sizes[type - 1]);
        OK(MPI_Comm_rank(part, &rank));
        CHECK(type < HOST || rank == check_size - 1 - check_rank);
        OK(MPI_Comm_free(&part));
    }
    *check_note = 0;
    CHECK_EQ(sizes[THREAD], sharing);
    CHECK_EQ(sizes[HOST], check_size);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    cpu_set_t allowed;
    CHECK_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    if (CPU_COUNT(&allowed) > 1)
        on_several();
    on_one(bind_to_one(&allowed));
#ifdef OPEN_MPI
    MPI_Comm part;
    ERR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_Comm_split_type(MPI_COMM_WORLD, OMPI_COMM_TYPE_CLUSTER, 0, MPI_INFO_NULL, &part));
    ERR(MPI_ERR_ARG, MPI_Comm_split_type(MPI_COMM_WORLD, 99, 0, MPI_INFO_NULL, &part));
#endif
    return check_end();
}
