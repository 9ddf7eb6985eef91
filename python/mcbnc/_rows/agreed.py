"""What all sites agree on: the columns of their lists as one recipe makes them, with states or ranges."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from copy import copy
from typing import NamedTuple

import numpy as np

from .._base.show import listed, printed, shown
from .._base.toml import toml_key
from ..errors import InvalidInputError
from .between import rows_of_states
from .binned import bin_names
from .changes import tell_changes
from .columns import Column, from_codes
from .fixed_bins import ends_of
from .listing import SiteList
from .opened import Opened
from .options import RowOptions
from .readings import read_as
from .recipe import Book, Recipe
from .steps import Tally, states_told, tidied
from .texts import text_of


class Agreed(NamedTuple):
    """A column of a site as a recipe makes it: its states, or a range that has all its numbers."""

    states: list[Hashable] | None
    ends: tuple[float, float] | None = None


def agree(lists: Sequence[SiteList], recipe: Recipe, options: RowOptions) -> list[dict[Hashable, Agreed]]:
    """The columns of each site as the recipe makes them. Lists that it has made before are as they are.

    Raises InvalidInputError if a list has no values of a column, or one that the column's code book has not.
    """
    recipe.check_sites([told.site for told in lists], single=False)
    tallies: dict[str, Tally] = {}
    made = [_made(told, recipe, options, tallies) for told in lists]
    if len(tallies) == len(lists):  # what a site has applied itself is not counted here
        tell_changes(recipe, tallies, None)
    numbers = {name for columns in made for name, own in columns.items() if own.ends is not None}
    return [
        {name: _as_numbers(told, name, own) if name in numbers else own for name, own in columns.items()}
        for told, columns in zip(lists, made, strict=True)
    ]


def _made(
    told: SiteList, recipe: Recipe, options: RowOptions, tallies: dict[str, Tally]
) -> dict[Hashable, Agreed]:
    table = _with_rows(told)
    if told.recipe is None:
        table, tallies[told.site] = tidied(table, told.site, _of_cells(recipe), options)
        _check_gaps(told, table, recipe)
    elif told.recipe != recipe.sha256:
        raise InvalidInputError(
            f"{told.place}: another recipe than {recipe.place} made this list: make it anew",
            argument="recipe",
        )
    return {label: _with_book(told, recipe, label, table.column(at)) for at, label in enumerate(table.labels)}


def _with_rows(told: SiteList) -> Opened:
    """A file in which each state, and each end of the numbers, is in one row. States alone are declared."""
    table = Opened([], [*told.columns], None, [*told.columns], {}, "datasets", None, told.place)
    columns = []
    for name, own in told.columns.items():
        states = [*(own.states or own.ends or ())]
        column = from_codes(np.arange(len(states)), states, table.location(name))
        columns.append(column._replace(declared=own.states is not None))
    return table._replace(columns=columns)


def _of_cells(recipe: Recipe) -> Recipe:
    """The recipe without what it says of rows and of whole columns, since a list has not all values."""
    own = copy(recipe)
    own.columns = {name: book._replace(states=None, bins=None) for name, book in recipe.columns.items()}
    own.distinct = None
    return own


def _check_gaps(told: SiteList, table: Opened, recipe: Recipe) -> None:
    """Refuse a range that may end with what the recipe takes for no value."""
    columns = {label: table.column(at) for at, label in enumerate(table.labels)}
    for scope in recipe.of(told.site):
        for name, missing in scope.missing.items():
            column = columns.get(name)
            numbers = [value for value in missing.values if _number(value) is not None]
            if column is not None and not column.declared and column.states and numbers:
                raise InvalidInputError(
                    f"{told.place}: the range of {shown(name)} may end with {listed(numbers, shown)}, which "
                    f"line {missing.line.number} of {recipe.place} takes for no value: the site must make "
                    "its list anew, with --recipe",
                    argument="recipe",
                    nodes=[name],
                )


def _with_book(told: SiteList, recipe: Recipe, label: Hashable, column: Column) -> Agreed:
    """The column with the states of its code book, if it has one."""
    book = recipe.columns.get(printed(label))
    if book is not None and book.bins is not None:
        return Agreed([*bin_names(book.bins)])
    if book is not None and book.states is not None:
        return Agreed(_states(told, recipe, label, column, book))
    if column.declared:
        kept = rows_of_states(column).astype(bool).tolist()
        return Agreed([state for state, has in zip(column.states, kept, strict=True) if has])
    numbers = [number for state in column.states if (number := _number(state)) is not None]
    if not numbers or min(numbers) == max(numbers):
        raise InvalidInputError(
            f"{told.place}: {shown(label)} has no values in the list: leave it out by ids in [rows] of "
            f"{recipe.place}, or give its states in [columns.{toml_key(printed(label))}]",
            argument="recipe",
            nodes=[label],
        )
    return Agreed(None, (min(numbers), max(numbers)))


def _states(told: SiteList, recipe: Recipe, label: Hashable, column: Column, book: Book) -> list[Hashable]:
    """The states of the code book. Another one in the list is refused."""
    wanted: list[Hashable] = [text_of(state) for state in book.states or ()]
    for state in column.states if column.declared else ():
        if text_of(state) not in wanted:
            raise InvalidInputError(
                f"{told.place}: {shown(label)} has the state {shown(state)}, which is none of those in "
                f"{states_told(book.line, recipe, wanted, state)}",
                argument="recipe",
                nodes=[label],
            )
    return wanted


def _as_numbers(told: SiteList, name: Hashable, own: Agreed) -> Agreed:
    """A column that has numbers at some site. Where it has states, these must be numbers."""
    if own.ends is not None:
        return own
    numbers = [_number(state) for state in own.states or ()]
    known = [number for number in numbers if number is not None]
    ends = ends_of(np.array(known)) if len(known) == len(numbers) else None
    if ends is None:
        raise InvalidInputError(
            f"{told.place}: {shown(name)} has the states {listed(own.states or (), shown)}, and numbers at "
            "other sites",
            argument="datasets",
            nodes=[name],
        )
    return Agreed(None, ends)


def _number(state: Hashable) -> float | None:
    return read_as([state], None).number(state)
