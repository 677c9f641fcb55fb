// A job survives the death of ranks: operations with the dead fail, communicators are revoked and shrunk, the living agree, whoever dies when.
// ranks: 3
// needs: ferry
// env: FERRY_FAULT_TOLERANCE=on
// env: FERRY_UNEXPECTED_BUDGET=1048576
// case: nobody_dies ranks=1,3
// case: messages ranks=3,4
// case: large ranks=3
// case: any_source ranks=3
// case: partitioned ranks=3
// case: collectives ranks=4
// case: revoke ranks=3
// case: shrink ranks=2,5
// case: ishrink ranks=3,5
// case: settle ranks=8
// case: agree ranks=5
// case: leader ranks=4
// case: files ranks=2,5
// case: windows ranks=2,5
// case: locks ranks=3
// case: random ranks=7
// case: last exit=137 ranks=2 stderr~"rank [01] .*SIGKILL"
#include "check.h"
#include <signal.h>
#include <unistd.h>

#if defined OPEN_MPI && !defined OMPI_HAVE_MPIX_COMM_ISHRINK /* a header that lacks what Ferry's library has */
#include <dlfcn.h>
static int MPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm *shrunk, MPI_Request *request)
{
    int (*ishrink)(MPI_Comm, MPI_Comm *, MPI_Request *);
    *(void **)&ishrink = dlsym(dlopen(NULL, RTLD_NOW), "MPIX_Comm_ishrink");
    CHECK(ishrink != NULL);
    return ishrink(comm, shrunk, request);
}
#endif

enum { LARGE = 4 << 20 }; /* more than any transport sends without asking */
static char buffer[LARGE];

static void die(void)
{
    raise(SIGKILL);
}

/* The class of an error code. */
static int class_of(int code)
{
    int class = MPI_SUCCESS;
    MPI_Error_class(code, &class);
    return class;
}

/* MPI_COMM_WORLD without the dead, which everybody who lives calls. */
static MPI_Comm living(void)
{
    MPI_Comm comm;
    OK(MPIX_Comm_shrink(MPI_COMM_WORLD, &comm));
    return comm;
}

/* The number of processes of a communicator that have died, as far as this one knows. */
static int failed_in(MPI_Comm comm)
{
    MPI_Group group;
    int size = -1;
    OK(MPIX_Comm_get_failed(comm, &group));
    OK(MPI_Group_size(group, &size));
    if (group != MPI_GROUP_EMPTY)
        OK(MPI_Group_free(&group));
    return size;
}

