// Files written and read through random views by all ranks, in all ways, compared with a model byte by byte.
// ranks: 1 2 3 4
// timeout: 120
#include "io.h"
#include <fcntl.h>

enum { ROUNDS = 40, ROOM = 1 << 18, TILE_MAX = 24 };

static unsigned char model[ROOM];
static size_t model_size;

/* What a rank sees of the file: the bytes of a tile that are its own. */
typedef struct {
    int displacement, tile, stretch;
    int owners[TILE_MAX]; /* of each unit of `stretch` bytes; check_size: nobody's */
    int position[8], length[8];
} Round;

static Round draw(uint64_t *seed)
{
    Round round;
    round.displacement = random_below(seed, 3) ? random_below(seed, 5000) : 0;
    round.tile = 1 + random_below(seed, TILE_MAX);
    round.stretch = random_below(seed, 3) ? 1 + random_below(seed, 8) : 1 + random_below(seed, 700);
    for (int i = 0; i < round.tile; i++)
        round.owners[i] = random_below(seed, check_size + 1);
    for (int rank = 0; rank < check_size; rank++) {
        round.position[rank] = random_below(seed, 40);
        round.length[rank] = random_below(seed, 4) ? random_below(seed, 40 * round.stretch) : 0;
    }
    return round;
}

/* Bytes of a tile that are a rank's. */
static int own_bytes(const Round *round, int rank)
{
    int units = 0;
    for (int i = 0; i < round->tile; i++)
        units += round->owners[i] == rank;
    return units * round->stretch;
}

/* The offset in the file of byte `position` of what a rank sees. */
static size_t offset_of(const Round *round, int rank, int position)
{
    int own = own_bytes(round, rank), within = position % own;
    for (int i = 0; i < round->tile; i++) {
        if (round->owners[i] != rank)
            continue;
        if (within < round->stretch)
            return (size_t)round->displacement + (size_t)(position / own) * round->tile * round->stretch +
                   (size_t)i * round->stretch + within;
        within -= round->stretch;
    }
    FAIL("no such byte");
}

static MPI_Datatype filetype_of(const Round *round)
{
    int lengths[TILE_MAX], units = 0;
    MPI_Aint places[TILE_MAX];
    MPI_Datatype raw, filetype;
    for (int i = 0; i < round->tile; i++)
        if (round->owners[i] == check_rank) {
            places[units] = (MPI_Aint)i * round->stretch;
            lengths[units++] = round->stretch;
        }
    OK(MPI_Type_create_hindexed(units, lengths, places, MPI_BYTE, &raw));
    OK(MPI_Type_create_resized(raw, 0, (MPI_Aint)round->tile * round->stretch, &filetype));
    OK(MPI_Type_commit(&filetype));
    OK(MPI_Type_free(&raw));
    return filetype;
}

/* Accesses what the round says, in the way `way`; `memory` elements of the file's bytes are `spacing` apart. */
static int access_file(MPI_File fh, int is_write, int way, int position, unsigned char *memory, int length, int spacing)
{
    MPI_Datatype datatype;
    MPI_Status status;
    MPI_Request request;
    OK(MPI_Type_create_resized(MPI_BYTE, 0, spacing, &datatype));
    OK(MPI_Type_commit(&datatype));
    if (way % 4 == 1 || way % 4 == 3)
        OK(MPI_File_seek(fh, position, MPI_SEEK_SET));
    switch (way + (is_write ? 8 : 0)) {
    case 0: OK(MPI_File_read_at_all(fh, position, memory, length, datatype, &status)); break;
    case 1: OK(MPI_File_read_all(fh, memory, length, datatype, &status)); break;
    case 2: OK(MPI_File_read_at(fh, position, memory, length, datatype, &status)); break;
    case 3: OK(MPI_File_read(fh, memory, length, datatype, &status)); break;
    case 4:
        OK(MPI_File_iread_at_all(fh, position, memory, length, datatype, &request));
        OK(MPI_Wait(&request, &status));
        break;
    case 5:
        OK(MPI_File_read_all_begin(fh, memory, length, datatype));
        OK(MPI_File_read_all_end(fh, memory, &status));
        break;
    case 6:
        OK(MPI_File_iread_at(fh, position, memory, length, datatype, &request));
        OK(MPI_Wait(&request, &status));
        break;
    case 7:
        OK(MPI_File_iread_all(fh, memory, length, datatype, &request));
        OK(MPI_Wait(&request, &status));
        break;
    case 8: OK(MPI_File_write_at_all(fh, position, memory, length, datatype, &status)); break;
    case 9: OK(MPI_File_write_all(fh, memory, length, datatype, &status)); break;
    case 10: OK(MPI_File_write_at(fh, position, memory, length, datatype, &status)); break;
    case 11: OK(MPI_File_write(fh, memory, length, datatype, &status)); break;
    case 12:
        OK(MPI_File_iwrite_at_all(fh, position, memory, length, datatype, &request));
        OK(MPI_Wait(&request, &status));
        break;
    case 13:
        OK(MPI_File_write_all_begin(fh, memory, length, datatype));
        OK(MPI_File_write_all_end(fh, memory, &status));
        break;
    case 14:
        OK(MPI_File_iwrite_at(fh, position, memory, length, datatype, &request));
        OK(MPI_Wait(&request, &status));
        break;
    default:
        OK(MPI_File_iwrite_all(fh, memory, length, datatype, &request));
        OK(MPI_Wait(&request, &status));
        break;
    }
    int count = -1;
    OK(MPI_Get_count(&status, datatype, &count));
    OK(MPI_Type_free(&datatype));
    return count;
}

