"""The file in which a site tells of its table what a recipe for all sites needs, and nothing else.

``{"site": "west", "columns": {"smoker": {"states": ["no", "yes"]}, "note": {}, "age": {"numbers": [20, 100],
"bins": [[20, 50, 31], [50, 100, 42]]}}}``, and ``"recipe"`` if one has made the table. A file that tells
more, such as a range that does not end with fixed bins, is refused.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise
from pathlib import PurePath
from typing import Any

from .._base.json_text import read_json
from .._base.show import shown
from .._rows.fixed_bins import EDGES, FEWEST, Bin, is_bin
from .._rows.listing import ListedColumn, SiteList
from .._rows.suggest.finding import MOST_STATES
from ..errors import InvalidInputError
from ..federated._tasks.numbers import Numbers, read_numbers
from .names import STATES, Names, as_json, names_in, read_hash, write_object


def write_list(path: str, told: SiteList) -> None:
    """Write what :func:`read_list` reads, one line for each column."""
    lines = [f'"site": {as_json(told.site)}']
    each = [f"  {as_json(str(name))}: {as_json(_record(own))}" for name, own in told.columns.items()]
    lines.append('"columns": {\n' + ",\n".join(each) + "\n}")
    write_object(path, lines, told.recipe)


def _record(own: ListedColumn) -> dict[str, Any]:
    if own.ends is not None:
        return {"numbers": [*own.ends], "bins": [[*one] for one in own.bins]}
    return {} if own.states is None else {"states": [*own.states]}


def read_list(path: str) -> SiteList:
    """Read the list of a site, or a file of names, which is that of the site of its own name."""
    content = read_json(path)
    return _list_in(path, content) if _is_list(content) else _of_names(path, names_in(path, content))


def read_names_or_list(path: str) -> Names:
    """Read a file of names, or a list of a site, of which each column must have states or a range."""
    content = read_json(path)
    return _as_names(_list_in(path, content)) if _is_list(content) else names_in(path, content)


def _is_list(content: Any) -> bool:
    """Whether what a JSON file has is a list of a site."""
    return isinstance(content, dict) and "columns" in content


def _list_in(path: str, content: dict[str, Any]) -> SiteList:
    reader = _Reader(path)
    reader.keys(content, "a list of a site", {"site", "columns"}, {"recipe"})
    site, columns = content["site"], content["columns"]
    if not isinstance(site, str) or not site:
        raise reader.refuse('"site" must be the name of the site')
    if not isinstance(columns, dict) or not columns:
        raise reader.refuse('"columns" must be an object of the columns')
    read: dict[Hashable, ListedColumn] = {name: reader.column(name, own) for name, own in columns.items()}
    return SiteList(site, path, read, read_hash(path, content))


def _of_names(path: str, names: Names) -> SiteList:
    columns: dict[Hashable, ListedColumn] = {}
    if names.states is None:
        raise InvalidInputError(f"{path} lists no states, and a recipe is about tables")
    for node, own in names.states.items():
        if isinstance(own, dict):
            columns[node] = ListedColumn(ends=_range_of(path, node, own))
        else:
            columns[node] = ListedColumn(tuple(own))
    return SiteList(PurePath(path).name.split(".")[0], path, columns, names.recipe)


def _range_of(path: str, node: Any, record: Any) -> tuple[float, float] | None:
    own = read_numbers(record, f"{path}: {node}")
    if own is not None and own.map:
        raise InvalidInputError(
            f"{path}: {shown(node)} has quantiles, and a recipe is made of ranges", nodes=[node]
        )
    return None if own is None else own.ends


class _Reader:
    """Says what is wrong with a file."""

    def __init__(self, path: str) -> None:
        self._path = path

    def refuse(self, problem: str) -> InvalidInputError:
        return InvalidInputError(f"{self._path}: {problem}")

    def keys(self, record: Any, what: str, needed: set[str], may: set[str]) -> None:
        if not isinstance(record, dict) or not needed <= {*record} <= needed | may:
            known = " and ".join(sorted(needed | may))
            raise self.refuse(f"{what} must be an object of {known}, and nothing else, not {shown(record)}")

    def column(self, name: str, record: Any) -> ListedColumn:
        what = f"the column {shown(name)}"
        if record == {}:
            return ListedColumn()
        if isinstance(record, dict) and "states" in record:
            self.keys(record, what, {"states"}, set())
            return ListedColumn(self._states(what, record["states"]))
        self.keys(record, what, {"numbers", "bins"}, set())
        ends, bins = record["numbers"], record["bins"]
        if not _are_numbers(ends, 2) or not {*ends} <= {*EDGES.tolist()} or not ends[0] < ends[1]:
            raise self.refuse(f"{what}: the range {shown(ends)} does not end with fixed bins")
        if not isinstance(bins, list) or not all(_are_numbers(one, 3) and _is_told(*one) for one in bins):
            raise self.refuse(f"{what}: its bins must be fixed ones, each of {FEWEST} cells or more")
        read = [Bin(float(low), float(high), cells) for low, high, cells in bins]
        if not all(one.high <= other.low for one, other in pairwise(read)):
            raise self.refuse(f"{what}: its bins do not follow one another")
        return ListedColumn(ends=(float(ends[0]), float(ends[1])), bins=tuple(read))

    def _states(self, what: str, states: Any) -> tuple[Hashable, ...]:
        if not isinstance(states, list) or not all(type(state) in STATES for state in states):
            raise self.refuse(f"{what}: its states must be a list of texts or numbers")
        if len(states) > MOST_STATES or len({*states}) < len(states):
            raise self.refuse(f"{what}: its states must differ, and be {MOST_STATES} at most")
        return tuple(states)


def _as_names(told: SiteList) -> Names:
    """The list as a file of names. A column of which the name alone is told is refused."""
    states: dict[Any, Any] = {}
    for name, own in told.columns.items():
        if own.states is None and own.ends is None:
            raise InvalidInputError(
                f"{told.place}: {shown(name)} has neither states nor a range: leave it out by ids in [rows] "
                "of a recipe (--recipe)"
            )
        states[name] = Numbers(*own.ends).record() if own.ends is not None else [*(own.states or ())]
    return Names([*states], states, told.recipe)


def _are_numbers(values: Any, count: int) -> bool:
    return isinstance(values, list) and len(values) == count and all(type(v) in (int, float) for v in values)


def _is_told(low: float, high: float, cells: float) -> bool:
    return is_bin(low, high) and type(cells) is int and cells >= FEWEST
