#!/usr/bin/env bash
# The lab end to end: RDMA between two virtual machines, exit statuses, options of the network, and that nothing stays behind.
#
#   tests/lab/run.sh PREFIX [--few | --all]
#
# Needs what docs/lab.md says; the first use fetches kernel and tools. Under emulation --few takes some minutes: a program for each way a message or an access may take, and a node that is
# switched off. Without it there are more programs, some of mpi4py's tests, lost packets and a pulled cable, in a quarter of an hour; --all runs all C programs and all tests of mpi4py's
# messages and collectives between nodes, which takes hours. Where kernel and tools cannot be fetched it says so and tests nothing.
set -u
prefix=$(cd "$1" && pwd)
few= all=
case ${2:-} in --few) few=yes ;; --all) all=yes ;; esac
ferry=$prefix/bin/ferry
[ -x "$ferry" ] || { echo "there is no $ferry: make install PREFIX=$1" >&2; exit 1; }
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck source=tests/lab/limited.sh
. "$(dirname "$0")/limited.sh"

# By this variable in their environment the processes of the test are known.
is_inner=${LAB_TEST_OF_FERRY:-}
export LAB_TEST_OF_FERRY=${is_inner:-$$}

# check WHAT CONDITION...: counts and reports.
check() {
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        [ ! -s "$work/err" ] || sed 's/^/  err: /' "$work/err"
        [ ! -s "$work/out" ] || sed 's/^/  out: /' "$work/out"
    fi
}

# lab ARGUMENTS...: runs with output in $work/out and $work/err; the status is the lab's.
lab() { limited "${lab_limit:-180}" "$ferry" lab run "$@" > "$work/out" 2> "$work/err" < "${input:-/dev/null}"; }

# Virtual machines of this test that are still there, and temporary files.
machines() { grep -lzx "LAB_TEST_OF_FERRY=$LAB_TEST_OF_FERRY" /proc/[0-9]*/environ 2> "$work/noise" | xargs -r -n 1 dirname | xargs -r -I DIR cat DIR/comm 2> "$work/noise" | grep qemu; }
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

# This test may be ended without warning, as by a time limit: what it has started goes too. A command that does nothing stands for the lab.
dies_with_the_test() {
    local signal inner
    mkdir -p "$work/bin"
    printf '#!/bin/sh\nwhile :; do sleep 1; done\n' > "$work/qemu"
    printf '#!/bin/sh\nexec "%s/qemu"\n' "$work" > "$work/bin/ferry"
    chmod +x "$work/qemu" "$work/bin/ferry"
    for signal in KILL TERM; do
        TMPDIR=$work setsid "$0" "$work" > "$work/noise" 2>&1 &
        inner=$!
        until machines > "$work/machines" || ! kill -0 $inner 2> "$work/noise"; do sleep 0.05; done
        check "a stand-in for the lab runs" grep -q qemu "$work/machines"
        kill -$signal $inner
        wait $inner 2> "$work/noise"
        check "nothing is left after SIG$signal to the test" no_machines
    done
}
[ -n "$is_inner" ] || dies_with_the_test

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
"$ferry" info
! touch "$HOME/written-by-the-lab" 2> /tmp/problem || echo "the host's files can be written"
echo "to the error output" >&2
exit 7
SCRIPT
echo "typed" > "$work/typed"
input=$work/typed lab --nodes 2 --cpus 2 -- env "ferry=$ferry" bash "$work/pingpong.sh"
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
check "the adapter is asked for extended connections, and refuses" says out "rxe0 port 1; a queue pair for each bucket, no XRC: ibv_open_xrcd failed"
check "the host's files are read-only" is "$(grep -c 'can be written' "$work/out")" 0
check "the error output is apart" says err "to the error output"
check "nothing is left after an end" no_machines

# Options of the network, a directory to write to, Yama as Ubuntu has it, a command that is not there.
lab --nodes 1 --cpus 1 --memory 512M --loss 1.5 --reorder 5 --delay 2.5 --writable "$work" -- \
    sh -c "tc qdisc show dev eth0; nproc; echo kept > '$work/kept'
        echo 1 > /proc/sys/kernel/yama/ptrace_scope; echo \"scope \$(cat /proc/sys/kernel/yama/ptrace_scope)\"
        setpriv --reuid 65534 --clear-groups --bounding-set=-all --inh-caps=-all '$ferry' info
        exec no-such-program-of-ours"
