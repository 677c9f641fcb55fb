/* Files: all ranks write and read one file of SIZE bytes together, in several layouts; beside it plain system calls of one process. What is read is
 * compared with what was written. The file stays in the system's cache, as far as there is memory. See README.md. */
#include "bench.h"

#include <fcntl.h>
#include <unistd.h>

/* Blocks of a layout in turn; the two inner dimensions of the array, in elements. */
enum { BLOCK = 4096, INNER = 256 };

enum layout { CONTIGUOUS, CYCLIC, SUBARRAY };

static const struct benchmark {
    const char *name;
    enum layout layout;
    int is_read, is_collective, is_plain;
} benchmarks[] = {
    {"io_write_contiguous", CONTIGUOUS, 0, 1, 0},
    {"io_read_contiguous", CONTIGUOUS, 1, 1, 0},
    {"io_write_cyclic", CYCLIC, 0, 1, 0},
    {"io_read_cyclic", CYCLIC, 1, 1, 0},
    {"io_write_subarray", SUBARRAY, 0, 1, 0},
    {"io_read_subarray", SUBARRAY, 1, 1, 0},
    {"io_read_independent", CYCLIC, 1, 0, 0},
    {"io_write_plain", CONTIGUOUS, 0, 0, 1},
    {"io_read_plain", CONTIGUOUS, 1, 0, 1},
};

static const struct benchmark *chosen;
static char path[1000];
static char *memory, *expected;
static long part;
static int plain;
static MPI_File file;

static void check(int code, const char *call)
{
    if (code == MPI_SUCCESS)
        return;
    char text[MPI_MAX_ERROR_STRING];
    int length;
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "%s: %s\n", call, text);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

/* The part of this rank. */
static void set_view(long bytes)
{
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Offset start = 0;
    if (chosen->layout == CYCLIC) {
        MPI_Type_vector((int)(part / BLOCK), BLOCK, BLOCK * ranks, MPI_BYTE, &type);
        start = (MPI_Offset)rank * BLOCK;
    } else if (chosen->layout == SUBARRAY) {
        int grid[2] = {0, 0};
        MPI_Dims_create(ranks, 2, grid);
        int sizes[3] = {(int)(bytes / (INNER * INNER) / 8), INNER, INNER};
        int subsizes[3] = {sizes[0], INNER / grid[1], INNER / grid[0]};
        int starts[3] = {0, rank / grid[0] * subsizes[1], rank % grid[0] * subsizes[2]};
        MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
    }
    if (type == MPI_DATATYPE_NULL) {
        check(MPI_File_set_view(file, (MPI_Offset)rank * part, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL), "MPI_File_set_view");
        return;
    }
    MPI_Type_commit(&type);
    MPI_Datatype unit = chosen->layout == CYCLIC ? MPI_BYTE : MPI_DOUBLE;
    check(MPI_File_set_view(file, start, unit, type, "native", MPI_INFO_NULL), "MPI_File_set_view");
    MPI_Type_free(&type);
}

static void access_plainly(void)
{
    for (long done = 0; rank == 0 && done < part * ranks;) {
        long step = part < part * ranks - done ? part : part * ranks - done;
        ssize_t moved = chosen->is_read ? pread(plain, memory, step, done) : pwrite(plain, memory, step, done);
        if (moved <= 0) {
            perror(path);
            MPI_Abort(MPI_COMM_WORLD, 3);
        }
        done += moved;
    }
}

/* What io_read_plain reads. */
static void write_plainly(long bytes)
{
    for (long done = 0; rank == 0 && done < bytes; done += part)
        if (pwrite(plain, memory, part, done) != part) {
            perror(path);
            MPI_Abort(MPI_COMM_WORLD, 3);
        }
}

static void loop(void *context, long n)
{
    (void)context;
    for (long i = 0; i < n; i++) {
        if (chosen->is_plain)
            access_plainly();
        else if (!chosen->is_read)
            check(MPI_File_write_at_all(file, 0, memory, (int)part, MPI_BYTE, MPI_STATUS_IGNORE), "MPI_File_write_at_all");
        else if (chosen->is_collective)
            check(MPI_File_read_at_all(file, 0, memory, (int)part, MPI_BYTE, MPI_STATUS_IGNORE), "MPI_File_read_at_all");
        else
            check(MPI_File_read_at(file, 0, memory, (int)part, MPI_BYTE, MPI_STATUS_IGNORE), "MPI_File_read_at");
    }
}

static void run(const char *name, long bytes)
{
    part = bytes / ranks;
    memory = buffer(part);
    expected = buffer(part);
    if (!everywhere(memory && expected && bytes % ((long)ranks * INNER * INNER * 8) == 0)) {
        skip(name, bytes, "not enough memory, or no multiple of 512 KiB for each rank");
    } else {
        for (long at = 0; at < part; at++)
            expected[at] = memory[at] = (char)(at * 7 + at / 4096 + rank);
        if (chosen->is_plain)
            plain = open(path, O_RDWR | O_CREAT, 0600);
        else
            check(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file), "MPI_File_open");
        if (!chosen->is_plain)
            set_view(bytes);
        if (chosen->is_read && !chosen->is_plain) {
            check(MPI_File_write_at_all(file, 0, memory, (int)part, MPI_BYTE, MPI_STATUS_IGNORE), "MPI_File_write_at_all");
            MPI_File_sync(file);
            memset(memory, 0, part);
        }
        if (chosen->is_read && chosen->is_plain)
            write_plainly(bytes);
        double seconds = seconds_per_operation(loop, NULL);
        if (chosen->is_read && !chosen->is_plain && !everywhere(!memcmp(memory, expected, part))) {
            fprintf(stderr, "%s: what was read is not what was written\n", name);
            MPI_Abort(MPI_COMM_WORLD, 4);
        }
        point(name, bytes, (double)bytes / seconds * 1e-6);
        if (chosen->is_plain)
            close(plain);
        else
            MPI_File_close(&file);
    }
    free(memory);
    free(expected);
}

int main(int argc, char **argv)
{
    bench_init(&argc, &argv);
    if (argc < 4)
        usage(argv[0]);
    budget_s = atof(argv[1]) * 1e-3;
    if (rank == 0) {
        const char *folder = getenv("TMPDIR");
        snprintf(path, sizeof path, "%s/ferry-bench-io.XXXXXX", folder ? folder : "/tmp");
        int made = mkstemp(path);
        if (made < 0) {
            perror(path);
            MPI_Abort(MPI_COMM_WORLD, 3);
        }
        close(made);
    }
    MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (int at = 3; at < argc; at++) {
        chosen = NULL;
        for (size_t known = 0; known < sizeof benchmarks / sizeof *benchmarks; known++)
            if (!strcmp(argv[at], benchmarks[known].name))
                chosen = &benchmarks[known];
        if (!chosen)
            usage(argv[0]);
        begin(chosen->name);
        each_size(argv[2], chosen->name, run);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0)
        unlink(path);
    MPI_Finalize();
    return 0;
}
