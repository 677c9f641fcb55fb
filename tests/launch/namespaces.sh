#!/bin/bash
# Several hosts on this machine: network namespaces joined by a switch. Needs root and iproute2.
#
#   tests/launch/namespaces.sh COUNT COMMAND...
#
# Runs COMMAND in the first of COUNT namespaces, host0, host1, ...; hostN has the address 10.99.0.(N + 1) on eth0. FERRY_RSH is a remote shell that
# reaches all of them, FERRY_HOSTFILE lists them with 2 slots each. Nothing is left afterwards; this machine's own network is not touched.
set -euo pipefail

count=${1:?usage: tests/launch/namespaces.sh COUNT COMMAND...}
shift
PATH=$PATH:/usr/sbin:/sbin
prefix=ferry-$$
work=$(mktemp -d)

clean() {
    for name in $(ip netns list | awk -v prefix="$prefix-" 'index($1, prefix) == 1 { print $1 }'); do ip netns del "$name"; done
    rm -rf "$work"
}
trap clean EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

ip netns add "$prefix-switch"
ip -n "$prefix-switch" link add name bridge type bridge
ip -n "$prefix-switch" link set bridge up
for ((host = 0; host < count; host++)); do
    name=$prefix-host$host
    ip netns add "$name"
    ip -n "$name" link set lo up
    ip -n "$name" link add eth0 type veth peer name "port$host" netns "$prefix-switch"
    ip -n "$name" address add "10.99.0.$((host + 1))/24" dev eth0
    ip -n "$name" link set eth0 up
    ip -n "$prefix-switch" link set "port$host" master bridge up
    echo "host$host:2" >> "$work/hosts"
done
# The two ends of a cable take a moment to notice each other.
for ((host = 0; host < count; host++)); do
    for ((tenth = 0; tenth < 100; tenth++)); do
        ip -n "$prefix-host$host" link show dev eth0 | grep -q LOWER_UP && break
        read -rt 0.1 <> <(:) || true
    done
done
printf '#!/bin/sh\nhost=$1\nshift\nexec ip netns exec "%s-$host" sh -c "$*"\n' "$prefix" > "$work/rsh"
chmod +x "$work/rsh"
FERRY_RSH=$work/rsh FERRY_HOSTFILE=$work/hosts ip netns exec "$prefix-host0" "$@"
