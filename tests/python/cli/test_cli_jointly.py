"""The command line's ``learn --jointly``."""

from __future__ import annotations

import csv
import functools
import io
import json
from pathlib import Path

import numpy as np
import pytest

import mcbnc
from mcbnc import cli
from mcbnc.cli import Exit, _learn

NAMES = ["rain", "sprinkler", "wet", "slippery"]


def rows(seed, count=300):
    rng = np.random.default_rng(seed)
    rain, sprinkler = rng.integers(0, 2, (2, count))
    wet = np.where(rng.random(count) < 0.9, rain | sprinkler, rng.integers(0, 2, count))
    slippery = np.where(rng.random(count) < 0.9, wet, rng.integers(0, 2, count))
    return np.column_stack([rain, sprinkler, wet, slippery])


def write(path, table):
    np.savetxt(path, table, "%d", ",", header=",".join(NAMES), comments="")
    return str(path)


@pytest.fixture
def sites(tmp_path):
    return [write(tmp_path / f"site{k}.csv", rows(k)) for k in range(5)]


@pytest.fixture
def bad(tmp_path):
    """A site whose columns are mixed up."""
    return write(tmp_path / "bad.csv", rows(9)[:, [2, 1, 3, 0]] * [1, 0, 1, 1])


@pytest.fixture
def run(capsys):
    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def test_one_structure_from_all_files(run, sites):
    expected = mcbnc.learn_jointly(sites)
    code, out, err = run("learn", "--jointly", *sites)
    assert code == Exit.FINE
    header, *edges = csv.reader(io.StringIO(out))
    assert header == ["from", "to", "reversible"]
    assert [tuple(edge[:2]) for edge in edges if edge[1]] == expected.edges
    assert {tuple(edge[:2]) for edge in edges if edge[2] == "yes"} == set(expected.reversible)
    assert err.startswith(
        "mcbnc: 5 sites: 3 edges, 0 of them reversible, over 4 nodes from 1500 rows, by the "
    )
    assert f"by the {expected.method} search, {expected._score_title} {expected.score:.8g}, in " in err
    assert "left out" not in err


def test_sites_that_are_left_out_are_told(run, sites, bad):
    files = [*sites, bad]
    assert mcbnc.learn_jointly(files).dropped == ["bad.csv"]
    assert run("learn", "--jointly", *files)[2].endswith(f"; sites left out: {bad}\n")
    (record,) = json.loads(run("learn", "--jointly", *files, "--json")[1])["learned"]
    assert (record["data"], record["dropped"], record["rows"]) == (files, [bad], 1500)
    kept = run("learn", "--jointly", *files, "--outliers", "keep", "--json")
    assert json.loads(kept[1])["learned"][0]["dropped"] == []
    assert "left out" not in kept[2]


def test_the_json_is_one_structure_that_consensus_reads(run, sites, tmp_path):
    expected = mcbnc.learn_jointly(sites)
    printed = run("learn", "--jointly", *sites, "--json", "--quiet")
    path = tmp_path / "together.json"
    assert run("learn", "--jointly", *sites, "--out", path, "--quiet") == (Exit.FINE, "", "")
    record, saved = json.loads(printed[1]), json.loads(path.read_text())
    for each in (record, saved):
        del each["learned"][0]["seconds"]
    assert record == saved
    (about,) = record["learned"]
    assert (about["search"], about["scores"]) == (expected.method, expected.scores)
    assert (about["qnml"], about["pairs"]) == (expected.score, expected.pairs)
    assert mcbnc.read(path).edges == expected.edges


@pytest.mark.parametrize("suffix", [".bif", ".csv", ".dot", ".bn", ".png"])
def test_of_several_files_any_format_holds_the_structure(run, sites, tmp_path, suffix):
    out = tmp_path / f"net{suffix}"
    assert run("learn", "--jointly", *sites, "--out", out, "--quiet") == (Exit.FINE, "", "")
    expected = mcbnc.learn_jointly(sites)
    if suffix == ".png":
        assert out.read_bytes().startswith(b"\x89PNG")
        return
    assert set(mcbnc.read(out).edges) == set(expected.edges)
    if suffix == ".bif":
        assert out.read_text() == expected.to_bif()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], {}),
        (["--pairs", "union"], {"pairs": "union"}),
        (["--pairs", "0.2", "--outliers", "keep"], {"pairs": 0.2, "outliers": "keep"}),
    ],
)
def test_options_reach_the_function(monkeypatch, run, sites, given, expected):
    seen = {}

    @functools.wraps(mcbnc.learn_jointly)
    def spy(rows, **options):
        seen.update(options, rows=rows)
        return mcbnc.learn_jointly(rows, **options)

    monkeypatch.setattr(_learn, "learn_jointly", spy)
    shared = [
        "--score",
        "bds",
        "--ess",
        "5",
        "--max-parents",
        "2",
        "--missing-values",
        "?",
        "--columns",
        "common",
        "--quiet",
    ]
    shared += ["--required", "rain->wet", "--workers", "1", "--time-limit", "60"]
    assert run("learn", "--jointly", *sites, *given, *shared)[0] == Exit.FINE
    # Options that are not given have the function's own defaults.
    assert {key: seen[key] for key in ("pairs", "outliers") if key in seen} == expected
    assert (seen["score"], seen["max_parents"]) == (mcbnc.BDs(ess=5), 2)
    assert seen["rows"]._options == mcbnc.Rows(sites, missing_values=["?"], columns="common")._options
    assert seen["knowledge"] == mcbnc.Knowledge(required=[("rain", "wet")])
    assert (seen["workers"], seen["time_limit"]) == (1, 60.0)


