"""`mcbnc.learn` as an estimator of scikit-learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_array, check_is_fitted, validate_data

from .._base.keywords import takes_options
from .._base.scoring import ScoreOption
from .._engine.progress import ProgressOption
from .._learning.learn import learn
from .._learning.options import SearchKeywords
from .._learning.structure import Learned
from ..metrics._data import log_likelihood_and_rows

if TYPE_CHECKING:
    from typing_extensions import Unpack


class StructureLearner(BaseEstimator):  # type: ignore[misc]  # without scikit-learn the base class is Any
    """The structure of a Bayesian network, learned from the rows that `fit` is given.

    All parameters are those of :func:`mcbnc.learn`, with their defaults. `fit` checks them, as in all
    estimators. What :func:`mcbnc.learn` calls `score` is `criterion` here, since `score` is a method of
    estimators.

    Parameters
    ----------
    criterion : str or score object, optional
        The `score` of :func:`mcbnc.learn`.
    chance, resamples, workers, seed, progress, time_limit
        As in :func:`mcbnc.learn`, which has the options not listed here too.

    Attributes
    ----------
    graph_ : Learned
        The structure, with its steps: it goes into :func:`mcbnc.consensus` and all metrics.
    adjacency_ : (n, n) array of uint8
        The DAG: A[i, j] = 1 stands for i -> j.
    cpdag_ : (n, n) array of uint8
        The DAG's class under `knowledge`. Both of [i, j] and [j, i] are 1 where the edge is undirected.
    score_ : float
        The score of the DAG, in natural logarithm.
    n_features_in_ : int
        The number of columns, n.
    feature_names_in_ : (n,) array of str
        The names of the columns. It is there if all of them are strings.

    Examples
    --------
    >>> import mcbnc
    >>> rain, sprinkler = [0, 0, 1, 1] * 25, [0, 1, 0, 1] * 25
    >>> wet = [r or s for r, s in zip(rain, sprinkler)]
    >>> learner = mcbnc.estimators.StructureLearner(max_parents=3)
    >>> learner.fit({"rain": rain, "sprinkler": sprinkler, "wet": wet}).graph_.edges
    [('rain', 'wet'), ('sprinkler', 'wet')]

    Notes
    -----
    A fitted estimator holds the rows that it was fitted to: ``score`` takes the parameters of the network
    from them.
    """

    graph_: Learned
    adjacency_: NDArray[np.uint8]
    cpdag_: NDArray[np.uint8]
    score_: float
    n_features_in_: int
    feature_names_in_: NDArray[Any]

    @takes_options(SearchKeywords, of=learn)
    def __init__(
        self,
        *,
        criterion: ScoreOption | None = None,
        chance: int | None = None,
        resamples: int | None = None,
        workers: int | None = None,
        seed: int | None = None,
        progress: ProgressOption = None,
        time_limit: float | None = None,
        **given: Unpack[SearchKeywords],
    ) -> None:
        self.criterion = criterion
        self.chance = chance
        self.resamples = resamples
        self.workers = workers
        self.seed = seed
        self.progress = progress
        self.time_limit = time_limit
        self.__dict__.update(given)

    def fit(self, X: Any, y: Any = None) -> StructureLearner:
        """Learn the structure of the rows `X`. `y` is ignored.

        Parameters
        ----------
        X : table or Rows
            `data` of :func:`mcbnc.learn`.

        Raises
        ------
        InvalidInputError
            As in :func:`mcbnc.learn`. It is a ValueError too.
        """
        if hasattr(X, "shape") and not hasattr(X, "columns"):
            # What all estimators refuse is refused in their words.
            check_array(X, dtype=None, estimator=self)
        options = self.get_params(deep=False)
        found = learn(X, score=options.pop("criterion"), **options)
        self.graph_ = found
        self.adjacency_ = np.asarray(found.adjacency)
        self.cpdag_ = np.asarray(found.cpdag)
        self.score_ = found.score
        self.n_features_in_ = len(found.nodes)
        self.__dict__.pop("feature_names_in_", None)  # of an earlier fit
        if all(isinstance(name, str) for name in found.nodes):
            self.feature_names_in_ = np.array(found.nodes, dtype=object)
        self._rows = X.copy() if hasattr(X, "copy") else X  # the caller may change X before it calls score
        return self

    def score(self, X: Any, y: Any = None) -> float:
        """The mean log-likelihood of the rows `X`: of each row under the network, in natural logarithm.

        The network has the structure that was learned. Its parameters come from the rows of `fit`. So a
        search over parameters, such as GridSearchCV, takes what predicts other rows best.

        Parameters
        ----------
        X : table or Rows
            Rows with the columns of those of `fit`.
        y
            Ignored.

        Returns
        -------
        float
            :func:`mcbnc.metrics.log_likelihood` of the rows, over their number.

        Raises
        ------
        InvalidInputError
            As in :func:`mcbnc.metrics.log_likelihood`. It is a ValueError too.
        """
        check_is_fitted(self)
        if hasattr(X, "shape") and not hasattr(X, "columns"):
            X = check_array(X, dtype=None, estimator=self)
            validate_data(self, X, reset=False, skip_check_array=True)
        total, rows = log_likelihood_and_rows(self.graph_, X, self._rows, 1.0, self.graph_.criterion)
        return total / rows
