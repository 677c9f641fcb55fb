#!/bin/sh
# A remote shell to "another host", for mpiexec --launcher: this host, where nothing is in $TMPDIR.
#
#   tests/elsewhere.sh HOST COMMAND...
shift
# shellcheck disable=SC2016  # for the inner shell
exec unshare --user --map-root-user --mount sh -c 'mount -t tmpfs none "$TMPDIR" && exec sh -c "$*"' sh "$@"
