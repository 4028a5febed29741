#!/usr/bin/env python3
"""Seeded, valid, unpleasant suites and small plans in the suite format.

    random_suites.py FOLDER --seed N [--no-knots]     writes one suite and its lock, prints a plan

The same seed gives the same suite. Everything the format allows and that is easy to get wrong is
drawn on purpose: clock changes and the repeated hour, missing signals and explicit nulls, ties at
thresholds, cooldowns that end to the second, windows that begin and end on a step, carry-in state,
budgets of zero, history with gaps, byte-order marks, CRLF and blank lines.
"""

import argparse
import hashlib
import json
import os
import random
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import vigil_reference as reference

ZONES = (
    "America/Vancouver", "America/New_York", "America/St_Johns", "Europe/London",
    "Europe/Berlin", "Asia/Kolkata", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Auckland",
    "Pacific/Chatham",
)
FILE_NAMES = ("a.jsonl", "a-b.jsonl", "Z.jsonl", "b2.jsonl", "é-midi.jsonl", "10.jsonl", "9.jsonl")
WORDS = ("late", "essay", "rest", "train", "exam", "slow", "noon", "walk", "quiz", "rain")
TITLES = ("A day", "Späti um acht", "数学 quiz", "emoji \U0001f4da shelf", 'quoted "title"',
          "tab\tin it")
SOURCES = ("hand", "observed", "explicit", "passive-high", "passive-soft")
CONSTANTS = {
    "missingSleep": (0, 25, 40, 55.5, 100),
    "missingHRV": (0, 30, 40, 60, 100),
    "missingDeadline": (0, 30, 45, 100),
    "missingActivity": (0, 20, 40, 62.5, 100),
    "populationSleepHours": (6.5, 7, 7.5, 8),
    "populationHRVMs": (40, 50, 62.5),
    "populationSteps": (5000, 7000, 10000),
    "baselineDays": (5, 7, 10),
    "baselineMinimumDays": (1, 2, 3, 4),
    "sleepFloorHours": (3, 3.5, 4, 4.5),
    "hrvFloorShare": (0.25, 0.4, 0.5, 0.6),
    "deadlineKnots": (
        [[0, 100], [2, 100], [6, 90], [24, 50], [72, 0]],
        [[0, 100], [4, 90], [12, 40], [48, 0]],
        [[-24, 100], [0, 80], [36, 20], [96, 0]],
    ),
    "timeOfDayKnots": (
        [[0, 50], [24, 50]],
        [[0, 80], [6, 40], [12, 20], [18, 40], [24, 80]],
    ),
}
BUDGETS = (0, 1, 2, 3, 3, 3, 5, 10, 10, 40)
COOLDOWNS = (0, 0, 1, 15, 15, 30, 45, 60, 90, 120, 120, 180, 1440)
QUIET = (
    None, None, None, {"start": "22:00", "end": "07:00"}, {"start": "23:30", "end": "06:15"},
    {"start": "00:00", "end": "08:00"}, {"start": "13:00", "end": "14:30"},
    {"start": "09:00", "end": "09:00"}, {"start": "01:30", "end": "02:30"},
    {"start": "02:00", "end": "01:00"},
)


class Number(float):
    """A number with its own spelling in JSON."""

    def __new__(cls, text):
        self = super().__new__(cls, text)
        self.text = text
        return self

    def __repr__(self):
        return self.text


def spelled(rng, value):
    """The same number, in one of the ways JSON can write it."""
    text = repr(value)
    if "e" in text or "inf" in text:
        return value
    pick = rng.random()
    if pick < 0.7:
        return value
    if pick < 0.8:
        return Number(text + ("0" if "." in text else ".0"))
    if pick < 0.9:
        return Number(text + rng.choice(("e0", "E+0", "e-0")))
    return value


