#!/bin/bash
# mpiexec with MPI programs: an installed Ferry, and the mpich wheel for PMI both ways.
#
#   tests/launch/run.sh PREFIX [MPICH]
#
# MPICH is the root of an installed mpich (its bin and lib); without it, the mpich 5.0.2 wheel is installed into .cache once.
# FERRY_TEST_MPICH=no leaves those tests out. FERRY_TEST_IMPI names the root of an installed Intel MPI, to run its library too.
set -euo pipefail

prefix=$(cd "${1:?usage: tests/launch/run.sh PREFIX [MPICH]}" && pwd)
tests=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$tests/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
limit=60
# shellcheck source=tests/expect.sh
. "$tests/../expect.sh"
# shellcheck source=tests/launch/kill.sh
. "$tests/kill.sh"

mpich() {
    local venv=$root/.cache/mpich-venv
    if [ ! -x "$venv/bin/mpiexec" ]; then
        python3 -m venv "$venv"
        "$venv/bin/pip" --disable-pip-version-check -q install mpich==5.0.2
    fi
    echo "$venv"
}

mpiexec=$prefix/bin/mpiexec
program=$work/program
"$prefix/bin/mpicc" -O1 -Wall -Werror "$tests/program.c" -o "$program"

for ranks in 1 2 3 4 7 32; do
    expect 0 "$mpiexec" -n $ranks "$program"
    grep -qx "$ranks ranks" "$work/out" || fail "$ranks ranks do not meet"
done
expect 0 "$prefix/bin/mpirun" -n 1 "$program" : -n 2 "$program"
grep -qx "3 ranks" "$work/out" || fail "two programs do not meet"
echo "ok: 1 to 32 ranks"

# shellcheck source=tests/launch/heap.sh
. "$tests/heap.sh"

# shellcheck source=tests/launch/spawn.sh
. "$tests/spawn.sh"

# shellcheck source=tests/launch/core.sh
. "$tests/core.sh"

expect 0 "$program"
grep -qx "1 ranks" "$work/out" || fail "started alone is no world of 1"
for promise in PMI_SIZE=4 OMPI_COMM_WORLD_SIZE=4 "SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=4"; do
    # shellcheck disable=SC2086
    status=0; env $promise "$program" > "$work/out" 2> "$work/err" || status=$?
    [ $status != 0 ] || fail "$promise is ignored"
    says "${promise##* }"
    says "mpiexec"
done
echo "ok: alone, and lost ranks are told"

cc -O1 -I"$prefix/include" "$tests/program.c" -L"$prefix/lib" -lmpi_abi -o "$work/lost"
expect 0 env -u LD_LIBRARY_PATH "$mpiexec" -n 3 "$work/lost"
grep -qx "3 ranks" "$work/out" || fail "a program without a path to the library does not find it"
expect 0 env LD_LIBRARY_PATH=/nonexistent "$mpiexec" -n 3 "$work/lost"
expect 0 env LD_LIBRARY_PATH=/nonexistent "$mpiexec" -n 1 sh -c 'echo "path $LD_LIBRARY_PATH"'
prints "path /nonexistent"
expect 0 env -u LD_LIBRARY_PATH "$mpiexec" -n 1 sh -c 'echo "path $LD_LIBRARY_PATH."'
prints "path ."
echo "ok: programs that other tools have linked find the library"

expect 5 "$mpiexec" -n 3 "$program" abort
says 'rank 2 \(pid [0-9]+, .*program\) called MPI_Abort with code 5'
expect 1 "$mpiexec" -n 3 "$program" leave
says 'rank 2 .* without MPI_Finalize; the remaining 2 ranks were ended'
expect 7 "$mpiexec" -n 3 "$program" fail
says 'rank 2 .* exited with status 7; the remaining 2 ranks were ended'
expect 1 "$mpiexec" -n 3 "$program" orphan
says 'rank 2 .* without MPI_Finalize; the remaining 2 ranks were ended'
expect 139 "$mpiexec" -n 3 "$program" crash
says 'rank 2 .* killed by signal 11 \(SIGSEGV\); the remaining 2 ranks were ended'
expect 124 "$mpiexec" -n 2 --timeout 0.5 "$program" hang
echo "ok: every end has its status and its sentence"

expect 5 "$mpiexec" -n 1 "$program" deaf
grep -q "SIGTERM came" "$work/err" && fail "the rank that calls MPI_Abort gets a SIGTERM"
expect 5 "$mpiexec" -n 3 "$program" deaf
[ "$(grep -c "^SIGTERM came$" "$work/err")" = 2 ] || fail "not both other ranks get a SIGTERM"
for ((round = 0; round < 20; round++)); do
    expect 5 "$mpiexec" -n 8 "$program" all
    grep -Evq '^(ferry: MPI_Abort was called by rank [0-7] with error code 5|mpiexec: rank [0-7] .*)$' "$work/err" && fail "messages are mixed"
done
echo "ok: aborts are not disturbed, and told in whole lines"

