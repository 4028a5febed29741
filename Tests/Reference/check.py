#!/usr/bin/env python3
"""Compares a built `autoresearch` with the Python reference, field by field and to the last bit.

    check.py --binary .build/release/autoresearch [--seeds 200] [--first 1] [--sweeps 60]

For each seed: a random suite in a temporary folder, locked here; `evaluate --json`, once as it
stands and once with random weights and settings; and, for the first `--sweeps` seeds with a label,
a small plan, every row of `candidates.csv` against brute force, ranking included, and one thread
against two, byte for byte. The bundled suites are evaluated first. Zone and locale of the process
change with the seed. Prints the first difference of each failing check with both records, and
`N passed, N failed`; the status is 1 when anything failed.
"""

import argparse
import csv
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import random_suites  # noqa: E402
import vigil_reference as reference  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LOCALES = ("C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8")
REQUIRED_SUMMARY = ("tp", "fp", "fn", "tn", "precision", "recall")
IGNORED_FILES = ("run.json",)  # times and host
TIMEOUT_SECONDS = 300


class Difference(Exception):
    """Something is not as the reference has it."""


def run(binary, words, folder, seed=0):
    rng = random.Random(f"environment {seed}")
    environment = dict(os.environ)
    environment["TZ"] = rng.choice(random_suites.ZONES + ("UTC",))
    environment["LC_ALL"] = rng.choice(LOCALES)
    try:
        return subprocess.run([binary] + words, cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Difference(f"no answer in {TIMEOUT_SECONDS} s: {' '.join(words)}") from None


def demand_status(process, words, statuses):
    if process.returncode not in statuses:
        raise Difference(
            f"status {process.returncode}, expected {' or '.join(map(str, statuses))}: "
            f"autoresearch {' '.join(words)}\n" + process.stderr.decode("utf-8", "replace")[:2000])


# ---------------------------------------------------------------------------------------------
# Evaluations


def plain(text):
    return re.sub(r"[^a-z]", "", str(text).lower())


FACTORS = {plain(word): name for name, word in reference.FACTOR_WORDS.items()}


def canonical(key, value):
    """A value in a form that does not depend on how a time or a name is spelled."""
    if value is None:
        return None
    if key in ("at", "from", "to"):
        moment = datetime.fromisoformat(value.replace("Z", "+00:00"))
        if moment.tzinfo is None:
            return f"{value} has no offset"
        return (moment.timestamp(), moment.utcoffset())
    if key == "state":
        return plain(value)
    if key == "dominant_factor":
        return FACTORS.get(plain(value), value)
    return value


def same(key, ours, theirs):
    ours, theirs = canonical(key, ours), canonical(key, theirs)
    if isinstance(ours, bool) or isinstance(theirs, bool):
        return ours is theirs
    return ours == theirs


def show(ours, theirs):
    return (f"  reference {json.dumps(ours, ensure_ascii=False)}\n"
            f"  binary    {json.dumps(theirs, ensure_ascii=False)}")


def compare_record(ours, theirs, skipped=("reasons",)):
    for key, value in ours.items():
        if key in skipped:
            continue
        if key not in theirs:
            if key in ("false_alarms", "minutes_to_intervention"):
                continue
            raise Difference(f"no {key!r} in\n" + show(ours, theirs))
        if not same(key, value, theirs[key]):
            raise Difference(
                f"{key}: {value!r}, but the binary says {theirs[key]!r}\n" + show(ours, theirs))


def compare_summary(ours, theirs):
    for key in REQUIRED_SUMMARY:
        if key not in theirs:
            raise Difference(f"no {key!r} in the summary\n" + show(ours, theirs))
    for key, value in ours.items():
        plain_value = not isinstance(theirs.get(key), (dict, list)) and not isinstance(value, dict)
        if key in theirs and plain_value:
            if not same(key, value, theirs[key]):
                raise Difference(f"summary {key}: {value!r}, but the binary says "
                                 f"{theirs[key]!r}\n" + show(ours, theirs))


def keyed(records):
    """Records by trace and step, and by trace and number of the window."""
    result = {}
    windows = {}
    for record in records:
        if record.get("kind") == "window":
            number = windows[record["trace"]] = windows.get(record["trace"], 0) + 1
            key = ("window", record["trace"], number)
        else:
            key = ("step", record.get("trace"), record.get("step"))
        if key in result:
            raise Difference(f"{key} twice\n  {json.dumps(record)}")
        result[key] = record
    return result


def output_lines(process):
    lines = []
    for text in process.stdout.decode("utf-8").split("\n"):
        if text:
            try:
                lines.append(json.loads(text))
            except ValueError:
                raise Difference(f"not a JSON line: {text[:300]}") from None
    if not lines or set(lines[-1]) != {"summary"}:
        raise Difference("the last line is not the summary")
    return lines[:-1], lines[-1]["summary"]


def parsed(words):
    """The weights and values that command-line words stand for."""
    weights, given = reference.SHIPPED_WEIGHTS, {}
    for flag, value in zip(words[::2], words[1::2]):
        if flag == "--weights":
            weights = reference.parse_weights(value)
        elif flag == "--set":
            name, setting = reference.parse_setting(value)
            given[name] = setting
    return weights, given


def check_evaluation(binary, folder, suite, settings, seed, extra=()):
    words = ["evaluate", suite, "--json"] + settings + list(extra)
    process = run(binary, words, folder, seed)
    demand_status(process, words, (0,))
    theirs, their_summary = output_lines(process)
    suites = [reference.Suite(os.path.join(folder, suite))]
    weights, given = parsed(settings)
    ours, tally = reference.evaluate(suites, given, weights)
    try:
        ours_by, theirs_by = keyed(ours), keyed(theirs)
        for key, record in ours_by.items():
            if key not in theirs_by:
                raise Difference(f"no row for {key}\n  reference {json.dumps(record)}")
            compare_record(record, theirs_by[key])
        for key in theirs_by:
            if key not in ours_by:
                raise Difference(f"a row too many: {key}\n  binary {json.dumps(theirs_by[key])}")
        compare_summary(reference.summary_of(tally, weights, given, suites), their_summary)
    except Difference as difference:
        raise Difference(f"autoresearch {' '.join(words)}\n{difference}") from None
    return len(ours)


# ---------------------------------------------------------------------------------------------
# Sweeps


def read_candidates(path):
    with open(path, newline="", encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))
    if not rows:
        raise Difference(f"{path} has no rows")
    return rows


