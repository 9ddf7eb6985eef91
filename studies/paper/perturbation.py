"""Random changes of a DAG within limits, for the synthetic experiment (the paper's appendix B)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MAX_PARENTS = 3
MAX_CHILDREN = 4
MAX_PER_NODE = 2.5  # arcs for each node


class Perturbed:
    """A DAG that is changed arc by arc."""

    def __init__(self, dag: NDArray[np.uint8]) -> None:
        self.dag = dag.copy()

    def attempt(self, rng: np.random.Generator) -> None:
        """Try to change a random ordered pair, as the authors' code does. The DAG stays connected.

        An arc is removed. If that would part the DAG, the arc is reversed instead. A missing arc is added.
        What the limits forbid is not done.
        """
        x, y = rng.choice(len(self.dag), 2, replace=False).tolist()
        if not self.dag[x, y]:
            self._add(x, y)
            return
        self.dag[x, y] = 0
        if not self._reaches(x, y, self.dag | self.dag.T) and not self._add(y, x):
            self.dag[x, y] = 1

    def change(self, rng: np.random.Generator) -> None:
        """Delete a random arc or add one, each with probability 1/2. What is drawn is within the limits."""
        while True:
            if rng.integers(2):
                arcs = np.argwhere(self.dag)
                if len(arcs):
                    self.dag[tuple(arcs[rng.integers(len(arcs))])] = 0
                    return
            elif self._add(*rng.choice(len(self.dag), 2, replace=False).tolist()):
                return

    def _add(self, x: int, y: int) -> bool:
        """Add x -> y if the limits allow it and no cycle comes of it. Returns whether they do."""
        dag = self.dag
        allowed = (
            not dag[x, y]
            and not dag[y, x]
            and dag[:, y].sum() < MAX_PARENTS
            and dag[x].sum() < MAX_CHILDREN
            and dag.sum() + 1 <= MAX_PER_NODE * len(dag)
            and not self._reaches(y, x, dag)
        )
        if allowed:
            dag[x, y] = 1
        return bool(allowed)

    @staticmethod
    def _reaches(x: int, y: int, graph: NDArray[np.uint8]) -> bool:
        """Whether a path of the graph leads from x to y."""
        reached = np.zeros(len(graph), bool)
        reached[x] = True
        front = reached
        while front.any() and not reached[y]:
            front = graph[front].any(0) & ~reached
            reached = reached | front
        return bool(reached[y])
