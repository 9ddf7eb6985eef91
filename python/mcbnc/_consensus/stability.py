"""How sure a consensus is: the whole of it, again and again, on resampled clients."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import read_only, unpack
from .._base.extras import import_extra
from .._base.fields import Request
from .._base.keywords import takes_options
from .._base.memory import require_memory
from .._base.names import label
from .._base.options import check_level, check_resamples, check_seed, check_word, read_theta, read_time_limit
from .._base.paths import PathLike
from .._base.show import counted, theta_text
from .._base.sites import takes_sites
from .._engine.chunks import read_chunking, require_seed
from .._engine.progress import DELETING, ProgressOption, make_watch
from .._engine.request import Arrays, Reply
from .._inputs.convert import read_dags
from .._inputs.inputs import Inputs
from .._inputs.origin import OfDags, Origin
from .._inputs.outliers import read_outliers
from .._inputs.run_options import RunKeywords, RunOptions
from .._inputs.weights import read_weights
from .._plots.heat_map import HeatMapped, draw_stability
from .._results.chance import tell_agreement_of_runs, told_once
from .._results.edge_counts import EdgeCounts, counts_layout, join_counts
from ..errors import InvalidInputError
from .consensus import consensus
from .results import ConsensusResult

if TYPE_CHECKING:
    from typing_extensions import Unpack


# The runs of one job: enough of them to share among workers, and few enough to be sent in some hundredths
# of a second.
_CELLS = 1 << 18
_FEW, _MANY = 256, 4096
_CELLS_DRAWN = 1 << 18  # by one call of NumPy, which takes some hundredths of a second
_SCHEMES = ("bootstrap", "leave-one-out")


@takes_sites("dags")
@takes_options(RunKeywords, of=consensus)
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
    workers: int | None = None,
    executor: Any = None,
    chunks: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
    checkpoint: PathLike | None = None,
    **options: Unpack[RunKeywords],
) -> Stability:
    """Resample the clients, make the consensus of each resample, and count what they agree on.

    Each run is ``mcbnc.consensus`` of its resample. If theta is "auto", each run has a theta of its
    own. Thousands of runs are one job of the engine, and the workers share them. The resamples vary which
    clients there are. So the result shows how much the answer depends on this set of clients. It does not
    cover the samples that each client learned its DAG from.

    DAGs are drawn again here, and rows never. The strength of arcs in a structure learned from rows,
    as bnlearn's ``boot.strength`` has it, is :func:`mcbnc.bootstrap`. A stability of the DAGs of a
    bootstrap is not that strength: its runs are a consensus each and hardly differ.

    Parameters
    ----------
    dags : sequence of r DAGs, dict of site name to DAG, or one (r, n, n) array
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
    workers : int, optional
        As in :func:`mcbnc.consensus`. With an executor: the threads of each chunk, and the default is 1.
    executor, chunks
        As in :func:`mcbnc.learn_many`. Clients are drawn before that. A chunk gets all DAGs, and how often
        each of its runs takes each of them.
    progress : None, bool or function
        As in :func:`mcbnc.consensus`, over runs: a function is called with (runs left, runs, 0.0), with an
        executor after each chunk. If it returns False, the result is that of the runs so far.
    time_limit : float, optional
        It is invalid together with an executor.
        Seconds. After this time the runs before the first unfinished one are returned, with the
        ``status`` "time_limit". So quick runs are not favoured.
    checkpoint : str or os.PathLike, optional
        A file that keeps what is done, about every 10 seconds. The same call with the same file goes on
        from there, after a crash too, and its answer is that of an undisturbed call. A bootstrap needs
        a `seed` then. The file stays, so the same call after the end is answered from it. See
        :doc:`/checkpoints`.

    Returns
    -------
    Stability

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`; also where leaving one out leaves no DAG, or no weight.
    LibraryError
        A worker of the executor has another build of mcbnc.

    Warns
    -----
    DataWarning
        If the DAGs agree no more than chance, as in :func:`mcbnc.consensus`. The resamples are not judged:
        copies of a DAG agree.

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
    chunking = read_chunking(executor, chunks, seconds, checkpoint)
    if scheme == "bootstrap":
        require_seed(chunking, seed)
    watch = make_watch(progress, unit="run")
    inputs = read_dags(dags, nodes, union=True)
    of_runs = RunOptions.read(inputs.nodes, options, workers)  # the seed is that of the draws
    weighted, dropped = read_outliers(outliers, inputs, read_weights(weights, inputs.r), of_runs.workers)
    heavy = weighted["weights"] > 0 if weighted else np.ones(inputs.r, bool)
    draws = _Draws(rng, drawn, heavy) if scheme == "bootstrap" else None
    counts = draws.counts if draws else _leave_one_out(heavy)
    request = inputs.request("stability", theta=wanted, time_limit=seconds, **of_runs.request())

    def ask(part: range) -> tuple[Request, Arrays]:
        own = draws.take(part) if draws else counts[part.start : part.stop]
        arrays: Arrays = {**inputs.arrays, **inputs.seen_array, **inputs.rank(), "counts": own}
        if weighted:
            arrays["weights"] = np.tile(weighted["weights"], (len(part), 1))
        return {**request, "runs": len(part)}, arrays

    done = chunking.run(
        "stability",
        len(counts),
        ask,
        phase=DELETING,
        nodes=inputs.nodes,
        watch=watch,
        join=join_counts,
        layout=counts_layout(len(inputs.nodes), thetas=True),
        block=min(max(_CELLS // inputs.r, _FEW), _MANY),
    )
    tell_agreement_of_runs(inputs, weighted["weights"][np.newaxis] > 0 if weighted else None)
    return Stability(inputs, counts, scheme, of_runs, dropped, join_counts(done))


def _leave_one_out(heavy: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(r, r): run k has each client but client k."""
    r = len(heavy)
    if r == 1:
        raise InvalidInputError("dags has one DAG: without it none is left", argument="dags", dag=0)
    if np.count_nonzero(heavy) == 1:
        only = int(np.argmax(heavy))
        raise InvalidInputError(
            f"weights: only {label('dags', only)} has one above zero, and leave-one-out leaves it out",
            argument="weights",
            dag=only,
        )
    return 1 - np.eye(r, dtype=np.int64)


class _Draws:
    """How many times each resample takes each client, r in all. At least one has weight.

    The stream of the generator is that of one call for all resamples, and then of one call for all of them
    that are without weight, again and again. So nothing depends on the blocks. Where a client has no weight,
    all resamples are drawn before the first one is yielded: the second call comes after the first.
    """

    def __init__(self, rng: np.random.Generator, resamples: int, heavy: NDArray[np.bool_]) -> None:
        r = len(heavy)
        require_memory(8 * resamples * r, f"the counts of {r} clients in {resamples} resamples")
        self.counts: NDArray[np.int64] = np.empty((resamples, r), np.int64)
        """(resamples, r). The memory of resamples that are not drawn yet is not in use."""
        self._rng = rng
        self._heavy = heavy
        self._block = max(1, _CELLS_DRAWN // r)
        self._drawn = 0

    def take(self, part: range) -> NDArray[np.int64]:
        """(len(part), r): the counts of these resamples."""
        if self._drawn < part.stop and not self._heavy.all():
            self._draw(np.arange(len(self.counts)))
            self._drawn = len(self.counts)
            self._draw_again()
        if self._drawn < part.stop:
            self._draw(np.arange(self._drawn, part.stop))
            self._drawn = part.stop
        return self.counts[part.start : part.stop]

    def _draw(self, rows: NDArray[np.intp]) -> None:
        r = self.counts.shape[1]
        for block in self._blocks(rows):
            self.counts[block] = self._rng.multinomial(r, np.full(r, 1 / r), size=len(block))

    def _draw_again(self) -> None:
        """Draw the resamples without weight again, until there is none."""
        rows = self._weightless(np.arange(len(self.counts)))
        while len(rows):
            self._draw(rows)
            rows = self._weightless(rows)

    def _weightless(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        light = [block[~self.counts[block][:, self._heavy].any(axis=1)] for block in self._blocks(rows)]
        return np.concatenate(light) if light else rows

    def _blocks(self, rows: NDArray[np.intp]) -> list[NDArray[np.intp]]:
        return [rows[start : start + self._block] for start in range(0, len(rows), self._block)]


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
        """How many runs were done: all, unless :attr:`status` is not "complete"."""
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
        client each: theirs shows how far a single client moves theta, and is no confidence interval.

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
        """The consensus of the runs' DAGs. Each counts once.

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