def number(text):
    return None if text == "" else float(text)


def parameter_cell(row, name):
    """The cell of a parameter under any of the plausible column names, or None."""
    for column in (f"parameter_{name}", f"parameter_weight_{name}", f"parameter_weights_{name}",
                   f"parameter_weights.{name}"):
        if column in row:
            return row[column]
    return None


def same_parameter(name, value, text):
    if text is None or text == "":
        return True  # not shown, or not set by this candidate
    if name == "quietHours":
        times = re.findall(r"\d\d:\d\d", text)
        return times == list(value or ())
    if isinstance(value, tuple):
        return True
    return float(text) == value


def compare_row(row, ours, columns):
    """One row of candidates.csv with the reference's candidate."""
    if ("utility" in row) != ("utility" in columns):
        raise Difference("a column utility stands exactly in runs whose plan gives costs")
    for column in columns:
        if column not in row:
            raise Difference(f"candidates.csv has no column {column}")
        value = ours.metrics[column]
        if number(row[column]) != (None if value is None else float(value)):
            raise Difference(f"{column} is {value!r}, but candidates.csv has {row[column]!r}\n"
                             f"  reference {ours.index} {ours.weights} {ours.given} "
                             f"{ours.metrics}\n  binary    {row}")
    for name, value in list(zip(reference.SUB_SCORES, ours.weights)) + list(ours.given.items()):
        if not same_parameter(name, value, parameter_cell(row, name)):
            raise Difference(f"parameter {name} is {value!r}, but candidates.csv has "
                             f"{parameter_cell(row, name)!r} at candidate {ours.index}\n  {row}")


