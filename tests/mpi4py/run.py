#!/usr/bin/env python3
"""Builds mpi4py with our mpicc and runs its whole test suite and its benchmarks under our mpiexec.

    tests/mpi4py/run.py PREFIX [--ranks "1 3"] [--cache DIR] [--mpicc PATH] [--mpiexec "OPTIONS"] [--together] [--timeout SECONDS] [--no-numpy] [--exclude PATTERN] [--install] [MODULE ...]

The source distribution comes from the package index, by name and version. The wheel is kept in the cache, keyed by the
version, the Python and the mpi.h it was built with; so a second run starts at once. Each module is a job of its own, so that a failure
is its alone, and a line of the report: tests run, and those of them that mpi4py itself skips. Tests that are
left out stand in skip.txt with their reason; nothing else is left out. MODULE restricts the run, e.g. `test_p2p_buf`.

With the prefix of another library of the standard ABI (and --mpicc for its compiler) the same script shows whether a failure
is the library's.
"""

import argparse
import dataclasses
import hashlib
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
VERSION = "4.1.2"

# Modules in which ranks have nothing to do with each other, and which take long.
LOCAL = {"test_datatype", "test_msgspec", "test_pack", "test_util_dtlib"}
# The module whose jobs have to survive failures, and what tells mpi4py that our library has the functions for that: it expects them of Open MPI alone.
SURVIVING = "test_ulfm"
SURVIVAL = ["ERR_REVOKED", "ERR_PROC_FAILED", "ERR_PROC_FAILED_PENDING"]
SURVIVAL += [f"Comm_{name}" for name in ("revoke", "is_revoked", "get_failed", "ack_failed", "agree", "iagree", "shrink", "ishrink")]
# The suite of mpi4py.futures, in two forms: pools of processes that it spawns, and (where the program is started for that) of the ranks of its own job. The
# third has a pool in another job, found by a published name and by a socket.
FUTURES = {"futures": [], "futures_ranks": ["-m", "mpi4py.futures"], "futures_service": []}
# Modules that start a Python many times, at every number of ranks.
SLOW = {"test_spawn", "test_util_pool", *FUTURES}
# Those that a quick run leaves out: a pool is spawned for each of a hundred tests.
SLOWEST = {"futures"}
BENCHMARKS = {
    "helloworld": [],
    "ringtest": ["--loop", "100", "--size", "1000"],
    "pingpong": ["--no-header", "--max-size", "65536"],
}


@dataclasses.dataclass
class Result:
    label: str
    complaint: str | None
    tests: int
    skipped: int
    seconds: float
    output: str


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("prefix", type=pathlib.Path, help="directory with bin/mpiexec, bin/mpicc and include/mpi.h")
    parser.add_argument("modules", nargs="*", help="run only these test modules or benchmarks")
    parser.add_argument("--ranks", default="1 3", help="numbers of ranks (default: 1 3)")
    parser.add_argument("--quick", action="store_true", help="run modules that do not communicate, and those that take long, only at the first number of ranks, the others only at the last, and those that take longest not at all")
    parser.add_argument("--cache", type=pathlib.Path, default=HERE.parent.parent / ".cache/mpi4py", help="kept between runs")
    parser.add_argument("--mpicc", type=pathlib.Path, help="compiler to build with (default: PREFIX/bin/mpicc)")
    parser.add_argument("--mpiexec", default="", metavar="OPTIONS", help="more options for mpiexec, e.g. '-ppn 2'")
    parser.add_argument("--together", action="store_true", help="all modules in one job: where starting Python takes longer than the tests")
    parser.add_argument("--timeout", type=int, default=240, metavar="SECONDS", help="of one module (default: 240)")
    parser.add_argument("--no-numpy", action="store_true", help="with Python's own arrays only: numpy takes longer to load than all else where files come over a network")
    parser.add_argument("--exclude", action="append", default=[], metavar="PATTERN", help="leave out tests with such names, e.g. 'test_p2p_obj.*Self.*'")
    parser.add_argument("--install", action="store_true", help="only build and install mpi4py, for runs where that cannot be done")
    parser.add_argument("--no-skip", action="store_true", help="run the tests of skip.txt as well")
    return parser.parse_intermixed_args()


