"""What an explorer shows, as plain values. Nodes are indices throughout."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


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
    """(state, look): from this state on the edge looks so. 0 is i -> j and 1 is j -> i. 2 and 3 are
    the same for a reversible edge."""
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
