// What a Fortran interface tells the library about its compiler: truth values by size, which reductions heed, and sizes of types; once, and not
// against the ABI.
// ranks: 1 2
// needs: ferry
#include "check.h"

static int class_of(int code)
{
    int class = -1;
    OK(MPI_Error_class(code, &class));
    return class;
}

/* Reductions and external32 heed the truth values that were declared: -1 and 0 for 4 bytes, 0 and 1 for 8. */
static void truth_values_count(void)
{
    const int32_t mine[3] = {check_rank ? 0 : -1, -1, 0};
    int32_t all[3] = {5, 5, 5};
    const int is_alone = check_size == 1;
    OK(MPI_Allreduce(mine, all, 3, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD));
    CHECK(all[0] == (is_alone ? -1 : 0) && all[1] == -1 && all[2] == 0);
    OK(MPI_Allreduce(mine, all, 3, MPI_LOGICAL4, MPI_LXOR, MPI_COMM_WORLD));
    CHECK(all[0] == -1 && all[1] == (is_alone ? -1 : 0) && all[2] == 0);
    const int64_t wide[2] = {check_rank != 0, 1};
    int64_t any[2] = {5, 5};
    OK(MPI_Allreduce(wide, any, 2, MPI_LOGICAL8, MPI_LOR, MPI_COMM_WORLD));
    CHECK(any[0] == 0 && any[1] == 1);
    unsigned char external[16];
    int64_t back[2] = {5, 5};
    MPI_Aint position = 0;
    OK(MPI_Pack_external("external32", any, 2, MPI_LOGICAL8, external, sizeof external, &position));
    CHECK(position == 16 && external[7] == 1 && external[15] == 0);
    position = 0;
    OK(MPI_Unpack_external("external32", external, sizeof external, &position, back, 2, MPI_LOGICAL8));
    CHECK(back[0] == 0 && back[1] == 1);
}

int main(int argc, char **argv)
{
    int yes = -1, no = 0, got_yes = 7, got_no = 7, is_set = -1;
    uint64_t wide_yes = 0, wide_no = 1, wide = 5;
    MPI_Info info = MPI_INFO_NULL, sizes;
    /* Legal before MPI_Init. */
    OK(MPI_Abi_get_fortran_booleans(4, &got_yes, &got_no, &is_set));
    CHECK(!is_set && got_yes == 7 && got_no == 7);
    OK(MPI_Abi_set_fortran_booleans(4, &yes, &no));
    OK(MPI_Abi_get_fortran_booleans(4, &got_yes, &got_no, &is_set));
    CHECK(is_set && got_yes == -1 && got_no == 0);
    OK(MPI_Abi_get_fortran_booleans(8, &wide, &wide, &is_set));
    CHECK(!is_set);
    OK(MPI_Abi_get_fortran_info(&info));
    CHECK(info == MPI_INFO_NULL);
    check_begin(&argc, &argv);
    CHECK_EQ(class_of(MPI_Abi_set_fortran_booleans(4, &yes, &no)), MPI_ERR_ABI);
    CHECK_EQ(class_of(MPI_Abi_set_fortran_booleans(3, &yes, &no)), MPI_ERR_ARG);
    CHECK_EQ(class_of(MPI_Abi_get_fortran_booleans(5, &yes, &no, &is_set)), MPI_ERR_ARG);
    OK(MPI_Abi_set_fortran_booleans(8, &wide_yes, &wide_no));
    OK(MPI_Abi_get_fortran_booleans(8, &wide, &wide_no, &is_set));
    CHECK(is_set && wide == 0 && wide_no == 1);
    truth_values_count();
    OK(MPI_Info_create(&sizes));
    OK(MPI_Info_set(sizes, "mpi_integer_size", "8"));
    CHECK_EQ(class_of(MPI_Abi_set_fortran_info(sizes)), MPI_ERR_ABI);
    OK(MPI_Info_set(sizes, "mpi_integer_size", "4"));
    OK(MPI_Info_set(sizes, "mpi_real_size", "4"));
    OK(MPI_Abi_set_fortran_info(sizes));
    CHECK_EQ(class_of(MPI_Abi_set_fortran_info(sizes)), MPI_ERR_ABI);
    OK(MPI_Info_free(&sizes));
    OK(MPI_Abi_get_fortran_info(&info));
    char value[8];
    int length = sizeof value, flag = 0;
    OK(MPI_Info_get_string(info, "mpi_integer_size", &length, value, &flag));
    CHECK(flag && strcmp(value, "4") == 0);
    OK(MPI_Info_free(&info));
    return check_end();
}