/* Agreements come through behind more messages than a process keeps. */
static void agree_behind_messages(void)
{
    enum { MESSAGES = 3000, BYTES = 1024 };
    static MPI_Request sends[MESSAGES];
    MPI_Request request;
    int flag = 7, is_over = 0;
    if (check_rank == 1)
        for (int i = 0; i < MESSAGES; i++)
            OK(MPI_Isend(buffer, BYTES, MPI_CHAR, 0, 30, MPI_COMM_WORLD, &sends[i]));
    OK(MPIX_Comm_iagree(MPI_COMM_WORLD, &flag, &request));
    while (!is_over)
        OK(MPI_Test(&request, &is_over, MPI_STATUS_IGNORE));
    CHECK_EQ(flag, 7);
    for (int i = 0; i < MESSAGES && check_rank == 0; i++)
        OK(MPI_Recv(buffer, BYTES, MPI_CHAR, 1, 30, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    if (check_rank == 1)
        OK(MPI_Waitall(MESSAGES, sends, MPI_STATUSES_IGNORE));
}

/* Who asks whether a communicator is revoked hears of it behind messages that it has no room for. */
static void revoked_behind_messages(void)
{
    enum { MESSAGES = 3000, BYTES = 1024 };
    static MPI_Request sends[MESSAGES];
    MPI_Comm comm;
    int revoked = 0;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    if (check_rank == 1) {
        for (int i = 0; i < MESSAGES; i++)
            OK(MPI_Isend(buffer, BYTES, MPI_CHAR, 0, 31, MPI_COMM_WORLD, &sends[i]));
        OK(MPIX_Comm_revoke(comm));
    }
    while (!revoked)
        OK(MPIX_Comm_is_revoked(comm, &revoked));
    for (int i = 0; i < MESSAGES && check_rank == 0; i++)
        OK(MPI_Recv(buffer, BYTES, MPI_CHAR, 1, 31, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    if (check_rank == 1)
        OK(MPI_Waitall(MESSAGES, sends, MPI_STATUSES_IGNORE));
    OK(MPI_Comm_free(&comm));
}

static void nobody_dies(void)
{
    int flag = 1, acked = -1, revoked = -1, same = 0;
    CHECK_EQ(failed_in(MPI_COMM_WORLD), 0);
    OK(MPIX_Comm_ack_failed(MPI_COMM_WORLD, check_size, &acked));
    CHECK_EQ(acked, 0);
    OK(MPIX_Comm_is_revoked(MPI_COMM_WORLD, &revoked));
    CHECK_EQ(revoked, 0);
    flag = check_rank == 0 ? 6 : 3;
    OK(MPIX_Comm_agree(MPI_COMM_WORLD, &flag));
    CHECK_EQ(flag, check_size == 1 ? 6 : 2);
    MPI_Request requests[3];
    int flags[3] = {1 << check_rank, ~0, 5};
    for (int i = 0; i < 3; i++)
        OK(MPIX_Comm_iagree(MPI_COMM_WORLD, &flags[i], &requests[i]));
    OK(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
    CHECK_EQ(flags[0], check_size == 1 ? 1 : 0);
    CHECK_EQ(flags[1], ~0);
    CHECK_EQ(flags[2], 5);
    MPI_Comm comm;
    MPI_Request request;
    /* What is told to be complete has its outcome, before the request is ended. */
    int is_there = 0, other = 7;
    flag = check_rank == 0 ? 6 : 3;
    OK(MPIX_Comm_iagree(MPI_COMM_WORLD, &flag, &request));
    while (!is_there)
        OK(MPI_Request_get_status(request, &is_there, MPI_STATUS_IGNORE));
    CHECK_EQ(flag, check_size == 1 ? 6 : 2);
    OK(MPIX_Comm_agree(MPI_COMM_WORLD, &other));
    OK(MPI_Request_get_status(request, &is_there, MPI_STATUS_IGNORE));
    CHECK_EQ(is_there, 1);
    flag = 100;
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQ(flag, 100);
    OK(MPIX_Comm_ishrink(MPI_COMM_WORLD, &comm, &request));
    for (is_there = 0; !is_there;)
        OK(MPI_Request_get_status(request, &is_there, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(comm));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Comm_compare(comm, MPI_COMM_WORLD, &same));
    CHECK_EQ(same, MPI_CONGRUENT);
    OK(MPI_Barrier(comm));
    OK(MPI_Comm_free(&comm));
    if (check_size > 1) {
        agree_behind_messages();
        revoked_behind_messages();
    }
    if (check_size > 2) { /* an inter-communicator */
        MPI_Comm half, inter, shrunk;
        int size = 0, remote = 0, color = check_rank == 0;
        OK(MPI_Comm_split(MPI_COMM_WORLD, color, 0, &half));
        OK(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, color ? 1 : 0, 7, &inter));
        flag = color ? 4 : 12;
        OK(MPIX_Comm_agree(inter, &flag));
        CHECK_EQ(flag, 4);
        OK(MPIX_Comm_shrink(inter, &shrunk));
        OK(MPI_Comm_size(shrunk, &size));
        OK(MPI_Comm_remote_size(shrunk, &remote));
        CHECK_EQ(size + remote, check_size);
        OK(MPI_Barrier(shrunk));
        OK(MPI_Comm_free(&shrunk));
        OK(MPI_Comm_free(&inter));
        OK(MPI_Comm_free(&half));
    }
}

static void messages(void)
{
    int value = 0;
    MPI_Request request;
    if (check_rank == 1) {
        OK(MPI_Send(&check_rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD));
        OK(MPI_Recv(&value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        die();
    }
    if (check_rank == 0) {
        OK(MPI_Irecv(&value, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &request)); /* posted before it dies */
        OK(MPI_Send(&check_rank, 1, MPI_INT, 1, 6, MPI_COMM_WORLD));
        MPI_Status status;
        ERR(MPIX_ERR_PROC_FAILED, MPI_Wait(&request, &status), "rank 1");
        CHECK_EQ(failed_in(MPI_COMM_WORLD), 1);
        ERR(MPIX_ERR_PROC_FAILED, MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD), "rank 1");
        ERR(MPIX_ERR_PROC_FAILED, MPI_Ssend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD), "rank 1");
        ERR(MPIX_ERR_PROC_FAILED, MPI_Probe(1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "died");
        /* What it sent before counts. */
        OK(MPI_Recv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_EQ(value, 1);
    } else {
        ERR(MPIX_ERR_PROC_FAILED, MPI_Recv(&value, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "rank 1");
    }
    /* Messages of the living come through. */
    if (check_rank == 0)
        for (int rank = 2; rank < check_size; rank++)
            OK(MPI_Send(&rank, 1, MPI_INT, rank, 1, MPI_COMM_WORLD));
    else
        OK(MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

static void large(void)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];
    if (check_rank == 1) {
        OK(MPI_Recv(buffer, 1, MPI_CHAR, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        die();
    }
    if (check_rank == 0) {
        static char other[LARGE];
        OK(MPI_Isend(buffer, LARGE, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &requests[0])); /* nobody receives it */
        OK(MPI_Irecv(other, LARGE, MPI_CHAR, 2, 2, MPI_COMM_WORLD, &requests[1]));
        OK(MPI_Send(buffer, 1, MPI_CHAR, 1, 6, MPI_COMM_WORLD));
        CHECK_EQ(class_of(MPI_Waitall(2, requests, statuses)), MPI_ERR_IN_STATUS);
        CHECK_EQ(class_of(statuses[0].MPI_ERROR), MPIX_ERR_PROC_FAILED);
        CHECK_EQ(statuses[1].MPI_ERROR, MPI_SUCCESS);
        for (int i = 0; i < LARGE; i++)
            CHECK(other[i] == 2);
    } else {
        memset(buffer, 2, LARGE);
        OK(MPI_Send(buffer, LARGE, MPI_CHAR, 0, 2, MPI_COMM_WORLD));
    }
}

static void any_source(void)
{
    int value = 0, acked = -1, flag = 0;
    MPI_Request request;
    if (check_rank == 1)
        die();
    if (check_rank == 0) {
        ERR(MPIX_ERR_PROC_FAILED, MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &request));
        ERR(MPIX_ERR_PROC_FAILED_PENDING, MPI_Wait(&request, MPI_STATUS_IGNORE), "acknowledge");
        CHECK(request != MPI_REQUEST_NULL);
        MPI_Status statuses[1];
        /* So does one that is within another request. */
        int values[2];
        MPI_Request within[2];
        OK(MPI_Recv_init(&values[0], 1, MPI_INT, MPI_ANY_SOURCE, 13, MPI_COMM_WORLD, &within[0]));
        OK(MPI_Start(&within[0]));
        OK(MPI_Isendrecv(buffer, LARGE, MPI_CHAR, 2, 15, &values[1], 1, MPI_INT, MPI_ANY_SOURCE, 14, MPI_COMM_WORLD, &within[1]));
        for (int i = 0; i < 2; i++) {
            ERR(MPIX_ERR_PROC_FAILED_PENDING, MPI_Wait(&within[i], MPI_STATUS_IGNORE), "acknowledge");
            ERR(MPIX_ERR_PROC_FAILED_PENDING, MPI_Test(&within[i], &flag, MPI_STATUS_IGNORE));
            CHECK_EQ(class_of(MPI_Testall(1, &within[i], &flag, statuses)), MPI_ERR_IN_STATUS);
            CHECK_EQ(class_of(MPI_Waitall(1, &within[i], statuses)), MPI_ERR_IN_STATUS);
            CHECK_EQ(class_of(statuses[0].MPI_ERROR), MPIX_ERR_PROC_FAILED_PENDING);
            CHECK(within[i] != MPI_REQUEST_NULL);
        }
        CHECK_EQ(class_of(MPI_Waitall(1, &request, statuses)), MPI_ERR_IN_STATUS);
        CHECK_EQ(class_of(statuses[0].MPI_ERROR), MPIX_ERR_PROC_FAILED_PENDING);
        CHECK_EQ(class_of(MPI_Testall(1, &request, &flag, statuses)), MPI_ERR_IN_STATUS);
        ERR(MPIX_ERR_PROC_FAILED_PENDING, MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
        OK(MPIX_Comm_ack_failed(MPI_COMM_WORLD, 0, &acked));
        CHECK_EQ(acked, 0);
        OK(MPIX_Comm_ack_failed(MPI_COMM_WORLD, 9, &acked));
        CHECK_EQ(acked, 1);
        MPI_Group group;
        OK(MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, &group));
        int size = 0, zero = 0, rank = -1;
        MPI_Group world;
        OK(MPI_Group_size(group, &size));
        CHECK_EQ(size, 1);
        OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
        OK(MPI_Group_translate_ranks(group, 1, &zero, world, &rank));
        CHECK_EQ(rank, 1);
        OK(MPI_Send(&value, 1, MPI_INT, 2, 4, MPI_COMM_WORLD));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE)); /* it waits for the living now */
        CHECK_EQ(value, 2);
        OK(MPI_Waitall(2, within, MPI_STATUSES_IGNORE));
        CHECK(values[0] == 2 && values[1] == 2);
        OK(MPI_Request_free(&within[0]));
    } else {
        OK(MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Send(&check_rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD));
        OK(MPI_Send(&check_rank, 1, MPI_INT, 0, 13, MPI_COMM_WORLD));
        OK(MPI_Send(&check_rank, 1, MPI_INT, 0, 14, MPI_COMM_WORLD));
        OK(MPI_Recv(buffer, LARGE, MPI_CHAR, 0, 15, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPIX_Comm_failure_ack(MPI_COMM_WORLD));
    }
}

/* Rounds with the dead fail, late or early; those of the living have nothing to do with other communicators' members. */
static void partitioned(void)
{
    enum { PAIRS = 20, PARTS = 2, DEAD = 1 };
    static int in[PAIRS][PARTS], out[PAIRS][PARTS], from_dead[PARTS];
    MPI_Comm dups[PAIRS];
    MPI_Request pairs[PAIRS], lost[4];
    MPI_Status status;
    int flag = 0, count = -1, code;
    for (int i = 0; i < PAIRS; i++)
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &dups[i]));
    OK(MPI_Comm_set_errhandler(dups[0], MPI_ERRORS_RETURN));
    if (check_rank == DEAD) {
        OK(MPI_Psend_init(out, PARTS, 1, MPI_INT, 0, PAIRS, MPI_COMM_WORLD, MPI_INFO_NULL, &lost[0]));
        OK(MPI_Send(NULL, 0, MPI_INT, 0, 7, MPI_COMM_WORLD));
        OK(MPI_Recv(NULL, 0, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Recv(NULL, 0, MPI_INT, 2, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        die();
    }
    for (int i = 0; i < PAIRS; i++)
        if (check_rank == 0)
            OK(MPI_Psend_init(out[i], PARTS, 1, MPI_INT, 2, i, MPI_COMM_WORLD, MPI_INFO_NULL, &pairs[i]));
        else
            OK(MPI_Precv_init(in[i], PARTS, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_INFO_NULL, &pairs[i]));
    if (check_rank == 0) {
        OK(MPI_Recv(NULL, 0, MPI_INT, DEAD, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Psend_init(out, PARTS, 1, MPI_INT, DEAD, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &lost[0]));
        /* One whose sender is known, and one that no sender has made. */
        OK(MPI_Precv_init(from_dead, PARTS, 1, MPI_INT, DEAD, PAIRS, MPI_COMM_WORLD, MPI_INFO_NULL, &lost[1]));
        OK(MPI_Precv_init(from_dead, PARTS, 1, MPI_INT, DEAD, PAIRS + 1, MPI_COMM_WORLD, MPI_INFO_NULL, &lost[2]));
    }
    OK(MPI_Send(NULL, 0, MPI_INT, DEAD, 7, MPI_COMM_WORLD));
    while (failed_in(MPI_COMM_WORLD) == 0) {
    }
    for (int round = 0; round < 2; round++) {
        OK(MPI_Startall(PAIRS, pairs));
        for (int i = 0; i < PAIRS && check_rank == 0; i++)
            for (int part = 0; part < PARTS; part++) {
                out[i][part] = 100 * round + 10 * i + part;
                OK(MPI_Pready(part, pairs[i]));
            }
        OK(MPI_Waitall(PAIRS, pairs, MPI_STATUSES_IGNORE));
        for (int i = 0; i < PAIRS && check_rank == 2; i++)
            for (int part = 0; part < PARTS; part++)
                CHECK_EQ(in[i][part], 100 * round + 10 * i + part);
    }
    if (check_rank == 0) {
        OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
        OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL));
        OK(MPI_Psend_init(out, PARTS, 1, MPI_INT, DEAD, 0, dups[0], MPI_INFO_NULL, &lost[3]));
        OK(MPI_Start(&lost[3]));
        OK(MPI_Pready_range(0, PARTS - 1, lost[3]));
        ERR(MPIX_ERR_PROC_FAILED, MPI_Wait(&lost[3], &status), "rank 1");
        OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
        OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
        for (int i = 0; i < 3; i++) {
            OK(MPI_Start(&lost[i]));
            if (i == 0)
                OK(MPI_Pready_range(0, PARTS - 1, lost[i]));
            else {
                while ((code = MPI_Parrived(lost[i], 0, &flag)) == MPI_SUCCESS)
                    CHECK(!flag);
                CHECK_EQ(class_of(code), MPIX_ERR_PROC_FAILED);
            }
            ERR(MPIX_ERR_PROC_FAILED, MPI_Wait(&lost[i], &status), "rank 1");
            if (i > 0) {
                OK(MPI_Get_count(&status, MPI_INT, &count));
                CHECK_EQ(count, 0);
            }
        }
        for (int i = 0; i < 4; i++)
            OK(MPI_Request_free(&lost[i]));
    }
    for (int i = 0; i < PAIRS; i++) {
        OK(MPI_Request_free(&pairs[i]));
        OK(MPI_Comm_free(&dups[i]));
    }
}

static void collectives(void)
{
    MPI_Comm comm;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    int code = MPI_SUCCESS, one = 1, sum = 0;
    /* Not before all have the communicator: its end would end their calls that make it. */
    if (check_rank == 2) {
        for (int rank = 0; rank < check_size; rank++)
            if (rank != 2)
                OK(MPI_Recv(&one, 1, MPI_INT, rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        die();
    }
    OK(MPI_Send(&one, 1, MPI_INT, 2, 7, MPI_COMM_WORLD));
    MPI_Request request;
    ERR(MPIX_ERR_PROC_FAILED, MPI_Barrier(comm));
    while (failed_in(comm) == 0) {
    }
    ERR(MPIX_ERR_PROC_FAILED, MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
    ERR(MPIX_ERR_PROC_FAILED, MPI_Bcast(buffer, LARGE, MPI_CHAR, 0, comm));
    code = MPI_Iallgather(&one, 1, MPI_INT, buffer, 1, MPI_INT, comm, &request);
    if (code == MPI_SUCCESS)
        code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_EQ(class_of(code), MPIX_ERR_PROC_FAILED);
    MPI_Comm other;
    CHECK_EQ(class_of(MPI_Comm_dup(comm, &other)), MPIX_ERR_PROC_FAILED);
    CHECK_EQ(class_of(MPI_Comm_idup(comm, &other, &request)), MPIX_ERR_PROC_FAILED);
    OK(MPI_Comm_free(&comm));
}

static void revoke_one(void)
{
    static char into[LARGE];
    MPI_Comm comm, other, copy;
    MPI_Request sending, receiving, idup, persistent;
    int flag = 0, value = 0, same = 0;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &other));
    OK(MPI_Recv_init(&value, 1, MPI_INT, 0, 5, comm, &persistent));
    MPI_Request requests[3];
    if (check_rank == 0) {
        OK(MPI_Recv(&value, 1, MPI_INT, 1, 1, other, MPI_STATUS_IGNORE));
        OK(MPI_Recv(&value, 1, MPI_INT, 2, 1, other, MPI_STATUS_IGNORE));
        OK(MPIX_Comm_revoke(comm));
        OK(MPIX_Comm_revoke(comm)); /* once more does nothing */
    } else {
        OK(MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 2, comm, &requests[0]));
        OK(MPI_Isend(buffer, LARGE, MPI_CHAR, 3 - check_rank, 3, comm, &requests[1])); /* nobody receives it */
        OK(MPI_Ibarrier(comm, &requests[2]));
        OK(MPI_Comm_idup(comm, &copy, &idup)); /* which rank 0 does not call */
        OK(MPI_Psend_init(buffer, 2, LARGE / 2, MPI_CHAR, 3 - check_rank, 4, comm, MPI_INFO_NULL, &sending));
        OK(MPI_Precv_init(into, 2, LARGE / 2, MPI_CHAR, 3 - check_rank, 4, comm, MPI_INFO_NULL, &receiving));
        OK(MPI_Start(&sending));
        OK(MPI_Pready(0, sending));
        if (check_rank == 1) /* rank 2 takes nothing */
            OK(MPI_Start(&receiving));
        OK(MPI_Send(&value, 1, MPI_INT, 0, 1, other));
        for (int i = 0; i < 3; i++)
            ERR(MPIX_ERR_REVOKED, MPI_Wait(&requests[i], MPI_STATUS_IGNORE), "revoked");
        ERR(MPIX_ERR_REVOKED, MPI_Wait(&idup, MPI_STATUS_IGNORE), "revoked");
        CHECK(idup == MPI_REQUEST_NULL);
        OK(MPI_Comm_free(&copy));
        ERR(MPIX_ERR_REVOKED, MPI_Wait(&sending, MPI_STATUS_IGNORE), "revoked");
        ERR(MPIX_ERR_REVOKED, MPI_Start(&sending), "revoked");
        if (check_rank == 1)
            ERR(MPIX_ERR_REVOKED, MPI_Wait(&receiving, MPI_STATUS_IGNORE), "revoked");
        ERR(MPIX_ERR_REVOKED, MPI_Start(&receiving), "revoked");
        OK(MPI_Request_free(&sending));
        OK(MPI_Request_free(&receiving));
    }
    OK(MPIX_Comm_is_revoked(comm, &flag));
    CHECK_EQ(flag, 1);
    ERR(MPIX_ERR_REVOKED, MPI_Send(&value, 1, MPI_INT, 0, 0, comm), "revoked");
    ERR(MPIX_ERR_REVOKED, MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, MPI_STATUS_IGNORE), "revoked");
    ERR(MPIX_ERR_REVOKED, MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE), "revoked");
    ERR(MPIX_ERR_REVOKED, MPI_Iprobe(0, 0, comm, &flag, MPI_STATUS_IGNORE), "revoked");
    ERR(MPIX_ERR_REVOKED, MPI_Barrier(comm), "revoked");
    ERR(MPIX_ERR_REVOKED, MPI_Start(&persistent), "revoked");
    OK(MPI_Request_free(&persistent));
    ERR(MPIX_ERR_REVOKED, MPI_Comm_idup(comm, &copy, &idup), "revoked");
    MPI_Comm shrunk;
    OK(MPIX_Comm_shrink(comm, &shrunk));
    OK(MPI_Comm_compare(shrunk, comm, &same));
    CHECK_EQ(same, MPI_CONGRUENT);
    OK(MPI_Barrier(shrunk));
    OK(MPI_Barrier(other));
    OK(MPI_Comm_free(&shrunk));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Comm_free(&other));
}

static void shrink(void)
{
    if (check_rank % 2 == 1)
        die();
    MPI_Comm comm = living();
    int size = 0, one = 1, sum = 0;
    OK(MPI_Comm_size(comm, &size));
    while (size > (check_size + 1) / 2) { /* not all deaths were known */
        MPI_Comm next;
        OK(MPIX_Comm_shrink(comm, &next));
        OK(MPI_Comm_free(&comm));
        comm = next;
        OK(MPI_Comm_size(comm, &size));
    }
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK_EQ(sum, (check_size + 1) / 2);
    OK(MPI_Comm_free(&comm));
}

/* The living members of a communicator make a new one, with a request. */
static MPI_Comm shrunk_later(MPI_Comm comm)
{
    MPI_Comm next;
    MPI_Request request;
    OK(MPIX_Comm_ishrink(comm, &next, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    return next;
}

static void ishrink(void)
{
    if (check_rank % 2 == 1)
        die();
    MPI_Comm comm = shrunk_later(MPI_COMM_WORLD), copy;
    int size = 0, one = 1, sum = 0;
    OK(MPI_Comm_size(comm, &size));
    while (size > (check_size + 1) / 2) { /* not all deaths were known */
        MPI_Comm next = shrunk_later(comm);
        OK(MPI_Comm_free(&comm));
        comm = next;
        OK(MPI_Comm_size(comm, &size));
    }
    OK(MPI_Barrier(comm));
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK_EQ(sum, (check_size + 1) / 2);
    OK(MPI_Comm_dup(comm, &copy));
    OK(MPI_Barrier(copy));
    OK(MPI_Comm_free(&copy));
    OK(MPI_Comm_free(&comm));
}

/* A rank dies after MPIX_Comm_ishrink has decided, which the others hear of before they end their requests. */
static void settle(void)
{
    MPI_Comm comm, other, copy;
    MPI_Request request;
    int dying = check_size / 2;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &other));
    OK(MPIX_Comm_ishrink(MPI_COMM_WORLD, &comm, &request));
    if (check_rank == dying) {
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        OK(MPI_Send(NULL, 0, MPI_INT, 0, 1, other));
        for (int i = 1; i < check_size; i++)
            OK(MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, other, MPI_STATUS_IGNORE));
        die();
    }
    /* Rank 0 leads: what it sends comes after the decision, which all have then. */
    OK(MPI_Recv(NULL, 0, MPI_INT, check_rank == 0 ? dying : 0, 1, other, MPI_STATUS_IGNORE));
    for (int rank = 1; check_rank == 0 && rank < check_size; rank++)
        if (rank != dying)
            OK(MPI_Send(NULL, 0, MPI_INT, rank, 1, other));
    OK(MPI_Send(NULL, 0, MPI_INT, dying, 0, other));
    while (failed_in(MPI_COMM_WORLD) == 0) {
    }
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    /* Those fail whom a word of rank 0 would reach by way of the dead, with others between or without. */
    int class = class_of(MPI_Comm_dup(comm, &copy));
    CHECK(class == MPIX_ERR_PROC_FAILED || (class == MPI_SUCCESS && check_rank < dying));
    if (class == MPI_SUCCESS)
        OK(MPI_Comm_free(&copy));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Comm_free(&other));
}

/* In each round one more rank dies, at any moment: before, in the midst of, or after it has contributed. */
static void agree(void)
{
    for (int round = 1; round < check_size; round++) {
        int flag = ~(1 << check_rank);
        MPI_Request request;
        if (check_rank == check_size - round && round % 3 == 0)
            die();
        OK(MPIX_Comm_iagree(MPI_COMM_WORLD, &flag, &request));
        if (check_rank == check_size - round)
            die();
        int class = class_of(MPI_Wait(&request, MPI_STATUS_IGNORE));
        CHECK(class == MPI_SUCCESS || class == MPIX_ERR_PROC_FAILED);
        for (int rank = 0; rank < check_size - round; rank++)
            CHECK(!(flag >> rank & 1));
        OK(MPIX_Comm_failure_ack(MPI_COMM_WORLD));
    }
    while (failed_in(MPI_COMM_WORLD) < check_size - 1) {
    }
    int flag = 3;
    OK(MPIX_Comm_agree(MPI_COMM_SELF, &flag));
    CHECK_EQ(flag, 3);
    OK(MPIX_Comm_failure_ack(MPI_COMM_WORLD));
    OK(MPIX_Comm_agree(MPI_COMM_WORLD, &flag));
    CHECK_EQ(flag, 3);
}

/* Those that lead an agreement die one after the other. */
static void leader(void)
{
    for (int round = 0; round < check_size - 1; round++) {
        int flag = 1 << check_rank | 1 << 20;
        MPI_Request request;
        OK(MPIX_Comm_iagree(MPI_COMM_WORLD, &flag, &request));
        if (check_rank == round)
            die();
        int class = class_of(MPI_Wait(&request, MPI_STATUS_IGNORE));
        CHECK(class == MPI_SUCCESS || class == MPIX_ERR_PROC_FAILED);
        CHECK_EQ(flag & 1 << 20, 1 << 20);
    }
}

/* One of those that have a file open dies: collective accesses fail everywhere, and the file is closed all the same. */
static void files(void)
{
    char path[300];
    const char *folder = getenv("TMPDIR");
    MPI_File fh;
    snprintf(path, sizeof path, "%s/ferry-resilience-%d", folder ? folder : "/tmp", (int)getppid());
    OK(MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD));
    OK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh));
    OK(MPI_File_write_at_all(fh, 4 * check_rank, &check_rank, 1, MPI_INT, MPI_STATUS_IGNORE));
    if (check_rank == check_size - 1) {
        /* The others are done with that. */
        for (int i = 1; i < check_size; i++)
            OK(MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        die();
    }
    OK(MPI_Send(NULL, 0, MPI_INT, check_size - 1, 0, MPI_COMM_WORLD));
    int one = 1;
    CHECK_EQ(class_of(MPI_File_write_at_all(fh, 4 * check_rank, &one, 1, MPI_INT, MPI_STATUS_IGNORE)), MPIX_ERR_PROC_FAILED);
    CHECK_EQ(class_of(MPI_File_sync(fh)), MPIX_ERR_PROC_FAILED);
    CHECK_EQ(class_of(MPI_File_close(&fh)), MPIX_ERR_PROC_FAILED);
    CHECK(fh == MPI_FILE_NULL);
    if (check_rank == 0)
        CHECK_EQ(unlink(path), 0);
}

