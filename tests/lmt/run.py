#!/usr/bin/env python3
"""Large messages where the system refuses what they would like to use, or somebody dies: nothing hangs, nothing is corrupted.

    tests/lmt/run.py PREFIX [--jobs N] [PATTERN ...]

PREFIX is an installed Ferry. A PATTERN selects tests whose name contains it. Every test runs with every value of FERRY_LARGE_MESSAGES (the table in
tests/c/run.py). What this kernel lacks is simulated: `constrain.c` refuses system calls the way a sandbox, or Yama's ptrace scope, does.
"""

import argparse
import dataclasses
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIMIT_S = 60  # no test takes this long unless something hangs; the machine may be loaded
ENDING_S = 20  # a job of which a rank was killed is over by then
CONSTRAIN_FAILED = 125


def methods(prefix):
    spec = importlib.util.spec_from_file_location("tests_c", HERE.parent / "c" / "run.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["tests_c"] = module
    spec.loader.exec_module(module)
    return module.large_messages(prefix)


class Failed(Exception):
    pass


class Skipped(Exception):
    pass


def check(condition, what, text=""):
    if not condition:
        raise Failed(f"{what}\n{text}")


@dataclasses.dataclass
class Result:
    status: int
    output: str
    errors: str
    seconds: float

    @property
    def text(self):
        return self.output[-2000:] + self.errors[-2000:]


class Tests:
    def __init__(self, prefix, work):
        self.prefix, self.work = prefix, work
        self.variable, self.methods = methods(prefix)
        self.compile("constrain", [])
        self.compile("program", [f"-I{prefix}/include", f"-I{HERE.parent}/c", f"{prefix}/lib/libmpi_abi.so.1", f"-Wl,-rpath,{prefix}/lib"])

    def compile(self, name, options):
        cc = os.environ.get("CC", "cc")
        flags = ["-std=gnu11", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-pthread"]
        subprocess.run([cc, *flags, HERE / f"{name}.c", "-o", self.work / name, *options], check=True)

    def run(self, method, what, *, ranks=2, rules=(), limit=LIMIT_S):
        """Runs the program's `what` on ranks under rules of constrain."""
        constrained = [self.work / "constrain", *rules, "--"] if rules else []
        command = [self.prefix / "bin/mpiexec", "-n", str(ranks), *constrained, self.work / "program", *what]
        started = time.monotonic()
        with subprocess.Popen(
            [str(word) for word in command], env={**os.environ, self.variable: method},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as process:
            try:
                output, errors = process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                process.terminate()
                output, errors = process.communicate()
                raise Failed(f"hangs: not over after {limit} s\n{output[-2000:]}{errors[-2000:]}") from None
        if f"exit status {CONSTRAIN_FAILED}" in errors or "constrain:" in errors:
            raise Skipped(re.search(r"constrain:.*|.*125.*", errors)[0])
        return Result(process.returncode, output, errors, time.monotonic() - started)

    def arrives(self, method, rules, what=("exchange",), ranks=3, detour=()):
        """Everything arrives under these rules; each rank says at most once why the methods of `detour` could not be had."""
        result = self.run(method, what, ranks=ranks, rules=rules)
        check(result.status == 0 and result.output.strip() == "ok", f"exit status {result.status}", result.text)
        said = len(re.findall(rf"warning: .*{self.variable}={method}: .* went another way: \S", result.errors))
        check(said <= ranks, f"the detour was told {said} times", result.text)
        check(said > 0 or method not in detour, "the detour was not told", result.text)

    def ends(self, method, what):
        """Rank 1 is killed in the middle of a message: the job ends soon, and says whose end it was."""
        for delay_us in (0, 300, 2000, 9000):
            result = self.run(method, (what, delay_us), limit=LIMIT_S)
            check(result.status != 0, "exit status 0 though rank 1 was killed", result.text)
            check(re.search(r"rank 1\b.*(SIGKILL|signal 9|killed)", result.errors, re.I), "rank 1's end is not told", result.text)
            check(result.seconds < ENDING_S, f"took {result.seconds:.1f} s", result.text)

    def reports(self, method, what, side):
        """A bad buffer is an error of the call that names it where the kernel finds it; where this process finds it, a signal, of which the
        launcher tells the rank. Both sides go on to the next message after an error."""
        result = self.run(method, (what,))
        if result.status != 0:
            rank = 0 if side == "send" else 1
            check(re.search(rf"rank {rank}\b.*(SIGSEGV|signal 11|segmentation)", result.errors, re.I), "no word of the signal", result.text)
            check(method in ("auto", "ring", "cooperative"), "a signal where the kernel tells", result.text)
            return
        lines = re.findall(rf"^{side} (0x\w+): class (\w+): (.*)$", result.output, re.M)
        check(len(lines) == 2, f"not two words of the {side}", result.text)
        for address, name, text in lines:
            check(name == "buffer", f"the {side} gave class {name}", result.text)
            check("buf" in text or address in text, "the error does not name the buffer", result.text)


def yama():
    path = Path("/proc/sys/kernel/yama/ptrace_scope")
    return path.read_text().strip() if path.exists() else None


def cross_attach(error):
    return (f"deny=process_vm_readv:{error}", f"deny=process_vm_writev:{error}")


def table(tests):
    """Name, and what to do with a method."""
    one = lambda *rules: ("only=1", *rules)  # noqa: E731
    arrive = tests.arrives
    copies, pipes = ("read", "write", "cooperative"), ("writev", "vmsplice")
    return {
        # Yama's scopes 2 and 3 refuse process_vm_* to siblings with EPERM, which is what the filter does. At 1 ranks admit each other.
        "sandbox EPERM": lambda method: arrive(method, cross_attach("EPERM"), detour=copies),
        "sandbox ENOSYS": lambda method: arrive(method, cross_attach("ENOSYS"), detour=copies),
        "sandbox of one rank": lambda method: arrive(method, one(*cross_attach("EPERM"))),
        "sandbox without pipes": lambda method: arrive(method, (*cross_attach("EPERM"), "deny=pipe2:EPERM"), detour=copies + pipes),
        "sandbox without vmsplice": lambda method: arrive(method, ("deny=vmsplice:EPERM",), detour=("vmsplice",)),
        "sandbox without vmsplice in one rank": lambda method: arrive(method, one("deny=vmsplice:ENOSYS")),
        "user namespaces": lambda method: arrive(method, ("namespace=user",), detour=copies),
        "user namespace of one rank": lambda method: arrive(method, one("namespace=user")),
        "network namespaces": lambda method: arrive(method, ("namespace=user", "namespace=network"), detour=copies + pipes),
        "user's limit of pipes": lambda method: arrive(method, (*cross_attach("EPERM"), "deny=pipe2:ENFILE"), detour=copies + pipes),
        "pipes that do not grow": lambda method: arrive(method, (*cross_attach("EPERM"), "deny=fcntl-grow:EPERM")),
        "no descriptors": lambda method: arrive(method, ("nofile=40",), ("descriptors",)),
        "no descriptors later": lambda method: arrive(method, ("nofile=40",), ("descriptors-later",)),
        "few descriptors": lambda method: arrive(method, (*cross_attach("EPERM"), "nofile=20"), ranks=6),
        "sender killed": lambda method: tests.ends(method, "killed-sender"),
        "receiver killed": lambda method: tests.ends(method, "killed-receiver"),
        "send buffer unreadable": lambda method: tests.reports(method, "bad-send", "send"),
        "send buffer unreadable, gaps": lambda method: tests.reports(method, "bad-send-gaps", "send"),
        "one send buffer of many unreadable": lambda method: tests.reports(method, "bad-among-send", "send"),
        "one receive buffer of many unwritable": lambda method: tests.reports(method, "bad-among-receive", "receive"),
        "receive buffer unwritable": lambda method: tests.reports(method, "bad-receive", "receive"),
        "receive buffer unwritable, gaps": lambda method: tests.reports(method, "bad-receive-gaps", "receive"),
    }


def attempt(test, method):
    try:
        test(method)
    except Failed as failure:
        return "failed", str(failure)
    except Skipped as reason:
        return "skipped", str(reason)
    return "passed", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("prefix", type=Path)
    parser.add_argument("patterns", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--methods", nargs="+", help="only these values of the setting")
    arguments = parser.parse_intermixed_args()
    work = Path(tempfile.mkdtemp(prefix="ferry-tests-lmt."))
    try:
        tests = Tests(arguments.prefix.resolve(), work)
        chosen = {name: test for name, test in table(tests).items()
                  if not arguments.patterns or any(pattern in name for pattern in arguments.patterns)}
        counts = execute(chosen, arguments.methods or tests.methods, arguments.jobs)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    if yama() is None:
        print("this kernel has no Yama: ptrace scopes are simulated by a filter that refuses the calls")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if counts["failed"] or not counts["passed"] else 0


def execute(chosen, methods, jobs):
    counts = dict.fromkeys(("passed", "failed", "skipped"), 0)
    with ThreadPoolExecutor(jobs) as pool:
        runs = [(name, [(method, pool.submit(attempt, test, method)) for method in methods]) for name, test in chosen.items()]
        for name, results in runs:
            cells, details = [], []
            for method, result in results:
                outcome, detail = result.result()
                counts[outcome] += 1
                cells.append(method if outcome == "passed" else f"{method}={outcome.upper()}")
                if detail:
                    details.append(f"   {method}: " + detail.strip().replace("\n", "\n      "))
            print(f"{name:40} {' '.join(cells)}", flush=True)
            for detail in dict.fromkeys(details):
                print(detail, flush=True)
    return counts


if __name__ == "__main__":
    sys.exit(main())
