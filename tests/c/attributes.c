// Attributes on communicators and datatypes: copy and delete callbacks (when, with what, in which order), failing callbacks,
// keyvals freed while in use, the predefined attributes.
// ranks: 1 2 3
#include "check.h"

static int copies, deletes, copy_allowed = 1, copy_result = MPI_SUCCESS, delete_result = MPI_SUCCESS;
static void *last_deleted, *extra = &copies;

static int copy(MPI_Comm comm, int keyval, void *extra_state, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval;
    CHECK(extra_state == extra);
    copies++;
    *(void **)out = (char *)in + 1;
    *flag = copy_allowed;
    return copy_result;
}

static int delete(MPI_Comm comm, int keyval, void *value, void *extra_state)
{
    (void)comm, (void)keyval;
    CHECK(extra_state == extra);
    deletes++;
    last_deleted = value;
    return delete_result;
}

static void *value_of(MPI_Comm comm, int keyval)
{
    void *value = NULL;
    int flag = -1;
    OK(MPI_Comm_get_attr(comm, keyval, &value, &flag));
    return flag ? value : NULL;
}

static char base[8];

static void life(void)
{
    int keyval = MPI_KEYVAL_INVALID;
    MPI_Comm comm, dup;
    OK(MPI_Comm_create_keyval(copy, delete, &keyval, extra));
    CHECK(keyval != MPI_KEYVAL_INVALID);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    CHECK(value_of(comm, keyval) == NULL);
    OK(MPI_Comm_set_attr(comm, keyval, base));
    CHECK(value_of(comm, keyval) == base);
    OK(MPI_Comm_set_attr(comm, keyval, base + 2)); /* replacing deletes the old value */
    CHECK(deletes == 1 && last_deleted == base);
    OK(MPI_Comm_dup(comm, &dup));
    CHECK_EQ(copies, 1);
    CHECK(value_of(dup, keyval) == base + 3 && value_of(comm, keyval) == base + 2);
    OK(MPI_Comm_delete_attr(comm, keyval));
    CHECK(deletes == 2 && last_deleted == base + 2);
    CHECK(value_of(comm, keyval) == NULL);
    int freed = keyval;
    OK(MPI_Comm_free_keyval(&keyval)); /* in use on dup: lives on there */
    CHECK_EQ(keyval, MPI_KEYVAL_INVALID);
    CHECK(value_of(dup, freed) == base + 3);
    OK(MPI_Comm_free(&dup));
    CHECK(deletes == 3 && last_deleted == base + 3);
    OK(MPI_Comm_free(&comm));
    CHECK_EQ(deletes, 3);
}

/* flag = 0: not copied; an error of the callback is the error of the call. */
static void refusals(void)
{
    int keyval, class;
    MPI_Comm comm, dup = MPI_COMM_NULL;
    OK(MPI_Comm_create_keyval(copy, delete, &keyval, extra));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_set_attr(comm, keyval, base));
    copy_allowed = 0;
    OK(MPI_Comm_dup(comm, &dup));
    CHECK(value_of(dup, keyval) == NULL);
    OK(MPI_Comm_free(&dup));
    copy_allowed = 1, copy_result = MPI_ERR_OTHER;
    MPI_Error_class(MPI_Comm_dup(comm, &dup), &class);
    CHECK(class != MPI_SUCCESS);
    copy_result = MPI_SUCCESS, delete_result = MPI_ERR_OTHER;
    MPI_Error_class(MPI_Comm_delete_attr(comm, keyval), &class);
    CHECK(class != MPI_SUCCESS);
    if (check_ferry) {
        /* A number that is no error code is an error all the same, which can be asked about. */
        delete_result = 77;
        ERR(MPI_ERR_OTHER, MPI_Comm_delete_attr(comm, keyval), "MPI_Comm_delete_attr", "delete function", "77", "no error code");
    }
    delete_result = MPI_SUCCESS;
    OK(MPI_Comm_free(&comm));
    OK(MPI_Comm_free_keyval(&keyval));
}

/* MPI_COMM_DUP_FN copies the value, MPI_COMM_NULL_COPY_FN does not; split copies nothing. */
static void predefined_callbacks(void)
{
    int copied, dropped;
    MPI_Comm comm, dup, split;
    OK(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &copied, NULL));
    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &dropped, NULL));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_set_attr(comm, copied, base));
    OK(MPI_Comm_set_attr(comm, dropped, base));
    OK(MPI_Comm_dup(comm, &dup));
    OK(MPI_Comm_split(comm, 0, 0, &split));
    CHECK(value_of(dup, copied) == base && value_of(dup, dropped) == NULL);
    CHECK(value_of(split, copied) == NULL);
    OK(MPI_Comm_free(&dup));
    OK(MPI_Comm_free(&split));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Comm_free_keyval(&copied));
    OK(MPI_Comm_free_keyval(&dropped));
}

static char order[16];

