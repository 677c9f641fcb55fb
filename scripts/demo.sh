#!/bin/sh
# `make demo`: builds Ferry into ./prefix and solves a sparse system of equations with it, on a rank for each processor (2 to 8).
set -eu
cd "$(dirname "$0")/.."
scripts/bootstrap.sh
PATH="$PATH:${HOME:-/root}/.cargo/bin"
export PATH
"${MAKE:-make}" --no-print-directory install PREFIX="$PWD/prefix"

work=target/demo
mkdir -p "$work"
cc -O2 examples/cg/poisson.c -o "$work/poisson"
"$work/poisson" 50 > "$work/poisson.mtx"
prefix/bin/mpicc -O2 examples/cg/cg.c examples/cg/halo.c examples/cg/sparse.c -lm -o "$work/cg"

ranks=$(nproc)
[ "$ranks" -ge 2 ] || ranks=2
[ "$ranks" -le 8 ] || ranks=8

echo
echo "\$ FERRY_STATS=summary prefix/bin/mpiexec -n $ranks $work/cg $work/poisson.mtx"
FERRY_STATS=summary prefix/bin/mpiexec -n "$ranks" "$work/cg" "$work/poisson.mtx"

cat <<'END'

What you may want next (with prefix/bin on your PATH):
  mpicc hello.c -o hello && mpiexec -n 4 ./hello     compile and run a program of your own
  ferry info                                         transports, machine, settings
  ferry bench --suite pt2pt --peers mpich            measure Ferry beside another MPI library
END
