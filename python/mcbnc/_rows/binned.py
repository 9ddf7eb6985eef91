"""Tables and lists of tables with an attribute more: the cut points of their bins."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from .._base.extras import is_a

__all__ = ["BinnedArray", "BinnedDict", "BinnedList", "CutPoints", "bins_of", "with_bins"]

CutPoints = dict[Hashable, tuple[float, ...]]
"""The cut points of each column that was cut, by its name."""


class BinnedDict(dict[Hashable, Any]):
    """A dict of columns, or a dict of sites, with the cut points of its bins."""

    bins: Any


class BinnedList(list[Any]):
    """A list of rows, or a list of tables, with the cut points of its bins."""

    bins: Any


class BinnedArray(np.ndarray[Any, Any]):
    """An array (rows, n) with the cut points of its bins. Its views number columns anew and have none."""

    bins: Any


def with_bins(table: Any, bins: Any) -> Any:
    """The table, dict or list with the attribute `bins`. Its kind is a subclass of what it was."""
    binned = _binned(table)
    binned.bins = bins
    return binned


def bins_of(thing: Any) -> Any:
    """The attribute `bins` of a result of discretize. None: it is no such result."""
    if isinstance(thing, (BinnedArray, BinnedDict, BinnedList)):
        return getattr(thing, "bins", None)
    if is_a(thing, "pandas", "DataFrame"):
        from .binned_frame import BinnedFrame

        return thing.bins if isinstance(thing, BinnedFrame) else None
    return None


def _binned(table: Any) -> Any:
    if is_a(table, "pandas", "DataFrame"):
        from .binned_frame import BinnedFrame  # which imports pandas

        return BinnedFrame(table)
    if isinstance(table, np.ndarray):
        return table.view(BinnedArray)
    return BinnedDict(table) if isinstance(table, dict) else BinnedList(table)
