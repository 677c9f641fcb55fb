// With FERRY_STRICT nothing passes that the standard does not define.
// ranks: 1 2
// needs: ferry
// env: FERRY_STRICT=on
#include "check.h"

int main(int argc, char **argv)
{
    char in = 1, out = 0;
    MPI_Datatype type;
    check_begin(&argc, &argv);
    ERR(MPI_ERR_OP, MPI_Allreduce(&in, &out, 1, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD), "MPI_SUM", "MPI_CHAR");
    ERR(MPI_ERR_OP, MPI_Reduce_local(&in, &out, 1, MPI_CHARACTER, MPI_MAX), "MPI_MAX", "MPI_CHARACTER");
    ERR(MPI_ERR_TYPE, MPI_Send(NULL, 0, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD), "datatype");
    ERR(MPI_ERR_TYPE, MPI_Bcast(NULL, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD), "datatype");
    ERR(MPI_ERR_TYPE, MPI_Type_create_struct(1, (int[]){0}, (MPI_Aint[]){0}, (MPI_Datatype[]){MPI_DATATYPE_NULL}, &type), "array_of_types[0]");
    int value = 0;
    ERR(MPI_ERR_BUFFER, MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, &value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Sendrecv_replace");
    MPI_Request request;
    ERR(MPI_ERR_BUFFER, MPI_Isendrecv(&value, 1, MPI_INT, 0, 0, &value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request), "replace");
    return check_end();
}
