// Predefined operations on the datatypes of a Fortran precision and range, and on nothing that is made of them.
// ranks: 1 2 3
#include "check.h"

static void sum(void)
{
    MPI_Datatype real, integer, complex;
    double a = 1.5, b = 0, z[2] = {1, -2}, w[2] = {0, 0};
    int i = check_rank, j = -1;
    MPI_Request request;
    OK(MPI_Type_create_f90_real(15, 300, &real));
    OK(MPI_Type_create_f90_integer(9, &integer));
    OK(MPI_Type_create_f90_complex(15, 300, &complex));
    OK(MPI_Allreduce(&a, &b, 1, real, MPI_SUM, MPI_COMM_WORLD));
    CHECK(b == 1.5 * check_size);
    OK(MPI_Allreduce(&i, &j, 1, integer, MPI_MAX, MPI_COMM_WORLD));
    CHECK_EQ(j, check_size - 1);
    OK(MPI_Reduce_local(&i, &j, 1, integer, MPI_BXOR));
    CHECK_EQ(j, (check_size - 1) ^ check_rank);
    OK(MPI_Iallreduce(z, w, 1, complex, MPI_SUM, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(w[0] == check_size && w[1] == -2.0 * check_size);
    ERR(MPI_ERR_OP, MPI_Reduce_local(&a, &b, 1, real, MPI_BAND), "MPI_BAND");
}

static void made_of_one(void)
{
    MPI_Datatype integer, pair;
    int in[2] = {1, 2}, out[2] = {0, 0};
    OK(MPI_Type_create_f90_integer(9, &integer));
    OK(MPI_Type_contiguous(2, integer, &pair));
    OK(MPI_Type_commit(&pair));
    ERR(MPI_ERR_OP, MPI_Reduce_local(in, out, 1, pair, MPI_SUM), "MPI_SUM");
    OK(MPI_Type_free(&pair));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    sum();
    if (check_ferry)
        made_of_one(); /* others add it up */
    return check_end();
}
