#!/usr/bin/env python3
"""Malformed inputs, and what a built `autoresearch` must answer to each.

    malformed.py --binary .build/release/autoresearch [--only TEXT] [--list]

Each case starts from one valid, locked suite and one valid plan, spoils one thing, and demands: the
exit status; `file:line: error:` with the right file and line, and a `fix:` line, for what stands in
a file; words that the message must contain; nothing on standard output; no crash and no hang; and
no file created or changed anywhere in the working directory, so nothing in `--out`.
"""

import argparse
import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import random_suites  # noqa: E402

TIMEOUT_SECONDS = 60
OK, REQUIREMENT, REFUSED, LOCK, USAGE, UNWRITABLE = 0, 1, 2, 3, 64, 74

SUITE = {
    "schema": "autoresearch.suite/1", "name": "spoiled", "engine": "vigil", "role": "tuning",
    "profile": {"quietHours": {"start": "22:00", "end": "07:00"}, "cooldownMinutes": 120},
    "parameters": {"missingSleep": 40},
}
HEADER = {
    "trace": "one-day", "title": "One day", "timeZone": "America/Vancouver",
    "profile": {"dailyBudget": 3},
    "state": {"lastInterventionAt": "2025-04-13T21:10", "deliveredToday": 0},
    "history": [{"date": "2025-04-12", "sleepHours": 7.4, "hrvMs": 52, "steps": 6100},
                {"date": "2025-04-13", "sleepHours": 7.1}],
}
STEPS = [
    {"at": "2025-04-14T08:00",
     "signals": {"sleepHours": 4.6, "hrvMs": 31, "hoursToDeadline": 7.5, "steps": 5200},
     "expect": "intervene", "why": "A short night.", "labelSource": "hand"},
    {"at": "2025-04-14T08:15", "delivery": "failed",
     "signals": {"sleepHours": 4.6, "hrvMs": 31, "hoursToDeadline": 7.25, "steps": 5230}},
    {"at": "2025-04-14T12:00",
     "signals": {"sleepHours": 8, "hrvMs": 60, "hoursToDeadline": "none", "steps": 9000},
     "expect": "silent", "why": "All is well."},
]
WINDOW = {"window": {"from": "2025-04-14T12:00", "to": "2025-04-14T13:30"}, "expect": "silent",
          "labelSource": "observed"}
PLAN = {
    "schema": "autoresearch.plan/1", "name": "spoiled-plan", "suite": "s", "method": "lattice",
    "parameters": {"weights": {"step": 0.5}, "notifyThreshold": {"min": 50, "max": 60, "step": 5}},
    "metric": "recall", "require": {"falseAlarms": "=0"}, "then": ["margin"], "seed": 1, "keep": 10,
}
LINES = [HEADER] + STEPS + [WINDOW]  # line numbers 1 to 5

NOT_SET = object()


def changed(value, path, new):
    """A copy with the value at a path of keys replaced, or removed."""
    value = copy.deepcopy(value)
    inner = value
    for key in path[:-1]:
        inner = inner[key]
    if new is NOT_SET:
        del inner[path[-1]]
    else:
        inner[path[-1]] = new
    return value


class Folder:
    """The valid starting point, in a temporary folder, not yet locked."""

    def __init__(self, root):
        self.root = root
        os.makedirs(os.path.join(root, "s"))
        self.write("s/suite.json", json.dumps(SUITE, indent=1) + "\n")
        self.lines = [json.dumps(line) for line in LINES]
        self.write_lines()
        self.write("plan.json", json.dumps(PLAN, indent=1) + "\n")

    def write(self, path, content):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as handle:
            handle.write(content if isinstance(content, bytes) else content.encode("utf-8"))

    def write_lines(self):
        data = [t if isinstance(t, bytes) else t.encode("utf-8") for t in self.lines]
        self.write("s/a.jsonl", b"\n".join(data) + b"\n")

    def lock(self):
        random_suites.lock(os.path.join(self.root, "s"))


class Case:
    def __init__(self, name, spoil, words, statuses, wants=(), where=None, locks=True, after=None):
        self.name = name
        self.spoil = spoil
        self.words = words
        self.statuses = statuses if isinstance(statuses, tuple) else (statuses,)
        self.wants = wants
        self.where = where
        self.locks = locks
        self.after = after  # what happens to the folder after it was locked


CASES = []
EVALUATE = ["evaluate", "s", "--json"]
SWEEP = ["sweep", "plan.json", "--out", "out", "--quiet"]


