"""A score is a name in any case, or an object with its own parameters, in every function that scores."""

import copy
import inspect
import math
import pickle

import numpy as np
import pandas as pd
import pytest
from scores import bic_of, total

import mcbnc
from mcbnc import (
    AIC,
    BIC,
    QNML,
    BDeu,
    BDs,
    BGe,
    DegenerateGaussian,
    GaussianBIC,
    InvalidInputError,
    MixedBIC,
)
from mcbnc._base.scoring import SCORES, read_record
from mcbnc._r import call as call_r
from mcbnc.cli import main

RNG = np.random.default_rng(0)
ROWS = pd.DataFrame(RNG.integers(0, 2, (60, 3)), columns=list("abc"))
NUMBERS = pd.DataFrame(RNG.normal(size=(60, 3)), columns=list("abc"))
ROWS["b"] = np.where(RNG.random(60) < 0.5, ROWS["a"], ROWS["b"])  # weakly, so that parameters decide
NUMBERS["b"] += 0.3 * NUMBERS["a"]
MIXED = NUMBERS.assign(a=ROWS["a"], b=NUMBERS["b"] ** 3 + 0.3 * ROWS["a"])
ARC = {"knowledge": {"required": [("a", "b")]}}
PARAMETERS = ("ess", "penalty", "alpha_mu", "alpha_w", "values")
OTHER = [BDeu(ess=10), BDs(ess=10), BIC(penalty=3), GaussianBIC(penalty=3), BGe(alpha_mu=2), BGe(alpha_w=20)]
OTHER += [MixedBIC(3), MixedBIC(values="raw"), DegenerateGaussian(3), DegenerateGaussian(values="raw")]
EVERY = [*OTHER, *(kind() for kind in SCORES.values())]

CALLS = {
    "learn": lambda rows, score: mcbnc.learn(rows, score=score, **ARC).score,
    "learn_many": lambda rows, score: mcbnc.learn_many([rows, rows], score=score, **ARC)[1].score,
    "learn_jointly": lambda rows, score: mcbnc.learn_jointly([rows], score=score, **ARC).score,
    "bootstrap": lambda rows, score: mcbnc.bootstrap(rows, 30, seed=1, score=score).strength.tolist(),
    "score": lambda rows, score: mcbnc.metrics.score("[a][b|a][c]", rows, score),
    "simulate_learning": lambda rows, score: (
        mcbnc.federated.simulate_learning([rows, rows], score=score, **ARC).result.score
    ),
}
BOTH = [(c, s) for c in CALLS for s in EVERY if c != "simulate_learning" or s.discrete]


def rows_for(score):
    return NUMBERS if score.gaussian else MIXED if score.mixed else ROWS


# --- the objects --------------------------------------------------------------------------------------------


def test_the_list_is_the_engines():
    kinds = {kind["name"]: kind["parameters"] for kind in mcbnc.build_info()["scores"]}
    assert kinds == {name: [*kind.parameters()] for name, kind in SCORES.items()}
    assert all(getattr(mcbnc, kind.__name__) is kind for kind in SCORES.values())


@pytest.mark.parametrize("score", EVERY, ids=repr)
def test_an_object_is_a_value(score):
    for other in (eval(repr(score)), copy.deepcopy(score), pickle.loads(pickle.dumps(score))):
        assert other == score
        assert hash(other) == hash(score)
    assert read_record(score.record()) == score
    assert [one == score for one in dict.fromkeys(EVERY)].count(True) == 1
    for name in (*score.parameters(), "anything"):
        with pytest.raises(AttributeError):
            setattr(score, name, 1.0)


def test_defaults_and_representations():
    assert [repr(kind()) for kind in SCORES.values()] == [
        "BDeu(ess=1.0)",
        "BDs(ess=1.0)",
        "QNML(surplus=0.0)",
        "BIC(penalty=1.0)",
        "AIC()",
        "GaussianBIC(penalty=1.0)",
        "BGe(alpha_mu=1.0, alpha_w=None)",
        "MixedBIC(penalty=1.0, values='normal-scores')",
        "DegenerateGaussian(penalty=1.0, values='normal-scores')",
    ]
    assert BDeu(np.int64(2)) == BDeu(ess=2) == BDeu(ess=2.0) != BDeu()
    assert BIC() != GaussianBIC()
    assert AIC() == AIC()
    assert QNML() == QNML()
    assert BDs(2) != BDeu(2)


