#include "halo.h"

#include <stdlib.h>

enum { TAG = 11 };

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* The columns outside of first .. last - 1, ascending, each once; returns how many. */
static int outside(const struct sparse *a, int first, int last, int **columns)
{
    int entries = a->start[a->rows], found = 0, unique = 0;
    *columns = allocate(entries, sizeof **columns);
    for (int i = 0; i < entries; i++)
        if (a->column[i] < first || a->column[i] >= last)
            (*columns)[found++] = a->column[i];
    qsort(*columns, (size_t)found, sizeof **columns, by_number);
    for (int i = 0; i < found; i++)
        if (i == 0 || (*columns)[i] != (*columns)[unique - 1])
            (*columns)[unique++] = (*columns)[i];
    return unique;
}

static void renumber(struct sparse *a, int first, int last, const int *ghosts, int count)
{
    for (int i = 0; i < a->start[a->rows]; i++) {
        int column = a->column[i];
        if (column >= first && column < last) {
            a->column[i] = column - first;
        } else {
            const int *place = bsearch(&column, ghosts, (size_t)count, sizeof *ghosts, by_number);
            a->column[i] = a->rows + (int)(place - ghosts);
        }
    }
}

/* Lists the ranks whose count is not 0, with the sums of the counts before each. */
static int neighbors(const int *counts, int ranks, int **rank, int **start)
{
    int found = 0;
    *rank = allocate(ranks, sizeof **rank);
    *start = allocate(ranks + 1L, sizeof **start);
    for (int r = 0; r < ranks; r++)
        if (counts[r] > 0) {
            (*rank)[found] = r;
            (*start)[found + 1] = (*start)[found] + counts[r];
            found++;
        }
    return found;
}

static void sums(const int *counts, int ranks, int *start)
{
    start[0] = 0;
    for (int r = 0; r < ranks; r++)
        start[r + 1] = start[r] + counts[r];
}

void halo_init(struct halo *h, struct sparse *a, const int *row_start, MPI_Comm comm)
{
    int rank, ranks, first, last, *wanted;
    int *in_counts, *in_at, *out_counts, *out_at;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    first = row_start[rank];
    last = row_start[rank + 1];
    in_counts = allocate(ranks, sizeof *in_counts);
    out_counts = allocate(ranks, sizeof *out_counts);
    in_at = allocate(ranks + 1L, sizeof *in_at);
    out_at = allocate(ranks + 1L, sizeof *out_at);

    h->ghosts = outside(a, first, last, &wanted);
    for (int g = 0, owner = 0; g < h->ghosts; g++) {
        while (wanted[g] >= row_start[owner + 1])
            owner++;
        in_counts[owner]++;
    }
    MPI_Alltoall(in_counts, 1, MPI_INT, out_counts, 1, MPI_INT, comm);
    sums(in_counts, ranks, in_at);
    sums(out_counts, ranks, out_at);
    h->out_index = allocate(out_at[ranks], sizeof *h->out_index);
    MPI_Alltoallv(wanted, in_counts, in_at, MPI_INT, h->out_index, out_counts, out_at, MPI_INT, comm);
    for (int i = 0; i < out_at[ranks]; i++)
        h->out_index[i] -= first;

    h->neighbors_in = neighbors(in_counts, ranks, &h->from, &h->in_start);
    h->neighbors_out = neighbors(out_counts, ranks, &h->to, &h->out_start);
    h->packed = allocate(out_at[ranks], sizeof *h->packed);
    h->requests = allocate(h->neighbors_in + h->neighbors_out, sizeof *h->requests);
    renumber(a, first, last, wanted, h->ghosts);
    free(wanted);
    free(in_counts);
    free(out_counts);
    free(in_at);
    free(out_at);
}

void halo_start(struct halo *h, double *x, int own, MPI_Comm comm)
{
    MPI_Request *request = h->requests;
    for (int i = 0; i < h->neighbors_in; i++)
        MPI_Irecv(x + own + h->in_start[i], h->in_start[i + 1] - h->in_start[i], MPI_DOUBLE, h->from[i], TAG, comm, request++);
    for (int i = 0; i < h->neighbors_out; i++) {
        for (int k = h->out_start[i]; k < h->out_start[i + 1]; k++)
            h->packed[k] = x[h->out_index[k]];
        MPI_Isend(h->packed + h->out_start[i], h->out_start[i + 1] - h->out_start[i], MPI_DOUBLE, h->to[i], TAG, comm, request++);
    }
}

void halo_finish(struct halo *h)
{
    MPI_Waitall(h->neighbors_in + h->neighbors_out, h->requests, MPI_STATUSES_IGNORE);
}

void halo_free(struct halo *h)
{
    free(h->from);
    free(h->in_start);
    free(h->to);
    free(h->out_start);
    free(h->out_index);
    free(h->packed);
    free(h->requests);
}
