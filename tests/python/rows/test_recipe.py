"""Recipes: what they may be, what each step does, and that the order of lines, sites and columns is none."""

from __future__ import annotations

import json
import random
import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc.cli._commands import main

NORTH = {"smoker": ["no", "yes"] * 20, "weight": [60.5, 80.0] * 20, "seen": [2023, 2024] * 20}
WEST = {
    "Smoker ": ["0", "1"] * 20,
    "weight": ["133,4 lb", "176,4 lb", "-99", "150 lb"] * 10,
    "seen": ["31.05.2023", "01.06.2024"] * 20,
    "patient": [f"P{k}" for k in range(40)],
}
TEXT = """
[sites.west.rename]
"Smoker " = "smoker"
[sites.west.missing]
weight = [-99]
[sites.west.date]
seen = {order = "dmy", to = "year"}
[sites.west.number]
weight = {unit = "lb", decimal = ",", factor = 0.45359237, digits = 1}
[sites.west.recode.smoker]
"0" = "no"
"1" = "yes"
[rows]
ids = ["patient"]
"""
TIDY = {
    "smoker": ["no", "yes"] * 20,
    "weight": [60.5, 80, None, 68] * 10,
    "seen": [2023, 2024] * 20,
}


def tables():
    return {"north": dict(NORTH), "west": dict(WEST)}


def plain(table):
    """The cells of a table of any kind by column. A cell without a value is None."""
    if isinstance(table, pd.DataFrame):
        return {
            name: [None if pd.isna(cell) else cell for cell in column.tolist()]
            for name, column in table.items()
        }
    return {name: [*column] for name, column in table.items()}


def test_all_steps():
    made = mcbnc.tidy(tables(), TEXT)
    assert made == {"north": NORTH, "west": TIDY}
    rows = mcbnc.Rows(tables(), recipe=TEXT)
    assert [(one.site, one.column, one.cells) for one in rows.changes] == [
        ("west", "smoker", 1),
        ("west", "weight", 10),
        ("west", "seen", 40),
        ("west", "weight", 30),
        ("west", "smoker", 20),
        ("west", "smoker", 20),
        ("west", "patient", 1),
    ]
    assert rows.changes[4].line == '11: [sites.west.recode.smoker] "0"'
    assert rows.changes.to_frame().shape == (7, 4)
    assert "west" in str(rows.changes)
    assert "west" in rows.changes._repr_html_()


def test_frames():
    frames = {site: pd.DataFrame(table) for site, table in tables().items()}
    made = mcbnc.tidy(frames, TEXT)
    assert {site: plain(frame) for site, frame in made.items()} == {"north": NORTH, "west": TIDY}
    assert made["west"]["seen"].dtype == np.int64
    assert frames["west"].columns.tolist() == [*WEST]  # as they were


def test_files(tmp_path):
    for site, table in tables().items():
        pd.DataFrame(table).to_csv(tmp_path / f"{site}.csv", index=False, sep=";")
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(TEXT)
    made = mcbnc.tidy([tmp_path / "north.csv", tmp_path / "west.csv"], recipe)
    assert plain(made[1]) == {
        "smoker": TIDY["smoker"],
        "weight": ["60.5", "80.0", None, "68.0"] * 10,
        "seen": ["2023", "2024"] * 20,
    }
    assert plain(made[0]) == {name: [*map(str, column)] for name, column in NORTH.items()}


def test_the_rows_are_those_of_the_tidy_tables():
    made = mcbnc.tidy(tables(), TEXT)
    for score in (None, "bdeu"):
        given = {"missing": "drop", "accept": ["weight"] if score else None}
        one = mcbnc.learn_many(mcbnc.Rows(tables(), recipe=TEXT, **given), score=score, chance=0)
        other = mcbnc.learn_many(mcbnc.Rows(made, **given), score=score, chance=0)
        assert [(each.edges, each.score) for each in one] == [(each.edges, each.score) for each in other]


def test_gaussian_scores_read_texts_of_files_by_the_recipe(tmp_path):
    r = np.random.default_rng(3)
    x = r.normal(70, 9, 200)
    frame = pd.DataFrame({"kg": x.round(2), "cm": (100 + x + r.normal(0, 5, 200)).round(1)})
    lb = frame.assign(kg=[f"{own / 0.45359237:.6f} lb".replace(".", ",") for own in frame.kg])
    lb.to_csv(tmp_path / "lb.csv", index=False)
    recipe = "[number]\nkg = {unit = 'lb', decimal = ',', factor = 0.45359237, digits = 2}\n"
    ours = mcbnc.learn(mcbnc.Rows(tmp_path / "lb.csv", recipe=recipe), score="bic-g", chance=0)
    right = mcbnc.learn(frame, score="bic-g", chance=0)
    assert (ours.edges, ours.score) == (right.edges, right.score)


