#!/bin/sh
# Fortran programs in the three forms: mpif.h, module mpi, module mpi_f08.
#
#   tests/fortran/run.sh PREFIX [PROGRAM ...]
#
# A program says on its first line at which numbers of ranks it runs. Programs called *_f08 have one form, and so do those in fixed form.
set -u

prefix=$(cd "${1:?usage: tests/fortran/run.sh PREFIX [PROGRAM ...]}" && pwd)
shift
source=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

if ! command -v "${FERRY_FC:-gfortran}" > /dev/null; then
    echo "skipped: no Fortran compiler (gfortran)"
    exit 0
fi

# The modules are compiled anew, whatever the user's cache holds.
export FERRY_FORTRAN_MODULES="$work/modules"

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "FAIL: $*"
    sed 's/^/    /' "$work/log"
}

# compile NAME FORM: builds program and support in that form.
compile() {
    set -- "$1" "$2" "$source/$1".*90 "$source/support.F90"
    [ ! -e "$source/$1.c" ] || set -- "$@" "$source/$1.c"
    output=$work/$1.$2
    form=$2
    shift 2
    mkdir "$output.d" && (cd "$output.d" && "$prefix/bin/mpifort" -fbacktrace -Wall -Wno-unused -Wno-conversion "-D$form" -I"$source" "$@" -o "$output")
}

# execute BINARY RANKS...: at each number of ranks.
execute() {
    binary=$1
    shift
    for ranks in "$@"; do
        if timeout 60 "$prefix/bin/mpiexec" -n "$ranks" "$binary" > "$work/log" 2>&1 && [ "$(tail -n 1 "$work/log")" = ok ]; then
            pass
        else
            fail "$(basename "$binary") at $ranks ranks"
        fi
    done
}

# program NAME: in each of its forms.
program() {
    case $1 in
        *_f08) forms=USE_MPI_F08 ;;
        *) forms="MPIF_H USE_MPI USE_MPI_F08" ;;
    esac
    for form in $forms; do
        if compile "$1" "$form" > "$work/log" 2>&1; then
            # shellcheck disable=SC2046  # a list of numbers
            execute "$work/$1.$form" $(sed -n 's/^! ranks: //p' "$source/$1".*90)
        else
            fail "$1 does not compile with $form"
        fi
    done
}

if [ $# -eq 0 ]; then
    set -- $(cd "$source" && ls -- *.[Ff]90 | sed 's/\.[Ff]90$//' | grep -v '^support$')
    complete=yes
fi
for name in "$@"; do
    program "$name"
done
if [ "${complete:-}" = yes ]; then
    for check in "$source"/check_*.sh; do
        if "$check" "$prefix" > "$work/log" 2>&1; then pass; else fail "$(basename "$check")"; fi
    done
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
