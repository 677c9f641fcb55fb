# Killing a process of a running job, for the tests of this folder; `mpiexec`, `work` and what tests/expect.sh has are there.
# shellcheck shell=bash
# shellcheck disable=SC2154

# is_gone PID: it runs no more; somebody may still have to collect it.
is_gone() {
    ! { [ -e "/proc/$1/stat" ] && grep -Eqv '\) [ZX] ' "/proc/$1/stat"; } 2> /dev/null
}

# kill_anything WHOM LIMIT_MS RANKS COMMAND...: starts RANKS ranks that say "rank N PID" and wait for each other, kills one process (the last rank's, its
# parent, or of mpiexec's two), and waits until all are gone and nobody holds the output.
kill_anything() {
    local whom=$1 limit_ms=$2 ranks=$3
    shift 3
    coproc job { exec "$mpiexec" -n "$ranks" "$@" 2> "$work/err"; }
    # Bash forgets the coprocess's variables when it ends.
    local launcher=$job_PID output pid pids=() victim start line
    disown "$launcher"
    exec {output}<&"${job[0]}"
    while [ ${#pids[@]} -lt "$ranks" ]; do
        read -r -t 30 -u $output line || fail "the ranks do not start"
        [[ $line = "rank "* ]] || fail "a rank maps a file that a crash leaves behind: $line"
        pids+=("${line##* }")
    done
    case $whom in
    mpiexec) victim=$launcher ;;
    launcher) victim=$(cat "/proc/$launcher/task/$launcher/children") ;;
    rank) victim=${pids[-1]} ;;
    parent) victim=$(awk '{print $4}' "/proc/${pids[-1]}/stat") ;;
    esac
    start=$(date +%s%N)
    # shellcheck disable=SC2086
    kill -KILL $victim
    # The end of the pipe: every process that wrote to it is gone.
    while read -r -t 30 -u $output line; do :; done
    [ $? -le 128 ] || fail "$whom killed: something is left after 30 s"
    for pid in "${pids[@]}"; do
        for ((twentieth = 0; twentieth < 300; twentieth++)); do
            is_gone "$pid" && break
            read -rt 0.05 <> <(:) || true
        done
        is_gone "$pid" || fail "$whom killed: process $pid is left"
    done
    [ $((($(date +%s%N) - start) / 1000000)) -lt "$limit_ms" ] || fail "$whom killed: the job took longer than $limit_ms ms to end"
    exec {output}<&-
    echo "ok: $whom killed, nothing is left"
}
