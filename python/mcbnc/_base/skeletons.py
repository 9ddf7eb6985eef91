"""Precision, recall and F1 of skeletons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .adjacency import joined


def skeleton_fit(
    graphs: Iterable[NDArray[Any]], gold: NDArray[Any], n: int
) -> dict[str, NDArray[np.float64]]:
    """The "precision", "recall" and "f1", each (k,), of the skeletons of k graphs by that of gold.

    Each graph is its arcs (m, 2) over the n nodes. A share of nothing is 1.
    """
    theirs = joined(gold, n)
    ours = [joined(arcs, n) for arcs in graphs]
    hits = np.array([len(np.intersect1d(pairs, theirs, assume_unique=True)) for pairs in ours], float)
    claimed, true = np.array([len(pairs) for pairs in ours], float), float(len(theirs))

    def ratio(part: NDArray[Any], whole: NDArray[Any]) -> NDArray[Any]:
        shares: NDArray[Any] = np.divide(part, whole, out=np.ones_like(part), where=whole > 0)
        return shares

    return {
        "precision": ratio(hits, claimed),
        "recall": ratio(hits, np.full_like(hits, true)),
        "f1": ratio(2 * hits, claimed + true),
    }
