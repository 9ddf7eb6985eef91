"""What an explorer shows, as plain values, and as JSON for the page. Nodes are indices throughout."""

from __future__ import annotations

import itertools
import json
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import printed
from .geometry import HEIGHT, Geometry, lay_out, route_of


class Facts(NamedTuple):
    """What holds for the whole run."""

    r: int
    """The number of inputs."""
    sites: list[str] | None
    """What the page calls the inputs. None: by their numbers."""
    weighted: bool
    dropped: tuple[int, ...]
    """The inputs that have the weight 0 as outliers."""
    extended: tuple[int, ...]
    """The inputs that were partially directed, and stand for their class."""
    lacks: list[list[int]] | None
    """The nodes that each input lacks. None: each has all."""
    silent: list[int]
    """The inputs of weight 0, which see no pair."""
    unseen: int | None
    """How many pairs no input sees. None: the inputs are over the same nodes."""
    cap: int | None
    k_max: int | None
    forced: int
    """The first so many steps took forbidden edges away."""
    steps: int
    status: str
    limit: float | None
    """The threshold at which the steps end. None means that they go on to the last deletion."""
    limit_text: str | None
    agreement: str | None
    """Whether the inputs agree more than chance, in words."""
    chance: str | None
    """How many edges chance alone would make at the state that is shown first. None: nobody asked."""


class Deletion(NamedTuple):
    """The deletion of an edge: the one that a step made, or the best one after the last step."""

    step: int | None
    """None where no step deleted the edge."""
    psi: float
    psi_text: str
    H: list[int]
    S: list[int]
    cuts: dict[int, list[tuple[int, int]]]
    """The cut of each input that has one."""


class Edge(NamedTuple):
    """An edge of the fusion between the nodes i < j."""

    i: int
    j: int
    support: float
    """The share of the inputs that join the pair, by weight."""
    required: bool
    forward: list[int]
    """The inputs that have i -> j."""
    backward: list[int]
    married: list[int]
    """The inputs that do not join the pair, while their I-maps along the order do."""
    looks: list[tuple[int, int]]
    """(state, look): from this state on the edge looks so. 0 is i -> j and 1 is j -> i. A reversible edge
    has 2 more, and an unsure one 4 more."""
    deletion: Deletion


@dataclass(frozen=True)
class Exploration:
    """A run at all of its thresholds."""

    nodes: list[Hashable]
    facts: Facts
    theta: NDArray[np.float64]
    """(k,): the threshold at which each state begins. The five columns that follow are as long."""
    theta_texts: list[str]
    edges: NDArray[np.int64]
    mean_smhd: NDArray[np.float64]
    treewidth: NDArray[np.int64]
    prefixes: NDArray[np.int64]
    """How many steps lead to the state."""
    nearest: int
    """The state of least mean SMHD to the inputs."""
    selected: int
    """The state that is shown first."""
    pairs: list[Edge]


_MOST_ARCS = 700  # that the laid out state may have; more are not readable


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
    return {"name": [printed(name) for name in exploration.nodes], **geometry.placed()}


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
        "route": route_of((edge.i, edge.j), geometry),
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


def _ranges(numbers: Sequence[int]) -> str:
    """Rising numbers as ranges: ``"0-3,7"``."""
    runs = itertools.groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    ends = [[number for _, number in run] for _, run in runs]
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in ends)
