#!/usr/bin/env python3
"""Tests of the reference itself, and of the checks that use it.

    python3 Tests/Reference/test_reference.py
"""

import contextlib
import io
import json
import math
import os
import stat
import sys
import tempfile
import unittest
from datetime import date
from zoneinfo import ZoneInfo

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import check  # noqa: E402
import malformed  # noqa: E402
import random_suites  # noqa: E402
import vigil_reference as reference  # noqa: E402

BUNDLED = os.path.join(check.ROOT, "Traces", "vigil-twelve-days")


def suite_of(folder, header, lines, suite=None):
    """A suite of one trace, read back from disk."""
    os.makedirs(folder, exist_ok=True)
    top = {"schema": "autoresearch.suite/1", "name": "t", "engine": "vigil", "role": "tuning"}
    top.update(suite or {})
    with open(os.path.join(folder, "suite.json"), "w", encoding="utf-8") as handle:
        json.dump(top, handle)
    with open(os.path.join(folder, "a.jsonl"), "w", encoding="utf-8") as handle:
        for line in [{"trace": "t", "timeZone": "America/Vancouver", **header}] + lines:
            handle.write(json.dumps(line) + "\n")
    return reference.Suite(folder)


BAD = {"sleepHours": 0, "hrvMs": 0, "hoursToDeadline": 0, "steps": 0}
GOOD = {"sleepHours": 9, "hrvMs": 90, "hoursToDeadline": "none", "steps": 9000}


class SuiteCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(lambda: check.shutil.rmtree(self.folder))

    def replay(self, header, lines, given=None, weights=reference.SHIPPED_WEIGHTS, suite=None):
        read = suite_of(self.folder, header, lines, suite)
        return reference.evaluate([read], given, weights)

    def step(self, signals, header=None, at="2025-04-14T12:00"):
        records, _ = self.replay(header or {}, [{"at": at, "signals": signals}])
        return records[0]


class Formulas(SuiteCase):
    def test_published_values(self):
        parts = self.step({"sleepHours": 6})["sub_scores"]
        self.assertEqual(parts["sleep"], 1.5 / 3.5 * 100)
        self.assertEqual(sum(reference.SHIPPED_WEIGHTS), 1.0)
        worst = self.step({"sleepHours": 9, "hrvMs": 90, "hoursToDeadline": 0, "steps": 0},
                          at="2025-04-14T00:00")
        self.assertLess(worst["score"], 40)

    def test_missing(self):
        parts = self.step({})["sub_scores"]
        self.assertEqual([parts[k] for k in ("sleep", "hrv", "deadline", "activity")],
                         [40, 40, 30, 40])

    def test_nothing_due_is_not_missing(self):
        self.assertEqual(self.step({"hoursToDeadline": "none"})["sub_scores"]["deadline"], 0)

    def test_deadline_curve(self):
        for hours, value in ((-5, 100), (0, 100), (1, 100), (2, 100), (4, 95), (6, 90), (15, 70),
                             (24, 50), (48, 25), (72, 0), (100, 0)):
            self.assertEqual(self.step({"hoursToDeadline": hours})["sub_scores"]["deadline"], value)

    def test_time_of_day(self):
        for at, value in (("00:00", 80), ("05:00", 60), ("09:30", 15), ("12:30", 30), ("14:00", 50),
                          ("20:30", 50), ("22:00", 70)):
            self.assertAlmostEqual(
                self.step({}, at=f"2025-04-14T{at}")["sub_scores"]["timeOfDay"], value, 12)

    def test_baseline(self):
        header = {"history": [{"date": f"2025-04-{d:02}", "sleepHours": 6, "hrvMs": 40}
                              for d in (7, 9, 13)]}
        parts = self.step({"sleepHours": 6, "hrvMs": 30}, header)["sub_scores"]
        self.assertEqual((parts["sleep"], parts["hrv"]), (0, 50))
        header["history"][0]["date"] = "2025-04-06"  # eight days before: two are left
        self.assertNotEqual(self.step({"sleepHours": 6}, header)["sub_scores"]["sleep"], 0)

    def test_today_and_later_are_unused(self):
        header = {"history": [{"date": f"2025-04-{d:02}", "sleepHours": 6} for d in (14, 15, 16)]}
        self.assertEqual(self.step({"sleepHours": 7.5}, header)["sub_scores"]["sleep"], 0)
        self.assertGreater(self.step({"sleepHours": 7.4}, header)["sub_scores"]["sleep"], 0)

    def test_today_does_not_complete_a_baseline(self):
        header = {"history": [{"date": f"2025-04-{d:02}", "sleepHours": 6} for d in (12, 13, 14)]}
        self.assertGreater(self.step({"sleepHours": 6}, header)["sub_scores"]["sleep"], 0)

    def test_low_averages(self):
        header = {"history": [{"date": f"2025-04-{d:02}", "sleepHours": 3, "hrvMs": 0, "steps": 0}
                              for d in (11, 12, 13)]}
        parts = self.step({"sleepHours": 2.9, "hrvMs": 0, "steps": 0}, header)["sub_scores"]
        self.assertEqual((parts["sleep"], parts["hrv"], parts["activity"]), (100, 0, 0))
        self.assertEqual(self.step({"sleepHours": 3}, header)["sub_scores"]["sleep"], 0)

    def test_states(self):
        for score, name in ((0, "Sharp"), (29.999, "Sharp"), (30, "Drifting"), (60, "At Risk"),
                            (79.9, "At Risk"), (80, "Spiraling")):
            self.assertEqual(reference.state_of(score), name)

    def test_dominant_ties_to_the_earlier(self):
        self.assertEqual(reference.dominant_of((0.5, 0.5, 0, 0, 0), (10, 10, 0, 0, 0)), "sleep")
        self.assertEqual(reference.dominant_of((0.5, 0.5, 0, 0, 0), (10, 11, 0, 0, 0)), "hrv")


