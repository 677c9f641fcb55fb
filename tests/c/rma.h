/* Windows of every kind for the tests of one-sided communication: the same bytes at every rank, however they came about. */
#ifndef RMA_H
#define RMA_H

#include "check.h"

enum { RMA_CREATE, RMA_HEAP, RMA_ALLOCATE, RMA_SHARED, RMA_DYNAMIC, RMA_KINDS };

MAYBE_UNUSED static const char *const rma_kind_names[] = {"MPI_Win_create", "MPI_Win_create and MPI_Alloc_mem", "MPI_Win_allocate", "MPI_Win_allocate_shared",
                                                          "MPI_Win_create_dynamic"};

/* A window whose part has `size` bytes at every rank, and displacements in bytes. */
typedef struct {
    MPI_Win win;
    int kind, ranks;
    size_t size;
    char *base;      /* of this rank's part */
    MPI_Aint *bases; /* what displacements count from, by rank */
} Rma;

/* Whether all processes of the communicator share memory. */
MAYBE_UNUSED static int rma_on_one_node(MPI_Comm comm)
{
    MPI_Comm node;
    int size, near;
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    OK(MPI_Comm_size(comm, &size));
    OK(MPI_Comm_size(node, &near));
    OK(MPI_Comm_free(&node));
    return size == near;
}

/* Opens a window of a kind; 0 if there can be none of that kind. The memory is zero. */
MAYBE_UNUSED static int rma_open_on(Rma *rma, int kind, size_t size, MPI_Comm comm)
{
    memset(rma, 0, sizeof *rma);
    rma->kind = kind;
    rma->size = size;
    OK(MPI_Comm_size(comm, &rma->ranks));
    rma->bases = calloc((size_t)rma->ranks, sizeof *rma->bases);
    if (kind == RMA_SHARED && !rma_on_one_node(comm)) {
        free(rma->bases);
        return 0;
    }
    if (kind == RMA_CREATE || kind == RMA_DYNAMIC)
        rma->base = calloc(1, size + 64);
    if (kind == RMA_HEAP)
        OK(MPI_Alloc_mem((MPI_Aint)size + 64, MPI_INFO_NULL, &rma->base));
    MPI_Aint bytes = (MPI_Aint)size;
    switch (kind) {
    case RMA_CREATE:
    case RMA_HEAP:
        OK(MPI_Win_create(rma->base, bytes, 1, MPI_INFO_NULL, comm, &rma->win));
        break;
    case RMA_ALLOCATE:
        OK(MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, comm, &rma->base, &rma->win));
        break;
    case RMA_SHARED:
        OK(MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, comm, &rma->base, &rma->win));
        break;
    default: {
        MPI_Aint address;
        OK(MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &rma->win));
        OK(MPI_Win_attach(rma->win, rma->base, bytes));
        OK(MPI_Get_address(rma->base, &address));
        OK(MPI_Allgather(&address, 1, MPI_AINT, rma->bases, 1, MPI_AINT, comm));
    }
    }
    OK(MPI_Win_set_errhandler(rma->win, MPI_ERRORS_RETURN));
    memset(rma->base, 0, size);
    OK(MPI_Barrier(comm));
    return 1;
}

MAYBE_UNUSED static int rma_open(Rma *rma, int kind, size_t size)
{
    NOTE("%s", rma_kind_names[kind]);
    return rma_open_on(rma, kind, size, MPI_COMM_WORLD);
}

/* The displacement of a byte of a rank's part. */
MAYBE_UNUSED static MPI_Aint rma_at(const Rma *rma, int rank, size_t byte)
{
    return MPI_Aint_add(rma->bases[rank], (MPI_Aint)byte);
}

MAYBE_UNUSED static void rma_close(Rma *rma)
{
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (rma->kind == RMA_DYNAMIC)
        OK(MPI_Win_detach(rma->win, rma->base));
    OK(MPI_Win_free(&rma->win));
    CHECK(rma->win == MPI_WIN_NULL);
    if (rma->kind == RMA_CREATE || rma->kind == RMA_DYNAMIC)
        free(rma->base);
    if (rma->kind == RMA_HEAP)
        OK(MPI_Free_mem(rma->base));
    free(rma->bases);
}

#endif
