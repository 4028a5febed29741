#!/usr/bin/env python3
"""Every number of a run's report.html and report.md is found in its CSV or JSON files.

usage: numbers_found.py RUN [TERMINAL]     (TERMINAL: what the run printed, saved to a file)

A number counts as found when some stored number rounds to it at the decimals shown. Sources are all
CSV and JSON files of the run, inputs/ too, but not report.json, which holds the report's own words;
texts in them count for the numbers they spell. What a reader gets from stored numbers by one step
that the report names is found too: a weight times a sub-score, a weight in points, a score less its
threshold, minutes since a delivery, a share of two counts, thresholds and times in words. Scales
of charts (class "tick"), list numbers, link targets and digests are no claims and are left out.
"""
import csv
import html.parser
import io
import itertools
import json
import pathlib
import re
import sys

NUMBER = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?(?![\w])|(?<=[b<=>≥≈×])\d[\d,]*(?:\.\d+)?(?![\w])")
# As a number is written in full below 1e-4.
SMALL = re.compile(r"(?<![\w.])[-−]?\d(?:\.(\d+))?e-(\d+)\b")
# Dates, times, offsets, digests and names with digits are compared as words.
WORD = re.compile(r"\d{4}-\d\d-\d\d(?:T[\d:]+(?:[+-]\d\d:\d\d)?)?|\b\d\d:\d\d(?::\d\d)?\b|(?<![\w.])[0-9a-f]{16,}\b|\b[\w-]*[a-z][\w-]*\d[\w-]*\b")
# Curves, as 0:100;2:100: points, not times.
KNOTS = re.compile(r"\b[\d.]+:[\d.]+(?:;[\d.]+:[\d.]+)+")
# More rows of behaviours.csv would make any number found; the report shows the first few.
BEHAVIOURS = 50
# Constants of the statistics and of the words themselves.
KNOWN = {95.0, 0.05, 0.001, 0.0, 100.0, 1.0}


class Page(html.parser.HTMLParser):
    """The visible text of the page, each piece on a line of its own."""

    def __init__(self):
        super().__init__()
        self.pieces, self.skipped = [], 0

    def handle_starttag(self, tag, attributes):
        classes = (dict(attributes).get("class") or "").split()
        if tag in ("style", "script") or tag == "text" and "tick" in classes:
            self.skipped += 1
            self.closing = tag

    def handle_endtag(self, tag):
        if self.skipped and tag == self.closing:
            self.skipped -= 1

    def handle_data(self, data):
        if not self.skipped and data.strip():
            self.pieces.append(data)


def numbers(text):
    text = KNOTS.sub(lambda knots: re.sub("[:;]", " ", knots[0]), text)
    for match in SMALL.finditer(text):
        yield float(match[0].replace("−", "-")), len(match[1] or "") + int(match[2])
    text = SMALL.sub(" ", text)
    for match in NUMBER.finditer(WORD.sub(" ", text)):
        shown = match[0].replace(",", "").replace("−", "-")
        yield float(shown), len(shown.partition(".")[2])


def words(text):
    return WORD.findall(KNOTS.sub(" ", text))


