// Null pointers where the call writes or reads: MPI_ERR_ARG with call and argument, never a crash.
// ranks: 1 2
// needs: ferry
#include "check.h"

#define WORLD MPI_COMM_WORLD

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    int value = 0, flag = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    MPI_Group none, group;
    OK(MPI_Comm_group(WORLD, &group));
    ERR(MPI_ERR_ARG, MPI_Comm_rank(WORLD, NULL), "MPI_Comm_rank", "rank");
    ERR(MPI_ERR_ARG, MPI_Comm_size(WORLD, NULL), "MPI_Comm_size", "size");
    ERR(MPI_ERR_ARG, MPI_Comm_dup(WORLD, NULL), "MPI_Comm_dup", "newcomm");
    ERR(MPI_ERR_ARG, MPI_Comm_split(WORLD, 0, 0, NULL), "MPI_Comm_split", "newcomm");
    ERR(MPI_ERR_ARG, MPI_Comm_free(NULL), "MPI_Comm_free", "comm");
    ERR(MPI_ERR_ARG, MPI_Comm_group(WORLD, NULL), "MPI_Comm_group", "group");
    ERR(MPI_ERR_ARG, MPI_Comm_compare(WORLD, WORLD, NULL), "MPI_Comm_compare", "result");
    ERR(MPI_ERR_ARG, MPI_Comm_get_name(WORLD, NULL, &value), "MPI_Comm_get_name", "comm_name");
    ERR(MPI_ERR_ARG, MPI_Comm_get_attr(WORLD, MPI_TAG_UB, NULL, &flag), "MPI_Comm_get_attr", "attribute_val");
    ERR(MPI_ERR_ARG, MPI_Isend(&value, 1, MPI_INT, 0, 0, WORLD, NULL), "MPI_Isend", "request");
    ERR(MPI_ERR_ARG, MPI_Irecv(&value, 1, MPI_INT, 0, 0, WORLD, NULL), "MPI_Irecv", "request");
    ERR(MPI_ERR_ARG, MPI_Send_init(&value, 1, MPI_INT, 0, 0, WORLD, NULL), "MPI_Send_init", "request");
    ERR(MPI_ERR_ARG, MPI_Wait(NULL, &status), "MPI_Wait", "request");
    ERR(MPI_ERR_ARG, MPI_Test(&request, NULL, &status), "MPI_Test", "flag");
    ERR(MPI_ERR_ARG, MPI_Waitall(2, NULL, MPI_STATUSES_IGNORE), "MPI_Waitall", "array_of_requests");
    ERR(MPI_ERR_ARG, MPI_Waitany(1, &request, NULL, &status), "MPI_Waitany", "ind");
    ERR(MPI_ERR_ARG, MPI_Iprobe(0, 0, WORLD, NULL, &status), "MPI_Iprobe", "flag");
    ERR(MPI_ERR_ARG, MPI_Mprobe(MPI_PROC_NULL, 0, WORLD, NULL, &status), "MPI_Mprobe", "message");
    ERR(MPI_ERR_ARG, MPI_Get_count(NULL, MPI_INT, &value), "MPI_Get_count", "status");
    ERR(MPI_ERR_ARG, MPI_Get_count(&status, MPI_INT, NULL), "MPI_Get_count", "count");
    ERR(MPI_ERR_ARG, MPI_Type_size(MPI_INT, NULL), "MPI_Type_size", "size");
    ERR(MPI_ERR_ARG, MPI_Type_contiguous(1, MPI_INT, NULL), "MPI_Type_contiguous", "newtype");
    ERR(MPI_ERR_ARG, MPI_Type_commit(NULL), "MPI_Type_commit", "datatype");
    ERR(MPI_ERR_ARG, MPI_Type_indexed(2, NULL, &value, MPI_INT, NULL), "MPI_Type_indexed");
    ERR(MPI_ERR_ARG, MPI_Group_size(group, NULL), "MPI_Group_size", "size");
    ERR(MPI_ERR_ARG, MPI_Group_incl(group, 1, NULL, &none), "MPI_Group_incl", "ranks");
    ERR(MPI_ERR_ARG, MPI_Info_create(NULL), "MPI_Info_create", "info");
    ERR(MPI_ERR_ARG, MPI_Op_create(NULL, 1, NULL), "MPI_Op_create");
    ERR(MPI_ERR_ARG, MPI_Get_version(NULL, &value), "MPI_Get_version", "version");
    ERR(MPI_ERR_ARG, MPI_Initialized(NULL), "MPI_Initialized", "flag");
    ERR(MPI_ERR_ARG, MPI_Get_processor_name(NULL, &value), "MPI_Get_processor_name", "name");
    ERR(MPI_ERR_ARG, MPI_Error_string(MPI_ERR_ARG, NULL, &value), "MPI_Error_string", "string");
    ERR(MPI_ERR_ARG, MPI_Error_class(MPI_ERR_ARG, NULL), "MPI_Error_class", "errorclass");
    ERR(MPI_ERR_ARG, MPI_Gatherv(&value, 1, MPI_INT, &value, NULL, NULL, MPI_INT, check_rank, WORLD), "MPI_Gatherv");
    OK(MPI_Group_free(&group));
    return check_end();
}
