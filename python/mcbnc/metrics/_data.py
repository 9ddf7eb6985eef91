"""The fit of a graph to data: its score, and the likelihood of held-out rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from .._base.adjacency import Adjacency
from .._base.options import read_number
from .._base.scoring import (
    AIC,
    BIC,
    QNML,
    BDeu,
    BDs,
    BGe,
    DegenerateGaussian,
    GaussianBIC,
    MixedBIC,
    Score,
    ScoreOption,
    read_score,
)
from .._base.show import shown
from .._engine.request import Arrays
from .._inputs.align import check_mixed
from .._inputs.ask import ask, together
from .._inputs.graphs import read_graph
from .._inputs.inputs import Inputs
from .._inputs.named import NamedMatrix
from .._rows.data import Data
from .._rows.rows import read_together
from .._rows.values import Values
from ..errors import InvalidInputError
from ._held_out import of_numbers


def score(
    a: Any,
    data: Any,
    score: ScoreOption = "bdeu",
) -> float:
    """The score of a graph for data, by any score.

    Parameters
    ----------
    a : graph
        All graphs of an equivalence class have the same score.
    data : table or Rows
        As in :func:`mcbnc.learn`, for the same score. Columns and nodes are matched by name. If neither have
        names, they are matched by their order.
    score : str or score object
        As in :func:`mcbnc.learn`: a name such as "bdeu", or an object such as ``mcbnc.BDeu(ess=10)``.

    Returns
    -------
    float
        Natural logarithm. Higher is better.

    Raises
    ------
    InvalidInputError
        As in :func:`mcbnc.learn`. Also a graph and data that do not fit together.

    See Also
    --------
    bdeu, bds, qnml, bic, aic, bic_g, bge, bic_cg, dg : The formulas.
    """
    return _score(a, data, read_score(score))


def bdeu(
    a: Any,
    data: Any,
) -> float:
    """The BDeu score of a graph for data: log P(data | graph), without a prior over graphs.

    The equivalent sample size ess is 1. ``score(a, data, mcbnc.BDeu(ess=10))`` has another one.

    Parameters
    ----------
    a : graph
        All graphs of an equivalence class have the same score.
    data : table or Rows
        As in :func:`mcbnc.learn`. Columns and nodes are matched by name. If neither have names, they
        are matched by their order. A graph from :func:`mcbnc.learn_many` was scored with the
        states of all clients, so ``Rows(table, states=learned.states)`` gives its own ``score``.

    Returns
    -------
    float
        Natural logarithm, at most 0. Higher is better.

    Notes
    -----
    The score is the sum of the scores of the nodes (Heckerman, Geiger and Chickering 1995). Let a node
    have r states, and let its parents have q configurations. Let N_jk be the number of rows with
    configuration j and state k, and N_j the number of rows with configuration j. The score of the node
    is the sum of two terms:

    - the sum over j of lgamma(ess / q) - lgamma(ess / q + N_j);
    - the sum over j and k of lgamma(ess / (r q) + N_jk) - lgamma(ess / (r q)).

    The time is O(rows) for each node.
    """
    return _score(a, data, BDeu())


def bds(
    a: Any,
    data: Any,
) -> float:
    """The BDs score of a graph for data: BDeu with the prior on the configurations that occur alone.

    The source is Scutari (2016). The formula is that of :func:`bdeu`, but q is the number of the parents'
    configurations with a row. ess is 1. ``score(a, data, mcbnc.BDs(ess=10))`` has another one.

    Parameters
    ----------
    a : graph
        The members of an equivalence class may have different scores.
    data
        As in :func:`bdeu`.

    Returns
    -------
    float
        Natural logarithm, at most 0. Higher is better.
    """
    return _score(a, data, BDs())


def qnml(
    a: Any,
    data: Any,
) -> float:
    """The qNML score of a graph for data: the quotient normalized maximum likelihood.

    The source is Silander, Leppä-aho, Jääsaari and Roos (2018).

    Parameters
    ----------
    a, data
        As in :func:`bdeu`.

    Returns
    -------
    float
        Natural logarithm. Higher is better.

    Notes
    -----
    A node of r states, whose parents have q configurations, has the log-likelihood of its N rows, less
    R(N, q r), plus R(N, q). With a = K / n and c = 1/2 + sqrt(1 + 4/a) / 2,

        R(n, K) = n (ln a + (a + 2) ln c - 1/c) - ln(c + 2/a) / 2

    and R(n, 1) = R(0, K) = 0. This is the approximation of the regret that the authors take. The time is
    O(rows) for each node.
    """
    return _score(a, data, QNML())


def bic(
    a: Any,
    data: Any,
) -> float:
    """The BIC score of a graph for data: the log-likelihood less log(rows) / 2 for each free parameter.

    The source is Schwarz (1978). A node of r states, whose parents have q configurations, has
    (r - 1) q free parameters. The time is O(rows) for each node.

    Parameters
    ----------
    a, data
        As in :func:`bdeu`.

    Returns
    -------
    float
        Natural logarithm, at most 0. Higher is better.
    """
    return _score(a, data, BIC())


def aic(
    a: Any,
    data: Any,
) -> float:
    """The AIC score of a graph for data: the log-likelihood less 1 for each free parameter.

    The free parameters are those of :func:`bic`. Akaike's own criterion (1974) is -2 times this score.
    The time is O(rows) for each node.

    Parameters
    ----------
    a, data
        As in :func:`bdeu`.

    Returns
    -------
    float
        Natural logarithm, at most 0. Higher is better.
    """
    return _score(a, data, AIC())


def bic_g(
    a: Any,
    data: Any,
) -> float:
    """The Gaussian BIC of a graph for real-valued data.

    Each node is a linear regression on its parents with normal errors. The score is the maximum
    log-likelihood less log(rows) / 2 for each free parameter (Schwarz 1978). A node has an intercept, a
    coefficient for each parent, and a variance. ``score(a, data, mcbnc.GaussianBIC(penalty=2))`` has a factor
    of the penalty.

    Parameters
    ----------
    a : graph
        All graphs of an equivalence class have the same score.
    data : table or Rows
        As in :func:`mcbnc.learn` for ``score="bic-g"``. Columns and nodes are matched by name. If
        neither have names, they are matched by their order.

    Returns
    -------
    float
        Natural logarithm. Higher is better. A density may be above 1, so the score may be positive.

    Notes
    -----
    With the residuals' mean square v, N rows and k parents, a node has the score
    -N / 2 (log(2 pi v) + 1) - (k + 2) log(N) / 2. The time is O(N n^2 + n^3) for n columns.
    """
    return _score(a, data, GaussianBIC())


def bge(
    a: Any,
    data: Any,
) -> float:
    """The BGe score of a graph for real-valued data: log p(data | graph), without a prior over graphs.

    The prior of a Gaussian network is normal-Wishart (Geiger and Heckerman 2002). The constants are
    those of Kuipers, Moffa and Heckerman (2014). Its parameters alpha_mu and alpha_w are 1 and n + 2 for n
    columns. ``score(a, data, mcbnc.BGe(alpha_mu=2, alpha_w=30))`` has other ones.

    Parameters
    ----------
    a, data
        As in :func:`bic_g`.

    Returns
    -------
    float
        Natural logarithm. Higher is better. A density may be above 1, so the score may be positive.

    Notes
    -----
    The prior's parametric matrix is T = t I with t = alpha_mu (alpha_w - n - 1) / (alpha_mu + 1). The
    prior mean is the mean of the rows, so a column's zero does not count, but its unit does. The time
    is O(rows n^2) for n columns.
    """
    return _score(a, data, BGe())


def bic_cg(
    a: Any,
    data: Any,
) -> float:
    """The conditional Gaussian BIC of a graph for columns of states and of numbers beside each other.

    The source is Andrews, Ramsey and Cooper (2018). The penalty's factor is 1, and numbers are taken as
    normal scores. ``score(a, data, mcbnc.MixedBIC(values="raw"))`` takes them as they are.

    Parameters
    ----------
    a : graph
        All graphs of an equivalence class have the same score.
    data : table or Rows
        As in :func:`mcbnc.learn` for ``score="bic-cg"``. Columns and nodes are matched by name. If
        neither have names, they are matched by their order.

    Returns
    -------
    float
        Natural logarithm. Higher is better. A density may be above 1, so the score may be positive.

    Notes
    -----
    A node y with parents P has the score J(P + y) - J(P). A set A has the columns of states D, with r
    possible joint states, and the k columns of numbers C. Of N rows, n_d have the joint state d. Then J(A) is
    the sum of three terms:

    - the sum over d of n_d log(n_d / N);
    - the sum over d of the log-likelihood of the n_d rows of C by a normal distribution. Its mean is that of
      these rows. Its covariance is theirs, divided by n_d, if n_d > k + 4, and else that of all rows. 1e-4
      is added to the diagonal;
    - -penalty log(N) / 2 ((r - 1) + r k (k + 3) / 2).

    The time is O(N k^2), and O(k^3) for each joint state.
    """
    return _score(a, data, MixedBIC())


def dg(
    a: Any,
    data: Any,
) -> float:
    """The degenerate Gaussian BIC of a graph for columns of states and of numbers beside each other.

    The source is Andrews, Ramsey and Cooper (2019). The penalty's factor is 1, and numbers are taken as
    normal scores. ``score(a, data, mcbnc.DegenerateGaussian(values="raw"))`` takes them as they are.

    Parameters
    ----------
    a, data
        As in :func:`bic_cg`.

    Returns
    -------
    float
        Natural logarithm. Higher is better. The score has no constant, so only scores of the same data can
        be compared.

    Notes
    -----
    Each column of states is replaced by indicators of the states that occur, but for the first one. R is the
    correlation matrix of all columns, with 1e-6 added to its diagonal. A node y with parents P has the score
    J(P + y) - J(P), where a set A of c columns has

        J(A) = -N / 2 log det R[A, A] - penalty log(N) / 2 c (c + 1) / 2

    The time is O(N n^2) for n columns, and O(c^3) for each node.
    """
    return _score(a, data, DegenerateGaussian())


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
        As `data` of :func:`mcbnc.learn`, matched as by :func:`bdeu`. The parameters are estimated from
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
    P(k | j) = (N_jk + ess / (r q)) / (N_j + ess / q), in the notation of :func:`bdeu`.

    A node of numbers is a linear function of its parents, plus a normal error, with the coefficients and the
    variance of maximum likelihood. With both kinds, the density of a node given its parents is that of all of
    them over that of the parents. A set's density is that of :func:`bic_cg`: the probability of its joint
    state, times a normal density within the state. Numbers are taken as they are, in their units.
    """
    return log_likelihood_and_rows(a, held_out, train, ess, score)[0]


