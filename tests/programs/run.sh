#!/bin/bash
# Builds published MPI programs with our mpicc, as their authors wrote them, and runs them under our mpiexec.
#
#   tests/programs/run.sh PREFIX [PROGRAM ...]
#
# The sources come from the package registry and stay in .cache/programs, as does what was built of them with one mpi.h. A program whose
# sources cannot be had is skipped, with the reason.
#
# - netpipe: messages of many lengths, each checked byte by byte
# - hpcc: the HPC Challenge: a linear system (HPL), a transposition, updates at random places, a Fourier transform, matrix products; each
#   verifies its result
# - hdf5: the parallel tests of HDF5 itself: files, views of chunks, collective and independent writes; hdf5_all: those that take long, too
set -uo pipefail
prefix=$(cd "${1:?the installation of Ferry}" && pwd) || exit 2
shift
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=$tests/../../.cache/programs
[ $# -gt 0 ] || set -- netpipe hpcc hdf5
passed=0
failed=0

pass() { passed=$((passed + 1)); echo "ok      $*"; }

# fail WHAT FILE: with the end of the file.
fail() {
    failed=$((failed + 1))
    echo "FAILED  $1"
    tail -n 25 "$2" | sed 's/^/    /'
}

# expect WHAT PATTERN FILE: a line of the file matches.
expect() {
    if grep -qE "$2" "$3"; then pass "$1"; else fail "$1: no line matches $2" "$3"; fi
}

# refuse WHAT PATTERN FILE: no line of the file matches.
refuse() {
    if grep -qE "$2" "$3"; then fail "$1: a line matches $2" "$3"; else pass "$1"; fi
}

# fetch KIND DIRECTORY PACKAGE...: once; the reason if that cannot be done.
fetch() {
    local directory=$2
    [ -e "$directory/.complete" ] && return
    rm -rf "$directory"
    "$tests/fetch.sh" "$@" 2> "$work/reason" || return 1
    touch "$directory/.complete"
}

# build PROGRAM COMMAND...: in a copy of the sources, once for each mpi.h and prefix; `built` becomes that copy.
build() {
    local program=$1 key
    shift
    key=$({ echo "$prefix"; cat "$prefix/include/mpi.h"; } | sha256sum | cut -c1-12)
    built=$cache/$program/built-$key
    [ -e "$built/.built" ] && return
    rm -rf "$cache/$program"/built-*
    cp -r "$cache/$program/source" "$built"
    export prefix
    # A function has its time from a shell of its own.
    export -f hdf5_build
    if ! (cd "$built" && timeout "${build_limit:-300}" bash -c '"$@"' build "$@") > "$work/build" 2>&1; then
        fail "$program does not build" "$work/build"
        return 1
    fi
    touch "$built/.built"
}

# launch RANKS COMMAND...: what it says is in $work/out.
launch() {
    local ranks=$1
    shift
    timeout "${launch_limit:-240}" "$prefix/bin/mpiexec" -n "$ranks" "$@" > "$work/out" 2>&1
}

netpipe() {
    fetch source "$cache/netpipe/source" netpipe || { echo "skipped: netpipe: $(tail -1 "$work/reason")"; return; }
    build netpipe "$prefix/bin/mpicc" -O1 -w -DMPI -Isrc src/netpipe.c src/mpi.c -o NPmpi || return
    cd "$work" || exit 2
    if launch 2 "$built/NPmpi" -i -n 20 -u 4000000; then
        expect "netpipe: messages arrive intact" "Integrity check passed" "$work/out"
        refuse "netpipe: no message is damaged" "[Ff]ailed|[Ee]rror" "$work/out"
    else
        fail "netpipe: exit status $?" "$work/out"
    fi
}

# The description of the machine that hpcc's makefiles want.
hpcc_machine() {
    cat << END
SHELL = /bin/sh
CD = cd
CP = cp
LN_S = ln -s
MKDIR = mkdir -p
RM = rm -f
TOUCH = touch
ARCH = ferry
TOPdir = ../../..
INCdir = \$(TOPdir)/include
LIBdir = \$(TOPdir)/lib/\$(ARCH)
HPLlib = \$(LIBdir)/libhpl.a
HPL_LIBS = \$(HPLlib) -L$1 -Wl,-rpath,$1 -Wl,-rpath-link,$2 -Wl,-rpath,$2 -l:libblas.so.3 -lm
HPL_DEFS = -DAdd_ -DF77_INTEGER=int -DStringSunStyle -DHPL_CALL_FBLAS -I\$(INCdir) -I\$(INCdir)/\$(ARCH)
CC = $prefix/bin/mpicc
CCNOOPT = \$(HPL_DEFS) -w
CCFLAGS = \$(HPL_DEFS) -O1 -w -std=gnu99 -DLONG_IS_64BITS
LINKER = \$(CC)
LINKFLAGS = \$(CCFLAGS)
ARCHIVER = ar
ARFLAGS = r
RANLIB = true
END
}

hpcc() {
    local blas=$cache/hpcc/blas libraries
    fetch source "$cache/hpcc/source" hpcc && fetch unpack "$blas" libblas3 libgfortran5 libquadmath0 ||
        { echo "skipped: hpcc: $(tail -1 "$work/reason")"; return; }
    libraries=$(cd "$blas"/usr/lib/*-linux-gnu && pwd)
    hpcc_machine "$libraries/blas" "$libraries" > "$cache/hpcc/source/hpl/Make.ferry"
    build hpcc make arch=ferry || return
    mkdir "$work/hpcc"
    cd "$work/hpcc" || exit 2
    sed -E 's/^[0-9]+( +Ns)$/400\1/; s/^[0-9]+( +NBs)$/32\1/; s/^[0-9]+( +[PQ]s)$/2\1/' "$built/_hpccinf.txt" > hpccinf.txt
    if ! launch 4 "$built/hpcc"; then
        fail "hpcc: exit status $?" "$work/out"
        return
    fi
    expect "hpcc: it gets to its end" "^Success=1$" hpccoutf.txt
    expect "hpcc: the linear system is solved" "^\|\|Ax-b.*PASSED$" hpccoutf.txt
    expect "hpcc: matrices are transposed" "^WALL .*PASSED" hpccoutf.txt
    expect "hpcc: updates at random places" "^MPIRandomAccess_ErrorsFraction=0$" hpccoutf.txt
    expect "hpcc: updates by the other generator" "^MPIRandomAccess_LCG_ErrorsFraction=0$" hpccoutf.txt
    expect "hpcc: the Fourier transform is exact" "^MPIFFT_maxErr=[0-9.]+e-1[0-9]$" hpccoutf.txt
    refuse "hpcc: nothing failed" "FAILED" hpccoutf.txt
}

# hdf5_build TESTS...: libtool takes longer than the compiler, and is left out.
hdf5_build() {
    local parts=(--enable-parallel --disable-shared --disable-fortran --disable-cxx --disable-hl --disable-java --disable-tools --without-zlib)
    local compile=("$prefix/bin/mpicc" -O0 -w -D_GNU_SOURCE -I"$PWD/src" -I"$PWD/test") program more
    local parts_of_testphdf5=(testpar/t_{dset,file,file_image,mdset,ph5basic,coll_chunk,span_tree,chunk_alloc,filter_read,prop,coll_md_read}.c)
    CC=$prefix/bin/mpicc ./configure "${parts[@]}" && make -C src H5Tinit.c H5lib_settings.c || return
    mkdir objects
    cd objects || return
    find ../src -name 'H5*.c' ! -name H5detect.c ! -name H5make_libsettings.c -print0 | xargs -0 -P 2 -n 8 "${compile[@]}" -c || return
    "${compile[@]}" -c ../test/{h5test,testframe,cache_common,swmr_common}.c || return
    cd ..
    ar rc libhdf5.a objects/*.o || return
    for program in "$@"; do
        more=()
        [ "$program" != testphdf5 ] || more=("${parts_of_testphdf5[@]}")
        "${compile[@]}" "testpar/$program.c" "${more[@]}" libhdf5.a -lm -ldl -o "testpar/$program" || return
    done
}

# hdf5_run TESTS...: each in a directory of its own, and what it says of itself.
hdf5_run() {
    local all=(t_mpi testphdf5 t_pread t_init_term t_pshutdown t_prestart t_shapesame t_bigio t_filters_parallel t_cache) program
    fetch source "$cache/hdf5/source" hdf5 || { echo "skipped: hdf5: $(tail -1 "$work/reason")"; return; }
    build_limit=900 build hdf5 hdf5_build "${all[@]}" || return
    cd "$work" || exit 2
    for program in "$@"; do
        if launch 3 "$built/testpar/$program"; then
            refuse "hdf5: $program" "FAILED|Parallel ERROR" "$work/out"
        else
            fail "hdf5: $program: exit status $?" "$work/out"
        fi
    done
}

hdf5() { hdf5_run t_mpi testphdf5 t_pread t_init_term t_pshutdown t_prestart; }

hdf5_all() { launch_limit=1200 hdf5_run t_shapesame t_bigio t_filters_parallel t_cache; }

for program in "$@"; do
    work=$(mktemp -d)
    "$program"
    cd "$tests" || exit 2
    rm -rf "$work"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
