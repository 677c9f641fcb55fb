#!/usr/bin/env python3
"""What somebody on the network can do to a rank without the job's secret. run.sh calls it, in the namespace of host0.

    tests/net/strangers.py ATTACK WORLD FIFO MPIEXEC PROGRAM [loaded]

ATTACK: replay, full_queue, many or slow. WORLD is what the names of the namespaces begin with; PROGRAM is stranger_target.c. The attacker is host2.
With `loaded` twice as many processes as there are processors compute meanwhile. What a peer waits is compared with what it waits without strangers; the best
of TRIES times counts, as the machine may do something else.
"""

import ctypes
import os
import re
import resource
import select
import socket
import struct
import subprocess
import sys
import time

LIMIT_S = 60
MOST_DELAY_S = 1.0  # that strangers may cost a peer
TRIES = 3
LOAD = 2  # processes that compute, for each processor
SLACK_S = 2.0  # what a machine that is busy may take besides; without remedy a full queue costs 3.7 s
TARGET = "10.99.0.1"
GREETING, HELLO, ANSWER = 28, 96, 48  # docs/wire/tcp.md
WELCOME = 0


def fail(what):
    sys.exit(f"FAIL: {what}")


def until(ready, what):
    deadline = time.monotonic() + LIMIT_S
    while not (answer := ready()):
        if time.monotonic() > deadline:
            fail(f"no {what} within {LIMIT_S} s")
        select.select([], [], [], 0.02)
    return answer


class Job:
    """Rank 0 on host0, rank 1 on host1."""

    def __init__(self):
        for rank in (0, 1):
            os.mkfifo(f"{fifo}.{rank}")
        command = ["timeout", "-s", "KILL", "100", mpiexec, "-n", "2", "-ppn", "1", program, fifo]
        # Not buffered: what `select` says is true of the next line.
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0)
        self.pipes = []
        self.pids = {}
        while len(self.pids) < 2:
            line = self.line()
            found = re.fullmatch(rb"rank (\d) (\d+)\n", line) or fail(f"the job does not begin: {line!r}")
            self.pids[int(found[1])] = int(found[2])

    def go(self, rank):
        # Open for reading, too: a rank that is gone reads nothing, and nobody waits for it.
        pipe = os.open(f"{fifo}.{rank}", os.O_RDWR)
        os.write(pipe, b"g")
        self.pipes.append(pipe)

    def line(self):
        """What a rank says next, nothing at the end."""
        if not select.select([self.process.stdout], [], [], LIMIT_S)[0]:
            fail(f"the job says nothing within {LIMIT_S} s")
        return self.process.stdout.readline()

    def sockets(self, state):
        """Ports and peers of rank 0's sockets in a state of /proc/net/tcp."""
        pid = self.pids[0]
        links = (os.readlink(entry.path) for entry in os.scandir(f"/proc/{pid}/fd"))
        inodes = {found[1] for link in links if (found := re.fullmatch(r"socket:\[(\d+)\]", link))}
        rows = [line.split() for table in ("tcp", "tcp6") for line in open(f"/proc/{pid}/net/{table}").readlines()[1:]]
        return [(int(row[1].split(":")[1], 16), row[2]) for row in rows if row[3] == state and row[9] in inodes]

    def port(self):
        return self.sockets("0A")[0][0]

    def received(self):
        if (line := self.line()) != b"received\n":
            fail(f"rank 0 has received nothing: {line!r}")

    def end(self):
        self.go(0)
        if self.process.wait(LIMIT_S) != 0:
            fail(f"the job ends with {self.process.returncode}")
        for rank in (0, 1):
            os.unlink(f"{fifo}.{rank}")


class Namespace:
    """Sockets are made in the namespace of another host."""

    def __init__(self, host):
        self.file = open(f"/run/netns/{world}-host{host}")
        self.own = open("/proc/self/ns/net")

    def __enter__(self):
        self.enter(self.file)

    def __exit__(self, *_):
        self.enter(self.own)

    @staticmethod
    def enter(file):
        if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), 0) != 0:
            fail(f"no way into the namespace of another host: {os.strerror(ctypes.get_errno())}")