check "a command that is not there has the shell's status" is $? 127
check "loss, reordering and delay" says out "netem .*delay 2.5ms.*loss 1.5%.*reorder 5%"
check "one processor" says out "^1$"
check "the kernel of a node has Yama" says out "^scope 1$"
check "copies between processes that admit each other are allowed at Yama's scope 1" says out "cross-memory attach: allowed here"
check "what is written to a writable directory stays" is "$(cat "$work/kept")" kept

# MPI programs on two nodes with two ranks each: over reliable connections by sends and receives (no rings), by RDMA writes into rings, with puts and with gets; and over TCP.
# Each line: label, settings, program and its arguments. (tests/net/run.sh has more of TCP.)
here=$(cd "$(dirname "$0")" && pwd)
shortest="
writes:traffic|FERRY_NETWORK=rdma|p2p_random_traffic
sends:collectives|FERRY_NETWORK=rdma FERRY_RDMA_RINGS=0|coll_mixed
put:many|FERRY_NETWORK=rdma FERRY_LARGE_MESSAGES=put|async_transfers many
get:many|FERRY_NETWORK=rdma FERRY_LARGE_MESSAGES=get|async_transfers many
reused:rings|FERRY_NETWORK=rdma FERRY_RDMA_RINGS=8 FERRY_BUFFER_REUSE=paper|buffer_reused direct
heap:put while forking|FERRY_NETWORK=rdma FERRY_SHARED_HEAP=on FERRY_LARGE_MESSAGES=put|buffer_remapped forked_under_way caught_up
puts:leaders|FERRY_NETWORK=rdma FERRY_COLLECTIVE=barrier=put_nodes,bcast=put_nodes,allgather=put_nodes,allreduce=put_nodes,alltoall=put_nodes|coll_mixed
windows:rc|FERRY_NETWORK=rdma|rma_pending
windows:ud|FERRY_NETWORK=rdma FERRY_RDMA_TRANSPORT=ud-zcopy|rma_pending
windows:rc, forked|FERRY_NETWORK=rdma|rma_heap far
both:sessions again|FERRY_NETWORK=rdma FERRY_RDMA_CONNECTIONS=1|session_again
jobs:connections|FERRY_NETWORK=rdma|dyn_adapter
tcp:collectives|FERRY_NETWORK=tcp|coll_mixed
"
longer="
sends:traffic|FERRY_NETWORK=rdma FERRY_RDMA_RINGS=0|p2p_random_traffic
writes:modes|FERRY_NETWORK=rdma|p2p_modes
writes:collectives|FERRY_NETWORK=rdma|coll_mixed
put:remapped|FERRY_NETWORK=rdma FERRY_LARGE_MESSAGES=put|buffer_remapped
get:remapped|FERRY_NETWORK=rdma FERRY_LARGE_MESSAGES=get|buffer_remapped
reused:sends|FERRY_NETWORK=rdma FERRY_RDMA_RINGS=0 FERRY_BUFFER_REUSE=paper|buffer_reused direct
heap:exchanged|FERRY_NETWORK=rdma FERRY_SHARED_HEAP=on|shared_heap exchanged
heap:forked|FERRY_NETWORK=rdma FERRY_SHARED_HEAP=on|shared_heap forked_meanwhile
heap:get while forking|FERRY_NETWORK=rdma FERRY_SHARED_HEAP=on FERRY_LARGE_MESSAGES=get|buffer_remapped forked_under_way caught_up
puts:chosen|FERRY_NETWORK=rdma|puts_far
puts:kept|FERRY_NETWORK=rdma FERRY_COLLECTIVE=allgather=put_circulant|coll_puts_kept
windows:rc, attached|FERRY_NETWORK=rdma|rma_dynamic_far
windows:rc, copied|FERRY_NETWORK=rdma FERRY_BUFFER_REUSE=off|rma_requests
windows:rc, atomics|FERRY_NETWORK=rdma|rma_order
windows:rc, words|FERRY_NETWORK=rdma|rma_words
windows:ud, words|FERRY_NETWORK=rdma FERRY_RDMA_TRANSPORT=ud-zcopy|rma_words
windows:ud, copied|FERRY_NETWORK=rdma FERRY_RDMA_TRANSPORT=ud-copy|rma_requests
rc:sessions again|FERRY_NETWORK=rdma FERRY_RDMA_TRANSPORT=rc|session_again
ud:sessions again|FERRY_NETWORK=rdma FERRY_RDMA_TRANSPORT=ud-zcopy|session_again
puts:datagrams and connections|FERRY_NETWORK=rdma FERRY_RDMA_CONNECTIONS=1|puts_far
jobs:beside datagrams|FERRY_NETWORK=rdma FERRY_RDMA_TRANSPORT=ud-zcopy|dyn_adapter
jobs:beside copied datagrams|FERRY_NETWORK=rdma FERRY_RDMA_TRANSPORT=ud-copy|dyn_adapter
jobs:met by a thread|FERRY_NETWORK=rdma|dyn_threads
jobs:tcp|FERRY_NETWORK=tcp|dyn_adapter
tcp:modes|FERRY_NETWORK=tcp|p2p_modes
"
runs=$shortest
[ -n "$few" ] || runs+=$longer
programs=$(sed -n 's/^[^|]*|[^|]*|\([a-z0-9_]*\).*/\1/p' <<< "$runs" | sort -u)
compile() { "$prefix/bin/mpicc" -O1 -I"$here/../c" -o "$work/$1" "$2/$1.c" -lpthread || failed=$((failed + 1)); }
for program in $programs; do compile "$program" "$here/../c"; done
[ -x "$work/p2p_modes" ] || compile p2p_modes "$here/../c"
compile transfer "$here"
pingpong=$("$here/pingpong.sh") || failed=$((failed + 1))
{
    echo "export PATH='$prefix/bin':\$PATH"
    [ -n "$few" ] || echo "'$here/one_sided.sh' '$prefix' --inside '$pingpong' > /tmp/said 2>&1
        status=\$?; echo \"one-sided: \$status\"; [ \$status = 0 ] || cat /tmp/said >&2"
    while IFS='|' read -r label settings program; do
        [ -z "$label" ] || echo "begin=\$SECONDS; env $settings timeout 100 mpiexec -ppn 2 -n 4 '$work'/$program > /tmp/said 2>&1
            status=\$?; echo \"$label: \$status\"; echo \"$label \$((SECONDS - begin)) s\" >&2; [ \$status = 0 ] || cat /tmp/said >&2"
    done <<< "$runs"
    # More ranks than processors, who all send to each other at random: adapters that are software answer late, and there are more connections than there is room for to begin with.
    [ -n "$few" ] || echo "env FERRY_NETWORK=rdma timeout 200 mpiexec --oversubscribe -ppn 6 -n 12 '$work'/p2p_random_traffic > /tmp/said 2>&1
        status=\$?; echo \"many ranks: \$status\"; [ \$status = 0 ] || cat /tmp/said >&2"
    # Too little memory may be locked on the first node: said, and the job goes over TCP.
    echo "(ulimit -l 1024; timeout 60 mpiexec -ppn 1 -n 2 '$work/p2p_modes') > /tmp/said 2>&1; echo \"little memory: \$?\"; cat /tmp/said"
} > "$work/programs.sh"
lab_limit=800 lab --nodes 2 --cpus 2 -- bash "$work/programs.sh"
while IFS='|' read -r label _; do
    [ -z "$label" ] || check "between nodes, $label" says out "^$label: 0$"
