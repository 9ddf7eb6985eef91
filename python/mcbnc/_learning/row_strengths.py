"""What rows say of each pair of nodes, as one source beside opinions: strengths and directions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .._base.fields import Options
from .._base.show import counted
from .._engine.request import Arrays
from .._inputs.opinions import Opinions, check_columns
from .._results.provenance import WithProvenance
from ..errors import InvalidInputError
from .parameters import FamilyRows


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
    status: str
    """How the searches ended."""
    draws: Mapping[str, int] = field(default_factory=dict)
    """The options of the resamples, if the call itself has drawn them."""
    cells: FamilyRows | None = None
    """The rows themselves. None: they are not here, as those of a bootstrap that was made before."""
    jointly: bool = False
    """Whether one structure says so, and no resamples."""

    def __str__(self) -> str:
        told = counted(self.rows, "row")
        return f"{told} of {counted(self.tables, 'table')}" if self.jointly else told

    def options(self) -> Options:
        """The fields of a request."""
        return {"row_count": self.rows, "jointly": self.jointly}

    def arrays(self, opinions: Opinions, given: bool) -> Arrays:
        """The arrays of a request, over the nodes of opinions. `given`: an argument gave their names."""
        own = self.places(opinions, given)
        among = np.ix_(own, own)
        columns = np.zeros(opinions.n, np.uint8)
        columns[own] = 1
        told = {"strength": self.strength, "direction": self.direction}
        arrays: Arrays = {"columns": columns}
        for name, values in told.items():
            arrays[name] = np.zeros((opinions.n, opinions.n))
            arrays[name][among] = values
        return arrays

    def places(self, opinions: Opinions, given: bool) -> NDArray[np.intp]:
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


def _refuse(problem: str) -> InvalidInputError:
    return InvalidInputError(f"rows: {problem}", argument="rows")
