/* Checks shared by the C tests: a failed one prints where, on which rank and with what values, then ends the job.
 *
 * A test is `int main(int argc, char **argv) { check_begin(&argc, &argv); ...; return check_end(); }`. check_begin makes
 * MPI_COMM_WORLD and MPI_COMM_SELF return errors, so that OK() can name the line of the call that failed.
 */
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#ifdef OPEN_MPI /* what is beyond the standard is in a header of its own */
#include <mpi-ext.h>
#endif
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAYBE_UNUSED __attribute__((unused))

static int check_rank = -1; /* rank in MPI_COMM_WORLD, -1 before initialization */
static int check_size = 0;  /* size of MPI_COMM_WORLD */
static int check_ferry = 0; /* 1 if the library is Ferry: texts of errors are checked only there */
static char check_note[600]; /* what the test is at, printed with a failure: a seed, a type, a size */

/* Prints one line to stderr and ends the job with status 99. */
MAYBE_UNUSED __attribute__((noreturn, format(printf, 3, 4))) static void check_fail(const char *file, int line,
                                                                                    const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "FAIL %s:%d rank %d of %d: %s%s%s\n", file, line, check_rank, check_size, text,
            *check_note ? " at " : "", check_note);
    fflush(stderr);
    int running = 0, over = 0;
    MPI_Initialized(&running);
    MPI_Finalized(&over);
    if (running && !over)
        MPI_Abort(MPI_COMM_WORLD, 99);
    _Exit(99);
}

/* Says what the test is at. */
#define NOTE(...) snprintf(check_note, sizeof check_note, __VA_ARGS__)

#define FAIL(...) check_fail(__FILE__, __LINE__, __VA_ARGS__)

/* The condition holds. */
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            FAIL("%s is false", #condition);                                                                           \
    } while (0)

/* The two integers are equal; both are evaluated once. */
#define CHECK_EQ(actual, expected)                                                                                     \
    do {                                                                                                               \
        long long check_a = (long long)(actual), check_e = (long long)(expected);                                      \
        if (check_a != check_e)                                                                                        \
            FAIL("%s is %lld, not %lld (%s)", #actual, check_a, check_e, #expected);                                   \
    } while (0)

#define CHECK_STR(actual, expected)                                                                                    \
    do {                                                                                                               \
        const char *check_a = (actual), *check_e = (expected);                                                         \
        if (strcmp(check_a, check_e) != 0)                                                                             \
            FAIL("%s is \"%s\", not \"%s\"", #actual, check_a, check_e);                                               \
    } while (0)

/* The call succeeds. */
#define OK(call)                                                                                                       \
    do {                                                                                                               \
        int check_code = (call);                                                                                       \
        if (check_code != MPI_SUCCESS)                                                                                 \
            check_failed_call(__FILE__, __LINE__, #call, check_code);                                                  \
    } while (0)

MAYBE_UNUSED static void check_failed_call(const char *file, int line, const char *call, int code)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    check_fail(file, line, "%s: %s", call, text);
}

static char check_missing[200]; /* functions the library does not have yet */

/* 1 if the call succeeds, 0 if the library does not have the function yet, which rank 0 then tells. */
#define HAVE(call) check_have(__FILE__, __LINE__, #call, (call))

MAYBE_UNUSED static int check_have(const char *file, int line, const char *call, int code)
{
    int class = MPI_SUCCESS;
    MPI_Error_class(code, &class);
    if (class == MPI_ERR_UNSUPPORTED_OPERATION) {
        size_t length = strlen(check_missing);
        snprintf(check_missing + length, sizeof check_missing - length, " %.*s", (int)strcspn(call, "("), call);
        return 0;
    }
    if (class != MPI_SUCCESS)
        check_failed_call(file, line, call, code);
    return 1;
}

/* Words every error message of Ferry for this call has to contain, ended by NULL. */
MAYBE_UNUSED static void check_error(const char *file, int line, const char *call, int code, int class, ...)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0, actual = -1;
    if (code == MPI_SUCCESS)
        check_fail(file, line, "%s succeeded where an error of class %d is due", call, class);
    MPI_Error_class(code, &actual);
    MPI_Error_string(code, text, &length);
    if (actual != class)
        check_fail(file, line, "%s gave class %d (%s), not %d", call, actual, text, class);
    va_list words;
    va_start(words, class);
    for (const char *word; check_ferry && (word = va_arg(words, const char *));)
        if (!strstr(text, word))
            check_fail(file, line, "%s: the message \"%s\" lacks \"%s\"", call, text, word);
    va_end(words);
}

/* The call fails with this error class, and Ferry's message contains each of the words: ERR(class, call, words...). */
#define ERR(class, call, ...) check_error(__FILE__, __LINE__, #call, (call), class, ##__VA_ARGS__, (char *)NULL)

/* The status tells this source, tag and number of items of the type. */
#define CHECK_STATUS(status, source, tag, type, count) check_status(__FILE__, __LINE__, &(status), source, tag, type, count)

MAYBE_UNUSED static void check_status(const char *file, int line, const MPI_Status *status, int source, int tag,
                                      MPI_Datatype type, int count)
{
    int actual = -12345;
    MPI_Get_count(status, type, &actual);
    if (status->MPI_SOURCE != source || status->MPI_TAG != tag || actual != count)
        check_fail(file, line, "status has source %d, tag %d, count %d; expected %d, %d, %d", status->MPI_SOURCE,
                   status->MPI_TAG, actual, source, tag, count);
}

/* The status is the empty one that the standard prescribes for null requests. */
MAYBE_UNUSED static void check_empty(const char *file, int line, const MPI_Status *status)
{
    int cancelled = 1;
    check_status(file, line, status, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_BYTE, 0);
    MPI_Test_cancelled(status, &cancelled);
    if (cancelled)
        check_fail(file, line, "an empty status says cancelled");
}

#define CHECK_EMPTY(status) check_empty(__FILE__, __LINE__, &(status))

/* The communicator works, and has this size; this process has this rank in it. */
#define CHECK_COMM(comm, size, rank) check_comm(__FILE__, __LINE__, comm, size, rank)

MAYBE_UNUSED static void check_comm(const char *file, int line, MPI_Comm comm, int size, int rank)
{
    int actual_size = -1, actual_rank = -1, sum = -1;
    MPI_Comm_size(comm, &actual_size);
    MPI_Comm_rank(comm, &actual_rank);
    if (actual_size != size || actual_rank != rank)
        check_fail(file, line, "rank %d of %d in the communicator, not %d of %d", actual_rank, actual_size, rank, size);
    if (MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm) != MPI_SUCCESS || sum != size * (size - 1) / 2)
        check_fail(file, line, "the ranks of the communicator add up to %d", sum);
}

