"""``StructureLearner`` is ``mcbnc.learn``, and an estimator as scikit-learn wants it."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import mcbnc

pytest.importorskip("sklearn", minversion="1.6", reason="StructureLearner needs scikit-learn 1.6")

from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.validation import check_is_fitted

from mcbnc.estimators import StructureLearner

NO_METHOD = "`score` is a parameter, as in mcbnc.learn, so it is no method"
NOT_APPLYING = {
    "check_fit_score_takes_y": NO_METHOD,
    "check_n_features_in_after_fitting": NO_METHOD,
    "check_pipeline_consistency": NO_METHOD,
    "check_dtype_object": "a dict in a cell is an InvalidInputError, no TypeError",
    "check_fit2d_1sample": "one row of states is enough; of numbers, the message names the column",
}


# The checks draw numbers, so the scores are those of numbers.
@parametrize_with_checks(
    [StructureLearner(score="bic-g", workers=1), StructureLearner(score="bge", workers=1)],
    expected_failed_checks=lambda _: NOT_APPLYING,
)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def table():
    """Rows of which each option below changes what is learned."""
    return mcbnc.datasets.load_rows("alarm").frames()[0].iloc[:600, :12]


def test_the_parameters_are_the_options_of_learn_with_their_defaults():
    options = inspect.signature(mcbnc.learn).parameters
    parameters = inspect.signature(StructureLearner).parameters
    assert {name: parameter.default for name, parameter in parameters.items()} == {
        name: option.default for name, option in options.items() if name != "data"
    }
    assert StructureLearner().get_params() == {name: each.default for name, each in parameters.items()}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"score": mcbnc.BDeu(ess=5.0)},
        {"search": "ges"},
        {"max_parents": 1},
        {"knowledge": {"forbidden": [{"ARTCO2", "CATECHOL"}]}},
        {"pair_weights": np.full((12, 12), -30.0)},
        {"seed": 3, "workers": 1, "progress": False, "time_limit": 60},
    ],
    ids=lambda options: "-".join(options) or "defaults",
)
def test_fit_learns_what_learn_learns(table, options):
    fitted = StructureLearner().set_params(**options).fit(table)
    learned = mcbnc.learn(table, **options)
    assert np.array_equal(fitted.adjacency_, learned.adjacency)
    assert np.array_equal(fitted.cpdag_, learned.cpdag)
    assert fitted.score_ == learned.score
    assert fitted.graph_.edges == learned.edges
    assert list(fitted.feature_names_in_) == learned.nodes
    assert fitted.n_features_in_ == 12


def test_the_options_of_that_test_matter(table):
    plain = mcbnc.learn(table).edges
    for options in (
        {"max_parents": 1},
        {"knowledge": {"forbidden": [{"ARTCO2", "CATECHOL"}]}},
        {"pair_weights": np.full((12, 12), -30.0)},
    ):
        assert mcbnc.learn(table, **options).edges != plain


def test_columns_without_names_leave_no_names_of_an_earlier_fit(table):
    learner = StructureLearner().fit(table)
    learner.fit(np.array([[0, 0], [1, 1], [0, 1], [1, 0]]))
    assert not hasattr(learner, "feature_names_in_")
    assert learner.n_features_in_ == 2


def test_rows_and_files_are_data_too(table, tmp_path):
    wanted = StructureLearner().fit(table).graph_.edges
    table.to_csv(tmp_path / "rows.csv", index=False)
    assert StructureLearner().fit(tmp_path / "rows.csv").graph_.edges == wanted
    with_gaps = table.astype(object)
    with_gaps.iloc[0, 0] = None
    rows = mcbnc.Rows(with_gaps, missing="drop")
    with pytest.warns(mcbnc.DataWarning):
        fitted = StructureLearner().fit(rows)
    assert fitted.graph_.rows == len(table) - 1


def test_a_clone_has_the_parameters_and_is_not_fitted(table):
    learner = StructureLearner(score=mcbnc.BDeu(ess=5.0), max_parents=2).fit(table)
    copy = clone(learner)
    assert copy.get_params() == learner.get_params()
    with pytest.raises(NotFittedError):
        check_is_fitted(copy)
    assert np.array_equal(copy.fit(table).adjacency_, learner.adjacency_)


def test_parameters_are_checked_when_it_is_fitted(table):
    learner = StructureLearner(max_parents=-1)
    with pytest.raises(mcbnc.InvalidInputError, match="max_parents"):
        learner.fit(table)


def test_a_search_over_parameters_and_a_pipeline():
    a, b, c = np.random.default_rng(1).normal(size=(3, 200))
    rows = pd.DataFrame({"a": a, "b": a + b, "c": a + b + c})

    def held_out(fitted, X, y=None):
        return mcbnc.metrics.bic_g(fitted.graph_, X)

    search = GridSearchCV(StructureLearner(score="bic-g"), {"max_parents": [0, 2]}, scoring=held_out, cv=2)
    assert search.fit(rows).best_params_ == {"max_parents": 2}
    scaled = make_pipeline(StandardScaler().set_output(transform="pandas"), StructureLearner(score="bic-g"))
    assert scaled.fit(rows)[-1].graph_.edges == mcbnc.learn(rows, score="bic-g").edges


def test_a_fitted_estimator_goes_to_another_process_and_into_a_consensus(table):
    fitted = pickle.loads(pickle.dumps(StructureLearner().fit(table)))
    assert mcbnc.consensus([fitted.graph_] * 2).nodes == list(fitted.feature_names_in_)


def test_without_scikit_learn_the_module_imports_and_the_estimator_says_what_is_missing():
    script = """
import sys
sys.modules["sklearn"] = None
import mcbnc
assert mcbnc.estimators.__all__ == dir(mcbnc.estimators) == ["StructureLearner"]
try:
    mcbnc.estimators.StructureLearner()
except mcbnc.MissingExtraError as error:
    assert "pip install scikit-learn (mcbnc's extra 'sklearn'" in str(error), error
else:
    raise AssertionError
"""
    subprocess.run([sys.executable, "-c", script], check=True)
