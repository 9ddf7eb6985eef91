"""Quantiles in a code book, by the shell: ``federate names --states``, a run, and ``--names`` of a trial."""

from __future__ import annotations

import json
from contextlib import closing

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import Federation, finish

import mcbnc
import mcbnc.federated as fed
from mcbnc._https.names import read_names_file

LEARNING = ("federate", "names", "--task", "learning")
BOOK = "node,state\nage,q0.1=33.5\nage,q0.5=50\nage,q0.9=6.6e1\ndose,0..1e9\nsmokes,n\nsmokes,y\n"
AGES = {"quantiles": [[0.1, 33.5], [0.5, 50.0], [0.9, 66.0]]}
STATES = {"age": AGES, "dose": {"numbers": [0.0, 1e9]}, "smokes": ["n", "y"]}


@pytest.fixture
def tables(tmp_path):
    """A file for each site's rows. Doses are skewed."""
    paths = [tmp_path / f"patients{k}.csv" for k in range(3)]
    for k, path in enumerate(paths):
        rng = np.random.default_rng(k)
        age = rng.normal(50, 12, 100).round(1)
        dose = np.exp(age / 10 + rng.normal(size=100)).round(1)
        smokes = np.where(age + rng.normal(0, 9, 100) > 50, "y", "n")
        pd.DataFrame({"smokes": smokes, "age": age, "dose": dose}).to_csv(path, index=False)
    return paths


def test_a_code_book_has_quantiles(run, tmp_path, tables):
    book, out = tmp_path / "book.csv", tmp_path / "names.json"
    book.write_text(BOOK)
    assert run(*LEARNING, "--numbers", "--states", book, tables[0], "--out", out)[0] == 0
    assert read_names_file(str(out)).states == STATES
    assert '"age": {"quantiles": [[0.1, 33.5], [0.5, 50.0], [0.9, 66.0]]}' in out.read_text()
    # Names made of rows have no range. Those of a code book stay.
    assert run(*LEARNING, "--numbers", tables[1], "--out", tmp_path / "own.json")[0] == 0
    merged = tmp_path / "merged.json"
    assert run(*LEARNING, tmp_path / "own.json", out, out, "--out", merged)[0] == 0
    assert read_names_file(str(merged)).states == STATES
    for other in ("[[0.1, 33.5], [0.5, 50.0]]", "[[0.1, 33.5], [0.5, 50.5], [0.9, 66.0]]"):
        (tmp_path / "other.json").write_text(
            out.read_text().replace("[[0.1, 33.5], [0.5, 50.0], [0.9, 66.0]]", other)
        )
        code, said = run(*LEARNING, out, tmp_path / "other.json", "--out", merged)
        assert code == 1
        assert "the files have other quantiles of 'age', or a range" in said


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ("age,q0.5=50\n", "'age' has the quantiles: quantiles: there must be from 2 to 65,536, not 1"),
        (
            "age,q0.5=50\nage,q0.9=40\n",
            "'age' has the quantiles: quantiles: that of 0.9, 40.0, must",
        ),
        ("age,q0.5=50\nage,old\n", "'age' has the quantiles: each row must be a quantile, such as q0.5=41"),
        ("age,q0.5=50\nage,q0.9=old\n", "'age' has the quantiles: could not convert string to float: 'old'"),
        ('age,"q0,5=50"\nage,q0.9=60\n', "'age' has the quantiles: could not convert string to float: '0,5'"),
        ("age,q0.5=50\nage,q5=60\n", "the probability 5.0 is not between 0 and 1"),
    ],
)
def test_quantiles_that_are_none(run, tmp_path, rows, problem):
    (tmp_path / "book.csv").write_text(f"node,state\n{rows}")
    code, said = run(*LEARNING, "--states", tmp_path / "book.csv", "--out", tmp_path / "names.json")
    assert code == 1
    assert problem in said


def test_a_file_of_names_with_quantiles_that_are_none(run, tmp_path):
    for pairs, problem in (([[0.5, 1]], "from 2 to 65,536"), (7, "must be a dict"), (None, "must be a dict")):
        names = {"nodes": ["age"], "states": {"age": {"quantiles": pairs}}}
        (tmp_path / "names.json").write_text(json.dumps(names))
        code, said = run(*LEARNING, tmp_path / "names.json", "--out", tmp_path / "out.json")
        assert code == 1
        assert "names.json: age" in said
        assert problem in said


