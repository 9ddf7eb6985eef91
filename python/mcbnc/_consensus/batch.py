"""Many runs over the same DAGs in one job of the engine: what a bootstrap of the clients needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Stack, pack_stack, take
from .._base.arrays import as_array, read_only
from .._base.fields import Request
from .._base.keywords import takes_options
from .._base.named_array import with_names
from .._base.options import OUTPUTS, check_word, positions, read_theta
from .._base.show import counted, theta_text
from .._base.sites import takes_sites
from .._engine.chunks import read_chunking
from .._engine.progress import DELETING, ProgressOption, make_watch
from .._engine.request import Arrays, Reply, Told
from .._inputs.convert import read_dags
from .._inputs.origin import OfDags, Origin
from .._inputs.outliers import find_outliers, none_left
from .._inputs.run_options import RunKeywords, RunOptions
from .._inputs.weights import read_runs
from .._results.chance import tell_agreement_of_runs
from .._results.made import Made
from ..errors import McbncError
from .consensus import consensus
from .results import ConsensusResult, result_of
from .run import Run, slice_of_steps

if TYPE_CHECKING:
    from typing_extensions import Unpack


# Of each array of bounds, the array whose rows it counts.
_BOUNDS = {"run_ptr": "step_edges", "h_ptr": "h", "s_ptr": "s"}


@dataclass(frozen=True, kw_only=True)
class _Shared(Origin):
    """The parts that the runs of a batch share."""

    packed: Stack
    seen: NDArray[np.uint8] | None
    counts: NDArray[np.int64]
    """(runs, r)"""
    weights: NDArray[np.float64] | None
    options: RunOptions
    output: str
    called: Made


class Batch(OfDags):
    """The results of many runs over the same DAGs. ``numpy.asarray(batch)`` is :attr:`adjacency`.

    Made by :func:`mcbnc.batch`. ``len()``, iteration and indexing give the
    :class:`ConsensusResult` of each run, made when asked for; a slice gives a list of them. It
    holds plain arrays: it may be pickled, sent to another process, and used after a fork.
    """

    _origin: _Shared

    def __init__(self, shared: _Shared, reply: Reply) -> None:
        self._origin = shared
        self._arrays = reply.arrays
        self._seconds = float(reply.info["seconds"])
        # The rows of "removed" rise by their first column, the step.
        self._removed_ptr = np.searchsorted(self._arrays["removed"][:, 0], self._arrays["run_ptr"])

    def __repr__(self) -> str:
        shared, edges = self._origin, self.adjacency.sum(axis=(1, 2))
        return (
            f"<Batch: {counted(len(self), 'run')} over {shared.describe_inputs()}, "
            f"{counted(len(shared.nodes), 'node')}; "
            f"{edges.min()} to {edges.max()} edges, theta {theta_text(self.thetas.min())} to "
            f"{theta_text(self.thetas.max())}, in {self.seconds:.3g} s>"
        )

    def __len__(self) -> int:
        return len(self._origin.counts)

    def __iter__(self) -> Iterator[ConsensusResult]:
        return (self._result(k) for k in range(len(self)))

    @overload
    def __getitem__(self, k: int) -> ConsensusResult: ...
    @overload
    def __getitem__(self, k: slice) -> list[ConsensusResult]: ...
    def __getitem__(self, k: int | slice) -> ConsensusResult | list[ConsensusResult]:
        chosen = positions(k, len(self), "batch", "runs")
        return self._result(chosen) if isinstance(chosen, int) else [self._result(i) for i in chosen]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return as_array(read_only(self._arrays["adjacency"]), dtype, copy)

    def _graphs(self, name: str) -> NDArray[np.uint8]:
        return with_names(read_only(self._arrays[name]), self._origin.nodes, self._origin.named)

    @property
    def adjacency(self) -> NDArray[np.uint8]:
        """(runs, n, n) uint8, read-only: [k, i, j] = 1 where run k has nodes[i] -> nodes[j]."""
        return self._graphs("adjacency")

    @property
    def cpdag(self) -> NDArray[np.uint8]:
        """(runs, n, n) uint8, read-only: each run's equivalence class. Both bits set means undirected."""
        return self._graphs("cpdag")

    @property
    def thetas(self) -> NDArray[np.float64]:
        """(runs,) float64, read-only: the threshold in force in each run."""
        return read_only(self._arrays["theta"])

    @property
    def seconds(self) -> float:
        """How long the engine took for all runs; each result's ``seconds`` are these too."""
        return self._seconds

    def _result(self, k: int) -> ConsensusResult:
        arrays, theta = self._arrays, float(self.thetas[k])
        reply = Reply({"seconds": self._seconds}, {name: arrays[name][k] for name in ("adjacency", "cpdag")})
        return result_of(self._run(k, theta), reply, theta, self._origin.output)

    def _run(self, k: int, theta: float) -> Run:
        """Run k as it would be, had it been made by itself on its DAGs, each as often as it counts."""
        shared, arrays = self._origin, self._arrays
        counts = shared.counts[k]
        inputs = np.repeat(np.arange(len(counts)), counts)
        start, end = arrays["run_ptr"][k : k + 2].tolist()
        first, last = self._removed_ptr[k : k + 2].tolist()
        removed = _spread(arrays["removed"][first:last], counts)
        removed[:, 0] -= start
        return Run(
            nodes=shared.nodes,
            named=shared.named,
            packed=take(shared.packed, inputs),
            seen=None if shared.seen is None else shared.seen[inputs],
            r=len(inputs),
            weights={} if shared.weights is None else {"weights": shared.weights[k, inputs]},
            options=shared.options,
            told={
                **slice_of_steps(arrays, start, end),
                "removed": removed,
                "order": arrays["order"][k],
                "fusion": arrays["fusion"][k],
            },
            status="complete",
            seconds=self._seconds,
            limit=theta,
            forced=int(arrays["forced"][k]),
            dropped=tuple(np.flatnonzero(np.isin(inputs, shared.dropped)).tolist()),
            extended=tuple(np.flatnonzero(np.isin(inputs, shared.extended)).tolist()),
            sites=None if shared.sites is None else [shared.sites[i] for i in inputs.tolist()],
            gaussian=shared.gaussian,
            whence=shared.whence.taken(inputs.tolist()),
            called=shared.called,
        )


