"""How much of what was made chance alone would make: the same call on inputs that have nothing in common.

Of DAGs, each is relabelled: its nodes get other places at random, so its shape stays. Of tables, each column
is shuffled (:mod:`mcbnc._learning.chance`). Whether DAGs agree no more than chance is the engine's to say,
by a rule that takes no second run (``core/graphs/chance/doc.go``).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Adjacency, ArcLists, lists_of
from .._base.show import counted
from .._base.warn import warn
from .._base.wording import wording
from .._engine.request import Arrays, Reply, execute
from .._inputs.inputs import Inputs
from ..errors import DataWarning

SEED = 0
RELABELLINGS = 20


class Chance(NamedTuple):
    """What the same call makes of inputs that have nothing in common."""

    edges: float
    """The mean number of edges."""
    most: int
    """The largest number of edges."""
    shuffles: int
    seed: int

    def __str__(self) -> str:
        return f"chance alone would make {self.edges:.3g} ({counted(self.shuffles, 'shuffle')})"


class ByChance:
    """A result that can be made again of relabelled DAGs."""

    @cached_property
    def chance(self) -> Chance | None:
        """How many edges chance alone would make: the mean and the most among 20 sets of relabelled DAGs.

        A set has each DAG with its nodes in other places, at random, so its shape stays. Each set goes
        through the same call, at the threshold in force. The first use of this attribute takes 20 times as
        long as the call. Then ``repr`` tells it too. It is the same each time, and does not depend on the
        order of the DAGs or of the nodes.

        It does not tell whether the DAGs agree: relabelled DAGs often make more edges than DAGs that agree. A
        DataWarning tells of DAGs that agree no more than chance.

        None if the result was stopped early, or does not hold its DAGs. Nor do resamples of one table have
        it, nor DAGs over different nodes, nor a loaded result, of which its trajectory has it.
        """
        return self._find_chance()

    def _find_chance(self) -> Chance | None:
        raise NotImplementedError

    def _chance_told(self) -> str:
        """The end of a ``repr``: the chance, if somebody has asked for it before."""
        return "".join(f"; {told}" for told in self._chance_facts().values())

    def _chance_facts(self) -> dict[str, str]:
        """The line of a summary, likewise."""
        known = self.__dict__.get("chance")
        return {} if known is None else {"chance": str(known)}


def chance_of(inputs: Inputs, weights: Arrays, op: str, **options: Any) -> Chance | None:
    """What an operation makes of relabelled DAGs. None if it was stopped."""
    edges = []
    for moved in _relabelled(inputs, weights.get("weights", np.ones(inputs.r))):
        arrays = {**moved.arrays, **weights, **inputs.rank()}
        reply = execute(inputs.nodes, inputs.request(op, **options), arrays)
        if reply.info["status"] != "complete":
            return None
        edges.append(len(Adjacency.told(reply.arrays, "adjacency", inputs.n).arcs))
    return Chance(sum(edges) / len(edges), max(edges), len(edges), SEED)


def _relabelled(inputs: Inputs, weights: NDArray[Any]) -> Iterator[ArcLists]:
    """The sets of relabelled DAGs.

    The generator of a DAG is named by the set, and by the DAG's place when DAGs are sorted by their arcs and
    weights. Nodes count by the ranks of their names. So no order counts.
    """
    n = inputs.n
    ranks = inputs.rank().get("rank", np.arange(n))
    by_rank = np.argsort(ranks)
    arcs = [ranks[lists].reshape(-1, 2) for lists in lists_of(inputs.stack)]
    keys = [(np.sort(own @ [n, 1]).tobytes(), w) for own, w in zip(arcs, weights.tolist(), strict=True)]
    places = np.argsort(sorted(range(inputs.r), key=keys.__getitem__))
    for number in range(RELABELLINGS):
        moved = []
        for own, place in zip(arcs, places.tolist(), strict=True):
            generator = np.random.Philox(key=[SEED, number], counter=[0, 0, 0, place])
            moved.append(by_rank[np.argsort(generator.random_raw(n), kind="stable")[own]])
        yield ArcLists.of(n, moved)


_told: ContextVar[list[bool] | None] = ContextVar("told", default=None)


@contextmanager
def told_once() -> Iterator[None]:
    """Let :func:`tell_agreement` warn once in the context, in which many calls have the same DAGs."""
    before = _told.set([])
    try:
        yield
    finally:
        _told.reset(before)


def tell_agreement(reply: Reply) -> None:
    """Warn of DAGs that agree no more than chance, if the engine says so."""
    counts, told = reply.info.get("counts", {}), _told.get()
    if "shared_by_chance" in counts and not told:
        if told is not None:
            told.append(True)
        warn(
            f"{wording().place('dags')} agree no more than chance: two of them join the same pair of nodes "
            f"{counted(counts['shared'], 'time')}, and {counted(counts['shared_by_chance'], 'time')} once "
            "the nodes of each are shuffled. Check that a name, or a place in a matrix, is the same node in "
            "all of them",
            DataWarning,
        )
