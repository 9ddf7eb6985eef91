"""How sure a consensus is: the whole of it, again and again, on resampled clients."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import read_only, unpack
from .._base.extras import import_extra
from .._base.options import check_level, check_resamples, check_seed, check_word, read_theta, read_time_limit
from .._base.show import counted
from .._engine.progress import ProgressOption, make_watch
from .._engine.request import Arrays, Reply, execute
from .._inputs.convert import Inputs, read_dags, read_weights
from .._inputs.outliers import describe_dags, read_outliers
from .._inputs.run_options import RunOptions
from ..errors import InvalidInputError
from .consensus import consensus
from .results import ConsensusResult

__all__ = ["Stability", "stability"]

_SCHEMES = ("bootstrap", "leave-one-out")


class Stability:
    """How often the consensus of resampled clients joins each pair of nodes, and by which edge.

    Made by :func:`mcbnc.stability`. It holds plain arrays, O(n^2) of them and n^2 bits a run: it may
    be pickled, sent to another process, and used after a fork. If it was stopped before its first
    run was done, shares and intervals are NaN.
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
        self._nodes, self._named = inputs.nodes, inputs.named
        self._arrays = reply.arrays
        self._counts = counts[: self.runs]
        self._scheme = scheme
        self._options = options
        self._dropped = dropped
        self._extended = inputs.extended
        self._status = str(reply.info["status"])
        self._seconds = float(reply.info["seconds"])

    def __repr__(self) -> str:
        often = self._joins()[np.triu_indices(len(self._nodes), 1)]
        low, high = self.theta_interval()
        found = (
            f"{counted(np.count_nonzero(often), 'pair')} joined at least once, "
            f"{np.count_nonzero(often == self.runs)} in every run; theta {low:.4g} to {high:.4g} in 95 %"
            if self.runs
            else "no run was done"
        )
        return (
            f"<Stability: {counted(self.runs, f'{self.scheme} run')} over {self._describe_inputs()}, "
            f"{counted(len(self._nodes), 'node')}; {found}; {self.status} in {self.seconds:.3g} s>"
        )

    @property
    def nodes(self) -> list[Hashable]:
        """The n nodes' names (0..n-1 where unnamed), in the order of the first DAG given."""
        return list(self._nodes)

    @property
    def runs(self) -> int:
        """How many runs were done: all, unless :attr:`status` says otherwise."""
        return len(self._arrays["theta"])

    @property
    def scheme(self) -> str:
        """``"bootstrap"`` or ``"leave-one-out"``."""
        return self._scheme

    @property
    def dropped(self) -> list[int]:
        """The indices of the clients that ``outliers="drop"`` gave the weight 0, in all runs."""
        return list(self._dropped)

    @property
    def extended(self) -> list[int]:
        """The indices of the inputs that were partially directed.

        A member of its class is in the place of each.
        """
        return list(self._extended)

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
        return self._share(self._joins())

    @property
    def directed(self) -> NDArray[np.float64]:
        """(n, n) float64: [i, j] the share of runs whose CPDAG has nodes[i] -> nodes[j]."""
        return self._share(self._arrays["directed"])

    @property
    def undirected(self) -> NDArray[np.float64]:
        """(n, n) float64, symmetric: the share of runs whose CPDAG has nodes[i] - nodes[j]."""
        return self._share(self._arrays["undirected"])

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
        dags = unpack(self._arrays["packed"], len(self._nodes))
        return consensus(
            dags, theta, nodes=self._nodes if self._named else None, **self._options.arguments(self._nodes)
        )

    def to_frame(self) -> Any:
        """A ``pandas.DataFrame``, one row for each pair of nodes that a run joined, the most joined first.

        The columns are ``u``, ``v``, ``joined``, ``u->v``, ``v->u`` and ``undirected``. ``joined`` is the
        share of runs that join u and v. The last three columns split this share by the edge in the
        runs' CPDAGs. Needs pandas.
        """
        often = np.triu(self._joins(), 1)
        i, j = np.nonzero(often)
        by_share = np.argsort(-often[i, j], kind="stable")
        i, j = i[by_share], j[by_share]
        columns = {
            "u": [self._nodes[k] for k in i.tolist()],
            "v": [self._nodes[k] for k in j.tolist()],
            "joined": self.joined[i, j],
            "u->v": self.directed[i, j],
            "v->u": self.directed[j, i],
            "undirected": self.undirected[i, j],
        }
        return import_extra("pandas").DataFrame(columns)

    def plot(self, ax: Any = None) -> Any:
        """Draw how often each edge is there, as a heat map. Needs matplotlib (the extra ``plot``).

        The cell in row i and column j is the share of runs whose CPDAG has nodes[i] -> nodes[j] or
        nodes[i] - nodes[j]. The stronger of the two cells of a pair shows the direction. If both cells
        are equally strong, the edge has no direction.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw. Default: a new figure, which grows with the nodes.

        Returns
        -------
        matplotlib Axes

        Raises
        ------
        InvalidInputError
            `ax` is no Axes.
        MissingExtraError
            Without matplotlib.
        """
        from .._plots.stability import draw

        return draw(*self._picture(), ax)

    def _repr_html_(self) -> str:
        from .._plots.html import MOST_NODES, card
        from .._plots.stability import draw

        often = self._joins()[np.triu_indices(len(self._nodes), 1)]
        low, high = self.theta_interval()
        facts = {
            "runs": f"{self.runs} ({self.scheme})",
            "pairs joined": f"{np.count_nonzero(often)} at least once, "
            f"{np.count_nonzero(often == self.runs)} in every run",
            "threshold θ": f"{low:.4g} to {high:.4g} in 95 % of the runs",
            "nodes": len(self._nodes),
            "inputs": self._describe_inputs(),
            "status": f"{self.status} in {self.seconds:.3g} s",
        }
        if not self.runs or len(self._nodes) > MOST_NODES:
            return card("Stability", facts)
        return card("Stability", facts, lambda new: draw(*self._picture(), new=new))

    def _picture(self) -> tuple[NDArray[np.float64], list[Hashable], int, tuple[float, float]]:
        """The arguments of the picture: shares of ordered pairs, names, number of runs, thresholds."""
        return self.directed + self.undirected, self._nodes, self.runs, self.theta_interval()

    def _describe_inputs(self) -> str:
        return describe_dags(self._counts.shape[1], self._dropped, self._extended)

    def _joins(self) -> NDArray[np.int64]:
        """(n, n): the number of runs that join each pair."""
        directed = self._arrays["directed"]
        return directed + directed.T + self._arrays["undirected"]  # type: ignore[no-any-return]

    def _share(self, times: NDArray[np.int64]) -> NDArray[np.float64]:
        return times / self.runs if self.runs else np.full(times.shape, np.nan)


