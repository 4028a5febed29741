"""Independent answers for the certified optimum: a MILP by HiGHS, and brute force over sign vectors.

Needs scipy (pip install scipy). Suites are seeded, so a file can be made again at any time.
    python3 Tests/Reference/certify_reference.py generate FILE.json [small|days|long]
    CERTIFY_SUITES=FILE.json swift test -c release --filter certifiedOptimumEqualsReference
    python3 Tests/Reference/certify_reference.py compare FILE.json
The test writes FILE.json.answers; `compare` checks optima, replays the weights in exact fractions,
checks every contradiction in exact fractions, and prints the ratio of times. Tests/Reference/certify_suites.json is `generate … small`.
"""

import itertools
import json
import random
import sys
import time
from fractions import Fraction

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linprog, milp

MARGIN = 1e-4  # least difference in score points that counts, as BranchAndBound.decisionMargin


def clamp(x):
    return min(100.0, max(0.0, x))


def make_suite(seed, kind, positives, negatives, signals):
    """Uniform and tied suites are noise with a tilt; in `days` a hidden rule labels wandering scores."""
    r = random.Random(seed)
    if kind == "days":
        hidden = [r.random() ** 2 for _ in range(signals)]
        hidden = [h / sum(hidden) for h in hidden]
        steps, x = [], [r.uniform(0, 100) for _ in range(signals)]
        for number in range(positives + negatives):
            if number % 60 == 0:
                x = [r.uniform(0, 100) for _ in range(signals)]
            x = [clamp(v + r.gauss(0, 8)) for v in x]
            steps.append([round(v, 3) for v in x])
        key = lambda s: sum(h * v for h, v in zip(hidden, s)) + r.gauss(0, 6)
        steps.sort(key=key, reverse=True)
        return steps[:positives], steps[positives:]
    draw = {"uniform": lambda up: round(clamp(r.uniform(0, 100) + up), 2),
            "tied": lambda up: float(clamp(25 * r.randrange(5) + (25 if up > 0 and r.random() < 0.5 else 0)))}[kind]
    return ([[draw(20) for _ in range(signals)] for _ in range(positives)],
            [[draw(-10) for _ in range(signals)] for _ in range(negatives)])


def optimum(positives, negatives, false_alarms, low, high, limit):
    """Largest number of positives caught, by HiGHS; None when no weights keep the false alarms within the limit."""
    p, n, k = len(positives), len(negatives), len((positives + negatives)[0])
    # w (k), t, z (p, caught), y (n, false alarm)
    size = k + 1 + p + n
    rows, lower = [], []
    for i, vector in enumerate(positives):  # w.P - t + M(1 - z) >= MARGIN/2
        big = high - min(vector) + MARGIN
        row = np.zeros(size)
        row[:k], row[k], row[k + 1 + i] = vector, -1, -big
        rows.append(row), lower.append(MARGIN / 2 - big)
    for j, vector in enumerate(negatives):  # t - w.N + M y >= MARGIN/2
        row = np.zeros(size)
        row[:k], row[k], row[k + 1 + p + j] = [-v for v in vector], 1, max(vector) - low + MARGIN
        rows.append(row), lower.append(MARGIN / 2)
    simplex, alarms = np.zeros(size), np.zeros(size)
    simplex[:k], alarms[k + 1 + p:] = 1, 1
    cost = np.zeros(size)
    cost[k + 1:k + 1 + p] = -1
    # HiGHS takes 1e-6 of a big M for nothing, which is as large as MARGIN: a claimed set is checked by a
    # linear programme, and when it fails a cut forbids it and the search goes on.
    start = time.perf_counter()
    while True:
        result = milp(
            cost, integrality=[0] * (k + 1) + [1] * (p + n),
            bounds=Bounds([0] * k + [low] + [0] * (p + n), [1] * k + [high] + [1] * (p + n)),
            constraints=[LinearConstraint(np.array(rows), lower, np.inf), LinearConstraint(simplex, 1, 1),
                         LinearConstraint(alarms, -np.inf, false_alarms)],
            options={"time_limit": limit, "mip_rel_gap": 0})
        seconds = time.perf_counter() - start
        if result.status == 2:
            return None, seconds, True
        if result.x is None:
            return None, seconds, False
        z, y = result.x[k + 1:k + 1 + p].round(), result.x[k + 1 + p:].round()
        caught = [v for v, chosen in zip(positives, z) if chosen]
        silent = [v for v, fired in zip(negatives, y) if not fired]
        if not caught and not silent or separable(caught, silent, low, high):
            return round(-result.fun), seconds, result.status == 0
        cut = np.zeros(size)
        cut[k + 1:k + 1 + p], cut[k + 1 + p:] = -z, 1 - y
        rows.append(cut), lower.append(1 - z.sum())


def separable(positives, negatives, low, high):
    """Whether some weights keep MARGIN between them, by one linear programme."""
    k = len((positives + negatives)[0])
    rows = [[-v for v in x] + [1, 1] for x in positives] + [list(x) + [-1, 1] for x in negatives]
    result = linprog([0] * (k + 1) + [-1], A_ub=rows, b_ub=[0] * len(rows), A_eq=[[1] * k + [0, 0]], b_eq=[1],
                     bounds=[(0, 1)] * k + [(low, high), (None, None)])
    return result.x[-1] >= MARGIN / 2 * (1 - 1e-6)


