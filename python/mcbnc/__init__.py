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

from typing import TYPE_CHECKING, Any

from ._base.later import at_first_use
from ._base.memory import limits, set_limits
from ._consensus.consensus import consensus, trajectory
from ._consensus.results import ConsensusResult, Trajectory, UnionConsensus
from ._consensus.steps import Breakpoint, Step
from ._engine.load import library
from ._graphs.graph import PDAG, Graph
from ._inputs.knowledge import Knowledge
from ._version import __version__
from .errors import (
    CycleError,
    DataWarning,
    EngineError,
    InvalidInputError,
    LibraryError,
    McbncError,
    MemoryLimitError,
    MissingExtraError,
)

# What a consensus does not need is imported when it is first used. Its names are here for type checkers, and
# in _LATER; a test holds the two together. What a consensus needs is there from the start: the first call may
# be made by a signal's handler within another one, which would find a module that is half there.
if TYPE_CHECKING:
    from . import baselines, datasets, estimators, federated, metrics
    from ._base.scoring import AIC, BIC, QNML, BDeu, BDs, BGe, DegenerateGaussian, GaussianBIC, MixedBIC
    from ._comparing.agreement import Agreement, agreement
    from ._comparing.compare import Comparison, compare
    from ._consensus.batch import Batch, batch
    from ._consensus.criticality import Criticality, criticality
    from ._consensus.evidence import PairTold
    from ._consensus.explain import Explanation
    from ._consensus.fusion import Fusion, fusion
    from ._consensus.stability import Stability, stability
    from ._engine.versions import show_versions
    from ._explorer.explorer import Explorer
    from ._graphs.causallearn import from_causallearn
    from ._graphs.lingam import from_lingam
    from ._graphs.reading import from_bnlearn, read, read_bif, read_dot, read_edges
    from ._graphs.tigramite import from_tigramite
    from ._inputs.writing import write
    from ._learning.bootstrap import Bootstrap, bootstrap
    from ._learning.jointly import learn_jointly
    from ._learning.jointly_learned import JointlyLearned
    from ._learning.learn import learn, learn_many
    from ._learning.loading import load
    from ._learning.pool import pool
    from ._learning.sources import Contested, OddsPart, Opinion, PairOdds, Pooled, SourceWorth
    from ._learning.structure import Learned, LearnStep
    from ._results.provenance import FileCheck, Provenance
    from ._results.seen import Seen, Suspect
    from ._rows.at_site import AtSite
    from ._rows.changes import Change, Changes
    from ._rows.discretize import discretize
    from ._rows.recipe import Recipe
    from ._rows.report import ColumnSummary, Problem, Report
    from ._rows.rows import Rows, check
    from ._rows.suggest.proposal import Proposal, Suggestion
    from ._rows.tidy import tidy

_LATER = {
    "_base.scoring": (
        "AIC",
        "BIC",
        "QNML",
        "BDeu",
        "BDs",
        "BGe",
        "DegenerateGaussian",
        "GaussianBIC",
        "MixedBIC",
    ),
    "_comparing.agreement": ("Agreement", "agreement"),
    "_comparing.compare": ("Comparison", "compare"),
    "_consensus.batch": ("Batch", "batch"),
    "_consensus.criticality": ("Criticality", "criticality"),
    "_consensus.evidence": ("PairTold",),
    "_consensus.explain": ("Explanation",),
    "_consensus.fusion": ("Fusion", "fusion"),
    "_consensus.stability": ("Stability", "stability"),
    "_engine.versions": ("show_versions",),
    "_explorer.explorer": ("Explorer",),
    "_graphs.causallearn": ("from_causallearn",),
    "_graphs.lingam": ("from_lingam",),
    "_graphs.reading": ("from_bnlearn", "read", "read_bif", "read_dot", "read_edges"),
    "_graphs.tigramite": ("from_tigramite",),
    "_inputs.writing": ("write",),
    "_learning.bootstrap": ("Bootstrap", "bootstrap"),
    "_learning.jointly": ("learn_jointly",),
    "_learning.jointly_learned": ("JointlyLearned",),
    "_learning.learn": ("learn", "learn_many"),
    "_learning.loading": ("load",),
    "_learning.pool": ("pool",),
    "_learning.sources": ("Contested", "OddsPart", "Opinion", "PairOdds", "Pooled", "SourceWorth"),
    "_learning.structure": ("Learned", "LearnStep"),
    "_results.provenance": ("FileCheck", "Provenance"),
    "_results.seen": ("Seen", "Suspect"),
    "_rows.at_site": ("AtSite",),
    "_rows.changes": ("Change", "Changes"),
    "_rows.discretize": ("discretize",),
    "_rows.recipe": ("Recipe",),
    "_rows.report": ("ColumnSummary", "Problem", "Report"),
    "_rows.rows": ("Rows", "check"),
    "_rows.suggest.proposal": ("Proposal", "Suggestion"),
    "_rows.tidy": ("tidy",),
}
_MODULES = ("baselines", "datasets", "estimators", "federated", "metrics")

__all__ = [
    "AIC",
    "BIC",
    "PDAG",
    "QNML",
    "Agreement",
    "AtSite",
    "BDeu",
    "BDs",
    "BGe",
    "Batch",
    "Bootstrap",
    "Breakpoint",
    "Change",
    "Changes",
    "ColumnSummary",
    "Comparison",
    "ConsensusResult",
    "Contested",
    "Criticality",
    "CycleError",
    "DataWarning",
    "DegenerateGaussian",
    "EngineError",
    "Explanation",
    "Explorer",
    "FileCheck",
    "Fusion",
    "GaussianBIC",
    "Graph",
    "InvalidInputError",
    "JointlyLearned",
    "Knowledge",
    "LearnStep",
    "Learned",
    "LibraryError",
    "McbncError",
    "MemoryLimitError",
    "MissingExtraError",
    "MixedBIC",
    "OddsPart",
    "Opinion",
    "PairOdds",
    "PairTold",
    "Pooled",
    "Problem",
    "Proposal",
    "Provenance",
    "Recipe",
    "Report",
    "Rows",
    "Seen",
    "SourceWorth",
    "Stability",
    "Step",
    "Suggestion",
    "Suspect",
    "Trajectory",
    "UnionConsensus",
    "__version__",
    "agreement",
    "baselines",
    "batch",
    "bootstrap",
    "build_info",
    "check",
    "compare",
    "consensus",
    "criticality",
    "datasets",
    "discretize",
    "estimators",
    "federated",
    "from_bnlearn",
    "from_causallearn",
    "from_lingam",
    "from_tigramite",
    "fusion",
    "learn",
    "learn_jointly",
    "learn_many",
    "limits",
    "load",
    "metrics",
    "pool",
    "read",
    "read_bif",
    "read_dot",
    "read_edges",
    "set_limits",
    "show_versions",
    "stability",
    "tidy",
    "trajectory",
    "write",
]

__getattr__ = at_first_use(globals(), _LATER, _MODULES)


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
