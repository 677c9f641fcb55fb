// A system that fails beneath files: calls that write or read less than asked, are interrupted, find the disk full or broken, or never return. The program has
// functions of its own in the place of the C library's. What a file holds is compared byte by byte with a model.
// ranks: 1 3
// needs: ferry
// timeout: 120
// case: short
// case: full
// case: broken
// case: classes
// case: locks
// case: crash ranks=3
// env: FERRY_FAULT_TOLERANCE=on
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { SIZE = 1 << 16, ROUNDS = 60, OLD = 0x55 };
static char path[200];
static unsigned char model[SIZE], found[SIZE];

/* What the system does wrong; 0 is nothing. */
static enum { SOUND, SHORT, FULL, BROKEN, CRASH, OPENS, WRITES, SYNCS, CLOSES, LOCKS } fault;
static int number;            /* the error of those from OPENS on */
static unsigned mischief = 1; /* of SHORT */
static long calls;            /* since the fault was set */

static ssize_t system_call(long call, int fd, const struct iovec *pieces, int count, off_t offset, int flags)
{
    return syscall(call, fd, pieces, (long)count, (long)offset, 0L, (long)flags);
}

/* The system's answer to a read or write of so many pieces. */
static ssize_t answer(long call, int fd, const struct iovec *pieces, int count, off_t offset, int flags)
{
    calls++;
    if (fault == SHORT && count > 0) {
        struct iovec first = pieces[0];
        switch (rand_r(&mischief) % 4) {
        case 0:
            errno = EINTR;
            return -1;
        case 1: /* a part of the first piece */
            if (first.iov_len > 1)
                first.iov_len = 1 + rand_r(&mischief) % (first.iov_len - 1);
            return system_call(call, fd, &first, 1, offset, flags);
        case 2: /* some of the pieces */
            return system_call(call, fd, pieces, 1 + rand_r(&mischief) % count, offset, flags);
        }
    }
    if (fault == FULL && call == SYS_pwritev2 && calls > 1) {
        errno = ENOSPC;
        return -1;
    }
    if (fault == WRITES && call == SYS_pwritev2) {
        errno = number;
        return -1;
    }
    if (fault == BROKEN) {
        errno = EIO;
        return -1;
    }
    if (fault == CRASH && call == SYS_pwritev2) {
        struct iovec half = {pieces[0].iov_base, pieces[0].iov_len / 2};
        system_call(call, fd, &half, 1, offset, flags);
        raise(SIGKILL);
    }
    return system_call(call, fd, pieces, count, offset, flags);
}

ssize_t pwritev2(int fd, const struct iovec *pieces, int count, off_t offset, int flags)
{
    return answer(SYS_pwritev2, fd, pieces, count, offset, flags);
}

ssize_t preadv2(int fd, const struct iovec *pieces, int count, off_t offset, int flags)
{
    return answer(SYS_preadv2, fd, pieces, count, offset, flags);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset)
{
    struct iovec piece = {(void *)bytes, length};
    return answer(SYS_pwritev2, fd, &piece, 1, offset, 0);
}

ssize_t pread64(int fd, void *bytes, size_t length, off64_t offset)
{
    struct iovec piece = {bytes, length};
    return answer(SYS_preadv2, fd, &piece, 1, offset, 0);
}

/* Whether the test's file is behind a descriptor. */
static int is_ours(int fd)
{
    char name[40], found[300];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, found, sizeof found - 1);
    return length > 0 && (size_t)length == strlen(path) && !memcmp(found, path, length);
}

static int refuse(void)
{
    errno = number;
    return -1;
}

int open64(const char *name, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (fault == OPENS && !strcmp(name, path))
        return refuse();
    return (int)syscall(SYS_openat, AT_FDCWD, name, flags, mode);
}

int fsync(int fd)
{
    return fault == SYNCS && is_ours(fd) ? refuse() : (int)syscall(SYS_fsync, fd);
}

int close(int fd)
{
    int is_refused = fault == CLOSES && is_ours(fd), result = (int)syscall(SYS_close, fd);
    return is_refused ? refuse() : result;
}

int fcntl(int fd, int command, ...)
{
    va_list rest;
    va_start(rest, command);
    long argument = va_arg(rest, long);
    va_end(rest);
    if (fault == LOCKS && (command == F_OFD_SETLKW || command == F_OFD_SETLK))
        return refuse();
    return (int)syscall(SYS_fcntl, fd, command, argument);
}

