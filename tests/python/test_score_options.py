"""An option of another score would change nothing, so it is refused; and a score's name has any case."""

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc._base.options import SCORE_PARAMETERS
from mcbnc._r import call as call_r
from mcbnc.cli import main

RNG = np.random.default_rng(0)
ROWS = pd.DataFrame(RNG.integers(0, 2, (60, 3)), columns=list("abc"))
NUMBERS = pd.DataFrame(RNG.normal(size=(60, 3)), columns=list("abc"))
GIVEN = {"ess": 10, "penalty": 3, "alpha_mu": 2, "alpha_w": 20}
OTHERS = [(s, name) for s, own in SCORE_PARAMETERS.items() for name in GIVEN if name not in own]
GAUSSIAN = ("bic-g", "bge")

CALLS = {
    "learn": lambda rows, **o: mcbnc.learn(rows, **o),
    "learn_many": lambda rows, **o: mcbnc.learn_many([rows, rows], **o),
    "learn_jointly": lambda rows, **o: mcbnc.learn_jointly([rows, rows], **o),
    "bootstrap": lambda rows, **o: mcbnc.bootstrap(rows, 3, seed=1, **o),
}


def rows_for(score):
    return NUMBERS if score in GAUSSIAN else ROWS


def test_the_list_is_the_engines():
    kinds = {kind["name"]: tuple(kind["parameters"]) for kind in mcbnc.build_info()["scores"]}
    assert kinds == SCORE_PARAMETERS


@pytest.mark.parametrize(("score", "name"), OTHERS, ids="-".join)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_option_of_another_score_is_refused(call, score, name):
    takers = [other for other, names in SCORE_PARAMETERS.items() if name in names]
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        call(rows_for(score), score=score, **{name: GIVEN[name]})
    assert caught.value.argument == name
    assert str(caught.value).startswith(f"{name} is an option of score='{takers[0]}', not of score='{score}'")


@pytest.mark.parametrize(("score", "names"), SCORE_PARAMETERS.items(), ids=SCORE_PARAMETERS)
def test_the_own_options_of_a_score_count(score, names):
    plain = mcbnc.learn(rows_for(score), score=score, knowledge={"required": [("a", "b")]})
    for name in names:
        other = mcbnc.learn(
            rows_for(score), score=score, knowledge={"required": [("a", "b")]}, **{name: GIVEN[name]}
        )
        assert other.score != plain.score


def test_what_is_not_given_is_the_metrics_default():
    for score, metric in {"bdeu": "bdeu", "bic-g": "bic_g", "bge": "bge"}.items():
        learned = mcbnc.learn(rows_for(score), score=score, knowledge={"required": [("a", "b")]})
        assert getattr(mcbnc.metrics, metric)(learned, rows_for(score)) == pytest.approx(learned.score)


@pytest.mark.parametrize("name", ["BDeu", "bdeu", "BIC", "Aic", "BIC-G", "BGe"])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_score_is_named_in_any_case(call, name):
    result = call(rows_for(name.lower()), score=name)
    same = call(rows_for(name.lower()), score=name.lower())
    first, second = (r[0] if isinstance(r, list) else r for r in (result, same))
    assert repr(first).partition(" in ")[0] == repr(second).partition(" in ")[0]


def test_in_a_federation():
    with pytest.raises(mcbnc.InvalidInputError, match="ess is an option of score='bdeu', not of score='bic'"):
        mcbnc.federated.simulate_learning([ROWS, ROWS], score="BIC", ess=3)
    report = mcbnc.federated.simulate_learning([ROWS, ROWS], score="BDeu")
    assert report.result.edges == mcbnc.federated.simulate_learning([ROWS, ROWS]).result.edges


def test_in_the_shell(tmp_path, capsys):
    path = tmp_path / "rows.csv"
    ROWS.to_csv(path, index=False)
    assert main(["learn", str(path), "--penalty", "3"]) == 1
    assert capsys.readouterr().err == (
        "mcbnc: error: --penalty is an option of --score bic-g, not of --score bdeu, which has ess\n"
    )
    assert main(["learn", str(path), "--score", "BIC", "--quiet"]) == 0
    assert main(["bootstrap", str(path), "--score", "aic", "--ess", "2"]) == 1


def test_in_r():
    columns = {name: {"numbers": ROWS[name].to_numpy(float).tobytes()} for name in ROWS}
    reply = call_r("learn", {"data": columns, "score": "bdeu", "penalty": 3})
    assert reply["error"]["message"].startswith("penalty is an option of score='bic-g'")
