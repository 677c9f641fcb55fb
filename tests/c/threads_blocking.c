// A thread blocked in MPI does not keep others of the rank out: one waits in Recv, Probe, Wait or Barrier until another
// thread of the same rank makes it end.
// ranks: 1 2 3
// timeout: 60
#include "check.h"
#include <pthread.h>

static MPI_Comm other;

static void start(pthread_t *thread, void *(*body)(void *), void *argument)
{
    CHECK(pthread_create(thread, NULL, body, argument) == 0);
}

static void *receive(void *out)
{
    OK(MPI_Recv(out, 1, MPI_INT, check_rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    return NULL;
}

static void *probe(void *out)
{
    MPI_Status status;
    OK(MPI_Probe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &status));
    OK(MPI_Recv(out, 1, MPI_INT, status.MPI_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    return NULL;
}

static void *wait_all(void *out)
{
    MPI_Request requests[2];
    OK(MPI_Irecv(out, 1, MPI_INT, check_rank, 3, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Irecv((int *)out + 1, 1, MPI_INT, check_rank, 4, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    return NULL;
}

/* A blocked thread, then a message to oneself that frees it. */
static void freed_by_own_send(void *(*body)(void *), int first_tag, int messages)
{
    for (int i = 0; i < 50; i++) {
        int values[2] = {-1, -1}, sent[2] = {i, i + 1000};
        pthread_t thread;
        start(&thread, body, values);
        for (int m = 0; m < messages; m++)
            OK(MPI_Send(&sent[m], 1, MPI_INT, check_rank, first_tag + m, MPI_COMM_WORLD));
        pthread_join(thread, NULL);
        for (int m = 0; m < messages; m++)
            CHECK_EQ(values[m], sent[m]);
    }
}

static void *barrier(void *unused)
{
    (void)unused;
    for (int i = 0; i < 200; i++)
        OK(MPI_Barrier(other));
    return NULL;
}

/* A collective on each of two communicators at once, plus messages. */
static void collectives_side_by_side(void)
{
    pthread_t thread;
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    start(&thread, barrier, NULL);
    for (int i = 0; i < 200; i++) {
        int sum = -1, got = -1;
        OK(MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
        CHECK_EQ(sum, i * check_size);
        OK(MPI_Sendrecv(&i, 1, MPI_INT, to, 9, &got, 1, MPI_INT, from, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_EQ(got, i);
    }
    pthread_join(thread, NULL);
}

static void *objects(void *unused)
{
    (void)unused;
    for (int i = 0; i < 500; i++) {
        MPI_Datatype type;
        MPI_Info info;
        MPI_Group group;
        MPI_Request request;
        OK(MPI_Type_vector(3, 1, 2, MPI_INT, &type));
        OK(MPI_Type_commit(&type));
        OK(MPI_Type_free(&type));
        OK(MPI_Info_create(&info));
        OK(MPI_Info_set(info, "key", "value"));
        OK(MPI_Info_free(&info));
        OK(MPI_Comm_group(MPI_COMM_WORLD, &group));
        OK(MPI_Group_free(&group));
        OK(MPI_Irecv(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    return NULL;
}

/* Objects made and freed by all threads at once. */
static void objects_everywhere(void)
{
    enum { THREADS = 6 };
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        start(&threads[i], objects, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* Not the main thread: it may call MPI but is not the one that initialized. */
static void *not_main(void *unused)
{
    int flag = 1;
    OK(MPI_Is_thread_main(&flag));
    CHECK(!flag);
    return unused;
}

int main(int argc, char **argv)
{
    check_begin_threads(&argc, &argv);
    pthread_t thread;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &other));
    freed_by_own_send(receive, 1, 1);
    freed_by_own_send(probe, 2, 1);
    freed_by_own_send(wait_all, 3, 2);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    collectives_side_by_side();
    objects_everywhere();
    start(&thread, not_main, NULL);
    pthread_join(thread, NULL);
    OK(MPI_Comm_free(&other));
    return check_end();
}
