"""The fit of a graph to data: its score, and the likelihood of held-out rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from .._base.adjacency import Adjacency
from .._base.fields import Op
from .._base.options import read_number
from .._base.scoring import ScoreOption, read_score
from .._base.show import shown
from .._engine.request import Arrays
from .._inputs.align import check_mixed
from .._inputs.ask import ask, together
from .._inputs.graphs import read_graph
from .._inputs.inputs import Inputs
from .._inputs.named import NamedMatrix
from .._rows.rows import read_together
from .._rows.table import Table
from ..errors import InvalidInputError
from ._held_out import of_numbers


def score(
    a: Any,
    data: Any,
    score: ScoreOption = "bdeu",
) -> float:
    """The score of a graph for data, by any score, without a prior over graphs.

    Parameters
    ----------
    a : graph
        All graphs of an equivalence class have the same score, but for "bds".
    data : table or Rows
        As in :func:`mcbnc.learn`, for the same score. Columns and nodes are matched by name. If neither have
        names, they are matched by their order. A graph from :func:`mcbnc.learn_many` was scored with the
        states of all clients, so ``Rows(table, states=learned.states)`` gives its own ``score``.
    score : str or score object
        As in :func:`mcbnc.learn`: a name such as "bdeu", or an object such as ``mcbnc.BDeu(ess=10)``, whose
        class has the formula.

    Returns
    -------
    float
        Natural logarithm. Higher is better. Discrete scores are at most 0, but for "qnml". A density may be
        above 1, so the other scores may be positive.

    Raises
    ------
    InvalidInputError
        As in :func:`mcbnc.learn`. Also a graph and data that do not fit together.
    """
    by = read_score(score)
    return _total("scores", *_read(a, {"data": data}, by.name), **by.request())


def log_likelihood(
    a: Any,
    held_out: Any,
    train: Any,
    *,
    ess: float = 1.0,
    score: ScoreOption = "bdeu",
) -> float:
    """The log-likelihood of held-out rows under a graph whose parameters come from other rows.

    Parameters
    ----------
    a : graph
        All graphs of an equivalence class have the same value.
    held_out, train : tables
        As `data` of :func:`mcbnc.learn`, matched as by :func:`score`. The parameters are estimated from
        `train`. If one of them is :class:`mcbnc.Rows`, the other one is read in the same way. The default
        states are those of both tables together. With ``missing="drop"`` the sum is over the held-out
        rows that have every value.
    ess : float
        The equivalent sample size of the prior, at least 0. The parameters are their posterior means.
        With 0 the parameters are relative frequencies, and what `train` does not show has probability 0.
    score : str or score object
        How columns are read, as in :func:`mcbnc.learn`: by a discrete score as states, by a Gaussian one as
        numbers, and by one of mixed columns as both. Nothing else of the score counts.

    Returns
    -------
    float
        The sum over the held-out rows, natural logarithm. With ``ess=0`` the sum may be -inf.

    Notes
    -----
    P(k | j) = (N_jk + ess / (r q)) / (N_j + ess / q), in the notation of :class:`mcbnc.BDeu`.

    A node of numbers is a linear function of its parents, plus a normal error, with the coefficients and the
    variance of maximum likelihood. With both kinds, the density of a node given its parents is that of all of
    them over that of the parents. A set's density is that of :class:`mcbnc.MixedBIC`: the probability of its
    joint state, times a normal density within the state. Numbers are taken as they are, in their units.
    """
    return log_likelihood_and_rows(a, held_out, train, ess, score)[0]


def log_likelihood_and_rows(
    a: Any, held_out: Any, train: Any, ess: float, score: ScoreOption
) -> tuple[float, int]:
    """:func:`log_likelihood`, and the number of the held-out rows that it is of."""
    size, kind = read_number(ess, "ess"), read_score(score)
    graph, data = _read(a, {"train": train, "held_out": held_out}, "bdeu" if kind.discrete else kind.name)
    if not data.coded:
        if size < 0:
            raise InvalidInputError(f"ess must be a number >= 0, not {shown(ess)}", argument="ess")
        total = of_numbers(graph, data, size)
    else:
        total = _total("log_likelihood", graph, data, ess=size)
    return total, data.rows[1]


def _read(a: Any, given: dict[str, Any], score: str) -> tuple[Inputs, Table]:
    """Read a graph and tables, and align them in the order of the first table's columns."""
    data, table, labels = read_together(given, score)
    graph = read_graph(a, "a", None, labels)
    if labels is not None and graph.names is None and table.names is None:
        graph = graph._replace(names=labels)
    if (graph.names is not None) != data.named:
        check_mixed(graph, table, "names" if graph.names is not None else None)
    empty = Adjacency(data.n, arcs=np.empty((0, 2), np.int32))  # so that the data's names are aligned
    first = NamedMatrix(empty, data.nodes if data.named else None, table.argument)
    every = together([first, graph])
    return every.part(1), replace(data, nodes=every.nodes, named=every.named)


def _total(op: Op, graph: Inputs, data: Table, **options: Any) -> float:
    arrays: Arrays = {**graph.graph_arrays, **data.arrays}
    place = NamedMatrix(Adjacency(graph.n), graph.nodes, "a")
    with data.errors_name_tables():
        return float(ask(op, [place], data, arrays, graphs=1, **options).arrays["total"][0])