def compare_behaviours(pairs):
    """Two rows have the same behaviour exactly when all their decisions are the same."""
    by_label, by_decisions = {}, {}
    for row, ours in pairs:
        label = row.get("behaviour", "")
        if label == "":
            continue
        if by_label.setdefault(label, ours.decisions) != ours.decisions:
            raise Difference(f"behaviour {label} holds candidates that decide differently\n  {row}")
        if by_decisions.setdefault(ours.decisions, label) != label:
            raise Difference(f"behaviours {by_decisions[ours.decisions]} and {label} decide the "
                             f"same\n  {row}")


def compare_sweep(folder, plan, suites, all_rows, out):
    ours_by = {str(row.index): row for row in all_rows}
    wanted = [str(row.index) for row in reference.ranked(all_rows, plan)]
    shipped = reference.row_of("shipped", suites, {}, reference.SHIPPED_WEIGHTS, {},
                                plan.get("costs"))
    columns = reference.metric_columns(plan)
    rows = read_candidates(os.path.join(folder, out, "candidates.csv"))
    if rows[0]["candidate"] != "shipped" or rows[0]["rank"] != "0":
        raise Difference(f"the first row is not shipped at rank 0: {rows[0]}")
    compare_row(rows[0], shipped, columns)
    pairs = [(rows[0], shipped)]
    seen = []
    for row in rows[1:]:
        ours = ours_by.get(row["candidate"])
        if ours is None:
            raise Difference(f"no such candidate in the reference: {row}")
        compare_row(row, ours, columns)
        pairs.append((row, ours))
        seen.append(row["candidate"])
    if len(set(seen)) != len(seen):
        raise Difference("a candidate stands twice in candidates.csv")
    for place, (ours, theirs) in enumerate(zip(wanted, seen), start=1):
        if ours != theirs:
            raise Difference(
                f"rank {place} is candidate {ours}, but candidates.csv has {theirs}\n"
                f"  reference {ours_by[ours].metrics}\n  binary    {ours_by[theirs].metrics}\n"
                f"  plan {json.dumps(plan)}")
    if len(seen) < len(wanted):
        raise Difference(f"{len(wanted)} candidates meet the requirements, candidates.csv has "
                         f"{len(seen)} (kept with keep {plan['keep']})")
    for place, row in enumerate(rows[1:len(wanted) + 1], start=1):
        if row["rank"] != str(place):
            raise Difference(f"rank {row['rank']} stands at place {place}: {row}")
    compare_behaviours(pairs)
    return bool(wanted)


def file_contents(folder):
    contents = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            relative = os.path.relpath(path, folder)
            if relative not in IGNORED_FILES:
                with open(path, "rb") as handle:
                    contents[relative] = handle.read()
    return contents


def compare_folders(one, two):
    ours, theirs = file_contents(one), file_contents(two)
    for name in sorted(set(ours) | set(theirs)):
        if name not in ours or name not in theirs:
            raise Difference(f"{name} is missing with {'1' if name not in ours else '2'} threads")
        if ours[name] != theirs[name]:
            for line, (a, b) in enumerate(
                    zip(ours[name].split(b"\n"), theirs[name].split(b"\n")), start=1):
                if a != b:
                    raise Difference(f"{name}:{line} differs between 1 and 2 threads\n"
                                     f"  1 thread  {a[:300]!r}\n  2 threads {b[:300]!r}")
            raise Difference(f"{name} differs in length between 1 and 2 threads")


