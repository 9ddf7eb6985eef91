"""An exploration as JSON, for the page's script. The keys are those that data.js reads."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any

from .._base.show import printed
from .exploration import Deletion, Edge, Exploration
from .geometry import HEIGHT, Geometry, lay_out

_MOST_ARCS = 700  # that the laid out state may have; nobody can follow more


def as_json(exploration: Exploration) -> str:
    """The text of one JSON object, in ASCII and without ``<``, so that it can lie in an element of HTML."""
    geometry = lay_out(
        exploration.nodes, _choices(exploration), [(edge.i, edge.j) for edge in exploration.pairs]
    )
    value = {
        "nodes": _nodes(exploration, geometry),
        "height": HEIGHT,
        "run": exploration.facts._asdict(),
        "states": {
            "theta": exploration.theta.tolist(),
            "texts": exploration.theta_texts,
            "edges": exploration.edges.tolist(),
            "smhd": exploration.mean_smhd.tolist(),
            "treewidth": exploration.treewidth.tolist(),
            "steps": exploration.prefixes.tolist(),
        },
        "nearest": exploration.nearest,
        "selected": exploration.selected,
        "edges": [_edge(edge, geometry) for edge in exploration.pairs],
    }
    return json.dumps(value, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def _choices(exploration: Exploration) -> Iterator[list[tuple[int, int]]]:
    """The arcs of the states that the layout may be of: the one shown first, then later ones."""
    states = range(exploration.selected, len(exploration.theta))
    few = [k for k in states if exploration.edges[k] <= _MOST_ARCS] or [states[-1]]
    return (_arcs(exploration, k) for k in few)


def _arcs(exploration: Exploration, state: int) -> list[tuple[int, int]]:
    """The arcs of the DAG at a state."""
    found = []
    for edge in exploration.pairs:
        step = edge.deletion.step
        if step is None or step >= exploration.prefixes[state]:
            look = [look for since, look in edge.looks if since <= state][-1]
            found.append((edge.i, edge.j) if look % 2 == 0 else (edge.j, edge.i))
    return found


def _nodes(exploration: Exploration, geometry: Geometry) -> dict[str, Any]:
    return {
        "name": [printed(name) for name in exploration.nodes],
        "label": geometry.labels,
        "x": geometry.at[:, 0].tolist(),
        "y": geometry.at[:, 1].tolist(),
        "width": geometry.widths,
    }


def _edge(edge: Edge, geometry: Geometry) -> dict[str, Any]:
    """The edge, without what is empty."""
    value: dict[str, Any] = {
        "i": edge.i,
        "j": edge.j,
        "support": round(edge.support, 4),
        "looks": list(itertools.chain.from_iterable(edge.looks)),
        "required": edge.required,
        "forward": _ranges(edge.forward),
        "backward": _ranges(edge.backward),
        "married": _ranges(edge.married),
        "route": _route(edge, geometry),
        "bow": geometry.bows.get((edge.i, edge.j)),
        **_deletion(edge.deletion, (edge.i, edge.j)),
    }
    return {key: entry for key, entry in value.items() if entry or key in ("i", "j", "psi", "step")}


def _deletion(deletion: Deletion, pair: tuple[int, int]) -> dict[str, Any]:
    """The cut of most inputs is the edge itself, so that is written as numbers of inputs alone."""
    own = ([pair], [pair[::-1]])
    alone = [i for i, cut in deletion.cuts.items() if cut in own]
    larger = {i: cut for i, cut in deletion.cuts.items() if cut not in own}
    return {
        "step": deletion.step,
        "psi": deletion.psi,
        "psiText": deletion.psi_text,
        "H": deletion.H,
        "S": deletion.S,
        "alone": _ranges(alone),
        "cuts": {i: list(itertools.chain.from_iterable(cut)) for i, cut in larger.items()},
    }


def _route(edge: Edge, geometry: Geometry) -> list[list[float]]:
    """The way from i to j: where it leaves and where it enters, the shares and the distances of its bends."""
    if route := geometry.routes.get((edge.i, edge.j)):
        leaves, enters, bends = route
    elif route := geometry.routes.get((edge.j, edge.i)):
        enters, leaves, back = route
        bends = [(round(1 - share, 3), -aside) for share, aside in reversed(back)]
    else:
        return []
    return [list(leaves), list(enters), [share for share, _ in bends], [aside for _, aside in bends]]


def _ranges(numbers: Sequence[int]) -> str:
    """Rising numbers as ranges: ``"0-3,7"``."""
    runs = itertools.groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    ends = [[number for _, number in run] for _, run in runs]
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in ends)
