"""Columns whose texts are numbers, with the numbers for states."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from .columns import Column
from .node import Node
from .odd import odd_cells, refuse_odd
from .readings import Reading
from .site_readings import find_doubt, read_sites

__all__ = ["as_numbers", "filled_cells"]


def as_numbers(node: Node, decimal: str | None) -> Node:
    """The node with a number for each state that some row has. Other cells than numbers are refused.

    The states may be equal and in any order. A category that no row has may be NaN.
    """
    readings = read_sites(node, decimal)
    if odd := odd_cells(node, readings):
        raise refuse_odd(odd, filled_cells(node.columns), ", so the column has no bins")
    if doubt := find_doubt(node, readings):
        raise doubt
    return node._replace(
        columns=[
            column._replace(states=[_number(state, reading) for state in column.states])
            for column, reading in zip(node.columns, readings, strict=True)
        ]
    )


def filled_cells(columns: Sequence[Column]) -> int:
    """The number of cells with a value."""
    missing = sum(int(np.count_nonzero(c.missing)) for c in columns if c.missing is not None)
    return sum(len(column.codes) for column in columns) - missing


def _number(state: object, reading: Reading) -> float:
    number = reading.number(state)
    return math.nan if number is None else number
