#!/usr/bin/env bash
# Messages over datagrams between nodes of the lab (soft-RoCE): the C programs that run over reliable connections, with large messages copied and not, and with
# connections to hot peers beside, on a network that loses
# nothing, and on one that loses and reorders.
#
#   tests/lab/ud.sh PREFIX [LOSS...]
#
# LOSS: per cent of packets lost, of those a node sends; 0, 1 and 5 by default. All programs check every byte.
set -u
prefix=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- 0 1 5
ferry=$prefix/bin/ferry
[ -x "$ferry" ] || { echo "there is no $ferry: make install PREFIX=$prefix" >&2; exit 1; }
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# Each line: label, settings, program and its arguments.
runs="
zcopy:modes|FERRY_RDMA_TRANSPORT=ud-zcopy|p2p_modes
zcopy:traffic|FERRY_RDMA_TRANSPORT=ud-zcopy|p2p_random_traffic
zcopy:many|FERRY_RDMA_TRANSPORT=ud-zcopy|async_transfers many
zcopy:small pool|FERRY_RDMA_TRANSPORT=ud-zcopy FERRY_UD_POOL=1|async_transfers many
zcopy:by block|FERRY_RDMA_TRANSPORT=ud-zcopy FERRY_UD_REPAIR=block|async_transfers many
zcopy:collectives|FERRY_RDMA_TRANSPORT=ud-zcopy|coll_mixed
auto:traffic|FERRY_RDMA_CONNECTIONS=1|p2p_random_traffic
auto:many|FERRY_RDMA_CONNECTIONS=1|async_transfers many
auto:collectives|FERRY_RDMA_CONNECTIONS=1|coll_mixed
copy:traffic|FERRY_RDMA_TRANSPORT=ud-copy|p2p_random_traffic
copy:many|FERRY_RDMA_TRANSPORT=ud-copy|async_transfers many
copy:collectives|FERRY_RDMA_TRANSPORT=ud-copy|coll_mixed
"
for program in p2p_modes p2p_random_traffic async_transfers coll_mixed; do
    "$prefix/bin/mpicc" -O1 -I"$here/../c" -o "$work/$program" "$here/../c/$program.c" -lpthread || failed=$((failed + 1))
done
{
    echo "export PATH='$prefix/bin':\$PATH FERRY_NETWORK=rdma"
    while IFS='|' read -r label settings program; do
        [ -z "$label" ] || echo "begin=\$SECONDS; env $settings timeout 400 mpiexec --launch-timeout 300 -ppn 2 -n 4 '$work'/$program > /tmp/said 2>&1
            status=\$?; echo \"$label: \$status\"; echo \"$label \$((SECONDS - begin)) s\" >&2; [ \$status = 0 ] || cat /tmp/said >&2"
    done <<< "$runs"
    # Settings that cannot be, or that differ, are refused at the start with both values.
    echo "FERRY_RDMA_TRANSPORT=ud-zcopy FERRY_UD_POOL=0 timeout 400 mpiexec --launch-timeout 300 -ppn 1 -n 2 '$work/p2p_modes' 2>&1 | grep -o '0 queue pairs.*at least 1' | head -1"
    echo "timeout 400 mpiexec --launch-timeout 300 -ppn 1 -n 1 env FERRY_RDMA_TRANSPORT=rc '$work/p2p_modes' : -n 1 env FERRY_RDMA_TRANSPORT=ud-zcopy '$work/p2p_modes' 2>&1 | grep -o 'FERRY_RDMA_TRANSPORT=.*for all' | head -1"
} > "$work/programs.sh"

for loss in "$@"; do
    options=(--nodes 2 --cpus 2 --loss "$loss")
    [ "$loss" = 0 ] || options+=(--reorder 5 --delay 1)
    timeout 6000 "$ferry" lab run "${options[@]}" -- bash "$work/programs.sh" > "$work/out" 2> "$work/err"
    if reason=$(grep -m 1 -E "^ferry lab: (cannot fetch|the program|the lab runs on)" "$work/err"); then
        echo "skipped: ${reason#ferry lab: }"
        exit 0
    fi
    while IFS='|' read -r label _; do
        [ -n "$label" ] || continue
        if grep -q "^$label: 0$" "$work/out"; then passed=$((passed + 1)); else
            failed=$((failed + 1))
            echo "FAILED: $label with $loss % lost"
        fi
    done <<< "$runs"
    for said in "0 queue pairs for large messages: there must be at least 1" "FERRY_RDMA_TRANSPORT=.*set the same for all"; do
        if grep -q "$said" "$work/out"; then passed=$((passed + 1)); else
            failed=$((failed + 1))
            echo "FAILED: an error says $said"
        fi
    done
    sed "s/^/loss $loss %: /" "$work/err"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
