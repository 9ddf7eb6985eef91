"""The runs of all chunks of a batch as those of one job."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._engine.kept import Done
from .._engine.request import Arrays, Reply

__all__ = ["join_runs"]

# Of each array of bounds, the array whose rows it counts.
_BOUNDS = {"run_ptr": "step_edges", "h_ptr": "h", "s_ptr": "s"}


def join_runs(done: Done) -> Reply:
    """The reply of one job with all runs."""
    return done.join(_join)


def _join(name: str, chunks: list[Arrays]) -> NDArray[Any]:
    if name in _BOUNDS:
        before = _before(_BOUNDS[name], chunks)
        first, *others = [chunk[name] + rows for chunk, rows in zip(chunks, before, strict=True)]
        return np.concatenate([first, *(bounds[1:] for bounds in others)])
    if name == "removed":
        before = _before("step_edges", chunks)
        # A row is (step, DAG, from, to), and steps count through all runs.
        moved = [np.array([rows, 0, 0, 0], np.int32) for rows in before]
        return np.concatenate([chunk[name] + by for chunk, by in zip(chunks, moved, strict=True)])
    return np.concatenate([chunk[name] for chunk in chunks])


def _before(name: str, chunks: list[Arrays]) -> list[int]:
    """How many rows of an array are in the chunks before each chunk."""
    lengths = [len(chunk[name]) for chunk in chunks]
    return [sum(lengths[:k]) for k in range(len(chunks))]
