"""Single linkage: groups of clients by how similar they are, for every bound at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def chain(similarity: NDArray[np.float64]) -> tuple[list[int], list[float]]:
    """An order of the clients in which the groups of every bound are contiguous, and the links.

    The algorithm is Prim's. The next client is the one that is most similar to any client before it, and
    this similarity is its link. Every member of a group has a link of the bound or more into the group,
    and no client outside has one. So the chain leaves a group only when it is complete, and every weaker
    link begins a group. The chain begins with the client whose sum of similarities is greatest.

    The similarities (r, r) are symmetric, and at least 0. The links are those of the clients at the same
    place of the order. The first is 1.
    """
    nearest = np.full(len(similarity), -1.0)
    left = np.ones(len(similarity), bool)
    order = [int(np.argmax(similarity.sum(axis=1)))]
    links = [1.0]
    while True:
        left[order[-1]] = False
        np.maximum(nearest, similarity[order[-1]], out=nearest)
        if not left.any():
            return order, links
        order.append(int(np.argmax(np.where(left, nearest, -1.0))))
        links.append(float(nearest[order[-1]]))


def split(order: list[int], links: list[float], least: float) -> list[list[int]]:
    """Cut a chain before each client whose link is less than `least`."""
    cuts = [k for k in range(1, len(order)) if links[k] < least]
    return [order[i:j] for i, j in zip([0, *cuts], [*cuts, len(order)], strict=True)]
