"""LiNGAM's matrices of weights, and lingam's models, which hold one."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import check_size
from .._base.libraries import is_frame
from .._base.names import default_names, read_names
from .._base.nesting import array_of
from .._base.options import check_theta
from .._base.place import placed
from .._base.show import as_text, shown
from ..errors import InvalidInputError
from .cycles import check_acyclic
from .graph import Graph


def from_lingam(B: Any, names: Any = None, threshold: float = 0.0) -> Graph:
    """Read a matrix of weights of LiNGAM, in which B[i, j] is the weight of the arc j -> i.

    Parameters
    ----------
    B : (n, n) array of floats
        lingam calls it ``model.adjacency_matrix_``. A :class:`pandas.DataFrame` may give the names as its
        columns.
    names : sequence of n names, optional
        Default: those of the frame, else the nodes have no names.
    threshold : float
        Weights whose absolute value is at most this are no arcs.

    Returns
    -------
    Graph

    Raises
    ------
    InvalidInputError
        If a weight is NaN, which lingam writes where two nodes have a latent common cause. The message
        names the pair.
    CycleError
        If the arcs have a cycle. The message names it.

    Notes
    -----
    NOTEARS and gCastle have weights too, but W[i, j] is the weight of i -> j there, as everywhere in
    mcbnc: give ``W != 0``. The time is O(n^2).

    Examples
    --------
    >>> import mcbnc
    >>> mcbnc.from_lingam([[0, 0, 0], [0.8, 0, 0], [0.01, -2, 0]], list("xyz"), threshold=0.1).edges
    [('x', 'y'), ('y', 'z')]
    """
    least = check_theta(threshold, "threshold")
    given = B.columns if names is None and is_frame(B) else names
    nodes = None if given is None else read_names(given, "names")
    with placed("B"):
        return _read(B, nodes, least)


def lingam_graph(model: Any) -> Graph:
    """The graph that a model of lingam found."""
    if model.adjacency_matrix_ is None:
        raise InvalidInputError(f"this {type(model).__name__} has no graph yet: fit it to rows first")
    with placed("its adjacency_matrix_"):
        return _read(model.adjacency_matrix_, None, 0.0)


def _read(B: Any, nodes: list[Hashable] | None, least: float) -> Graph:
    weights = _as_weights(B)
    if nodes is not None and len(nodes) != len(weights):
        raise InvalidInputError(f"it has {len(weights)} nodes, but there are {len(nodes)} names")
    labels = default_names(len(weights)) if nodes is None else nodes
    unknown = np.argwhere(np.isnan(weights))
    if len(unknown):
        i, j = (labels[k] for k in unknown[0].tolist())
        raise InvalidInputError(
            f"[{shown(i)}, {shown(j)}] is NaN: lingam writes so where {as_text(i)} and "
            f"{as_text(j)} have a latent common cause, which no DAG over these nodes has",
            nodes=[i, j],
        )
    arcs = np.ascontiguousarray((abs(weights) > least).T, np.uint8)
    check_acyclic(np.argwhere(arcs), labels)
    return Graph(arcs, labels, named=nodes is not None)


def _as_weights(B: Any) -> NDArray[np.float64]:
    try:
        weights = array_of(B, np.float64)
    except MemoryError:
        raise
    except Exception as error:  # an int too large for a float; a class's __array__ may raise anything
        raise InvalidInputError(f"it must be numbers, (n, n), not {shown(B)}") from error
    if weights.ndim == 3:
        raise InvalidInputError(
            f"it must be one matrix, (n, n), not of shape {weights.shape}; VARLiNGAM's "
            "adjacency_matrices_[0] are the weights without a lag"
        )
    if weights.ndim != 2 or weights.shape[0] != weights.shape[1] or not len(weights):
        raise InvalidInputError(f"it must be a square matrix, (n, n), but its shape is {weights.shape}")
    check_size(len(weights))
    return weights
