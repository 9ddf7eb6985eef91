"""What the page for a meeting shows, as plain values and as JSON. Nodes are in sorted order."""

from __future__ import annotations

import itertools
import json
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple

from .._base.show import printed
from .geometry import HEIGHT, Geometry, lay_out, route_of

_WAYS = 1000
"""So many pairs, the likeliest, have ways around boxes. Others go straight once they are edges."""


class SourceSays(NamedTuple):
    """What a source says of the pairs that it joins. The lists are as long as these are many."""

    place: int
    """Its number as the caller counts the sources."""
    nodes: list[int]
    i: list[int]
    j: list[int]
    forward: list[float]
    """How sure it is of i -> j."""
    backward: list[float]
    v: list[float]
    """How sure it is that the pair is joined."""
    t: list[float]
    """The direction: from -1, surely j -> i, to 1."""
    weight: float
    group: int
    """How many sources are of its group, with itself."""


class RowsSay(NamedTuple):
    """What rows say. The last three are by pair."""

    nodes: list[int]
    row_count: int
    jointly: bool
    """The strengths are of one structure that was learned of several tables."""
    strength: list[float]
    direction: list[float]
    backward: list[float]


class Found(NamedTuple):
    """What the engine found: the page shows nothing if its own sums differ."""

    arcs: list[tuple[int, int]]
    probability: list[float]
    """By pair, as is the next."""
    lambda_: list[float]
    weight: list[float]


@dataclass(frozen=True)
class Meeting:
    """Opinions and rows, as the engine has them, and what it found."""

    nodes: list[Hashable]
    python: list[str]
    """How each node's name is written in Python."""
    source_names: list[Hashable]
    """By their places."""
    facts: str
    """What the network is made of, in words."""
    sources: list[SourceSays]
    """In the engine's order."""
    rows: RowsSay | None
    dropped: bool
    """No source has a weight, since they agree no more than chance."""
    knowledge: dict[str, list[list[int]]]
    """The lists "required" and "forbidden" apart from answers: [u, v, undirected]."""
    answers: list[tuple[int, int, str]]
    """Those that were given before the page was made."""
    found: Found


def meeting_json(meeting: Meeting) -> str:
    """The text of one JSON object, in ASCII and without ``<``, so that it can lie in an element of HTML."""
    likely = _likely(meeting)
    geometry = lay_out(meeting.nodes, [meeting.found.arcs], likely)
    value = {
        "nodes": _nodes(meeting, geometry),
        "height": HEIGHT,
        "facts": meeting.facts,
        "sourceNames": [printed(name) for name in meeting.source_names],
        "sources": [source._asdict() for source in meeting.sources],
        "rows": None if meeting.rows is None else meeting.rows._asdict(),
        "dropped": meeting.dropped,
        "knowledge": meeting.knowledge,
        "answers": meeting.answers,
        "found": {key.rstrip("_"): entry for key, entry in meeting.found._asdict().items()},
        "edges": [_edge(pair, geometry) for pair in likely],
    }
    return json.dumps(value, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def _likely(meeting: Meeting) -> list[tuple[int, int]]:
    """The pairs whose edges are placed."""
    pairs = itertools.combinations(range(len(meeting.nodes)), 2)
    sure = dict(zip(pairs, meeting.found.probability, strict=True))
    return sorted(sorted(sure, key=lambda pair: -sure[pair])[:_WAYS])


def _nodes(meeting: Meeting, geometry: Geometry) -> dict[str, Any]:
    return {
        "name": [printed(name) for name in meeting.nodes],
        "python": meeting.python,
        "json": [json.dumps(name) if type(name) in (str, int) else None for name in meeting.nodes],
        **geometry.placed(),
    }


def _edge(pair: tuple[int, int], geometry: Geometry) -> dict[str, Any]:
    i, j = pair
    value = {"i": i, "j": j, "route": route_of(pair, geometry), "bow": geometry.bows.get(pair)}
    return {key: entry for key, entry in value.items() if entry or key in ("i", "j")}
