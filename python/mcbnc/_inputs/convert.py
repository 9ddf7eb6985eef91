"""The argument `dags`: from what callers have to the one array that the engine takes."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import numpy as np

from .._base.adjacency import ArcLists, Stack
from .._base.arrays import LARGE, zeros
from .._base.named_array import NamedArray
from .._base.names import default_names, label, read_names
from .._base.place import placed
from .._base.sites import site_names
from ..errors import InvalidInputError
from .align import wrong_count
from .extend import extended
from .graphs import read_list, read_stack
from .inputs import Inputs, align, align_union
from .matrix import read_bits
from .named import Place

_BITS = (np.dtype(np.uint8), np.dtype(np.bool_))


def read_union(dags: Any, argument: str = "dags") -> Inputs:
    """Read the argument `dags` of a function that takes DAGs over different nodes. All have names."""
    inputs = align_union(read_list(dags, argument, empty=True))
    return replace(inputs, sites=site_names(argument, inputs.r))


def is_union(nodes: Any) -> bool:
    """Whether the argument `nodes` says that the DAGs may be over different nodes."""
    return isinstance(nodes, str) and nodes == "union"


def read_dags(
    dags: Any, nodes: Any = None, argument: str = "dags", extend: bool = True, union: bool = False
) -> Inputs:
    """Read the argument `dags` of the public functions. Partially directed graphs become DAGs.

    Without `extend` they do not: then the engine reports which they are, and the caller handles them.
    With `union`, `nodes` may be "union".
    """
    if union and is_union(nodes):
        over = read_union(dags, argument)
        return extended(over) if extend else over
    given = None if nodes is None else read_names(nodes, "nodes")
    inputs = _read_stack(_stacked(dags, argument), given, argument)
    if inputs is None:
        inputs = align(read_list(dags, argument, given), given)
    sites = site_names(argument, inputs.r)
    inputs = inputs if sites is None else replace(inputs, sites=sites)
    return extended(inputs) if extend else inputs


def _stacked(dags: Any, argument: str) -> Any:
    """One array of a list of arrays that are alike, as most callers have them; else `dags` itself."""
    if type(dags) is not list or not dags:
        return dags
    first = dags[0]
    if type(first) is not np.ndarray or first.ndim != 2 or first.dtype not in _BITS:
        return dags
    shape, dtype = first.shape, first.dtype
    alike = (type(each) is np.ndarray and each.shape == shape and each.dtype == dtype for each in dags)
    if shape[0] != shape[1] or not all(alike):
        return dags
    if len(dags) * first.nbytes < LARGE:
        return np.array(dags)
    with placed(argument):
        stack = zeros(len(first), r=len(dags))
    for i, each in enumerate(dags):
        stack[i] = each
    return stack


def _read_stack(stack: Any, given: list[Hashable] | None, argument: str) -> Inputs | None:
    """Read one array (r, n, n) of all graphs, dense or sparse. None: it is none.

    An array with names whose nodes `given` calls otherwise is a sequence of graphs, so the error is theirs.
    """
    if type(stack) is NamedArray and stack.ndim == 3 and stack.nodes and given in (None, stack.nodes):
        given, stack = list(stack.nodes), stack.view(np.ndarray)
    graphs: Stack | None
    if type(stack) is not np.ndarray:
        graphs = read_stack(stack, Place(argument, given=given))
    elif stack.ndim != 3:
        graphs = None
    elif not len(stack):
        raise InvalidInputError(f"{argument} is empty: give at least one DAG", argument=argument)
    else:
        graphs = read_bits(stack, Place(argument), given, several=True)
    if graphs is None:
        return None
    n = graphs.n if isinstance(graphs, ArcLists) else graphs.shape[1]
    if given is not None and len(given) != n:
        raise wrong_count("nodes", given, label(argument, 0), f"{n} nodes")
    return Inputs(graphs, default_names(n) if given is None else given, given is not None)
