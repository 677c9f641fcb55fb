#!/bin/sh
# CMake's FindMPI finds Fortran in all its forms, with nothing but PATH to go by.
set -eu
prefix=$1
source=$(cd "$(dirname "$0")" && pwd)/cmake
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
command -v cmake > /dev/null || exit 0
export PATH="$prefix/bin:$PATH"
cmake -S "$source" -B "$work/build" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
grep -E 'FORMS=|LIBRARIES=' "$work/log"
grep -q 'FORMS=TRUE,TRUE,TRUE' "$work/log"
grep -q "LIBRARIES=$prefix/lib/libmpifort_abi.so;$prefix/lib/libmpi_abi.so" "$work/log"
cmake --build "$work/build"
cd "$work/build" && ctest --output-on-failure
