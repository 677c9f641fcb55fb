"""Makes the generated parts of docs/benchmarks/lmt.md from the results of lmt.py.

A part stands between `<!-- NAME -->` and `<!-- /NAME -->`. A part whose results are missing stays as it is.
"""

import json
import pathlib
import re
import shutil

KIB, MIB = 1 << 10, 1 << 20
WITHIN = 1.10  # how much worse than the best method the choice may be
AUTO = "ferry"  # Ferry as it is, in the results
SHARED = "shared"  # the same with a shared heap beneath malloc, for who asks for that


def size(number):
    """64 KiB, 1 MiB."""
    if number >= MIB and number % MIB == 0:
        return f"{number // MIB} MiB"
    return f"{number // KIB} KiB" if number >= KIB and number % KIB == 0 else f"{number} B"


def number(value):
    """Three significant digits, or all of a larger number."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(head, rows):
    """A table in Markdown; the first column is text, the others are numbers."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


class Results:
    """Rows of one step."""

    def __init__(self, folder, step):
        path = folder / f"{step}.json"
        self.step = step
        self.rows = json.loads(path.read_text())["results"] if path.exists() else []

    def __bool__(self):
        return bool(self.rows)

    def of(self, benchmark, ranks=2):
        return [row for row in self.rows if (row["benchmark"], row["ranks"]) == (benchmark, ranks)]

    def value(self, benchmark, column, bytes_, ranks=2):
        return next((values(row).get(column) for row in self.of(benchmark, ranks) if row["bytes"] == bytes_), None)

    def ranks(self):
        return sorted({row["ranks"] for row in self.rows})

    def benchmarks(self):
        return list(dict.fromkeys(row["benchmark"] for row in self.rows))


def values(row):
    """All columns of a row but raw: Ferry, its methods, peers."""
    ferry = {AUTO: row["ferry"]} if row["ferry"] is not None else {}
    return ferry | row.get("variants", {}) | row["peers"]


def columns(rows):
    return list(dict.fromkeys(name for row in rows for name in values(row)))


def title(column):
    return "Ferry" if column == AUTO else column


def less_is_better(row):
    return row["unit"] in ("us", "ms", "KiB")


def best(row, names):
    """Name and value of the best of some columns."""
    found = {name: value for name, value in values(row).items() if name in names}
    choose = min if less_is_better(row) else max
    return choose(found.items(), key=lambda item: item[1]) if found else (None, None)


def worse_by(row, ours, other):
    """Above 1: ours is worse than the other, whatever the unit."""
    if not ours or not other:
        return None
    return ours / other if less_is_better(row) else other / ours


def ratio_text(value):
    return "-" if value is None else f"{value:.2f}"


def plot(results, benchmark, ranks, text):
    return f"![{text}](lmt/{results.step}/{benchmark}-{ranks}.svg)"


def plain_table(rows, ratio=None):
    """Bytes and every column; the best in bold. `ratio` names the field that says how Ferry compares."""
    names = columns(rows)
    lines = []
    for row in rows:
        leader, _ = best(row, names)
        shown = values(row)
        cells = [number(shown.get(name)) for name in names]
        cells = [f"**{cell}**" if name == leader else cell for name, cell in zip(names, cells)]
        lines.append([size(row["bytes"]), *cells, *([ratio_text(row.get(ratio))] if ratio else [])])
    return table(["bytes", *map(title, names), *(["ratio"] if ratio else [])], lines)


def with_plots(results, ratio=None, from_bytes=0):
    """For each benchmark and number of ranks a heading, the plot, the table."""
    parts = []
    for benchmark in results.benchmarks():
        for ranks in results.ranks():
            rows = [row for row in results.of(benchmark, ranks) if row["bytes"] >= from_bytes]
            if rows:
                what = f"{benchmark.replace('_', ' ')}, {ranks} ranks, {rows[0]['unit']}"
                parts += [f"**{what[0].upper() + what[1:]}**", plot(results, benchmark, ranks, what), plain_table(rows, ratio)]
    return "\n\n".join(parts)


def thresholds(folder):
    """The choice against the best fixed method at each size."""
    steps = [Results(folder, "methods-latency"), Results(folder, "methods-bandwidth")]
    parts = []
    for results, benchmark in zip(steps, ["latency", "bandwidth"]):
        rows = [row for row in results.of(benchmark) if row["bytes"] >= 4 * KIB and row.get("variants") and row["ferry"]]
        lines, within = [], 0
        for row in rows:
            chosen = row["ferry"]
            name, value = best(row, [name for name in row["variants"] if name != SHARED])
            worse = worse_by(row, chosen, value)
            within += worse <= WITHIN
            lines.append([size(row["bytes"]), number(chosen), f"{number(value)} ({name})", ratio_text(worse)])
        if rows:
            unit = rows[0]["unit"]
            parts.append(f"{benchmark.capitalize()}: within a tenth of the best method at {within} of {len(rows)} sizes.")
            parts.append(table(["bytes", f"Ferry's choice, {unit}", f"best method, {unit}", "ratio"], lines))
    return "\n\n".join(parts)


