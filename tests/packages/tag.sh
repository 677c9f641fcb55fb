#!/bin/sh
# The wheel of an installation has the tag that auditwheel finds, where auditwheel can be had from the package index.
#
#   tests/packages/tag.sh PREFIX [CACHE]
set -eu
cd "$(dirname "$0")/../.."
prefix=${1:?usage: tests/packages/tag.sh PREFIX [CACHE]}
cache=${2:-$PWD/.cache/auditwheel}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ ! -e "$cache/complete" ]; then
    if ! { python3 -m venv --clear "$cache" && "$cache/bin/pip" install --quiet auditwheel && touch "$cache/complete"; } > "$work/log" 2>&1; then
        echo "skipped: auditwheel: $(tail -n 1 "$work/log")"
        exit 0
    fi
fi
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
wheel=$(packaging/wheel.py "$prefix" "$version" "$work")
tag=$(basename "$wheel" .whl | sed 's/.*-none-//')
"$cache/bin/auditwheel" show "$wheel" > "$work/verdict" 2>&1 || true
if tr '\n' ' ' < "$work/verdict" | grep -q "consistent with the following platform tag: \"$tag\""; then
    echo "1 passed, 0 failed"
else
    echo "FAIL: auditwheel does not agree with $tag"
    sed 's/^/    /' "$work/verdict"
    echo "0 passed, 1 failed"
    exit 1
fi