done <<< "$runs"
[ -n "$few" ] || check "puts, gets and atomics through the device interface" says out "^one-sided: 0$"
[ -n "$few" ] || check "twelve ranks send at random over reliable connections" says out "^many ranks: 0$"
check "a job with little memory to lock goes over TCP" says out "^little memory: 0$"
check "it says why, and what to do" says out "warning: node0: no RDMA.*may lock 1024 KiB.*ulimit -l unlimited"

# mpi4py's messages and collectives between nodes by writes. Starting Python takes half a minute there, so that the modules are one job. Tests of one process, and those that repeat others on a
# duplicate of the communicator, are left to runs on one host (tests/mpi4py/run.py); --all runs them here as well, and all modules by writes, by sends and receives and over TCP, one after the other.
mpi4py() {
    local settings=$1
    shift
    lab --nodes 2 --cpus 2 -- env "$settings" "$here/../mpi4py/run.py" "$prefix" --mpiexec "-ppn 2" --ranks 4 --no-numpy "$@"
    check "mpi4py between nodes, $settings" is $? 0
}
[ -n "$few" ] || check "mpi4py is installed" "$here/../mpi4py/run.py" "$prefix" --install
if [ -n "$all" ]; then
    for settings in FERRY_RDMA_RINGS=8 FERRY_RDMA_RINGS=0 FERRY_NETWORK=tcp; do
        lab_limit=10000 mpi4py $settings --timeout 900 \
            test_p2p_{buf,obj,buf_matched,obj_matched,buf_part} test_cco_{buf,obj,vec,nb_buf,nb_vec,pr_buf,ngh_buf,ngh_obj,buf_inter,obj_inter,vec_inter}
    done