def cache(folder):
    """How much slower the receiver reads its working set after a message, and after a memcpy."""
    results = Results(folder, "cache")
    rows = results.of("cache_after_receive")
    lines = []
    for row in rows:
        per_size = lambda name: {column: results.value(name, column, row["bytes"]) for column in values(row)}
        hot, cold, copied = (per_size(name) for name in ("cache_hot", "cache_cold", "cache_after_memcpy"))
        for column, after in values(row).items():
            if not (hot.get(column) and copied.get(column)):
                continue
            lost, lost_by_copy = after - hot[column], copied[column] - hot[column]
            cells = [hot[column], cold.get(column), copied[column], after]
            part = f"{max(lost, 0) / lost_by_copy:.2f}" if lost_by_copy > 0 else "-"
            lines.append([f"{size(row['bytes'])}, {title(column)}", *map(number, cells), part])
    head = ["message, library or method", "hot, us", "in no cache, us", "after memcpy, us", "after the message, us", "lost, of memcpy's loss"]
    return table(head, lines) if lines else ""


def misses(folder):
    """Cache misses for each operation."""
    path = folder / "misses.json"
    if not path.exists():
        return ""
    result = json.loads(path.read_text())
    methods = list(result["rows"][0]["methods"])
    cache_kib = int(result["cache"].split(",")[0]) // KIB
    how = "by the processor's counters" if result["counters"] else f"by cachegrind, which simulates a cache of {cache_kib} KiB for each rank"
    lines = []
    for row in result["rows"]:
        for level, name in (("l1", "first level"), ("last", "last level" if result["counters"] else f"{cache_kib} KiB")):
            cells = [f"{max(row['methods'][method][level], 0):,.0f}" for method in methods]
            lines.append([f"{row['operation']}, {size(row['bytes'])}, {name}", *cells])
    return f"Misses of data in a rank for each operation, counted {how}.\n\n" + table(["operation", *methods], lines)


def kernels(folder):
    results = Results(folder, "kernels")
    lines = []
    names = columns(results.rows)
    for row in results.rows:
        shown = values(row)
        leader, _ = best(row, names)
        cells = [f"**{number(shown.get(name))}**" if name == leader else number(shown.get(name)) for name in names]
        lines.append([f"{row['benchmark']}, {size(row['bytes'])}, {row['ranks']} ranks", *cells, ratio_text(row.get("ratio"))])
    return table(["kernel, ms", *map(title, names), "ratio"], lines) if lines else ""


def overlap(folder):
    results = Results(folder, "overlap")
    parts = []
    for benchmark in results.benchmarks():
        rows = results.of(benchmark)
        parts += [f"**{benchmark.replace('_', ' ').capitalize()}, {rows[0]['unit']}**", plain_table(rows)]
    return "\n\n".join(parts)


def machine(folder):
    path = folder / "machine.json"
    if not path.exists():
        return ""
    found = json.loads(path.read_text())
    caches = ", ".join(f"{name} {size(bytes_)}" for name, bytes_ in found["caches"].items())
    return "\n".join([
        f"- Processors: {found['processors']} of {found['cpu']} ({caches})",
        f"- Kernel: Linux {found['kernel']}; transparent huge pages: {found['huge_pages']}",
        f"- Methods measured: {', '.join(found['methods']) or 'none but the choice'}",
    ])


PARTS = {
    "machine": machine,
    "methods-latency": lambda folder: with_plots(Results(folder, "methods-latency")),
    "methods-bandwidth": lambda folder: with_plots(Results(folder, "methods-bandwidth")),
    "thresholds": thresholds,
    "methods-exchange": lambda folder: with_plots(Results(folder, "methods-exchange")),
    "methods-exchange-8": lambda folder: with_plots(Results(folder, "methods-exchange-8")),
    "peers-latency": lambda folder: with_plots(Results(folder, "peers-latency"), "ratio"),
    "peers-bandwidth": lambda folder: with_plots(Results(folder, "peers-bandwidth"), "ratio"),
    "peers-collectives": lambda folder: with_plots(Results(folder, "peers-collectives"), "ratio"),
    "cache": cache,
    "misses": misses,
    "overlap": overlap,
    "kernels": kernels,
}


def fill(text, name, part):
    """Replaces what stands between the marks of a part."""
    marks = re.compile(f"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.S)
    if not marks.search(text):
        raise ValueError(f"the page has no part {name}")
    return marks.sub(lambda found: f"{found[1]}\n{part}\n\n{found[2]}", text)


def write(results, template, page):
    """Writes `page`: `template` with the parts that `results` has, and the plots beside it in lmt/."""
    text = template.read_text()
    for name, make in PARTS.items():
        part = make(results)
        if part:
            text = fill(text, name, part)
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text)
    for folder in sorted((results / "plots").glob("*")):
        shutil.copytree(folder, page.parent / "lmt" / folder.name, dirs_exist_ok=True)
