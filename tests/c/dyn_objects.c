// Windows, files, topologies and probes on a communicator of two jobs.
// ranks: 1 2 3
// needs: ferry
// variants: check
#include "dyn.h"

#include <unistd.h>

static void windows(MPI_Comm all, int place, int count)
{
    int *memory, own[4] = {-1, -1, -1, -1};
    MPI_Win window;
    OK(MPI_Win_allocate(count * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, all, &memory, &window));
    for (int at = 0; at < count; at++)
        memory[at] = -1;
    OK(MPI_Win_fence(0, window));
    for (int target = 0; target < count; target++)
        OK(MPI_Put(&place, 1, MPI_INT, target, place, 1, MPI_INT, window));
    OK(MPI_Win_fence(0, window));
    for (int at = 0; at < count; at++)
        CHECK_EQ(memory[at], at);
    OK(MPI_Win_free(&window));

    OK(MPI_Win_create(own, sizeof own, sizeof(int), MPI_INFO_NULL, all, &window));
    own[0] = 0;
    OK(MPI_Barrier(all));
    int one = 1, before, target = (place + 1) % count;
    for (int round = 0; round < 10; round++) {
        OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window));
        OK(MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, window));
        OK(MPI_Win_unlock(0, window));
        OK(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, window));
        OK(MPI_Get(&before, 1, MPI_INT, target, 1, 1, MPI_INT, window));
        OK(MPI_Win_unlock(target, window));
        CHECK_EQ(before, -1);
    }
    OK(MPI_Barrier(all));
    OK(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window));
    OK(MPI_Get(&before, 1, MPI_INT, 0, 0, 1, MPI_INT, window));
    OK(MPI_Win_unlock(0, window));
    CHECK_EQ(before, 10 * count);
    OK(MPI_Win_free(&window));
    ERR(MPI_ERR_RMA_SHARED, MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, all, &memory, &window));
}

