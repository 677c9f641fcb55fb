// The tool information interface lists everything: variables, enumerations, categories, events, sources; by index and by name; every
// variable is read; strings follow the convention for their lengths. Before MPI_Init, while MPI runs, and after MPI_Finalize.
// ranks: 1 2 3 4
#include "check.h"
#include "mpit.h"

/* A string of the interface, whole and cut off. */
#define TEXT_MAX 4096

static char text[TEXT_MAX], cut[TEXT_MAX];
static int is_ferry; /* known before MPI_Init, too */

/* The convention for one pair of arguments: CALL uses `buffer` and `length`. */
#define CHECK_TEXT(CALL)                                                                                               \
    do {                                                                                                               \
        char *buffer = text;                                                                                           \
        int n = TEXT_MAX, *length = &n;                                                                                \
        OK(CALL);                                                                                                      \
        CHECK_EQ(n, strlen(text) + 1);                                                                                 \
        int whole = n;                                                                                                 \
        n = 0;                                                                                                         \
        OK(CALL);                                                                                                      \
        CHECK_EQ(n, whole);                                                                                            \
        buffer = NULL, n = 7;                                                                                          \
        OK(CALL);                                                                                                      \
        CHECK_EQ(n, whole);                                                                                            \
        buffer = cut, n = 3;                                                                                           \
        memset(cut, 'x', sizeof cut);                                                                                  \
        OK(CALL);                                                                                                      \
        if (whole > 3) {                                                                                               \
            CHECK(n == whole || !is_ferry); /* MPICH says 3 */                                                         \
            CHECK(strncmp(cut, text, 2) == 0 && cut[2] == 0 && cut[3] == 'x');                                         \
        }                                                                                                              \
        memset(cut, 'x', sizeof cut);                                                                                  \
        length = NULL;                                                                                                 \
        OK(CALL);                                                                                                      \
        CHECK(cut[0] == 'x');                                                                                          \
    } while (0)

static void enumeration(MPI_T_enum type)
{
    int items = 0;
    CHECK_TEXT(MPI_T_enum_get_info(type, &items, buffer, length));
    CHECK(items > 0 && strlen(text) > 0);
    for (int i = 0; i < items; i++) {
        int value = -1;
        CHECK_TEXT(MPI_T_enum_get_item(type, i, &value, buffer, length));
        CHECK_EQ(value, i);
        CHECK(strlen(text) > 0);
    }
    TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_enum_get_item(type, items, &items, NULL, NULL));
}

