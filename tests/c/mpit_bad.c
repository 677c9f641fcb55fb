// Wrong arguments of the tool information interface come back as codes; no error handler is called, though all are fatal here.
// ranks: 1 2 3 4
// needs: ferry
#include "check.h"
#include "mpit.h"

static MPI_T_pvar_session session;
static MPI_T_pvar_handle handle;

/* Handles that nobody made. */
static const uintptr_t garbage[] = {0, 1, 0xdead, 0x7fff00d, 0xdeadbeef, UINTPTR_MAX, (uintptr_t)1 << 62 | 0x100d};

#define EACH(i) for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++)

static void null_pointers(void)
{
    int number;
    TERR(MPI_T_ERR_INVALID, MPI_T_init_thread(MPI_THREAD_SINGLE, NULL));
    TERR(MPI_T_ERR_INVALID, MPI_T_init_thread(12345, &number));
    TERR(MPI_T_ERR_INVALID, MPI_T_cvar_get_num(NULL));
    TERR(MPI_T_ERR_INVALID, MPI_T_cvar_get_index(NULL, &number));
    TERR(MPI_T_ERR_INVALID, MPI_T_pvar_get_index("naps", MPI_T_PVAR_CLASS_COUNTER, NULL));
    TERR(MPI_T_ERR_INVALID, MPI_T_pvar_session_create(NULL));
    TERR(MPI_T_ERR_INVALID, MPI_T_pvar_session_free(NULL));
    TERR(MPI_T_ERR_INVALID, MPI_T_pvar_read(session, handle, NULL));
    TERR(MPI_T_ERR_INVALID, MPI_T_pvar_handle_alloc(session, 0, NULL, NULL, &number));
    TERR(MPI_T_ERR_INVALID, MPI_T_category_get_cvars(0, 1, NULL));
    OK(MPI_T_category_get_cvars(0, 0, NULL));
    TERR(MPI_T_ERR_INVALID, MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, NULL));
    TERR(MPI_T_ERR_INVALID, MPI_T_source_get_timestamp(0, NULL));
}

static void indices_and_names(void)
{
    int bad[] = {-1, 100000, INT32_MAX, INT32_MIN}, number;
    for (int i = 0; i < 4; i++) {
        TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_cvar_get_info(bad[i], NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
        TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_cvar_handle_alloc(bad[i], NULL, &(MPI_T_cvar_handle){0}, &number));
        TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_pvar_get_info(bad[i], NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
        TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_pvar_handle_alloc(session, bad[i], NULL, &(MPI_T_pvar_handle){0}, &number));
        TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_category_get_info(bad[i], NULL, NULL, NULL, NULL, NULL, NULL, NULL));
        TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_category_get_pvars(bad[i], 1, &number));
        TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_event_get_info(bad[i], NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
        TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_event_handle_alloc(bad[i], NULL, MPI_INFO_NULL, &(MPI_T_event_registration){0}));
        TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_source_get_info(bad[i], NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    }
    TERR(MPI_T_ERR_INVALID_NAME, MPI_T_cvar_get_index("no such variable", &number));
    TERR(MPI_T_ERR_INVALID_NAME, MPI_T_cvar_get_index("", &number));
    TERR(MPI_T_ERR_INVALID_NAME, MPI_T_cvar_get_index("\xff\xfe", &number));
    TERR(MPI_T_ERR_INVALID_NAME, MPI_T_pvar_get_index("naps", MPI_T_PVAR_CLASS_LEVEL, &number));
    TERR(MPI_T_ERR_INVALID_NAME, MPI_T_category_get_index("FERRY", &number));
    TERR(MPI_T_ERR_INVALID_NAME, MPI_T_event_get_index("naps", &number));
    char room[8];
    int length = -5;
    TERR(MPI_T_ERR_INVALID, MPI_T_category_get_info(0, room, &length, NULL, NULL, NULL, NULL, NULL));
}

