"""Tables of columns of states and columns of numbers beside each other."""

import itertools
import pickle
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from mixed import family, random_dag, random_table, taken, turned

import mcbnc
from mcbnc import DegenerateGaussian, InvalidInputError, MixedBIC
from mcbnc._r import call as call_r
from mcbnc.cli import Exit, main

OPTIONS = [
    kind(penalty, values)
    for kind in (MixedBIC, DegenerateGaussian)
    for penalty, values in ((1, "normal-scores"), (1, "raw"), (2.5, "normal-scores"))
]


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


def patients(rows=600, seed=3):
    rng = np.random.default_rng(seed)
    sex = rng.choice(["f", "m"], rows)
    age = rng.integers(18, 90, rows)
    pressure = (110 + 8 * (sex == "m") + 0.4 * age + rng.normal(0, 6, rows)).round(1)
    risk = np.where(pressure + rng.normal(0, 3, rows) > 132, "high", "low")
    return pd.DataFrame({"sex": sex, "age": age, "pressure": pressure, "risk": risk})


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
    own = mcbnc.learn_jointly(sites, score=score, pairs="all")
    pooled = mcbnc.learn_jointly(sites, score=score, pairs="all", own=False)
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
        expected = mcbnc.metrics.bic(graph, rows)
        assert mcbnc.metrics.bic_cg(graph, rows) == pytest.approx(expected, rel=1e-12)


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
        lambda data, **more: mcbnc.learn_many([data, data], **more)[0],
        lambda data, **more: mcbnc.learn_jointly([data, data], **more),
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
    assert mcbnc.learn(states).criterion == "bdeu"
    with pytest.warns(mcbnc.DataWarning, match="many different whole numbers"):
        assert mcbnc.learn(patients()[["sex", "age"]]).criterion == "bdeu"
    with pytest.raises(InvalidInputError, match=r"score='bic-g' or 'bge'\) or from both .*'bic-cg' or 'dg'"):
        mcbnc.learn(patients()[["pressure"]])
    accepted = mcbnc.learn(mcbnc.Rows(patients()[["sex", "pressure"]], accept=["pressure"]))
    assert accepted.criterion == "bdeu"


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
        assert mcbnc.metrics.score(first, rows, "bic-cg") == first.score


# --- what is refused ----------------------------------------------------------------------------------------

