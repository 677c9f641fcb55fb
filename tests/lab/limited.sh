# Labs with a time limit, for the tests in shell.
# shellcheck shell=bash

# limited SECONDS COMMAND...: as timeout does; and when whoever calls it ends, or is killed without warning, the command is ended too. It stays in the
# caller's process group (--foreground), so that a signal to that reaches it.
limited() { setpriv --pdeathsig TERM timeout --foreground --kill-after=20 "$@"; }
