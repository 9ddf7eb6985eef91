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

_FEW = 4
"""Two structures are compared if they have at least so many columns in common."""


class Union(NamedTuple):
    """What the engine found."""

    chains: Reply
    """The searches' results, one for each chain, and all rows of each chain with their cells filled."""
    voted: Reply
    """The vote of the chains' structures."""


def learn_union(
    data: Data, dags: NDArray[np.uint8], options: dict[str, Any], edges: dict[str, Any], weights: Arrays,
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


def odd_sites(seen: NDArray[np.uint8], dags: NDArray[np.uint8]) -> list[int]:
    """The sites whose structures agree with hardly any other on the columns that both have.

    The F1 of two skeletons is that on the columns that both sites have, if these are four or more and one of
    the two has an edge there. A site is odd if the median of its F1 is below half of the median of all
    medians.
    """
    r, n = seen.shape
    joined = (dags | dags.transpose(0, 2, 1)).astype(np.float64)
    common = (joined.reshape(r, -1) @ joined.reshape(r, -1).T) / 2  # edges that both have
    has = seen.astype(np.float64)
    own = np.stack([((has @ joined[k]) * has).sum(axis=1) for k in range(r)]) / 2  # of k where j sees both
    edges = own + own.T
    compared = (has @ has.T >= _FEW) & (edges > 0) & ~np.eye(r, dtype=bool)
    f1 = 2 * common / np.where(compared, edges, 1)
    medians = {k: float(np.median(f1[k][compared[k]])) for k in range(r) if compared[k].any()}
    if not medians:
        return []
    least = float(np.median(list(medians.values()))) / 2
    return [k for k, median in medians.items() if median < least]