class Times(unittest.TestCase):
    def test_gap_and_fold(self):
        zone = ZoneInfo("America/Vancouver")
        for text in ("2025-03-09T02:30", "2025-11-02T01:30"):
            with self.assertRaises(reference.Refused):
                reference.instant(text, zone)
        first = reference.instant("2025-11-02T01:30-07:00", zone)
        second = reference.instant("2025-11-02T01:30-08:00", zone)
        self.assertEqual(second - first, 3600)
        self.assertEqual(reference.instant("2025-11-02T08:30Z", zone), first)
        self.assertEqual(reference.local_time(second, zone).isoformat(), "2025-11-02T01:30:00-08:00")

    def test_quiet_hours(self):
        across = ("22:00", "07:00")
        for minute, quiet in ((1319, False), (1320, True), (0, True), (419, True), (420, False)):
            self.assertEqual(reference.is_quiet(minute, across), quiet)
        for minute, quiet in ((539, False), (540, True), (599, True), (600, False)):
            self.assertEqual(reference.is_quiet(minute, ("09:00", "10:00")), quiet)
        self.assertFalse(reference.is_quiet(540, ("09:00", "09:00")))
        self.assertFalse(reference.is_quiet(540, None))


class Gates(SuiteCase):
    def decisions(self, header, lines, **more):
        records, tally = self.replay(header, lines, **more)
        return [(r["decision"], r["blocked_by"], r["delivered"]) for r in records
                if r["kind"] == "step"], tally

    def at(self, *times, **more):
        return [{"at": f"2025-04-{t}", "signals": BAD, **more} for t in times]

    def test_cooldown_ends_exactly(self):
        rows, _ = self.decisions({}, self.at("14T12:00", "14T13:59:59", "14T14:00"))
        self.assertEqual([r[0] for r in rows], ["both", "silent", "both"])
        self.assertEqual(rows[1][1], ["cooldown"])

    def test_failed_delivery_counts_for_nothing(self):
        lines = self.at("14T12:00", "14T12:15")
        lines[0]["delivery"] = "failed"
        rows, tally = self.decisions({}, lines)
        self.assertEqual([(r[0], r[2]) for r in rows], [("both", False), ("both", True)])
        self.assertEqual(tally.delivered, 1)

    def test_budget_is_of_the_local_day(self):
        header = {"state": {"deliveredToday": 2}, "profile": {"quietHours": None}}
        rows, _ = self.decisions(header, self.at("14T12:00", "14T15:00", "15T00:30"))
        self.assertEqual([r[1] for r in rows], [[], ["dailyBudget"], []])

    def test_precedence(self):
        suite = {"parameters": {"dailyBudget": 0, "cooldownMinutes": 0},
                 "profile": {"dailyBudget": 1}}
        header = {"profile": {"dailyBudget": 2}}
        lines = self.at("14T12:00", "14T12:01", "14T12:02")
        rows, _ = self.decisions(header, lines, suite=suite)
        self.assertEqual([r[1] for r in rows], [[], [], ["dailyBudget"]])
        rows, _ = self.decisions(header, lines, suite=suite, given={"dailyBudget": 3.0})
        self.assertEqual([r[1] for r in rows], [[], [], []])

    def test_a_score_at_the_threshold_fires(self):
        lines = [{"at": "2025-04-14T12:00", "signals": BAD}]
        records, _ = self.replay({}, lines)
        score = records[0]["score"]
        above = math.nextafter(score, 101)
        for notify, escalate, decision in ((score, above, "notification"), (score, score, "both"),
                                           (above, above, "silent")):
            given = {"notifyThreshold": notify, "escalateThreshold": escalate}
            self.assertEqual(self.decisions({}, lines, given=given)[0][0][0], decision)

    def test_gate_order(self):
        header = {"state": {"lastInterventionAt": "2025-04-14T22:30", "deliveredToday": 9}}
        rows, _ = self.decisions(header, self.at("14T23:00", "15T07:00"))
        self.assertEqual(rows[0][1], ["quietHours"])
        rows, _ = self.decisions(header, self.at("14T22:30"), given={"quietHours": None})
        self.assertEqual(rows[0][1], ["cooldown"])


