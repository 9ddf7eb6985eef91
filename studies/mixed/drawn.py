"""Networks of discrete and real-valued nodes, and rows drawn from them."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

NODES = 20
REGIMES = ("discrete parents only", "any parents", "skewed")
"""Discrete nodes have discrete parents only; or any; or any, and all numbers go through skewing functions."""


def draw_dag(rng: np.random.Generator, discrete: NDArray[np.bool_], any_parents: bool) -> NDArray[np.uint8]:
    """(n, n): a DAG of one and a half arcs a node on average, with at most three parents each."""
    n = len(discrete)
    dag = np.zeros((n, n), np.uint8)
    order = rng.permutation(n)
    pairs = [(order[i], order[j]) for i in range(n) for j in range(i + 1, n)]
    rng.shuffle(pairs)
    for x, y in pairs:
        allowed = any_parents or discrete[x] or not discrete[y]
        if allowed and dag[:, y].sum() < 3 and dag.sum() < 1.5 * n:
            dag[x, y] = 1
    return dag


def draw_rows(
    rng: np.random.Generator, dag: NDArray[np.uint8], discrete: NDArray[np.bool_], rows: int, skewed: bool
) -> pd.DataFrame:
    """Rows of the DAG.

    A real-valued node is linear in its real-valued parents, with an intercept and a spread for each joint
    state of its discrete parents, and is then standardised. A discrete node draws its state by a softmax of
    linear functions.
    """
    n = len(dag)
    values = np.zeros((n, rows))
    arity = np.where(discrete, rng.integers(2, 5, n), 0)
    for y in _topological(dag):
        parents = np.flatnonzero(dag[:, y])
        cell = np.zeros(rows, int)
        for x in parents[discrete[parents]]:
            cell = cell * arity[x] + values[x].astype(int)
        numbers = values[parents[~discrete[parents]]]
        cells = int(np.prod(arity[parents[discrete[parents]]]))
        if discrete[y]:
            utilities = rng.normal(0, 1.2, (cells, arity[y]))[cell]
            utilities = utilities + numbers.T @ rng.normal(0, 1.5, (len(numbers), arity[y]))
            values[y] = (utilities + rng.gumbel(size=utilities.shape)).argmax(1)
            continue
        spread = rng.uniform(0.6, 1.4, cells)[cell]
        weights = rng.uniform(0.4, 1.2, len(numbers)) * rng.choice([-1, 1], len(numbers))
        x = rng.normal(0, 1.2, cells)[cell] + weights @ numbers + spread * rng.normal(size=rows)
        values[y] = (x - x.mean()) / x.std()
    names = [f"v{k:02}" for k in range(n)]
    return pd.DataFrame(
        {
            name: np.array(list("abcd"))[values[k].astype(int)]
            if discrete[k]
            else _skew(values[k], rng)
            if skewed
            else values[k]
            for k, name in enumerate(names)
        }
    )


def _skew(x: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """A rising function of a column: exponential, a cube, or a bound."""
    functions = (lambda x: np.exp(1.2 * x), lambda x: x**3 + x / 5, lambda x: np.tanh(1.5 * x), np.sinh)
    return functions[rng.integers(len(functions))](x)


def _topological(dag: NDArray[np.uint8]) -> list[int]:
    left, order = dag.copy(), []
    while len(order) < len(dag):
        ready = [v for v in range(len(dag)) if v not in order and not left[:, v].any()]
        order += ready
        left[ready] = 0
    return order


def draw(regime: str, rows: int, seed: int) -> tuple[pd.DataFrame, NDArray[np.uint8]]:
    """The rows and the DAG of a case. All that is drawn depends on the arguments alone."""
    rng = np.random.default_rng([REGIMES.index(regime), rows, seed, 20261125])
    discrete = rng.permutation(NODES) < NODES // 2
    dag = draw_dag(rng, discrete, regime != REGIMES[0])
    return draw_rows(rng, dag, discrete, rows, regime == "skewed"), dag
