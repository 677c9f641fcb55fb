#!/usr/bin/env bash
# Everything `make check` runs: each stage is a function below, timed and summarised; the last line counts tests.
#
#   scripts/check.sh [--all] [STAGE ...]
#
# Without stages all run, also after a failure. --all adds the stages that validate the tests themselves and take long.
# What a stage prints goes to .cache/check/STAGE.log; the end of it is shown if the stage fails. A stage that takes longer than
# its limit is ended; those for which there is no time left, or that need what could not be built, fail at once.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

prefix=$PWD/prefix
logs=$PWD/.cache/check
# Seconds for a stage, and for all of them together; the same with --all, whose stages take long.
stage_limit=1500
total_limit=4800
slow_stage_limit=7200
total_limit_of_all=18000
# Bytes on disk that a run takes, in GiB.
least_disk=4

# Nobody edits between two stages: what the compiler keeps for that case is most of what it writes.
export CARGO_INCREMENTAL=0

stages=(format lints generated unit loom miri install abi launch launchers diagnosis cmake fortran lab net tune examples programs leaks bench c lmt mpi4py compat)
slow_stages=(c_all packages programs_all lab_all mpi4py_all c_under_mpich compat_all)
needs_install=(abi launch launchers diagnosis cmake fortran lab net tune examples programs leaks c lmt mpi4py c_all packages programs_all lab_all mpi4py_all compat compat_all)

# rustfmt agrees with every file; comments have at most 100 columns, names of types mean one thing.
format() { cargo fmt --all --check && cargo xtask check-words; }

# clippy has nothing to say about any crate, test or example.
lints() { cargo clippy --workspace --all-targets --locked -- -D warnings; }

# Generated files are what api/ says; crates depend on each other as ARCHITECTURE.md says. The figures
# of the structure are printed.
generated() { cargo xtask check-generated && cargo xtask check-layers && cargo xtask shape; }

# Unit and property tests, and the tests of mpiexec with plain programs.
unit() { cargo test --workspace --locked --no-fail-fast; }

# Crates whose Cargo.toml names the given dependency, as -p options.
crates_with() {
    grep -lE "^$1( |\.|=)" crates/*/Cargo.toml | xargs -r sed -n 's/^name = "\(ferry-.*\)"/-p \1/p'
}

# Lock-free queues under every interleaving loom can find.
loom() {
    local crates
    crates=$(crates_with loom)
    [ -n "$crates" ] || { echo "no crate has loom tests"; return 1; }
    # shellcheck disable=SC2086  # a list of options
    CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/loom RUSTFLAGS="--cfg loom" cargo test --profile loom --locked $crates --lib loom || return
    rm -rf "${CARGO_TARGET_DIR:-target}/loom"
}

# Unsafe code without system calls under Miri, where a nightly toolchain with Miri is installed.
miri() {
    if ! cargo +nightly miri --version; then
        echo "skipped: no nightly toolchain with Miri (rustup toolchain install nightly --component miri)"
        return 0
    fi
    local -x MIRIFLAGS="-Zmiri-permissive-provenance" CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/miri
    cargo +nightly miri test --locked -p ferry-handle -p ferry-kernels --lib &&
        cargo +nightly miri test --locked -p ferry-shm --lib ring:: || return
    rm -rf "$CARGO_TARGET_DIR"
}

# What the stages after it use.
install() { make install PREFIX="$prefix"; }

abi() { tests/abi/run.sh "$prefix"; }

launch() { tests/launch/run.sh "$prefix"; }

# MPI programs under MPICH's hydra, Open MPI's prterun and Slurm's srun, where they can be fetched (once).
launchers() { tests/launchers/run.sh "$prefix"; }

# Programs that hang, and that do not, and what is said of them.
diagnosis() { tests/diagnosis/run.py "$prefix" --mpich .cache/mpich-venv; }

cmake() { tests/cmake/run.sh "$prefix"; }

# The recipes; the wheel, and it in bare roots of two distributions, where debootstrap can make them (once).
packages() {
    tests/packages/recipes.py && tests/packages/surroundings.py "$prefix" && tests/packages/tag.sh "$prefix" && make wheel deb &&
        tests/packages/run.sh "$(ls -t dist/ferry_mpi-*.whl | head -n 1)"
}

# Fortran programs in the three forms, where a compiler is.
fortran() { tests/fortran/run.sh "$prefix"; }

# RDMA between virtual machines, where apt-get can fetch (once) kernel and tools: a program for each way.
lab() { tests/lab/run.sh "$prefix" --few && tests/lab/ud.sh "$prefix"; }

# The same with many more programs, and with all tests of mpi4py's messages and collectives.
lab_all() { tests/lab/run.sh "$prefix" --all && tests/lab/ud.sh "$prefix" --all && tests/lab/flood.sh "$prefix" 1500; }

# TCP between hosts that are network namespaces, where they can be made.
net() {
    if ! tests/launch/namespaces.sh 1 true; then
        echo "skipped: network namespaces need root and iproute2"
        return 0
    fi
    tests/net/run.sh "$prefix"
}

# `ferry tune` on this host.
tune() { tests/tune/run.sh "$prefix"; }

# Programs of examples/, which verify themselves.
examples() { tests/examples/run.sh "$prefix"; }

# Published programs from the package registry, where they can be fetched (once).
programs() { tests/programs/run.sh "$prefix"; }

# Their tests that take long, and PETSc, which takes long to build.
programs_all() { tests/programs/run.sh "$prefix" hdf5_all h5py pnetcdf petsc; }

# Nothing is lost, say valgrind and LeakSanitizer.
leaks() { tests/leaks/run.sh "$prefix"; }

# Scripts that measure and report.
bench() { tests/bench/run.py; }

# C programs end to end at 1, 2, 3, 4 and 7 ranks.
c() { tests/c/run.py "$prefix"; }

# Those that take long: messages of 1 GiB, a hundred thousand objects of each kind.
c_all() { tests/c/run.py "$prefix" --all lmt_huge nothing_stays_long coll_puts_churn_long dyn_many_long; }

# Large messages where the system refuses, a buffer is bad, or a rank dies.
lmt() { tests/lmt/run.py "$prefix"; }

# mpi4py's whole suite, each module at 1 or at 3 ranks.
mpi4py() { tests/mpi4py/run.py "$prefix" --quick; }

# The same at more numbers of ranks, and with the pools of mpi4py.futures that are spawned.
mpi4py_all() { tests/mpi4py/run.py "$prefix" --ranks "1 2 5"; }

# Programs compiled for MPICH's and Open MPI's ABIs, where these can be fetched (once); some of Debian's packages.
compat() {
    tests/compat/run.py "$prefix"
    local status=$?
    tests/compat/debian.py "$prefix" && tests/compat/refused.sh "$prefix" && [ $status -eq 0 ]
}

# The same with all C programs, mpi4py's whole suite at 1, 2 and 3 ranks, and all programs of Debian's.
compat_all() {
    tests/compat/run.py "$prefix" --all
    local status=$?
    tests/compat/debian.py "$prefix" --all && [ $status -eq 0 ]
}

# The C programs under MPICH's library of the same ABI: shows that the tests ask for no more than the standard. It spins when
# ranks outnumber processors, so few ranks and one test at a time.
c_under_mpich() {
    local venv=$PWD/.cache/mpich-venv
    [ -x "$venv/bin/mpiexec" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet mpich==5.0.2; } || return 1
    tests/c/run.py "$venv" --ranks "1 2" --jobs 1
}

passed=0
failed=0
summary=()

# Sums the counts "N passed, N failed" (ours) and "N passed; N failed" (cargo's) in a log.
count() {
    sed -nE 's/.*[^0-9]([0-9]+) passed[,;] ([0-9]+) failed.*/\1 \2/p; s/^([0-9]+) passed[,;] ([0-9]+) failed.*/\1 \2/p' "$1" |
        awk '{ passed += $1; failed += $2 } END { print passed + 0, failed + 0 }'
}