def log_likelihood_and_rows(
    a: Any, held_out: Any, train: Any, ess: float, score: ScoreOption
) -> tuple[float, int]:
    """:func:`log_likelihood`, and the number of the held-out rows that it is of."""
    size, kind = read_number(ess, "ess"), read_score(score)
    graph, data = _read(a, {"train": train, "held_out": held_out}, "bdeu" if kind.discrete else kind.name)
    if isinstance(data, Values):
        if size < 0:
            raise InvalidInputError(f"ess must be a number >= 0, not {shown(ess)}", argument="ess")
        total = of_numbers(graph, data, size)
    else:
        total = _total("log_likelihood", graph, data, ess=size)
    return total, data.rows[1]


def _score(a: Any, data: Any, score: Score) -> float:
    return _total("scores", *_read(a, {"data": data}, score.name), **score.request())


def _read(a: Any, given: dict[str, Any], score: str) -> tuple[Inputs, Data | Values]:
    """Read a graph and tables, and align them in the order of the first table's columns."""
    (data, (table, *_)), labels = read_together(given, score)
    graph = read_graph(a, "a", None, labels)
    if labels is not None and graph.names is None and table.names is None:
        graph = graph._replace(names=labels)
    if (graph.names is not None) != data.named:
        check_mixed(graph, table, "names" if graph.names is not None else None)
    empty = Adjacency(data.n, arcs=np.empty((0, 2), np.int32))  # so that the data's names are aligned
    first = NamedMatrix(empty, data.nodes if data.named else None, table.argument)
    every = together([first, graph])
    return every.part(1), replace(data, nodes=every.nodes, named=every.named)


def _total(op: str, graph: Inputs, data: Data | Values, **options: Any) -> float:
    arrays: Arrays = {**graph.graph_arrays, **data.arrays}
    place = NamedMatrix(Adjacency(graph.n), graph.nodes, "a")
    with data.errors_name_tables():
        return float(ask(op, [place], data, arrays, graphs=1, **options).arrays["total"][0])
