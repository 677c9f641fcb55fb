#!/usr/bin/env python3
"""Counts the cache misses of each rank of a program under mpiexec.

    bench/cache_misses.py MPIEXEC [OPTION ...] PROGRAM [ARGUMENT ...]
    bench/cache_misses.py prefix/bin/mpiexec -n 2 ./a.out

Where the kernel gives access to the processor's counters they count (perf stat). Elsewhere, for instance in most virtual machines, valgrind's cachegrind
simulates a first-level and a second-level cache for each rank, of the sizes the machine has. That has two limits: what
the kernel copies (process_vm_readv and _writev, pipes) is invisible to it, since it sees only instructions of the program; and the caches of ranks
know nothing of one another, so a line that another rank has changed still counts as cached. Read it as the traffic that the program itself
causes: data that pass through a buffer in shared memory cost misses in both ranks, data that the kernel copies from
buffer to buffer none.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

EVENTS = {"L1-dcache-load-misses": "l1", "cache-misses": "last"}
LINE_BYTES = 64
TIMEOUT_S = 300


def has_counters():
    """Whether perf can count misses here."""
    try:
        probe = subprocess.run(["perf", "stat", "-x,", "-e", "cache-misses", "true"], capture_output=True, text=True)
    except FileNotFoundError:
        return False
    return probe.returncode == 0 and "not" not in probe.stderr


def data_cache_bytes(level):
    """Size of the first processor's data or unified cache of a level, None if unknown."""
    for index in pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*"):
        if (index / "type").read_text().strip() == "Instruction" or (index / "level").read_text().strip() != str(level):
            continue
        return int((index / "size").read_text().strip().removesuffix("K")) * 1024
    return None


def simulated_cache(level):
    """Size, associativity and line size as cachegrind takes them: the machine's size, rounded to what it can simulate."""
    size = data_cache_bytes(level) or {1: 32 << 10, 2: 1 << 20}[level]
    ways = 8 if level == 1 else 16
    sets = 1 << (size // (ways * LINE_BYTES)).bit_length() - 1
    return f"{sets * ways * LINE_BYTES},{ways},{LINE_BYTES}"


def split(command):
    """Splits the command line of mpiexec into launcher and program; options of mpiexec take one value each."""
    at = 1
    while at < len(command) and command[at].startswith("-"):
        at += 2
    return command[:at], command[at:]


def counted(command, environment=None, counters=None):
    """Runs `mpiexec -n N program ...` and returns the misses of each rank as {"l1": n, "last": n}."""
    launcher, program = split(command)
    with tempfile.TemporaryDirectory(prefix="ferry-misses-") as folder:
        if has_counters() if counters is None else counters:
            tool = ["sh", "-c", f'exec perf stat -x, -e {",".join(EVENTS)} -o {folder}/$$.out -- "$@"', "perf"]
            read = perf_misses
        else:
            tool = ["valgrind", "-q", "--tool=cachegrind", "--cache-sim=yes", f"--D1={simulated_cache(1)}", f"--LL={simulated_cache(2)}",
                    f"--cachegrind-out-file={folder}/%p.out"]
            read = cachegrind_misses
        run = subprocess.run(launcher + tool + program, env=environment, capture_output=True, text=True, timeout=TIMEOUT_S)
        if run.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} ended with status {run.returncode}: {run.stderr.strip()[-400:]}")
        return [read(path.read_text()) for path in sorted(pathlib.Path(folder).glob("*.out"))]


def perf_misses(text):
    """Misses in what `perf stat -x,` wrote."""
    fields = [line.split(",") for line in text.splitlines() if line and not line.startswith("#")]
    return {EVENTS[field[2].split(":")[0]]: int(field[0]) for field in fields}


def cachegrind_misses(text):
    """Misses of data in what cachegrind wrote."""
    events = re.search(r"^events: (.*)$", text, re.M)[1].split()
    totals = dict(zip(events, map(int, re.search(r"^summary: (.*)$", text, re.M)[1].split())))
    return {"l1": totals["D1mr"] + totals["D1mw"], "last": totals["DLmr"] + totals["DLmw"]}


def main():
    if len(sys.argv) < 3 or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    counters = has_counters()
    last = "of the last level" if counters else f"of a cache of {simulated_cache(2).split(',')[0]} bytes"
    print(f"counted by {'the processor' if counters else 'cachegrind: copies by the kernel are not seen'}")
    for rank, misses in enumerate(counted(sys.argv[1:], os.environ, counters)):
        print(f"process {rank}: {misses['l1']:>12,} misses of the first level, {misses['last']:>12,} {last}")


if __name__ == "__main__":
    main()
