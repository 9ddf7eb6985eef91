"""The defaults of the functions that learn: one file has them, and all else agrees with it."""

from __future__ import annotations

import inspect
import re

import numpy as np
import pandas as pd
import pytest
from helpers import ROOT

import mcbnc
import mcbnc.federated as fed
from mcbnc import cli
from mcbnc._base import defaults
from mcbnc._r import call as call_r

RNG = np.random.default_rng(0)
ONE, TWO = (pd.DataFrame(RNG.integers(0, 3, (60, 4)), columns=list("abcd")).astype(str) for _ in range(2))
LEARN = {
    "learn": lambda **options: mcbnc.learn(ONE, **options),
    "learn_many": lambda **options: mcbnc.learn_many([ONE, TWO], **options)[0],
    "learn_jointly": lambda **options: mcbnc.learn_jointly([ONE, TWO], **options),
    "bootstrap": lambda **options: mcbnc.bootstrap(ONE, 2, seed=1, **options),
}


@pytest.mark.parametrize("name", LEARN)
def test_the_search(name):
    function = getattr(mcbnc, name)
    assert inspect.signature(function).parameters["search"].default == defaults.SEARCH
    if name == "learn":
        assert f'Default: "{defaults.SEARCH}".' in function.__doc__


@pytest.mark.parametrize("name", LEARN)
def test_the_score_goes_by_the_number_of_tables(name):
    usual, found = defaults.SCORE, LEARN[name]()
    assert found.criterion == usual.name
    assert "qNML with surplus 2 and the prior of edges" in repr(found)
    assert "qNML with surplus 2 and the prior of edges" in found._repr_html_()
    named = LEARN[name](score="qnml", prior=None)
    assert "qNML" in repr(named)
    assert "with" not in repr(named)
    assert LEARN[name](score="bic").criterion == "bic"
    if name == "learn":
        words = re.sub(r"\s+", " ", mcbnc.learn.__doc__)
        assert f'Default: ``QNML(surplus={usual.surplus:g})``, or "{defaults.MIXED_SCORE.name}" for' in words


@pytest.mark.parametrize(
    "function",
    [
        *(getattr(mcbnc, name) for name in LEARN),
        fed.CountsTask,
        pytest.param("StructureLearner", marks=pytest.mark.slow),
    ],
)
def test_the_prior(function):
    if function == "StructureLearner":
        pytest.importorskip("sklearn")
        function = mcbnc.estimators.StructureLearner
    assert inspect.signature(function).parameters["prior"].default == defaults.PRIOR == "edges"


def test_the_structure_of_a_table_is_the_same_in_every_function():
    """With the same states and columns. It does not depend on how many tables stand beside it."""
    alarm = mcbnc.datasets.load_rows("alarm")
    tables = [rows[:count] for rows, count in zip(alarm.data, (60, 200, 500), strict=False)]

    def rows(data):
        return mcbnc.Rows(data, names=alarm.nodes, states=alarm.states)

    alone = [mcbnc.learn(rows(table), chance=0) for table in tables]
    together = mcbnc.learn_jointly(rows(tables))
    for same in (
        [mcbnc.learn_many(rows([table]), chance=0)[0] for table in tables],
        mcbnc.learn_many(rows(tables), chance=0),
        [mcbnc.learn_many(rows([table, tables[0]]), chance=0)[0] for table in tables],
        together.sites,
    ):
        for one, other in zip(same, alone, strict=True):
            assert one.edges == other.edges
            assert (one.score, one.prior, one.cpdag.tolist()) == (
                other.score,
                other.prior,
                other.cpdag.tolist(),
            )


