// Data representations: external32, and those that a program registers.
// ranks: 1 2 3
#include "io.h"
#include <fcntl.h>
#include <unistd.h>

/* The file's bytes, as the system sees them. */
static long raw_bytes(const char *name, unsigned char *bytes, size_t room)
{
    int file = open(io_path(name), O_RDONLY);
    CHECK(file >= 0);
    ssize_t size = read(file, bytes, room);
    close(file);
    return size;
}

static void external(void)
{
    int numbers[4] = {0x01020304, -2, 1 << 30, check_rank}, in[4] = {0};
    unsigned char bytes[200];
    MPI_Status status;
    MPI_File fh = io_open("external", MPI_MODE_CREATE | MPI_MODE_RDWR);
    OK(MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL));
    OK(MPI_File_write_at_all(fh, 4 * check_rank, numbers, 4, MPI_INT, &status));
    CHECK_COUNT(status, MPI_INT, 4);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    CHECK_EQ(raw_bytes("external", bytes, sizeof bytes), 16 * check_size);
    CHECK(!memcmp(bytes, "\1\2\3\4\xff\xff\xff\xfe\x40\0\0\0\0\0\0\0", 16));
    OK(MPI_File_read_at_all(fh, 4 * check_rank, in, 4, MPI_INT, &status));
    CHECK(!memcmp(in, numbers, sizeof in));
    /* Cut by the end of the file. */
    memset(in, 0x77, sizeof in);
    OK(MPI_File_read_at(fh, 4 * check_size - 1, in, 4, MPI_INT, &status));
    if (check_ferry) {
        CHECK_COUNT(status, MPI_INT, 1);
        CHECK(in[0] == check_size - 1 && in[1] == 0x77777777);
    }
    char name[MPI_MAX_DATAREP_STRING];
    MPI_Offset disp = -1;
    MPI_Datatype etype, filetype;
    OK(MPI_File_get_view(fh, &disp, &etype, &filetype, name));
    CHECK_STR(name, "external32");
    CHECK(disp == 0 && etype == MPI_INT && filetype == MPI_INT);
    /* What a program does not wait for comes all the same. */
    MPI_Request request;
    memset(in, 0x77, sizeof in);
    OK(MPI_File_iread_at(fh, 4 * check_rank, in, 4, MPI_INT, &request));
    OK(MPI_Request_free(&request));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (check_ferry)
        CHECK(!memcmp(in, numbers, sizeof in));
    /* What a program is told to be there is there, before it ends the request. */
    for (int again = 0; again < 2; again++) {
        int is_there = 0;
        memset(in, 0x77, sizeof in);
        if (again)
            OK(MPI_File_iread_at_all(fh, 4 * check_rank, in, 4, MPI_INT, &request));
        else
            OK(MPI_File_iread_at(fh, 4 * check_rank, in, 4, MPI_INT, &request));
        while (!is_there)
            OK(MPI_Request_get_status(request, &is_there, &status));
        CHECK_COUNT(status, MPI_INT, 4);
        CHECK(!memcmp(in, numbers, sizeof in));
        in[0] = 5;
        OK(MPI_Wait(&request, &status));
        CHECK_COUNT(status, MPI_INT, 4);
        CHECK(in[0] == 5 && request == MPI_REQUEST_NULL);
    }
    /* Nor is it lost to a program that asks for several requests of which one is not complete. */
    MPI_Request both[2];
    int is_there = 0, index = 0;
    memset(in, 0x77, sizeof in);
    OK(MPI_Irecv(&index, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &both[1]));
    OK(MPI_File_iread_at(fh, 4 * check_rank, in, 4, MPI_INT, &both[0]));
    for (double end = MPI_Wtime() + 0.2; MPI_Wtime() < end;) {
        OK(MPI_Request_get_status_all(2, both, &is_there, MPI_STATUSES_IGNORE));
        CHECK_EQ(is_there, 0);
    }
    OK(MPI_Wait(&both[0], &status));
    CHECK_COUNT(status, MPI_INT, 4);
    CHECK(!memcmp(in, numbers, sizeof in));
    OK(MPI_Cancel(&both[1]));
    OK(MPI_Wait(&both[1], MPI_STATUS_IGNORE));
    io_close(&fh);
}