def add(*arguments, **more):
    CASES.append(Case(*arguments, **more))


# ---- one line of a trace file ------------------------------------------------------------------


def line_case(name, number, text, wants=(), where=None):
    """Line `number` of the trace file is replaced by a text, bytes or an object."""
    if not isinstance(text, (str, bytes)):
        text = json.dumps(text)

    def spoil(folder):
        folder.lines[number - 1] = text
        folder.write_lines()

    add(name, spoil, EVALUATE, REFUSED, wants, where or f"s/a.jsonl:{number}")


def step_case(name, path, new, wants=(), number=2):
    line_case(name, number, changed(LINES[number - 1], path, new), wants)


def raw_step(signals, more=""):
    return '{"at":"2025-04-14T08:00","signals":' + signals + more + "}"


# Broken JSON
line_case("json: no closing brace", 2, json.dumps(STEPS[0])[:-1])
line_case("json: cut in the middle of a string", 2, json.dumps(STEPS[0])[:12])
line_case("json: text after the object", 2, json.dumps(STEPS[0]) + " x")
line_case("json: two objects on a line", 2, json.dumps(STEPS[0]) * 2)
line_case("json: trailing comma", 2, raw_step('{"sleepHours":4.6,}'))
line_case("json: comma missing", 2, raw_step('{"sleepHours":4.6 "hrvMs":31}'))
line_case("json: colon missing", 2, raw_step('{"sleepHours" 4.6}'))
line_case("json: single quotes", 2, "{'at':'2025-04-14T08:00','signals':{}}")
line_case("json: key without quotes", 2, "{at:\"2025-04-14T08:00\",\"signals\":{}}")
line_case("json: NaN", 2, raw_step('{"sleepHours":NaN}'))
line_case("json: nan", 2, raw_step('{"sleepHours":nan}'))
line_case("json: Infinity", 2, raw_step('{"hoursToDeadline":Infinity}'))
line_case("json: -Infinity", 2, raw_step('{"hoursToDeadline":-Infinity}'))
line_case("json: number too large", 2, raw_step('{"sleepHours":1e999}'))
line_case("json: leading zero", 2, raw_step('{"sleepHours":07}'))
line_case("json: leading plus", 2, raw_step('{"sleepHours":+7}'))
line_case("json: no digit before the point", 2, raw_step('{"sleepHours":.5}'))
line_case("json: no digit after the point", 2, raw_step('{"sleepHours":7.}'))
line_case("json: hexadecimal", 2, raw_step('{"sleepHours":0x7}'))
line_case("json: empty exponent", 2, raw_step('{"sleepHours":7e}'))
line_case("json: control character in a string", 2, raw_step("{}", ',"why":"a\tb"'))
line_case("json: unknown escape", 2, raw_step("{}", ',"why":"a\\qb"'))
line_case("json: lone surrogate", 2, raw_step("{}", ',"why":"\\ud800"'))
line_case("json: short unicode escape", 2, raw_step("{}", ',"why":"\\u12"'))
line_case("json: invalid UTF-8", 2, raw_step("{}", ',"why":"').encode()[:-1] + b'\xff\xfe"}')
line_case("json: NUL byte", 2, json.dumps(STEPS[0]).encode() + b"\x00")
line_case("json: nested ten thousand deep", 2, raw_step("[" * 10000 + "]" * 10000))
line_case("json: a comment", 2, json.dumps(STEPS[0]) + " // short")
line_case("json: an array as line", 2, "[1,2]")
line_case("json: a number as line", 2, "7")
line_case("json: null as line", 2, "null")
line_case("json: True", 2, raw_step('{"sleepHours":True}'))

# Keys
line_case("keys: duplicate signal", 2, raw_step('{"hrvMs":31,"hrvMs":32}'), ("duplicate", "hrvms"))
line_case("keys: duplicate at", 2, '{"at":"2025-04-14T08:00","at":"2025-04-14T08:01","signals":{}}',
          ("duplicate",))
line_case("keys: duplicate by escape", 2, raw_step("{}", ',"\\u0061t":"2025-04-14T08:00"'),
          ("duplicate",))
