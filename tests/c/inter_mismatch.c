// Ranks of two groups that disagree about a collective: an error names the rank of the other group.
// needs: ferry
// ranks: 2
// timeout: 30
#include "inter.h"

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    Inter in = inter_make(check_size / 2, 0, 0);
    MPI_Comm inter;
    OK(MPI_Comm_dup(in.inter, &inter));
    OK(MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN));
    int data[8] = {0}, root = in.group ? 0 : in.rank ? MPI_PROC_NULL : MPI_ROOT;
    /* The root sends more than the others expect. */
    if (in.group == 0)
        OK(MPI_Bcast(data, 8, MPI_INT, root, inter));
    else if (in.rank == 0)
        ERR(MPI_ERR_TRUNCATE, MPI_Bcast(data, 4, MPI_INT, root, inter), "rank 0 of the remote group", "32 bytes");
    OK(MPI_Barrier(MPI_COMM_WORLD));
    inter_free(&in);
    return check_end();
}