def test_states_are_the_code_book():
    recipe = '[columns.a]\nstates = ["low", "mid", "high"]\n'
    learned = mcbnc.learn(mcbnc.Rows({"a": ["low", "high"] * 20, "b": [0, 1] * 20}, recipe=recipe), chance=0)
    assert learned.states["a"] == ["low", "mid", "high"]
    with pytest.raises(mcbnc.InvalidInputError, match=r"column 'a', row 1: 'hihg' is none of .*'high'\?"):
        mcbnc.tidy({"a": ["low", "hihg"]}, recipe)


def test_bins_and_repeats_come_in_this_order():
    table = {"bmi": [17.0, 19.0, 26.0, 26.0, 27.0, None], "s": ["a", "b", "a", "a", "a", "b"]}
    made = mcbnc.tidy(table, '[columns.bmi]\nbins = [18.5, 25]\n[rows]\nrepeats = "distinct"\n')
    bins = ["at_most_18.5", "over_18.5_to_25", "over_25", "over_25", None]
    assert made == {"bmi": bins, "s": ["a", "b", "a", "a", "b"]}
    rows = mcbnc.Rows(table, recipe='[rows]\nrepeats = "distinct"\nids = ["s"]\n')
    assert rows.changes[:] == [("", "", "2: [rows] repeats", 1), ("", "s", "3: [rows] ids", 1)]


def test_the_row_of_a_message_is_the_callers():
    table = {"a": ["x", "x", "y", "", "y"], "b": [1, 1, 2, 3, 3]}
    recipe = '[rows]\nrepeats = "distinct"\n'
    with pytest.raises(mcbnc.InvalidInputError, match="row 3: there is no value"):
        mcbnc.learn(mcbnc.Rows(table, recipe=recipe), chance=0)


@pytest.mark.parametrize(
    ("order", "to", "cell", "made"),
    [
        ("ymd", "year", "2024-05-31", 2024),
        ("ymd", "date", "2024/5/31 12:30", "2024-05-31"),
        ("dmy", "month", "31.05.2024", "2024-05"),
        ("dmy", "year", "31.05.97", 1997),
        ("mdy", "date", "5/31/2024", "2024-05-31"),
        ("my", "year", "05/2024", 2024),
        ("ym", "month", "2024-05", "2024-05"),
        ("excel", "date", 45292, "2024-01-01"),
        ("excel", "year", "45292", 2024),
        ("ymd", "days", "1970-01-31", 30),
        ("ymd", "year", "2024-02-30", "2024-02-30"),
    ],
)
def test_dates(order, to, cell, made):
    table = mcbnc.tidy({"d": [cell, cell]}, f'[date]\nd = {{order = "{order}", to = "{to}"}}\n')
    assert table["d"] == [made, made]


def test_dates_of_numpy():
    days = pd.DataFrame({"d": pd.to_datetime(["2024-05-31", None, "2023-01-01"])})
    made = mcbnc.tidy(days, '[date]\nd = {order = "ymd", to = "year"}\n')
    assert plain(made) == {"d": [2024, None, 2023]}


def test_the_site_goes_before_all():
    recipe = """
[missing]
a = ["?"]
[recode.a]
x = "all"
y = "all"
[number.w]
factor = 10
[sites.s.missing]
a = ["-"]
[sites.s.recode.a]
x = "own"
[sites.s.number]
w = {offset = 1}
"""
    table = {"a": ["x", "y", "?", "-"], "w": [1, 2, 3, 4]}
    made = mcbnc.tidy({"s": table, "t": table}, recipe)
    assert made["s"] == {"a": ["own", "all", None, None], "w": [2, 3, 4, 5]}
    assert made["t"] == {"a": ["all", "all", None, "-"], "w": [10, 20, 30, 40]}


def test_states_that_change_places():
    """All are read before one is changed, and a name may be the old one of another column."""
    recipe = '[recode.a]\nyes = "no"\nno = "yes"\n[rename]\nx = "y"\ny = "x"\n'
    made = mcbnc.tidy({"a": ["yes", "no"], "x": [1, 2], "y": [3, 4]}, recipe)
    assert made == {"a": ["no", "yes"], "y": [1, 2], "x": [3, 4]}
    with pytest.warns(mcbnc.DataWarning, match="not applied again"):
        assert mcbnc.tidy(made, recipe) == made


