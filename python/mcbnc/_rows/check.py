"""All problems of all tables at once, found by the very functions that learning reads tables with."""

from __future__ import annotations

from typing import Any

from .._base.scoring import ScoreOption
from .report import Report
from .rows import Rows


def check(
    datasets: Any,
    *,
    score: ScoreOption = "bdeu",
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
    score : str or score object
        As in :func:`mcbnc.learn`. The discrete scores take states, and the Gaussian ones numbers.

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
    rows = datasets if isinstance(datasets, Rows) else Rows(datasets)
    return rows.report(score)
