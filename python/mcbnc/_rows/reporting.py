"""The report on tables for a score: the part of :func:`mcbnc.check` that needs no `Rows`."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from .._base.scoring import cells_of, read_score
from .._base.wording import worded, wording
from .check_mixed import CheckingMixed
from .check_numbers import CheckingNumbers
from .check_states import CheckingStates
from .checking import Checking
from .collect import site_words
from .options import RowOptions
from .report import Report
from .tables import Table
from .values import refuse_options_of_states


def report_on(
    data: Any, single: bool, score: Any, options: RowOptions, table: Callable[[int, str | None, str], Table]
) -> Report:
    """Find the problems of the tables in `data`.

    `table` opens one of them, by its number, for a score and an argument.
    """
    chosen = None if score is None else read_score(score)
    name = None if chosen is None else chosen.name
    checking = _CHECKING[cells_of(name)]
    if checking is CheckingNumbers:
        refuse_options_of_states(options)
    sites = [*data] if isinstance(data, Mapping) and not single else _site_names([data] if single else data)
    with worded(site_words(wording(), sites, single)):
        return checking(lambda k: table(k, name, "datasets"), sites, single, chosen, options).report()


_CHECKING: dict[str, type[Checking[Any]]] = {
    "states": CheckingStates,
    "numbers": CheckingNumbers,
    "mixed": CheckingMixed,
    "any": CheckingMixed,
}


def _site_names(given: Any) -> list[Hashable]:
    """The names of tables without names: the files, else their numbers."""
    numbers: list[Hashable] = [*range(len(given))]
    names = [os.fspath(one) if isinstance(one, (str, os.PathLike)) else k for k, one in enumerate(given)]
    return names if len(set(names)) == len(names) else numbers
