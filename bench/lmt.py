#!/usr/bin/env python3
"""Measures large messages inside a machine, and writes docs/benchmarks/lmt.md (LMT-8).

    bench/lmt.py PREFIX [--quick] [--results DIR] [--page FILE] [--only STEP,STEP] [--methods LIST]
                        [--peers LIST] [--repetitions N] [--minutes N] [--flag-below US] [--flag-above US]
    bench/lmt.py PREFIX --report-only        makes the page again from results that are there

PREFIX is Ferry's installation. `make bench-lmt` does this after installing; `make bench-lmt QUICK=1` with fewer points and repetitions, which
shows in two minutes that everything works and is too noisy to conclude from.

Each step is one interleaved run of `ferry bench`, whose JSON goes into DIR (default target/bench-lmt, or -quick), as do counts of cache misses. A
step takes its share of N minutes (default 9): as many repetitions as there is time for. Steps can be measured one by one, in any order, with --only.
Then the tables and plots of the page are replaced (lmt_report.py); the text around them stays. A quick run makes a page in DIR instead.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time

import cache_misses
import lmt_report

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/benchmarks/lmt.md"
# Where methods are compared, Alltoall goes by messages, not through shared memory without them.
BY_MESSAGES = "alltoall=linear,alltoallv=linear"
PEERS = ["impi", "mpich", "openmpi"]
KIB, MIB = 1 << 10, 1 << 20


def powers(low, high, step=1):
    """Powers of two from low to high, both included if the step meets them."""
    return [1 << exponent for exponent in range(low.bit_length() - 1, high.bit_length(), step)]


@dataclasses.dataclass
class Step:
    """One run of `ferry bench`."""

    name: str
    benchmarks: list[str]
    sizes: list[int]
    quick_sizes: list[int]
    ranks: list[int] = dataclasses.field(default_factory=lambda: [2])
    quick_ranks: list[int] | None = None
    methods: bool = False  # beside Ferry as it is, each method alone
    variants: list[str] = dataclasses.field(default_factory=list)  # more settings to try, as `ferry bench --variant` takes them
    peers: bool = False
    share: float = 0.1  # of the whole time
    budget: int = 20  # ms of a measuring loop
    plots: bool = True


# Ferry with a shared heap beneath malloc, for who asks for that.
SHARED = f"{lmt_report.SHARED}:FERRY_SHARED_HEAP=on"
FEW = [4 * KIB, 64 * KIB, 1 * MIB, 16 * MIB]
FEW_SMALLER = [32 * KIB, 256 * KIB, 2 * MIB]
STEPS = [
    Step("methods-latency", ["latency"], powers(64, 64 * MIB), [*FEW, 64 * MIB], methods=True, variants=[SHARED], share=0.13, budget=12),
    Step("methods-bandwidth", ["bandwidth"], powers(4 * KIB, 8 * MIB), FEW[:3], methods=True, variants=[SHARED], share=0.11, budget=12),
    Step("methods-exchange", ["exchange_throughput"], powers(64, 64 * MIB, 2), FEW, methods=True, variants=[SHARED], share=0.08),
    Step("methods-exchange-8", ["exchange_throughput", "alltoall_throughput"], powers(4 * KIB, 4 * MIB), FEW_SMALLER[:2], ranks=[8],
         methods=True, share=0.09),
    Step("peers-latency", ["latency"], powers(4 * KIB, 64 * MIB), [*FEW, 64 * MIB], peers=True, share=0.1),
    Step("peers-bandwidth", ["bandwidth", "bidirectional_bandwidth"], powers(4 * KIB, 16 * MIB), FEW[:3], peers=True, share=0.13, budget=16),
    Step("peers-collectives", ["alltoall", "allgather", "bcast"], powers(32 * KIB, 4 * MIB), FEW_SMALLER, ranks=[2, 4, 8], peers=True,
         share=0.13, budget=60),
    Step("cache", ["cache_hot", "cache_cold", "cache_after_memcpy", "cache_after_receive"], [4 * MIB, 16 * MIB, 64 * MIB], [64 * MIB],
         methods=True, peers=True, share=0.07, plots=False),
    Step("overlap", ["overlap_message", "overlap_message_test", "exposed_message", "exposed_message_test"], [64 * KIB, 1 * MIB, 4 * MIB],
         [1 * MIB], methods=True, variants=["async:FERRY_ASYNC=on"], peers=True, share=0.06, plots=False),
    Step("kernels", ["is", "ft"], [16 * MIB], [8 * MIB], ranks=[2, 4, 8], quick_ranks=[2, 4], methods=True, peers=True, share=0.1,
         plots=False),
]
MOST_REPETITIONS = 15
MINUTES = 9  # of all steps but the counting of cache misses, which takes two

# Operation, bytes, and two numbers of operations, whose difference is counted, so that start and end of the program are not.
COUNTED = [("pingpong", 64 * KIB, (20, 60)), ("pingpong", 4 * MIB, (2, 6)), ("exchange", 64 * KIB, (20, 60)), ("exchange", 4 * MIB, (2, 6))]
COUNTED_KERNEL = (19, (1, 3))  # 2^19 keys; iterations


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--only", type=lambda text: text.split(","))
    parser.add_argument("--methods", type=lambda text: [name for name in text.split(",") if name], help="by default all within a node that the installation has")
    parser.add_argument("--peers", type=lambda text: [name for name in text.split(",") if name], default=PEERS)
    parser.add_argument("--repetitions", type=int, help="instead of as many as there is time for")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="of which each step takes its share")
    parser.add_argument("--flag-below", type=float, help="as `ferry bench` has it")
    parser.add_argument("--flag-above", type=float, help="as `ferry bench` has it")
    parser.add_argument("--report-only", action="store_true")
    arguments = parser.parse_args()
    arguments.prefix = arguments.prefix.resolve()
    if arguments.methods is None:
        sys.path.append(str(ROOT / "tests/c"))
        from run import large_messages

        arguments.methods = large_messages(arguments.prefix)[1][1:]  # the first one lets Ferry choose
    results = arguments.results or ROOT / ("target/bench-lmt-quick" if arguments.quick else "target/bench-lmt")
    arguments.results = results.resolve()
    return arguments


def settings(method):
    """The settings that make Ferry use a method alone."""
    return {"FERRY_LARGE_MESSAGES": method, "FERRY_COLLECTIVE": BY_MESSAGES}


def variant(method):
    """The same, as `ferry bench --variant` takes them."""
    return ":".join([method, *(f"{name}={value}" for name, value in settings(method).items())])


def ferry_environment(arguments, method=None):
    """The environment in which Ferry uses a method for all large messages; without one it chooses."""
    environment = dict(os.environ, LD_LIBRARY_PATH=str(arguments.prefix / "lib"))
    return environment | (settings(method) if method else {})


def works(arguments, program, method):
    """Whether Ferry runs with a method here; a setting it does not know is an error."""
    command = [arguments.prefix / "bin/mpiexec", "-n", "2", program, "pingpong", str(MIB), "2"]
    run = subprocess.run(command, env=ferry_environment(arguments, method), capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        print(f"left out: {method}: {run.stderr.strip()[:200]}", file=sys.stderr)
    return run.returncode == 0


def compile_program(arguments, folder, name, sources):
    program = pathlib.Path(folder) / name
    subprocess.run([arguments.prefix / "bin/mpicc", "-O2", *sources, "-lm", "-o", program], check=True)
    return program


def bench(arguments, step, methods):
    """Runs one step; a benchmark that fails in one library is missing from the results, which `ferry bench` says."""
    sizes, ranks = (step.quick_sizes, step.quick_ranks or step.ranks) if arguments.quick else (step.sizes, step.ranks)
    repetitions, budget = (1, 3) if arguments.quick else (MOST_REPETITIONS, step.budget)
    repetitions = arguments.repetitions or repetitions
    command = [arguments.prefix / "bin/ferry", "bench", "--prefix", arguments.prefix, "--json", arguments.results / f"{step.name}.json"]
    command += ["--statistic", "quartile", "--repetitions", repetitions, "--budget", budget]
    for name in ("flag_below", "flag_above"):
        if getattr(arguments, name) is not None:
            command += [f"--{name.replace('_', '-')}", getattr(arguments, name)]
    if not arguments.repetitions:
        command += ["--seconds", max(1, round(60 * arguments.minutes * step.share))]
    command += ["--benchmark", ",".join(step.benchmarks), "--sizes", ",".join(map(str, sizes)), "--ranks", ",".join(map(str, ranks))]
    if step.methods:
        command += [word for method in methods for word in ("--variant", variant(method))]
    command += [word for text in step.variants for word in ("--variant", text)]
    if step.peers and arguments.peers:
        command += ["--peers", ",".join(arguments.peers)]
    if step.plots:
        command += ["--plots", arguments.results / "plots" / step.name]
    with open(arguments.results / f"{step.name}.txt", "w") as log:
        subprocess.run([str(word) for word in command], stdout=log, check=False)


def misses_between(arguments, method, command, counts):
    """Misses of a rank for one operation: the mean over ranks of what the larger count has more than the smaller one."""
    mpiexec = [str(arguments.prefix / "bin/mpiexec"), "-n", "2"]
    few, many = (cache_misses.counted(mpiexec + command(count), ferry_environment(arguments, method)) for count in counts)
    mean = lambda runs, level: sum(rank[level] for rank in runs) / len(runs)
    return {level: (mean(many, level) - mean(few, level)) / (counts[1] - counts[0]) for level in ("l1", "last")}


def count_misses(arguments, methods, folder):
    """Cache misses of each method, with the processor's counters or by cachegrind."""
    if not (cache_misses.has_counters() or shutil.which("valgrind")):
        print("left out: cache misses need valgrind where perf cannot count them", file=sys.stderr)
        return
    count = str(compile_program(arguments, folder, "count", [ROOT / "bench/count.c"]))
    sort = str(compile_program(arguments, folder, "is", [ROOT / "examples/is/is.c", ROOT / "examples/is/keys.c"]))
    rows = []
    for operation, size, counts in COUNTED[:2] if arguments.quick else COUNTED:
        row = {"operation": operation, "bytes": size, "methods": {}}
        for method in [None, *methods]:
            row["methods"][method or "auto"] = misses_between(arguments, method, lambda n: [count, operation, str(size), str(n)], counts)
        rows.append(row)
    if not arguments.quick:
        log_keys, counts = COUNTED_KERNEL
        row = {"operation": "is", "bytes": 4 << log_keys, "methods": {}}
        for method in [None, *methods]:
            row["methods"][method or "auto"] = misses_between(arguments, method, lambda n: [sort, "-n", str(log_keys), "-i", str(n)], counts)
        rows.append(row)
    result = {"counters": cache_misses.has_counters(), "cache": cache_misses.simulated_cache(2), "rows": rows}
    (arguments.results / "misses.json").write_text(json.dumps(result, indent=1))


