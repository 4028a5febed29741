#!/usr/bin/env python3
"""An independent re-computation of the `vigil` engine, its labels and its sweeps.

Written from the documents only, in the plainest way: one step after the other, one candidate after
the other, nothing shared with the product's sources. Python floats are IEEE doubles, so scores can
be compared to the last bit.

    vigil_reference.py SUITE [SUITE ...] [--weights sleep=V,...] [--set NAME=V ...]
        prints the JSON Lines that `autoresearch evaluate SUITE --json` is specified to print

    vigil_reference.py --sweep PLAN
        evaluates every candidate of a small plan and prints CSV, one row a candidate

Standard library only; time zones come from the system or from the `tzdata` package.
"""

import argparse
import csv
import json
import os
import re
import sys
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction
from zoneinfo import ZoneInfo

SIGNALS = ("sleepHours", "hrvMs", "hoursToDeadline", "steps")
SUB_SCORES = ("sleep", "hrv", "deadline", "activity", "timeOfDay")
SHIPPED_WEIGHTS = (0.35, 0.25, 0.20, 0.13, 0.07)
FACTOR_WORDS = {
    "sleep": "Poor sleep",
    "hrv": "Low HRV",
    "deadline": "Deadline close",
    "activity": "Low activity",
    "timeOfDay": "Time of day",
}

# The declared order: thresholds, gates, constants. Weights stand before all of them.
DEFAULTS = {
    "notifyThreshold": 60.0,
    "escalateThreshold": 80.0,
    "cooldownMinutes": 120.0,
    "dailyBudget": 3.0,
    "quietHours": ("22:00", "07:00"),
    "missingSleep": 40.0,
    "missingHRV": 40.0,
    "missingDeadline": 30.0,
    "missingActivity": 40.0,
    "populationSleepHours": 7.5,
    "populationHRVMs": 50.0,
    "populationSteps": 7000.0,
    "baselineDays": 7.0,
    "baselineMinimumDays": 3.0,
    "sleepFloorHours": 4.0,
    "hrvFloorShare": 0.5,
    "deadlineKnots": ((0.0, 100.0), (2.0, 100.0), (6.0, 90.0), (24.0, 50.0), (72.0, 0.0)),
    "timeOfDayKnots": (
        (0.0, 80.0), (5.0, 60.0), (8.0, 20.0), (11.0, 10.0), (14.0, 50.0),
        (16.0, 40.0), (19.0, 30.0), (22.0, 70.0), (24.0, 80.0),
    ),
}


class Refused(Exception):
    """The input is not in the format."""


# ---------------------------------------------------------------------------------------------
# Reading


def strict_object(pairs):
    """A JSON object whose keys are all different."""
    result = {}
    for key, value in pairs:
        if key in result:
            raise Refused(f"duplicate key {key!r}")
        result[key] = value
    return result


def no_constant(text):
    raise Refused(f"{text} is not a number of the format")


def parse_json(text):
    return json.loads(text, object_pairs_hook=strict_object, parse_constant=no_constant)


def read_text(path):
    with open(path, "rb") as handle:
        return handle.read().decode("utf-8-sig")


def strip_comments(text):
    """Removes // and /* */ comments outside of strings: plans may have them."""
    pattern = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
    return pattern.sub(lambda m: m.group(0) if m.group(0).startswith('"') else " ", text)


def demand_keys(where, obj, known):
    for key in obj:
        if key not in known:
            raise Refused(f"{where}: unknown key {key!r}")


TIME_PATTERN = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?(Z|[+-]\d\d:?\d\d)?\Z"
)


def instant(text, zone):
    """Whole seconds since 1970 of a local or offset time.

    A local time that does not exist in the zone, or exists twice, is refused.
    """
    match = TIME_PATTERN.match(text)
    if not match:
        raise Refused(f"bad time {text!r}")
    year, month, day, hour, minute = (int(match.group(k)) for k in range(1, 6))
    second = int(match.group(6) or 0)
    offset = match.group(7)
    local = datetime(year, month, day, hour, minute, second)
    if offset is not None:
        if offset == "Z":
            delta = timedelta(0)
        else:
            sign = -1 if offset[0] == "-" else 1
            digits = offset[1:].replace(":", "")
            delta = sign * timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
        return to_seconds(local.replace(tzinfo=timezone.utc) - delta)
    readings = set()
    for fold in (0, 1):
        utc = local.replace(tzinfo=zone, fold=fold).astimezone(timezone.utc)
        if utc.astimezone(zone).replace(tzinfo=None) == local:
            readings.add(to_seconds(utc))
    if not readings:
        raise Refused(f"{text} does not exist in {zone.key}; give the offset")
    if len(readings) == 2:
        raise Refused(f"{text} exists twice in {zone.key}; give the offset")
    return readings.pop()


EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def to_seconds(moment):
    return (moment - EPOCH) // timedelta(seconds=1)


def local_time(seconds, zone):
    return (EPOCH + timedelta(seconds=seconds)).astimezone(zone)


class Step:
    def __init__(self, number, seconds, zone, line):
        self.number = number
        self.seconds = seconds
        self.local = local_time(seconds, zone)
        self.day = self.local.date()
        self.minute = self.local.hour * 60 + self.local.minute
        self.hours = self.local.hour + self.local.minute / 60 + self.local.second / 3600
        signals = line.get("signals") or {}
        self.signals = {name: signals.get(name) for name in SIGNALS}
        self.delivery_fails = line.get("delivery") == "failed"
        self.owns_expect = "expect" in line
        self.expect = line.get("expect")
        if line.get("labelSource") == "passive-soft":
            self.expect = None


class Window:
    def __init__(self, start, end, zone, line):
        self.start = start
        self.end = end
        self.zone = zone
        self.inert = line.get("labelSource") == "passive-soft" or line.get("expect") is None
        self.expect = None if self.inert else line["expect"]

    def holds(self, seconds):
        return self.start <= seconds < self.end


class Trace:
    def __init__(self, header):
        self.name = header["trace"]
        self.zone = ZoneInfo(header["timeZone"])
        self.profile = header.get("profile") or {}
        state = header.get("state") or {}
        self.delivered_today = state.get("deliveredToday") or 0
        last = state.get("lastInterventionAt")
        self.last_intervention = None if last is None else instant(last, self.zone)
        self.history = {}
        for entry in header.get("history") or []:
            day = date.fromisoformat(entry["date"])
            if day in self.history:
                raise Refused(f"{self.name}: {day} twice in history")
            self.history[day] = entry
        self.steps = []
        self.windows = []


class Suite:
    def __init__(self, folder):
        self.folder = folder
        self.header = parse_json(read_text(os.path.join(folder, "suite.json")))
        demand_keys("suite.json", self.header, SUITE_KEYS)
        self.profile = self.header.get("profile") or {}
        self.parameters = self.header.get("parameters") or {}
        self.traces = []
        names = sorted(
            (n for n in os.listdir(folder) if n.endswith(".jsonl") and not n.startswith(".")),
            key=lambda n: n.encode("utf-8"),
        )
        for name in names:
            self.read_file(os.path.join(folder, name))
        if not self.traces or not all(t.steps for t in self.traces):
            raise Refused(f"{folder}: a suite without traces, or a trace without steps")

    def read_file(self, path):
        trace = None
        for number, text in enumerate(read_text(path).split("\n"), start=1):
            text = text.rstrip("\r")
            if not text.strip(" \t"):
                continue
            try:
                line = parse_json(text)
                if "trace" in line:
                    demand_keys("trace", line, TRACE_KEYS)
                    trace = Trace(line)
                    self.traces.append(trace)
                elif trace is None:
                    raise Refused("a step or window before the first trace")
                elif "at" in line:
                    demand_keys("step", line, STEP_KEYS)
                    demand_keys("signals", line.get("signals") or {}, SIGNALS)
                    seconds = instant(line["at"], trace.zone)
                    if trace.steps and seconds <= trace.steps[-1].seconds:
                        raise Refused("steps are not in time order")
                    if not trace.steps and (trace.last_intervention or seconds) > seconds:
                        raise Refused("lastInterventionAt is after the first step")
                    trace.steps.append(Step(len(trace.steps) + 1, seconds, trace.zone, line))
                elif "window" in line:
                    demand_keys("window", line, WINDOW_KEYS)
                    start = instant(line["window"]["from"], trace.zone)
                    end = instant(line["window"]["to"], trace.zone)
                    if start >= end:
                        raise Refused("a window that ends before it starts")
                    trace.windows.append(Window(start, end, trace.zone, line))
                else:
                    raise Refused("neither trace, at nor window")
            except (Refused, ValueError, KeyError) as problem:
                raise Refused(f"{path}:{number}: {problem}") from None


