"""What check suggests: a person who takes all lines gets the network of the clean tables, fault by fault."""

from __future__ import annotations

import pickle
import warnings
from functools import cache

import pandas as pd
import pytest
from helpers import but_chance
from table_faults import AT, FAULTS, SITES, UNKNOWABLE, mixed_table, states_table, tables

import mcbnc

# Faults that no line mends, with the reason. The recipe has a note on each, or learning refuses the table.
UNMENDED = {
    "a merged state": "which state a row had is not in the table",
    "numbers as ranges": "which number a row had is not in the table",
    "numbers as words": "which number a row had is not in the table",
    "one row again and again": "other rows of the table may be equal by chance",
    "the rows of another site": "one of the files is the wrong one",
    "the rows of another site, in another order": "one of the files is the wrong one",
    "half the rows of another site": "patients may have been at both sites",
    "states of another site": "one of the files is the wrong one",
    "no row": "there is nothing to mend",
    "a missing column": "columns='union' takes it",
    "a column under two names": "which is which is not in the table",
    "a constant number": "there is nothing to mend",
    "a line that is empty but for its first cell": "a row may have gaps",
}


def data_of(fault, form, folder):
    """The tables of the sites, one of them with the fault. None: it cannot have this form."""
    own = tables(fault.mixed)
    table = own[AT]
    damaged = fault.damage(table.to_csv(index=False) if fault.file else table.copy())
    if form == "frame":
        return {**own, AT: damaged} if isinstance(damaged, pd.DataFrame) else None
    paths = {site: folder / f"{site}.csv" for site in SITES}
    for site, path in paths.items():
        own[site].to_csv(path, index=False)
    text = damaged.to_csv(index=False) if isinstance(damaged, pd.DataFrame) else damaged
    paths[AT].write_bytes(text if isinstance(text, bytes) else text.encode())
    return paths