line_case("keys: unknown signal", 2, raw_step('{"sleepHour":4}'), ("sleephour", "sleephours"))
line_case("keys: unknown in step", 2, raw_step("{}", ',"expects":"silent"'), ("expects", "expect"))
line_case("keys: unknown in header", 1, {**HEADER, "timezone": "UTC"}, ("timezone", "timeZone"))
step_case("keys: unknown in profile", ("profile", "coolDownMinutes"), 60, ("cooldownminutes",), 1)
step_case("keys: unknown in state", ("state", "deliveredTodays"), 1, ("deliveredtoday",), 1)
step_case("keys: unknown in history", ("history", 0, "sleep"), 7, ("sleep",), 1)
step_case("keys: unknown in window", ("window", "until"), "2025-04-14T14:00", ("until",), 5)
step_case("keys: unknown in quiet hours", ("profile", "quietHours"),
          {"start": "22:00", "end": "07:00", "zone": "UTC"}, ("zone",), 1)
line_case("keys: neither trace, step nor window", 2, {"note": "x"}, ("note",))
line_case("keys: an empty object", 2, {})
line_case("keys: trace and step in one", 2, {"trace": "two", "timeZone": "UTC", **STEPS[0]})

# Values of a step
for key, values in (("sleepHours", (-0.1, 24.001, 31)), ("hrvMs", (-1, 500.5)),
                    ("hoursToDeadline", (8760.5, -9000)), ("steps", (-1, 200001))):
    for value in values:
        step_case(f"range: {key} {value}", ("signals", key), value, (key.lower(),))
step_case("type: sleepHours as text", ("signals", "sleepHours"), "7", ("sleephours",))
step_case("type: sleepHours true", ("signals", "sleepHours"), True, ("sleephours",))
step_case("type: hrvMs as list", ("signals", "hrvMs"), [31], ("hrvms",))
step_case("type: hoursToDeadline soon", ("signals", "hoursToDeadline"), "soon", ("none",))
step_case("type: sleepHours none", ("signals", "sleepHours"), "none", ("sleephours",))
step_case("type: signals as list", ("signals",), [], ("signals",))
step_case("type: why as number", ("why",), 7, ("why",))
step_case("value: expect fire", ("expect",), "fire", ("expect", "intervene"))
step_case("value: expect Intervene", ("expect",), "Intervene", ("intervene",))
step_case("value: expect true", ("expect",), True, ("expect",))
step_case("value: labelSource guess", ("labelSource",), "guess", ("labelsource",))
step_case("value: labelSource engine", ("labelSource",), "engine", ("engine",))
step_case("value: delivery maybe", ("delivery",), "maybe", ("delivery", "failed"))

# Times
for text in ("2025-04-14", "2025-13-14T08:00", "2025-02-29T08:00", "2025-04-14T24:30",
             "2025-04-14T08:60", "2025-04-14T08:00:61", "2025-04-14 08:00", "08:00", "",
             "2025-04-14T08:00:00.5", "2025-04-14T08:00+25:00", "2025-04-14T8:00", "tomorrow"):
    step_case(f"time: {text or 'empty'}", ("at",), text)
step_case("time: a number", ("at",), 1744642800, ("at",))
step_case("time: does not exist", ("at",), "2025-03-09T02:30", ("offset",))
step_case("time: exists twice", ("at",), "2025-11-02T01:30", ("offset",), 4)
step_case("time: equal to the one before", ("at",), "2025-04-14T08:00", (), 3)
step_case("time: earlier than the one before", ("at",), "2025-04-14T07:59", (), 3)
step_case("time: the same instant in another zone", ("at",), "2025-04-14T15:00Z", (), 3)
step_case("time: window does not exist", ("window", "from"), "2025-03-09T02:15", ("offset",), 5)

# Windows
step_case("window: empty", ("window", "to"), "2025-04-14T12:00", (), 5)
step_case("window: backwards", ("window", "to"), "2025-04-14T11:00", (), 5)
step_case("window: no end", ("window", "to"), NOT_SET, ("to",), 5)
step_case("window: escalate", ("expect",), "escalate", ("silent",), 5)
step_case("window: engine label", ("labelSource",), "engine", ("engine",), 5)

# Headers
for zone in ("America/Vancover", "", "Mars/Base", "UTC+25"):
    step_case(f"zone: {zone or 'empty'}", ("timeZone",), zone, (), 1)
step_case("zone: a number", ("timeZone",), -7, ("timezone",), 1)
for identifier in ("One Day", "-one", "", "tägig", "One", "a_b"):
    step_case(f"id: {identifier or 'empty'}", ("trace",), identifier, (), 1)
