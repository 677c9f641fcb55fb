#!/usr/bin/env python3
"""Compiles the C tests against an MPI library of the standard ABI and runs them.

    tests/c/run.py PREFIX [--ranks "1 2 3 4 7" | --most-ranks N] [--jobs N] [--all] [--work DIR] [--mpiexec "OPTIONS"] [--compile | --compiled] [--peer DIR] [--exact] [PATTERN ...]

PREFIX holds bin/mpiexec, include/mpi.h (or mpi_abi.h) and lib/libmpi_abi.so.1: Ferry's own, or the directory of another
library of the ABI, which validates the tests themselves. A PATTERN selects tests whose name contains it. Where nothing can be compiled (in the lab), --compiled
runs what --compile has left in DIR.

A test declares what it needs in comments at the start of its file:

    // ranks: 1 2 3 4 7        numbers of ranks to run with; default 2
    // timeout: 60             seconds; default 60
    // needs: ferry            only for Ferry (behaviour the standard leaves open)
    // needs: memory=6         GiB of available memory
    // needs: all              only with --all: takes long
    // env: NAME=value         environment of the ranks
    // variants: NAME          once for each value of a setting, see VARIANTS
    // library: NAME           the file is compiled as a shared library NAME as well, with LIBRARY defined; the ranks find it
    // expect: exit=7 stderr~"regular expression" within=2 silent
                               silent: nothing on standard error
    // case: NAME [ranks=2,3] [exit=7] [stderr~"..."] [within=2] [only=ferry]
                               a run with NAME as argument; each line is a run of its own

Without `expect`, success is exit status 0 and the single line "ok" on standard output; "ok, without MPI_X" if the library does
not have that function yet, which is listed at the end.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
# Settings whose values promise the same behaviour: one name, the variable, its values. Other libraries run such a test once.
PUTS = (
    "allgather=put_circulant,allgatherv=put_circulant,barrier=put_dissemination,bcast=put_scatter,alltoall=put_linear,"
    "alltoallv=put_linear,allreduce=put_doubling,reduce_scatter_block=put_linear"
)
VARIANTS = {
    "check": ("FERRY_CHECK", ["off", "on"]),
    "puts": ("FERRY_COLLECTIVE", [PUTS]),
    "huge-pages": ("FERRY_HUGE_PAGES", ["auto", "off"]),
    "shared-heap": ("FERRY_SHARED_HEAP", ["on", "off"]),
    "large-messages": ("FERRY_LARGE_MESSAGES", ["auto"]),  # and every method within a node: `large_messages` asks the installation
}
CFLAGS = ["-std=gnu11", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-Wno-maybe-uninitialized", "-pthread"]


def large_messages(prefix):
    """The variable that names a method for large messages, and its values that are not about networks, as `ferry info` tells them."""
    ferry = pathlib.Path(prefix) / "bin" / "ferry"
    if not ferry.exists():
        return VARIANTS["large-messages"]
    told = json.loads(subprocess.run([ferry, "info", "--json"], stdout=subprocess.PIPE, check=True).stdout)
    variable, _ = VARIANTS["large-messages"]
    values = next(setting["values"] for setting in told["settings"] if setting["name"] == variable)
    names = [name.removeprefix("or ") for name in values.split(", ")]
    return variable, [name for name in names if name not in ("put", "get")]


@dataclasses.dataclass
class Expectation:
    """What a run has to show; exit None means success with "ok"."""

    exit: int | None = None
    nonzero: bool = False
    stderr: list[str] = dataclasses.field(default_factory=list)
    within: float | None = None  # seconds
    only_ferry: bool = False
    silent: bool = False  # nothing on standard error

    @classmethod
    def parse(cls, text):
        expectation = cls(stderr=re.findall(r'stderr~"([^"]*)"', text), only_ferry="only=ferry" in text, silent="silent" in text.split())
        if found := re.search(r"exit=(\w+)", text):
            expectation.nonzero = found[1] == "nonzero"
            expectation.exit = None if expectation.nonzero else int(found[1])
        if found := re.search(r"within=([\d.]+)", text):
            expectation.within = float(found[1])
        return expectation

    @property
    def succeeds(self):
        return self.exit is None and not self.nonzero

    def complaint(self, status, out, err, seconds):
        """Why the result is not the expected one, or None."""
        if self.succeeds and (status != 0 or not re.fullmatch(r"ok(, without .*)?", out.strip())):
            return f"exit status {status}"
        if self.nonzero and status == 0:
            return "exit status 0 where a failure is due"
        if self.exit is not None and status != self.exit:
            return f"exit status {status}, not {self.exit}"
        for pattern in self.stderr:
            if not re.search(pattern, err + out):
                return f"no match for {pattern!r}"
        if self.silent and err:
            return "something on standard error"
        if self.within is not None and seconds > self.within:
            return f"took {seconds:.1f} s, not within {self.within:g} s"
        return None


@dataclasses.dataclass
class Test:
    """One C file and the runs it declares."""

    path: pathlib.Path
    ranks: list[int]
    timeout: float
    needs: list[str]
    env: dict[str, str]
    cases: list[tuple[str, list[int], Expectation]]
    variants: list[dict[str, str]]
    library: str | None

    @classmethod
    def read(cls, path):
        words = {"ranks": [], "timeout": [], "needs": [], "env": [], "expect": [], "case": [], "variants": [], "library": []}
        for line in path.read_text().splitlines():
            if (found := re.match(r"// (\w+): (.*)", line)) and found[1] in words:
                words[found[1]].append(found[2])
            elif not line.startswith("//"):
                break
        ranks = [int(n) for n in " ".join(words["ranks"] or ["2"]).split()]
        cases = [cls._case(text, ranks) for text in words["case"]]
        expected = Expectation.parse(" ".join(words["expect"]))
        return cls(
            path=path,
            ranks=ranks,
            timeout=float((words["timeout"] or ["60"])[0]),
            needs=" ".join(words["needs"]).split(),
            env=dict(pair.split("=", 1) for pair in words["env"]),
            cases=cases or [("", ranks, expected)],
            variants=[{variable: value} for name in words["variants"] for variable, values in [VARIANTS[name]] for value in values],
            library=next(iter(words["library"]), None),
        )

    @staticmethod
    def _case(text, ranks):
        name, _, rest = text.partition(" ")
        if found := re.search(r"ranks=([\d,]+)", rest):
            ranks = [int(n) for n in found[1].split(",")]
        return name, ranks, Expectation.parse(rest)

    @property
    def name(self):
        return self.path.stem


@dataclasses.dataclass
class Run:
    """One launch of one program, and how it went."""

    test: Test
    case: str
    variant: dict[str, str]
    ranks: int
    expectation: Expectation
    complaint: str | None = None
    seconds: float = 0.0
    output: str = ""

    @property
    def kind(self):
        """The case and the values of the settings that vary."""
        return " ".join(filter(None, [self.case, *self.variant.values()]))

    @property
    def label(self):
        return f"{self.test.name}{' ' + self.kind if self.kind else ''} n={self.ranks}"


class Library:
    """An installed MPI library of the standard ABI."""

    def __init__(self, prefix, work, takes_long=False, options="", peer=None):
        self.prefix = pathlib.Path(prefix).resolve()
        self.peer = peer and peer.resolve()
        self.options = options.split()
        self.takes_long = takes_long
        self.work = work
        self.mpiexec = self.prefix / "bin/mpiexec"
        self.include = self._include()
        self.is_ferry = (self.prefix / "bin/ferry").exists()
        self.environment = {"LD_LIBRARY_PATH": str(self.prefix / "lib/compat")} if peer else {}

    def _include(self):
        if self.peer:
            return self.peer / "include"
        header = self.prefix / "include/mpi_abi.h"
        if not header.exists():
            return self.prefix / "include"
        include = self.work / "include"
        if not include.exists():
            include.mkdir(parents=True)
            shutil.copy(header, include / "mpi.h")
        return include

    def compile(self, test):
        """Builds the program; returns the compiler's complaint or None."""
        compiler = [os.environ.get("CC", "cc"), *CFLAGS, f"-I{self.include}", f"-I{HERE}", str(test.path)]
        commands = [[*compiler, "-o", str(self.program(test)), *self._link(), "-lm", "-ldl"]]
        if test.library:
            self.libraries(test).mkdir(parents=True, exist_ok=True)
            commands.append([*compiler, "-DLIBRARY", "-shared", "-fPIC", "-o", str(self.libraries(test) / test.library)])
        for command in commands:
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                return done.stderr
        return None

    def libraries(self, test):
        """Where the library is that goes with the test."""
        return self.work / f"{test.name}.libraries"

    def environment_of(self, run):
        """Variables of the ranks."""
        variables = {**os.environ, **self.environment, **run.test.env, **run.variant}
        if run.test.library:
            paths = [str(self.libraries(run.test)), variables.get("LD_LIBRARY_PATH")]
            variables["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, paths))
        return variables

    def _link(self):
        """The library to link with: its own of a peer, whose name leads to Ferry's of that ABI when the program starts."""
        if self.peer:
            return [str(next(self.peer.glob("lib/libmpi.so.[0-9]*"))), "-Wl,--allow-shlib-undefined"]
        return [str(self.prefix / "lib/libmpi_abi.so.1"), f"-Wl,-rpath,{self.prefix / 'lib'}"]

    def program(self, test):
        return self.work / test.name

    def unmet(self, test):
        """The need of the test that is not met here, or None."""
        for need in test.needs:
            if need == "ferry" and not self.is_ferry:
                return "only for Ferry"
            if need == "all" and not self.takes_long:
                return "only with --all"
            if need.startswith("memory=") and available_gib() < float(need[7:]):
                return f"less than {need[7:]} GiB available"
        return None

    def run(self, run):
        command = [self.mpiexec, *self.options, "-n", str(run.ranks), self.program(run.test), *([run.case] if run.case else [])]
        started = time.monotonic()
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            process = subprocess.Popen(
                [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                env=self.environment_of(run), start_new_session=True,
            )
            late = wait_for(process, run.test.timeout)
            run.seconds = time.monotonic() - started
            stdout, stderr = (contents(file) for file in (out, err))
        run.output = stdout[-3000:] + stderr[-3000:]
        if late:
            run.complaint = f"still running after {run.test.timeout:g} s"
        else:
            run.complaint = run.expectation.complaint(process.returncode, stdout, stderr, run.seconds)


def wait_for(process, timeout):
    """Waits for the process; True if it had to be killed with its whole process group."""
    try:
        process.wait(timeout)
        return False
    except subprocess.TimeoutExpired:
        pass
    for number, grace in ((signal.SIGTERM, 3), (signal.SIGKILL, 5)):
        try:
            os.killpg(process.pid, number)
            process.wait(grace)
            break
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue
    return True


def contents(file):
    file.seek(0)
    return file.buffer.read().decode(errors="replace")


def available_gib():
    found = re.search(r"MemAvailable:\s+(\d+) kB", pathlib.Path("/proc/meminfo").read_text())
    return int(found[1]) / 2**20


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("prefix", help="directory with bin/mpiexec, include/ and lib/libmpi_abi.so.1")
    parser.add_argument("patterns", nargs="*", help="run only tests whose name contains one of these")
    parser.add_argument("--ranks", help="run only with these numbers of ranks, e.g. '2 4'")
    parser.add_argument("--most-ranks", type=int, metavar="N", help="run each once, with as many ranks as it has up to this number")
    parser.add_argument("--all", action="store_true", help="also what takes long")
    parser.add_argument("--jobs", type=int, default=2, help="tests that run at the same time (default 2)")
    parser.add_argument("--work", type=pathlib.Path, help="where to put the programs (default: a temporary directory)")
    parser.add_argument("--mpiexec", default="", metavar="OPTIONS", help="more options for mpiexec, e.g. '-ppn 2'")
    parser.add_argument("--compile", action="store_true", help="only compile, into the directory of --work")
    parser.add_argument("--compiled", action="store_true", help="the programs are in the directory of --work")
    parser.add_argument("--exact", action="store_true", help="patterns are whole names")
    parser.add_argument("--peer", type=pathlib.Path, help="compile with include/mpi.h and libmpi of another MPI there, whose ABI the prefix has in lib/compat")
    parser.add_argument("--slow", type=float, default=1, metavar="TIMES", help="limits of time are so many times as long (emulated machines)")
    parser.add_argument("--slowest", type=int, default=5, help="how many of the slowest runs to list (default 5)")
    return parser.parse_intermixed_args()


def select(arguments):
    tests = [Test.read(path) for path in sorted(HERE.glob("*.c"))]
    if arguments.patterns:
        fits = (lambda name, pattern: name == pattern) if arguments.exact else (lambda name, pattern: pattern in name)
        tests = [test for test in tests if any(fits(test.name, pattern) for pattern in arguments.patterns)]
    for test in tests:
        test.timeout *= arguments.slow
        for _, _, expectation in test.cases:
            if expectation.within is not None:
                expectation.within *= arguments.slow
    return tests


def runs_of(test, wanted, library):
    return [
        Run(test, case, variant, ranks, expectation)
        for case, numbers, expectation in test.cases
        for variant in (library.is_ferry and test.variants or [{}])
        for ranks in wanted(numbers)
        if library.is_ferry or not expectation.only_ferry
    ]


def wanted_of(arguments):
    """Which of a test's numbers of ranks are to be run."""
    if arguments.most_ranks:
        return lambda numbers: sorted(n for n in numbers if n <= arguments.most_ranks)[-1:]
    wanted = [int(n) for n in arguments.ranks.split()] if arguments.ranks else None
    return lambda numbers: [n for n in numbers if not wanted or n in wanted]


def show(test, runs):
    """One line of the table, and below it whatever failed."""
    cells = " ".join(
        f"{run.kind + ':' if run.kind else ''}{run.ranks}{'' if run.complaint is None else '=FAILED'}" for run in runs
    )
    print(f"{test.name:28} {sum(run.seconds for run in runs):6.1f} s  {cells}", flush=True)
    for run in runs:
        if run.complaint is not None:
            text = "\n      ".join(run.output.strip().splitlines()[-25:])
            print(f"   {run.label}: {run.complaint}\n      {text}", flush=True)


def compile_all(library, tests):
    """The compiler's complaint, or None, for each test."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(library.compile, tests))


def execute(library, tests, compiled, wanted, jobs):
    """Runs test by test. Returns all runs and the skipped tests."""
    finished, skipped = [], []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for test, runs, reason in pool.map(lambda pair: perform(library, wanted, *pair), zip(tests, compiled)):
            if reason:
                skipped.append((test, reason))
                print(f"{test.name:28} skipped: {reason}", flush=True)
            elif runs:
                show(test, runs)
                finished += runs
    return finished, skipped


def perform(library, wanted, test, compile_errors):
    if reason := library.unmet(test):
        return test, [], reason
    if compile_errors and library.peer:
        return test, [], f"not for this mpi.h: {first_error(compile_errors)}"
    runs = runs_of(test, wanted, library)
    for run in runs:
        if compile_errors is None:
            library.run(run)
        else:
            run.complaint, run.output = "does not compile", compile_errors if run is runs[0] else ""
    return test, runs, None


def first_error(errors):
    """What the compiler says first."""
    return next((line.partition("error: ")[2] for line in errors.splitlines() if "error: " in line), "it does not compile")


def main():
    arguments = parse_arguments()
    work = arguments.work or pathlib.Path(tempfile.mkdtemp(prefix="ferry-tests-c."))
    work.mkdir(parents=True, exist_ok=True)
    wanted = wanted_of(arguments)
    VARIANTS["large-messages"] = large_messages(arguments.prefix)
    library, tests = Library(arguments.prefix, work, arguments.all, arguments.mpiexec, arguments.peer), select(arguments)
    try:
        compiled = [None] * len(tests) if arguments.compiled else compile_all(library, tests)
        if arguments.compile:
            complaints = [complaint for complaint in compiled if complaint]
            print("\n".join(complaints), end="")
            return 1 if complaints else 0
        runs, skipped = execute(library, tests, compiled, wanted, arguments.jobs)
    finally:
        if not arguments.work:
            shutil.rmtree(work, ignore_errors=True)
    report(runs, skipped, arguments.slowest)
    failed = [run for run in runs if run.complaint is not None]
    return 1 if failed or not runs else 0


def report(runs, skipped, slowest_count):
    """What a reader wants to know after the table; the counts come last."""
    slowest = sorted(runs, key=lambda run: -run.seconds)[:slowest_count]
    print("slowest: " + ", ".join(f"{run.label} {run.seconds:.1f} s" for run in slowest))
    failed = [run for run in runs if run.complaint is not None]
    for run in failed:
        print(f"FAILED {run.label}: {run.complaint}")
    missing = {word for run in runs for found in re.findall(r"^ok, without (.*)", run.output, re.M) for word in found.split()}
    if missing:
        print("not there yet: " + ", ".join(sorted(missing)))
    if skipped:
        print("skipped: " + ", ".join(f"{test.name} ({reason})" for test, reason in skipped))
    print(f"{len(runs) - len(failed)} passed, {len(failed)} failed")


if __name__ == "__main__":
    sys.exit(main())