class Labels(SuiteCase):
    def test_steps(self):
        lines = [{"at": "2025-04-14T12:00", "signals": BAD, "expect": "escalate"},
                 {"at": "2025-04-14T12:15", "signals": BAD, "expect": "intervene"},
                 {"at": "2025-04-14T15:00", "signals": BAD, "expect": "silent"},
                 {"at": "2025-04-14T18:00", "signals": GOOD, "expect": "silent"},
                 {"at": "2025-04-14T19:00", "signals": BAD, "expect": "silent",
                  "labelSource": "passive-soft"}]
        records, tally = self.replay({}, lines)
        self.assertEqual([r["outcome"] for r in records], ["tp", "fn", "fp", "tn", None])
        self.assertEqual((tally.unlabelled, tally.missed_by), (1, {"cooldown": 1}))
        self.assertEqual((tally.fired_labelled, tally.level_right), (1, 1))

    def test_windows(self):
        def window(start, end, expect, **more):
            return {"window": {"from": f"2025-04-14T{start}", "to": f"2025-04-14T{end}"},
                    "expect": expect, **more}

        def step(at, **more):
            return {"at": f"2025-04-14T{at}", "signals": BAD, **more}

        header = {"profile": {"cooldownMinutes": 0, "dailyBudget": 99}}
        lines = [step("08:00"), step("09:00"), step("10:00"), step("10:30", expect=None),
                 step("11:00"), step("12:00", expect=None), step("13:00"),
                 window("09:00", "10:00", "intervene"), window("10:00", "11:00", "silent"),
                 window("13:00", "14:00", "silent", labelSource="passive-soft"),
                 window("14:00", "15:00", "intervene"), window("15:00", "16:00", "silent")]
        records, tally = self.replay(header, lines)
        outcomes = [r["outcome"] for r in records]
        self.assertEqual(outcomes[:7], ["fp", None, None, None, "fp", None, None])
        self.assertEqual(outcomes[7:], ["tp", "fp", None, "fn", "tn"])
        self.assertEqual((tally.tp, tally.fp, tally.fn, tally.tn), (1, 3, 1, 1))
        self.assertEqual(tally.unlabelled, 1)  # the one at 12:00, in no window

    def test_undefined_is_none(self):
        _, tally = self.replay({}, [{"at": "2025-04-14T12:00", "signals": GOOD}])
        metrics = tally.metrics()
        self.assertEqual([metrics[k] for k in ("precision", "recall", "f1", "f05", "margin")],
                         [None] * 5)


class Sweeps(SuiteCase):
    def test_weight_sets(self):
        sets, n = reference.weight_sets({"step": 0.25})
        self.assertEqual((len(sets), n, sets[0], sets[-1]), (70, 4, (0, 0, 0, 0, 4), (4, 0, 0, 0, 0)))
        self.assertEqual(sets, sorted(sets))
        self.assertEqual(len(reference.weight_sets({"step": 0.05, "min": 0.05})[0]), 3876)

    def test_ranges_count_whole_decimal_steps(self):
        self.assertEqual(reference.values_of("x", {"min": 0.3, "max": 0.7, "step": 0.2}),
                         [0.3, 0.5, 0.7])

    def test_all_thresholds(self):
        read = suite_of(self.folder, {}, [
            {"at": "2025-04-14T12:00", "signals": BAD, "expect": "intervene"},
            {"at": "2025-04-14T13:00", "signals": GOOD, "expect": "silent"},
            {"at": "2025-04-14T23:00", "signals": BAD}])
        weights = (1.0, 0.0, 0.0, 0.0, 0.0)
        found, unblocked = reference.distinct_thresholds([read], {}, weights, {})
        self.assertEqual((found, unblocked), ([0.0, 50.0], 2))
        plan = {"parameters": {"notifyThreshold": "all", "weights": {"step": 1}}}
        rows = list(reference.sweep(plan, [read]))
        self.assertEqual(rows[-1].index, 4 * 2 + 1)

    def test_order_of_parameters(self):
        read = suite_of(self.folder, {}, [
            {"at": "2025-04-14T12:00", "signals": BAD, "expect": "intervene"}])
        plan = {"parameters": {"dailyBudget": {"values": [0, 1]},
                               "notifyThreshold": {"values": [60, 50, 40]}}}
        rows = list(reference.sweep(plan, [read]))
        self.assertEqual([(r.index, r.given["notifyThreshold"], r.given["dailyBudget"])
                          for r in rows][:3], [(0, 60, 0), (1, 60, 1), (2, 50, 0)])


