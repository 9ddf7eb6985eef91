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
    several = name in ("learn_many", "learn_jointly")
    usual = defaults.SITES_SCORE if several else defaults.SCORE
    assert LEARN[name]().criterion == usual.name
    assert LEARN[name](score="bic").criterion == "bic"
    words = re.sub(r"\s+", " ", getattr(mcbnc, name).__doc__)
    if several:
        assert f'The default for the states of several tables is "{usual.name}".' in words
    elif name == "learn":
        assert f'Default: "{usual.name}", or "{defaults.MIXED_SCORE.name}" for a table' in words


def test_one_of_many_is_learned_as_alone():
    (many,), alone = mcbnc.learn_many([ONE]), mcbnc.learn(ONE)
    assert (many.criterion, many.score, many.edges) == (alone.criterion, alone.score, alone.edges)


def test_the_federation():
    for states, options, search, score in (
        (["x", "y"], {}, defaults.SUMS_SEARCH, defaults.SITES_SCORE),
        (["x", "y"], {"rounds": "one"}, defaults.SEARCH, defaults.GAPS_SCORE),
        (fed.Numbers(0, 1), {}, defaults.SEARCH, defaults.NUMBERS_SCORE),
        (fed.Numbers(0, 1), {"rounds": "one"}, defaults.SEARCH, defaults.NUMBERS_SCORE),
    ):
        coordinator = fed.Coordinator(["a"], 1, task="learning", states=[states], masks=False, **options)
        assert coordinator.options["search"] == search
        assert coordinator.options["score"] == score.record()


@pytest.mark.parametrize("command", ["learn", "bootstrap", "federate coordinator"])
def test_the_shell(command, capsys):
    with pytest.raises(SystemExit):
        cli.main([*command.split(), "--help"])
    told = re.sub(r"\s+", " ", capsys.readouterr().out)
    if command.startswith("federate"):
        assert f"the default is {defaults.SUMS_SEARCH}" in told
    else:
        assert f"(default: {defaults.SEARCH})" in told
        assert f"default: {defaults.SCORE.name}, of several files {defaults.SITES_SCORE.name}" in told


@pytest.mark.parametrize("files", [1, 2])
def test_the_shell_learns_as_python_does(files, tmp_path, capsys):
    paths = [tmp_path / f"{k}.csv" for k in range(files)]
    for path, table in zip(paths, (ONE, TWO), strict=False):
        table.to_csv(path, index=False)
    assert cli.main(["learn", *map(str, paths), "--json", "--quiet"]) == 0
    usual = (defaults.SCORE, defaults.SITES_SCORE)[files - 1]
    learned = mcbnc.learn_many([*map(str, paths)])
    out = capsys.readouterr().out
    assert all(f'"{usual.name}": {one.score}' in out for one in learned)


def test_r_has_them_from_here():
    columns = {name: {"numbers": ONE[name].to_numpy(float).tobytes()} for name in ONE}
    assert call_r("learn", {"data": columns})["value"]["criterion"] == defaults.SCORE.name
    page = (ROOT / "r" / "man" / "learn.Rd").read_text()
    assert f'\\code{{"{defaults.SCORE.name}"}}' in page.partition("\\item{score}")[2].partition("\n")[0]


def test_the_page_on_learning():
    page = (ROOT / "docs" / "learn.md").read_text()
    assert f'`search="{defaults.SEARCH}"`, the default,' in page
    assert f'| `"{defaults.SCORE.name}"` (default of one table) |' in page
    assert f'| `"{defaults.SITES_SCORE.name}"` (default of several tables) |' in page
