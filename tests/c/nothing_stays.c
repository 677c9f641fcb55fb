// What is made and freed again leaves nothing behind: of each kind of object so many that 16 bytes of each would show, and sessions, too.
// ranks: 1 2
// timeout: 120
// needs: ferry
// case: sessions
// case: worlds
// case: comms
// case: groups
// case: types
// case: ops
// case: infos
// case: errhandlers
// case: keyvals
// case: requests
// case: persistent
// case: memory ranks=2
// case: buffers
#define _GNU_SOURCE
#include "check.h"
#include <malloc.h>

/* Rounds to get used to, and rounds that are counted; bytes that may be there after them beyond what was there before: less than any object of each round. */
enum { FIRST = 300, MOST_BYTES = 8 << 10 };

static size_t in_use(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void session(int round)
{
    MPI_Session session;
    (void)round;
    OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    OK(MPI_Session_finalize(&session));
}

static void world_of_session(int round)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    (void)round;
    OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
    OK(MPI_Comm_create_from_group(group, "nothing stays", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    OK(MPI_Barrier(comm));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Group_free(&group));
    OK(MPI_Session_finalize(&session));
}

static void comm(int round)
{
    MPI_Comm comm;
    if (round % 3 == 0)
        OK(MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm));
    else if (round % 3 == 1)
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    else {
        MPI_Request request;
        OK(MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    OK(MPI_Barrier(comm));
    OK(MPI_Comm_free(&comm));
}

static void group(int round)
{
    MPI_Group world, some;
    int rank = round % check_size;
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    OK(MPI_Group_incl(world, 1, &rank, &some));
    OK(MPI_Group_free(&some));
    OK(MPI_Group_free(&world));
}

static void type(int round)
{
    MPI_Datatype vector, resized;
    OK(MPI_Type_vector(3 + round % 5, 2, 4, MPI_INT, &vector));
    OK(MPI_Type_create_resized(vector, 0, 100, &resized));
    OK(MPI_Type_commit(&resized));
    OK(MPI_Type_free(&vector));
    OK(MPI_Type_free(&resized));
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void op(int round)
{
    MPI_Op op;
    int one = 1, sum = 0;
    OK(MPI_Op_create(add, 1, &op));
    if (round % 10 == 0)
        OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, op, MPI_COMM_WORLD));
    OK(MPI_Op_free(&op));
}

static void info(int round)
{
    MPI_Info info, copy;
    char value[20];
    snprintf(value, sizeof value, "%d", round);
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "key", value));
    OK(MPI_Info_dup(info, &copy));
    OK(MPI_Info_free(&info));
    OK(MPI_Info_free(&copy));
}

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
}

static void errhandler(int round)
{
    MPI_Errhandler made, old;
    (void)round;
    OK(MPI_Comm_create_errhandler(handle, &made));
    OK(MPI_Comm_get_errhandler(MPI_COMM_SELF, &old));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, made));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, old));
    OK(MPI_Errhandler_free(&old));
    OK(MPI_Errhandler_free(&made));
}

static void keyval(int round)
{
    int key;
    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL));
    OK(MPI_Comm_set_attr(MPI_COMM_SELF, key, &round));
    OK(MPI_Comm_delete_attr(MPI_COMM_SELF, key));
    OK(MPI_Comm_free_keyval(&key));
}

static void request(int round)
{
    int out = round, in = -1, to = (check_rank + 1) % check_size, from = (check_rank - 1 + check_size) % check_size;
    MPI_Request requests[2];
    OK(MPI_Irecv(&in, 1, MPI_INT, from, 0, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Isend(&out, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    CHECK_EQ(in, round);
    if (round % 10 == 0) {
        OK(MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]));
        OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    }
}

static void persistent(int round)
{
    int out = round, in = -1, sum = 0, to = (check_rank + 1) % check_size, from = (check_rank - 1 + check_size) % check_size;
    MPI_Request requests[3];
    OK(MPI_Recv_init(&in, 1, MPI_INT, from, 0, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Send_init(&out, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Allreduce_init(&out, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]));
    OK(MPI_Startall(3, requests));
    OK(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
    CHECK_EQ(sum, round * check_size);
    for (int i = 0; i < 3; i++)
        OK(MPI_Request_free(&requests[i]));
}

static void memory(int round)
{
    void *block[2];
    OK(MPI_Alloc_mem(8 + round % FIRST * 30, MPI_INFO_NULL, &block[0]));
    OK(MPI_Alloc_mem(20000 + round % FIRST * 600, MPI_INFO_NULL, &block[1]));
    OK(MPI_Free_mem(block[0]));
    OK(MPI_Free_mem(block[1]));
}

static void buffer(int round)
{
    static char space[1000];
    int size;
    void *found;
    (void)round;
    OK(MPI_Buffer_attach(space, sizeof space));
    OK(MPI_Buffer_detach(&found, &size));
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        void (*run)(int);
        int rounds;
    } cases[] = {{"sessions", session, 2000}, {"worlds", world_of_session, 700}, {"comms", comm, 900}, {"groups", group, 20000},
                 {"types", type, 20000},      {"ops", op, 20000},                 {"infos", info, 20000}, {"errhandlers", errhandler, 20000},
                 {"keyvals", keyval, 20000},  {"requests", request, 20000},       {"persistent", persistent, 1500}, {"memory", memory, 20000},
                 {"buffers", buffer, 20000}};
    int found = 0;
    check_begin(&argc, &argv);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (argc > 1 && strcmp(argv[1], cases[i].name))
            continue;
        int round = 0;
        while (round < FIRST)
            cases[i].run(round++);
        OK(MPI_Barrier(MPI_COMM_WORLD));
        size_t before = in_use();
        while (round < FIRST + cases[i].rounds)
            cases[i].run(round++);
        OK(MPI_Barrier(MPI_COMM_WORLD));
        size_t after = in_use();
        NOTE("%s: %zu bytes before, %zu after %d rounds", cases[i].name, before, after, cases[i].rounds);
        CHECK(after <= before + MOST_BYTES);
        found++;
    }
    CHECK(found > 0);
    return check_end();
}
