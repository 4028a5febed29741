"""Makes and checks Tests/Reference/statistics.json: independent values for our statistics.

Needs statsmodels and scipy (pip install statsmodels scipy); the Swift tests read the file and need no
Python.
    python3 Tests/Reference/statistics_reference.py write     # makes the file anew
    python3 Tests/Reference/statistics_reference.py check     # computes all again, compares to 1e-10
Wilson, McNemar and Holm come from statsmodels. Bootstrap, max-statistic and CSCV are restated here in
plain Python, from their definitions. Tables with none, one and all successes are among the cases.
"""

import itertools
import json
import math
import pathlib
import sys
from fractions import Fraction

FILE = pathlib.Path(__file__).with_name("statistics.json")

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

    tables = [(0, 1), (1, 1), (0, 12), (12, 12), (1, 2), (4, 6), (6, 6), (0, 6), (1, 6), (1, 11), (3, 17),
              (30, 60), (59, 60), (1, 60), (0, 60), (60, 60), (1, 1000), (999, 1000), (0, 1000000),
              (1, 1000000), (1000000, 1000000), (123456, 1000000)]
    for k, n in tables:
        lower, upper = map(float, proportion_confint(k, n, 0.05, "wilson"))
        # At the ends the formula gives 0 and 1 but for rounding.
        yield {"successes": k, "trials": n, "lower": 0.0 if k == 0 else lower, "upper": 1.0 if k == n else upper}


def mcnemar():
    from statsmodels.stats.contingency_tables import mcnemar as test

    for b, c in [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (5, 0), (6, 0), (0, 6), (1, 6), (3, 1), (3, 2), (4, 4),
                 (10, 2), (25, 11), (30, 0), (30, 1), (100, 60), (1000, 900), (5000, 5300), (100000, 101000),
                 (400, 100)]:
        p = float(test([[7, b], [c, 9]], exact=True).pvalue)
        exact = exact_mcnemar(b, c)
        # The binomial tails of large counts are themselves rounded; whole numbers are not.
        assert abs(p - exact) <= 1e-9 * exact or b + c > 10000, (b, c, p, exact)
        yield {"gained": b, "lost": c, "p": exact}


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

    for p in [[0.5], [1.0], [0.0], [0.01, 0.04], [0.04, 0.01, 0.03], [0.02, 0.02, 0.02], [1.0, 0.0, 0.5],
              [1.0, 1.0, 1.0], [0.0, 0.0, 0.0], [0.001, 0.2, 0.013, 0.05, 0.049, 0.7],
              [0.012, 0.3, 0.011, 0.9, 0.01, 0.0101]]:
        yield {"raw": p, "adjusted": [float(q) for q in multipletests(p, method="holm")[1]]}


def ratio(statistic, tp, fn, fp):
    if statistic == "recall":
        return tp / (tp + fn) if tp + fn else None
    if statistic == "precision":
        return tp / (tp + fp) if tp + fp else None
    beta2 = 0.25
    below = (1 + beta2) * tp + beta2 * fn + fp
    return (1 + beta2) * tp / below if below else None


def total(statistic, row, draw):
    return ratio(statistic, *(sum(row[t][i] for t in draw) for i in range(3)))


def sweep(seed, traces, candidates):
    """Shipped, then candidates, as (tp, fn, fp) a trace: tp + fn of a trace is the same for all."""
    random = SplitMix64(seed)
    positives = [random.below(4) for _ in range(traces)]
    return [[(tp := random.below(p + 1), p - tp, random.below(2)) for p in positives]
            for _ in range(candidates + 1)]


def constant(kind, traces):
    """A row that catches nothing, one label, everything, or has no label at all."""
    return {"none": [(0, 2, 0)] * traces, "all": [(2, 0, 0)] * traces, "empty": [(0, 0, 0)] * traces,
            "one": [(1, 1, 0)] + [(0, 2, 0)] * (traces - 1)}[kind]


def bootstrap():
    cases = [(sweep(seed, traces, 0)[0], seed + 100, statistic)
             for seed, traces, statistic in [(1, 12, "recall"), (2, 40, "precision"), (3, 3, "recall"),
                                             (4, 1, "recall"), (5, 100, "f05"), (6, 5, "precision")]]
    cases += [(constant(kind, 9), 7, statistic) for kind in ("none", "one", "all", "empty")
              for statistic in ("recall", "precision", "f05")]
    for counts, seed, statistic in cases:
        random, values = SplitMix64(seed), []
        for _ in range(2000):
            draw = [random.below(len(counts)) for _ in counts]
            value = total(statistic, counts, draw)
            if value is not None:
                values.append(value)
        values.sort()
        pick = lambda q: values[max(1, math.ceil(Fraction(q) * len(values))) - 1]
        whole = total(statistic, counts, range(len(counts)))
        yield {"statistic": statistic, "seed": seed, "shipped": counts,
               "expected": None if whole is None else
               {"lower": pick("0.025"), "upper": pick("0.975"), "undefinedDraws": 2000 - len(values)}}