# --- what is wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[colums]\n", "line 1: 'colums' is none of the keys here: do you mean columns"),
        ("[columns.a]\nstats = []\n", "line 2: 'stats' is none of the keys here: do you mean states"),
        ("[columns.a]\nstates = []\n", "line 2: 'states' must be a list of states"),
        ('[columns.a]\nstates = ["x", "x"]\n', "the state 'x' comes twice"),
        ("[columns.a]\nstates = [1]\nbins = [2]\n", "line 3: 'a' has states already"),
        ("[columns.a]\nbins = 3\n", "bins must be the cut points"),
        ("[columns.a]\nbins = [3, 3]\n", "bins must be the cut points"),
        ("[columns.a]\naccept = 1\n", "accept must be true or false"),
        ("[sites]\nwest = 1\n", r"sites.west must be a table, such as \[sites.west\]"),
        ("[sites.west.renam]\n", "do you mean rename"),
        ("[rename]\na = 1\n", "the new name of 'a' must be a text"),
        ('[rename]\na = "c"\nb = "c"\n', "line 3: 'a' and 'b' get the same name, 'c'"),
        ('[missing]\na = "?"\n', "must be a list of values"),
        ("[date]\na = {}\n", "need an order, one of ymd"),
        ('[date]\na = {order = "myd"}\n', "order must be one of"),
        ("[number]\na = {factor = 0}\n", "factor must be a number other than 0"),
        ("[number]\na = {factor = '2'}\n", "factor must be a number"),
        ("[number]\na = {digits = -1}\n", "digits must be a whole number from 0 to 15"),
        ("[number]\na = {decimal = ';'}\n", "decimal must be one of"),
        ("[number]\na = {log = 3}\n", "log must be one of"),
        ("[number]\na = {unit = 3}\n", "unit must be a text"),
        ("[recode.a]\nx = [1]\n", "'x' must become a text"),
        ("[rows]\nrepeats = 'none'\n", "repeats must be one of"),
        ("[rows]\nids = 'a'\n", "ids must be a list of columns"),
        ("a =\n", "line 1: 'a =' has a value that is no text"),
        ("x = 1\ny = 2\n", "line 1: 'x' is none of the keys here"),
    ],
)
def test_no_recipe(text, told):
    with pytest.raises(mcbnc.InvalidInputError, match=told):
        mcbnc.Recipe(text)


_SMOKRE = r"line 2: 'smokre' is none of the columns: .* 'smoker'"


def test_unknown_names_are_refused():
    table = {"smoker": ["no", "yes"] * 5}
    with pytest.raises(mcbnc.InvalidInputError, match=r"the site 'wset', which is not a table: .* 'west'"):
        mcbnc.Rows({"west": table, "north": table}, recipe="[sites.wset]\n")
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"the site 'west', which is not a site of the .* 'wset'"
    ):
        mcbnc.Rows({"west": table}, recipe="[sites.wset]\n")
    with pytest.raises(mcbnc.InvalidInputError, match=r"the table has no name: give it one, as in {'west': "):
        mcbnc.Rows(table, recipe="[sites.west]\n")
    with pytest.raises(mcbnc.InvalidInputError, match=_SMOKRE):
        mcbnc.tidy({"west": table}, '[sites.west.missing]\nsmokre = ["?"]\n')
    with pytest.raises(mcbnc.InvalidInputError, match=_SMOKRE):
        mcbnc.tidy(table, '[missing]\nsmokre = ["?"]\n')
    with pytest.raises(mcbnc.InvalidInputError, match=_SMOKRE):
        mcbnc.tidy(table, '[rows]\nids = ["smokre"]\n')
    with pytest.raises(mcbnc.InvalidInputError, match="'smoker', 'b' would all be called 'b'"):
        mcbnc.tidy({**table, "b": [1] * 10}, '[rename]\nsmoker = "b"\n')
    with pytest.raises(mcbnc.InvalidInputError, match="recipe must be a path"):
        mcbnc.Rows(table, recipe=3)


def test_one_file_of_several_sites(tmp_path):
    path = tmp_path / "west.csv"
    path.write_text("a\n" + "x\n" * 9)
    recipe = "[sites.west]\n[sites.north.missing]\na = ['?']\n[missing]\nb = ['?']\n"
    assert len(mcbnc.Rows(path, recipe=recipe).changes) == 0
    other = tmp_path / "West.csv"
    other.write_text(path.read_text())
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"'West', which is not a site of the recipe: .* 'west'"
    ):
        mcbnc.Rows(other, recipe=recipe)


def test_a_table_of_one_of_several_sites():
    recipe = '[sites.west.recode.a]\nx = "y"\n[sites.north]\n[rows]\nids = ["patient"]\n'
    assert mcbnc.tidy({"west": {"a": ["x", "y"]}}, recipe) == {"west": {"a": ["y", "y"]}}


def test_lines_without_effect_are_told():
    table = {"a": ["x", "y"] * 5}
    with pytest.warns(mcbnc.DataWarning, match=r"lines that change nothing: 2 \(\[missing\] a\), 4 "):
        mcbnc.tidy(table, '[missing]\na = ["?"]\n[recode.a]\nz = "x"\n')
    with pytest.warns(mcbnc.DataWarning, match="line 2 cannot read 'x', 'y' of 'a', in 10 cells$"):
        mcbnc.tidy(table, "[number]\na = {factor = 2}\n")


