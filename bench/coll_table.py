#!/usr/bin/env python3
"""Makes the tables of docs/benchmarks/collectives.md from what `ferry bench --json` wrote.

usage: coll_table.py [--into PAGE.md] FILE.json...

Prints them, or puts them between the marks `<!-- NAME -->` and `<!-- /NAME -->` of a page, where NAME is blocking, exposed or calls. Several files are joined;
a point that is in several of them is taken from the last one. A table without results stays as it is."""

import json
import re
import sys
from functools import partial

FUNCTIONS = (
    "barrier bcast gather gatherv scatter scatterv allgather allgatherv alltoall alltoallv alltoallw "
    "reduce allreduce reduce_scatter reduce_scatter_block scan exscan"
).split()


LIBRARIES = {"impi": "Intel MPI", "openmpi": "Open MPI", "mpich": "MPICH"}


def read(paths):
    """Points by (benchmark, bytes, ranks)."""
    points = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for point in json.load(file)["results"]:
                if point["ferry"] is not None and point["ratio"] is not None:
                    points[point["benchmark"], point["bytes"], point["ranks"]] = point
    return points


def row(points, function, size, ranks):
    cells = []
    for count in ranks:
        point = points.get((function, size, count))
        cells.append(f"{point['ferry']:.3g} ({point['ratio']:.2f})" if point else "")
    return f"| {function} | {size} | {' | '.join(cells)} |"


def blocking(points):
    """Functions and sizes against ranks, and what is not better than the others."""
    points = {key: point for key, point in points.items() if key[0] in FUNCTIONS}
    if not points:
        return
    ranks = sorted({count for _, _, count in points})
    yield "| function | bytes |" + "".join(f" {count} ranks |" for count in ranks)
    yield "|---|---:|" + "---:|" * len(ranks)
    for function in FUNCTIONS:
        for size in sorted({size for name, size, _ in points if name == function}):
            yield row(points, function, size, ranks)
    yield ""
    yield from summary(points)


def summary(points):
    ratios = sorted(point["ratio"] for point in points.values())
    better = sum(ratio < 1 for ratio in ratios)
    share = 100 * better / len(ratios)
    yield f"Ferry is better at {better} of {len(ratios)} points ({share:.0f} %); the middle ratio is {ratios[len(ratios) // 2]:.2f}. The others:"
    yield ""
    for point in sorted(points.values(), key=lambda point: -point["ratio"]):
        if point["ratio"] >= 1:
            yield "- {benchmark}, {bytes} bytes, {ranks} ranks: {ratio:.2f} (spread {spread:.2f})".format(**point)


def beside_computation(points, measure):
    """What non-blocking operations take beside a computation by one of the measures (`exposed`, `calls`), library by library."""
    points = {key: point for key, point in points.items() if key[0].startswith(f"{measure}_i")}
    if not points:
        return
    names = sorted({name for name, _, _ in points})
    peers = [peer for peer in LIBRARIES if any(peer in point["peers"] for point in points.values())]
    yield "| | bytes | Ferry | " + " | ".join(LIBRARIES[peer] for peer in peers) + " | ratio |"
    yield "|---|---:|" + "---:|" * (2 + len(peers))
    for name in names:
        title = name.removeprefix(f"{measure}_").replace("_test", ", tests").capitalize()
        for (_, size, _), point in sorted((key, point) for key, point in points.items() if key[0] == name):
            cells = [point["ferry"], *(point["peers"].get(peer) for peer in peers)]
            texts = ["-" if cell is None else f"{cell:.3g}" for cell in cells]
            yield f"| {title} | {size} | {' | '.join(texts)} | {point['ratio']:.2f} |"


def tables_of(points):
    """The lines of each table there are results for, by the name of its marks."""
    makers = {"blocking": blocking} | {name: partial(beside_computation, measure=name) for name in ("exposed", "calls")}
    made = {name: list(make(points)) for name, make in makers.items()}
    return {name: lines for name, lines in made.items() if lines}


def put(page, name, lines):
    """Replaces what stands between the marks of a table."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    if begin not in page or end not in page:
        sys.exit(f"coll_table.py: the page has no {begin} and {end}")
    text = "\n".join([begin, "", *lines, "", end])
    return re.sub(re.escape(begin) + ".*" + re.escape(end), lambda _: text, page, flags=re.DOTALL)


def main():
    arguments = sys.argv[1:]
    into = arguments[1] if arguments[:1] == ["--into"] and len(arguments) > 1 else None
    paths = arguments[2:] if into else arguments
    if not paths:
        sys.exit(__doc__)
    points = read(paths)
    tables = tables_of(points)
    if not tables:
        sys.exit("coll_table.py: no results of collectives beside other libraries in these files")
    if not into:
        print("\n\n".join("\n".join(lines) for lines in tables.values()))
        return
    with open(into, encoding="utf-8") as file:
        page = file.read()
    for name, lines in tables.items():
        page = put(page, name, lines)
    with open(into, "w", encoding="utf-8") as file:
        file.write(page)


if __name__ == "__main__":
    main()