def connections(count, port):
    """So many connections of host2, as far as the target takes them."""
    with Namespace(2):
        sockets = [socket.socket(socket.AF_INET, socket.SOCK_STREAM | socket.SOCK_NONBLOCK) for _ in range(count)]
        for each in sockets:
            each.connect_ex((TARGET, port))
    return sockets


def nobody_is_welcome(sockets):
    for each in sockets:
        try:
            heard = each.recv(4096, socket.MSG_DONTWAIT)
        except OSError:
            continue
        if len(heard) > GREETING:
            fail(f"a stranger heard {len(heard)} bytes")


def delayed(job, attack, begin):
    job.received()
    delay = round(time.monotonic() - begin, 3)
    if delay > usual_s + MOST_DELAY_S + SLACK_S:
        late.append(f"{attack} delayed a peer by {delay} s, where {usual_s} s are usual")
    return f"{attack} delayed a peer by {delay} s, {usual_s} s without them" + (", while others compute" if loaded else "")


def usual():
    """Seconds that a peer waits where nobody disturbs."""
    job = Job()
    job.go(0)
    begin = time.monotonic()
    job.go(1)
    job.received()
    delay = round(time.monotonic() - begin, 3)
    job.end()
    return delay


def replay():
    sniffer = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0800))
    sniffer.bind(("eth0", 0))
    sniffer.setblocking(False)
    job = Job()
    port = job.port()
    job.go(0)
    job.go(1)
    job.received()
    until(lambda: not any(peer.startswith("0200630A") or "0200630A:" in peer for _, peer in job.sockets("01")), "end of the connection")
    hello = None
    while hello is None:
        try:
            packet = sniffer.recv(65536)
        except BlockingIOError:
            fail("no first message was captured")
        at = 14 + (packet[14] & 15) * 4
        payload = packet[at + (packet[at + 12] >> 4) * 4:]
        if packet[23] == 6 and struct.unpack(">H", packet[at + 2:at + 4])[0] == port and payload.startswith(b"ferrytcp"):
            hello = payload[:HELLO]
    with Namespace(2):
        stranger = socket.create_connection((TARGET, port), timeout=LIMIT_S)
    heard = stranger.recv(GREETING, socket.MSG_WAITALL)
    if heard[:8] != b"ferrytcp":
        fail(f"the greeting is {heard!r}")
    stranger.sendall(hello)
    heard = stranger.recv(ANSWER, socket.MSG_WAITALL)
    if len(heard) >= 16 and struct.unpack("<I", heard[12:16])[0] == WELCOME:
        fail("a first message that was said again is welcome")
    job.end()
    return "a first message is of no use a second time"


def full_queue():
    job = Job()
    port = job.port()
    strangers = connections(int(open("/proc/sys/net/core/somaxconn").read()) + 300, port)
    job.go(1)
    # Long enough for the kernel of host1 to ask less and less often.
    select.select([], [], [], 3.3)
    begin = time.monotonic()
    job.go(0)
    said = delayed(job, "a listening queue full of others", begin)
    nobody_is_welcome(strangers)
    job.end()
    return said


def many():
    job = Job()
    job.go(0)
    strangers = connections(3000, job.port())
    begin = time.monotonic()
    job.go(1)
    said = delayed(job, "thousands of idle connections", begin)
    nobody_is_welcome(strangers)
    job.end()
    return said


def slow():
    job = Job()
    job.go(0)
    strangers = connections(200, job.port())
    for byte in b"ferrytcp\x03\0\0\0":
        for each in strangers:
            try:
                each.send(bytes([byte]))
            except OSError:
                pass
        if byte == ord("t"):
            begin = time.monotonic()
            job.go(1)
        select.select([], [], [], 0.05)
    said = delayed(job, "strangers that speak slowly", begin)
    nobody_is_welcome(strangers)
    job.end()
    return said


attack, world, fifo, mpiexec, program, *loaded = sys.argv[1:]
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
late = []
busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(LOAD * os.cpu_count() if loaded else 0)]
try:
    for tried in range(1, TRIES + 1):
        usual_s = usual()
        said = {"replay": replay, "full_queue": full_queue, "many": many, "slow": slow}[attack]()
        if len(late) < tried:
            break
    else:
        fail("; ".join(late))
    print(said)
finally:
    for each in busy:
        each.kill()
        each.wait()
