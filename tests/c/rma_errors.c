// Misuse of windows is the standard's error class, and leaves the window as it was.
// ranks: 1 2 3
#include "rma.h"

static void plus(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)count, (void)type;
}

static void epochs(Rma *rma)
{
    MPI_Win win = rma->win;
    int word = 1, result, flag;
    MPI_Aint at = rma_at(rma, 0, 0);
    MPI_Request request;
    MPI_Group group;
    OK(MPI_Win_get_group(win, &group));
    ERR(MPI_ERR_RMA_SYNC, MPI_Put(&word, 1, MPI_INT, 0, at, 1, MPI_INT, win), "MPI_Win_fence");
    ERR(MPI_ERR_RMA_SYNC, MPI_Get(&word, 1, MPI_INT, 0, at, 1, MPI_INT, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Accumulate(&word, 1, MPI_INT, 0, at, 1, MPI_INT, MPI_SUM, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Fetch_and_op(&word, &result, MPI_INT, 0, at, MPI_SUM, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Compare_and_swap(&word, &word, &result, MPI_INT, 0, at, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_unlock(0, win), "MPI_Win_lock");
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_unlock_all(win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_complete(win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_wait(win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_test(win, &flag));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_flush(0, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_flush_all(win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_flush_local(0, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_flush_local_all(win));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_lock_all(0, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_fence(0, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_start(group, 0, win));
    if (check_size > 1) {
        ERR(MPI_ERR_RMA_SYNC, MPI_Put(&word, 1, MPI_INT, 1, rma_at(rma, 1, 0), 1, MPI_INT, win), "not locked");
        ERR(MPI_ERR_RMA_SYNC, MPI_Win_unlock(1, win));
        ERR(MPI_ERR_RMA_SYNC, MPI_Win_flush(1, win));
    }
    if (check_ferry) {
        MPI_Win again = win;
        ERR(MPI_ERR_RMA_SYNC, MPI_Win_free(&again));
    }
    OK(MPI_Win_unlock(0, win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_fence(0, win));
    if (check_ferry) /* others take requests in any epoch */
        ERR(MPI_ERR_RMA_SYNC, MPI_Rput(&word, 1, MPI_INT, 0, at, 1, MPI_INT, win, &request));
    OK(MPI_Put(&word, 0, MPI_INT, check_rank, rma_at(rma, check_rank, 0), 0, MPI_INT, win));
    if (check_ferry) /* without elements no operation is refused */
        OK(MPI_Get_accumulate(NULL, 0, MPI_BYTE, NULL, 0, MPI_BYTE, check_rank, rma_at(rma, check_rank, 0), 0, MPI_BYTE, MPI_SUM, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), "MPI_Win_fence");
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    MPI_Group own;
    OK(MPI_Group_incl(group, 1, &check_rank, &own));
    OK(MPI_Win_post(own, 0, win));
    if (check_ferry)
        ERR(MPI_ERR_RMA_SYNC, MPI_Win_post(own, 0, win));
    OK(MPI_Win_start(own, 0, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Win_lock_all(0, win));
    if (check_size > 1) {
        int other = (check_rank + 1) % check_size;
        ERR(MPI_ERR_RMA_SYNC, MPI_Put(&word, 1, MPI_INT, other, rma_at(rma, other, 0), 1, MPI_INT, win), "group");
    }
    OK(MPI_Win_complete(win));
    OK(MPI_Win_wait(win));
    OK(MPI_Group_free(&own));
    OK(MPI_Group_free(&group));
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

static void arguments(Rma *rma)
{
    MPI_Win win = rma->win;
    int words[4] = {1, 2, 3, 4}, result;
    MPI_Aint at = rma_at(rma, 0, 0);
    MPI_Op op;
    MPI_Datatype mixed, loose;
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {0, 4};
    const MPI_Datatype types[] = {MPI_INT, MPI_FLOAT};
    OK(MPI_Type_create_struct(2, lengths, places, types, &mixed));
    OK(MPI_Type_commit(&mixed));
    OK(MPI_Type_contiguous(2, MPI_INT, &loose));
    OK(MPI_Op_create(plus, 1, &op));
    if (check_ferry) /* MPICH has no class for it */
        ERR(MPI_ERR_LOCKTYPE, MPI_Win_lock(12345, 0, 0, win), "lock_type");
    ERR(MPI_ERR_RANK, MPI_Win_lock(MPI_LOCK_SHARED, check_size, 0, win), "rank");
    ERR(MPI_ERR_RANK, MPI_Win_lock(MPI_LOCK_SHARED, -77, 0, win));
    ERR(MPI_ERR_ASSERT, MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOPUT, win), "assert");
    ERR(MPI_ERR_ASSERT, MPI_Win_lock_all(MPI_MODE_NOSUCCEED, win));
    ERR(MPI_ERR_ASSERT, MPI_Win_fence(MPI_MODE_NOCHECK, win));
    OK(MPI_Win_lock_all(0, win));
    ERR(MPI_ERR_RANK, MPI_Put(words, 1, MPI_INT, check_size, at, 1, MPI_INT, win));
    ERR(MPI_ERR_RANK, MPI_Win_flush(check_size, win));
    ERR(MPI_ERR_COUNT, MPI_Put(words, -1, MPI_INT, 0, at, 1, MPI_INT, win));
    ERR(MPI_ERR_COUNT, MPI_Put(words, 1, MPI_INT, 0, at, -1, MPI_INT, win));
    ERR(MPI_ERR_TYPE, MPI_Put(words, 1, MPI_DATATYPE_NULL, 0, at, 1, MPI_INT, win));
    ERR(MPI_ERR_TYPE, MPI_Get(words, 1, MPI_INT, 0, at, 1, loose, win));
    ERR(MPI_ERR_OP, MPI_Accumulate(words, 1, MPI_INT, 0, at, 1, MPI_INT, op, win));
    ERR(MPI_ERR_OP, MPI_Accumulate(words, 1, MPI_FLOAT, 0, at, 1, MPI_FLOAT, MPI_BAND, win));
    ERR(MPI_ERR_OP, MPI_Fetch_and_op(words, &result, MPI_INT, 0, at, MPI_OP_NULL, win));
    ERR(MPI_ERR_TYPE, MPI_Fetch_and_op(words, &result, mixed, 0, at, MPI_SUM, win));
    ERR(MPI_ERR_TYPE, MPI_Compare_and_swap(words, words, &result, MPI_FLOAT, 0, at, win));
    if (check_ferry) {
        ERR(MPI_ERR_OP, MPI_Accumulate(words, 1, MPI_INT, 0, at, 1, MPI_INT, MPI_NO_OP, win), "MPI_NO_OP");
        ERR(MPI_ERR_TYPE, MPI_Accumulate(words, 1, mixed, 0, at, 1, mixed, MPI_SUM, win), "several");
        ERR(MPI_ERR_TYPE, MPI_Accumulate(words, 1, MPI_FLOAT, 0, at, 1, MPI_INT, MPI_SUM, win), "different");
        ERR(MPI_ERR_TRUNCATE, MPI_Put(words, 4, MPI_INT, 0, at, 2, MPI_INT, win), "16", "8");
        ERR(MPI_ERR_TRUNCATE, MPI_Get(words, 1, MPI_INT, 0, at, 2, MPI_INT, win));
    }
    /* Nothing is changed where there is no memory for the outcome. */
    int zero = 0;
    if (check_ferry) {
        ERR(MPI_ERR_BUFFER, MPI_Compare_and_swap(NULL, &zero, &result, MPI_INT, 0, at, win), "origin_addr");
        ERR(MPI_ERR_BUFFER, MPI_Compare_and_swap(words, NULL, &result, MPI_INT, 0, at, win), "compare_addr");
        ERR(MPI_ERR_BUFFER, MPI_Compare_and_swap(words, &zero, NULL, MPI_INT, 0, at, win), "result_addr");
        ERR(MPI_ERR_BUFFER, MPI_Compare_and_swap(words, &zero, MPI_BOTTOM, MPI_INT, 0, at, win), "result_addr");
        OK(MPI_Fetch_and_op(NULL, &result, MPI_INT, 0, at, MPI_NO_OP, win));
        OK(MPI_Win_flush(0, win));
        CHECK_EQ(result, 0);
        OK(MPI_Compare_and_swap(NULL, NULL, NULL, MPI_INT, MPI_PROC_NULL, 0, win));
    }
    /* MPI_PROC_NULL is nobody's memory. */
    OK(MPI_Put(words, 4, MPI_INT, MPI_PROC_NULL, 0, 4, MPI_INT, win));
    OK(MPI_Get(words, 4, MPI_INT, MPI_PROC_NULL, 1 << 30, 4, MPI_INT, win));
    OK(MPI_Accumulate(words, 4, MPI_INT, MPI_PROC_NULL, 0, 4, MPI_INT, MPI_SUM, win));
    OK(MPI_Fetch_and_op(words, &result, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, win));
    OK(MPI_Compare_and_swap(words, words, &result, MPI_INT, MPI_PROC_NULL, 0, win));
    MPI_Request request;
    OK(MPI_Rget(words, 4, MPI_INT, MPI_PROC_NULL, 0, 4, MPI_INT, win, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(words[0] == 1 && words[3] == 4);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, MPI_PROC_NULL, 0, win));
    OK(MPI_Put(words, 4, MPI_INT, MPI_PROC_NULL, 0, 4, MPI_INT, win));
    OK(MPI_Win_flush(MPI_PROC_NULL, win));
    OK(MPI_Win_flush_local_all(win));
    OK(MPI_Win_unlock(MPI_PROC_NULL, win));
    ERR(MPI_ERR_RMA_SYNC, MPI_Put(words, 4, MPI_INT, MPI_PROC_NULL, 0, 4, MPI_INT, win));
    OK(MPI_Op_free(&op));
    OK(MPI_Type_free(&mixed));
    OK(MPI_Type_free(&loose));
}

/* What reaches beyond the part is refused at once, or, where only the target knows, by the call that waits for it. */
static void ranges(Rma *rma)
{
    MPI_Win win = rma->win;
    long word = 5;
    int target = (check_rank + 1) % check_size;
    MPI_Datatype sparse;
    OK(MPI_Type_vector(2, 1, 100, MPI_LONG, &sparse));
    OK(MPI_Type_commit(&sparse));
    const struct {
        MPI_Aint at;
        int count;
        MPI_Datatype type;
    } bad[] = {
        {(MPI_Aint)rma->size - 4, 1, MPI_LONG},
        {(MPI_Aint)rma->size, 1, MPI_LONG},
        {0, (int)rma->size / 8 + 1, MPI_LONG},
        {8, 1, sparse},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        NOTE("%s, bad range %zu", rma_kind_names[rma->kind], i);
        MPI_Aint at = rma_at(rma, target, (size_t)bad[i].at);
        long *data = calloc((size_t)bad[i].count + 1, 16);
        OK(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win));
        int code = MPI_Put(data, bad[i].count, bad[i].type, target, at, bad[i].count, bad[i].type, win);
        (void)word;
        if (code == MPI_SUCCESS)
            code = MPI_Win_flush(target, win);
        int class;
        OK(MPI_Error_class(code, &class));
        CHECK_EQ(class, MPI_ERR_RMA_RANGE);
        OK(MPI_Win_unlock(target, win));
        OK(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win));
        code = MPI_Get(data, bad[i].count, bad[i].type, target, at, bad[i].count, bad[i].type, win);
        if (code == MPI_SUCCESS)
            code = MPI_Win_flush(target, win);
        OK(MPI_Error_class(code, &class));
        CHECK_EQ(class, MPI_ERR_RMA_RANGE);
        OK(MPI_Win_unlock(target, win));
        free(data);
    }
    OK(MPI_Type_free(&sparse));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (size_t i = 0; i < rma->size; i++)
        CHECK_EQ(rma->base[i], 0);
}

/* A base is invalid where it is a null pointer though there are bytes, or where memory cannot come from that call. No bytes need no memory. */
static void bases(void)
{
    MPI_Win win = MPI_WIN_NULL;
    char memory[64];
    ERR(MPI_ERR_BASE, MPI_Win_create(NULL, 64, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win), "MPI_Win_create", "base", "64");
    ERR(MPI_ERR_BASE, MPI_Win_create_c(NULL, 1, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win), "MPI_Win_create_c", "base");
    ERR(MPI_ERR_SIZE, MPI_Win_create(NULL, -64, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win), "size");
    CHECK(win == MPI_WIN_NULL);
    OK(MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win));
    OK(MPI_Win_free(&win));
    OK(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &win));
    OK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    ERR(MPI_ERR_BASE, MPI_Win_attach(win, NULL, 8), "MPI_Win_attach", "base", "8");
    ERR(MPI_ERR_SIZE, MPI_Win_attach(win, NULL, -8), "size");
    OK(MPI_Win_attach(win, NULL, 0));
    OK(MPI_Win_detach(win, NULL));
    ERR(MPI_ERR_RMA_ATTACH, MPI_Win_detach(win, NULL), "attached");
    OK(MPI_Win_attach(win, memory, sizeof memory));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
    MPI_Aint place;
    OK(MPI_Get_address(memory, &place));
    ERR(MPI_ERR_BUFFER, MPI_Put(NULL, 8, MPI_BYTE, 0, place, 8, MPI_BYTE, win), "origin_addr");
    OK(MPI_Win_unlock(0, win));
    OK(MPI_Win_detach(win, memory));
    OK(MPI_Win_free(&win));
    ERR(MPI_ERR_BASE, MPI_Free_mem(memory), "MPI_Free_mem", "base");
}

static void making(void)
{
    MPI_Win win = MPI_WIN_NULL;
    char *base, memory[64];
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    ERR(MPI_ERR_SIZE, MPI_Win_create(memory, -1, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win), "size");
    ERR(MPI_ERR_DISP, MPI_Win_create(memory, 64, 0, MPI_INFO_NULL, MPI_COMM_SELF, &win), "disp_unit");
    ERR(MPI_ERR_SIZE, MPI_Win_allocate(-5, 1, MPI_INFO_NULL, MPI_COMM_SELF, &base, &win));
    ERR(MPI_ERR_DISP, MPI_Win_allocate_shared(64, -3, MPI_INFO_NULL, MPI_COMM_SELF, &base, &win));
    ERR(MPI_ERR_COMM, MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_NULL, &win));
    ERR(MPI_ERR_WIN, MPI_Win_fence(0, MPI_WIN_NULL));
    ERR(MPI_ERR_WIN, MPI_Win_free(&win));
    OK(MPI_Win_create(memory, 64, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win));
    OK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    MPI_Win freed = win;
    if (check_ferry)
        ERR(MPI_ERR_RMA_FLAVOR, MPI_Win_attach(win, memory, 8));
    int key = MPI_KEYVAL_INVALID, flag;
    void *value;
    ERR(MPI_ERR_KEYVAL, MPI_Win_get_attr(win, key, &value, &flag));
    OK(MPI_Win_free(&win));
    if (check_ferry)
        ERR(MPI_ERR_WIN, MPI_Win_fence(0, freed), "freed");
}

/* Where one rank has no memory for its part, all hear of it, and go on. */
static void no_memory(void)
{
    MPI_Win win = MPI_WIN_NULL;
    char *base;
    const MPI_Aint most = (MPI_Aint)1 << 50, beyond = (MPI_Aint)1 << 62;
    for (int rank = 0; rank < check_size; rank++) {
        NOTE("rank %d", rank);
        ERR(MPI_ERR_NO_MEM, MPI_Win_allocate(check_rank == rank ? most : 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win), "memory");
        ERR(MPI_ERR_NO_MEM, MPI_Win_allocate(check_rank == rank ? beyond : 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    }
    ERR(MPI_ERR_NO_MEM, MPI_Win_allocate(beyond, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    CHECK(win == MPI_WIN_NULL);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
    OK(MPI_Win_free(&win));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, 256))
            continue;
        if (check_ferry) { /* others check less, and some wait forever */
            epochs(&rma);
            ranges(&rma);
        }
        arguments(&rma);
        rma_close(&rma);
    }
    if (check_ferry) {
        making();
        bases();
        no_memory();
    }
    return check_end();
}