elif [ -z "$few" ]; then
    some=(--together --timeout 300 --exclude '*Self*' --exclude '*Dup*')
    # Of blocks of different lengths, the two that all ranks send and receive; the others, between barriers, take two minutes.
    vec=(--exclude 'test_cco_vec.*.test[GS]*' --exclude 'test_cco_vec.*v[23]' --exclude 'test_cco_vec.*.testAlltoallw*')
    lab_limit=360 mpi4py FERRY_RDMA_RINGS=8 "${some[@]}" "${vec[@]}" test_p2p_{buf,obj,buf_matched,obj_matched} test_cco_{obj,vec,ngh_obj}
fi

# mpi4py's windows between nodes, over connections and over datagrams, without the tests of one process. Four ranks take half an hour and more under emulation.
if [ -n "$all" ]; then
    for ranks in 1 2 4; do
        for settings in FERRY_RDMA_TRANSPORT=rc FERRY_RDMA_TRANSPORT=ud-zcopy; do
            lab_limit=9000 lab --nodes 2 --cpus 2 -- env FERRY_NETWORK=rdma "$settings" \
                "$here/../mpi4py/run.py" "$prefix" --mpiexec "-ppn $(((ranks + 1) / 2))" --ranks $ranks --no-numpy --together --exclude '*Self*' --timeout 8600 \
                test_rma test_rma_nb test_win
            check "mpi4py's windows between nodes, $settings, $ranks ranks" is $? 0
        done
    done
fi

# Many more C programs: messages by sends and receives, collectives by writes.
if [ -n "$all" ]; then
    mkdir "$work/all"
    check "all C programs compile" "$here/../c/run.py" "$prefix" --work "$work/all" --compile p2p coll
    for more in "FERRY_RDMA_RINGS=0 p2p" "FERRY_RDMA_RINGS=8 coll"; do
        lab_limit=3600 lab --nodes 2 --cpus 2 -- env FERRY_NETWORK=rdma "${more% *}" \
            "$here/../c/run.py" "$prefix" --work "$work/all" --compiled --mpiexec "-ppn 2" --ranks 4 --jobs 1 "${more#* }"
        check "more C programs between nodes, $more" is $? 0
    done
fi

# fault WHAT PROGRAM COMMAND: what comes of a transfer that COMMAND interrupts, and how long after a rank has noticed the job is over.
fault() {
    local line begin
    exec 3< <(timeout 150 mpiexec -ppn 1 -n 2 "$2" 2>&1)
    while read -r line <&3 && [ "$line" != "under way" ]; do echo "before: $line"; done
    begin=$SECONDS
    eval "$3"
    while read -r line <&3; do
        [[ $line != "lost after "* ]] || begin=$SECONDS
        echo "$1: $line"
    done
    echo "$1: over after $((SECONDS - begin)) s"
}

