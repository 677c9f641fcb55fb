#!/bin/bash
# mpiexec with MPI programs on the hosts of FERRY_HOSTFILE, reached by FERRY_RSH; run.sh calls it, inside of namespaces.sh where that works.
#
#   tests/launch/hosts.sh PREFIX PROGRAM
#
# FERRY_HOSTFILE lists host0 to host3 with two slots each. PROGRAM is tests/launch/program.c.
set -euo pipefail

mpiexec=$1/bin/mpiexec
program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests=$(cd "$(dirname "$0")" && pwd)
limit=60
# shellcheck source=tests/expect.sh
. "$tests/../expect.sh"
# shellcheck source=tests/launch/kill.sh
. "$tests/kill.sh"
# No start takes as long unless something waits for a time limit; what it takes on an idle machine is in docs/adr/0020-launching-on-many-hosts.md.
start_limit_ms=10000

for ranks in 2 3 8; do
    expect 0 "$mpiexec" -n $ranks "$program"
    grep -qx "$ranks ranks" "$work/out" || fail "$ranks ranks do not meet"
done
expect 0 "$mpiexec" -n 7 -ppn 1 --oversubscribe "$program"
grep -qx "7 ranks" "$work/out" || fail "ranks dealt by one do not meet"
expect 0 "$mpiexec" "$program"
grep -qx "8 ranks" "$work/out" || fail "there is not a rank for each slot"
echo "ok: 2 to 8 ranks on 4 hosts"

expect 5 "$mpiexec" -n 3 "$program" abort
says 'rank 2 \(pid [0-9]+ on host1, .*program\) called MPI_Abort with code 5'
expect 1 "$mpiexec" -n 3 "$program" leave
says 'rank 2 .* without MPI_Finalize; the remaining 2 ranks were ended'
expect 7 "$mpiexec" -n 3 "$program" fail
says 'rank 2 .* on host1, .* exited with status 7; the remaining 2 ranks were ended'
expect 1 "$mpiexec" -n 3 "$program" orphan
says 'rank 2 .* without MPI_Finalize; the remaining 2 ranks were ended'
expect 0 "$mpiexec" -n 3 "$program" child
grep -qx "3 ranks" "$work/out" || fail "children that finalize disturb the ranks"
expect 139 "$mpiexec" -n 3 "$program" crash
says 'rank 2 .* killed by signal 11 \(SIGSEGV\); the remaining 2 ranks were ended'
expect 124 "$mpiexec" -n 4 --timeout 0.5 "$program" hang
echo "ok: every end has its status and its sentence"

cat >"$work/0.toml" <<'END'
version = 2
ferry = "0.1.0"
[[choice]]
collective = "bcast"
ranks = 4
nodes = 2
largest = 2
up_to = 1000
algorithm = "chain"
us = 1.0
END
# Each host has a file of its own.
# shellcheck disable=SC2016
of_host='FERRY_TUNING=$0/$((PMI_RANK / 2)).toml exec "$1"'
expect '[1-9]*' "$mpiexec" -n 4 sh -c "$of_host" "$work" "$program"
says 'FERRY_TUNING: rank 2 chooses algorithms by nothing, as .*/1.toml is not used: No such file.*, rank 0 by the choices of .*/0.toml \(1\)'
cp "$work/0.toml" "$work/1.toml"
expect 0 "$mpiexec" -n 4 sh -c "$of_host" "$work" "$program"
echo "ok: hosts with different files of choices are told"

for whom in mpiexec launcher rank parent; do
    kill_anything $whom 15000 4 "$program" wait
done

# start_time RANKS COMMAND...: the shortest of three starts, in milliseconds.
start_time() {
    local ranks=$1 best= begin
    shift
    for _ in 1 2 3; do
        begin=$(date +%s%N)
        expect 0 "$mpiexec" --oversubscribe -n "$ranks" "$@"
        begin=$((($(date +%s%N) - begin) / 1000000))
        if [ -z "$best" ] || [ $begin -lt "$best" ]; then best=$begin; fi
    done
    echo "$best"
}

plain=$(start_time 64 true)
mpi=$(start_time 64 "$program")
grep -qx "64 ranks" "$work/out" || fail "64 ranks do not meet"
[ "$plain" -lt $start_limit_ms ] && [ "$mpi" -lt $start_limit_ms ] || fail "64 ranks took $plain and $mpi ms"
echo "ok: 64 ranks on 4 hosts, start to end: $plain ms, with MPI $mpi ms"
