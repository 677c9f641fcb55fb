#!/bin/sh
set -eu
make install PREFIX="$PREFIX" CARGO="cargo"
