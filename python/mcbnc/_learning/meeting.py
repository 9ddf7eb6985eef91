"""What the page for a meeting shows of opinions and rows that are pooled, in sorted order of the nodes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.paths import PathLike, path_text
from .._base.rank import sorted_order
from .._engine.request import Arrays
from .._explorer.explorer import Explorer, make_meeting
from .._explorer.meeting import Found, Meeting, RowsSay, SourceSays
from .._inputs.answers import Answers
from .._inputs.known import Edges, Known
from .._inputs.opinions import Opinions
from .row_strengths import RowStrengths


class Pooling(NamedTuple):
    """What was asked of the engine, and what it found."""

    opinions: Opinions
    arrays: Arrays
    """The rows, weights and groups."""
    rows: RowStrengths | None
    known: Known
    answers: Answers
    found: Mapping[str, NDArray[Any]]
    """Of the reply."""
    arcs: NDArray[np.int64]
    facts: str
    """What the network is made of, in words."""
    dropped: bool
    """No source has a weight."""


def explore_opinions(pooled: Pooling, path: PathLike | None) -> Explorer:
    """The page for a meeting, written to a path if there is one."""
    if path is not None:
        path_text(path)  # before the work
    explorer = make_meeting(_meeting(pooled))
    if path is not None:
        explorer.save(path)
    return explorer


def _meeting(pooled: Pooling) -> Meeting:
    opinions, nodes = pooled.opinions, pooled.opinions.nodes
    order = np.array(sorted_order(nodes, "nodes", "nodes: the names"), np.intp)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return Meeting(
        nodes=[nodes[k] for k in order],
        python=[_in_python(nodes[k], int(k)) for k in order],
        source_names=opinions.sources,
        facts=pooled.facts,
        sources=_sources(opinions, pooled.arrays, order),
        rows=None if pooled.rows is None else _rows(pooled.rows, pooled.arrays, order),
        dropped=pooled.dropped,
        knowledge={name: _edges(pooled.known[name], place) for name in ("required", "forbidden")},
        answers=[_answer(int(place[u]), int(place[v]), word) for (u, v), word in pooled.answers.items()],
        found=_found(pooled, order, place),
    )


def _sources(opinions: Opinions, arrays: Arrays, order: NDArray[np.intp]) -> list[SourceSays]:
    """What the sources say, in the engine's order: that of all that they say, so no other order counts."""
    weights, sizes = arrays.get("weights", np.ones(opinions.r)), _group_sizes(arrays, opinions.r)
    return sorted(
        (_source(opinions, k, order, float(weights[k]), sizes[k]) for k in range(opinions.r)), key=_canonical
    )


def _source(opinions: Opinions, k: int, order: NDArray[np.intp], weight: float, group: int) -> SourceSays:
    matrix = opinions.stack[k][np.ix_(order, order)]
    i, j = np.nonzero(np.triu(matrix + matrix.T, 1))
    forward, backward = matrix[i, j], matrix[j, i]
    both = forward + backward
    return SourceSays(
        place=k,
        nodes=np.flatnonzero(opinions.seen[k][order]).tolist(),
        i=i.tolist(),
        j=j.tolist(),
        forward=forward.tolist(),
        backward=backward.tolist(),
        v=np.minimum(both, 1).tolist(),
        t=((forward - backward) / both).tolist(),
        weight=weight,
        group=group,
    )


def _canonical(source: SourceSays) -> tuple[object, ...]:
    says = list(zip(source.i, source.j, source.v, source.t, strict=True))
    return source.nodes, says, source.weight, source.group


def _group_sizes(arrays: Arrays, r: int) -> list[int]:
    """How many sources are of each one's group."""
    groups = arrays.get("groups")
    if groups is None:
        return [1] * r
    return [1 if group < 0 else int(np.count_nonzero(groups == group)) for group in groups.tolist()]


def _rows(rows: RowStrengths, arrays: Arrays, order: NDArray[np.intp]) -> RowsSay:
    i, j = _pairs(order)
    strength, direction = arrays["strength"], arrays["direction"]
    return RowsSay(
        nodes=np.flatnonzero(arrays["columns"][order]).tolist(),
        row_count=rows.rows,
        jointly=rows.tables > 1,
        strength=strength[i, j].tolist(),
        direction=direction[i, j].tolist(),
        backward=direction[j, i].tolist(),
    )


def _found(pooled: Pooling, order: NDArray[np.intp], place: NDArray[np.intp]) -> Found:
    i, j = _pairs(order)
    return Found(
        arcs=[(int(u), int(v)) for u, v in place[pooled.arcs].tolist()],
        probability=pooled.found["probability"][i, j].tolist(),
        lambda_=pooled.found["log_odds_direction"][i, j].tolist(),
        weight=pooled.found["weight"].tolist(),
    )


def _pairs(order: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The ends of all pairs, as the engine numbers them."""
    i, j = np.triu_indices(len(order), 1)
    return order[i], order[j]


def _edges(edges: Edges | None, place: NDArray[np.intp]) -> list[list[int]]:
    return [[int(place[u]), int(place[v]), undirected] for u, v, undirected in edges or ()]


def _answer(u: int, v: int, word: str) -> tuple[int, int, str]:
    """An answer of which the lower node comes first."""
    turned = {"->": "<-", "<-": "->"}
    return (u, v, word) if u < v else (v, u, turned.get(word, word))


def _in_python(name: Hashable, index: int) -> str:
    """What stands for a node in Python's call: its name, or where the name is if it cannot be written."""
    return repr(name) if _is_plain(name) else f"pooled.nodes[{index}]"


def _is_plain(name: Hashable) -> bool:
    if type(name) is tuple:
        return all(map(_is_plain, name))
    return type(name) in (str, int, bool)
