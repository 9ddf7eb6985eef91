"""The arguments about rows that the public functions share, read once."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from .._base.names import find_node, read_names
from .._base.options import check_word
from .._base.show import shown
from ..errors import InvalidInputError
from .columns import plain
from .recipe import Recipe, read_recipe
from .texts import text_of
from .words import COLUMNS, DECIMALS, MISSING, REPEATS


@dataclass(frozen=True)
class RowOptions:
    """How tables are read."""

    names: list[Hashable] | None = None
    """The names of the columns of tables without names."""
    states: Any = None
    """The argument `states`, which states.py reads when the columns are known."""
    missing: str = "error"
    missing_values: frozenset[str] = frozenset()
    """The texts of the values that mean a missing value, besides those that always do."""
    accept: list[Hashable] | Literal[True] | None = None
    """The columns to be taken as they are. True: all of them."""
    columns: str = "same"
    repeats: str = "keep"
    decimal: str | None = None
    """The decimal sign of columns of texts that both signs fit. None: such columns are refused."""

    recipe: Recipe | None = None
    """What is to be changed in the tables before all else."""

    def accepted(self, known: Sequence[Hashable]) -> frozenset[Hashable]:
        """The columns to be taken as they are. `known` are all columns of all tables."""
        if self.accept is True:
            return frozenset(known)
        if not self.accept:
            return frozenset()
        index = {name: i for i, name in enumerate(known)}
        return frozenset(known[find_node(name, index, "accept", "column")] for name in self.accept)

    @cached_property
    def with_missing_state(self) -> RowOptions:
        """The same options, by which missing values are a state."""
        return replace(self, missing="state")

    def without(self, names: Set[Hashable]) -> RowOptions:
        """The options about the columns that are left after these are left out."""
        if not names:
            return self
        own = None if self.names is None else [name for name in self.names if name not in names]
        states = self.states
        if isinstance(states, Mapping):
            states = {name: listed for name, listed in states.items() if name not in names}
        return replace(self, names=own, states=states)


def read_row_options(
    *,
    names: Any = None,
    states: Any = None,
    missing: Any = "error",
    missing_values: Any = (),
    accept: Any = None,
    columns: Any = "same",
    repeats: Any = "keep",
    decimal: Any = None,
    recipe: Any = None,
) -> RowOptions:
    """Read the arguments about rows, which have the same names in all public functions."""
    read = read_recipe(recipe)
    return RowOptions(
        recipe=read,
        names=None if names is None else read_names(names, "names"),
        states=states,
        missing=check_word(missing, "missing", MISSING),
        missing_values=_read_values(missing_values),
        accept=_with(_read_accept(accept), read),
        columns=check_word(columns, "columns", COLUMNS),
        repeats=check_word(repeats, "repeats", REPEATS),
        decimal=None if decimal is None else check_word(decimal, "decimal", DECIMALS),
    )


def _read_accept(accept: Any) -> list[Hashable] | Literal[True] | None:
    if accept is None or accept is True:
        return accept
    if isinstance(accept, Set):  # the order of the names does not count
        accept = list(accept)
    return read_names(accept, "accept", "column")


def _with(
    accept: list[Hashable] | Literal[True] | None, recipe: Recipe | None
) -> list[Hashable] | Literal[True] | None:
    """The columns to be taken as they are, with those that the recipe names."""
    if recipe is None or accept is True or not (more := recipe.accepted()):
        return accept
    return [*dict.fromkeys([*(accept or []), *more])]


def _read_values(values: Any) -> frozenset[str]:
    if isinstance(values, (str, bytes, int, float, np.generic)):
        values = [values]
    try:
        if isinstance(values, Mapping):
            raise TypeError
        return frozenset(map(_text, values))
    except TypeError:  # no sequence, or a value in it that is one
        raise InvalidInputError(
            f"missing_values must be a value, or a sequence of values, not {shown(values)}",
            argument="missing_values",
        ) from None


def _text(value: Any) -> str:
    """The text of a value. 9.0 and 9 have the same text, because both are the state 9."""
    hash(value)  # a list or a dict raises TypeError
    text = text_of(plain(value))
    if text is None:
        raise InvalidInputError(f"missing_values: {shown(value)} has no text", argument="missing_values")
    return text
