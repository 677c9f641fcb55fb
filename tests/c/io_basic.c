// Opening, writing, reading and closing files in all the ways there are: offsets, pointers, alone and together.
// ranks: 1 2 3 4
#include "io.h"

/* Every rank's part of a file, at an offset of its own. */
static void offsets(void)
{
    unsigned char out[100], in[100];
    MPI_Status status;
    MPI_File fh = io_open("offsets", MPI_MODE_CREATE | MPI_MODE_RDWR);
    fill_bytes(out, sizeof out, check_rank);
    OK(MPI_File_write_at(fh, 100 * check_rank, out, 100, MPI_BYTE, &status));
    CHECK_COUNT(status, MPI_BYTE, 100);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    int other = (check_rank + 1) % check_size;
    OK(MPI_File_read_at(fh, 100 * other, in, 50, MPI_SHORT, &status));
    CHECK_COUNT(status, MPI_SHORT, 50);
    CHECK_BYTES(in, 100, other);
    MPI_Offset size = -1;
    OK(MPI_File_get_size(fh, &size));
    CHECK_EQ(size, 100 * check_size);
    io_close(&fh);
}

/* A read meets the end of the file: what is there counts, the rest stays as it is. */
static void ends(void)
{
    unsigned char out[10], in[20];
    MPI_Status status;
    MPI_File fh = io_open("ends", MPI_MODE_CREATE | MPI_MODE_RDWR);
    fill_bytes(out, sizeof out, 7);
    if (check_rank == 0)
        OK(MPI_File_write_at(fh, 0, out, 10, MPI_BYTE, &status));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    memset(in, 0xee, sizeof in);
    OK(MPI_File_read_at(fh, 4, in, 20, MPI_BYTE, &status));
    CHECK_COUNT(status, MPI_BYTE, 6);
    CHECK(!memcmp(in, out + 4, 6));
    CHECK_UNTOUCHED(in + 6, 14, 0xee);
    OK(MPI_File_read_at_all(fh, 10 + check_rank, in, 20, MPI_BYTE, &status));
    CHECK_COUNT(status, MPI_BYTE, 0);
    OK(MPI_File_read_at(fh, 0, in, 0, MPI_BYTE, &status));
    CHECK_COUNT(status, MPI_BYTE, 0);
    io_close(&fh);
}

