// Hints about striping reach Lustre's own library where the file system is Lustre, once for a new file, and the file's real striping is told. Without
// Lustre, or with what Lustre does not take, files are made as any other. Both are played: the program answers for the file system, and a library of the
// test's notes what it is asked for.
// ranks: 1 3
// needs: ferry
// library: liblustreapi.so.1
// case: asked
// case: told
// case: refused
// case: elsewhere
#ifdef LIBRARY

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the test wants to read what was asked; one line a call. */
static void note(const char *line)
{
    int fd = open(getenv("LUSTRE_NOTES"), O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (fd < 0 || write(fd, line, strlen(line)) != (ssize_t)strlen(line))
        abort();
    close(fd);
}

int llapi_file_open(const char *name, int flags, int mode, unsigned long long size, int first, int count, int pattern)
{
    char line[200];
    snprintf(line, sizeof line, "open %d %o %llu %d %d %d\n", (flags & O_ACCMODE) == O_RDWR, mode, size, first, count, pattern);
    note(line);
    if (getenv("LUSTRE_REFUSES"))
        return -EINVAL;
    int fd = open(name, flags, mode);
    if (fd >= 0 && getenv("LUSTRE_IS_FULL")) {
        close(fd);
        return -ENOSPC;
    }
    return fd < 0 ? -errno : fd;
}

static int layouts;

void *llapi_layout_get_by_fd(int fd, uint32_t flags)
{
    return fd >= 0 && flags == 0 ? &layouts : NULL;
}

int llapi_layout_stripe_count_get(const void *layout, uint64_t *count)
{
    *count = 2;
    return layout == &layouts ? 0 : -1;
}

int llapi_layout_stripe_size_get(const void *layout, uint64_t *size)
{
    *size = 1 << 17;
    return layout == &layouts ? 0 : -1;
}

void llapi_layout_free(void *layout)
{
    note(layout == &layouts ? "free\n" : "what is this\n");
}

#else

#include "io.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

enum { LUSTRE = 0x0bd00bd0 };
static int is_lustre;

/* Stands in the place of the C library's. */
int statfs(const char *path, struct statfs *found)
{
    int result = syscall(SYS_statfs, path, found);
    if (result == 0 && is_lustre)
        found->f_type = LUSTRE;
    return result;
}

static char notes[400];

/* All that was noted since the file of notes was removed. */
static void check_notes(const char *due)
{
    char found[1000] = "";
    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (check_rank == 0) {
        FILE *file = fopen(notes, "r");
        if (file) {
            found[fread(found, 1, sizeof found - 1, file)] = '\0';
            fclose(file);
            remove(notes);
        }
        if (strcmp(found, due))
            FAIL("noted: %s, due: %s", found, due);
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

static MPI_File open_with(const char *factor, const char *unit, int amode)
{
    MPI_Info info;
    MPI_File file;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "striping_factor", factor));
    OK(MPI_Info_set(info, "striping_unit", unit));
    OK(MPI_Info_set(info, "file_perm", "640"));
    OK(MPI_File_open(MPI_COMM_WORLD, io_path("striped"), amode, info, &file));
    OK(MPI_Info_free(&info));
    return file;
}

static void check_hint(MPI_File file, const char *key, const char *due)
{
    MPI_Info info;
    char value[100];
    int flag;
    OK(MPI_File_get_info(file, &info));
    OK(MPI_Info_get(info, key, 99, value, &flag));
    CHECK(flag);
    if (strcmp(value, due))
        FAIL("%s is %s, not %s", key, value, due);
    OK(MPI_Info_free(&info));
}

/* Blocks of all ranks in turn, of a length that is no part of a piece, go through the file and back. */
static void use(MPI_File file)
{
    enum { LENGTH = 1000, BLOCKS = 300 };
    static unsigned char out[LENGTH * BLOCKS], in[LENGTH * BLOCKS];
    MPI_Datatype block, view;
    OK(MPI_Type_contiguous(LENGTH, MPI_BYTE, &block));
    OK(MPI_Type_create_resized(block, 0, LENGTH * check_size, &view));
    OK(MPI_Type_commit(&view));
    OK(MPI_File_set_view(file, LENGTH * check_rank, MPI_BYTE, view, "native", MPI_INFO_NULL));
    for (int i = 0; i < LENGTH * BLOCKS; i++)
        out[i] = (unsigned char)(i * 7 + check_rank);
    OK(MPI_File_write_at_all(file, 0, out, LENGTH * BLOCKS, MPI_BYTE, MPI_STATUS_IGNORE));
    OK(MPI_File_read_at_all(file, 0, in, LENGTH * BLOCKS, MPI_BYTE, MPI_STATUS_IGNORE));
    CHECK(!memcmp(in, out, sizeof in));
    OK(MPI_Type_free(&view));
    OK(MPI_Type_free(&block));
}

enum { NEW = MPI_MODE_CREATE | MPI_MODE_RDWR, LAST = MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE };

/* The first rank alone asks, with the numbers of the hints; who opens the file again, or may only read it, asks for nothing. */
static void asked(void)
{
    MPI_File file = open_with("4", "1048576", NEW | MPI_MODE_EXCL);
    check_notes("open 1 640 1048576 -1 4 0\nfree\n");
    use(file);
    if (check_rank == 0) {
        struct stat found;
        CHECK_EQ(stat(io_path("striped"), &found), 0);
        mode_t mask = umask(0);
        umask(mask);
        CHECK_EQ(found.st_mode & 0777, 0640 & ~mask);
    }
    io_close(&file);
    file = open_with("8", "65536", NEW);
    check_notes("free\n");
    io_close(&file);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    ERR(MPI_ERR_FILE_EXISTS, MPI_File_open(MPI_COMM_WORLD, io_path("striped"), NEW | MPI_MODE_EXCL, MPI_INFO_NULL, &file));
    file = open_with("8", "65536", LAST);
    check_notes("free\n");
    io_close(&file);
    file = open_with("-1", "0", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE);
    check_notes("open 0 640 0 -1 -1 0\nfree\n");
    io_close(&file);
}

/* The hints in force are those of the file as it is, at all ranks. */
static void told(void)
{
    MPI_File file = open_with("4", "1048576", NEW | MPI_MODE_DELETE_ON_CLOSE);
    check_hint(file, "striping_factor", "2");
    check_hint(file, "striping_unit", "131072");
    MPI_Info later;
    OK(MPI_Info_create(&later));
    OK(MPI_Info_set(later, "striping_unit", check_rank ? "65536" : "1048576"));
    OK(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", later));
    check_hint(file, "striping_unit", "131072");
    OK(MPI_File_set_info(file, later));
    check_hint(file, "striping_unit", "131072");
    OK(MPI_Info_free(&later));
    use(file);
    io_close(&file);
    check_notes("open 1 640 1048576 -1 4 0\nfree\n");
}

/* A library that refuses, and numbers that Lustre does not have: the file is made all the same. */
static void refused(void)
{
    setenv("LUSTRE_IS_FULL", "1", 1);
    MPI_File file = open_with("4", "1048576", NEW | MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE);
    use(file);
    io_close(&file);
    check_notes("open 1 640 1048576 -1 4 0\nfree\n");
    unsetenv("LUSTRE_IS_FULL");
    setenv("LUSTRE_REFUSES", "1", 1);
    file = open_with("4", "1048576", NEW | MPI_MODE_DELETE_ON_CLOSE);
    use(file);
    io_close(&file);
    check_notes("open 1 640 1048576 -1 4 0\nfree\n");
    file = open_with("4", "1000", NEW | MPI_MODE_DELETE_ON_CLOSE);
    use(file);
    io_close(&file);
    check_notes("free\n");
}

/* Another file system: nobody is asked, and the hints are kept. */
static void elsewhere(void)
{
    is_lustre = 0;
    MPI_File file = open_with("4", "1048576", NEW | MPI_MODE_DELETE_ON_CLOSE);
    check_hint(file, "striping_factor", "4");
    check_hint(file, "striping_unit", "1048576");
    use(file);
    io_close(&file);
    check_notes("");
}

int main(int argc, char **argv)
{
    is_lustre = 1;
    check_begin(&argc, &argv);
    io_begin();
    snprintf(notes, sizeof notes, "%s-notes", io_folder);
    setenv("LUSTRE_NOTES", notes, 1);
    if (!strcmp(argv[1], "asked"))
        asked();
    else if (!strcmp(argv[1], "told"))
        told();
    else if (!strcmp(argv[1], "refused"))
        refused();
    else if (!strcmp(argv[1], "elsewhere"))
        elsewhere();
    io_end();
    return check_end();
}

#endif
