# The shared heap is the program's alone: sourced by run.sh, which has $prefix, $tests, $work, $mpiexec, expect and fail.

"$prefix/bin/mpicc" -O1 -Wall -Werror -fno-builtin -shared -fPIC -DLIBRARY "$tests/deepbind.c" -o "$work/libdeepbind.so"
"$prefix/bin/mpicc" -O1 -Wall -Werror "$tests/deepbind.c" -o "$work/deepbind" -ldl -Wl,-rpath,'$ORIGIN',--enable-new-dtags
expect 0 "$mpiexec" --shared-heap -n 2 "$work/deepbind" on
expect 0 "$mpiexec" -n 2 "$work/deepbind" off
FERRY_SHARED_HEAP=on expect 0 "$mpiexec" -n 2 "$work/deepbind" on
echo "ok: libraries with an order of their own free and grow blocks of the shared heap"

# What the program starts, or what stands before it, does not load the library.
expect 0 "$mpiexec" --shared-heap -n 2 env
if grep -q libferry_heap "$work/out"; then fail "programs that are started load the library of the shared heap"; fi
expect 0 env LD_PRELOAD="$work/libdeepbind.so" "$mpiexec" --shared-heap -n 2 env
grep -q "^LD_PRELOAD=$work/libdeepbind.so\$" "$work/out" || fail "what the user preloads is lost"
expect 0 "$mpiexec" --shared-heap -n 2 bash -c "exec '$work/deepbind' off"
if "$prefix/bin/mpicc" -O1 -fsanitize=address "$tests/deepbind.c" -o "$work/checked" -ldl -Wl,-rpath,'$ORIGIN' 2> "$work/why"; then
    for before in "" "env" "bash -c"; do
        # shellcheck disable=SC2086
        ASAN_OPTIONS=detect_leaks=0 expect 0 "$mpiexec" --shared-heap -n 2 $before "$work/checked"
    done
    echo "ok: nothing that is started has the shared heap, checked programs do not"
else
    echo "skipped: no address sanitizer: $(head -1 "$work/why")"
fi
