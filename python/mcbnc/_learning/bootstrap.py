"""How sure a learned structure is: the search again and again, on rows drawn again."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import unpack
from .._base.extras import import_extra
from .._base.fields import Options
from .._base.keywords import takes_options
from .._base.named_array import with_names
from .._base.names import label
from .._base.options import check_count, check_flag, check_resamples, check_share
from .._base.paths import PathLike
from .._base.provenance import UNKNOWN, Record
from .._base.scoring import ScoreOption, linear
from .._base.show import counted
from .._consensus.consensus import consensus
from .._consensus.results import ConsensusResult
from .._engine.chunks import read_chunking, require_seed
from .._engine.progress import LEARNING, ProgressOption, make_watch
from .._engine.request import Reply
from .._inputs.arguments import DagArguments
from .._inputs.inputs import Whence
from .._inputs.knowledge import knowledge_of, read_knowledge
from .._plots.heat_map import HeatMapped, draw_strength
from .._results.baseline import Baseline, find, find_averaged
from .._results.chance import told_once
from .._results.edge_counts import EdgeCounts, chance_true, counts_layout, join_counts
from .._results.provenance import WithProvenance
from .._rows.few import tell_few
from .._rows.rows import read_rows
from .._rows.table import Table
from ..errors import InvalidInputError
from .dense import tell_dense
from .made import MadeOfRows, made_of_rows
from .options import RowKeywords, SearchKeywords, read_options, score_for, usual_search
from .pair_weights import read_pair_weights
from .parameters import FamilyRows
from .row_strengths import RowStrengths
from .sources import Pooled
from .with_opinions import beside_rows, pooled

if TYPE_CHECKING:
    from typing_extensions import Unpack


class BootstrapKeywords(RowKeywords, total=False):
    """The options of :func:`bootstrap` but opinions."""

    cpdag: bool
    executor: Any
    chunks: int | None
    checkpoint: PathLike | None


@overload
def bootstrap(
    data: Any, resamples: int = 200, *, opinions: None = None, **options: Unpack[BootstrapKeywords]
) -> Bootstrap: ...
@overload
def bootstrap(
    data: Any, resamples: int = 200, *, opinions: Any, **options: Unpack[BootstrapKeywords]
) -> Pooled: ...
@takes_options(SearchKeywords, of=usual_search)
def bootstrap(
    data: Any,
    resamples: int = 200,
    *,
    opinions: Any = None,
    seed: int | None = None,
    cpdag: bool = True,
    score: ScoreOption | None = None,
    workers: int | None = None,
    executor: Any = None,
    chunks: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
    checkpoint: PathLike | None = None,
    **given: Unpack[SearchKeywords],
) -> Bootstrap | Pooled:
    """Draw the rows again, learn a structure from each resample, and count what the structures agree on.

    This is the bootstrap of N. Friedman, M. Goldszmidt and A. Wyner, *Data analysis with Bayesian
    networks: a bootstrap approach*, UAI 1999. R's bnlearn has it as ``boot.strength``, and the table
    has the same columns. A resample has as many rows as the data. Each of its rows is drawn from all
    rows, with replacement. The search is that of :func:`mcbnc.learn`.

    The result shows how far the structure depends on the rows that happened to be sampled.
    :func:`mcbnc.stability` answers another question: it draws DAGs again, not rows, and shows how far
    a consensus depends on the clients that took part.

    Parameters
    ----------
    data : table or Rows
        The rows of one client, as in :func:`mcbnc.learn`. Rows with missing
        values are left out before the first resample. Each resample counts all states of the data, also those
        that none of its rows has.
    resamples : int
        The number of resamples, from 1 to 2**20.
    opinions : sequence of graphs, or dict of source name to graph, optional
        What other sources say of some or all of the columns, as in :func:`mcbnc.pool`. The answer is then
        that of ``pool(opinions, bootstrap(data, ...), nodes=columns, knowledge=knowledge)``. The searches do
        without `knowledge`, so the rows get no credit for what is required.
    seed : int, optional
        The seed of the draws. The same seed draws the same rows. Default: a new seed each time, in
        :attr:`Bootstrap.seed`. Ties within a search always go to the lowest nodes.
    cpdag : bool
        True counts the edges of the classes of the structures, as :attr:`mcbnc.Learned.cpdag` has them: under
        `knowledge`, if it is given. An undirected edge counts as half an edge each way. False counts the
        edges of the DAGs themselves.
    score : str or score object, optional
        As in :func:`mcbnc.learn`, which has the options not listed here too.
    workers : int, optional
        As in :func:`mcbnc.learn`. With an executor: the threads of each chunk, and the default is 1.
    executor, chunks
        As in :func:`mcbnc.learn_many`. A chunk gets the data, the seed and the numbers of its resamples.
    progress : None, bool or function
        As in :func:`mcbnc.consensus`. A function is called with (resamples left, resamples, 0.0), with an
        executor after each chunk. If it returns False, the result is that of the resamples so far.
    time_limit : float, optional
        It is invalid together with an executor.
        Seconds. After this time the resamples before the first unfinished one are returned, with the
        ``status`` "time_limit". So quick resamples are not favoured.
    checkpoint : str or os.PathLike, optional
        A file that keeps what is done, about every 10 seconds. The same call with the same file goes on
        from there, after a crash too, and its answer is that of an undisturbed call. It needs a
        `seed`. The file stays, so the same call after the end is answered from it. See
        :doc:`/checkpoints`.

    Returns
    -------
    Bootstrap or Pooled
        A :class:`mcbnc.Pooled` if there are opinions. Its `status` is that of the resamples.

    Raises
    ------
    InvalidInputError
        As in :func:`mcbnc.learn`, and with opinions as in :func:`mcbnc.pool`. Also if there are opinions, and
        the call was stopped before its first resample was done.
    LibraryError
        The engine's library cannot be loaded, or a worker of the executor has another build of mcbnc.
    KeyboardInterrupt
        On Ctrl-C, at once.

    Notes
    -----
    The time is that of `resamples` searches, divided by the number of workers. The memory is that of
    the data, of one search and one resample for each worker, O(n^2), and n^2 bits for each resample.

    The answer does not depend on the number of workers, on chunks or on the order of the rows. If the
    columns have names, the answer does not depend on the order of the columns. Resample k is the same
    however many resamples there are.

    The draws can be repeated with NumPy. Draw i of resample k is the i-th number x of
    ``numpy.random.Philox(key=seed, counter=[0, k, 0, 0]).random_raw(rows)``. It is the row
    floor(x * rows / 2^64) of the sorted rows. Rows are sorted by the places of their states in the
    lists of :attr:`Bootstrap.states`, the node whose name is first in sorted order first. Columns
    without names count in their own order. Rows of real values are sorted by the values.

    With the score "bic-g", a resample whose rows are too few for its columns is an error: see
    :func:`mcbnc.learn`. About a third of the rows are not in a resample. "bge" has no such limit.

    A resample has some rows more than once, and copies look like evidence. So structures learned from
    resamples have more edges than those learned from fresh rows (H. Steck and T. Jaakkola,
    *Bias-corrected bootstrap and model uncertainty*, NIPS 2003). Hence a low strength means little.

    Examples
    --------
    >>> import mcbnc
    >>> rain, sprinkler = [0, 0, 1, 1] * 25, [0, 1, 0, 1] * 25
    >>> wet = [r or s for r, s in zip(rain, sprinkler)]
    >>> boot = mcbnc.bootstrap({"rain": rain, "sprinkler": sprinkler, "wet": wet}, 50, seed=1)
    >>> boot.averaged().edges
    [('rain', 'wet'), ('sprinkler', 'wet')]
    >>> boot.strength[0]
    array([0., 0., 1.])
    """
    count = check_resamples(resamples, none="be left out for 200")
    own_seed = check_count(_new_seed() if seed is None else seed, "seed")
    flag = check_flag(cpdag, "cpdag")
    options = read_options(score, given, workers, own_seed, time_limit)
    chunking = read_chunking(executor, chunks, options["time_limit"], checkpoint)
    require_seed(chunking, seed)
    watch = make_watch(progress, unit="resample")
    aligned = read_rows(data, options.get("score"), "bootstrap")
    chosen = score_for(score, aligned)
    options |= chosen.request()
    own: Options = {"runs": count, "cpdag": flag}
    asked = beside_rows(opinions, aligned, given["knowledge"])
    tell_few(aligned, [label("data")])
    weights = read_pair_weights(given["pair_weights"], aligned.nodes)
    edges = read_knowledge(None if asked else given["knowledge"], aligned.nodes)
    request = aligned.request("bootstrap", **own, **options, **edges)
    arrays = {**aligned.arrays, **weights}
    with aligned.errors_name_tables():
        done = chunking.run(
            "bootstrap",
            count,
            lambda part: ({**request, "runs": len(part)}, arrays),
            phase=LEARNING,
            nodes=aligned.nodes,
            watch=watch,
            join=join_counts,
            layout=counts_layout(len(aligned.nodes), thetas=False),
        )
    reply = join_counts(done)
    arrays = dict(reply.arrays)
    dense = arrays.pop("dense")
    tell_dense(dense, [f"resample {k}" for k in range(len(dense))], aligned.nodes)
    boot = Bootstrap(aligned, request, Reply(reply.info, arrays))
    of_call = {"resamples": count, "cpdag": flag}
    boot._made = made_of_rows("bootstrap", chosen, aligned, options, edges, weights, "data", **of_call)
    return boot if asked is None else pooled(asked, boot._as_rows(FamilyRows.of(aligned, chosen)))


def _new_seed() -> int:
    return int(np.random.default_rng().integers(2**32))


class Bootstrap(WithProvenance, HeatMapped):
    """How often the structures learned from resamples join each pair of nodes, and in which direction.

    :func:`mcbnc.bootstrap` makes it. It holds plain arrays and not the data: O(n^2) numbers, and n^2
    bits for each resample. So it can be pickled, sent to another process, and used after a fork. Of a small
    table, up to 1 MiB of cells are kept until :attr:`provenance` is asked for. They are in no pickle. If it
    was stopped before its first resample was done, strengths and directions are NaN.

    In the picture of :meth:`plot`, the cell in row i and column j is strength times direction: the share of
    resamples with nodes[i] -> nodes[j]. The two cells of a pair add up to its strength.
    """

    _made: MadeOfRows | None = None

    def __init__(self, data: Table, request: Mapping[str, Any], reply: Reply) -> None:
        self._nodes, self._named = data.nodes, data.named
        self._states = data.sorted_states
        self._rows = data.rows[0]
        self._rows_left_out = data.rows_left_out[0]
        self._options = {name: request[name] for name in ("seed", "cpdag", "score", "required", "forbidden")}
        self._gaussian = linear(request["score"])
        self._score_title: str = reply.info["score_title"]
        self._status: str = reply.info["status"]
        self._seconds = float(reply.info["seconds"])
        self._arrays = reply.arrays

    def _as_opinion(self) -> tuple[NDArray[np.float64], list[Hashable] | None]:
        """How sure it is of each arc, for functions that take opinions, and its nodes, if they have names."""
        self._voters()
        return self.strength * self.direction, self._given_nodes()

    def _as_rows(self, cells: FamilyRows | None = None) -> RowStrengths:
        """What the rows say of each pair, for functions that take opinions. `cells`: this call drew them."""
        if not self.resamples:
            raise InvalidInputError("no resample was done before the bootstrap was stopped")
        drawn = {} if cells is None else {"resamples": self.resamples, "seed": self.seed}
        strengths = (self.strength, self.direction)
        return RowStrengths(
            self.nodes, self._named, self.rows, 1, *strengths, self, self.status, drawn, cells
        )

    def _find_record(self) -> Record:
        if self._made is None:
            return UNKNOWN
        return self._made.record(
            {
                "nodes": len(self._nodes),
                "rows": int(self._rows),
                "rows_left_out": int(self._rows_left_out),
                "resamples": self.resamples,
                "status": self.status,
            }
        )

    def __repr__(self) -> str:
        return (
            f"<Bootstrap: {counted(self.resamples, 'resample')} of {counted(self._rows, 'row')} "
            f"over {counted(len(self._nodes), 'node')}, "
            f"seed {self.seed}, {self._score_title}; {self._found()}; {self.status} in {self.seconds:.3g} s>"
        )

    @property
    def nodes(self) -> list[Hashable]:
        """The names of the n nodes, in the order of the columns. Columns without names are 0..n-1."""
        return list(self._nodes)

    @property
    def states(self) -> dict[Hashable, list[Hashable]]:
        """The sorted states of each node: the given states, else the states that occur in the data.

        Nodes of real-valued columns have no states, and are not in the dict.
        """
        return {name: list(states) for name, states in self._states.items()}

    @property
    def resamples(self) -> int:
        """The number of resamples that were done: all, unless :attr:`status` says otherwise."""
        return len(self._arrays["packed"])

    @property
    def rows(self) -> int:
        """The number of rows of the data, and of each resample."""
        return self._rows

    @property
    def rows_left_out(self) -> int:
        """The number of rows left out because of missing values, or with ``repeats="distinct"``."""
        return self._rows_left_out

    @property
    def seed(self) -> int:
        """The seed of the draws: the given one, or the one that was made."""
        return int(self._options["seed"])

    @property
    def criterion(self) -> str:
        """The name of the score that the searches maximised, such as ``"bdeu"``."""
        return str(self._options["score"])

    @property
    def cpdag(self) -> bool:
        """True if the edges of the classes were counted, False if those of the DAGs themselves."""
        return bool(self._options["cpdag"])

    @property
    def status(self) -> str:
        """``"complete"``, or for the resamples done so far ``"time_limit"`` or ``"cancelled"``."""
        return self._status

    @property
    def seconds(self) -> float:
        """The time that the engine took."""
        return self._seconds

    @property
    def dags(self) -> NDArray[np.uint8]:
        """(resamples, n, n) uint8: the DAG of each resample, in the order of :attr:`nodes`.

        A new array at each call. It can be the argument `dags` of :func:`mcbnc.consensus`.
        """
        return with_names(unpack(self._arrays["packed"], len(self._nodes)), self._nodes, self._named)

    @property
    def strength(self) -> NDArray[np.float64]:
        """(n, n) float64, symmetric: the share of resamples whose structure joins nodes[i] and nodes[j]."""
        return self._edges.shares(self._edges.joined)

    @property
    def direction(self) -> NDArray[np.float64]:
        """(n, n) float64: among the resamples that join nodes[i] and nodes[j], the share with i -> j.

        An undirected edge counts as half an edge each way. So [i, j] and [j, i] add up to 1 if any
        resample joins the pair. Both are 0 if none does. An edge that `knowledge` directs in the class of a
        structure is directed there, so a direction that it forbids is 0.
        """
        if not self.resamples:
            return np.full((len(self._nodes),) * 2, np.nan)
        edges = self._edges
        return (2 * edges.directed + edges.undirected) / np.maximum(2 * edges.joined, 1)

    @property
    def chance_true(self) -> NDArray[np.float64]:
        """(n, n) float64, symmetric: about how often a pair of this strength is an edge of the true network.

        It is the share of resamples that join the pair, and at most 0.97: of pairs that all resamples join, 3
        in 100 were still false. :doc:`/bootstrap` has the study.
        """
        return chance_true(self.strength)

    def at_most(self, q: float) -> Baseline:
        """The pairs of greatest strength, as many as keep the expected share of false ones at most `q`.

        Of a pair of strength s, 1 - s is expected to be false. Pairs of equal strength are all in or all out.
        Where most columns are all but determined by others, more pairs are false: see :doc:`/bootstrap`.
        The pairs get their directions by a vote: see the kind "skeleton" of :func:`mcbnc.baselines.vote`.

        Parameters
        ----------
        q : float
            From 0 to 1. 0 keeps the pairs that all resamples join.

        Returns
        -------
        Baseline

        Raises
        ------
        InvalidInputError
            A bad `q`, or no resample was done.
        """
        share = check_share(q, "q")
        given = DagArguments(self._voters(), self._given_nodes())
        asked = {name: self._options[name] for name in ("required", "forbidden")}
        asked |= {"threshold": self._strength_below(share), "kind": "skeleton"}
        method = f"pairs with at most {share:g} expected to be false"
        found = find(Baseline, "vote", method, given, resamples=True, **asked)
        return self._told(found, "Bootstrap.at_most", q=share)

    def _strength_below(self, q: float) -> float:
        """The strength above which pairs are kept by :meth:`at_most`."""
        often, pairs = np.unique(self._edges.pairs, return_counts=True)
        often, pairs = often[::-1], pairs[::-1]
        false = np.cumsum((self.resamples - often) * pairs)
        kept = np.count_nonzero((often > 0) & (false <= q * self.resamples * np.cumsum(pairs)))
        below = [*often[kept:].tolist(), 0]
        return float(below[0] / self.resamples)

    def to_frame(self) -> Any:
        """The strengths as a :class:`pandas.DataFrame`, one row for each ordered pair of nodes. Needs pandas.

        The columns are ``from``, ``to``, ``strength``, ``direction`` and ``chance_true``. The first four and
        the order of the rows are those of bnlearn's ``boot.strength``: all pairs from the first node, then
        all pairs from the second one, and so on.
        """
        return import_extra("pandas").DataFrame(strength_table(self))

    def averaged(self, threshold: float | Literal["auto"] = "auto") -> Baseline:
        """The averaged network: the pairs that are strong enough, each in its more frequent direction.

        Parameters
        ----------
        threshold : float or "auto"
            From 0 to 1. A pair is taken if its strength is greater, or 1. "auto" is the estimate of
            Scutari and Nagarajan (2013). See :func:`mcbnc.baselines.averaged`, which this calls.

        Returns
        -------
        Baseline

        Raises
        ------
        InvalidInputError
            A bad threshold, or no resample was done.
        """
        given = DagArguments(self._voters(), self._given_nodes())
        found = find_averaged(given, threshold, self.cpdag, self._options, resamples=True)
        return self._told(found, "Bootstrap.averaged")

    def _told(self, found: Baseline, function: str, **options: Any) -> Baseline:
        """What was made of the structures, with how they were made."""
        found._gaussian = self._gaussian
        found._origin = replace(found._origin, whence=Whence(made=(self._made,)))
        if found._called is not None:
            found._called = found._called.then(function, **options)
        return found

    def consensus(self, theta: float | Literal["auto"] = "auto") -> ConsensusResult:
        """The consensus of the structures, each of which counts once.

        Required and forbidden edges of the bootstrap are those of the consensus too.

        Parameters
        ----------
        theta : float or "auto"
            As in :func:`mcbnc.consensus`.

        Returns
        -------
        ConsensusResult

        Raises
        ------
        InvalidInputError
            A bad theta, or no resample was done.
        """
        known = knowledge_of(self._options, self._nodes)
        with told_once(before=True):
            found = consensus(self._voters(), theta, nodes=self._given_nodes(), knowledge=known)
        found._gaussian = self._gaussian
        called = found._run.called
        found._run = replace(
            found._run,
            gaussian=self._gaussian,
            resamples=True,
            whence=Whence(made=(self._made,)),
            called=None if called is None else called.then("Bootstrap.consensus"),
        )
        return found

    def _facts(self) -> dict[str, Any]:
        return {
            "resamples": f"{self.resamples} of {counted(self._rows, 'row')}, seed {self.seed}",
            "pairs": self._found(),
            "nodes": len(self._nodes),
            "score": self._score_title,
            "status": f"{self.status} in {self.seconds:.3g} s",
        }

    def _rows_drawn(self) -> int:
        return len(self._nodes) if self.resamples else 0

    def _draw(self, **where: Any) -> Any:
        return draw_strength(self.strength * self.direction, self._nodes, self.resamples, **where)

    @property
    def _edges(self) -> EdgeCounts:
        return EdgeCounts(self.resamples, self._arrays["directed"], self._arrays["undirected"])

    def _found(self) -> str:
        if not self.resamples:
            return "no resample was done"
        often = self._edges.pairs
        return (
            f"{counted(np.count_nonzero(often), 'pair')} joined at least once, "
            f"{np.count_nonzero(2 * often > self.resamples)} in more than half of the resamples, "
            f"{np.count_nonzero(often == self.resamples)} in all"
        )

    def _voters(self) -> NDArray[np.uint8]:
        if not self.resamples:
            raise InvalidInputError("no resample was done before it was stopped, so there are no structures")
        return self.dags

    def _given_nodes(self) -> list[Hashable] | None:
        return self._nodes if self._named else None


def strength_table(boot: Bootstrap) -> dict[str, list[Any]]:
    """The columns of :meth:`Bootstrap.to_frame`, as lists."""
    nodes = boot.nodes
    tails, heads = np.nonzero(~np.eye(len(nodes), dtype=bool))
    return {
        "from": [nodes[k] for k in tails.tolist()],
        "to": [nodes[k] for k in heads.tolist()],
        "strength": boot.strength[tails, heads].tolist(),
        "direction": boot.direction[tails, heads].tolist(),
        "chance_true": boot.chance_true[tails, heads].tolist(),
    }
