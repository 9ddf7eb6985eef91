#!/usr/bin/env python3
"""Study sites with different columns: the rule for them against one table of all rows, whose gaps are filled.

    make -C studies columns

columns_page.py shows the results. The results of measurements, which have no truth, are distances to the
structure that is learned of all columns, and how likely the rows are that no method got.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import lacked
import numpy as np
import pandas as pd
from columns_methods import ORACLE, UNION, names_of, over_all
from masks import Mask
from numpy.typing import NDArray
from resume import arguments, collect, save
from study import Key

import mcbnc

STACKED = "stacked"
KEPT = "stacked, flagged out"
METHODS = (UNION, STACKED, KEPT, ORACLE)
Graph = NDArray[np.uint8]


def run(folder: Path, key: Key) -> dict[str, Any]:
    """Run one case: all methods by the defaults, on one thread.

    For each method there are SMHD and SHD to the truth and CPU seconds; of measurements the mean logarithm of
    the chance of a tested row too. A method that raised an error has its first line.
    """
    repetition, name, regime = key
    case = lacked.draw(folder, key)
    dropped: list[int] = []
    answers: dict[str, tuple[Graph, float] | str] = {}
    for method in METHODS:
        if method == KEPT and not dropped:
            answers[KEPT] = answers[STACKED]
            continue
        begin = time.process_time()
        try:
            learned = _learned(method, case, dropped, repetition)
        except mcbnc.McbncError as error:
            answers[method] = str(error).splitlines()[0][:120]
            continue
        seconds = time.process_time() - begin
        answers[method] = over_all(learned, names_of(case.arities)), round(seconds, 2)
        if method == UNION:
            dropped = list(learned.dropped)
    graphs = {method: answer[0] for method, answer in answers.items() if not isinstance(answer, str)}
    truth = graphs[ORACLE] if case.truth is None else case.truth
    return {
        "repetition": repetition,
        "network": name,
        "regime": regime,
        "kind": case.kind,
        "sites": len(case.rows),
        "rows": sum(map(len, case.rows)),
        "dropped": len(dropped),
        "apart": apart(case.mask, truth, [graphs.get(method) for method in (UNION, STACKED)]),
        "found": {
            method: answer if isinstance(answer, str) else _measures(*answer, truth, case)
            for method, answer in answers.items()
        },
    }


def _measures(graph: Graph, seconds: float, truth: Graph, case: lacked.Case) -> list[float]:
    measures = [mcbnc.metrics.smhd(graph, truth), mcbnc.metrics.shd(graph, truth), seconds]
    if case.tested is None:
        return measures
    return [*measures, round(likely(graph, np.concatenate(case.rows), case.tested, case.arities), 4)]


def _learned(method: str, case: lacked.Case, dropped: list[int], seed: int) -> Any:
    names = names_of(case.arities)
    states = dict(zip(names, case.arities, strict=True))
    whole = [pd.DataFrame(rows, columns=names).astype("Int16") for rows in case.rows]
    seen = [table.loc[:, own] for table, own in zip(whole, case.mask, strict=True)]

    def rows(data: Any, nodes: list[str], **options: Any) -> mcbnc.Rows:
        return mcbnc.Rows(data, states={name: states[name] for name in nodes}, **options)

    def stacked(tables: list[pd.DataFrame]) -> Any:
        table = pd.concat(tables, ignore_index=True)  # a column that a table lacks is a gap of its rows
        return mcbnc.learn(rows(table, list(table), missing="fill"), seed=seed, workers=1)

    methods: dict[str, Callable[[], Any]] = {
        UNION: lambda: mcbnc.learn_jointly(rows(seen, names, columns="union"), seed=seed, workers=1),
        STACKED: lambda: stacked(seen),
        KEPT: lambda: stacked([table for k, table in enumerate(seen) if k not in dropped]),
        ORACLE: lambda: mcbnc.learn(rows(pd.concat(whole, ignore_index=True), names), workers=1),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return methods[method]()


def likely(graph: Graph, rows: NDArray[np.uint8], tested: NDArray[np.uint8], arities: list[int]) -> float:
    """The mean logarithm of the chance of a tested row, by the DAG and the counts of complete rows.

    The counts are those of all sites over all columns, and one row more that a node's states share evenly. So
    methods differ in their structures alone.
    """
    total = 0.0
    for v, states in enumerate(arities):
        parents = np.flatnonzero(graph[:, v])
        joint, place = np.unique(np.concatenate([rows, tested])[:, parents], axis=0, return_inverse=True)
        place = place.ravel()
        counts = np.full((len(joint), states), 1 / states)
        np.add.at(counts, (place[: len(rows)], rows[:, v]), 1)
        chances = counts / counts.sum(1, keepdims=True)
        total += float(np.log(chances[place[len(rows) :], tested[:, v]]).mean())
    return total


def apart(mask: Mask, truth: Graph, graphs: list[Graph | None]) -> list[int]:
    """The number of pairs that no site sees together, and of those that are true edges.

    Then for each graph the number of those that it joins, and that of the true ones of these.
    """
    seen = mask.T.astype(int) @ mask > 0
    unseen = np.triu(~seen, 1)
    true = unseen & ((truth | truth.T) > 0)
    counts = [unseen.sum(), true.sum()]
    for graph in graphs:
        joined = np.zeros_like(unseen) if graph is None else (graph | graph.T) > 0
        counts += [(joined & unseen).sum(), (joined & true).sum()]
    return [int(count) for count in counts]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("networks", type=Path)
    parser.add_argument("--repetitions", type=int, default=1)
    args = parser.parse_args()
    save(args.json, collect(args.lines, [*lacked.keys(args.repetitions)], partial(run, args.networks)))


if __name__ == "__main__":
    main()
