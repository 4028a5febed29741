#!/usr/bin/env python3
"""Recomputes a comparison's figures from its outputs.csv, sharing no code with the program.

usage: prompts_reference.py RUN     a folder that `compare … --out RUN` wrote

Rates, counts of outcomes, Wilson intervals, exact McNemar (as fractions) and Holm are made anew from
outputs.csv and held against comparison.json. Exit status 1 and a line for each difference.
"""

import csv
import json
import sys
from collections import defaultdict
from fractions import Fraction
from math import comb, isclose, sqrt

Z = 1.959963984540054


def wilson(k, n):
    if n == 0:
        return None, None
    p, zz = k / n, Z * Z
    scale = 1 + zz / n
    centre = (p + zz / (2 * n)) / scale
    half = Z * sqrt(p * (1 - p) / n + zz / (4 * n * n)) / scale
    return (0.0 if k == 0 else centre - half), (1.0 if k == n else centre + half)


def mcnemar(b, c):
    n, low = b + c, min(b, c)
    return min(Fraction(1), Fraction(2 * sum(comb(n, i) for i in range(low + 1)), 2**n)) if n else Fraction(1)


def holm(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    adjusted, largest = list(values), Fraction(0)
    for rank, i in enumerate(order):
        largest = max(largest, min(Fraction(1), values[i] * (len(values) - rank)))
        adjusted[i] = largest
    return adjusted


def main(folder):
    csv.field_size_limit(1 << 30)
    with open(f"{folder}/outputs.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with open(f"{folder}/comparison.json", encoding="utf-8") as file:
        said = json.load(file)
    faults = []

    def check(what, ours, theirs):
        same = (
            isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-300)
            if isinstance(ours, (float, Fraction)) and theirs is not None
            else ours == theirs
        )
        if not same:
            faults.append(f"{what}: recomputed {ours}, reported {theirs}")

    by_variant = defaultdict(list)
    for row in rows:
        by_variant[row["variant"]].append(row)
    rules = said["rules"]
    names = [variant["name"] for variant in said["variants"]]
    check("variants", [n if n[:1] not in "=+-@" else "'" + n for n in names], list(by_variant))

    def passes(row, rule, reading):
        return row["shown"] == "output" and row[rule + ("" if reading == "strict" else "_loose")] == "pass"

    def passes_all(row, reading):
        return row["outcome"] == "scored" and all(passes(row, rule, reading) for rule in rules)

    def rate(what, k, n, theirs):
        lower, upper = wilson(k, n)
        check(f"{what} passed", k, theirs["passed"])
        check(f"{what} of", n, theirs["of"])
        check(f"{what} lower", lower, theirs["lower"])
        check(f"{what} upper", upper, theirs["upper"])

    every_sample = []
    for variant, (name, own) in zip(said["variants"], by_variant.items()):
        n = len(own)
        check(f"{name} missing", sum(r["shown"] == "fallbackMissing" for r in own), variant["missing"])
        check(f"{name} late", sum(r["shown"] == "fallbackLate" for r in own), variant["late"])
        for outcome, count in variant["outcomes"].items():
            check(f"{name} {outcome}", sum(r["outcome"] == outcome for r in own), count)
        for reading in ("strict", "loose"):
            column = "all_rules" if reading == "strict" else "all_rules_loose"
            flags = [passes_all(r, reading) for r in own]
            check(f"{name} {column}", [r[column] == "1" for r in own], flags)
            rate(f"{name} all {reading}", sum(flags), n, variant["all_rules"][reading])
            for rule in rules:
                k = sum(passes(r, rule, reading) for r in own)
                rate(f"{name} {rule} {reading}", k, n, variant["rules"][rule][reading])
            cases = defaultdict(list)
            for row, flag in zip(own, flags):
                cases[row["case"]].append(flag)
            every = {case: all(v) for case, v in cases.items()}
            some = sum(any(v) for v in cases.values())
            rate(f"{name} every {reading}", sum(every.values()), len(cases), variant["cases_at_every_sample"][reading])
            rate(f"{name} any {reading}", some, len(cases), variant["cases_at_any_sample"][reading])
            if reading == "strict":
                every_sample.append(every)

    pairs = []
    for i in range(len(names)):
        for j in range(i + 1, len(names)):
            a, b = every_sample[i], every_sample[j]
            pairs.append((i, j, sum(a[c] and not b[c] for c in a), sum(b[c] and not a[c] for c in a)))
    values = [mcnemar(b, c) for _, _, b, c in pairs]
    check("number of pairs", len(pairs), len(said["pairs"]))
    for (i, j, b, c), p, adjusted, theirs in zip(pairs, values, holm(values), said["pairs"]):
        what = f"{names[i]} against {names[j]}"
        check(what, [names[i], names[j], b, c], [theirs[k] for k in ("first", "second", "only_first", "only_second")])
        check(f"{what} p", p, theirs["p"])
        check(f"{what} p after Holm", adjusted, theirs["p_holm"])

    print("\n".join(faults) or f"{folder}: {len(rows)} outputs, {len(pairs)} pairs, every figure recomputed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
