// Sessions beside MPI_Init: process sets, infos, groups, integers, error handlers, several at once, arguments that are wrong.
// ranks: 1 2 3 4 7
#include "check.h"

static int calls, last_code;
static MPI_Session last_session;

static void handler(MPI_Session *session, int *code, ...)
{
    calls++;
    last_session = *session;
    last_code = *code;
}

static MPI_Session open_session(const char *key, const char *value)
{
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Info info = MPI_INFO_NULL;
    if (key) {
        OK(MPI_Info_create(&info));
        OK(MPI_Info_set(info, key, value));
    }
    OK(MPI_Session_init(info, MPI_ERRORS_RETURN, &session));
    CHECK(session != MPI_SESSION_NULL);
    if (key)
        OK(MPI_Info_free(&info));
    return session;
}

static void close_session(MPI_Session *session)
{
    OK(MPI_Session_finalize(session));
    CHECK(*session == MPI_SESSION_NULL);
}

/* The value of a key that must be there. */
static const char *value_of(MPI_Info info, const char *key)
{
    static char value[MPI_MAX_INFO_VAL];
    int length = sizeof value, flag = 0;
    OK(MPI_Info_get_string(info, key, &length, value, &flag));
    if (!flag)
        FAIL("info key %s is not there", key);
    return value;
}

static int size_in_info(MPI_Session session, const char *name)
{
    MPI_Info info;
    OK(MPI_Session_get_pset_info(session, name, &info));
    int size = atoi(value_of(info, "mpi_size"));
    OK(MPI_Info_free(&info));
    return size;
}

static void group_of(MPI_Session session, const char *name, int *size, int *rank)
{
    MPI_Group group = MPI_GROUP_NULL;
    OK(MPI_Group_from_session_pset(session, name, &group));
    OK(MPI_Group_size(group, size));
    OK(MPI_Group_rank(group, rank));
    OK(MPI_Group_free(&group));
}

/* Every set has a name of the length that is told, an info and a group of the same size; the two of the standard are there. */
static void process_sets(void)
{
    MPI_Session session = open_session(NULL, NULL);
    int sets = 0, worlds = 0, selves = 0, size, rank;
    OK(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &sets));
    CHECK(sets >= 2);
    for (int n = 0; n < sets; n++) {
        char name[MPI_MAX_PSET_NAME_LEN], part[4] = "zzz";
        int needed = 0, length = sizeof name, room = 3;
        OK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, n, &needed, NULL));
        OK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, n, &length, name));
        CHECK(length == needed || !check_ferry); /* MPICH 5.0.2 leaves the length of the buffer there */
        CHECK_EQ(strlen(name), needed - 1);
        OK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, n, &room, part));
        CHECK(strncmp(part, name, 2) == 0 && part[2] == '\0' && part[3] == '\0');
        worlds += strcmp(name, "mpi://WORLD") == 0;
        selves += strcmp(name, "mpi://SELF") == 0;
        group_of(session, name, &size, &rank);
        CHECK_EQ(size, size_in_info(session, name));
        CHECK(rank >= 0 || rank == MPI_UNDEFINED);
    }
    CHECK(worlds == 1 && selves == 1);
    group_of(session, "mpi://WORLD", &size, &rank);
    CHECK(size == check_size && rank == check_rank);
    group_of(session, "mpi://SELF", &size, &rank);
    CHECK(size == 1 && rank == 0);
    close_session(&session);
}

static void infos(void)
{
    MPI_Info info;
    MPI_Session session = open_session("thread_level", "MPI_THREAD_MULTIPLE");
    OK(MPI_Session_get_info(session, &info));
    const char *level = value_of(info, "thread_level");
    CHECK(strncmp(level, "MPI_THREAD_", 11) == 0);
    OK(MPI_Info_free(&info));
    close_session(&session);
}

/* What is asked for and supported comes back; what is not supported does not. */
static void memory_kinds(void)
{
    MPI_Info info;
    MPI_Session session = open_session("mpi_memory_alloc_kinds", "system,mpi:alloc_mem,bubble:magnetic");
    OK(MPI_Session_get_info(session, &info));
    const char *kinds = value_of(info, "mpi_memory_alloc_kinds");
    CHECK(strstr(kinds, "system") != NULL && strstr(kinds, "bubble") == NULL);
    CHECK(!check_ferry || strstr(kinds, "mpi:alloc_mem") != NULL);
    OK(MPI_Info_free(&info));
    close_session(&session);
    if (!check_ferry)
        return;
    MPI_Comm dup;
    OK(MPI_Comm_get_info(MPI_COMM_WORLD, &info));
    CHECK_STR(value_of(info, "mpi_memory_alloc_kinds"), "mpi,system");
    OK(MPI_Info_free(&info));
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "mpi_assert_memory_alloc_kinds", "system"));
    OK(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &dup));
    OK(MPI_Info_free(&info));
    OK(MPI_Comm_get_info(dup, &info));
    CHECK_STR(value_of(info, "mpi_assert_memory_alloc_kinds"), "system");
    OK(MPI_Info_free(&info));
    OK(MPI_Comm_free(&dup));
}

