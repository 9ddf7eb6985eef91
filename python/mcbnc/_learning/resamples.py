"""How sure each edge of a structure is: the same search on rows drawn again, as a bootstrap does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._base.options import check_count
from .._engine.checkpoint import COMPLETE
from .._engine.request import Arrays, execute
from .._results.chance import SEED
from .._results.edge_counts import EdgeCounts
from .._results.resamples import Resamples
from .._rows.table import Table
from ..errors import InvalidInputError
from .chance import Found, few_enough, places
from .dense import tell_dense

USUAL = 50
"""The resamples that are drawn of few rows unless a caller says."""
COLUMNS, EDGES = 40, 50
"""The columns, and the edges found in them, up to which they are. More may take longer than a second.

The edges are there since tables with equally many rows and columns cost up to thirty times as much as others.
Reversible edges cost the most, so each of them counts twice.
"""
_MOST = 2**20


def read_resamples(resamples: Any) -> int | None:
    """The argument `resamples` of a search. None: by the table and what was found in it."""
    return None if resamples is None else check_count(resamples, "resamples", most=_MOST)


def resamples_for(resamples: int | None, rows: int, columns: int, edges: int) -> int:
    """How many resamples are drawn of rows in which this number of edges was found. No clock decides it.

    A reversible edge counts twice.
    """
    if resamples is None:
        return USUAL if few_enough(rows) and columns <= COLUMNS and edges <= EDGES else 0
    return resamples


def resamples_of(
    data: Table, count: int, options: dict[str, Any], edges: dict[str, Any], weights: Arrays
) -> Resamples | None:
    """What a bootstrap of the only client's rows counts. None if it was stopped."""
    request = data.request("bootstrap", runs=count, **{**options, "seed": SEED}, **edges)
    with data.errors_name_tables():
        reply = execute(data.nodes, request, {**data.arrays, **weights})
    if reply.info["status"] != COMPLETE:
        return None
    tell_dense(reply.arrays["dense"], [f"resample {k}" for k in range(count)], data.nodes)
    counts = EdgeCounts(count, reply.arrays["directed"], reply.arrays["undirected"])
    return Resamples(count, SEED, counts.joined)


def resamples_together(data: Table, count: int, search: Callable[[Table], Found | None]) -> Resamples | None:
    """How often a search of all clients together joins each pair, of rows drawn again within each of them.

    None if it was stopped.
    """
    joined = np.zeros((data.n, data.n), np.int64)
    for number in range(count):
        try:
            found = search(drawn(data, number))
        except InvalidInputError as error:
            raise type(error)(f"in resample {number}, {error}", argument=error.argument) from None
        if found is None:
            return None
        joined += found.dag | found.dag.T
    return Resamples(count, SEED, joined)


def drawn(data: Table, number: int) -> Table:
    """The rows of each client, as many of them drawn with replacement. The resample has a number.

    The draws from the only client, or the first one, are those of a bootstrap: :func:`mcbnc.bootstrap`
    describes how rows are sorted first. Clients have the places of :func:`places`, so their order does not
    count.
    """
    order = np.argsort(data.rank().get("rank", np.arange(data.n)))
    blocks = [block[:, np.lexsort(block[order[::-1]])] for block in data.blocks()]
    cells = []
    for block, place in zip(blocks, places([block[order] for block in blocks]), strict=True):
        rows = block.shape[1]
        words = np.random.Philox(key=SEED, counter=[0, number, place, 0]).random_raw(rows)
        low, high = words & np.uint64(2**32 - 1), words >> np.uint64(32)
        at = (high * np.uint64(rows) + (low * np.uint64(rows) >> np.uint64(32))) >> np.uint64(32)
        cells.append(block[:, at.astype(np.intp)])
    return data.with_cells(cells)
