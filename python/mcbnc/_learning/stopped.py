"""What a joint search answers if it was stopped: the best that is there, and what was not finished."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.names import label
from .._base.show import counted, listed
from .._base.warn import warn
from .._engine.checkpoint import COMPLETE
from .._engine.request import TIME_LIMIT, Reply, execute
from .._inputs.align import Nodes
from .._rows.table import Table
from ..errors import DataWarning
from .structure import Learned


def finished(sites: Sequence[Learned]) -> list[int]:
    """The sites whose own searches came to their end."""
    return [k for k, site in enumerate(sites) if site.status == COMPLETE]


def vote_of_sites(
    data: Table,
    sites: Sequence[Learned],
    dags: NDArray[np.uint8],
    options: dict[str, Any],
    edges: dict[str, Any],
) -> Reply | None:
    """The vote of the sites' structures, (r, n, n). None if it was not asked for.

    A site whose search was stopped has no vote. If all were, those have one that had found an edge.
    """
    voters = finished(sites) or np.flatnonzero(dags.any(axis=(1, 2))).tolist()
    if not voters:
        return None
    arrays = {"dags": dags[voters], **data.rank()}
    if data.seen is not None:
        arrays["seen"] = data.seen[voters]
    request = Nodes.request(data, "vote", kind="skeleton", workers=options["workers"], **edges)
    found = execute(data.nodes, {**request, "r": len(voters)}, arrays)
    graph, most = found.arrays["adjacency"], options["max_parents"]
    joined = graph | graph.T
    missing = [edge for edge in edges.get("required") or () if not joined[edge[0], edge[1]]]
    too_many = most is not None and graph.sum(axis=0).max() > most
    return None if missing or too_many else found


def tell_unfinished(
    status: str, sites: Sequence[Learned], dropped: list[int], drop: bool, by_vote: bool
) -> None:
    """Warn of what a joint search that was stopped has not done.

    `drop`: outliers were to be dropped. `by_vote`: the answer is the vote of the sites.
    """
    if status == COMPLETE:
        return
    why = "the time limit came" if status == TIME_LIMIT else "progress stopped the call"
    done = finished(sites)
    open_ = [label("datasets", k) for k in range(len(sites)) if k not in done]
    if open_:
        told = (
            f"{why} before {len(open_)} of {counted(len(sites), 'data set')} had learned: {listed(open_)}. "
        )
        told += "No data set was left out as an outlier. " if drop else ""
    else:
        told = f"{why} in the search on the rows of all data sets. "
    if not by_vote:
        told += "The answer is the best structure that was found until then."
    elif done:
        told += (
            f"The answer is the vote of the structures of {counted(len(done) - len(dropped), 'data set')}."
        )
    else:
        told += "The answer is the vote of what the data sets had found until then."
    warn(told, DataWarning)
