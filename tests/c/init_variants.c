// Ways to begin and end: levels of threads, null arguments, queries before and after, callbacks during MPI_Finalize.
// ranks: 1 2 3
// case: init
// case: null_arguments
// case: single
// case: funneled
// case: serialized
// case: multiple
// case: self_attribute
// case: unfinished
#include "check.h"

static int deletions;

static int is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* The level asked for, or -1 for MPI_Init. */
static int level_of(const char *what)
{
    return is(what, "single")       ? MPI_THREAD_SINGLE
           : is(what, "funneled")   ? MPI_THREAD_FUNNELED
           : is(what, "serialized") ? MPI_THREAD_SERIALIZED
           : is(what, "multiple")   ? MPI_THREAD_MULTIPLE
                                    : -1;
}

static void state(int initialized, int finalized)
{
    int flag = -1, version, subversion;
    CHECK(MPI_Initialized(&flag) == MPI_SUCCESS && flag == initialized);
    CHECK(MPI_Finalized(&flag) == MPI_SUCCESS && flag == finalized);
    CHECK(MPI_Get_version(&version, &subversion) == MPI_SUCCESS);
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    CHECK(MPI_Get_library_version(text, &version) == MPI_SUCCESS);
    MPI_Info info;
    CHECK(MPI_Info_create(&info) == MPI_SUCCESS && MPI_Info_set(info, "a", "b") == MPI_SUCCESS);
    CHECK(MPI_Info_free(&info) == MPI_SUCCESS);
    CHECK(MPI_Error_class(MPI_ERR_TAG, &flag) == MPI_SUCCESS && flag == MPI_ERR_TAG);
}

/* Called by MPI_Finalize first of all, when MPI still works, in reverse order of setting. */
static int on_delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    int rank = -1, flag = 1, sum = 0, one = 1;
    (void)keyval;
    deletions++;
    CHECK_EQ((intptr_t)value, (intptr_t)extra);
    CHECK_EQ((intptr_t)value, 4 - deletions);
    OK(MPI_Comm_rank(comm, &rank));
    CHECK_EQ(rank, 0);
    OK(MPI_Finalized(&flag));
    CHECK(!flag);
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_EQ(sum, check_size);
    return MPI_SUCCESS;
}

static void self_attributes(void)
{
    for (intptr_t i = 1; i <= 3; i++) {
        int keyval;
        OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &keyval, (void *)i));
        OK(MPI_Comm_set_attr(MPI_COMM_SELF, keyval, (void *)i));
        OK(MPI_Comm_free_keyval(&keyval));
    }
}

/* Objects never freed and receives never matched do not stop MPI_Finalize. */
static void unfinished(void)
{
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Request request;
    static int value;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Type_contiguous(3, MPI_INT, &type));
    OK(MPI_Recv_init(&value, 1, MPI_INT, 0, 0, comm, &request));
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "init";
    int level = level_of(what), provided = -1, flag = 0;
    state(0, 0);
    if (level >= 0)
        OK(MPI_Init_thread(&argc, &argv, level, &provided));
    else if (is(what, "null_arguments"))
        OK(MPI_Init(NULL, NULL));
    else
        OK(MPI_Init(&argc, &argv));
    check_meet();
    state(1, 0);
    OK(MPI_Query_thread(&flag));
    if (level >= 0)
        CHECK(provided >= level && flag == provided);
    OK(MPI_Is_thread_main(&flag));
    CHECK(flag);
    if (is(what, "self_attribute"))
        self_attributes();
    if (is(what, "unfinished"))
        unfinished();
    int status = check_end();
    state(1, 1);
    CHECK_EQ(deletions, is(what, "self_attribute") ? 3 : 0);
    return status;
}