step_case("state: delivered -1", ("state", "deliveredToday"), -1, ("deliveredtoday",), 1)
step_case("state: delivered 1.5", ("state", "deliveredToday"), 1.5, ("deliveredtoday",), 1)
step_case("state: delivered as text", ("state", "deliveredToday"), "1", ("deliveredtoday",), 1)
line_case("state: intervention after the first step", 1,
          changed(HEADER, ("state", "lastInterventionAt"), "2025-04-14T08:01"),
          ("lastinterventionat",), "s/a.jsonl:[12]")
step_case("state: intervention at no time", ("state", "lastInterventionAt"), "2025-03-09T02:30",
          ("offset",), 1)
step_case("history: date twice", ("history", 1, "date"), "2025-04-12", ("2025-04-12",), 1)
step_case("history: no such date", ("history", 0, "date"), "2025-02-30", ("2025-02-30",), 1)
step_case("history: no date", ("history", 0, "date"), NOT_SET, ("date",), 1)
step_case("history: out of range", ("history", 0, "sleepHours"), 25, ("sleephours",), 1)
step_case("history: an object", ("history",), {}, ("history",), 1)
step_case("profile: cooldown -5", ("profile", "cooldownMinutes"), -5, ("cooldownminutes",), 1)
step_case("profile: budget as text", ("profile", "dailyBudget"), "3", ("dailybudget",), 1)
step_case("profile: quiet hours as text", ("profile", "quietHours"), "22-7", ("quiethours",), 1)
step_case("profile: quiet hours at 25:00", ("profile", "quietHours"),
          {"start": "25:00", "end": "07:00"}, (), 1)
step_case("profile: quiet hours without end", ("profile", "quietHours"), {"start": "22:00"},
          ("end",), 1)


# ---- whole trace files -------------------------------------------------------------------------


def files_case(name, files, wants=(), where=None, statuses=REFUSED, words=None):
    def spoil(folder):
        for path, content in files.items():
            if content is None:
                os.remove(os.path.join(folder.root, path))
            else:
                folder.write(path, content)
    add(name, spoil, words or EVALUATE, statuses, wants, where)


WHOLE = "\n".join(json.dumps(line) for line in LINES) + "\n"
files_case("file: empty", {"s/a.jsonl": ""}, (), "s")
files_case("file: only blank lines", {"s/a.jsonl": "\n \r\n\n"}, (), "s")
files_case("file: no trace file", {"s/a.jsonl": None}, (), "s")
files_case("file: a trace without steps", {"s/a.jsonl": json.dumps(HEADER) + "\n"}, (), "s")
files_case("file: a step before the trace", {"s/a.jsonl": json.dumps(STEPS[0]) + "\n" + WHOLE},
           ("trace",), "s/a.jsonl:1")
files_case("file: a window before the trace", {"s/a.jsonl": json.dumps(WINDOW) + "\n" + WHOLE},
           ("trace",), "s/a.jsonl:1")
files_case("file: an id twice", {"s/a.jsonl": WHOLE * 2}, ("one-day",), "s/a.jsonl:6")
files_case("file: an id in two files", {"s/b.jsonl": WHOLE}, ("one-day",), r"s/[ab]\.jsonl:1")
files_case("file: UTF-16", {"s/a.jsonl": WHOLE.encode("utf-16")}, (), "s/a.jsonl")
files_case("file: random bytes", {"s/a.jsonl": bytes((i * 73 + 5) % 256 for i in range(4096))}, (),
           "s/a.jsonl")
files_case("file: line number after blank lines, BOM and CRLF",
           {"s/a.jsonl": b"\xef\xbb\xbf\r\n" + WHOLE.replace("\n", "\r\n\r\n").encode()
            + b'{"at":1}\r\n'}, (), "s/a.jsonl:12")


def two_problems(folder):
    folder.lines[1] = folder.lines[1].replace("4.6", "46")
    folder.lines[3] = folder.lines[3].replace('"silent"', '"quiet"')
    folder.write_lines()


add("file: every problem at once, line 2", two_problems, EVALUATE, REFUSED, ("sleephours",),
    "s/a.jsonl:2")
add("file: every problem at once, line 4", two_problems, EVALUATE, REFUSED, ("quiet",),
    "s/a.jsonl:4")

# ---- suite.json --------------------------------------------------------------------------------


def suite_case(name, path, new, wants=(), line=r"(:\d+)?"):
    def spoil(folder):
        folder.write("s/suite.json", json.dumps(changed(SUITE, path, new), indent=1) + "\n")
    add(name, spoil, EVALUATE, REFUSED, wants, "s/suite.json" + line)


