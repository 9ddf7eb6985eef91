"""The arguments `data` and `datasets`: tables, and how they are to be read, in one object."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from .._base.options import MOST_GRAPHS, check_word, list_of
from .._base.scoring import ScoreOption, cells_of
from .._base.show import counted, shown
from .._base.sites import sites_of
from .._base.warn import warn
from .._base.wording import Sites, wording
from ..errors import DataWarning, InvalidInputError
from .align import read_table
from .binned import recipe_of
from .changes import Changes, changes_of, tell_changes
from .made import is_made_by
from .opened import NO_ROWS, Opened, cells_for, count_rows, list_datasets, open_table, several_tables
from .options import RowOptions, read_row_options
from .recipe import Recipe, sites_of_recipe
from .repeats import tell_shared
from .steps import Tally, tidied
from .table import Table
from .words import COLUMNS, ColumnsName, DecimalSign, MissingName, RepeatsName

if TYPE_CHECKING:
    from .report import Report


class Rows:
    """The rows of one site or of several, and how to read them. All functions that take tables take it.

    They are read and checked when a function first needs them, and kept: as states for the discrete scores,
    as numbers for the Gaussian ones, and as both for the scores of mixed columns. Later calls with the same
    object read nothing again, and give no warning again. So changes of a table after the first call have no
    effect.

    Parameters
    ----------
    data : table, or sequence or dict of tables
        One table as in :func:`mcbnc.learn`, or several as in :func:`mcbnc.learn_many`. A dict has the names
        of the sites. A dict of one table is that table for functions that take one: a recipe then knows its
        site.
    names : sequence of hashable, optional
        The n names of the columns of an array or of lists, in their order. Default: 0..n-1.
    states : dict or sequence, optional
        For each node, by name or in the order of the columns, the list of its states. A number k
        stands for the states 0..k-1. A dict may leave nodes out. If a list holds words only, a
        column of whole numbers is read as places in the list. Default: the categories of a
        categorical column, and in other columns the values that occur at any site. So all sites count the
        same states, also the rare ones. Scores depend on the number
        of states, also of states that no row has. Scores do not depend on the names or the order of
        states. Real-valued data have no states.
    missing : {"error", "drop", "state", "fill"}
        What becomes of missing values. They are None, NaN, pandas' NA, empty cells, and the texts "NA",
        "NaN", "nan" and "<NA>". "error" refuses them. "drop" leaves out each row with a missing value,
        and :attr:`mcbnc.Learned.rows_left_out` is the number of these rows. "state" makes a state
        "value_missing" of them, which real-valued data cannot have. "fill" is for :func:`mcbnc.learn`,
        :func:`mcbnc.learn_many` and :func:`mcbnc.learn_jointly`: chains fill states by draws and vote, and
        numbers count by their expectation. :attr:`mcbnc.Learned.filled` counts the cells, and rows without
        any value are left out. See :doc:`/missing`.
    missing_values : value or sequence of values, optional
        Other values that mean a missing value in every column, such as "?" or -9. Texts and numbers are
        compared as texts, so -9 is also the text "-9" of a CSV file.
    accept : True or sequence of names, optional
        Columns to be taken as they are; True means all of them. Their values are states, also decimals,
        identifiers and texts such as "NA". A column with given `states` is accepted too. Neither are their
        states compared between sites, nor their names with names that look the same.
    decimal : {".", ","}, optional
        The decimal sign of numbers that are texts, where a column leaves it open, as in
        :func:`mcbnc.discretize`.
    columns : {"same", "common", "union"}
        "same" refuses tables that do not have the same names. "common" leaves out the columns that not
        all tables have, and :attr:`mcbnc.Learned.columns_left_out` has those of each table. "union" takes
        all columns: :func:`mcbnc.learn_many` learns each structure over its table's own, and
        :func:`mcbnc.learn_jointly` one over all of them.
    repeats : {"keep", "distinct"}
        "distinct" leaves out the rows of a site that are equal to another one, and
        :attr:`mcbnc.Learned.rows_left_out` counts them. "keep" keeps all, and a DataWarning names the
        sites that seem to have repeated rows.
    recipe : Recipe, path or text, optional
        What is to be changed in the tables before all else, as in :class:`mcbnc.Recipe`: names, values that
        mean that there is no value, dates, numbers, states, bins, columns and rows. The sites of the recipe
        are the names of the dict of tables, or the names of files without folder and suffix, or the numbers
        of the tables. A DataWarning names lines that change nothing, and values that a line cannot read.
        :attr:`changes` has what was changed.

    Raises
    ------
    InvalidInputError
        A bad argument other than `data`. What is wrong with the tables is an error of the function that
        reads them, and :meth:`report` lists all of it.

    Examples
    --------
    >>> import mcbnc
    >>> north = {"smoker": ["no", "yes", "?"] * 20, "cough": ["no", "yes", "yes"] * 20}
    >>> south = {"smoker": ["no", "yes", "no"] * 20, "cough": ["no", "yes", "no"] * 20}
    >>> rows = mcbnc.Rows({"north": north, "south": south}, missing="state", missing_values="?")
    >>> rows
    <Rows: 120 rows x 2 columns, 2 sites>
    >>> rows.report().ok
    True
    >>> len(mcbnc.learn_many(rows)), mcbnc.learn_jointly(rows).states["smoker"]
    (2, ['no', 'value_missing', 'yes'])
    """

    _sites: list[str] | None
    """What a recipe calls the tables. None: the only table has no name."""

    def __init__(
        self,
        data: Any,
        *,
        names: Any = None,
        states: Any = None,
        missing: MissingName = "error",
        missing_values: Any = (),
        accept: Any = None,
        decimal: DecimalSign | None = None,
        columns: ColumnsName = "same",
        repeats: RepeatsName = "keep",
        recipe: Recipe | str | os.PathLike[str] | None = None,
    ) -> None:
        if isinstance(data, Rows):
            raise InvalidInputError("data are Rows already: give their tables", argument="data")
        options = read_row_options(
            names=names,
            states=states,
            missing=missing,
            missing_values=missing_values,
            accept=accept,
            decimal=decimal,
            columns=columns,
            repeats=repeats,
            recipe=recipe,
        )
        if isinstance(data, Iterator):
            data = list_of(data, MOST_GRAPHS, "data")
        several = several_tables(data)
        self._keep([data] if several is None else list(several.values()), several is not None, options)
        self._data = data
        names = list(data) if several is not None and isinstance(data, Mapping) else None
        self._sites = sites_of_recipe(self._given, names, several is not None)
        if options.recipe is not None:
            options.recipe.check_sites(self._sites, single=len(self._given) == 1)

    @classmethod
    def _plain(cls, tables: list[Any], several: bool, options: RowOptions | None = None) -> Rows:
        """Tables that came without options. `several`: a function for several tables got them."""
        rows = cls.__new__(cls)
        rows._keep(tables, several, options or _DEFAULT, "datasets" if several else "data")
        rows._data = tables if several else tables[0]
        rows._sites = None
        return rows

    def _keep(self, given: list[Any], several: bool, options: RowOptions, argument: str = "data") -> None:
        for k, one in enumerate(given):
            if isinstance(one, Rows):
                raise InvalidInputError(
                    f"{wording().place(argument, k)} is one of Rows: give one Rows of all tables, as in "
                    "Rows([table, table])",
                    argument=argument,
                    dag=k,
                )
        self._given = given
        self._several = several
        self._options = options
        self._opened: dict[tuple[bool, int], Opened] = {}
        """The tables by number, with the cells of files read as numbers (True) or as states (False)."""
        self._read: dict[str, Table] = {}
        """What was made of all tables, by the kind of cells."""
        self._tallies: dict[int, Tally] = {}
        """What a recipe changed in each table."""
        self._told = False
        """Whether a warning has told what the recipe did not change."""

    def __len__(self) -> int:
        """Return the number of rows that were given, of all sites together."""
        return sum(map(count_rows, self._any_tables()))

    def __repr__(self) -> str:
        if not self._opened and any(isinstance(one, (str, os.PathLike)) for one in self._given):
            return f"<Rows: {counted(len(self._given), 'table')}, not read yet>"
        try:
            every = sorted({table.n for table in self._any_tables()})
        except InvalidInputError:  # report() lists what is wrong
            return f"<Rows: {counted(len(self._given), 'table')} that cannot be read>"
        columns = counted(every[0], "column") if len(every) == 1 else f"{every[0]} to {every[-1]} columns"
        sites = f", {counted(len(self._given), 'site')}" if self._several else ""
        return f"<Rows: {counted(len(self), 'row')} x {columns}{sites}>"

    def report(self, score: ScoreOption | None = None) -> Report:
        """Report what is in each column of each site, and what is wrong with it: :func:`mcbnc.check` of this.

        Parameters
        ----------
        score : str or score object, optional
            As in :func:`mcbnc.check`.

        Returns
        -------
        Report
        """
        from .check_tables import report_on

        return report_on(
            self._data,
            not self._several,
            score,
            self._options,
            self._table,
            self._tell_changes,
            self._sites,
        )

    def _as_table(self, score: str | None, argument: str, then: str = "learn") -> Table:
        """The rows for a score, as those of an argument. `then` is the engine's operation on them."""
        cells = cells_of(score)
        if cells == "any" and "states" in self._read:  # then no column has decimals, unless it is accepted
            cells = "states"
        if cells not in self._read:
            tables = self._tables(score, argument)
            table = read_table(tables, score, self._options, then)
            table = replace(table, options=self._options, recipe=self._recipe())
            for opened in tables:  # the table has all cells, and memory is counted for one copy of them
                opened.read.clear()
            if self._several and all(table.rows):
                tell_shared(table)
            if cells == "any":
                self._read["states" if table.coded else "mixed"] = table
            self._read[cells] = table
        return self._read[cells]

    def _tables(self, score: str | None, argument: str) -> list[Opened]:
        """The tables split into columns, as those of an argument. Files are read once."""
        tables = [self._table(k, score, argument) for k in range(len(self._given))]
        self._tell_changes()
        return tables

    def _any_tables(self) -> list[Opened]:
        """The tables, with the cells of files read in any way. What was read is not read again."""
        return [
            self._opened.get((True, k)) or self._table(k, "bdeu", "data") for k in range(len(self._given))
        ]

    def _table(self, k: int, score: str | None, argument: str) -> Opened:
        key = cells_of(score) == "numbers", k
        table = self._opened.get(key)
        if table is None:
            dag, names = k if self._several else None, self._options.names
            recipe, site = self._options.recipe, None if self._sites is None else self._sites[k]
            made = recipe is not None and is_made_by(recipe, self._given[k])
            lines = None if recipe is None or made else recipe.lines_of(site)
            table = open_table(self._given[k], argument, dag, names, cells_for(score, self._options, lines))
            if recipe is not None:
                table, self._tallies[k] = tidied(table, site, recipe, self._options, made)
            if made and recipe is not None:
                warn(
                    f"{table.place}: {recipe.place} made this table, so it is not applied again", DataWarning
                )
            self._opened[key] = table
        return table if table.argument == argument else table._replace(argument=argument)

    def _recipe(self) -> str | None:
        """The hash of the recipe that makes the tables, or has made all of them. None: there is none."""
        if self._options.recipe is not None:
            return self._options.recipe.sha256
        makers = {*map(recipe_of, self._given)}
        return makers.pop() if len(makers) == 1 else None

    def _tell_changes(self) -> None:
        """Warn once of what the recipe did not change. All tables are open."""
        if self._options.recipe is None or self._told or len(self._tallies) < len(self._given):
            return
        self._told = True
        alone = None if self._sites is None or len(self._given) > 1 else self._sites[0]
        tell_changes(self._options.recipe, self._by_site(), alone)

    def _by_site(self) -> dict[str, Tally]:
        names = [""] if self._sites is None else self._sites
        return {names[k]: self._tallies[k] for k in sorted(self._tallies)}

    @property
    def changes(self) -> Changes:
        """What the recipe changed: the number of cells, by site and line. Without a recipe it is empty."""
        if self._options.recipe is not None:
            self._any_tables()
        return changes_of(self._by_site() if self._tallies else {})

    def _read_by(self, options: RowOptions) -> Rows:
        """The same rows, read by these options."""
        if _other_part(self._options, options) is None:
            return self
        rows = Rows._plain(self._given, self._several, options)
        rows._sites = self._sites
        return rows

    def _alone(self) -> Rows:
        """The only one of several tables, as a table. A recipe calls it by its name all the same."""
        rows = Rows._plain(self._given, False, self._options)
        rows._sites = self._sites
        return rows

    def _sites_as(self, argument: str) -> Sites | None:
        """The sites, if they have names, as those of an argument of a function."""
        given = self._data if isinstance(self._data, Mapping) else self._given
        return sites_of(given, argument) if self._several else None


