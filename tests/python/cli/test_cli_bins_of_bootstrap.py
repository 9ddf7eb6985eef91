"""The command bootstrap with bins."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from mcbnc import cli
from mcbnc.cli import Exit

OPTIONS = ("--seed", 1, "--resamples", 20, "--quiet")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(4)
    age = rng.integers(18, 90, 200)
    dose = (age / 10 + rng.normal(0, 1, 200)).round(2)
    rows = pd.DataFrame({"age": age, "dose": dose, "sex": rng.choice(["f", "m"], 200)})
    rows.to_csv(tmp_path / "rows.csv", index=False)
    rows.assign(gap=[None, *["x", "y"] * 99, "x"]).to_csv(tmp_path / "gaps.csv", index=False)
    return tmp_path


@pytest.fixture
def run(folder, capsys):
    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def test_rows_are_cut_before_they_are_drawn(run, folder):
    cut = ("discretize", "rows.csv", "--bins", 3, "--out", "cut.csv", "--save-bins", "bins.json", "--quiet")
    assert run(*cut)[0] == Exit.FINE
    expected = run("bootstrap", "cut.csv", *OPTIONS, "--out", "cut.json")
    assert expected[0] == Exit.FINE
    assert "age,dose,1" in expected[1]
    for bins in (3, "bins.json"):
        assert run("bootstrap", "rows.csv", "--bins", bins, *OPTIONS, "--out", "new.json") == expected
        told = [json.loads((folder / name).read_text()) for name in ("cut.json", "new.json")]
        (of_cut,), (of_rows,) = (each.pop("provenance")["inputs"] for each in told)
        assert told[0] == told[1]
        assert of_cut["content"] == of_rows["content"]
        assert (of_cut["file"], of_rows["file"], of_rows["cut"]) == ("cut.csv", "rows.csv", 2)


def test_rows_without_bins_are_refused(run):
    code, out, err = run("bootstrap", "rows.csv", "--score", "bdeu", *OPTIONS)
    assert (code, out) == (Exit.BAD_INPUT, "")
    assert "rows.csv: column 'dose', " in err


def test_errors_are_about_the_file(run):
    code, out, err = run("bootstrap", "gaps.csv", "--bins", 3, *OPTIONS)
    assert (code, out) == (Exit.BAD_INPUT, "")
    assert err.startswith("mcbnc: error: gaps.csv: column 'gap', ")
    assert "--missing drop" in err
    code, out, err = run("bootstrap", "gaps.csv", "--bins", 3, "--missing", "drop", *OPTIONS)
    assert code == Exit.FINE
    assert "mcbnc: warning: gaps.csv: 1 of 200 rows left out" in err


def test_a_gaussian_score_takes_no_bins(run):
    code, out, err = run("bootstrap", "rows.csv", "--bins", 3, "--score", "bge", *OPTIONS)
    assert (code, out) == (Exit.BAD_INPUT, "")
    assert err == "mcbnc: error: --bins makes states, and bge takes numbers\n"


def test_standard_input_is_read_once():
    with pytest.raises(SystemExit) as caught:
        cli.main(["bootstrap", "-", "--bins", "-"])
    assert caught.value.code == Exit.USAGE
