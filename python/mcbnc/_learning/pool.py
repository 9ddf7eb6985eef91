"""Opinions and rows in one network: experts, models and the literature beside a table."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Literal

import numpy as np

from .._base.options import check_word, is_sequence
from .._base.show import counted, listed, shown
from .._base.sites import takes_sites
from .._base.warn import warn
from .._engine.request import Arrays
from .._inputs.answers import read_answers
from .._inputs.knowledge import read_knowledge
from .._inputs.opinions import Opinions, read_opinions
from .._inputs.weights import read_weights
from .._results.made import Made
from ..errors import DataWarning, InvalidInputError
from .row_strengths import USUAL, RowStrengths, read_row_strengths
from .sources import Asked, Pooled

CHANCES = ("warn", "drop")
"""The words of the argument `chance`, the default first."""


@takes_sites("opinions")
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
        i -> j; a table with the columns ``from``, ``to``, ``strength`` (or ``existence``) and ``direction``
        (or ``orientation``), as R's bnlearn has it of ``boot.strength``; or a :class:`mcbnc.Bootstrap`. The
        numbers of a pair add up to how sure it is of an edge; both are 1 for an undirected edge. A
        source with fewer nodes says nothing of the others. A list of edges is about all nodes.
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
    dropped = check_word(chance, "chance", CHANCES) == "drop"
    read = read_opinions(opinions, nodes)
    given = read_answers(answers, read.nodes)
    known = read_knowledge(knowledge, read.nodes)
    arrays: Arrays = {**read_weights(weights, read.r), **_read_groups(groups, read)}
    if read.n == 1:
        raise InvalidInputError(
            "opinions: there is one node, and opinions are about pairs", argument="opinions"
        )
    strengths = read_row_strengths(rows, resamples, seed)
    options: Any = {"chance": "drop" if dropped else "keep"}
    if strengths is not None:
        arrays |= strengths.arrays(read, nodes is not None)
        options |= strengths.options()
    called = Made.now("pool", {"chance": chance, **_draws_told(strengths, rows, resamples, seed)})
    found = Asked(read, options, arrays, known, given, strengths, called).pooled()
    _tell(found, strengths is not None, dropped)
    return found


def _read_groups(groups: Any, opinions: Opinions) -> Arrays:
    """The array "groups": a number for each source, -1 for those of no group."""
    if groups is None:
        return {}
    place = {name: k for k, name in enumerate(opinions.sources)}
    numbers = np.full(opinions.r, -1, np.int32)
    for number, members in enumerate(_members(groups, opinions.sources)):
        for name in members:
            try:
                at = place[name]
            except (KeyError, TypeError):
                raise _refuse_groups(f"has {shown(name)}, which is no source") from None
            if numbers[at] >= 0:
                raise _refuse_groups(f"has {shown(name)} twice")
            numbers[at] = number
    return {"groups": numbers}


def _members(groups: Any, sources: list[Hashable]) -> list[list[Any]]:
    """The sources of each group: given so, or as a label for each source."""
    if isinstance(groups, Mapping):
        labels = dict(groups)
    elif not is_sequence(groups):
        raise _refuse_groups(f"must be lists of sources, or a label for each source, not {shown(groups)}")
    elif all(isinstance(each, (list, tuple, set, frozenset)) for each in groups):
        return [list(each) for each in groups]
    elif len(groups) != len(sources):
        raise _refuse_groups(f"must have a label for each of {len(sources)} sources, and has {len(groups)}")
    else:
        labels = dict(zip(sources, list(groups), strict=True))
    found: dict[Any, list[Any]] = {}
    for name, own in labels.items():
        if own is not None:
            found.setdefault(own, []).append(name)
    return list(found.values())


def _refuse_groups(problem: str) -> InvalidInputError:
    return InvalidInputError(f"groups {problem}", argument="groups")


def _draws_told(strengths: RowStrengths | None, rows: Any, resamples: int, seed: int) -> dict[str, Any]:
    """The options of the draws, if the call drew rows."""
    drawn = strengths is not None and strengths.tables == 1 and strengths.found is not rows
    return {"resamples": int(resamples), "seed": int(seed)} if drawn else {}


def _tell(found: Pooled, rows: bool, dropped: bool) -> None:
    """Warn of what makes a result doubtful."""
    if found._no_more_than_chance():
        beside = " and with the rows" if rows else ""
        drop = ", so they have no weight" if dropped else ""
        warn(f"the opinions agree with each other{beside} no more than chance{drop}", DataWarning)
    if found._asked.opinions.r == 1 and not rows:
        warn("there is one opinion and no rows, so its own rates cannot be known", DataWarning)
    if found._counts["out_of_reach"]:
        warn(
            f"of {counted(len(found.nodes), 'node')} so few pairs are joined that no number of opinions "
            "makes a pair probable: all together add at most 6 nats. Rows would help",
            DataWarning,
        )
    _tell_unseen(found, rows)
    _tell_alike(found)


def _tell_unseen(found: Pooled, rows: bool) -> None:
    has = found._asked.opinions.seen.astype(np.int64)
    index = {name: k for k, name in enumerate(found.nodes)}
    together = has.T @ has
    unseen = [(a, b) for a, b in found.unseen if not together[index[a], index[b]]]
    if unseen:
        nobody = "no opinion and no rows have" if rows else "no opinion has"
        pairs = listed(unseen, lambda pair: " - ".join(map(shown, pair)))
        warn(
            f"{nobody} both nodes of {counted(len(unseen), 'pair')}, so no edge is claimed there: {pairs}",
            DataWarning,
        )


def _tell_alike(found: Pooled) -> None:
    names, copies = found._asked.opinions.sources, found._copies()
    if not copies:
        return

    def told(copy: tuple[int, int, float]) -> str:
        a, b, kappa = copy
        return f"{shown(names[a])} and {shown(names[b])} ({kappa:.2f})"

    warn(
        "opinions agree where the rows say otherwise, as copies do, so they count less: "
        f"{listed(copies, told)}",
        DataWarning,
    )
