// Errors of files have the standard's classes, at all ranks of a collective call, and no rank waits for ever.
// ranks: 1 2 3
#define _GNU_SOURCE
#include "io.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/fsuid.h>
#include <sys/resource.h>
#include <sys/stat.h>

static int open_code(const char *path, int amode)
{
    MPI_File fh = MPI_FILE_NULL;
    int code = MPI_File_open(MPI_COMM_WORLD, path, amode, MPI_INFO_NULL, &fh);
    if (code == MPI_SUCCESS)
        OK(MPI_File_close(&fh));
    return code;
}

static void access_modes(void)
{
    const char *path = io_path("modes");
    ERR(MPI_ERR_AMODE, open_code(path, MPI_MODE_CREATE), "MPI_File_open", "exactly one");
    ERR(MPI_ERR_AMODE, open_code(path, MPI_MODE_RDONLY | MPI_MODE_WRONLY), "exactly one");
    ERR(MPI_ERR_AMODE, open_code(path, MPI_MODE_RDONLY | MPI_MODE_CREATE), "MPI_MODE_CREATE");
    ERR(MPI_ERR_AMODE, open_code(path, MPI_MODE_RDONLY | MPI_MODE_EXCL), "MPI_MODE_EXCL");
    ERR(MPI_ERR_AMODE, open_code(path, MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL), "MPI_MODE_SEQUENTIAL");
    if (check_ferry) {
        ERR(MPI_ERR_AMODE, open_code(path, MPI_MODE_RDONLY | 1 << 20), "0x100000");
        if (check_size > 1)
            ERR(MPI_ERR_NOT_SAME, open_code(path, check_rank ? MPI_MODE_RDONLY : MPI_MODE_RDWR), "amode", "the same");
    }
    ERR(MPI_ERR_NO_SUCH_FILE, open_code(path, MPI_MODE_RDONLY), path, "MPI_MODE_CREATE");
    ERR(MPI_ERR_NO_SUCH_FILE, open_code(io_path("no/such/folder"), MPI_MODE_RDWR | MPI_MODE_CREATE), "no/such/folder");
    ERR(MPI_ERR_NO_SUCH_FILE, MPI_File_delete(path, MPI_INFO_NULL), "MPI_File_delete", path);
    OK(open_code(path, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    ERR(MPI_ERR_FILE_EXISTS, open_code(path, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL), path, "MPI_MODE_EXCL");
    OK(open_code(path, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE));
    if (check_ferry) {
        ERR(MPI_ERR_BAD_FILE, open_code(io_folder, MPI_MODE_RDONLY), "directory");
        ERR(MPI_ERR_COMM, MPI_File_open(MPI_COMM_NULL, path, MPI_MODE_RDWR, MPI_INFO_NULL, &(MPI_File){0}), "comm");
    }
}

static void wrong_direction(void)
{
    int number = 5;
    MPI_File fh = io_open("direction", MPI_MODE_CREATE | MPI_MODE_WRONLY);
    ERR(MPI_ERR_ACCESS, MPI_File_read_at_all(fh, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE), "MPI_MODE_WRONLY");
    OK(MPI_File_write_at_all(fh, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    MPI_File other;
    OK(MPI_File_open(MPI_COMM_WORLD, io_path("direction"), MPI_MODE_RDONLY, MPI_INFO_NULL, &other));
    ERR(MPI_ERR_READ_ONLY, MPI_File_write(other, &number, 1, MPI_INT, MPI_STATUS_IGNORE), "MPI_MODE_RDONLY");
    ERR(MPI_ERR_READ_ONLY, MPI_File_write_all(other, &number, 1, MPI_INT, MPI_STATUS_IGNORE), "MPI_MODE_RDONLY");
    if (check_ferry) {
        ERR(MPI_ERR_READ_ONLY, MPI_File_set_size(other, 0), "MPI_MODE_RDONLY");
        ERR(MPI_ERR_READ_ONLY, MPI_File_preallocate(other, 1), "MPI_MODE_RDONLY");
    }
    io_close(&other);
    io_close(&fh);
}

static void sequential(void)
{
    int number = 5;
    MPI_Offset offset;
    MPI_File fh = io_open("sequential", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
    ERR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_write_at(fh, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE));
    ERR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_write(fh, &number, 1, MPI_INT, MPI_STATUS_IGNORE));
    ERR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_seek(fh, 0, MPI_SEEK_SET));
    ERR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_get_position(fh, &offset));
    ERR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_seek_shared(fh, 0, MPI_SEEK_SET));
    OK(MPI_File_write_ordered(fh, &number, 1, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_set_view(fh, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    OK(MPI_File_write_ordered(fh, &number, 1, MPI_INT, MPI_STATUS_IGNORE));
    MPI_Offset size = -1;
    OK(MPI_File_get_size(fh, &size));
    if (check_ferry)
        CHECK_EQ(size, 2 * check_size * (int)sizeof number);
    io_close(&fh);
}

/* What is wrong at one rank, all ranks hear of. */
static void arguments(void)
{
    char buffer[16] = "";
    MPI_File fh = io_open("arguments", MPI_MODE_CREATE | MPI_MODE_RDWR);
    int last = check_size - 1;
    ERR(MPI_ERR_ARG, MPI_File_read_at(fh, -1, buffer, 1, MPI_BYTE, MPI_STATUS_IGNORE), "offset");
    ERR(MPI_ERR_UNSUPPORTED_DATAREP, MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, "strange", MPI_INFO_NULL), "strange");
    if (!check_ferry) {
        io_close(&fh);
        return;
    }
    MPI_Datatype raw;
    OK(MPI_Type_contiguous(3, MPI_INT, &raw));
    MPI_Datatype datatype = check_rank == last ? raw : MPI_INT;
    ERR(MPI_ERR_TYPE, MPI_File_write_at_all(fh, 0, buffer, 1, datatype, MPI_STATUS_IGNORE), "MPI_Type_commit");
    ERR(MPI_ERR_TYPE, MPI_File_write_ordered(fh, buffer, 1, datatype, MPI_STATUS_IGNORE), "MPI_Type_commit");
    ERR(MPI_ERR_TYPE, MPI_File_set_view(fh, 0, MPI_INT, datatype, "native", MPI_INFO_NULL), "MPI_Type_commit");
    MPI_Request request;
    OK(MPI_File_iwrite_all(fh, buffer, 1, datatype, &request));
    ERR(MPI_ERR_TYPE, MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Type_commit");
    OK(MPI_Type_free(&raw));
    ERR(MPI_ERR_BUFFER, MPI_File_write_at(fh, 0, NULL, 1, MPI_INT, MPI_STATUS_IGNORE), "buf");
    if (check_size > 1) {
        ERR(MPI_ERR_NOT_SAME, MPI_File_set_size(fh, check_rank), "size");
        ERR(MPI_ERR_NOT_SAME, MPI_File_set_view(fh, 0, check_rank ? MPI_INT : MPI_BYTE, MPI_INT, "native", MPI_INFO_NULL),
            "etype");
        ERR(MPI_ERR_NOT_SAME, MPI_File_set_atomicity(fh, check_rank == 0), "flag");
    }
    MPI_Offset offset = -1;
    OK(MPI_File_get_position_shared(fh, &offset));
    CHECK_EQ(offset, 0);
    OK(MPI_File_write_at_all_begin(fh, 0, buffer, 1, MPI_BYTE));
    ERR(MPI_ERR_OTHER, MPI_File_write_all(fh, buffer, 1, MPI_BYTE, MPI_STATUS_IGNORE), "MPI_File_write_at_all_begin");
    ERR(MPI_ERR_OTHER, MPI_File_read_all_end(fh, buffer, MPI_STATUS_IGNORE), "MPI_File_write_at_all_end");
    OK(MPI_File_write_at_all_end(fh, buffer, MPI_STATUS_IGNORE));
    ERR(MPI_ERR_OTHER, MPI_File_write_at_all_end(fh, buffer, MPI_STATUS_IGNORE), "nothing to end");
    OK(MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    ERR(MPI_ERR_TYPE, MPI_File_write(fh, buffer, 3, MPI_BYTE, MPI_STATUS_IGNORE), "etypes");
    io_close(&fh);
    ERR(MPI_ERR_FILE, MPI_File_write(fh, buffer, 3, MPI_BYTE, MPI_STATUS_IGNORE), "MPI_FILE_NULL");
}

/* No process may make files longer than a limit: as on a disk that is full. */
static void limited(void)
{
    enum { LIMIT = 64 << 10 };
    struct rlimit old;
    getrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_IGN);
    MPI_File fh = io_open("limited", MPI_MODE_CREATE | MPI_MODE_RDWR);
    struct rlimit limit = {LIMIT, old.rlim_max};
    CHECK_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    char *buffer = check_alloc(LIMIT);
    memset(buffer, 1, LIMIT);
    ERR(MPI_ERR_QUOTA, MPI_File_write_at(fh, LIMIT - 100, buffer, 200, MPI_BYTE, MPI_STATUS_IGNORE), "offset 65536", "limited");
    /* The part of rank 0 fits; all hear of the others'. */
    MPI_Status status;
    if (check_size > 1)
        ERR(MPI_ERR_QUOTA, MPI_File_write_at_all(fh, check_rank * LIMIT, buffer, LIMIT, MPI_BYTE, &status), "limited");
    /* Bytes that alternate go through an aggregator, which fails for all. */
    MPI_Datatype filetype;
    OK(MPI_Type_create_resized(MPI_BYTE, 0, check_size, &filetype));
    OK(MPI_Type_commit(&filetype));
    OK(MPI_File_set_view(fh, check_rank, MPI_BYTE, filetype, "native", MPI_INFO_NULL));
    ERR(MPI_ERR_QUOTA, MPI_File_write_at_all(fh, LIMIT - 10, buffer, 10 + LIMIT / 2, MPI_BYTE, &status), "limited");
    MPI_Request request;
    OK(MPI_File_iwrite_at_all(fh, LIMIT - 10, buffer, 10 + LIMIT / 2, MPI_BYTE, &request));
    ERR(MPI_ERR_QUOTA, MPI_Wait(&request, &status), "limited");
    OK(MPI_File_write_at_all(fh, 0, buffer, 10, MPI_BYTE, &status));
    ERR(MPI_ERR_QUOTA, MPI_File_set_size(fh, 2 * LIMIT), "limited");
    OK(MPI_Type_free(&filetype));
    CHECK_EQ(setrlimit(RLIMIT_FSIZE, &old), 0);
    free(buffer);
    io_close(&fh);
}

/* Writes through every way to a device that is always full: the class is that of a full disk, at all ranks. */
static void full(void)
{
    static char buffer[4096];
    MPI_File fh;
    MPI_Datatype filetype;
    MPI_Request request;
    OK(MPI_File_open(MPI_COMM_WORLD, "/dev/full", MPI_MODE_WRONLY, MPI_INFO_NULL, &fh));
    ERR(MPI_ERR_NO_SPACE, MPI_File_write_at(fh, 0, buffer, 10, MPI_BYTE, MPI_STATUS_IGNORE), "/dev/full");
    ERR(MPI_ERR_NO_SPACE, MPI_File_write_ordered(fh, buffer, 10, MPI_BYTE, MPI_STATUS_IGNORE), "/dev/full");
    ERR(MPI_ERR_NO_SPACE, MPI_File_write_shared(fh, buffer, 10, MPI_BYTE, MPI_STATUS_IGNORE), "/dev/full");
    OK(MPI_File_iwrite(fh, buffer, 10, MPI_BYTE, &request));
    ERR(MPI_ERR_NO_SPACE, MPI_Wait(&request, MPI_STATUS_IGNORE), "/dev/full");
    OK(MPI_Type_create_resized(MPI_BYTE, 0, check_size, &filetype));
    OK(MPI_Type_commit(&filetype));
    OK(MPI_File_set_view(fh, check_rank, MPI_BYTE, filetype, "native", MPI_INFO_NULL));
    ERR(MPI_ERR_NO_SPACE, MPI_File_write_at_all(fh, 0, buffer, 4096, MPI_BYTE, MPI_STATUS_IGNORE), "/dev/full");
    OK(MPI_File_write_at_all_begin(fh, 0, buffer, 4096, MPI_BYTE));
    ERR(MPI_ERR_NO_SPACE, MPI_File_write_at_all_end(fh, buffer, MPI_STATUS_IGNORE), "/dev/full");
    OK(MPI_Type_free(&filetype));
    io_close(&fh);
}

/* A file that cannot be read where it is read, and a folder that may not be changed. */
static void refusals(void)
{
    char buffer[8];
    MPI_File fh;
    OK(MPI_File_open(MPI_COMM_WORLD, "/proc/self/mem", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh));
    ERR(MPI_ERR_IO, MPI_File_read_at_all(fh, 0, buffer, 8, MPI_BYTE, MPI_STATUS_IGNORE), "/proc/self/mem");
    io_close(&fh);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (check_rank == 0)
        CHECK_EQ(chmod(io_folder, 0555), 0);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    setfsuid(65534);
    ERR(MPI_ERR_ACCESS, open_code(io_path("forbidden"), MPI_MODE_RDWR | MPI_MODE_CREATE), "forbidden");
    OK(MPI_Barrier(MPI_COMM_WORLD));
    setfsuid(geteuid());
    if (check_rank == 0)
        CHECK_EQ(chmod(io_folder, 0755), 0);
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

/* Somebody cuts the file off: reads find what is left. */
static void truncated(void)
{
    int out[100] = {0}, in[100];
    MPI_Status status;
    MPI_Datatype filetype;
    MPI_File fh = io_open("truncated", MPI_MODE_CREATE | MPI_MODE_RDWR);
    OK(MPI_Type_create_resized(MPI_INT, 0, 4 * check_size, &filetype));
    OK(MPI_Type_commit(&filetype));
    OK(MPI_File_set_view(fh, 4 * check_rank, MPI_INT, filetype, "native", MPI_INFO_NULL));
    OK(MPI_File_write_at_all(fh, 0, out, 100, MPI_INT, &status));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (check_rank == 0)
        CHECK_EQ(truncate(io_path("truncated"), 4 * (10 * check_size + 1)), 0);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_File_read_at_all(fh, 0, in, 100, MPI_INT, &status));
    CHECK_COUNT(status, MPI_INT, check_rank == 0 ? 11 : 10);
    OK(MPI_Type_free(&filetype));
    io_close(&fh);
}

/* Error handlers of files: the default one returns, others are inherited from MPI_FILE_NULL and called with the file. */
static int called, called_with;
static MPI_File called_for;

static void handler(MPI_File *fh, int *code, ...)
{
    called++;
    called_for = *fh;
    MPI_Error_class(*code, &called_with);
}

static void handlers(void)
{
    MPI_Errhandler errhandler, found;
    OK(MPI_File_create_errhandler(handler, &errhandler));
    MPI_File fh = io_open("handlers", MPI_MODE_CREATE | MPI_MODE_RDWR), second;
    OK(MPI_File_get_errhandler(fh, &found));
    CHECK(found == MPI_ERRORS_RETURN);
    OK(MPI_File_set_errhandler(fh, errhandler));
    ERR(MPI_ERR_ARG, MPI_File_seek(fh, -1, MPI_SEEK_SET));
    CHECK(called == 1 && called_with == MPI_ERR_ARG && called_for == fh);
    OK(MPI_File_call_errhandler(fh, MPI_ERR_IO));
    CHECK(called == 2 && called_with == MPI_ERR_IO);
    OK(MPI_File_set_errhandler(MPI_FILE_NULL, errhandler));
    OK(MPI_File_open(MPI_COMM_SELF, io_path("handlers"), MPI_MODE_RDWR, MPI_INFO_NULL, &second));
    OK(MPI_File_get_errhandler(second, &found));
    CHECK(found == errhandler);
    OK(MPI_Errhandler_free(&found));
    MPI_File none = fh;
    ERR(MPI_ERR_NO_SUCH_FILE, MPI_File_open(MPI_COMM_SELF, io_path("none"), MPI_MODE_RDWR, MPI_INFO_NULL, &none));
    CHECK(called == 3 && called_for == MPI_FILE_NULL);
    if (check_ferry)
        CHECK(none == MPI_FILE_NULL);
    OK(MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN));
    io_close(&second);
    OK(MPI_Errhandler_free(&errhandler));
    io_close(&fh);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    io_begin();
    access_modes();
    wrong_direction();
    sequential();
    arguments();
    if (check_ferry) {
        limited();
        full();
        refusals();
        truncated();
        handlers();
    }
    io_end();
    return check_end();
}