static int handled;

static void handle(MPI_Win *win, int *code, ...)
{
    CHECK(*win == MPI_WIN_NULL);
    CHECK_EQ(class_of(*code), MPIX_ERR_PROC_FAILED);
    handled++;
}

/* Windows lose a member: epochs end with an error everywhere, and the windows are freed. */
static void windows(void)
{
    enum { CREATED, ALLOCATED, DYNAMIC, FENCED, POSTED, WINDOWS };
    MPI_Win wins[WINDOWS];
    MPI_Group world, dying;
    MPI_Errhandler errhandler;
    int word = 0, one = 1, last = check_size - 1, *base[WINDOWS];
    OK(MPI_Win_create(&word, sizeof word, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &wins[CREATED]));
    OK(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &wins[DYNAMIC]));
    OK(MPI_Win_attach(wins[DYNAMIC], &word, sizeof word));
    const int allocated[] = {ALLOCATED, FENCED, POSTED};
    for (int i = 0; i < 3; i++)
        OK(MPI_Win_allocate(sizeof word, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base[allocated[i]], &wins[allocated[i]]));
    for (int i = 0; i < WINDOWS; i++)
        OK(MPI_Win_set_errhandler(wins[i], MPI_ERRORS_RETURN));
    OK(MPI_Win_fence(0, wins[FENCED]));
    OK(MPI_Put(&one, 1, MPI_INT, (check_rank + 1) % check_size, 0, 1, MPI_INT, wins[FENCED]));
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    OK(MPI_Group_incl(world, 1, &last, &dying));
    OK(MPI_Win_post(dying, 0, wins[POSTED]));
    if (check_rank == last) {
        for (int i = 1; i < check_size; i++)
            OK(MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        die();
    }
    OK(MPI_Send(NULL, 0, MPI_INT, last, 0, MPI_COMM_WORLD));
    ERR(MPIX_ERR_PROC_FAILED, MPI_Win_fence(0, wins[FENCED]));
    ERR(MPIX_ERR_PROC_FAILED, MPI_Win_wait(wins[POSTED]));
    OK(MPI_Win_create_errhandler(handle, &errhandler));
    OK(MPI_Win_set_errhandler(wins[ALLOCATED], errhandler));
    OK(MPI_Errhandler_free(&errhandler));
    for (int i = 0; i < WINDOWS; i++) {
        NOTE("window %d", i);
        ERR(MPIX_ERR_PROC_FAILED, MPI_Win_free(&wins[i]), "died");
        CHECK(wins[i] == MPI_WIN_NULL);
        CHECK_EQ(handled, i >= ALLOCATED);
    }
    OK(MPI_Group_free(&dying));
    OK(MPI_Group_free(&world));
    MPI_Comm comm = living();
    OK(MPI_Win_allocate(sizeof word, 1, MPI_INFO_NULL, comm, &base[0], &wins[0]));
    OK(MPI_Win_free(&wins[0]));
    CHECK(wins[0] == MPI_WIN_NULL);
    OK(MPI_Comm_free(&comm));
}

