"""What rows say of each pair of nodes, as one source beside opinions: strengths and directions."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.fields import Options
from .._base.options import check_count, check_resamples
from .._base.place import bare, error_at
from .._base.show import counted
from .._engine.request import Arrays
from .._inputs.opinions import Opinions, check_columns
from .._results.provenance import WithProvenance
from .._rows.opened import several_tables
from .._rows.rows import Rows
from ..errors import InvalidInputError
from .bootstrap import Bootstrap, bootstrap
from .jointly import learn_jointly

USUAL = 50
"""The resamples that are drawn unless a caller says."""


@dataclass(frozen=True)
class RowStrengths:
    """What rows say."""

    nodes: list[Hashable]
    named: bool
    rows: int
    tables: int
    strength: NDArray[np.float64]
    """(n, n), symmetric: the share of resamples that join a pair; of several tables 0 or 1."""
    direction: NDArray[np.float64]
    """(n, n): of these the share with nodes[i] -> nodes[j], an undirected edge half."""
    found: WithProvenance
    """The bootstrap or the structure that says so. It has how it was made."""

    def __str__(self) -> str:
        told = counted(self.rows, "row")
        return told if self.tables == 1 else f"{told} of {self.tables} tables"

    def options(self) -> Options:
        """The fields of a request."""
        return {"row_count": self.rows, "jointly": self.tables > 1}

    def arrays(self, opinions: Opinions, given: bool) -> Arrays:
        """The arrays of a request, over the nodes of opinions. `given`: an argument gave their names."""
        own = self._places(opinions, given)
        among = np.ix_(own, own)
        columns = np.zeros(opinions.n, np.uint8)
        columns[own] = 1
        told = {"strength": self.strength, "direction": self.direction}
        arrays: Arrays = {"columns": columns}
        for name, values in told.items():
            arrays[name] = np.zeros((opinions.n, opinions.n))
            arrays[name][among] = values
        return arrays

    def _places(self, opinions: Opinions, given: bool) -> NDArray[np.intp]:
        """The places of the columns among the nodes. Columns without names have the given ones."""
        n, alike = len(self.nodes), self.named == opinions.named
        if not self.named and (alike or given):
            if n != opinions.n:
                raise _refuse(
                    f"there are {counted(n, 'column')} without names, and {counted(opinions.n, 'node')}"
                )
            return np.arange(n)
        if not alike:
            bare_one, other = ("opinions", "rows") if self.named else ("rows", "opinions")
            raise _refuse(f"{bare_one} have no names, but {other} have: give the names of both")
        return check_columns(self.nodes, opinions)


def read_row_strengths(rows: Any, resamples: Any, seed: Any) -> RowStrengths | None:
    """Read the arguments `rows`, `resamples` and `seed`. None: there are no rows."""
    count = check_resamples(resamples, none=f"be left out for {USUAL}")
    number = check_count(seed, "seed", none="be left out for 0")
    if rows is None:
        return None
    if isinstance(rows, Bootstrap):
        return _of_bootstrap(rows)
    tables = _tables(rows)
    with _of_rows():
        if tables is not None and len(tables) > 1:
            return _of_tables(rows, len(tables))
        alone = rows if tables is None or isinstance(rows, Rows) else tables[0]
        return _of_bootstrap(bootstrap(alone, count, seed=number))


def _tables(rows: Any) -> list[Any] | None:
    """Several tables. None: it is one table."""
    if isinstance(rows, Rows):
        return list(rows._given) if rows._several else None
    several = several_tables(rows)
    return None if several is None else list(several.values())


def _of_bootstrap(boot: Bootstrap) -> RowStrengths:
    if not boot.resamples:
        raise _refuse("no resample was done before the bootstrap was stopped")
    return RowStrengths(boot.nodes, boot._named, boot.rows, 1, boot.strength, boot.direction, boot)


def _of_tables(tables: Any, count: int) -> RowStrengths:
    """One structure of several tables. Sites that are left out as unlike the others have no say."""
    joint = learn_jointly(tables)
    if joint.seen.unseen:
        raise _refuse(
            f"{counted(joint.seen.unseen, 'pair')} of columns are in no table together; rows must have all"
        )
    joined = np.asarray(joint) | np.asarray(joint).T
    both = np.asarray(joint.cpdag) & np.asarray(joint.cpdag).T
    direction = np.where(both, 0.5, np.asarray(joint.cpdag))
    rows_used = sum(site.rows for k, site in enumerate(joint.sites) if k not in joint._dropped)
    strength = joined.astype(np.float64)
    return RowStrengths(joint.nodes, joint.named, rows_used, count, strength, direction, joint)


def _refuse(problem: str) -> InvalidInputError:
    return InvalidInputError(f"rows: {problem}", argument="rows")


@contextmanager
def _of_rows() -> Iterator[None]:
    """Let errors of the functions that learn from rows be about this argument."""
    try:
        yield
    except InvalidInputError as error:
        raise error_at(type(error), bare(error), "rows", error.dag, error.nodes) from None