class Sources:
    def __init__(self, run):
        self.values, self.texts = set(KNOWN), []
        for path in sorted(run.rglob("*")):
            if path.name == "report.json" or not path.is_file():
                continue
            if path.suffix == ".csv":
                rows = list(csv.reader(io.StringIO(path.read_text(), newline="")))
                self.add(len(rows) - 1)
                self.table(rows[: BEHAVIOURS + 1] if path.name == "behaviours.csv" else rows)
            elif path.suffix == ".json":
                node = json.loads(re.sub(r"(?m)//[^\"\n]*$", "", path.read_text()))
                # What the terminal said is what is checked, so it can't be its own source.
                if path.name == "run.json":
                    node.pop("summary", None)
                self.json(node)
            elif path.suffix == ".jsonl":
                for line in path.read_text().splitlines():
                    if line.strip():
                        self.json(json.loads(line))
        self.derived(run)
        self.words = set(words("\n".join(self.texts)))

    def add(self, value):
        self.values.add(float(value))

    def text(self, text):
        self.texts.append(text)
        for value, _ in numbers(text):
            self.add(value)
        # Knots, ranges and lists: 0:100;2:100 and 22:00-07:00.
        for part in re.findall(r"\d+(?:\.\d+)?", text):
            self.add(part)

    def table(self, rows):
        for row in rows:
            for cell in row:
                try:
                    self.add(cell)
                except ValueError:
                    self.text(cell)

    def json(self, node):
        if isinstance(node, dict):
            for key, value in node.items():
                self.text(key)
                self.json(value)
        elif isinstance(node, list):
            self.add(len(node))
            for value in node:
                self.json(value)
        elif isinstance(node, bool) or node is None:
            pass
        elif isinstance(node, (int, float)):
            self.add(node)
        else:
            self.text(node)

    def derived(self, run):
        """One step from stored numbers, each as the report words it."""
        if not (run / "decisions.csv").exists():
            return
        candidates = list(csv.DictReader((run / "candidates.csv").open()))
        decisions = list(csv.DictReader((run / "decisions.csv").open()))
        weights = {c["candidate"]: {k[10:]: float(v) for k, v in c.items() if k.startswith("parameter_") and number(v)} for c in candidates}
        delivered = {}
        counts = {}
        for row in decisions:
            counts[row["candidate"], row["outcome"]] = counts.get((row["candidate"], row["outcome"]), 0) + 1
            if row["kind"] != "step":
                continue
            own = weights[row["candidate"]]
            for name, weight in own.items():
                if number(row.get(name, "")):
                    self.add(weight * float(row[name]))
                self.add(weight * 100)
            threshold = own.get("notifyThreshold", 60)
            self.add(abs(float(row["score"]) - threshold))
            now = minutes(row["at"])
            key = row["candidate"], row["trace"]
            for before in delivered.get(key, []):
                self.add(now - before)
            if row["delivered"] == "1":
                delivered.setdefault(key, []).append(now)
        for count in counts.values():
            self.add(count)
        for table in (candidates, list(csv.DictReader((run / "behaviours.csv").open()))[:BEHAVIOURS]):
            for row in table:
                counted = [int(row[k]) for k in ("tp", "fp", "fn", "tn")]
                for a, b in itertools.combinations(counted, 2):
                    self.add(a + b)
                if row.get("interventions_per_day"):
                    days = len({(d["trace"], d["at"][:10]) for d in decisions if d["kind"] == "step"})
                    total = round(float(row["interventions_per_day"]) * days)
                    self.add(total)
                    self.add(total - int(row["unlabelled_interventions"]))
                    self.add(days)
        self.add(len({d["trace"] for d in decisions if d["candidate"] == "shipped"}))
        for kind in ("", "intervene", "silent", "escalate"):
            self.add(sum(d["candidate"] == "shipped" and d["kind"] == "step" and d["expect"] == kind for d in decisions))
        steps = [d for d in decisions if d["candidate"] == "shipped"]
        for d in steps:
            if d["step"]:
                self.add(d["step"])
        # Last delivery before the first step, from the copied suite.
        for path in run.glob("inputs/*/*.jsonl"):
            last = None
            for line in path.read_text().splitlines():
                item = json.loads(line)
                if "trace" in item:
                    last = (item.get("state") or {}).get("lastInterventionAt")
                elif "at" in item and last:
                    self.add(minutes(item["at"]) - minutes(last))

    def holds(self, value, decimals):
        # Limits with many decimals are rounded to the side that keeps them true, not to the nearest.
        half = (0.5 if decimals < 6 else 1) * 10.0 ** -decimals
        return any(abs(abs(v) - abs(value)) <= half * (1 + 1e-9) + 1e-12 for v in self.values)


def number(text):
    return re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", text) is not None


def minutes(at):
    import datetime
    return datetime.datetime.fromisoformat(at).replace(tzinfo=None).timestamp() / 60


def main():
    run = pathlib.Path(sys.argv[1])
    sources = Sources(run)
    page = Page()
    page.feed((run / "report.html").read_text())
    markdown = re.sub(r"\]\([^)]*\)", "]", (run / "report.md").read_text())
    markdown = re.sub(r"(?m)^\d+\. ", "", markdown).replace("\\", "")
    lost, seen = [], 0
    texts = [("report.html", page.pieces), ("report.md", markdown.splitlines())]
    if len(sys.argv) > 2:
        texts.append(("terminal", pathlib.Path(sys.argv[2]).read_text().splitlines()))
    for name, pieces in texts:
        for piece in pieces:
            for word in words(piece):
                seen += 1
                known = word in sources.words or any(word in text for text in sources.texts)
                if not known and not re.fullmatch(r"[a-z]+\d|SHA256SUMS|sha256sum", word, re.I):
                    lost.append(f"{name}: {word!r} in: {piece.strip()[:110]}")
            for value, decimals in numbers(piece):
                seen += 1
                if not sources.holds(value, decimals):
                    lost.append(f"{name}: {value:g} in: {piece.strip()[:110]}")
    for line in dict.fromkeys(lost):
        print(line)
    print(f"{seen - len(lost)} found, {len(lost)} not found")
    return 1 if lost or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
