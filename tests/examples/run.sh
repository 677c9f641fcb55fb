#!/usr/bin/env bash
# Compiles the programs of examples/ and runs them small; each verifies its result and says so by its exit status.
#
#   tests/examples/run.sh PREFIX
set -uo pipefail
prefix=$(cd "${1:?the installation of Ferry}" && pwd) || exit 2
cd "$(dirname "${BASH_SOURCE[0]}")/../../examples" || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# check NAME COMMAND...: the command must succeed within a minute.
check() {
    local name=$1
    shift
    if timeout 60 "$@" > "$work/out" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: $*"
        sed 's/^/    /' "$work/out"
    fi
}

# run RANKS PROGRAM...: checks the program and keeps what it prints.
run() {
    local ranks=$1
    shift
    check "$*, $ranks ranks" "$prefix/bin/mpiexec" -n "$ranks" "$@"
    cp "$work/out" "$work/printed"
}

warnings=(-std=gnu11 -O2 -Wall -Wextra -Werror)
check poisson cc "${warnings[@]}" cg/poisson.c -o "$work/poisson"
check cg "$prefix/bin/mpicc" "${warnings[@]}" cg/cg.c cg/halo.c cg/sparse.c -lm -o "$work/cg"
check is "$prefix/bin/mpicc" "${warnings[@]}" is/is.c is/keys.c -o "$work/is"
check ft "$prefix/bin/mpicc" "${warnings[@]}" ft/ft.c ft/grid.c ft/fft.c -lm -o "$work/ft"
check matmul "$prefix/bin/mpicc" "${warnings[@]}" matmul/matmul.c matmul/product.c -o "$work/matmul"
for blas in cblas openblas; do
    if pkg-config --exists "$blas" 2> "$work/out"; then
        read -ra flags <<< "$(pkg-config --cflags --libs "$blas")"
        check "matmul with $blas" "$prefix/bin/mpicc" "${warnings[@]}" -DWITH_CBLAS matmul/matmul.c matmul/product.c "${flags[@]}" -o "$work/matmul"
        break
    fi
done

"$work/poisson" 10 > "$work/poisson.mtx"
run 3 "$work/cg" "$work/poisson.mtx"

for ranks in 1 2 3 4 7; do
    run "$ranks" "$work/is" -n 16 -i 2
    check "is says so" grep -qx "the keys are sorted" "$work/printed"
done
run 5 "$work/is" -n 12 -i 1
run 2 "$work/is" -n 14 -i 2 -o

for ranks in 1 2 3 4; do
    run "$ranks" "$work/matmul" -n 64 -i 3
    check "matmul says so" grep -qx "the products are right" "$work/printed"
done
run 4 "$work/matmul" -n 3 -i 2

checksum=
for ranks in 1 2 4; do
    run "$ranks" "$work/ft" -n 15 -i 2
    found=$(awk '/^step  2: checksum/ { printf "%.9e %.9e", $4, $5 }' "$work/printed")
    check "ft has a checksum" test -n "$found"
    check "ft has the same checksum on $ranks ranks" test "${checksum:=$found}" = "$found"
done
for arguments in "is -n 4" "is -c X" "ft -n 2" "ft -i 0" "matmul -n 0" "matmul -n"; do
    # shellcheck disable=SC2086  # a list of words
    check "$arguments is refused" sh -c "! $prefix/bin/mpiexec -n 2 $work/$arguments"
done

# How programs use their buffers: one whose messages are known, one of the examples, and one that fails.
check buffers "$prefix/bin/mpicc" "${warnings[@]}" ../tests/examples/buffers.c -o "$work/buffers"
# record ARGUMENTS...: runs `ferry record` and keeps what it prints.
record() {
    check "ferry record $*" "$prefix/bin/ferry" record "$@"
    cp "$work/out" "$work/printed"
}
record -n 2 --json -- "$work/buffers"
check "uses of the buffer that is used most are counted" grep -q '"most_uses": 100,\?$' "$work/printed"
check "uses of all buffers are counted" grep -q '"uses": 120,\?$' "$work/printed"
record -- "$prefix/bin/mpiexec" -n 3 "$work/cg" "$work/poisson.mtx"
check "a row says so" grep -q '^| .*cg .*poisson.mtx | .* % |$' "$work/printed"
# Where rank 0 is on a host that sees the current directory, but not the temporary files of this one.
mkdir "$work/here" "$work/temporary"
check "ferry record, other hosts" env -C "$work/here" TMPDIR="$work/temporary" \
    "$prefix/bin/ferry" record --json -- "$prefix/bin/mpiexec" --launcher "$PWD/../tests/elsewhere.sh" -n 2 -H a:1,b:1 "$work/buffers"
cp "$work/out" "$work/printed"
check "their uses of buffers are counted, too" grep -q '"uses": 120,\?$' "$work/printed"
check "nothing stays there" sh -c "test -z \"\$(ls '$work/here')\""
check "ferry record, a directory that cannot be written" env -C /proc "$prefix/bin/ferry" record -- "$prefix/bin/mpiexec" -n 2 "$work/buffers"
cp "$work/out" "$work/printed"
check "it says where the record goes" grep -q "cannot write in /proc" "$work/printed"
check "a program that fails has no record" sh -c "! $prefix/bin/ferry record -- $work/buffers fail"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
