// A job that does not survive the death of ranks says how to have it do so; functions that need no peer work.
// ranks: 1 2
// needs: ferry
#include "check.h"

int main(int argc, char **argv)
{
    int flag = 1, acked = -1;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Request request;
    check_begin(&argc, &argv);
    ERR(MPI_ERR_UNSUPPORTED_OPERATION, MPIX_Comm_revoke(MPI_COMM_WORLD), "MPIX_Comm_revoke", "--fault-tolerance");
    ERR(MPI_ERR_UNSUPPORTED_OPERATION, MPIX_Comm_agree(MPI_COMM_WORLD, &flag), "FERRY_FAULT_TOLERANCE");
    ERR(MPI_ERR_UNSUPPORTED_OPERATION, MPIX_Comm_iagree(MPI_COMM_WORLD, &flag, &request), "FERRY_FAULT_TOLERANCE");
    ERR(MPI_ERR_UNSUPPORTED_OPERATION, MPIX_Comm_shrink(MPI_COMM_WORLD, &comm), "FERRY_FAULT_TOLERANCE");
    CHECK(comm == MPI_COMM_NULL);
    ERR(MPI_ERR_UNSUPPORTED_OPERATION, MPIX_Comm_ishrink(MPI_COMM_WORLD, &comm, &request), "FERRY_FAULT_TOLERANCE");
    ERR(MPI_ERR_COMM, MPIX_Comm_revoke(MPI_COMM_NULL));
    ERR(MPI_ERR_ARG, MPIX_Comm_ack_failed(MPI_COMM_WORLD, -1, &acked), "num_to_ack");
    ERR(MPI_ERR_ARG, MPIX_Comm_is_revoked(MPI_COMM_WORLD, NULL), "flag");
    OK(MPIX_Comm_is_revoked(MPI_COMM_WORLD, &flag));
    CHECK_EQ(flag, 0);
    OK(MPIX_Comm_get_failed(MPI_COMM_WORLD, &group));
    CHECK(group == MPI_GROUP_EMPTY);
    OK(MPIX_Comm_ack_failed(MPI_COMM_WORLD, 5, &acked));
    CHECK_EQ(acked, 0);
    OK(MPIX_Comm_failure_ack(MPI_COMM_WORLD));
    return check_end();
}