def suite_text(name, text, wants=(), line=r"(:\d+)?"):
    files_case(name, {"s/suite.json": text}, wants, "s/suite.json" + line)


for key in ("schema", "name", "engine", "role"):
    suite_case(f"suite: no {key}", (key,), NOT_SET, (key,))
suite_case("suite: another schema", ("schema",), "autoresearch.suite/2", ("schema",), ":2")
suite_case("suite: name with a space", ("name",), "My Suite", ("name",), ":3")
suite_case("suite: unknown engine", ("engine",), "vigl", ("vigl", "vigil"), ":4")
suite_case("suite: unknown role", ("role",), "test", ("tuning",), ":5")
suite_case("suite: unknown key", ("profil",), {}, ("profile",))
suite_case("suite: unknown kind of data", ("data",), "real", ("synthetic",))
suite_case("suite: title as number", ("title",), 12, ("title",))
suite_case("suite: unknown parameter", ("parameters", "notifyTreshold"), 60, ("notifythreshold",))
suite_case("suite: parameter as text", ("parameters", "missingSleep"), "40", ("missingsleep",))
suite_case("suite: parameter out of range", ("parameters", "missingSleep"), 140, ("missingsleep",))
suite_case("suite: curve that goes back", ("parameters", "deadlineKnots"),
           [[0, 100], [24, 50], [12, 0]], ("deadlineknots",))
suite_case("suite: curve of text", ("parameters", "timeOfDayKnots"), "flat", ("timeofdayknots",))
suite_text("suite: empty file", "")
suite_text("suite: an array", "[]")
suite_text("suite: broken on line 3",
           '{\n "schema": "autoresearch.suite/1",\n "name": spoiled\n}\n', (), ":3")
suite_text("suite: duplicate key", json.dumps(SUITE)[:-1] + ', "role": "holdout"}', ("role",), ":1")
files_case("suite: no suite.json", {"s/suite.json": None}, ("suite.json",), "s")

# ---- locks -------------------------------------------------------------------------------------


def lock_case(name, after, wants=(), where=None, statuses=LOCK, locks=True):
    for words in (EVALUATE, SWEEP, ["verify", "s"]):
        add(f"{name} ({words[0]})", lambda folder: None, words, statuses, wants, where,
            locks=locks, after=after)


def flip_byte(path):
    def after(folder):
        full = os.path.join(folder.root, path)
        with open(full, "rb") as handle:
            data = bytearray(handle.read())
        data[data.index(b"4")] ^= 1
        with open(full, "wb") as handle:
            handle.write(data)
    return after


lock_case("lock: a changed byte in a trace", flip_byte("s/a.jsonl"), (), "s/a.jsonl")
lock_case("lock: a changed byte in suite.json", flip_byte("s/suite.json"), (), "s/suite.json")
lock_case("lock: a missing file", lambda f: os.remove(os.path.join(f.root, "s/a.jsonl")), (),
          "s/a.jsonl")
lock_case("lock: an extra file", lambda f: f.write("s/b.jsonl", WHOLE.replace("one-day", "two")),
          (), "s/b.jsonl")
lock_case("lock: an extra file in a folder", lambda f: f.write("s/more/notes.txt", "x"), (),
          "s/more/notes.txt")
lock_case("lock: none", lambda f: None, ("sha256sums",), "s", locks=False)
lock_case("lock: empty", lambda f: f.write("s/SHA256SUMS", ""), (), "s", (LOCK, REFUSED))
lock_case("lock: not a list of sums", lambda f: f.write("s/SHA256SUMS", "hello\n"), (),
          "s/SHA256SUMS", (LOCK, REFUSED))
lock_case("lock: a link", lambda f: os.symlink("a.jsonl", os.path.join(f.root, "s/c.jsonl")), (),
          "s/c.jsonl", (LOCK, REFUSED))


def outside(folder):
    path = os.path.join(folder.root, "s/SHA256SUMS")
    with open(path, "a", encoding="utf-8") as handle:
        handle.write("0" * 64 + "  ../plan.json\n")


lock_case("lock: a path outside", outside, ("../plan.json",), "s", (LOCK, REFUSED))

# ---- plans -------------------------------------------------------------------------------------