static void cvars(void)
{
    int number = 0;
    OK(MPI_T_cvar_get_num(&number));
    CHECK(number > 0);
    for (int i = 0; i < number; i++) {
        int verbosity, bind, scope, count = 0, again = -1;
        MPI_Datatype type;
        MPI_T_enum names;
        CHECK_TEXT(MPI_T_cvar_get_info(i, NULL, NULL, NULL, NULL, NULL, buffer, length, NULL, NULL));
        CHECK(strlen(text) > 0);
        CHECK_TEXT(MPI_T_cvar_get_info(i, buffer, length, &verbosity, &type, &names, NULL, NULL, &bind, &scope));
        NOTE("cvar %s", text);
        CHECK(verbosity >= MPI_T_VERBOSITY_USER_BASIC && verbosity <= MPI_T_VERBOSITY_MPIDEV_ALL);
        OK(MPI_T_cvar_get_index(text, &again));
        CHECK_EQ(again, i);
        CHECK(type == MPI_INT || names == MPI_T_ENUM_NULL);
        if (names != MPI_T_ENUM_NULL)
            enumeration(names);
        if (bind != MPI_T_BIND_NO_OBJECT)
            continue;
        MPI_T_cvar_handle handle;
        OK(MPI_T_cvar_handle_alloc(i, NULL, &handle, &count));
        CHECK(count > 0);
        char *value = malloc((size_t)count * 8);
        memset(value, 0x7f, (size_t)count * 8);
        OK(MPI_T_cvar_read(handle, value));
        if (type == MPI_CHAR)
            CHECK(memchr(value, 0, (size_t)count) != NULL);
        if (names != MPI_T_ENUM_NULL) {
            int items, item;
            memcpy(&item, value, sizeof item);
            OK(MPI_T_enum_get_info(names, &items, NULL, NULL));
            CHECK(item >= 0 && item < items);
        }
        free(value);
        MPI_T_cvar_handle stale = handle;
        OK(MPI_T_cvar_handle_free(&handle));
        CHECK(handle == MPI_T_CVAR_HANDLE_NULL);
        if (is_ferry) /* others free it twice */
            TERR(MPI_T_ERR_INVALID_HANDLE, MPI_T_cvar_handle_free(&stale));
    }
    if (is_ferry) /* others do not look */
        TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_cvar_get_info(number, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
}

static void pvars(int running)
{
    int number = 0;
    MPI_T_pvar_session session;
    OK(MPI_T_pvar_get_num(&number));
    OK(MPI_T_pvar_session_create(&session));
    CHECK(number > 0 || !is_ferry);
    for (int i = 0; i < number; i++) {
        int verbosity, class, bind, readonly, continuous, atomic, count = -1, again = -1;
        MPI_Datatype type;
        MPI_T_enum names;
        CHECK_TEXT(MPI_T_pvar_get_info(i, buffer, length, &verbosity, &class, &type, &names, NULL, NULL, &bind,
                                       &readonly, &continuous, &atomic));
        NOTE("pvar %s, class %d", text, class);
        CHECK(class >= MPI_T_PVAR_CLASS_STATE && class <= MPI_T_PVAR_CLASS_GENERIC);
        OK(MPI_T_pvar_get_index(text, class, &again));
        CHECK_EQ(again, i);
        CHECK_TEXT(MPI_T_pvar_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, buffer, length, NULL, NULL, NULL, NULL));
        MPI_T_pvar_handle handle;
        MPI_Comm comm = MPI_COMM_WORLD;
        if (bind == MPI_T_BIND_MPI_COMM && !running) {
            TERR(MPI_T_ERR_NOT_ACCESSIBLE, MPI_T_pvar_handle_alloc(session, i, &comm, &handle, &count));
            continue;
        }
        if (bind != MPI_T_BIND_MPI_COMM && bind != MPI_T_BIND_NO_OBJECT)
            continue;
        OK(MPI_T_pvar_handle_alloc(session, i, &comm, &handle, &count));
        CHECK_EQ(count, bind == MPI_T_BIND_MPI_COMM ? check_size : 1);
        double *values = malloc((size_t)count * 8);
        OK(MPI_T_pvar_read(session, handle, values));
        if (continuous) {
            TERR(MPI_T_ERR_PVAR_NO_STARTSTOP, MPI_T_pvar_start(session, handle));
            TERR(MPI_T_ERR_PVAR_NO_STARTSTOP, MPI_T_pvar_stop(session, handle));
        } else {
            OK(MPI_T_pvar_start(session, handle));
            OK(MPI_T_pvar_stop(session, handle));
        }
        if (readonly) {
            TERR(MPI_T_ERR_PVAR_NO_WRITE, MPI_T_pvar_reset(session, handle));
            TERR(MPI_T_ERR_PVAR_NO_WRITE, MPI_T_pvar_write(session, handle, values));
        } else {
            OK(MPI_T_pvar_write(session, handle, values));
            OK(MPI_T_pvar_reset(session, handle));
        }
        if (atomic)
            OK(MPI_T_pvar_readreset(session, handle, values));
        else
            TERR(MPI_T_ERR_PVAR_NO_ATOMIC, MPI_T_pvar_readreset(session, handle, values));
        free(values);
    }
    if (number > 0) {
        OK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
        OK(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES));
        OK(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES));
    }
    OK(MPI_T_pvar_session_free(&session));
    CHECK(session == MPI_T_PVAR_SESSION_NULL);
}