static void set_fault(int wanted)
{
    fault = wanted;
    calls = 0;
}

/* A file of OLD bytes. */
static MPI_File open_file(MPI_Comm comm)
{
    MPI_File file;
    if (check_rank == 0) {
        memset(found, OLD, SIZE);
        FILE *new = fopen(path, "w");
        CHECK(new && fwrite(found, 1, SIZE, new) == SIZE && fclose(new) == 0);
    }
    OK(MPI_Barrier(comm));
    OK(MPI_File_open(comm, path, MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    memset(model, OLD, SIZE);
    return file;
}

/* The file holds what the model says, read past MPI. */
static void compare(void)
{
    FILE *file = fopen(path, "r");
    CHECK(file && fread(found, 1, SIZE, file) == SIZE && fclose(file) == 0);
    for (int i = 0; i < SIZE; i++)
        if (found[i] != model[i])
            FAIL("byte %d is %d, not %d", i, found[i], model[i]);
}

/* A view of this rank's blocks: every check_size-th of `length` bytes, from block `first` on. */
static void set_view(MPI_File file, int length, int first)
{
    MPI_Datatype block, view;
    OK(MPI_Type_contiguous(length, MPI_BYTE, &block));
    OK(MPI_Type_create_resized(block, 0, (MPI_Aint)length * check_size, &view));
    OK(MPI_Type_commit(&view));
    OK(MPI_File_set_view(file, (MPI_Offset)length * (check_rank + first), MPI_BYTE, view, "native", MPI_INFO_NULL));
    OK(MPI_Type_free(&view));
    OK(MPI_Type_free(&block));
}

/* Writes and reads of random views and lengths, collective or not, through a system that does each by bits. */
static void short_calls(MPI_File file)
{
    unsigned seed = 5, own = 77 + check_rank;
    static unsigned char mine[SIZE], back[SIZE];
    mischief = own;
    for (int round = 0; round < ROUNDS; round++) {
        int length = 1 + rand_r(&seed) % 300, blocks = 1 + rand_r(&seed) % 20, first = rand_r(&seed) % 10, all = rand_r(&seed) % 2;
        NOTE("round %d: %d blocks of %d from %d", round, blocks, length, first);
        set_fault(SOUND);
        set_view(file, length, first);
        int bytes = length * blocks;
        for (int i = 0; i < bytes; i++)
            mine[i] = (unsigned char)(i * 7 + round + check_rank * 31);
        for (int rank = 0; rank < check_size; rank++)
            for (int i = 0; i < bytes; i++)
                model[length * (rank + first + i / length * check_size) + i % length] = (unsigned char)(i * 7 + round + rank * 31);
        set_fault(SHORT);
        OK((all ? MPI_File_write_at_all : MPI_File_write_at)(file, 0, mine, bytes, MPI_BYTE, MPI_STATUS_IGNORE));
        memset(back, 0, bytes);
        OK((all ? MPI_File_read_at_all : MPI_File_read_at)(file, 0, back, bytes, MPI_BYTE, MPI_STATUS_IGNORE));
        CHECK(memcmp(mine, back, bytes) == 0);
        set_fault(SOUND);
        OK(MPI_Barrier(MPI_COMM_WORLD));
        compare();
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
}

/* A disk that is full at one rank: each rank of a collective call learns of it, and bytes that nobody has written stay. */
static void full_disk(MPI_File file)
{
    static unsigned char mine[SIZE];
    memset(mine, 9, SIZE);
    set_view(file, 64, 0);
    set_fault(check_rank == check_size - 1 ? FULL : SOUND);
    calls = 1;
    int code = MPI_File_write_at(file, 0, mine, 640, MPI_BYTE, MPI_STATUS_IGNORE), class = 0;
    MPI_Error_class(code, &class);
    CHECK_EQ(class, check_rank == check_size - 1 ? MPI_ERR_NO_SPACE : MPI_SUCCESS);
    set_fault(FULL);
    calls = 1;
    ERR(MPI_ERR_NO_SPACE, MPI_File_write_at_all(file, 0, mine, 640, MPI_BYTE, MPI_STATUS_IGNORE), "io_failures");
    /* Once there is room again, all is as ever. */
    set_fault(SOUND);
    OK(MPI_File_write_at_all(file, 0, mine, 640, MPI_BYTE, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    memset(model, 9, 640 * check_size);
    compare();
}

static void broken_disk(MPI_File file)
{
    static unsigned char mine[640];
    set_fault(BROKEN);
    ERR(MPI_ERR_IO, MPI_File_read_at(file, 0, mine, 640, MPI_BYTE, MPI_STATUS_IGNORE), "io_failures");
    ERR(MPI_ERR_IO, MPI_File_read_at_all(file, 0, mine, 640, MPI_BYTE, MPI_STATUS_IGNORE), "io_failures");
    ERR(MPI_ERR_IO, MPI_File_write_at_all(file, 0, mine, 640, MPI_BYTE, MPI_STATUS_IGNORE), "io_failures");
    set_fault(SOUND);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    compare();
}

/* Errors of the system and the class of each. */
struct error {
    int number, class;
};
static const struct error of_opens[] = {
    {ENOENT, MPI_ERR_NO_SUCH_FILE}, {EEXIST, MPI_ERR_FILE_EXISTS}, {EACCES, MPI_ERR_ACCESS},   {EPERM, MPI_ERR_ACCESS},
    {EROFS, MPI_ERR_READ_ONLY},     {ENOSPC, MPI_ERR_NO_SPACE},    {EDQUOT, MPI_ERR_QUOTA},    {EBUSY, MPI_ERR_FILE_IN_USE},
    {ETXTBSY, MPI_ERR_FILE_IN_USE}, {ENOTDIR, MPI_ERR_BAD_FILE},   {ELOOP, MPI_ERR_BAD_FILE},  {ENAMETOOLONG, MPI_ERR_BAD_FILE},
    {ENXIO, MPI_ERR_BAD_FILE},      {EIO, MPI_ERR_IO},             {EMFILE, MPI_ERR_IO},       {0, 0},
};
static const struct error of_writes[] = {
    {ENOSPC, MPI_ERR_NO_SPACE},  {EDQUOT, MPI_ERR_QUOTA}, {EFBIG, MPI_ERR_QUOTA},
    {EROFS, MPI_ERR_READ_ONLY},  {EIO, MPI_ERR_IO},       {EPERM, MPI_ERR_ACCESS},
    {ESTALE, MPI_ERR_IO},        {0, 0},
};
static const struct error of_ends[] = {{EIO, MPI_ERR_IO}, {ENOSPC, MPI_ERR_NO_SPACE}, {EDQUOT, MPI_ERR_QUOTA}, {0, 0}};

/* What a call gave while one rank's system fails: all hear of it, and the others of the rank. */
static void check_told(int code, const struct error *due, int culprit)
{
    char who[40];
    snprintf(who, sizeof who, "rank %d", culprit);
    set_fault(SOUND);
    ERR(due->class, code, path, check_rank == culprit ? path : who);
}

/* The system of one rank after the other fails in each way, at the open, a collective write, the synchronization and the close. */
static void classes(MPI_File file)
{
    static unsigned char mine[4096];
    memset(mine, OLD, sizeof mine);
    for (int culprit = 0; culprit < check_size; culprit++) {
        MPI_File other;
        int wanted = check_rank == culprit, code;
        for (const struct error *due = of_opens; due->number; due++) {
            NOTE("open, rank %d, error %d", culprit, due->number);
            number = due->number;
            set_fault(wanted ? OPENS : SOUND);
            code = MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &other);
            check_told(code, due, culprit);
            CHECK(other == MPI_FILE_NULL);
        }
        for (const struct error *due = of_writes; due->number; due++) {
            NOTE("write, rank %d, error %d", culprit, due->number);
            number = due->number;
            set_fault(wanted ? WRITES : SOUND);
            code = MPI_File_write_at_all(file, (MPI_Offset)check_rank * sizeof mine, mine, sizeof mine, MPI_BYTE, MPI_STATUS_IGNORE);
            check_told(code, due, culprit);
            set_fault(wanted ? WRITES : SOUND);
            code = MPI_File_write_ordered(file, mine, 100, MPI_BYTE, MPI_STATUS_IGNORE);
            check_told(code, due, culprit);
        }
        for (const struct error *due = of_ends; due->number; due++) {
            NOTE("end, rank %d, error %d", culprit, due->number);
            number = due->number;
            set_fault(wanted ? SYNCS : SOUND);
            code = MPI_File_sync(file);
            check_told(code, due, culprit);
            OK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR, MPI_INFO_NULL, &other));
            set_fault(wanted ? CLOSES : SOUND);
            code = MPI_File_close(&other);
            check_told(code, due, culprit);
        }
    }
    NOTE("afterwards");
    OK(MPI_File_sync(file));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    compare();
}

static void check_sieving(MPI_File file, const char *due)
{
    MPI_Info info;
    char value[20];
    int flag;
    OK(MPI_File_get_info(file, &info));
    OK(MPI_Info_get(info, "romio_ds_write", 19, value, &flag));
    CHECK(flag);
    CHECK_STR(value, due);
    OK(MPI_Info_free(&info));
}

/* A file system without locks, at one rank: nobody writes back what lies between, though the program asks for it, and atomic mode is refused. */
static void locks(MPI_File file)
{
    static unsigned char mine[4000];
    memset(mine, 9, sizeof mine);
    memset(model, 9, 4000 * check_size);
    MPI_Info info;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "romio_ds_write", "enable"));
    number = ENOLCK;
    set_fault(check_rank == check_size - 1 ? LOCKS : SOUND);
    ERR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_set_atomicity(file, 1), path);
    OK(MPI_File_set_info(file, info));
    check_sieving(file, "disable");
    MPI_File other;
    OK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR, info, &other));
    check_sieving(other, "disable");
    OK(MPI_File_set_view(other, 0, MPI_BYTE, MPI_BYTE, "native", info));
    check_sieving(other, "disable");
    set_view(other, 10, 0);
    OK(MPI_File_write_at(other, 0, mine, sizeof mine, MPI_BYTE, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    compare();
    set_fault(SOUND);
    OK(MPI_File_set_info(other, check_rank ? MPI_INFO_NULL : info));
    check_sieving(other, check_size > 1 ? "disable" : "enable");
    OK(MPI_File_set_info(other, info));
    check_sieving(other, "enable");
    memset(mine, 11, sizeof mine);
    memset(model, 11, 4000 * check_size);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_File_write_at(other, 0, mine, sizeof mine, MPI_BYTE, MPI_STATUS_IGNORE));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    compare();
    OK(MPI_File_close(&other));
    OK(MPI_Info_free(&info));
}

