#!/bin/sh
# What cannot run is refused with words that say what to do: programs of an unknown interface, of two interfaces, and processes with two MPI libraries.
#
#   tests/compat/refused.sh PREFIX
set -u
prefix=$(cd "${1:?usage: tests/compat/refused.sh PREFIX}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0
failed=0

# refused WHAT STATUS COMMAND -- WORDS...: the command ends with the status and its output has all the words.
refused() {
    what=$1 status=$2
    shift 2
    command=
    while [ "$1" != -- ]; do
        command="$command '$1'"
        shift
    done
    shift
    eval "$command" > output 2>&1
    got=$?
    good=yes
    if [ "$status" = any ]; then
        [ "$got" -ne 0 ] || good=no
    else
        [ "$got" -eq "$status" ] || good=no
    fi
    for words in "$@"; do
        grep -q -- "$words" output || good=no
    done
    if [ $good = yes ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $what: exit status $got, expected $status and: $*"
        sed 's/^/    /' output
    fi
}

# library SONAME: one that a program can be linked with.
library() {
    echo 'int MPI_Init(int *argc, char ***argv) { (void)argc; (void)argv; return 0; }' > library.c
    cc -shared -fPIC -Wl,-soname,"$1" library.c -o "$1"
}

# program NAME LIBRARY...: one that is linked with them.
program() {
    name=$1
    shift
    echo 'extern int MPI_Init(int *, char ***); int main(void) { return MPI_Init(0, 0); }' > program.c
    cc program.c -Wl,--no-as-needed -Wl,-rpath,"$work" -Wl,--enable-new-dtags "$@" -o "$name"
}

for soname in libmpi.so.20 libmpi.so.12 libmpi.so.40; do
    library $soname
done
program unknown ./libmpi.so.20
program mixed ./libmpi.so.12 ./libmpi.so.40
refused "mpiexec, unknown interface" any "$prefix/bin/mpiexec" -n 2 ./unknown -- "needs libmpi.so.20" "compile the program with"
refused "ferry info, unknown interface" 1 "$prefix/bin/ferry" info ./unknown -- "needs libmpi.so.20" "libmpi.so.40 (Open MPI"
refused "mpiexec, two interfaces" any "$prefix/bin/mpiexec" -n 2 ./mixed -- "two MPI libraries" libmpi.so.12 libmpi.so.40
refused "ferry info, two interfaces" 1 "$prefix/bin/ferry" info ./mixed -- "needs two MPI libraries"

# A C++ program that was linked with the other MPI's functions for C++, which are not where it runs.
mkdir bindings
for soname in libmpi_cxx.so.40 libmpicxx.so.12 libmpichcxx.so.12; do
    cc -shared -fPIC -Wl,-soname,$soname -x c /dev/null -o bindings/$soname
    program cxx ./libmpi.so."${soname##*.}" bindings/$soname
    refused "ferry info, $soname" 1 "$prefix/bin/ferry" info ./cxx -- "needs $soname" "Ferry does not have"
done

# A Fortran program that needs more of the other MPI's modules than procedures: it was linked with a library that has that.
mkdir more
echo 'char __mpi_f08_types_MOD___vtab_mpi_f08_types_Mpi_comm[8]; int MPI_Init(int *argc, char ***argv) { (void)argc; (void)argv; return 0; }' > more.c
cc -shared -fPIC -Wl,-soname,libmpi.so.40 more.c -o more/libmpi.so.40
cat > modules.c <<'SOURCE'
extern char __mpi_f08_types_MOD___vtab_mpi_f08_types_Mpi_comm[];
extern int MPI_Init(int *, char ***);
int main(void) { return MPI_Init(0, 0) + __mpi_f08_types_MOD___vtab_mpi_f08_types_Mpi_comm[0]; }
SOURCE
cc -fPIC modules.c more/libmpi.so.40 -o modules
refused "ferry info, modules" 1 "$prefix/bin/ferry" info ./modules -- "1 are missing: __mpi_f08_types_MOD___vtab" "compile the program with Ferry's mpifort"
refused "mpiexec, modules" any "$prefix/bin/mpiexec" -n 2 ./modules -- "undefined symbol: __mpi_f08_types_MOD___vtab" "ferry info"

# A program of the standard ABI in whose process another MPI is loaded as well.
printf '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Finalize(); return 0; }\n' > own.c
"$prefix/bin/mpicc" own.c -o own
mkdir other
cc -shared -fPIC -Wl,-soname,libmpi.so.40 -x c /dev/null -o other/libmpi.so.40
refused "two libraries in one process" any "$prefix/bin/mpiexec" -n 2 -genv LD_PRELOAD "$work/other/libmpi.so.40" ./own -- "two MPI libraries" "libmpi_abi.so.1 and" "$work/other/libmpi.so.40"
# One that is loaded by the program at run time, as Python does.
cat > late.c <<'SOURCE'
#include <dlfcn.h>
#include <mpi.h>
int main(int argc, char **argv)
{
    if (argc < 2 || !dlopen(argv[1], RTLD_NOW | RTLD_LOCAL))
        return 3;
    MPI_Init(0, 0);
    MPI_Finalize();
    return 0;
}
SOURCE
"$prefix/bin/mpicc" late.c -o late -ldl
refused "a second library at run time" any "$prefix/bin/mpiexec" -n 1 ./late "$work/libmpi.so.12" -- "two MPI libraries" "ferry info PROGRAM"
refused "the library of an older ABI is no second one" 0 "$prefix/bin/mpiexec" -n 1 ./late "$prefix/lib/compat/libmpi.so.12" --
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
