"""Distances between graphs, their fit to data, their width, and what they are made of.

Every function takes any graph that `dags` of :func:`mcbnc.consensus` may hold, and results,
fusions and CPDAGs besides; in an array or a ``DiGraph`` an undirected edge is there in both
directions. Graphs with names are aligned by them. A graph without names, next to one that has
some, has its rows in that one's order, unless the names are 0..n-1.

Errors are those of :func:`mcbnc.consensus`; a graph that no DAG is equivalent to is an
:class:`mcbnc.InvalidInputError`.
"""

from ._blanket import blanket_precision_recall, edge_count, markov_blanket
from ._data import aic, bdeu, bic, log_likelihood
from ._distances import cpdag, mean_smhd, moral, shd, smhd
from ._triangulation import Treewidth, Triangulation
from ._width import exact_treewidth, treewidth, triangulation

__all__ = [
    "Treewidth",
    "Triangulation",
    "aic",
    "bdeu",
    "bic",
    "blanket_precision_recall",
    "cpdag",
    "edge_count",
    "exact_treewidth",
    "log_likelihood",
    "markov_blanket",
    "mean_smhd",
    "moral",
    "shd",
    "smhd",
    "treewidth",
    "triangulation",
]
