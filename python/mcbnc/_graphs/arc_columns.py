"""Tables of arcs, in a file or in a DataFrame: which columns hold the ends, and which hold the marks.

Besides the table of a result there are those of other tools. Bayesys writes ``ID, Variable 1, Dependency,
Variable 2`` (its manual, http://bayesian-ai.eecs.qmul.ac.uk/bayesys), Gephi ``Source, Target, Type, ...``
(https://gephi.org/users/supported-graph-formats/csv-format), and others an arrow between the two names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

from .._base.show import as_text, listed, shown
from .._base.warn import warn
from .._base.wording import wording
from ..errors import DataWarning, InvalidInputError
from .marks import CIRCLE, HEAD, TAIL, link, problem, ways_of

_ENDS = (("from", "to"), ("source", "target"))
_FURTHER_ENDS = (("parent", "child"), ("cause", "effect"))
"""Titles that may also be those of variables."""
_BAYESYS = ("variable 1", "dependency", "variable 2")
_OF_GEPHI = frozenset(("type", "id", "label", "timeset", "weight", "kind", "interval"))
_GEPHI = {"directed": (TAIL, HEAD), "undirected": (TAIL, TAIL)}
_OF_POOLED = ("probability", "direction", "from_rows", "from_opinions")
_BESIDE = frozenset(
    ("reversible", "support", "forward", "backward", "psi", "stability", "chance_true", *_OF_POOLED)
)
"""What a result's ``to_frame()`` tells of an edge. The edge is the same without it."""
_COUNTS = frozenset(("sites", "rows", "through", "dags", "share", "unsure"))
"""The same, but only beside ``reversible``: a row of another table may tell that two ends have no edge."""
_ROW_NUMBERS = ("", "unnamed: 0")  # R writes no title above them, and pandas makes one
_NUMBERED = (*_ROW_NUMBERS, "id")
_MOST = 3 + len(_OF_GEPHI)
# Texts, which re compiles and keeps at their first use: most programs read no such table.
_ARROW = r"(<|o|x)?-{1,3}(>|o|x)?"
_SIGNS = {None: TAIL, "<": HEAD, ">": HEAD, "o": CIRCLE, "x": "x"}
_EDGE = r"(?s:\S.*\s(?:<?-{1,3}>|<-{1,3}|o-{1,3}[o>]|<-{1,3}o)\s.*\S)"

Cells = Callable[[int], Sequence[Any]]
"""The cells of a column by its position."""


class ArcColumns(NamedTuple):
    """Where a table of arcs has what an arc is."""

    tail: int
    head: int
    mark: int | None = None
    """The column of arrows, or of Gephi's types. None: each row is an arc from tail to head."""
    weight: int | None = None
    """Gephi's column of weights."""
    of_gephi: bool = False


def columns_of_arcs(titles: Sequence[Hashable], cells: Cells) -> ArcColumns | None:
    """Where a table of arcs has what an arc is. None: it is no such table, by its titles and its arrows."""
    read = [title.strip().lower() if isinstance(title, str) else None for title in titles[:_MOST]]
    first = first_of_arcs(titles)
    if first is not None:
        return ArcColumns(first, first + 1)
    if not titles or len(titles) > _MOST:
        return None
    start = int(read[0] in _NUMBERED)
    ends, more = tuple(read[start : start + 2]), read[start + 2 :]
    if ends in _FURTHER_ENDS and not more:
        return ArcColumns(start, start + 1)
    if ends == ("source", "target") and "type" in more and _OF_GEPHI.issuperset(more):
        mark = read.index("type")
        if all(_text(cell).lower() in _GEPHI for cell in cells(mark)):
            weight = read.index("weight") if "weight" in more else None
            return ArcColumns(start, start + 1, mark, weight, of_gephi=True)
    if len(read) == start + 3 and (tuple(read[start:]) == _BAYESYS or are_arrows(cells(start + 1))):
        return ArcColumns(start, start + 2, start + 1)
    return None


def first_of_arcs(titles: Sequence[Hashable]) -> int | None:
    """Which column of a list of arcs has the tails: 1 after row numbers, else 0. None: they are others.

    By these titles alone the table is a list of arcs.
    """
    first, ends, more = _parted(titles)
    told = _BESIDE | _COUNTS if "reversible" in more else _BESIDE
    most = 3 + len(told)
    return first if ends in _ENDS and len(titles) <= most and told.issuperset(more) else None


def may_be_ends(titles: Sequence[Hashable]) -> int | None:
    """Where the ends of arcs may be by their titles, whatever further columns there are. None: nowhere."""
    first, ends, _ = _parted(titles)
    return first if ends in (*_ENDS, *_FURTHER_ENDS) else None