@pytest.mark.parametrize(
    ("make", "argument", "wanted"),
    [
        *((lambda bad=bad: BDeu(ess=bad), "ess", "a number > 0 and at most 3.4e+38")
          for bad in (0, -1, math.nan, math.inf, "1", True, None, 1e39)),
        (lambda: BIC(penalty=-0.1), "penalty", "a number >= 0 and at most 3.4e+38"),
        (lambda: GaussianBIC(penalty="1"), "penalty", "a number >= 0"),
        (lambda: BGe(alpha_mu=0), "alpha_mu", "a number >= 1e-10"),
        (lambda: BGe(alpha_w=2), "alpha_w", "a number > 2 and at most 3.4e+38, or None"),
        (lambda: MixedBIC(penalty=-1), "penalty", "a number >= 0"),
        (lambda: MixedBIC(values="ranks"), "values", "'normal-scores' or 'raw', not 'ranks'"),
        (lambda: DegenerateGaussian(values=None), "values", "'normal-scores' or 'raw', not None"),
        (lambda: BGe(alpha_w=math.inf), "alpha_w", "a number > 2 and at most 3.4e+38, or None"),
    ],
)  # fmt: skip
def test_bad_values_are_refused_at_construction(make, argument, wanted):
    with pytest.raises(InvalidInputError) as caught:
        make()
    assert str(caught.value).startswith(f"{argument} must be {wanted}")
    assert caught.value.argument == argument


def test_the_ends_of_the_ranges_are_the_engines():
    most = float(np.finfo(np.float32).max)
    for score in (BDeu(5e-324), BDeu(most), BIC(0), BIC(most)):
        assert math.isfinite(mcbnc.metrics.score("[a][b|a][c]", ROWS, score))
    for score in (GaussianBIC(0), GaussianBIC(most), BGe(1e-10), BGe(alpha_w=most)):
        assert math.isfinite(mcbnc.metrics.score("[a][b|a][c]", NUMBERS, score))


def test_a_parameter_of_another_score_cannot_be_given():
    for score, kind in SCORES.items():
        for name in PARAMETERS:
            if name not in kind.parameters():
                with pytest.raises(TypeError, match=name):
                    kind(**{name: 3})
        for name in PARAMETERS:
            with pytest.raises(TypeError, match=name):
                mcbnc.learn(ROWS, score=score, **{name: 3})


def test_no_function_that_scores_has_a_parameter_of_a_score():
    functions = [mcbnc.learn, mcbnc.learn_many, mcbnc.learn_jointly, mcbnc.bootstrap, mcbnc.check]
    functions += [mcbnc.federated.simulate_learning, mcbnc.federated.Coordinator, mcbnc.metrics.score]
    for function in functions:
        assert not {*PARAMETERS} & inspect.signature(function).parameters.keys()


# --- in the functions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "score"), BOTH, ids=str)
def test_a_parameter_counts_in_every_function(call, score):
    found, plain = (CALLS[call](rows_for(score), one) for one in (score, type(score)()))
    if score == type(score)():
        assert CALLS[call](rows_for(score), score.name.upper()) == found
    else:
        assert found != plain
    if call == "learn_jointly":
        assert found == pytest.approx(CALLS["learn"](rows_for(score), score), rel=1e-12)


@pytest.mark.parametrize("penalty", [0, 0.3, 1, 4.5])
def test_the_penalty_of_bic(penalty):
    graph = np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
    cells = ROWS.to_numpy().tolist()
    expected = total(bic_of, graph, cells, [2, 2, 2], penalty)
    assert mcbnc.metrics.score(graph, ROWS.to_numpy(), BIC(penalty)) == pytest.approx(expected, rel=1e-12)


def test_the_words_of_metrics_are_scores_with_their_defaults():
    for score in (kind() for kind in SCORES.values()):
        learned = mcbnc.learn(rows_for(score), score=score, **ARC)
        assert mcbnc.metrics.score(learned, rows_for(score), score.name) == learned.score


