"""What the consensuses of resampled clients agree on: edges, and thresholds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import read_only, unpack
from .._base.extras import import_extra
from .._base.options import check_level
from .._base.show import counted, theta_text
from .._engine.request import Reply
from .._inputs.inputs import Inputs
from .._inputs.origin import OfDags, Origin
from .._inputs.run_options import RunOptions
from .._plots.heat_map import HeatMapped, draw_stability
from .._results.chance import told_once
from .._results.edge_counts import EdgeCounts
from ..errors import InvalidInputError
from .consensus import consensus
from .results import ConsensusResult


class Stability(OfDags, HeatMapped):
    """How often the consensus of resampled clients joins each pair of nodes, and by which edge.

    Made by :func:`mcbnc.stability`. It holds plain arrays, O(n^2) of them and n^2 bits a run: it may
    be pickled, sent to another process, and used after a fork. If it was stopped before its first
    run was done, shares and intervals are NaN.

    In the picture of :meth:`plot`, the cell in row i and column j is the share of runs whose class has
    nodes[i] -> nodes[j] or nodes[i] - nodes[j]. The stronger of the two cells of a pair shows the direction.
    If both cells are equally strong, the edge has no direction.
    """

    def __init__(
        self,
        inputs: Inputs,
        counts: NDArray[np.int64],
        scheme: str,
        options: RunOptions,
        dropped: list[int],
        reply: Reply,
    ) -> None:
        self._origin = Origin.of(inputs, dropped)
        self._arrays = reply.arrays
        self._counts = counts[: self.runs]
        self._scheme = scheme
        self._options = options
        self._status = str(reply.info["status"])
        self._seconds = float(reply.info["seconds"])

    def __repr__(self) -> str:
        once, always = self._count_pairs()
        low, high = self.theta_interval()
        found = (
            f"{counted(once, 'pair')} joined at least once, {always} in every run; "
            f"theta {theta_text(low)} to {theta_text(high)} in 95 %"
            if self.runs
            else "no run was done"
        )
        return (
            f"<Stability: {counted(self.runs, f'{self.scheme} run')} over {self._origin.describe_inputs()}, "
            f"{counted(len(self._origin.nodes), 'node')}; {found}; {self.status} in {self.seconds:.3g} s>"
        )

    @property
    def runs(self) -> int:
        """How many runs were done: all, unless :attr:`status` says otherwise."""
        return len(self._arrays["theta"])

    @property
    def scheme(self) -> str:
        """``"bootstrap"`` or ``"leave-one-out"``."""
        return self._scheme

    @property
    def status(self) -> str:
        """``"complete"``, or for the runs done so far ``"time_limit"`` or ``"cancelled"``."""
        return self._status

    @property
    def seconds(self) -> float:
        """How long the engine took."""
        return self._seconds

    @property
    def counts(self) -> NDArray[np.int64]:
        """(runs, r) int64, read-only: how many times each run took each client, as `mcbnc.batch` takes it."""
        return read_only(self._counts)

    @property
    def thetas(self) -> NDArray[np.float64]:
        """(runs,) float64, read-only: the threshold in force in each run."""
        return read_only(self._arrays["theta"])

    @property
    def joined(self) -> NDArray[np.float64]:
        """(n, n) float64, symmetric: the share of runs whose consensus joins nodes[i] and nodes[j]."""
        return self._edges.shares(self._edges.joined)

    @property
    def directed(self) -> NDArray[np.float64]:
        """(n, n) float64: [i, j] the share of runs whose class has nodes[i] -> nodes[j].

        The class is that of :attr:`mcbnc.ConsensusResult.cpdag`.
        """
        return self._edges.shares(self._edges.directed)

    @property
    def undirected(self) -> NDArray[np.float64]:
        """(n, n) float64, symmetric: the share of runs whose class has nodes[i] - nodes[j]."""
        return self._edges.shares(self._edges.undirected)

    def theta_interval(self, level: float = 0.95) -> tuple[float, float]:
        """The middle `level` of :attr:`thetas`: its quantiles (1 - level) / 2 and (1 + level) / 2.

        For a bootstrap this is the percentile interval of theta. Leave-one-out runs differ by one
        client each: theirs says how far a single client moves theta, and is no confidence interval.

        Parameters
        ----------
        level : float
            Above 0 and at most 1, which gives the least and the greatest.

        Returns
        -------
        (low, high) : tuple of float
            Both are among :attr:`thetas`.
        """
        level = check_level(level)
        if not self.runs:
            return float("nan"), float("nan")
        low, high = np.quantile(self.thetas, [(1 - level) / 2, (1 + level) / 2], method="inverted_cdf")
        return float(low), float(high)

    def consensus(self, theta: float | Literal["auto"] = 0.5) -> ConsensusResult:
        """The consensus of the runs' DAGs, each of which counts once.

        Parameters
        ----------
        theta : float or "auto"
            As in :func:`mcbnc.consensus`. The runs' own ``k_max``, ``cap``, ``start``, ``canonical`` and
            constraints are used.

        Raises
        ------
        InvalidInputError
            Also where no run was done.
        """
        if not self.runs:
            raise InvalidInputError("no run was done before it was stopped, so there is nothing to agree on")
        nodes = self._origin.nodes
        dags = unpack(self._arrays["packed"], len(nodes))
        with told_once(before=True):
            found = consensus(
                dags, theta, nodes=nodes if self._origin.named else None, **self._options.arguments(nodes)
            )
        found._run = replace(found._run, resamples=True)
        return found

    def to_frame(self) -> Any:
        """A :class:`pandas.DataFrame`, one row for each pair that a run joined, the most joined first.

        The columns are ``u``, ``v``, ``joined``, ``u->v``, ``v->u`` and ``undirected``. ``joined`` is the
        share of runs that join u and v. The last three columns split this share by the edge in the
        runs' classes. Needs pandas.
        """
        return import_extra("pandas").DataFrame(self._columns())

    def _columns(self) -> dict[str, Any]:
        """The columns of :meth:`to_frame`."""
        often = np.triu(self._edges.joined, 1)
        i, j = np.nonzero(often)
        by_share = np.argsort(-often[i, j], kind="stable")
        i, j = i[by_share], j[by_share]
        return {
            "u": [self._origin.nodes[k] for k in i.tolist()],
            "v": [self._origin.nodes[k] for k in j.tolist()],
            "joined": self.joined[i, j],
            "u->v": self.directed[i, j],
            "v->u": self.directed[j, i],
            "undirected": self.undirected[i, j],
        }

    def _facts(self) -> dict[str, Any]:
        once, always = self._count_pairs()
        low, high = self.theta_interval()
        return {
            "runs": f"{self.runs} ({self.scheme})",
            "pairs joined": f"{once} at least once, {always} in every run",
            "threshold θ": f"{theta_text(low)} to {theta_text(high)} in 95 % of the runs",
            "nodes": len(self._origin.nodes),
            "inputs": self._origin.describe_inputs(),
            "status": f"{self.status} in {self.seconds:.3g} s",
        }

    def _rows_drawn(self) -> int:
        return len(self._origin.nodes) if self.runs else 0

    def _draw(self, **where: Any) -> Any:
        shares = self.directed + self.undirected
        return draw_stability(shares, self._origin.nodes, self.runs, self.theta_interval(), **where)

    @property
    def _edges(self) -> EdgeCounts:
        return EdgeCounts(self.runs, self._arrays["directed"], self._arrays["undirected"])

    def _count_pairs(self) -> tuple[int, int]:
        """How many pairs at least one run joins, and how many every run."""
        pairs = self._edges.pairs
        return int(np.count_nonzero(pairs)), int(np.count_nonzero(pairs == self.runs))
