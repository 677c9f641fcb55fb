#!/bin/sh
# mpifort: what it says and does where modules cannot be compiled; fixed source form; both modules in one file.
set -eu
prefix=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > fixed.f <<'SOURCE'
C     Fixed form, as MPI-1 had it.
      PROGRAM FIXED
      INCLUDE 'mpif.h'
      INTEGER IERR, IRANK, ISTAT(MPI_STATUS_SIZE), ISUM
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, IRANK, IERR)
      CALL MPI_ALLREDUCE(IRANK, ISUM, 1, MPI_INTEGER, MPI_SUM,
     +                   MPI_COMM_WORLD, IERR)
      CALL MPI_FINALIZE(IERR)
      IF (ISUM .NE. 1) STOP 1
      END
SOURCE
cat > both.f90 <<'SOURCE'
subroutine newer(comm)
  use mpi_f08
  implicit none
  integer, intent(in) :: comm
  type(MPI_Comm) :: handle
  handle%MPI_VAL = comm
  call MPI_Barrier(handle)
end subroutine
program older
  use mpi
  implicit none
  integer :: ierror
  call MPI_Init(ierror)
  call newer(MPI_COMM_WORLD)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
end program
SOURCE

# refused WORDS COMMAND...: the command fails and says so.
refused() {
    words=$1
    shift
    if "$@" > message 2>&1; then
        echo "succeeded: $*"
        exit 1
    fi
    grep -q "$words" message || { echo "not said: $words"; cat message; exit 1; }
}

for wrapper in mpif77 mpifort mpif90 mpifc; do
    "$prefix/bin/$wrapper" fixed.f -o "fixed-$wrapper"
done
"$prefix/bin/mpiexec" -n 2 ./fixed-mpif77
"$prefix/bin/mpiexec" -n 2 ./fixed-mpifc
# A compiler that makes two underscores calls other names.
"$prefix/bin/mpifort" -fsecond-underscore fixed.f -o second_underscore
"$prefix/bin/mpiexec" -n 2 ./second_underscore
"$prefix/bin/mpifort" both.f90 -o both
"$prefix/bin/mpiexec" -n 2 ./both

refused 'FERRY_FORTRAN_MODULES or XDG_CACHE_HOME' env FERRY_FORTRAN_MODULES=/proc/nowhere "$prefix/bin/mpifort" -c both.f90
refused "cannot execute the compiler 'no-such-compiler'" "$prefix/bin/mpifort" -fc=no-such-compiler -c both.f90
refused 'unknown option' "$prefix/bin/mpifort" -showme:nonsense
# Nothing is compiled where no source is.
env FERRY_FORTRAN_MODULES=/proc/nowhere "$prefix/bin/mpifort" --version
env FERRY_FORTRAN_MODULES=/proc/nowhere "$prefix/bin/mpifort" -showme:link | grep -q -- '-lmpifort_abi -lmpi_abi'

# Modules in the installation come before those of the cache.
cp -a "$prefix" installed
FERRY_FORTRAN_MODULES=/proc/nowhere installed/bin/mpifort -install-modules
FERRY_FORTRAN_MODULES=/proc/nowhere installed/bin/mpifort both.f90 -o both
# Twice at once: one compiles, the other waits.
rm -rf cache
FERRY_FORTRAN_MODULES=cache "$prefix/bin/mpifort" -c both.f90 -o one.o 2> first &
FERRY_FORTRAN_MODULES=cache "$prefix/bin/mpifort" -c both.f90 -o two.o 2> second
wait $!
[ "$(cat first second | grep -c 'compiling MPI')" = 1 ]
