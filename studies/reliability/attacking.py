"""What the attacks share: their result, a clock, a folder, and mcbnc in R."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]

GOAL = 10_000
"""An attack with so many tries ends early, and leaves its time to others."""


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


def tries(seconds: float, seed: int, out: Outcome | None = None) -> Iterator[random.Random]:
    """A generator of random numbers for each try. A seed gives the same tries.

    They end when the time is up, or when a quarter of it is gone and `out` has GOAL tries.
    """
    began, k = time.monotonic(), 0
    while k == 0 or (gone := time.monotonic() - began) < seconds:
        if out is not None and out.tries >= GOAL and gone > seconds / 4:
            return
        yield random.Random(f"{seed}/{k}")
        k += 1


def quick_folder() -> tempfile.TemporaryDirectory[str]:
    """A temporary folder in memory where there is one: for attacks that ask nothing of the disk."""
    memory = Path("/dev/shm")
    return tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)


@contextmanager
def mcbnc_in_r() -> Iterator[dict[str, str]]:
    """Install the R package into a new library; the environment in which R finds it, and this Python."""
    with tempfile.TemporaryDirectory() as library:
        install = ["R", "CMD", "INSTALL", f"--library={library}", str(ROOT / "r")]
        subprocess.run(install, check=True, capture_output=True)
        yield {**os.environ, "R_LIBS": library, "RETICULATE_PYTHON": sys.executable}


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