SUITE_KEYS = (
    "schema", "name", "title", "engine", "role", "description", "data", "labelledBy",
    "labelledOn", "profile", "parameters",
)
TRACE_KEYS = ("trace", "title", "timeZone", "profile", "state", "history")
STEP_KEYS = ("at", "signals", "delivery", "expect", "why", "labelSource")
WINDOW_KEYS = ("window", "expect", "why", "labelSource")


# ---------------------------------------------------------------------------------------------
# The engine


def normal(name, value):
    """The value of a parameter in one fixed form."""
    if name == "quietHours":
        if value is None or isinstance(value, tuple):
            return value
        return (value["start"], value["end"])
    if name.endswith("Knots"):
        return tuple((float(x), float(y)) for x, y in value)
    return float(value)


def settings_of(suite, trace, given):
    """Given values win; then trace profile, suite profile, suite parameters, engine default."""
    settings = {}
    for name, default in DEFAULTS.items():
        value = default
        for layer in (suite.parameters, suite.profile, trace.profile, given):
            if name in layer:
                value = layer[name]
        settings[name] = normal(name, value)
    return settings


def clamp(x):
    return min(100.0, max(0.0, x))


def piecewise(knots, x):
    if x <= knots[0][0]:
        return knots[0][1]
    for (x0, y0), (x1, y1) in zip(knots, knots[1:]):
        if x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return knots[-1][1]


def baseline(trace, day, key, default, settings):
    """The mean of the days before `day` that have the value, and how many there are."""
    total = 0.0
    count = 0
    for back in range(int(settings["baselineDays"]), 0, -1):
        value = trace.history.get(day - timedelta(days=back), {}).get(key)
        if value is not None:
            total = total + float(value)
            count += 1
    if count >= settings["baselineMinimumDays"] and count > 0:
        return total / count, count
    return default, count


def sub_scores(trace, step, settings):
    """The five sub-scores in the engine's order, and the three averages they used."""
    average_sleep, days_sleep = baseline(
        trace, step.day, "sleepHours", settings["populationSleepHours"], settings)
    average_hrv, days_hrv = baseline(
        trace, step.day, "hrvMs", settings["populationHRVMs"], settings)
    average_steps, days_steps = baseline(
        trace, step.day, "steps", settings["populationSteps"], settings)

    hours = step.signals["sleepHours"]
    floor = settings["sleepFloorHours"]
    if hours is None:
        sleep = settings["missingSleep"]
    elif hours >= average_sleep:
        sleep = 0.0
    elif average_sleep <= floor or hours <= floor:
        sleep = 100.0
    else:
        sleep = clamp((average_sleep - hours) / (average_sleep - floor) * 100.0)

    value = step.signals["hrvMs"]
    share = settings["hrvFloorShare"]
    if value is None:
        hrv = settings["missingHRV"]
    elif average_hrv <= 0 or value >= average_hrv:
        hrv = 0.0
    elif value <= share * average_hrv:
        hrv = 100.0
    else:
        hrv = clamp((average_hrv - value) / (average_hrv - share * average_hrv) * 100.0)

    left = step.signals["hoursToDeadline"]
    if left is None:
        deadline = settings["missingDeadline"]
    elif left == "none":
        deadline = 0.0
    else:
        deadline = piecewise(settings["deadlineKnots"], float(left))

    walked = step.signals["steps"]
    if walked is None:
        activity = settings["missingActivity"]
    elif average_steps <= 0:
        activity = 0.0
    else:
        activity = clamp((1.0 - walked / average_steps) * 100.0)

    time_of_day = piecewise(settings["timeOfDayKnots"], step.hours)
    averages = {"sleepHours": average_sleep, "hrvMs": average_hrv, "steps": average_steps}
    days = {"sleepHours": days_sleep, "hrvMs": days_hrv, "steps": days_steps}
    return (sleep, hrv, deadline, activity, time_of_day), averages, days


