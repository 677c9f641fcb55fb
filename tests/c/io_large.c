// Files beyond 4 GiB with holes, counts beyond 2^31, views far out: sparse, so that they cost no space.
// ranks: 1 2 3
#include "io.h"
#include <sys/mman.h>

static void far_offsets(void)
{
    const MPI_Offset far = (MPI_Offset)5 << 30;
    MPI_File fh = io_open("far", MPI_MODE_CREATE | MPI_MODE_RDWR);
    unsigned char out[100], in[100];
    MPI_Status status;
    MPI_Offset size = -1, offset = -1;
    fill_bytes(out, sizeof out, check_rank);
    OK(MPI_File_write_at_all(fh, far + 100 * check_rank, out, 100, MPI_BYTE, &status));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_File_get_size(fh, &size));
    CHECK_EQ(size, far + 100 * check_size);
    OK(MPI_File_set_view(fh, far, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    OK(MPI_File_read_at_all(fh, 100 * check_rank, in, 100, MPI_BYTE, &status));
    CHECK_BYTES(in, 100, check_rank);
    OK(MPI_File_seek(fh, 0, MPI_SEEK_END));
    OK(MPI_File_get_position(fh, &offset));
    CHECK_EQ(offset, 100 * check_size);
    io_close(&fh);
}

/* Ranks alternate, far apart: windows without data cost nothing. */
static void far_apart(void)
{
    const MPI_Aint distance = (MPI_Aint)3 << 30;
    MPI_Datatype filetype;
    MPI_File fh = io_open("apart", MPI_MODE_CREATE | MPI_MODE_RDWR);
    OK(MPI_Type_create_resized(MPI_INT, 0, distance * check_size, &filetype));
    OK(MPI_Type_commit(&filetype));
    OK(MPI_File_set_view(fh, distance * check_rank, MPI_INT, filetype, "native", MPI_INFO_NULL));
    int out[4] = {check_rank, 1 + check_rank, 2 + check_rank, 3 + check_rank}, in[4] = {0};
    OK(MPI_File_write_all(fh, out, 4, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_read_at_all(fh, 0, in, 4, MPI_INT, MPI_STATUS_IGNORE));
    CHECK(!memcmp(in, out, sizeof in));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    MPI_Offset size = -1;
    OK(MPI_File_get_size(fh, &size));
    CHECK_EQ(size, distance * (4 * check_size - 1) + (MPI_Offset)sizeof(int));
    OK(MPI_Type_free(&filetype));
    io_close(&fh);
}

/* A count beyond 2^31, of which the file has little: only that much memory is touched. */
static void large_counts(void)
{
    const MPI_Count count = ((MPI_Count)1 << 31) + 5;
    MPI_Count counted = -1;
    MPI_Datatype none;
    MPI_Status status;
    char out[8] = "abcdefg";
    char *in = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(in != MAP_FAILED);
    MPI_File fh = io_open("counts", MPI_MODE_CREATE | MPI_MODE_RDWR);
    if (check_rank == 0)
        OK(MPI_File_write_at(fh, 0, out, 8, MPI_BYTE, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_File_read_at_c(fh, 0, in, count, MPI_BYTE, &status));
    OK(MPI_Get_count_c(&status, MPI_BYTE, &counted));
    CHECK_EQ(counted, 8);
    CHECK(!memcmp(in, out, 8));
    munmap(in, count);
    OK(MPI_Type_contiguous(0, MPI_INT, &none));
    OK(MPI_Type_commit(&none));
    OK(MPI_File_write_at_all_c(fh, 0, out, count, none, &status));
    OK(MPI_Type_free(&none));
    /* Pointers count far. */
    OK(MPI_File_seek(fh, ((MPI_Offset)1 << 40) + 1, MPI_SEEK_SET));
    MPI_Offset offset = -1;
    OK(MPI_File_get_position(fh, &offset));
    CHECK_EQ(offset, ((MPI_Offset)1 << 40) + 1);
    if (check_ferry)
        ERR(MPI_ERR_ARG, MPI_File_write_at(fh, INT64_MAX - 3, out, 8, MPI_BYTE, &status), "2^63");
    io_close(&fh);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    io_begin();
    far_offsets();
    far_apart();
    if (check_ferry)
        large_counts();
    io_end();
    return check_end();
}
