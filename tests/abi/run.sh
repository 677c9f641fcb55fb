#!/bin/sh
# Tests of the binary interface against an installed Ferry: exported symbols, mpi.h, profiling by PMPI.
#
#   tests/abi/run.sh PREFIX [HEADER]
#
# HEADER is the mpi_abi.h to compare with; without it, that of the mpich 5.0.2 wheel is downloaded into .cache once.
set -eu

prefix=${1:-${FERRY_PREFIX:?usage: tests/abi/run.sh PREFIX [HEADER]}}
prefix=$(cd "$prefix" && pwd)
tests=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$tests/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAIL: $*" >&2
    exit 1
}

# expect TEXT WHAT: the last output contains the line TEXT.
expect() {
    grep -qxF "$1" "$work/out" || { cat "$work/out" >&2; fail "$2: no line \"$1\""; }
}

mpich_header() {
    wheel=$root/.cache/mpich-5.0.2
    if [ ! -f "$wheel/mpi_abi.h" ]; then
        mkdir -p "$wheel"
        python3 -m pip --disable-pip-version-check -q download --no-deps -d "$work/wheel" mpich==5.0.2 >&2
        python3 -m zipfile -e "$work"/wheel/mpich-*.whl "$work/wheel"
        cp "$(find "$work/wheel" -name mpi_abi.h)" "$wheel/mpi_abi.h"
    fi
    echo "$wheel/mpi_abi.h"
}

check_symbols_and_header() {
    header=${1:-$(mpich_header)}
    cd "$root"
    cargo xtask check-exports "$prefix/lib/libmpi_abi.so.1"
    cmp "$prefix/include/mpi.h" include/mpi.h || fail "the installed mpi.h is not the generated one"
    cargo xtask check-header "$header"
}

check_header_is_clean() {
    for extent in -UFERRY_ABI_ONLY -DFERRY_ABI_ONLY; do
        for standard in c99 c11 c17; do
            "${CC:-cc}" -std=$standard -Wall -Wextra -Wpedantic -Wstrict-prototypes -Werror -fsyntax-only $extent \
                -I"$prefix/include" "$tests/header.c" || fail "mpi.h as $standard with $extent"
        done
        for standard in c++98 c++11 c++20; do
            "${CXX:-c++}" -std=$standard -Wall -Wextra -Wpedantic -Werror -fsyntax-only $extent -x c++ \
                -I"$prefix/include" "$tests/header.c" || fail "mpi.h as $standard with $extent"
        done
    done
    echo "mpi.h compiles without a warning as C and C++"
}

# run NAME COMMAND...: runs 2 ranks of the program; all four messages must arrive.
run() {
    name=$1
    shift
    status=0
    "$prefix/bin/mpiexec" -n 2 "$@" >"$work/out" 2>&1 || status=$?
    [ $status -eq 0 ] || { cat "$work/out" >&2; fail "$name: exit status $status"; }
    expect "received 4 of 4" "$name"
}

expect_profile() {
    expect "profile: rank 0 called MPI_Send 3 times" "$1"
    expect "profile: rank 1 called MPI_Send 0 times" "$1"
    echo "MPI_Send is intercepted by $1"
}

check_profiling() {
    mpicc=$prefix/bin/mpicc
    cd "$work"
    "$mpicc" -Wall -Werror -o plain "$tests/program.c"
    "$mpicc" -Wall -Werror -shared -fPIC -o libprofile.so "$tests/profile.c"
    "$mpicc" -Wall -Werror -c -o profile.o "$tests/profile.c"
    "$mpicc" -o linked_shared "$tests/program.c" -L. -Wl,-rpath,"$work" -lprofile
    "$mpicc" -o linked_static "$tests/program.c" profile.o

    run "no profiling library" ./plain
    if grep -q '^profile:' out; then fail "a program without profiling library was profiled"; fi
    run "LD_PRELOAD" env LD_PRELOAD="$work/libprofile.so" ./plain
    expect_profile "a preloaded library"
    run "shared library" ./linked_shared
    expect_profile "a shared library linked in front"
    run "static object" ./linked_static
    expect_profile "an object linked in front"
}

check_symbols_and_header "${2:-}"
check_header_is_clean
check_profiling
echo "abi: all tests passed"