def score_of(weights, parts):
    total = 0.0
    for weight, part in zip(weights, parts):
        total = total + weight * part
    return total


def dominant_of(weights, parts):
    best = 0
    for k in range(1, len(parts)):
        if weights[k] * parts[k] > weights[best] * parts[best]:
            best = k
    return SUB_SCORES[best]


def state_of(score):
    if score < 30:
        return "Sharp"
    if score < 60:
        return "Drifting"
    if score < 80:
        return "At Risk"
    return "Spiraling"


def minutes_of(text):
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


def is_quiet(minute, quiet):
    if quiet is None:
        return False
    start, end = minutes_of(quiet[0]), minutes_of(quiet[1])
    if start == end:
        return False
    if start < end:
        return start <= minute < end
    return minute >= start or minute < end


# ---------------------------------------------------------------------------------------------
# Replaying and tallying


def ratio(a, b):
    return None if b == 0 else a / b


class Tally:
    """Everything counted over the traces of a run."""

    def __init__(self):
        self.tp = self.fp = self.fn = self.tn = 0
        self.delivered = self.escalations = self.unlabelled = 0
        self.days = self.traces = self.steps = 0
        self.margin = None
        self.fired_labelled = self.level_right = 0
        self.minutes = []
        self.missed_by = {}

    def metrics(self):
        tp, fp, fn = self.tp, self.fp, self.fn
        return {
            "tp": tp, "fp": fp, "fn": fn, "tn": self.tn,
            "precision": ratio(tp, tp + fp),
            "recall": ratio(tp, tp + fn),
            "f1": ratio(2 * tp, 2 * tp + fn + fp),
            "f05": ratio(1.25 * tp, 1.25 * tp + 0.25 * fn + fp),
            "false_alarms_per_day": ratio(fp, self.days),
            "interventions_per_day": ratio(self.delivered, self.days),
            "unlabelled_interventions": self.unlabelled,
            "escalations": self.escalations,
            "margin": self.margin,
        }


def replay(suite, trace, given, weights, tally, cache=None):
    """Runs one trace; adds to the tally; returns its step and window records."""
    settings = settings_of(suite, trace, given)
    notify, escalate = settings["notifyThreshold"], settings["escalateThreshold"]
    last = trace.last_intervention
    delivered_on = {trace.steps[0].day: trace.delivered_today}
    has_windows = any(not w.inert for w in trace.windows)
    records = []
    deliveries = []
    for step in trace.steps:
        key = (id(trace), step.number)
        if cache is not None and key in cache:
            parts = cache[key]
        else:
            parts = sub_scores(trace, step, settings)[0]
            if cache is not None:
                cache[key] = parts
        score = score_of(weights, parts)

        blocked = []
        reaches_threshold = False
        if is_quiet(step.minute, settings["quietHours"]):
            blocked = ["quietHours"]
        elif last is not None and (step.seconds - last) / 60 < settings["cooldownMinutes"]:
            blocked = ["cooldown"]
        elif delivered_on.get(step.day, 0) >= settings["dailyBudget"]:
            blocked = ["dailyBudget"]
        else:
            reaches_threshold = True
            if not score >= notify:
                blocked = ["belowThreshold"]
        fires = not blocked
        decision = "silent" if not fires else "both" if score >= escalate else "notification"
        delivered = fires and not step.delivery_fails

        inside = [w for w in trace.windows if w.holds(step.seconds)]
        outcome = None
        if step.expect in ("intervene", "escalate"):
            outcome = "tp" if fires else "fn"
        elif step.expect == "silent":
            outcome = "fp" if fires else "tn"
        elif delivered and has_windows and not inside and not step.owns_expect:
            outcome = "fp"
        if outcome is not None:
            setattr(tally, outcome, getattr(tally, outcome) + 1)
        if outcome == "fn":
            tally.missed_by[blocked[0]] = tally.missed_by.get(blocked[0], 0) + 1
        if outcome == "tp":
            tally.fired_labelled += 1
            if (decision == "both") == (step.expect == "escalate"):
                tally.level_right += 1

        if reaches_threshold and (step.expect or any(not w.inert for w in inside)):
            distance = abs(score - notify)
            if tally.margin is None or distance < tally.margin:
                tally.margin = distance

        if delivered:
            last = step.seconds
            delivered_on[step.day] = delivered_on.get(step.day, 0) + 1
            deliveries.append(step)
            tally.delivered += 1
            if decision == "both":
                tally.escalations += 1
            if step.expect is None and not inside and outcome != "fp":
                tally.unlabelled += 1

        records.append({
            "kind": "step", "trace": trace.name, "step": step.number,
            "at": step.local.isoformat(), "score": score, "threshold": notify,
            "sub_scores": dict(zip(SUB_SCORES, parts)), "state": state_of(score),
            "decision": decision, "blocked_by": blocked, "reasons": [],
            "dominant_factor": dominant_of(weights, parts), "expect": step.expect,
            "outcome": outcome, "delivered": delivered,
        })

    for window in trace.windows:
        row = {
            "kind": "window", "trace": trace.name,
            "from": local_time(window.start, trace.zone).isoformat(),
            "to": local_time(window.end, trace.zone).isoformat(),
            "expect": window.expect, "outcome": None,
        }
        hits = [s for s in deliveries if window.holds(s.seconds)]
        if window.expect in ("intervene", "escalate"):
            row["outcome"] = "tp" if hits else "fn"
            if hits:
                tally.tp += 1
                row["minutes_to_intervention"] = (hits[0].seconds - window.start) / 60
                tally.minutes.append(row["minutes_to_intervention"])
            else:
                tally.fn += 1
        elif window.expect == "silent":
            alarms = sum(1 for s in hits if not s.owns_expect)
            row["outcome"] = "fp" if alarms else "tn"
            row["false_alarms"] = alarms
            tally.fp += alarms
            tally.tn += 0 if alarms else 1
        records.append(row)

    tally.traces += 1
    tally.steps += len(trace.steps)
    tally.days += len({s.day for s in trace.steps})
    return records


