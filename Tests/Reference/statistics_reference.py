"""Prints the reference tables of Tests/EvidenceTests: independent values for our statistics.

Needs statsmodels and scipy (pip install statsmodels scipy); the tests themselves need no Python.
    python3 Tests/Reference/statistics_reference.py            # all tables, to paste
    python3 Tests/Reference/statistics_reference.py wilson     # one table
Bootstrap, max-statistic and CSCV are restated here in plain Python, from their definitions.
"""

import itertools
import math
import sys
from fractions import Fraction

MASK = (1 << 64) - 1


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, bound):
        threshold = (2**64 - bound) % bound
        while True:
            product = self.next() * bound
            if product & MASK >= threshold:
                return product >> 64


def wilson():
    from statsmodels.stats.proportion import proportion_confint

    for k, n in [(0, 1), (1, 1), (0, 12), (12, 12), (1, 2), (4, 6), (6, 6), (0, 6), (1, 11), (3, 17),
                 (30, 60), (59, 60), (1, 1000), (999, 1000), (123456, 1000000)]:
        lower, upper = proportion_confint(k, n, 0.05, "wilson")
        lower, upper = (0.0 if k == 0 else lower), (1.0 if k == n else upper)
        print(f"  WilsonCase(successes: {k}, trials: {n}, lower: {lower!r}, upper: {upper!r}),")


def mcnemar():
    from statsmodels.stats.contingency_tables import mcnemar as test

    for b, c in [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (5, 0), (6, 0), (0, 6), (3, 1), (3, 2), (4, 4),
                 (10, 2), (25, 11), (100, 60), (1000, 900), (5000, 5300), (100000, 101000), (400, 100)]:
        p = test([[7, b], [c, 9]], exact=True).pvalue
        exact = exact_mcnemar(b, c)
        assert abs(p - exact) <= 1e-9 * max(exact, 1e-300) or b + c > 10000, (b, c, p, exact)
        print(f"  McNemarCase(gained: {b}, lost: {c}, p: {exact!r}),")


def exact_mcnemar(b, c):
    """In whole numbers, correctly rounded at the end."""
    n, k = b + c, min(b, c)
    term = total = 1
    for i in range(1, k + 1):
        term = term * (n - i + 1) // i
        total += term
    return float(min(Fraction(1), Fraction(2 * total, 2**n)))


def holm():
    from statsmodels.stats.multitest import multipletests

    for p in [[0.5], [0.01, 0.04], [0.04, 0.01, 0.03], [0.02, 0.02, 0.02], [1.0, 0.0, 0.5],
              [0.001, 0.2, 0.013, 0.05, 0.049, 0.7], [0.012, 0.3, 0.011, 0.9, 0.01, 0.0101]]:
        print(f"  HolmCase(raw: {p}, adjusted: {[float(q) for q in multipletests(p, method='holm')[1]]}),")


def suite(seed, traces, most):
    """Counts (tp, fn, fp) per trace; `most` bounds each."""
    random = SplitMix64(seed)
    return [tuple(random.below(most + 1) for _ in range(3)) for _ in range(traces)]


def ratio(statistic, tp, fn, fp):
    if statistic == "recall":
        return tp / (tp + fn) if tp + fn else None
    if statistic == "precision":
        return tp / (tp + fp) if tp + fp else None
    beta2 = 0.25
    below = (1 + beta2) * tp + beta2 * fn + fp
    return (1 + beta2) * tp / below if below else None


SWIFT = {"recall": ".recall", "precision": ".precision", "f05": ".fScore(beta: 0.5)"}


def bootstrap():
    for seed, traces, most, statistic in [(1, 12, 2, "recall"), (2, 40, 3, "precision"), (3, 3, 1, "recall"),
                                          (4, 1, 3, "recall"), (5, 100, 4, "f05"), (6, 5, 1, "precision")]:
        counts, random, values = suite(seed, traces, most), SplitMix64(seed + 100), []
        for _ in range(2000):
            draw = [counts[random.below(traces)] for _ in range(traces)]
            value = ratio(statistic, *(sum(c[i] for c in draw) for i in range(3)))
            if value is not None:
                values.append(value)
        values.sort()
        pick = lambda q: values[max(1, math.ceil(Fraction(q) * len(values))) - 1]
        print(f"  BootstrapCase(\n    seed: {seed}, traces: {traces}, most: {most}, statistic: {SWIFT[statistic]},\n"
              f"    lower: {pick('0.025')!r}, upper: {pick('0.975')!r}, undefinedDraws: {2000 - len(values)}),")


