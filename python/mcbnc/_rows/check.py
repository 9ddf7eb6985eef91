"""All problems of all tables at once, found by the very functions that learning reads tables with."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from .._base.listing import MOST_GRAPHS, list_of
from .._base.scoring import ScoreOption, read_score
from .._base.wording import worded, wording
from .check_numbers import CheckingNumbers
from .check_states import CheckingStates
from .collect import SiteWords
from .options import ColumnsName, DecimalSign, MissingName, read_row_options
from .report import Report
from .several import several_tables
from .values import refuse_options_of_states

__all__ = ["check"]


def check(
    datasets: Any,
    *,
    score: ScoreOption = "bdeu",
    names: Any = None,
    states: Any = None,
    missing: MissingName = "error",
    missing_values: Any = (),
    accept: Any = None,
    columns: ColumnsName = "same",
    decimal: DecimalSign | None = None,
) -> Report:
    """Find every problem of every table at once: where it is, what it is, and what to write instead.

    :func:`mcbnc.learn_many` ends with the first problem. This collects all of them.
    If the report has no error, then :func:`mcbnc.learn` and :func:`mcbnc.learn_many` take the tables with
    the same arguments, and so does :func:`mcbnc.learn_jointly` with a discrete score.

    Parameters
    ----------
    datasets : table, or sequence or dict of tables
        One table as in :func:`mcbnc.learn`, or several as in :func:`mcbnc.learn_many`. A dict has the names
        of the sites.
    score : str or score object
        As in :func:`mcbnc.learn`. The discrete scores take states, and the Gaussian ones numbers.
    names, states, missing, missing_values, accept, columns, decimal
        As in :func:`mcbnc.learn_many`. Give what you will give there.

    Returns
    -------
    Report
        Its `ok` says whether there is no error. ``print(report)`` shows all.

    Raises
    ------
    InvalidInputError
        A bad argument other than `datasets`, or an option that a Gaussian score does not take.

    Notes
    -----
    Errors are what learning refuses: files that cannot be read, columns that not all tables have, missing
    values, decimals, identifiers. For a Gaussian score they are texts that are no numbers, infinite numbers
    and columns of one value. For "bic-g" they are also columns of which one is a linear function of others,
    and no more rows than columns. Warnings are the :class:`mcbnc.DataWarning` that learning gives, and more:
    columns of one value, rows left out by ``missing="drop"``, and values that differ between sites, such as
    "M" at one site and "Male" at another.

    Examples
    --------
    >>> import mcbnc
    >>> north = {"smoker": ["no", "yes"] * 20, "dose": [0.5, 1.5] * 20}
    >>> south = {"smoker": ["no", "y"] * 20}
    >>> report = mcbnc.check({"north": north, "south": south})
    >>> report.ok
    False
    >>> for problem in report.problems:
    ...     print(problem.severity, problem.site, problem.column, problem.problem, sep=" | ")
    error | south | dose | the column is missing
    error | north | dose | 0.5 is no whole number
    warning | None | smoker | one value may have two names, 'y' at south and 'yes' at north
    """
    chosen = read_score(score)
    options = read_row_options(
        names=names,
        states=states,
        missing=missing,
        missing_values=missing_values,
        accept=accept,
        columns=columns,
        decimal=decimal,
    )
    if chosen.gaussian:
        refuse_options_of_states(options)
    several = several_tables(datasets)
    if several is None and isinstance(datasets, Iterator):
        several = dict(enumerate(list_of(datasets, MOST_GRAPHS, "datasets")))
    given = [datasets] if several is None else list(several.values())
    sites, single = _site_names(given, several), several is None
    with worded(SiteWords(wording(), sites, single)):
        checking = CheckingNumbers if chosen.gaussian else CheckingStates
        return checking(given, sites, single, chosen, options).report()


def _site_names(given: Sequence[Any], several: Mapping[Hashable, Any] | None) -> list[Hashable]:
    """The names of the tables: a dict's keys, else the files, else their numbers."""
    if several is not None and list(several) != list(range(len(given))):
        return list(several)
    names = [os.fspath(one) if isinstance(one, (str, os.PathLike)) else k for k, one in enumerate(given)]
    return names if len(set(names)) == len(names) else list(range(len(given)))
