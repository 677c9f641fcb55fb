#!/bin/bash
# Builds published MPI programs with our mpicc, as their authors wrote them, and runs them under our mpiexec.
#
#   tests/programs/run.sh PREFIX [PROGRAM ...]
#
# The sources come from the package registries and stay in .cache/programs, as does what was built of them with one mpi.h. A program whose
# sources cannot be had is skipped, with the reason.
#
# - netpipe: messages of many lengths, each checked byte by byte
# - hpcc: the HPC Challenge: a linear system (HPL), a transposition, updates at random places, a Fourier transform, matrix products; each
#   verifies its result
# - hdf5: the parallel tests of HDF5 itself: files, views of chunks, collective and independent writes; hdf5_all: those that take long, too
# - pnetcdf: PnetCDF's own parallel tests, all of which go through MPI's files. It takes long.
# - h5py: the tests of h5py for MPI, over HDF5, with mpi4py compiled by the same mpicc (its wheel is for older ABIs). It takes long to build.
# - petsc: linear and nonlinear solvers of PETSc on grids; what they print is compared with what its authors got. It takes long to build.
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

# The status of a build that lacks what comes from a package index which cannot be reached; its last line says so.
readonly unreachable=75

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
    export -f hdf5_build hdf5_objects h5py_build pip_fetch pnetcdf_build petsc_build
    export unreachable
    (cd "$built" && timeout "${build_limit:-300}" bash -c '"$@"' build "$@") > "$work/build" 2>&1
    case $? in
        0) ;;
        "$unreachable") echo "skipped: $program: $(tail -1 "$work/build")"; return 1 ;;
        *) fail "$program does not build" "$work/build"; return 1 ;;
    esac
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

# hdf5_objects OPTIONS...: what HDF5's library is made of, in objects; libtool takes longer than the compiler, and is left out.
hdf5_objects() {
    local parts=(--enable-parallel --disable-shared --disable-fortran --disable-cxx --disable-hl --disable-java --disable-tools --without-zlib)
    CC=$prefix/bin/mpicc ./configure "${parts[@]}" && make -C src H5Tinit.c H5lib_settings.c || return
    mkdir objects
    cd objects || return
    find ../src -name 'H5*.c' ! -name H5detect.c ! -name H5make_libsettings.c -print0 | xargs -0 -P 2 -n 8 "$prefix/bin/mpicc" -O0 -w -D_GNU_SOURCE -I../src "$@" -c
}

