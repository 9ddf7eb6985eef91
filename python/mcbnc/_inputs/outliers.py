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

_FEW = 4
"""Two structures over different nodes are compared if they have at least so many in common."""


def find_outliers(outliers: Any, inputs: Inputs, workers: int) -> list[int]:
    """The indices of the DAGs that the option drops, as :func:`mcbnc.agreement` flags them."""
    if check_word(outliers, "outliers", OUTLIERS) == "keep":
        return []
    if inputs.seen is not None and inputs.unlike:
        return odd_sites(inputs.seen, inputs.graphs)
    return flagged(inputs, inputs.arrays, workers)


def flagged(nodes: Nodes, dags: Arrays, workers: int) -> list[int]:
    """The indices of those of the DAGs over these nodes that agree with hardly any other."""
    request = Nodes.request(nodes, "agreement", workers=workers)  # that of rows has more
    arrays = execute(nodes.nodes, request, {**dags, **nodes.rank()}).arrays
    return np.flatnonzero(arrays["flagged"]).tolist()


def odd_sites(seen: NDArray[np.uint8], dags: NDArray[np.uint8]) -> list[int]:
    """The sites whose structures agree with hardly any other on the columns that both have.

    A site is odd if the median of its F1 is below half of the median of all medians.
    """
    medians = median_f1(seen, dags)
    if not medians:
        return []
    least = float(np.median(list(medians.values()))) / 2
    return [k for k, median in medians.items() if median < least]


def median_f1(seen: NDArray[np.uint8], dags: NDArray[np.uint8]) -> dict[int, float]:
    """The median F1 of the skeleton of each site with those of the sites that it can be compared with.

    The F1 of two skeletons is that on the columns that both sites have, if these are four or more and one of
    the two has an edge there. A site that can be compared with none is left out.
    """
    r = len(seen)
    joined = (dags | dags.transpose(0, 2, 1)).astype(np.float64)
    common = (joined.reshape(r, -1) @ joined.reshape(r, -1).T) / 2  # edges that both have
    has = seen.astype(np.float64)
    own = np.stack([((has @ joined[k]) * has).sum(axis=1) for k in range(r)]) / 2  # of k where j sees both
    edges = own + own.T
    compared = (has @ has.T >= _FEW) & (edges > 0) & ~np.eye(r, dtype=bool)
    f1 = 2 * common / np.where(compared, edges, 1)
    return {k: float(np.median(f1[k][compared[k]])) for k in range(r) if compared[k].any()}


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
