// Many large transfers at once among all ranks: random sizes, layouts, modes and orders of completion; every byte of each is verified.
// ranks: 2 4
// timeout: 120
// variants: large-messages
#include "lmt.h"

enum { ROUNDS = 12, TRANSFERS = 24 };

typedef struct {
    int from, to;
    const lmt_layout *out, *in;
    size_t sent, total, room; /* periods of the sender, bytes, periods of the receiver */
    int is_synchronous;
    uint64_t key;
} transfer;

static const lmt_layout *any_layout(uint64_t *state)
{
    uint64_t number = random_next(state) % (2 * LMT_GAPPED);
    return number < LMT_GAPPED ? &lmt_gapped[number] : &lmt_dense;
}

/* All ranks draw the same. */
static transfer draw(uint64_t *state, uint64_t key)
{
    static const size_t scales[] = {2000, 20000, 200000, 2000000};
    transfer t = {.from = (int)(random_next(state) % (uint64_t)check_size), .key = key};
    t.to = (int)(random_next(state) % (uint64_t)check_size); /* sometimes itself */
    t.out = any_layout(state);
    t.in = any_layout(state);
    t.sent = lmt_periods(t.out, 1 + random_next(state) % scales[random_next(state) % 4]);
    t.total = t.sent * lmt_data(t.out);
    t.room = (t.total + lmt_data(t.in) - 1) / lmt_data(t.in) + random_next(state) % 3;
    t.is_synchronous = random_next(state) % 4 == 0;
    return t;
}

static void start(const transfer *t, int number, lmt_buffer *out, lmt_buffer *in, MPI_Request *send, MPI_Request *receive)
{
    *send = *receive = MPI_REQUEST_NULL;
    if (t->to == check_rank) {
        MPI_Datatype type = lmt_type(t->in);
        *in = lmt_new(t->in, t->room, t->key % 3, 1);
        OK(MPI_Irecv(in->data, (int)t->room, type, t->from, number, MPI_COMM_WORLD, receive));
        lmt_free_type(type);
    }
    if (t->from == check_rank) {
        MPI_Datatype type = lmt_type(t->out);
        *out = lmt_new(t->out, t->sent, t->key % 5, 0);
        lmt_fill(out->data, t->out, t->sent, t->key);
        OK((t->is_synchronous ? MPI_Issend : MPI_Isend)(out->data, (int)t->sent, type, t->to, number, MPI_COMM_WORLD, send));
        lmt_free_type(type);
    }
}

/* Completes all in a random way: any, some, all, or by testing. */
static void complete(MPI_Request *requests, int count, uint64_t *state)
{
    int done = 0, index, indices[2 * TRANSFERS], some;
    while (!done) {
        switch (random_next(state) % 4) {
        case 0: OK(MPI_Waitany(count, requests, &index, MPI_STATUS_IGNORE)); break;
        case 1: OK(MPI_Waitsome(count, requests, &some, indices, MPI_STATUSES_IGNORE)); break;
        case 2: OK(MPI_Testany(count, requests, &index, &some, MPI_STATUS_IGNORE)); break;
        default:
            if (random_next(state) % 8 == 0)
                OK(MPI_Waitall(count, requests, MPI_STATUSES_IGNORE));
        }
        OK(MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE));
    }
}

static void round_of(int round)
{
    uint64_t state = 77 + (uint64_t)round, own = state * 31 + (uint64_t)check_rank;
    transfer transfers[TRANSFERS];
    lmt_buffer out[TRANSFERS] = {0}, in[TRANSFERS] = {0};
    MPI_Request requests[2 * TRANSFERS];
    NOTE("round %d", round);
    for (int t = 0; t < TRANSFERS; t++) {
        transfers[t] = draw(&state, (uint64_t)(round * TRANSFERS + t));
        start(&transfers[t], t, &out[t], &in[t], &requests[2 * t], &requests[2 * t + 1]);
    }
    complete(requests, 2 * TRANSFERS, &own);
    for (int t = 0; t < TRANSFERS; t++) {
        const transfer *it = &transfers[t];
        NOTE("round %d, transfer %d: %zu bytes from rank %d (%s) to %d (%s)", round, t, it->total, it->from, it->out->name, it->to,
             it->in->name);
        if (it->to == check_rank)
            LMT_CHECK(in[t].data, it->in, it->room, it->total, it->key);
        lmt_free(&in[t]);
        lmt_free(&out[t]);
    }
}

/* All to all, several times the same persistent requests: ways that are set up once serve again. */
static void persistent_exchange(void)
{
    enum { BYTES = 400000 };
    NOTE("persistent exchange");
    size_t ranks = (size_t)check_size;
    lmt_buffer out = lmt_new(&lmt_dense, ranks * BYTES, 0, 0), in = lmt_new(&lmt_dense, ranks * BYTES, 1, 1);
    MPI_Request *requests = check_alloc(2 * ranks * sizeof *requests);
    for (int peer = 0; peer < check_size; peer++) {
        OK(MPI_Recv_init(in.data + peer * BYTES, BYTES, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &requests[2 * peer]));
        OK(MPI_Send_init(out.data + peer * BYTES, BYTES, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &requests[2 * peer + 1]));
    }
    for (uint64_t round = 0; round < 6; round++) {
        for (int peer = 0; peer < check_size; peer++)
            lmt_fill(out.data + peer * BYTES, &lmt_dense, BYTES, round * 10000 + (uint64_t)(check_rank * 100 + peer));
        OK(MPI_Startall(2 * check_size, requests));
        OK(MPI_Waitall(2 * check_size, requests, MPI_STATUSES_IGNORE));
        for (int peer = 0; peer < check_size; peer++)
            LMT_CHECK(in.data + peer * BYTES, &lmt_dense, BYTES, BYTES, round * 10000 + (uint64_t)(peer * 100 + check_rank));
    }
    for (int r = 0; r < 2 * check_size; r++)
        OK(MPI_Request_free(&requests[r]));
    free(requests);
    lmt_free(&out);
    lmt_free(&in);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int round = 0; round < ROUNDS; round++)
        round_of(round);
    persistent_exchange();
    return check_end();
}
