"""How much of what was made chance alone would make: the same call on inputs that have nothing in common.

Of DAGs, each is relabelled: its nodes get other places at random, so its shape stays. Of tables, each column
is shuffled (:mod:`mcbnc._learning.chance`). Whether DAGs agree no more than chance is decided by the engine,
by a rule that takes no second run (``core/graphs/chance/doc.go``).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Adjacency, ArcLists, lists_of
from .._base.fields import Op, Options
from .._base.limit import TimeLimit
from .._base.show import LISTED, counted
from .._base.warn import warn
from .._base.wording import wording
from .._engine.request import Arrays, Reply, execute
from .._inputs.inputs import Inputs
from .._inputs.origin import OfDags
from ..errors import DataWarning, McbncError

if TYPE_CHECKING:
    from typing_extensions import Unpack


SEED = 0
RELABELLINGS = 20
NO_MORE = "agree no more than chance"


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


_SMALL = {"dags": 20, "nodes": 64, "seconds": 5}
"""A result whose chance is told to who looks at it. More, and DAGs that are not alike, would take long."""


class ByChance(OfDags):
    """A result that can be made again of relabelled DAGs."""

    _sought = False
    _agreement = ""
    """Whether the DAGs agree more than chance, in words, once the chance is known: edges do not tell it."""

    def __str__(self) -> str:
        self._seek_chance()
        return repr(self)

    @cached_property
    def chance(self) -> Chance | None:
        """How many edges chance alone would make: the mean and the most among 20 sets of relabelled DAGs.

        A set has each DAG with its nodes in other places, at random, so its shape stays. Each set goes
        through the same call, at the threshold in force. The first use of this attribute takes some 20 times
        as long as the call. It is the same each time, and does not depend on the order of the DAGs or of the
        nodes.

        ``print`` shows it, and so does the card of a notebook: of up to 20 DAGs over up to 64 nodes, unless
        it takes more than 5 seconds. ``repr`` shows it if it is known.

        It does not show whether the DAGs agree: relabelled DAGs often make more edges than DAGs that agree. A
        DataWarning reports DAGs that agree no more than chance.

        None if the result was stopped early, is of one DAG, or does not hold its DAGs. Nor do resamples of
        one table have it, nor DAGs over different nodes, nor a loaded result, whose trajectory has it.
        """
        return self._judged_chance()

    def _judged_chance(self, limit: TimeLimit | None = None) -> Chance | None:
        """The chance, and with it whether the DAGs agree more."""
        found = self._find_chance(limit)
        if found is not None:
            self._agreement = agreement_told(*self._made_of())
        return found

    def _find_chance(self, limit: TimeLimit | None = None) -> Chance | None:
        raise NotImplementedError

    def _seek_chance(self) -> None:
        """Find the chance for a reader of the result, if that does not take long."""
        small = self._origin.r <= _SMALL["dags"] and len(self._origin.nodes) <= _SMALL["nodes"]
        if not small or self._sought or "chance" in self.__dict__:
            return
        self._sought = True
        with suppress(McbncError, MemoryError):  # a result is shown also where the engine cannot run
            found = self._judged_chance(TimeLimit(_SMALL["seconds"]))
            if found is not None:
                self.__dict__["chance"] = found

    def _known_chance(self) -> Chance | None:
        return self.__dict__.get("chance")

    def _doubt_told(self) -> str:
        """The end of a ``repr``: the chance, if it is known, and whether the DAGs agree more."""
        known = self._known_chance()
        return "" if known is None else f"; {known}; {self._agreement}"

    def _chance_facts(self) -> dict[str, str]:
        """The lines of a card."""
        self._seek_chance()
        known = self._known_chance()
        return {} if known is None else {"chance": str(known), "agreement": self._agreement}

    def _made_of(self) -> tuple[Inputs, Arrays]:
        """The DAGs that this was made of, and their weights if they have some."""
        raise NotImplementedError


def chance_of(
    inputs: Inputs, beside: Arrays, op: Op, limit: TimeLimit | None = None, **options: Unpack[Options]
) -> Chance | None:
    """What an operation makes of relabelled DAGs. None if it was stopped, or if there is one DAG.

    `beside` are the arrays that the call had beside the DAGs: weights, and an order of the nodes.
    """
    if inputs.r == 1:  # its edges are there wherever its nodes are
        return None
    edges = []
    for moved in _relabelled(inputs, beside.get("weights", np.ones(inputs.r))):
        if limit is not None and limit.passed:
            return None
        arrays = {**moved.arrays, **beside, **inputs.rank()}
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
def told_once(before: bool = False) -> Iterator[None]:
    """Let :func:`tell_agreement` warn once in the context, in which many calls have the same DAGs.

    `before`: it need not warn, since the DAGs are of resamples, which have more in common than chance.
    """
    earlier = _told.set([True] if before else [])
    try:
        yield
    finally:
        _told.reset(earlier)


def tell_agreement(reply: Reply) -> None:
    """Warn of DAGs that agree no more than chance, if the engine reports it."""
    found = _by_chance(reply)
    if not found or (told := _told.get()):
        return
    if told is not None:
        told.append(True)
    _tell([f"{wording().place('dags')} {found}"])


def tell_agreement_of_runs(inputs: Inputs, takes: NDArray[np.bool_] | None = None) -> None:
    """Warn likewise of the DAGs that many runs are made of. `takes` is (runs, r): which DAGs each run takes.

    Runs of sets of DAGs that have no DAG in common are named by their sets. All other runs vary one set of
    DAGs, so there is one warning. None: each DAG is in some run.
    """
    if inputs.unlike:  # what chance would make of them is not known
        return None
    if takes is None:
        return tell_agreement(_judged(inputs, {}))
    sets, first = np.unique(takes, axis=0, return_index=True)
    if sets.sum(axis=0).max() > 1:
        sets, first = np.array([sets.any(axis=0)]), first[:1]
    replies = {
        run: _judged(inputs if own.all() else inputs.take(np.flatnonzero(own)), {})
        for run, own in sorted(zip(first.tolist(), sets, strict=True), key=lambda pair: pair[0])
    }
    if len(replies) == 1:
        return tell_agreement(*replies.values())
    place = wording().place("dags")
    told = [f"{place} of run {run} {found}" for run, reply in replies.items() if (found := _by_chance(reply))]
    if told:
        _tell(told)
    return None


def agreement_told(inputs: Inputs, weights: Arrays) -> str:
    """Whether DAGs agree more than chance, in words. Those of weight 0 do not count."""
    reply = _judged(inputs, weights)
    if "more_than_chance" in reply.info.get("counts", {}):
        return "the DAGs agree more than chance"
    return f"the DAGs {NO_MORE}" if _by_chance(reply) else "it is unknown whether the DAGs agree more"


def _judged(inputs: Inputs, weights: Arrays) -> Reply:
    return execute(inputs.nodes, inputs.request("chance"), {**inputs.arrays, **inputs.rank(), **weights})


def _by_chance(reply: Reply) -> str:
    """That DAGs agree no more than chance, in words. Empty: they agree more, or that is unknown."""
    counts = reply.info.get("counts", {})
    if "shared_by_chance" not in counts:
        return ""
    return (
        f"{NO_MORE}: two of them join the same pair of nodes "
        f"{counted(counts['shared'], 'time')}, and {counted(counts['shared_by_chance'], 'time')} once the "
        "nodes of each are shuffled"
    )


def _tell(told: list[str]) -> None:
    more = [f"and {len(told) - LISTED} more runs"] if len(told) > LISTED else []
    warn(
        f"{'; '.join([*told[:LISTED], *more])}. Check that a name, or a place in a matrix, is the same node "
        "in all of them",
        DataWarning,
    )
