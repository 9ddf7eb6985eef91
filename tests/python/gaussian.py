"""Reference implementations of the Gaussian scores, and rows of linear Gaussian networks."""

from __future__ import annotations

import math

import networkx as nx
import numpy as np
import pytest
from helpers import digraph, random_dag


def linear_rows(seed, n, rows, dag=None):
    """Return (rows, n) float64 rows of a linear network with normal errors, and its DAG.

    Coefficients are from 0.5 to 1.5 in size, and the errors' standard deviations from 0.7 to 1.3.
    """
    rng = np.random.default_rng(seed)
    dag = random_dag(rng, n) if dag is None else dag
    size = len(dag)
    weights = dag * rng.uniform(0.5, 1.5, (size, size)) * rng.choice([-1, 1], (size, size))
    cells = rng.normal(0, rng.uniform(0.7, 1.3, size), (rows, size))
    for v in nx.topological_sort(digraph(dag)):
        cells[:, v] += cells @ weights[:, v]
    return cells, dag


def bic_g_of(node, parents, cells, penalty=1.0) -> float:
    """The log density of a node's cells at the least squares, less the penalty."""
    rows = len(cells)
    design = np.column_stack([np.ones(rows), *(cells[:, p] for p in parents)])
    coefficients, *_ = np.linalg.lstsq(design, cells[:, node], rcond=None)
    errors = cells[:, node] - design @ coefficients
    variance = (errors @ errors) / rows
    likelihood = -(errors @ errors) / (2 * variance) - rows / 2 * math.log(2 * math.pi * variance)
    return likelihood - penalty * (len(parents) + 2) * math.log(rows) / 2


def bge_of(node, parents, cells, alpha_mu=1.0, alpha_w=None) -> float:
    """The difference of two marginal likelihoods (Geiger and Heckerman 2002, theorem 2)."""
    both = marginal_of([node, *parents], cells, alpha_mu, alpha_w)
    return both - marginal_of(list(parents), cells, alpha_mu, alpha_w)


def marginal_of(subset, cells, alpha_mu=1.0, alpha_w=None) -> float:
    """The log marginal likelihood of some columns (Kuipers, Moffa and Heckerman 2014, equation 17)."""
    rows, n = cells.shape
    alpha_w = n + alpha_mu + 1 if alpha_w is None else alpha_w
    size = len(subset)
    if not size:
        return 0.0
    prior = np.eye(size) * alpha_mu * (alpha_w - n - 1) / (alpha_mu + 1)
    own = cells[:, subset] - cells[:, subset].mean(axis=0)  # the prior mean is the mean of the rows
    before, after = alpha_w - n + size, rows + alpha_w - n + size
    return (
        size / 2 * math.log(alpha_mu / (rows + alpha_mu))
        - size * rows / 2 * math.log(math.pi)
        + log_gamma(after / 2, size)
        - log_gamma(before / 2, size)
        + before / 2 * np.linalg.slogdet(prior)[1]
        - after / 2 * np.linalg.slogdet(prior + own.T @ own)[1]
    )


def log_gamma(x: float, size: int) -> float:
    """The logarithm of the multivariate gamma function."""
    return size * (size - 1) / 4 * math.log(math.pi) + sum(math.lgamma(x - k / 2) for k in range(size))


def predictive_of(subset, cells, alpha_mu=1.0, alpha_w=None) -> float:
    """The log marginal likelihood as a product of predictive densities, row after row.

    Given a normal-Wishart prior, a row has a multivariate t distribution, and the posterior is
    normal-Wishart again (DeGroot 1970, section 9.10). The marginal over a subset of the n columns has
    alpha_w - n + |subset| degrees of freedom.
    """
    multivariate_t = pytest.importorskip("scipy.stats").multivariate_t
    n = cells.shape[1]
    alpha_w = n + alpha_mu + 1 if alpha_w is None else alpha_w
    size = len(subset)
    own = cells[:, subset]
    mean, weight, freedom = own.mean(axis=0), alpha_mu, alpha_w - n + size
    scale = np.eye(size) * alpha_mu * (alpha_w - n - 1) / (alpha_mu + 1)
    total = 0.0
    for row in own:
        left = freedom - size + 1
        shape = scale * (weight + 1) / (weight * left)
        total += multivariate_t.logpdf(row, loc=mean, shape=shape, df=left)
        scale = scale + weight / (weight + 1) * np.outer(row - mean, row - mean)
        mean = (weight * mean + row) / (weight + 1)
        weight, freedom = weight + 1, freedom + 1
    return float(total)


LOCAL = {"bic-g": bic_g_of, "bge": bge_of}


def total(local, adjacency, cells, **parameters) -> float:
    """The score of a DAG: the sum of the scores of its nodes."""
    parents = [np.flatnonzero(adjacency[:, v]).tolist() for v in range(len(adjacency))]
    return math.fsum(local(v, parents[v], cells, **parameters) for v in range(len(adjacency)))