static int note_deletion(MPI_Comm comm, int keyval, void *value, void *extra_state)
{
    (void)comm, (void)keyval, (void)extra_state;
    order[strlen(order)] = *(char *)value;
    return MPI_SUCCESS;
}

/* Many attributes at once; each is deleted exactly once. */
static void several(void)
{
    int keyvals[5];
    char values[] = "abcde";
    MPI_Comm comm;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    for (int i = 0; i < 5; i++) {
        OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, note_deletion, &keyvals[i], NULL));
        OK(MPI_Comm_set_attr(comm, keyvals[i], &values[i]));
    }
    for (int i = 0; i < 5; i++)
        CHECK(value_of(comm, keyvals[i]) == &values[i]);
    OK(MPI_Comm_free(&comm));
    CHECK_EQ(strlen(order), 5);
    for (int i = 0; i < 5; i++) {
        CHECK(strchr(order, values[i]) != NULL);
        OK(MPI_Comm_free_keyval(&keyvals[i]));
    }
}

static int type_copies, type_deletions;

static int type_copy(MPI_Datatype type, int keyval, void *extra_state, void *in, void *out, int *flag)
{
    (void)type, (void)keyval, (void)extra_state;
    type_copies++;
    *(void **)out = (char *)in + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

static int type_delete(MPI_Datatype type, int keyval, void *value, void *extra_state)
{
    (void)type, (void)keyval, (void)extra_state;
    type_deletions++;
    last_deleted = value;
    return MPI_SUCCESS;
}

static int type_refuse(MPI_Datatype type, int keyval, void *extra_state, void *in, void *out, int *flag)
{
    (void)type, (void)keyval, (void)extra_state, (void)in, (void)out, (void)flag;
    return MPI_ERR_OTHER;
}

/* What was copied before a copy function fails is deleted. */
static void failing_copies_of_types(void)
{
    int keyvals[3]; /* whichever end copying begins at */
    MPI_Datatype type, dup;
    OK(MPI_Type_create_keyval(type_copy, type_delete, &keyvals[0], NULL));
    OK(MPI_Type_create_keyval(type_refuse, MPI_TYPE_NULL_DELETE_FN, &keyvals[1], NULL));
    OK(MPI_Type_create_keyval(type_copy, type_delete, &keyvals[2], NULL));
    OK(MPI_Type_contiguous(2, MPI_INT, &type));
    for (int i = 0; i < 3; i++)
        OK(MPI_Type_set_attr(type, keyvals[i], base));
    type_copies = type_deletions = 0;
    CHECK(MPI_Type_dup(type, &dup) != MPI_SUCCESS);
    CHECK(type_copies > 0);
    CHECK_EQ(type_deletions, type_copies);
    OK(MPI_Type_free(&type));
    for (int i = 0; i < 3; i++)
        OK(MPI_Type_free_keyval(&keyvals[i]));
}

static void on_types(void)
{
    int keyval, flag = 0;
    void *value = NULL;
    MPI_Datatype type, dup;
    OK(MPI_Type_create_keyval(type_copy, type_delete, &keyval, NULL));
    OK(MPI_Type_contiguous(2, MPI_INT, &type));
    OK(MPI_Type_set_attr(type, keyval, base));
    OK(MPI_Type_dup(type, &dup));
    OK(MPI_Type_get_attr(dup, keyval, &value, &flag));
    CHECK(flag && value == base + 1);
    OK(MPI_Type_free(&type));
    CHECK(last_deleted == base);
    OK(MPI_Type_delete_attr(dup, keyval));
    CHECK(last_deleted == base + 1);
    OK(MPI_Type_free(&dup));
    OK(MPI_Type_free_keyval(&keyval));
}

static void predefined(void)
{
    int *value, flag = 0;
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag));
    CHECK(flag && *value >= 32767);
    int sent = 4, got = 0;
    OK(MPI_Sendrecv(&sent, 1, MPI_INT, check_rank, *value, &got, 1, MPI_INT, check_rank, *value, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE));
    CHECK_EQ(got, 4);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &flag));
    CHECK(flag && (*value == 0 || *value == 1));
    /* Each host has a clock of its own. */
    MPI_Comm host;
    int here = 0;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host));
    OK(MPI_Comm_size(host, &here));
    CHECK(here == check_size || *value == 0);
    OK(MPI_Comm_free(&host));
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &value, &flag));
    CHECK(!flag || *value >= check_size);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &value, &flag));
    CHECK(!flag || *value == 0);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_HOST, &value, &flag));
    CHECK(!flag || *value == MPI_PROC_NULL || *value < check_size);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_IO, &value, &flag));
    CHECK(!flag || *value == MPI_ANY_SOURCE || *value == MPI_PROC_NULL || *value < check_size);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    life();
    refusals();
    predefined_callbacks();
    several();
    on_types();
    failing_copies_of_types();
    predefined();
    return check_end();
}
