#!/usr/bin/env python3
"""`autoresearch certify --ungated` against a MILP solved by HiGHS, on seeded suites as real folders.

    certify_command.py --binary .build/release/autoresearch

Suites "a" are twelve days of 96 steps (720 of 1,152 outside quiet hours), "c" twelve days of 8 steps,
"small" three days of four steps. Each is written, locked and certified by the command; the sub-scores
that HiGHS (through scipy) and brute force over all sets of labels get are those of `evaluate --json`.
Demanded: equal optima, weights that reach them in exact fractions, contradictions that add up in exact
fractions, and a twentieth of the time of HiGHS at most over all suites of "a" and of "c". The command's
time is what it prints itself for the search; naming and proving conflicts, which HiGHS does not do, and
the whole process are printed beside it. HiGHS takes 1e-6 of a big M for nothing, which is as large as the
least gap between scores: it sometimes ends below an optimum that replays exactly. Such a suite is named,
and counts as wrong only when ours is the smaller.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import certify_reference as reference  # noqa: E402

LEAST_RATIO = 20
SHAPES = {"a": (12, 96), "c": (12, 8), "small": (3, 4)}


def clamp(x, low, high):
    return min(high, max(low, x))


def write_suite(folder, shape, seed, share):
    """Days of slowly wandering signals; a hidden rule with noise labels a share of the steps."""
    rng = random.Random(f"{shape} {seed}")
    days, steps = SHAPES[shape]
    os.makedirs(folder)
    with open(os.path.join(folder, "suite.json"), "w", encoding="utf-8") as file:
        json.dump({"schema": "autoresearch.suite/1", "name": f"{shape}-{seed}", "engine": "vigil",
                   "role": "tuning", "data": "synthetic", "description": "Seeded; no evidence.",
                   "profile": {"quietHours": {"start": "22:00", "end": "07:00"}}}, file)
    hidden = [rng.random() for _ in range(4)]
    lines = []
    sleep, hrv = rng.uniform(4, 8), rng.uniform(20, 60)
    for day in range(days):
        date = f"2025-03-{day + 1:02d}"
        lines.append({"trace": f"day-{day + 1}", "timeZone": "UTC"})
        sleep, hrv = clamp(sleep + rng.gauss(0, 1.5), 3, 9), clamp(hrv + rng.gauss(0, 12), 15, 70)
        deadline, walked = rng.uniform(1, 72), 0
        for step in range(steps):
            minute = step * (1440 // steps) + (0 if steps == 96 else 420 // steps)
            hrv = clamp(hrv + rng.gauss(0, 3), 15, 70)
            deadline = deadline - 24 / steps if deadline > 24 / steps else rng.uniform(12, 72)
            walked += int(max(0, rng.gauss(7000 / steps, 7000 / steps)))
            line = {"at": f"{date}T{minute // 60:02d}:{minute % 60:02d}",
                    "signals": {"sleepHours": round(sleep + rng.gauss(0, 0.3), 2), "hrvMs": round(hrv, 1),
                                "hoursToDeadline": round(deadline, 2), "steps": walked}}
            need = (hidden[0] * (9 - sleep) / 6 + hidden[1] * (70 - hrv) / 55
                    + hidden[2] * max(0, 1 - deadline / 72) + hidden[3] * (step % 7 == 0)) / sum(hidden)
            if rng.random() < share:
                line["expect"] = "intervene" if need + rng.gauss(0, 0.2) > 0.5 else "silent"
            lines.append(line)
    if not any(line.get("expect") == "intervene" for line in lines):
        lines[1 + 2 * steps // 3]["expect"] = "intervene"
    with open(os.path.join(folder, "days.jsonl"), "w", encoding="utf-8") as file:
        file.write("".join(json.dumps(line) + "\n" for line in lines))


def run(binary, words, folder):
    result = subprocess.run([binary] + words, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"autoresearch {' '.join(words)}: status {result.returncode}\n{result.stderr}")
    return result


def labelled(binary, folder, suite):
    """Sub-scores by (trace, step), and those that count: labelled and not in quiet hours."""
    scores, positives, negatives = {}, [], []
    for text in run(binary, ["evaluate", suite, "--json"], folder).stdout.splitlines():
        record = json.loads(text)
        if record.get("kind") != "step":
            continue
        vector = list(record["sub_scores"].values())
        scores[record["trace"], record["step"]] = vector
        if "quietHours" not in record["blocked_by"]:
            if record["expect"] == "silent":
                negatives.append(vector)
            elif record["expect"] is not None:
                positives.append(vector)
    return scores, positives, negatives


def exact(value):
    """A multiplier: a decimal as printed, or the text n/d."""
    return Fraction(value)


def check_multipliers(multipliers, scores):
    sides = {True: [], False: []}
    for item in multipliers:
        fires = item["expect"] in ("intervene", "escalate", "highestThreshold")
        vector = (scores[item["trace"], int(item["step"])] if item["trace"] is not None
                  else [float(item["threshold"])] * 5)
        sides[fires].append((exact(item["value"]), [Fraction(x) for x in vector]))
    for side in sides.values():
        assert sum(share for share, _ in side) == 1 and all(share > 0 for share, _ in side)
    for column in range(5):
        high, low = (sum(share * vector[column] for share, vector in sides[fires]) for fires in (True, False))
        assert high <= low, f"column {column}: {float(high)} is not at most {float(low)}"


def certify(binary, work, shape, seed, share):
    name = f"Traces/{shape}-{seed}"
    write_suite(os.path.join(work, name), shape, seed, share)
    run(binary, ["lock", name], work)
    scores, positives, negatives = labelled(binary, work, name)
    result = run(binary, ["certify", name, "--ungated", "--json"], work)
    # Decimals stay as printed: a multiplier is checked as the fraction that it is.
    answer = json.loads(result.stdout, parse_float=str)
    searched, whole = map(float, re.search(r"in ([\d.]+) s, certified in ([\d.]+) s", result.stderr).groups())
    best = answer["zeroFalseAlarms"]
    assert best["proven"], f"{name}: not proven"
    weights = [Fraction(float(w)) for w in best["weights"].values()]
    assert abs(sum(weights) - 1) < Fraction(1, 10**12) and min(weights) >= 0
    threshold = Fraction(float(best["threshold"]))
    fires = lambda vector: sum(w * Fraction(x) for w, x in zip(weights, vector)) >= threshold
    assert sum(map(fires, positives)) == best["tp"] and not any(map(fires, negatives)), name
    proofs = [answer["multipliers"]] + [c.get("multipliers", []) for c in best["conflicts"]]
    proofs = [proof for proof in proofs if proof]
    for proof in proofs:
        check_multipliers(proof, scores)
    if answer["separable"]:
        assert best["tp"] == len(positives)
    if shape == "small":
        expected, theirs, proven = reference.brute_force(positives, negatives, 0, 0.0, 100.0), 0.0, True
    else:
        expected, theirs, proven = reference.optimum(positives, negatives, 0, 0.0, 100.0, 60)
    short = shape != "small" and expected is not None and expected < best["tp"]
    fine = short or best["tp"] == expected or not proven and best["tp"] >= (expected or 0)
    print(f"{'ok   ' if fine else 'WRONG'} {name}: {best['tp']} of {len(positives)} against {len(negatives)} silent, "
          f"{'brute force' if shape == 'small' else 'HiGHS'} {expected}{' (short)' if short else ''}"
          f"{'' if proven else ' (unproven)'}; {searched * 1000:.1f} ms searched, {whole * 1000:.0f} ms whole, "
          f"HiGHS {theirs * 1000:.0f} ms; {len(proofs)} proofs add up", flush=True)
    return fine, short, searched, theirs


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--suites", type=int, default=3, help="suites of each of a and c")
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="certify-") as work:
        for seed in range(1, 9):
            wrong += not certify(binary, work, "small", seed, 0.9)[0]
        for shape, share in (("c", 0.9), ("a", 0.2)):
            ours = theirs = shorts = 0
            for seed in range(1, options.suites + 1):
                fine, short, searched, other = certify(binary, work, shape, seed, share)
                wrong += not fine
                shorts += short
                ours, theirs = ours + searched, theirs + other
            # The command's clock has a ten-thousandth of a second as its last digit.
            ratio = theirs / max(ours, 0.0001)
            print(f"suites {shape}: {ours:.4f} s, HiGHS {theirs:.3f} s: {ratio:.0f} times; HiGHS short on {shorts}")
            wrong += ratio < LEAST_RATIO or shorts * 2 > options.suites
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
