/* Programs that hang, and some that do not; the first argument says which. Every rank prints "rank R PID" when it is about to; one that
   computes or sleeps does so until it gets SIGUSR2. */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size, value;
static const char *program_name;
static volatile sig_atomic_t handled;

static void handler(int number)
{
    handled = number;
}

/* Computes until SIGUSR2 (or the program's own SIGUSR1) comes. */
static void compute(void)
{
    volatile double x = 1;
    while (!handled)
        x = x * 1.0000001;
}

static void receive(int source, int tag, MPI_Comm comm)
{
    MPI_Recv(&value, 1, MPI_INT, source, tag, comm, MPI_STATUS_IGNORE);
}

static void ssend(int to, int tag, MPI_Comm comm)
{
    MPI_Ssend(&value, 1, MPI_INT, to, tag, comm);
}

/* Every rank sends to the next one first. */
static void ring(void)
{
    ssend((rank + 1) % size, 5, MPI_COMM_WORLD);
    receive((rank + size - 1) % size, 5, MPI_COMM_WORLD);
}

static void wrong_tag(void)
{
    if (rank == 0)
        receive(1, 7, MPI_COMM_WORLD);
    if (rank == 1)
        ssend(0, 8, MPI_COMM_WORLD);
}

static void wrong_comm(void)
{
    MPI_Comm other;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_set_name(other, "other");
    if (rank == 0)
        receive(1, 7, other);
    if (rank == 1) {
        MPI_Send(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
        receive(0, 9, other);
    }
}

static void missing(void)
{
    if (rank != size - 1)
        MPI_Barrier(MPI_COMM_WORLD);
    else
        receive(0, 3, MPI_COMM_WORLD);
}

/* Different functions on different communicators, so that neither notices. */
static void crossed(void)
{
    MPI_Comm other;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_set_name(other, "other");
    if (rank == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    else
        MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, other);
}

static void add(void *in, void *inout, int *count, MPI_Datatype *datatype)
{
    (void)datatype;
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

/* An operation of the program for rank 0, and a predefined one for the others: they go different ways. */
static void operations(void)
{
    MPI_Op op;
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, rank ? MPI_SUM : op, MPI_COMM_WORLD);
}

/* One function in its three forms. */
static void forms(void)
{
    MPI_Request request;
    if (rank == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        return;
    }
    if (rank == 1) {
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
    } else {
        MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* The second argument: a file that somebody else may have locked. */
static const char *file_name;

/* An access to a file that waits for a lock of somebody outside. */
static MPI_File write_locked(MPI_Request *request)
{
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_set_atomicity(file, 1);
    MPI_File_iwrite(file, &value, 1, MPI_INT, request);
    return file;
}

static void waits_for_file(void)
{
    MPI_Request request;
    MPI_File file = write_locked(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

static void closes_file(void)
{
    MPI_Request request;
    MPI_File file = write_locked(&request);
    MPI_File_close(&file);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* One rank dies, one computes, and the others leave, which they cannot before that one does. */
static void survivors(void)
{
    if (rank == 1)
        raise(SIGKILL);
    if (rank == size - 1)
        compute();
}

/* All wait for anybody, and nobody is left to send. */
static void anybody(void)
{
    receive(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD);
}

/* Ranks 0 and 1 look as if they waited for each other, but rank 2 sends. */
static void rescued(void)
{
    if (rank == 0) {
        receive(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else if (rank == 1) {
        receive(0, 1, MPI_COMM_WORLD);
    } else {
        compute();
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
}

/* The last rank computes for long, the others wait for it. */
static void busy(void)
{
    if (rank == size - 1)
        compute();
    MPI_Barrier(MPI_COMM_WORLD);
}

/* As busy(), but asleep. */
static void asleep(void)
{
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR2);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    while (rank == size - 1 && !handled)
        sigsuspend(&before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The last rank leaves, the others wait for it. */
static void left(void)
{
    if (rank != size - 1)
        receive(size - 1, 2, MPI_COMM_WORLD);
}

static void polls(void)
{
    MPI_Request request;
    int flag = 0;
    MPI_Irecv(&value, 1, MPI_INT, (rank + 1) % size, 6, MPI_COMM_WORLD, &request);
    while (!flag && !handled)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
}

/* Several requests: all are needed, and one never comes. */
static void all_of(void)
{
    MPI_Request requests[2];
    const int next = (rank + 1) % size, last = (rank + size - 1) % size;
    MPI_Irecv(&value, 1, MPI_INT, last, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, last, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Send(&value, 1, MPI_INT, next, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

/* A non-blocking collective that one rank has not started. */
static void nonblocking(void)
{
    MPI_Comm other;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_set_name(other, "other");
    if (rank == 0)
        receive(1, 4, MPI_COMM_WORLD);
    MPI_Ibarrier(other, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* A rank that waits for another one does its part of a collective operation that it has begun: nobody is stuck, though it may look so. */
static void background(void)
{
    MPI_Comm other;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (rank == 2)
        compute();
    MPI_Ibarrier(other, &request);
    if (rank == 1)
        receive(0, 4, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
}

/* Partitioned requests: the sender declares only some partitions ready. */
static void partitions(void)
{
    static int sent[4], got[8];
    MPI_Request requests[2];
    MPI_Comm other;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_set_name(other, "other");
    MPI_Psend_init(sent, 4, 1, MPI_INT, (rank + 1) % size, 9, other, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(got, 2, 2, MPI_INT, (rank + size - 1) % size, 9, other, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Pready_range(0, 2, requests[0]);
    MPI_Wait(&requests[rank == 0 ? 0 : 1], MPI_STATUS_IGNORE);
}

/* A partitioned receive whose sender never comes, but sends something else under its tag. */
static void lonely_partitions(void)
{
    static int got[4];
    MPI_Request request;
    MPI_Precv_init(got, 4, 1, MPI_INT, (rank + 1) % size, 9, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, 9, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* All but one duplicate a communicator. */
static void duplication(void)
{
    MPI_Comm other;
    MPI_Request request;
    if (rank == 0)
        receive(1, 4, MPI_COMM_WORLD);
    MPI_Comm_idup(MPI_COMM_WORLD, &other, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static int query(void *state, MPI_Status *status) { return (void)state, (void)status, MPI_SUCCESS; }
static int release(void *state) { return (void)state, MPI_SUCCESS; }
static int cancel(void *state, int complete) { return (void)state, (void)complete, MPI_SUCCESS; }

/* A generalized request that nobody completes. */
static void generalized(void)
{
    MPI_Request request;
    MPI_Grequest_start(query, release, cancel, NULL, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void buffered(int how)
{
    enum { LARGE = 1 << 20 };
    static char attached[LARGE + MPI_BSEND_OVERHEAD], data[LARGE];
    MPI_Comm other;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_set_name(other, "other");
    MPI_Buffer_attach(attached, sizeof attached);
    MPI_Bsend(data, LARGE, MPI_CHAR, (rank + 1) % size, 3, other);
    if (how == 0)
        MPI_Buffer_flush();
    if (how == 1) {
        MPI_Buffer_iflush(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (how == 2)
        MPI_Comm_disconnect(&other);
}

/* Buffered messages that nobody receives. */
static void flush(void) { buffered(0); }
static void iflush(void) { buffered(1); }
static void disconnect(void) { buffered(2); }
static void buffered_to_the_end(void) { buffered(3); }

/* A large message that nobody receives. */
static void large(void)
{
    static char data[1 << 20];
    if (rank == 0)
        MPI_Send(data, sizeof data, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* A signal that the program has a use for. */
static void own_handler(void)
{
    compute();
    printf("handled %d\n", (int)handled);
    fflush(stdout);
}

/* Starts late: the others wait for it in their first collective call. */
static void late(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void pass_on(void)
{
    MPI_Send(&value, 1, MPI_INT, (rank + size - 1) % size, 4, MPI_COMM_WORLD);
}

static void *receive_and_pass_on(void *unused)
{
    (void)unused;
    receive((rank + 1) % size, 4, MPI_COMM_WORLD);
    pass_on();
    return NULL;
}

/* A thread that takes no part: asleep until it gets a lock, or a signal; then it sends what all wait for. */
static void *stand_by(void *waits_for_signal)
{
    if (*(int *)waits_for_signal) {
        int number;
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGUSR2);
        sigwait(&set, &number);
    } else {
        pthread_mutex_lock(&held);
        pthread_mutex_unlock(&held);
    }
    pass_on();
    return NULL;
}

/* Of three threads of a rank one receives, one waits for that to end, and one sleeps. */
static void threads(int is_rescued)
{
    pthread_t receiver, sleeper;
    sigset_t set;
    int waits_for_signal = is_rescued && rank == size - 1;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_mutex_lock(&held);
    pthread_create(&receiver, NULL, receive_and_pass_on, NULL);
    pthread_create(&sleeper, NULL, stand_by, &waits_for_signal);
    pthread_join(receiver, NULL);
    if (waits_for_signal)
        pthread_join(sleeper, NULL);
}

/* One of two threads of rank 1 receives; the other one polls until it is released, and then sends what all wait for. */
static void polling_thread(void)
{
    if (rank == 0) {
        receive_and_pass_on(NULL);
        return;
    }
    pthread_t receiver;
    pthread_create(&receiver, NULL, receive_and_pass_on, NULL);
    for (int flag = 0; !handled;)
        MPI_Iprobe(0, 9, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    pass_on();
    pthread_join(receiver, NULL);
}

static void all_threads(void) { threads(0); }
static void rescuing_thread(void) { threads(1); }

/* Rank 0 comes so many milliseconds late to a barrier, and all finalize. */
static void tardy(void)
{
    if (rank == 0)
        usleep(1000u * (unsigned)atoi(getenv("LATE_MS")));
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Rank 0 polls, the others wait. */
static void polls_for_waiting(void)
{
    if (rank == 0)
        polls();
    else
        receive(0, 6, MPI_COMM_WORLD);
}

/* As before, but rank 0 computes between polls, for half a millisecond each time, until it is released and sends. */
static void polls_and_computes(void)
{
    if (rank != 0) {
        receive(0, 6, MPI_COMM_WORLD);
        return;
    }
    MPI_Request request;
    int flag = 0;
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &request);
    while (!handled) {
        volatile double x = 1;
        for (int step = 0; step < 400000; step++)
            x = x * 1.0000001;
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int to = 1; to < size; to++)
        MPI_Send(&value, 1, MPI_INT, to, 6, MPI_COMM_WORLD);
}

/* Between two uses of MPI rank 0 does something else, and the others wait for it in the second. */
static void comes_back(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    for (int use = 0; use < 2; use++) {
        if (use == 1 && rank == 0)
            compute();
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
        MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
        MPI_Comm_create_from_group(group, "comes_back", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
        MPI_Barrier(comm);
        MPI_Comm_free(&comm);
        MPI_Group_free(&group);
        MPI_Session_finalize(&session);
    }
}

/* Waits for a process that it has spawned, which computes until it is released. */
static void spawned(void)
{
    MPI_Comm parent, child;
    char *words[] = {"spawned", NULL};
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        compute();
        ssend(0, 3, parent);
        return;
    }
    MPI_Comm_spawn(program_name, words, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &child, MPI_ERRCODES_IGNORE);
    receive(0, 3, child);
}

/* Accepts at a port to which nobody connects. */
static void port(void)
{
    char name[MPI_MAX_PORT_NAME];
    MPI_Comm other;
    MPI_Open_port(MPI_INFO_NULL, name);
    MPI_Comm_accept(name, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
}

static const struct {
    const char *name;
    void (*run)(void);
} programs[] = {
    {"ring", ring}, {"wrong_tag", wrong_tag}, {"wrong_comm", wrong_comm}, {"missing", missing}, {"crossed", crossed}, {"operations", operations}, {"forms", forms},
    {"anybody", anybody}, {"rescued", rescued}, {"busy", busy}, {"asleep", asleep}, {"left", left}, {"polls", polls},
    {"waits_for_file", waits_for_file}, {"closes_file", closes_file}, {"survivors", survivors},
    {"all_of", all_of}, {"nonblocking", nonblocking}, {"background", background}, {"large", large}, {"own_handler", own_handler}, {"late", late},
    {"partitions", partitions}, {"lonely_partitions", lonely_partitions}, {"duplication", duplication}, {"generalized", generalized}, {"flush", flush},
    {"tardy", tardy}, {"polls_for_waiting", polls_for_waiting}, {"polls_and_computes", polls_and_computes},
    {"iflush", iflush}, {"disconnect", disconnect}, {"buffered_to_the_end", buffered_to_the_end}, {"all_threads", all_threads}, {"rescuing_thread", rescuing_thread}, {"polling_thread", polling_thread},
    {"spawned", spawned}, {"port", port},
};

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    program_name = argv[0];
    file_name = argc > 2 ? argv[2] : "";
    signal(SIGUSR2, handler);
    if (!strcmp(what, "own_handler"))
        signal(SIGUSR1, handler);
    if (!strcmp(what, "late") && getenv("PMI_RANK") && !strcmp(getenv("PMI_RANK"), "0")) {
        printf("rank 0 %d\n", (int)getpid());
        fflush(stdout);
        compute();
    }
    if (!strcmp(what, "comes_back") && getenv("PMI_RANK")) {
        rank = atoi(getenv("PMI_RANK"));
        printf("rank %d %d\n", rank, (int)getpid());
        fflush(stdout);
        comes_back();
        return 0;
    }
    int level;
    MPI_Init_thread(&argc, &argv, strstr(what, "thread") ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    printf("rank %d %d\n", rank, (int)getpid());
    fflush(stdout);
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
        if (!strcmp(what, programs[i].name))
            programs[i].run();
    MPI_Finalize();
    return 0;
}
