"""The commands discretize and check, and learn with bins."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from row_calls import with_rows

import mcbnc
from mcbnc import cli
from mcbnc.cli import Exit

RNG = np.random.default_rng(4)


def rows(count, **columns):
    age = RNG.integers(18, 90, count)
    dose = (age / 10 + RNG.normal(0, 2, count)).round(2)
    return pd.DataFrame({"age": age, "dose": dose, "sex": RNG.choice(["f", "m"], count), **columns})


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Two files of rows in the current folder."""
    monkeypatch.chdir(tmp_path)
    for name, count in (("north.csv", 120), ("south.csv", 80)):
        rows(count).to_csv(tmp_path / name, index=False)
    return ["north.csv", "south.csv"]


@pytest.fixture
def run(capsys):
    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def fails(outcome, code=Exit.BAD_INPUT) -> str:
    assert outcome[:2] == (code, "")
    return outcome[2].removeprefix("mcbnc: error: ").rstrip("\n")


def same(path, table) -> None:
    pd.testing.assert_frame_equal(pd.read_csv(path, dtype=str), pd.DataFrame(table))


# --- discretize ---------------------------------------------------------------------------------------------


def test_several_files(run, files, tmp_path):
    code, out, err = run("discretize", *files, "--bins", 3, "--out", "binned", "--save-bins", "bins.json")
    assert (code, out) == (Exit.FINE, "")
    expected = mcbnc.discretize(files, 3)
    for name, table in zip(files, expected, strict=True):
        same(tmp_path / "binned" / name, table)
    assert json.loads((tmp_path / "bins.json").read_text()) == {k: [*v] for k, v in expected.bins.items()}
    assert "north.csv: bins of age (3), dose (3), in binned/north.csv" in err
    learned = mcbnc.learn_many([str(tmp_path / "binned" / name) for name in files])
    assert [graph.edges for graph in learned] == [graph.edges for graph in mcbnc.learn_many(expected)]


def test_one_file_and_the_bins_of_another_run(run, files, tmp_path):
    code, out, err = run("discretize", "north.csv", "--bins", 5, "--save-bins", "bins.json", "--quiet")
    assert (code, err) == (Exit.FINE, "")
    (tmp_path / "out.csv").write_text(out)
    known = mcbnc.discretize("north.csv", 5)
    same(tmp_path / "out.csv", known)
    assert run("discretize", "south.csv", "--bins", "bins.json", "--out", "new.csv")[0] == Exit.FINE
    same(tmp_path / "new.csv", mcbnc.discretize("south.csv", known.bins))
    assert run("discretize", "south.csv", "--bins", "bins.json", "--out", "folder")[0] == Exit.FINE
    same(tmp_path / "folder" / "south.csv", mcbnc.discretize("south.csv", known.bins))


def test_options_of_discretize(run, files, tmp_path):
    rows(60, gap=["x", None, "?"] * 20).to_csv(tmp_path / "gaps.csv", index=False)
    (tmp_path / "given.json").write_text('{"age": [40, 60], "dose": 2}')
    for arguments, options in (
        (["--method", "width"], {"method": "width"}),
        (["--missing", "state", "--missing-values", "?"], {"missing": "state", "missing_values": ["?"]}),
        (["--missing", "state", "--accept", "age"], {"missing": "state", "accept": ["age"]}),
        (
            ["--missing", "state", "--bins", "given.json"],
            {"missing": "state", "bins": {"age": [40, 60], "dose": 2}},
        ),
    ):
        options.setdefault("missing", "state")
        if "--missing" not in arguments:
            arguments += ["--missing", "state"]
        assert run("discretize", "gaps.csv", *arguments, "--out", "out.csv")[0] == Exit.FINE
        same(tmp_path / "out.csv", with_rows(mcbnc.discretize, "gaps.csv", **options))
    assert run("discretize", *files, "--no-shared", "--out", "own", "--save-bins", "own.json")[0] == Exit.FINE
    own = mcbnc.discretize(files, shared=False)
    for name, table in zip(files, own, strict=True):
        same(tmp_path / "own" / name, table)
    assert run("discretize", *files, "--bins", "own.json", "--out", "again", "--quiet")[0] == Exit.FINE
    for name in files:
        assert (tmp_path / "again" / name).read_text() == (tmp_path / "own" / name).read_text()


def test_rows_that_are_left_out_are_told_in_the_words_of_the_shell(run, files, tmp_path):
    rows(60).assign(dose=[None, *np.arange(0.5, 59.5)]).to_csv(tmp_path / "gaps.csv", index=False)
    code, _, err = run("discretize", "gaps.csv", "--missing", "drop", "--out", "out.csv")
    assert code == Exit.FINE
    assert "mcbnc: warning: gaps.csv: 1 of 60 rows " in err
    assert len(pd.read_csv(tmp_path / "out.csv")) == 59


