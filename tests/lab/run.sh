#!/usr/bin/env bash
# The lab end to end: RDMA between two virtual machines, exit statuses, options of the network, and that nothing stays behind.
#
#   tests/lab/run.sh PREFIX
#
# Needs what docs/lab.md says; the first use fetches kernel and tools. Under emulation it takes most of a minute. Where they cannot be fetched it says so and tests nothing.
set -u
ferry=$1/bin/ferry
[ -x "$ferry" ] || { echo "there is no $ferry: make install PREFIX=$1" >&2; exit 1; }
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# By this variable in their environment the processes of the test are known.
export FERRY_LAB_TEST=$$

# check WHAT CONDITION...: counts and reports.
check() {
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        [ ! -s "$work/out" ] || sed 's/^/  out: /' "$work/out"
        [ ! -s "$work/err" ] || sed 's/^/  err: /' "$work/err"
    fi
}

# lab ARGUMENTS...: runs with output in $work/out and $work/err; the status is the lab's.
lab() { timeout "${lab_limit:-180}" "$ferry" lab run "$@" > "$work/out" 2> "$work/err" < "${input:-/dev/null}"; }

# Virtual machines of this test that are still there, and temporary files.
machines() { grep -lzx "FERRY_LAB_TEST=$$" /proc/[0-9]*/environ 2> "$work/noise" | xargs -r -n 1 dirname | xargs -r -I DIR cat DIR/comm 2> "$work/noise" | grep qemu; }
no_machines() {
    local round
    # A process that was killed is gone when its memory has been given back; there is no way to wait for the child of another.
    for round in $(seq 50); do
        machines > "$work/machines" || return 0
        sleep 0.1
    done
    cat "$work/machines"
    return 1
}
says() { grep -q -- "$2" "$work/$1"; }
is() { [ "$1" = "$2" ]; }

# Two nodes: ping-pongs with reliable connections and datagrams, names, keys, streams, input, status.
cat > "$work/pingpong.sh" << 'SCRIPT'
set -e
ssh -n node1 'ulimit -l; hostname; echo "list: $FERRY_HOSTFILE"'
for kind in rc ud; do
    # The server stays in the foreground of its connection; the client tries until it listens.
    ssh -n node1 ibv_${kind}_pingpong -g 1 -s 1024 -n 200 > /tmp/server &
    until ibv_${kind}_pingpong -g 1 -s 1024 -n 200 node1 > /tmp/client 2> /tmp/problem; do
        grep -q "connect to node1" /tmp/problem || { cat /tmp/problem; exit 1; }
    done
    wait $!
    echo "$kind client: $(grep -c 'usec/iter' /tmp/client), server: $(grep -c 'usec/iter' /tmp/server)"
done
cat "$FERRY_HOSTFILE"
cat
! touch "$HOME/written-by-the-lab" 2> /tmp/problem || echo "the host's files can be written"
echo "to the error output" >&2
exit 7
SCRIPT
echo "typed" > "$work/typed"
input=$work/typed lab --nodes 2 --cpus 2 -- bash "$work/pingpong.sh"
status=$?
if reason=$(grep -m 1 -E "^ferry lab: (cannot fetch|the program|the lab runs on)" "$work/err"); then
    echo "skipped: ${reason#ferry lab: }"
    exit 0
fi
check "the command's status is the lab's" is $status 7
check "reliable connections between nodes" says out "rc client: 1, server: 1"
check "datagrams between nodes" says out "ud client: 1, server: 1"
check "ssh reaches the other node, which may lock memory" says out "^unlimited"
check "the other node has its name" says out "^node1$"
check "commands over ssh find the list of nodes" says out "^list: /etc/ferry/hostfile"
check "the list has nodes with their processors" says out "^node1:2$"
check "input arrives" says out "^typed$"
check "the host's files are read-only" is "$(grep -c 'can be written' "$work/out")" 0
check "the error output is apart" says err "to the error output"
check "nothing is left after an end" no_machines