def _spread(removed: NDArray[np.int32], counts: NDArray[np.int64]) -> NDArray[np.int32]:
    """The arcs removed from each DAG, as those removed from each of its copies."""
    dags = removed[:, 1]
    times = counts[dags]
    first = np.cumsum(counts) - counts  # of the copies of each DAG
    spread = np.repeat(removed, times, axis=0)
    which = np.arange(len(spread)) - np.repeat(np.cumsum(times) - times, times)
    spread[:, 1] = np.repeat(first[dags], times) + which
    return spread[np.lexsort((spread[:, 1], spread[:, 0]))]


@takes_sites("dags")
@takes_options(RunKeywords, of=consensus)
def batch(
    dags: Any,
    *,
    counts: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    theta: float | Literal["auto"] = 0.5,
    nodes: Any = None,
    output: Literal["extension", "refusion"] = "extension",
    workers: int | None = None,
    executor: Any = None,
    chunks: int | None = None,
    progress: ProgressOption = None,
    **options: Unpack[RunKeywords],
) -> Batch:
    """Make many consensuses of the same DAGs at once, each of some of them or with other weights.

    Run k equals ``mcbnc.consensus`` of the DAGs that ``counts[k]`` is above 0 for, each repeated
    that often, with the weights of ``weights[k]``. The engine computes once whatever depends on one
    DAG alone. The workers share the runs. For a bootstrap of the clients:
    ``counts=numpy.random.default_rng(0).multinomial(r, numpy.full(r, 1 / r), size=200)``.

    Parameters
    ----------
    dags : sequence of r >= 1 DAGs, dict of site name to DAG, or one (r, n, n) array
        As in :func:`mcbnc.consensus`, which has the options not listed here too.
    counts : (runs, r) array-like of whole numbers >= 0, optional
        How many times each run takes each DAG, at least one of them. Default: once.
    weights : (runs, r) array-like of floats, optional
        The weight of each copy of each DAG in each run: finite, >= 0, not all zero. Default: all equal.
        One of `counts` and `weights` must be given. If the sites have names, each may be a DataFrame with a
        column for each site, or a dict of site name to the numbers of all runs.
    outliers : {"keep", "drop"}
        "drop" gives the weight 0, in all runs, to the DAGs that :func:`mcbnc.agreement` flags. Each
        DAG given is compared once, because a client stays the same however often a run takes it.
    theta : float or "auto"
        The threshold of all runs. "auto" chooses one for each run.
    workers : int, optional
        As in :func:`mcbnc.consensus`. With an executor: the threads of each chunk, and the default is 1.
    executor, chunks
        As in :func:`mcbnc.learn_many`. A chunk gets all DAGs, and the rows of `counts` and `weights` of its
        runs.
    progress : None, bool or function
        A function is called with (runs left, runs, 0.0), with an executor after each chunk. If the
        function returns False, all runs stop.

    Returns
    -------
    Batch

    Raises
    ------
    InvalidInputError
        As in :func:`mcbnc.consensus`; names the run.
    LibraryError
        A worker of the executor has another build of mcbnc.
    McbncError
        If `progress` stopped it: there is no part of a batch.

    Warns
    -----
    DataWarning
        If the DAGs agree no more than chance, as in :func:`mcbnc.consensus`. The DAGs of all runs are judged
        as one set, since runs often vary which DAGs they take. If the runs take different sets, which have no
        DAG in common, each set is judged by itself, and named by its first run. Copies of a DAG do not count.

    Examples
    --------
    >>> import mcbnc
    >>> a = [[0, 0, 1], [0, 0, 1], [0, 0, 0]]
    >>> b = [[0, 1, 1], [0, 0, 1], [0, 0, 0]]
    >>> runs = mcbnc.batch([a, b], counts=[[2, 1], [0, 3]], nodes=["x", "y", "z"])
    >>> [result.edges for result in runs]
    [[('x', 'z'), ('y', 'z')], [('x', 'y'), ('x', 'z'), ('y', 'z')]]
    """
    wanted = read_theta(theta)
    output = check_word(output, "output", OUTPUTS)  # type: ignore[assignment]
    chunking = read_chunking(executor, chunks)
    watch = make_watch(progress, unit="run")
    inputs = read_dags(dags, nodes, union=True)
    of_runs = RunOptions.read(inputs.nodes, options, workers)
    times, weighted = read_runs(counts, weights, inputs.r)
    dropped = find_outliers(outliers, inputs, of_runs.workers)
    if dropped:
        weighted = _without(dropped, times, weighted)
    takes = times > 0 if weighted is None else (times > 0) & (weighted > 0)
    request = inputs.request("batch", theta=wanted, output=output, **of_runs.request())

    def ask(part: range) -> tuple[Request, Arrays]:
        arrays: Arrays = {
            **inputs.arrays,
            **inputs.seen_array,
            **inputs.rank(),
            "counts": times[part.start : part.stop],
        }
        if weighted is not None:
            arrays["weights"] = weighted[part.start : part.stop]
        return {**request, "runs": len(part)}, arrays

    done = chunking.run("batch", len(times), ask, phase=DELETING, nodes=inputs.nodes, watch=watch)
    reply = done.join(_join)
    if reply.info["status"] != "complete":
        raise McbncError(f"progress stopped the batch before its {len(times)} runs were done")
    tell_agreement_of_runs(inputs, takes)
    packed = pack_stack(inputs.stack)
    made = {
        "packed": packed,
        "seen": inputs.seen,
        "counts": times,
        "weights": weighted,
        "options": of_runs,
        "output": output,
        "called": Made.now("batch", {"theta": wanted, "output": output, "outliers": outliers}),
    }
    shared = _Shared.of(inputs, dropped, **made)
    return Batch(shared, reply)


