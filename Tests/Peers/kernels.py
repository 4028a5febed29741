"""The tally of `autoresearch`'s kernels written in Python, four ways.

A suite is a list of days, a day a list of open steps in time order: five sub-scores, seconds, and
a label (1 should fire, -1 should stay silent, 0 none). A candidate is five weights and a threshold.
Every day starts with a full budget and no cooldown; every intervention is delivered. A tally is
[tp, fp, interventions, unlabelled, escalations, margin]; the margin is None when no labelled step
gets past the gates. Sums run left to right and each product is rounded, so scores are the same
doubles everywhere.
"""

import math


class TupleLoop:
    """Pure Python over tuples, with local variables only: what an author can do in an hour."""

    def __init__(self, suite):
        self.days = [[tuple(step) for step in day] for day in suite["days"]]
        self.cooldown, self.budget = suite["cooldown"], suite["budget"]
        self.escalate = suite["escalate"]

    def tallies(self, candidates):
        return [self.tally(*candidate) for candidate in candidates]

    def tally(self, w0, w1, w2, w3, w4, threshold):
        cooldown, budget, escalate = self.cooldown, self.budget, self.escalate
        tp = fp = interventions = unlabelled = escalations = 0
        margin = math.inf
        for day in self.days:
            left = budget
            open_at = 0
            for a, b, c, d, e, at, label in day:
                if at < open_at or left <= 0:
                    continue
                score = w0 * a + w1 * b + w2 * c + w3 * d + w4 * e
                if label:
                    distance = abs(score - threshold)
                    if distance < margin:
                        margin = distance
                if score < threshold:
                    continue
                if label > 0:
                    tp += 1
                elif label < 0:
                    fp += 1
                else:
                    unlabelled += 1
                interventions += 1
                if score >= escalate:
                    escalations += 1
                left -= 1
                open_at = at + cooldown
        return [tp, fp, interventions, unlabelled, escalations, none_if_infinite(margin)]


class Optuna:
    """Optuna's random sampler, which asks the tuple loop for every trial."""

    def __init__(self, suite):
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.optuna = optuna
        self.version = optuna.__version__
        self.loop = TupleLoop(suite)

    def study(self):
        return self.optuna.create_study(sampler=self.optuna.samplers.RandomSampler(seed=1))

    def tallies(self, candidates):
        """The given candidates, queued as trials."""
        study = self.study()
        for candidate in candidates:
            study.enqueue_trial({f"p{i}": value for i, value in enumerate(candidate)})
        found = []

        def objective(trial):
            values = [trial.suggest_float(f"p{i}", 0, 1) for i in range(5)]
            found.append(self.loop.tally(*values, trial.suggest_float("p5", 0, 100)))
            return found[-1][0]

        study.optimize(objective, n_trials=len(candidates))
        return found

    def time(self, candidates):
        """As many candidates of the sampler's own choice."""

        def objective(trial):
            values = [trial.suggest_float(f"p{i}", 0, 1) for i in range(5)]
            total = sum(values) or 1
            threshold = trial.suggest_float("p5", 40, 80)
            return self.loop.tally(*(value / total for value in values), threshold)[0]

        self.study().optimize(objective, n_trials=len(candidates))


class NumPy:
    """Step by step over all candidates at once."""

    def __init__(self, suite):
        import numpy

        self.numpy = numpy
        self.version = numpy.__version__
        self.suite = suite

    def tallies(self, candidates):
        np, suite = self.numpy, self.suite
        table = np.array(candidates)
        w0, w1, w2, w3, w4, threshold = (table[:, i].copy() for i in range(6))
        counts = {
            name: np.zeros(len(table), dtype=np.int64)
            for name in ("tp", "fp", "interventions", "unlabelled", "escalations")
        }
        margin = np.full(len(table), np.inf)
        for day in suite["days"]:
            left = np.full(len(table), suite["budget"])
            open_at = np.zeros(len(table), dtype=np.int64)
            for a, b, c, d, e, at, label in day:
                reached = (open_at <= at) & (left > 0)
                score = w0 * a + w1 * b + w2 * c + w3 * d + w4 * e
                if label:
                    distance = np.where(reached, np.abs(score - threshold), np.inf)
                    np.minimum(margin, distance, out=margin)
                fires = reached & (score >= threshold)
                name = "tp" if label > 0 else "fp" if label < 0 else "unlabelled"
                counts[name] += fires
                counts["interventions"] += fires
                counts["escalations"] += fires & (score >= suite["escalate"])
                left -= fires
                open_at[fires] = at + suite["cooldown"]
        columns = [column.tolist() for column in counts.values()]
        margins = [none_if_infinite(value) for value in margin.tolist()]
        return [list(row) for row in zip(*columns, margins)]


class Numba:
    """A compiled loop over candidates, days and steps, on one thread, without fast-math."""

    def __init__(self, suite):
        import numba
        import numpy

        self.numpy = numpy
        self.version = numba.__version__
        steps = [step for day in suite["days"] for step in day]
        self.columns = numpy.array([step[:5] for step in steps]).T.copy()
        self.at = numpy.array([step[5] for step in steps])
        self.labels = numpy.array([step[6] for step in steps])
        ends = []
        for day in suite["days"]:
            ends.append((ends[-1] if ends else 0) + len(day))
        self.ends = numpy.array(ends)
        self.gates = (suite["cooldown"], suite["budget"], float(suite["escalate"]))
        self.loop = numba.njit(tally_all)

    def tallies(self, candidates):
        table = self.numpy.array(candidates)
        counts = self.numpy.zeros((len(table), 5), dtype=self.numpy.int64)
        margins = self.numpy.full(len(table), math.inf)
        self.loop(self.columns, self.at, self.labels, self.ends, *self.gates, table, counts, margins)
        return [
            row + [none_if_infinite(margin)]
            for row, margin in zip(counts.tolist(), margins.tolist())
        ]


def tally_all(columns, at, labels, ends, cooldown, budget, escalate, table, counts, margins):
    for i in range(len(table)):
        w0, w1, w2, w3, w4, threshold = table[i]
        tp = fp = interventions = unlabelled = escalations = 0
        margin = math.inf
        step = 0
        for end in ends:
            left = budget
            open_at = 0
            while step < end:
                if at[step] >= open_at and left > 0:
                    score = (
                        w0 * columns[0, step]
                        + w1 * columns[1, step]
                        + w2 * columns[2, step]
                        + w3 * columns[3, step]
                        + w4 * columns[4, step]
                    )
                    label = labels[step]
                    if label != 0:
                        margin = min(margin, abs(score - threshold))
                    if score >= threshold:
                        if label > 0:
                            tp += 1
                        elif label < 0:
                            fp += 1
                        else:
                            unlabelled += 1
                        interventions += 1
                        if score >= escalate:
                            escalations += 1
                        left -= 1
                        open_at = at[step] + cooldown
                step += 1
        counts[i, 0] = tp
        counts[i, 1] = fp
        counts[i, 2] = interventions
        counts[i, 3] = unlabelled
        counts[i, 4] = escalations
        margins[i] = margin


def none_if_infinite(value):
    return None if value == math.inf else value


PEERS = {"tuple loop": TupleLoop, "Optuna": Optuna, "numpy": NumPy, "numba": Numba}
