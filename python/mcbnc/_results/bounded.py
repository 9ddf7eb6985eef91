"""The result of a search for a DAG of bounded treewidth."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from .._base.arrays import parts
from .._base.provenance import Record
from .._base.show import counted
from .._engine.request import Arrays, Reply
from .._inputs.inputs import Inputs
from .baseline import Baseline

Arc = tuple[Hashable, Hashable]


class Bounded(Baseline):
    """A :class:`Baseline` whose treewidth is bounded, and how it was made.

    Made by :func:`mcbnc.baselines.bounded` and :func:`mcbnc.baselines.genetic`. To make the graph again,
    take the I-map of each input's :attr:`kept` arcs along :attr:`order`, unite the I-maps, and leave out
    the :attr:`trimmed` arcs. With the kind "fusion", the kept arcs are the graph already.
    """

    def __init__(
        self,
        kind: str,
        seed: int | None,
        method: str,
        inputs: Inputs,
        weights: Arrays,
        dropped: list[int],
        reply: Reply,
    ) -> None:
        super().__init__(method, inputs, weights, dropped, reply)
        self._kind = kind
        self._seed = seed
        self._fitness: float = reply.info["fitness"]
        self._treewidth: int = reply.info["treewidth"]
        self._generations: int = reply.info["generations"]
        self._order = reply.arrays["order"]
        self._kept = reply.arrays["kept"]
        self._kept_ptr = reply.arrays["kept_ptr"]
        self._trimmed = reply.arrays["trimmed"]

    @property
    def fitness(self) -> float:
        """What the search lowered, of this graph: the mean SMHD to the inputs, or the SMHD to the fusion."""
        return self._fitness

    @property
    def treewidth(self) -> int:
        """The width of the min-fill triangulation of the moral graph, an upper bound on the treewidth.

        It is at most the bound that was asked for.
        """
        return self._treewidth

    @property
    def generations(self) -> int:
        """How many generations of a genetic search were completed; 0 for a greedy one."""
        return self._generations

    @property
    def seed(self) -> int | None:
        """The seed of a genetic search; None for a greedy one."""
        return self._seed

    @property
    def order(self) -> list[Hashable]:
        """The order of the fusion of the inputs, first to last."""
        return [self._nodes[x] for x in self._order.tolist()]

    @property
    def kept(self) -> list[Arc] | list[list[Arc]]:
        """The arcs (from, to) that were chosen.

        With the kind "fusion" these are arcs of the fusion. With "arcs" they are arcs of the inputs, and
        each is kept in all inputs that have it. With "inputs" there is a list for each of the DAGs. That of
        a DAG of weight 0 is empty.
        """
        arcs = self._arcs(self._kept)
        if self._kind != "inputs":
            return arcs
        return parts(self._kept_ptr, arcs)

    @property
    def trimmed(self) -> list[Arc]:
        """The arcs (from, to) that were left out at the end, to bring the graph within the bound."""
        return self._arcs(self._trimmed)

    def _arcs(self, pairs: Any) -> list[Arc]:
        return [(self._nodes[u], self._nodes[v]) for u, v in pairs.tolist()]

    def _facts(self) -> dict[str, Any]:
        facts = super()._facts()
        status = facts.pop("status")
        return {**facts, "treewidth": self.treewidth, "fitness": f"{self.fitness:.6g}", "status": status}

    def _more_found(self) -> Record:
        return {"treewidth": self.treewidth, "fitness": self.fitness, "generations": self.generations}

    def _failed(self) -> str:
        """What a summary has before the status."""
        trimmed = f"{counted(len(self._trimmed), 'arc')} trimmed, " if len(self._trimmed) else ""
        return f"treewidth {self.treewidth}, fitness {self.fitness:.6g}, {trimmed}"
