"""Mixed tables that are refused, and the other ways in which they come."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from mixed import OPTIONS, patients

import mcbnc
from mcbnc import DegenerateGaussian, InvalidInputError, MixedBIC
from mcbnc._r import call as call_r
from mcbnc.cli import Exit, main

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
    for result in (found, mcbnc.learn(patients(), score="dg"), boot.averaged(), boot.consensus(), fused):
        with pytest.raises(
            InvalidInputError, match="pgmpy has no network of columns of states and of numbers"
        ):
            result.to_pgmpy()
    assert set(found.to_networkx().edges) == set(found.edges)


@pytest.mark.slow
def test_pgmpy_gets_a_network_without_numbers_if_it_is_asked_for():
    pytest.importorskip("pgmpy")
    found = mcbnc.learn_jointly([patients(), patients(seed=4)], score="bic-cg")
    fused = mcbnc.consensus([found, mcbnc.Graph(np.asarray(found), found.nodes, True)])
    assert set(fused.to_pgmpy(gaussian=False).edges) == set(fused.edges)


def test_a_federation_refuses_the_score_by_name():
    with pytest.raises(InvalidInputError, match='"bic-cg" cannot be had from sums of products'):
        mcbnc.federated.simulate_learning([patients(), patients()], score="bic-cg")


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
