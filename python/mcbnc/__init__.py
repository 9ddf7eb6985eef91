"""Consensus of Bayesian network structures.

The input is many DAGs over the same nodes. The output is one DAG.

>>> import mcbnc
>>> result = mcbnc.consensus(dags, theta=0.5)         # doctest: +SKIP
>>> whole = mcbnc.trajectory(dags)                    # doctest: +SKIP
>>> whole.at(whole.select()).to_networkx()            # doctest: +SKIP

The method is that of P. Torrijos, J. M. Puerta, J. A. Aledo, J. A. Gámez, *Bayesian Network
Structural Consensus via Greedy Min-Cut Analysis*, AAAI-26, arXiv 2504.00467.
"""

from __future__ import annotations

from typing import Any

from . import baselines, datasets, metrics
from ._comparing.agreement import Agreement, agreement
from ._comparing.compare import Comparison, compare
from ._consensus.batch import Batch, batch
from ._consensus.consensus import consensus, trajectory
from ._consensus.criticality import Criticality, criticality
from ._consensus.explain import Explanation
from ._consensus.fusion import Fusion, fusion
from ._consensus.loading import load
from ._consensus.results import ConsensusResult, Trajectory
from ._consensus.stability import Stability, stability
from ._consensus.steps import Breakpoint, Step
from ._engine.load import library
from ._explorer.explorer import Explorer
from ._graphs.causallearn import from_causallearn
from ._graphs.graph import PDAG, Graph
from ._graphs.lingam import from_lingam
from ._graphs.reading import from_bnlearn, read, read_bif, read_dot, read_edges
from ._graphs.tigramite import from_tigramite
from ._learning.bootstrap import bootstrap
from ._learning.bootstrapped import Bootstrap
from ._learning.learn import learn, learn_many
from ._learning.learned import Learned, LearnStep
from ._rows.discretize import discretize
from ._version import __version__
from .errors import (
    CycleError,
    DataWarning,
    EngineError,
    InvalidInputError,
    LibraryError,
    McbncError,
    MissingExtraError,
)

__all__ = [
    "PDAG",
    "Agreement",
    "Batch",
    "Bootstrap",
    "Breakpoint",
    "Comparison",
    "ConsensusResult",
    "Criticality",
    "CycleError",
    "DataWarning",
    "EngineError",
    "Explanation",
    "Explorer",
    "Fusion",
    "Graph",
    "InvalidInputError",
    "LearnStep",
    "Learned",
    "LibraryError",
    "McbncError",
    "MissingExtraError",
    "Stability",
    "Step",
    "Trajectory",
    "__version__",
    "agreement",
    "baselines",
    "batch",
    "bootstrap",
    "build_info",
    "compare",
    "consensus",
    "criticality",
    "datasets",
    "discretize",
    "from_bnlearn",
    "from_causallearn",
    "from_lingam",
    "from_tigramite",
    "fusion",
    "learn",
    "learn_many",
    "load",
    "metrics",
    "read",
    "read_bif",
    "read_dot",
    "read_edges",
    "stability",
    "trajectory",
]


def __dir__() -> list[str]:
    """List the public names only. The default ``dir`` would list every import too."""
    return [*__all__, *(name for name in globals() if name.startswith("__") and name not in __all__)]


def build_info() -> dict[str, Any]:
    """Describe the engine's library. The call loads the library.

    Returns
    -------
    dict
        The library's version, ABI, Go toolchain, commit, platform and path. ``"scores"`` lists the
        scores that :func:`mcbnc.learn` takes. Each score has a ``"name"``, a ``"title"``, a ``"doc"``
        and ``"parameters"``.

    Raises
    ------
    LibraryError
        If the library is missing, cannot be loaded, or is of another version.
    """
    loaded = library()
    return {**loaded.build_info(), "path": loaded.path}
