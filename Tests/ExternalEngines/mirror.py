#!/usr/bin/env python3
"""A sample external engine: reads a suite's lines, answers each step with one line.

    autoresearch sweep Traces/mine --sub-scores 'python3 Tests/ExternalEngines/mirror.py'
    autoresearch evaluate Traces/mine --engine-command 'python3 Tests/ExternalEngines/mirror.py decide'

    mirror.py [sub_scores | decide] [--suite SUITE]

Standard input holds a trace's header line, then its step lines, then the next trace. A header is
remembered and not answered; each step is answered at once: with {"sub_scores":{...}}, or, in the
mode `decide`, with {"score":...,"fire":...,"reason":"..."}, the gates' counters kept here.

The lines do not say what suite.json sets; with --suite its parameters and profile are used. The
labels in the step lines are not looked at. Formulas come from the reference beside this folder;
standard library only.
"""

import argparse
import json
import os
import sys
from zoneinfo import ZoneInfo

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Reference"))
sys.dont_write_bytecode = True
import vigil_reference as reference  # noqa: E402


class Defaults:
    """Stands for a suite that sets nothing."""

    parameters = {}
    profile = {}


class Day:
    """A trace as far as it has been read, with the counters that the gates need."""

    def __init__(self, header, suite):
        self.trace = reference.Trace(header)
        self.settings = reference.settings_of(suite, self.trace, {})
        self.last = self.trace.last_intervention
        self.delivered_on = None
        self.count = 0

    def step(self, line):
        self.count += 1
        seconds = reference.instant(line["at"], self.trace.zone)
        step = reference.Step(self.count, seconds, self.trace.zone, line)
        if self.delivered_on is None:
            self.delivered_on = {step.day: self.trace.delivered_today}
        return step

    def sub_scores(self, step):
        return reference.sub_scores(self.trace, step, self.settings)[0]

    def gate(self, step, score):
        """The first gate that holds, or None."""
        settings = self.settings
        if reference.is_quiet(step.minute, settings["quietHours"]):
            return "quietHours"
        if self.last is not None and (step.seconds - self.last) / 60 < settings["cooldownMinutes"]:
            return "cooldown"
        if self.delivered_on.get(step.day, 0) >= settings["dailyBudget"]:
            return "dailyBudget"
        return None if score >= settings["notifyThreshold"] else "belowThreshold"

    def decide(self, step):
        score = reference.score_of(reference.SHIPPED_WEIGHTS, self.sub_scores(step))
        gate = self.gate(step, score)
        if gate is None and not step.delivery_fails:
            self.last = step.seconds
            self.delivered_on[step.day] = self.delivered_on.get(step.day, 0) + 1
        return {"score": score, "fire": gate is None, "reason": gate or "every gate is open"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("mode", nargs="?", choices=["sub_scores", "decide"], default="sub_scores")
    parser.add_argument("--suite", help="a suite whose parameters and profile are used")
    options = parser.parse_args()
    suite = reference.Suite(options.suite) if options.suite else Defaults()
    day = None
    for text in sys.stdin:
        line = json.loads(text)
        if "trace" in line:
            day = Day(line, suite)
            continue
        step = day.step(line)
        if options.mode == "decide":
            answer = day.decide(step)
        else:
            answer = {"sub_scores": dict(zip(reference.SUB_SCORES, day.sub_scores(step)))}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