class Bundled(unittest.TestCase):
    def test_published_counts(self):
        suite = reference.Suite(BUNDLED)
        records, tally = reference.evaluate([suite])
        self.assertEqual((tally.tp, tally.fn, tally.fp), (4, 2, 0))
        self.assertEqual((tally.traces, tally.days), (12, 12))
        misses = [r for r in records if r["outcome"] == "fn"]
        for miss in misses:
            self.assertEqual((miss["sub_scores"]["sleep"], miss["sub_scores"]["hrv"]), (0, 0))
            self.assertGreater(miss["sub_scores"]["deadline"], 70)

    def test_no_signal_alone_meets_every_label(self):
        suite = reference.Suite(BUNDLED)
        for k in range(5):
            weights = tuple(float(k == j) for j in range(5))
            cache = {}
            for threshold in reference.distinct_thresholds([suite], {}, weights, cache)[0]:
                _, tally = reference.evaluate(
                    [suite], {"notifyThreshold": threshold}, weights, cache)
                self.assertFalse(tally.tp == 6 and tally.fp == 0)

    def test_every_label_has_a_sentence(self):
        for name in ("vigil-twelve-days", "vigil-holdout-days"):
            folder = os.path.join(check.ROOT, "Traces", name)
            for file in sorted(os.listdir(folder)):
                if file.endswith(".jsonl"):
                    for text in reference.read_text(os.path.join(folder, file)).splitlines():
                        line = json.loads(text)
                        if line.get("expect"):
                            self.assertRegex(line["why"], r"^[A-Z].*[.?]$")

    def test_locks_hold(self):
        for name in ("vigil-twelve-days", "vigil-holdout-days"):
            with tempfile.TemporaryDirectory() as work:
                copy = os.path.join(work, name)
                check.shutil.copytree(os.path.join(check.ROOT, "Traces", name), copy)
                with open(os.path.join(copy, "SHA256SUMS"), encoding="utf-8") as handle:
                    before = handle.read()
                random_suites.lock(copy)
                with open(os.path.join(copy, "SHA256SUMS"), encoding="utf-8") as handle:
                    self.assertEqual(handle.read(), before)


class Generator(unittest.TestCase):
    def test_same_seed_same_bytes(self):
        with tempfile.TemporaryDirectory() as work:
            for name in ("one", "two"):
                random_suites.write_suite(os.path.join(work, name), 7)
            sums = [reference.read_text(os.path.join(work, n, "SHA256SUMS")) for n in ("one", "two")]
            self.assertEqual(sums[0], sums[1])

    def test_every_suite_is_read(self):
        for seed in range(60):
            with tempfile.TemporaryDirectory() as work:
                random_suites.write_suite(work, seed)
                reference.evaluate([reference.Suite(work)])

    def test_clock_changes_of_2025(self):
        self.assertEqual(random_suites.CHANGES["America/Vancouver"],
                         [date(2025, 3, 9), date(2025, 11, 2)])
        self.assertEqual(random_suites.CHANGES["Asia/Tokyo"], [])


