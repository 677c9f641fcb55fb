/* What the tests of collectives on ranks' memory share: ranks that may read each other's, or may not. */
#ifndef COLL_MEMORY_H
#define COLL_MEMORY_H

#include "coll.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* From now on this process cannot make a system call. Where there are no filters, or no such rule for this processor, it still can. */
static void forbid_call(unsigned call)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        fputs("no filter of system calls here\n", stderr);
}

/* From now on this process cannot read the memory of others. */
static void forbid(void)
{
    forbid_call(SYS_process_vm_readv);
}

static MPI_Comm comm = MPI_COMM_WORLD;
static int rank, size;

/* `count` ints with as many unused ones between them. */
static MPI_Datatype every_other(int count)
{
    MPI_Datatype vector, type;
    OK(MPI_Type_vector(count, 1, 2, MPI_INT, &vector));
    OK(MPI_Type_create_resized(vector, 0, (MPI_Aint)(2 * sizeof(int) * (size_t)count), &type));
    OK(MPI_Type_commit(&type));
    OK(MPI_Type_free(&vector));
    return type;
}

/* Begins in one of these cases: "copied", the user wants copies; "forbidden", some processes may not read others' memory; else all may, and do even where
 * copies cost less. Returns the case. */
static const char *begin_as(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    setenv("FERRY_LARGE_MESSAGES", strcmp(which, "copied") == 0 ? "ring" : "cooperative", 1);
    /* The rank is not known yet: two processes of three. */
    if (strcmp(which, "forbidden") == 0 && getpid() % 3 != 0)
        forbid();
    check_begin(&argc, &argv);
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Comm_size(comm, &size));
    return which;
}

#endif
