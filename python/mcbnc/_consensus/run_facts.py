"""What a consensus and a trajectory both tell of their run."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import read_only
from .._base.named_array import with_names
from .._inputs.origin import OfDags
from .run import Run

__all__ = ["RunFacts"]


class RunFacts(OfDags):
    """The order, the fusion and the inputs of a run."""

    _run: Run

    @property
    def _origin(self) -> Run:  # type: ignore[override]
        return self._run

    def _theta_text(self, theta: float) -> str:
        """A threshold of this run as text. Copied, it gives the same state."""
        return self._run.theta_text(theta)

    @property
    def order(self) -> list[Hashable]:
        """The node order along which the DAGs were fused, first to last."""
        return [self._run.nodes[i] for i in self._run.order.tolist()]

    @property
    def fusion(self) -> NDArray[np.uint8]:
        """(n, n) uint8, read-only: the fusion with what is required, before any deletion. A DAG."""
        return with_names(read_only(self._run.fusion), self._run.nodes, self._run.named)
