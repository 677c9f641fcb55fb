#!/bin/bash
# Fetches the upstream sources of a Debian source package, a source distribution from the Python package index, or unpacks Debian's binary
# packages, into DIRECTORY.
#
#   tests/programs/fetch.sh source DIRECTORY PACKAGE
#   tests/programs/fetch.sh index DIRECTORY PACKAGE==VERSION
#   tests/programs/fetch.sh unpack DIRECTORY PACKAGE ...
#
# Where apt-get looks for sources is worked out from where it looks for packages; its own lists stay as they are. Fails with the reason in
# the last line of its error output.
set -euo pipefail
what=$1 directory=$2
shift 2

reason() {
    echo "$*" >&2
    exit 1
}

[ "$what" = index ] || for tool in apt-get dpkg-deb; do
    command -v $tool > /dev/null || reason "no $tool"
done
mkdir -p "$directory"
network=(-qq -o APT::Sandbox::User=root -o Acquire::Retries=1 -o Acquire::http::Timeout=20)

# Options for apt-get with lists of sources in a directory of their own.
lists() {
    local state=$1
    mkdir -p "$state/lists/partial" "$state/cache"
    # shellcheck disable=SC2016  # variables of apt-get
    apt-get indextargets --format '$(CREATED_BY) $(COMPONENT) $(REPO_URI) $(RELEASE)' |
        awk '$1 == "Packages" && $2 == "main" && $4 !~ /-(updates|security|backports)$/ { print "deb-src", $3, $4, "main" }' |
        sort -u > "$state/sources"
    [ -s "$state/sources" ] || reason "apt-get has no sources of packages"
    options=(-o "Dir::Etc::sourcelist=$state/sources" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$state/lists" -o "Dir::Cache=$state/cache")
    [ -e "$state/updated" ] && return
    timeout 120 apt-get "${network[@]}" "${options[@]}" update > /dev/null 2>&1 || reason "apt-get cannot fetch the list of sources"
    touch "$state/updated"
}

case $what in
source)
    lists "$(dirname "$directory")/apt"
    cd "$directory"
    timeout 120 apt-get "${network[@]}" "${options[@]}" --download-only --tar-only source "$1" > /dev/null 2>&1 || reason "apt-get cannot fetch the sources of $1"
    tar -x --strip-components=1 -f "$1"_*.orig.tar.* || reason "the sources of $1 cannot be unpacked"
    ;;
index)
    cd "$directory"
    timeout 300 python3 -m pip --disable-pip-version-check -q download --no-deps --no-binary "${1%%=*}" --dest archive "$1" > pip.said 2>&1 ||
        reason "pip cannot fetch $1: $(tail -n 1 pip.said)"
    tar -x --strip-components=1 -f archive/*.tar.gz || reason "the sources of $1 cannot be unpacked"
    rm -r archive pip.said
    ;;
unpack)
    cd "$directory"
    timeout 120 apt-get "${network[@]}" download "$@" > /dev/null 2>&1 || reason "apt-get cannot fetch $* (apt-get update?)"
    for package in ./*.deb; do
        dpkg-deb -x "$package" . || reason "$package cannot be unpacked"
    done
    ;;
esac
