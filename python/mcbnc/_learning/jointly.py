"""One structure from the rows of many sites, by a rule that only adds up what the sites send."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from .._base.fields import Options
from .._base.keywords import takes_options
from .._base.options import OUTLIERS, check_flag, check_word, read_pairs
from .._base.paths import PathLike
from .._base.scoring import Score, ScoreOption
from .._base.sites import takes_sites
from .._base.warn import warn
from .._engine.checkpoint import COMPLETE
from .._engine.chunks import HERE, Chunking, read_chunking
from .._engine.progress import ProgressOption, Watch, make_watch, read_progress
from .._engine.request import Arrays, execute, followed_by
from .._inputs.knowledge import read_knowledge
from .._inputs.outliers import flagged, odd_sites
from .._rows.few import tell_few_together
from .._rows.rows import chosen_columns, read_datasets
from .._rows.table import Table
from .._rows.words import ColumnsName
from ..errors import DataWarning, InvalidInputError
from .chance import Found, chance_together, found_by, left_of, read_chance, refuse_doubt, tell_chance
from .dense import tell_dense
from .jointly_learned import VOTE, JointlyLearned, Method
from .learn import learn
from .made import MadeOfRows, made_of_rows
from .options import RowKeywords, SearchKeywords, read_options, score_for
from .over import CHAINS, TOGETHER, learn_union, over_all, tell_unseen
from .pair_weights import read_pair_weights
from .parameters import FamilyRows
from .resamples import read_resamples, resamples_together
from .search import learn_each
from .sources import Asked, Pooled
from .stopped import finished, tell_unfinished, vote_of_sites
from .structure import Learned
from .union_learned import NumbersLearned, UnionLearned
from .with_opinions import beside_rows, pooled, refuse_beside

if TYPE_CHECKING:
    from typing_extensions import Unpack


class JointKeywords(RowKeywords, total=False):
    """The options of :func:`learn_jointly` but opinions."""

    outliers: Literal["keep", "drop"]
    pairs: Literal["votes", "union", "all"] | float
    own: bool
    chance: int | None
    resamples: int | None
    columns: ColumnsName | None
    checkpoint: PathLike | None


@overload
def learn_jointly(
    datasets: Any, *, opinions: None = None, **options: Unpack[JointKeywords]
) -> JointlyLearned: ...
@overload
def learn_jointly(datasets: Any, *, opinions: Any, **options: Unpack[JointKeywords]) -> Pooled: ...
@takes_sites("datasets")
@takes_options(SearchKeywords, of=learn)
def learn_jointly(
    datasets: Any,
    *,
    opinions: Any = None,
    outliers: Literal["keep", "drop"] = "drop",
    pairs: Literal["votes", "union", "all"] | float = "votes",
    own: bool = True,
    score: ScoreOption | None = None,
    chance: int | None = None,
    resamples: int | None = None,
    columns: ColumnsName | None = None,
    seed: int | None = None,
    workers: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
    checkpoint: PathLike | None = None,
    **given: Unpack[SearchKeywords],
) -> JointlyLearned | Pooled:
    """Learn one structure from the rows of many sites, also if the sites are not alike.

    A consensus of DAGs cannot know how sure each site was of its DAG. The rows know. Two scores of a
    structure add up over sites. The *pooled* score is that of all rows in one table: right if the sites
    are alike. The *own* score is the sum of the scores of each site's rows: right if they are not. For
    each node and its parents the larger one counts. The sum over all nodes is the *mix*, and of two or
    three searches the structure with the highest mix is the answer.

    Parameters
    ----------
    datasets : sequence of r >= 1 tables, dict of site name to table, one array, or Rows
        The rows of each site, as in :func:`mcbnc.learn_many`.
    opinions : sequence of graphs, or dict of source name to graph, optional
        What other sources say of some or all of the columns, as in :func:`mcbnc.pool`. The answer is then
        that of ``pool(opinions, datasets, nodes=columns, knowledge=knowledge)``, whose structure of all sites
        is learned with the other options. Not with `chance` nor `resamples`, and each pair of columns must
        be in some table.
    outliers : {"drop", "keep"}
        "drop" leaves out the sites whose own structures agree with hardly any other, as
        :func:`mcbnc.agreement` flags them.
    pairs : {"votes", "union", "all"} or float
        Among which pairs of nodes the searches look for edges. Each site first learns its own DAG.

        - "votes": among all pairs, but each pair that few of the DAGs join costs a penalty. If k of m
          DAGs join a pair, the penalty is log((k + 1/2) / (m - k + 1/2)), if this is negative.
        - "union": among the pairs that at least one of the DAGs joins.
        - a share above 0, up to 1: among the pairs that at least this share of the DAGs joins.
        - "all": among all pairs. The DAGs do not count.
    own : bool
        False does without the sites' own scores: the pooled search is the only one, and decides alone. It
        needs nothing but sums of counts and of votes, so it is what :mod:`mcbnc.federated` finds by default.
        It loses where the sites are not alike.
    score : str or score object, optional
        As in :func:`mcbnc.learn`, for the sites' own searches too. So are the options not listed here.
    prior : {"edges", "none"} or None
        As in :func:`mcbnc.learn`, for the sites' own searches too. It counts once, for the columns that the
        search runs over, beside the penalties of votes. With "union", these are all columns of the union.
    chance : int, optional
        How many times the columns are shuffled, each by itself within each site, and all is done again.
        :attr:`JointlyLearned.chance` has how many edges that gives. The answer does not depend on it, and
        each shuffle takes as long as the call. Default: 0. Not with different columns, nor empty cells.
    resamples : int, optional
        How many times the rows are drawn again, within each site, and all is done again.
        :attr:`JointlyLearned.chance_true` has how many of these calls join each pair. The answer does not
        depend on it, and each resample takes as long as the call. Default: 0. Not with different columns, nor
        empty cells.
    pair_weights : (n, n) array or DataFrame, optional
        As in :func:`mcbnc.learn`. The weights are a part of the mix. The sites' own searches do without
        them.
    columns : {"same", "common", "union"}, optional
        As in :class:`mcbnc.Rows`, if `datasets` are no :class:`mcbnc.Rows`, or do not set it. "union"
        learns over all columns that any site has: see :doc:`/columns`. `pairs` and `own` have no effect
        then, and no node has more than 6 parents unless `max_parents` allows it. Columns of numbers
        beside states take "dg".
    seed : int, optional
        Of the draws that fill the cells of the columns that a site lacks, with "union", and cells without a
        value, with ``missing="fill"``. Default: 0. Where there are no such cells, or numbers in them, a
        DataWarning reports that the seed has no effect.
    workers : int, optional
        Threads. Default: all cores. The answer does not depend on the number.
    progress : None, bool or function
        As in :func:`mcbnc.consensus`. A function is called with (data sets left, data sets, 0.0) while
        the sites learn, and then with (searches left, searches, 0.0). Once it returned False, it is not
        called again, and no further search begins.
    time_limit : float, optional
        Seconds for all searches together. What was stopped returns the best structure until then, which may
        be the vote of the sites' structures. A site that had not learned has no vote, and no site is dropped.
    checkpoint : str or os.PathLike, optional
        As in :func:`mcbnc.learn_many`, of the sites' own structures. The chains of ``columns="union"`` are
        in a second file, whose name has ``.chains`` at its end. Not with ``missing="fill"``, nor with
        different columns of numbers.

    Returns
    -------
    JointlyLearned or Pooled
        A :class:`mcbnc.Pooled` if there are opinions. Its `status` is that of the structure of all sites.

        `method` of a JointlyLearned is the search that found it: "pooled" by the pooled score, "own" by the
        own score, or, with "votes", "mixed" by the mix. With ``own=False`` it is "pooled", and the mix is the
        pooled score. With ``columns="union"``, if the sites have different columns, or with cells to be
        filled, it is "mixed", and `seen`, `status(a, b)`, `suspects` and `through(a, b)` show what no row has
        together. It is "vote" if the call was stopped before a search had found a structure that is better
        than the vote of the sites.

    Raises
    ------
    InvalidInputError
        As in :func:`mcbnc.learn_many`. Also a bad value of `outliers`, `pairs` or `own`. With opinions, as in
        :func:`mcbnc.pool`, and if no table has some pair of columns.
    LibraryError
        The engine's library cannot be loaded.
    KeyboardInterrupt
        On Ctrl-C, at once.

    Warns
    -----
    DataWarning
        As in :func:`mcbnc.learn_many`, and for a `seed` that has no effect. Also if the call was stopped:
        what was not finished, and what the answer is.

    Notes
    -----
    All searches are greedy equivalence searches, exact as in :func:`mcbnc.learn`. The answer does not
    depend on the order of the sites, of the rows or, if the columns have names, of the columns. Ties
    between the searches go to "pooled", then "own".

    With "votes", the own search is among the pairs that a DAG joins, and has no penalties. The mix that
    decides has no penalties either.

    With different columns, or cells to be filled, each gain is of the rows that have all of its columns.
    Three chains then fill the other cells, by draws, and search on the filled rows, six times. The answer is
    the vote of their structures. `search` is that of the last search on filled rows, and of each site's own.

    With one site and ``pairs="all"`` the answer is that of :func:`mcbnc.learn`. With one site and its votes
    the answer may be another, since a search passes through pairs that its last class does not join.

    With different columns of numbers, also beside states, nothing is drawn: the covariance of a structure is
    fitted by EM (structural EM, Friedman 1997), and the next structure is found on what is expected then,
    four times. As many complete rows count as a pair of columns has in the mean.

    With a score of mixed columns, normal scores are by the ranks at each site, for the pooled score too. So
    both scores are of the same numbers, and a rising function that a site applies to a column does not count.
    The pooled score follows from counts, sums and products that are added up over sites.

    Both scores can be had from sums over sites: the pooled score from summed counts, the own score from
    summed scores. :mod:`mcbnc.federated` does that, without sending any row. A summed score of few sites can
    be solved for the counts of each of them. So own scores are for a coordinator that all sites trust.

    The time is about that of :func:`mcbnc.learn_many` and two searches on all rows. See :doc:`/jointly`
    for the evidence, and for cases in which the rule fails.

    Examples
    --------
    >>> import mcbnc
    >>> def site(rows):
    ...     rain, sprinkler = [0, 0, 1, 1] * rows, [0, 1, 0, 1] * rows
    ...     return {"rain": rain, "sprinkler": sprinkler, "wet": [r or s for r, s in zip(rain, sprinkler)]}
    >>> together = mcbnc.learn_jointly([site(25), site(30), site(35)])
    >>> together.edges
    [('rain', 'wet'), ('sprinkler', 'wet')]
    >>> together.method
    'pooled'
    """
    if opinions is not None:
        refuse_beside(chance=chance, resamples=resamples)
    options = read_options(score, given, workers, seed, time_limit)
    seeded = {"seed": options.pop("seed")}  # no ties are drawn
    shuffles, count = read_chance(chance) or 0, read_resamples(resamples) or 0
    drop = check_word(outliers, "outliers", OUTLIERS) == "drop"
    among = {**read_pairs(pairs), "own": check_flag(own, "own")}
    progress = read_progress(progress)
    watch, then = make_watch(progress, unit="data set"), make_watch(progress, unit="search")
    chunking = read_chunking(None, None, checkpoint=checkpoint)
    union = chosen_columns(datasets, columns) == "union"
    then_asked = "learn_union" if union else "learn_jointly"
    data = read_datasets(datasets, options.get("score"), then_asked, columns, union=True, fill=True)
    tell_few_together(data)
    chosen = score_for(score, data)
    options |= chosen.request()
    weights = read_pair_weights(given["pair_weights"], data.nodes)
    asked = beside_rows(opinions, data, given["knowledge"])
    knowledge = None if asked else given["knowledge"]
    edges: dict[str, Any] = read_knowledge(knowledge, data.nodes)
    draws = data.coded and not data.complete
    if seed is not None and not draws:
        warn(
            "seed has no effect here: learn_jointly breaks no ties at random, and draws nothing but states "
            "for cells that a site lacks, or that have no value",
            DataWarning,
        )
    refuse_doubt(data, chance=shuffles, resamples=count)
    if data.gaps:
        tell_unseen(data, TOGETHER)
    of_call = {"outliers": outliers, "pairs": pairs, "own": among["own"]}
    if data.seen is not None or draws:
        if draws:
            options |= seeded
        elif checkpoint is not None:
            raise InvalidInputError(
                "checkpoint cannot be combined with different columns of numbers", argument="checkpoint"
            )
        made = made_of_rows("learn_jointly", chosen, data, options, edges, weights, **of_call)
        found = _learn_union(data, options, knowledge, weights, drop, chosen, chunking, watch, then)
        return _with(asked, _told(found, made), data, chosen)
    began = time.monotonic()
    with followed_by(["learn_jointly"], data.n, lambda: _size(data, weights, data.r, options["workers"])):
        sites = learn_each(data, options, knowledge, {}, watch, chunking, alone=False)
    dags = np.stack([np.asarray(site) for site in sites])
    dropped = _judged(data, sites, dags, options["workers"]) if drop else []
    kept, left = _without(data, dropped)
    arrays = {**left.arrays, "dags": dags[kept], **weights}
    if options["time_limit"] is not None or then is not None:  # the search may be stopped
        vote = vote_of_sites(left, [sites[k] for k in kept], dags[kept], options, edges)
        arrays |= {} if vote is None else {"voted": vote.arrays["adjacency"]}
    with left.errors_name_tables():
        reply = execute(left.nodes, left.request("learn_jointly", **options, **among, **edges), arrays, then)
    dense = reply.arrays["dense"].max(keepdims=True)
    tell_dense(dense, [TOGETHER], left.nodes)
    made = made_of_rows("learn_jointly", chosen, data, options, edges, weights, **of_call)
    together = _told(JointlyLearned(left, reply, chosen, sites, dropped, edges), made)
    tell_unfinished(reply.info["status"], sites, dropped, drop, together.method == VOTE)
    again = (options, among, edges, weights, drop, began)
    if shuffles and together.status == COMPLETE and data.n > 1:
        measured = chance_together(data, shuffles, lambda rows: _again(rows, *again))
        if measured is not None:
            together._chance = measured.chance
            tell_chance([(TOGETHER, together, measured)])
    if count and together.status == COMPLETE:
        together._resamples = resamples_together(data, count, lambda rows: _again(rows, *again))
    return _with(asked, together, data, chosen)


def _with(
    asked: Asked | None, together: JointlyLearned, data: Table, score: Score
) -> JointlyLearned | Pooled:
    """The structure, or what it makes of opinions."""
    if asked is None:
        return together
    _, kept = _without(data, together._dropped)
    return pooled(asked, together._as_rows(FamilyRows.of(kept, score)))


def _told(together: JointlyLearned, made: MadeOfRows) -> JointlyLearned:
    """The structure, and those of the sites, with how they were made."""
    for each in (together, *together._sites):
        each._made = made
    return together


def _size(data: Table, weights: Arrays, pieces: int, workers: int) -> Options:
    """What the memory of a search in all rows is estimated by."""
    held = sum(array.nbytes for array in {**data.arrays, **weights}.values())
    columns = data.n if data.coded else sum(max(1, states - 1) for states in data.arity)
    return {"bytes": held, "columns": columns, "pieces": pieces, "workers": workers}


def _again(
    data: Table,
    options: dict[str, Any],
    among: dict[str, Any],
    edges: dict[str, Any],
    weights: Arrays,
    drop: bool,
    began: float,
) -> Found | None:
    """What the same call finds in other rows. None if it was stopped: its time began then."""
    in_time = left_of(options, began)
    if in_time is None:
        return None
    with data.errors_name_tables():
        found = execute(data.nodes, data.request("learn", **in_time, **edges), data.arrays)
    in_time = left_of(options, began)
    if in_time is None or found.info["status"] != COMPLETE:
        return None
    dags = found.arrays["adjacency"]
    dropped = flagged(data, {"dags": dags}, options["workers"]) if drop else []
    kept, left = _without(data, dropped)
    request = left.request("learn_jointly", **in_time, **among, **edges)
    with left.errors_name_tables():
        found = execute(left.nodes, request, {**left.arrays, "dags": dags[kept], **weights})
    if found.info["status"] != COMPLETE:
        return None
    best: int = found.info["counts"]["best"]
    return found_by(found.arrays)[best]


def _learn_union(
    data: Table,
    options: dict[str, Any],
    knowledge: Any,
    weights: Arrays,
    drop: bool,
    score: Score,
    chunking: Chunking,
    watch: Watch | None,
    then: Watch | None,
) -> JointlyLearned:
    """Learn from sites with different columns, or from rows with gaps."""
    edges: dict[str, Any] = read_knowledge(knowledge, data.nodes)
    with followed_by(["learn_union"], data.n, lambda: _size(data, weights, CHAINS, options["workers"])):
        sites = learn_each(data, options, knowledge, {}, watch, chunking, ties=False, alone=False)
    dags = over_all(data, sites)
    dropped = _judged(data, sites, dags, options["workers"]) if drop else []
    kept, left = _without(data, dropped)
    # The chains of structures that were stopped are those of no call that goes on.
    keeping = chunking.beside("chains") if len(finished(sites)) == data.r else HERE
    found = learn_union(left, dags[kept], options, edges, weights, then, chunking=keeping)
    method: Method = "mixed"
    if not found.searched:
        vote = vote_of_sites(left, [sites[k] for k in kept], dags[kept], options, edges)
        if vote is not None:
            found, method = found._replace(voted=vote), VOTE
    tell_unfinished(found.chains.info["status"], sites, dropped, drop, method == VOTE)
    learned = UnionLearned if left.coded else NumbersLearned
    return learned(left, found, score, sites, dropped, edges, method)


def _judged(data: Table, sites: list[Learned], dags: NDArray[np.uint8], workers: int) -> list[int]:
    """The sites that are dropped: their structures agree with hardly any other.

    A structure that was stopped shows nothing of its site, nor of those that it would be compared with. So no
    site is dropped then.
    """
    if len(finished(sites)) < data.r:
        return []
    return flagged(data, {"dags": dags}, workers) if data.seen is None else odd_sites(data.seen, dags)


def _without(data: Table, dropped: list[int]) -> tuple[list[int], Table]:
    """The sites that are not dropped, and the rows of these."""
    kept = [k for k in range(data.r) if k not in dropped]
    return kept, data.only(kept) if dropped else data