# lost WHAT: checks what the lab has said of a fault.
lost() {
    local after
    after=$(sed -n "s/^$1: lost after \([0-9]*\)\..*/\1/p" "$work/out" | head -1)
    check "$1: the error has the right class and names the peer" says out "^$1: lost after .* class PROC_ABORTED: .*rank 1"
    check "$1: it comes within the time limit" [ "${after:-999}" -le 15 ]
    # The time between SIGTERM and SIGKILL, and 3 s for the remote shell of a host that does not answer; more on a machine that is busy.
    after=$(sed -n "s/^$1: over after \([0-9]*\) s$/\1/p" "$work/out" | head -1)
    check "$1: the job ends soon after" [ "${after:-999}" -le 15 ]
}

# A network that loses packets; then the cable is pulled. TCP has to do with packets that are late and out of order, too. The programs check every byte.
cat > "$work/loss.sh" << SCRIPT
export PATH="$prefix/bin":\$PATH
over_tcp() { FERRY_NETWORK=tcp timeout 100 mpiexec -ppn 1 -n 2 "$work"/\$2 >> /tmp/said 2>&1; echo "\$1, TCP, \$2: \$?"; }
over_tcp loss "async_transfers many"
over_tcp loss p2p_random_traffic
over_tcp loss coll_mixed
network() { for node in node0 node1; do ssh -n \$node "tc qdisc del dev eth0 root && tc qdisc add dev eth0 root netem limit 100000 loss 1% \$*"; done; }
network delay 5ms 2ms reorder 25%
tc qdisc show dev eth0
over_tcp delay p2p_random_traffic
over_tcp delay coll_mixed
network
export FERRY_NETWORK=rdma
for way in put get; do
    FERRY_LARGE_MESSAGES=\$way timeout 100 mpiexec -ppn 1 -n 2 "$work/async_transfers" many >> /tmp/said 2>&1; echo "loss, \$way: \$?"
done
timeout 100 mpiexec -ppn 1 -n 2 "$work/p2p_modes" >> /tmp/said 2>&1; echo "loss, modes: \$?"
cat /tmp/said >&2
# The cable of this node is pulled in the middle of a transfer. Beforehand lines say what the launcher has to say.
$(declare -f fault)
fault cable "$work/transfer" "ip link set eth0 down"
SCRIPT
# What the lab has said of it.
check_loss() {
    lab_limit=600 lab --nodes 2 --cpus 2 --loss 1 -- bash "$work/loss.sh"
    for way in put get modes; do check "1 % of packets lost, $way" says out "^loss, $way: 0$"; done
    check "packets are late and overtake each other" says out "netem .*delay 5ms  2ms.*loss 1%.*reorder 25%"
    for run in "loss, TCP, async_transfers many" "loss, TCP, p2p_random_traffic" "loss, TCP, coll_mixed" "delay, TCP, p2p_random_traffic" "delay, TCP, coll_mixed"; do
        check "$run" says out "^$run: 0$"
    done
    lost cable
}
[ -n "$few" ] || check_loss

cat > "$work/dead.sh" << SCRIPT
export PATH="$prefix/bin":\$PATH FERRY_NETWORK=rdma
$(declare -f fault)
# A machine that is switched off says nothing. To log in may take it half a minute.
fault node "$work/transfer" "ssh -n node1 'echo o > /proc/sysrq-trigger' > /tmp/kill 2>&1 &"
SCRIPT
lab_limit=400 lab --nodes 2 --cpus 2 -- bash "$work/dead.sh"
lost node

# Control-C reaches the command, whose status counts; without it the lab ends soon. Job control gives jobs the usual reaction to SIGINT.
set -m
mkfifo "$work/pipe"
setpriv --pdeathsig TERM "$ferry" lab run --nodes 1 --cpus 1 -- sh -c 'trap "exit 42" INT; echo up; while :; do sleep 1; done' \
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
    setpriv --pdeathsig TERM "$ferry" lab run --nodes 1 -- true > "$work/out" 2> "$work/err" < /dev/null &
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
    SHELL=/bin/sh limited 180 script -qec "'$ferry' lab shell --nodes 1 --cpus 1" "$work/typescript" > "$work/out" 2> "$work/err"
check "the status of the shell is the lab's" is $? 9
check "the shell has a terminal" says out "a %s terminal"
check "the shell runs on the first node" says out "^node0"

# Mistakes.
"$ferry" lab run --nodes 0 -- true > "$work/out" 2> "$work/err"
check "a number of nodes that makes no sense is refused" is $? 2

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
