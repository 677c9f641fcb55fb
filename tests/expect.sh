# Running a command and looking at its end, for the tests in shell. `work` is a directory for what it prints; `limit` may say how many seconds it has.
# shellcheck shell=bash
# shellcheck disable=SC2154

fail() {
    cat "$work/out" "$work/err" >&2 2> /dev/null || true
    echo "FAIL: $*" >&2
    exit 1
}

# expect STATUS COMMAND...: runs it to its end; STATUS is a pattern. Output in $work/out and $work/err.
expect() {
    local expected=$1 status=0
    shift
    timeout -s KILL "${limit:-30}" "$@" > "$work/out" 2> "$work/err" < /dev/null || status=$?
    # shellcheck disable=SC2053  # a pattern
    [[ $status == $expected ]] || fail "status $status, not $expected: $*"
}

# prints LINE: the last command's output is that line.
prints() {
    grep -qx "$1" "$work/out" || fail "no line '$1'"
}

# says PATTERN: the last command's error output has a line that matches.
says() {
    grep -Eq "$1" "$work/err" || fail "no message '$1'"
}

ok() {
    echo "ok: $*"
    passed=$((passed + 1))
}
