#!/usr/bin/env bash
# Builds the example rc_pingpong and prints where it is.
set -eu
cd "$(dirname "$0")/../.."
cargo build --locked --quiet -p ferry-rc --example rc_pingpong
echo "${CARGO_TARGET_DIR:-$PWD/target}/debug/examples/rc_pingpong"
