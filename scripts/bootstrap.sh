#!/bin/sh
# Installs what building Ferry needs and this machine lacks: a C compiler, make, and Rust as new as Cargo.toml asks for.
# With --check also what `make check` needs: python3 with venv and headers, C++ and Fortran compilers, CMake, pkg-config, ip, rustfmt, clippy.
#
# What is there is left alone. Rust comes from cargo on PATH or in ~/.cargo/bin, else from rustup if that is there, else from
# Debian's cargo-web; LLD is added where the Rust toolchain brings none (crates/abi/build.rs says why it is needed). Packages are
# installed with apt-get, through sudo unless this runs as root.
set -eu
cd "$(dirname "$0")/.."
PATH="$PATH:${HOME:-/root}/.cargo/bin"

needed_rust=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
pinned_rust=$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)

say() { echo "bootstrap: $*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }

# Whether version $1 is at least version $2.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

rust_is_new_enough() {
    have cargo && have rustc || return 1
    version=$(rustc --version 2>/dev/null | cut -d ' ' -f 2)
    [ -n "$version" ] && at_least "$version" "$needed_rust"
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif have sudo; then
        sudo "$@"
    else
        say "neither root nor sudo: have an administrator run: $*"
        exit 1
    fi
}

updated=no
install_packages() {
    if ! have apt-get; then
        say "please install with your distribution's package manager: $*"
        exit 1
    fi
    if [ "$updated" = no ]; then
        as_root apt-get -q update >&2
        updated=yes
    fi
    say "installing $*"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "$@" >&2
}

# Collects packages of commands and files that are missing.
missing=
need_command() { have "$1" || missing="$missing $2"; }
need_file() { [ -e "$1" ] || missing="$missing $2"; }

need_command cc gcc
need_command make make
need_file /usr/include/stdio.h libc6-dev
if [ "${1:-}" = --check ]; then
    need_command c++ g++
    need_command cmake cmake
    need_command gfortran gfortran
    need_command pkg-config pkg-config
    [ -x /usr/sbin/ip ] || need_command ip iproute2
    need_command python3 python3
    python3 -c 'import ensurepip' 2>/dev/null || missing="$missing python3-venv"
    python3 -c 'import os, sysconfig; os.stat(sysconfig.get_paths()["include"] + "/Python.h")' 2>/dev/null || missing="$missing python3-dev"
elif [ $# -gt 0 ]; then
    say "usage: $0 [--check]"
    exit 2
fi
# shellcheck disable=SC2086  # a list of packages
[ -z "$missing" ] || install_packages $missing

if ! rust_is_new_enough; then
    if have rustup; then
        say "installing Rust $pinned_rust with rustup"
        rustup toolchain install "$pinned_rust" --profile minimal --component rustfmt --component clippy >&2
    else
        install_packages ca-certificates cargo-web rustc-web
    fi
fi
if ! rust_is_new_enough; then
    say "Rust $needed_rust or newer is needed and neither cargo on PATH, rustup nor the package cargo-web gives it: see https://rustup.rs"
    exit 1
fi
if [ ! -e "$(rustc --print sysroot)/lib/rustlib/$(uname -m)-unknown-linux-gnu/bin/gcc-ld/ld.lld" ] && ! have ld.lld; then
    install_packages lld
fi
if [ "${1:-}" = --check ] && ! { cargo fmt --version && cargo clippy --version; } >/dev/null 2>&1; then
    if have rustup; then
        rustup component add rustfmt clippy >&2
    else
        install_packages rustfmt-web rust-web-clippy
    fi
fi
