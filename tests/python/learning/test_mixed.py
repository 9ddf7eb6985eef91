"""Tables of columns of states and columns of numbers beside each other."""

import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from mixed import OPTIONS, family, patients, random_dag, random_table, taken, turned

import mcbnc
from mcbnc import DegenerateGaussian, InvalidInputError


def rows_of(columns, arity):
    """A table for the package. Columns of numbers have decimals."""
    named = {}
    for v, (column, r) in enumerate(zip(columns, arity, strict=True)):
        named[f"v{v}"] = (
            pd.Categorical.from_codes(column.astype(int), [f"s{k}" for k in range(r)]) if r else column
        )
    return pd.DataFrame(named)


def graph_of(parents):
    names = [f"v{v}" for v in range(len(parents))]
    return "".join(
        f"[{y}|{':'.join(names[x] for x in own)}]" if own else f"[{y}]"
        for y, own in zip(names, parents, strict=True)
    )


# --- the scores ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_scores_are_their_formulas(seed):
    assert check_formulas(seed) > 1


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_ten_thousand_families_are_their_formulas(part):
    assert sum(map(check_formulas, range(1000 * (part + 1), 1000 * (part + 1) + 700))) > 2500


def check_formulas(seed):
    """Hold the score of a random DAG, and of another one of its class, against the formulas.

    Return the number of its families.
    """
    rng = np.random.default_rng(seed)
    columns, arity = random_table(rng, int(rng.integers(2, 7)), int(rng.integers(12, 300)))
    dag = random_dag(rng, len(arity))
    score = OPTIONS[seed % len(OPTIONS)]
    used = taken(columns, arity, score.values)
    expected = sum(family(score.name, used, arity, y, own, score.penalty) for y, own in enumerate(dag))
    found = mcbnc.metrics.score(graph_of(dag), rows_of(columns, arity), score)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9 * len(columns[0]))
    other = mcbnc.metrics.score(graph_of(turned(rng, dag)), rows_of(columns, arity), score)
    assert other == pytest.approx(found, rel=1e-9, abs=1e-9)
    return len(dag)


@pytest.mark.parametrize("score", OPTIONS, ids=repr)
def test_the_answer_is_that_of_any_order(score):
    rng = np.random.default_rng(7)
    columns, arity = random_table(rng, 8, 200)
    table = rows_of(columns, arity)
    first = mcbnc.learn(table, score=score, workers=1)
    assert first.edges
    for search, workers in itertools.product(("ges", "xges"), (1, 3)):
        expected = mcbnc.learn(table, score=score, search=search)
        shuffled = table.sample(frac=1, random_state=workers)[list(rng.permutation(table.columns))]
        found = mcbnc.learn(shuffled, score=score, search=search, workers=workers)
        assert found.score == expected.score
        assert sorted(found.edges) == sorted(expected.edges)
    sites = [table[:90], table[90:]]
    together = mcbnc.learn_jointly(sites, score=score)
    other = mcbnc.learn_jointly([sites[1][::-1], sites[0]], score=score, workers=1)
    assert (other.score, sorted(other.edges)) == (together.score, sorted(together.edges))
    boot = mcbnc.bootstrap(table, 8, seed=1, score=score, workers=1)
    again = mcbnc.bootstrap(table[::-1], 8, seed=1, score=score, workers=2)
    assert (boot.strength == again.strength).all()


@pytest.mark.parametrize("score", OPTIONS, ids=repr)
def test_what_adds_up_over_sites(score):
    """The own score is the sum of the sites' scores.

    The pooled one is that of all rows in one table, in which normal scores are by each site's own ranks.
    """
    table = patients()
    sites = [table[:250], table[250:]]
    own = mcbnc.learn_jointly(sites, score=score, prior=None, pairs="all")
    pooled = mcbnc.learn_jointly(sites, score=score, prior=None, pairs="all", own=False)
    measure = mcbnc.metrics.score
    states = {"sex": ["f", "m"], "risk": ["high", "low"]}
    ranked = table.copy()
    if score.values != "raw":
        parts = [taken([site[c].to_numpy(float) for c in ("age", "pressure")], [0, 0], "") for site in sites]
        ranked[["age", "pressure"]] = np.concatenate([np.array(part).T for part in parts])
    raw = type(score)(score.penalty, "raw")
    assert pooled.score == pytest.approx(measure(pooled, ranked, raw), rel=1e-9)
    each = sum(measure(own, mcbnc.Rows(site, states=states), score) for site in sites)
    assert own.score >= max(each, measure(own, ranked, raw)) - 1e-6


