"""The columns of a table of arcs: in a file, or in a DataFrame."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from .._base.wording import wording

_ENDS = (("from", "to"), ("source", "target"))
_BESIDE = frozenset(("reversible", "support", "forward", "backward", "psi"))
"""What a result's ``to_frame()`` tells of an edge. The edge is the same without it."""
_ROW_NUMBERS = ("", "unnamed: 0")  # R writes no title above them, and pandas makes one
_MOST = 3 + len(_BESIDE)


def first_of_arcs(titles: Sequence[Hashable]) -> int | None:
    """Which column of a list of arcs has the tails: 1 after row numbers, else 0. None: they are others."""
    first, ends, more = _parted(titles)
    return first if ends in _ENDS and len(titles) <= _MOST and _BESIDE.issuperset(more) else None


def problem_of_strengths(titles: Sequence[Hashable]) -> str | None:
    """What to say of a table that has a strength for each pair of nodes. None: it is no such table."""
    _, ends, more = _parted(titles)
    if ends not in _ENDS or "strength" not in more:
        return None
    return (
        "this is a table of strengths, which has a row for every pair of nodes, those of strength 0 too. "
        f"A graph takes a threshold: {wording().function('bootstrap')}(...).averaged(threshold=0.5), or of "
        'a table frame.query("strength > 0.5 and direction >= 0.5")[["from", "to"]]'
    )


def _parted(titles: Sequence[Hashable]) -> tuple[int, tuple[str | None, ...], tuple[str | None, ...]]:
    """Where the ends are, the titles of the two, and those behind them."""
    read = tuple(title.strip().lower() if isinstance(title, str) else None for title in titles[:_MOST])
    first = int(read[:1] in [(title,) for title in _ROW_NUMBERS])
    return first, read[first : first + 2], read[first + 2 :]
