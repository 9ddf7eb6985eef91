"""All problems of all tables at once, found by the very functions that learning reads tables with."""

from __future__ import annotations

from typing import Any

from .._base.scoring import ScoreOption
from .report import Report
from .rows import Rows


def check(
    datasets: Any,
    *,
    score: ScoreOption | None = None,
) -> Report:
    """Find every problem of every table at once: where it is, what it is, and what to write instead.

    :func:`mcbnc.learn_many` ends with the first problem. This collects all of them.
    If the report has no error, then :func:`mcbnc.learn` and :func:`mcbnc.learn_many` take the tables with
    the same score, and so does :func:`mcbnc.learn_jointly` with a discrete score.

    Parameters
    ----------
    datasets : table, sequence or dict of tables, or Rows
        One table as in :func:`mcbnc.learn`, or several as in :func:`mcbnc.learn_many`. A dict has the names
        of the sites. Give the :class:`mcbnc.Rows` that you will give there.
    score : str or score object, optional
        As in :func:`mcbnc.learn`. The discrete scores take states, the Gaussian ones numbers, and those of
        mixed columns both. Default: as there.

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
    Errors are what learning refuses: files that cannot be read, columns that not all tables have, states that
    a site has in place of all others' states, tables without rows, missing values, decimals, identifiers. For
    a Gaussian score they are texts that are no numbers, infinite numbers and columns of one value. For a
    score of mixed columns, columns of states have the former errors, and columns of numbers the latter. For
    "bic-g" they are also columns of which one is a linear function of others, and no more rows than columns.
    Warnings are the :class:`mcbnc.DataWarning` that learning gives, and more: columns of one value, and rows
    left out by ``missing="drop"``.

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
    warning | None | None | columns of numbers beside columns of states, and no score: score='bic-cg' is taken
    warning | None | smoker | states that may mean the same, in 'smoker' ('yes' in north, and 'y' in south)
    """
    rows = datasets if isinstance(datasets, Rows) else Rows(datasets)
    return rows.report(score)