def check_sweep(binary, work, suite, seed, limit):
    """One plan with 1 and with 2 threads, each in a folder of its own."""
    plan = random_suites.plan(seed, suite, limit)
    suites = [reference.Suite(os.path.join(work, suite))]
    all_rows = list(reference.sweep(plan, suites))
    plan["keep"] = len(all_rows)
    outcome = None
    folders = []
    for threads in (1, 2):
        folder = os.path.join(work, f"threads-{threads}")
        folders.append(folder)
        os.makedirs(folder)
        shutil.copytree(os.path.join(work, suite), os.path.join(folder, suite))
        with open(os.path.join(folder, "plan.json"), "w", encoding="utf-8") as handle:
            json.dump(plan, handle)
        words = ["sweep", "plan.json", "--out", "run", "--threads", str(threads), "--quiet"]
        process = run(binary, words, folder, seed + 1000 * threads)
        demand_status(process, words, (0, 1))
        if threads == 1:
            outcome = 0 if compare_sweep(folder, plan, suites, all_rows, "run") else 1
        if process.returncode != outcome:
            raise Difference(f"status {process.returncode}, expected {outcome}, because "
                             f"{'some' if outcome == 0 else 'no'} candidate meets the "
                             f"requirements\n  plan {json.dumps(plan)}")
    compare_folders(*[os.path.join(folder, "run") for folder in folders])
    return len(all_rows)


# ---------------------------------------------------------------------------------------------
# All of it


class Checks:
    def __init__(self, most_shown):
        self.passed = self.failed = self.rows = self.candidates = 0
        self.most_shown = most_shown

    def run(self, name, work, *arguments):
        try:
            count = work(*arguments)
        except (Difference, OSError, ValueError, KeyError, TypeError, AttributeError) as difference:
            if not isinstance(difference, Difference):
                difference = f"unreadable answer: {type(difference).__name__}: {difference}"
            self.failed += 1
            if self.failed <= self.most_shown:
                print(f"FAILED {name}\n{difference}\n", flush=True)
            return None
        self.passed += 1
        return count


def check_seed(checks, binary, seed, options, keep):
    work = tempfile.mkdtemp(prefix=f"reference-{seed}-")
    failed = checks.failed
    try:
        suite = "suite"
        folder = os.path.join(work, suite)
        random_suites.write_suite(folder, seed, not options.no_knots)
        checks.rows += checks.run(f"seed {seed}: evaluate", check_evaluation, binary, work, suite,
                                  [], seed) or 0
        settings = random_suites.settings(seed)
        if settings:
            checks.rows += checks.run(f"seed {seed}: evaluate with settings", check_evaluation,
                                      binary, work, suite, settings, seed) or 0
        if seed < options.first + options.sweeps and random_suites.has_label(folder):
            checks.candidates += checks.run(f"seed {seed}: sweep", check_sweep, binary, work,
                                            suite, seed, options.candidates) or 0
    finally:
        if keep and checks.failed > failed:
            shutil.copytree(work, os.path.join(keep, f"seed-{seed}"), dirs_exist_ok=True)
        shutil.rmtree(work, ignore_errors=True)


def check_bundled(checks, binary):
    """The bundled suites, from a copy, so that no log of this repository is written."""
    with tempfile.TemporaryDirectory(prefix="reference-bundled-") as work:
        for name, extra in (("vigil-twelve-days", ()),
                            ("vigil-holdout-days", ("--open-holdout", "reference check"))):
            source = os.path.join(ROOT, "Traces", name)
            if not os.path.isdir(source):
                continue
            shutil.copytree(source, os.path.join(work, "Traces", name))
            checks.rows += checks.run(f"bundled {name}", check_evaluation, binary, work,
                                      os.path.join("Traces", name), [], 0, extra) or 0


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seeds", type=int, default=100, help="suites to draw")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--sweeps", type=int, default=40, help="seeds that are swept as well")
    parser.add_argument("--candidates", type=int, default=500, help="about the size of a plan")
    parser.add_argument("--show", type=int, default=5, help="differences to print in full")
    parser.add_argument("--no-knots", action="store_true", help="no curves in suite parameters")
    parser.add_argument("--keep", metavar="DIR", help="keep the folders of failing seeds here")
    options = parser.parse_args(arguments)
    binary = os.path.abspath(options.binary)
    if not os.access(binary, os.X_OK):
        parser.error(f"{binary} cannot be run")
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    checks = Checks(options.show)
    check_bundled(checks, binary)
    for seed in range(options.first, options.first + options.seeds):
        check_seed(checks, binary, seed, options, options.keep)
    print(f"compared {checks.rows} rows and {checks.candidates} candidates")
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
