#!/usr/bin/env python3
"""Tests of the scripts in bench/: what the page of large messages is made from, and what cache misses are read from, how libraries take turns between hosts.

    tests/bench/run.py
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import cache_misses  # noqa: E402
import compat  # noqa: E402
import lmt  # noqa: E402
import lmt_report  # noqa: E402
import rounds  # noqa: E402


def row(benchmark, size, ferry, unit="us", variants=None, peers=None, ranks=2):
    found = {"benchmark": benchmark, "ranks": ranks, "bytes": size, "unit": unit, "ferry": ferry, "peers": peers or {}, "ratio": 0.5}
    return found | ({"variants": variants} if variants else {})


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.results = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, step, rows):
        (self.results / f"{step}.json").write_text(json.dumps({"results": rows}))

    def test_thresholds_compare_the_choice_with_the_best_method_whatever_the_unit(self):
        self.put("methods-latency", [row("latency", 4096, 1.0, variants={"ring": 1.2, "read": 0.95}),
                                     row("latency", 65536, 6.0, variants={"ring": 5.0, "read": 7.0}),
                                     row("latency", 64, 9.0, variants={"ring": 1.0})])
        self.put("methods-bandwidth", [row("bandwidth", 4096, 900.0, "MB/s", variants={"ring": 1200.0, "read": 100.0})])
        text = lmt_report.thresholds(self.results)
        self.assertIn("Latency: within a tenth of the best method at 1 of 2 sizes.", text)
        self.assertIn("| 4 KiB | 1 | 0.95 (read) | 1.05 |", text)
        self.assertIn("| 64 KiB | 6 | 5 (ring) | 1.20 |", text)
        self.assertIn("Bandwidth: within a tenth of the best method at 0 of 1 sizes.", text)
        self.assertIn("| 4 KiB | 900 | 1,200 (ring) | 1.33 |", text)

    def test_the_cache_says_what_part_of_the_loss_by_memcpy_is_left(self):
        columns = {"impi": 500.0}
        self.put("cache", [row("cache_hot", 1 << 26, 100.0, peers={"impi": 100.0}), row("cache_cold", 1 << 26, 3000.0, peers=columns),
                           row("cache_after_memcpy", 1 << 26, 900.0, peers=columns),
                           row("cache_after_receive", 1 << 26, 300.0, peers={"impi": 700.0})])
        text = lmt_report.cache(self.results)
        self.assertIn("| 64 MiB, Ferry | 100 | 3,000 | 900 | 300 | 0.25 |", text)
        self.assertIn("| 64 MiB, impi | 100 | 500 | 500 | 700 | 1.50 |", text)

    def test_the_best_of_a_row_is_bold(self):
        rows = [row("latency", 1 << 20, 5.0, variants={"read": 4.0}, peers={"impi": 6.0})]
        self.assertIn("| 1 MiB | 5 | **4** | 6 | 0.50 |", lmt_report.plain_table(rows, "ratio"))
        rows = [row("bandwidth", 1 << 20, 5.0, "MB/s", peers={"impi": 6.0})]
        self.assertIn("| 1 MiB | 5 | **6** |", lmt_report.plain_table(rows))

    def test_parts_are_replaced_and_the_rest_of_the_page_stays(self):
        page = "before\n<!-- a -->\nold\n<!-- /a -->\nafter\n"
        filled = lmt_report.fill(page, "a", r"new \1")
        self.assertEqual(filled, "before\n<!-- a -->\n\nnew \\1\n\n<!-- /a -->\nafter\n")
        self.assertEqual(lmt_report.fill(filled, "a", r"new \1"), filled)
        self.assertRaises(ValueError, lmt_report.fill, page, "b", "")

    def test_the_page_has_every_part_and_no_other(self):
        text = lmt.PAGE.read_text()
        marks = [line[5:-4] for line in text.splitlines() if line.startswith("<!-- ") and "/" not in line]
        self.assertEqual(sorted(marks), sorted(lmt_report.PARTS))

    def test_missing_results_leave_the_page_as_it_is(self):
        page = self.results / "page/lmt.md"
        lmt_report.write(self.results, lmt.PAGE, page)
        self.assertEqual(page.read_text(), lmt.PAGE.read_text())


class Steps(unittest.TestCase):
    def test_powers_include_both_ends(self):
        self.assertEqual(lmt.powers(64, 256), [64, 128, 256])
        self.assertEqual(lmt.powers(64, 64 << 20)[-1], 64 << 20)
        self.assertEqual(lmt.powers(64, 1024, 2), [64, 256, 1024])

    def test_every_step_of_benchmarks_has_a_part(self):
        for step in lmt.STEPS:
            self.assertIn(step.name, lmt_report.PARTS)


class Misses(unittest.TestCase):
    def test_cachegrind(self):
        text = "desc: D1 cache\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\nfn=main\n1 2\nsummary: 1 2 3 4 50 6 7 80 9\n"
        self.assertEqual(cache_misses.cachegrind_misses(text), {"l1": 130, "last": 15})

    def test_perf(self):
        text = "# started on Sun\n\n123,,L1-dcache-load-misses:u,1000,100.00,,\n45,,cache-misses,1000,100.00,,\n"
        self.assertEqual(cache_misses.perf_misses(text), {"l1": 123, "last": 45})

    def test_a_command_is_launcher_and_program(self):
        self.assertEqual(cache_misses.split(["mpiexec", "-n", "2", "./a", "-n", "3"]), (["mpiexec", "-n", "2"], ["./a", "-n", "3"]))

    def test_a_simulated_cache_has_a_power_of_two_of_sets(self):
        for level in (1, 2):
            size, ways, line = map(int, cache_misses.simulated_cache(level).split(","))
            sets = size // ways // line
            self.assertEqual(sets & (sets - 1), 0)


class Floor(unittest.TestCase):
    def test_each_way_has_a_time_and_odd_lengths_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            program = f"{folder}/floor"
            flags = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror"]
            subprocess.run(["cc", *flags, ROOT / "bench/floor.c", "-o", program], check=True)
            done = subprocess.run([program, "4096", "1048576"], capture_output=True, text=True, check=True, timeout=120)
            for bytes_, line in zip([4096, 1048576], done.stdout.splitlines(), strict=True):
                ways = re.findall(r"  ([a-z ]+) ([0-9.]+) us", line)
                self.assertTrue(line.split(":")[0].strip() == f"{bytes_} bytes" and all(float(us) > 0 for _, us in ways), line)
                self.assertEqual([name for name, _ in ways], ["one", "both", "one past caches", "both past caches"])
            refused = subprocess.run([program, "100"], capture_output=True, text=True, check=False)
            self.assertEqual((refused.returncode, refused.stdout), (2, ""))
            self.assertIn("usage: floor BYTES", refused.stderr)


class Rounds(unittest.TestCase):
    def test_each_round_begins_with_another_library(self):
        calls = [{"a": "a1", "b": "b1"}, {"a": "a2", "b": "b2"}]
        commands = [command for _, command in rounds.in_turn(2, calls)]
        self.assertEqual(commands, ["a1", "b1", "a2", "b2", "b1", "a1", "b2", "a2"])

    def test_points_belong_to_the_library_whose_turn_it_is(self):
        said = "turn a\npoint latency 8 2\nturn b\nnoise\npoint latency 8 4\nturn a\npoint latency 8 3\n"
        heard = []
        samples = rounds.collect(["printf", "%s", said], "the hosts", lambda *point: heard.append(point))
        self.assertEqual(samples, {"latency": {8: {"a": [2.0, 3.0], "b": [4.0]}}})
        self.assertEqual(heard[-1], ("a", "latency", 8, 3.0))
        self.assertEqual(rounds.with_sizes(json.loads(json.dumps(samples))), samples)
        self.assertEqual(rounds.ratio(samples["latency"][8], "a", "b"), 0.5)
        with self.assertRaisesRegex(SystemExit, "the hosts failed"):
            rounds.collect(["false"], "the hosts")

    def test_a_page_keeps_the_text_around_its_results(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text("before\n<!-- results -->\nold\n<!-- /results -->\nafter\n")
            rounds.write_page(page, "new")
            self.assertEqual(page.read_text(), "before\n<!-- results -->\n\nnew\n<!-- /results -->\nafter\n")
            page.write_text("nothing")
            with self.assertRaisesRegex(SystemExit, "has no marks"):
                rounds.write_page(page, "new")


class Compat(unittest.TestCase):
    def test_what_older_interfaces_add_is_a_difference_of_medians(self):
        def rounds(*values):
            return [compat.numbers(f"Comm_rank {value}\nIprobe 20.00\n") for value in values]

        rows = compat.table({"standard": rounds(2, 9, 3), "mpich": rounds(5, 4, 40), "openmpi": rounds(1, 2, 2)})
        self.assertEqual(rows[2], "| Comm_rank | 3.0 | 5.0 | +2.0 | 2.0 | -1.0 |")
        self.assertEqual(rows[3], "| Iprobe | 20.0 | 20.0 | +0.0 | 20.0 | +0.0 |")


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=0)
    bad = len(program.result.failures) + len(program.result.errors)
    print(f"{program.result.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
