"""A structure of each client's rows, of which some cells have no value: chains fill these cells, and vote."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._base.show import shown
from .._base.warn import warn
from .._engine.progress import LEARNING, Part, Watch
from .._engine.request import Arrays
from .._rows.data import AlignedRows, Data
from ..errors import DataWarning
from .over import Union, learn_union

CHAINS, ROUNDS = 3, 6
"""The chains, and the searches of each on filled rows. The engine's defaults are the same."""


_NO_TIME = 1e-9
"""The limit of a search that has none left: a limit is above 0."""


def fill_each(
    data: Data, options: dict[str, Any], edges: dict[str, Any], weights: Arrays, watch: Watch | None
) -> list[Union]:
    """What the chains found for each client, from its rows alone. The time limit is for all together."""
    found: list[Union] = []
    seconds, each, limit = 0.0, 1 + CHAINS * ROUNDS, options["time_limit"]
    try:
        for k in range(data.r):
            part = None
            if watch is not None:
                last = k == data.r - 1
                part = Part(watch, LEARNING, seconds, done=k * each, count=data.r * each, last=last)
            one = data.only([k])
            left = {} if limit is None else {"time_limit": max(limit - seconds, _NO_TIME)}
            found.append(learn_union(one, None, {**options, **left}, edges, weights, part))
            seconds += found[-1].chains.info["seconds"]
            tell_unseen(one)
    finally:
        if watch is not None:
            watch.close()
    return found


def tell_unseen(data: AlignedRows) -> None:
    """Warn of the pairs of columns of one client that no row has together. They cannot be joined."""
    (known,), (own,) = data.known(), data.has()
    apart = (known.astype(np.float64) @ known.T == 0) & np.outer(own, own)
    pairs = np.argwhere(np.triu(apart, 1)).tolist()
    if pairs and data.rows[0]:
        a, b = (shown(data.nodes[i]) for i in pairs[0])
        more = f", nor of {len(pairs) - 1} more pairs" if len(pairs) > 1 else ""
        warn(
            f"no row has a value of both {a} and {b}{more}: whether there is an edge is not known",
            DataWarning,
        )
