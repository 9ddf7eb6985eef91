"""Precision, recall and F1 of skeletons."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def skeleton_fit(graphs: NDArray[np.uint8], gold: NDArray[np.uint8]) -> dict[str, NDArray[np.float64]]:
    """The "precision", "recall" and "f1", each (k,), of the skeletons of k graphs (k, n, n) by that of gold.

    A share of nothing is 1.
    """
    ours = np.triu(graphs | graphs.transpose(0, 2, 1))
    theirs = np.triu(gold | gold.T)
    hits = (ours & theirs).sum(axis=(1, 2), dtype=float)
    claimed, true = ours.sum(axis=(1, 2), dtype=float), float(theirs.sum())

    def ratio(part: NDArray[Any], whole: NDArray[Any]) -> NDArray[Any]:
        shares: NDArray[Any] = np.divide(part, whole, out=np.ones_like(part), where=whole > 0)
        return shares

    return {
        "precision": ratio(hits, claimed),
        "recall": ratio(hits, np.full_like(hits, true)),
        "f1": ratio(2 * hits, claimed + true),
    }
