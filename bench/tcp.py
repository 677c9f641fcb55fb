#!/usr/bin/env python3
"""Measures TCP between two network namespaces, Ferry beside Open MPI and MPICH over TCP, and writes docs/benchmarks/tcp.md.

    bench/tcp.py PREFIX [--quick] [--rounds N] [--budget MS] [--results FILE] [--page FILE] [--peers LIST]
                        [--variant NAME:VARIABLE=VALUE[:...]]... [--only BENCHMARK] [--sizes LIST] [--report-only]

PREFIX is Ferry's installation. `make bench-tcp` does this after installing. Needs root and iproute2: the hosts are two namespaces joined by a virtual switch
(tests/launch/namespaces.sh), so that all there is to measure are system calls, copies and the kernel's protocol. All libraries take turns; each turn is one
`mpiexec` of bench/pt2pt.c with one rank on each host, pinned to a processor of its own. A variant is Ferry with other settings; PREFIX=... among them is
another installation. Without `--page` a run with variants only prints. Peers come from their wheels (`ferry bench` fetches them the same way).
"""

import argparse
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys
import tempfile

import rounds

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/benchmarks/tcp.md"
PEERS = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "ferry/peers"
KIB, MIB = 1 << 10, 1 << 20
SIZES = [8, 256, KIB, 4 * KIB, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 128 * KIB, 256 * KIB, 512 * KIB, MIB, 4 * MIB]
QUICK_SIZES = [8, 4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, MIB]
UNITS = {"latency": "us", "bandwidth": "MB/s"}
SECONDS_OF_A_TURN = 60
# A remote shell between the namespaces. Each host has a name of its own, by which some launchers tell hosts apart.
REMOTE_SHELL = """#!/bin/sh
host=$1
shift
exec unshare --uts sh -c 'hostname "$0"; exec "$FERRY_RSH" "$0" "$*"' "$host" "$@"
"""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="few sizes, one round")
    parser.add_argument("--rounds", type=int, help="turns of each library (default: 9, quick: 1)")
    parser.add_argument("--budget", type=int, default=20, help="milliseconds of one measuring loop")
    parser.add_argument("--only", choices=UNITS, help="one benchmark")
    parser.add_argument("--sizes", type=lambda text: [int(word) for word in text.split(",")], help="instead of the usual ones")
    parser.add_argument("--variant", action="append", default=[], dest="variants")
    parser.add_argument("--peers", type=lambda text: [word for word in text.split(",") if word], default=["openmpi", "mpich"])
    parser.add_argument("--report-only", action="store_true", help="make the page again from results that are there")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "target/bench-tcp.json")
    parser.add_argument("--page", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.prefix = arguments.prefix.resolve()
    arguments.rounds = arguments.rounds or (1 if arguments.quick else 9)
    arguments.sizes = arguments.sizes or (QUICK_SIZES if arguments.quick else SIZES)
    if arguments.page is None and not (arguments.variants or arguments.quick or arguments.only):
        arguments.page = PAGE
    return arguments


def libraries(arguments, folder, call):
    """Commands that run a benchmark, by library; `call` is what follows the program's name."""
    ferry = f"FERRY_NETWORK=tcp {arguments.prefix}/bin/mpiexec -ppn 1 -n 2 {folder}/pt2pt {call}"
    commands = {"ferry": ferry}
    for variant in arguments.variants:
        name, *settings = variant.split(":")
        prefix = next((word.removeprefix("PREFIX=") for word in settings if word.startswith("PREFIX=")), str(arguments.prefix))
        words = [shlex.quote(word) for word in settings if not word.startswith("PREFIX=")]
        commands[name] = " ".join(words + [f"LD_LIBRARY_PATH={prefix}/lib", ferry.replace(str(arguments.prefix), prefix)])
    openmpi, mpich, shell = PEERS / "openmpi", PEERS / "mpich", f"{folder}/rsh"
    peers = {
        "openmpi": f"OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 {openmpi}/bin/mpiexec --prtemca plm_ssh_agent {shell}"
        f" --host host0:1,host1:1 -n 2 --bind-to none --mca pml ob1 --mca btl tcp,self {folder}/pt2pt-openmpi {call}",
        "mpich": f"LD_LIBRARY_PATH={mpich}/lib MPIR_CVAR_CH4_NETMOD=ofi FI_PROVIDER=tcp MPIR_CVAR_NOLOCAL=1 {mpich}/bin/mpiexec -launcher rsh"
        f" -launcher-exec {shell} -iface eth0 -hosts host0,host1 -ppn 1 -n 2 {folder}/pt2pt {call}",
    }
    return commands | {name: peers[name] for name in arguments.peers}


def script(arguments, folder):
    """What the first host runs: all libraries in turn, round after round, each point on a line with its library."""
    calls = (
        libraries(arguments, folder, f"{arguments.budget} {','.join(map(str, arguments.sizes))} {benchmark}")
        for benchmark in ([arguments.only] if arguments.only else UNITS)
    )
    turns = rounds.in_turn(arguments.rounds, list(calls))
    return "".join(f"echo turn {name}; {folder}/rsh host0 timeout {SECONDS_OF_A_TURN} env {command} || echo failed $?\n" for name, command in turns)


def prepare(arguments, folder):
    """Programs, the remote shell and the steps, in `folder`."""
    source = ROOT / "bench/pt2pt.c"
    subprocess.run([arguments.prefix / "bin/mpicc", "-O2", source, "-o", folder / "pt2pt"], check=True)
    if "openmpi" in arguments.peers:
        subprocess.run([PEERS / "openmpi/bin/mpicc", "-O2", source, "-o", folder / "pt2pt-openmpi"], check=True)
    (folder / "rsh").write_text(REMOTE_SHELL)
    (folder / "rsh").chmod(0o755)
    (folder / "steps.sh").write_text(script(arguments, folder))


def run(arguments):
    """All values by benchmark, size and library."""
    with tempfile.TemporaryDirectory(prefix="ferry-tcp-") as name:
        folder = pathlib.Path(name)
        prepare(arguments, folder)
        command = [ROOT / "tests/launch/namespaces.sh", "2", "bash", folder / "steps.sh"]
        return rounds.collect(command, "the hosts")


def spread(values):
    """Median, and the quartiles around it."""
    low, middle, high = statistics.quantiles(values, n=4) if len(values) > 2 else (min(values), statistics.median(values), max(values))
    digits = 2 if middle < 100 else 0
    return f"{middle:.{digits}f} ({low:.{digits}f}-{high:.{digits}f})"


def table(samples, peers):
    """The results as Markdown."""
    out = []
    for benchmark, points in samples.items():
        names = list(dict.fromkeys(name for values in points.values() for name in values))
        names.sort(key=lambda name: (name in peers, name != "ferry", name))
        present = [name for name in names if name != "ferry"]
        heads = names + [f"ferry / {name}" for name in present]
        better = "less" if benchmark == "latency" else "more"
        out += [f"### {benchmark.capitalize()}, {UNITS[benchmark]} ({better} is better): median (quartiles)", ""]
        out += ["| bytes | " + " | ".join(heads) + " |", "|---" * (1 + len(heads)) + "|"]
        for size, values in sorted(points.items()):
            row = [spread(values[name]) if name in values else "-" for name in names]
            row += [f"{rounds.ratio(values, 'ferry', name):.2f}" if name in values and "ferry" in values else "-" for name in present]
            out.append(f"| {size} | " + " | ".join(row) + " |")
        out.append("")
    return "\n".join(out)


def main():
    arguments = parse_arguments()
    for peer in arguments.peers:
        if not (PEERS / peer / "bin/mpiexec").exists():
            sys.exit(f"there is no {peer} in {PEERS / peer}: `ferry bench --peers {peer}` fetches it; or --peers with others, or none")
    if arguments.report_only:
        samples = rounds.with_sizes(json.loads(arguments.results.read_text()))
    else:
        samples = run(arguments)
        arguments.results.parent.mkdir(parents=True, exist_ok=True)
        arguments.results.write_text(json.dumps(samples, indent=1))
    text = table(samples, arguments.peers)
    print(text)
    if arguments.page:
        rounds.write_page(arguments.page, text)


if __name__ == "__main__":
    main()
