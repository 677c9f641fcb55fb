"""What benchmarks between two hosts share: libraries take turns, round after round, in a script that runs on the first host and prints points."""

import re
import statistics
import subprocess
import sys


def in_turn(rounds, calls):
    """(library, command) pairs of all rounds; `calls` lists the commands by library, for each benchmark. Each round begins with another library."""
    for number in range(rounds):
        for commands in calls:
            commands = list(commands.items())
            turn = number % len(commands)
            yield from commands[turn:] + commands[:turn]


def collect(command, where, note=lambda *point: None):
    """Runs the script and returns all values by benchmark, size and library. `note` hears of each point."""
    samples, library = {}, None
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as hosts:
        for line in hosts.stdout:
            match line.split():
                case ["turn", name]:
                    library = name
                case ["point", benchmark, size, value]:
                    samples.setdefault(benchmark, {}).setdefault(int(size), {}).setdefault(library, []).append(float(value))
                    note(library, benchmark, int(size), float(value))
                case ["failed", status]:
                    print(f"{library} failed with status {status}", file=sys.stderr)
    if hosts.returncode != 0:
        sys.exit(f"{where} failed with status {hosts.returncode}: {' '.join(map(str, command))}")
    return samples


def with_sizes(results):
    """Results as they were before JSON made words of the sizes."""
    return {name: {int(size): values for size, values in points.items()} for name, points in results.items()}


def ratio(values, ours, peer):
    """Median over the rounds of ours over the peer's, round by round: both were measured one after the other."""
    return statistics.median(mine / theirs for mine, theirs in zip(values.get(ours, []), values.get(peer, [])))


def write_page(path, text):
    """Replaces what is between the marks; the text around them stays."""
    page = path.read_text()
    marked = re.compile(r"(<!-- results -->\n).*?(<!-- /results -->)", re.DOTALL)
    if not marked.search(page):
        sys.exit(f"{path} has no marks for the results")
    path.write_text(marked.sub(lambda match: f"{match[1]}\n{text}\n{match[2]}", page))