def shipped_threshold(suites):
    suite = suites[0]
    for layer in (suite.profile, suite.parameters, DEFAULTS):
        if "notifyThreshold" in layer:
            return float(layer["notifyThreshold"])
    return DEFAULTS["notifyThreshold"]


def distance_from_shipped(weights, given, suites):
    total = 0.0
    for weight, shipped in zip(weights, SHIPPED_WEIGHTS):
        total = total + abs(weight - shipped)
    if "notifyThreshold" not in given:
        return total / 2
    return total / 2 + abs(float(given["notifyThreshold"]) - shipped_threshold(suites)) / 100


def evaluate(suites, given=None, weights=SHIPPED_WEIGHTS, caches=None):
    """All records of a run, and its tally."""
    given = given or {}
    tally = Tally()
    records = []
    for suite in suites:
        for trace in suite.traces:
            records += replay(suite, trace, given, weights, tally, caches)
    return records, tally


def summary_of(tally, weights, given, suites):
    summary = tally.metrics()
    summary["distance_from_shipped"] = distance_from_shipped(weights, given, suites)
    summary["delivered"] = tally.delivered
    summary["traces"] = tally.traces
    summary["steps"] = tally.steps
    summary["days"] = tally.days
    summary["escalation_accuracy"] = ratio(tally.level_right, tally.fired_labelled)
    summary["misses_by_gate"] = {
        name: tally.missed_by.get(name, 0)
        for name in ("quietHours", "cooldown", "dailyBudget", "belowThreshold")
    }
    return summary


# ---------------------------------------------------------------------------------------------
# Sweeping by brute force


def decimal(value):
    """The decimal a JSON number was written as, exactly."""
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)


def weight_sets(spec):
    """All weight sets of a lattice as tuples of whole steps, in ascending order, and n."""
    if spec is None:
        return None, 1
    n = 1 / decimal(spec["step"])
    if n.denominator != 1:
        raise Refused("step is not 1/n")
    n = int(n)
    low = decimal(spec.get("min", 0)) * n
    if low.denominator != 1:
        raise Refused("min is not a whole number of steps")
    low = int(low)
    sets = []

    def extend(prefix, left):
        if len(prefix) == len(SUB_SCORES) - 1:
            if left >= low:
                sets.append(tuple(prefix + [left]))
            return
        for k in range(low, left + 1):
            extend(prefix + [k], left - k)

    extend([], n)
    return sets, n