/* A long has four bytes in external32, and offsets count those. */
static void external_longs(void)
{
    long out[3] = {1, -1, 1L << 31}, in[2] = {0};
    unsigned char bytes[100];
    MPI_Datatype every_second;
    MPI_Aint extent = -1;
    MPI_File fh = io_open("longs", MPI_MODE_CREATE | MPI_MODE_RDWR);
    OK(MPI_Type_vector(2, 1, 2, MPI_LONG, &every_second));
    OK(MPI_Type_commit(&every_second));
    OK(MPI_File_set_view(fh, 0, MPI_LONG, every_second, "external32", MPI_INFO_NULL));
    OK(MPI_File_get_type_extent(fh, MPI_LONG, &extent));
    CHECK_EQ(extent, 4);
    OK(MPI_File_get_type_extent(fh, every_second, &extent));
    CHECK_EQ(extent, 12);
    OK(MPI_File_write_at_all(fh, 0, out, 2, MPI_LONG, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    CHECK_EQ(raw_bytes("longs", bytes, sizeof bytes), 12);
    CHECK(!memcmp(bytes, "\0\0\0\1\0\0\0\0\xff\xff\xff\xff", 12));
    OK(MPI_File_read_at_all(fh, 0, in, 2, MPI_LONG, MPI_STATUS_IGNORE));
    CHECK(in[0] == 1 && in[1] == -1);
    ERR(MPI_ERR_CONVERSION, MPI_File_write_at_all(fh, 0, out + 2, 1, MPI_LONG, MPI_STATUS_IGNORE), "external32");
    MPI_Request request;
    OK(MPI_File_iread_at(fh, 1, in, 1, MPI_LONG, &request));
    OK(MPI_Type_free(&every_second));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQ(in[0], -1);
    /* A read that does not begin keeps no datatype. */
    MPI_Datatype pair;
    int size;
    OK(MPI_Type_contiguous(2, MPI_LONG, &pair));
    OK(MPI_Type_commit(&pair));
    ERR(MPI_ERR_ARG, MPI_File_read_at(fh, -1, in, 1, pair, MPI_STATUS_IGNORE), "offset");
    const MPI_Datatype freed = pair;
    OK(MPI_Type_free(&pair));
    ERR(MPI_ERR_TYPE, MPI_Type_size(freed, &size), "freed");
    io_close(&fh);
}

/* A representation of ours: an int is eight bytes, its value as digits. */
static int converted;

static int extent_of(MPI_Datatype datatype, MPI_Aint *extent, void *state)
{
    CHECK(state == &converted);
    if (datatype != MPI_INT)
        return MPI_ERR_TYPE;
    *extent = 8;
    return MPI_SUCCESS;
}

static int *item(void *user, MPI_Datatype datatype, MPI_Offset position)
{
    MPI_Aint lb, extent;
    MPI_Type_get_extent(datatype, &lb, &extent);
    return (int *)((char *)user + position * extent);
}

static int to_text(void *user, MPI_Datatype datatype, MPI_Count count, void *file, MPI_Offset position, void *state)
{
    CHECK(state == &converted);
    for (MPI_Count i = 0; i < count; i++) {
        char text[16];
        if (*item(user, datatype, position + i) < 0)
            return MPI_ERR_CONVERSION;
        snprintf(text, sizeof text, "%08d", *item(user, datatype, position + i));
        memcpy((char *)file + 8 * i, text, 8);
    }
    converted += (int)count;
    return MPI_SUCCESS;
}

static int from_text(void *user, MPI_Datatype datatype, MPI_Count count, void *file, MPI_Offset position, void *state)
{
    CHECK(state == &converted);
    for (MPI_Count i = 0; i < count; i++) {
        char text[9] = "";
        memcpy(text, (char *)file + 8 * i, 8);
        *item(user, datatype, position + i) = atoi(text);
    }
    converted += (int)count;
    return MPI_SUCCESS;
}

static int to_text_small(void *user, MPI_Datatype datatype, int count, void *file, MPI_Offset position, void *state)
{
    return to_text(user, datatype, count, file, position, state);
}

static int from_text_small(void *user, MPI_Datatype datatype, int count, void *file, MPI_Offset position, void *state)
{
    return from_text(user, datatype, count, file, position, state);
}

static void own(const char *name)
{
    int out[3] = {7, 10 * check_rank, 12345678}, in[6];
    unsigned char bytes[200];
    MPI_Status status;
    MPI_Aint extent = -1;
    MPI_Datatype spread;
    MPI_Request request;
    MPI_File fh = io_open("own", MPI_MODE_CREATE | MPI_MODE_RDWR);
    converted = 0;
    OK(MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, name, MPI_INFO_NULL));
    OK(MPI_File_get_type_extent(fh, MPI_INT, &extent));
    CHECK_EQ(extent, 8);
    ERR(MPI_ERR_TYPE, MPI_File_get_type_extent(fh, MPI_DOUBLE, &extent), name);
    OK(MPI_File_write_at_all(fh, 3 * check_rank, out, 3, MPI_INT, &status));
    CHECK_COUNT(status, MPI_INT, 3);
    CHECK_EQ(converted, 3);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    CHECK_EQ(raw_bytes("own", bytes, sizeof bytes), 24 * check_size);
    CHECK(!memcmp(bytes, "000000070000000012345678", 24));
    OK(MPI_Type_create_resized(MPI_INT, 0, 8, &spread));
    OK(MPI_Type_commit(&spread));
    memset(in, 0x77, sizeof in);
    OK(MPI_File_iread_at_all(fh, 3 * check_rank + 1, in, 3, spread, &request));
    OK(MPI_Type_free(&spread));
    OK(MPI_Wait(&request, &status));
    int is_last = check_rank == check_size - 1;
    CHECK_COUNT(status, MPI_INT, is_last ? 2 : 3);
    CHECK(in[0] == 10 * check_rank && in[1] == 0x77777777 && in[2] == 12345678);
    CHECK_EQ(in[4], is_last ? 0x77777777 : 7);
    out[1] = -1;
    ERR(MPI_ERR_CONVERSION, MPI_File_write_at_all(fh, 0, out, 3, MPI_INT, &status), name);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    io_close(&fh);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    io_begin();
    external();
    if (check_ferry) {
        external_longs();
        OK(MPI_Register_datarep("digits", from_text_small, to_text_small, extent_of, &converted));
        OK(MPI_Register_datarep_c("digits, large", from_text, to_text, extent_of, &converted));
        ERR(MPI_ERR_DUP_DATAREP, MPI_Register_datarep("digits", NULL, NULL, extent_of, NULL), "digits");
        ERR(MPI_ERR_DUP_DATAREP, MPI_Register_datarep("native", NULL, NULL, extent_of, NULL), "native");
        own("digits");
        own("digits, large");
    }
    io_end();
    return check_end();
}
