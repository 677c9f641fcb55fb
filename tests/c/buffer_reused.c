// Short messages and accesses from buffers that are used often enough to be registered with an adapter (BR-7), whose memory goes, moves, and comes back between uses: what the library
// remembers of an address must never show in the data. Each buffer is written again as soon as its send is over. Ranks of two halves exchange, so that in a job on two nodes all messages cross.
// ranks: 2
// timeout: 120
// case: overwritten
// case: unmapped
// case: moved
// case: allocated
// case: accessed
#define _GNU_SOURCE
#include "mpit.h"
#include "rma.h"
#include <malloc.h>
#include <sys/mman.h>

enum { LONGEST = 8192, SLOTS = 8, PAGE = 4096, ROUNDS = 4, USES = 24 };

static int peer;
static uint64_t exchanged;

static uint64_t key_of(int from, uint64_t number, int slot) { return number * 1000 + (uint64_t)(from * SLOTS + slot + 1); }

/* All `count` buffers go to the peer at once, and nobody waits for one alone. Then they are overwritten. */
static void exchange(unsigned char **out, const int *bytes, int count)
{
    static unsigned char in[SLOTS][LONGEST];
    MPI_Request requests[2 * SLOTS];
    uint64_t number = exchanged++;
    NOTE("exchange %llu", (unsigned long long)number);
    for (int slot = 0; slot < count; slot++) {
        memset(in[slot], 0xee, (size_t)bytes[slot]);
        OK(MPI_Irecv(in[slot], bytes[slot], MPI_BYTE, peer, slot, MPI_COMM_WORLD, &requests[slot]));
    }
    for (int slot = 0; slot < count; slot++) {
        fill_bytes(out[slot], (size_t)bytes[slot], key_of(check_rank, number, slot));
        OK(MPI_Isend(out[slot], bytes[slot], MPI_BYTE, peer, slot, MPI_COMM_WORLD, &requests[count + slot]));
    }
    OK(MPI_Waitall(count, requests + count, MPI_STATUSES_IGNORE));
    for (int slot = 0; slot < count; slot++)
        memset(out[slot], 0x77, (size_t)bytes[slot]);
    OK(MPI_Waitall(count, requests, MPI_STATUSES_IGNORE));
    for (int slot = 0; slot < count; slot++)
        CHECK_BYTES(in[slot], (size_t)bytes[slot], key_of(peer, number, slot));
}

static unsigned char *map(void *where, size_t bytes)
{
    void *memory = mmap(where, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (where ? MAP_FIXED : 0), -1, 0);
    CHECK(memory != MAP_FAILED && (!where || memory == where));
    return memory;
}

/* Lengths that both ranks know. */
static int length_of(int slot) { return 512 << slot % 5; }

static void buffers_in(unsigned char *memory, unsigned char **out, int *bytes)
{
    for (int slot = 0; slot < SLOTS; slot++) {
        out[slot] = memory + slot * LONGEST;
        bytes[slot] = length_of(slot);
    }
}

/* The same buffers all the time. */
static void overwritten(void)
{
    unsigned char *memory = map(NULL, SLOTS * LONGEST), *out[SLOTS];
    int bytes[SLOTS];
    buffers_in(memory, out, bytes);
    for (int use = 0; use < 3 * USES; use++)
        exchange(out, bytes, SLOTS);
    CHECK_EQ(munmap(memory, SLOTS * LONGEST), 0);
}

/* Some pages, or all of them, are others at the same addresses. */
static void unmapped(void)
{
    unsigned char *memory = map(NULL, SLOTS * LONGEST), *out[SLOTS];
    int bytes[SLOTS];
    buffers_in(memory, out, bytes);
    for (int round = 0; round < ROUNDS; round++) {
        for (int use = 0; use < USES; use++)
            exchange(out, bytes, SLOTS);
        switch (round) {
        case 0:
            CHECK_EQ(munmap(memory, SLOTS * LONGEST), 0);
            map(memory, SLOTS * LONGEST);
            break;
        case 1:
            map(memory + LONGEST, 3 * LONGEST);
            break;
        case 2:
            CHECK_EQ(madvise(memory, SLOTS * LONGEST, MADV_DONTNEED), 0);
            break;
        default: /* A page in the middle of a buffer, again and again. */
            for (int use = 0; use < USES; use++) {
                map(memory + 4 * LONGEST + PAGE, PAGE);
                exchange(out, bytes, SLOTS);
            }
        }
    }
    CHECK_EQ(munmap(memory, SLOTS * LONGEST), 0);
}

/* Buffers change places: the pages behind an address are those of another buffer. They move one by one, as Linux before 6.17 moves no range that the library's watch over registered pages
   has made several mappings of. */
