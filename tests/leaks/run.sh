#!/bin/bash
# What programs that look for lost memory say of a program that frees all it made: nothing. By valgrind and by LeakSanitizer, where they are.
# And what valgrind says of functions for jobs that survive the death of ranks: none runs in a job that does not.
#
#   tests/leaks/run.sh PREFIX
set -uo pipefail
prefix=$(cd "${1:?the installation of Ferry}" && pwd) || exit 2
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# check NAME RANKS COMMAND...: succeeds, says ok, and nothing on standard error.
check() {
    local name=$1 ranks=$2
    shift 2
    if timeout 300 "$prefix/bin/mpiexec" -n "$ranks" "$@" > "$work/out" 2> "$work/err" && [ "$(cat "$work/out")" = ok ] && [ ! -s "$work/err" ]; then
        passed=$((passed + 1))
        echo "ok      $name, $ranks ranks"
    else
        failed=$((failed + 1))
        echo "FAILED  $name, $ranks ranks"
        head -n 60 "$work/out" "$work/err" | sed 's/^/    /'
    fi
}

compile=("$prefix/bin/mpicc" -std=gnu11 -g -Wall -Wextra -Werror "$tests/everything.c")
"${compile[@]}" -o "$work/plain" || exit 2
if command -v valgrind > /dev/null; then
    for ranks in 1 2; do
        check valgrind "$ranks" valgrind --quiet --leak-check=full --errors-for-leak-kinds=definite,indirect,possible \
            --show-leak-kinds=definite,indirect,possible --error-exitcode=9 "$work/plain"
    done
    "$prefix/bin/mpicc" -std=gnu11 -g -Wall -Wextra -Werror "$tests/messages.c" -o "$work/messages" || exit 2
    for tolerance in off on; do
        check "messages with fault tolerance $tolerance" 1 env FERRY_FAULT_TOLERANCE=$tolerance valgrind --quiet --tool=callgrind --callgrind-out-file="$work/$tolerance" "$work/messages"
        # "on" shows that such functions would be seen.
        found=$(grep -cE "^c?fn=.*ferry_core::resilience" "$work/$tolerance")
        if [ $((found > 0)) = $([ $tolerance = on ] && echo 1 || echo 0) ]; then
            passed=$((passed + 1))
            echo "ok      $found functions of ferry_core::resilience run with fault tolerance $tolerance"
        else
            failed=$((failed + 1))
            echo "FAILED  $found functions of ferry_core::resilience run with fault tolerance $tolerance"
        fi
    done
else
    echo "skipped: valgrind is not installed"
fi
if "${compile[@]}" -fsanitize=address -o "$work/sanitized" 2> /dev/null; then
    for ranks in 1 2; do
        check LeakSanitizer "$ranks" env ASAN_OPTIONS=detect_leaks=1 "$work/sanitized"
    done
else
    echo "skipped: the compiler has no AddressSanitizer"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
