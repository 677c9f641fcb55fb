#!/bin/bash
# TCP between hosts, played by network namespaces: contents, C tests, mpi4py, delay and loss, a link that fails, a rank that dies. Needs root and iproute2,
# and what mpi4py's tests need.
#
#   tests/net/run.sh PREFIX [PATTERNS...]
#
# PATTERNS choose among the programs of tests/c (default: p2p_).
set -euo pipefail

tests=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$tests/../.." && pwd)
hosts=4
if [ -z "${FERRY_HOSTFILE-}" ]; then
    # Here, as there is no way to the package index from the namespaces.
    "$root/tests/mpi4py/run.py" "${1:?usage: tests/net/run.sh PREFIX [PATTERNS...]}" --install
    exec "$root/tests/launch/namespaces.sh" $hosts "$0" "$@"
fi

PATH=$PATH:/usr/sbin:/sbin
prefix=$(cd "${1:?usage: tests/net/run.sh PREFIX [PATTERNS...]}" && pwd)
shift
mpiexec=$prefix/bin/mpiexec
here=$(ip netns identify $$)
world=${here%-host0}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# What the library may take to notice that a peer is gone, and what a test may take besides.
export FERRY_TCP_TIMEOUT=3
grace=12
limit=120
# shellcheck source=tests/expect.sh
. "$tests/../expect.sh"

on() {
    local host=$1
    shift
    ip netns exec "$world-host$host" "$@"
}

"$prefix/bin/mpicc" -O2 -Wall -Werror "$tests/exchange.c" -o "$work/exchange"

for ranks in 2 4; do
    expect 0 "$mpiexec" -n $ranks -ppn 1 "$work/exchange" 3
    grep -qx "$ranks ranks, 3 rounds" "$work/out" || fail "$ranks ranks on as many hosts did not finish"
done
expect 0 "$mpiexec" -n 8 "$work/exchange" 2
grep -qx "8 ranks, 2 rounds" "$work/out" || fail "two ranks on each host did not finish"
echo "ok: contents between hosts, and within them beside that"

"$prefix/bin/mpicc" -O2 -Wall -Werror "$tests/unreadable.c" -o "$work/unreadable"
"$prefix/bin/mpicc" -O2 -Wall -Werror "$root/tests/c/resilience_rejected.c" -o "$work/rejected"
expect 0 "$mpiexec" -n 2 -ppn 1 "$work/unreadable"
prints ok
echo "ok: memory that cannot be read is named, and later messages arrive"

FERRY_TCP_INTERFACES=10.99.0.0/24 expect 0 "$mpiexec" -n 2 -ppn 1 "$work/exchange" 1
# The error class of what fails in MPI_Init.
FERRY_TCP_INTERFACES=eth7 expect 16 "$mpiexec" -n 2 -ppn 1 "$work/exchange" 1
grep -q "FERRY_TCP_INTERFACES.*eth7.*10.99.0" "$work/err" || fail "an interface that is not there is not named"
echo "ok: interfaces by name and network"

sed 's/:2$/:1/' "$FERRY_HOSTFILE" > "$work/single"
FERRY_HOSTFILE=$work/single python3 "$root/tests/c/run.py" "$prefix" "${@:-p2p_}" --ranks "2 4" || fail "C tests, a rank on each host"
python3 "$root/tests/c/run.py" "$prefix" "${@:-p2p_}" --ranks 7 || fail "C tests, two ranks on each host"
python3 "$root/tests/c/run.py" "$prefix" mpit_transports --ranks "4 7" || fail "what performance variables say of transports"
python3 "$root/tests/c/run.py" "$prefix" coll_all coll_mixed --ranks 4 || fail "collectives, two ranks on each host"
python3 "$root/tests/c/run.py" "$prefix" session_again descriptors forked_children attributes --ranks "2 3 4" || fail "sessions, descriptors, children and attributes, two ranks on each host"
FERRY_HOSTFILE=$work/single python3 "$root/tests/c/run.py" "$prefix" session_again descriptors forked_children --ranks "2 3 4" ||
    fail "sessions, descriptors and children, a rank on each host"
python3 "$root/tests/c/run.py" "$prefix" shared_heap --ranks 4 || fail "shared heaps, two ranks on each of two hosts"
for way in nodes slots; do
    FERRY_COLLECTIVE=allgather=$way,allreduce=$way python3 "$root/tests/c/run.py" "$prefix" coll_mixed --ranks "4 7" || fail "collectives by $way"
done
FERRY_HOSTFILE=$work/single python3 "$root/tests/c/run.py" "$prefix" dyn_ --ranks "2 3" || fail "processes that are spawned and connect, a rank on each host"
python3 "$root/tests/c/run.py" "$prefix" resilience --mpiexec "-ppn 1 --oversubscribe" || fail "a job that survives deaths, a rank on each host"
python3 "$root/tests/c/run.py" "$prefix" resilience || fail "a job that survives deaths, two ranks on each host"
FERRY_HOSTFILE=$work/single expect 0 "$mpiexec" --fault-tolerance -n 3 "$work/rejected"
prints ok
grep -q "rank 1 ends, as rank [02] takes it for dead" "$work/err" || fail "a rank that others take for dead says nothing of it"
echo "ok: C tests between hosts"

# One file of ranks on several hosts, on a file system that all of them have.
FERRY_HOSTFILE=$work/single python3 "$root/tests/c/run.py" "$prefix" io_basic io_views io_errors io_atomic io_representations --ranks "2 3" ||
    fail "files, a rank on each host"
python3 "$root/tests/c/run.py" "$prefix" io_basic io_views io_atomic --ranks 4 || fail "files, two ranks on each of two hosts"
echo "ok: files between hosts"

