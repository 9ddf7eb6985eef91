"""The arguments that functions of many DAGs share, as the caller gave them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .._engine.progress import ProgressOption
from .._engine.request import Arrays
from .inputs import Inputs
from .outliers import read_outliers
from .weights import read_weights


@dataclass
class DagArguments:
    """The arguments of every baseline. :func:`mcbnc.consensus` describes them."""

    dags: Any
    nodes: Any = None
    weights: Any = None
    outliers: Any = "keep"
    workers: Any = None

    def weigh(self, inputs: Inputs, workers: int) -> tuple[Arrays, list[int]]:
        """The weights of these DAGs, which were read, and the indices of those that are dropped."""
        return read_outliers(self.outliers, inputs, read_weights(self.weights, inputs.r), workers)


@dataclass
class SearchArguments(DagArguments):
    """Those of a function that may take long."""

    progress: ProgressOption = None
    time_limit: Any = None
