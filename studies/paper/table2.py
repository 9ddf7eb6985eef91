"""The paper's Table 2, of our cases: mean ranks, Friedman's test, Holm against the best, wins, ties and
losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from data import AUTO, FUSION, LARGER_IS_BETTER, MEAN, Case, by_network, complete
from paired import median_difference, rank_biserial, record, wilcoxon
from stats import Floats, friedman_holm, ranks, significant

METHODS = (AUTO, MEAN, FUSION)
"""In this order everywhere: MCBNC, the mean of the inputs, the fusion."""
ALPHA = 0.01

PRINTED: dict[str, dict[str, Any]] = {
    "smhd": {
        "cases": 90,
        "ranks": [1.40, 1.91, 2.69],
        "p": 2.32e-17,
        "adjusted": [None, 6.95e-4, 7.68e-18],
        "wins": [None, [61, 13, 16], [68, 17, 5]],
    },
    "bdeu": {
        "cases": 90,
        "ranks": [1.70, 1.58, 2.72],
        "p": 3.66e-16,
        "adjusted": [4.12e-1, None, 3.25e-14],
        "wins": [[48, 9, 33], None, [71, 9, 10]],
    },
}
"""What the paper prints, in the order of METHODS. Wins, ties and losses are those of the method ranked
first."""


def table2(cases: Sequence[Case], measure: str, ours: str = AUTO) -> dict[str, Any] | None:
    """The rows of one measure, a case being a network with a number of clients. None without any case.

    `ours` stands in the place of MCBNC.
    """
    _, table = complete(cases, (ours, *METHODS[1:]), measure)
    return tested(table, measure in LARGER_IS_BETTER) if len(table) else None


def table2_by_network(cases: Sequence[Case], measure: str) -> dict[str, Any] | None:
    """The same with one case a network: the mean of the measure over the numbers of clients."""
    _, table = by_network(cases, METHODS, measure)
    return tested(table, measure in LARGER_IS_BETTER) if len(table) else None


def table2_by_mean_ranks(cases: Sequence[Case], measure: str) -> dict[str, Any] | None:
    """The same with one case a network: the mean of the ranks over the numbers of clients."""
    some, table = complete(cases, METHODS, measure)
    if not len(table):
        return None
    places = ranks(table, measure in LARGER_IS_BETTER)
    names = np.array([case["network"] for case in some])
    means = [places[names == name].mean(0) for name in dict.fromkeys(names.tolist())]
    return tested(significant(np.array(means)), larger_is_better=False)


def order(found: dict[str, Any]) -> list[int]:
    """The methods from the best to the worst mean rank, as places in METHODS."""
    return sorted(range(len(METHODS)), key=found["ranks"].__getitem__)


def tested(table: Floats, larger_is_better: bool) -> dict[str, Any]:
    """Table 2 of values of shape (cases, methods)."""
    found = friedman_holm(table, larger_is_better)
    best = int(found.ranks.argmin())
    others = range(table.shape[1])
    return {
        "cases": len(table),
        "ranks": [round(float(rank), 6) for rank in found.ranks],
        "p": _short(found.p),
        "adjusted": [_short(found.adjusted[j]) if j in found.adjusted else None for j in others],
        "wins": [
            None if j == best else list(record((table[:, best] - table[:, j]).tolist(), larger_is_better))
            for j in others
        ],
    }


def rejected(found: dict[str, Any]) -> list[bool | None]:
    """For each method whether it differs from the best one at the paper's level; None for the best one."""
    return [None if p is None else p < ALPHA for p in found["adjusted"]]


def pairs_by_network(cases: Sequence[Case], measure: str, methods: Sequence[str]) -> list[dict[str, Any]]:
    """Each other method against the first one, with one case a network."""
    rows = []
    for other in methods[1:]:
        names, table = by_network(cases, (methods[0], other), measure)
        if not names:
            continue
        gaps = (table[:, 0] - table[:, 1]).tolist()
        rows.append(
            {
                "other": other,
                "networks": len(names),
                "wins": record(gaps, measure in LARGER_IS_BETTER),
                "p": wilcoxon(gaps),
                "effect": rank_biserial(gaps),
                "median": median_difference(gaps),
            }
        )
    return rows


def summary(cases: Sequence[Case]) -> dict[str, Any]:
    """What results.json has as "table2"."""
    found = {measure: table2(cases, measure) for measure in ("smhd", "bdeu")}
    return {measure: rows for measure, rows in found.items() if rows}


def _short(p: float) -> float:
    return float(f"{p:.6g}")