enum { MANY = 20 };

/* Each is another one, and they may end in any order. */
static void several(void)
{
    MPI_Session sessions[MANY];
    for (int i = 0; i < MANY; i++) {
        sessions[i] = open_session(NULL, NULL);
        for (int j = 0; j < i; j++)
            CHECK(sessions[i] != sessions[j]);
        CHECK(MPI_Session_fromint(MPI_Session_toint(sessions[i])) == sessions[i]);
    }
    CHECK(MPI_Session_fromint(MPI_Session_toint(MPI_SESSION_NULL)) == MPI_SESSION_NULL);
    for (int i = 0; i < MANY; i++) {
        MPI_Session *next = &sessions[(7 * i + 3) % MANY];
        CHECK(size_in_info(*next, "mpi://WORLD") == check_size);
        close_session(next);
    }
}

static void error_handlers(void)
{
    MPI_Session session = open_session(NULL, NULL), mine;
    MPI_Errhandler errhandler, got;
    OK(MPI_Session_get_errhandler(session, &got));
    CHECK(got == MPI_ERRORS_RETURN);
    OK(MPI_Session_create_errhandler(handler, &errhandler));
    OK(MPI_Session_set_errhandler(session, errhandler));
    OK(MPI_Session_get_errhandler(session, &got));
    OK(MPI_Session_call_errhandler(session, MPI_ERR_OTHER));
    CHECK(calls == 1 && last_session == session && last_code == MPI_ERR_OTHER);
    OK(MPI_Session_init(MPI_INFO_NULL, errhandler, &mine));
    OK(MPI_Errhandler_free(&errhandler));
    OK(MPI_Errhandler_free(&got));
    char name[8];
    int length = sizeof name, class = 0;
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 1000, &length, name);
    CHECK(calls == 2 && last_session == session);
    MPI_Error_class(last_code, &class);
    CHECK(class == MPI_ERR_ARG || !check_ferry);
    MPI_Session_get_nth_pset(mine, MPI_INFO_NULL, -1, &length, name);
    CHECK(calls == 3 && last_session == mine);
    close_session(&session);
    close_session(&mine);
}

/* Error handlers of other objects do not fit; a stale session is found out. */
static void bad_arguments(void)
{
    if (!check_ferry)
        return;
    MPI_Session session = open_session(NULL, NULL), gone = session, other = (MPI_Session)(intptr_t)0x7777;
    MPI_Group group;
    MPI_Info info;
    int number, length = 10;
    char name[10];
    ERR(MPI_ERR_ARG, MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 99, &length, name), "MPI_Session_get_nth_pset", "99");
    ERR(MPI_ERR_ARG, MPI_Group_from_session_pset(session, "mpi://MARS", &group), "mpi://MARS", "mpi://WORLD");
    ERR(MPI_ERR_ARG, MPI_Session_get_pset_info(session, "", &info), "pset_name");
    ERR(MPI_ERR_INFO, MPI_Session_get_num_psets(session, (MPI_Info)(intptr_t)1, &number), "info");
    ERR(MPI_ERR_ERRHANDLER, MPI_Session_set_errhandler(session, MPI_ERRHANDLER_NULL), "errhandler");
    ERR(MPI_ERR_ARG, MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, NULL), "session");
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "thread_level", "MPI_THREAD_TREBLE"));
    ERR(MPI_ERR_INFO_VALUE, MPI_Session_init(info, MPI_ERRORS_RETURN, &other), "MPI_THREAD_TREBLE");
    OK(MPI_Info_free(&info));
    close_session(&session);
    const MPI_Session bad[] = {gone, MPI_SESSION_NULL, other, (MPI_Session)MPI_COMM_WORLD};
    for (int i = 0; i < 4; i++) {
        session = bad[i];
        ERR(MPI_ERR_SESSION, MPI_Session_get_num_psets(session, MPI_INFO_NULL, &number), "session");
        ERR(MPI_ERR_SESSION, MPI_Session_get_info(session, &info), "session");
        ERR(MPI_ERR_SESSION, MPI_Group_from_session_pset(session, "mpi://WORLD", &group), "session");
        ERR(MPI_ERR_SESSION, MPI_Session_call_errhandler(session, MPI_ERR_OTHER), "session");
        ERR(MPI_ERR_SESSION, MPI_Session_finalize(&session), "session");
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    process_sets();
    infos();
    memory_kinds();
    several();
    error_handlers();
    bad_arguments();
    return check_end();
}