def values_of(name, spec):
    """The values of one parameter of a plan, in the order of the plan."""
    if isinstance(spec, dict) and "values" in spec:
        return [normal(name, v) for v in spec["values"]]
    if isinstance(spec, dict) and "min" in spec:
        low, high, step = decimal(spec["min"]), decimal(spec["max"]), decimal(spec["step"])
        count = int((high - low) / step) + 1
        return [float(low + k * step) for k in range(count)]
    return [normal(name, spec)]


def distinct_thresholds(suites, given, weights, caches):
    """The thresholds of `"all"`, ascending; and the number of unblocked steps."""
    scores = []
    for suite in suites:
        for trace in suite.traces:
            settings = settings_of(suite, trace, given)
            for step in trace.steps:
                if not is_quiet(step.minute, settings["quietHours"]):
                    parts = caches.get((id(trace), step.number))
                    if parts is None:
                        parts = sub_scores(trace, step, settings)[0]
                        caches[(id(trace), step.number)] = parts
                    scores.append(score_of(weights, parts))
    thresholds = []
    below = None
    for score in sorted(set(scores)):
        middle = score / 2 if below is None else (below + score) / 2
        if below is not None and not middle > below:
            middle = score
        thresholds.append(middle)
        below = score
    return thresholds, len(scores)


def utility(tally, costs):
    """What a plan's costs make of the counts; every delivered interruption counts once more."""
    return (0.0 + tally.tp * costs["hit"] + tally.fn * costs["miss"]
            + tally.fp * costs["falseAlarm"] + tally.delivered * costs["interruption"])


class Row:
    """One candidate and what it does."""

    def __init__(self, index, given, weights, tally, decisions, distance, costs=None):
        self.index = index
        self.given = given
        self.weights = weights
        self.metrics = tally.metrics()
        self.metrics["distance_from_shipped"] = distance
        if costs is not None:
            self.metrics["utility"] = utility(tally, costs)
        self.delivered = tally.delivered
        self.decisions = decisions


def row_of(index, suites, given, weights, caches, costs=None):
    records, tally = evaluate(suites, given, weights, caches)
    decisions = "".join(r["decision"][0] for r in records if r["kind"] == "step")
    return Row(index, given, weights, tally, decisions,
               distance_from_shipped(weights, given, suites), costs)


def sweep(plan, suites):
    """Every candidate of a plan, in index order."""
    if plan.get("method") == "sobol":
        yield from spread(plan, suites)
        return
    parameters = dict(plan["parameters"])
    sets, n = weight_sets(parameters.pop("weights", None))
    for name in parameters:
        if name not in DEFAULTS:
            raise Refused(f"unknown parameter {name!r}")
    names = [name for name in DEFAULTS if name in parameters]
    axes = []
    for name in names:
        if name == "notifyThreshold" and parameters[name] == "all":
            axes.append("all")
        else:
            axes.append(values_of(name, parameters[name]))

    unblocked = 0
    if "all" in axes:
        unblocked = distinct_thresholds(suites, {}, SHIPPED_WEIGHTS, {})[1]
        if "quietHours" in names:
            raise Refused('quiet hours beside "all" are not settled')
    ranks, ranks_for = [], None
    caches = {}  # one per setting of the constants, because sub-scores depend on those

    def cache_for(given):
        key = tuple((k, given[k]) for k in names
                    if k in given and k not in ("notifyThreshold", "escalateThreshold",
                                                "cooldownMinutes", "dailyBudget", "quietHours"))
        return caches.setdefault(key, {})

    sizes = [unblocked if axis == "all" else len(axis) for axis in axes]
    for number, whole in enumerate(sets or [None]):
        weights = SHIPPED_WEIGHTS if whole is None else tuple(k / n for k in whole)
        inner = 1
        for size in sizes:
            inner *= size
        for low in range(inner):
            digits = []
            rest = low
            for size in reversed(sizes):
                digits.append(rest % size)
                rest //= size
            digits.reverse()
            given = {name: axis[d] for name, axis, d in zip(names, axes, digits)
                     if axis != "all"}
            if "all" in axes:
                cache = cache_for(given)
                if (weights, id(cache)) != ranks_for:
                    ranks_for = (weights, id(cache))
                    ranks, _ = distinct_thresholds(suites, given, weights, cache)
                rank = digits[axes.index("all")]
                if rank >= len(ranks):
                    continue
                given["notifyThreshold"] = ranks[rank]
            yield row_of(number * inner + low, suites, given, weights, cache_for(given),
                         plan.get("costs"))


