#!/bin/sh
# CMake's FindMPI and pkg-config find an installed Ferry, also after the installation has been moved.
#
#   tests/cmake/run.sh PREFIX
set -eu

prefix=$(cd "${1:?usage: tests/cmake/run.sh PREFIX}" && pwd)
source=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    cat "$work/log" >&2
    echo "FAIL: $*" >&2
    exit 1
}

# build NAME PREFIX: configures, builds and runs the project with nothing but PATH to find Ferry.
build() {
    PATH=$2/bin:$PATH cmake -S "$source" -B "$work/$1" > "$work/log" 2>&1 || fail "$1: cmake finds no MPI"
    grep -q "MPIEXEC=$2/bin/mpiexec -n" "$work/log" || fail "$1: another mpiexec was found"
    grep -Eq 'MPI_C_VERSION=[45]\.[0-9] MPI_CXX_VERSION=[45]\.[0-9]' "$work/log" || fail "$1: no version was found"
    grep -q "MPI_C_LIBRARIES=$2/lib/libmpi_abi.so" "$work/log" || fail "$1: another library was found"
    cmake --build "$work/$1" > "$work/log" 2>&1 || fail "$1: the build fails"
    (cd "$work/$1" && ctest --output-on-failure) > "$work/log" 2>&1 || fail "$1: a program fails"
    echo "ok: CMake, $1"
}

# package NAME PREFIX FILE: builds with the flags of pkg-config.
package() {
    flags=$(PKG_CONFIG_PATH=$2/lib/pkgconfig pkg-config --cflags --libs "$3") || fail "$1: pkg-config finds no $3"
    # shellcheck disable=SC2086
    cc "$source/ring.c" -o "$work/ring" $flags > "$work/log" 2>&1 || fail "$1: the flags of $3.pc do not link: $flags"
    "$2/bin/mpiexec" -n 2 "$work/ring" > "$work/log" 2>&1 || fail "$1: the program fails"
    echo "ok: pkg-config $3, $1"
}

build installed "$prefix"
cp -a "$prefix" "$work/moved"
build moved "$work/moved"
if command -v pkg-config > /dev/null; then
    for file in ferry mpi; do
        package installed "$prefix" $file
        package moved "$work/moved" $file
    done
fi
