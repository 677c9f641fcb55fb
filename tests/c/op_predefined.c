// Every predefined reduction with every type it is defined for: Reduce_local and Allreduce against C's own operators.
// ranks: 1 2 3 4
#include "check.h"
#include <complex.h>

enum { N = 37 };

/* Small values of both signs (positive ones for unsigned types), different for each rank and place. */
static int small(int rank, int i)
{
    return (rank * 7 + i * 5) % 4 - 1;
}

/* in and inout combined by OP: EXPR of x (from in) and y (from inout); then over all ranks. */
#define TRY(T, TYPE, OP, EXPR)                                                                                         \
    do {                                                                                                               \
        NOTE("%s of %s", #OP, #TYPE);                                                                                  \
        T in[N + 1], inout[N + 1], due[N], mark = (T)1;                                                                \
        inout[N] = mark;                                                                                               \
        for (int i = 0; i < N; i++) {                                                                                  \
            in[i] = (T)small(2, i), inout[i] = (T)small(1, i + 2);                                                     \
            T x = in[i], y = inout[i];                                                                                 \
            due[i] = (T)(EXPR);                                                                                        \
        }                                                                                                              \
        OK(MPI_Reduce_local(in, inout, N, TYPE, OP));                                                                  \
        for (int i = 0; i < N; i++)                                                                                    \
            if (inout[i] != due[i] || inout[N] != mark)                                                                \
                FAIL("Reduce_local, element %d", i);                                                                   \
        for (int i = 0; i < N; i++) {                                                                                  \
            in[i] = (T)small(check_rank, i), due[i] = (T)small(0, i);                                                  \
            for (int r = 1; r < check_size; r++) {                                                                     \
                T x = due[i], y = (T)small(r, i);                                                                      \
                due[i] = (T)(EXPR);                                                                                    \
            }                                                                                                          \
        }                                                                                                              \
        OK(MPI_Allreduce(in, inout, N, TYPE, OP, MPI_COMM_WORLD));                                                     \
        for (int i = 0; i < N; i++)                                                                                    \
            if (check_size > 1 && inout[i] != due[i])                                                                  \
                FAIL("Allreduce, element %d", i);                                                                      \
    } while (0)

#define ORDERED(T, TYPE)                                                                                               \
    TRY(T, TYPE, MPI_MAX, x > y ? x : y);                                                                              \
    TRY(T, TYPE, MPI_MIN, x < y ? x : y)
#define ARITHMETIC(T, TYPE)                                                                                            \
    TRY(T, TYPE, MPI_SUM, x + y);                                                                                      \
    TRY(T, TYPE, MPI_PROD, x * y)
#define LOGIC(T, TYPE)                                                                                                 \
    TRY(T, TYPE, MPI_LAND, x && y);                                                                                    \
    TRY(T, TYPE, MPI_LOR, x || y);                                                                                     \
    TRY(T, TYPE, MPI_LXOR, !x != !y)
#define BITS(T, TYPE)                                                                                                  \
    TRY(T, TYPE, MPI_BAND, x & y);                                                                                     \
    TRY(T, TYPE, MPI_BOR, x | y);                                                                                      \
    TRY(T, TYPE, MPI_BXOR, x ^ y)
#define INTEGER(T, TYPE)                                                                                               \
    do {                                                                                                               \
        ORDERED(T, TYPE);                                                                                              \
        ARITHMETIC(T, TYPE);                                                                                           \
        LOGIC(T, TYPE);                                                                                                \
        BITS(T, TYPE);                                                                                                 \
    } while (0)
#define MULTI(T, TYPE)                                                                                                 \
    do {                                                                                                               \
        ORDERED(T, TYPE);                                                                                              \
        ARITHMETIC(T, TYPE);                                                                                           \
        BITS(T, TYPE);                                                                                                 \
    } while (0)
#define FLOATING(T, TYPE)                                                                                              \
    do {                                                                                                               \
        ORDERED(T, TYPE);                                                                                              \
        ARITHMETIC(T, TYPE);                                                                                           \
    } while (0)

static void integers(void)
{
    INTEGER(signed char, MPI_SIGNED_CHAR);
    INTEGER(unsigned char, MPI_UNSIGNED_CHAR);
    INTEGER(short, MPI_SHORT);
    INTEGER(unsigned short, MPI_UNSIGNED_SHORT);
    INTEGER(int, MPI_INT);
    INTEGER(unsigned, MPI_UNSIGNED);
    INTEGER(long, MPI_LONG);
    INTEGER(unsigned long, MPI_UNSIGNED_LONG);
    INTEGER(long long, MPI_LONG_LONG);
    INTEGER(unsigned long long, MPI_UNSIGNED_LONG_LONG);
    INTEGER(int8_t, MPI_INT8_T);
    INTEGER(int16_t, MPI_INT16_T);
    INTEGER(int32_t, MPI_INT32_T);
    INTEGER(int64_t, MPI_INT64_T);
    INTEGER(uint8_t, MPI_UINT8_T);
    INTEGER(uint16_t, MPI_UINT16_T);
    INTEGER(uint32_t, MPI_UINT32_T);
    INTEGER(uint64_t, MPI_UINT64_T);
    MULTI(MPI_Aint, MPI_AINT);
    MULTI(MPI_Offset, MPI_OFFSET);
    MULTI(MPI_Count, MPI_COUNT);
    MULTI(int, MPI_INTEGER);
    MULTI(int8_t, MPI_INTEGER1);
    MULTI(int16_t, MPI_INTEGER2);
    MULTI(int32_t, MPI_INTEGER4);
    MULTI(int64_t, MPI_INTEGER8);
    BITS(unsigned char, MPI_BYTE);
}

static void others(void)
{
    FLOATING(float, MPI_FLOAT);
    FLOATING(double, MPI_DOUBLE);
    FLOATING(long double, MPI_LONG_DOUBLE);
    FLOATING(float, MPI_REAL);
    FLOATING(double, MPI_DOUBLE_PRECISION);
    FLOATING(float, MPI_REAL4);
    FLOATING(double, MPI_REAL8);
    ARITHMETIC(float _Complex, MPI_C_FLOAT_COMPLEX);
    ARITHMETIC(double _Complex, MPI_C_DOUBLE_COMPLEX);
    ARITHMETIC(long double _Complex, MPI_C_LONG_DOUBLE_COMPLEX);
    ARITHMETIC(float _Complex, MPI_COMPLEX);
    ARITHMETIC(double _Complex, MPI_DOUBLE_COMPLEX);
    ARITHMETIC(float _Complex, MPI_CXX_FLOAT_COMPLEX);
    ARITHMETIC(double _Complex, MPI_CXX_DOUBLE_COMPLEX);
    LOGIC(_Bool, MPI_C_BOOL);
    LOGIC(_Bool, MPI_CXX_BOOL);
}

/* The extreme value and where it first occurs; ties go to the lower index. */
#define LOCATE(T, TYPE)                                                                                                \
    do {                                                                                                               \
        struct {                                                                                                       \
            T value;                                                                                                   \
            int index;                                                                                                 \
        } in[N], out[N];                                                                                               \
        for (int most = 0; most < 2; most++) {                                                                         \
            NOTE("%s of %s", most ? "MPI_MAXLOC" : "MPI_MINLOC", #TYPE);                                               \
            for (int i = 0; i < N; i++)                                                                                \
                in[i].value = (T)small(check_rank, i), in[i].index = 100 + check_rank;                                 \
            OK(MPI_Allreduce(in, out, N, TYPE, most ? MPI_MAXLOC : MPI_MINLOC, MPI_COMM_WORLD));                       \
            for (int i = 0; i < N; i++) {                                                                              \
                int best = 0;                                                                                          \
                for (int r = 1; r < check_size; r++)                                                                   \
                    if (most ? small(r, i) > small(best, i) : small(r, i) < small(best, i))                            \
                        best = r;                                                                                      \
                if (out[i].value != (T)small(best, i) || out[i].index != 100 + best)                                   \
                    FAIL("element %d: index %d, not %d", i, out[i].index, 100 + best);                                 \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)

static void locations(void)
{
    LOCATE(float, MPI_FLOAT_INT);
    LOCATE(double, MPI_DOUBLE_INT);
    LOCATE(long, MPI_LONG_INT);
    LOCATE(int, MPI_2INT);
    LOCATE(short, MPI_SHORT_INT);
    LOCATE(long double, MPI_LONG_DOUBLE_INT);
    LOCATE(int, MPI_2INTEGER);
}

static void commutativity(void)
{
    const MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR,
                          MPI_MINLOC, MPI_MAXLOC};
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++) {
        int commutes = -1;
        OK(MPI_Op_commutative(ops[i], &commutes));
        CHECK(commutes);
    }
}

/* Not defined for the type: an error, not a wrong result. */
static void undefined_pairs(void)
{
    double x[2] = {1, 2}, y[2];
    int flags[2] = {1, 2}, out[2];
    ERR(MPI_ERR_OP, MPI_Allreduce(x, y, 2, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD), "MPI_Allreduce", "MPI_BAND", "MPI_DOUBLE");
    ERR(MPI_ERR_OP, MPI_Reduce_local(flags, out, 2, MPI_INT, MPI_MAXLOC), "MPI_Reduce_local", "MPI_MAXLOC");
    ERR(MPI_ERR_OP, MPI_Scan(x, y, 1, MPI_C_FLOAT_COMPLEX, MPI_MAX, MPI_COMM_WORLD), "MPI_Scan", "MPI_MAX");
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    integers();
    others();
    locations();
    commutativity();
    *check_note = 0;
    undefined_pairs();
    return check_end();
}
