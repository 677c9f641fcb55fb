# A core file has the program's own memory and little more, and is written in little more time: sourced by run.sh, which has $prefix, $tests, $work, $mpiexec, expect and fail.

# crash COMMAND...: milliseconds from the crash until all is over.
crash() {
    (cd "$work/core" && ulimit -c unlimited && timeout -s KILL 120 "$@") > "$work/out" 2> "$work/err" < /dev/null && fail "no crash: $*"
    echo $((($(date +%s%N) - $(grep -xE '[0-9]+' "$work/out")) / 1000000))
}

# core_kib: of the one core file; it is removed.
core_kib() {
    local files=("$work"/core/core*)
    [ ${#files[@]} = 1 ] && [ -e "${files[0]}" ] || fail "there are core files ${files[*]}, not one"
    echo $(($(stat -c %s "${files[0]}") / 1024))
    rm "${files[0]}"
}

if [ "$(cat /proc/sys/kernel/core_pattern)" != core ] || [ "$(ulimit -Hc)" != unlimited ]; then
    echo "skipped: core files go elsewhere ($(cat /proc/sys/kernel/core_pattern)) or are limited"
else
    mkdir -p "$work/core"
    "$prefix/bin/mpicc" -O1 -Wall -Werror "$tests/core.c" -o "$work/with_mpi"
    cc -O1 -Wall -Werror -DPLAIN "$tests/core.c" -o "$work/without_mpi"
    # The least of three: the machine may do something else meanwhile.
    least_more=
    for _ in 1 2 3; do
        plain=$(crash "$work/without_mpi")
        plain_kib=$(core_kib)
        for heap in off on; do
            with=$(crash env FERRY_SHARED_HEAP=$heap "$mpiexec" -n 2 "$work/with_mpi")
            with_kib=$(core_kib)
            [ "$with_kib" -le $((plain_kib + 16 * 1024)) ] || fail "a core file has $with_kib KiB, $plain_kib without MPI (heap $heap)"
            more=$((with - 2 * plain))
            if [ -z "$least_more" ] || [ $more -lt "$least_more" ]; then least_more=$more with_ms=$with plain_ms=$plain; fi
        done
    done
    # Half a second: mpiexec has to end the other rank, too.
    [ "$least_more" -le 500 ] || fail "a core file takes $with_ms ms, $plain_ms without MPI"
    echo "ok: a core file of $with_kib KiB ($plain_kib without MPI) in $with_ms ms ($plain_ms)"
fi
