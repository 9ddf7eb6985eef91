"""What the attacks share: their result, and a clock."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Outcome:
    """How often an attack was tried, how often it did harm, and what there is to say about it."""

    tries: int = 0
    failures: int = 0
    notes: str = ""

    def fail(self, what: str) -> None:
        """Count a failure. The first one is told."""
        self.failures += 1
        if self.failures == 1:
            self.notes = f"first failure: {what[:300]}"


def tries(seconds: float, seed: int) -> Iterator[random.Random]:
    """A generator of random numbers for each try, until the time is up. A seed gives the same tries."""
    until, k = time.monotonic() + seconds, 0
    while k == 0 or time.monotonic() < until:
        yield random.Random(f"{seed}/{k}")
        k += 1


def any_dags(draw: random.Random, n: int, r: int) -> np.ndarray:
    """Random DAGs, from sparse to complete."""
    density = draw.choice([0.2, 0.4, 0.6, 1])
    out = np.zeros((r, n, n), np.uint8)
    for dag in out:
        order = draw.sample(range(n), n)
        for i, v in enumerate(order):
            for u in order[:i]:
                dag[u, v] = draw.random() < density
    return out