def test_what_discretize_refuses(run, files, tmp_path):
    before = (tmp_path / "north.csv").read_text()
    assert fails(run("discretize", *files)).startswith("of several files, --out DIR")
    assert "this is the file that is read" in fails(run("discretize", *files, "--out", "."))
    assert "this is the file" in fails(run("discretize", "north.csv", "--out", "north.csv"))
    assert (tmp_path / "north.csv").read_text() == before
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "north.csv").write_text(before)
    assert "another file has this name" in fails(
        run("discretize", "north.csv", "sub/north.csv", "--out", "binned")
    )
    assert fails(run("discretize", "north.csv", "--bins", 1)).startswith(
        "--bins must be a whole number from 2"
    )
    assert "none.json" in fails(run("discretize", "north.csv", "--bins", "none.json"))
    (tmp_path / "bad.json").write_text("[1")
    assert "bad.json: it is no JSON" in fails(run("discretize", "north.csv", "--bins", "bad.json"))
    (tmp_path / "bad.json").write_text("[1]")
    assert "bad.json: it must be an object" in fails(run("discretize", "north.csv", "--bins", "bad.json"))
    (tmp_path / "bad.json").write_text('{"weight": 3}')
    assert "no column is named 'weight'" in fails(run("discretize", "north.csv", "--bins", "bad.json"))
    (tmp_path / "bad.json").write_text('{"sex": 3}')
    assert fails(run("discretize", "north.csv", "--bins", "bad.json")).startswith("north.csv: column 'sex', ")
    assert "there is no folder" in fails(run("discretize", "north.csv", "--save-bins", "no/bins.json"))
    (tmp_path / "empty.csv").write_text("")
    assert fails(run("discretize", "empty.csv")).startswith("empty.csv: ")


def test_standard_input_is_read_once(run, files):
    with pytest.raises(SystemExit) as caught:
        cli.main(["discretize", "-", "--bins", "-"])
    assert caught.value.code == Exit.USAGE


# --- learn --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jointly", [False, True])
def test_learn_with_bins(run, files, tmp_path, jointly):
    assert (
        run("discretize", *files, "--bins", 3, "--out", "binned", "--save-bins", "bins.json")[0] == Exit.FINE
    )
    options = ["--jointly"] if jointly else []
    expected = run("learn", *options, "binned/north.csv", "binned/south.csv", "--quiet")[1]
    for bins in (3, "bins.json"):
        code, out, err = run("learn", *options, *files, "--bins", bins, "--quiet")
        assert (code, err) == (Exit.FINE, "")
        assert (
            out.replace("north.csv", "binned/north.csv").replace("south.csv", "binned/south.csv") == expected
        )
    refused = fails(run("learn", *options, *files, "--bins", 3, "--score", "bge"))
    assert refused == "--bins makes states, and bge takes numbers"


def test_the_network_of_binned_rows(run, files, tmp_path):
    assert run("learn", "--jointly", *files, "--bins", 3, "--out", "net.bif")[0] == Exit.FINE
    text = (tmp_path / "net.bif").read_text()
    for points in mcbnc.discretize(files, 3).bins.values():
        assert f"at_most_{points[0]:g}" in text


def test_errors_of_learn_with_bins_name_the_file(run, files, tmp_path):
    rows(60, id=range(60)).to_csv(tmp_path / "ids.csv", index=False)
    assert fails(run("learn", "ids.csv", "--bins", 3)).startswith(
        "ids.csv: column 'id': 60 states in 60 rows"
    )
    rows(60, gap=["x", None] * 30).to_csv(tmp_path / "gaps.csv", index=False)
    assert fails(run("learn", "gaps.csv", "--bins", 3)).startswith("gaps.csv: column 'gap', ")


# --- check --------------------------------------------------------------------------------------------------


def test_check(run, files, tmp_path):
    rows(60, id=range(60), gap=["x", None] * 30).to_csv(tmp_path / "odd.csv", index=False)
    (tmp_path / "bad.csv").write_bytes(b"\xff\n")
    code, out, err = run("check", *files, "odd.csv", "bad.csv", "none.csv", "--score", "bdeu")
    assert (code, err) == (Exit.BAD_INPUT, "")
    for part in (
        "error: bad.csv: not text in UTF-8",
        "error: none.csv: the file cannot be read",
        "error: north.csv, column 'dose', ",
        "error: south.csv, column 'dose', ",
        "error: odd.csv, column 'gap', ",
        "error: odd.csv, column 'id'",
        "--missing drop",
        "--columns common leaves it out",
    ):
        assert part in out, part
    assert "datasets" not in out
    code, out, _ = run("check", *files, "odd.csv", "--json")
    record = json.loads(out)
    assert code == Exit.BAD_INPUT
    assert record["ok"] is False
    assert [one["site"] for one in record["sites"]] == [*files, "odd.csv"]


def test_check_of_good_files(run, files, tmp_path):
    assert run("discretize", *files, "--out", "binned", "--quiet")[0] == Exit.FINE
    code, out, err = run("check", "binned/north.csv", "binned/south.csv")
    assert (code, err) == (Exit.FINE, "")
    assert out.startswith("2 tables, 3 columns: 0 errors, 0 warnings\n")
    assert run("check", "north.csv", "--accept", "all")[0] == Exit.FINE


@pytest.mark.parametrize("seed", range(12))
def test_the_exit_code_is_that_of_learn(run, files, tmp_path, seed):
    rng = np.random.default_rng(seed)
    names = []
    for k in range(2):
        frame = pd.DataFrame(
            {
                "a": rng.choice(["x", "y", ""] if rng.random() < 0.3 else ["x", "y"], 50),
                "b": rng.normal(0, 1, 50).round(1) if rng.random() < 0.3 else rng.integers(0, 3, 50),
                **({"c": 1} if rng.random() < 0.3 else {}),
            }
        )
        names.append(f"{seed}-{k}.csv")
        frame.to_csv(tmp_path / names[-1], index=False)
    options = [*(["--missing", "drop"] if seed % 2 else []), *(["--columns", "common"] if seed % 3 else [])]
    assert run("check", *names, *options)[0] == run("learn", *names, *options)[0]


@pytest.mark.parametrize("command", ["check", "discretize"])
def test_help(capsys, command):
    with pytest.raises(SystemExit) as caught:
        cli.main([command, "--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert "examples:" in out
    assert max(map(len, out.splitlines())) <= 120