# Options of the network, a directory to write to, a command that is not there.
lab --nodes 1 --cpus 1 --memory 512M --loss 1.5 --reorder 5 --delay 2.5 --writable "$work" -- \
    sh -c "tc qdisc show dev eth0; nproc; echo kept > '$work/kept'; exec no-such-program-of-ours"
check "a command that is not there has the shell's status" is $? 127
check "loss, reordering and delay" says out "netem .*delay 2.5ms.*loss 1.5%.*reorder 5%"
check "one processor" says out "^1$"
check "what is written to a writable directory stays" is "$(cat "$work/kept")" kept

# MPI programs on two nodes with two ranks each: over reliable connections, with puts and with gets, and over TCP.
programs="p2p_modes p2p_random_traffic async_transfers coll_mixed"
for program in $programs; do
    "$1/bin/mpicc" -O1 -I"$(dirname "$0")/../c" -o "$work/$program" "$(dirname "$0")/../c/$program.c" -lpthread || failed=$((failed + 1))
done
cat > "$work/programs.sh" << SCRIPT
# try NETWORK METHOD PROGRAM...: says what came of it
try() {
    network=\$1 method=\$2
    shift 2
    FERRY_NETWORK=\$network FERRY_LARGE_MESSAGES=\$method timeout 100 "$1/bin/mpiexec" -ppn 2 -n 4 "$work/\$1" \${2:-} > "/tmp/said" 2>&1
    echo "\$network \$method \$1: \$?"
    cat /tmp/said >&2
}
try rdma auto p2p_modes
try rdma auto p2p_random_traffic
try rdma put async_transfers many
try rdma get async_transfers many
try rdma auto coll_mixed
try tcp auto p2p_modes
try tcp auto p2p_random_traffic
try tcp auto async_transfers many
try tcp auto coll_mixed
SCRIPT
lab_limit=600 lab --nodes 2 --cpus 2 -- bash "$work/programs.sh"
for said in "rdma auto p2p_modes" "rdma auto p2p_random_traffic" "rdma put async_transfers" "rdma get async_transfers" "rdma auto coll_mixed" \
    "tcp auto p2p_modes" "tcp auto p2p_random_traffic" "tcp auto async_transfers" "tcp auto coll_mixed"; do
    check "between nodes, $said" says out "^$said: 0$"
done

# Control-C reaches the command, whose status counts; without it the lab ends soon. Job control gives jobs the usual reaction to SIGINT.
set -m
mkfifo "$work/pipe"
"$ferry" lab run --nodes 1 --cpus 1 -- sh -c 'trap "exit 42" INT; echo up; while :; do sleep 1; done' \
    > "$work/pipe" 2> "$work/err" < /dev/null &
launcher=$!
read -r line < "$work/pipe"
check "the command has started" is "$line" up
kill -INT $launcher
wait $launcher
check "an interrupt is the command's, and so is the status" is $? 42
check "nothing is left after an interrupt" no_machines
set +m

# During the start a signal ends all at once. Killed without warning, the launcher takes its machines along.
start_machine() {
    "$ferry" lab run --nodes 1 -- true > "$work/out" 2> "$work/err" < /dev/null &
    launcher=$!
    until machines > "$work/machines" || ! kill -0 $launcher; do sleep 0.05; done
}
start_machine
kill -TERM $launcher
wait $launcher
check "a signal during the start ends the lab with its status" is $? 143
check "nothing is left after a start that was interrupted" no_machines
start_machine
kill -KILL $launcher
wait $launcher 2> "$work/noise"
check "nothing is left after the launcher was killed" no_machines

# A shell has a terminal.
printf 'test -t 0 && test -t 1 && echo "a %%s" terminal; hostname; exit 9\n' |
    SHELL=/bin/sh timeout 180 script -qec "'$ferry' lab shell --nodes 1 --cpus 1" "$work/typescript" > "$work/out" 2> "$work/err"
check "the status of the shell is the lab's" is $? 9
check "the shell has a terminal" says out "a %s terminal"
check "the shell runs on the first node" says out "^node0"

# Mistakes.
"$ferry" lab run --nodes 0 -- true > "$work/out" 2> "$work/err"
check "a number of nodes that makes no sense is refused" is $? 2

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