def test_sites_with_columns_of_their_own_are_learned_as_alone():
    """A site's own search has the prior of its own columns, and the joint one that of all columns."""
    rng = np.random.default_rng(1)
    base = rng.integers(0, 3, (300, 6))
    base[:, 1] = np.where(rng.random(300) < 0.8, base[:, 0], base[:, 1])
    table = pd.DataFrame(base, columns=list("abcdef")).astype(str)
    whole, part = table[:150], table[150:].drop(columns=["e", "f"])
    states = {name: ["0", "1", "2"] for name in table}
    together = mcbnc.learn_jointly(mcbnc.Rows([whole, part], columns="union", states=states), seed=1)
    for found, own in zip(together.sites, (whole, part), strict=True):
        alone = mcbnc.learn(mcbnc.Rows(own, states={name: states[name] for name in own}), chance=0)
        assert found.edges == alone.edges
        assert found.prior == alone.prior == -np.log(own.shape[1]) * len(alone.edges)
    assert together.prior == pytest.approx(-np.log(6) * len(together.edges))


def test_one_of_many_is_learned_as_alone():
    (many,), alone = mcbnc.learn_many([ONE]), mcbnc.learn(ONE)
    assert (many.criterion, many.score, many.edges) == (alone.criterion, alone.score, alone.edges)


def test_the_federation():
    for states, options, search, score in (
        (["x", "y"], {}, defaults.SUMS_SEARCH, defaults.SCORE),
        (["x", "y"], {"rounds": "one"}, defaults.SEARCH, defaults.GAPS_SCORE),
        (fed.Numbers(0, 1), {}, defaults.SEARCH, defaults.NUMBERS_SCORE),
        (fed.Numbers(0, 1), {"rounds": "one"}, defaults.SEARCH, defaults.NUMBERS_SCORE),
    ):
        coordinator = fed.Coordinator(["a"], 1, task="learning", states=[states], masks=False, **options)
        assert coordinator.options["search"] == search
        assert coordinator.options["score"] == score.record()
        assert coordinator.options["prior"] == defaults.PRIOR


@pytest.mark.parametrize("command", ["learn", "bootstrap", "federate coordinator"])
def test_the_shell(command, capsys):
    with pytest.raises(SystemExit):
        cli.main([*command.split(), "--help"])
    told = re.sub(r"\s+", " ", capsys.readouterr().out)
    if command.startswith("federate"):
        assert f"the default is {defaults.SUMS_SEARCH}" in told
    else:
        assert f"(default: {defaults.SEARCH})" in told
        assert "default: qnml with --surplus 2, or bic-cg if" in told
        assert f"(default: {defaults.PRIOR})" in told


@pytest.mark.parametrize("files", [1, 2])
def test_the_shell_learns_as_python_does(files, tmp_path, capsys):
    paths = [tmp_path / f"{k}.csv" for k in range(files)]
    for path, table in zip(paths, (ONE, TWO), strict=False):
        table.to_csv(path, index=False)
    assert cli.main(["learn", *map(str, paths), "--json", "--quiet"]) == 0
    learned = mcbnc.learn_many([*map(str, paths)])
    out = capsys.readouterr().out
    assert all(f'"{defaults.SCORE.name}": {one.score}' in out for one in learned)
    assert out.count('"score_title": "qNML with surplus 2 and the prior of edges"') == files


def test_r_has_them_from_here():
    columns = {name: {"numbers": ONE[name].to_numpy(float).tobytes()} for name in ONE}
    found = call_r("learn", {"data": columns})["value"]
    assert found["criterion"] == defaults.SCORE.name
    assert found["score_title"] == "qNML with surplus 2 and the prior of edges"
    page = (ROOT / "r" / "man" / "learn.Rd").read_text()
    usual = f"\\code{{\\link{{QNML}}(surplus = {defaults.SCORE.surplus:g})}}"
    assert usual in page.partition("\\item{score}")[2].partition("\n")[0]


def test_the_page_on_learning():
    page = (ROOT / "docs" / "learn.md").read_text()
    assert f'`search="{defaults.SEARCH}"`, the default,' in page
    assert "The default is `QNML(surplus=2)`" in page
