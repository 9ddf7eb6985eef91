"""The scores of mixed columns by their formulas, with NumPy and module statistics alone; and tables."""

import itertools
from statistics import NormalDist

import numpy as np
import pandas as pd

from mcbnc import DegenerateGaussian, MixedBIC

OPTIONS = [
    kind(penalty, values)
    for kind in (MixedBIC, DegenerateGaussian)
    for penalty, values in ((1, "normal-scores"), (1, "raw"), (2.5, "normal-scores"))
]


def normal_scores(column):
    """The normal quantiles of the mean ranks, divided by one more than the number of rows."""
    below = (column[:, None] > column).sum(1)
    ranks = below + ((column[:, None] == column).sum(1) + 1) / 2
    return np.array([NormalDist().inv_cdf(rank / (len(column) + 1)) for rank in ranks])


def taken(columns, arity, values):
    """The columns as a score takes them. `arity` is 0 for numbers."""
    return [
        column if r else column if values == "raw" else normal_scores(column)
        for column, r in zip(columns, arity, strict=True)
    ]


def conditional(columns, arity, members, penalty):
    """J of MixedBIC of a set, for columns as they are taken."""
    rows = len(columns[0])
    states = [columns[v] for v in members if arity[v]]
    numbers = np.array([columns[v] for v in members if not arity[v]]).reshape(-1, rows)
    k = len(numbers)
    pooled = np.cov(numbers, bias=True).reshape(k, k) if k else np.zeros((0, 0))
    total = 0.0
    cells = np.unique(np.array(states), axis=1).T if states else [()]
    for cell in cells:
        mask = np.ones(rows, bool)
        for column, state in zip(states, cell, strict=True):
            mask &= column == state
        n = int(mask.sum())
        total += n * np.log(n / rows)
        if k:
            own = numbers[:, mask]
            covariance = (np.cov(own, bias=True).reshape(k, k) if n > k + 4 else pooled) + 1e-4 * np.eye(k)
            deviations = own - own.mean(1, keepdims=True)
            forms = (deviations * np.linalg.solve(covariance, deviations)).sum()
            total -= n / 2 * (k * np.log(2 * np.pi) + np.linalg.slogdet(covariance)[1]) + forms / 2
    r = np.prod([float(arity[v]) for v in members if arity[v]])
    return total - penalty / 2 * np.log(rows) * (r - 1 + r * k * (k + 3) / 2)


def degenerate(columns, arity, members, penalty):
    """J of DegenerateGaussian of a set."""
    rows = len(columns[0])
    expanded = []
    for v in members:
        if arity[v]:
            expanded += [(columns[v] == state).astype(float) for state in np.unique(columns[v])[1:]]
        else:
            expanded.append(columns[v])
    c = len(expanded)
    matrix = np.corrcoef(np.array(expanded)).reshape(c, c) + 1e-6 * np.eye(c) if c else np.zeros((0, 0))
    return -rows / 2 * np.linalg.slogdet(matrix)[1] - penalty / 2 * np.log(rows) * c * (c + 1) / 2


SETS = {"bic-cg": conditional, "dg": degenerate}


def family(name, columns, arity, y, parents, penalty):
    """The score of y with some parents."""
    j = SETS[name]
    return j(columns, arity, [*parents, y], penalty) - j(columns, arity, list(parents), penalty)


def random_table(rng, n, rows):
    """Columns of states and of numbers that depend on one another: (columns, arity)."""
    columns, arity = [], []
    for v in range(n):
        r = int(rng.choice([0, 0, 2, 3, 4]))
        x = rng.normal(size=rows).round(int(rng.integers(1, 9)))
        for parent in rng.permutation(v)[: rng.integers(0, 3)]:
            x = x + rng.normal() * columns[parent]
        if r:
            x = np.digitize(x, np.quantile(x, np.sort(rng.random(r - 1)))).astype(float)
            arity.append(max(2, int(x.max()) + 1))
        else:
            x[:2] = [0.25, -0.75]  # never constant
            arity.append(0)
        columns.append(x)
    return columns, arity


def random_dag(rng, n):
    """The lists of parents, in the order of an ordering."""
    return [[x for x in range(y) if rng.random() < 0.4] for y in range(n)]


def turned(rng, parents):
    """A DAG of the same class, by turning covered arcs."""
    parents = [set(own) for own in parents]
    for x, y in itertools.islice(rng.permutation([*np.ndindex(len(parents), len(parents))]), 40):
        if x in parents[y] and parents[y] - {x} == parents[x]:
            parents[y].remove(x)
            parents[x].add(y)
    return [sorted(map(int, own)) for own in parents]


def patients(rows=600, seed=3):
    rng = np.random.default_rng(seed)
    sex = rng.choice(["f", "m"], rows)
    age = rng.integers(18, 90, rows)
    pressure = (110 + 8 * (sex == "m") + 0.4 * age + rng.normal(0, 6, rows)).round(1)
    risk = np.where(pressure + rng.normal(0, 3, rows) > 132, "high", "low")
    return pd.DataFrame({"sex": sex, "age": age, "pressure": pressure, "risk": risk})


def mixed_sites(seed, sites=3, arity=(0, 3, 0, 2, 0), rows=(40, 70), skewed=False):
    """Tables of numbers and states, each from those before it. Numbers are of several scales."""
    rng = np.random.default_rng(seed)
    tables = []
    for _ in range(sites):
        n, columns = int(rng.integers(*rows)), []
        for v, states in enumerate(arity):
            drive = sum((c - c.mean()) / (c.std() + 0.1) for c in columns[-2:]) + rng.normal(size=n)
            if states:
                cut = np.digitize(drive, np.quantile(drive, np.arange(1, states) / states))
                columns.append(np.where(np.arange(n) < states, np.arange(n), cut))
            else:
                columns.append(np.exp(drive) * 10.0 ** (v - 2) if skewed else drive * 10.0 ** (v - 2) + v)
        named = {
            name: [f"s{x}" for x in column] if states else column
            for name, column, states in zip("vwxyz", columns, arity, strict=False)
        }
        tables.append(pd.DataFrame(named))
    return tables
