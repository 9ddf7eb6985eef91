"""One structure from the rows of sites with different columns: the rule's first and last steps."""

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
    dags: NDArray[np.uint8],
    options: dict[str, Any],
    edges: dict[str, Any],
    weights: Arrays,
    watch: Watch | None,
) -> Union:
    """Learn from the rows of these sites, given the structure that each has learned."""
    asked = data.request("learn_union", **options, **edges)
    chains = execute(data.nodes, asked, {**data.arrays, "dags": dags, **weights}, watch)
    tell_dense(chains.arrays["dense"].max(keepdims=True), ["the rows of all data sets together"], data.nodes)
    members = chains.arrays["adjacency"]
    request = {
        **Nodes.request(data, "vote", kind="skeleton", workers=options["workers"], **edges),
        "r": len(members),
    }
    return Union(chains, execute(data.nodes, request, {"dags": members, **data.rank()}))


def over_all(data: Data, sites: list[Learned]) -> NDArray[np.uint8]:
    """(r, n, n): the sites' structures over all columns."""
    dags = np.zeros((data.r, data.n, data.n), np.uint8)
    for k, site in enumerate(sites):
        has = np.arange(data.n) if data.seen is None else np.flatnonzero(data.seen[k])
        dags[k][np.ix_(has, has)] = np.asarray(site)
    return dags
