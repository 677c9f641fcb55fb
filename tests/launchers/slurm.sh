#!/bin/bash
# Slurm with three nodes on this machine, and programs under it. Runs as the first process of its own namespaces (see run.sh).
#
#   tests/launchers/slurm.sh PACKAGES WORK PROGRAM MPIEXEC
#
# Nodes n1 and n2 are in this network namespace, so they are one host for what matters to programs; n3 is in another, so it is a host of its own.
set -euo pipefail

packages=$1
work=$2
program=$3
mpiexec=$4
tests=$(cd "$(dirname "$0")" && pwd)
passed=0
# shellcheck source=tests/expect.sh
. "$tests/../expect.sh"

state=$work/slurm
export SLURM_CONF=$state/slurm.conf

# The packages appear as if they were installed.
mount -t overlay overlay -o lowerdir="$packages/usr:/usr" /usr || { echo "skipped: slurm: no overlay file system here" && exit 0; }

# Two network namespaces and a wire; the second is held by a process.
ip link set lo up
unshare --net sleep infinity &
far=$!
inside() { nsenter --target $far --net "$@"; }
until [ "$(readlink /proc/$far/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.01; done
ip link add near type veth peer name far netns $far
ip address add 10.77.0.1/24 dev near && ip link set near up
inside ip link set lo up
inside ip address add 10.77.0.2/24 dev far && inside ip link set far up

mkdir -p "$state"/{control,n1,n2,n3,tmp-n1,tmp-n2,tmp-n3}
chmod 700 "$state"
head -c 128 /dev/urandom > "$state/key"
chmod 600 "$state/key"
cat > "$SLURM_CONF" << END
ClusterName=test
SlurmctldHost=$(hostname)(10.77.0.1)
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=$state/munge.socket
PluginDir=/usr/lib/x86_64-linux-gnu/slurm-wlm
StateSaveLocation=$state/control
SlurmdSpoolDir=$state/%n
TmpFS=$state/tmp-%n
SlurmctldPidFile=$state/control.pid
SlurmdPidFile=$state/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/linear
SlurmdParameters=config_overrides
MpiDefault=none
KillWait=2
NodeName=n1 NodeHostname=$(hostname) NodeAddr=10.77.0.1 Port=16821 CPUs=4 State=UNKNOWN
NodeName=n2 NodeHostname=$(hostname) NodeAddr=10.77.0.1 Port=16822 CPUs=4 State=UNKNOWN
NodeName=n3 NodeHostname=$(hostname) NodeAddr=10.77.0.2 Port=16823 CPUs=4 State=UNKNOWN
PartitionName=main Nodes=n[1-3] Default=YES State=UP OverSubscribe=FORCE:4
END
munged --foreground --force --key-file="$state/key" --socket="$state/munge.socket" --pid-file="$state/munged.pid" \
    --log-file="$state/munged.log" --seed-file="$state/munged.seed" > "$state/munged.out" 2>&1 &
until [ -S "$state/munge.socket" ]; do sleep 0.01; done
slurmctld-wlm -D > "$state/control.out" 2>&1 &
slurmd() { "${@:2}" slurmd-wlm -D -N "$1" -d /usr/sbin/slurmstepd-wlm > "$state/$1.out" 2>&1 & }
slurmd n1 env
slurmd n2 env
slurmd n3 nsenter --target $far --net
deadline=$((SECONDS + 20))
until [ "$(sinfo -h -o %T 2> /dev/null)" = idle ]; do
    [ $SECONDS -lt $deadline ] || { cat "$state"/*.out >&2; fail "Slurm does not start"; }
    sleep 0.05
done

for kind in pmi2 pmix; do
    for shape in "1 1" "1 3" "2 4" "2 7"; do
        read -r nodes ranks <<< "$shape"
        expect 0 srun --mpi=$kind -w "n[1-$nodes]" -N "$nodes" -n "$ranks" -O "$program"
        prints "$ranks ranks, 1 nodes, program 0"
    done
    ok "srun --mpi=$kind: nodes of one host share memory"
    expect 0 srun --mpi=$kind -w n1,n3 -N 2 -n 4 "$program"
    prints "4 ranks, 2 nodes, program 0"
    expect 0 srun --mpi=$kind -w "n[1-3]" -N 3 -n 6 "$program"
    prints "6 ranks, 2 nodes, program 0"
    ok "srun --mpi=$kind: hosts meet over the network"
    expect "[1-9]*" srun --mpi=$kind -w n1,n3 -N 2 -n 4 "$program" abort
    ok "srun --mpi=$kind: MPI_Abort ends the step"
done

expect 0 srun --mpi=none -N 1 -n 1 "$program"
prints "1 ranks, 1 nodes, program 0"
expect "[1-9]*" srun --mpi=none -N 2 -n 4 "$program"
says "SLURM_STEP_NUM_TASKS=4.*srun --mpi=pmi2"
ok "srun --mpi=none: one process is alone, several are told"

# The hosts of a job are those of its nodes; agents are started by srun. What they say comes back whole.
expect 0 salloc -Q -N 3 -n 6 -w "n[1-3]" "$mpiexec" "$program"
prints "6 ranks, 3 nodes, program 0"
[ ! -s "$work/err" ] || fail "srun's own messages are passed on"
script='seq 20000; echo "$FERRY_HOST_NAME $FERRY_NODE_RANKS"'
expect 0 salloc -Q -N 2 -n 2 -w n1,n3 "$mpiexec" sh -c "$script"
# A line that is not finished within a second may be broken by another rank's, on a machine that is busy enough; no byte is lost.
bytes=$((2 * $(seq 20000 | wc -c) + $(printf 'n1 0\nn3 1\n' | wc -c)))
[ "$(wc -l < "$work/out") $(wc -c < "$work/out")" = "40002 $bytes" ] || fail "output through srun is not whole"
expect 0 salloc -Q -N 2 -n 2 -w n1,n3 "$mpiexec" -l sh -c "$script"
[ "$(grep -c '^\[[01]\] [0-9n]' "$work/out")" = 40002 ] && grep -qx "\[1\] n3 1" "$work/out" || fail "tagged output through srun is not whole"
expect 7 salloc -Q -N 2 -n 2 -w n1,n3 "$mpiexec" sh -c 'test $PMI_RANK = 1 && exit 7; sleep 100'
says "rank 1 .* on n3, sh.* exited with status 7; the remaining rank was ended"
ok "salloc: mpiexec starts ranks on the nodes of the job"