def sweep(seed, traces, candidates):
    """Shipped and candidates on one set of labels: tp + fn of a trace is the same for all."""
    random = SplitMix64(seed)
    positives = [random.below(4) for _ in range(traces)]
    rows = [[(tp := random.below(p + 1), p - tp, random.below(2)) for p in positives]
            for _ in range(candidates + 1)]
    return rows[0], rows[1:]


def maximum():
    for seed, traces, candidates, statistic in [(1, 12, 5, "recall"), (2, 30, 40, "recall"),
                                                (3, 20, 10, "precision"), (4, 2, 3, "recall"), (5, 16, 1, "f05")]:
        shipped, rows = sweep(seed, traces, candidates)
        total = lambda row, draw: ratio(statistic, *(sum(row[t][i] for t in draw) for i in range(3)))
        everything = range(traces)
        base = total(shipped, everything)
        gains = [None if (v := total(row, everything)) is None else v - base for row in rows]
        observed = max(g for g in gains if g is not None)
        random, reached, undefined = SplitMix64(seed + 100), 0, 0
        for _ in range(500):
            draw = [random.below(traces) for _ in everything]
            start, best = total(shipped, draw), None
            for row, gain in zip(rows, gains):
                value = total(row, draw)
                if start is not None and gain is not None and value is not None:
                    best = max(value - start - gain, best if best is not None else -9)
            if best is None:
                undefined += 1
            if best is None or best >= observed - 1e-12:
                reached += 1
        print(f"  MaxStatisticCase(\n    seed: {seed}, traces: {traces}, candidates: {candidates}, "
              f"statistic: {SWIFT[statistic]},\n    observed: {observed!r}, p: {(1 + reached) / 501!r}, "
              f"undefinedDraws: {undefined}),")


def cscv():
    for seed, traces, candidates, statistic in [(1, 12, 5, "recall"), (2, 9, 40, "recall"), (3, 2, 3, "precision"),
                                                (4, 19, 6, "recall"), (5, 10, 8, "f05"), (6, 4, 5, "precision")]:
        _, rows = sweep(seed, traces, candidates)
        blocks = min(16, traces - traces % 2)
        edges = [b * traces // blocks for b in range(blocks + 1)]
        below = counted = undefined = 0
        for chosen in itertools.combinations(range(blocks), blocks // 2):
            inside = [t for b in chosen for t in range(edges[b], edges[b + 1])]
            outside = [t for t in range(traces) if t not in inside]
            value = lambda row, part: ratio(statistic, *(sum(row[t][i] for t in part) for i in range(3)))
            ins = [value(row, inside) for row in rows]
            best = max((v for v in ins if v is not None), default=None)
            outs = [value(row, outside) for row in rows]
            if best is None or outs[ins.index(best)] is None:
                undefined += 1
                continue
            mine, ranked = outs[ins.index(best)], [v for v in outs if v is not None]
            rank = sum(v < mine for v in ranked) + (sum(v == mine for v in ranked) + 1) / 2
            counted += 1
            below += rank <= (len(ranked) + 1) / 2
        print(f"  CSCVCase(\n    seed: {seed}, traces: {traces}, candidates: {candidates}, statistic: {SWIFT[statistic]},\n"
              f"    atOrBelowMedian: {below}, countedSplits: {counted}, undefinedSplits: {undefined}),")


TABLES = {"wilson": wilson, "mcnemar": mcnemar, "holm": holm, "bootstrap": bootstrap, "max": maximum, "cscv": cscv}

if __name__ == "__main__":
    for name in sys.argv[1:] or TABLES:
        print(f"// {name}")
        TABLES[name]()