def test_options_without_effect_are_refused(run, sites, tmp_path):
    for given, said in (
        (["--pairs", "union"], "--pairs is for --jointly"),
        (["--outliers", "keep"], "--outliers is for --jointly"),
        (["--jointly", "--seed", "1"], "--seed has no effect with --jointly"),
        (["--jointly", "--seed", "1", "--missing", "drop"], "--columns union or --missing fill"),
        (["--out", tmp_path / "net.bif"], "net.bif: .bif holds probabilities, which only --jointly makes"),
        (["--jointly", "--pairs", "0"], "pairs must be 'votes', 'union', 'all' or a share"),
        (
            ["--jointly", "--score", "bge", "--out", tmp_path / "net.bif"],
            "net.bif: .bif holds states, and bge takes numbers",
        ),
    ):
        code, out, err = run("learn", sites[0], *given)
        assert (code, out) == (Exit.BAD_INPUT, "")
        assert said in err


def test_a_seed_draws_what_fills_cells(run, sites, tmp_path):
    text = Path(sites[0]).read_text().splitlines()
    gaps = [",".join(["", *line.split(",")[1:]]) if k % 3 == 1 else line for k, line in enumerate(text)]
    (tmp_path / "gaps.csv").write_text("\n".join(gaps) + "\n")
    both = [str(tmp_path / "gaps.csv"), str(sites[1])]
    code, out, err = run("learn", "--jointly", *both, "--missing", "fill", "--seed", "7")
    assert (code, "warning" in err) == (Exit.FINE, True)
    same = mcbnc.learn_jointly(mcbnc.Rows(both, missing="fill"), seed=7)
    assert out.count("\n") >= len(same.edges)
    assert all(f"{u},{v}," in out for u, v in same.edges)


def test_errors_name_the_file(run, sites, tmp_path):
    (tmp_path / "gap.csv").write_text(",".join(NAMES) + "\n0,1,,0\n")
    code, out, err = run("learn", "--jointly", *sites, tmp_path / "gap.csv")
    assert (code, out) == (Exit.BAD_INPUT, "")
    assert f"{tmp_path / 'gap.csv'}: column 'wet', line 2: there is no value" in err


def test_the_time_limit(run, tmp_path):
    paths = [tmp_path / "large.csv", tmp_path / "other.csv"]
    for seed, path in enumerate(paths):
        table = np.random.default_rng(seed).integers(0, 3, (3000, 60))
        np.savetxt(path, table, "%d", ",", header=",".join(f"v{i}" for i in range(60)), comments="")
    code, _, err = run(
        "learn",
        "--jointly",
        *paths,
        "--score",
        "bdeu",
        "--ess",
        "1e6",
        "--prior",
        "none",
        "--time-limit",
        "0.05",
        "--quiet",
    )
    assert code == Exit.TIME_LIMIT
    warning, end = err.splitlines()
    assert warning.startswith("mcbnc: warning: the time limit came before 2 of 2 data sets had learned: ")
    assert end == "mcbnc: the time limit came first: this is the result so far"


def test_a_score_that_nobody_knows_is_null(run, sites, tmp_path):
    """JSON has no NaN. The time ended before there was a score."""
    paths = [tmp_path / "a.csv", tmp_path / "b.csv"]
    for step, path in enumerate(paths, 1):
        lines = [f"{x},{x * x % 7 + step / 4}" for x in range(40)]
        path.write_text("x,y\n" + "\n".join(lines) + "\n")
    arguments = ["learn", "--jointly", *paths, "--score", "bge"]
    out = tmp_path / "found.json"
    code, *_ = run(*arguments, "--time-limit", "1e-9", "--out", out)
    assert code == Exit.TIME_LIMIT
    record = json.loads(out.read_text(), parse_constant=pytest.fail)
    assert record["learned"][0]["bge"] is None
    assert record["learned"][0]["status"] == "time_limit"