def test_a_recipe_is_made_of_ranges(run, tmp_path):
    (tmp_path / "names.json").write_text(json.dumps({"nodes": ["age"], "states": {"age": AGES}}))
    recipe = ("--recipe", tmp_path / "recipe.toml", "--out", tmp_path / "out.json")
    code, said = run(*LEARNING, tmp_path / "names.json", *recipe)
    assert code == 1
    assert "names.json: 'age' has quantiles, and a recipe is made of ranges" in said


def test_a_run_and_its_trial(run, tmp_path, tables):
    """A whole federation with masks, by the code book, and what a trial of it says."""
    (tmp_path / "book.csv").write_text(BOOK)
    book = ["--numbers", "--states", str(tmp_path / "book.csv")]
    with closing(Federation(tmp_path, "learning", tables, names=book)) as federation:
        names = federation.folder / "names.json"
        finish(*federation.sites("--names", str(names)), federation.coordinator())
        results = federation.results()
    codebook = {"age": fed.Numbers(quantiles=AGES["quantiles"]), "dose": fed.Numbers(0, 1e9)}
    rows = [pd.read_csv(path) for path in tables]
    want = fed.simulate_learning(rows, codebook=codebook).result
    assert [each["learned"][0]["dg"] for each in results] == [want.score] * len(results)
    given = ("federate", "simulate", "--task", "learning", "--names", names, *tables)
    assert run(*given, "--out", tmp_path / "trial.json")[0] == 0
    assert json.loads((tmp_path / "trial.json").read_text())["learned"][0]["dg"] == want.score
    without = fed.simulate_learning(rows, score=mcbnc.DegenerateGaussian(values="raw")).result
    assert without.score != want.score


def test_dags_take_no_names(run, tmp_path):
    (tmp_path / "a.csv").write_text("from,to\na,b\n")
    code, said = run(
        "federate", "simulate", "--task", "vote", "--names", tmp_path / "a.csv", tmp_path / "a.csv"
    )
    assert (code, said) == (1, "mcbnc: error: --names: DAGs are read without it, so only learning takes it\n")


CUTS = {"age": [0, 20, 30, 40, 50, 60, 70, 120], "dose": [0, 10, 20, 50, 100, 200, 500, 1000, 10_000]}


def test_quantiles_of_a_first_run_of_counts(run, tmp_path, tables):
    """The first run asks for the counts of single columns. Its journal makes the code book of the second."""
    recipe, out = tmp_path / "bins.toml", tmp_path / "quantiles.json"
    recipe.write_text("".join(f"[columns.{name}]\nbins = {points}\n" for name, points in CUTS.items()))
    options = ("--max-parents", "0", "--pairs", "all")
    with closing(
        Federation(tmp_path, "learning", tables, *options, names=["--recipe", str(recipe)])
    ) as federation:
        coordinator = federation.coordinator()
        names = federation.folder / "names.json"
        finish(*federation.sites("--recipe", str(recipe), "--names", str(names)), coordinator)
        journal = federation.folder / "run.journal"
    assert "counts of joint states in all rows" in coordinator.said
    assert "votes" not in coordinator.said
    given = (*LEARNING, "--counts", journal, "--recipe", recipe)
    code, said = run(*given, "--out", out)
    assert code == 0, said
    dose = fed.Numbers(quantiles=read_names_file(str(out)).states["dose"]["quantiles"])
    assert f"bins of 'dose' for a run that counts once more: {dose.cut_points()}" in said
    assert "2 columns of numbers: the quantiles give the run's counts of each bin back" in said
    book = read_names_file(str(out))
    assert (book.nodes, book.recipe) == (["smokes", "age", "dose"], None)
    rows = pd.concat([pd.read_csv(path) for path in tables])
    for name, points in CUTS.items():
        bins = len(points) + 1
        counts = [int((rows[name] <= point).sum()) for point in points]
        whole = bins * (len(rows) + 1)
        told = [
            [(bins * n + k) / whole, point]
            for k, (n, point) in enumerate(zip(counts, points, strict=True), 1)
        ]
        assert book.states[name] == {"quantiles": told}
    # What is wrong with it.
    other = tmp_path / "other.toml"
    other.write_text("[columns.age]\nbins = [0, 120]\n")
    for more, problem in (
        ((*LEARNING, "--counts", journal, "--recipe", other), "the sites' tables were read by the recipe"),
        ((*LEARNING, "--counts", journal), "by the --recipe that cut its columns into bins"),
        ((*given, tables[0]), "give no other file"),
    ):
        code, said = run(*more, "--out", tmp_path / "none.json")
        assert code == 1
        assert problem in said
