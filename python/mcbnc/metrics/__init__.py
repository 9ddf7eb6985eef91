"""Metrics of graphs: distances, fit to data, treewidth, Markov blankets and edges.

Every function takes any graph that `dags` of :func:`mcbnc.consensus` may hold, and also results,
fusions and CPDAGs. In an array or a ``DiGraph`` an undirected edge is there in both directions.
Graphs with names are aligned by name, and graphs without names by the order of their rows. Named and
unnamed graphs are not mixed, unless the names are 0..n-1, or `nodes` gives the names of the unnamed ones.

Errors are those of :func:`mcbnc.consensus`. A graph that is not equivalent to any DAG is an
:class:`mcbnc.InvalidInputError`.
"""

from ._blanket import (
    blanket_precision_recall,
    edge_count,
    markov_blanket,
    skeleton_f1,
    skeleton_precision_recall,
)
from ._data import log_likelihood, score
from ._distances import aid, cpdag, mean_smhd, moral, shd, smhd
from ._width import Treewidth, Triangulation, exact_treewidth, treewidth, triangulation

__all__ = [
    "Treewidth",
    "Triangulation",
    "aid",
    "blanket_precision_recall",
    "cpdag",
    "edge_count",
    "exact_treewidth",
    "log_likelihood",
    "markov_blanket",
    "mean_smhd",
    "moral",
    "score",
    "shd",
    "skeleton_f1",
    "skeleton_precision_recall",
    "smhd",
    "treewidth",
    "triangulation",
]


def __dir__() -> list[str]:
    """The public names alone, for completion in a shell or an editor."""
    return __all__
