"""The log-likelihood of held-out rows of numbers, or of numbers beside states."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._inputs.extend import extended
from .._inputs.inputs import Inputs
from .._rows.table import Table

RIDGE = 1e-9  # on the diagonal of covariance matrices, where variances of all rows are 1
MORE_ROWS = 4  # how many more rows than numbers a cell without a covariance matrix of its own has at most

Cells = NDArray[np.float64]


def of_numbers(graph: Inputs, data: Table, ess: float) -> float:
    """The log-likelihood of the second table's rows, by parameters of the first one's.

    The density of a node given its parents is that of all of them over that of the parents. The density of a
    set is the probability of its joint state, times a normal density in the cell of this state.
    """
    train, held_out = data.blocks()
    arcs = extended(graph).graphs[0]
    density = _Density(train, held_out, data.arity, ess)
    families = [(np.flatnonzero(arcs[:, y]).tolist(), y) for y in range(data.n)]
    return math.fsum(density.of(sorted([*parents, y])) - density.of(parents) for parents, y in families)


@dataclass
class _Density:
    """Densities of sets of columns. Those of numbers are in the units of the columns."""

    train: Cells
    held_out: Cells
    arity: list[int]
    ess: float

    def of(self, columns: list[int]) -> float:
        """The sum over the held-out rows of the log density of some columns."""
        states = [v for v in columns if self.arity[v]]
        numbers = [v for v in columns if not self.arity[v]]
        count = math.prod(self.arity[v] for v in states)
        seen, asked = self._cells(states)
        rows = self.train.shape[1]
        whole = _Normal(self.train[numbers])
        total = 0.0
        for cell in np.unique(asked):
            own, wanted = np.flatnonzero(seen == cell), np.flatnonzero(asked == cell)
            if states:
                prior, every = self.ess / count, rows + self.ess
                share = (len(own) + prior) / every if every else 0.0
                total += len(wanted) * (math.log(share) if share > 0 else -math.inf)
            if numbers:
                total += whole.within(own).log_density(self.held_out[np.ix_(np.array(numbers), wanted)])
        return total

    def _cells(self, states: list[int]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The number of the joint state of each row, of both tables."""
        own, other = self.train.shape[1], self.held_out.shape[1]
        if not states:
            return np.zeros(own, np.intp), np.zeros(other, np.intp)
        both = np.concatenate([self.train[states], self.held_out[states]], axis=1)
        cells = np.unique(both, axis=1, return_inverse=True)[1].ravel()
        return cells[:own], cells[own:]


class _Normal:
    """The normal density of some numbers, of maximum likelihood in some rows."""

    def __init__(self, cells: Cells) -> None:
        self.mean, self.scale = cells.mean(axis=1), cells.std(axis=1)
        self.scale[self.scale == 0] = 1.0
        self.cells = self._standardised(cells)
        self.center, self.covariance = np.zeros(len(cells)), _covariance(self.cells)

    def within(self, rows: NDArray[np.intp]) -> _Normal:
        """The density in the cell that has these rows: of many rows, their covariance too."""
        if len(rows) in (0, self.cells.shape[1]):
            return self
        cell = object.__new__(_Normal)
        cell.__dict__.update(self.__dict__)
        own = self.cells[:, rows]
        cell.center = own.mean(axis=1)
        if len(rows) > len(own) + MORE_ROWS:
            cell.covariance = _covariance(own)
        return cell

    def log_density(self, cells: Cells) -> float:
        """The sum over some rows."""
        apart = self._standardised(cells) - self.center[:, None]
        squares = float((apart * np.linalg.solve(self.covariance, apart)).sum())
        logs = float(np.linalg.slogdet(self.covariance)[1] + 2 * np.log(self.scale).sum())
        each = len(cells) * math.log(2 * math.pi) + logs
        return -(float(cells.shape[1] * each) + squares) / 2

    def _standardised(self, cells: Cells) -> Cells:
        standard: Cells = (cells - self.mean[:, None]) / self.scale[:, None]
        return standard


def _covariance(cells: Cells) -> Cells:
    apart = cells - cells.mean(axis=1, keepdims=True)
    covariance: Cells = apart @ apart.T / cells.shape[1] + RIDGE * np.eye(len(cells))
    return covariance
