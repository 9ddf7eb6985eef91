"""Opinions and rows in one network: experts, models and the literature beside a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from .._base.options import check_count, check_resamples
from .._base.place import bare, error_at
from .._rows.opened import several_tables
from .._rows.rows import Rows
from ..errors import InvalidInputError
from .bootstrap import Bootstrap, bootstrap
from .jointly import learn_jointly
from .sources import Pooled
from .with_opinions import USUAL, pooled, read_asked


def pool(
    opinions: Any,
    rows: Any = None,
    *,
    answers: Any = None,
    knowledge: Any = None,
    groups: Any = None,
    weights: Any = None,
    nodes: Any = None,
    resamples: int = USUAL,
    seed: int = 0,
    chance: Literal["warn", "drop"] = "warn",
) -> Pooled:
    """Make one network of what several sources say, and of rows, and estimate what each source is worth.

    Experts, language models, the literature and other sites' graphs are sources of unequal trust. None knows
    the truth. But how often each is right can be estimated from how it agrees with the others and with the
    rows (A. P. Dawid and A. M. Skene, *Maximum likelihood estimation of observer error-rates using the EM
    algorithm*, Applied Statistics 28, 1979). The rows are one source more: the strengths of a bootstrap. The
    log-odds of each pair are those of the rows and of all sources, added up, so the sum explains the answer.

    Parameters
    ----------
    opinions : sequence of graphs, or dict of source name to graph
        What each source says. A graph is anything that :func:`mcbnc.consensus` takes, with cycles too. It may
        be of numbers from 0 to 1: a matrix or DataFrame whose entry [i, j] is how sure the source is of
        i -> j; a table or a dict with the columns ``from``, ``to``, ``strength`` (or ``existence``) and
        ``direction`` (or ``orientation``), as R's bnlearn has it of ``boot.strength``; or a
        :class:`mcbnc.Bootstrap`. The numbers of a pair add up to how sure it is of an edge; both are 1 for an
        undirected edge. A source with fewer nodes says nothing of the others. A list of edges is about all
        nodes.
    rows : table, Bootstrap or several tables, optional
        Rows of the same nodes, as :func:`mcbnc.bootstrap` takes them, or a :class:`mcbnc.Bootstrap` of them,
        which is used as it is. Of several tables, as :func:`mcbnc.learn_jointly` takes them, the structure
        counts that it learns. Columns may be fewer than nodes, and all must be nodes.
    answers : dict, optional
        What somebody knows: ``{("a", "b"): "->"}``. ``"->"`` and ``"<-"`` are an edge with its direction,
        ``"--"`` is an edge in either direction, and ``"none"`` is no edge. Answers are kept.
    knowledge : Knowledge, dict or path, optional
        As in :func:`mcbnc.consensus`. It is kept.
    groups : sequence or dict, optional
        Sources that count as one together, since they are known to be copies or of one school: a list of
        lists of names, a label for each source, or a dict of name to label, where None is of no group.
        Without rows nothing else shows copies.
    weights : sequence or dict, optional
        How often each source counts, from 0. Default: once. Unlike the weights of a consensus, twice as much
        for all is not the same.
    nodes : sequence of hashable, optional
        The names of all nodes. Sources and rows without names take them. Default: the nodes of all opinions.
    resamples : int
        The number of resamples of the rows, if these are one table.
    seed : int
        The seed of the resamples.
    chance : {"warn", "drop"}
        What becomes of opinions that agree with each other and with the rows no more than chance. "warn"
        gives a DataWarning. "drop" also gives all of them the weight 0.

    Returns
    -------
    Pooled

    Raises
    ------
    InvalidInputError
        There are no opinions, or there is one node. A number is not from 0 to 1, or the two of a pair add
        up to more than 1 and are not both 1. A column of the rows is no node. Answers form a cycle
        or are against knowledge. A bad value of another argument; or as in :func:`mcbnc.bootstrap`.
    LibraryError
        The engine's library cannot be loaded.

    Warns
    -----
    DataWarning
        The opinions agree no more than chance. Sources agree where the rows say otherwise, so they count
        less. No source and no rows have a pair. One opinion stands alone. A list of edges lacks nodes.
        Without rows there are so many nodes that no number of opinions makes a pair probable.

    Notes
    -----
    A source i that is v sure of a pair adds ``w (v log(h / f) + (1 - v) log((1 - h) / (1 - f)))`` to its
    log-odds. Its hit rate h and its rate of false alarms f are estimated together with the probabilities, by
    EM. All sources together add at most 6 nats either way. The weight w is 1, and less if the rows show that
    the source makes the same mistakes as others.

    Rows of strength s have the log-odds of ``e0 + (1 - e0 - e1) s``: bootstrap strengths of 0 and 1 are no
    certainty, and the fewer the rows, the less. Without rows the log-odds are those of the estimated share
    of edges.

    The DAG has all pairs of a probability above 1/2. The surest directions come first, and one that would
    close a cycle is turned. Ties go to the lowest pair of sorted names. Of a pair of which no source, rows
    or requirement says anything, no edge is claimed.

    The answer does not depend on the order of the sources or, with names, of the nodes. The same input gives
    the same bytes. For m sources over n nodes the time is O(m n^2) for each of at most 500 iterations, mostly
    a few tens, and with rows O(m^2 s) for s edges a source, beside the resamples. The memory is O(m n^2).

    Opinions are fragile where sources are copies that rows cannot show (give `groups`), and where one source
    stands beside few rows.

    Examples
    --------
    >>> import mcbnc
    >>> ann = [("rain", "wet"), ("sprinkler", "wet")]
    >>> bob = [("rain", "wet"), ("sprinkler", "wet"), ("rain", "sprinkler")]
    >>> eve = [("wet", "rain"), ("sprinkler", "wet")]
    >>> both = mcbnc.pool({"Ann": ann, "Bob": bob, "Eve": eve})
    >>> both.edges
    [('rain', 'wet'), ('sprinkler', 'wet')]
    >>> both.answer({("rain", "sprinkler"): "->"}).edges
    [('rain', 'wet'), ('rain', 'sprinkler'), ('sprinkler', 'wet')]
    """
    asked = read_asked(
        opinions,
        nodes=nodes,
        answers=answers,
        knowledge=knowledge,
        groups=groups,
        weights=weights,
        chance=chance,
    )
    count = check_resamples(resamples, none=f"be left out for {USUAL}")
    number = check_count(seed, "seed", none="be left out for 0")
    if rows is None:
        return pooled(asked)
    if isinstance(rows, Bootstrap):
        with _of_rows():
            strengths = rows._as_rows()
        return pooled(asked, strengths)
    tables = _tables(rows)
    with _of_rows():
        if tables is not None and len(tables) > 1:
            return learn_jointly(rows, opinions=asked)
        alone = rows if tables is None or isinstance(rows, Rows) else tables[0]
        return bootstrap(alone, count, seed=number, opinions=asked)


def _tables(rows: Any) -> list[Any] | None:
    """Several tables. None: it is one table."""
    if isinstance(rows, Rows):
        return list(rows._given) if rows._several else None
    several = several_tables(rows)
    return None if several is None else list(several.values())


@contextmanager
def _of_rows() -> Iterator[None]:
    """Let errors of the functions that learn from rows be about this argument, and not about theirs."""
    try:
        yield
    except InvalidInputError as error:
        if error.argument in _OWN:
            raise
        if error.argument in _THEIRS and (of_theirs := re.match(rf"{error.argument}(?!\w)", str(error))):
            told = f"rows{str(error)[of_theirs.end() :]}"
            raise type(error)(told, argument="rows", dag=error.dag, nodes=error.nodes) from None
        raise error_at(type(error), bare(error), "rows", error.dag, error.nodes) from None


_OWN = ("opinions", "rows", "answers", "knowledge", "required", "forbidden", "weights", "groups")
"""The arguments of :func:`pool` that are looked at after the rows too."""
_THEIRS = ("data", "datasets")
"""What the functions that learn from rows call these."""