# Python's subprocess closes what it does not know.
cat > "$work/wrapper.py" << 'SCRIPT'
import subprocess, sys
sys.exit(subprocess.run(sys.argv[2:], close_fds=sys.argv[1] == "closes").returncode)
SCRIPT
expect '[!0]*' "$mpiexec" -n 2 python3 "$work/wrapper.py" closes "$program"
says "MPI_Init: .*close_fds=False"
expect 0 "$mpiexec" -n 2 python3 "$work/wrapper.py" keeps "$program"
grep -qx "2 ranks" "$work/out" || fail "ranks behind a wrapper that keeps descriptors do not meet"
expect 0 env -u XDG_CACHE_HOME HOME="$work/nobody/here" "$mpiexec" -n 2 "$program"
[ ! -e "$work/nobody" ] || fail "a home that did not exist has been made"
echo "ok: wrappers that close descriptors are told so, and nobody makes a home"

mkfifo "$work/ends"
ENDS=$work/ends expect 0 "$mpiexec" -n 2 "$program" gone
[ ! -s "$work/err" ] || fail "something was said about messages that went well"
expect 0 "$mpiexec" -n 3 "$program" child
grep -qx "3 ranks" "$work/out" || fail "children that finalize disturb the ranks"
echo "ok: receivers that are gone, and children that finalize, disturb nobody"

status=0
(ulimit -f 100 && timeout -s KILL 60 "$mpiexec" -n 2 "$program") > "$work/out" 2> "$work/err" < /dev/null || status=$?
[ $status != 0 ] || fail "a limit of the size of files does not bite"
says '\(ulimit -f\) is 102400 bytes'
(ulimit -v 16000 && timeout -s KILL 60 "$mpiexec" -n 2 "$program") > "$work/out" 2> "$work/err" < /dev/null || status=$?
says '\(ulimit -v\) is 16384000 bytes'
(ulimit -v 400000 && timeout -s KILL 60 "$mpiexec" -n 2 "$program") > "$work/out" 2> "$work/err" < /dev/null || fail "two ranks take more than 400 MB of addresses"
echo "ok: limits that bite are named with their sizes"

for whom in mpiexec launcher rank parent; do
    kill_anything $whom 15000 3 bash -c 'sleep 1000 & "$0" wait; exit $?' "$program"
done

if [ "$(id -u)" = 0 ] && "$tests/namespaces.sh" 1 true 2> "$work/err"; then
    "$tests/namespaces.sh" 4 "$tests/hosts.sh" "$prefix" "$program"
    "$tests/starts.sh" "$prefix" namespaces 20 > "$work/out" 2> "$work/err" || fail "a start between hosts fails while others compute"
    echo "ok: 20 starts between hosts while others compute: $(tail -n 1 "$work/out")"
else
    echo "skipped: network namespaces need root and iproute2 ($(tail -n 1 "$work/err" 2> /dev/null)); the hosts of the next tests are this one"
    printf '#!/bin/sh\nshift\nexec sh -c "$*"\n' > "$work/rsh"
    chmod +x "$work/rsh"
    printf 'host%s slots=2\n' 0 1 2 3 > "$work/hosts"
    FERRY_RSH=$work/rsh FERRY_HOSTFILE=$work/hosts "$tests/hosts.sh" "$prefix" "$program"
fi

if [ "${FERRY_TEST_MPICH:-yes}" != no ]; then
    peer=${2:-$(mpich)}
    for ranks in 1 2 4; do
        expect 0 env LD_LIBRARY_PATH="$peer/lib" "$mpiexec" -n $ranks "$program"
        grep -qx "$ranks ranks" "$work/out" || fail "MPICH's library: $ranks ranks do not meet under Ferry's mpiexec"
        expect 0 "$peer/bin/mpiexec" -n $ranks "$program"
        grep -qx "$ranks ranks" "$work/out" || fail "Ferry's library: $ranks ranks do not meet under MPICH's mpiexec"
    done
    expect 5 env LD_LIBRARY_PATH="$peer/lib" "$mpiexec" -n 2 "$program" abort
    expect 5 "$peer/bin/mpiexec" -n 2 "$program" abort
    [ "$(timeout -s KILL 60 "$peer/bin/mpiexec" -n 2 "$work/spawn" parent-leaves)" = "the children go on" ] || fail "Ferry's library spawns nothing under MPICH's mpiexec"
    echo "ok: PMI both ways"
fi

if [ -n "${FERRY_TEST_IMPI:-}" ]; then
    for ranks in 1 2 4; do
        expect 0 env LD_LIBRARY_PATH="$FERRY_TEST_IMPI/lib:$FERRY_TEST_IMPI/lib/libfabric" I_MPI_FABRICS=shm "$mpiexec" -n $ranks "$program"
        grep -qx "$ranks ranks" "$work/out" || fail "Intel MPI's library: $ranks ranks do not meet under Ferry's mpiexec"
    done
    echo "ok: Intel MPI's library"
fi