# Windows: every access is a message.
FERRY_HOSTFILE=$work/single python3 "$root/tests/c/run.py" "$prefix" rma_errors rma_conflicts rma_pending rma_requests rma_atomics rma_dynamic --ranks "2 4" ||
    fail "windows, a rank on each host"
python3 "$root/tests/c/run.py" "$prefix" rma_random rma_atomics rma_order --ranks 4 || fail "windows, two ranks on each host"
echo "ok: windows between hosts"

# Messages and collectives as programs in Python have them, two ranks on each of two hosts: one job, as starting Python takes longer than the tests.
"$root/tests/mpi4py/run.py" "$prefix" --ranks 4 --no-numpy --together --timeout 300 test_p2p_obj test_p2p_buf test_cco_obj ||
    fail "mpi4py, two ranks on each of two hosts"
echo "ok: mpi4py between hosts"

if on 1 tc qdisc add dev eth0 root netem delay 2ms loss 1% 2> "$work/err"; then
    expect 0 "$mpiexec" -n 4 -ppn 1 "$work/exchange" 1
    on 1 tc qdisc del dev eth0 root
    echo "ok: 2 ms of delay and 1 % of loss"
    for host in 0 1; do
        on $host tc qdisc add dev eth0 root netem delay 200ms
    done
    expect 0 "$mpiexec" -n 2 -ppn 1 "$work/exchange" 1
    for host in 0 1; do
        on $host tc qdisc del dev eth0 root
    done
    echo "ok: a round trip of 400 ms"
else
    echo "left out: delay and loss ($(cat "$work/err"))"
fi

# begin RANKS: an endless exchange, a rank on each host, in the background; its process id in $job.
begin() {
    : > "$work/out" # The job before was under way, too, and the one that begins may open the file late.
    timeout -s KILL 120 "$mpiexec" -n "$1" -ppn 1 "$work/exchange" 1 endless > "$work/out" 2> "$work/err" < /dev/null &
    job=$!
    for ((tenth = 0; tenth < 300; tenth++)); do
        grep -q "under way" "$work/out" && return
        read -rt 0.1 <> <(:) || true
    done
    fail "the exchange does not begin"
}

# ends PATTERN: the job ends in time, with an error that matches.
ends() {
    local start=$SECONDS status=0
    wait $job || status=$?
    [ $status != 0 ] || fail "a job that lost a host has succeeded"
    [ $((SECONDS - start)) -le $((FERRY_TCP_TIMEOUT + grace)) ] || fail "it took $((SECONDS - start)) s to notice"
    grep -Eq "$1" "$work/err" || fail "nobody says '$1'"
}

begin 4
ip -n "$world-switch" link set port2 down
ends "host2"
ip -n "$world-switch" link set port2 up
# A host that could not be reached is remembered as such for a while. A port that nobody listens at shows that it can be reached again.
for ((tenth = 0; tenth < 300; tenth++)); do
    for host in 0 1 2 3; do
        on $host ip neigh flush dev eth0
    done
    if LC_ALL=C on 2 timeout 5 bash -c '< /dev/tcp/10.99.0.1/1' 2>&1 | grep -q refused; then
        break
    fi
    read -rt 0.1 <> <(:) || true
done
echo "ok: a link that fails in a transfer ends the job in time, and the host is named"

begin 3
killed=0
for process in $(ip netns pids "$world-host1"); do
    if [ "$(cat "/proc/$process/comm")" = exchange ]; then
        kill -KILL "$process" && killed=$((killed + 1))
    fi
done
[ $killed = 1 ] || fail "$killed processes were killed on host1, not one"
ends "rank 1.*(signal|SIGKILL|killed|Killed)"
echo "ok: a rank that dies in a transfer ends the job"

# Whoever is on the network and does not know the job's secret (strangers.py): a first message said again, a listening queue full of others, slow ones.
"$prefix/bin/mpicc" -O2 -Wall -Werror "$tests/stranger_target.c" -o "$work/target"
for attack in replay full_queue many slow; do
    # A rank that does not look at its connections for longer than this is taken for lost, whoever else is there.
    FERRY_TCP_TIMEOUT=30 "$tests/strangers.py" "$attack" "$world" "$work/go" "$mpiexec" "$work/target" > "$work/out" 2> "$work/err" || fail "strangers: $attack"
    echo "ok: strangers: $(tail -n 1 "$work/out")"
done
for attack in full_queue many slow; do
    FERRY_TCP_TIMEOUT=30 "$tests/strangers.py" "$attack" "$world" "$work/go" "$mpiexec" "$work/target" loaded > "$work/out" 2> "$work/err" || fail "strangers under load: $attack"
    echo "ok: strangers: $(tail -n 1 "$work/out")"
done

# A host whose agent and rank are gone: the others go on.
: > "$work/out"
"$prefix/bin/mpicc" -O2 "$root/tests/c/resilience.c" -o "$work/resilience"
timeout -s KILL 120 "$mpiexec" --fault-tolerance -n 3 -ppn 1 "$work/resilience" outside > "$work/out" 2> "$work/err" < /dev/null &
job=$!
for ((tenth = 0; tenth < 300; tenth++)); do
    grep -q "under way" "$work/out" && break
    read -rt 0.1 <> <(:) || true
done
# shellcheck disable=SC2046
kill -KILL $(ip netns pids "$world-host1")
wait $job || fail "a job that survives deaths has not survived that of a host: $(cat "$work/err")"
grep -qx ok "$work/out" && grep -q "goes on without it" "$work/err" || fail "it is not said that a host is lost: $(cat "$work/err")"
echo "ok: a host that is lost leaves the others going on, if the job is to survive that"
