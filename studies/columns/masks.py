"""Which columns each site sees."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
"""(sites, columns): True where a site sees a column. Each column is at one site at least."""

BLOCKS = 4  # that columns are cut into, along an order that is drawn


def _at_random(share: float) -> Callable[[int, int, np.random.Generator], Mask]:
    def draw(sites: int, columns: int, rng: np.random.Generator) -> Mask:
        return covered(rng.random((sites, columns)) < share, rng)

    return draw


def _in_blocks(sites: int, columns: int, rng: np.random.Generator) -> Mask:
    """Each site lacks one of the blocks, or two of them as often."""
    of = np.argsort(rng.permutation(columns)) * BLOCKS // columns
    lacks = [rng.choice(BLOCKS, rng.integers(1, 3), replace=False) for _ in range(sites)]
    return covered(np.array([~np.isin(of, own) for own in lacks]), rng)


def covered(mask: Mask, rng: np.random.Generator) -> Mask:
    """A column that no site sees is given to one of them, and so is a column to a site that sees none."""
    for column in np.flatnonzero(~mask.any(0)):
        mask[rng.integers(len(mask)), column] = True
    for site in np.flatnonzero(~mask.any(1)):
        mask[site, rng.integers(mask.shape[1])] = True
    return mask


REGIMES: dict[str, Callable[[int, int, np.random.Generator], Mask]] = {
    "50 %": _at_random(0.5),
    "70 %": _at_random(0.7),
    "90 %": _at_random(0.9),
    "blocks": _in_blocks,
}
