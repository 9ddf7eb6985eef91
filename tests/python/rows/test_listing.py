"""What a site tells of its table for a recipe, and what is made of it."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import mcbnc
from mcbnc._rows.agreed import Agreed, agree
from mcbnc._rows.fixed_bins import EDGES, FEWEST, Bin, counted_bins, ends_of, is_bin, numbers_like
from mcbnc._rows.listing import ListedColumn, SiteList, list_columns
from mcbnc._rows.options import read_row_options
from mcbnc._rows.suggest.lists import propose_for_sites

OPTIONS = read_row_options()
BOOK = '[columns.smoker]\nstates = ["no", "yes"]\n'


def told(table, site="north", recipe=None):
    (opened,) = mcbnc.Rows(table)._tables("bdeu", "data")
    return SiteList(site, f"{site}.json", list_columns(opened, OPTIONS), recipe)


def of_states(site, **states):
    return SiteList(site, f"{site}.json", {name: ListedColumn(own) for name, own in states.items()})


def weights(seed, factor=1.0, count=400):
    return np.random.default_rng(seed).normal(75, 14, count) / factor


# --- fixed bins ---


def test_bins_are_those_of_one_two_and_five():
    assert (np.diff(EDGES) > 0).all()
    assert {0.0, 1.0, 2.0, 5.0, 10.0, 20.0, -0.5, 5e-6, 1e14} <= {*EDGES.tolist()}
    assert EDGES.tolist() == [-edge for edge in reversed(EDGES.tolist())]
    assert is_bin(20, 50)
    assert not is_bin(20, 100)
    assert not is_bin(50, 20)
    assert not is_bin(5e14, 6e14)


def test_no_bin_of_few_cells_is_told():
    values = np.array([1.0] * 4 + [2.0] * 5 + [4.99] * 2 + [5.0] * 4 + [-3.0] * 6)
    assert counted_bins(values) == [Bin(-5, -2, 6), Bin(2, 5, 7)]
    assert counted_bins(np.array([])) == []
    assert counted_bins(np.full(9, 1e30)) == []


@pytest.mark.parametrize(
    ("values", "ends"),
    [
        ([20, 100], (20, 100)),
        ([21.5, 100.5], (20, 200)),
        ([-0.3, 7], (-0.5, 10)),
        ([0, 0], (0, 1e-6)),
        ([5e14], (2e14, 5e14)),
        ([6e14], None),
        ([], None),
    ],
)
def test_ends_of_a_range_are_ends_of_bins(values, ends):
    assert ends_of(np.array(values, float)) == ends


@pytest.mark.parametrize(("middle", "spread"), [(75, 14), (165, 31), (0.4, 0.2), (-30, 12)])
def test_numbers_are_like_those_that_were_counted(middle, spread):
    values = np.random.default_rng(1).normal(middle, spread, 3000)
    made = numbers_like(counted_bins(values), *ends_of(values))
    known = np.quantile(values, [0.1, 0.5, 0.9])
    assert np.abs(np.quantile(made, [0.1, 0.5, 0.9]) - known).max() < 0.25 * spread
    assert made == sorted(made)


def test_two_bins_tell_too_little():
    assert numbers_like([], 20, 50) == []
    assert numbers_like([Bin(20, 50, 90), Bin(50, 100, 90)], 20, 100) == []
    assert len(numbers_like([Bin(20, 50, 90), Bin(50, 100, 90)], 10, 100)) == 100


# --- what a site tells ---


def test_a_site_tells_states_ranges_and_bins_alone():
    ages = [20, 30, 41.5, 60] * 10 + [97.3]
    table = {
        "smoker": ["no", "yes", "NA", ""] * 10 + ["no"],
        "age": ages,
        "patient": [f"P{k}" for k in range(41)],
        "number": list(range(41)),
    }
    with pytest.warns(mcbnc.DataWarning, match="'(patient|number)' has 41 values: its name alone is listed"):
        columns = told(table).columns
    assert columns == {
        "smoker": ListedColumn(("no", "yes")),
        "age": ListedColumn(ends=(20, 100), bins=(Bin(20, 50, 30), Bin(50, 100, 11))),
        "patient": ListedColumn(),
        "number": ListedColumn(),
    }
    assert all(one.cells >= FEWEST for own in columns.values() for one in own.bins)


def test_many_whole_numbers_are_told_as_numbers():
    """Else each age that occurs would be told."""
    columns = told({"age": [20 + k % 30 for k in range(300)], "stage": [k % 3 for k in range(300)]}).columns
    assert columns["age"].ends == (20, 50)
    assert columns["stage"] == ListedColumn((0, 1, 2))


def test_values_that_may_be_no_numbers_are_named_to_the_site_alone():
    ages = [float(age) for age in np.random.default_rng(0).normal(50, 10, 200).round(1)] + [-999.0] * 20
    with pytest.warns(mcbnc.DataWarning, match=r"may be no numbers, .*-999"):
        columns = told({"age": ages}).columns
    assert columns["age"].ends[0] == -1000


def test_a_code_book_is_told_as_it_is():
    rows = mcbnc.Rows({"smoker": ["no", "no"]}, recipe=BOOK)
    (opened,) = rows._tables("bdeu", "data")
    assert list_columns(opened, OPTIONS) == {"smoker": ListedColumn(("no", "yes"))}


# --- what is suggested ---


def test_a_recipe_is_suggested_from_lists():
    lists = [
        told({"weight": weights(1).round(1).tolist(), "smoker": ["no", "yes"] * 200}, "north"),
        told({"weight": weights(2).round(1).tolist(), "smoker": ["no", "yes"] * 200}, "south"),
        told({"weight": weights(3, 0.45359237).round(1).tolist(), "Smoker ": ["0", "1"] * 200}, "west"),
    ]
    proposal = propose_for_sites(lists, OPTIONS, discrete=False)
    lines = {(one.site, one.section, one.key): (one.value, one.in_force) for one in proposal.suggestions}
    assert lines == {
        ("west", ("rename",), "Smoker "): ("smoker", True),
        ("west", ("number",), "weight"): ({"factor": 0.45359237}, False),
        ("west", ("recode", "smoker"), "0"): ("no", False),
        ("west", ("recode", "smoker"), "1"): ("yes", False),
        (None, ("columns", "smoker"), "states"): (["no", "yes"], False),
    }
    assert all(f"[sites.{site}" in proposal.text for site in ("north", "south", "west"))
    assert "frequency" not in proposal.text
    made = agree(lists, proposal.accept(), OPTIONS)
    assert all(own["smoker"] == Agreed(["no", "yes"]) for own in made)
    assert made[2]["weight"].ends == (50 * 0.45359237, 500 * 0.45359237)


def test_three_codings_become_one():
    lists = [
        of_states("a", s=("0", "1")),
        of_states("b", s=("no", "yes")),
        of_states("c", s=("nein", "ja")),
        of_states("d", s=("0", "1")),
    ]
    proposal = propose_for_sites(lists, OPTIONS, discrete=True)
    assert {(one.site, one.key): one.value for one in proposal.suggestions} == {
        ("b", "no"): "0",
        ("b", "yes"): "1",
        ("c", "nein"): "0",
        ("c", "ja"): "1",
        (None, "states"): ["0", "1"],
    }


def test_without_counts_nothing_goes_by_frequency():
    """And a code book of states that nobody made alike is not in force."""
    lists = [of_states("a", s=("red", "tall")), of_states("b", s=("quux", "blimp"))]
    (line,) = propose_for_sites(lists, OPTIONS, discrete=True).suggestions
    assert line.section == ("columns", "s")
    assert not line.in_force
    assert "no line makes them alike" in line.why


def test_a_code_book_of_every_column_and_ids():
    lists = [
        SiteList(site, f"{site}.json", {"s": ListedColumn(("no", "yes")), "note": ListedColumn()})
        for site in ("a", "b")
    ]
    proposal = propose_for_sites(lists, OPTIONS, discrete=True)
    lines = {(one.section, one.key): (one.value, one.in_force) for one in proposal.suggestions}
    assert lines == {
        (("columns", "s"), "states"): (["no", "yes"], True),
        (("rows",), "ids"): (["note"], False),
    }


# --- what all agree on ---


def test_steps_are_those_of_tables():
    """States that a recipe makes of lists are those that it makes of the tables."""
    table = {"Smoker ": ["0", "1", "?"] * 20, "seen": ["31.05.2023", "01.06.2024", "02.06.2024"] * 20}
    recipe = mcbnc.Recipe(
        '[sites.west.rename]\n"Smoker " = "smoker"\n[sites.west.missing]\nsmoker = ["?"]\n'
        '[sites.west.date]\nseen = {order = "dmy", to = "year"}\n'
        '[sites.west.recode.smoker]\n"0" = "no"\n"1" = "yes"\n[sites.north]\n[columns.dose]\nbins = [1.0]\n'
    )
    lists = [
        of_states("north", smoker=("no",), seen=("2022",), dose=("0.5",)),
        SiteList("west", "west.json", {**told(table, "west").columns, "dose": ListedColumn(ends=(0.0, 5.0))}),
    ]
    made = agree(lists, recipe, OPTIONS)
    (tidy,) = mcbnc.Rows({"west": table}, recipe=recipe)._tables("bdeu", "datasets")
    assert made[1]["smoker"].states == tidy.column(0).states == ["no", "yes"]
    assert made[1]["seen"].states == [str(year) for year in tidy.column(1).states] == ["2023", "2024"]
    assert made[0]["dose"] == made[1]["dose"]
    assert len(made[0]["dose"].states) == 2


@pytest.mark.parametrize(
    ("own", "text", "problem"),
    [
        ({"smoker": ("no", "ys")}, BOOK, "'smoker' has the state 'ys', which is none of those in line 2"),
        ({"smoker": ("no", "ys")}, BOOK, "is it 'yes'?"),
        (
            {"smoker": None},
            "[rows]\nrepeats = 'keep'\n",
            "'smoker' has no values in the list: leave it out by ids",
        ),
        ({"smoker": ("no",)}, "[sites.west]\n[sites.east]\n", "the site 'west', which is not a table"),
        ({"smoker": ("no",)}, "[columns.smokr]\nstates = ['no']\n", "do you mean 'smoker'?"),
    ],
)
def test_lists_that_a_recipe_does_not_fit(own, text, problem):
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        agree([of_states("north", **own)], mcbnc.Recipe(text), OPTIONS)
    assert problem in str(caught.value)


def test_a_range_that_ends_with_a_code_is_refused():
    recipe = mcbnc.Recipe('[missing]\nage = ["-99"]\n')
    column = {"age": ListedColumn(ends=(-100.0, 100.0))}
    with pytest.raises(mcbnc.InvalidInputError, match=r"may end with '-99', which line 2 .* --recipe"):
        agree([SiteList("north", "north.json", column)], recipe, OPTIONS)
    made = agree([SiteList("north", "north.json", column, recipe.sha256)], recipe, OPTIONS)
    assert made == [{"age": Agreed(None, (-100, 100))}]
    with pytest.raises(mcbnc.InvalidInputError, match="another recipe than recipe made this list"):
        agree([SiteList("north", "north.json", column, "0" * 64)], recipe, OPTIONS)


def test_numbers_of_some_sites_are_numbers_at_all():
    numbers = SiteList("a", "a.json", {"age": ListedColumn(ends=(20.0, 100.0))})
    recipe = mcbnc.Recipe("[rows]\nrepeats = 'distinct'\n")
    made = agree([numbers, of_states("b", age=("17", "63"))], recipe, OPTIONS)
    assert [own["age"].ends for own in made] == [(20, 100), (10, 100)]
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"b\.json: 'age' has the states 'old', and numbers at other"
    ):
        agree([numbers, of_states("b", age=("old",))], recipe, OPTIONS)


def test_a_stale_line_is_told():
    recipe = mcbnc.Recipe('[recode.smoker]\n"0" = "no"\n')
    with pytest.warns(mcbnc.DataWarning, match="lines that change nothing: 2"):
        agree([of_states("a", smoker=("no", "yes"))], recipe, OPTIONS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        agree([of_states("a", smoker=("0", "yes"))], recipe, OPTIONS)
