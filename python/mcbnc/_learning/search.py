"""The search for a structure of each client's data: one job, or a job for each chunk of clients."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._base.names import label
from .._base.sites import site_names
from .._engine.chunks import HERE, Chunking
from .._engine.progress import LEARNING, Watch
from .._engine.request import Arrays, Reply
from .._inputs.knowledge import read_knowledge
from .._results.edge_table import joined_shares
from .._rows.data import Data
from .._rows.values import Values
from ..errors import InvalidInputError, McbncError
from .dense import tell_dense
from .fill import fill_each, tell_unseen
from .learned import Learned, searches_layout
from .over import Union, as_reply


def learn_each(
    data: Data | Values,
    options: dict[str, Any],
    knowledge: Any,
    weights: Arrays,
    watch: Watch | None,
    chunking: Chunking = HERE,
    argument: str = "datasets",
) -> list[Learned]:
    """Learn a structure from each client's data. `argument` is the one that the data came in."""
    edges = read_knowledge(knowledge, data.nodes)
    if isinstance(data, Data) and data.gaps:
        if chunking != HERE:
            raise InvalidInputError(
                "missing='fill' cannot go with an executor, chunks or a checkpoint", argument="missing"
            )
        filled = fill_each(data, options, edges, weights, watch)
        return _named([_voted(data, one, options["score"], k) for k, one in enumerate(filled)])

    def ask(part: range) -> tuple[dict[str, Any], Arrays]:
        own = data if len(part) == data.r else data.only(list(part))
        return own.request("learn", **options, **edges), {**own.arrays, **weights}

    if data.gaps:
        for k in range(data.r):
            tell_unseen(data.only([k]))
    with data.errors_name_tables():
        done = chunking.run(
            "learn_many",
            data.r,
            ask,
            phase=LEARNING,
            nodes=data.nodes,
            watch=watch,
            layout=searches_layout(len(data.nodes)),
        )
    if done.parts[-1].stop < data.r:
        raise McbncError(f"progress stopped the searches before the {data.r} data sets were done")
    dense = np.concatenate([reply.arrays["dense"] for reply in done.replies])
    several = argument == "datasets"
    tell_dense(dense, [label(argument, k if several else None) for k in range(data.r)], data.nodes)
    return _named(
        [
            _learned(data, reply, k - part.start, options["score"], k)
            for part, reply in zip(done.parts, done.replies, strict=True)
            for k in part
        ]
    )


def _named(found: list[Learned]) -> list[Learned]:
    """The structures with the names of their sites."""
    for learned, site in zip(found, site_names("datasets", len(found)) or (), strict=False):
        learned._site = site
    return found


def _voted(data: Data, found: Union, criterion: str, client: int) -> Learned:
    """The structure that the chains of a client voted for, over the columns that it has."""
    learned = _learned(data, as_reply(found), 0, criterion, client)
    learned._cells_filled = data.to_fill(client)
    shares = joined_shares(found.chains.arrays["adjacency"], {})
    has = np.flatnonzero(data.has()[client])
    learned._stability = shares[np.ix_(has, has)]
    return learned


def _learned(data: Data | Values, reply: Reply, at: int, criterion: str, client: int) -> Learned:
    """The structure of a client, over the columns that it has."""
    if not isinstance(data, Data) or data.seen is None:
        return Learned(data, reply, at, criterion, [client])
    has = np.flatnonzero(data.seen[client])
    place = np.zeros(data.n, np.int32)
    place[has] = np.arange(len(has))
    first, last = reply.arrays["step_ptr"][at : at + 2].tolist()
    ptr = reply.arrays["h_ptr"][first : last + 1]
    one = {name: reply.arrays[name][at : at + 1] for name in ("total", "learn_seconds", "learn_status")}
    one |= {name: reply.arrays[name][at : at + 1][:, has][:, :, has] for name in ("adjacency", "cpdag")}
    one |= {name: reply.arrays[name][first:last] for name in ("step_kind", "gain")}
    one["step_ptr"] = np.array([0, last - first])
    one["step_edges"] = place[reply.arrays["step_edges"][first:last]]
    one["h"], one["h_ptr"] = place[reply.arrays["h"][ptr[0] : ptr[-1]]], ptr - ptr[0]
    return Learned(data.columns_of(client), Reply(reply.info, one), 0, criterion, [client])
