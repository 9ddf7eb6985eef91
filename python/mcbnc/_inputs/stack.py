"""One array (r, n, n) for all graphs."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from .._base.named_array import NamedArray
from .._base.names import default_names, label
from ..errors import InvalidInputError
from .align import wrong_count
from .inputs import Inputs
from .matrix import check_square, read_bits

__all__ = ["read_stack"]


def read_stack(stack: Any, given: list[Hashable] | None, argument: str) -> Inputs | None:
    """Read an array of all graphs. None: it is none. `given` are the names by the argument `nodes`.

    An array with names whose nodes `given` calls otherwise is a sequence of graphs, so the error is theirs.
    """
    if type(stack) is NamedArray and stack.ndim == 3 and stack.nodes and given in (None, stack.nodes):
        given, stack = list(stack.nodes), stack.view(np.ndarray)
    if type(stack) is not np.ndarray or stack.ndim != 3:
        return None
    if not len(stack):
        raise InvalidInputError(f"{argument} is empty: give at least one DAG", argument=argument)
    check_square(stack[0], argument, 0)
    n = stack.shape[1]
    if given is not None and len(given) != n:
        raise wrong_count("nodes", given, label(argument, 0), f"{n} nodes")
    array = read_bits(stack, argument, None, given)
    return Inputs(array, default_names(n) if given is None else given, given is not None)
