"""One structure from rows with different columns, or with gaps: the rule's first and last steps."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.fields import Options, Request
from .._base.show import shown
from .._base.warn import warn
from .._engine.checkpoint import Done
from .._engine.chunks import HERE, Chunking
from .._engine.layout import PIECES, Kind, Layout
from .._engine.progress import LEARNING, Watch
from .._engine.request import Arrays, Reply, execute
from .._inputs.align import Nodes
from .._rows.table import Table
from ..errors import DataWarning
from .dense import tell_dense
from .structure import Learned, searches_layout

CHAINS, ROUNDS = 3, 6
"""The chains, and the searches of each on filled rows."""
TOGETHER = "the rows of all data sets together"
_READ = ("adjacency", "total", "prior", "dense", "filled", "learn_seconds", "learn_status")


class Union(NamedTuple):
    """What the engine found."""

    chains: Reply
    """The searches' results, one for each chain, and all rows of each chain with their cells filled.

    Of numbers there is one result, and the mutual information of the columns.
    """
    voted: Reply
    """The vote of the structures of `voters`."""
    voters: list[int]
    """The chains that came to a structure on filled rows, or all chains if a stop left none."""
    searched: bool
    """Whether a chain did."""


def learn_union(
    data: Table,
    dags: NDArray[np.uint8] | None,
    options: dict[str, Any],
    edges: dict[str, Any],
    weights: Arrays,
    watch: Watch | None,
    place: str = TOGETHER,
    chunking: Chunking = HERE,
) -> Union:
    """Learn from the rows of these sites, given the structure that each has learned, or no structure.

    `place` is what messages call the rows.
    """
    arrays = {**data.arrays, **({} if dags is None else {"dags": dags}), **weights}
    if not data.coded:
        with data.errors_name_tables():
            found = execute(data.nodes, data.request("learn_union", **options, **edges), arrays, watch)
        tell_dense(found.arrays["dense"], [place], data.nodes)
        one = {name: found.arrays[name][0] for name in ("adjacency", "cpdag")}
        return Union(found, Reply(found.info, one), [0], not np.isnan(found.arrays["total"][0]))

    def ask(part: range) -> tuple[Request, Arrays]:
        many: Options = {"chains": len(part), "rounds": ROUNDS}
        return {**data.request("learn_union", **options, **edges), **many}, arrays

    chains = _joined(
        chunking.run(
            "learn_jointly",
            CHAINS,
            ask,
            phase=LEARNING,
            nodes=data.nodes,
            watch=watch,
            layout=_chains_layout(data),
        )
    )
    tell_dense(chains.arrays["dense"].max(keepdims=True), [place], data.nodes)
    searched = np.flatnonzero(~np.isnan(chains.arrays["total"])).tolist()
    voters = searched or list(range(CHAINS))
    members = chains.arrays["adjacency"][voters]
    request: Request = {
        **Nodes.request(data, "vote", kind="skeleton", workers=options["workers"], **edges),
        "r": len(members),
    }
    voted = execute(data.nodes, request, {"dags": members, **data.rank()})
    return Union(chains, voted, voters, bool(searched))


def _joined(done: Done) -> Reply:
    """One reply of those to parts of the chains, with the arrays that are read of it."""
    arrays = [reply.arrays for reply in done.replies]
    read = {name: np.concatenate([part[name] for part in arrays]) for name in _READ}
    return Reply({**done.replies[0].info, "status": done.status, "seconds": done.seconds}, read)


def _chains_layout(data: Table) -> Layout:
    layout = searches_layout(data.n)
    filled = Kind(data.arrays["data"].dtype.str, (PIECES, data.arrays["data"].size))
    return Layout({**layout.arrays, "filled": filled}, layout.texts)


def tell_unseen(data: Table, place: str) -> None:
    """Warn of the pairs of columns of one client or more that no row has together. They cannot be joined.

    `place` is what the message calls the rows. Columns that no client has both of are left out.
    """
    every = list(zip(data.known(), data.has(), strict=True))
    rows = sum(known.astype(np.float64) @ known.T for known, _ in every)
    own = np.logical_or.reduce([np.outer(has, has) for _, has in every])
    pairs = np.argwhere(np.triu((rows == 0) & own, 1)).tolist()
    if pairs and any(data.rows):
        a, b = (shown(data.nodes[i]) for i in pairs[0])
        more = f", nor of {len(pairs) - 1} more pairs" if len(pairs) > 1 else ""
        warn(
            f"{place}: no row has a value of both {a} and {b}{more}: whether there is an edge is unknown",
            DataWarning,
        )


def as_reply(found: Union) -> Reply:
    """The vote as the reply to one search, without steps: its score is the mean of the chains' scores."""
    chains, voted = found.chains, found.voted
    none = np.zeros(0, np.int32)
    arrays = {
        "adjacency": voted.arrays["adjacency"][np.newaxis],
        "cpdag": voted.arrays["cpdag"][np.newaxis],
        "total": chains.arrays["total"][found.voters].mean(keepdims=True),
        "prior": chains.arrays["prior"][found.voters].mean(keepdims=True),
        "learn_seconds": chains.arrays["learn_seconds"][:1],
        "learn_status": chains.arrays["learn_status"].max(keepdims=True),
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


def over_all(data: Table, sites: list[Learned]) -> NDArray[np.uint8]:
    """(r, n, n): the sites' structures over all columns."""
    dags = np.zeros((data.r, data.n, data.n), np.uint8)
    for dag, own, site in zip(dags, data.has(), sites, strict=True):
        dag[np.ix_(own, own)] = np.asarray(site)
    return dags
