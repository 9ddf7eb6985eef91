"""Estimators of scikit-learn: what learns, with `fit` and options that can be read, set and cloned.

They need scikit-learn 1.6 or newer: mcbnc's extra ``sklearn``. The module itself imports without it, and an
estimator that is used without it raises :class:`mcbnc.MissingExtraError`.

>>> import mcbnc
>>> learner = mcbnc.estimators.StructureLearner(criterion="bic-g", max_parents=2)
>>> learner.fit([[0.0, 1.0], [1.0, 2.5], [2.0, 2.0], [3.0, 4.5]]).adjacency_.shape
(2, 2)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._base.extras import import_extra

if TYPE_CHECKING:
    from ._structure_learner import StructureLearner

__all__ = ["StructureLearner"]


def __getattr__(name: str) -> Any:
    """Import the estimators at their first use, since their base class is scikit-learn's."""
    if name != "StructureLearner":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import_extra("sklearn.base")
    from ._structure_learner import StructureLearner

    return StructureLearner


def __dir__() -> list[str]:
    """The public names alone, for completion in a shell or an editor."""
    return __all__
