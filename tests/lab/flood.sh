#!/usr/bin/env bash
# A flood of messages between two nodes: no adapter may ever answer that there is no receive, and memory for receiving stays bounded (BSRQ-1, BSRQ-5).
#
#   tests/lab/flood.sh PREFIX [MESSAGES]      of each of the four senders; 5000 by default, 250000 for the whole test
#
# Runs with both ways to receive. Needs what docs/lab.md says; where the lab cannot run it says so and tests nothing.
set -u
prefix=$(cd "$1" && pwd)
messages=${2:-5000}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
# shellcheck source=tests/lab/limited.sh
. "$here/limited.sh"
trap 'rm -rf "$work"' EXIT
"$prefix/bin/mpicc" -O2 -o "$work/flood" "$here/flood.c" || exit 1

cat > "$work/nodes.sh" << 'SCRIPT'
counters() { for node in node0 node1; do ssh -n $node 'cd /sys/class/infiniband/rxe0/ports/1/hw_counters; grep . *rnr* *out_of_seq* *duplicate*' | sed "s/^/$node /"; done; }
for receives in bucket peer; do
    counters > /tmp/before
    FERRY_NETWORK=rdma FERRY_RDMA_RINGS=0 FERRY_RDMA_RECEIVES=$receives FERRY_STATS=summary \
        timeout "$limit" mpiexec --oversubscribe -ppn 4 -n 8 "$flood" "$messages" 2000 > /tmp/said 2>&1
    echo "$receives: status $?"
    sed "s/^/$receives: /" /tmp/said
    counters > /tmp/after
    diff /tmp/before /tmp/after | grep '^>' | sed "s/^> /$receives counters: /"
    rnr() { awk -F: '/rnr/ { sum += $2 } END { print sum + 0 }' "$1"; }
    echo "$receives: $(($(rnr /tmp/after) - $(rnr /tmp/before))) times receiver not ready"
done
SCRIPT
limit=$((60 + messages / 200))
{ echo "messages=$messages limit=$limit flood='$work/flood'; export PATH='$prefix/bin':\$PATH"; cat "$work/nodes.sh"; } > "$work/script.sh"
limited $((2 * limit + 60)) "$prefix/bin/ferry" lab run --nodes 2 --cpus 2 -- bash "$work/script.sh" > "$work/out" 2> "$work/err" < /dev/null
status=$?
if reason=$(grep -m 1 -E "^ferry lab: (cannot fetch|the program|the lab runs on)" "$work/err"); then
    echo "skipped: ${reason#ferry lab: }"
    exit 0
fi
cat "$work/out"
passed=0 failed=0
for receives in bucket peer; do
    for line in "status 0" "flood: $((4 * messages)) messages, 0 wrong" "0 times receiver not ready"; do
        if grep -q "^$receives: $line" "$work/out"; then
            passed=$((passed + 1))
        else
            echo "FAILED: $receives: $line"
            failed=$((failed + 1))
        fi
    done
done
[ $failed = 0 ] || { echo "the lab's status: $status"; sed 's/^/  err: /' "$work/err"; }
echo "$passed passed, $failed failed"
[ $failed = 0 ]