def plan_case(name, path, new, wants=(), statuses=REFUSED, where=r"plan.json(:\d+)?"):
    def spoil(folder):
        folder.write("plan.json", json.dumps(changed(PLAN, path, new), indent=1) + "\n")
    add(name, spoil, SWEEP, statuses, wants, where)


for key in ("schema", "name", "suite", "method", "parameters"):
    plan_case(f"plan: no {key}", (key,), NOT_SET, (key,))
plan_case("plan: another schema", ("schema",), "autoresearch.plan/9", ("schema",),
          where="plan.json:2")
plan_case("plan: unknown method", ("method",), "latice", ("lattice",), where="plan.json:5")
plan_case("plan: unknown key", ("seeds",), 3, ("seed",))
plan_case("plan: unknown parameter", ("parameters", "notifyTreshold"), {"values": [60]},
          ("notifythreshold",))
plan_case("plan: unknown metric", ("metric",), "recal", ("recall",))
plan_case("plan: unknown tie-break", ("then",), ["fewestInterventions"], ("fewerinterventions",))
plan_case("plan: unknown operator", ("require", "falseAlarms"), "~0", ("falsealarms",))
plan_case("plan: require of an unknown metric", ("require",), {"falseAlarm": "=0"},
          ("falsealarms",))
COSTS = {"hit": 1, "miss": -1, "falseAlarm": -2, "interruption": -0.1}
plan_case("plan: a cost left out", ("costs",), {"hit": 1, "miss": 0, "falseAlarm": 0},
          ("interruption",))
plan_case("plan: costs as a number", ("costs",), 3, ("costs",))
plan_case("plan: a cost as text", ("costs",), dict(COSTS, miss="-1"), ("miss",))
plan_case("plan: an endless cost", ("costs",), dict(COSTS, hit=1e300), ("hit",))
plan_case("plan: an unknown cost", ("costs",), dict(COSTS, falseAlarms=-1), ("falsealarm",))
plan_case("plan: utility without costs", ("metric",), "utility", ("utility", "costs"))
plan_case("plan: a bound on utility without costs", ("require",), {"utility": ">0"},
          ("utility", "costs"))
plan_case("plan: utility breaks ties without costs", ("then",), ["utility"],
          ("utility", "costs"))
plan_case("plan: seed as text", ("seed",), "one", ("seed",))
plan_case("plan: keep -1", ("keep",), -1, ("keep",))
WEIGHTS = ("parameters", "weights")
plan_case("plan: weight step that is not 1/n", WEIGHTS, {"step": 0.3}, ("step",))
plan_case("plan: weight step 0", WEIGHTS, {"step": 0}, ("step",))
plan_case("plan: weight step -0.5", WEIGHTS, {"step": -0.5}, ("step",))
plan_case("plan: weight min too large", WEIGHTS, {"step": 0.05, "min": 0.25}, ("min",))
plan_case("plan: weights as number", WEIGHTS, 0.05, ("weights",))
plan_case("plan: weights without step", WEIGHTS, {"min": 0}, ("step",))
THRESHOLD = ("parameters", "notifyThreshold")
plan_case("plan: range backwards", THRESHOLD, {"min": 60, "max": 50, "step": 5},
          ("notifythreshold",))
plan_case("plan: range step 0", THRESHOLD, {"min": 50, "max": 60, "step": 0}, ("step",))
plan_case("plan: no values", THRESHOLD, {"values": []}, ("values",))
plan_case("plan: value as text", THRESHOLD, {"values": [60, "65"]}, ("notifythreshold",))
plan_case("plan: value out of range", THRESHOLD, {"values": [60, 150]}, ("notifythreshold",))
plan_case("plan: every threshold", THRESHOLD, "every", ("all",))
plan_case("plan: all cooldowns", ("parameters", "cooldownMinutes"), "all", ("cooldownminutes",))
plan_case("plan: negative cooldown", ("parameters", "cooldownMinutes"), {"values": [-1]},
          ("cooldownminutes",))
plan_case("plan: half a budget", ("parameters", "dailyBudget"), {"values": [1.5]},
          ("dailybudget",))
plan_case("plan: quiet hours at 24:61", ("parameters", "quietHours"),
          {"values": [{"start": "24:61", "end": "07:00"}]}, ("quiethours",))
plan_case("plan: suite that is not there", ("suite",), "nowhere", ("nowhere",), (REFUSED, USAGE),
          r".*")