# --- orders, twice, chance ----------------------------------------------------------------------------------


def shuffled(text, r):
    """The same recipe with its tables, and the lines of each, in another order."""
    parts = [f"[{part}" for part in text.split("\n[")[1:]]
    r.shuffle(parts)
    made = []
    for part in parts:
        head, *lines = part.strip().split("\n")
        r.shuffle(lines)
        made.append("\n".join([head, *lines]))
    return "\n".join(made) + "\n"


def test_any_order_and_twice():
    r = random.Random(5)
    right = mcbnc.tidy(tables(), TEXT)
    for _ in range(20):
        text = shuffled(TEXT, r)
        given = [*tables().items()]
        r.shuffle(given)
        sites = {site: dict(r.sample([*table.items()], len(table))) for site, table in given}
        made = mcbnc.tidy(sites, text)
        assert made == right
        with pytest.warns(mcbnc.DataWarning, match="not applied again"):
            assert mcbnc.tidy(made, text) == right


def test_twice_in_files(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for site, table in tables().items():
        pd.DataFrame(table).to_csv(f"{site}.csv", index=False)
    (tmp_path / "r.toml").write_text(TEXT)
    names = ["north.csv", "west.csv"]
    assert main(["tidy", *names, "--recipe", "r.toml", "--out", "a"]) == 0
    assert "20" in capsys.readouterr().out
    assert main(["tidy", "a/north.csv", "a/west.csv", "--recipe", "r.toml", "--out", "b", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out) == {"changes": []}
    assert told.err.count("not applied again") == 2
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    with pytest.warns(mcbnc.DataWarning, match="made by another recipe"):
        mcbnc.Rows({"w": "a/west.csv"}, recipe="[missing]\nsmoker = ['no']\n").changes  # noqa: B018
    (tmp_path / "a" / "west.csv").write_text("smoker\nno\n")
    with pytest.raises(mcbnc.InvalidInputError, match="it was changed since"):
        mcbnc.tidy({"north": "a/north.csv", "west": "a/west.csv"}, "r.toml")
    (tmp_path / "a" / "recipe.json").write_text("[]")
    with pytest.raises(mcbnc.InvalidInputError, match="must list the files"):
        mcbnc.tidy({"north": "a/north.csv", "west": "a/west.csv"}, "r.toml")


PIECES = [
    "[",
    "]",
    '"',
    "=",
    ".",
    "\n",
    "#",
    "{",
    "}",
    ",",
    "1",
    "0.5",
    "-",
    "a",
    "smoker",
    "west",
    "\\",
    "é",
]
PIECES += ["[sites.west.recode.smoker]\n", "[columns.smoker]\n", 'states = ["no", "yes"]\n', "bins = [1]\n"]


def damaged(r):
    text = TEXT
    for _ in range(r.randrange(1, 4)):
        at = r.randrange(len(text))
        text = text[:at] + r.choice(PIECES) * r.randrange(2) + text[at + r.randrange(4) :]
    return text


@pytest.mark.parametrize("seed", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(1, 20))])
def test_damaged_recipes_end_in_an_error_of_ours_or_a_table(seed):
    r = random.Random(seed)
    made = 0
    for _ in range(500):
        text = damaged(r)
        try:
            with warnings.catch_warnings(action="ignore"):
                mcbnc.tidy(tables(), text + "\n")
            made += 1
        except mcbnc.InvalidInputError:
            pass
    assert 10 < made < 490


def test_visits_of_a_patient_repeat_but_for_their_date():
    r = np.random.default_rng(2)
    day = np.datetime64("2024-01-01")
    rows = [[f"P{k}", *r.integers(4, size=4).tolist(), round(r.normal(), 3)] for k in range(200)]
    every = [[*row, str(day + k + 90 * visit)] for k, row in enumerate(rows) for visit in range(1 + k % 2)]
    table = pd.DataFrame(every, columns=["patient", *"abcde", "visit"])
    proposed = mcbnc.check({"west": table}).recipe().suggestions
    (line,) = [one for one in proposed if one.key == "repeats"]
    assert line.why == "100 rows at west repeat another row, if 'visit' is left out"


def test_a_recipe_is_toml(tmp_path):
    recipe = mcbnc.Recipe(TEXT)
    recipe.save(tmp_path / "r.toml")
    assert mcbnc.Recipe(tmp_path / "r.toml") == recipe
    assert hash(mcbnc.Recipe(TEXT)) == hash(recipe)
    assert len(recipe.sha256) == 64
    assert str(recipe) == TEXT
    assert "west" in repr(recipe)
