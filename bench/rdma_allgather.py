#!/usr/bin/env python3
"""Measures allgather between nodes of the lab: what Ferry chooses beside its algorithms by messages, and MPICH over UCX on the same device.

    bench/rdma_allgather.py PREFIX [--nodes N] [--ranks N] [--rounds N] [--budget MS] [--sizes BYTES,...] [--no-peer] [--puts NAME,...] [--results FILE]

PREFIX is Ferry's installation. Libraries take turns in the same virtual machines (docs/lab.md); a turn is one `mpiexec` of bench/coll.c, the same binary for all.
`--puts` measures algorithms by puts beside what is chosen. The script exits with 1 if what is chosen is less than 1.3 times as fast as another library at a size. MPICH comes from its wheel, as for bench/rdma.py.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

import rounds
from rdma import MPICH, PEER_TRANSPORTS

ROOT = pathlib.Path(__file__).resolve().parent.parent
KIB = 1 << 10
SIZES = [KIB, 4 * KIB, 16 * KIB, 64 * KIB]
AIM = 1.3
SECONDS_OF_A_TURN = 90
# Ferry's own algorithms by messages; where one cannot be used, the usual choice among messages is.
MESSAGES = ["doubling", "ring", "nodes", "slots"]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("--nodes", type=int, default=2)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3, help="turns of each library")
    parser.add_argument("--budget", type=int, default=200, help="milliseconds of one measuring loop")
    parser.add_argument("--cpus", type=int, default=2, help="processors of a node")
    parser.add_argument("--sizes", type=lambda text: [int(word) for word in text.split(",")], default=SIZES)
    parser.add_argument("--puts", type=lambda text: text.split(","), default=[], metavar="NAMES", help="algorithms by puts, such as put_nodes")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "target/bench-rdma-allgather.json")
    arguments = parser.parse_args()
    arguments.prefix = arguments.prefix.resolve()
    return arguments


def libraries(arguments, program):
    """Commands by library."""
    share = arguments.ranks // arguments.nodes
    where = f"-ppn {share} -n {arguments.ranks} {program}"
    commands = {"chosen": f"FERRY_NETWORK=rdma {arguments.prefix}/bin/mpiexec {where}"}
    for name in MESSAGES + arguments.puts:
        commands[name] = f"FERRY_COLLECTIVE=allgather={name} {commands['chosen']}"
    if not arguments.no_peer:
        hosts = ",".join(f"node{node}" for node in range(arguments.nodes))
        settings = f"LD_LIBRARY_PATH={MPICH}/lib MPIR_CVAR_CH4_NETMOD=ucx UCX_NET_DEVICES=rxe0:1 UCX_IB_GID_INDEX=1 UCX_TLS={PEER_TRANSPORTS}"
        commands["mpich"] = f"{settings} {MPICH}/bin/mpiexec -launcher ssh -hosts {hosts} {where}"
    return commands


def run(arguments):
    """All values by benchmark, size and library."""
    with tempfile.TemporaryDirectory(prefix="ferry-rdma-") as folder:
        program = pathlib.Path(folder) / "coll"
        subprocess.run([arguments.prefix / "bin/mpicc", "-O2", ROOT / "bench/coll.c", "-o", program], check=True)
        calls = libraries(arguments, f"{program} {arguments.budget} {','.join(map(str, arguments.sizes))} allgather")
        turns = rounds.in_turn(arguments.rounds, [calls])
        steps = pathlib.Path(folder) / "steps.sh"
        steps.write_text("".join(f"echo turn {name}; timeout {SECONDS_OF_A_TURN} env {command} || echo failed $?\n" for name, command in turns))
        command = [arguments.prefix / "bin/ferry", "lab", "run", "--nodes", str(arguments.nodes), "--cpus", str(arguments.cpus), "--", "bash", steps]
        return rounds.collect(command, "the lab", lambda library, _, size, value: print(f"{library:>10} {size:>8} {value:10.1f} us", file=sys.stderr))


def table(points):
    """The results as Markdown, and what falls short of the aim."""
    names = list(dict.fromkeys(name for values in points.values() for name in values))
    out, short = ["| bytes | " + " | ".join(f"{name}, us" for name in names) + " | messages / chosen | mpich / chosen |", "|---" * (len(names) + 3) + "|"], []
    for size, values in sorted(points.items()):
        medians = {name: statistics.median(values[name]) for name in names if name in values}
        messages = min((medians[name] for name in MESSAGES if name in medians), default=None)
        factors = {"messages": messages and messages / medians["chosen"], "mpich": medians.get("mpich") and medians["mpich"] / medians["chosen"]}
        short += [f"{size} bytes: {factor:.2f} times as fast as {name}" for name, factor in factors.items() if factor and factor < AIM]
        cells = [f"{medians[name]:.0f}" if name in medians else "-" for name in names] + [f"{factor:.2f}" if factor else "-" for factor in factors.values()]
        out.append(f"| {size} | " + " | ".join(cells) + " |")
    return "\n".join(out), short


def main():
    arguments = parse_arguments()
    if not arguments.no_peer and not (MPICH / "bin/mpiexec").exists():
        sys.exit(f"there is no MPICH in {MPICH}: `ferry bench --peers mpich` fetches it; or --no-peer")
    samples = run(arguments)
    arguments.results.parent.mkdir(parents=True, exist_ok=True)
    arguments.results.write_text(json.dumps(samples, indent=1))
    text, short = table(samples["allgather"])
    print(text)
    if short:
        sys.exit(f"what is chosen is to be {AIM} times as fast; it falls short at " + "; ".join(short))


if __name__ == "__main__":
    main()