plan_case("plan: a suite twice", ("suite",), ["s", "s"], (), REFUSED, ".*")
files_case("plan: empty file", {"plan.json": ""}, (), "plan.json", words=SWEEP)
files_case("plan: broken on line 2",
           {"plan.json": '{"schema":"autoresearch.plan/1",\n "name" 3}\n'}, (), "plan.json:2",
           words=SWEEP)
files_case("plan: comment that never ends", {"plan.json": json.dumps(PLAN) + "\n/* open"}, (),
           "plan.json:2", words=SWEEP)
files_case("plan: duplicate key", {"plan.json": json.dumps(PLAN)[:-1] + ',"keep":3}'}, ("keep",),
           "plan.json:1", words=SWEEP)
files_case("plan: NaN", {"plan.json": json.dumps(PLAN).replace("0.5", "NaN")}, (), "plan.json:1",
           words=SWEEP)


def without_labels(folder):
    for number, line in ((1, STEPS[0]), (3, STEPS[2])):
        line = {k: v for k, v in line.items() if k in ("at", "signals")}
        folder.lines[number] = json.dumps(line)
    del folder.lines[4]
    folder.write_lines()


def as_holdout(folder):
    folder.write("s/suite.json", json.dumps({**SUITE, "role": "holdout"}) + "\n")


add("plan: a suite without labels", without_labels, SWEEP, REFUSED, ("label",), ".*")
add("plan: a holdout", as_holdout, SWEEP, (REFUSED, USAGE), ("holdout",), ".*")
add("evaluate: a holdout that was not opened", as_holdout, EVALUATE, (REFUSED, USAGE),
    ("--open-holdout",), ".*")

# ---- command line ------------------------------------------------------------------------------


def usage_case(name, words, wants=(), statuses=USAGE, spoil=lambda folder: None):
    add("usage: " + name, spoil, words, statuses, wants)


usage_case("unknown command", ["evalute", "s"], ("evaluate",))
usage_case("unknown option", EVALUATE + ["--wieghts", "sleep=1"], ("--weights",))
usage_case("no suite", ["evaluate", "--json"])
usage_case("suite that is not there", ["evaluate", "nowhere", "--json"], ("nowhere",),
           (USAGE, REFUSED))
usage_case("weights without value", EVALUATE + ["--weights"], ("--weights",))
usage_case("weights sum to 0.9", EVALUATE + ["--weights", "sleep=0.25"], ("0.9",))
usage_case("weight above 1", EVALUATE + ["--weights",
           "sleep=1.35,hrv=0.25,deadline=-0.8,activity=0.13,timeOfDay=0.07"], ("sleep",))
usage_case("unknown weight", EVALUATE + ["--weights", "slep=0.35"], ("sleep",))
usage_case("weight without number", EVALUATE + ["--weights", "sleep=much"], ("sleep",))
usage_case("weight without =", EVALUATE + ["--weights", "sleep"], ("sleep",))
usage_case("weight nan", EVALUATE + ["--weights", "sleep=nan"], ("sleep",))
usage_case("weight twice", EVALUATE + ["--weights", "sleep=0.35,sleep=0.35"], ("sleep",))
usage_case("unknown parameter", EVALUATE + ["--set", "notifyTreshold=60"], ("notifythreshold",))
usage_case("parameter without =", EVALUATE + ["--set", "notifyThreshold"], ("notifythreshold",))
usage_case("parameter without number", EVALUATE + ["--set", "notifyThreshold=high"],
           ("notifythreshold",))
usage_case("parameter out of range", EVALUATE + ["--set", "notifyThreshold=101"],
           ("notifythreshold",))
usage_case("parameter infinite", EVALUATE + ["--set", "cooldownMinutes=inf"],
           ("cooldownminutes",))
usage_case("negative cooldown", EVALUATE + ["--set", "cooldownMinutes=-1"], ("cooldownminutes",))
usage_case("require of an unknown metric", EVALUATE + ["--require", "recal>=0.5"], ("recall",))
usage_case("require without operator", EVALUATE + ["--require", "recall"], ("recall",))
usage_case("require without number", EVALUATE + ["--require", "recall>=most"], ("recall",))
usage_case("no plan", ["sweep", "--out", "out"])
usage_case("plan that is not there", ["sweep", "nowhere.json", "--out", "out"], ("nowhere.json",),
           (USAGE, REFUSED))
