"""The option `outliers`: clients that agree with hardly any of their peers get the weight 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._options import check_word
from ._request import execute
from .convert import Arrays, Inputs
from .errors import InvalidInputError

__all__ = ["read_outliers"]

_OUTLIERS = ("keep", "drop")


def read_outliers(
    outliers: Any, inputs: Inputs, weights: Arrays, workers: int = 0
) -> tuple[Arrays, list[int]]:
    """The weights to go on with, and the indices of the DAGs that lost theirs.

    `weights` is what :func:`mcbnc.convert.read_weights` made of the caller's. Who is an outlier does
    not depend on them: :func:`mcbnc.agreement` tells, of all DAGs.
    """
    if check_word(outliers, "outliers", _OUTLIERS) == "keep":
        return weights, []
    reply = execute(
        inputs, inputs.request("agreement", workers=workers), {"dags": inputs.graphs, **inputs.rank()}
    )
    dropped = np.flatnonzero(reply.arrays["flagged"])
    if not len(dropped):
        return weights, []
    left = weights["weights"].copy() if weights else np.ones(inputs.r)
    left[dropped] = 0
    if not left.any():
        raise InvalidInputError(
            'outliers="drop" leaves no DAG with a weight above zero: weights has them only for '
            f"DAGs that agree with hardly any other: {', '.join(map(str, dropped.tolist()))}",
            argument="outliers",
        )
    return {"weights": left}, dropped.tolist()