def encode(rng, value):
    """JSON text with varied spacing, key order and escapes."""
    if isinstance(value, Number):
        return value.text
    if isinstance(value, dict):
        pairs = list(value.items())
        if rng.random() < 0.3:
            rng.shuffle(pairs)
        colon = rng.choice((":", ":", ": ", " : "))
        comma = rng.choice((",", ",", ", ", ",\t"))
        return "{" + comma.join(
            json.dumps(k) + colon + encode(rng, v) for k, v in pairs) + "}"
    if isinstance(value, list):
        return "[" + ",".join(encode(rng, v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=rng.random() < 0.5)


def clock_changes(zone):
    """The local dates of 2025 on which the zone's offset changes."""
    days = []
    day = date(2025, 1, 2)
    while day < date(2025, 12, 30):
        start = datetime(day.year, day.month, day.day, tzinfo=zone)
        end = start + timedelta(days=1)
        if start.utcoffset() != end.utcoffset():
            days.append(day)
        day += timedelta(days=1)
    return days


CHANGES = {name: clock_changes(ZoneInfo(name)) for name in ZONES}


class Writer:
    """Draws one suite."""

    def __init__(self, seed, knots=True):
        self.rng = random.Random(f"suite {seed}")
        self.seed = seed
        self.knots = knots
        self.integers = self.rng.random() < 0.4  # integer signals: many equal scores

    def chance(self, p):
        return self.rng.random() < p

    # Times

    def time_text(self, seconds, zone):
        """An instant as local time or with an offset, whichever reads back as the same instant."""
        rng = self.rng
        moment = reference.local_time(seconds, zone)
        offset_only = False
        shape = "%Y-%m-%dT%H:%M:%S" if moment.second or self.chance(0.3) else "%Y-%m-%dT%H:%M"
        local = moment.strftime(shape)
        try:
            reference.instant(local, zone)
        except reference.Refused:
            offset_only = True
        pick = rng.random()
        if not offset_only and pick < 0.65:
            return local
        if pick > 0.93:
            moment = moment.astimezone(timezone.utc)
            return moment.strftime(shape) + "Z"
        if pick > 0.88:
            minutes = rng.choice((0, 60, 330, -210, 765))
            moment = moment.astimezone(timezone(timedelta(minutes=minutes)))
        offset = moment.utcoffset() // timedelta(minutes=1)
        sign = "-" if offset < 0 else "+"
        return moment.strftime(shape) + f"{sign}{abs(offset) // 60:02}:{abs(offset) % 60:02}"

    # Parts

    def profile(self):
        rng, profile = self.rng, {}
        if self.chance(0.6):
            profile["quietHours"] = rng.choice(QUIET)
        if self.chance(0.6):
            profile["cooldownMinutes"] = rng.choice(COOLDOWNS)
        if self.chance(0.6):
            profile["dailyBudget"] = rng.choice(BUDGETS)
        return profile

    def constants(self):
        rng, constants = self.rng, {}
        for name, values in CONSTANTS.items():
            if name.endswith("Knots") and not self.knots:
                continue
            if self.chance(0.2):
                constants[name] = rng.choice(values)
        for name, values in (("cooldownMinutes", COOLDOWNS), ("dailyBudget", BUDGETS),
                             ("quietHours", QUIET)):
            if self.chance(0.15):
                constants[name] = rng.choice(values)
        if constants.get("baselineMinimumDays", 3) > constants.get("baselineDays", 7):
            del constants["baselineMinimumDays"]
        return constants

    def history(self, first_day):
        rng = self.rng
        kind = rng.random()
        if kind < 0.12:
            return []
        sleep_mean = rng.choice((3.2, 4.0, 5.5, 7.5, 7.5, 8.0))
        hrv_mean = rng.choice((0, 35, 50, 50, 70))
        steps_mean = rng.choice((0, 2000, 7000, 7000, 12000))
        days = [first_day - timedelta(days=k) for k in range(12, 0, -1)]
        if self.chance(0.3):
            days += [first_day, first_day + timedelta(days=1), first_day + timedelta(days=9)]
        entries = []
        gaps = rng.choice((0, 0.2, 0.5))
        for day in days:
            if self.chance(gaps):
                continue
            entry = {"date": day.isoformat()}
            for key, mean, digits, top in (("sleepHours", sleep_mean, 1, 24),
                                           ("hrvMs", hrv_mean, 1, 500),
                                           ("steps", steps_mean, 0, 200000)):
                if self.chance(0.12):
                    continue
                if self.chance(0.1):
                    entry[key] = None
                    continue
                value = mean if self.integers or mean == 0 else mean * rng.uniform(0.7, 1.3)
                value = round(min(top, value), digits)
                value = int(value) if value == int(value) or digits == 0 else value
                entry[key] = spelled(rng, value)
            if self.chance(0.1):
                entry = {"date": day.isoformat()}
            entries.append(entry)
        if self.chance(0.2):
            rng.shuffle(entries)
        return entries

    def signals(self, bad):
        rng = self.rng
        missing = rng.choice((0, 0, 0.1, 0.4))
        signals = {}
        whole = self.integers
        drawn = {
            "sleepHours": rng.choice((0, 3, 4, 5, 6, 7, 8, 24)) if whole
            else round(rng.uniform(1, 6) if bad else rng.uniform(5, 10), rng.choice((1, 2, 15))),
            "hrvMs": rng.choice((0, 20, 25, 30, 40, 50, 60)) if whole
            else round(rng.uniform(10, 40) if bad else rng.uniform(30, 80), rng.choice((0, 1, 6))),
            "hoursToDeadline": rng.choice((-3, 0, 2, 6, 15, 24, 48, 72, 100)) if whole
            else round(rng.uniform(-5, 20) if bad else rng.uniform(0, 120), rng.choice((0, 2, 9))),
            "steps": rng.choice((0, 1750, 3500, 7000, 9000)) if whole
            else rng.randrange(0, 5000 if bad else 16000),
        }
        if self.chance(0.12):
            drawn["hoursToDeadline"] = "none"
        if self.chance(0.02):
            drawn["hoursToDeadline"] = rng.choice((-8760, 8760, -0.0))
        if self.chance(0.02):
            drawn["steps"] = 200000
        if self.chance(0.02):
            drawn["hrvMs"] = 500
        for name, value in drawn.items():
            if self.chance(missing):
                if self.chance(0.4):
                    signals[name] = None
                continue
            if isinstance(value, float) and value == int(value) and str(value) != "-0.0":
                value = int(value)
            signals[name] = value if isinstance(value, str) else spelled(rng, value)
        return signals

    def label(self, line, choices):
        rng = self.rng
        line["expect"] = rng.choice(choices)
        if line["expect"] is None:
            return
        if self.chance(0.5):
            line["why"] = rng.choice(("Because.", "A line\nbreak, \"quotes\" and a comma.", "–"))
        if self.chance(0.5):
            line["labelSource"] = rng.choice(SOURCES)

    def trace(self, name):
        """The lines of one trace as objects."""
        rng = self.rng
        zone_name = rng.choice(ZONES)
        zone = ZoneInfo(zone_name)
        if CHANGES[zone_name] and self.chance(0.4):
            day = rng.choice(CHANGES[zone_name])
        else:
            day = date(2025, 1, 20) + timedelta(days=rng.randrange(320))
        start = reference.to_seconds(
            datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(timezone.utc))
        seconds = start + 60 * rng.choice(
            (-180, 0, 15, 45, 60, 120, 180, 400, 480, 600, 720, 840, 1080))
        header = {"trace": name}
        if self.chance(0.6):
            header["title"] = rng.choice(TITLES)
        header["timeZone"] = zone_name
        profile = self.profile()
        if self.chance(0.6):
            header["profile"] = profile
        cooldown = profile.get("cooldownMinutes", 120)

        instants = []
        for _ in range(rng.choice((1, 4, 8, 12, 20, 30))):
            instants.append(seconds)
            pick = rng.random()
            if pick < 0.5:
                seconds += 15 * 60
            elif pick < 0.65:
                seconds += max(1, 60 * cooldown + rng.choice((-1, 0, 0, 1)))
            elif pick < 0.8:
                seconds += 60 * rng.choice((30, 60, 120, 240))
            elif pick < 0.9:
                seconds += rng.randrange(1, 9000)
            elif pick < 0.95:
                seconds += 1
            else:
                seconds += 86400 + rng.choice((0, -3600, 1800, 43200))

        state = {}
        if self.chance(0.3):
            state["deliveredToday"] = rng.choice((0, 0, 1, 1, 2, 3, 7))
        if self.chance(0.3):
            back = rng.choice((0, 60 * cooldown, 60 * cooldown - 1, 1200, 90000))
            state["lastInterventionAt"] = self.time_text(instants[0] - max(0, back), zone)
        if state or self.chance(0.2):
            header["state"] = state
        history = self.history(reference.local_time(instants[0], zone).date())
        if history or self.chance(0.3):
            header["history"] = history

        lines = []
        windowed = self.chance(0.4)
        bad = self.chance(0.6)
        for moment in instants:
            if self.chance(0.15):
                bad = not bad
            line = {"at": self.time_text(moment, zone)}
            if self.chance(0.12):
                line["delivery"] = "failed"
            line["signals"] = self.signals(bad)
            if self.chance(0.2 if windowed else 0.45):
                self.label(line, ("intervene", "escalate", "silent", "silent", None))
            lines.append(line)

        if windowed:
            for _ in range(rng.choice((1, 1, 2, 3))):
                begin = rng.choice(instants) + rng.choice((0, 0, 1, -600, -3600))
                end = max(begin + 1, rng.choice(
                    (begin + 1, begin + 1800, begin + 5400, rng.choice(instants),
                     instants[-1] + 60)))
                line = {"window": {"from": self.time_text(begin, zone),
                                   "to": self.time_text(end, zone)}}
                self.label(line, ("intervene", "silent"))
                at = len(lines) if self.chance(0.7) else rng.randrange(len(lines) + 1)
                lines.insert(at, line)
        return [header] + lines

    # Files

    def file_bytes(self, lines):
        rng = self.rng
        ending = rng.choice(("\n", "\n", "\r\n"))
        parts = []
        for line in lines:
            if self.chance(0.05):
                parts.append(rng.choice(("", " ", "\t ")))
            parts.append(encode(rng, line))
        text = ending.join(parts) + (ending if self.chance(0.8) else "")
        data = text.encode("utf-8")
        return b"\xef\xbb\xbf" + data if self.chance(0.15) else data

    def write(self, folder):
        """Writes the suite and its lock."""
        rng = self.rng
        os.makedirs(folder, exist_ok=True)
        header = {"schema": "autoresearch.suite/1", "name": f"random-{self.seed}",
                  "engine": "vigil", "role": "tuning"}
        optional = {"title": rng.choice(TITLES), "description": "Drawn at random.",
                    "data": "synthetic", "labelledBy": "a generator", "labelledOn": "2025-12-31"}
        for key, value in optional.items():
            if self.chance(0.6):
                header[key] = value
        if self.chance(0.5):
            header["profile"] = self.profile()
        constants = self.constants()
        if constants or self.chance(0.3):
            header["parameters"] = constants
        count = 0
        files = []
        for name in rng.sample(FILE_NAMES, rng.choice((1, 1, 2, 3))):
            lines = []
            for _ in range(rng.choice((1, 2, 3))):
                count += 1
                lines += self.trace(f"{count}-{rng.choice(WORDS)}-{rng.choice(WORDS)}")
            files.append((name, self.file_bytes(lines)))
        for name, data in files:
            with open(os.path.join(folder, name), "wb") as handle:
                handle.write(data)
        if self.chance(0.15):
            os.makedirs(os.path.join(folder, "notes"), exist_ok=True)
            with open(os.path.join(folder, "notes", "about.md"), "w", encoding="utf-8") as handle:
                handle.write("Locked with the rest.\n")
        if self.chance(0.15):
            with open(os.path.join(folder, ".ignored"), "w", encoding="utf-8") as handle:
                handle.write("not locked\n")
        self.write_header(folder, header)
        if self.chance(0.6):
            self.tie_thresholds(folder, header)
        lock(folder)

    def write_header(self, folder, header):
        with open(os.path.join(folder, "suite.json"), "w", encoding="utf-8") as handle:
            handle.write(encode(self.rng, header) + "\n")

    def tie_thresholds(self, folder, header):
        """Sets a threshold to the exact score of some step."""
        rng = self.rng
        records, _ = reference.evaluate([reference.Suite(folder)])
        scores = [r["score"] for r in records if r["kind"] == "step" and 0 < r["score"] <= 100]
        if not scores:
            return
        parameters = header.setdefault("parameters", {})
        scores.sort()
        parameters["notifyThreshold"] = rng.choice(scores)
        if self.chance(0.5):
            parameters["escalateThreshold"] = rng.choice(scores[len(scores) // 2:])
        self.write_header(folder, header)


def lock(folder):
    """Writes SHA256SUMS: every regular file but dot-files, in UTF-8 path order."""
    paths = []
    for root, folders, names in os.walk(folder):
        folders[:] = [f for f in folders if not f.startswith(".")]
        for name in names:
            path = os.path.relpath(os.path.join(root, name), folder)
            if not name.startswith(".") and path != "SHA256SUMS":
                paths.append(path)
    paths.sort(key=lambda path: path.encode("utf-8"))
    with open(os.path.join(folder, "SHA256SUMS"), "w", encoding="utf-8", newline="\n") as out:
        for path in paths:
            with open(os.path.join(folder, path), "rb") as handle:
                out.write(f"{hashlib.sha256(handle.read()).hexdigest()}  {path}\n")


def write_suite(folder, seed, knots=True):
    Writer(seed, knots).write(folder)


def has_label(folder):
    suite = reference.Suite(folder)
    return any(s.expect for t in suite.traces for s in t.steps) or any(
        not w.inert for t in suite.traces for w in t.windows)


def settings(seed, knots=True):
    """Weights and values for one `evaluate`, as command-line words."""
    rng = random.Random(f"settings {seed}")
    words = []
    if rng.random() < 0.5:
        cuts = sorted(rng.randrange(0, 21) for _ in range(4))
        whole = [b - a for a, b in zip([0] + cuts, cuts + [20])]
        words += ["--weights", ",".join(
            f"{name}={k / 20}" for name, k in zip(reference.SUB_SCORES, whole))]
    choices = {"notifyThreshold": (0, 35, 45, 52.5, 60, 100), "escalateThreshold": (50, 70, 80),
               "cooldownMinutes": COOLDOWNS, "dailyBudget": BUDGETS}
    choices.update({k: v for k, v in CONSTANTS.items() if not k.endswith("Knots")})
    for name, values in choices.items():
        if rng.random() < 0.15:
            words += ["--set", f"{name}={rng.choice(values)}"]
    return words


def plan(seed, suite, limit=500):
    """A small plan over one suite; its candidate count stays near the limit."""
    rng = random.Random(f"plan {seed}")
    size = 1
    parameters = {}

    def room(n):
        return size * n <= limit

    if rng.random() < 0.8:
        spec, count = rng.choice((({"step": 0.5}, 15), ({"step": 0.25, "min": 0}, 70),
                                  ({"step": 0.2, "min": 0.2}, 1), ({"step": 0.1, "min": 0.1}, 126),
                                  ({"step": 0.125, "min": 0.125}, 35)))
        parameters["weights"] = spec
        size *= count
    if rng.random() < 0.8:
        spec, count = rng.choice((
            ("all", 25), ("all", 25), ({"min": 30, "max": 70, "step": 5}, 9),
            ({"values": [60, 45.5, 30]}, 3),
            ({"min": 0.3, "max": 0.9, "step": 0.2}, 4), ({"min": 41.1, "max": 42, "step": 0.3}, 4)))
        if room(count):
            parameters["notifyThreshold"] = spec
            size *= count
    extra = {
        "escalateThreshold": {"values": [80, 55, 100]},
        "cooldownMinutes": {"values": [60, 0, 120]},
        "dailyBudget": {"min": 0, "max": 3, "step": 1},
        "quietHours": {"values": [None, {"start": "22:00", "end": "07:00"},
                                  {"start": "08:00", "end": "12:30"}]},
        "missingSleep": {"values": [0, 40, 80]},
        "missingHRV": {"min": 30, "max": 50, "step": 10},
        "populationSteps": {"values": [5000, 9000]},
        "hrvFloorShare": {"values": [0.4, 0.5]},
    }
    for name in rng.sample(sorted(extra), len(extra)):
        spec = extra[name]
        all_thresholds = parameters.get("notifyThreshold") == "all"
        if all_thresholds and name not in ("escalateThreshold", "cooldownMinutes", "dailyBudget"):
            continue
        count = len(spec["values"]) if "values" in spec else 4
        if rng.random() < 0.3 and room(count):
            parameters[name] = spec
            size *= count
    if not parameters:
        parameters["notifyThreshold"] = {"min": 30, "max": 70, "step": 10}
    names = list(parameters)
    rng.shuffle(names)  # the order in the plan must not matter
    metrics = ("recall", "precision", "f1", "f05", "falseAlarms", "false_alarms_per_day",
               "interventions_per_day", "unlabelled_interventions", "margin", "tp")
    made = {
        "schema": "autoresearch.plan/1", "name": f"plan-{seed}", "suite": suite,
        "method": "lattice" if "weights" in parameters else "grid",
        "parameters": {name: parameters[name] for name in names},
        "metric": rng.choice(metrics), "seed": 1, "keep": 1000000,
    }
    if rng.random() < 0.6:
        made["then"] = rng.sample(("fewerInterventions", "margin", "nearestToShipped"), 3)
    if seed % 4 == 3 and "all" not in parameters.values():
        made.update(method="sobol", run_cap=rng.randint(1, limit), seed=rng.randint(0, 10 ** 6))
        if "weights" in parameters and rng.random() < 0.5:
            made["parameters"]["weights"] = rng.choice(({}, {"min": 0.05}))
        if "notifyThreshold" in parameters and rng.random() < 0.5:
            made["parameters"]["notifyThreshold"] = {"min": 30, "max": 72.5}
    if rng.random() < 0.5:
        made["require"] = rng.choice((
            {"falseAlarms": "=0"}, {"recall": ">=0.5"}, {"precision": ">0.4", "fp": "<=3"},
            {"falseAlarms": "<2", "tp": ">0"}, {"precision": ">=1", "recall": ">=1"}))
    add_costs(made, random.Random(f"costs {seed}"))
    return made


def add_costs(made, rng):
    """Costs in about every third plan, mostly used: as the metric, a bound or a tie-break."""
    if rng.random() < 0.65:
        return
    made["costs"] = {"hit": rng.choice((1, 0.5, 3)), "miss": rng.choice((-1, 0, -0.3)),
                     "falseAlarm": rng.choice((-2, -0.7, 0.1)),
                     "interruption": rng.choice((-0.1, 0, -1e-3, 0.25))}
    use = rng.random()
    if use < 0.6:
        made["metric"] = "utility"
    elif use < 0.75:
        made["require"] = {"utility": rng.choice((">=0", "<1.5", ">-2"))}
    elif use < 0.9:
        made["then"] = ["utility", "margin"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-knots", action="store_true")
    options = parser.parse_args()
    write_suite(options.folder, options.seed, not options.no_knots)
    print(json.dumps(plan(options.seed, options.folder), indent=1))


if __name__ == "__main__":
    main()
