"""The messages about columns of very many states: advice that leads on, and not back to the same."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from tables import as_csv, as_dict, as_frame

import mcbnc

RNG = np.random.default_rng(7)
SEX = ["f", "m"] * 60
UNITS = {
    "blank": [f"{x:.1f} mg" for x in RNG.normal(40, 8, 120)],
    "no blank": [f"{x:.1f}°C" for x in RNG.normal(37, 1, 120)],
    "percent": [f"{x:.2f} %" for x in RNG.normal(50, 8, 120)],
    "comma": [f"{x:.2f} mmol/l".replace(".", ",") for x in RNG.normal(5, 1, 120)],
    "whole": [f"{k} kg" for k in range(40, 160)],
}


@pytest.mark.parametrize("kind", [as_dict, as_frame, as_csv])
@pytest.mark.parametrize("name", UNITS)
def test_numbers_with_units_are_no_dead_end(name, kind, tmp_path):
    table = kind({"lab": UNITS[name], "sex": SEX}, tmp_path)
    with pytest.warns(mcbnc.DataWarning, match="column 'lab' stays as it is.*: write the numbers alone"):
        mcbnc.discretize(table)
    with pytest.raises(mcbnc.InvalidInputError, match=r"numbers with a unit\? Write the numbers"):
        mcbnc.learn(table)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mcbnc.discretize(mcbnc.Rows(table, accept=["lab"]))
        mcbnc.learn(mcbnc.Rows(table, accept=["lab"]))


NO_UNITS = {
    "identifiers": [f"P{k}" for k in range(120)],
    "ranges": [f"{k}-{k + 5}" for k in range(120)],
    "words": [f"word {k}" for k in range(120)],
    "few": [f"{k % 20} years" for k in range(120)],
}


@pytest.mark.parametrize("name", NO_UNITS)
def test_other_texts_have_no_units(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mcbnc.discretize({"x": NO_UNITS[name], "sex": SEX})


@pytest.mark.parametrize(
    ("column", "advice"),
    [
        (
            NO_UNITS["identifiers"],
            r"an identifier, or free text\? Leave the column out, or pass Rows.*accept",
        ),
        (
            [f"2026-{k // 28 + 1:02}-{k % 28 + 1:02}" for k in range(120)],
            r"dates\? Leave .* classes, such as y",
        ),
        (
            list(range(1000, 1120)),
            r"discretise it \(mcbnc.discretize with bins for 'x'\), or pass Rows.*accept",
        ),
        ([*range(1000, 1119), 1000], r"discretise it \(mcbnc.discretize\), or pass Rows.*accept"),
    ],
)
def test_advice_that_discretize_follows(column, advice):
    table = {"x": column, "sex": SEX}
    with pytest.raises(mcbnc.InvalidInputError, match=advice):
        mcbnc.learn(table)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for bins in (3, {"x": 3}):
            if "bins for 'x'" in advice and bins == 3:
                continue
            if "discretize" in advice:
                assert len(set(mcbnc.discretize(table, bins)["x"])) == 3


def test_the_shell_says_the_same_in_its_words(tmp_path, capsys):
    path = as_csv({"lab": UNITS["blank"], "sex": SEX}, tmp_path)
    from mcbnc import cli

    assert cli.main(["discretize", str(path), "--bins", "3"]) == 0
    assert "column 'lab' stays as it is" in capsys.readouterr().err
    assert cli.main(["learn", str(path)]) == 1
    assert "discretise the column (mcbnc discretize)" in capsys.readouterr().err


def test_a_site_that_writes_units_is_told_to_write_numbers():
    """Not to declare each of a hundred texts a missing value."""
    north, south = {"lab": RNG.normal(40, 8, 300).tolist()}, {"lab": UNITS["blank"]}
    for ask in (mcbnc.discretize, mcbnc.learn_many):
        with pytest.raises(mcbnc.InvalidInputError, match="write the numbers alone, without the un") as told:
            ask([north, south])
        assert "missing_values" not in str(told.value)
        assert "[1]: column 'lab', row 0" in str(told.value)


def test_sites_with_nothing_in_common_tell_the_states_of_all():
    sites = {"a": ["0", "1"] * 30, "b": ["ja", "nein"] * 30, "c": ["yes", "no"] * 30}
    report = mcbnc.check({site: {"x": x, "y": SEX[:60]} for site, x in sites.items()})
    rest, told = [problem for problem in report.problems if "no state in common" in problem.problem]
    assert (told.site, rest.site) == ("a", None)
    assert all(repr(state) in told.problem for states in sites.values() for state in states)
