// What a Fortran interface tells the library about its compiler: truth values by size, sizes of types; once, and not against the ABI.
// ranks: 1 2
// needs: ferry
#include "check.h"

static int class_of(int code)
{
    int class = -1;
    OK(MPI_Error_class(code, &class));
    return class;
}

int main(int argc, char **argv)
{
    int yes = -1, no = 0, got_yes = 7, got_no = 7, is_set = -1;
    uint64_t wide_yes = 1, wide_no = 0, wide = 5;
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
    CHECK(is_set && wide == 1);
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