static void moved(void)
{
    unsigned char *one = map(NULL, SLOTS * LONGEST), *other = map(NULL, SLOTS * LONGEST), *out[SLOTS];
    int bytes[SLOTS];
    for (int round = 0; round < ROUNDS; round++) {
        for (int use = 0; use < USES; use++) {
            buffers_in(use % 2 ? one : other, out, bytes);
            exchange(out, bytes, SLOTS);
        }
        for (int at = 0; at < SLOTS * LONGEST; at += PAGE)
            CHECK(mremap(one + at, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, other + at) == other + at);
        map(one, SLOTS * LONGEST);
    }
    CHECK_EQ(munmap(one, SLOTS * LONGEST), 0);
    CHECK_EQ(munmap(other, SLOTS * LONGEST), 0);
}

/* Blocks of the allocator, which gives the same addresses to blocks of other lengths, and memory back to the system. */
static void allocated(void)
{
    unsigned char *out[SLOTS] = {0};
    int bytes[SLOTS];
    unsigned state = 1;
    for (int use = 0; use < ROUNDS * USES; use++) {
        for (int slot = 0; slot < SLOTS; slot++) {
            state = state * 1103515245 + 12345;
            int is_kept = out[slot] && state >> 16 & 7;
            if (is_kept)
                continue;
            free(out[slot]);
            /* The peer draws the same. */
            state = state * 1103515245 + 12345;
            bytes[slot] = 128 + (int)(state >> 16) % (LONGEST - 128);
            out[slot] = check_alloc((size_t)bytes[slot]);
        }
        exchange(out, bytes, SLOTS);
        if (use % USES == USES - 1) {
            for (int slot = 0; slot < SLOTS; slot++) {
                free(out[slot]);
                out[slot] = NULL;
            }
            malloc_trim(0);
        }
    }
    for (int slot = 0; slot < SLOTS; slot++)
        free(out[slot]);
}

/* Puts from such memory, and gets into it. */
static void accessed(void)
{
    Rma rma;
    unsigned char *memory = map(NULL, 2 * SLOTS * LONGEST), *out[SLOTS], *in[SLOTS];
    int bytes[SLOTS];
    CHECK(rma_open(&rma, RMA_ALLOCATE, SLOTS * LONGEST));
    buffers_in(memory, out, bytes);
    buffers_in(memory + SLOTS * LONGEST, in, bytes);
    OK(MPI_Win_lock_all(0, rma.win));
    for (int use = 0; use < ROUNDS * USES; use++) {
        NOTE("use %d", use);
        for (int slot = 0; slot < SLOTS; slot++) {
            fill_bytes(out[slot], (size_t)bytes[slot], key_of(check_rank, (uint64_t)use, slot));
            OK(MPI_Put(out[slot], bytes[slot], MPI_BYTE, peer, rma_at(&rma, peer, (size_t)slot * LONGEST), bytes[slot], MPI_BYTE, rma.win));
        }
        OK(MPI_Win_flush_local(peer, rma.win));
        for (int slot = 0; slot < SLOTS; slot++)
            memset(out[slot], 0x77, (size_t)bytes[slot]);
        OK(MPI_Win_flush(peer, rma.win));
        for (int slot = 0; slot < SLOTS; slot++)
            OK(MPI_Get(in[slot], bytes[slot], MPI_BYTE, peer, rma_at(&rma, peer, (size_t)slot * LONGEST), bytes[slot], MPI_BYTE, rma.win));
        OK(MPI_Win_flush(peer, rma.win));
        for (int slot = 0; slot < SLOTS; slot++)
            CHECK_BYTES(in[slot], (size_t)bytes[slot], key_of(check_rank, (uint64_t)use, slot));
        if (use % USES == USES - 1)
            map(memory, 2 * SLOTS * LONGEST);
        if (use > 3 * USES)
            map(memory + (use % SLOTS) * LONGEST + SLOTS * LONGEST, LONGEST);
    }
    OK(MPI_Win_unlock_all(rma.win));
    rma_close(&rma);
    CHECK_EQ(munmap(memory, 2 * SLOTS * LONGEST), 0);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {{"overwritten", overwritten}, {"unmapped", unmapped}, {"moved", moved}, {"allocated", allocated}, {"accessed", accessed}};
    check_begin(&argc, &argv);
    peer = (check_rank + check_size / 2) % check_size;
    /* With `direct` messages are to leave from the buffers themselves. */
    int must_be_direct = argc > 1 && !strcmp(argv[argc - 1], "direct"), found = 0, provided;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle in_place = MPI_T_PVAR_HANDLE_NULL;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_T_pvar_session_create(&session));
    if (must_be_direct)
        in_place = mpit_open(session, "rdma_in_place_packets", MPI_T_PVAR_CLASS_COUNTER);
    for (size_t index = 0; index < sizeof cases / sizeof *cases; index++)
        if (argc - must_be_direct < 2 || !strcmp(argv[1], cases[index].name)) {
            cases[index].run();
            found++;
        }
    CHECK(found > 0);
    if (must_be_direct) {
        unsigned long long packets = mpit_read(session, in_place);
        NOTE("%llu packets without a copy", packets);
        CHECK(packets > 50);
    }
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_finalize());
    return check_end();
}
