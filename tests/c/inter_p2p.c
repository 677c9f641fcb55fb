// Point to point between two groups: ranks are those of the other group, in destinations, sources, statuses and errors.
// ranks: 2 3 4 7
#include "inter.h"

/* Everybody to everybody of the other side, received by rank and by wildcard. */
static void exchange(const Inter *in)
{
    int *sent = check_alloc(sizeof(int) * (size_t)in->remote), got = -1;
    MPI_Request *requests = check_alloc(sizeof(MPI_Request) * (size_t)in->remote);
    MPI_Status status;
    for (int round = 0; round < 2; round++) {
        for (int r = 0; r < in->remote; r++) {
            sent[r] = check_rank * 1000 + r;
            OK(MPI_Isend(&sent[r], 1, MPI_INT, r, 40 + in->rank, in->inter, &requests[r]));
        }
        int seen = 0;
        for (int i = 0; i < in->remote; i++) {
            int source = round ? MPI_ANY_SOURCE : in->remote - 1 - i;
            OK(MPI_Recv(&got, 1, MPI_INT, source, MPI_ANY_TAG, in->inter, &status));
            source = round ? status.MPI_SOURCE : source;
            CHECK_STATUS(status, source, 40 + source, MPI_INT, 1);
            CHECK_EQ(got, inter_world(in, !in->group, source) * 1000 + in->rank);
            seen |= 1 << source;
        }
        CHECK_EQ(seen, (1 << in->remote) - 1);
        OK(MPI_Waitall(in->remote, requests, MPI_STATUSES_IGNORE));
        OK(MPI_Barrier(in->inter)); /* the next round is for wildcards */
    }
    free(sent);
    free(requests);
}

/* Partners of the same rank; ranks without one sit out. */
static void pairs(const Inter *in)
{
    if (in->rank >= in->remote)
        return;
    int partner = in->rank, theirs = inter_world(in, !in->group, partner), out = check_rank, back = -1, flag = 0;
    MPI_Status status;
    MPI_Message message;
    MPI_Request requests[2];
    OK(MPI_Sendrecv(&out, 1, MPI_INT, partner, 1, &back, 1, MPI_INT, partner, 1, in->inter, &status));
    CHECK_STATUS(status, partner, 1, MPI_INT, 1);
    CHECK_EQ(back, theirs);
    OK(MPI_Sendrecv_replace(&out, 1, MPI_INT, partner, 2, MPI_ANY_SOURCE, 2, in->inter, &status));
    CHECK_STATUS(status, partner, 2, MPI_INT, 1);
    CHECK_EQ(out, theirs);

    OK(MPI_Isend(&check_rank, 1, MPI_INT, partner, 3, in->inter, &requests[0]));
    OK(MPI_Probe(partner, 3, in->inter, &status));
    CHECK_STATUS(status, partner, 3, MPI_INT, 1);
    OK(MPI_Iprobe(MPI_ANY_SOURCE, 3, in->inter, &flag, &status));
    CHECK(flag && status.MPI_SOURCE == partner);
    OK(MPI_Mprobe(MPI_ANY_SOURCE, 3, in->inter, &message, &status));
    CHECK_EQ(status.MPI_SOURCE, partner);
    OK(MPI_Mrecv(&back, 1, MPI_INT, &message, &status));
    CHECK_STATUS(status, partner, 3, MPI_INT, 1);
    OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));

    OK(MPI_Send_init(&check_rank, 1, MPI_INT, partner, 4, in->inter, &requests[0]));
    OK(MPI_Recv_init(&back, 1, MPI_INT, partner, 4, in->inter, &requests[1]));
    for (int i = 0; i < 3; i++) {
        back = -1;
        OK(MPI_Startall(2, requests));
        OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        CHECK_EQ(back, theirs);
    }
    OK(MPI_Request_free(&requests[0]));
    OK(MPI_Request_free(&requests[1]));
    OK(MPI_Send(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, in->inter));
}

/* A large message each way, and a status that outlives its communicator's handle. */
static void large(const Inter *in)
{
    enum { BYTES = 1 << 20 };
    MPI_Comm dup;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    OK(MPI_Comm_dup(in->inter, &dup));
    unsigned char *data = check_alloc(BYTES);
    if (in->group == 0 && in->rank == 0)
        OK(MPI_Irecv(data, BYTES, MPI_BYTE, in->remote - 1, 5, dup, &request));
    if (in->group == 1 && in->rank == in->size - 1) {
        fill_bytes(data, BYTES, 77);
        OK(MPI_Isend(data, BYTES, MPI_BYTE, 0, 5, dup, &request));
    }
    int receives = in->group == 0 && in->rank == 0, last = in->remote - 1;
    OK(MPI_Comm_free(&dup));
    OK(MPI_Wait(&request, &status));
    if (receives) {
        CHECK_STATUS(status, last, 5, MPI_BYTE, BYTES);
        CHECK_BYTES(data, BYTES, 77);
    }
    free(data);
}

static void refused(const Inter *in)
{
    int word = 0, words[2] = {1, 2};
    MPI_Status status;
    char last[40];
    OK(MPI_Comm_set_errhandler(in->inter, MPI_ERRORS_RETURN));
    snprintf(last, sizeof last, "between 0 and %d", in->remote - 1);
    ERR(MPI_ERR_RANK, MPI_Send(&word, 1, MPI_INT, in->remote, 0, in->inter), "dest", last);
    ERR(MPI_ERR_RANK, MPI_Recv(&word, 1, MPI_INT, in->remote, 0, in->inter, &status), "source", last);
    ERR(MPI_ERR_TAG, MPI_Send(&word, 1, MPI_INT, 0, -5, in->inter), "tag");
    /* A message that is too long names its sender as this side knows it. */
    int from = in->cut - 1;
    char sender[20];
    snprintf(sender, sizeof sender, "rank %d", from);
    if (!check_ferry)
        return; /* MPICH 5.0.2 loses this error */
    if (in->group == 0 && in->rank == from)
        OK(MPI_Send(words, 2, MPI_INT, 0, 9, in->inter));
    if (in->group == 1 && in->rank == 0)
        ERR(MPI_ERR_TRUNCATE, MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 9, in->inter, &status), sender, "8 bytes");
}

static void all(const Inter *in)
{
    exchange(in);
    pairs(in);
    large(in);
    refused(in);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    inter_everywhere(all);
    return check_end();
}