S = ["a", "b"] * 15
BAD = {
    "infinity": ([np.inf, *np.arange(29) / 2], r"column 'x', row 0: inf is no finite number"),
    "minus infinity": ([0.5] * 7 + [-np.inf] + [1.5] * 22, r"column 'x', row 7: -inf is no finite number"),
    "nan": (
        [0.5, np.nan] + [1.5] * 28,
        r"column 'x', row 1: there is no value: Rows\(\.\.\., missing='drop'\)",
    ),
    "constant": ([2.5] * 30, r"column 'x': every value is 2\.5: leave out columns that do not vary"),
    "below a limit": (["0.5", "<0.1", "1.5"] * 10, r"column 'x', row 1: '<0\.1' is no finite number"),
    "two readings": (["734", "1,051", "4,282"] * 10, r"column 'x', row 1: '1,051' is 1\.051 if the comma"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("score", ["bic-cg", "dg", None])
def test_bad_numbers_are_refused_by_place(name, score):
    column, says = BAD[name]
    table = {"s": S, "x": column, "y": list(np.arange(30) / 4)}
    for call in (mcbnc.learn, lambda data, score: mcbnc.metrics.score("[s][x][y]", data, score or "dg")):
        with pytest.raises(InvalidInputError, match=says) as caught:
            call(table, score=score)
        assert caught.value.nodes == ["x"]
    report = mcbnc.check(table, score=score)
    assert [one.column for one in report.errors] == ["x"]


def test_missing_cells():
    table = patients()
    table.loc[3, "sex"] = None
    table.loc[5, "pressure"] = None
    dropped = mcbnc.learn(mcbnc.Rows(table, missing="drop"), score="bic-cg")
    assert (dropped.rows, dropped.rows_left_out) == (598, 2)
    with pytest.raises(InvalidInputError, match="'pressure', row 5: there is no value"):
        mcbnc.learn(mcbnc.Rows(table, missing="state"), score="bic-cg")
    table.loc[5, "pressure"] = 100.5
    kept = mcbnc.learn(mcbnc.Rows(table, missing="state"), score="bic-cg")
    assert kept.states["sex"] == ["f", "m", "value_missing"]
    table["pressure"] = np.nan
    with pytest.raises(InvalidInputError, match="leaves no row at all"):
        mcbnc.learn(mcbnc.Rows(table, missing="drop"), score="bic-cg")


def test_tables_that_end_well():
    """One row in a cell, copies of a column, a collinear column, a state that no row has."""
    table = patients(80)
    table["once"] = ["x"] + ["y"] * 79
    table["copy"] = table["pressure"]
    table["sum"] = table["pressure"] + table["age"]
    table["rare"] = pd.Categorical(table["sex"], ["f", "m", "x"])
    for score in OPTIONS:
        found = mcbnc.learn(table, score=score)
        assert np.isfinite(found.score)
        joined = {frozenset(edge) for edge in found.edges}
        assert frozenset(("sex", "rare")) in joined
    with pytest.raises(InvalidInputError, match="every value is"):
        mcbnc.learn_many([table, table[:1]], score="dg")


def test_what_formats_cannot_hold(tmp_path):
    found = mcbnc.learn_jointly([patients(), patients(seed=4)], score="bic-cg")
    for call in (lambda: found.to_bif(), lambda: mcbnc.write(found, tmp_path / "x.bif")):
        with pytest.raises(InvalidInputError, match="prob"):
            call()
    boot = mcbnc.bootstrap(patients(), 10, seed=1, score="dg")
    fused = mcbnc.consensus([found, mcbnc.Graph(np.asarray(found), found.nodes, True)])
    assert set(fused.to_pgmpy(gaussian=False).edges) == set(fused.edges)
    for result in (found, mcbnc.learn(patients(), score="dg"), boot.averaged(), boot.consensus(), fused):
        with pytest.raises(
            InvalidInputError, match="pgmpy has no network of columns of states and of numbers"
        ):
            result.to_pgmpy()
    assert set(found.to_networkx().edges) == set(found.edges)


def test_a_federation_refuses_them_by_name():
    for score in ("bic-cg", "dg"):
        with pytest.raises(InvalidInputError, match=f"{score}"):
            mcbnc.federated.simulate_learning([patients(), patients()], score=score)


# --- other ways in ------------------------------------------------------------------------------------------


def test_check_tells_which_columns_are_which():
    report = mcbnc.check({"north": patients(), "south": patients(seed=5)})
    assert report.ok
    (warning,) = report.warnings
    assert warning.problem.endswith("score='bic-cg' is taken")
    assert warning.advice == "Numbers: 'age', 'pressure'. States: 'sex', 'risk'"
    columns = {one.column: (one.kind, one.values) for one in report.columns}
    assert columns == {
        "sex": ("states", ["f", "m"]),
        "age": ("numbers", []),
        "pressure": ("numbers", []),
        "risk": ("states", ["high", "low"]),
    }
    assert not mcbnc.check(patients(), score="dg").problems


def test_in_the_shell(tmp_path, capsys):
    paths = [str(tmp_path / f"{name}.csv") for name in ("a", "b")]
    for seed, path in enumerate(paths):
        patients(seed=seed).to_csv(path, index=False)
    out = tmp_path / "out.json"
    assert main(["learn", paths[0], "--out", str(out)]) == Exit.FINE
    assert (
        "--score bic-cg is taken. Numbers: 'age', 'pressure'. States: 'sex', 'risk'"
        in capsys.readouterr().err
    )
    assert mcbnc.read(out).edges == mcbnc.learn(paths[0], score="bic-cg").edges
    for more, score in (
        (["--score", "DG", "--values", "raw"], DegenerateGaussian(values="raw")),
        (["--score", "bic-cg", "--penalty", "2"], MixedBIC(penalty=2)),
    ):
        assert main(["learn", paths[0], "--out", str(out), "--quiet", *more]) == Exit.FINE
        assert mcbnc.read(out).edges == mcbnc.learn(paths[0], score=score).edges
    assert (
        main(["learn", "--jointly", *paths, "--score", "dg", "--out", str(tmp_path / "o.bif")])
        == Exit.BAD_INPUT
    )
    assert "o.bif: .bif holds states, and dg takes numbers" in capsys.readouterr().err
    assert main(["learn", paths[0], "--score", "bdeu", "--values", "raw"]) == Exit.BAD_INPUT
    assert "--values is an option of --score bic-cg or dg" in capsys.readouterr().err
    assert main(["check", paths[0], "--score", "dg"]) == Exit.FINE


def test_in_r():
    table = patients()
    columns = {name: {"numbers": table[name].to_numpy(float).tobytes()} for name in ("age", "pressure")}
    for name in ("sex", "risk"):
        levels, codes = np.unique(table[name], return_inverse=True)
        columns[name] = {
            "codes": codes.astype(np.int32).tobytes(),
            "levels": levels.tolist(),
            "ordered": False,
        }
    for score in (MixedBIC(), DegenerateGaussian(values="raw")):
        reply = call_r("learn", {"data": columns, "score": score.record()})
        expected = mcbnc.learn(table[list(columns)], score=score)
        assert reply["value"]["score"] == pytest.approx(expected.score, rel=1e-12)


def test_many_sites_with_executors_and_checkpoints(tmp_path):
    sites = {name: patients(seed=seed) for seed, name in enumerate(("north", "south", "west"))}
    plain = mcbnc.learn_many(sites, score="dg")
    with ThreadPoolExecutor(2) as executor:
        elsewhere = mcbnc.learn_many(sites, score="dg", executor=executor, chunks=2)
    kept = tmp_path / "kept"
    for other in (elsewhere, *(mcbnc.learn_many(sites, score="dg", checkpoint=kept) for _ in range(2))):
        assert [(one.site, one.edges, one.score) for one in other] == [
            (one.site, one.edges, one.score) for one in plain
        ]
    again = pickle.loads(pickle.dumps(plain[0]))
    assert (again.edges, again.states) == (plain[0].edges, plain[0].states)
    fewer = {**sites, "west": sites["west"].drop(columns="age")}
    common = mcbnc.learn_jointly(mcbnc.Rows(fewer, columns="common"), score="bic-cg")
    assert common.columns_left_out == ["age"]
    assert common.nodes == ["sex", "pressure", "risk"]


def test_a_time_limit_ends_it():
    for call in (
        lambda **o: mcbnc.learn(patients(), **o),
        lambda **o: mcbnc.learn_jointly([patients()], **o),
    ):
        for score in ("bic-cg", "dg"):
            assert call(score=score, time_limit=1e-9).status == "time_limit"
