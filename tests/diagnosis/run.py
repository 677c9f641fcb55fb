#!/usr/bin/env python3
"""What a job that hangs says of itself: programs that hang and programs that do not, under mpiexec.

    tests/diagnosis/run.py PREFIX [--mpich ROOT] [NAME ...]

PREFIX is an installed Ferry. With --mpich, ranks under another launcher (ROOT/bin/mpiexec) are tested, too. NAMEs choose tests.
"""

import argparse
import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LIMIT_S = 60  # no test takes this long unless something is wrong; the machine may be loaded
WATCHDOG_S = 1


class Failed(Exception):
    pass


def check(condition, what, text=""):
    if not condition:
        raise Failed(f"{what}\n{text}")


def says(text, *patterns):
    for pattern in patterns:
        check(re.search(pattern, text, re.M), f"nothing like {pattern!r} in", text)


def says_not(text, *patterns):
    for pattern in patterns:
        check(not re.search(pattern, text, re.M), f"{pattern!r} in", text)


class Job:
    """A running mpiexec; collects what it prints."""

    def __init__(self, ranks, what, *, watchdog="off", launcher=None, options=(), variables=None, script=None, arguments=()):
        mpiexec = launcher or prefix / "bin" / "mpiexec"
        environment = dict(os.environ, FERRY_WATCHDOG=str(watchdog), **(variables or {}))
        self.ranks = ranks
        self.process = subprocess.Popen(
            [mpiexec, *options, "-n", str(ranks), script or program, what, *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        )
        self.pids, self.output, self.errors = {}, "", ""
        self.changed = threading.Condition()
        self.readers = [threading.Thread(target=self.read, args=(stream, name), daemon=True)
                        for stream, name in ((self.process.stdout, "output"), (self.process.stderr, "errors"))]
        for reader in self.readers:
            reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        for reader in self.readers:
            reader.join(10)

    def read(self, stream, name):
        for line in stream:
            with self.changed:
                setattr(self, name, getattr(self, name) + line)
                found = re.fullmatch(r"rank (\d+) (\d+)\n", line)
                if found:
                    self.pids[int(found[1])] = int(found[2])
                self.changed.notify_all()

    def until(self, ready, what):
        with self.changed:
            check(self.changed.wait_for(ready, LIMIT_S), f"no {what} within {LIMIT_S} s", self.output + self.errors)

    def started(self, ranks=None):
        self.until(lambda: len(self.pids) == (ranks or self.ranks), "word from all ranks")
        return self

    def says(self, *patterns):
        """Waits until the error output, that of mpiexec among it, has something like each pattern."""
        missing = lambda: [pattern for pattern in patterns if not re.search(pattern, self.errors, re.M)]
        with self.changed:
            check(self.changed.wait_for(lambda: not missing(), LIMIT_S), f"nothing like {missing()} within {LIMIT_S} s in", self.errors)

    def release(self, *ranks):
        """Ends what ranks do outside of MPI."""
        for rank in ranks:
            os.kill(self.pids[rank], signal.SIGUSR2)

    def finish(self):
        status = self.process.wait(LIMIT_S)
        for reader in self.readers:
            reader.join(10)
        return status


def dump(pid, *options, status=0):
    done = subprocess.run([prefix / "bin" / "ferry", "dump", str(pid), *options], capture_output=True, text=True, timeout=LIMIT_S)
    check(done.returncode == status, f"ferry dump ends with {done.returncode}", done.stdout + done.stderr)
    return done.stdout + done.stderr


def still(job, calls, hangs=True):
    """The report once so many ranks wait, and the job hangs or not: a rank is noticed a moment after it begins to wait."""
    job.started()
    deadline = time.monotonic() + LIMIT_S
    while True:
        report = json.loads(dump(job.process.pid, "--json"))
        waiting = sum(bool(rank.get("waits")) for rank in report["ranks"])
        if waiting >= calls and report["hangs"] == hangs:
            return report
        check(time.monotonic() < deadline, f"not {calls} ranks wait, or hangs is not {hangs}", json.dumps(report, indent=1))


def wait_for_complaints(job, count, calls=None):
    """Until each rank, or so many calls, have had reason to complain that nothing moves as often as this."""
    job.started()
    deadline = time.monotonic() + LIMIT_S
    ages = []
    while len(ages) < (calls or job.ranks) or min(ages) < count * WATCHDOG_S * 1e9:
        check(time.monotonic() < deadline, f"the ranks have not waited for {count} times the watchdog's time", ages)
        ranks = json.loads(dump(job.process.pid, "--json"))["ranks"]
        ages = [rank["at_ns"] - wait["since_ns"] for rank in ranks for wait in rank.get("waits", [])]


def findings(report, topic):
    return [finding for finding in report["findings"] if finding["topic"] == topic]


def hint_texts(report):
    return "\n".join(finding["text"] for finding in findings(report, "hint"))


# Tests: functions whose names begin with test_.


def test_ring_of_2():
    with Job(2, "ring", watchdog=WATCHDOG_S) as job:
        job.says(r"^mpiexec: the job hangs; nothing has moved for \d+ s \(FERRY_WATCHDOG",
                 r"deadlock: rank 0 waits in MPI_Ssend for its message to be received by rank 1 \(tag 5, MPI_COMM_WORLD\); "
                 r"rank 1 waits in MPI_Ssend for its message to be received by rank 0",
                 r"rank 0 \(process \d+\) has been in MPI_Ssend for \d", "pending: synchronous send to rank 1 .* 4 bytes: the receiver",
                 r"unexpected: message from rank 1 \(tag 5, MPI_COMM_WORLD\), 4 bytes, eager, synchronous")
        wait_for_complaints(job, 4)
        check(job.errors.count("the job hangs") == 1, "the same hang is told twice", job.errors)


def test_ring_of_3_and_7():
    for ranks in (3, 7):
        with Job(ranks, "ring") as job:
            report = still(job, ranks)
            circle, = findings(report, "deadlock")
            check(circle["ranks"] == list(range(ranks)), "the circle is not that of all ranks", circle)


def test_another_tag():
    with Job(2, "wrong_tag", watchdog=WATCHDOG_S) as job:
        job.says(r"deadlock: rank 0 waits in MPI_Recv for a message from rank 1 \(tag 7, MPI_COMM_WORLD\); rank 1 waits in MPI_Ssend",
                 r"hint: rank 0 waits for a message from rank 1 \(tag 7.*one from rank 1 \(tag 8.*another tag")


def test_another_communicator():
    with Job(2, "wrong_comm") as job:
        report = still(job, 2)
        hint, = findings(report, "hint")
        says(hint["text"], r"rank 1 \(tag 7, other\).* rank 1 \(tag 7, MPI_COMM_WORLD\).*another communicator")


def test_a_rank_that_does_not_come_to_a_barrier():
    with Job(4, "missing", watchdog=WATCHDOG_S) as job:
        job.says(r"deadlock: rank 0 waits in MPI_Barrier for rank 3's part of MPI_Barrier \(MPI_COMM_WORLD\); rank 3 waits in MPI_Recv",
                 r"^  ranks 1, 2 wait behind them", r"hint: rank 3 has not done its part of MPI_Barrier .*: it waits in MPI_Recv")


def test_collectives_on_two_communicators():
    with Job(3, "crossed") as job:
        report = still(job, 3)
        check(report["hangs"] and findings(report, "deadlock"), "no deadlock", report)
        says(hint_texts(report), "MPI_Barrier", "waits in MPI_Allreduce")


def test_a_collective_with_another_operation():
    with Job(3, "operations") as job:
        report = still(job, 3)
        check(findings(report, "deadlock"), "no deadlock", report)
        says(hint_texts(report), "^rank 1 has not done its part of MPI_Allreduce .*: it does it through shared memory and rank 0 by messages; counts, data")


def test_a_collective_in_its_three_forms():
    with Job(3, "forms") as job:
        texts = hint_texts(still(job, 3))
        says(texts, "^rank 1 has not done its part of MPI_Barrier .*: it is in MPI_Ibarrier on the same communicator",
             "^rank 2 has not done its part of MPI_Barrier .*: it is in MPI_Barrier_init on the same communicator",
             "^rank 0 has not done its part of MPI_Ibarrier .*: it is in MPI_Barrier on the same communicator")


def test_everybody_waits_for_anybody():
    with Job(3, "anybody") as job:
        report = still(job, 3)
        check(findings(report, "deadlock"), "no deadlock", report)
        says(report["findings"][0]["text"], "from any rank \\(any tag")


def test_anybody_may_still_send():
    with Job(3, "rescued", watchdog=WATCHDOG_S) as job:
        still(job, 2, hangs=False)
        job.release(2)
        check(job.finish() == 0 and "hangs" not in job.errors, "a false alarm", job.errors)


def test_a_rank_that_computes_or_sleeps():
    for what in ("busy", "asleep", "background"):
        with Job(3, what, watchdog=WATCHDOG_S) as job:
            # It says its number before it calls MPI_Init, for which the others need not wait.
            deadline = time.monotonic() + LIMIT_S
            while (report := still(job, 2, hangs=False))["ranks"][2]["state"] == "before":
                check(time.monotonic() < deadline, "rank 2 does not begin", report)
            check(report["ranks"][2]["state"] == "outside", "rank 2 is not outside", report)
            says(hint_texts(report), "^rank 2 has not done its part of MPI_I?[Bb]arrier.*outside of MPI")
            job.release(2)
            check(job.finish() == 0 and "hangs" not in job.errors, "a false alarm", job.errors)


def test_threads_that_wait_for_each_other():
    with Job(2, "all_threads", watchdog=WATCHDOG_S) as job:
        job.says("the job hangs", r"deadlock: rank 0 waits in MPI_Recv for a message from rank 1 \(tag 4")


def test_a_thread_that_may_wake_by_itself():
    with Job(2, "rescuing_thread", watchdog=WATCHDOG_S) as job:
        wait_for_complaints(job, 4)
        check(not json.loads(dump(job.process.pid, "--json"))["hangs"], "a false alarm", job.errors)
        job.release(1)
        check(job.finish() == 0 and "hangs" not in job.errors, "a false alarm", job.errors)


def test_a_thread_that_polls_beside_one_that_waits():
    with Job(2, "polling_thread", watchdog=WATCHDOG_S) as job:
        wait_for_complaints(job, 4)
        # Now the one answers, now the other.
        for _ in range(20):
            check(not json.loads(dump(job.process.pid, "--json"))["hangs"], "a false alarm", job.errors)
        job.release(1)
        check(job.finish() == 0 and "hangs" not in job.errors, "a false alarm", job.errors)


def test_a_rank_that_has_left():
    with Job(3, "left", watchdog=WATCHDOG_S) as job:
        job.says(r"in vain: rank 0 waits in MPI_Recv for a message from rank 2 .*, which has called MPI_Finalize",
                 r"^  rank 2 has called MPI_Finalize")


def test_an_access_to_a_file_that_takes_long():
    for what in ("waits_for_file", "closes_file"):
        with tempfile.NamedTemporaryFile() as file:
            fcntl.lockf(file, fcntl.LOCK_EX)
            with Job(2, what, watchdog=WATCHDOG_S, arguments=(file.name,)) as job:
                wait_for_complaints(job, 4)
                check(not json.loads(dump(job.process.pid, "--json"))["hangs"], "a false alarm", job.errors)
                fcntl.lockf(file, fcntl.LOCK_UN)
                check(job.finish() == 0 and not job.errors, f"{what}: a false alarm", job.errors)


def test_the_living_wait_for_the_living():
    with Job(3, "survivors", watchdog=WATCHDOG_S, options=("--fault-tolerance",)) as job:
        wait_for_complaints(job, 4, calls=1)
        check(not json.loads(dump(job.process.pid, "--json"))["hangs"], "a false alarm", job.errors)
        job.release(2)
        check(job.finish() == 0, "the living could not leave", job.errors)
        says_not(job.errors, "hangs", "in vain")


def test_polling_ranks_answer():
    with Job(2, "polls") as job:
        job.started()
        deadline = time.monotonic() + LIMIT_S
        while True:
            # A rank that has just begun to poll has no answer yet, and need not get one in time on a machine that is busy.
            report = json.loads(dump(job.process.pid, "--json"))
            if all(rank["state"] == "inside" and rank["polls"] == "MPI_Test" for rank in report["ranks"]):
                break
            check(time.monotonic() < deadline, "no word of MPI_Test", report)
        for rank in report["ranks"]:
            check(rank["operations"][0]["tag"] == 6, "no pending receive", rank)
        check(not report["hangs"], "who polls may do anything", report)


def test_ranks_that_poll_in_vain_are_told_of():
    with Job(2, "polls", watchdog=WATCHDOG_S) as job:
        job.says("nothing has moved for", "ranks 0, 1 call MPI_Test again and again, and nothing comes of it. Unless something outside")
    with Job(3, "polls_for_waiting", watchdog=WATCHDOG_S) as job:
        job.says("rank 0 calls MPI_Test again and again, and nothing comes of it; all others wait in MPI")


def test_a_rank_that_computes_between_polls():
    with Job(2, "polls_and_computes", watchdog=WATCHDOG_S) as job:
        job.started()
        deadline = time.monotonic() + LIMIT_S
        while True:  # until rank 1 has complained more than once
            waits = json.loads(dump(job.process.pid, "--json"))["ranks"][1].get("waits", [])
            if waits and time.monotonic_ns() - waits[0]["since_ns"] > 4 * WATCHDOG_S * 1e9:
                break
            check(time.monotonic() < deadline, "rank 1 does not wait", job.errors)
        job.release(0)
        check(job.finish() == 0 and not job.errors, "a false alarm", job.errors)


def test_a_rank_that_comes_back_to_mpi():
    with Job(2, "comes_back", watchdog=WATCHDOG_S) as job:
        job.started()
        deadline = time.monotonic() + LIMIT_S
        while True:  # until rank 1 has complained more than once
            waits = json.loads(dump(job.process.pid, "--json"))["ranks"][1].get("waits", [])
            if waits and time.monotonic_ns() - waits[0]["since_ns"] > 4 * WATCHDOG_S * 1e9:
                break
            check(time.monotonic() < deadline, "rank 1 does not wait", job.errors)
        job.release(0)
        check(job.finish() == 0 and not job.errors, "a false alarm", job.errors)


def come_late(runs):
    """Ranks that come late, when they are being asked after or have just been: how many of so many runs went well. All runs on two to 32 ranks, on one host or two."""
    shell = f"sh -c 'shift; exec sh -c \"$*\"' sh"

    def run(number):
        ranks = (2, 2, 3, 4, 8, 2, 16, 32)[number % 8]
        hosts = ("--launcher", shell, "-H", f"a:{(ranks + 1) // 2},b:{ranks // 2}") if number % 3 == 2 else ()
        late_ms = 900 + number * 37 % 2800  # the first question comes after 1000, and answers are waited for until 3500
        with Job(ranks, "tardy", watchdog=WATCHDOG_S, options=hosts, variables={"LATE_MS": str(late_ms)}) as job:
            status = job.finish()
            check(status == 0 and not job.errors, f"run {number}: {ranks} ranks, {late_ms} ms late, status {status}", job.errors)

    def attempt_run(number):
        try:
            run(number)
            return True
        except (Failed, subprocess.SubprocessError) as problem:
            print(f"FAIL: {problem}", flush=True)
            return False

    with ThreadPoolExecutor(8) as pool:
        return sum(pool.map(attempt_run, range(runs)))


def test_ranks_that_come_late():
    check(come_late(24) == 24, "false alarms")


def test_several_requests():
    with Job(3, "all_of") as job:
        report = still(job, 3)
        circle, = findings(report, "deadlock")
        says(circle["text"], r"rank 0 waits in MPI_Waitall for a message from rank \d \(tag 2")


def test_nonblocking_collective():
    for algorithm, has_rounds in (("direct", False), ("dissemination", True)):
        with Job(3, "nonblocking", variables={"FERRY_COLLECTIVE": f"barrier={algorithm}"}) as job:
            report = still(job, 3)
            check(report["hangs"], "no hang", report)
            collective = report["ranks"][1]["collectives"][0]
            check(collective["function"] == "MPI_Barrier", "another function", collective)
            check((collective["rounds"][1] > 0) == has_rounds, f"rounds of {algorithm}", collective)
            says(report["findings"][0]["text"], r"rank 1 waits in MPI_Wait for rank \d's part of MPI_Ibarrier \(other\)")


def test_partitions():
    with Job(3, "partitions", watchdog=WATCHDOG_S) as job:
        job.says(r"deadlock: rank 0 waits in MPI_Wait for another thread of its own to call MPI_Pready for 1 more of 4 partitions",
                 r"rank 1 \(process \d+\) has been in MPI_Wait for .* waiting for a message from rank 0 \(partition 3, other\)",
                 r"pending: receive from rank 0 \(partition 3, other\), 4 bytes, of a partitioned request: no message has matched")


def test_partitions_without_a_sender():
    with Job(2, "lonely_partitions") as job:
        report = still(job, 2)
        circle, = findings(report, "deadlock")
        says(circle["text"], r"rank 0 waits in MPI_Wait for a message from rank 1 \(tag 9, MPI_COMM_WORLD\), to begin partitioned communication")
        check(report["ranks"][0]["operations"][0]["channel"] == "setup", "another channel", report)
        check(not hint_texts(report), "a message of another kind is no near miss", report)


def test_a_duplication():
    with Job(3, "duplication") as job:
        circle, = findings(still(job, 3), "deadlock")
        says(circle["text"], r"rank 1 waits in MPI_Wait for a message from rank 0 .*, making a communicator", "rank 0 waits in MPI_Recv")


def test_a_generalized_request():
    with Job(2, "generalized", watchdog=WATCHDOG_S) as job:
        job.says("rank 0 waits in MPI_Wait for another thread of its own to call MPI_Grequest_complete")


def test_buffered_messages():
    for program, call in (("flush", "Buffer_flush"), ("iflush", "Wait"), ("disconnect", "Comm_disconnect"), ("buffered_to_the_end", "Finalize")):
        with Job(3, program) as job:
            circle, = findings(still(job, 3), "deadlock")
            says(circle["text"], rf"rank 0 waits in MPI_{call} for its message to be received by rank 1 \(tag 3, other\)")


def test_large_message():
    with Job(2, "large") as job:
        report = still(job, 2)
        operation = report["ranks"][0]["operations"][0]
        check(operation["stage"] == "announced" and operation["bytes"] == 1 << 20, "wrong send", operation)
        check(report["ranks"][1]["unexpected"][0]["protocol"] == "rendezvous", "no announcement", report)


def test_a_rank_that_starts_late():
    with Job(2, "late", watchdog=WATCHDOG_S) as job:
        report = still(job, 1, hangs=False)
        check(report["ranks"][0]["state"] == "before", "rank 0 is not late", report)
        says(report["ranks"][1]["waits"][0]["things"][0]["ranks"]["until"], "call MPI_Init")
        job.release(0)
        check(job.finish() == 0 and "hangs" not in job.errors, "a false alarm", job.errors)


def test_a_signal_to_a_rank_or_to_mpiexec():
    for target in ("rank", "mpiexec"):
        with Job(2, "wrong_tag") as job:
            still(job, 2)
            os.kill(job.pids[1] if target == "rank" else job.process.pid, signal.SIGUSR1)
            job.says(r"^mpiexec: the job, as rank \d was asked by a signal:", "deadlock: rank 0 waits")
            check(job.process.poll() is None, "the signal ended the job", job.errors)


def test_a_signal_to_a_rank_that_computes():
    with Job(2, "busy") as job:
        job.started()
        os.kill(job.pids[1], signal.SIGUSR1)
        job.says(r"rank 1 \(process \d+, \w+, .* of processor time\) did not answer")
        job.release(1)
        check(job.finish() == 0, "the signal harmed the job", job.errors)


def test_a_signal_that_the_program_wants():
    for target in ("rank", "mpiexec"):
        with Job(1, "own_handler") as job:
            job.started()
            os.kill(job.pids[0] if target == "rank" else job.process.pid, signal.SIGUSR1)
            check(job.finish() == 0 and f"handled {int(signal.SIGUSR1)}\n" in job.output, "the program got no signal", job.output)
            check(job.errors == "", "a report that nobody asked for", job.errors)


def test_a_shell_around_a_rank_survives_the_signal():
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script"
        script.write_text(f"#!/bin/sh\n{program} $1\necho over\n")
        script.chmod(0o755)
        with Job(2, "busy", script=script) as job:
            job.started()
            os.kill(job.process.pid, signal.SIGUSR1)
            job.says(r"^  rank 1[ (]")
            job.release(1)
            check(job.finish() == 0 and job.output.count("over\n") == 2, "a shell died", job.output + job.errors)


def test_the_signal_can_be_left_alone():
    with Job(1, "busy", variables={"FERRY_DUMP_SIGNAL": "off"}) as job:
        job.started()
        os.kill(job.pids[0], signal.SIGUSR1)
        check(job.finish() == 128 + signal.SIGUSR1, "the default action did not happen", job.errors)


def test_dump_takes_any_process_of_the_job():
    with Job(2, "wrong_tag") as job:
        still(job, 2)
        for pid in (job.process.pid, job.pids[0], job.pids[1]):
            says(dump(pid), r"^  deadlock: rank 0 waits", r"^  rank 1 \(process")
        check(job.errors == "", "mpiexec prints what it was not asked to", job.errors)
    says(dump(os.getpid(), status=1), "not part of a running job")


def test_the_end_of_the_time_limit_says_why():
    # Longer than ranks take to start on a busy machine.
    with Job(2, "wrong_tag", options=("--timeout", "6")) as job:
        check(job.finish() == 124, "not the status of a time limit", job.errors)
        says(job.errors, "the job at the end of its time:", r"^  rank 0 \(process", r"^  rank 1 \(process", r"did not end within 6 s")


def test_processes_of_another_job_may_act():
    with Job(1, "spawned", watchdog=WATCHDOG_S) as job:
        job.until(lambda: job.output.count("rank 0 ") == 2, "word from the spawned process")
        still(job, 1, hangs=False)
        says(dump(job.process.pid), r"for a message from rank 0 of job [0-9a-f]{16} \(tag 3")
        job.release(0)  # The spawned one, which was the last to say its number.
        check(job.finish() == 0 and "hangs" not in job.errors, "a false alarm", job.errors)
    with Job(1, "port", watchdog=WATCHDOG_S) as job:
        still(job, 1, hangs=False)
        says(dump(job.process.pid), r"MPI_Comm_accept .*waiting for processes of another job to connect to the port")


def test_alone():
    environment = dict(os.environ, FERRY_WATCHDOG=str(WATCHDOG_S))
    process = subprocess.Popen([program, "ring"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        text = process.stderr.readline() + process.stderr.readline()
        says(text, "ferry: nothing has moved for", "deadlock: rank 0 waits in MPI_Ssend for its message to be received by rank 0")
    finally:
        process.kill()
        process.wait()


def test_another_launcher():
    if not mpich or not Path(mpich, "bin/mpiexec").exists():
        print("skipped: no MPICH, whose launcher is to be tried")
        return
    libraries = {"LD_LIBRARY_PATH": f"{prefix}/lib"}
    with Job(2, "wrong_tag", launcher=f"{mpich}/bin/mpiexec", variables=libraries) as job:
        job.started()
        for rank, pid in job.pids.items():
            told = lambda: len(re.findall(rf"^  rank {rank}[ (]", job.errors, re.M))
            while not re.search(rf"^  rank {rank} \(process \d+\) has been in MPI_", job.errors, re.M):  # it says so if it does not wait yet
                before = told()
                os.kill(pid, signal.SIGUSR1)
                job.until(lambda: told() > before, f"answer of rank {rank}")
        job.says("pending: receive from rank 1 \\(tag 7", "pending: synchronous send to rank 0 \\(tag 8")


def main():
    global prefix, program, mpich
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("prefix", type=lambda path: Path(path).resolve())
    parser.add_argument("--mpich", help="root of an installed MPICH, for its launcher")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--late", type=int, help="do nothing but run so many jobs whose ranks come late")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_intermixed_args()
    prefix, mpich = arguments.prefix, arguments.mpich
    tests = [(name, function) for name, function in globals().items() if name.startswith("test_")
             and (not arguments.names or any(part in name for part in arguments.names))]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program"
        source = Path(__file__).parent / "program.c"
        subprocess.run([prefix / "bin" / "mpicc", "-O1", "-Wall", "-Werror", source, "-o", program], check=True)
        if arguments.late:
            well = come_late(arguments.late)
            print(f"{well} of {arguments.late} jobs whose ranks come late ended without a false alarm")
            return int(well != arguments.late)
        with ThreadPoolExecutor(arguments.jobs) as pool:
            failed = [name for name, problem in pool.map(attempt, tests) if problem]
    print(f"{len(tests) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def attempt(test):
    name, function = test
    try:
        function()
    except (Failed, subprocess.SubprocessError, OSError, ValueError, KeyError, IndexError) as problem:
        print(f"FAIL: {name}: {problem}", flush=True)
        return name, problem
    print(f"ok: {name[5:].replace('_', ' ')}", flush=True)
    return name, None


if __name__ == "__main__":
    sys.exit(main())
