"""Structure learning by greedy equivalence search, for one client's rows or for all clients' at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from .._base import defaults
from .._base.keywords import takes_options
from .._base.names import label
from .._base.options import PriorName, SearchName, check_resamples
from .._base.paths import PathLike
from .._base.scoring import ScoreOption
from .._base.sites import takes_sites
from .._engine.chunks import read_chunking
from .._engine.progress import ProgressOption, make_watch
from .._rows.few import tell_few
from .._rows.rows import read_datasets, read_rows
from .bootstrap import bootstrap
from .chance import read_chance
from .options import RowKeywords, SearchKeywords, read_options, score_for
from .pair_weights import read_pair_weights
from .resamples import read_resamples
from .search import learn_each
from .sources import Pooled
from .structure import Learned
from .with_opinions import USUAL, refuse_beside

if TYPE_CHECKING:
    from typing_extensions import Unpack


class LearnKeywords(RowKeywords, total=False):
    """The options of :func:`learn` but opinions."""

    chance: int | None
    resamples: int | None


@overload
def learn(data: Any, *, opinions: None = None, **options: Unpack[LearnKeywords]) -> Learned: ...
@overload
def learn(data: Any, *, opinions: Any, **options: Unpack[LearnKeywords]) -> Pooled: ...
def learn(
    data: Any,
    *,
    score: ScoreOption | None = None,
    search: SearchName = defaults.SEARCH,
    prior: PriorName | None = defaults.PRIOR,
    chance: int | None = None,
    resamples: int | None = None,
    opinions: Any = None,
    max_parents: int | None = None,
    knowledge: Any = None,
    pair_weights: Any = None,
    workers: int | None = None,
    seed: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
) -> Learned | Pooled:
    """Learn the structure of a Bayesian network from data, by a greedy search over equivalence classes.

    The search goes from class to class by Deletes, Turns and Inserts that raise the score, and leaves local
    optima. ``search="ges"`` is GES itself (Chickering, *Optimal structure identification with greedy search*,
    JMLR 3, 2002). From the empty class it takes the best Insert while one raises the score. Then it takes the
    best Delete while one raises the score.

    Parameters
    ----------
    data : table or Rows
        A row is a case, and a column is one of the n nodes. The table is one of these:

        - a :class:`pandas.DataFrame` with categorical, string, integer or boolean columns, nullable or
          not, or anything with a ``to_pandas()``;
        - a dict of names to columns;
        - a NumPy array (rows, n), or a list of rows;
        - the path of a CSV file with a header. The text of a cell is its state. Commas, semicolons, tabs
          or | part the cells.

        For the discrete scores, numbers are whole: :func:`mcbnc.discretize` makes states of continuous
        columns. The numbers 1.0 and 1 are one state. The Gaussian scores take finite numbers alone. The
        scores of mixed columns take them in the columns that :func:`mcbnc.discretize` would cut.
        :class:`mcbnc.Rows` set how the table is read, such as ``learn(Rows(table, missing="drop"))``. Without
        it, missing values are errors.
    score : str or score object, optional
        "bdeu", "bds", "qnml", "bic", "aic", "bic-g", "bge", "bic-cg" or "dg", in upper or lower case. Or an
        object with parameters: :class:`mcbnc.BDeu`, :class:`mcbnc.BDs`, :class:`mcbnc.QNML`,
        :class:`mcbnc.BIC`, :class:`mcbnc.AIC`, :class:`mcbnc.GaussianBIC`, :class:`mcbnc.BGe`,
        :class:`mcbnc.MixedBIC` or :class:`mcbnc.DegenerateGaussian`, such as ``BDeu(ess=10)``. Default:
        ``QNML(surplus=2)``, or "bic-cg" for a table that has a column with decimals. By its name "qnml", qNML
        is the published one.
        :doc:`/defaults` has the study behind the defaults.
        For discrete data, "bdeu" is BDeu (Buntine 1991; Heckerman, Geiger and Chickering 1995). "bds" is
        BDs, which has BDeu's prior on the parents' configurations that occur alone (Scutari 2016). "qnml" is
        qNML, the quotient normalized maximum likelihood (Silander and others 2018). "bic" and "aic" are the
        log-likelihood less a penalty for each free parameter. The penalty is log(rows) / 2 for BIC
        (Schwarz 1978) and 1 for AIC (Akaike 1974).
        For real-valued data, each node is a linear regression on its parents with normal errors.
        "bic-g" is the Gaussian BIC, the log-likelihood less log(rows) / 2 for each free parameter. "bge"
        is BGe (Geiger and Heckerman 2002; Kuipers, Moffa and Heckerman 2014).
        For both kinds of columns beside each other, "bic-cg" is the conditional Gaussian BIC and "dg" the
        degenerate Gaussian BIC (Andrews, Ramsey and Cooper 2018, 2019).
        All DAGs of a class have the same score, but by "bds". There an operator gains what the score of the
        one node gains whose parents it changes, and the result's score is that of its DAG.
    search : {"ges", "xges"}
        "ges" is greedy equivalence search. "xges" leaves local optima of the score: it tries a deletion
        and a turn of each edge, each followed by a climb of deletions, turns and insertions (Nazaret and
        Blei, "Extremely greedy equivalence search", UAI 2024, with deletions alone). Default: "xges".
    prior : {"edges", "none"} or None
        A prior of structures. "edges" gives each pair of nodes the odds 1/n to be joined, so a structure's
        score gains -log(n) for each pair that it joins. n counts all columns, those that do not vary too. A
        required pair has no weight. With a BIC this is the extended BIC with gamma 1/2 (Foygel and Drton
        2010). "none" or None: all structures are equally likely. :attr:`Learned.score` includes the prior,
        and :attr:`Learned.prior` is the prior alone. Default: "edges", with every score.
    chance : int, optional
        How many times the table is shuffled, each column by itself, and searched again.
        :attr:`Learned.chance` has how many edges that gives: as many of the answer's may be chance. The
        answer does not depend on it. Default: 10 for up to 1,000 rows, else 0. Not with different columns,
        nor with cells to be filled: the default makes no shuffles then.
    resamples : int, optional
        How many times the rows are drawn again and searched, as by ``bootstrap(data, resamples, seed=0)``
        with the same options. :attr:`Learned.chance_true` is then about how often a pair so strong is an
        edge of the true network, and :meth:`Learned.to_frame` has it for each edge. The answer does not
        depend on it. Default: 50 for up to 1,000 rows and 40 columns in which at most 50 edges are found,
        where reversible ones count twice, else 0. They take less than a second; :doc:`/learn` has the times.
        Not with different columns, nor with cells to be filled.
    opinions : sequence of graphs, or dict of source name to graph, optional
        What other sources say of some or all of the columns, as in :func:`mcbnc.pool`: experts, language
        models, the literature. The answer is then that of ``pool(opinions, data, nodes=columns,
        knowledge=knowledge)``, whose resamples have the other options. `resamples` is their number, by
        default 50, and `seed` that of their draws, by default 0. Not with `chance`, since the result has a
        measure of its own, nor with cells to be filled.
    max_parents : int, optional
        No node is given more parents than this, unless required edges leave no other way.
        Default: any number.
    knowledge : Knowledge or dict, optional
        Edges that must be, and edges that must not be, as in :func:`mcbnc.consensus`. Required arcs are there
        from the start. Then the best Insert of a required pair is taken, even if it lowers the score, until
        all required pairs are in.
    pair_weights : (n, n) array or DataFrame, optional
        What the score of a structure gains by each pair of nodes that it joins, in natural logarithm: a
        prior of structures. Each pair's weight is the logarithm of its odds to be joined, before the rows
        are looked at. The matrix is symmetric, in the order of the columns. A DataFrame has the names on
        both sides, in any order. Weights below 0 make edges rarer, weights above 0 more frequent.
        :attr:`Learned.score` includes the weights.
    workers : int, optional
        Threads. Default: all cores. The answer does not depend on the number.
    seed : int, optional
        Draw ties at random, reproducibly. Default: the lowest nodes win. With ``missing="fill"`` it is the
        seed of the draws that fill cells, and by default 0.
    progress : None, bool or function
        As in :func:`mcbnc.consensus`. A function is called with (data sets left, data sets, 0.0).
        If the function returns False, the search stops.
    time_limit : float, optional
        Seconds, including the reading of the rows. After this time the class reached so far is
        returned, with the ``status`` "time_limit". Its score is NaN if the time ended before the sums over
        real-valued rows were made.

    Returns
    -------
    Learned or Pooled
        A graph like any other: it goes into :func:`mcbnc.consensus` and all metrics. It is a
        :class:`mcbnc.Pooled` if there are opinions.

    Raises
    ------
    InvalidInputError
        A bad argument. The message names the argument, and for data the column and the row (counted from 0),
        or the line of a file (counted from 1). A table without rows is refused. The discrete scores refuse
        columns with decimals, and columns of more than 20 states with a new state in more than half of the
        rows, unless ``accept`` of :class:`mcbnc.Rows` has them. For a Gaussian score or one of mixed columns,
        a column of numbers that does not vary is an error. For "bic-g", so are columns where one is a linear
        function of others, and no more rows than columns. The error is also a ValueError.
    LibraryError
        The engine's library cannot be loaded.
    KeyboardInterrupt
        On Ctrl-C, at once, also inside a long run.

    Warns
    -----
    DataWarning
        About rows that are left out: how many of each data set, and by which columns. Likewise about cells
        that are filled, and about pairs of columns that no row has both of.
        About the header of a file, if it may be a row of data. If no score is given, and "bic-cg" is taken:
        which columns have numbers, and which ones states.
        About columns that are not accepted: with more than 32 different whole numbers; with states that
        differ only in case, in blanks or in the way a number is written; with states that often mean a
        missing value ("?", "NULL", "N/A", "None" and the like); with names that look like one another's.

    Notes
    -----
    Suppose that a DAG has exactly the independences of the rows' distribution. In the limit of many rows,
    GES with any score but AIC then ends in the class of this DAG. GES with AIC does not: GES with AIC
    keeps some extra edges, however many rows there are. On finite data both searches are greedy. Every step
    takes the best of all valid operators, but the final class need not be the best class.
    The answer does not depend on the order of the rows. If the columns have names, the answer does not
    depend on the order of the columns.

    With ``missing="fill"`` the structure is the vote of three chains (:doc:`/missing`). No node has more than
    6 parents then, unless `max_parents` allows it. There are no steps, and the score is the chains' mean.

    A step costs O(rows) for each family that it scores for the first time. An edge has an operator
    for each subset of its neighbours. In the worst case the number of operators is exponential, for example
    if columns are equal. If there are too many operators, the search gives no node more than 4 parents,
    with a DataWarning. `max_parents` sets another limit. Data take 1, 2 or 4 bytes per cell.

    A Gaussian score sums the products of all pairs of columns once, in O(rows n^2). `time_limit` is for
    the search after that. A family of k parents then costs O(k^3). Data take 8 bytes per cell. A score of
    mixed columns also groups the rows by joint states of columns: "bic-cg" sums the products of k columns
    within the groups in O(rows k^2), once for each set of columns of states, and keeps some 64 MB of sums.

    Examples
    --------
    >>> import mcbnc
    >>> rain, sprinkler = [0, 0, 1, 1] * 25, [0, 1, 0, 1] * 25
    >>> wet = [r or s for r, s in zip(rain, sprinkler)]
    >>> mcbnc.learn({"rain": rain, "sprinkler": sprinkler, "wet": wet}).edges
    [('rain', 'wet'), ('sprinkler', 'wet')]
    """
    given: SearchKeywords = {
        "search": search,
        "prior": prior,
        "max_parents": max_parents,
        "knowledge": knowledge,
        "pair_weights": pair_weights,
    }
    if opinions is not None:
        refuse_beside(chance=chance)
        draws = check_resamples(USUAL if resamples is None else resamples, none=f"be left out for {USUAL}")
        found: Pooled = bootstrap(
            data,
            draws,
            opinions=opinions,
            seed=0 if seed is None else seed,
            score=score,
            workers=workers,
            progress=progress,
            time_limit=time_limit,
            **given,
        )
        return found
    options = read_options(score, given, workers, seed, time_limit)
    shuffles, count = read_chance(chance), read_resamples(resamples)
    watch = make_watch(progress, unit="data set")
    aligned = read_rows(data, options.get("score"), fill=True)
    chosen = score_for(score, aligned)
    options |= chosen.request()
    weights = read_pair_weights(pair_weights, aligned.nodes)
    tell_few(aligned, [label("data")])
    return learn_each(
        aligned,
        options,
        knowledge,
        weights,
        watch,
        argument="data",
        chance=shuffles,
        resamples=count,
        called=("learn", chosen),
    )[0]


@takes_sites("datasets")
@takes_options(SearchKeywords, of=learn)
def learn_many(
    datasets: Any,
    *,
    score: ScoreOption | None = None,
    chance: int | None = None,
    resamples: int | None = None,
    workers: int | None = None,
    executor: Any = None,
    chunks: int | None = None,
    seed: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
    checkpoint: PathLike | None = None,
    **given: Unpack[SearchKeywords],
) -> list[Learned]:
    """Learn a structure from each client's data, all in one job that shares the workers among the clients.

    Result k equals ``mcbnc.learn(datasets[k], ...)``, with the states of all clients. The list can be the
    argument `dags` of :func:`mcbnc.consensus`.

    Parameters
    ----------
    datasets : sequence of r >= 1 tables, dict of site name to table, one array, or Rows
        An array has the shape (r, rows, n). Each table is as in :func:`mcbnc.learn`. The tables may be
        of different kinds. Tables with names have the same names, in any order, unless `columns` of
        :class:`mcbnc.Rows` is "common".
    workers : int, optional
        As in :func:`mcbnc.learn`. With an executor: the threads of each chunk, and the default is 1.
    executor : object with a method map, optional
        Where the searches run: an executor of concurrent.futures, loky or Dask, a Pool of multiprocessing or
        Ray, or whatever else has a method ``map(function, iterable)`` that gives results in order. It gets
        the work in chunks, and the answer is the same. Tables are read and brought to one list of states
        before that. Workers need the same build of mcbnc. See the page "Many machines" of the docs.
        Default: this process.
    chunks : int, optional
        The number of chunks. Default: four for each worker of the executor, or 32 if its number of
        workers is unknown.
    progress : None, bool or function
        As in :func:`mcbnc.learn`. With an executor, the function is called after each chunk, and if it
        returns False, the chunks that have not begun are cancelled and McbncError is raised.
    time_limit : float, optional
        Seconds for all clients together. It is invalid together with an executor.
    checkpoint : str or os.PathLike, optional
        A file that keeps what is done, about every 10 seconds. The same call with the same file goes on
        from there, after a crash too, and its answer is that of an undisturbed call. The file stays,
        so the same call after the end is answered from it. See :doc:`/checkpoints`.
    score, chance, seed
        As in :func:`mcbnc.learn`, which has the options not listed here too.
    resamples : int, optional
        As in :func:`mcbnc.learn`, of each client's rows. Default: 0, since a consensus does without.

    Returns
    -------
    list of Learned
        One result for each client. The nodes are in the order of the first client's columns.

    Raises
    ------
    InvalidInputError
        As in :func:`mcbnc.learn`. The message also names the client, and its file. Also if clients have no
        state of a column in common with others, as "M" and "F" beside "male" and "female", or if their
        columns' names differ only in case, in blanks or in invisible signs. `accept` of :class:`mcbnc.Rows`
        accepts such columns. A column of one state at each client is taken.
    LibraryError
        As in :func:`mcbnc.learn`, and also if a worker of the executor has another build of mcbnc.
    McbncError
        If `progress` stopped an executor: there is no part of the list.

    Warns
    -----
    DataWarning
        As in :func:`mcbnc.learn`. Also about two states that no client has both, and about rows that several
        clients have. :doc:`/rows` has the rules.

    Examples
    --------
    >>> import mcbnc
    >>> clients = mcbnc.datasets.load_rows("alarm")
    >>> dags = mcbnc.learn_many(mcbnc.Rows(clients.data, names=clients.nodes, states=clients.states))
    >>> mcbnc.consensus(dags, theta="auto").nodes == clients.nodes
    True
    """
    options = read_options(score, given, workers, seed, time_limit)
    shuffles, count = read_chance(chance), read_resamples(resamples) or 0
    chunking = read_chunking(executor, chunks, options["time_limit"], checkpoint)
    watch = make_watch(progress, unit="data set")
    aligned = read_datasets(datasets, options.get("score"), union=True, fill=True)
    chosen = score_for(score, aligned)
    options |= chosen.request()
    weights = read_pair_weights(given["pair_weights"], aligned.nodes)
    tell_few(aligned, [label("datasets", k) for k in range(aligned.r)])
    return learn_each(
        aligned,
        options,
        given["knowledge"],
        weights,
        watch,
        chunking,
        chance=shuffles,
        resamples=count,
        called=("learn_many", chosen),
    )