def brute_force(positives, negatives, false_alarms, low, high):
    for size in range(len(positives), -1, -1):
        for caught in itertools.combinations(positives, size):
            for fired in range(min(false_alarms, len(negatives)) + 1):
                for allowed in itertools.combinations(range(len(negatives)), fired):
                    silent = [x for j, x in enumerate(negatives) if j not in allowed]
                    if not caught and not silent or separable(list(caught), silent, low, high):
                        return size
    return None


def plans(which):
    if which == "small":
        for seed in range(60):
            kind = ["uniform", "tied", "days"][seed % 3]
            fixed = [None, None, 50.0, 60.0][seed // 3 % 4]
            signals = 2 + seed % 4
            yield kind, seed, 4 + seed % 5, 5 + seed % 9, signals, [0, 0, 0, 1, 2][seed // 2 % 5], fixed
        for seed in range(60, 84):
            kind = ["uniform", "tied", "days"][seed % 3]
            yield kind, seed, 20, 40, 5, [0, 0, 2][seed // 3 % 3], [None, 60.0][seed % 2]
    elif which == "days":
        for seed in range(100, 106):
            yield "days", seed, 16, 80, 5, [0, 0, 1][seed % 3], None
        for seed in range(110, 116):
            yield "days", seed, 90, 630, 5, [0, 0, 2][seed % 3], None
        for seed in range(120, 123):
            yield "tied", seed, 30, 90, 5, [0, 0, 2][seed % 3], None
    else:
        yield "days", 200, 600, 5400, 5, 0, None
        yield "days", 201, 6000, 54000, 5, 0, None


def generate(path, which):
    suites = []
    for kind, seed, p, n, signals, false_alarms, fixed in plans(which):
        positives, negatives = make_suite(seed, kind, p, n, signals)
        low, high = (0.0, 100.0) if fixed is None else (fixed, fixed)
        best, seconds, proven = None, 0.0, False
        if which != "long":
            best, seconds, proven = optimum(positives, negatives, false_alarms, low, high, 120)
        if which == "small" and p <= 8:
            brute = brute_force(positives, negatives, false_alarms, low, high)
            if brute != best:
                print(f"seed {seed}: HiGHS {best}, brute force {brute}; brute force stands", file=sys.stderr)
                best = brute
        print(seed, kind, p, n, false_alarms, best, proven, f"{seconds:.3f} s", file=sys.stderr)
        suites.append({"name": f"{kind}-{seed}", "positives": positives, "negatives": negatives,
                       "falseAlarms": false_alarms, "lowest": low, "highest": high,
                       "optimum": best, "proven": proven, "seconds": round(seconds, 4)})
    with open(path, "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(s, separators=(",", ":")) for s in suites) + "\n]\n")


def check_contradiction(suite, answer):
    """The proof's words, in exact fractions."""
    share = lambda side: [(Fraction(m["numerator"]) / Fraction(m["denominator"]), m["index"]) for m in answer[side]]
    positives, negatives = share("positives"), share("negatives")
    upper, lower = (Fraction(*map(int, answer[k].split("/"))) for k in ("upperShare", "lowerShare"))
    assert sum(v for v, _ in positives) + upper == 1 and sum(v for v, _ in negatives) + lower == 1
    assert all(v > 0 for v, _ in positives + negatives) and upper >= 0 and lower >= 0
    for k in range(len((suite["positives"] + suite["negatives"])[0])):
        a = sum(v * Fraction(suite["positives"][i][k]) for v, i in positives) + upper * Fraction(suite["highest"])
        b = sum(v * Fraction(suite["negatives"][i][k]) for v, i in negatives) + lower * Fraction(suite["lowest"])
        assert a <= b and (negatives or a < b)


def compare(path):
    suites = {s["name"]: s for s in json.load(open(path))}
    answers = json.load(open(path + ".answers"))
    assert len(answers) == len(suites)
    wrong, proofs = 0, 0
    for answer in answers:
        suite = suites[answer["name"]]
        fine = not suite["proven"] or answer.get("caught") == suite["optimum"] and answer["isProven"]
        if answer.get("caught") is not None:
            weights = [Fraction(w) for w in answer["weights"]]
            assert abs(sum(weights) - 1) < Fraction(1, 10**14) and min(weights) >= 0
            fires = lambda vector: sum(w * Fraction(v) for w, v in zip(weights, vector)) >= Fraction(answer["threshold"])
            fine = fine and sum(map(fires, suite["positives"])) == answer.get("caught")
            fine = fine and sum(map(fires, suite["negatives"])) <= suite["falseAlarms"]
        if answer.get("contradiction"):
            check_contradiction(suite, answer["contradiction"])
            proofs += 1
        ratio = suite["seconds"] / answer["seconds"] if answer["seconds"] else 0
        print(f"{'ok   ' if fine else 'WRONG'} {answer['name']}: {answer.get('caught')} of {len(suite['positives'])}"
              f" (HiGHS {suite['optimum']}), bound {answer['bound']}, {answer['nodes']} nodes,"
              f" {answer['seconds'] * 1000:.2f} ms, HiGHS {suite['seconds'] * 1000:.0f} ms, {ratio:.0f}x")
        wrong += not fine
    print(f"{len(answers)} suites, {wrong} wrong, {proofs} contradictions checked")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    command, path, *rest = sys.argv[1:]
    if command == "generate":
        generate(path, rest[0] if rest else "small")
    else:
        compare(path)
