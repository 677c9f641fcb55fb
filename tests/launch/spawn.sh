# Part of run.sh: how jobs end that have spawned others.

"$prefix/bin/mpicc" -O1 -Wall -Werror "$tests/spawn.c" -o "$work/spawn"
expect 0 "$mpiexec" -n 2 "$work/spawn" parent-leaves
prints "the children go on"
expect 137 "$mpiexec" -n 2 "$work/spawn" parent-dies
says 'rank 0 .* was killed by signal 9'
expect 7 "$mpiexec" -n 2 "$work/spawn" parent-aborts
says 'rank 0 .* called MPI_Abort with code 7'
expect 139 "$mpiexec" -n 2 "$work/spawn" child-dies
says 'rank 1 .* was killed by signal 11'
says 'processes that were spawned have failed with status 139'
expect 3 "$mpiexec" -n 2 "$work/spawn" child-exits
says 'rank 1 .* exited with status 3'
# Processes that have disconnected fail on their own account.
expect 0 "$mpiexec" -n 2 "$work/spawn" child-dies-apart
prints "the parents go on"
says 'rank 1 .* was killed by signal 11'
# await COMMAND...: until it is true.
await() {
    for ((twentieth = 0; twentieth < 600; twentieth++)); do
        "$@" && return
        read -rt 0.05 <> <(:) || true
    done
    fail "it does not come true: $*"
}
"$mpiexec" -n 2 "$work/spawn" signals > "$work/out" 2> "$work/err" &
launcher=$!
await grep -q "^child " "$work/out"
child=$(sed -n 's/^child //p' "$work/out")
kill -USR2 $launcher
await grep -qx "got 1" "$work/out"
kill -TSTP $launcher
await grep -q ') T ' "/proc/$child/stat"
kill -CONT $launcher
await grep -q ') [SR] ' "/proc/$child/stat"
kill -USR2 $launcher
wait $launcher || fail "status $? of a job that got signals"
prints "got 2"
# Started alone, a parent hears from their launcher that processes have failed.
expect 0 "$work/spawn" children-fail
prints MPI_ERR_SPAWN
# Started alone, a parent leaves its children, which write into the same pipe.
[ "$("$work/spawn" parent-leaves 2>&1 | cat)" = "the children go on" ] || fail "children of a process started alone do not go on"
pgrep -f "^$work/spawn" > /dev/null && fail "spawned processes are left"
expect 124 "$mpiexec" -n 1 --timeout 0.5 "$work/spawn" wait
pgrep -f "^$work/spawn" > /dev/null && fail "spawned processes are left after a timeout"
echo "ok: ends of jobs that have spawned others"
