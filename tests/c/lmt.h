/* What the tests of large messages share: layouts of data with and without gaps, contents that depend on every position, and checks of both.
 *
 * Every such test runs once for each way that large messages can travel (`// variants: large-messages`, run.py); it asks for nothing that
 * depends on the way.
 */
#ifndef LMT_H
#define LMT_H

#include "check.h"

#define KIB ((size_t)1 << 10)
#define MIB ((size_t)1 << 20)

enum { LMT_GAP = 0xA5 }; /* what a receive buffer holds before a message comes */

/* How the bytes of a message lie in memory: blocks (where, how long) in each period. A message has whole periods. */
typedef struct {
    const char *name;
    int blocks;
    int at[4], len[4];
    int period;
} lmt_layout;

static const lmt_layout lmt_dense = {"dense", 1, {0}, {1}, 1};

/* The others: from blocks as long as a page to short ones, at odd places. */
static const lmt_layout lmt_gapped[] = {
    {"rows", 1, {0}, {8192}, 12288},
    {"odd rows", 1, {3}, {5001}, 5007},
    {"short", 1, {0}, {48}, 64},
    {"mixed", 4, {1, 20, 6000, 16001}, {7, 4096, 9999, 100}, 16384},
};
enum { LMT_GAPPED = sizeof lmt_gapped / sizeof *lmt_gapped };

static inline int lmt_is_dense(const lmt_layout *layout) { return layout->period == 1; }

/* Bytes of data in a period. */
static inline size_t lmt_data(const lmt_layout *layout)
{
    size_t bytes = 0;
    for (int b = 0; b < layout->blocks; b++)
        bytes += (size_t)layout->len[b];
    return bytes;
}

/* Periods of a message of about `bytes` bytes, at least one. */
static inline size_t lmt_periods(const lmt_layout *layout, size_t bytes)
{
    size_t periods = bytes / lmt_data(layout);
    return periods ? periods : 1;
}

/* Its type, committed: one period. */
MAYBE_UNUSED static MPI_Datatype lmt_type(const lmt_layout *layout)
{
    if (lmt_is_dense(layout))
        return MPI_BYTE;
    MPI_Datatype blocks, type;
    MPI_Aint at[4];
    for (int b = 0; b < layout->blocks; b++)
        at[b] = layout->at[b];
    OK(MPI_Type_create_hindexed(layout->blocks, layout->len, at, MPI_BYTE, &blocks));
    OK(MPI_Type_create_resized(blocks, 0, layout->period, &type));
    OK(MPI_Type_free(&blocks));
    OK(MPI_Type_commit(&type));
    return type;
}

MAYBE_UNUSED static void lmt_free_type(MPI_Datatype type)
{
    if (type != MPI_BYTE)
        OK(MPI_Type_free(&type));
}

/* Eight bytes of contents: those at positions 8 * word to 8 * word + 7 of a message with this key. */
static inline uint64_t lmt_word(uint64_t word, uint64_t key)
{
    uint64_t x = (word + 1) * 0x9E3779B97F4A7C15u ^ (key + 1) * 0xC2B2AE3D27D4EB4Fu;
    return x ^ x >> 29;
}

/* Writes contents from `position` on. */
static inline void lmt_write(unsigned char *out, size_t len, uint64_t position, uint64_t key)
{
    size_t i = 0;
    for (; i < len && (position + i) % 8; i++)
        out[i] = (unsigned char)(lmt_word((position + i) / 8, key) >> 8 * ((position + i) % 8));
    for (; i + 8 <= len; i += 8) {
        uint64_t word = lmt_word((position + i) / 8, key);
        memcpy(out + i, &word, 8);
    }
    for (; i < len; i++)
        out[i] = (unsigned char)(lmt_word((position + i) / 8, key) >> 8 * ((position + i) % 8));
}

static inline int lmt_same(const unsigned char *data, size_t len, uint64_t position, uint64_t key)
{
    unsigned char expected[4096];
    for (size_t i = 0; i < len; i += sizeof expected) {
        size_t piece = len - i < sizeof expected ? len - i : sizeof expected;
        lmt_write(expected, piece, position + i, key);
        if (memcmp(data + i, expected, piece) != 0)
            return 0;
    }
    return 1;
}

/* Fills `periods` periods; gaps keep what they have. */
MAYBE_UNUSED static void lmt_fill(unsigned char *buffer, const lmt_layout *layout, size_t periods, uint64_t key)
{
    if (lmt_is_dense(layout)) {
        lmt_write(buffer, periods, 0, key);
        return;
    }
    uint64_t position = 0;
    for (size_t p = 0; p < periods; p++)
        for (int b = 0; b < layout->blocks; position += (uint64_t)layout->len[b++])
            lmt_write(buffer + p * (size_t)layout->period + layout->at[b], (size_t)layout->len[b], position, key);
}

#define LMT_CHECK(buffer, layout, periods, bytes, key) lmt_check(__FILE__, __LINE__, buffer, layout, periods, bytes, key)

/* The buffer of `periods` periods holds `bytes` bytes of contents, and LMT_GAP everywhere else. */
MAYBE_UNUSED static void lmt_check(const char *file, int line, const unsigned char *buffer, const lmt_layout *layout,
                                   size_t periods, uint64_t bytes, uint64_t key)
{
    uint64_t position = 0;
    size_t period = lmt_is_dense(layout) ? periods : (size_t)layout->period;
    for (size_t p = 0; p < (lmt_is_dense(layout) ? (periods > 0) : periods); p++) {
        const unsigned char *base = buffer + p * period;
        size_t done = 0;
        for (int b = 0; b < layout->blocks; b++) {
            size_t at = (size_t)layout->at[b], len = lmt_is_dense(layout) ? periods : (size_t)layout->len[b];
            size_t here = position >= bytes ? 0 : bytes - position < len ? (size_t)(bytes - position) : len;
            check_untouched(file, line, base + done, at - done, LMT_GAP);
            if (!lmt_same(base + at, here, position, key))
                check_fail(file, line, "%s: bytes %llu to %llu of %llu are not those sent (key %llu)", layout->name,
                           (unsigned long long)position, (unsigned long long)(position + here), (unsigned long long)bytes,
                           (unsigned long long)key);
            check_untouched(file, line, base + at + here, len - here, LMT_GAP);
            position += here;
            done = at + len;
        }
        check_untouched(file, line, base + done, period - done, LMT_GAP);
    }
    if (position < bytes)
        check_fail(file, line, "%s: room for %llu bytes, not %llu", layout->name, (unsigned long long)position,
                   (unsigned long long)bytes);
}

/* Bytes of memory that periods take. */
static inline size_t lmt_span(const lmt_layout *layout, size_t periods) { return periods * (size_t)layout->period; }

/* Memory for a layout, at an address that is `odd` bytes beyond what malloc gives; NULL-safe to free with lmt_free. */
typedef struct {
    unsigned char *memory, *data;
} lmt_buffer;

static inline lmt_buffer lmt_new(const lmt_layout *layout, size_t periods, size_t odd, int is_receive)
{
    size_t span = lmt_span(layout, periods);
    lmt_buffer buffer = {check_alloc(span + odd), NULL};
    buffer.data = buffer.memory + odd;
    if (is_receive)
        memset(buffer.data, LMT_GAP, span);
    return buffer;
}

static inline void lmt_free(lmt_buffer *buffer) { free(buffer->memory); }

#endif