def test_a_rising_function_of_a_column_changes_nothing():
    table = patients()
    other = table.assign(pressure=np.exp(table["pressure"] / 20))
    for name in ("bic-cg", "dg"):
        assert mcbnc.learn(table, score=name).score == mcbnc.learn(other, score=name).score
    assert (
        mcbnc.learn(table, score="dg").score
        != mcbnc.learn(other, score=DegenerateGaussian(values="raw")).score
    )


def test_of_states_alone_it_is_bic():
    rng = np.random.default_rng(0)
    rows = pd.DataFrame(rng.integers(0, 3, (200, 4)), columns=list("abcd"))
    for graph in ("[a][b|a][c|a:b][d]", "[a][b][c][d]"):
        expected = mcbnc.metrics.score(graph, rows, "bic")
        assert mcbnc.metrics.score(graph, rows, "bic-cg") == pytest.approx(expected, rel=1e-12)


# --- the options of a search --------------------------------------------------------------------------------


@pytest.mark.parametrize("search", ["ges", "xges"])
@pytest.mark.parametrize("score", ["bic-cg", "dg"])
def test_options_of_the_search(score, search):
    table, options = patients(), {"score": score, "search": search}
    free = mcbnc.learn(table, **options)
    assert ("age", "pressure") in free.edges
    bound = mcbnc.learn(table, max_parents=1, **options)
    assert np.asarray(bound).sum(0).max() == 1
    known = mcbnc.learn(
        table, knowledge={"required": [("sex", "age")], "forbidden": [("age", "pressure")]}, **options
    )
    assert ("sex", "age") in known.edges
    assert ("age", "pressure") not in known.edges
    weights = np.full((4, 4), -1e6)
    assert mcbnc.learn(table, pair_weights=weights, **options).edges == []


# --- the default --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda data, **more: mcbnc.learn(data, **more),
        lambda data, **more: mcbnc.learn_many([data[:300], data[300:]], **more)[0],
        lambda data, **more: mcbnc.learn_jointly([data[:300], data[300:]], **more),
        lambda data, **more: mcbnc.bootstrap(data, 5, seed=1, **more),
    ],
)
def test_without_a_score_a_mixed_table_says_what_it_takes(call):
    with pytest.warns(mcbnc.DataWarning) as told:
        found = call(patients())
    assert found.criterion == "bic-cg"
    (message,) = {str(one.message) for one in told}
    assert message.endswith(
        "columns of numbers beside columns of states, and no score: score='bic-cg' is taken. "
        "Numbers: 'age', 'pressure'. States: 'sex', 'risk'"
    )
    assert found.states == {"sex": ["f", "m"], "risk": ["high", "low"]}
    with warnings.catch_warnings():
        warnings.simplefilter("error", mcbnc.DataWarning)
        assert call(patients(), score="bic-cg").criterion == "bic-cg"


def test_other_tables_get_the_score_that_they_got():
    states = patients()[["sex", "risk"]]
    assert mcbnc.learn(states).criterion == "qnml"
    with pytest.warns(mcbnc.DataWarning, match="many different whole numbers"):
        assert mcbnc.learn(patients()[["sex", "age"]]).criterion == "qnml"
    with pytest.raises(InvalidInputError, match=r"score='bic-g' or 'bge'\) or from both .*'bic-cg' or 'dg'"):
        mcbnc.learn(patients()[["pressure"]], score="bdeu")
    with pytest.warns(mcbnc.DataWarning, match="columns of numbers, and no score: score='bic-cg' is taken"):
        assert mcbnc.learn(patients()[["pressure"]]).criterion == "bic-cg"
    accepted = mcbnc.learn(mcbnc.Rows(patients()[["sex", "pressure"]], accept=["pressure"]))
    assert accepted.criterion == "qnml"


def test_whole_numbers_that_are_states_stay_states():
    table = patients().assign(stage=np.arange(600) % 4)
    found = mcbnc.learn(table, score="dg")
    assert found.states["stage"] == [0, 1, 2, 3]
    taken = mcbnc.learn(mcbnc.Rows(table, accept=["age"]), score="dg")
    assert len(taken.states["age"]) == table["age"].nunique()


def test_rows_are_read_once(tmp_path):
    path = tmp_path / "rows.csv"
    patients().to_csv(path, index=False, sep=";", decimal=",")
    rows = mcbnc.Rows(path)
    with pytest.warns(mcbnc.DataWarning, match="bic-cg"):
        first = mcbnc.learn(rows)
    path.unlink()
    with warnings.catch_warnings():
        warnings.simplefilter("error", mcbnc.DataWarning)
        assert (
            mcbnc.learn(rows, score="bic-cg").score
            == first.score
            == mcbnc.learn(patients(), score="bic-cg").score
        )
        assert mcbnc.metrics.score(first, rows, "bic-cg") == pytest.approx(
            first.score - first.prior, rel=1e-12
        )
