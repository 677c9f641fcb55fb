#!/bin/bash
# Fetches Debian's packages of Slurm with what they need and this machine lacks, and unpacks them; prints the directory.
#
#   tests/launchers/slurm-packages.sh DIRECTORY
#
# Fails with the reason in the last line of its error output.
set -euo pipefail

directory=$1
wanted="slurm-wlm slurm-wlm-basic-plugins libpmix2 munge"
unpacked=$directory/root

reason() {
    echo "$*" >&2
    exit 1
}

for tool in apt-get dpkg-deb unshare ip nsenter; do
    command -v $tool > /dev/null || reason "no $tool"
done
[ "$(id -u)" = 0 ] || reason "namespaces and Slurm's daemons need root"
if [ ! -e "$unpacked/complete" ]; then
    rm -rf "$directory"
    mkdir -p "$unpacked"
    # shellcheck disable=SC2086  # a list
    packages=$(apt-get -qq --print-uris --no-install-recommends install $wanted | sed -nE "s/^'[^']*' ([^_]+)_.*/\1/p") ||
        reason "apt-get does not know $wanted (apt-get update?)"
    # shellcheck disable=SC2086  # a list
    (cd "$directory" && timeout 60 apt-get -qq -o APT::Sandbox::User=root download $packages > /dev/null) || reason "apt-get cannot fetch $wanted"
    for package in "$directory"/*.deb; do
        dpkg-deb -x "$package" "$unpacked"
        rm "$package"
    done
    # Slurm asks for the name that only the development package has.
    ln -sf libpmix.so.2 "$unpacked/usr/lib/x86_64-linux-gnu/pmix2/lib/libpmix.so"
    touch "$unpacked/complete"
fi
echo "$unpacked"
