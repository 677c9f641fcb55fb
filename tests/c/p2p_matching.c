// Matching against a reference model: rank 0 makes the sends and receives of a random program, one at a time and in a known
// order, to itself; a list in the test says which receive each message must meet.
// ranks: 1
#include "check.h"

enum { STEPS = 4000, TAGS = 4, COMMS = 3, SEEDS = 12, MAX_OPEN = STEPS };

typedef struct {
    int comm, source, tag; /* source and tag may be wildcards in a receive */
    int number;            /* of the message, or of the receive */
    int open;
} Entry;

static Entry sends[MAX_OPEN], receives[MAX_OPEN];
static int values[STEPS], landed[STEPS], expected[STEPS], expected_tag[STEPS];
static MPI_Request send_requests[STEPS], receive_requests[STEPS];

static int matches(const Entry *receive, const Entry *message)
{
    return receive->comm == message->comm && (receive->tag == MPI_ANY_TAG || receive->tag == message->tag) &&
           (receive->source == MPI_ANY_SOURCE || receive->source == message->source);
}

/* The model: the oldest open counterpart that matches. */
static Entry *partner_of(const Entry *entry, Entry *others, int count, int entry_is_receive)
{
    for (int i = 0; i < count; i++)
        if (others[i].open && (entry_is_receive ? matches(entry, &others[i]) : matches(&others[i], entry)))
            return &others[i];
    return NULL;
}

static void pair(Entry *receive, Entry *message)
{
    receive->open = message->open = 0;
    expected[receive->number] = values[message->number];
    expected_tag[receive->number] = message->tag;
}

static void model_probe(MPI_Comm *comms, uint64_t *seed, int sent)
{
    Entry probe = {random_below(seed, COMMS), random_below(seed, 2) ? 0 : MPI_ANY_SOURCE,
                   random_below(seed, 2) ? MPI_ANY_TAG : random_below(seed, TAGS), 0, 1};
    Entry *message = partner_of(&probe, sends, sent, 1);
    int flag = -1;
    MPI_Status status;
    for (int tries = 0; tries < (message ? 10000 : 3); tries++) {
        OK(MPI_Iprobe(probe.source, probe.tag, comms[probe.comm], &flag, &status));
        if (flag)
            break;
    }
    CHECK_EQ(flag, message != NULL);
    if (message)
        CHECK_STATUS(status, 0, message->tag, MPI_INT, 1);
}

static void torture(uint64_t seed, MPI_Comm *comms)
{
    int sent = 0, posted = 0, bias = 30 + random_below(&seed, 40);
    for (int step = 0; step < STEPS; step++) {
        int comm = random_below(&seed, COMMS), tag = random_below(&seed, TAGS), draw = random_below(&seed, 100);
        if (draw < 5) {
            model_probe(comms, &seed, sent);
        } else if (draw < 5 + bias) {
            values[sent] = (int)(random_next(&seed) >> 40);
            Entry *message = &sends[sent];
            *message = (Entry){comm, 0, tag, sent, 1};
            OK(MPI_Isend(&values[sent], 1, MPI_INT, 0, tag, comms[comm], &send_requests[sent]));
            sent++;
            Entry *receive = partner_of(message, receives, posted, 0);
            if (receive)
                pair(receive, message);
        } else {
            Entry *receive = &receives[posted];
            *receive = (Entry){comm, random_below(&seed, 3) ? 0 : MPI_ANY_SOURCE,
                               random_below(&seed, 3) ? tag : MPI_ANY_TAG, posted, 1};
            OK(MPI_Irecv(&landed[posted], 1, MPI_INT, receive->source, receive->tag, comms[comm],
                         &receive_requests[posted]));
            posted++;
            Entry *message = partner_of(receive, sends, sent, 1);
            if (message)
                pair(receive, message);
        }
    }
    /* Close what is open: a receive for each message left, a message for each receive left. */
    for (int i = 0, first_sent = sent; i < first_sent; i++)
        if (sends[i].open) {
            receives[posted] = (Entry){sends[i].comm, 0, sends[i].tag, posted, 1};
            Entry *message = partner_of(&receives[posted], sends, sent, 1);
            OK(MPI_Irecv(&landed[posted], 1, MPI_INT, 0, sends[i].tag, comms[sends[i].comm],
                         &receive_requests[posted]));
            pair(&receives[posted++], message);
        }
    for (int i = 0; i < posted; i++)
        if (receives[i].open) {
            int tag = receives[i].tag == MPI_ANY_TAG ? 0 : receives[i].tag;
            values[sent] = 1000000 + sent;
            sends[sent] = (Entry){receives[i].comm, 0, tag, sent, 1};
            OK(MPI_Isend(&values[sent], 1, MPI_INT, 0, tag, comms[receives[i].comm], &send_requests[sent]));
            pair(partner_of(&sends[sent], receives, posted, 0), &sends[sent]);
            sent++;
        }
    for (int i = 0; i < posted; i++) {
        MPI_Status status;
        OK(MPI_Wait(&receive_requests[i], &status));
        CHECK_STATUS(status, 0, expected_tag[i], MPI_INT, 1);
        CHECK_EQ(landed[i], expected[i]);
    }
    OK(MPI_Waitall(sent, send_requests, MPI_STATUSES_IGNORE));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Comm comms[COMMS] = {MPI_COMM_WORLD, MPI_COMM_SELF};
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[2]));
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        torture(seed * 7919, comms);
    OK(MPI_Comm_free(&comms[2]));
    return check_end();
}
