#!/bin/sh
# The wheel in bare roots of two releases with different C libraries and Pythons: a user's lines work beside stock mpi4py, with no variable set.
#
#   tests/packages/run.sh WHEEL [ROOT ...]
#
# A Debian package beside the wheel is installed, tried and removed, too.
# Roots are made by debootstrap at the first use and kept in .cache/roots; ROOT is a release that debootstrap knows (jammy is Ubuntu 22.04), where its archive can be reached. Needs root,
# debootstrap and the network.
set -u
cd "$(dirname "$0")/../.." || exit 1

wheel=${1:?usage: tests/packages/run.sh WHEEL [ROOT ...]}
shift
[ $# -gt 0 ] || set -- bookworm trixie
roots=$PWD/.cache/roots
passed=0
failed=0

if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap > /dev/null; then
    echo "skipped: bare roots need root and debootstrap"
    exit 0
fi

# Options for a release: the parts that Python's venv is in. debootstrap knows where each comes from, but takes those whose keys are not here from its own distribution,
# where they are not, unless it is told to do without the keys.
options_of() {
    case $1 in
        bookworm | trixie) echo --components=main ;;
        *) [ -e /usr/share/keyrings/ubuntu-archive-keyring.gpg ] || echo --no-check-gpg
            echo --components=main,universe ;;
    esac
}

# make_root RELEASE: a root with Python and nothing of MPI.
make_root() {
    root=$roots/$1
    [ ! -e "$root/complete" ] || return 0
    rm -rf "$root"
    mkdir -p "$root"
    # shellcheck disable=SC2046  # a list of options
    debootstrap --variant=minbase $(options_of "$1") --include=python3-venv,ca-certificates "$1" "$root" || return 1
    touch "$root/complete"
}

# inside RELEASE COMMAND: in the root, with processes of its own and the network of this machine.
inside() {
    root=$roots/$1
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
    unshare --mount --pid --fork sh -c '
        mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/tmp" && mount --bind /dev "$1/dev" &&
        exec chroot "$1" env -i HOME=/root TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            PIP_CERT=/etc/ssl/certs/ca-certificates.crt sh -ec "$2"' sh "$root" "$2"
}

# check RELEASE WHAT COMMAND WORDS: the command succeeds and its output has the words.
check() {
    if inside "$1" "$3" > "$roots/log" 2>&1 && grep -q "$4" "$roots/log"; then
        passed=$((passed + 1))
        echo "ok: $1, $2"
    else
        failed=$((failed + 1))
        echo "FAIL: $1, $2"
        tail -n 30 "$roots/log" | sed 's/^/    /'
    fi
}

mkdir -p "$roots"
for release in "$@"; do
    if ! make_root "$release" > "$roots/log" 2>&1; then
        echo "FAIL: debootstrap cannot make a root of $release"
        tail -n 5 "$roots/log" | sed 's/^/    /'
        failed=$((failed + 1))
        continue
    fi
    cp "$wheel" "$roots/$release/root/"
    file=/root/$(basename "$wheel")
    check "$release" "pip install ferry-mpi mpi4py" "rm -rf /root/venv && python3 -m venv /root/venv && /root/venv/bin/pip install $file mpi4py" 'Successfully installed'
    check "$release" "ring of four ranks" '. /root/venv/bin/activate && mpiexec -n 4 python -m mpi4py.bench ringtest' 'time for'
    check "$release" "mpi4py runs on Ferry" '. /root/venv/bin/activate && mpiexec -n 2 python -c "from mpi4py import MPI; print(MPI.Get_library_version())"' Ferry
    check "$release" "ferry info" '. /root/venv/bin/activate && ferry info' libmpi_abi
    deb=$(find "$(dirname "$wheel")" -name 'ferry-mpi_*.deb' | sort | tail -n 1)
    if [ -n "$deb" ]; then
        cp "$deb" "$roots/$release/root/ferry-mpi.deb"
        check "$release" "dpkg -i" 'dpkg -i /root/ferry-mpi.deb && mpiexec -n 3 echo rank' rank
        check "$release" "commands of the package" 'ferry info && mpirun --version && readlink -f /usr/bin/mpicc' /usr/lib/ferry-mpi/bin/mpicc
        check "$release" "dpkg -r" 'dpkg -r ferry-mpi && ! command -v mpiexec && ! test -e /usr/lib/ferry-mpi && echo gone' gone
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
