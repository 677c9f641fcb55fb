#!/usr/bin/env python3
"""Measures RDMA between two nodes of the lab, Ferry beside MPICH over UCX on the same device, and writes docs/benchmarks/rdma.md.

    bench/rdma.py PREFIX [--quick] [--rounds N] [--budget MS] [--cpus N] [--results FILE] [--page FILE]
                         [--variant NAME:VARIABLE=VALUE[:...]]... [--no-plain] [--no-peer] [--peer-transports LIST] [--lab OPTIONS]
                         [--append] [--report-only] [--turn SECONDS] [--processor] [--peer-variant NAME:VARIABLE=VALUE[:...]]...

PREFIX is Ferry's installation. `make bench-rdma` does this after installing. All libraries take turns in one pair of virtual machines (docs/lab.md); each
turn is one `mpiexec` of bench/pt2pt.c, the same binary for all. A variant is Ferry with other settings, to be compared with Ferry as it is; without
`--page` a run with variants only prints. A peer variant is MPICH with other settings. `--processor` adds what a byte of the bandwidth takes of the processors:
of both processes, and of both nodes with all that the system does there. MPICH comes from its wheel (`ferry bench` fetches it the same way).
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
PAGE = ROOT / "docs/benchmarks/rdma.md"
MPICH = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "ferry/peers/mpich"
KIB, MIB = 1 << 10, 1 << 20
SIZES = {"latency": [8, 64, 256, KIB, 4 * KIB, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB], "bandwidth": [4 * KIB, 64 * KIB, 256 * KIB, MIB]}
PROCESSOR = ["cpu_per_byte", "node_cpu_per_byte"]
QUICK_SIZES = {"latency": [8, 4 * KIB, 64 * KIB], "bandwidth": [64 * KIB, 256 * KIB]}
UNITS = {"latency": "us", "bandwidth": "MB/s", "cpu_per_byte": "ns", "node_cpu_per_byte": "ns"}
# Ferry over the best peer, which requirement and what the table says.
TARGETS = {"latency": ("at most", 0.9), "bandwidth": ("at least", 1.1), "cpu_per_byte": ("at most", 0.8), "node_cpu_per_byte": ("at most", 0.8)}
PEER_TRANSPORTS = "rc_verbs,ud_verbs,self"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="few sizes, one round")
    parser.add_argument("--rounds", type=int, help="turns of each library (default: 7, quick: 1)")
    parser.add_argument("--budget", type=int, default=100, help="milliseconds of one measuring loop")
    parser.add_argument("--cpus", type=int, default=2, help="processors of a node")
    parser.add_argument("--only", choices=SIZES, help="one benchmark")
    parser.add_argument("--sizes", type=lambda text: [int(word) for word in text.split(",")], help="instead of the usual ones")
    parser.add_argument("--variant", action="append", default=[], dest="variants")
    parser.add_argument("--processor", action="store_true", help="processor time for each byte, too")
    parser.add_argument("--peer-variant", action="append", default=[], dest="peer_variants")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--peer-transports", default=PEER_TRANSPORTS, metavar="LIST", help=f"UCX_TLS of MPICH (default: {PEER_TRANSPORTS})")
    parser.add_argument("--no-plain", action="store_true", help="variants alone, without Ferry as it is")
    parser.add_argument("--lab", default="", metavar="OPTIONS", help="more options of `ferry lab run`, such as '--loss 5 --reorder 5 --delay 1'")
    parser.add_argument("--turn", type=int, default=60, metavar="SECONDS", help="limit of one turn: on a busy machine it takes long to start")
    parser.add_argument("--append", action="store_true", help="add to the results that are there: rounds at different times")
    parser.add_argument("--report-only", action="store_true", help="make the page again from results that are there")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "target/bench-rdma.json")
    parser.add_argument("--page", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.prefix = arguments.prefix.resolve()
    arguments.rounds = arguments.rounds or (1 if arguments.quick else 7)
    if arguments.page is None and not (arguments.variants or arguments.quick or arguments.peer_variants or arguments.processor or arguments.only or arguments.sizes):
        arguments.page = PAGE
    return arguments


def sizes(arguments):
    """Sizes of each benchmark to run."""
    chosen = dict(QUICK_SIZES if arguments.quick else SIZES)
    if arguments.only:
        chosen = {arguments.only: chosen[arguments.only]}
    if arguments.processor:
        chosen |= dict.fromkeys(PROCESSOR, chosen.get("bandwidth", SIZES["bandwidth"]))
    return {name: arguments.sizes or usual for name, usual in chosen.items()}


def libraries(arguments, program_of):
    """Commands that run the program of a benchmark with its arguments, by library."""
    ferry = f"FERRY_NETWORK=rdma {arguments.prefix}/bin/mpiexec -ppn 1 -n 2"
    commands = {} if arguments.no_plain else {"ferry": f"{ferry} {program_of}"}
    for variant in arguments.variants:
        name, *settings = variant.split(":")
        commands[name] = f"{' '.join(map(shlex.quote, settings))} {ferry} {program_of}"
    if not arguments.no_peer:
        settings = {
            "LD_LIBRARY_PATH": MPICH / "lib",
            "MPIR_CVAR_CH4_NETMOD": "ucx",
            "MPIR_CVAR_NOLOCAL": 1,
            "UCX_NET_DEVICES": "rxe0:1",
            "UCX_IB_GID_INDEX": 1,
            "UCX_TLS": arguments.peer_transports,
        }
        environment = " ".join(f"{name}={value}" for name, value in settings.items())
        peer = f"{environment} {MPICH}/bin/mpiexec -launcher ssh -hosts node0,node1 -ppn 1 -n 2 {program_of}"
        commands["mpich"] = peer
        for variant in arguments.peer_variants:
            name, *settings = variant.split(":")
            commands[name] = f"{' '.join(map(shlex.quote, settings))} {peer}"
    return commands


def script(arguments, program):
    """What the first node runs: all libraries in turn, round after round, each point on a line with its library."""
    calls = (
        libraries(arguments, f"{program} {arguments.budget} {','.join(map(str, points))} {benchmark}")
        for benchmark, points in sizes(arguments).items()
    )
    turns = rounds.in_turn(arguments.rounds, list(calls))
    return "".join(f"echo turn {name}; timeout {arguments.turn} env {command} || echo failed $?\n" for name, command in turns)


def compile_program(arguments, folder):
    program = pathlib.Path(folder) / "pt2pt"
    subprocess.run([arguments.prefix / "bin/mpicc", "-O2", ROOT / "bench/pt2pt.c", "-o", program], check=True)
    return program


def run(arguments):
    """All values by benchmark, size and library."""
    with tempfile.TemporaryDirectory(prefix="ferry-rdma-") as folder:
        program = compile_program(arguments, folder)
        steps = pathlib.Path(folder) / "steps.sh"
        steps.write_text(script(arguments, program))
        options = ["--nodes", "2", "--cpus", str(arguments.cpus), *shlex.split(arguments.lab)]
        command = [arguments.prefix / "bin/ferry", "lab", "run", *options, "--", "bash", steps]
        return rounds.collect(command, "the lab", show)


def show(library, benchmark, size, value):
    """Rounds take minutes: who waits sees what comes."""
    print(f"{library:>10} {benchmark} {size:>8} {value:10.1f} {UNITS[benchmark]}", file=sys.stderr)


def kept(arguments):
    """The results that are there."""
    return rounds.with_sizes(json.loads(arguments.results.read_text()))


def add(samples, more):
    """Adds the values of further rounds, which have all libraries."""
    for benchmark, points in more.items():
        for size, values in points.items():
            for name, numbers in values.items():
                samples.setdefault(benchmark, {}).setdefault(size, {}).setdefault(name, []).extend(numbers)


def table(samples):
    """The results as Markdown."""
    out = []
    for benchmark, points in samples.items():
        names = list(dict.fromkeys(name for values in points.values() for name in values))
        names.sort(key=lambda name: (name == "mpich", name != "ferry"))
        words, bound = TARGETS[benchmark]
        heads = [f"{name} / mpich" for name in names if name != "mpich" and "mpich" in names]
        out += [f"### {benchmark.capitalize()}, {UNITS[benchmark]}; aim: {words} {bound:g} of the peer's", ""]
        out += ["| bytes | " + " | ".join(names + heads) + " |", "|---" * (1 + len(names) + len(heads)) + "|"]
        for size, values in sorted(points.items()):
            row = [f"{statistics.median(values[name]):.1f}" if name in values else "-" for name in names]
            for name in names:
                if name != "mpich" and "mpich" in names:
                    row.append(f"{rounds.ratio(values, name, 'mpich'):.2f}" if name in values and "mpich" in values else "-")
            out.append(f"| {size} | " + " | ".join(row) + " |")
        out.append("")
    return "\n".join(out)


def main():
    arguments = parse_arguments()
    if not arguments.no_peer and not (MPICH / "bin/mpiexec").exists():
        sys.exit(f"there is no MPICH in {MPICH}: `ferry bench --peers mpich` fetches it; or --no-peer")
    if arguments.report_only:
        samples = kept(arguments)
    else:
        samples = kept(arguments) if arguments.append and arguments.results.exists() else {}
        add(samples, run(arguments))
        arguments.results.parent.mkdir(parents=True, exist_ok=True)
        arguments.results.write_text(json.dumps(samples, indent=1))
    text = table(samples)
    print(text)
    if arguments.page:
        rounds.write_page(arguments.page, text)


if __name__ == "__main__":
    main()
