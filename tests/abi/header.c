/* Includes mpi.h alone and uses every form of constant; compiled as C and as C++ with all warnings as errors. */
#include <mpi.h>

MPI_Comm world = MPI_COMM_WORLD;
int error_text[MPI_MAX_ERROR_STRING];
MPI_Comm_copy_attr_function *copy = MPI_COMM_DUP_FN;

int uses(int code, MPI_Status *status);
int uses(int code, MPI_Status *status)
{
    MPI_Offset here = MPI_DISPLACEMENT_CURRENT;
    MPI_Datatype type = MPI_LONG_LONG_INT;
    void *in_place = MPI_IN_PLACE;
    switch (code) {
    case MPI_SUCCESS: return status == MPI_STATUS_IGNORE;
    case MPI_ERR_COMM: return type == MPI_DATATYPE_NULL;
    case MPI_UNDEFINED: return here < 0 && in_place != MPI_BOTTOM;
    default: return status->MPI_SOURCE == MPI_ANY_SOURCE;
    }
}

#ifndef FERRY_ABI_ONLY
/* What mpi.h has beyond the ABI. */
MPI_Fint world_in_fortran(void);
MPI_Fint world_in_fortran(void)
{
    return MPI_Comm_c2f(world);
}
#endif
