#!/usr/bin/env python3
"""Measures eager sends from often-used buffers between two nodes of the lab: Ferry that copies, that does not where it pays, and that never does; beside MPICH over
UCX with several thresholds of its zero copy. By time, and by Ferry's counters.

    bench/buffer_reuse.py PREFIX [--rounds N] [--messages N] [--sizes LIST] [--thresholds LIST] [--rendezvous LIST] [--no-peer]

All take turns in one pair of virtual machines (docs/lab.md), whose copies cost little beside the emulated kernel: counters say what was done, times whether it hurt.
UCX is swept: each threshold of its zero copy with each of its rendezvous. The honest baselines are its best one where buffers are registered from before (`same`), and where they are used once (`fresh`).
"""

import argparse
import itertools
import pathlib
import statistics
import subprocess
import sys
import tempfile

import rdma
import rounds

MODES = ["same", "spectrum", "fresh"]
VARIANTS = {"copied": "off", "default": "25", "paper": "paper"}
DEFAULT = "ferry, default"
# Begins the names of the sweep.
UCX = "ucx, "
SECONDS_OF_A_TURN = 90


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5, help="turns of each")
    parser.add_argument("--messages", type=int, default=1000, help="round trips of a turn, for each size and pattern")
    parser.add_argument("--sizes", default="512,2048,8192")
    parser.add_argument("--thresholds", default="auto,512,inf", help="UCX_ZCOPY_THRESH of MPICH")
    parser.add_argument("--rendezvous", default="auto", help="UCX_RNDV_THRESH of MPICH")
    parser.add_argument("--no-peer", action="store_true")
    arguments = parser.parse_args()
    arguments.prefix = arguments.prefix.resolve()
    return arguments


def commands(arguments, program):
    """What is run, by name."""
    call = f"{program} {arguments.messages} {arguments.sizes} {' '.join(MODES)}"
    ferry = f"{arguments.prefix}/bin/mpiexec -ppn 1 -n 2 {call}"
    out = {f"ferry, {name}": f"FERRY_NETWORK=rdma FERRY_BUFFER_REUSE={value} {ferry}" for name, value in VARIANTS.items()}
    if not arguments.no_peer:
        peer = rdma.libraries(argparse.Namespace(no_plain=True, variants=[], no_peer=False, peer_variants=[], peer_transports=rdma.PEER_TRANSPORTS, prefix=arguments.prefix), call)["mpich"]
        for threshold, rendezvous in itertools.product(arguments.thresholds.split(","), arguments.rendezvous.split(",")):
            out[f"{UCX}{threshold}, {rendezvous}"] = f"UCX_ZCOPY_THRESH={threshold} UCX_RNDV_THRESH={rendezvous} {peer}"
    return out


def run(arguments):
    """Times by pattern, size and name, and the last counters likewise."""
    times, counts = {}, {}
    with tempfile.TemporaryDirectory(prefix="ferry-reuse-") as folder:
        program, steps = pathlib.Path(folder) / "reuse", pathlib.Path(folder) / "steps.sh"
        subprocess.run([arguments.prefix / "bin/mpicc", "-O2", rdma.ROOT / "bench/reuse.c", "-o", program], check=True)
        turns = rounds.in_turn(arguments.rounds, [commands(arguments, program)])
        steps.write_text("".join(f"echo 'turn {name}'; timeout {SECONDS_OF_A_TURN} env {command} || echo failed $?\n" for name, command in turns))
        lab = [arguments.prefix / "bin/ferry", "lab", "run", "--nodes", "2", "--cpus", "2", "--", "bash", steps]
        with subprocess.Popen(lab, stdout=subprocess.PIPE, text=True) as process:
            name = None
            for line in process.stdout:
                words = line.split()
                print(line, end="", file=sys.stderr, flush=True)
                if not words:
                    continue
                if words[0] == "turn":
                    name = line.strip().removeprefix("turn ")
                elif words[0] == "counts":
                    counts[words[1], int(words[2]), name] = dict(word.split("=") for word in words[3:])
                elif words[0] in MODES:
                    times.setdefault((words[0], int(words[1])), {}).setdefault(name, []).append(float(words[2]))
        if process.returncode != 0:
            sys.exit(f"the lab failed with status {process.returncode}")
    return times, counts


def table(times, counts):
    """The results as Markdown: medians in microseconds with their spread, and what Ferry counted at one rank."""
    names = list(dict.fromkeys(name for values in times.values() for name in values))
    out = ["| buffers | bytes | " + " | ".join(names) + " | default / best of ucx |", "|---" * (3 + len(names)) + "|"]
    for (mode, size), values in times.items():
        cells = []
        for name in names:
            found = values.get(name)
            cells.append(f"{statistics.median(found):.0f} ({min(found):.0f} to {max(found):.0f})" if found else "-")
        best = min((statistics.median(found) for name, found in values.items() if name.startswith(UCX)), default=None)
        cells.append(f"{statistics.median(values[DEFAULT]) / best:.2f}" if best and DEFAULT in values else "-")
        out.append(f"| {mode} | {size} | " + " | ".join(cells) + " |")
    out += ["", "| buffers | bytes | what | packets | without a copy | bytes not copied | registrations | found registered |", "|---" * 8 + "|"]
    for (mode, size, name), values in counts.items():
        out.append(f"| {mode} | {size} | {name} | " + " | ".join(values.values()) + " |")
    return "\n".join(out)


if __name__ == "__main__":
    print(table(*run(parse_arguments())))
