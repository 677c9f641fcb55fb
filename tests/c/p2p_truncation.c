// A message longer than the receive: MPI_ERR_TRUNCATE that names communicator, peer, tag and both sizes; nothing is written
// past the buffer, and traffic goes on.
// ranks: 2 3 7
#include "check.h"

enum { GUARD = 32 };

static int to, from;

static void truncated(int room, int size, int posted_first, MPI_Comm comm, const char *name)
{
    unsigned char *in = check_alloc(room + GUARD), *out = check_alloc(size);
    char room_text[16], size_text[16], peer_text[24];
    MPI_Request receive, send;
    MPI_Status status;
    snprintf(room_text, sizeof room_text, "%d", room);
    snprintf(size_text, sizeof size_text, "%d", size);
    snprintf(peer_text, sizeof peer_text, "%d", from);
    fill_bytes(out, size, size);
    memset(in, 0xAB, room + GUARD);
    if (posted_first) {
        OK(MPI_Irecv(in, room, MPI_BYTE, from, 4321, comm, &receive));
        OK(MPI_Barrier(comm));
    }
    OK(MPI_Isend(out, size, MPI_BYTE, to, 4321, comm, &send));
    if (!posted_first) {
        OK(MPI_Probe(from, 4321, comm, &status));
        OK(MPI_Irecv(in, room, MPI_BYTE, from, 4321, comm, &receive));
    }
    ERR(MPI_ERR_TRUNCATE, MPI_Wait(&receive, &status), name, peer_text, "4321", room_text, size_text);
    CHECK(receive == MPI_REQUEST_NULL);
    CHECK_EQ(status.MPI_SOURCE, from);
    CHECK_EQ(status.MPI_TAG, 4321);
    CHECK_UNTOUCHED(in + room, GUARD, 0xAB);
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
    int value = check_rank, got = -1;
    OK(MPI_Sendrecv(&value, 1, MPI_INT, to, 4321, &got, 1, MPI_INT, from, 4321, comm, MPI_STATUS_IGNORE));
    CHECK_EQ(got, from);
    free(in);
    free(out);
}

static void blocking(void)
{
    int in = 0, out[3] = {1, 2, 3};
    MPI_Request send;
    OK(MPI_Isend(out, 3, MPI_INT, to, 9, MPI_COMM_WORLD, &send));
    ERR(MPI_ERR_TRUNCATE, MPI_Recv(&in, 1, MPI_INT, from, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "MPI_Recv", "12", "4");
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
    int code, class;
    code = MPI_Sendrecv(out, 3, MPI_INT, to, 9, &in, 1, MPI_INT, from, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Error_class(code, &class);
    CHECK_EQ(class, MPI_ERR_TRUNCATE);
    MPI_Message message;
    OK(MPI_Isend(out, 3, MPI_INT, to, 9, MPI_COMM_WORLD, &send));
    OK(MPI_Mprobe(from, 9, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
    ERR(MPI_ERR_TRUNCATE, MPI_Mrecv(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    MPI_Comm named;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &named));
    OK(MPI_Comm_set_name(named, "halo exchange"));
    const int cases[][2] = {{0, 1}, {3, 5}, {100, 9001}, {1000, 70000}, {70000, 70001}, {5000, 900000}, {600000, 700000}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int posted = 0; posted < 2; posted++) {
            truncated(cases[i][0], cases[i][1], posted, MPI_COMM_WORLD, "MPI_COMM_WORLD");
            truncated(cases[i][0], cases[i][1], posted, named, "halo exchange");
        }
    blocking();
    OK(MPI_Comm_free(&named));
    return check_end();
}