# hdf5_build TESTS...
hdf5_build() {
    local compile=("$prefix/bin/mpicc" -O0 -w -D_GNU_SOURCE -I"$PWD/src" -I"$PWD/test") program more
    local parts_of_testphdf5=(testpar/t_{dset,file,file_image,mdset,ph5basic,coll_chunk,span_tree,chunk_alloc,filter_read,prop,coll_md_read}.c)
    hdf5_objects || return
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

# pip_fetch ARGUMENTS...: of the environment of h5py; says if it is the index that cannot be reached.
pip_fetch() {
    python/bin/pip --disable-pip-version-check --retries 2 --timeout 20 "$@" 2> pip.err && return
    cat pip.err >&2
    # What pip says where no connection comes about, and of an index that has nothing at all.
    ! grep -qE "NewConnectionError|ConnectTimeoutError|ProxyError|NameResolutionError|Read timed out|from versions: none" pip.err && return 1
    echo "pip cannot reach its index: $(grep -m 1 -E "^ERROR|^WARNING" pip.err)"
    return "$unreachable"
}

# h5py_build H5PY: HDF5 as a shared library with its layer of conveniences (hl), which h5py wants, and h5py with mpi4py in an environment of their own.
h5py_build() {
    local packages=(numpy==2.1.3 cython==3.0.12 setuptools==65.5.0 wheel==0.48.0 pkgconfig==1.6.0 pytest==9.2.0 pytest-mpi==0.6)
    python3 -m venv python || return
    pip_fetch install -q "${packages[@]}" || return
    hdf5_objects -fPIC || return
    mkdir ../hl/objects ../include ../lib
    cd ../hl/objects || return
    "$prefix/bin/mpicc" -O0 -w -D_GNU_SOURCE -fPIC -I../../src -I../src -c ../src/*.c || return
    cd ../..
    cp src/*.h hl/src/*.h include
    "$prefix/bin/mpicc" -shared objects/*.o -o lib/libhdf5.so -lm -ldl || return
    "$prefix/bin/mpicc" -shared hl/objects/*.o -o lib/libhdf5_hl.so -Llib -lhdf5 || return
    rm -r objects hl/objects
    MPICC=$prefix/bin/mpicc CFLAGS=-O0 pip_fetch install -q --no-build-isolation --no-deps --no-binary mpi4py mpi4py==4.1.2 || return
    CC=$prefix/bin/mpicc CFLAGS=-O0 HDF5_MPI=ON HDF5_DIR=$PWD H5PY_SETUP_REQUIRES=0 pip_fetch install -q --no-build-isolation --no-deps --no-binary h5py "$1"
}

h5py() {
    fetch source "$cache/h5py/source" hdf5 || { echo "skipped: h5py: $(tail -1 "$work/reason")"; return; }
    build_limit=1800 build h5py h5py_build h5py==3.12.1 || return
    cd "$work" || exit 2
    export LD_LIBRARY_PATH=$built/lib HDF5_USE_FILE_LOCKING=FALSE
    for ranks in 1 2 4; do
        if launch_limit=600 launch "$ranks" "$built/python/bin/python" -m pytest -q -p no:cacheprovider --with-mpi --pyargs h5py -m mpi; then
            expect "h5py: tests for MPI on $ranks ranks" "[1-9][0-9]* passed" "$work/out"
        else
            fail "h5py: tests for MPI on $ranks ranks: exit status $?" "$work/out"
        fi
    done
    unset LD_LIBRARY_PATH HDF5_USE_FILE_LOCKING
}

# pnetcdf_build TOOLS: its configure script is made by Debian's tools, which are unpacked in TOOLS and name files below /usr.
pnetcdf_build() {
    local tools=$1
    if [ ! -e "$tools/.moved" ]; then
        grep -rlI -e /usr/share -e /usr/bin "$tools/usr" | xargs sed -i -E "s#/usr/(share/(auto|aclocal|libtool|doc)|bin/(auto|aclocal|m4|libtool))#$tools/usr/\\1#g" || return
        touch "$tools/.moved"
    fi
    export PATH=$tools/usr/bin:$PATH M4=$tools/usr/bin/m4 ACLOCAL=aclocal-1.16 AUTOMAKE=automake-1.16 LD_LIBRARY_PATH
    LD_LIBRARY_PATH=$(echo "$tools"/usr/lib/*-linux-gnu)
    autoreconf -fi -I "$tools/usr/share/aclocal" || return
    ./configure --disable-fortran --disable-cxx --disable-shared --with-mpi="$prefix" MPICC="$prefix/bin/mpicc" SEQ_CC=cc CFLAGS="-O0 -w" && make -j2 all && make -j2 tests
}

pnetcdf() {
    local tools=$cache/pnetcdf/tools
    fetch source "$cache/pnetcdf/source" pnetcdf && fetch unpack "$tools" autoconf automake libtool m4 libsigsegv2 ||
        { echo "skipped: pnetcdf: $(tail -1 "$work/reason")"; return; }
    build_limit=1800 build pnetcdf pnetcdf_build "$tools" || return
    # Its makefiles run each program on four ranks.
    if timeout 1800 make -C "$built" ptest TESTMPIRUN="$prefix/bin/mpiexec -n NP" TESTOUTDIR="$work" > "$work/out" 2>&1; then
        expect "pnetcdf: programs pass" "pass" "$work/out"
        refuse "pnetcdf: no program fails" "\bfail" "$work/out"
    else
        fail "pnetcdf: exit status $?" "$work/out"
    fi
}

# The parts of PETSc that its solvers use, without debugging, and the programs.
petsc_build() {
    local libraries=$1 parts=(--with-cxx=0 --with-fc=0 --with-debugging=0 --with-shared-libraries=0 --with-x=0 --with-ssl=0 --with-make-np=2) list
    local names=("PETSC_DIR=$PWD" PETSC_ARCH=ferry) paths="-Wl,-rpath,$libraries:$libraries/blas:$libraries/lapack" program
    list="[$libraries/lapack/liblapack.so.3,$libraries/blas/libblas.so.3,$libraries/libgfortran.so.5,$libraries/libquadmath.so.0]"
    shift
    python3 ./configure PETSC_ARCH=ferry --with-cc="$prefix/bin/mpicc" --with-mpiexec="$prefix/bin/mpiexec" "${parts[@]}" COPTFLAGS="-O0 -w" \
        --with-blaslapack-lib="$list" LDFLAGS="$paths" || return
    make -f gmakefile "${names[@]}" -j2 libs || return
    for program in "$@"; do
        # PETSc names these libraries before its own.
        make -C "${program%/*}" "${names[@]}" LDFLAGS="-Wl,--no-as-needed $paths" "${program##*/}" || return
    done
    rm -r ferry/obj
}