@pytest.mark.parametrize(
    "name", ["BDeu", "bdeu", "BDs", "qNML", "BIC", "Aic", "BIC-G", "BGe", "BIC-CG", "DG"]
)
def test_a_score_is_named_in_any_case(name):
    score = SCORES[name.lower()]()
    for call in ("learn", "score"):
        assert CALLS[call](rows_for(score), name) == CALLS[call](rows_for(score), score)
    assert mcbnc.check(rows_for(score), score=name).ok


def test_what_is_no_score():
    for bad, says in (
        (
            "k2",
            "score must be 'bdeu' or 'bds' or 'qnml' or 'bic' or 'aic' or 'bic-g' or 'bge' or "
            "'bic-cg' or 'dg', or an object",
        ),
        ({"name": "bdeu"}, "score must be"),
        (BDeu, "score must be an object, so write BDeu()"),
    ):
        for call in (*CALLS.values(), lambda rows, score: mcbnc.check(rows, score=score)):
            with pytest.raises(InvalidInputError) as caught:
                call(ROWS, bad)
            assert says in str(caught.value)
            assert caught.value.argument == "score"


def test_what_the_data_decide_is_refused_with_the_data():
    with pytest.raises(InvalidInputError, match="alpha_w must be a number > 4") as caught:
        mcbnc.learn(NUMBERS, score=BGe(alpha_w=3))
    assert caught.value.argument == "alpha_w"
    report = mcbnc.check([NUMBERS], score=BGe(alpha_w=3))
    assert not report.ok
    assert "alpha_w must be a number > 4" in str(report)
    assert mcbnc.check([NUMBERS], score=BGe(alpha_w=5)).ok


def test_the_prior_of_the_probabilities_is_that_of_the_score():
    for score, ess in ((BDeu(7), 7), (BDs(7), 7), (BIC(), 1)):
        found = mcbnc.learn_jointly([ROWS], score=score)
        assert found.to_bif() == found.to_bif(ess=ess)


def test_a_record_of_another_program():
    assert read_record({"name": "BGe", "alpha_mu": 2}) == BGe(alpha_mu=2)
    for bad in (
        "bdeu",
        {},
        {"ess": 1.0},
        {"name": "bic", "ess": 1.0},
        {"name": "bdeu", "ess": "1"},
        {"name": []},
    ):
        with pytest.raises(InvalidInputError):
            read_record(bad)


# --- elsewhere ----------------------------------------------------------------------------------------------


def test_in_the_shell(tmp_path, capsys):
    path, out = tmp_path / "rows.csv", tmp_path / "out.json"
    ROWS.to_csv(path, index=False)
    assert main(["learn", str(path), "--penalty", "3"]) == 1
    assert capsys.readouterr().err == (
        "mcbnc: error: --penalty is an option of --score bic or bic-g or bic-cg or dg, not of --score qnml, "
        "which has --surplus\n"
    )
    assert main(["learn", str(path), "--score", "BIC", "--quiet"]) == 0
    assert main(["bootstrap", str(path), "--score", "aic", "--ess", "2"]) == 1
    assert capsys.readouterr().err.endswith("not of --score aic, which has no such option\n")
    assert main(["learn", str(path), "--score", "bds", "--ess", "0"]) == 1
    assert (
        capsys.readouterr().err == "mcbnc: error: --ess must be a number > 0 and at most 3.4e+38, not 0.0\n"
    )
    assert (
        main(["learn", str(path), "--score", "bic", "--penalty", "0.01", "--quiet", "--out", str(out)]) == 0
    )
    assert mcbnc.read(out).edges == mcbnc.learn(path, score=BIC(penalty=0.01)).edges


def test_in_r():
    columns = {name: {"numbers": ROWS[name].to_numpy(float).tobytes()} for name in ROWS}
    for score in (BDeu(ess=3), BDs(ess=3), BIC(penalty=0.1)):
        reply = call_r("learn", {"data": columns, "score": score.record()})
        assert reply["value"]["score"] == mcbnc.learn(ROWS, score=score).score
    reply = call_r("learn", {"data": columns, "score": {"name": "bdeu", "penalty": 3}})
    assert reply["error"]["message"].startswith("'bdeu' has other parameters than {'penalty': 3}")
