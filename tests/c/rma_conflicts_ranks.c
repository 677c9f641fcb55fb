// Accesses of several ranks to one place of a window that nothing separates are errors with FERRY_CHECK, told to all but the first of them; what locks,
// fences, epochs of groups, or a flush and a message separate is none, and neither are accumulates of one datatype, gets, and what lies side by side.
// ranks: 2 3 4
// needs: ferry
// case: off
// case: on
#include "rma.h"

static int is_on;

/* Whether a call has found a conflict; it names another rank then. */
static int conflicts(int code)
{
    int class, len;
    char text[MPI_MAX_ERROR_STRING];
    if (code == MPI_SUCCESS)
        return 0;
    OK(MPI_Error_class(code, &class));
    CHECK_EQ(class, MPI_ERR_RMA_CONFLICT);
    OK(MPI_Error_string(code, text, &len));
    if (!strstr(text, "of MPI_COMM_WORLD that no synchronization has ended"))
        FAIL("the error is: %s", text);
    return 1;
}

/* So many ranks have found one. */
static void expect(int found, int expected, const char *what)
{
    int all;
    NOTE("%s", what);
    OK(MPI_Allreduce(&found, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_EQ(all, is_on ? expected : 0);
}

static void fences(MPI_Win win, MPI_Aint at)
{
    int word = check_rank, others = check_size - 1;
    float number = 1;
    for (int round = 0; round < 3; round++) {
        OK(MPI_Win_fence(0, win));
        expect(conflicts(MPI_Put(&word, 1, MPI_INT, 0, at, 1, MPI_INT, win)), others, "puts to one word");
        OK(MPI_Win_fence(0, win));
        expect(conflicts(MPI_Put(&word, 1, MPI_INT, 0, MPI_Aint_add(at, 4 * check_rank), 1, MPI_INT, win)), 0, "side by side");
        OK(MPI_Win_fence(0, win));
        if (check_rank == round % check_size)
            expect(conflicts(MPI_Put(&word, 1, MPI_INT, 0, at, 1, MPI_INT, win)), 0, "in turn");
        else
            expect(0, 0, "in turn");
        OK(MPI_Win_fence(0, win));
        expect(conflicts(MPI_Accumulate(&word, 1, MPI_INT, 0, at, 1, MPI_INT, MPI_SUM, win)), 0, "sums");
        OK(MPI_Win_fence(0, win));
        expect(conflicts(MPI_Get(&word, 1, MPI_INT, 0, at, 1, MPI_INT, win)), 0, "gets");
        OK(MPI_Win_fence(0, win));
        int found = check_rank ? MPI_Accumulate(&word, 1, MPI_INT, 0, at, 1, MPI_INT, MPI_SUM, win)
                               : MPI_Accumulate(&number, 1, MPI_FLOAT, 0, at, 1, MPI_FLOAT, MPI_SUM, win);
        int all, one = conflicts(found);
        OK(MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
        if (is_on ? all < 1 : all != 0)
            FAIL("sums of two datatypes: %d ranks were told", all);
    }
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
}

static void groups(MPI_Win win, MPI_Aint at)
{
    MPI_Group all, first, others;
    int zero = 0, word = check_rank;
    OK(MPI_Win_get_group(win, &all));
    OK(MPI_Group_incl(all, 1, &zero, &first));
    OK(MPI_Group_excl(all, 1, &zero, &others));
    for (int round = 0; round < 3; round++) {
        int found = 0;
        if (check_rank == 0) {
            OK(MPI_Win_post(others, 0, win));
            OK(MPI_Win_wait(win));
        } else {
            OK(MPI_Win_start(first, 0, win));
            found = conflicts(MPI_Put(&word, 1, MPI_INT, 0, at, 1, MPI_INT, win));
            OK(MPI_Win_complete(win));
        }
        expect(found, check_size - 2, "puts in epochs of a group");
    }
    OK(MPI_Group_free(&all));
    OK(MPI_Group_free(&first));
    OK(MPI_Group_free(&others));
}

static void locks(MPI_Win win, MPI_Aint first, MPI_Aint at)
{
    int word = check_rank, last = check_size - 1, found = 0;
    MPI_Request request;
    for (int round = 0; round < 5; round++) {
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
        CHECK_EQ(conflicts(MPI_Put(&word, 1, MPI_INT, 0, first, 1, MPI_INT, win)), 0);
        OK(MPI_Win_unlock(0, win));
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_lock_all(0, win));
    for (int rank = 0; rank < check_size; rank++) {
        if (rank == check_rank) {
            CHECK_EQ(conflicts(MPI_Put(&word, 1, MPI_INT, last, at, 1, MPI_INT, win)), 0);
            OK(MPI_Win_flush(last, win));
            OK(MPI_Rget(&word, 1, MPI_INT, last, at, 1, MPI_INT, win, &request));
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        }
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
    OK(MPI_Win_flush_all(win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int rank = 0; rank < 2; rank++) {
        if (rank == check_rank)
            found = conflicts(MPI_Put(&word, 1, MPI_INT, last, at, 1, MPI_INT, win));
        OK(MPI_Barrier(MPI_COMM_WORLD));
        expect(found, rank, "puts under shared locks, the first of which is not flushed");
    }
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

int main(int argc, char **argv)
{
    is_on = argc > 1 && strcmp(argv[1], "on") == 0;
    setenv("FERRY_CHECK", is_on ? "on" : "off", 1);
    check_begin(&argc, &argv);
    for (int kind = 0; kind < RMA_KINDS; kind++) {
        Rma rma;
        if (!rma_open(&rma, kind, 64))
            continue;
        OK(MPI_Win_set_errhandler(rma.win, MPI_ERRORS_RETURN));
        fences(rma.win, rma_at(&rma, 0, 0));
        groups(rma.win, rma_at(&rma, 0, 0));
        locks(rma.win, rma_at(&rma, 0, 0), rma_at(&rma, check_size - 1, 0));
        rma_close(&rma);
    }
    return check_end();
}
