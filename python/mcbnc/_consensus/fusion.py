"""Fusion: the union of the DAGs' minimal I-maps along one good order."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Adjacency, ArcLists, Stack, dense
from .._base.arrays import read_only
from .._base.named_array import with_names
from .._base.options import read_workers
from .._base.show import counted
from .._base.sites import takes_sites
from .._engine.request import Arrays, Reply, execute
from .._graphs.graph import Graph
from .._inputs.convert import read_dags
from .._inputs.inputs import Inputs
from .._inputs.origin import Origin
from .._inputs.weights import read_order


class Fusion(Graph):
    """A fusion of DAGs: every independence it asserts holds in all of them.

    ``numpy.asarray(fusion)`` is :attr:`adjacency`.
    """

    def __init__(self, inputs: Inputs, reply: Reply) -> None:
        super().__init__(Adjacency.told(reply.arrays, "fusion", inputs.n), inputs.nodes, inputs.named)
        self._gaussian = inputs.gaussian
        self._order = reply.arrays["order"]
        self._imaps = told_imaps(reply, inputs.n)
        self._origin = Origin.of(inputs)

    def __repr__(self) -> str:
        return (
            f"<Fusion: {counted(len(self), 'edge')} "
            f"over {counted(len(self._nodes), 'node')} "
            f"from {self._origin.describe_inputs()}>"
        )

    @property
    def order(self) -> list[Hashable]:
        """The node order along which the DAGs were fused, first to last."""
        return [self._nodes[i] for i in self._order.tolist()]

    @property
    def extended(self) -> list[Hashable]:
        """The sites whose inputs were partially directed, by name if they have names, else by index.

        A member of its class is in the place of each.
        """
        return self._origin.sites_of(self._origin.extended)

    @property
    def imaps(self) -> NDArray[np.uint8]:
        """(r, n, n) uint8, read-only: each DAG's minimal I-map along the order."""
        return with_names(read_only(dense(self._imaps)), self._nodes, self._named)


def told_imaps(reply: Reply, n: int) -> Stack:
    """The I-maps from the engine."""
    arrays = reply.arrays
    return arrays["imaps"] if "imaps" in arrays else ArcLists.told(arrays, n, "imap_ptr", "imap_arcs")


@takes_sites("dags")
def fusion(
    dags: Any,
    *,
    nodes: Any = None,
    order: Any = None,
    workers: int | None = None,
) -> Fusion:
    """Fuse DAGs: bring each to its minimal I-map along one order of the nodes, and unite them.

    Parameters
    ----------
    dags, nodes, workers
        As in :func:`mcbnc.consensus`.
    order : sequence of names, optional
        The order to use, first to last. Default: the greedy order of Puerta, Aledo, Gámez and
        Laborda (2021), which looks for a sparse fusion.

    Returns
    -------
    Fusion

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`; `order` must hold each node once.
    """
    inputs = read_dags(dags, nodes, union=True)
    arrays: Arrays = {**inputs.arrays, **inputs.rank(), **read_order(order, inputs.nodes)}
    request = inputs.request("fusion", workers=read_workers(workers))
    return Fusion(inputs, execute(inputs.nodes, request, arrays))