static void handles(void)
{
    char buffer[4096] = "";
    int number;
    EACH (i) {
        MPI_T_cvar_handle cvar = (MPI_T_cvar_handle)garbage[i];
        MPI_T_pvar_session no_session = (MPI_T_pvar_session)garbage[i];
        MPI_T_pvar_handle pvar = (MPI_T_pvar_handle)garbage[i];
        MPI_T_event_registration event = (MPI_T_event_registration)garbage[i];
        NOTE("handle %#zx", (size_t)garbage[i]);
        TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_cvar_read(cvar, buffer));
        TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_cvar_write(cvar, buffer));
        TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_cvar_handle_free(&cvar));
        TERR(MPI_T_ERR_INVALID_SESSION, MPI_T_pvar_session_free(&no_session));
        TERR(MPI_T_ERR_INVALID_SESSION, MPI_T_pvar_start(no_session, MPI_T_PVAR_ALL_HANDLES));
        TERR(MPI_T_ERR_INVALID_SESSION, MPI_T_pvar_read(no_session, handle, buffer));
        TERR(MPI_T_ERR_INVALID_SESSION, MPI_T_pvar_handle_alloc(no_session, 0, NULL, &pvar, &number));
        pvar = (MPI_T_pvar_handle)garbage[i];
        TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_pvar_read(session, pvar, buffer));
        TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_pvar_write(session, pvar, buffer));
        TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_pvar_readreset(session, pvar, buffer));
        TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_pvar_handle_free(session, &pvar));
        if (pvar != MPI_T_PVAR_ALL_HANDLES)
            TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_pvar_stop(session, pvar));
        TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_enum_get_info((MPI_T_enum)garbage[i], &number, NULL, NULL));
        TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_event_handle_free(event, NULL, NULL));
        TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_event_set_dropped_handler(event, NULL));
        TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_event_copy((MPI_T_event_instance)garbage[i], buffer));
        TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_event_get_timestamp((MPI_T_event_instance)garbage[i], &(MPI_Count){0}));
    }
    NOTE("%s", "");
    /* A handle of another sort. */
    TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_cvar_read((MPI_T_cvar_handle)handle, buffer));
    TERR(MPI_T_ERR_INVALID_SESSION, MPI_T_pvar_reset((MPI_T_pvar_session)handle, handle));
}

static void objects(void)
{
    int index = mpit_pvar("peer_eager_bytes", MPI_T_PVAR_CLASS_AGGREGATE), number;
    MPI_T_pvar_handle made;
    MPI_Comm comms[] = {MPI_COMM_NULL, (MPI_Comm)(uintptr_t)0xdeadbeef, (MPI_Comm)MPI_INT};
    TERR(MPI_T_ERR_INVALID, MPI_T_pvar_handle_alloc(session, index, NULL, &made, &number));
    for (int i = 0; i < 3; i++)
        TERR(MPI_T_ERR_INVALID, MPI_T_pvar_handle_alloc(session, index, &comms[i], &made, &number));
    MPI_T_event_registration event;
    TERR(MPI_T_ERR_INVALID, MPI_T_event_handle_alloc(0, NULL, (MPI_Info)(uintptr_t)0xdeadbeef, &event));
    OK(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &event));
    TERR(MPI_T_ERR_INVALID, MPI_T_event_register_callback(event, (MPI_T_cb_safety)2, MPI_INFO_NULL, NULL, NULL));
    TERR(MPI_T_ERR_INVALID, MPI_T_event_callback_get_info(event, MPI_T_CB_REQUIRE_NONE, &(MPI_Info){0}));
    OK(MPI_T_event_register_callback(event, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL, NULL));
    OK(MPI_T_event_handle_free(event, NULL, NULL));
}

int main(int argc, char **argv)
{
    int provided, count;
    check_begin(&argc, &argv);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL));
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_T_pvar_handle_alloc(session, mpit_pvar("naps", MPI_T_PVAR_CLASS_COUNTER), NULL, &handle, &count));
    null_pointers();
    indices_and_names();
    handles();
    objects();
    OK(MPI_T_finalize());
    TERR(MPI_T_ERR_NOT_INITIALIZED, MPI_T_pvar_session_free(&session));
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    TERR(MPI_T_ERR_INVALID_SESSION, MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