def machine(methods):
    """What the page says of the machine."""
    cpu = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    caches = {level: cache_misses.data_cache_bytes(level) for level in (1, 2, 3)}
    huge = pathlib.Path("/sys/kernel/mm/transparent_hugepage/enabled")
    return {
        "cpu": cpu[1] if cpu else platform.machine(),
        "processors": len(os.sched_getaffinity(0)),
        "caches": {f"L{level}": size for level, size in caches.items() if size},
        "kernel": platform.release(),
        "huge_pages": re.search(r"\[(\w+)\]", huge.read_text())[1] if huge.exists() else "none",
        "methods": methods,
    }


def measure(arguments):
    arguments.results.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ferry-lmt-") as folder:
        probe = compile_program(arguments, folder, "probe", [ROOT / "bench/count.c"])
        methods = [method for method in arguments.methods if works(arguments, probe, method)]
        (arguments.results / "machine.json").write_text(json.dumps(machine(methods), indent=1))
        names = [step.name for step in STEPS] + ["misses"]
        for unknown in set(arguments.only or []) - set(names):
            sys.exit(f"no step is called {unknown}; there are {', '.join(names)}")
        for name in arguments.only or names:
            start = time.monotonic()
            if name == "misses":
                count_misses(arguments, methods, folder)
            else:
                bench(arguments, next(step for step in STEPS if step.name == name), methods)
            print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)


def main():
    arguments = parse_arguments()
    if not arguments.report_only:
        measure(arguments)
    page = arguments.page or (arguments.results / "lmt.md" if arguments.quick else PAGE)
    lmt_report.write(arguments.results, PAGE, page)
    print(f"wrote {page}")


if __name__ == "__main__":
    main()
