// Control variables: written before MPI_Init they count there; written while MPI runs they take effect; wrong values and wrong times are refused.
// ranks: 1 2 3 4
// needs: ferry
#include "check.h"
#include "mpit.h"

enum { TEXT = 4096 };

static MPI_T_cvar_handle cvar(const char *name)
{
    int index = -1, count;
    MPI_T_cvar_handle handle;
    OK(MPI_T_cvar_get_index(name, &index));
    OK(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count));
    return handle;
}

static unsigned long long number(MPI_T_cvar_handle handle)
{
    unsigned long long value = ~0ull;
    OK(MPI_T_cvar_read(handle, &value));
    return value;
}

static int algorithm(MPI_T_cvar_handle handle)
{
    int value = -1;
    OK(MPI_T_cvar_read(handle, &value));
    return value;
}

static int write_text(MPI_T_cvar_handle handle, const char *text)
{
    static char value[TEXT];
    snprintf(value, sizeof value, "%s", text);
    return MPI_T_cvar_write(handle, value);
}

#define CHECK_TEXT(handle, wanted)                                                                                     \
    do {                                                                                                               \
        static char value[TEXT];                                                                                       \
        OK(MPI_T_cvar_read(handle, value));                                                                            \
        CHECK_STR(value, wanted);                                                                                      \
    } while (0)

/* The number of the algorithm of that name in the variable's enumeration. */
static int named(const char *variable, const char *name)
{
    int index = -1, items = 0;
    MPI_T_enum names;
    OK(MPI_T_cvar_get_index(variable, &index));
    OK(MPI_T_cvar_get_info(index, NULL, NULL, NULL, NULL, &names, NULL, NULL, NULL, NULL));
    OK(MPI_T_enum_get_info(names, &items, NULL, NULL));
    for (int i = 0; i < items; i++) {
        char text[100];
        int value, length = sizeof text;
        OK(MPI_T_enum_get_item(names, i, &value, text, &length));
        if (strcmp(text, name) == 0)
            return value;
    }
    FAIL("%s has no %s", variable, name);
}

static void limit_of_eager_messages(MPI_T_cvar_handle eager_max)
{
    static char out[2000], in[2000];
    int next = (check_rank + 1) % check_size, last = (check_rank + check_size - 1) % check_size;
    MPI_T_pvar_session session;
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle eager = mpit_open(session, "shm_eager_messages", MPI_T_PVAR_CLASS_COUNTER);
    MPI_T_pvar_handle rendezvous = mpit_open(session, "shm_rendezvous_messages", MPI_T_PVAR_CLASS_COUNTER);
    unsigned long long limits[] = {1000, 3000}, read[2];
    for (int i = 0; i < 2; i++) {
        OK(MPI_T_cvar_write(eager_max, &limits[i]));
        CHECK_EQ(number(eager_max), limits[i]);
        OK(MPI_Sendrecv(out, 2000, MPI_BYTE, next, 0, in, 2000, MPI_BYTE, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_T_pvar_readreset(session, eager, &read[0]));
        OK(MPI_T_pvar_readreset(session, rendezvous, &read[1]));
        CHECK_EQ(read[0], i == 1 && check_size > 1);
        CHECK_EQ(read[1], i == 0 && check_size > 1);
    }
    OK(MPI_T_cvar_write(eager_max, &(unsigned long long){1ull << 40}));
    CHECK(number(eager_max) >= 3000 && number(eager_max) < 1ull << 40);
    OK(MPI_T_pvar_session_free(&session));
}

static void algorithms(void)
{
    MPI_T_cvar_handle one = cvar("collective_allreduce_algorithm"), all = cvar("FERRY_COLLECTIVE");
    MPI_T_pvar_session session;
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle tree = mpit_open(session, "collective_allreduce_tree", MPI_T_PVAR_CLASS_COUNTER);
    MPI_T_pvar_handle direct = mpit_open(session, "collective_allreduce_direct", MPI_T_PVAR_CLASS_COUNTER);
    int chosen = named("collective_allreduce_algorithm", "tree"), one_each = 1, sum = 0;
    CHECK_EQ(algorithm(one), 0);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_T_cvar_write(one, &chosen));
    CHECK_TEXT(all, "allreduce=tree");
    OK(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES));
    for (int i = 0; i < 3; i++)
        OK(MPI_Allreduce(&one_each, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_EQ(sum, check_size);
    CHECK_EQ(mpit_read(session, tree), 3);
    CHECK_EQ(mpit_read(session, direct), 0);
    OK(write_text(all, ""));
    CHECK_EQ(algorithm(one), 0);
    for (int i = 0; i < 4; i++)
        OK(MPI_Allreduce(&one_each, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_EQ(sum, check_size);
    if (check_size > 1) {
        CHECK_EQ(mpit_read(session, tree), 3);
        CHECK_EQ(mpit_read(session, direct), 4);
    }
    TERR(MPI_T_ERR_INVALID, MPI_T_cvar_write(one, &(int){-1}));
    TERR(MPI_T_ERR_INVALID, MPI_T_cvar_write(one, &(int){1000}));
    TERR(MPI_T_ERR_INVALID, write_text(all, "allreduce=nonsense"));
    TERR(MPI_T_ERR_INVALID, write_text(all, "nonsense"));
    CHECK_TEXT(all, "");
    OK(MPI_T_pvar_session_free(&session));
}

int main(int argc, char **argv)
{
    int provided;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    MPI_T_cvar_handle eager_max = cvar("FERRY_EAGER_MAX"), spin = cvar("FERRY_SPIN"), at_start = cvar("FERRY_INITIAL_ERRHANDLER");
    OK(MPI_T_cvar_write(eager_max, &(unsigned long long){2048}));
    CHECK_EQ(number(eager_max), 2048);
    OK(write_text(spin, " 77 "));
    TERR(MPI_T_ERR_INVALID, write_text(spin, "for long"));
    CHECK_TEXT(spin, "77");
    check_begin(&argc, &argv);
    CHECK_EQ(number(eager_max), 2048);
    CHECK_TEXT(spin, "77");
    limit_of_eager_messages(eager_max);
    TERR(MPI_T_ERR_INVALID, write_text(spin, "for long"));
    CHECK_TEXT(spin, "77");
    OK(write_text(spin, "auto"));
    CHECK_TEXT(spin, "auto");
    TERR(MPI_T_ERR_CVAR_SET_NEVER, write_text(at_start, "mpi_errors_return"));
    algorithms();
    int result = check_end();
    TERR(MPI_T_ERR_CVAR_SET_NEVER, MPI_T_cvar_write(eager_max, &(unsigned long long){1}));
    CHECK_TEXT(spin, "auto");
    OK(MPI_T_finalize());
    return result;
}
