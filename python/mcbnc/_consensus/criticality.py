"""Criticality: how much the DAGs need an edge, by minimum cuts."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import ReadOnlyArrays, parts, read_only
from .._base.names import find_node, find_pair
from .._base.options import NO_LIMIT, read_whole
from .._base.show import shown
from .._base.sites import takes_sites
from .._engine.request import Arrays, Reply, execute
from .._inputs.convert import read_dags
from .._inputs.origin import Origin
from .._inputs.weights import read_weights
from ..errors import InvalidInputError


@dataclass(frozen=True, repr=False, eq=False)  # eq: arrays have no truth value to compare by
class Criticality(ReadOnlyArrays):
    """The criticality of a pair of nodes given a set."""

    u: Hashable
    v: Hashable
    S: tuple[Hashable, ...]
    score: int
    """Sum over DAGs of weight times `per_dag`, exact; weights scaled to integers.

    With ``nodes="union"``, weights are in eighths: a blind DAG counts one, any other eight.
    """
    weight: int
    """What the score is out of: the sum of the (scaled) weights of the DAGs that have u and v."""
    psi: float
    """The score over the weight: the weighted mean of `per_dag`. 0 if no DAG of positive weight has both."""
    per_dag: NDArray[np.int64]
    """(r,) int64, read-only: what each DAG's minimum cut counts, its size or ``cap`` if that is less.

    0 where u and v are d-separated by S. -1 where the DAG lacks u or v.
    """
    blind: NDArray[np.bool_]
    """(r,) bool, read-only: does the DAG join u and v given S, and lack a node of S?"""
    cuts: list[list[tuple[Hashable, Hashable]]]
    """For each DAG its minimum cut nearest v, as edges of the moral graph, a before b in sorted order.

    The whole of it, whatever the cap.
    """
    extended: list[Hashable]
    """Those of `sites` whose DAGs were partially directed. A member of its class is in the place of each."""
    sites: list[Hashable]
    """The names of the sites that the r DAGs are of. DAGs without site names have 0..r-1."""

    def __repr__(self) -> str:
        given = ", ".join(shown(name) for name in self.S)
        each: Any = self.per_dag.tolist()
        if self.sites != list(range(len(self.sites))):
            each = dict(zip(self.sites, each, strict=True))
        return (
            f"<Criticality of {shown(self.u)}, {shown(self.v)} given {{{given}}}: psi {self.psi:.4g}, "
            f"score {self.score}, per DAG {each}>"
        )


@takes_sites("dags")
def criticality(
    dags: Any,
    u: Hashable,
    v: Hashable,
    S: Any = (),
    *,
    nodes: Any = None,
    weights: Any = None,
    cap: int | None = None,
) -> Criticality:
    """The criticality of u and v given S: how many edges the DAGs must lose to d-separate them.

    With ``nodes="union"``, the DAGs that have u and v take part. One that is blind counts an eighth: it
    joins u and v given what it has of S, and lacks a node of S, which may explain the join.

    For each DAG, take the subgraph of the ancestors of {u, v} and S, moralise it, and remove S. The
    DAG's part is the size of the minimum u-v edge cut of that graph, with every edge of capacity 1
    (arXiv 2504.00467).

    Parameters
    ----------
    dags, nodes, weights, cap
        As in :func:`mcbnc.consensus`.
    u, v : names
        Two different nodes.
    S : iterable of names
        Without u and v. A single number or string will do for a set of one; a name that is a
        tuple goes into a list: ``S=[(0, 3)]``.

    Returns
    -------
    Criticality

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`; also where u, v or S are no nodes, or not apart.
    """
    limit = read_whole(cap, "cap", NO_LIMIT)
    inputs = read_dags(dags, nodes, union=True)
    weighted = read_weights(weights, inputs.r)
    index = {name: i for i, name in enumerate(inputs.nodes)}
    i, j = find_pair(u, v, index)
    given = list(dict.fromkeys(find_node(name, index, "S") for name in _members(S)))
    for k in (i, j):
        if k in given:
            name = inputs.nodes[k]
            raise InvalidInputError(
                f"S must not hold u or v, but it holds {shown(name)}", argument="S", nodes=[name]
            )
    request = inputs.request("criticality", u=i, v=j, s=given, cap=limit)
    arrays: Arrays = {**inputs.arrays, **inputs.seen_array, **weighted, **inputs.rank()}
    reply = execute(inputs.nodes, request, arrays)
    names, origin = inputs.nodes, Origin.of(inputs)
    return Criticality(
        u=names[i],
        v=names[j],
        S=tuple(names[k] for k in given),
        score=int(reply.info["score"]),
        weight=int(reply.info.get("total_weight", 0)),
        psi=float(reply.info["psi"]),
        per_dag=read_only(reply.arrays["per_dag"]),
        blind=read_only(reply.arrays.get("blind", np.zeros(inputs.r)).astype(bool)),
        cuts=cuts_of(reply, names),
        extended=origin.sites_of(origin.extended),
        sites=origin.site_names(),
    )


def cuts_of(reply: Reply, names: list[Hashable]) -> list[list[tuple[Hashable, Hashable]]]:
    """Each DAG's cut, in the answer to a request "criticality"."""
    edges = [(names[a], names[b]) for a, b in reply.arrays["cuts"].tolist()]
    return parts(reply.arrays["cut_ptr"], edges)


def _members(given: Any) -> list[Any]:
    """S as a list. R hands over a vector of one as a bare value, so a single node will do."""
    plain = given.tolist() if hasattr(given, "tolist") else given  # of NumPy's scalars too
    if isinstance(plain, (str, bytes, int, float)):
        return [plain]
    try:
        return list(plain)
    except TypeError:
        raise InvalidInputError(f"S must be nodes' names, not {type(given).__name__}", argument="S") from None