def check(
    datasets: Any, *, score: ScoreOption | None = None, recipe: Recipe | str | os.PathLike[str] | None = None
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
    recipe : Recipe, path or text, optional
        What is to be changed in the tables before all else, as in :class:`mcbnc.Rows`.

    Returns
    -------
    Report
        Its `ok` says whether there is no error. ``print(report)`` shows all, and ``report.recipe()`` is what
        may mend the tables.

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
    if not isinstance(datasets, Rows):
        return Rows(datasets, recipe=recipe).report(score)
    if recipe is not None:
        raise InvalidInputError("datasets are Rows already: give the recipe there", argument="recipe")
    return datasets.report(score)


def read_rows(data: Any, score: str | None, then: str = "learn", fill: bool = False) -> Table:
    """Read the argument `data` of a function that takes one table. `score` is None if the caller gave none.

    `then` is the engine's operation on the rows, whose memory is counted too. `fill`: the function takes
    cells without a value.
    """
    table: Table = _of_one(data, "data")._as_table(score, "data", then)
    _refuse_no_rows(table)
    _check(table, fill=fill)
    return table


def chosen_columns(datasets: Any, columns: str | None) -> str:
    """The option `columns`, given by an argument of that name (None: it is not) or by Rows."""
    own: str = datasets._options.columns if isinstance(datasets, Rows) else _DEFAULT.columns
    if columns is None:
        return own
    check_word(columns, "columns", COLUMNS)
    if own not in (columns, _DEFAULT.columns):
        raise InvalidInputError(
            f"columns is {shown(columns)}, but these Rows have {shown(own)}: leave one of the two out",
            argument="columns",
        )
    return columns


def read_datasets(
    datasets: Any,
    score: str | None,
    then: str = "learn",
    columns: str | None = None,
    union: bool = False,
    fill: bool = False,
) -> Table:
    """Read the argument `datasets` of a function that takes several tables.

    `columns` is the function's argument of that name, if it has one. `union`: the function takes tables with
    different columns. `fill`: it takes cells without a value.
    """
    chosen = chosen_columns(datasets, columns)
    if not isinstance(datasets, Rows):
        options = replace(_DEFAULT, columns=chosen)
        datasets = Rows._plain(list_datasets(datasets), several=True, options=options)
    elif chosen != datasets._options.columns and datasets._several:
        datasets = datasets._read_by(replace(datasets._options, columns=chosen))
    elif not datasets._several:
        raise InvalidInputError(
            "datasets must be several tables, but these Rows have one; "
            f"{wording().function('learn')} takes one",
            argument="datasets",
        )
    table: Table = datasets._as_table(score, "datasets", then)
    _refuse_no_rows(table)
    _check(table, union, fill)
    return table


def read_together(given: dict[str, Any], score: str) -> tuple[Table, Opened, list[Hashable] | None]:
    """Read one table of each argument, all in the same way.

    Also return the first of them as it was opened, and the names that Rows give.
    """
    every = {argument: _of_one(data, argument) for argument, data in given.items()}
    options = _same_options(every)
    if len(every) == 1:
        ((argument, rows),) = every.items()
        table = rows._as_table(score, argument)
        tables = rows._tables(score, argument)
    else:
        tables = [rows._read_by(options)._table(0, score, argument) for argument, rows in every.items()]
        table = read_table(tables, score, options)
    _check(table)
    return table, tables[0], options.names


def _refuse_no_rows(table: Table) -> None:
    """Refuse tables without a row left. Their structures would have no edge, and a vote."""
    for (argument, dag, place, *_), rows, left_out in zip(
        table.places, table.rows, table.rows_left_out, strict=True
    ):
        if not rows:
            problem = "no row has a value" if left_out else NO_ROWS
            raise InvalidInputError(f"{place}: {problem}", argument=argument, dag=dag)


def _check(table: Table, union: bool = False, fill: bool = False) -> None:
    """Refuse what a function cannot take: different columns, unless `union`, and gaps, unless `fill`."""
    if table.seen is not None and not union:
        raise InvalidInputError(
            "columns='union' is for mcbnc.learn_many, mcbnc.learn_jointly and federations: this function "
            "needs tables with the same columns",
            argument="columns",
        )
    if table.gaps and not fill:
        raise InvalidInputError(
            "missing='fill' is for mcbnc.learn, mcbnc.learn_many and mcbnc.learn_jointly: this function "
            "needs a value in every cell",
            argument="missing",
        )


def _of_one(data: Any, argument: str) -> Rows:
    """The argument of a function that takes one table."""
    rows = data if isinstance(data, Rows) else Rows._plain([data], several=False)
    if rows._several and len(rows._given) == 1:  # a table with the name of its site
        return rows._alone()
    if rows._several:
        raise InvalidInputError(
            f"{argument} must be one table, but these Rows have {counted(len(rows._given), 'site')}; "
            "mcbnc.learn_many takes several",
            argument=argument,
        )
    return rows


def _same_options(every: dict[str, Rows]) -> RowOptions:
    """The options of all arguments. Those of one hold for tables without options too."""
    given = {name: rows._options for name, rows in every.items() if _other_part(rows._options, _DEFAULT)}
    if not given:
        return _DEFAULT
    (name, first), *others = given.items()
    for other, options in others:
        if part := _other_part(first, options):
            raise InvalidInputError(
                f"{name} and {other} must be read in the same way, but their Rows have other {part}",
                argument=other,
            )
    return first


def _other_part(one: RowOptions, other: RowOptions) -> str | None:
    """The first option in which two differ. They are compared as they are shown: arrays are options too."""
    if one is other:
        return None
    names = (part.name for part in fields(RowOptions))
    return next((name for name in names if shown(getattr(one, name)) != shown(getattr(other, name))), None)


_DEFAULT = read_row_options()
