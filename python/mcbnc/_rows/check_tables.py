"""All problems of the tables of a caller, for a score."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from .._base.scoring import cells_of, read_score
from .._base.wording import worded, wording
from .align import refuse_options_of_states
from .check import Check, CheckColumns
from .check_numbers import CheckNumbers
from .opened import Opened
from .options import RowOptions
from .report import Report, site_words


def report_on(
    data: Any,
    single: bool,
    score: Any,
    options: RowOptions,
    table: Callable[[int, str | None, str], Opened],
    tell: Callable[[], None],
    recipe_sites: Sequence[str] | None,
) -> Report:
    """Find the problems of the tables in `data`.

    `table` opens one of them, by its number, for a score and an argument. `tell` warns of what a recipe did
    not change, when all are open. `recipe_sites` are the names by which a recipe calls the tables.
    """
    chosen = None if score is None else read_score(score)
    name = None if chosen is None else chosen.name
    check: type[Check[Any]] = CheckColumns
    if cells_of(name) == "numbers":
        refuse_options_of_states(options)
        check = CheckNumbers
    sites = [*data] if isinstance(data, Mapping) and not single else _site_names([data] if single else data)
    given = [data] if single else [*data.values()] if isinstance(data, Mapping) else list(data)
    with worded(site_words(wording(), sites, single)):
        return check(table, sites, single, chosen, options, tell, recipe_sites, given).report()


def _site_names(given: Any) -> list[Hashable]:
    """The names of tables without names: the files, else their numbers."""
    numbers: list[Hashable] = [*range(len(given))]
    names = [os.fspath(one) if isinstance(one, (str, os.PathLike)) else k for k, one in enumerate(given)]
    return names if len(set(names)) == len(names) else numbers