/* Who dies with a lock keeps it: nobody waits for that. */
static void locks(void)
{
    MPI_Win win;
    int *base;
    OK(MPI_Win_allocate(sizeof *base, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    OK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    if (check_rank == 2) {
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
        OK(MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD));
        die();
    }
    if (check_rank == 1) {
        OK(MPI_Recv(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        ERR(MPIX_ERR_PROC_FAILED, MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win), "rank 2");
        ERR(MPIX_ERR_PROC_FAILED, MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), "rank 2");
        ERR(MPIX_ERR_PROC_FAILED, MPI_Win_lock_all(0, win), "rank 2");
        /* What nobody has locked is free, unless rank 0 has to be asked. */
        int class = class_of(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win));
        CHECK(class == MPI_SUCCESS || class == MPIX_ERR_PROC_FAILED);
        if (class == MPI_SUCCESS)
            OK(MPI_Win_unlock(1, win));
        OK(MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD));
    } else
        OK(MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    ERR(MPIX_ERR_PROC_FAILED, MPI_Win_free(&win), "died");
    CHECK(win == MPI_WIN_NULL);
}

/* Ranks die at random while all reduce; the living revoke, shrink and go on until so many reductions are done. */
static void random_deaths(void)
{
    enum { ROUNDS = 60 };
    unsigned seed = 77u * check_rank + getppid();
    MPI_Comm comm = living();
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    for (int round = 0; round < ROUNDS;) {
        int size = 0, one = 1, sum = 0;
        OK(MPI_Comm_size(comm, &size));
        if (check_rank > 1 && rand_r(&seed) % 40 == 0)
            die();
        int code = MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm), flag = code == MPI_SUCCESS;
        if (code != MPI_SUCCESS) {
            CHECK(class_of(code) == MPIX_ERR_PROC_FAILED || class_of(code) == MPIX_ERR_REVOKED);
            OK(MPIX_Comm_revoke(comm));
        } else
            CHECK_EQ(sum, size);
        code = MPIX_Comm_agree(comm, &flag);
        CHECK(code == MPI_SUCCESS || class_of(code) == MPIX_ERR_PROC_FAILED);
        if (flag && code == MPI_SUCCESS) {
            round++;
            continue;
        }
        MPI_Comm next;
        OK(MPIX_Comm_shrink(comm, &next));
        OK(MPI_Comm_free(&comm));
        comm = next;
        OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    }
    OK(MPI_Comm_free(&comm));
}

