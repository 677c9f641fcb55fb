#include <mpi.h>

/* Looks at what Fortran has made; returns the line of a check that failed, or 0. */
int c_side(MPI_Fint *comm, MPI_Fint *datatype, int keyval, MPI_Fint *status)
{
    MPI_Comm c_comm = MPI_Comm_f2c(*comm);
    MPI_Datatype c_datatype = MPI_Type_f2c(*datatype);
    MPI_Status c_status;
    MPI_Aint *attribute;
    int result, size, flag;

    MPI_Comm_compare(c_comm, MPI_COMM_WORLD, &result);
    if (result != MPI_CONGRUENT) return __LINE__;
    if (MPI_Comm_c2f(c_comm) != *comm) return __LINE__;
    MPI_Type_size(c_datatype, &size);
    if (size != 12) return __LINE__;
    /* An attribute that Fortran has set is the address of an integer. */
    MPI_Comm_get_attr(c_comm, keyval, &attribute, &flag);
    if (!flag || *attribute != 314) return __LINE__;
    MPI_Comm_set_attr(c_comm, keyval, (void *)4096);
    MPI_Status_f2c(status, &c_status);
    if (c_status.MPI_TAG != 9) return __LINE__;
    c_status.MPI_TAG = 21;
    MPI_Status_c2f(&c_status, status);
    return 0;
}
