"""What the page for a meeting shows of opinions and rows that are pooled, in sorted order of the nodes."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .._base.paths import PathLike, path_text
from .._base.rank import sorted_order
from .._explorer.explorer import Explorer, make_meeting
from .._explorer.meeting import Found, Meeting, RowsSay, SourceSays

if TYPE_CHECKING:
    from .._engine.request import Arrays
    from .._inputs.known import Edges
    from .sources import Asked, Pooled


def explore_opinions(pooled: Pooled, path: PathLike | None) -> Explorer:
    """The page for a meeting, written to a path if there is one."""
    if path is not None:
        path_text(path)  # before the work
    explorer = make_meeting(_meeting(pooled))
    if path is not None:
        explorer.save(path)
    return explorer


def _meeting(pooled: Pooled) -> Meeting:
    asked, nodes = pooled._asked, pooled.nodes
    order = np.array(sorted_order(nodes, "nodes", "nodes: the names"), np.intp)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return Meeting(
        nodes=[nodes[k] for k in order],
        python=[_in_python(nodes[k], int(k)) for k in order],
        source_names=asked.opinions.sources,
        facts=f"{pooled._made_of()}{pooled._doubt_told()}",
        sources=_sources(asked, order),
        rows=_rows(asked, order),
        dropped=asked.options["chance"] == "drop" and pooled._no_more_than_chance(),
        knowledge={name: _edges(asked.known[name], place) for name in ("required", "forbidden")},
        answers=[_answer(int(place[u]), int(place[v]), word) for (u, v), word in asked.answers.items()],
        found=_found(pooled, order, place),
    )


def _sources(asked: Asked, order: NDArray[np.intp]) -> list[SourceSays]:
    """What the sources say, in the engine's order: that of all that they say, so no other order counts."""
    opinions = asked.opinions
    weights, sizes = asked.arrays.get("weights", np.ones(opinions.r)), _group_sizes(asked.arrays, opinions.r)
    told = []
    for k in range(opinions.r):
        matrix = opinions.stack[k][np.ix_(order, order)]
        i, j = np.nonzero(np.triu(matrix + matrix.T, 1))
        forward, backward = matrix[i, j], matrix[j, i]
        both = forward + backward
        told.append(
            SourceSays(
                place=k,
                nodes=np.flatnonzero(opinions.seen[k][order]).tolist(),
                i=i.tolist(),
                j=j.tolist(),
                forward=forward.tolist(),
                backward=backward.tolist(),
                v=np.minimum(both, 1).tolist(),
                t=((forward - backward) / both).tolist(),
                weight=float(weights[k]),
                group=sizes[k],
            )
        )
    return sorted(told, key=_canonical)


def _canonical(source: SourceSays) -> tuple[object, ...]:
    says = list(zip(source.i, source.j, source.v, source.t, strict=True))
    return source.nodes, says, source.weight, source.group


def _group_sizes(arrays: Arrays, r: int) -> list[int]:
    """How many sources are of each one's group."""
    groups = arrays.get("groups")
    if groups is None:
        return [1] * r
    return [1 if group < 0 else int(np.count_nonzero(groups == group)) for group in groups.tolist()]


def _rows(asked: Asked, order: NDArray[np.intp]) -> RowsSay | None:
    if asked.rows is None:
        return None
    arrays, told = asked.arrays, asked.rows.options()
    i, j = _pairs(order)
    return RowsSay(
        nodes=np.flatnonzero(arrays["columns"][order]).tolist(),
        count=told["row_count"],
        jointly=told["jointly"],
        strength=arrays["strength"][i, j].tolist(),
        direction=arrays["direction"][i, j].tolist(),
        backward=arrays["direction"][j, i].tolist(),
    )


def _found(pooled: Pooled, order: NDArray[np.intp], place: NDArray[np.intp]) -> Found:
    i, j = _pairs(order)
    return Found(
        arcs=[(int(place[u]), int(place[v])) for u, v in np.argwhere(np.asarray(pooled)).tolist()],
        probability=pooled._arrays["probability"][i, j].tolist(),
        lambda_=pooled._arrays["log_odds_direction"][i, j].tolist(),
        weight=pooled._arrays["weight"].tolist(),
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