# Low-discrepancy points, from scipy's own sequence. scipy is needed for the method "sobol" alone.

MASK32 = (1 << 32) - 1
MASK64 = (1 << 64) - 1


def mix64(z):
    """The finaliser of SplitMix64."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return z ^ (z >> 31)


def reversed_bits(x):
    return int(format(x, "032b")[::-1], 2)


def scrambled(x, seed):
    """Owen scrambling by a hash (Burley 2020): low bits of the reversed number change high ones."""
    x = (reversed_bits(x) + seed) & MASK32
    for factor in (0x6C50B47C, 0xB82F1E52, 0xC7AFE638, 0x8D22F6E6):
        x ^= (x * factor) & MASK32
    return reversed_bits(x)


def sobol_points(count, dimensions, seed):
    """Whole numbers below 2^32, point by point."""
    from scipy.stats import qmc
    raw = qmc.Sobol(dimensions, scramble=False, bits=32).random(1 << max(0, count - 1).bit_length())
    seeds = [mix64(mix64(seed) ^ mix64(d + 1)) & MASK32 for d in range(dimensions)]
    return [[scrambled(int(x * 2.0 ** 32), s) for x, s in zip(point, seeds)]
            for point in raw[:count].tolist()]


def spread(plan, suites):
    """Every candidate of a plan whose method is "sobol", in index order."""
    parameters = dict(plan["parameters"])
    spec = parameters.pop("weights", None)
    names = [name for name in DEFAULTS if name in parameters]
    free = len(SUB_SCORES) - 1
    sets, n = weight_sets(spec) if spec and "step" in spec else (None, 1)
    caches = {}
    points = sobol_points(plan["run_cap"], len(names) + (free if spec else 0), plan["seed"])
    for index, point in enumerate(points):
        weights = SHIPPED_WEIGHTS
        if spec:
            cuts, point = point[:free], point[free:]
            if sets:
                left = sets
                for place, x in enumerate(cuts):
                    # The sets that agree so far are in order: a share of them is a place among them.
                    chosen = left[x * len(left) >> 32][place]
                    left = [s for s in left if s[place] == chosen]
                weights = tuple(k / n for k in left[0])
            else:
                low = spec.get("min", 0)
                cuts = [0] + sorted(cuts) + [1 << 32]
                weights = tuple(low + (1 - low * (free + 1)) * ((b - a) / 2 ** 32)
                                for a, b in zip(cuts, cuts[1:]))
        given = {}
        for name, x in zip(names, point):
            axis = parameters[name]
            if isinstance(axis, dict) and "min" in axis and "step" not in axis:
                given[name] = axis["min"] + (axis["max"] - axis["min"]) * (x / 2 ** 32)
            else:
                values = values_of(name, axis)
                given[name] = values[x * len(values) >> 32]
        key = tuple(sorted((k, str(v)) for k, v in given.items()))
        yield row_of(index, suites, given, weights, caches.setdefault(key, {}),
                     plan.get("costs"))


LOWER_IS_BETTER = {
    "fp", "fn", "falseAlarms", "false_alarms_per_day", "interventions_per_day",
    "unlabelled_interventions", "escalations", "distance_from_shipped",
}


def metric_of(row, name):
    return row.metrics["fp"] if name == "falseAlarms" else row.metrics[name]


def order_key(row, name):
    """Sorts the better first, the undefined last."""
    if name == "fewerInterventions":
        return (0, row.delivered, row.metrics["escalations"])
    if name == "nearestToShipped":
        name = "distance_from_shipped"
    value = metric_of(row, name)
    if value is None:
        return (1, 0, 0)
    return (0, value if name in LOWER_IS_BETTER else -value, 0)


def meets(row, requirements):
    for name, text in (requirements or {}).items():
        match = re.match(r"\s*(<=|>=|=|<|>)\s*(\S+)\s*\Z", text)
        value, wanted = metric_of(row, name), float(match.group(2))
        if value is None:
            return False
        if not {"=": value == wanted, "<=": value <= wanted, ">=": value >= wanted,
                "<": value < wanted, ">": value > wanted}[match.group(1)]:
            return False
    return True


def ranked(rows, plan):
    """The candidates that meet the requirements, best first."""
    # A plan that is silent gets the documented defaults: false alarms first.
    default_then = ["fewerInterventions", "margin", "nearestToShipped"]
    names = [plan.get("metric", "recall")] + list(plan.get("then", default_then))
    kept = [row for row in rows if meets(row, plan.get("require", {"falseAlarms": "=0"}))]
    return sorted(kept, key=lambda row: ([order_key(row, name) for name in names], row.index))


METRIC_COLUMNS = (
    "tp", "fp", "fn", "tn", "precision", "recall", "f1", "f05", "false_alarms_per_day",
    "interventions_per_day", "unlabelled_interventions", "escalations", "margin",
    "distance_from_shipped",
)


def metric_columns(plan):
    return METRIC_COLUMNS + (("utility",) if plan.get("costs") else ())


def cell(value):
    if value is None:
        return ""
    if isinstance(value, tuple):
        return "-".join(value) if isinstance(value[0], str) else ";".join(
            f"{x}:{y}" for x, y in value)
    return repr(value)


def write_sweep(plan, suites, out):
    writer = csv.writer(out, lineterminator="\n")
    names = [n for n in DEFAULTS if n in plan["parameters"]]
    columns = metric_columns(plan)
    writer.writerow(["candidate", *SUB_SCORES, *names, *columns, "decisions"])
    for row in sweep(plan, suites):
        writer.writerow(
            [row.index, *map(cell, row.weights),
             *("off" if row.given[n] is None else cell(row.given[n]) for n in names),
             *(cell(row.metrics[c]) for c in columns), row.decisions])


def read_plan(path):
    plan = parse_json(strip_comments(read_text(path)))
    folders = plan["suite"] if isinstance(plan["suite"], list) else [plan["suite"]]
    return plan, [Suite(folder) for folder in folders]


# ---------------------------------------------------------------------------------------------
# Command line


def parse_weights(text):
    weights = dict(zip(SUB_SCORES, SHIPPED_WEIGHTS))
    for part in filter(None, text.split(",")):
        name, value = part.split("=")
        if name not in weights:
            raise Refused(f"unknown weight {name!r}")
        weights[name] = float(value)
    total = sum(weights.values())
    if any(not 0 <= w <= 1 for w in weights.values()) or abs(total - 1) > 1e-9:
        raise Refused(f"weights must be in 0...1 and sum to 1, not {total}")
    return tuple(weights.values())


def parse_setting(text):
    name, value = text.split("=", 1)
    if name not in DEFAULTS:
        raise Refused(f"unknown parameter {name!r}")
    if name == "quietHours":
        if value in ("off", "null", "none"):
            return name, None
        if value.startswith("{"):
            return name, normal(name, parse_json(value))
        return name, tuple(re.findall(r"\d\d:\d\d", value))
    return name, normal(name, parse_json(value))


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("suites", nargs="*")
    parser.add_argument("--weights", default="")
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--sweep", metavar="PLAN")
    options = parser.parse_args(arguments)
    try:
        if options.sweep:
            plan, suites = read_plan(options.sweep)
            write_sweep(plan, suites, sys.stdout)
            return 0
        if not options.suites:
            parser.error("a suite folder, or --sweep PLAN")
        suites = [Suite(folder) for folder in options.suites]
        weights = parse_weights(options.weights)
        given = dict(parse_setting(text) for text in options.set)
        records, tally = evaluate(suites, given, weights)
    except (Refused, OSError, ValueError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    for record in records:
        print(json.dumps(record, ensure_ascii=False))
    print(json.dumps({"summary": summary_of(tally, weights, given, suites)}))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(0)
