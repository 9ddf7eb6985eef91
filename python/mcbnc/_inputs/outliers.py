"""The option `outliers`: DAGs that agree with hardly any other DAG get the weight 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.names import label
from .._base.options import OUTLIERS, check_word
from .._base.show import counted, listed, printed
from .._base.wording import wording
from .._engine.request import Arrays, execute
from ..errors import InvalidInputError
from .align import Nodes
from .inputs import Inputs


def find_outliers(outliers: Any, inputs: Inputs, workers: int) -> list[int]:
    """The indices of the DAGs that the option drops, as :func:`mcbnc.agreement` flags them."""
    if check_word(outliers, "outliers", OUTLIERS) == "keep":
        return []
    return flagged(inputs, inputs.graphs, workers)


def flagged(nodes: Nodes, dags: NDArray[np.uint8], workers: int) -> list[int]:
    """The indices of those of the DAGs (r, n, n) over these nodes that agree with hardly any other."""
    request = Nodes.request(nodes, "agreement", workers=workers)  # that of rows has more
    arrays = execute(nodes.nodes, request, {"dags": dags, **nodes.rank()}).arrays
    return np.flatnonzero(arrays["flagged"]).tolist()


def read_outliers(
    outliers: Any, inputs: Inputs, weights: Arrays, workers: int = 0
) -> tuple[Arrays, list[int]]:
    """Return the weights of the run, and the indices of the DAGs that are dropped.

    `weights` comes from :func:`mcbnc._inputs.weights.read_weights`. Dropped DAGs get the weight 0. The
    choice of outliers does not depend on the weights.
    """
    dropped = find_outliers(outliers, inputs, workers)
    if not dropped:
        return weights, []
    left = weights["weights"].copy() if weights else np.ones(inputs.r)
    left[dropped] = 0
    if not left.any():
        raise none_left("weights has them for", dropped)
    return {"weights": left}, dropped


def none_left(who: str, dropped: list[int]) -> InvalidInputError:
    """The error for weights that are above zero for outliers only."""
    named = listed(label("dags", i) for i in dropped)
    return InvalidInputError(
        f"{wording().option('outliers', 'drop')} leaves no DAG with a weight above zero: "
        f"{who} outliers only, {named}",
        argument="outliers",
    )


def describe_dags(
    r: int, dropped: Sequence[Any], extended: Sequence[Any], sites: Sequence[Any] | None = None
) -> str:
    """The inputs in the words of a summary: their number, and which were extended or dropped.

    The latter are indices, or with `sites` names.
    """
    if sites is not None:
        dropped, extended = ([printed(sites[i]) for i in dags] for dags in (dropped, extended))
    kinds = {"partially directed, extended": extended, "dropped": dropped}
    some = "; ".join(f"{kind}: {listed(dags)}" for kind, dags in kinds.items() if dags)
    return counted(r, "DAG") + (f" ({some})" if some else "")
