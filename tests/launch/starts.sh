#!/bin/bash
# Starts jobs between two hosts one after the other while processes compete for this machine, and says how many failed and how long they took.
#
#   tests/launch/starts.sh PREFIX namespaces|lab [STARTS] [BUSY]
#
# Each start is a job of two ranks, one on each host, that meet in a collective operation; it has a minute. The hosts are network namespaces
# (root, iproute2) or virtual machines (docs/lab.md), where a start takes half a minute under emulation. BUSY processes compute meanwhile: by default two for each
# processor. Fails if a start has.
set -uo pipefail

tests=$(cd "$(dirname "$0")" && pwd)
prefix=$(cd "${1:?usage: tests/launch/starts.sh PREFIX namespaces|lab [STARTS] [BUSY]}" && pwd) || exit 2
kind=$2 starts=${3:-60} busy=${4:-$((2 * $(nproc)))}
limit=60

# Inner call, on the first host: PROGRAM is compiled.
if [ "$kind" = here ]; then
    program=$5
    failed=0
    for ((start = 1; start <= starts; start++)); do
        begin=$(date +%s%N)
        said=$(timeout -s KILL $limit "$prefix/bin/mpiexec" -ppn 1 -n 2 "$program" 2>&1)
        status=$?
        took=$((($(date +%s%N) - begin) / 1000000))
        [ $status = 0 ] || failed=$((failed + 1))
        echo "start $start: status $status, $took ms${said:+ ($(echo "$said" | tail -n 1))}"
    done
    echo "starts: $starts, failed: $failed"
    exit $((failed > 0))
fi

work=$(mktemp -d)
loads=()
clean() {
    [ ${#loads[@]} = 0 ] || kill "${loads[@]}"
    rm -rf "$work"
}
trap clean EXIT
# shellcheck source=tests/lab/limited.sh
. "$tests/../lab/limited.sh"
"$prefix/bin/mpicc" -O1 "$tests/program.c" -o "$work/program" || exit 1
for ((load = 0; load < busy; load++)); do
    setpriv --pdeathsig KILL sh -c 'while :; do :; done' &
    loads+=($!)
done
inner=("$0" "$prefix" here "$starts" 0 "$work/program")
case $kind in
namespaces) "$tests/namespaces.sh" 2 "${inner[@]}" > "$work/out" 2> "$work/err" ;;
lab) limited $((60 + limit * starts)) "$prefix/bin/ferry" lab run --nodes 2 --cpus 2 -- bash "${inner[@]}" > "$work/out" 2> "$work/err" < /dev/null ;;
*) echo "no kind of hosts is called $kind" >&2 && exit 2 ;;
esac
status=$?
if reason=$(grep -m 1 -E "^ferry lab: (cannot fetch|the program|the lab runs on)" "$work/err"); then
    echo "skipped: ${reason#ferry lab: }"
    exit 0
fi
grep -v ": status 0," "$work/out"
sed -n 's/^start .* \([0-9]*\) ms.*/\1/p' "$work/out" | sort -n |
    awk '{ ms[NR] = $1 } END { if (NR) printf "ms from start to end: least %d, median %d, most %d\n", ms[1], ms[int((NR + 1) / 2)], ms[NR] }'
if ! grep -q "^starts: $starts, " "$work/out"; then
    cat "$work/err"
    status=1
fi
exit $status