def messages(call, *given, **options):
    """What a call tells, but for what it fills and leaves out as it was asked to, and its answer."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        answer = call(*given, **options)
    told = but_chance(str(one.message) for one in caught if one.category is mcbnc.DataWarning)
    meant = ("to be filled", "left out, because they repeat", "no value at all", "and no score: score=")
    return [one for one in told if not any(words in one for words in meant)], answer


def graph(answer):
    return sorted(answer.edges), sorted(answer.reversible)


@cache
def clean(mixed):
    told, answer = messages(mcbnc.learn_jointly, tables(mixed))
    assert told == []
    return graph(answer)


def careful(data):
    """The rows as a person reads them who takes all suggestions, and the recipe."""
    _, report = messages(mcbnc.check, mcbnc.Rows(data, missing="fill"))
    recipe = report.recipe().accept()
    return mcbnc.Rows(data, missing="fill", recipe=recipe), recipe


TOLD = [name for name, fault in FAULTS.items() if fault.words is not None]
REFUSED = [
    *("no header", "a blank column", "a blank column in front", "a separator behind each row"),
    *("a separator behind one row", "a cell too few", "a quote that does not end", "an index in front"),
    *("blanks for commas", "commas and decimal commas", "UTF-16 without a mark", "a cut line"),
    *("UTF-16 without a mark, of ASCII", "an empty file", "a header alone", "a web page"),
    "a sheet of Excel",
]
"""Faults of files in which no table can be read."""
MENDED = [name for name in TOLD if name not in UNMENDED and name not in REFUSED]


OF_LINES = ["a row of means"]
"""Faults that a line of a file mends, and nothing in a frame."""


def test_how_many_are_mended():
    assert len(MENDED) >= 160


@pytest.mark.parametrize("form", ["file", pytest.param("frame", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (k % 5 > 0)) for k, name in enumerate(MENDED)]
)
def test_a_fault_is_mended(name, form, tmp_path):
    fault = FAULTS[name]
    data = data_of(fault, form, tmp_path)
    if data is None or (form == "frame" and name in OF_LINES):
        pytest.skip("only a file can have it")
    rows, _ = careful(data)
    told, answer = messages(mcbnc.learn_jointly, rows)
    assert told == []
    assert graph(answer) == clean(fault.mixed)


@pytest.mark.parametrize("name", [*UNMENDED, *REFUSED])
def test_what_no_line_mends_is_told(name, tmp_path):
    fault = FAULTS[name]
    data = data_of(fault, "file", tmp_path)
    assert data is not None
    rows, recipe = careful(data)
    try:
        told, _ = messages(mcbnc.learn_jointly, rows)
    except mcbnc.InvalidInputError as error:
        told = [str(error)]
    assert told
    assert recipe.text.count("# ") > 1 or recipe.suggestions == []


@pytest.mark.parametrize("name", UNKNOWABLE)
def test_what_nobody_can_know_gets_no_line(name, tmp_path):
    fault, _ = UNKNOWABLE[name]
    _, report = messages(mcbnc.check, data_of(fault, "frame", tmp_path))
    assert report.recipe().suggestions == []


@pytest.mark.parametrize("make", [mixed_table, states_table])
def test_clean_tables_get_no_line(make):
    for seed in range(0, 60, 4):
        sites = {site: make(seed + k) for k, site in enumerate(SITES)}
        _, report = messages(mcbnc.check, sites)
        assert report.recipe().suggestions == []
        assert report.recipe().text.count("[sites.") == len(SITES)


@pytest.mark.parametrize("name", mcbnc.datasets.row_names())
def test_bundled_rows_get_no_line(name):
    _, report = messages(mcbnc.check, mcbnc.datasets.load_rows(name).frames())
    assert report.recipe().suggestions == []


def test_the_recipe_is_a_recipe(tmp_path):
    data = {"north": {"smoker": ["no", "yes"] * 20}, "west": {"Smoker ": ["0", "1"] * 20}}
    _, report = messages(mcbnc.check, data)
    recipe = report.recipe()
    assert [one.line for one in recipe.suggestions if one.certain] == ['"Smoker " = "smoker"']
    assert recipe.summary() == "4 suggestions, 1 of them in force"
    recipe.save(tmp_path / "r.toml")
    assert mcbnc.Recipe(tmp_path / "r.toml") == recipe
    some = recipe.accept(lambda one: one.section[0] == "recode")
    assert sum(one.in_force for one in some.suggestions) == 3
    assert mcbnc.tidy(data, some)["west"] == data["north"]
    assert pickle.loads(pickle.dumps(some)) == some
    # What is behind a sign is a line, once the sign is away.
    lines = recipe.text.replace("\n# ", "\n").split("\n")
    assert mcbnc.Recipe("\n".join(lines[2:])).text.count(" = ") == 4


def test_names_of_columns_that_are_toml_are_quoted():
    names = ["a.b", "ü", "", '"q"', "x]", "#"]
    north = {name or "e": ["x", "y"] * 20 for name in names}
    west = {f"{name or 'e'} ": ["x", "y"] * 20 for name in names}
    _, report = messages(mcbnc.check, {"no.rth": north, "we st": west})
    recipe = report.recipe()
    assert mcbnc.tidy({"no.rth": north, "we st": west}, recipe)["we st"] == north


def test_lines_that_are_no_rows_keep_the_numbers_of_the_others(tmp_path):
    path = tmp_path / "west.csv"
    rows = ["yes,1", "no,2"] * 20
    path.write_bytes(
        "\r\n".join(["Export", "", "smöker,x", *rows[:3], "# note", *rows[3:], ",9"]).encode("cp1252")
    )
    _, report = messages(mcbnc.check, path)
    assert [one.line for one in report.recipe().suggestions] == ['encoding = "cp1252"', "skip = [1, 7]"]
    recipe = report.recipe().accept()
    made = mcbnc.tidy(path, recipe)
    assert made["smöker"] == [*["yes", "no"] * 20, ""]
    assert mcbnc.Rows(path, recipe=recipe).changes[0].cells == 2
    with pytest.raises(mcbnc.InvalidInputError, match="line 45: there is no value"):
        mcbnc.learn(mcbnc.Rows(path, recipe=recipe), score="bdeu", chance=0)
    with pytest.raises(mcbnc.InvalidInputError, match="lines are those of a file"):
        mcbnc.tidy({"west": {"a": [1, 2]}}, "[lines]\nskip = [1]\n")


def test_a_column_may_have_the_name_of_an_option_of_lines(tmp_path):
    rows = ["yes,1,5.5", "no,2,6.5", "yes,3,7.5"] * 20
    paths = {site: tmp_path / f"{site}.csv" for site in SITES}
    for site, path in paths.items():
        name = "skipp" if site == AT else "skip"
        title = [] if site == AT else ["Export"]
        path.write_text("\n".join([*title, f"{name},encoding,x", *rows, ""]))
    _, report = messages(mcbnc.check, paths)
    lines = {(one.site, one.line) for one in report.recipe().suggestions}
    assert (AT, 'skipp = "skip"') in lines
    assert {(site, "skip = [1]") for site in {*SITES} - {AT}} <= lines


def test_a_file_that_is_no_utf_8_may_have_a_line_of_units(tmp_path):
    path = tmp_path / "west.csv"
    rows = [f"Öl,{k / 7:.2f},{20 + k % 60}" for k in range(100)]
    path.write_bytes("\n".join(["näme,weight,age", "text,kg,years", *rows, ""]).encode("cp1252"))
    _, report = messages(mcbnc.check, path)
    recipe = report.recipe()
    assert [one.line for one in recipe.suggestions] == ['encoding = "cp1252"', "skip = [2]"]
    assert len(mcbnc.tidy(path, recipe.accept())["age"]) == len(rows)