/* Contents that depend on position and on a key, so that a message swapped, shifted or cut is noticed. */
static inline unsigned char check_byte(uint64_t position, uint64_t key)
{
    uint64_t x = (position + 1) * 0x9E3779B97F4A7C15u ^ (key + 1) * 0xC2B2AE3D27D4EB4Fu;
    return (unsigned char)(x >> 56 ^ x >> 31);
}

MAYBE_UNUSED static void fill_bytes(void *buffer, size_t size, uint64_t key)
{
    unsigned char *bytes = buffer;
    for (size_t i = 0; i < size; i++)
        bytes[i] = check_byte(i, key);
}

#define CHECK_BYTES(buffer, size, key) check_bytes(__FILE__, __LINE__, buffer, size, key)

MAYBE_UNUSED static void check_bytes(const char *file, int line, const void *buffer, size_t size, uint64_t key)
{
    const unsigned char *bytes = buffer;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != check_byte(i, key))
            check_fail(file, line, "byte %zu of %zu is %02x, not %02x (key %llu)", i, size, bytes[i],
                       check_byte(i, key), (unsigned long long)key);
}

/* Every byte equals value: memory a receive must not touch. */
#define CHECK_UNTOUCHED(buffer, size, value) check_untouched(__FILE__, __LINE__, buffer, size, value)

MAYBE_UNUSED static void check_untouched(const char *file, int line, const void *buffer, size_t size, int value)
{
    const unsigned char *bytes = buffer;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != (unsigned char)value)
            check_fail(file, line, "byte %zu of %zu outside the message became %02x", i, size, bytes[i]);
}

/* Memory that is surely there. */
MAYBE_UNUSED static void *check_alloc(size_t size)
{
    void *memory = malloc(size ? size : 1);
    if (!memory)
        FAIL("no memory for %zu bytes", size);
    return memory;
}

/* A small generator (xorshift64*): the same seed gives the same numbers everywhere. */
static inline uint64_t random_next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545F4914F6CDD1Du;
}

/* A number from 0 to below limit. */
static inline int random_below(uint64_t *state, int limit)
{
    return (int)((random_next(state) >> 33) % (uint64_t)limit);
}

MAYBE_UNUSED static void check_meet(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &check_rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &check_size));
    OK(MPI_Get_library_version(version, &length));
    check_ferry = strstr(version, "Ferry") != NULL;
}

MAYBE_UNUSED static void check_begin(int *argc, char ***argv)
{
    OK(MPI_Init(argc, argv));
    check_meet();
}

/* Initializes for several threads; they must be granted. */
MAYBE_UNUSED static void check_begin_threads(int *argc, char ***argv)
{
    int provided = -1;
    OK(MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &provided));
    check_meet();
    CHECK_EQ(provided, MPI_THREAD_MULTIPLE);
}

/* Rank 0 goes on while the others wait until it calls check_release: whatever needs all ranks cannot be complete until then. */
MAYBE_UNUSED static void check_hold(void)
{
    if (check_rank)
        OK(MPI_Recv(NULL, 0, MPI_INT, 0, 31000, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

MAYBE_UNUSED static void check_release(void)
{
    for (int rank = 1; check_rank == 0 && rank < check_size; rank++)
        OK(MPI_Send(NULL, 0, MPI_INT, rank, 31000, MPI_COMM_WORLD));
}

/* All ranks got here: rank 0 says "ok", and what was missing. Returns the status for main. */
MAYBE_UNUSED static int check_end(void)
{
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Finalize());
    if (check_rank == 0)
        printf(*check_missing ? "ok, without%s\n" : "ok\n", check_missing);
    return 0;
}

#endif
