// A thread that waits in MPI calls functions of the program, for itself or for others. While it is in one, the other threads' waits go on, and
// the function may wait in MPI itself where the standard lets it: error handlers may.
// ranks: 2
// timeout: 60
// needs: ferry (which thread calls the functions, and when, is the library's choice)
#include "check.h"
#include <pthread.h>

enum { ROUNDS = 60, PING = 1, PONG, AFTER, DATA, GO };

static MPI_Comm talk, broken; /* what an error handler talks over, and what it is called for */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int handled, combined, received; /* errors; rounds in which the operation has begun, and the receiver has got its message */

static void count(int *what)
{
    pthread_mutex_lock(&mutex);
    ++*what;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void wait_for(const int *what, int wanted)
{
    pthread_mutex_lock(&mutex);
    while (*what < wanted)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}

/* Keeps a peer waiting for about so long, so that in most rounds it is not in its first looks any more. Nothing depends on it. */
static void dawdle(int round)
{
    const double until = MPI_Wtime() + (round % 4) * 0.5e-3;
    while (MPI_Wtime() < until)
        continue;
}

static void send(int value, int tag, MPI_Comm comm)
{
    OK(MPI_Send(&value, 1, MPI_INT, 1 - check_rank, tag, comm));
}

static int receive(int tag, MPI_Comm comm)
{
    int value = -1;
    OK(MPI_Recv(&value, 1, MPI_INT, 1 - check_rank, tag, comm, MPI_STATUS_IGNORE));
    return value;
}

/* Asks the other rank something twice, so that one of them waits after the other. */
static void ask(MPI_Comm *comm, int *code, ...)
{
    CHECK(*comm == broken);
    int class = 0;
    OK(MPI_Error_class(*code, &class));
    CHECK_EQ(class, MPI_ERR_TRUNCATE);
    for (int i = 0; i < 2; i++) {
        send(handled, PING, talk);
        CHECK_EQ(receive(PONG, talk), handled + 1);
    }
    count(&handled);
}

/* The other thread of the rank waits, too: for a message that comes at the end. */
static void *bystander(void *comm)
{
    CHECK_EQ(receive(AFTER, *(MPI_Comm *)comm), ROUNDS);
    return NULL;
}

/* A receive that nobody waits for fails while its rank waits for something else: the handler is called in that wait. */
static void in_an_error_handler(int threads)
{
    MPI_Comm aside;
    MPI_Errhandler errhandler;
    pthread_t thread;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &talk));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &broken));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &aside));
    OK(MPI_Comm_create_errhandler(ask, &errhandler));
    OK(MPI_Comm_set_errhandler(broken, errhandler));
    handled = 0;
    if (threads > 1 && check_rank == 0)
        CHECK(pthread_create(&thread, NULL, bystander, &aside) == 0);
    for (int round = 0; round < ROUNDS; round++) {
        NOTE("error handler, %d threads, round %d", threads, round);
        if (check_rank == 0) {
            static char small;
            MPI_Request request;
            OK(MPI_Irecv(&small, 1, MPI_CHAR, 1, DATA, broken, &request));
            OK(MPI_Request_free(&request));
            send(round, GO, MPI_COMM_WORLD);
            CHECK_EQ(receive(AFTER, MPI_COMM_WORLD), round);
            wait_for(&handled, round + 1); /* another thread may be in the handler */
        } else {
            CHECK_EQ(receive(GO, MPI_COMM_WORLD), round);
            dawdle(round);
            OK(MPI_Send("too long", 8, MPI_CHAR, 0, DATA, broken));
            for (int i = 0; i < 2; i++) {
                int asked = receive(PING, talk);
                dawdle(round + i);
                send(asked + 1, PONG, talk);
            }
            send(round, AFTER, MPI_COMM_WORLD);
        }
    }
    if (check_rank == 1)
        send(ROUNDS, AFTER, aside);
    else if (threads > 1)
        pthread_join(thread, NULL);
    else
        receive(AFTER, aside);
    OK(MPI_Errhandler_free(&errhandler));
    OK(MPI_Comm_free(&talk));
    OK(MPI_Comm_free(&broken));
    OK(MPI_Comm_free(&aside));
}

static pthread_t receiver;

/* The program's operation: it waits until the receiver's message is there, unless it is the receiver that has been made to call it. */
static void combine(void *in, void *inout, int *length, MPI_Datatype *datatype)
{
    (void)datatype;
    for (int i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
    if (check_rank)
        return;
    count(&combined);
    if (!pthread_equal(pthread_self(), receiver))
        wait_for(&received, combined);
}

static void *receive_meanwhile(void *unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        CHECK_EQ(receive(DATA, talk), round);
        count(&received);
    }
    return NULL;
}

/* Sends for the receiver's message only when the operation is being called. */
static void *send_meanwhile(void *unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        wait_for(&combined, round + 1);
        send(round, GO, talk);
    }
    return NULL;
}

static void *answer(void *unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round++)
        send(receive(GO, talk), DATA, talk);
    return NULL;
}

/* Another thread's receive is not kept up by an operation of the program that takes long. */
static void in_an_operation(void)
{
    MPI_Op op;
    pthread_t helper;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &talk));
    OK(MPI_Op_create(combine, 0, &op));
    if (check_rank == 0) {
        CHECK(pthread_create(&receiver, NULL, receive_meanwhile, NULL) == 0);
        CHECK(pthread_create(&helper, NULL, send_meanwhile, NULL) == 0);
    } else {
        CHECK(pthread_create(&helper, NULL, answer, NULL) == 0);
    }
    for (int round = 0; round < ROUNDS; round++) {
        NOTE("operation, round %d", round);
        int value = round, sum = -1;
        MPI_Request request;
        dawdle(round * check_rank);
        OK(MPI_Ireduce(&value, &sum, 1, MPI_INT, op, 0, MPI_COMM_WORLD, &request));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        if (check_rank == 0)
            CHECK_EQ(sum, 2 * round);
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
    if (check_rank == 0)
        pthread_join(receiver, NULL);
    pthread_join(helper, NULL);
    OK(MPI_Op_free(&op));
    OK(MPI_Comm_free(&talk));
}

int main(int argc, char **argv)
{
    check_begin_threads(&argc, &argv);
    in_an_error_handler(1);
    in_an_error_handler(2);
    in_an_operation();
    return check_end();
}
