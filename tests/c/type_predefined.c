// Every predefined datatype: size, extent, and a message of it; pair types have the layout of the C struct.
// ranks: 1 2
#include "check.h"
#include <complex.h>
#include <stddef.h>
#include <wchar.h>

typedef struct {
    const char *name;
    MPI_Datatype type;
    int size, extent;
    int common; /* every library has it, whatever Fortran compiler it saw */
} Predefined;

#define C(type, ctype) {#type, type, sizeof(ctype), sizeof(ctype), 1}
#define F(type, size) {#type, type, size, size, 1}
#define OPTIONAL(type, size) {#type, type, size, size, 0}
#define PAIR(type, first) \
    {#type, type, sizeof(first) + sizeof(int), sizeof(struct { first a; int b; }), 1}

static int describe(const Predefined **list)
{
    static Predefined all[] = {
        C(MPI_CHAR, char), C(MPI_SIGNED_CHAR, signed char), C(MPI_UNSIGNED_CHAR, unsigned char), C(MPI_BYTE, char),
        C(MPI_WCHAR, wchar_t), C(MPI_SHORT, short), C(MPI_UNSIGNED_SHORT, unsigned short), C(MPI_INT, int),
        C(MPI_UNSIGNED, unsigned), C(MPI_LONG, long), C(MPI_UNSIGNED_LONG, unsigned long), C(MPI_LONG_LONG, long long),
        C(MPI_LONG_LONG_INT, long long), C(MPI_UNSIGNED_LONG_LONG, unsigned long long), C(MPI_FLOAT, float),
        C(MPI_DOUBLE, double), C(MPI_LONG_DOUBLE, long double), C(MPI_C_BOOL, _Bool), C(MPI_INT8_T, int8_t),
        C(MPI_INT16_T, int16_t), C(MPI_INT32_T, int32_t), C(MPI_INT64_T, int64_t), C(MPI_UINT8_T, uint8_t),
        C(MPI_UINT16_T, uint16_t), C(MPI_UINT32_T, uint32_t), C(MPI_UINT64_T, uint64_t), C(MPI_AINT, MPI_Aint),
        C(MPI_COUNT, MPI_Count), C(MPI_OFFSET, MPI_Offset), C(MPI_C_COMPLEX, float _Complex),
        C(MPI_C_FLOAT_COMPLEX, float _Complex), C(MPI_C_DOUBLE_COMPLEX, double _Complex),
        C(MPI_C_LONG_DOUBLE_COMPLEX, long double _Complex), C(MPI_CXX_BOOL, char),
        C(MPI_CXX_FLOAT_COMPLEX, float _Complex), C(MPI_CXX_DOUBLE_COMPLEX, double _Complex),
        C(MPI_CXX_LONG_DOUBLE_COMPLEX, long double _Complex), C(MPI_PACKED, char),
        PAIR(MPI_FLOAT_INT, float), PAIR(MPI_DOUBLE_INT, double), PAIR(MPI_LONG_INT, long), PAIR(MPI_2INT, int),
        PAIR(MPI_SHORT_INT, short), PAIR(MPI_LONG_DOUBLE_INT, long double),
        F(MPI_CHARACTER, 1), F(MPI_LOGICAL, 4), F(MPI_INTEGER, 4), F(MPI_REAL, 4), F(MPI_DOUBLE_PRECISION, 8),
        F(MPI_COMPLEX, 8), F(MPI_DOUBLE_COMPLEX, 16), F(MPI_2INTEGER, 8), F(MPI_2REAL, 8),
        F(MPI_2DOUBLE_PRECISION, 16), F(MPI_INTEGER1, 1), F(MPI_INTEGER2, 2), F(MPI_INTEGER4, 4), F(MPI_INTEGER8, 8),
        F(MPI_REAL4, 4), F(MPI_REAL8, 8), F(MPI_COMPLEX8, 8), F(MPI_COMPLEX16, 16),
        OPTIONAL(MPI_LOGICAL1, 1), OPTIONAL(MPI_LOGICAL2, 2), OPTIONAL(MPI_LOGICAL4, 4), OPTIONAL(MPI_LOGICAL8, 8),
        OPTIONAL(MPI_LOGICAL16, 16), OPTIONAL(MPI_INTEGER16, 16), OPTIONAL(MPI_REAL2, 2), OPTIONAL(MPI_REAL16, 16),
        OPTIONAL(MPI_COMPLEX4, 4), OPTIONAL(MPI_COMPLEX32, 32),
    };
    *list = all;
    return sizeof all / sizeof *all;
}

static void shape(const Predefined *it)
{
    int size = -1;
    MPI_Aint lb = -1, extent = -1, true_lb = -1, true_extent = -1;
    OK(MPI_Type_size(it->type, &size));
    CHECK_EQ(size, it->size);
    OK(MPI_Type_get_extent(it->type, &lb, &extent));
    CHECK_EQ(lb, 0);
    CHECK_EQ(extent, it->extent);
    OK(MPI_Type_get_true_extent(it->type, &true_lb, &true_extent));
    CHECK_EQ(true_lb, 0);
    CHECK(true_extent >= size && true_extent <= extent);
}

static void message(const Predefined *it)
{
    enum { COUNT = 10 };
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    unsigned char in[COUNT * 32], out[COUNT * 32];
    MPI_Status status;
    fill_bytes(out, sizeof out, check_rank);
    memset(in, 0, sizeof in);
    OK(MPI_Sendrecv(out, COUNT, it->type, to, 0, in, COUNT, it->type, from, 0, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, from, 0, it->type, COUNT);
    CHECK_STATUS(status, from, 0, MPI_BYTE, COUNT * it->size);
    if (it->size == it->extent)
        CHECK_BYTES(in, COUNT * it->size, from);
}

/* The name that the standard's table of datatypes has for a synonym, or the name itself. */
static const char *primary(const char *name)
{
    if (strcmp(name, "MPI_LONG_LONG") == 0)
        return "MPI_LONG_LONG_INT";
    return strcmp(name, "MPI_C_FLOAT_COMPLEX") == 0 ? "MPI_C_COMPLEX" : name;
}

/* What the type is called; the handle of each is its own. */
static void names(const Predefined *list, int count)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;
    for (int i = 0; i < count; i++) {
        NOTE("%s", list[i].name);
        if (!list[i].common && !check_ferry)
            continue;
        OK(MPI_Type_get_name(list[i].type, name, &length));
        if (check_ferry)
            CHECK_STR(name, primary(list[i].name));
        CHECK_EQ(length, strlen(name));
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    const Predefined *list;
    int count = describe(&list);
    for (int i = 0; i < count; i++) {
        NOTE("%s", list[i].name);
        if (list[i].common || check_ferry)
            shape(&list[i]), message(&list[i]);
    }
    names(list, count);
    return check_end();
}
