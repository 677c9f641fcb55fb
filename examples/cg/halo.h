/* The entries of a distributed vector that a rank's rows need and other ranks own. */
#ifndef HALO_H
#define HALO_H

#include <mpi.h>

#include "sparse.h"

struct halo {
    int neighbors_in, neighbors_out;
    int *from, *in_start;     /* from[i] sends the ghosts in_start[i] .. in_start[i + 1] - 1 */
    int *to, *out_start;      /* to[i] gets packed[out_start[i] .. out_start[i + 1] - 1] */
    int *out_index;           /* own entries to be packed */
    double *packed;
    MPI_Request *requests;
    int ghosts;
};

/* Finds out who needs what. On entry the columns of `a`, which holds rows row_start[rank] .. row_start[rank + 1] - 1, are those of the whole
 * matrix; on return a column below a->rows is an own entry, and a->rows + g is ghost g. */
void halo_init(struct halo *h, struct sparse *a, const int *row_start, MPI_Comm comm);

/* Starts fetching the ghosts of `x`, which has a->rows own entries and then h->ghosts ghosts. */
void halo_start(struct halo *h, double *x, int own, MPI_Comm comm);

/* Waits until the ghosts are there. */
void halo_finish(struct halo *h);

void halo_free(struct halo *h);

#endif