# A stand-in for the product: the reference behind the product's command line. `BREAK` spoils one
# answer, to see that the checks notice.
STAND_IN = '''#!{python}
import csv, json, os, sys
sys.path.insert(0, {here!r}); sys.dont_write_bytecode = True
import vigil_reference as reference
BREAK = os.environ.get("BREAK", "")
words = sys.argv[1:]
if words[0] == "evaluate":
    weights, given = {{}}, {{}}
    settings = words[3:]
    if "--open-holdout" in settings: settings = []
    import check
    weights, given = check.parsed(settings)
    suites = [reference.Suite(words[1])]
    records, tally = reference.evaluate(suites, given, weights)
    if BREAK == "score" and records[0]["score"]:
        import math
        records[0]["score"] = math.nextafter(records[0]["score"], 1e9)
    if BREAK == "decision": records[-1]["outcome"] = "tp?"
    if BREAK == "row": records.pop()
    for r in records: print(json.dumps(r))
    summary = reference.summary_of(tally, weights, given, suites)
    if BREAK == "summary": summary["tn"] += 1
    print(json.dumps({{"summary": summary}}))
else:
    plan, suites = reference.read_plan(words[1])
    out = words[words.index("--out") + 1]
    os.makedirs(out)
    rows = reference.ranked(list(reference.sweep(plan, suites)), plan)
    if BREAK == "rank" and len(rows) > 1: rows[0], rows[1] = rows[1], rows[0]
    if BREAK == "threads" and words[words.index("--threads") + 1] == "2": rows.append(rows[-1])
    shipped = reference.row_of("shipped", suites, {{}}, reference.SHIPPED_WEIGHTS, {{}})
    with open(os.path.join(out, "candidates.csv"), "w", newline="") as handle:
        w = csv.writer(handle, lineterminator="\\n")
        w.writerow(["rank", "candidate", *("parameter_" + s for s in reference.SUB_SCORES),
                    *reference.METRIC_COLUMNS, "behaviour", "pareto"])
        for rank, row in enumerate([shipped] + rows):
            cells = [reference.cell(row.metrics[c]) for c in reference.METRIC_COLUMNS]
            if BREAK == "metric" and rank == 1: cells[0] = "99"
            label = "all" if BREAK == "behaviour" else row.decisions
            w.writerow([rank, row.index, *map(repr, row.weights), *cells, label, ""])
    sys.exit(0 if rows else 1)
'''


class CheckItself(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(lambda: check.shutil.rmtree(self.folder))
        self.binary = os.path.join(self.folder, "stand-in")
        with open(self.binary, "w", encoding="utf-8") as handle:
            handle.write(STAND_IN.format(python=sys.executable, here=HERE))
        os.chmod(self.binary, os.stat(self.binary).st_mode | stat.S_IXUSR)

    def check(self, broken):
        os.environ["BREAK"] = broken
        self.addCleanup(lambda: os.environ.pop("BREAK", None))
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            status = check.main(["--binary", self.binary, "--first", "5", "--seeds", "2",
                                 "--sweeps", "2", "--candidates", "60"])
        return status, out.getvalue()

    def test_agrees_with_itself(self):
        status, text = self.check("")
        self.assertEqual(status, 0, text)
        self.assertIn(" 0 failed", text)

    def test_notices(self):
        for broken in ("score", "decision", "row", "summary", "rank", "threads", "metric",
                       "behaviour"):
            with self.subTest(broken):
                status, text = self.check(broken)
                self.assertEqual(status, 1, text)
                self.assertIn("FAILED", text)


class Malformed(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(lambda: check.shutil.rmtree(self.folder))

    def problems(self, name, script):
        """What is found wrong with the answer of a shell script to one case."""
        binary = os.path.join(self.folder, "answer")
        with open(binary, "w", encoding="utf-8") as handle:
            handle.write("#!/bin/sh\n" + script)
        os.chmod(binary, 0o755)
        case, = (c for c in malformed.CASES if c.name == name)
        return malformed.problems_of(case, binary, os.path.join(self.folder, "root"))[0]

    def test_enough_cases_with_different_names(self):
        names = [case.name for case in malformed.CASES]
        self.assertGreater(len(names), 200)
        self.assertEqual(len(names), len(set(names)))

    def test_the_starting_point_is_valid(self):
        folder = malformed.Folder(os.path.join(self.folder, "root"))
        suite = reference.Suite(os.path.join(folder.root, "s"))
        records, tally = reference.evaluate([suite])
        self.assertEqual((len(records), tally.fn + tally.tp, tally.fp), (4, 1, 0))

    def test_a_right_answer(self):
        self.assertEqual(self.problems("json: NaN", """
            echo 's/a.jsonl:2: error: NaN is not a number' >&2; echo '  fix: write null' >&2
            exit 2"""), [])

    def test_wrong_answers(self):
        found = self.problems("range: hrvMs -1", """
            echo '{}'; echo 's/a.jsonl:3: error: bad' >&2; touch out; exit 0""")
        self.assertEqual(len(found), 6, found)


if __name__ == "__main__":
    unittest.main()