/* The value that a rank writes as byte `position` in round number `number`. */
static unsigned char value_of(int number, int rank, int position)
{
    return check_byte(position, 1000 * number + rank);
}

static void change_model(const Round *round, int number)
{
    for (int rank = 0; rank < check_size; rank++)
        for (int i = 0; own_bytes(round, rank) > 0 && i < round->length[rank]; i++) {
            size_t offset = offset_of(round, rank, round->position[rank] + i);
            CHECK(offset < ROOM);
            model[offset] = value_of(number, rank, i);
            if (model_size <= offset)
                model_size = offset + 1;
        }
}

/* The file is what the model says, as the system sees it. */
static void compare(const char *path)
{
    static unsigned char bytes[ROOM];
    int file = open(path, O_RDONLY);
    CHECK(file >= 0);
    ssize_t size = read(file, bytes, ROOM);
    close(file);
    CHECK_EQ(size, model_size);
    for (size_t i = 0; i < model_size; i++)
        if (bytes[i] != model[i])
            FAIL("byte %zu of the file is %02x, not %02x", i, bytes[i], model[i]);
}

static void play(const char *name, MPI_Info info, uint64_t seed)
{
    MPI_File fh;
    const char *path = io_path(name);
    memset(model, 0, sizeof model);
    model_size = 0;
    OK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, info, &fh));
    if (!check_ferry) {
        /* MPICH 5.0.2 writes garbage into holes that are beyond the end of the file. */
        model_size = ROOM;
        OK(MPI_File_set_size(fh, ROOM));
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
    for (int number = 0; number < ROUNDS; number++) {
        NOTE("%s, round %d", name, number);
        Round round = draw(&seed);
        int is_write = number < 2 || random_below(&seed, 2), way = random_below(&seed, 8);
        int spacing = 1 + random_below(&seed, 3), own = own_bytes(&round, check_rank);
        int position = round.position[check_rank], length = own > 0 ? round.length[check_rank] : 0;
        MPI_Datatype filetype = filetype_of(&round);
        OK(MPI_File_set_view(fh, round.displacement, MPI_BYTE, filetype, "native", MPI_INFO_NULL));
        OK(MPI_Type_free(&filetype));
        unsigned char *memory = check_alloc((size_t)length * spacing + 1);
        memset(memory, 0xee, (size_t)length * spacing + 1);
        if (way == 5 || way == 7)
            OK(MPI_File_seek(fh, position, MPI_SEEK_SET));
        if (is_write) {
            change_model(&round, number);
            for (int i = 0; i < length; i++)
                memory[i * spacing] = value_of(number, check_rank, i);
            CHECK_EQ(access_file(fh, 1, way, position, memory, length, spacing), length);
            OK(MPI_Barrier(MPI_COMM_WORLD));
            if (check_rank == 0)
                compare(path);
            OK(MPI_Barrier(MPI_COMM_WORLD));
        } else {
            int there = 0;
            while (there < length && offset_of(&round, check_rank, position + there) < model_size)
                there++;
            int count = access_file(fh, 0, way, position, memory, length, spacing);
            if (!check_ferry && count != there) {
                /* MPICH 5.0.2 counts bytes beyond the end of the file. */
                free(memory);
                OK(MPI_Barrier(MPI_COMM_WORLD));
                continue;
            }
            CHECK_EQ(count, there);
            for (int i = 0; i < length * spacing; i++) {
                int is_data = i % spacing == 0 && i / spacing < there;
                int expected = is_data ? model[offset_of(&round, check_rank, position + i / spacing)] : 0xee;
                if (memory[i] != expected)
                    FAIL("byte %d of memory is %02x, not %02x", i, memory[i], expected);
            }
            OK(MPI_Barrier(MPI_COMM_WORLD));
        }
        free(memory);
    }
    io_close(&fh);
}

int main(int argc, char **argv)
{
    static const char *hints[][4] = {
        {"romio_cb_write", "automatic", "romio_cb_read", "automatic"},
        {"romio_cb_write", "enable", "romio_cb_read", "enable"},
        {"romio_cb_write", "disable", "romio_cb_read", "disable"},
        {"romio_ds_write", "enable", "romio_ds_read", "disable"},
    };
    check_begin(&argc, &argv);
    io_begin();
    for (int i = 0; i < 4; i++) {
        MPI_Info info;
        OK(MPI_Info_create(&info));
        OK(MPI_Info_set(info, hints[i][0], hints[i][1]));
        OK(MPI_Info_set(info, hints[i][2], hints[i][3]));
        OK(MPI_Info_set(info, "cb_buffer_size", "4096"));
        if (i == 1)
            OK(MPI_Info_set(info, "cb_nodes", check_size > 2 ? "3" : "1"));
        play(hints[i][1], info, 77 + i);
        OK(MPI_Info_free(&info));
    }
    io_end();
    return check_end();
}