/* The individual pointer passes what is accessed, and goes where it is sent. */
static void pointers(void)
{
    int numbers[10], in[10];
    MPI_Offset offset = -1;
    MPI_Status status;
    MPI_File fh = io_open("pointers", MPI_MODE_CREATE | MPI_MODE_RDWR);
    OK(MPI_File_set_view(fh, 40 * check_rank, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    for (int i = 0; i < 10; i++)
        numbers[i] = 1000 * check_rank + i;
    OK(MPI_File_write(fh, numbers, 4, MPI_INT, &status));
    OK(MPI_File_write_all(fh, numbers + 4, 6, MPI_INT, &status));
    CHECK_COUNT(status, MPI_INT, 6);
    OK(MPI_File_get_position(fh, &offset));
    CHECK_EQ(offset, 10);
    OK(MPI_File_get_byte_offset(fh, 10, &offset));
    CHECK_EQ(offset, 40 * check_rank + 40);
    OK(MPI_File_seek(fh, -7, MPI_SEEK_CUR));
    OK(MPI_File_read(fh, in, 2, MPI_INT, &status));
    CHECK(in[0] == numbers[3] && in[1] == numbers[4]);
    OK(MPI_File_seek(fh, 1, MPI_SEEK_SET));
    OK(MPI_File_read_all(fh, in, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK_EQ(in[0], numbers[1]);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_File_seek(fh, -1, MPI_SEEK_END));
    OK(MPI_File_get_position(fh, &offset));
    CHECK_EQ(offset, 10 * (check_size - check_rank) - 1);
    ERR(MPI_ERR_ARG, MPI_File_seek(fh, -1, MPI_SEEK_SET), "offset");
    io_close(&fh);
}

/* What goes through the shared pointer comes out again, each part once. */
static void shared(void)
{
    int number = check_rank, in[16] = {0}, seen[16] = {0};
    MPI_Offset offset = -1;
    MPI_File fh = io_open("shared", MPI_MODE_CREATE | MPI_MODE_RDWR);
    OK(MPI_File_set_view(fh, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    OK(MPI_File_write_shared(fh, &number, 1, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_File_get_position_shared(fh, &offset));
    CHECK_EQ(offset, check_size);
    OK(MPI_File_read_at_all(fh, 0, in, check_size, MPI_INT, MPI_STATUS_IGNORE));
    for (int i = 0; i < check_size; i++)
        seen[in[i]]++;
    for (int i = 0; i < check_size; i++)
        CHECK_EQ(seen[i], 1);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_File_seek_shared(fh, -check_size, MPI_SEEK_CUR));
    /* In the order of ranks: rank r writes r + 1 numbers. */
    for (int i = 0; i <= check_rank; i++)
        in[i] = 100 * check_rank + i;
    OK(MPI_File_write_ordered(fh, in, check_rank + 1, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_get_position_shared(fh, &offset));
    CHECK_EQ(offset, check_size * (check_size + 1) / 2);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_File_seek_shared(fh, 0, MPI_SEEK_SET));
    memset(in, 0, sizeof in);
    OK(MPI_File_read_ordered(fh, in, check_rank + 1, MPI_INT, MPI_STATUS_IGNORE));
    for (int i = 0; i <= check_rank; i++)
        CHECK_EQ(in[i], 100 * check_rank + i);
    io_close(&fh);
}

/* Requests of accesses are requests like others. */
static void requests(void)
{
    unsigned char out[64], in[2][64];
    MPI_Request some[2];
    MPI_Status statuses[2];
    MPI_File fh = io_open("requests", MPI_MODE_CREATE | MPI_MODE_RDWR);
    fill_bytes(out, sizeof out, check_rank);
    OK(MPI_File_iwrite_at(fh, 64 * check_rank, out, 32, MPI_BYTE, &some[0]));
    OK(MPI_File_iwrite_at(fh, 64 * check_rank + 32, out + 32, 32, MPI_BYTE, &some[1]));
    OK(MPI_Waitall(2, some, statuses));
    CHECK_COUNT(statuses[1], MPI_BYTE, 32);
    CHECK(some[0] == MPI_REQUEST_NULL);
    OK(MPI_File_sync(fh));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_File_iread_at_all(fh, 64 * check_rank, in[0], 64, MPI_BYTE, &some[0]));
    OK(MPI_File_iread(fh, in[1], 64, MPI_BYTE, &some[1]));
    /* MPICH 5.0.2 says that these are no requests. */
    for (int flag = 0; check_ferry && !flag;)
        OK(MPI_Testall(2, some, &flag, statuses));
    OK(MPI_Waitall(2, some, statuses));
    CHECK_BYTES(in[0], 64, check_rank);
    CHECK_BYTES(in[1], 64, 0);
    OK(MPI_File_iwrite_shared(fh, out, 64, MPI_BYTE, &some[0]));
    OK(MPI_Wait(&some[0], MPI_STATUS_IGNORE));
    OK(MPI_File_iwrite_all(fh, out, 64, MPI_BYTE, &some[0]));
    OK(MPI_Wait(&some[0], &statuses[0]));
    CHECK_COUNT(statuses[0], MPI_BYTE, 64);
    io_close(&fh);
}

/* Split collective accesses. */
static void split(void)
{
    unsigned char out[64], in[64];
    MPI_Status status;
    MPI_File fh = io_open("split", MPI_MODE_CREATE | MPI_MODE_RDWR);
    fill_bytes(out, sizeof out, check_rank);
    OK(MPI_File_write_at_all_begin(fh, 64 * check_rank, out, 64, MPI_BYTE));
    OK(MPI_File_write_at_all_end(fh, out, &status));
    CHECK_COUNT(status, MPI_BYTE, 64);
    OK(MPI_File_seek(fh, 64 * check_rank, MPI_SEEK_SET));
    OK(MPI_File_read_all_begin(fh, in, 64, MPI_BYTE));
    OK(MPI_File_read_all_end(fh, in, &status));
    CHECK_BYTES(in, 64, check_rank);
    OK(MPI_File_write_ordered_begin(fh, out, 64, MPI_BYTE));
    OK(MPI_File_write_ordered_end(fh, out, &status));
    OK(MPI_File_seek_shared(fh, 0, MPI_SEEK_SET));
    OK(MPI_File_read_ordered_begin(fh, in, 64, MPI_BYTE));
    OK(MPI_File_read_ordered_end(fh, in, &status));
    CHECK_BYTES(in, 64, check_rank);
    io_close(&fh);
}

/* What is known of a file. */
static void facts(void)
{
    int amode = -1, flag = -1, result = -1;
    MPI_Group group, world;
    MPI_Info info;
    MPI_Offset size = -1;
    MPI_File fh = io_open("facts", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_UNIQUE_OPEN);
    OK(MPI_File_get_amode(fh, &amode));
    CHECK_EQ(amode, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_UNIQUE_OPEN | MPI_MODE_DELETE_ON_CLOSE);
    OK(MPI_File_get_group(fh, &group));
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    OK(MPI_Group_compare(group, world, &result));
    CHECK_EQ(result, MPI_IDENT);
    OK(MPI_Group_free(&group));
    OK(MPI_Group_free(&world));
    OK(MPI_File_set_size(fh, 5000));
    OK(MPI_File_get_size(fh, &size));
    CHECK_EQ(size, 5000);
    OK(MPI_File_preallocate(fh, 100));
    OK(MPI_File_preallocate(fh, 10000));
    OK(MPI_File_get_size(fh, &size));
    CHECK_EQ(size, 10000);
    OK(MPI_File_get_atomicity(fh, &flag));
    CHECK_EQ(flag, 0);
    OK(MPI_File_set_atomicity(fh, 1));
    OK(MPI_File_get_atomicity(fh, &flag));
    CHECK_EQ(flag, 1);
    OK(MPI_File_get_info(fh, &info));
    CHECK(info != MPI_INFO_NULL);
    OK(MPI_File_set_info(fh, info));
    OK(MPI_Info_free(&info));
    int number = MPI_File_toint(fh);
    CHECK(MPI_File_fromint(number) == fh);
    MPI_Aint extent = -1;
    OK(MPI_File_get_type_extent(fh, MPI_DOUBLE_INT, &extent));
    CHECK_EQ(extent, 16);
    io_close(&fh);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    io_begin();
    offsets();
    ends();
    pointers();
    shared();
    requests();
    split();
    facts();
    io_end();
    return check_end();
}