usage_case("no threads", SWEEP + ["--threads", "0"], ("--threads",))
usage_case("threads as text", SWEEP + ["--threads", "two"], ("--threads",))
usage_case("out without value", ["sweep", "plan.json", "--out"], ("--out",))
usage_case("output below a file", ["sweep", "plan.json", "--out", "plan.json/run", "--quiet"],
           ("plan.json/run",), UNWRITABLE)
usage_case("output in a place that takes no files",
           ["sweep", "plan.json", "--out", "/proc/nowhere/run", "--quiet"], ("/proc/nowhere",),
           UNWRITABLE)
add("lock: replaced without a reason", lambda folder: None, ["lock", "s"], (USAGE, LOCK, REFUSED),
    ("--reason",), after=flip_byte("s/a.jsonl"))


# ---- running -----------------------------------------------------------------------------------


def snapshot(root):
    """Every path of a folder with its content."""
    found = {}
    for folder, folders, names in os.walk(root):
        for name in folders:
            found[os.path.relpath(os.path.join(folder, name), root)] = None
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.islink(path):
                with open(path, "rb") as handle:
                    found[os.path.relpath(path, root)] = handle.read()
    return found


def problems_of(case, binary, root):
    """What is wrong with the answer to a case, in words."""
    folder = Folder(root)
    case.spoil(folder)
    if case.locks:
        folder.lock()
    if case.after:
        case.after(folder)
    before = snapshot(root)
    try:
        process = subprocess.run([binary] + case.words, cwd=root, stdin=subprocess.DEVNULL,
                                 capture_output=True, timeout=TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return [f"no answer in {TIMEOUT_SECONDS} s"], ""
    errors = process.stderr.decode("utf-8", "replace")
    found = []
    if process.returncode not in case.statuses:
        found.append(f"status {process.returncode}, expected "
                     f"{' or '.join(map(str, case.statuses))}")
    if case.where is None:
        if "error:" not in errors:
            found.append('no "error:" in the message')
    else:
        pattern = rf"^(?:.*/)?{case.where}[^\n]*: error: .+$"
        if not re.search(pattern, errors, re.MULTILINE):
            found.append(f"no line that matches {case.where}: error: …")
        if not re.search(r"^\s*fix: .+$", errors, re.MULTILINE):
            found.append('no "fix:" line')
    lowered = errors.lower()
    for want in case.wants:
        if want.lower() not in lowered:
            found.append(f"the message does not mention {want!r}")
    if "Fatal error" in errors or process.returncode < 0:
        found.append("a crash")
    if process.stdout and case.words[0] != "verify":
        found.append(f"something on standard output: {process.stdout[:80]!r}")
    if snapshot(root) != before:
        names = sorted(set(snapshot(root).items()) ^ set(before.items()))
        found.append("files were written: " + ", ".join(sorted({name for name, _ in names})))
    return found, errors


def valid_answers(binary):
    """The starting point itself is accepted, or every case would pass for the wrong reason."""
    found = []
    for words in (EVALUATE, SWEEP, ["verify", "s"]):
        with tempfile.TemporaryDirectory(prefix="malformed-") as root:
            Folder(root).lock()
            process = subprocess.run([binary] + words, cwd=root, stdin=subprocess.DEVNULL,
                                     capture_output=True, timeout=TIMEOUT_SECONDS, check=False)
            if process.returncode not in (OK, REQUIREMENT):
                found.append(f"{' '.join(words)}: status {process.returncode}\n"
                             + process.stderr.decode("utf-8", "replace"))
    return found


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary")
    parser.add_argument("--only", default="", help="only cases whose name has this text")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    options = parser.parse_args(arguments)
    cases = [case for case in CASES if options.only in case.name]
    if options.list:
        for case in cases:
            print(f"{'/'.join(map(str, case.statuses)):>6}  {case.name}")
        print(f"{len(cases)} cases")
        return 0
    if not options.binary or not os.access(options.binary, os.X_OK):
        parser.error("--binary PATH of something that can be run")
    binary = os.path.abspath(options.binary)
    failed = 0
    for problem in valid_answers(binary):
        failed += 1
        print(f"FAILED the valid starting point is refused: {problem}")
    for case in cases:
        with tempfile.TemporaryDirectory(prefix="malformed-") as root:
            found, errors = problems_of(case, binary, root)
        if found:
            failed += 1
            print(f"FAILED {case.name}: autoresearch {' '.join(case.words)}")
            for problem in found:
                print(f"  {problem}")
            for line in errors.split("\n")[:8]:
                print(f"    | {line[:200]}")
    print(f"{len(cases) - min(failed, len(cases))} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