def may_be_variables(titles: Sequence[Hashable]) -> bool:
    """Whether titles of arcs may be those of variables too, such as parent and child."""
    return may_be_ends(titles) is not None and first_of_arcs(titles) is None


def are_arrows(cells: Iterable[Any]) -> bool:
    """Whether each cell is an edge between two nodes, such as ``-->`` and ``---``, and some have a head."""
    texts = {_text(cell) for cell in cells}
    arrows = all(re.fullmatch(_ARROW, text) for text in texts)
    return arrows and any(">" in text or "<" in text or "o" in text for text in texts)


def are_edges(cells: Iterable[Any]) -> bool:
    """Whether each cell is a whole edge, such as ``a --> b``."""
    texts = {_text(cell) for cell in cells}
    return bool(texts) and all(re.fullmatch(_EDGE, text) for text in texts)


Known = dict[frozenset[Hashable], list[tuple[Any, Any]]]
"""The arcs of the edges so far, by their two ends."""


def arcs_of(tail: Any, mark: Any, head: Any, known: Known) -> list[tuple[Any, Any]]:
    """The arcs of an edge with an arrow or with Gephi's word for its type. Both ways, it is undirected.

    `known` gets them. An edge that comes twice with different marks is an InvalidInputError.
    """
    text = _text(mark)
    arrow = re.fullmatch(_ARROW, text)
    if text.lower() in _GEPHI:
        marks = _GEPHI[text.lower()]
    elif arrow is None or (arrow[1] == "<" and arrow[2] == "<"):
        raise InvalidInputError(f"{shown(mark)} between {shown(tail)} and {shown(head)} is no arrow like -->")
    else:
        marks = _SIGNS[arrow[1]], _SIGNS[arrow[2]]
    ways = ways_of(*marks)
    if ways is None:
        raise InvalidInputError(problem(link(*marks), tail, head), nodes=[tail, head])
    arcs = [arc for arc, there in zip(((tail, head), (head, tail)), ways, strict=True) if there]
    if {*known.setdefault(frozenset((tail, head)), arcs)} != {*arcs}:
        raise InvalidInputError(f"the edge of {shown(tail)} and {shown(head)} comes twice, with other marks")
    return arcs


def check_weights(weights: Iterable[Any]) -> None:
    """Refuse arcs of different weights: whether a weak one is an arc is unknown."""
    seen = {_text(weight) for weight in weights}
    if len(seen) > 1:
        raise InvalidInputError(
            "its arcs have different weights, and a graph has arcs without: take those out that do not "
            "count, and then the column Weight"
        )


def tell_numbers(place: str, names: Iterable[Hashable]) -> None:
    """Warn of nodes of Gephi that are numbers alone. Other graphs may have other nodes of these numbers."""
    if all(_text(name).isdigit() for name in names):
        warn(
            f"{place}: the nodes are numbers, since Gephi has their names in its table of nodes: nodes of "
            "the same number are taken for the same",
            DataWarning,
        )


def problem_of_strengths(titles: Sequence[Hashable]) -> str | None:
    """The problem with a table that has a strength for each pair of nodes. None: it is no such table."""
    _, ends, more = _parted(titles)
    if ends not in _ENDS or "strength" not in more:
        return None
    return (
        "this is a table of strengths, which has a row for every pair of nodes, those of strength 0 too. "
        f"A graph takes a threshold: {wording().function('bootstrap')}(...).averaged(threshold=0.5), or of "
        'a table frame.query("strength > 0.5 and direction >= 0.5")[["from", "to"]]'
    )


def problem_of_others(titles: Sequence[Hashable], cure: str) -> str | None:
    """The problem with a table of arcs that has further columns. None: it has none. `cure` is what to do."""
    read = [title.strip().lower() if isinstance(title, str) else None for title in titles]
    for ends in _ENDS:
        if {*ends} <= {*read} and len(titles) > 2:
            others = [title for title, known in zip(titles, read, strict=True) if known not in ends]
            return (
                f"a table of arcs that also has the column {listed(others, shown)}: if each row is an arc "
                f"whatever that says, {cure}"
            )
    return None


def _text(cell: Any) -> str:
    """A cell of a table without the blanks around it."""
    return cell.strip() if isinstance(cell, str) else as_text(cell)


def _parted(titles: Sequence[Hashable]) -> tuple[int, tuple[str | None, ...], tuple[str | None, ...]]:
    """Where the ends are, the titles of the two, and those behind them."""
    read = tuple(title.strip().lower() if isinstance(title, str) else None for title in titles[:_MOST])
    first = int(read[:1] in [(title,) for title in _ROW_NUMBERS])
    return first, read[first : first + 2], read[first + 2 :]