static void events(void)
{
    int number = 0, sources = 0;
    OK(MPI_T_event_get_num(&number));
    for (int i = 0; i < number; i++) {
        int verbosity, bind, elements = 1, again = -1, items = 0;
        MPI_Datatype types[16];
        MPI_Aint displacements[16] = {-1, -1};
        MPI_T_enum names;
        MPI_Info info;
        CHECK_TEXT(MPI_T_event_get_info(i, buffer, length, &verbosity, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &bind));
        NOTE("event %s", text);
        OK(MPI_T_event_get_index(text, &again));
        CHECK_EQ(again, i);
        OK(MPI_T_event_get_info(i, NULL, NULL, NULL, types, displacements, &elements, &names, &info, NULL, NULL, NULL));
        CHECK(elements >= 1 && elements <= 16 && displacements[0] == 0 && displacements[1] == -1);
        OK(MPI_Info_free(&info));
        OK(MPI_T_event_get_info(i, NULL, NULL, NULL, types, displacements, &elements, &names, NULL, NULL, NULL, NULL));
        for (int at = 1; at < elements; at++)
            CHECK(displacements[at] > displacements[at - 1]);
        if (names != MPI_T_ENUM_NULL) {
            enumeration(names);
            OK(MPI_T_enum_get_info(names, &items, NULL, NULL));
            CHECK_EQ(items, elements);
        }
    }
    OK(MPI_T_source_get_num(&sources));
    for (int i = 0; i < sources; i++) {
        MPI_T_source_order ordering;
        MPI_Count ticks = 0, most = 0, now = 0, later = 0;
        MPI_Info info;
        CHECK_TEXT(MPI_T_source_get_info(i, buffer, length, NULL, NULL, &ordering, &ticks, &most, NULL));
        OK(MPI_T_source_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &info));
        OK(MPI_Info_free(&info));
        CHECK(ordering == MPI_T_SOURCE_ORDERED || ordering == MPI_T_SOURCE_UNORDERED);
        CHECK(ticks > 0 && most > 0);
        int code = MPI_T_source_get_timestamp(i, &now);
        if (code == MPI_T_ERR_NOT_SUPPORTED)
            continue;
        CHECK_EQ(code, MPI_SUCCESS);
        OK(MPI_T_source_get_timestamp(i, &later));
        CHECK(later >= now);
    }
    TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_source_get_timestamp(sources, &(MPI_Count){0}));
}

/* Members of a category and of those below it are reached once: how many categories that are. */
static int category(int index, int depth)
{
    int variables[3], events, reached = 1, room[512];
    CHECK(depth < 20);
    CHECK_TEXT(MPI_T_category_get_info(index, buffer, length, NULL, NULL, &variables[0], &variables[1], &variables[2]));
    NOTE("category %s", text);
    int again = -1;
    OK(MPI_T_category_get_index(text, &again));
    CHECK_EQ(again, index);
    OK(MPI_T_category_get_num_events(index, &events));
    memset(room, -1, sizeof room);
    OK(MPI_T_category_get_cvars(index, 512, room));
    CHECK((variables[0] == 0 || room[variables[0] - 1] >= 0) && room[variables[0]] == -1);
    memset(room, -1, sizeof room);
    OK(MPI_T_category_get_pvars(index, 1, room));
    CHECK_EQ(room[1], -1);
    OK(MPI_T_category_get_pvars(index, 512, room));
    CHECK((variables[1] == 0 || room[variables[1] - 1] >= 0) && room[variables[1]] == -1);
    memset(room, -1, sizeof room);
    OK(MPI_T_category_get_events(index, 512, room));
    CHECK((events == 0 || room[events - 1] >= 0) && room[events] == -1);
    memset(room, -1, sizeof room);
    OK(MPI_T_category_get_categories(index, 512, room));
    for (int i = 0; i < variables[2]; i++)
        reached += category(room[i], depth + 1);
    CHECK_EQ(room[variables[2]], -1);
    return reached;
}

static void categories(void)
{
    int number = 0, update = -1, again = -1;
    OK(MPI_T_category_changed(&update));
    OK(MPI_T_category_get_num(&number));
    for (int i = 0; i < number; i++)
        CHECK(category(i, 0) <= number);
    if (is_ferry)
        CHECK_EQ(category(0, 0), number);
    OK(MPI_T_category_changed(&again));
    CHECK_EQ(again, update);
    TERR(MPI_T_ERR_INVALID_INDEX, MPI_T_category_get_num_events(number, &update));
}

static void everything(int running)
{
    int provided;
    if (!running || is_ferry) { /* others initialize it within MPI_Init */
        TERR(MPI_T_ERR_NOT_INITIALIZED, MPI_T_cvar_get_num(&provided));
        TERR(MPI_T_ERR_NOT_INITIALIZED, MPI_T_finalize());
    }
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_finalize());
    cvars();
    pvars(running);
    events();
    categories();
    NOTE("%s", "");
    OK(MPI_T_finalize());
    if (!running || is_ferry)
        TERR(MPI_T_ERR_NOT_INITIALIZED, MPI_T_pvar_get_num(&provided));
}

int main(int argc, char **argv)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    OK(MPI_Get_library_version(version, &(int){0}));
    is_ferry = strncmp(version, "Ferry", 5) == 0;
    everything(0);
    check_begin(&argc, &argv);
    everything(1);
    int result = check_end();
    if (is_ferry) /* MPICH 5.0.2 fails within MPI_T_init_thread */
        everything(0);
    return result;
}