/* A rank that ends in the midst of a write leaves what it was not to write alone; the others, which survive it, look. */
static void crash(MPI_File file)
{
    static unsigned char mine[4096];
    memset(mine, 3, sizeof mine);
    MPI_Comm left;
    OK(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    set_fault(check_rank == 1 ? CRASH : SOUND);
    OK(MPI_File_write_at(file, 8192 * (check_rank + 1), mine, 4096, MPI_BYTE, MPI_STATUS_IGNORE));
    set_fault(SOUND);
    int failed = 0;
    while (!failed) {
        MPI_Group group;
        OK(MPIX_Comm_get_failed(MPI_COMM_WORLD, &group));
        OK(MPI_Group_size(group, &failed));
    }
    OK(MPIX_Comm_shrink(MPI_COMM_WORLD, &left));
    OK(MPI_Barrier(left));
    memset(model + 8192, 3, 4096);
    memset(model + 16384, 3, 2048);
    memset(model + 24576, 3, 4096);
    compare();
    OK(MPI_Barrier(left));
    if (check_rank == 0) {
        remove(path);
        puts("ok");
    }
    MPI_Finalize();
    exit(0);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    snprintf(path, sizeof path, "/tmp/io_failures-%d", (int)getppid());
    OK(MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD));
    MPI_File file = open_file(MPI_COMM_WORLD);
    if (!strcmp(argv[1], "short"))
        short_calls(file);
    else if (!strcmp(argv[1], "full"))
        full_disk(file);
    else if (!strcmp(argv[1], "broken"))
        broken_disk(file);
    else if (!strcmp(argv[1], "classes"))
        classes(file);
    else if (!strcmp(argv[1], "locks"))
        locks(file);
    else if (!strcmp(argv[1], "crash"))
        crash(file);
    set_fault(SOUND);
    OK(MPI_File_close(&file));
    if (check_rank == 0)
        remove(path);
    return check_end();
}
