#!/bin/sh
# Another compiler than gfortran: flang, if it is on PATH, compiles the modules and programs; from version 19 on in all three forms, before with mpif.h.
set -eu
prefix=$1
source=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

flang=
for name in flang-new flang; do
    if command -v $name > /dev/null; then
        flang=$name
        break
    fi
done
[ -n "$flang" ] || exit 0
export FERRY_FORTRAN_MODULES="$work/modules"

version=$($flang --version | sed -n 's/.*version \([0-9]*\)\..*/\1/p' | head -n 1)
forms=MPIF_H
[ "$version" -lt 19 ] || forms="MPIF_H USE_MPI USE_MPI_F08"

# run NAME FORM: compiles and runs it with its support.
run() {
    "$prefix/bin/mpifort" -fc=$flang "-D$2" -I"$source" "$source/$1.F90" "$source/support.F90" -o "$1-$2"
    "$prefix/bin/mpiexec" -n 2 "./$1-$2" > log
    [ "$(tail -n 1 log)" = ok ] || { cat log; exit 1; }
}

for name in point_to_point collective datatype; do
    for form in $forms; do
        run $name $form
    done
done
