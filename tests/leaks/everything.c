/* Uses a little of everything, frees what it made, and ends: nothing of the library may be lost. Twice, with sessions. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *len; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void collectives(MPI_Comm comm)
{
    int one = 1, sum = 0, all[64], size;
    MPI_Comm_size(comm, &size);
    MPI_Op op;
    MPI_Request request;
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, op, comm);
    MPI_Allgather(&one, 1, MPI_INT, all, 1, MPI_INT, comm);
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, op, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Bcast_init(all, 64, MPI_INT, 0, comm, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Op_free(&op);
}

static void messages(MPI_Comm comm)
{
    int rank, size, half = 1 << 19;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    char *bytes = calloc(1, 2 * half), *buffer = malloc(1000 + MPI_BSEND_OVERHEAD);
    int to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Datatype type;
    MPI_Request request;
    MPI_Type_vector(half / 8, 4, 8, MPI_CHAR, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(bytes, half, MPI_CHAR, to, 0, bytes + half, half, MPI_CHAR, from, 0, comm, MPI_STATUS_IGNORE);
    MPI_Irecv(bytes + half, 1, type, from, 1, comm, &request);
    MPI_Send(bytes, 1, type, to, 1, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Buffer_attach(buffer, 1000 + MPI_BSEND_OVERHEAD);
    MPI_Bsend(bytes, 100, MPI_CHAR, to, 2, comm);
    MPI_Recv(bytes, 100, MPI_CHAR, from, 2, comm, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&buffer, &size);
    MPI_Type_free(&type);
    free(buffer);
    free(bytes);
}

static void objects(MPI_Comm comm)
{
    MPI_Comm dup, part, grid;
    MPI_Group group;
    MPI_Info info;
    MPI_Request request;
    int size, ring = 1, keyval;
    MPI_Comm_size(comm, &size);
    MPI_Comm_dup(comm, &dup);
    MPI_Comm_idup(comm, &part, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&part);
    MPI_Comm_split(comm, 0, 0, &part);
    MPI_Cart_create(comm, 1, &size, &ring, 0, &grid);
    collectives(dup);
    MPI_Comm_group(comm, &group);
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(dup, keyval, &ring);
    MPI_Comm_free_keyval(&keyval);
    MPI_Info_free(&info);
    MPI_Group_free(&group);
    MPI_Comm_free(&grid);
    MPI_Comm_free(&part);
    MPI_Comm_disconnect(&dup);
}

static void in_a_session(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "leaks", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    objects(comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
}

int main(int argc, char **argv)
{
    int rank;
    in_a_session();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    collectives(MPI_COMM_WORLD);
    messages(MPI_COMM_WORLD);
    objects(MPI_COMM_WORLD);
    MPI_Finalize();
    in_a_session();
    if (rank == 0)
        puts("ok");
    return 0;
}
