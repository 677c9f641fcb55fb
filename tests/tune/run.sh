#!/usr/bin/env bash
# `ferry tune` on one host: all operations are measured with progress shown, the file names a choice for each, a later job takes its algorithms from it, and a second run keeps what the first found for other jobs.
#
#   tests/tune/run.sh PREFIX
set -uo pipefail
prefix=$(cd "${1:?the installation of Ferry}" && pwd) || exit 2
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
limit=300
. "$tests/../expect.sh"

ferry=$prefix/bin/ferry
operations="barrier bcast gather scatter allgather alltoall reduce allreduce reduce_scatter_block scan exscan allgatherv alltoallv alltoallw reduce_scatter gatherv scatterv"

# In a terminal, so that the progress is shown.
expect 0 script -qec "'$ferry' tune -n 3 --sizes 8,20000 -o '$work/tuning.toml'" "$work/screen"
for operation in $operations; do
    grep -q "^collective = \"$operation\"" "$work/tuning.toml" || fail "no choice for $operation"
    grep -q "operations, .*: $operation" "$work/screen" || fail "no progress shown at $operation"
done
ok "all operations are measured, and what is measured is shown"
grep -q '^algorithm = "direct"' "$work/tuning.toml" || fail "the shared area of the node was not measured"
ok "what goes over the shared area of a node is measured with the others"

expect 0 "$ferry" tune -n 2 --sizes 8 --operations bcast -o "$work/tuning.toml"
grep -q "^ranks = 2" "$work/tuning.toml" || fail "no choice for 2 ranks"
grep -q "^ranks = 3" "$work/tuning.toml" || fail "the choices for 3 ranks are gone"
ok "choices for other jobs stay"

# What becomes of the file is settled first: there is no mpicc to compile the program with.
echo "version = " > "$work/damaged.toml"
expect 1 "$ferry" tune -n 2 --prefix "$work/nowhere" -o "$work/damaged.toml"
says "damaged.toml is there and of no use"
expect 1 "$ferry" tune -n 2 --prefix "$work/nowhere" -o /proc/tuning.toml
says "/proc/tuning.toml cannot be written"
ok "a file that cannot be written, or is damaged, is said before anything is measured"

# Blocks of 2.2 GB, whose places MPI_Alltoallw could not be told, are left out.
expect 0 "$ferry" tune -n 2 --sizes 8,2200000000 --operations alltoallw -o "$work/long.toml"
grep -q '^collective = "alltoallw"' "$work/long.toml" || fail "no choice beside a length that is left out"
ok "blocks that are too long are left out"

printf 'version = 1\nwhat = "was then"\n' > "$work/older.toml"
expect 0 "$ferry" tune -n 2 --sizes 8 --operations bcast -o "$work/older.toml"
says "older.toml has version 1"
grep -q '^collective = "bcast"' "$work/older.toml" || fail "the older file is not replaced"
ok "a file of an older version is replaced"

mkdir "$work/here" "$work/temporary"
expect 0 env -C "$work/here" TMPDIR="$work/temporary" "$ferry" tune -n 2 --sizes 8 --operations bcast -- --launcher "$tests/../elsewhere.sh" -H a:1,b:1
grep -q '^nodes = 2' "$work/here/ferry-tuning.toml" || fail "no choice for two nodes"
[ "$(ls "$work/here")" = ferry-tuning.toml ] || fail "something stays: $(ls "$work/here")"
ok "hosts that see the current directory but not the temporary files are measured"
expect 1 env -C "$work/here" TMPDIR="$work/temporary" "$ferry" tune -n 2 --work "$work/temporary" --sizes 8 --operations bcast -- --launcher "$tests/../elsewhere.sh" -H a:1,b:1
says "[-]-work names another"
ok "a place that other hosts do not see is named, with the option for another"

expect 1 "$ferry" tune -n 2 --operations bcasts
says "operations names .bcasts.; there are: barrier, bcast"
ok "an unknown operation is refused with the names there are"

echo "$passed passed, 0 failed"
