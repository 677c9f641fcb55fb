// What is made and freed again leaves nothing behind: of each kind of object so many that one byte of each would show, and sessions, too.
// nothing_stays_long.c makes a hundred thousand rounds of each.
// ranks: 1 2
// timeout: 240
// needs: ferry
// env: GLIBC_TUNABLES=glibc.malloc.tcache_count=0
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
// case: windows
// case: files
// case: intercomms
// case: topologies
// case: more_types
// case: more_keyvals
// case: more_requests
// case: collectives
// case: partitioned
// case: generalized
// case: matched
// case: errors
// case: ports
// case: tools
#define _GNU_SOURCE
#include "check.h"
#include <malloc.h>
#include <unistd.h>

/* Rounds of each case, if not its own number. */
#ifndef ALL_ROUNDS
#define ALL_ROUNDS 0
#endif

/* Rounds to get used to, and rounds of which the one counts that leaves least: what is under way differs from round to round. After those that are counted there may be less than a byte of each beyond what was there before: the allocator gives nobody less than 24. */
enum { FIRST = 300, LOOKS = 150 };

static size_t in_use(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* What is in use at least after one of the next rounds. */
static size_t least(void (*run)(int), int *round)
{
    size_t least = SIZE_MAX;
    for (int look = 0; look < LOOKS; look++) {
        run((*round)++);
        const size_t now = in_use();
        least = now < least ? now : least;
    }
    return least;
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


static int next, before;

static void window(int round)
{
    static int memory[4];
    MPI_Win win;
    int value = round, *base;
    if (round % 3 == 0)
        OK(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    else if (round % 3 == 1)
        OK(MPI_Win_allocate(sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    else
        OK(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    OK(MPI_Win_fence(0, win));
    if (round % 3 < 2)
        OK(MPI_Put(&value, 1, MPI_INT, next, 1, 1, MPI_INT, win));
    OK(MPI_Win_fence(0, win));
    OK(MPI_Win_free(&win));
}

static void file(int round)
{
    static char name[100];
    MPI_File file;
    MPI_Offset size;
    if (!*name)
        snprintf(name, sizeof name, "/tmp/nothing-stays.%d.%d", (int)getpid(), check_rank);
    OK(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file));
    OK(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    OK(MPI_File_write_at(file, 1, &round, 1, MPI_INT, MPI_STATUS_IGNORE));
    if (round % 5 == 0) {
        MPI_Request request;
        OK(MPI_File_iwrite_at(file, 3, &round, 1, MPI_INT, &request));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    OK(MPI_File_get_size(file, &size));
    CHECK(size >= 8);
    OK(MPI_File_close(&file));
}

static void intercomm(int round)
{
    MPI_Comm half, inter, merged;
    (void)round;
    if (check_size == 1)
        return;
    OK(MPI_Comm_split(MPI_COMM_WORLD, check_rank == 0, 0, &half));
    OK(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, check_rank == 0 ? 1 : 0, 3, &inter));
    OK(MPI_Intercomm_merge(inter, 0, &merged));
    OK(MPI_Comm_free(&merged));
    OK(MPI_Comm_free(&inter));
    OK(MPI_Comm_free(&half));
}

static void topology(int round)
{
    MPI_Comm cart, graph;
    int periodic = 1, found;
    OK(MPI_Cart_create(MPI_COMM_WORLD, 1, &check_size, &periodic, 0, &cart));
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, MPI_UNWEIGHTED, 1, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph));
    OK(MPI_Neighbor_allgather(&round, 1, MPI_INT, &found, 1, MPI_INT, graph));
    CHECK_EQ(found, round);
    OK(MPI_Comm_free(&graph));
    OK(MPI_Comm_free(&cart));
}

static void more_types(int round)
{
    const int lengths[2] = {1, 2}, places[2] = {0, 5}, sizes[2] = {8, 8}, parts[2] = {3, 4}, from[2] = {round % 4, 2};
    const MPI_Aint bytes[2] = {0, 16};
    const MPI_Datatype members[2] = {MPI_DOUBLE, MPI_INT};
    MPI_Datatype types[6];
    char packed[64], memory[800];
    int at = 0;
    memset(memory, 0, sizeof memory);
    OK(MPI_Type_create_struct(2, lengths, bytes, members, &types[0]));
    OK(MPI_Type_indexed(2, lengths, places, MPI_INT, &types[1]));
    OK(MPI_Type_create_subarray(2, sizes, parts, from, MPI_ORDER_C, MPI_INT, &types[2]));
    OK(MPI_Type_dup(types[0], &types[3]));
    OK(MPI_Type_create_hvector(3, 1, 24, types[0], &types[4]));
    OK(MPI_Type_contiguous(7, types[1], &types[5]));
    OK(MPI_Type_set_name(types[3], "nothing of it stays"));
    for (int i = 0; i < 6; i++)
        OK(MPI_Type_commit(&types[i]));
    OK(MPI_Pack(memory, 1, types[2], packed, sizeof packed, &at, MPI_COMM_SELF));
    if (round % 10 == 0)
        OK(MPI_Sendrecv(memory, 1, types[4], next, 0, memory + 400, 1, types[4], before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    for (int i = 0; i < 6; i++)
        OK(MPI_Type_free(&types[i]));
}

static void more_keyvals(int round)
{
    static MPI_Win win = MPI_WIN_NULL;
    int type_key, win_key;
    MPI_Datatype type;
    if (win == MPI_WIN_NULL)
        OK(MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win));
    OK(MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &type_key, NULL));
    OK(MPI_Type_contiguous(3, MPI_INT, &type));
    OK(MPI_Type_set_attr(type, type_key, &round));
    OK(MPI_Type_free(&type));
    OK(MPI_Type_free_keyval(&type_key));
    OK(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &win_key, NULL));
    OK(MPI_Win_set_attr(win, win_key, &round));
    OK(MPI_Win_delete_attr(win, win_key));
    OK(MPI_Win_free_keyval(&win_key));
}

/* Synchronous, ready, buffered, cancelled, freed while under way, and of messages that are longer than what goes without asking. */
static void more_requests(int round)
{
    enum { LONG = 300000 };
    static char out[LONG], in[LONG], space[LONG + MPI_BSEND_OVERHEAD];
    MPI_Request requests[5], doomed;
    const int bytes = round % 50 == 0 ? LONG : 10;
    void *found;
    int size;
    OK(MPI_Buffer_attach(space, sizeof space));
    for (int i = 0; i < 3; i++)
        OK(MPI_Irecv(in, bytes, MPI_CHAR, before, i, MPI_COMM_WORLD, &requests[i]));
    OK(MPI_Issend(out, bytes, MPI_CHAR, next, 0, MPI_COMM_WORLD, &requests[3]));
    OK(MPI_Ibsend(out, 10, MPI_CHAR, next, 1, MPI_COMM_WORLD, &requests[4]));
    OK(MPI_Isend(out, 10, MPI_CHAR, next, 2, MPI_COMM_WORLD, &doomed));
    OK(MPI_Request_free(&doomed));
    OK(MPI_Irecv(in, 10, MPI_CHAR, before, 99, MPI_COMM_WORLD, &doomed));
    OK(MPI_Cancel(&doomed));
    OK(MPI_Wait(&doomed, MPI_STATUS_IGNORE));
    OK(MPI_Waitall(5, requests, MPI_STATUSES_IGNORE));
    OK(MPI_Buffer_detach(&found, &size));
}

static void collective(int round)
{
    int out[2] = {round, check_rank}, in[8];
    MPI_Request requests[4];
    OK(MPI_Ibcast(out, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]));
    OK(MPI_Iallgather(&out[1], 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, &requests[1]));
    OK(MPI_Iallreduce(&out[1], &in[4], 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &requests[2]));
    OK(MPI_Ialltoall(out, 1, MPI_INT, &in[5], 1, MPI_INT, MPI_COMM_SELF, &requests[3]));
    OK(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    CHECK_EQ(in[4], check_size - 1);
}

static void partitioned(int round)
{
    int out[4] = {round, round, round, round}, in[4];
    MPI_Request requests[2];
    OK(MPI_Psend_init(out, 4, 1, MPI_INT, next, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]));
    OK(MPI_Precv_init(in, 2, 2, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]));
    OK(MPI_Startall(2, requests));
    OK(MPI_Pready_range(0, 3, requests[0]));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    CHECK_EQ(in[3], round);
    OK(MPI_Request_free(&requests[0]));
    OK(MPI_Request_free(&requests[1]));
}

static int query(void *state, MPI_Status *status)
{
    (void)state;
    OK(MPI_Status_set_elements(status, MPI_BYTE, 0));
    OK(MPI_Status_set_cancelled(status, 0));
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int release(void *state)
{
    (void)state;
    return MPI_SUCCESS;
}

static int cancel(void *state, int is_complete)
{
    (void)state;
    (void)is_complete;
    return MPI_SUCCESS;
}

static void generalized(int round)
{
    MPI_Request request;
    OK(MPI_Grequest_start(query, release, cancel, &round, &request));
    OK(MPI_Grequest_complete(request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void matched(int round)
{
    int in = -1;
    MPI_Request request;
    MPI_Message message;
    OK(MPI_Isend(&round, 1, MPI_INT, next, 4, MPI_COMM_WORLD, &request));
    OK(MPI_Mprobe(before, 4, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
    OK(MPI_Mrecv(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQ(in, round);
}

/* Errors of calls, whose texts are kept for a while, and classes and codes of the program. */
static void error(int round)
{
    char text[MPI_MAX_ERROR_STRING];
    int length, class, code;
    CHECK(MPI_Send(&round, 1, MPI_INT, check_size + 5 + round, 0, MPI_COMM_WORLD) != MPI_SUCCESS);
    OK(MPI_Add_error_class(&class));
    OK(MPI_Add_error_code(class, &code));
    OK(MPI_Add_error_string(code, "this will not stay"));
    OK(MPI_Error_string(code, text, &length));
    OK(MPI_Remove_error_string(code));
    OK(MPI_Remove_error_code(code));
    OK(MPI_Remove_error_class(class));
}

static void port(int round)
{
    char name[MPI_MAX_PORT_NAME];
    (void)round;
    OK(MPI_Open_port(MPI_INFO_NULL, name));
    OK(MPI_Close_port(name));
}

static void tool(int round)
{
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    MPI_T_cvar_handle setting;
    int provided, count;
    (void)round;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_T_pvar_handle_alloc(session, 0, NULL, &handle, &count));
    OK(MPI_T_pvar_handle_free(session, &handle));
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_cvar_handle_alloc(0, NULL, &setting, &count));
    OK(MPI_T_cvar_handle_free(&setting));
    OK(MPI_T_finalize());
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
                 {"buffers", buffer, 20000},  {"windows", window, 600},         {"files", file, 2000},  {"intercomms", intercomm, 500},
                 {"topologies", topology, 600}, {"more_types", more_types, 8000}, {"more_keyvals", more_keyvals, 20000},
                 {"more_requests", more_requests, 5000}, {"collectives", collective, 5000}, {"partitioned", partitioned, 5000},
                 {"generalized", generalized, 20000}, {"matched", matched, 20000}, {"errors", error, 20000}, {"ports", port, 2000}, {"tools", tool, 5000}};

    int found = 0;
    check_begin(&argc, &argv);
    next = (check_rank + 1) % check_size;
    before = (check_rank + check_size - 1) % check_size;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (argc > 1 && strcmp(argv[1], cases[i].name))
            continue;
        const int rounds = ALL_ROUNDS ? ALL_ROUNDS : cases[i].rounds;
        int round = 0;
        while (round < FIRST)
            cases[i].run(round++);
        const size_t first = least(cases[i].run, &round);
        while (round < FIRST + rounds)
            cases[i].run(round++);
        const size_t last = least(cases[i].run, &round);
        NOTE("%s: %zu bytes before, %zu after %d rounds", cases[i].name, first, last, rounds);
        CHECK(last < first + rounds);
        found++;
    }
    CHECK(found > 0);
    return check_end();
}
