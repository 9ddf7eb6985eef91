"""Large requests, by name: what `make -C studies memory` measures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Call = tuple[dict[str, Any], dict[str, np.ndarray]]
"""A request and its arrays."""


SCORED = {"score": "bdeu", "time_limit": 10}
TIMED = ("run", "stability", "climb", "dsep_vote", "bounded", "genetic", "exact_treewidth")
"""The operations on graphs that a time limit ends."""


def dags(n: int, r: int, degree: float) -> np.ndarray:
    """Random DAGs with so many parents for a node on average."""
    rng = np.random.default_rng(n)
    out = np.zeros((r, n, n), np.uint8)
    for dag in out:
        order = rng.permutation(n)
        ends = np.sort(rng.integers(0, n, (int(n * degree), 2)), axis=1)
        ends = ends[ends[:, 0] < ends[:, 1]]
        dag[order[ends[:, 0]], order[ends[:, 1]]] = 1
    return out


def graphs(op: str, n: int, r: int, degree: float, **options: Any) -> Call:
    limit = {"time_limit": 10} if op in TIMED else {}
    return {"op": op, "n": n, "r": r, **limit, **options}, {"dags": dags(n, r, degree)}


def rows(op: str, columns: int, counts: list[int], **options: Any) -> Call:
    """Rows of three states, in which each column follows the one before."""
    rng = np.random.default_rng(1)
    parts = []
    for count in counts:
        noise = rng.integers(0, 3, (columns, count), np.uint8) * (rng.random((columns, count)) < 0.4)
        parts.append((np.cumsum(noise, axis=0) % 3).astype(np.uint8).ravel())
    request = {"op": op, "n": columns, "r": len(counts), "rows": counts, "width": 1, **SCORED, **options}
    return request, {"data": np.concatenate(parts), "arity": np.full(columns, 3, np.int32)}


def values(columns: int, count: int) -> Call:
    """Real values, each column following the one before."""
    rng = np.random.default_rng(1)
    table = np.cumsum(rng.normal(size=(columns, count)), axis=0)
    request = {"op": "learn", "n": columns, "r": 1, "rows": [count], **SCORED, "score": "bge"}
    return request, {"values": table}


def mixed(columns: int, count: int, score: str) -> Call:
    """Every other column has numbers, and each follows the one before."""
    request, arrays = values(columns, count)
    table = arrays["values"]
    table[::2] = np.digitize(table[::2], [-2, 2])
    arity = np.where(np.arange(columns) % 2, 0, 3).astype(np.int32)
    return {**request, "score": score}, {"values": table, "arity": arity}


def jointly(columns: int, counts: list[int]) -> Call:
    request, arrays = rows("learn_jointly", columns, counts, pairs="votes")
    return request, {**arrays, "dags": dags(columns, len(counts), 1)}


def bounded(op: str, **options: Any) -> Call:
    return graphs(op, 300, 10, 1, max_treewidth=4, **options)


def one(op: str, n: int, degree: float, **options: Any) -> Call:
    request, arrays = graphs(op, n, 1, degree, **options)
    return request, {"graphs": arrays["dags"]}


def resampled(op: str, n: int, r: int, runs: int) -> Call:
    request, arrays = graphs(op, n, r, 1, runs=runs, theta=0.5)
    arrays["counts"] = np.random.default_rng(1).multinomial(r, np.full(r, 1 / r), runs)
    return request, arrays


def pool(n: int, r: int, *, full: bool = False, of_rows: bool = True) -> Call:
    """Opinions that have an edge for each node, or `full`: numbers for all pairs."""
    rng = np.random.default_rng(1)
    said = np.triu(rng.random((r, n, n)), 1) if full else dags(n, r, 1).astype(float)
    request: dict[str, Any] = {"op": "pool", "n": n, "r": r}
    if not of_rows:
        return request, {"opinions": said}
    strength = np.triu(rng.random((n, n)), 1) ** n  # above one half for an edge for each third node
    halves = np.full((n, n), 0.5) - np.eye(n) / 2
    arrays = {"opinions": said, "strength": strength + strength.T, "direction": halves}
    return {**request, "row_count": 500}, arrays


def copies(n: int, r: int) -> Call:
    """Copies of one opinion, each over nodes of its own."""
    request, arrays = pool(n, 1)
    has = np.random.default_rng(2).random((r, n)) < 0.8
    both = has[:, :, None] & has[:, None, :]
    return {**request, "r": r}, {
        **arrays,
        "opinions": arrays["opinions"] * both,
        "seen": has.astype(np.uint8),
    }


def text(op: str, texts: list[str], columns: int, **options: Any) -> Call:
    """A text of cells, row by row, or of lines."""
    signs = np.full(len(texts), "," if op == "cells" else "\n", object)
    signs[columns - 1 :: columns] = "\n"
    whole = "".join(np.add(np.array(texts, object), signs).tolist()).encode()
    return {"op": op, "n": columns, **options}, {"text": np.frombuffer(whole, np.uint8)}


def cells(texts: list[str], numbers: bool = False) -> Call:
    asked = {"sign": ",", "last": True, "lines": 1, "longest": 1 << 17, "numbers": numbers}
    return text("cells", texts, 20, **asked, blanks=["NA"], markers=["-"], written=["NA"])


def lines(texts: list[str]) -> Call:
    return text("facts", texts, 1, markers=["-"], blanks=["NA"], sorted=True)


def states(count: int) -> list[str]:
    return np.array(["low", "middle", "high"])[np.random.default_rng(1).integers(0, 3, count)].tolist()


def digits(count: int) -> list[str]:
    return [f"{x:.6f}" for x in np.random.default_rng(1).normal(size=count).tolist()]


def codes(count: int, width: int = 10) -> list[str]:
    """Texts that are all different, in no order."""
    return [f"{k:0{width}x}" for k in np.random.default_rng(1).permutation(count).tolist()]


CASES: dict[str, Callable[[], Call]] = {
    "run, 2 DAGs over 10,000 nodes": lambda: graphs("run", 10_000, 2, 1, theta=0.5),
    "run, 10 DAGs over 3,000 nodes": lambda: graphs("run", 3_000, 10, 1, theta=0.5),
    "run, 10 DAGs over 1,500 nodes, theta auto": lambda: graphs("run", 1_500, 10, 1, theta="auto"),
    "run, 2 DAGs over 4,000 nodes, theta auto": lambda: graphs("run", 4_000, 2, 1, theta="auto"),
    "run, 1,000 DAGs over 200 nodes": lambda: graphs("run", 200, 1_000, 1, theta=0.5),
    "run, 10,000 DAGs over 37 nodes": lambda: graphs("run", 37, 10_000, 1.2, theta=0.5),
    "run, 5 dense DAGs over 400 nodes": lambda: graphs("run", 400, 5, 30, theta=0.2),
    "run with constraints, 6,000 nodes": lambda: graphs("run", 6_000, 2, 1, theta=0.5, required=[[0, 1, 1]]),
    "fusion, 10 DAGs over 4,000 nodes": lambda: graphs("fusion", 4_000, 10, 1),
    "fusion, 2,000 DAGs over 200 nodes": lambda: graphs("fusion", 200, 2_000, 1),
    "batch of 100, 20 DAGs over 300 nodes": lambda: resampled("batch", 300, 20, 100),
    "stability of 2^17, 100 DAGs over 8 nodes": lambda: resampled("stability", 8, 100, 1 << 17),
    "stability of 200, 20 DAGs over 300 nodes": lambda: resampled("stability", 300, 20, 200),
    "agreement of 4,000 DAGs over 50 nodes, matrix": lambda: graphs("agreement", 50, 4_000, 1.2, matrix=True),
    "agreement of 20 DAGs over 5,000 nodes": lambda: graphs("agreement", 5_000, 20, 1.2),
    "vote of 10 DAGs over 5,000 nodes": lambda: graphs("vote", 5_000, 10, 1),
    "vote of 2,000 DAGs over 200 nodes": lambda: graphs("vote", 200, 2_000, 1),
    "averaged, 10 DAGs over 5,000 nodes": lambda: graphs("averaged", 5_000, 10, 1),
    "climb, 5 DAGs over 3,000 nodes": lambda: graphs("climb", 3_000, 5, 1),
    "dsep_vote, 5 DAGs over 1,000 nodes": lambda: graphs("dsep_vote", 1_000, 5, 1),
    "chance, 5 DAGs over 5,000 nodes": lambda: graphs("chance", 5_000, 5, 1),
    "bounded, 10 DAGs over 300 nodes": lambda: bounded("bounded", genes="arcs"),
    "genetic, 30 DAGs over 100 nodes, population 2,000": lambda: graphs(
        "genetic", 100, 30, 1, max_treewidth=4, genes="inputs", population=2_000, generations=5, seed=1
    ),
    "members, 10 DAGs over 5,000 nodes": lambda: graphs("members", 5_000, 10, 1),
    "moral, 8,000 nodes": lambda: one("moral", 8_000, 1),
    "cpdag, 8,000 nodes": lambda: one("cpdag", 8_000, 1),
    "treewidth, 3,000 nodes": lambda: one("treewidth", 3_000, 1),
    "triangulation, 3,000 nodes": lambda: one("triangulation", 3_000, 1),
    "exact_treewidth, 1,000 nodes": lambda: one("exact_treewidth", 1_000, 1.2, time_limit=5),
    "learn, 10^6 rows of 50 columns": lambda: rows("learn", 50, [10**6]),
    "learn, 10^5 rows of 200 columns": lambda: rows("learn", 200, [10**5]),
    "learn, 500 rows of 500 columns": lambda: rows("learn", 500, [500]),
    "learn, 200 sites with 5,000 rows of 40 columns": lambda: rows("learn", 40, [5_000] * 200),
    "learn from 2 * 10^5 real-valued rows of 100 columns": lambda: values(100, 2 * 10**5),
    "learn by bic-cg from 10^5 rows of 40 mixed columns": lambda: mixed(40, 10**5, "bic-cg"),
    "learn by dg from 2 * 10^5 rows of 100 mixed columns": lambda: mixed(100, 2 * 10**5, "dg"),
    "learn_jointly, 20 sites with 20,000 rows of 40 columns": lambda: jointly(40, [20_000] * 20),
    "bootstrap of 10, 10^5 rows of 40 columns": lambda: rows("bootstrap", 40, [10**5], runs=10, seed=1),
    "pool, 10 opinions of 2,000 nodes": lambda: pool(2_000, 10),
    "pool, 10 opinions of 1,000 nodes, numbers for all pairs": lambda: pool(1_000, 10, full=True),
    "pool, 1,000 opinions of 100 nodes": lambda: pool(100, 1_000),
    "pool, 200 opinions of 200 nodes, without rows": lambda: pool(200, 200, of_rows=False),
    "pool, 3,000 opinions of 30 nodes": lambda: pool(30, 3_000),
    "pool, 1,500 copies over parts of 30 nodes": lambda: copies(30, 1_500),
    "cells, 10^7 states in 20 columns": lambda: cells(states(10**7)),
    "cells, 6 * 10^6 numbers in 20 columns": lambda: cells(digits(6 * 10**6), numbers=True),
    "cells, 6 * 10^6 numbers in 20 columns, as texts": lambda: cells(digits(6 * 10**6)),
    "cells, 4 * 10^6 different texts in 20 columns": lambda: cells(codes(4 * 10**6)),
    "cells, 4 * 10^6 different short texts in 20 columns": lambda: cells(codes(4 * 10**6, 1)),
    "cells, 10^7 digits in 20 columns": lambda: cells(["7", "8", "9", "0"] * (10**7 // 4), numbers=True),
    "cells, 10^7 empty ones in 20 columns of numbers": lambda: cells([""] * 10**7, numbers=True),
    "facts of 4 * 10^6 different texts": lambda: lines(codes(4 * 10**6)),
    "facts of 10^6 different short texts": lambda: lines(codes(10**6, 1)),
}
