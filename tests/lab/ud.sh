#!/usr/bin/env bash
# Messages over datagrams between nodes of the lab (soft-RoCE): the programs that run over reliable connections, with large messages copied and not, and with connections to hot
# peers beside, on a network that loses nothing, and on one that loses and reorders.
#
#   tests/lab/ud.sh PREFIX [--all] [--only PART] [LOSS...]
#
# LOSS: per cent of packets lost, of those a node sends; 1 by default, which with a few programs takes some minutes under emulation. --all: more programs, all C programs of messages and
# collectives and mpi4py's modules, with 0, 1 and 5 per cent unless others are named. --only: a part of all, as the whole
# takes hours under emulation: programs, windows (and what else runs over connections in run.sh), mpi4py, or the C programs whose names contain the word. All programs check every byte.
set -u
prefix=$(cd "$1" && pwd)
shift
all=
only=
[ "${1:-}" != --all ] || { all=yes; shift; }
[ "${1:-}" != --only ] || { all=yes; only=$2; shift 2; }
if [ $# = 0 ] && [ -n "$all" ]; then set -- 0 1 5; elif [ $# = 0 ]; then set -- 1; fi
ferry=$prefix/bin/ferry
[ -x "$ferry" ] || { echo "there is no $ferry: make install PREFIX=$prefix" >&2; exit 1; }
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# shellcheck source=tests/lab/limited.sh
. "$here/limited.sh"

# check WHAT CONDITION...: counts and reports.
check() {
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $what"
        tail -n 40 "$work/err" "$work/out" | sed 's/^/  /'
    fi
}

# Each line: label, settings, program and its arguments. Large messages of any length go without a copy where the label says so, whatever that costs here.
zcopy="FERRY_RDMA_TRANSPORT=ud-zcopy FERRY_UD_ZCOPY_MIN=16K"
few="
zcopy:traffic|$zcopy|p2p_random_traffic
zcopy:many, two ways|$zcopy FERRY_UD_PATHS=2|async_transfers many
zcopy:while forking|$zcopy FERRY_SHARED_HEAP=on|buffer_remapped forked_under_way
auto:traffic|FERRY_RDMA_CONNECTIONS=1 FERRY_UD_ZCOPY_MIN=16K|p2p_random_traffic
copy:collectives|FERRY_RDMA_TRANSPORT=ud-copy|coll_mixed
"
more="
zcopy:modes|$zcopy|p2p_modes
zcopy:many|$zcopy|async_transfers many
zcopy:small pool|$zcopy FERRY_UD_POOL=1|async_transfers many
zcopy:by block|$zcopy FERRY_UD_REPAIR=block|async_transfers many
zcopy:by cost|FERRY_RDMA_TRANSPORT=ud-zcopy|async_transfers many
zcopy:collectives|$zcopy|coll_mixed
auto:many|FERRY_RDMA_CONNECTIONS=1|async_transfers many
auto:collectives|FERRY_RDMA_CONNECTIONS=1|coll_mixed
copy:traffic|FERRY_RDMA_TRANSPORT=ud-copy|p2p_random_traffic
copy:many|FERRY_RDMA_TRANSPORT=ud-copy|async_transfers many
"
# Windows, jobs that meet, and what else run.sh has over connections.
windows="
zcopy:windows, pending|$zcopy|rma_pending
zcopy:windows, forked|$zcopy|rma_heap far
zcopy:windows, attached|$zcopy|rma_dynamic_far
zcopy:windows, requests|$zcopy|rma_requests
zcopy:windows, atomics|$zcopy|rma_order
zcopy:windows, words|$zcopy|rma_words
zcopy:reused|$zcopy FERRY_BUFFER_REUSE=paper|buffer_reused
zcopy:heap, exchanged|$zcopy FERRY_SHARED_HEAP=on|shared_heap exchanged
zcopy:heap, forked|$zcopy FERRY_SHARED_HEAP=on|shared_heap forked_meanwhile
zcopy:sessions|$zcopy|session_again
zcopy:jobs|$zcopy|dyn_adapter
zcopy:threads|$zcopy|dyn_threads
copy:windows, requests|FERRY_RDMA_TRANSPORT=ud-copy|rma_requests
copy:jobs|FERRY_RDMA_TRANSPORT=ud-copy|dyn_adapter
auto:windows, pending|FERRY_RDMA_CONNECTIONS=1|rma_pending
auto:windows, words|FERRY_RDMA_CONNECTIONS=1|rma_words
auto:sessions|FERRY_RDMA_CONNECTIONS=1|session_again
auto:puts|FERRY_RDMA_CONNECTIONS=1|puts_far
"
# wants PART: whether it is to be run.
wants() { [ "${only:-$1}" = "$1" ]; }
runs=""
! wants programs || runs+=$few${all:+$more}
[ -z "$all" ] || ! wants windows || runs+=$windows
for program in p2p_modes $(sed -n 's/^[^|]*|[^|]*|\([a-z0-9_]*\).*/\1/p' <<< "$runs" | sort -u); do
    "$prefix/bin/mpicc" -O1 -I"$here/../c" -o "$work/$program" "$here/../c/$program.c" -lpthread || failed=$((failed + 1))
done

# What cannot be, or differs between nodes, is refused at the start with both values: what the error says, and what leads to it. The job ends soon after, wherever the error was.
zcopy_run="FERRY_RDMA_TRANSPORT=ud-zcopy timeout 400 mpiexec --launch-timeout 300 -ppn 1 -n 2 '$work/p2p_modes'"
refused="
0 queue pairs for large messages: there must be at least 1, and rxe0 has|FERRY_UD_POOL=0 $zcopy_run
may lock 8192 KiB of memory; receives for datagrams take 4096 KiB|(ulimit -l 8192; $zcopy_run)
FERRY_RDMA_TRANSPORT=.*set the same for all|timeout 400 mpiexec --launch-timeout 300 -ppn 1 -n 1 env FERRY_RDMA_TRANSPORT=ud-copy '$work/p2p_modes' : -n 1 env FERRY_RDMA_TRANSPORT=ud-zcopy '$work/p2p_modes'
MTU of [14]0[29][46] bytes, this process's one of [14]0[29][46]|ssh -n node1 ip link set eth0 mtu 1500; $zcopy_run; ssh -n node1 ip link set eth0 mtu 9000
"
[ -z "$all" ] || refused+="2000000 queue pairs for large messages: .*FERRY_UD_POOL to 1 to|FERRY_UD_POOL=2000000 $zcopy_run
"
wants programs || refused=""
# refuse SAYS COMMAND: runs a command that ends with an error that says SAYS, and tells how long after that it has ended.
refuse() {
    local line said="" begin=$SECONDS
    while read -r line; do
        echo "$line" >&2
        [ -n "$said" ] || ! grep -qE "$1" <<< "$line" || { said=$line begin=$SECONDS; }
    done < <(eval "$2" 2>&1)
    echo "refused, over after $((SECONDS - begin)) s: $said"
}
{
    echo "export PATH='$prefix/bin':\$PATH FERRY_NETWORK=rdma"
    echo "FERRY_RDMA_TRANSPORT=ud-zcopy ferry info | grep -F 'rxe0 port 1'"
    while IFS='|' read -r label settings program; do
        [ -z "$label" ] || echo "begin=\$SECONDS; env $settings timeout 400 mpiexec --launch-timeout 300 -ppn 2 -n 4 '$work'/$program > /tmp/said 2>&1
            status=\$?; echo \"$label: \$status\"; echo \"$label \$((SECONDS - begin)) s\" >&2; [ \$status = 0 ] || cat /tmp/said >&2"
    done <<< "$runs"
    declare -f refuse
    while IFS='|' read -r says command; do
        [ -z "$says" ] || printf 'refuse %q %q\n' "$says" "$command"
    done <<< "$refused"
} > "$work/programs.sh"

# lab LOSS COMMAND...: on two nodes, with output in $work/out and $work/err.
lab() {
    local loss=$1 options=(--nodes 2 --cpus 2)
    shift
    [ "$loss" = 0 ] || options+=(--loss "$loss" --reorder 5 --delay 1)
    limited "$limit" "$ferry" lab run "${options[@]}" -- "$@" > "$work/out" 2> "$work/err"
}
# The modules that are run over reliable connections, all in one job, without the tests of one process.
modules=(--together --timeout 7200 --exclude '*Self*' --exclude '*Dup*'
    test_p2p_{buf,obj,buf_matched,obj_matched,buf_part} test_cco_{buf,obj,vec,nb_buf,nb_vec,pr_buf,ngh_buf,ngh_obj,buf_inter,obj_inter,vec_inter})
# The C programs that are to be run, by words in their names.
words=()
if [ -n "$all" ]; then
    case $only in '') words=(p2p coll) ;; programs | windows | mpi4py) ;; *) words=("$only") ;; esac
    mkdir "$work/all"
    [ ${#words[@]} = 0 ] || check "all C programs compile" "$here/../c/run.py" "$prefix" --work "$work/all" --compile "${words[@]}"
    ! wants mpi4py || check "mpi4py is installed" "$here/../mpi4py/run.py" "$prefix" --install
fi

# check_programs LOSS: the programs of the lists above. False if there is no lab.
check_programs() {
    local loss=$1 label says
    limit=6000 lab "$loss" bash "$work/programs.sh"
    if reason=$(grep -m 1 -E "^ferry lab: (cannot fetch|the program|the lab runs on)" "$work/err"); then
        echo "skipped: ${reason#ferry lab: }"
        return 1
    fi
    while IFS='|' read -r label _; do
        [ -z "$label" ] || check "$label with $loss % lost" grep -q "^$label: 0$" "$work/out"
    done <<< "$runs"
    ! wants programs || check "ferry info tells from which length on messages are not copied" grep -qE "over datagrams messages go without a copy (from [0-9]+ bytes on, at|at no length).*\(1 MiB: copies [0-9.]+ us, registrations and receives [0-9.]+ us" "$work/out"
    while IFS='|' read -r says _; do
        [ -z "$says" ] || check "an error says $says, and the job ends soon" grep -qE "^refused, over after ([0-9]|[1-5][0-9]) s: .*$says" "$work/out"
    done <<< "$refused"
    sed -n "s/^[a-z]*:.* [0-9]* s$/loss $loss %: &/p" "$work/err"
}

for loss in "$@"; do
    [ -z "$runs" ] || check_programs "$loss" || exit 0
    for what in "${words[@]}"; do
        # shellcheck disable=SC2086
        limit=10000 lab "$loss" env FERRY_NETWORK=rdma $zcopy \
            "$here/../c/run.py" "$prefix" --work "$work/all" --compiled --mpiexec "-ppn 2 --launch-timeout 300" --slow 10 --most-ranks 4 --jobs 1 "$what"
        check "all C programs $what with $loss % lost" [ $? = 0 ]
        tail -n 1 "$work/out"
    done
    [ -n "$all" ] && wants mpi4py || continue
    # shellcheck disable=SC2086
    limit=10000 lab "$loss" env FERRY_NETWORK=rdma $zcopy "$here/../mpi4py/run.py" "$prefix" --mpiexec "-ppn 2" --ranks 4 --no-numpy "${modules[@]}"
    check "mpi4py with $loss % lost" [ $? = 0 ]
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