def _without(
    dropped: list[int], counts: NDArray[np.int64], weights: NDArray[np.float64] | None
) -> NDArray[np.float64]:
    """The weights of all runs, 0 for the DAGs dropped."""
    left = np.ones(counts.shape) if weights is None else weights
    left[:, dropped] = 0
    empty = ~((left > 0) & (counts > 0)).any(axis=1)
    if empty.any():
        raise none_left(f"run {np.argmax(empty)} has", dropped)
    return left


def _join(name: str, chunks: list[Told]) -> NDArray[Any]:
    """An array of all runs, of those of the chunks."""
    if name in _BOUNDS:
        before = _before(_BOUNDS[name], chunks)
        first, *others = [chunk[name] + rows for chunk, rows in zip(chunks, before, strict=True)]
        return np.concatenate([first, *(bounds[1:] for bounds in others)])
    if name == "removed":
        before = _before("step_edges", chunks)
        # A row is (step, DAG, from, to), and steps count through all runs.
        moved = [np.array([rows, 0, 0, 0], np.int32) for rows in before]
        return np.concatenate([chunk[name] + by for chunk, by in zip(chunks, moved, strict=True)])
    return np.concatenate([chunk[name] for chunk in chunks])


def _before(name: str, chunks: list[Told]) -> list[int]:
    """How many rows of an array are in the chunks before each chunk."""
    lengths = [len(chunk[name]) for chunk in chunks]
    return [sum(lengths[:k]) for k in range(len(chunks))]
