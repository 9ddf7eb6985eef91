"""The data that a score takes: states for the discrete scores, numbers for the Gaussian ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .._base.scoring import GAUSSIAN_SCORES
from .csv import Cells, StateCells
from .data import Data, align_tables
from .location import ColumnLocation
from .numbers import NumberCells
from .options import RowOptions
from .room import require_room
from .tables import Table
from .values import Values, align_values

__all__ = ["align_for", "cells_for"]


def cells_for(score: str, options: RowOptions) -> Callable[[ColumnLocation], Cells]:
    """What the cells of a CSV file are."""
    return partial(NumberCells, options) if score in GAUSSIAN_SCORES else StateCells


def align_for(score: str, tables: list[Table], options: RowOptions, then: str = "learn") -> Data | Values:
    """Align tables for a score. `then` is the engine's operation on them, whose memory is counted too."""
    require_room(tables, score in GAUSSIAN_SCORES, then)
    return (align_values if score in GAUSSIAN_SCORES else align_tables)(tables, options)
