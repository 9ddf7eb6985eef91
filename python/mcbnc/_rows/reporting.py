"""The report on tables for a score: the part of :func:`mcbnc.check` that needs no `Rows`."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from .._base.scoring import read_score
from .._base.wording import worded, wording
from .check_numbers import CheckingNumbers
from .check_states import CheckingStates
from .collect import SiteWords
from .options import RowOptions
from .report import Report
from .values import refuse_options_of_states

__all__ = ["report_on"]


def report_on(tables: Any, given: Sequence[Any], single: bool, score: Any, options: RowOptions) -> Report:
    """Find the problems of `tables`, which are one or several. `given` is the list of them."""
    chosen = read_score(score)
    if chosen.gaussian:
        refuse_options_of_states(options)
    by_name = isinstance(tables, Mapping) and not single
    sites = list(tables) if by_name else _site_names(given)
    with worded(SiteWords(wording(), sites, single)):
        checking = CheckingNumbers if chosen.gaussian else CheckingStates
        return checking(given, sites, single, chosen, options).report()


def _site_names(given: Sequence[Any]) -> list[Hashable]:
    """The names of tables without names: the files, else their numbers."""
    numbers: list[Hashable] = [*range(len(given))]
    names = [os.fspath(one) if isinstance(one, (str, os.PathLike)) else k for k, one in enumerate(given)]
    return names if len(set(names)) == len(names) else numbers
