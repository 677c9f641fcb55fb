#!/usr/bin/env python3
"""What a call costs more in a program that was compiled for MPICH or Open MPI (docs/compat.md).

    bench/compat.py PREFIX [--peers DIR] [--rounds N]

DIR/mpich and DIR/openmpi have these libraries' headers and libraries to link with, as `tests/compat/run.py` fetches them. One program is compiled for each interface; all run on Ferry, in
turns. The table has the median over the rounds of nanoseconds for each call, and by how much the older interfaces exceed the standard one.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def compiled(prefix, peers, folder):
    """Programs by interface."""
    source = ROOT / "bench/call_cost.c"
    programs = {"standard": folder / "standard"}
    commands = [[prefix / "bin/mpicc", "-O2", source, "-o", programs["standard"]]]
    for peer in ("mpich", "openmpi"):
        place = peers / peer
        libraries = sorted(place.glob("lib/libmpi.so.[0-9]*"))
        if not libraries:
            sys.exit(f"{place} has no lib/libmpi.so: run tests/compat/run.py {prefix} first, or name another folder with --peers")
        programs[peer] = folder / peer
        commands.append(["cc", "-O2", f"-I{place / 'include'}", source, libraries[0], "-Wl,--allow-shlib-undefined", "-o", programs[peer]])
    for command in commands:
        subprocess.run([str(word) for word in command], check=True)
    return programs


def numbers(text):
    """Nanoseconds by call, of what the program prints."""
    return {name: float(value) for name, value in (line.split() for line in text.splitlines())}


def table(rounds):
    """Rows of a table: for each call the medians of the interfaces and what the older ones add."""
    medians = {kind: {name: statistics.median(row[name] for row in rows) for name in rows[0]} for kind, rows in rounds.items()}
    rows = ["| call | standard | MPICH's | more | Open MPI's | more |", "|---|---|---|---|---|---|"]
    for name, base in medians["standard"].items():
        cells = [f"{base:.1f}"]
        for peer in ("mpich", "openmpi"):
            cells += [f"{medians[peer][name]:.1f}", f"{medians[peer][name] - base:+.1f}"]
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("--peers", type=pathlib.Path, default=ROOT / ".cache/compat")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        programs = compiled(options.prefix.resolve(), options.peers.resolve(), pathlib.Path(folder))
        rounds = {kind: [] for kind in programs}
        for _ in range(options.rounds):
            for kind, program in programs.items():
                command = [str(options.prefix / "bin/mpiexec"), "-n", "1", str(program)]
                rounds[kind].append(numbers(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    print("\n".join(table(rounds)))


if __name__ == "__main__":
    main()
