#!/usr/bin/env bash
# Puts, gets and atomics between two nodes of the lab, by content: first through the device interface, on the adapter (soft-RoCE), then by an MPI program.
#
#   tests/lab/one_sided.sh PREFIX
#
# Builds an example of the crate rc with cargo. Where the lab cannot be made it says so and tests nothing (docs/lab.md).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=$(cd "$1" && pwd)

# The part that runs on the first node: tests/lab/run.sh calls it in a lab of its own.
if [ "${2:-}" = --inside ]; then
    pingpong=$3
    ssh -n node1 "timeout 120 $pingpong listen 7001 0" > /tmp/listener 2>&1 &
    status=0
    timeout 100 "$pingpong" node1:7001 0 || status=1
    wait $! || status=1
    [ $status = 0 ] || cat /tmp/listener
    exit $status
fi

# shellcheck source=tests/lab/limited.sh
. "$here/limited.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pingpong=$("$here/pingpong.sh")
"$prefix/bin/mpicc" -O1 -I"$here/../c" -o "$work/rma_words" "$here/../c/rma_words.c" -lpthread
cat > "$work/inside.sh" << SCRIPT
export PATH="$prefix/bin":\$PATH FERRY_NETWORK=rdma
"$here/one_sided.sh" "$prefix" --inside "$pingpong" || exit
timeout 100 mpiexec -ppn 1 -n 2 "$work/rma_words"
SCRIPT
status=0
limited 180 "$prefix/bin/ferry" lab run --nodes 2 --cpus 2 -- bash "$work/inside.sh" 2> "$work/err" || status=$?
if reason=$(grep -m 1 -E "^ferry lab: (cannot fetch|the program|the lab runs on)" "$work/err"); then
    echo "skipped: ${reason#ferry lab: }"
    exit 0
fi
[ $status = 0 ] || { cat "$work/err" >&2; echo "FAILED: status $status"; }
exit $status
