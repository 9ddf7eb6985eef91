"""The methods of the study: each makes one graph of tables with holes."""

from __future__ import annotations

import csv
import json
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from holes import Holes, Rows
from numpy.typing import NDArray

import mcbnc

FILL = "fill"
STATE = "state"
DROP = "drop"
MODE = "most frequent"
EM = "structural EM"
ORACLE = "no holes"
METHODS = (FILL, STATE, DROP, MODE, EM, ORACLE)

Columns = dict[str, list[int | None]]


def columns_of(rows: Rows, holes: Holes | None = None) -> Columns:
    """The table by column, with None in the holes."""
    return {
        f"v{v}": [
            None if holes is not None and holes[r, v] else state
            for r, state in enumerate(rows[:, v].tolist())
        ]
        for v in range(rows.shape[1])
    }


def most_frequent(table: Columns) -> Columns:
    """The table with the column's most frequent state in each hole."""
    filled = {}
    for name, column in table.items():
        counts = Counter(state for state in column if state is not None)
        usual = max(counts, key=lambda state: (counts[state], -state))
        filled[name] = [usual if state is None else state for state in column]
    return filled


def run(
    tables: list[Columns],
    whole: list[Columns],
    states: list[int],
    gold: NDArray[np.uint8],
    seed: int,
    bnlearn: Path,
) -> dict[str, list[Any] | str]:
    """SMHD and SHD to the truth and the seconds of each method, on one thread; or its error."""
    of_each = {f"v{v}": count for v, count in enumerate(states)}

    def learn(given: list[Columns], missing: Any) -> Any:
        rows = mcbnc.Rows(given[0] if len(given) == 1 else given, states=of_each, missing=missing)
        function, score = (mcbnc.learn, "qnml") if len(given) == 1 else (mcbnc.learn_jointly, "bds")
        return function(rows, score=score, prior=None, seed=seed if missing == "fill" else None, workers=1)

    methods: dict[str, Callable[[], Any]] = {
        FILL: lambda: learn(tables, "fill"),
        STATE: lambda: learn(tables, "state"),
        DROP: lambda: learn(tables, "drop"),
        MODE: lambda: learn([*map(most_frequent, tables)], "error"),
        ORACLE: lambda: learn(whole, "error"),
    }
    found: dict[str, list[Any] | str] = {}
    for name in METHODS:
        begin = time.perf_counter()
        try:
            if name == EM:
                graph, seconds = structural_em(tables, len(states), bnlearn)
            else:
                graph, seconds = np.asarray(methods[name]()), time.perf_counter() - begin
        except (mcbnc.McbncError, RuntimeError) as error:
            found[name] = str(error).splitlines()[0][:120]
            continue
        found[name] = [mcbnc.metrics.smhd(graph, gold), mcbnc.metrics.shd(graph, gold), round(seconds, 3)]
    return found


def structural_em(tables: list[Columns], n: int, bnlearn: Path) -> tuple[NDArray[np.uint8], float]:
    """The rival's graph of all rows in one table, and its seconds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(tables[0])
            for table in tables:
                writer.writerows(
                    ["" if state is None else f"s{state}" for state in row]
                    for row in zip(*table.values(), strict=True)
                )
        script = Path(__file__).with_name("structural_em.py")
        done = subprocess.run([bnlearn, script, path], capture_output=True, text=True, check=True)
    said = json.loads(done.stdout)
    if "error" in said:
        raise RuntimeError(said["error"])
    graph = np.zeros((n, n), np.uint8)
    for a, b in said["arcs"]:
        graph[int(a[1:]), int(b[1:])] = 1
    return graph, said["seconds"]