static void files(MPI_Comm all, int place, int count, char *name)
{
    MPI_File file;
    OK(MPI_File_open(all, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file));
    OK(MPI_File_write_at_all(file, place * (MPI_Offset)sizeof(int), &place, 1, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_sync(file));
    OK(MPI_Barrier(all));
    int found = -1, next = (place + 1) % count;
    OK(MPI_File_read_at_all(file, next * (MPI_Offset)sizeof(int), &found, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK_EQ(found, next);
    OK(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    OK(MPI_File_read_ordered(file, &found, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK_EQ(found, place);
    OK(MPI_File_close(&file));
}

static void communicators(MPI_Comm all, int place, int count)
{
    MPI_Comm ring, node, later;
    int size = count, periodic = 1, left, right, word = -1;
    OK(MPI_Cart_create(all, 1, &size, &periodic, 0, &ring));
    OK(MPI_Cart_shift(ring, 0, 1, &left, &right));
    OK(MPI_Sendrecv(&place, 1, MPI_INT, right, 3, &word, 1, MPI_INT, left, 3, ring, MPI_STATUS_IGNORE));
    CHECK_EQ(word, left);
    OK(MPI_Comm_free(&ring));
    /* No memory is shared between jobs, or hosts. */
    OK(MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    int near;
    OK(MPI_Comm_size(node, &near));
    CHECK(near >= 1 && near <= check_size);
    OK(MPI_Comm_free(&node));
    /* Process sets of the same name are others in another job. */
    MPI_Info info;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "mpi_pset_name", "mpi://WORLD"));
    OK(MPI_Comm_split_type(all, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, &node));
    OK(MPI_Comm_size(node, &near));
    CHECK_EQ(near, check_size);
    OK(MPI_Comm_free(&node));
    OK(MPI_Info_free(&info));
    MPI_Request request;
    OK(MPI_Comm_idup(all, &later, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    int sum;
    OK(MPI_Iallreduce(&place, &sum, 1, MPI_INT, MPI_SUM, later, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQ(sum, count * (count - 1) / 2);
    MPI_Message message;
    MPI_Status status;
    OK(MPI_Isend(&place, 1, MPI_INT, (place + 1) % count, 9, later, &request));
    OK(MPI_Mprobe(MPI_ANY_SOURCE, 9, later, &message, &status));
    OK(MPI_Mrecv(&word, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    CHECK_EQ(word, status.MPI_SOURCE);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Comm_free(&later));
}

/* One job of two by way of a process that knows both: the others meet through it. */
static void bridge(const char *program)
{
    char *words[] = {"child", "bridge", NULL};
    MPI_Comm first, second, left, both, all;
    OK(MPI_Comm_spawn(program, words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &first, MPI_ERRCODES_IGNORE));
    OK(MPI_Comm_spawn(program, words, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &second, MPI_ERRCODES_IGNORE));
    int kind = 1;
    OK(MPI_Bcast(&kind, 1, MPI_INT, check_rank == 0 ? MPI_ROOT : MPI_PROC_NULL, first));
    OK(MPI_Intercomm_merge(first, 0, &left));
    kind = 2;
    OK(MPI_Bcast(&kind, 1, MPI_INT, check_rank == 0 ? MPI_ROOT : MPI_PROC_NULL, second));
    OK(MPI_Intercomm_create(left, 0, second, 0, 4, &both));
    OK(MPI_Intercomm_merge(both, 0, &all));
    int place, count, sum;
    OK(MPI_Comm_rank(all, &place));
    OK(MPI_Comm_size(all, &count));
    CHECK_EQ(count, check_size + 3);
    OK(MPI_Allreduce(&place, &sum, 1, MPI_INT, MPI_SUM, all));
    CHECK_EQ(sum, count * (count - 1) / 2);
    OK(MPI_Comm_disconnect(&all));
    OK(MPI_Comm_disconnect(&both));
    OK(MPI_Comm_disconnect(&left));
    OK(MPI_Comm_disconnect(&first));
    OK(MPI_Comm_free(&second));
}

/* The parent is disconnected, or only freed: there is none afterwards. */
static void be_bridged(MPI_Comm parent)
{
    int kind, place, count, sum;
    MPI_Comm left, both, all;
    OK(MPI_Bcast(&kind, 1, MPI_INT, 0, parent));
    if (kind == 1) {
        OK(MPI_Intercomm_merge(parent, 1, &left));
        OK(MPI_Intercomm_create(left, 0, MPI_COMM_NULL, 0, 4, &both));
    } else
        OK(MPI_Intercomm_create(MPI_COMM_WORLD, 0, parent, 0, 4, &both));
    OK(MPI_Intercomm_merge(both, kind == 2, &all));
    OK(MPI_Comm_rank(all, &place));
    OK(MPI_Comm_size(all, &count));
    OK(MPI_Allreduce(&place, &sum, 1, MPI_INT, MPI_SUM, all));
    CHECK_EQ(sum, count * (count - 1) / 2);
    OK(MPI_Comm_disconnect(&all));
    OK(MPI_Comm_disconnect(&both));
    if (kind == 1) {
        OK(MPI_Comm_disconnect(&left));
        OK(MPI_Comm_disconnect(&parent));
    } else
        OK(MPI_Comm_free(&parent));
    OK(MPI_Comm_get_parent(&parent));
    CHECK(parent == MPI_COMM_NULL);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    MPI_Comm parent, inter, all;
    OK(MPI_Comm_get_parent(&parent));
    int is_child = argc > 1;
    if (is_child && !strcmp(argv[2], "bridge")) {
        be_bridged(parent);
        MPI_Finalize();
        return 0;
    }
    char name[200] = "";
    inter = parent;
    if (!is_child) {
        char *words[] = {"child", "objects", NULL};
        OK(MPI_Comm_spawn(argv[0], words, check_size, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE));
    }
    OK(MPI_Intercomm_merge(inter, is_child, &all));
    int place, count;
    OK(MPI_Comm_rank(all, &place));
    OK(MPI_Comm_size(all, &count));
    snprintf(name, sizeof name, "/tmp/dyn_objects.%d", (int)getpid());
    OK(MPI_Comm_set_errhandler(all, MPI_ERRORS_RETURN));
    OK(MPI_Bcast(name, sizeof name, MPI_CHAR, 0, all));
    windows(all, place, count);
    files(all, place, count, name);
    communicators(all, place, count);
    OK(MPI_Comm_disconnect(&all));
    OK(MPI_Comm_disconnect(&inter));
    if (is_child) {
        MPI_Finalize();
        return 0;
    }
    bridge(argv[0]);
    return check_end();
}