def stability(
    dags: Any,
    theta: float | Literal["auto"] = "auto",
    *,
    resamples: int | None = 200,
    scheme: Literal["bootstrap", "leave-one-out"] = "bootstrap",
    seed: int | None = None,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    cap: int | None = None,
    k_max: int | None = 10,
    start: Literal["cpdag", "dag"] = "cpdag",
    canonical: bool = False,
    required: Any = None,
    forbidden: Any = None,
    workers: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
) -> Stability:
    """Resample the clients, make the consensus of each resample, and count what they agree on.

    Each run is ``mcbnc.consensus`` of its resample. If theta is "auto", each run has a theta of its
    own. All runs are one job of the engine, and the workers share them. The resamples vary which
    clients there are. So the result says how much the answer depends on this set of clients. It says
    nothing about the samples that each client learned its DAG from.

    DAGs are drawn again here, and rows never. The strength of arcs in a structure learned from rows,
    as bnlearn's ``boot.strength`` has it, is :func:`mcbnc.bootstrap`. A stability of the DAGs of a
    bootstrap is not that strength: its runs are a consensus each and hardly differ.

    Parameters
    ----------
    dags : sequence of r DAGs, or one (r, n, n) array
        As in :func:`mcbnc.consensus`, which has the options not listed here too.
    theta : float or "auto"
        "auto" chooses one for each run: :meth:`Stability.theta_interval`.
    resamples : int
        The number of bootstrap runs, from 1 to 2**20. Leave-one-out does not use it.
    scheme : {"bootstrap", "leave-one-out"}
        "bootstrap" draws r clients with replacement for each run. "leave-one-out" makes r runs, each
        without one of the clients.
    seed : int, optional
        The seed of the bootstrap. The same seed gives the same result with any number of workers.
        Default: a new seed each time. Ties within a run always go to the lowest nodes.
    weights : sequence of r floats, optional
        Each copy of a client has the client's weight. The weight does not change how often a client is
        drawn. If all clients of a draw have the weight 0, the draw is made again.
    outliers : {"keep", "drop"}
        "drop" gives the weight 0, in all runs, to the clients that :func:`mcbnc.agreement` flags among
        all clients given. The flags are not found anew for each resample, because a client stays the
        same however often it is drawn.
    progress : None, bool or function
        As in :func:`mcbnc.consensus`, over runs: a function is called with (runs left, runs, 0.0).
    time_limit : float, optional
        Seconds. After this time the runs before the first unfinished one are returned, with the
        ``status`` "time_limit". So quick runs are not favoured.

    Returns
    -------
    Stability

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`; also where leaving one out leaves no DAG, or no weight.

    Notes
    -----
    The time is that of `resamples` runs, divided by the number of workers. The memory is that of the
    inputs, one run for each worker, O(n^2), and n^2 bits a run.

    Examples
    --------
    >>> import mcbnc
    >>> a = [[0, 0, 1], [0, 0, 1], [0, 0, 0]]
    >>> b = [[0, 1, 1], [0, 0, 1], [0, 0, 0]]
    >>> sure = mcbnc.stability([a, a, b], 0.5, scheme="leave-one-out", nodes=["x", "y", "z"])
    >>> sure.joined[0]
    array([0., 0., 1.])
    """
    wanted = read_theta(theta)
    scheme = check_word(scheme, "scheme", _SCHEMES)  # type: ignore[assignment]
    drawn = check_resamples(resamples, none="None for leave-one-out") if scheme == "bootstrap" else 0
    rng = np.random.default_rng(check_seed(seed))
    seconds = read_time_limit(time_limit)
    watch = make_watch(progress, unit="run")
    inputs = read_dags(dags, nodes)
    options = RunOptions.read(
        inputs.nodes,
        cap=cap,
        k_max=k_max,
        start=start,
        canonical=canonical,
        required=required,
        forbidden=forbidden,
        workers=workers,
    )
    weighted, dropped = read_outliers(outliers, inputs, read_weights(weights, inputs.r), options.workers)
    heavy = weighted["weights"] > 0 if weighted else np.ones(inputs.r, bool)
    counts = _draw(rng, drawn, heavy) if scheme == "bootstrap" else _leave_one_out(heavy)
    arrays: Arrays = {"dags": inputs.graphs, **inputs.rank(), "counts": counts}
    if weighted:
        arrays["weights"] = np.tile(weighted["weights"], (len(counts), 1))
    request = inputs.request(
        "stability", runs=len(counts), theta=wanted, time_limit=seconds, **options.request()
    )
    reply = execute(inputs.nodes, request, arrays, watch)
    return Stability(inputs, counts, scheme, options, dropped, reply)


def _draw(rng: np.random.Generator, resamples: int, heavy: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(resamples, r): how many times each resample has each client, r in all, one with weight at least."""
    r = len(heavy)
    counts = rng.multinomial(r, np.full(r, 1 / r), size=resamples)
    while (weightless := ~counts[:, heavy].any(axis=1)).any():
        counts[weightless] = rng.multinomial(r, np.full(r, 1 / r), size=int(weightless.sum()))
    return counts


def _leave_one_out(heavy: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(r, r): run k has each client but client k."""
    r = len(heavy)
    if r == 1:
        raise InvalidInputError("dags has one DAG: without it there is none", argument="dags", dag=0)
    if np.count_nonzero(heavy) == 1:
        only = int(np.argmax(heavy))
        raise InvalidInputError(
            f"weights: only dags[{only}] has one above zero, and leave-one-out leaves it out",
            argument="weights",
            dag=only,
        )
    return 1 - np.eye(r, dtype=np.int64)
