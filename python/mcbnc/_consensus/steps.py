"""The parts of a trajectory: its steps, and the properties of the consensus at each threshold."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Step:
    """One deletion of a run: the edge u -> v, or u - v."""

    u: Hashable
    v: Hashable
    H: tuple[Hashable, ...]
    """The nodes that v and u are made to point at (Chickering 2002, definition 13)."""
    S: tuple[Hashable, ...]
    """The separating set: (NA(v, u) without H), with v's parents but u."""
    score: int
    """Sum over DAGs of weight times size of the minimum cut, at most ``cap``; weights scaled to integers."""
    psi: float
    """Criticality: the score over the sum of the (scaled) weights."""
    edges_left: int
    """The number of edges after this step."""
    seconds: float
    """Seconds since the run began."""
    undirected: bool
    """Was the edge undirected, u and v just its two ends?"""
    forced: bool = False
    """Was the edge forbidden? Then the step belongs to every threshold."""


class Breakpoint(NamedTuple):
    """A threshold at which the consensus changes, and what it is from there on."""

    theta: float
    edges: int
    mean_smhd: float
    """The (weighted) mean SMHD to the inputs."""
    treewidth: int
    """The treewidth of the moral graph by min-fill, an upper bound."""


class Profile(NamedTuple):
    """The columns of :class:`Breakpoint`, a row for each state."""

    theta: NDArray[np.float64]
    edges: NDArray[np.int64]
    mean_smhd: NDArray[np.float64]
    treewidth: NDArray[np.int64]