# agree EXPECTED FILE: the same words, and numbers that differ by a hundredth at most, or are both as good as nothing; else the lines that do not.
agree() {
    awk 'function is_number(word) { return word ~ /^[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?[,.]?$/ }
        function size(x) { return x < 0 ? -x : x }
        NR == FNR { due[++lines] = $0; next }
        {
            words = split(due[FNR], a); is_same = split($0, b) == words
            for (i = 1; i <= words && is_same; i++)
                if (a[i] != b[i])
                    is_same = is_number(a[i]) && is_number(b[i]) && (size(a[i] - b[i]) <= size(a[i]) / 100 || size(a[i]) < 1e-9 && size(b[i]) < 1e-9)
            if (!is_same) { print "due: " due[FNR]; print "got: " $0; differ = 1 }
        }
        END { if (FNR != lines) print lines " lines are due, there are " FNR; exit differ || FNR != lines }' "$1" "$2"
}

# petsc_run RANKS PROGRAM EXPECTED ARGUMENTS...: what it prints is what its authors got.
petsc_run() {
    local ranks=$1 program=$2 expected=$3
    shift 3
    if ! launch "$ranks" "$built/$program" "$@"; then
        fail "petsc: ${program##*/} on $ranks ranks: exit status $?" "$work/out"
    elif agree "$built/${program%/*}/output/$expected" "$work/out" > "$work/difference"; then
        pass "petsc: ${program##*/} $* on $ranks ranks"
    else
        fail "petsc: ${program##*/} $* on $ranks ranks prints something else than $expected" "$work/difference"
    fi
}

petsc() {
    local blas=$cache/petsc/blas linear=src/ksp/ksp/tutorials/ex2 flow=src/snes/tutorials/ex19 libraries
    local exact=(-ksp_monitor -m 5 -n 5 -ksp_orthogonalization_cgs_refinement_type refine_always) grid=(-da_refine 3 -pc_type mg -ksp_type fgmres)
    fetch index "$cache/petsc/source" petsc==3.26.1 && fetch unpack "$blas" libblas3 liblapack3 libgfortran5 libquadmath0 ||
        { echo "skipped: petsc: $(tail -1 "$work/reason")"; return; }
    libraries=$(cd "$blas"/usr/lib/*-linux-gnu && pwd)
    build_limit=3600 build petsc petsc_build "$libraries" $linear $flow || return
    cd "$work" || exit 2
    petsc_run 1 $linear ex2_1.out "${exact[@]}"
    petsc_run 2 $linear ex2_2.out "${exact[@]}"
    petsc_run 4 $linear ex2_bjacobi.out -pc_type bjacobi -pc_bjacobi_blocks 1 -ksp_monitor -sub_pc_type jacobi -sub_ksp_type gmres
    petsc_run 4 $linear ex2_telescope.out -m 100 -n 100 -ksp_converged_reason -pc_type telescope -pc_telescope_reduction_factor 4 -telescope_pc_type bjacobi
    petsc_run 1 $flow ex19_1.testout "${grid[@]}"
    petsc_run 2 $flow ex19_1.testout "${grid[@]}" -snes_type newtontrdc
    petsc_run 4 $flow ex19_2.out -da_refine 3 -snes_converged_reason -pc_type mg -mat_fd_type ds
}

for program in "$@"; do
    work=$(mktemp -d)
    "$program"
    cd "$tests" || exit 2
    rm -rf "$work"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