def maximum():
    cases = [(sweep(seed, traces, candidates), seed + 100, statistic)
             for seed, traces, candidates, statistic in [
                 (1, 12, 5, "recall"), (2, 30, 40, "recall"), (3, 20, 10, "precision"), (4, 2, 3, "recall"),
                 (5, 16, 1, "f05")]]
    cases += [([constant(kind, 8) for kind in kinds], 11, "recall") for kinds in (
        ("none", "none"), ("none", "one"), ("none", "one", "all"), ("all", "none", "one"), ("all", "all"),
        ("empty", "empty"))]
    for rows, seed, statistic in cases:
        everything = range(len(rows[0]))
        shipped, candidates = rows[0], rows[1:]
        base = total(statistic, shipped, everything)
        case = {"statistic": statistic, "seed": seed, "shipped": shipped, "candidates": candidates}
        if base is None:
            yield case | {"expected": None}
            continue
        gains = [None if (v := total(statistic, row, everything)) is None else v - base for row in candidates]
        observed = max(g for g in gains if g is not None)
        random, reached, undefined = SplitMix64(seed), 0, 0
        for _ in range(500):
            draw = [random.below(len(shipped)) for _ in everything]
            start, best = total(statistic, shipped, draw), None
            for row, gain in zip(candidates, gains):
                value = total(statistic, row, draw)
                if start is not None and gain is not None and value is not None:
                    best = max(value - start - gain, best if best is not None else -9)
            undefined += best is None
            reached += best is None or best >= observed - 1e-12
        yield case | {"expected": {"observed": observed, "p": (1 + reached) / 501, "undefinedDraws": undefined}}


def cscv():
    cases = [(sweep(seed, traces, candidates)[1:], statistic) for seed, traces, candidates, statistic in [
        (1, 12, 5, "recall"), (2, 9, 40, "recall"), (3, 2, 3, "precision"), (4, 19, 6, "recall"),
        (5, 10, 8, "f05"), (6, 4, 5, "precision")]]
    cases += [([constant(kind, 8) for kind in kinds], "recall") for kinds in (
        ("none", "all"), ("one", "none"), ("all", "all"), ("none", "none"), ("empty", "empty"))]
    for rows, statistic in cases:
        traces = len(rows[0])
        blocks = min(16, traces - traces % 2)
        edges = [b * traces // blocks for b in range(blocks + 1)]
        below = counted = undefined = 0
        for chosen in itertools.combinations(range(blocks), blocks // 2):
            inside = [t for b in chosen for t in range(edges[b], edges[b + 1])]
            outside = [t for t in range(traces) if t not in inside]
            ins = [total(statistic, row, inside) for row in rows]
            best = max((v for v in ins if v is not None), default=None)
            outs = [total(statistic, row, outside) for row in rows]
            if best is None or outs[ins.index(best)] is None:
                undefined += 1
                continue
            mine, ranked = outs[ins.index(best)], [v for v in outs if v is not None]
            rank = sum(v < mine for v in ranked) + (sum(v == mine for v in ranked) + 1) / 2
            counted += 1
            below += rank <= (len(ranked) + 1) / 2
        yield {"statistic": statistic, "candidates": rows, "expected": {
            "atOrBelowMedian": below, "countedSplits": counted, "undefinedSplits": undefined}}


TABLES = {"wilson": wilson, "mcnemar": mcnemar, "holm": holm, "bootstrap": bootstrap, "maxStatistic": maximum,
          "cscv": cscv}


def computed():
    return json.loads(json.dumps({name: list(table()) for name, table in TABLES.items()}))


def same(a, b):
    if isinstance(a, float) or isinstance(b, float):
        return a == b or abs(a - b) <= 1e-10 * max(1e-300, min(1, max(abs(a), abs(b))))
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return a == b


def main(command):
    found = computed()
    if command == "write":
        lines = [f'"{name}": [\n' + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "\n]"
                 for name, cases in found.items()]
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        return 0
    stored = json.loads(FILE.read_text())
    wrong = [name for name in found.keys() | stored.keys() if not same(found.get(name), stored.get(name))]
    for name in sorted(wrong):
        print(f"{FILE.name}: {name} is not what is computed now")
    print(f"{sum(map(len, found.values()))} cases in {len(found)} tables, {len(wrong)} tables differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "check"))
