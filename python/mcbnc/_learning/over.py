"""One structure from rows with different columns, or with gaps: the rule's first and last steps."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._engine.progress import Watch
from .._engine.request import Arrays, Reply, execute
from .._inputs.align import Nodes
from .._rows.data import Data
from .dense import tell_dense
from .learned import Learned


class Union(NamedTuple):
    """What the engine found."""

    chains: Reply
    """The searches' results, one for each chain, and all rows of each chain with their cells filled."""
    voted: Reply
    """The vote of the chains' structures."""


def learn_union(
    data: Data,
    dags: NDArray[np.uint8] | None,
    options: dict[str, Any],
    edges: dict[str, Any],
    weights: Arrays,
    watch: Watch | None,
) -> Union:
    """Learn from the rows of these sites, given the structure that each has learned, or no structure."""
    asked = data.request("learn_union", gaps=data.gaps, **options, **edges)
    votes = {} if dags is None else {"dags": dags}
    chains = execute(data.nodes, asked, {**data.arrays, **votes, **weights}, watch)
    tell_dense(chains.arrays["dense"].max(keepdims=True), ["the rows of all data sets together"], data.nodes)
    members = chains.arrays["adjacency"]
    request = {
        **Nodes.request(data, "vote", kind="skeleton", workers=options["workers"], **edges),
        "r": len(members),
    }
    return Union(chains, execute(data.nodes, request, {"dags": members, **data.rank()}))


def as_reply(found: Union) -> Reply:
    """The vote as the reply to one search, without steps: its score is the mean of the chains' scores."""
    chains, voted = found
    none = np.zeros(0, np.int32)
    arrays = {
        "adjacency": voted.arrays["adjacency"][np.newaxis],
        "cpdag": voted.arrays["cpdag"][np.newaxis],
        "total": chains.arrays["total"].mean(keepdims=True),
        "learn_seconds": chains.arrays["learn_seconds"][:1],
        "learn_status": chains.arrays["learn_status"][:1],
        "step_ptr": np.zeros(2, np.int64),
        "step_kind": np.zeros(0, np.uint8),
        "step_edges": none.reshape(0, 2),
        "gain": np.zeros(0),
        "h_ptr": np.zeros(1, np.int64),
        "h": none,
    }
    n = len(voted.arrays["adjacency"])
    counts = {**chains.info["counts"], "best": 0, "pairs": n * (n - 1) // 2}
    return Reply({**chains.info, "counts": counts}, arrays)


def over_all(data: Data, sites: list[Learned]) -> NDArray[np.uint8]:
    """(r, n, n): the sites' structures over all columns."""
    dags = np.zeros((data.r, data.n, data.n), np.uint8)
    for k, site in enumerate(sites):
        has = np.arange(data.n) if data.seen is None else np.flatnonzero(data.seen[k])
        dags[k][np.ix_(has, has)] = np.asarray(site)
    return dags
