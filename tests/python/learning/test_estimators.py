"""``StructureLearner`` is ``mcbnc.learn``, and an estimator as scikit-learn requires it."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc

pytest.importorskip("sklearn", minversion="1.6")

import scipy.stats
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.validation import check_is_fitted

from mcbnc.estimators import StructureLearner

pytestmark = pytest.mark.slow

NOT_APPLYING = {
    "check_dtype_object": "a dict in a cell is an InvalidInputError, no TypeError",
    "check_fit2d_1sample": "one row of states is enough; of numbers, the message names the column",
}


# The checks draw numbers, so the scores are those of numbers.
@parametrize_with_checks(
    [StructureLearner(criterion="bic-g", workers=1), StructureLearner(criterion="bge", workers=1)],
    expected_failed_checks=lambda _: NOT_APPLYING,
)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def table():
    """Rows for which each option below changes what is learned."""
    return mcbnc.datasets.load_rows("alarm").frames()[0].iloc[:600, :12]


def test_the_parameters_are_the_options_of_learn_with_their_defaults():
    options = inspect.signature(mcbnc.learn).parameters
    parameters = inspect.signature(StructureLearner).parameters
    own = {"score": "criterion"}  # scikit-learn's method has the name
    others = {"data", "opinions"}  # beside opinions nothing is learned that an estimator fits
    assert {name: parameter.default for name, parameter in parameters.items()} == {
        own.get(name, name): option.default for name, option in options.items() if name not in others
    }
    assert StructureLearner().get_params() == {name: each.default for name, each in parameters.items()}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"criterion": mcbnc.BDeu(ess=5.0)},
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
    learned = mcbnc.learn(
        table, **{"score" if name == "criterion" else name: options[name] for name in options}
    )
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
    learner = StructureLearner(criterion=mcbnc.BDeu(ess=5.0), max_parents=2).fit(table)
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

    search = GridSearchCV(StructureLearner(criterion="bic-g"), {"max_parents": [0, 2]}, cv=2)
    assert search.fit(rows).best_params_ == {"max_parents": 2}
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    scaled = make_pipeline(
        StandardScaler().set_output(transform="pandas"), StructureLearner(criterion="bic-g")
    )
    assert scaled.fit(rows)[-1].graph_.edges == mcbnc.learn(rows, score="bic-g").edges
    plain = make_pipeline(StandardScaler(), StructureLearner(criterion="bic-g")).set_output(
        transform="pandas"
    )
    assert list(plain.fit(rows)[-1].feature_names_in_) == list("abc")
    assert cross_val_score(plain, rows, cv=3).mean() == pytest.approx(plain.score(rows), rel=0.05)


def test_a_search_of_states_takes_what_predicts_other_rows():
    rng = np.random.default_rng(0)
    a = rng.integers(0, 2, 600)
    rows = pd.DataFrame(
        {"a": a, "b": np.where(rng.random(600) < 0.9, a, 1 - a), "c": rng.integers(0, 2, 600)}
    )
    search = GridSearchCV(StructureLearner(), {"max_parents": [0, 3]}, cv=3).fit(rows)
    assert search.best_params_ == {"max_parents": 3}
    first, second = rows[:400], rows[400:]
    fitted = StructureLearner(criterion="bic").fit(first)
    expected = 0.0  # a and b are joined, and c is alone
    for each in second.to_dict("records"):
        both = ((first["a"] == each["a"]) & (first["b"] == each["b"])).sum()
        expected += np.log((both + 1 / 4) / 401) + np.log(((first["c"] == each["c"]).sum() + 1 / 2) / 401)
    assert {frozenset(edge) for edge in fitted.graph_.edges} == {frozenset("ab")}
    assert fitted.score(second) == pytest.approx(expected / 200, rel=1e-12)
    assert fitted.score(mcbnc.Rows(second)) == fitted.score(second[["c", "b", "a"]]) == fitted.score(second)
    assert fitted.score({name: list(second[name]) for name in "abc"}) == fitted.score(second)


def test_the_score_of_numbers_is_that_of_linear_functions():
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(2, 300))
    rows = pd.DataFrame({"a": 1e5 * a, "b": b, "c": 3 * a - 2 * b + rng.normal(size=300)})
    first, second = rows[:200], rows[200:]
    fitted = StructureLearner(criterion="bge").fit(first)
    expected = 0.0
    for y, parents in {"a": [], "b": [], "c": ["a", "b"]}.items():
        design, other = (np.column_stack([np.ones(len(part)), part[parents]]) for part in (first, second))
        coefficients, *_ = np.linalg.lstsq(design, first[y], rcond=None)
        deviation = (first[y] - design @ coefficients).std(ddof=0)
        expected += scipy.stats.norm.logpdf(second[y] - other @ coefficients, scale=deviation).sum()
    assert set(fitted.graph_.edges) == {("a", "c"), ("b", "c")}
    assert fitted.score(second) == pytest.approx(expected / 100, rel=1e-6)


def test_the_score_of_both_kinds_is_that_of_normal_cells():
    rng = np.random.default_rng(5)
    group = rng.choice(["x", "y", "z"], 300)
    value = rng.normal(size=300) + 4.0 * (group == "x")
    rows = pd.DataFrame({"group": group, "value": value, "other": rng.normal(size=300)})
    first, second = rows[:200], rows[200:]
    fitted = StructureLearner(criterion="bic-cg").fit(first)
    assert {frozenset(edge) for edge in fitted.graph_.edges} == {frozenset(["group", "value"])}
    expected = 0.0
    for each in second.to_dict("records"):
        cell = first[first["group"] == each["group"]]
        expected += np.log((len(cell) + 1 / 3) / 201)
        expected += scipy.stats.norm.logpdf(each["value"], cell["value"].mean(), cell["value"].std(ddof=0))
        expected += scipy.stats.norm.logpdf(each["other"], first["other"].mean(), first["other"].std(ddof=0))
    assert fitted.score(second) == pytest.approx(expected / 100, rel=1e-6)
    odd = second.assign(group=second["group"].where(np.arange(100) % 2 == 0, "w"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        # No row of `first` is in this cell: it has the prior, and all rows' density.
        assert np.isfinite(fitted.score(odd))


def test_rows_are_those_of_fit_whatever_becomes_of_the_table(table):
    mine = table.copy()
    fitted = StructureLearner().fit(mine)
    before = fitted.score(table)
    mine.iloc[:, 0] = mine.iloc[::-1, 0].to_numpy()
    assert fitted.score(table) == before
    with pytest.raises(mcbnc.InvalidInputError, match="HISTORY"):
        fitted.score(table.drop(columns="HISTORY"))
    with pytest.raises(NotFittedError):
        StructureLearner().score(table)


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
