"""What a recipe changed, line by line, and what it could not change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .._base.extras import import_extra
from .._base.show import LISTED, aligned, html_table, listed, printed, shown, unlisted
from .._base.warn import warn
from ..errors import DataWarning, InvalidInputError
from .recipe import Line, Recipe, each_line
from .steps import Tally, told_left, unknown_column


class Change(NamedTuple):
    """What one line of a recipe did at one site."""

    site: str
    """The name of the site. It is empty if the only table has none."""
    column: str
    """It is empty if the line is about rows."""
    line: str
    """The number of the line, and where it stands: ``7: [recode.smoker] "0"``."""
    cells: int
    """The cells that it changed. A new name counts as one, and so does a column or row that is left out."""


class Changes(Sequence[Change]):
    """What a recipe changed, by site and line: :attr:`mcbnc.Rows.changes`. It has no line without effect."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self._changes = [*changes]

    def __getitem__(self, at: Any) -> Any:
        return self._changes[at]

    def __len__(self) -> int:
        return len(self._changes)

    def to_frame(self) -> Any:
        """The changes as a :class:`pandas.DataFrame` with the columns of each :class:`Change`."""
        return import_extra("pandas").DataFrame(self._changes, columns=list(Change._fields))

    def __str__(self) -> str:
        return aligned(Change._fields, self._texts()) or "nothing was changed"

    def __repr__(self) -> str:
        return f"<Changes: {sum(one.cells for one in self._changes)} in {len(self._changes)} lines and sites>"

    def _repr_html_(self) -> str:
        return html_table(Change._fields, self._texts())

    def _texts(self) -> list[tuple[str, ...]]:
        return [(printed(site), *rest, str(cells)) for site, *rest, cells in self._changes]


def changes_of(tallies: Mapping[str, Tally]) -> Changes:
    """The changes by site, in the order of the lines."""
    found = [
        (k, line.number, Change(site, column, f"{line.number}: {line.text}", cells))
        for k, (site, tally) in enumerate(tallies.items())
        for (column, line), cells in tally.cells.items()
        if cells
    ]
    return Changes([change for _, _, change in sorted(found)])


def tell_changes(recipe: Recipe, tallies: Mapping[str, Tally], site: str | None) -> None:
    """Refuse lines about columns that no table has, and warn of those that changed nothing or left values.

    `site` is that of the only table, if the recipe is for several: lines for all sites may be for the others.
    """
    every = [*tallies.values()]
    alone = site is not None and len(recipe.sites) > 1
    unknown = {
        name: line
        for tally in every
        for name, line in tally.unknown.items()
        if all(name in other.unknown for other in every)
    }
    if unknown and not alone:
        name, line = min(unknown.items(), key=lambda one: one[1].number)
        columns = dict.fromkeys(column for tally in every for column in tally.columns)
        raise InvalidInputError(f"{recipe.place}: {unknown_column(name, line, columns)}", argument="recipe")
    changed: dict[Line, int] = {}
    for tally in every:
        for (_, line), cells in tally.cells.items():
            changed[line] = changed.get(line, 0) + cells
    for_all = {*each_line(recipe.every)} if alone else set()
    stale = [line for line, cells in changed.items() if not cells and line not in for_all]
    if stale:
        lines = listed(f"{line.number} ({line.text})" for line in sorted(stale))
        warn(f"{recipe.place}: lines that change nothing: {lines}", DataWarning)
    told = [
        told_left(left) + (f" at {shown(name)}" if name else "")
        for name, tally in tallies.items()
        for left in tally.left
    ]
    if told:
        warn(f"{recipe.place}: {'; '.join(told[:LISTED])}{unlisted(told)}", DataWarning)