def command(*words, **options):
    """Runs a command that must succeed; its output is shown only if it does not."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}: exit status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")


def virtual_environment(cache, key):
    """A virtual environment with numpy, made once."""
    place = cache / f"venv-{key}"
    if not (place / "complete").exists():
        command(sys.executable, "-m", "venv", "--clear", place)
        command(place / "bin/pip", "install", "--quiet", "numpy")
        (place / "complete").touch()
    return place


def source(cache, venv):
    """The unpacked source distribution: the tests live there."""
    place = cache / f"mpi4py-{VERSION}"
    if not place.exists():
        command(venv / "bin/pip", "download", "--quiet", "--no-deps", "--no-binary", "mpi4py", "--dest", cache,
                f"mpi4py=={VERSION}")
        with tempfile.TemporaryDirectory(dir=cache) as unpacked:
            with tarfile.open(cache / f"mpi4py-{VERSION}.tar.gz") as archive:
                archive.extractall(unpacked, filter="data")
            (pathlib.Path(unpacked) / f"mpi4py-{VERSION}").rename(place)
    return place


def compiler_flags(prefix):
    """Compiles in half the time, and says which functions of ours mpi4py may use."""
    defined = SURVIVAL if (prefix / "bin/ferry").exists() else []
    return " ".join(["-O0", *(f"-DPyMPI_HAVE_MPIX_{name}=1" for name in defined)])


def header_key(prefix, mpicc):
    """Changes when a wheel built before no longer fits."""
    digest = hashlib.sha256(f"{VERSION} {sys.version} {mpicc} {compiler_flags(prefix)}".encode())
    for name in ("mpi.h", "mpi_abi.h"):
        header = prefix / "include" / name
        if header.exists():
            digest.update(header.read_bytes())
    return digest.hexdigest()[:12]


def install(cache, venv, prefix, mpicc):
    """Builds the wheel with the compiler unless it is in the cache, and installs it."""
    wheels = cache / "wheels"
    if not list(wheels.glob("mpi4py*.whl")):
        path = f"{prefix / 'bin'}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "MPICC": str(mpicc), "PATH": path, "CFLAGS": compiler_flags(prefix)}
        archive = cache.parent / f"mpi4py-{VERSION}.tar.gz"
        command(venv / "bin/pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", wheels, archive, env=environment)
    if not (venv / "installed").exists():
        command(venv / "bin/pip", "install", "--quiet", "--no-deps", "--force-reinstall", *wheels.glob("mpi4py*.whl"))
        (venv / "installed").touch()


def skipped():
    """The patterns of skip.txt; each line is a pattern, two spaces, the reason."""
    patterns = []
    for line in (HERE / "skip.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            pattern, separator, reason = line.partition("  ")
            if not separator or not reason.strip():
                sys.exit(f"skip.txt: no reason given in {line!r}")
            patterns.append(pattern)
    return patterns


def launch(arguments, ranks, words, environment):
    """Runs a job with a time limit. Returns exit status (None if it ran out of time), output and seconds."""
    started = time.monotonic()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            [str(word) for word in (arguments.prefix / "bin/mpiexec", *arguments.mpiexec.split(), "-n", ranks, *words)], stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, start_new_session=True, env=environment,
        )
        try:
            status = process.wait(arguments.timeout)
        except subprocess.TimeoutExpired:
            status = None
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        output.seek(0)
        return status, output.read(), time.monotonic() - started


def listens(port):
    """Whether a process of this host accepts connections to the port."""
    listening = f":{port:04X} 00000000:0000 0A "
    return listening in pathlib.Path("/proc/net/tcp").read_text()


def serve(arguments, ranks, python, client, environment):
    """A pool in one job and its user in another, which finds it by a published name, then by a socket; as `launch` tells of it."""
    started, said = time.monotonic(), ""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    for options in (["--service", "a pool"], ["--port", str(port)]):
        with tempfile.TemporaryDirectory() as names, tempfile.TemporaryFile("w+") as output:
            variables = {**environment, "FERRY_NAMES": names}
            words = [arguments.prefix / "bin/mpiexec", *arguments.mpiexec.split(), "-n", ranks, python, "-m", "mpi4py.futures.server", *options]
            server = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=variables)
            until = time.monotonic() + arguments.timeout
            while server.poll() is None and time.monotonic() < until and not (listens(port) if "--port" in options else os.listdir(names)):
                time.sleep(0.02)
            host = ["--host", "localhost"] if "--port" in options else []
            status, client_said, _ = launch(arguments, "1", [python, client, *host, *options], variables)
            try:
                served = server.wait(arguments.timeout)
            except subprocess.TimeoutExpired:
                server.terminate()
                try:
                    served = server.wait(5)
                except subprocess.TimeoutExpired:
                    server.kill()
                    served = server.wait()
            output.seek(0)
            said += client_said + output.read()
            if status != 0 or served != 0:
                return status if status != 0 else served, said, time.monotonic() - started
    return 0, said, time.monotonic() - started


def judge(label, limit, status, output, seconds):
    tests = max((int(found) for found in re.findall(r"^Ran (\d+) tests?", output, re.M)), default=0)
    skipped = max((int(found) for found in re.findall(r"\bskipped=(\d+)", output)), default=0)
    if status is None:
        complaint = f"still running after {limit} s"
    elif status:
        complaint = f"exit status {status}"
    else:
        complaint = None
    return Result(label, complaint, tests, skipped, seconds, output)


def modules(tests, patterns):
    """All modules of the test suite but those left out."""
    names = sorted(path.stem for path in tests.glob("test_*.py"))
    return [name for name in names if f"{name}.*" not in patterns]


def run_all(arguments, venv, tests):
    """Yields a Result for each module and benchmark at each number of ranks."""
    python = venv / "bin/python"
    environment = {**os.environ, "LD_LIBRARY_PATH": str(arguments.prefix / "lib"), "PYTHONUNBUFFERED": "1"}
    patterns = [] if arguments.no_skip else skipped()
    excluded = [word for pattern in [*patterns, *arguments.exclude] for word in ("-x", pattern)]
    chosen = arguments.modules or [*modules(tests, patterns), *FUTURES, *BENCHMARKS]
    futures = tests.parent / "demo/futures"
    if arguments.together:
        chosen = ["|".join(name for name in chosen if name != SURVIVING), *(name for name in chosen if name == SURVIVING)]
    numbers = arguments.ranks.split()
    for ranks in numbers:
        for name in chosen:
            if arguments.quick and (name in SLOWEST or ranks != numbers[0 if name in LOCAL | SLOW else -1]):
                continue
            if name == "futures_service" and not (arguments.prefix / "bin/ferry").exists():
                continue  # Who waits for the name looks where Ferry keeps it.
            if name == "futures_service":
                yield judge(f"{name} n={ranks}", arguments.timeout, *serve(arguments, ranks, python, futures / "test_service.py", environment))
                continue
            if name in FUTURES:
                words = [python, *FUTURES[name], futures / "test_futures.py"]
            elif name in BENCHMARKS:
                if name == "pingpong" and ranks == "1":
                    continue
                words = [python, "-m", "mpi4py.bench", name, *BENCHMARKS[name]]
            else:
                words = [python, tests / "main.py", "--no-builddir", "-i", rf"^({name})\.py$", *excluded]
                words += ["--no-numpy"] if arguments.no_numpy else []
            survival = {"FERRY_FAULT_TOLERANCE": "on"} if name == SURVIVING else {}
            yield judge(f"{name} n={ranks}", arguments.timeout, *launch(arguments, ranks, words, {**environment, **survival}))


def main():
    arguments = parse_arguments()
    arguments.prefix = arguments.prefix.resolve()
    mpicc = (arguments.mpicc or arguments.prefix / "bin/mpicc").resolve()
    key = header_key(arguments.prefix, mpicc)
    arguments.cache.mkdir(parents=True, exist_ok=True)
    venv = virtual_environment(arguments.cache.resolve(), key)
    tests = source(arguments.cache.resolve(), venv) / "test"
    (arguments.cache / key).mkdir(exist_ok=True)
    install((arguments.cache / key).resolve(), venv, arguments.prefix, mpicc)
    if arguments.install:
        return 0
    failed = []
    passed = 0
    for result in run_all(arguments, venv, tests):
        state = "ok" if result.complaint is None else f"FAILED: {result.complaint}"
        skips = f"{result.skipped:3} skipped" if result.skipped else " " * 11
        print(f"{result.label:28} {result.seconds:6.1f} s  {result.tests:4} tests  {skips}  {state}", flush=True)
        if result.complaint is None:
            passed += 1
        else:
            failed.append(result)
            print("      " + "\n      ".join(result.output.strip().splitlines()[-40:]), flush=True)
    for result in failed:
        print(f"FAILED {result.label}: {result.complaint}")
    if not arguments.no_skip:
        print(f"not run, see skip.txt: {', '.join(skipped())}")
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
