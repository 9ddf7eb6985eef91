"""The argument `dags`: from what callers have to the one array that the engine takes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .._base.names import read_names
from .._base.sites import site_names
from .extend import extended
from .graphs import read_list
from .inputs import Inputs, align
from .stack import read_stack

__all__ = ["read_dags"]


def read_dags(dags: Any, nodes: Any = None, argument: str = "dags") -> Inputs:
    """Read the argument `dags` of the public functions. Partially directed graphs become DAGs."""
    given = None if nodes is None else read_names(nodes, "nodes")
    inputs = read_stack(dags, given, argument)
    if inputs is None:
        inputs = align(read_list(dags, argument, given), given)
        sites = site_names(argument, inputs.r)
        inputs = inputs if sites is None else replace(inputs, sites=sites)
    return extended(inputs)
