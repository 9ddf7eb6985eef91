"""How sure a learned structure is: the search again and again, on rows drawn again."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._base import defaults
from .._base.names import label
from .._base.options import PriorName, SearchName, check_count, check_flag, check_resamples
from .._base.paths import PathLike
from .._base.scoring import ScoreOption
from .._engine.chunks import read_chunking, require_seed
from .._engine.progress import LEARNING, ProgressOption, make_watch
from .._engine.request import Reply
from .._inputs.knowledge import read_knowledge
from .._results.edge_counts import counts_layout, join_counts
from .._rows.few import tell_few
from .._rows.rows import read_rows
from .bootstrapped import Bootstrap
from .dense import tell_dense
from .options import read_options, score_for
from .pair_weights import read_pair_weights


def bootstrap(
    data: Any,
    resamples: int = 200,
    *,
    seed: int | None = None,
    cpdag: bool = True,
    score: ScoreOption | None = None,
    search: SearchName = defaults.SEARCH,
    prior: PriorName | None = defaults.PRIOR,
    max_parents: int | None = None,
    knowledge: Any = None,
    pair_weights: Any = None,
    workers: int | None = None,
    executor: Any = None,
    chunks: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
    checkpoint: PathLike | None = None,
) -> Bootstrap:
    """Draw the rows again, learn a structure from each resample, and count what the structures agree on.

    This is the bootstrap of N. Friedman, M. Goldszmidt and A. Wyner, *Data analysis with Bayesian
    networks: a bootstrap approach*, UAI 1999. R's bnlearn has it as ``boot.strength``, and the table
    has the same columns. A resample has as many rows as the data. Each of its rows is drawn from all
    rows, with replacement. The search is that of :func:`mcbnc.learn`.

    The result says how far the structure depends on the rows that happened to be sampled.
    :func:`mcbnc.stability` answers another question: it draws DAGs again, not rows, and says how far a
    consensus depends on the clients that took part.

    Parameters
    ----------
    data : table or Rows
        The rows of one client, as in :func:`mcbnc.learn`. Rows with missing
        values are left out before the first resample. Each resample counts all states of the data, also those
        that none of its rows has.
    resamples : int
        The number of resamples, from 1 to 2**20.
    seed : int, optional
        The seed of the draws. The same seed draws the same rows. Default: a new seed each time, which
        :attr:`Bootstrap.seed` tells. Ties within a search always go to the lowest nodes.
    cpdag : bool
        True counts the edges of the classes of the structures, as :attr:`mcbnc.Learned.cpdag` has them: under
        `knowledge`, if it is given. An undirected edge counts as half an edge each way. False counts the
        edges of the DAGs themselves.
    score, search, prior, max_parents, knowledge, pair_weights
        As in :func:`mcbnc.learn`.
    workers : int, optional
        As in :func:`mcbnc.learn`. With an executor: the threads of each chunk, and the default is 1.
    executor, chunks
        As in :func:`mcbnc.learn_many`. A chunk gets the data, the seed and the numbers of its resamples.
    progress : None, bool or function
        As in :func:`mcbnc.consensus`. A function is called with (resamples left, resamples, 0.0), with an
        executor after each chunk. If it returns False, the result is that of the resamples so far.
    time_limit : float, optional
        It cannot go with an executor.
        Seconds. After this time the resamples before the first unfinished one are returned, with the
        ``status`` "time_limit". So quick resamples are not favoured.
    checkpoint : str or os.PathLike, optional
        A file that keeps what is done, about every 10 seconds. The same call with the same file goes on
        from there, after a crash too, and its answer is that of an undisturbed call. It needs a
        `seed`. The file stays, so the same call after the end is answered from it. See
        :doc:`/checkpoints`.

    Returns
    -------
    Bootstrap

    Raises
    ------
    InvalidInputError
        As in :func:`mcbnc.learn`.
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
    *Bias-corrected bootstrap and model uncertainty*, NIPS 2003). Hence a low strength says little.

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
    options = read_options(score, search, prior, max_parents, workers, own_seed, time_limit)
    chunking = read_chunking(executor, chunks, options["time_limit"], checkpoint)
    require_seed(chunking, seed)
    watch = make_watch(progress, unit="resample")
    aligned = read_rows(data, options.get("score"), "bootstrap")
    options |= score_for(score, aligned).request()
    tell_few(aligned, [label("data")])
    weights = read_pair_weights(pair_weights, aligned.nodes)
    edges = read_knowledge(knowledge, aligned.nodes)
    request = aligned.request("bootstrap", runs=count, cpdag=flag, **options, **edges)
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
    return Bootstrap(aligned, request, Reply(reply.info, arrays))


def _new_seed() -> int:
    return int(np.random.default_rng().integers(2**32))
