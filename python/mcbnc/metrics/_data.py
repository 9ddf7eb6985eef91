"""How well a graph fits data: its score, and the likelihood of rows that it has not seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from .._base.names import read_names
from .._base.options import read_number
from .._engine.request import Arrays
from .._inputs.ask import ask, together
from .._inputs.convert import NamedMatrix, read_graph
from .._rows.data import Data, align_tables, read_table

__all__ = ["aic", "bdeu", "bic", "log_likelihood"]


def bdeu(a: Any, data: Any, *, ess: float = 1.0, names: Any = None, states: Any = None) -> float:
    """The BDeu score of a graph for data: log P(data | graph), without a prior over graphs.

    Parameters
    ----------
    a : graph
        All graphs of an equivalence class have the same score.
    data, names, states
        As in :func:`mcbnc.learn`; columns and nodes go together by name. Columns without names
        are in the order of the graph's nodes. What :func:`mcbnc.learn_many` learned has its own
        ``score`` here with ``states=learned.states``, which are all clients'.
    ess : float
        The equivalent sample size, above 0.

    Returns
    -------
    float
        Natural logarithm, at most 0; the higher the better.

    Notes
    -----
    For a node of r states, whose parents have q configurations, with N_jk rows in configuration j
    and state k, and N_j in all of j (Heckerman, Geiger and Chickering 1995): the sum over j of
    lgamma(ess / q) - lgamma(ess / q + N_j), plus that over j and k of lgamma(ess / (r q) + N_jk) -
    lgamma(ess / (r q)). Takes O(rows) time for a family.
    """
    return _score(a, data, "bdeu", names, states, ess=read_number(ess, "ess"))


def bic(a: Any, data: Any, *, names: Any = None, states: Any = None) -> float:
    """The BIC score of a graph for data: the log-likelihood less log(rows) / 2 for each free parameter.

    Parameters as in :func:`bdeu`; the higher the better. A node of r states, whose parents have q
    configurations, has (r - 1) q free parameters (Schwarz 1978).
    """
    return _score(a, data, "bic", names, states)


def aic(a: Any, data: Any, *, names: Any = None, states: Any = None) -> float:
    """The AIC score of a graph for data: the log-likelihood less 1 for each free parameter.

    Parameters as in :func:`bdeu`; free parameters as in :func:`bic`; the higher the better. Akaike's
    own (1974) is -2 times this.
    """
    return _score(a, data, "aic", names, states)


def log_likelihood(
    a: Any, held_out: Any, train: Any, *, ess: float = 1.0, names: Any = None, states: Any = None
) -> float:
    """The log-likelihood of held-out rows under a graph whose parameters others have estimated.

    Parameters
    ----------
    a : graph
        All graphs of an equivalence class have the same value.
    held_out, train : tables
        As `data` of :func:`mcbnc.learn`; columns and nodes go together by name.
    ess : float
        The equivalent sample size of the prior, from 0; parameters are the mean of their posterior.
        With 0 they are frequencies, which call impossible what was not seen.
    names, states
        As in :func:`mcbnc.learn`. States default to those of either table.

    Returns
    -------
    float
        The sum over the held-out rows, natural logarithm; with ``ess=0`` it may be -inf.

    Notes
    -----
    P(k | j) = (N_jk + ess / (r q)) / (N_j + ess / q), in the notation of :func:`bdeu`.
    """
    size = read_number(ess, "ess")
    found, data = _read(a, {"train": train, "held_out": held_out}, names, states)
    return _total("log_likelihood", found, data, ess=size)


def _score(a: Any, data: Any, score: str, names: Any, states: Any, **options: Any) -> float:
    return _total("scores", *_read(a, {"data": data}, names, states), score=score, **options)


def _read(a: Any, given: dict[str, Any], names: Any, states: Any) -> tuple[NamedMatrix, Data]:
    """A graph and tables, in the order of the first table's columns."""
    graph = read_graph(a, "a")
    called = None if names is None else read_names(names, "names")
    tables = [read_table(table, argument, None, called or graph.names) for argument, table in given.items()]
    if called is None and all(table.names is None for table in tables) and graph.n == tables[0].n:
        called = graph.names
    data = align_tables(tables, called, states)
    empty = np.zeros((data.n, data.n), np.uint8)  # stands for the data, with their names
    first = NamedMatrix(empty, data.nodes if data.named else None, tables[0].argument)
    every = together([first, graph])
    aligned = NamedMatrix(every.graphs[1], every.nodes if every.named else None, "a")
    return aligned, replace(data, nodes=every.nodes, named=every.named)


def _total(op: str, graph: NamedMatrix, data: Data, **options: Any) -> float:
    arrays: Arrays = {"graphs": np.ascontiguousarray(graph.array[None]), **data.arrays}
    return float(ask(op, [graph], data, arrays, graphs=1, **options).arrays["total"][0])