# Why a stage cannot run; nothing if it can.
obstacle() {
    local stage=$1
    if [ $((SECONDS - started)) -ge $total_limit ]; then
        echo "not run: all stages together may take $total_limit s"
    elif [[ " ${needs_install[*]} " == *" $stage "* ]] && [ ! -x "$prefix/bin/mpiexec" ]; then
        echo "not run: nothing is installed in $prefix"
    fi
}

# The stage in a process group of its own, which ends with the limit.
limited() {
    local stage=$1 left=$((total_limit - (SECONDS - started))) limit=$stage_limit
    [[ " ${slow_stages[*]} " != *" $stage "* ]] || limit=$slow_stage_limit
    timeout --kill-after=10 $((left < limit ? left : limit)) "${BASH_SOURCE[0]}" --only "$stage"
    local status=$?
    [ $status -ne 124 ] || echo "ended: the stage took longer than its limit"
    return $status
}

run() {
    local stage=$1 log=$logs/$1.log began=$SECONDS good bad state=ok reason
    printf '%-14s ' "$stage"
    reason=$(obstacle "$stage")
    if [ -n "$reason" ]; then
        echo "$reason" > "$log"
        state=FAILED good=0 bad=1
    elif limited "$stage" > "$log" 2>&1; then
        read -r good bad < <(count "$log")
        [ "$((good + bad))" -gt 0 ] || good=1
    else
        state=FAILED
        read -r good bad < <(count "$log")
        [ "$bad" -gt 0 ] || bad=1
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    printf '%-7s %4d s  %5d passed, %d failed\n' "$state" $((SECONDS - began)) "$good" "$bad"
    if grep -q '^skipped: ' "$log"; then
        sed -n 's/^skipped: /               skipped: /p' "$log"
    fi
    if [ "$state" = FAILED ]; then
        tail -n 60 "$log" | sed 's/^/    /'
        summary+=("$stage: $log")
    fi
}

# The inner call: one stage, without a summary.
if [ "${1:-}" = --only ]; then
    "$2"
    exit
fi

if [ "${1:-}" = --all ]; then
    stages+=("${slow_stages[@]}")
    total_limit=$total_limit_of_all
    shift
fi
[ $# -eq 0 ] || stages=("$@")
for stage in "${stages[@]}"; do
    [ "$(type -t "$stage")" = function ] || { echo "check: no stage is called $stage; there are ${stages[*]}" >&2; exit 2; }
done

mkdir -p "$logs"
free=$(df --output=avail -BG . | tail -1 | tr -dc 0-9)
[ "$free" -ge $least_disk ] || { echo "check: $free GiB are free on the disk of $PWD; a run takes $least_disk GiB: make room" >&2; exit 1; }
started=$SECONDS
for stage in "${stages[@]}"; do
    run "$stage"
done
echo "${#stages[@]} stages in $((SECONDS - started)) s"
for failure in "${summary[@]}"; do
    echo "failed stage $failure"
    # The names of failed tests (ours, and cargo's), as the end of a log need not have them.
    grep -hE '^(FAILED|test .* FAILED$|thread .* panicked at)' "${failure#*: }" | head -n 20 | sed 's/^/    /'
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