/* Somebody outside kills ranks. */
static void outside(void)
{
    int code = MPI_SUCCESS;
    for (int round = 0; code == MPI_SUCCESS; round++) {
        code = MPI_Barrier(MPI_COMM_WORLD);
        if (check_rank == 0 && round == 10) {
            puts("under way");
            fflush(stdout);
        }
    }
    CHECK_EQ(class_of(code), MPIX_ERR_PROC_FAILED);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*test)(void);
    } tests[] = {{"nobody_dies", nobody_dies}, {"messages", messages}, {"large", large},   {"any_source", any_source},
                 {"partitioned", partitioned}, {"collectives", collectives}, {"revoke", revoke_one},     {"shrink", shrink}, {"ishrink", ishrink},
                 {"settle", settle},           {"agree", agree},
                 {"leader", leader},           {"files", files},         {"windows", windows},      {"locks", locks}, {"random", random_deaths}, {"last", die},
                 {"outside", outside}};
    check_begin(&argc, &argv);
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++)
        if (argc > 1 && !strcmp(argv[1], tests[i].name))
            tests[i].test();
    MPI_Comm comm = living();
    int rank = 0;
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Comm_free(&comm));
    if (rank == 0)
        puts("ok");
    OK(MPI_Finalize());
    return 0;
}
